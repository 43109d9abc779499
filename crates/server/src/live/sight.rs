//! What each person may see of a game. Every list, picture, file, hint and frame asks here, and nowhere else.
//!
//! Two questions are answered in turn. [`Club::may_see`] says whether a person may know of the game at all: a private
//! game exists only for its people. [`Sight`] says what an admitted person sees of it, when, and with which help.

use super::roles::{Rows, Viewpoint};
use crate::club::Club;
use damka_conduct::{Act, Aids, Audience, Event, GameSpec, Manner, Pace, PersonId, Role, Status, View};
use damka_rules::Colour;
use damka_store::{KeptContest, Part};

/// When a viewer learns what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At once.
    Now,
    /// When the delay for spectators has passed.
    Later,
}

/// The properties of a game that are the same for every viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openness {
    /// Whether spectators see it with a delay.
    pub is_delayed: bool,
    /// Whether it was played elsewhere.
    pub is_imported: bool,
}

/// The stage of a game, as far as it affects what viewers see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Whose turn it is.
    pub to_move: Colour,
    /// Whether it is over.
    pub is_over: bool,
}

/// What a viewer sees of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// When they learn what happens: moves, the result, a rematch, an analysis.
    pub when: When,
    /// Whether they see the board, only the written record, or neither.
    pub view: View,
    /// How much help they get with the legal moves.
    pub aids: Aids,
    /// Whether they learn of a violation that the opponent has not noticed.
    pub violations: bool,
    /// Whether they may have the record of events.
    pub record: bool,
    /// Whether they may write private notes about it.
    pub notes: bool,
    /// Whether they may have it analysed, and see the analysis.
    pub analysis: bool,
    /// Whether they may ask for hints, where the game has them.
    pub hints: bool,
    /// Whether they hear what White's and what Black's people say among themselves.
    pub rooms: [bool; 2],
}

impl Sight {
    /// What a viewer sees from a viewpoint.
    #[must_use]
    pub fn of(spec: &GameSpec, openness: Openness, viewpoint: Viewpoint, stage: Stage) -> Sight {
        let roles = viewpoint.roles;
        let is_player = roles.sides().next().is_some();
        // An imported game may have no end, but it is not being played.
        let is_open = stage.is_over || openness.is_imported;
        let (aids, view) = terms(spec, viewpoint, stage);
        let view = if stage.is_over { View::Board } else { view };
        Sight {
            when: if openness.is_delayed && roles.is_spectator() { When::Later } else { When::Now },
            view,
            aids,
            // The opponent must notice a violation unaided (A.violation.4). A player could also look without a cookie,
            // so spectators do not learn of it either.
            violations: is_open || roles.has(Role::Arbiter),
            record: is_open || !roles.is_spectator(),
            // A player in a game over days needs a place for variations. Nobody else may note them while the game is
            // being played.
            notes: is_open || is_player && spec.pace == Pace::Days && view == View::Board,
            analysis: is_open,
            hints: is_player && aids == Aids::Full && view == View::Board,
            // What is over has no secrets; the arbiter hears everything.
            rooms: Colour::ALL.map(|side| is_open || roles.has(side) || roles.has(Role::Arbiter)),
        }
    }

    /// Whether they hear what a side says to these listeners.
    #[must_use]
    pub fn hears(&self, side: Colour, audience: Audience) -> bool {
        audience == Audience::Table || self.rooms[side as usize]
    }

    /// Whether they may know of an event at all.
    #[must_use]
    pub fn has_event(&self, event: &Event) -> bool {
        match (event.actor.side(), &event.deed) {
            (Some(side), Act::Say(saying)) => self.hears(side, saying.audience()),
            _ => true,
        }
    }

    /// Whether the board may be shown: a position in any form.
    #[must_use]
    pub fn has_board(&self) -> bool {
        self.view == View::Board
    }
}

/// What was agreed for a seat. Spectators and arbiters see everything; a person with both seats counts as the side to
/// move.
fn terms(spec: &GameSpec, viewpoint: Viewpoint, stage: Stage) -> (Aids, View) {
    let roles = viewpoint.roles;
    let side = if roles.has(stage.to_move) { Some(stage.to_move) } else { roles.sides().next() };
    let seat = |side: Colour| &spec.seats[side as usize];
    match side {
        None => (Aids::Full, View::Board),
        // At the board the program gives no help at all.
        Some(side) if spec.manner == Manner::AtBoard => (Aids::None, seat(side).view),
        Some(side) => (seat(side).aids, seat(side).view),
    }
}

impl Club {
    /// Whether a person may know of a game at all; without a person, whether everyone may. Keepers also see what a keeper
    /// has hidden, but not what is private.
    #[must_use]
    pub fn may_see(&self, rows: &Rows, person: Option<&PersonId>) -> bool {
        let Some(person) = person else { return rows.is_public() };
        let is_kept = rows.access.hidden && !rows.access.private && self.standings.is_keeper(person);
        rows.admits(person) || is_kept
    }
}

impl Club {
    /// Whether a person may say something in their own words to people they play with, or begin a game in which that is
    /// agreed. The club allows it or not (`--chat`), and nobody whom a keeper has blocked may.
    #[must_use]
    pub fn may_write(&self, person: &PersonId) -> bool {
        self.settings.chat && !self.standings.is_blocked(person)
    }
}

impl Club {
    /// Whether a person may know of a contest at all. Those who decide for the club see every one.
    #[must_use]
    pub fn may_see_contest(&self, rows: &KeptContest, person: &PersonId) -> bool {
        !rows.contest.private || rows.concerns(person) || self.standings.decides(person)
    }
}

impl Rows {
    /// The properties of this game that are the same for every viewer.
    #[must_use]
    pub fn openness(&self) -> Openness {
        Openness { is_delayed: self.access.delay > 0, is_imported: self.imported }
    }

    /// Whether a person may see the game. For anyone else it does not exist.
    #[must_use]
    pub fn admits(&self, person: &PersonId) -> bool {
        self.is_public() || self.concerns(person)
    }

    /// Whether everyone may see the game: it is not private, and no keeper has hidden it.
    #[must_use]
    pub fn is_public(&self) -> bool {
        !self.access.private && !self.access.hidden
    }

    /// Whether a secret admits its bearer: to watch, or to the free seat or chair that it belongs to.
    #[must_use]
    pub fn opens(&self, secret: &str) -> bool {
        let is = |kept: &Option<String>| kept.as_deref() == Some(secret);
        let access = &self.access;
        let is_chair_free = !self.parts.iter().any(|(part, _)| matches!(part, Part::Arbiter | Part::Candidate));
        is(&access.watch_invitation)
            || is(&access.invitation) && self.status == Status::Waiting
            || is(&access.arbiter_invitation) && is_chair_free
    }

    /// Whether a person has anything to do with the game.
    #[must_use]
    pub fn concerns(&self, person: &PersonId) -> bool {
        self.creator.as_ref() == Some(person)
            || self.occupants.iter().any(|it| it.person() == Some(person))
            || self.parts.iter().any(|(_, who)| who == person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Roles;
    use damka_rules::Ruleset;

    const PLAYED: Stage = Stage { to_move: Colour::White, is_over: false };
    const OVER: Stage = Stage { to_move: Colour::White, is_over: true };

    fn spec() -> GameSpec {
        Ruleset::named("russian").map(GameSpec::new).unwrap()
    }

    fn viewpoint(roles: &[Role]) -> Viewpoint {
        Viewpoint { roles: roles.iter().fold(Roles::default(), |all, role| all.with(*role)), ..Viewpoint::default() }
    }

    fn sight(spec: &GameSpec, roles: &[Role], stage: Stage) -> Sight {
        Sight::of(spec, Openness { is_delayed: true, is_imported: false }, viewpoint(roles), stage)
    }

    #[test]
    fn spectators_see_later_and_are_told_of_no_violation() {
        let spectator = sight(&spec(), &[], PLAYED);
        assert_eq!((spectator.when, spectator.view), (When::Later, View::Board));
        assert!(!spectator.violations && !spectator.record && !spectator.notes && !spectator.analysis);
        let arbiter = sight(&spec(), &[Role::Arbiter], PLAYED);
        assert!(arbiter.when == When::Now && arbiter.violations && arbiter.record && !arbiter.hints);
        assert!(sight(&spec(), &[], OVER).violations, "what is over has no secrets");
    }

    #[test]
    fn a_team_is_heard_by_its_people_and_the_arbiter_and_after_the_end_by_everybody() {
        // clauses: A.goal.1
        let rooms = |roles: &[Role], stage| sight(&spec(), roles, stage).rooms;
        assert_eq!(rooms(&[Role::White], PLAYED), [true, false]);
        assert_eq!(rooms(&[Role::Black], PLAYED), [false, true]);
        assert_eq!(rooms(&[Role::Arbiter], PLAYED), [true, true]);
        assert_eq!((rooms(&[], PLAYED), rooms(&[], OVER)), ([false, false], [true, true]));
        let opponent = sight(&spec(), &[Role::Black], PLAYED);
        assert!(opponent.hears(Colour::White, Audience::Table) && !opponent.hears(Colour::White, Audience::Team));
    }

    #[test]
    fn a_blindfold_player_sees_the_board_when_it_is_over() {
        let mut spec = spec();
        (spec.seats[0].view, spec.seats[1].view) = (View::Blind, View::Record);
        for role in [Role::White, Role::Black] {
            let player = sight(&spec, &[role], PLAYED);
            assert!(!player.has_board() && !player.hints && !player.notes, "{player:?}");
            assert!(sight(&spec, &[role], OVER).has_board());
        }
    }

    #[test]
    fn notes_during_the_game_are_for_those_who_play_over_days() {
        let mut spec = spec();
        assert!(!sight(&spec, &[Role::White], PLAYED).notes);
        spec.pace = Pace::Days;
        assert!(sight(&spec, &[Role::White], PLAYED).notes);
        assert!(!sight(&spec, &[], PLAYED).notes && !sight(&spec, &[Role::Arbiter], PLAYED).notes);
    }
}

//! Teams: several people share a seat, and it was agreed who of them acts for it (A.goal.1).
//!
//! One member decides for the seat: with `captain` the captain, with `turns` the member who makes the side's next
//! move. The decider moves, offers, answers and resigns; the others advise. If the decider has been away for a minute,
//! the first member who is not away stands in. In a game of days nobody has to be there, so the captain may stand in at
//! any time.

use super::decide::Decided;
use super::{GONE_AFTER, Table};
use crate::act::{Act, Intent};
use crate::change::{Change, Refused};
use crate::clock::Millis;
use crate::people::{FIRST_PLACE, Place};
use crate::spec::{Decides, GameSpec, Pace};
use crate::talk::Said;
use damka_rules::Colour;
use std::collections::VecDeque;

/// What a table knows of its people beside the two sides. Most tables have none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Company {
    /// The two teams, where a seat is shared.
    pub teams: Option<[Team; 2]>,
    /// What was said last.
    pub said: VecDeque<Said>,
}

/// The people of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Team {
    /// Since when each of them is away; as many as there are places.
    away: Vec<Option<Millis>>,
    /// Who made the side's last move.
    last_mover: Option<Place>,
}

impl Team {
    fn of(places: Place) -> Team {
        Team { away: vec![None; usize::from(places.max(FIRST_PLACE))], last_mover: None }
    }

    fn places(&self) -> Place {
        self.away.len() as Place
    }

    fn away_since(&self, place: Place) -> Option<Millis> {
        *self.away.get(usize::from(place.checked_sub(1)?))?
    }

    fn away_mut(&mut self, place: Place) -> Option<&mut Option<Millis>> {
        self.away.get_mut(usize::from(place.checked_sub(1)?))
    }
}

/// Who acts for a seat that is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decider {
    /// The member who decides.
    pub place: Place,
    /// The member who may act instead, and from when on.
    pub stand_in: Option<(Place, Millis)>,
}

impl Company {
    /// What is known before anything has happened.
    pub fn of(spec: &GameSpec) -> Option<Box<Company>> {
        let teams = || spec.seats.each_ref().map(|seat| Team::of(seat.places));
        spec.has_teams().then(|| Box::new(Company { teams: Some(teams()), said: VecDeque::new() }))
    }
}

impl Table {
    fn team(&self, side: Colour) -> Option<&Team> {
        let team = &self.company.as_ref()?.teams.as_ref()?[side as usize];
        (team.places() > FIRST_PLACE).then_some(team)
    }

    fn team_mut(&mut self, side: Colour) -> Option<&mut Team> {
        let team = &mut self.company.as_mut()?.teams.as_mut()?[side as usize];
        (team.places() > FIRST_PLACE).then_some(team)
    }

    /// How many people share a seat.
    #[must_use]
    pub fn places(&self, side: Colour) -> Place {
        self.team(side).map_or(FIRST_PLACE, Team::places)
    }

    /// Who acts for a seat; `None` where everyone who sits there may.
    #[must_use]
    pub fn decider(&self, side: Colour) -> Option<Decider> {
        let team = self.team(side)?;
        let place = match self.spec.seats[side as usize].decides {
            Decides::Captain => FIRST_PLACE,
            Decides::Turns => self.due_place(side, team.places()),
            Decides::Anyone | Decides::Vote => return None,
        };
        Some(Decider { place, stand_in: self.stand_in(team, place) })
    }

    /// Who makes a side's next move where they move one after another.
    fn due_place(&self, side: Colour, places: Place) -> Place {
        let made = self.game.played().iter().filter(|ply| ply.before.to_move() == side).count();
        (made % usize::from(places)) as Place + FIRST_PLACE
    }

    fn stand_in(&self, team: &Team, place: Place) -> Option<(Place, Millis)> {
        if self.spec.pace == Pace::Days {
            return (place != FIRST_PLACE).then_some((FIRST_PLACE, Millis::ZERO));
        }
        let from = team.away_since(place)?.plus(GONE_AFTER);
        let other = (FIRST_PLACE..=team.places()).find(|other| team.away_since(*other).is_none())?;
        Some((other, from))
    }

    /// Whether a member may do this for the seat.
    pub(super) fn check_member(&self, side: Colour, place: Place, intent: &Intent, now: Millis) -> Decided {
        let Some(team) = self.team(side) else {
            // A record from elsewhere may name places of a seat whose size it does not say.
            return Ok(());
        };
        if place > team.places() {
            return Err(Refused::NotYours);
        }
        if matches!(intent, Act::Say(_) | Act::Leave | Act::Return | Act::Rematch | Act::Note(_)) {
            return Ok(());
        }
        let Some(Decider { place: decider, stand_in }) = self.decider(side) else {
            return self.check_not_moved(side, place, intent, team);
        };
        let stands_in = stand_in.is_some_and(|(other, from)| other == place && now >= from);
        match self.spec.seats[side as usize].decides {
            _ if decider == place || stands_in => Ok(()),
            Decides::Turns => Err(Refused::TeamMatesTurn),
            _ => Err(Refused::CaptainDecides),
        }
    }

    /// Of two team mates who move at once the second one learns that the first has moved.
    fn check_not_moved(&self, side: Colour, place: Place, intent: &Intent, team: &Team) -> Decided {
        let is_late = matches!(intent, Act::Move(_)) && self.turn.side() != side && self.ending.is_none();
        match team.last_mover {
            Some(mover) if is_late && mover != place => Err(Refused::TeamMateMoved),
            _ => Ok(()),
        }
    }

    /// A member has moved.
    pub(super) fn note_mover(&mut self, side: Colour, place: Place) {
        if let Some(team) = self.team_mut(side) {
            team.last_mover = Some(place);
        }
    }

    pub(super) fn check_begin(&self, places: [Place; 2]) -> Decided {
        let fits = |side: Colour| {
            let (wanted, agreed) = (places[side as usize], self.spec.seats[side as usize].places);
            (FIRST_PLACE..=agreed).contains(&wanted)
        };
        match self.spec.has_teams() && Colour::ALL.into_iter().all(fits) {
            false => Err(Refused::NotYours),
            true if self.game.played().is_empty() => Ok(()),
            true => Err(Refused::AlreadyDone),
        }
    }

    /// The game begins before every place is taken: the teams are as large as they are now.
    pub(super) fn begin(&mut self, places: [Place; 2]) -> Vec<Change> {
        let company = self.company.get_or_insert_default();
        company.teams = Some(places.map(Team::of));
        vec![Change::Begun(places)]
    }

    /// A member is away; whether the whole side is now.
    pub(super) fn member_left(&mut self, side: Colour, place: Place) -> bool {
        let now = self.now;
        let Some(team) = self.team_mut(side) else { return true };
        if let Some(away) = team.away_mut(place) {
            away.get_or_insert(now);
        }
        team.away.iter().all(Option::is_some)
    }

    pub(super) fn member_returned(&mut self, side: Colour, place: Place) {
        if let Some(away) = self.team_mut(side).and_then(|team| team.away_mut(place)) {
            *away = None;
        }
    }

    /// Whether the record says that a member of a side has left.
    #[must_use]
    pub fn is_away(&self, side: Colour, place: Place) -> bool {
        match self.team(side) {
            Some(team) => team.away_since(place).is_some(),
            None => self.is_gone(side),
        }
    }
}

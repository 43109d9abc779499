//! Contests in words: what was agreed, what happened, how they stand and end, and why something is not accepted. What is wrong
//! with a record has its own part.

mod errors;
mod sheet;
mod terms;

pub use sheet::BoardSheet;

use crate::Words;
use damka_conduct::Worded;
use damka_conduct::clock::Millis;
use damka_contest::{
    Actor, BoardId, Contest, ContestEnding, Deed, Draws, EntrantStanding, EntrantTerm, Event, Kind, Number, Outcome,
    Refused, Source, Stage, Why,
};
use damka_rules::Ruleset;

/// What the entrants of a contest are called, by their numbers.
pub type EntrantNames<'a> = &'a dyn Fn(Number) -> Option<String>;

/// Points that are kept doubled: `1½`.
fn halves(doubled: u32) -> String {
    match (doubled / 2, doubled % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

impl Words {
    /// A thing of a closed list of contests.
    fn listed<T: Worded>(&self, list: &str, thing: T) -> String {
        self.say(&format!("contest-{list}-{}", thing.word()), &[])
    }

    /// A kind of contest.
    ///
    /// ```
    /// use damka_contest::Kind;
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::English).contest_kind(Kind::Simul), "Simultaneous display");
    /// ```
    #[must_use]
    pub fn contest_kind(&self, kind: Kind) -> String {
        self.listed("kind", kind)
    }

    /// Where a contest stands in its life.
    #[must_use]
    pub fn contest_stage(&self, stage: Stage) -> String {
        self.listed("stage", stage)
    }

    /// Where an entrant stands: words that follow a name.
    #[must_use]
    pub fn entrant_standing(&self, standing: EntrantStanding) -> String {
        self.listed("standing", standing)
    }

    /// What can be agreed with one entrant alone.
    #[must_use]
    pub fn entrant_term(&self, term: EntrantTerm) -> String {
        self.listed("entrant-term", term)
    }

    /// What came of a board.
    #[must_use]
    pub fn contest_outcome(&self, outcome: Outcome) -> String {
        self.listed("outcome", outcome)
    }

    /// Where a result comes from.
    #[must_use]
    pub fn result_source(&self, source: Source) -> String {
        self.listed("source", source)
    }

    /// An entrant's name, or the number of one who has none.
    #[must_use]
    pub fn entrant(&self, number: Number, names: EntrantNames<'_>) -> String {
        names(number).unwrap_or_else(|| self.say("contest-entrant-unnamed", &[("number", number.into())]))
    }

    /// Which board it is: a game of a match, or a board in the hall.
    #[must_use]
    pub fn contest_board(&self, kind: Kind, id: BoardId) -> String {
        match (kind, id.game) {
            (Kind::Match, 1) => self.say("contest-game", &[("round", id.round.into())]),
            (Kind::Match, game) => {
                self.say("contest-game-again", &[("round", id.round.into()), ("again", (game - 1).into())])
            }
            _ => self.say("contest-board", &[("table", id.table.into())]),
        }
    }

    /// Points that are kept doubled: `1½`.
    ///
    /// ```
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!([0, 1, 3, 4].map(|points| words.contest_points(points)), ["0", "½", "1½", "2"]);
    /// ```
    #[must_use]
    pub fn contest_points(&self, doubled: u32) -> String {
        halves(doubled)
    }

    /// The score of a match, the first entrant's points first: `2½ : 1½`.
    #[must_use]
    pub fn match_score(&self, points: [u32; 2]) -> String {
        points.map(halves).join(" : ")
    }

    /// Why two are paired.
    #[must_use]
    pub fn pairing_reason(&self, why: &Why) -> String {
        let waited = Millis(why.waited.0 / 1000 * 1000);
        let mut reasons = vec![
            self.say("contest-why-met", &[("count", why.met.into())]),
            self.say("contest-why-waited", &[("time", self.span(waited).into())]),
        ];
        if let Some(difference) = why.difference {
            reasons.push(self.say("contest-why-difference", &[("difference", difference.into())]));
        }
        reasons.join(", ")
    }

    /// What happened in a contest, as a sentence. Officials are named, because they act for others.
    #[must_use]
    pub fn contest_event(&self, event: &Event, kind: Kind, names: EntrantNames<'_>) -> String {
        let text = self.contest_deed(&event.deed, kind, names);
        let who = match event.actor {
            Actor::Owner => "contest-actor-owner",
            Actor::Arbiter => "contest-actor-arbiter",
            Actor::Entrant(_) | Actor::Nobody => return text,
        };
        self.say("contest-told-by", &[("who", self.say(who, &[]).into()), ("text", text.into())])
    }

    fn contest_deed(&self, deed: &Deed, kind: Kind, names: EntrantNames<'_>) -> String {
        let named = |number: Number| self.entrant(number, names);
        let of = |id, number: Number| self.say(id, &[("name", named(number).into())]);
        let plain = |id| self.say(id, &[]);
        match deed {
            Deed::Apply(number) => of("contest-did-apply", *number),
            Deed::Enter { entrant, in_room, strength } => {
                let text = of(if *in_room { "contest-did-enter-room" } else { "contest-did-enter" }, *entrant);
                match strength {
                    None => text,
                    Some(strength) => {
                        let variables = [("text", text.into()), ("strength", strength.to_string().into())];
                        self.say("contest-did-strength", &variables)
                    }
                }
            }
            Deed::Out(number) => of("contest-did-out", *number),
            Deed::Term(number, term, value) => {
                let term = self.entrant_term(*term);
                let variables =
                    [("name", named(*number).into()), ("term", term.into()), ("value", value.as_str().into())];
                self.say("contest-did-term", &variables)
            }
            Deed::Begin => plain("contest-did-begin"),
            Deed::Lot(seed) => self.say("contest-did-lot", &[("seed", format!("{seed:016x}").into())]),
            Deed::Pair { board, white, black, game } => {
                let id = if game.is_none() { "contest-did-pair-room" } else { "contest-did-pair" };
                let board = self.contest_board(kind, *board);
                let [white, black] = [white, black].map(|number| named(*number).into());
                self.say(id, &[("board", board.into()), ("white", white), ("black", black)])
            }
            Deed::Result { board, outcome, source } => {
                let (outcome, source) = (self.contest_outcome(*outcome), self.result_source(*source));
                let board = self.contest_board(kind, *board);
                let variables = [("board", board.into()), ("outcome", outcome.into()), ("source", source.into())];
                self.say("contest-did-result", &variables)
            }
            Deed::Ready(number) => of("contest-did-ready", *number),
            Deed::Rest(number) => of("contest-did-rest", *number),
            Deed::ClockRuns => plain("contest-did-clock-runs"),
            Deed::ClockStands => plain("contest-did-clock-stands"),
            Deed::ClockFell => plain("contest-did-clock-fell"),
            Deed::Close => plain("contest-did-close"),
        }
    }

    /// How a contest ended.
    #[must_use]
    pub fn contest_ending(&self, ending: ContestEnding, names: EntrantNames<'_>) -> String {
        match ending {
            ContestEnding::Finished => self.say("contest-ended-finished", &[]),
            ContestEnding::Abandoned(number) => {
                self.say("contest-ended-abandoned", &[("name", self.entrant(number, names).into())])
            }
            ContestEnding::Closed => self.say("contest-ended-closed", &[]),
        }
    }

    /// How a contest stands, in a few sentences: how it ended or what is played, and who leads a match.
    #[must_use]
    pub fn contest_state(&self, contest: &Contest, names: EntrantNames<'_>) -> String {
        let open = contest.open_boards().count();
        let mut told = match contest.ending() {
            Some(ending) => vec![self.contest_ending(ending, names)],
            None => vec![format!("{}.", self.contest_stage(contest.stage()))],
        };
        if open > 0 {
            told.push(self.say("contest-open", &[("count", open.into())]));
        }
        if contest.spec().kind == Kind::Match && contest.stage() != Stage::Gathering {
            told.push(self.match_state(contest, names));
        }
        told.join(" ")
    }

    fn match_state(&self, contest: &Contest, names: EntrantNames<'_>) -> String {
        let state = contest.match_state();
        let score = ("score", self.match_score(state.points).into());
        let winner = match contest.ending() {
            // A match that was given up is won by the other one, as the score stands.
            Some(ContestEnding::Abandoned(number)) => Some(3 - number),
            Some(ContestEnding::Finished) => state.leader(),
            Some(ContestEnding::Closed) | None => return self.say("contest-match-score", &[score]),
        };
        match winner {
            Some(number) => self.say("contest-match-won", &[("name", self.entrant(number, names).into()), score]),
            None => self.say("contest-match-drawn", &[score]),
        }
    }

    /// Why a command is not accepted, at a time of the contest.
    #[must_use]
    pub fn contest_refused(
        &self,
        refused: &Refused,
        ruleset: &Ruleset,
        now: Millis,
        names: EntrantNames<'_>,
    ) -> String {
        let plain = |id| self.say(id, &[]);
        let of = |id, number: Number| self.say(id, &[("name", self.entrant(number, names).into())]);
        match refused {
            Refused::TimeBackward => plain("refused-time-backward"),
            Refused::Over => plain("contest-refused-over"),
            Refused::NotYours => plain("refused-not-yours"),
            Refused::OtherKind => plain("contest-refused-other-kind"),
            Refused::NoEntrant => plain("contest-refused-no-entrant"),
            Refused::Full => plain("contest-refused-full"),
            Refused::TooLate => plain("contest-refused-too-late"),
            Refused::AlreadyDone => plain("refused-already-done"),
            Refused::NotIn(number) => of("contest-refused-not-in", *number),
            Refused::HasGame(number) => of("contest-refused-has-game", *number),
            Refused::TooFew => plain("contest-refused-too-few"),
            Refused::NoBoard => plain("contest-refused-no-board"),
            Refused::GameDecides => plain("contest-refused-game-decides"),
            Refused::OwnGame => plain("contest-refused-own-game"),
            Refused::MayStillCome(at) => {
                let seconds = at.0.saturating_sub(now.0).div_ceil(1000);
                self.say("contest-refused-may-still-come", &[("time", self.span(Millis::seconds(seconds)).into())])
            }
            Refused::BoardsOpen(open) => self.say("contest-refused-boards-open", &[("count", (*open).into())]),
            Refused::Terms(error) => self.spec_error(error, ruleset),
            Refused::TooFewIds => plain("contest-refused-again"),
        }
    }

    /// What a draw in a match means.
    #[must_use]
    pub fn contest_draws(&self, draws: Draws, ladder: &str) -> String {
        match draws {
            Draws::Count => self.listed("term-draws", draws),
            Draws::Faster => self.say("contest-term-draws-faster", &[("ladder", ladder.into())]),
        }
    }
}

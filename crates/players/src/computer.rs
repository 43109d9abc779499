//! What the computer does next.

use crate::{Question, Thought};
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Claim, Intent, Manner, Table};
use damka_engine::{Level, Score};
use damka_notation::SquareNames;
use damka_rules::{Colour, Move};

/// Before it agrees to a draw at an early stage the computer wants to be worse by this, in hundredths of a man.
const WORSE: i32 = -50;
/// Half-moves after which it agrees to a draw when it is not better.
const LATE: usize = 40;
/// The weakest level that resigns: against the others people, children above all, want to win to the end.
const RESIGNS_FROM: u8 = 9;
/// It resigns only what is lost by force within this number of half-moves.
const LOST_WITHIN: i32 = 12;

/// The computer at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computer {
    /// The side it plays.
    pub side: Colour,
    /// How well it plays.
    pub level: Level,
}

/// What the computer wants.
#[derive(Clone, Debug)]
pub enum Next {
    /// Nothing: others are to act.
    Wait,
    /// To think first, and then to be asked again with what it thought.
    Think(Box<Question>),
    /// To do this.
    Act(Intent),
}

impl Computer {
    /// What it does next at a table, with what it thought last.
    #[must_use]
    pub fn next(&self, table: &Table, now: Millis, thought: Option<&Thought>) -> Next {
        if table.ending().is_some() || table.fallen_flag().is_some() {
            return Next::Wait;
        }
        let other = Some(self.side.other());
        if table.open_violations().is_some_and(|(by, _)| Some(by) == other) {
            // It sees every violation and has it corrected.
            return Next::Act(Act::Demand);
        }
        if table.asks_back() == other {
            return Next::Act(Act::AgreeBack);
        }
        let known = thought.filter(|thought| thought.tells_about(table.game()));
        let value = known.and_then(Thought::value);
        if table.offer() == other || table.claims_no_win() == other {
            return match known {
                // Weak levels misjudge a position in which the opponent moves by a move or so, in corners always. Before
                // its own first move that must not end the game.
                None if !self.has_moved(table) => Next::Act(Act::Decline),
                // What it thought is only in memory: without it the computer thinks before it gives a game away.
                None => self.think(table, now),
                Some(_) => Next::Act(self.answer(table, value)),
            };
        }
        if table.spec().manner == Manner::AtBoard && table.can_press(self.side) {
            return Next::Act(Act::Press);
        }
        if table.to_move() != self.side || !table.is_settled() {
            return Next::Wait;
        }
        match thought.filter(|thought| thought.is_of(table.game())) {
            None => self.think(table, now),
            Some(thought) => Next::Act(self.turn(table, thought.best, value)),
        }
    }

    fn think(&self, table: &Table, now: Millis) -> Next {
        Next::Think(Box::new(Question::about(table, self.side, now)))
    }

    fn has_moved(&self, table: &Table) -> bool {
        table.game().played().iter().any(|ply| ply.before.to_move() == self.side)
    }

    /// Its answer to an offer: it takes a draw when it is not better, early in a game only when it is worse. A player
    /// that does not say what its position is worth gives nothing away.
    fn answer(&self, table: &Table, value: Option<Score>) -> Intent {
        let most = if table.game().played().len() >= LATE { 0 } else { WORSE };
        if value.is_some_and(|value| value.hundredths() <= most) { Act::Accept } else { Act::Decline }
    }

    /// What it does with its turn.
    fn turn(&self, table: &Table, best: Move, value: Option<Score>) -> Intent {
        if value.is_some_and(|value| self.resigns(value)) {
            return Act::Resign;
        }
        let is_not_better = value.is_some_and(|value| value.hundredths() <= 0);
        if is_not_better && !table.game().claimable().is_empty() {
            return Act::Claim(Claim::Draw);
        }
        whole_move(table, best)
    }

    fn resigns(&self, value: Score) -> bool {
        let is_lost = value.plies_to_end().is_some_and(|plies| (-LOST_WITHIN..0).contains(&plies));
        is_lost && self.level.number() >= RESIGNS_FROM
    }
}

/// A move as an act at the table.
#[must_use]
pub fn whole_move(table: &Table, mv: Move) -> Intent {
    if mv.is_null() {
        return Act::Pass;
    }
    let ruleset = &table.spec().ruleset;
    let names = SquareNames::of(ruleset);
    let path = ruleset.paths(table.game().position(), mv, 1).pop().unwrap_or_default();
    Act::Move(path.into_iter().map(|square| names.cell(square)).collect())
}

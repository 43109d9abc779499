//! Which games have tables, and which of them share one.

use damka_rules::{
    Board, Choice, EnemyDuty, FactId, Facts, MoveFacts, Movement, Movers, Position, ResultRule, Ruleset, Scope,
};

use crate::value::Value;

/// What a table depends on: how pieces move, and who wins when a side cannot go on. Draw rules, set-up, corner and names
/// are not among it, so games that differ only there share their tables.
///
/// ```
/// use damka_endgame::TableGame;
/// use damka_rules::Ruleset;
/// let [russian, simple, giveaway] = ["russian", "simple", "poddavki"]
///     .map(|id| TableGame::of(&Ruleset::named(id).unwrap()).unwrap());
/// assert_eq!(russian, simple);
/// assert_eq!(giveaway.name(), "board=8,result=reversed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableGame {
    facts: MoveFacts,
    result: ResultRule,
}

/// Why a game has no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTables {
    /// Nothing is ever captured in a race, so it has no endings with few pieces.
    Race,
    /// Where a capture with one colour leaves quiet moves with the other, capturing does not always lead to fewer pieces:
    /// the tables could not leave positions with captures out.
    DutyPerColour,
}

impl TableGame {
    /// What the tables of a ruleset depend on.
    ///
    /// # Errors
    /// If the game has no tables.
    pub fn of(ruleset: &Ruleset) -> Result<TableGame, NoTables> {
        match ruleset.facts().movement {
            Movement::Race(_) => Err(NoTables::Race),
            Movement::Draughts(facts) if facts.movers == Movers::Either && facts.enemy_duty == EnemyDuty::PerColour => {
                Err(NoTables::DutyPerColour)
            }
            Movement::Draughts(facts) => Ok(TableGame { facts, result: ruleset.facts().result }),
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.facts.board
    }

    /// How pieces move.
    #[must_use]
    pub const fn moves(&self) -> &MoveFacts {
        &self.facts
    }

    /// Whether the side that cannot continue wins.
    #[must_use]
    pub fn is_reversed(&self) -> bool {
        self.result == ResultRule::Reversed
    }

    /// How pieces move, to get a kernel from.
    #[must_use]
    pub const fn movement(&self) -> Movement {
        Movement::Draughts(self.facts)
    }

    /// The name of the game's folder and of the game in its files: the board, and every fact that differs from Russian
    /// draughts.
    #[must_use]
    pub fn name(&self) -> String {
        let facts = Facts { movement: self.movement(), result: self.result, ..Facts::DEFAULT };
        let counts = |id: &FactId| id.scope() == Scope::Draughts || *id == FactId::Result;
        let mut parts = vec![format!("board={}", facts.get(FactId::Board).unwrap_or_default())];
        for id in FactId::ALL.iter().filter(|id| counts(id) && **id != FactId::Board) {
            if let Some(value) = facts.get(*id).filter(|value| Facts::DEFAULT.get(*id).as_ref() != Some(value)) {
                parts.push(format!("{}={value}", id.name()));
            }
        }
        parts.join(",")
    }

    /// What it is worth to have no piece or no move left on the own turn.
    pub(crate) const fn stuck(&self) -> Value {
        match self.result {
            ResultRule::Normal => Value::Loss(0),
            ResultRule::Reversed => Value::Win(0),
        }
    }

    /// The value of a position in which a side has no pieces; `None` if both have some. The side to move comes first, as
    /// in a game.
    pub(crate) fn bare(&self, position: &Position) -> Option<Value> {
        let mover = position.to_move();
        if position.pieces(mover).is_empty() {
            return Some(self.stuck());
        }
        position.pieces(mover.other()).is_empty().then(|| match self.stuck() {
            Value::Loss(_) => Value::Win(0),
            _ => Value::Loss(0),
        })
    }
}

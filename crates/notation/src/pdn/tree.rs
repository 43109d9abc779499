//! A game whose moves are known to be legal, with its variations.

use super::comment::Comment;
use super::outcome::GameResult;
use super::tags::Tags;
use crate::glyph::Glyph;
use damka_rules::{Game, Move, Played, Position, Ruleset};

/// A game with its rules, its moves, and what was said about them.
///
/// Variations are lines inside lines, so a tree must not be nested deeper than a file may be
/// ([`DEEPEST`](super::DEEPEST)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// The rules.
    pub ruleset: Ruleset,
    /// The tags, without those that follow from the game itself: the rules, the start, the result.
    pub tags: Tags,
    /// The position before the first move.
    pub start: Position,
    /// What was played.
    pub main: Line,
    /// How it ended.
    pub result: GameResult,
}

/// Moves one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Line {
    /// What was said before the first move.
    pub comments: Vec<Comment>,
    /// The moves.
    pub steps: Vec<Step>,
}

/// A move, or a set-up in its place, and what was said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happened on the board.
    pub action: Action,
    /// Marks such as `!`.
    pub glyphs: Vec<Glyph>,
    /// Comments, clock times included.
    pub comments: Vec<Comment>,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

/// What happened on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A legal move.
    Move(Move),
    /// Another position was set up: an arbiter's correction, or a jump in the record.
    Setup(Position),
}

impl Action {
    /// The position after it.
    #[must_use]
    pub fn after(&self, before: &Position) -> Position {
        match self {
            Action::Move(mv) => before.after(*mv),
            Action::Setup(position) => *position,
        }
    }
}

impl From<Action> for Step {
    fn from(action: Action) -> Step {
        Step { action, glyphs: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl From<Move> for Step {
    fn from(mv: Move) -> Step {
        Step::from(Action::Move(mv))
    }
}

/// A game as PDN has it: legal moves, and a set-up wherever a position stands that no legal move made.
impl From<&Game> for GameTree {
    fn from(game: &Game) -> GameTree {
        let played = game.played();
        let after = |at: usize| played.get(at + 1).map_or(*game.position(), |next| next.before);
        let step = |(at, ply): (usize, &Played)| Step::from(ply.mv().map_or(Action::Setup(after(at)), Action::Move));
        GameTree {
            ruleset: *game.ruleset(),
            tags: Tags::new(),
            start: played.first().map_or(*game.position(), |ply| ply.before),
            main: Line { comments: Vec::new(), steps: played.iter().enumerate().map(step).collect() },
            result: match game.outcome() {
                None => GameResult::Unknown,
                Some(outcome) => outcome.winner.map_or(GameResult::Draw, GameResult::won_by),
            },
        }
    }
}

impl GameTree {
    /// A game that has not begun.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> GameTree {
        GameTree {
            ruleset,
            tags: Tags::new(),
            start: ruleset.start(),
            main: Line::default(),
            result: GameResult::Unknown,
        }
    }

    /// The positions of the game, the first one included.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut position = self.start;
        let later = self.main.steps.iter().map(move |step| {
            position = step.action.after(&position);
            position
        });
        std::iter::once(self.start).chain(later)
    }

    /// How many moves were played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.main.steps.iter().filter(|step| matches!(step.action, Action::Move(_))).count()
    }
}

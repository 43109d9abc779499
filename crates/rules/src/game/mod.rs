//! A game: its history, its counters, and how it ends.

mod end;
mod seen;

pub use end::{EndError, EndReason, Outcome, Progress, WinProof};

use crate::board::Square;
use crate::draws::Counters;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::Ruleset;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use seen::Seen;

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position before it.
    pub before: Position,
    /// What was played.
    pub ply: Ply,
    state: State,
}

/// What a side did in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ply {
    /// A legal move.
    Legal(LegalPly),
    /// Something illegal that the opponent let stand (rules.md 8.13). The next position is all that is known of it.
    LetStand,
}

/// A legal move with the path that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalPly {
    /// The move.
    pub mv: Move,
    /// The squares the piece touched, first and last included; empty for the null move of corners.
    pub path: Vec<Square>,
    /// Whether no other legal move led from the same square to the same square: then these two are enough to write it.
    pub unique_ends: bool,
}

impl Played {
    /// The move with its path, unless something illegal was let stand.
    #[must_use]
    pub fn legal(&self) -> Option<&LegalPly> {
        match &self.ply {
            Ply::Legal(ply) => Some(ply),
            Ply::LetStand => None,
        }
    }

    /// The move, unless something illegal was let stand.
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        self.legal().map(|ply| ply.mv)
    }
}

/// What belongs to a position in a game. The position itself is kept apart: a played ply holds it once, as `before`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    hash: u64,
    counters: Counters,
    outcome: Option<Outcome>,
}

/// Why a move was not played. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// The move is not legal here.
    Illegal(Move),
    /// The path is none of the move's.
    WrongPath(Move),
}

/// A game from its first position to its end.
///
/// ```
/// use damka_rules::{Game, Ruleset};
/// let mut game = Game::new(Ruleset::named("russian").unwrap());
/// let first = game.legal_moves()[0];
/// game.play(first).unwrap();
/// assert!(game.play(first).is_err(), "it is Black's turn");
/// game.undo();
/// assert_eq!(game.position(), &game.ruleset().start());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    ruleset: Ruleset,
    played: Vec<Played>,
    position: Position,
    now: State,
    /// The legal moves of the position, whether or not the game is over; nothing where there are very many of them.
    legal: Option<Vec<Move>>,
    seen: Seen,
}

/// More legal moves than this are not kept but generated again on request. Hardly any position has more.
const KEPT_MOVES: usize = 128;

impl Game {
    /// A game from the starting position.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Game {
        Game::from_position(ruleset, ruleset.start())
    }

    /// A game from any position, which is its first occurrence.
    #[must_use]
    pub fn from_position(ruleset: Ruleset, position: Position) -> Game {
        let now = State { hash: position.hash(), counters: Counters::default(), outcome: None };
        let mut game = Game { ruleset, played: Vec::new(), position, now, legal: None, seen: Seen::default() };
        game.arrive();
        game
    }

    /// Looks at the position that has just come about: its legal moves are generated once, for everybody who asks, and
    /// tell whether the game is over.
    fn arrive(&mut self) {
        self.generate();
        self.reopen();
    }

    fn generate(&mut self) {
        let legal = self.ruleset.legal_moves(self.position());
        self.legal = (legal.len() <= KEPT_MOVES).then_some(legal);
    }

    /// Whether the side to move has a legal move. Where they are not kept there are many.
    fn can_move(&self) -> bool {
        self.legal.as_ref().is_none_or(|legal| !legal.is_empty())
    }

    /// The rules of the game.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The fingerprint of the position, kept up to date move by move.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.now.hash
    }

    /// What has been played.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    /// The legal moves; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal().into_owned()
    }

    /// The legal moves without a copy of them; none when the game is over.
    #[must_use]
    pub fn legal(&self) -> Cow<'_, [Move]> {
        if self.now.outcome.is_some() { Cow::Borrowed(&[]) } else { self.moves_here() }
    }

    /// The legal moves of the position, whether or not the game is over.
    fn moves_here(&self) -> Cow<'_, [Move]> {
        match &self.legal {
            Some(legal) => Cow::Borrowed(legal),
            None => Cow::Owned(self.ruleset.legal_moves(self.position())),
        }
    }

    /// Plays a move, on the first of its paths.
    ///
    /// # Errors
    /// If the game is over or the move is not legal. Nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check(mv)?;
        let path = self.ruleset.paths(self.position(), mv, 1).pop().unwrap_or_default();
        self.play_unchecked(mv, path);
        Ok(())
    }

    /// Plays a move on the path that was shown.
    ///
    /// # Errors
    /// As [`Game::play`], and if the path is none of the move's.
    pub fn play_on_path(&mut self, mv: Move, path: &[Square]) -> Result<(), PlayError> {
        self.check(mv)?;
        if !self.ruleset.is_path(self.position(), mv, path) {
            return Err(PlayError::WrongPath(mv));
        }
        self.play_unchecked(mv, path.to_vec());
        Ok(())
    }

    fn check(&self, mv: Move) -> Result<(), PlayError> {
        match self.now.outcome {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None if self.legal().contains(&mv) => Ok(()),
            None => Err(PlayError::Illegal(mv)),
        }
    }

    /// Plays a move that is known to be legal on a path that is known to be its own.
    pub fn play_unchecked(&mut self, mv: Move, path: Vec<Square>) {
        let (before, state) = (self.position, self.now);
        let same_ends = |other: &&Move| other.from == mv.from && other.to == mv.to;
        // Only captures can share both ends.
        let unique_ends = !mv.is_capture() || self.moves_here().iter().filter(same_ends).count() <= 1;
        self.position = before.after(mv);
        let road = self.ruleset.board().great_road();
        let draws = self.ruleset.facts.draws;
        self.now = State {
            hash: before.hash_after(state.hash, mv),
            counters: state.counters.after(draws, road, &before, mv, &self.position),
            outcome: None,
        };
        let ply = Ply::Legal(LegalPly { mv, path, unique_ends });
        self.played.push(Played { before, ply, state });
        self.seen.push(&self.played);
        self.arrive();
    }

    /// Goes on from a position that came about against the rules and was let stand (rules.md 8.13): it counts for
    /// repetition, and the counters go by what happened to the pieces.
    pub fn let_stand(&mut self, position: Position) {
        let (before, state) = (self.position, self.now);
        let (draws, road) = (self.ruleset.facts.draws, self.ruleset.board().great_road());
        self.position = position;
        self.now = State {
            hash: position.hash(),
            counters: state.counters.after_irregular(draws, road, &before, &position),
            outcome: None,
        };
        self.played.push(Played { before, ply: Ply::LetStand, state });
        self.seen.push(&self.played);
        self.arrive();
    }

    /// Takes the last move back; `None` at the beginning. A game that players had ended goes on.
    pub fn undo(&mut self) -> Option<Played> {
        let last = self.played.pop()?;
        self.seen.pop(&last);
        (self.position, self.now) = (last.before, last.state);
        self.generate();
        Some(last)
    }

    /// How often the position has been on the board with the same side to move, this time included.
    #[must_use]
    pub fn repetitions(&self) -> u16 {
        let (earlier, _) = self.seen.count(&self.played, self.now.hash, &self.position);
        u16::try_from(1 + earlier).unwrap_or(u16::MAX)
    }

    /// The count of a rule by its place in the catalogue.
    pub(crate) fn counter(&self, rule: usize) -> u16 {
        self.now.counters.at(rule)
    }
}

//! What a person should look at in a game that could be read.

use super::game::{At, Note, NoteKind, PdnGame, Place};
use super::outcome::GameResult;
use super::{PdnError, quote};
use damka_rules::{Move, Position, Ruleset, SetupError};

/// The most warnings about one game: who has read so many needs no more, and each must be found a place for.
pub(super) const MOST_WARNINGS: usize = 100;

/// Something that was read though it is strange, or that may not be meant so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: u64,
    /// The letter of the line, from 1.
    pub column: u64,
    /// The part of the text that it is about; long ones are cut.
    pub text: String,
    /// What is strange about it.
    pub doubt: Doubt,
    /// The position in which it was met, where that matters.
    pub position: Option<Position>,
}

/// What is strange about a part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A capture of one piece has no longer form, so the text means it. But these captures go between the same two
    /// squares, and a careless writer may have meant one of them.
    OtherCaptures(Vec<Move>),
    /// The text could be several moves, but after all others the rest of the game would not be legal.
    Settled {
        /// The move that it is.
        mv: Move,
        /// The moves that it could have been.
        others: Vec<Move>,
    },
    /// The start is not a position that a game without faults can reach, such as a man on its crowning row. It is played from all the
    /// same: problems and accepted violations have such positions.
    Flaws(SetupError),
    /// The game does not say which rules it is played by; all its moves are legal by these.
    RulesNotNamed(Ruleset),
    /// A variation could not be read, and was left out.
    Variation(Box<PdnError>),
    /// The result behind the moves, which counts, is not the one of the tag.
    OtherResult {
        /// The result of the tag.
        tag: GameResult,
        /// The result behind the moves.
        played: GameResult,
    },
    /// A sign that means nothing where it stands was left out.
    Stray,
    /// Text that stands in no comment was kept as one.
    Text,
    /// Line ends are written out, as the two signs `\r`.
    LineEnds,
}

impl Warning {
    pub(super) fn new(game: &PdnGame, start: u32, end: u32, doubt: Doubt) -> Warning {
        let Place { line, column } = game.place(At(start));
        Warning { line, column, text: quote(game.part(start, end)), doubt, position: None }
    }

    /// What the reader of the text noted.
    pub(super) fn of_note(game: &PdnGame, note: &Note) -> Warning {
        let doubt = match note.kind {
            NoteKind::Stray => Doubt::Stray,
            NoteKind::Text => Doubt::Text,
            NoteKind::LineEnd => Doubt::LineEnds,
        };
        Warning::new(game, note.start, note.end, doubt)
    }
}

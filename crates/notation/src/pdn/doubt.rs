//! Warnings: what a person should check in a game that could be read.

use super::game::{At, Note, NoteKind, PdnGame, Place};
use super::outcome::GameResult;
use super::{PdnError, quote};
use damka_rules::{Move, Position, Ruleset, SetupError};

/// The maximum number of warnings about one game: nobody needs more, and finding the place of each takes time.
pub(super) const MOST_WARNINGS: usize = 100;

/// Something that was read although it is strange, or may not be what was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: u64,
    /// The column, in letters from 1.
    pub column: u64,
    /// The part of the text concerned; long ones are cut.
    pub text: String,
    /// What is strange about it.
    pub doubt: Doubt,
    /// The position in which it occurred, if that matters.
    pub position: Option<Position>,
}

/// What is strange about a part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A capture of one piece has no longer form, so the text means it. But these captures go between the same two
    /// squares, and a careless writer may have meant one of them.
    OtherCaptures(Vec<Move>),
    /// The text could be several moves, but only after this one is the rest of the game legal.
    Settled {
        /// The move.
        mv: Move,
        /// The other moves that it could have been.
        others: Vec<Move>,
    },
    /// The start is not a position that a game without faults can reach, such as a man on its crowning row. It is used
    /// all the same: problems and accepted violations have such positions.
    Flaws(SetupError),
    /// The game does not name its rules; all its moves are legal by these.
    RulesNotNamed(Ruleset),
    /// A variation could not be read, and was left out.
    Variation(Box<PdnError>),
    /// The result after the moves, which counts, differs from the one in the tag.
    OtherResult {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
        played: GameResult,
    },
    /// A sign without a meaning in its place was left out.
    Stray,
    /// Text outside comments was kept as a comment.
    Text,
    /// Line ends are written out as the two characters `\r`.
    LineEnds,
}

impl Warning {
    pub(super) fn new(game: &PdnGame, start: u32, end: u32, doubt: Doubt) -> Warning {
        let Place { line, column } = game.place(At(start));
        Warning { line, column, text: quote(game.part(start, end)), doubt, position: None }
    }

    /// The warning for a note of the parser.
    pub(super) fn of_note(game: &PdnGame, note: &Note) -> Warning {
        let doubt = match note.kind {
            NoteKind::Stray => Doubt::Stray,
            NoteKind::Text => Doubt::Text,
            NoteKind::LineEnd => Doubt::LineEnds,
        };
        Warning::new(game, note.start, note.end, doubt)
    }
}

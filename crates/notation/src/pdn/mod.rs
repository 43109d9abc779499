//! Games as text: PDN 3.0, read as the world writes it and written as the standard asks.
//!
//! Reading has three layers, and each can be used alone:
//!
//! 1. [`GameReader`][] splits a stream of any length into the texts of its games, in memory for one game, and finds
//!    their encoding;
//! 2. [`PdnGame`][] is one game: tags, moves with variations, comments, marks, set-ups, clock times;
//! 3. [`replay`][] asks the rules about every move and gives a [`GameTree`][], which [`write()`] writes.
//!
//! [`Games`][] does all of this for a whole file, and works out the rules of files that do not name them.
//!
//! Nothing is guessed silently: a text that could be two moves is an error with its place, unless the rest of the game
//! shows which one it is. A broken game never affects its neighbours, and a broken variation never affects its game. No
//! text makes a reader panic, and reading takes time in proportion to the length of the text.
//!
//! ```
//! use damka_notation::pdn::{self, GameReader, PdnGame, ReplayOptions};
//!
//! let file = "[GameType \"25\"]\n1. c3-d4 d6-c5 1-0\n\n[GameType \"25\"]\n1. c3-c4 0-1\n";
//! let mut reader = GameReader::new(file.as_bytes());
//! let mut results = Vec::new();
//! while let Some(raw) = reader.next_game().unwrap() {
//!     let game = PdnGame::parse(&raw).unwrap();
//!     results.push(pdn::replay(&game, &ReplayOptions::default()).map_err(|error| error.to_string()));
//! }
//! assert_eq!(results[0].as_ref().unwrap().tree.plies(), 2);
//! assert_eq!(results[1], Err("line 5, column 4: \"c3-c4\": c4 is not a played square".to_owned()));
//! ```

mod comment;
mod desk;
mod doubt;
mod game;
mod games;
mod guess;
mod lex;
mod outcome;
mod parse;
mod quick;
mod replay;
mod rules;
mod settle;
mod split;
mod stream;
mod tags;
mod text;
mod time;
mod tree;
mod wide;
mod write;

pub use comment::{Clock, ClockTime, Comment};
pub use doubt::{Doubt, Warning};
pub use game::{At, Item, PdnGame, Place};
pub use games::{Games, GivenGame};
pub use outcome::{GameResult, ResultStyle};
pub use parse::DEEPEST;
pub use replay::{ReplayOptions, Replayed, Replayer, replay};
pub use rules::unplayed_game;
pub use stream::{GameReader, RawGame, StreamError};
pub use tags::{FIRST_TAGS, RULES_TAG, Tags, normal_date};
pub use time::{TimeControl, TimePart};
pub use tree::{Action, GameTree, Line, Step};
pub use write::write;

use crate::fen::FenError;
use crate::moves::Unresolved;
use damka_rules::{Position, Ruleset, RulesetError};
use doubt::MOST_WARNINGS;
use std::fmt;

/// The longest part of a game that an error quotes, in characters.
const LONGEST_QUOTE: usize = 60;

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The line of the file, from 1.
    pub line: u64,
    /// The letter of the line, from 1, as editors count.
    pub column: u64,
    /// The part of the text that is wrong; long ones are cut.
    pub text: String,
    /// What is wrong with it.
    pub reason: Reason,
    /// The rules, and the position in which a wrong move occurred.
    pub at: Option<Box<(Ruleset, Position)>>,
}

/// Part of a text for a message; long ones are cut.
fn quote(text: &str) -> String {
    text.chars().take(LONGEST_QUOTE).collect()
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game is larger than the reader's limit.
    TooLarge {
        /// That limit, in bytes.
        limit: usize,
    },
    /// Variations are nested too deep.
    TooDeep {
        /// The deepest that is read.
        limit: usize,
    },
    /// A comment has no closing brace.
    UnclosedComment,
    /// A variation has no closing parenthesis.
    UnclosedVariation,
    /// A set-up has no closing slash.
    UnclosedSetup,
    /// A tag without a name, or without its closing sign.
    BadTag,
    /// The private tag names no rules.
    Rules(RulesetError),
    /// The GameType is not one of those that are played here.
    GameType(String),
    /// The game does not name its rules, and there are none to try.
    NoGameType,
    /// A position cannot be read.
    Fen(FenError),
    /// A variation stands before any move, so there is nothing that it could replace.
    VariationFirst,
    /// A move is not legal, could be several, or is not a move.
    Move(Unresolved),
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PdnError { line, column, text, reason, .. } = self;
        write!(f, "line {line}, column {column}: ")?;
        if !text.is_empty() {
            write!(f, "{text:?}: ")?;
        }
        reason.fmt(f)
    }
}

impl std::error::Error for PdnError {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::TooLarge { limit } => write!(f, "the game is larger than {limit} bytes"),
            Reason::TooDeep { limit } => write!(f, "variations are nested more than {limit} deep"),
            Reason::UnclosedComment => write!(f, "the comment is not closed"),
            Reason::UnclosedVariation => write!(f, "the variation is not closed"),
            Reason::UnclosedSetup => write!(f, "the set-up is not closed"),
            Reason::BadTag => write!(f, "this is not a valid tag"),
            Reason::Rules(_) => write!(f, "this names no rules"),
            Reason::GameType(text) => write!(f, "games of type {text} are not played here"),
            Reason::NoGameType => write!(f, "the game does not say by what rules it is played"),
            Reason::Fen(error) => error.fmt(f),
            Reason::VariationFirst => write!(f, "a variation stands before any move"),
            Reason::Move(error) => error.fmt(f),
        }
    }
}

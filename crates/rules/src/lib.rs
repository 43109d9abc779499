#![doc = include_str!("../README.md")]
#![no_std]
extern crate alloc;

mod board;
mod corners;
mod diagonals;
mod display;
mod draws;
mod explain;
#[macro_use]
mod facts;
mod game;
mod generate;
mod kernel;
mod known;
mod moves;
mod operators;
mod perft;
mod position;
mod ruleset;
mod rulesets;
#[cfg(feature = "serde")]
mod serialise;
mod setup;

/// How often legal moves were listed since the program began. Only tests that count work switch this on.
#[cfg(feature = "counting")]
pub static GENERATED: core::sync::atomic::AtomicU64 = core::sync::atomic::AtomicU64::new(0);

pub use board::{Board, Colour, Direction, Square, SquareName, SquareSet, Squares};
pub use diagonals::{Diagonal, Family, Part, named_diagonals};
pub use draws::{
    CATALOGUE, Condition, Counted, Counts, DrawClock, DrawCounts, DrawKind, DrawRule, DrawSet, Forces, Restarts,
};
pub use explain::{Attempt, Refusal, Situation, Verdict};
pub use facts::{
    CaptureSign, Choice, Contradiction, Conventions, Corner, Crowning, EnemyDirection, EnemyDuty, FactError, FactId,
    Facts, KingRange, Layout, ManCapture, MoveFacts, Movement, Movers, Naming, Priority, RaceDirections, RaceEnd,
    RaceFacts, ResultRule, Scope, SquareColour, StartingPieces, Victims, YesNo,
};
pub use game::{EndError, EndReason, Game, LegalPly, Outcome, PlayError, Played, Ply, Progress, WinProof};
pub use generate::FactSource;
pub use kernel::{ChildVisitor, Counter, Draughts, Kernel, KernelVisitor, Race, compiled};
pub use known::KnownGame;
pub use moves::{Move, MoveList};
pub use perft::{Convention, divide, perft};
pub use position::{Kind, Piece, Position};
pub use ruleset::{Citation, GameGroup, Problem, Ruleset, RulesetError, Source, Topic};
pub use setup::{Flaw, FlawKind, OddsError, Setup, SetupError};

//! The exact truth about few pieces: endgame tables of every kind of draughts with captures.
//!
//! A table says of each position of some pieces whether the side to move wins, draws or loses, and in how many
//! half-moves, if there were no draw rules. [`Plan`] builds tables slice by slice ([`Material`]) with retrograde
//! analysis; [`Tables`] answers questions, from as many threads as like to; [`verify`] proves that every value
//! follows from those of the moves. Games with the same moves and the same result share their tables ([`TableGame`]).

mod block;
mod build;
mod coder;
mod error;
mod exercise;
mod file;
mod game;
mod handles;
mod index;
mod known;
mod library;
mod material;
mod on_need;
mod packed;
mod proof;
mod solve;
mod tables;
mod unmoves;
mod value;
mod verify;

pub use build::{BuildError, Plan, Stopped, Watch, Work, folder_of};
pub use error::{Problem, TableError};
pub use exercise::Exercise;
pub use file::{FORMAT_VERSION, Summary};
pub use game::{NoTables, TableGame};
pub use library::Library;
pub use material::{Material, NoMaterial};
pub use on_need::{OnNeed, OnNeedError};
pub use proof::{Judge, JudgedMove, Verdict};
pub use tables::{Late, OpenError, Tables, Usage};
pub use value::{Value, Wdl};
pub use verify::{Flaw, VerifyError, present, verify};

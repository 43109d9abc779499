//! What can be wrong with files of tables.

use std::io;
use std::path::{Path, PathBuf};

/// A file that cannot be used, and why. It is never read for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a file of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It cannot be read or written; what the system says.
    Io(String),
    /// It is no file of tables.
    NotATable,
    /// It was written by another version of the format.
    Version(u16),
    /// It is of a game with other rules, which are named.
    OtherGame(String),
    /// It is of other pieces than its name says.
    OtherMaterial,
    /// Its checksums or sizes do not fit: it was cut off or changed.
    Damaged,
}

impl TableError {
    pub(crate) fn io(path: &Path, error: &io::Error) -> TableError {
        TableError { path: path.to_owned(), problem: Problem::Io(error.to_string()) }
    }
}

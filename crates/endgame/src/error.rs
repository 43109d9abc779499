//! What can be wrong with files of tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

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
    /// It is not a file of tables.
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

type Listener = dyn Fn(&TableError) + Send + Sync;

/// Who is told when a file turns out to be unusable.
#[derive(Clone, Default)]
pub(crate) struct Tell(Option<Arc<Listener>>);

impl Tell {
    pub fn to(listener: impl Fn(&TableError) + Send + Sync + 'static) -> Tell {
        Tell(Some(Arc::new(listener)))
    }

    pub fn tell(&self, error: &TableError) {
        if let Some(listener) = &self.0 {
            listener(error);
        }
    }
}

impl fmt::Debug for Tell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Tell(somebody)" } else { "Tell(nobody)" })
    }
}

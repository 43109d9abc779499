//! Reading the data files of this crate.

use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with a data file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// The file's name.
    pub file: String,
    /// The line, counted from 1; 0 when the whole file is meant.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

impl std::error::Error for DataError {}

/// A line that says something: its first word and the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub file: &'a str,
    pub number: usize,
    pub word: &'a str,
    pub rest: &'a str,
}

impl Line<'_> {
    pub fn error(&self, what: impl fmt::Display) -> DataError {
        DataError { file: self.file.to_owned(), line: self.number, what: what.to_string() }
    }

    /// The rest as a number.
    pub fn number<N: std::str::FromStr>(&self) -> Result<N, DataError> {
        self.rest.parse().map_err(|_| self.error(format_args!("{:?} is not a number", self.rest)))
    }
}

/// The blocks of a text: lines that say something, parted by empty lines. Comments begin with `#`.
pub(crate) fn blocks<'a>(file: &'a str, text: &'a str) -> Vec<Vec<Line<'a>>> {
    let mut blocks = vec![Vec::new()];
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            blocks.push(Vec::new());
        } else if !line.starts_with('#') {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let said = Line { file, number: at + 1, word, rest: rest.trim() };
            blocks.last_mut().expect("there is always a block").push(said);
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// A folder beside the source of this crate.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder with an extension, by name: their names and texts.
pub(crate) fn files(folder: &Path, extension: &str) -> Result<Vec<(String, String)>, DataError> {
    let shown = folder.display().to_string();
    let error = |error: std::io::Error| DataError { file: shown.clone(), line: 0, what: error.to_string() };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        if path.extension().is_some_and(|known| known == extension) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, std::fs::read_to_string(&path).map_err(error)?));
        }
    }
    files.sort();
    Ok(files)
}

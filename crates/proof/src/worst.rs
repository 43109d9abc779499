//! Positions with enormous numbers of captures: `positions/worst.txt`. A benchmark may use them too.
//!
//! ```text
//! case many-paths
//! rules house board=10 priority=free
//! fen W:WK3:B8,9
//! moves 1200             the number of distinct moves
//! paths 51823            the number of paths, where it can be counted
//! source                 how it was found
//! ```

use crate::data::{self, DataError, Line};
use damka_notation::fen;
use damka_rules::{Position, Ruleset};

/// The file's name.
pub const FILE: &str = "worst.txt";

/// One position.
#[derive(Clone, Debug)]
pub struct Worst {
    /// Its name.
    pub name: String,
    /// The game.
    pub ruleset: Ruleset,
    /// The position.
    pub position: Position,
    /// The number of distinct legal moves.
    pub moves: u64,
    /// The number of paths, where it can be counted.
    pub paths: Option<u64>,
}

/// Loads the positions.
///
/// # Errors
/// The first thing that is wrong with the file.
pub fn load() -> Result<Vec<Worst>, DataError> {
    let files = data::files(&data::folder("positions"), "txt")?;
    let text = files.iter().find(|(name, _)| name == FILE).map(|(_, text)| text.as_str());
    let missing = DataError { file: FILE.to_owned(), line: 0, what: "there is no such file".to_owned() };
    data::blocks(FILE, text.ok_or(missing)?).iter().map(|block| worst(block)).collect()
}

fn worst(block: &[Line<'_>]) -> Result<Worst, DataError> {
    let first = block[0];
    let line = |word: &str| block.iter().find(|line| line.word == word);
    let need = |word: &str| line(word).ok_or_else(|| first.error(format_args!("a case without `{word}`")));
    if let Some(line) =
        block.iter().find(|line| !["case", "rules", "fen", "moves", "paths", "source"].contains(&line.word))
    {
        return Err(line.error(format_args!("{:?} means nothing here", line.word)));
    }
    let rules = need("rules")?;
    let ruleset = Ruleset::from_line(rules.rest).map_err(|error| rules.error(format_args!("{:?}", error.problems)))?;
    let position = need("fen")?;
    Ok(Worst {
        name: need("case")?.rest.to_owned(),
        ruleset,
        position: fen::read(position.rest, &ruleset).map_err(|error| position.error(error))?,
        moves: need("moves")?.number()?,
        paths: line("paths").map(Line::number).transpose()?,
    })
}

//! The perft tables of `perft/*.perft`: one file for each ruleset, named after it.
//!
//! A file `house-NAME.perft` begins with `rules LINE`, the canonical line of a house game. A file may say `same-as OTHER`
//! and nothing else: its ruleset then has the numbers of that one. Otherwise it has blocks of
//!
//! ```text
//! position start            or a FEN in the ruleset's own names of squares
//! layout 3x3                corners only: the camps
//! name Woldouby             for messages
//! drop 7 190146             depth and count; moves with equal ends and victims are one
//! keep 7 190146             the same, every path of a capture counting
//! ```

use crate::data::{self, DataError, Line};
use damka_notation::fen;
use damka_rules::{Convention, Position, Ruleset};

/// The numbers of one position.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file they stand in.
    pub file: String,
    /// The game.
    pub ruleset: Ruleset,
    /// A name for messages.
    pub name: String,
    /// Whether it is the starting position.
    pub is_start: bool,
    /// The position.
    pub position: Position,
    /// The numbers.
    pub rows: Vec<Row>,
}

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line of the file.
    pub line: usize,
    /// What counts as different.
    pub convention: Convention,
    /// The plies.
    pub depth: u32,
    /// The games of so many plies.
    pub count: u64,
}

/// Loads every table.
///
/// # Errors
/// The first thing that is wrong with a file.
pub fn load() -> Result<Vec<Table>, DataError> {
    read(&data::files(&data::folder("perft"), "perft")?)
}

/// Reads files, given as names and texts.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(files: &[(String, String)]) -> Result<Vec<Table>, DataError> {
    let mut tables = Vec::new();
    for (file, text) in files {
        tables.extend(read_file(files, file, text)?);
    }
    Ok(tables)
}

fn read_file(files: &[(String, String)], file: &str, text: &str) -> Result<Vec<Table>, DataError> {
    let mut blocks = data::blocks(file, text);
    let whole = |what: &str| DataError { file: file.to_owned(), line: 0, what: what.to_owned() };
    let Some(first) = blocks.first().and_then(|block| block.first()).copied() else {
        return Err(whole("an empty file"));
    };
    let ruleset = ruleset(file, first)?;
    if first.word == "same-as" {
        return same_as(files, file, first, ruleset);
    }
    if first.word == "rules" {
        blocks[0].remove(0);
    }
    blocks.iter().filter(|block| !block.is_empty()).map(|block| table(ruleset, block)).collect()
}

/// The ruleset that the file's name says, or its `rules` line.
fn ruleset(file: &str, first: Line<'_>) -> Result<Ruleset, DataError> {
    let stem = file.strip_suffix(".perft").unwrap_or(file);
    match (first.word, stem.starts_with("house-")) {
        ("rules", true) => {
            Ruleset::from_line(first.rest).map_err(|error| first.error(format_args!("no ruleset: {error:?}")))
        }
        (_, true) => Err(first.error("a house game begins with `rules LINE`")),
        ("rules", false) => Err(first.error("only the file of a house game has a `rules` line")),
        _ => Ruleset::named(stem).ok_or_else(|| first.error(format_args!("{stem:?} is not a ruleset"))),
    }
}

/// The tables of another file, played by the rules of this one.
fn same_as(files: &[(String, String)], file: &str, line: Line<'_>, ruleset: Ruleset) -> Result<Vec<Table>, DataError> {
    let wanted = format!("{}.perft", line.rest);
    let (other, text) = files
        .iter()
        .find(|(name, _)| *name == wanted && name != file)
        .ok_or_else(|| line.error(format_args!("there is no other file {wanted}")))?;
    if data::blocks(other, text).iter().flatten().any(|line| line.word == "same-as") {
        return Err(line.error(format_args!("{wanted} has no numbers of its own")));
    }
    let mut tables = read_file(files, other, text)?;
    for table in &mut tables {
        table.file = file.to_owned();
        table.ruleset = ruleset;
        if table.is_start {
            table.position = ruleset.start();
        }
    }
    Ok(tables)
}

fn table(mut ruleset: Ruleset, block: &[Line<'_>]) -> Result<Table, DataError> {
    let first = block[0];
    if first.word != "position" {
        return Err(first.error("a block begins with `position`"));
    }
    let mut name = first.rest.to_owned();
    let mut rows = Vec::new();
    for line in &block[1..] {
        match line.word {
            "layout" => {
                let changed = ruleset.with([("layout", line.rest)]);
                ruleset = changed.map_err(|error| line.error(format_args!("no layout: {error:?}")))?;
                name = format!("{name} {}", line.rest);
            }
            "name" => name = line.rest.to_owned(),
            "drop" => rows.push(row(*line, Convention::Moves)?),
            "keep" => rows.push(row(*line, Convention::Paths)?),
            other => return Err(line.error(format_args!("{other:?} means nothing here"))),
        }
    }
    if rows.is_empty() {
        return Err(first.error("a position without numbers"));
    }
    let is_start = first.rest == "start";
    let position =
        if is_start { ruleset.start() } else { fen::read(first.rest, &ruleset).map_err(|error| first.error(error))? };
    Ok(Table { file: first.file.to_owned(), ruleset, name, is_start, position, rows })
}

fn row(line: Line<'_>, convention: Convention) -> Result<Row, DataError> {
    let bad = || line.error("expected a depth and a count");
    let (depth, count) = line.rest.split_once(' ').ok_or_else(bad)?;
    let depth = depth.parse().map_err(|_| bad())?;
    let count = count.trim().parse().map_err(|_| bad())?;
    Ok(Row { line: line.number, convention, depth, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(file: &str, text: &str) -> Result<Vec<Table>, DataError> {
        read(&[(file.to_owned(), text.to_owned())])
    }

    fn check_error(file: &str, text: &str, line: usize, what: &str) {
        let error = read_one(file, text).expect_err(text);
        assert_eq!((error.file.as_str(), error.line), (file, line), "{error}");
        assert!(error.what.contains(what), "{error}");
    }

    #[test]
    fn errors_say_where() {
        check_error("russian.perft", "", 0, "empty");
        check_error("martian.perft", "\nposition start\ndrop 1 7", 2, "martian");
        check_error("russian.perft", "# c\ndrop 1 7", 2, "position");
        check_error("russian.perft", "position start\ndrop 1", 2, "depth");
        check_error("russian.perft", "position start\ndrop 1 x", 2, "depth");
        check_error("russian.perft", "position start\nturn 1 7", 2, "turn");
        check_error("russian.perft", "position start", 1, "without numbers");
        check_error("russian.perft", "position W:Wc4:B\ndrop 1 7", 1, "c4");
        check_error("russian.perft", "position start\nlayout 3x3\ndrop 1 7", 2, "layout");
        check_error("russian.perft", "rules house\n\nposition start\ndrop 1 7", 1, "house game");
        check_error("russian.perft", "same-as russian", 1, "no other file");
        check_error("house-x.perft", "position start\ndrop 1 7", 1, "rules LINE");
        check_error("house-x.perft", "rules house king=huge\n\nposition start\ndrop 1 7", 1, "huge");
    }

    #[test]
    fn the_same_numbers_under_other_rules() {
        let files = [("english.perft", "position start\ndrop 1 7"), ("checkers.perft", "same-as english")];
        let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let tables = read(&files).unwrap();
        assert_eq!(tables.len(), 2);
        assert_eq!((tables[1].file.as_str(), tables[1].ruleset.id()), ("checkers.perft", "checkers"));
        assert_ne!(tables[0].position, tables[1].position, "English is begun by Black");
        assert_eq!(tables[0].rows, tables[1].rows);
    }
}

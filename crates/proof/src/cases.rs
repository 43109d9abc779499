//! Positions with their exact legal moves, as data: `positions/*.txt`.
//!
//! A file is a row of blocks, parted by empty lines; `#` begins a comment. Squares are named as the ruleset names them.
//!
//! ```text
//! case man-goes-on-as-king            its own name
//! rules russian                       the canonical line of the game
//! fen W:Wh6:Bg7,c5,d2                 the position; `start` alone is the starting position
//! as another-case                     instead: the position and everything expected are those of an earlier case
//! waive too-many-pieces               flaws of the set-up that do not matter here
//! play e3-d4 d6-c5                    moves to be played first
//! becomes W:Wh8:Ba1                   the position after them
//! clauses A.capture.14                the clauses that fail if this fails
//! source pydraughts#28                where it comes from
//! move h6:f8:b4:e1 takes g7 c5 d2 promotes
//! or h6:f8:b4:e1                      another path of the same move
//! moves none                          there is no legal move
//! count 5                             the number of moves, where they are not listed
//! paths 6                             the number of paths
//! refused men-on-crowning-row         the set-up is refused for exactly these flaws
//! outcome white no-pieces             how the game stands: winner and reason, or `outcome open`
//! ```
//!
//! Without `count` the `move` lines are the complete list. What `takes` says can be left out, because the path tells it.

mod check;
mod parse;

use crate::data::{self, DataError};
use damka_rules::{FlawKind, Position, Ruleset, Square, SquareSet};

pub use check::{text_of, walk};

/// One block.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file it stands in.
    pub file: String,
    /// The line it begins on.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// The game.
    pub ruleset: Ruleset,
    /// The position before `play`.
    pub position: Position,
    /// Flaws of the set-up that do not matter.
    pub waived: Vec<FlawKind>,
    /// Moves to be played first, each as the squares it touches.
    pub play: Vec<Vec<Square>>,
    /// The position after them, if the case gives it.
    pub becomes: Option<Position>,
    /// The complete list of legal moves, if the case gives it.
    pub moves: Option<Vec<Expected>>,
    /// The number of legal moves, if the case gives it.
    pub count: Option<usize>,
    /// The number of paths, if the case gives it.
    pub paths: Option<usize>,
    /// The flaws for which the set-up must be refused.
    pub refused: Vec<String>,
    /// How the game stands, if the case gives it.
    pub outcome: Option<String>,
    /// The clauses it proves.
    pub clauses: Vec<String>,
}

/// A move that a case expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The line of the file.
    pub line: usize,
    /// Its ways, each as the squares it touches; at least one.
    pub paths: Vec<Vec<Square>>,
    /// The pieces it takes, if the case gives them.
    pub takes: Option<SquareSet>,
    /// Whether the man is crowned.
    pub promotes: bool,
}

/// Loads the cases of every file of `positions/`.
///
/// # Errors
/// The first thing that is wrong with a file.
pub fn load() -> Result<Vec<Case>, DataError> {
    let mut cases: Vec<Case> = Vec::new();
    for (file, text) in data::files(&data::folder("positions"), "txt")? {
        if file == crate::worst::FILE {
            continue;
        }
        read(&file, &text, &mut cases)?;
    }
    Ok(cases)
}

/// Reads the cases of one file and adds them to those known before.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(file: &str, text: &str, cases: &mut Vec<Case>) -> Result<(), DataError> {
    for block in data::blocks(file, text) {
        let case = parse::case(&block, cases)?;
        if let Some(other) = cases.iter().find(|other| other.name == case.name) {
            let what = format!("the name {} is taken by {}:{}", case.name, other.file, other.line);
            return Err(DataError { file: file.to_owned(), line: case.line, what });
        }
        cases.push(case);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_error(text: &str, line: usize, what: &str) {
        let error = read("x.txt", text, &mut Vec::new()).expect_err(text);
        assert_eq!((error.file.as_str(), error.line), ("x.txt", line), "{error}");
        assert!(error.what.contains(what), "{error}");
    }

    #[test]
    fn errors_say_where() {
        check_error("rules russian", 1, "case NAME");
        check_error("case x\nstart\nmoves none", 1, "without `rules`");
        check_error("case x\nrules russian\nmoves none", 1, "`fen` or `start`");
        check_error("case x\nrules russian\nstart", 1, "expects nothing");
        check_error("case x\nrules martian\nstart\nmoves none", 2, "martian");
        check_error("case x\nrules house king=flying\nstart\nmoves none", 2, "canonical");
        check_error("case x\nrules russian\nfen W:Wc4:B\nmoves none", 3, "c4");
        check_error("case x\nrules russian\nstart\nmove c3", 4, "not a move");
        check_error("case x\nrules russian\nstart\nmove c3-d5", 4, "d5");
        check_error("case x\nrules russian\nstart\nor c3-d4", 4, "follows");
        check_error("case x\nrules russian\nstart\ncount many", 4, "many");
        check_error("case x\nrules russian\nstart\nwhat", 4, "what");
        check_error("case x\nrules russian\nstart\nstart\nmoves none", 4, "second");
        check_error("case x\nrules russian\nas y", 3, "no earlier case");
        let twice = "case x\nrules russian\nstart\ncount 7";
        check_error(&format!("{twice}\n\n{twice}"), 6, "taken");
    }

    fn check_failure(text: &str, what: &str) {
        let mut cases = Vec::new();
        read("x.txt", text, &mut cases).unwrap();
        let error = cases[0].check().expect_err(text);
        assert!(error.contains(what), "{error}");
    }

    /// A case that is wrong must be seen to be wrong.
    #[test]
    fn wrong_cases_fail() {
        let one = "case x\nrules russian\nfen W:Wc3:Bd4\n";
        check_failure(&format!("{one}moves none"), "the legal moves are");
        check_failure(&format!("{one}move c3:e5 takes d4\nmove c3-b4"), "the legal moves are");
        check_failure(&format!("{one}move c3:e5 promotes"), "the legal moves are");
        check_failure(&format!("{one}move c3:e5 takes c3"), "takes other pieces");
        check_failure(&format!("{one}move c3:e5\nmove c3:e5"), "twice");
        check_failure(&format!("{one}count 2"), "1 moves");
        check_failure(&format!("{one}paths 2"), "1 paths");
        check_failure(&format!("{one}move c3:f6"), "the legal moves are");
        check_failure(&format!("{one}play c3:f6\ncount 1"), "cannot be played");
        check_failure(&format!("{one}play c3:e5\nbecomes B:We5:Bd4"), "the position is");
        check_failure(&format!("{one}outcome white no-pieces"), "the game is open");
        check_failure(&format!("{one}refused no-pieces"), "flaws");
        check_failure("case x\nrules russian\nfen W:Wd8:Bd4\ncount 1", "men-on-crowning-row");
        let loops = "case x\nrules russian\nfen W:Wc3:Bd4,d6,b6,b4\nmove c3:e5:c7:a5:c3\n";
        check_failure(&format!("{loops}paths 1"), "2 paths");
        check_failure(&format!("{loops}or c3:a5:c7"), "are not one move");
    }
}

//! From lines to a case.

use super::{Case, Expected};
use crate::data::{DataError, Line};
use damka_notation::{SquareNames, fen};
use damka_rules::{Choice, FlawKind, Position, Ruleset, Square, SquareSet};

pub(super) fn case(block: &[Line<'_>], known: &[Case]) -> Result<Case, DataError> {
    let first = block[0];
    if first.word != "case" || first.rest.is_empty() {
        return Err(first.error("a block begins with `case NAME`"));
    }
    let rules = one(block, "rules")?.ok_or_else(|| first.error("a case without `rules`"))?;
    let ruleset = ruleset(rules)?;
    if let Some(line) = one(block, "as")? {
        return same_as(block, line, ruleset, known);
    }
    let position = position(block, &ruleset)?.ok_or_else(|| first.error("a case without `fen` or `start`"))?;
    let mut case = Case {
        file: first.file.to_owned(),
        line: first.number,
        name: first.rest.to_owned(),
        ruleset,
        position,
        waived: flaws(one(block, "waive")?)?,
        play: Vec::new(),
        becomes: None,
        moves: None,
        count: None,
        paths: None,
        refused: words(one(block, "refused")?),
        outcome: one(block, "outcome")?.map(|line| line.rest.to_owned()),
        clauses: words(one(block, "clauses")?),
    };
    for line in &block[1..] {
        said(&mut case, *line)?;
    }
    complete(&case, first)?;
    Ok(case)
}

/// An earlier case under other rules.
fn same_as(block: &[Line<'_>], line: Line<'_>, ruleset: Ruleset, known: &[Case]) -> Result<Case, DataError> {
    let other = known.iter().find(|case| case.name == line.rest);
    let other = other.ok_or_else(|| line.error(format_args!("there is no earlier case {:?}", line.rest)))?;
    if other.ruleset.board() != ruleset.board() {
        return Err(line.error("a case of another board"));
    }
    if let Some(line) = block.iter().find(|line| !["case", "rules", "as", "clauses", "source"].contains(&line.word)) {
        return Err(line.error(format_args!("{:?} means nothing beside `as`", line.word)));
    }
    Ok(Case {
        file: line.file.to_owned(),
        line: block[0].number,
        name: block[0].rest.to_owned(),
        ruleset,
        clauses: words(one(block, "clauses")?),
        ..other.clone()
    })
}

/// The line that begins with a word, which may stand there once.
fn one<'a>(block: &[Line<'a>], word: &str) -> Result<Option<Line<'a>>, DataError> {
    let mut lines = block.iter().filter(|line| line.word == word);
    let first = lines.next().copied();
    match lines.next() {
        Some(second) => Err(second.error(format_args!("a second `{word}`"))),
        None => Ok(first),
    }
}

fn ruleset(line: Line<'_>) -> Result<Ruleset, DataError> {
    let ruleset =
        Ruleset::from_line(line.rest).map_err(|error| line.error(format_args!("no ruleset: {:?}", error.problems)))?;
    if ruleset.line() != line.rest {
        return Err(line.error(format_args!("the canonical line is {:?}", ruleset.line())));
    }
    Ok(ruleset)
}

fn position(block: &[Line<'_>], ruleset: &Ruleset) -> Result<Option<Position>, DataError> {
    match (one(block, "fen")?, one(block, "start")?) {
        (Some(fen), Some(_)) => Err(fen.error("both `fen` and `start`")),
        (None, Some(_)) => Ok(Some(ruleset.start())),
        (None, None) => Ok(None),
        (Some(line), None) => fen::read(line.rest, ruleset).map(Some).map_err(|error| line.error(error)),
    }
}

fn words(line: Option<Line<'_>>) -> Vec<String> {
    line.map_or_else(Vec::new, |line| line.rest.split_whitespace().map(str::to_owned).collect())
}

fn flaws(line: Option<Line<'_>>) -> Result<Vec<FlawKind>, DataError> {
    let Some(line) = line else { return Ok(Vec::new()) };
    let kind = |name| FlawKind::named(name).ok_or_else(|| line.error(format!("`{name}` is not a kind of flaw")));
    line.rest.split_whitespace().map(kind).collect()
}

/// Takes what a line says of the moves; the other words have been read before.
fn said(case: &mut Case, line: Line<'_>) -> Result<(), DataError> {
    let names = SquareNames::of(&case.ruleset);
    match line.word {
        "rules" | "fen" | "start" | "waive" | "refused" | "outcome" | "clauses" | "source" => {}
        "play" => {
            for text in line.rest.split_whitespace() {
                case.play.push(path(names, line, text)?);
            }
        }
        "becomes" => case.becomes = Some(fen::read(line.rest, &case.ruleset).map_err(|error| line.error(error))?),
        "count" => case.count = Some(line.number()?),
        "paths" => case.paths = Some(line.number()?),
        "moves" if line.rest == "none" => case.moves = Some(Vec::new()),
        "move" => case.moves.get_or_insert_default().push(expected(names, line)?),
        "or" => {
            let path = path(names, line, line.rest)?;
            let last = case.moves.as_mut().and_then(|moves| moves.last_mut());
            last.ok_or_else(|| line.error("`or` follows a `move`"))?.paths.push(path);
        }
        other => return Err(line.error(format_args!("{other:?} means nothing here"))),
    }
    Ok(())
}

fn expected(names: SquareNames, line: Line<'_>) -> Result<Expected, DataError> {
    let promotes = line.rest.ends_with(" promotes");
    let text = line.rest.strip_suffix(" promotes").unwrap_or(line.rest);
    let (way, takes) = match text.split_once(" takes ") {
        None => (text, None),
        Some((way, list)) => {
            let squares = list.split_whitespace().map(|name| square(names, line, name));
            (way, Some(squares.collect::<Result<SquareSet, _>>()?))
        }
    };
    Ok(Expected { line: line.number, paths: vec![path(names, line, way.trim())?], takes, promotes })
}

/// Squares joined by `-` in a quiet move, by `:` or `x` in a capture.
fn path(names: SquareNames, line: Line<'_>, text: &str) -> Result<Vec<Square>, DataError> {
    let squares: Vec<Square> =
        text.split(['-', ':', 'x']).map(|name| square(names, line, name)).collect::<Result<_, _>>()?;
    if squares.len() < 2 {
        return Err(line.error(format_args!("{text:?} is not a move")));
    }
    Ok(squares)
}

fn square(names: SquareNames, line: Line<'_>, name: &str) -> Result<Square, DataError> {
    names.parse(name).ok_or_else(|| line.error(format_args!("{name:?} is not a square")))
}

/// A case must be able to fail.
fn complete(case: &Case, first: Line<'_>) -> Result<(), DataError> {
    let says_something = case.moves.is_some()
        || case.count.is_some()
        || case.paths.is_some()
        || case.becomes.is_some()
        || case.outcome.is_some()
        || !case.refused.is_empty();
    if says_something { Ok(()) } else { Err(first.error("a case that expects nothing")) }
}

//! The position in which a game went wrong, so that the rules can say why.
//!
//! An error tells only its place, so the game is replayed once more up to there. This costs time only for games that
//! have something to tell.

use damka_notation::pdn::{Item, Line, PdnGame, RawGame, ReplayOptions, Step, replay};
use damka_rules::{Position, Ruleset};
use std::borrow::Cow;

/// The rules and the position before the move at a place of a game's text.
pub fn position_before(
    raw: &RawGame<'_>,
    options: &ReplayOptions,
    line: u64,
    column: u64,
) -> Option<(Ruleset, Position)> {
    let game = PdnGame::parse(raw).ok()?;
    let depth = open_variations(&game, line, column)?;
    let end = offset(raw, line, column)?;
    // A line end first: the text may stop inside a remark that lasts until there.
    let text = format!("{}\n{}", raw.text.get(..end)?, ")".repeat(depth));
    let before = RawGame { text: Cow::Owned(text), ..*raw };
    let tree = replay(&PdnGame::parse(&before).ok()?, options).ok()?.tree;
    let position = end_of(&tree.main, tree.start, depth)?;
    Some((tree.ruleset, position))
}

/// How many variations are open at a place.
fn open_variations(game: &PdnGame, line: u64, column: u64) -> Option<usize> {
    let steps: Vec<_> = game
        .items()
        .map(|(at, item)| match item {
            Item::Open => (at, 1),
            Item::Close => (at, -1),
            _ => (at, 0),
        })
        .collect();
    let is_before = |at| {
        let place = game.place(at);
        (place.line, place.column) < (line, column)
    };
    // Finding a place costs a look at the text, so it is done for as few as possible.
    let count = steps.partition_point(|(at, _)| is_before(*at));
    let depth: i32 = steps.iter().take(count).map(|(_, step)| step).sum();
    usize::try_from(depth).ok()
}

/// The byte of a game's text at a place of its file.
fn offset(raw: &RawGame<'_>, line: u64, column: u64) -> Option<usize> {
    let first = if line == raw.line { raw.column } else { 1 };
    let start: usize =
        raw.text.split_inclusive('\n').take(usize::try_from(line.checked_sub(raw.line)?).ok()?).map(str::len).sum();
    let in_line = usize::try_from(column.checked_sub(first)?).ok()?;
    if !raw.encoding.is_single_byte() {
        return start.checked_add(in_line);
    }
    // Columns are bytes of the file, where every letter was one.
    let letters = raw.text.get(start..)?.chars().take(in_line);
    Some(start + letters.map(char::len_utf8).sum::<usize>())
}

/// The position at the end of a line, or of the last variations of its last steps.
fn end_of(line: &Line, start: Position, depth: usize) -> Option<Position> {
    let after = |steps: &[Step]| steps.iter().fold(start, |position, step| step.action.after(&position));
    if depth == 0 {
        return Some(after(&line.steps));
    }
    let (last, before) = line.steps.split_last()?;
    end_of(last.variations.last()?, after(before), depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_notation::encoding::Encoding;
    use damka_notation::fen;

    fn found(text: &str, encoding: Encoding, line: u64, column: u64) -> Option<String> {
        let raw = RawGame { text: Cow::Borrowed(text), encoding, line: 5, column: 3, offset: 0 };
        let options = ReplayOptions { default: Ruleset::named("russian"), ..ReplayOptions::default() };
        let (ruleset, position) = position_before(&raw, &options, line, column)?;
        Some(fen::write(&position, &ruleset))
    }

    fn after(moves: &[&str]) -> Option<String> {
        let russian = Ruleset::named("russian")?;
        let mut position = russian.start();
        for text in moves {
            position = position.after(damka_notation::moves::resolve(&russian, &position, text).ok()?);
        }
        Some(fen::write(&position, &russian))
    }

    #[test]
    fn places_in_lines_and_variations() {
        let text = "c3-d4 d6-c5\nb2-c3 {(} (b2-c1) f6-f5";
        assert_eq!(found(text, Encoding::Utf8, 5, 3), after(&[]));
        assert_eq!(found(text, Encoding::Utf8, 5, 9), after(&["c3-d4"]));
        assert_eq!(found(text, Encoding::Utf8, 6, 1), after(&["c3-d4", "d6-c5"]));
        assert_eq!(found(text, Encoding::Utf8, 6, 12), after(&["c3-d4", "d6-c5"]), "the variation replaces b2-c3");
        let deep = "c3-d4 (e3-f4 (g3-h4 f6-e5 d2-d9))";
        assert_eq!(found(deep, Encoding::Utf8, 5, 29), after(&["g3-h4", "f6-e5"]));
    }

    #[test]
    fn letters_of_one_byte() {
        let text = "{Иванов} c3-d4 {да} d6-d5";
        assert_eq!(found(text, Encoding::Windows1251, 5, 23), after(&["c3-d4"]));
        let bytes = u64::try_from(text.find("d6").expect("it is there")).expect("small") + 3;
        assert_eq!(found(text, Encoding::Utf8, 5, bytes), after(&["c3-d4"]));
    }

    #[test]
    fn places_that_are_not_there() {
        for (line, column) in [(0, 0), (1, 1), (5, 1), (5, 900), (900, 1), (6, 0)] {
            let _ = found("c3-d4 d6-c5", Encoding::Utf8, line, column);
            let _ = found("c3-d4 {ж} d6-c5", Encoding::Koi8R, line, column);
        }
    }
}

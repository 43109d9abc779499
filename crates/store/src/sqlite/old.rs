//! Functions for SQL that read the texts of earlier versions; only migrations use them.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, Result};

const NAMES: [(&str, i32); 4] = [("kebab_case", 1), ("second_word", 1), ("spec_without_names", 1), ("name_in_spec", 2)];

/// Adds the functions to a connection.
pub fn add_functions(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let texts: [fn(&str) -> Option<String>; 3] = [kebab_case, second_word, spec_without_names];
    for ((name, count), text) in NAMES.into_iter().zip(texts) {
        connection.create_scalar_function(name, count, flags, move |values| {
            Ok(values.get::<Option<String>>(0)?.and_then(|value| text(&value)))
        })?;
    }
    let (name, count) = NAMES[3];
    connection.create_scalar_function(name, count, flags, |values| {
        Ok(name_in_spec(&values.get::<String>(0)?, &values.get::<String>(1)?))
    })
}

/// Takes them away again: nothing else should use them.
pub fn remove_functions(connection: &Connection) -> Result<()> {
    NAMES.into_iter().try_for_each(|(name, count)| connection.remove_function(name, count))
}

/// Reasons of endings were `flagWithoutWin`, and are `flag-without-win`.
fn kebab_case(word: &str) -> Option<String> {
    let mut kebab = String::new();
    for letter in word.chars() {
        if letter.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    Some(kebab)
}

/// In a line of an event this is its time.
fn second_word(line: &str) -> Option<String> {
    line.split(' ').nth(1).map(str::to_owned)
}

fn is_name(line: &str) -> bool {
    line.starts_with("white: ") || line.starts_with("black: ")
}

/// Imports left the players' names in the spec, which should say only what was agreed.
fn spec_without_names(spec: &str) -> Option<String> {
    Some(spec.split_inclusive('\n').filter(|line| !is_name(line)).collect())
}

fn name_in_spec(spec: &str, side: &str) -> Option<String> {
    let mut names = spec.lines().filter_map(|line| line.strip_prefix(side)?.strip_prefix(": "));
    names.next().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_get_their_stable_words() {
        let words =
            ["noPieces", "bothArrived", "drawRule", "nobodyCanWin", "flagWithoutWin", "goneDraw", "arrived", ""];
        let stable = [
            "no-pieces",
            "both-arrived",
            "draw-rule",
            "nobody-can-win",
            "flag-without-win",
            "gone-draw",
            "arrived",
            "",
        ];
        assert_eq!(words.map(|word| kebab_case(word).unwrap()), stable);
    }

    #[test]
    fn only_names_leave_a_spec() {
        let spec = "rules: russian\nwhite: Ann; Bob\nseat-white: blind none\nblack:  Їжак \nclock-black: 5m\n";
        assert_eq!(
            spec_without_names(spec).as_deref(),
            Some("rules: russian\nseat-white: blind none\nclock-black: 5m\n")
        );
        assert_eq!(name_in_spec(spec, "white").as_deref(), Some("Ann; Bob"));
        assert_eq!(name_in_spec(spec, "black").as_deref(), Some("Їжак"));
        assert_eq!(name_in_spec("rules: russian\nblack: \n", "black"), None);
        assert_eq!(name_in_spec("rules: russian", "white"), None);
    }

    #[test]
    fn the_time_is_the_second_word() {
        assert_eq!(second_word("1 12:34.567 white move c3 d4").as_deref(), Some("12:34.567"));
        assert_eq!(second_word("1"), None);
    }
}

//! The switches of house rules, as a builder shows them: every value in words.

use crate::api::{ChoiceView, SwitchKind, SwitchView};
use damka_rules::{Choice, DrawSet, FactId, Ruleset};
use damka_words::Words;

/// The most rows of men that any board has room for.
const MOST_ROWS: u8 = 6;

/// A switch with its choices.
#[must_use]
pub fn switch(id: FactId, words: &Words) -> SwitchView {
    let named = |value: &str| ChoiceView { value: value.to_owned(), name: words.fact_value(id, value) };
    let (kind, choices) = match id {
        FactId::Start => (SwitchKind::One, starts().iter().map(|value| named(value)).collect()),
        FactId::Draws => (SwitchKind::Several, draws().map(named).collect()),
        _ if id.choices().is_empty() => (SwitchKind::Number, Vec::new()),
        _ => (SwitchKind::One, id.choices().iter().map(|value| named(value)).collect()),
    };
    SwitchView { id: id.name().to_owned(), name: words.fact(id), kind, choices, expected: id.values() }
}

/// The draw rules of draughts; the race game has others.
fn draws() -> impl Iterator<Item = &'static str> {
    let fits = |id: &&str| Ruleset::from_line(&format!("house draws={id}")).is_ok();
    DrawSet::ALL.rules().map(|rule| rule.id).filter(fits)
}

/// The rows of men that some board has room for.
fn starts() -> Vec<String> {
    let fits = |value: &String| {
        let on = |board: &&str| Ruleset::from_line(&format!("house board={board} start={value}")).is_ok();
        FactId::Board.choices().iter().any(|board| on(&board))
    };
    (1..=MOST_ROWS).map(|rows| format!("rows:{rows}")).filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_words::Language;

    #[test]
    fn no_value_of_a_house_game_is_a_code() {
        let (words, house) = (Words::new(Language::English), Ruleset::named("house").unwrap());
        for id in FactId::ALL {
            let Some(value) = house.get(*id) else { continue };
            let switch = switch(*id, &words);
            match switch.kind {
                SwitchKind::One => {
                    let usual = switch.choices.iter().find(|choice| choice.value == value);
                    let usual = usual.unwrap_or_else(|| panic!("{value} is not among the choices of {}", switch.id));
                    let is_word = value.chars().all(char::is_alphabetic);
                    assert!(is_word || usual.name != value, "{}: {}", switch.id, usual.name);
                }
                SwitchKind::Several => {
                    assert!(switch.choices.len() > 10, "{}", switch.choices.len());
                    assert!(switch.choices.iter().all(|choice| choice.name.len() > choice.value.len()));
                }
                SwitchKind::Number => assert!(value.parse::<u16>().is_ok(), "{}", switch.id),
            }
        }
        assert!(starts().len() >= 3);
    }
}

//! No text, however strange, makes a reader panic.

use crate::common::{any_ruleset, random_game};
use damka_notation::moves::{self, MoveTable, strip_marks};
use damka_notation::{SquareNames, fen};
use proptest::prelude::*;

/// Texts made of the signs that readers look for, and of anything at all.
fn any_text() -> impl Strategy<Value = String> {
    let signs = "[a-jA-JwWbBKkGPHF0-9:x\\-,. хсеа\u{2013}\\[\\]\"'!?+=×]{0,60}";
    prop_oneof![signs.prop_map(String::from), any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn squares_and_positions(ruleset in any_ruleset(), text in any_text()) {
        let names = SquareNames::of(&ruleset);
        let _ = (names.read(&text), names.parse(&text), fen::read_hub(&text, &ruleset));
        for text in [text.clone(), format!("W:W{text}"), format!("B:B{text}:W{text}")] {
            match fen::read_fully(&text, names) {
                Ok(fen) => if let Some(position) = fen.position() {
                    prop_assert_eq!(fen::read(&fen::write(&position, &ruleset), &ruleset), Ok(position));
                },
                Err(error) => prop_assert!(text.is_char_boundary(error.at) && text[error.at..].starts_with(&error.text)),
            }
        }
    }

    #[test]
    fn moves_of_any_text(ruleset in any_ruleset(), text in any_text(), choices in prop::collection::vec(any::<u16>(), 0..30)) {
        let position = *random_game(&ruleset, &choices).last().expect("there is a start");
        let table = MoveTable::new(&ruleset, &position);
        let _ = strip_marks(&text);
        if let Err(error) = moves::parse(&text) {
            prop_assert!(text.is_char_boundary(error.at) && text[error.at..].starts_with(&error.text));
        }
        for found in [table.resolve(&text).map(|found| found.mv), table.resolve_hub(&text)].into_iter().flatten() {
            prop_assert!(table.legal().contains(&found));
        }
    }
}

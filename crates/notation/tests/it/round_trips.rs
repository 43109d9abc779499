//! What is written reads back as the same thing, in every ruleset.

use crate::common::{any_ruleset, playable_position, random_game, random_position};
use damka_notation::moves::MoveTable;
use damka_notation::{SquareNames, fen};
use damka_rules::{Position, Ruleset};
use proptest::prelude::*;

fn check_position(ruleset: &Ruleset, position: &Position) {
    let text = fen::write(position, ruleset);
    assert_eq!(fen::read(&text, ruleset).as_ref(), Ok(position), "{} {text}", ruleset.line());
    let hub = fen::write_hub(position, ruleset);
    assert_eq!(fen::read_hub(&hub, ruleset).as_ref(), Ok(position), "{} {hub}", ruleset.line());
}

fn check_moves(ruleset: &Ruleset, position: &Position) {
    let table = MoveTable::new(ruleset, position);
    for mv in table.legal() {
        for text in [table.long(*mv), table.short(*mv), table.full_path(*mv)] {
            match table.resolve(&text) {
                Ok(found) => {
                    assert_eq!(found.mv, *mv, "{} {} {text}", ruleset.line(), fen::write(position, ruleset));
                    let paths = ruleset.paths(position, *mv, 4096);
                    assert!(mv.is_null() || paths.contains(&found.path), "{text}");
                }
                Err(error) => panic!("{} {} {text}: {error:?}", ruleset.line(), fen::write(position, ruleset)),
            }
        }
        let hub = table.hub(*mv);
        assert_eq!(table.resolve_hub(&hub), Ok(*mv), "{} {hub}", ruleset.line());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    // clauses: A.board.3 C.1.3
    #[test]
    fn squares(ruleset in any_ruleset()) {
        let names = SquareNames::of(&ruleset);
        for square in ruleset.board().squares() {
            let name = names.name(square);
            prop_assert_eq!(names.parse(name), Some(square));
            prop_assert_eq!(names.parse_any(&name.to_uppercase()), Some(square));
            prop_assert_eq!(names.parse_any(names.algebraic(square)), Some(square));
            prop_assert_eq!(names.numbered(names.number(square)), Some(square));
        }
    }

    #[test]
    fn positions(ruleset in any_ruleset(), pieces in prop::collection::vec(any::<(u8, u8)>(), 0..48), black: bool) {
        check_position(&ruleset, &random_position(&ruleset, &pieces, black));
    }

    // clauses: A.notation.1 A.notation.4 C.notation.1 E.notation.1
    #[test]
    fn moves_of_games(ruleset in any_ruleset(), choices in prop::collection::vec(any::<u16>(), 60)) {
        for position in random_game(&ruleset, &choices) {
            check_position(&ruleset, &position);
            check_moves(&ruleset, &position);
        }
    }

    // Many kings make the captures that share both ends.
    #[test]
    fn moves_of_strange_positions(
        ruleset in any_ruleset(),
        pieces in prop::collection::vec(any::<(u8, u8)>(), 2..18),
        black: bool,
    ) {
        check_moves(&ruleset, &playable_position(&ruleset, &pieces, black));
    }
}

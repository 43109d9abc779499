//! Games go through PDN and back: what was agreed, and what was corrected.

use crate::play;
use damka_conduct::{GameSpec, Transcript};
use damka_notation::pdn::{self, Action, PdnGame, ReplayOptions};

fn through_pdn(table: &damka_conduct::Table) -> (String, pdn::GameTree) {
    let text = pdn::write(&table.tree());
    let game = PdnGame::read(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let read = pdn::replay(&game, &ReplayOptions::default()).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    (text, read.tree)
}

#[test]
fn a_corrected_game_is_written_with_set_ups_and_read_back() {
    let head = "rules: russian\nmanner: at-board\nclock: 8m\nwhite: Иванов\nblack: Петров\nstart: W:Wc3,g1:Bd4,h8";
    let missed = "white lift g1; white place h2; white release; white press; black move d4 b2; black press";
    let (table, _) = play(head, missed);
    let (text, tree) = through_pdn(&table);
    assert!(text.contains("/FEN"), "{text}");
    assert_eq!(tree.main.steps.len(), 2);
    assert!(matches!(tree.main.steps[0].action, Action::Setup(_)), "what stands is set up");
    assert!(matches!(tree.main.steps[1].action, Action::Move(_)));
    assert_eq!(tree.positions().last().as_ref(), Some(table.game().position()));
    assert_eq!(GameSpec::from_tree(&tree).as_ref(), Ok(table.spec()));
}

#[test]
fn every_spec_goes_through_tags_and_back() {
    for head in [
        "rules: russian",
        "rules: russian corner=right\nclock: 5m+3s\nwhite: A; B",
        "rules: house king=short\nclock-white: 10m\nclock-black: 5m\nmercy: yes",
        "rules: corners layout=4x4\nseat-white: blind none\nseat-black: board targets",
        "rules: international\nodds: 1,2\nmanner: at-board",
        "rules: english\nstart: W:W30:B1\nclock: 40/2h:1h",
        "rules: russian\nfound: W:Wa1:Bh8\nmanner: at-board",
    ] {
        let record =
            Transcript::read(&format!("damka-record 1\n{head}\n")).unwrap_or_else(|error| panic!("{error} {head}"));
        let (table, _) = record.play().expect("a game");
        let (text, tree) = through_pdn(&table);
        assert_eq!(GameSpec::from_tree(&tree), Ok(record.spec), "{head}\n{text}");
    }
}

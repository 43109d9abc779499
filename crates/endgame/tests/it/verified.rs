//! Whole tables: every value follows from its moves, forward and from the files.

use crate::common::{Folder, cases, game, ruleset};
use damka_endgame::{Flaw, Material, TableGame, Tables, VerifyError, folder_of, present, verify};
use damka_proof::arbitrary::house_game;
use proptest::prelude::*;

/// Every kind of rule that has an effect on tables, the compiled kernels and the ones read at run time.
const GAMES: [&str; 14] = [
    "russian",
    "checkers",
    "english-ozornye",
    "italian-ozornye",
    "stavropol",
    "samoyed",
    "poddavki",
    "english",
    "italian",
    "spanish",
    "brazilian",
    "house movers=either enemy-quiet=any enemy-capture=any result=reversed",
    "house priority=king-first victims=any king=short",
    "house movers=either victims=any enemy-quiet=any",
];

#[test]
fn three_pieces_of_every_game_are_right() {
    for line in GAMES {
        let folder = Folder::with(line, 3);
        let (materials, positions) = present(&game(line), folder.path(), 8);
        assert_eq!((materials.len(), positions), (16, 199_520), "{line}");
        assert_eq!(verify(game(line), folder.path(), &materials, u64::MAX, &()), Ok(()), "{line}");
    }
}

#[test]
fn four_pieces_are_right_where_rules_differ_most() {
    for line in ["russian", "english", "stavropol"] {
        let folder = Folder::with(line, 4);
        let (materials, _) = present(&game(line), folder.path(), 8);
        assert_eq!(verify(game(line), folder.path(), &materials, u64::MAX, &()), Ok(()), "{line}");
        let tables = folder.tables(line);
        assert_eq!(tables.pieces(), 4);
        if line == "english" {
            // The database of GuiNN Checkers, made by others with a generator of their own, says the same of each of them.
            assert_eq!(two_against_two(&tables), [168_600, 1_671_727, 258_101]);
        }
        // Chinook's numbers of positions, from which those are taken off in which one side has no piece.
        for (pieces, chinook) in [(2, 6_972), (3, 261_224), (4, 7_092_774)] {
            let slices = tables.slices().filter(|(material, ..)| material.pieces() == pieces);
            let positions: u64 = slices.map(|(_, summary, _)| summary.positions()).sum();
            assert_eq!(positions + 2 * one_sided(pieces.into()), chinook, "{line}: {pieces}");
        }
    }
}

/// How many positions of two against two with no capture due are lost, drawn and won for the side to move.
fn two_against_two(tables: &Tables) -> [u64; 3] {
    let english = ruleset("english");
    let mut counts = [0; 3];
    for material in Material::all(4).into_iter().filter(|material| material.side(0) == 2) {
        for number in 0..tables.positions(material).expect("a slice") {
            let position = tables.nth(material, number).expect("a position");
            if english.legal_moves(&position).iter().all(|mv| !mv.is_capture()) {
                counts[tables.probe_wdl(&position).expect("known") as usize] += 1;
            }
        }
    }
    counts
}

/// The placements of so many men and kings of one side: men on 28 squares, kings on what is left of 32.
fn one_sided(pieces: u64) -> u64 {
    let choose = |from: u64, count: u64| (0..count).fold(1, |ways, at| ways * (from - at) / (at + 1));
    (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum()
}

#[test]
fn three_pieces_on_the_large_board_are_right() {
    let folder = Folder::with("international", 3);
    let (materials, positions) = present(&game("international"), folder.path(), 3);
    assert_eq!(positions, 815_145);
    assert_eq!(verify(game("international"), folder.path(), &materials, u64::MAX, &()), Ok(()));
}

/// The tables of one game are wrong for another; only the names in the files are forged here.
#[test]
fn verifying_finds_what_is_wrong() {
    let folder = Folder::with("russian", 2);
    let brazilian_but_slow = "house king=short";
    let (from, to) = (game("russian").name(), game(brazilian_but_slow).name());
    let (source, target) = (folder.path().join(from), folder.path().join(&to));
    std::fs::create_dir_all(&target).expect("a folder");
    for material in Material::all(2) {
        let name = format!("{material}.end");
        let forged = crate::damage::renamed(&std::fs::read(source.join(&name)).expect("a table"), &to);
        std::fs::write(target.join(&name), forged).expect("written");
    }
    let (materials, _) = present(&game(brazilian_but_slow), folder.path(), 2);
    let found = verify(game(brazilian_but_slow), folder.path(), &materials, u64::MAX, &());
    assert!(matches!(found, Err(VerifyError::Flaw(Flaw::Position { .. } | Flaw::Summary { .. }))), "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(24)))]

    /// House rules of any kind, giveaway too: the tables are right, or the game has none for a reason that is told.
    #[test]
    fn tables_of_any_house_rules_are_right(house in house_game()) {
        let line = house.line();
        match TableGame::of(&house) {
            Err(reason) => prop_assert!(line.contains("enemy-duty=colour"), "{line}: {reason:?}"),
            Ok(table_game) => {
                let folder = Folder::with(&line, 2);
                let (materials, _) = present(&table_game, folder.path(), 2);
                prop_assert_eq!(verify(table_game, folder.path(), &materials, u64::MAX, &()), Ok(()));
                // From bytes as from files.
                let read = |material: &Material| {
                    let path = folder_of(&table_game, folder.path()).join(format!("{material}.end"));
                    (*material, std::fs::read(path).expect("a table"))
                };
                let tables = Tables::from_bytes(&house, materials.iter().map(read).collect()).expect("tables");
                prop_assert_eq!(tables.pieces(), 2);
            }
        }
    }
}

//! Endings to practise.

use crate::common::{Folder, RUSSIAN, ruleset};
use damka_endgame::{Exercise, Material, TableGame, Tables, Value, Verdict};
use damka_rules::{Colour, Game, Ruleset};

fn ids(ruleset: &Ruleset) -> Vec<&'static str> {
    Exercise::of(&TableGame::of(ruleset).expect("tables")).map(|exercise| exercise.id).collect()
}

#[test]
fn kinds_come_from_facts() {
    let russian = ids(&ruleset("russian"));
    for id in ["three-kings", "petrov", "road-shot", "king-two-men"] {
        assert!(russian.contains(&id), "{id}");
        assert!(!ids(&ruleset("english")).contains(&id), "{id}");
        assert!(!ids(&ruleset("poddavki")).contains(&id), "{id}: who wins is reversed");
        assert!(!ids(&ruleset("stavropol")).contains(&id), "{id}: the other side's pieces move too");
    }
    assert!(ids(&ruleset("english")).contains(&"two-short-kings"));
    assert!(ids(&ruleset("international")).contains(&"king-against-men"));
    assert_eq!(ids(&ruleset("poddavki")), ["three-pieces", "four-pieces"]);
}

fn check(tables: &Tables, ruleset: &Ruleset, exercise: &Exercise) {
    let board = ruleset.board();
    let mut seen = Vec::new();
    for number in 0..6 {
        let position = exercise.position(tables, ruleset, number).unwrap_or_else(|| panic!("{exercise:?}"));
        let game = Game::from_position(*ruleset, position);
        assert_eq!(tables.verdict(&game, 100_000), Some(Verdict::Wins(Colour::White)), "{exercise:?}");
        assert!(matches!(tables.probe_distance(&position), Some(Value::Win(5..))), "{exercise:?}");
        assert!(game.legal_moves().iter().all(|mv| !mv.is_capture()));
        let lone_on_road = !position.kings(Colour::Black).intersection(board.great_road()).is_empty();
        match exercise.id {
            "three-kings" | "petrov" => assert!(!lone_on_road, "{position:?}"),
            "road-shot" => assert!(lone_on_road, "{position:?}"),
            _ => {}
        }
        assert_eq!(exercise.position(tables, ruleset, number), Some(position), "the same number, the same position");
        seen.push(position);
    }
    seen.dedup();
    assert!(seen.len() > 3, "{exercise:?}: always the same");
}

#[test]
fn every_kind_of_russian_draughts_has_positions() {
    for line in ["russian", "russian-basic", "russian-fmjd"] {
        let (tables, ruleset) = (RUSSIAN.tables("russian"), ruleset(line));
        Exercise::of(tables.game()).for_each(|exercise| check(&tables, &ruleset, exercise));
    }
}

#[test]
fn other_games_have_exercises_with_three_pieces() {
    for line in ["english", "poddavki", "samoyed", "stavropol", "international"] {
        let (folder, ruleset) = (Folder::with(line, 3), ruleset(line));
        let tables = folder.tables(line);
        let four: Material = "0m3k-0m1k".parse().expect("a material");
        assert_eq!(tables.positions(four), None);
        let small = Exercise::of(tables.game())
            .filter(|exercise| exercise.id == "three-pieces" || exercise.id == "two-short-kings");
        small.for_each(|exercise| check(&tables, &ruleset, exercise));
    }
}

/// Without the tables of a kind there is no position, and no panic.
#[test]
fn what_is_not_built_is_not_offered() {
    let folder = Folder::with("russian", 2);
    let tables = folder.tables("russian");
    assert!(Exercise::of(tables.game()).all(|exercise| exercise.position(&tables, &ruleset("russian"), 1).is_none()));
}

//! The real files of the folder `shared/data`, read completely. They are not part of this project: without them the
//! test says so and passes.

use damka_notation::pdn::{self, GameReader, PdnGame, ReplayOptions, Replayer};
use damka_rules::Ruleset;
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pdn");
    let folder = std::env::var_os("DAMKA_DATA").map_or(beside, |data| PathBuf::from(data).join("pdn"));
    folder.is_dir().then_some(folder)
}

struct Tally {
    games: usize,
    plies: usize,
    warnings: usize,
    broken: Vec<String>,
}

fn read(name: &str, default: &str) -> Option<Tally> {
    let Some(folder) = folder() else {
        println!("skipped: the folder shared/data is not here");
        return None;
    };
    let file = std::fs::read(folder.join(name)).expect("the file can be read");
    let options = ReplayOptions { default: Ruleset::named(default), ..ReplayOptions::default() };
    let mut replayer = Replayer::new(options);
    let mut reader = GameReader::new(&file[..]);
    let mut tally = Tally { games: 0, plies: 0, warnings: 0, broken: Vec::new() };
    while let Some(raw) = reader.next_game().expect("games are not too large") {
        tally.games += 1;
        let replayed = PdnGame::parse(&raw).and_then(|game| replayer.replay(&game));
        match replayed {
            Ok(replayed) => {
                tally.plies += replayed.tree.plies();
                for warning in replayed.warnings {
                    println!("{name}: line {}: {:?}", warning.line, warning.doubt);
                    tally.warnings += 1;
                }
                // What is read is written, and reads back as the same.
                let text = pdn::write(&replayed.tree);
                let again = PdnGame::read(&text).and_then(|game| replayer.replay(&game)).expect("it reads back");
                assert_eq!(again.tree.main, replayed.tree.main, "{text}");
                assert_eq!(again.tree.result, replayed.tree.result, "{text}");
            }
            Err(error) => tally.broken.push(format!("{name}: {error}")),
        }
    }
    println!("{name}: games {}, plies {}, broken {}", tally.games, tally.plies, tally.broken.len());
    Some(tally)
}

fn check(name: &str, default: &str, games: usize, plies: usize, warnings: usize) {
    let Some(tally) = read(name, default) else { return };
    assert_eq!(tally.broken, Vec::<String>::new());
    assert_eq!((tally.games, tally.plies, tally.warnings), (games, plies, warnings), "{name}");
}

#[test]
fn russian() {
    check("abatsiev.pdn", "russian", 56, 2648, 0);
}

#[test]
fn international() {
    // One result contradicts its tag.
    check("candidate95.pdn", "international", 8, 816, 1);
    check("kurnik.pdn", "international", 4, 535, 0);
    check("variation.pdn", "international", 1, 4, 0);
    check("nested_comment.pdn", "international", 1, 3, 0);
}

#[test]
fn english() {
    // One problem has a man on its crowning row.
    check("beginner.pdn", "english", 58, 0, 1);
}

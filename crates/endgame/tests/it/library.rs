//! Tables of many games in one folder, for a program that strangers use.

use crate::common::{Folder, ruleset};
use damka_endgame::Library;

#[test]
fn a_stranger_cannot_have_invented_games_built() {
    let folder = Folder::new();
    let library = Library::guarded(folder.path(), 2, 1);
    let invented = ruleset("house king=short victims=any");
    assert!(library.of(&invented).is_none());
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing was begun");
    // House rules that move as a game of the program have its tables.
    let tables = library.of(&ruleset("house draws=A.draw.2")).expect("the tables of russian");
    assert_eq!(tables.wait().expect("built").pieces(), 2);
    // What somebody has built on purpose is opened.
    let built = Folder::with("house king=short victims=any", 2);
    let library = Library::guarded(built.path(), 3, 1);
    assert_eq!(library.of(&invented).expect("present").wait().expect("open").pieces(), 2);
}

#[test]
fn games_are_built_one_after_the_other_and_closing_does_not_wait_for_all() {
    let folder = Folder::new();
    let library = Library::guarded(folder.path(), 3, 1);
    let names = ["russian", "english", "italian", "poddavki"];
    let tables = names.map(|name| library.of(&ruleset(name)).expect("tables"));
    for (name, tables) in names.iter().zip(&tables) {
        assert_eq!(tables.wait().unwrap_or_else(|error| panic!("{name}: {error:?}")).pieces(), 3);
        assert!(tables.is_settled());
    }
    // Ten-by-ten tables take far longer than this test: dropping stops the builder and everyone who waits.
    let large = Library::guarded(folder.path(), 5, 1);
    let waiting = ["international", "spanish"].map(|name| large.of(&ruleset(name)).expect("tables"));
    assert!(waiting.iter().all(|tables| !tables.is_settled()));
    drop(large);
    drop(waiting);
}

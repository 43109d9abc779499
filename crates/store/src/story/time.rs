//! Runs, outages, and when games must be looked at.

use super::{add, forget, game, write};
use crate::{Anchor, DueGame, Outage, Run, Store, StoreError, Write};
use damka_conduct::Status;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Begins the first run, and gives it.
pub fn tell(store: &dyn Store) -> Run {
    let run = store.begin_run(1_000).unwrap();
    assert_eq!((run.started, run.beat, run.beat_wall), (1_000, 0, 1_000));
    assert_eq!(store.outages(0, 0), Ok(vec![]), "before the first run there was no server to be out");
    write(store, vec![Write::Beat { run: run.id, beat: 3_500, wall: 4_000 }]).unwrap();
    let nowhere = Write::Beat { run: run.id + 100, beat: 1, wall: 1 };
    assert_eq!(write(store, vec![nowhere]), Err(StoreError::Conflict), "there is no such run");
    due(store, run.id);
    run
}

fn due(store: &dyn Store, run: i64) {
    let anchor = |game: &str, run| {
        let anchor = Anchor { run, run_ms: 1, game_ms: 2 };
        Write::Anchor { game: game.into(), anchor }
    };
    let let_go = |game: &str, run, due| Write::LetGo { game: game.into(), run, due };
    let ids = ["quick", "slow", "untimed", "unready"];
    let mut games: Vec<Write> = ids.iter().map(|id| add(game(id, "ann", "bob", 1))).collect();
    let unready = Write::Status { game: "unready".into(), status: Status::Waiting, now: 2 };
    games.extend([anchor("quick", run), anchor("slow", run), anchor("unready", run), unready]);
    write(store, games).unwrap();
    assert_eq!(store.due(run), Ok(vec![]), "the run knows its own games");
    let row = |id: &str, due| DueGame { id: id.into(), due };
    let next = run + 1;
    assert_eq!(store.due(next), Ok(vec![row("quick", None), row("slow", None)]), "the live ones with clocks");
    write(store, vec![let_go("slow", run, Some(99)), let_go("quick", next, Some(1)), let_go("nowhere", run, None)])
        .unwrap();
    assert_eq!(store.due(next), Ok(vec![row("quick", None), row("slow", Some(99))]), "only the owner lets go");
    write(store, vec![anchor("quick", next), let_go("quick", run, Some(5))]).unwrap();
    assert_eq!(store.due(next), Ok(vec![row("slow", Some(99))]));
    assert_eq!(store.due(run), Ok(vec![row("quick", None)]), "another run has it by now");
    write(store, vec![anchor("slow", run), let_go("quick", next, Some(7)), let_go("quick", next, None)]).unwrap();
    assert_eq!(store.due(next), Ok(vec![row("slow", None)]), "its new owner knows when it is due");
    assert_eq!(store.due(run), Ok(vec![row("quick", None)]));
    write(store, ids.iter().map(|id| forget(id)).collect()).unwrap();
}

/// Tells what the next process finds.
pub fn tell_after(store: &dyn Store, run: Run) {
    let ended = store.run(run.id).unwrap().unwrap();
    assert_eq!((ended.beat, ended.beat_wall), (3_500, 4_000), "a heartbeat outlives its run");
    assert_eq!(store.run(run.id + 100), Ok(None));
    let next = store.begin_run(9_000).unwrap();
    assert!(next.id > run.id);
    let first = Outage { from: 4_000, until: 9_000 };
    assert_eq!(store.outages(0, 0), Ok(vec![first]));
    store.begin_run(8_000).unwrap();
    assert_eq!(store.outages(0, 0), Ok(vec![first]), "a clock that was set back says nothing");
    let stall = Outage { from: 10_000, until: 10_500 };
    let beat = Write::Beat { run: next.id, beat: 2_000, wall: 11_000 };
    write(store, vec![Write::Outage(stall), Write::Outage(stall), beat]).unwrap();
    assert_eq!(store.outages(0, 0), Ok(vec![first, stall]), "each is kept once");
    assert_eq!(store.outages(9_000, 500), Ok(vec![stall]), "those that ended later");
    assert_eq!(store.outages(0, 501), Ok(vec![first]), "the long ones");
    assert_eq!(store.outages(u64::MAX, u64::MAX), Ok(vec![]));
    store.begin_run(11_000 + 401 * DAY).unwrap();
    let long = Outage { from: 11_000, until: 11_000 + 401 * DAY };
    assert_eq!(store.outages(0, 0), Ok(vec![long]), "after more than a year nobody asks");
}

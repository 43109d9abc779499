//! Nodes: leases, and who owns which game.

use super::{add, event, forget, game, write};
use crate::{
    Anchor, ContestLine, ContestWrite, LEASE, NewContest, NewNode, Node, Owned, Part, Run, Scope, SharedWrite, Store,
    StoreError, Write,
};
use damka_conduct::{GameId, Status};

/// Later than everything else in the story, in milliseconds since 1970.
const NOW: u64 = 500 * 24 * 60 * 60 * 1000;

const CONFLICT: Result<(), StoreError> = Err(StoreError::Conflict);

fn begin(store: &dyn Store, address: &str) -> Run {
    let about = NewNode { address: address.to_owned(), version: "0.1.0".to_owned() };
    store.nodes().begin_node(NOW + 1_000, &about).unwrap()
}

fn take(game: &str, run: Run) -> Write {
    Write::Take { game: game.into(), run: run.id, wall: 60_000 }
}

fn mine(game: &str, run: Run) -> Write {
    Write::Mine { game: game.into(), run: run.id }
}

fn events(game: &str, run: Run, first: u32) -> Write {
    Write::Events { game: game.into(), run: run.id, first, events: vec![event("a move")] }
}

fn owner(store: &dyn Store, game: &str) -> Option<Owned> {
    store.nodes().owner(&game.into()).unwrap()
}

/// The lines of a game, and the runs that wrote them.
fn lines(store: &dyn Store, game: &str) -> Vec<(Option<i64>, Scope, String)> {
    let kept = store.events(&game.into(), 0).unwrap().into_iter();
    kept.map(|row| (row.run, row.event.scope, row.event.line)).collect()
}

pub fn tell(store: &dyn Store) {
    let alone = store.begin_run(NOW).unwrap();
    let before = store.outages(0, 0).unwrap();
    let (first, second) = (begin(store, "one:8064"), begin(store, "two:8064"));
    assert_eq!(store.outages(0, 0).unwrap().len(), before.len() + 1, "while one node lives there is no outage");
    let nodes = store.nodes().known_nodes().unwrap();
    let found: Vec<(i64, &str, u32)> = nodes.iter().map(|it| (it.run.id, &*it.about.address, it.games)).collect();
    assert_eq!(found, [(first.id, "one:8064", 0), (second.id, "two:8064", 0)], "one process alone is no node");
    assert!(nodes.iter().all(|Node { lease_left, .. }| (1..=LEASE).contains(lease_left)), "{nodes:?}");

    write(store, vec![add(game("shared", "ann", "bob", 1)), events("shared", first, 1)]).unwrap();
    assert_eq!(owner(store, "shared"), None);
    assert_eq!(write(store, vec![mine("shared", first)]), CONFLICT, "nobody has it yet");
    write(store, vec![take("shared", first), take("shared", first)]).unwrap();
    assert_eq!(owner(store, "shared"), Some(Owned { run: first.id, is_valid: true }));
    assert_eq!(lines(store, "shared").len(), 1, "what nobody else has written is taken without a line");
    write(store, vec![mine("shared", first), events("shared", first, 2)]).unwrap();
    let heads = store.nodes().heads(first.id).unwrap();
    assert_eq!(heads.iter().map(|(id, head)| (id.as_str(), head.seq)).collect::<Vec<_>>(), [("shared", 2)]);
    write(store, vec![Write::Part { game: "shared".into(), part: Part::Guest, person: "gast".into() }]).unwrap();
    assert_ne!(store.nodes().heads(first.id).unwrap()[0].1.rows, heads[0].1.rows, "somebody else has a part");
    assert_eq!(store.nodes().heads(second.id), Ok(vec![]));
    assert_eq!(write(store, vec![take("shared", second)]), CONFLICT, "its owner lives");
    assert_eq!(store.nodes().take(&["shared".into()], second.id, 60_000), Ok(vec![]), "nothing is wrong with asking");
    assert_eq!(lines(store, "shared").len(), 2);
    assert_eq!(write(store, vec![mine("shared", second)]), CONFLICT);
    assert_eq!(write(store, vec![take("none", second)]), CONFLICT, "there is no such game");
    orphans(store, first, second);
    taken(store, first, second);
    contests(store, second);
    calls(store, second);
    long_dead(store, second);
    write(store, vec![Write::EndRun { run: second.id }, Write::EndRun { run: alone.id }, forget("shared")]).unwrap();
    assert_eq!(store.nodes().known_nodes().unwrap(), [], "nobody lives or owns anything");
    write(store, vec![Write::Beat { run: alone.id, beat: 1, wall: 50_001 }]).unwrap();
}

/// The first node's lease ends while it owns games.
fn orphans(store: &dyn Store, first: Run, second: Run) {
    let nodes = store.nodes();
    let anchor = |game: &str| {
        let anchor = Anchor { run: first.id, run_ms: 1, game_ms: 2 };
        Write::Anchor { game: game.into(), anchor }
    };
    let waiting = Write::Status { game: "waits".into(), status: Status::Waiting, now: 2 };
    let mut games: Vec<Write> = ["timed", "waits", "untimed"].map(|id| add(game(id, "ann", "bob", 1))).into();
    games.extend(["timed", "waits", "untimed"].map(|id| take(id, first)));
    games.extend([anchor("timed"), anchor("waits"), waiting, anchor("shared")]);
    write(store, games).unwrap();
    assert_eq!(nodes.orphans(9), Ok(vec![]), "the owner lives");
    write(store, vec![Write::EndRun { run: first.id }]).unwrap();
    let beat = Write::Beat { run: first.id, beat: 9, wall: 50_009 };
    assert_eq!(write(store, vec![beat]), CONFLICT, "a lease that has ended stays ended");
    assert_eq!(owner(store, "shared"), Some(Owned { run: first.id, is_valid: false }));
    assert_eq!(write(store, vec![take("shared", first)]), CONFLICT, "whose lease has ended takes nothing");
    assert_eq!(nodes.take(&["shared".into()], first.id, 60_000), Ok(vec![]), "nor many games at once");
    assert_eq!(nodes.heads(first.id), Ok(vec![]), "its followers learn that it is gone");
    assert_eq!(nodes.orphans(9), Ok(vec!["shared".into(), "timed".into()]), "live games with clocks");
    assert_eq!(nodes.orphans(1), Ok(vec!["shared".into()]));
    let left: Vec<(i64, u64, u32)> =
        nodes.known_nodes().unwrap().iter().map(|it| (it.run.id, it.lease_left.min(1), it.games)).collect();
    assert_eq!(left, [(first.id, 0, 4), (second.id, 1, 0)]);
    let due = |game: &str, due| Write::LetGo { game: game.into(), run: first.id, due: Some(due) };
    let release = |game: &str| Write::Release { game: game.into(), run: first.id, due: None };
    write(
        store,
        vec![events("untimed", first, 1), due("timed", 70_000), release("timed"), release("waits"), release("untimed")],
    )
    .unwrap();
    assert_eq!(nodes.due_by(69_999, 9), Ok(vec![]));
    assert_eq!(nodes.due_by(70_000, 9), Ok(vec!["timed".into()]), "nobody has it, and its time has come");
    let wanted = ["untimed", "none", "timed"].map(GameId::from);
    assert_eq!(nodes.take(&wanted, first.id, 60_000), Ok(vec![]), "nor what nobody owns");
    assert_eq!(lines(store, "untimed").len(), 1, "and leaves no line");
    let mut taken = nodes.take(&wanted, second.id, 60_000).unwrap();
    taken.sort_unstable();
    assert_eq!(taken, ["timed".into(), "untimed".into()]);
    assert_eq!(nodes.take(&wanted[2..], second.id, 60_000), Ok(vec!["timed".into()]), "it has it already");
    assert_eq!(lines(store, "timed"), [], "nobody has written to it");
    assert_eq!(lines(store, "untimed").len(), 2);
    assert_eq!(lines(store, "untimed")[1].1, Scope::Secret, "the first had let it go, and may not know that");
    assert_eq!(nodes.due_by(70_000, 9), Ok(vec![]), "somebody looks after it");
    assert_eq!(write(store, vec![mine("timed", second), release("timed")]), Ok(()), "it is another's by now");
    assert_eq!(owner(store, "timed"), Some(Owned { run: second.id, is_valid: true }));
    write(store, ["timed", "waits", "untimed"].map(forget).into()).unwrap();
}

/// The second node takes the game; the first does not know it yet.
fn taken(store: &dyn Store, first: Run, second: Run) {
    write(store, vec![take("shared", second)]).unwrap();
    let line = format!("taken by run {}", second.id);
    assert_eq!(lines(store, "shared")[2], (Some(second.id), Scope::Secret, line));
    assert_eq!(write(store, vec![events("shared", first, 3)]), CONFLICT, "the number is used up");
    assert_eq!(write(store, vec![mine("shared", first)]), CONFLICT);
    write(store, vec![Write::Release { game: "shared".into(), run: first.id, due: None }]).unwrap();
    assert_eq!(
        owner(store, "shared"),
        Some(Owned { run: second.id, is_valid: true }),
        "it was not the first's to release"
    );
    write(store, vec![events("shared", second, 4)]).unwrap();
    assert_eq!(lines(store, "shared").len(), 4);
}

fn contests(store: &dyn Store, run: Run) {
    let id = "owned";
    let contest = NewContest {
        id: id.into(),
        name: "Owned".to_owned(),
        spec: "kind: evening\n".to_owned(),
        owner: None,
        status: Status::Live,
        created_at: 7,
        begins_at: None,
        private: false,
        secret: None,
    };
    let contest_write = |write| Write::Contest(write);
    let line = |run: Run, text: &str| ContestLine { run: run.id, wall: 5, scope: Scope::All, line: text.to_owned() };
    let events =
        |run, first| contest_write(ContestWrite::Events { contest: id.into(), first, lines: vec![line(run, "began")] });
    let take = |run: Run| contest_write(ContestWrite::Take { contest: id.into(), run: run.id, wall: 8 });
    let mine = |run: Run| contest_write(ContestWrite::Mine { contest: id.into(), run: run.id });
    let release = |run: Run| contest_write(ContestWrite::Release { contest: id.into(), run: run.id });
    write(store, vec![contest_write(ContestWrite::New(contest))]).unwrap();
    let orphaned = |run: Run| store.nodes().orphaned_contests(run.id, 99).unwrap().contains(&id.into());
    assert!(!orphaned(run), "nobody has it, and nothing goes on in it");
    let third = begin(store, "three:8064");
    write(store, vec![take(third), mine(third), events(third, 1)]).unwrap();
    assert_eq!((orphaned(run), orphaned(third)), (false, true), "only its owner looks after it");
    assert_eq!(write(store, vec![take(run)]), CONFLICT, "its owner lives");
    assert_eq!(write(store, vec![mine(run)]), CONFLICT);
    write(store, vec![Write::EndRun { run: third.id }]).unwrap();
    assert!(orphaned(run), "its node is gone");
    assert_eq!(store.nodes().contest_owner(&id.into()), Ok(Some(Owned { run: third.id, is_valid: false })));
    write(store, vec![take(run), release(third), mine(run)]).unwrap();
    assert_eq!(write(store, vec![events(third, 2)]), CONFLICT, "the number is used up");
    let kept = store.contests().contest_events(&id.into(), 1).unwrap();
    assert_eq!(kept.iter().map(|it| (it.run, it.scope)).collect::<Vec<_>>(), [(run.id, Scope::Secret)]);
    write(store, vec![release(run)]).unwrap();
    assert_eq!(store.nodes().contest_owner(&id.into()), Ok(None));
    let over = ContestWrite::Status { contest: id.into(), status: Status::Over, now: 9 };
    write(store, vec![contest_write(over)]).unwrap();
}

/// A node was killed long ago, and nobody has come to its games.
fn long_dead(store: &dyn Store, second: Run) {
    let dead = begin(store, "killed:8064");
    let names = ["over", "waiting", "quiet", "moved", "clocked"];
    let status = |game: &str, status| Write::Status { game: game.into(), status, now: 2 };
    let anchor = Anchor { run: dead.id, run_ms: 1, game_ms: 2 };
    let mut writes: Vec<Write> = names.map(|id| add(game(id, "ann", "bob", 1))).into();
    // On a slow machine its lease would end within the story.
    writes.push(Write::Beat { run: second.id, beat: 1, wall: NOW + 1_000 });
    writes.extend(names.map(|id| take(id, dead)));
    writes.extend([status("over", Status::Over), status("waiting", Status::Waiting), events("moved", dead, 1)]);
    writes.push(Write::Anchor { game: "clocked".into(), anchor });
    writes.extend([add(game("of the living", "ann", "bob", 1)), take("of the living", second)]);
    write(store, writes).unwrap();
    let forget = |age: u64| write(store, vec![Write::Shared(SharedWrite::Forget { age })]).unwrap();
    let games = || {
        let nodes = store.nodes().known_nodes().unwrap();
        nodes.iter().find(|node| node.run == dead).map(|node| node.games)
    };
    forget(60_000);
    assert_eq!(games(), Some(5), "it lives");
    write(store, vec![Write::EndRun { run: dead.id }]).unwrap();
    forget(i64::MAX.cast_unsigned());
    assert_eq!(games(), Some(5), "not long ago");
    forget(60_000);
    assert_eq!(names.map(|id| owner(store, id).is_some()), [false, false, false, false, true]);
    assert_eq!((games(), store.nodes().orphans(9)), (Some(1), Ok(vec!["clocked".into()])), "somebody has to take it");
    assert_eq!(owner(store, "of the living"), Some(Owned { run: second.id, is_valid: true }));
    assert_eq!(lines(store, "moved").len(), 1);
    // It was only stopped: whether somebody takes a game before it comes back or not, it appends nothing to what it had.
    assert_eq!(write(store, vec![events("quiet", dead, 1)]), CONFLICT, "a line stands there");
    assert_eq!(write(store, vec![mine("moved", dead)]), CONFLICT);
    write(store, ["quiet", "moved", "clocked"].map(|id| take(id, second)).into()).unwrap();
    for id in ["quiet", "moved", "clocked"] {
        let (last, count) = (lines(store, id).pop().unwrap(), lines(store, id).len() as u32);
        assert_eq!((last.0, last.1), (Some(second.id), Scope::Secret), "{id}");
        assert_eq!(write(store, vec![events(id, dead, count)]), CONFLICT, "{id}");
    }
    assert_eq!(games(), None, "nothing is left of it");
    write(store, names.into_iter().chain(["of the living"]).map(super::forget).collect()).unwrap();
}

/// One node asks another through the data.
fn calls(store: &dyn Store, run: Run) {
    let nodes = store.nodes();
    let call = |key: &str| Write::Call { key: key.to_owned(), run: run.id, body: format!("{key}?") };
    let reply = |key: &str| Write::Reply { key: key.to_owned(), reply: format!("{key}!") };
    write(store, vec![call("first"), call("second")]).unwrap();
    assert_eq!(write(store, vec![call("first")]), CONFLICT, "a key is used once");
    let asked = |key: &str| (key.to_owned(), format!("{key}?"));
    assert_eq!(nodes.calls(run.id), Ok(vec![asked("first"), asked("second")]));
    assert_eq!(nodes.calls(run.id + 1), Ok(vec![]));
    assert_eq!(nodes.replies("fi"), Ok(vec![]));
    write(store, vec![reply("first"), reply("nobody asked")]).unwrap();
    assert_eq!(nodes.calls(run.id), Ok(vec![asked("second")]));
    let replied = |key: &str| (key.to_owned(), format!("{key}!"));
    assert_eq!(nodes.replies("fi"), Ok(vec![replied("first")]));
    assert_eq!(nodes.replies("se"), Ok(vec![]), "not answered yet");
    write(store, vec![reply("second")]).unwrap();
    assert_eq!(nodes.replies("se"), Ok(vec![replied("second")]));
    assert_eq!(nodes.replies("seconds"), Ok(vec![]));
    for key in ["first", "second"] {
        write(store, vec![Write::EndCall { key: key.to_owned() }]).unwrap();
    }
    assert_eq!((nodes.calls(run.id), nodes.replies("")), (Ok(vec![]), Ok(vec![])));
}

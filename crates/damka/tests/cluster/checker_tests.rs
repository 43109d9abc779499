//! The checker finds what is wrong, and nothing else.

use super::checker::{Promise, check, check_contest};
use super::history::{Fact, Shown, View};
use super::record::{Record, Row};

/// When the game of these tests begins, by the wall clock.
const BEGUN: u64 = 1_000_000;
const CLOCK: u64 = 60_000;
const CLIENTS: [u64; 2] = [71, 72];
const MOVES: [(&str, &str); 4] = [("c3", "d4"), ("f6", "g5"), ("b2", "c3"), ("g7", "f6")];

/// A row of the move with this number, made a second after the one before it by a run.
fn row(seq: u32, ply: usize, run: i64) -> Row {
    let (from, to) = MOVES[ply - 1];
    // Each side is charged for each of its moves after the first.
    let used = |side: usize| (2..=ply).filter(|ply| ply % 2 == 1 - side).count() as u64 * 1_000;
    Row {
        seq,
        run,
        wall: BEGUN + ply as u64 * 1_000,
        taken: None,
        number: Some((CLIENTS[(ply + 1) % 2], ply as u64)),
        squares: Some((from.to_owned(), to.to_owned())),
        clocks: [CLOCK - used(0), CLOCK - used(1)],
        running: Some(ply % 2),
    }
}

fn taking(seq: u32, run: i64, wall: u64, before: &Row) -> Row {
    Row { seq, run, wall, taken: Some(run), number: None, squares: None, ..before.clone() }
}

fn text(ply: usize) -> String {
    format!("{}-{}", MOVES[ply - 1].0, MOVES[ply - 1].1)
}

/// Four moves at one node, as they are kept.
fn record() -> Record {
    let told = vec![(1..=4).map(text).collect::<Vec<_>>(); 3];
    let rows = (1..=4).map(|ply| row(ply as u32, ply, 1)).collect();
    Record { game: "g".to_owned(), rows, told, beats: [(1, BEGUN + 9_000)].into() }
}

fn shown(row: &Row, ply: u32) -> Shown {
    Shown { seq: row.seq, ply, clocks: row.clocks, running: row.running }
}

/// What one of the players saw of it: the first move in the whole game, the others one by one.
fn view(record: &Record, player: usize) -> View {
    let rows: Vec<&Row> = record.rows.iter().filter(|row| row.squares.is_some()).collect();
    let mut facts = Vec::new();
    for (ply, row) in (1..).zip(&rows) {
        let own = row.number.filter(|(client, _)| *client == CLIENTS[player]).map(|(_, n)| n);
        facts.extend(own.map(|n| (row.wall - 10, Fact::Sent(n))));
        let shown = shown(row, ply);
        facts.push((
            row.wall,
            match ply {
                1 => Fact::Whole(shown, vec![text(1)]),
                _ => Fact::Event(shown, own, Some(text(ply as usize))),
            },
        ));
    }
    View { client: Some(CLIENTS[player]), node: player, facts }
}

fn views(record: &Record) -> Vec<View> {
    vec![view(record, 0), view(record, 1), View { client: None, ..view(record, 1) }]
}

fn promises(record: &Record, views: &[View], closed: &[(u64, u64)]) -> Vec<Promise> {
    let mut found: Vec<Promise> = check(record, views, closed).into_iter().map(|found| found.promise).collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn a_good_history_is_good() {
    let mut record = record();
    assert_eq!(check(&record, &views(&record), &[]), []);
    // Another run takes the game between the third and the fourth move, which is charged to the last heartbeat.
    let (last, wall) = (record.rows[2].clone(), BEGUN + 10_000);
    record.rows[3] = Row { wall: BEGUN + 10_500, ..row(5, 4, 2) };
    record.rows.insert(3, taking(4, 2, wall, &last));
    record.beats = [(1, BEGUN + 3_500), (2, BEGUN + 11_000)].into();
    assert_eq!(check(&record, &views(&record), &[]), []);
}

#[test]
fn a_lost_or_doubled_act_is_found() {
    let (mut lost, seen) = (record(), views(&record()));
    lost.rows.pop();
    lost.told.iter_mut().for_each(|told| drop(told.pop()));
    assert_eq!(promises(&lost, &seen, &[]), [Promise::OnceEach, Promise::Prefix]);
    let mut doubled = record();
    doubled.rows[3].number = doubled.rows[1].number;
    assert_eq!(promises(&doubled, &[], &[]), [Promise::OnceEach]);
    let mut seen = views(&record());
    seen[1].facts.push((BEGUN + 5_000, Fact::Confirmed(2, 3)));
    assert_eq!(promises(&record(), &seen, &[]), [Promise::OnceEach], "confirmed with another number");
}

#[test]
fn a_refused_act_that_counts_is_found() {
    let mut seen = views(&record());
    seen[0].facts.push((BEGUN + 2_500, Fact::Refused(9, "act".to_owned())));
    assert_eq!(promises(&record(), &seen, &[]), []);
    seen[0].facts.push((BEGUN + 2_500, Fact::Refused(3, "store".to_owned())));
    assert_eq!(promises(&record(), &seen, &[]), [Promise::RefusedIsNot]);
}

#[test]
fn a_gap_is_found() {
    let mut record = record();
    record.rows[3].seq = 5;
    assert_eq!(promises(&record, &[], &[]), [Promise::NoGaps]);
}

#[test]
fn two_owners_are_found() {
    let mut record = record();
    record.rows[2].run = 2;
    assert_eq!(promises(&record, &[], &[]), [Promise::OneOwner], "it has taken nothing");
    record.rows[2] = taking(3, 2, BEGUN + 3_000, &record.rows[1].clone());
    record.told.clear();
    assert_eq!(promises(&record, &[], &[]), [Promise::OneOwner], "the old owner writes after it was taken");
}

#[test]
fn a_view_that_is_no_beginning_is_found() {
    let mut seen = views(&record());
    seen[2].facts[0].1 = Fact::Whole(shown(&record().rows[0], 1), vec![text(2)]);
    assert_eq!(promises(&record(), &seen, &[]), [Promise::Prefix], "another move");
    let mut seen = views(&record());
    let view = &mut seen[2].facts;
    view.retain(|(_, fact)| !matches!(fact, Fact::Event(shown, ..) if shown.ply == 3));
    assert_eq!(promises(&record(), &seen, &[]), [Promise::Prefix], "a move was not shown");
    let mut seen = views(&record());
    seen[2].facts.retain(|(_, fact)| !matches!(fact, Fact::Sent(_)));
    let last = seen[2].facts.len() - 1;
    seen[2].facts.swap(last - 1, last);
    assert_eq!(promises(&record(), &seen, &[]), [Promise::Prefix], "in another order");
    let mut record = record();
    let seen = views(&record);
    record.rows[3].squares = Some(("a1".to_owned(), "b2".to_owned()));
    assert_eq!(promises(&record, &seen, &[]), [Promise::Prefix, Promise::SameEverywhere]);
}

#[test]
fn a_clock_that_others_see_otherwise_is_found() {
    let mut seen = views(&record());
    let Fact::Event(shown, ..) = &mut seen[2].facts.last_mut().unwrap().1 else { panic!() };
    shown.clocks[1] += 5;
    assert_eq!(promises(&record(), &seen, &[]), [Promise::SameClocks]);
    shown_running(&mut seen[2]).clocks[0] -= 20;
    shown_running(&mut seen[2]).clocks[1] -= 5;
    assert_eq!(promises(&record(), &seen, &[]), [], "the clock that runs has gone on");
}

fn shown_running(view: &mut View) -> &mut Shown {
    let Fact::Event(shown, ..) = &mut view.facts.last_mut().unwrap().1 else { panic!() };
    shown
}

#[test]
fn time_without_an_owner_is_charged_to_nobody() {
    let mut record = record();
    let before = record.rows[2].clone();
    // The owner lives until 3.5 s, the next takes the game at 10 s, and the move is made at 10.5 s.
    record.rows[3] = Row { wall: BEGUN + 10_500, ..row(5, 4, 2) };
    record.rows.insert(3, taking(4, 2, BEGUN + 10_000, &before));
    record.beats = [(1, BEGUN + 3_500)].into();
    assert_eq!(promises(&record, &views(&record), &[]), []);
    record.rows[4].clocks[1] = before.clocks[1] - 6_000;
    assert_eq!(promises(&record, &views(&record), &[]), [Promise::FairClocks]);
}

#[test]
fn time_without_a_database_is_charged_for_four_seconds() {
    let mut record = record();
    record.rows[3].wall = BEGUN + 33_000;
    record.beats = [(1, BEGUN + 40_000)].into();
    record.rows[3].clocks[1] = record.rows[2].clocks[1] - 29_000;
    assert_eq!(promises(&record, &views(&record), &[]), [], "the player has thought");
    let closed = [(BEGUN + 4_000, BEGUN + 32_000)];
    assert_eq!(promises(&record, &views(&record), &closed), [Promise::FairClocks]);
    record.rows[3].clocks[1] = record.rows[2].clocks[1] - 6_500;
    assert_eq!(promises(&record, &views(&record), &closed), []);
}

#[test]
fn a_node_that_tells_another_game_is_found() {
    let mut record = record();
    record.told[1].pop();
    assert_eq!(promises(&record, &[], &[]), [Promise::SameEverywhere]);
}

#[test]
fn a_result_counts_once() {
    let boards = |boards: [&str; 2]| boards.map(str::to_owned);
    let runs = [(1, None), (2, Some(2)), (2, None)];
    assert_eq!(check_contest("c", &runs, &boards(["1.1.1", "1.2.1"])), []);
    let twice = check_contest("c", &runs, &boards(["1.1.1", "1.1.1"]));
    assert_eq!(twice[0].promise, Promise::OnceEach);
    let stale = check_contest("c", &[(1, None), (2, Some(2)), (1, None)], &[]);
    assert_eq!(stale[0].promise, Promise::OneOwner);
}

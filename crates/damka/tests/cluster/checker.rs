//! Compares what clients have seen with what is kept.
//!
//! It knows nothing of nodes, faults or the protocol: only what was promised to players.

use super::history::{Fact, Shown, View};
use super::record::{Record, Row};
use std::collections::{HashMap, HashSet};

/// Clocks are reported in whole milliseconds.
const ROUNDING: u64 = 2;
/// A moment is noted a little before or after what it is the moment of: machines are busy.
const SLACK: u64 = 700;
/// When the database does not answer, clocks stand still after four seconds; the moment at which that is noticed comes on top.
const UNSURE: u64 = 5_000;

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which.
    pub promise: Promise,
    /// Where and how.
    pub what: String,
}

/// What was promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Promise {
    /// A confirmed act is in the record exactly once, with the number that was reported.
    OnceEach,
    /// A refused act is not.
    RefusedIsNot,
    /// The lines of a record are numbered without gaps.
    NoGaps,
    /// A game has one owner at a time.
    OneOwner,
    /// What anyone sees at any moment is a prefix of the record.
    Prefix,
    /// Clocks are the same for everybody.
    SameClocks,
    /// Nobody is charged for time in which the club could not confirm moves.
    FairClocks,
    /// When nothing is broken, games continue.
    GoesOn,
    /// In the end every node shows the same.
    SameEverywhere,
}

/// Everything that is wrong with a game. `closed` says when no node could reach the database.
pub fn check(record: &Record, views: &[View], closed: &[(u64, u64)]) -> Vec<Violation> {
    let mut check = Check { record, found: Vec::new() };
    check.numbers();
    check.owners();
    check.acts(views);
    check.nodes_agree();
    for view in views {
        check.view(view);
    }
    check.charges(views, closed);
    check.found
}

struct Check<'a> {
    record: &'a Record,
    found: Vec<Violation>,
}

impl Check<'_> {
    fn broken(&mut self, promise: Promise, what: impl std::fmt::Display) {
        self.found.push(Violation { promise, what: format!("game {}: {what}", self.record.game) });
    }

    fn numbers(&mut self) {
        let rows = &self.record.rows;
        if let Some((at, row)) = (1..).zip(rows).find(|(at, row)| row.seq != *at) {
            self.broken(Promise::NoGaps, format!("line {} where {at} is expected", row.seq));
        }
    }

    /// Another run writes only after it has taken the game over.
    fn owners(&mut self) {
        let mut owner = None;
        for row in &self.record.rows {
            if let Some(run) = row.taken.or(owner.is_none().then_some(row.run)) {
                owner = Some(run);
            }
            if owner != Some(row.run) {
                let what = format!("line {} is of run {}, but the game is of run {owner:?}", row.seq, row.run);
                self.broken(Promise::OneOwner, what);
            }
        }
    }

    fn acts(&mut self, views: &[View]) {
        let mut kept: HashMap<(u64, u64), Vec<u32>> = HashMap::new();
        for row in &self.record.rows {
            if let Some(number) = row.number {
                kept.entry(number).or_default().push(row.seq);
            }
        }
        for (number, seqs) in kept.iter().filter(|(_, seqs)| seqs.len() > 1) {
            self.broken(Promise::OnceEach, format!("act {number:?} is there as {seqs:?}"));
        }
        for view in views {
            let Some(client) = view.client else { continue };
            for (at, fact) in &view.facts {
                let (n, told) = match fact {
                    Fact::Event(shown, Some(n), _) => (*n, Some(shown.seq)),
                    Fact::Confirmed(n, seq) => (*n, Some(*seq)),
                    Fact::Refused(n, _) => (*n, None),
                    _ => continue,
                };
                let seqs = kept.get(&(client, n)).map(Vec::as_slice).unwrap_or_default();
                match told {
                    Some(seq) if !seqs.contains(&seq) => self.broken(
                        Promise::OnceEach,
                        format!(
                            "act {n} of {client} was confirmed as {seq} at {at} by node {}, and is {seqs:?}",
                            view.node
                        ),
                    ),
                    None if !seqs.is_empty() => self.broken(
                        Promise::RefusedIsNot,
                        format!(
                            "act {n} of {client}, {fact:?} at {at} by node {}, is {seqs:?}; {}; record {:?}; seen {:?}",
                            view.node,
                            sendings(views, client, n),
                            self.record.rows,
                            view.facts
                        ),
                    ),
                    _ => {}
                }
            }
        }
    }

    fn nodes_agree(&mut self) {
        let moves: Vec<&Row> = self.record.rows.iter().filter(|row| row.squares.is_some()).collect();
        for (node, told) in self.record.told.iter().enumerate() {
            let fits =
                |(row, text): (&&Row, &String)| row.squares.as_ref().is_some_and(|squares| is_move(squares, text));
            if told.len() != moves.len() || !moves.iter().zip(told).all(fits) {
                self.broken(Promise::SameEverywhere, format!("node {node} tells {told:?}, which is not the record"));
            }
        }
    }

    /// The line that a number names, or the last before it that people see.
    fn row(&self, seq: u32) -> Option<&Row> {
        self.record.rows.iter().rev().find(|row| row.seq <= seq && row.taken.is_none())
    }

    fn view(&mut self, view: &View) {
        let mut last: Option<Shown> = None;
        for (at, fact) in &view.facts {
            let wrong = match fact {
                Fact::Whole(shown, moves) => self.whole(shown, moves).or_else(|| goes_back(last.as_ref(), shown)),
                Fact::Event(shown, _, mv) => self.event(shown, mv.as_deref(), last.as_ref()),
                _ => continue,
            };
            let (Fact::Whole(shown, _) | Fact::Event(shown, ..)) = fact else { continue };
            if let Some(wrong) = wrong {
                self.broken(Promise::Prefix, format!("node {} at {at}: {wrong}", view.node));
            } else {
                self.clocks(view.node, shown);
            }
            last = Some(shown.clone());
        }
    }

    /// What is wrong with the whole game as it was shown.
    fn whole(&self, shown: &Shown, moves: &[String]) -> Option<String> {
        let rows = self.record.rows.iter().filter(|row| row.seq <= shown.seq && row.squares.is_some());
        let known: Vec<&(String, String)> = rows.filter_map(|row| row.squares.as_ref()).collect();
        if self.record.rows.last().is_none_or(|row| row.seq < shown.seq) && shown.seq > 0 {
            return Some(format!("the game was shown up to {}, which is not there", shown.seq));
        }
        let fits = known.len() == moves.len() && known.iter().zip(moves).all(|(squares, text)| is_move(squares, text));
        (!fits).then(|| format!("up to {} it was shown as {moves:?}, and is {known:?}", shown.seq))
    }

    /// What is wrong with an event as it was shown.
    fn event(&self, shown: &Shown, mv: Option<&str>, last: Option<&Shown>) -> Option<String> {
        let Some(row) = self.record.rows.iter().find(|row| row.seq == shown.seq) else {
            return Some(format!("event {} was shown, and is not there", shown.seq));
        };
        let fits = match (mv, &row.squares) {
            (Some(text), Some(squares)) => is_move(squares, text),
            (None, None) => true,
            _ => false,
        };
        if !fits {
            return Some(format!("event {} was shown as {mv:?}, and is {row:?}", shown.seq));
        }
        let last = last?;
        if shown.seq <= last.seq {
            return Some(format!("event {} was shown after {}", shown.seq, last.seq));
        }
        let between = self.record.rows.iter().filter(|row| row.seq > last.seq && row.seq < shown.seq);
        let missed = between.filter(|row| row.squares.is_some()).count();
        (missed > 0).then(|| format!("between {} and {} nothing was shown of {missed} moves", last.seq, shown.seq))
    }

    fn clocks(&mut self, node: usize, shown: &Shown) {
        let Some(row) = self.row(shown.seq) else { return };
        let (kept, seq) = (row.clocks, row.seq);
        for (side, (told, is)) in shown.clocks.into_iter().zip(kept).enumerate() {
            // A clock that runs has gone on since; one that stands is what it is.
            let fits = if shown.running == Some(side) { told <= is + ROUNDING } else { told.abs_diff(is) <= ROUNDING };
            if !fits {
                self.broken(
                    Promise::SameClocks,
                    format!("node {node}: side {side} after {seq}: {told} ms, and is {is}"),
                );
            }
        }
    }

    /// What a player was charged for a move is at most the time in which the club could have confirmed it: from when the
    /// opponent's move was sent, without what lies between the last heartbeat of an owner and the next owner's taking.
    fn charges(&mut self, views: &[View], closed: &[(u64, u64)]) {
        let sent = first_sent(views);
        let rows = &self.record.rows;
        let moves: Vec<usize> = (0..rows.len()).filter(|at| rows[*at].squares.is_some()).collect();
        let mut unfair = Vec::new();
        for pair in moves.windows(2) {
            let (before, after) = (&rows[pair[0]], &rows[pair[1]]);
            let Some(side) = before.running else { continue };
            let charged = before.clocks[side].saturating_sub(after.clocks[side]);
            let taken = rows[..pair[0]].iter().rev().find(|row| row.taken.is_some()).map_or(0, |row| row.wall);
            let begun = before.number.and_then(|number| sent.get(&number)).copied().unwrap_or(before.wall);
            let begun = begun.min(before.wall).max(taken);
            let lived = self.lived(begun, &rows[pair[0]..=pair[1]]);
            let lost: u64 = closed.iter().map(|(from, to)| to.min(&after.wall).saturating_sub(*from.max(&begun))).sum();
            let most = if lost > UNSURE { lived.min(after.wall.saturating_sub(begun + lost - UNSURE)) } else { lived };
            if charged > most + SLACK {
                unfair.push(format!("{charged} ms were charged for the move {}, of {most} ms", after.seq));
            }
        }
        unfair.into_iter().for_each(|what| self.broken(Promise::FairClocks, what));
    }

    /// How long the owners lived between the first and the last of some lines.
    fn lived(&self, begun: u64, rows: &[Row]) -> u64 {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return 0 };
        let (mut from, mut run, mut lived) = (begun, first.run, 0);
        for row in rows {
            if let Some(next) = row.taken {
                let beat = self.record.beats.get(&run).copied().unwrap_or(row.wall);
                lived += beat.min(row.wall).saturating_sub(from);
                (from, run) = (row.wall, next);
            }
        }
        lived + last.wall.saturating_sub(from)
    }
}

fn goes_back(last: Option<&Shown>, shown: &Shown) -> Option<String> {
    let last = last?;
    (shown.seq < last.seq).then(|| format!("the game was shown up to {} after {}", shown.seq, last.seq))
}

/// Whether a move as people write it, such as `c3-d4` or `a1:c3:e5`, goes from one square to another.
fn is_move((from, to): &(String, String), text: &str) -> bool {
    let squares: Vec<&str> = text.split(['-', ':', 'x']).collect();
    squares.first() == Some(&from.as_str()) && squares.last() == Some(&to.as_str())
}

/// When an act was sent, and to which nodes.
fn sendings(views: &[View], client: u64, n: u64) -> String {
    let own = views.iter().filter(|view| view.client == Some(client));
    let sent = own.flat_map(|view| view.facts.iter().map(move |(at, fact)| (at, fact, view.node)));
    let sent = sent.filter(|(_, fact, _)| matches!(fact, Fact::Sent(sent) if *sent == n));
    format!("sent: {:?}", sent.map(|(at, _, node)| (*at, node)).collect::<Vec<_>>())
}

fn first_sent(views: &[View]) -> HashMap<(u64, u64), u64> {
    let mut sent: HashMap<(u64, u64), u64> = HashMap::new();
    for view in views {
        for (at, fact) in &view.facts {
            if let (Some(client), Fact::Sent(n)) = (view.client, fact) {
                let first = sent.entry((client, *n)).or_insert(*at);
                *first = (*first).min(*at);
            }
        }
    }
    sent
}

/// The lines of a contest, by the run of each and the run that has taken the contest with it, and the boards that got a result,
/// each of them once.
pub fn check_contest(contest: &str, runs: &[(i64, Option<i64>)], results: &[String]) -> Vec<Violation> {
    let rows = (1..).zip(runs).map(|(seq, (run, taken))| Row { seq, run: *run, taken: *taken, ..Row::default() });
    let record = Record { game: format!("of contest {contest}"), rows: rows.collect(), ..Record::default() };
    let mut check = Check { record: &record, found: Vec::new() };
    check.owners();
    let mut seen = HashSet::new();
    for board in results.iter().filter(|board| !seen.insert(*board)) {
        check.broken(Promise::OnceEach, format!("board {board} has two results"));
    }
    check.found
}

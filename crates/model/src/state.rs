//! A state: what the database has, what each node believes, and what is on its way.

use std::fmt::{Display, Formatter};

/// How many nodes there are.
pub const NODES: usize = 3;
/// The most acts.
pub const ACTS: usize = 2;
/// The longest record; the budgets that are used leave room.
const LONGEST: usize = 8;

/// A run; 0 is none.
pub type Run = u8;

/// A line of the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// Who has written it.
    pub run: Run,
    /// The act, counted from one; 0 is `taken by run`.
    pub act: u8,
}

/// The record of the game, in the database or as a node knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Log {
    len: u8,
    lines: [Line; LONGEST],
}

impl Log {
    /// The lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines[..self.len as usize]
    }

    /// Adds one.
    pub fn push(&mut self, line: Line) {
        self.lines[self.len as usize] = line;
        self.len += 1;
    }

    /// Whether there is no room for more.
    pub fn is_full(&self) -> bool {
        self.len as usize == LONGEST
    }

    /// Whether an act is among the lines.
    pub fn has(&self, act: u8) -> bool {
        self.lines().iter().any(|line| line.act == act)
    }

    /// Who has written last.
    pub fn last_run(&self) -> Run {
        self.lines().last().map_or(0, |line| line.run)
    }

    /// The same with other names.
    pub fn renamed(mut self, run: impl Fn(Run) -> Run, act: impl Fn(u8) -> u8) -> Log {
        for line in &mut self.lines[..self.len as usize] {
            *line = Line { run: run(line.run), act: act(line.act) };
        }
        self
    }
}

/// What a transaction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// Takes the game.
    Take,
    /// Appends an act with the number that its owner expects.
    Append { act: u8, seq: u8 },
    /// Writes the rows: these from now on.
    Rows(u8),
    /// Lets the game go.
    Release,
}

impl Display for What {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            What::Take => write!(f, "taking"),
            What::Append { act, seq } => write!(f, "act {act} as number {seq}"),
            What::Rows(rows) => write!(f, "rows {rows}"),
            What::Release => write!(f, "letting go"),
        }
    }
}

/// How far a transaction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// It is under way, or being processed.
    Sent,
    /// It has happened, and the answer is on its way.
    Done,
    /// It contradicted what was there; the answer is on its way.
    Conflict,
    /// The node knows that there is no answer, or that it was a conflict. Nothing is on its way any more.
    Doubtful,
}

/// A transaction of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transaction {
    pub run: Run,
    pub what: What,
    pub phase: Phase,
}

/// What a node does with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Nothing.
    Idle,
    /// It follows the game, which this run owns as far as it knows.
    Follows(Run),
    /// It has learned that it owns the game.
    Told,
    /// It has read these rows, and the lines are next.
    Loading(u8),
    /// It is the owner, as far as it knows: with the rows and the lines that it knows.
    Owns,
    /// It lets the game go.
    Goes,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    pub part: Part,
    pub log: Log,
    pub rows: u8,
    pub transaction: Option<Transaction>,
    /// A transaction that it had sent when it was killed, or did not wait for: it may still happen.
    pub orphan: Option<Transaction>,
    pub run: Run,
}

impl Node {
    /// A node that has just begun a run.
    pub fn begun(run: Run) -> Node {
        Node { part: Part::Idle, log: Log::default(), rows: 0, transaction: None, orphan: None, run }
    }

    /// Whether it acts as the owner and waits for nothing.
    pub fn is_free_owner(&self) -> bool {
        self.part == Part::Owns && self.transaction.is_none()
    }
}

/// What the database has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Database {
    pub log: Log,
    pub owner: Run,
    pub rows: u8,
    /// The runs whose lease is valid, as bits.
    pub leases: u8,
    /// The largest run.
    pub runs: Run,
    /// Whether a line was written whose number is not the next.
    pub has_gap: bool,
}

/// An act of a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Act {
    /// The node to which the client is connected.
    pub at: u8,
    /// The runs that were asked by a follower, as bits. The question may come at any time, and more than once.
    pub asked: u8,
    /// Whether an answer is on its way.
    pub is_answered: bool,
    /// Whether the client knows that it counts.
    pub is_confirmed: bool,
}

/// What is left of the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Left {
    pub faults: u8,
    pub goings: u8,
    pub rows: u8,
}

/// Everything at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(crate) database: Database,
    pub(crate) nodes: [Node; NODES],
    pub(crate) acts: [Act; ACTS],
    pub(crate) left: Left,
}

impl State {
    /// Whether a run's lease is valid.
    pub fn is_valid(&self, run: Run) -> bool {
        self.database.leases & (1 << run) != 0
    }

    /// A new run with a valid lease.
    pub fn begin_run(&mut self) -> Run {
        self.database.runs += 1;
        self.database.leases |= 1 << self.database.runs;
        self.database.runs
    }
}

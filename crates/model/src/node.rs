//! What a node does with the game (crates/server/src/nodes/owners.rs, live/append.rs, live/follow.rs).

use crate::rules::Rules;
use crate::state::{Line, NODES, Node, Part, Phase, State, Transaction, What};
use std::fmt::Arguments;

impl State {
    /// Everything that a node can do.
    pub fn node_steps(&self, rules: Rules, add: &mut dyn FnMut(Arguments<'_>, State)) {
        for at in 0..NODES {
            let node = self.nodes[at];
            let mut tell = |what: Arguments<'_>, next: Node, mut state: State| {
                state.nodes[at] = next;
                add(format_args!("node {} (run {}): {what}", at + 1, node.run), state);
            };
            match node.transaction {
                Some(transaction) => self.answers(node, transaction, rules, &mut tell),
                None => self.begins(node, rules, &mut tell),
            }
            self.ends(at, add);
        }
    }

    fn begins(&self, node: Node, rules: Rules, tell: &mut dyn FnMut(Arguments<'_>, Node, State)) {
        match node.part {
            Part::Idle | Part::Follows(_) => self.asks(node, tell),
            Part::Told => {
                let next = Node { part: Part::Loading(self.database.rows), ..node };
                tell(format_args!("reads the rows"), next, *self);
            }
            Part::Loading(rows) => {
                let last = self.database.log.last_run();
                let is_mine = !rules.looks_again || last == 0 || last == node.run;
                let part = if is_mine { Part::Owns } else { Part::Idle };
                let (log, rows) = if is_mine { (self.database.log, rows) } else { Default::default() };
                tell(format_args!("reads the lines"), Node { part, log, rows, ..node }, *self);
            }
            Part::Owns => {
                if self.left.rows > 0 {
                    let mut next = *self;
                    next.left.rows -= 1;
                    let what = What::Rows(node.rows + 1);
                    tell(format_args!("writes rows {}", node.rows + 1), sends(node, what), next);
                }
                if self.left.goings > 0 {
                    let mut next = *self;
                    next.left.goings -= 1;
                    tell(format_args!("lets the game go"), lets_go(node), next);
                }
            }
            Part::Goes => tell(format_args!("has gone"), gone(node), *self),
        }
    }

    /// A node asks who owns the game, and takes it if nobody does.
    fn asks(&self, node: Node, tell: &mut dyn FnMut(Arguments<'_>, Node, State)) {
        let owner = self.database.owner;
        if owner == node.run {
            tell(format_args!("asks, and owns the game"), Node { part: Part::Told, ..node }, *self);
        } else if owner != 0 && self.is_valid(owner) {
            let part = Part::Follows(owner);
            if part != node.part {
                tell(format_args!("asks, and follows run {owner}"), Node { part, ..node }, *self);
            }
        } else if !self.database.log.is_full() {
            tell(format_args!("asks, and takes the game"), sends(node, What::Take), *self);
        }
    }

    /// A node hears what has become of a transaction, or does not.
    fn answers(
        &self,
        node: Node,
        transaction: Transaction,
        rules: Rules,
        tell: &mut dyn FnMut(Arguments<'_>, Node, State),
    ) {
        let what = transaction.what;
        if transaction.phase == Phase::Doubtful {
            return self.looks(node, transaction.what, rules, tell);
        }
        if transaction.phase == Phase::Done {
            let mut next = *self;
            let done = next.done(node, transaction.what);
            tell(format_args!("hears that {what} has happened"), done, next);
        }
        // A conflict and a missing answer are the same to a node.
        let mut next = node;
        next.transaction = Some(Transaction { phase: Phase::Doubtful, ..transaction });
        if transaction.phase == Phase::Sent && !rules.makes_sure {
            next.orphan = Some(transaction);
        }
        next = match transaction.what {
            What::Take => Node { transaction: None, part: Part::Idle, ..next },
            What::Release => gone(next),
            What::Append { .. } | What::Rows(_) => next,
        };
        let told = if transaction.phase == Phase::Conflict { "that it is a conflict" } else { "no answer" };
        tell(format_args!("about {what} hears {told}"), next, *self);
    }

    /// What an owner does when its transaction has happened.
    fn done(&mut self, mut node: Node, what: What) -> Node {
        node.transaction = None;
        match what {
            What::Take => node.part = Part::Told,
            What::Append { act, .. } => {
                node.log.push(Line { run: node.run, act });
                self.answer(act);
            }
            What::Rows(rows) => node.rows = rows,
            What::Release => node = gone(node),
        }
        node
    }

    /// A node finds out what has become of a transaction (`not_written`).
    fn looks(&self, node: Node, what: What, rules: Rules, tell: &mut dyn FnMut(Arguments<'_>, Node, State)) {
        let waits = Node { transaction: None, ..node };
        match what {
            // A node that has not taken the game asks again; an owner that was releasing it has released it.
            What::Take | What::Release => {}
            What::Rows(_) if !rules.reads_rows_again => tell(format_args!("leaves it at that"), waits, *self),
            What::Rows(_) if self.database.owner == node.run => {
                tell(format_args!("reads the rows again"), Node { rows: self.database.rows, ..waits }, *self);
            }
            What::Rows(_) => tell(format_args!("finds that another owns the game"), gone(node), *self),
            What::Append { act, .. } => {
                let mut next = *self;
                let found = next.finds(waits, act);
                tell(format_args!("reads the tail"), found, next);
                if self.left.goings > 0 {
                    let mut next = *self;
                    next.left.goings -= 1;
                    tell(format_args!("cannot read the tail, and lets the game go"), lets_go(node), next);
                }
            }
        }
    }

    /// Which line stands where an act should stand.
    fn finds(&mut self, mut node: Node, act: u8) -> Node {
        let known = node.log.lines().len().min(self.database.log.lines().len());
        let tail = &self.database.log.lines()[known..];
        if tail == [Line { run: node.run, act }] {
            return self.done(node, What::Append { act, seq: 0 });
        }
        if tail.iter().any(|line| line.run != node.run) {
            return gone(node);
        }
        // What was not written did not happen; the client learns this, and may send the act again.
        node.log = self.database.log;
        node
    }

    /// A node hears that its lease has ended, or is killed: either way it is another run.
    fn ends(&self, at: usize, add: &mut dyn FnMut(Arguments<'_>, State)) {
        let node = self.nodes[at];
        if !self.is_valid(node.run) && node.transaction.is_none() {
            let mut next = *self;
            let run = next.begin_run();
            next.nodes[at] = if node.part == Part::Owns { lets_go(node) } else { gone(node) };
            next.nodes[at].run = run;
            add(format_args!("node {} hears that its lease has ended, and goes on as run {run}", at + 1), next);
        }
        if self.left.faults > 0 {
            let mut next = *self;
            next.left.faults -= 1;
            let run = next.begin_run();
            let sent = node.transaction.filter(|it| it.phase == Phase::Sent);
            next.nodes[at] = Node { orphan: sent.or(node.orphan), ..Node::begun(run) };
            add(format_args!("node {} is killed, and begins run {run}", at + 1), next);
        }
    }
}

fn sends(node: Node, what: What) -> Node {
    Node { transaction: Some(Transaction { run: node.run, what, phase: Phase::Sent }), ..node }
}

/// Handles an act that was not known: it is decided, and sent to the database.
pub fn appends(node: Node, act: u8) -> Node {
    let seq = node.log.lines().len() as u8 + 1;
    sends(node, What::Append { act, seq })
}

fn lets_go(node: Node) -> Node {
    sends(Node { part: Part::Goes, log: Default::default(), rows: 0, ..node }, What::Release)
}

fn gone(node: Node) -> Node {
    Node { orphan: node.orphan, ..Node::begun(node.run) }
}

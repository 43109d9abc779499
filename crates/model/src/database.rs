//! What the database does: each transaction is one step, as the locks of the rows and the key (game, seq) make it
//! (crates/store/src/sql/nodes.rs, apply.rs).

use crate::rules::Rules;
use crate::state::{Line, Phase, Run, State, Transaction, What};
use std::fmt::Arguments;

impl State {
    /// A transaction happens, or contradicts what is there.
    pub fn commit(&mut self, transaction: Transaction, rules: Rules) -> Phase {
        let Transaction { run, what, .. } = transaction;
        let has_happened = match what {
            What::Take => self.take(run, rules),
            What::Append { act, seq } => self.append(Line { run, act }, seq, rules),
            What::Rows(rows) => self.write_rows(run, rows, rules),
            What::Release => {
                if self.database.owner == run {
                    self.database.owner = 0;
                }
                true
            }
        };
        if has_happened { Phase::Done } else { Phase::Conflict }
    }

    fn take(&mut self, run: Run, rules: Rules) -> bool {
        let (owner, last) = (self.database.owner, self.database.log.last_run());
        if !self.is_valid(run) || owner != 0 && owner != run && self.is_valid(owner) {
            return false;
        }
        let needs_line = owner != 0 && owner != run || last != 0 && last != run;
        if needs_line && rules.takes_with_a_line {
            self.database.log.push(Line { run, act: 0 });
        }
        self.database.owner = run;
        true
    }

    fn append(&mut self, line: Line, seq: u8, rules: Rules) -> bool {
        let next = self.database.log.lines().len() as u8 + 1;
        if seq != next && rules.expects_a_number {
            // Beyond the end there is nothing to contradict.
            self.database.has_gap |= seq > next;
            return false;
        }
        if !self.database.log.is_full() {
            self.database.log.push(line);
        }
        true
    }

    fn write_rows(&mut self, run: Run, rows: u8, rules: Rules) -> bool {
        if rules.writes_as_owner && self.database.owner != run {
            return false;
        }
        self.database.rows = rows;
        true
    }

    /// Everything that can happen at the database.
    pub fn database_steps(&self, rules: Rules, add: &mut dyn FnMut(Arguments<'_>, State)) {
        for (at, node) in self.nodes.iter().enumerate() {
            if let Some(sent) = node.transaction.filter(|sent| sent.phase == Phase::Sent) {
                let mut next = *self;
                let phase = next.commit(sent, rules);
                next.nodes[at].transaction = Some(Transaction { phase, ..sent });
                add(format_args!("the database: {} of run {}: {phase:?}", sent.what, sent.run), next);
            }
            if let Some(orphan) = node.orphan {
                let mut next = *self;
                let phase = next.commit(orphan, rules);
                next.nodes[at].orphan = None;
                add(format_args!("the database: {} of run {}, late: {phase:?}", orphan.what, orphan.run), next);
            }
        }
        for run in (1..=self.database.runs).filter(|run| self.is_valid(*run)) {
            let is_dead = self.nodes.iter().all(|node| node.run != run);
            if is_dead || self.left.faults > 0 {
                let mut next = *self;
                next.database.leases &= !(1 << run);
                next.left.faults -= u8::from(!is_dead);
                add(format_args!("the lease of run {run} ends"), next);
            }
        }
    }
}

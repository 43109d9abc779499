//! The model as a whole: where it begins, its steps, its promises, and what is the same but for names.

use crate::explore::Model;
use crate::rules::Protocol;
use crate::state::{ACTS, Act, Database, Left, Line, Log, NODES, Node, Part, Run, State, Transaction, What};
use std::fmt::Arguments;

impl Model for Protocol {
    type State = State;

    fn first(&self) -> State {
        let database = Database { log: Log::default(), owner: 0, rows: 0, leases: 0, runs: 0, has_gap: false };
        let (faults, goings, rows) = (self.budget.faults, self.budget.goings, self.budget.rows);
        let mut state = State {
            database,
            nodes: [Node::begun(0); NODES],
            acts: [Act::default(); ACTS],
            left: Left { faults, goings, rows },
        };
        for at in 0..NODES {
            state.nodes[at].run = state.begin_run();
        }
        state
    }

    fn steps(&self, from: &State, step: &mut dyn FnMut(Arguments<'_>, State)) {
        from.act_steps(self.budget.acts, self.rules, step);
        from.node_steps(self.rules, step);
        from.database_steps(self.rules, step);
    }

    fn representative(&self, state: State) -> State {
        state.representative(self.budget.acts)
    }

    fn broken(&self, state: &State) -> Option<&'static str> {
        state.broken()
    }

    fn is_goal(&self, state: &State) -> bool {
        let is_served = |node: &Node| {
            let is_owner = node.is_free_owner() && node.run == state.database.owner && state.is_valid(node.run);
            is_owner && node.log == state.database.log
        };
        let acts = &state.acts[..self.budget.acts as usize];
        acts.iter().all(|act| act.is_confirmed) && state.nodes.iter().any(is_served)
    }
}

impl State {
    fn broken(&self) -> Option<&'static str> {
        let lines = self.database.log.lines();
        let changes = |pair: &[Line]| pair[0].run != pair[1].run && pair[1].act != 0;
        let times = |act: usize| lines.iter().filter(|line| usize::from(line.act) == act).count();
        let is_lost = |at: usize| self.acts[at].is_confirmed && times(at + 1) == 0;
        match () {
            () if self.database.has_gap => Some("numbers have no gaps"),
            () if lines.windows(2).any(changes) => Some("a run writes only after it has taken the game"),
            () if (1..=ACTS).any(|act| times(act) > 1) => Some("an act counts once"),
            () if (0..ACTS).any(is_lost) => Some("what was confirmed is in the record"),
            () if self.nodes.iter().any(|node| !self.knows_its_lines(node)) => {
                Some("an owner knows what it has written")
            }
            () if self.nodes.iter().any(|node| !self.knows_its_rows(node)) => {
                Some("the rows are what their owner has written")
            }
            () => None,
        }
    }

    /// What an owner knows is the beginning of what is kept, and what follows there begins with a line of another run.
    fn knows_its_lines(&self, node: &Node) -> bool {
        let kept = self.database.log.lines();
        !node.is_free_owner()
            || kept.strip_prefix(node.log.lines()).is_some_and(|rest| rest.first().is_none_or(|it| it.run != node.run))
    }

    fn knows_its_rows(&self, node: &Node) -> bool {
        !node.is_free_owner() || node.run != self.database.owner || node.rows == self.database.rows
    }

    /// Nodes are put in an order that does not depend on their names, and runs and acts are renamed in the order of what is
    /// left. Any other names would do: it does no harm if more states than necessary remain.
    fn representative(mut self, acts: u8) -> State {
        let weight = |node: &Node, act: &Act| (act.is_confirmed, act.is_answered, act.asked & (1 << node.run) != 0);
        let clients = |at: usize| self.acts.iter().filter(|act| usize::from(act.at) == at).count();
        let mut order: Vec<usize> = (0..NODES).collect();
        order.sort_by_cached_key(|at| {
            let node = self.nodes[*at];
            let kind = |it: Option<Transaction>| {
                it.map(|it| (it.phase, std::mem::discriminant(&it.what) == std::mem::discriminant(&What::Take)))
            };
            let weights: [_; ACTS] = std::array::from_fn(|act| weight(&node, &self.acts[act]));
            let part = match node.part {
                Part::Idle => 0,
                Part::Follows(_) => 1,
                Part::Told => 2,
                Part::Loading(_) => 3,
                Part::Owns => 4,
                Part::Goes => 5,
            };
            let is_owner = self.database.owner == node.run;
            let in_log = node.log.lines().len();
            (
                is_owner,
                part,
                kind(node.transaction),
                kind(node.orphan),
                in_log,
                clients(*at),
                self.is_valid(node.run),
                weights,
            )
        });
        let mut names = Names::default();
        let old = self;
        for (at, from) in order.iter().enumerate() {
            self.nodes[at] = old.nodes[*from];
            names.run(self.nodes[at].run);
        }
        let place = |at: u8| order.iter().position(|from| *from == usize::from(at)).unwrap_or(0) as u8;
        for act in &mut self.acts[..acts as usize] {
            act.at = if act.is_confirmed { 0 } else { place(act.at) };
        }
        self.rename(&mut names);
        self
    }

    /// Leaves out what can no longer make a difference: questions to runs that have ended, and their leases.
    fn forget(&mut self) {
        let bits = |runs: &mut dyn Iterator<Item = Run>| runs.fold(0, |bits, run| bits | 1 << run);
        let living: u8 = bits(&mut self.nodes.iter().map(|node| node.run));
        let late: u8 = bits(&mut self.nodes.iter().filter_map(|node| node.orphan).map(|it| it.run));
        self.database.leases &= living | late | (1 << self.database.owner);
        for act in &mut self.acts {
            act.asked &= living;
        }
    }

    fn rename(&mut self, names: &mut Names) {
        self.forget();
        names.run(self.database.owner);
        self.database.log.lines().iter().for_each(|line| names.note(line.run));
        for node in self.nodes {
            node.log.lines().iter().for_each(|line| names.note(line.run));
            if let Part::Follows(run) = node.part {
                names.run(run);
            }
            [node.orphan, node.transaction].into_iter().flatten().for_each(|it| names.note(it.run));
        }
        let known = names.count;
        let names = |run: Run| names.names[run as usize];
        let bits =
            |bits: u8| (1..8).filter(|run| bits & (1 << run) != 0).map(names).fold(0, |to, run| to | (1 << run) & !1);
        self.database.owner = names(self.database.owner);
        self.database.log = self.database.log.renamed(names, |act| act);
        self.database.leases = bits(self.database.leases);
        self.database.runs = known;
        for act in &mut self.acts {
            act.asked = bits(act.asked);
        }
        for node in &mut self.nodes {
            node.run = names(node.run);
            node.log = node.log.renamed(names, |act| act);
            if let Part::Follows(run) = &mut node.part {
                *run = names(*run);
            }
            for it in [&mut node.orphan, &mut node.transaction].into_iter().flatten() {
                it.run = names(it.run);
            }
        }
    }
}

/// New names of runs, in the order in which they were asked for. Runs that nothing refers to any more have none.
#[derive(Default)]
struct Names {
    names: [Run; 9],
    count: Run,
}

impl Names {
    fn run(&mut self, run: Run) -> Run {
        let name = &mut self.names[run as usize];
        if run != 0 && *name == 0 {
            self.count += 1;
            *name = self.count;
        }
        *name
    }

    fn note(&mut self, run: Run) {
        self.run(run);
    }
}

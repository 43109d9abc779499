//! What clients do, and what is done for them (crates/server/src/live/follow.rs, owner.rs).

use crate::node::appends;
use crate::rules::Rules;
use crate::state::{NODES, Part, State};
use std::fmt::Arguments;

impl State {
    /// An answer to a client begins its way.
    pub fn answer(&mut self, act: u8) {
        let act = &mut self.acts[act as usize - 1];
        act.is_answered = !act.is_confirmed;
    }

    fn confirm(mut self, act: u8) -> State {
        let act = &mut self.acts[act as usize - 1];
        // Where the client is no longer matters. A question already sent may still arrive.
        (act.is_confirmed, act.is_answered, act.at) = (true, false, 0);
        self
    }

    /// Everything that can happen to acts; there are `count` of them.
    pub fn act_steps(&self, count: u8, rules: Rules, add: &mut dyn FnMut(Arguments<'_>, State)) {
        for number in 1..=count {
            self.client_steps(number, add);
            for at in 0..NODES {
                self.comes_to(at, number, rules, add);
            }
        }
    }

    fn client_steps(&self, number: u8, add: &mut dyn FnMut(Arguments<'_>, State)) {
        let act = self.acts[number as usize - 1];
        if act.is_confirmed {
            return;
        }
        for at in (0..NODES as u8).filter(|at| *at != act.at) {
            let mut next = *self;
            next.acts[number as usize - 1].at = at;
            add(format_args!("the client of act {number} connects to node {}", at + 1), next);
        }
        if act.is_answered {
            add(format_args!("the client of act {number} hears that it counts"), self.confirm(number));
        }
        if let Part::Follows(run) = self.nodes[act.at as usize].part {
            if act.asked & (1 << run) == 0 {
                let mut next = *self;
                next.acts[number as usize - 1].asked |= 1 << run;
                add(format_args!("node {} passes act {number} on to run {run}", act.at + 1), next);
            }
            if self.database.log.has(number) {
                add(format_args!("node {} reads act {number} and shows it", act.at + 1), self.confirm(number));
            }
        }
    }

    /// An act reaches a node, from a client or from a follower. A node that is not the owner does nothing, and the sender
    /// sends the act again.
    fn comes_to(&self, at: usize, number: u8, rules: Rules, add: &mut dyn FnMut(Arguments<'_>, State)) {
        let (act, node) = (self.acts[number as usize - 1], self.nodes[at]);
        let is_here = act.at as usize == at && !act.is_confirmed;
        let is_passed_on = act.asked & (1 << node.run) != 0;
        if !node.is_free_owner() || !is_here && !is_passed_on {
            return;
        }
        let mut next = *self;
        if rules.counts_once && node.log.has(number) {
            next.answer(number);
            if next != *self {
                add(format_args!("node {} (run {}) knows act {number}", at + 1, node.run), next);
            }
        } else if !node.log.is_full() {
            next.nodes[at] = appends(node, number);
            add(format_args!("node {} (run {}) sends act {number} to the database", at + 1, node.run), next);
        }
    }
}

//! What the seats of a game have done: so that an act that is sent again counts once, and that nobody does too much.

use super::acts;
use super::budget::Budget;
use damka_conduct::{Event, Role};
use damka_store::ClientNumber;
use std::collections::VecDeque;

/// How many acts of each role are remembered.
const REMEMBERED: usize = 16;
/// How many clients of each role are remembered.
const CLIENTS: usize = 4;

/// What is known of a number that a client has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It was not used.
    New,
    /// It became the event of this number.
    Used(u32),
    /// It may have been used long ago: the store knows.
    AskStore,
}

/// What the seats of a game have done. It is on the heap: there are thousands of games.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// What clients have done lately.
    pub recent: Recent,
    /// How much was done lately.
    pub budget: Budget,
    /// How much each role has done beside its moves.
    acts: [u32; 3],
}

impl Done {
    /// How much somebody in a role has done beside their moves.
    #[must_use]
    pub fn acts(&self, role: Role) -> u32 {
        self.acts[role as usize]
    }

    /// Somebody has done something, with the client's number for it and the number of the event that it became.
    pub fn note(&mut self, event: &Event, number: Option<ClientNumber>, seq: u32) {
        let Some(role) = event.actor.role() else { return };
        self.acts[role as usize] += u32::from(!acts::is_move(&event.deed));
        if let Some(number) = number {
            self.recent.add(role, number, seq);
        }
    }
}

/// Acts of clients that have counted, and the number of the event that each became. What it was is on disk: hardly ever is
/// anything sent again. Each role has a memory of its own, so nobody can push out what another has done.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    roles: [Lately; 3],
    /// Whether something was forgotten.
    is_partial: bool,
}

#[derive(Clone, Debug, Default)]
struct Lately {
    acts: VecDeque<(ClientNumber, u32)>,
    /// The largest number that each client has used.
    largest: VecDeque<ClientNumber>,
}

impl Recent {
    /// What is known of a number.
    #[must_use]
    pub fn find(&self, number: ClientNumber) -> Known {
        let mut acts = self.roles.iter().flat_map(|lately| &lately.acts);
        if let Some((_, seq)) = acts.find(|(known, _)| *known == number) {
            return Known::Used(*seq);
        }
        let of_client = self.roles.iter().flat_map(|lately| &lately.largest).filter(|it| it.client == number.client);
        let largest = of_client.map(|it| it.n).max();
        if !self.is_partial || largest.is_some_and(|largest| number.n > largest) { Known::New } else { Known::AskStore }
    }

    /// Remembers one that somebody has done in a role.
    pub fn add(&mut self, role: Role, number: ClientNumber, seq: u32) {
        let lately = &mut self.roles[role as usize];
        if lately.acts.back().is_some_and(|(known, _)| *known == number) {
            return;
        }
        lately.acts.push_back((number, seq));
        match lately.largest.iter_mut().find(|it| it.client == number.client) {
            Some(largest) => largest.n = largest.n.max(number.n),
            None => lately.largest.push_back(number),
        }
        if lately.acts.len() > REMEMBERED {
            lately.acts.pop_front();
            self.is_partial = true;
        }
        if lately.largest.len() > CLIENTS {
            lately.largest.pop_front();
            self.is_partial = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(client: u64, n: u64) -> ClientNumber {
        ClientNumber { client, n }
    }

    #[test]
    fn others_do_not_push_out_what_somebody_has_done() {
        let mut recent = Recent::default();
        recent.add(Role::White, number(1, 1), 1);
        (1..=200).for_each(|n| recent.add(Role::Black, number(2, n), n as u32 + 1));
        assert_eq!(recent.find(number(1, 1)), Known::Used(1));
        assert_eq!(recent.find(number(1, 2)), Known::New);
        assert_eq!(recent.find(number(2, 200)), Known::Used(201));
        assert_eq!(recent.find(number(2, 201)), Known::New);
        assert_eq!(recent.find(number(2, 3)), Known::AskStore, "used long ago");
    }

    #[test]
    fn what_was_forgotten_is_asked_for() {
        let mut recent = Recent::default();
        assert_eq!(recent.find(number(9, 1)), Known::New);
        // Another client with each act: the first ones are forgotten.
        (1..=40).for_each(|client| recent.add(Role::White, number(client, 1), client as u32));
        assert_eq!(recent.find(number(1, 1)), Known::AskStore);
        assert_eq!(recent.find(number(40, 1)), Known::Used(40));
        assert_eq!(recent.find(number(40, 2)), Known::New);
        // Numbers need not grow, and a large one that was forgotten is not new.
        let mut recent = Recent::default();
        recent.add(Role::White, number(1, 1000), 1);
        (1..=40).for_each(|n| recent.add(Role::White, number(1, n), n as u32 + 1));
        assert_eq!(recent.find(number(1, 1000)), Known::AskStore);
        assert_eq!(recent.find(number(1, 1001)), Known::New);
    }
}

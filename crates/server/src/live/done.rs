//! What the seats of a game have done, so that a repeated act counts once and nobody does too much.

use super::acts;
use super::budget::Budget;
use super::conditions::Plans;
use damka_conduct::{Act, Event, Role};
use damka_rules::Colour;
use damka_store::ClientNumber;
use std::collections::VecDeque;

/// The number of acts remembered for each role.
const REMEMBERED: usize = 16;
/// The number of clients remembered for each role.
const CLIENTS: usize = 4;

/// What is known about a number that a client has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It has not been used.
    New,
    /// It was used for the event with this number.
    Used(u32),
    /// It may have been used long ago; the store knows.
    AskStore,
}

/// How many refused acts of a game are remembered.
const REFUSED: usize = 16;

/// What the seats of a game have done, and have prepared. It is boxed, because there are thousands of games.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The recent acts of clients.
    pub recent: Recent,
    /// Acts that were refused lately, the oldest first: one that is sent again stays refused, whatever has happened since.
    refused: VecDeque<ClientNumber>,
    /// The budget of recent acts.
    pub budget: Budget,
    /// How many acts other than moves each role has made.
    acts: [u32; 3],
    /// How much each side has said.
    said: [u32; 2],
    /// The moves that they have prepared.
    pub plans: Plans,
    /// The turn, counted from one, whose player was reminded that time runs out.
    pub reminded: u32,
}

impl Done {
    /// Remembers that an act was refused.
    pub fn note_refused(&mut self, number: ClientNumber) {
        if self.refused.len() == REFUSED {
            self.refused.pop_front();
        }
        self.refused.push_back(number);
    }

    /// Whether an act was refused lately.
    #[must_use]
    pub fn was_refused(&self, number: ClientNumber) -> bool {
        self.refused.contains(&number)
    }

    /// How many acts other than moves a role has made.
    #[must_use]
    pub fn acts(&self, role: Role) -> u32 {
        self.acts[role as usize]
    }

    /// How much a side has said.
    #[must_use]
    pub fn said(&self, side: Colour) -> u32 {
        self.said[side as usize]
    }

    /// Notes an act, with the client's number for it and the number of its event.
    pub fn note(&mut self, event: &Event, number: Option<ClientNumber>, seq: u32) {
        let Some(role) = event.actor.role() else { return };
        match (&event.deed, event.actor.side()) {
            (Act::Say(_), Some(side)) => self.said[side as usize] += 1,
            (deed, _) => self.acts[role as usize] += u32::from(!acts::is_move(deed)),
        }
        if let Some(number) = number {
            self.recent.add(role, number, seq);
        }
    }
}

/// The acts of clients that have counted, each with the number of its event. The act itself is on disk, because acts
/// are rarely sent again. Each role has its own memory, so nobody can push out the acts of another.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    roles: [Lately; 3],
    /// Whether anything has been forgotten.
    is_partial: bool,
}

#[derive(Clone, Debug, Default)]
struct Lately {
    acts: VecDeque<(ClientNumber, u32)>,
    /// The largest number that each client has used.
    largest: VecDeque<ClientNumber>,
}

impl Recent {
    /// What is known about a number.
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

    /// Remembers an act of a role.
    pub fn add(&mut self, role: Role, number: ClientNumber, seq: u32) {
        let lately = &mut self.roles[role as usize];
        if lately.acts.back().is_some_and(|(known, _)| *known == number) {
            return;
        }
        // Room is made first: a queue that grows beyond its bound, if only for a moment, doubles its memory.
        if lately.acts.len() == REMEMBERED {
            lately.acts.pop_front();
            self.is_partial = true;
        }
        lately.acts.push_back((number, seq));
        if let Some(largest) = lately.largest.iter_mut().find(|it| it.client == number.client) {
            largest.n = largest.n.max(number.n);
            return;
        }
        if lately.largest.len() == CLIENTS {
            lately.largest.pop_front();
            self.is_partial = true;
        }
        lately.largest.push_back(number);
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
        // Every act comes from another client, so the first ones are forgotten.
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

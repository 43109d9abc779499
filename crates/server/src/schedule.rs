//! A fair queue: whose work is done next.
//!
//! Addresses take turns, then the people of an address, and each person's work is done in order of arrival. So a person
//! who asks for a thousand things delays only themselves: with `k` addresses waiting, everyone's next piece of work is
//! handed out within `k` turns of their address. This module knows nothing of threads or time.

use damka_conduct::PersonId;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

/// The person who asks for work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asker {
    /// The address they come from.
    pub address: IpAddr,
    /// The person.
    pub person: PersonId,
}

/// The maximum amount of work that may wait.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// For one person.
    pub person: usize,
    /// For one address, which may be a whole school's.
    pub address: usize,
    /// In total.
    pub total: usize,
}

/// Too much is waiting already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// How much waits within the limit that was reached.
    pub waiting: usize,
}

/// How much other work waits when a piece is handed out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// Other addresses with work.
    pub addresses: usize,
    /// Other work waiting for the same address.
    pub same_address: usize,
}

/// The waiting work, handed out in turns.
#[derive(Debug)]
pub struct Schedule<T> {
    bounds: Bounds,
    waiting: usize,
    /// The addresses with work, next one first.
    turns: VecDeque<IpAddr>,
    addresses: HashMap<IpAddr, Address<T>>,
}

/// The work waiting for one address.
#[derive(Debug)]
struct Address<T> {
    waiting: usize,
    /// The people with work, next one first.
    turns: VecDeque<PersonId>,
    people: HashMap<PersonId, VecDeque<T>>,
}

impl<T> Default for Address<T> {
    fn default() -> Address<T> {
        Address { waiting: 0, turns: VecDeque::new(), people: HashMap::new() }
    }
}

impl<T> Address<T> {
    fn push(&mut self, person: PersonId, work: T) {
        self.waiting += 1;
        match self.people.entry(person) {
            Entry::Occupied(mut own) => own.get_mut().push_back(work),
            Entry::Vacant(free) => {
                self.turns.push_back(free.key().clone());
                free.insert(VecDeque::from([work]));
            }
        }
    }

    fn pop(&mut self) -> Option<T> {
        let person = self.turns.pop_front()?;
        let own = self.people.get_mut(&person)?;
        let work = own.pop_front();
        if own.is_empty() {
            self.people.remove(&person);
        } else {
            self.turns.push_back(person);
        }
        self.waiting -= usize::from(work.is_some());
        work
    }
}

impl<T> Schedule<T> {
    /// An empty queue.
    #[must_use]
    pub fn new(bounds: Bounds) -> Schedule<T> {
        Schedule { bounds, waiting: 0, turns: VecDeque::new(), addresses: HashMap::new() }
    }

    /// How much work is waiting.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Adds a piece of work.
    ///
    /// # Errors
    /// If the person, the address or everyone together has too much waiting.
    pub fn push(&mut self, asker: Asker, work: T) -> Result<(), Full> {
        let Asker { address, person } = asker;
        let there = self.addresses.get(&address);
        let of_address = there.map_or(0, |there| there.waiting);
        let of_person = there.and_then(|there| there.people.get(&person)).map_or(0, VecDeque::len);
        let bounds =
            [(of_person, self.bounds.person), (of_address, self.bounds.address), (self.waiting, self.bounds.total)];
        if let Some((waiting, _)) = bounds.into_iter().find(|(waiting, most)| waiting >= most) {
            return Err(Full { waiting });
        }
        let there = match self.addresses.entry(address) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(free) => {
                self.turns.push_back(address);
                free.insert(Address::default())
            }
        };
        there.push(person, work);
        self.waiting += 1;
        Ok(())
    }

    /// The next piece of work, and how much other work waits.
    pub fn pop(&mut self) -> Option<(T, Crowd)> {
        let address = self.turns.pop_front()?;
        let there = self.addresses.get_mut(&address)?;
        let work = there.pop()?;
        self.waiting -= 1;
        let crowd = Crowd { addresses: self.turns.len(), same_address: there.waiting };
        if there.waiting == 0 {
            self.addresses.remove(&address);
        } else {
            self.turns.push_back(address);
        }
        Some((work, crowd))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const ROOMY: Bounds = Bounds { person: 1000, address: 10_000, total: 100_000 };

    fn asker(address: u8, person: u32) -> Asker {
        let address = IpAddr::V4(Ipv4Addr::new(10, 0, 0, address));
        Asker { address, person: PersonId::new(format!("{address}-{person}")) }
    }

    fn all<T>(schedule: &mut Schedule<T>) -> Vec<T> {
        std::iter::from_fn(|| schedule.pop().map(|(work, _)| work)).collect()
    }

    /// Pseudorandom numbers, the same in every run.
    fn numbers(seed: u64) -> impl Iterator<Item = u64> {
        std::iter::successors(Some(seed), |last| {
            Some(last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
        })
        .map(|state| state >> 33)
    }

    #[test]
    fn one_asker_is_served_in_order() {
        let mut schedule = Schedule::new(ROOMY);
        (0..5).for_each(|work| schedule.push(asker(1, 1), work).expect("room"));
        assert_eq!(all(&mut schedule), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn addresses_take_turns_then_persons() {
        let mut schedule = Schedule::new(ROOMY);
        // One address with two people who ask for a lot, and another that comes last and asks once.
        for work in ["a1", "a2", "a3"] {
            schedule.push(asker(1, 1), work).expect("room");
        }
        for work in ["b1", "b2"] {
            schedule.push(asker(1, 2), work).expect("room");
        }
        schedule.push(asker(2, 1), "c1").expect("room");
        assert_eq!(all(&mut schedule), ["a1", "c1", "b1", "a2", "b2", "a3"]);
    }

    #[test]
    fn who_comes_late_waits_for_one_turn_of_each_other() {
        for others in [1, 2, 7, 40] {
            let mut schedule = Schedule::new(ROOMY);
            for address in 0..others {
                (0..100).for_each(|_| schedule.push(asker(address, 1), false).expect("room"));
            }
            schedule.push(asker(200, 1), true).expect("room");
            let turn = all(&mut schedule).into_iter().position(|is_late| is_late).expect("it is handed out");
            assert_eq!(turn, usize::from(others), "{others} addresses before");
        }
    }

    #[test]
    fn a_newcomer_of_a_busy_address_waits_for_one_turn_of_each_person() {
        let mut schedule = Schedule::new(ROOMY);
        for person in 0..40 {
            (0..20).for_each(|_| schedule.push(asker(1, person), false).expect("room"));
        }
        schedule.push(asker(1, 99), true).expect("room");
        assert_eq!(all(&mut schedule).into_iter().position(|is_late| is_late), Some(40));
    }

    #[test]
    fn bounds_hold_for_each() {
        let mut schedule = Schedule::new(Bounds { person: 2, address: 3, total: 4 });
        assert_eq!(schedule.push(asker(1, 1), ()), Ok(()));
        assert_eq!(schedule.push(asker(1, 1), ()), Ok(()));
        assert_eq!(schedule.push(asker(1, 1), ()), Err(Full { waiting: 2 }), "one person");
        assert_eq!(schedule.push(asker(1, 2), ()), Ok(()));
        assert_eq!(schedule.push(asker(1, 3), ()), Err(Full { waiting: 3 }), "one address");
        assert_eq!(schedule.push(asker(2, 1), ()), Ok(()));
        assert_eq!(schedule.push(asker(3, 1), ()), Err(Full { waiting: 4 }), "everybody");
        assert!(schedule.pop().is_some());
        assert_eq!(schedule.push(asker(3, 1), ()), Ok(()), "there is room again");
        assert_eq!(all(&mut schedule).len(), 4);
        assert!(
            schedule.addresses.is_empty() && schedule.turns.is_empty(),
            "nothing is kept of those who wait no more"
        );
    }

    #[test]
    fn those_who_wait_are_told_of_the_crowd() {
        let mut schedule = Schedule::new(ROOMY);
        schedule.push(asker(1, 1), ()).expect("room");
        assert_eq!(schedule.pop(), Some(((), Crowd::default())));
        for (address, person) in [(1, 1), (1, 2), (2, 1)] {
            schedule.push(asker(address, person), ()).expect("room");
        }
        assert_eq!(schedule.pop(), Some(((), Crowd { addresses: 1, same_address: 1 })));
        assert_eq!(schedule.pop(), Some(((), Crowd { addresses: 1, same_address: 0 })));
        assert_eq!(schedule.pop(), Some(((), Crowd { addresses: 0, same_address: 0 })));
    }

    /// Whatever the order of pushes and pops: everything is handed out once, each person's work in order, the queue is
    /// never empty while work waits, and between two turns of a waiting address no other address has more than one.
    #[test]
    fn random_traffic_is_fair_and_nothing_is_lost() {
        for seed in 0..200 {
            let mut random = numbers(seed);
            let mut next = move |below: u64| random.next().unwrap_or_default() % below;
            let bounds = Bounds { person: 6, address: 15, total: 60 };
            let mut schedule = Schedule::new(bounds);
            let mut model: HashMap<Asker, VecDeque<u64>> = HashMap::new();
            // For each address that has been waiting without a break: the turns that every other address had meanwhile.
            let mut since: HashMap<IpAddr, HashMap<IpAddr, u32>> = HashMap::new();
            for work in 0..400 {
                if next(5) < 3 {
                    let asker = asker(next(6) as u8, next(4) as u32);
                    let waiting = |is: &dyn Fn(&Asker) -> bool| -> usize {
                        model.iter().filter(|(other, _)| is(other)).map(|(_, own)| own.len()).sum()
                    };
                    let room = waiting(&|other| *other == asker) < bounds.person
                        && waiting(&|other| other.address == asker.address) < bounds.address
                        && waiting(&|_| true) < bounds.total;
                    assert_eq!(schedule.push(asker.clone(), (asker.clone(), work)).is_ok(), room);
                    if room {
                        since.entry(asker.address).or_default();
                        model.entry(asker).or_default().push_back(work);
                    }
                } else {
                    let waits = model.values().any(|own| !own.is_empty());
                    let Some(((asker, work), _)) = schedule.pop() else {
                        assert!(!waits, "work waits and is not handed out");
                        continue;
                    };
                    assert_eq!(model.get_mut(&asker).and_then(VecDeque::pop_front), Some(work), "in its order");
                    for (waiting, turns) in &mut since {
                        if *waiting != asker.address {
                            let had = turns.entry(asker.address).or_default();
                            *had += 1;
                            assert!(*had <= 1, "an address had two turns while another waited");
                        }
                    }
                    let is_left = model.iter().any(|(other, own)| other.address == asker.address && !own.is_empty());
                    since.remove(&asker.address);
                    if is_left {
                        since.insert(asker.address, HashMap::new());
                    }
                }
            }
            let left: usize = model.values().map(VecDeque::len).sum();
            assert_eq!((schedule.waiting(), all(&mut schedule).len()), (left, left));
        }
    }
}

//! Turns at hashing passwords. A hash takes 19 MB and some hundredths of a second by design, so few are made at once, on
//! threads that nobody waits for, and addresses take turns.

use crate::error::Failure;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// How many hashes are made at once.
const AT_ONCE: usize = 2;
/// How many wait for each address. A whole school may sign in at the same moment.
const WAITING: usize = 100;
/// When there are more, in seconds: by then most have had their turn.
const LATER: u32 = 5;

/// Turns at hashing.
#[derive(Debug)]
pub struct Hashing {
    turns: Arc<Semaphore>,
    lanes: Arc<Lanes>,
}

/// Whoever waits stands in the lane of an address; only the first of each lane waits for a turn.
#[derive(Debug, Default)]
struct Lanes(Mutex<HashMap<IpAddr, Lane>>);

#[derive(Debug)]
struct Lane {
    first: Arc<Semaphore>,
    waiting: usize,
}

impl Lanes {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Lane>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place in the lane of an address, and who is first there.
    fn enter(self: &Arc<Lanes>, address: IpAddr) -> Result<(Place, Arc<Semaphore>), Failure> {
        let mut lanes = self.lock();
        let lane = lanes.entry(address).or_insert_with(|| Lane { first: Arc::new(Semaphore::new(1)), waiting: 0 });
        if lane.waiting == WAITING {
            return Err(Failure::TooMany(LATER));
        }
        lane.waiting += 1;
        Ok((Place { lanes: Arc::clone(self), address }, Arc::clone(&lane.first)))
    }
}

/// A place in the lane of an address.
struct Place {
    lanes: Arc<Lanes>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lanes = self.lanes.lock();
        if let Some(lane) = lanes.get_mut(&self.address) {
            lane.waiting -= 1;
            if lane.waiting == 0 {
                lanes.remove(&self.address);
            }
        }
    }
}

impl Default for Hashing {
    fn default() -> Hashing {
        Hashing { turns: Arc::new(Semaphore::new(AT_ONCE)), lanes: Arc::default() }
    }
}

impl Hashing {
    /// Does some work with a password for an address when it is its turn.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (place, first) = self.lanes.enter(address)?;
        let first = first.acquire_owned().await.map_err(|_| Failure::Closing)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| Failure::Closing)?;
        let done = tokio::task::spawn_blocking(move || {
            // A visitor who goes away makes no room for another before the work is done.
            let _held = (turn, first, place);
            work()
        });
        done.await.map_err(|_| Failure::Closing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    /// Waits until so many stand in the lane of an address.
    async fn waiting(hashing: &Hashing, from: IpAddr, many: usize) {
        while hashing.lanes.lock().get(&from).map_or(0, |lane| lane.waiting) != many {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn security_9_addresses_take_turns() {
        let hashing = Arc::new(Hashing::default());
        let (order, served) = mpsc::channel();
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        // Two addresses hash, each of them waits at the gate, and a crowd stands behind the first.
        let start = |from: IpAddr, held: bool| {
            let (hashing, order, gate) = (Arc::clone(&hashing), order.clone(), Arc::clone(&gate));
            tokio::spawn(async move {
                let work = move || {
                    if held {
                        gate.lock().unwrap().recv().unwrap();
                    }
                    order.send(from).unwrap();
                };
                hashing.run(from, work).await
            })
        };
        let mut all = vec![start(address(1), true), start(address(2), true)];
        waiting(&hashing, address(1), 1).await;
        waiting(&hashing, address(2), 1).await;
        all.extend((0..20).map(|_| start(address(1), false)));
        waiting(&hashing, address(1), 21).await;
        all.push(start(address(3), false));
        waiting(&hashing, address(3), 1).await;
        go.send(()).unwrap();
        go.send(()).unwrap();
        for one in all {
            one.await.unwrap().unwrap();
        }
        drop(order);
        let served: Vec<IpAddr> = served.iter().collect();
        let place = served.iter().position(|from| *from == address(3)).unwrap();
        assert!(place <= 4, "{place}: who comes from elsewhere does not wait for the crowd");
        assert!(hashing.lanes.lock().is_empty(), "nothing is left of them");
    }

    #[tokio::test]
    async fn only_so_many_wait() {
        let hashing = Arc::new(Hashing::default());
        let (go, gate) = mpsc::channel::<()>();
        let held = Arc::clone(&hashing);
        let first = tokio::spawn(async move { held.run(address(1), move || gate.recv().unwrap()).await });
        waiting(&hashing, address(1), 1).await;
        let crowd: Vec<_> = (1..WAITING)
            .map(|_| {
                let hashing = Arc::clone(&hashing);
                tokio::spawn(async move { hashing.run(address(1), || ()).await })
            })
            .collect();
        waiting(&hashing, address(1), WAITING).await;
        assert_eq!(hashing.run(address(1), || ()).await, Err(Failure::TooMany(LATER)));
        assert_eq!(hashing.run(address(2), || 7).await, Ok(7), "from elsewhere it goes on");
        go.send(()).unwrap();
        for one in crowd.into_iter().chain([first]) {
            one.await.unwrap().unwrap();
        }
    }
}

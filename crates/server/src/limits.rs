//! How much one visitor may ask for.

use crate::error::Failure;
use damka_conduct::PersonId;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The most buckets that are remembered; the fullest are forgotten first, which costs nothing.
const MOST: usize = 50_000;

/// A bucket that fills with time: so many at once, then so many in a minute.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// In a minute.
    pub per_minute: f64,
}

/// Buckets of many visitors.
#[derive(Debug)]
pub struct Limiter<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Eq + Hash + Clone> Limiter<K> {
    /// No bucket yet.
    #[must_use]
    pub fn new(rate: Rate) -> Limiter<K> {
        Limiter { rate, buckets: Mutex::new(HashMap::new()) }
    }

    /// What is in a bucket by now.
    fn filled(&self, (left, at): (f64, Instant), now: Instant) -> f64 {
        let Rate { burst, per_minute } = self.rate;
        (left + now.saturating_duration_since(at).as_secs_f64() * per_minute / 60.0).min(burst)
    }

    /// The same, if there is one to take. A bucket that is not remembered is full.
    fn available(&self, bucket: Option<&(f64, Instant)>, now: Instant) -> Result<f64, Failure> {
        let Rate { burst, per_minute } = self.rate;
        let left = bucket.map_or(burst, |bucket| self.filled(*bucket, now));
        let wait = || Failure::TooMany(((1.0 - left) * 60.0 / per_minute).ceil() as u32);
        if left < 1.0 { Err(wait()) } else { Ok(left) }
    }

    /// Checks whether there is one in a bucket, without taking it.
    ///
    /// # Errors
    /// The seconds after which there is one again.
    pub fn check(&self, key: &K, now: Instant) -> Result<(), Failure> {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        self.available(buckets.get(key), now).map(drop)
    }

    /// Takes one from a bucket.
    ///
    /// # Errors
    /// As for [`Limiter::check`].
    pub fn take(&self, key: &K, now: Instant) -> Result<(), Failure> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.available(buckets.get(key), now)?;
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| self.filled(*bucket, now) < self.rate.burst);
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        buckets.insert(key.clone(), (left - 1.0, now));
        Ok(())
    }

    /// Returns one that was taken for nothing.
    pub fn give_back(&self, key: &K) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((left, _)) = buckets.get_mut(key) {
            *left = (*left + 1.0).min(self.rate.burst);
        }
    }
}

/// The address that limits apply to. A household or a school has a whole IPv6 /64, and its machines choose the other
/// half freely; an IPv4 address counts as it is.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
        other => other,
    }
}

/// Buckets for one kind of request. Each person has one; the newcomers of an address share one, because anyone can be a
/// new person with every request; and each address as a whole has a generous one.
#[derive(Debug)]
pub struct Shares {
    person: Limiter<PersonId>,
    newcomers: Limiter<IpAddr>,
    address: Limiter<IpAddr>,
}

impl Shares {
    /// Rates of a person, of the newcomers of an address, and of a whole address.
    #[must_use]
    pub fn new(person: Rate, newcomers: Rate, address: Rate) -> Shares {
        Shares { person: Limiter::new(person), newcomers: Limiter::new(newcomers), address: Limiter::new(address) }
    }

    /// Takes one for a person. The narrowest bucket comes first, so that a refusal there costs the others nothing.
    ///
    /// # Errors
    /// The seconds until there is one again.
    pub fn take(&self, person: &PersonId, is_new: bool, address: IpAddr, now: Instant) -> Result<(), Failure> {
        self.person.take(person, now)?;
        if is_new {
            self.newcomers.take(&address, now)?;
        }
        self.address.take(&address, now)
    }
}

/// Counts how many of something each key holds at once.
#[derive(Debug)]
pub struct Tally<K: Eq + Hash> {
    held: Mutex<HashMap<K, usize>>,
}

impl<K: Eq + Hash> Default for Tally<K> {
    fn default() -> Tally<K> {
        Tally { held: Mutex::new(HashMap::new()) }
    }
}

impl<K: Eq + Hash + Clone> Tally<K> {
    fn held(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds one more under every key until the guard is dropped. Each key comes with its maximum.
    ///
    /// # Errors
    /// The index of the first key that is at its maximum; then nothing is held.
    pub fn hold(self: &Arc<Tally<K>>, keys: &[(K, usize)]) -> Result<Hold<K>, usize> {
        let mut held = self.held();
        let is_full = |(key, most): &(K, usize)| held.get(key).is_some_and(|count| count >= most) || *most == 0;
        if let Some(at) = keys.iter().position(is_full) {
            return Err(at);
        }
        for (key, _) in keys {
            *held.entry(key.clone()).or_default() += 1;
        }
        Ok(Hold { tally: Arc::clone(self), keys: keys.iter().map(|(key, _)| key.clone()).collect() })
    }
}

/// The guard of what is held.
#[derive(Debug)]
pub struct Hold<K: Eq + Hash + Clone> {
    tally: Arc<Tally<K>>,
    keys: Vec<K>,
}

impl<K: Eq + Hash + Clone> Drop for Hold<K> {
    fn drop(&mut self) {
        let mut held = self.tally.held();
        for key in &self.keys {
            if let Some(count) = held.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    held.remove(key);
                }
            }
        }
    }
}

/// One bucket, for one socket.
#[derive(Debug)]
pub struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    #[must_use]
    pub fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: rate.burst, at: Instant::now() }
    }

    /// Takes one; `false` if there is none.
    pub fn take(&mut self, now: Instant) -> bool {
        let more = now.saturating_duration_since(self.at).as_secs_f64() * self.rate.per_minute / 60.0;
        self.left = (self.left + more).min(self.rate.burst);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let limiter = Limiter::new(Rate { burst: 3.0, per_minute: 60.0 });
        let now = Instant::now();
        assert!((0..9).all(|_| limiter.check(&"ann", now).is_ok()), "nothing is taken");
        assert!((0..3).all(|_| limiter.take(&"ann", now).is_ok()));
        assert_eq!(limiter.take(&"ann", now), Err(Failure::TooMany(1)));
        assert_eq!(limiter.check(&"ann", now), Err(Failure::TooMany(1)));
        assert!(limiter.take(&"bob", now).is_ok());
        assert!(limiter.take(&"ann", now + Duration::from_secs(1)).is_ok());
        assert!(limiter.take(&"ann", now + Duration::from_secs(1)).is_err());
    }

    #[test]
    fn security_12_a_network_of_ipv6_is_one_address() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2:ffff::1"), of("2001:db8:1:2::9"));
        assert_ne!(of("2001:db8:1:3::1"), of("2001:db8:1:2::1"));
        assert_eq!(of("::ffff:203.0.113.5"), "203.0.113.5", "an IPv4 address in the form of IPv6");
        assert_eq!(of("203.0.113.6"), "203.0.113.6");
        assert_eq!(of("::1"), "::1", "this machine");
    }

    #[test]
    fn who_is_refused_takes_nothing_from_the_others_of_an_address() {
        let rate = |burst| Rate { burst, per_minute: 1.0 };
        let shares = Shares::new(rate(2.0), rate(3.0), rate(5.0));
        let (now, home) = (Instant::now(), IpAddr::from([203, 0, 113, 5]));
        let take = |person: &str, is_new| shares.take(&person.into(), is_new, home, now).is_ok();
        assert_eq!([(); 100].map(|()| take("eve", true)).iter().filter(|taken| **taken).count(), 2);
        // Nor with new names.
        assert_eq!((0..100).filter(|n| take(&format!("eve {n}"), true)).count(), 1);
        assert!(take("ann", false) && take("ann", false), "who has been here for longer has a share of her own");
        assert!(!take("bob", false), "an address has its own bound");
    }

    #[test]
    fn what_is_held_is_counted_until_it_is_dropped() {
        let tally: Arc<Tally<&str>> = Arc::default();
        let first = tally.hold(&[("home", 2), ("ann", 1)]).unwrap();
        assert_eq!(tally.hold(&[("home", 2), ("ann", 1)]).err(), Some(1), "the second bound");
        let second = tally.hold(&[("home", 2), ("bob", 1)]).unwrap();
        assert_eq!(tally.hold(&[("home", 2), ("carl", 1)]).err(), Some(0), "the first");
        drop((first, second));
        assert!(tally.held().is_empty());
    }
}

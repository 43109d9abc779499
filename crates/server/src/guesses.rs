//! Limits on guessing passwords. Only wrong guesses count, mostly per address and name together, so a guesser elsewhere
//! does not lock the owner of a name out.

use crate::club::Club;
use crate::error::Failure;
use crate::limits::{Limiter, Rate};
use crate::shared::buckets::{TakenTogether, bucket};
use std::net::IpAddr;
use std::time::Instant;

/// Wrong guesses from one address at one name.
const AT_NAME: Rate = Rate { burst: 8.0, per_minute: 4.0 };
/// Wrong guesses at one name from anywhere: it takes many addresses together to use them up.
const NAME: Rate = Rate { burst: 60.0, per_minute: 30.0 };
/// Wrong guesses from one address at all names: even a whole school mistypes less often.
const ADDRESS: Rate = Rate { burst: 60.0, per_minute: 30.0 };
/// Wrong codes from one address; real codes cannot be guessed.
const CODES: Rate = Rate { burst: 30.0, per_minute: 20.0 };

/// Counts wrong guesses.
#[derive(Debug)]
pub struct Guesses {
    at_names: Limiter<(String, IpAddr)>,
    names: Limiter<String>,
    addresses: Limiter<IpAddr>,
    codes: Limiter<IpAddr>,
}

impl Default for Guesses {
    fn default() -> Guesses {
        Guesses {
            at_names: Limiter::new(AT_NAME),
            names: Limiter::new(NAME),
            addresses: Limiter::new(ADDRESS),
            codes: Limiter::new(CODES),
        }
    }
}

/// A guess that counts as wrong until it proves right, so that many at once cannot get around the limits.
#[derive(Debug)]
#[must_use = "a guess counts until it is right"]
pub struct Guess<'a> {
    taken: Option<Taken<'a>>,
    /// What it has taken from the buckets of all nodes.
    together: TakenTogether,
}

#[derive(Debug)]
enum Taken<'a> {
    Password(&'a Guesses, String, IpAddr),
    Code(&'a Guesses, IpAddr),
}

impl<'a> Guess<'a> {
    /// A guess that is not limited.
    pub fn free() -> Guess<'static> {
        Guess { taken: None, together: TakenTogether::default() }
    }

    fn of(taken: Taken<'a>) -> Guess<'a> {
        Guess { taken: Some(taken), together: TakenTogether::default() }
    }

    /// The same, counted at all nodes too; if it was one too many there, it does not count here either.
    fn counted(mut self, together: Result<TakenTogether, Failure>) -> Result<Guess<'a>, Failure> {
        match together {
            Ok(together) => self.together = together,
            Err(failure) => {
                self.does_not_count();
                return Err(failure);
            }
        }
        Ok(self)
    }

    /// Takes the guess back: it was right, or it was never checked.
    pub fn does_not_count(self) {
        self.together.give_back();
        match self.taken {
            Some(Taken::Password(guesses, name, address)) => {
                guesses.addresses.give_back(&address);
                guesses.names.give_back(&name);
                guesses.at_names.give_back(&(name, address));
            }
            Some(Taken::Code(guesses, address)) => guesses.codes.give_back(&address),
            None => {}
        }
    }
}

impl Guesses {
    /// Counts a guess at the password of a name.
    ///
    /// # Errors
    /// If too many guesses have been wrong.
    pub fn password(&self, name_key: &str, address: IpAddr, now: Instant) -> Result<Guess<'_>, Failure> {
        let (name, both) = (name_key.to_owned(), (name_key.to_owned(), address));
        self.at_names.take(&both, now)?;
        // A refused attempt is not a guess, so it takes nothing from the other buckets either.
        self.names.take(&name, now).inspect_err(|_| self.at_names.give_back(&both))?;
        self.addresses.take(&address, now).inspect_err(|_| {
            self.names.give_back(&name);
            self.at_names.give_back(&both);
        })?;
        Ok(Guess::of(Taken::Password(self, name, address)))
    }

    /// Counts an attempt to use a code from another device.
    ///
    /// # Errors
    /// If too many have been wrong.
    pub fn code(&self, address: IpAddr, now: Instant) -> Result<Guess<'_>, Failure> {
        self.codes.take(&address, now)?;
        Ok(Guess::of(Taken::Code(self, address)))
    }
}

impl Club {
    /// Counts a password, which may be a guess, until it proves right. What this node has counted itself comes first: most of
    /// somebody's many guesses never reach the store.
    ///
    /// # Errors
    /// If too many guesses have been wrong, at all nodes together.
    pub async fn guess_password(&self, name_key: &str, address: IpAddr) -> Result<Guess<'_>, Failure> {
        let guess = self.limits.password(name_key, address)?;
        let buckets = vec![
            bucket(self, AT_NAME, "guesses at a name from an address", &format!("{name_key} {address}")),
            bucket(self, NAME, "guesses at a name", name_key),
            bucket(self, ADDRESS, "guesses from an address", &address.to_string()),
        ];
        guess.counted(self.take_together(buckets).await)
    }

    /// Counts a code from another device, or of a letter, until it proves right.
    ///
    /// # Errors
    /// If too many have been wrong, at all nodes together.
    pub async fn guess_code(&self, address: IpAddr) -> Result<Guess<'_>, Failure> {
        let guess = self.limits.code(address)?;
        let buckets = vec![bucket(self, CODES, "codes from an address", &address.to_string())];
        guess.counted(self.take_together(buckets).await)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    fn wrong(guesses: &Guesses, name: &str, from: u8, now: Instant) -> bool {
        guesses.password(name, address(from), now).is_ok()
    }

    #[test]
    fn security_9_guesses_elsewhere_do_not_lock_out() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        let allowed = (0..1000).filter(|_| wrong(&guesses, "ann", 1, now)).count();
        assert_eq!(allowed, 8, "one address at one name");
        assert!(wrong(&guesses, "ann", 2, now), "the same name from another address");
        assert!(wrong(&guesses, "bob", 1, now), "another name from the same address");
        let allowed = (0..10_000).filter(|at| wrong(&guesses, &format!("name{at}"), 1, now)).count();
        assert_eq!(allowed, 60 - 8 - 1, "one address at all names");
        let allowed = (10..=250).filter(|from| wrong(&guesses, "ann", *from, now)).count();
        assert_eq!(allowed, 60 - 8 - 1, "all addresses at one name");
    }

    #[test]
    fn security_9_right_passwords_do_not_count() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        for at in 0..1000 {
            guesses.password(&format!("pupil{}", at % 40), address(1), now).unwrap().does_not_count();
        }
        // Nor can many attempts at once get around the limits.
        let at_once = (0..100).filter_map(|_| guesses.password("ann", address(1), now).ok());
        assert_eq!(at_once.collect::<Vec<_>>().len(), 8);
    }
}

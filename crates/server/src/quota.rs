//! How much people may keep, and how much may be added from one address in a day. The counts are in the store, so a
//! restart forgets nothing; people are warned before they reach a quota.

use crate::api::{QuotaName, QuotaView, UsageView};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::http::Visitor;
use damka_store::{Charge, Usage, Write};
use damka_words::Words;
use std::net::IpAddr;

/// The milliseconds of a day.
const DAY: u64 = 24 * 3_600_000;
/// A megabyte.
const MB: u64 = 1 << 20;
/// The approximate space that a game takes before its first move.
pub const NEW_GAME: u64 = 600;
/// The percentage of a quota from which the person is warned.
const NEAR: u64 = 80;

/// The quotas of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Most {
    games: u64,
    bytes: u64,
    notes: u64,
    links: u64,
}

/// The quotas without an account. Anyone can be many guests.
const GUEST: Most = Most { games: 1_000, bytes: 20 * MB, notes: 500, links: 20 };
/// The quotas with an account.
const ACCOUNT: Most = Most { games: 20_000, bytes: 200 * MB, notes: 5_000, links: 100 };
/// The games and bytes that may be added from one address in a day; a school is one address.
const ADDRESS: (u32, u64) = (10_000, 200 * MB);

/// What a person wants to add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Games.
    pub games: u32,
    /// Bytes of games and notes.
    pub bytes: u64,
    /// Games that had no notes yet.
    pub notes: u32,
    /// Links.
    pub links: u32,
}

impl Added {
    /// A game that begins.
    pub const GAME: Added = Added { games: 1, bytes: NEW_GAME, notes: 0, links: 0 };
    /// Games that begin.
    #[must_use]
    pub const fn games(count: u32) -> Added {
        Added { games: count, bytes: NEW_GAME * count as u64, notes: 0, links: 0 }
    }

    /// A coach's link.
    pub const LINK: Added = Added { games: 0, bytes: 0, notes: 0, links: 1 };
}

/// What a person keeps and may keep.
#[derive(Clone, Debug)]
pub struct Account {
    usage: Usage,
    most: Most,
    is_guest: bool,
    /// What was added from the address today, and the hash under which it is kept.
    today: Charge,
    address: String,
    is_limited: bool,
}

/// The hash under which an address is kept for a day, so that the file does not reveal who was here.
fn hashed(club: &Club, address: IpAddr, day: u64) -> String {
    club.signer.derive(&format!("address {day} {address}"))
}

impl Account {
    /// The account of a visitor.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn of(club: &Club, visitor: &Visitor) -> Result<Account, Failure> {
        let (person, day) = (visitor.person.id.clone(), wall() / DAY);
        let address = hashed(club, visitor.address, day);
        let key = address.clone();
        let (usage, today) = club.read(move |store| Ok((store.usage(&person)?, store.charged(&key, day)?))).await?;
        let is_guest = visitor.person.password.is_none();
        let (Most { games, bytes, notes, links }, factor) =
            (if is_guest { GUEST } else { ACCOUNT }, u64::from(usage.allowance.max(1)));
        let most = Most { games: games * factor, bytes: bytes * factor, notes: notes * factor, links: links * factor };
        Ok(Account { usage, most, is_guest, today, address, is_limited: club.settings.limited })
    }

    /// Checks whether the person may add this; if so, it is counted.
    ///
    /// # Errors
    /// The quota that it would exceed.
    pub fn add(&mut self, added: Added, words: &Words) -> Result<(), Failure> {
        let (usage, today) = (self.usage, self.today);
        let after = Usage {
            games: usage.games.saturating_add(added.games),
            bytes: usage.bytes.saturating_add(added.bytes),
            notes: usage.notes.saturating_add(added.notes),
            links: usage.links.saturating_add(added.links),
            ..usage
        };
        let exceeded = |(name, used, most): (QuotaName, u64, u64)| (used > most).then_some((name, most));
        let is_wanted = |name: QuotaName| match name {
            QuotaName::Games => added.games > 0,
            QuotaName::Bytes => added.bytes > 0,
            QuotaName::Notes => added.notes > 0,
            QuotaName::Links => added.links > 0,
        };
        let wanted = self.quotas(after).into_iter().filter(|(name, ..)| is_wanted(*name));
        if let Some((name, most)) = wanted.filter_map(exceeded).next().filter(|_| self.is_limited) {
            return Err(self.refused(name, most, words));
        }
        let today = Charge {
            games: today.games.saturating_add(added.games + added.links),
            bytes: today.bytes.saturating_add(added.bytes),
            ..today
        };
        let factor = self.usage.allowance.max(1);
        let (games, bytes) = (ADDRESS.0.saturating_mul(factor), ADDRESS.1 * u64::from(factor));
        if self.is_limited && (today.games > games || today.bytes > bytes) {
            let (sentence, most) = match today.games > games {
                true => ("server-quota-address", u64::from(games)),
                false => ("server-quota-address-bytes", bytes / MB),
            };
            return Err(Failure::Refused { code: "quota", text: words.say(sentence, &[("most", most.into())]) });
        }
        (self.usage, self.today) = (after, today);
        Ok(())
    }

    /// Records what was added from the visitor's address. It is written together with the next write, without waiting.
    pub fn charge(&self, club: &Club, added: Added) {
        let (games, bytes) = (added.games + added.links, added.bytes);
        let charge = Charge { day: self.today.day, games, bytes };
        let write = Write::Charge { address: self.address.clone(), charge };
        club.store().write(vec![write], Box::new(drop));
    }

    fn quotas(&self, usage: Usage) -> [(QuotaName, u64, u64); 4] {
        let Most { games, bytes, notes, links } = self.most;
        [
            (QuotaName::Games, usage.games.into(), games),
            (QuotaName::Bytes, usage.bytes, bytes),
            (QuotaName::Notes, usage.notes.into(), notes),
            (QuotaName::Links, usage.links.into(), links),
        ]
    }

    fn refused(&self, name: QuotaName, most: u64, words: &Words) -> Failure {
        let sentence = format!("server-quota-{}", name.word());
        let mut text = words.say(&sentence, &[("most", shown(name, most).into())]);
        if self.is_guest {
            text = format!("{text} {}", words.say("server-quota-account", &[]));
        }
        Failure::Refused { code: "quota", text }
    }

    /// The API's view, with a sentence for each quota that is nearly used up.
    #[must_use]
    pub fn view(&self, words: &Words) -> UsageView {
        let quotas = self.quotas(self.usage);
        let is_near = |(_, used, most): &&(QuotaName, u64, u64)| used * 100 >= most * NEAR;
        let mut notices: Vec<String> = quotas
            .iter()
            .filter(is_near)
            .map(|(name, used, most)| {
                let numbers = [("used", shown(*name, *used).into()), ("most", shown(*name, *most).into())];
                words.say(&format!("server-quota-near-{}", name.word()), &numbers)
            })
            .collect();
        if self.is_guest && !notices.is_empty() {
            notices.push(words.say("server-quota-account", &[]));
        }
        let view = |(name, used, most)| QuotaView { name, used, most };
        UsageView { quotas: quotas.into_iter().map(view).collect(), notices }
    }
}

/// Bytes are given in megabytes.
fn shown(name: QuotaName, number: u64) -> u64 {
    if name == QuotaName::Bytes { number.div_ceil(MB) } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_words::Language;

    fn account(usage: Usage, is_guest: bool) -> Account {
        let most = if is_guest { GUEST } else { ACCOUNT };
        Account { usage, most, is_guest, today: Charge::default(), address: String::new(), is_limited: true }
    }

    const NOTHING: Usage = Usage { games: 0, bytes: 0, notes: 0, links: 0, allowance: 1 };

    #[test]
    fn a_quota_is_told_before_it_is_reached_and_named_when_it_is() {
        for language in Language::ALL {
            let words = Words::new(language);
            let usage = Usage { games: 799, bytes: 16 * MB - 1, notes: 399, links: 15, ..NOTHING };
            assert_eq!(account(usage, true).view(&words).notices, [""; 0]);
            let near = Usage { games: 800, bytes: 16 * MB, notes: 400, links: 16, ..NOTHING };
            let notices = account(near, true).view(&words).notices;
            assert_eq!(notices.len(), 5, "each quota, and what an account is good for: {notices:?}");
            assert!(notices[0].contains("800") && notices[1].contains("16"), "{notices:?}");
            assert_eq!(account(near, false).view(&words).notices, [""; 0], "an account has more");

            let mut full = account(Usage { games: 1_000, ..NOTHING }, true);
            let refused = full.add(Added::GAME, &words).unwrap_err();
            assert!(matches!(&refused, Failure::Refused { code: "quota", text } if text.contains("1")), "{refused:?}");
            assert!(full.add(Added::LINK, &words).is_ok(), "other quotas are not concerned");
        }
    }

    #[test]
    fn an_address_has_a_day_of_its_own() {
        let words = Words::new(Language::English);
        let mut home = account(NOTHING, false);
        home.today = Charge { day: 1, games: 9_999, bytes: 0 };
        assert!(home.add(Added::GAME, &words).is_ok());
        assert!(home.add(Added::GAME, &words).is_err());
        home.usage.allowance = 2;
        assert!(home.add(Added::GAME, &words).is_ok(), "the keeper has raised it");
    }
}

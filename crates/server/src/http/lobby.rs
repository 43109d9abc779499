//! The club's lists, built once for everyone who looks at them.

use super::lists::{MOST, happening};
use crate::api::{FromLobby, LobbyView};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::live::{Listing, json};
use axum::extract::ws::Utf8Bytes;
use damka_conduct::{GameId, Pace, PersonId, Status};
use damka_words::{Speech, Words};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The minimum interval between two rebuilds of the lists.
const EVERY: Duration = Duration::from_millis(250);
/// Lists older than this are rebuilt even if no change was reported: people leave, and time passes.
const STALE: Duration = Duration::from_secs(1);
/// The maximum number of open offers of one person.
const OFFERS_OF_PERSON: usize = 5;
/// The maximum number of open offers from one address: a class of 40 with one each, and some more.
const OFFERS_OF_ADDRESS: usize = 60;
/// The maximum number of games whose creators' addresses are remembered.
const MOST_ORIGINS: usize = 20_000;

/// The lists, and what they depend on.
#[derive(Debug, Default)]
pub struct Lobby {
    changes: AtomicU64,
    /// How many times the contests that everybody may see have changed, in this run.
    contests: AtomicU64,
    shown: tokio::sync::Mutex<Option<Arc<Shown>>>,
    /// Keyed hashes of the addresses from which games were created, in this run.
    origins: Mutex<HashMap<GameId, u64>>,
    /// How many times the lists were built, for the metrics.
    pub made: AtomicU64,
    /// How many times they were rendered: once for each language, and once more for people who are in them.
    pub worded: AtomicU64,
}

impl Lobby {
    /// Notes that something in the lists has changed.
    pub fn touch(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// Notes that a contest that everybody may see has changed, for its lists.
    pub fn touch_contests(&self) {
        self.contests.fetch_add(1, Ordering::SeqCst);
    }

    fn origins(&self) -> MutexGuard<'_, HashMap<GameId, u64>> {
        self.origins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a game was created from an address.
    pub fn made_from(&self, club: &Club, game: GameId, address: IpAddr) {
        let mut origins = self.origins();
        if origins.len() >= MOST_ORIGINS {
            origins.retain(|game, _| club.games.find(game).is_some());
        }
        if origins.len() < MOST_ORIGINS {
            origins.insert(game, hashed(club, address));
        }
    }

    /// A keyed hash of the address from which a game was created, if that is known here.
    pub fn origin(&self, game: &GameId) -> Option<u64> {
        self.origins().get(game).copied()
    }

    /// Checks whether a person may offer one more game.
    ///
    /// # Errors
    /// If the person, or the people at the address together, already have the maximum number of open offers.
    pub async fn may_offer(&self, club: &Arc<Club>, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        if !club.settings.limited {
            return Ok(());
        }
        let offers = self.offers(club).await?;
        let own = offers.iter().filter(|(listing, _)| listing.rows.creator.as_ref() == Some(person)).count();
        if own >= OFFERS_OF_PERSON {
            return Err(Failure::Capped { sentence: "server-cap-offers", most: OFFERS_OF_PERSON as u32 });
        }
        let address = hashed(club, address);
        let near = offers.iter().filter(|(_, origin)| *origin == Some(address)).count();
        if near >= OFFERS_OF_ADDRESS {
            return Err(Failure::Capped { sentence: "server-cap-offers-address", most: OFFERS_OF_ADDRESS as u32 });
        }
        Ok(())
    }

    /// The lists as they are now. Everyone who asks while they are being built gets the same ones.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn current(&self, club: &Arc<Club>) -> Result<Arc<Shown>, Failure> {
        let asked = Instant::now();
        let mut kept = self.shown.lock().await;
        if let Some(shown) = &*kept {
            let is_same = shown.changes == self.changes.load(Ordering::SeqCst) && shown.begun.elapsed() < STALE;
            if is_same || shown.begun >= asked {
                return Ok(Arc::clone(shown));
            }
            tokio::time::sleep(EVERY.saturating_sub(shown.begun.elapsed())).await;
        }
        let shown = Arc::new(self.make(club).await?);
        *kept = Some(Arc::clone(&shown));
        Ok(shown)
    }

    async fn make(&self, club: &Arc<Club>) -> Result<Shown, Failure> {
        self.made.fetch_add(1, Ordering::SeqCst);
        let (begun, changes) = (Instant::now(), self.changes.load(Ordering::SeqCst));
        let mut open = self.offers(club).await?;
        // In the same order at every node.
        open.sort_by(|(one, _), (other, _)| {
            (other.rows.created_at, one.rows.id.as_str()).cmp(&(one.rows.created_at, other.rows.id.as_str()))
        });
        let (live, playing) = happening(club, wall()).await?;
        let (open, live) = (fair(open), fair(live));
        let people = open.iter().chain(&live).flat_map(|listing| listing.rows.people()).cloned().collect();
        let parts = club.peers.as_ref().map(|peers| &peers.heard_changes.parts);
        let count = parts.map_or_else(|| club.present.count(), |parts| parts.count(club.present.hashes()));
        let contests = self.contests.load(Ordering::SeqCst);
        Ok(Shown { changes, contests, begun, open, live, playing, people, count, worded: Default::default() })
    }

    /// The games open to anyone, with where they come from as far as it is known. An offer whose creator is here is in
    /// memory, at this node or at another one; only for a game over days nobody has to be here.
    async fn offers(&self, club: &Arc<Club>) -> Result<Vec<Made>, Failure> {
        let (now, wall) = (club.clock.now(), wall());
        let made = |listing: Listing| (self.origin(&listing.rows.id), listing);
        let Some(peers) = &club.peers else {
            let offers = club.games.listings().into_iter().filter(|listing| club.offers(listing, now, wall)).map(made);
            return Ok(offers.map(|(origin, listing)| (listing, origin)).collect());
        };
        let mut offers = club.games.own_listings();
        let is_slow = |listing: &Listing| listing.spec.pace == Pace::Days;
        offers.extend(club.unowned_listings(Status::Waiting, true).await?.into_iter().filter(is_slow));
        offers.retain(|listing| club.offers(listing, now, wall));
        let own = offers.into_iter().map(made).map(|(origin, listing)| (listing, origin));
        let others = peers.heard_changes.parts.games().into_iter().filter(|game| game.is_offer);
        Ok(own.chain(others.map(|game| (game.listing, game.origin))).collect())
    }
}

/// A game, and a keyed hash of the address from which it was made, as far as that is known.
pub(super) type Made = (Listing, Option<u64>);

/// A keyed hash of an address: other nodes compare it, and learn nothing from it.
fn hashed(club: &Club, address: IpAddr) -> u64 {
    let hash = club.signer.derive(&format!("games from {address}"));
    u64::from_str_radix(&hash[..13], 16).unwrap_or_default()
}

/// The contents of the lists.
#[derive(Debug)]
pub struct Shown {
    changes: u64,
    contests: u64,
    begun: Instant,
    open: Vec<Listing>,
    live: Vec<Listing>,
    playing: u32,
    /// The people in any of the games.
    people: HashSet<PersonId>,
    /// How many people are here.
    count: u32,
    worded: [OnceLock<Worded>; Speech::ALL.len()],
}

/// The lists in one language, for everyone who is in none of the games.
#[derive(Debug)]
struct Worded {
    view: LobbyView,
    frame: Utf8Bytes,
}

impl Shown {
    fn worded(&self, club: &Club, speech: Speech) -> &Worded {
        let at = Speech::ALL.iter().position(|known| *known == speech).unwrap_or(0);
        self.worded[at].get_or_init(|| {
            club.lobby.worded.fetch_add(1, Ordering::SeqCst);
            let (nobody, words) = (PersonId::new(""), club.words(speech));
            let all = |listings: &[Listing]| listings.iter().map(|listing| listing.summary(&nobody, words)).collect();
            let (open, live) = (all(&self.open), all(&self.live));
            let view = LobbyView { open, live, playing: self.playing, people: self.count, contests: self.contests };
            Worded { frame: frame(&view), view }
        })
    }

    /// The lists as one person sees them.
    #[must_use]
    pub fn view(&self, club: &Club, person: &PersonId, speech: Speech) -> LobbyView {
        let mut view = self.worded(club, speech).view.clone();
        if self.people.contains(person) {
            let words = club.words(speech);
            let own = |listings: &[Listing], shown: &mut Vec<_>| mark_own(listings, shown, person, words);
            own(&self.open, &mut view.open);
            own(&self.live, &mut view.live);
        }
        view
    }

    /// The same as a frame of the lobby's socket. Only people who are in one of the games need a frame of their own.
    #[must_use]
    pub fn frame(&self, club: &Club, person: &PersonId, speech: Speech) -> Utf8Bytes {
        if self.people.contains(person) {
            club.lobby.worded.fetch_add(1, Ordering::SeqCst);
            return frame(&self.view(club, person, speech));
        }
        self.worded(club, speech).frame.clone()
    }
}

fn frame(view: &LobbyView) -> Utf8Bytes {
    json(&FromLobby::Lobby { lobby: view.clone() }).into()
}

/// Shows a person's own games as that person sees them.
fn mark_own(listings: &[Listing], shown: &mut [crate::api::GameSummary], person: &PersonId, words: &Words) {
    for (listing, shown) in listings.iter().zip(shown) {
        if listing.rows.people().any(|known| known == person) {
            *shown = listing.summary(person, words);
        }
    }
}

/// Reduces the games to the number shown, so that nobody fills the list alone.
fn fair(listings: Vec<Made>) -> Vec<Listing> {
    let makers: Vec<Maker> = listings.iter().map(|(listing, origin)| (*origin, listing.rows.creator.clone())).collect();
    let chosen = choose(&makers, MOST);
    listings.into_iter().enumerate().filter(|(at, _)| chosen.contains(at)).map(|(_, (listing, _))| listing).collect()
}

/// The address and the person that created a game, as far as they are known.
type Maker = (Option<u64>, Option<PersonId>);

/// Chooses the games to show. If there are too many, addresses take turns, and within an address its people do. So a
/// person who offers hundreds of games takes no place from anyone else.
fn choose(makers: &[Maker], most: usize) -> HashSet<usize> {
    let mut by_person: HashMap<&Option<PersonId>, usize> = HashMap::new();
    let turns = makers.iter().enumerate().map(|(at, (_, person))| {
        let turn = by_person.entry(person).or_default();
        *turn += 1;
        (*turn, at)
    });
    let mut turns: Vec<(usize, usize)> = turns.collect();
    turns.sort_unstable();
    // A person whose address is unknown counts as an address.
    let mut by_address: HashMap<(Option<u64>, &Option<PersonId>), usize> = HashMap::new();
    let mut rounds: Vec<(usize, usize)> = Vec::with_capacity(turns.len());
    for (_, at) in turns {
        let (address, person) = &makers[at];
        let key = if address.is_some() { (*address, &None) } else { (None, person) };
        let round = by_address.entry(key).or_default();
        *round += 1;
        rounds.push((*round, at));
    }
    rounds.sort_unstable();
    rounds.into_iter().take(most).map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn maker(address: u64, person: &str) -> Maker {
        (Some(address), Some(person.into()))
    }

    #[test]
    fn security_6_one_address_takes_no_place_from_others() {
        // Newest first: 130 games from one address under many names, then a class of 40, then ten people at home.
        let mut makers: Vec<Maker> = (0..130).map(|n| maker(1, &format!("eve {n}"))).collect();
        makers.extend((0..40).map(|n| maker(2, &format!("pupil {n}"))));
        makers.extend((0..10).map(|n| (None, Some(format!("guest {n}").as_str().into()))));
        let chosen = choose(&makers, 100);
        let count = |from: usize, to: usize| chosen.iter().filter(|at| (from..to).contains(*at)).count();
        assert_eq!((count(170, 180), chosen.len()), (10, 100), "everybody who has one is shown");
        assert_eq!((count(0, 130), count(130, 170)), (50, 40), "and an address has no more than the others want");
    }

    #[test]
    fn security_6_one_person_takes_no_place_from_others_of_the_address() {
        let mut makers: Vec<Maker> = (0..150).map(|_| maker(1, "eve")).collect();
        makers.extend((0..30).map(|n| maker(1, &format!("pupil {n}"))));
        let chosen = choose(&makers, 100);
        assert_eq!(chosen.iter().filter(|at| **at >= 150).count(), 30);
        assert_eq!(choose(&makers[..80], 100).len(), 80, "what fits is all shown");
    }
}

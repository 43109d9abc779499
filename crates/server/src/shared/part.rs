//! What a node shows the others: its offers, the games on its wall, who is here. It is a row of each node, written when it
//! changes, and read by the others when they see a new version of it. A node whose lease has ended shows nothing.

use super::presence::{self, ToldHere, ToldStand};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::http::MOST_SHOWN;
use crate::live::{Brief, Listing};
use crate::nodes::post::{Here, Post, Stand};
use damka_conduct::GameId;
use damka_store::{SharedWrite, Store, StoreError, Write};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a node looks whether it has something new to show.
const LOOK: Duration = Duration::from_secs(1);
/// The shortest time between two such checks: there may be thousands of games.
const EVERY: Duration = Duration::from_millis(200);

/// What a node shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Hashes of the people who are here.
    pub people: Vec<u64>,
    /// In how many games something happens.
    pub playing: u32,
    /// Its offers, and the newest of these games.
    pub games: Vec<ShownGame>,
    /// The runs that it hears over the wire.
    pub hears: Vec<i64>,
    /// Who watches other nodes' games, where the wire does not reach them.
    pub followed: Vec<ToldHere>,
    /// How its games stand, for followers that the wire does not reach.
    pub stands: Vec<ToldStand>,
}

/// A game that a node shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShownGame {
    /// Its id.
    pub id: String,
    /// Whether it is an open offer; otherwise it is being played.
    pub is_offer: bool,
    /// A keyed hash of the address that it was made from, if that is known.
    pub origin: Option<u64>,
    /// How it stands.
    pub brief: Brief,
}

/// The row: with the moment of the node's run at which it was written.
#[derive(Serialize, Deserialize)]
struct Share {
    now: u64,
    part: Part,
}

/// What the other nodes show.
#[derive(Debug, Default)]
pub struct Parts(Mutex<HashMap<i64, Other>>);

/// What another node shows.
#[derive(Debug, Default)]
pub struct Other {
    pub(super) run: i64,
    version: i64,
    /// The moment of its run at which that was so.
    pub(super) now: u64,
    pub(super) part: Arc<Part>,
    /// Who watches games here that are owned there, as it was passed on last.
    pub(super) passed_on: HashMap<String, (Here, Instant)>,
    /// How its games stand that are followed here, as it was passed on last.
    pub(super) stands: HashMap<String, (u64, Stand)>,
    /// Its games, each with a mark that changes with its rows.
    listings: HashMap<GameId, (u64, Listing)>,
}

/// A game of another node, as lists show it.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// How it stands.
    pub listing: Listing,
    /// Whether it is an open offer.
    pub is_offer: bool,
    /// A keyed hash of the address that it was made from.
    pub origin: Option<u64>,
}

impl Parts {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Other>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a node hears this one over the wire, as far as is known.
    pub(super) fn is_heard_by(&self, run: i64, own: i64) -> bool {
        self.lock().get(&run).is_none_or(|other| other.part.hears.contains(&own))
    }

    /// The games of all other nodes.
    pub fn games(&self) -> Vec<Elsewhere> {
        let others = self.lock();
        let games = others.values().flat_map(|other| {
            other.part.games.iter().filter_map(|game| {
                let (_, listing) = other.listings.get(&GameId::new(game.id.as_str()))?;
                Some(Elsewhere { listing: listing.clone(), is_offer: game.is_offer, origin: game.origin })
            })
        });
        games.collect()
    }

    /// In how many games of other nodes something happens.
    pub fn playing(&self) -> u32 {
        self.lock().values().map(|other| other.part.playing).sum()
    }

    /// How many people are here or at another node; these are here.
    pub fn count(&self, here: Vec<u64>) -> u32 {
        let mut people: HashSet<u64> = here.into_iter().collect();
        self.lock().values().for_each(|other| people.extend(&other.part.people));
        people.len() as u32
    }
}

/// What this node shows now.
fn own_part(club: &Club) -> Part {
    let Some(peers) = &club.peers else { return Part::default() };
    let (now, wall) = (club.clock.now(), wall());
    let own = club.games.own_listings();
    let shown = |listing: &Listing, is_offer| ShownGame {
        id: listing.rows.id.to_string(),
        is_offer,
        origin: club.lobby.origin(&listing.rows.id),
        brief: Brief::of(listing),
    };
    let offers = own.iter().filter(|listing| club.offers(listing, now, wall)).map(|listing| shown(listing, true));
    let mut live: Vec<&Listing> = own.iter().filter(|listing| listing.is_happening(now, wall)).collect();
    live.sort_by_cached_key(|listing| (Reverse(listing.public().changed_at), listing.rows.id.to_string()));
    let playing = live.len() as u32;
    let mut games: Vec<ShownGame> = offers.collect();
    games.extend(live.into_iter().take(MOST_SHOWN).map(|listing| shown(listing, false)));
    games.sort_by(|one, other| one.id.cmp(&other.id));
    let mut people = club.present.hashes();
    people.sort_unstable();
    // Where the wire works again, it is the only way.
    let (followed, stands) = peers.heard_changes.whispers.told(|run| !club.wire_reaches(run));
    let nodes = peers.living().into_iter().map(|node| node.run.id);
    let hears = nodes.filter(|run| peers.hears(*run)).collect();
    Part { people, playing, games, hears, followed, stands }
}

/// Shows the others what is new here, until the club closes.
pub async fn show(club: Arc<Club>) {
    let Some(peers) = &club.peers else { return };
    let mut every = tokio::time::interval(LOOK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut changed = club.lobby_changes();
    let mut last: Option<(i64, Part)> = None;
    let mut version = 0;
    let mut looked_at = tokio::time::Instant::now();
    loop {
        tokio::select! {
            _ = every.tick() => {}
            _ = changed.changed() => {}
        }
        tokio::time::sleep_until(looked_at + EVERY).await;
        looked_at = tokio::time::Instant::now();
        let (run, part) = (club.clock.run(), own_part(&club));
        if last.as_ref().is_some_and(|(known, shown)| *known == run && *shown == part) {
            continue;
        }
        version += 1;
        let share = Share { now: club.clock.now(), part: part.clone() };
        let body = serde_json::to_string(&share).unwrap_or_default();
        match club.write(vec![Write::Shared(SharedWrite::Share { run, version, body })]).await {
            Ok(()) => {
                last = Some((run, part));
                peers.post_all(&Post::Told);
            }
            Err(error) => tracing::debug!(%error, "what this node shows cannot be written yet"),
        }
    }
}

/// Reads what the other nodes show.
pub(super) async fn read(club: &Arc<Club>) -> Result<(), Failure> {
    let Some(peers) = &club.peers else { return Ok(()) };
    let own = club.clock.run();
    let versions = club.read(|store| store.shared().shares()).await?;
    let parts = &peers.heard_changes.parts;
    let gone: Vec<i64> = {
        let mut others = parts.lock();
        let known: Vec<i64> = others.keys().copied().collect();
        let is_there = |run: &i64| versions.iter().any(|(known, _)| known == run);
        others.retain(|run, _| is_there(run));
        known.into_iter().filter(|run| !is_there(run)).collect()
    };
    gone.iter().for_each(|run| peers.heard_changes.whispers.forget(*run));
    let mut is_changed = !gone.is_empty();
    for (run, version) in versions.into_iter().filter(|(run, _)| *run != own) {
        let mut other = parts.lock().remove(&run).unwrap_or_else(|| Other { run, ..Other::default() });
        if other.version != version {
            is_changed |= read_other(club, &mut other).await?;
        }
        presence::pass_on(club, &mut other).await;
        parts.lock().insert(run, other);
    }
    if is_changed {
        club.lobby_changed();
    }
    Ok(())
}

/// Reads what a node shows; whether any of it is seen in lists.
async fn read_other(club: &Arc<Club>, other: &mut Other) -> Result<bool, Failure> {
    let run = other.run;
    let Some((version, body)) = club.read(move |store| store.shared().share(run)).await? else { return Ok(false) };
    let Share { now, part } = match serde_json::from_str(&body) {
        Ok(share) => share,
        Err(error) => {
            // A node of another version: what it shows is not seen until both are the same.
            tracing::warn!(run, %error, "what a node shows cannot be read");
            (other.version, other.part) = (version, Arc::default());
            return Ok(true);
        }
    };
    let known: HashMap<GameId, u64> = other.listings.iter().map(|(id, (mark, _))| (id.clone(), *mark)).collect();
    let wanted: Vec<(GameId, u64)> = part.games.iter().map(|it| (GameId::new(it.id.as_str()), it.brief.mark)).collect();
    let unknown: Vec<(GameId, u64)> = { wanted }.into_iter().filter(|(id, mark)| known.get(id) != Some(mark)).collect();
    for (id, mark, listing) in club.read(move |store| bare_listings(store, unknown)).await? {
        other.listings.insert(id, (mark, listing));
    }
    let is_shown: HashSet<&str> = part.games.iter().map(|game| &*game.id).collect();
    other.listings.retain(|id, _| is_shown.contains(id.as_str()));
    let here = club.clock.now();
    for game in &part.games {
        if let Some((_, listing)) = other.listings.get_mut(&GameId::new(game.id.as_str())) {
            // A moment of that node's run as one of this one's.
            game.brief.show(listing, |at| (here + at).saturating_sub(now));
        }
    }
    let seen = |part: &Part| (part.people.clone(), part.playing, part.games.clone());
    let is_changed = seen(&part) != seen(&other.part);
    (other.version, other.now, other.part) = (version, now, Arc::new(part));
    Ok(is_changed)
}

/// The rows of games, without what has happened in them.
fn bare_listings(store: &dyn Store, games: Vec<(GameId, u64)>) -> Result<Vec<(GameId, u64, Listing)>, StoreError> {
    let mut found = Vec::with_capacity(games.len());
    for (id, mark) in games {
        // A deleted or damaged one is left out.
        if let Some(kept) = store.game(&id)?
            && let Ok(listing) = Listing::kept(&kept)
        {
            found.push((id, mark, listing));
        }
    }
    Ok(found)
}

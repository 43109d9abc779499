//! Who watches a game from another node, and how the game stands there, where the wire does not reach: the same
//! messages are part of what a node shows.

use super::part::Other;
use crate::club::Club;
use crate::nodes::post::{Here, Post, Stand};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the same is sent again: after a while of silence a node takes the other for gone.
const AGAIN: Duration = Duration::from_secs(5);

/// What this node has to say without the wire, by the game and the run that it is for.
#[derive(Debug, Default)]
pub struct Whispers {
    here: Mutex<HashMap<(String, i64), Here>>,
    stands: Mutex<HashMap<(String, i64), (u64, Stand)>>,
}

/// Who watches a game: the game, the run of its owner, and who.
pub type ToldHere = (String, i64, Here);
/// How a game stands: the game, the run of a follower, the moment of the owner's run, and how.
pub type ToldStand = (String, i64, u64, Stand);

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Whispers {
    /// Everything that is still to be delivered, by the run that it is for.
    pub(super) fn told(&self, is_needed: impl Fn(i64) -> bool) -> (Vec<ToldHere>, Vec<ToldStand>) {
        lock(&self.here).retain(|(_, run), _| is_needed(*run));
        lock(&self.stands).retain(|(_, run), _| is_needed(*run));
        let here = lock(&self.here);
        let mut here: Vec<ToldHere> = here.iter().map(|((game, run), it)| (game.clone(), *run, it.clone())).collect();
        let stands = lock(&self.stands);
        let told =
            |((game, run), (at, stand)): (&(String, i64), &(u64, Stand))| (game.clone(), *run, *at, stand.clone());
        let mut stands: Vec<ToldStand> = stands.iter().map(told).collect();
        here.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        stands.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        (here, stands)
    }

    /// Drops everything that is for a node, or about its games.
    pub(super) fn forget(&self, run: i64) {
        lock(&self.here).retain(|(_, known), _| *known != run);
        lock(&self.stands).retain(|(_, known), _| *known != run);
    }
}

impl Club {
    /// Tells the owner of a game who watches it from here: by the wire, and through the data where the wire is cut.
    pub(crate) fn tell_here(&self, game: &str, leader: i64, here: Here) {
        let Some(peers) = &self.peers else { return };
        let key = (game.to_owned(), leader);
        let mut kept = lock(&peers.heard_changes.whispers.here);
        match here.gone || self.wire_reaches(leader) {
            true => drop(kept.remove(&key)),
            false => drop(kept.insert(key, here.clone())),
        }
        drop(kept);
        peers.post(leader, &Post::Here(game.to_owned(), here));
    }

    /// Tells a follower how a game stands, in the same ways.
    pub(crate) fn tell_stand(&self, game: &str, follower: i64, stand: Stand) {
        let Some(peers) = &self.peers else { return };
        let key = (game.to_owned(), follower);
        let mut kept = lock(&peers.heard_changes.whispers.stands);
        match self.wire_reaches(follower) {
            true => drop(kept.remove(&key)),
            false => drop(kept.insert(key, (self.clock.now(), stand.clone()))),
        }
        drop(kept);
        peers.post(follower, &Post::Stand(game.to_owned(), stand));
    }

    /// This node no longer owns the game, or no longer has it in memory.
    pub(crate) fn forget_whispers(&self, game: &str) {
        let Some(peers) = &self.peers else { return };
        lock(&peers.heard_changes.whispers.here).retain(|(known, _), _| known != game);
        lock(&peers.heard_changes.whispers.stands).retain(|(known, _), _| known != game);
    }

    /// Whether messages to a node arrive, as far as both know.
    pub(super) fn wire_reaches(&self, run: i64) -> bool {
        let Some(peers) = &self.peers else { return true };
        peers.hears(run) && peers.heard_changes.parts.is_heard_by(run, self.clock.run())
    }
}

/// Passes on what another node tells of games that are here.
pub(super) async fn pass_on(club: &Arc<Club>, heard: &mut Other) {
    let own = club.clock.run();
    let part = Arc::clone(&heard.part);
    // Someone who was reported before has left.
    let is_there = |game: &String| part.followed.iter().any(|(known, run, _)| known == game && *run == own);
    let gone: Vec<String> = heard.passed_on.keys().filter(|game| !is_there(game)).cloned().collect();
    for game in gone {
        heard.passed_on.remove(&game);
        // Where the wire works again, it reports who is here.
        if !part.hears.contains(&own) {
            let here = Here { run: heard.run, people: Vec::new(), watchers: 0, gone: true };
            club.deliver(Post::Here(game, here)).await;
        }
    }
    for (game, _, here) in part.followed.iter().filter(|(_, run, _)| *run == own) {
        let is_new = heard.passed_on.get(game).is_none_or(|(known, at)| known != here || at.elapsed() >= AGAIN);
        if is_new {
            heard.passed_on.insert(game.clone(), (here.clone(), Instant::now()));
            club.deliver(Post::Here(game.clone(), here.clone())).await;
        }
    }
    let told = part.stands.iter().filter(|(_, run, ..)| *run == own);
    let stands: HashMap<String, (u64, Stand)> =
        told.map(|(game, _, at, it)| (game.clone(), (*at, it.clone()))).collect();
    for (game, (at, stand)) in stands.iter().filter(|(game, told)| heard.stands.get(*game) != Some(*told)) {
        let mut stand = stand.clone();
        if !stand.frozen {
            stand.at += heard.now.saturating_sub(*at);
        }
        club.deliver(Post::Stand(game.clone(), stand)).await;
    }
    heard.stands = stands;
}

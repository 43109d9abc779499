//! What several nodes have to know of each other.
//!
//! Whatever a node caches and another may change is announced through the data: [`Told`] is a row of the transaction that it
//! announces, and each node reads the new rows once a second, and at once when a message asks it to. So a
//! message that is lost costs a second and nothing else. A single process announces nothing.
//!
//! - here: what is announced, and what a node does when it reads it;
//! - [`part`]: what a node shows the others: its offers, its games, who is here;
//! - [`presence`]: who watches a game from another node, where the wire does not reach;
//! - [`buckets`]: what must be counted in one place.

pub mod buckets;
pub mod handovers;
pub mod part;
mod presence;

use crate::club::Club;
use crate::error::Failure;
use crate::keeper::Standings;
use crate::live::{News, delete_words};
use crate::nodes::BEAT;
use crate::nodes::post::Post;
use damka_conduct::{GameId, PersonId};
use damka_store::{SharedWrite, StoreError, Write};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How many changes are read at once.
const AT_ONCE: u32 = 500;
/// How long changes are kept, in milliseconds: a node that has not read for so long has lost its lease long before.
const KEPT: u64 = 10 * 60_000;
/// How often old ones are forgotten.
const TIDIES: Duration = Duration::from_secs(60);

/// Something that nodes remember has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// Sessions of a person have ended: these, or all but one.
    Sessions {
        /// The person.
        person: PersonName,
        /// Their keys; all if left open.
        keys: Option<Vec<String>>,
        /// The one that goes on.
        except: Option<String>,
    },
    /// A browser has replaced its session with another.
    Replaced(String),
    /// A person has other offices, or was blocked or unblocked.
    Standing(PersonName),
    /// Everything of one person now belongs to another, who has this name.
    Merged {
        /// The former person.
        from: PersonName,
        /// The new one.
        into: PersonName,
        /// The name of the new one.
        name: Option<String>,
    },
    /// A person has another name.
    Renamed(PersonName, String),
    /// A person has another picture.
    Pictured(PersonName, Option<String>),
    /// A person is deleted.
    Deleted(PersonName),
    /// A game is hidden, or shown again.
    Hidden(String, bool),
    /// The list of contests has changed.
    Contests,
}

/// A person's id as it is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonName(String);

impl From<&PersonId> for PersonName {
    fn from(person: &PersonId) -> PersonName {
        PersonName(person.as_str().to_owned())
    }
}

impl PersonName {
    fn id(&self) -> PersonId {
        PersonId::new(self.0.as_str())
    }
}

/// What the changes about a session that a browser has replaced are looked up by.
fn replaced(key: &str) -> String {
    format!("replaced {key}")
}

impl Told {
    /// All sessions of a person have ended, or all but one.
    #[must_use]
    pub fn all_sessions(person: &PersonId, except: Option<&str>) -> Told {
        Told::Sessions { person: person.into(), keys: None, except: except.map(str::to_owned) }
    }

    /// These sessions of a person have ended.
    #[must_use]
    pub fn sessions(person: &PersonId, keys: &[String]) -> Told {
        Told::Sessions { person: person.into(), keys: Some(keys.to_vec()), except: None }
    }

    fn subject(&self) -> Option<String> {
        match self {
            Told::Replaced(key) => Some(replaced(key)),
            _ => None,
        }
    }
}

/// What a node knows of the changes that the others announce.
#[derive(Debug, Default)]
pub struct Heard {
    /// The number of the last change that was heard.
    last: AtomicI64,
    /// Rings when there may be more.
    bell: Notify,
    /// What the others show.
    pub(crate) parts: part::Parts,
    /// Messages about games where the wire does not reach.
    pub(crate) whispers: presence::Whispers,
}

impl Heard {
    /// A node that reads everything now, and hears the changes after this one.
    #[must_use]
    pub fn since(last: i64) -> Heard {
        Heard { last: AtomicI64::new(last), ..Heard::default() }
    }

    /// There may be something new.
    pub fn ring(&self) {
        self.bell.notify_one();
    }
}

impl Club {
    /// Writes something that other nodes cache too, and announces it to them.
    ///
    /// # Errors
    /// As the store says; then nothing was written, and nothing was announced.
    pub async fn write_told(&self, mut writes: Vec<Write>, told: Vec<Told>) -> Result<(), StoreError> {
        let is_told = !told.is_empty();
        writes.extend(self.telling(told));
        self.write(writes).await?;
        if is_told {
            self.ring();
        }
        Ok(())
    }

    /// The rows that announce something to other nodes; there are none where one process is the whole club.
    pub(crate) fn telling(&self, told: impl IntoIterator<Item = Told>) -> Vec<Write> {
        let run = self.clock.run();
        let told = told.into_iter().filter(|_| self.peers.is_some());
        let rows = told.map(|told| {
            let (subject, body) = (told.subject(), serde_json::to_string(&(run, told)).unwrap_or_default());
            Write::Shared(SharedWrite::Change { subject, body })
        });
        rows.collect()
    }

    /// Asks the other nodes to read what is new at once.
    pub(crate) fn ring(&self) {
        if let Some(peers) = &self.peers {
            peers.post_all(&Post::Told);
        }
    }

    /// Whether a browser has just replaced this session, here or at another node.
    pub async fn is_replaced(&self, key: &str) -> bool {
        if self.sessions.is_replaced(key) || self.peers.is_none() {
            return self.sessions.is_replaced(key);
        }
        let (subject, within) = (replaced(key), crate::sessions::REPLACED.as_millis() as u64);
        self.read(move |store| store.shared().has_changed(&subject, within)).await.unwrap_or_default()
    }
}

/// Reads what the other nodes announce and show, until the club closes.
pub async fn listen(club: Arc<Club>) {
    let Some(peers) = &club.peers else { return };
    let mut every = tokio::time::interval(BEAT);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut tidied = Instant::now();
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = peers.heard_changes.bell.notified() => {}
        }
        if let Err(failure) = catch_up(&club).await {
            tracing::debug!(?failure, "what other nodes tell cannot be read yet");
        }
        if let Err(failure) = part::read(&club).await {
            tracing::debug!(?failure, "what other nodes show cannot be read yet");
        }
        if tidied.elapsed() >= TIDIES && peers.is_first(club.clock.run()) {
            tidied = Instant::now();
            // If this cannot be written now, it is written in a minute.
            let _ = club.write(vec![Write::Shared(SharedWrite::Forget { age: KEPT })]).await;
        }
    }
}

/// Reads the changes that this node does not know yet.
async fn catch_up(club: &Arc<Club>) -> Result<(), Failure> {
    let Some(peers) = &club.peers else { return Ok(()) };
    let heard = &peers.heard_changes;
    loop {
        let after = heard.last.load(Ordering::SeqCst);
        let read = move |store: &dyn damka_store::Store| {
            let (oldest, newest) = store.shared().known_changes()?;
            Ok((oldest, newest, store.shared().changes(after, AT_ONCE)?))
        };
        let (oldest, newest, rows) = club.read(read).await?;
        if oldest > after + 1 {
            // Some were deleted before they were read here.
            learn_anew(club).await?;
            heard.last.store(newest, Ordering::SeqCst);
            return Ok(());
        }
        let is_all = rows.len() < AT_ONCE as usize;
        for (number, body) in rows {
            match serde_json::from_str::<(i64, Told)>(&body) {
                Ok((run, told)) if run != club.clock.run() => match hear(club, told).await {
                    // It is read again a second later: nothing that another node tells is left out.
                    Err(failure) if failure.is_passing() => return Err(failure),
                    Err(failure) => tracing::warn!(?failure, "what another node told could not be done here"),
                    Ok(()) => {}
                },
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "a change cannot be read"),
            }
            heard.last.store(number, Ordering::SeqCst);
        }
        if is_all {
            return Ok(());
        }
    }
}

/// Everything that this node remembers may be out of date.
async fn learn_anew(club: &Arc<Club>) -> Result<(), Failure> {
    tracing::warn!("what other nodes told was not read in time: everything is read again");
    read_standings(club).await?;
    club.identities.renamed();
    club.games.forget_all_rested();
    for id in club.games.coming() {
        // Loading it tells what is wrong with it.
        let _ = club.game(&id).await;
    }
    club.games.tell_all(&News::Missed);
    club.contests_of_node_gone().await;
    close_ended(club, |_, _| true).await?;
    club.contests_changed(false);
    Ok(())
}

/// Closes the sockets of sessions that may have ended, where they have: a change may be read when the same person has
/// begun another session already.
async fn close_ended(club: &Arc<Club>, is_meant: impl Fn(&PersonId, &str) -> bool) -> Result<(), Failure> {
    let open = club.sessions.open().into_iter().filter(|(person, key)| is_meant(person, key));
    for (person, key) in open.collect::<Vec<_>>() {
        let asked = key.clone();
        let kept = club.read(move |store| store.session(&asked)).await?;
        if kept.is_none_or(|kept| kept.person != person) {
            club.sessions.close(&person, |open| open == key);
        }
    }
    Ok(())
}

async fn read_standings(club: &Arc<Club>) -> Result<(), Failure> {
    let read = club.read(Standings::read).await?;
    club.standings.become_as(read);
    Ok(())
}

/// Does here what another node has done there.
async fn hear(club: &Arc<Club>, told: Told) -> Result<(), Failure> {
    match told {
        Told::Sessions { person, keys, except } => {
            let is_meant = |open: &str| match &keys {
                Some(keys) => keys.iter().any(|key| key == open),
                None => except.as_deref() != Some(open),
            };
            close_ended(club, |who, key| *who == person.id() && is_meant(key)).await
        }
        Told::Replaced(key) => {
            club.sessions.replace(&key);
            Ok(())
        }
        Told::Standing(person) => hear_standing(club, &person.id()).await,
        Told::Merged { from, into, name } => hear_merged(club, &from.id(), &into.id(), name).await,
        Told::Renamed(person, name) => hear_renamed(club, &person.id(), name).await,
        Told::Pictured(person, picture) => {
            club.identities.renamed();
            club.tell(&person.id(), &News::Pictured(person.id(), picture)).await;
            Ok(())
        }
        Told::Deleted(person) => hear_deleted(club, &person.id()).await,
        Told::Hidden(game, hidden) => {
            let id = GameId::new(game);
            club.games.forget_rested(&id);
            club.tell_one(&id, News::Hidden(hidden)).await;
            club.lobby_changed();
            Ok(())
        }
        Told::Contests => {
            club.contests_changed(false);
            Ok(())
        }
    }
}

async fn hear_standing(club: &Arc<Club>, person: &PersonId) -> Result<(), Failure> {
    read_standings(club).await?;
    if club.standings.is_blocked(person) {
        club.sessions.close(person, |_| true);
    }
    Ok(())
}

/// The store knows the name; it is written once more for seats that were taken here meanwhile.
async fn hear_merged(club: &Arc<Club>, from: &PersonId, into: &PersonId, name: Option<String>) -> Result<(), Failure> {
    club.sessions.close(from, |_| true);
    club.identities.merged(from, into);
    club.tell(from, &News::Merged(from.clone(), into.clone(), name)).await;
    Ok(club.write(vec![Write::Merge { from: from.clone(), into: into.clone() }]).await?)
}

async fn hear_renamed(club: &Arc<Club>, person: &PersonId, name: String) -> Result<(), Failure> {
    club.identities.renamed();
    club.tell(person, &News::Renamed(person.clone(), name)).await;
    Ok(club.write(vec![Write::Shared(SharedWrite::Names { person: person.clone() })]).await?)
}

async fn hear_deleted(club: &Arc<Club>, person: &PersonId) -> Result<(), Failure> {
    club.sessions.close(person, |_| true);
    club.identities.renamed();
    club.standings.forget(person);
    club.tell(person, &News::Deleted(person.clone())).await;
    delete_words(club, person).await?;
    Ok(club.write(vec![Write::Delete { person: person.clone() }]).await?)
}

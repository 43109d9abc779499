//! Keeps notices, and passes them on.

use super::Notice;
use crate::clockwork::wall;
use crate::club::Club;
use damka_conduct::{GameId, PersonId};
use damka_store::{NewNotice, NoticeWrite, Store, StoreError, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// The maximum number of notices that wait to be kept. If more come, they are lost: everything they say is also in the
/// lists of games.
const WAITING: usize = 4_096;
/// How many are kept in one transaction.
const AT_ONCE: usize = 64;
/// The delay before another attempt when nothing can be written.
const RETRY: Duration = Duration::from_secs(2);

/// What is handed over.
#[derive(Debug)]
enum Slip {
    /// A notice for a person.
    Tell(Notice),
    /// A person has done what the notices about a game are about.
    Answered(GameId),
}

#[derive(Debug)]
struct Posted {
    person: PersonId,
    /// When the person was known by this id, as [`Club::identities`] counts.
    seen: u64,
    at: u64,
    slip: Slip,
}

/// Where notices are handed over.
#[derive(Debug)]
pub struct Postbox {
    send: mpsc::Sender<Posted>,
    /// Until the postman takes it.
    receive: Mutex<Option<mpsc::Receiver<Posted>>>,
}

impl Default for Postbox {
    fn default() -> Postbox {
        let (send, receive) = mpsc::channel(WAITING);
        Postbox { send, receive: Mutex::new(Some(receive)) }
    }
}

impl Postbox {
    pub(super) fn tell(&self, person: PersonId, notice: Notice, seen: u64) {
        self.post(Posted { person, seen, at: wall(), slip: Slip::Tell(notice) });
    }

    pub(super) fn answered(&self, person: PersonId, game: GameId, seen: u64) {
        self.post(Posted { person, seen, at: wall(), slip: Slip::Answered(game) });
    }

    fn post(&self, posted: Posted) {
        if self.send.try_send(posted).is_err() {
            tracing::warn!("too many notices at once: one is lost");
        }
    }
}

/// Keeps what is handed over, and passes it on, until the club closes.
pub async fn deliver(club: Arc<Club>) {
    let taken = club.post.receive.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut posted) = taken else { return };
    let mut some = Vec::with_capacity(AT_ONCE);
    while posted.recv_many(&mut some, AT_ONCE).await > 0 {
        let told = some.drain(..).map(|posted| named(&club, posted)).collect::<Vec<_>>();
        keep(&club, &told).await;
        push(&club, told).await;
    }
}

/// The same, with the person that it is about by now.
fn named(club: &Club, mut posted: Posted) -> Posted {
    if let Some(now) = club.identities.became(&posted.person, posted.seen) {
        posted.person = now;
    }
    posted
}

/// Writes them, however long the disk cannot.
async fn keep(club: &Club, told: &[Posted]) {
    loop {
        match club.write(told.iter().map(write).collect()).await {
            Ok(()) => return,
            Err(StoreError::Closed) => return,
            Err(error) => {
                tracing::warn!(%error, "notices cannot be kept yet");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}

/// Sends what was kept to the devices of those who have some.
async fn push(club: &Arc<Club>, told: Vec<Posted>) {
    for Posted { person, at, slip, .. } in told {
        let Slip::Tell(notice) = slip else { continue };
        let asked = person.clone();
        let read = move |store: &dyn Store| {
            let devices = store.notices().devices_of(&asked)?;
            Ok((if devices.is_empty() { Vec::new() } else { store.notices().notices_of(&asked)? }, devices))
        };
        let Ok((kept, devices)) = club.read(read).await else { continue };
        // A notice that was known already is not kept again, and told nobody again.
        let is_this = |kept: &NewNotice| {
            let NewNotice { kind, game, contest, mark, at: kept_at } = kept;
            *kept_at == at
                && *kind == notice.kind
                && *mark == notice.mark
                && (game, contest) == (&notice.game, &notice.contest)
        };
        if let Some(kept) = kept.iter().find(|kept| is_this(&kept.notice)) {
            club.push(&person, kept, devices).await;
        }
    }
}

fn write(posted: &Posted) -> Write {
    let person = posted.person.clone();
    Write::Notice(match &posted.slip {
        Slip::Tell(notice) => {
            let Notice { kind, game, contest, mark } = notice.clone();
            NoticeWrite::Tell { person, notice: NewNotice { kind, game, contest, mark, at: posted.at } }
        }
        Slip::Answered(game) => NoticeWrite::Read { person, upto: i64::MAX, game: Some(game.clone()) },
    })
}

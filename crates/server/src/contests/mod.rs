//! Contests: one owner each, as games have.
//!
//! The owner holds the fold of the contest's events. Its order is: let time pass, decide, commit, evolve, publish. The
//! boards that a pairing makes are created in the transaction that appends the pairing. Results come from the games:
//! their owners say that something has changed, and the contest reads what. Whenever a contest is loaded it reads all its
//! open games, so a message that is lost costs a delay and never a result.

mod acts;
mod boards;
mod create;
mod follow;
mod load;
mod owner;
mod settle;
mod view;

pub use create::create;
pub use load::{Loaded, record, sheet};
pub(crate) use owner::Owner;
pub use view::summary;

use crate::api::{ContestAct, ContestView};
use crate::club::{Club, LOADS};
use crate::create::Creator;
use crate::error::Failure;
use crate::nodes::Leader;
use crate::nodes::post::Post;
use crate::slots::{Owned, Slots};
use axum::extract::ws::Utf8Bytes;
use damka_conduct::{ContestId, GameId, PersonId, Status};
use damka_store::KeptContest;
use damka_words::Speech;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc, oneshot};

/// Requests that wait for one owner; senders wait when there are more.
const MAILBOX: usize = 128;

/// A socket that shows a contest.
#[derive(Debug)]
pub struct Watcher {
    /// Its number, among all sockets of this run.
    pub id: u64,
    /// Who looks.
    pub person: PersonId,
    /// In which language.
    pub speech: Speech,
    /// Where frames go. A reader that lets them pile up is closed.
    pub out: mpsc::Sender<Utf8Bytes>,
}

/// What an owner is asked.
#[derive(Debug)]
pub enum Request {
    /// Somebody does something.
    Act(Creator, Speech, ContestAct),
    /// The contest as somebody sees it.
    Look(PersonId, Speech),
    /// Somebody with a secret wants to see a private contest.
    Enter(PersonId, String),
}

/// What comes into an owner's mailbox.
#[derive(Debug)]
enum Mail {
    /// A request, and who waits for the answer.
    Request(Box<Request>, oneshot::Sender<Result<Answer, Failure>>),
    /// A socket comes.
    Join(Box<Watcher>),
    /// A socket has gone.
    Leave(u64),
    /// The people of the contest have changed; their rows are read again.
    People,
    /// Another node says that something has changed.
    Look,
    /// The server closes.
    Close,
}

/// What an owner answers.
#[derive(Debug)]
pub struct Answer {
    /// The contest as the person sees it.
    pub view: Box<ContestView>,
    /// How many games were made.
    pub games: u32,
}

/// The games of a contest in which something has happened. Their owners write here without waiting.
#[derive(Debug, Default)]
struct Changed {
    games: Mutex<Vec<GameId>>,
    bell: Notify,
}

impl Changed {
    fn note(&self, game: &GameId) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if !games.contains(game) {
            games.push(game.clone());
        }
        drop(games);
        self.bell.notify_one();
    }

    fn take(&self) -> Vec<GameId> {
        std::mem::take(&mut self.games.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A contest in memory, for everybody but its owner.
#[derive(Clone, Debug)]
pub struct Handle {
    mail: mpsc::Sender<Mail>,
    changed: Arc<Changed>,
    /// Its rows, as its owner knows them.
    rows: Arc<Mutex<Arc<KeptContest>>>,
    leader: Leader,
}

impl Owned for Handle {
    fn is_gone(&self) -> bool {
        self.mail.is_closed()
    }
}

impl Handle {
    /// Who owns it. Where that changes, the handle is another.
    pub fn leader(&self) -> Leader {
        self.leader
    }

    /// The rows of the contest.
    #[must_use]
    pub fn rows(&self) -> Arc<KeptContest> {
        Arc::clone(&self.rows.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A socket comes; `false` if the owner is gone.
    pub async fn join(&self, watcher: Watcher) -> bool {
        self.mail.send(Mail::Join(Box::new(watcher))).await.is_ok()
    }

    /// A socket has gone.
    pub async fn leave(&self, watcher: u64) {
        let _ = self.mail.send(Mail::Leave(watcher)).await;
    }
}

/// The contests in memory.
pub type Contests = Slots<ContestId, Handle>;

impl Club {
    /// A contest, loaded from the store if it is not in memory.
    ///
    /// # Errors
    /// If there is none or it cannot be read.
    pub async fn contest(self: &Arc<Club>, id: &ContestId) -> Result<Handle, Failure> {
        self.contests.get(id, || self.load_contest(id)).await
    }

    async fn load_contest(self: &Arc<Club>, id: &ContestId) -> Result<Handle, Failure> {
        for _ in 0..LOADS {
            let leader = self.leader_of_contest(id).await?;
            let owned = id.clone();
            let loaded = self.read(move |store| Loaded::read(store, &owned)).await?.ok_or(Failure::NoContest)?;
            match leader {
                Leader::Mine(run) if self.peers.is_some() && !loaded.is_of(run) => {}
                _ => return Ok(owner::start(self, loaded, leader)),
            }
        }
        Err(Failure::Closing)
    }

    /// Asks a contest something. One that was let go at that very moment is loaded again.
    ///
    /// # Errors
    /// If there is none, it cannot be read, or its owner says so.
    pub async fn ask_contest(
        self: &Arc<Club>,
        id: &ContestId,
        request: impl Fn() -> Request,
    ) -> Result<Answer, Failure> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            let mail = Mail::Request(Box::new(request()), reply);
            if self.contest(id).await?.mail.send(mail).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Failure::Closing)
    }

    /// Something has happened in a game of a contest. The contest is loaded if that matters now.
    pub fn contest_changed(self: &Arc<Club>, contest: &ContestId, game: &GameId, matters: bool) {
        if let Some(peers) = &self.peers {
            peers.post_all(&Post::Board(contest.to_string(), game.to_string()));
        }
        if let Some(handle) = self.contests.find(contest) {
            handle.changed.note(game);
        } else if matters {
            let (club, contest) = (Arc::clone(self), contest.clone());
            tokio::spawn(async move {
                // A contest that is loaded reads all its open games.
                if let Err(failure) = club.contest(&contest).await {
                    tracing::error!(%contest, ?failure, "a contest could not be loaded");
                }
            });
        }
    }

    /// Tells the contests in memory that a person has changed; returns when their owners know.
    pub async fn tell_contests(&self, person: &PersonId) {
        for handle in self.contests.all() {
            if handle.rows().concerns(person) {
                let _ = handle.mail.send(Mail::People).await;
            }
        }
    }

    /// Loads the contests that are played, so that results of games that ended before a crash reach them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn resume_contests(self: &Arc<Club>) -> Result<usize, Failure> {
        let ids = self.read(|store| store.contests().contests_in(Status::Live, u32::MAX)).await?;
        let mut resumed = 0;
        for id in ids {
            match self.contest(&id).await {
                Ok(_) => resumed += 1,
                Err(failure) => tracing::error!(contest = %id, ?failure, "a contest could not be resumed"),
            }
        }
        Ok(resumed)
    }

    /// Every contest says goodbye.
    pub async fn close_contests(&self) {
        for handle in self.contests.all() {
            let _ = handle.mail.send(Mail::Close).await;
        }
    }
}

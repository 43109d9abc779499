//! Live games: one owner each.
//!
//! The owner is a task that holds everything of its game; everybody else holds a [`Handle`] and sends messages. Its
//! order is: validate, write, confirm, apply, broadcast. It looks at one message at a time, so between the validation
//! and the commit nobody sees or changes anything; and if the write fails, the table is made anew from what is on disk.

pub(crate) mod acts;
mod brief;
mod computer;
mod load;
mod owner;
mod proof;
mod seats;
mod shadow;
mod tell;
mod tick;
mod view;

pub use brief::{Brief, Now, listed};
pub use computer::time_of;
pub use load::{Loaded, spec_lines};
pub use owner::start;

use crate::api::{ActRequest, GameView, SeatName};
use crate::error::Failure;
use axum::extract::ws::Utf8Bytes;
use damka_conduct::{GameSpec, Table};
use damka_engine::Report;
use damka_store::Sitting;
use damka_words::Speech;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Messages that wait for one owner; senders wait when there are more.
const MAILBOX: usize = 128;

/// Who looks at a game.
#[derive(Clone, Debug)]
pub struct Who {
    /// The person's id.
    pub person: String,
    /// When the person was looked up, as [`crate::Club::identities`] counts.
    pub seen: u64,
    /// The language of sentences, and what the pieces are called in them.
    pub speech: Speech,
}

/// A socket that shows a game.
#[derive(Debug)]
pub struct Viewer {
    /// Its number, among all sockets of this run.
    pub id: u64,
    /// Who looks.
    pub who: Who,
    /// Whether moves are also told in words that can be read aloud.
    pub spoken: bool,
    /// Where its frames go. A reader that lets them pile up is closed. They are boxed because a queue has room for many,
    /// also while it is empty.
    pub out: mpsc::Sender<Box<Utf8Bytes>>,
}

/// Something that a socket's person wants to do.
#[derive(Debug)]
pub struct Doing {
    /// The socket.
    pub viewer: u64,
    /// The client's number.
    pub n: u64,
    /// For which seat.
    pub seat: Option<SeatName>,
    /// What.
    pub act: ActRequest,
    /// When the frame was read, in milliseconds of the run.
    pub stamp: u64,
}

/// What became of asking for another game.
#[derive(Clone, Debug)]
pub enum Rematch {
    /// The other side has not asked yet.
    Asked,
    /// Both have asked: make it, then say [`Message::Rematched`], or [`Question::NotAgain`] if it cannot be made.
    Agreed(Box<Again>),
    /// It was made.
    Made(String),
}

/// What another game is made of.
#[derive(Clone, Debug)]
pub struct Again {
    /// What was agreed.
    pub spec: GameSpec,
    /// What the server agreed besides.
    pub terms: crate::terms::Terms,
    /// Who made the first game.
    pub maker: String,
    /// Who sat where.
    pub seats: Vec<(Sitting, String)>,
    /// What the players are called.
    pub names: [Option<String>; 2],
}

type Reply<T> = oneshot::Sender<T>;

/// What an owner is told. Mailboxes have room for many of them, so they are small.
#[derive(Debug)]
pub enum Message {
    /// A socket comes; it has seen events up to a number. Its first frame is the whole game.
    Join(Box<(Viewer, Option<u32>)>),
    /// A socket has gone.
    Leave(u64),
    /// Do this.
    Do(Box<Doing>),
    /// Answer this.
    Ask(Box<Question>),
    /// The other game was made.
    Rematched(Box<str>),
    /// What was one person's is another's, who is called so.
    Moved(Box<(String, String, Option<String>)>),
    /// A person is called so from now on.
    Renamed(Box<(String, String)>),
    /// The computer has thought about the game as it was after so many events, or panicked.
    Thought(u32, Option<Box<Report>>),
    /// Endgame tables for which a claim has waited are there.
    TablesOpened,
    /// The server closes.
    Close,
}

/// What an owner is asked.
#[derive(Debug)]
pub enum Question {
    /// The game as somebody may see it.
    Look(Who, Reply<Box<GameView>>),
    /// The table as somebody may see it, and whether the person has a seat.
    Table(String, Reply<Box<(Table, bool)>>),
    /// Somebody wants a seat.
    Sit {
        /// Who.
        person: String,
        /// What the others see.
        name: Option<String>,
        /// The secret.
        invitation: Option<String>,
        /// Which seat it became.
        reply: Reply<Result<SeatName, Failure>>,
    },
    /// The maker does not want to wait any longer.
    Withdraw(String, Reply<Result<(), Failure>>),
    /// Somebody wants another game.
    Again(String, Reply<Result<Rematch, Failure>>),
    /// The other game could not be made.
    NotAgain(Reply<()>),
}

/// A live game, for everybody but its owner.
#[derive(Clone, Debug)]
pub struct Handle {
    mail: mpsc::Sender<Message>,
    /// What lists show of it.
    pub brief: Arc<Brief>,
}

impl Handle {
    /// Sends a message; `false` if the owner is gone, and the game has to be taken up again.
    pub async fn send(&self, message: Message) -> bool {
        self.mail.send(message).await.is_ok()
    }

    /// Asks something; `None` if the owner is gone.
    pub async fn ask<T>(&self, question: impl FnOnce(Reply<T>) -> Question) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.mail.send(Message::Ask(Box::new(question(reply)))).await.ok()?;
        answer.await.ok()
    }

    /// Whether the owner is gone.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.mail.is_closed()
    }
}

//! Live games: one owner each.
//!
//! The owner is a task that holds everything of its game; everybody else holds a [`Handle`] and sends requests. Its order
//! is: let time pass, decide, evolve privately, commit, publish. It looks at one request at a time, so between deciding and
//! the commit nobody sees or changes anything; and if the write fails, the game is folded again from what is on disk.

mod acting;
pub(crate) mod acts;
mod append;
mod arbiter;
mod brief;
mod budget;
mod computer;
mod conditions;
mod contest;
mod delayed;
mod done;
mod follow;
mod followed;
mod forward;
mod load;
mod moment;
mod owner;
mod permits;
mod players;
mod proof;
mod roles;
mod room;
mod seats;
mod sight;
mod snapshot;
mod summary;
mod talk;
mod teams;
mod tell;
mod timer;
mod vacations;
mod view;

pub use append::RETRY;
pub use brief::Brief;
pub use load::{
    LONG_OUTAGE, Loaded, events_of_transcript, read_spec, record, spec_lines, spec_pairs, spec_text, story,
};
pub use moment::{Eyes, Moment, json};
pub(crate) use owner::Owner;
pub use owner::start;
pub use players::shown_name;
pub use roles::{Roles, Rows, Viewpoint};
pub use sight::{Sight, Stage, When};
pub use summary::{Listing, Shown, Summary, outcome};
pub use talk::delete_words;

use crate::api::ActRequest;
use crate::conditions::Plan;
use crate::create::Creator;
use crate::error::Failure;
use crate::nodes::Leader;
use crate::nodes::post::{Post, RemoteAct, Reply};
use axum::extract::ws::Utf8Bytes;
use damka_conduct::{GameId, PersonId, Role, Table};
use damka_contest::Outcome;
use damka_players::Thought;
use damka_rules::Colour;
use damka_store::{ClientNumber, Head, Outage};
use damka_words::Speech;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Requests that wait for one owner; senders wait when there are more.
const MAILBOX: usize = 128;

/// Who looks at a game.
#[derive(Clone, Debug)]
pub struct Who {
    /// The person.
    pub person: PersonId,
    /// When the person was looked up, as [`crate::Club::identities`] counts.
    pub seen: u64,
    /// The language of sentences, and what the pieces are called in them.
    pub speech: Speech,
    /// The address they come from.
    pub address: IpAddr,
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
    /// Where what it is told goes. A reader that lets it pile up is closed. Boxed, because a queue has room for many, also
    /// while it is empty.
    pub out: mpsc::Sender<Box<Sent>>,
}

impl Viewer {
    /// How it looks at a game from a viewpoint.
    fn eyes(&self, viewpoint: Viewpoint) -> Eyes {
        Eyes { viewpoint, speech: self.who.speech, spoken: self.spoken }
    }
}

/// What a socket is told.
#[derive(Clone, Debug)]
pub enum Sent {
    /// A moment, to be seen from a viewpoint; with the number of the viewer's own act, if it was that.
    Moment(Arc<Moment>, Viewpoint, Option<u64>),
    /// A frame that is the same for everybody.
    Frame(Utf8Bytes),
}

/// Something that a socket's person wants to do.
#[derive(Clone, Debug)]
pub struct WantedAct {
    /// The socket.
    pub viewer: u64,
    /// The client's number for it.
    pub number: ClientNumber,
    /// In which role; found out if left open.
    pub role: Option<Role>,
    /// What.
    pub act: ActRequest,
    /// How long ago it was read when it was handed over, in milliseconds.
    pub age: u64,
}

/// What an owner is asked: plain values, so that an owner could also be on another machine.
#[derive(Debug)]
pub enum Request {
    /// Do this.
    Act(WantedAct),
    /// The whole game as it stands for somebody.
    Look(Who),
    /// The table as somebody may see it.
    Table(PersonId),
    /// Somebody wants a seat.
    Sit {
        /// Who, and what the others see of them.
        who: Creator,
        /// The secret.
        invitation: Option<String>,
        /// Which side.
        side: Option<Colour>,
    },
    /// The creator begins a game of teams that are not complete.
    Begin(PersonId),
    /// A person with a secret wants to see a private game.
    Enter {
        /// The person.
        person: PersonId,
        /// The secret.
        secret: String,
    },
    /// A player agrees to the person who offers to be the arbiter, or declines.
    Arbiter {
        /// The player.
        person: PersonId,
        /// Whether they agree.
        agrees: bool,
    },
    /// The creator does not want to wait any longer.
    Withdraw(PersonId),
    /// Somebody does not want the game in their list any more.
    Remove(PersonId),
    /// Somebody wants another game.
    Rematch(PersonId),
    /// Look up which players are on vacation.
    LookUpVacations,
    /// Somebody at another node does something.
    Remote(Box<RemoteAct>),
    /// What somebody has prepared.
    Plan(PersonId),
    /// Somebody prepares moves for the game after a given half-move, or takes back what was prepared.
    Prepare(PersonId, u32, Option<Box<Plan>>),
}

/// What an owner answers.
#[derive(Debug)]
pub enum Answer {
    /// The whole game, and from where the person looks at it.
    Look(Arc<Moment>, Viewpoint),
    /// The table as the person may see it.
    Table(Box<SeenTable>),
    /// The role that was taken.
    Sat(Role),
    /// Done.
    Done,
    /// Another game is wanted; it was made, if both want it.
    Rematch(Option<GameId>),
    /// What somebody has prepared, and for which side.
    Plan(Colour, Option<Box<Plan>>),
    /// What became of an act at another node.
    Remote(Reply),
    /// It was not done.
    Failed(Failure),
}

/// What became of an act.
#[derive(Debug)]
pub(crate) enum Acted {
    /// It happened.
    Done,
    /// It had happened already, as the event with this number.
    Confirmed(u32),
    /// It was refused.
    Refused(Failure),
    /// The owner goes: another run has the game, or nobody can say what became of the act.
    Lost,
    /// Nobody can say whether it happened earlier: it has to be sent again.
    Unknown,
}

/// A table as a person may see it.
#[derive(Debug)]
pub struct SeenTable {
    /// The table, as it is now or as it was.
    pub table: Table,
    /// The number of its last event.
    pub seq: u32,
    /// What the person may see of it.
    pub sight: Sight,
}

impl Request {
    /// The person who asks; `None` for an act on a socket, which was admitted before.
    fn person(&self) -> Option<&PersonId> {
        match self {
            Request::Act(_) | Request::LookUpVacations | Request::Remote(_) => None,
            Request::Look(who) => Some(&who.person),
            Request::Sit { who, .. } => Some(&who.person),
            Request::Table(person)
            | Request::Enter { person, .. }
            | Request::Arbiter { person, .. }
            | Request::Begin(person)
            | Request::Withdraw(person)
            | Request::Remove(person)
            | Request::Rematch(person)
            | Request::Plan(person)
            | Request::Prepare(person, ..) => Some(person),
        }
    }

    /// The secret that the person presents.
    fn secret(&self) -> Option<&str> {
        match self {
            Request::Sit { invitation, .. } => invitation.as_deref(),
            Request::Enter { secret, .. } => Some(secret),
            _ => None,
        }
    }
}

/// What comes into an owner's mailbox. Mailboxes have room for many, so they are small.
#[derive(Debug)]
enum Mail {
    /// A socket comes. Its first frame is the whole game.
    Join(Box<Viewer>),
    /// A socket has gone.
    Leave(u64),
    /// A request.
    Request(Box<Envelope>),
    /// News about people, the computer, tables.
    News(Box<News>),
    /// The server closes.
    Close,
}

/// A request on its way.
#[derive(Debug)]
struct Envelope {
    request: Request,
    /// When it was handed over, in milliseconds of the run.
    sent: u64,
    /// Who waits for the answer.
    reply: Option<oneshot::Sender<Answer>>,
}

/// What an owner is told without being asked.
#[derive(Clone, Debug)]
pub enum News {
    /// What a run that is not heard has written in its game: the number of the last line, if the game is still its own.
    Head(i64, Option<Head>),
    /// What was one person's is another's, who is called so.
    Merged(PersonId, PersonId, Option<String>),
    /// A person is renamed.
    Renamed(PersonId, String),
    /// A person has another picture.
    Pictured(PersonId, Option<String>),
    /// A person is deleted.
    Deleted(PersonId),
    /// A keeper has hidden the game, or shown it again.
    Hidden(bool),
    /// The computer has thought about the game as it was after this number of events, or panicked.
    Thought(u32, Option<Thought>),
    /// Which sides tables have proved to be unable to win, of the position after this number of events; nothing if they do not
    /// know it.
    Proved(u32, Option<[bool; 2]>),
    /// No server ran for a while.
    Outage(Outage),
    /// The contest has decided the game.
    Settled(Outcome),
    /// The host's one clock over all boards has run out.
    HostFlag,
    /// What another node says about the game.
    Post(Box<Post>),
    /// What became of an act that was passed on to the owner; nothing if the answer is lost.
    Answered(Box<forward::Forwarded>, Option<Box<Reply>>),
    /// The lease of another node has ended.
    NodeGone(i64),
    /// The lease of this node cannot be confirmed: nobody's clock runs.
    Halted,
    /// It is confirmed again.
    Sure,
    /// What other nodes have told about people and games was missed: the rows may have changed.
    Missed,
    /// The lease of this node has ended.
    Ended,
}

impl News {
    /// Whose everything is from now on that was another person's.
    #[must_use]
    pub fn person(&self) -> Option<&PersonId> {
        match self {
            News::Merged(_, into, _) => Some(into),
            _ => None,
        }
    }
}

/// A live game, for everybody but its owner.
#[derive(Clone, Debug)]
pub struct Handle {
    mail: mpsc::Sender<Mail>,
    /// What lists show of it.
    pub summary: Arc<Summary>,
}

impl Handle {
    /// Who owns the game.
    #[must_use]
    pub fn leader(&self) -> Leader {
        self.summary.leader()
    }

    /// A socket comes; `false` if the owner is gone, and the game has to be loaded again.
    pub async fn join(&self, viewer: Viewer) -> bool {
        self.mail.send(Mail::Join(Box::new(viewer))).await.is_ok()
    }

    /// A socket has gone.
    pub async fn leave(&self, viewer: u64) {
        let _ = self.mail.send(Mail::Leave(viewer)).await;
    }

    /// Hands over an act at a moment of the run; `false` if the owner is gone.
    pub async fn act(&self, act: WantedAct, now: u64) -> bool {
        let envelope = Envelope { request: Request::Act(act), sent: now, reply: None };
        self.mail.send(Mail::Request(Box::new(envelope))).await.is_ok()
    }

    /// Asks something; `None` if the owner is gone.
    pub async fn ask(&self, request: Request, now: u64) -> Option<Answer> {
        let (reply, answer) = oneshot::channel();
        let envelope = Envelope { request, sent: now, reply: Some(reply) };
        self.mail.send(Mail::Request(Box::new(envelope))).await.ok()?;
        answer.await.ok()
    }

    /// Tells news, without waiting: a game that is busy with its store must not hold up heartbeats or other games.
    pub fn tell(&self, news: News) {
        if let Err(mpsc::error::TrySendError::Full(news)) = self.mail.try_send(Mail::News(Box::new(news))) {
            let mail = self.mail.clone();
            tokio::spawn(async move { mail.send(news).await });
        }
    }

    /// The server closes.
    pub async fn close(&self) {
        let _ = self.mail.send(Mail::Close).await;
    }
}

impl crate::slots::Owned for Handle {
    fn is_gone(&self) -> bool {
        self.mail.is_closed()
    }
}

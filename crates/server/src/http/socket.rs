//! Sockets.

use super::analysis::{Asked, Question, analyse};
use super::guard::{Limits, OpenSocket};
use super::{Params, Visitor, closing};
use crate::api::{FromAnalysis, FromGame, SocketQuery, ToAnalysis, ToGame};
use crate::club::Club;
use crate::connection::Arrival;
use crate::error::Failure;
use crate::limits::{Bucket, Rate};
use crate::live::{Eyes, Handle, Sent, Viewer, WantedAct};
use crate::sessions::SocketSession;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use damka_conduct::GameId;
use damka_store::ClientNumber;
use damka_words::Speech;
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Frames that wait for one reader; who lets more pile up is closed and comes again.
pub(super) const QUEUE: usize = 64;
/// The largest frame of a page.
const FRAME: usize = 8 << 10;
/// What one socket may say.
const SAYS: Rate = Rate { burst: 60.0, per_minute: 1200.0 };
/// How long a frame may take to be read.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// Who says nothing for so long is asked whether anybody is there.
const QUIET: Duration = Duration::from_secs(25);
/// The lists of the lobby are sent so often at most.
const LOBBY_EVERY: Duration = Duration::from_secs(1);

/// Why a socket is closed when its session has ended.
pub(super) const SIGNED_OUT: (u16, &str) = (close_code::POLICY, "signed out");

/// The session of a socket that a visitor opens.
pub(super) async fn session_of(club: &Club, visitor: &Visitor) -> Result<SocketSession, Failure> {
    club.open_socket(&visitor.person.id, &visitor.session, visitor.seen).await
}

pub(super) fn upgraded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    // Thousands of sockets are open at once, so their buffers are small; what a page says is shorter still.
    upgrade.max_message_size(FRAME).max_frame_size(FRAME).read_buffer_size(512).write_buffer_size(0)
}

fn text<T: Serialize>(message: &T) -> Message {
    Message::text(serde_json::to_string(message).unwrap_or_default())
}

/// Closes with a reason.
pub(super) async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
}

/// A game's socket.
pub async fn game(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    arrival: Arrival,
    Path(id): Path<String>,
    Params(query): Params<SocketQuery>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let id = GameId::new(id);
    // The session is opened before the game is loaded: a game without viewers may be unloaded again at once.
    let session = session_of(&club, &visitor).await?;
    let handle = club.game(&id).await?;
    if !club.may_see(&handle.summary.listing().rows, Some(&visitor.person.id)) {
        return Err(Failure::NoGame);
    }
    let open = match handle.summary.belongs_to(&visitor.person.id) {
        true => Limits::socket(&club, &visitor)?,
        false => Limits::watch(&club, &visitor, &id)?,
    };
    let (who, spoken) = (visitor.who(), query.spoken.unwrap_or(false));
    let play = move |socket| {
        let (out, frames) = mpsc::channel(QUEUE);
        let id = club.counts.last_socket.fetch_add(1, Ordering::Relaxed);
        // A page that names no client is a new one with each socket.
        let client = query.client.unwrap_or_else(|| crate::random::number() >> 11);
        let speech = who.speech;
        let bucket = Bucket::new(SAYS);
        let mut playing =
            Playing { socket, arrival, frames, club, handle, id, client, speech, spoken, bucket, session, _open: open };
        let viewer = Viewer { id, who, spoken, out };
        // Boxed, so that the task does not keep the room that it needed for the handshake.
        Box::pin(async move { playing.play(viewer).await })
    };
    Ok(upgraded(upgrade).on_upgrade(play))
}

/// A socket that shows a game. There are thousands, so what it holds is held once, here.
struct Playing {
    socket: WebSocket,
    arrival: Arrival,
    frames: mpsc::Receiver<Box<Sent>>,
    club: Arc<Club>,
    handle: Handle,
    id: u64,
    client: u64,
    speech: Speech,
    spoken: bool,
    bucket: Bucket,
    session: SocketSession,
    _open: OpenSocket,
}

impl Playing {
    async fn play(&mut self, viewer: Viewer) {
        if self.session.has_ended() {
            return close(&mut self.socket, SIGNED_OUT.0, SIGNED_OUT.1).await;
        }
        if !self.handle.join(viewer).await {
            return close(&mut self.socket, close_code::AGAIN, "again").await;
        }
        let mut asked = false;
        let (code, reason) = loop {
            tokio::select! {
                () = self.session.ended() => break SIGNED_OUT,
                frame = self.frames.recv() => {
                    let Some(frame) = frame else { break (close_code::AGAIN, "again") };
                    if !self.write(*frame).await {
                        break (close_code::POLICY, "slow");
                    }
                }
                message = timeout(QUIET, self.socket.recv()) => match message {
                    Ok(Some(Ok(message))) => {
                        asked = false;
                        // What counts is when its bytes arrived, however long it has waited here since.
                        let stamp = self.arrival.at();
                        if let Some(closed) = self.take(message, stamp).await {
                            break closed;
                        }
                    }
                    Ok(Some(Err(error))) => break closing::after(error),
                    Ok(None) => break (close_code::NORMAL, ""),
                    Err(_) if asked => break (close_code::AWAY, "silent"),
                    Err(_) => {
                        asked = true;
                        if !Box::pin(ping(&mut self.socket)).await {
                            break (close_code::AWAY, "gone");
                        }
                    }
                }
            }
        };
        self.handle.leave(self.id).await;
        Box::pin(close(&mut self.socket, code, reason)).await;
    }

    /// Says something that happens seldom; `false` if nobody reads.
    async fn say(&mut self, message: Message) -> bool {
        let sent = Box::pin(timeout(PATIENCE, self.socket.send(message))).await;
        matches!(sent, Ok(Ok(())))
    }

    /// Takes a frame; gives why the socket is closed, if it is.
    async fn take(&mut self, message: Message, stamp: u64) -> Option<(u16, &'static str)> {
        let said = match &message {
            Message::Text(said) => said.as_str(),
            Message::Binary(_) => return Some((close_code::UNSUPPORTED, "text only")),
            Message::Close(_) => return Some((close_code::NORMAL, "")),
            Message::Ping(_) | Message::Pong(_) => return None,
        };
        // A message sent before the session ended may be read after it.
        if self.session.has_ended() {
            return Some(SIGNED_OUT);
        }
        if self.club.settings.limited && !self.bucket.take(Instant::now()) {
            return Some((close_code::POLICY, "too much"));
        }
        let answer = match serde_json::from_str(said) {
            Ok(ToGame::Act { n, seat, act }) => {
                let number = ClientNumber { client: self.client, n };
                let role = seat.map(|seat| seat.0);
                let wanted = WantedAct { viewer: self.id, number, role, act, age: 0 };
                let heard = self.handle.act(wanted, stamp).await;
                return (!heard).then_some((close_code::AGAIN, "again"));
            }
            Ok(ToGame::Ping { n }) => FromGame::Pong { n },
            Err(error) => {
                let problem = Failure::BadRequest(error.to_string()).problem(self.club.words(self.speech));
                FromGame::Refused { n: 0, problem, squares: Vec::new() }
            }
        };
        (!self.say(text(&answer)).await).then_some((close_code::AWAY, "gone"))
    }

    /// What was sent as a frame: the first who looks at a moment from a viewpoint makes it, the others share it.
    fn frame(&self, sent: Sent) -> Message {
        let text: Utf8Bytes = match sent {
            Sent::Frame(frame) => frame,
            Sent::Moment(moment, viewpoint, own) => {
                let eyes = Eyes { viewpoint, speech: self.speech, spoken: self.spoken };
                moment.frame(eyes, self.club.words(self.speech), own, &self.club.counts.rendered)
            }
        };
        Message::Text(text)
    }

    /// Writes a frame and all that have piled up behind it; `false` if nobody reads.
    async fn write(&mut self, sent: Sent) -> bool {
        let writing = async {
            let first = self.frame(sent);
            self.socket.feed(first).await?;
            while let Ok(sent) = self.frames.try_recv() {
                let next = self.frame(*sent);
                self.socket.feed(next).await?;
            }
            self.socket.flush().await
        };
        matches!(timeout(PATIENCE, writing).await, Ok(Ok(())))
    }
}

/// Whether anybody is there, on sockets on which pages have little to say: browsers answer pings by themselves.
pub(super) struct Presence {
    every: tokio::time::Interval,
    pub(super) heard: bool,
}

impl Presence {
    pub(super) fn new() -> Presence {
        let mut every = tokio::time::interval(QUIET);
        every.reset();
        Presence { every, heard: true }
    }

    /// Comes back when it is time to ask again; `false` if nothing was heard since the last time.
    pub(super) async fn ask(&mut self) -> bool {
        self.every.tick().await;
        std::mem::replace(&mut self.heard, false)
    }
}

/// Asks whether anybody is there; `false` if that cannot even be sent.
pub(super) async fn ping(socket: &mut WebSocket) -> bool {
    let sent = timeout(PATIENCE, socket.send(Message::Ping(axum::body::Bytes::new()))).await;
    matches!(sent, Ok(Ok(())))
}

/// The lobby's socket.
pub async fn lobby(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let open = Limits::socket(&club, &visitor)?;
    let session = session_of(&club, &visitor).await?;
    Ok(upgraded(upgrade).on_upgrade(move |socket| async move {
        let _open = open;
        show_lobby(&club, socket, &visitor, &session).await;
    }))
}

async fn show_lobby(club: &Arc<Club>, mut socket: WebSocket, visitor: &Visitor, session: &SocketSession) {
    let (mut changed, mut closing) = (club.lobby_changes(), club.closing());
    // Moves change the wall too, without anybody saying so.
    let mut every = tokio::time::interval(LOBBY_EVERY * 3);
    let mut last = None;
    let mut presence = Presence::new();
    loop {
        let Ok(lobby) = club.lobby.current(club).await else { break };
        if session.has_ended() {
            return close(&mut socket, SIGNED_OUT.0, SIGNED_OUT.1).await;
        }
        let frame = lobby.frame(club, &visitor.person.id, visitor.speech);
        if last.as_ref() != Some(&frame) {
            let sent = socket.send(Message::Text(frame.clone()));
            if !matches!(timeout(PATIENCE, sent).await, Ok(Ok(()))) {
                break;
            }
            last = Some(frame);
        }
        tokio::time::sleep(LOBBY_EVERY).await;
        loop {
            tokio::select! {
                _ = changed.changed() => break,
                _ = every.tick() => break,
                _ = closing.changed() => return close(&mut socket, close_code::AWAY, "closing").await,
                () = session.ended() => return close(&mut socket, SIGNED_OUT.0, SIGNED_OUT.1).await,
                is_there = presence.ask() => if !is_there || !ping(&mut socket).await { return },
                message = socket.next() => match message {
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(error)) => {
                        let (code, reason) = closing::after(error);
                        return close(&mut socket, code, reason).await;
                    }
                    Some(Ok(_)) => presence.heard = true,
                },
            }
        }
    }
    close(&mut socket, close_code::AWAY, "again").await;
}

/// The socket of analysis.
pub async fn analysis(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let open = Limits::socket(&club, &visitor)?;
    let session = session_of(&club, &visitor).await?;
    Ok(upgraded(upgrade).on_upgrade(move |socket| async move {
        let _open = open;
        answer(&club, socket, &visitor, &session).await;
    }))
}

async fn answer(club: &Arc<Club>, mut socket: WebSocket, visitor: &Visitor, session: &SocketSession) {
    let (out, mut found) = mpsc::channel::<FromAnalysis>(QUEUE);
    let mut closing = club.closing();
    let mut bucket = Bucket::new(SAYS);
    // The question that is being thought about; a new one takes its place and so stops it.
    let mut asked: Option<(u64, Asked)> = None;
    let mut presence = Presence::new();
    loop {
        let message = tokio::select! {
            message = found.recv() => message,
            is_there = presence.ask() => {
                if !is_there || !ping(&mut socket).await {
                    break;
                }
                None
            }
            _ = closing.changed() => break,
            () = session.ended() => {
                drop(asked);
                return close(&mut socket, SIGNED_OUT.0, SIGNED_OUT.1).await;
            }
            said = socket.next() => match said {
                Some(Ok(Message::Text(said))) => {
                    presence.heard = true;
                    if !bucket.take(Instant::now()) {
                        break;
                    }
                    question(club, &said, visitor, &mut asked, &out).await
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    presence.heard = true;
                    None
                }
                Some(Err(error)) => {
                    drop(asked);
                    let (code, reason) = closing::after(error);
                    return close(&mut socket, code, reason).await;
                }
                _ => break,
            },
        };
        let current = asked.as_ref().map(|(n, _)| *n);
        let stale = matches!(&message, Some(FromAnalysis::Lines { n, .. } | FromAnalysis::Waiting { n })
            if Some(*n) != current);
        if let Some(message) = message.filter(|_| !stale)
            && !matches!(timeout(PATIENCE, socket.send(text(&message))).await, Ok(Ok(())))
        {
            break;
        }
    }
    drop(asked);
    close(&mut socket, close_code::AWAY, "").await;
}

async fn question(
    club: &Arc<Club>,
    said: &str,
    visitor: &Visitor,
    asked: &mut Option<(u64, Asked)>,
    out: &mpsc::Sender<FromAnalysis>,
) -> Option<FromAnalysis> {
    let words = club.words(visitor.speech);
    *asked = None;
    match serde_json::from_str(said) {
        Ok(ToAnalysis::Stop) => None,
        Ok(ToAnalysis::Analyse { n, position, lines, depth }) => {
            let question = Question { n, position, lines, depth };
            let begun = match club.limits.thought(&visitor.person.id, visitor.address) {
                Ok(()) => analyse(club, visitor, question, out.clone()).await,
                Err(failure) => Err(failure),
            };
            match begun {
                Ok(begun) => {
                    *asked = Some((n, begun));
                    None
                }
                Err(failure) => Some(FromAnalysis::Refused { n, problem: failure.problem(words) }),
            }
        }
        Err(error) => {
            let problem = Failure::BadRequest(error.to_string()).problem(words);
            Some(FromAnalysis::Refused { n: 0, problem })
        }
    }
}

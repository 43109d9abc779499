//! The socket of a contest: the page only listens; what people do goes by requests.

use super::contests::admitted;
use super::guard::Limits;
use super::socket::{PATIENCE, Presence, QUEUE, SIGNED_OUT, close, ping, session_of, upgraded};
use super::{Visitor, closing};
use crate::club::Club;
use crate::contests::{Handle, Watcher};
use crate::error::Failure;
use crate::sessions::SocketSession;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use damka_conduct::ContestId;
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// The socket of a contest.
pub async fn contest(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let id = ContestId::new(id);
    let session = session_of(&club, &visitor).await?;
    admitted(&club, &visitor.person.id, &id).await?;
    let open = Limits::socket(&club, &visitor)?;
    Ok(upgraded(upgrade).on_upgrade(move |socket| async move {
        let _open = open;
        let Ok(handle) = club.contest(&id).await else { return };
        show(&club, socket, &visitor, &session, &handle).await;
    }))
}

async fn show(club: &Arc<Club>, mut socket: WebSocket, visitor: &Visitor, session: &SocketSession, handle: &Handle) {
    let (out, mut frames) = mpsc::channel::<Utf8Bytes>(QUEUE);
    let id = club.counts.last_socket.fetch_add(1, Ordering::Relaxed);
    let watcher = Watcher { id, person: visitor.person.id.clone(), speech: visitor.speech, out };
    if !handle.join(watcher).await {
        return close(&mut socket, close_code::AGAIN, "again").await;
    }
    let mut presence = Presence::new();
    let (code, reason) = loop {
        tokio::select! {
            () = session.ended() => break SIGNED_OUT,
            frame = frames.recv() => {
                let Some(frame) = frame else { break (close_code::AGAIN, "again") };
                if !matches!(timeout(PATIENCE, socket.send(Message::Text(frame))).await, Ok(Ok(()))) {
                    break (close_code::POLICY, "slow");
                }
            }
            is_there = presence.ask() => if !is_there || !ping(&mut socket).await {
                break (close_code::AWAY, "gone");
            },
            message = socket.next() => match message {
                Some(Ok(Message::Close(_))) | None => break (close_code::NORMAL, ""),
                Some(Err(error)) => break closing::after(error),
                Some(Ok(_)) => presence.heard = true,
            },
        }
    };
    handle.leave(id).await;
    close(&mut socket, code, reason).await;
}

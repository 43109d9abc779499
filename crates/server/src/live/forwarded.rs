//! Acts of sockets that are here, in a game that another node owns: they are passed on until there is an answer.

use super::owner::Owner;
use super::{News, Sent, WantedAct};
use crate::nodes::post::{Call, Nudge, RemoteAct, Reply};
use damka_store::ClientNumber;
use std::sync::Arc;
use std::time::Duration;

/// How often an act is passed on whose answer is lost.
const TRIES: u32 = 12;
/// How long to wait before that.
const AGAIN: Duration = Duration::from_millis(400);

/// An act on its way to the owner, to be sent again if the answer is lost.
#[derive(Clone, Debug)]
pub struct Forwarded {
    pub(super) act: WantedAct,
    pub(super) stamp: u64,
    tries: u32,
    /// The run that it was sent to.
    to: i64,
}

impl Owner {
    /// Passes an act on to the owner.
    pub(super) fn pass_on(&mut self, act: WantedAct, stamp: u64) {
        self.pass_on_again(Forwarded { act, stamp, tries: 0, to: 0 });
    }

    fn pass_on_again(&mut self, mut forwarded: Forwarded) {
        let now = self.club.clock.now();
        let Some((viewer, _)) = self.room.find(forwarded.act.viewer) else { return };
        let Some(following) = &mut self.following else { return };
        forwarded.to = following.leader;
        following.pending.retain(|known| known.act.number != forwarded.act.number);
        following.pending.push(forwarded.clone());
        let act = RemoteAct {
            person: viewer.who.person.as_str().to_owned(),
            speech: viewer.who.speech.tag(),
            number: (forwarded.act.number.client, forwarded.act.number.n),
            role: forwarded.act.role.map(Into::into),
            act: forwarded.act.act.clone(),
            age: now.saturating_sub(forwarded.stamp),
        };
        let (leader, game) = (following.leader, self.rows.id.to_string());
        let (club, mail) = (Arc::clone(&self.club), self.own_mail.clone());
        tokio::spawn(async move {
            if forwarded.tries > 0 {
                tokio::time::sleep(AGAIN).await;
            }
            let reply = club.call(leader, &Call::Act(game, act)).await;
            if let Some(mail) = mail.upgrade() {
                let news = News::Answered(Box::new(forwarded), reply.map(Box::new));
                let _ = mail.send(super::Mail::News(Box::new(news))).await;
            }
        });
    }

    /// The owner has answered, or its answer is lost.
    pub(super) async fn hear_answer(&mut self, mut forwarded: Forwarded, reply: Option<Reply>) {
        let (number, viewer) = (forwarded.act.number, forwarded.act.viewer);
        let is_sent =
            |known: &Forwarded| (known.act.number, known.act.viewer, known.to) == (number, viewer, forwarded.to);
        if !self.following.as_ref().is_some_and(|following| following.pending.iter().any(is_sent)) {
            // It was decided here meanwhile, or goes to another owner, or came again on another socket. What the old owner says
            // counts no more: it may be one that knows nothing yet of its end.
            return;
        }
        match reply {
            Some(Reply::Done(seq)) => {
                if self.log.seq < seq {
                    self.read_tail().await;
                }
                // Usually its event has told that it counts. If it cannot be read now, it will.
                if self.log.seq >= seq && self.forget_pending(number) {
                    self.confirm(viewer, number.n, seq);
                }
            }
            Some(Reply::Confirmed(seq)) => {
                self.forget_pending(number);
                self.confirm(viewer, number.n, seq);
            }
            Some(Reply::Refused(frame)) => {
                self.forget_pending(number);
                self.tell_one(viewer, Sent::Frame(frame.into()));
            }
            Some(Reply::NotMine | Reply::Http(_)) | None => {
                self.check_leader().await;
                forwarded.tries += 1;
                if self.following.as_ref().is_none_or(|following| following.leader != forwarded.to) {
                    // It was decided here, or is on its way to the new owner.
                    return;
                }
                if forwarded.tries >= TRIES {
                    // The page comes again, and sends it again.
                    self.forget_pending(number);
                    return self.room.remove_one(viewer);
                }
                self.pass_on_again(forwarded);
            }
        }
    }

    /// Nobody waits for an answer to an act any more; whether somebody did.
    fn forget_pending(&mut self, number: ClientNumber) -> bool {
        let Some(following) = &mut self.following else { return false };
        let before = following.pending.len();
        following.pending.retain(|known| known.act.number != number);
        following.pending.len() < before
    }

    /// Passes on again what may have been answered by now.
    pub(super) fn pass_on_all(&mut self) {
        let pending = self.following.as_mut().map(|following| std::mem::take(&mut following.pending));
        for forwarded in pending.unwrap_or_default() {
            self.pass_on_again(Forwarded { tries: 0, ..forwarded });
        }
    }

    /// Passes on to the owner what code here wants to tell the game.
    pub(super) fn nudge_leader(&self, nudge: Nudge) {
        let Some(following) = &self.following else { return };
        let (club, leader, game) = (Arc::clone(&self.club), following.leader, self.rows.id.to_string());
        tokio::spawn(async move {
            let call = Call::Nudge(game, nudge);
            for _ in 0..TRIES {
                if let Some(Reply::Done(_)) = club.call(leader, &call).await {
                    return;
                }
                tokio::time::sleep(AGAIN).await;
            }
        });
    }
}

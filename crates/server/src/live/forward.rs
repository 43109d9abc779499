//! Acts of people whose game another node owns: they are forwarded to it, and sent again until there is an answer.

use super::owner::Owner;
use super::{Mail, News, Sent, WantedAct};
use crate::nodes::post::{Call, Nudge, RemoteAct, Reply};
use damka_store::ClientNumber;
use std::sync::Arc;
use std::time::Duration;

/// How long the line of an act may come after the answer, in milliseconds; then it is read from the store.
const LATE: u64 = 100;
/// How often an act is forwarded whose answer is lost.
const TRIES: u32 = 12;
/// How long to wait before that.
const AGAIN: Duration = Duration::from_millis(400);

/// An act on its way to the owner, to be sent again if the answer is lost.
#[derive(Clone, Debug)]
pub struct Forwarded {
    act: WantedAct,
    stamp: u64,
    tries: u32,
    /// The run that it was sent to.
    to: i64,
}

impl Forwarded {
    /// The socket that it came from.
    pub(super) fn viewer(&self) -> u64 {
        self.act.viewer
    }
}

/// An act that counts, and whose line has not come yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awaited {
    number: ClientNumber,
    seq: u32,
    /// When the store is asked for it.
    pub(super) until: u64,
}

impl Owner {
    /// Forwards an act to the owner.
    pub(super) fn pass_on(&mut self, act: WantedAct, stamp: u64) {
        self.pass_on_again(Forwarded { act, stamp, tries: 0, to: 0 });
    }

    /// Forwards again what may have been answered by now, or what another owner has to answer.
    pub(super) fn pass_on_all(&mut self) {
        let pending = self.following.as_mut().map(|following| std::mem::take(&mut following.pending));
        for forwarded in pending.unwrap_or_default() {
            self.pass_on_again(Forwarded { tries: 0, ..forwarded });
        }
    }

    /// An act that was under way is decided here, because this node has the game by now.
    pub(super) async fn decide_here(&mut self, forwarded: Forwarded) {
        self.handle_act(forwarded.act, forwarded.stamp).await;
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
                let _ = mail.send(Mail::News(Box::new(news))).await;
            }
        });
    }

    /// The owner has answered, or its answer is lost.
    pub(super) async fn hear_answer(&mut self, mut forwarded: Forwarded, reply: Option<Reply>) {
        let (number, viewer) = (forwarded.act.number, forwarded.act.viewer);
        let is_sent =
            |known: &Forwarded| (known.act.number, known.act.viewer, known.to) == (number, viewer, forwarded.to);
        if !self.following.as_ref().is_some_and(|following| following.pending.iter().any(is_sent)) {
            // It was decided here meanwhile, or goes to another owner, or arrived again on another socket. The old owner's answer
            // no longer counts: it may not have noticed yet that it has lost the game.
            return;
        }
        match reply {
            Some(Reply::Done(seq) | Reply::Confirmed(seq)) if self.log.seq < seq => {
                // Its line is still under way: it takes more steps than an answer.
                if let Some(following) = &mut self.following {
                    following.awaited.push(Awaited { number, seq, until: self.club.clock.now() + LATE });
                }
            }
            Some(Reply::Done(seq)) => self.confirm_pending(number, seq),
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
                    // The page reconnects, and sends it again.
                    self.forget_pending(number);
                    return self.room.remove_one(viewer);
                }
                self.pass_on_again(forwarded);
            }
        }
    }

    /// Nobody waits for an answer to an act any more. The act, if somebody did.
    pub(super) fn forget_pending(&mut self, number: ClientNumber) -> Option<Forwarded> {
        let pending = &mut self.following.as_mut()?.pending;
        let at = pending.iter().position(|known| known.act.number == number)?;
        Some(pending.swap_remove(at))
    }

    /// An act counts. Usually its event has already shown this.
    fn confirm_pending(&mut self, number: ClientNumber, seq: u32) {
        if let Some(forwarded) = self.forget_pending(number) {
            self.confirm(forwarded.act.viewer, number.n, seq);
        }
    }

    /// Forwards to the owner what code here wants to tell the game.
    pub(super) fn nudge_leader(&self, nudge: Nudge) {
        let Some(following) = &self.following else { return };
        let (club, leader, game) = (Arc::clone(&self.club), following.leader, self.rows.id.to_string());
        // A contest says it again by itself, to whichever node owns the game then.
        let tries = if matches!(nudge, Nudge::Vacations) { TRIES } else { 1 };
        tokio::spawn(async move {
            let call = Call::Nudge(game, nudge);
            for _ in 0..tries {
                if let Some(Reply::Done(_)) = club.call(leader, &call).await {
                    return;
                }
                tokio::time::sleep(AGAIN).await;
            }
        });
    }

    /// Lines of acts that should have come by now are read.
    pub(super) async fn read_awaited(&mut self, now: u64) {
        let Some(following) = &self.following else { return };
        if following.awaited.iter().any(|awaited| awaited.seq > self.log.seq && awaited.until <= now) {
            self.read_tail().await;
        }
        let seq = self.log.seq;
        let Some(following) = &mut self.following else { return };
        let (done, awaited) = std::mem::take(&mut following.awaited).into_iter().partition(|it| it.seq <= seq);
        following.awaited = awaited;
        let done: Vec<Awaited> = done;
        // The store could not be read: again after a while.
        following.awaited.iter_mut().filter(|it| it.until <= now).for_each(|it| it.until = now + LATE);
        done.into_iter().for_each(|it| self.confirm_pending(it.number, it.seq));
    }
}

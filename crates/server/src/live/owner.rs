//! The owner of one live game.

use super::computer::ComputerSeat;
use super::delayed::Delayed;
use super::follow::Following;
use super::followed::Followers;
use super::load::{Loaded, Log};
use super::proof::AskedProof;
use super::roles::{Roles, Rows};
use super::room::Room;
use super::sight::{Sight, Stage};
use super::snapshot::Circumstances;
use super::summary::{Listing, Summary};
use super::{Answer, Envelope, Handle, MAILBOX, Mail, News, Request, SeenTable};
use crate::clockwork::{Flow, GameTime, LONGEST_HOLD};
use crate::club::Club;
use crate::error::Failure;
use crate::nodes::Leader;
use crate::nodes::post::Nudge;
use crate::schedule::Asker;
use damka_conduct::clock::{Control, Millis};
use damka_conduct::{GameSpec, Pace, PersonId, Status, Table};
use damka_store::Outage;
use futures_util::FutureExt;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc;

/// When a game whose owner panicked is looked at, in milliseconds, if nobody has asked for it before.
const AFTER_PANIC: u64 = 2_000;

/// Everything of one live game.
pub struct Owner {
    pub(crate) club: Arc<Club>,
    pub(crate) spec: Arc<GameSpec>,
    /// What is kept of the game beside its record.
    pub(crate) rows: Rows,
    pub(crate) table: Table,
    pub(crate) log: Log,
    pub(crate) time: GameTime,
    pub(crate) room: Room,
    /// What spectators see, where they see it later.
    pub(super) delayed: Option<Box<Delayed>>,
    pub(super) computer: Option<Box<ComputerSeat>>,
    /// What tables were asked last.
    pub(super) proof: Option<AskedProof>,
    pub(super) summary: Arc<Summary>,
    pub(super) own_mail: mpsc::WeakSender<Mail>,
    /// The run that owns the game.
    pub(super) run: i64,
    /// Until when a clock that was running when the game was loaded waits for its player.
    pub(super) held_until: u64,
    /// What is known of the owner, if another node is that.
    pub(super) following: Option<Box<Following>>,
    /// The nodes that follow the game.
    pub(super) followers: Option<Box<Followers>>,
}

/// Starts the owner of a game.
pub fn start(club: &Arc<Club>, loaded: Loaded, leader: Leader) -> Handle {
    let (send, mail) = mpsc::channel(MAILBOX);
    let now = club.clock.now();
    let (run, following) = match leader {
        Leader::Mine(run) => (run, None),
        Leader::Other(leader) => (club.clock.run(), Some(Box::new(Following::new(leader, now)))),
    };
    // A process alone holds clocks from its beginning; a node, from when it takes the game.
    let held_until = if club.peers.is_some() { now + LONGEST_HOLD } else { LONGEST_HOLD };
    let summary = Arc::new(Summary::new(Listing::of(&loaded)));
    summary.follow(leader);
    let spec = Arc::clone(&summary.listing().spec);
    club.turns.forget(loaded.rows.people());
    let Loaded { kept, rows, table, mut log, delayed, beat, outages, lag, .. } = loaded;
    let is_running = table.running().is_some() && table.ending().is_none();
    let is_timed = spec.clocks.iter().any(|clock| !clock.is_none());
    let time = match spec.pace {
        Pace::Days => GameTime::Days { since: rows.created_at },
        Pace::Sitting => {
            GameTime::Sitting(Flow::loaded((run, held_until), now, kept.anchor, beat, table.now(), is_running))
        }
    };
    log.is_anchored = !is_timed || kept.anchor.is_some_and(|anchor| anchor.run == run);
    let owner = Owner {
        club: Arc::clone(club),
        computer: ComputerSeat::of(&rows).map(Box::new),
        spec,
        rows,
        table,
        log,
        time,
        room: Room::new(now),
        delayed,
        proof: None,
        summary: Arc::clone(&summary),
        own_mail: send.downgrade(),
        run,
        held_until,
        following,
        followers: None,
    };
    let absent = owner.room.absent();
    summary.change(|listing| listing.absent = absent);
    tokio::spawn(life(owner, mail, outages, lag));
    Handle { mail: send, summary }
}

/// What the owner's task does. An owner that panics goes, and the next one loads the game as it is on disk.
#[expect(clippy::manual_async_fn, reason = "an `async fn` that takes the owner by value has room for it twice")]
fn life(
    mut owner: Owner,
    mut mail: mpsc::Receiver<Mail>,
    outages: Vec<Outage>,
    lag: u64,
) -> impl Future<Output = ()> + Send {
    async move {
        let running = async {
            if owner.is_following() {
                owner.club.followers(1);
            } else {
                if !outages.is_empty() || lag > 0 {
                    Box::pin(owner.credit_outages(outages, lag)).await;
                }
                Box::pin(owner.look_up_vacations()).await;
            }
            owner.run(&mut mail).await;
        };
        let panicked = AssertUnwindSafe(running).catch_unwind().await.is_err();
        if panicked {
            tracing::error!(game = %owner.rows.id, "the owner of a game panicked; it is loaded again from what is on disk");
            // Its clock may be running, so somebody has to look at it, but not at once: it may panic again.
            owner.club.games.wake(crate::clockwork::wall() + AFTER_PANIC, &owner.rows.id);
        } else if owner.is_live() && !owner.log.is_lost {
            // Before the slot is free: the next load forgets it.
            // What other nodes may change meanwhile is read again.
            if owner.club.peers.is_none() {
                owner.club.games.rest(owner.summary.listing(), None);
            }
        }
        match owner.is_following() {
            true => owner.club.followers(-1),
            // Not in the arm of a panic alone: whoever owns nothing any more says so.
            false => Box::pin(owner.release()).await,
        }
        owner.club.games.release(&owner.rows.id, || mail.close());
    }
}

impl Owner {
    async fn run(&mut self, mail: &mut mpsc::Receiver<Mail>) {
        if !self.is_following() {
            self.prepare_proofs();
            Box::pin(self.follow_up()).await;
        }
        while !self.log.is_lost {
            let next = match self.deadline() {
                None => mail.recv().await,
                Some(at) => {
                    let at = tokio::time::Instant::from_std(self.club.clock.instant(at));
                    tokio::select! {
                        biased;
                        next = mail.recv() => next,
                        () = tokio::time::sleep_until(at) => {
                            if !Box::pin(self.on_timer()).await {
                                break;
                            }
                            self.tell_new_trouble();
                            continue;
                        }
                    }
                }
            };
            let Some(next) = next else { break };
            if !self.handle(next).await {
                break;
            }
            self.tell_new_trouble();
        }
    }

    /// Handles what has come; `false` if the owner has to go. What happens seldom is boxed: a task is as large as the
    /// largest thing it may ever do, and there are thousands of them.
    async fn handle(&mut self, mail: Mail) -> bool {
        match mail {
            Mail::Join(viewer) => Box::pin(self.join(*viewer)).await,
            Mail::Leave(viewer) => self.leave(viewer),
            Mail::Request(envelope) => {
                let Envelope { request, sent, reply } = *envelope;
                let (answer, go_on) = match request {
                    Request::Act(act) => {
                        let stamp = sent.saturating_sub(act.age);
                        Box::pin(self.handle_act(act, stamp)).await;
                        (Answer::Done, true)
                    }
                    other => Box::pin(self.answer(other)).await,
                };
                if let Some(reply) = reply {
                    let _ = reply.send(answer);
                }
                return go_on;
            }
            Mail::News(news) => Box::pin(self.hear(*news)).await,
            Mail::Close => {
                if self.is_following() {
                    self.say_who_is_here(true);
                }
                self.tell_bye(&Failure::Closing);
                return false;
            }
        }
        true
    }

    /// Answers a request; `false` if the owner has to go.
    async fn answer(&mut self, request: Request) -> (Answer, bool) {
        let failed = |failure| (Answer::Failed(failure), true);
        if !self.admits(&request) {
            return failed(Failure::NoGame);
        }
        if self.is_following() && !Owner::follower_answers(&request) {
            if let Request::LookUpVacations = request {
                self.nudge_leader(Nudge::Vacations);
                return (Answer::Done, true);
            }
            return failed(Failure::Closing);
        }
        match request {
            Request::Act(_) => (Answer::Done, true),
            Request::Remote(act) => (Answer::Remote(Box::pin(self.handle_remote(*act)).await), true),
            Request::Look(who) => {
                let person = self.known(who).person;
                let viewpoint = self.rows.viewpoint(&person);
                (Answer::Look(self.whole(viewpoint.roles), viewpoint), true)
            }
            Request::Table(person) => {
                let viewpoint = self.rows.viewpoint(&person);
                let (table, seq) = self.shown_to(viewpoint.roles);
                let stage = Stage { to_move: table.to_move(), is_over: table.ending().is_some() };
                let sight = Sight::of(&self.spec, self.rows.openness(), viewpoint, stage);
                (Answer::Table(Box::new(SeenTable { table: table.clone(), seq, sight })), true)
            }
            Request::Enter { person, .. } => match self.let_in(person).await {
                Ok(()) => (Answer::Done, true),
                Err(failure) => failed(failure),
            },
            Request::Arbiter { person, agrees } => match self.answer_candidate(&person, agrees).await {
                Ok(()) => (Answer::Done, true),
                Err(failure) => failed(failure),
            },
            Request::Sit { who, invitation, side } => match self.sit(who, invitation.as_deref(), side).await {
                Ok(role) => (Answer::Sat(role), true),
                Err(failure) => failed(failure),
            },
            Request::Begin(person) => match self.begin(&person).await {
                Ok(()) => (Answer::Done, true),
                Err(failure) => failed(failure),
            },
            Request::Withdraw(person) => match self.withdraw(&person).await {
                Ok(()) => (Answer::Done, false),
                Err(failure) => failed(failure),
            },
            Request::Remove(person) => match self.remove_from_list(&person).await {
                Ok(is_kept) => (Answer::Done, is_kept),
                Err(failure) => failed(failure),
            },
            Request::LookUpVacations => {
                Box::pin(self.look_up_vacations()).await;
                (Answer::Done, true)
            }
            Request::Plan(person) => match self.plan_of(&person) {
                Ok((side, plan)) => (Answer::Plan(side, plan), true),
                Err(failure) => failed(failure),
            },
            Request::Prepare(person, ply, plan) => {
                match Box::pin(self.set_plan(&person, ply, plan.map(|plan| *plan))).await {
                    Ok(()) => (Answer::Done, true),
                    Err(failure) => failed(failure),
                }
            }
            Request::Rematch(person) => match self.want_rematch(&person).await {
                Ok(game) => (Answer::Rematch(game), true),
                Err(failure) => failed(failure),
            },
        }
    }

    async fn hear(&mut self, news: News) {
        let news = match self.is_following() {
            true => match Box::pin(self.follower_hears(news)).await {
                Some(news) => news,
                None => return,
            },
            false => news,
        };
        match news {
            News::Merged(from, into, name) => {
                let renames = name.is_some_and(|name| self.rows.rename(&from, Some(&name)));
                self.room.merge(&from, &into);
                if self.rows.merge(&from, &into) || renames {
                    self.people_changed();
                }
            }
            News::Renamed(person, name) => {
                if self.rows.rename(&person, Some(&name)) {
                    self.people_changed();
                }
            }
            News::Pictured(person, picture) => {
                if self.rows.picture(&person, picture.as_deref()) {
                    self.people_changed();
                }
            }
            News::Deleted(person) => {
                let is_blanked = self.blank_words(&person);
                if self.rows.delete(&person) {
                    self.people_changed();
                }
                if is_blanked {
                    self.tell_game();
                }
            }
            News::Hidden(hidden) => {
                self.rows.access.hidden = hidden;
                let (club, rows) = (&self.club, &self.rows);
                self.room.turn_out(|viewer| !club.may_see(rows, Some(viewer)));
                self.people_changed();
            }
            News::Thought(events, thought) => self.computer_thought(events, thought).await,
            News::Proved(events, cannot_win) => self.handle_proof(events, cannot_win).await,
            News::Outage(outage) => {
                if self.spec.pace == Pace::Days {
                    self.credit_outages(vec![outage], 0).await;
                }
            }
            News::Head(..) => {}
            News::Post(post) => self.hear_post(*post).await,
            News::Answered(forwarded, reply) => self.hear_answer(*forwarded, reply.map(|reply| *reply)).await,
            News::NodeGone(run) => self.forget_follower(run),
            News::Halted => self.halt(),
            // The store is asked: it says that the game is still this node's.
            News::Sure if self.log.trouble.is_some() => self.try_again().await,
            News::Sure => {}
            News::Missed => self.look_at_rows().await,
            News::Ended => {
                self.log.is_lost = true;
                self.tell_bye(&Failure::Closing);
            }
            News::Settled(outcome) => self.settle(outcome).await,
            News::HostFlag => self.host_flag().await,
        }
    }

    /// The person for whom the game causes work: the computer's opponent, or else the creator, at the address of the
    /// last player to come.
    pub(super) fn asker(&self) -> Asker {
        let human = self.rows.occupants.iter().find_map(|it| it.person());
        let person = human.or(self.rows.creator.as_ref()).cloned();
        let address = self.room.player_from.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Asker { address, person: person.unwrap_or_else(|| PersonId::new(self.rows.id.as_str())) }
    }

    /// The game's time.
    pub fn now(&self) -> Millis {
        self.time.at(&self.club.clock, self.club.clock.now()).max(self.table.now())
    }

    /// Whether the game is played.
    pub fn is_live(&self) -> bool {
        self.rows.status == Status::Live && self.table.ending().is_none()
    }

    /// Whether the game has a clock at all.
    pub fn is_timed(&self) -> bool {
        !self.spec.clocks.iter().all(Control::is_none)
    }

    pub(super) fn circumstances(&self) -> Circumstances {
        Circumstances {
            openness: self.rows.openness(),
            since: self.rows.created_at,
            seq: self.log.seq,
            now: self.now(),
            held: self.time.is_frozen() && self.table.running().is_some(),
            live: self.is_live(),
        }
    }

    /// The table that somebody with these roles may see, and the number of its last event.
    pub(super) fn shown_to(&self, roles: Roles) -> (&Table, u32) {
        match &self.delayed {
            Some(delayed) if roles.is_spectator() => (&delayed.table, delayed.seq),
            _ => (&self.table, self.log.seq),
        }
    }

    /// Whether the person who asks may see the game.
    fn admits(&self, request: &Request) -> bool {
        let Some(person) = request.person() else { return true };
        self.club.may_see(&self.rows, Some(person)) || request.secret().is_some_and(|secret| self.rows.opens(secret))
    }

    /// After something happened: tables may be asked for a proof, and the computer's turn may have come.
    pub(super) async fn follow_up(&mut self) {
        self.consider_proof();
        self.consider_computer().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::WantedAct;

    #[test]
    fn a_live_game_is_small() {
        assert!(size_of::<Mail>() <= 24, "{}", size_of::<Mail>());
        assert!(size_of::<Owner>() <= 1860, "{}", size_of::<Owner>());
        fn future<F: Future>(_: fn(Owner, mpsc::Receiver<Mail>, Vec<Outage>, u64) -> F) -> usize {
            size_of::<F>()
        }
        assert!(future(life) <= 2210, "{}", future(life));
        fn act<'a, F: Future>(_: fn(&'a mut Owner, WantedAct, u64) -> F) -> usize {
            size_of::<F>()
        }
        assert!(act(Owner::handle_act) <= 1200, "{}", act(Owner::handle_act));
    }
}

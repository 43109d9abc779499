//! What the owner of a game sends to the nodes that follow it, and does for them.

use super::acting::ActBy;
use super::load::Loaded;
use super::owner::Owner;
use super::{Acted, WantedAct};
use crate::clockwork::wall;
use crate::error::Failure;
use crate::live::json;
use crate::nodes::post::{Here, Lines, Post, RemoteAct, Reply, Row, Stand};
use damka_conduct::{Event, PersonId, Status};
use damka_notation::SquareNames;
use damka_store::{ClientNumber, Owned, Store, StoreError, Write};
use damka_words::{Language, Speech};

/// A follower that has been silent for so long counts as gone, in milliseconds.
const GONE: u64 = 16_000;
/// When a game that could not be released is loaded again, in milliseconds.
const AFTER_FAILURE: u64 = 2_000;
/// The number of no socket: somebody at another node.
pub(super) const ELSEWHERE: u64 = u64::MAX;

/// The nodes that follow a game.
#[derive(Debug, Default)]
pub struct Followers {
    /// Their runs, and when they were heard last.
    runs: Vec<(i64, u64)>,
}

impl Owner {
    /// At another node, someone has opened the game or left it.
    pub(super) async fn hear_follower(&mut self, here: Here) {
        let now = self.club.clock.now();
        let Here { run, people, watchers, gone } = here;
        let followers = self.followers.get_or_insert_default();
        followers.runs.retain(|(known, _)| *known != run);
        if !gone {
            followers.runs.push((run, now));
        }
        let people: Vec<PersonId> = people.into_iter().map(PersonId::new).collect();
        let newcomers: Vec<PersonId> = people.iter().filter(|person| !self.room.has_person(person)).cloned().collect();
        let is_changed = match gone {
            true => self.room.forget_elsewhere(run),
            false => self.room.set_elsewhere(run, people, watchers, &self.rows),
        };
        if is_changed {
            self.presence_changed();
        }
        for person in newcomers {
            let viewpoint = self.rows.viewpoint(&person);
            Box::pin(self.player_is_back(viewpoint)).await;
        }
        if is_changed {
            Box::pin(self.consider_computer()).await;
        }
        if !gone {
            self.post_stand_to(run);
        }
    }

    /// A node has died, and with it everyone who watched from there.
    pub(super) fn forget_follower(&mut self, run: i64) {
        if let Some(followers) = &mut self.followers {
            followers.runs.retain(|(known, _)| *known != run);
        }
        if self.room.forget_elsewhere(run) {
            self.presence_changed();
        }
    }

    /// When a follower that says nothing is gone.
    pub(super) fn follower_gone_at(&self) -> Option<u64> {
        let followers = self.followers.as_ref()?;
        followers.runs.iter().map(|(_, heard)| heard + GONE).min()
    }

    /// Forgets followers that have said nothing for long: their farewell was lost.
    pub(super) fn forget_silent_followers(&mut self, now: u64) {
        let Some(followers) = &self.followers else { return };
        let silent = followers.runs.iter().filter(|(_, heard)| now >= heard + GONE);
        let silent: Vec<i64> = silent.map(|(run, _)| *run).collect();
        silent.into_iter().for_each(|run| self.forget_follower(run));
    }

    fn followers(&self) -> impl Iterator<Item = i64> {
        self.followers.iter().flat_map(|followers| followers.runs.iter().map(|(run, _)| *run))
    }

    /// Sends the followers the lines of a batch that is on disk.
    pub(super) fn post_lines(&self, first: u32, events: &[Event], number: impl Fn(usize) -> Option<ClientNumber>) {
        let Some(peers) = self.club.peers.as_ref().filter(|_| self.followers.is_some()) else { return };
        let names = SquareNames::of(&self.spec.ruleset);
        let wall = wall();
        let row = |(at, event): (usize, &Event)| {
            Row(event.line(names), wall, number(at).map(|number| (number.client, number.n)))
        };
        let rows = events.iter().enumerate().map(row).collect();
        let post = Post::Lines(self.rows.id.to_string(), Lines(first, self.now().0, rows));
        self.followers().for_each(|run| peers.post(run, &post));
    }

    /// Informs the followers how the game stands.
    pub(super) fn post_stand(&self) {
        self.followers().for_each(|run| self.post_stand_to(run));
    }

    fn post_stand_to(&self, run: i64) {
        let (people, watchers) = self.room.others_than(run);
        let stand = Stand {
            run: self.run,
            seq: self.log.seq,
            at: self.now().0,
            frozen: self.time.is_frozen(),
            halted: self.log.trouble.is_some(),
            rows: self.rows.mark(),
            people: people.into_iter().map(|person| person.as_str().to_owned()).collect(),
            watchers,
        };
        self.club.tell_stand(self.rows.id.as_str(), run, stand);
    }

    /// The owner releases the game: nobody owns it, and a follower may take it over.
    pub(super) async fn release(&self) {
        let Some(peers) = self.club.peers.as_ref().filter(|_| !self.is_following()) else { return };
        if !self.log.is_taken {
            // A clock may be running: if no follower takes the game over, another node has to.
            let due = (self.is_live() && self.is_timed() && !self.log.is_let_go).then(wall);
            let release = Write::Release { game: self.rows.id.clone(), run: self.run, due };
            // Not as the table has it: what could not be written may have ended the game there.
            let is_live = self.rows.status == Status::Live;
            if self.club.write(vec![release]).await.is_err() && is_live {
                // It is this node's still, and nobody else looks after it while this node lives.
                self.club.games.wake(wall() + AFTER_FAILURE, &self.rows.id);
            }
        }
        self.club.forget_whispers(self.rows.id.as_str());
        let post = Post::Bye(self.rows.id.to_string());
        self.followers().for_each(|run| peers.post(run, &post));
    }

    /// Writes without an append what only the owner may write. If the answer does not say what became of the write, the owner
    /// checks: it may have happened, or another run may own the game.
    pub(super) async fn write_as_owner(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        let done = self.try_as_owner(writes).await;
        if done.is_err() && self.club.peers.is_some() {
            Box::pin(self.look_at_rows()).await;
            if self.log.is_lost {
                // The caller asks the new owner.
                return Err(StoreError::Closed);
            }
        }
        done
    }

    /// Reads the rows again, and gives the game up if that fails or another run owns it.
    pub(super) async fn look_at_rows(&mut self) {
        let id = self.rows.id.clone();
        let read = move |store: &dyn Store| Ok((store.nodes().owner(&id)?, Loaded::read(store, &id)?));
        // A lost transaction may still be at work: the next one begins when it is over.
        let found = match self.club.write(Vec::new()).await {
            Ok(()) => self.club.read(read).await.ok(),
            Err(_) => None,
        };
        let is_mine = |owner: Option<Owned>| owner.is_some_and(|owner| owner.run == self.run);
        match found {
            Some((owner, Some(loaded))) if is_mine(owner) => {
                self.rows = loaded.rows;
                self.log.done.plans = loaded.log.done.plans;
                self.update_people();
                self.update_summary();
                self.tell_game();
            }
            _ => {
                self.log.is_lost = true;
                self.tell_bye(&Failure::Closing);
            }
        }
    }

    /// The same, for what may fail: it is written again, or does not matter then.
    pub(super) async fn try_as_owner(&self, mut writes: Vec<Write>) -> Result<(), StoreError> {
        if self.club.peers.is_some() {
            writes.insert(0, Write::Mine { game: self.rows.id.clone(), run: self.run });
        }
        self.club.write(writes).await
    }

    /// Someone at another node does something.
    pub(super) async fn handle_remote(&mut self, act: RemoteAct) -> Reply {
        if self.is_following() {
            return Reply::NotMine;
        }
        let RemoteAct { person, speech, number: (client, n), role, act, age } = act;
        let person = PersonId::new(person);
        let viewpoint = self.rows.viewpoint(&person);
        let speech = Speech::from_tag(&speech).unwrap_or(Language::English.into());
        let number = ClientNumber { client, n };
        let wanted = WantedAct { viewer: ELSEWHERE, number, role: role.map(|role| role.0), act, age };
        let stamp = self.club.clock.now().saturating_sub(age);
        let by = ActBy { person, viewpoint, speech };
        match Box::pin(self.act(by, &wanted, stamp)).await {
            Acted::Done => Reply::Done(self.log.seq),
            Acted::Confirmed(seq) => Reply::Confirmed(seq),
            Acted::Refused(failure) => Reply::Refused(json(&self.refusal(&wanted, &failure, speech))),
            Acted::Lost | Acted::Unknown => Reply::NotMine,
        }
    }
}

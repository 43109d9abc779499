//! The owner of one live game.

use super::brief::{Brief, Now};
use super::load::{Loaded, Recent};
use super::shadow::Shadow;
use super::view::{Happened, Scene, Seats};
use super::{Doing, Handle, MAILBOX, Message, Question, Viewer, acts};
use crate::api::SeatName;
use crate::clockwork::{Pace, wall};
use crate::club::Club;
use crate::error::Failure;
use crate::show;
use crate::terms::Terms;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Claim, Event, GameSpec, Refused, Table};
use damka_notation::{SquareNames, fen};
use damka_store::{Ended, NewEvent, Sitting, Status, StoreError, Write};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::mpsc;

/// The most events of a game; a long one at the board has some thousands. After that only what ends it is accepted.
const MOST_EVENTS: u32 = 50_000;
/// When a game whose owner panicked is looked at, in milliseconds, if nobody has asked for it before.
const AFTER_PANIC: u64 = 2_000;

/// Everything of one live game.
pub(super) struct Owner {
    pub club: Arc<Club>,
    pub id: String,
    pub terms: Arc<Terms>,
    /// Who made the game.
    pub maker: String,
    pub status: Status,
    pub names: [Option<String>; 2],
    pub seats: Vec<(Sitting, String)>,
    pub table: Table,
    pub seq: u32,
    pub recent: Recent,
    pub pace: Pace,
    /// Whether the store knows how the game's time goes in this run.
    pub anchored: bool,
    pub viewers: Vec<(Viewer, Seats)>,
    /// What spectators see, where they see it later.
    pub shadow: Option<Box<Shadow>>,
    /// Why nothing can be written.
    pub halted: Option<StoreError>,
    /// The store could not even be read: what is in memory may not be what is on disk, so the owner goes.
    pub broken: bool,
    /// When the store is asked again.
    pub retry_at: u64,
    /// Since when each side is not connected.
    pub absent: [Option<u64>; 2],
    /// Whether the record says that a side has left.
    pub gone: [bool; 2],
    /// For which number of events the computer thinks.
    pub thinking: Option<u32>,
    /// At which number of events the engine panicked.
    pub broken_at: Option<u32>,
    /// What the computer thought of its last move.
    pub thought: i32,
    /// Who wants another game.
    pub again: Vec<Sitting>,
    /// Whether somebody is making the other game.
    pub making: bool,
    pub next_game: Option<String>,
    pub idle_since: u64,
    pub brief: Arc<Brief>,
    mail: mpsc::Receiver<Message>,
    pub own_mail: mpsc::WeakSender<Message>,
}

/// Starts the owner of a game.
pub fn start(club: &Arc<Club>, loaded: Loaded) -> Handle {
    let (send, mail) = mpsc::channel(MAILBOX);
    let now = club.clock.now();
    let is_running = loaded.table.running().is_some() && loaded.table.ending().is_none();
    let pace = Pace::taken_up(&club.clock, now, loaded.kept.anchor, loaded.beat, loaded.last(), is_running);
    // Games without clocks have no anchor, and need none.
    let anchored = loaded.kept.anchor.is_none_or(|anchor| anchor.run == club.clock.run);
    let shadow = Shadow::new(&loaded);
    let brief = Arc::new(Brief::new(Now::of(&loaded)));
    let Loaded { kept, terms, table, seq, recent, gone, .. } = loaded;
    let owner = Owner {
        club: Arc::clone(club),
        id: kept.game.id,
        terms,
        maker: kept.game.maker,
        status: kept.game.status,
        names: kept.game.names,
        seats: kept.game.seats,
        table,
        seq,
        recent,
        pace,
        anchored,
        viewers: Vec::new(),
        shadow,
        halted: None,
        broken: false,
        retry_at: 0,
        absent: [Some(now); 2],
        gone,
        thinking: None,
        broken_at: None,
        thought: 0,
        again: kept.again,
        making: false,
        next_game: kept.next,
        idle_since: now,
        brief: Arc::clone(&brief),
        mail,
        own_mail: send.downgrade(),
    };
    tokio::spawn(life(owner));
    Handle { mail: send, brief }
}

/// What the owner's task does. An owner that panics goes, and the next one takes the game up as it is on disk.
#[expect(clippy::manual_async_fn, reason = "an `async fn` that takes the owner by value has room for it twice")]
fn life(mut owner: Owner) -> impl Future<Output = ()> + Send {
    async move {
        let panicked = AssertUnwindSafe(owner.run()).catch_unwind().await.is_err();
        if panicked {
            tracing::error!(game = %owner.id, "the owner of a game panicked; it is taken up again from what is on disk");
            // Its clock may be running, so somebody has to look at it, but not at once: it may panic again.
            owner.club.games.wake(owner.club.clock.now() + AFTER_PANIC, &owner.id);
        } else if owner.is_live() && !owner.broken {
            // Before the slot is free: whoever takes the game up forgets it.
            owner.club.games.rest(owner.brief.now());
        }
        owner.club.games.put_away(&owner.id, &mut owner.mail);
    }
}

impl Owner {
    async fn run(&mut self) {
        // A game whose end was on disk as an event but not as a result: the crash came in between.
        if self.table.ending().is_some() && self.status == Status::Live {
            let _ = self.club.write(self.end_writes()).await;
            self.status = Status::Over;
        }
        self.prepare_proofs();
        self.consider_computer();
        loop {
            let message = match self.deadline() {
                None => self.mail.recv().await,
                Some(at) => {
                    let at = tokio::time::Instant::from_std(self.club.clock.instant(at));
                    tokio::select! {
                        biased;
                        message = self.mail.recv() => message,
                        () = tokio::time::sleep_until(at) => {
                            if Box::pin(self.tick()).await && !self.broken { continue } else { break }
                        }
                    }
                }
            };
            let Some(message) = message else { break };
            if !self.take(message).await || self.broken {
                break;
            }
        }
    }

    /// Takes a message; `false` if the owner has to go. What happens seldom is boxed: a task is as large as the largest
    /// thing it may ever do, and there are thousands of them.
    async fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Join(joining) => Box::pin(self.join(joining.0, joining.1)).await,
            Message::Leave(viewer) => self.leave(viewer),
            Message::Do(doing) => return Box::pin(self.do_it(*doing)).await,
            Message::Ask(question) => return Box::pin(self.answer(*question)).await,
            Message::Rematched(game) => {
                self.next_game = Some(game.into());
                self.tell_rematch(SeatName::White);
            }
            Message::Moved(moved) => {
                let (from, into, name) = *moved;
                self.change_hands(&from, &into);
                if let Some(name) = name {
                    self.rename(&into, &name);
                }
            }
            Message::TablesOpened => return Box::pin(self.tables_opened()).await,
            Message::Renamed(both) => self.rename(&both.0, &both.1),
            Message::Thought(seq, report) => Box::pin(self.computer_answers(seq, report.as_deref())).await,
            Message::Close => {
                self.tell_bye(&Failure::Closing);
                return false;
            }
        }
        true
    }

    /// Answers a question; `false` if the owner has to go.
    async fn answer(&mut self, question: Question) -> bool {
        match question {
            Question::Look(who, reply) => drop(reply.send(Box::new(self.look(who)))),
            Question::Table(person, reply) => {
                let seats = Seats::of(&self.seats, &person);
                let table = self.shadow.as_ref().filter(|_| seats.is_spectator()).map_or(&self.table, |it| &it.table);
                drop(reply.send(Box::new((table.clone(), !seats.is_spectator()))));
            }
            Question::Sit { person, name, invitation, reply } => {
                drop(reply.send(self.sit(person, name, invitation.as_deref()).await));
            }
            Question::Withdraw(person, reply) => {
                let done = self.withdraw(&person).await;
                let go_on = done.is_err();
                drop(reply.send(done));
                return go_on;
            }
            Question::Again(person, reply) => drop(reply.send(self.another(&person).await)),
            Question::NotAgain(reply) => {
                self.making = false;
                let _ = reply.send(());
            }
        }
        true
    }

    pub fn now(&self) -> Millis {
        self.pace.at(self.club.clock.now()).max(self.table.now())
    }

    pub fn spec(&self) -> &GameSpec {
        self.table.spec()
    }

    pub fn is_live(&self) -> bool {
        self.status == Status::Live && self.table.ending().is_none()
    }

    pub fn scene(&self) -> Scene<'_> {
        Scene {
            table: &self.table,
            seq: self.seq,
            now: self.now(),
            held: self.pace.is_frozen() && self.table.running().is_some(),
            live: self.is_live(),
        }
    }

    // --- Acts ---

    async fn do_it(&mut self, doing: Doing) -> bool {
        let Some((viewer, seats)) = self.viewers.iter().find(|(viewer, _)| viewer.id == doing.viewer) else {
            return true;
        };
        let (seats, speech) = (*seats, viewer.who.speech);
        let club = Arc::clone(&self.club);
        let words = club.words(speech);
        let seat = match self.acting_seat(seats, doing.seat) {
            Ok(seat) => seat,
            Err(failure) => return self.refuse(&doing, &failure),
        };
        if let Some(seq) = self.recent.find(seat, doing.n) {
            self.tell_confirmed(doing.viewer, doing.n, seq);
            return true;
        }
        let act = match acts::act(&doing.act, SquareNames::of(&self.spec().ruleset), words) {
            Ok(act) => act,
            Err(failure) => return self.refuse(&doing, &failure),
        };
        if matches!(act, Act::Claim(Claim::WrongBoard | Claim::WrongSetup)) && !self.terms.same_screen {
            // The program has laid this board; whoever could say otherwise could undo a game that goes badly. Only at one
            // screen two people sit at a board of their own. An arbiter rules.
            let text = words.say("server-board-is-right", &[]);
            return self.refuse(&doing, &Failure::Act { text, squares: Vec::new() });
        }
        if matches!(act, Act::Note(_)) && seat != Sitting::Arbiter {
            return self.refuse(&doing, &Failure::NotYourSeat);
        }
        if self.status != Status::Live && self.table.ending().is_none() {
            return self.refuse(&doing, &Failure::NobodyYet);
        }
        if self.seq >= MOST_EVENTS && !acts::ends(&act) {
            return self.refuse(&doing, &Failure::TooLarge);
        }
        let actor = acts::side_of(seat).map_or(Actor::Arbiter, Actor::Side);
        let time = self.pace.at(doing.stamp).max(self.table.now());
        let event = Event { time, actor, act };
        let client = Client { viewer: doing.viewer, n: doing.n };
        let proved = self.prove_for(&event).await;
        let happened = match proved {
            Ok(()) => self.happen(event, Some(seat), Some(client)).await,
            trouble => trouble,
        };
        match happened {
            Ok(()) => {}
            Err(Trouble::Refused(refused)) => {
                let failure = self.refused(&refused, words);
                self.refuse(&doing, &failure);
            }
            Err(Trouble::Store(error)) => {
                self.refuse(&doing, &Failure::Store(error.clone()));
                return Box::pin(self.halt(error)).await;
            }
        }
        if self.terms.computer.is_some() {
            Box::pin(self.after_event()).await;
        }
        true
    }

    fn acting_seat(&self, seats: Seats, asked: Option<SeatName>) -> Result<Sitting, Failure> {
        if let Some(error) = &self.halted {
            return Err(Failure::Store(error.clone()));
        }
        if let Some(asked) = asked.map(acts::sitting) {
            return if seats.has(asked) { Ok(asked) } else { Err(Failure::NotYourSeat) };
        }
        let mover = acts::seat_of(self.table.to_move());
        let own = if seats.has(mover) { Some(mover) } else { seats.all().next() };
        own.ok_or(Failure::NotYourSeat)
    }

    fn refused(&self, refused: &Refused, words: &damka_words::Words) -> Failure {
        let ruleset = &self.spec().ruleset;
        let squares = match refused {
            Refused::Illegal(refusal) => show::squares(ruleset, refusal.squares()),
            _ => Vec::new(),
        };
        Failure::Act { text: words.refused(refused, ruleset, self.table.game().position()), squares }
    }

    /// An event: validated, written, confirmed, applied, told to everybody.
    pub async fn happen(&mut self, event: Event, by: Option<Sitting>, client: Option<Client>) -> Result<(), Trouble> {
        let line = event.line(SquareNames::of(&self.spec().ruleset));
        // The table validates by applying; nobody sees it before the commit, and if that fails it is made anew.
        let changes = self.table.apply(&event).map_err(Trouble::Refused)?;
        let kept = NewEvent { line, client: by.zip(client.map(|client| client.n)) };
        let mut writes = vec![Write::Events { game: self.id.clone(), first: self.seq + 1, events: vec![kept] }];
        let ended = self.status == Status::Live && self.table.ending().is_some();
        if ended {
            writes.extend(self.end_writes());
        }
        let anchor = !self.anchored && !self.pace.is_frozen();
        if anchor {
            writes.push(self.anchor());
        }
        self.club.write(writes).await.map_err(Trouble::Store)?;
        self.anchored |= anchor;
        self.seq += 1;
        if let Some((seat, client)) = by.zip(client) {
            self.recent.add(seat, client.n, self.seq);
        }
        if ended {
            self.status = Status::Over;
        }
        self.club.counts.events.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let happened = Happened::new(by, changes, &self.table);
        self.tell_event(&event, &happened, client);
        self.update_brief(ended);
        Ok(())
    }

    /// How the game's time goes in this run, to be kept.
    pub fn anchor(&self) -> Write {
        Write::Anchor { game: self.id.clone(), anchor: self.pace.anchor(self.club.clock.run) }
    }

    pub fn end_writes(&self) -> Vec<Write> {
        let Some(ending) = self.table.ending() else { return Vec::new() };
        let ended = Ended {
            winner: ending.winner().map(acts::seat_of),
            reason: serde_json::to_value(show::ending_name(&ending))
                .ok()
                .and_then(|name| name.as_str().map(str::to_owned))
                .unwrap_or_default(),
            fen: fen::write(self.table.game().position(), &self.spec().ruleset),
            plies: self.table.game().played().len() as u32,
        };
        vec![Write::End { game: self.id.clone(), ended, now: wall() }]
    }

    /// Nothing can be written: the game stops, and what was not written did not happen. `false` if it cannot even be
    /// read any more.
    pub async fn halt(&mut self, error: StoreError) -> bool {
        tracing::error!(game = %self.id, %error, "a game is halted because nothing can be written");
        let now = self.club.clock.now();
        let time = self.pace.at(now);
        let (store, id) = (self.club.store(), self.id.clone());
        let restored = tokio::task::spawn_blocking(move || Loaded::read(&*store, &id)).await;
        let Ok(Ok(Some(loaded))) = restored else {
            self.broken = true;
            self.tell_bye(&Failure::Store(error));
            return false;
        };
        // What is on disk counts, be it one event more: a commit can fail after it was written.
        if loaded.seq != self.seq {
            self.shadow = Shadow::new(&loaded);
        }
        (self.table, self.seq, self.recent, self.gone) = (loaded.table, loaded.seq, loaded.recent, loaded.gone);
        self.pace = Pace::standing(time.max(self.table.now()));
        self.retry_at = now + super::tick::RETRY;
        self.halted = Some(error);
        self.tell_halted();
        true
    }

    pub fn update_brief(&self, ended: bool) {
        let shown = self.shadow.as_ref().map_or(&self.table, |shadow| &shadow.table);
        let game = shown.game();
        // Who sees the game later learns the result later, too.
        let is_shown = self.shadow.is_none() || self.table.ending().is_none() || shown.ending().is_some();
        let status = if is_shown { self.status } else { Status::Live };
        let ending = shown.ending().map(|ending| (show::ending_name(&ending), ending.winner()));
        self.brief.change(|now| {
            now.position = *game.position();
            now.ply = game.played().len() as u32;
            now.changed = wall();
            now.ending = ending;
            now.status = status;
            now.is_over = self.status == Status::Over;
        });
        if ended {
            self.club.lobby_changed();
        }
    }
}

/// Whose act it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client {
    pub viewer: u64,
    pub n: u64,
}

/// Why an event did not happen.
#[derive(Debug)]
pub(super) enum Trouble {
    Refused(Refused),
    Store(StoreError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_game_is_small() {
        assert!(size_of::<Message>() <= 24, "{}", size_of::<Message>());
        assert!(size_of::<Owner>() <= 2600, "{}", size_of::<Owner>());
        fn future<F: Future>(_: fn(Owner) -> F) -> usize {
            size_of::<F>()
        }
        assert!(future(life) <= 2600, "{}", future(life));
    }
}

//! The computer at a live game: it thinks in another thread, and what it wants is done here.

use super::owner::Owner;
use super::roles::Rows;
use super::room::Room;
use super::{Mail, News};
use damka_conduct::{Act, Actor, Command};
use damka_engine::Level;
use damka_players::{Computer, Next, Question, Thought};
use damka_rules::Colour;

/// The most things that the computer does in a row before somebody else is heard.
const MOST_IN_A_ROW: usize = 8;

/// The part of its remaining time that the computer gives to the eyes of its opponent: less in fast games.
const PAUSE_PART: u64 = 200;

/// How soon a player usually comes to a game that was just created, in milliseconds.
const COMES_WITHIN: u64 = 3_000;

/// The delay before asking again for a search that could not be queued, in milliseconds.
const ASK_AGAIN: u64 = 1_000;

/// The computer at a seat.
#[derive(Debug)]
pub struct ComputerSeat {
    computer: Computer,
    seed: u64,
    /// What it is thinking about.
    thinking: Option<Box<Question>>,
    /// What it thought last. This is only in memory: after a restart it thinks again.
    thought: Option<Thought>,
    /// After how many events the engine panicked.
    broken_at: Option<u32>,
    /// The number of events when it was last asked what it does, and the moment of the run at which that number was new.
    since: (u32, u64),
    /// The computer knows its act and performs it at this moment of the run; or too many of its opponent's games wait
    /// for a search, and it asks again at this moment.
    pauses_until: Option<u64>,
}

impl ComputerSeat {
    /// The computer of a game, if it plays.
    pub fn of(rows: &Rows) -> Option<ComputerSeat> {
        Colour::ALL.into_iter().find_map(|side| {
            let (level, seed) = rows.computer_at(side)?;
            let computer = Computer { side, level: Level::new(level).unwrap_or(Level::WEAKEST) };
            Some(ComputerSeat {
                computer,
                seed,
                thinking: None,
                thought: None,
                broken_at: None,
                since: (0, 0),
                pauses_until: None,
            })
        })
    }
}

impl Owner {
    /// Whether the computer is thinking, or knows what it will do in a moment.
    pub fn computer_thinks(&self) -> bool {
        self.computer.as_ref().is_some_and(|seat| seat.thinking.is_some() || seat.pauses_until.is_some())
    }

    /// When the computer does what it knows already, as a moment of the run.
    pub fn computer_acts_at(&self) -> Option<u64> {
        self.computer.as_ref().and_then(|seat| seat.pauses_until)
    }

    /// The moment of the run at which the computer may answer what happened last: early enough for its clock, late enough for
    /// a person to see both moves.
    fn reply_due(&mut self) -> u64 {
        let (events, now) = (self.table.events(), self.club.clock.now());
        let remaining =
            self.computer.as_ref().and_then(|seat| self.table.reading(seat.computer.side, self.now()).remaining);
        let Some(seat) = &mut self.computer else { return now };
        if seat.since.0 != events {
            seat.since = (events, now);
        }
        let pause = self.club.settings.reply_pause.as_millis() as u64;
        seat.since.1 + remaining.map_or(pause, |left| pause.min(left.0 / PAUSE_PART))
    }

    /// The moment of the run from which the computer may think. Without a clock it waits until someone is there: nobody
    /// loses anything by that, and nobody would see the answer. Where a clock runs, it answers on its turn, so that
    /// nobody gains by leaving. It waits a little only for a player who has never come, because the first player to
    /// come determines whose turn in the queue it takes.
    fn thinks_from(&self) -> Option<u64> {
        let Room { player_from, idle_since, .. } = &self.room;
        match self.is_timed() {
            _ if !self.room.is_empty() => Some(0),
            true if player_from.is_some() => Some(0),
            true => Some(idle_since + COMES_WITHIN),
            false => None,
        }
    }

    /// Lets the computer do what it wants, and think if it has to.
    pub async fn consider_computer(&mut self) {
        if self.is_following() {
            return;
        }
        for _ in 0..MOST_IN_A_ROW {
            let Some(seat) = &self.computer else { return };
            let is_on = self.is_live() && self.log.trouble.is_none() && !self.time.is_frozen();
            // What tables may prove is not agreed to or declined before they have spoken.
            let waits = self.table.wants_proof() && self.is_proving();
            if !is_on || waits || self.log.is_lost {
                return;
            }
            let side = seat.computer.side;
            let (due, now) = (self.reply_due(), self.now());
            let thinks_from = self.thinks_from();
            let Some(seat) = &mut self.computer else { return };
            seat.pauses_until = None;
            match seat.computer.next(&self.table, now, seat.thought.as_ref()) {
                Next::Wait => return,
                Next::Think(_) if thinks_from.is_none_or(|from| self.club.clock.now() < from) => {
                    seat.pauses_until = thinks_from;
                    return;
                }
                Next::Think(question) => return self.computer_asks(question),
                Next::Act(_) if self.club.clock.now() < due => {
                    seat.pauses_until = Some(due);
                    return;
                }
                Next::Act(intent) => {
                    let events = self.table.events();
                    let command = Command::Act { actor: Actor::player(side), intent, made_for: Some(events) };
                    self.do_by_itself(&command, self.now()).await;
                    if self.table.events() == events {
                        // It was refused: the same would be wanted again.
                        return;
                    }
                }
            }
        }
    }

    fn computer_asks(&mut self, question: Box<Question>) {
        let asker = self.asker();
        let Some(seat) = &mut self.computer else { return };
        let events = question.events;
        if seat.thinking.as_ref().is_some_and(|thinking| thinking.events == events) {
            return;
        }
        seat.thinking = Some(question.clone());
        let (mail, level, seed) = (self.own_mail.clone(), seat.computer.level, seat.seed);
        let asked = self.club.engines.play(asker, *question, level, seed, move |thought| {
            // A game that was let go or closed needs no move.
            if let Some(mail) = mail.upgrade() {
                let _ = mail.blocking_send(Mail::News(Box::new(News::Thought(events, thought))));
            }
        });
        if asked.is_err() {
            seat.thinking = None;
            seat.pauses_until = Some(self.club.clock.now() + ASK_AGAIN);
        }
    }

    /// The computer has thought, or panicked. It is asked once more then; if that does not help either, it makes any legal
    /// move, so that the game goes on.
    pub async fn computer_thought(&mut self, events: u32, thought: Option<Thought>) {
        let Some(seat) = &mut self.computer else { return };
        let Some(question) = seat.thinking.take_if(|thinking| thinking.events == events) else { return };
        match thought {
            Some(thought) => {
                (seat.thought, seat.broken_at) = (Some(thought), None);
            }
            None if seat.broken_at != Some(events) => seat.broken_at = Some(events),
            None => {
                tracing::error!(game = %self.rows.id, events, "the computer goes on without thinking");
                let any = question.game.legal().first().copied();
                seat.thought = any.map(|any| question.answered(any, None));
                let side = seat.computer.side;
                if self.table.offer() == Some(side.other()) || self.table.claims_no_win() == Some(side.other()) {
                    let command = Command::act(Actor::player(side), Act::Decline);
                    self.do_by_itself(&command, self.now()).await;
                }
            }
        }
        self.follow_up().await;
    }
}

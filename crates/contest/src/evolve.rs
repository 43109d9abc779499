//! What events change. Reading asks first whether an event can have happened.

use crate::board::{Board, BoardId, Scored, Source};
use crate::contest::{Contest, ContestEnding, Entrant, EntrantStanding, Number};
use crate::event::{Actor, Deed, Event};
use crate::spec::{Kind, MOST_ENTRANTS};
use damka_conduct::clock::Millis;

/// Why a kept event cannot have happened here: the record is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAdmitted {
    /// It is earlier than the event before.
    TimeBackward,
    /// The contest was over.
    Over,
    /// There is nobody with this number, or there is already somebody.
    Entrant,
    /// There is no such board, or there is already one.
    Board,
    /// There is no such clock.
    Clock,
    /// Nobody of this kind does such things.
    Actor,
}

impl Contest {
    /// Whether an event can have happened now. This asks what is possible, not what is allowed: what was allowed when
    /// it was kept stays so.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn admits(&self, event: &Event) -> Result<(), NotAdmitted> {
        if event.time < self.now {
            return Err(NotAdmitted::TimeBackward);
        }
        if self.ending.is_some() && !matches!(event.deed, Deed::Result { .. }) {
            return Err(NotAdmitted::Over);
        }
        let known = |number: Number| self.entrant(number).map(drop).ok_or(NotAdmitted::Entrant);
        match &event.deed {
            Deed::Apply(number) | Deed::Enter { entrant: number, .. } if *number == self.next_number() => {
                if *number <= MOST_ENTRANTS { Ok(()) } else { Err(NotAdmitted::Entrant) }
            }
            Deed::Apply(number) | Deed::Enter { entrant: number, .. } | Deed::Out(number) => known(*number),
            Deed::Term(number, ..) | Deed::Ready(number) | Deed::Rest(number) => known(*number),
            Deed::Pair { board, white, black, .. } => {
                known(*white).and(known(*black))?;
                let is_new = white != black && self.board(*board).is_none();
                if is_new { Ok(()) } else { Err(NotAdmitted::Board) }
            }
            Deed::Result { board, .. } => self.board(*board).map(drop).ok_or(NotAdmitted::Board),
            Deed::ClockRuns | Deed::ClockStands | Deed::ClockFell => match (event.actor, self.host_clock) {
                (Actor::Nobody, Some(_)) => Ok(()),
                (_, Some(_)) => Err(NotAdmitted::Actor),
                (_, None) => Err(NotAdmitted::Clock),
            },
            Deed::Begin | Deed::Lot(_) | Deed::Close => Ok(()),
        }
    }

    /// Takes an event. What cannot have happened changes nothing.
    pub fn evolve(&mut self, event: &Event) {
        if self.admits(event).is_err() {
            return;
        }
        self.now = event.time;
        match &event.deed {
            Deed::Apply(number) => self.stand(*number, EntrantStanding::Applied),
            Deed::Enter { entrant, in_room, strength } => {
                self.stand(*entrant, EntrantStanding::In);
                if let Some(entrant) = self.entrant_mut(*entrant) {
                    (entrant.in_room, entrant.strength) = (*in_room, *strength);
                }
            }
            Deed::Out(number) => self.goes_out(*number),
            Deed::Term(number, term, value) => {
                if let Some(entrant) = self.entrant_mut(*number) {
                    entrant.terms.retain(|(known, _)| known != term);
                    entrant.terms.push((*term, value.clone()));
                }
            }
            Deed::Begin => self.has_begun = true,
            Deed::Lot(seed) => self.seed = Some(*seed),
            Deed::Pair { board, white, black, game } => {
                self.has_begun = true;
                let (id, white, black, game) = (*board, *white, *black, game.clone());
                self.boards.push(Board { id, white, black, game, paired_at: event.time, result: None });
                self.wants_game(&[white, black], false);
            }
            Deed::Result { board, outcome, source } => {
                self.scored(*board, Scored { outcome: *outcome, source: *source, at: event.time });
            }
            Deed::Ready(number) => self.wants_game(&[*number], true),
            Deed::Rest(number) => self.wants_game(&[*number], false),
            Deed::ClockRuns => self.on_host_clock(|clock, now| clock.run(now)),
            Deed::ClockStands => self.on_host_clock(|clock, now| clock.stand(now)),
            Deed::ClockFell => self.on_host_clock(|clock, _| clock.fall()),
            Deed::Close => self.ending = Some(ContestEnding::Closed),
        }
    }

    fn entrant_mut(&mut self, number: Number) -> Option<&mut Entrant> {
        self.entrants.get_mut(usize::from(number).checked_sub(1)?)
    }

    fn stand(&mut self, number: Number, standing: EntrantStanding) {
        let now = self.now;
        if number == self.next_number() {
            self.entrants.push(Entrant {
                number,
                standing,
                in_room: false,
                strength: None,
                terms: Vec::new(),
                free_since: now,
                is_ready: false,
                ready_since: now,
            });
        }
        let is_evening = self.spec.kind == Kind::Evening;
        if let Some(entrant) = self.entrant_mut(number) {
            (entrant.standing, entrant.free_since) = (standing, now);
            // Who comes to an evening wants to play.
            if is_evening {
                (entrant.is_ready, entrant.ready_since) = (true, now);
            }
        }
    }

    fn goes_out(&mut self, number: Number) {
        if let Some(entrant) = self.entrant_mut(number) {
            (entrant.standing, entrant.is_ready) = (EntrantStanding::Out, false);
        }
        // A match that has begun cannot go on without one of its two.
        if self.spec.kind == Kind::Match && self.has_begun {
            self.ending = Some(ContestEnding::Abandoned(number));
        }
    }

    fn wants_game(&mut self, numbers: &[Number], is_ready: bool) {
        let now = self.now;
        for number in numbers {
            if let Some(entrant) = self.entrant_mut(*number) {
                (entrant.is_ready, entrant.ready_since) = (is_ready, now);
            }
        }
    }

    fn scored(&mut self, id: BoardId, scored: Scored) {
        let Some(board) = self.boards.iter_mut().find(|board| board.id == id) else { return };
        let was_open = board.result.is_none();
        board.result = Some(scored);
        let players = [board.white, board.black];
        if was_open && self.spec.kind == Kind::Evening && scored.source != Source::Walkover {
            // Who has just played is free for the next game, but may rest.
            self.wants_game(&players, true);
        }
        let now = self.now;
        for number in players {
            if let Some(entrant) = self.entrant_mut(number).filter(|_| was_open) {
                entrant.free_since = now;
            }
        }
        if self.spec.kind == Kind::Match && matches!(self.ending, None | Some(ContestEnding::Finished)) {
            // A corrected result may also open a match again.
            self.ending = self.match_state().is_decided.then_some(ContestEnding::Finished);
        }
    }

    fn on_host_clock(&mut self, change: impl FnOnce(&mut crate::HostClock, Millis)) {
        let now = self.now;
        if let Some(clock) = &mut self.host_clock {
            change(clock, now);
        }
    }
}

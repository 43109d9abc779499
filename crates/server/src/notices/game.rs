//! Notices for the people of a game who are not at the board.

use super::Notice;
use crate::live::Owner;
use damka_conduct::{Change, NoticeKind, Pace, PersonId, Role};
use damka_rules::Colour;

impl Owner {
    /// Whether the players of this game may be elsewhere, so that they get notices of it.
    fn tells(&self) -> bool {
        self.spec.pace == Pace::Days && self.rows.is_between_people()
    }

    fn people_at(&self, side: Colour) -> impl Iterator<Item = &PersonId> {
        self.rows.at(side).filter_map(|occupant| occupant.person())
    }

    fn notify_side(&self, side: Colour, kind: NoticeKind, mark: u32) {
        for person in self.people_at(side) {
            self.club.notify(person, Notice::of_game(kind, &self.rows.id, mark));
        }
    }

    /// Something has happened, and is on disk.
    pub(crate) fn notify_of(&self, by: Option<Role>, changes: &[Change]) {
        let actor = by.and_then(Role::side);
        let is_first = self.table.game().played().len() <= 2;
        if let Some(side) = actor.filter(|_| self.tells() || is_first && self.rows.board.is_some()) {
            self.people_at(side).for_each(|person| self.club.has_answered(person, &self.rows.id));
        }
        if !self.tells() {
            return;
        }
        if !self.is_live() {
            // Nobody is waited for any more.
            let all = Colour::ALL.into_iter().flat_map(|side| self.people_at(side));
            return all.for_each(|person| self.club.has_answered(person, &self.rows.id));
        }
        let (mark, mut turn) = (self.log.seq, false);
        for change in changes {
            match change {
                Change::Offered(side) => self.notify_side(side.other(), NoticeKind::Draw, mark),
                Change::AskedBack(side) => self.notify_side(side.other(), NoticeKind::TakeBack, mark),
                Change::AskedPause(side) => self.notify_side(side.other(), NoticeKind::Pause, mark),
                Change::Moved { .. } | Change::TookBack(_) | Change::Corrected { .. } => turn = true,
                _ => {}
            }
        }
        let to_move = self.table.to_move();
        if turn && actor != Some(to_move) {
            self.notify_side(to_move, NoticeKind::Turn, mark);
        }
    }

    /// Somebody has come to the free seat: the person who made the game gets a notice, unless they look at it.
    pub(crate) fn notify_of_opponent(&self) {
        if let Some(creator) = self.rows.creator.as_ref().filter(|creator| !self.room.has_person(creator)) {
            self.club.notify(creator, Notice::of_game(NoticeKind::Came, &self.rows.id, 1));
        }
    }

    /// The moment of the run at which a player is reminded that the time for a move runs out.
    pub(crate) fn reminds_at(&self) -> Option<u64> {
        if !self.tells() || self.log.done.reminded == self.turn_number() {
            return None;
        }
        let (_, at) = self.table.reminder_due()?;
        self.time.when(&self.club.clock, at)
    }

    /// Counted from one, so that zero is none.
    fn turn_number(&self) -> u32 {
        self.table.game().played().len() as u32 + 1
    }

    /// Reminds the player if it is time. Whether that was done before a restart, the store knows: a notice has the number
    /// of its turn.
    pub(crate) fn remind(&mut self, now: u64) {
        let is_due = self.reminds_at().is_some_and(|at| now >= at);
        if let Some((side, _)) = self.table.reminder_due().filter(|_| is_due) {
            self.log.done.reminded = self.turn_number();
            self.notify_side(side, NoticeKind::Time, self.log.done.reminded);
        }
    }
}

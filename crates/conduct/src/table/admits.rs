//! Whether a kept event can have happened.

use super::Table;
use crate::act::{Act, Hand, MoveMade};
use crate::event::Event;
use crate::people::Actor;
use damka_rules::Colour;

/// Why a kept event cannot have happened here: the record is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAdmitted {
    /// It is earlier than the event before.
    TimeBackward,
    /// The game was over.
    Over,
    /// Nobody of this kind does such things.
    Actor,
    /// The move leads through other pieces, or its piece is not there.
    Move,
    /// No hand could have done it.
    Hand,
    /// It answers what nobody has asked.
    Unasked,
}

impl Table {
    /// Whether an event can have happened now. This asks what is possible, not what is allowed: what was allowed when it
    /// was kept stays so.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn admits(&self, event: &Event) -> Result<(), NotAdmitted> {
        if event.time < self.now {
            return Err(NotAdmitted::TimeBackward);
        }
        if self.ending.is_some() != event.deed.comes_after_the_end() && !event.deed.comes_at_any_time() {
            return Err(NotAdmitted::Over);
        }
        match (event.actor, &event.deed) {
            (_, Act::Note(_)) => Ok(()),
            (Actor::Player(side, _), deed) => self.admits_player(side, deed),
            (Actor::Arbiter, Act::Rule(_) | Act::Disturbance) => Ok(()),
            (
                Actor::Nobody,
                Act::Disturbance
                | Act::Flag(_)
                | Act::CannotWin(_)
                | Act::Credit(_)
                | Act::RematchMade(_)
                | Act::Begin(_),
            ) => Ok(()),
            (Actor::Nobody, Act::VacationOver(side)) => self.away_until(*side).map(drop).ok_or(NotAdmitted::Unasked),
            (Actor::Nobody, Act::Unproved) => self.fallen.map(drop).ok_or(NotAdmitted::Unasked),
            _ => Err(NotAdmitted::Actor),
        }
    }

    fn admits_player(&self, side: Colour, deed: &Act<MoveMade>) -> Result<(), NotAdmitted> {
        let asked = |is_asked: bool| if is_asked { Ok(()) } else { Err(NotAdmitted::Unasked) };
        match deed {
            Act::Hand(Hand::Crown(cell)) => self.check_crown(side, *cell).map_err(|_| NotAdmitted::Hand),
            Act::Hand(hand) => self.check_hand(side, *hand).map_err(|_| NotAdmitted::Hand),
            Act::Move(made) => self.admits_move(side, made),
            Act::Pass => self.check_pass(side).map_err(|_| NotAdmitted::Move),
            Act::Press => self.check_press(side).map_err(|_| NotAdmitted::Move),
            Act::Accept => asked([self.questions.draw, self.questions.no_win].contains(&Some(side.other()))),
            Act::Decline => asked(self.check_decline(side).is_ok()),
            Act::AgreeBack => asked(self.check_agree_back(side).is_ok()),
            Act::AgreePause => asked(self.questions.pause == Some(side.other())),
            Act::EndPause => asked(self.standing.agreed),
            Act::Back => asked(self.away_until(side).is_some()),
            Act::Demand => asked(self.check_open(side).is_ok()),
            Act::Rule(_)
            | Act::Disturbance
            | Act::Flag(_)
            | Act::VacationOver(_)
            | Act::CannotWin(_)
            | Act::Unproved
            | Act::Credit(_)
            | Act::RematchMade(_)
            | Act::Begin(_) => Err(NotAdmitted::Actor),
            Act::Offer
            | Act::Resign
            | Act::Claim(_)
            | Act::Insist
            | Act::VainDemand
            | Act::AskBack
            | Act::AskPause
            | Act::Vacation(_)
            | Act::Leave
            | Act::Return
            | Act::Drop
            | Act::Rematch
            | Act::Say(_)
            | Act::Note(_) => Ok(()),
        }
    }

    fn admits_move(&self, side: Colour, made: &MoveMade) -> Result<(), NotAdmitted> {
        let (turn, extra) = self.turn_for(side).map_err(|_| NotAdmitted::Move)?;
        let position = turn.before().position(side);
        let is_legal =
            || self.legal_in(&position).contains(&made.mv) && self.spec.ruleset.is_path(&position, made.mv, &made.path);
        match turn.side() == side && extra.is_none() && is_legal() {
            true => Ok(()),
            false => Err(NotAdmitted::Move),
        }
    }
}

//! What a command leads to.

use super::Table;
use crate::act::{Act, Claim, Hand, Intent, Ruling};
use crate::change::Refused;
use crate::clock::Millis;
use crate::event::Event;
use crate::people::Actor;

/// What a table is told. Nothing is drawn or looked up while it decides: ids, lots, proofs and moves of the computer
/// come inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Time has passed. Decided before every act, at the same moment: what the clock says comes first.
    Elapse,
    /// Somebody does something.
    Act {
        /// Who.
        actor: Actor,
        /// What.
        intent: Intent,
        /// After how many events it was found out, for what takes time to find out: it counts only if nothing has
        /// happened since.
        made_for: Option<u32>,
    },
}

impl Command {
    /// Somebody does something, whatever has happened before.
    #[must_use]
    pub const fn act(actor: Actor, intent: Intent) -> Command {
        Command::Act { actor, intent, made_for: None }
    }
}

pub(super) type Decided = Result<(), Refused>;

impl Table {
    /// The events that a command leads to. It changes nothing.
    ///
    /// # Errors
    /// Why it is not accepted.
    pub fn decide(&self, command: &Command, now: Millis) -> Result<Vec<Event>, Refused> {
        if now < self.now {
            return Err(Refused::TimeBackward);
        }
        let Command::Act { actor, intent, made_for } = command else { return Ok(self.elapse(now)) };
        if made_for.is_some_and(|events| events != self.events) {
            return Err(Refused::Stale);
        }
        if !intent.comes_after_the_end() {
            self.check_going_on(intent)?;
        }
        if let Actor::Player(side, place) = *actor {
            self.check_member(side, place, intent, now)?;
        }
        self.check(*actor, intent, now)?;
        let deed = match (actor.side(), intent) {
            (Some(side), Act::Move(cells)) => Act::Move(self.resolve(side, cells)?),
            _ => intent.clone().try_map(|_| Err(Refused::NotYours))?,
        };
        Ok(vec![Event { time: now, actor: *actor, deed }])
    }

    /// The game is not over, and no flag has stopped it.
    fn check_going_on(&self, intent: &Intent) -> Decided {
        match (self.ending, self.fallen) {
            (Some(ending), _) => Err(Refused::Over(ending)),
            (None, Some((side, _))) if !matches!(intent, Act::CannotWin(_) | Act::Unproved) => {
                Err(Refused::FlagFell(side))
            }
            _ => Ok(()),
        }
    }

    fn check(&self, actor: Actor, intent: &Intent, now: Millis) -> Decided {
        use Actor::{Arbiter, Nobody, Player};
        match (actor, intent) {
            (_, Act::Note(_)) => Ok(()),
            (Player(side, _), Act::Hand(Hand::Crown(cell))) => self.check_crown(side, *cell),
            (Player(side, _), Act::Hand(hand)) => self.check_hand(side, *hand),
            // What it means is found out when it is resolved.
            (Player(..), Act::Move(_)) => Ok(()),
            (Player(side, _), Act::Pass) => self.check_pass(side),
            (Player(side, _), Act::Press) => self.check_press(side),
            (Player(..), Act::Offer) => self.check_offer(),
            (Player(side, _), Act::Accept) => self.check_accept(side),
            (Player(side, _), Act::Decline) => self.check_decline(side),
            (Player(..), Act::Resign) => Ok(()),
            (Player(side, _), Act::Insist) => self.check_insist(side),
            (Player(side, _), Act::Claim(claim)) => self.check_claim(side, *claim, now),
            (Player(side, _), Act::Demand) => self.check_demand(side),
            (Player(side, _), Act::VainDemand) => self.check_vain_demand(side),
            (Player(side, _), Act::AskBack) => self.check_ask_back(side),
            (Player(side, _), Act::AgreeBack) => self.check_agree_back_now(side, now),
            (Player(..), Act::AskPause) => self.check_ask_pause(now),
            (Player(side, _), Act::AgreePause) => self.check_agree_pause(side, now),
            (Player(..), Act::EndPause) => self.check_end_pause(),
            (Player(side, _), Act::Vacation(length)) => self.check_vacation(side, *length, now),
            (Player(side, _), Act::Back) => self.check_back(side),
            (Player(..), Act::Leave | Act::Return) => self.check_presence(),
            (Player(..), Act::Drop) => self.check_drop(),
            (Player(side, _), Act::Rematch) => self.check_rematch(side),
            (Player(side, _), Act::Say(saying)) => self.check_saying(side, saying),
            (Arbiter, Act::Rule(ruling)) => self.check_ruling(*ruling, now),
            (Arbiter | Nobody, Act::Disturbance) => Ok(()),
            (Nobody, Act::Flag(side)) => self.check_flag(*side, now),
            (Nobody, Act::VacationOver(side)) => self.check_vacation_over(*side, now),
            (Nobody, Act::CannotWin(_)) => Ok(()),
            (Nobody, Act::Unproved) => self.check_unproved(),
            (Nobody, Act::Begin(places)) => self.check_begin(*places),
            (Nobody, Act::Credit(_)) => self.check_credit(),
            (Nobody, Act::RematchMade(_)) => self.check_rematch_made(),
            _ => Err(Refused::NotYours),
        }
    }

    fn check_claim(&self, side: damka_rules::Colour, claim: Claim, now: Millis) -> Decided {
        match claim {
            Claim::Draw => self.check_draw_claim(),
            Claim::NobodyCanWin => self.check_no_win_claim(side),
            Claim::Gone | Claim::GoneDraw => self.check_gone(side, now),
            Claim::Flag => self.check_flag_claim(side, now),
            Claim::WrongBoard | Claim::WrongSetup => self.check_setup_claim(side, claim),
        }
    }

    fn check_ruling(&self, ruling: Ruling, now: Millis) -> Decided {
        match ruling {
            Ruling::Correct | Ruling::Stand => self.check_correction(),
            Ruling::Refusal(_) | Ruling::Penalty(_) | Ruling::Draw | Ruling::Award(_) | Ruling::Annul => Ok(()),
            Ruling::Pause | Ruling::Resume | Ruling::Time(..) => self.check_clock_ruling(ruling, now),
        }
    }
}

//! What follows from an event.

use super::Table;
use crate::act::{Act, Claim, Hand, Ruling};
use crate::change::Change;
use crate::ending::Ending;
use crate::event::Event;
use crate::people::{Actor, Place};
use damka_rules::{Colour, EndReason, Outcome};

impl Table {
    /// Takes an event that was decided, or is kept and admitted ([`Table::admits`]). This always succeeds. Returns what
    /// changed.
    pub fn evolve(&mut self, event: &Event) -> Vec<Change> {
        self.now = self.now.max(event.time);
        if let (Actor::Player(side, place), Act::Say(saying)) = (event.actor, &event.deed) {
            return self.say(event.time, side, place, saying);
        }
        self.events += 1;
        if self.ending.is_some() && !event.deed.comes_after_the_end() {
            return Vec::new();
        }
        let changes = match event.actor {
            Actor::Player(side, place) => self.player_did(side, place, event),
            Actor::Arbiter | Actor::Nobody => self.other_did(event),
        };
        self.settle_clocks();
        changes
    }

    fn player_did(&mut self, side: Colour, place: Place, event: &Event) -> Vec<Change> {
        self.questions.insisted[side.other() as usize] = false;
        let mut changes = self.back_at_the_board(side, &event.deed);
        changes.extend(self.player_act(side, place, event));
        changes
    }

    fn player_act(&mut self, side: Colour, place: Place, event: &Event) -> Vec<Change> {
        match &event.deed {
            Act::Hand(Hand::Crown(cell)) => self.crown(side, *cell),
            Act::Hand(hand) => self.hand(side, *hand),
            Act::Move(made) => {
                self.note_mover(side, place);
                self.whole_move(side, made)
            }
            Act::Pass => self.pass(side),
            Act::Press => self.press(side),
            Act::Offer => self.offer_draw(side),
            Act::Accept => self.accept(side),
            Act::Decline => self.decline(side),
            Act::Resign => {
                let outcome = self.game.resign(side);
                self.end_by_rules(outcome.ok())
            }
            Act::Claim(claim) => self.claim(side, *claim),
            Act::Insist => self.insist(side),
            Act::Demand => self.demand(side),
            Act::VainDemand => self.demand_in_vain(side),
            Act::AskBack => self.ask_back(side),
            Act::AgreeBack => self.agree_back(side),
            Act::AskPause => self.ask_pause(side),
            Act::AgreePause => self.agree_pause(),
            Act::EndPause => self.end_pause(),
            Act::Vacation(length) => self.go_away(side, *length),
            Act::Back => self.come_home(side),
            Act::Leave => self.leave(side, place),
            Act::Return => self.come_back(side, place),
            Act::Drop => vec![self.end(Ending::Dropped)],
            Act::Rematch => self.want_rematch(side),
            Act::Rule(_)
            | Act::Disturbance
            | Act::Flag(_)
            | Act::VacationOver(_)
            | Act::CannotWin(_)
            | Act::Unproved
            | Act::Credit(_)
            | Act::RematchMade(_)
            | Act::Begin(_)
            | Act::Say(_)
            | Act::Note(_) => Vec::new(),
        }
    }

    fn other_did(&mut self, event: &Event) -> Vec<Change> {
        match (&event.deed, event.actor) {
            (Act::Rule(ruling), Actor::Arbiter) => self.rule(*ruling),
            (Act::Disturbance, _) => self.restore(),
            (Act::Flag(side), Actor::Nobody) => self.flag(*side),
            (Act::VacationOver(side), Actor::Nobody) => self.come_home(*side),
            (Act::CannotWin(side), Actor::Nobody) => self.proved(*side),
            (Act::Unproved, Actor::Nobody) => self.unproved(),
            (Act::Begin(places), Actor::Nobody) => self.begin(*places),
            (Act::Credit(time), Actor::Nobody) => self.credit(*time),
            (Act::RematchMade(game), Actor::Nobody) => self.rematch_made(game),
            _ => Vec::new(),
        }
    }

    fn claim(&mut self, side: Colour, claim: Claim) -> Vec<Change> {
        let gone = side.other();
        match claim {
            Claim::Draw => self.claim_draw(),
            Claim::NobodyCanWin => self.claim_no_win(side),
            Claim::Gone => vec![self.end(Ending::Gone(gone))],
            Claim::GoneDraw => vec![self.end(Ending::GoneDraw(gone))],
            Claim::Flag => self.flag(gone),
            Claim::WrongBoard => vec![self.end(Ending::Annulled)],
            Claim::WrongSetup => self.set_up_again(side),
        }
    }

    fn rule(&mut self, ruling: Ruling) -> Vec<Change> {
        match ruling {
            Ruling::Correct => self.correct(),
            Ruling::Stand => self.let_stand(),
            Ruling::Refusal(loser) => vec![self.end(Ending::Refusal(loser))],
            Ruling::Penalty(loser) => vec![self.end(Ending::Penalty(loser))],
            Ruling::Draw => vec![self.end(Ending::ArbiterDraw)],
            Ruling::Award(winner) => vec![self.end(Ending::Awarded(winner))],
            Ruling::Annul => vec![self.end(Ending::Annulled)],
            Ruling::Pause | Ruling::Resume | Ruling::Time(..) => self.rule_clocks(ruling),
        }
    }

    pub(super) fn end(&mut self, ending: Ending) -> Change {
        self.ending = Some(ending);
        // Stopping fails only for clocks that stand still already.
        let _ = self.clocks.stop(self.now);
        Change::Ended(ending)
    }

    pub(super) fn end_by_rules(&mut self, outcome: Option<Outcome>) -> Vec<Change> {
        outcome.map(|outcome| self.end(Ending::Rules(outcome))).into_iter().collect()
    }

    /// It was claimed, and proved or agreed, that nobody can win.
    pub(super) fn end_without_win(&mut self) -> Vec<Change> {
        self.end_by_rules(Some(Outcome { winner: None, reason: EndReason::NobodyCanWin }))
    }
}

//! What happened, line by line of the record.

use super::hands::Hands;
use super::page::Page;
use crate::failure::Failure;
use damka_conduct::clock::Millis;
use damka_conduct::{
    Act, Change, Entry, GameSpec, Incorrect, Manner, PhysicalBoard, Refused, Right, Step, Table, Transcript,
};
use damka_rules::{Colour, Ruleset, Topic};
use damka_words::{Words, is_told_by_changes};
use std::io::Write;

pub struct Story<'a, O> {
    pub words: &'a Words,
    pub ruleset: Ruleset,
    pub table: Table,
    pub hands: Option<Hands>,
    /// The time of the last line, whether or not it was accepted.
    now: Millis,
    pub page: Page<'a, O>,
}

impl<'a, O: Write> Story<'a, O> {
    pub fn new(words: &'a Words, transcript: &Transcript, out: &'a mut O) -> Result<Story<'a, O>, Failure> {
        let spec = transcript.spec.clone();
        let ruleset = spec.ruleset;
        let table = Table::new(spec).map_err(|error| Failure::Input(words.spec_error(&error, &ruleset)))?;
        let is_timed = transcript.entries.iter().any(|entry| !entry.time.is_zero());
        let page = Page::new(words, ruleset, is_timed, out);
        Ok(Story { words, ruleset, table, hands: None, now: Millis::ZERO, page })
    }

    /// What was agreed, and the board at the start.
    pub fn begin(&mut self, names: &[Vec<String>; 2]) -> Result<(), Failure> {
        let (words, spec) = (self.words, self.table.spec().clone());
        self.page.plain(&words.ruleset_name(&self.ruleset))?;
        if names.iter().any(|names| !names.is_empty()) {
            let of_side = |names: &Vec<String>| match names.is_empty() {
                true => words.say("arbiter-nobody", &[]),
                false => names.join(", "),
            };
            let [white, black] = names.each_ref().map(of_side);
            self.page.plain(&words.say("arbiter-players", &[("white", white.into()), ("black", black.into())]))?;
        }
        self.tell_manner(&spec)?;
        let [white, black] = spec.clocks.each_ref().map(|control| words.control(control));
        self.page.plain(&match spec.clocks[0] == spec.clocks[1] {
            true => words.say("arbiter-clock", &[("control", white.into())]),
            false => words.say("arbiter-clocks", &[("white", white.into()), ("black", black.into())]),
        })?;
        if spec.actual_setup.is_some() {
            self.page.plain(&words.say("arbiter-found", &[]))?;
        }
        if spec.flag_draws_without_winner {
            self.page.plain(&words.say("arbiter-mercy", &[]))?;
        }
        self.page.draw(self.table.board())?;
        match self.table.ending() {
            Some(ending) => self.page.say(&words.change(&Change::Ended(ending), &self.ruleset).tagged()),
            None => Ok(()),
        }
    }

    fn tell_manner(&mut self, spec: &GameSpec) -> Result<(), Failure> {
        let is_at_board = spec.manner == Manner::AtBoard;
        self.page.plain(&self.words.say(if is_at_board { "arbiter-at-board" } else { "arbiter-strict" }, &[]))?;
        // The code of conduct is that of text 000, and text 001 knows the missed capture (rules.md 8.13).
        let own_code = [Topic::Conduct, Topic::MissedCapture].into_iter().find_map(|topic| self.ruleset.article(topic));
        if is_at_board && own_code.is_none() {
            self.page.plain(&self.words.say("arbiter-added-code", &[]))?;
        }
        Ok(())
    }

    /// One line of the record.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), Failure> {
        let board = self.table.board().clone();
        let step = self.table.attempt(entry);
        self.now = self.now.max(entry.time).max(self.table.now());
        self.elapsed(&step)?;
        match &step.result {
            // The clock has stopped the game before.
            Err(Refused::Over(_) | Refused::FlagFell(_)) if !step.elapsed.is_empty() => {
                let act = self.words.act(entry.actor, &entry.intent, &self.ruleset);
                self.page.at(entry.time, &self.words.say("arbiter-too-late", &[("act", act.into())]))
            }
            Err(refused) => {
                self.tell_hands()?;
                self.page.at(entry.time, &self.words.act(entry.actor, &entry.intent, &self.ruleset))?;
                let position = self.table.game().position();
                let reason = self.words.refused_with_rule(refused, &entry.intent, &self.ruleset, position);
                self.page.say(&self.words.say("arbiter-refused", &[("reason", reason.into())]))
            }
            // The line says what the clock has said already.
            Ok(_) if step.events.is_empty() => Ok(()),
            Ok(changes) => self.accepted(&board, entry, changes),
        }
    }

    /// What happened by itself before the line, each at an instant of its own.
    fn elapsed(&mut self, step: &Step) -> Result<(), Failure> {
        for (event, changes) in &step.elapsed {
            self.tell_hands()?;
            for change in changes {
                self.page.at(event.time, &self.words.change(change, &self.ruleset).tagged())?;
            }
        }
        Ok(())
    }

    fn accepted(&mut self, before: &PhysicalBoard, entry: &Entry, changes: &[Change]) -> Result<(), Failure> {
        if let (Some(side), Act::Hand(hand)) = (entry.actor.side(), &entry.intent)
            && !changes.contains(&Change::Incorrect { by: side, what: Incorrect::TouchedInOthersTurn })
        {
            // What the hand ends is the turn before; the board is drawn as that turn left it.
            self.changes(entry, changes, before)?;
            return match self.table.ending().is_none() && !changes.contains(&Change::Crowned(side)) {
                true => self.keep_hand(side, *hand, entry.time),
                false => Ok(()),
            };
        }
        let ends_turn = |change: &Change| matches!(change, Change::Violated { .. } | Change::Moved { .. });
        if !changes.iter().any(ends_turn) {
            self.tell_hands()?;
        }
        // A demand or a ruling may end the turn that it is about: that turn comes first.
        let is_move = matches!(entry.intent, Act::Move(_) | Act::Pass | Act::Press);
        let is_claim = matches!(entry.intent, Act::Claim(_));
        let ended = changes.iter().take_while(|change| !is_move && !is_claim && ends_turn(change)).count();
        let (turn, own) = changes.split_at(ended);
        self.changes(entry, turn, before)?;
        if !is_move && !is_told_by_changes(&entry.intent) {
            self.page.at(entry.time, &self.words.act(entry.actor, &entry.intent, &self.ruleset))?;
        }
        let board = self.table.board().clone();
        self.changes(entry, own, &board)?;
        self.clocks_after(entry)
    }

    /// What the clocks show after an act that has to do with them.
    fn clocks_after(&mut self, entry: &Entry) -> Result<(), Failure> {
        if !self.has_clocks() || self.table.ending().is_some() {
            return Ok(());
        }
        let clocks = self.clocks(entry.time);
        match entry.intent {
            Act::Press => {
                let pressed = self.words.act(entry.actor, &entry.intent, &self.ruleset);
                self.page.at(entry.time, &format!("{pressed} {clocks}"))
            }
            Act::Move(_) if self.table.spec().manner == Manner::Strict => self.page.say(&clocks),
            Act::Rule(_) | Act::Demand | Act::AgreeBack => self.page.say(&clocks),
            _ => Ok(()),
        }
    }

    pub fn has_clocks(&self) -> bool {
        self.table.spec().clocks.iter().any(|control| !control.is_none())
    }

    fn clocks(&self, now: Millis) -> String {
        let reading = |side: Colour| {
            let control = &self.table.spec().clocks[side as usize];
            self.words.reading(side, &self.table.reading(side, now), control)
        };
        let [white, black] = Colour::ALL.map(reading);
        format!("{white}. {black}.")
    }

    /// How it stands at the end of the record.
    pub fn end(&mut self) -> Result<(), Failure> {
        self.tell_hands()?;
        self.page.draw(self.table.board())?;
        if self.table.ending().is_some() || self.table.fallen_flag().is_some() {
            return Ok(());
        }
        let now = self.now;
        let turn = self.words.turn(self.table.to_move());
        self.page.plain(&self.words.say("arbiter-now", &[("turn", turn.into())]))?;
        for side in [self.table.to_move(), self.table.to_move().other()] {
            let mut rights = self.table.rights(side, now);
            rights.retain(|right| *right != Right::Press || (self.has_clocks() && self.table.can_press(side)));
            self.page.plain(&self.words.rights(side, &rights))?;
        }
        match self.has_clocks() {
            true => self.page.plain(&self.clocks(now)),
            false => Ok(()),
        }
    }
}

//! What a line of the record changed: moves, violations, corrections.

use super::hands::attempt;
use super::story::Story;
use crate::failure::Failure;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Change, Claim, Entry, Hand, Incorrect, PhysicalBoard, Violation};
use damka_notation::SquareNames;
use damka_rules::{Refusal, Situation, Square, Verdict};
use damka_words::is_told_by_changes;
use std::io::Write;

impl<O: Write> Story<'_, O> {
    /// Tells what a line changed. The board is the one that the turn left which the line ended.
    pub fn changes(&mut self, entry: &Entry, changes: &[Change], board: &PhysicalBoard) -> Result<(), Failure> {
        let is_move = |change: &&Change| matches!(change, Change::Moved { .. });
        let moves = changes.iter().filter(is_move).count();
        let mut number = self.table.game().played().len().saturating_sub(moves);
        // The move that lets a violation stand is told before what it does.
        let mut stands = None;
        for change in changes {
            match change {
                Change::Stands { .. } => stands = Some(change),
                Change::Moved { .. } => {
                    self.moved(entry.time, number / 2 + 1, change)?;
                    number += 1;
                    self.tell_stands(&mut stands)?;
                }
                Change::Violated { .. } => self.violated(entry.time, change, &mut stands)?,
                _ => self.other_change(entry, change)?,
            }
        }
        self.tell_stands(&mut stands)?;
        if changes.iter().any(changes_board) {
            self.page.draw(board)?;
        }
        let is_corrected = changes.iter().any(|change| matches!(change, Change::Corrected { .. }));
        if is_corrected && self.table.ending().is_none() { self.after_correction() } else { Ok(()) }
    }

    fn tell_stands(&mut self, stands: &mut Option<&Change>) -> Result<(), Failure> {
        match stands.take() {
            Some(change) => self.page.say(&self.words.change(change, &self.ruleset).tagged()),
            None => Ok(()),
        }
    }

    fn moved(&mut self, now: Millis, number: usize, change: &Change) -> Result<(), Failure> {
        let Change::Moved { by, mv, path, before } = change else { return Ok(()) };
        let (since, hands) = self.take_hands(*by, now);
        let told = self.words.legal_turn(*by, &hands, *mv, path, before, &self.ruleset);
        self.page.at(since, &format!("{number}. {told}"))
    }

    fn other_change(&mut self, entry: &Entry, change: &Change) -> Result<(), Failure> {
        let mut told = self.words.change(change, &self.ruleset).tagged();
        match change {
            Change::Corrected { .. } if entry.intent == Act::Claim(Claim::WrongSetup) => {
                told = self.words.say("conduct-corrected-setup", &[]);
            }
            Change::Corrected { .. } => {}
            Change::Incorrect { what: Incorrect::TouchedInOthersTurn, .. } => {
                self.tell_hands()?;
                self.hands = None;
            }
            Change::TookBack(_) | Change::Restored => self.hands = None,
            // The clock of a game without clocks runs for nobody.
            Change::ClockGiven(_) if !self.has_clocks() => return Ok(()),
            _ if is_told_by_changes(&entry.intent) => return self.page.at(entry.time, &told),
            _ => {}
        }
        self.page.say(&told)
    }

    /// A violation: what was done, what it is called, why, and what the opponent may do about it.
    fn violated(&mut self, now: Millis, change: &Change, stands: &mut Option<&Change>) -> Result<(), Failure> {
        let Change::Violated { by, violations } = change else { return Ok(()) };
        let whole = self.hands.as_ref().filter(|hands| hands.side == *by).map(|hands| hands.acts.clone());
        let (since, hands) = self.take_hands(*by, now);
        let number = self.table.game().played().len() / 2 + 1;
        if let Some(told) = self.words.hands(*by, &hands, &self.ruleset) {
            self.page.at(since, &format!("{number}. {told}"))?;
        }
        self.tell_stands(stands)?;
        self.page.say(&format!("!! {}", self.words.violated(*by, violations)))?;
        for violation in violations {
            let citation = self.words.violation_citation(*violation, &self.ruleset);
            self.page.say(&format!("   {}", self.words.cited(&self.words.violation(*violation), &citation)))?;
        }
        if let Some(why) = self.why(&whole.unwrap_or_default(), violations) {
            self.page.say(&format!("   {why}"))?;
        }
        self.page.say(&format!("   {}", self.words.violation_rights(*by, violations).tagged()))
    }

    /// What the rules say about the hands of a broken turn.
    fn why(&self, hands: &[Hand], violations: &[Violation]) -> Option<String> {
        let (words, ruleset) = (self.words, &self.ruleset);
        let position = self.table.game().position();
        let because = |reason: String| Some(words.say("conduct-why", &[("reason", reason.into())]));
        if violations.contains(&Violation::MissedCapture) {
            return because(words.situation(&ruleset.situation(position), ruleset));
        }
        let attempt = attempt(hands, SquareNames::of(ruleset))?;
        match ruleset.explain(position, &attempt) {
            Verdict::Refused(Refusal::NotYours(_)) => None,
            Verdict::Refused(refusal) => because(words.refusal_with_rule(&refusal, ruleset, position, &attempt)),
            Verdict::Legal(moves) => {
                let path: Vec<Square> = [attempt.from].into_iter().chain(attempt.then).collect();
                let mv = moves.first().filter(|mv| mv.is_capture())?;
                let told = words.spoken_path(*mv, &path, position, ruleset);
                Some(words.say("conduct-why-move", &[("move", told.into())]))
            }
        }
    }

    /// Whose move it is after a correction, and what must be played.
    fn after_correction(&mut self) -> Result<(), Failure> {
        let side = self.table.to_move();
        let position = self.table.board().position(side);
        let mut told = self.words.turn(side);
        if let situation @ Situation::Capture { .. } = self.ruleset.situation(&position) {
            told = format!("{told} {}", self.words.situation(&situation, &self.ruleset));
        }
        if let Some(square) = self.bound_square() {
            told = format!("{told} {}", self.words.bound(square, &self.ruleset).tagged());
        }
        self.page.say(&told)
    }

    /// The touched piece that must be played, where another could be played otherwise.
    fn bound_square(&self) -> Option<Square> {
        let bound = SquareNames::of(&self.ruleset).square(self.table.bound_piece()?)?;
        let position = self.table.board().position(self.table.to_move());
        let is_another = self.ruleset.legal_moves(&position).iter().any(|mv| mv.from() != bound);
        is_another.then_some(bound)
    }
}

/// Whether the board is worth drawing after a change: more has happened to it than a move.
fn changes_board(change: &Change) -> bool {
    matches!(
        change,
        Change::Stands { .. }
            | Change::Violated { .. }
            | Change::Corrected { .. }
            | Change::TookBack(_)
            | Change::Restored
    )
}

//! What a person can type instead of a move.

use super::choose::is_word;
use super::{Next, Terminal, side_key};
use crate::endgame;
use crate::failure::Failure;
use damka_conduct::{Act, Actor, Change, Claim, Intent, Refused};
use damka_notation::moves;
use damka_rules::Colour;
use damka_words::{COMMANDS, Language, Words, rules_page};
use std::io::{BufRead, Write};

impl<I: BufRead, O: Write> Terminal<'_, I, O> {
    /// Obeys a command; any other line is a move.
    pub fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        if line.is_empty() {
            return Ok(Next::GoOn);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = COMMANDS.iter().find(|command| {
            is_word(&self.words, command, line) || (**command == "language" && is_word(&self.words, command, first))
        });
        match command.copied() {
            Some("quit") => return Ok(Next::Leave),
            Some("language") => self.change_language(rest.trim())?,
            Some(command) => self.obey(command)?,
            None => self.attempt(line)?,
        }
        Ok(Next::GoOn)
    }

    fn obey(&mut self, command: &str) -> Result<(), Failure> {
        match command {
            "help" => self.help(),
            "board" => self.draw_board(),
            "list" => self.list(),
            "moves" => self.moves(),
            "why" => {
                let situation = self.ruleset().situation(self.position());
                let text = self.words.situation(&situation, self.ruleset());
                self.speak(&text)
            }
            "hint" => self.hint(),
            "undo" => self.undo(),
            "draw" => self.offer_draw(),
            "accept" => self.answer_offer(Act::Accept),
            "decline" => self.answer_offer(Act::Decline),
            "resign" => self.resign(),
            "claim" => self.claim(),
            _ => {
                let page = rules_page(self.ruleset(), self.words.language()).to_text(crate::inspect::WIDTH);
                self.say(&page)
            }
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        let [quiet, capture] = self.words.sample_moves(self.ruleset());
        let text = self.words.say("play-help-header", &[("quiet", quiet.into()), ("capture", capture.into())]);
        self.say(&text)?;
        for command in COMMANDS {
            let list = self.words.say(&format!("play-word-{command}"), &[]);
            let about = self.words.say(&format!("play-help-{command}"), &[]);
            let text = self.words.say("play-help-line", &[("words", list.into()), ("about", about.into())]);
            self.say(&format!("  {text}"))?;
        }
        Ok(())
    }

    /// The position as lists of squares, the last move, whose turn it is, and every counter.
    fn list(&mut self) -> Result<(), Failure> {
        let text = self.words.position(self.position(), self.ruleset());
        self.speak(&text)?;
        if let Some((last, ply)) = self.game().played().last().and_then(|last| Some((last, last.legal()?))) {
            let spoken = self.words.spoken_path(ply.mv, &ply.path, &last.before, self.ruleset());
            let side = side_key(last.before.to_move());
            let text = self.words.say("play-last-move", &[("side", side.into()), ("move", spoken.into())]);
            self.speak(&text)?;
        }
        for progress in self.game().progress() {
            let text = self.words.progress_with_rule(&progress, self.ruleset());
            self.say(&text)?;
        }
        Ok(())
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let table = self.moves_here();
        let moves = self.game().legal_moves();
        let header = self.words.say("play-moves-header", &[("count", moves.len().into())]);
        self.say(&header)?;
        let list: Vec<String> = moves.iter().map(|mv| table.long(*mv)).collect();
        self.say(&format!("  {}", list.join("  ")))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        match self.adviser.hint(&self.words, self.table.game()).filter(|_| self.table.ending().is_none()) {
            Some(hint) => {
                let text = self.words.hint(&hint, self.ruleset(), self.position());
                self.speak(&text)
            }
            None => self.tell_state(),
        }
    }

    /// Two people sit here, so the one who moved last asks and the other agrees. The computer answers for itself, and its
    /// own move goes back too.
    fn undo(&mut self) -> Result<(), Failure> {
        let played = self.game().played();
        let last = played.last().map(|ply| ply.before.to_move());
        let asker = if self.computer.is_some() { Some(self.person()) } else { last };
        let asker = asker.filter(|asker| played.iter().any(|ply| ply.before.to_move() == *asker));
        let Some(asker) = asker else { return self.tell("play-cannot-undo") };
        match self.act(Actor::player(asker), Act::AskBack) {
            Err(refused) => self.refuse(&refused),
            Ok(_) if self.computer.is_some() => Ok(()),
            Ok(_) => self.agree_back(asker.other()),
        }
    }

    /// A side agrees that moves are taken back, and they are told.
    pub fn agree_back(&mut self, side: Colour) -> Result<(), Failure> {
        let played = self.game().played().to_vec();
        if let Err(refused) = self.act(Actor::player(side), Act::AgreeBack) {
            return self.refuse(&refused);
        }
        for ply in played[self.game().played().len()..].iter().rev() {
            let written = moves::played(self.ruleset(), ply).unwrap_or_default();
            let arguments = [("side", side_key(ply.before.to_move()).into()), ("move", written.into())];
            let text = self.words.say("play-undone", &arguments);
            self.say(&text)?;
        }
        self.show()
    }

    fn offer_draw(&mut self) -> Result<(), Failure> {
        let side = self.person();
        if let Err(refused) = self.act(Actor::player(side), Act::Offer) {
            return self.refuse(&refused);
        }
        if self.computer.is_some() {
            // It answers before anybody can type again.
            return Ok(());
        }
        let [yes, no] = ["accept", "decline"].map(|command| self.first_word(command));
        let arguments = [("side", side_key(side).into()), ("accept", yes.into()), ("decline", no.into())];
        let text = self.words.say("play-draw-offered", &arguments);
        self.say(&text)
    }

    /// The answer is the other side's, no matter who types it.
    fn answer_offer(&mut self, answer: Intent) -> Result<(), Failure> {
        let Some(offerer) = self.table.offer() else { return self.tell("play-draw-not-offered") };
        let told = if answer == Act::Accept { "play-draw-accepted" } else { "play-draw-declined" };
        if let Err(refused) = self.act(Actor::player(offerer.other()), answer) {
            return self.refuse(&refused);
        }
        self.tell(told)?;
        self.tell_state()
    }

    fn resign(&mut self) -> Result<(), Failure> {
        match self.act(Actor::player(self.person()), Act::Resign) {
            Err(refused) => self.refuse(&refused),
            Ok(_) => self.tell_state(),
        }
    }

    fn claim(&mut self) -> Result<(), Failure> {
        let claimant = Actor::player(self.person());
        let mut claimed = self.act(claimant, Act::Claim(Claim::Draw));
        if claimed.is_err() && self.table.ending().is_none() && endgame::nobody_can_win(self.game()) {
            claimed = self.claim_with_proof(claimant);
        }
        match claimed {
            Err(refused) => self.refuse(&refused),
            Ok(_) => {
                self.tell("play-claim-accepted")?;
                self.tell_state()
            }
        }
    }

    /// What the tables prove is an event too, so that a replay needs no tables.
    fn claim_with_proof(&mut self, claimant: Actor) -> Result<Vec<Change>, Refused> {
        for side in Colour::ALL {
            self.act(Actor::Nobody, Act::CannotWin(side))?;
        }
        self.act(claimant, Act::Claim(Claim::NobodyCanWin))
    }

    /// Says why something was not accepted.
    pub fn refuse(&mut self, refused: &Refused) -> Result<(), Failure> {
        let text = match refused {
            Refused::End(error) => self.words.end_error(error, self.ruleset()),
            Refused::Over(_) => return self.tell_state(),
            other => self.words.refused(other, self.ruleset(), self.position()),
        };
        self.say(&text)
    }

    fn change_language(&mut self, code: &str) -> Result<(), Failure> {
        match Language::from_locale(code) {
            Some(language) => {
                self.words = Words::new(language);
                self.tell("play-language-changed")
            }
            None => {
                let text = self.words.say("play-unknown-language", &[("text", code.into())]);
                self.say(&text)
            }
        }
    }
}

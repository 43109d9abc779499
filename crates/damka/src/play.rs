//! `damka play`: two people at one terminal, line by line, so that a screen reader can follow.

use crate::explain::{Meaning, meaning};
use crate::failure::Failure;
use crate::game::{GameArgs, PositionArgs};
use damka_notation::diagram;
use damka_notation::moves::MoveTable;
use damka_rules::{Colour, EndError, Game, Move, Ruleset, Square};
use damka_words::{COMMANDS, Language, Words, rules_page};
use std::io::{BufRead, Write};

/// The longest line that is read as a move or command; what is longer is answered as unknown, not kept.
const LONGEST_LINE: usize = 1024;

/// Plays a game, or asks which.
pub fn play(
    words: Words,
    line: Option<&str>,
    options: &GameArgs,
    position: &PositionArgs,
    spoken: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let chosen = match line {
        Some(line) => line.to_owned(),
        None => match choose(&words, &mut input, out)? {
            Some(ruleset) => ruleset.id().to_owned(),
            None => return Ok(()),
        },
    };
    let game = options.game(&words, &chosen, position)?;
    Table { words, game, offer: None, spoken, input, out }.play()
}

/// Reads a line without its end; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let mut limited = std::io::Read::take(&mut *input, LONGEST_LINE as u64);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

fn skip_line(input: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (used, done) = (end.map_or(buffer.len(), |at| at + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// Asks for a game by number or name.
fn choose(words: &Words, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Ruleset>, Failure> {
    let games: Vec<&Ruleset> = Ruleset::all().iter().filter(|ruleset| ruleset.id() != ruleset.text()).collect();
    writeln!(out, "{}", words.say("play-games-header", &[]))?;
    for (at, ruleset) in games.iter().enumerate() {
        let arguments = [
            ("number", (at + 1).into()),
            ("name", words.ruleset_name(ruleset).into()),
            ("id", ruleset.id().into()),
            ("about", words.ruleset_about(ruleset).into()),
        ];
        writeln!(out, "{}", words.say("play-games-line", &arguments))?;
    }
    loop {
        let default = words.ruleset_name(games[0]);
        write!(out, "{} ", words.say("play-choose-game", &[("game", default.into())]))?;
        out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(out, "\n{}", words.say("play-end-of-input", &[]))?;
            return Ok(None);
        };
        if line.is_empty() {
            return Ok(Some(*games[0]));
        }
        let by_number = line.parse::<usize>().ok().and_then(|number| games.get(number.checked_sub(1)?));
        let by_id = games.iter().find(|ruleset| ruleset.id().eq_ignore_ascii_case(&line));
        let by_name = games.iter().find(|ruleset| words.ruleset_name(ruleset).to_lowercase() == line.to_lowercase());
        if let Some(ruleset) = by_number.or(by_id).or(by_name) {
            return Ok(Some(**ruleset));
        }
        if is_word(words, "quit", &line) {
            writeln!(out, "{}", words.say("play-goodbye", &[]))?;
            return Ok(None);
        }
        writeln!(out, "{}", words.say("play-unknown-game", &[("text", line.into())]))?;
    }
}

/// Whether a text is one of a command's words: those of the player's language, or the English ones.
fn is_word(words: &Words, command: &str, text: &str) -> bool {
    words.command_words(command).contains(&text.to_lowercase())
}

/// How the catalogues' messages name a side in their variables.
fn side_key(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

/// A game in progress and the people at it.
struct Table<'a, I, O> {
    words: Words,
    game: Game,
    /// Who has offered a draw that is not answered yet.
    offer: Option<Colour>,
    spoken: bool,
    input: I,
    out: &'a mut O,
}

/// What a line led to.
enum Next {
    GoOn,
    Leave,
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    fn play(mut self) -> Result<(), Failure> {
        self.welcome()?;
        self.show()?;
        loop {
            self.pass_if_needed()?;
            self.prompt()?;
            let Some(line) = read_line(&mut self.input)? else {
                writeln!(self.out)?;
                return self.tell("play-end-of-input");
            };
            if let Next::Leave = self.answer(&line)? {
                return self.tell("play-goodbye");
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{text}")?)
    }

    fn tell(&mut self, id: &str) -> Result<(), Failure> {
        let text = self.words.say(id, &[]);
        self.say(&text)
    }

    fn welcome(&mut self) -> Result<(), Failure> {
        let example = self.game.legal_moves().first().map(|mv| self.table().long(*mv)).unwrap_or_default();
        let help = self.first_word("help");
        let name = self.words.ruleset_name(self.game.ruleset());
        let arguments = [("game", name.into()), ("example", example.into()), ("help", help.into())];
        let text = self.words.say("play-welcome", &arguments);
        self.say(&text)
    }

    fn table(&self) -> MoveTable {
        MoveTable::new(self.game.ruleset(), self.game.position())
    }

    fn first_word(&self, command: &str) -> String {
        self.words.command_words(command).into_iter().next().unwrap_or_default()
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if self.game.outcome().is_none() {
            let number = self.game.played().len() / 2 + 1;
            let side = side_key(self.game.position().to_move());
            let text = self.words.say("play-prompt", &[("number", number.into()), ("side", side.into())]);
            write!(self.out, "{text} ")?;
        } else {
            write!(self.out, "> ")?;
        }
        Ok(self.out.flush()?)
    }

    /// The board, or in spoken mode only what happened.
    fn show(&mut self) -> Result<(), Failure> {
        if !self.spoken {
            self.draw_board()?;
        }
        self.tell_state()
    }

    fn draw_board(&mut self) -> Result<(), Failure> {
        let board = diagram::text(self.game.ruleset(), self.game.position(), &diagram::TextOptions::default());
        self.say(&board)
    }

    /// Counters that matter, claims, and the end.
    fn tell_state(&mut self) -> Result<(), Failure> {
        if let Some(outcome) = self.game.outcome() {
            let sentence = self.words.outcome_with_rule(&outcome, self.game.ruleset());
            let text = self.words.say("play-game-over", &[("outcome", sentence.into())]);
            return self.say(&text);
        }
        for progress in self.game.progress() {
            if is_near(&progress) {
                let text = self.words.progress(&progress);
                self.say(&text)?;
            }
        }
        Ok(())
    }

    /// A side of corners that cannot move is passed over.
    fn pass_if_needed(&mut self) -> Result<(), Failure> {
        while let [only] = self.game.legal_moves()[..]
            && only.is_null()
        {
            let side = side_key(self.game.position().to_move());
            self.game.play_unchecked(only, Vec::new());
            let text = self.words.say("play-passed", &[("side", side.into())]);
            self.say(&text)?;
            self.tell_state()?;
        }
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
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
                let situation = self.game.ruleset().situation(self.game.position());
                let text = self.words.situation(&situation, self.game.ruleset());
                self.say(&text)
            }
            "undo" => self.undo(),
            "draw" => self.offer_draw(),
            "accept" => self.accept_draw(),
            "decline" => self.decline_draw(),
            "resign" => self.resign(),
            "claim" => self.claim(),
            _ => {
                let page = rules_page(self.game.ruleset(), self.words.language()).to_text(crate::inspect::WIDTH);
                self.say(&page)
            }
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        let [quiet, capture] = self.words.sample_moves(self.game.ruleset());
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
        let text = self.words.position(self.game.position(), self.game.ruleset());
        self.say(&text)?;
        if let Some(last) = self.game.played().last() {
            let spoken = self.words.spoken_path(last.mv, &last.path, &last.before, self.game.ruleset());
            let side = side_key(last.before.to_move());
            let text = self.words.say("play-last-move", &[("side", side.into()), ("move", spoken.into())]);
            self.say(&text)?;
        }
        for progress in self.game.progress() {
            let text = self.words.progress(&progress);
            self.say(&text)?;
        }
        Ok(())
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let table = self.table();
        let moves = self.game.legal_moves();
        let header = self.words.say("play-moves-header", &[("count", moves.len().into())]);
        self.say(&header)?;
        let list: Vec<String> = moves.iter().map(|mv| table.long(*mv)).collect();
        self.say(&format!("  {}", list.join("  ")))
    }

    fn undo(&mut self) -> Result<(), Failure> {
        self.offer = None;
        match self.game.undo() {
            None => self.tell("play-cannot-undo"),
            Some(last) => {
                let side = side_key(last.before.to_move());
                let written = MoveTable::new(self.game.ruleset(), &last.before).long(last.mv);
                let text = self.words.say("play-undone", &[("side", side.into()), ("move", written.into())]);
                self.say(&text)?;
                self.show()
            }
        }
    }

    fn offer_draw(&mut self) -> Result<(), Failure> {
        let side = self.game.position().to_move();
        if self.offer.is_some() {
            return self.tell("play-draw-already-offered");
        }
        // Asking a copy tells whether an agreement would count now.
        match self.game.clone().agree_draw() {
            Err(error) => self.refuse_end(&error),
            Ok(_) => {
                self.offer = Some(side);
                let name = side_key(side);
                let [yes, no] = ["accept", "decline"].map(|command| self.first_word(command));
                let arguments = [("side", name.into()), ("accept", yes.into()), ("decline", no.into())];
                let text = self.words.say("play-draw-offered", &arguments);
                self.say(&text)
            }
        }
    }

    fn accept_draw(&mut self) -> Result<(), Failure> {
        if self.offer.take().is_none() {
            return self.tell("play-draw-not-offered");
        }
        match self.game.agree_draw() {
            Err(error) => self.refuse_end(&error),
            Ok(_) => {
                self.tell("play-draw-accepted")?;
                self.tell_state()
            }
        }
    }

    fn decline_draw(&mut self) -> Result<(), Failure> {
        match self.offer.take() {
            None => self.tell("play-draw-not-offered"),
            Some(_) => self.tell("play-draw-declined"),
        }
    }

    fn resign(&mut self) -> Result<(), Failure> {
        let loser = self.game.position().to_move();
        match self.game.resign(loser) {
            Err(error) => self.refuse_end(&error),
            Ok(_) => self.tell_state(),
        }
    }

    fn claim(&mut self) -> Result<(), Failure> {
        match self.game.claim_draw() {
            Err(error) => self.refuse_end(&error),
            Ok(_) => {
                self.tell("play-claim-accepted")?;
                self.tell_state()
            }
        }
    }

    fn refuse_end(&mut self, error: &EndError) -> Result<(), Failure> {
        let text = self.words.end_error(error, self.game.ruleset());
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

    /// A line that is no command is a move.
    fn attempt(&mut self, line: &str) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.tell_state();
        }
        match meaning(&self.words, self.game.ruleset(), self.game.position(), line) {
            Meaning::Move(mv, path) => self.make(mv, &path),
            Meaning::Several(moves) => {
                let table = self.table();
                let candidates: Vec<String> = moves.iter().map(|mv| table.full_path(*mv)).collect();
                let arguments = [("move", line.into()), ("candidates", candidates.join(", ").into())];
                let text = self.words.say("play-ambiguous", &arguments);
                self.say(&text)
            }
            Meaning::Refused(reason) => {
                let intro = self.words.say("play-refused", &[("move", line.into())]);
                let article = self.words.citation(reason.citation);
                self.say(&format!("{intro} {}\n{article}", reason.sentence))
            }
            Meaning::Nonsense(reason) => {
                let help = self.first_word("help");
                let text = self.words.say("play-unknown-command", &[("text", line.into()), ("help", help.into())]);
                self.say(&format!("{text} {reason}"))
            }
        }
    }

    fn make(&mut self, mv: Move, path: &[Square]) -> Result<(), Failure> {
        let side = side_key(self.game.position().to_move());
        let before = *self.game.position();
        if let Err(error) = self.game.play_on_path(mv, path) {
            let text = self.words.play_error(&error, self.game.ruleset(), &before);
            return self.say(&text);
        }
        // An offer that is answered with a move is declined.
        self.offer = self.offer.filter(|offerer| *offerer == before.to_move());
        let spoken = self.words.spoken_path(mv, path, &before, self.game.ruleset());
        let text = self.words.say("play-last-move", &[("side", side.into()), ("move", spoken.into())]);
        self.say(&text)?;
        self.show()
    }
}

/// Whether a counter is worth a line after every move: a repetition, or a draw within ten half-moves.
fn is_near(progress: &damka_rules::Progress) -> bool {
    match progress.plies_left {
        None => progress.count > 1,
        Some(left) => left <= 10 && progress.count > 0,
    }
}

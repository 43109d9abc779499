//! `damka play`: a person against the computer, or two people at one terminal, line by line, so that a screen reader
//! can follow.
//!
//! The game is a strict table of `conduct`, so clocks, offers, claims and take-backs are the same here as everywhere.
//! The computer's moves are events at the table like a person's.

mod computer;

pub use computer::SideArg;

use crate::endgame;
use crate::explain::{Meaning, meaning};
use crate::failure::Failure;
use crate::game::{GameArgs, PositionArgs};
use computer::{Adviser, Computer, any_seed};
use damka_conduct::clock::{Control, Millis};
use damka_conduct::{Act, Actor, Change, Claim, Event, GameSpec, Refused, Table};
use damka_engine::Level;
use damka_notation::moves::MoveTable;
use damka_notation::{SquareNames, diagram};
use damka_rules::{Colour, Game, Move, Position, Ruleset, Square};
use damka_words::{COMMANDS, FluentValue, Language, Words, rules_page};
use std::io::{BufRead, Write};
use std::time::Instant;

/// The longest line that is read as a move or command; what is longer is answered as unknown, not kept.
const LONGEST_LINE: usize = 1024;

/// Plays a game, or asks which.
pub fn play(
    words: Words,
    line: Option<&str>,
    options: &GameArgs,
    position: &PositionArgs,
    manner: Manner,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let level = manner.level.and_then(Level::new);
    let (chosen, rival) = match line {
        Some(line) => (line.to_owned(), level.map_or(Rival::Friend, Rival::Computer)),
        None => match ask(&words, level, &mut input, out)? {
            Some((ruleset, rival)) => (ruleset.id().to_owned(), rival),
            None => return Ok(()),
        },
    };
    let (ruleset, position) = options.position(&words, &chosen, position)?;
    let mut spec = GameSpec { start: Some(position), ..GameSpec::new(ruleset) };
    if let Some(control) = manner.control(&words)? {
        spec.clocks = [control.clone(), control];
    }
    let table = Table::from_position(spec, position);
    let computer = match rival {
        Rival::Friend => None,
        Rival::Computer(level) => {
            let seed = manner.seed.unwrap_or_else(any_seed);
            let person = SideArg::colour(manner.side, position.to_move(), seed);
            Some(Computer::new(&words, table.game(), level, person.other(), seed))
        }
    };
    let adviser = Adviser::default();
    Terminal { words, table, computer, adviser, begun: Instant::now(), spoken: manner.spoken, input, out }.play()
}

/// Whom a person plays with.
#[derive(Clone, Copy)]
enum Rival {
    Friend,
    Computer(Level),
}

/// How a game at the terminal is played.
pub struct Manner<'a> {
    /// No drawn boards.
    pub spoken: bool,
    /// The time of each side, such as `5m+3s`; by default the one of the text, if it gives one.
    pub clock: Option<&'a str>,
    /// The computer's level; without one, two people play.
    pub level: Option<u8>,
    /// The person's side against the computer.
    pub side: Option<SideArg>,
    /// What the computer's mistakes and the lots come from.
    pub seed: Option<u64>,
}

impl Manner<'_> {
    fn control(&self, words: &Words) -> Result<Option<Control>, Failure> {
        let control = self.clock.map(str::parse).transpose();
        control.map_err(|error| Failure::Input(words.control_error(&error)))
    }
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

/// Asks for the game and the opponent; `None` if the person leaves.
fn ask(
    words: &Words,
    level: Option<Level>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<(Ruleset, Rival)>, Failure> {
    let Some(ruleset) = choose(words, input, out)? else { return Ok(None) };
    let rival = match level {
        Some(level) => Some(Rival::Computer(level)),
        None => choose_rival(words, input, out)?,
    };
    Ok(rival.map(|rival| (ruleset, rival)))
}

/// Asks for the computer's level or a friend.
fn choose_rival(words: &Words, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Rival>, Failure> {
    writeln!(out, "{}", words.say("play-levels-header", &[]))?;
    for level in Level::ALL {
        writeln!(out, "{}", words.say("play-levels-line", &level_variables(words, level)))?;
    }
    let friend = words.command_words("friend").into_iter().next().unwrap_or_default();
    let mut variables = level_variables(words, Level::WEAKEST).to_vec();
    variables.push(("friend", friend.into()));
    loop {
        write!(out, "{} ", words.say("play-choose-opponent", &variables))?;
        out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(out, "\n{}", words.say("play-end-of-input", &[]))?;
            return Ok(None);
        };
        let by_name = Level::ALL.into_iter().find(|level| words.level(*level).to_lowercase() == line.to_lowercase());
        if line.is_empty() {
            return Ok(Some(Rival::Computer(Level::WEAKEST)));
        } else if let Some(level) = line.parse().ok().and_then(Level::new).or(by_name) {
            return Ok(Some(Rival::Computer(level)));
        } else if is_word(words, "friend", &line) {
            return Ok(Some(Rival::Friend));
        } else if is_word(words, "quit", &line) {
            writeln!(out, "{}", words.say("play-goodbye", &[]))?;
            return Ok(None);
        }
        writeln!(out, "{}", words.say("play-unknown-level", &[("text", line.into())]))?;
    }
}

/// How the catalogues' messages name a level in their variables.
fn level_variables(words: &Words, level: Level) -> [(&'static str, FluentValue<'static>); 2] {
    [("number", level.number().into()), ("name", words.level(level).into())]
}

/// Asks for a game by number or name.
fn choose(words: &Words, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Ruleset>, Failure> {
    let games: Vec<&Ruleset> = Ruleset::all().iter().filter(|ruleset| !ruleset.is_house()).collect();
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
struct Terminal<'a, I, O> {
    words: Words,
    table: Table,
    /// One of the players, unless two people play.
    computer: Option<Computer>,
    adviser: Adviser,
    begun: Instant,
    spoken: bool,
    input: I,
    out: &'a mut O,
}

/// What a line led to.
enum Next {
    GoOn,
    Leave,
}

impl<I: BufRead, O: Write> Terminal<'_, I, O> {
    fn play(mut self) -> Result<(), Failure> {
        self.welcome()?;
        self.show()?;
        loop {
            self.pass_if_needed()?;
            if self.let_computer_act()? {
                continue;
            }
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

    /// What is told about the board: in spoken mode squares are spelled for a voice. What shows how to type a move is
    /// not changed.
    fn speak(&mut self, text: &str) -> Result<(), Failure> {
        let text = if self.spoken { self.words.voiced(text) } else { text.to_owned() };
        self.say(&text)
    }

    fn tell(&mut self, id: &str) -> Result<(), Failure> {
        let text = self.words.say(id, &[]);
        self.say(&text)
    }

    fn game(&self) -> &Game {
        self.table.game()
    }

    fn ruleset(&self) -> &Ruleset {
        self.table.game().ruleset()
    }

    fn position(&self) -> &Position {
        self.table.game().position()
    }

    /// The time since the game began, in the units of the table.
    fn now(&self) -> Millis {
        Millis(u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// Somebody does something at the table.
    fn act(&mut self, side: Colour, act: Act) -> Result<Vec<Change>, Refused> {
        let event = Event { time: self.now(), actor: Actor::Side(side), act };
        self.table.apply(&event)
    }

    fn welcome(&mut self) -> Result<(), Failure> {
        let example = self.game().legal_moves().first().map(|mv| self.moves_here().long(*mv)).unwrap_or_default();
        let help = self.first_word("help");
        let name = self.words.ruleset_name(self.ruleset());
        let arguments = [("game", name.into()), ("example", example.into()), ("help", help.into())];
        let text = self.words.say("play-welcome", &arguments);
        self.say(&text)?;
        let Some(computer) = &self.computer else { return Ok(()) };
        let mut variables = level_variables(&self.words, computer.level).to_vec();
        variables.push(("side", side_key(computer.side.other()).into()));
        let text = self.words.say("play-against", &variables);
        self.say(&text)
    }

    /// Whoever types: the person against the computer, or else the side to move.
    fn person(&self) -> Colour {
        self.computer.as_ref().map_or(self.position().to_move(), |computer| computer.side.other())
    }

    /// Lets the computer move if it is its turn; whether it did something.
    fn let_computer_act(&mut self) -> Result<bool, Failure> {
        let now = self.now();
        let Some(computer) = self.computer.as_mut().filter(|computer| computer.is_to_move(&self.table)) else {
            return Ok(false);
        };
        // The strongest level thinks for a while; the person sees their own move meanwhile.
        self.out.flush()?;
        let side = computer.side;
        if let Some(claim) = computer.claims(&self.table)
            && self.act(side, claim).is_ok()
        {
            self.tell_state()?;
            return Ok(true);
        }
        let Some(mv) = self.computer.as_mut().and_then(|computer| computer.choose(&self.table, now)) else {
            return Ok(false);
        };
        let path = self.ruleset().paths(self.position(), mv, 1).pop().unwrap_or_default();
        let before = self.game().played().len();
        self.make(mv, &path)?;
        Ok(self.game().played().len() > before || self.table.ending().is_some())
    }

    fn moves_here(&self) -> MoveTable {
        MoveTable::new(self.ruleset(), self.position())
    }

    fn first_word(&self, command: &str) -> String {
        self.words.command_words(command).into_iter().next().unwrap_or_default()
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if self.table.ending().is_none() {
            let number = self.game().played().len() / 2 + 1;
            let side = side_key(self.position().to_move());
            let text = self.words.say("play-prompt", &[("number", number.into()), ("side", side.into())]);
            write!(self.out, "{}{text} ", self.clocks())?;
        } else {
            write!(self.out, "> ")?;
        }
        Ok(self.out.flush()?)
    }

    /// Both clocks, White's first, if the game has any.
    fn clocks(&self) -> String {
        let left = Colour::ALL.map(|side| self.table.reading(side, self.now()).remaining);
        match left {
            [Some(Millis(white)), Some(Millis(black))] => {
                let text = |left: u64| format!("{}:{:02}", left / 60_000, left / 1000 % 60);
                format!("[{} {}] ", text(white), text(black))
            }
            _ => String::new(),
        }
    }

    /// The board, or in spoken mode only what happened. Before the computer's answer no board is drawn: it would only
    /// push the next one away.
    fn show(&mut self) -> Result<(), Failure> {
        let is_answered = self.computer.as_ref().is_some_and(|computer| computer.is_to_move(&self.table));
        if !self.spoken && !is_answered {
            self.draw_board()?;
        }
        self.tell_state()
    }

    fn draw_board(&mut self) -> Result<(), Failure> {
        let seen_by = self.computer.as_ref().map_or(Colour::White, |computer| computer.side.other());
        let options = diagram::TextOptions { seen_by, ..diagram::TextOptions::default() };
        let board = diagram::text(self.ruleset(), self.position(), &options);
        self.say(&board)
    }

    /// Counters that matter, and the end.
    fn tell_state(&mut self) -> Result<(), Failure> {
        if let Some(ending) = self.table.ending() {
            let sentence = self.words.ending_with_rule(&ending, self.ruleset());
            let text = self.words.say("play-game-over", &[("outcome", sentence.into())]);
            return self.say(&text);
        }
        for progress in self.game().progress() {
            if is_near(&progress) {
                let text = self.words.progress(&progress);
                self.say(&text)?;
            }
        }
        Ok(())
    }

    /// A side of corners that cannot move is passed over.
    fn pass_if_needed(&mut self) -> Result<(), Failure> {
        while let [only] = self.game().legal_moves()[..]
            && only.is_null()
        {
            let mover = self.position().to_move();
            if self.act(mover, Act::Pass).is_err() {
                return Ok(());
            }
            let text = self.words.say("play-passed", &[("side", side_key(mover).into())]);
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
                let situation = self.ruleset().situation(self.position());
                let text = self.words.situation(&situation, self.ruleset());
                self.speak(&text)
            }
            "hint" => self.hint(),
            "undo" => self.undo(),
            "draw" => self.offer_draw(),
            "accept" => self.answer_offer(Act::Accept),
            "decline" => self.answer_offer(Act::Decline),
            "resign" => self.end_by(Act::Resign),
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
        if let Some(last) = self.game().played().last() {
            let spoken = self.words.spoken_path(last.mv, &last.path, &last.before, self.ruleset());
            let side = side_key(last.before.to_move());
            let text = self.words.say("play-last-move", &[("side", side.into()), ("move", spoken.into())]);
            self.speak(&text)?;
        }
        for progress in self.game().progress() {
            let text = self.words.progress(&progress);
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

    /// Two people sit here, so whoever moved last asks and the other agrees. The computer always agrees, and its own
    /// move goes back too.
    fn undo(&mut self) -> Result<(), Failure> {
        let played = self.game().played().to_vec();
        let last = played.last().map(|ply| ply.before.to_move());
        let asker = if self.computer.is_some() { Some(self.person()) } else { last };
        let asker = asker.filter(|asker| played.iter().any(|ply| ply.before.to_move() == *asker));
        let Some(asker) = asker else { return self.tell("play-cannot-undo") };
        let agreed = self.act(asker, Act::AskBack).and_then(|_| self.act(asker.other(), Act::AgreeBack));
        if let Err(refused) = agreed {
            return self.refuse(&refused);
        }
        for ply in played[self.game().played().len()..].iter().rev() {
            let written = MoveTable::new(self.ruleset(), &ply.before).long(ply.mv);
            let arguments = [("side", side_key(ply.before.to_move()).into()), ("move", written.into())];
            let text = self.words.say("play-undone", &arguments);
            self.say(&text)?;
        }
        self.show()
    }

    fn offer_draw(&mut self) -> Result<(), Failure> {
        let side = self.person();
        if self.table.offer().is_some() {
            return self.tell("play-draw-already-offered");
        }
        if let Err(refused) = self.act(side, Act::Offer) {
            return self.refuse(&refused);
        }
        if let Some(computer) = &self.computer {
            let answer = computer.answers(&self.table);
            return self.answer_offer(answer);
        }
        let [yes, no] = ["accept", "decline"].map(|command| self.first_word(command));
        let arguments = [("side", side_key(side).into()), ("accept", yes.into()), ("decline", no.into())];
        let text = self.words.say("play-draw-offered", &arguments);
        self.say(&text)
    }

    /// The answer is the other side's, whoever types it.
    fn answer_offer(&mut self, answer: Act) -> Result<(), Failure> {
        let Some(offerer) = self.table.offer() else { return self.tell("play-draw-not-offered") };
        let told = match answer {
            Act::Accept => "play-draw-accepted",
            _ if self.computer.is_some() => "play-computer-declined",
            _ => "play-draw-declined",
        };
        if let Err(refused) = self.act(offerer.other(), answer) {
            return self.refuse(&refused);
        }
        self.tell(told)?;
        self.tell_state()
    }

    fn end_by(&mut self, act: Act) -> Result<(), Failure> {
        let side = self.person();
        match self.act(side, act) {
            Err(refused) => self.refuse(&refused),
            Ok(_) => self.tell_state(),
        }
    }

    fn claim(&mut self) -> Result<(), Failure> {
        let side = self.person();
        let mut claimed = self.act(side, Act::Claim(Claim::Draw));
        if claimed.is_err() && self.game().outcome().is_none() && endgame::nobody_can_win(self.game()) {
            // What the tables prove is an event too, so that a replay needs no tables.
            for cannot_win in Colour::ALL.map(Act::CannotWin) {
                let event = Event { time: self.now(), actor: Actor::Nobody, act: cannot_win };
                if let Err(refused) = self.table.apply(&event) {
                    return self.refuse(&refused);
                }
            }
            claimed = self.act(side, Act::Claim(Claim::NobodyCanWin));
        }
        match claimed {
            Err(refused) => self.refuse(&refused),
            Ok(_) => {
                self.tell("play-claim-accepted")?;
                self.tell_state()
            }
        }
    }

    fn refuse(&mut self, refused: &Refused) -> Result<(), Failure> {
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

    /// A line that is no command is a move.
    fn attempt(&mut self, line: &str) -> Result<(), Failure> {
        if self.table.ending().is_some() {
            return self.tell_state();
        }
        match meaning(&self.words, self.ruleset(), self.position(), line) {
            Meaning::Move(mv, path) => self.make(mv, &path),
            Meaning::Several(moves) => {
                let table = self.moves_here();
                let candidates: Vec<String> = moves.iter().map(|mv| table.full_path(*mv)).collect();
                let arguments = [("move", line.into()), ("candidates", candidates.join(", ").into())];
                let text = self.words.say("play-ambiguous", &arguments);
                self.say(&text)
            }
            Meaning::Refused(reason) => {
                let intro = self.words.say("play-refused", &[("move", line.into())]);
                let article = self.words.citation(reason.citation);
                let sentence = if self.spoken { self.words.voiced(&reason.sentence) } else { reason.sentence };
                self.say(&format!("{intro} {sentence}\n{article}"))
            }
            Meaning::Nonsense(reason) => {
                let help = self.first_word("help");
                let text = self.words.say("play-unknown-command", &[("text", line.into()), ("help", help.into())]);
                self.say(&format!("{text} {reason}"))
            }
        }
    }

    fn make(&mut self, mv: Move, path: &[Square]) -> Result<(), Failure> {
        let before = *self.position();
        let side = before.to_move();
        let names = SquareNames::of(self.ruleset());
        let cells = path.iter().map(|square| names.cell(*square)).collect();
        match self.act(side, Act::Move(cells)) {
            Err(refused) => return self.refuse(&refused),
            Ok(changes) if !changes.iter().any(|change| matches!(change, Change::Moved { .. })) => {
                // The flag fell before the move was typed.
                return self.tell_state();
            }
            Ok(_) => {}
        }
        let spoken = self.words.spoken_path(mv, path, &before, self.ruleset());
        let text = self.words.say("play-last-move", &[("side", side_key(side).into()), ("move", spoken.into())]);
        self.speak(&text)?;
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

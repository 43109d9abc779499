//! `damka play`: a person against the computer, or two people at one terminal, line by line, so that a screen reader
//! can follow.
//!
//! The game is a strict table of `conduct`, so clocks, offers, claims and take-backs are the same here as everywhere.
//! The computer's moves are events at the table like a person's.

mod choose;
mod commands;
mod computer;

pub use computer::SideArg;

use crate::explain::{Meaning, meaning};
use crate::failure::Failure;
use crate::game::{GameArgs, PositionArgs};
use choose::{Rival, ask, level_variables, read_line};
use computer::{Adviser, ComputerPlayer, any_seed};
use damka_conduct::clock::{Control, Millis};
use damka_conduct::{Act, Actor, Change, Entry, GameSpec, Intent, Refused, Table};
use damka_engine::Level;
use damka_notation::moves::MoveTable;
use damka_notation::{SquareNames, diagram};
use damka_rules::{Colour, Game, Position, Ruleset, Square};
use damka_words::Words;
use std::io::{BufRead, Write};
use std::time::Instant;

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
            Some(ComputerPlayer::new(&words, level, person.other(), seed))
        }
    };
    let adviser = Adviser::default();
    Terminal { words, table, computer, adviser, begun: Instant::now(), spoken: manner.spoken, input, out }.play()
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
    computer: Option<ComputerPlayer>,
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
    fn act(&mut self, actor: Actor, intent: Intent) -> Result<Vec<Change>, Refused> {
        let entry = Entry { time: self.now(), actor, intent };
        self.table.attempt(&entry).result
    }

    fn welcome(&mut self) -> Result<(), Failure> {
        let example = self.game().legal_moves().first().map(|mv| self.moves_here().long(*mv)).unwrap_or_default();
        let help = self.first_word("help");
        let name = self.words.ruleset_name(self.ruleset());
        let arguments = [("game", name.into()), ("example", example.into()), ("help", help.into())];
        let text = self.words.say("play-welcome", &arguments);
        self.say(&text)?;
        let Some(computer) = &self.computer else { return Ok(()) };
        let mut variables = level_variables(&self.words, computer.level()).to_vec();
        variables.push(("side", side_key(computer.side().other()).into()));
        let text = self.words.say("play-against", &variables);
        self.say(&text)
    }

    /// The side that types: the person against the computer, or else the side to move.
    fn person(&self) -> Colour {
        self.computer.as_ref().map_or(self.position().to_move(), |computer| computer.side().other())
    }

    /// Lets the computer do what it wants to do now; whether it did something.
    fn let_computer_act(&mut self) -> Result<bool, Failure> {
        let now = self.now();
        let Some(computer) = &mut self.computer else { return Ok(false) };
        // The strongest level thinks for a while; the person sees their own move meanwhile.
        self.out.flush()?;
        let side = computer.side();
        let Some(intent) = computer.next(&self.table, now) else { return Ok(false) };
        if intent == Act::AgreeBack {
            self.agree_back(side)?;
            return Ok(self.table.asks_back().is_none());
        }
        let ends_game = matches!(intent, Act::Resign | Act::Claim(_));
        let told = match intent {
            Act::Accept => Some("play-draw-accepted"),
            Act::Decline => Some("play-computer-declined"),
            Act::Resign => Some("play-computer-resigned"),
            _ => None,
        };
        match self.act(Actor::player(side), intent) {
            Err(refused) => {
                // Its time has run out.
                self.refuse(&refused)?;
                Ok(self.table.ending().is_some())
            }
            Ok(changes) => {
                told.map_or(Ok(()), |id| self.tell(id))?;
                // The board has not been drawn since the person's move.
                if ends_game {
                    self.show()?
                } else {
                    self.tell_changes(&changes)?
                }
                Ok(true)
            }
        }
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
        let seen_by = self.computer.as_ref().map_or(Colour::White, |computer| computer.side().other());
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

    /// A move and what follows from it.
    fn tell_changes(&mut self, changes: &[Change]) -> Result<(), Failure> {
        let moved = changes.iter().find_map(|change| match change {
            Change::Moved { by, mv, path, before } => Some((*by, *mv, path, before)),
            _ => None,
        });
        let Some((by, mv, path, before)) = moved else { return self.tell_state() };
        let side = ("side", side_key(by).into());
        if mv.is_null() {
            let text = self.words.say("play-passed", &[side]);
            self.say(&text)?;
            return self.tell_state();
        }
        let spoken = self.words.spoken_path(mv, path, before, self.ruleset());
        let text = self.words.say("play-last-move", &[side, ("move", spoken.into())]);
        self.speak(&text)?;
        self.show()
    }

    /// A side of corners that cannot move is passed over.
    fn pass_if_needed(&mut self) -> Result<(), Failure> {
        while let [only] = self.game().legal()[..]
            && only.is_null()
        {
            match self.act(Actor::player(self.position().to_move()), Act::Pass) {
                Err(_) => return Ok(()),
                Ok(changes) => self.tell_changes(&changes)?,
            }
        }
        Ok(())
    }

    /// A line that is not a command is a move.
    fn attempt(&mut self, line: &str) -> Result<(), Failure> {
        if self.table.ending().is_some() {
            return self.tell_state();
        }
        match meaning(&self.words, self.ruleset(), self.position(), line) {
            Meaning::Move(_, path) => self.make(&path),
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

    fn make(&mut self, path: &[Square]) -> Result<(), Failure> {
        let names = SquareNames::of(self.ruleset());
        let cells = path.iter().map(|square| names.cell(*square)).collect();
        match self.act(Actor::player(self.position().to_move()), Act::Move(cells)) {
            Err(refused) => self.refuse(&refused),
            Ok(changes) => self.tell_changes(&changes),
        }
    }
}

/// Whether a counter is worth a line after every move: a repetition, or a draw within ten half-moves.
fn is_near(progress: &damka_rules::Progress) -> bool {
    match progress.plies_left {
        None => progress.count > 1,
        Some(left) => left <= 10 && progress.count > 0,
    }
}

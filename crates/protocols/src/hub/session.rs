//! What our engine answers: the protocol without threads, clocks or input and output.

use super::board::{read_move_numbered, read_position, write_move_numbered};
use super::level::LevelState;
use super::line::{LineError, Message};
use super::settings::{Plan, Settings};
use crate::lines::Incoming;
use damka_engine::{Limits, Line, Report, Signal};
use damka_notation::Numbering;
use damka_rules::{Game, Move, Ruleset};
use std::collections::VecDeque;

/// The commands that may wait until a search is over; more than these are refused.
const MOST_WAITING: usize = 256;
/// The letters of another program's text that an answer repeats.
const MOST_REPEATED: usize = 200;

/// What is to be done after a line.
#[derive(Debug)]
pub enum Action {
    /// Say this.
    Say(Message),
    /// Make an engine ready, then call [`Session::prepared`].
    Prepare(Plan),
    /// Forget what was learned about the last game.
    Forget,
    /// Search, calling [`Session::found`] for every report and [`Session::finished`] at the end.
    Search(Box<Task>),
    /// Tell the search that is going on.
    Tell(Signal),
    /// Leave.
    Quit,
}

/// A search that is asked for.
#[derive(Debug)]
pub struct Task {
    /// The game so far; it is not over.
    pub game: Game,
    /// How long to think.
    pub limits: Limits,
    /// What the search is told at its beginning.
    pub signal: Signal,
    /// What the engine is made of.
    pub plan: Plan,
    /// Whether only the truth about the position is wanted, whatever the strength of the engine is set to.
    pub is_analysis: bool,
}

/// What the engine is doing.
#[derive(Debug)]
enum State {
    Idle,
    Preparing,
    Searching(Search),
}

#[derive(Debug)]
struct Search {
    ruleset: Ruleset,
    numbering: Numbering,
    /// What is played if the search finds nothing.
    any_move: Move,
    is_pondering: bool,
    is_stopped: bool,
}

impl Search {
    fn write(&self, mv: Move) -> String {
        write_move_numbered(mv, &self.ruleset, self.numbering)
    }
}

/// A conversation with a board or another program, seen from the engine.
///
/// ```
/// use damka_protocols::Incoming;
/// use damka_protocols::hub::{Action, Session};
/// let mut session = Session::new();
/// let actions = session.receive(Incoming::Line("ping".to_owned()));
/// assert!(matches!(&actions[..], [Action::Say(pong)] if pong.command() == "pong"));
/// ```
#[derive(Debug)]
pub struct Session {
    settings: Settings,
    /// The game to think about; `None` after a position that was none.
    game: Option<Game>,
    level: LevelState,
    state: State,
    /// What came while the engine was busy. A board may set up the next search before the answer to its `stop` is out.
    waiting: VecDeque<Message>,
}

impl Session {
    /// A conversation that has not begun.
    #[must_use]
    pub fn new() -> Session {
        let settings = Settings::new();
        let game = Some(Game::new(settings.ruleset()));
        Session { settings, game, level: LevelState::default(), state: State::Idle, waiting: VecDeque::new() }
    }

    /// Takes a line. What means nothing is passed over, what is wrong is answered by an error.
    pub fn receive(&mut self, incoming: Incoming) -> Vec<Action> {
        let parsed = match incoming {
            Incoming::Line(line) => Message::parse(&line),
            Incoming::TooLong(_) => Err(LineError::TooLong),
        };
        let mut actions = Vec::new();
        match parsed {
            Ok(Some(message)) => self.take(message, &mut actions),
            Ok(None) => {}
            Err(error) => actions.push(complaint(&error.to_string())),
        }
        actions
    }

    /// The engine is ready.
    pub fn prepared(&mut self) -> Vec<Action> {
        let mut actions = vec![Action::Say(Message::new("ready"))];
        self.become_idle(&mut actions);
        actions
    }

    /// What to say of a search that goes on: one line for each line of play.
    #[must_use]
    pub fn found(&self, report: &Report) -> Vec<Message> {
        let State::Searching(search) = &self.state else { return Vec::new() };
        let several = report.lines.len() > 1;
        let lines = report.lines.iter().enumerate();
        lines.map(|(at, line)| info(report, line, several.then_some(at + 1), search)).collect()
    }

    /// The search is over.
    pub fn finished(&mut self, report: &Report) -> Vec<Action> {
        let State::Searching(search) = &self.state else { return Vec::new() };
        let best = report.best().unwrap_or(search.any_move);
        let mut done = Message::new("done").with("move", search.write(best));
        if let Some(answer) = report.ponder().filter(|_| self.settings.ponder) {
            done = done.with("ponder", search.write(answer));
        }
        let mut actions = vec![Action::Say(done)];
        self.become_idle(&mut actions);
        actions
    }

    /// Goes on with what has waited.
    fn become_idle(&mut self, actions: &mut Vec<Action>) {
        self.state = State::Idle;
        for message in std::mem::take(&mut self.waiting) {
            self.take(message, actions);
        }
    }

    fn take(&mut self, message: Message, actions: &mut Vec<Action>) {
        match message.command() {
            "ping" => actions.push(Action::Say(Message::new("pong"))),
            "quit" => actions.push(Action::Quit),
            "stop" | "ponder-hit" => self.interrupt(message, actions),
            "hub" | "set-param" | "init" | "new-game" | "pos" | "level" | "go" => {
                if matches!(self.state, State::Idle) {
                    self.perform(&message, actions);
                } else {
                    self.wait(message, actions);
                }
            }
            _ => {}
        }
    }

    /// `stop` and `ponder-hit` are for the search that goes on. Where that was stopped already they are for one that
    /// waits, and without any search they come too late and mean nothing.
    fn interrupt(&mut self, message: Message, actions: &mut Vec<Action>) {
        match &mut self.state {
            State::Searching(search) if !search.is_stopped => {
                if message.command() == "stop" {
                    search.is_stopped = true;
                    actions.push(Action::Tell(Signal::Stop));
                } else if search.is_pondering {
                    search.is_pondering = false;
                    actions.push(Action::Tell(Signal::GoOn));
                }
            }
            State::Idle => {}
            _ if self.waiting.is_empty() => {}
            _ => self.wait(message, actions),
        }
    }

    fn wait(&mut self, message: Message, actions: &mut Vec<Action>) {
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(message);
        } else {
            actions.push(complaint(&format!("{} comes during a search", message.command())));
        }
    }

    fn perform(&mut self, message: &Message, actions: &mut Vec<Action>) {
        let done = match message.command() {
            "hub" => {
                actions.extend(self.introduction().into_iter().map(Action::Say));
                Ok(())
            }
            "set-param" => self.set(message),
            "init" => {
                actions.extend(self.settings.conflict().map(|conflict| complaint(&conflict)));
                actions.push(Action::Prepare(self.settings.plan()));
                self.state = State::Preparing;
                Ok(())
            }
            "new-game" => {
                let known = self.settings.known_variant();
                self.game = known.is_ok().then(|| Game::new(self.settings.ruleset()));
                actions.push(Action::Forget);
                known
            }
            "pos" => self.set_position(message),
            "level" => self.level.tell(message),
            _ => {
                self.go(message, actions);
                Ok(())
            }
        };
        actions.extend(done.err().map(|error| complaint(&error)));
    }

    fn introduction(&self) -> Vec<Message> {
        let id = Message::new("id").with("name", "Damka").with("version", env!("CARGO_PKG_VERSION"));
        let mut messages = vec![id.with("author", "the Damka project")];
        messages.extend(self.settings.offer());
        messages.push(Message::new("wait"));
        messages
    }

    fn set(&mut self, message: &Message) -> Result<(), String> {
        let name = message.value("name").ok_or("set-param needs a name")?;
        let (before, was_known) = (self.settings.ruleset(), self.settings.known_variant().is_ok());
        let set = self.settings.set(name, message.value("value").unwrap_or_default());
        let now = self.settings.ruleset();
        if self.settings.known_variant().is_err() {
            // Never search by the rules of another game than the one requested.
            self.game = None;
        } else if now != before || !was_known {
            self.game = Some(Game::new(now));
        }
        set
    }

    fn set_position(&mut self, message: &Message) -> Result<(), String> {
        // A position that cannot be read must not leave the one before it to be searched instead.
        self.game = None;
        self.settings.known_variant()?;
        let ruleset = self.settings.ruleset();
        let text = message.value("pos").ok_or("pos needs a position")?;
        let position = read_position(text, &ruleset).map_err(|error| error.to_string())?;
        let moves = message.value("moves").unwrap_or_default();
        self.game = Some(replay(Game::from_position(ruleset, position), moves, self.settings.numbering)?);
        Ok(())
    }

    fn go(&mut self, message: &Message, actions: &mut Vec<Action>) {
        let is_analysis = message.has("analyze");
        let is_pondering = message.has("ponder") && !is_analysis;
        let limits = self.level.begin(is_analysis);
        let known = self.settings.known_variant();
        let game = known.and_then(|()| self.game.as_ref().ok_or_else(|| "there is no position".to_owned()));
        match game.and_then(searchable) {
            Ok(Searchable::Game(game, any_move)) => {
                let (ruleset, numbering) = (*game.ruleset(), self.settings.numbering);
                let signal = if is_pondering { Signal::Pondering } else { Signal::GoOn };
                let plan = self.settings.plan();
                self.state = State::Searching(Search { ruleset, numbering, any_move, is_pondering, is_stopped: false });
                actions.push(Action::Search(Box::new(Task { game: *game, limits, signal, plan, is_analysis })));
            }
            Ok(Searchable::Move(mv)) => {
                let text = write_move_numbered(mv, &self.settings.ruleset(), self.settings.numbering);
                actions.push(Action::Say(Message::new("done").with("move", text)));
            }
            Err(error) => {
                // The program that asked waits for this word.
                actions.push(complaint(&error));
                actions.push(Action::Say(Message::new("done")));
            }
        }
    }
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

/// A position that can be thought about, or whose only sense is that some move is made.
enum Searchable {
    Game(Box<Game>, Move),
    Move(Move),
}

/// What to search. The program that asks may have other draw rules, so a game that is drawn by ours continues.
fn searchable(game: &Game) -> Result<Searchable, String> {
    let over = || "the game is over".to_owned();
    if game.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
        return Err(over());
    }
    let mv = *game.ruleset().legal_moves(game.position()).first().ok_or_else(over)?;
    let fresh = || Game::from_position(*game.ruleset(), *game.position());
    let game = if game.outcome().is_some() { fresh() } else { game.clone() };
    Ok(if game.outcome().is_some() { Searchable::Move(mv) } else { Searchable::Game(Box::new(game), mv) })
}

/// Plays the moves that led to the position.
fn replay(mut game: Game, moves: &str, numbering: Numbering) -> Result<Game, String> {
    let ruleset = *game.ruleset();
    for text in moves.split_whitespace() {
        let mv = read_move_numbered(text, &ruleset, game.position(), numbering);
        let mv = mv.map_err(|error| error.to_string())?;
        let path = ruleset.paths(game.position(), mv, 1).pop().unwrap_or_default();
        // Not `play`: a draw by our rules does not end a game that others go on with.
        game.play_unchecked(mv, path);
    }
    Ok(game)
}

fn info(report: &Report, line: &Line, number: Option<usize>, search: &Search) -> Message {
    let seconds = report.time.as_secs_f64();
    let speed = if seconds > 0.0 { report.nodes as f64 / seconds / 1e6 } else { 0.0 };
    let moves: Vec<String> = line.moves.iter().map(|mv| search.write(*mv)).collect();
    let mut message = Message::new("info").with("depth", report.depth).with("max-depth", report.selective_depth);
    if let Some(number) = number {
        message = message.with("line", number);
    }
    message
        .with("score", line.score)
        .with("nodes", report.nodes)
        .with("time", format!("{seconds:.3}"))
        .with("nps", format!("{speed:.2}"))
        .with("pv", moves.join(" "))
}

fn complaint(text: &str) -> Action {
    let text: String = text.chars().take(MOST_REPEATED).collect();
    Action::Say(Message::new("error").with("message", text))
}

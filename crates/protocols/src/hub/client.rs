//! Another program as a player.

use super::board::{read_move, write_move, write_position};
use super::line::Message;
use super::process::Process;
use super::variants::variant;
use crate::player::{Choice, Player, PlayerError};
use damka_engine::{Limits, Score, Time};
use damka_rules::{Game, Ruleset};
use std::time::{Duration, Instant};

/// How another program is treated.
#[derive(Clone, Debug)]
pub struct HubSettings {
    /// Parameters that are set before the first game, by name; the program must offer them.
    pub parameters: Vec<(String, String)>,
    /// How long it may take to start, to get ready, and for a move beyond the time that it was given.
    pub patience: Duration,
    /// How long it may think when it was given no time but a depth or a number of positions.
    pub untimed: Duration,
}

impl Default for HubSettings {
    fn default() -> Self {
        HubSettings { parameters: Vec::new(), patience: Duration::from_secs(10), untimed: Duration::from_secs(10 * 60) }
    }
}

/// A parameter that a program offers.
#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    value: String,
    /// The values of an enumeration; empty for other types.
    values: Vec<String>,
}

/// A program that speaks Hub, as a player. It is started when first needed, started again if it has failed, and ended
/// when this is dropped.
#[derive(Debug)]
pub struct HubPlayer {
    command_line: String,
    settings: HubSettings,
    program: Option<Program>,
}

/// The program while it runs.
#[derive(Debug)]
struct Program {
    process: Process,
    name: String,
    parameters: Vec<Parameter>,
    /// The game that it was made ready for.
    ruleset: Option<Ruleset>,
}

impl HubPlayer {
    /// A player of this command line, such as `./scan hub`. Words are separated by blanks; quotation marks keep blanks
    /// together.
    #[must_use]
    pub fn new(command_line: &str, settings: HubSettings) -> HubPlayer {
        HubPlayer { command_line: command_line.to_owned(), settings, program: None }
    }

    /// What the program calls itself, with its version; starts it if need be.
    ///
    /// # Errors
    /// If it does not start or does not speak Hub.
    pub fn name(&mut self) -> Result<String, PlayerError> {
        let patience = self.settings.patience;
        Ok(self.started(patience)?.name.clone())
    }

    fn started(&mut self, patience: Duration) -> Result<&mut Program, PlayerError> {
        let program = match self.program.take() {
            Some(program) => program,
            None => Program::start(&self.command_line, patience)?,
        };
        Ok(self.program.insert(program))
    }

    /// The program, ready for a game.
    fn ready(&mut self, ruleset: &Ruleset) -> Result<&mut Program, PlayerError> {
        // Parameters are set only once, before the first game, so another kind of game needs a fresh start.
        let fits = |program: &Program| program.ruleset.is_none_or(|known| known == *ruleset);
        self.program = self.program.take().filter(fits);
        let HubSettings { parameters, patience, .. } = self.settings.clone();
        let program = self.started(patience)?;
        if program.ruleset.is_none() {
            program.prepare(ruleset, &parameters, patience)?;
        }
        Ok(program)
    }

    /// Does something with the program; one that failed is not used again.
    fn attempt<T>(
        &mut self,
        ruleset: &Ruleset,
        act: impl FnOnce(&mut Program) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        let done = self.ready(ruleset).and_then(act);
        if done.is_err() {
            self.program = None;
        }
        done
    }

    /// How long to wait for a move.
    fn wait(&self, limits: &Limits) -> Duration {
        let given = match limits.time {
            None => self.settings.untimed,
            Some(Time::PerMove(time)) => time,
            Some(Time::Clock { remaining, increment, .. }) => remaining.saturating_add(increment),
        };
        given.saturating_add(self.settings.patience)
    }
}

impl Player for HubPlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), PlayerError> {
        self.attempt(game.ruleset(), |program| program.process.send("new-game"))
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, PlayerError> {
        let wait = self.wait(limits);
        self.attempt(game.ruleset(), |program| program.think(game, limits, wait))
    }
}

impl Program {
    /// Starts the program and hears what it offers.
    fn start(command_line: &str, patience: Duration) -> Result<Program, PlayerError> {
        let process = Process::start(command_line)?;
        let mut program = Program { process, name: command_line.to_owned(), parameters: Vec::new(), ruleset: None };
        program.process.send("hub")?;
        let patience = Patience::new(patience);
        loop {
            let message = program.next(patience)?;
            match message.command() {
                "id" => program.name = full_name(&message).unwrap_or(program.name),
                "param" => program.parameters.extend(parameter(&message)),
                "wait" => return Ok(program),
                _ => {}
            }
        }
    }

    /// The next message. What is not a message is skipped, as the protocol asks.
    fn next(&mut self, patience: Patience) -> Result<Message, PlayerError> {
        loop {
            let line = self.process.receive(patience.deadline, patience.whole)?;
            if let Ok(Some(message)) = Message::parse(&line) {
                return Ok(message);
            }
        }
    }

    fn prepare(
        &mut self,
        ruleset: &Ruleset,
        wanted: &[(String, String)],
        patience: Duration,
    ) -> Result<(), PlayerError> {
        for (name, value) in self.game_parameters(ruleset)?.iter().chain(wanted) {
            self.set(name, value)?;
        }
        self.process.send("init")?;
        let patience = Patience::new(patience);
        let mut complaint = None;
        loop {
            let message = self.next(patience)?;
            match message.command() {
                "error" => complaint = message.value("message").map(str::to_owned),
                "ready" => break,
                _ => {}
            }
        }
        self.ruleset = Some(*ruleset);
        complaint.map_or(Ok(()), |complaint| Err(PlayerError::CannotPlay(complaint)))
    }

    /// Sets a parameter, if it has not that value already.
    fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        let offered = self.parameters.iter().find(|parameter| parameter.name == name);
        let offered =
            offered.ok_or_else(|| PlayerError::CannotPlay(format!("{} has no parameter {name}", self.name)))?;
        if offered.value == value {
            return Ok(());
        }
        self.process.send(&Message::new("set-param").with("name", name).with("value", value).to_string())
    }

    /// The parameters that say which game is played, as far as the program has such.
    fn game_parameters(&self, ruleset: &Ruleset) -> Result<Vec<(String, String)>, PlayerError> {
        let Some(variant) = self.parameters.iter().find(|parameter| parameter.name == "variant") else {
            return Ok(Vec::new());
        };
        let pair = |name: &str, value: String| (name.to_owned(), value);
        let takes_rules = self.parameters.iter().any(|parameter| parameter.name == "rules");
        let line = ruleset.line();
        if takes_rules && line != ruleset.id() && variant.values.iter().any(|known| known == ruleset.id()) {
            return Ok(vec![pair("variant", ruleset.id().to_owned()), pair("rules", line)]);
        }
        match variant_of(ruleset, &variant.values) {
            Some(name) => Ok(vec![pair("variant", name)]),
            None => Err(PlayerError::CannotPlay(format!("{} does not play {line}", self.name))),
        }
    }

    fn think(&mut self, game: &Game, limits: &Limits, wait: Duration) -> Result<Choice, PlayerError> {
        for line in [position_line(game), level_line(limits), Message::new("go").with_flag("think")] {
            self.process.send(&line.to_string())?;
        }
        let patience = Patience::new(wait);
        let mut opinion = Opinion::default();
        loop {
            let message = self.next(patience)?;
            match message.command() {
                "info" => opinion.hear(&message),
                "error" => opinion.complaint = message.value("message").map(str::to_owned),
                "done" => return opinion.choice(&message, game),
                _ => {}
            }
        }
    }
}

/// Until when to wait, and how long that is altogether.
#[derive(Clone, Copy)]
struct Patience {
    deadline: Instant,
    whole: Duration,
}

impl Patience {
    fn new(whole: Duration) -> Patience {
        // A time that no clock reaches is as good as a year.
        let year = Duration::from_secs(365 * 24 * 60 * 60);
        Patience { deadline: Instant::now() + whole.min(year), whole }
    }
}

/// What a program said before it moved.
#[derive(Default)]
struct Opinion {
    score: Option<Score>,
    depth: u32,
    complaint: Option<String>,
}

impl Opinion {
    fn hear(&mut self, info: &Message) {
        if let Some(men) = number(info, "score") {
            self.score = Some(Score::new((men * 100.0).round() as i32));
        }
        if let Some(depth) = number(info, "depth") {
            self.depth = depth as u32;
        }
    }

    fn choice(self, done: &Message, game: &Game) -> Result<Choice, PlayerError> {
        let Some(text) = done.value("move") else {
            return Err(PlayerError::Illegal(self.complaint.unwrap_or_else(|| done.to_string())));
        };
        let mv = read_move(text, game.ruleset(), game.position());
        let mv = mv.map_err(|error| PlayerError::Illegal(error.to_string()))?;
        Ok(Choice { mv, score: self.score, depth: self.depth })
    }
}

fn number(message: &Message, name: &str) -> Option<f64> {
    message.value(name)?.parse().ok()
}

fn full_name(id: &Message) -> Option<String> {
    let name = id.value("name")?;
    Some(id.value("version").map_or_else(|| name.to_owned(), |version| format!("{name} {version}")))
}

fn parameter(message: &Message) -> Option<Parameter> {
    let text = |name| message.value(name).unwrap_or_default();
    let values = text("values").split_whitespace().map(str::to_owned).collect();
    Some(Parameter { name: message.value("name")?.to_owned(), value: text("value").to_owned(), values })
}

/// The name under which a program offers a game: its own id, or that of a game which is played alike. Draw rules may
/// differ, since the program that runs the game decides about draws.
fn variant_of(ruleset: &Ruleset, offered: &[String]) -> Option<String> {
    let id = ruleset.id().to_owned();
    let alike = |name: &&String| variant(name).is_some_and(|other| ruleset.plays_like(&other));
    let own = Some(&id).filter(|id| offered.contains(id)).filter(alike);
    own.or_else(|| offered.iter().find(alike)).cloned()
}

/// The position with the moves that led to it, so that the program knows what may come back.
fn position_line(game: &Game) -> Message {
    // An illegal turn that was let stand cannot be sent, so the history begins after it.
    let known = game.played().iter().rposition(|ply| ply.legal().is_none()).map_or(0, |at| at + 1);
    let history = &game.played()[known..];
    let first = history.first().map_or(game.position(), |ply| &ply.before);
    let message = Message::new("pos").with("pos", write_position(first, game.ruleset()));
    if history.is_empty() {
        return message;
    }
    let moves: Vec<String> = history.iter().filter_map(|ply| Some(write_move(ply.mv()?, game.ruleset()))).collect();
    message.with("moves", moves.join(" "))
}

fn level_line(limits: &Limits) -> Message {
    let mut level = Message::new("level");
    if let Some(depth) = limits.depth {
        level = level.with("depth", depth);
    }
    if let Some(nodes) = limits.nodes {
        level = level.with("nodes", nodes);
    }
    match limits.time {
        Some(Time::PerMove(time)) => level.with("move-time", time.as_secs_f64()),
        Some(Time::Clock { remaining, increment, moves }) => {
            if let Some(moves) = moves {
                level = level.with("moves", moves);
            }
            level = level.with("time", remaining.as_secs_f64());
            if increment.is_zero() { level } else { level.with("inc", increment.as_secs_f64()) }
        }
        None if limits.depth.is_none() && limits.nodes.is_none() => level.with_flag("infinite"),
        None => level,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruleset(line: &str) -> Ruleset {
        Ruleset::from_line(line).unwrap()
    }

    #[test]
    fn a_game_is_found_under_its_own_name_or_that_of_one_played_alike() {
        let check = |line: &str, offered: &str, expected: Option<&str>| {
            let offered: Vec<String> = offered.split_whitespace().map(str::to_owned).collect();
            assert_eq!(variant_of(&ruleset(line), &offered).as_deref(), expected, "{line} of {offered:?}");
        };
        let scan = "normal killer bt frisian losing";
        check("international", scan, Some("normal"));
        check("international-fmjd", scan, Some("normal"));
        check("international", "normal international", Some("international"));
        check("russian", scan, None);
        check("russian-fmjd", "russian", Some("russian"));
        check("poddavki", "russian", None);
        check("russian corner=right", "russian", None);
        check("russian draws=none", "russian", Some("russian"));
        check("house king=short", "house russian", None);
    }

    #[test]
    fn levels() {
        let check = |limits: Limits, expected: &str| assert_eq!(level_line(&limits).to_string(), expected);
        check(Limits::depth(7), "level depth=7");
        check(Limits::nodes(1000), "level nodes=1000");
        check(Limits::time(Duration::from_millis(50)), "level move-time=0.05");
        check(Limits::default(), "level infinite");
        let remaining = Duration::from_secs(60);
        let clock = |increment, moves| Time::Clock { remaining, increment, moves };
        let timed = |time| Limits { time: Some(time), ..Limits::default() };
        check(timed(clock(Duration::ZERO, Some(9))), "level moves=9 time=60");
        check(timed(clock(Duration::from_millis(1500), None)), "level time=60 inc=1.5");
    }

    #[test]
    fn the_whole_game_is_sent() {
        let international = ruleset("international");
        let mut game = Game::new(international);
        let start = write_position(game.position(), &international);
        assert_eq!(position_line(&game).to_string(), format!("pos pos={start}"));
        for text in ["32-28", "19-23"] {
            game.play(read_move(text, &international, game.position()).unwrap()).unwrap();
        }
        assert_eq!(position_line(&game).to_string(), format!("pos pos={start} moves=\"32-28 19-23\""));
        game.let_stand(international.start());
        assert_eq!(position_line(&game).to_string(), format!("pos pos={start}"));
    }
}

//! Who plays: players as text on the command line, and how they are made.

use damka_endgame::Library;
use damka_engine::{Evaluation, Level, Limits, Opponent, Options, Random, StopWatch, Time, Weights};
use damka_protocols::dxp::{DxpPlayer, DxpSettings};
use damka_protocols::hub::{HubPlayer, HubSettings};
use damka_protocols::{Choice, EnginePlayer, Player, PlayerError};
use damka_rules::Game;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Makes a player from the seed of everything in it that is random and the limits it will be asked to keep.
type Maker = Arc<dyn Fn(u64, &Limits) -> Result<Box<dyn Player>, PlayerError> + Send + Sync>;

/// One of the two that play a match. Every worker makes a player of its own from it.
#[derive(Clone)]
pub struct Entrant {
    /// What it is called in tables and files.
    pub name: String,
    /// Its own limits, instead of those of the match.
    pub limits: Option<Limits>,
    /// What must not change when a match goes on after a stop.
    pub identity: String,
    /// The threads it thinks with in this process.
    pub threads: usize,
    /// Whether there is only one of it, so that it can play only one game at a time.
    pub is_single: bool,
    make: Maker,
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({})", self.identity)
    }
}

/// Why a text names no player.
#[derive(Debug, PartialEq, Eq)]
pub enum EntrantError {
    /// No kind of player is called so.
    Unknown(String),
    /// This kind of player has no such option.
    Option(String),
    /// The option cannot have this value.
    Value {
        /// The option.
        name: String,
        /// What it was given.
        value: String,
    },
    /// The weights of an evaluation cannot be read.
    Weights {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
}

impl Entrant {
    /// A player that a function makes.
    pub fn new<M>(name: &str, make: M) -> Entrant
    where
        M: Fn(u64, &Limits) -> Result<Box<dyn Player>, PlayerError> + Send + Sync + 'static,
    {
        let (name, identity) = (name.to_owned(), name.to_owned());
        Entrant { name, limits: None, identity, threads: 1, is_single: false, make: Arc::new(make) }
    }

    /// Our engine, in this process.
    pub fn engine(name: &str, options: Options) -> Entrant {
        let threads = options.threads;
        let make = move |_: u64, _: &Limits| -> Result<Box<dyn Player>, PlayerError> {
            Ok(Box::new(EnginePlayer::new(options.clone())))
        };
        Entrant { threads, ..Entrant::new(name, make) }
    }

    /// Reads a player as the command line names it: its kind, options, and for other programs where they are found.
    ///
    /// - `engine`, `engine:eval=material,nodes=5000`, `engine:level=7`, `engine:tables=FOLDER`;
    /// - `random`;
    /// - `hub:./scan hub`, `hub[book=false,time=1]:./scan hub`: options other than limits are the program's parameters;
    /// - `dxp:localhost:27531`, `dxp[minutes=10]:localhost:27531`.
    ///
    /// # Errors
    /// If there is no such player, or none with such options.
    pub fn read(text: &str) -> Result<Entrant, EntrantError> {
        let unknown = || EntrantError::Unknown(text.to_owned());
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "engine" => return EngineText::read(rest).map(|read| read.entrant(text)),
            "random" if rest.is_empty() => {
                return Ok(Entrant::new(text, |seed, _| Ok(Box::new(RandomPlayer { seed }))));
            }
            "random" => return Err(EntrantError::Option(rest.to_owned())),
            _ => {}
        }
        let (kind, options, place) = program(text).filter(|(_, _, place)| !place.is_empty()).ok_or_else(unknown)?;
        match kind {
            "hub" => hub(text, options, place),
            "dxp" => dxp(text, options, place),
            _ => Err(unknown()),
        }
    }

    /// Makes the player.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub fn make(&self, seed: u64, limits: &Limits) -> Result<Box<dyn Player>, PlayerError> {
        (self.make)(seed, limits)
    }
}

/// The memory of an engine when nobody says how much. It is cleared before every game, so that short searches should
/// not have more than they fill.
fn usual_memory(limits: &Limits) -> usize {
    const BYTES_PER_NODE: u64 = 128;
    let most = Options::default().memory;
    let filled = limits.nodes.map(|nodes| (nodes.saturating_mul(BYTES_PER_NODE) >> 20) as usize + 1);
    filled.map_or(most, |filled| filled.min(most))
}

/// The options of an engine while they are read.
#[derive(Default)]
struct EngineText {
    options: Options,
    level: Option<Level>,
    limits: Option<Limits>,
    memory: Option<usize>,
    /// The fingerprint of the weights, because a file may change and keep its name.
    weights: Option<u64>,
}

impl EngineText {
    fn read(text: &str) -> Result<EngineText, EntrantError> {
        let mut read = EngineText::default();
        for option in options(text) {
            let (name, value) = option?;
            if !set_limit(&mut read.limits, name, value)? {
                read.set(name, value)?;
            }
        }
        Ok(read)
    }

    fn entrant(self, text: &str) -> Entrant {
        let EngineText { options, level, limits, memory, weights } = self;
        let threads = options.threads;
        let make = move |seed: u64, limits: &Limits| -> Result<Box<dyn Player>, PlayerError> {
            let options = Options { memory: memory.unwrap_or_else(|| usual_memory(limits)), ..options.clone() };
            Ok(match level {
                Some(level) => Box::new(LevelPlayer { level, options, seed, opponent: None }),
                None => Box::new(EnginePlayer::new(options)),
            })
        };
        let identity = weights.map_or_else(|| text.to_owned(), |sum| format!("{text} {sum:016x}"));
        Entrant { limits, identity, threads, ..Entrant::new(text, make) }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), EntrantError> {
        match name {
            "eval" => self.options.evaluation = evaluation(value)?,
            "weights" => {
                let (weights, fingerprint) = weights(value)?;
                self.options.evaluation = Evaluation::With(Arc::new(weights));
                self.weights = Some(fingerprint);
            }
            "level" => self.level = Some(number(name, value).and_then(|level| known_level(level, value))?),
            "threads" => self.options.threads = number::<usize>(name, value)?.max(1),
            "tables" => self.options.endgame = Some(Arc::new(Library::present(value))),
            "memory" => self.memory = Some(number(name, value)?),
            _ => return Err(EntrantError::Option(name.to_owned())),
        }
        Ok(())
    }
}

/// The options of a text, each a name and a value.
fn options(text: &str) -> impl Iterator<Item = Result<(&str, &str), EntrantError>> {
    let all = text.split(',').filter(|option| !option.is_empty());
    all.map(|option| option.split_once('=').ok_or_else(|| EntrantError::Option(option.to_owned())))
}

/// Sets a limit of a player; `false` if there is no such option.
fn set_limit(limits: &mut Option<Limits>, name: &str, value: &str) -> Result<bool, EntrantError> {
    let known = limits.unwrap_or_default();
    *limits = Some(match name {
        "nodes" => Limits { nodes: Some(number(name, value)?), ..known },
        "depth" => Limits { depth: Some(number(name, value)?), ..known },
        "time" => Limits { time: Some(time_per_move(name, value)?), ..known },
        _ => return Ok(false),
    });
    Ok(true)
}

/// The kind, the options and the place of another program: `kind:place` or `kind[options]:place`.
fn program(text: &str) -> Option<(&str, &str, &str)> {
    let (head, place) = text.split_once(':')?;
    if !head.contains('[') {
        return Some((head, "", place));
    }
    let (kind, rest) = text.split_once('[')?;
    let (options, place) = rest.split_once("]:")?;
    Some((kind, options, place))
}

fn hub(text: &str, given: &str, command: &str) -> Result<Entrant, EntrantError> {
    let (mut settings, mut limits) = (HubSettings::default(), None);
    for option in options(given) {
        let (name, value) = option?;
        if !set_limit(&mut limits, name, value)? {
            settings.parameters.push((name.to_owned(), value.to_owned()));
        }
    }
    let command = command.to_owned();
    let make = move |_: u64, _: &Limits| -> Result<Box<dyn Player>, PlayerError> {
        let mut player = HubPlayer::new(&command, settings.clone());
        // It is started now, so that a program that is not there ends the match instead of losing all its games.
        player.name()?;
        Ok(Box::new(player))
    };
    Ok(Entrant { limits, ..Entrant::new(text, make) })
}

fn dxp(text: &str, given: &str, address: &str) -> Result<Entrant, EntrantError> {
    let (mut settings, mut limits) = (DxpSettings::default(), None);
    for option in options(given) {
        match option? {
            ("minutes", value) => settings.minutes = number("minutes", value)?,
            (name, value) if set_limit(&mut limits, name, value)? => {}
            (name, _) => return Err(EntrantError::Option(name.to_owned())),
        }
    }
    let address = address.to_owned();
    let make = move |_: u64, _: &Limits| -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(DxpPlayer::new(&address, settings.clone())))
    };
    Ok(Entrant { limits, is_single: true, ..Entrant::new(text, make) })
}

fn wrong(name: &str, value: &str) -> EntrantError {
    EntrantError::Value { name: name.to_owned(), value: value.to_owned() }
}

fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, EntrantError> {
    value.parse().map_err(|_| wrong(name, value))
}

fn known_level(number: u8, value: &str) -> Result<Level, EntrantError> {
    Level::new(number).ok_or_else(|| wrong("level", value))
}

fn time_per_move(name: &str, value: &str) -> Result<Time, EntrantError> {
    let seconds: f64 = number(name, value)?;
    seconds_per_move(seconds).ok_or_else(|| wrong(name, value))
}

/// A time for each move from seconds; `None` if there is no such time.
pub fn seconds_per_move(seconds: f64) -> Option<Time> {
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).map(Time::PerMove)
}

fn evaluation(value: &str) -> Result<Evaluation, EntrantError> {
    match value {
        "best" => Ok(Evaluation::Best),
        "general" => Ok(Evaluation::General),
        "material" => Ok(Evaluation::Material),
        _ => Err(wrong("eval", value)),
    }
}

fn weights(file: &str) -> Result<(Weights, u64), EntrantError> {
    let refuse = |reason: String| EntrantError::Weights { file: file.to_owned(), reason };
    let bytes = std::fs::read(file).map_err(|error| refuse(error.to_string()))?;
    let weights = Weights::read(&bytes).map_err(|error| refuse(error.to_string()))?;
    Ok((weights, fingerprint(&bytes)))
}

/// FNV-1a.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// A number that depends on everything it is made of.
pub fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |sum, part| Random::new(sum ^ part).bits())
}

/// Plays any legal move, each as likely as the others. Its choice follows from the seed and the game alone, so it does
/// not matter which worker asks it, or what it was asked before.
struct RandomPlayer {
    seed: u64,
}

impl Player for RandomPlayer {
    fn new_game(&mut self, _game: &Game) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _limits: &Limits) -> Result<Choice, PlayerError> {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Err(PlayerError::Illegal("the game is over".to_owned()));
        }
        let mut random = Random::new(mixed(&[self.seed, game.hash(), game.played().len() as u64]));
        Ok(Choice { mv: moves[random.below(moves.len())], score: None, depth: 0 })
    }
}

/// Our engine at one of its levels. Of the limits only time counts: the level itself says how far it looks. Unlike the
/// player of the protocols, whose mistakes follow from how many games it has played, this one's follow from the opening,
/// so that it does not matter which worker asks.
struct LevelPlayer {
    level: Level,
    options: Options,
    seed: u64,
    opponent: Option<Opponent>,
}

impl LevelPlayer {
    fn opponent(&mut self, game: &Game) -> &mut Opponent {
        let ruleset = game.ruleset();
        if self.opponent.as_ref().is_none_or(|opponent| opponent.ruleset() != ruleset) {
            let skill = self.level.skill(ruleset);
            self.opponent = Some(Opponent::with_skill(ruleset, skill, self.seed, &self.options));
        }
        self.opponent.as_mut().expect("it has just been made")
    }
}

impl Player for LevelPlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), PlayerError> {
        let seed = mixed(&[self.seed, game.hash()]);
        self.opponent(game).new_game(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, PlayerError> {
        let report = self.opponent(game).choose(game, limits.time, &StopWatch::new());
        let mv = report.best().ok_or_else(|| PlayerError::Illegal("the game is over".to_owned()))?;
        Ok(Choice { mv, score: Some(report.score()), depth: report.depth })
    }
}

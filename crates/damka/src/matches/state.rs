//! The file that lets a match go on after a stop: the settings in its first line, then a line for each game. Lines are
//! JSON and are flushed one by one, so that a stop costs at most the games that were being played.

use super::openings::{self, Flaw, Opening, Openings};
use super::run::Settings;
use super::summary::{GameId, GameResult, Side};
use damka_engine::{Limits, Time};
use damka_notation::fen;
use damka_rules::Game;
use serde_json::{Map, Value, json};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The open file.
pub struct State {
    file: File,
    keeps_openings: bool,
}

/// Why a file of results cannot be used.
#[derive(Debug)]
pub enum StateError {
    /// It cannot be read or written.
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is not one of ours.
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// It belongs to a match with other settings.
    Settings {
        /// The file.
        file: PathBuf,
        /// The setting.
        name: String,
        /// What it is in the file.
        there: String,
        /// What it is now.
        here: String,
    },
}

/// A game of an earlier part of the match, with its opening where that was random.
type Earlier = (GameResult, Option<Opening>);

impl State {
    /// Opens the file, and makes it if there is none.
    ///
    /// # Errors
    /// If it cannot be used, or belongs to another match.
    pub fn open(path: &Path, settings: &Settings) -> Result<(State, Vec<Earlier>), StateError> {
        let trouble = |error| StateError::File { file: path.to_owned(), error };
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            other => other.map_err(trouble)?,
        };
        // What stands after the last line end was being written when the match stopped.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let games = read(path, &text[..whole], settings)?;
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(trouble)?;
        file.set_len(whole as u64).map_err(trouble)?;
        if whole == 0 {
            write_line(&mut file, &json!({ "match": identity(settings) })).map_err(trouble)?;
        }
        let keeps_openings = matches!(settings.openings, Openings::Random(_));
        Ok((State { file, keeps_openings }, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, result: &GameResult, opening: &Opening) -> io::Result<()> {
        let mut line = game(result);
        if self.keeps_openings {
            line.insert("opening".to_owned(), openings::write_moves(&opening.game).into());
        }
        write_line(&mut self.file, &Value::Object(line))
    }
}

/// One write for the whole line, so that two programs with one file would at least not mix their lines.
fn write_line(file: &mut File, line: &Value) -> io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())?;
    file.flush()
}

/// All that decides how the games of a match go. How many are played, how many at once and what is tested is not part of
/// it: a match may be made longer.
fn identity(settings: &Settings) -> Map<String, Value> {
    let [a, b] = settings.limits().map(|limits| limits_text(&limits));
    let openings = match &settings.openings {
        Openings::Random(balance) => {
            format!("{} plies within {} % by {} nodes", balance.plies, balance.bound, balance.nodes)
        }
        Openings::Given(games) => {
            let position = |game: &Game| fen::write(game.position(), game.ruleset());
            games.iter().map(position).collect::<Vec<_>>().join(" ")
        }
    };
    let draws = settings.known_draws.as_ref().map_or(String::new(), |folder| folder.display().to_string());
    let settings = [
        ("ruleset", settings.ruleset.line()),
        ("start", fen::write(&settings.start, &settings.ruleset)),
        ("a", settings.players[0].identity.clone()),
        ("b", settings.players[1].identity.clone()),
        ("limits-a", a),
        ("limits-b", b),
        ("openings", openings),
        ("seed", settings.seed.to_string()),
        ("max-plies", settings.max_plies.to_string()),
        ("known-draws", draws),
    ];
    settings.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// Limits as people write them.
pub fn limits_text(limits: &Limits) -> String {
    let time = match limits.time {
        Some(Time::PerMove(time)) => Some(format!("time={}", time.as_secs_f64())),
        other => other.map(|time| format!("{time:?}")),
    };
    let nodes = limits.nodes.map(|nodes| format!("nodes={nodes}"));
    let depth = limits.depth.map(|depth| format!("depth={depth}"));
    [time, nodes, depth].into_iter().flatten().collect::<Vec<_>>().join(",")
}

fn read(path: &Path, text: &str, settings: &Settings) -> Result<Vec<Earlier>, StateError> {
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let broken = |at: usize| StateError::Line { file: path.to_owned(), line: at + 1 };
    let first: Value = serde_json::from_str(first).map_err(|_| broken(0))?;
    let there = first.get("match").and_then(Value::as_object).ok_or_else(|| broken(0))?;
    same_settings(path, there, &identity(settings))?;
    let start = Game::from_position(settings.ruleset, settings.start);
    lines.map(|(at, line)| earlier(line, &start).ok_or_else(|| broken(at))).collect()
}

fn same_settings(path: &Path, there: &Map<String, Value>, here: &Map<String, Value>) -> Result<(), StateError> {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    match here.iter().find(|(name, value)| there.get(*name) != Some(value)) {
        None => Ok(()),
        Some((name, value)) => Err(StateError::Settings {
            file: path.to_owned(),
            name: name.clone(),
            there: text(there.get(name)),
            here: text(Some(value)),
        }),
    }
}

/// The names of what is wrong with openings.
const FLAWS: [(Flaw, &str); 4] =
    [(Flaw::None, "none"), (Flaw::Unbalanced, "unbalanced"), (Flaw::Unquiet, "unquiet"), (Flaw::Repeated, "repeated")];

fn game(result: &GameResult) -> Map<String, Value> {
    let flaw = FLAWS.iter().find(|(flaw, _)| *flaw == result.flaw).map_or("none", |(_, name)| name);
    let fields = [
        ("pair", json!(result.id.pair)),
        ("a", json!(if result.id.is_turned { "black" } else { "white" })),
        ("result", json!(["loss", "draw", "win"][result.half_points() as usize])),
        ("reason", json!(result.reason)),
        ("fault", json!(result.fault)),
        ("plies", json!(result.plies)),
        ("flaw", json!(flaw)),
        ("sides", json!(result.sides.map(|side| side_numbers(&side)))),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn earlier(line: &str, start: &Game) -> Option<Earlier> {
    let line: Value = serde_json::from_str(line).ok()?;
    let winner = match line["result"].as_str()? {
        "win" => Some(0),
        "loss" => Some(1),
        "draw" => None,
        _ => return None,
    };
    let name = line["flaw"].as_str()?;
    let flaw = FLAWS.iter().find(|(_, known)| *known == name)?.0;
    let result = GameResult {
        id: GameId { pair: usize::try_from(line["pair"].as_u64()?).ok()?, is_turned: line["a"].as_str()? == "black" },
        winner,
        reason: line["reason"].as_str()?.to_owned(),
        fault: line["fault"].as_str().map(str::to_owned),
        plies: line["plies"].as_u64()?,
        flaw,
        sides: [side(&line["sides"][0])?, side(&line["sides"][1])?],
    };
    let opening = match line["opening"].as_str() {
        None => None,
        Some(moves) => {
            let game = openings::read_moves(moves.split_whitespace(), start).ok()?;
            Some(Opening { game, flaw })
        }
    };
    Some((result, opening))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn side_numbers(side: &Side) -> [u64; 7] {
    let (time, overshoot) = (micros(side.time), micros(side.worst_overshoot));
    [side.moves, time, side.free_moves, side.depth, side.oversteps, overshoot, side.forfeits]
}

fn side(numbers: &Value) -> Option<Side> {
    let numbers: Vec<u64> = numbers.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
    let [moves, time, free_moves, depth, oversteps, overshoot, forfeits] = numbers[..] else { return None };
    Some(Side {
        moves,
        time: Duration::from_micros(time),
        free_moves,
        depth,
        oversteps,
        worst_overshoot: Duration::from_micros(overshoot),
        forfeits,
    })
}

//! `damka match` on the command line.

use super::openings::{self, Balance, OpeningError, Openings};
use super::player::{Entrant, EntrantError, seconds_per_move};
use super::run::{MatchError, Settings, run};
use super::show::{self, Bar};
use super::state::StateError;
use crate::failure::Failure;
use crate::game::{GameArgs, PositionArgs};
use clap::Args;
use damka_engine::elo::Sprt;
use damka_engine::{Limits, Time};
use damka_rules::{Game, Ruleset};
use damka_words::{FluentValue, Words};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `damka match`.
#[derive(Args)]
pub struct MatchArgs {
    /// The game, such as russian, or its line, such as "house king=short".
    ruleset: String,
    /// The player whose strength is asked for: engine, engine:eval=general,nodes=5000, engine:weights=FILE,
    /// engine:tables=FOLDER, engine:level=7, random, "hub:COMMAND", "hub[book=false]:COMMAND" or dxp:HOST:PORT.
    #[arg(value_name = "A")]
    a: String,
    /// The player it is measured by.
    #[arg(value_name = "B")]
    b: String,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Seconds for each move; 0.1 if there is no limit at all.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Positions that may be looked at for each move.
    #[arg(long, value_name = "NUMBER")]
    nodes: Option<u64>,
    /// Half-moves to look ahead.
    #[arg(long, value_name = "NUMBER")]
    depth: Option<u32>,
    /// Games to play, two for each opening.
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    games: usize,
    /// Games at the same time; by default as many as there are cores.
    #[arg(long, value_name = "NUMBER")]
    concurrency: Option<usize>,
    /// What openings and random players are made from: the same seed gives the same ones.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Random half-moves before the players take over; by default 6, on 10x10 and in samoyed 8, in corners 4.
    #[arg(long, value_name = "NUMBER", conflicts_with = "openings")]
    opening_plies: Option<usize>,
    /// The most that a side may expect after the opening, in per cent of the points: 50 to 100.
    #[arg(long, value_name = "PERCENT", default_value_t = openings::USUAL_BOUND, conflicts_with = "openings")]
    opening_bound: u16,
    /// Positions that are looked at to judge an opening.
    #[arg(long, value_name = "NUMBER", default_value_t = openings::USUAL_NODES, conflicts_with = "openings")]
    opening_nodes: u64,
    /// Openings from this file, a position or a list of moves in each line.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games with more half-moves are drawn.
    #[arg(long, value_name = "NUMBER", default_value_t = 400)]
    max_plies: usize,
    /// End games as draws where the endgame tables of this folder know that they are.
    #[arg(long, value_name = "FOLDER")]
    known_draws: Option<PathBuf>,
    /// Seconds that a move may take too long, besides a fifth of its time, before it is counted.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05)]
    slack: f64,
    /// Stop as soon as it is clear whether A is stronger by the first or by the second number of Elo.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Add every game to this file.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Keep the results in this file, and go on with a match that was stopped.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// For other programs.
    #[arg(long)]
    json: bool,
}

/// `damka match`
pub fn command(words: &Words, arguments: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let settings = arguments.settings(words)?;
    let mut bar = Bar::new(settings.pairs() * 2);
    let played = run(&settings, &mut |progress| bar.show(progress));
    drop(bar);
    let summary = played.map_err(|error| Failure::Input(error_text(words, &error)))?;
    if arguments.json {
        return Ok(writeln!(out, "{:#}", show::json(&settings, &summary))?);
    }
    write!(out, "{}", show::table(words, &settings, &summary))?;
    Ok(writeln!(out, "{}", show::line(&settings, &summary))?)
}

impl MatchArgs {
    fn settings(&self, words: &Words) -> Result<Settings, Failure> {
        let (ruleset, start) = self.game.position(words, &self.ruleset, &self.position)?;
        let read = |text: &str| Entrant::read(text).map_err(|error| Failure::Input(entrant_error(words, text, &error)));
        let players = [read(&self.a)?, read(&self.b)?];
        let usual = Settings::new(ruleset, players, self.limits(words)?);
        let slack = Duration::try_from_secs_f64(self.slack).map_err(|_| bad_number(words, "--slack", self.slack))?;
        Ok(Settings {
            start,
            openings: self.openings(words, &ruleset, &Game::from_position(ruleset, start))?,
            games: self.games,
            seed: self.seed,
            concurrency: self.concurrency.unwrap_or(usual.concurrency),
            max_plies: self.max_plies,
            known_draws: self.known_draws.clone(),
            slack,
            sprt: self.sprt(words)?,
            pdn: self.pdn.clone(),
            state: self.state.clone(),
            ..usual
        })
    }

    fn limits(&self, words: &Words) -> Result<Limits, Failure> {
        let time = match self.time {
            None => None,
            Some(seconds) => Some(seconds_per_move(seconds).ok_or_else(|| bad_number(words, "--time", seconds))?),
        };
        let usual = (self.nodes.is_none() && self.depth.is_none()).then_some(Time::PerMove(USUAL_TIME));
        Ok(Limits { time: time.or(usual), nodes: self.nodes, depth: self.depth, ..Limits::default() })
    }

    fn openings(&self, words: &Words, ruleset: &Ruleset, start: &Game) -> Result<Openings, Failure> {
        let Some(path) = &self.openings else {
            let usual = Balance::usual(ruleset);
            let plies = self.opening_plies.unwrap_or(usual.plies);
            if !(50..=100).contains(&self.opening_bound) {
                return Err(bad_number(words, "--opening-bound", self.opening_bound.into()));
            }
            return Ok(Openings::Random(Balance { plies, bound: self.opening_bound, nodes: self.opening_nodes }));
        };
        let refuse = |reason: String| bad_file(words, path, reason);
        let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
        let games = openings::read(&text, start)
            .map_err(|(line, error)| refuse(opening_error(words, ruleset, line, &error)))?;
        if games.is_empty() {
            return Err(refuse(words.say("match-no-openings", &[])));
        }
        Ok(Openings::Given(games))
    }

    fn sprt(&self, words: &Words) -> Result<Option<Sprt>, Failure> {
        match self.sprt.as_deref() {
            Some([elo0, elo1]) if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => {
                Ok(Some(Sprt::new(*elo0, *elo1)))
            }
            Some(_) => Err(Failure::Input(words.say("match-bad-sprt", &[]))),
            None => Ok(None),
        }
    }
}

/// The time of a move when no limit is given at all.
const USUAL_TIME: Duration = Duration::from_millis(100);

fn bad_number(words: &Words, name: &str, value: f64) -> Failure {
    Failure::Input(words.say("match-bad-value", &[("name", name.into()), ("value", value.to_string().into())]))
}

fn bad_file(words: &Words, path: &Path, reason: String) -> Failure {
    let file = path.display().to_string();
    Failure::Input(words.say("cli-bad-file", &[("file", file.into()), ("reason", reason.into())]))
}

fn opening_error(words: &Words, ruleset: &Ruleset, line: usize, error: &OpeningError) -> String {
    let reason = match error {
        OpeningError::Fen(error) => words.fen_error(error),
        OpeningError::Move { text, why, position } => {
            let reason = words.unresolved(why, ruleset, position);
            words.say("pdn-quoted", &[("text", text.as_str().into()), ("reason", reason.into())])
        }
        OpeningError::Over => words.say("match-opening-over", &[]),
    };
    words.say("match-opening-line", &[("line", line.into()), ("reason", reason.into())])
}

fn entrant_error(words: &Words, text: &str, error: &EntrantError) -> String {
    let say = |id: &str, variables: &[(&str, FluentValue<'_>)]| words.say(id, variables);
    match error {
        EntrantError::Unknown(text) => say("match-unknown-player", &[("text", text.as_str().into())]),
        EntrantError::Option(option) => {
            say("match-unknown-option", &[("option", option.as_str().into()), ("player", text.into())])
        }
        EntrantError::Value { name, value } => {
            say("match-bad-value", &[("name", name.as_str().into()), ("value", value.as_str().into())])
        }
        EntrantError::Weights { file, reason } => {
            say("cli-bad-file", &[("file", file.as_str().into()), ("reason", reason.as_str().into())])
        }
    }
}

pub fn error_text(words: &Words, error: &MatchError) -> String {
    let say = |id: &str, variables: &[(&str, FluentValue<'_>)]| words.say(id, variables);
    let name = |file: &Path| FluentValue::from(file.display().to_string());
    match error {
        MatchError::Player { name, error } => {
            say("match-player-fails", &[("player", name.as_str().into()), ("reason", error.to_string().into())])
        }
        MatchError::File { file, error } | MatchError::State(StateError::File { file, error }) => {
            say("cli-cannot-write", &[("file", name(file)), ("reason", error.to_string().into())])
        }
        MatchError::State(StateError::Line { file, line }) => {
            say("match-state-line", &[("file", name(file)), ("line", (*line).into())])
        }
        MatchError::State(StateError::Settings { file, name: setting, there, here }) => say(
            "match-state-differs",
            &[
                ("file", name(file)),
                ("setting", setting.as_str().into()),
                ("there", there.as_str().into()),
                ("here", here.as_str().into()),
            ],
        ),
    }
}

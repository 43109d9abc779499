//! `damka train`: games against itself, weights fitted to them, a match against what there was before.
//!
//! Everything is kept in one folder and can be gone on with after a stop: the games (only added to), the weights, the
//! loss curve, and a diary with a line for each fit and its match, as in `docs/engine-diary.md`.

use crate::failure::Failure;
use crate::game::GameArgs;
use crate::matches::{self, Bar, Entrant, Settings, Summary};
use clap::Args;
use damka_endgame::Library;
use damka_engine::train::{Fit, GameFile, SelfPlay, curve, fit, play_games, read_samples};
use damka_engine::{Evaluation, Limits, Options, Weights};
use damka_rules::Ruleset;
use damka_words::Words;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How to train.
#[derive(Args)]
pub struct TrainArgs {
    /// The game, such as russian.
    ruleset: String,
    #[command(flatten)]
    game: GameArgs,
    /// The folder for games, weights and curve.
    #[arg(long, value_name = "DIR", default_value = "training")]
    dir: PathBuf,
    /// Play until the folder has so many games.
    #[arg(long, default_value_t = 20_000)]
    games: usize,
    /// Play for at most so many seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Positions looked at for each move.
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    /// Games at once, and threads to fit with; by default all cores.
    #[arg(long)]
    threads: Option<usize>,
    /// Play with these weights; by default with the ones that come with the program.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Play with the general evaluation, as if nothing had been trained yet.
    #[arg(long)]
    afresh: bool,
    /// Play with the endgame tables of this folder; games end where they know the result.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Learn from these files of games too.
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// Rounds of fitting; 0 plays games only.
    #[arg(long, default_value_t = Fit::default().rounds)]
    rounds: usize,
    /// How far weights move at a time.
    #[arg(long, default_value_t = Fit::default().rate)]
    rate: f32,
    /// The changes of the weights in each round.
    #[arg(long, default_value_t = Fit::default().steps)]
    steps: usize,
    /// How strongly weights are drawn to where they began.
    #[arg(long, default_value_t = Fit::default().pull)]
    pull: f32,
    /// How much the result of the game counts on a full board; the rest is the score that was seen.
    #[arg(long, default_value_t = Fit::default().result_share)]
    result_share: f32,
    /// How much the result of the game counts on an almost empty board.
    #[arg(long, default_value_t = Fit::default().late_result_share)]
    late_result_share: f32,
    /// Games of the match against the weights that played; 0 plays none.
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    match_games: usize,
    /// Positions looked at for each move of the match.
    #[arg(long, value_name = "NUMBER", default_value_t = 5_000)]
    match_nodes: u64,
    /// Where chance begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Trains weights for a ruleset.
pub fn train(words: &Words, arguments: &TrainArgs, out: &mut impl Write) -> Result<(), Failure> {
    let ruleset = arguments.game.ruleset(words, &arguments.ruleset)?;
    std::fs::create_dir_all(&arguments.dir)?;
    let games = arguments.dir.join(format!("{}.games", ruleset.id()));
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    play(words, &ruleset, arguments, &games, threads, out)?;
    if arguments.rounds > 0 {
        learn(words, &ruleset, arguments, &games, threads, out)?;
    }
    Ok(())
}

fn evaluation(words: &Words, arguments: &TrainArgs) -> Result<Evaluation, Failure> {
    Ok(match &arguments.weights {
        Some(path) => Evaluation::With(Arc::new(read_weights(words, path)?)),
        None if arguments.afresh => Evaluation::General,
        None => Evaluation::Best,
    })
}

/// Reads a file of weights.
pub fn read_weights(words: &Words, path: &Path) -> Result<Weights, Failure> {
    Weights::read(&std::fs::read(path)?).map_err(|error| {
        let arguments = [("file", path.display().to_string().into()), ("problem", error.to_string().into())];
        Failure::Input(words.say("train-bad-weights", &arguments))
    })
}

fn play(
    words: &Words,
    ruleset: &Ruleset,
    arguments: &TrainArgs,
    path: &Path,
    threads: usize,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut file = open(words, path, ruleset)?;
    let before = file.games();
    let wanted = arguments.games.saturating_sub(before);
    let how = SelfPlay {
        games: wanted,
        nodes: arguments.nodes.max(1),
        threads,
        // Games that are added later must not be the same as the first ones.
        seed: arguments.seed.wrapping_mul(0x9E37_79B9).wrapping_add(before as u64),
        evaluation: evaluation(words, arguments)?,
        endgame: arguments.tables.as_ref().map(|folder| Arc::new(Library::present(folder))),
    };
    let begun = Instant::now();
    let most = arguments.seconds.map(Duration::from_secs);
    let bar = bar(arguments.games, before, &words.say("train-playing", &[]));
    let mut failed = None;
    play_games(ruleset, &how, &mut |game| {
        failed = file.add(&game).err();
        bar.inc(1);
        failed.is_none() && most.is_none_or(|most| begun.elapsed() < most)
    });
    bar.finish_and_clear();
    match failed {
        Some(error) => Err(error.into()),
        None => {
            let played = file.games() - before;
            let values = [("played", played.into()), ("games", file.games().into())];
            Ok(writeln!(out, "{}", words.say("train-played", &values))?)
        }
    }
}

fn open(words: &Words, path: &Path, ruleset: &Ruleset) -> Result<GameFile, Failure> {
    GameFile::open(path, ruleset).map_err(|error| bad_games(words, path, &error.to_string()))
}

fn bad_games(words: &Words, path: &Path, problem: &str) -> Failure {
    let values = [("file", path.display().to_string().into()), ("problem", problem.into())];
    Failure::Input(words.say("train-bad-games", &values))
}

fn learn(
    words: &Words,
    ruleset: &Ruleset,
    arguments: &TrainArgs,
    games: &Path,
    threads: usize,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let files: Vec<&Path> = std::iter::once(games).chain(arguments.also.iter().map(PathBuf::as_path)).collect();
    let samples = read_samples(&files, ruleset).map_err(|error| bad_games(words, games, &error.to_string()))?;
    let [white, drawn, black] = samples.results;
    let how = Fit {
        rounds: arguments.rounds,
        rate: arguments.rate,
        steps: arguments.steps,
        pull: arguments.pull,
        result_share: arguments.result_share.clamp(0.0, 1.0),
        late_result_share: arguments.late_result_share.clamp(0.0, 1.0),
        threads,
    };
    let bar = bar(arguments.rounds, 0, &words.say("train-fitting", &[]));
    let fitted = fit(ruleset, None, &samples.train, &samples.held_back, &how, &mut |round| {
        bar.inc(1);
        bar.set_message(format!("{:.5} {:.5}", round.train, round.held_back));
    });
    bar.finish_and_clear();
    let bytes = fitted.weights.write();
    let to = |ending: &str| arguments.dir.join(format!("{}.{ending}", ruleset.id()));
    std::fs::write(to("weights"), &bytes)?;
    let title = format!("{}: {} games, {} positions", ruleset.id(), samples.games, samples.train.len());
    std::fs::write(to("svg"), curve(&title, &fitted.rounds))?;
    let held_back = fitted.rounds.iter().map(|round| round.held_back).fold(f32::INFINITY, f32::min);
    let last = fitted.rounds.last().map_or(0.0, |round| round.train);
    let facts = format!(
        "| {} | {} | +{white} ={drawn} -{black} | {} | {:.4} | {last:.4} | {held_back:.4} | {:.0}/{:.0} | {} |",
        ruleset.id(),
        samples.games,
        samples.train.len(),
        fitted.before,
        fitted.weights.outlook().scale,
        fitted.weights.outlook().edge,
        bytes.len(),
    );
    let line = format!("{facts} {} |", validate(words, ruleset, arguments, fitted.weights, threads)?);
    writeln!(out, "{line}")?;
    let mut diary = OpenOptions::new().create(true).append(true).open(arguments.dir.join("diary.md"))?;
    if diary.metadata()?.len() == 0 {
        writeln!(diary, "{DIARY_HEAD}")?;
    }
    Ok(writeln!(diary, "{line}")?)
}

/// The head of the diary's table.
const DIARY_HEAD: &str = "\
| game | games | white, draws, black | positions | loss before | loss learned | loss held back | scale/edge | bytes | match |
|---|---|---|---|---|---|---|---|---|---|";

/// The new weights against those that played the games: what is learned must show at the board.
fn validate(
    words: &Words,
    ruleset: &Ruleset,
    arguments: &TrainArgs,
    fitted: Weights,
    threads: usize,
) -> Result<String, Failure> {
    if arguments.match_games == 0 {
        return Ok("-".to_owned());
    }
    let player = |name: &str, evaluation| Entrant::engine(name, Options { evaluation, ..Options::default() });
    let players = [player("new", Evaluation::With(Arc::new(fitted))), player("before", evaluation(words, arguments)?)];
    let settings = Settings {
        games: arguments.match_games,
        concurrency: threads,
        seed: arguments.seed,
        ..Settings::new(*ruleset, players, Limits::nodes(arguments.match_nodes.max(1)))
    };
    let mut bar = Bar::new(settings.pairs() * 2);
    let played = matches::run(&settings, &mut |progress| bar.show(progress));
    drop(bar);
    let summary = played.map_err(|error| Failure::Input(matches::error_text(words, &error)))?;
    Ok(verdict(&summary, arguments.match_nodes))
}

fn verdict(summary: &Summary, nodes: u64) -> String {
    let percent = |part: f64| format!("{:.1}", 100.0 * part);
    let score = summary.estimate().map_or_else(String::new, |estimate| {
        let [value, low, high] = [estimate.score.value, estimate.score.low, estimate.score.high].map(percent);
        format!(", {value} % ({low}-{high})")
    });
    format!("+{} ={} -{}{score} at {nodes} nodes", summary.wins, summary.draws, summary.losses)
}

fn bar(length: usize, done: usize, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg} {eta}");
    let bar = ProgressBar::new(length as u64).with_prefix(what.to_owned());
    bar.set_position(done as u64);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

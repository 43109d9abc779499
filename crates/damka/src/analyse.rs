//! `damka analyse`: looks through the games of a file and writes them with evaluations, marks and better lines.
//!
//! A game is written as soon as it is done, so that Ctrl+C in a long analysis keeps what is finished: in the new file,
//! or, where `--force` replaces one, in the draft beside it that ends in `.part`.

mod annotate;
mod progress;
mod sink;
mod summary;

use crate::data;
use crate::failure::Failure;
use crate::interrupt::{Interruptible, STOPPED};
use crate::pdn::source::{self, Found, Games, Input};
use crate::pdn::{ReadArgs, tell};
use clap::Args;
use damka_engine::{Analyst, GameAnalysis, Limits, Options, Signal, StopWatch, Time};
use damka_notation::pdn::{self, Action, GameTree};
use damka_rules::{Game, Position};
use damka_words::Words;
use progress::Progress;
use sink::Sink;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use summary::Told;

/// The time for each position when nobody says how long.
const USUAL_TIME: Time = Time::PerMove(Duration::from_millis(500));

/// Options of `damka analyse`.
#[derive(Args)]
pub struct AnalyseArgs {
    /// The file of games; - is standard input.
    file: PathBuf,
    /// Write the games into this file; by default to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there already.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: ReadArgs,
    /// Seconds for each move; 0.5 if no limit is given.
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["nodes", "depth"])]
    time: Option<f64>,
    /// Positions looked at for each move. With one thread the result is always the same.
    #[arg(long, value_name = "NUMBER", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Half-moves looked ahead for each move.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The best lines to look for; praise needs two.
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=20))]
    lines: u8,
    /// Threads that think together.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The analysis for other programs, a line for each game; the games themselves are then written only with -o.
    #[arg(long)]
    json: bool,
}

impl AnalyseArgs {
    fn limits(&self, words: &Words) -> Result<Limits, Failure> {
        let time = match self.time {
            Some(seconds) => {
                let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
                let variables = [("name", "--time".into()), ("value", seconds.to_string().into())];
                let refuse = || Failure::Input(words.say("match-bad-value", &variables));
                Some(Time::PerMove(time.ok_or_else(refuse)?))
            }
            None => (self.nodes.is_none() && self.depth.is_none()).then_some(USUAL_TIME),
        };
        Ok(Limits { time, nodes: self.nodes, depth: self.depth, lines: self.lines.into(), exhaustive: false })
    }
}

/// `damka analyse`
pub fn analyse(words: &Words, arguments: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (limits, reading) = (arguments.limits(words)?, arguments.reading.understood(words)?);
    let input = Input::named(&arguments.file);
    let refuse = |error: io::Error| Failure::Input(source::unreadable(words, &input.name(), &error));
    // The input first: if it cannot be read, no empty file is left behind.
    let mut games = Games::open(words, &input, &reading).map_err(refuse)?;
    let sink = Sink::new(words, arguments, out)?;
    let progress = Progress::new(&input, sink.is_on_terminal());
    let watch = Arc::new(StopWatch::new());
    let pressed = Arc::clone(&watch);
    let _interruptible = Interruptible::begin(move || pressed.set(Signal::Stop));
    let mut run = Run { words, file: input.name(), limits, arguments, watch, analyst: None, sink, progress, done: 0 };
    let mut faults = Faults::default();
    let ended = run.all(&mut games, &mut faults, refuse);
    if ended.is_ok() {
        run.sink.finish()?;
        drop(run.progress);
        return faults.end(games.hint());
    }
    run.leave();
    ended
}

/// What was wrong with games.
#[derive(Default)]
struct Faults {
    broken: u64,
}

impl Faults {
    /// Says what helps, and turns what was wrong into an exit code.
    fn end(self, hint: Option<String>) -> Result<(), Failure> {
        if let Some(hint) = hint {
            tell(&hint);
        }
        if self.broken > 0 { Err(Failure::Told(1)) } else { Ok(()) }
    }
}

/// An analysis of one game after the other.
struct Run<'a> {
    words: &'a Words,
    file: String,
    limits: Limits,
    arguments: &'a AnalyseArgs,
    /// Ctrl+C stops it.
    watch: Arc<StopWatch>,
    /// For the rules of the last game: the games of a file are mostly of one kind, and an engine takes memory.
    analyst: Option<Analyst>,
    sink: Sink<'a>,
    progress: Progress,
    /// The games that are written.
    done: usize,
}

impl Run<'_> {
    /// Every game of an input, unless something stops it.
    fn all(
        &mut self,
        games: &mut Games<'_>,
        faults: &mut Faults,
        refuse: impl Fn(io::Error) -> Failure,
    ) -> Result<(), Failure> {
        while let Some(found) = games.next().map_err(&refuse)? {
            match found {
                Found::Broken(message) => {
                    faults.broken += 1;
                    self.progress.aside(|| tell(&message));
                }
                Found::Legal(replayed, notes) => {
                    self.progress.aside(|| notes.iter().for_each(|note| tell(note)));
                    self.progress.begin(games.offset(), replayed.tree.main.steps.len() + 1);
                    self.game(replayed.tree, games.number())?;
                }
            }
        }
        Ok(())
    }

    fn game(&mut self, mut tree: GameTree, number: usize) -> Result<(), Failure> {
        let game = game_of(&tree);
        let analysis = self.analysis(&game).ok_or(Failure::Told(STOPPED))?;
        let told = Told { words: self.words, file: &self.file, number, tree: &tree, game: &game, analysis: &analysis };
        let summary = if self.arguments.json { format!("{}\n", told.json()) } else { told.text() };
        annotate::annotate(&mut tree, &game, &analysis);
        let (sink, text) = (&mut self.sink, pdn::write(&tree));
        self.progress.aside(|| sink.put(&text, &summary))?;
        self.done += 1;
        Ok(())
    }

    /// `None` if it was stopped.
    fn analysis(&mut self, game: &Game) -> Option<GameAnalysis> {
        let options = Options {
            threads: self.arguments.threads.into(),
            endgame: data::endgame_present(self.words),
            ..Options::default()
        };
        let known = self.analyst.take().filter(|analyst| analyst.ruleset() == game.ruleset());
        let analyst = self.analyst.insert(known.unwrap_or_else(|| Analyst::new(game.ruleset(), &options)));
        let progress = &mut self.progress;
        analyst.analyse(game, &self.limits, &*self.watch, &mut |_| progress.step())
    }

    /// Ends before the last game: the games that are done stay, and the user is told how many and where.
    fn leave(self) {
        let Run { words, sink, progress, done, .. } = self;
        drop(progress);
        // An empty file would be of no use.
        let file = if done > 0 { sink.leave() } else { None };
        let count = ("count", done.into());
        tell(&match file {
            Some(file) => words.say("analysis-stopped-file", &[count, ("file", file.display().to_string().into())]),
            None => words.say("analysis-stopped", &[count]),
        });
    }
}

/// What was played, with its history, so that draw rules count. The moves are known to be legal: they were checked when
/// they were read. Moves after the end by the rules are played too: people continue after a third repetition that nobody
/// saw.
fn game_of(tree: &GameTree) -> Game {
    let mut game = Game::from_position(tree.ruleset, tree.start);
    for step in &tree.main.steps {
        match step.action {
            // Nobody is shown the path.
            Action::Move(mv) => game.play_unchecked(mv, Vec::new()),
            Action::Setup(position) => game.let_stand(position),
        }
    }
    game
}

/// The position of a game after a number of half-moves.
fn position_at(game: &Game, ply: usize) -> Position {
    game.played().get(ply).map_or(*game.position(), |played| played.before)
}

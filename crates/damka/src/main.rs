//! The damka binary: reads the command line and wires the rest.

mod analyse;
mod arbiter;
mod bench;
mod cli;
mod contest;
mod data;
mod doctor;
mod dxp;
mod endgame;
mod explain;
mod failure;
mod fen;
mod game;
mod hub;
mod inspect;
mod interrupt;
mod json;
mod matches;
mod pdn;
mod person;
mod play;
mod reading;
mod restore;
mod salvage;
mod secret;
mod serve;
mod store;
mod train;
mod worker;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use damka_words::{Language, Words};
use failure::Failure;
use game::{GameArgs, PositionArgs};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A draughts club in one program: every kind of draughts, with rules that explain themselves.
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    /// The language of everything that is said: ru, uk or en. By default the one of the system.
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play at this terminal: against the computer, or two people taking turns.
    Play {
        /// The game, such as russian; asked for when left out.
        ruleset: Option<String>,
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        position: PositionArgs,
        /// For screen readers: no drawn board, only sentences and lists of squares.
        #[arg(long)]
        spoken: bool,
        /// The time of each side, such as 8m, 5m+3s or 40/2h:1h, or none.
        #[arg(long, value_name = "TIME")]
        clock: Option<String>,
        /// Play against the computer, from 1 for beginners to 10 for all it can; without it two people play.
        #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
        level: Option<u8>,
        /// Your side against the computer; by default the one that moves first.
        #[arg(long, value_enum, requires = "level")]
        side: Option<play::SideArg>,
        /// A number from which the computer's mistakes come, to have the same game again.
        #[arg(long, value_name = "NUMBER", requires = "level")]
        seed: Option<u64>,
    },
    /// The rules of a game on one page.
    Rules {
        /// The game, such as russian.
        ruleset: String,
        #[command(flatten)]
        game: GameArgs,
        /// Write a page to print into this file.
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    /// Every game that is known.
    Rulesets {
        /// For other programs.
        #[arg(long)]
        json: bool,
    },
    /// The legal moves of a position.
    Moves {
        /// The game, such as russian, or its line, such as "house king=short".
        ruleset: String,
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        position: PositionArgs,
        /// For other programs.
        #[arg(long)]
        json: bool,
    },
    /// Whether a move is legal, and why not; without a move, why the legal moves are what they are.
    Explain {
        /// The game, such as russian.
        ruleset: String,
        /// The move, such as c3-d4.
        #[arg(value_name = "MOVE", allow_hyphen_values = true)]
        text: Option<String>,
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        position: PositionArgs,
        /// For other programs.
        #[arg(long)]
        json: bool,
    },
    /// Draw a position.
    Diagram {
        /// The game, such as russian.
        ruleset: String,
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        position: PositionArgs,
        /// Write a picture into this file.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Only letters and signs that every terminal has.
        #[arg(long)]
        ascii: bool,
        /// As Black sees the board.
        #[arg(long)]
        black: bool,
        /// The side of the board in millimetres, to print the picture in its true size; the official one has 400.
        #[arg(long, value_name = "MILLIMETRES", requires = "svg", value_parser = clap::value_parser!(u32).range(10..=5000))]
        mm: Option<u32>,
    },
    /// A position from any of the ways to write it into the standard's.
    Fen(fen::FenArgs),
    /// Files of games: check, convert, print.
    #[command(subcommand)]
    Pdn(pdn::PdnCommand),
    /// Look through the games of a file with the engine: evaluations, marks, better lines, and how each side played.
    Analyse(analyse::AnalyseArgs),
    /// Replay the record of a game and tell its story: violations with article and rights, clocks, result.
    Arbiter {
        /// The record (docs/arbiter.md says how it is written), or - for the standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
    },
    /// Matches, simultaneous displays and club evenings: create a record, tell it, show the table.
    #[command(subcommand)]
    Contest(Box<contest::ContestCommand>),
    /// Tables of endings with few pieces: build them, ask them, prove them, look at them.
    #[command(subcommand)]
    Endgame(endgame::EndgameCommand),
    /// Open the club for browsers: on this machine, in the local network, or behind a proxy.
    Serve(serve::ServeArgs),
    /// Copy all games of the club into a new file, also while it is open.
    Backup(serve::BackupArgs),
    /// Replace the club's data with a backup.
    Restore(restore::RestoreArgs),
    /// Check a set-up: folder or database, nodes, proxy, backups; says what is wrong and what to do.
    Doctor(Box<doctor::DoctorArgs>),
    /// Manage the people of the club: offices, names, blocks, their data.
    Person(person::PersonArgs),
    /// Think for a club on another machine: analyse games, look for puzzles, let levels play. The key comes from its keeper.
    Worker(worker::WorkerArgs),
    /// Keys with which workers think for the club: make, list, withdraw.
    WorkerKey(worker::KeyArgs),
    /// Save everything readable in a damaged data folder into a new one.
    Salvage(salvage::SalvageArgs),
    /// Everything of a club: from a data folder into a database and back, and two clubs compared.
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Search fixed positions of every game: the last number identifies search and evaluation.
    Bench,
    /// Train the evaluation of a game: games against itself, weights fitted to them.
    Train(train::TrainArgs),
    /// Players against each other: how strong the first is against the second.
    Match(Box<matches::MatchArgs>),
    /// An engine for boards and other programs that speak the Hub protocol, at the standard input and output.
    Hub,
    /// Play international draughts with other programs over the network (DamExchange).
    #[command(subcommand)]
    Dxp(dxp::DxpCommand),
    /// Count the games of a given length.
    Perft {
        /// The game, such as russian.
        ruleset: String,
        /// The half-moves.
        depth: u32,
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        position: PositionArgs,
        /// Show the count of each first move.
        #[arg(long)]
        divide: bool,
        /// Count every path of a capture.
        #[arg(long)]
        paths: bool,
    },
}

fn main() -> ExitCode {
    let environment = Language::from_environment(|name| std::env::var(name).ok());
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    let words = Words::new(cli::language(arguments, environment));
    let mut command = cli::localised(Cli::command(), &words);
    let read = command.try_get_matches_from_mut(std::env::args_os());
    let cli = match read.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return cli::report(&error, &words),
    };
    if let Some(code) = cli.lang.as_deref().filter(|code| Language::from_locale(code).is_none()) {
        return Failure::Input(words.say("play-unknown-language", &[("text", code.into())])).report();
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    let done = run(cli.command, words, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What was printed before the failure is not lost.
            let _ = out.flush();
            failure.report()
        }
    }
}

fn run(command: Command, words: Words, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Play { ruleset, game, position, spoken, clock, level, side, seed } => {
            let manner = play::Manner { spoken, clock: clock.as_deref(), level, side, seed };
            play::play(words, ruleset.as_deref(), &game, &position, manner, out)
        }
        Command::Rules { ruleset, game, html } => {
            inspect::rules(&words, &game.ruleset(&words, &ruleset)?, html.as_deref(), out)
        }
        Command::Rulesets { json } => inspect::rulesets(&words, json, out),
        Command::Moves { ruleset, game, position, json } => {
            let (ruleset, position) = game.position(&words, &ruleset, &position)?;
            inspect::moves(&ruleset, &position, json, out)
        }
        Command::Explain { ruleset, text, game, position, json } => {
            let (ruleset, position) = game.position(&words, &ruleset, &position)?;
            explain::explain(&words, &ruleset, &position, text.as_deref(), json, out)
        }
        Command::Diagram { ruleset, game, position, svg, ascii, black, mm } => {
            let (ruleset, position) = game.position(&words, &ruleset, &position)?;
            let view = inspect::View { ascii, black, mm };
            inspect::diagram(&words, &ruleset, &position, svg.as_deref(), view, out)
        }
        Command::Fen(arguments) => fen::run(&words, &arguments, out),
        Command::Pdn(command) => pdn::run(&words, command, out),
        Command::Analyse(arguments) => analyse::analyse(&words, &arguments, out),
        Command::Arbiter { record } => arbiter::arbiter(&words, &record, out),
        Command::Contest(command) => contest::run(&words, *command, out),
        Command::Endgame(command) => endgame::run(&words, command, out),
        Command::Serve(arguments) => serve::run(&words, &arguments, out),
        Command::Backup(arguments) => serve::backup(&words, &arguments, out),
        Command::Restore(arguments) => restore::run(&words, &arguments, out),
        Command::Doctor(arguments) => doctor::run(&words, &arguments, out),
        Command::Person(arguments) => person::run(&words, arguments, out),
        Command::Worker(arguments) => worker::run(words, &arguments, out),
        Command::WorkerKey(arguments) => worker::keys(&words, &arguments, out),
        Command::Salvage(arguments) => salvage::run(&words, &arguments, out),
        Command::Store(command) => store::run(&words, &command, out),
        Command::Bench => bench::run(&words, out),
        Command::Train(arguments) => train::train(&words, &arguments, out),
        Command::Match(arguments) => matches::command(&words, &arguments, out),
        Command::Hub => hub::hub(&words, out),
        Command::Dxp(command) => dxp::run(&words, command, out),
        Command::Perft { ruleset, depth, game, position, divide, paths } => {
            let (ruleset, position) = game.position(&words, &ruleset, &position)?;
            inspect::perft(&ruleset, &position, depth, divide, paths, out)
        }
    }
}

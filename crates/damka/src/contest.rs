//! `damka contest`: records of matches, simultaneous displays and club evenings are made, told, counted, written as PDN and
//! checked.

mod games;
mod new;
mod show;

use crate::failure::Failure;
use crate::reading;
use clap::Subcommand;
use damka_contest::{ContestRecord, Number};
use damka_notation::pdn;
use damka_words::Words;
use games::Games;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What can be done with records of contests.
#[derive(Subcommand)]
pub enum ContestCommand {
    /// Print the record of a new contest.
    New(new::NewArgs),
    /// Tell a contest in words.
    Show {
        /// The record, or - for the standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
    },
    /// Print the table of a contest.
    Standings {
        /// The record, or - for the standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
    },
    /// Write all games of a contest as PDN with event, round and board.
    Pdn {
        /// The record, or - for the standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
        /// A folder with the games, each in a file called by its id.
        #[arg(long, value_name = "FOLDER")]
        games: Option<PathBuf>,
    },
    /// Look for damage in a record, and compare it with its games. Exit code 1 if there is any.
    Check {
        /// The record, or - for the standard input.
        #[arg(value_name = "RECORD")]
        record: PathBuf,
        /// A folder with the games, each in a file called by its id.
        #[arg(long, value_name = "FOLDER")]
        games: Option<PathBuf>,
    },
}

/// Carries a command out.
pub fn run(words: &Words, command: ContestCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        ContestCommand::New(arguments) => new::new(words, &arguments, out),
        ContestCommand::Show { record } => show::show(words, &read(words, &record)?, out),
        ContestCommand::Standings { record } => show::standings(words, &read(words, &record)?, out),
        ContestCommand::Pdn { record, games } => {
            write_pdn(words, &read(words, &record)?, &Games::new(games.as_deref()), out)
        }
        ContestCommand::Check { record, games } => check(words, &record, &Games::new(games.as_deref()), out),
    }
}

fn read(words: &Words, file: &Path) -> Result<ContestRecord, Failure> {
    let text = reading::whole(words, file)?;
    ContestRecord::read(&text).map_err(|error| Failure::Input(words.contest_record_error(&error)))
}

/// What the entrants of a record are called.
fn names(record: &ContestRecord) -> impl Fn(Number) -> Option<String> + '_ {
    |number| record.entrant_name(number).map(str::to_owned)
}

/// Games whose moves cannot be found are written with their result alone, and reported.
fn write_pdn(words: &Words, record: &ContestRecord, games: &Games, out: &mut impl Write) -> Result<(), Failure> {
    let contest = record.contest();
    for (at, board) in contest.boards().iter().enumerate() {
        let played = match games.of(words, &contest, board) {
            Ok(played) => played.map(|played| played.tree),
            Err(problem) => {
                eprintln!("damka: {problem}");
                None
            }
        };
        let tree = contest.board_tree(board, &record.name, played);
        let mut tree = tree.map_err(|error| Failure::Input(words.spec_error(&error, &record.spec.game.ruleset)))?;
        for (tag, number) in [("White", board.white), ("Black", board.black)] {
            tree.tags.set(tag, words.entrant(number, &names(record)));
        }
        let between = if at > 0 { "\n" } else { "" };
        write!(out, "{between}{}", pdn::write(&tree))?;
    }
    Ok(())
}

/// Says what is damaged, or that nothing is.
fn check(words: &Words, file: &Path, games: &Games, out: &mut impl Write) -> Result<(), Failure> {
    let text = reading::whole(words, file)?;
    let record = match ContestRecord::read(&text) {
        Ok(record) => record,
        Err(error) => {
            writeln!(out, "{}", words.contest_record_error(&error))?;
            return Err(Failure::Told(1));
        }
    };
    let contest = record.contest();
    let problems = contest.boards().iter().filter_map(|board| games.disagrees(words, &contest, board));
    let mut is_sound = true;
    for problem in problems {
        is_sound = false;
        writeln!(out, "{problem}")?;
    }
    if !is_sound {
        return Err(Failure::Told(1));
    }
    let counts = [("count", record.events.len().into()), ("boards", contest.boards().len().into())];
    Ok(writeln!(out, "{}", words.say("contest-sound", &counts))?)
}

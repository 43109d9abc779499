//! `damka endgame`: tables of endings with few pieces.

mod build;
mod chart;
mod probe;
mod progress;
mod stats;

use crate::data;
use crate::failure::Failure;
use crate::game::{GameArgs, PositionArgs};
use clap::{Args, Subcommand};
use damka_endgame::{Material, OnNeed, OpenError, TableGame, Tables};
use damka_rules::{Board, Game, Ruleset, WinProof};
use damka_words::Words;
use std::io::Write;
use std::path::PathBuf;

/// What to do with tables.
#[derive(Subcommand)]
pub enum EndgameCommand {
    /// Build the tables of a game; goes on where an earlier build was stopped.
    Build {
        #[command(flatten)]
        which: WhichArgs,
        /// All endings with up to so many pieces.
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
        pieces: u8,
        /// Only one slice and what it needs, such as 1m2k-1m2k: men and kings of the side to move and of the other.
        #[arg(long, value_name = "MATERIAL", conflicts_with = "pieces")]
        only: Option<String>,
        #[command(flatten)]
        effort: EffortArgs,
    },
    /// Who wins a position, in how many half-moves, and what each move does.
    Probe {
        #[command(flatten)]
        which: WhichArgs,
        #[command(flatten)]
        position: PositionArgs,
        /// Moves made from there, such as "a1-b2 f8-e7": the counters of the draw rules have begun then.
        #[arg(long, value_name = "MOVES", default_value = "")]
        moves: String,
        /// For other programs.
        #[arg(long)]
        json: bool,
    },
    /// Prove that the value of every position follows from its moves.
    Verify {
        #[command(flatten)]
        which: WhichArgs,
        /// Only endings with up to so many pieces.
        #[arg(long, value_name = "N", default_value_t = 8)]
        pieces: u8,
        #[command(flatten)]
        effort: EffortArgs,
    },
    /// What is in the tables: shares of wins, draws and losses, and the longest wins.
    Stats {
        #[command(flatten)]
        which: WhichArgs,
        /// Draw a chart into this file.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// For other programs.
        #[arg(long)]
        json: bool,
    },
}

/// Which game's tables, and where.
#[derive(Args)]
pub struct WhichArgs {
    /// The game, such as russian. Games with the same moves share their tables.
    ruleset: String,
    #[command(flatten)]
    game: GameArgs,
    /// The folder of all tables; by default the one in the user's data folder, or in DAMKA_DATA.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// How much of the machine to use.
#[derive(Args)]
pub struct EffortArgs {
    /// Memory for positions, in mebibytes.
    #[arg(long, value_name = "MIB", default_value_t = 6144)]
    memory: u64,
    /// Threads; by default all cores.
    #[arg(long)]
    threads: Option<usize>,
}

impl WhichArgs {
    fn ruleset(&self, words: &Words) -> Result<Ruleset, Failure> {
        self.game.ruleset(words, &self.ruleset)
    }

    fn game(words: &Words, ruleset: &Ruleset) -> Result<TableGame, Failure> {
        TableGame::of(ruleset).map_err(|reason| Failure::Input(words.no_tables(reason)))
    }

    fn folder(&self, words: &Words) -> Result<PathBuf, Failure> {
        let given = self.data.clone().or_else(data::endgame_folder);
        given.ok_or_else(|| Failure::Input(words.say("endgame-no-data-folder", &[])))
    }

    /// The tables, of which there must be some.
    fn tables(&self, words: &Words, ruleset: &Ruleset) -> Result<Tables, Failure> {
        let folder = self.folder(words)?;
        let refuse = |error: OpenError| Failure::Input(words.open_error(&error));
        let tables = Tables::open(&folder, ruleset).map_err(refuse)?;
        if tables.slices().next().is_none() {
            return Err(none(words, ruleset, &folder));
        }
        Ok(tables)
    }
}

fn none(words: &Words, ruleset: &Ruleset, folder: &std::path::Path) -> Failure {
    let values = [("folder", folder.display().to_string().into()), ("game", ruleset.id().into())];
    Failure::Input(words.say("endgame-none", &values))
}

impl EffortArgs {
    fn bytes(&self) -> u64 {
        self.memory.saturating_mul(1 << 20)
    }

    /// Does work with as many threads as were asked for.
    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        Ok(pool.map_err(std::io::Error::other)?.install(work))
    }
}

/// Whether it is proved that neither side of a game can win. Tables of few pieces are made for it when they are missing;
/// larger ones, and those of the large board that take minutes, are used where there are any.
pub fn nobody_can_win(game: &Game) -> bool {
    let (ruleset, position) = (game.ruleset(), game.position());
    let Some(folder) = data::endgame_folder() else { return false };
    let quick = if ruleset.board() == Board::Eight { OnNeed::PIECES } else { OnNeed::PIECES - 1 };
    let pieces = position.occupied().len();
    let build = u8::try_from(pieces).ok().filter(|pieces| *pieces <= quick);
    let proves = |tables: &Tables| tables.nobody_can_win(ruleset, position) == Some(true);
    match build {
        Some(pieces) => OnNeed::begin(&folder, ruleset, pieces).wait().is_ok_and(proves),
        None if pieces > u32::from(Material::MOST) => false,
        None => Tables::open_with(&folder, ruleset, 0).is_ok_and(|tables| proves(&tables)),
    }
}

/// Carries out a command.
pub fn run(words: &Words, command: EndgameCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        EndgameCommand::Build { which, pieces, only, effort } => {
            build::build(words, &which, pieces, only.as_deref(), &effort, out)
        }
        EndgameCommand::Probe { which, position, moves, json } => {
            probe::probe(words, &which, &position, &moves, json, out)
        }
        EndgameCommand::Verify { which, pieces, effort } => build::verify(words, &which, pieces, &effort, out),
        EndgameCommand::Stats { which, svg, json } => stats::stats(words, &which, svg.as_deref(), json, out),
    }
}

/// A number for people: thousands are told apart by thin spaces, which every language here understands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(123_456), "123\u{202f}456");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
    }
}

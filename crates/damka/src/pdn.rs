//! `damka pdn`: games in files of any size are checked, converted, printed as score sheets and shown on a board.

mod check;
mod convert;
mod json;
pub mod output;
mod progress;
mod show;
pub mod source;

use crate::failure::Failure;
use crate::game::GameArgs;
use clap::{Args, Subcommand, ValueEnum};
use damka_notation::encoding::Encoding;
use damka_notation::glyph::Convention;
use damka_notation::pdn::ReplayOptions;
use damka_notation::turns_text;
use damka_rules::Ruleset;
use damka_words::{Language, Words};
use std::io::Write;
use std::path::PathBuf;

/// What can be done with files of games.
#[derive(Subcommand)]
pub enum PdnCommand {
    /// Replay every game, say what is wrong and where, and count. Exit code 1 if a game is broken.
    Check {
        /// The files; - or none is standard input.
        files: Vec<PathBuf>,
        #[command(flatten)]
        reading: ReadArgs,
    },
    /// Write games as clean PDN 3.0, in another notation, or for other programs. Broken games are told and left out.
    Convert(convert::ConvertArgs),
    /// A game as a score sheet: text, a page to print, or back from a text to PDN.
    Sheet(show::SheetArgs),
    /// The position after a half-move of a game.
    Diagram(show::DiagramArgs),
}

/// How files are read.
#[derive(Args)]
pub struct ReadArgs {
    /// The game of files that do not say it, such as russian or "house king=short".
    #[arg(long, value_name = "RULESET")]
    rules: Option<String>,
    /// The encoding of the files; by default it is found from their letters.
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<String>,
    /// Only what was played: variations are passed over.
    #[arg(long)]
    no_variations: bool,
}

/// What signs such as ?! mean.
#[derive(Clone, Copy, ValueEnum)]
pub enum MarksArg {
    /// As in chess and in PDN: ?! is a questionable move.
    Chess,
    /// As in the Russian codex: ?! is a move that seems weak and proved strong.
    Russian,
}

impl MarksArg {
    fn convention(self) -> Convention {
        match self {
            MarksArg::Chess => Convention::Chess,
            MarksArg::Russian => Convention::Russian,
        }
    }
}

/// The signs that readers of a language know.
fn convention(words: &Words, asked: Option<MarksArg>) -> Convention {
    asked.map_or_else(
        || match words.language() {
            Language::Russian | Language::Ukrainian => Convention::Russian,
            Language::English => Convention::Chess,
        },
        MarksArg::convention,
    )
}

/// [`ReadArgs`], understood.
#[derive(Clone, Copy)]
pub struct Reading {
    replay: ReplayOptions,
    encoding: Option<Encoding>,
}

impl ReadArgs {
    /// What the options mean.
    pub fn understood(&self, words: &Words) -> Result<Reading, Failure> {
        let default = self.ruleset(words)?;
        let replay = ReplayOptions { default, variations: !self.no_variations, ..ReplayOptions::default() };
        Ok(Reading { replay, encoding: self.encoding(words)? })
    }

    fn ruleset(&self, words: &Words) -> Result<Option<Ruleset>, Failure> {
        self.rules.as_deref().map(|line| GameArgs::default().ruleset(words, line)).transpose()
    }

    fn encoding(&self, words: &Words) -> Result<Option<Encoding>, Failure> {
        let Some(text) = self.encoding.as_deref() else { return Ok(None) };
        let unknown = || {
            let known = Encoding::ALL.map(Encoding::name).join(", ");
            Failure::Input(words.say("pdn-unknown-encoding", &[("text", text.into()), ("known", known.into())]))
        };
        Encoding::named(text).map(Some).ok_or_else(unknown)
    }
}

/// `damka pdn`
pub fn run(words: &Words, command: PdnCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        PdnCommand::Check { files, reading } => check::check(words, &files, &reading.understood(words)?, out),
        PdnCommand::Convert(arguments) => convert::convert(words, &arguments, out),
        PdnCommand::Sheet(arguments) => show::sheet(words, &arguments, out),
        PdnCommand::Diagram(arguments) => show::diagram(words, &arguments, out),
    }
}

/// A message without the signs that would command the terminal: it quotes files that anybody may have written.
pub fn harmless(message: &str) -> String {
    let is_harmful = |letter: char| letter.is_control() || turns_text(letter);
    message.chars().map(|letter| if is_harmful(letter) { char::REPLACEMENT_CHARACTER } else { letter }).collect()
}

/// Says something beside the output. If nobody can hear it, that is not a reason to stop.
pub fn tell(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

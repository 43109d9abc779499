//! Games one after the other from a file or standard input, in memory for one game.

use super::spot::position_before;
use super::{Reading, harmless, tell};
use crate::failure::Failure;
use damka_notation::pdn::{
    Doubt, GameReader, PdnError, PdnGame, RawGame, Reason, Replayed, Replayer, StreamError, Warning,
};
use damka_words::Words;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Where games come from.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Standard,
}

impl Input {
    /// What a name on the command line means.
    pub fn named(path: &Path) -> Input {
        if path == Path::new("-") { Input::Standard } else { Input::File(path.to_owned()) }
    }

    /// What the names on the command line mean; none is standard input.
    pub fn all(paths: &[PathBuf]) -> Vec<Input> {
        match paths {
            [] => vec![Input::Standard],
            _ => paths.iter().map(|path| Input::named(path)).collect(),
        }
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Standard => "-".to_owned(),
        }
    }

    /// The size in bytes, where it is known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Input::File(path) => std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len()),
            Input::Standard => None,
        }
    }

    /// Opens it to be read.
    pub fn open(&self) -> io::Result<Box<dyn BufRead>> {
        Ok(match self {
            Input::File(path) => Box::new(BufReader::with_capacity(64 * 1024, File::open(path)?)),
            Input::Standard => Box::new(io::stdin().lock()),
        })
    }
}

/// A file that cannot be read: everybody says it with these words.
pub fn unreadable(words: &Words, name: &str, error: &io::Error) -> String {
    words.say("cli-bad-file", &[("file", name.into()), ("reason", error.to_string().into())])
}

/// What a file gave.
pub enum Found {
    /// A game whose every move is legal, where it begins, and what a person should look at.
    Legal(Box<Replayed>, Vec<String>),
    /// A game that cannot be used, and why.
    Broken {
        /// The whole message, with its place.
        message: String,
        /// Whether naming the rules would help.
        needs_rules: bool,
    },
}

/// The games of one input.
pub struct Games<'a> {
    words: &'a Words,
    name: String,
    reading: Reading,
    reader: GameReader<Box<dyn BufRead>>,
    replayer: Replayer,
    number: usize,
    rules_told: bool,
}

impl<'a> Games<'a> {
    /// Opens an input.
    pub fn open(words: &'a Words, input: &Input, reading: &Reading) -> io::Result<Games<'a>> {
        let reader = GameReader::new(input.open()?);
        let reader = match reading.encoding {
            Some(encoding) => reader.with_encoding(encoding),
            None => reader,
        };
        let replayer = Replayer::new(reading.replay);
        Ok(Games { words, name: input.name(), reading: *reading, reader, replayer, number: 0, rules_told: false })
    }

    /// How many bytes have been read.
    pub fn offset(&self) -> u64 {
        self.reader.offset()
    }

    /// How many games have been met, broken ones included.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// If reading itself fails; then nothing more will come.
    pub fn next(&mut self) -> io::Result<Option<Found>> {
        let voice = |number| Voice { words: self.words, name: &self.name, number, reading: &self.reading };
        let raw = match self.reader.next_game() {
            Ok(None) => return Ok(None),
            Ok(Some(raw)) => raw,
            Err(StreamError::Io(error)) => return Err(error),
            Err(StreamError::Game(error)) => {
                self.number += 1;
                return Ok(Some(voice(self.number).broken(&error, None)));
            }
        };
        self.number += 1;
        let voice = voice(self.number);
        let replayed = PdnGame::parse(&raw).and_then(|game| self.replayer.replay(&game));
        Ok(Some(match replayed {
            Ok(replayed) => {
                // That a file names no rules is said once, not for every game.
                let known = self.rules_told;
                let is_new = |warning: &&Warning| !(known && matches!(warning.doubt, Doubt::RulesNotNamed(_)));
                let warnings = replayed.warnings.iter().filter(is_new);
                let notes = warnings.map(|warning| voice.note(warning, &replayed, &raw)).collect();
                self.rules_told |=
                    matches!(replayed.warnings.first(), Some(first) if matches!(first.doubt, Doubt::RulesNotNamed(_)));
                Found::Legal(Box::new(replayed), notes)
            }
            Err(error) => voice.broken(&error, Some(&raw)),
        }))
    }

    /// Passes over a game; whether there was one.
    pub fn skip(&mut self) -> io::Result<bool> {
        match self.reader.next_game() {
            Ok(None) => return Ok(false),
            Ok(Some(_)) | Err(StreamError::Game(_)) => {}
            Err(StreamError::Io(error)) => return Err(error),
        }
        self.number += 1;
        Ok(true)
    }
}

/// Speaks about one game.
struct Voice<'a> {
    words: &'a Words,
    name: &'a str,
    number: usize,
    reading: &'a Reading,
}

impl Voice<'_> {
    fn broken(&self, error: &PdnError, raw: Option<&RawGame<'_>>) -> Found {
        let is_move = matches!(error.reason, Reason::Move(_));
        let at = raw
            .filter(|_| is_move)
            .and_then(|raw| position_before(raw, &self.reading.replay, error.line, error.column));
        let reason = self.words.pdn_error(error, at.as_ref().map(|(ruleset, position)| (ruleset, position)));
        let message = self.line("pdn-error-line", error.line, error.column, reason);
        Found::Broken { message, needs_rules: error.reason == Reason::NoGameType }
    }

    fn note(&self, warning: &Warning, replayed: &Replayed, raw: &RawGame<'_>) -> String {
        let at = match warning.doubt {
            Doubt::OtherCaptures(_) => {
                position_before(raw, &self.reading.replay, warning.line, warning.column).map(|(_, position)| position)
            }
            Doubt::Flaws(_) | Doubt::RulesNotNamed(_) => None,
        };
        let tree = &replayed.tree;
        let reason = self.words.pdn_warning(warning, &tree.ruleset, &at.unwrap_or(tree.start));
        self.line("pdn-note-line", warning.line, warning.column, reason)
    }

    /// File, line and column in the form that editors can follow.
    fn line(&self, id: &str, line: u64, column: u64, reason: String) -> String {
        let place = format!("{}:{line}:{column}", self.name);
        let variables = [("place", place.into()), ("number", self.number.into()), ("reason", reason.into())];
        harmless(&self.words.say(id, &variables))
    }
}

/// One game of an input by its number.
pub fn one(words: &Words, input: &Input, reading: &Reading, wanted: usize) -> Result<Replayed, Failure> {
    let name = input.name();
    let refuse = |error: io::Error| Failure::Input(unreadable(words, &name, &error));
    let mut games = Games::open(words, input, reading).map_err(refuse)?;
    let missing = |count: usize| {
        let variables = [("file", name.as_str().into()), ("number", wanted.into()), ("count", count.into())];
        Failure::Input(words.say("pdn-no-such-game", &variables))
    };
    while games.number() + 1 < wanted {
        if !games.skip().map_err(refuse)? {
            return Err(missing(games.number()));
        }
    }
    match games.next().map_err(refuse)? {
        None => Err(missing(games.number())),
        Some(Found::Legal(replayed, notes)) => {
            notes.iter().for_each(|note| tell(note));
            Ok(*replayed)
        }
        Some(Found::Broken { message, needs_rules }) => {
            let hint = if needs_rules { format!("\n{}", rules_hint(words)) } else { String::new() };
            Err(Failure::Input(format!("{message}{hint}")))
        }
    }
}

/// What helps when games do not say their rules.
pub fn rules_hint(words: &Words) -> String {
    words.say("pdn-hint-rules", &[("example", "--rules russian".into())])
}

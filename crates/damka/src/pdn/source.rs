//! Games one after the other from a file or standard input, in memory for one game.

use super::{Reading, harmless, tell};
use crate::failure::Failure;
use damka_notation::pdn::{self, Doubt, GameReader, GivenGame, Replayed, Warning};
use damka_rules::Ruleset;
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
    /// A game that cannot be used: the whole message, with its place.
    Broken(String),
}

/// The games of one input.
pub struct Games<'a> {
    words: &'a Words,
    name: String,
    games: pdn::Games<Box<dyn BufRead>>,
    number: usize,
    /// The guessed rules that were reported last, for games that do not name theirs.
    told: Option<Ruleset>,
    guesses: Guesses,
}

/// How well the guessed rules fit the games of a file.
#[derive(Clone, Copy, Debug, Default)]
struct Guesses {
    legal: usize,
    broken: usize,
}

impl<'a> Games<'a> {
    /// Opens an input.
    pub fn open(words: &'a Words, input: &Input, reading: &Reading) -> io::Result<Games<'a>> {
        let reader = GameReader::new(input.open()?);
        let reader = match reading.encoding {
            Some(encoding) => reader.with_encoding(encoding),
            None => reader,
        };
        let games = pdn::Games::new(reader, reading.replay);
        Ok(Games { words, name: input.name(), games, number: 0, told: None, guesses: Guesses::default() })
    }

    /// How many bytes have been read.
    pub fn offset(&self) -> u64 {
        self.games.offset()
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
        let Some(GivenGame { replayed, is_named, .. }) = self.games.next_game()? else { return Ok(None) };
        self.number += 1;
        if !is_named {
            let guesses = &mut self.guesses;
            *(if replayed.is_ok() { &mut guesses.legal } else { &mut guesses.broken }) += 1;
        }
        Ok(Some(match replayed {
            Ok(replayed) => {
                let notes = self.notes(&replayed);
                Found::Legal(Box::new(replayed), notes)
            }
            Err(error) => {
                let reason = self.words.pdn_error(&error);
                Found::Broken(self.line("pdn-error-line", error.line, error.column, reason))
            }
        }))
    }

    /// Passes over a game; whether there was one.
    pub fn skip(&mut self) -> io::Result<bool> {
        let skipped = self.games.skip_game()?;
        self.number += usize::from(skipped);
        Ok(skipped)
    }

    /// Advice if the best rules do not fit most of the games that name none.
    pub fn hint(&self) -> Option<String> {
        let Guesses { legal, broken } = self.guesses;
        let rules = self.games.guessed().filter(|_| broken > legal)?;
        let variables = [
            ("game", self.words.ruleset_name(rules).into()),
            ("option", "--rules".into()),
            ("command", "damka rulesets".into()),
        ];
        Some(self.words.say("pdn-hint-rules", &variables))
    }

    /// What a person should check. It is reported only once that a file names no rules, not for every game.
    fn notes(&mut self, replayed: &Replayed) -> Vec<String> {
        let rules = replayed.tree.ruleset;
        let mut notes = Vec::new();
        for warning in &replayed.warnings {
            let is_guess = matches!(warning.doubt, Doubt::RulesNotNamed(_));
            if !(is_guess && self.told.replace(rules).is_some_and(|told| told == rules)) {
                notes.push(self.note(warning, &rules));
            }
        }
        notes
    }

    fn note(&self, warning: &Warning, rules: &Ruleset) -> String {
        self.line("pdn-note-line", warning.line, warning.column, self.words.pdn_warning(warning, rules))
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
        Some(Found::Broken(message)) => {
            let hint = games.hint().map(|hint| format!("\n{hint}")).unwrap_or_default();
            Err(Failure::Input(format!("{message}{hint}")))
        }
    }
}

//! `damka pdn check`

use super::progress::Progress;
use super::source::{Found, Games, Input, unreadable};
use super::{Reading, tell};
use crate::failure::Failure;
use damka_notation::pdn::Replayed;
use damka_words::Words;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// What was counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Games, the broken ones included.
    games: u64,
    broken: u64,
    /// Half-moves of the legal games.
    plies: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.broken += other.broken;
        self.plies += other.plies;
    }

    /// The line that other programs read; it is the same in every language.
    pub fn line(&self) -> String {
        format!("games {}, legal {}, broken {}", self.games, self.games - self.broken, self.broken)
    }
}

/// What a reading of all inputs came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The counts of all inputs.
    pub tally: Tally,
    /// Advice for games whose rules are unknown.
    hint: Option<String>,
    is_incomplete: bool,
}

impl Outcome {
    /// Says what helps, and turns what was wrong into an exit code.
    pub fn end(&self) -> Result<(), Failure> {
        if let Some(hint) = &self.hint {
            tell(hint);
        }
        match self {
            Outcome { is_incomplete: true, .. } => Err(Failure::Told(2)),
            Outcome { tally, .. } if tally.broken > 0 => Err(Failure::Told(1)),
            _ => Ok(()),
        }
    }
}

/// Who hears of the games of a reading.
pub trait Listener {
    /// A legal game.
    fn game(&mut self, replayed: Replayed, input: &Input) -> Result<(), Failure>;
    /// Something to be told, by line.
    fn say(&mut self, message: &str) -> io::Result<()>;
    /// An input has ended.
    fn end(&mut self, _input: &Input, _tally: Tally) -> io::Result<()> {
        Ok(())
    }
}

/// Reads every game of every input. Broken games and unreadable files are told, and the reading goes on.
pub fn read_all(
    words: &Words,
    inputs: &[Input],
    reading: &Reading,
    is_quiet: bool,
    listener: &mut impl Listener,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let mut progress = Progress::new(inputs, is_quiet);
    let mut before = 0;
    for input in inputs {
        let mut tally = Tally::default();
        let refuse = |error: &io::Error, progress: &Progress| {
            progress.aside(|| tell(&format!("damka: {}", unreadable(words, &input.name(), error))));
        };
        let mut games = match Games::open(words, input, reading) {
            Ok(games) => games,
            Err(error) => {
                outcome.is_incomplete = true;
                refuse(&error, &progress);
                continue;
            }
        };
        loop {
            let found = match games.next() {
                Ok(None) => break,
                Ok(Some(found)) => found,
                Err(error) => {
                    outcome.is_incomplete = true;
                    refuse(&error, &progress);
                    break;
                }
            };
            tally.games += 1;
            match found {
                Found::Legal(replayed, notes) => {
                    tally.plies += replayed.tree.plies() as u64;
                    if !notes.is_empty() {
                        progress.aside(|| notes.iter().try_for_each(|note| listener.say(note)))?;
                    }
                    listener.game(*replayed, input)?;
                }
                Found::Broken(message) => {
                    tally.broken += 1;
                    progress.aside(|| listener.say(&message))?;
                }
            }
            progress.reached(before + games.offset());
        }
        before += games.offset();
        outcome.hint = games.hint().or(outcome.hint);
        progress.aside(|| listener.end(input, tally))?;
        outcome.tally.add(tally);
    }
    Ok(outcome)
}

/// Prints what is wrong.
struct Report<'a, W> {
    words: &'a Words,
    out: &'a mut W,
    /// Lines must not wait in a buffer while a bar is drawn on the same terminal.
    is_watched: bool,
}

impl<W: Write> Listener for Report<'_, W> {
    fn game(&mut self, _: Replayed, _: &Input) -> Result<(), Failure> {
        Ok(())
    }

    fn say(&mut self, message: &str) -> io::Result<()> {
        writeln!(self.out, "{message}")?;
        if self.is_watched { self.out.flush() } else { Ok(()) }
    }

    fn end(&mut self, input: &Input, tally: Tally) -> io::Result<()> {
        let count = |id: &str, count: u64| self.words.say(id, &[("count", count.into())]);
        let variables = [
            ("file", input.name().into()),
            ("games", count("games-count", tally.games).into()),
            ("plies", count("half-moves-count", tally.plies).into()),
            ("broken", tally.broken.into()),
        ];
        let line = self.words.say("pdn-file-total", &variables);
        self.say(&line)
    }
}

/// `damka pdn check`
pub fn check(words: &Words, files: &[PathBuf], reading: &Reading, out: &mut impl Write) -> Result<(), Failure> {
    let mut report = Report { words, is_watched: io::stdout().is_terminal(), out: &mut *out };
    let outcome = read_all(words, &Input::all(files), reading, false, &mut report)?;
    writeln!(out, "{}", outcome.tally.line())?;
    out.flush()?;
    outcome.end()
}

//! The games of a file, read and replayed; rules that the file does not name are guessed.

use super::game::Place;
use super::replay::{ReplayOptions, Replayed, Replayer};
use super::{GameReader, PdnError, PdnGame, StreamError};
use damka_rules::Ruleset;
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// The maximum number of games without rules that are used for the guess.
const SAMPLE_GAMES: usize = 200;
/// How much text is read ahead for it, in bytes, so that memory use stays constant.
const SAMPLE_BYTES: u64 = 512 * 1024;

/// One game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenGame {
    /// The game, or what is wrong with it.
    pub replayed: Result<Replayed, PdnError>,
    /// Whether the game names its rules, or the caller has given them. Otherwise they are a guess.
    pub is_named: bool,
    /// Where it begins.
    pub start: Place,
    /// The number of bytes of the stream up to the end of this game, for progress.
    pub end: u64,
}

/// The games of a stream, one after the other, with memory for only one game at a time.
///
/// If games do not name their rules, and [`ReplayOptions::default`] has none, the rules are guessed from the first of
/// them: some two hundred games are read ahead for this. If one of those games does not fit at all, it is read by its
/// own rules.
///
/// ```
/// use damka_notation::pdn::{GameReader, Games, ReplayOptions};
/// let file = "[White \"A\"] 1. c3-d4 d6-c5 1-0\n\n[White \"B\"] 1. c3-d4 d6-c5 2. b2-c4 *";
/// let mut games = Games::new(GameReader::new(file.as_bytes()), ReplayOptions::default());
/// assert_eq!(games.next_game().unwrap().unwrap().replayed.unwrap().tree.ruleset.id(), "russian");
/// let error = games.next_game().unwrap().unwrap().replayed.unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 31: \"b2-c4\": c4 is not a played square");
/// assert!(games.next_game().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Games<R> {
    reader: GameReader<R>,
    replayer: Replayer,
    has_default: bool,
    /// The games that were read ahead.
    ahead: VecDeque<Waiting>,
    has_looked_ahead: bool,
    /// The failure of the stream while reading ahead; reported after the games before it.
    failure: Option<io::Error>,
    /// The number of bytes up to the end of the last game returned.
    given: u64,
}

/// A game that was read but not yet replayed.
#[derive(Debug)]
struct Waiting {
    game: Result<PdnGame, PdnError>,
    is_named: bool,
    start: Place,
    end: u64,
}

impl<R: BufRead> Games<R> {
    /// The games of a reader.
    pub fn new(reader: GameReader<R>, options: ReplayOptions) -> Games<R> {
        Games {
            reader,
            replayer: Replayer::new(options),
            has_default: options.default.is_some(),
            ahead: VecDeque::new(),
            has_looked_ahead: false,
            failure: None,
            given: 0,
        }
    }

    /// The next game, replayed; `None` at the end.
    ///
    /// # Errors
    /// If the stream fails; then nothing more will come. Errors in a game are reported in that game's place.
    pub fn next_game(&mut self) -> io::Result<Option<GivenGame>> {
        let Some(Waiting { game, is_named, start, end }) = self.next_waiting()? else { return Ok(None) };
        let replayed = game.and_then(|game| self.replayer.replay(&game));
        Ok(Some(GivenGame { replayed, is_named, start, end }))
    }

    /// Skips a game; returns whether there was one. It still counts for guessing the rules of the others.
    ///
    /// # Errors
    /// As [`Games::next_game`].
    pub fn skip_game(&mut self) -> io::Result<bool> {
        Ok(self.next_waiting()?.is_some())
    }

    /// The number of bytes of the stream that have been returned, for progress.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.given
    }

    /// The guessed rules by which games without rules are read, if there were such games.
    #[must_use]
    pub const fn guessed(&self) -> Option<&Ruleset> {
        self.replayer.guessed()
    }

    fn next_waiting(&mut self) -> io::Result<Option<Waiting>> {
        let next = match (self.ahead.pop_front(), self.failure.take()) {
            (Some(waiting), failure) => {
                self.failure = failure;
                Some(waiting)
            }
            (None, Some(error)) => return Err(error),
            (None, None) => self.read()?,
        };
        let Some(waiting) = next else {
            self.given = self.reader.offset();
            return Ok(None);
        };
        self.given = waiting.end;
        if !waiting.is_named && !self.has_looked_ahead {
            self.look_ahead(&waiting);
        }
        Ok(Some(waiting))
    }

    /// Reads ahead from the first game without rules, and guesses the rules for all such games.
    fn look_ahead(&mut self, first: &Waiting) {
        self.has_looked_ahead = true;
        let mut unnamed = 1;
        while unnamed < SAMPLE_GAMES && self.reader.offset() - first.end < SAMPLE_BYTES {
            match self.read() {
                Ok(Some(waiting)) => {
                    unnamed += usize::from(!waiting.is_named);
                    self.ahead.push_back(waiting);
                }
                Ok(None) => break,
                Err(error) => {
                    self.failure = Some(error);
                    break;
                }
            }
        }
        let sample = std::iter::once(first).chain(&self.ahead).filter_map(|waiting| waiting.game.as_ref().ok());
        self.replayer.guess(sample);
    }

    /// The next game of the stream. A game that is already broken needs no rules.
    fn read(&mut self) -> io::Result<Option<Waiting>> {
        let (game, start) = match self.reader.next_game() {
            Ok(None) => return Ok(None),
            Ok(Some(raw)) => (PdnGame::parse(&raw), Place { line: raw.line, column: raw.column }),
            Err(StreamError::Io(error)) => return Err(error),
            Err(StreamError::Game(error)) => {
                let start = Place { line: error.line, column: error.column };
                (Err(error), start)
            }
        };
        let is_named = self.has_default || game.as_ref().map_or(true, PdnGame::names_rules);
        Ok(Some(Waiting { game, is_named, start, end: self.reader.offset() }))
    }
}

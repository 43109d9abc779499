//! Games one by one from a stream of any length, in memory for one game.

use super::split::{Split, split};
use super::wide::WideText;
use super::{PdnError, Reason};
use crate::encoding::{self, Detector, Encoding};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead};

/// The least that is read at a time, in bytes.
const CHUNK: usize = 64 * 1024;
/// How many bytes are needed to tell whether a stream is UTF-16.
const FIRST_BYTES: usize = 4;

/// The text of one game, not yet understood.
#[derive(Clone, Debug)]
pub struct RawGame<'a> {
    /// The text, in letters.
    pub text: Cow<'a, str>,
    /// The encoding it had.
    pub encoding: Encoding,
    /// The line in which it begins, from 1.
    pub line: u64,
    /// The letter of that line at which it begins, from 1.
    pub column: u64,
    /// The byte of the stream at which it begins, from 0; for UTF-16, counted as UTF-8.
    pub offset: u64,
}

impl<'a> RawGame<'a> {
    /// A game that did not come from a stream.
    #[must_use]
    pub fn of_text(text: &'a str) -> RawGame<'a> {
        RawGame { text: Cow::Borrowed(text), encoding: Encoding::Utf8, line: 1, column: 1, offset: 0 }
    }
}

/// Why a stream gives no game.
#[derive(Debug)]
pub enum StreamError {
    /// The stream itself failed; nothing more will come.
    Io(io::Error),
    /// The next game cannot be read; the ones after it can.
    Game(PdnError),
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Io(error) => error.fmt(f),
            StreamError::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StreamError {}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> StreamError {
        StreamError::Io(error)
    }
}

/// Splits a stream into games.
///
/// A game ends at `*`, at a result, or where tags follow moves. A text without tags and moves, such as a second `*`, is
/// no game.
///
/// ```
/// use damka_notation::pdn::GameReader;
/// let file = "1. c3-d4 1-0\n[Event \"Next\"] 1. e3-f4 *";
/// let mut reader = GameReader::new(file.as_bytes());
/// assert_eq!(reader.next_game().unwrap().unwrap().text, "1. c3-d4 1-0");
/// assert_eq!(reader.next_game().unwrap().unwrap().line, 2);
/// assert!(reader.next_game().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    source: R,
    buffer: Vec<u8>,
    /// What has been given out.
    used: usize,
    /// The source has no more.
    at_end: bool,
    failed: bool,
    limit: usize,
    /// Whether the encoding has been looked for in the first bytes, or is given.
    is_known: bool,
    /// The stream is UTF-16.
    wide: Option<WideText>,
    detector: Detector,
    /// Where the first byte that is not yet given out stands.
    line: u64,
    column: u64,
    offset: u64,
}

impl<R: BufRead> GameReader<R> {
    /// The largest game that is read if nothing else is said: sixteen million bytes.
    pub const LIMIT: usize = 16_000_000;

    /// A reader of a stream.
    pub fn new(source: R) -> GameReader<R> {
        GameReader {
            source,
            buffer: Vec::new(),
            used: 0,
            at_end: false,
            failed: false,
            limit: Self::LIMIT,
            is_known: false,
            wide: None,
            detector: Detector::default(),
            line: 1,
            column: 1,
            offset: 0,
        }
    }

    /// The same reader with another limit for one game, in bytes; 4 GiB at most.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> GameReader<R> {
        self.limit = limit.min(u32::MAX as usize);
        self
    }

    /// The same reader for a stream whose encoding is known.
    #[must_use]
    pub fn with_encoding(mut self, encoding: Encoding) -> GameReader<R> {
        self.is_known = true;
        self.wide = encoding.is_wide().then(|| WideText::new(encoding));
        self.detector = Detector::fixed(if encoding.is_wide() { Encoding::Utf8 } else { encoding });
        self
    }

    /// The number of bytes of the stream that have been returned, for progress. For UTF-16 it is a good estimate.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.wide.as_ref().map_or(self.offset, |wide| wide.source_offset(self.offset))
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// If the stream fails, or a game is too large. After a game that is too large, the reader continues at the next
    /// tag that begins a line.
    pub fn next_game(&mut self) -> Result<Option<RawGame<'_>>, StreamError> {
        let length = loop {
            self.skip_blanks();
            match split(self.waiting(), self.at_end || self.failed) {
                Split::Game(length) => break length,
                Split::Nothing(length) => {
                    self.pass(length);
                    if self.at_end || self.failed {
                        return Ok(None);
                    }
                    self.fill()?;
                }
                Split::Skip(length) => self.pass(length),
                Split::More if self.waiting().len() > self.limit => return Err(self.too_large()),
                Split::More => self.fill()?,
            }
        };
        if length > self.limit {
            let error = self.error_here(Reason::TooLarge { limit: self.limit });
            self.pass(length);
            return Err(StreamError::Game(error));
        }
        Ok(Some(self.take(length)))
    }

    fn error_here(&self, reason: Reason) -> PdnError {
        PdnError { line: self.line, column: self.column, text: String::new(), reason, at: None }
    }

    fn waiting(&self) -> &[u8] {
        self.buffer.get(self.used..).unwrap_or_default()
    }

    fn take(&mut self, length: usize) -> RawGame<'_> {
        let (line, column, offset) = (self.line, self.column, self.offset);
        let start = self.used;
        self.pass(length);
        let game = self.buffer.get(start..start + length).unwrap_or_default();
        let sample = self.buffer.get(start..).unwrap_or_default();
        let (text, found) = self.detector.read(game, sample);
        let encoding = self.wide.as_ref().map_or(found, WideText::encoding);
        RawGame { text, encoding, line, column, offset }
    }

    /// Blanks, and the marks that concatenated files leave, before a game.
    fn skip_blanks(&mut self) {
        loop {
            let waiting = self.waiting();
            let blanks = waiting.iter().take_while(|byte| **byte <= b' ').count();
            let mark = waiting.get(blanks..).is_some_and(|rest| rest.starts_with(b"\xEF\xBB\xBF"));
            let length = blanks + if mark { 3 } else { 0 };
            if length == 0 {
                return;
            }
            self.pass(length);
        }
    }

    /// Moves on, and counts lines and columns.
    fn pass(&mut self, length: usize) {
        let passed = self.buffer.get(self.used..self.used + length).unwrap_or_default();
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        let in_line = passed.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        // In the encodings that are not UTF-8 a letter is a byte.
        let letters = std::str::from_utf8(in_line).map_or(in_line.len(), |text| text.chars().count());
        self.column = letters as u64 + if lines == 0 { self.column } else { 1 };
        self.line += lines as u64;
        self.offset += passed.len() as u64;
        self.used += passed.len();
    }

    /// Reads on: as much as is waiting already, so that looking at a game again and again costs twice its size in all.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.used);
        self.used = 0;
        let wanted = self.buffer.len() + self.buffer.len().max(CHUNK);
        while self.buffer.len() < wanted {
            let chunk = match self.source.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.failed = true;
                    self.buffer.clear();
                    return Err(error);
                }
            };
            if chunk.is_empty() {
                self.at_end = true;
                self.find_wide();
                if let Some(wide) = &mut self.wide {
                    wide.finish(&mut self.buffer);
                }
                return Ok(());
            }
            match &mut self.wide {
                Some(wide) => wide.decode(chunk, &mut self.buffer),
                None => self.buffer.extend_from_slice(chunk),
            }
            let length = chunk.len();
            self.source.consume(length);
            if self.buffer.len() >= FIRST_BYTES {
                self.find_wide();
            }
        }
        Ok(())
    }

    /// Checks once whether the stream is UTF-16, and converts what has been read of it to UTF-8.
    fn find_wide(&mut self) {
        if std::mem::replace(&mut self.is_known, true) {
            return;
        }
        if let Some(encoding) = encoding::wide(&self.buffer) {
            let bytes = std::mem::take(&mut self.buffer);
            let wide = self.wide.insert(WideText::new(encoding));
            wide.decode(&bytes, &mut self.buffer);
        }
    }

    /// Passes over a game that is too large, to the next line that begins with a tag, in memory for one chunk.
    fn too_large(&mut self) -> StreamError {
        let error = self.error_here(Reason::TooLarge { limit: self.limit });
        // All that is here belongs to the game, but its last byte may be the line end before the next one.
        self.pass(self.waiting().len().saturating_sub(1));
        loop {
            let (length, found) = next_tag_line(self.waiting());
            self.pass(length);
            if found || self.at_end {
                return StreamError::Game(error);
            }
            if let Err(error) = self.fill() {
                return StreamError::Io(error);
            }
        }
    }
}

/// The place of the next line that begins with a tag, and whether there is one; if not, how much surely holds none. The
/// first line is not looked at: its beginning may be gone.
fn next_tag_line(bytes: &[u8]) -> (usize, bool) {
    let mut at = 0;
    loop {
        let line = bytes.get(at..).unwrap_or_default();
        let Some(end) = line.iter().position(|byte| *byte == b'\n') else { return (bytes.len(), false) };
        match line.get(end + 1..end + 3) {
            Some([b'[', letter]) if letter.is_ascii_uppercase() => return (at + end + 1, true),
            Some(_) => at += end + 1,
            // The next line is not yet here.
            None => return (at + end, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// Games without end, up to a length.
    struct Endless {
        at: usize,
        length: usize,
    }

    impl Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            const GAME: &[u8] = b"[Event \"x\"]\n1. c3-d4 d6-c5 1-0\n\n";
            let length = out.len().min(self.length - self.at);
            for byte in &mut out[..length] {
                *byte = GAME[self.at % GAME.len()];
                self.at += 1;
            }
            Ok(length)
        }
    }

    #[test]
    fn memory_is_flat() {
        let mut reader = GameReader::new(BufReader::new(Endless { at: 0, length: 20_000_000 }));
        let mut games = 0;
        let mut most = 0;
        loop {
            match reader.next_game() {
                Ok(Some(_)) => games += 1,
                Ok(None) => break,
                Err(error) => panic!("{error}"),
            }
            most = most.max(reader.buffer.capacity());
        }
        assert!(games > 100_000 && most <= 4 * CHUNK, "{games} {most}");
        assert_eq!(reader.offset(), 20_000_000);
    }

    #[test]
    fn a_stream_that_fails() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut reader = GameReader::new(BufReader::new(b"c3-d4 ".chain(Failing)));
        assert!(matches!(reader.next_game(), Err(StreamError::Io(_))));
        assert!(reader.next_game().unwrap().is_none());
    }
}

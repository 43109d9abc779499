//! A game as it stands in a file: read, but not yet asked whether its moves are legal.

use super::comment::Comment;
use super::outcome::GameResult;
use super::tags::Tags;
use super::{PdnError, RawGame, Reason, parse, quote};

/// A game as it stands in a file.
///
/// The body is a tree, given as the list of its parts in the order of the text: [`Item::Open`] and [`Item::Close`] are
/// always in pairs. So it costs no recursion, however it was nested.
///
/// ```
/// use damka_notation::pdn::{Item, PdnGame};
/// let game = PdnGame::read("[White \"A\"] 1. c3-d4! {why} (1. e3-f4) f6-g5 1-0").unwrap();
/// assert_eq!(game.tags.get("White"), Some("A"));
/// let moves: Vec<_> = game.items().filter(|(_, item)| matches!(item, Item::Move(_))).collect();
/// assert_eq!(moves.len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct PdnGame {
    /// The tags.
    pub tags: Tags,
    /// The result behind the moves, if there is one; `*` is none. The one of the tags may differ: see
    /// [`PdnGame::result`].
    pub terminator: Option<GameResult>,
    pub(super) text: String,
    pub(super) entries: Vec<Entry>,
    pub(super) notes: Vec<Note>,
    line: u64,
    column: u64,
}

/// A part of a game's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// A move, as written, blanks within it included; or a word that should be one.
    Move(&'a str),
    /// A sign such as `!?` behind a move. What it means depends on the reader's convention.
    Mark(&'a str),
    /// A number of PDN's list of marks.
    Nag(u16),
    /// A comment.
    Comment(Comment),
    /// A set-up between slashes, as written.
    Setup(&'a str),
    /// A result inside a variation.
    Result(&'a str),
    /// A variation begins: other moves instead of the last one.
    Open,
    /// A variation ends.
    Close,
}

/// Where something stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The letter of the line, from 1.
    pub column: u64,
}

/// A part's place in the game's text, to be turned into a [`Place`] when it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At(pub(super) u32);

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub kind: EntryKind,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Move,
    Mark,
    Nag(u16),
    Comment,
    Setup,
    Result,
    Open,
    Close,
}

/// Something strange that did not prevent the text from being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub kind: NoteKind,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoteKind {
    /// A sign without a meaning in its place was left out.
    Stray,
    /// Text outside comments was kept as a comment.
    Text,
    /// Line ends are written out as `\r`.
    LineEnd,
}

impl PdnGame {
    /// Reads a game from text.
    ///
    /// Signs without a meaning in their place, and words outside comments, do no harm; [`Replayed`](super::Replayed)
    /// reports them.
    ///
    /// # Errors
    /// If something is opened but not closed.
    pub fn read(text: &str) -> Result<PdnGame, PdnError> {
        PdnGame::parse(&RawGame::of_text(text))
    }

    /// Reads a game of a stream.
    ///
    /// # Errors
    /// As [`PdnGame::read`].
    pub fn parse(raw: &RawGame<'_>) -> Result<PdnGame, PdnError> {
        let mut game = PdnGame {
            tags: Tags::new(),
            terminator: None,
            text: raw.text.clone().into_owned(),
            entries: Vec::with_capacity(raw.text.len() / 8),
            notes: Vec::new(),
            line: raw.line,
            column: raw.column,
        };
        match parse::parse(&mut game) {
            Ok(()) => Ok(game),
            Err((at, end, reason)) => Err(game.error(at, end, reason)),
        }
    }

    /// The parts of the body, and where they stand.
    pub fn items(&self) -> impl Iterator<Item = (At, Item<'_>)> {
        self.entries.iter().map(|entry| (At(entry.start), self.item(entry)))
    }

    pub(super) fn item(&self, entry: &Entry) -> Item<'_> {
        let text = self.part(entry.start, entry.end);
        match entry.kind {
            EntryKind::Move => Item::Move(text),
            EntryKind::Mark => Item::Mark(text),
            EntryKind::Nag(number) => Item::Nag(number),
            EntryKind::Comment => Item::Comment(Comment::read(text)),
            EntryKind::Setup => Item::Setup(text),
            EntryKind::Result => Item::Result(text),
            EntryKind::Open => Item::Open,
            EntryKind::Close => Item::Close,
        }
    }

    pub(super) fn part(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The result: the one behind the moves if it says something, else the tag's.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let tag = || self.tags.get("Result").map_or(GameResult::Unknown, GameResult::read);
        self.terminator.clone().unwrap_or_else(tag)
    }

    /// Where the game begins in its file.
    #[must_use]
    pub fn start(&self) -> Place {
        Place { line: self.line, column: self.column }
    }

    /// Where a part stands in its file.
    #[must_use]
    pub fn place(&self, at: At) -> Place {
        let before = self.text.get(..at.0 as usize).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let in_line = before.get(line_start..).unwrap_or_default();
        let letters = in_line.chars().count() as u64;
        let lines = before.bytes().filter(|byte| *byte == b'\n').count() as u64;
        Place { line: self.line + lines, column: letters + if lines == 0 { self.column } else { 1 } }
    }

    pub(super) fn error(&self, start: u32, end: u32, reason: Reason) -> PdnError {
        let Place { line, column } = self.place(At(start));
        let text = quote(self.part(start, end));
        PdnError { line, column, text, reason, at: None }
    }
}

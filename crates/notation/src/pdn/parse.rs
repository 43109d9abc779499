//! From the parts of a game's text to its items: words become moves, with what people put between their squares.

use super::Reason;
use super::game::{Entry, EntryKind, Note, NoteKind, PdnGame};
use super::lex::{Kind, Lexer, Token, begins_game};
use super::outcome::{GameResult, is_terminator};
use super::text::{has_no_moves, is_text, may_be_move};
use super::{MOST_WARNINGS, tags};
use crate::letters::{is_dash, latin};

/// The deepest nesting of variations that is read.
pub const DEEPEST: usize = 256;

/// The sign of a forced move.
const FORCED: char = '□';

/// Where something is wrong, and what.
type Failure = (u32, u32, Reason);

pub(super) fn parse(game: &mut PdnGame) -> Result<(), Failure> {
    let text = std::mem::take(&mut game.text);
    let mut parser = Parser {
        text: &text,
        lexer: Lexer::new(text.as_bytes()),
        game,
        open: Vec::new(),
        number: None,
        after_number: false,
        joins: false,
        dangling: None,
        bare_number: false,
        nesting: true,
        has_body: false,
        has_moves: false,
        text_end: None,
    };
    let result = parser.run();
    game.text = text;
    result
}

/// A sign between squares that waits for the next square.
#[derive(Clone, Copy)]
enum Dangling {
    /// The last letter of the last move: `18x` of `18x 9`.
    Glued,
    /// A word of its own: the `x` of `18 x 9`.
    Alone(Token),
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    game: &'a mut PdnGame,
    /// Where the open variations begin.
    open: Vec<u32>,
    /// The last number of a move.
    number: Option<u32>,
    /// Nothing stands between that number and here.
    after_number: bool,
    /// The last item is a move, and nothing stands between it and here.
    joins: bool,
    dangling: Option<Dangling>,
    /// The last item is a number alone: half a move, or the number of one without its dot.
    bare_number: bool,
    /// Braces inside comments are looked for. Once they do not match they mean nothing in this game.
    nesting: bool,
    /// There is more than comments: no tag of this game can follow.
    has_body: bool,
    /// Whether the text before the first tag is known to contain more than words.
    has_moves: bool,
    /// The end of the last text outside comments.
    text_end: Option<usize>,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Failure> {
        while let Some(token) = self.lexer.next() {
            if token.kind == Kind::Word {
                if self.word(token)? {
                    break;
                }
                continue;
            }
            let glued = self.joins && self.last_end() == token.start;
            self.settle();
            (self.joins, self.after_number) = (false, false);
            match token.kind {
                Kind::Tag if self.has_body && self.is_heading(token) => {
                    self.heading(token);
                    self.tag(token)?;
                }
                // A text that was not split: the rest is the next game.
                Kind::Tag if self.has_body && begins_game(self.text.as_bytes(), token) => break,
                Kind::Tag if self.has_body => self.stray_text(token),
                Kind::Tag => self.tag(token)?,
                Kind::Comment => self.comment(token)?,
                Kind::LineComment => self.push(EntryKind::Comment, token.start + 1, token.end),
                Kind::Setup => self.setup(token)?,
                Kind::Open => self.open(token)?,
                Kind::Close => self.close(token),
                Kind::Nag => self.nag(token),
                // Some writers mark a forced move with a star.
                Kind::Star if glued || !self.open.is_empty() => self.push(EntryKind::Mark, token.start, token.end),
                Kind::Star => break,
                Kind::Mark => self.push(EntryKind::Mark, token.start, token.end),
                Kind::Stray => self.note(NoteKind::Stray, token),
                Kind::Word => {}
            }
        }
        self.trailing_comments()?;
        self.finish()
    }

    /// Comments behind the end of the game belong to it.
    fn trailing_comments(&mut self) -> Result<(), Failure> {
        while let Some(token) = self.lexer.next() {
            match token.kind {
                Kind::Comment => self.comment(token)?,
                Kind::Star => {}
                Kind::Word if self.is_stray_text(token) => self.stray_text(token),
                // A text that was not split: the rest is not this game.
                _ => break,
            }
        }
        Ok(())
    }

    /// Whether there are only words before the first tag.
    fn is_heading(&mut self, token: Token) -> bool {
        if self.has_moves || !self.game.tags.is_empty() {
            return false;
        }
        self.has_moves = !has_no_moves(self.text.as_bytes().get(..token.start).unwrap_or_default());
        !self.has_moves
    }

    /// Words before the first tag become a comment.
    fn heading(&mut self, tag: Token) {
        let before = self.text.get(..tag.start).unwrap_or_default();
        let (start, end) = (before.len() - before.trim_start().len(), before.trim_end().len());
        self.game.entries.clear();
        self.open.clear();
        (self.number, self.has_body) = (None, false);
        self.push(EntryKind::Comment, start, end);
        self.note(NoteKind::Text, Token { start, end, ..tag });
    }

    /// Whether a word is text that belongs in a comment, or continues such a text on the same line.
    fn is_stray_text(&self, token: Token) -> bool {
        let word = self.text.get(token.start..token.end).unwrap_or_default();
        let between = |end| self.text.get(end..token.start).unwrap_or_default();
        let goes_on = |end| !between(end).contains('\n') && !may_be_move(word.as_bytes()) && !word.ends_with('.');
        is_text(word) || self.open_text().is_some_and(goes_on)
    }

    /// The end of the last text outside comments, if nothing has followed it.
    fn open_text(&self) -> Option<usize> {
        self.text_end.filter(|end| *end == self.last_end())
    }

    /// Keeps text outside comments as a comment.
    fn stray_text(&mut self, token: Token) {
        if self.open_text().is_some() {
            self.extend(token.end);
        } else {
            self.settle();
            self.push(EntryKind::Comment, token.start, token.end);
            self.note(NoteKind::Text, token);
        }
        (self.joins, self.after_number) = (false, false);
        self.text_end = Some(token.end);
    }

    /// Notes something strange, unless there are too many notes already.
    fn note(&mut self, kind: NoteKind, token: Token) {
        if self.game.notes.len() < MOST_WARNINGS {
            self.game.notes.push(Note { kind, start: token.start as u32, end: token.end as u32 });
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.settle();
        if let Some(start) = self.open.last() {
            return Err((*start, *start + 1, Reason::UnclosedVariation));
        }
        self.spaced_result();
        if let Some(at) = self.lexer.written_line_end() {
            self.note(NoteKind::LineEnd, Token { kind: Kind::Stray, start: at, end: at + 2, closed: true });
        }
        Ok(())
    }

    /// `1 - 0` was read as a move, and so was a strange result that the tag has too.
    fn spaced_result(&mut self) {
        let Some(last) = self.game.entries.last().copied().filter(|last| last.kind == EntryKind::Move) else { return };
        let text = self.text.get(last.start as usize..last.end as usize).unwrap_or_default();
        let compact: String = text.chars().take(16).filter(|letter| !letter.is_whitespace()).collect();
        let is_tag =
            || matches!(GameResult::read(text), GameResult::Other(_)) && self.game.tags.get("Result") == Some(text);
        if is_terminator(compact.as_bytes()) || is_tag() {
            self.game.entries.pop();
            self.game.terminator = Some(GameResult::read(&compact));
        }
    }

    fn push(&mut self, kind: EntryKind, start: usize, end: usize) {
        self.has_body |= kind != EntryKind::Comment;
        self.game.entries.push(Entry { kind, start: start as u32, end: end as u32 });
    }

    fn last_end(&self) -> usize {
        self.game.entries.last().map_or(0, |last| last.end as usize)
    }

    /// The last move goes on to here.
    fn extend(&mut self, end: usize) {
        if let Some(last) = self.game.entries.last_mut() {
            last.end = end as u32;
        }
    }

    #[inline]
    fn tag(&mut self, token: Token) -> Result<(), Failure> {
        let text = self.text.get(token.start..token.end).unwrap_or_default();
        match tags::read(text).filter(|_| token.closed) {
            Some((name, value)) => self.game.tags.push(name, value),
            None => return Err(failure(token, Reason::BadTag)),
        }
        Ok(())
    }

    fn comment(&mut self, token: Token) -> Result<(), Failure> {
        if !token.closed {
            return Err(failure(token, Reason::UnclosedComment));
        }
        let end = self.nested_end(token);
        self.push(EntryKind::Comment, token.start + 1, end - 1);
        Ok(())
    }

    /// The standard knows no braces inside comments, but files have them. Where all braces match, they do nest.
    fn nested_end(&mut self, token: Token) -> usize {
        let bytes = self.text.as_bytes();
        let inside = bytes.get(token.start + 1..token.end).unwrap_or_default();
        let mut depth = inside.iter().filter(|byte| **byte == b'{').count();
        if depth == 0 || !self.nesting {
            return token.end;
        }
        let rest = bytes.get(token.end..).unwrap_or_default();
        for (at, byte) in rest.iter().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                let end = token.end + at + 1;
                self.lexer.go_to(end);
                return end;
            }
        }
        self.nesting = false;
        token.end
    }

    fn setup(&mut self, token: Token) -> Result<(), Failure> {
        if !token.closed {
            return Err(failure(token, Reason::UnclosedSetup));
        }
        self.push(EntryKind::Setup, token.start + 1, token.end - 1);
        Ok(())
    }

    fn open(&mut self, token: Token) -> Result<(), Failure> {
        if self.open.len() == DEEPEST {
            return Err(failure(token, Reason::TooDeep { limit: DEEPEST }));
        }
        self.open.push(token.start as u32);
        self.push(EntryKind::Open, token.start, token.end);
        Ok(())
    }

    fn close(&mut self, token: Token) {
        match self.open.pop() {
            Some(_) => self.push(EntryKind::Close, token.start, token.end),
            None => self.note(NoteKind::Stray, token),
        }
    }

    fn nag(&mut self, token: Token) {
        match self.text.get(token.start + 1..token.end).and_then(|digits| digits.parse().ok()) {
            Some(number) => self.push(EntryKind::Nag(number), token.start, token.end),
            None => self.note(NoteKind::Stray, token),
        }
    }

    /// Whether the game ends with this word.
    fn word(&mut self, token: Token) -> Result<bool, Failure> {
        let bytes = self.text.as_bytes().get(token.start..token.end).unwrap_or_default();
        if is_terminator(bytes) {
            self.settle();
            (self.joins, self.after_number) = (false, false);
            if self.open.is_empty() {
                self.game.terminator =
                    Some(GameResult::read(self.text.get(token.start..token.end).unwrap_or_default()));
                return Ok(true);
            }
            self.push(EntryKind::Result, token.start, token.end);
        } else if bytes.is_ascii() {
            self.move_part(token);
        } else {
            self.foreign_word(token);
        }
        Ok(false)
    }

    /// A word may hold blanks that are not ASCII, the mark of byte order, and the sign of a forced move.
    fn foreign_word(&mut self, token: Token) {
        let text = self.text.get(token.start..token.end).unwrap_or_default();
        let is_end = |letter: char| letter.is_whitespace() || matches!(letter, '\u{feff}' | '…' | FORCED);
        let mut start = token.start;
        for part in text.split_inclusive(is_end) {
            let end = start + part.len();
            let word = part.trim_end_matches(is_end);
            if !word.is_empty() {
                self.move_part(Token { start, end: start + word.len(), ..token });
            }
            if part.ends_with(FORCED) {
                self.settle();
                self.joins = false;
                self.push(EntryKind::Mark, end - FORCED.len_utf8(), end);
            }
            start = end;
        }
    }

    /// A word that is a number, a move, or a part of one.
    fn move_part(&mut self, token: Token) {
        let Some(start) = self.after_move_number(token) else { return };
        let token = Token { start, ..token };
        let word = self.text.get(token.start..token.end).unwrap_or_default();
        let (Some(first), Some(last)) = (edge(word.as_bytes().first(), word.chars().next()), edge_back(word)) else {
            return;
        };
        let begins_with_sign = is_sign(first);
        if (self.text_end.is_some() || has_second_letter(word)) && self.is_stray_text(token) {
            return self.stray_text(token);
        }
        let is_alone = begins_with_sign && word.chars().all(is_sign);
        let goes_on = self.dangling.is_some() && first.is_alphanumeric() && !begins_with_sign;
        if goes_on || (self.joins && begins_with_sign && !is_alone && self.dangling.is_none()) {
            self.dangling = None;
            self.bare_number = false;
            self.extend(token.end);
        } else if self.joins && is_alone && self.dangling.is_none() && !self.is_placeholder() {
            self.dangling = Some(Dangling::Alone(token));
            self.bare_number = false;
            return;
        } else {
            self.settle();
            self.push(EntryKind::Move, token.start, token.end);
            self.bare_number = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()) && !self.after_number;
        }
        (self.joins, self.after_number) = (true, false);
        if is_sign(last) && !is_alone {
            self.dangling = Some(Dangling::Glued);
        }
    }

    /// Where the word goes on behind the number of a move and its dots; `None` if nothing is left.
    fn after_move_number(&mut self, token: Token) -> Option<usize> {
        let bytes = self.text.as_bytes().get(token.start..token.end).unwrap_or_default();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = bytes.iter().skip(digits).take_while(|byte| **byte == b'.').count();
        if dots == 0 {
            return Some(token.start);
        }
        self.settle();
        if digits > 0 {
            self.number = self.text.get(token.start..token.start + digits).and_then(|digits| digits.parse().ok());
        }
        (self.joins, self.after_number) = (false, true);
        Some(token.start + digits + dots).filter(|start| *start < token.end)
    }

    /// Whether the last move is only a dash: nothing is joined to it.
    fn is_placeholder(&self) -> bool {
        let last = self
            .game
            .entries
            .last()
            .map_or("", |last| self.text.get(last.start as usize..last.end as usize).unwrap_or_default());
        last.chars().all(is_dash)
    }

    /// Nothing more comes to the last move: a sign that waits for a square gets none, a number alone is what it can be.
    fn settle(&mut self) {
        match self.dangling.take() {
            Some(Dangling::Alone(token)) => {
                let is_cross = self.text.get(token.start..token.end).is_some_and(|word| word.chars().all(is_cross));
                self.push(if is_cross { EntryKind::Mark } else { EntryKind::Move }, token.start, token.end);
            }
            Some(Dangling::Glued) => self.part_cross(),
            None => {}
        }
        if std::mem::take(&mut self.bare_number) {
            self.drop_number();
        }
    }

    /// The cross at the end of `c7:h4x` is the sign of a game won.
    fn part_cross(&mut self) {
        let Some(last) = self.game.entries.last_mut() else { return };
        let text = self.text.get(last.start as usize..last.end as usize).unwrap_or_default();
        let body = text.trim_end_matches(is_cross);
        if body.len() < text.len() && !body.is_empty() {
            let (start, end) = (last.start as usize + body.len(), last.end as usize);
            last.end = start as u32;
            self.push(EntryKind::Mark, start, end);
        }
    }

    /// A number without its dot, if it is the one that comes next. Any other is kept: half a move must not be lost.
    fn drop_number(&mut self) {
        let Some(last) = self.game.entries.last() else { return };
        let number = self.text.get(last.start as usize..last.end as usize).and_then(|digits| digits.parse().ok());
        let expected = [self.number, Some(self.number.unwrap_or(0).saturating_add(1))];
        if number.is_some() && expected.contains(&number) {
            self.number = number;
            self.game.entries.pop();
        }
    }
}

fn failure(token: Token, reason: Reason) -> Failure {
    (token.start as u32, token.end as u32, reason)
}

/// Whether the second byte of a word is neither a digit nor a sign. That is so in no plain move, so the word may be
/// text.
fn has_second_letter(word: &str) -> bool {
    word.as_bytes().get(1).is_some_and(|byte| *byte >= b'A')
}

/// The first letter, cheaply for most.
fn edge(byte: Option<&u8>, letter: Option<char>) -> Option<char> {
    match byte {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        _ => letter,
    }
}

fn edge_back(word: &str) -> Option<char> {
    edge(word.as_bytes().last(), word.chars().next_back())
}

fn is_sign(letter: char) -> bool {
    letter == ':' || is_dash(letter) || is_cross(letter)
}

fn is_cross(letter: char) -> bool {
    matches!(letter, 'x' | 'X' | '×') || !letter.is_ascii() && latin(letter) == 'x'
}

//! The coarse parts of a PDN text, found in its bytes before its letters are known.
//!
//! The splitter of streams and the parser of games use the same parts, so they cannot disagree about where a comment
//! ends. A part that is never closed ends where a reader would see the mistake, so that it does not swallow the games
//! behind it.

/// The longest in-body set-up that is looked for, in bytes.
pub(super) const LONGEST_SETUP: usize = crate::fen::LONGEST + 64;
/// The longest name of a tag that is looked for inside an open comment, in bytes.
const LONGEST_NAME: usize = 64;
/// How far to search for the quote or closing bracket of a tag in the middle of a line, in bytes.
const LONGEST_REMARK: usize = 200;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `[Event "..."]`
    Tag,
    /// `{ ... }`
    Comment,
    /// `; ...` to the end of the line.
    LineComment,
    /// `/FEN "..."/`
    Setup,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `*`
    Star,
    /// `$3`
    Nag,
    /// `!?`, `(?)`, `=`
    Mark,
    /// A sign without a meaning in its place: it closes nothing, or is not a tag.
    Stray,
    /// Anything else without a blank in it: numbers, moves, results.
    Word,
}

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// Whether it has its closing sign.
    pub closed: bool,
}

/// Finds the parts one by one.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The first place where a line end is written out as `\r`.
    written_line_end: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Word,
    Sign,
}

/// A blank is also what old systems left in files: zero bytes, the end-of-file sign of DOS, commas between moves.
static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0..=b' ' | b',' | 0x7F => Class::Blank,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'$' | b';' | b'%' | b'*' => Class::Sign,
            b'!' | b'?' | b'=' | b'+' | b'#' | b'\\' => Class::Sign,
            _ => Class::Word,
        };
        byte += 1;
    }
    table
}

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { bytes, at: 0, written_line_end: None }
    }

    /// Goes on at a byte.
    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The first place where a line end is written out as the two characters `\r`: programs that print their strings
    /// wrongly leave them.
    pub fn written_line_end(&self) -> Option<usize> {
        self.written_line_end
    }

    pub fn next(&mut self) -> Option<Token> {
        let bytes = self.bytes;
        let mut at = self.at;
        loop {
            let first = *bytes.get(at)?;
            match class(first) {
                Class::Blank => at += 1,
                Class::Sign if matches!(first, b'%' | b'\\') => match self.passed_over(at, first) {
                    Some(end) => at = end,
                    None => return Some(self.token(signed(bytes, at, first))),
                },
                Class::Sign => return Some(self.token(signed(bytes, at, first))),
                Class::Word if first == b'/' => return Some(self.token(setup(bytes, at))),
                Class::Word => {
                    let end = word_end(bytes, at + 1);
                    return Some(self.token(Token { kind: Kind::Word, start: at, end, closed: true }));
                }
            }
        }
    }

    /// The end of something that does not belong to a game: a line with a percent sign, or a line end written out.
    #[cold]
    fn passed_over(&mut self, at: usize, first: u8) -> Option<usize> {
        if first == b'%' {
            return Some(line_end(self.bytes, at));
        }
        let is_line_end = matches!(self.bytes.get(at + 1), Some(b'r' | b'n' | b't'));
        is_line_end.then(|| {
            self.written_line_end.get_or_insert(at);
            at + 2
        })
    }

    fn token(&mut self, token: Token) -> Token {
        self.at = token.end;
        token
    }
}

fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| class(*byte) == Class::Word) {
        at += 1;
    }
    at
}

/// The place of the first line end from here, or the end of the text.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
}

fn signed(bytes: &[u8], start: usize, first: u8) -> Token {
    let one = |kind| Token { kind, start, end: start + 1, closed: true };
    match first {
        b'{' => comment(bytes, start),
        b'[' => tag(bytes, start),
        b'(' => bracketed_mark(bytes, start).unwrap_or_else(|| one(Kind::Open)),
        b')' => one(Kind::Close),
        b'*' => one(Kind::Star),
        b'}' | b']' | b'\\' => one(Kind::Stray),
        b';' => Token { kind: Kind::LineComment, end: line_end(bytes, start), ..one(Kind::LineComment) },
        b'$' => {
            let digits = bytes.get(start + 1..).unwrap_or_default();
            let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            Token { end: start + 1 + count, ..one(Kind::Nag) }
        }
        _ => Token { end: mark_end(bytes, start + 1), ..one(Kind::Mark) },
    }
}

/// A run of marks; `+-` is one of them.
fn mark_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        let is_mark = matches!(byte, b'!' | b'?' | b'=' | b'+' | b'#');
        let is_verdict = *byte == b'-' && bytes.get(at.wrapping_sub(1)) == Some(&b'+');
        if !is_mark && !is_verdict {
            break;
        }
        at += 1;
    }
    at
}

/// `(?)` and `(?)!` are marks, not variations.
fn bracketed_mark(bytes: &[u8], start: usize) -> Option<Token> {
    let is_mark = |byte: &&u8| matches!(byte, b'!' | b'?');
    let inside = bytes.get(start + 1..)?.iter().take_while(is_mark).count();
    let close = start + 1 + inside;
    if inside == 0 || bytes.get(close) != Some(&b')') {
        return None;
    }
    let after = bytes.get(close + 1..)?.iter().take_while(is_mark).count();
    Some(Token { kind: Kind::Mark, start, end: close + 1 + after, closed: true })
}

/// A comment ends at the first closing brace. If a tag begins a line before that, the brace was forgotten.
fn comment(bytes: &[u8], start: usize) -> Token {
    let mut at = start + 1;
    let unclosed = |end| Token { kind: Kind::Comment, start, end, closed: false };
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(found) = rest.iter().position(|byte| matches!(byte, b'}' | b'\n')) else {
            return unclosed(bytes.len());
        };
        at += found + 1;
        if rest.get(found) == Some(&b'}') {
            return Token { end: at, closed: true, ..unclosed(at) };
        }
        if begins_tag(bytes.get(at..).unwrap_or_default()) {
            return unclosed(at);
        }
    }
}

fn is_name(byte: &&u8) -> bool {
    byte.is_ascii_alphanumeric() || **byte == b'_' || !byte.is_ascii()
}

/// Whether a line begins with `[Name "`.
fn begins_tag(line: &[u8]) -> bool {
    let Some((b'[', rest)) = line.split_first() else { return false };
    let name = rest.iter().take(LONGEST_NAME).take_while(is_name).count();
    let rest = rest.get(name..).unwrap_or_default();
    let blanks = rest.iter().take(LONGEST_NAME).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    name > 0 && blanks > 0 && rest.get(blanks) == Some(&b'"')
}

/// How many bytes to skip at a bracket that begins no tag; `None` if it begins one. A tag has a name, followed by a
/// blank, a quote or the closing bracket. If more bytes could make it a tag, all that are there belong to it.
fn stray_bracket(bytes: &[u8], start: usize) -> Option<usize> {
    let skipped = 1 + blanks(bytes, start + 1);
    let rest = bytes.get(start + skipped..).unwrap_or_default();
    let first = match rest.first() {
        None => return Some(skipped),
        // A clock outside a comment.
        Some(b'%') => return Some(clock_end(bytes, start) - start),
        Some(first) => *first,
    };
    let is_capital = first.is_ascii_uppercase();
    // Some names contain a dash, but so do moves in brackets.
    let is_name = |byte: &&u8| is_name(byte) || is_capital && matches!(byte, b'-' | b'.' | b'/');
    let name = rest.iter().take(LONGEST_NAME).take_while(is_name).count();
    let is_ended = matches!(rest.get(name), None | Some(b' ' | b'\t' | b'"' | b']' | b'\n' | b'\r'));
    let is_tag = name > 0 && !first.is_ascii_digit() && (is_ended || name == LONGEST_NAME);
    if is_tag { None } else { Some(1) }
}

fn clock_end(bytes: &[u8], start: usize) -> usize {
    let end = line_end(bytes, start);
    let line = bytes.get(start..end).unwrap_or_default();
    line.iter().position(|byte| *byte == b']').map_or(end, |close| start + close + 1)
}

/// Whether a tag after moves begins the next game. A tag in the middle of a line without a quoted value is a remark.
pub(super) fn begins_game(bytes: &[u8], token: Token) -> bool {
    let is_quoted = bytes.get(token.start..token.end).unwrap_or_default().contains(&b'"');
    is_quoted || begins_line(bytes, token.start)
}

fn begins_line(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|before| matches!(before, b'\n' | b'\r'))
}

/// A tag ends in its line, at the bracket behind the closing quote.
fn tag(bytes: &[u8], start: usize) -> Token {
    let stray = |length| Token { kind: Kind::Stray, start, end: start + length, closed: true };
    let rest = bytes.get(start..).unwrap_or_default();
    let is_in_line = !begins_line(bytes, start);
    // Nearly every tag begins its line with a capital letter and needs no closer look.
    let is_plain = !is_in_line && rest.get(1).is_some_and(u8::is_ascii_uppercase);
    if let Some(length) = if is_plain { None } else { stray_bracket(bytes, start) } {
        return stray(length);
    }
    // In the middle of a line a bracket may be anything, so the search for what would make it a tag is short.
    let near = if is_in_line { rest.get(..LONGEST_REMARK).unwrap_or(rest) } else { rest };
    let sign = near.iter().position(|byte| matches!(byte, b'"' | b']' | b'\n' | b'\r')).map(|at| start + at);
    let found = match sign.and_then(|at| Some((at, *bytes.get(at)?))) {
        Some((at, b']')) => Some(at + 1),
        Some((at, b'"')) => tag_end(bytes, at + 1),
        Some(_) if is_in_line => return stray(1),
        None if near.len() < rest.len() => return stray(1),
        _ => None,
    };
    let end = found.unwrap_or_else(|| line_end(bytes, start));
    Token { kind: Kind::Tag, start, end, closed: found.is_some() }
}

/// The place behind the bracket that follows the closing quote; `None` if the line ends before it.
fn tag_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *bytes.get(at)? {
            b'\n' | b'\r' => return None,
            b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => {
                at += 2;
                if let Some(end) = line_end_behind_bracket(bytes, at) {
                    return Some(end);
                }
            }
            b'"' => {
                let blanks = blanks(bytes, at + 1);
                if bytes.get(at + 1 + blanks) == Some(&b']') {
                    return Some(at + blanks + 2);
                }
                // Blanks are passed over once, so that a line of quotes and blanks costs no more than its length.
                at += blanks + 1;
            }
            _ => at += 1,
        }
    }
}

/// A backslash before the last quote of a line is a path of DOS, not an escape: the end of the line, if that is so.
fn line_end_behind_bracket(bytes: &[u8], at: usize) -> Option<usize> {
    let bracket = bytes.get(at - 1) == Some(&b'"') && bytes.get(at) == Some(&b']');
    let end = at + 1 + blanks(bytes, at + 1);
    (bracket && matches!(bytes.get(end), None | Some(b'\n' | b'\r'))).then_some(end)
}

fn blanks(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// A set-up ends at the next slash, which is not far away.
fn setup(bytes: &[u8], start: usize) -> Token {
    let rest = bytes.get(start + 1..).unwrap_or_default();
    let near = rest.get(..LONGEST_SETUP).unwrap_or(rest);
    let token = |end, closed| Token { kind: Kind::Setup, start, end, closed };
    match near.iter().position(|byte| *byte == b'/') {
        Some(length) => token(start + length + 2, true),
        None => token(line_end(bytes, start), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str, bool)> {
        let mut lexer = Lexer::new(text.as_bytes());
        std::iter::from_fn(|| lexer.next())
            .map(|token| (token.kind, &text[token.start..token.end], token.closed))
            .collect()
    }

    fn check(text: &str, parts: &[(Kind, &str)]) {
        let parts: Vec<_> = parts.iter().map(|(kind, text)| (*kind, *text, true)).collect();
        assert_eq!(kinds(text), parts, "{text}");
    }

    #[test]
    fn parts() {
        use Kind::*;
        check(
            "1. c3-d4!? $7 {a ( b}",
            &[(Word, "1."), (Word, "c3-d4"), (Mark, "!?"), (Nag, "$7"), (Comment, "{a ( b}")],
        );
        check("32-28(?)*", &[(Word, "32-28"), (Mark, "(?)"), (Star, "*")]);
        check("(?x) (!)?", &[(Open, "("), (Mark, "?"), (Word, "x"), (Close, ")"), (Mark, "(!)?")]);
        check("% all *\n1/2-1/2 ;x\n +-", &[(Word, "1/2-1/2"), (LineComment, ";x"), (Mark, "+-")]);
        check("/FEN \"W\"/ }\0\x1a", &[(Setup, "/FEN \"W\"/"), (Stray, "}")]);
        check("", &[]);
    }

    #[test]
    fn tags() {
        use Kind::*;
        for text in [
            "[Event \"a\"]",
            "[Event    \"a\" ]",
            "[Event \"a ] b\"]",
            "[Event \"say \\\"x\\\"]\"]",
            "[Event \"say \"x\" twice\"]",
            "[Date 1950]",
        ] {
            check(&format!("{text} 1-0"), &[(Tag, text), (Word, "1-0")]);
        }
        assert_eq!(kinds("[Event \"a\n1. c3-d4")[0], (Tag, "[Event \"a", false));
        assert_eq!(kinds("[Path \"C:\\\"] \n1-0")[0], (Tag, "[Path \"C:\\\"] ", true));
    }

    // interop 8
    #[test]
    fn brackets_that_are_no_tags() {
        use Kind::*;
        check("c3-d4 [ d6-c5", &[(Word, "c3-d4"), (Stray, "["), (Word, "d6-c5")]);
        check("[c3-d4]", &[(Stray, "["), (Word, "c3-d4"), (Stray, "]")]);
        check("[]\n[", &[(Stray, "["), (Stray, "]"), (Stray, "[")]);
        check("c3-d4 [%clk 0:05:00] d6-c5", &[(Word, "c3-d4"), (Stray, "[%clk 0:05:00]"), (Word, "d6-c5")]);
        check("c3-d4 [so it is\n", &[(Word, "c3-d4"), (Stray, "["), (Word, "so"), (Word, "it"), (Word, "is")]);
        check("c3-d4 [good] [White-Team \"x\"]", &[(Word, "c3-d4"), (Tag, "[good]"), (Tag, "[White-Team \"x\"]")]);
    }

    // interop 8
    #[test]
    fn line_ends_that_are_written_out() {
        use Kind::*;
        let text = "[Event \"a\"]\\r\n1. c3-d4\\r\\n\n1-0\\r";
        check(text, &[(Tag, "[Event \"a\"]"), (Word, "1."), (Word, "c3-d4"), (Word, "1-0")]);
        let mut lexer = Lexer::new(text.as_bytes());
        while lexer.next().is_some() {}
        assert_eq!(lexer.written_line_end(), Some(11));
        check("a\\b", &[(Word, "a"), (Stray, "\\"), (Word, "b")]);
    }

    #[test]
    fn what_is_not_closed_ends_early() {
        use Kind::*;
        assert_eq!(kinds("{ oops\n[Event \"a\"]")[..], [(Comment, "{ oops\n", false), (Tag, "[Event \"a\"]", true)]);
        assert_eq!(kinds("{ fine\n[sic] }")[..], [(Comment, "{ fine\n[sic] }", true)]);
        assert_eq!(kinds("/FEN\n1-0")[..], [(Setup, "/FEN", false), (Word, "1-0", true)]);
        assert_eq!(kinds("{")[..], [(Comment, "{", false)]);
    }
}

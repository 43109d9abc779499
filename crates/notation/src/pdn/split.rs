//! Where a game ends.

use super::lex::{Kind, LONGEST_SETUP, Lexer, Token, begins_game, line_end};
use super::outcome::is_terminator;
use super::text::{has_no_moves, may_be_text};

/// What stands at the beginning of a text.
pub(super) enum Split {
    /// A game of so many bytes.
    Game(usize),
    /// This many bytes cannot be one game.
    Skip(usize),
    /// There is no game in what is here, so many bytes can go, and more is needed.
    Nothing(usize),
    /// The game goes on behind what is here.
    More,
}

/// Finds the end of the first game.
pub(super) fn split(bytes: &[u8], at_end: bool) -> Split {
    if bytes.is_empty() {
        return Split::Nothing(0);
    }
    let mut splitter = Splitter {
        bytes,
        at_end,
        lexer: Lexer::new(bytes),
        first_tag: None,
        depth: 0,
        has_body: false,
        has_moves: false,
    };
    splitter.run()
}

struct Splitter<'a> {
    bytes: &'a [u8],
    at_end: bool,
    lexer: Lexer<'a>,
    /// The name of the first tag: where it comes again, the next game begins.
    first_tag: Option<&'a [u8]>,
    depth: usize,
    has_body: bool,
    /// Whether the text here is known to contain more than words.
    has_moves: bool,
}

impl<'a> Splitter<'a> {
    fn run(&mut self) -> Split {
        // Where a move ended, to which a star may be glued as the mark of a forced one.
        let mut move_end = usize::MAX;
        while let Some(token) = self.lexer.next() {
            if self.is_cut(token) {
                return Split::More;
            }
            match token.kind {
                Kind::Word if !self.ends_here(token) => {
                    self.has_body = true;
                    let is_number = self.bytes.get(token.end - 1) == Some(&b'.');
                    move_end = if is_number { usize::MAX } else { token.end };
                }
                Kind::Word => return self.end(token.end),
                Kind::Star if self.depth == 0 && move_end != token.start => return self.end(token.end),
                Kind::Tag if self.begins_next(token) => return Split::Game(token.start),
                Kind::Open => {
                    self.depth += 1;
                    self.has_body = true;
                }
                Kind::Close => self.depth = self.depth.saturating_sub(1),
                Kind::Setup | Kind::Nag | Kind::Mark => self.has_body = true,
                Kind::Tag | Kind::Comment | Kind::LineComment | Kind::Star | Kind::Stray => {}
            }
        }
        let length = self.bytes.len();
        if !self.at_end {
            return Split::More;
        }
        if self.is_game(length) { Split::Game(length) } else { Split::Nothing(length) }
    }

    /// Whether more bytes could make another part of this one.
    fn is_cut(&self, token: Token) -> bool {
        let open_setup = token.kind == Kind::Setup && !token.closed && self.bytes.len() - token.start < LONGEST_SETUP;
        !self.at_end && (token.end == self.bytes.len() || open_setup)
    }

    /// Whether there is a game up to here: tags, or something that could be moves. Words alone are not a game.
    fn is_game(&mut self, end: usize) -> bool {
        self.first_tag.is_some() || self.has_body && !self.is_text(end)
    }

    fn is_text(&mut self, end: usize) -> bool {
        self.has_moves = self.has_moves || !has_no_moves(self.bytes.get(..end).unwrap_or_default());
        !self.has_moves
    }

    fn ends_here(&self, token: Token) -> bool {
        self.depth == 0 && is_terminator(self.bytes.get(token.start..token.end).unwrap_or_default())
    }

    /// Whether a tag belongs to the next game: there are moves before it, or it repeats the first tag. Words alone
    /// before the first tag are a heading of its game.
    fn begins_next(&mut self, token: Token) -> bool {
        if self.has_body && self.first_tag.is_none() && self.is_text(token.start) {
            (self.has_body, self.depth) = (false, 0);
        }
        if self.has_body {
            return begins_game(self.bytes, token);
        }
        let tag = self.bytes.get(token.start + 1..token.end).unwrap_or_default();
        let name = tag.split(|byte| matches!(byte, b' ' | b'\t' | b'"' | b']')).next().unwrap_or_default();
        match self.first_tag {
            Some(first) => first == name,
            None => {
                self.first_tag = Some(name);
                false
            }
        }
    }

    /// Behind the end a comment in the same line, and a separator, still belong to the game.
    fn end(&mut self, mut end: usize) -> Split {
        loop {
            let next = self.lexer.next();
            match next {
                Some(token) if self.is_cut(token) => return Split::More,
                None if !self.at_end => return Split::More,
                Some(token) if token.kind == Kind::Star => {
                    end = token.end;
                    break;
                }
                Some(token) if token.kind == Kind::Comment && self.is_one_line(end, token.start) => end = token.end,
                Some(token) if self.is_remark(end, token) => {
                    end = self.remark_end(token.start);
                    if end == self.bytes.len() && !self.at_end {
                        return Split::More;
                    }
                    self.lexer.go_to(end);
                }
                _ => break,
            }
        }
        if self.is_game(end) { Split::Game(end) } else { Split::Skip(end) }
    }

    /// Whether words after the result, on the same line, are a remark about this game.
    fn is_remark(&self, end: usize, token: Token) -> bool {
        let word = self.bytes.get(token.start..token.end).unwrap_or_default();
        token.kind == Kind::Word && may_be_text(word) && self.is_one_line(end, token.start)
    }

    /// The end of a remark: the end of its line, or where something else begins.
    fn remark_end(&self, start: usize) -> usize {
        let line = self.bytes.get(start..line_end(self.bytes, start)).unwrap_or_default();
        let is_other = |byte: &u8| matches!(byte, b'[' | b'{' | b'*' | b'\\');
        start + line.iter().position(is_other).unwrap_or(line.len())
    }

    fn is_one_line(&self, from: usize, to: usize) -> bool {
        !self.bytes.get(from..to).unwrap_or_default().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What is found in the beginning of a text is found in the whole of it: games do not depend on how a file arrives.
    fn check_prefixes(bytes: &[u8]) {
        let whole = split(bytes, true);
        for length in 0..bytes.len() {
            match (split(&bytes[..length], false), &whole) {
                (Split::Game(found), Split::Game(expected)) | (Split::Skip(found), Split::Skip(expected)) => {
                    assert_eq!(found, *expected, "{:?}", String::from_utf8_lossy(bytes));
                }
                (Split::More | Split::Nothing(0), _) => {}
                _ => panic!("{length} bytes of {:?}", String::from_utf8_lossy(bytes)),
            }
        }
    }

    #[test]
    fn games_do_not_depend_on_chunks() {
        for text in [
            "[Event \"a\"] 1. c3-d4 1-0 {so} * [Event \"b\"]",
            "{a\n[Event \"b\"]} c3-d4 /FEN\n\"W\"/ 1-0\n\n*\n1. e3-f4",
            "[A \"x\\\"]\"]\n[A \"y\"]",
            "1-18 1-1 2-0",
            "* * c3-d4",
            "( 1-0 ) c3-d4* 1-0",
            "Round 3 [Event \"a\"] c3-d4 1-0 White resigned at move 30 [Event \"b\"]",
            "c3-d4 [ d6-c5 [so\n[x]\\r\n[%clk 1] [%clk\n [Foo-bar \"x\"]",
            "c3-d4 [good] [a [b\n* heading (\n[A \"1\"]",
        ] {
            check_prefixes(text.as_bytes());
        }
    }

    proptest! {
        #[test]
        fn no_text_depends_on_chunks(text in "[\\[\\]{}()/*$!?;%\"\\\\ \nErex0-9.-]{0,60}") {
            check_prefixes(text.as_bytes());
        }
    }
}

//! Lines of text from a program or a person, who may send anything.

use std::io::{self, BufRead, Read};

/// The longest line that is kept, in bytes. A game of ten thousand half-moves is shorter.
pub const LONGEST_LINE: usize = 256 * 1024;

/// A line as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A line without its end. Bytes that are not UTF-8 are replaced.
    Line(String),
    /// A line that is too long. It was read to its end; only its beginning is here.
    TooLong(String),
}

/// Reads the next line of at most [`LONGEST_LINE`] bytes; `None` at the end of the input.
///
/// ```
/// use damka_protocols::{Incoming, read_line};
/// let mut input = &b"ping\r\nquit"[..];
/// assert_eq!(read_line(&mut input).unwrap(), Some(Incoming::Line("ping".to_owned())));
/// assert_eq!(read_line(&mut input).unwrap(), Some(Incoming::Line("quit".to_owned())));
/// assert_eq!(read_line(&mut input).unwrap(), None);
/// ```
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    read_line_within(input, LONGEST_LINE)
}

/// Reads the next line of at most `longest` bytes; `None` at the end of the input. Takes no more memory than that.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line_within(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Incoming>> {
    let mut bytes = Vec::new();
    if input.take(longest as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_too_long = bytes.last() != Some(&b'\n') && bytes.len() > longest;
    if is_too_long {
        skip_line(input)?;
        bytes.truncate(longest);
    }
    let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
    Ok(Some(if is_too_long { Incoming::TooLong(text) } else { Incoming::Line(text) }))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (used, done) = (end.map_or(buffer.len(), |at| at + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_thrown_away_and_the_next_is_read() {
        for length in [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE] {
            let text = format!("{}\nping\n", "x".repeat(length));
            let mut input = text.as_bytes();
            let first = read_line(&mut input).unwrap().unwrap();
            assert_eq!(matches!(first, Incoming::TooLong(_)), length > LONGEST_LINE, "{length}");
            assert_eq!(read_line(&mut input).unwrap(), Some(Incoming::Line("ping".to_owned())), "{length}");
            assert_eq!(read_line(&mut input).unwrap(), None);
        }
    }

    #[test]
    fn the_beginning_of_a_long_line_is_kept() {
        let mut input = &b"0123456789\nnext\n"[..];
        assert_eq!(read_line_within(&mut input, 4).unwrap(), Some(Incoming::TooLong("0123".to_owned())));
        assert_eq!(read_line_within(&mut input, 4).unwrap(), Some(Incoming::Line("next".to_owned())));
        assert_eq!(read_line_within(&mut input, 4).unwrap(), None);
    }

    #[test]
    fn bytes_that_are_not_text_do_no_harm() {
        let mut input = &b"\xff\xfe\x00pos\n\n"[..];
        assert!(matches!(read_line(&mut input).unwrap(), Some(Incoming::Line(text)) if text.ends_with("pos")));
        assert_eq!(read_line(&mut input).unwrap(), Some(Incoming::Line(String::new())));
    }
}

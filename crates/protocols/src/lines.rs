//! Lines of text from another program, which may send anything.

use std::io::{self, BufRead, Read};

/// The longest line that is kept, in bytes. A game of ten thousand half-moves is shorter.
pub const LONGEST_LINE: usize = 256 * 1024;

/// A line as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A line without its end. What is no UTF-8 is replaced.
    Line(String),
    /// A line longer than [`LONGEST_LINE`]; it was read to its end and thrown away.
    TooLong,
}

/// Reads the next line; `None` at the end of the input. Takes no more memory than the longest line.
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
    let mut bytes = Vec::new();
    if input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() > LONGEST_LINE {
        skip_line(input)?;
        return Ok(Some(Incoming::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Incoming::Line(text.trim_end_matches(['\r', '\n']).to_owned())))
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
            assert_eq!(first == Incoming::TooLong, length > LONGEST_LINE, "{length}");
            assert_eq!(read_line(&mut input).unwrap(), Some(Incoming::Line("ping".to_owned())), "{length}");
            assert_eq!(read_line(&mut input).unwrap(), None);
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let mut input = &b"\xff\xfe\x00pos\n\n"[..];
        assert!(matches!(read_line(&mut input).unwrap(), Some(Incoming::Line(text)) if text.ends_with("pos")));
        assert_eq!(read_line(&mut input).unwrap(), Some(Incoming::Line(String::new())));
    }
}

//! A line of the protocol: a command and its values.

use std::fmt;

/// A command with its values, such as `level move-time=0.5`.
///
/// ```
/// use damka_protocols::hub::Message;
/// let message = Message::parse(r#"pos pos=We moves="32-28 19-23""#).unwrap().unwrap();
/// assert_eq!(message.command(), "pos");
/// assert_eq!(message.value("moves"), Some("32-28 19-23"));
/// assert_eq!(message.to_string(), r#"pos pos=We moves="32-28 19-23""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    command: String,
    values: Vec<(String, Option<String>)>,
}

/// Why a line is not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// A quotation mark opens and none closes.
    OpenQuote,
    /// Longer than anybody can mean.
    TooLong,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LineError::OpenQuote => "a quotation mark is not closed",
            LineError::TooLong => "the line is too long",
        })
    }
}

impl std::error::Error for LineError {}

impl Message {
    /// A command without values.
    #[must_use]
    pub fn new(command: &str) -> Message {
        Message { command: command.to_owned(), values: Vec::new() }
    }

    /// The same with one value more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Message {
        self.values.push((name.to_owned(), Some(value.to_string())));
        self
    }

    /// The same with a name that has no value, such as `infinite`.
    #[must_use]
    pub fn with_flag(mut self, name: &str) -> Message {
        self.values.push((name.to_owned(), None));
        self
    }

    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// If a quotation mark is not closed.
    pub fn parse(line: &str) -> Result<Option<Message>, LineError> {
        let line = line.trim();
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (command, mut rest) = line.split_at(end);
        if command.is_empty() {
            return Ok(None);
        }
        let mut message = Message::new(command);
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(Some(message));
            }
            let (name, after) = rest.split_at(rest.find(ends_a_name).unwrap_or(rest.len()));
            let value = match after.strip_prefix('=') {
                None => {
                    rest = after;
                    None
                }
                Some(after) => {
                    let (value, after) = value(after)?;
                    rest = after;
                    Some(value.to_owned())
                }
            };
            message.values.push((name.to_owned(), value));
        }
    }

    /// The command.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The value of a name; the last one if it is given several times.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().rev().find(|(known, _)| known == name)?.1.as_deref()
    }

    /// Whether a name is there, with or without a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| known == name)
    }
}

fn ends_a_name(letter: char) -> bool {
    letter == '=' || letter.is_whitespace()
}

/// Parts a value, quoted or not, from what follows it.
fn value(text: &str) -> Result<(&str, &str), LineError> {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or(LineError::OpenQuote),
        None => Ok(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))),
    }
}

impl fmt::Display for Message {
    /// One line that reads back the same, but that quotation marks and line ends within values, for which the protocol
    /// has no signs, become others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.values {
            write!(f, " {name}")?;
            if let Some(value) = value {
                let needs_quotes = |letter: char| ends_a_name(letter) || letter == '"';
                if value.is_empty() || value.contains(needs_quotes) {
                    write!(f, "=\"{}\"", value.replace('"', "'").replace(['\n', '\r'], " "))?;
                } else {
                    write!(f, "={value}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(line: &str) -> Message {
        Message::parse(line).unwrap().unwrap()
    }

    #[test]
    fn lines_of_the_protocol_text() {
        let id = parsed(r#"  id name=Scan version=3.0 author="Fabien Letouzey" country=France "#);
        assert_eq!(id.command(), "id");
        assert_eq!(id.value("author"), Some("Fabien Letouzey"));
        assert_eq!(id.value("country"), Some("France"));
        assert_eq!(id.value("absent"), None);
        let level = parsed("level\tinfinite");
        assert!(level.has("infinite"));
        assert_eq!(level.value("infinite"), None);
        assert_eq!(parsed(r#"param value="""#).value("value"), Some(""));
        assert_eq!(parsed("param value=").value("value"), Some(""));
        assert_eq!(parsed(r#"set-param value="house king=short""#).value("value"), Some("house king=short"));
        assert_eq!(parsed("a b=1 b=2").value("b"), Some("2"));
    }

    #[test]
    fn blank_and_broken_lines() {
        assert_eq!(Message::parse(" \t "), Ok(None));
        assert_eq!(Message::parse(r#"pos moves="1-2"#), Err(LineError::OpenQuote));
        assert!(parsed("pos = == =x \"a\"").has("\"a\""));
    }

    #[test]
    fn what_has_no_sign_is_replaced() {
        let message = Message::new("error").with("message", "\"x\"\nquit");
        assert_eq!(message.to_string(), "error message=\"'x' quit\"");
    }

    proptest! {
        #[test]
        fn any_line_is_read_without_a_panic(line in ".*") {
            let _ = Message::parse(&line);
        }

        #[test]
        fn what_is_written_is_read(command in "[a-z-]{1,9}", values in prop::collection::vec(("[a-z-]{1,6}", "[^\"\r\n]{0,9}"), 0..4)) {
            let message = values.iter().fold(Message::new(&command), |message, (name, value)| message.with(name, value));
            prop_assert_eq!(Message::parse(&message.to_string()), Ok(Some(message)));
        }
    }
}

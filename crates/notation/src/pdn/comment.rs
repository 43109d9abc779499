//! Comments, and the clock times in them.

use damka_rules::Colour;
use std::fmt::Write;

/// A comment: words, and what clocks showed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Comment {
    /// The words, without blanks at either end.
    pub text: String,
    /// The clock times, in the order in which they stand.
    pub clocks: Vec<Clock>,
}

/// A time that a comment gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// `clk`: the time that the player who moved has left.
    Remaining(ClockTime),
    /// `mct`: what a mechanical clock showed.
    Mechanical(ClockTime),
    /// `egt`: time since the game began.
    ElapsedGame(ClockTime),
    /// `emt`: time that the move took.
    ElapsedMove(ClockTime),
    /// `clock`: what both players have left.
    Both {
        /// White's time.
        white: ClockTime,
        /// Black's time.
        black: ClockTime,
        /// Whose clock runs.
        running: Option<Colour>,
    },
}

/// A time to the thousandth of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ClockTime {
    /// The time in thousandths of a second.
    pub millis: u64,
}

impl ClockTime {
    /// Reads `h:mm:ss`, with or without a fraction.
    #[must_use]
    pub fn read(text: &str) -> Option<ClockTime> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let mut parts = whole.split(':');
        let (hours, minutes, seconds) = (digits(parts.next()?)?, digits(parts.next()?)?, digits(parts.next()?)?);
        if parts.next().is_some() || minutes > 59 || seconds > 59 || fraction.len() > 3 {
            return None;
        }
        let thousandths = digits(fraction)? * 10u64.pow(3 - u32::try_from(fraction.len()).ok()?);
        let seconds = hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?;
        Some(ClockTime { millis: seconds.checked_mul(1000)?.checked_add(thousandths)? })
    }

    fn write(self, text: &mut String) {
        let seconds = self.millis / 1000;
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let _ = write!(text, "{hours}:{minutes:02}:{rest:02}");
        if !self.millis.is_multiple_of(1000) {
            let fraction = format!("{:03}", self.millis % 1000);
            text.push('.');
            text.push_str(fraction.trim_end_matches('0'));
        }
    }
}

/// A number of at most twelve digits, so that no sum of times is too great.
fn digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

impl Clock {
    /// Reads a command such as `clk 0:05:00`.
    fn read(command: &str) -> Option<Clock> {
        let mut words = command.split_ascii_whitespace();
        let (name, first) = (words.next()?, words.next()?);
        let clock = match name {
            "clk" => Clock::Remaining(ClockTime::read(first)?),
            "mct" => Clock::Mechanical(ClockTime::read(first)?),
            "egt" => Clock::ElapsedGame(ClockTime::read(first)?),
            "emt" => Clock::ElapsedMove(ClockTime::read(first)?),
            "clock" => both(first, words.next()?)?,
            _ => return None,
        };
        words.next().is_none().then_some(clock)
    }

    fn write(self, text: &mut String) {
        let mut one = |name: &str, time: ClockTime| {
            text.push_str("[%");
            text.push_str(name);
            time.write(text);
        };
        match self {
            Clock::Remaining(time) => one("clk ", time),
            Clock::Mechanical(time) => one("mct ", time),
            Clock::ElapsedGame(time) => one("egt ", time),
            Clock::ElapsedMove(time) => one("emt ", time),
            Clock::Both { white, black, running } => {
                one(if running == Some(Colour::White) { "clock W" } else { "clock w" }, white);
                text.push_str(if running == Some(Colour::Black) { " B" } else { " b" });
                black.write(text);
            }
        }
        text.push(']');
    }
}

/// Both clocks, in either order; a capital letter is the clock that runs.
fn both(first: &str, second: &str) -> Option<Clock> {
    let side = |word: &str| {
        let time = ClockTime::read(word.get(1..)?)?;
        Some(match word.as_bytes().first()? {
            b'w' => (Colour::White, false, time),
            b'W' => (Colour::White, true, time),
            b'b' => (Colour::Black, false, time),
            b'B' => (Colour::Black, true, time),
            _ => return None,
        })
    };
    let (one, other) = (side(first)?, side(second)?);
    let (white, black) = if one.0 == Colour::White { (one, other) } else { (other, one) };
    if white.0 != Colour::White || black.0 != Colour::Black || (white.1 && black.1) {
        return None;
    }
    let running = if white.1 { Some(Colour::White) } else { black.1.then_some(Colour::Black) };
    Some(Clock::Both { white: white.2, black: black.2, running })
}

impl Comment {
    /// A comment of words.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Comment {
        Comment { text: text.into(), clocks: Vec::new() }
    }

    /// Reads what stands between the braces.
    pub(super) fn read(inside: &str) -> Comment {
        let mut comment = Comment::default();
        let mut rest = inside;
        let mut plain = 0;
        while let Some(at) = rest.get(plain..).and_then(|rest| rest.find("[%")).map(|at| at + plain) {
            match command(rest.get(at..).unwrap_or_default()) {
                Some((clock, length)) => {
                    comment.clocks.push(clock);
                    comment.add(rest.get(..at).unwrap_or_default());
                    rest = rest.get(at + length..).unwrap_or_default();
                    plain = 0;
                }
                None => plain = at + 2,
            }
        }
        comment.add(rest);
        comment
    }

    fn add(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            unescape(text, &mut self.text);
        }
    }

    /// Writes the comment with its braces.
    pub(super) fn write(&self) -> String {
        let mut text = String::from("{");
        for (at, clock) in self.clocks.iter().enumerate() {
            if at > 0 {
                text.push(' ');
            }
            clock.write(&mut text);
        }
        if !self.clocks.is_empty() && !self.text.is_empty() {
            text.push(' ');
        }
        escape(&self.text, &mut text);
        text.push('}');
        text
    }
}

/// The clock at the beginning of a text, and its length.
fn command(text: &str) -> Option<(Clock, usize)> {
    // No command is longer, so that a text full of half commands costs no more than its length.
    let near = text.bytes().take(80).position(|byte| byte == b']')?;
    Some((Clock::read(text.get(2..near)?)?, near + 1))
}

/// PDN has no way to write a closing brace in a comment, so here it is a number as in HTML: `&#125;`. The same goes for
/// what would be read as something else: a number itself, a clock, a tag at the beginning of a line, blanks at the ends.
fn escape(text: &str, out: &mut String) {
    let (first, last) = (text.len() - text.trim_start().len(), text.trim_end().len());
    let mut before = '\0';
    for (at, letter) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        let is_end_blank = at < first || at >= last;
        let is_read = match letter {
            '{' | '}' => true,
            '&' => rest.starts_with("&#"),
            '[' => before == '\n' || rest.starts_with("[%") && command(rest).is_some(),
            _ => is_end_blank,
        };
        if is_read {
            let _ = write!(out, "&#{};", u32::from(letter));
        } else {
            out.push(letter);
        }
        before = letter;
    }
}

fn unescape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find("&#") {
        let (plain, code) = rest.split_at(at);
        out.push_str(plain);
        let letter = code.get(2..).and_then(|code| {
            let length = code.bytes().take(8).position(|byte| byte == b';')?;
            let letter = digits(code.get(..length)?).and_then(|code| char::from_u32(u32::try_from(code).ok()?))?;
            Some((letter, length + 3))
        });
        let (letter, length) = letter.unwrap_or(('&', 1));
        out.push(letter);
        rest = code.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> ClockTime {
        ClockTime::read(text).unwrap()
    }

    fn check(comment: &Comment) {
        let text = comment.write();
        let inside = text.strip_prefix('{').unwrap().strip_suffix('}').unwrap();
        assert!(!inside.contains(['{', '}']), "{text}");
        assert_eq!(&Comment::read(inside), comment, "{text}");
    }

    #[test]
    fn clocks() {
        let read = |text| Comment::read(text);
        assert_eq!(read(" [%clk 1:02:03.5] good ").clocks, [Clock::Remaining(ClockTime { millis: 3_723_500 })]);
        assert_eq!(read(" [%clk 1:02:03] good ").text, "good");
        let all = read("a [%mct 17:10:42] b [%egt 0:00:01][%emt 0:00:02] c");
        assert_eq!(all.text, "a b c");
        let clocks = [
            Clock::Mechanical(time("17:10:42")),
            Clock::ElapsedGame(time("0:00:01")),
            Clock::ElapsedMove(time("0:00:02")),
        ];
        assert_eq!(all.clocks, clocks);
        let both = Clock::Both { white: time("0:10:00"), black: time("0:09:58"), running: Some(Colour::Black) };
        for text in ["[%clock w0:10:00 B0:09:58]", "[%clock B0:09:58 w0:10:00]"] {
            assert_eq!(read(text).clocks, [both]);
        }
        check(&all);
        check(&Comment { clocks: vec![both, Clock::Remaining(time("100:00:00.25"))], text: "x".to_owned() });
        // What is not a clock stays as it is.
        for text in ["[%clk 5:00]", "[%csl Gc3]", "[%clk", "[%clock w0:10:00]", "[%clk 0:60:00]", "[%clk 1:2:3 4]"] {
            assert_eq!(read(text), Comment::new(text));
        }
    }

    #[test]
    fn any_words() {
        for text in [
            "",
            "a } b { c",
            "&#125;",
            "&#38;#125;",
            "&",
            "&#",
            "&#x",
            "&amp;",
            "[%clk 0:00:01]",
            "[%csl Gc3]",
            "a\n[Event \"x\"]",
            " blanks \t",
            "\u{a0}x",
            "{[%clk 0:00:01]}",
            "&#9999999999;",
            "ход!",
            "[%[%clk 0:00:01]",
        ] {
            check(&Comment::new(text));
        }
        assert_eq!(Comment::read("it&#39;s").text, "it's");
        assert_eq!(Comment::new("}").write(), "{&#125;}");
    }

    #[test]
    fn hostile_words() {
        let began = std::time::Instant::now();
        for part in ["[%", "[%clk ", "&#", "&#1", "{", "[%clk 0:00:01]"] {
            let text = part.repeat(200_000);
            let _ = Comment::read(&text);
            check(&Comment::new(text));
        }
        assert!(began.elapsed().as_secs() < 10);
    }
}

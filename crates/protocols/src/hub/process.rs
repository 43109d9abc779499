//! Another program that runs beside this one and is spoken with line by line.

use crate::lines::{Incoming, read_line};
use crate::player::PlayerError;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The lines that wait to be read. A program that floods us waits, and takes no memory.
const WAITING_LINES: usize = 1024;
/// How long a program that was told to leave may take before it is ended.
const FAREWELL: Duration = Duration::from_millis(200);

/// A program that was started. It is ended when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` once it is told to leave.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program. The words of the command line are separated by blanks; quotation marks keep blanks together.
    pub fn start(command_line: &str) -> Result<Process, PlayerError> {
        let gone = |why: String| PlayerError::Gone(format!("{command_line}: {why}"));
        let words = split(command_line).ok_or_else(|| gone("a quotation mark is not closed".to_owned()))?;
        let (program, arguments) = words.split_first().ok_or_else(|| gone("no program is named".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| gone(error.to_string()))?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        let input = child.stdin.take();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || listen(BufReader::new(output), &sender));
        }
        Ok(Process { child, input, lines })
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let input = self.input.as_mut().ok_or_else(|| PlayerError::Gone("its input is closed".to_owned()))?;
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|error| PlayerError::Gone(error.to_string()))
    }

    /// The next line, if it comes before the deadline; `patience` is what is told if it does not.
    pub fn receive(&mut self, deadline: Instant, patience: Duration) -> Result<String, PlayerError> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => PlayerError::Silent(patience),
            RecvTimeoutError::Disconnected => PlayerError::Gone(self.end_in_words()),
        })
    }

    fn end_in_words(&mut self) -> String {
        match self.child.try_wait() {
            Ok(Some(status)) => format!("it ended ({status})"),
            _ => "it closed its output".to_owned(),
        }
    }

    fn has_left(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A program that is gone already cannot be told to leave, and need not be.
        let _ = self.send("quit");
        self.input = None;
        if !self.has_left() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Hands on the lines of a program until it ends or nobody listens any more.
fn listen(mut output: impl std::io::BufRead, lines: &SyncSender<String>) {
    while let Ok(Some(incoming)) = read_line(&mut output) {
        let Incoming::Line(line) = incoming else { continue };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// The words of a command line; `None` if a quotation mark is not closed.
fn split(command_line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for letter in command_line.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_as_a_shell_would() {
        let check = |line: &str, words: &[&str]| assert_eq!(split(line).unwrap(), words, "{line}");
        check("", &[]);
        check("  scan   hub ", &["scan", "hub"]);
        check(r#""/my programs/scan" hub --name='a "b" c' """#, &["/my programs/scan", "hub", "--name=a \"b\" c", ""]);
        assert_eq!(split("scan \"hub"), None);
    }

    #[test]
    fn programs_that_do_not_start_or_end_at_once_are_gone() {
        for line in ["", "/no/such/program", "\"open"] {
            assert!(matches!(Process::start(line), Err(PlayerError::Gone(_))), "{line}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_leave_is_ended() {
        let begun = Instant::now();
        drop(Process::start("sleep 60").unwrap());
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}

//! `damka arbiter`: replays the record of a game and tells its story, with every violation, right and article.

mod changes;
mod hands;
mod page;
mod story;

use crate::failure::Failure;
use damka_conduct::Transcript;
use damka_words::Words;
use std::io::{Read, Write};
use std::path::Path;
use story::Story;

/// The longest record that is read, in bytes.
const LONGEST: u64 = 32 * 1024 * 1024;

/// Reads a record from a file, or from the standard input if the file is `-`, and tells its story.
pub fn arbiter(words: &Words, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let text = read(words, file)?;
    let transcript = Transcript::read(&text).map_err(|error| Failure::Input(words.record_error(&error, &text)))?;
    let mut story = Story::new(words, &transcript, out)?;
    story.begin(&transcript.names)?;
    for entry in &transcript.entries {
        story.entry(entry)?;
    }
    story.end()
}

fn read(words: &Words, file: &Path) -> Result<String, Failure> {
    let refuse = |reason: String| {
        let name = file.display().to_string();
        Failure::Input(words.say("arbiter-cannot-read", &[("file", name.into()), ("reason", reason.into())]))
    };
    let mut bytes = Vec::new();
    let done = match file.as_os_str() == "-" {
        true => std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes),
        false => std::fs::File::open(file).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)),
    };
    done.map_err(|error| refuse(error.to_string()))?;
    if bytes.len() as u64 > LONGEST {
        return Err(refuse(format!("> {LONGEST} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| refuse(error.to_string()))
}

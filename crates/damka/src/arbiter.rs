//! `damka arbiter`: replays the record of a game and tells its story, with every violation, right and article.

mod changes;
mod hands;
mod page;
mod story;

use crate::failure::Failure;
use crate::reading;
use damka_conduct::Transcript;
use damka_words::Words;
use std::io::Write;
use std::path::Path;
use story::Story;

/// Reads a record from a file, or from the standard input if the file is `-`, and tells its story.
pub fn arbiter(words: &Words, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let text = reading::whole(words, file)?;
    let transcript = Transcript::read(&text).map_err(|error| Failure::Input(words.record_error(&error, &text)))?;
    let mut story = Story::new(words, &transcript, out)?;
    story.begin(&transcript.names)?;
    for entry in &transcript.entries {
        story.entry(entry)?;
    }
    story.end()
}

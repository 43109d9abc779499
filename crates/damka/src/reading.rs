//! Records, read whole from a file or from the standard input.

use crate::failure::Failure;
use damka_words::Words;
use std::io::Read;
use std::path::Path;

/// The longest record that is read, in bytes.
const LONGEST: u64 = 32 * 1024 * 1024;

/// The text of a file, or of the standard input if the file is `-`.
pub fn whole(words: &Words, file: &Path) -> Result<String, Failure> {
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

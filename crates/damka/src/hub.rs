//! `damka hub`: an engine for boards and other programs that speak the Hub protocol.

use crate::data;
use crate::failure::Failure;
use damka_protocols::hub;
use damka_words::Words;
use std::io::{BufReader, Write};

/// Answers at the standard input and output until `quit` or the end of the input.
pub fn hub(words: &Words, out: &mut impl Write) -> Result<(), Failure> {
    Ok(hub::serve(BufReader::new(std::io::stdin()), out, data::endgame_present(words))?)
}

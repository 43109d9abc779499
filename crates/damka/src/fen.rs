//! `damka fen`: a position from any of the ways to write it into the standard's.

use crate::failure::Failure;
use crate::game::GameArgs;
use clap::{Args, ValueEnum};
use damka_notation::fen;
use damka_rules::{Position, Setup};
use damka_words::Words;
use std::io::Write;

/// Options of `damka fen`.
#[derive(Args)]
pub struct FenArgs {
    /// The position: a FEN in any spelling, such as "W:Wc3,Kd4:Bf6", or Hub's string of letters.
    #[arg(value_name = "FEN")]
    text: String,
    /// The game, such as international or "house king=short".
    #[arg(long, value_name = "RULESET", default_value = "russian")]
    rules: String,
    /// How it is written.
    #[arg(long, value_enum, default_value = "fen")]
    to: Form,
    /// Print Hub's string too.
    #[arg(long)]
    hub: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// As PDN asks.
    Fen,
    /// The letters of the Hub protocol, one for each square.
    Hub,
}

/// `damka fen`
pub fn run(words: &Words, arguments: &FenArgs, out: &mut impl Write) -> Result<(), Failure> {
    let ruleset = GameArgs::default().ruleset(words, &arguments.rules)?;
    let text = arguments.text.as_str();
    let read = if is_hub(text) { fen::read_hub(text, &ruleset) } else { fen::read(text, &ruleset) };
    let position: Position = read.map_err(|error| Failure::Input(words.fen_error_in(&error, text)))?;
    // A strange position can be written like any other, but it should not go unnoticed.
    if let Err(error) = Setup::from(position).validate(&ruleset, &[]) {
        for flaw in &error.flaws {
            let _ = writeln!(std::io::stderr(), "{}", words.flaw(flaw, &ruleset));
        }
    }
    if arguments.to == Form::Fen {
        writeln!(out, "{}", fen::write(&position, &ruleset))?;
    }
    if arguments.to == Form::Hub || arguments.hub {
        writeln!(out, "{}", fen::write_hub(&position, &ruleset))?;
    }
    Ok(())
}

/// Hub's string has one letter for each square and nothing else; a FEN has colons, or is one letter alone.
fn is_hub(text: &str) -> bool {
    let text = text.trim();
    text.len() > 1 && text.bytes().all(|byte| matches!(byte, b'w' | b'b' | b'W' | b'B' | b'e'))
}

//! The dialogue before a game: which game, and against whom; and how lines are read.

use crate::failure::Failure;
use damka_engine::Level;
use damka_protocols::{Incoming, read_line_within};
use damka_rules::Ruleset;
use damka_words::{FluentValue, Words};
use std::io::{BufRead, Write};

/// The longest line that is read as a move or command, in bytes.
const LONGEST_LINE: usize = 1024;

/// Whom a person plays with.
#[derive(Clone, Copy)]
pub enum Rival {
    Friend,
    Computer(Level),
}

/// Reads a line without the blanks around it; `None` at the end of the input. Of a line that is too long the beginning
/// is enough: it is answered as unknown.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let line = read_line_within(input, LONGEST_LINE)?;
    Ok(line.map(|(Incoming::Line(text) | Incoming::TooLong(text))| text.trim().to_owned()))
}

/// Asks for the game and the opponent; `None` if the person leaves.
pub fn ask(
    words: &Words,
    level: Option<Level>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<(Ruleset, Rival)>, Failure> {
    let Some(ruleset) = choose(words, input, out)? else { return Ok(None) };
    let rival = match level {
        Some(level) => Some(Rival::Computer(level)),
        None => choose_rival(words, input, out)?,
    };
    Ok(rival.map(|rival| (ruleset, rival)))
}

/// Asks for the computer's level or a friend.
fn choose_rival(words: &Words, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Rival>, Failure> {
    writeln!(out, "{}", words.say("play-levels-header", &[]))?;
    for level in Level::ALL {
        writeln!(out, "{}", words.say("play-levels-line", &level_variables(words, level)))?;
    }
    let friend = words.command_words("friend").into_iter().next().unwrap_or_default();
    let mut variables = level_variables(words, Level::WEAKEST).to_vec();
    variables.push(("friend", friend.into()));
    loop {
        write!(out, "{} ", words.say("play-choose-opponent", &variables))?;
        out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(out, "\n{}", words.say("play-end-of-input", &[]))?;
            return Ok(None);
        };
        let begins = |level: &Level| words.level(*level).to_lowercase().starts_with(&line.to_lowercase());
        let named: Vec<Level> = Level::ALL.into_iter().filter(begins).collect();
        let by_name = match named[..] {
            [only] => Some(only),
            _ => None,
        };
        if line.is_empty() {
            return Ok(Some(Rival::Computer(Level::WEAKEST)));
        } else if let Some(level) = line.parse().ok().and_then(Level::new).or(by_name) {
            return Ok(Some(Rival::Computer(level)));
        } else if is_word(words, "friend", &line) {
            return Ok(Some(Rival::Friend));
        } else if is_word(words, "quit", &line) {
            writeln!(out, "{}", words.say("play-goodbye", &[]))?;
            return Ok(None);
        }
        writeln!(out, "{}", words.say("play-unknown-level", &[("text", line.into())]))?;
    }
}

/// How the catalogues' messages name a level in their variables.
pub fn level_variables(words: &Words, level: Level) -> [(&'static str, FluentValue<'static>); 2] {
    [("number", level.number().into()), ("name", words.level(level).into())]
}

/// Asks for a game by number or name.
fn choose(words: &Words, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Ruleset>, Failure> {
    let games: Vec<&Ruleset> = Ruleset::all().iter().filter(|ruleset| !ruleset.is_house()).collect();
    writeln!(out, "{}", words.say("play-games-header", &[]))?;
    for (at, ruleset) in games.iter().enumerate() {
        let arguments = [
            ("number", (at + 1).into()),
            ("name", words.ruleset_name(ruleset).into()),
            ("id", ruleset.id().into()),
            ("about", words.ruleset_about(ruleset).into()),
        ];
        writeln!(out, "{}", words.say("play-games-line", &arguments))?;
    }
    loop {
        let default = words.ruleset_name(games[0]);
        write!(out, "{} ", words.say("play-choose-game", &[("game", default.into())]))?;
        out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(out, "\n{}", words.say("play-end-of-input", &[]))?;
            return Ok(None);
        };
        if line.is_empty() {
            return Ok(Some(*games[0]));
        }
        let by_number = line.parse::<usize>().ok().and_then(|number| games.get(number.checked_sub(1)?));
        let by_id = games.iter().find(|ruleset| ruleset.id().eq_ignore_ascii_case(&line));
        let by_name = games.iter().find(|ruleset| words.ruleset_name(ruleset).to_lowercase() == line.to_lowercase());
        if let Some(ruleset) = by_number.or(by_id).or(by_name) {
            return Ok(Some(**ruleset));
        }
        if is_word(words, "quit", &line) {
            writeln!(out, "{}", words.say("play-goodbye", &[]))?;
            return Ok(None);
        }
        writeln!(out, "{}", words.say("play-unknown-game", &[("text", line.into())]))?;
    }
}

/// Whether a text is one of a command's words: those of the player's language, or the English ones.
pub fn is_word(words: &Words, command: &str, text: &str) -> bool {
    words.command_words(command).contains(&text.to_lowercase())
}

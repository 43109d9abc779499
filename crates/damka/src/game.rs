//! The options that say which game and which position are meant.

use crate::failure::Failure;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use damka_notation::{SquareNames, fen};
use damka_rules::{Choice, FlawKind, Position, Ruleset, RulesetError, Setup};
use damka_words::Words;
use std::path::{Path, PathBuf};

/// Options of a game.
#[derive(Args, Default)]
pub struct GameArgs {
    /// Which near corner is played.
    #[arg(long, value_enum)]
    corner: Option<CornerArg>,
    /// The colour of the played squares.
    #[arg(long, value_enum)]
    squares: Option<SquaresArg>,
    /// Who moves first.
    #[arg(long, value_enum)]
    first: Option<FirstArg>,
    /// Squares whose pieces are left out at the start, such as a1,c1.
    #[arg(long, value_name = "SQUARES")]
    odds: Option<String>,
    /// Leave out the draw rules that are in no text of the game.
    #[arg(long)]
    no_added_draws: bool,
    /// The camps of corners: 3x3, 3x4 or 4x4.
    #[arg(long)]
    layout: Option<String>,
    /// House rules: a TOML file of facts, for the game house.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum CornerArg {
    Left,
    Right,
}

#[derive(Clone, Copy, ValueEnum)]
enum SquaresArg {
    Light,
    Dark,
}

#[derive(Clone, Copy, ValueEnum)]
enum FirstArg {
    White,
    Black,
}

/// Options of a position.
#[derive(Args, Default)]
pub struct PositionArgs {
    /// The position, such as "W:Wc3,Kd4:Bf6"; by default the start.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Accept a flaw of the position by its name, such as men-on-crowning-row.
    #[arg(long, value_name = "FLAW", value_parser = flaw_kinds())]
    waive: Vec<FlawKind>,
}

impl GameArgs {
    /// The game that is meant by its id or line and these options.
    pub fn ruleset(&self, words: &Words, line: &str) -> Result<Ruleset, Failure> {
        let refuse =
            |error: RulesetError| Failure::Input(all(error.problems.iter().map(|problem| words.problem(problem))));
        let mut ruleset = Ruleset::from_line(line).map_err(refuse)?;
        if let Some(path) = &self.rules {
            let pairs = house_file(words, path)?;
            ruleset =
                ruleset.with(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))).map_err(refuse)?;
        }
        let corner = self.corner.map(|corner| ("corner", pick(corner)));
        let squares = self.squares.map(|squares| ("squares", pick(squares)));
        let first = self.first.map(|first| ("first", pick(first)));
        let layout = self.layout.clone().map(|layout| ("layout", layout));
        let chosen: Vec<(&str, String)> = [corner, squares, first, layout].into_iter().flatten().collect();
        ruleset = ruleset.with(chosen.iter().map(|(name, value)| (*name, value.as_str()))).map_err(refuse)?;
        Ok(if self.no_added_draws { ruleset.without_added_draws() } else { ruleset })
    }

    /// The game and the position that are meant.
    pub fn position(&self, words: &Words, line: &str, position: &PositionArgs) -> Result<(Ruleset, Position), Failure> {
        let ruleset = self.ruleset(words, line)?;
        let position = match (&position.fen, &self.odds) {
            (Some(_), Some(odds)) => {
                return Err(Failure::Input(words.say("cli-odds-with-fen", &[("odds", odds.as_str().into())])));
            }
            (Some(text), None) => read_fen(words, &ruleset, text, &position.waive)?,
            (None, Some(odds)) => with_odds(words, &ruleset, odds)?,
            (None, None) => ruleset.start(),
        };
        Ok((ruleset, position))
    }
}

fn flaw_kinds() -> impl TypedValueParser<Value = FlawKind> {
    PossibleValuesParser::new(FlawKind::NAMES).try_map(|name| FlawKind::named(&name).ok_or("not a kind of flaw"))
}

/// Every reason in one message.
fn all(reasons: impl Iterator<Item = String>) -> String {
    reasons.collect::<Vec<_>>().join(" ")
}

fn pick(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn read_fen(words: &Words, ruleset: &Ruleset, text: &str, waived: &[FlawKind]) -> Result<Position, Failure> {
    let position = fen::read(text, ruleset).map_err(|error| Failure::Input(words.fen_error_in(&error, text)))?;
    Setup::from(position)
        .validate(ruleset, waived)
        .map_err(|error| Failure::Input(all(error.flaws.iter().map(|flaw| words.flaw(flaw, ruleset)))))
}

fn with_odds(words: &Words, ruleset: &Ruleset, text: &str) -> Result<Position, Failure> {
    let names = SquareNames::of(ruleset);
    let squares = text
        .split(',')
        .map(|name| {
            let unknown = || Failure::Input(words.say("cli-unknown-square", &[("text", name.trim().into())]));
            names.parse_any(name.trim()).ok_or_else(unknown)
        })
        .collect::<Result<Vec<_>, _>>()?;
    ruleset.start_with_odds(&squares).map_err(|error| Failure::Input(words.odds_error(&error, ruleset)))
}

/// The facts of a house-rule file: a TOML table of names and values.
fn house_file(words: &Words, path: &Path) -> Result<Vec<(String, String)>, Failure> {
    let file = path.display().to_string();
    let refuse = |reason: String| {
        Failure::Input(words.say("cli-bad-file", &[("file", file.as_str().into()), ("reason", reason.into())]))
    };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| refuse(error.to_string()))?;
    let value = |name: &str, value: &toml::Value| {
        fact_value(value).ok_or_else(|| refuse(words.say("cli-bad-value", &[("name", name.into())])))
    };
    table.iter().map(|(name, given)| Ok((name.clone(), value(name, given)?))).collect()
}

fn fact_value(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        toml::Value::Array(values) if values.is_empty() => Some("none".to_owned()),
        toml::Value::Array(values) => {
            let parts: Option<Vec<&str>> = values.iter().map(toml::Value::as_str).collect();
            Some(parts?.join("+"))
        }
        _ => None,
    }
}

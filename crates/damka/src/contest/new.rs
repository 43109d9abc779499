//! The record of a new contest.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use damka_conduct::Worded;
use damka_conduct::clock::Millis;
use damka_contest::{Actor, By, Command, Contest, ContestRecord, ContestSpec, Fresh, Kind, Number};
use damka_rules::Ruleset;
use damka_words::Words;
use std::io::Write;

/// What a new contest is.
#[derive(Args)]
pub struct NewArgs {
    /// The kind of contest.
    #[arg(value_enum, value_name = "KIND")]
    kind: KindArg,
    /// What it is called.
    #[arg(long, value_name = "NAME", default_value = "")]
    name: String,
    /// The game.
    #[arg(long, value_name = "RULESET", default_value = "russian")]
    rules: String,
    /// The length of a match.
    #[arg(long, value_name = "LENGTH")]
    length: Option<String>,
    /// The time of each player.
    #[arg(long, value_name = "TIME")]
    clock: Option<String>,
    /// Any other line of the head.
    #[arg(long, value_name = "TERM", value_parser = term)]
    term: Vec<(String, String)>,
    /// A player.
    #[arg(long, value_name = "ENTRANT")]
    entrant: Vec<String>,
    /// All of them play at boards in the room.
    #[arg(long)]
    room: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum KindArg {
    Match,
    Simul,
    Evening,
}

impl KindArg {
    fn kind(self) -> Kind {
        match self {
            KindArg::Match => Kind::Match,
            KindArg::Simul => Kind::Simul,
            KindArg::Evening => Kind::Evening,
        }
    }
}

fn term(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| text.to_owned())?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Prints the record.
pub fn new(words: &Words, arguments: &NewArgs, out: &mut impl Write) -> Result<(), Failure> {
    let ruleset = Ruleset::from_line(&arguments.rules).unwrap_or(Ruleset::all()[0]);
    let mut lines = vec![("kind", arguments.kind.kind().word()), ("rules", arguments.rules.as_str())];
    lines.extend(arguments.length.as_deref().map(|length| ("length", length)));
    lines.extend(arguments.clock.as_deref().map(|clock| ("clock", clock)));
    lines.extend(arguments.term.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let spec = ContestSpec::from_lines(lines);
    let spec = spec.map_err(|error| Failure::Input(words.contest_spec_error(&error, &ruleset)))?;
    let mut contest = Contest::new(spec.clone());
    let mut events = Vec::new();
    for number in (1..).take(arguments.entrant.len()) {
        let number: Number = number;
        let enter = Command::Enter {
            entrant: number,
            in_room: arguments.room,
            strength: None,
            terms: Vec::new(),
            fresh: Fresh::default(),
        };
        let entered = contest.decide(By::alone(Actor::Owner), &enter, Millis::ZERO);
        let nameless = |_: Number| None;
        let refused = |refused| words.contest_refused(&refused, &ruleset, Millis::ZERO, &nameless);
        for event in entered.map_err(|error| Failure::Input(refused(error)))? {
            contest.evolve(&event);
            events.push(event);
        }
    }
    let name = match arguments.name.trim() {
        "" => words.contest_kind(spec.kind),
        name => name.to_owned(),
    };
    let record = ContestRecord { name, spec, names: arguments.entrant.clone(), events };
    Ok(write!(out, "{}", record.text())?)
}

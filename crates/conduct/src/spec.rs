//! What a game is: everything agreed before the first move.

use crate::clock::{Bonus, Control, Millis};
use crate::event::{side_name, side_named};
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, OddsError, Position, Ruleset, RulesetError, Setup, SetupError, Square};
use std::fmt;

/// Whether illegal acts are refused or happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Manner {
    /// Illegal acts are refused with the reason; online games.
    #[default]
    Strict,
    /// Hands are free, and the opponent must notice; games at a real board.
    AtBoard,
}

/// What a seat is shown of the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Aids {
    /// Everything: moves, reasons, counters.
    #[default]
    Full,
    /// Only where the chosen piece can go.
    Targets,
    /// Nothing.
    None,
}

/// What a seat sees of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// The board.
    #[default]
    Board,
    /// Blindfold with the written record (A.mode.4).
    Record,
    /// Blindfold without it.
    Blind,
}

/// One side of the table. A seat is not a person: several people can share one, one person can hold many.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Seat {
    /// Who sits there; nobody yet, if empty.
    pub people: Vec<String>,
    /// What they see.
    pub view: View,
    /// What they are shown.
    pub aids: Aids,
}

/// Everything agreed before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The rules, with corner, squares, first mover and draw switches.
    pub ruleset: Ruleset,
    /// Where the game begins, if not at the start of the ruleset.
    pub start: Option<Position>,
    /// Pieces left out at the start.
    pub odds: Vec<Square>,
    /// How the pieces were really set up at a board, if wrongly (A.violation.2).
    pub found: Option<Position>,
    /// Strict or at the board.
    pub manner: Manner,
    /// The clocks of White and Black.
    pub clocks: [Control; 2],
    /// A flag does not lose against an opponent who cannot win. Text 001 knows no such mercy, so it is off by default.
    pub mercy: bool,
    /// The seats of White and Black.
    pub seats: [Seat; 2],
}

/// Why a spec makes no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// A line that means nothing.
    UnknownLine(String),
    /// A value that cannot be.
    BadValue {
        /// The line's name.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// No ruleset.
    Ruleset(RulesetError),
    /// The position is no FEN.
    Fen(fen::FenError),
    /// The position is not sound.
    Setup(SetupError),
    /// The odds cannot be given.
    Odds(OddsError),
    /// A position and odds are both given.
    StartAndOdds,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for SpecError {}

const MANNERS: [(&str, Manner); 2] = [("strict", Manner::Strict), ("at-board", Manner::AtBoard)];
const AIDS: [(&str, Aids); 3] = [("full", Aids::Full), ("targets", Aids::Targets), ("none", Aids::None)];
const VIEWS: [(&str, View); 3] = [("board", View::Board), ("record", View::Record), ("blind", View::Blind)];

fn name_of<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, known)| known == value).map_or("", |(name, _)| name)
}

fn named<T: Copy>(table: &[(&'static str, T)], name: &'static str, value: &str) -> Result<T, SpecError> {
    let found = table.iter().find(|(known, _)| *known == value).map(|(_, value)| *value);
    found.ok_or_else(|| SpecError::BadValue { name, value: value.to_owned() })
}

/// The names under which a spec's lines stand in a record, and, with a prefix, in PDN tags.
pub const LINES: [&str; 12] = [
    "rules",
    "start",
    "odds",
    "found",
    "manner",
    "clock-white",
    "clock-black",
    "mercy",
    "white",
    "black",
    "seat-white",
    "seat-black",
];

impl GameSpec {
    /// A strict game, with the time that the text of its rules gives, if it gives one (B.clock.1).
    #[must_use]
    pub fn new(ruleset: Ruleset) -> GameSpec {
        let control = usual_control(&ruleset);
        GameSpec {
            ruleset,
            start: None,
            odds: Vec::new(),
            found: None,
            manner: Manner::Strict,
            clocks: [control.clone(), control],
            mercy: false,
            seats: [Seat::default(), Seat::default()],
        }
    }

    /// The first position.
    ///
    /// # Errors
    /// If position and odds are both given, or cannot be.
    pub fn first_position(&self) -> Result<Position, SpecError> {
        match (&self.start, &self.odds[..]) {
            (None, []) => Ok(self.ruleset.start()),
            (Some(position), []) => Setup::from(*position).validate(&self.ruleset, &[]).map_err(SpecError::Setup),
            (None, odds) => self.ruleset.start_with_odds(odds).map_err(SpecError::Odds),
            (Some(_), _) => Err(SpecError::StartAndOdds),
        }
    }

    /// The spec as named values: those that are not the default, the rules first.
    #[must_use]
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let names = SquareNames::of(&self.ruleset);
        let mut lines = vec![("rules", self.ruleset.line())];
        if let Some(position) = &self.start {
            lines.push(("start", fen::write(position, &self.ruleset)));
        }
        if !self.odds.is_empty() {
            let squares: Vec<String> = self.odds.iter().map(|square| names.name(*square)).collect();
            lines.push(("odds", squares.join(",")));
        }
        if let Some(position) = &self.found {
            lines.push(("found", fen::write(position, &self.ruleset)));
        }
        if self.manner != Manner::default() {
            lines.push(("manner", name_of(&MANNERS, &self.manner).to_owned()));
        }
        for (name, control) in ["clock-white", "clock-black"].into_iter().zip(&self.clocks) {
            if *control != usual_control(&self.ruleset) {
                lines.push((name, control.to_string()));
            }
        }
        if self.mercy {
            lines.push(("mercy", "yes".to_owned()));
        }
        for side in Colour::ALL {
            let seat = &self.seats[side as usize];
            if !seat.people.is_empty() {
                lines.push((side_name(side), seat.people.join("; ")));
            }
            if (seat.view, seat.aids) != (View::default(), Aids::default()) {
                let name = if side == Colour::White { "seat-white" } else { "seat-black" };
                lines.push((name, format!("{} {}", name_of(&VIEWS, &seat.view), name_of(&AIDS, &seat.aids))));
            }
        }
        lines
    }

    /// Reads named values in any order.
    ///
    /// # Errors
    /// The first that cannot be.
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<GameSpec, SpecError> {
        let lines: Vec<(&str, &str)> = lines.into_iter().collect();
        let rules = lines.iter().find(|(name, _)| *name == "rules").map_or("russian", |(_, value)| *value);
        let mut spec = GameSpec::new(Ruleset::from_line(rules).map_err(SpecError::Ruleset)?);
        for (name, value) in lines {
            spec.set(name, value.trim())?;
        }
        spec.first_position()?;
        Ok(spec)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let bad = |name| SpecError::BadValue { name, value: value.to_owned() };
        match name {
            "rules" => {}
            "start" => self.start = Some(fen::read(value, &self.ruleset).map_err(SpecError::Fen)?),
            "found" => self.found = Some(fen::read(value, &self.ruleset).map_err(SpecError::Fen)?),
            "odds" => {
                let names = SquareNames::of(&self.ruleset);
                let squares = value.split(',').map(|name| names.parse_any(name));
                self.odds = squares.collect::<Option<_>>().ok_or_else(|| bad("odds"))?;
            }
            "manner" => self.manner = named(&MANNERS, "manner", value)?,
            "clock" => self.clocks = [read_clock("clock", value)?, read_clock("clock", value)?],
            "clock-white" => self.clocks[0] = read_clock("clock-white", value)?,
            "clock-black" => self.clocks[1] = read_clock("clock-black", value)?,
            "mercy" => self.mercy = named(&[("yes", true), ("no", false)], "mercy", value)?,
            "seat-white" => self.set_seat(Colour::White, "seat-white", value)?,
            "seat-black" => self.set_seat(Colour::Black, "seat-black", value)?,
            _ => match side_named(name) {
                Some(side) => {
                    let people = value.split(';').map(|person| person.trim().to_owned());
                    self.seats[side as usize].people = people.filter(|person| !person.is_empty()).collect();
                }
                None => return Err(SpecError::UnknownLine(name.to_owned())),
            },
        }
        Ok(())
    }

    fn set_seat(&mut self, side: Colour, name: &'static str, value: &str) -> Result<(), SpecError> {
        let (view, aids) = value.split_once(' ').unwrap_or((value, "full"));
        let seat = &mut self.seats[side as usize];
        seat.view = named(&VIEWS, name, view)?;
        seat.aids = named(&AIDS, name, aids.trim())?;
        Ok(())
    }
}

fn usual_control(ruleset: &Ruleset) -> Control {
    let time = ruleset.minutes().map(|minutes| Millis::minutes(u64::from(minutes)));
    time.and_then(|time| Control::whole_game(time, Bonus::None).ok()).unwrap_or(Control::none())
}

fn read_clock(name: &'static str, value: &str) -> Result<Control, SpecError> {
    value.parse().map_err(|_| SpecError::BadValue { name, value: value.to_owned() })
}

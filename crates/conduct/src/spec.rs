//! What a game is: everything agreed before the first move.

use crate::clock::{Bonus, Control, Millis};
use crate::people::{FIRST_PLACE, Place};
use crate::talk::Talk;
use crate::worded::{Worded, worded};
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, OddsError, Position, Ruleset, RulesetError, Setup, SetupError, Square};
use std::fmt;

worded! {
    /// Whether illegal acts are refused or happen.
    #[derive(Default)]
    pub enum Manner {
        /// Illegal acts are refused with the reason; online games.
        #[default]
        Strict = "strict",
        /// Hands are free, and the opponent must notice; games at a real board.
        AtBoard = "at-board",
    }
}

worded! {
    /// What a seat is shown of the legal moves.
    #[derive(Default)]
    pub enum Aids {
        /// Everything: moves, reasons, counters.
        #[default]
        Full = "full",
        /// Only where the chosen piece can go.
        Targets = "targets",
        /// Nothing.
        None = "none",
    }
}

worded! {
    /// What a seat sees of the board.
    #[derive(Default)]
    pub enum View {
        /// The board.
        #[default]
        Board = "board",
        /// Blindfold with the written record (A.mode.4).
        Record = "record",
        /// Blindfold without it.
        Blind = "blind",
    }
}

worded! {
    /// How those who share a seat decide what it does.
    #[derive(Default)]
    pub enum Decides {
        /// The first of them who acts.
        #[default]
        Anyone = "anyone",
        /// The captain, after the others have advised.
        Captain = "captain",
        /// One after another.
        Turns = "turns",
        /// By vote.
        Vote = "vote",
    }
}

worded! {
    /// How the time of a game goes.
    pub enum Pace {
        /// The players sit at the table: the game's time goes while the server runs, and they may not stay away.
        Sitting = "sitting",
        /// The players look in when they like: the game's time is the time of day.
        Days = "days",
    }
}

worded! {
    /// What happens when a clock has run out.
    #[derive(Default)]
    pub enum FlagFalls {
        /// The game is over at that moment.
        #[default]
        ByItself = "falls",
        /// The opponent may claim it. Until then the player may still move, which takes the claim away.
        ByClaim = "claims",
    }
}

/// One side of the table. Who sits there is not agreed here: several people can share a seat, and one person can hold
/// many.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// What they see.
    pub view: View,
    /// What they are shown.
    pub aids: Aids,
    /// How they decide, if they are several.
    pub decides: Decides,
    /// How many people share it.
    pub places: Place,
}

/// The most people who share a seat.
pub const MOST_PLACES: Place = 30;

impl Default for Seat {
    fn default() -> Seat {
        let (view, aids, decides) = (View::default(), Aids::default(), Decides::default());
        Seat { view, aids, decides, places: FIRST_PLACE }
    }
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
    pub actual_setup: Option<Position>,
    /// Strict or at the board.
    pub manner: Manner,
    /// In one sitting or over days.
    pub pace: Pace,
    /// The clocks of White and Black.
    pub clocks: [Control; 2],
    /// A flag does not lose against an opponent who cannot win: the game is drawn. Text 001 knows no such rule, so it is
    /// off by default.
    pub flag_draws_without_winner: bool,
    /// Whether a player may ask to take a move back.
    pub takebacks: bool,
    /// The side whose time is kept by the contest, over all its boards: here it has no clock of its own, and the
    /// contest says when its flag has fallen.
    pub contest_clock: Option<Colour>,
    /// The side of a display's host, who goes round many boards: nobody claims that it has gone away.
    pub goes_round: Option<Colour>,
    /// Whether a flag ends the game by itself; it may wait for a claim only in strict games of days.
    pub flag: FlagFalls,
    /// Whether players may go on vacation, which only games of days know.
    pub vacation: bool,
    /// The seats of White and Black.
    pub seats: [Seat; 2],
    /// How the players may talk to each other.
    pub talk: Talk,
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
    /// The position is not a valid FEN.
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

fn worded<T: Worded>(name: &'static str, value: &str) -> Result<T, SpecError> {
    T::from_word(value).ok_or_else(|| SpecError::BadValue { name, value: value.to_owned() })
}

/// The names of the lines at the head of a transcript: those of a spec, which also stand in PDN tags, and the two that
/// name the players.
pub const LINES: [&str; 19] = [
    "rules",
    "start",
    "odds",
    "found",
    "manner",
    "pace",
    "clock-white",
    "clock-black",
    "mercy",
    "takebacks",
    "contest-clock",
    "goes-round",
    "flag",
    "vacation",
    "white",
    "black",
    "seat-white",
    "seat-black",
    "talk",
];

const CLOCK_LINES: [&str; 2] = ["clock-white", "clock-black"];
const SEAT_LINES: [&str; 2] = ["seat-white", "seat-black"];

impl GameSpec {
    /// A strict game, with the time that the text of its rules gives, if it gives one (B.clock.1).
    #[must_use]
    pub fn new(ruleset: Ruleset) -> GameSpec {
        let control = usual_control(&ruleset);
        GameSpec {
            ruleset,
            start: None,
            odds: Vec::new(),
            actual_setup: None,
            manner: Manner::Strict,
            pace: Pace::Sitting,
            clocks: [control.clone(), control],
            flag_draws_without_winner: false,
            takebacks: true,
            contest_clock: None,
            goes_round: None,
            flag: FlagFalls::default(),
            vacation: true,
            seats: [Seat::default(), Seat::default()],
            talk: Talk::default(),
        }
    }

    /// Whether several people share a seat.
    #[must_use]
    pub fn has_teams(&self) -> bool {
        self.seats.iter().any(|seat| seat.places > FIRST_PLACE)
    }

    /// Whether somebody learns something only when the game is over: who plays without the board sees it then, and
    /// everybody hears what teams have said.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.has_teams() || self.seats.iter().any(|seat| seat.view != View::Board)
    }

    /// The pace that clocks mean: a game in which somebody may think for a day or longer is not played in one sitting.
    #[must_use]
    pub fn usual_pace(clocks: &[Control; 2]) -> Pace {
        let day = Millis::seconds(24 * 3600);
        let is_long = |control: &Control| {
            let period = control.byoyomi().map_or(Millis::ZERO, |byoyomi| byoyomi.period);
            control.first_time().max(period) >= day
        };
        if clocks.iter().any(is_long) { Pace::Days } else { Pace::Sitting }
    }

    /// The same terms with the sides changed: what was agreed for White is Black's.
    #[must_use]
    pub fn with_sides_changed(mut self) -> GameSpec {
        self.clocks.swap(0, 1);
        self.seats.swap(0, 1);
        self.contest_clock = self.contest_clock.map(Colour::other);
        self.goes_round = self.goes_round.map(Colour::other);
        self
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
            let squares: Vec<&str> = self.odds.iter().map(|square| names.name(*square)).collect();
            lines.push(("odds", squares.join(",")));
        }
        if let Some(position) = &self.actual_setup {
            lines.push(("found", fen::write(position, &self.ruleset)));
        }
        if self.manner != Manner::default() {
            lines.push(("manner", self.manner.word().to_owned()));
        }
        if self.pace != GameSpec::usual_pace(&self.clocks) {
            lines.push(("pace", self.pace.word().to_owned()));
        }
        for (name, control) in CLOCK_LINES.into_iter().zip(&self.clocks) {
            if *control != usual_control(&self.ruleset) {
                lines.push((name, control.to_string()));
            }
        }
        if self.flag_draws_without_winner {
            lines.push(("mercy", "yes".to_owned()));
        }
        if !self.takebacks {
            lines.push(("takebacks", "no".to_owned()));
        }
        if let Some(side) = self.contest_clock {
            lines.push(("contest-clock", side.word().to_owned()));
        }
        if let Some(side) = self.goes_round {
            lines.push(("goes-round", side.word().to_owned()));
        }
        if self.flag != FlagFalls::default() {
            lines.push(("flag", self.flag.word().to_owned()));
        }
        if !self.vacation {
            lines.push(("vacation", "no".to_owned()));
        }
        for (name, seat) in SEAT_LINES.into_iter().zip(&self.seats) {
            lines.extend(seat_value(seat).map(|value| (name, value)));
        }
        if self.talk != Talk::default() {
            lines.push(("talk", self.talk.word().to_owned()));
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
        for (name, value) in &lines {
            spec.set(name, value.trim())?;
        }
        if lines.iter().all(|(name, _)| *name != "pace") {
            spec.pace = GameSpec::usual_pace(&spec.clocks);
        }
        spec.first_position()?;
        spec.check_flag()?;
        Ok(spec)
    }

    /// Whether what was agreed about the flag fits the rest.
    ///
    /// # Errors
    /// If the flag waits for a claim in another game than a strict one of days.
    pub fn check_flag(&self) -> Result<(), SpecError> {
        let may_wait = self.pace == Pace::Days && self.manner == Manner::Strict;
        match self.flag {
            FlagFalls::ByClaim if !may_wait => {
                Err(SpecError::BadValue { name: "flag", value: self.flag.word().to_owned() })
            }
            _ => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let bad = |name| SpecError::BadValue { name, value: value.to_owned() };
        match name {
            "rules" => {}
            "start" => self.start = Some(fen::read(value, &self.ruleset).map_err(SpecError::Fen)?),
            "found" => self.actual_setup = Some(fen::read(value, &self.ruleset).map_err(SpecError::Fen)?),
            "odds" => {
                let names = SquareNames::of(&self.ruleset);
                let squares = value.split(',').map(|name| names.parse_any(name));
                self.odds = squares.collect::<Option<_>>().ok_or_else(|| bad("odds"))?;
            }
            "manner" => self.manner = worded("manner", value)?,
            "pace" => self.pace = worded("pace", value)?,
            "clock" => self.clocks = [read_clock("clock", value)?, read_clock("clock", value)?],
            "clock-white" => self.clocks[0] = read_clock("clock-white", value)?,
            "clock-black" => self.clocks[1] = read_clock("clock-black", value)?,
            "mercy" => self.flag_draws_without_winner = yes_or_no("mercy", value)?,
            "takebacks" => self.takebacks = yes_or_no("takebacks", value)?,
            "contest-clock" => self.contest_clock = Some(worded("contest-clock", value)?),
            "goes-round" => self.goes_round = Some(worded("goes-round", value)?),
            "flag" => self.flag = worded("flag", value)?,
            "vacation" => self.vacation = yes_or_no("vacation", value)?,
            "seat-white" => self.seats[0] = read_seat("seat-white", value)?,
            "seat-black" => self.seats[1] = read_seat("seat-black", value)?,
            "talk" => self.talk = worded("talk", value)?,
            _ => return Err(SpecError::UnknownLine(name.to_owned())),
        }
        Ok(())
    }
}

fn yes_or_no(name: &'static str, value: &str) -> Result<bool, SpecError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(SpecError::BadValue { name, value: value.to_owned() }),
    }
}

/// What was agreed for a seat, if it is not the default; the last words are left out where they are.
fn seat_value(seat: &Seat) -> Option<String> {
    let Seat { view, aids, decides, places } = seat;
    let shown = format!("{} {}", view.word(), aids.word());
    match (*decides, *places) {
        _ if *seat == Seat::default() => None,
        (Decides::Anyone, FIRST_PLACE) => Some(shown),
        (decides, FIRST_PLACE) => Some(format!("{shown} {}", decides.word())),
        (decides, places) => Some(format!("{shown} {} {places}", decides.word())),
    }
}

fn read_seat(name: &'static str, value: &str) -> Result<Seat, SpecError> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let bad = || SpecError::BadValue { name, value: value.to_owned() };
    let (view, aids, decides, places) = match words[..] {
        [view] => (view, None, None, None),
        [view, aids] => (view, Some(aids), None, None),
        [view, aids, decides] => (view, Some(aids), Some(decides), None),
        [view, aids, decides, places] => (view, Some(aids), Some(decides), Some(places)),
        _ => return Err(bad()),
    };
    let count = |text: &str| {
        let places = text.parse().ok().filter(|places| (FIRST_PLACE..=MOST_PLACES).contains(places));
        places.ok_or_else(bad)
    };
    Ok(Seat {
        view: worded(name, view)?,
        aids: aids.map_or(Ok(Aids::default()), |aids| worded(name, aids))?,
        decides: decides.map_or(Ok(Decides::default()), |decides| worded(name, decides))?,
        places: places.map_or(Ok(FIRST_PLACE), count)?,
    })
}

fn usual_control(ruleset: &Ruleset) -> Control {
    let time = ruleset.conventions().minutes.map(|minutes| Millis::minutes(u64::from(minutes)));
    time.and_then(|time| Control::whole_game(time, Bonus::None).ok()).unwrap_or(Control::none())
}

fn read_clock(name: &'static str, value: &str) -> Result<Control, SpecError> {
    value.parse().map_err(|_| SpecError::BadValue { name, value: value.to_owned() })
}

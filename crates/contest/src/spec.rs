//! What a contest is: everything agreed before it begins.

use damka_conduct::clock::{Control, Millis};
use damka_conduct::{GameSpec, SpecError, Worded, worded};
use damka_notation::fen;
use damka_rules::Position;
use std::fmt;

/// A contest has at most this many entrants.
pub const MOST_ENTRANTS: u16 = 500;
/// A match has at most this many games, replays not counted.
const LONGEST_MATCH: u16 = 200;
/// At most this many rungs of faster clocks.
pub const LONGEST_LADDER: usize = 8;
/// At most this many openings.
pub const MOST_OPENINGS: usize = 200;

worded! {
    /// What kind of contest it is.
    pub enum Kind {
        /// Two entrants play several games.
        Match = "match",
        /// One plays against several at once (A.mode.2).
        Simul = "simul",
        /// People come and go, and play each other as they like.
        Evening = "evening",
    }
}

worded! {
    /// Who has White. In a match this is about the first game, after which colours alternate (A.first.3).
    pub enum Colours {
        /// Lots are drawn (A.first.2).
        Lots = "lots",
        /// The first entrant: the host of a display, on every board.
        White = "white",
        /// The other one.
        Black = "black",
        /// The host has White and Black in turn, board by board.
        Alternate = "alternate",
    }
}

worded! {
    /// What a draw in a match means.
    pub enum Draws {
        /// It counts as a draw.
        Count = "count",
        /// The game is played again with less time until somebody wins.
        Faster = "faster",
    }
}

worded! {
    /// How people come to a contest.
    pub enum Joining {
        /// By entering.
        Free = "free",
        /// By asking, and its owner accepts them.
        Asked = "asked",
    }
}

/// How long a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// This number of games.
    Games(u16),
    /// Until somebody has this number of points, a win being one.
    FirstTo(u16),
    /// At most this number of games, until somebody cannot be caught.
    BestOf(u16),
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Games(games) => write!(f, "games {games}"),
            Length::FirstTo(points) => write!(f, "first-to {points}"),
            Length::BestOf(games) => write!(f, "best-of {games}"),
        }
    }
}

impl std::str::FromStr for Length {
    type Err = ();

    fn from_str(text: &str) -> Result<Length, ()> {
        let (word, number) = text.split_once(' ').ok_or(())?;
        let number = number.parse().ok().filter(|number| (1..=LONGEST_MATCH).contains(number)).ok_or(())?;
        match word {
            "games" => Ok(Length::Games(number)),
            "first-to" => Ok(Length::FirstTo(number)),
            "best-of" => Ok(Length::BestOf(number)),
            _ => Err(()),
        }
    }
}

/// Everything agreed before a contest begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestSpec {
    /// What kind of contest it is.
    pub kind: Kind,
    /// The terms of its games. They belong to entrants, not to colours: what stands here for White is the first
    /// entrant's, who is the host of a display; what stands for Black is the opponents'.
    pub game: GameSpec,
    /// How long a match is.
    pub length: Length,
    /// Who has White.
    pub colours: Colours,
    /// What a draw in a match means.
    pub draws: Draws,
    /// The clocks of games that are played again, in their order; the last one is used again and again.
    pub ladder: Vec<Control>,
    /// Positions from which the games of a match begin, one for each two games, in their order and then from the first.
    pub openings: Vec<Position>,
    /// How people come to it.
    pub joining: Joining,
    /// Whether guests may come when a display has begun.
    pub late: bool,
    /// The host's one clock over all boards, which runs while a board waits for the host.
    pub host_clock: Option<Millis>,
    /// How long a player waits for the next game of a match before the opponent's absence loses it.
    pub patience: Millis,
}

/// Why lines make no contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestSpecError {
    /// There is no line `kind`.
    NoKind,
    /// A value that cannot be.
    BadValue {
        /// The line's name.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// The terms of the games are wrong.
    Game(SpecError),
}

impl fmt::Display for ContestSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for ContestSpecError {}

/// The names of the lines of a contest that are not terms of its games.
pub const OWN_LINES: [&str; 10] =
    ["kind", "length", "colours", "draws", "ladder", "opening", "joining", "late", "host-clock", "patience"];

impl ContestSpec {
    /// A contest of a kind with the terms of its games.
    #[must_use]
    pub fn new(kind: Kind, game: GameSpec) -> ContestSpec {
        ContestSpec {
            kind,
            game,
            length: Length::Games(2),
            colours: if kind == Kind::Simul { Colours::White } else { Colours::Lots },
            draws: Draws::Count,
            ladder: Vec::new(),
            openings: Vec::new(),
            joining: Joining::Free,
            late: true,
            host_clock: None,
            patience: Millis::minutes(10),
        }
    }

    /// The spec as named values: its kind, then those that are not the default, then the terms of its games.
    #[must_use]
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let usual = ContestSpec::new(self.kind, self.game.clone());
        let mut lines = vec![("kind", self.kind.word().to_owned())];
        let mut push = |name, value: String, is_usual: bool| {
            if !is_usual {
                lines.push((name, value));
            }
        };
        push("length", self.length.to_string(), self.kind != Kind::Match);
        push("colours", self.colours.word().to_owned(), self.colours == usual.colours);
        push("draws", self.draws.word().to_owned(), self.draws == usual.draws);
        let ladder: Vec<String> = self.ladder.iter().map(Control::to_string).collect();
        push("ladder", ladder.join("; "), self.ladder.is_empty());
        for opening in &self.openings {
            push("opening", fen::write(opening, &self.game.ruleset), false);
        }
        push("joining", self.joining.word().to_owned(), self.joining == usual.joining);
        push("late", "no".to_owned(), self.late);
        push("host-clock", self.host_clock.map_or_else(String::new, seconds), self.host_clock.is_none());
        push("patience", seconds(self.patience), self.patience == usual.patience);
        lines.extend(self.game.lines());
        lines
    }

    /// Reads named values in any order.
    ///
    /// # Errors
    /// The first that cannot be.
    pub fn from_lines<'a>(
        lines: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<ContestSpec, ContestSpecError> {
        let (own, game): (Vec<_>, Vec<_>) = lines.into_iter().partition(|(name, _)| OWN_LINES.contains(name));
        let game = GameSpec::from_lines(game).map_err(ContestSpecError::Game)?;
        let kind = own.iter().find(|(name, _)| *name == "kind").ok_or(ContestSpecError::NoKind)?;
        let mut spec = ContestSpec::new(worded("kind", kind.1.trim())?, game);
        for (name, value) in own {
            spec.set(name, value.trim())?;
        }
        spec.check()?;
        Ok(spec)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ContestSpecError> {
        let bad = |name| ContestSpecError::BadValue { name, value: value.to_owned() };
        match name {
            "length" => self.length = value.parse().map_err(|()| bad("length"))?,
            "colours" => self.colours = worded("colours", value)?,
            "draws" => self.draws = worded("draws", value)?,
            "ladder" => {
                let rungs = value.split(';').map(|rung| rung.trim().parse());
                self.ladder = rungs.collect::<Result<_, _>>().map_err(|_| bad("ladder"))?;
            }
            "opening" => self.openings.push(fen::read(value, &self.game.ruleset).map_err(|_| bad("opening"))?),
            "joining" => self.joining = worded("joining", value)?,
            "late" => self.late = match_yes(value).ok_or_else(|| bad("late"))?,
            "host-clock" => self.host_clock = Some(read_seconds(value).ok_or_else(|| bad("host-clock"))?),
            "patience" => self.patience = read_seconds(value).ok_or_else(|| bad("patience"))?,
            _ => {}
        }
        Ok(())
    }

    /// What contradicts itself.
    fn check(&self) -> Result<(), ContestSpecError> {
        let bad = |name, value: &str| Err(ContestSpecError::BadValue { name, value: value.to_owned() });
        if self.kind != Kind::Simul && self.colours == Colours::Alternate {
            return bad("colours", self.colours.word());
        }
        if self.draws == Draws::Faster && self.ladder.is_empty() || self.ladder.len() > LONGEST_LADDER {
            return bad("ladder", &self.ladder.len().to_string());
        }
        if self.openings.len() > MOST_OPENINGS {
            return bad("opening", &self.openings.len().to_string());
        }
        if self.host_clock.is_some() && (self.kind != Kind::Simul || !self.game.clocks[0].is_none()) {
            return bad("host-clock", &self.host_clock.map_or_else(String::new, seconds));
        }
        // The games themselves must be playable, from every opening.
        for opening in &self.openings {
            let game = GameSpec { start: Some(*opening), odds: Vec::new(), ..self.game.clone() };
            game.first_position().map_err(ContestSpecError::Game)?;
        }
        Ok(())
    }
}

fn worded<T: Worded>(name: &'static str, value: &str) -> Result<T, ContestSpecError> {
    T::from_word(value).ok_or_else(|| ContestSpecError::BadValue { name, value: value.to_owned() })
}

fn match_yes(value: &str) -> Option<bool> {
    match value {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn seconds(time: Millis) -> String {
    format!("{}s", time.0 / 1000)
}

fn read_seconds(value: &str) -> Option<Millis> {
    let number: u64 = value.strip_suffix('s')?.parse().ok()?;
    Some(Millis::seconds(number)).filter(|time| *time <= Millis::LONGEST && *time > Millis::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back() {
        let lines = [
            ("kind", "match"),
            ("length", "first-to 3"),
            ("draws", "faster"),
            ("ladder", "20m+5s; 5m+3s"),
            ("opening", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,a7,c7,e7,g7,b8,d8,f8,h8,g5"),
            ("joining", "asked"),
            ("late", "no"),
            ("patience", "60s"),
            ("rules", "russian"),
            ("clock-white", "1h"),
        ];
        let spec = ContestSpec::from_lines(lines).unwrap();
        let written = spec.lines();
        let again = ContestSpec::from_lines(written.iter().map(|(name, value)| (*name, value.as_str()))).unwrap();
        assert_eq!(spec, again);
        assert_eq!((spec.ladder.len(), spec.openings.len(), spec.length), (2, 1, Length::FirstTo(3)));
    }

    #[test]
    fn what_contradicts_itself_is_named() {
        let name = |lines: &[(&'static str, &'static str)]| match ContestSpec::from_lines(lines.iter().copied()) {
            Err(ContestSpecError::BadValue { name, .. }) => name,
            other => panic!("{other:?}"),
        };
        assert_eq!(name(&[("kind", "picnic")]), "kind");
        assert_eq!(name(&[("kind", "match"), ("colours", "alternate")]), "colours");
        assert_eq!(name(&[("kind", "match"), ("draws", "faster")]), "ladder");
        assert_eq!(name(&[("kind", "match"), ("length", "games 0")]), "length");
        assert_eq!(name(&[("kind", "match"), ("host-clock", "60s")]), "host-clock");
        assert_eq!(name(&[("kind", "simul"), ("host-clock", "60s"), ("clock-white", "5m")]), "host-clock");
        assert_eq!(ContestSpec::from_lines([("rules", "russian")]), Err(ContestSpecError::NoKind));
    }
}

//! The one table of facts: from it come their names, values, help, and the canonical line.

use super::{Choice, Conventions, Facts, MoveFacts, Movement, RaceFacts, StartingPieces};
use crate::board::{Board, Colour, SquareSet};
use crate::draws::DrawSet;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Which part of a ruleset a fact belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// How pieces move in draughts: [`MoveFacts`].
    Draughts,
    /// Corners: [`RaceFacts`].
    Race,
    /// The game around the moves: [`Facts`].
    Game,
    /// How the game is laid out and written: [`Conventions`].
    Convention,
}

/// Names every fact once: its id, how files call it, and the field that holds it.
macro_rules! facts {
    ($($scope:ident, $part:ident { $($id:ident = $name:literal, $field:ident;)+ })+) => {
        choice! {
            /// Every fact by name, in the order of the canonical line.
            FactId { $($(#[doc = concat!("[`", stringify!($part), "::", stringify!($field), "`]")] $id = $name,)+)+ }
        }

        impl FactId {
            /// Which part of a ruleset the fact belongs to.
            #[must_use]
            pub const fn scope(self) -> Scope {
                match self { $($(FactId::$id => Scope::$scope,)+)+ }
            }

            /// The named values of the fact; empty when it takes a number, a set-up or a list.
            #[must_use]
            pub fn choices(self) -> &'static [&'static str] {
                match self { $($(FactId::$id => choices(|part: &$part| &part.$field),)+)+ }
            }

            /// What may be written for the fact, for help and error messages.
            #[must_use]
            pub fn values(self) -> String {
                match self { $($(FactId::$id => expected(|part: &$part| &part.$field),)+)+ }
            }
        }

        $(
            impl Part for $part {
                fn text(&self, id: FactId, board: Board) -> Option<String> {
                    match id {
                        $(FactId::$id => Some(self.$field.text(board)),)+
                        _ => None,
                    }
                }

                fn assign(&mut self, id: FactId, text: &str, board: Board) -> Option<()> {
                    match id {
                        $(FactId::$id => self.$field = Value::read(text, board)?,)+
                        _ => return None,
                    }
                    Some(())
                }
            }
        )+
    };
}

facts! {
    Draughts, MoveFacts {
        Board = "board", board;
        ManCapture = "man-capture", man_capture;
        King = "king", king;
        MenTakeKings = "men-take-kings", men_take_kings;
        Crowning = "crowning", crowning;
        Priority = "priority", priority;
        Victims = "victims", victims;
        Movers = "movers", movers;
        EnemyQuiet = "enemy-quiet", enemy_quiet;
        EnemyCapture = "enemy-capture", enemy_capture;
        EnemyDuty = "enemy-duty", enemy_duty;
    }
    Race, RaceFacts {
        Layout = "layout", layout;
        Directions = "directions", directions;
        Equaliser = "equaliser", equaliser;
        HomeLimit = "home-limit", home_limit;
    }
    Game, Facts {
        Start = "start", start;
        First = "first", first;
        Result = "result", result;
        Draws = "draws", draws;
        AgreementAfter = "agreement-after", agreement_after;
    }
    Convention, Conventions {
        Corner = "corner", corner;
        Squares = "squares", squares;
        Naming = "naming", naming;
        CaptureSign = "capture-sign", capture_sign;
    }
}

/// A part of a ruleset whose fields are facts.
trait Part {
    /// The text of a fact, if it is one of this part.
    fn text(&self, id: FactId, board: Board) -> Option<String>;
    /// Reads a fact; `None` if it is not one of this part, or the text is not one of its values.
    fn assign(&mut self, id: FactId, text: &str, board: Board) -> Option<()>;
}

/// The type of a fact: what may be written for it. The squares of a set-up need the board.
trait Value: Sized {
    const CHOICES: &'static [&'static str] = &[];

    fn expected() -> String {
        Self::CHOICES.join(", ")
    }

    fn text(&self, board: Board) -> String;

    fn read(text: &str, board: Board) -> Option<Self>;
}

impl<T: Choice> Value for T {
    const CHOICES: &'static [&'static str] = T::NAMES;

    fn text(&self, _: Board) -> String {
        self.name().to_owned()
    }

    fn read(text: &str, _: Board) -> Option<T> {
        T::named(text)
    }
}

impl Value for u16 {
    fn expected() -> String {
        "a number of moves".to_owned()
    }

    fn text(&self, _: Board) -> String {
        self.to_string()
    }

    fn read(text: &str, _: Board) -> Option<u16> {
        text.parse().ok()
    }
}

impl Value for DrawSet {
    fn expected() -> String {
        format!("none, or ids joined by '+': {}", DrawSet::ALL)
    }

    fn text(&self, _: Board) -> String {
        self.to_string()
    }

    fn read(text: &str, _: Board) -> Option<DrawSet> {
        DrawSet::parse(text)
    }
}

impl Value for StartingPieces {
    fn expected() -> String {
        "rows:3, or squares such as w:a1,c1;b:h8".to_owned()
    }

    fn text(&self, board: Board) -> String {
        match self {
            StartingPieces::Rows(rows) => format!("rows:{rows}"),
            StartingPieces::Camps => "camps".to_owned(),
            StartingPieces::Men([white, black]) => {
                let list = |squares: &SquareSet| {
                    squares.into_iter().map(|square| board.name(square).to_string()).collect::<Vec<_>>().join(",")
                };
                format!("w:{};b:{}", list(white), list(black))
            }
        }
    }

    fn read(text: &str, board: Board) -> Option<StartingPieces> {
        if let Some(rows) = text.strip_prefix("rows:") {
            return rows.parse().ok().map(StartingPieces::Rows);
        }
        if text == "camps" {
            return Some(StartingPieces::Camps);
        }
        let (white, black) = text.split_once(';')?;
        let side = |text: &str, prefix| {
            let names = text.strip_prefix(prefix)?.split(',').filter(|name| !name.is_empty());
            names.map(|name| board.named(name)).collect::<Option<SquareSet>>()
        };
        Some(StartingPieces::Men([side(white, "w:")?, side(black, "b:")?]))
    }
}

impl Choice for Colour {
    const ALL: &'static [Colour] = &Colour::ALL;
    const NAMES: &'static [&'static str] = &["white", "black"];
}

/// The boards of draughts; corners has its own.
impl Choice for Board {
    const ALL: &'static [Board] = &[Board::Eight, Board::Ten];
    const NAMES: &'static [&'static str] = &["8", "10"];
}

/// The named values of the field that a closure reads.
fn choices<P, V: Value>(_: fn(&P) -> &V) -> &'static [&'static str] {
    V::CHOICES
}

/// What may be written for the field that a closure reads.
fn expected<P, V: Value>(_: fn(&P) -> &V) -> String {
    V::expected()
}

impl Facts {
    /// The value of a fact as written in files; `None` where the fact has no meaning for this kind of game.
    #[must_use]
    pub fn get(&self, id: FactId) -> Option<String> {
        let board = self.board();
        match (id.scope(), &self.movement) {
            (Scope::Draughts, Movement::Draughts(facts)) => facts.text(id, board),
            (Scope::Race, Movement::Race(facts)) => facts.text(id, board),
            (Scope::Game, _) => self.text(id, board),
            _ => None,
        }
    }

    /// Changes one fact.
    ///
    /// # Errors
    /// If the text is not one of this fact's values, or the fact has no meaning for this kind of game.
    pub fn set(&mut self, id: FactId, value: &str) -> Result<(), FactError> {
        let board = self.board();
        let known = match (id.scope(), &mut self.movement) {
            (Scope::Draughts, Movement::Draughts(facts)) => facts.assign(id, value, board),
            (Scope::Race, Movement::Race(facts)) => facts.assign(id, value, board),
            (Scope::Game, _) => self.assign(id, value, board),
            _ => return Err(FactError::NotHere { fact: id }),
        };
        known.ok_or_else(|| FactError::BadValue { fact: id, value: value.to_owned() })
    }
}

impl Conventions {
    /// The value of a convention as written in files; `None` for facts of other parts.
    #[must_use]
    pub fn get(&self, id: FactId) -> Option<String> {
        self.text(id, Board::Eight)
    }

    /// Changes one convention.
    ///
    /// # Errors
    /// If the text is not one of its values, or the fact is not a convention.
    pub fn set(&mut self, id: FactId, value: &str) -> Result<(), FactError> {
        if id.scope() != Scope::Convention {
            return Err(FactError::NotHere { fact: id });
        }
        let known = self.assign(id, value, Board::Eight);
        known.ok_or_else(|| FactError::BadValue { fact: id, value: value.to_owned() })
    }
}

/// Why a fact cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactError {
    /// The text is none of the fact's values.
    BadValue {
        /// The fact.
        fact: FactId,
        /// The text given.
        value: String,
    },
    /// The fact has no meaning for this kind of game.
    NotHere {
        /// The fact.
        fact: FactId,
    },
}

impl fmt::Display for FactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactError::BadValue { fact, value } => {
                write!(f, "{value:?} is not a value of {}: expected {}", fact.name(), fact.values())
            }
            FactError::NotHere { fact } => write!(f, "{} has no meaning in this game", fact.name()),
        }
    }
}

impl core::error::Error for FactError {}

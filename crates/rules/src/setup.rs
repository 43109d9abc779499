//! Positions that do not come from play: set-ups and odds, checked with every reason listed.

use crate::board::{Board, Colour, Square, SquareSet};
use crate::facts::{Choice, Movement};
use crate::position::{Kind, Piece, Position};
use crate::ruleset::Ruleset;
use alloc::vec::Vec;

/// Pieces put on a board, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// Men of White and Black.
    pub men: [SquareSet; 2],
    /// Kings of White and Black.
    pub kings: [SquareSet; 2],
    /// Whose turn it is.
    pub to_move: Colour,
}

/// What is wrong with a set-up. Each kind can be waived, because a position that stands after an accepted violation must
/// be playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// There is no piece at all.
    NoPieces,
    /// A side has more pieces than it begins with.
    TooManyPieces {
        /// The side.
        colour: Colour,
        /// Its pieces.
        count: u32,
        /// The pieces it begins with.
        most: u32,
    },
    /// Men stand uncrowned on the row where they are crowned.
    MenOnCrowningRow {
        /// Their side.
        colour: Colour,
        /// Where.
        squares: SquareSet,
    },
    /// Two pieces stand on one square. If waived, a king stands rather than a man, and White's rather than Black's.
    SquaresShared {
        /// Where.
        squares: SquareSet,
    },
    /// Pieces stand off the board. If waived, they are left out.
    OffTheBoard {
        /// Where.
        squares: SquareSet,
    },
    /// Corners has no kings. If waived, they move as the other pieces do.
    KingsInRace {
        /// Where.
        squares: SquareSet,
    },
}

choice! {
    /// A kind of flaw, which can be waived.
    FlawKind {
        /// [`Flaw::NoPieces`]
        NoPieces = "no-pieces",
        /// [`Flaw::TooManyPieces`]
        TooManyPieces = "too-many-pieces",
        /// [`Flaw::MenOnCrowningRow`]
        MenOnCrowningRow = "men-on-crowning-row",
        /// [`Flaw::SquaresShared`]
        SquaresShared = "squares-shared",
        /// [`Flaw::OffTheBoard`]
        OffTheBoard = "off-the-board",
        /// [`Flaw::KingsInRace`]
        KingsInRace = "kings-in-race",
    }
}

impl Flaw {
    /// What kind of flaw this is.
    #[must_use]
    pub const fn kind(&self) -> FlawKind {
        match self {
            Flaw::NoPieces => FlawKind::NoPieces,
            Flaw::TooManyPieces { .. } => FlawKind::TooManyPieces,
            Flaw::MenOnCrowningRow { .. } => FlawKind::MenOnCrowningRow,
            Flaw::SquaresShared { .. } => FlawKind::SquaresShared,
            Flaw::OffTheBoard { .. } => FlawKind::OffTheBoard,
            Flaw::KingsInRace { .. } => FlawKind::KingsInRace,
        }
    }
}

/// Every flaw of a set-up that was not waived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The flaws.
    pub flaws: Vec<Flaw>,
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            men: Colour::ALL.map(|colour| position.men(colour)),
            kings: Colour::ALL.map(|colour| position.kings(colour)),
            to_move: position.to_move(),
        }
    }
}

impl Setup {
    /// The position, if it has no flaw except those that are waived.
    ///
    /// A side without pieces is not a flaw: that position is a finished game.
    ///
    /// ```
    /// use damka_rules::{Colour, FlawKind, Kind, Piece, Position, Ruleset, Setup};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let mut position = Position::empty(Colour::White);
    /// let d8 = russian.board().named("d8").unwrap();
    /// position.set(d8, Some(Piece { colour: Colour::White, kind: Kind::Man }));
    /// let setup = Setup::from(position);
    /// assert_eq!(setup.validate(&russian, &[]).unwrap_err().flaws[0].kind(), FlawKind::MenOnCrowningRow);
    /// assert_eq!(setup.validate(&russian, &[FlawKind::MenOnCrowningRow]), Ok(position));
    /// ```
    ///
    /// # Errors
    /// All flaws that are not waived.
    pub fn validate(&self, ruleset: &Ruleset, waived: &[FlawKind]) -> Result<Position, SetupError> {
        let mut flaws = self.flaws(ruleset);
        flaws.retain(|flaw| !waived.contains(&flaw.kind()));
        if flaws.is_empty() { Ok(self.position(ruleset.board())) } else { Err(SetupError { flaws }) }
    }

    fn flaws(&self, ruleset: &Ruleset) -> Vec<Flaw> {
        let board = ruleset.board();
        let start = ruleset.start();
        let mut flaws = Vec::new();
        let mut seen = SquareSet::EMPTY;
        let mut shared = SquareSet::EMPTY;
        for set in self.men.into_iter().chain(self.kings) {
            shared = shared.union(seen.intersection(set));
            seen = seen.union(set);
        }
        if seen.is_empty() {
            flaws.push(Flaw::NoPieces);
        }
        let outside = seen.without(board.squares());
        if !outside.is_empty() {
            flaws.push(Flaw::OffTheBoard { squares: outside });
        }
        if !shared.is_empty() {
            flaws.push(Flaw::SquaresShared { squares: shared });
        }
        for colour in Colour::ALL {
            let (men, kings) = (self.men[colour as usize], self.kings[colour as usize]);
            let (count, most) = (men.union(kings).len(), start.pieces(colour).len());
            if count > most {
                flaws.push(Flaw::TooManyPieces { colour, count, most });
            }
            let uncrowned = men.intersection(board.crowning_row(colour));
            if !uncrowned.is_empty() {
                flaws.push(Flaw::MenOnCrowningRow { colour, squares: uncrowned });
            }
        }
        let kings = self.kings[0].union(self.kings[1]);
        if matches!(ruleset.facts().movement, Movement::Race(_)) && !kings.is_empty() {
            flaws.push(Flaw::KingsInRace { squares: kings });
        }
        flaws
    }

    fn position(&self, board: Board) -> Position {
        let mut position = Position::empty(self.to_move);
        // The later piece stands where two share a square.
        for (kind, sets) in [(Kind::Man, self.men), (Kind::King, self.kings)] {
            for colour in [Colour::Black, Colour::White] {
                for square in sets[colour as usize].intersection(board.squares()) {
                    position.set(square, Some(Piece { colour, kind }));
                }
            }
        }
        position
    }
}

/// Why pieces cannot be given as odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// No piece stands there at the beginning.
    NoPiece(Square),
    /// A square is named twice.
    Twice(Square),
    /// Only one side gives odds.
    BothSides(Square),
    /// Nothing would be left to play with.
    Everything,
}

impl Ruleset {
    /// The starting position with some of one side's pieces left out.
    ///
    /// # Errors
    /// If a square holds no piece, is named twice, belongs to the second side, or a side would have nothing left.
    pub fn start_with_odds(&self, squares: &[Square]) -> Result<Position, OddsError> {
        let start = self.start();
        let mut position = start;
        let mut giver = None;
        for &square in squares {
            let piece = start.piece(square).ok_or(OddsError::NoPiece(square))?;
            if position.piece(square).is_none() {
                return Err(OddsError::Twice(square));
            }
            if giver.is_some_and(|giver| giver != piece.colour) {
                return Err(OddsError::BothSides(square));
            }
            giver = Some(piece.colour);
            position.set(square, None);
        }
        if Colour::ALL.into_iter().any(|colour| position.pieces(colour).is_empty()) {
            return Err(OddsError::Everything);
        }
        Ok(position)
    }
}

//! The facts that make a ruleset: plain tables, which describe themselves by name and value.
//!
//! [`MoveFacts`] shape move generation; the compiled kernels are built from them. [`Facts`] holds them together with the
//! facts of the game around the moves, [`Conventions`] how the game is laid out and written. House-rule files, the
//! canonical line, help and the page's builder all read and write them through [`FactId`], whose one table is in
//! `table.rs`.

#[macro_use]
mod choices;
mod contradictions;
mod table;

pub use choices::{
    CaptureSign, Choice, Corner, Crowning, EnemyDirection, EnemyDuty, KingRange, Layout, ManCapture, Movers, Naming,
    Priority, RaceDirections, ResultRule, SquareColour, Victims, YesNo,
};
pub use contradictions::Contradiction;
pub use table::{FactError, FactId, Scope};

use crate::board::{Board, Colour, SquareSet};
use crate::draws::DrawSet;
use crate::position::Position;

/// The facts that shape the moves of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveFacts {
    /// The board: [`Board::Eight`] or [`Board::Ten`].
    pub board: Board,
    /// Where men capture.
    pub man_capture: ManCapture,
    /// How far kings go.
    pub king: KingRange,
    /// Whether men may capture kings.
    pub men_take_kings: YesNo,
    /// Crowning in the middle of a capture.
    pub crowning: Crowning,
    /// The choice among captures.
    pub priority: Priority,
    /// Whose pieces are captured.
    pub victims: Victims,
    /// Whose pieces are moved.
    pub movers: Movers,
    /// Where the opponent's pieces go in quiet moves.
    pub enemy_quiet: EnemyDirection,
    /// Where the opponent's pieces go in captures.
    pub enemy_capture: EnemyDirection,
    /// The duty to capture when pieces of both colours may be moved.
    pub enemy_duty: EnemyDuty,
}

impl MoveFacts {
    /// The moves of Russian draughts, from which every table states its differences.
    pub const DEFAULT: MoveFacts = MoveFacts {
        board: Board::Eight,
        man_capture: ManCapture::AllWays,
        king: KingRange::Flying,
        men_take_kings: YesNo::Yes,
        crowning: Crowning::Continue,
        priority: Priority::Free,
        victims: Victims::Enemy,
        movers: Movers::Own,
        enemy_quiet: EnemyDirection::Toward,
        enemy_capture: EnemyDirection::Toward,
        enemy_duty: EnemyDuty::Global,
    };
}

/// The facts of the race game corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaceFacts {
    /// The two camps.
    pub layout: Layout,
    /// Steps and jumps along files and ranks only, or in all eight directions.
    pub directions: RaceDirections,
    /// Whether the second player may answer the first player's last move.
    pub equaliser: YesNo,
    /// After this many own moves no piece may stand in its home camp; 0 means no such limit.
    pub home_limit: u16,
}

impl RaceFacts {
    /// What text 003 says, with the middle one of its three layouts.
    pub const DEFAULT: RaceFacts = RaceFacts {
        layout: Layout::ThreeByFour,
        directions: RaceDirections::Four,
        equaliser: YesNo::No,
        home_limit: 0,
    };
}

impl RaceFacts {
    /// Whether all of a side's pieces stand in the opponent's camp.
    #[must_use]
    pub fn has_arrived(&self, position: &Position, colour: Colour) -> bool {
        let pieces = position.pieces(colour);
        !pieces.is_empty() && pieces.without(self.layout.camp(colour.other())).is_empty()
    }

    /// Whether a side that has made this number of moves has lost because it still has pieces at home.
    #[must_use]
    pub fn is_late_at_home(&self, position: &Position, colour: Colour, moves: usize) -> bool {
        let late = self.home_limit > 0 && moves >= usize::from(self.home_limit);
        late && !position.pieces(colour).intersection(self.layout.camp(colour)).is_empty()
    }

    /// How the race ended, if it is over. `first` made the first move of the game, and `begun` tells whether anything
    /// has been played: only then the second side can have an answer due.
    #[must_use]
    pub fn end(&self, position: &Position, first: Colour, begun: bool) -> Option<RaceEnd> {
        let second = first.other();
        let [first_in, second_in] = [first, second].map(|side| self.has_arrived(position, side));
        let answers = self.equaliser == YesNo::Yes;
        if first_in && !(answers && begun && position.to_move() == second) {
            return Some(if second_in && answers { RaceEnd::BothArrived } else { RaceEnd::Arrived(first) });
        }
        (second_in && !first_in).then_some(RaceEnd::Arrived(second))
    }
}

/// How a race ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RaceEnd {
    /// One side has arrived and won.
    Arrived(Colour),
    /// The second side arrived on its equalising move: nobody has won.
    BothArrived,
}

/// Draughts, or the race game that text 003 plays with the same pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movement {
    /// Any kind of draughts.
    Draughts(MoveFacts),
    /// Corners.
    Race(RaceFacts),
}

impl Movement {
    /// The board of the game.
    #[must_use]
    pub const fn board(self) -> Board {
        match self {
            Movement::Draughts(facts) => facts.board,
            Movement::Race(_) => Board::Full,
        }
    }
}

/// Where the pieces stand at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartingPieces {
    /// Men on this number of rows of each side.
    Rows(u8),
    /// Men on these squares, White's and Black's.
    Men([SquareSet; 2]),
    /// The two camps of corners.
    Camps,
}

/// Everything that makes a game: how pieces move, and the game around the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// How pieces move.
    pub movement: Movement,
    /// Where pieces stand at the beginning.
    pub start: StartingPieces,
    /// Who moves first.
    pub first: Colour,
    /// Who wins when a side cannot go on.
    pub result: ResultRule,
    /// When the game is drawn.
    pub draws: DrawSet,
    /// The moves each side must have made before a draw may be agreed.
    pub agreement_after: u16,
}

impl Facts {
    /// The defaults from which every ruleset states its differences: Russian draughts without draw rules.
    pub const DEFAULT: Facts = Facts {
        movement: Movement::Draughts(MoveFacts::DEFAULT),
        start: StartingPieces::Rows(3),
        first: Colour::White,
        result: ResultRule::Normal,
        draws: DrawSet::NONE,
        agreement_after: 0,
    };

    /// The board of the game.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.movement.board()
    }
}

/// How a game is laid out, written and timed. No rule of play depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// Which near corner is played.
    pub corner: Corner,
    /// The colour of the played squares.
    pub squares: SquareColour,
    /// How squares are named.
    pub naming: Naming,
    /// The sign of a capture.
    pub capture_sign: CaptureSign,
    /// The minutes for the whole game that the text gives each player, if it speaks of clocks.
    pub minutes: Option<u16>,
}

impl Conventions {
    /// The defaults from which every ruleset states its differences: those of Russian draughts.
    pub const DEFAULT: Conventions = Conventions {
        corner: Corner::Left,
        squares: SquareColour::Dark,
        naming: Naming::Algebraic,
        capture_sign: CaptureSign::Colon,
        minutes: None,
    };
}

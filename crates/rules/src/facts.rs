//! The facts that make a ruleset: plain tables, which describe themselves by name and value.
//!
//! [`MoveFacts`] shape move generation; the compiled kernels are built from them. [`Facts`] holds them together with the
//! facts of the game around the moves. House-rule files, the canonical line, help and the page's builder all read and
//! write facts through [`FactId`], [`Facts::get`] and [`Facts::set`].

use crate::board::{Board, Colour, SquareSet};
use crate::draws::DrawSet;
use crate::position::Position;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A fact that has one of a few named values.
pub trait Choice: Sized + Copy + PartialEq + 'static {
    /// Every value, the first being the default.
    const ALL: &'static [Self];
    /// The names of [`Self::ALL`], as written in files.
    const NAMES: &'static [&'static str];

    /// The name of this value.
    fn name(self) -> &'static str {
        let at = Self::ALL.iter().position(|value| *value == self);
        at.map_or("", |at| Self::NAMES[at])
    }

    /// The value of this name.
    fn named(name: &str) -> Option<Self> {
        let at = Self::NAMES.iter().position(|known| *known == name)?;
        Some(Self::ALL[at])
    }
}

macro_rules! choice {
    ($(#[$about:meta])* $kind:ident { $($(#[$what:meta])* $value:ident = $name:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind { $($(#[$what])* $value),+ }

        impl Choice for $kind {
            const ALL: &'static [Self] = &[$($kind::$value),+];
            const NAMES: &'static [&'static str] = &[$($name),+];
        }
    };
}

choice! {
    /// In which directions men capture.
    ManCapture {
        /// Forward and backward.
        AllWays = "all",
        /// Only forward.
        Forward = "forward",
    }
}

choice! {
    /// How far a king goes.
    KingRange {
        /// Any distance along an open diagonal.
        Flying = "flying",
        /// One square.
        Short = "short",
    }
}

choice! {
    /// What happens to a man that lands on its crowning row while capturing.
    Crowning {
        /// It becomes a king at once and goes on as a king if it can.
        Continue = "continue",
        /// It goes on as a man if it can, and is crowned only if its move ends there.
        Pass = "pass",
        /// It is crowned and its move ends.
        Stop = "stop",
    }
}

choice! {
    /// Which of several captures must be made.
    Priority {
        /// Any.
        Free = "free",
        /// One that takes the most pieces.
        Most = "most",
        /// The most pieces, then the most kings (Spanish).
        MostKings = "most-kings",
        /// The most pieces; with a king; the most kings; kings earliest (Italian).
        Italian = "italian",
        /// With a king, if a king can capture (Czech).
        KingFirst = "king-first",
    }
}

choice! {
    /// Whose pieces are captured.
    Victims {
        /// The opponent's.
        Enemy = "enemy",
        /// The opponent's and one's own (samoyed).
        Any = "any",
    }
}

choice! {
    /// Whose pieces a player may move.
    Movers {
        /// One's own.
        Own = "own",
        /// One's own or the opponent's (Stavropol).
        Either = "either",
    }
}

choice! {
    /// Where a player may move the opponent's pieces.
    EnemyDirection {
        /// Only toward the player who moves them.
        Toward = "toward",
        /// As they move by themselves.
        Any = "any",
    }
}

choice! {
    /// What a possible capture forbids when pieces of both colours may be moved.
    EnemyDuty {
        /// Every quiet move.
        Global = "global",
        /// Quiet moves with pieces of the capturing piece's colour.
        PerColour = "colour",
    }
}

choice! {
    /// Yes or no.
    YesNo {
        /// It is so.
        Yes = "yes",
        /// It is not.
        No = "no",
    }
}

choice! {
    /// Who wins when a side has no piece or no move.
    ResultRule {
        /// Its opponent.
        Normal = "normal",
        /// The side itself (giveaway).
        Reversed = "reversed",
    }
}

choice! {
    /// Which of a player's near corner squares is played.
    Corner {
        /// The left one, a1.
        Left = "left",
        /// The right one, h1.
        Right = "right",
    }
}

choice! {
    /// The colour of the played squares.
    SquareColour {
        /// Dark squares.
        Dark = "dark",
        /// Light squares.
        Light = "light",
    }
}

choice! {
    /// How squares are named.
    Naming {
        /// File letter and rank number.
        Algebraic = "algebraic",
        /// Numbers, 1 at the far left as White sees the board.
        FarLeft = "far-left",
        /// Numbers, 1 at the near right as White sees the board.
        NearRight = "near-right",
    }
}

choice! {
    /// The sign written between the squares of a capture.
    CaptureSign {
        /// `:`
        Colon = "colon",
        /// `x`
        Cross = "cross",
    }
}

choice! {
    /// The camps of corners.
    Layout {
        /// Three ranks by three files.
        ThreeByThree = "3x3",
        /// Three ranks by four files.
        ThreeByFour = "3x4",
        /// Four ranks by four files.
        FourByFour = "4x4",
    }
}

choice! {
    /// The directions of a step or jump in corners.
    RaceDirections {
        /// Along files and ranks.
        Four = "4",
        /// Diagonals too.
        Eight = "8",
    }
}

impl Layout {
    /// The camp of a colour: White's is at the near left, Black's at the far right.
    #[must_use]
    pub fn camp(self, colour: Colour) -> SquareSet {
        let (files, ranks) = match self {
            Layout::ThreeByThree => (3, 3),
            Layout::ThreeByFour => (4, 3),
            Layout::FourByFour => (4, 4),
        };
        let cells = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        cells
            .filter_map(|(file, rank)| match colour {
                Colour::White => Board::Full.square(file, rank),
                Colour::Black => Board::Full.square(7 - file, 7 - rank),
            })
            .collect()
    }
}

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

    /// Whether a side that has made so many moves has lost because it still has pieces at home.
    #[must_use]
    pub fn is_late_at_home(&self, position: &Position, colour: Colour, moves: usize) -> bool {
        let late = self.home_limit > 0 && moves >= usize::from(self.home_limit);
        late && !position.pieces(colour).intersection(self.layout.camp(colour)).is_empty()
    }

    /// Who has won the race, if it is over; nobody, if both have arrived. `first` made the first move of the game, and
    /// `begun` tells whether anything has been played: only then the second side can have an answer due.
    #[must_use]
    pub fn winner(&self, position: &Position, first: Colour, begun: bool) -> Option<Option<Colour>> {
        let second = first.other();
        let [first_in, second_in] = [first, second].map(|side| self.has_arrived(position, side));
        let answers = self.equaliser == YesNo::Yes;
        if first_in && !(answers && begun && position.to_move() == second) {
            return Some((!second_in || !answers).then_some(first));
        }
        (second_in && !first_in).then_some(Some(second))
    }
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
    /// Men on so many rows of each side.
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
    /// Which near corner is played.
    pub corner: Corner,
    /// The colour of the played squares.
    pub squares: SquareColour,
    /// How squares are named.
    pub naming: Naming,
    /// The sign of a capture.
    pub capture_sign: CaptureSign,
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
        corner: Corner::Left,
        squares: SquareColour::Dark,
        naming: Naming::Algebraic,
        capture_sign: CaptureSign::Colon,
    };

    /// The board of the game.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.movement.board()
    }

    /// The value of a fact as written in files; `None` where the fact has no meaning for this kind of game.
    #[must_use]
    pub fn get(&self, id: FactId) -> Option<String> {
        let text = |name: &'static str| Some(name.to_owned());
        match id {
            FactId::First => text(colour_name(self.first)),
            FactId::Result => text(self.result.name()),
            FactId::Corner => text(self.corner.name()),
            FactId::Squares => text(self.squares.name()),
            FactId::Naming => text(self.naming.name()),
            FactId::CaptureSign => text(self.capture_sign.name()),
            FactId::Draws => Some(self.draws.to_string()),
            FactId::AgreementAfter => Some(self.agreement_after.to_string()),
            FactId::Start => Some(start_text(self.board(), self.start)),
            _ => match &self.movement {
                Movement::Draughts(facts) => get_move_fact(facts, id).and_then(text),
                Movement::Race(facts) => get_race_fact(facts, id),
            },
        }
    }

    /// Changes one fact.
    ///
    /// # Errors
    /// If the text is no value of this fact, or the fact has no meaning for this kind of game.
    pub fn set(&mut self, id: FactId, value: &str) -> Result<(), FactError> {
        let bad = || FactError::BadValue { fact: id, value: value.to_owned() };
        let refused = |known: Option<()>| known.ok_or_else(bad);
        match id {
            FactId::First => refused(colour_named(value).map(|colour| self.first = colour)),
            FactId::Result => refused(assign(&mut self.result, value)),
            FactId::Corner => refused(assign(&mut self.corner, value)),
            FactId::Squares => refused(assign(&mut self.squares, value)),
            FactId::Naming => refused(assign(&mut self.naming, value)),
            FactId::CaptureSign => refused(assign(&mut self.capture_sign, value)),
            FactId::Draws => refused(DrawSet::parse(value).map(|draws| self.draws = draws)),
            FactId::AgreementAfter => refused(value.parse().ok().map(|moves| self.agreement_after = moves)),
            FactId::Start => refused(parse_start(self.board(), value).map(|start| self.start = start)),
            _ => match &mut self.movement {
                Movement::Draughts(facts) if id.scope() == Scope::Draughts => refused(set_move_fact(facts, id, value)),
                Movement::Race(facts) if id.scope() == Scope::Race => refused(set_race_fact(facts, id, value)),
                _ => Err(FactError::NotHere { fact: id }),
            },
        }
    }

    /// Every reason why these facts contradict each other; empty when they make a game.
    #[must_use]
    pub fn contradictions(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        if let Movement::Draughts(facts) = self.movement {
            if facts.man_capture == ManCapture::Forward && facts.crowning == Crowning::Pass {
                found.push(Contradiction::PassNeedsBackwardCapture);
            }
            let default = MoveFacts::DEFAULT;
            let switched = facts.enemy_quiet != default.enemy_quiet
                || facts.enemy_capture != default.enemy_capture
                || facts.enemy_duty != default.enemy_duty;
            if facts.movers == Movers::Own && switched {
                found.push(Contradiction::SwitchesWithoutEnemyMovers);
            }
        }
        match (self.start, self.movement) {
            (StartingPieces::Rows(rows), Movement::Draughts(facts)) => {
                if rows == 0 {
                    found.push(Contradiction::NoRows);
                }
                if rows > facts.board.width() / 2 - 1 {
                    found.push(Contradiction::RowsMeet { rows, most: facts.board.width() / 2 - 1 });
                }
            }
            (StartingPieces::Men(men), Movement::Draughts(facts)) => {
                found.extend(start_contradictions(facts.board, men));
            }
            (StartingPieces::Camps, Movement::Race(_)) => {}
            _ => found.push(Contradiction::StartOfAnotherGame),
        }
        found.extend(self.draws.contradictions(self.movement));
        found
    }
}

fn start_contradictions(board: Board, men: [SquareSet; 2]) -> Vec<Contradiction> {
    let mut found = Vec::new();
    for colour in Colour::ALL {
        let squares = men[colour as usize];
        if squares.is_empty() {
            found.push(Contradiction::NoPieces { colour });
        }
        if !squares.intersection(board.crowning_row(colour)).is_empty() {
            found.push(Contradiction::ManOnCrowningRow { colour });
        }
    }
    if !men[0].intersection(men[1]).is_empty() {
        found.push(Contradiction::SquaresShared);
    }
    found
}

/// Why a set of facts makes no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A man that captures only forward can never go on as a man from the last row: `stop` says the same.
    PassNeedsBackwardCapture,
    /// The switches for moving the opponent's pieces are given, but only one's own are moved.
    SwitchesWithoutEnemyMovers,
    /// No row of men.
    NoRows,
    /// The rows of the two sides leave no empty row between them.
    RowsMeet {
        /// The rows asked for.
        rows: u8,
        /// The most that fit.
        most: u8,
    },
    /// A side begins without pieces.
    NoPieces {
        /// The side.
        colour: Colour,
    },
    /// A man begins on its crowning row.
    ManOnCrowningRow {
        /// Its side.
        colour: Colour,
    },
    /// Both sides begin on the same square.
    SquaresShared,
    /// Camps belong to corners, rows and squares to draughts.
    StartOfAnotherGame,
    /// A draw rule of another kind of game.
    DrawOfAnotherGame {
        /// The rule's id.
        rule: &'static str,
    },
    /// Two draw rules count the same thing.
    DrawsAlike {
        /// The first rule's id.
        first: &'static str,
        /// The second rule's id.
        second: &'static str,
    },
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
                write!(f, "{value:?} is no value of {}: expected {}", fact.name(), fact.values())
            }
            FactError::NotHere { fact } => write!(f, "{} has no meaning in this game", fact.name()),
        }
    }
}

impl core::error::Error for FactError {}

/// Which kind of game a fact belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every game.
    Game,
    /// How pieces move in draughts.
    Draughts,
    /// Corners.
    Race,
}

choice! {
    /// Every fact by name, in the order of the canonical line.
    FactId {
        /// [`MoveFacts::board`]
        Board = "board",
        /// [`MoveFacts::man_capture`]
        ManCapture = "man-capture",
        /// [`MoveFacts::king`]
        King = "king",
        /// [`MoveFacts::men_take_kings`]
        MenTakeKings = "men-take-kings",
        /// [`MoveFacts::crowning`]
        Crowning = "crowning",
        /// [`MoveFacts::priority`]
        Priority = "priority",
        /// [`MoveFacts::victims`]
        Victims = "victims",
        /// [`MoveFacts::movers`]
        Movers = "movers",
        /// [`MoveFacts::enemy_quiet`]
        EnemyQuiet = "enemy-quiet",
        /// [`MoveFacts::enemy_capture`]
        EnemyCapture = "enemy-capture",
        /// [`MoveFacts::enemy_duty`]
        EnemyDuty = "enemy-duty",
        /// [`RaceFacts::layout`]
        Layout = "layout",
        /// [`RaceFacts::directions`]
        Directions = "directions",
        /// [`RaceFacts::equaliser`]
        Equaliser = "equaliser",
        /// [`RaceFacts::home_limit`]
        HomeLimit = "home-limit",
        /// [`Facts::start`]
        Start = "start",
        /// [`Facts::first`]
        First = "first",
        /// [`Facts::result`]
        Result = "result",
        /// [`Facts::draws`]
        Draws = "draws",
        /// [`Facts::agreement_after`]
        AgreementAfter = "agreement-after",
        /// [`Facts::corner`]
        Corner = "corner",
        /// [`Facts::squares`]
        Squares = "squares",
        /// [`Facts::naming`]
        Naming = "naming",
        /// [`Facts::capture_sign`]
        CaptureSign = "capture-sign",
    }
}

impl FactId {
    /// Which kind of game the fact belongs to.
    #[must_use]
    pub fn scope(self) -> Scope {
        match self {
            FactId::Layout | FactId::Directions | FactId::Equaliser | FactId::HomeLimit => Scope::Race,
            _ if self < FactId::Layout => Scope::Draughts,
            _ => Scope::Game,
        }
    }

    /// The named values of the fact; empty when it takes a number, a set-up or a list.
    #[must_use]
    pub fn choices(self) -> &'static [&'static str] {
        match self {
            FactId::Board => &["8", "10"],
            FactId::ManCapture => ManCapture::NAMES,
            FactId::King => KingRange::NAMES,
            FactId::MenTakeKings | FactId::Equaliser => YesNo::NAMES,
            FactId::Crowning => Crowning::NAMES,
            FactId::Priority => Priority::NAMES,
            FactId::Victims => Victims::NAMES,
            FactId::Movers => Movers::NAMES,
            FactId::EnemyQuiet | FactId::EnemyCapture => EnemyDirection::NAMES,
            FactId::EnemyDuty => EnemyDuty::NAMES,
            FactId::Layout => Layout::NAMES,
            FactId::Directions => RaceDirections::NAMES,
            FactId::First => &["white", "black"],
            FactId::Result => ResultRule::NAMES,
            FactId::Corner => Corner::NAMES,
            FactId::Squares => SquareColour::NAMES,
            FactId::Naming => Naming::NAMES,
            FactId::CaptureSign => CaptureSign::NAMES,
            FactId::HomeLimit | FactId::Start | FactId::Draws | FactId::AgreementAfter => &[],
        }
    }

    /// What may be written for the fact, for help and error messages.
    #[must_use]
    pub fn values(self) -> String {
        match self {
            FactId::HomeLimit | FactId::AgreementAfter => "a number of moves".to_owned(),
            FactId::Start => "rows:3, or squares such as w:a1,c1;b:h8".to_owned(),
            FactId::Draws => format!("none, or ids joined by '+': {}", DrawSet::ALL),
            _ => self.choices().join(", "),
        }
    }
}

fn assign<T: Choice>(fact: &mut T, name: &str) -> Option<()> {
    *fact = T::named(name)?;
    Some(())
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

fn colour_named(name: &str) -> Option<Colour> {
    Colour::ALL.into_iter().find(|colour| colour_name(*colour) == name)
}

fn get_move_fact(facts: &MoveFacts, id: FactId) -> Option<&'static str> {
    Some(match id {
        FactId::Board => match facts.board {
            Board::Ten => "10",
            Board::Eight | Board::Full => "8",
        },
        FactId::ManCapture => facts.man_capture.name(),
        FactId::King => facts.king.name(),
        FactId::MenTakeKings => facts.men_take_kings.name(),
        FactId::Crowning => facts.crowning.name(),
        FactId::Priority => facts.priority.name(),
        FactId::Victims => facts.victims.name(),
        FactId::Movers => facts.movers.name(),
        FactId::EnemyQuiet => facts.enemy_quiet.name(),
        FactId::EnemyCapture => facts.enemy_capture.name(),
        FactId::EnemyDuty => facts.enemy_duty.name(),
        _ => return None,
    })
}

fn set_move_fact(facts: &mut MoveFacts, id: FactId, value: &str) -> Option<()> {
    match id {
        FactId::Board => {
            facts.board = match value {
                "8" => Board::Eight,
                "10" => Board::Ten,
                _ => return None,
            };
            Some(())
        }
        FactId::ManCapture => assign(&mut facts.man_capture, value),
        FactId::King => assign(&mut facts.king, value),
        FactId::MenTakeKings => assign(&mut facts.men_take_kings, value),
        FactId::Crowning => assign(&mut facts.crowning, value),
        FactId::Priority => assign(&mut facts.priority, value),
        FactId::Victims => assign(&mut facts.victims, value),
        FactId::Movers => assign(&mut facts.movers, value),
        FactId::EnemyQuiet => assign(&mut facts.enemy_quiet, value),
        FactId::EnemyCapture => assign(&mut facts.enemy_capture, value),
        FactId::EnemyDuty => assign(&mut facts.enemy_duty, value),
        _ => None,
    }
}

fn get_race_fact(facts: &RaceFacts, id: FactId) -> Option<String> {
    Some(match id {
        FactId::Layout => facts.layout.name().to_owned(),
        FactId::Directions => facts.directions.name().to_owned(),
        FactId::Equaliser => facts.equaliser.name().to_owned(),
        FactId::HomeLimit => facts.home_limit.to_string(),
        _ => return None,
    })
}

fn set_race_fact(facts: &mut RaceFacts, id: FactId, value: &str) -> Option<()> {
    match id {
        FactId::Layout => assign(&mut facts.layout, value),
        FactId::Directions => assign(&mut facts.directions, value),
        FactId::Equaliser => assign(&mut facts.equaliser, value),
        FactId::HomeLimit => {
            facts.home_limit = value.parse().ok()?;
            Some(())
        }
        _ => None,
    }
}

fn start_text(board: Board, start: StartingPieces) -> String {
    match start {
        StartingPieces::Rows(rows) => format!("rows:{rows}"),
        StartingPieces::Camps => "camps".to_owned(),
        StartingPieces::Men(men) => {
            let list = |squares: SquareSet| {
                squares.into_iter().map(|square| board.name(square).to_string()).collect::<Vec<_>>().join(",")
            };
            format!("w:{};b:{}", list(men[0]), list(men[1]))
        }
    }
}

fn parse_start(board: Board, text: &str) -> Option<StartingPieces> {
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

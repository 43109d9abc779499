//! Why a move is refused, and why the legal moves are what they are.
//!
//! Most reasons are found by asking "what if": the generator is run again with one fact changed, and if the attempted
//! move is legal then, that fact is the reason. So explanations cannot drift away from the rules, and house rules explain
//! themselves.

use crate::board::{Board, Square, SquareSet};
use crate::corners;
use crate::facts::{
    Crowning, EnemyDirection, KingRange, ManCapture, MoveFacts, Movement, Movers, Priority, Victims, YesNo,
};
use crate::generate;
use crate::moves::{Move, MoveList};
use crate::position::{Kind, Piece, Position};
use crate::ruleset::{Citation, Ruleset, Topic};
use alloc::vec::Vec;

/// A move as somebody meant it: the start, then every square that was named, the last being the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The square of the piece.
    pub from: Square,
    /// The squares after it, at least one.
    pub then: Vec<Square>,
}

/// What the rules say about an attempted move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is legal. More than one move means that more squares must be named.
    Legal(Vec<Move>),
    /// It is not, for this reason.
    Refused(Refusal),
}

/// Why an attempted move is not legal, the most basic reason first: when several apply, the earliest here is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing stands on the start square.
    Empty(Square),
    /// The piece belongs to the opponent.
    NotYours(Square),
    /// Something stands on the end square.
    Occupied(Square),
    /// A capture must be made.
    MustCapture {
        /// The pieces that can.
        pieces: SquareSet,
    },
    /// More pieces can be taken, so they must be.
    MustTakeMore {
        /// The pieces this capture takes.
        offered: u32,
        /// The pieces that must be taken.
        best: u32,
    },
    /// A king can make the capture, so a king must.
    MustUseKing {
        /// The kings that can.
        pieces: SquareSet,
    },
    /// As many pieces with more kings among them can be taken.
    MustTakeKings {
        /// The kings this capture takes.
        offered: u32,
        /// The kings that must be taken.
        best: u32,
    },
    /// The kings must be taken earlier.
    MustTakeKingsFirst,
    /// The capture does not end here.
    MustGoOn {
        /// The squares from which it goes on.
        from: SquareSet,
    },
    /// A man may not take a king in this game.
    ManTakesKing,
    /// A man does not capture backward in this game.
    ManCapturesBackward,
    /// Own pieces are not captured.
    OwnPiece,
    /// A king goes one square in this game.
    KingTooFar,
    /// A man that reaches the last row while capturing stops there, or goes on only as a man, in this game.
    CrownedInPassing,
    /// The opponent's pieces go only toward the player who moves them.
    OnlyToward,
    /// A piece would be jumped twice.
    Twice(Square),
    /// Something stands in the way.
    Blocked(Square),
    /// Two squares of the move are not on one diagonal.
    NotDiagonal,
    /// A man does not step backward.
    ManGoesBackward,
    /// A man steps one square.
    ManTooFar,
    /// Corners: the square cannot be reached by a step or by jumps.
    Unreachable,
    /// The piece cannot go there, for no simpler reason.
    NoSuchMove,
}

impl Refusal {
    /// The reason's name in files and over the network.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Refusal::Empty(_) => "empty",
            Refusal::NotYours(_) => "not-yours",
            Refusal::Occupied(_) => "occupied",
            Refusal::MustCapture { .. } => "must-capture",
            Refusal::MustTakeMore { .. } => "must-take-more",
            Refusal::MustUseKing { .. } => "must-use-king",
            Refusal::MustTakeKings { .. } => "must-take-kings",
            Refusal::MustTakeKingsFirst => "must-take-kings-first",
            Refusal::MustGoOn { .. } => "must-go-on",
            Refusal::ManTakesKing => "man-takes-king",
            Refusal::ManCapturesBackward => "man-captures-backward",
            Refusal::OwnPiece => "own-piece",
            Refusal::KingTooFar => "king-too-far",
            Refusal::CrownedInPassing => "crowned-in-passing",
            Refusal::OnlyToward => "only-toward",
            Refusal::Twice(_) => "twice",
            Refusal::Blocked(_) => "blocked",
            Refusal::NotDiagonal => "not-diagonal",
            Refusal::ManGoesBackward => "man-goes-backward",
            Refusal::ManTooFar => "man-too-far",
            Refusal::Unreachable => "unreachable",
            Refusal::NoSuchMove => "no-such-move",
        }
    }

    /// The squares the reason speaks of: pieces that can capture, squares to go on from, what stands in the way.
    #[must_use]
    pub const fn squares(&self) -> SquareSet {
        match self {
            Refusal::Empty(square)
            | Refusal::NotYours(square)
            | Refusal::Occupied(square)
            | Refusal::Twice(square)
            | Refusal::Blocked(square) => square.set(),
            Refusal::MustCapture { pieces } | Refusal::MustUseKing { pieces } => *pieces,
            Refusal::MustGoOn { from } => *from,
            _ => SquareSet::EMPTY,
        }
    }

    /// The rule behind the reason.
    #[must_use]
    pub const fn topic(&self) -> Topic {
        match self {
            Refusal::Empty(_) | Refusal::NotYours(_) => Topic::Turn,
            Refusal::Occupied(_) | Refusal::ManGoesBackward | Refusal::ManTooFar | Refusal::NotDiagonal => {
                Topic::ManStep
            }
            Refusal::MustCapture { .. } => Topic::Duty,
            Refusal::MustTakeMore { .. }
            | Refusal::MustUseKing { .. }
            | Refusal::MustTakeKings { .. }
            | Refusal::MustTakeKingsFirst => Topic::Choice,
            Refusal::MustGoOn { .. } => Topic::GoOn,
            Refusal::ManTakesKing => Topic::ManTakesKing,
            Refusal::ManCapturesBackward => Topic::ManBackward,
            Refusal::OwnPiece => Topic::OwnPieces,
            Refusal::KingTooFar | Refusal::Blocked(_) | Refusal::NoSuchMove => Topic::KingStep,
            Refusal::CrownedInPassing => Topic::CrownInPassing,
            Refusal::OnlyToward => Topic::Movers,
            Refusal::Twice(_) => Topic::Once,
            Refusal::Unreachable => Topic::RaceMove,
        }
    }
}

/// Why the legal moves of a position are what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// There is no move.
    NoMoves,
    /// Nothing can be captured; these pieces can move.
    Quiet {
        /// The pieces.
        pieces: SquareSet,
    },
    /// Something must be captured.
    Capture {
        /// The pieces that may make the capture.
        pieces: SquareSet,
        /// The captures that are legal.
        legal: usize,
        /// The captures that would be legal if the choice were free.
        possible: usize,
        /// What the other captures lack, if the choice is not free and there are others.
        narrowed: Option<Refusal>,
    },
    /// Corners: the side must pass, because it cannot move.
    Pass,
}

impl Ruleset {
    /// Says whether an attempted move is legal and, if not, why.
    ///
    /// ```
    /// use damka_rules::{Attempt, Refusal, Ruleset, Verdict};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let [a1, b2] = ["a1", "b2"].map(|name| russian.board().named(name).unwrap());
    /// let attempt = Attempt { from: a1, then: vec![b2] };
    /// assert_eq!(russian.explain(&russian.start(), &attempt), Verdict::Refused(Refusal::Occupied(b2)));
    /// ```
    #[must_use]
    pub fn explain(&self, position: &Position, attempt: &Attempt) -> Verdict {
        let legal = self.legal_moves(position);
        let fitting = self.fitting(position, attempt, &legal);
        if !fitting.is_empty() {
            return Verdict::Legal(fitting);
        }
        Verdict::Refused(self.refusal(position, attempt, &legal))
    }

    /// Where the rule behind a refusal comes from.
    #[must_use]
    pub fn cite_refusal(&self, position: &Position, attempt: &Attempt, refusal: &Refusal) -> Citation {
        let king = position.piece(attempt.from).is_some_and(|piece| piece.kind == Kind::King);
        match (self.facts.movement, refusal.topic()) {
            (Movement::Race(_), Topic::ManStep | Topic::KingStep) => self.cite(Topic::RaceMove),
            (_, Topic::ManStep) if king => self.cite(Topic::KingStep),
            (_, Topic::KingStep) if !king => self.cite(Topic::ManStep),
            (_, topic) => self.cite(topic),
        }
    }

    /// Says why the legal moves of a position are what they are.
    #[must_use]
    pub fn situation(&self, position: &Position) -> Situation {
        let legal = self.legal_moves(position);
        let pieces = starts(&legal);
        match (self.facts.movement, legal.first()) {
            (_, None) => Situation::NoMoves,
            (_, Some(mv)) if mv.is_null() => Situation::Pass,
            (Movement::Draughts(facts), Some(mv)) if mv.is_capture() => {
                let possible = moves(MoveFacts { priority: Priority::Free, ..facts }, position);
                let lacking = possible.iter().find(|mv| !legal.contains(mv));
                let narrowed = lacking.map(|mv| lack(facts, position, &[*mv], &legal));
                Situation::Capture { pieces, legal: legal.len(), possible: possible.len(), narrowed }
            }
            _ => Situation::Quiet { pieces },
        }
    }

    /// The moves that an attempt can mean: same ends, and the named squares in order on one of the move's paths.
    #[must_use]
    pub fn fitting(&self, position: &Position, attempt: &Attempt, moves: &[Move]) -> Vec<Move> {
        fitting(self.facts.movement, position, attempt, moves)
    }

    fn refusal(&self, position: &Position, attempt: &Attempt, legal: &[Move]) -> Refusal {
        let (from, to) = (attempt.from, attempt.then.last().copied().unwrap_or(attempt.from));
        let Some(piece) = position.piece(from) else { return Refusal::Empty(from) };
        let may_move_enemy = self.move_facts().is_some_and(|facts| facts.movers == Movers::Either);
        if piece.colour != position.to_move() && !may_move_enemy {
            return Refusal::NotYours(from);
        }
        if to != from && position.occupied().contains(to) {
            return Refusal::Occupied(to);
        }
        match self.facts.movement {
            Movement::Race(_) => Refusal::Unreachable,
            Movement::Draughts(facts) => draughts_refusal(facts, position, attempt, piece, legal),
        }
    }
}

fn draughts_refusal(facts: MoveFacts, position: &Position, attempt: &Attempt, piece: Piece, legal: &[Move]) -> Refusal {
    let must_capture = legal.first().is_some_and(|mv| mv.is_capture());
    if must_capture && is_quiet(facts, position, attempt) {
        return Refusal::MustCapture { pieces: starts(legal) };
    }
    let free = MoveFacts { priority: Priority::Free, ..facts };
    let unforced = fitting(Movement::Draughts(free), position, attempt, &moves(free, position));
    if !unforced.is_empty() {
        return lack(facts, position, &unforced, legal);
    }
    if let Some(from) = goes_on(free, position, attempt) {
        return Refusal::MustGoOn { from };
    }
    let changed = what_ifs(free).into_iter().find(|(changed, _)| {
        *changed != free
            && (is_quiet(*changed, position, attempt)
                || goes_on(*changed, position, attempt).is_some()
                || !fitting(Movement::Draughts(*changed), position, attempt, &moves(*changed, position)).is_empty())
    });
    if let Some((_, refusal)) = changed {
        return refusal;
    }
    let geometry = geometry(facts.board, position, attempt, piece);
    match geometry {
        // A capture with a step too many is not a missed capture.
        Refusal::NoSuchMove if must_capture && attempt.then.len() == 1 => {
            Refusal::MustCapture { pieces: starts(legal) }
        }
        _ => geometry,
    }
}

/// One fact changed at a time, and the reason it would stand for.
fn what_ifs(facts: MoveFacts) -> [(MoveFacts, Refusal); 7] {
    [
        (MoveFacts { men_take_kings: YesNo::Yes, ..facts }, Refusal::ManTakesKing),
        (MoveFacts { man_capture: ManCapture::AllWays, ..facts }, Refusal::ManCapturesBackward),
        (MoveFacts { victims: Victims::Any, ..facts }, Refusal::OwnPiece),
        (MoveFacts { king: KingRange::Flying, ..facts }, Refusal::KingTooFar),
        (MoveFacts { crowning: Crowning::Continue, ..facts }, Refusal::CrownedInPassing),
        (MoveFacts { crowning: Crowning::Pass, ..facts }, Refusal::CrownedInPassing),
        (
            MoveFacts { enemy_quiet: EnemyDirection::Any, enemy_capture: EnemyDirection::Any, ..facts },
            Refusal::OnlyToward,
        ),
    ]
}

fn moves(facts: MoveFacts, position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    Movement::Draughts(facts).moves_into(position, &mut list);
    list.to_vec()
}

fn starts(moves: &[Move]) -> SquareSet {
    moves.iter().map(|mv| mv.from()).collect()
}

fn fitting(movement: Movement, position: &Position, attempt: &Attempt, moves: &[Move]) -> Vec<Move> {
    let Some((&to, between)) = attempt.then.split_last() else { return Vec::new() };
    let same_ends = moves.iter().filter(|mv| mv.from() == attempt.from && mv.to() == to && !mv.is_null());
    let fits = |mv: &&Move| {
        between.is_empty()
            || paths(movement, position, **mv).iter().any(|path| {
                let mut squares = path[1..path.len() - 1].iter();
                between.iter().all(|named| squares.any(|square| square == named))
            })
    };
    same_ends.take(SAME_ENDS).filter(fits).copied().collect()
}

/// The most paths of a capture that are compared with the squares that were named, and the most captures between the
/// same two squares. More occur only in positions made for the purpose.
const PATHS: usize = 256;
const SAME_ENDS: usize = 64;

fn paths(movement: Movement, position: &Position, mv: Move) -> Vec<Vec<Square>> {
    match movement {
        Movement::Race(facts) => alloc::vec![corners::path(facts, position, mv)],
        Movement::Draughts(_) => movement.paths(position, mv, PATHS),
    }
}

fn is_quiet(facts: MoveFacts, position: &Position, attempt: &Attempt) -> bool {
    let mut quiet = MoveList::new();
    generate::quiet_moves(facts, position, &mut quiet);
    attempt.then.len() == 1 && quiet.iter().any(|mv| mv.from() == attempt.from && attempt.then[0] == mv.to())
}

/// If the attempt stops a capture that goes on: the squares it goes on from. Only the end of the attempt is looked at.
fn goes_on(facts: MoveFacts, position: &Position, attempt: &Attempt) -> Option<SquareSet> {
    let to = *attempt.then.last()?;
    let mut found = SquareSet::EMPTY;
    for stop in generate::stops(facts, position, attempt.from) {
        if stop.landings.contains(to) {
            found = found.union(if stop.goes_on.contains(to) { to.set() } else { stop.goes_on });
        }
    }
    (!found.is_empty()).then_some(found)
}

/// What the best captures have and these have not.
fn lack(facts: MoveFacts, position: &Position, offered: &[Move], legal: &[Move]) -> Refusal {
    let kings = |mv: &Move| {
        let is_king = |square: &Square| position.piece(*square).is_some_and(|piece| piece.kind == Kind::King);
        mv.captured().into_iter().filter(is_king).count() as u32
    };
    let by_king = |mv: &Move| position.piece(mv.from()).is_some_and(|piece| piece.kind == Kind::King);
    let most = |moves: &[Move], count: &dyn Fn(&Move) -> u32| moves.iter().map(count).max().unwrap_or(0);
    let count = |mv: &Move| mv.captured().len();
    let (have, best) = (most(offered, &count), most(legal, &count));
    if facts.priority != Priority::KingFirst && have < best {
        return Refusal::MustTakeMore { offered: have, best };
    }
    if facts.priority != Priority::MostKings && legal.iter().any(by_king) && !offered.iter().any(by_king) {
        return Refusal::MustUseKing { pieces: starts(legal) };
    }
    let (have, best) = (most(offered, &kings), most(legal, &kings));
    if have < best {
        return Refusal::MustTakeKings { offered: have, best };
    }
    Refusal::MustTakeKingsFirst
}

/// Squares on a diagonal, walked from one end.
#[derive(Clone, Copy)]
struct Line {
    from: (u8, u8),
    step: (i8, i8),
}

impl Line {
    fn between(board: Board, from: Square, to: Square) -> Option<Line> {
        let (from, to) = (board.cell(from), board.cell(to));
        let (files, ranks) = (to.0 as i8 - from.0 as i8, to.1 as i8 - from.1 as i8);
        (files.abs() == ranks.abs() && files != 0).then_some(Line { from, step: (files.signum(), ranks.signum()) })
    }

    /// From the square after the start to the edge.
    fn squares(self, board: Board) -> impl Iterator<Item = Square> {
        let cell = move |n: u8| {
            let along = |at: u8, step: i8| at.checked_add_signed(step * n as i8);
            along(self.from.0, self.step.0).zip(along(self.from.1, self.step.1))
        };
        (1..board.width()).map_while(move |n| cell(n).and_then(|(file, rank)| board.square(file, rank)))
    }
}

/// What is wrong with the line from square to square, whatever the rules.
fn geometry(board: Board, position: &Position, attempt: &Attempt, piece: Piece) -> Refusal {
    let mut at = attempt.from;
    let mut jumped = SquareSet::EMPTY;
    for &to in &attempt.then {
        let Some(line) = Line::between(board, at, to) else { return Refusal::NotDiagonal };
        let standing = position.occupied().without(attempt.from.set());
        let passed = line.squares(board).take_while(|square| *square != to).filter(|square| standing.contains(*square));
        let passed: Vec<Square> = passed.collect();
        if let Some(twice) = passed.iter().find(|square| jumped.contains(**square)) {
            return Refusal::Twice(*twice);
        }
        if let [_, second, ..] = passed[..] {
            return Refusal::Blocked(second);
        }
        if passed.is_empty() && piece.kind == Kind::Man {
            let distance = line.squares(board).take_while(|square| *square != to).count() + 1;
            let up = line.step.1 > 0;
            return match up == (piece.colour == crate::board::Colour::White) {
                _ if distance > 1 => Refusal::ManTooFar,
                true => Refusal::NoSuchMove,
                false => Refusal::ManGoesBackward,
            };
        }
        if let Some(over) = passed.first() {
            let own = position.piece(*over).is_some_and(|other| other.colour == piece.colour);
            if own {
                return Refusal::Blocked(*over);
            }
            let distance = line.squares(board).take_while(|square| *square != to).count() + 1;
            if piece.kind == Kind::Man && distance > 2 {
                return Refusal::ManTooFar;
            }
        }
        jumped = jumped.union(passed.into_iter().collect());
        at = to;
    }
    Refusal::NoSuchMove
}

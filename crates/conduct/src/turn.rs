//! What hands do during one turn, and what it amounts to.

use crate::act::Hand;
use crate::board::PhysicalBoard;
use crate::violation::Violation;
use damka_notation::Cell;
use damka_rules::{Attempt, Colour, Kind, Move, Movers, Piece, Position, Refusal, Ruleset, Square, SquareSet, Verdict};

/// Why hands cannot do something: not forbidden, but impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// There is no piece on the cell.
    NothingThere(Cell),
    /// The cell is taken.
    Taken(Cell),
    /// The hand already holds a piece.
    HandFull,
    /// The hand holds nothing.
    HandEmpty,
    /// The piece in the hand has not been set down.
    NotSetDown,
    /// The board has no such cell.
    OffTheBoard(Cell),
    /// Only men are crowned.
    NoMan(Cell),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    piece: Piece,
    /// Where the piece stands with the hand on it; `None` while it is in the air.
    at: Option<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Removed {
    cell: Cell,
    piece: Piece,
    /// The hand was still on the capturing piece.
    in_series: bool,
}

/// One player's acts from the end of the opponent's turn to the end of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    side: Colour,
    before: PhysicalBoard,
    announced: bool,
    /// A piece that was touched before the turn was corrected: it still binds (A.move.11).
    bound: Option<Cell>,
    touched: Vec<Cell>,
    hand: Option<Held>,
    from: Option<Cell>,
    steps: Vec<Cell>,
    released: bool,
    moved_again: bool,
    /// A second piece was moved after the first one was released.
    second_piece: bool,
    removed: Vec<Removed>,
    crowned: bool,
}

/// What a turn amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Nothing was moved.
    Nothing,
    /// A legal move.
    Legal {
        /// The move.
        mv: Move,
        /// The path that was shown, or the first one.
        path: Vec<Square>,
        /// Whether the whole path was shown (A.capture.9).
        shown: bool,
    },
    /// A legal move whose man still lacks its crown (A.move.6).
    Uncrowned {
        /// The move.
        mv: Move,
        /// The path.
        path: Vec<Square>,
    },
    /// Violations.
    Broken(Vec<Violation>),
}

impl Turn {
    /// A turn that begins with the board as it stands.
    #[must_use]
    pub fn new(side: Colour, before: PhysicalBoard) -> Turn {
        Turn {
            side,
            before,
            announced: false,
            bound: None,
            touched: Vec::new(),
            hand: None,
            from: None,
            steps: Vec::new(),
            released: false,
            moved_again: false,
            second_piece: false,
            removed: Vec::new(),
            crowned: false,
        }
    }

    /// The same turn, begun again after a correction with a piece already touched.
    #[must_use]
    pub fn bound_to(mut self, cell: Option<Cell>) -> Turn {
        self.bound = cell;
        self
    }

    /// The piece that must move because it was touched and can (A.move.11).
    #[must_use]
    pub fn binding(&self, legal: &[Move]) -> Option<Cell> {
        let names = self.before.names();
        let can_move = |cell: &&Cell| {
            let square = names.square(**cell);
            legal.iter().any(|mv| Some(mv.from()) == square)
        };
        self.bound.iter().chain(&self.touched).find(can_move).copied()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// The board before the turn.
    #[must_use]
    pub fn before(&self) -> &PhysicalBoard {
        &self.before
    }

    /// What the hand holds, if anything: the cell where it stands, or was lifted from, the piece, and whether it is in
    /// the air.
    #[must_use]
    pub fn hand(&self) -> Option<(Cell, Piece, bool)> {
        let held = self.hand?;
        let cell = held.at.or_else(|| self.touched.last().copied())?;
        Some((cell, held.piece, held.at.is_none()))
    }

    /// Whether a piece was moved or taken off and the hand has left it: the turn can be over.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.hand.is_none() && (self.released || !self.removed.is_empty())
    }

    /// Whether a piece has left its cell.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        self.from.is_some()
    }

    /// Whether pieces have at most been touched.
    #[must_use]
    pub fn is_only_touched(&self) -> bool {
        self.from.is_none() && self.hand.is_none() && self.removed.is_empty() && !self.crowned
    }

    /// Whether nothing has been done that counts.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.touched.is_empty() && self.is_only_touched()
    }

    /// The first piece touched without announcement, in this turn or before its correction.
    #[must_use]
    pub fn first_touched(&self) -> Option<Cell> {
        self.bound.or_else(|| self.touched.first().copied())
    }

    /// Whether a hand can do this: it may be forbidden, but it is not impossible.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(&self, board: &PhysicalBoard, hand: Hand) -> Result<(), Impossible> {
        let piece = |cell| board.piece(cell).ok_or(Impossible::NothingThere(cell));
        match hand {
            Hand::Adjust => Ok(()),
            Hand::Touch(cell) => piece(cell).map(drop),
            Hand::Lift(_) if self.hand.is_some() => Err(Impossible::HandFull),
            Hand::Lift(cell) => piece(cell).map(drop),
            Hand::Place(cell) => {
                let held = self.hand.ok_or(Impossible::HandEmpty)?;
                match board.piece(cell) {
                    _ if !board.has_cell(cell) => Err(Impossible::OffTheBoard(cell)),
                    Some(_) if held.at != Some(cell) => Err(Impossible::Taken(cell)),
                    _ => Ok(()),
                }
            }
            Hand::Release => {
                let held = self.hand.ok_or(Impossible::HandEmpty)?;
                held.at.map(drop).ok_or(Impossible::NotSetDown)
            }
            Hand::Remove(cell) if self.hand.is_some_and(|held| held.at == Some(cell)) => {
                piece(cell).and(Err(Impossible::HandFull))
            }
            Hand::Remove(cell) => piece(cell).map(drop),
            Hand::Crown(cell) => match board.piece(cell) {
                Some(Piece { kind: Kind::Man, .. }) => Ok(()),
                _ => Err(Impossible::NoMan(cell)),
            },
        }
    }

    /// A hand does something that it can do ([`Turn::check`]); what it cannot do changes nothing.
    pub fn perform(&mut self, board: &mut PhysicalBoard, hand: Hand) {
        if self.check(board, hand).is_err() {
            return;
        }
        match hand {
            // What is touched until the next piece is lifted has no consequence.
            Hand::Adjust => self.announced = true,
            Hand::Touch(_) if self.announced => {}
            Hand::Touch(cell) => self.touched.push(cell),
            Hand::Lift(cell) => self.lift(board, cell),
            Hand::Place(cell) => self.place(board, cell),
            Hand::Release => self.release(),
            Hand::Remove(cell) => {
                if let Some(piece) = board.piece(cell) {
                    board.set(cell, None);
                    self.removed.push(Removed { cell, piece, in_series: self.hand.is_some() });
                }
            }
            Hand::Crown(cell) => {
                board.crown(cell);
                if let Some(held) = self.hand.as_mut().filter(|held| held.at == Some(cell)) {
                    held.piece.kind = Kind::King;
                }
                self.crowned = true;
            }
        }
    }

    fn lift(&mut self, board: &mut PhysicalBoard, cell: Cell) {
        let Some(piece) = board.piece(cell) else { return };
        self.announced = false;
        self.touched.push(cell);
        if self.released && self.steps.last() == Some(&cell) {
            self.moved_again = true;
        } else if self.released {
            self.second_piece = true;
        }
        self.from.get_or_insert(cell);
        board.set(cell, None);
        self.hand = Some(Held { piece, at: None });
    }

    fn place(&mut self, board: &mut PhysicalBoard, cell: Cell) {
        let Some(held) = self.hand.as_mut() else { return };
        if let Some(at) = held.at {
            board.set(at, None);
        }
        board.set(cell, Some(held.piece));
        held.at = Some(cell);
        self.steps.push(cell);
    }

    /// The hand leaves the piece (A.move.10).
    fn release(&mut self) {
        let Some(Held { piece, at: Some(at) }) = self.hand.take() else { return };
        if self.from == Some(at) && !self.released && self.before.piece(at) == Some(piece) && self.steps.len() == 1 {
            // Put back where it stood: the piece was only touched.
            self.from = None;
            self.steps.clear();
        } else {
            self.released = true;
        }
    }

    /// What the turn amounts to, with the board as it stands now.
    #[must_use]
    pub fn judge(&self, ruleset: &Ruleset, board: &PhysicalBoard) -> Judgement {
        if *board == self.before {
            return if self.moved_again { Judgement::Broken(vec![Violation::TakenBack]) } else { Judgement::Nothing };
        }
        let position = self.before.position(self.side);
        let legal = ruleset.legal_moves(&position);
        let mut broken = self.manners(ruleset, &legal);
        if self.second_piece {
            broken.insert(0, Violation::TwoMoves);
            return Judgement::Broken(broken);
        }
        match self.legal_result(&position, &legal, board) {
            Some((mv, crowned)) => {
                if !broken.is_empty() {
                    return Judgement::Broken(broken);
                }
                let (path, shown) = self.path(ruleset, &position, mv);
                if crowned { Judgement::Legal { mv, path, shown } } else { Judgement::Uncrowned { mv, path } }
            }
            None => {
                broken.extend(self.breaches(ruleset, &position));
                broken.sort_unstable();
                broken.dedup();
                Judgement::Broken(broken)
            }
        }
    }

    /// Violations that a turn can hold even if its result is a legal position.
    fn manners(&self, ruleset: &Ruleset, legal: &[Move]) -> Vec<Violation> {
        let mut found = Vec::new();
        if self.binding(legal).is_some_and(|cell| self.from.is_some_and(|from| from != cell)) {
            found.push(Violation::OtherPieceMoved);
        }
        if self.moved_again {
            found.push(Violation::TakenBack);
        }
        if self.removed.iter().any(|removed| removed.in_series) {
            found.push(Violation::RemovedDuringSeries);
        }
        let enemy = self.from.and_then(|from| self.before.piece(from)).is_some_and(|piece| piece.colour != self.side);
        let may = ruleset.move_facts().is_some_and(|facts| facts.movers == Movers::Either);
        if enemy && !may {
            found.push(Violation::EnemyPieceMoved);
        }
        found
    }

    /// The legal move whose result stands on the board, and whether its man has been crowned.
    fn legal_result(&self, position: &Position, legal: &[Move], board: &PhysicalBoard) -> Option<(Move, bool)> {
        if board.strays().ne(self.before.strays()) {
            return None;
        }
        let stands = board.position(self.side.other());
        legal.iter().find_map(|mv| {
            let result = position.after(*mv);
            if result == stands {
                return Some((*mv, true));
            }
            let mut uncrowned = result;
            let piece = Piece { kind: Kind::Man, ..result.piece(mv.to())? };
            uncrowned.set(mv.to(), Some(piece));
            (mv.promotes() && uncrowned == stands).then_some((*mv, false))
        })
    }

    fn path(&self, ruleset: &Ruleset, position: &Position, mv: Move) -> (Vec<Square>, bool) {
        let names = self.before.names();
        let cells = self.from.iter().chain(&self.steps);
        let shown: Option<Vec<Square>> = cells.map(|cell| names.square(*cell)).collect();
        match shown.filter(|path| ruleset.is_path(position, mv, path)) {
            Some(path) => (path, true),
            None => (ruleset.paths(position, mv, 1).pop().unwrap_or_default(), false),
        }
    }

    /// What is wrong with a turn whose result is not legal.
    fn breaches(&self, ruleset: &Ruleset, position: &Position) -> Vec<Violation> {
        let Some(from) = self.from else { return vec![Violation::RemovedWithoutReason] };
        let names = self.before.names();
        if self.steps.iter().any(|cell| names.square(*cell).is_none()) {
            return vec![Violation::OnUnplayedCell];
        }
        let squares: Vec<Square> = self.steps.iter().filter_map(|cell| names.square(*cell)).collect();
        let Some(from) = names.square(from) else { return vec![Violation::IncorrectMove] };
        if squares.is_empty() {
            return vec![Violation::IncorrectMove];
        }
        let attempt = Attempt { from, then: squares };
        match ruleset.explain(position, &attempt) {
            Verdict::Legal(moves) => self.removal_breaches(&moves),
            Verdict::Refused(refusal) => self.move_breaches(refusal),
        }
    }

    fn move_breaches(&self, refusal: Refusal) -> Vec<Violation> {
        match refusal {
            // An enemy piece is named by itself.
            Refusal::NotYours(_) => Vec::new(),
            Refusal::MustCapture { .. } if self.removed.is_empty() => vec![Violation::MissedCapture],
            Refusal::MustCapture { .. } => vec![Violation::MissedCapture, Violation::RemovedWithoutReason],
            Refusal::MustGoOn { .. } => vec![Violation::WrongNumberCaptured, Violation::SeriesStopped],
            Refusal::MustTakeMore { .. }
            | Refusal::MustTakeKings { .. }
            | Refusal::MustUseKing { .. }
            | Refusal::MustTakeKingsFirst => vec![Violation::WrongNumberCaptured],
            _ => vec![Violation::IncorrectMove],
        }
    }

    /// The move was right, but not what was taken off the board.
    fn removal_breaches(&self, moves: &[Move]) -> Vec<Violation> {
        let names = self.before.names();
        let removed: SquareSet = self.removed.iter().filter_map(|removed| names.square(removed.cell)).collect();
        // Of several captures with the same squares the one nearest to what was removed is meant.
        let distance = |mv: &&Move| {
            let captured = mv.captured();
            captured.without(removed).len() + removed.without(captured).len()
        };
        let Some(mv) = moves.iter().min_by_key(distance) else { return Vec::new() };
        let (missing, extra) = (mv.captured().without(removed), removed.without(mv.captured()));
        let own = |removed: &&Removed| {
            removed.piece.colour == self.side && names.square(removed.cell).is_some_and(|square| extra.contains(square))
        };
        let own_removed = self.removed.iter().filter(own).count() as u32;
        let mut found = Vec::new();
        if !missing.is_empty() {
            found.push(Violation::TooFewRemoved);
            if !removed.intersection(mv.captured()).is_empty() {
                found.push(Violation::RemovalBrokenOff);
            }
        }
        if !mv.is_capture() && !extra.is_empty() {
            found.push(Violation::RemovedWithoutReason);
        } else {
            if own_removed > 0 {
                found.push(Violation::OwnRemoved);
            }
            if extra.len() > own_removed {
                found.push(Violation::NotCapturedRemoved);
            }
        }
        if found.is_empty() {
            // The right pieces are gone and the right piece has moved, but something else is different: a crown.
            found.push(Violation::IncorrectMove);
        }
        found
    }
}

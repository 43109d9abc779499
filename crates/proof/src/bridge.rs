//! From the rules crate's own types to those of the slow generator, so that their answers can be compared.

use crate::reference::{self, At, Cell};
use damka_rules::{
    Board, Colour, Crowning, EnemyDirection, EnemyDuty, Kind, KingRange, ManCapture, Move, MoveFacts, Movers, Piece,
    Position, Priority, Square, SquareSet, Victims, YesNo,
};
use std::collections::BTreeSet;

/// The facts of movement, as the slow generator takes them.
#[must_use]
pub fn rules(facts: MoveFacts) -> reference::Rules {
    reference::Rules {
        size: usize::from(facts.board.width()),
        men_capture_back: facts.man_capture == ManCapture::AllWays,
        flying: facts.king == KingRange::Flying,
        men_take_kings: facts.men_take_kings == YesNo::Yes,
        crowning: match facts.crowning {
            Crowning::Continue => reference::Crowning::Continue,
            Crowning::Pass => reference::Crowning::Pass,
            Crowning::Stop => reference::Crowning::Stop,
        },
        priority: match facts.priority {
            Priority::Free => reference::Priority::Free,
            Priority::Most => reference::Priority::Most,
            Priority::MostKings => reference::Priority::MostThenKings,
            Priority::Italian => reference::Priority::Italian,
            Priority::KingFirst => reference::Priority::KingFirst,
        },
        own_victims: facts.victims == Victims::Any,
        enemy_movers: (facts.movers == Movers::Either).then_some(reference::EnemyMovers {
            quiet_any: facts.enemy_quiet == EnemyDirection::Any,
            capture_any: facts.enemy_capture == EnemyDirection::Any,
            duty_per_colour: facts.enemy_duty == EnemyDuty::PerColour,
        }),
    }
}

/// A colour.
#[must_use]
pub fn colour(colour: Colour) -> reference::Colour {
    match colour {
        Colour::White => reference::Colour::White,
        Colour::Black => reference::Colour::Black,
    }
}

/// A square as a cell of the slow generator's board.
#[must_use]
pub fn at(board: Board, square: Square) -> At {
    let (file, rank) = board.cell(square);
    (usize::from(file), usize::from(rank))
}

/// A position, cell by cell.
#[must_use]
pub fn position(board: Board, position: &Position) -> reference::Board {
    let mut cells = reference::Board::empty(usize::from(board.width()), colour(position.to_move()));
    for square in position.occupied() {
        let cell = match position.piece(square) {
            None => Cell::Empty,
            Some(Piece { colour: side, kind: Kind::Man }) => Cell::Man(colour(side)),
            Some(Piece { colour: side, kind: Kind::King }) => Cell::King(colour(side)),
        };
        cells.set(at(board, square), cell);
    }
    cells
}

/// A set of squares, cell by cell.
#[must_use]
pub fn cells(board: Board, squares: SquareSet) -> BTreeSet<At> {
    squares.into_iter().map(|square| at(board, square)).collect()
}

/// A move.
#[must_use]
pub fn mv(board: Board, mv: Move) -> reference::Move {
    reference::Move {
        from: at(board, mv.from()),
        to: at(board, mv.to()),
        captured: cells(board, mv.captured()),
        promotes: mv.promotes(),
    }
}

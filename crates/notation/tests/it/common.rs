//! Positions for property tests: from random play, and of pieces put down at random.

use damka_rules::{Colour, Kind, Piece, Position, Ruleset};
use proptest::prelude::*;

/// Any built-in ruleset, on either corner and with any naming.
pub fn any_ruleset() -> impl Strategy<Value = Ruleset> {
    let plain = prop::sample::select(Ruleset::all().to_vec());
    let corner = prop::option::of(prop::sample::select(vec!["left", "right"]));
    let naming = prop::option::of(prop::sample::select(vec!["algebraic", "far-left", "near-right"]));
    (plain, corner, naming).prop_map(|(ruleset, corner, naming)| {
        let corner = corner.map(|value| ("corner", value));
        let naming = naming.map(|value| ("naming", value));
        ruleset.with(corner.into_iter().chain(naming)).expect("looks can always be changed")
    })
}

/// The positions of a game played at random.
pub fn random_game(ruleset: &Ruleset, choices: &[u16]) -> Vec<Position> {
    let mut positions = vec![ruleset.start()];
    for choice in choices {
        let position = *positions.last().expect("there is a start");
        let legal = ruleset.legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        positions.push(position.after(legal[usize::from(*choice) % legal.len()]));
    }
    positions
}

/// Pieces put down at random; men may stand where a game never leaves them.
pub fn random_position(ruleset: &Ruleset, pieces: &[(u8, u8)], black: bool) -> Position {
    let squares: Vec<_> = ruleset.board().squares().into_iter().collect();
    let mut position = Position::empty(if black { Colour::Black } else { Colour::White });
    for (place, kind) in pieces {
        let colour = if kind & 1 == 0 { Colour::White } else { Colour::Black };
        let kind = if kind & 2 == 0 { Kind::Man } else { Kind::King };
        position.set(squares[usize::from(*place) % squares.len()], Some(Piece { colour, kind }));
    }
    position
}

/// The same, without men on their crowning rows and without kings in corners: a position of the game.
pub fn playable_position(ruleset: &Ruleset, pieces: &[(u8, u8)], black: bool) -> Position {
    let mut position = random_position(ruleset, pieces, black);
    for square in position.occupied() {
        let Some(piece) = position.piece(square) else { continue };
        let is_race = ruleset.move_facts().is_none();
        let crowned = ruleset.board().crowning_row(piece.colour).contains(square);
        if is_race || crowned {
            let kind = if is_race { Kind::Man } else { Kind::King };
            position.set(square, Some(Piece { kind, ..piece }));
        }
    }
    position
}

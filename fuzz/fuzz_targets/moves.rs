//! The fast generator against the slow one, on any placement of up to sixteen pieces under any built-in rules.
#![no_main]

use damka_proof::{bridge, reference};
use damka_rules::{Colour, Kind, Piece, Position, Ruleset};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;

/// More pieces can make more paths than the slow generator walks in a moment.
const MOST_PIECES: usize = 16;

fuzz_target!(|data: (u8, bool, Vec<u8>)| {
    let draughts: Vec<&Ruleset> = Ruleset::all().iter().filter(|ruleset| ruleset.move_facts().is_some()).collect();
    let ruleset = draughts[usize::from(data.0) % draughts.len()];
    let Some(facts) = ruleset.move_facts() else { return };
    let board = ruleset.board();
    let mut position = Position::empty(if data.1 { Colour::White } else { Colour::Black });
    let squares: Vec<_> = board.squares().into_iter().collect();
    for byte in data.2.chunks_exact(2).take(MOST_PIECES) {
        let square = squares[usize::from(byte[0]) % squares.len()];
        let colour = if byte[1] & 1 == 0 { Colour::White } else { Colour::Black };
        let kind = if byte[1] & 2 == 0 { Kind::Man } else { Kind::King };
        position.set(square, Some(Piece { colour, kind }));
    }
    let fast = ruleset.legal_moves(&position);
    let distinct: BTreeSet<_> = fast.iter().map(|mv| bridge::mv(board, *mv)).collect();
    assert_eq!(distinct.len(), fast.len(), "a move is listed once");
    assert_eq!(distinct, reference::moves(&bridge::rules(facts), &bridge::position(board, &position)));
    for mv in fast {
        assert_eq!(position.hash_after(position.hash(), mv), position.after(mv).hash());
    }
});

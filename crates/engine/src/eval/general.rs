//! Weights for games that none were trained for, made from the facts of the game.

use super::weights::{FINE, Weights};
use damka_rules::{Board, Facts, KingRange, Movement, ResultRule};

/// A man is the unit.
const MAN: i32 = 100;

/// Weights from the facts of a game: pieces alone, or with a sense of place.
pub(super) fn weights(facts: &Facts, material_only: bool) -> Weights {
    let board = facts.board();
    let mut weights = Weights::empty(board);
    let worth = Worth::of(facts);
    fill_material(&mut weights, &worth);
    if !material_only {
        fill_places(&mut weights, &worth);
    }
    weights
}

/// What pieces are worth in a game.
struct Worth {
    man: i32,
    king: i32,
    /// What it is worth to move.
    tempo: i32,
    /// What each rank forward is worth to a man.
    advance: i32,
    /// What a man at home in the base row is worth beside that: it keeps the opponent from crowning.
    guard: i32,
    /// What a man in the middle of the board is worth beside that.
    centre: i32,
}

impl Worth {
    fn of(facts: &Facts) -> Worth {
        let flying = match facts.movement {
            Movement::Draughts(moves) => moves.king == KingRange::Flying,
            Movement::Race(_) => false,
        };
        match facts.result {
            ResultRule::Normal if flying => Worth { man: MAN, king: 300, tempo: 5, advance: 3, guard: 6, centre: 4 },
            ResultRule::Normal => Worth { man: MAN, king: 145, tempo: 3, advance: 2, guard: 8, centre: 4 },
            // A side with few men is near the end, but a side with none to spare must capture what is offered: pieces
            // count little, and kings, which can be forced to eat anything, count against their owner.
            ResultRule::Reversed => Worth { man: -35, king: -60, tempo: 5, advance: 4, guard: 0, centre: -3 },
        }
    }

    fn place(&self, board: Board, (file, rank): (u8, u8)) -> i32 {
        let width = board.width();
        let from_edge = file.min(width - 1 - file);
        let mut worth = i32::from(rank) * self.advance + i32::from(from_edge.min(3)) * self.centre;
        if rank == 0 {
            worth += self.guard;
        }
        worth
    }
}

fn fill_material(weights: &mut Weights, worth: &Worth) {
    let most = weights.most_men;
    for own_men in 0..=most {
        for other_men in 0..=most {
            for own_kings in 0..super::shape::KINGS {
                for other_kings in 0..super::shape::KINGS {
                    let difference = worth.man * (own_men as i32 - other_men as i32)
                        + worth.king * (own_kings as i32 - other_kings as i32);
                    let pieces = (own_men + other_men + own_kings + other_kings) as i32;
                    // The fewer pieces are left, the more one piece more is worth.
                    let grown = difference * (4 * most as i32 - pieces) / (3 * most as i32) + worth.tempo;
                    let at = weights.material_index((own_men, own_kings), (other_men, other_kings));
                    weights.material[at] = (grown * FINE).clamp(-32_000, 32_000) as i16;
                }
            }
        }
    }
    weights.spare_king = (worth.king * FINE) as i16;
}

fn fill_places(weights: &mut Weights, worth: &Worth) {
    let board = weights.board;
    for square in board.squares() {
        let place = (worth.place(board, board.cell(square)) * FINE) as i16;
        weights.men[square.index()] = [place; 2];
    }
    weights.fold();
}

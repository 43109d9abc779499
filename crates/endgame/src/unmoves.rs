//! Quiet moves backward: from which positions a move that neither captures nor crowns leads here.
//!
//! Written from the rules alone, without the generator of `damka-rules`: `verify` goes forward with that one, so the two
//! check each other.

use crate::index::Placement;
use damka_rules::{Board, Direction, EnemyDirection, KingRange, MoveFacts, Movers};

/// The squares next to a square in each direction, as bits; none at the edge.
struct Steps([[u64; 64]; 4]);

static EIGHT: Steps = steps(Board::Eight);
static TEN: Steps = steps(Board::Ten);

const fn steps(board: Board) -> Steps {
    let mut table = [[0; 64]; 4];
    let (mut file, width) = (0, board.width() as i8);
    while file < width {
        let mut rank = 0;
        while rank < width {
            let mut direction = 0;
            while direction < 4 {
                let (files, ranks) = Direction::ALL[direction].delta();
                let (to_file, to_rank) = (file + files, rank + ranks);
                if to_file >= 0 && to_rank >= 0 {
                    let (from, to) = (board.square(file as u8, rank as u8), board.square(to_file as u8, to_rank as u8));
                    if let (Some(from), Some(to)) = (from, to) {
                        table[direction][from.index()] = to.set().bits();
                    }
                }
                direction += 1;
            }
            rank += 1;
        }
        file += 1;
    }
    Steps(table)
}

/// Takes quiet moves back.
#[derive(Clone, Copy)]
pub(crate) struct Unmover {
    steps: &'static Steps,
    flying: bool,
    either: bool,
    enemy_kings_go_anywhere: bool,
}

const UP: [usize; 2] = [Direction::UpLeft as usize, Direction::UpRight as usize];
const DOWN: [usize; 2] = [Direction::DownLeft as usize, Direction::DownRight as usize];
const ALL: [usize; 4] = [UP[0], UP[1], DOWN[0], DOWN[1]];

impl Unmover {
    pub fn new(facts: &MoveFacts) -> Unmover {
        Unmover {
            steps: if facts.board == Board::Eight { &EIGHT } else { &TEN },
            flying: facts.king == KingRange::Flying,
            either: facts.movers == Movers::Either,
            enemy_kings_go_anywhere: facts.enemy_quiet == EnemyDirection::Any,
        }
    }

    /// Hands on every placement from which the first side of the placement could have come here with a quiet move that
    /// crowns nobody. The placement is after the move: its first side has just moved. Whether a capture was due there
    /// is not asked.
    #[inline(always)]
    pub fn each(&self, after: &Placement, mut visit: impl FnMut(&Placement)) {
        let taken = after.occupied();
        // A man has come from below, a king from anywhere.
        self.each_of(after.men[0], taken, false, &DOWN, |change| {
            visit(&Placement { men: [after.men[0] ^ change, after.men[1]], ..*after });
        });
        self.each_of(after.kings[0], taken, self.flying, &ALL, |change| {
            visit(&Placement { kings: [after.kings[0] ^ change, after.kings[1]], ..*after });
        });
        if self.either {
            // The opponent's pieces go down the board, towards the player who moves them, so they have come from above.
            self.each_of(after.men[1], taken, false, &UP, |change| {
                visit(&Placement { men: [after.men[0], after.men[1] ^ change], ..*after });
            });
            let directions: &[usize] = if self.enemy_kings_go_anywhere { &ALL } else { &UP };
            self.each_of(after.kings[1], taken, self.flying, directions, |change| {
                visit(&Placement { kings: [after.kings[0], after.kings[1] ^ change], ..*after });
            });
        }
    }

    #[inline(always)]
    fn each_of(&self, pieces: u64, taken: u64, flying: bool, directions: &[usize], mut visit: impl FnMut(u64)) {
        let mut left = pieces;
        while left != 0 {
            let piece = left & left.wrapping_neg();
            left ^= piece;
            for &direction in directions {
                let steps = &self.steps.0[direction];
                let mut from = steps[(piece.trailing_zeros() & 63) as usize];
                while from != 0 && from & taken == 0 {
                    visit(piece | from);
                    from = if flying { steps[(from.trailing_zeros() & 63) as usize] } else { 0 };
                }
            }
        }
    }
}

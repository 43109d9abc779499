//! Corners: a race, judged by the way that is left and by what can shorten it.
//!
//! The sum of distances to the far corner is not enough to finish a game: the last squares to be filled are nearer, so
//! a piece that went too far along an edge has to come back. What counts is the number of steps that bring all pieces
//! into the camp, whichever piece takes which square. Beside it count the square of every piece (others are jumped
//! over where the traffic is), the last piece (a piece that is left behind alone walks step by step) and the jumps forward
//! that stand ready.

use crate::score::MAX_EVALUATION;
use damka_rules::{Board, Colour, Layout, Position, RaceDirections, RaceFacts};

/// What a position of corners is worth.
#[derive(Clone, Debug)]
pub(crate) struct RaceWeights(Judge);

#[derive(Clone, Debug)]
enum Judge {
    Plain(Box<[[i16; 64]; 2]>),
    Full(Box<Course>),
}

/// In the plain sum a step is worth this many hundredths.
const STEP: i16 = 50;

impl RaceWeights {
    /// The plain sum of distances to the far corner, with half a step for being in the camp.
    pub fn plain(facts: RaceFacts) -> RaceWeights {
        let mut squares = [[0; 64]; 2];
        for colour in Colour::ALL {
            let camp = facts.layout.camp(colour.other());
            for square in Board::Full.squares() {
                let turned = if colour == Colour::White { square.index() } else { 63 - square.index() };
                let outside = if camp.contains(square) { 0 } else { STEP / 2 };
                squares[colour as usize][square.index()] = -STEP * i16::from(distance(turned)) - outside;
            }
        }
        RaceWeights(Judge::Plain(Box::new(squares)))
    }

    /// Everything that counts, fitted to games.
    pub fn new(facts: RaceFacts) -> RaceWeights {
        RaceWeights(Judge::Full(Box::new(Course::new(facts, terms(facts.layout)))))
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub fn value(&self, position: &Position) -> i32 {
        let mover = position.to_move();
        match &self.0 {
            Judge::Plain(squares) => {
                let side = |colour: Colour| {
                    let worth = |at: usize| i32::from(squares[colour as usize][at]);
                    position.pieces(colour).into_iter().map(|square| worth(square.index())).sum::<i32>()
                };
                side(mover) - side(mover.other()) + i32::from(STEP) / 2
            }
            Judge::Full(course) => {
                let [mut own, mut other] = [mover, mover.other()].map(|colour| position.pieces(colour).bits());
                if mover == Colour::Black {
                    [own, other] = [own.reverse_bits(), other.reverse_bits()];
                }
                course.value(own, other)
            }
        }
    }
}

/// Steps from a square to the far corner, the board turned so that the pieces go up and to the right.
const fn distance(square: usize) -> u8 {
    14 - (square % 8 + square / 8) as u8
}

/// What is counted and for how much, in hundredths. Pairs are for the beginning and the end of a side's way.
#[derive(Clone, Copy, Debug)]
struct Terms {
    /// What the squares cost, as on a diagram: the last rank first, the side going up and to the right.
    squares: [[[i16; 8]; 8]; 2],
    /// What the piece farthest behind is worth, by its distance to the far corner. It falls with the distance, even
    /// where games did not say so: a side that leaves a piece at home blocks the opponent, and nobody wins.
    last: [i16; 15],
    /// What every step costs that the squares do not know of, because the nearest square of the camp is taken.
    detour: i16,
    /// Squares that one jump forward reaches, then a second and a third.
    jumps: [[i16; 2]; 3],
    /// Squares that one jump back reaches.
    back: [i16; 2],
    /// Squares of the camp that the opponent still holds.
    held: [i16; 2],
    /// Being to move.
    turn: [i16; 2],
    /// Being to move, for each square that jumps forward reach.
    turn_jumps: i16,
}

/// The parts that a way is divided into between the weights for its beginning and its end.
const PARTS: i32 = 64;
/// While a piece is shut in at home neither side can win: so many parts are left of what the position is worth.
const SHUT_IN: i32 = 20;
/// No side's pieces are farther away together: 16 of them in the corner.
const FARTHEST: usize = 224;

/// The terms made ready for one layout.
#[derive(Clone, Debug)]
struct Course {
    terms: Terms,
    /// The camp to be filled, and the one where it began.
    goal: u64,
    home: u64,
    /// For each rank and the pieces on it: the costs of the squares at the beginning and at the end, and the distances,
    /// in one word (see `Sums`).
    rows: Box<[[u64; 256]; 8]>,
    /// For the pieces on a rank: byte i counts those on the first i + 1 files.
    files: Box<[u64; 256]>,
    /// The same counts for the goal, by files and by ranks.
    goal_files: u64,
    goal_ranks: u64,
    /// The distances of all pieces in the goal together.
    goal_distance: i32,
    /// How much of the way is behind a side, by the sum of its distances.
    part: Box<[i32; FARTHEST + 1]>,
    diagonal: bool,
}

/// Sums over the pieces of a side, added in one word.
#[derive(Clone, Copy)]
struct Sums(u64);

impl Sums {
    const fn new(early: i16, late: i16, distance: u8) -> Sums {
        Sums((early as u64) << 40 | (late as u64) << 16 | distance as u64)
    }

    fn early(self) -> i32 {
        (self.0 >> 40) as i32
    }

    fn late(self) -> i32 {
        (self.0 >> 16 & 0xff_ffff) as i32
    }

    fn distance(self) -> i32 {
        (self.0 & 0xffff) as i32
    }
}

impl Course {
    fn new(facts: RaceFacts, terms: Terms) -> Course {
        let [home, goal] = Colour::ALL.map(|colour| facts.layout.camp(colour).bits());
        let sum = |value: &dyn Fn(usize) -> u64, byte: usize| (0..8).filter(|i| byte >> i & 1 != 0).map(value).sum();
        let rows = std::array::from_fn(|rank| {
            let square = |file: usize| {
                let [early, late] = terms.squares.map(|squares| squares[7 - rank][file]);
                Sums::new(early, late, distance(8 * rank + file)).0
            };
            std::array::from_fn(|byte| sum(&square, byte))
        });
        let files: [u64; 256] = std::array::from_fn(|byte| sum(&|file| LEFT_FILE << (8 * file), byte));
        let all = |set: u64| (0..64).filter(|at| set >> at & 1 != 0).map(|at| i32::from(distance(at))).sum::<i32>();
        let (from, to) = (all(home), all(goal));
        let part = std::array::from_fn(|left| ((from - left as i32) * PARTS / (from - to)).clamp(0, PARTS));
        Course {
            terms,
            goal,
            home,
            rows: Box::new(rows),
            goal_files: goal.to_le_bytes().iter().map(|row| files[usize::from(*row)]).sum(),
            files: Box::new(files),
            goal_ranks: by_ranks(goal),
            goal_distance: to,
            part: Box::new(part),
            diagonal: facts.directions == RaceDirections::Eight,
        }
    }

    /// What a position is worth to the side to move, whose pieces go up and to the right.
    #[inline]
    fn value(&self, own: u64, other: u64) -> i32 {
        let mine = self.side(own, other, true);
        let theirs = self.side(other.reverse_bits(), own.reverse_bits(), false);
        let value = mine - theirs;
        let shut_in = self.is_shut_in(self.home, own, other) || self.is_shut_in(self.goal, other, own);
        (if shut_in { value * SHUT_IN / PARTS } else { value }).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// What the pieces of a side that goes up and to the right are worth.
    #[inline(always)]
    fn side(&self, own: u64, other: u64, to_move: bool) -> i32 {
        let terms = &self.terms;
        let (mut sums, mut files, mut diagonals) = (0, 0u64, 0);
        for (rank, row) in own.to_le_bytes().into_iter().enumerate() {
            sums += self.rows[rank][usize::from(row)];
            files = files.wrapping_add(self.files[usize::from(row)]);
            diagonals |= u32::from(row) << rank;
        }
        let sums = Sums(sums);
        let steps = apart(files, self.goal_files) + apart(by_ranks(own), self.goal_ranks);
        let detour = steps - (sums.distance() - self.goal_distance);
        let last = 14 - diagonals.trailing_zeros().min(14) as usize;

        let occupied = own | other;
        let jumped = |set: u64| (up(up(set) & occupied) | right(right(set) & occupied)) & !occupied;
        let first = jumped(own);
        let second = jumped(first);
        let jumps = [first, second, jumped(second)].map(count);
        let back = count((down(down(own) & occupied) | left(left(own) & occupied)) & !occupied);
        let held = count(self.goal & other);

        let part = self.part[(sums.distance() as usize).min(FARTHEST)];
        let mix = |[early, late]: [i32; 2]| (early * (PARTS - part) + late * part) / PARTS;
        let phased = |at: usize| {
            let counted = [0, 1, 2].map(|nth| i32::from(terms.jumps[nth][at]) * jumps[nth]).iter().sum::<i32>();
            let turn = if to_move { i32::from(terms.turn[at]) } else { 0 };
            counted + i32::from(terms.back[at]) * back + i32::from(terms.held[at]) * held + turn
        };
        let turn_jumps = if to_move { i32::from(terms.turn_jumps) * jumps.iter().sum::<i32>() } else { 0 };
        mix([phased(0) - sums.early(), phased(1) - sums.late()]) + i32::from(terms.last[last]) + turn_jumps
            - i32::from(terms.detour) * detour
    }

    /// Whether the opponent's pieces leave no way out of the home camp to one of the pieces there. Own pieces are no
    /// hindrance: they will go.
    #[inline]
    fn is_shut_in(&self, home: u64, own: u64, other: u64) -> bool {
        let around = other & home;
        if own & home == 0 || around & around.wrapping_sub(1) == 0 {
            return false;
        }
        let occupied = own | other;
        let mut free = !home & !other;
        loop {
            let reach = |step: fn(u64) -> u64| step(free) | step(step(free) & occupied);
            let mut reached = reach(up) | reach(down) | reach(left) | reach(right);
            if self.diagonal {
                reached |= reach(|set| up(left(set))) | reach(|set| up(right(set)));
                reached |= reach(|set| down(left(set))) | reach(|set| down(right(set)));
            }
            let wider = free | reached & !other;
            if wider == free {
                return own & home & !free != 0;
            }
            free = wider;
        }
    }
}

const LEFT_FILE: u64 = u64::MAX / 255;
const RIGHT_FILE: u64 = LEFT_FILE << 7;

const fn up(set: u64) -> u64 {
    set << 8
}

const fn down(set: u64) -> u64 {
    set >> 8
}

const fn left(set: u64) -> u64 {
    (set & !LEFT_FILE) >> 1
}

const fn right(set: u64) -> u64 {
    (set & !RIGHT_FILE) << 1
}

const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// Byte i counts the pieces on the first i + 1 ranks.
const fn by_ranks(set: u64) -> u64 {
    const PAIRS: u64 = u64::MAX / 3;
    const FOURS: u64 = u64::MAX / 5;
    const EIGHTS: u64 = u64::MAX / 17;
    let pairs = set - (set >> 1 & PAIRS);
    let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
    ((fours + (fours >> 4)) & EIGHTS).wrapping_mul(LEFT_FILE)
}

/// How far two rows of counts are apart: the steps along one line that make one of the other.
fn apart(counts: u64, others: u64) -> i32 {
    let pairs = counts.to_le_bytes().into_iter().zip(others.to_le_bytes());
    pairs.map(|(count, other)| i32::from(count.abs_diff(other))).sum()
}

/// The terms of a layout, fitted to the results of games that the engine played against itself; in the largest layout
/// to who had only three steps left first, because there the games often end with a blockade.
const fn terms(layout: Layout) -> Terms {
    match layout {
        Layout::ThreeByThree => THREE_BY_THREE,
        Layout::ThreeByFour => THREE_BY_FOUR,
        Layout::FourByFour => FOUR_BY_FOUR,
    }
}

const THREE_BY_THREE: Terms = Terms {
    squares: [
        [
            [359, 338, 291, 272, 225, 346, 303, 319],
            [394, 337, 240, 231, 203, 265, 261, 303],
            [394, 344, 268, 255, 245, 232, 265, 346],
            [385, 331, 272, 261, 249, 245, 203, 225],
            [388, 317, 292, 280, 261, 255, 231, 272],
            [463, 414, 381, 292, 272, 268, 240, 291],
            [478, 442, 414, 317, 331, 344, 337, 338],
            [579, 478, 463, 388, 385, 394, 394, 359],
        ],
        [
            [399, 431, 355, 292, 180, 26, 67, 0],
            [425, 469, 383, 303, 213, 118, 112, 67],
            [414, 395, 339, 245, 189, 150, 118, 26],
            [439, 414, 356, 289, 234, 189, 213, 180],
            [491, 467, 401, 305, 289, 245, 303, 292],
            [575, 540, 532, 401, 356, 339, 383, 355],
            [552, 523, 540, 467, 414, 395, 469, 431],
            [691, 552, 575, 491, 439, 414, 425, 399],
        ],
    ],
    last: [252, 252, 252, 252, 252, 188, 92, 46, -14, -39, -64, -90, -103, -126, -139],
    detour: 54,
    jumps: [[10, -8], [1, 49], [-11, 80]],
    back: [-13, 8],
    held: [-81, -18],
    turn: [-19, 61],
    turn_jumps: 5,
};

const THREE_BY_FOUR: Terms = Terms {
    squares: [
        [
            [317, 273, 214, 200, 281, 245, 226, 239],
            [367, 269, 168, 168, 281, 190, 226, 233],
            [323, 223, 261, 223, 217, 184, 295, 299],
            [329, 263, 246, 213, 269, 194, 206, 189],
            [345, 274, 250, 235, 226, 175, 136, 204],
            [390, 338, 336, 294, 238, 216, 157, 201],
            [433, 394, 378, 339, 261, 234, 264, 278],
            [508, 413, 415, 415, 321, 340, 321, 319],
        ],
        [
            [367, 297, 245, 163, 19, 1, 19, 32],
            [423, 394, 259, 180, 60, 95, 101, 58],
            [385, 301, 190, 136, 90, 110, 0, 13],
            [367, 307, 269, 197, 146, 153, 156, 173],
            [402, 387, 336, 254, 228, 222, 280, 262],
            [522, 490, 436, 386, 334, 325, 379, 330],
            [552, 496, 507, 448, 418, 418, 384, 398],
            [721, 540, 476, 488, 496, 440, 459, 409],
        ],
    ],
    last: [292, 292, 292, 292, 292, 292, 187, 95, 14, -36, -77, -90, -114, -154, -167],
    detour: 35,
    jumps: [[11, -20], [-2, 48], [17, 39]],
    back: [-1, 16],
    held: [-80, 23],
    turn: [-14, 57],
    turn_jumps: 4,
};

const FOUR_BY_FOUR: Terms = Terms {
    squares: [
        [
            [297, 243, 208, 178, 214, 172, 127, 126],
            [337, 247, 223, 236, 209, 164, 118, 127],
            [340, 288, 252, 225, 217, 162, 164, 172],
            [370, 320, 294, 236, 210, 217, 209, 214],
            [397, 341, 330, 286, 236, 225, 236, 178],
            [442, 382, 365, 330, 294, 252, 223, 208],
            [483, 402, 382, 341, 320, 288, 247, 243],
            [550, 483, 442, 397, 370, 340, 337, 297],
        ],
        [
            [324, 294, 251, 221, 165, 149, 97, 0],
            [394, 330, 260, 198, 170, 135, 85, 97],
            [386, 310, 262, 197, 124, 105, 135, 149],
            [385, 344, 273, 226, 164, 124, 170, 165],
            [489, 434, 363, 307, 226, 197, 198, 221],
            [525, 484, 413, 363, 273, 262, 260, 251],
            [516, 450, 484, 434, 344, 310, 330, 294],
            [581, 516, 525, 489, 385, 386, 394, 324],
        ],
    ],
    last: [112, 112, 112, 112, 112, 112, 112, 100, 58, 25, -11, -95, -107, -120, -132],
    detour: 35,
    jumps: [[36, -36], [12, 44], [12, 12]],
    back: [-20, 26],
    held: [-3, -49],
    turn: [20, 18],
    turn_jumps: 2,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Limits, NoWatch, Options};
    use damka_rules::{Game, Kind, Movement, Piece, Ruleset};

    const LAYOUTS: [&str; 3] = ["3x3", "3x4", "4x4"];

    fn corners(layout: &str, directions: &str) -> (Ruleset, RaceFacts) {
        let facts = [("layout", layout), ("directions", directions)];
        let ruleset = Ruleset::named("corners").and_then(|ruleset| ruleset.with(facts).ok()).expect("a game");
        let Movement::Race(facts) = ruleset.facts().movement else { panic!("corners is a race") };
        (ruleset, facts)
    }

    fn with_men(white: u64, black: u64, to_move: Colour) -> Position {
        let mut position = Position::empty(to_move);
        for square in Board::Full.squares() {
            for (colour, set) in [(Colour::White, white), (Colour::Black, black)] {
                if set >> square.index() & 1 != 0 {
                    position.set(square, Some(Piece { colour, kind: Kind::Man }));
                }
            }
        }
        position
    }

    /// The same position seen from the other side of the board.
    fn turned(position: &Position) -> Position {
        let [white, black] = Colour::ALL.map(|colour| position.pieces(colour).bits().reverse_bits());
        with_men(black, white, position.to_move().other())
    }

    /// Positions of games in which any moves are played.
    fn positions(ruleset: Ruleset) -> Vec<Position> {
        let mut game = Game::new(ruleset);
        let mut throw = 1_u64;
        while game.outcome().is_none() && game.played().len() < 300 {
            throw = throw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let moves = game.legal_moves();
            game.play(moves[(throw >> 33) as usize % moves.len()]).expect("a legal move");
        }
        game.played().iter().map(|ply| ply.before).collect()
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for layout in LAYOUTS {
            for directions in ["4", "8"] {
                let (ruleset, facts) = corners(layout, directions);
                for weights in [RaceWeights::new(facts), RaceWeights::plain(facts)] {
                    for position in positions(ruleset) {
                        assert_eq!(weights.value(&position), weights.value(&turned(&position)), "{position:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn plain_is_the_sum_of_distances() {
        let (ruleset, facts) = corners("3x4", "4");
        let plain = RaceWeights::plain(facts);
        for position in positions(ruleset) {
            let left = |colour: Colour| -> i32 {
                let goal = facts.layout.camp(colour.other());
                let steps = |(file, rank): (u8, u8)| {
                    i32::from(if colour == Colour::White { 14 - file - rank } else { file + rank })
                };
                let pieces = position.pieces(colour);
                let all: i32 = pieces.into_iter().map(|square| steps(Board::Full.cell(square))).sum();
                2 * all + pieces.without(goal).len() as i32
            };
            let mover = position.to_move();
            assert_eq!(plain.value(&position), 25 * (left(mover.other()) - left(mover) + 1));
        }
    }

    #[test]
    fn who_has_arrived_is_better() {
        for layout in LAYOUTS {
            let (_, facts) = corners(layout, "4");
            let [home, goal] = Colour::ALL.map(|colour| facts.layout.camp(colour).bits());
            // Black still has one piece before the camp.
            let black = home & !(1 << 10) | 1 << 35;
            for weights in [RaceWeights::new(facts), RaceWeights::plain(facts)] {
                for (mover, sign) in [(Colour::White, 1), (Colour::Black, -1)] {
                    let value = weights.value(&with_men(goal, black, mover));
                    assert!(sign * value > 0, "{layout}: {value}");
                }
            }
        }
    }

    #[test]
    fn the_last_hole_is_filled_from_any_side() {
        // All of White's pieces but one are in the camp 4x4, only e5 is empty, and the last piece went too far: d8.
        let (_, facts) = corners("4x4", "4");
        let goal = facts.layout.camp(Colour::Black).bits();
        let weights = RaceWeights::new(facts);
        let black = facts.layout.camp(Colour::White).bits() << 4;
        let value = |last: usize| weights.value(&with_men(goal & !(1 << 36) | 1 << last, black & !goal, Colour::White));
        let [d8, d7, d6, d5] = [59, 51, 43, 35].map(value);
        assert!(d8 < d7 && d7 < d6 && d6 < d5, "{d8} {d7} {d6} {d5}");
    }

    #[test]
    fn a_lead_is_worth_less_while_a_piece_is_shut_in() {
        let (_, facts) = corners("3x3", "4");
        let weights = RaceWeights::new(facts);
        let goal = facts.layout.camp(Colour::Black).bits();
        // Black's last piece at home stands at h8 behind White's, or has a way out through h7.
        let shut = with_men(goal & !(1 << 63) | 1 << 44, 1 << 63 | 0x0707_0300, Colour::White);
        let open = with_men(goal & !(1 << 63 | 1 << 55) | 1 << 44 | 1 << 43, 1 << 63 | 0x0707_0300, Colour::White);
        assert!(weights.value(&shut) > 0 && weights.value(&open) > weights.value(&shut));
    }

    #[test]
    fn games_end_with_a_winner() {
        for layout in LAYOUTS {
            let (ruleset, _) = corners(layout, "4");
            let mut game = Game::new(ruleset);
            let mut engine = Engine::new(&ruleset, &Options { memory: 4, ..Options::default() });
            while game.outcome().is_none() && game.played().len() < 300 {
                let found = engine.think(&game, &Limits::nodes(2_000), &NoWatch, &mut |_| ());
                game.play(found.best().expect("a move")).expect("a legal move");
            }
            assert!(game.outcome().is_some_and(|outcome| outcome.winner.is_some()), "{layout}: {:?}", game.outcome());
        }
    }
}

//! Corners: how far the pieces still have to go.

use damka_rules::{Board, Colour, Position, RaceFacts};

/// What each square is worth to a side.
#[derive(Clone, Debug)]
pub(crate) struct RaceWeights {
    squares: [[i16; 64]; 2],
}

/// A step is worth this many hundredths.
const STEP: f32 = 50.0;

impl RaceWeights {
    /// The plain sum of distances.
    pub fn plain(facts: RaceFacts) -> RaceWeights {
        RaceWeights::from_distance(facts, |distance, _| distance)
    }

    /// Stragglers cost more than the steps they need, because they lose the others whom they could jump over; and a
    /// piece on the way of the others, near the diagonal between the camps, is a ladder for them.
    pub fn new(facts: RaceFacts) -> RaceWeights {
        RaceWeights::from_distance(facts, |distance, aside| distance + 0.03 * distance * distance + 0.15 * aside)
    }

    fn from_distance(facts: RaceFacts, cost: impl Fn(f32, f32) -> f32) -> RaceWeights {
        let mut squares = [[0; 64]; 2];
        for colour in Colour::ALL {
            let camp = facts.layout.camp(colour.other());
            // The farthest corner of the opponent's camp is where the first to come has to go.
            let corner = if colour == Colour::White { (7, 7) } else { (0, 0) };
            for square in Board::Full.squares() {
                let (file, rank) = Board::Full.cell(square);
                let apart = |to: (u8, u8)| file.abs_diff(to.0) + rank.abs_diff(to.1);
                let distance = f32::from(apart(corner));
                let aside = f32::from((7 - file).abs_diff(7 - rank));
                let outside = if camp.contains(square) { 0.0 } else { 0.5 };
                squares[colour as usize][square.index()] = (-STEP * (cost(distance, aside) + outside)) as i16;
            }
        }
        RaceWeights { squares }
    }

    /// What the position is worth to the side to move.
    pub fn value(&self, position: &Position) -> i32 {
        let side = |colour: Colour| {
            let squares = &self.squares[colour as usize];
            position.pieces(colour).into_iter().map(|square| i32::from(squares[square.index()])).sum::<i32>()
        };
        side(position.to_move()) - side(position.to_move().other()) + STEP as i32 / 2
    }
}

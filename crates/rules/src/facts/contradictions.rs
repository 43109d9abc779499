//! Facts that cannot be together.

use super::{Crowning, Facts, ManCapture, MoveFacts, Movement, Movers, StartingPieces};
use crate::board::{Board, Colour, SquareSet};
use alloc::vec::Vec;

impl Facts {
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

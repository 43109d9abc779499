//! Who has how many points, and which place.

use crate::Outcome;
use crate::contest::{Contest, Number};
use crate::spec::{Draws, Kind};
use damka_rules::Colour;

/// One line of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1; equals share one.
    pub place: u16,
    /// Who.
    pub entrant: Number,
    /// Points, half points doubled.
    pub points: u32,
    /// Games with a result that counts.
    pub games: u32,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Contest {
    /// The table: most points first, then most wins, then the order of entering. Exact integers are compared.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let mut table: Vec<Standing> = self
            .entrants
            .iter()
            .map(|entrant| self.counted(entrant.number))
            .filter(|row| self.is_listed(row))
            .collect();
        let key = |row: &Standing| (std::cmp::Reverse(row.points), std::cmp::Reverse(row.won));
        table.sort_by_key(|row| (key(row), row.entrant));
        for at in 0..table.len() {
            let is_equal = at > 0 && key(&table[at]) == key(&table[at - 1]);
            table[at].place = if is_equal { table[at - 1].place } else { at as u16 + 1 };
        }
        table
    }

    /// Who only applied, or left before playing, has no place.
    fn is_listed(&self, row: &Standing) -> bool {
        row.games > 0 || self.entrant(row.entrant).is_some_and(|entrant| entrant.is_in())
    }

    fn counted(&self, entrant: Number) -> Standing {
        let mut row = Standing { place: 0, entrant, points: 0, games: 0, won: 0, drawn: 0, lost: 0 };
        for board in &self.boards {
            let (Some(side), Some(scored)) = (board.side_of(entrant), board.result) else { continue };
            // A drawn game of a match that is played again counts only when somebody has won.
            let is_replayed = self.spec.kind == Kind::Match && self.spec.draws == Draws::Faster;
            match scored.outcome {
                Outcome::Void => continue,
                Outcome::Draw if is_replayed => continue,
                Outcome::Draw => row.drawn += 1,
                Outcome::Neither => row.lost += 1,
                outcome if outcome.winner() == Some(side) => row.won += 1,
                _ => row.lost += 1,
            }
            row.games += 1;
            row.points += scored.outcome.points(side);
        }
        row
    }

    /// How often two have met, and how often the first of them had White.
    pub(crate) fn meetings(&self, one: Number, other: Number) -> (u32, u32) {
        let met = self.boards.iter().filter(|board| board.opponent_of(one) == Some(other));
        met.fold((0, 0), |(times, white), board| (times + 1, white + u32::from(board.white == one)))
    }

    /// How often an entrant had White less how often Black, and the colour of the last game.
    pub(crate) fn colours_of(&self, entrant: Number) -> (i32, Option<Colour>) {
        let sides = self.boards.iter().filter_map(|board| board.side_of(entrant));
        sides.fold((0, None), |(balance, _), side| (balance + if side == Colour::White { 1 } else { -1 }, Some(side)))
    }
}

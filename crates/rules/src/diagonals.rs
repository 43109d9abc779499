//! The named diagonals of a board: great road, double, triple, kosyak (A.diagonal, C.1.3).
//!
//! A family is two long diagonals and the two short ones that join their ends. *Lower* is the one that touches the lower
//! edge as White sees the board, *upper* the one that touches the upper edge.

use crate::board::{Board, Square, SquareSet};
use alloc::vec::Vec;

/// A named family of diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The long diagonal from corner to corner (большая дорога).
    GreatRoad,
    /// The diagonals next to the other two corners, crossing the great road (двойник).
    Double,
    /// The diagonals beside the great road (тройник).
    Triple,
    /// The next after the double (косяк).
    Kosyak,
}

/// Which diagonal of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The only one (great road).
    Whole,
    /// The long diagonal that touches the lower edge.
    Lower,
    /// The long diagonal that touches the upper edge.
    Upper,
    /// The short diagonal that touches the lower edge.
    LowerSmall,
    /// The short diagonal that touches the upper edge.
    UpperSmall,
}

/// A named diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagonal {
    /// The family.
    pub family: Family,
    /// Which of the family.
    pub part: Part,
    /// Its end on the lower edge or, for upper ones, the left or lower of its two ends.
    pub first: Square,
    /// Its other end.
    pub last: Square,
    /// Its squares.
    pub squares: SquareSet,
}

/// The named diagonals of a draughts board; none on the board of corners.
///
/// The texts name great road, double, triple and, on 64 squares, the kosyak.
#[must_use]
pub fn named_diagonals(board: Board) -> Vec<Diagonal> {
    let end = board.width() - 1;
    let kosyak = match board {
        Board::Full => return Vec::new(),
        Board::Eight => Some(4),
        Board::Ten => None,
    };
    let mut found = Vec::new();
    let mut add = |family, part, from: (u8, u8), to: (u8, u8)| {
        let first = board.square(from.0, from.1);
        if let Some((first, last)) = first.zip(board.square(to.0, to.1)) {
            found.push(Diagonal { family, part, first, last, squares: line(board, from, to) });
        }
    };
    add(Family::GreatRoad, Part::Whole, (0, 0), (end, end));
    // A family is a rectangle standing on its corner: it touches the lower edge at file `foot`, and by symmetry the
    // right edge at rank `end - foot`, the upper edge at file `end - foot` and the left edge at rank `foot`.
    let mut rectangle = |family, foot: u8| {
        let (low, high) = (foot, end - foot);
        let (bottom, left, top, right) = ((low, 0), (0, low), (high, end), (end, high));
        let rising = (Part::Lower, bottom, right, Part::Upper, left, top);
        let falling = (Part::Lower, bottom, left, Part::Upper, right, top);
        // The longer pair gives the family its length; the shorter pair are the small ones.
        let (long, short) = if high > low { (rising, falling) } else { (falling, rising) };
        add(family, long.0, long.1, long.2);
        add(family, long.3, long.4, long.5);
        add(family, Part::LowerSmall, short.1, short.2);
        add(family, Part::UpperSmall, short.4, short.5);
    };
    rectangle(Family::Double, end - 1);
    rectangle(Family::Triple, 2);
    if let Some(foot) = kosyak {
        rectangle(Family::Kosyak, foot);
    }
    found
}

fn line(board: Board, from: (u8, u8), to: (u8, u8)) -> SquareSet {
    let steps = from.0.abs_diff(to.0);
    let along = |a: u8, b: u8, step: u8| if b > a { a + step } else { a - step };
    (0..=steps).filter_map(|step| board.square(along(from.0, to.0, step), along(from.1, to.1, step))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    fn named(board: Board, family: Family, part: Part) -> (String, u32) {
        let diagonals = named_diagonals(board);
        let found = diagonals.iter().find(|d| d.family == family && d.part == part).expect("a named diagonal");
        (format!("{}-{}", board.name(found.first), board.name(found.last)), found.squares.len())
    }

    fn check(board: Board, family: Family, expected: &[(Part, &str, u32)]) {
        for (part, ends, length) in expected {
            assert_eq!(named(board, family, *part), (String::from(*ends), *length), "{family:?} {part:?}");
        }
    }

    // clauses: A.diagonal.1 A.diagonal.2
    #[test]
    fn the_great_road_of_64_squares() {
        check(Board::Eight, Family::GreatRoad, &[(Part::Whole, "a1-h8", 8)]);
        assert_eq!(named_diagonals(Board::Eight)[0].squares, Board::Eight.great_road());
    }

    // clauses: A.diagonal.1 A.diagonal.3
    #[test]
    fn the_triple_of_64_squares() {
        let expected = [
            (Part::Lower, "c1-h6", 6),
            (Part::Upper, "a3-f8", 6),
            (Part::LowerSmall, "c1-a3", 3),
            (Part::UpperSmall, "h6-f8", 3),
        ];
        check(Board::Eight, Family::Triple, &expected);
    }

    // clauses: A.diagonal.1 A.diagonal.4
    #[test]
    fn the_double_of_64_squares() {
        let expected = [
            (Part::Lower, "g1-a7", 7),
            (Part::Upper, "h2-b8", 7),
            (Part::LowerSmall, "g1-h2", 2),
            (Part::UpperSmall, "a7-b8", 2),
        ];
        check(Board::Eight, Family::Double, &expected);
    }

    // clauses: A.diagonal.1 A.diagonal.5
    #[test]
    fn the_kosyak_of_64_squares() {
        let expected = [
            (Part::Lower, "e1-a5", 5),
            (Part::Upper, "h4-d8", 5),
            (Part::LowerSmall, "e1-h4", 4),
            (Part::UpperSmall, "a5-d8", 4),
        ];
        check(Board::Eight, Family::Kosyak, &expected);
    }

    // clauses: C.1.1.3 C.1.3.1 C.1.3.2 C.1.3.3
    #[test]
    fn the_diagonals_of_100_squares() {
        check(Board::Ten, Family::GreatRoad, &[(Part::Whole, "a1-j10", 10)]); // 46-5
        let double = [
            (Part::Lower, "i1-a9", 9),       // 50-6
            (Part::Upper, "j2-b10", 9),      // 45-1
            (Part::LowerSmall, "i1-j2", 2),  // 50-45
            (Part::UpperSmall, "a9-b10", 2), // 6-1
        ];
        check(Board::Ten, Family::Double, &double);
        let triple = [
            (Part::Lower, "c1-j8", 8),       // 47-15
            (Part::Upper, "a3-h10", 8),      // 36-4; the text prints 26-4
            (Part::LowerSmall, "c1-a3", 3),  // 47-36; the text prints 47-6
            (Part::UpperSmall, "j8-h10", 3), // 15-4
        ];
        check(Board::Ten, Family::Triple, &triple);
    }

    #[test]
    fn every_named_diagonal_runs_from_edge_to_edge() {
        for board in [Board::Eight, Board::Ten] {
            let end = board.width() - 1;
            for diagonal in named_diagonals(board) {
                for square in [diagonal.first, diagonal.last] {
                    let (file, rank) = board.cell(square);
                    assert!(file == 0 || rank == 0 || file == end || rank == end);
                }
                assert!(diagonal.squares.contains(diagonal.first) && diagonal.squares.contains(diagonal.last));
            }
        }
    }
}

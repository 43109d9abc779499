//! The names of squares.
//!
//! The rules lay every board with the played corner at a1. People see the mirror image when the other corner is played
//! ([`Corner::Right`]), so here, and only here, files are turned round before they are named or drawn.

use crate::letters::{latin, number};
use damka_rules::{Board, Corner, Naming, Ruleset, Square};

/// A cell of the board as White sees it, played or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Counted from 0 at White's left.
    pub column: u8,
    /// Counted from 0 at White's near edge.
    pub row: u8,
}

/// Where the numbers of squares begin and how they run, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// 1 at the far left, left to right, downward: `1` is b8, `32` is g1.
    FarLeft,
    /// 1 at the near right, right to left, upward: the Spanish way.
    NearRight,
    /// 1 at the near left, left to right, upward: `1` is a1, `32` is h8. Some programs number Russian boards so.
    NearLeft,
}

/// What a text says about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellName {
    /// It names a played square.
    Played(Square),
    /// It names a cell of the board that is not played, such as c4.
    NotPlayed(Cell),
    /// It names nothing on this board.
    Unknown,
}

/// The names of a game's squares.
///
/// ```
/// use damka_notation::SquareNames;
/// use damka_rules::Ruleset;
///
/// let russian = SquareNames::of(&Ruleset::named("russian").unwrap());
/// let square = russian.parse("c3").unwrap();
/// assert_eq!(russian.name(square), "c3");
/// assert_eq!(russian.parse_any("С3"), Some(square)); // a Cyrillic С
///
/// let international = SquareNames::of(&Ruleset::named("international").unwrap());
/// let square = international.parse("46").unwrap();
/// assert_eq!(international.algebraic(square), "a1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareNames {
    board: Board,
    corner: Corner,
    naming: Naming,
    numbering: Numbering,
}

impl SquareNames {
    /// The names that a ruleset uses.
    #[must_use]
    pub const fn of(ruleset: &Ruleset) -> SquareNames {
        let conventions = ruleset.conventions();
        SquareNames::new(ruleset.board(), conventions.corner, conventions.naming)
    }

    /// The names of a board's squares. Where squares have letters, their numbers begin at the far left.
    #[must_use]
    pub const fn new(board: Board, corner: Corner, naming: Naming) -> SquareNames {
        let numbering = match naming {
            Naming::NearRight => Numbering::NearRight,
            Naming::Algebraic | Naming::FarLeft => Numbering::FarLeft,
        };
        SquareNames { board, corner, naming, numbering }
    }

    /// The same names with other numbers, for files that number a board in their own way.
    #[must_use]
    pub const fn with_numbering(mut self, numbering: Numbering) -> SquareNames {
        self.numbering = numbering;
        self
    }

    /// Where the numbers begin.
    #[must_use]
    pub const fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// The board whose squares are named.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Whether squares are named by letters and ranks, not by numbers.
    #[must_use]
    pub fn is_algebraic(&self) -> bool {
        self.naming == Naming::Algebraic
    }

    /// How many squares are played.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.board.squares().len() as usize
    }

    /// The name of a square in the game's own naming.
    #[must_use]
    pub fn name(&self, square: Square) -> &'static str {
        if self.is_algebraic() { self.algebraic(square) } else { NUMBERS.get(self.number(square)).unwrap_or(&UNKNOWN) }
    }

    /// The name of a cell: its square's name in the game's own naming, letter and rank if it is not played.
    #[must_use]
    pub fn name_at(&self, cell: Cell) -> &'static str {
        self.square(cell).map_or_else(|| self.cell_name(cell), |square| self.name(square))
    }

    /// The name of a square by letter and rank, in any game.
    #[must_use]
    pub fn algebraic(&self, square: Square) -> &'static str {
        self.cell_name(self.cell(square))
    }

    /// The number of a square, in any game; 1 is the first.
    #[must_use]
    pub fn number(&self, square: Square) -> usize {
        self.place(square, self.numbering) + 1
    }

    /// The square of a number.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Option<Square> {
        self.at_place(number.checked_sub(1)?, self.numbering)
    }

    /// Every square in the order in which positions are written: by number, or left to right and upward from a1 where
    /// squares have letters.
    pub fn in_order(&self) -> impl Iterator<Item = Square> + use<> {
        let names = *self;
        (0..self.count()).filter_map(move |place| names.at_place(place, names.order()))
    }

    /// Every square by number, whatever the squares are called: the order of Hub's position string.
    pub fn by_number(&self) -> impl Iterator<Item = Square> + use<> {
        let names = *self;
        (1..=self.count()).filter_map(move |number| names.numbered(number))
    }

    /// The square of a name written exactly as [`SquareNames::name`] writes it.
    #[must_use]
    pub fn parse(&self, name: &str) -> Option<Square> {
        self.parse_any(name).filter(|square| self.name(*square) == name)
    }

    /// The square of a name in any usual spelling: letters of either case or the Cyrillic ones that look like them,
    /// numbers with or without leading zeros, letters in games with numbers and numbers in games with letters.
    #[must_use]
    pub fn parse_any(&self, name: &str) -> Option<Square> {
        match self.read(name) {
            CellName::Played(square) => Some(square),
            CellName::NotPlayed(_) | CellName::Unknown => None,
        }
    }

    /// As [`SquareNames::parse_any`], and says whether a cell is on the board but not played.
    ///
    /// ```
    /// use damka_notation::{CellName, SquareNames};
    /// let names = SquareNames::of(&damka_rules::Ruleset::named("russian").unwrap());
    /// assert!(matches!(names.read("c4"), CellName::NotPlayed(cell) if names.cell_name(cell) == "c4"));
    /// assert_eq!(names.read("c9"), CellName::Unknown);
    /// ```
    #[must_use]
    pub fn read(&self, name: &str) -> CellName {
        let name = name.trim();
        if let Some(number) = number(name) {
            let square = usize::try_from(number).ok().and_then(|number| self.numbered(number));
            return square.map_or(CellName::Unknown, CellName::Played);
        }
        match self.cell_named(name) {
            None => CellName::Unknown,
            Some(cell) => self.square(cell).map_or(CellName::NotPlayed(cell), CellName::Played),
        }
    }

    /// The cell of a square.
    #[must_use]
    pub const fn cell(&self, square: Square) -> Cell {
        let (file, row) = self.board.cell(square);
        Cell { column: self.turned(file), row }
    }

    /// The square of a cell, if that cell is played.
    #[must_use]
    pub const fn square(&self, cell: Cell) -> Option<Square> {
        if cell.column >= self.board.width() {
            return None;
        }
        self.board.square(self.turned(cell.column), cell.row)
    }

    /// The letter and rank of a cell, played or not; `?` if no board has such a cell.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> &'static str {
        let column = CELLS.get(usize::from(cell.column));
        column.and_then(|ranks| ranks.get(usize::from(cell.row))).unwrap_or(&UNKNOWN)
    }

    /// The column of a letter such as `c`.
    pub(crate) fn column_named(&self, letter: char) -> Option<u8> {
        (0..self.board.width()).find(|column| column_letter(*column) == latin(letter))
    }

    fn cell_named(&self, name: &str) -> Option<Cell> {
        let mut letters = name.chars();
        let column = self.column_named(letters.next()?)?;
        let row = u8::try_from(number(letters.as_str())?).ok()?.checked_sub(1)?;
        (row < self.board.width()).then_some(Cell { column, row })
    }

    /// Files as the rules count them are columns as people see them, or their mirror image.
    const fn turned(&self, file: u8) -> u8 {
        match self.corner {
            Corner::Left => file,
            Corner::Right => (self.board.width() - 1).saturating_sub(file),
        }
    }

    fn order(&self) -> Numbering {
        if self.is_algebraic() { Numbering::NearLeft } else { self.numbering }
    }

    /// How many played squares a row has, and how far they are apart.
    fn row_of_squares(&self) -> (usize, usize) {
        let width = usize::from(self.board.width());
        let in_row = (self.count() / width).max(1);
        (in_row, (width / in_row).max(1))
    }

    /// The place of a square in an order, from 0.
    pub(crate) fn place(&self, square: Square, order: Numbering) -> usize {
        let (in_row, apart) = self.row_of_squares();
        let last = usize::from(self.board.width() - 1);
        let cell = self.cell(square);
        let (column, row) = (usize::from(cell.column), usize::from(cell.row));
        match order {
            Numbering::FarLeft => last.saturating_sub(row) * in_row + column / apart,
            Numbering::NearRight => row * in_row + last.saturating_sub(column) / apart,
            Numbering::NearLeft => row * in_row + column / apart,
        }
    }

    pub(crate) fn at_place(&self, place: usize, order: Numbering) -> Option<Square> {
        let (in_row, apart) = self.row_of_squares();
        let last = usize::from(self.board.width() - 1);
        let (line, in_line) = (place / in_row, place % in_row);
        let row = if order == Numbering::FarLeft { last.checked_sub(line)? } else { line };
        (in_line * apart..(in_line + 1) * apart).find_map(|step| {
            let column = if order == Numbering::NearRight { last.checked_sub(step)? } else { step };
            self.square(Cell { column: u8::try_from(column).ok()?, row: u8::try_from(row).ok()? })
        })
    }
}

/// What is on no board.
const UNKNOWN: &str = "?";

macro_rules! ranks {
    ($($letter:literal)*) => {
        [$([
            concat!($letter, "1"), concat!($letter, "2"), concat!($letter, "3"), concat!($letter, "4"),
            concat!($letter, "5"), concat!($letter, "6"), concat!($letter, "7"), concat!($letter, "8"),
            concat!($letter, "9"), concat!($letter, "10"),
        ]),*]
    };
}

/// The cells of the largest board by column and row. Names are kept and not made, because a page gets dozens of them with
/// every move.
static CELLS: [[&str; 10]; 10] = ranks!("a" "b" "c" "d" "e" "f" "g" "h" "i" "j");

/// The numbers of squares.
#[rustfmt::skip]
static NUMBERS: [&str; 65] = [
    UNKNOWN, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40",
    "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "60",
    "61", "62", "63", "64",
];

/// The letter of a column.
pub(crate) fn column_letter(column: u8) -> char {
    char::from(b'a'.saturating_add(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(id: &str) -> SquareNames {
        SquareNames::of(&Ruleset::named(id).unwrap())
    }

    /// Pairs such as `1=b8`: the number and the letters of one square.
    fn check(names: SquareNames, pairs: &str) {
        for pair in pairs.split_whitespace() {
            let (number, letters) = pair.split_once('=').unwrap();
            let square = names.parse_any(number).unwrap();
            assert_eq!(names.algebraic(square), letters, "{pair}");
            assert_eq!(names.number(square).to_string(), number, "{pair}");
            assert_eq!(names.parse_any(letters), Some(square), "{pair}");
        }
    }

    // clauses: A.board.1 A.board.2 A.board.3 B.board.1 E.board.1
    #[test]
    fn letters_and_ranks_as_white_sees_them() {
        let names = names("russian");
        let all: Vec<_> = names.in_order().map(|square| names.name(square)).collect();
        assert_eq!(all.len(), 32);
        assert_eq!(all[..9], ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3"]);
        assert_eq!(all[31], "h8");
        assert_eq!(names.read("c4"), CellName::NotPlayed(Cell { column: 2, row: 3 }));
        for unknown in ["", "a", "a0", "a9", "i1", "0", "33", "a1b", "-1", "aa1", "a256", "99999999999999", "ш1"] {
            assert_eq!(names.read(unknown), CellName::Unknown, "{unknown}");
        }
    }

    // clauses: C.1.1 C.1.3
    #[test]
    fn numbers_of_the_large_board() {
        check(names("international"), "1=b10 5=j10 6=a9 15=j8 36=a3 46=a1 50=i1");
        assert_eq!(names("international").name(names("international").parse("46").unwrap()), "46");
    }

    // clauses: D.3.italian D.4.spanish
    #[test]
    fn the_other_corner_is_the_mirror_image() {
        check(names("italian"), "1=a8 4=g8 5=b7 29=b1 32=h1");
        check(names("spanish"), "1=h1 4=b1 5=g2 8=a2 32=a8");
        let simple = names("simple");
        assert!(simple.parse("h1").is_some());
        assert_eq!(simple.read("a1"), CellName::NotPlayed(Cell { column: 0, row: 0 }));
    }

    #[test]
    fn numbers_of_a_board_with_letters() {
        check(names("russian"), "1=b8 4=h8 5=a7 32=g1");
        check(names("simple"), "1=a8 5=b7 32=h1");
        check(names("russian").with_numbering(Numbering::NearLeft), "1=a1 4=g1 5=b2 32=h8");
        check(names("corners"), "1=a8 8=h8 57=a1 64=h1");
        check(SquareNames::new(Board::Full, Corner::Left, Naming::NearRight), "1=h1 8=a1 64=a8");
    }

    // clauses: A.notation.1 C.notation.1
    #[test]
    fn spellings() {
        let russian = names("russian");
        for (spelling, name) in [("А5", "a5"), ("а5", "a5"), ("С3", "c3"), ("Е3", "e3"), ("В4", "b4"), ("Н8", "h8")]
        {
            assert_eq!(russian.parse_any(spelling), russian.parse(name), "{spelling}");
            assert_eq!(russian.parse(spelling), None, "{spelling}");
        }
        let international = names("international");
        assert_eq!(international.parse_any("06"), international.parse("6"));
        assert_eq!(international.parse("06"), None);
    }

    #[test]
    fn every_name_of_every_ruleset_reads_back() {
        for ruleset in Ruleset::all() {
            let names = SquareNames::of(ruleset);
            let orders = [Numbering::FarLeft, Numbering::NearRight, Numbering::NearLeft];
            assert_eq!(names.in_order().count(), names.count(), "{}", ruleset.id());
            for square in ruleset.board().squares() {
                assert_eq!(names.parse(names.name(square)), Some(square));
                assert_eq!(names.parse_any(names.algebraic(square)), Some(square));
                assert_eq!(names.square(names.cell(square)), Some(square));
                for names in orders.map(|order| names.with_numbering(order)) {
                    assert_eq!(names.numbered(names.number(square)), Some(square));
                }
            }
        }
    }

    #[test]
    fn squares_of_another_board_do_no_harm() {
        for corner in [Corner::Left, Corner::Right] {
            for naming in [Naming::Algebraic, Naming::FarLeft, Naming::NearRight] {
                let names = SquareNames::new(Board::Eight, corner, naming);
                for square in Board::Full.squares() {
                    assert!(!names.name(square).is_empty());
                }
            }
        }
    }
}

//! The board in characters that stand in columns in any terminal.

use super::Sight;
use crate::squares::column_letter;
use crate::{Cell, SquareNames};
use damka_rules::{Board, Colour, Kind, Piece, Position, Ruleset, SquareSet};

/// Which characters draw the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TextStyle {
    /// A frame of lines, shaded cells where nothing is played.
    #[default]
    Lines,
    /// ASCII only.
    Ascii,
}

/// How a board is drawn in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions<'a> {
    /// The characters.
    pub style: TextStyle,
    /// Whose side is at the bottom.
    pub seen_by: Colour,
    /// Whether names of squares are shown: letters and ranks at the edges, or numbers on the empty squares.
    pub coordinates: bool,
    /// Squares to point out, in brackets.
    pub marked: SquareSet,
    /// Pieces that were put on cells that are not played, which a position does not know.
    pub strays: &'a [(Cell, Piece)],
}

impl Default for TextOptions<'_> {
    fn default() -> Self {
        TextOptions {
            style: TextStyle::Lines,
            seen_by: Colour::White,
            coordinates: true,
            marked: SquareSet::EMPTY,
            strays: &[],
        }
    }
}

/// Draws a position in lines of text, each ended by a line break. White's men are `o` and Black's `x`; kings are the
/// capital letters. Where squares have numbers, those of the empty squares are shown, and at the edges those of the
/// first and last square of each row. Pieces on cells that are not played are drawn there.
///
/// ```
/// use damka_notation::diagram::{self, TextOptions, TextStyle};
/// let russian = damka_rules::Ruleset::named("russian").unwrap();
/// let options = TextOptions { style: TextStyle::Ascii, ..TextOptions::default() };
/// let board = diagram::text(&russian, &russian.start(), &options);
/// assert_eq!(board.lines().nth(1), Some(" 8 |    x     x     x     x |"));
/// assert_eq!(board.lines().last(), Some("     a  b  c  d  e  f  g  h"));
/// ```
#[must_use]
pub fn text(ruleset: &Ruleset, position: &Position, options: &TextOptions<'_>) -> String {
    let page = Page { sight: Sight::new(ruleset, options.seen_by), position, options };
    let width = page.sight.width();
    let mut lines = vec![page.border(true)];
    lines.extend((0..width).map(|down| page.row(down)));
    lines.push(page.border(false));
    if options.coordinates && page.names().is_algebraic() {
        lines.push(page.letters());
    }
    lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

struct Page<'a> {
    sight: Sight,
    position: &'a Position,
    options: &'a TextOptions<'a>,
}

impl Page<'_> {
    fn names(&self) -> SquareNames {
        self.sight.names
    }

    fn is_ascii(&self) -> bool {
        self.options.style == TextStyle::Ascii
    }

    /// What stands before the frame, so that all lines begin in the same column.
    fn margin(&self, label: &str) -> String {
        if self.options.coordinates { format!("{label:>2} ") } else { String::new() }
    }

    fn border(&self, is_top: bool) -> String {
        let line = if self.is_ascii() { "-" } else { "─" }.repeat(usize::from(self.sight.width()) * 3);
        let (left, right) = match (self.is_ascii(), is_top) {
            (true, _) => ('+', '+'),
            (false, true) => ('┌', '┐'),
            (false, false) => ('└', '┘'),
        };
        format!("{}{left}{line}{right}", self.margin(""))
    }

    fn letters(&self) -> String {
        let letter = |across| format!(" {} ", column_letter(self.sight.cell(across, 0).column));
        let letters: String = (0..self.sight.width()).map(letter).collect();
        format!("{} {letters}", self.margin(""))
    }

    fn row(&self, down: u8) -> String {
        let cells: String = (0..self.sight.width()).map(|across| self.cell(self.sight.cell(across, down))).collect();
        let side = if self.is_ascii() { '|' } else { '│' };
        let (before, after) = self.row_labels(down);
        format!("{}{side}{cells}{side} {after}", self.margin(&before))
    }

    /// The rank, or the numbers of the first and last square of the row.
    fn row_labels(&self, down: u8) -> (String, String) {
        if !self.options.coordinates {
            return (String::new(), String::new());
        }
        if self.names().is_algebraic() {
            return ((u32::from(self.sight.cell(0, down).row) + 1).to_string(), String::new());
        }
        let squares = (0..self.sight.width()).filter_map(|across| self.names().square(self.sight.cell(across, down)));
        let numbers: Vec<_> = squares.map(|square| self.names().number(square).to_string()).collect();
        (numbers.first().cloned().unwrap_or_default(), numbers.last().cloned().unwrap_or_default())
    }

    /// Three characters.
    fn cell(&self, cell: Cell) -> String {
        let Some(square) = self.names().square(cell) else {
            return self.unplayed(cell);
        };
        let content = match self.position.piece(square) {
            Some(piece) => format!(" {} ", letter(piece)),
            None if self.shows_numbers() => format!("{:>2} ", self.names().number(square)),
            None => format!(" {} ", self.empty()),
        };
        if self.options.marked.contains(square) { format!("[{}]", middle(&content)) } else { content }
    }

    /// A cell that is not played, with the piece that somebody put there.
    fn unplayed(&self, cell: Cell) -> String {
        let shade = if self.is_ascii() { ' ' } else { '░' };
        let stray = self.options.strays.iter().find(|(at, _)| *at == cell);
        format!("{shade}{}{shade}", stray.map_or(shade, |(_, piece)| letter(*piece)))
    }

    fn shows_numbers(&self) -> bool {
        self.options.coordinates && !self.names().is_algebraic()
    }

    /// Where every cell is played nothing else shows where the cells are.
    fn empty(&self) -> char {
        match (self.is_ascii(), self.names().board() == Board::Full) {
            (true, _) => '.',
            (false, true) => '·',
            (false, false) => ' ',
        }
    }
}

/// What stands between the brackets of a marked square: a number gives way.
fn middle(content: &str) -> char {
    content.trim().chars().next().filter(|letter| !letter.is_ascii_digit()).unwrap_or(' ')
}

fn letter(piece: Piece) -> char {
    match (piece.colour, piece.kind) {
        (Colour::White, Kind::Man) => 'o',
        (Colour::White, Kind::King) => 'O',
        (Colour::Black, Kind::Man) => 'x',
        (Colour::Black, Kind::King) => 'X',
    }
}

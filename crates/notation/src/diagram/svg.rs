//! The board as a picture that needs nothing else: no style sheet, no script, no font, no ids that could clash when
//! several stand on one page.

use super::Sight;
use crate::squares::column_letter;
use damka_rules::{Colour, Kind, Piece, Position, Ruleset, Square};
use std::borrow::Cow;
use std::fmt::Write;

/// The side of a cell in units of the picture.
const CELL: i32 = 60;
/// The frame around the board, without and with letters on it.
const PLAIN_FRAME: i32 = 8;
const LETTERED_FRAME: i32 = 26;

/// A square to point out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The whole square is tinted: the last move.
    Tint,
    /// A dot: a piece can go here.
    Dot,
    /// A ring around the piece: it is meant, or it must capture.
    Ring,
}

/// An arrow from square to square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// The colours of a picture, each in any way that SVG can write a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Light cells.
    pub light: Cow<'static, str>,
    /// Dark cells.
    pub dark: Cow<'static, str>,
    /// The frame.
    pub frame: Cow<'static, str>,
    /// Letters and ranks on the frame.
    pub labels: Cow<'static, str>,
    /// White's pieces.
    pub white: Cow<'static, str>,
    /// The edge and rings of White's pieces.
    pub white_edge: Cow<'static, str>,
    /// Black's pieces.
    pub black: Cow<'static, str>,
    /// The edge and rings of Black's pieces.
    pub black_edge: Cow<'static, str>,
    /// The crown on White's kings.
    pub white_crown: Cow<'static, str>,
    /// The crown on Black's kings.
    pub black_crown: Cow<'static, str>,
    /// Marked squares.
    pub mark: Cow<'static, str>,
    /// Arrows.
    pub arrow: Cow<'static, str>,
}

impl Palette {
    /// Wood: maple and walnut, cream and charcoal pieces.
    pub const WOOD: Palette = Palette {
        light: Cow::Borrowed("#ecdcc0"),
        dark: Cow::Borrowed("#a67c52"),
        frame: Cow::Borrowed("#5b4030"),
        labels: Cow::Borrowed("#eadfcd"),
        white: Cow::Borrowed("#fbf7ee"),
        white_edge: Cow::Borrowed("#9c8d74"),
        black: Cow::Borrowed("#33302e"),
        black_edge: Cow::Borrowed("#0f0e0d"),
        white_crown: Cow::Borrowed("#a8791c"),
        black_crown: Cow::Borrowed("#e3bd62"),
        mark: Cow::Borrowed("#f4d03f"),
        arrow: Cow::Borrowed("#1f6f54"),
    };

    /// Black and white, for print.
    pub const PRINT: Palette = Palette {
        light: Cow::Borrowed("#ffffff"),
        dark: Cow::Borrowed("#c9c9c9"),
        frame: Cow::Borrowed("#ffffff"),
        labels: Cow::Borrowed("#000000"),
        white: Cow::Borrowed("#ffffff"),
        white_edge: Cow::Borrowed("#000000"),
        black: Cow::Borrowed("#1c1c1c"),
        black_edge: Cow::Borrowed("#000000"),
        white_crown: Cow::Borrowed("#000000"),
        black_crown: Cow::Borrowed("#ffffff"),
        mark: Cow::Borrowed("#8a8a8a"),
        arrow: Cow::Borrowed("#000000"),
    };
}

impl Default for Palette {
    fn default() -> Palette {
        Palette::WOOD
    }
}

/// How a picture is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgOptions {
    /// A short name of the picture, for those who hear it; none if empty.
    pub title: String,
    /// What the picture shows, in words; none if empty.
    pub description: String,
    /// Whose side is at the bottom.
    pub seen_by: Colour,
    /// Whether names of squares are shown: letters and ranks on the frame, or numbers on the squares.
    pub coordinates: bool,
    /// Squares to point out.
    pub marks: Vec<(Square, Mark)>,
    /// Arrows, above everything else.
    pub arrows: Vec<Arrow>,
    /// The colours.
    pub palette: Palette,
    /// The side of the board itself, without its frame, in millimetres: for print (the official Russian board has 400).
    /// `None` leaves the size to the page.
    pub board_mm: Option<u32>,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions {
            title: String::new(),
            description: String::new(),
            seen_by: Colour::White,
            coordinates: true,
            marks: Vec::new(),
            arrows: Vec::new(),
            palette: Palette::WOOD,
            board_mm: None,
        }
    }
}

/// Draws a position as SVG.
///
/// ```
/// use damka_notation::diagram::{self, SvgOptions};
/// let russian = damka_rules::Ruleset::named("russian").unwrap();
/// let options = SvgOptions { title: "Start <1>".to_owned(), ..SvgOptions::default() };
/// let picture = diagram::svg(&russian, &russian.start(), &options);
/// assert!(picture.starts_with("<svg ") && picture.contains("<title>Start &lt;1&gt;</title>"));
/// ```
#[must_use]
pub fn svg(ruleset: &Ruleset, position: &Position, options: &SvgOptions) -> String {
    let mut picture = Picture::new(ruleset, options);
    picture.head();
    picture.board();
    picture.marks_below();
    picture.pieces(position);
    picture.marks_above();
    picture.names_of_squares();
    picture.arrows();
    picture.out.push_str("</svg>\n");
    picture.out
}

/// The picture as far as it is drawn.
struct Picture<'a> {
    sight: Sight,
    options: &'a SvgOptions,
    palette: Palette,
    frame: i32,
    out: String,
}

impl<'a> Picture<'a> {
    fn new(ruleset: &Ruleset, options: &'a SvgOptions) -> Picture<'a> {
        let sight = Sight::new(ruleset, options.seen_by);
        let has_letters = options.coordinates && sight.names.is_algebraic();
        let frame = if has_letters { LETTERED_FRAME } else { PLAIN_FRAME };
        Picture { sight, options, palette: escaped_palette(&options.palette), frame, out: String::new() }
    }

    /// Adds a piece of SVG. The caller has escaped every text in it.
    fn add(&mut self, svg: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(svg);
        self.out.push('\n');
    }

    fn board_side(&self) -> i32 {
        i32::from(self.sight.width()) * CELL
    }

    fn side(&self) -> i32 {
        self.board_side() + 2 * self.frame
    }

    /// The top left corner of a cell.
    fn corner(&self, across: u8, down: u8) -> (i32, i32) {
        (self.frame + i32::from(across) * CELL, self.frame + i32::from(down) * CELL)
    }

    fn centre(&self, square: Square) -> (i32, i32) {
        let (across, down) = self.sight.place(square);
        let (x, y) = self.corner(across, down);
        (x + CELL / 2, y + CELL / 2)
    }

    fn cells(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let width = self.sight.width();
        (0..width).flat_map(move |down| (0..width).map(move |across| (across, down)))
    }

    fn head(&mut self) {
        let side = self.side();
        let size = self.options.board_mm.map_or_else(String::new, |board| {
            let whole = f64::from(board) * f64::from(side) / f64::from(self.board_side());
            format!(" width=\"{whole:.2}mm\" height=\"{whole:.2}mm\"")
        });
        let (title, description) = (escaped(&self.options.title), escaped(&self.options.description));
        let label = if title.is_empty() { String::new() } else { format!(" aria-label=\"{title}\"") };
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\"{size} role=\"img\"{label}>"
        ));
        if !title.is_empty() {
            self.add(format_args!("<title>{title}</title>"));
        }
        if !description.is_empty() {
            self.add(format_args!("<desc>{description}</desc>"));
        }
    }

    fn board(&mut self) {
        let (side, board, frame) = (self.side(), self.board_side(), self.frame);
        let colour = self.palette.frame.clone();
        self.add(format_args!("<rect width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"{colour}\"/>"));
        let light = self.palette.light.clone();
        self.add(format_args!(
            "<rect x=\"{frame}\" y=\"{frame}\" width=\"{board}\" height=\"{board}\" fill=\"{light}\"/>"
        ));
        // All dark cells are one path: a tenth of the size of as many rectangles, and no seams between them.
        let mut path = String::new();
        for (across, down) in self.cells() {
            if self.sight.is_dark(self.sight.cell(across, down)) {
                let (x, y) = self.corner(across, down);
                path.push_str(&format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z"));
            }
        }
        let dark = self.palette.dark.clone();
        self.add(format_args!("<path d=\"{path}\" fill=\"{dark}\"/>"));
        // A thin line, so that light cells do not run into a light frame.
        self.add(format_args!(
            "<rect x=\"{frame}\" y=\"{frame}\" width=\"{board}\" height=\"{board}\" fill=\"none\" \
             stroke=\"#000\" stroke-opacity=\".45\"/>"
        ));
    }

    fn names_of_squares(&mut self) {
        match (self.options.coordinates, self.sight.names.is_algebraic()) {
            (false, _) => {}
            (true, true) => self.letters_and_ranks(),
            (true, false) => self.numbers(),
        }
    }

    fn letters_and_ranks(&mut self) {
        let colour = self.palette.labels.clone();
        self.add(format_args!(
            "<g font-family=\"system-ui,'Segoe UI','DejaVu Sans',sans-serif\" font-size=\"15\" text-anchor=\"middle\" \
             fill=\"{colour}\">"
        ));
        let (middle, side) = (self.frame / 2, self.side());
        for at in 0..self.sight.width() {
            let (x, y) = self.corner(at, at);
            let letter = column_letter(self.sight.cell(at, 0).column);
            let rank = u32::from(self.sight.cell(0, at).row) + 1;
            self.add(format_args!("<text x=\"{}\" y=\"{}\">{letter}</text>", x + CELL / 2, side - middle + 4));
            self.add(format_args!("<text x=\"{middle}\" y=\"{}\">{rank}</text>", y + CELL / 2 + 5));
        }
        self.add(format_args!("</g>"));
    }

    /// In the corner of the square, where no piece hides them.
    fn numbers(&mut self) {
        self.add(format_args!(
            "<g font-family=\"system-ui,'Segoe UI','DejaVu Sans',sans-serif\" font-size=\"10\" fill=\"#000\" \
             fill-opacity=\".72\">"
        ));
        for (across, down) in self.cells() {
            if let Some(square) = self.sight.names.square(self.sight.cell(across, down)) {
                let (x, y) = self.corner(across, down);
                let number = self.sight.names.number(square);
                self.add(format_args!("<text x=\"{}\" y=\"{}\">{number}</text>", x + 2, y + 10));
            }
        }
        self.add(format_args!("</g>"));
    }

    fn pieces(&mut self, position: &Position) {
        for square in position.occupied() {
            if let Some(piece) = position.piece(square) {
                self.piece(self.centre(square), piece);
            }
        }
    }

    fn piece(&mut self, (x, y): (i32, i32), piece: Piece) {
        let p = &self.palette;
        let (body, edge, crown) = match piece.colour {
            Colour::White => (p.white.clone(), p.white_edge.clone(), p.white_crown.clone()),
            Colour::Black => (p.black.clone(), p.black_edge.clone(), p.black_crown.clone()),
        };
        // A ring must be seen on the body, so on black men it has the light colour of the crown.
        let ring = match piece.colour {
            Colour::White => edge.clone(),
            Colour::Black => crown.clone(),
        };
        self.add(format_args!("<g transform=\"translate({x} {y})\">"));
        let top = match piece.kind {
            Kind::Man => 0,
            Kind::King => {
                self.disc(4, &body, &edge, &ring, true);
                -3
            }
        };
        self.disc(top, &body, &edge, &ring, piece.kind == Kind::Man);
        if piece.kind == Kind::King {
            self.add(format_args!(
                "<path d=\"M-10 5L-12 -9L-6 -4L0 -12L6 -4L12 -9L10 5z\" fill=\"{crown}\" stroke=\"{crown}\" \
                 stroke-width=\"2\" stroke-linejoin=\"round\"/>"
            ));
        }
        self.add(format_args!("</g>"));
    }

    /// A man, or one of the two men that make a king; only what lies on the board casts a shadow.
    fn disc(&mut self, y: i32, body: &str, edge: &str, ring: &str, on_board: bool) {
        if on_board {
            self.add(format_args!("<circle cy=\"{}\" r=\"23.5\" fill=\"#000\" fill-opacity=\".28\"/>", y + 2));
        }
        self.add(format_args!("<circle cy=\"{y}\" r=\"23\" fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>"));
        self.add(format_args!(
            "<circle cy=\"{y}\" r=\"17\" fill=\"none\" stroke=\"{ring}\" stroke-opacity=\".45\" \
             stroke-width=\"1.5\"/>"
        ));
    }

    fn marks_below(&mut self) {
        let colour = self.palette.mark.clone();
        for (square, _) in self.options.marks.iter().filter(|(_, mark)| *mark == Mark::Tint) {
            let (across, down) = self.sight.place(*square);
            let (x, y) = self.corner(across, down);
            self.add(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\" fill-opacity=\".5\"/>"
            ));
        }
    }

    fn marks_above(&mut self) {
        let colour = self.palette.mark.clone();
        for (square, mark) in &self.options.marks {
            let (x, y) = self.centre(*square);
            match mark {
                Mark::Tint => {}
                Mark::Dot => self.add(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{colour}\" stroke=\"#000\" stroke-opacity=\".4\"/>"
                )),
                Mark::Ring => self.add(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"26\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>"
                )),
            }
        }
    }

    fn arrows(&mut self) {
        let colour = self.palette.arrow.clone();
        for arrow in &self.options.arrows {
            if let Some(path) = arrow_path(self.centre(arrow.from), self.centre(arrow.to)) {
                self.add(format_args!(
                    "<path d=\"{path}\" fill=\"{colour}\" fill-opacity=\".88\" stroke=\"#fff\" stroke-opacity=\".7\" \
                     stroke-width=\"1.5\" stroke-linejoin=\"round\"/>"
                ));
            }
        }
    }
}

/// The outline of an arrow from the middle of a square to the middle of another; `None` if they are the same.
fn arrow_path(from: (i32, i32), to: (i32, i32)) -> Option<String> {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    if length < 1.0 {
        return None;
    }
    let (ux, uy) = (dx / length, dy / length);
    let (start, neck, half_shaft, half_head) = (10.0, length - 20.0, 3.5, 11.0);
    let outline = [
        (start, -half_shaft),
        (neck, -half_shaft),
        (neck, -half_head),
        (length, 0.0),
        (neck, half_head),
        (neck, half_shaft),
        (start, half_shaft),
    ];
    let point = |(along, aside): (f64, f64)| {
        let x = f64::from(from.0) + ux * along - uy * aside;
        let y = f64::from(from.1) + uy * along + ux * aside;
        format!("{x:.1} {y:.1}")
    };
    Some(format!("M{}z", outline.map(point).join("L")))
}

/// Text for an element or an attribute. What XML cannot hold at all becomes the replacement character.
pub(crate) fn escaped(text: &str) -> Cow<'static, str> {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    Cow::Owned(safe)
}

fn escaped_palette(palette: &Palette) -> Palette {
    Palette {
        light: escaped(&palette.light),
        dark: escaped(&palette.dark),
        frame: escaped(&palette.frame),
        labels: escaped(&palette.labels),
        white: escaped(&palette.white),
        white_edge: escaped(&palette.white_edge),
        black: escaped(&palette.black),
        black_edge: escaped(&palette.black_edge),
        white_crown: escaped(&palette.white_crown),
        black_crown: escaped(&palette.black_crown),
        mark: escaped(&palette.mark),
        arrow: escaped(&palette.arrow),
    }
}

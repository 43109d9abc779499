//! A board as dots: the picture that other programs show beside an address of the club.
//!
//! They read PNG and no SVG, so the few shapes that a board needs are drawn here.

use damka_notation::diagram::Palette;
use damka_notation::{Cell, SquareNames};
use damka_rules::{Colour, Kind, Piece, Position, Ruleset, SquareColour};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;

/// The size that programs for messages ask for, in dots.
const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
/// The frame around the board, and what is left around the frame.
const FRAME: f32 = 14.0;
const MARGIN: f32 = 26.0;

type Dot = [f32; 3];

fn colour(text: &str) -> Dot {
    let part = |at: usize| text.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    [part(1), part(3), part(5)].map(f32::from)
}

struct Canvas {
    dots: Vec<Dot>,
}

impl Canvas {
    fn new(ground: Dot) -> Canvas {
        Canvas { dots: vec![ground; WIDTH * HEIGHT] }
    }

    /// Lays a colour over every dot of a square part, as far as `cover` says: from 0 for nothing to 1.
    fn lay(&mut self, [left, top, size]: [f32; 3], paint: Dot, cover: impl Fn(f32, f32) -> f32) {
        let span = |from: f32, most: usize| (from.max(0.0) as usize)..((from + size).ceil() as usize).min(most);
        for y in span(top, HEIGHT) {
            for x in span(left, WIDTH) {
                let share = cover(x as f32 + 0.5, y as f32 + 0.5).clamp(0.0, 1.0);
                let dot = &mut self.dots[y * WIDTH + x];
                for (old, new) in dot.iter_mut().zip(paint) {
                    *old += (new - *old) * share;
                }
            }
        }
    }

    fn square(&mut self, place: [f32; 3], paint: Dot) {
        self.lay(place, paint, |_, _| 1.0);
    }

    fn disc(&mut self, (x, y): (f32, f32), radius: f32, paint: Dot) {
        let place = [x - radius - 1.0, y - radius - 1.0, 2.0 * radius + 2.0];
        self.lay(place, paint, |at, down| radius + 0.5 - (at - x).hypot(down - y));
    }

    /// A man is a disc with a ring; a king has a golden crown of three discs on a band.
    fn piece(&mut self, middle: (f32, f32), cell: f32, piece: Piece, palette: &Palette) {
        let (body, edge, crown) = match piece.colour {
            Colour::White => (&palette.white, &palette.white_edge, &palette.white_crown),
            Colour::Black => (&palette.black, &palette.black_edge, &palette.black_crown),
        };
        let (body, edge) = (colour(body), colour(edge));
        self.disc(middle, cell * 0.42, edge);
        self.disc(middle, cell * 0.39, body);
        self.disc(middle, cell * 0.30, edge);
        self.disc(middle, cell * 0.275, body);
        if piece.kind == Kind::King {
            let gold = colour(crown);
            self.square([middle.0 - cell * 0.16, middle.1 - cell * 0.10, cell * 0.32], gold);
            for at in [-0.16, 0.0, 0.16] {
                self.disc((middle.0 + cell * at, middle.1 - cell * 0.13), cell * 0.085, gold);
            }
        }
    }

    /// The picture as a PNG file.
    fn png(&self) -> Vec<u8> {
        let mut rows = Vec::with_capacity(HEIGHT * (WIDTH * 3 + 1));
        for row in self.dots.chunks_exact(WIDTH) {
            // Each row begins with how it is filtered: not at all.
            rows.push(0);
            rows.extend(row.iter().flatten().map(|part| part.round() as u8));
        }
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        // Writing into memory cannot fail.
        let packed = packed.write_all(&rows).and_then(|()| packed.finish()).unwrap_or_default();
        let size = [(WIDTH as u32).to_be_bytes(), (HEIGHT as u32).to_be_bytes()].concat();
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        chunk(&mut file, b"IHDR", &[&size[..], &[8, 2, 0, 0, 0]].concat());
        chunk(&mut file, b"IDAT", &packed);
        chunk(&mut file, b"IEND", &[]);
        file
    }
}

fn chunk(file: &mut Vec<u8>, name: &[u8; 4], body: &[u8]) {
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(body);
    file.extend((body.len() as u32).to_be_bytes());
    file.extend(name);
    file.extend(body);
    file.extend(sum.sum().to_be_bytes());
}

/// A position, seen from White's side, as a PNG file.
#[must_use]
pub fn png(ruleset: &Ruleset, position: &Position) -> Vec<u8> {
    let palette = Palette::WOOD;
    let names = SquareNames::of(ruleset);
    let width = names.board().width();
    let is_everywhere = (0..width * width).all(|at| names.square(cell_at(at, width)).is_some());
    let dark_is_played = ruleset.conventions().squares == SquareColour::Dark;
    let mut canvas = Canvas::new(colour(&palette.labels));
    let edge = HEIGHT as f32 - 2.0 * MARGIN;
    let (left, top) = ((WIDTH as f32 - edge) / 2.0, MARGIN);
    canvas.square([left, top, edge], colour(&palette.frame));
    let size = (edge - 2.0 * FRAME) / f32::from(width);
    for at in 0..width * width {
        let cell = cell_at(at, width);
        let square = names.square(cell);
        let is_dark =
            if is_everywhere { (cell.column + cell.row).is_multiple_of(2) } else { square.is_some() == dark_is_played };
        let x = left + FRAME + f32::from(cell.column) * size;
        let y = top + FRAME + f32::from(width - 1 - cell.row) * size;
        canvas.square([x, y, size], colour(if is_dark { &palette.dark } else { &palette.light }));
        if let Some(piece) = square.and_then(|square| position.piece(square)) {
            canvas.piece((x + size / 2.0, y + size / 2.0), size, piece, &palette);
        }
    }
    canvas.png()
}

fn cell_at(at: u8, width: u8) -> Cell {
    Cell { column: at % width, row: at / width }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    /// The dots of a picture that was packed here.
    fn dots(file: &[u8]) -> Vec<u8> {
        let at = file.windows(4).position(|window| window == b"IDAT").unwrap();
        let length = u32::from_be_bytes(file[at - 4..at].try_into().unwrap()) as usize;
        let mut rows = Vec::new();
        ZlibDecoder::new(&file[at + 4..at + 4 + length]).read_to_end(&mut rows).unwrap();
        rows
    }

    #[test]
    fn a_preview_is_a_png_of_the_position() {
        let russian = Ruleset::from_line("russian").unwrap();
        let start = png(&russian, &russian.start());
        assert_eq!(&start[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&start[16..24], &[0, 0, 4, 176, 0, 0, 2, 118], "1200 by 630 dots");
        assert!(start.len() < 60_000, "{}", start.len());
        let rows = dots(&start);
        assert_eq!(rows.len(), HEIGHT * (WIDTH * 3 + 1));
        let dot = |x: usize, y: usize| &rows[y * (WIDTH * 3 + 1) + 1 + x * 3..][..3];
        // a1 is White's, and h8 Black's.
        let (near, far) = (dot(345, 560), dot(855, 70));
        assert!(near[0] > 200 && far[0] < 80, "{near:?} {far:?}");
        for ruleset in Ruleset::all() {
            assert!(png(ruleset, &ruleset.start()).len() > 1000, "{}", ruleset.id());
        }
    }
}

//! Writing moves.

use super::{MoveTable, PASS};
use crate::squares::column_letter;
use damka_rules::{CaptureSign, Move, Square};

impl MoveTable {
    /// As [`long`](super::long).
    #[must_use]
    pub fn long(&self, mv: Move) -> String {
        if self.has_unique_ends(mv) { self.ends_text(mv) } else { self.full_path(mv) }
    }

    /// Like [`MoveTable::long`], for a move whose path is already known.
    #[must_use]
    pub fn long_on(&self, mv: Move, path: &[Square]) -> String {
        if self.has_unique_ends(mv) { self.ends_text(mv) } else { self.path_text(path, mv.is_capture()) }
    }

    /// Whether no other legal move has the same start and end.
    fn has_unique_ends(&self, mv: Move) -> bool {
        self.legal.iter().filter(|other| other.from() == mv.from() && other.to() == mv.to()).nth(1).is_none()
    }

    fn ends_text(&self, mv: Move) -> String {
        if mv.is_null() { PASS.to_owned() } else { self.path_text(&[mv.from(), mv.to()], mv.is_capture()) }
    }

    /// As [`short`](super::short).
    #[must_use]
    pub fn short(&self, mv: Move) -> String {
        if mv.is_null() || !self.names.is_algebraic() {
            return self.long(mv);
        }
        let column = |square: Square| self.names.cell(square).column;
        let alike =
            self.legal.iter().filter(|other| other.to() == mv.to() && column(other.from()) == column(mv.from()));
        if alike.count() > 1 {
            return self.long(mv);
        }
        let sign = if mv.is_capture() { self.capture_sign() } else { "" };
        format!("{}{sign}{}", column_letter(column(mv.from())), self.names.name(mv.to()))
    }

    /// As [`full_path`](super::full_path).
    #[must_use]
    pub fn full_path(&self, mv: Move) -> String {
        if mv.is_null() {
            return PASS.to_owned();
        }
        let path = self.ruleset.paths(&self.position, mv, 1).pop();
        self.path_text(&path.unwrap_or_else(|| vec![mv.from(), mv.to()]), mv.is_capture())
    }

    /// Like [`full_path`](super::full_path) for several moves at once, at hardly more cost than for one.
    #[must_use]
    pub fn full_paths(&self, moves: &[Move]) -> Vec<String> {
        let paths = self.ruleset.all_paths(&self.position, moves, 1);
        let text = |(mv, mut paths): (&Move, Vec<Vec<Square>>)| match paths.pop() {
            Some(path) => self.path_text(&path, mv.is_capture()),
            None => self.ends_text(*mv),
        };
        moves.iter().zip(paths).map(text).collect()
    }

    /// The names of squares with a move's sign between them.
    #[must_use]
    pub fn path_text(&self, path: &[Square], is_capture: bool) -> String {
        let sign = if is_capture { self.capture_sign() } else { "-" };
        path.iter().map(|square| self.names.name(*square)).collect::<Vec<_>>().join(sign)
    }

    /// As [`hub`](super::hub).
    #[must_use]
    pub fn hub(&self, mv: Move) -> String {
        if mv.is_null() {
            return PASS.to_owned();
        }
        let sign = if mv.is_capture() { "x" } else { "-" };
        let squares = [mv.from(), mv.to()].into_iter().chain(mv.captured());
        squares.map(|square| self.names.number(square).to_string()).collect::<Vec<_>>().join(sign)
    }

    fn capture_sign(&self) -> &'static str {
        match self.ruleset.conventions().capture_sign {
            CaptureSign::Colon => ":",
            CaptureSign::Cross => "x",
        }
    }
}

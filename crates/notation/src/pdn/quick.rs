//! The quick way to read a plain move.

use crate::SquareNames;
use damka_rules::Square;

/// The names of squares as tables, because most moves are two plain names with a sign between them.
#[derive(Clone, Debug)]
pub(super) struct Names {
    names: SquareNames,
    numbered: Vec<Option<Square>>,
    /// By column, then by row.
    lettered: Vec<Option<Square>>,
}

const WIDEST: usize = 10;

impl Names {
    pub fn new(names: SquareNames) -> Names {
        let mut table = Names { names, numbered: vec![None; 100], lettered: vec![None; WIDEST * WIDEST] };
        for square in names.board().squares() {
            if let Some(entry) = table.numbered.get_mut(names.number(square)) {
                *entry = Some(square);
            }
            let cell = names.cell(square);
            if let Some(entry) = table.lettered.get_mut(usize::from(cell.column) * WIDEST + usize::from(cell.row)) {
                *entry = Some(square);
            }
        }
        table
    }

    /// Whether these are tables of those names.
    pub fn are(&self, names: SquareNames) -> bool {
        self.names == names
    }

    /// The two squares of a plain move. Whatever is not plain is `None`, and read with more care.
    pub fn squares(&self, text: &str) -> Option<(Square, Square)> {
        let (from, rest) = self.square(text.as_bytes())?;
        let [b'-' | b':' | b'x', rest @ ..] = rest else { return None };
        let (to, rest) = self.square(rest)?;
        rest.is_empty().then_some((from, to))
    }

    fn square<'t>(&self, text: &'t [u8]) -> Option<(Square, &'t [u8])> {
        let digit = |byte: u8| usize::from(byte - b'0');
        let (entry, rest) = match text {
            [column @ b'a'..=b'j', b'1', b'0', rest @ ..] => {
                (self.lettered.get(usize::from(column - b'a') * WIDEST + 9), rest)
            }
            [column @ b'a'..=b'j', row @ b'1'..=b'9', rest @ ..] => {
                (self.lettered.get(usize::from(column - b'a') * WIDEST + digit(*row) - 1), rest)
            }
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..] => {
                (self.numbered.get(digit(*tens) * 10 + digit(*ones)), rest)
            }
            [ones @ b'1'..=b'9', rest @ ..] => (self.numbered.get(digit(*ones)), rest),
            _ => return None,
        };
        Some(((*entry?)?, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::Ruleset;

    #[test]
    fn only_plain_moves_of_the_board() {
        for ruleset in Ruleset::all() {
            let names = SquareNames::of(ruleset);
            let table = Names::new(names);
            let squares: Vec<_> = ruleset.board().squares().into_iter().collect();
            for (from, to) in squares.iter().zip(squares.iter().rev()) {
                for name in [SquareNames::name, SquareNames::algebraic] {
                    let text = format!("{}-{}", name(&names, *from), name(&names, *to));
                    assert_eq!(table.squares(&text), Some((*from, *to)), "{text}");
                }
            }
            for text in
                ["", "-", "a1", "a1-", "-a1", "a1-a1x", "k1-a1", "a0-a1", "0-1", "99-1", "a1 - c3", "a11-b2", "1-100"]
            {
                assert_eq!(table.squares(text), None, "{text}");
            }
        }
        let russian = Names::new(SquareNames::of(&Ruleset::named("russian").unwrap()));
        for text in ["c4-d5", "33-1", "i1-a1"] {
            assert_eq!(russian.squares(text), None, "{text}");
        }
    }
}

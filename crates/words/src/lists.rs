//! Lists of things in one sentence.

use crate::Words;
use damka_notation::SquareNames;
use damka_rules::{Ruleset, Square, SquareSet};

/// How the last thing of a list is joined to the others.
#[derive(Clone, Copy)]
pub(crate) enum Join {
    /// `a, b and c`
    And,
    /// `a, b or c`
    Or,
    /// `a, b, c`
    Comma,
}

impl Words {
    pub(crate) fn list(&self, things: &[String], join: Join) -> String {
        let id = match join {
            Join::And => "list-and",
            Join::Or => "list-or",
            Join::Comma => return things.join(", "),
        };
        match things {
            [] => String::new(),
            [only] => only.clone(),
            [others @ .., last] => self.say(id, &[("list", others.join(", ").into()), ("last", last.as_str().into())]),
        }
    }

    /// The names of squares in the game's own notation and order.
    pub(crate) fn squares(&self, ruleset: &Ruleset, squares: SquareSet, join: Join) -> String {
        self.list(&names(ruleset, squares), join)
    }
}

/// The names of squares in the game's own notation and order.
pub(crate) fn names(ruleset: &Ruleset, squares: SquareSet) -> Vec<String> {
    let names = SquareNames::of(ruleset);
    names.in_order().filter(|square| squares.contains(*square)).map(|square| names.name(square)).collect()
}

/// The name of one square in the game's own notation.
pub(crate) fn name(ruleset: &Ruleset, square: Square) -> String {
    SquareNames::of(ruleset).name(square)
}

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
    pub(crate) fn list<T: AsRef<str>>(&self, things: &[T], join: Join) -> String {
        let id = match join {
            Join::And => "list-and",
            Join::Or => "list-or",
            Join::Comma => return with_commas(things),
        };
        match things {
            [] => String::new(),
            [only] => only.as_ref().to_owned(),
            [others @ .., last] => {
                self.say(id, &[("list", with_commas(others).into()), ("last", last.as_ref().into())])
            }
        }
    }

    /// The names of squares in the game's own notation and order.
    pub(crate) fn squares(&self, ruleset: &Ruleset, squares: SquareSet, join: Join) -> String {
        self.list(&names(ruleset, squares), join)
    }
}

fn with_commas<T: AsRef<str>>(things: &[T]) -> String {
    things.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

/// The names of squares in the game's own notation and order.
pub(crate) fn names(ruleset: &Ruleset, squares: SquareSet) -> Vec<&'static str> {
    let names = SquareNames::of(ruleset);
    names.in_order().filter(|square| squares.contains(*square)).map(|square| names.name(square)).collect()
}

/// The name of one square in the game's own notation.
pub(crate) fn name(ruleset: &Ruleset, square: Square) -> &'static str {
    SquareNames::of(ruleset).name(square)
}

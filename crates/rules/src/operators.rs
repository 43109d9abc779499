//! Operators of sets and sides: `|`, `&`, `-` and `!`.

use crate::board::{Colour, SquareSet};
use crate::draws::DrawSet;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// The other side.
///
/// ```
/// assert_eq!(!damka_rules::Colour::White, damka_rules::Colour::Black);
/// ```
impl Not for Colour {
    type Output = Colour;

    fn not(self) -> Colour {
        self.other()
    }
}

/// Operators in terms of a set's own functions.
macro_rules! operators {
    ($set:ident: $($operator:ident $method:ident, $assign:ident $assign_method:ident = $function:ident;)+) => {
        $(
            impl $operator for $set {
                type Output = $set;

                fn $method(self, other: $set) -> $set {
                    self.$function(other)
                }
            }

            impl $assign for $set {
                fn $assign_method(&mut self, other: $set) {
                    *self = self.$function(other);
                }
            }
        )+
    };
}

operators! { SquareSet:
    BitOr bitor, BitOrAssign bitor_assign = union;
    BitAnd bitand, BitAndAssign bitand_assign = intersection;
    Sub sub, SubAssign sub_assign = without;
}

operators! { DrawSet:
    BitOr bitor, BitOrAssign bitor_assign = union;
    Sub sub, SubAssign sub_assign = without;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Ruleset};

    #[test]
    fn operators_are_the_functions() {
        let board = Board::Eight;
        let (near, far) = (board.rank(0), board.rank(7));
        assert_eq!((near | far).len(), 8);
        assert_eq!(near & far, SquareSet::EMPTY);
        assert_eq!((near | far) - far, near);
        let mut set = near;
        set |= far;
        set -= near;
        set &= board.squares();
        assert_eq!(set, far);
        let russian = Ruleset::named("russian").map(|ruleset| ruleset.facts().draws);
        let corners = Ruleset::named("corners").map(|ruleset| ruleset.facts().draws);
        let (Some(russian), Some(corners)) = (russian, corners) else { panic!("rulesets") };
        assert_eq!((russian | corners) - corners, russian);
        assert_eq!(!Colour::Black, Colour::White);
    }
}

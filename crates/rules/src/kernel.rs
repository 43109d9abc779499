//! From a table of facts to the compiled code that plays it.

use crate::board::Board;
use crate::corners;
use crate::facts::{MoveFacts, Movement, RaceFacts};
use crate::generate::{self, Count, FactSource};
use crate::moves::MoveList;
use crate::position::Position;
use crate::rulesets;

/// Generates the moves of one game. Searches are generic over this, so that a kernel's constants reach into them.
pub trait Kernel: Copy + Send + Sync {
    /// Puts the legal moves of a position into the list.
    fn moves(&self, position: &Position, list: &mut MoveList);

    /// Hands the position after each legal move to the visitor, for those who need not know the moves. The list is
    /// memory to work with.
    fn for_each_child(&self, position: &Position, list: &mut MoveList, visitor: &mut impl ChildVisitor);

    /// Whether the side to move can capture, without listing the captures.
    fn can_capture(&self, position: &Position) -> bool;

    /// Whether the side to move has no quiet move. (One that can capture is not stuck; ask that first.)
    fn is_stuck(&self, position: &Position) -> bool;

    /// The number of legal moves, without listing them.
    fn count(&self, position: &Position, counter: &mut Counter) -> u64;
}

/// Memory for counting moves, to be used again and again.
#[derive(Default)]
pub struct Counter {
    captures: Count,
    list: MoveList,
}

impl Counter {
    /// A counter that counts a capture as often as it has paths, see [`MoveList::with_every_path`].
    #[must_use]
    pub fn of_every_path() -> Counter {
        Counter { captures: Count { every_path: true, ..Count::default() }, list: MoveList::new() }
    }
}

/// Draughts with facts from a source.
#[derive(Clone, Copy, Debug)]
pub struct Draughts<F>(pub F);

impl<F: FactSource> Kernel for Draughts<F> {
    #[inline(always)]
    fn moves(&self, position: &Position, list: &mut MoveList) {
        generate::moves(self.0, position, list);
    }

    #[inline(always)]
    fn for_each_child(&self, position: &Position, list: &mut MoveList, visitor: &mut impl ChildVisitor) {
        generate::for_each_child(self.0, position, list, visitor);
    }

    #[inline(always)]
    fn can_capture(&self, position: &Position) -> bool {
        generate::can_capture(self.0, position)
    }

    #[inline(always)]
    fn is_stuck(&self, position: &Position) -> bool {
        generate::is_stuck(self.0, position)
    }

    #[inline(always)]
    fn count(&self, position: &Position, counter: &mut Counter) -> u64 {
        generate::count(self.0, position, &mut counter.captures)
    }
}

/// Corners.
#[derive(Clone, Copy, Debug)]
pub struct Race(pub RaceFacts);

impl Kernel for Race {
    fn moves(&self, position: &Position, list: &mut MoveList) {
        corners::moves(self.0, position, list);
    }

    fn for_each_child(&self, position: &Position, list: &mut MoveList, visitor: &mut impl ChildVisitor) {
        corners::moves(self.0, position, list);
        for mv in list.iter() {
            visitor.visit(&position.after(*mv));
        }
    }

    fn can_capture(&self, _: &Position) -> bool {
        false
    }

    /// A side that cannot move in corners passes, so nobody is ever stuck.
    fn is_stuck(&self, _: &Position) -> bool {
        false
    }

    fn count(&self, position: &Position, counter: &mut Counter) -> u64 {
        corners::moves(self.0, position, &mut counter.list);
        counter.list.len() as u64
    }
}

/// Takes the positions that moves lead to. (Not a closure, because a method can be inlined into the loops that find the
/// moves, which makes counting fast.)
pub trait ChildVisitor {
    /// Takes one position.
    fn visit(&mut self, child: &Position);
}

/// Work to be done with a kernel whose type is not known in advance.
pub trait KernelVisitor {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn visit<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// House rules: all facts are read while generating but the board, which is compiled in so that a step is a constant
/// shift.
#[derive(Clone, Copy, Debug)]
struct House<const TEN: bool>(MoveFacts);

impl<const TEN: bool> FactSource for House<TEN> {
    #[inline(always)]
    fn facts(&self) -> MoveFacts {
        MoveFacts { board: if TEN { Board::Ten } else { Board::Eight }, ..self.0 }
    }
}

macro_rules! kernels {
    ($($(#[$about:meta])* $name:ident = $facts:expr;)+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug)]
            struct $name;

            impl FactSource for $name {
                #[inline(always)]
                fn facts(&self) -> MoveFacts {
                    $facts
                }
            }
        )+

        /// The facts that have a compiled kernel of their own, each once.
        #[must_use]
        pub fn compiled() -> &'static [(&'static str, MoveFacts)] {
            &[$((stringify!($name), $facts)),+]
        }

        impl Movement {
            /// Does work with the kernel of these facts: the only way from facts to a kernel. Facts that no kernel
            /// was compiled for are read at run time, the board excepted.
            pub fn visit<V: KernelVisitor>(self, visitor: V) -> V::Output {
                match self {
                    Movement::Race(facts) => visitor.visit(Race(facts)),
                    $(Movement::Draughts(facts) if facts == $facts => visitor.visit(Draughts($name)),)+
                    Movement::Draughts(facts) if facts.board == Board::Ten => visitor.visit(Draughts(House::<true>(facts))),
                    Movement::Draughts(facts) => visitor.visit(Draughts(House::<false>(facts))),
                }
            }
        }
    };
}

kernels! {
    Russian = MoveFacts::DEFAULT;
    International = rulesets::international::MOVES;
    Checkers = rulesets::checkers::MOVES;
    EnglishOzornye = rulesets::english_ozornye::MOVES;
    ItalianOzornye = rulesets::italian_ozornye::MOVES;
    Stavropol = rulesets::stavropol::MOVES;
    Samoyed = rulesets::samoyed::MOVES;
    English = rulesets::english::MOVES;
    Italian = rulesets::italian::MOVES;
    Spanish = rulesets::spanish::MOVES;
    Brazilian = rulesets::brazilian::MOVES;
}

//! Closed lists of things that have one word each: in records, in the store and on the page alike.

/// A thing out of a closed list, each with a word of its own. The word is stable: records and data folders hold it.
///
/// ```
/// use damka_conduct::{Manner, Worded};
/// assert_eq!(Manner::AtBoard.word(), "at-board");
/// assert_eq!(Manner::from_word("at-board"), Some(Manner::AtBoard));
/// assert_eq!(Manner::from_word("atBoard"), None);
/// ```
pub trait Worded: Copy + Eq + 'static {
    /// Everything on the list.
    const ALL: &'static [Self];

    /// Its word.
    fn word(self) -> &'static str;

    /// The thing that has this word.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.word() == word)
    }
}

/// Declares an enum and its words side by side.
///
/// ```
/// damka_conduct::worded! {
///     /// A season.
///     pub enum Season {
///         /// Cold.
///         Winter = "winter",
///         /// Warm.
///         Summer = "summer",
///     }
/// }
/// use damka_conduct::Worded;
/// assert_eq!(Season::from_word("winter"), Some(Season::Winter));
/// ```
#[macro_export]
macro_rules! worded {
    (
        $(#[$about:meta])*
        $visible:vis enum $name:ident {
            $( $(#[$each:meta])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visible enum $name {
            $( $(#[$each])* $variant, )+
        }

        impl $crate::Worded for $name {
            const ALL: &'static [$name] = &[$( $name::$variant ),+];

            fn word(self) -> &'static str {
                match self {
                    $( $name::$variant => $word, )+
                }
            }
        }
    };
}
pub(crate) use crate::worded;

impl Worded for damka_rules::GameGroup {
    const ALL: &'static [damka_rules::GameGroup] = &[
        damka_rules::GameGroup::Russian,
        damka_rules::GameGroup::International,
        damka_rules::GameGroup::Ozornye,
        damka_rules::GameGroup::World,
        damka_rules::GameGroup::House,
    ];

    fn word(self) -> &'static str {
        match self {
            damka_rules::GameGroup::Russian => "russian",
            damka_rules::GameGroup::International => "international",
            damka_rules::GameGroup::Ozornye => "ozornye",
            damka_rules::GameGroup::World => "world",
            damka_rules::GameGroup::House => "house",
        }
    }
}

impl Worded for damka_rules::Colour {
    const ALL: &'static [damka_rules::Colour] = &[damka_rules::Colour::White, damka_rules::Colour::Black];

    fn word(self) -> &'static str {
        match self {
            damka_rules::Colour::White => "white",
            damka_rules::Colour::Black => "black",
        }
    }
}

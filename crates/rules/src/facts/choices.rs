//! The facts that have one of a few named values.

use crate::board::{Board, Colour, SquareSet};

/// A fact that has one of a few named values.
pub trait Choice: Sized + Copy + PartialEq + 'static {
    /// Every value, the first being the default.
    const ALL: &'static [Self];
    /// The names of [`Self::ALL`], as written in files.
    const NAMES: &'static [&'static str];

    /// The name of this value.
    fn name(self) -> &'static str {
        let at = Self::ALL.iter().position(|value| *value == self);
        at.map_or("", |at| Self::NAMES[at])
    }

    /// The value of this name.
    fn named(name: &str) -> Option<Self> {
        let at = Self::NAMES.iter().position(|known| *known == name)?;
        Some(Self::ALL[at])
    }
}

macro_rules! choice {
    ($(#[$about:meta])* $kind:ident { $($(#[$what:meta])* $value:ident = $name:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind { $($(#[$what])* $value),+ }

        impl Choice for $kind {
            const ALL: &'static [Self] = &[$($kind::$value),+];
            const NAMES: &'static [&'static str] = &[$($name),+];
        }
    };
}

choice! {
    /// In which directions men capture.
    ManCapture {
        /// Forward and backward.
        AllWays = "all",
        /// Only forward.
        Forward = "forward",
    }
}

choice! {
    /// How far a king goes.
    KingRange {
        /// Any distance along an open diagonal.
        Flying = "flying",
        /// One square.
        Short = "short",
    }
}

choice! {
    /// What happens to a man that lands on its crowning row while capturing.
    Crowning {
        /// It becomes a king at once and goes on as a king if it can.
        Continue = "continue",
        /// It goes on as a man if it can, and is crowned only if its move ends there.
        Pass = "pass",
        /// It is crowned and its move ends.
        Stop = "stop",
    }
}

choice! {
    /// Which of several captures must be made.
    Priority {
        /// Any.
        Free = "free",
        /// One that takes the most pieces.
        Most = "most",
        /// The most pieces, then the most kings (Spanish).
        MostKings = "most-kings",
        /// The most pieces; with a king; the most kings; kings earliest (Italian).
        Italian = "italian",
        /// With a king, if a king can capture (Czech).
        KingFirst = "king-first",
    }
}

choice! {
    /// Whose pieces are captured.
    Victims {
        /// The opponent's.
        Enemy = "enemy",
        /// The opponent's and one's own (samoyed).
        Any = "any",
    }
}

choice! {
    /// Whose pieces a player may move.
    Movers {
        /// One's own.
        Own = "own",
        /// One's own or the opponent's (Stavropol).
        Either = "either",
    }
}

choice! {
    /// Where a player may move the opponent's pieces.
    EnemyDirection {
        /// Only toward the player who moves them.
        Toward = "toward",
        /// As they move by themselves.
        Any = "any",
    }
}

choice! {
    /// What a possible capture forbids when pieces of both colours may be moved.
    EnemyDuty {
        /// Every quiet move.
        Global = "global",
        /// Quiet moves with pieces of the capturing piece's colour.
        PerColour = "colour",
    }
}

choice! {
    /// Yes or no.
    YesNo {
        /// It is so.
        Yes = "yes",
        /// It is not.
        No = "no",
    }
}

choice! {
    /// Who wins when a side has no piece or no move.
    ResultRule {
        /// Its opponent.
        Normal = "normal",
        /// The side itself (giveaway).
        Reversed = "reversed",
    }
}

choice! {
    /// Which of a player's near corner squares is played.
    Corner {
        /// The left one, a1.
        Left = "left",
        /// The right one, h1.
        Right = "right",
    }
}

choice! {
    /// The colour of the played squares.
    SquareColour {
        /// Dark squares.
        Dark = "dark",
        /// Light squares.
        Light = "light",
    }
}

choice! {
    /// How squares are named.
    Naming {
        /// File letter and rank number.
        Algebraic = "algebraic",
        /// Numbers, 1 at the far left as White sees the board.
        FarLeft = "far-left",
        /// Numbers, 1 at the near right as White sees the board.
        NearRight = "near-right",
    }
}

choice! {
    /// The sign written between the squares of a capture.
    CaptureSign {
        /// `:`
        Colon = "colon",
        /// `x`
        Cross = "cross",
    }
}

choice! {
    /// The camps of corners.
    Layout {
        /// Three ranks by three files.
        ThreeByThree = "3x3",
        /// Three ranks by four files.
        ThreeByFour = "3x4",
        /// Four ranks by four files.
        FourByFour = "4x4",
    }
}

choice! {
    /// The directions of a step or jump in corners.
    RaceDirections {
        /// Along files and ranks.
        Four = "4",
        /// Diagonals too.
        Eight = "8",
    }
}

impl Layout {
    /// The camp of a colour: White's is at the near left, Black's at the far right.
    #[must_use]
    pub fn camp(self, colour: Colour) -> SquareSet {
        let (files, ranks) = match self {
            Layout::ThreeByThree => (3, 3),
            Layout::ThreeByFour => (4, 3),
            Layout::FourByFour => (4, 4),
        };
        let cells = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        cells
            .filter_map(|(file, rank)| match colour {
                Colour::White => Board::Full.square(file, rank),
                Colour::Black => Board::Full.square(7 - file, 7 - rank),
            })
            .collect()
    }
}

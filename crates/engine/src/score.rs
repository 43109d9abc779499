//! What a position is worth.

use damka_rules::Colour;
use std::fmt;
use std::ops::Neg;

/// What a position is worth to the side to move, in hundredths of a man, or a proved end of the game.
///
/// ```
/// use damka_engine::Score;
/// assert!(Score::win_in(3) > Score::new(250));
/// assert_eq!((-Score::win_in(3)).plies_to_end(), Some(-3));
/// assert_eq!(Score::new(-120).to_string(), "-1.20");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// A win on the spot. A win in n half-moves is worth n less (mate distance).
pub(crate) const WIN: i32 = 30_000;
/// Scores beyond this are wins or losses in a known number of half-moves.
pub(crate) const PROVED_WIN: i32 = 28_000;
/// A win by the endgame tables whose distance was not probed.
pub(crate) const TABLE_WIN: i32 = 25_000;
/// No evaluation is larger than this.
pub(crate) const MAX_EVALUATION: i32 = 20_000;

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);

    /// A score in hundredths of a man.
    #[must_use]
    pub fn new(hundredths: i32) -> Score {
        Score(hundredths.clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// The side to move wins in so many half-moves.
    #[must_use]
    pub fn win_in(plies: u32) -> Score {
        Score(WIN - plies.min((WIN - PROVED_WIN - 1) as u32) as i32)
    }

    pub(crate) const fn raw(value: i32) -> Score {
        Score(value)
    }

    /// Hundredths of a man. A proved win is far beyond anything that pieces are worth.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// What White expects, where this is what the side to move expects.
    #[must_use]
    pub fn for_white(self, to_move: Colour) -> Score {
        if to_move == Colour::White { self } else { -self }
    }

    /// The proved end of the game, if there is one.
    #[must_use]
    pub fn proved_end(self) -> Option<ProvedEnd> {
        let plies = self.plies_to_end()?.unsigned_abs();
        Some(ProvedEnd { wins: self > Score::DRAW, plies })
    }

    /// The half-moves to the end of the game: positive if the side to move wins, negative if it loses. Where the game is
    /// over this is 0 for both; [`Score::proved_end`] says who has won.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > PROVED_WIN {
            Some(WIN - self.0)
        } else if self.0 < -PROVED_WIN {
            Some(-(WIN + self.0))
        } else {
            None
        }
    }
}

/// A proved win or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvedEnd {
    /// Whether the side whose score it is wins; otherwise it loses.
    pub wins: bool,
    /// The half-moves until then; 0 if the game is over.
    pub plies: u32,
}

impl ProvedEnd {
    /// The moves that the winner still makes.
    ///
    /// ```
    /// use damka_engine::Score;
    /// let moves = |plies| Score::win_in(plies).proved_end().unwrap().moves();
    /// assert_eq!([moves(0), moves(1), moves(2), moves(13)], [0, 1, 1, 7]);
    /// ```
    #[must_use]
    pub const fn moves(self) -> u32 {
        self.plies.div_ceil(2)
    }

    /// The moves to the win: positive if the side wins whose score it is, negative if the other wins, 0 if the game is over.
    #[must_use]
    pub const fn signed_moves(self) -> i32 {
        let moves = self.moves().cast_signed();
        if self.wins { moves } else { -moves }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// In men, with two digits, as the Hub protocol writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

/// The chances that a game is won, drawn or lost by the side to move, in thousandths; together they are 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// That it wins.
    pub win: u16,
    /// That nobody wins.
    pub draw: u16,
    /// That it loses.
    pub loss: u16,
}

/// How scores turn into chances: fitted to the games that an evaluation was trained on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// The hundredths of a man that multiply the odds by e.
    pub scale: f32,
    /// The score at which a win is as likely as not.
    pub edge: f32,
}

impl Outlook {
    /// What is assumed where nothing was fitted.
    pub const DEFAULT: Outlook = Outlook { scale: 80.0, edge: 90.0 };

    /// The least scale for people.
    const LEAST_FOR_PEOPLE: f32 = 50.0;

    /// The outlook of a game between people. Weights are fitted to games between equal engines, where half a man often
    /// decides; people make up for more.
    pub(crate) fn for_people(self) -> Outlook {
        Outlook { scale: self.scale.max(Outlook::LEAST_FOR_PEOPLE), ..self }
    }

    /// The chances that go with a score.
    ///
    /// ```
    /// use damka_engine::{Outlook, Score};
    /// let even = Outlook::DEFAULT.chances(Score::DRAW);
    /// assert_eq!(even.win, even.loss);
    /// assert_eq!(Outlook::DEFAULT.chances(Score::win_in(0)).win, 1000);
    /// assert_eq!(Outlook::DEFAULT.chances(-Score::win_in(0)).loss, 1000);
    /// ```
    #[must_use]
    pub fn chances(self, score: Score) -> Chances {
        if let Some(end) = score.proved_end() {
            let (win, loss) = if end.wins { (1000, 0) } else { (0, 1000) };
            return Chances { win, draw: 0, loss };
        }
        let likely = |at: f32| 1000.0 / (1.0 + (-at / self.scale).exp());
        let win = likely(score.hundredths() as f32 - self.edge) as u16;
        let loss = likely(-score.hundredths() as f32 - self.edge) as u16;
        Chances { win, draw: 1000 - win - loss, loss }
    }
}

//! What can be done at a table.

use crate::clock::Millis;
use crate::people::{GameId, Place};
use crate::talk::{Audience, Saying};
use crate::worded::worded;
use damka_notation::Cell;
use damka_rules::{Colour, Move, Square};

/// What is done. `M` is how a move is given: by squares in an [`Intent`], whole in a [`Deed`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act<M> {
    /// Something that a hand does at the board.
    Hand(Hand),
    /// A whole move: how strict games are played.
    Move(M),
    /// The turn passes, because a side of corners has no move.
    Pass,
    /// The clock is pressed: the turn is over.
    Press,
    /// A draw is offered.
    Offer,
    /// The offered draw is accepted.
    Accept,
    /// What was offered, asked or claimed is declined.
    Decline,
    /// The player resigns.
    Resign,
    /// Something is claimed.
    Claim(Claim),
    /// The opponent is asked to keep the rules (A.violation.6).
    Insist,
    /// The open violation must be corrected (A.violation.4, B.missed.1).
    Demand,
    /// A correction was demanded when there was nothing to correct. It is recorded and counted: asking has a cost.
    VainDemand,
    /// A take-back is asked for.
    AskBack,
    /// The opponent agrees to it: the last move is taken back.
    AgreeBack,
    /// A pause of the whole game is asked for, in a game of days.
    AskPause,
    /// The opponent agrees to it: both clocks stand.
    AgreePause,
    /// The pause is over: either side may say so.
    EndPause,
    /// The player goes on vacation from now on for so long: the player's clock does not run meanwhile.
    Vacation(Millis),
    /// The player is back from the vacation early.
    Back,
    /// A side's vacation is over by itself.
    VacationOver(Colour),
    /// The player leaves the table or the connection is lost.
    Leave,
    /// The player is back.
    Return,
    /// The game is dropped before the second move.
    Drop,
    /// The player wants another game after this one.
    Rematch,
    /// The arbiter decides.
    Rule(Ruling),
    /// The board was disturbed from outside and is put right (A.violation.5).
    Disturbance,
    /// A side's flag has fallen.
    Flag(Colour),
    /// It has been proved, by tables, that a side cannot win from this position. Recorded, so that a replay needs no
    /// tables.
    CannotWin(Colour),
    /// A flag has fallen, and no proof was found that the opponent cannot win.
    Unproved,
    /// From this moment on so much time is charged to nobody: no server ran.
    Credit(Millis),
    /// The game that was wanted after this one has been made.
    RematchMade(GameId),
    /// The game begins with this number of people on each side, before every place was taken.
    Begin([Place; 2]),
    /// Something is said, without any effect on the game.
    Say(Saying),
    /// A remark for the record, without any effect.
    Note(String),
}

/// What somebody means to do: a move by the squares it touches, or as many of them as tell it from others.
pub type Intent = Act<Vec<Cell>>;

/// What was accepted: a move with its whole path and everything it captures.
pub type Deed = Act<MoveMade>;

/// A move that was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveMade {
    /// The move.
    pub mv: Move,
    /// The squares that the piece touches, first and last included.
    pub path: Vec<Square>,
}

impl<M> Act<M> {
    /// The same act with its move given in another way.
    ///
    /// # Errors
    /// As `turn` has it; only for moves.
    pub fn try_map<N, E>(self, turn: impl FnOnce(M) -> Result<N, E>) -> Result<Act<N>, E> {
        Ok(match self {
            Act::Move(mv) => Act::Move(turn(mv)?),
            Act::Hand(hand) => Act::Hand(hand),
            Act::Pass => Act::Pass,
            Act::Press => Act::Press,
            Act::Offer => Act::Offer,
            Act::Accept => Act::Accept,
            Act::Decline => Act::Decline,
            Act::Resign => Act::Resign,
            Act::Claim(claim) => Act::Claim(claim),
            Act::Insist => Act::Insist,
            Act::Demand => Act::Demand,
            Act::VainDemand => Act::VainDemand,
            Act::AskBack => Act::AskBack,
            Act::AgreeBack => Act::AgreeBack,
            Act::AskPause => Act::AskPause,
            Act::AgreePause => Act::AgreePause,
            Act::EndPause => Act::EndPause,
            Act::Vacation(time) => Act::Vacation(time),
            Act::Back => Act::Back,
            Act::VacationOver(side) => Act::VacationOver(side),
            Act::Leave => Act::Leave,
            Act::Return => Act::Return,
            Act::Drop => Act::Drop,
            Act::Rematch => Act::Rematch,
            Act::Rule(ruling) => Act::Rule(ruling),
            Act::Disturbance => Act::Disturbance,
            Act::Flag(side) => Act::Flag(side),
            Act::CannotWin(side) => Act::CannotWin(side),
            Act::Unproved => Act::Unproved,
            Act::Credit(time) => Act::Credit(time),
            Act::RematchMade(game) => Act::RematchMade(game),
            Act::Begin(places) => Act::Begin(places),
            Act::Say(saying) => Act::Say(saying),
            Act::Note(text) => Act::Note(text),
        })
    }

    /// Whether it has a place after the end of a game, too.
    #[must_use]
    pub fn comes_after_the_end(&self) -> bool {
        matches!(self, Act::Rematch | Act::RematchMade(_)) || self.comes_at_any_time()
    }

    /// Whether it has a place before and after the end.
    #[must_use]
    pub fn comes_at_any_time(&self) -> bool {
        matches!(self, Act::Say(_) | Act::Note(_))
    }

    /// Whether only the people of the actor's seat may know of it while the game is played.
    #[must_use]
    pub fn is_for_team(&self) -> bool {
        matches!(self, Act::Say(saying) if saying.audience() == Audience::Team)
    }
}

impl Intent {
    /// Whether a deed is what was meant. Of a move some squares may have been left out.
    #[must_use]
    pub fn became(&self, deed: &Deed, square: impl Fn(Cell) -> Option<Square>) -> bool {
        let (Act::Move(cells), Act::Move(made)) = (self, deed) else {
            let other = self.clone().try_map(|_| Err(()));
            return other.as_ref() == Ok(deed);
        };
        let mut rest = made.path.iter();
        let ends = [cells.first(), cells.last()].map(|cell| cell.and_then(|cell| square(*cell)));
        ends == [made.path.first().copied(), made.path.last().copied()]
            && cells.iter().all(|cell| rest.any(|at| square(*cell) == Some(*at)))
    }
}

/// What a hand does at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hand {
    /// "I adjust", said before touching (A.move.13).
    Adjust,
    /// A piece is touched.
    Touch(Cell),
    /// A piece is taken into the hand.
    Lift(Cell),
    /// The piece in the hand is set down, the hand still on it.
    Place(Cell),
    /// The hand leaves the piece.
    Release,
    /// A piece is taken off the board.
    Remove(Cell),
    /// A man is crowned.
    Crown(Cell),
}

worded! {
    /// What can be claimed.
    pub enum Claim {
        /// A draw by the draw rules.
        Draw = "draw",
        /// Neither side can win; needs proof, agreement or the arbiter.
        NobodyCanWin = "nobody-can-win",
        /// The opponent has been gone for a minute: a win (A.result.2a).
        Gone = "gone",
        /// The opponent has been gone for a minute: a draw is enough.
        GoneDraw = "gone-draw",
        /// The opponent's time has run out, in a game where the flag waits for this claim.
        Flag = "flag",
        /// The board lies the wrong way round (A.violation.1).
        WrongBoard = "wrong-board",
        /// The pieces were set up wrongly at the start (A.violation.2).
        WrongSetup = "wrong-setup",
    }
}

/// What an arbiter decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// The open violation is corrected.
    Correct,
    /// It stands.
    Stand,
    /// A side has lost because it refuses to keep the rules (A.result.2d, C.4.2.4).
    Refusal(Colour),
    /// A side has lost by a breach of clock use, adjournment or discipline (B.win.5).
    Penalty(Colour),
    /// Neither side can win.
    Draw,
    /// A side has won: an unfinished game is decided at closing time.
    Award(Colour),
    /// The game does not count and is played again.
    Annul,
    /// The clocks stop.
    Pause,
    /// They run again.
    Resume,
    /// A side's clock is set.
    Time(Colour, Millis),
}

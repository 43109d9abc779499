//! A game at a table: a pure state. [`Table::decide`] says what a command leads to and changes nothing;
//! [`Table::evolve`] takes an event and always succeeds. A stored game is the fold of `evolve` over its events.
//!
//! Each subject has a file, where what is decided and how the state evolves stand side by side.

mod admits;
mod asks;
mod decide;
mod evolve;
mod hands;
mod moves;
mod seats;
mod slow;
mod talk;
mod team;
mod time;
mod upcast;
mod violations;

pub use admits::NotAdmitted;
pub use decide::Command;
pub use seats::{GONE_AFTER, Rematch};
pub use slow::REMINDED_AT;
pub use team::Decider;
pub use time::PROOF_WAITS;

use crate::board::PhysicalBoard;
use crate::change::Right;
use crate::clock::{Clocks, Millis, Reading};
use crate::ending::Ending;
use crate::spec::{GameSpec, SpecError};
use crate::turn::Turn;
use crate::violation::Violation;
use damka_notation::Cell;
use damka_rules::{Colour, Game, Piece, Position};
use slow::Standing;
use team::Company;
use violations::OpenViolation;

/// A game at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    spec: GameSpec,
    /// How many events there were, without what was said: that changes nothing.
    events: u32,
    /// The time of the last event.
    now: Millis,
    /// What stands by the rules, without a violation that is still open.
    game: Game,
    board: PhysicalBoard,
    turn: Turn,
    /// A turn out of turn. It is rare, like a violation, so it takes no room in every table.
    extra: Option<Box<Turn>>,
    open: Option<Box<OpenViolation>>,
    /// How many times each side has demanded a correction in vain.
    vain_demands: [u8; 2],
    /// The pieces were set up wrongly, and nobody has put that right.
    wrong_setup: bool,
    clocks: Clocks,
    standing: Standing,
    questions: Questions,
    /// Which sides cannot win from this position, as far as it was proved.
    cannot_win: [bool; 2],
    /// A flag has fallen, and whether the opponent can win is being looked up.
    fallen: Option<(Colour, Millis)>,
    gone_since: [Option<Millis>; 2],
    ending: Option<Ending>,
    rematch: Rematch,
    /// Teams, and what was said.
    company: Option<Box<Company>>,
}

/// What somebody has asked and was not answered yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Questions {
    /// A draw is offered.
    draw: Option<Colour>,
    /// A take-back is asked for.
    take_back: Option<Colour>,
    /// A pause is asked for.
    pause: Option<Colour>,
    /// It is claimed that neither side can win.
    no_win: Option<Colour>,
    /// The sides that have insisted on the rules since the other side last did something.
    insisted: [bool; 2],
}

impl Questions {
    fn is_from(&self, side: Colour) -> bool {
        [self.draw, self.take_back, self.pause, self.no_win].contains(&Some(side))
    }
}

impl Table {
    /// A table at which nothing has happened.
    ///
    /// # Errors
    /// If no game can be played by the spec.
    pub fn new(spec: GameSpec) -> Result<Table, SpecError> {
        let first = spec.first_position()?;
        let really = spec.actual_setup.unwrap_or(first);
        Ok(Table::from_position(spec, really))
    }

    /// A table whose pieces stand as in a position, which is not checked: one may have been let pass by name.
    #[must_use]
    pub fn from_position(spec: GameSpec, position: Position) -> Table {
        let game = Game::from_position(spec.ruleset, position);
        let board = PhysicalBoard::new(&spec.ruleset, game.position());
        let turn = Turn::new(game.position().to_move(), board.clone());
        let clocks = Clocks::new(spec.clocks.clone());
        let ending = game.outcome().map(Ending::Rules);
        Table {
            wrong_setup: spec.actual_setup.is_some(),
            company: Company::of(&spec),
            spec,
            events: 0,
            now: Millis::ZERO,
            game,
            board,
            turn,
            extra: None,
            open: None,
            vain_demands: [0; 2],
            clocks,
            standing: Standing::default(),
            questions: Questions::default(),
            cannot_win: [false; 2],
            fallen: None,
            gone_since: [None; 2],
            ending,
            rematch: Rematch::default(),
        }
    }

    /// What was agreed.
    #[must_use]
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// How many events there were, without what was said. Proofs and answers of the engine name the number they were made
    /// for.
    #[must_use]
    pub fn events(&self) -> u32 {
        self.events
    }

    /// The game as the rules know it: what stands, without a violation that is still open.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The board as it really stands.
    #[must_use]
    pub fn board(&self) -> &PhysicalBoard {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.turn.side()
    }

    /// Whether nothing is under way: no violation is open and nobody is in the middle of a turn. The board then stands
    /// as the rules know it, but for pieces on cells that are not played.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.open.is_none() && self.extra.is_none() && self.turn.is_untouched()
    }

    /// The hand that holds a piece: whose, and as [`Turn::hand`] has it.
    #[must_use]
    pub fn held(&self) -> Option<(Colour, Cell, Piece, bool)> {
        let of = |turn: &Turn| turn.hand().map(|(cell, piece, in_air)| (turn.side(), cell, piece, in_air));
        self.extra.as_deref().and_then(of).or_else(|| of(&self.turn))
    }

    /// The open violations, and who broke the rules.
    #[must_use]
    pub fn open_violations(&self) -> Option<(Colour, &[Violation])> {
        self.open.as_ref().map(|open| (open.by, &open.violations[..]))
    }

    /// Whether the pieces were set up wrongly and nobody has put that right.
    #[must_use]
    pub fn has_wrong_setup(&self) -> bool {
        self.wrong_setup
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The time of the last event.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// Who has offered a draw that is not answered yet.
    #[must_use]
    pub fn offer(&self) -> Option<Colour> {
        self.questions.draw
    }

    /// Who has asked to take a move back and was not answered yet.
    #[must_use]
    pub fn asks_back(&self) -> Option<Colour> {
        self.questions.take_back.filter(|_| self.ending.is_none())
    }

    /// Who has claimed that neither side can win and was not answered yet.
    #[must_use]
    pub fn claims_no_win(&self) -> Option<Colour> {
        self.questions.no_win.filter(|_| self.ending.is_none())
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Colour> {
        self.clocks.running()
    }

    /// A side's clock.
    #[must_use]
    pub fn reading(&self, side: Colour, now: Millis) -> Reading {
        self.clocks.reading(side, now)
    }

    /// Who wants another game, and which game that became.
    #[must_use]
    pub fn rematch(&self) -> &Rematch {
        &self.rematch
    }

    /// What a side may do now.
    #[must_use]
    pub fn rights(&self, side: Colour, now: Millis) -> Vec<Right> {
        if self.ending.is_some() || self.fallen.is_some() {
            return Vec::new();
        }
        let other = side.other();
        let on_turn = self.turn.side() == side;
        let open = self.open.as_deref().filter(|open| open.by == other);
        let may = |right| match right {
            Right::Move => on_turn && !self.standing.agreed,
            Right::Demand => open.is_some(),
            Right::LetStand => open.is_some() && on_turn,
            Right::Crown => open.is_some_and(|open| open.uncrowned.is_some()),
            Right::Press => self.clocks.running() == Some(side),
            Right::Offer => self.questions.draw.is_none() && self.game.may_agree_draw().is_ok(),
            Right::Answer => self.questions.is_from(other),
            Right::ClaimDraw => !self.game.claimable().is_empty(),
            Right::ClaimGone => self.claimable_from(side).is_some_and(|from| now >= from),
            Right::ClaimFlag => self.flag_claimable(side).is_some_and(|from| now >= from),
            Right::AskPause => self.check_ask_pause(now).is_ok(),
            Right::EndPause => self.standing.agreed,
            Right::AskBack => self.spec.takebacks && !self.game.played().is_empty(),
            Right::Drop => self.game.played().len() < 2,
            Right::Resign => true,
            Right::Rule => false,
        };
        use crate::Worded;
        Right::ALL.iter().copied().filter(|right| may(*right)).collect()
    }
}

//! A table: takes events with their times, and knows at every moment what stands, who may do what, and what comes next.

use crate::board::Standing;
use crate::change::{Change, Ending, Incorrect, Refused, Right};
use crate::clock::{Change as ClockChange, Clocks, Millis, Reading};
use crate::event::{Act, Actor, Claim, Event, Ruling};
use crate::spec::{GameSpec, Manner, SpecError};
use crate::turn::{Judgement, Turn};
use crate::violation::Violation;
use damka_notation::Cell;
use damka_rules::{Attempt, Colour, EndReason, Game, Move, Outcome, Piece, Position, Square, Verdict};

/// How long an opponent must have been gone before the other may claim (A.result.2a).
pub const GONE_AFTER: Millis = Millis::minutes(1);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Open {
    by: Colour,
    violations: Vec<Violation>,
    /// The board as it stood before, all of which comes back.
    before: Standing,
    /// Who moves after a correction.
    back_to: Colour,
    /// The move that only lacks its crown.
    uncrowned: Option<(Move, Vec<Square>)>,
    /// The piece that was touched, and must be played if it can after a correction.
    touched: Option<Cell>,
}

/// What was done besides breaking the rules.
#[derive(Default)]
struct Doing {
    uncrowned: Option<(Move, Vec<Square>)>,
    touched: Option<Cell>,
}

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Table {
    spec: GameSpec,
    game: Game,
    board: Standing,
    turn: Turn,
    /// A turn out of turn.
    extra: Option<Turn>,
    open: Option<Open>,
    clocks: Clocks,
    started: bool,
    now: Millis,
    offer: Option<Colour>,
    question: Option<Colour>,
    no_win_claim: Option<Colour>,
    cannot_win: [bool; 2],
    gone_since: [Option<Millis>; 2],
    ending: Option<Ending>,
}

type Changes = Result<Vec<Change>, Refused>;

impl Table {
    /// A table at which nothing has happened.
    ///
    /// # Errors
    /// If the spec is no game.
    pub fn new(spec: GameSpec) -> Result<Table, SpecError> {
        let first = spec.first_position()?;
        let really = spec.found.unwrap_or(first);
        Ok(Table::from_position(spec, really))
    }

    /// A table whose pieces stand as in a position, which is not checked: one may have been let pass by name.
    #[must_use]
    pub fn from_position(spec: GameSpec, position: Position) -> Table {
        let game = Game::from_position(spec.ruleset, position);
        let board = Standing::new(&spec.ruleset, game.position());
        let turn = Turn::new(game.position().to_move(), board.clone());
        let clocks = Clocks::new(spec.clocks.clone());
        let ending = game.outcome().map(Ending::Rules);
        Table {
            spec,
            game,
            board,
            turn,
            extra: None,
            open: None,
            clocks,
            started: false,
            now: Millis(0),
            offer: None,
            question: None,
            no_win_claim: None,
            cannot_win: [false; 2],
            gone_since: [None; 2],
            ending,
        }
    }

    /// What was agreed.
    #[must_use]
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The game as the rules know it: what stands, without a violation that is still open.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The board as it really stands.
    #[must_use]
    pub fn board(&self) -> &Standing {
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
        self.extra.as_ref().and_then(of).or_else(|| of(&self.turn))
    }

    /// The open violations, and who broke the rules.
    #[must_use]
    pub fn open_violations(&self) -> Option<(Colour, &[Violation])> {
        self.open.as_ref().map(|open| (open.by, &open.violations[..]))
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
        self.offer
    }

    /// Who has asked to take a move back and was not answered yet.
    #[must_use]
    pub fn asks_back(&self) -> Option<Colour> {
        self.question.filter(|_| self.ending.is_none())
    }

    /// Who has claimed that neither side can win and was not answered yet.
    #[must_use]
    pub fn claims_no_win(&self) -> Option<Colour> {
        self.no_win_claim.filter(|_| self.ending.is_none())
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

    /// When something will happen by itself if nobody acts: a flag, or a byoyomi period.
    #[must_use]
    pub fn next_change(&self) -> Option<(Millis, ClockChange)> {
        if self.ending.is_some() { None } else { self.clocks.change_after(self.now) }
    }

    /// What a side may do now.
    #[must_use]
    pub fn rights(&self, side: Colour, now: Millis) -> Vec<Right> {
        let mut rights = Vec::new();
        if self.ending.is_some() {
            return rights;
        }
        let other = side.other();
        let on_turn = self.turn.side() == side;
        let decides = self.open.as_ref().is_some_and(|open| open.by == other);
        let mut add = |allowed: bool, right| {
            if allowed {
                rights.push(right);
            }
        };
        add(on_turn, Right::Move);
        add(decides, Right::Demand);
        add(decides && on_turn, Right::LetStand);
        add(decides && self.open.as_ref().is_some_and(|open| open.uncrowned.is_some()), Right::Crown);
        add(self.clocks.running() == Some(side), Right::Press);
        add(self.offer.is_none() && self.game.may_agree_draw().is_ok(), Right::Offer);
        let asked = [self.offer, self.question, self.no_win_claim].contains(&Some(other));
        add(asked, Right::Answer);
        add(!self.game.claimable().is_empty(), Right::ClaimDraw);
        add(self.gone_long(other, now), Right::ClaimGone);
        add(!self.game.played().is_empty(), Right::AskBack);
        add(self.game.played().len() < 2, Right::Drop);
        add(true, Right::Resign);
        rights
    }

    fn gone_long(&self, side: Colour, now: Millis) -> bool {
        self.gone_since[side as usize].is_some_and(|since| now >= since.plus(GONE_AFTER))
    }

    /// Lets time pass: a flag that has fallen by then ends the game.
    ///
    /// # Errors
    /// If the time is earlier than the last event's.
    pub fn tick(&mut self, now: Millis) -> Changes {
        if now < self.now {
            return Err(Refused::TimeBackward);
        }
        self.now = now;
        if self.ending.is_some() {
            return Ok(Vec::new());
        }
        match self.clocks.flag(now) {
            None => Ok(Vec::new()),
            Some(loser) if self.spec.mercy && self.cannot_win[loser.other() as usize] => {
                Ok(vec![self.end(Ending::FlagWithoutWin(loser))])
            }
            Some(loser) => Ok(vec![self.end(Ending::Flag(loser))]),
        }
    }

    /// Takes an event.
    ///
    /// # Errors
    /// Why it is not accepted; nothing has changed then but the passing of time.
    pub fn apply(&mut self, event: &Event) -> Changes {
        let mut changes = self.tick(event.time)?;
        if !changes.is_empty() {
            // The flag fell first; the event comes too late.
            return Ok(changes);
        }
        if let Act::Note(_) = event.act {
            return Ok(changes);
        }
        if let Some(ending) = self.ending {
            return Err(Refused::Over(ending));
        }
        let (saved, plies) = (self.without_history(), self.game.played().len());
        match self.act(event) {
            Ok(more) => {
                changes.extend(more);
                Ok(changes)
            }
            Err(refused) => {
                self.restore_from(saved, plies);
                Err(refused)
            }
        }
    }

    /// A copy of everything but the moves played: what an event can change before it turns out to be refused. (Copying
    /// the history at every event would make a long game cost the square of its length.) An event that takes moves
    /// back or begins the game anew is refused, if at all, before it does so.
    fn without_history(&self) -> Table {
        Table {
            spec: self.spec.clone(),
            game: Game::from_position(self.spec.ruleset, *self.game.position()),
            board: self.board.clone(),
            turn: self.turn.clone(),
            extra: self.extra.clone(),
            open: self.open.clone(),
            clocks: self.clocks.clone(),
            ..*self
        }
    }

    fn restore_from(&mut self, saved: Table, plies: usize) {
        let game = std::mem::replace(self, saved).game;
        self.game = game;
        while self.game.played().len() > plies {
            self.game.undo();
        }
    }

    fn act(&mut self, event: &Event) -> Changes {
        match event.actor {
            Actor::Side(side) => self.player_acts(side, &event.act),
            Actor::Arbiter => match event.act {
                Act::Rule(ruling) => self.rule(ruling),
                Act::Disturbance => Ok(self.restore()),
                _ => Err(Refused::NotYours),
            },
            Actor::Nobody => match event.act {
                Act::Disturbance => Ok(self.restore()),
                Act::CannotWin(side) => {
                    self.cannot_win[side as usize] = true;
                    if self.no_win_claim.is_some() && self.cannot_win == [true; 2] {
                        return Ok(vec![self.end_without_win()]);
                    }
                    Ok(Vec::new())
                }
                _ => Err(Refused::NotYours),
            },
        }
    }

    fn player_acts(&mut self, side: Colour, act: &Act) -> Changes {
        match act {
            Act::Adjust | Act::Touch(_) | Act::Lift(_) | Act::Place(_) | Act::Release | Act::Remove(_) => {
                self.hand(side, act)
            }
            Act::Crown(cell) => self.crown(side, *cell),
            Act::Move(cells) => self.whole_move(side, cells),
            Act::Pass => self.pass(side),
            Act::Press => self.press(side),
            Act::Offer => self.offer_draw(side),
            Act::Accept => self.accept(side),
            Act::Decline => self.decline(side),
            Act::Resign => {
                let outcome = self.game.resign(side).map_err(Refused::End)?;
                Ok(vec![self.end(Ending::Rules(outcome))])
            }
            Act::Claim(claim) => self.claim(side, *claim),
            Act::Insist => Ok(vec![Change::Insisted(side)]),
            Act::Demand => self.demand(side),
            Act::AskBack if self.game.played().is_empty() => Err(Refused::NothingMoved),
            Act::AskBack => {
                self.question = Some(side);
                Ok(vec![Change::AskedBack(side)])
            }
            Act::AgreeBack => self.agree_back(side),
            Act::Leave => {
                self.gone_since[side as usize] = Some(self.now);
                Ok(vec![Change::Left(side)])
            }
            Act::Return => {
                self.gone_since[side as usize] = None;
                Ok(vec![Change::Returned(side)])
            }
            Act::Drop if self.game.played().len() < 2 => Ok(vec![self.end(Ending::Dropped)]),
            Act::Drop => Err(Refused::TooLateToDrop),
            Act::Rule(_) | Act::Disturbance | Act::CannotWin(_) | Act::Note(_) => Err(Refused::NotYours),
        }
    }

    fn end(&mut self, ending: Ending) -> Change {
        self.ending = Some(ending);
        // Stopping can fail only for a time that goes backward, which was refused before.
        let _ = self.clocks.stop(self.now);
        Change::Ended(ending)
    }

    /// It was claimed and proved that nobody can win.
    fn end_without_win(&mut self) -> Change {
        self.end(Ending::Rules(Outcome { winner: None, reason: EndReason::NobodyCanWin }))
    }

    // --- Hands ---

    /// Hands at the board. A player who acts after the opponent's turn is complete begins the own turn by it.
    fn hand(&mut self, side: Colour, act: &Act) -> Changes {
        if self.spec.manner != Manner::AtBoard {
            return Err(Refused::OtherManner);
        }
        self.start_clocks()?;
        let mut changes = Vec::new();
        if self.turn.side() != side && self.turn.is_complete() {
            changes.extend(self.finish_turn()?);
            if self.ending.is_some() {
                return Ok(changes);
            }
        }
        if self.extra.as_ref().is_some_and(|extra| extra.side() != side && extra.is_complete()) {
            changes.extend(self.finish_extra());
        }
        if self.turn.side() == side && self.extra.is_none() {
            perform(&mut self.turn, &mut self.board, act)?;
            return Ok(changes);
        }
        if self.turn.side() == side || !self.turn.is_untouched() {
            return Err(Refused::NotYourTurn);
        }
        if matches!(act, Act::Touch(_) | Act::Adjust) && self.extra.is_none() {
            changes.push(Change::Incorrect { by: side, what: Incorrect::TouchedInOthersTurn });
            return Ok(changes);
        }
        let mut extra = self.extra.take().unwrap_or_else(|| Turn::new(side, self.board.clone()));
        perform(&mut extra, &mut self.board, act)?;
        self.extra = Some(extra);
        Ok(changes)
    }

    fn start_clocks(&mut self) -> Result<(), Refused> {
        if !self.started {
            self.started = true;
            self.clocks.start(self.turn.side(), self.now).map_err(|_| Refused::Clock)?;
        }
        Ok(())
    }

    /// A turn out of turn is over.
    fn finish_extra(&mut self) -> Vec<Change> {
        let Some(extra) = self.extra.take() else { return Vec::new() };
        let by = extra.side();
        match extra.judge(&self.spec.ruleset, &self.board) {
            Judgement::Nothing => vec![Change::Incorrect { by, what: Incorrect::TouchedInOthersTurn }],
            _ => {
                let before = extra.before().clone();
                let violation = if extra.has_moved() { Violation::TwoMoves } else { Violation::RemovedWithoutReason };
                self.turn = Turn::new(by.other(), self.board.clone());
                self.break_rules(by, vec![violation], before, by.other(), Doing::default())
            }
        }
    }

    /// The turn is over: it was a move, or a violation that the opponent may now have corrected.
    fn finish_turn(&mut self) -> Changes {
        let side = self.turn.side();
        let judgement = self.turn.judge(&self.spec.ruleset, &self.board);
        if judgement == Judgement::Nothing {
            return Err(Refused::NothingMoved);
        }
        // Any move accepts what the opponent did before (A.violation.7).
        let mut changes = self.let_stand();
        self.offer = self.offer.filter(|offerer| *offerer == side);
        self.no_win_claim = None;
        self.question = None;
        let before = self.turn.before().clone();
        let touched = self.turn.first_touched();
        self.turn = Turn::new(side.other(), self.board.clone());
        match judgement {
            Judgement::Nothing => {}
            Judgement::Legal { mv, path, shown } => {
                changes.extend(self.moved(mv, path));
                if !shown {
                    changes.push(Change::Incorrect { by: side, what: Incorrect::NotShown });
                }
            }
            Judgement::Uncrowned { mv, path } => {
                let doing = Doing { uncrowned: Some((mv, path)), touched };
                changes.extend(self.break_rules(side, vec![Violation::NotCrowned], before, side, doing));
            }
            Judgement::Broken(violations) => {
                let doing = Doing { uncrowned: None, touched };
                changes.extend(self.break_rules(side, violations, before, side, doing));
            }
        }
        Ok(changes)
    }

    fn break_rules(
        &mut self,
        by: Colour,
        violations: Vec<Violation>,
        before: Standing,
        back_to: Colour,
        doing: Doing,
    ) -> Vec<Change> {
        let Doing { uncrowned, touched } = doing;
        match &mut self.open {
            // More of the same player's doing: all of it is undone together, back to where it began.
            Some(open) if open.by == by => {
                open.violations.extend(&violations);
                open.uncrowned = None;
            }
            open => {
                *open = Some(Open { by, violations: violations.clone(), before, back_to, uncrowned, touched });
            }
        }
        vec![Change::Violated { by, violations }]
    }

    /// What is open stands as it is, with the opponent of the one who did it to move.
    fn let_stand(&mut self) -> Vec<Change> {
        let Some(open) = self.open.take() else { return Vec::new() };
        let stands = self.turn.before().position(open.by.other());
        self.game.let_stand(stands);
        vec![Change::Stands { by: open.by }]
    }

    fn moved(&mut self, mv: Move, path: Vec<Square>) -> Vec<Change> {
        let before = *self.game.position();
        let by = before.to_move();
        self.game.play_unchecked(mv, path.clone());
        self.cannot_win = [false; 2];
        let mut changes = vec![Change::Moved { by, mv, path, before }];
        if let Some(outcome) = self.game.outcome() {
            changes.push(self.end(Ending::Rules(outcome)));
        }
        changes
    }

    fn crown(&mut self, side: Colour, cell: Cell) -> Changes {
        let lacking = self.open.as_ref().and_then(|open| open.uncrowned.clone());
        let names = self.board.names();
        match lacking {
            // Either player may crown (A.move.6).
            Some((mv, path)) if names.square(cell) == Some(mv.to()) && self.turn.is_untouched() => {
                self.board.crown(cell);
                self.open = None;
                self.turn = Turn::new(self.turn.side(), self.board.clone());
                let mut changes = vec![Change::Crowned(side)];
                changes.extend(self.moved(mv, path));
                Ok(changes)
            }
            _ if self.spec.manner != Manner::AtBoard => Err(Refused::OtherManner),
            _ if self.turn.side() != side => Err(Refused::NotYourTurn),
            _ => {
                self.turn.crown(&mut self.board, cell).map_err(Refused::Impossible)?;
                Ok(Vec::new())
            }
        }
    }

    /// A whole legal move at once.
    fn whole_move(&mut self, side: Colour, cells: &[Cell]) -> Changes {
        let mut changes = Vec::new();
        if self.turn.side() != side && self.turn.is_complete() {
            changes.extend(self.finish_turn()?);
        }
        if self.extra.as_ref().is_some_and(|extra| extra.side() != side && extra.is_complete()) {
            changes.extend(self.finish_extra());
        }
        if self.turn.side() != side || self.extra.is_some() {
            return Err(Refused::NotYourTurn);
        }
        self.start_clocks()?;
        let names = self.board.names();
        let square = |cell: &Cell| names.square(*cell).ok_or(Refused::NotPlayed(*cell));
        let squares: Vec<Square> = cells.iter().map(square).collect::<Result<_, _>>()?;
        let (from, then) = squares.split_first().ok_or(Refused::NothingMoved)?;
        let attempt = Attempt { from: *from, then: then.to_vec() };
        let position = self.turn.before().position(side);
        let mv = match self.spec.ruleset.explain(&position, &attempt) {
            Verdict::Refused(refusal) => return Err(Refused::Illegal(refusal)),
            Verdict::Legal(moves) => {
                // The squares can be the whole path of one move and only the ends of another, which goes round.
                let is_whole = |mv: &&Move| self.spec.ruleset.is_path(&position, **mv, &squares);
                let whole: Vec<Move> = moves.iter().filter(is_whole).copied().collect();
                match (&moves[..], &whole[..]) {
                    ([mv], _) | (_, [mv]) => *mv,
                    _ => return Err(Refused::Ambiguous(moves)),
                }
            }
        };
        if !self.turn.is_only_touched() {
            return Err(Refused::NotYourTurn);
        }
        let bound = self.turn.binding(&self.spec.ruleset.legal_moves(&position));
        if bound.is_some_and(|cell| names.square(cell) != Some(mv.from())) {
            return Err(Refused::OtherPieceBound);
        }
        changes.extend(self.let_stand());
        self.offer = self.offer.filter(|offerer| *offerer == side);
        (self.question, self.no_win_claim) = (None, None);
        let ruleset = self.spec.ruleset;
        let shown = ruleset.is_path(&position, mv, &squares).then_some(squares);
        let path = shown.unwrap_or_else(|| ruleset.paths(&position, mv, 1).pop().unwrap_or_default());
        let strays: Vec<_> = self.board.strays().collect();
        self.board = Standing::new(&ruleset, &position.after(mv));
        for (cell, piece) in strays {
            self.board.set(cell, Some(piece));
        }
        self.turn = Turn::new(side.other(), self.board.clone());
        changes.extend(self.moved(mv, path));
        if self.ending.is_none() && self.spec.manner == Manner::Strict {
            self.clocks.press(self.now).map_err(|_| Refused::Clock)?;
        }
        Ok(changes)
    }

    /// A side of corners that has no move is passed over, and that is recorded.
    fn pass(&mut self, side: Colour) -> Changes {
        let only = self.game.legal_moves();
        let [null] = only[..] else { return Err(Refused::NothingMoved) };
        if !null.is_null() || self.turn.side() != side || !self.is_settled() {
            return Err(Refused::NotYourTurn);
        }
        self.turn = Turn::new(side.other(), self.board.clone());
        let changes = self.moved(null, Vec::new());
        if self.ending.is_none() && self.started {
            self.clocks.press(self.now).map_err(|_| Refused::Clock)?;
        }
        Ok(changes)
    }

    fn press(&mut self, side: Colour) -> Changes {
        let mut changes = Vec::new();
        if self.turn.side() == side && self.turn.is_complete() {
            changes.extend(self.finish_turn()?);
        } else if self.extra.as_ref().is_some_and(|extra| extra.side() == side && extra.is_complete()) {
            changes.extend(self.finish_extra());
        } else if self.clocks.running() != Some(side) || self.turn.side() == side {
            return Err(Refused::NothingMoved);
        }
        if self.ending.is_none() && self.clocks.running() == Some(side) {
            self.clocks.press(self.now).map_err(|_| Refused::Clock)?;
        }
        Ok(changes)
    }

    // --- Corrections ---

    /// Only the opponent decides (A.violation.4), and all of it is undone (A.violation.8).
    fn demand(&mut self, side: Colour) -> Changes {
        let mut changes = Vec::new();
        if self.turn.side() != side && self.turn.is_complete() {
            // Noticed before the clock was pressed.
            changes.extend(self.finish_turn()?);
        }
        if self.extra.as_ref().is_some_and(|extra| extra.side() != side && extra.is_complete()) {
            changes.extend(self.finish_extra());
        }
        match &self.open {
            Some(open) if open.by == side.other() => {
                changes.extend(self.correct()?);
                Ok(changes)
            }
            _ => Err(Refused::NothingToCorrect),
        }
    }

    fn correct(&mut self) -> Changes {
        let Some(open) = self.open.take() else { return Ok(Vec::new()) };
        let mut changes = vec![Change::Corrected { by: open.by, violations: open.violations.clone() }];
        if let Some((mv, path)) = open.uncrowned {
            // Putting on the crown is the whole correction.
            self.board.crown(self.board.names().cell(mv.to()));
            self.turn = Turn::new(self.turn.side(), self.board.clone());
            changes.push(Change::Crowned(open.by));
            changes.extend(self.moved(mv, path));
            return Ok(changes);
        }
        self.board = open.before;
        let touched = open.touched.filter(|_| open.back_to == open.by);
        self.turn = Turn::new(open.back_to, self.board.clone()).bound_to(touched);
        self.extra = None;
        if self.clocks.turn() == Some(open.by.other()) && open.back_to == open.by {
            // The move that is undone is not counted, and what it earned is earned again.
            let _ = self.clocks.unpress(open.by, self.now);
        }
        if self.give_clock(open.back_to)? {
            // The clock runs for the one who must correct (B.missed.2).
            changes.push(Change::ClockGiven(open.back_to));
        }
        Ok(changes)
    }

    /// Hands the clock to a side without a completed move, also in a pause; whether it was the other's.
    fn give_clock(&mut self, side: Colour) -> Result<bool, Refused> {
        if self.clocks.turn() != Some(side.other()) || self.spec.clocks.iter().all(|control| control.is_none()) {
            return Ok(false);
        }
        self.clocks.give_to(side, self.now).map_err(|_| Refused::Clock)?;
        Ok(true)
    }

    /// What happened without the players' doing is no violation (A.violation.5).
    fn restore(&mut self) -> Vec<Change> {
        self.board = self.turn.before().clone();
        self.turn = Turn::new(self.turn.side(), self.board.clone());
        self.extra = None;
        vec![Change::Restored]
    }

    // --- Offers, claims, rulings ---

    fn offer_draw(&mut self, side: Colour) -> Changes {
        if self.offer.is_some() {
            return Err(Refused::AlreadyOffered);
        }
        // An offer that could not be accepted has no effect (C.5.1).
        self.game.may_agree_draw().map_err(Refused::End)?;
        self.offer = Some(side);
        Ok(vec![Change::Offered(side)])
    }

    fn accept(&mut self, side: Colour) -> Changes {
        if self.no_win_claim == Some(side.other()) {
            let outcome = Outcome { winner: None, reason: EndReason::NobodyCanWin };
            return Ok(vec![self.end(Ending::Rules(outcome))]);
        }
        if self.offer != Some(side.other()) {
            return Err(Refused::NothingToAnswer);
        }
        let outcome = self.game.agree_draw().map_err(Refused::End)?;
        Ok(vec![self.end(Ending::Rules(outcome))])
    }

    fn decline(&mut self, side: Colour) -> Changes {
        let other = Some(side.other());
        if [self.offer, self.question, self.no_win_claim].iter().all(|asked| *asked != other) {
            return Err(Refused::NothingToAnswer);
        }
        for asked in [&mut self.offer, &mut self.question, &mut self.no_win_claim] {
            if *asked == other {
                *asked = None;
            }
        }
        Ok(vec![Change::Declined])
    }

    fn claim(&mut self, side: Colour, claim: Claim) -> Changes {
        let other = side.other();
        match claim {
            Claim::Draw => {
                let outcome = self.game.claim_draw().map_err(Refused::End)?;
                Ok(vec![self.end(Ending::Rules(outcome))])
            }
            Claim::NobodyCanWin if self.cannot_win == [true; 2] => Ok(vec![self.end_without_win()]),
            Claim::NobodyCanWin => {
                self.no_win_claim = Some(side);
                Ok(vec![Change::ClaimedNoWin(side)])
            }
            Claim::Gone | Claim::GoneDraw if !self.gone_long(other, self.now) => Err(Refused::NotGoneLong),
            Claim::Gone => Ok(vec![self.end(Ending::Gone(other))]),
            Claim::GoneDraw => Ok(vec![self.end(Ending::GoneDraw(other))]),
            // The program has laid the board and set it up; a game that goes badly cannot be annulled so.
            Claim::WrongBoard | Claim::WrongSetup if self.spec.manner == Manner::Strict => Err(Refused::OtherManner),
            Claim::WrongBoard => Ok(vec![self.end(Ending::Annulled)]),
            Claim::WrongSetup => self.set_up_again(side),
        }
    }

    /// A wrong set-up falls under article 4 (A.violation.2): it is undone for a player who has not moved yet, because a
    /// move accepts it (A.violation.7).
    fn set_up_again(&mut self, side: Colour) -> Changes {
        let agreed = self.spec.first_position().map_err(|_| Refused::NothingToCorrect)?;
        let has_moved = self.game.played().iter().any(|ply| ply.before.to_move() == side);
        if self.spec.found.is_none() || has_moved {
            return Err(Refused::NothingToCorrect);
        }
        let by = side.other();
        self.give_clock(agreed.to_move())?;
        self.spec.found = None;
        self.game = Game::from_position(self.spec.ruleset, agreed);
        self.board = Standing::new(&self.spec.ruleset, &agreed);
        self.turn = Turn::new(agreed.to_move(), self.board.clone());
        (self.open, self.extra) = (None, None);
        let mut changes = vec![Change::Violated { by, violations: vec![Violation::WrongSetup] }];
        changes.push(Change::Corrected { by, violations: vec![Violation::WrongSetup] });
        Ok(changes)
    }

    fn agree_back(&mut self, side: Colour) -> Changes {
        let asker = side.other();
        if self.question != Some(asker) {
            return Err(Refused::NothingToAnswer);
        }
        self.question = None;
        if self.open.as_ref().is_some_and(|open| open.by == asker) {
            // What was done last is still open: undoing it is all that is asked for.
            return self.correct();
        }
        self.open = None;
        let movers: Vec<Colour> = self.game.played().iter().rev().map(|ply| ply.before.to_move()).collect();
        let taken = movers.iter().position(|mover| *mover == asker).map_or(movers.len(), |at| at + 1);
        for mover in &movers[..taken] {
            // A move that was never pressed has nothing to undo on the clock.
            let _ = self.clocks.unpress(*mover, self.now);
        }
        self.give_clock(asker)?;
        for _ in 0..taken {
            self.game.undo();
        }
        self.board = Standing::new(&self.spec.ruleset, self.game.position());
        self.turn = Turn::new(self.game.position().to_move(), self.board.clone());
        self.extra = None;
        Ok(vec![Change::TookBack(taken)])
    }

    fn rule(&mut self, ruling: Ruling) -> Changes {
        match ruling {
            Ruling::Correct if self.open.is_some() => self.correct(),
            Ruling::Stand if self.open.is_some() => Ok(self.let_stand()),
            Ruling::Correct | Ruling::Stand => Err(Refused::NothingToCorrect),
            Ruling::Refusal(loser) => Ok(vec![self.end(Ending::Refusal(loser))]),
            Ruling::Penalty(loser) => Ok(vec![self.end(Ending::Penalty(loser))]),
            Ruling::Draw => Ok(vec![self.end(Ending::ArbiterDraw)]),
            Ruling::Annul => Ok(vec![self.end(Ending::Annulled)]),
            Ruling::Pause => {
                self.clocks.pause(self.now).map_err(|_| Refused::Clock)?;
                Ok(vec![Change::Paused])
            }
            Ruling::Resume => {
                self.clocks.resume(self.now).map_err(|_| Refused::Clock)?;
                Ok(vec![Change::Resumed])
            }
            Ruling::Time(side, time) => {
                self.clocks.set(side, time, self.now).map_err(|_| Refused::Clock)?;
                Ok(vec![Change::TimeSet(side, time)])
            }
        }
    }
}

fn perform(turn: &mut Turn, board: &mut Standing, act: &Act) -> Result<(), Refused> {
    match act {
        Act::Adjust => {
            turn.adjust();
            Ok(())
        }
        Act::Touch(cell) => turn.touch(board, *cell),
        Act::Lift(cell) => turn.lift(board, *cell),
        Act::Place(cell) => turn.place(board, *cell),
        Act::Release => turn.release(),
        Act::Remove(cell) => turn.remove(board, *cell),
        _ => Ok(()),
    }
    .map_err(Refused::Impossible)
}

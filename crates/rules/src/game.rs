//! A game: its history, its counters, and how it ends.

use crate::board::{Colour, Square};
use crate::draws::{CATALOGUE, Counters, DrawKind, DrawRule};
use crate::facts::{Movement, RaceFacts, ResultRule};
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::{Citation, Ruleset, Topic};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody, if the game is drawn.
    pub winner: Option<Colour>,
    /// Why.
    pub reason: EndReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// A side has no pieces.
    NoPieces(Colour),
    /// A side to move has no move.
    NoMoves(Colour),
    /// Corners: a side stands in the opponent's camp.
    Arrived(Colour),
    /// Corners: the second side arrived on its equalising move.
    BothArrived,
    /// Corners: a side still has pieces at home after the limit.
    AtHome(Colour),
    /// A draw rule.
    Draw(&'static DrawRule),
    /// The players agreed on a draw.
    Agreement,
    /// It is proved that neither side can win.
    NobodyCanWin,
    /// A side resigned.
    Resignation(Colour),
}

impl Outcome {
    /// Where the rule that ended the game comes from.
    #[must_use]
    pub fn citation(&self, ruleset: &Ruleset) -> Citation {
        match self.reason {
            EndReason::NoPieces(_) => ruleset.cite(Topic::NoPieces),
            EndReason::NoMoves(_) => ruleset.cite(Topic::NoMove),
            EndReason::Arrived(_) | EndReason::BothArrived => ruleset.cite(Topic::RaceWin),
            EndReason::AtHome(_) => Citation::Added,
            EndReason::Draw(rule) => ruleset.cite_draw(rule),
            EndReason::Agreement => ruleset.cite(Topic::Agreement),
            EndReason::NobodyCanWin => ruleset.cite(Topic::NobodyCanWin),
            EndReason::Resignation(_) => ruleset.cite(Topic::Resignation),
        }
    }
}

/// Knowledge that can prove a position drawn; endgame tables implement it. Without proof "neither side can win" is a
/// matter for the players or the arbiter.
pub trait WinProof {
    /// `Some(true)` if it is certain that neither side can win with best play, `Some(false)` if one can, `None` if this
    /// position is beyond this knowledge.
    fn nobody_can_win(&self, ruleset: &Ruleset, position: &Position) -> Option<bool>;
}

/// A move that was played, with the path that was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The squares the piece touched, first and last included; empty for the null move of corners.
    pub path: Vec<Square>,
    /// The position before it.
    pub before: Position,
    /// Whether this was no legal move, but what the opponent let stand; the move and the path mean nothing then.
    pub irregular: bool,
    /// Whether no other legal move led from the same square to the same square: then these two are enough to write it.
    pub unique_ends: bool,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    position: Position,
    hash: u64,
    counters: Counters,
    outcome: Option<Outcome>,
}

/// Why a move was not played. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// The move is not legal here.
    Illegal(Move),
    /// The path is none of the move's.
    WrongPath(Move),
}

/// Why players cannot end the game as they wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndError {
    /// The game is over already.
    Over(Outcome),
    /// A draw can be agreed only after each side has made so many moves.
    TooEarly {
        /// That number.
        moves: u16,
    },
    /// No draw rule that can be claimed is fulfilled.
    NothingToClaim,
    /// There is no proof that neither side can win.
    NotProved,
}

/// How far a draw rule has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The rule.
    pub rule: &'static DrawRule,
    /// Where it comes from.
    pub citation: Citation,
    /// What it has counted.
    pub count: u16,
    /// The count that makes the draw.
    pub full: u16,
    /// The half-moves until the draw, if everything goes on as it is; `None` for repetition.
    pub plies_left: Option<u16>,
    /// Whether the draw waits for a player's claim.
    pub on_claim: bool,
}

/// A game from its first position to its end.
///
/// ```
/// use damka_rules::{Game, Ruleset};
/// let mut game = Game::new(Ruleset::named("russian").unwrap());
/// let first = game.legal_moves()[0];
/// game.play(first).unwrap();
/// assert!(game.play(first).is_err(), "it is Black's turn");
/// game.undo();
/// assert_eq!(game.position(), &game.ruleset().start());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    ruleset: Ruleset,
    played: Vec<Played>,
    now: State,
    /// The legal moves of the position, whether or not the game is over; nothing where there are very many of them.
    legal: Option<Vec<Move>>,
}

/// More legal moves than this are not kept but generated again when somebody asks. Hardly any position has so many.
const KEPT_MOVES: usize = 128;

impl Game {
    /// A game from the starting position.
    #[must_use]
    pub fn new(ruleset: Ruleset) -> Game {
        Game::from_position(ruleset, ruleset.start())
    }

    /// A game from any position, which is its first occurrence.
    #[must_use]
    pub fn from_position(ruleset: Ruleset, position: Position) -> Game {
        let now = State { position, hash: position.hash(), counters: Counters::default(), outcome: None };
        let mut game = Game { ruleset, played: Vec::new(), now, legal: None };
        game.arrive();
        game
    }

    /// Looks at the position that has just come about: its legal moves are generated once, for everybody who asks, and
    /// tell whether the game is over.
    fn arrive(&mut self) {
        self.generate();
        self.now.outcome = self.win().or_else(|| self.draw());
    }

    fn generate(&mut self) {
        let legal = self.ruleset.legal_moves(self.position());
        self.legal = (legal.len() <= KEPT_MOVES).then_some(legal);
    }

    /// Whether the side to move has a legal move. Where they are not kept there are many.
    fn can_move(&self) -> bool {
        self.legal.as_ref().is_none_or(|legal| !legal.is_empty())
    }

    /// The rules of the game.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// The fingerprint of the position, kept up to date move by move.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.now.hash
    }

    /// What has been played.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    /// The legal moves; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal().into_owned()
    }

    /// The legal moves without a copy of them; none when the game is over.
    #[must_use]
    pub fn legal(&self) -> Cow<'_, [Move]> {
        if self.now.outcome.is_some() { Cow::Borrowed(&[]) } else { self.moves_here() }
    }

    /// The legal moves of the position, whether or not the game is over.
    fn moves_here(&self) -> Cow<'_, [Move]> {
        match &self.legal {
            Some(legal) => Cow::Borrowed(legal),
            None => Cow::Owned(self.ruleset.legal_moves(self.position())),
        }
    }

    /// Plays a move, on the first of its paths.
    ///
    /// # Errors
    /// If the game is over or the move is not legal. Nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check(mv)?;
        let path = self.ruleset.paths(self.position(), mv, 1).pop().unwrap_or_default();
        self.play_unchecked(mv, path);
        Ok(())
    }

    /// Plays a move on the path that was shown.
    ///
    /// # Errors
    /// As [`Game::play`], and if the path is none of the move's.
    pub fn play_on_path(&mut self, mv: Move, path: &[Square]) -> Result<(), PlayError> {
        self.check(mv)?;
        if !self.ruleset.is_path(self.position(), mv, path) {
            return Err(PlayError::WrongPath(mv));
        }
        self.play_unchecked(mv, path.to_vec());
        Ok(())
    }

    fn check(&self, mv: Move) -> Result<(), PlayError> {
        match self.now.outcome {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None if self.legal().contains(&mv) => Ok(()),
            None => Err(PlayError::Illegal(mv)),
        }
    }

    /// Plays a move that is known to be legal on a path that is known to be its own.
    pub fn play_unchecked(&mut self, mv: Move, path: Vec<Square>) {
        let before = self.now;
        let same_ends = |other: &&Move| other.from == mv.from && other.to == mv.to;
        // Only captures can share both ends.
        let unique_ends = !mv.is_capture() || self.moves_here().iter().filter(same_ends).count() <= 1;
        let position = before.position.after(mv);
        let road = self.ruleset.board().great_road();
        let draws = self.ruleset.facts.draws;
        self.now = State {
            position,
            hash: before.position.hash_after(before.hash, mv),
            counters: before.counters.after(draws, road, &before.position, mv, &position),
            outcome: None,
        };
        self.played.push(Played { mv, path, before: before.position, irregular: false, unique_ends, state: before });
        self.arrive();
    }

    /// Goes on from a position that came about against the rules and was let stand (rules.md 8.13): it counts for
    /// repetition, and the counters go by what happened to the pieces.
    pub fn let_stand(&mut self, position: Position) {
        let before = self.now;
        let (draws, road) = (self.ruleset.facts.draws, self.ruleset.board().great_road());
        self.now = State {
            position,
            hash: position.hash(),
            counters: before.counters.after_irregular(draws, road, &before.position, &position),
            outcome: None,
        };
        let (mv, path) = (Move::NULL, Vec::new());
        let (before_it, unique_ends) = (before.position, true);
        self.played.push(Played { mv, path, before: before_it, irregular: true, unique_ends, state: before });
        self.arrive();
    }

    /// Takes the last move back; `None` at the beginning. A game that players had ended goes on.
    pub fn undo(&mut self) -> Option<Played> {
        let last = self.played.pop()?;
        self.now = last.state;
        self.generate();
        Some(last)
    }

    /// How often the position has been on the board with the same side to move, this time included.
    #[must_use]
    pub fn repetitions(&self) -> u16 {
        let now = &self.now;
        let earlier = self.played.iter().filter(|ply| ply.state.hash == now.hash && ply.before == now.position);
        1 + earlier.count() as u16
    }

    /// The count of a rule by its place in the catalogue.
    pub(crate) fn counter(&self, rule: usize) -> u16 {
        self.now.counters.at(rule)
    }

    /// How far each draw rule has come that is running now.
    #[must_use]
    pub fn progress(&self) -> Vec<Progress> {
        let road = self.ruleset.board().great_road();
        let view = |rule: &'static DrawRule| {
            let (count, full, plies_left) = match rule.kind {
                DrawKind::Repetition(full) => (self.repetitions(), full, None),
                DrawKind::RepeatedMove(full) => (self.repeated_moves(), full, None),
                DrawKind::Blockade => return None,
                DrawKind::Counted(counted) => {
                    if !counted.runs(self.position(), road) {
                        return None;
                    }
                    let count = self.now.counters.of(rule);
                    (count, counted.full, Some(counted.plies_left(count, self.position())))
                }
            };
            let on_claim = self.ruleset.is_on_claim(rule);
            Some(Progress { rule, citation: self.ruleset.cite_draw(rule), count, full, plies_left, on_claim })
        };
        self.ruleset.facts.draws.rules().filter_map(view).collect()
    }

    /// The draw rules that are fulfilled but wait for a claim.
    #[must_use]
    pub fn claimable(&self) -> Vec<&'static DrawRule> {
        let rules = self.ruleset.facts.draws.rules();
        rules.filter(|rule| self.ruleset.is_on_claim(rule) && self.is_fulfilled(rule)).collect()
    }

    /// Claims a draw by a fulfilled rule.
    ///
    /// # Errors
    /// If the game is over or no rule is fulfilled.
    pub fn claim_draw(&mut self) -> Result<Outcome, EndError> {
        let rule = *self.claimable().first().ok_or(EndError::NothingToClaim)?;
        self.end(Outcome { winner: None, reason: EndReason::Draw(rule) })
    }

    /// Ends the game as drawn because neither side can win, if that can be proved.
    ///
    /// # Errors
    /// If the game is over or there is no proof.
    pub fn claim_nobody_can_win(&mut self, proof: &dyn WinProof) -> Result<Outcome, EndError> {
        if proof.nobody_can_win(&self.ruleset, self.position()) != Some(true) {
            return Err(EndError::NotProved);
        }
        self.end(Outcome { winner: None, reason: EndReason::NobodyCanWin })
    }

    /// Ends the game as drawn by agreement.
    ///
    /// # Errors
    /// If the game is over or too few moves have been made (C.5.1).
    pub fn agree_draw(&mut self) -> Result<Outcome, EndError> {
        self.may_agree_draw()?;
        self.end(Outcome { winner: None, reason: EndReason::Agreement })
    }

    /// Whether a draw could be agreed now.
    ///
    /// # Errors
    /// As [`Game::agree_draw`].
    pub fn may_agree_draw(&self) -> Result<(), EndError> {
        let moves = self.ruleset.facts.agreement_after;
        match self.now.outcome {
            Some(over) => Err(EndError::Over(over)),
            None if self.played.len() < usize::from(moves) * 2 => Err(EndError::TooEarly { moves }),
            None => Ok(()),
        }
    }

    /// Ends the game by resignation. Resigning loses in giveaway too.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, loser: Colour) -> Result<Outcome, EndError> {
        self.end(Outcome { winner: Some(loser.other()), reason: EndReason::Resignation(loser) })
    }

    /// Lets a game go on that the players had ended by resigning, agreeing or claiming. What the rules ended stays ended.
    ///
    /// ```
    /// use damka_rules::{Colour, Game, Ruleset};
    /// let mut game = Game::new(Ruleset::named("russian").unwrap());
    /// game.resign(Colour::White).unwrap();
    /// game.reopen();
    /// assert_eq!(game.outcome(), None);
    /// ```
    pub fn reopen(&mut self) {
        self.now.outcome = self.win().or_else(|| self.draw());
    }

    fn end(&mut self, outcome: Outcome) -> Result<Outcome, EndError> {
        match self.now.outcome {
            Some(over) => Err(EndError::Over(over)),
            None => {
                self.now.outcome = Some(outcome);
                Ok(outcome)
            }
        }
    }

    fn win(&self) -> Option<Outcome> {
        match self.ruleset.facts.movement {
            Movement::Race(facts) => self.race_end(facts),
            Movement::Draughts(_) => self.draughts_win(),
        }
    }

    fn draughts_win(&self) -> Option<Outcome> {
        let position = self.position();
        let mover = position.to_move();
        let stuck = |side: Colour, reason| {
            let winner = match self.ruleset.facts.result {
                ResultRule::Normal => side.other(),
                ResultRule::Reversed => side,
            };
            Some(Outcome { winner: Some(winner), reason })
        };
        for side in [mover, mover.other()] {
            if position.pieces(side).is_empty() {
                return stuck(side, EndReason::NoPieces(side));
            }
        }
        if !self.can_move() {
            return stuck(mover, EndReason::NoMoves(mover));
        }
        None
    }

    fn race_end(&self, facts: RaceFacts) -> Option<Outcome> {
        let position = self.position();
        let first = self.played.first().map_or(position.to_move(), |ply| ply.before.to_move());
        if let Some(winner) = facts.winner(position, first, !self.played.is_empty()) {
            let reason = winner.map_or(EndReason::BothArrived, EndReason::Arrived);
            return Some(Outcome { winner, reason });
        }
        let mover = self.played.last()?.before.to_move();
        let moves = self.played.iter().filter(|ply| ply.before.to_move() == mover).count();
        if facts.is_late_at_home(position, mover, moves) {
            return Some(Outcome { winner: Some(mover.other()), reason: EndReason::AtHome(mover) });
        }
        None
    }

    fn draw(&self) -> Option<Outcome> {
        if matches!(self.ruleset.facts.movement, Movement::Race(_)) && !self.can_move() {
            // Nobody can ever move again, whatever draw rules were chosen.
            let rule = CATALOGUE.iter().find(|rule| rule.kind == DrawKind::Blockade)?;
            return Some(Outcome { winner: None, reason: EndReason::Draw(rule) });
        }
        let mut rules = self.ruleset.facts.draws.rules();
        let rule = rules.find(|rule| !self.ruleset.is_on_claim(rule) && self.is_fulfilled(rule))?;
        Some(Outcome { winner: None, reason: EndReason::Draw(rule) })
    }

    fn is_fulfilled(&self, rule: &DrawRule) -> bool {
        match rule.kind {
            DrawKind::Repetition(times) => self.repetitions() >= times,
            DrawKind::RepeatedMove(times) => self.repeated_moves() >= times,
            DrawKind::Blockade => false,
            DrawKind::Counted(counted) => {
                counted.is_drawn(self.now.counters.of(rule), self.ruleset.board().great_road(), self.position())
            }
        }
    }

    /// How often the last move has been made from the same position by the same side.
    fn repeated_moves(&self) -> u16 {
        let Some(last) = self.played.last() else { return 0 };
        let same = |ply: &&Played| {
            !ply.irregular && ply.state.hash == last.state.hash && ply.mv == last.mv && ply.before == last.before
        };
        self.played.iter().filter(same).count() as u16
    }
}

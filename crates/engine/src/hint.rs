//! Why a move is good, as typed data that becomes words elsewhere.
//!
//! The reason is read off the best line of a search by playing it over: what is on the board once the captures are
//! done, whether a man is crowned on the way, how the second-best move compares, and what the opponent would do if
//! the turn were simply passed on.

use crate::engine::Engine;
use crate::limits::{Limits, Watch};
use crate::report::{Line, Report};
use crate::score::{ProvedEnd, Score};
use damka_rules::{Colour, Game, KingRange, Move, Movement, Position, ResultRule, Ruleset};

/// A good move and why it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// The reason a person is told.
    pub reason: HintReason,
    /// What the move is worth to the side that makes it.
    pub score: Score,
    /// How the game could go on, the move first.
    pub line: Vec<Move>,
}

/// Why a move is good: the most telling reason that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HintReason {
    /// There is no other.
    OnlyMove,
    /// It wins by force.
    Wins {
        /// The half-moves to the end, this one included.
        plies: u32,
    },
    /// Every move loses; this one takes longest.
    HoldsOut {
        /// The half-moves to the end.
        plies: u32,
    },
    /// Pieces are given up to take more.
    StartsCombination {
        /// The own pieces that are captured.
        gives: u32,
        /// The pieces that are captured for them.
        takes: u32,
    },
    /// So many men are won at once.
    WinsMen(u32),
    /// A king is won.
    WinsKing,
    /// So many men are won in the end.
    LeadsToMen(u32),
    /// What was taken is taken back.
    TakesBack,
    /// A man becomes a king with this move.
    Promotes,
    /// A man becomes a king soon and stays one.
    BreaksThrough {
        /// The half-moves until it is crowned.
        plies: u32,
    },
    /// The opponent would win so many pieces otherwise; where the result is reversed, would force so many on this
    /// side.
    StopsThreat(u32),
    /// It holds the draw; other moves lose.
    Draws,
    /// Other moves lose.
    AvoidsLoss,
    /// Result reversed: so many pieces are given away at once.
    GivesAway(u32),
    /// Result reversed: so many pieces are given away in the end.
    LeadsToGiving(u32),
    /// Corners: a piece comes into the opponent's camp.
    BringsHome,
    /// Corners: so many jumps in one move.
    LongJump(u32),
    /// It brings a man from the back rows into play.
    Develops,
    /// Nothing special, only the best.
    Best,
}

/// What a hint looks at when nobody says how much: enough to see what people see, and done in a moment.
const USUAL_NODES: u64 = 200_000;
/// Beyond this many half-moves of a line nothing is promised to a person.
const HORIZON: usize = 12;
/// A king that appears later than this is not why a move is played now.
const SOON: usize = 7;
/// A move loses if it is this much worse than nothing, in hundredths of a man.
const LOSING: i32 = -150;

impl Hint {
    /// The limits of a search for a hint.
    #[must_use]
    pub fn usual_limits() -> Limits {
        Limits::nodes(USUAL_NODES)
    }

    /// Looks for the best move and its reason; `None` if the game is over. The engine should see everything
    /// ([`crate::Sight::FULL`]). It thinks twice: about the position, and about what the opponent threatens.
    ///
    /// # Panics
    /// If the game is of another ruleset than the engine.
    pub fn find(engine: &mut Engine, game: &Game, limits: &Limits, watch: &dyn Watch) -> Option<Hint> {
        let report = engine.think(game, &Limits { lines: 2, ..*limits }, watch, &mut |_| ());
        let threat = passed(game).map(|passed| {
            let report = engine.think(&passed, &Limits { lines: 1, ..*limits }, watch, &mut |_| ());
            (passed, report)
        });
        Hint::of(game, &report, threat.as_ref().map(|(passed, report)| (passed, report)))
    }

    /// The hint that follows from a report of two lines, and from a report about the same position with the turn
    /// passed on; `None` if there is no move.
    #[must_use]
    pub fn of(game: &Game, report: &Report, passed: Option<(&Game, &Report)>) -> Option<Hint> {
        let best = report.lines.first()?;
        let mv = *best.moves.first()?;
        let view = View { game, best, second: report.lines.get(1), passed };
        Some(Hint { mv, reason: view.reason(mv), score: best.score, line: best.moves.clone() })
    }
}

/// The game as if the side to move had passed, where that makes sense: with captures it has no choice anyway.
fn passed(game: &Game) -> Option<Game> {
    let draughts = matches!(game.ruleset().facts().movement, Movement::Draughts(_));
    let quiet = !game.legal_moves().first()?.is_capture();
    if !draughts || !quiet {
        return None;
    }
    let position = game.position().with_turn(game.position().to_move().other());
    let passed = Game::from_position(*game.ruleset(), position);
    passed.outcome().is_none().then_some(passed)
}

/// What the reason is found from.
struct View<'a> {
    game: &'a Game,
    best: &'a Line,
    second: Option<&'a Line>,
    passed: Option<(&'a Game, &'a Report)>,
}

impl View<'_> {
    fn reason(&self, mv: Move) -> HintReason {
        if self.game.ruleset().legal_moves(self.game.position()).len() == 1 {
            return HintReason::OnlyMove;
        }
        if let Some(reason) = self.proved() {
            return reason;
        }
        let story = Story::of(self.game.ruleset(), *self.game.position(), &self.best.moves);
        let special = match self.game.ruleset().facts() {
            facts if matches!(facts.movement, Movement::Race(_)) => self.race(mv),
            facts if facts.result == ResultRule::Reversed => self.giveaway(&story),
            _ => self.material(mv, &story),
        };
        special
            .or_else(|| self.threat(&story))
            .or_else(|| self.comparison())
            .or_else(|| self.development(mv))
            .unwrap_or(HintReason::Best)
    }

    fn proved(&self) -> Option<HintReason> {
        let ProvedEnd { wins, plies } = self.best.score.proved_end()?;
        Some(if wins { HintReason::Wins { plies } } else { HintReason::HoldsOut { plies } })
    }

    /// What is won, counted from before the exchange that may be going on: taking back wins nothing.
    fn material(&self, mv: Move, story: &Story) -> Option<HintReason> {
        let owed = story.balance(0) - self.balance_before_exchange();
        let at_once = story.gain_at_once();
        let won = at_once.filter(|gain| gain.value > 0 && gain.value + owed.value > 0 && gain.pieces > 0);
        let won = won.and_then(|gain| Some((gain, positive(gain.pieces + owed.pieces)?)));
        let crowned = story.crowned();
        match (won, crowned) {
            (Some((gain, _)), _) if gain.taken_kings > 0 => Some(HintReason::WinsKing),
            (Some((_, 1)) | None, Some(1)) => Some(HintReason::Promotes),
            (Some((gain, _)), _) if !mv.is_capture() && gain.given > 0 => {
                Some(HintReason::StartsCombination { gives: gain.given, takes: gain.taken })
            }
            (Some((_, men)), _) => Some(HintReason::WinsMen(men)),
            (None, Some(plies)) => Some(HintReason::BreaksThrough { plies }),
            (None, None) if mv.is_capture() && owed.pieces < 0 => Some(HintReason::TakesBack),
            (None, None) => self.later(story, owed),
        }
    }

    /// What is won only in the end. The score must agree, because a line may break off in the middle of things.
    fn later(&self, story: &Story, owed: Balance) -> Option<HintReason> {
        let men = positive(story.gain_in_the_end()?.pieces + owed.pieces)?;
        let promised = 100 * story.balance(0).value + 50 * men as i32;
        (self.best.score.hundredths() >= promised).then_some(HintReason::LeadsToMen(men))
    }

    fn giveaway(&self, story: &Story) -> Option<HintReason> {
        let given = |gain: Option<Gain>| positive(-gain?.pieces);
        let at_once = given(story.gain_at_once()).map(HintReason::GivesAway);
        at_once.or_else(|| given(story.gain_in_the_end()).map(HintReason::LeadsToGiving))
    }

    fn race(&self, mv: Move) -> Option<HintReason> {
        let Movement::Race(facts) = self.game.ruleset().facts().movement else { return None };
        if mv.is_null() {
            return Some(HintReason::OnlyMove);
        }
        let goal = facts.layout.camp(self.game.position().to_move().other());
        if goal.contains(mv.to()) && !goal.contains(mv.from()) {
            return Some(HintReason::BringsHome);
        }
        let path = self.game.ruleset().paths(self.game.position(), mv, 1).pop()?;
        let jumps = u32::try_from(path.len()).ok()?.saturating_sub(1);
        (jumps >= 2).then_some(HintReason::LongJump(jumps))
    }

    /// What the opponent would win if the turn were passed, and does not win after the best move.
    fn threat(&self, story: &Story) -> Option<HintReason> {
        let (passed, report) = self.passed?;
        let line = &report.lines.first()?.moves;
        let threatened = Story::of(passed.ruleset(), *passed.position(), line).gain_at_once()?;
        let lost = -story.sign * story.gain_at_once().map_or(0, |gain| gain.pieces);
        positive(story.sign * threatened.pieces - lost.max(0)).map(HintReason::StopsThreat)
    }

    /// Whether the second-best move would lose.
    fn comparison(&self) -> Option<HintReason> {
        let other = self.second?.score;
        if other.hundredths() > LOSING || self.best.score.hundredths() < LOSING / 2 {
            return None;
        }
        Some(if self.best.score == Score::DRAW { HintReason::Draws } else { HintReason::AvoidsLoss })
    }

    /// Whether a man leaves the two back rows while most men are still on the board.
    fn development(&self, mv: Move) -> Option<HintReason> {
        let (position, board) = (self.game.position(), self.game.ruleset().board());
        let mover = position.to_move();
        let men_at_start = self.game.ruleset().start().men(mover).len();
        let early = position.men(mover).len() * 4 >= men_at_start * 3;
        let rank = board.cell(mv.from()).1;
        let from_the_back = match mover {
            Colour::White => rank < 2,
            Colour::Black => rank + 2 >= board.width(),
        };
        let man = position.men(mover).contains(mv.from());
        let draughts = matches!(self.game.ruleset().facts().movement, Movement::Draughts(_));
        (draughts && man && early && from_the_back && !mv.is_capture()).then_some(HintReason::Develops)
    }

    /// The balance before the captures that were just played began; now, if the last move was none.
    fn balance_before_exchange(&self) -> Balance {
        let captures = self.game.played().iter().rev().take_while(|ply| ply.mv().is_some_and(|mv| mv.is_capture()));
        let before = captures.last().map_or(self.game.position(), |ply| &ply.before);
        Balance::of(self.game.ruleset(), before, self.game.position().to_move())
    }
}

fn positive(count: i32) -> Option<u32> {
    u32::try_from(count).ok().filter(|count| *count > 0)
}

/// How the sides compare, seen by one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Balance {
    pieces: i32,
    /// With kings counted as more than a man.
    value: i32,
}

impl Balance {
    fn of(ruleset: &Ruleset, position: &Position, side: Colour) -> Balance {
        let king = match ruleset.facts().movement {
            Movement::Draughts(moves) if moves.king == KingRange::Short => 2,
            _ => 3,
        };
        let count = |side: Colour| (position.men(side).len() as i32, position.kings(side).len() as i32);
        let ((men, kings), (their_men, their_kings)) = (count(side), count(side.other()));
        Balance { pieces: men + kings - their_men - their_kings, value: men - their_men + king * (kings - their_kings) }
    }
}

impl std::ops::Sub for Balance {
    type Output = Balance;
    fn sub(self, other: Balance) -> Balance {
        Balance { pieces: self.pieces - other.pieces, value: self.value - other.value }
    }
}

/// What a line has brought the side that began it.
#[derive(Clone, Copy, Debug)]
struct Gain {
    pieces: i32,
    value: i32,
    /// The own pieces captured on the way.
    given: u32,
    /// The opponent's pieces captured on the way.
    taken: u32,
    /// The kings among them, less the own ones captured.
    taken_kings: i32,
}

/// A line played over: the positions it goes through, the present one first.
struct Story<'a> {
    ruleset: &'a Ruleset,
    side: Colour,
    /// 1, or -1 where losing pieces is the aim.
    sign: i32,
    positions: Vec<Position>,
    /// Where nothing can be captured, so that counting makes sense; not the present position.
    quiet: Vec<usize>,
}

impl<'a> Story<'a> {
    /// Plays over the moves as far as they are legal and within the horizon.
    fn of(ruleset: &'a Ruleset, start: Position, moves: &[Move]) -> Story<'a> {
        let sign = if ruleset.facts().result == ResultRule::Reversed { -1 } else { 1 };
        let mut story = Story { ruleset, side: start.to_move(), sign, positions: vec![start], quiet: Vec::new() };
        let mut legal = ruleset.legal_moves(&start);
        let mut now = start;
        for mv in moves.iter().take(HORIZON) {
            if !legal.contains(mv) {
                break;
            }
            now = now.after(*mv);
            legal = ruleset.legal_moves(&now);
            story.positions.push(now);
            if !legal.first().is_some_and(|mv| mv.is_capture()) {
                story.quiet.push(story.positions.len() - 1);
            }
        }
        story
    }

    fn balance(&self, at: usize) -> Balance {
        Balance::of(self.ruleset, &self.positions[at], self.side)
    }

    /// What the captures that begin now bring and what is not lost again later; `None` if the line ends among them.
    fn gain_at_once(&self) -> Option<Gain> {
        let first = *self.quiet.first()?;
        self.lasting_gain(first)
    }

    /// What the whole line brings.
    fn gain_in_the_end(&self) -> Option<Gain> {
        let last = *self.quiet.last()?;
        self.lasting_gain(last)
    }

    fn lasting_gain(&self, at: usize) -> Option<Gain> {
        let later = self.quiet.iter().filter(|quiet| **quiet >= at).map(|quiet| self.balance(*quiet) - self.balance(0));
        let worst = later.min_by_key(|change| (self.sign * change.value, self.sign * change.pieces))?;
        let captured = |side: Colour| {
            let count = |at: usize| self.positions[at].pieces(side).len();
            count(0).saturating_sub(count(at))
        };
        let kings =
            |side: Colour| self.positions[0].kings(side).len().saturating_sub(self.positions[at].kings(side).len());
        let (given, taken) = (captured(self.side), captured(self.side.other()));
        let taken_kings = kings(self.side.other()) as i32 - kings(self.side) as i32;
        Some(Gain { pieces: worst.pieces, value: worst.value, given, taken, taken_kings })
    }

    /// The half-moves until this side has a king more, if it still has it where the line ends.
    fn crowned(&self) -> Option<u32> {
        let kings = |position: &Position| position.kings(self.side).len();
        let before = kings(&self.positions[0]);
        let at = self.positions.iter().take(SOON + 1).position(|position| kings(position) > before)?;
        let last = *self.quiet.last().filter(|last| **last >= at)?;
        (kings(&self.positions[last]) > before).then(|| u32::try_from(at).ok())?
    }
}

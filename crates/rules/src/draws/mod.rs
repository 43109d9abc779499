//! When a game is drawn: every rule of the texts as data, with the counters that they need.

mod catalogue;
mod clock;

use crate::board::{Colour, SquareSet};
use crate::facts::{Contradiction, Movement};
use crate::moves::Move;
use crate::position::{Kind, Position};
use alloc::vec::Vec;
use core::fmt;

pub use catalogue::CATALOGUE;
pub use clock::{DrawClock, DrawCounts};

/// A rule that ends a game without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Its name in files: the clause or article, or `added.*` for rules no text has.
    pub id: &'static str,
    /// The clause or article it comes from; nothing if no text has it.
    pub article: Option<&'static str>,
    /// What it looks at.
    pub kind: DrawKind,
}

/// What a draw rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawKind {
    /// The same position with the same side to move has come this often.
    Repetition(u16),
    /// Something has gone on for too long.
    Counted(Counted),
    /// Corners: the same side has made the same move from the same position this often.
    RepeatedMove(u16),
    /// Corners: neither side can move.
    Blockade,
}

/// A counter: it runs while the condition holds, and the game is drawn when it is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// When the counter runs. The ply that first enters the condition is not counted; leaving it sets the counter to 0.
    pub condition: Condition,
    /// Which plies it counts.
    pub counts: Counts,
    /// Which plies set it back to 0 while the condition goes on.
    pub restarts: Restarts,
    /// The count at which the game is drawn.
    pub full: u16,
    /// The game is drawn only while the lone king stands off the great road (C.5.4).
    pub only_off_road: bool,
}

/// When a counter runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always.
    Always,
    /// One side has a single king and the other one of these forces.
    AgainstKing(Forces),
    /// The same, and the single king stands on the great road.
    AgainstKingOnRoad(Forces),
    /// Both sides have a king, with at least and at most so many pieces on the board.
    BothHaveKings(u8, u8),
}

/// A list of what the stronger side may have against a single king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forces {
    /// One of these numbers of kings and men.
    OneOf(&'static [(u8, u8)]),
    /// At least so many kings and no man.
    KingsOnly(u8),
}

/// Which plies a counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Every ply.
    Plies,
    /// The moves of the side with more pieces.
    StrongerSide,
}

/// Which plies set a counter back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restarts {
    /// None.
    Never,
    /// A capture or a crowning.
    Balance,
    /// A capture or any move of a man.
    ManOrCapture,
}

const RULES: usize = CATALOGUE.len();

impl DrawRule {
    /// A rule whose id is its article.
    const fn new(id: &'static str, kind: DrawKind) -> DrawRule {
        DrawRule { id, article: Some(id), kind }
    }

    /// The same rule, where two rows come from one article or the article's number is not known.
    const fn of_article(self, article: &'static str) -> DrawRule {
        DrawRule { article: Some(article), ..self }
    }

    /// The same rule, which no text has.
    const fn added(self) -> DrawRule {
        DrawRule { article: None, ..self }
    }

    fn is_for(&self, movement: Movement) -> bool {
        let of_corners = matches!(self.kind, DrawKind::RepeatedMove(_) | DrawKind::Blockade);
        of_corners == matches!(movement, Movement::Race(_))
    }
}

/// Some of the rules of the [`CATALOGUE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawSet(u64);

impl DrawSet {
    /// No draw rule.
    pub const NONE: DrawSet = DrawSet(0);
    /// All of them, for help texts.
    pub const ALL: DrawSet = DrawSet((1 << RULES) - 1);

    /// The rules with these ids. Fails to compile (or panics) for an id that is not in the catalogue.
    #[must_use]
    pub const fn of(ids: &[&str]) -> DrawSet {
        let mut set = 0;
        let mut at = 0;
        while at < ids.len() {
            match index_of(ids[at]) {
                Some(rule) => set |= 1 << rule,
                None => panic!("a draw rule that is not in the catalogue"),
            }
            at += 1;
        }
        DrawSet(set)
    }

    /// Reads ids joined by `+`, or `none`.
    #[must_use]
    pub fn parse(text: &str) -> Option<DrawSet> {
        if text == "none" {
            return Some(DrawSet::NONE);
        }
        text.split('+').try_fold(DrawSet::NONE, |set, id| Some(DrawSet(set.0 | 1 << index_of(id)?)))
    }

    /// The rules, in the order of the catalogue.
    pub fn rules(self) -> impl Iterator<Item = &'static DrawRule> {
        self.indices().map(|at| &CATALOGUE[at])
    }

    /// The rules of both sets.
    #[must_use]
    pub const fn union(self, other: DrawSet) -> DrawSet {
        DrawSet(self.0 | other.0)
    }

    /// The rules of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: DrawSet) -> DrawSet {
        DrawSet(self.0 & !other.0)
    }

    /// Whether a rule is in the set.
    #[must_use]
    pub fn contains(self, rule: &DrawRule) -> bool {
        self.rules().any(|known| known.id == rule.id)
    }

    fn indices(self) -> impl Iterator<Item = usize> {
        (0..RULES).filter(move |at| self.0 >> at & 1 != 0)
    }

    pub(crate) fn contradictions(self, movement: Movement) -> Vec<Contradiction> {
        let mut found = Vec::new();
        for (at, rule) in self.rules().enumerate() {
            if !rule.is_for(movement) {
                found.push(Contradiction::DrawOfAnotherGame { rule: rule.id });
            }
            found.extend(
                self.rules()
                    .take(at)
                    .filter(|earlier| earlier.kind == rule.kind)
                    .map(|earlier| Contradiction::DrawsAlike { first: earlier.id, second: rule.id }),
            );
        }
        found
    }
}

const fn index_of(id: &str) -> Option<usize> {
    let mut at = 0;
    while at < RULES {
        if equal(CATALOGUE[at].id.as_bytes(), id.as_bytes()) {
            return Some(at);
        }
        at += 1;
    }
    None
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

impl fmt::Display for DrawSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == DrawSet::NONE {
            return f.write_str("none");
        }
        for (at, rule) in self.rules().enumerate() {
            write!(f, "{}{}", if at == 0 { "" } else { "+" }, rule.id)?;
        }
        Ok(())
    }
}

/// How full the counters of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counters([u16; RULES]);

impl Default for Counters {
    fn default() -> Self {
        Counters([0; RULES])
    }
}

/// What a ply did, as far as draw rules care.
struct Event {
    quiet_king: bool,
    balance_changed: bool,
}

impl Event {
    fn of(before: &Position, mv: Move) -> Event {
        let man = before.piece(mv.from).is_some_and(|piece| piece.kind == Kind::Man);
        Event { quiet_king: !man && !mv.is_capture(), balance_changed: mv.is_capture() || mv.promotes }
    }
}

impl Counters {
    /// The counters after a ply.
    pub fn after(self, set: DrawSet, road: SquareSet, before: &Position, mv: Move, after: &Position) -> Counters {
        self.after_event(set, road, before, &Event::of(before, mv), after)
    }

    /// The counters after a ply that was no legal move but was let stand (rules.md 8.13): what it did to the pieces
    /// decides, as for a legal one.
    pub fn after_irregular(self, set: DrawSet, road: SquareSet, before: &Position, after: &Position) -> Counters {
        let count =
            |position: &Position| Colour::ALL.map(|colour| (position.men(colour).len(), position.kings(colour).len()));
        let balance_changed = count(before) != count(after);
        let men_stayed = Colour::ALL.into_iter().all(|colour| before.men(colour) == after.men(colour));
        self.after_event(
            set,
            road,
            before,
            &Event { quiet_king: men_stayed && !balance_changed, balance_changed },
            after,
        )
    }

    fn after_event(
        self,
        set: DrawSet,
        road: SquareSet,
        before: &Position,
        event: &Event,
        after: &Position,
    ) -> Counters {
        let mut next = self;
        for at in set.indices() {
            if let DrawKind::Counted(counted) = CATALOGUE[at].kind {
                next.0[at] = counted.next(self.0[at], road, before, event, after);
            }
        }
        next
    }

    pub fn of(&self, rule: &DrawRule) -> u16 {
        index_of(rule.id).map_or(0, |at| self.0[at])
    }

    /// The count of a rule by its place in the catalogue.
    pub fn at(&self, rule: usize) -> u16 {
        self.0[rule]
    }
}

impl Counted {
    fn next(&self, count: u16, road: SquareSet, before: &Position, event: &Event, after: &Position) -> u16 {
        let restarted = match self.restarts {
            Restarts::Never => false,
            Restarts::Balance => event.balance_changed,
            Restarts::ManOrCapture => !event.quiet_king,
        };
        if restarted || !self.condition.holds(before, road) || !self.condition.holds(after, road) {
            return 0;
        }
        match self.counts {
            Counts::StrongerSide if stronger(before) != Some(before.to_move()) => count,
            _ => count.saturating_add(1),
        }
    }

    /// Whether the counter is full and nothing stands in the way of the draw.
    pub(crate) fn is_drawn(&self, count: u16, road: SquareSet, position: &Position) -> bool {
        count >= self.full && !(self.only_off_road && lone_king_on_road(position, road))
    }

    /// Whether the counter is running in a position.
    #[must_use]
    pub fn runs(&self, position: &Position, road: SquareSet) -> bool {
        self.condition.holds(position, road)
    }

    /// The half-moves until the game is drawn, if everything goes on as it is.
    pub(crate) fn plies_left(&self, count: u16, position: &Position) -> u16 {
        let left = self.full.saturating_sub(count);
        match self.counts {
            Counts::Plies => left,
            Counts::StrongerSide if stronger(position) == Some(position.to_move()) => (left * 2).saturating_sub(1),
            Counts::StrongerSide => left * 2,
        }
    }
}

impl Condition {
    fn holds(self, position: &Position, road: SquareSet) -> bool {
        match self {
            Condition::Always => true,
            Condition::AgainstKing(forces) => against_lone_king(position, forces),
            Condition::AgainstKingOnRoad(forces) => {
                against_lone_king(position, forces) && lone_king_on_road(position, road)
            }
            Condition::BothHaveKings(least, most) => {
                let kings = Colour::ALL.into_iter().all(|colour| !position.kings(colour).is_empty());
                kings && (u32::from(least)..=u32::from(most)).contains(&position.occupied().len())
            }
        }
    }
}

fn stronger(position: &Position) -> Option<Colour> {
    let [white, black] = Colour::ALL.map(|colour| position.pieces(colour).len());
    match white.cmp(&black) {
        core::cmp::Ordering::Greater => Some(Colour::White),
        core::cmp::Ordering::Less => Some(Colour::Black),
        core::cmp::Ordering::Equal => None,
    }
}

fn has_lone_king(position: &Position, colour: Colour) -> bool {
    position.men(colour).is_empty() && position.kings(colour).len() == 1
}

fn against_lone_king(position: &Position, forces: Forces) -> bool {
    Colour::ALL.into_iter().any(|strong| {
        let (kings, men) = (position.kings(strong).len() as u8, position.men(strong).len() as u8);
        let strong_enough = match forces {
            Forces::OneOf(list) => list.contains(&(kings, men)),
            Forces::KingsOnly(least) => men == 0 && kings >= least,
        };
        strong_enough && has_lone_king(position, strong.other())
    })
}

/// Whether the single king of the weaker side stands on the great road.
fn lone_king_on_road(position: &Position, road: SquareSet) -> bool {
    stronger(position).is_some_and(|strong| {
        let weak = strong.other();
        has_lone_king(position, weak) && !position.kings(weak).intersection(road).is_empty()
    })
}

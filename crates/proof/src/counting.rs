//! A third way to look at captures: counts them without listing their paths, so that it also ends where paths explode.
//!
//! The slow generator writes every path down. Here a capture is a walk through *states*: where the piece stands, what it
//! has taken, whether it is a king, how it came. What follows a state is worked out once. It shares only the board and the
//! rules with the slow generator, and nothing with the fast one.

use crate::reference::{At, Board, Cell, Colour, Crowning, Priority, Rules};
use std::collections::{BTreeSet, HashMap};

/// How many captures a position has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Distinct moves.
    pub moves: u64,
    /// Paths.
    pub paths: u128,
    /// States that had to be worked out.
    pub states: u64,
}

/// A set of cells, one bit for each.
type Cells = u128;

/// Change of file and rank.
type Step = (i8, i8);

const STEPS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A capturing piece on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    at: At,
    taken: Cells,
    king: bool,
    stopped: bool,
    /// The last jump's direction, and whether the piece stands right behind its last victim. Between two victims on
    /// one line all resting cells are one path: the one right behind the first.
    came: Option<Step>,
    right_behind: bool,
}

/// The paths that end best, and how good that is.
#[derive(Clone, Copy, Default)]
struct Tally {
    worth: u32,
    paths: u128,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        if other.paths > 0 && (self.paths == 0 || other.worth > self.worth) {
            *self = other;
        } else if other.worth == self.worth {
            self.paths += other.paths;
        }
    }
}

/// The captures of one piece.
struct Walk<'a> {
    rules: &'a Rules,
    board: &'a Board,
    start: At,
    colour: Colour,
    starts_as_king: bool,
    known: HashMap<State, Tally>,
    /// End, taken pieces, and how good that is.
    ends: BTreeSet<(At, Cells, u32)>,
}

/// Counts the legal captures of a position.
///
/// # Panics
/// For the Italian priority, which compares the order of the victims, and for a duty per colour.
#[must_use]
pub fn captures(rules: &Rules, board: &Board) -> Counts {
    assert!(rules.priority != Priority::Italian, "the order of the victims is not followed here");
    assert!(rules.enemy_movers.is_none_or(|enemy| !enemy.duty_per_colour), "one duty only");
    let mut all = Tally::default();
    let mut ends: Vec<u32> = Vec::new();
    let mut states = 0;
    for start in cells(board.size).filter(|at| may_move(rules, board, *at)) {
        let mut walk = Walk::new(rules, board, start);
        all.add(walk.run());
        states += walk.known.len() as u64;
        ends.extend(walk.ends.iter().map(|(_, _, worth)| *worth));
    }
    let moves = ends.iter().filter(|worth| **worth == all.worth).count() as u64;
    Counts { moves, paths: all.paths, states }
}

fn cells(size: usize) -> impl Iterator<Item = At> {
    (0..size).flat_map(move |rank| (0..size).map(move |file| (file, rank)))
}

fn may_move(rules: &Rules, board: &Board, at: At) -> bool {
    let colour = board.get(at).colour();
    colour.is_some_and(|colour| colour == board.to_move || rules.enemy_movers.is_some())
}

impl<'a> Walk<'a> {
    fn new(rules: &'a Rules, board: &'a Board, start: At) -> Walk<'a> {
        let cell = board.get(start);
        let colour = cell.colour().expect("a piece");
        let starts_as_king = cell.is_king();
        Walk { rules, board, start, colour, starts_as_king, known: HashMap::new(), ends: BTreeSet::new() }
    }

    fn run(&mut self) -> Tally {
        let king = self.starts_as_king;
        self.follow(State { at: self.start, taken: 0, king, stopped: false, came: None, right_behind: true })
    }

    fn bit(&self, at: At) -> Cells {
        1 << (at.1 * self.rules.size + at.0)
    }

    fn next(&self, at: At, step: Step) -> Option<At> {
        let file = at.0.checked_add_signed(step.0.into())?;
        let rank = at.1.checked_add_signed(step.1.into())?;
        (file < self.rules.size && rank < self.rules.size).then_some((file, rank))
    }

    fn is_free(&self, at: At) -> bool {
        at == self.start || self.board.get(at) == Cell::Empty
    }

    fn forward(&self) -> i8 {
        if self.colour == Colour::White { 1 } else { -1 }
    }

    fn last_rank(&self) -> usize {
        if self.colour == Colour::White { self.rules.size - 1 } else { 0 }
    }

    /// Whether the piece may jump in this direction.
    fn may_jump(&self, state: &State, step: Step) -> bool {
        let forward = step.1 == self.forward();
        let as_kind = forward || state.king || self.rules.men_capture_back;
        let own = self.colour == self.board.to_move;
        let as_lent = forward || own || self.rules.enemy_movers.is_some_and(|enemy| enemy.capture_any);
        as_kind && as_lent && !state.stopped
    }

    /// The cell of the piece that would be jumped.
    fn victim(&self, state: &State, step: Step) -> Option<At> {
        let flies = state.king && self.rules.flying;
        let mut at = self.next(state.at, step)?;
        while flies && self.is_free(at) {
            at = self.next(at, step)?;
        }
        let cell = self.board.get(at);
        let colour = cell.colour().filter(|_| at != self.start)?;
        let takes = (self.rules.own_victims || colour != self.colour)
            && (state.king || self.rules.men_take_kings || !cell.is_king());
        (takes && state.taken & self.bit(at) == 0).then_some(at)
    }

    /// The states after one jump in a direction.
    fn jumps(&self, state: &State, step: Step) -> Vec<State> {
        let mut found = Vec::new();
        if !self.may_jump(state, step) {
            return found;
        }
        let Some(victim) = self.victim(state, step) else { return found };
        let flies = state.king && self.rules.flying;
        let mut landing = self.next(victim, step);
        while let Some(at) = landing.filter(|at| self.is_free(*at)) {
            found.push(self.landed(state, step, victim, at, found.is_empty()));
            landing = if flies { self.next(at, step) } else { None };
        }
        found
    }

    fn landed(&self, state: &State, step: Step, victim: At, at: At, right_behind: bool) -> State {
        let crowned = !state.king && at.1 == self.last_rank();
        State {
            at,
            taken: state.taken | self.bit(victim),
            king: state.king || crowned && self.rules.crowning == Crowning::Continue,
            stopped: crowned && self.rules.crowning == Crowning::Stop,
            came: Some(step),
            right_behind,
        }
    }

    fn goes_on(&self, state: &State) -> bool {
        STEPS.iter().any(|step| !self.jumps(state, *step).is_empty())
    }

    /// Everything that can follow a state.
    fn follow(&mut self, state: State) -> Tally {
        if let Some(known) = self.known.get(&state) {
            return *known;
        }
        let mut tally = Tally::default();
        if state.taken != 0 && !self.goes_on(&state) {
            tally = Tally { worth: self.worth(state.taken), paths: 1 };
            self.ends.insert((state.at, state.taken, tally.worth));
        }
        for step in STEPS {
            if state.came == Some(step) && !state.right_behind {
                continue;
            }
            let mut landings = self.jumps(&state, step);
            if landings.iter().any(|landing| self.goes_on(landing)) {
                landings.retain(|landing| self.goes_on(landing));
            }
            for landing in landings {
                tally.add(self.follow(landing));
            }
        }
        self.known.insert(state, tally);
        tally
    }

    fn worth(&self, taken: Cells) -> u32 {
        let kings = || cells(self.rules.size).filter(|at| taken & self.bit(*at) != 0 && self.board.get(*at).is_king());
        match self.rules.priority {
            Priority::Free | Priority::Italian => 0,
            Priority::Most => taken.count_ones(),
            Priority::MostThenKings => taken.count_ones() * 128 + kings().count() as u32,
            Priority::KingFirst => u32::from(self.starts_as_king),
        }
    }
}

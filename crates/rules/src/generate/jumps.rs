//! The jumps of all men at once.
//!
//! Most captures are one man taking one piece or two. Shifts of whole sets find these without walking, and also who can
//! go on for longer and must be walked.
//!
//! The sets see every piece where it stood before the move. For the first three jumps of a man that is exact: each jump
//! takes it two files and two ranks away, so only after a loop of four can it come back to its start, or next to a piece
//! that it has taken, other than by jumping straight back. After the first jump the sets forbid jumping back by
//! themselves, for there stands the man.

use super::{FactSource, Side, Team, back, each, opposite};
use crate::board::Direction;
use crate::facts::{Crowning, Priority, YesNo};
use crate::position::Position;

/// What the men of a team can capture and where they can land.
#[derive(Clone, Copy)]
pub(super) struct Field {
    empty: u64,
    victims: u64,
    /// Kings of both colours.
    kings: u64,
}

/// Where men land that jump, for each direction of the jump.
#[derive(Clone, Copy)]
pub(super) struct Landings([u64; 4]);

impl Landings {
    /// No jumps.
    pub const NONE: Landings = Landings([0; 4]);

    /// The landing squares of the jumps in one direction.
    #[inline(always)]
    pub fn of(self, direction: Direction) -> u64 {
        self.0[direction as usize]
    }

    /// All landing squares together.
    #[inline(always)]
    pub fn union(self) -> u64 {
        self.0[0] | self.0[1] | self.0[2] | self.0[3]
    }

    /// Whether nobody jumps.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.union() == 0
    }

    /// The number of jumps.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|landed| landed.count_ones()).sum()
    }
}

impl<F: FactSource, S: Side, const MINE: bool> Team<F, S, MINE> {
    /// What the men see of a position.
    #[inline(always)]
    pub(super) fn field(&self, position: &Position) -> Field {
        self.field_of(self.empty(position), self.victims(position), position.kings[0] | position.kings[1])
    }

    /// What the men see: empty squares, what kings might capture, and the kings of both colours.
    #[inline(always)]
    pub(super) fn field_of(&self, empty: u64, victims: u64, kings: u64) -> Field {
        match self.facts().men_take_kings {
            YesNo::Yes => Field { empty, victims, kings },
            YesNo::No => Field { empty, victims: victims & !kings, kings },
        }
    }

    /// Where men land that jump in one direction.
    #[inline(always)]
    fn jump(&self, field: Field, men: u64, direction: Direction) -> u64 {
        if !self.man_may_capture(direction) {
            return 0;
        }
        let board = self.board();
        board.step(board.step(men, direction) & field.victims, direction) & field.empty
    }

    /// Where men land that jump, for each direction.
    #[inline(always)]
    pub(super) fn jumps(&self, field: Field, men: u64) -> Landings {
        Landings(Direction::ALL.map(|direction| self.jump(field, men, direction)))
    }

    /// Every jump: the squares that the man leaves, jumps over and reaches, as sets. (Not a loop over the directions:
    /// the compiler would keep it, and ask for the direction at every jump.)
    #[inline(always)]
    pub(super) fn each_jump(&self, landings: Landings, mut jump: impl FnMut(u64, u64, u64)) {
        self.each_jump_in(landings, Direction::UpLeft, &mut jump);
        self.each_jump_in(landings, Direction::UpRight, &mut jump);
        self.each_jump_in(landings, Direction::DownLeft, &mut jump);
        self.each_jump_in(landings, Direction::DownRight, &mut jump);
    }

    #[inline(always)]
    fn each_jump_in(&self, landings: Landings, direction: Direction, jump: &mut impl FnMut(u64, u64, u64)) {
        let board = self.board();
        if self.man_may_capture(direction) {
            for to in each(landings.of(direction)) {
                let over = back(board, to, direction);
                jump(back(board, over, direction), over, to);
            }
        }
    }

    /// Whether any capture by men is as good as another that takes as many pieces.
    #[inline(always)]
    fn victims_are_alike(&self, field: Field) -> bool {
        match self.facts().priority {
            Priority::Free | Priority::Most | Priority::KingFirst => true,
            Priority::MostKings | Priority::Italian => field.victims & field.kings == 0,
        }
    }

    /// The squares from which men that have landed may try to capture on as men, and those where they are crowned and
    /// go on as kings.
    #[inline(always)]
    fn after_landing(&self, landed: u64) -> (u64, u64) {
        let crown = self.crowning_row();
        match self.facts().crowning {
            Crowning::Continue => (landed & !crown, landed & crown),
            Crowning::Pass => (landed, 0),
            Crowning::Stop => (landed & !crown, 0),
        }
    }

    /// The first jumps of the men, if these are all captures of the team: it has no kings, no man can go on, and no
    /// capture is better than another.
    #[inline(always)]
    pub(super) fn simple_captures(&self, position: &Position) -> Option<Landings> {
        let field = self.field(position);
        let first = self.jumps(field, position.men[S::COLOUR as usize]);
        let (men, kings) = self.after_landing(first.union());
        let more = self.jumps(field, men).union() | kings | position.kings[S::COLOUR as usize];
        (more == 0 && self.victims_are_alike(field)).then_some(first)
    }

    /// The jumps of men that have landed after a jump in this direction: not back over the piece they took.
    #[inline(always)]
    fn jumps_on(&self, field: Field, men: u64, came: Direction) -> Landings {
        let onward = |direction| if direction == opposite(came) { 0 } else { self.jump(field, men, direction) };
        Landings(Direction::ALL.map(onward))
    }

    /// The number of captures of the team, if there are any and it can be told without walking: there are no kings, no
    /// man takes more than two pieces, and no capture is better than another that takes as many.
    #[inline(always)]
    pub(super) fn count_short_captures(&self, position: &Position) -> Option<u32> {
        let field = self.field(position);
        let first = self.jumps(field, position.men[S::COLOUR as usize]);
        if first.is_empty() || position.kings[S::COLOUR as usize] != 0 || !self.victims_are_alike(field) {
            return None;
        }
        let (mut twos, mut second, mut crowned) = (0, [0; 4], 0);
        for direction in Direction::ALL {
            let (men, kings) = self.after_landing(first.of(direction));
            let jumps = self.jumps_on(field, men, direction);
            twos += jumps.count();
            for onward in Direction::ALL {
                second[onward as usize] |= jumps.of(onward);
            }
            crowned |= kings;
        }
        let mut third = 0;
        for direction in Direction::ALL {
            let (men, kings) = self.after_landing(second[direction as usize]);
            third |= self.jumps_on(field, men, direction).union();
            crowned |= kings;
        }
        if third | crowned != 0 {
            return None;
        }
        Some(match self.facts().priority {
            Priority::Free | Priority::KingFirst => {
                let go_on = self.starts(Landings(second));
                twos + Landings(first.0.map(|landed| landed & !go_on)).count()
            }
            Priority::Most | Priority::MostKings | Priority::Italian if twos == 0 => first.count(),
            Priority::Most | Priority::MostKings | Priority::Italian => twos,
        })
    }

    /// The men that can capture on after their first jump, as men or as kings.
    #[inline(always)]
    pub(super) fn walkers(&self, field: Field, first: Landings) -> u64 {
        let (men, kings) = self.after_landing(first.union());
        let go_on = self.starts(self.jumps(field, men)) | kings;
        self.starts(Landings(first.0.map(|landed| landed & go_on)))
    }

    /// The jumps of all men but some.
    #[inline(always)]
    pub(super) fn jumps_of_others(&self, jumps: Landings, men: u64) -> Landings {
        let board = self.board();
        let landed = |direction| board.step(board.step(men, direction), direction);
        Landings(Direction::ALL.map(|direction| jumps.of(direction) & !landed(direction)))
    }

    /// The squares that jumps start from.
    #[inline(always)]
    fn starts(&self, jumps: Landings) -> u64 {
        let board = self.board();
        let start = |direction| back(board, back(board, jumps.of(direction), direction), direction);
        Direction::ALL.into_iter().fold(0, |starts, direction| starts | start(direction))
    }
}

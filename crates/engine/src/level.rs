//! Levels of play, named like the ranks of sport, and an opponent that plays at one.
//!
//! A low level makes the mistakes that people make: it moves at a glance without looking at the answer, it sees only
//! a short way ahead, it stops counting in the middle of an exchange, and it misjudges positions. It never plays
//! moves by lot. All of a level's weakness stands in one table, [`SKILLS`], which `examples/ladder.rs` measures.

use crate::engine::{Engine, Options};
use crate::limits::{Limits, Time, Watch};
use crate::random::Random;
use crate::report::{Line, Report};
use crate::score::Score;
use crate::search::Sight;
use damka_rules::{Board, Game, KingRange, Move, Movement, ResultRule, Ruleset};
use std::time::Duration;

/// How strongly the computer plays: 1 is for someone who has just learned the moves, 10 is all it can.
///
/// ```
/// use damka_engine::Level;
/// assert_eq!(Level::new(1).unwrap().id(), "beginner");
/// assert_eq!(Level::new(10), Some(Level::STRONGEST));
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What the words of the levels are found by.
const IDS: [&str; 10] = [
    "beginner",
    "junior-3",
    "junior-2",
    "junior-1",
    "rank-3",
    "rank-2",
    "rank-1",
    "candidate",
    "master",
    "grandmaster",
];

/// What the strongest level thinks about a move when nobody says how long.
pub const UNHURRIED: Duration = Duration::from_secs(1);

/// The memory of an opponent that is limited by positions, in mebibytes: it never fills more.
const SMALL_MEMORY: usize = 2;

impl Level {
    /// The lowest level.
    pub const WEAKEST: Level = Level(1);
    /// The highest level.
    pub const STRONGEST: Level = Level(10);
    /// All levels, the weakest first.
    pub const ALL: [Level; 10] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8), Level(9), Level(10)];

    /// The level of a number from 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number, from 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What its name is found by: the catalogues have `level-beginner` and so on.
    #[must_use]
    pub const fn id(self) -> &'static str {
        IDS[self.0 as usize - 1]
    }

    /// Whether nothing is held back.
    #[must_use]
    pub const fn is_full_strength(self) -> bool {
        self.0 == Level::STRONGEST.0
    }

    /// What the level can do in a game.
    #[must_use]
    pub fn skill(self, ruleset: &Ruleset) -> Skill {
        let skills = &SKILLS[Family::of(ruleset) as usize];
        skills.get(usize::from(self.0) - 1).copied().unwrap_or(Skill::FULL)
    }

    /// How well it sees in a game, and how far it looks. A caller may add a limit of time; the strongest level has no
    /// other. Oversights are not in these: [`Opponent`] makes them too.
    #[must_use]
    pub fn options(self, ruleset: &Ruleset, seed: u64) -> (Sight, Limits) {
        let skill = self.skill(ruleset);
        (skill.sight(seed), skill.limits())
    }
}

/// What a level can and cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The half-moves it looks ahead.
    pub depth: Option<u32>,
    /// The positions it looks at.
    pub nodes: Option<u64>,
    /// The half-moves of captures it follows after that.
    pub captures: u32,
    /// How wrong it may judge a position, in hundredths of a man.
    pub error: u32,
    /// The moves of a hundred that it makes at a glance, without looking at the answer.
    pub glances: u32,
}

impl Skill {
    /// Nothing is held back.
    pub const FULL: Skill = Skill { depth: None, nodes: None, captures: Sight::FULL.captures, error: 0, glances: 0 };

    fn sight(&self, seed: u64) -> Sight {
        Sight { captures: self.captures, error: self.error, seed }
    }

    fn limits(&self) -> Limits {
        let time = (*self == Skill::FULL).then_some(Time::PerMove(UNHURRIED));
        Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() }
    }
}

/// Games in which the same weakness weighs about the same. Told by facts, never by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// 8x8 or smaller, kings fly.
    Flying,
    /// 8x8 or smaller, kings step.
    Stepping,
    /// 10x10.
    Large,
    /// Who loses everything wins.
    Reversed,
    /// Corners.
    Race,
}

impl Family {
    fn of(ruleset: &Ruleset) -> Family {
        let facts = ruleset.facts();
        match facts.movement {
            Movement::Race(_) => Family::Race,
            _ if facts.result == ResultRule::Reversed => Family::Reversed,
            Movement::Draughts(moves) if moves.board == Board::Ten => Family::Large,
            Movement::Draughts(moves) if moves.king == KingRange::Short => Family::Stepping,
            Movement::Draughts(_) => Family::Flying,
        }
    }
}

/// Half-moves, half-moves of captures after them, error in hundredths of a man, moves of a hundred made at a glance.
const fn sees(depth: u32, captures: u32, error: u32, glances: u32) -> Skill {
    // The positions are bounded too, so that an answer comes at once in any position.
    Skill { depth: Some(depth), nodes: Some(20_000), captures, error, glances }
}

/// So many positions; these levels follow every capture and make no oversights.
const fn counts(nodes: u64) -> Skill {
    Skill { nodes: Some(nodes), ..Skill::FULL }
}

/// The levels below the strongest, for each [`Family`] of games in its order: the one table to change when the engine
/// has changed. `examples/ladder.rs` measures it, and proposes another with `--fit`.
const SKILLS: [[Skill; 9]; 5] = [
    // Flying (`russian`)
    [
        sees(1, 0, 60, 88),
        sees(1, 0, 60, 31),
        sees(1, 2, 50, 16),
        sees(2, 2, 40, 8),
        sees(3, 4, 30, 4),
        sees(4, 6, 20, 3),
        counts(1_800),
        counts(9_000),
        counts(65_000),
    ],
    // Stepping (`checkers`)
    [
        sees(1, 0, 60, 66),
        sees(1, 0, 60, 22),
        sees(1, 2, 50, 3),
        sees(3, 4, 30, 9),
        sees(3, 4, 30, 1),
        counts(525),
        counts(1_600),
        counts(6_500),
        counts(42_000),
    ],
    // Large (`international`)
    [
        sees(1, 0, 60, 67),
        sees(1, 0, 60, 14),
        sees(1, 2, 50, 9),
        sees(2, 2, 41, 5),
        sees(3, 4, 30, 6),
        sees(4, 6, 24, 4),
        counts(1_750),
        counts(5_500),
        counts(28_000),
    ],
    // Reversed (`poddavki`)
    [
        sees(1, 0, 60, 82),
        sees(1, 2, 50, 12),
        sees(2, 2, 40, 15),
        sees(5, 8, 10, 5),
        counts(1_850),
        counts(5_700),
        counts(22_000),
        counts(95_000),
        counts(300_000),
    ],
    // Race (`corners`)
    [
        sees(1, 0, 400, 100),
        sees(1, 0, 200, 50),
        sees(1, 0, 100, 20),
        sees(1, 0, 50, 0),
        sees(2, 0, 50, 0),
        sees(2, 0, 0, 0),
        sees(3, 0, 0, 0),
        counts(16_000),
        counts(64_000),
    ],
];

/// The computer as an opponent: an engine that plays one game at one level.
///
/// ```
/// use damka_engine::{Level, NoWatch, Opponent};
/// use damka_rules::{Game, Ruleset};
///
/// let mut game = Game::new(Ruleset::named("russian").unwrap());
/// let mut opponent = Opponent::new(game.ruleset(), Level::WEAKEST, 7);
/// let report = opponent.choose(&game, None, &NoWatch);
/// game.play(report.best().unwrap()).unwrap();
/// ```
#[derive(Debug)]
pub struct Opponent {
    engine: Engine,
    skill: Skill,
    seed: u64,
}

impl Opponent {
    /// An opponent for a ruleset. The seed decides which mistakes it makes: below the strongest level the same seed
    /// and the same game give the same move.
    #[must_use]
    pub fn new(ruleset: &Ruleset, level: Level, seed: u64) -> Opponent {
        Opponent::with_skill(ruleset, level.skill(ruleset), seed, &Opponent::usual_options(level))
    }

    /// What the engine of a level is made with, unless somebody knows better.
    #[must_use]
    pub fn usual_options(level: Level) -> Options {
        let memory = if level.is_full_strength() { Options::default().memory } else { SMALL_MEMORY };
        Options { memory, ..Options::default() }
    }

    /// An opponent of any skill, made with these options; their sight does not count.
    #[must_use]
    pub fn with_skill(ruleset: &Ruleset, skill: Skill, seed: u64, options: &Options) -> Opponent {
        let options = Options { sight: skill.sight(seed), ..options.clone() };
        Opponent { engine: Engine::new(ruleset, &options), skill, seed }
    }

    /// The game it plays.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        self.engine.ruleset()
    }

    /// A new game begins, with mistakes of its own.
    pub fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.engine.set_sight(self.skill.sight(seed));
        self.engine.forget();
    }

    /// Chooses a move in a game that is not over: it is [`Report::best`]. A time is a limit for every level; without
    /// one the strongest thinks for a second and the others until they have seen what they see.
    pub fn choose(&mut self, game: &Game, time: Option<Time>, watch: &dyn Watch) -> Report {
        let mut whim = Random::new(self.seed ^ game.hash().wrapping_add(game.played().len() as u64));
        if whim.below(100) < self.skill.glances as usize {
            return self.glance(game, whim);
        }
        if self.skill != Skill::FULL {
            // What was learned at an earlier move would make the choice depend on more than the game.
            self.engine.forget();
        }
        let limits = self.skill.limits();
        let limits = Limits { time: time.or(limits.time), ..limits };
        self.engine.think(game, &limits, watch, &mut |_| ())
    }

    /// The move after which the board looks best, whatever the answer may be.
    fn glance(&self, game: &Game, mut whim: Random) -> Report {
        let mut throw = || whim.below(self.skill.error as usize + 1) as i32;
        let looks = |mv: Move| {
            let value = -self.engine.evaluate(&game.position().after(mv));
            // Two throws added: small errors are likelier than large ones.
            (value + throw() - throw(), mv)
        };
        let best = game.legal_moves().into_iter().map(looks).max_by_key(|(value, _)| *value);
        let line = best.map(|(value, mv)| Line { score: Score::new(value), moves: vec![mv] });
        Report { depth: 1, selective_depth: 1, lines: line.into_iter().collect(), nodes: 1, ..Report::default() }
    }
}

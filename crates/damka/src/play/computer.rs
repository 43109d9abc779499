//! The computer at the table: whom a person plays against, and who gives hints.

use crate::data;
use clap::ValueEnum;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Claim, Table};
use damka_engine::{Engine, Hint, Level, NoWatch, Opponent, Options, Random, Report, StopWatch};
use damka_rules::{Colour, Game, Move};
use damka_server::live::time_of;
use damka_words::Words;
use std::hash::{BuildHasher, Hasher, RandomState};

/// What the computer asks for before it agrees to a draw at an early stage: to be worse by this, in hundredths of a
/// man.
const WORSE: i32 = -50;
/// Half-moves after which it agrees to a draw when it is not better.
const LATE: usize = 40;
/// The memory of the engine that gives hints, in mebibytes.
const ADVISER_MEMORY: usize = 16;

/// Which side a person takes against the computer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SideArg {
    White,
    Black,
    /// Lots are drawn.
    Lots,
}

impl SideArg {
    /// The side that is meant; without a choice the one that moves first.
    pub fn colour(chosen: Option<SideArg>, first: Colour, seed: u64) -> Colour {
        match chosen {
            None => first,
            Some(SideArg::White) => Colour::White,
            Some(SideArg::Black) => Colour::Black,
            Some(SideArg::Lots) => Colour::ALL[Random::new(seed).below(2)],
        }
    }
}

/// A seed that nobody knows.
pub fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The computer as one of the players.
pub struct Computer {
    pub side: Colour,
    pub level: Level,
    opponent: Opponent,
    /// What it thought of its last move.
    last: Report,
}

impl Computer {
    pub fn new(words: &Words, game: &Game, level: Level, side: Colour, seed: u64) -> Computer {
        // Only who holds nothing back knows the endings by heart.
        let endgame = if level.is_full_strength() { data::endgame_growing(words) } else { None };
        let options = Options { endgame, ..Opponent::usual_options(level) };
        let opponent = Opponent::with_skill(game.ruleset(), level.skill(game.ruleset()), seed, &options);
        Computer { side, level, opponent, last: Report::default() }
    }

    /// Whether it is the computer who moves now.
    pub fn is_to_move(&self, table: &Table) -> bool {
        table.ending().is_none() && table.game().position().to_move() == self.side
    }

    /// The move it wants to play.
    pub fn choose(&mut self, table: &Table, now: Millis) -> Option<Move> {
        self.last = self.opponent.choose(table.game(), time_of(table, self.side, now), &StopWatch::new());
        self.last.best()
    }

    /// What it does instead of moving: it claims a draw that the rules give when it is not better.
    pub fn claims(&self, table: &Table) -> Option<Act> {
        let possible = !table.game().claimable().is_empty();
        (possible && self.last.score().hundredths() <= 0).then_some(Act::Claim(Claim::Draw))
    }

    /// Its answer to an offer, by what it thought of its last move.
    pub fn answers(&self, table: &Table) -> Act {
        let most = if table.game().played().len() >= LATE { 0 } else { WORSE };
        if self.last.lines.is_empty() || self.last.score().hundredths() > most { Act::Decline } else { Act::Accept }
    }
}

/// Who is asked for hints. The engine is made when the first one is wanted.
#[derive(Default)]
pub struct Adviser(Option<Engine>);

impl Adviser {
    /// The best move and why; `None` if the game is over.
    pub fn hint(&mut self, words: &Words, game: &Game) -> Option<Hint> {
        let engine = self.0.get_or_insert_with(|| {
            let endgame = data::endgame_present(words);
            Engine::new(game.ruleset(), &Options { memory: ADVISER_MEMORY, endgame, ..Options::default() })
        });
        Hint::find(engine, game, &Hint::usual_limits(), &NoWatch)
    }
}

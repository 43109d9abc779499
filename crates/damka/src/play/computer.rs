//! The computer at the table: whom a person plays against, and who gives hints.

use crate::data;
use clap::ValueEnum;
use damka_conduct::clock::Millis;
use damka_conduct::{Intent, Table};
use damka_engine::{Engine, Hint, Level, NoWatch, Opponent, Options, Random};
use damka_players::{Computer, Next, Thought};
use damka_protocols::LevelPlayer;
use damka_rules::{Colour, Game};
use damka_words::Words;
use std::hash::{BuildHasher, Hasher, RandomState};

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

/// The computer as one of the players, with the engine it thinks with.
pub struct ComputerPlayer {
    computer: Computer,
    player: LevelPlayer,
    /// What it thought last.
    thought: Option<Thought>,
}

impl ComputerPlayer {
    pub fn new(words: &Words, level: Level, side: Colour, seed: u64) -> ComputerPlayer {
        // Only the full strength looks endings up.
        let endgame = if level.is_full_strength() { data::endgame_growing(words) } else { None };
        let options = Options { endgame, ..Opponent::usual_options(level) };
        let player = LevelPlayer::with_options(level, seed, options);
        ComputerPlayer { computer: Computer { side, level }, player, thought: None }
    }

    pub fn side(&self) -> Colour {
        self.computer.side
    }

    pub fn level(&self) -> Level {
        self.computer.level
    }

    /// Whether it is the computer who moves now.
    pub fn is_to_move(&self, table: &Table) -> bool {
        table.ending().is_none() && table.to_move() == self.side()
    }

    /// What it does next; `None` if others are to act. It thinks here as long as it needs.
    pub fn next(&mut self, table: &Table, now: Millis) -> Option<Intent> {
        loop {
            match self.computer.next(table, now, self.thought.as_ref()) {
                Next::Wait => return None,
                Next::Act(intent) => return Some(intent),
                // Our own engine has a thought about every game that is not over, and about others it is not asked.
                Next::Think(question) => self.thought = Some(question.ask(&mut self.player).ok()?),
            }
        }
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

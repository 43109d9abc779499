//! Finds good moves in every kind of draughts.
//!
//! - [`Engine`]: thinks about a position of a [`damka_rules::Game`] within [`Limits`] and tells what it found;
//! - [`Evaluation`]: what a position is worth without searching, learned by playing (see `docs/engine-diary.md`);
//! - `search`: principal variation search with iterative deepening; the words of the field are explained at the top of
//!   `search/mod.rs`;
//! - [`Watch`]: time and stop come from outside, so the engine reads no clock of its own.
//!
//! ```
//! use damka_engine::{Engine, Limits, NoWatch, Options};
//! use damka_rules::{Game, Ruleset};
//!
//! let game = Game::new(Ruleset::named("russian").unwrap());
//! let mut engine = Engine::new(game.ruleset(), &Options::default());
//! let found = engine.think(&game, &Limits::depth(5), &NoWatch, &mut |_| ());
//! assert!(game.legal_moves().contains(&found.best().unwrap()));
//! ```

mod analysis;
mod bench;
pub mod elo;
mod engine;
mod eval;
mod hint;
mod level;
mod limits;
mod random;
mod report;
mod score;
mod search;
pub mod train;
mod transposition;

pub use analysis::{Analyst, Examined, Expectation, GameAnalysis, Judgement, Merit, MoveClass, PlayerSummary, Study};
pub use bench::{Benched, SIGNATURE, bench};
pub use engine::{Engine, Options};
pub use eval::{Evaluation, Weights, WeightsError};
pub use hint::{Hint, HintReason};
pub use level::{Level, Opponent, Skill, UNHURRIED};
pub use limits::{Limits, NoWatch, Signal, StopWatch, Time, Watch};
pub use random::Random;
pub use report::{Line, Report};
pub use score::{Chances, Outlook, ProvedEnd, Score};
pub use search::Sight;

//! How the evaluation learns: games against itself, then weights that tell who won them.
//!
//! - [`selfplay`](play_games): plays games and keeps them in a small file that can be added to after a stop;
//! - [`samples`](read_samples): their positions where the side to move cannot capture, each with what came of it;
//! - [`fit`]: weights by logistic regression, with a part of the games held back to see what was really learned;
//! - [`curve`]: the loss, drawn.

mod curve;
mod fit;
mod games;
mod samples;
mod scale;
mod selfplay;

pub use curve::curve;
pub use fit::{Fit, Fitted, Round, fit};
pub use games::{GameFile, GameRecord, GamesError, PlyRecord};
pub use samples::{Sample, Samples, read_samples};
pub use scale::ScoreScale;
pub use selfplay::{SelfPlay, play_games};

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(chance: f32, target: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

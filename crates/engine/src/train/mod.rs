//! How the evaluation learns: games against itself, then weights that tell who won them.
//!
//! - [`selfplay`](play_games): plays games and keeps them in a small file that can be added to after a stop;
//! - [`samples`](read_samples): the quiet positions of those games, each with what came of it;
//! - [`fit`]: weights by logistic regression, with a part of the games held back to see what was really learned;
//! - [`curve`]: the loss, drawn.

mod curve;
mod fit;
mod games;
mod samples;
mod selfplay;

pub use curve::curve;
pub use fit::{Fit, Fitted, Round, fit};
pub use games::{GameFile, GameRecord, GamesError, PlyRecord};
pub use samples::{Sample, Samples, read_samples};
pub use selfplay::{SelfPlay, play_games};

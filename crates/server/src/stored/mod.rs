//! What is kept as text beside the games, with versions of its own. These types are not those of the wire: a name there
//! can change without losing what is kept.

mod analysis;
mod link;

pub use analysis::{KeptAnalysis, KeptPosition};
pub use link::{read_link, write_link};

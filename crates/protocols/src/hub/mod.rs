//! The Hub protocol, version 2, which programs of draughts use to talk with boards and with each other.
//!
//! Lines of text, each a command with values: `pos pos=W... moves="32-28 19-23"`. It was made for the board of 100
//! squares; here every game is played through it. Squares are numbered from 1 at the far left as White sees the board,
//! whatever the game itself calls them. The parameter `numbering` is for programs that write positions this way but
//! number moves differently.
//!
//! - [`Message`]: a line;
//! - [`Session`]: what an engine answers, without threads or clocks; [`serve`]: the same with an engine at work;
//! - [`HubPlayer`]: another program as a player.

mod board;
mod client;
mod level;
mod line;
mod process;
mod serve;
mod session;
mod settings;
mod variants;

pub use board::{MoveError, PositionError, read_move, read_position, write_move, write_position};
pub use client::{HubPlayer, HubSettings};
pub use line::{LineError, Message};
pub use serve::serve;
pub use session::{Action, Session, Task};
pub use settings::Plan;

#[cfg(test)]
mod tests;

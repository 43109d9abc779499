//! What goes over the wire: the types of the HTTP API and of the sockets.
//!
//! Nothing below this crate is serialisable; a type of the rules can change without breaking a page. The same types
//! give the OpenAPI description (`/api/openapi.json`) and the TypeScript of the page (`web/src/lib/api/`), and a test
//! fails when the generated files are old.
//!
//! Squares are strings, named as the game names them (`c3` or `32`), and cells that are not played by letter and rank.
//! Times are milliseconds. Sentences come in the reader's language.

mod analysis;
mod common;
mod conditions;
mod contest;
mod contest_view;
mod create;
mod endgame;
mod event;
mod keeper;
mod lists;
mod notes;
mod notices;
mod people;
mod picture;
mod players;
mod rules;
mod socket;
mod talk;
mod tree;
#[cfg(test)]
mod typescript;
mod usage;
mod view;
mod word;
mod work;

pub use analysis::*;
pub use common::*;
pub use conditions::*;
pub use contest::*;
pub use contest_view::*;
pub use create::*;
pub use endgame::*;
pub use event::*;
pub use keeper::*;
pub use lists::*;
pub use notes::*;
pub use notices::*;
pub use people::*;
pub use picture::*;
pub use players::*;
pub use rules::*;
pub use socket::*;
pub use talk::*;
pub use tree::*;
pub use usage::*;
pub use view::*;
pub use word::*;
pub use work::*;

//! What people do at the board: hands, clocks, offers, violations, the arbiter, and the record of it all.
//!
//! The crate never reads a clock: time comes in with every event, so the same events always give the same game.

mod board;
mod change;
pub mod clock;
mod event;
mod pdn;
mod record;
mod spec;
mod table;
mod turn;
mod violation;

pub use board::Standing;
pub use change::{Change, Ending, Incorrect, Refused, Right};
pub use event::{Act, Actor, Claim, Event, EventError, EventProblem, LONGEST, Ruling, VERSION, time_read, time_text};
pub use pdn::SPEC_TAG;
pub use record::{MOST_EVENTS, Record, RecordError, RecordProblem, Step};
pub use spec::{Aids, GameSpec, LINES, Manner, Seat, SpecError, View};
pub use table::{GONE_AFTER, Table};
pub use turn::{Impossible, Judgement, Turn};
pub use violation::Violation;

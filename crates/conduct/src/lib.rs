//! One game as one record: what was agreed, what each person did, and what follows from it. Hands, clocks, offers,
//! violations, the arbiter.
//!
//! The crate never reads a clock: time comes in with every command, so the same events always give the same game.
//!
//! ```
//! use damka_conduct::clock::Millis;
//! use damka_conduct::{Act, Actor, Command, GameSpec, Table};
//! use damka_notation::SquareNames;
//! use damka_rules::{Colour, Ruleset};
//!
//! let russian = Ruleset::named("russian").unwrap();
//! let names = SquareNames::of(&russian);
//! let mut table = Table::new(GameSpec::new(russian)).unwrap();
//! let cells = ["c3", "d4"].map(|name| names.cell(names.parse(name).unwrap())).to_vec();
//! let command = Command::act(Actor::player(Colour::White), Act::Move(cells));
//! let events = table.decide(&command, Millis::seconds(3)).unwrap();
//! assert_eq!(events[0].line(names), "2 0:03.000 white move c3 d4");
//! assert!(table.game().played().is_empty(), "deciding changes nothing");
//! table.evolve(&events[0]);
//! assert_eq!(table.to_move(), Colour::Black);
//! ```

mod act;
mod board;
mod change;
pub mod clock;
mod ending;
mod event;
mod house;
mod odds;
mod pdn;
mod people;
mod spec;
mod table;
mod talk;
mod transcript;
mod turn;
mod violation;
mod worded;

pub use act::{Act, Claim, Deed, Hand, Intent, MoveMade, Ruling};
pub use board::PhysicalBoard;
pub use change::{Change, Incorrect, Refused, Right};
pub use ending::{Ending, EndingKind};
pub use event::{Entry, Event, EventError, EventProblem, LONGEST, Line, VERSION, time_read, time_text};
pub use house::{KeeperAct, KeyKind, NoticeKind, NoticeTopic, Office};
pub use odds::{Kind as OddsKind, MOST as MOST_DIFFERENCE, Odds, Rung, TIMES};
pub use pdn::SPEC_TAG;
pub use people::{Actor, ContestId, FIRST_PLACE, GameId, PersonId, Place, Role, Status};
pub use spec::{Aids, Decides, FlagFalls, GameSpec, LINES, MOST_PLACES, Manner, Pace, Seat, SpecError, View};
pub use table::{Command, Decider, GONE_AFTER, NotAdmitted, PROOF_WAITS, REMINDED_AT, Rematch, Table};
pub use talk::{Audience, LONGEST_PROPOSAL, Phrase, Said, Saying, Talk};
pub use transcript::{MOST_EVENTS, Step, Transcript, TranscriptError, TranscriptProblem, record_text};
pub use turn::{Impossible, Judgement, Turn};
pub use violation::Violation;
pub use worded::Worded;

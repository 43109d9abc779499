//! Many games as one event: a match, a simultaneous display, a club evening.
//!
//! A contest is made like a game: [`ContestSpec`] is what was agreed, [`Event`]s are what happened, [`Contest::decide`]
//! says what a command leads to and changes nothing, [`Contest::evolve`] takes an event and always succeeds. Scores,
//! pairings and places follow from spec and events. The crate reads no clock and draws no lots: times, ids of games and
//! seeds come inside commands.
//!
//! ```
//! use damka_conduct::GameId;
//! use damka_conduct::clock::Millis;
//! use damka_contest::{Actor, By, Command, Contest, ContestSpec, Fresh, Outcome, Source};
//!
//! let spec = ContestSpec::from_lines([("kind", "match"), ("length", "best-of 3"), ("rules", "russian")]).unwrap();
//! let mut contest = Contest::new(spec);
//! let mut now = 0;
//! let mut act = |actor, command: Command| {
//!     now += 1;
//!     for event in contest.decide(By::alone(actor), &command, Millis::seconds(now)).unwrap() {
//!         contest.evolve(&event);
//!     }
//!     contest.clone()
//! };
//! for player in [1, 2] {
//!     act(Actor::Owner, Command::enter(player));
//! }
//! for player in [1, 2] {
//!     let fresh = Fresh { seed: 7, games: vec![GameId::new("first")] };
//!     act(Actor::Entrant(player), Command::Ready { entrant: player, fresh });
//! }
//! let contest = act(Actor::Nobody, Command::GameOver { game: GameId::new("first"), outcome: Outcome::Draw });
//! assert_eq!(contest.boards().len(), 1);
//! assert_eq!(contest.standings()[0].points, 1);
//! ```

mod board;
mod command;
mod contest;
mod decide;
mod event;
mod evolve;
mod games;
mod host_clock;
mod lots;
mod matches;
mod pairing;
mod pdn;
mod record;
mod spec;
mod standings;

pub use board::{Board, BoardId, Outcome, Scored, Source};
pub use command::{By, Command, Fresh, Refused};
pub use contest::{Contest, ContestEnding, Entrant, EntrantStanding, EntrantTerm, Number, Stage};
pub use event::{Actor, Deed, Event, EventError, EventProblem, LONGEST, VERSION};
pub use evolve::NotAdmitted;
pub use games::GameError;
pub use host_clock::HostClock;
pub use lots::Lots;
pub use matches::MatchState;
pub use pairing::{Proposed, Why};
pub use record::{ContestRecord, HEAD, MOST_EVENTS, RecordError, RecordProblem};
pub use spec::{
    Colours, ContestSpec, ContestSpecError, Draws, Joining, Kind, LONGEST_LADDER, Length, MOST_ENTRANTS, MOST_OPENINGS,
    OWN_LINES,
};
pub use standings::Standing;

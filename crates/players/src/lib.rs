//! Players that are not people: the computer, with its level, time, draw policy and resignation.
//!
//! A [`Computer`] only says what it would do next; the program that runs the table has it think with any
//! [`Player`](damka_protocols::Player), in whatever thread, and carries out what it wants. So the terminal, the server and
//! matches have the same computer.
//!
//! ```
//! use damka_conduct::clock::Millis;
//! use damka_conduct::{Actor, Command, GameSpec, Table};
//! use damka_engine::Level;
//! use damka_players::{Computer, Next};
//! use damka_protocols::LevelPlayer;
//! use damka_rules::{Colour, Ruleset};
//!
//! let mut table = Table::new(GameSpec::new(Ruleset::named("russian").unwrap())).unwrap();
//! let computer = Computer { side: Colour::White, level: Level::WEAKEST };
//! let mut player = LevelPlayer::new(computer.level, 7);
//! let Next::Think(question) = computer.next(&table, Millis(0), None) else { panic!("it begins") };
//! let thought = question.ask(&mut player).unwrap();
//! let Next::Act(intent) = computer.next(&table, Millis(0), Some(&thought)) else { panic!("it moves") };
//! let events = table.decide(&Command::act(Actor::player(Colour::White), intent), Millis(900)).unwrap();
//! table.evolve(&events[0]);
//! assert_eq!(table.to_move(), Colour::Black);
//! ```

mod computer;
mod thought;

pub use computer::{Computer, Next, whole_move};
pub use thought::{Question, Thought};

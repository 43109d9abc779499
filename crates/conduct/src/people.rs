//! Who takes part in a game, as far as a game has to know it. Names and ids of people never stand in a line of its
//! record: rows beside the record say who sits where, and those can change.

use crate::worded::worded;
use damka_rules::Colour;
use std::fmt;

/// Declares an id: a text that nobody can guess.
macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Box<str>);

        impl $name {
            /// The id with this text.
            #[must_use]
            pub fn new(text: impl Into<Box<str>>) -> $name {
                $name(text.into())
            }

            /// Its text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> $name {
                $name::new(text)
            }
        }
    };
}

id! {
    /// The id of a game.
    GameId
}

id! {
    /// The id of a contest: many games as one event.
    ContestId
}

id! {
    /// The id of a person. Anyone who knows it could claim to be that person, so it is never shown.
    PersonId
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({})", self.0)
    }
}

impl fmt::Display for ContestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ContestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContestId({})", self.0)
    }
}

impl fmt::Debug for PersonId {
    /// Ids of people do not stand in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonId")
    }
}

worded! {
    /// Where a game stands in its life.
    pub enum Status {
        /// A seat is free.
        Waiting = "waiting",
        /// It is played.
        Live = "live",
        /// It has ended.
        Over = "over",
    }
}

worded! {
    /// What someone does at a table. Anyone without a role watches.
    pub enum Role {
        /// Plays White.
        White = "white",
        /// Plays Black.
        Black = "black",
        /// Decides.
        Arbiter = "arbiter",
    }
}

impl Role {
    /// The side that somebody in this role plays.
    #[must_use]
    pub fn side(self) -> Option<Colour> {
        match self {
            Role::White => Some(Colour::White),
            Role::Black => Some(Colour::Black),
            Role::Arbiter => None,
        }
    }
}

impl From<Colour> for Role {
    fn from(side: Colour) -> Role {
        match side {
            Colour::White => Role::White,
            Colour::Black => Role::Black,
        }
    }
}

/// A place in a seat, from 1: several people can share a seat.
pub type Place = u8;

/// The place of somebody who does not share the seat.
pub const FIRST_PLACE: Place = 1;

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player: the side, and the place in its seat. In lines `white`, `white.2`.
    Player(Colour, Place),
    /// The arbiter.
    Arbiter,
    /// Nobody at the table: the clock, a proof, a disturbance from outside.
    Nobody,
}

impl Actor {
    /// The only player of a side.
    #[must_use]
    pub const fn player(side: Colour) -> Actor {
        Actor::Player(side, FIRST_PLACE)
    }

    /// The side that the actor plays.
    #[must_use]
    pub const fn side(self) -> Option<Colour> {
        match self {
            Actor::Player(side, _) => Some(side),
            Actor::Arbiter | Actor::Nobody => None,
        }
    }

    /// The place in the seat.
    #[must_use]
    pub const fn place(self) -> Option<Place> {
        match self {
            Actor::Player(_, place) => Some(place),
            Actor::Arbiter | Actor::Nobody => None,
        }
    }

    /// The actor's role; `None` for nobody.
    #[must_use]
    pub fn role(self) -> Option<Role> {
        match self {
            Actor::Player(side, _) => Some(side.into()),
            Actor::Arbiter => Some(Role::Arbiter),
            Actor::Nobody => None,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::worded::Worded;
        match self {
            Actor::Player(side, FIRST_PLACE) => f.write_str(side.word()),
            Actor::Player(side, place) => write!(f, "{}.{place}", side.word()),
            Actor::Arbiter => f.write_str("arbiter"),
            Actor::Nobody => f.write_str("nobody"),
        }
    }
}

impl std::str::FromStr for Actor {
    type Err = ();

    fn from_str(text: &str) -> Result<Actor, ()> {
        use crate::worded::Worded;
        match text {
            "arbiter" => return Ok(Actor::Arbiter),
            "nobody" => return Ok(Actor::Nobody),
            _ => {}
        }
        let (side, place) = match text.split_once('.') {
            None => (text, Ok(FIRST_PLACE)),
            // The first place is written without its number: one line has one form.
            Some((side, place)) => (
                side,
                place.parse().map_err(drop).and_then(|place| match place {
                    0 | FIRST_PLACE => Err(()),
                    place if format!("{place}") == text[side.len() + 1..] => Ok(place),
                    _ => Err(()),
                }),
            ),
        };
        Ok(Actor::Player(Colour::from_word(side).ok_or(())?, place?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actors_have_one_form_each() {
        for text in ["white", "black", "white.2", "black.12", "arbiter", "nobody"] {
            assert_eq!(text.parse::<Actor>().map(|actor| actor.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "white.", "white.0", "white.1", "white.02", "white.999", "White", "red", "arbiter.2"] {
            assert!(text.parse::<Actor>().is_err(), "{text}");
        }
    }

    #[test]
    fn ids_of_people_are_not_shown() {
        assert!(!format!("{:?}", PersonId::new("secret")).contains("secret"));
        assert_eq!(GameId::new("abc").to_string(), "abc");
    }
}

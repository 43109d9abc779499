//! An event on its way into the table of events.

use super::numbers::scope_number;
use super::{Value, values};
use crate::NewEvent;

/// Adds one event, if there is such a game.
pub const APPEND: &str = "INSERT INTO events (game, seq, run, wall, scope, client, n, line)
    SELECT number, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM games WHERE id = ?1";

/// An event with its place.
#[derive(Clone, Copy, Debug)]
pub struct EventRow<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The number in the game.
    pub seq: u32,
    /// The run that appends it.
    pub run: i64,
    /// What it is.
    pub event: &'a NewEvent,
}

impl<'a> EventRow<'a> {
    /// Its values, in the order of the places in [`APPEND`].
    pub fn values(&self) -> [Value<'a>; 8] {
        let NewEvent { line, scope, client, wall } = self.event;
        let number = client.map(|act| act.n.cast_signed());
        let client = client.map(|act| act.client.cast_signed());
        let values: &[Value<'a>; 8] =
            values![self.game, self.seq, self.run, wall.cast_signed(), scope_number(*scope), client, number, line];
        *values
    }
}

//! What clients have seen and done, as the checker reads it.

use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The wall clock, in milliseconds since 1970. All processes of the test share it.
pub fn wall() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// How a game stood when a client saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub seq: u32,
    pub ply: u32,
    pub clocks: [u64; 2],
    pub running: Option<usize>,
}

impl Shown {
    /// From the state in a frame.
    pub fn of(state: &Value) -> Shown {
        let number = |value: &Value| value.as_u64().unwrap_or_default();
        let clocks = &state["clocks"];
        let running = ["white", "black"].iter().position(|side| clocks["running"] == **side);
        let left = ["white", "black"].map(|side| number(&clocks[side]["remaining"]));
        Shown { seq: number(&state["seq"]) as u32, ply: number(&state["ply"]) as u32, clocks: left, running }
    }
}

/// Something that a client saw or did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The whole game.
    Whole(Shown, Vec<String>),
    /// An event, with the number of the client's own act and with the move, if it was that.
    Event(Shown, Option<u64>, Option<String>),
    /// An act was sent, for the first time or again.
    Sent(u64),
    /// It had counted already, as the event with this number.
    Confirmed(u64, u32),
    /// It was refused, with this code.
    Refused(u64, String),
}

/// One connection of one client to one game.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The number of the client; none for spectators.
    pub client: Option<u64>,
    /// The node.
    pub node: usize,
    /// In their order, each with the wall clock.
    pub facts: Vec<(u64, Fact)>,
}

/// All connections to one game.
#[derive(Debug, Default)]
pub struct History(Mutex<Vec<Arc<Mutex<View>>>>);

/// A connection whose facts are added one by one.
#[derive(Clone, Debug)]
pub struct Recorder(Arc<Mutex<View>>);

impl History {
    /// A new connection.
    pub fn open(&self, client: Option<u64>, node: usize) -> Recorder {
        let view = Arc::new(Mutex::new(View { client, node, facts: Vec::new() }));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&view));
        Recorder(view)
    }

    /// Everything so far.
    pub fn views(&self) -> Vec<View> {
        let views = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        views.iter().map(|view| view.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect()
    }
}

impl Recorder {
    pub fn note(&self, fact: Fact) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).facts.push((wall(), fact));
    }
}

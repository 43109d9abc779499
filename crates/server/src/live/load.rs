//! A game taken up from the store.

use crate::terms::Terms;
use damka_conduct::clock::Millis;
use damka_conduct::{Change, Event, GameSpec, Table};
use damka_notation::SquareNames;
use damka_store::{KeptEvent, KeptGame, Sitting, Store, StoreError};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many acts of clients are remembered, so that one that is sent again counts once.
const REMEMBERED: usize = 32;

/// Acts of clients that have counted.
#[derive(Clone, Debug, Default)]
pub struct Recent(VecDeque<(Sitting, u64, u32)>);

impl Recent {
    /// The number of the event that an act became.
    pub fn find(&self, seat: Sitting, n: u64) -> Option<u32> {
        self.0.iter().find(|(whose, number, _)| (*whose, *number) == (seat, n)).map(|(_, _, seq)| *seq)
    }

    /// Remembers one.
    pub fn add(&mut self, seat: Sitting, n: u64, seq: u32) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((seat, n, seq));
    }
}

/// A game taken up from the store.
#[derive(Debug)]
pub struct Loaded {
    /// What the store knows of it.
    pub kept: KeptGame,
    /// What the server agreed.
    pub terms: Arc<Terms>,
    /// The table after every event.
    pub table: Table,
    /// How many events there were.
    pub seq: u32,
    /// What clients have done lately.
    pub recent: Recent,
    /// Whether the record says that a side has left.
    pub gone: [bool; 2],
    /// The last heartbeat of the run in which its time went last.
    pub beat: u64,
}

fn damaged(what: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(what.to_string())
}

/// The lines of a spec, as they are kept.
#[must_use]
pub fn spec_lines(spec: &GameSpec) -> String {
    spec.lines().into_iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
}

/// Reads them back.
///
/// # Errors
/// If they are damaged.
pub fn read_spec(lines: &str) -> Result<GameSpec, StoreError> {
    let pairs = lines.lines().filter_map(|line| line.split_once(": "));
    GameSpec::from_lines(pairs).map_err(damaged)
}

impl Loaded {
    /// Reads a game; `None` if there is none.
    ///
    /// # Errors
    /// If reading fails or the data are damaged.
    pub fn read(store: &dyn Store, id: &str) -> Result<Option<Loaded>, StoreError> {
        let Some(kept) = store.game(id)? else { return Ok(None) };
        let terms: Terms = serde_json::from_str(&kept.game.terms).map_err(damaged)?;
        let spec = read_spec(&kept.game.spec)?;
        let names = SquareNames::of(&spec.ruleset);
        let mut table = Table::new(spec).map_err(damaged)?;
        let (mut recent, mut gone, mut seq) = (Recent::default(), [false; 2], 0);
        for KeptEvent { seq: number, event } in store.events(id, 0)? {
            let read = Event::read(&event.line, names).map_err(damaged)?;
            // What was not accepted when it happened is not kept; what is kept is accepted again.
            let changes = table.apply(&read).map_err(|refused| damaged(format!("{refused:?}: {}", event.line)))?;
            for change in &changes {
                match change {
                    Change::Left(side) => gone[*side as usize] = true,
                    Change::Returned(side) => gone[*side as usize] = false,
                    _ => {}
                }
            }
            if let Some((seat, n)) = event.client {
                recent.add(seat, n, number);
            }
            seq = number;
        }
        let run = kept.anchor.map(|anchor| store.run(anchor.run)).transpose()?.flatten();
        let terms = Arc::new(terms);
        Ok(Some(Loaded { kept, terms, table, seq, recent, gone, beat: run.map_or(0, |run| run.beat) }))
    }

    /// The time of the last event.
    #[must_use]
    pub fn last(&self) -> Millis {
        self.table.now()
    }

    /// The spec, to be shared.
    #[must_use]
    pub fn spec(&self) -> Arc<GameSpec> {
        Arc::new(self.table.spec().clone())
    }
}

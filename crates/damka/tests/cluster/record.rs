//! The record of a game as it is kept, and what the checker needs of it.

use damka_conduct::{GameId, Line, Table};
use damka_notation::SquareNames;
use damka_rules::Colour;
use damka_store::{Scope, Store, StoreError};
use std::collections::HashMap;

/// A line of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub seq: u32,
    /// The run that wrote it.
    pub run: i64,
    /// When, by the wall clock.
    pub wall: u64,
    /// The run that has taken the game over with it.
    pub taken: Option<i64>,
    /// The client's number for the act.
    pub number: Option<(u64, u64)>,
    /// The squares of the move from its first to its last, if it is one.
    pub squares: Option<(String, String)>,
    /// The clocks after it.
    pub clocks: [u64; 2],
    /// Whose clock runs after it.
    pub running: Option<usize>,
}

/// A record, with what the club says about it at the end.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub game: String,
    pub rows: Vec<Row>,
    /// The moves as each node reports them.
    pub told: Vec<Vec<String>>,
    /// When the last heartbeat of each run was, by the wall clock.
    pub beats: HashMap<i64, u64>,
}

impl Record {
    /// Reads the rows of a game and the runs that wrote them.
    pub fn read(store: &dyn Store, game: &str) -> Result<Record, StoreError> {
        let id = GameId::new(game);
        let kept = store.game(&id)?.ok_or(StoreError::Closed)?;
        let spec = damka_server::live::read_spec(&id, &kept.game.spec)?;
        let names = SquareNames::of(&spec.ruleset);
        let mut table = Table::new(spec).map_err(|error| StoreError::Damaged(error.to_string()))?;
        let mut record = Record { game: game.to_owned(), ..Record::default() };
        for kept in store.events(&id, 0)? {
            let run = kept.run.unwrap_or_default();
            let number = kept.event.client.map(|number| (number.client, number.n));
            let line = &kept.event.line;
            let taken = line.strip_prefix("taken by run ").and_then(|run| run.parse().ok());
            let mut squares = None;
            if kept.event.scope != Scope::Secret {
                let Ok(Line::Event(event)) = Line::read(line, names) else {
                    return Err(StoreError::Damaged(format!("{game} {}: {line}", kept.seq)));
                };
                // What cannot have happened is for the checker to find: without the fence two owners write.
                if table.admits(&event).is_ok() {
                    table.evolve(&event);
                }
                squares = move_in(line);
            }
            let clocks = Colour::ALL.map(|side| table.reading(side, table.now()).remaining.map_or(0, |left| left.0));
            let running = table.running().map(|side| side as usize);
            let wall = kept.event.wall;
            record.rows.push(Row { seq: kept.seq, run, wall, taken, number, squares, clocks, running });
        }
        for run in record.rows.iter().map(|row| row.run).collect::<Vec<_>>() {
            if let Some(found) = store.run(run)? {
                record.beats.insert(run, found.beat_wall);
            }
        }
        Ok(record)
    }
}

/// The first and the last square of a move in a line.
fn move_in(line: &str) -> Option<(String, String)> {
    let mut words = line.split(' ').skip_while(|word| *word != "move").skip(1);
    let first = words.next()?;
    let last = words.take_while(|word| !["x", "crowned"].contains(word)).last()?;
    Some((first.to_owned(), last.to_owned()))
}

//! A game loaded from the store: the fold of its events.

use super::append::Trouble;
use super::conditions;
use super::delayed::Delayed;
use super::done::Done;
use super::roles::Rows;
use super::sight::Sight;
use crate::clockwork::wall;
use damka_conduct::{
    Change, Command, Event, GameId, GameSpec, Intent, Line, PROOF_WAITS, Pace, Step, Table, Transcript,
};
use damka_notation::SquareNames;
use damka_store::{ClientNumber, KeptEvent, KeptGame, Outage, Scope, Store, StoreError};
use damka_words::{StoryLine, Storyteller, Words};

/// An outage that is shorter costs nobody a game of days, in milliseconds.
pub const LONG_OUTAGE: u64 = 600_000;

/// The number of the event made by a client's act, if the act has counted.
///
/// # Errors
/// If reading fails.
pub fn event_of_number(store: &dyn Store, id: &GameId, number: ClientNumber) -> Result<Option<u32>, StoreError> {
    Ok(store.events(id, 0)?.into_iter().find(|row| row.event.client == Some(number)).map(|row| row.seq))
}

/// Whether the event of this number is what somebody means to do.
///
/// # Errors
/// If reading fails or the event is damaged.
pub fn is_same_act(
    store: &dyn Store,
    id: &GameId,
    seq: u32,
    intent: &Intent,
    names: SquareNames,
) -> Result<bool, StoreError> {
    let kept = store.events(id, seq.saturating_sub(1))?.into_iter().next().filter(|row| row.seq == seq);
    let kept = kept.ok_or_else(|| damaged(id, format!("event {seq} is missing")))?;
    match Line::read(&kept.event.line, names).map_err(|error| damaged(id, format!("event {seq}: {error}")))? {
        Line::Event(event) => Ok(intent.became(&event.deed, |cell| names.square(cell))),
        Line::Old(entry) => Ok(*intent == entry.intent),
    }
}

/// How a game stands with the store.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The number of its last event.
    pub seq: u32,
    /// What the seats have done so far.
    pub done: Box<Done>,
    /// Whether the store knows how the game's time goes in this run. Games without clocks need not tell.
    pub is_anchored: bool,
    /// Why nothing can be written.
    pub trouble: Option<Box<Trouble>>,
    /// What is in memory is not what is on disk: the owner goes.
    pub is_lost: bool,
    /// Another run has appended: the game is its own.
    pub is_taken: bool,
    /// The owner has written when somebody has to look at the game next, and goes.
    pub is_let_go: bool,
}

/// A game loaded from the store.
#[derive(Debug)]
pub struct Loaded {
    /// What the store knows of it beside its record.
    pub kept: KeptGame,
    /// The same as rows.
    pub rows: Rows,
    /// The table after every event.
    pub table: Table,
    /// The run that has written the last line.
    pub last_run: Option<i64>,
    /// Its events' rows.
    pub log: Log,
    /// What spectators see, where they see it later.
    pub delayed: Option<Box<Delayed>>,
    /// The last heartbeat of the run in which its time went last.
    pub beat: u64,
    /// Outages that a game of days has not been credited for.
    pub outages: Vec<Outage>,
    /// Of a game of days that version 1 counted in the time of its runs: by how much that was less than the time of day.
    pub lag: u64,
}

/// Why a game cannot be read: it is damaged, and others are not.
fn damaged(id: &GameId, what: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("game {id}: {what}"))
}

/// The lines of a spec, as they are kept.
#[must_use]
pub fn spec_lines(spec: &GameSpec) -> String {
    spec_text(spec.lines())
}

/// Named values, one in each line.
#[must_use]
pub fn spec_text(lines: Vec<(&'static str, String)>) -> String {
    lines.into_iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
}

/// Reads them back.
///
/// # Errors
/// The line that has no name.
pub fn spec_pairs(lines: &str) -> Result<Vec<(&str, &str)>, &str> {
    lines.lines().map(|line| line.split_once(": ").ok_or(line)).collect()
}

/// Reads them back.
///
/// # Errors
/// If they are damaged.
pub fn read_spec(id: &GameId, lines: &str) -> Result<GameSpec, StoreError> {
    let pairs = spec_pairs(lines).map_err(|line| damaged(id, format!("the line {line:?} has no colon")))?;
    GameSpec::from_lines(pairs).map_err(|error| damaged(id, error))
}

/// The events that a kept row means at a table, in their order.
fn events_of(id: &GameId, row: &KeptEvent, table: &Table, names: SquareNames) -> Result<Vec<Event>, StoreError> {
    let at = |what: String| damaged(id, format!("event {}: {what}: {}", row.seq, row.event.line));
    match Line::read(&row.event.line, names).map_err(|error| at(error.to_string()))? {
        Line::Event(event) => Ok(vec![event]),
        Line::Old(entry) => table.upcast(&entry).map_err(|refused| at(format!("{refused:?}"))),
    }
}

/// The event of a row that this version wrote.
#[must_use]
pub fn event_of_row(row: &KeptEvent, names: SquareNames) -> Option<Event> {
    match Line::read(&row.event.line, names) {
        Ok(Line::Event(event)) => Some(event),
        Ok(Line::Old(_)) | Err(_) => None,
    }
}

/// Folds rows into a table. `each` gets every event with its row and what it changed.
fn fold(
    id: &GameId,
    table: &mut Table,
    rows: &[KeptEvent],
    mut each: impl FnMut(&KeptEvent, &Event, &[Change]),
) -> Result<(), StoreError> {
    let names = SquareNames::of(&table.spec().ruleset);
    for row in rows.iter().filter(|row| row.event.scope != Scope::Secret) {
        for event in events_of(id, row, table, names)? {
            table
                .admits(&event)
                .map_err(|why| damaged(id, format!("event {}: {why:?}: {}", row.seq, row.event.line)))?;
            let changes = table.evolve(&event);
            each(row, &event, &changes);
        }
    }
    Ok(())
}

impl Loaded {
    /// Reads a game; `None` if there is none.
    ///
    /// # Errors
    /// If reading fails or the game is damaged.
    pub fn read(store: &dyn Store, id: &GameId) -> Result<Option<Loaded>, StoreError> {
        let Some(kept) = store.game(id)? else { return Ok(None) };
        let rows = Rows::read(store, &kept)?;
        let start = Table::new(read_spec(id, &kept.game.spec)?).map_err(|error| damaged(id, error))?;
        let events = store.events(id, 0)?;
        let (mut table, mut log) = (start.clone(), Log::default());
        fold(id, &mut table, &events, |row, event, _| log.done.note(event, row.event.client, row.seq))?;
        log.seq = events.last().map_or(0, |row| row.seq);
        let delayed = match kept.game.access.delay {
            0 => None,
            delay => Some(Box::new(Loaded::delayed(&kept, start, &events, delay)?)),
        };
        let run = kept.anchor.map(|anchor| store.run(anchor.run)).transpose()?.flatten();
        let seen = events.last().map_or(kept.game.created_at, |row| row.event.wall.max(kept.game.created_at));
        let is_days = table.spec().pace == Pace::Days && table.ending().is_none();
        let is_old = is_days && events.last().is_none_or(|row| row.run.is_none());
        let lag = run.zip(kept.anchor).filter(|_| is_old).map_or(0, |(run, anchor)| {
            run.started.saturating_add(anchor.run_ms).saturating_sub(kept.game.created_at + anchor.game_ms)
        });
        let outages = if is_days { store.outages(seen, LONG_OUTAGE)? } else { Vec::new() };
        let beat = run.map_or(0, |run| run.beat);
        log.done.plans = if is_days { conditions::load(store, &rows, &table)? } else { None };
        let last_run = events.last().and_then(|row| row.run);
        Ok(Some(Loaded { kept, rows, table, last_run, log, delayed, beat, outages, lag }))
    }

    /// Whether a run that was told that the game is its own still had it when the lines were read. Whoever takes a game from
    /// it leaves a line; an owner that did not look would write behind the lines of another.
    #[must_use]
    pub fn is_of(&self, run: i64) -> bool {
        self.last_run.is_none_or(|last| last == run)
    }

    /// What spectators of a game see who see it later: what was kept long enough ago.
    fn delayed(kept: &KeptGame, mut table: Table, events: &[KeptEvent], delay: u64) -> Result<Delayed, StoreError> {
        let id = &kept.game.id;
        let seen = wall().saturating_sub(delay);
        let hidden = events.iter().position(|row| row.event.wall > seen).unwrap_or(events.len());
        let (shown, hidden) = events.split_at(hidden);
        fold(id, &mut table, shown, |_, _, _| ())?;
        let seq = shown.last().map_or(0, |row| row.seq);
        let changed_at = shown.last().map_or(kept.game.created_at, |row| row.event.wall.saturating_add(delay));
        let (mut later, mut ahead) = (Vec::new(), table.clone());
        fold(id, &mut ahead, hidden, |row, event, _| later.push((row.event.wall, row.seq, event.clone())))?;
        Ok(Delayed::new(table, seq, changed_at, delay, later))
    }
}

/// The whole record of a game as text, in lines of today.
///
/// # Errors
/// If reading fails, the game is damaged, or there is none (`Ok(None)`).
pub fn record(store: &dyn Store, id: &GameId, upto: u32, sight: Sight) -> Result<Option<String>, StoreError> {
    let Some(kept) = store.game(id)? else { return Ok(None) };
    let rows = Rows::of(&kept);
    let mut lines = Vec::new();
    let spec = replay(store, &kept, upto, sight, |names, event, _| lines.push(event.line(names)))?;
    Ok(Some(damka_conduct::record_text(&spec, &rows.names(), lines.into_iter())))
}

/// The same events as sentences.
///
/// # Errors
/// If reading fails, the game is damaged, or there is none (`Ok(None)`).
pub fn story(
    store: &dyn Store,
    id: &GameId,
    upto: u32,
    sight: Sight,
    words: &Words,
) -> Result<Option<Vec<StoryLine>>, StoreError> {
    let Some(kept) = store.game(id)? else { return Ok(None) };
    let ruleset = read_spec(id, &kept.game.spec)?.ruleset;
    let mut told: Vec<(Event, Vec<Change>)> = Vec::new();
    replay(store, &kept, upto, sight, |_, event, changes| told.push((event.clone(), changes.to_vec())))?;
    if !sight.violations {
        hide_open_violation(&mut told);
    }
    let mut teller = Storyteller::new(words, ruleset);
    told.iter().for_each(|(event, changes)| teller.event(event, changes));
    Ok(Some(teller.finish()))
}

/// Leaves out the violations that have not been decided: those after the last correction, move or end.
fn hide_open_violation(told: &mut [(Event, Vec<Change>)]) {
    let settles = |change: &Change| {
        matches!(
            change,
            Change::Corrected { .. }
                | Change::Stands { .. }
                | Change::Crowned(_)
                | Change::Moved { .. }
                | Change::TookBack(_)
                | Change::Ended(_)
        )
    };
    for (_, changes) in told.iter_mut().rev() {
        let settled = changes.iter().rposition(settles).map_or(0, |at| at + 1);
        let open = changes.split_off(settled);
        changes.extend(open.into_iter().filter(|change| !matches!(change, Change::Violated { .. })));
        if settled > 0 {
            return;
        }
    }
}

/// Gives `each` the events up to one that a viewer may know of, with what they changed.
fn replay(
    store: &dyn Store,
    kept: &KeptGame,
    upto: u32,
    sight: Sight,
    mut each: impl FnMut(SquareNames, &Event, &[Change]),
) -> Result<GameSpec, StoreError> {
    let id = &kept.game.id;
    let mut table = Table::new(read_spec(id, &kept.game.spec)?).map_err(|error| damaged(id, error))?;
    let names = SquareNames::of(&table.spec().ruleset);
    let mut events: Vec<KeptEvent> = store.events(id, 0)?;
    events.retain(|row| row.seq <= upto);
    fold(id, &mut table, &events, |row, event, changes| {
        // Only talk is kept for a seat alone (`Act::is_for_team`).
        let is_public = row.event.scope == Scope::All && !event.deed.is_for_team();
        if is_public || sight.has_event(event) {
            each(names, event, changes);
        }
    })?;
    Ok(table.spec().clone())
}

/// Reads a transcript and keeps the events that it leads to.
#[must_use]
pub fn events_of_transcript(transcript: &Transcript) -> Option<(Table, Vec<Event>)> {
    let (mut table, steps) = transcript.play().ok()?;
    let step = |step: Step| step.elapsed.into_iter().map(|(event, _)| event).chain(step.events);
    let mut events: Vec<Event> = steps.into_iter().flat_map(step).collect();
    if let Some((_, fell)) = table.fallen_flag() {
        // The transcript has no proof that the opponent could not win.
        let late = table.decide(&Command::Elapse, fell.plus(PROOF_WAITS)).unwrap_or_default();
        for event in late {
            table.evolve(&event);
            events.push(event);
        }
    }
    Some((table, events))
}

//! A contest loaded from the store: the fold of its events.

use crate::dates::{days_of, days_text, pdn_date};
use crate::live::spec_pairs;
use damka_conduct::ContestId;
use damka_contest::{Contest, ContestRecord, ContestSpec, Event};
use damka_store::{KeptContest, Run, Scope, Store, StoreError};
use damka_words::{BoardSheet, Words};

/// A contest loaded from the store.
#[derive(Debug)]
pub struct Loaded {
    /// Its rows.
    pub kept: KeptContest,
    /// What follows from its events.
    pub contest: Contest,
    /// The number of the last event.
    pub seq: u32,
    /// The run that appended the last event.
    pub run: Option<Run>,
    /// The run that has written the last line.
    last_run: Option<i64>,
}

fn damaged(id: &ContestId, what: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("contest {id}: {what}"))
}

fn read_spec(id: &ContestId, lines: &str) -> Result<ContestSpec, StoreError> {
    let pairs = spec_pairs(lines).map_err(|line| damaged(id, format!("the line {line:?} has no colon")))?;
    ContestSpec::from_lines(pairs).map_err(|error| damaged(id, error))
}

/// The fold of a contest's events.
struct Folded {
    contest: Contest,
    events: Vec<Event>,
    /// The number of the last line.
    seq: u32,
    /// The run of the last event.
    run: i64,
    /// The run of the last line.
    last_run: Option<i64>,
}

/// Folds the events of a contest, each of which must be possible where it stands.
fn fold(store: &dyn Store, id: &ContestId, spec: &ContestSpec) -> Result<Folded, StoreError> {
    let mut folded = Folded { contest: Contest::new(spec.clone()), events: Vec::new(), seq: 0, run: 0, last_run: None };
    for (seq, kept) in (1..).zip(store.contests().contest_events(id, 0)?) {
        (folded.seq, folded.last_run) = (seq, Some(kept.run));
        if kept.scope == Scope::Secret {
            continue;
        }
        let at = |what: String| damaged(id, format!("event {seq}: {what}: {}", kept.line));
        let event = Event::read(&kept.line).map_err(|error| at(error.to_string()))?;
        folded.contest.admits(&event).map_err(|why| at(format!("{why:?}")))?;
        folded.contest.evolve(&event);
        folded.events.push(event);
        folded.run = kept.run;
    }
    Ok(folded)
}

impl Loaded {
    /// Reads a contest; `None` if there is none.
    ///
    /// # Errors
    /// If reading fails or the contest is damaged.
    pub fn read(store: &dyn Store, id: &ContestId) -> Result<Option<Loaded>, StoreError> {
        let Some(kept) = store.contests().contest(id)? else { return Ok(None) };
        let spec = read_spec(id, &kept.contest.spec)?;
        let Folded { contest, seq, run, last_run, .. } = fold(store, id, &spec)?;
        Ok(Some(Loaded { kept, contest, seq, run: store.run(run)?, last_run }))
    }

    /// As for a game: whether a run that was told that the contest is its own still had it when the lines were read.
    #[must_use]
    pub fn is_of(&self, run: i64) -> bool {
        self.last_run.is_none_or(|last| last == run)
    }
}

/// The record of a contest as text.
///
/// # Errors
/// If reading fails, the contest is damaged, or there is none (`Ok(None)`).
pub fn record(store: &dyn Store, id: &ContestId, words: &Words) -> Result<Option<String>, StoreError> {
    let Some(kept) = store.contests().contest(id)? else { return Ok(None) };
    let spec = read_spec(id, &kept.contest.spec)?;
    let Folded { events, .. } = fold(store, id, &spec)?;
    let names = kept.entrants.iter().map(|entrant| super::view::shown_name(entrant, words)).collect();
    Ok(Some(ContestRecord { name: kept.contest.name, spec, names, events }.text()))
}

/// The boards of a contest as a page to print.
///
/// # Errors
/// If reading fails, the contest is damaged, or there is none (`Ok(None)`).
pub fn sheet(store: &dyn Store, id: &ContestId, slips: bool, words: &Words) -> Result<Option<String>, StoreError> {
    let Some(loaded) = Loaded::read(store, id)? else { return Ok(None) };
    let Loaded { kept, contest, .. } = &loaded;
    let day = kept.contest.begins_at.unwrap_or(kept.contest.created_at);
    let day = days_of(&pdn_date(day)).map(days_text).unwrap_or_default();
    let names = |number| super::view::name_of(kept, number, words);
    let sheet = BoardSheet { name: &kept.contest.name, day: &day, contest, slips };
    Ok(Some(words.board_sheet(sheet, &names)))
}

/// The kind of a contest and its rules, from the rows alone.
///
/// # Errors
/// If what is kept is damaged.
pub fn spec_of_rows(kept: &KeptContest) -> Result<ContestSpec, StoreError> {
    read_spec(&kept.contest.id, &kept.contest.spec)
}

//! Dated backups that the club makes automatically while it is open.

use crate::clockwork::wall;
use crate::club::Club;
use crate::dates::stamp;
use damka_store::{Files, StoreError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The prefix and suffix of a backup's file name; the timestamp between them makes the names sort by date.
const NAME: (&str, &str) = ("damka-", ".db");
/// The extra suffix of an unfinished backup; a process that was killed leaves one behind.
const HALF: &str = ".part";
/// The interval between checks for a due backup. Checking the file dates also works on a machine that sleeps.
const LOOK: Duration = Duration::from_secs(60);
/// The delay before another attempt after a failure.
const RETRY: Duration = Duration::from_secs(600);

/// Where backups go, how many are kept, and how often one is made.
#[derive(Clone, Debug)]
pub struct BackupPlan {
    /// The folder.
    pub folder: PathBuf,
    /// How many are kept.
    pub keep: usize,
    /// The time from one backup to the next.
    pub every: Duration,
}

/// The state of the backups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupState {
    /// When the last one was made, in milliseconds since 1970.
    pub last_at: Option<u64>,
    /// How many there are.
    pub kept: usize,
    /// Why the last attempt failed.
    pub problem: Option<StoreError>,
}

/// The state of the backups, shared by everything that reports it.
#[derive(Debug, Default)]
pub struct Backups(Mutex<BackupState>);

impl Backups {
    fn lock(&self) -> MutexGuard<'_, BackupState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> BackupState {
        self.lock().clone()
    }
}

/// Makes backups until the club closes. The log, health and the keeper's page report a failure, and it is tried again.
pub async fn keep_backups(club: Arc<Club>) {
    let Some(plan) = club.settings.backups.clone() else { return };
    // A database server has backups of its own.
    if club.store().files().is_none() {
        return;
    }
    let mut every = tokio::time::interval(plan.every.min(LOOK));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut closing = club.closing();
    let mut failed: Option<tokio::time::Instant> = None;
    loop {
        tokio::select! {
            _ = every.tick() => {}
            _ = closing.changed() => return,
        }
        if failed.is_some_and(|at| at.elapsed() < RETRY.min(plan.every)) {
            continue;
        }
        let (store, plan) = (club.store(), plan.clone());
        let made = tokio::task::spawn_blocking(move || match store.files() {
            Some(files) => make_if_due(files, &plan),
            None => Ok(BackupState::default()),
        });
        let made = made.await;
        let made = made.unwrap_or(Err(StoreError::Closed));
        failed = made.is_err().then(tokio::time::Instant::now);
        note(&club, made);
    }
}

fn note(club: &Club, made: Result<BackupState, StoreError>) {
    let mut state = club.backups.lock();
    match made {
        Ok(now) => *state = now,
        Err(error) => {
            tracing::error!(%error, "a backup could not be made");
            state.problem = Some(error);
        }
    }
}

/// Makes a backup if the newest is older than the plan allows, and removes the surplus. Returns the new state.
fn make_if_due(files: &dyn Files, plan: &BackupPlan) -> Result<BackupState, StoreError> {
    std::fs::create_dir_all(&plan.folder)?;
    let mut kept = backups_in(&plan.folder)?;
    let made_at = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    let newest = kept.last().and_then(made_at);
    // A backup dated in the future tells nothing about when one is due.
    let is_due = newest.is_none_or(|at| at.elapsed().map_or(true, |age| age >= plan.every));
    if is_due {
        kept.push(make(files, &plan.folder)?);
        kept.sort();
        let too_many = kept.len().saturating_sub(plan.keep.max(1));
        for old in kept.drain(..too_many) {
            std::fs::remove_file(old)?;
        }
    }
    let since = |at: SystemTime| at.duration_since(SystemTime::UNIX_EPOCH).map(|age| age.as_millis() as u64).ok();
    Ok(BackupState { last_at: kept.last().and_then(made_at).and_then(since), kept: kept.len(), problem: None })
}

/// The backups in a folder, oldest first; unfinished ones are removed. Files with other names are not ours.
fn backups_in(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let is_own =
        |name: &str| name.strip_prefix(NAME.0).and_then(|rest| rest.strip_suffix(NAME.1)).is_some_and(is_stamp);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.strip_suffix(HALF).is_some_and(is_own) {
            std::fs::remove_file(&path)?;
        } else if is_own(name) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a text is a moment as [`stamp`] writes it.
fn is_stamp(text: &str) -> bool {
    let shape: String = text.chars().map(|sign| if sign.is_ascii_digit() { '0' } else { sign }).collect();
    shape == stamp(0).replace(|sign: char| sign.is_ascii_digit(), "0")
}

/// Makes a backup; the store gives it this name only when all of it is on disk.
fn make(files: &dyn Files, folder: &Path) -> Result<PathBuf, StoreError> {
    let file = folder.join(format!("{}{}{}", NAME.0, stamp(wall()), NAME.1));
    match files.backup(&file) {
        // There is already one from this very second.
        Ok(()) | Err(StoreError::Conflict) => Ok(file),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_store::Sqlite;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn old_backups_go_and_other_files_stay() {
        let (data, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let store = Sqlite::open(data.path()).unwrap();
        let plan = BackupPlan { folder: to.path().join("new"), keep: 2, every: Duration::from_secs(3600) };
        let state = make_if_due(&store, &plan).unwrap();
        assert_eq!((state.kept, state.problem), (1, None));
        assert!(state.last_at.is_some());
        let first = names(&plan.folder);
        assert!(first.len() == 1 && first[0].starts_with("damka-20") && first[0].ends_with("Z.db"), "{first:?}");
        assert_eq!(make_if_due(&store, &plan).unwrap().kept, 1, "none is due");

        for name in [
            "damka-1999-01-01T00-00-00Z.db",
            "damka-1999-01-02T00-00-00Z.db",
            "damka-mine.db",
            "damka-1999-01-02T00-00-00Z.db.part",
        ] {
            std::fs::write(plan.folder.join(name), "").unwrap();
        }
        let due = BackupPlan { every: Duration::ZERO, ..plan.clone() };
        // A second one within the same second would have the same name.
        std::fs::rename(plan.folder.join(&first[0]), plan.folder.join("damka-2001-01-01T00-00-00Z.db")).unwrap();
        assert_eq!(make_if_due(&store, &due).unwrap().kept, 2);
        let left = names(&plan.folder);
        assert_eq!(left.len(), 3, "{left:?}");
        assert_eq!((left[0].as_str(), left[2].as_str()), ("damka-2001-01-01T00-00-00Z.db", "damka-mine.db"));
        assert!(Sqlite::open(data.path()).is_err(), "the folder was open all the time");
    }

    #[test]
    fn a_backup_that_cannot_be_made_leaves_nothing_and_removes_nothing() {
        let (data, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let store = Sqlite::open(data.path()).unwrap();
        let file = to.path().join("file");
        std::fs::write(&file, "").unwrap();
        let plan = BackupPlan { folder: file, keep: 1, every: Duration::ZERO };
        assert!(make_if_due(&store, &plan).is_err(), "a folder is needed");
        assert_eq!(names(to.path()), ["file"]);
    }
}

//! The tables of many games in one folder.

use crate::build::folder_of;
use crate::error::{TableError, Tell};
use crate::game::TableGame;
use crate::on_need::{Effort, OnNeed};
use damka_rules::Ruleset;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A folder of tables that a whole program shares: each game's are opened once, when they are first asked for.
///
/// ```
/// use damka_endgame::Library;
/// use damka_rules::Ruleset;
/// let folder = std::env::temp_dir().join(format!("damka-library-{}", std::process::id()));
/// let library = Library::growing(&folder, 2);
/// let (russian, simple) = (Ruleset::named("russian").unwrap(), Ruleset::named("simple").unwrap());
/// let tables = library.of(&russian).expect("tables in a moment");
/// assert_eq!(tables.wait().unwrap().pieces(), 2);
/// assert!(std::sync::Arc::ptr_eq(&tables, &library.of(&simple).unwrap()), "the same moves, the same tables");
/// assert!(library.of(&Ruleset::named("corners").unwrap()).is_none());
/// std::fs::remove_dir_all(&folder).unwrap();
/// ```
#[derive(Debug)]
pub struct Library {
    root: PathBuf,
    /// Missing tables of up to so many pieces are built.
    pieces: u8,
    /// Whether a caller who asks for tables waits until they are open.
    waits: bool,
    /// The games whose missing tables are built; every game if it is not said.
    built: Option<HashSet<TableGame>>,
    effort: Effort,
    games: Mutex<HashMap<TableGame, Arc<OnNeed>>>,
}

impl Library {
    fn new(root: PathBuf, pieces: u8, waits: bool) -> Library {
        Library { root, pieces, waits, built: None, effort: Effort::default(), games: Mutex::default() }
    }

    /// The tables that are in a folder. They are open when they are handed out.
    #[must_use]
    pub fn present(root: impl Into<PathBuf>) -> Library {
        Library::new(root.into(), 0, true)
    }

    /// The tables of a folder in which the missing ones of up to so many pieces are built in the background.
    #[must_use]
    pub fn growing(root: impl Into<PathBuf>, pieces: u8) -> Library {
        Library::new(root.into(), pieces, false)
    }

    /// As [`Library::growing`], for a program that strangers use: one game is built after the other, by so many threads,
    /// and only the games of the program itself. House rules are without number, so theirs are only opened if they are
    /// there: nobody can fill the disk or the memory by inventing games.
    #[must_use]
    pub fn guarded(root: impl Into<PathBuf>, pieces: u8, threads: usize) -> Library {
        let built = Ruleset::all().iter().filter_map(|ruleset| TableGame::of(ruleset).ok()).collect();
        let effort = Effort { threads: Some(threads.max(1)), turn: Some(Arc::default()), ..Effort::default() };
        Library { built: Some(built), effort, ..Library::new(root.into(), pieces, false) }
    }

    /// The same library, which tells somebody when a file turns out to be unusable, once for the tables of a game. They go
    /// on without it.
    #[must_use]
    pub fn telling(mut self, listener: impl Fn(&TableError) + Send + Sync + 'static) -> Library {
        self.effort.tell = Tell::to(listener);
        self
    }

    /// The tables of a game; `None` if it can have none, or is not one that is built here.
    #[must_use]
    pub fn of(&self, ruleset: &Ruleset) -> Option<Arc<OnNeed>> {
        let game = TableGame::of(ruleset).ok()?;
        let is_built = self.built.as_ref().is_none_or(|built| built.contains(&game));
        if !is_built && !folder_of(&game, &self.root).is_dir() {
            return None;
        }
        let tables = {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let pieces = if is_built { self.pieces } else { 0 };
            let begin = || Arc::new(OnNeed::begin_with(&self.root, ruleset, pieces, self.effort.clone()));
            Arc::clone(games.entry(game).or_insert_with(begin))
        };
        if self.waits {
            // Whether there are any is for the search to see.
            let _ = tables.wait();
        }
        Some(tables)
    }
}

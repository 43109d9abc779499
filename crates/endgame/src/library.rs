//! The tables of many games in one folder.

use crate::game::TableGame;
use crate::on_need::OnNeed;
use damka_rules::Ruleset;
use std::collections::HashMap;
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
    /// Whether whoever asks for tables waits until they are open.
    waits: bool,
    games: Mutex<HashMap<TableGame, Arc<OnNeed>>>,
}

impl Library {
    /// The tables that are in a folder. They are open when they are handed out.
    #[must_use]
    pub fn present(root: impl Into<PathBuf>) -> Library {
        Library { root: root.into(), pieces: 0, waits: true, games: Mutex::default() }
    }

    /// The tables of a folder in which the missing ones of up to so many pieces are built in the background.
    #[must_use]
    pub fn growing(root: impl Into<PathBuf>, pieces: u8) -> Library {
        Library { root: root.into(), pieces, waits: false, games: Mutex::default() }
    }

    /// The tables of a game; `None` if it can have none.
    #[must_use]
    pub fn of(&self, ruleset: &Ruleset) -> Option<Arc<OnNeed>> {
        let game = TableGame::of(ruleset).ok()?;
        let tables = {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let begin = || Arc::new(OnNeed::begin(&self.root, ruleset, self.pieces));
            Arc::clone(games.entry(game).or_insert_with(begin))
        };
        if self.waits {
            // Whether there are any is for the search to see.
            let _ = tables.wait();
        }
        Some(tables)
    }
}

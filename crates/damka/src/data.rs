//! Where the program keeps what it has: games of the club, endgame tables.

use damka_endgame::{Library, OnNeed};
use damka_words::Words;
use etcetera::BaseStrategy;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The user's data folder: `DAMKA_DATA`, or where the system keeps programs' data.
pub fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("DAMKA_DATA").filter(|value| !value.is_empty()).map(PathBuf::from);
    given.or_else(system_folder)
}

/// A folder that stays on this machine: tables are large, and a database must not be copied while it is in use. `None`
/// where the user has no home.
fn system_folder() -> Option<PathBuf> {
    let system = etcetera::base_strategy::choose_native_strategy().ok()?;
    let folder = if cfg!(windows) {
        // The crate's data folder travels with the user's profile; its folder for caches is the local one.
        system.cache_dir().join("Damka")
    } else if cfg!(target_os = "macos") {
        system.data_dir().join("Damka")
    } else {
        system.data_dir().join("damka")
    };
    folder.is_absolute().then_some(folder)
}

/// The folder of the user's endgame tables.
pub fn endgame_folder() -> Option<PathBuf> {
    folder().map(|folder| endgame_within(&folder))
}

/// The folder of endgame tables in a folder of data.
pub fn endgame_within(folder: &Path) -> PathBuf {
    folder.join("endgame")
}

/// The user's endgame tables as they are: the same question has the same answer every time.
pub fn endgame_present(words: &Words) -> Option<Arc<Library>> {
    endgame_folder().map(|folder| Arc::new(telling(Library::present(folder), words)))
}

/// The user's endgame tables; the small ones are built in the background when a game needs them.
pub fn endgame_growing(words: &Words) -> Option<Arc<Library>> {
    endgame_folder().map(|folder| Arc::new(telling(Library::growing(folder, OnNeed::PIECES), words)))
}

/// A file that cannot be used is told beside the answers: the game goes on without it.
pub fn telling(library: Library, words: &Words) -> Library {
    let language = words.language();
    library.telling(move |error| eprintln!("damka: {}", Words::new(language).table_error(error)))
}

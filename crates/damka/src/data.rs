//! Where the program keeps what it has: games of the club, endgame tables.

use damka_endgame::{Library, OnNeed};
use damka_words::Words;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The user's data folder: `DAMKA_DATA`, or where the system keeps programs' data.
pub fn folder() -> Option<PathBuf> {
    folder_by(|name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
}

fn folder_by(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let home = || variable("HOME").filter(|home| home.is_absolute());
    let system = if cfg!(windows) {
        variable("LOCALAPPDATA").map(|data| data.join("Damka"))
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support/Damka"))
    } else {
        let data = variable("XDG_DATA_HOME").filter(|data| data.is_absolute());
        data.or_else(|| home().map(|home| home.join(".local/share"))).map(|data| data.join("damka"))
    };
    variable("DAMKA_DATA").or(system)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(any(windows, target_os = "macos")))]
    #[test]
    fn the_data_folder_is_where_the_system_has_it() {
        let with = |pairs: &'static [(&str, &str)]| {
            folder_by(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| PathBuf::from(value)))
        };
        assert_eq!(with(&[]), None);
        assert_eq!(with(&[("HOME", "/home/a")]), Some("/home/a/.local/share/damka".into()));
        assert_eq!(with(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "/d")]), Some("/d/damka".into()));
        assert_eq!(with(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "d")]), with(&[("HOME", "/home/a")]));
        assert_eq!(with(&[("HOME", "/home/a"), ("DAMKA_DATA", "here")]), Some("here".into()));
    }
}

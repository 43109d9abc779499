//! Tables in folders that go away with the test.

use damka_endgame::{Plan, TableGame, Tables};
use damka_notation::fen;
use damka_rules::{Position, Ruleset};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub fn ruleset(line: &str) -> Ruleset {
    Ruleset::from_line(line).unwrap_or_else(|error| panic!("{line}: {error:?}"))
}

pub fn game(line: &str) -> TableGame {
    TableGame::of(&ruleset(line)).expect("a game with tables")
}

pub fn position(line: &str, text: &str) -> Position {
    fen::read(text, &ruleset(line)).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Four pieces of Russian draughts, which many tests look at.
pub static RUSSIAN: LazyLock<Folder> = LazyLock::new(|| Folder::named("russian").filled("russian", 4));

/// A folder of its own.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Folder::named(&format!("{}-{number}", std::process::id()))
    }

    /// An empty folder that stays, for what several tests share.
    fn named(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("endgame-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// A folder with the tables of a game.
    pub fn with(line: &str, pieces: u8) -> Folder {
        Folder::new().filled(line, pieces)
    }

    fn filled(self, line: &str, pieces: u8) -> Folder {
        let plan = Plan::new(game(line), &self.0, pieces).expect("nothing in the way");
        plan.build(plan.memory(), &()).expect("built");
        self
    }

    pub fn tables(&self, line: &str) -> Tables {
        Tables::open(&self.0, &ruleset(line)).expect("tables")
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How many cases a property is tried on; `DAMKA_PROPTEST_CASES` asks for more.
pub fn cases(usual: u32) -> u32 {
    std::env::var("DAMKA_PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

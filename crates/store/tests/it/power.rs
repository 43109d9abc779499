//! Power cuts: what was confirmed is on the disk, not only handed to the system.
//!
//! A child process plays into a store while `power/shim.c` writes down every write and sync in its true order. From that
//! the disk is built as it would be if the power had gone at any moment: what was synced is there; of what was not, any
//! part may be. On each such disk the store must open and have every event that was confirmed by then.
#![cfg(target_os = "linux")]

use damka_store::story::{append, event, game, write};
use damka_store::{Sqlite, Store, Write};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

const EVENTS: u32 = 120;
const CONFIRMED: &str = "confirmed";

/// The child's part; as a test of its own it does nothing.
#[test]
fn child() {
    let (Some(folder), Ok(manner)) = (std::env::var_os("DAMKA_POWER_FOLDER"), std::env::var("DAMKA_POWER_MANNER"))
    else {
        return;
    };
    let folder = Path::new(&folder);
    // One descriptor, because the shim knows files by theirs.
    let confirmed = Arc::new(std::fs::File::create(folder.join(CONFIRMED)).unwrap());
    let store = Sqlite::open(folder).unwrap();
    if manner == "migrating" {
        return (&*confirmed).write_all(&[1]).unwrap();
    }
    write(&store, vec![Write::Game(Box::new(game("g", "ann", "bob", 1)))]).unwrap();
    if manner == "careful" {
        for first in 1..=EVENTS {
            let confirmed = Arc::clone(&confirmed);
            let done = Box::new(move |result: Result<(), _>| {
                result.unwrap();
                (&*confirmed).write_all(&[1]).unwrap();
            });
            store.write(vec![append("g", first, vec![event(&format!("event {first}"))])], done);
            if first % 10 == 0 {
                // Now and then somebody waits, so that there are commits of one event and of many.
                write(&store, vec![]).unwrap();
            }
        }
        drop(store);
    } else {
        drop(store);
        let file = rusqlite::Connection::open(Sqlite::file(folder)).unwrap();
        file.pragma_update(None, "synchronous", "NORMAL").unwrap();
        for seq in 1..=EVENTS {
            file.execute("INSERT INTO events (game, seq, line) VALUES (1, ?1, 'event')", [seq]).unwrap();
            (&*confirmed).write_all(&[1]).unwrap();
        }
    }
}

struct Op {
    kind: u8,
    name: String,
    offset: usize,
    data: Vec<u8>,
}

fn ops(mut log: &[u8]) -> Vec<Op> {
    fn take<'a>(log: &mut &'a [u8], size: usize) -> &'a [u8] {
        let (taken, rest) = log.split_at(size);
        *log = rest;
        taken
    }
    let mut found = Vec::new();
    while !log.is_empty() {
        let kind = take(&mut log, 1)[0];
        let length = usize::from(take(&mut log, 1)[0]);
        let name = String::from_utf8(take(&mut log, length).to_vec()).unwrap();
        let mut number = || u64::from_le_bytes(take(&mut log, 8).try_into().unwrap()) as usize;
        let (offset, size) = (number(), number());
        found.push(Op { kind, name, offset, data: take(&mut log, size).to_vec() });
    }
    found
}

fn perform(file: &mut Vec<u8>, op: &Op) {
    match op.kind {
        b't' => file.resize(op.offset, 0),
        _ => {
            let end = op.offset + op.data.len();
            file.resize(file.len().max(end), 0);
            file[op.offset..end].copy_from_slice(&op.data);
        }
    }
}

/// Runs the child in a folder with these files and gives what it did to them.
fn play(manner: &str, files: &BTreeMap<&str, Vec<u8>>) -> Vec<Op> {
    let folder = tempfile::tempdir().unwrap();
    let (shim, log) = (folder.path().join("shim.so"), folder.path().join("log"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/power/shim.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&shim).arg(source).arg("-ldl").status();
    assert!(built.unwrap().success());
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    for (name, bytes) in files {
        std::fs::write(data.join(name), bytes).unwrap();
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "power::child", "--test-threads", "1"])
        .env("LD_PRELOAD", &shim)
        .env("DAMKA_POWER_LOG", &log)
        .env("DAMKA_POWER_FOLDER", &data)
        .env("DAMKA_POWER_MANNER", manner)
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    ops(&std::fs::read(log).unwrap())
}

/// What a disk has for certain, and what it may have.
#[derive(Default)]
struct Disk<'a> {
    /// What was synced, by file.
    durable: BTreeMap<&'a str, Vec<u8>>,
    /// What was written and not synced.
    pending: BTreeMap<&'a str, Vec<&'a Op>>,
    /// Files whose names were synced with their folder.
    named: BTreeSet<&'a str>,
    /// Files that were made (or removed) since.
    renamed: BTreeMap<&'a str, bool>,
    whim: u64,
}

impl<'a> Disk<'a> {
    fn take(&mut self, op: &'a Op) {
        let name = op.name.as_str();
        match (op.kind, name) {
            (b'o', _) if self.named.contains(name) && !self.renamed.contains_key(name) => {}
            (b'o', ".") => {}
            (b'o', _) => drop(self.renamed.insert(name, true)),
            (b'u', _) => {
                self.renamed.insert(name, false);
                // The next file of this name is another.
                self.pending.remove(name);
            }
            (b'r', _) => {
                let to = std::str::from_utf8(&op.data).unwrap();
                let durable = self.durable.remove(name).unwrap_or_default();
                let pending = self.pending.remove(name).unwrap_or_default();
                self.durable.insert(to, durable);
                self.pending.insert(to, pending);
                self.renamed.extend([(name, false), (to, true)]);
            }
            (b's', ".") => {
                for (name, is_there) in std::mem::take(&mut self.renamed) {
                    if is_there {
                        self.named.insert(name)
                    } else {
                        self.named.remove(name)
                    };
                }
            }
            (b's', _) => {
                let file = self.durable.entry(name).or_default();
                self.pending.remove(name).unwrap_or_default().iter().for_each(|op| perform(file, op));
            }
            _ => self.pending.entry(name).or_default().push(op),
        }
    }

    fn chance(&mut self) -> bool {
        self.whim = self.whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.whim >> 63 == 1
    }

    /// Cuts the power: of what is pending, chance decides what has been written. Gives a folder as it is then.
    fn cut(&mut self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let names: BTreeSet<&str> = self.named.iter().chain(self.renamed.keys()).copied().collect();
        for name in names {
            let is_there = match self.renamed.get(name).copied() {
                Some(made) if self.chance() => made,
                _ => self.named.contains(name),
            };
            if !is_there {
                continue;
            }
            let mut bytes = self.durable.get(name).cloned().unwrap_or_default();
            for op in self.pending.get(name).cloned().unwrap_or_default() {
                if self.chance() {
                    perform(&mut bytes, op);
                }
            }
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        folder
    }
}

fn events_in(folder: &TempDir) -> usize {
    let events = Sqlite::open(folder.path()).unwrap().events(&"g".into(), 0).unwrap();
    assert!(events.iter().zip(1..).all(|(event, seq)| event.seq == seq), "a hole in the game");
    events.len()
}

/// Cuts the power at many moments and counts the confirmed events that are lost.
fn lost(ops: &[Op]) -> usize {
    let (mut disk, mut confirmed, mut lost) = (Disk::default(), 0, 0);
    for (at, op) in ops.iter().enumerate() {
        if op.name == CONFIRMED {
            confirmed += op.data.len();
        } else {
            disk.take(op);
        }
        if confirmed > 0 && (op.name == CONFIRMED || at % 3 == 0) {
            lost += confirmed.saturating_sub(events_in(&disk.cut()));
        }
    }
    assert_eq!(confirmed, EVENTS as usize);
    lost
}

#[test]
fn confirmed_events_survive_power_cuts() {
    assert_eq!(lost(&play("careful", &BTreeMap::new())), 0);
}

#[test]
fn this_test_would_notice() {
    // The same with commits that are not synced: if nothing were lost, the test above would prove nothing.
    assert!(lost(&play("careless", &BTreeMap::new())) > 0);
}

/// A file of version 3 with one game.
fn old_file() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = rusqlite::Connection::open(Sqlite::file(folder.path())).unwrap();
    file.execute_batch(include_str!("../migration/v3.sql")).unwrap();
    let game = "INSERT INTO games (id, spec, terms, rules, status, made, changed, white, imported, again)
                VALUES ('g', '', '{}', 'russian', 3, 1, 1, 'Ann', 0, 1);
                INSERT INTO seats (person, game, seat) VALUES ('ann', 1, 0)";
    file.execute_batch(game).unwrap();
    for seq in 1..EVENTS {
        file.execute("INSERT INTO events (game, seq, line) VALUES (1, ?1, 'event')", [seq]).unwrap();
    }
    drop(file);
    std::fs::read(Sqlite::file(folder.path())).unwrap()
}

fn version(file: &Path) -> i64 {
    rusqlite::Connection::open(file).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

#[test]
fn migrations_survive_power_cuts() {
    let files = BTreeMap::from([("damka.db", old_file())]);
    let ops = play("migrating", &files);
    let mut disk = Disk { named: files.keys().copied().collect(), durable: files, ..Disk::default() };
    let (mut met, newest) = (BTreeSet::new(), crate::migration::newest());
    for op in ops.iter().filter(|op| op.name != CONFIRMED) {
        disk.take(op);
        let folder = disk.cut();
        let (file, kept) = (Sqlite::file(folder.path()), folder.path().join("damka-v3.db"));
        let is_kept = kept.exists();
        met.insert((version(&file), is_kept));
        assert!(!is_kept || version(&kept) == 3, "half a copy has the name of a whole one");
        // The wish for a rematch is the last event, once.
        assert_eq!(events_in(&folder), EVENTS as usize);
        let game = Sqlite::open(folder.path()).unwrap().game(&"g".into()).unwrap().unwrap().game;
        assert_eq!(game.occupants[0].person(), Some(&"ann".into()));
        assert_eq!((version(&file), version(&kept)), (newest, 3));
    }
    assert_eq!(met, BTreeSet::from([(3, false), (3, true), (newest, true)]), "the copy comes before the migration");
}

//! Damaged and foreign files are refused; a build that was stopped goes on and gives the same bytes.

use crate::common::{Folder, game, ruleset};
use damka_endgame::{
    BuildError, Library, Material, NoTables, OnNeed, OnNeedError, OpenError, Plan, Problem, Stopped, TableError,
    Tables, Watch, Work, folder_of, verify,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A file's bytes with another game's name and a header that fits: what no accident makes.
pub fn renamed(file: &[u8], name: &str) -> Vec<u8> {
    let u32_at = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let (header, data) = file.split_at(u32_at(10) as usize);
    let old_length = usize::from(u16::from_le_bytes([header[14], header[15]]));
    let rest = &header[16 + old_length..header.len() - 4];
    let mut forged = header[..10].to_vec();
    forged.extend(((16 + name.len() + rest.len() + 4) as u32).to_le_bytes());
    forged.extend((name.len() as u16).to_le_bytes());
    forged.extend(name.as_bytes());
    forged.extend(rest);
    forged.extend(crc32(&forged).to_le_bytes());
    forged.extend(data);
    forged
}

/// CRC-32 by its definition, bit by bit. Tables on disk have these checksums, whatever computes them later.
fn crc32(bytes: &[u8]) -> u32 {
    let bits = bytes.iter().flat_map(|byte| (0..8).map(move |bit| u32::from(byte >> bit & 1)));
    !bits.fold(u32::MAX, |crc, bit| if (crc ^ bit) & 1 != 0 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
}

/// The published check value of CRC-32, by the definition and by the crate that reads and writes tables.
#[test]
fn checksums_are_those_of_the_tables_on_disk() {
    assert_eq!([crc32(b"123456789"), crc32fast::hash(b"123456789")], [0xCBF4_3926; 2]);
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "end"))
        .map(|path| {
            (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("read"))
        })
        .collect()
}

/// Stops after so many positions have been worked on.
struct StopAfter {
    left: u64,
    done: AtomicU64,
}

impl Watch for StopAfter {
    fn go_on(&self) -> Result<(), Stopped> {
        if self.done.load(Ordering::Relaxed) < self.left { Ok(()) } else { Err(Stopped) }
    }

    fn done(&self, _: Work, positions: u64) {
        self.done.fetch_add(positions, Ordering::Relaxed);
    }
}

#[test]
fn an_interrupted_build_gives_the_same_bytes() {
    let whole = Folder::with("russian", 3);
    let wanted = files(&folder_of(&game("russian"), whole.path()));
    assert_eq!(wanted.len(), 16);
    let mut stops = 0;
    for seed in 1..=6u64 {
        let folder = Folder::new();
        let mut left = seed.wrapping_mul(7_919) % 30_000;
        loop {
            let plan = Plan::new(game("russian"), folder.path(), 3).expect("nothing in the way");
            let watch = StopAfter { left, done: AtomicU64::new(0) };
            // In one thread too: the bytes do not depend on the number of cores.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + seed as usize % 3).build().expect("threads");
            match pool.install(|| plan.build(plan.memory(), &watch)) {
                Ok(()) => break,
                Err(error) => assert_eq!(error, BuildError::Stopped),
            }
            stops += 1;
            left = left * 3 / 2 + 10_000;
        }
        assert!(files(&folder_of(&game("russian"), folder.path())) == wanted, "seed {seed}");
    }
    assert!(stops > 12, "{stops}");
}

#[test]
fn the_memory_is_known_beforehand_and_kept_to() {
    let folder = Folder::new();
    let plan = Plan::new(game("russian"), folder.path(), 3).expect("nothing in the way");
    assert!(plan.memory() > 0 && plan.memory() < 1 << 20, "{}", plan.memory());
    let refused = plan.build(plan.memory() - 1, &());
    assert_eq!(refused, Err(BuildError::Memory { needed: plan.memory(), allowed: plan.memory() - 1 }));
}

#[test]
fn one_slice_can_be_built_with_what_it_needs() {
    let folder = Folder::new();
    let wanted: Material = "0m2k-0m1k".parse().expect("a material");
    let plan = Plan::for_material(game("russian"), folder.path(), wanted).expect("nothing in the way");
    assert_eq!(plan.steps().len(), 2, "king against king comes first");
    plan.build(plan.memory(), &()).expect("built");
    let tables = folder.tables("russian");
    assert_eq!(tables.slices().count(), 3, "the turned twin is there too");
    assert_eq!(tables.pieces(), 0, "not all of two pieces");
}

fn open(folder: &Folder, line: &str) -> Result<(), OpenError> {
    Tables::open(folder.path(), &ruleset(line)).map(|_| ())
}

fn problem(result: Result<(), OpenError>) -> Option<Problem> {
    match result {
        Err(OpenError::Table(TableError { problem, .. })) => Some(problem),
        _ => None,
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let folder = Folder::with("english", 2);
    let path = folder_of(&game("english"), folder.path()).join("0m1k-0m1k.end");
    let good = std::fs::read(&path).expect("a table");
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        std::fs::write(&path, &bad).expect("written");
        // Distances are read when they are asked for; who wins is read at once.
        let later = || verify(game("english"), folder.path(), &Material::all(2), u64::MAX, &()).is_err();
        assert!(problem(open(&folder, "english")).is_some() || later(), "byte {at}");
    }
    for length in [0, 5, 14, good.len() / 2, good.len() - 1] {
        std::fs::write(&path, &good[..length]).expect("written");
        assert!(problem(open(&folder, "english")).is_some(), "cut off at {length}");
    }
    let mut longer = good.clone();
    longer.push(0);
    std::fs::write(&path, longer).expect("written");
    assert_eq!(problem(open(&folder, "english")), Some(Problem::Damaged));

    // Building again mends it.
    let plan = Plan::new(game("english"), folder.path(), 2).expect("a damaged file is not an obstacle");
    assert_eq!(plan.steps().len(), 1);
    plan.build(plan.memory(), &()).expect("built");
    assert!(std::fs::read(&path).expect("a table") == good);
}

#[test]
fn foreign_files_are_refused_by_name() {
    let folder = Folder::with("english", 2);
    let path = folder_of(&game("english"), folder.path()).join("1m0k-0m1k.end");
    let good = std::fs::read(&path).expect("a table");
    let try_with = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("written");
        problem(open(&folder, "english"))
    };
    let other = renamed(&good, &game("russian").name());
    assert_eq!(try_with(&other), Some(Problem::OtherGame("board=8".to_owned())));
    assert_eq!(try_with(b"a photograph of a cat"), Some(Problem::NotATable));
    let mut newer = good.clone();
    newer[8] = 2;
    assert_eq!(try_with(&newer), Some(Problem::Version(2)));
    let king = std::fs::read(folder_of(&game("english"), folder.path()).join("0m1k-0m1k.end")).expect("a table");
    assert_eq!(try_with(&king), Some(Problem::OtherMaterial));
    assert!(Plan::new(game("english"), folder.path(), 2).is_err(), "nothing foreign is overwritten");
}

#[test]
fn a_block_damaged_later_gives_no_answer() {
    let folder = Folder::with("english", 2);
    let tables = Tables::open_with(folder.path(), &ruleset("english"), 0).expect("tables");
    let position = crate::common::position("english", "W:WK1:BK32");
    let path = folder_of(&game("english"), folder.path()).join("0m1k-0m1k.end");
    let mut bytes = std::fs::read(&path).expect("a table");
    *bytes.last_mut().expect("bytes") ^= 1;
    // The same file, not a new one in its place: it stays open.
    std::fs::write(&path, bytes).expect("written");
    assert_eq!(tables.probe_wdl(&position), None);
    assert_eq!(tables.damage().map(|error| error.problem.clone()), Some(Problem::Damaged));
}

#[test]
fn two_do_not_build_in_one_folder() {
    let folder = Folder::new();
    let plan = Plan::new(game("russian"), folder.path(), 2).expect("nothing in the way");
    let inside = folder_of(&game("russian"), folder.path());
    std::fs::create_dir_all(&inside).expect("a folder");
    let lock = std::fs::File::create(inside.join("lock")).expect("a file");
    lock.lock().expect("locked");
    assert_eq!(plan.build(plan.memory(), &()), Err(BuildError::Busy));
    drop(lock);
    // What a killed build left is cleared away.
    std::fs::write(inside.join("0m1k-0m1k.part"), b"half").expect("written");
    assert_eq!(plan.build(plan.memory(), &()), Ok(()));
    assert!(!inside.join("0m1k-0m1k.part").exists());
}

/// While another program builds, nobody gets half of the tables for good.
#[test]
fn a_caller_who_needs_tables_waits_for_another_builder() {
    let folder = Folder::new();
    let inside = folder_of(&game("russian"), folder.path());
    std::fs::create_dir_all(&inside).expect("a folder");
    let lock = std::fs::File::create(inside.join("lock")).expect("a file");
    lock.lock().expect("locked");
    let needed = OnNeed::begin(folder.path(), &ruleset("russian"), 2);
    let given_up = OnNeed::begin(folder.path(), &ruleset("russian"), 2);
    drop(given_up);
    assert!(!needed.is_settled() && needed.get().is_none());
    drop(lock);
    assert_eq!(needed.wait().map(Tables::pieces), Ok(2));
}

#[test]
fn tables_are_built_on_need_and_found_the_next_time() {
    let folder = Folder::new();
    let first = OnNeed::begin(folder.path(), &ruleset("russian"), 3);
    assert_eq!(first.wait().map(Tables::pieces), Ok(3));
    assert_eq!(first.get().map(Tables::pieces), Some(3));
    let again = OnNeed::begin(folder.path(), &ruleset("simple"), 2);
    assert_eq!(again.wait().map(Tables::pieces), Ok(3), "the same tables, and all that are there");
    let corners = OnNeed::begin(folder.path(), &ruleset("corners"), 3);
    assert_eq!(corners.wait().map(Tables::pieces), Err(&OnNeedError::NoTables(NoTables::Race)));
    // Damage is mended: the first byte of the first block of values.
    let path = folder_of(&game("russian"), folder.path()).join("1m1k-0m1k.end");
    let good = std::fs::read(&path).expect("a table");
    let mut bad = good.clone();
    let header = u32::from_le_bytes(good[10..14].try_into().expect("four bytes")) as usize;
    bad[header] ^= 1;
    std::fs::write(&path, bad).expect("written");
    assert_eq!(problem(open(&folder, "russian")), Some(Problem::Damaged));
    assert_eq!(OnNeed::begin(folder.path(), &ruleset("russian"), 3).wait().map(Tables::pieces), Ok(3));
    assert!(std::fs::read(&path).expect("a table") == good);
    // A caller who does not wait stops the building.
    drop(OnNeed::begin(folder.path(), &ruleset("international"), 4));
}

/// Changes a byte near the end of a file: among the distances, which are read when they are asked for.
fn damage_distances(path: &Path) {
    let mut bytes = std::fs::read(path).expect("a table");
    *bytes.last_mut().expect("bytes") ^= 1;
    std::fs::write(path, bytes).expect("written");
}

/// A file that is damaged is told of once, whenever that is found out, and nothing is said in its place.
#[test]
fn damage_is_told_once() {
    let folder = Folder::with("english", 2);
    damage_distances(&folder_of(&game("english"), folder.path()).join("0m1k-0m1k.end"));
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&told);
    let library = Library::present(folder.path()).telling(move |error| listener.lock().unwrap().push(error.clone()));
    let tables = library.of(&ruleset("english")).expect("tables");
    let tables = tables.wait().expect("who wins is sound");
    assert!(told.lock().unwrap().is_empty(), "nothing was asked yet");
    let position = crate::common::position("english", "W:WK1:BK32");
    for _ in 0..3 {
        assert_eq!(tables.probe_distance(&position), None);
        assert!(tables.probe_wdl(&position).is_some());
    }
    let told = told.lock().unwrap();
    let problems: Vec<_> = told.iter().map(|error| error.problem.clone()).collect();
    assert_eq!(problems, [Problem::Damaged]);
    assert!(told[0].path.ends_with("0m1k-0m1k.end"));
}

/// A damaged file is built again where tables are built; where it is only read, it is left alone, and the others are used.
#[test]
fn only_what_is_built_is_deleted() {
    let folder = Folder::with("english", 3);
    let path = folder_of(&game("english"), folder.path()).join("0m2k-0m1k.end");
    let good = std::fs::read(&path).expect("a table");
    let mut bad = good.clone();
    bad[60] ^= 1;
    std::fs::write(&path, &bad).expect("written");
    let (told, listener) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counting = Arc::clone(&told);
    let library = Library::present(folder.path()).telling(move |_| {
        counting.fetch_add(1, Ordering::Relaxed);
    });
    let tables = library.of(&ruleset("english")).expect("tables");
    let open = tables.wait().expect("the other slices are sound");
    assert_eq!((open.pieces(), told.load(Ordering::Relaxed)), (2, 1));
    assert_eq!(open.probe_wdl(&crate::common::position("english", "W:WK1,K2:BK32")), None);
    assert!(std::fs::read(&path).expect("a table") == bad, "it is left alone");

    let counting = Arc::clone(&listener);
    let library = Library::growing(folder.path(), 3).telling(move |_| {
        counting.fetch_add(1, Ordering::Relaxed);
    });
    let tables = library.of(&ruleset("english")).expect("tables");
    assert_eq!(tables.wait().expect("built again").pieces(), 3);
    assert_eq!(listener.load(Ordering::Relaxed), 0);
    assert!(std::fs::read(&path).expect("a table") == good);
}

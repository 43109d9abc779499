//! Who may read the files.

use damka_store::{Sqlite, Store, StoreError};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Checks that everything in the folder is private.
fn is_private(folder: &Path) {
    assert_eq!(mode(folder), 0o700);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn security_17_only_the_owner_reads_the_data() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("club");
    let store = Sqlite::open(&folder).unwrap();
    store.begin_run(1).unwrap();
    let backup = folder.join("damka-backup.db");
    store.files().unwrap().backup(&backup).unwrap();
    is_private(&folder);
    assert!(folder.join("damka.db-wal").exists() && folder.join("damka.lock").exists());
    drop(store);
    // A folder from an earlier version.
    set_mode(&folder, 0o755);
    for name in ["damka.db", "damka.lock", "damka-backup.db"] {
        set_mode(&folder.join(name), 0o644);
    }
    let store = Sqlite::open(&folder).unwrap();
    store.begin_run(2).unwrap();
    std::fs::remove_file(&backup).unwrap();
    is_private(&folder);
}

#[test]
fn security_17_a_folder_with_other_things_keeps_its_rights() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("shared");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("notes.txt"), "of somebody").unwrap();
    set_mode(&folder, 0o755);
    let _store = Sqlite::open(&folder).unwrap();
    assert_eq!(mode(&folder), 0o755);
    assert_eq!(mode(&folder.join("damka.db")), 0o600);
}

#[test]
fn security_17_a_copy_that_fails_leaves_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let store = Sqlite::open(parent.path()).unwrap();
    let nowhere = parent.path().join("missing").join("copy.db");
    assert!(store.files().unwrap().backup(&nowhere).is_err());
    assert!(!nowhere.exists());
    // An incomplete copy from a killed process is replaced.
    let copy = parent.path().join("damka-copy.db");
    std::fs::write(parent.path().join("damka-copy.db.part"), "half").unwrap();
    store.files().unwrap().backup(&copy).unwrap();
    assert!(!parent.path().join("damka-copy.db.part").exists());
    assert_eq!(store.files().unwrap().backup(&copy), Err(StoreError::Conflict));
}

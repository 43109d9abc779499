//! Files that only their owner may read: on a machine with many users, what people play and say is private.

use crate::StoreError;
use std::fs::{File, OpenOptions};
use std::path::Path;

/// Opens a file for writing, and creates it for its owner alone if it does not exist. An existing file becomes private.
pub fn open(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = with_owner(&mut options).open(path)?;
    restrict(path);
    Ok(file)
}

/// Creates a new file for its owner alone.
pub fn create(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    Ok(with_owner(&mut options).open(path)?)
}

/// Creates a data folder, or makes an existing one private. A folder that also contains other things is left as it is,
/// because others may need them.
pub fn folder(path: &Path) -> Result<(), StoreError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    let mut names = std::fs::read_dir(path)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    if names.all(|name| name.starts_with("damka") || OWN.contains(&name.as_str())) {
        restrict(path);
    }
    Ok(())
}

/// What a data folder contains in addition to the files named `damka`.
const OWN: [&str; 2] = ["endgame", "backups"];

/// Removes everyone's permissions except the owner's. Another user's file cannot be changed, and need not be.
#[cfg(unix)]
pub fn restrict(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if let Ok(about) = std::fs::metadata(path) {
        let mode = about.permissions().mode() & 0o7777;
        // Folders such as /tmp belong to everyone.
        let is_shared = mode & 0o1000 != 0;
        if mode & 0o077 != 0 && !is_shared {
            let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o700));
        }
    }
}

/// Other systems have no such permissions; there the user's folder is private.
#[cfg(not(unix))]
pub fn restrict(_: &Path) {}

fn with_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

//! The data folder of a club on one machine, its endgame tables and its backups.

use super::report::Report;
use crate::failure::Failure;
use damka_server::{COOKIE_KEY, store_text};
use damka_store::StoreError;
use damka_store::examine::{self, ExaminedFolder};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// With less free space than this nothing can be written soon, in bytes.
const NO_ROOM: u64 = 64 << 20;
/// With less free space than this it is time to look after it.
const LITTLE_ROOM: u64 = 1 << 30;
/// A backup a day, and some hours more because a machine may sleep.
const OLD_BACKUP: Duration = Duration::from_secs(36 * 3600);

/// Gives a secret of the club, if there is one.
pub fn look(report: &mut Report<'_>, folder: &Path, out: &mut impl Write) -> Result<Option<String>, Failure> {
    let name = ("folder", folder.display().to_string());
    if !folder.exists() {
        let parent = folder.ancestors().find(|parent| parent.exists());
        let can_make = parent.is_some_and(|parent| can_write(parent).is_ok());
        if can_make {
            report.ok("folder-new", &[name], out)?
        } else {
            report.wrong("folder-cannot-make", &[name], out)?
        }
        return Ok(None);
    }
    match can_write(folder) {
        Ok(()) => report.ok("folder-good", &[name], out)?,
        Err(error) => report.wrong("folder-read-only", &[name, ("reason", error.to_string())], out)?,
    }
    match examine::folder(folder, COOKIE_KEY) {
        Ok(found) => {
            tell(report, &found, out)?;
            Ok(found.secret)
        }
        Err(StoreError::Newer(version)) => {
            report.wrong("data-newer", &[("version", version.to_string())], out)?;
            Ok(None)
        }
        Err(error) => {
            let reason = store_text(report.words(), &error);
            report.wrong("data-bad", &[("reason", reason)], out)?;
            Ok(None)
        }
    }
}

/// Whether a file can be made there; it is removed at once.
fn can_write(folder: &Path) -> std::io::Result<()> {
    let probe = folder.join(format!(".damka-doctor-{}", std::process::id()));
    std::fs::File::create_new(&probe)?;
    std::fs::remove_file(&probe)
}

fn tell(report: &mut Report<'_>, found: &ExaminedFolder, out: &mut impl Write) -> Result<(), Failure> {
    let texts = [
        ("version", found.version.unwrap_or(0).to_string()),
        ("newest", found.newest.to_string()),
        ("megabytes", (found.size >> 20).to_string()),
    ];
    match found.version {
        None => report.ok("data-none", &texts, out)?,
        Some(version) if version < found.newest => report.attention("data-old", &texts, out)?,
        Some(_) => report.ok("data-good", &texts, out)?,
    }
    if let Some(who) = &found.holder {
        report.ok("data-open", &[("who", who.clone())], out)?;
    }
    let Some(free) = found.free else { return Ok(()) };
    let texts = [("megabytes", (free >> 20).to_string())];
    match free {
        free if free < NO_ROOM => report.wrong("room-none", &texts, out),
        free if free < LITTLE_ROOM.max(2 * found.size) => report.attention("room-little", &texts, out),
        _ => report.ok("room-enough", &texts, out),
    }
}

pub fn look_at_tables(report: &mut Report<'_>, folder: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let count =
        std::fs::read_dir(folder).map_or(0, |files| files.flatten().filter(|file| file.path().is_file()).count());
    let texts = [("folder", folder.display().to_string()), ("count", count.to_string())];
    report.ok(if count == 0 { "tables-none" } else { "tables-some" }, &texts, out)
}

/// Backups are files in a folder, made by the club itself or by tools of PostgreSQL.
pub fn look_at_backups(
    report: &mut Report<'_>,
    folder: Option<&Path>,
    is_database: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Some(folder) = folder else {
        return report.attention(if is_database { "backups-unknown-database" } else { "backups-unknown" }, &[], out);
    };
    let name = ("folder", folder.display().to_string());
    match newest(folder) {
        None => report.wrong("backups-none", &[name], out),
        Some(age) => {
            let texts = [name, ("hours", (age.as_secs() / 3600).to_string())];
            if age > OLD_BACKUP {
                report.wrong("backups-old", &texts, out)
            } else {
                report.ok("backups-good", &texts, out)
            }
        }
    }
}

/// The age of the newest finished file or folder in a folder.
fn newest(folder: &Path) -> Option<Duration> {
    let finished = std::fs::read_dir(folder).ok()?.flatten().filter(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        !name.ends_with(".part") && !name.starts_with('.')
    });
    let made = finished.filter_map(|file| file.metadata().and_then(|data| data.modified()).ok()).max()?;
    // One from the future is not old.
    Some(SystemTime::now().duration_since(made).unwrap_or_default())
}

//! `damka restore`: replaces the club's data with a backup.

use crate::failure::Failure;
use crate::serve::{bad_folder, folder};
use clap::Args;
use damka_server::{stamp, store_text};
use damka_store::{Sqlite, StoreError};
use damka_words::Words;
use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

/// The backup, and where to restore it.
#[derive(Args)]
pub struct RestoreArgs {
    /// The backup.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder of the games; by default the one in the user's data folder.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

pub fn run(words: &Words, arguments: &RestoreArgs, out: &mut impl Write) -> Result<(), Failure> {
    let folder = folder(words, arguments.data.as_deref())?;
    let file = arguments.file.display().to_string();
    if !arguments.file.is_file() {
        return Err(Failure::Input(words.say("restore-no-file", &[("file", file.into())])));
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_millis() as u64);
    let aside = match Sqlite::restore(&arguments.file, &folder, &stamp(now)) {
        Ok(aside) => aside,
        Err(error @ (StoreError::Damaged(_) | StoreError::Newer(_))) => {
            let reason = store_text(words, &error);
            let variables = [("file", file.into()), ("reason", reason.into())];
            return Err(Failure::Input(words.say("restore-bad-file", &variables)));
        }
        Err(error) => return Err(bad_folder(words, &folder, &error)),
    };
    let told =
        |id: &str, name: &'static str, path: &PathBuf| words.say(id, &[(name, path.display().to_string().into())]);
    writeln!(out, "{}", told("restore-done", "folder", &folder))?;
    if let Some(aside) = aside {
        writeln!(out, "{}", told("restore-aside", "file", &aside))?;
    }
    Ok(())
}

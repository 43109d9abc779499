//! `damka salvage`: saves everything readable in a damaged data folder into a new one.

use crate::failure::Failure;
use clap::Args;
use damka_server::store_text;
use damka_store::{Salvaged, Sqlite, StoreError};
use damka_words::Words;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The damaged folder and the new one.
#[derive(Args)]
pub struct SalvageArgs {
    /// The damaged folder; nothing in it is changed.
    #[arg(long, value_name = "FOLDER")]
    from: PathBuf,
    /// The new folder.
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
}

/// The maximum number of games that are named one by one.
const NAMED: usize = 100;

/// Saves everything it can, and reports what is missing; the exit code is then 1.
pub fn run(words: &Words, arguments: &SalvageArgs, out: &mut impl Write) -> Result<(), Failure> {
    let SalvageArgs { from, to } = arguments;
    let about = |id: &str, folder: &Path, reason: String| {
        let variables = [("folder", folder.display().to_string().into()), ("reason", reason.into())];
        Failure::Input(words.say(id, &variables))
    };
    if !Sqlite::file(from).exists() {
        return Err(about("backup-none", from, String::new()));
    }
    let saved = Sqlite::salvage(from, to).map_err(|error| match error {
        StoreError::Conflict => about("salvage-exists", to, String::new()),
        StoreError::Damaged(what) => about("salvage-nothing", from, what),
        error @ (StoreError::InUse(_) | StoreError::Newer(_)) => {
            about("serve-bad-folder", from, store_text(words, &error))
        }
        StoreError::Full => about("salvage-full", to, String::new()),
        error => about("salvage-cannot-write", to, error.to_string()),
    })?;
    tell(words, to, &saved, out)?;
    if saved.is_whole() { Ok(()) } else { Err(Failure::Told(1)) }
}

fn tell(words: &Words, to: &Path, saved: &Salvaged, out: &mut impl Write) -> Result<(), Failure> {
    let count = |id: &str, count: u32| words.say(id, &[("count", count.into())]);
    writeln!(out, "{}", words.say("salvage-done", &[("folder", to.display().to_string().into())]))?;
    for (id, number) in
        [("salvage-games", saved.games), ("salvage-events", saved.events), ("salvage-people", saved.people)]
    {
        writeln!(out, "  {}", count(id, number))?;
    }
    if saved.is_whole() {
        return Ok(writeln!(out, "{}", words.say("salvage-whole", &[]))?);
    }
    if !saved.damaged_tables.is_empty() {
        let tables = saved.damaged_tables.join(", ");
        writeln!(out, "{}", words.say("salvage-tables", &[("tables", tables.into())]))?;
    }
    for (id, number) in [("salvage-lost-games", saved.lost_games), ("salvage-lost-people", saved.lost_people)] {
        if number > 0 {
            writeln!(out, "{}", count(id, number))?;
        }
    }
    for cut in saved.cut.iter().take(NAMED) {
        let variables = [("game", cut.id.as_str().into()), ("count", cut.events.into())];
        writeln!(out, "{}", words.say("salvage-cut", &variables))?;
    }
    if saved.cut.len() > NAMED {
        writeln!(out, "{}", count("salvage-cut-more", (saved.cut.len() - NAMED) as u32))?;
    }
    Ok(())
}

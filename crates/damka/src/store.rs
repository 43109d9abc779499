//! `damka store`: a whole club from a data folder into a PostgreSQL database and back, and two clubs side by side.

use crate::failure::Failure;
use crate::secret;
use clap::Subcommand;
use damka_server::store_text;
use damka_store::transfer::{Compared, Difference, Kind, Place, Trouble, compare, copy};
use damka_words::Words;
use std::io::Write;

/// What stands for the address in `DAMKA_POSTGRES` on the command line.
const DATABASE_WORD: &str = "postgres";

#[derive(Subcommand)]
pub enum StoreCommand {
    /// Copy a whole club into an empty folder or database, checked row by row.
    Copy {
        /// Where it is.
        #[arg(long, value_name = "PLACE")]
        from: String,
        /// Where it goes.
        #[arg(long, value_name = "PLACE")]
        to: String,
    },
    /// Compare two clubs row by row.
    Compare {
        /// One club.
        #[arg(value_name = "PLACE")]
        left: String,
        /// The other one.
        #[arg(value_name = "PLACE2")]
        right: String,
    },
}

pub fn run(words: &Words, command: &StoreCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        StoreCommand::Copy { from, to } => {
            let (from, to) = (place(words, from)?, place(words, to)?);
            let copied = copy(&from, &to).map_err(|trouble| failure(words, &to, trouble))?;
            let variables = [("from", from.to_string().into()), ("to", to.to_string().into())];
            writeln!(out, "{}", words.say("store-copied", &variables))?;
            tell_rows(words, &copied, out)
        }
        StoreCommand::Compare { left, right } => {
            let (left, right) = (place(words, left)?, place(words, right)?);
            let compared = compare(&left, &right).map_err(|trouble| failure(words, &right, trouble))?;
            match &compared.difference {
                None => {
                    writeln!(out, "{}", words.say("store-equal", &[]))?;
                    tell_rows(words, &compared, out)
                }
                Some(first) => {
                    writeln!(out, "{}", different(words, &compared, first, &right))?;
                    Err(Failure::Told(1))
                }
            }
        }
    }
}

fn place(words: &Words, text: &str) -> Result<Place, Failure> {
    let known = if text == DATABASE_WORD { secret::address(words, None, secret::DATABASE)? } else { None };
    Ok(known.map_or_else(|| Place::new(text), Place::Database))
}

fn tell_rows(words: &Words, compared: &Compared, out: &mut impl Write) -> Result<(), Failure> {
    let variables = [("count", compared.rows[0].into()), ("digest", compared.digest.as_str().into())];
    Ok(writeln!(out, "{}", words.say("store-rows", &variables))?)
}

/// How many rows differ, and the first of them.
fn different(words: &Words, compared: &Compared, first: &Difference, right: &Place) -> String {
    let count = words.say("store-different", &[("count", compared.different.into())]);
    let (id, column) = match &first.kind {
        Kind::OnlyLeft => ("store-row-missing", ""),
        Kind::OnlyRight => ("store-row-more", ""),
        Kind::Column(column) => ("store-row-differs", column.as_str()),
    };
    let variables = [
        ("table", first.table.into()),
        ("key", first.key.as_str().into()),
        ("column", column.into()),
        ("place", right.to_string().into()),
    ];
    format!("{count} {}", words.say(id, &variables))
}

fn failure(words: &Words, right: &Place, trouble: Trouble) -> Failure {
    let about = |id: &str, place: &Place, reason: String| {
        Failure::Input(words.say(id, &[("place", place.to_string().into()), ("reason", reason.into())]))
    };
    match trouble {
        Trouble::At(place, error) => about("store-bad-place", &place, store_text(words, &error)),
        Trouble::Nothing(place) => about("store-nothing", &place, String::new()),
        Trouble::Old(place) => about("store-old", &place, String::new()),
        Trouble::Open(place, nodes) => about("store-open", &place, nodes.join(", ")),
        Trouble::Filled(place, table) => about("store-filled", &place, table.to_owned()),
        Trouble::Different(compared) => {
            let told = compared.difference.as_ref().map(|first| different(words, &compared, first, right));
            about("store-not-copied", right, told.unwrap_or_default())
        }
    }
}

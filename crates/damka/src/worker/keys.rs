//! `damka worker-key`: the keys of workers, at the club's own machine, whether the club is open or closed.

use crate::failure::Failure;
use crate::person::reach::Reach;
use crate::serve::folder;
use clap::{Args, Subcommand};
use damka_words::Words;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Which club, and what to do.
#[derive(Args)]
pub struct KeyArgs {
    /// The folder of the games; by default the one in the user's data folder.
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: KeyCommand,
}

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Make a key. It is shown this once.
    Add {
        /// What the key is called, such as who gets it.
        #[arg(value_name = "NAME")]
        key_name: String,
    },
    /// List the keys.
    List,
    /// Withdraw a key: workers that have it are refused from now on.
    Withdraw {
        /// Its number.
        #[arg(value_name = "NUMBER")]
        number: i64,
    },
}

pub fn keys(words: &Words, arguments: &KeyArgs, out: &mut impl Write) -> Result<(), Failure> {
    let reach = Reach::find(words, &folder(words, arguments.data.as_deref())?)?;
    match &arguments.command {
        KeyCommand::Add { key_name } => {
            let made = reach.ask("POST", "/work/keys", Some(&json!({"name": key_name})))?;
            let key = made["key"].as_str().unwrap_or_default();
            writeln!(out, "{}", words.say("worker-key-made", &[("number", made["number"].to_string().into())]))?;
            writeln!(out, "{key}")?;
            if reach.is_open() {
                let command = made["command"].as_str().unwrap_or_default();
                writeln!(out, "{}", words.say("worker-key-command", &[("command", command.into())]))?;
            }
        }
        KeyCommand::List => {
            let view = reach.ask("GET", "/work", None)?;
            let keys = view["keys"].as_array().map_or(&[][..], Vec::as_slice);
            if keys.is_empty() {
                writeln!(out, "{}", words.say("worker-key-none", &[]))?;
            }
            for key in keys {
                writeln!(out, "{}", line(words, key))?;
            }
        }
        KeyCommand::Withdraw { number } => {
            reach.ask("DELETE", &format!("/work/keys/{number}"), None)?;
            writeln!(out, "{}", words.say("worker-key-withdrawn", &[("number", number.to_string().into())]))?;
        }
    }
    Ok(())
}

fn line(words: &Words, key: &Value) -> String {
    let at = |name: &str| key[name].as_u64().map(damka_server::stamp);
    let withdrawn = at("withdrawnAt").map(|at| words.say("worker-key-until", &[("when", at.into())]));
    let (number, name) = (key["number"].to_string(), key["name"].as_str().unwrap_or_default());
    let line = format!("{number}  {}  {name}  {}", at("madeAt").unwrap_or_default(), withdrawn.unwrap_or_default());
    line.trim_end().to_owned()
}

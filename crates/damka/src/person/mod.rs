//! `damka person`: the people of the club from the command line, whether it is open or closed.

pub mod reach;

use crate::failure::Failure;
use crate::serve::folder;
use clap::{Args, Subcommand, ValueEnum};
use damka_conduct::{Office, Worded};
use damka_words::Words;
use reach::Reach;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Which club, and what to do.
#[derive(Args)]
pub struct PersonArgs {
    /// The folder of the games; by default the one in the user's data folder.
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: PersonCommand,
}

/// An office, as it is typed.
#[derive(Clone, Copy, ValueEnum)]
pub enum OfficeArg {
    Keeper,
    Coach,
    Arbiter,
}

impl From<OfficeArg> for Office {
    fn from(office: OfficeArg) -> Office {
        match office {
            OfficeArg::Keeper => Office::Keeper,
            OfficeArg::Coach => Office::Coach,
            OfficeArg::Arbiter => Office::Arbiter,
        }
    }
}

#[derive(Subcommand)]
pub enum PersonCommand {
    /// List the people of the club.
    List {
        /// Only people whose name contains this.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Only people with this office.
        #[arg(long = "role", value_name = "ROLE", value_enum)]
        office: Option<OfficeArg>,
        /// Only people who are blocked.
        #[arg(long)]
        blocked: bool,
        /// Print JSON, for other programs.
        #[arg(long)]
        json: bool,
    },
    /// Show one person.
    Show {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
    },
    /// Give a person another name.
    Rename {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
        /// The new name.
        #[arg(value_name = "NAME")]
        new_name: String,
    },
    /// Appoint a person to an office, or dismiss them.
    Role {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
        /// The office.
        #[arg(value_name = "ROLE", value_enum)]
        office: OfficeArg,
        /// Dismiss instead of appointing.
        #[arg(long)]
        remove: bool,
    },
    /// Block a person: they are signed out and cannot sign in.
    Block {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
    },
    /// Unblock a person.
    Unblock {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
    },
    /// Multiply a person's quotas.
    Allow {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
        /// The multiple of the usual quotas, from 1 to 100.
        #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=100))]
        factor: u32,
    },
    /// Make a one-time link for setting a person's new password.
    Reset {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
    },
    /// Export everything that is kept about a person, as JSON.
    Export {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
    },
    /// Delete a person; their games stay with a neutral name.
    Delete {
        /// A number, or a name.
        #[arg(value_name = "WHO")]
        who: String,
        /// Confirm the deletion.
        #[arg(long)]
        yes: bool,
    },
    /// Show the keepers' log.
    Log {
        /// Print JSON, for other programs.
        #[arg(long)]
        json: bool,
    },
    /// Make a one-time link for a keeper.
    Keeper,
}

pub fn run(words: &Words, arguments: PersonArgs, out: &mut impl Write) -> Result<(), Failure> {
    let folder = folder(words, arguments.data.as_deref())?;
    let desk = Desk { words, reach: Reach::find(words, &folder)? };
    match arguments.command {
        PersonCommand::List { name, office, blocked, json } => desk.list(name.as_deref(), office, blocked, json, out),
        PersonCommand::Show { who } => {
            let details = desk.reach.ask("GET", &person_path(&desk.find(&who)?, ""), None)?;
            desk.show(&details, out)
        }
        PersonCommand::Rename { who, new_name } => desk.change(&who, "/name", &json!({"name": new_name}), out),
        PersonCommand::Role { who, office, remove } => desk.appoint(&who, office.into(), remove, out),
        PersonCommand::Block { who } => desk.change(&who, "/blocked", &json!({"blocked": true}), out),
        PersonCommand::Unblock { who } => desk.change(&who, "/blocked", &json!({"blocked": false}), out),
        PersonCommand::Allow { who, factor } => desk.change(&who, "/allowance", &json!({"factor": factor}), out),
        PersonCommand::Reset { who } => {
            let link = desk.reach.ask("POST", &person_path(&desk.find(&who)?, "/reset"), None)?;
            desk.tell_link(&link, out)
        }
        PersonCommand::Export { who } => {
            let export = desk.reach.ask("GET", &person_path(&desk.find(&who)?, "/export"), None)?;
            print_json(&export, out)
        }
        PersonCommand::Delete { who, yes } => desk.delete(&who, yes, out),
        PersonCommand::Log { json } => desk.log(json, out),
        PersonCommand::Keeper => {
            let link = desk.reach.ask("POST", "/link", None)?;
            desk.tell_link(&link, out)
        }
    }
}

fn print_json(value: &Value, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", serde_json::to_string_pretty(value).unwrap_or_default())?)
}

fn person_path(member: &Value, end: &str) -> String {
    format!("/people/{}{end}", member["number"])
}

fn shown(member: &Value) -> &str {
    member["shown"].as_str().unwrap_or_default()
}

/// Percent-encodes every byte that is not a letter or a digit.
fn encoded(text: &str) -> String {
    let sign = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(sign).collect()
}

struct Desk<'a> {
    words: &'a Words,
    reach: Reach<'a>,
}

impl Desk<'_> {
    fn say(&self, id: &str, name: &'static str, value: &str) -> String {
        self.words.say(id, &[(name, value.into())])
    }

    /// All the pages of a list.
    fn all(&self, path: &str, list: &str) -> Result<Vec<Value>, Failure> {
        let (mut found, mut before) = (Vec::new(), String::new());
        loop {
            let mut page = self.reach.ask("GET", &format!("{path}limit=100{before}"), None)?;
            if let Value::Array(rows) = page[list].take() {
                found.extend(rows);
            }
            match page["next"].as_str() {
                Some(next) => before = format!("&before={next}"),
                None => return Ok(found),
            }
        }
    }

    /// The one person with this number or name. Names contain letters, so no name is a number.
    fn find(&self, who: &str) -> Result<Value, Failure> {
        if who.parse::<i64>().is_ok() {
            return Ok(self.reach.ask("GET", &format!("/people/{who}"), None)?["member"].take());
        }
        let mut found = self.all(&format!("/people?name={}&", encoded(who)), "people")?;
        found.retain(|person| person["name"].as_str().is_some_and(|name| name.eq_ignore_ascii_case(who)));
        match &found[..] {
            [] => Err(Failure::Input(self.say("person-nobody", "name", who))),
            [one] => Ok(one.clone()),
            several => {
                let numbers: Vec<String> = several.iter().map(|person| person["number"].to_string()).collect();
                let variables = [("name", who.into()), ("numbers", numbers.join(", ").into())];
                Err(Failure::Input(self.words.say("person-several", &variables)))
            }
        }
    }

    fn list(
        &self,
        name: Option<&str>,
        office: Option<OfficeArg>,
        blocked: bool,
        as_json: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let name = name.map(|name| format!("name={}&", encoded(name))).unwrap_or_default();
        let office = office.map(|office| format!("office={}&", Office::from(office).word())).unwrap_or_default();
        let people = self.all(&format!("/people?{name}{office}blocked={blocked}&"), "people")?;
        if as_json {
            return print_json(&Value::Array(people), out);
        }
        if people.is_empty() {
            return Ok(writeln!(out, "{}", self.words.say("person-none", &[]))?);
        }
        let head = ["person-number", "person-name", "person-account", "person-offices", "person-blocked"];
        let head = head.map(|id| self.words.say(id, &[]));
        let rows = people.iter().map(|person| {
            [
                person["number"].to_string(),
                shown(person).to_owned(),
                self.yes(person["account"] == true),
                self.offices(person),
                self.yes(person["blockedAt"].is_u64()),
            ]
        });
        let rows: Vec<[String; 5]> = std::iter::once(head).chain(rows).collect();
        let widths: Vec<usize> =
            (0..5).map(|at| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0)).collect();
        for row in &rows {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            writeln!(out, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }

    fn yes(&self, is_so: bool) -> String {
        if is_so { self.words.say("person-yes", &[]) } else { String::new() }
    }

    fn offices(&self, person: &Value) -> String {
        let offices = person["offices"].as_array().into_iter().flatten();
        let offices = offices.filter_map(|office| Office::from_word(office.as_str()?));
        offices.map(|office| self.words.office(office)).collect::<Vec<_>>().join(", ")
    }

    fn show(&self, details: &Value, out: &mut impl Write) -> Result<(), Failure> {
        let member = &details["member"];
        let since = member["createdAt"].as_u64().map(damka_server::stamp).unwrap_or_default();
        let blocked = member["blockedAt"].as_u64().map(damka_server::stamp).unwrap_or_default();
        let rows = [
            ("person-number", member["number"].to_string()),
            ("person-name", shown(member).to_owned()),
            ("person-account", self.yes(member["account"] == true)),
            ("person-offices", self.offices(member)),
            ("person-blocked", blocked),
            ("person-since", since),
            ("person-games", details["games"].to_string()),
            ("person-notes", details["notes"].to_string()),
            ("person-reports", details["reports"].to_string()),
        ];
        for (id, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            writeln!(out, "{}: {value}", self.words.say(id, &[]))?;
        }
        Ok(())
    }

    fn change(&self, who: &str, end: &str, body: &Value, out: &mut impl Write) -> Result<(), Failure> {
        let changed = self.reach.ask("PUT", &person_path(&self.find(who)?, end), Some(body))?;
        Ok(writeln!(out, "{}", self.say("person-done", "name", shown(&changed["member"])))?)
    }

    fn appoint(&self, who: &str, office: Office, remove: bool, out: &mut impl Write) -> Result<(), Failure> {
        let member = self.find(who)?;
        let mut offices: Vec<Value> = member["offices"].as_array().cloned().unwrap_or_default();
        offices.retain(|known| known != office.word());
        offices.extend((!remove).then(|| office.word().into()));
        let body = json!({"offices": offices});
        self.reach.ask("PUT", &person_path(&member, "/offices"), Some(&body))?;
        Ok(writeln!(out, "{}", self.say("person-done", "name", shown(&member)))?)
    }

    fn delete(&self, who: &str, yes: bool, out: &mut impl Write) -> Result<(), Failure> {
        let member = self.find(who)?;
        if !yes {
            return Err(Failure::Input(self.say("person-really", "name", shown(&member))));
        }
        self.reach.ask("DELETE", &person_path(&member, ""), None)?;
        Ok(writeln!(out, "{}", self.say("person-deleted", "name", shown(&member)))?)
    }

    fn log(&self, as_json: bool, out: &mut impl Write) -> Result<(), Failure> {
        let entries = self.all("/log?", "entries")?;
        if as_json {
            return print_json(&Value::Array(entries), out);
        }
        if entries.is_empty() {
            return Ok(writeln!(out, "{}", self.words.say("person-log-none", &[]))?);
        }
        for entry in entries {
            let at = entry["at"].as_u64().map(damka_server::stamp).unwrap_or_default();
            let game = entry["game"].as_str().map(|game| format!(" ({game})")).unwrap_or_default();
            writeln!(out, "{at}  {}{game}", entry["text"].as_str().unwrap_or_default())?;
        }
        Ok(())
    }

    /// Prints a link: the full URL if the club is open; otherwise only the path, because the address is not known yet.
    fn tell_link(&self, link: &Value, out: &mut impl Write) -> Result<(), Failure> {
        let (id, name) = if self.reach.is_open() { ("person-link", "url") } else { ("person-link-path", "path") };
        Ok(writeln!(out, "{}", self.say(id, name, link[name].as_str().unwrap_or_default()))?)
    }
}

//! `damka doctor`: whether a club can be opened like this, and what is wrong if not. Every check takes a bounded time, and nothing
//! is changed anywhere.

mod database;
mod folder;
mod machine;
mod nats;
mod report;
mod web;

use crate::data;
use crate::failure::Failure;
use crate::secret;
use crate::serve::folder as folder_of;
use clap::Args;
use damka_server::{MailServer, club_mark};
use damka_words::Words;
use report::Report;
use std::io::Write;
use std::path::PathBuf;

/// What is looked at.
#[derive(Args)]
pub struct DoctorArgs {
    /// The folder of the games; by default the one in the user's data folder.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The database of a club of several machines.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    postgres: Option<String>,
    /// The NATS server over which its nodes talk.
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// The port of the club on this machine.
    #[arg(long, default_value_t = 8064)]
    port: u16,
    /// The address under which browsers reach the club.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// The folder of backups.
    #[arg(long, value_name = "FOLDER")]
    backup_to: Option<PathBuf>,
    /// The mail server for notices.
    #[arg(long, value_name = "URL")]
    smtp: Option<String>,
    /// For other programs.
    #[arg(long)]
    json: bool,
}

pub fn run(words: &Words, arguments: &DoctorArgs, out: &mut impl Write) -> Result<(), Failure> {
    let database = match &arguments.data {
        Some(_) => None,
        None => secret::address(words, arguments.postgres.as_deref(), secret::DATABASE)?,
    };
    let nats = secret::address(words, arguments.nats.as_deref(), secret::NATS)?;
    let mail = secret::address(words, arguments.smtp.as_deref(), secret::MAIL)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut report = Report::new(words, arguments.json);
    machine::look(&mut report, out)?;
    let secret = match &database {
        Some(address) => {
            let secret = database::look(&mut report, address, out)?;
            runtime.block_on(nats::look(&mut report, nats.as_deref(), out))?;
            secret
        }
        None => {
            let folder = folder_of(words, arguments.data.as_deref())?;
            let secret = folder::look(&mut report, &folder, out)?;
            folder::look_at_tables(&mut report, &data::endgame_within(&folder), out)?;
            if nats.is_some() {
                runtime.block_on(nats::look(&mut report, nats.as_deref(), out))?;
            }
            secret
        }
    };
    folder::look_at_backups(&mut report, arguments.backup_to.as_deref(), database.is_some(), out)?;
    let mark = secret.map(|secret| club_mark(&secret));
    runtime.block_on(web::look_at_port(&mut report, arguments.port, mark.as_deref(), out))?;
    if let Some(url) = &arguments.public_url {
        runtime.block_on(web::look(&mut report, url.trim_end_matches('/'), mark.as_deref(), out))?;
    }
    if let Some(url) = &mail {
        let answers = runtime.block_on(async {
            match MailServer::at(url, "damka@localhost.localdomain") {
                Ok(server) => server.answers().await,
                Err(_) => false,
            }
        });
        let id = if answers { "mail-good" } else { "mail-bad" };
        if answers { report.ok(id, &[], out)? } else { report.wrong(id, &[], out)? }
    }
    runtime.shutdown_background();
    report.end(out)
}

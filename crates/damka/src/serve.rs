//! `damka serve`: the club for everybody, in browsers. `damka backup`: a copy of its games while it runs.

use crate::data;
use crate::failure::Failure;
use crate::interrupt;
use crate::secret;
use clap::Args;
use damka_server::nodes::{Nats, NoWire, NodePlan, Wire};
use damka_server::{BackupPlan, BadMail, Club, Connections, MailPlan, MailServer, Settings, serve, store_text};
use damka_store::transfer::Place;
use damka_store::{NewNode, Postgres, Sqlite, StoreError};
use damka_words::Words;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How the club is opened.
#[derive(Args)]
pub struct ServeArgs {
    /// The folder of the games; by default one in the user's data folder.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Be a node of a club of several machines, which keeps everything in this PostgreSQL database:
    /// postgresql://user:password@host/database; DAMKA_POSTGRES in the environment is seen in no list of processes.
    #[arg(long, value_name = "URL", conflicts_with = "backup_to", help_heading = "nodes")]
    postgres: Option<String>,
    /// The NATS server over which nodes talk, such as nats://host:4222; without it they talk through the database, slowly.
    /// DAMKA_NATS in the environment is seen in no list of processes.
    #[arg(long, value_name = "URL", help_heading = "nodes")]
    nats: Option<String>,
    /// What this node is called in lists of nodes; by default the machine's name and the port.
    #[arg(long, value_name = "NAME", help_heading = "nodes")]
    node_name: Option<String>,
    /// How many seconds to go on before closing, while /api/health already answers 503, so that a load balancer sends nobody
    /// new; a second signal closes at once.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, help_heading = "nodes",
          value_parser = clap::value_parser!(u32).range(0..=3600))]
    drain: u32,
    /// The port.
    #[arg(long, default_value_t = 8064)]
    port: u16,
    /// Open it for the whole local network, not only for this machine.
    #[arg(long)]
    lan: bool,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// The address under which browsers reach it, if a proxy stands before it, such as `https://club.example`.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// A proxy stands before it and says in X-Forwarded-For where visitors come from; nobody else may reach the port.
    #[arg(long)]
    behind_proxy: bool,
    /// Players who agree on it may talk in words of their own, not only in ready phrases.
    #[arg(long)]
    chat: bool,
    /// Make a dated backup in this folder once a day while the club is open.
    #[arg(long, value_name = "FOLDER")]
    backup_to: Option<PathBuf>,
    /// How many backups to keep.
    #[arg(long, value_name = "NUMBER", default_value_t = 7, requires = "backup_to",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    keep: u32,
    /// The time from one backup to the next, in milliseconds: only for tests.
    #[arg(long, hide = true, value_name = "MS", default_value_t = 86_400_000)]
    backup_every: u64,
    /// How many days of vacation a person has in a year, in games over days; with 0 nobody goes on vacation.
    #[arg(long, value_name = "NUMBER", default_value_t = 30, value_parser = clap::value_parser!(u16).range(0..=366))]
    vacation_days: u16,
    /// The mail server for notices, such as smtp://user:password@mail.example:587; DAMKA_SMTP in the environment is seen in no
    /// list of processes.
    #[arg(long, value_name = "URL")]
    smtp: Option<String>,
    /// The address from which the club writes.
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// Letters as soon as there is something to tell: only for tests.
    #[arg(long, hide = true)]
    mail_at_once: bool,
    /// Logs as JSON, one object in a line.
    #[arg(long)]
    log_json: bool,
    /// Have work done that nobody waits for while there is nothing else: puzzles are looked for in analysed games, and the
    /// computer's levels play each other.
    #[arg(long)]
    background_jobs: bool,
    /// Leave all jobs to workers (damka worker): the club itself analyses no whole games. They wait while no worker is here.
    #[arg(long)]
    no_own_jobs: bool,
    /// How many of a hundred results of workers are compared with what another worker finds.
    #[arg(long, value_name = "PERCENT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=100))]
    compare: u32,
    /// How long a job stays with a worker that is not heard of, in milliseconds: only for tests.
    #[arg(long, hide = true, value_name = "MS", default_value_t = 20_000)]
    job_lease: u64,
    /// How many seconds an offer stays in the club after its maker has gone.
    #[arg(long, hide = true, default_value_t = 20)]
    offer_seconds: u64,
    /// No limits for visitors: only to measure it.
    #[arg(long, hide = true)]
    unlimited: bool,
    /// How long after a move the computer answers at the earliest, in milliseconds.
    #[arg(long, hide = true, value_name = "MS", default_value_t = 550)]
    reply_pause: u64,
}

impl ServeArgs {
    /// The address of the database that several nodes share.
    fn database(&self, words: &Words) -> Result<Option<String>, Failure> {
        secret::address(words, self.postgres.as_deref(), secret::DATABASE)
    }

    fn node(&self, port: u16) -> NewNode {
        let address = self.node_name.clone().unwrap_or_else(|| format!("{}:{port}", machine_name()));
        NewNode { address, version: env!("CARGO_PKG_VERSION").to_owned() }
    }

    fn backups(&self) -> Option<BackupPlan> {
        let (keep, every) = (self.keep as usize, Duration::from_millis(self.backup_every));
        self.backup_to.clone().map(|folder| BackupPlan { folder, keep, every })
    }

    /// How letters are sent, from a club with this address.
    fn mail(&self, words: &Words, club_url: &str) -> Result<Option<MailPlan>, Failure> {
        let Some(url) = secret::address(words, self.smtp.as_deref(), secret::MAIL)? else { return Ok(None) };
        let name = club_url.split("://").last().unwrap_or_default().split(['/', ':']).next().unwrap_or_default();
        let from = self.mail_from.clone().unwrap_or_else(|| format!("damka@{name}"));
        let server = MailServer::at(&url, &from).map_err(|bad| {
            Failure::Input(match bad {
                BadMail::Server => words.say("serve-bad-smtp", &[]),
                BadMail::Sender => words.say("serve-bad-sender", &[("address", from.as_str().into())]),
            })
        })?;
        let plan = MailPlan::new(server, club_url.to_owned());
        Ok(Some(if self.mail_at_once { plan.at_once() } else { plan }))
    }
}

/// A database has backups of its own, which also go back to any moment. Addresses are told without their passwords.
fn must_not_be_database(words: &Words, text: Option<String>) -> Result<(), Failure> {
    match text.map(|text| Place::new(&text)) {
        Some(place @ Place::Database(_)) => {
            let variables = [("place", place.to_string().into())];
            Err(Failure::Input(words.say("backup-database", &variables)))
        }
        _ => Ok(()),
    }
}

/// What is copied, and where.
#[derive(Args)]
pub struct BackupArgs {
    /// The new file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder of the games; by default the one in the user's data folder.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

pub fn run(words: &Words, arguments: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    start_logs(arguments.log_json);
    let connections = allow_many_sockets();
    let public_url = arguments.public_url.clone();
    if let Some(url) = public_url.as_deref().filter(|url| !is_address(url)) {
        return Err(Failure::Input(words.say("serve-bad-url", &[("url", url.into())])));
    }
    if arguments.backup_to.is_some() {
        must_not_be_database(words, arguments.database(words)?)?;
    }
    let folder = folder(words, arguments.data.as_deref())?;
    let database = arguments.database(words)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let host = if arguments.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let address = SocketAddr::from((host, arguments.port));
        let listener = TcpListener::bind(address).await.map_err(|error| cannot_listen(words, address, &error))?;
        let port = listener.local_addr()?.port();
        // A second process is told who has the folder.
        let about = format!("http://localhost:{port}");
        let (lan_url, closed_lan_url) = {
            let found = lan_address().map(|address| format!("http://{address}:{port}"));
            if arguments.lan { (found, None) } else { (None, found) }
        };
        let own = public_url.clone().or_else(|| lan_url.clone()).unwrap_or_else(|| about.clone());
        let settings = Settings {
            mail: arguments.mail(words, &own)?,
            public_url,
            lan_url: lan_url.clone(),
            closed_lan_url,
            offer_patience: Duration::from_secs(arguments.offer_seconds),
            behind_proxy: arguments.behind_proxy,
            connections: Connections { most: connections, ..Connections::default() },
            chat: arguments.chat,
            limited: !arguments.unlimited,
            reply_pause: Duration::from_millis(arguments.reply_pause),
            backups: arguments.backups(),
            vacation_days: arguments.vacation_days,
            background_jobs: arguments.background_jobs,
            own_jobs: !arguments.no_own_jobs,
            compare_permille: arguments.compare * 10,
            job_lease: Duration::from_millis(arguments.job_lease.max(100)),
            endgame: Some(data::endgame_within(&folder)),
            ..Settings::default()
        };
        let is_node = database.is_some();
        let bad = |error: &StoreError| match is_node {
            true => bad_database(words, error),
            false => bad_folder(words, &folder, error),
        };
        let club = match database {
            Some(url) => open_node(words, arguments, url, port, settings).await?,
            None => {
                let store = Sqlite::open_as(&folder, &about).map_err(|error| bad(&error))?;
                Club::open(Arc::new(store), settings).map_err(|error| bad(&error))?
            }
        };
        let keeper = club.first_keeper_code().await.map_err(|error| bad(&error))?;
        let place = if is_node { None } else { Some(folder.as_path()) };
        greet(words, arguments, place, port, (lan_url, keeper), out)?;
        let stop = until_told(Arc::clone(&club), Duration::from_secs(arguments.drain.into()));
        serve(club, listener, stop).await.map_err(|failure| Failure::Input(failure.text(words)))
    })?;
    // Dropping the runtime waits for what is still being written.
    drop(runtime);
    writeln!(out, "{}", words.say("serve-closed", &[]))?;
    Ok(())
}

/// Waits until the process is told to close, and then a while in which a load balancer learns that. A second signal ends it.
async fn until_told(club: Arc<Club>, drain: Duration) {
    interrupt::wait().await;
    club.leave();
    tokio::select! {
        () = tokio::time::sleep(drain) => {}
        () = interrupt::wait() => {}
    }
}

/// `folder` is where the games are; a node has none.
fn greet(
    words: &Words,
    arguments: &ServeArgs,
    folder: Option<&Path>,
    port: u16,
    (lan, keeper): (Option<String>, Option<String>),
    out: &mut impl Write,
) -> Result<(), Failure> {
    let own = format!("http://localhost:{port}");
    let shown = arguments.public_url.clone().unwrap_or_else(|| own.clone());
    writeln!(out, "{}", words.say("serve-open", &[("url", shown.as_str().into())]))?;
    if let Some(url) = lan {
        if let Ok(code) = qrcode::QrCode::new(&url) {
            writeln!(out, "{}", code.render::<qrcode::render::unicode::Dense1x2>().build())?;
        }
        writeln!(out, "{}", words.say("serve-lan", &[("url", url.into())]))?;
    } else if arguments.lan {
        writeln!(out, "{}", words.say("serve-lan-none", &[("port", port.to_string().into())]))?;
    }
    match folder {
        Some(folder) => {
            writeln!(out, "{}", words.say("serve-data", &[("folder", folder.display().to_string().into())]))?
        }
        None => writeln!(out, "{}", words.say("serve-node", &[("name", arguments.node(port).address.into())]))?,
    }
    if let Some(backups) = &arguments.backup_to {
        let variables = [("folder", backups.display().to_string().into()), ("count", arguments.keep.into())];
        writeln!(out, "{}", words.say("serve-backups", &variables))?;
    }
    if let Some(code) = keeper {
        writeln!(out, "{}", words.say("serve-keeper", &[]))?;
        writeln!(out, "  {}/keeper#{code}", shown.trim_end_matches('/'))?;
        writeln!(out, "  {}", words.say("serve-keeper-again", &[]))?;
    }
    writeln!(out, "{}", words.say("serve-stop", &[]))?;
    out.flush()?;
    if !arguments.no_open {
        open_browser(&own);
    }
    Ok(())
}

/// Opens the club as one of several nodes.
async fn open_node(
    words: &Words,
    arguments: &ServeArgs,
    database: String,
    port: u16,
    settings: Settings,
) -> Result<Arc<Club>, Failure> {
    let wire: Arc<dyn Wire> = match secret::address(words, arguments.nats.as_deref(), secret::NATS)? {
        Some(url) => {
            let bad = |reason: String| Failure::Input(words.say("serve-bad-nats", &[("reason", reason.into())]));
            Arc::new(Nats::connect(&url).await.map_err(bad)?)
        }
        None => Arc::new(NoWire),
    };
    let plan = NodePlan { about: arguments.node(port), wire };
    // Both wait for the server, which must not hold up the runtime.
    let opening = tokio::task::spawn_blocking(move || {
        let store = Postgres::open(&database)?;
        Club::open_node(Arc::new(store), settings, plan)
    });
    let opened = opening.await.map_err(|error| Failure::Input(error.to_string()))?;
    opened.map_err(|error| bad_database(words, &error))
}

fn bad_database(words: &Words, error: &StoreError) -> Failure {
    Failure::Input(words.say("serve-bad-database", &[("reason", store_text(words, error).into())]))
}

/// What this machine calls itself.
pub fn machine_name() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).ok());
    told.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(|| "damka".to_owned())
}

fn cannot_listen(words: &Words, address: SocketAddr, error: &std::io::Error) -> Failure {
    if error.kind() == ErrorKind::AddrInUse {
        let port = address.port();
        // Port numbers are not quantities, so they are not grouped.
        let variables = [("port", port.to_string().into()), ("other", port.wrapping_add(1).to_string().into())];
        return Failure::Input(words.say("serve-port-taken", &variables));
    }
    let variables = [("address", address.to_string().into()), ("reason", error.to_string().into())];
    Failure::Input(words.say("serve-cannot-listen", &variables))
}

pub fn bad_folder(words: &Words, folder: &Path, error: &StoreError) -> Failure {
    let variables = [("folder", folder.display().to_string().into()), ("reason", store_text(words, error).into())];
    Failure::Input(words.say("serve-bad-folder", &variables))
}

fn is_address(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.trim_end_matches('/').is_empty() && !rest.trim_end_matches('/').contains('/'))
}

/// The folder that was asked for, or the user's.
pub fn folder(words: &Words, asked: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = asked {
        return Ok(folder.to_owned());
    }
    data::folder().ok_or_else(|| Failure::Input(words.say("serve-no-home", &[])))
}

/// The address of this machine in its network: what the system would send from. Nothing is sent.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Any address outside will do.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// The number of open files reserved for other things than connections: data, endgame tables, logs.
const OTHER_FILES: u64 = 256;

/// Raises the limit on open files: each connection is one, and systems usually allow a program a thousand until it asks
/// for more. Returns how many connections are possible.
fn allow_many_sockets() -> usize {
    let usual = Connections::default().most;
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(most) => {
            tracing::info!(most, "files that may be open");
            usize::try_from(most.saturating_sub(OTHER_FILES).max(most / 2)).unwrap_or(usual)
        }
        Err(error) => {
            tracing::warn!(%error, "no more files may be open than usual");
            usual
        }
    }
}

fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = std::process::Stdio::null;
    // A machine without a screen has no browser; the address is printed anyway.
    let _ = std::process::Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}

/// Logs go to the standard error: warnings, or what `DAMKA_LOG` asks for (`info`, `debug`).
fn start_logs(json: bool) {
    let level = std::env::var("DAMKA_LOG").ok().and_then(|level| level.parse().ok());
    let logs = tracing_subscriber::fmt()
        .with_max_level(level.unwrap_or(tracing::level_filters::LevelFilter::WARN))
        .with_writer(std::io::stderr)
        .with_ansi(false);
    if json { logs.json().flatten_event(true).init() } else { logs.init() }
}

pub fn backup(words: &Words, arguments: &BackupArgs, out: &mut impl Write) -> Result<(), Failure> {
    let named = arguments.data.as_ref().map(|data| data.display().to_string());
    must_not_be_database(words, secret::address(words, named.as_deref(), secret::DATABASE)?)?;
    let folder = folder(words, arguments.data.as_deref())?;
    let file = arguments.file.display().to_string();
    let told = |id: &str, name: &'static str, value: &str| words.say(id, &[(name, value.into())]);
    if !Sqlite::file(&folder).exists() {
        return Err(Failure::Input(told("backup-none", "folder", &folder.display().to_string())));
    }
    match Sqlite::backup_folder(&folder, &arguments.file) {
        Ok(()) => Ok(writeln!(out, "{}", told("backup-done", "file", &file))?),
        Err(StoreError::Conflict) => Err(Failure::Input(told("backup-exists", "file", &file))),
        // Nothing is written to the data folder, so the full disk is the other one.
        Err(StoreError::Full) => Err(Failure::Input(told("backup-full", "file", &file))),
        Err(StoreError::ReadOnly | StoreError::Io(_)) => {
            Err(Failure::Input(told("backup-cannot-write", "file", &file)))
        }
        Err(error) => Err(bad_folder(words, &folder, &error)),
    }
}

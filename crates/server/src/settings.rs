//! How the server is run.

use crate::backups::BackupPlan;
use crate::connection::Connections;
use crate::notices::MailPlan;
use std::path::PathBuf;
use std::time::Duration;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name by which browsers reach it, if it is a name of the internet, such as `https://club.example`.
    pub public_url: Option<String>,
    /// The address for other devices in the local network, if it is open to them.
    pub lan_url: Option<String>,
    /// The address that it would have in the local network, if it is not open to that.
    pub closed_lan_url: Option<String>,
    /// How long an offer stays in the club after its maker has gone.
    pub offer_patience: Duration,
    /// Threads that think, of each kind.
    pub engine_threads: usize,
    /// The folder of endgame tables; none if they are not wanted.
    pub endgame: Option<PathBuf>,
    /// Missing tables of up to so many pieces are built when a game of the program needs them.
    pub endgame_pieces: u8,
    /// Sockets that one address may open; a school has one address for everybody.
    pub sockets_per_address: usize,
    /// Limits on connections.
    pub connections: Connections,
    /// Whether a proxy stands before it: then visitors come from where the proxy says.
    pub behind_proxy: bool,
    /// How long a game that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long after the opponent's move the computer moves at the earliest, so that a person sees both moves. None by
    /// default: tests and measurements need no eyes.
    pub reply_pause: Duration,
    /// The backups that the club makes automatically, if any.
    pub backups: Option<BackupPlan>,
    /// How letters are sent, if the club has a mail server.
    pub mail: Option<MailPlan>,
    /// Whether messages to devices may go to any address, also unencrypted. Only tests switch it on.
    pub push_anywhere: bool,
    /// Whether players who agree on it may talk in words of their own.
    pub chat: bool,
    /// How many days of vacation a person has in a year, in games over days; none switches vacations off.
    pub vacation_days: u16,
    /// Whether the club makes work for engines that nobody waits for: puzzles are looked for, levels play each other.
    pub background_jobs: bool,
    /// Whether the club itself does jobs; else it leaves them all to workers.
    pub own_jobs: bool,
    /// How many of a thousand results of workers are compared with what another worker finds.
    pub compare_permille: u32,
    /// How long a job stays with a worker that is not heard of.
    pub job_lease: Duration,
    /// Whether visitors are limited in how much they ask for. Only measurements and tests switch it off.
    pub limited: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Settings {
            public_url: None,
            lan_url: None,
            closed_lan_url: None,
            offer_patience: Duration::from_secs(20),
            engine_threads: cores.div_ceil(2),
            endgame: None,
            endgame_pieces: damka_endgame::OnNeed::PIECES,
            sockets_per_address: 2_000,
            connections: Connections::default(),
            behind_proxy: false,
            idle: Duration::from_secs(60),
            reply_pause: Duration::ZERO,
            backups: None,
            mail: None,
            push_anywhere: false,
            chat: false,
            vacation_days: 30,
            background_jobs: false,
            own_jobs: true,
            compare_permille: 10,
            job_lease: Duration::from_secs(20),
            limited: true,
        }
    }
}

impl Settings {
    /// Whether browsers reach the server over https, as far as is known.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// How long a game that nobody looks at stays in memory, in milliseconds.
    #[must_use]
    pub fn idle_ms(&self) -> u64 {
        self.idle.as_millis() as u64
    }
}

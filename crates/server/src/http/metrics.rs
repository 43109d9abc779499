//! Numbers for those who run the server, as Prometheus reads them.

use super::health::is_from_here;
use crate::club::Club;
use crate::error::Failure;
use crate::measures::Histogram;
use crate::nodes::Leader;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use damka_store::{JobCount, JobState, Urgency};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A worker counts as present if it was heard of within this time, in milliseconds.
const SEEN: u64 = 60_000;
/// How many workers are looked at.
const WORKERS: u32 = 1_000;

/// Numbers in the text form of Prometheus.
#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    fn line(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        let labels: Vec<String> = labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl std::fmt::Display) {
        self.head(name, "gauge", help);
        self.line(name, &[], value);
    }

    fn counter(&mut self, name: &str, help: &str, value: impl std::fmt::Display) {
        self.head(name, "counter", help);
        self.line(name, &[], value);
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.head(name, "histogram", help);
        let bucket = format!("{name}_bucket");
        for (bound, count) in &histogram.buckets {
            self.line(&bucket, &[("le", &bound.to_string())], count);
        }
        self.line(&bucket, &[("le", "+Inf")], histogram.count);
        self.line(&format!("{name}_sum"), &[], histogram.seconds);
        self.line(&format!("{name}_count"), &[], histogram.count);
    }
}

/// A label's value as it is written between quotes.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn count(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

/// Numbers, in the form that Prometheus reads; only from the machine itself.
pub async fn metrics(State(club): State<Arc<Club>>, request: Request) -> Response {
    if !is_from_here(&club.settings, &request) {
        let speech = super::visitor::speech(request.uri(), request.headers());
        return Failure::LocalOnly.response(club.words(speech));
    }
    let mut page = Page::default();
    about_process(&mut page, &club);
    about_games(&mut page, &club);
    about_node(&mut page, &club);
    about_data(&mut page, &club);
    about_queue(&mut page, &club).await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], page.0).into_response()
}

fn about_process(page: &mut Page, club: &Club) {
    let role = if club.peers.is_some() { "node" } else { "alone" };
    page.head("damka_build_info", "gauge", "The program, and whether it is a node of several.");
    page.line("damka_build_info", &[("version", env!("CARGO_PKG_VERSION")), ("role", role)], 1);
    page.counter("damka_run_seconds_total", "Since the server began.", club.clock.now() as f64 / 1000.0);
    page.gauge("damka_closing", "Whether the process is going to close.", u8::from(club.health.is_leaving()));
    page.gauge("damka_healthy", "Whether the health answer is 200.", u8::from(club.health.trouble(club).is_none()));
    if let Some(bytes) = resident_memory() {
        page.gauge("process_resident_memory_bytes", "Memory.", bytes);
    }
    if let Some(open) = open_files() {
        page.gauge("process_open_fds", "Open files and sockets.", open);
    }
}

fn about_games(page: &mut Page, club: &Club) {
    let counts = &club.counts;
    let owners = club.owners();
    page.gauge("damka_games_in_memory", "Games in memory.", club.games.len());
    page.gauge("damka_games_owned", "Games in memory that this process owns.", owners.games);
    page.gauge("damka_games_followed", "Games in memory that another node owns.", owners.followed_games);
    page.gauge("damka_contests_owned", "Contests in memory that this process owns.", owners.contests);
    page.gauge("damka_contests_followed", "Contests in memory that another node owns.", owners.followed_contests);
    page.gauge("damka_sockets", "Open sockets.", count(&counts.sockets));
    page.counter("damka_slow_sockets_total", "Sockets closed because nobody read.", count(&counts.slow));
    page.counter("damka_requests_total", "Requests.", count(&counts.requests));
    page.counter("damka_events_total", "Events of games written.", count(&counts.events));
    let help = "From handing events over to the store until they are on disk.";
    page.histogram("damka_append_seconds", help, &counts.appends.histogram());
    page.counter("damka_append_failures_total", "Events that could not be written.", counts.appends.failures());
    page.gauge("damka_moves_waiting", "Moves the computer has to find.", club.engines.players.waiting());
    page.gauge("damka_hints_waiting", "Hints to be found.", club.engines.hints.waiting());
    page.gauge("damka_analyses_waiting", "Positions to be analysed.", club.engines.analysts.waiting());
}

fn about_node(page: &mut Page, club: &Club) {
    let Some(peers) = &club.peers else { return };
    let nodes = peers.living();
    let valid = nodes.iter().filter(|node| node.lease_left > 0).count();
    page.gauge("damka_lease_valid", "Whether the lease of this node is confirmed.", u8::from(peers.is_valid()));
    let help = "Since the heartbeat began that was confirmed last.";
    page.gauge("damka_lease_age_seconds", help, peers.lease_age().as_secs_f64());
    page.gauge(
        "damka_run",
        "The number of this node's run: another one means that it lost its lease.",
        club.clock.run(),
    );
    page.head("damka_nodes", "gauge", "Nodes, as this one sees them; those without a lease still own games.");
    page.line("damka_nodes", &[("lease", "valid")], valid);
    page.line("damka_nodes", &[("lease", "ended")], nodes.len() - valid);
    page.gauge("damka_nats_connected", "Whether messages go over NATS.", u8::from(peers.is_connected()));
    page.counter("damka_messages_sent_total", "Messages to other nodes.", count(&peers.posted));
    page.counter("damka_messages_heard_total", "Messages from other nodes.", count(&peers.received));
}

fn about_data(page: &mut Page, club: &Club) {
    let backups = club.backups.state();
    page.gauge("damka_backup_failed", "Whether the last backup failed.", u8::from(backups.problem.is_some()));
    if let Some(at) = backups.last_at {
        page.gauge("damka_backup_timestamp_seconds", "When the last backup was made, since 1970.", at / 1000);
    }
    if let Some(free) = club.health.free() {
        page.gauge("damka_disk_free_bytes", "Bytes that can still be written.", free);
    }
    if let Some(connections) = club.store().connections() {
        page.gauge("damka_postgres_connections", "Open connections to PostgreSQL.", connections.open);
        let help = "Connections to PostgreSQL that were made; many mean that it was away.";
        page.counter("damka_postgres_connections_total", help, connections.made);
    }
}

/// The queue of jobs and the workers; nothing if the store cannot be read.
async fn about_queue(page: &mut Page, club: &Club) {
    let asked = club.read(|store| Ok((store.jobs().job_counts()?, store.jobs().workers(WORKERS)?))).await;
    let Ok((counts, workers)) = asked else { return };
    page.head("damka_queue_jobs", "gauge", "Jobs for engines, by what they are and for whom.");
    for JobCount { kind, urgency, state, count, .. } in &counts {
        let labels = [("kind", kind.as_str()), ("urgency", urgency_word(*urgency)), ("state", state_word(*state))];
        page.line("damka_queue_jobs", &labels, count);
    }
    let oldest = |urgency: Urgency| {
        let waiting = counts.iter().filter(|row| row.urgency == urgency && row.state == JobState::Waiting);
        waiting.map(|row| row.oldest).max().unwrap_or(0) as f64 / 1000.0
    };
    page.head("damka_queue_oldest_seconds", "gauge", "How long the oldest job waits that nobody has.");
    for urgency in [Urgency::Person, Urgency::Background] {
        page.line("damka_queue_oldest_seconds", &[("urgency", urgency_word(urgency))], oldest(urgency));
    }
    let seen = workers.iter().filter(|worker| worker.seen <= SEEN).count();
    page.gauge("damka_workers", "Workers heard of within a minute.", seen);
}

fn urgency_word(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Person => "person",
        Urgency::Background => "background",
    }
}

fn state_word(state: JobState) -> &'static str {
    match state {
        JobState::Waiting => "waiting",
        JobState::Taken => "taken",
        JobState::Done => "done",
        JobState::GivenUp => "given-up",
    }
}

/// The memory of this process, if the system reports it.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// How many files and sockets are open, if the system reports it.
fn open_files() -> Option<usize> {
    // The folder that is being read is one of them.
    std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count().saturating_sub(1))
}

/// What this process owns, and what it follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    /// Games it owns.
    pub games: usize,
    /// Games that other nodes own.
    pub followed_games: usize,
    /// Contests it owns.
    pub contests: usize,
    /// Contests that other nodes own.
    pub followed_contests: usize,
}

impl Club {
    /// Which of the games and contests in memory this process owns.
    #[must_use]
    pub fn owners(&self) -> Owners {
        let is_mine = |leader: Leader| matches!(leader, Leader::Mine(_));
        let (games, contests) = (self.games.all(), self.contests.all());
        let own_games = games.iter().filter(|handle| is_mine(handle.leader())).count();
        let own_contests = contests.iter().filter(|handle| is_mine(handle.leader())).count();
        Owners {
            games: own_games,
            followed_games: games.len() - own_games,
            contests: own_contests,
            followed_contests: contests.len() - own_contests,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::Latency;
    use std::time::Duration;

    #[test]
    fn a_histogram_is_written_as_prometheus_reads_it() {
        let latency = Latency::default();
        latency.note(Duration::from_micros(700));
        let mut page = Page::default();
        page.histogram("x_seconds", "How long.", &latency.histogram());
        let lines: Vec<&str> = page.0.lines().collect();
        assert_eq!(lines[..2], ["# HELP x_seconds How long.", "# TYPE x_seconds histogram"]);
        assert_eq!(lines[2..4], ["x_seconds_bucket{le=\"0.0005\"} 0", "x_seconds_bucket{le=\"0.001\"} 1"]);
        assert!(lines.ends_with(&["x_seconds_bucket{le=\"+Inf\"} 1", "x_seconds_sum 0.0007", "x_seconds_count 1"]));
    }

    #[test]
    fn a_label_cannot_end_its_line() {
        let mut page = Page::default();
        page.line("x", &[("name", "a\"b\\c\nd")], 1);
        assert_eq!(page.0, "x{name=\"a\\\"b\\\\c\\nd\"} 1\n");
    }
}

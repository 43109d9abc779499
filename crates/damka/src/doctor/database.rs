//! The database of a club of several machines.

use super::report::Report;
use crate::failure::Failure;
use damka_server::{COOKIE_KEY, store_text};
use damka_store::examine::{self, ExaminedDatabase};
use std::io::Write;
use std::time::Duration;

/// The oldest version that is tested.
const OLDEST: u32 = 140_000;
/// How many connections one node may have: sixteen read, one writes, some are being replaced.
const CONNECTIONS_OF_NODE: u32 = 20;
/// Players notice a commit that takes longer.
const SLOW: Duration = Duration::from_millis(20);
/// How far clocks may be apart, in milliseconds, before people read wrong times.
const APART: i64 = 1_000;

/// Gives a secret of the club, if there is one.
pub fn look(report: &mut Report<'_>, address: &str, out: &mut impl Write) -> Result<Option<String>, Failure> {
    match examine::database(address, COOKIE_KEY) {
        Ok(found) => {
            tell_server(report, &found, out)?;
            tell_promises(report, &found, out)?;
            tell_club(report, &found, out)?;
            Ok(found.secret)
        }
        Err(error) => {
            let reason = store_text(report.words(), &error);
            report.wrong("database-bad", &[("reason", reason)], out)?;
            Ok(None)
        }
    }
}

fn tell_server(report: &mut Report<'_>, found: &ExaminedDatabase, out: &mut impl Write) -> Result<(), Failure> {
    let version = format!("{}.{}", found.server / 10_000, found.server % 10_000);
    let texts = [("version", version), ("encoding", found.encoding.clone())];
    if found.server < OLDEST {
        report.wrong("database-version", &texts, out)?;
    } else {
        report.ok("database-good", &texts, out)?;
    }
    if found.encoding != "UTF8" {
        report.wrong("database-encoding", &texts, out)?;
    }
    if found.is_standby {
        report.wrong("database-is-standby", &[], out)?;
    }
    match (found.is_local, found.is_encrypted) {
        (_, true) => report.ok("database-encrypted", &[], out)?,
        (true, false) => report.ok("database-local", &[], out)?,
        (false, false) => report.attention("database-plain", &[], out)?,
    }
    let free = found.most_connections.saturating_sub(found.connections);
    let texts = [("free", free.to_string()), ("most", found.most_connections.to_string())];
    if free < CONNECTIONS_OF_NODE {
        report.attention("connections-few", &texts, out)?;
    } else {
        report.ok("connections-enough", &texts, out)?;
    }
    let milliseconds = [("milliseconds", found.ahead.abs().to_string())];
    if found.ahead.abs() > APART {
        report.attention("clock-apart", &milliseconds, out)
    } else {
        report.ok("clock-good", &milliseconds, out)
    }
}

/// Whether what is confirmed is still there after a power cut, and after the loss of a disk.
fn tell_promises(report: &mut Report<'_>, found: &ExaminedDatabase, out: &mut impl Write) -> Result<(), Failure> {
    match (found.fsync, found.full_page_writes) {
        (true, true) => report.ok("durable", &[], out)?,
        (false, _) => report.wrong("fsync-off", &[], out)?,
        (true, false) => report.wrong("full-page-writes-off", &[], out)?,
    }
    if !["on", "remote_apply"].contains(&found.synchronous_commit.as_str()) {
        report.wrong("commit-setting", &[("setting", found.synchronous_commit.clone())], out)?;
    }
    let standbys = ("standbys", found.standbys.clone());
    if found.standbys.is_empty() {
        report.attention("standby-none", &[], out)?;
    } else {
        report.ok("standby-some", std::slice::from_ref(&standbys), out)?;
    }
    let Some(commit) = found.commit else {
        return if found.is_standby { Ok(()) } else { report.wrong("commit-stuck", &[standbys], out) };
    };
    let texts = [("milliseconds", report.words().decimal(commit.as_secs_f64() * 1000.0, 1))];
    if commit > SLOW { report.attention("commit-slow", &texts, out) } else { report.ok("commit-good", &texts, out) }
}

fn tell_club(report: &mut Report<'_>, found: &ExaminedDatabase, out: &mut impl Write) -> Result<(), Failure> {
    let texts = [("version", found.version.to_string()), ("newest", found.newest.to_string())];
    match found.version {
        0 if found.may_create => report.ok("tables-new", &texts, out)?,
        0 => report.wrong("tables-no-right", &texts, out)?,
        version if version > found.newest => report.wrong("tables-newer", &texts, out)?,
        version if version < found.newest => report.attention("tables-old", &texts, out)?,
        _ => report.ok("tables-good", &texts, out)?,
    }
    let own = env!("CARGO_PKG_VERSION");
    let names: Vec<String> =
        found.nodes.iter().map(|node| format!("{} ({})", node.about.address, node.about.version)).collect();
    let texts = [("nodes", names.join(", ")), ("version", own.to_owned())];
    if names.is_empty() {
        report.ok("nodes-none", &texts, out)
    } else if found.nodes.iter().any(|node| node.about.version != own) {
        report.attention("nodes-mixed", &texts, out)
    } else {
        report.ok("nodes-some", &texts, out)
    }
}

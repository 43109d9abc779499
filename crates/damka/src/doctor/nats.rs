//! The NATS server over which nodes talk.

use super::report::Report;
use crate::failure::Failure;
use damka_server::nodes::examine_nats;
use std::io::Write;

/// What NATS takes as it comes, in bytes; the largest messages of nodes are requests with files.
const MAX_PAYLOAD: usize = 1 << 20;

pub async fn look(report: &mut Report<'_>, url: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let Some(url) = url else { return report.attention("nats-none", &[], out) };
    let found = match examine_nats(url).await {
        Ok(found) => found,
        Err(reason) => return report.wrong("nats-bad", &[("reason", reason)], out),
    };
    let way = report.words().decimal(found.there_and_back.as_secs_f64() * 1000.0, 1);
    report.ok("nats-good", &[("version", found.version), ("milliseconds", way)], out)?;
    if found.max_payload < MAX_PAYLOAD {
        report.attention("nats-small", &[("bytes", found.max_payload.to_string())], out)?;
    }
    if !found.asks_who && !found.is_local {
        report.attention("nats-open", &[], out)?;
    }
    if !found.is_encrypted && !found.is_local {
        report.attention("nats-plain", &[], out)?;
    }
    Ok(())
}

//! Whether a NATS server can be used, for those who set a club up.

use super::wire::with_credentials;
use futures_util::StreamExt;
use std::time::{Duration, Instant};

/// How long the whole examination may take.
const PATIENCE: Duration = Duration::from_secs(4);
/// How many messages are sent to measure their way.
const MESSAGES: usize = 5;

/// What a NATS server says and does.
#[derive(Clone, Debug, PartialEq)]
pub struct ExaminedNats {
    /// The server's version.
    pub version: String,
    /// The largest message that it takes, in bytes.
    pub max_payload: usize,
    /// Whether it requires a password.
    pub asks_who: bool,
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// Whether the server is on this machine.
    pub is_local: bool,
    /// How long a message takes there and back: the median.
    pub there_and_back: Duration,
}

/// Connects to a server, and sends messages through it.
///
/// # Errors
/// Why it cannot be used, without a password.
pub async fn examine_nats(url: &str) -> Result<ExaminedNats, String> {
    let examining = tokio::time::timeout(PATIENCE, examine(url)).await;
    examining.unwrap_or_else(|_| Err("it does not answer".to_owned()))
}

async fn examine(url: &str) -> Result<ExaminedNats, String> {
    let address: async_nats::ServerAddr = url.parse().map_err(|error: std::io::Error| error.to_string())?;
    let (options, plain) = with_credentials(url)?;
    let text = |error: &dyn std::error::Error| {
        let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
        format!("{error}{source}")
    };
    let client = options.connect(plain).await.map_err(|error| text(&error))?;
    let info = client.server_info();
    let subject = format!("damka.doctor.{}", crate::random::text(12));
    let mut inbox = client.subscribe(subject.clone()).await.map_err(|error| text(&error))?;
    let mut ways = Vec::new();
    for _ in 0..MESSAGES {
        let begun = Instant::now();
        client.publish(subject.clone(), "?".into()).await.map_err(|error| text(&error))?;
        client.flush().await.map_err(|error| text(&error))?;
        inbox.next().await.ok_or("no message came back")?;
        ways.push(begun.elapsed());
    }
    ways.sort();
    let is_local = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(&address.host());
    Ok(ExaminedNats {
        version: info.version,
        max_payload: info.max_payload,
        asks_who: info.auth_required,
        is_encrypted: info.tls_required || address.tls_required(),
        is_local,
        there_and_back: ways[MESSAGES / 2],
    })
}

//! What carries messages between nodes. Any of them may be lost, so what they say is also found in the store.

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use axum::body::Bytes;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;

/// Messages that wait to be handled; more are lost.
const INBOX: usize = 8192;

/// How long to wait before connecting again.
const AGAIN: Duration = Duration::from_millis(500);

/// A message from another node.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it says.
    pub payload: Bytes,
    /// Where the answer goes, if one is waited for.
    pub reply: Option<String>,
}

/// Carries messages between nodes.
pub trait Wire: Send + Sync + 'static {
    /// Sends a message to everyone who listens to a subject. It may be lost.
    fn publish(&self, subject: String, payload: Bytes);

    /// Sends a message and waits for an answer; `None` if none came in time.
    fn ask(&self, subject: String, payload: Bytes, patience: Duration) -> BoxFuture<'static, Option<Bytes>>;

    /// Listens to a subject from now on, as long as the receiver is kept.
    fn listen(&self, subject: String) -> mpsc::Receiver<Message>;

    /// Whether messages can be sent at the moment.
    fn is_connected(&self) -> bool;
}

/// No wire at all: nodes talk through the store alone, slowly.
#[derive(Clone, Copy, Debug)]
pub struct NoWire;

impl Wire for NoWire {
    fn publish(&self, _: String, _: Bytes) {}

    fn ask(&self, _: String, _: Bytes, _: Duration) -> BoxFuture<'static, Option<Bytes>> {
        Box::pin(std::future::ready(None))
    }

    fn listen(&self, _: String) -> mpsc::Receiver<Message> {
        let (out, inbox) = mpsc::channel(1);
        // Nothing ever comes, but the receiver does not see an end either.
        std::mem::forget(out);
        inbox
    }

    fn is_connected(&self) -> bool {
        false
    }
}

/// NATS without its streams: what may be lost goes over it, and nothing else.
#[derive(Clone)]
pub struct Nats {
    client: Client,
    is_connected: Arc<AtomicBool>,
}

impl std::fmt::Debug for Nats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nats").field("is_connected", &self.is_connected).finish_non_exhaustive()
    }
}

impl Nats {
    /// Connects to a server, or goes on trying in the background: a node works without it, more slowly. The address may
    /// hold a name and a password, or a token; `tls://` encrypts, and checks the server's certificate.
    ///
    /// # Errors
    /// If the address is wrong; what is said of it holds no password.
    pub async fn connect(url: &str) -> Result<Nats, String> {
        let is_connected = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&is_connected);
        let (options, url) = with_credentials(url)?;
        let options = options
            .retry_on_initial_connect()
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|_| AGAIN)
            .subscription_capacity(INBOX)
            .event_callback(move |event| {
                let seen = Arc::clone(&seen);
                async move {
                    match event {
                        Event::Connected => seen.store(true, Ordering::SeqCst),
                        Event::Disconnected | Event::Closed => seen.store(false, Ordering::SeqCst),
                        other => tracing::debug!(%other, "from NATS"),
                    }
                }
            });
        let client = options.connect(url).await.map_err(|error| error.to_string())?;
        Ok(Nats { client, is_connected })
    }
}

/// How to connect to an address, and the address without its name and password: the library may repeat it in the log.
pub(super) fn with_credentials(url: &str) -> Result<(ConnectOptions, String), String> {
    let address: ServerAddr = url.parse().map_err(|error: std::io::Error| error.to_string())?;
    let options = ConnectOptions::new().name("damka").connection_timeout(Duration::from_secs(2));
    let options = match (address.username(), address.password()) {
        (Some(name), Some(password)) => options.user_and_password(name.to_owned(), password.to_owned()),
        (Some(token), None) => options.token(token.to_owned()),
        _ => options,
    };
    let host = address.host();
    let host = if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host.to_owned() };
    Ok((options, format!("{}://{host}:{}", address.scheme(), address.port())))
}

impl Wire for Nats {
    fn publish(&self, subject: String, payload: Bytes) {
        if !self.is_connected() {
            // What waited for a connection would be old.
            return;
        }
        let client = self.client.clone();
        let mut publishing = Box::pin(async move { client.publish(subject, payload).await });
        // There is nearly always room, and then the order of messages stays what it was.
        if let Some(Err(error)) = futures_util::FutureExt::now_or_never(&mut publishing) {
            tracing::debug!(%error, "a message could not be sent");
        }
    }

    fn ask(&self, subject: String, payload: Bytes, patience: Duration) -> BoxFuture<'static, Option<Bytes>> {
        let (client, is_connected) = (self.client.clone(), self.is_connected());
        Box::pin(async move {
            if !is_connected {
                return None;
            }
            let answered = tokio::time::timeout(patience, client.request(subject, payload)).await;
            answered.ok()?.ok().map(|message| message.payload)
        })
    }

    fn listen(&self, subject: String) -> mpsc::Receiver<Message> {
        let (out, inbox) = mpsc::channel(INBOX);
        let client = self.client.clone();
        tokio::spawn(async move {
            let Ok(mut messages) = client.subscribe(subject).await else { return };
            while let Some(message) = messages.next().await {
                let message =
                    Message { payload: message.payload, reply: message.reply.map(|subject| subject.to_string()) };
                // Messages for which there is no room are dropped like others.
                if let Err(mpsc::error::TrySendError::Closed(_)) = out.try_send(message) {
                    return;
                }
            }
        });
        inbox
    }

    fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::SeqCst)
    }
}

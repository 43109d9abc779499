//! Connections: how many there may be, how long they may take, and when their bytes arrived.

use crate::clockwork::RunClock;
use axum::body::{Bytes, HttpBody};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use http_body::{Frame, SizeHint};
use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

/// Limits on connections.
#[derive(Clone, Copy, Debug)]
pub struct Connections {
    /// The maximum number of connections at once, sockets included: each is an open file.
    pub most: usize,
    /// The maximum number of connections from one address at once, sockets not included: they are counted separately.
    /// It does not apply behind a proxy, where every connection comes from the proxy.
    pub per_address: usize,
    /// The time limit for the head of a request, and for waiting for the next request.
    pub head: Duration,
    /// The time limit for the next bytes of a body.
    pub pause: Duration,
    /// The time limit for a whole body.
    pub body: Duration,
    /// The time limit for a client to read an answer.
    pub unread: Duration,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections {
            most: 8_000,
            per_address: 1_000,
            head: Duration::from_secs(30),
            pause: Duration::from_secs(15),
            body: Duration::from_secs(180),
            unread: Duration::from_secs(30),
        }
    }
}

/// The open connections.
#[derive(Debug, Default)]
pub struct Open {
    all: AtomicUsize,
    by_address: Mutex<HashMap<IpAddr, usize>>,
}

impl Open {
    /// Counts one more connection if there are fewer than `most`. It counts until the place is dropped.
    pub fn enter(self: &Arc<Open>, most: usize) -> Option<Place> {
        let entered = self.all.try_update(Ordering::Relaxed, Ordering::Relaxed, |all| (all < most).then_some(all + 1));
        entered.ok().map(|_| Place(Arc::clone(self)))
    }

    /// Counts one more connection from an address.
    pub fn enter_from(self: &Arc<Open>, address: IpAddr, most: usize) -> Option<PlaceOfAddress> {
        let mut counts = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(PlaceOfAddress { open: Arc::clone(self), address })
    }
}

/// A connection that counts.
#[derive(Debug)]
pub struct Place(Arc<Open>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.all.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection that counts for its address.
#[derive(Debug)]
pub struct PlaceOfAddress {
    open: Arc<Open>,
    address: IpAddr,
}

impl Drop for PlaceOfAddress {
    fn drop(&mut self) {
        let mut counts = self.open.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// When the last bytes of a connection arrived; the code that serves the connection reads it.
#[derive(Clone, Debug)]
pub struct Arrival(Arc<Arrived>);

#[derive(Debug)]
struct Arrived {
    clock: RunClock,
    at: AtomicU64,
}

impl Arrival {
    /// The moment of the run when bytes were last read from the system.
    #[must_use]
    pub fn at(&self) -> u64 {
        self.0.at.load(Ordering::Relaxed)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Arrival {
    type Rejection = crate::error::Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Arrival, Self::Rejection> {
        parts.extensions.get::<Arrival>().cloned().ok_or(crate::error::Failure::Closing)
    }
}

/// A stream that notes when bytes arrive, and fails if the other side does not read what is written.
pub struct Stamped {
    stream: TcpStream,
    arrived: Arc<Arrived>,
    unread: Duration,
    /// Runs while nothing can be written; most streams never need it.
    stuck: Option<Pin<Box<Sleep>>>,
    _place: Place,
}

impl Stamped {
    /// Wraps a stream that a client has opened.
    pub fn new(stream: TcpStream, clock: &RunClock, unread: Duration, place: Place) -> Stamped {
        let arrived = Arc::new(Arrived { clock: clock.clone(), at: AtomicU64::new(clock.now()) });
        Stamped { stream, arrived, unread, stuck: None, _place: place }
    }

    /// The arrival times of its bytes.
    #[must_use]
    pub fn arrival(&self) -> Arrival {
        Arrival(Arc::clone(&self.arrived))
    }

    fn written(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let unread = self.unread;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(unread)));
        ready!(stuck.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stamped {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        if buf.filled().len() > before {
            self.arrived.at.store(self.arrived.clock.now(), Ordering::Relaxed);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stamped {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A body that fails if its bytes take too long.
pub struct Patient<B> {
    body: B,
    pause: Duration,
    /// The deadline for the whole body.
    end: Instant,
    /// The time limit for the next bytes, while they are awaited. A body that is there at once needs none.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<B> Patient<B> {
    /// Starts the time limits of a body now.
    pub fn new(body: B, limits: &Connections) -> Patient<B> {
        Patient { body, pause: limits.pause, end: Instant::now() + limits.body, waiting: None }
    }
}

/// The bytes of a body took too long.
#[derive(Debug, thiserror::Error)]
#[error("the body of the request took too long")]
pub struct TooSlow;

impl<B: HttpBody<Data = Bytes, Error: Into<axum::BoxError>> + Unpin> HttpBody for Patient<B> {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.waiting = None;
            let is_late = frame.is_some() && Instant::now() > self.end;
            return Poll::Ready(if is_late {
                Some(Err(TooSlow.into()))
            } else {
                frame.map(|frame| frame.map_err(Into::into))
            });
        }
        let until = self.end.min(Instant::now() + self.pause);
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep_until(until)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

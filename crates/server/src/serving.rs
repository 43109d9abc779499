//! A club on a port, until it is told to stop.

use crate::club::Club;
use crate::connection::{Open, Patient, PlaceOfAddress, Stamped};
use crate::error::Failure;
use crate::health::Health;
use crate::http::router;
use crate::limits::network;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service;

/// How long requests may take to finish when the server closes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait before accepting again when the system refuses another connection.
const PAUSE: Duration = Duration::from_millis(200);

/// The maximum size of a request's head, in bytes. Addresses of positions with their moves are the longest.
const HEAD: usize = 32 << 10;

/// The maximum number of bytes read ahead: bodies are consumed as they arrive.
const AHEAD: usize = 64 << 10;

/// The answer to a connection for which there is no room.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Serves a club on a port until `stop` comes; then everybody is told, and everything is on disk.
///
/// # Errors
/// If games cannot be loaded.
pub async fn serve(
    club: Arc<Club>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Failure> {
    let pulse = tokio::spawn(club.clock.clone().pulse());
    let resumed = club.resume().await?;
    let contests = club.resume_contests().await?;
    tracing::info!(resumed, contests, run = club.clock.run(), "the club is open");
    let beating = tokio::spawn(Arc::clone(&club).beat());
    let tending = tokio::spawn(crate::nodes::tend(Arc::clone(&club)));
    let copying = tokio::spawn(crate::backups::keep_backups(Arc::clone(&club)));
    let writing = tokio::spawn(crate::notices::send_letters(Arc::clone(&club)));
    let delivering = tokio::spawn(crate::notices::deliver(Arc::clone(&club)));
    let working = tokio::spawn(crate::jobs::inside::work(Arc::clone(&club)));
    let making = tokio::spawn(crate::jobs::background::make(Arc::clone(&club)));
    let watching = tokio::spawn(Health::watch(Arc::clone(&club)));
    let mut closed = club.closing();
    let closing = Arc::clone(&club);
    let serving = Server::new(club).serve(listener, async move {
        stop.await;
        tracing::info!("the club closes");
        closing.close().await;
    });
    tokio::select! {
        () = serving => {}
        // Somebody who does not hang up must not keep the server open.
        () = async { let _ = closed.wait_for(|closed| *closed).await; tokio::time::sleep(PATIENCE).await; } => {}
    };
    // The node gives its job back, if it has one.
    let _ = tokio::time::timeout(PATIENCE, working).await;
    for task in [beating, tending, copying, making, delivering, watching, writing, pulse] {
        task.abort();
    }
    Ok(())
}

/// Accepts connections.
struct Server {
    club: Arc<Club>,
    router: Router,
    protocol: http1::Builder,
    open: Arc<Open>,
    /// Tells connections that the server is closing; it has no receivers once the last of them is gone.
    closing: watch::Sender<bool>,
}

impl Server {
    fn new(club: Arc<Club>) -> Server {
        let mut protocol = http1::Builder::new();
        protocol
            .timer(TokioTimer::new())
            .header_read_timeout(club.settings.connections.head)
            .max_header_size(HEAD)
            .max_buf_size(AHEAD);
        let router = router(Arc::clone(&club));
        Server { club, router, protocol, open: Arc::default(), closing: watch::channel(false).0 }
    }

    /// Serves until `stop` comes and the last request is answered.
    async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => break,
            };
            match accepted {
                Ok((stream, peer)) => self.let_in(stream, peer),
                Err(error) => match error.kind() {
                    // The client left before it was accepted.
                    ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset => {}
                    _ => {
                        tracing::error!(%error, "nobody can be let in");
                        tokio::time::sleep(PAUSE).await;
                    }
                },
            }
        }
        drop(listener);
        self.closing.send_replace(true);
        self.closing.closed().await;
    }

    /// Serves a connection in a task of its own, or refuses it.
    fn let_in(&self, stream: TcpStream, peer: SocketAddr) {
        let settings = &self.club.settings;
        let limits = settings.connections;
        let place = self.open.enter(if settings.limited { limits.most } else { usize::MAX });
        // Behind a proxy all connections come from one address.
        let per_address = if settings.limited && !settings.behind_proxy { limits.per_address } else { usize::MAX };
        let of_address = self.open.enter_from(network(peer.ip()), per_address);
        let (Some(place), Some(of_address)) = (place, of_address) else {
            // Only as much as the system takes at once: a refused client must not cost more.
            let _ = stream.try_write(FULL);
            return;
        };
        // A frame is sent when it is written, without waiting for more data.
        let _ = stream.set_nodelay(true);
        let stream = Stamped::new(stream, &self.club.clock, limits.unread, place);
        self.answer(stream, peer, of_address);
    }

    fn answer(&self, stream: Stamped, peer: SocketAddr, of_address: PlaceOfAddress) {
        let (router, arrival, limits) = (self.router.clone(), stream.arrival(), self.club.settings.connections);
        let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(|body| Body::new(Patient::new(body, &limits)));
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(arrival.clone());
            router.clone().call(request)
        });
        let connection = self.protocol.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut closing = self.closing.subscribe();
        tokio::spawn(async move {
            // A socket leaves this task, and counts as a socket from then on.
            let _of_address = of_address;
            let mut connection = pin!(connection);
            tokio::select! {
                // Errors here are the other side's: a malformed request, or one that never ends.
                _ = connection.as_mut() => return,
                _ = closing.wait_for(|closing| *closing) => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        });
    }
}

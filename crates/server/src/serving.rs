//! A club on a port, until it is told to stop.

use crate::club::Club;
use crate::error::Failure;
use crate::http::router;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long requests may take to finish when the server closes.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the server does not serve.
#[derive(Debug)]
pub enum ServeError {
    /// The games could not be loaded.
    Resume(Failure),
    /// The port failed.
    Io(std::io::Error),
}

/// Serves a club on a port until `stop` comes; then everybody is told, and everything is on disk.
///
/// # Errors
/// If games cannot be loaded or the port fails.
pub async fn serve(
    club: Arc<Club>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let resumed = club.resume().await.map_err(ServeError::Resume)?;
    tracing::info!(resumed, run = club.clock.run, "the club is open");
    let beating = tokio::spawn(Arc::clone(&club).beat());
    let service = router(Arc::clone(&club)).into_make_service_with_connect_info::<SocketAddr>();
    let closing = Arc::clone(&club);
    let mut closed = club.closing();
    let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
        stop.await;
        tracing::info!("the club closes");
        closing.close().await;
    });
    let done = tokio::select! {
        done = serving.into_future() => done,
        // Somebody who does not hang up must not keep the server open.
        () = async { let _ = closed.wait_for(|closed| *closed).await; tokio::time::sleep(PATIENCE).await; } => Ok(()),
    };
    beating.abort();
    done.map_err(ServeError::Io)
}

//! Ctrl+C, and the signal by which systems end services.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// The exit code of a program that was stopped by Ctrl+C, as shells have it.
pub const STOPPED: u8 = 130;

/// The time that work has to end by itself.
const PATIENCE: Duration = Duration::from_secs(3);

/// Waits for it.
pub async fn wait() {
    #[cfg(unix)]
    {
        let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        if let Ok(mut terminate) = terminate {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Work that ends by itself when it is told to. The program ends at once if that takes too long, as when it waits for
/// input that does not come.
pub struct Interruptible {
    /// Closed when the work is done.
    _done: Sender<()>,
}

impl Interruptible {
    /// Calls `stop` at the first Ctrl+C from now on. Where the system has no thread for this, Ctrl+C ends the program as
    /// usual.
    pub fn begin(stop: impl FnOnce() + Send + 'static) -> Interruptible {
        let (done, is_done) = channel::<()>();
        let watch = move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
            runtime.block_on(wait());
            stop();
            if is_done.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                std::process::exit(STOPPED.into());
            }
        };
        let _ = std::thread::Builder::new().name("damka-interrupt".to_owned()).spawn(watch);
        Interruptible { _done: done }
    }
}

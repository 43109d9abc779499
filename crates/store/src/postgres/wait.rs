//! Waiting for answers on the caller's thread.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Instant;

struct Sleeper(Thread);

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for what a future gives, until a moment and no longer. This needs no runtime around it, so it may be called from
/// any thread.
pub fn wait<F: Future>(future: F, until: Instant) -> Option<F::Output> {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Sleeper(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(given) = future.as_mut().poll(&mut context) {
            return Some(given);
        }
        let left = until.checked_duration_since(Instant::now())?;
        std::thread::park_timeout(left);
    }
}

//! Why a socket is closed after a message that could not be read.

use axum::extract::ws::close_code;
use tungstenite::Error;

/// The close code and reason for the other side: 1009 after a message that is too large.
pub fn after(error: axum::Error) -> (u16, &'static str) {
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => (close_code::SIZE, "too large"),
        Some(Error::Utf8(_)) => (close_code::INVALID, "not UTF-8"),
        _ => (close_code::NORMAL, ""),
    }
}

//! Answers that change only with the program or its files: a browser that has one is told so, and not sent it again.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// An answer that stays as it is.
#[derive(Clone, Debug)]
pub struct Fixed {
    kind: &'static str,
    body: Bytes,
    tag: HeaderValue,
    keeps: &'static str,
}

impl Fixed {
    /// An answer with this content type. Another version of the program may answer differently, so browsers revalidate
    /// it.
    pub fn new(kind: &'static str, body: impl Into<Bytes>) -> Fixed {
        let body = body.into();
        Fixed { kind, tag: tag(&Sha256::digest(&body)), body, keeps: "private, no-cache" }
    }

    /// An answer that depends only on its address and language: browsers may cache it for a day.
    pub fn lasting(kind: &'static str, body: impl Into<Bytes>) -> Fixed {
        Fixed { keeps: "private, max-age=86400", ..Fixed::new(kind, body) }
    }

    /// The answer, or only that it is the same as the browser has.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let body = if is_known(asked, &self.tag) { None } else { Some(self.body.clone()) };
        let mut response = body.map_or_else(|| StatusCode::NOT_MODIFIED.into_response(), IntoResponse::into_response);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.keeps));
        headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
        response
    }
}

/// The tag of a content with this hash. It is a weak one: the same content goes out plain or compressed.
pub fn tag(hash: &[u8]) -> HeaderValue {
    let hash: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::from_str(&format!("W/\"{hash}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Whether the browser has what has this tag.
pub fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = asked.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|known| known.to_str().ok());
    known.flat_map(|known| known.split(',')).any(|known| known.trim().as_bytes() == tag.as_bytes())
}

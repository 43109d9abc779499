//! Standalone pages for reading and printing: rules, score sheets.

use super::fixed::Fixed;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The content type of such a page.
pub const HTML: &str = "text/html; charset=utf-8";

/// An HTML document that may use nothing but its own style: no scripts, nothing from elsewhere.
pub fn paper(html: String) -> Response {
    let policy = policy(&html);
    let mut response = html.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(HTML));
    restricted(response, policy)
}

/// The same, but cacheable: its content depends only on its address.
pub fn lasting_paper(html: String, asked: &HeaderMap) -> Response {
    let policy = policy(&html);
    restricted(Fixed::lasting(HTML, html).answer(asked), policy)
}

fn restricted(mut response: Response, policy: String) -> Response {
    if let Ok(policy) = HeaderValue::try_from(policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn policy(html: &str) -> String {
    let style =
        html.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).map_or("", |(style, _)| style);
    let hash = STANDARD.encode(Sha256::digest(style));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

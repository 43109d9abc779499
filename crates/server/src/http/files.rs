//! The page: files that were built into the program.

use super::fixed::{self, Fixed};
use super::head;
use crate::club::Club;
use crate::error::Failure;
use axum::extract::State;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use damka_words::Words;
use rust_embed::RustEmbed;
use std::sync::Arc;

/// What `web/` was built into; empty if it was not.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// Files with the hash of their contents in their names never change.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// A file of the page; addresses within the page get the page itself.
pub async fn file(State(club): State<Arc<Club>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let mut response = Failure::WrongMethod.response(club.words(super::visitor::speech(&uri, &headers)));
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return response;
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(response) = embedded(path, &headers) {
        return response;
    }
    // A name with a dot is a file that is not there; everything else is a place within the page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let words = club.words(super::visitor::speech(&uri, &headers));
    if let Some(page) = Page::get("index.html") {
        let person = super::visitor::person_of(&club, &headers).await;
        let head = head::head(&club, uri.path(), person.as_ref(), words).await;
        let text = head.put_into(&String::from_utf8_lossy(&page.data), &club, &headers, uri.path(), words);
        let mut response = Fixed::new("text/html; charset=utf-8", text).answer(&headers);
        if head.status != StatusCode::OK {
            *response.status_mut() = head.status;
        }
        super::visitor::greet(&club, &headers, &mut response).await;
        return response;
    }
    no_page(words)
}

/// The program was built without its page.
fn no_page(words: &Words) -> Response {
    let page = |id: &str| words.say(id, &[]);
    let (code, title, text) = (words.language().code(), page("server-no-page-title"), page("server-no-page"));
    Html(format!(
        "<!doctype html><html lang=\"{code}\"><meta charset=\"utf-8\"><title>{title}</title>\
         <h1>{title}</h1><p>{text}</p>"
    ))
    .into_response()
}

fn embedded(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = Page::get(path)?;
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // The build may have put a smaller form beside a file.
    let smaller = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(name, _)| accepted.contains(name))
        .find_map(|(name, ending)| Some((name, Page::get(&format!("{path}.{ending}"))?)));
    let tag = fixed::tag(&plain.metadata.sha256_hash());
    let mut response = if fixed::is_known(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let data = smaller.as_ref().map_or_else(|| plain.data.clone(), |(_, file)| file.data.clone());
        data.into_response()
    };
    let answer = response.headers_mut();
    let mime = plain.metadata.mimetype();
    let mime = if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() };
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_str(&mime).ok()?);
    answer.insert(header::ETAG, tag);
    let cache = if path.starts_with("assets/") { FOREVER } else { "no-cache" };
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some((encoding, _)) = smaller {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

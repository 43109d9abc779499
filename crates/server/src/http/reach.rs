//! How other devices reach the club.

use crate::api::LocalOnly;
use crate::club::Club;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use qrcode::QrCode;

/// What opens the club for the local network.
const COMMAND: &str = "damka serve --lan";

/// How other devices reach the club.
#[derive(Debug)]
pub struct Reach {
    base: String,
    local: Option<LocalOnly>,
}

/// How other devices reach the club of a page that was opened under this host. A page opened as `localhost` needs the
/// network's address; without one nobody else comes.
pub fn reach(club: &Club, headers: &HeaderMap) -> Reach {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_own = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    let settings = &club.settings;
    let lan = settings.lan_url.clone().filter(|_| is_own);
    let known = settings.public_url.clone().or(lan);
    let local = (is_own && known.is_none())
        .then(|| LocalOnly { command: COMMAND.to_owned(), address: settings.closed_lan_url.clone() });
    let base = known.unwrap_or_else(|| format!("http://{host}"));
    Reach { base: base.trim_end_matches('/').to_owned(), local }
}

impl Reach {
    /// The whole address of a path.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// What is wrong with the addresses, if nobody else can follow them.
    pub fn local(&self) -> Option<LocalOnly> {
        self.local.clone()
    }

    /// An address as a QR code, an SVG picture. One that other devices cannot open gets none.
    pub fn qr(&self, url: &str) -> String {
        if self.local.is_some() {
            return String::new();
        }
        QrCode::new(url).map(|qr| qr.render::<qrcode::render::svg::Color<'_>>().build()).unwrap_or_default()
    }
}

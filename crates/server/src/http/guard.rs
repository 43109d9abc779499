//! Who may ask at all: hosts and origins, headers that keep a page safe, and how much a visitor may ask for.

use super::Visitor;
use crate::club::Club;
use crate::error::Failure;
use crate::limits::{Limiter, Rate};
use crate::present::Stay;
use crate::settings::Settings;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damka_conduct::PersonId;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How much visitors may ask for.
#[derive(Debug)]
pub struct Limits {
    limited: bool,
    sockets_most: usize,
    sockets: Mutex<HashMap<IpAddr, usize>>,
    requests: Limiter<IpAddr>,
    games: Limiter<PersonId>,
    games_by_address: Limiter<IpAddr>,
    notes: Limiter<PersonId>,
    thoughts: Limiter<PersonId>,
    thoughts_by_address: Limiter<IpAddr>,
    lookups: Limiter<PersonId>,
    lookups_by_address: Limiter<IpAddr>,
    passwords: Limiter<IpAddr>,
    names: Limiter<String>,
}

impl Limits {
    /// As the settings say. A whole school may come from one address, so addresses are allowed much.
    #[must_use]
    pub fn new(settings: &Settings) -> Limits {
        let rate = |burst, per_minute| Rate { burst, per_minute };
        Limits {
            limited: settings.limited,
            sockets_most: settings.sockets_per_address,
            sockets: Mutex::new(HashMap::new()),
            requests: Limiter::new(rate(1200.0, 6000.0)),
            games: Limiter::new(rate(20.0, 20.0)),
            games_by_address: Limiter::new(rate(200.0, 200.0)),
            notes: Limiter::new(rate(30.0, 60.0)),
            thoughts: Limiter::new(rate(30.0, 60.0)),
            thoughts_by_address: Limiter::new(rate(300.0, 900.0)),
            lookups: Limiter::new(rate(60.0, 120.0)),
            lookups_by_address: Limiter::new(rate(600.0, 1800.0)),
            passwords: Limiter::new(rate(30.0, 20.0)),
            names: Limiter::new(rate(8.0, 4.0)),
        }
    }

    fn take<K: Eq + std::hash::Hash + Clone>(&self, limiter: &Limiter<K>, key: &K) -> Result<(), Failure> {
        if self.limited { limiter.take(key, Instant::now()) } else { Ok(()) }
    }

    /// Any request.
    ///
    /// # Errors
    /// If there were too many, as for everything here.
    pub fn request(&self, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.requests, &address)
    }

    /// A game, or anything else that is kept.
    pub fn game(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.games_by_address, &address)?;
        self.take(&self.games, person)
    }

    /// Notes, which are kept again whenever something is added.
    pub fn note(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.games_by_address, &address)?;
        self.take(&self.notes, person)
    }

    /// A question for the engine.
    pub fn thought(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.thoughts_by_address, &address)?;
        self.take(&self.thoughts, person)
    }

    /// A question for the endgame tables.
    pub fn looked_up(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.lookups_by_address, &address)?;
        self.take(&self.lookups, person)
    }

    /// A password: few for each address, fewer for each name.
    pub fn password(&self, name_key: &str, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.passwords, &address)?;
        self.take(&self.names, &name_key.to_owned())
    }

    /// A code from another device.
    pub fn code(&self, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.passwords, &address)
    }

    /// A socket; it counts until the guard is dropped.
    pub fn socket(club: &Arc<Club>, visitor: &Visitor) -> Result<OpenSocket, Failure> {
        let address = visitor.address;
        let limits = &club.limits;
        let mut sockets = limits.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let open = sockets.entry(address).or_default();
        if limits.limited && *open >= limits.sockets_most {
            return Err(Failure::TooMany(60));
        }
        *open += 1;
        club.counts.sockets.fetch_add(1, Ordering::Relaxed);
        Ok(OpenSocket { club: Arc::clone(club), address, _stay: club.present.come(visitor.person.id.clone()) })
    }
}

/// A socket that counts.
#[derive(Debug)]
pub struct OpenSocket {
    club: Arc<Club>,
    address: IpAddr,
    _stay: Stay,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.club.counts.sockets.fetch_sub(1, Ordering::Relaxed);
        let mut sockets = self.club.limits.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = sockets.get_mut(&self.address) {
            *open -= 1;
            if *open == 0 {
                sockets.remove(&self.address);
            }
        }
    }
}

/// Where a request comes from. A proxy tells it in a header, which anybody else could write too, so it counts only if
/// there is a proxy.
pub fn address(settings: &Settings, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip().to_canonical());
    let told = settings.behind_proxy.then(|| forwarded(request.headers())).flatten();
    told.unwrap_or(peer)
}

/// What the proxy says. It adds whom it sees at the end; what stands before that was said by the visitor.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let told = headers.get_all("x-forwarded-for").into_iter().next_back()?.to_str().ok()?;
    let last = told.rsplit(',').next()?.trim();
    last.parse().ok().map(|address: IpAddr| address.to_canonical())
}

/// Headers that every answer has.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Addresses of games are known only to those who were given them.
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Stands before everything.
pub async fn guard(State(club): State<Arc<Club>>, request: Request, next: Next) -> Response {
    club.counts.requests.fetch_add(1, Ordering::Relaxed);
    let allowed = check(&club, &request);
    let mut response = match allowed {
        Ok(()) => next.run(request).await,
        Err(failure) => {
            let speech = super::visitor::speech(request.uri(), request.headers());
            failure.response(club.words(speech))
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn check(club: &Club, request: &Request) -> Result<(), Failure> {
    club.limits.request(address(&club.settings, request))?;
    let host = host(request);
    // A page of somebody else whose name was made to point here must not get in.
    if !host.as_deref().is_none_or(|host| is_own_host(club, host)) {
        return Err(Failure::Foreign);
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = request.headers().contains_key(header::UPGRADE);
    if (changes || is_socket) && !is_own_origin(club, request.headers(), host.as_deref()) {
        return Err(Failure::Foreign);
    }
    Ok(())
}

fn host(request: &Request) -> Option<String> {
    let header = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_owned);
    header.or_else(|| request.uri().authority().map(ToString::to_string))
}

/// The host's name without the port.
fn bare(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    host.split(':').next().unwrap_or(host)
}

/// Numbers, names without a dot and names of local networks cannot be somebody else's; every other name has to be the
/// public one.
fn is_own_host(club: &Club, host: &str) -> bool {
    let name = bare(host).to_ascii_lowercase();
    let local = [".local", ".lan", ".home", ".internal", ".localhost", ".home.arpa"];
    let public = club.settings.public_url.as_deref().and_then(|url| url.parse::<Uri>().ok());
    name.parse::<IpAddr>().is_ok()
        || !name.contains('.')
        || local.iter().any(|end| name.ends_with(end))
        || public.is_some_and(|url| url.host().is_some_and(|public| public.eq_ignore_ascii_case(&name)))
}

/// Browsers say which page a request comes from; other programs need not.
fn is_own_origin(club: &Club, headers: &HeaderMap, host: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if club.settings.public_url.as_deref().is_some_and(|url| url.trim_end_matches('/') == origin) {
        return true;
    }
    let authority = origin.parse::<Uri>().ok().and_then(|origin| origin.authority().map(ToString::to_string));
    authority.as_deref().is_some_and(|authority| host.is_some_and(|host| host.eq_ignore_ascii_case(authority)))
}

/// The answer of something that is refused before a language is known.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.code().1.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

//! Who may ask at all: hosts and origins, headers that keep a page safe, and how much a visitor may ask for.

use super::Visitor;
use super::proxy::forwarded;
use crate::club::Club;
use crate::error::Failure;
use crate::guesses::{Guess, Guesses};
use crate::limits::{Hold, Limiter, Rate, Shares, Tally, network};
use crate::present::Stay;
use crate::settings::Settings;
use crate::shared::buckets::bucket;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damka_conduct::{GameId, PersonId};
use damka_store::{Bucket, Person};
use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A person known for this long is not a newcomer, in milliseconds: a day.
const SETTLED: u64 = 24 * 3_600_000;
/// The maximum number of people remembered as known. Every request looks its person up anyway, so forgetting is
/// harmless.
const MOST_SETTLED: usize = 50_000;
/// The maximum number of sockets that one person may open.
const SOCKETS_OF_PERSON: usize = 60;
/// The maximum number of sockets for the newcomers of an address together: a class of 40 with several each.
const SOCKETS_OF_NEWCOMERS: usize = 600;
/// The maximum number of sockets with which one person may watch one game.
const WATCHING: usize = 6;
/// The maximum number of watchers of one game from one address.
const WATCHERS_OF_ADDRESS: usize = 200;

/// Letters to addresses that nobody has confirmed: a handful, then one in an hour, for a person.
const MAILS: Rate = Rate { burst: 5.0, per_minute: 1.0 / 60.0 };
/// The same for everybody at an address of the network.
const MAILS_BY_ADDRESS: Rate = Rate { burst: 40.0, per_minute: 0.5 };
/// The same to an address.
const MAILS_TO: Rate = Rate { burst: 3.0, per_minute: 1.0 / 360.0 };
/// The same letter again.
const MAILS_AGAIN: Rate = Rate { burst: 1.0, per_minute: 1.0 };

/// The keys by which sockets are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Held {
    Address(IpAddr),
    Newcomers(IpAddr),
    Person(PersonId),
    Watching(GameId, PersonId),
    WatchedFrom(GameId, IpAddr),
}

/// How much visitors may ask for.
#[derive(Debug)]
pub struct Limits {
    limited: bool,
    sockets_most: usize,
    sockets: Arc<Tally<Held>>,
    settled: Mutex<HashSet<PersonId>>,
    requests: Shares,
    games: Shares,
    notes: Shares,
    thoughts: Limiter<PersonId>,
    thoughts_by_address: Limiter<IpAddr>,
    lookups: Limiter<PersonId>,
    lookups_by_address: Limiter<IpAddr>,
    hashes: Limiter<IpAddr>,
    mails: Limiter<PersonId>,
    mails_by_address: Limiter<IpAddr>,
    mails_to: Limiter<String>,
    mails_again: Limiter<(PersonId, String)>,
    guesses: Guesses,
}

impl Limits {
    /// As the settings say. A whole school may come from one address, so addresses are allowed much.
    #[must_use]
    pub fn new(settings: &Settings) -> Limits {
        let rate = |burst, per_minute| Rate { burst, per_minute };
        Limits {
            limited: settings.limited,
            sockets_most: settings.sockets_per_address,
            sockets: Arc::default(),
            settled: Mutex::default(),
            requests: Shares::new(rate(1200.0, 3000.0), rate(3000.0, 6000.0), rate(6000.0, 18_000.0)),
            games: Shares::new(rate(20.0, 20.0), rate(240.0, 120.0), rate(600.0, 400.0)),
            notes: Shares::new(rate(30.0, 60.0), rate(400.0, 400.0), rate(1000.0, 1000.0)),
            thoughts: Limiter::new(rate(30.0, 60.0)),
            thoughts_by_address: Limiter::new(rate(300.0, 900.0)),
            lookups: Limiter::new(rate(60.0, 120.0)),
            lookups_by_address: Limiter::new(rate(600.0, 1800.0)),
            hashes: Limiter::new(rate(120.0, 120.0)),
            mails: Limiter::new(MAILS),
            mails_by_address: Limiter::new(MAILS_BY_ADDRESS),
            mails_to: Limiter::new(MAILS_TO),
            mails_again: Limiter::new(MAILS_AGAIN),
            guesses: Guesses::default(),
        }
    }

    fn take<K: Eq + std::hash::Hash + Clone>(&self, limiter: &Limiter<K>, key: &K) -> Result<(), Failure> {
        if self.limited { limiter.take(key, Instant::now()) } else { Ok(()) }
    }

    /// Notes a visitor. A person known for a while has a share of their own; for newcomers, see [`Shares`].
    pub fn meet(&self, person: &Person, now: u64) {
        if person.created_at.saturating_add(SETTLED) > now {
            return;
        }
        let mut settled = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        if settled.len() >= MOST_SETTLED {
            settled.clear();
        }
        settled.insert(person.id.clone());
    }

    fn is_new(&self, person: &PersonId) -> bool {
        !self.settled.lock().unwrap_or_else(PoisonError::into_inner).contains(person)
    }

    fn share(&self, shares: &Shares, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        if self.limited { shares.take(person, self.is_new(person), address, Instant::now()) } else { Ok(()) }
    }

    /// Counts a request for the person of its cookie; without a cookie it counts as a newcomer's.
    ///
    /// # Errors
    /// If there were too many, as for everything here.
    pub fn request(&self, person: Option<&PersonId>, address: IpAddr) -> Result<(), Failure> {
        let nobody = PersonId::new(address.to_string());
        // Visitors without a cookie share one person's bucket; the newcomers' bucket is larger.
        self.share(&self.requests, person.unwrap_or(&nobody), address)
    }

    /// A game, or anything else that is kept.
    pub fn game(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.share(&self.games, person, address)
    }

    /// Notes, which are kept again whenever something is added.
    pub fn note(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.share(&self.notes, person, address)
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

    /// A letter that confirms an address.
    fn mail(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.mails_by_address, &address)?;
        self.take(&self.mails, person)
    }

    /// Whether a person may ask for the same letter again: not with a double click, because only the newest link works.
    fn mail_again(&self, person: &PersonId, to: &str) -> bool {
        self.mails_again.take(&(person.clone(), to.to_lowercase()), Instant::now()).is_ok()
    }

    /// Whether one more such letter may go to an address.
    fn mail_to(&self, to: &str) -> bool {
        self.take(&self.mails_to, &to.to_lowercase()).is_ok()
    }

    /// Counts a password hash, which is work whether the password is right or wrong.
    pub fn hash(&self, address: IpAddr) -> Result<(), Failure> {
        self.take(&self.hashes, &address)
    }

    /// Counts a password, which may be a guess, until it proves right.
    pub fn password(&self, name_key: &str, address: IpAddr) -> Result<Guess<'_>, Failure> {
        if !self.limited {
            return Ok(Guess::free());
        }
        let guess = self.guesses.password(name_key, address, Instant::now())?;
        match self.hash(address) {
            Ok(()) => Ok(guess),
            Err(failure) => {
                guess.does_not_count();
                Err(failure)
            }
        }
    }

    /// Counts a code from another device until it proves right.
    pub fn code(&self, address: IpAddr) -> Result<Guess<'_>, Failure> {
        if self.limited { self.guesses.code(address, Instant::now()) } else { Ok(Guess::free()) }
    }

    /// A socket; it counts until the guard is dropped.
    pub fn socket(club: &Arc<Club>, visitor: &Visitor) -> Result<OpenSocket, Failure> {
        let (limits, person, address) = (&club.limits, &visitor.person.id, visitor.address);
        let mut keys =
            vec![(Held::Person(person.clone()), SOCKETS_OF_PERSON), (Held::Address(address), limits.sockets_most)];
        keys.extend(limits.is_new(person).then_some((Held::Newcomers(address), SOCKETS_OF_NEWCOMERS)));
        let counted = limits.hold(&keys, &["server-cap-sockets", "server-cap-address"])?;
        club.counts.sockets.fetch_add(1, Ordering::Relaxed);
        let stay = club.present.come(person.clone());
        club.lobby.touch();
        Ok(OpenSocket { club: Arc::clone(club), _counted: counted, _watching: None, _stay: stay })
    }

    /// The same for a visitor who only watches a game: a game has room for many watchers, but not for hundreds of one
    /// person's.
    pub fn watch(club: &Arc<Club>, visitor: &Visitor, game: &GameId) -> Result<OpenSocket, Failure> {
        let mut open = Limits::socket(club, visitor)?;
        let keys = [
            (Held::Watching(game.clone(), visitor.person.id.clone()), WATCHING),
            (Held::WatchedFrom(game.clone(), visitor.address), WATCHERS_OF_ADDRESS),
        ];
        open._watching = club.limits.hold(&keys, &["server-cap-watching", "server-cap-watchers"])?;
        Ok(open)
    }

    /// Holds all the keys, or fails with the message of the first one that is full.
    fn hold(&self, keys: &[(Held, usize)], sentences: &[&'static str]) -> Result<Option<Hold<Held>>, Failure> {
        if !self.limited {
            return Ok(None);
        }
        let full =
            |at: usize| Failure::Capped { sentence: sentences[at.min(sentences.len() - 1)], most: keys[at].1 as u32 };
        self.sockets.hold(keys).map(Some).map_err(full)
    }
}

impl Club {
    /// A letter that confirms an address, counted at all nodes together.
    ///
    /// # Errors
    /// If there were too many.
    pub(crate) async fn may_mail(&self, person: &PersonId, address: IpAddr) -> Result<(), Failure> {
        self.limits.mail(person, address)?;
        let buckets = vec![
            bucket(self, MAILS, "letters of a person", person.as_str()),
            bucket(self, MAILS_BY_ADDRESS, "letters from an address", &address.to_string()),
        ];
        self.take_together(buckets).await.map(drop)
    }

    /// Whether a person may ask for the same letter again: not with a double click, because only the newest link works.
    pub(crate) async fn may_mail_again(&self, person: &PersonId, to: &str) -> Result<bool, Failure> {
        if !self.limits.mail_again(person, to) {
            return Ok(false);
        }
        let what = format!("{} {}", person.as_str(), to.to_lowercase());
        self.has_room(vec![bucket(self, MAILS_AGAIN, "a letter again", &what)]).await
    }

    /// Whether one more such letter may go to an address.
    pub(crate) async fn may_mail_to(&self, to: &str) -> Result<bool, Failure> {
        if !self.limits.mail_to(to) {
            return Ok(false);
        }
        self.has_room(vec![bucket(self, MAILS_TO, "letters to an address", &to.to_lowercase())]).await
    }

    async fn has_room(&self, buckets: Vec<Bucket>) -> Result<bool, Failure> {
        match self.take_together(buckets).await {
            Ok(_) => Ok(true),
            Err(Failure::TooMany(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }
}

/// A socket that counts.
#[derive(Debug)]
pub struct OpenSocket {
    club: Arc<Club>,
    _counted: Option<Hold<Held>>,
    _watching: Option<Hold<Held>>,
    _stay: Stay,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.club.counts.sockets.fetch_sub(1, Ordering::Relaxed);
        self.club.lobby.touch();
    }
}

/// The address of visitors whose proxy does not name them.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Where a request comes from, as the limits count it: see [`network`]. A proxy says so in a header, but anyone else
/// could write that header too, so it is read only behind a proxy. If the proxy does not say, the visitors share one
/// placeholder address; the proxy's own is never used for them.
pub fn address(settings: &Settings, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip().to_canonical());
    network(if settings.behind_proxy { forwarded(request.headers()).unwrap_or(NOWHERE) } else { peer })
}

/// Headers that every answer has.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Addresses of games are known only to those who were given them.
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// A browser that has come over https once will use nothing else for a year.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");

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
    if club.settings.is_https() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
    }
    response
}

fn check(club: &Club, request: &Request) -> Result<(), Failure> {
    let person = super::visitor::token(club, request.headers()).map(|token| token.person);
    club.limits.request(person.as_ref(), address(&club.settings, request))?;
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

//! The worker's way to its club: one request at a time over HTTP or HTTPS, also through a proxy.

use super::proxy::Proxy;
use damka_words::Words;
use http_body_util::{BodyExt, Full, Limited};
use hyper::Request;
use hyper::body::Bytes;
use hyper::header::{ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The largest answer: a game of 600 half-moves is some 20 KB.
const LARGEST: usize = 1 << 20;

pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// Where a club is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub is_https: bool,
    pub host: String,
    pub port: u16,
}

/// Why a request got no answer.
#[derive(Debug)]
pub enum Trouble {
    /// The club has answered that it does not want this, in its own words.
    Refused { status: u16, text: String },
    /// It cannot be reached, or cannot answer at the moment.
    Away(String),
}

/// A club and the key for it.
pub struct Link {
    place: Place,
    key: String,
    language: &'static str,
    tls: Option<Arc<ClientConfig>>,
    proxy: Option<Proxy>,
}

impl Place {
    /// Reads an address like `https://club.example` or `http://192.168.1.5:8064`.
    pub fn read(url: &str) -> Option<Place> {
        let (scheme, rest) = url.trim().split_once("://")?;
        let is_https = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority: hyper::http::uri::Authority = rest.trim_end_matches('/').parse().ok()?;
        if authority.as_str().contains('@') || authority.host().is_empty() {
            return None;
        }
        if authority.port_u16().is_none() && authority.as_str() != authority.host() {
            return None;
        }
        let port = authority.port_u16().unwrap_or(if is_https { 443 } else { 80 });
        Some(Place { is_https, host: authority.host().to_owned(), port })
    }

    /// The name without the brackets of an address.
    pub fn bare(&self) -> &str {
        self.host.trim_matches(['[', ']'])
    }

    /// As a request names it.
    fn authority(&self) -> String {
        let usual = if self.is_https { 443 } else { 80 };
        if self.port == usual { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }
}

impl Link {
    /// A link to a club, or why none is possible.
    pub fn new(words: &Words, place: Place, key: &str) -> Result<Link, Problem> {
        let tls = if place.is_https { Some(tls()?) } else { None };
        let proxy = Proxy::of_environment(&place)?;
        Ok(Link { place, key: key.to_owned(), language: words.language().code(), tls, proxy })
    }

    /// Asks the club something; `None` if it answers without a body.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        patience: Duration,
    ) -> Result<Option<T>, Trouble> {
        let away = |problem: Problem| Trouble::Away(problem.to_string());
        let body = serde_json::to_vec(body).map_err(|error| away(error.into()))?;
        let answered = tokio::time::timeout(patience, self.send(path, body)).await;
        let (status, body) = answered.unwrap_or_else(|_| Err("no answer in time".into())).map_err(away)?;
        match status {
            200 => serde_json::from_slice(&body).map(Some).map_err(|error| away(error.into())),
            204 => Ok(None),
            _ => Err(trouble(status, &body)),
        }
    }

    async fn send(&self, path: &str, body: Vec<u8>) -> Result<(u16, Bytes), Problem> {
        let (host, port) = (self.place.bare(), self.place.port);
        let stream = match &self.proxy {
            Some(proxy) => proxy.connect(&self.place).await?,
            None => tokio::net::TcpStream::connect((host, port)).await?,
        };
        stream.set_nodelay(true)?;
        match &self.tls {
            Some(tls) => {
                let name = ServerName::try_from(host.to_owned())?;
                let stream = TlsConnector::from(Arc::clone(tls)).connect(name, stream).await?;
                self.exchange(stream, path, body).await
            }
            None => self.exchange(stream, path, body).await,
        }
    }

    async fn exchange<S>(&self, stream: S, path: &str, body: Vec<u8>) -> Result<(u16, Bytes), Problem>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        let authority = self.place.authority();
        // A request through a proxy without TLS has to contain the whole address.
        let in_clear = self.proxy.as_ref().filter(|_| self.tls.is_none());
        let target = if in_clear.is_some() { format!("http://{authority}{path}") } else { path.to_owned() };
        let mut request = Request::post(target)
            .header(HOST, authority)
            .header(AUTHORIZATION, format!("Bearer {}", self.key))
            .header(ACCEPT_LANGUAGE, self.language)
            .header(USER_AGENT, concat!("damka/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, "application/json");
        if let Some(authority) = in_clear.and_then(|proxy| proxy.authorization.as_ref()) {
            request = request.header("proxy-authorization", authority);
        }
        let request = request.body(Full::new(Bytes::from(body)))?;
        let answering = async {
            let answer = sender.send_request(request).await?;
            let status = answer.status().as_u16();
            Ok((status, Limited::new(answer.into_body(), LARGEST).collect().await?.to_bytes()))
        };
        tokio::pin!(connection);
        tokio::pin!(answering);
        // The connection may end before the answer is read to its end.
        tokio::select! {
            answer = &mut answering => answer,
            ended = &mut connection => {
                ended?;
                answering.await
            }
        }
    }
}

/// What an unsuccessful answer means. An answer of a proxy while the club is away is not a refusal by the club.
fn trouble(status: u16, body: &[u8]) -> Trouble {
    let told: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    match told["text"].as_str() {
        Some(text) if (400..500).contains(&status) && status != 429 => {
            Trouble::Refused { status, text: text.to_owned() }
        }
        Some(text) => Trouble::Away(text.to_owned()),
        None => Trouble::Away(format!("HTTP {status}")),
    }
}

/// With the certificates that the system trusts.
fn tls() -> Result<Arc<ClientConfig>, Problem> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err("the system has no certificates".into());
    }
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions()?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_clubs() {
        let read = |url| Place::read(url).map(|place| (place.is_https, place.host, place.port));
        assert_eq!(read("https://club.example"), Some((true, "club.example".to_owned(), 443)));
        assert_eq!(read("HTTP://localhost:8064/"), Some((false, "localhost".to_owned(), 8064)));
        assert_eq!(read("http://[::1]:80"), Some((false, "[::1]".to_owned(), 80)));
        for bad in ["club.example", "ftp://club.example", "http://", "https://a/b", "http://me@club", "http://a:b"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(Place::read("http://[::1]:8064").unwrap().authority(), "[::1]:8064");
        assert_eq!(Place::read("https://a:443").unwrap().authority(), "a");
    }

    #[test]
    fn a_refusal_is_the_clubs_own() {
        let of = |status, body: &str| matches!(trouble(status, body.as_bytes()), Trouble::Refused { .. });
        assert!(of(401, r#"{"code":"worker-key","text":"no"}"#));
        assert!(!of(429, r#"{"code":"too-many","text":"later"}"#), "it may be tried again");
        assert!(!of(503, r#"{"code":"closing","text":"bye"}"#));
        assert!(!of(404, "<html>a proxy</html>"));
    }
}

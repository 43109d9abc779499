//! Handing a message to the service of a browser's maker. Where it goes was said by a stranger's browser, so it goes only
//! to names in the public internet, over https, without following anywhere else.

use axum::http::Uri;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, pki_types::ServerName};

/// The longest address of a device.
pub const LONGEST: usize = 1_000;
/// The maximum time for one message, from the name to the answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where messages for a device go.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    host: String,
    port: u16,
    is_https: bool,
    path: String,
    /// Tests have a service on this machine.
    anywhere: bool,
}

/// An address that messages do not go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadEndpoint;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The service has it.
    Done,
    /// The device is not there any more.
    Gone,
    /// The service may take it later.
    Again,
    /// The service does not take it.
    Lost,
}

impl Endpoint {
    /// An address that may be a device's. `anywhere` allows those of this machine, without encryption: only for tests.
    ///
    /// # Errors
    /// If it cannot be one.
    pub fn read(text: &str, anywhere: bool) -> Result<Endpoint, BadEndpoint> {
        let url: Uri = text.parse().map_err(|_| BadEndpoint)?;
        let authority = url.authority().filter(|it| !it.as_str().contains('@')).ok_or(BadEndpoint)?;
        let is_https = url.scheme_str() == Some("https");
        let host = authority.host().to_owned();
        let is_name = host.contains('.') && host.trim_matches(['[', ']']).parse::<IpAddr>().is_err();
        let is_usual = authority.port_u16().is_none_or(|port| port == 443) && is_https && is_name;
        if text.len() > LONGEST || !(is_usual || anywhere) {
            return Err(BadEndpoint);
        }
        let port = authority.port_u16().unwrap_or(443);
        let path = url.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Ok(Endpoint { host, port, is_https, path, anywhere })
    }

    /// The service, as a signature names it.
    #[must_use]
    pub fn origin(&self) -> String {
        let Endpoint { host, port, is_https, .. } = self;
        let scheme = if *is_https { "https" } else { "http" };
        if *port == 443 { format!("{scheme}://{host}") } else { format!("{scheme}://{host}:{port}") }
    }

    /// Hands a message over.
    pub async fn post(&self, headers: &[(&str, String)], body: Vec<u8>) -> Outcome {
        match tokio::time::timeout(PATIENCE, self.try_post(headers, body)).await {
            Ok(Ok(status)) => outcome(status),
            Ok(Err(reason)) => {
                tracing::debug!(host = self.host, reason = %reason, "a message to a device did not go out");
                Outcome::Again
            }
            Err(_) => Outcome::Again,
        }
    }

    async fn try_post(&self, headers: &[(&str, String)], body: Vec<u8>) -> Result<StatusCode, Problem> {
        let address = self.address().await?;
        let stream = TcpStream::connect(address).await?;
        if !self.is_https {
            return self.send(stream, headers, body).await;
        }
        let name = ServerName::try_from(self.host.clone())?;
        let stream = TlsConnector::from(tls()?).connect(name, stream).await?;
        self.send(stream, headers, body).await
    }

    /// Where the name leads: only into the public internet. The connection goes to this very address, so that the name
    /// cannot lead elsewhere a moment later.
    async fn address(&self) -> Result<SocketAddr, Problem> {
        let mut found = tokio::net::lookup_host((self.host.as_str(), self.port)).await?;
        found
            .find(|address| self.anywhere || is_public(address.ip()))
            .ok_or_else(|| "not in the public internet".into())
    }

    async fn send<S>(&self, stream: S, headers: &[(&str, String)], body: Vec<u8>) -> Result<StatusCode, Problem>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        let mut request =
            Request::post(&self.path).header("host", self.origin().split("://").nth(1).unwrap_or_default());
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Full::new(Bytes::from(body)))?;
        // The connection ends with this future: nothing of the answer but its status is read.
        tokio::select! {
            answer = sender.send_request(request) => Ok(answer?.status()),
            ended = connection => Err(ended.err().map_or("the connection ended".into(), Into::into)),
        }
    }
}

type Problem = Box<dyn std::error::Error + Send + Sync>;

fn outcome(status: StatusCode) -> Outcome {
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone,
        StatusCode::TOO_MANY_REQUESTS => Outcome::Again,
        status if status.is_success() => Outcome::Done,
        status if status.is_server_error() => Outcome::Again,
        // A redirection is not followed.
        _ => Outcome::Lost,
    }
}

/// How to speak with services, with the certificates that the system trusts.
fn tls() -> Result<Arc<ClientConfig>, Problem> {
    static KNOWN: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(Arc::clone(known));
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err("the system has no certificates".into());
    }
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    Ok(Arc::clone(KNOWN.get_or_init(|| config)))
}

/// Whether an address is one of the public internet, and not of this machine or of the network it is in.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_special = a == 0 || a >= 224 || (a, b, c) == (192, 0, 0) || a == 198 && (b == 18 || b == 19);
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || is_shared
        || is_special)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Only what is given out to the internet, without what carries addresses of the older kind inside.
    let carries_v4 = first == 0x2002 || first == 0x2001 && second == 0;
    (first & 0xe000) == 0x2000 && !carries_v4 && !(first == 0x2001 && second == 0xdb8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_14_messages_go_to_names_in_the_public_internet_alone() {
        for good in ["https://push.example.com/a?b=c", "https://push.example.com:443/x"] {
            assert!(Endpoint::read(good, false).is_ok(), "{good}");
        }
        let long = format!("https://push.example.com/{}", "a".repeat(LONGEST));
        for bad in [
            "",
            "push.example.com/a",
            "http://push.example.com/a",
            "https://push.example.com:8443/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://localhost/",
            "https://user@push.example.com/",
            "ftp://push.example.com/",
            &long,
        ] {
            assert_eq!(Endpoint::read(bad, false).map(|endpoint| endpoint.origin()), Err(BadEndpoint), "{bad}");
        }
        let public = ["1.1.1.1", "142.250.1.1", "2606:4700::1111"];
        let others = [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.1.1",
            "172.16.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:0:7f00:1::",
            "2001:db8::1",
            "ff02::1",
        ];
        assert!(public.iter().all(|address| is_public(address.parse().unwrap())));
        for address in others {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn what_an_answer_means() {
        let of = |status: u16| outcome(StatusCode::from_u16(status).unwrap());
        assert_eq!([201, 200, 202].map(of), [Outcome::Done; 3]);
        assert_eq!([404, 410].map(of), [Outcome::Gone; 2]);
        assert_eq!([429, 500, 503].map(of), [Outcome::Again; 3]);
        assert_eq!([302, 400, 403, 413].map(of), [Outcome::Lost; 4]);
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_followed() {
        let endpoint =
            Endpoint { host: "localhost".to_owned(), port: 9, is_https: true, path: "/".to_owned(), anywhere: false };
        assert_eq!(endpoint.address().await.unwrap_err().to_string(), "not in the public internet");
    }
}

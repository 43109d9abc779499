//! A web address as seen from outside, for people who set a club up: one request, also one that opens a socket.

use axum::http::Uri;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, pki_types::ServerName};

/// How long one request may take, with the name, the connection and everything.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most that is read of an answer's head.
const HEAD: usize = 32 << 10;

/// The head of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The status.
    pub status: u16,
    headers: Vec<(String, String)>,
}

impl Head {
    /// The value of a header, whose name is given in small letters.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn read(text: &str) -> Option<Head> {
        let mut lines = text.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        Some(Head { status, headers: headers.collect() })
    }
}

/// Asks an address, with some headers, and gives the head of what it answers. Redirections are not followed.
///
/// # Errors
/// Why nothing was answered, for people who know the network.
pub async fn look(url: &str, path: &str, headers: &[(&str, &str)]) -> Result<Head, String> {
    let looking = tokio::time::timeout(PATIENCE, try_look(url, path, headers)).await;
    looking.unwrap_or_else(|_| Err("it does not answer".to_owned()))
}

async fn try_look(url: &str, path: &str, headers: &[(&str, &str)]) -> Result<Head, String> {
    let url: Uri = url.parse().map_err(|_| "it is not an address".to_owned())?;
    let is_https = url.scheme_str() == Some("https");
    let host = url.host().ok_or("it is not an address")?;
    let port = url.port_u16().unwrap_or(if is_https { 443 } else { 80 });
    let authority = url.authority().map_or(host, |authority| authority.as_str());
    let mut request = format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\nuser-agent: damka\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    let bare = host.trim_matches(['[', ']']);
    let stream = TcpStream::connect((bare, port)).await.map_err(|error| error.to_string())?;
    if !is_https {
        return ask(stream, &request).await;
    }
    let name = ServerName::try_from(bare.to_owned()).map_err(|error| error.to_string())?;
    let stream = TlsConnector::from(tls()?).connect(name, stream).await.map_err(|error| error.to_string())?;
    ask(stream, &request).await
}

async fn ask(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &str) -> Result<Head, String> {
    stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut answer = Vec::new();
    let mut part = [0; 2048];
    loop {
        let read = stream.read(&mut part).await.map_err(|error| error.to_string())?;
        answer.extend_from_slice(&part[..read]);
        if let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") {
            return Head::read(&String::from_utf8_lossy(&answer[..end])).ok_or("it is no answer of HTTP".to_owned());
        }
        if read == 0 || answer.len() > HEAD {
            return Err("it is no answer of HTTP".to_owned());
        }
    }
}

/// With the certificates that the system trusts; `SSL_CERT_FILE` names another file of them.
fn tls() -> Result<Arc<ClientConfig>, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| error.to_string())?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_whatever_the_case_of_its_names() {
        let head = Head::read("HTTP/1.1 101 Switching Protocols\r\nDamka-Health: club=1\r\nVia:1.1 x").unwrap();
        assert_eq!(
            (head.status, head.header("damka-health"), head.header("via")),
            (101, Some("club=1"), Some("1.1 x"))
        );
        assert_eq!(Head::read("SSH-2.0"), None);
    }

    #[tokio::test]
    async fn who_does_not_speak_http_is_not_waited_for() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let answering = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(b"220 mail.example\r\n\r\n").await.unwrap();
        });
        assert_eq!(look(&url, "/", &[]).await, Err("it is no answer of HTTP".to_owned()));
        answering.await.unwrap();
        assert!(look(&url, "/", &[]).await.is_err(), "nobody listens there");
    }
}

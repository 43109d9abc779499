//! A proxy between a worker and its club, as the environment names it.

use super::link::{Place, Problem};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::net::IpAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The longest answer of a proxy to a CONNECT request.
const LONGEST: usize = 8 << 10;

/// A proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxy {
    host: String,
    port: u16,
    /// The authorization that it requires, if any.
    pub authorization: Option<String>,
}

impl Proxy {
    /// The proxy for a place, if the environment names one and does not except the place.
    pub fn of_environment(place: &Place) -> Result<Option<Proxy>, Problem> {
        Proxy::of(place, |name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of(place: &Place, value: impl Fn(&str) -> Option<String>) -> Result<Option<Proxy>, Problem> {
        let own = if place.is_https { ["https_proxy", "HTTPS_PROXY"] } else { ["http_proxy", "HTTP_PROXY"] };
        let found = own.into_iter().chain(["all_proxy", "ALL_PROXY"]).find_map(&value);
        let excepted = value("no_proxy").or_else(|| value("NO_PROXY")).unwrap_or_default();
        let Some(url) = found.filter(|_| !is_near(place) && !is_excepted(place, &excepted)) else { return Ok(None) };
        Proxy::read(&url).map(Some).ok_or_else(|| "the environment names a proxy that is not http://host:port".into())
    }

    fn read(url: &str) -> Option<Proxy> {
        let rest = url.split_once("://").map_or(Some(url), |(scheme, rest)| (scheme == "http").then_some(rest))?;
        let (user, address) = match rest.trim_end_matches('/').rsplit_once('@') {
            Some((user, address)) => (Some(user), address),
            None => (None, rest.trim_end_matches('/')),
        };
        let place = Place::read(&format!("http://{address}"))?;
        let authorization = user.map(|user| format!("Basic {}", BASE64_STANDARD.encode(user)));
        Some(Proxy { host: place.bare().to_owned(), port: place.port, authorization })
    }

    /// A connection to the place, or to the proxy itself where the place is asked in the clear.
    pub async fn connect(&self, place: &Place) -> Result<TcpStream, Problem> {
        let mut stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
        if !place.is_https {
            return Ok(stream);
        }
        let target = format!("{}:{}", place.host, place.port);
        let own = self.authorization.as_ref();
        let own = own.map(|value| format!("proxy-authorization: {value}\r\n")).unwrap_or_default();
        let wish = format!("CONNECT {target} HTTP/1.1\r\nhost: {target}\r\n{own}\r\n");
        stream.write_all(wish.as_bytes()).await?;
        let mut answer = Vec::new();
        // Byte by byte: what comes after the empty line is the club's.
        while !answer.ends_with(b"\r\n\r\n") {
            if answer.len() >= LONGEST {
                return Err("the proxy answers at length".into());
            }
            answer.push(stream.read_u8().await?);
        }
        let first = String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned();
        let is_open = first.split(' ').nth(1).is_some_and(|status| status.starts_with('2'));
        if is_open { Ok(stream) } else { Err(format!("the proxy answers {first}").into()) }
    }
}

/// Nobody reaches this very machine through a proxy.
fn is_near(place: &Place) -> bool {
    let is_loopback = place.bare().parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    is_loopback || place.host.eq_ignore_ascii_case("localhost")
}

/// Whether a list like `localhost,.example.com` names a place.
fn is_excepted(place: &Place, list: &str) -> bool {
    let host = place.bare().to_ascii_lowercase();
    list.split(',').map(|name| name.trim().to_ascii_lowercase()).any(|name| {
        let bare = name.trim_start_matches('.');
        name == "*" || !bare.is_empty() && (host == bare || host.ends_with(&format!(".{bare}")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_names_the_proxy() {
        let https = Place::read("https://club.example").unwrap();
        let find = |place: &Place, known: &[(&str, &str)]| {
            let value = |name: &str| known.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            Proxy::of(place, value)
        };
        let proxy = find(&https, &[("HTTPS_PROXY", "http://ann:secret@proxy.lan:3128/")]).unwrap().unwrap();
        assert_eq!((proxy.host.as_str(), proxy.port), ("proxy.lan", 3128));
        assert_eq!(proxy.authorization.as_deref(), Some("Basic YW5uOnNlY3JldA=="));
        assert_eq!(find(&https, &[("http_proxy", "proxy:1")]).unwrap(), None, "for others");
        assert!(find(&https, &[("all_proxy", "proxy:1")]).unwrap().is_some());
        let all = ("https_proxy", "proxy:1");
        for (excepted, is_used) in [("example", false), (".example", false), ("*", false), ("ample", true), ("", true)]
        {
            assert_eq!(find(&https, &[all, ("no_proxy", excepted)]).unwrap().is_some(), is_used, "{excepted}");
        }
        assert!(find(&https, &[("https_proxy", "socks5://proxy:1")]).is_err());
        let near = Place::read("http://127.0.0.1:8064").unwrap();
        assert_eq!(find(&near, &[("http_proxy", "proxy:1")]).unwrap(), None);
    }

    #[tokio::test]
    async fn a_proxy_is_asked_for_a_connection() {
        for (answer, is_open) in [("200 Connection established", true), ("403 Forbidden", false)] {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let port = listener.local_addr().unwrap().port();
            let serving = tokio::spawn(async move {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut wish = vec![0; 200];
                let count = stream.read(&mut wish).await.unwrap();
                stream.write_all(format!("HTTP/1.1 {answer}\r\n\r\nclub").as_bytes()).await.unwrap();
                String::from_utf8(wish[..count].to_vec()).unwrap()
            });
            let proxy = Proxy::read(&format!("http://a:b@127.0.0.1:{port}")).unwrap();
            let connected = proxy.connect(&Place::read("https://club.example").unwrap()).await;
            let wish = serving.await.unwrap();
            assert!(wish.starts_with("CONNECT club.example:443 HTTP/1.1\r\n"), "{wish}");
            assert!(wish.contains("proxy-authorization: Basic YTpi"), "{wish}");
            assert_eq!(connected.is_ok(), is_open, "{answer}");
            if let Ok(mut stream) = connected {
                let mut rest = String::new();
                stream.read_to_string(&mut rest).await.unwrap();
                assert_eq!(rest, "club", "nothing of the club's is lost");
            }
        }
    }
}

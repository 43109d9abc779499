//! What a proxy says about visitors.

use axum::http::header::{self, HeaderMap, HeaderName};
use std::net::{IpAddr, SocketAddr};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Headers that proxies add to the requests they forward.
const TRACES: [HeaderName; 4] = [X_FORWARDED_FOR, header::FORWARDED, header::VIA, HeaderName::from_static("x-real-ip")];

/// Whether a request was forwarded by a proxy, or pretends to be.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    TRACES.iter().any(|name| headers.contains_key(name))
}

/// The address from which the proxy says a request came. The proxy appends the address it sees; anything before that
/// was written by the visitor. Almost every proxy writes `X-Forwarded-For`, so `Forwarded` counts only if that is
/// missing.
pub fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    match last(headers, &X_FORWARDED_FOR) {
        Some(told) => read_address(told),
        None => last(headers, &header::FORWARDED)?.split(';').find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            if name.trim().eq_ignore_ascii_case("for") { read_address(value) } else { None }
        }),
    }
}

/// The last element of a list that may span several headers; empty if it cannot be read.
fn last<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let told = headers.get_all(name).into_iter().next_back()?;
    Some(told.to_str().ok().and_then(|told| told.rsplit(',').next()).unwrap_or_default())
}

/// Parses an address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or
/// `[2001:db8::1]:4711`, with or without quotes.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn told(name: HeaderName, values: &[&'static str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(&name, HeaderValue::from_static(value));
        }
        forwarded(&headers).map(|address| address.to_string())
    }

    #[test]
    fn security_12_every_form_of_an_address_is_read() {
        let one = |value| told(X_FORWARDED_FOR, &[value]);
        for text in ["192.0.2.1", "192.0.2.1:4711", "\"192.0.2.1\"", "\"192.0.2.1:4711\"", "::ffff:192.0.2.1"] {
            assert_eq!(one(text).as_deref(), Some("192.0.2.1"), "{text}");
        }
        for text in ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711", "\"[2001:db8::1]\"", "\"[2001:DB8:0::1]:1\""]
        {
            assert_eq!(one(text).as_deref(), Some("2001:db8::1"), "{text}");
        }
        for text in
            ["", "unknown", "_hidden", "192.0.2.1:", "192.0.2.1:99999", "[192.0.2.1", "1.2.3", "\"", "localhost"]
        {
            assert_eq!(one(text), None, "{text}");
        }
    }

    #[test]
    fn security_12_only_the_last_word_is_the_proxys() {
        assert_eq!(told(X_FORWARDED_FOR, &["127.0.0.1, 192.0.2.1:80"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(told(X_FORWARDED_FOR, &["127.0.0.1", "192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(told(X_FORWARDED_FOR, &["127.0.0.1,"]), None, "what cannot be read is nobody");
        let standard = |value| told(header::FORWARDED, &[value]);
        assert_eq!(standard("for=127.0.0.1, For=\"[2001:db8::1]:80\";proto=https").as_deref(), Some("2001:db8::1"));
        assert_eq!(standard("proto=http; for=192.0.2.1 ;by=203.0.113.43").as_deref(), Some("192.0.2.1"));
        assert_eq!(standard("proto=https"), None);
        // A visitor can send whichever header the proxy does not write.
        let mut both = HeaderMap::new();
        both.insert(header::FORWARDED, HeaderValue::from_static("for=127.0.0.1"));
        both.insert(X_FORWARDED_FOR, HeaderValue::from_static("192.0.2.1"));
        assert_eq!(forwarded(&both).map(|address| address.to_string()).as_deref(), Some("192.0.2.1"));
    }
}

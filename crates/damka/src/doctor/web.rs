//! The club as browsers reach it: its port on this machine, and its public address.

use super::report::Report;
use crate::failure::Failure;
use damka_server::HEALTH_HEADER;
use damka_server::outside::{Head, look as ask};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use tokio::net::TcpListener;

/// An address that nobody has (RFC 5737): a proxy that accepts it as ours accepts anything.
const NOBODY: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 77);

/// What a health answer says for us.
struct Told {
    club: String,
    visitor: Option<IpAddr>,
    is_behind_proxy: bool,
}

impl Told {
    fn read(head: &Head) -> Option<Told> {
        let told = head.header(HEALTH_HEADER)?;
        let value = |name: &str| {
            let mut pairs = told.split(' ').filter_map(|pair| pair.split_once('='));
            pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
        };
        let is_behind_proxy = value("by").as_deref() == Some("proxy");
        Some(Told { club: value("club")?, visitor: value("visitor")?.parse().ok(), is_behind_proxy })
    }

    /// Whether it is another club than ours; if ours has no secret yet, nobody can know.
    fn is_other(&self, mark: Option<&str>) -> bool {
        mark.is_some_and(|mark| mark != self.club)
    }
}

pub async fn look_at_port(
    report: &mut Report<'_>,
    port: u16,
    mark: Option<&str>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let texts = [("port", port.to_string())];
    if TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).await.is_ok() {
        return report.ok("port-free", &texts, out);
    }
    let answer = ask(&format!("http://127.0.0.1:{port}"), "/api/health", &[]).await;
    match answer.ok().as_ref().and_then(Told::read) {
        Some(told) if told.is_other(mark) => report.wrong("port-other-club", &texts, out),
        Some(_) => report.ok("port-club", &texts, out),
        None => report.wrong("port-taken", &texts, out),
    }
}

pub async fn look(report: &mut Report<'_>, url: &str, mark: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let name = ("url", url.to_owned());
    let forged = NOBODY.to_string();
    let answer = ask(url, "/api/health", &[("x-forwarded-for", &forged)]).await;
    let head = match answer {
        Ok(head) => head,
        Err(reason) => return report.wrong("web-unreachable", &[name, ("reason", reason)], out),
    };
    let Some(told) = Told::read(&head) else {
        return report.wrong("web-no-club", &[name, ("status", head.status.to_string())], out);
    };
    if told.is_other(mark) {
        return report.wrong("web-other-club", &[name], out);
    }
    if head.status == 200 {
        report.ok("web-good", std::slice::from_ref(&name), out)?;
    } else {
        report.wrong("web-unhealthy", &[name.clone(), ("status", head.status.to_string())], out)?;
    }
    tell_visitor(report, url, &told, out)?;
    look_at_socket(report, url, out).await?;
    // Only the machine itself may see numbers, and a proxy must not pretend to be it.
    let is_open = ask(url, "/metrics", &[("x-forwarded-for", "127.0.0.1")]).await.is_ok_and(|head| head.status == 200);
    let is_own = told.visitor.is_some_and(|visitor| visitor.is_loopback());
    match (is_open, is_own) {
        (true, false) => report.wrong("metrics-open", &[], out),
        // From this machine they may be seen.
        (true, true) => Ok(()),
        (false, _) => report.ok("metrics-closed", &[], out),
    }
}

/// Whether visitors can be distinguished, as limits require.
fn tell_visitor(report: &mut Report<'_>, url: &str, told: &Told, out: &mut impl Write) -> Result<(), Failure> {
    let visitor = told.visitor.map(|visitor| visitor.to_string()).unwrap_or_default();
    let texts = [("address", visitor)];
    match told.visitor {
        // The club itself speaks no https, so something stands in front of it.
        _ if !told.is_behind_proxy && url.starts_with("https:") => report.wrong("visitor-proxy", &texts, out),
        _ if !told.is_behind_proxy => report.ok("visitor-direct", &texts, out),
        Some(IpAddr::V4(visitor)) if visitor == NOBODY => report.wrong("visitor-forged", &texts, out),
        Some(IpAddr::V4(visitor)) if visitor.is_unspecified() => report.wrong("visitor-missing", &texts, out),
        Some(_) => report.ok("visitor-good", &texts, out),
        None => report.wrong("visitor-missing", &texts, out),
    }
}

async fn look_at_socket(report: &mut Report<'_>, url: &str, out: &mut impl Write) -> Result<(), Failure> {
    let headers = [
        ("connection", "Upgrade"),
        ("upgrade", "websocket"),
        ("origin", url),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "ZGFta2EgZG9jdG9yISEhIQ=="),
    ];
    let answer = ask(url, "/api/lobby/socket", &headers).await;
    match answer {
        Ok(head) if head.status == 101 => report.ok("socket-good", &[], out),
        Ok(head) => report.wrong("socket-bad", &[("reason", head.status.to_string())], out),
        Err(reason) => report.wrong("socket-bad", &[("reason", reason)], out),
    }
}

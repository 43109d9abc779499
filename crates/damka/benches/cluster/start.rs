//! The program alone: how soon it is open, and how large it is.

use crate::Line;
use crate::club::{Server, ask};
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::Instant;

const TIMES: usize = 5;

pub async fn measure(program: &Path) -> Vec<Line> {
    let mut took = Vec::new();
    for _ in 0..TIMES {
        let folder = tempfile::tempdir().expect("a folder");
        let begun = Instant::now();
        let server = Server::start(program, folder.path());
        let at = (&*server.address, Ipv4Addr::LOCALHOST);
        let page = ask(at, "GET", "/", None, &serde_json::Value::Null).await.expect("the page");
        assert_eq!(page.status, 200);
        took.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    let size = std::fs::metadata(program).expect("the program").len() as f64 / 1e6;
    let told = format!("page after p50 **{:.0}**, worst {:.0} ms", took[TIMES / 2], took[TIMES - 1]);
    vec![
        Line::new("`damka serve` with an empty folder", "1 s", told),
        Line::new("the program", "", format!("{size:.1} MB")),
    ]
}

//! How `damka person` reaches the club: a running one over the loopback with the key from its data folder, a closed one
//! by opening the folder itself. Both answer the same requests.

use crate::failure::Failure;
use crate::serve::bad_folder;
use damka_server::{Club, MACHINE_KEY, Settings, ask, store_text};
use damka_store::{Sqlite, StoreError};
use damka_words::Words;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// How long a running club may take to answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A club that answers.
pub struct Reach<'a> {
    words: &'a Words,
    way: Way,
}

enum Way {
    /// A server has the club open on this port of the machine.
    Open { port: u16, who: String, key: String },
    /// No process has the club open.
    Closed { runtime: Runtime, club: Arc<Club> },
}

impl<'a> Reach<'a> {
    /// Finds the way to the club of a folder.
    pub fn find(words: &'a Words, folder: &Path) -> Result<Reach<'a>, Failure> {
        let bad = |error: &StoreError| bad_folder(words, folder, error);
        if !Sqlite::file(folder).exists() {
            let folder = folder.display().to_string();
            return Err(Failure::Input(words.say("backup-none", &[("folder", folder.into())])));
        }
        let way = match Sqlite::open_as(folder, "damka person") {
            Ok(store) => {
                let settings = Settings { engine_threads: 1, limited: false, ..Settings::default() };
                let club = Club::open(Arc::new(store), settings).map_err(|error| bad(&error))?;
                Way::Closed { runtime: tokio::runtime::Builder::new_current_thread().enable_all().build()?, club }
            }
            Err(StoreError::InUse(who)) => {
                let port = who.rsplit_once("http://localhost:").and_then(|(_, port)| port.trim().parse().ok());
                let key = Sqlite::secret_in(folder, MACHINE_KEY).map_err(|error| bad(&error))?;
                let Some((port, key)) = port.zip(key) else { return Err(bad(&StoreError::InUse(who))) };
                Way::Open { port, who, key }
            }
            Err(error) => return Err(bad(&error)),
        };
        Ok(Reach { words, way })
    }

    /// Whether a server has the club open, so that links have a full URL.
    pub fn is_open(&self) -> bool {
        matches!(self.way, Way::Open { .. })
    }

    /// Sends a request to the club. A refusal is reported in the club's own words; an answer without a body is `Null`.
    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let joint = if path.contains('?') { '&' } else { '?' };
        let path = format!("/api/keeper{path}{joint}lang={}", self.words.language().code());
        let body = body.map(Value::to_string).unwrap_or_default();
        let (status, answer) = match &self.way {
            Way::Open { port, who, key } => over_network(*port, key, method, &path, &body).map_err(|error| {
                let variables = [("who", who.as_str().into()), ("reason", error.to_string().into())];
                Failure::Input(self.words.say("person-unreachable", &variables))
            })?,
            Way::Closed { runtime, club } => runtime
                .block_on(ask(club, method, &path, body))
                .map_err(|failure| Failure::Input(failure.text(self.words)))?,
        };
        let value: Value = serde_json::from_slice(&answer).unwrap_or_default();
        if (200..300).contains(&status) {
            return Ok(value);
        }
        let broken = || store_text(self.words, &StoreError::Io(status.to_string()));
        Err(Failure::Input(value["text"].as_str().map_or_else(broken, str::to_owned)))
    }
}

/// Sends one request over the loopback; the connection is closed after it, so everything that arrives is the answer.
fn over_network(port: u16, key: &str, method: &str, path: &str, body: &str) -> std::io::Result<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost:{port}\r\nauthorization: Bearer {key}\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    read_answer(&answer).ok_or_else(|| std::io::ErrorKind::InvalidData.into())
}

/// Splits an answer into its status and its body, whose length must match the header.
fn read_answer(answer: &[u8]) -> Option<(u16, Vec<u8>)> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?.to_ascii_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let body = &answer[end + 4..];
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    (length.unwrap_or(0usize) == body.len()).then(|| (status, body.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::read_answer;

    #[test]
    fn answers_are_whole_or_none() {
        let whole = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(read_answer(whole), Some((200, b"{}".to_vec())));
        assert_eq!(read_answer(b"HTTP/1.1 204 No Content\r\n\r\n"), Some((204, Vec::new())));
        for broken in [&whole[..whole.len() - 1], b"HTTP/1.1 200 OK\r\n", b"", b"HTTP/1.1 x OK\r\n\r\n"] {
            assert_eq!(read_answer(broken), None);
        }
    }
}

//! A club in a process of its own, and people who play there over the network.
#![allow(dead_code, reason = "the crash test and the benchmark use parts of it")]

pub mod cluster;
pub mod helpers;
pub mod play;
pub mod script;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// A number from the environment.
pub fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The program that a benchmark measures: this build, or another one to compare.
pub fn program(built: &str) -> PathBuf {
    std::env::var_os("DAMKA_BENCH_PROGRAM").map_or_else(|| built.into(), PathBuf::from)
}

/// A running server.
pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Server {
    /// Starts the program on a folder, without limits for visitors, and waits until it prints its address.
    pub fn start(program: &Path, folder: &Path) -> Server {
        Server::start_with(program, folder, |command| {
            command.arg("--unlimited");
        })
    }

    /// The same with limits, and with changes to the process before it starts.
    pub fn start_with(program: &Path, folder: &Path, more: impl FnOnce(&mut Command)) -> Server {
        let mut command = Command::new(program);
        command
            .args(["--lang", "en", "serve", "--port", "0", "--no-open", "--reply-pause", "0", "--data"])
            .arg(folder)
            .stdout(Stdio::piped());
        more(&mut command);
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("//").expect("an address").1.replace("localhost", "127.0.0.1");
        // Writing to a pipe that nobody reads would block.
        std::thread::spawn(move || drop(lines.read_to_string(&mut String::new())));
        Server { child, address }
    }

    /// The memory that the process has, in bytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Connects from a given address of this machine; the server tells visitors apart by it.
pub async fn connect(address: &str, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // A port that is bound in advance is not shared between connections, and thousands of players would use them up.
    if from != Ipv4Addr::LOCALHOST {
        socket.bind((from, 0).into())?;
    }
    let stream = socket.connect(address.parse().map_err(std::io::Error::other)?).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// An answer.
pub struct Answer {
    pub status: u16,
    /// The cookie that came with it.
    pub cookie: Option<String>,
    pub body: String,
}

impl Answer {
    /// The body, if it is JSON.
    pub fn json(&self) -> std::io::Result<Value> {
        serde_json::from_str(&self.body).map_err(|_| broken())
    }
}

fn broken() -> std::io::Error {
    std::io::Error::other("a broken answer")
}

/// Sends a request from an address of this machine.
pub async fn ask(
    (address, from): (&str, Ipv4Addr),
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: &Value,
) -> std::io::Result<Answer> {
    let mut stream = connect(address, from).await?;
    let body = body.to_string();
    let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{cookie}\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(broken)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    Ok(Answer { status, cookie: cookie.map(str::to_owned), body: body.to_owned() })
}

/// Sends a request; returns the answer and the cookie that came with it.
pub async fn request(
    address: &str,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: &Value,
) -> std::io::Result<(Value, Option<String>)> {
    let answer = ask((address, Ipv4Addr::LOCALHOST), method, path, cookie, body).await?;
    Ok((answer.json()?, answer.cookie))
}

/// A game of two people: its id and their cookies, White's first.
pub async fn make_game(address: &str, clock: &str) -> std::io::Result<(String, [String; 2])> {
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white",
        "clocks": {"white": clock, "black": clock}});
    let (made, white) = request(address, "POST", "/api/games", None, &wanted).await?;
    let id = made["id"].as_str().ok_or_else(broken)?.to_owned();
    let seat = json!({"invitation": made["invitation"]});
    let (seated, black) = request(address, "POST", &format!("/api/games/{id}/seat"), None, &seat).await?;
    if seated["code"].is_string() {
        return Err(broken());
    }
    Ok((id, [white.ok_or_else(broken)?, black.ok_or_else(broken)?]))
}

/// A display that has begun: its id, the host's cookie, and each board's game with its guest's cookie.
pub struct Display {
    pub id: String,
    pub host: String,
    pub boards: Vec<(String, String)>,
}

/// Does something in a contest; gives the contest, and the cookie if one came.
pub async fn contest_act(
    address: &str,
    id: &str,
    cookie: Option<&str>,
    act: &Value,
) -> std::io::Result<(Value, Option<String>)> {
    let (contest, new) = request(address, "POST", &format!("/api/contests/{id}/acts"), cookie, act).await?;
    if contest["id"] == id { Ok((contest, new)) } else { Err(broken()) }
}

/// Makes a display in which the host has White on every board, with guests who have entered, and begins it.
pub async fn make_display(address: &str, guests: usize, clock: &str) -> std::io::Result<Display> {
    let wanted = json!({"name": "Display", "kind": "simul", "rules": "russian", "colours": "white",
        "people": {"creator": {"clock": clock}, "opponent": {"clock": clock}}});
    let (made, host) = request(address, "POST", "/api/contests", None, &wanted).await?;
    let (id, host) = (made["id"].as_str().ok_or_else(broken)?.to_owned(), host.ok_or_else(broken)?);
    let mut cookies = Vec::new();
    for _ in 0..guests {
        let (_, cookie) = contest_act(address, &id, None, &json!({"kind": "enter"})).await?;
        cookies.push(cookie.ok_or_else(broken)?);
    }
    let (begun, _) = contest_act(address, &id, Some(&host), &json!({"kind": "begin"})).await?;
    let games = begun["boards"].as_array().ok_or_else(broken)?;
    // Boards are made in the order in which guests have entered.
    let game = |board: &Value| board["game"].as_str().map(str::to_owned).ok_or_else(broken);
    let games: Vec<String> = games.iter().map(game).collect::<Result<_, _>>()?;
    Ok(Display { id, host, boards: games.into_iter().zip(cookies).collect() })
}

/// An open socket.
pub struct Socket(pub WebSocketStream<TcpStream>);

impl Socket {
    /// Connects.
    pub async fn open(
        address: &str,
        path: &str,
        cookie: &str,
    ) -> Result<Socket, Box<dyn std::error::Error + Send + Sync>> {
        Socket::open_from((address, Ipv4Addr::LOCALHOST), path, cookie).await
    }

    /// Connects from an address of this machine.
    pub async fn open_from(
        (address, from): (&str, Ipv4Addr),
        path: &str,
        cookie: &str,
    ) -> Result<Socket, Box<dyn std::error::Error + Send + Sync>> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        let stream = connect(address, from).await?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket(socket))
    }

    /// The next frame; `None` when the connection is gone.
    pub async fn frame(&mut self) -> Option<String> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(_) | Err(_) => return None,
            }
        }
    }

    /// Sends; `false` when the connection is gone.
    pub async fn send(&mut self, text: String) -> bool {
        self.0.send(Message::text(text)).await.is_ok()
    }
}

//! A club for tests: the real router on a real SQLite file, on a port of its own, and people who visit it.
#![allow(dead_code, reason = "each test uses its part of the house")]

pub mod nodes;
pub mod odd;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use damka_server::{Club, Settings, router};
use damka_store::{Sqlite, Store};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// Longer than anything here takes, so that a test that waits in vain fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A club with a port.
pub struct House {
    pub club: Arc<Club>,
    pub address: String,
    folder: Option<tempfile::TempDir>,
}

impl House {
    /// Opens a club in a new folder.
    pub async fn open() -> House {
        let folder = tempfile::tempdir().unwrap();
        let mut house = House::open_in(folder.path(), Settings::default()).await;
        house.folder = Some(folder);
        house
    }

    /// Opens a club in a new folder, without limits on how much one visitor may ask.
    pub async fn patient() -> House {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { limited: false, ..Settings::default() };
        let mut house = House::open_in(folder.path(), settings).await;
        house.folder = Some(folder);
        house
    }

    /// Opens a club in a folder.
    pub async fn open_in(folder: &Path, settings: Settings) -> House {
        House::open_on(Arc::new(Sqlite::open(folder).unwrap()), settings).await
    }

    /// Opens a club on a store.
    pub async fn open_on(store: Arc<dyn Store>, settings: Settings) -> House {
        let club = Club::open(store, settings).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let serving = Arc::clone(&club);
        tokio::spawn(async move { damka_server::serve(serving, listener, std::future::pending()).await.unwrap() });
        House { club, address, folder: None }
    }

    /// How many slow readers were closed.
    pub fn club_slow(&self) -> u64 {
        self.club.counts.slow.load(Ordering::Relaxed)
    }

    /// Somebody who has never been here.
    pub fn visitor(&self) -> Visitor {
        static CLIENTS: AtomicU64 = AtomicU64::new(1000);
        Visitor {
            club: Arc::clone(&self.club),
            address: self.address.clone(),
            cookie: None,
            authorization: None,
            language: "en",
            from: None,
            client: CLIENTS.fetch_add(1, Ordering::Relaxed),
            n: Arc::default(),
        }
    }

    /// The same browser at this club, which has the data of another.
    pub fn guest(&self, who: &Visitor) -> Visitor {
        Visitor { club: Arc::clone(&self.club), address: self.address.clone(), ..who.clone() }
    }
}

/// A copy of a data folder, as a process that is killed now would leave it.
pub fn killed(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    Sqlite::backup_folder(folder, &Sqlite::file(copy.path())).unwrap();
    copy
}

/// A browser.
#[derive(Clone)]
pub struct Visitor {
    club: Arc<Club>,
    address: String,
    pub cookie: Option<String>,
    /// The authority that it sends, if any.
    pub authorization: Option<String>,
    pub language: &'static str,
    /// Where it comes from, according to a proxy.
    pub from: Option<String>,
    /// Which instance of a page it is, and the number of its last act.
    pub client: u64,
    n: Arc<AtomicU64>,
}

impl Visitor {
    pub async fn request(&mut self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let (status, bytes) = self.bytes(method, path, body).await;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// The answer to a request, byte by byte.
    pub async fn bytes(&mut self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Vec<u8>) {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.address)
            .header(header::ACCEPT_LANGUAGE, self.language);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(from) = &self.from {
            request = request.header("x-forwarded-for", from);
        }
        if let Some(authorization) = &self.authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let response = router(Arc::clone(&self.club)).oneshot(request.body(body).unwrap()).await.unwrap();
        if let Some(cookie) = response.headers().get(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookie = Some(cookie.to_owned());
        }
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, bytes.to_vec())
    }

    pub async fn get(&mut self, path: &str) -> Value {
        let (status, answer) = self.request(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Value {
        let (status, answer) = self.request(Method::POST, path, Some(body)).await;
        assert!(status.is_success(), "{path}: {answer}");
        answer
    }

    /// What is refused, with its code.
    pub async fn refused(&mut self, method: Method, path: &str, body: Value) -> String {
        let (status, answer) = self.request(method, path, Some(body)).await;
        assert!(status.is_client_error(), "{path}: {status} {answer}");
        assert!(answer["text"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    /// Makes a game; its id, and the invitation.
    pub async fn make(&mut self, game: Value) -> (String, Option<String>) {
        let made = self.post("/api/games", game).await;
        (made["id"].as_str().unwrap().to_owned(), made["invitation"].as_str().map(str::to_owned))
    }

    pub async fn socket(&self, path: &str) -> Socket {
        self.try_socket(path).await.unwrap()
    }

    pub async fn try_socket(&self, path: &str) -> Result<Socket, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        if let Some(from) = &self.from {
            request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        }
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket { stream, n: Arc::clone(&self.n) })
    }

    /// Opens a game from another address of this machine.
    pub async fn sit_from(&self, from: &str, game: &str) -> (Socket, Value) {
        let path =
            format!("ws://{}/api/games/{game}/socket?lang={}&client={}", self.address, self.language, self.client);
        let mut request = path.into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        let stream = socket.connect(self.address.parse().unwrap()).await.unwrap();
        let (stream, _) = tokio_tungstenite::client_async(request, MaybeTlsStream::Plain(stream)).await.unwrap();
        let mut socket = Socket { stream, n: Arc::clone(&self.n) };
        let first = socket.next("game").await;
        (socket, first["game"].clone())
    }

    /// A socket into which little fits, so that it is soon full when nobody reads.
    pub async fn narrow_socket(&self, path: &str) -> WebSocketStream<TcpStream> {
        let request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(2048).unwrap();
        let stream = socket.connect(self.address.parse().unwrap()).await.unwrap();
        tokio_tungstenite::client_async(request, stream).await.unwrap().0
    }

    /// Looks at a game through a socket; the first frame is the game.
    pub async fn sit(&self, game: &str) -> (Socket, Value) {
        let path = format!("/api/games/{game}/socket?lang={}&client={}", self.language, self.client);
        let mut socket = self.socket(&path).await;
        let first = socket.next("game").await;
        (socket, first["game"].clone())
    }
}

/// An open socket.
pub struct Socket {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n: Arc<AtomicU64>,
}

impl Socket {
    pub async fn send(&mut self, message: &Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Does something; gives its number.
    pub async fn act(&mut self, act: Value) -> u64 {
        let n = self.n.fetch_add(1, Ordering::Relaxed) + 1;
        self.send(&json!({"type": "act", "n": n, "act": act})).await;
        n
    }

    /// The next frame that is not about who is here; `None` when the socket is closed.
    pub async fn frame(&mut self) -> Option<Value> {
        loop {
            let frame = self.any_frame().await?;
            if frame["type"] != "presence" {
                return Some(frame);
            }
        }
    }

    /// The next frame about who is here.
    pub async fn presence(&mut self) -> Value {
        loop {
            let frame = self.any_frame().await.expect("an open socket");
            if frame["type"] == "presence" {
                return frame;
            }
        }
    }

    async fn any_frame(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("a frame in time");
            match message {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(why))) => {
                    println!("closed: {why:?}");
                    return None;
                }
                Some(Err(_)) | None => return None,
                Some(Ok(other)) => panic!("{other:?}"),
            }
        }
    }

    /// The next frame, which must be of this type.
    pub async fn next(&mut self, kind: &str) -> Value {
        let frame = self.frame().await.expect("an open socket");
        assert_eq!(frame["type"], kind, "{frame}");
        frame
    }

    /// The next event, with the number of this socket's act, if it was one.
    pub async fn event(&mut self) -> Value {
        let mut frame = self.next("event").await;
        let mut event = frame["event"].take();
        if let Some(n) = frame.get("n") {
            event["n"] = n.clone();
        }
        event
    }

    /// Moves, and gives the confirmation.
    pub async fn play(&mut self, path: &[&str]) -> Value {
        let n = self.act(json!({"kind": "move", "path": path})).await;
        let event = self.event().await;
        assert_eq!(event["n"], n, "{event}");
        event
    }

    /// Does something that is not accepted; gives the reason.
    pub async fn refused(&mut self, act: Value) -> Value {
        let n = self.act(act).await;
        let refused = self.next("refused").await;
        assert_eq!(refused["n"], n);
        refused
    }
}

/// Two people at a strict game with clocks; White first.
pub async fn two(house: &House, game: Value) -> (String, [Visitor; 2], [Socket; 2]) {
    let (mut white, mut black) = (house.visitor(), house.visitor());
    let mut wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    wanted.as_object_mut().unwrap().extend(game.as_object().unwrap().clone());
    let (id, invitation) = white.make(wanted).await;
    black.post(&format!("/api/games/{id}/seat"), json!({"invitation": invitation})).await;
    let sockets = [white.sit(&id).await.0, black.sit(&id).await.0];
    (id, [white, black], sockets)
}

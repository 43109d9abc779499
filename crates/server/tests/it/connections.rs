//! Clients that do not finish what they begin, open too many connections, or were held up by the server itself.

use crate::house::{House, PATIENCE, two};
use damka_server::{Connections, Settings};
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Time limits short enough to wait for in a test.
const SHORT: Duration = Duration::from_millis(300);

async fn house(connections: Connections) -> (House, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { connections, ..Settings::default() }).await;
    (house, folder)
}

/// Sends something, and returns the open connection.
async fn say(house: &House, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&house.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Everything that the server sends until it closes.
async fn rest(mut stream: TcpStream) -> String {
    let mut said = Vec::new();
    // A reset connection is closed too.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut said)).await.expect("the server closes");
    String::from_utf8_lossy(&said).into_owned()
}

/// The head of the next answer, and the part of its body that came with it.
async fn answer(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains("\r\n\r\n") {
        let read = timeout(PATIENCE, stream.read_buf(&mut said)).await.expect("an answer").unwrap();
        assert_ne!(read, 0, "{}", String::from_utf8_lossy(&said));
    }
    String::from_utf8_lossy(&said).into_owned()
}

const HEALTH: &str = "GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n";

#[tokio::test]
async fn security_11_what_is_not_finished_is_closed() {
    let (house, _folder) = house(Connections { head: SHORT, pause: SHORT, ..Connections::default() }).await;
    // Nothing at all, half a head, and a connection that waits for its next request.
    for half in ["", "GET /api/health HTTP/1.1\r\nhost: loc"] {
        let said = rest(say(&house, half).await).await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 408"), "{half}: {said}");
    }
    let said = rest(say(&house, HEALTH).await).await;
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    // Half a body.
    let body = "POST /api/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{\"rules\":";
    let said = rest(say(&house, body).await).await;
    assert!(said.starts_with("HTTP/1.1 400") && said.contains("took too long"), "{said}");
}

#[tokio::test]
async fn security_11_a_body_that_drips_ends_too() {
    let (house, _folder) = house(Connections { body: SHORT, ..Connections::default() }).await;
    let body = "POST /api/position HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n";
    let (mut reading, mut writing) = say(&house, body).await.into_split();
    let dripping = tokio::spawn(async move {
        while writing.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut said = Vec::new();
    let _ = timeout(PATIENCE, reading.read_to_end(&mut said)).await.expect("the server closes");
    let said = String::from_utf8_lossy(&said);
    assert!(said.is_empty() || said.starts_with("HTTP/1.1 400"), "{said}");
    timeout(PATIENCE, dripping).await.expect("nothing more is taken").unwrap();
}

#[tokio::test]
async fn security_11_an_answer_that_nobody_reads_is_dropped() {
    let (house, _folder) = house(Connections { unread: SHORT, ..Connections::default() }).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let mut stream = socket.connect(house.address.parse().unwrap()).await.unwrap();
    let ask = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(400);
    // The server takes the next request when the last answer has been sent.
    let asked = async {
        stream.write_all(ask.as_bytes()).await?;
        stream.readable().await?;
        while stream.peek(&mut [0; 1]).await? > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            stream.write_all(b"GET / HTTP/1.1\r\n").await?;
        }
        std::io::Result::Ok(())
    };
    assert!(timeout(PATIENCE, asked).await.expect("the server closes").is_err(), "it was reset");
}

#[tokio::test]
async fn security_11_heads_are_small() {
    let (house, _folder) = house(Connections::default()).await;
    for much in [format!("x: {}\r\n", "x".repeat(40_000)), "x: y\r\n".repeat(200)] {
        let said = rest(say(&house, &format!("GET /api/health HTTP/1.1\r\nhost: localhost\r\n{much}\r\n")).await).await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 431"), "{said}");
    }
    assert!(answer(&mut say(&house, HEALTH).await).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn security_11_one_address_has_so_many_connections_and_its_sockets_are_apart() {
    let (house, _folder) = house(Connections { per_address: 3, ..Connections::default() }).await;
    // Four sockets: each of them frees the connection in which it began.
    let (_, _, mut sockets) = two(&house, json!({})).await;
    let _more = [house.visitor().socket("/api/lobby/socket").await, house.visitor().socket("/api/lobby/socket").await];
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = say(&house, HEALTH).await;
        assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
        open.push(stream);
    }
    let refused = rest(say(&house, "").await).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("retry-after"), "{refused}");
    // Connections that are already open are served.
    for stream in &mut open {
        stream.write_all(HEALTH.as_bytes()).await.unwrap();
        assert!(answer(stream).await.starts_with("HTTP/1.1 200"));
    }
    sockets[0].play(&["c3", "d4"]).await;
    // There is room again when one has gone.
    drop(open.pop());
    let again = async { while !answer(&mut say(&house, HEALTH).await).await.starts_with("HTTP/1.1 200") {} };
    timeout(PATIENCE, again).await.expect("a place");
}

#[tokio::test]
async fn security_11_there_are_so_many_connections_sockets_included() {
    let (house, _folder) = house(Connections { most: 3, ..Connections::default() }).await;
    let (_, _, mut sockets) = two(&house, json!({})).await;
    let mut last = say(&house, HEALTH).await;
    assert!(answer(&mut last).await.starts_with("HTTP/1.1 200"));
    assert!(rest(say(&house, "").await).await.starts_with("HTTP/1.1 503"));
    sockets[0].play(&["c3", "d4"]).await;
    drop(last);
    let again = async { while !answer(&mut say(&house, HEALTH).await).await.starts_with("HTTP/1.1 200") {} };
    timeout(PATIENCE, again).await.expect("a place");
}

#[tokio::test]
async fn security_11_behind_a_proxy_one_address_is_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let connections = Connections { per_address: 1, ..Connections::default() };
    let settings = Settings { connections, behind_proxy: true, ..Settings::default() };
    let house = House::open_in(folder.path(), settings).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        let mut stream = say(&house, HEALTH).await;
        assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
        open.push(stream);
    }
}

/// The house runs on the test's own thread, so a test that does not yield behaves like a server whose threads are all
/// busy.
#[tokio::test]
async fn security_1_a_server_that_was_held_up_charges_nobody() {
    const HELD_UP: u64 = 3_000;
    let house = House::open().await;
    let (_, _, [mut white, mut black]) = two(&house, json!({"clocks": {"white": "5m", "black": "5m"}})).await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    let before = black.play(&["f6", "g5"]).await;
    white.event().await;
    let left = |event: &serde_json::Value| event["state"]["clocks"]["white"]["remaining"].as_u64().unwrap();
    // The move is on its way, and the server has no free moment to read it.
    white.act(json!({"kind": "move", "path": ["b2", "c3"]})).await;
    std::thread::sleep(Duration::from_millis(HELD_UP));
    let after = white.event().await;
    let charged = left(&before) - left(&after);
    assert!(charged < HELD_UP, "{charged}");
}

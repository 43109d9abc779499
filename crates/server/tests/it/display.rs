//! Simultaneous displays: a host without the boards learns no position from anything that is sent; hosts and guests who go away.

use crate::contests::{act, display, game, listen, look, make, resign, until};
use crate::fair_play::answers;
use crate::house::{House, PATIENCE, Socket, Visitor, two};
use axum::http::Method;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message;

/// Everything that one person was ever sent: what it was, and its bytes.
#[derive(Clone, Default)]
struct Recorder {
    heard: Arc<Mutex<Vec<(String, Vec<u8>)>>>,
    bell: Arc<Notify>,
}

impl Recorder {
    fn note(&self, what: String, bytes: &[u8]) {
        self.heard.lock().unwrap().push((what, bytes.to_vec()));
        self.bell.notify_one();
    }

    fn all(&self) -> Vec<(String, Vec<u8>)> {
        self.heard.lock().unwrap().clone()
    }

    /// Waits until something has been sent.
    async fn until(&self, is_wanted: impl Fn(&str, &Value) -> bool) {
        let is_there = || {
            let heard = self.heard.lock().unwrap();
            heard
                .iter()
                .any(|(what, bytes)| serde_json::from_slice::<Value>(bytes).is_ok_and(|value| is_wanted(what, &value)))
        };
        while !is_there() {
            tokio::time::timeout(PATIENCE, self.bell.notified()).await.expect("it is sent in time");
        }
    }

    /// Keeps every frame of a socket, whatever it is about. Gives what acts are sent to.
    fn listen(&self, what: &str, socket: Socket) -> Hand {
        let (sink, mut stream) = socket.stream.split();
        let (recorder, what) = (self.clone(), what.to_owned());
        tokio::spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                recorder.note(what.clone(), &message.into_data());
            }
        });
        Hand(sink)
    }

    async fn ask(&self, visitor: &mut Visitor, method: Method, path: &str, body: Option<Value>) -> bool {
        let (status, bytes) = visitor.bytes(method.clone(), path, body).await;
        self.note(format!("{method} {path}: {status}"), &bytes);
        status.is_success()
    }
}

/// What a person moves with, while somebody else listens.
struct Hand(futures_util::stream::SplitSink<Stream, Message>);
type Stream = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

impl Hand {
    async fn play(&mut self, n: u64, path: &[&str]) {
        let act = json!({"type": "act", "n": n, "act": {"kind": "move", "path": path}});
        self.0.send(Message::text(act.to_string())).await.unwrap();
    }
}

/// Every address that can be asked for, from the API's own description, with each value of its closed lists. What stands in
/// its place in the address must be known, so a new kind of thing fails here until it is.
fn addresses(contest: &str, games: &[String]) -> Vec<String> {
    let description: Value = serde_json::from_str(&damka_server::openapi()).unwrap();
    let mut all = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let Some(asked) = methods.get("get") else { continue };
        let stands: Vec<String> = match path.as_str() {
            path if path.contains("/games/{id}") => games.to_vec(),
            path if path.contains("/contests/{id}") => vec![contest.to_owned()],
            path if path.contains("{number}") => vec!["1".to_owned()],
            path if path.contains("{code}") || path.contains("/imports/{id}") => vec!["none".to_owned()],
            path => {
                assert!(!path.contains('{'), "what stands in {path} is not known here");
                vec![String::new()]
            }
        };
        for stand in stands {
            let place = path.replace("{id}", &stand).replace("{number}", &stand).replace("{code}", &stand);
            all.extend(queries(&description, asked).into_iter().map(|query| format!("{place}{query}")));
        }
    }
    all
}

/// A request without options, and one for each value of each option that has few.
fn queries(description: &Value, asked: &Value) -> Vec<String> {
    let parameters = asked["parameters"].as_array().cloned().unwrap_or_default();
    let (mut needed, mut more) = (Vec::new(), Vec::new());
    for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
        let (name, schema) = (parameter["name"].as_str().unwrap(), &parameter["schema"]);
        let listed = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
        let listed = listed.map(|listed| &description["components"]["schemas"][listed]["enum"]);
        let values: Vec<String> = match (listed.and_then(Value::as_array), schema["type"].as_str()) {
            (Some(values), _) => values.iter().map(|value| value.as_str().unwrap().to_owned()).collect(),
            (None, Some("boolean")) => vec!["true".to_owned()],
            (None, Some("integer")) => vec!["1".to_owned()],
            _ => schema["examples"][0].as_str().map(str::to_owned).into_iter().collect(),
        };
        let pairs: Vec<String> = values.iter().map(|value| format!("{name}={}", encoded(value))).collect();
        if parameter["required"] == true { needed.extend(pairs.into_iter().take(1)) } else { more.extend(pairs) }
    }
    let with = |more: Option<&String>| {
        let all: Vec<&str> = needed.iter().chain(more).map(String::as_str).collect();
        if all.is_empty() { String::new() } else { format!("?{}", all.join("&")) }
    };
    std::iter::once(None).chain(more.iter().map(Some)).map(with).collect()
}

fn encoded(value: &str) -> String {
    value
        .bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Asks for everything, the page and every socket included.
async fn ask_everything(recorder: &Recorder, visitor: &mut Visitor, contest: &str, games: &[String]) {
    for path in addresses(contest, games) {
        let is_given = recorder.ask(visitor, Method::GET, &path, None).await;
        // A picture says the same without letters.
        let is_picture = path.contains("/games/") && (path.contains("preview.png") || path.contains("svg"));
        recorder.note(
            format!("is a picture given: {path}"),
            format!("{{\"picture\":{}}}", is_picture && is_given).as_bytes(),
        );
    }
    let pages = games.iter().map(|game| format!("/game/{game}")).chain([format!("/contest/{contest}")]);
    for page in pages {
        recorder.ask(visitor, Method::GET, &page, None).await;
    }
    for path in ["/api/lobby/socket".to_owned(), format!("/api/contests/{contest}/socket")] {
        let (socket, before) = (visitor.socket(&path).await, recorder.all().len());
        let _hand = recorder.listen(&format!("the socket {path}, opened later"), socket);
        while recorder.all().len() == before {
            tokio::time::timeout(PATIENCE, recorder.bell.notified()).await.expect("a first frame");
        }
    }
    for game in games {
        for (how, _, answer) in answers(visitor, game).await {
            recorder.note(how, answer.as_bytes());
        }
    }
}

/// The positions after each move of a game, in both forms, without the colour to move.
async fn positions(guest: &mut Visitor, game: &str) -> Vec<String> {
    let view = guest.get(&format!("/api/games/{game}")).await;
    let each = |mv: &Value| ["fen", "placement"].map(|part| mv[part].as_str().unwrap().to_owned());
    let all: Vec<String> = view["moves"].as_array().unwrap().iter().flat_map(each).collect();
    all.iter().map(|text| text.trim_start_matches(['W', 'B', ':']).to_owned()).collect()
}

/// What a recorder has that says where the pieces stand.
fn told(recorder: &Recorder, secrets: &[String], ids: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (what, bytes) in recorder.all() {
        let text = String::from_utf8_lossy(&bytes);
        let plain = text.replace("&quot;", "\"");
        found.extend(
            secrets.iter().filter(|secret| plain.contains(secret.as_str())).map(|secret| format!("{what}: {secret}")),
        );
        if text.contains("\"picture\":true") {
            found.push(what.clone());
        }
        // Only what is about these games: the club shows the starts of all kinds of draughts to everybody.
        let is_about = what.starts_with("board ") || ids.iter().any(|id| text.contains(id.as_str()));
        if is_about && let Ok(value) = serde_json::from_slice(&bytes) {
            found.extend(revealing(&value).into_iter().map(|name| format!("{what}: {name}")));
        }
    }
    found
}

/// The names of the fields that show a board, wherever they are; the agreed start is known to everybody.
fn revealing(value: &Value) -> Vec<String> {
    let is_full = |value: &Value| !matches!(value, Value::Null) && value.as_str() != Some("");
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| *name != "agreed")
            .flat_map(|(name, value)| {
                let shows = ["pieces", "legal", "hand", "placement", "fen"].contains(&name.as_str()) && is_full(value);
                if shows { vec![name.clone()] } else { revealing(value) }
            })
            .collect(),
        Value::Array(values) => values.iter().flat_map(revealing).collect(),
        _ => Vec::new(),
    }
}

const GUESTS: usize = 3;
const LINE: [[&str; 2]; 4] = [["c3", "d4"], ["f6", "g5"], ["b2", "c3"], ["g7", "f6"]];

/// A display that a host gives without the boards; everything that the host and a guest were sent while it was played.
async fn blind_display(view: &str) {
    let house = House::patient().await;
    let people = json!({"creator": {"seat": {"view": view}}, "opponent": {}});
    let (contest, mut host, mut guests) = display(&house, json!({"people": people, "colours": "white"}), GUESTS).await;
    let (blind, seeing) = (Recorder::default(), Recorder::default());
    let path = format!("/api/contests/{contest}/socket");
    let _frames =
        [blind.listen("contest", host.socket(&path).await), seeing.listen("contest", guests[0].socket(&path).await)];
    let _lobby = blind.listen("lobby", host.socket("/api/lobby/socket").await);
    assert!(
        blind
            .ask(&mut host, Method::POST, &format!("/api/contests/{contest}/acts"), Some(json!({"kind": "begin"})))
            .await
    );
    let begun = look(&mut guests[0], &contest).await;
    let games: Vec<String> = (0..GUESTS).map(|board| game(&begun, board)).collect();
    let mut secrets = Vec::new();
    for (at, id) in games.iter().enumerate() {
        let path = format!("/api/games/{id}/socket?spoken=true&client={}", 7000 + at);
        let mut mover = blind.listen(&format!("board {at}"), host.socket(&path).await);
        let mut other = seeing.listen(&format!("board {at}"), guests[at].socket(&path).await);
        for (ply, step) in LINE.iter().enumerate() {
            let hand = if ply % 2 == 0 { &mut mover } else { &mut other };
            hand.play(ply as u64 + 1, step).await;
            let is_made =
                |what: &str, frame: &Value| what == format!("board {at}") && frame["event"]["state"]["ply"] == ply + 1;
            blind.until(is_made).await;
            seeing.until(is_made).await;
        }
        secrets.extend(positions(&mut guests[at], id).await);
    }
    assert_eq!(secrets.len(), 2 * GUESTS * LINE.len());
    let is_last = |what: &str, frame: &Value| {
        let boards = frame["boards"].as_array().or(frame["contest"]["boards"].as_array());
        what == "contest"
            && boards.is_some_and(|boards| {
                boards.iter().any(|board| board["game"] == json!(games[2]) && board["state"]["ply"] == 4)
            })
    };
    blind.until(is_last).await;
    seeing.until(is_last).await;
    ask_everything(&blind, &mut host, &contest, &games).await;
    ask_everything(&seeing, &mut guests[0], &contest, &games).await;
    let ids = [games.as_slice(), std::slice::from_ref(&contest)].concat();
    // The same sweep finds the boards where they may be seen: in a game's frames, in the contest's, in lists and in files.
    let seen = told(&seeing, &secrets, &ids);
    for part in
        ["board 0: ", "contest: ", "/lobby", "/api/games", "/me/games", "format=fen", "preview.png", "legal", "pieces"]
    {
        assert!(seen.iter().any(|what| what.contains(part)), "{part} is not in {seen:#?}");
    }
    let found = told(&blind, &secrets, &ids);
    assert!(found.is_empty(), "{view}: {found:#?}");
    let strip = look(&mut host, &contest).await;
    assert_eq!(strip["boards"][1]["state"]["last"], "g7-f6", "the host hears the last move of each board");
    // A board that is over has no secrets.
    resign(&guests[0], &games[0]).await;
    assert!(host.get(&format!("/api/games/{}", games[0])).await["state"]["pieces"].is_object());
}

// clauses: A.mode.4, A.mode.5
#[tokio::test]
async fn security_13_nothing_sent_to_a_blind_host_has_a_placement() {
    blind_display("blind").await;
}

// clauses: A.mode.4, A.mode.5
#[tokio::test]
async fn security_13_nothing_sent_to_a_host_who_has_only_the_record_has_a_placement() {
    blind_display("record").await;
}

/// White moves, then Black, and nobody has to be there before that.
async fn both_move(white: &mut Socket, black: &mut Socket) {
    white.play(&["c3", "d4"]).await;
    black.event().await;
    black.play(&["f6", "g5"]).await;
    white.event().await;
}

// A host looks at one board at a time, and the host's connection may drop for longer than a player's may.
#[tokio::test]
async fn a_host_who_is_at_another_board_or_offline_has_not_left_and_a_guest_has() {
    let house = House::patient().await;
    let (contest, mut host, guests) = display(&house, json!({"colours": "white"}), 2).await;
    let begun = act(&mut host, &contest, json!({"kind": "begin"})).await;
    let games = [game(&begun, 0), game(&begun, 1)];
    let [mut at_first, mut at_second] = [host.sit(&games[0]).await.0, host.sit(&games[1]).await.0];
    let [mut first, mut second] = [guests[0].sit(&games[0]).await.0, guests[1].sit(&games[1]).await.0];
    both_move(&mut at_first, &mut first).await;
    both_move(&mut at_second, &mut second).await;
    let before = host.get(&format!("/api/games/{}", games[0])).await["state"]["seq"].clone();
    // Beside them two play an ordinary game, and one of them leaves at the same moment as the host and the other guest.
    let (_, _people, [mut ann, mut bob]) = two(&house, json!({})).await;
    both_move(&mut ann, &mut bob).await;
    drop((at_first, bob, second));
    let gone = [ann.event().await, at_second.event().await];
    assert!(
        gone.iter().all(|event| event["state"]["claimGoneIn"].is_u64()),
        "who left a game of two or a display: {gone:?}"
    );
    let seen = host.clone().get(&format!("/api/games/{}", games[0])).await;
    assert_eq!((&seen["state"]["seq"], &seen["state"]["claimGoneIn"]), (&before, &Value::Null), "{seen}");
    first.refused(json!({"kind": "claim", "claim": "gone"})).await;
    // The display goes on when the host comes back.
    let (mut back, _) = host.sit(&games[0]).await;
    back.play(&["b2", "c3"]).await;
    assert_eq!(first.event().await["state"]["ply"], 3);
}

#[tokio::test]
async fn two_hundred_boards_begin_soon_and_a_move_is_told_in_few_bytes() {
    let house = House::patient().await;
    let people = json!({"creator": {"clock": "none"}, "opponent": {"clock": "none"}});
    let wanted = json!({"people": people, "hostClock": 3600, "colours": "white"});
    let (contest, mut host, guests) = display(&house, wanted, 200).await;
    let begins = std::time::Instant::now();
    let begun = act(&mut host, &contest, json!({"kind": "begin"})).await;
    let took = begins.elapsed();
    assert!(took.as_secs() < 20, "200 boards took {took:?}");
    let whole = begun.to_string().len();
    assert!(whole < 128 << 10, "{whole} bytes");
    let mut watching = listen(&guests[9], &contest).await;
    until(&mut watching, |contest| contest["boards"].as_array().unwrap().len() == 200).await;
    let (mut at_last, _) = host.sit(&game(&begun, 199)).await;
    at_last.play(&["c3", "d4"]).await;
    let frame = loop {
        let frame = watching.frame().await.unwrap();
        let has_moved = |board: &Value| board["game"] == begun["boards"][199]["game"] && board["state"]["ply"] == 1;
        if frame["boards"].as_array().is_some_and(|boards| boards.iter().any(has_moved)) {
            break frame;
        }
    };
    assert_eq!((&frame["type"], &frame["hostClock"]["running"]), (&json!("boards"), &json!(true)));
    assert!(frame.to_string().len() < 2048, "{frame}");
}

#[tokio::test]
async fn one_person_plays_in_two_displays_and_gives_a_third() {
    let house = House::patient().await;
    let (own, mut host, _) = display(&house, json!({}), 2).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let mut other = house.visitor();
        let contest = make(&mut other, json!({"kind": "simul"})).await;
        act(&mut host, &contest, json!({"kind": "enter"})).await;
        let begun = act(&mut other, &contest, json!({"kind": "begin"})).await;
        games.push((contest, game(&begun, 0)));
    }
    assert_eq!(act(&mut host, &own, json!({"kind": "begin"})).await["boards"].as_array().unwrap().len(), 2);
    // What happens in one of them says nothing in the others.
    resign(&host, &games[0].1).await;
    let mut socket = listen(&host, &games[0].0).await;
    until(&mut socket, |contest| contest["boards"][0].get("result").is_some()).await;
    for contest in [&games[1].0, &own] {
        assert!(look(&mut host, contest).await["boards"][0].get("result").is_none());
    }
}

#[tokio::test]
async fn the_boards_are_printed_with_names_colours_and_room_for_results() {
    let house = House::patient().await;
    let (contest, mut host, _) = display(&house, json!({"name": "Open <b>day</b>"}), 1).await;
    act(&mut host, &contest, json!({"kind": "enter", "name": "Дед Мазай"})).await;
    act(&mut host, &contest, json!({"kind": "begin"})).await;
    act(&mut host, &contest, json!({"kind": "result", "board": "1.1.1", "outcome": "draw"})).await;
    for (language, words) in [
        ("en", ["White", "in the room", "draw"]),
        ("ru", ["Белые", "в зале", "ничья"]),
        ("uk", ["Білі", "у залі", "нічия"]),
    ] {
        host.language = language;
        for (format, slips) in [("sheet", 0), ("slips", 1)] {
            let page = host.get(&format!("/api/contests/{contest}/export?format={format}")).await;
            let page = page.as_str().unwrap();
            for part in words.iter().chain(&["Дед Мазай", "Open &lt;b&gt;day", "<td class=\"number\">2</td>"]) {
                assert!(page.contains(part), "{part} is not in {page}");
            }
            assert_eq!(page.matches("class=\"slip\"").count(), slips, "a slip for each board in the room");
        }
    }
}

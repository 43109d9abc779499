//! No visitor takes time or turns from another: work is bounded and done in turns, and one seat's acts cost the other
//! nothing.

use crate::house::{House, PATIENCE, Visitor, killed, two};
use axum::http::{Method, StatusCode};
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Event, GameId, PersonId};
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, Move, Ruleset};
use damka_server::{Asker, Settings};
use damka_store::{NewEvent, Scope, Sqlite, Store, Write};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::mpsc;

/// The position in `crates/proof/positions/worst.txt` with the most captures.
const RULES: &str = "house board=10 victims=any movers=either enemy-capture=any";
const FEN: &str =
    "W:WKa1,Ke1,Ki3,Kb4,Ka5,Kg5,Kc7,Ke7,Ki7,c9,Kg9,Kf10,Kj10:BKi1,Kb2,Kd2,Kf2,Kg3,Kd4,Ki5,Kb6,Kf6,Kj6,Ka9,Ke9,Ki9";
const CAPTURES: usize = 2486;

fn one_thread() -> Settings {
    Settings { limited: false, engine_threads: 1, ..Settings::default() }
}

/// A person alone at an address.
fn keeper(last: u8) -> Asker {
    Asker { address: IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)), person: PersonId::new("keeper") }
}

/// A thread that is busy until this is dropped.
struct Busy(#[expect(dead_code, reason = "dropping it lets the thread go on")] mpsc::Sender<()>);

macro_rules! keep_busy {
    ($pool:expr, $last:expr) => {{
        let (send, wait) = mpsc::channel::<()>();
        let (begun, has_begun) = mpsc::channel();
        let job = move |_: &mut _| {
            let _ = begun.send(());
            let _ = wait.recv();
        };
        $pool.run(keeper($last), job, || ()).unwrap();
        (Busy(send), has_begun)
    }};
}

async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
}

fn ends(squares: &Value) -> (String, String) {
    let square = |at: Option<&Value>| at.unwrap().as_str().unwrap().to_owned();
    let squares = squares.as_array().unwrap();
    (square(squares.first()), square(squares.last()))
}

/// The answer for thousands of captures is bounded, and covers every start and end.
fn check_shown(legal: &Value, left_out: &Value, all: &[Move], names: SquareNames) {
    let shown = legal.as_array().unwrap();
    assert_eq!(shown.len(), 400);
    assert_eq!(left_out.as_u64(), Some((CAPTURES - 400) as u64));
    assert!(legal.to_string().len() < 150_000, "{}", legal.to_string().len());
    let told: BTreeSet<_> = shown.iter().map(|mv| ends(&mv["path"])).collect();
    let name = |square| names.name(square).to_string();
    let wanted: BTreeSet<_> = all.iter().map(|mv| (name(mv.from()), name(mv.to()))).collect();
    assert_eq!(told, wanted, "each start and end");
    let texts: HashSet<&str> = shown.iter().map(|mv| mv["text"].as_str().unwrap()).collect();
    assert_eq!(texts.len(), shown.len(), "each can be told from the others");
}

#[tokio::test]
async fn security_1_what_is_shown_of_a_position_is_bounded() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let ruleset = Ruleset::from_line(RULES).unwrap();
    let (names, position) = (SquareNames::of(&ruleset), fen::read(FEN, &ruleset).unwrap());
    let all = ruleset.legal_moves(&position);
    assert_eq!(all.len(), CAPTURES);
    let wanted = json!({"rules": RULES, "fen": FEN, "free": true});
    let view = ann.post("/api/position", wanted.clone()).await;
    check_shown(&view["legal"], &view["legalLeftOut"], &all, names);
    let usual = ann.post("/api/position", json!({"rules": "russian"})).await;
    assert_eq!((usual["legal"].as_array().unwrap().len(), usual.get("legalLeftOut")), (7, None));

    // A game shows the same moves, and those not shown are as legal as before.
    let (_, _, [mut white, _black]) = two(&house, json!({"rules": RULES, "fen": FEN, "clocks": null})).await;
    let shown: BTreeSet<BTreeSet<&str>> = view["legal"].as_array().unwrap().iter().map(taken).collect();
    let left_out = all.iter().find(|mv| {
        let victims: Vec<String> = mv.captured().into_iter().map(|square| names.name(square).to_string()).collect();
        !shown.contains(&victims.iter().map(String::as_str).collect::<BTreeSet<_>>())
    });
    let mv = *left_out.expect("a capture that is not shown");
    let path = ruleset.paths(&position, mv, 1).remove(0);
    let path: Vec<String> = path.into_iter().map(|square| names.name(square).to_string()).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    assert_eq!(white.play(&path).await["state"]["ply"], 1);
}

fn taken(mv: &Value) -> BTreeSet<&str> {
    mv["captures"].as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect()
}

#[tokio::test]
async fn security_1_an_ambiguous_move_is_refused_in_a_short_sentence() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let ruleset = Ruleset::from_line(RULES).unwrap();
    let (names, position) = (SquareNames::of(&ruleset), fen::read(FEN, &ruleset).unwrap());
    let all = ruleset.legal_moves(&position);
    let same_ends = |mv: &Move| all.iter().filter(|it| (it.from(), it.to()) == (mv.from(), mv.to())).count();
    let many = *all.iter().max_by_key(|mv| same_ends(mv)).unwrap();
    assert!(same_ends(&many) > 20);
    let text = format!("{}:{}", names.name(many.from()), names.name(many.to()));
    let wanted = json!({"rules": RULES, "fen": FEN, "free": true, "moves": [text]});
    let (status, answer) = ann.request(Method::POST, "/api/position", Some(wanted)).await;
    assert_eq!((status, &answer["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("move")));
    assert!(answer["text"].as_str().unwrap().len() < 2000, "{answer}");
}

/// Two hundred games of one stranger wait for the computer, and another person's reply is the second to come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn security_3_a_stranger_with_many_games_delays_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), one_thread()).await;
    let players = &house.club.engines.players;
    let (busy, has_begun) = keep_busy!(players, 1);
    has_begun.recv().unwrap();
    let against = |level: u8| {
        let clocks = json!({"white": "5m", "black": "5m"});
        json!({"rules": "russian", "colour": "black", "clocks": clocks, "opponent": {"kind": "computer", "level": level}})
    };
    let mut stranger = house.visitor();
    let (mut games, mut looks) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        games.push(stranger.make(against(10)).await.0);
        let socket = games.last().map(|game| stranger.sit(game));
        looks.push(socket.unwrap().await.0);
        // Most of the games are left at once.
        looks.truncate(5);
    }
    let most = 60;
    until("what one person has waiting is bounded", || players.waiting() == most).await;
    let mut ann = house.visitor();
    let (id, _) = ann.make(against(6)).await;
    let (mut socket, _) = ann.sit_from("127.0.0.2", &id).await;
    until("Ann's game waits too", || players.waiting() > most).await;
    let (_also_busy, _) = keep_busy!(players, 2);
    drop(busy);
    assert_eq!(socket.event().await["state"]["ply"], 1, "the computer has moved");
    // Then the thread is busy again, so this counts what was done before.
    let store = house.club.store();
    let moved = |id: &String| !store.events(&GameId::new(id.as_str()), 0).unwrap().is_empty();
    let before = games.iter().filter(|id| moved(id)).count();
    assert!(before <= 2, "{before} replies to the stranger came first");
}

#[tokio::test]
async fn security_3_without_a_clock_the_computer_thinks_while_somebody_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), one_thread()).await;
    let players = &house.club.engines.players;
    let (busy, has_begun) = keep_busy!(players, 1);
    has_begun.recv().unwrap();
    let mut ann = house.visitor();
    let clocks = json!({"white": "none", "black": "none"});
    let game = json!({"rules": "russian", "colour": "black", "clocks": clocks,
        "opponent": {"kind": "computer", "level": 1}});
    let (id, _) = ann.make(game).await;
    assert_eq!(ann.get(&format!("/api/games/{id}")).await["state"]["seq"], 0);
    assert_eq!(players.waiting(), 0, "nobody is there");
    let (mut socket, _) = ann.sit(&id).await;
    until("the computer thinks", || players.waiting() == 1).await;
    drop(busy);
    assert_eq!(socket.event().await["state"]["ply"], 1);
}

/// The queue is bounded for each person; a person with too much waiting learns when to come again, and nobody else is
/// refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn security_7_too_many_questions_are_shed_with_429() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), one_thread()).await;
    let (hints, desk) = (&house.club.engines.hints, &house.club.engines.desk);
    let (busy_hints, begun) = keep_busy!(hints, 1);
    begun.recv().unwrap();
    let (busy_desk, begun) = keep_busy!(desk, 1);
    begun.recv().unwrap();
    let mut stranger = house.visitor();
    stranger.get("/api/me").await;
    let ask = |who: &Visitor, path: &'static str| {
        let mut who = who.clone();
        tokio::spawn(async move { who.request(Method::POST, path, Some(json!({"rules": "russian"}))).await })
    };
    let mut ann = house.visitor();
    ann.get("/api/me").await;
    let mut asked = Vec::new();
    for (path, most) in [("/api/position/hint", 10), ("/api/position", 60)] {
        let waiting = || if path.ends_with("hint") { hints.waiting() } else { desk.waiting() };
        asked.extend((0..most).map(|_| ask(&stranger, path)));
        until("they wait", || waiting() == most).await;
        let (status, answer) = ask(&stranger, path).await.unwrap();
        assert_eq!((status, &answer["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too-many")), "{path}");
        let also = ask(&ann, path);
        until("Ann waits too", || waiting() == most + 1).await;
        asked.push(also);
    }
    drop((busy_hints, busy_desk));
    for asked in asked {
        assert_eq!(asked.await.unwrap().0, StatusCode::OK, "everybody who waited is answered");
    }
}

#[tokio::test]
async fn security_2_what_changes_nothing_is_no_event() {
    let house = House::open().await;
    let (id, _, [mut white, mut black]) = two(&house, json!({})).await;
    white.act(json!({"kind": "insist"})).await;
    assert_eq!(white.event().await["state"]["seq"], 1);
    black.event().await;
    for _ in 0..5 {
        assert_eq!(white.refused(json!({"kind": "insist"})).await["problem"]["code"], "act");
    }
    white.play(&["c3", "d4"]).await;
    black.event().await;
    white.act(json!({"kind": "askBack"})).await;
    assert_eq!(white.event().await["state"]["seq"], 3);
    black.event().await;
    for _ in 0..5 {
        white.refused(json!({"kind": "askBack"})).await;
    }
    black.play(&["f6", "g5"]).await;
    assert_eq!(white.event().await["state"]["seq"], 4);
    // The opponent has acted, so now it can be said again.
    white.act(json!({"kind": "insist"})).await;
    assert_eq!(white.event().await["state"]["seq"], 5);
    assert_eq!(house.club.store().events(&GameId::new(id), 0).unwrap().len(), 5);
}

/// A seat has one budget, however many sockets its person opens; the opponent's moves do not come out of it, nor do the
/// person's own.
#[tokio::test]
async fn security_2_a_seat_that_does_too_much_takes_no_move_from_anybody() {
    let house = House::open().await;
    let (id, [ann, _], [mut white, mut black]) = two(&house, json!({})).await;
    let mut refused = 0;
    for _ in 0..4 {
        let (mut socket, _) = ann.sit(&id).await;
        for _ in 0..30 {
            let refusal = socket.refused(json!({"kind": "claim", "claim": "draw"})).await;
            refused += usize::from(refusal["problem"]["code"] == "too-many");
        }
    }
    assert!(refused > 0, "a hundred and twenty acts of one seat are too many");
    assert_eq!(white.play(&["c3", "d4"]).await["state"]["ply"], 1);
    black.event().await;
    assert_eq!(black.play(&["f6", "g5"]).await["state"]["ply"], 2);
}

/// A record from version 1 in which one player has insisted again and again still opens; that seat may only move, and
/// the other may do anything.
#[tokio::test]
async fn security_2_a_flooded_game_can_be_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (id, [ann, ben], _) = two(&house, json!({})).await;
    let folder = killed(folder.path());
    let names = SquareNames::of(&Ruleset::from_line("russian").unwrap());
    let line = Event { time: Millis(0), actor: Actor::player(Colour::White), deed: Act::Insist };
    let line = line.line(names);
    let event = |_| NewEvent { line: line.clone(), scope: Scope::All, client: None, wall: 0 };
    {
        let store = Sqlite::open(folder.path()).unwrap();
        let run = store.begin_run(0).unwrap().id;
        let events = (0..25_000).map(event).collect();
        let (tell, told) = mpsc::channel();
        let flood = Write::Events { game: GameId::new(id.as_str()), run, first: 1, events };
        store.write(vec![flood], Box::new(move |result| tell.send(result).unwrap()));
        told.recv().unwrap().unwrap();
    }
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (mut white, game) = house.guest(&ann).sit(&id).await;
    assert_eq!(game["state"]["seq"], 25_000);
    let (mut black, _) = house.guest(&ben).sit(&id).await;
    assert_eq!(white.refused(json!({"kind": "insist"})).await["problem"]["code"], "too-large");
    assert_eq!(white.play(&["c3", "d4"]).await["state"]["ply"], 1);
    black.event().await;
    assert_eq!(black.play(&["f6", "g5"]).await["state"]["ply"], 2);
    black.act(json!({"kind": "insist"})).await;
    assert_eq!(black.event().await["state"]["seq"], 25_003);
}

/// After many acts by both, an old number is still known: the same act is confirmed and does not count again, and a
/// different one is refused.
#[tokio::test]
async fn security_16_a_number_counts_once_however_long_ago_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { limited: false, ..Settings::default() }).await;
    let (id, [ann, ben], [mut white, mut black]) = two(&house, json!({})).await;
    let first = white.act(json!({"kind": "move", "path": ["c3", "d4"]})).await;
    white.event().await;
    black.event().await;
    for _ in 0..40 {
        black.act(json!({"kind": "insist"})).await;
        white.event().await;
        white.act(json!({"kind": "insist"})).await;
        white.event().await;
        black.event().await;
        black.event().await;
    }
    let act = |path: [&str; 2]| json!({"type": "act", "n": first, "act": {"kind": "move", "path": path}});
    white.send(&act(["c3", "d4"])).await;
    let confirmed = white.next("confirmed").await;
    assert_eq!((&confirmed["n"], &confirmed["seq"]), (&json!(first), &json!(1)));
    white.send(&act(["g3", "h4"])).await;
    assert_eq!(white.next("refused").await["problem"]["code"], "used-number");
    assert_eq!(house.club.store().events(&GameId::new(id.as_str()), 0).unwrap().len(), 81, "nothing counted twice");

    // The next run knows it too.
    let folder = killed(folder.path());
    let house = House::open_in(folder.path(), Settings::default()).await;
    let (mut white, _) = house.guest(&ann).sit(&id).await;
    let (mut black, _) = house.guest(&ben).sit(&id).await;
    white.send(&act(["c3", "d4"])).await;
    assert_eq!(white.next("confirmed").await["seq"], 1);
    white.send(&act(["g3", "h4"])).await;
    assert_eq!(white.next("refused").await["problem"]["code"], "used-number");
    black.play(&["f6", "g5"]).await;
}

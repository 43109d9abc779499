//! Ordinary people: 500 games at human pace, and some against the computer.

use crate::club::script::script;
use crate::club::{Socket, ask};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

/// The interval between moves in a game.
const PACE: Duration = Duration::from_secs(4);
/// How many people play against the computer, two at each level up to 6.
const AGAINST_COMPUTER: u8 = 12;
/// How long they look at the computer's move.
const LOOK: Duration = Duration::from_secs(1);
/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many games are opened at once.
const OPENING: usize = 16;

/// What ordinary people experienced, sorted.
#[derive(Default)]
pub struct Measured {
    /// From a move to its confirmation.
    pub moves: Vec<Duration>,
    /// From a move to the computer's reply.
    pub replies: Vec<Duration>,
    /// The refusals they got.
    pub refusals: Vec<String>,
}

/// Everyone who plays.
pub struct Crowd {
    address: String,
    tables: Vec<Table>,
    victim: Victim,
}

impl Crowd {
    /// Opens the games, with everyone in their seats.
    pub async fn open(address: &str, games: usize) -> Crowd {
        let mut tables = Vec::new();
        for block in (0..games).collect::<Vec<_>>().chunks(OPENING) {
            let opening: Vec<_> = block.iter().map(|at| tokio::spawn(Table::open(address.to_owned(), *at))).collect();
            for table in opening {
                tables.push(table.await.expect("a game"));
            }
        }
        Crowd { address: address.to_owned(), tables, victim: Victim::open(address).await }
    }

    /// What the attacker knows about the victim.
    pub fn victim(&self) -> &str {
        &self.victim.known
    }

    /// Everyone plays until this moment.
    pub async fn play(self, until: Instant) -> Measured {
        let Crowd { address, tables, victim } = self;
        let tables = tables.into_iter().enumerate().map(|(at, table)| {
            let first = PACE.mul_f64(at as f64 * 0.618 % 1.0);
            tokio::spawn(table.play(Instant::now() + first, until))
        });
        let lone = (0..AGAINST_COMPUTER).map(|at| tokio::spawn(against_computer(address.clone(), at, until)));
        let suffering = tokio::spawn(victim.suffer(address.clone(), until));
        let playing: Vec<_> = tables.chain(lone).collect();
        let mut all = Measured::default();
        for one in playing.into_iter().chain([suffering]) {
            let Measured { moves, replies, refusals } = one.await.expect("a player");
            all.moves.extend(moves);
            all.replies.extend(replies);
            all.refusals.extend(refusals);
        }
        all.moves.sort();
        all.replies.sort();
        all
    }
}

/// Both players of a game.
struct Table {
    sockets: [Socket; 2],
    script: Vec<String>,
}

impl Table {
    async fn open(address: String, at: usize) -> Table {
        let block = 1 + (at / 100) as u8;
        let [white, black] = [1, 2].map(|side| Ipv4Addr::new(127, 0, block, 2 * (at % 100) as u8 + side));
        let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white",
            "clocks": {"white": "1h", "black": "1h"}});
        let made = ask((&address, white), "POST", "/api/games", None, &wanted).await.expect("a game");
        let game = made.json().expect("a game");
        let id = game["id"].as_str().unwrap_or_else(|| panic!("{}", made.body)).to_owned();
        let seat = json!({"invitation": game["invitation"]});
        let sat = ask((&address, black), "POST", &format!("/api/games/{id}/seat"), None, &seat).await.expect("a seat");
        let path = format!("/api/games/{id}/socket");
        let mut sockets = Vec::new();
        for (from, cookie) in [(white, made.cookie), (black, sat.cookie)] {
            let cookie = cookie.expect("a cookie");
            let mut socket = Socket::open_from((&address, from), &path, &cookie).await.expect("a socket");
            socket.frame().await.expect("the game");
            sockets.push(socket);
        }
        let Ok(sockets) = sockets.try_into() else { unreachable!("two players") };
        Table { sockets, script: script(at as u64 + 1) }
    }

    async fn play(mut self, mut next: Instant, until: Instant) -> Measured {
        let mut measured = Measured::default();
        for (at, path) in self.script.iter().enumerate() {
            if next >= until {
                break;
            }
            tokio::time::sleep_until(next.into()).await;
            let [mover, other] = if at % 2 == 0 { [0, 1] } else { [1, 0] };
            match confirmed(&mut self.sockets[mover], at as u64 + 1, path).await {
                Ok((took, _)) => measured.moves.push(took),
                Err(refusal) => {
                    measured.refusals.push(refusal);
                    break;
                }
            }
            // The opponent reads what comes, as a page does.
            let _ = awaited(&mut self.sockets[other], |frame| frame.starts_with("{\"type\":\"event\"")).await;
            next += PACE;
        }
        measured
    }
}

/// Makes a move and waits for its confirmation; returns how long that took, and the frame.
async fn confirmed(socket: &mut Socket, n: u64, path: &str) -> Result<(Duration, String), String> {
    let begun = Instant::now();
    let message = format!("{{\"type\":\"act\",\"n\":{n},\"act\":{{\"kind\":\"move\",\"path\":[{path}]}}}}");
    if !socket.send(message).await {
        return Err("a closed socket".to_owned());
    }
    let own = format!("{{\"type\":\"event\",\"n\":{n},");
    let frame = awaited(socket, |frame| frame.starts_with(&own) || frame.starts_with("{\"type\":\"refused\"")).await?;
    if frame.starts_with(&own) { Ok((begun.elapsed(), frame)) } else { Err(frame) }
}

/// The next frame of the kind that is awaited.
async fn awaited(socket: &mut Socket, is_it: impl Fn(&str) -> bool) -> Result<String, String> {
    let reading = async {
        loop {
            match socket.frame().await {
                Some(frame) if is_it(&frame) => return Ok(frame),
                Some(_) => {}
                None => return Err("a closed socket".to_owned()),
            }
        }
    };
    tokio::time::timeout(PATIENCE, reading).await.unwrap_or_else(|_| Err("nothing came for a minute".to_owned()))
}

/// Plays against the computer, game after game.
async fn against_computer(address: String, at: u8, until: Instant) -> Measured {
    let mut measured = Measured::default();
    let from = Ipv4Addr::new(127, 0, 200, at + 1);
    let level = 1 + at % 6;
    let mut cookie = None;
    while Instant::now() < until {
        let game = one_game((&address, from), level, &mut cookie, until, &mut measured.replies).await;
        if let Err(refusal) = game {
            measured.refusals.push(format!("level {level}: {refusal}"));
            break;
        }
    }
    measured
}

async fn one_game(
    at: (&str, Ipv4Addr),
    level: u8,
    cookie: &mut Option<String>,
    until: Instant,
    replies: &mut Vec<Duration>,
) -> Result<(), String> {
    let wanted = json!({"rules": "russian", "opponent": {"kind": "computer", "level": level}, "colour": "white"});
    let made = ask(at, "POST", "/api/games", cookie.as_deref(), &wanted).await.map_err(|error| error.to_string())?;
    if made.cookie.is_some() {
        cookie.clone_from(&made.cookie);
    }
    let game = made.json().map_err(|error| error.to_string())?;
    let id = game["id"].as_str().ok_or_else(|| made.body.clone())?;
    let path = format!("/api/games/{id}/socket");
    let mut socket =
        Socket::open_from(at, &path, cookie.as_deref().unwrap_or_default()).await.map_err(|error| error.to_string())?;
    let first = awaited(&mut socket, |frame| frame.starts_with("{\"type\":\"game\"")).await?;
    let mut legal = legal(&first, "/game/state/legal");
    for n in 1.. {
        let Some(path) = legal else { break };
        if Instant::now() >= until {
            break;
        }
        let begun = Instant::now();
        let (_, own) = confirmed(&mut socket, n, &path).await?;
        // The last move of a game gets no reply.
        if own.contains("\"ending\":{") {
            break;
        }
        let reply = awaited(&mut socket, |frame| {
            frame.starts_with("{\"type\":\"event\"") && (frame.contains("\"move\":{") || frame.contains("\"ending\":{"))
        });
        let reply = reply.await?;
        replies.push(begun.elapsed());
        legal = self::legal(&reply, "/event/state/legal");
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

/// The first legal move of a frame, as squares in JSON.
fn legal(frame: &str, at: &str) -> Option<String> {
    let frame: Value = serde_json::from_str(frame).ok()?;
    let path = frame.pointer(at)?.get(0)?.get("path")?.as_array()?.clone();
    Some(path.iter().map(Value::to_string).collect::<Vec<_>>().join(","))
}

/// A person whom the attacker knows: by a game that waits for an opponent, and by the name of an account.
struct Victim {
    /// What the attacker gets to know.
    known: String,
    game: String,
    cookie: String,
}

/// Where the victim plays, and where they sign in later.
const HOME: Ipv4Addr = Ipv4Addr::new(127, 0, 201, 1);
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 201, 2);

impl Victim {
    async fn open(address: &str) -> Victim {
        let account = json!({"name": "Victoria", "password": "seven green kings"});
        let made = ask((address, HOME), "POST", "/api/me/account", None, &account).await.expect("an account");
        let cookie = made.cookie.expect("a cookie");
        let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white",
            "clocks": {"white": "1h", "black": "1h"}});
        let made = ask((address, HOME), "POST", "/api/games", Some(&cookie), &wanted).await.expect("a game");
        let game = made.json().expect("a game");
        let id = game["id"].as_str().expect("an id").to_owned();
        let known = json!({"game": id, "invitation": game["invitation"], "name": "Victoria"}).to_string();
        Victim { known, game: id, cookie }
    }

    /// Watches, and then tries to move in the game and to sign in elsewhere.
    async fn suffer(self, address: String, until: Instant) -> Measured {
        let mut measured = Measured::default();
        let path = format!("/api/games/{}/socket", self.game);
        let mut socket = Socket::open_from((&address, HOME), &path, &self.cookie).await.expect("a socket");
        let mut has_opponent = false;
        let looking = async {
            while let Some(frame) = socket.frame().await {
                has_opponent |= frame.starts_with("{\"type\":\"event\"");
            }
        };
        let _ = tokio::time::timeout_at(until.into(), looking).await;
        if has_opponent {
            match confirmed(&mut socket, 1, "\"c3\",\"d4\"").await {
                Ok((took, _)) => measured.moves.push(took),
                Err(refusal) => measured.refusals.push(format!("the victim's move: {refusal}")),
            }
        }
        let account = json!({"name": "Victoria", "password": "seven green kings"});
        let back = ask((&address, ELSEWHERE), "POST", "/api/me/login", None, &account).await;
        match back {
            Ok(answer) if answer.status == 200 => {}
            Ok(answer) => measured.refusals.push(format!("the victim's password: {}", answer.body)),
            Err(error) => measured.refusals.push(format!("the victim's password: {error}")),
        }
        measured
    }
}

//! A data folder that version 1 has written (`fixture/v1`): it opens, is migrated with a copy kept beside it, shows the same
//! games, and its live games go on.

use crate::house::{self, House, Visitor};
use damka_conduct::{GameId, Transcript, Worded};
use damka_server::Settings;
use damka_store::Sqlite;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture/v1").join(name)
}

fn expected() -> Value {
    serde_json::from_str(&std::fs::read_to_string(fixture("expected.json")).unwrap()).unwrap()
}

/// A copy of the folder, because opening it writes.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture("damka.db"), Sqlite::file(folder.path())).unwrap();
    folder
}

async fn open(folder: &Path) -> House {
    House::open_in(folder, Settings { limited: false, ..Settings::default() }).await
}

/// The people of the folder, by their names there, and a stranger.
fn people(house: &House, expected: &Value) -> HashMap<String, Visitor> {
    let known = expected["people"].as_object().unwrap().iter().map(|(name, person)| {
        let mut visitor = house.visitor();
        visitor.cookie = person["cookie"].as_str().map(str::to_owned);
        (name.clone(), visitor)
    });
    known.chain([("spectator".to_owned(), house.visitor())]).collect()
}

/// A word of version 1 as it is today: `noPieces` is `no-pieces`.
fn word(old: &Value) -> Value {
    let Some(old) = old.as_str() else { return Value::Null };
    let letters = old.chars().flat_map(|letter| match letter.is_ascii_uppercase() {
        true => vec!['-', letter.to_ascii_lowercase()],
        false => vec![letter],
    });
    letters.collect::<String>().into()
}

/// The pieces as the fixture has them: `wa1 Bh8`.
fn pieces(state: &Value) -> Value {
    let Some(pieces) = state["pieces"].as_object() else { return Value::Null };
    let each: Vec<String> = pieces.iter().map(|(cell, piece)| format!("{}{cell}", piece.as_str().unwrap())).collect();
    each.join(" ").into()
}

fn moves(game: &Value) -> Value {
    let text = |squares: &Value| {
        let squares: Vec<&str> = squares.as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
        squares.join(" ")
    };
    let each = game["moves"].as_array().unwrap().iter();
    each.map(|mv| json!([mv["text"], text(&mv["path"]), mv["fen"]])).collect()
}

/// The clauses that a sentence or its citation names, in brackets. Sentences may be worded better than version 1 worded them;
/// what they rest on stays.
fn clauses<'a>(texts: impl IntoIterator<Item = &'a Value>) -> BTreeSet<String> {
    let texts = texts.into_iter().filter_map(Value::as_str);
    let brackets = texts.flat_map(|text| text.split('[').skip(1)).filter_map(|rest| rest.split(']').next());
    brackets.flat_map(|ids| ids.split(", ")).map(str::to_owned).collect()
}

/// An open violation: whose it is, and what it rests on.
fn violation(state: &Value) -> Option<(Value, BTreeSet<String>)> {
    let violation = state.get("violation")?;
    Some((violation["by"].clone(), clauses(["text", "rights", "citation"].map(|part| &violation[part]))))
}

/// What of a view must be the same.
fn check_view(label: &str, shown: &Value, game: &Value, view: &Value, is_exact: bool) {
    let of = |name: &str| view.get(name).unwrap_or(&game[name]).clone();
    assert_eq!(shown["status"], view["status"], "{label}");
    for side in ["white", "black"] {
        let (player, old) = (&shown["players"][side], &of("players")[side]);
        for part in ["name", "kind", "level"] {
            assert_eq!(player.get(part), old.get(part), "{label}: {part} of {side}");
        }
        assert_eq!(shown["agreed"]["clocks"][side], of("agreed")["clocks"][side], "{label}");
    }
    for part in ["rules", "start", "mercy", "arbiter", "delay", "clocksText"] {
        // A period for each move is said more plainly since.
        let told =
            of("agreed")[part].to_string().replace("\"byoyomi, 1 period of 3 days\"", "\"3 days for each move\"");
        assert_eq!(shown["agreed"][part].to_string(), told, "{label}: {part}");
    }
    assert_eq!(shown["agreed"]["manner"], word(&of("agreed")["manner"]), "{label}");
    // In version 1 a player without the board never saw it.
    let was_blind = view["you"]["sight"] != "board" && shown["status"] == "over";
    let played = if was_blind { game["moves"].clone() } else { of("moves") };
    assert_eq!(moves(shown), played, "{label}: moves");
    // In version 1 the person who imported a game was its arbiter.
    let is_import = game["row"]["imported"] == 1;
    let seats = if is_import { &json!([]) } else { &view["you"]["seats"] };
    let sees = if was_blind { &json!("board") } else { &view["you"]["sight"] };
    assert_eq!((&shown["you"]["seats"], &shown["you"]["view"]), (seats, sees), "{label}");
    let (state, old) = (&shown["state"], &view["state"]);
    let board = if was_blind { &game["views"]["spectator"]["state"]["pieces"] } else { &old["pieces"] };
    assert_eq!(&pieces(state), board, "{label}: pieces");
    for part in ["toMove", "ply", "offer", "asksBack", "claimsNoWin", "hand"] {
        assert_eq!(state.get(part), old.get(part), "{label}: {part}");
    }
    // Version 1 showed spectators a violation that the opponent had not noticed, and never showed it to players.
    let is_told = shown["status"] == "over" || shown["you"]["seats"] == json!(["arbiter"]);
    match violation(old) {
        Some(old) => assert_eq!(violation(state), Some(old).filter(|_| is_told), "{label}: violation"),
        None => assert!(is_told || violation(state).is_none(), "{label}: violation"),
    }
    assert_eq!(word(&old["ending"]["reason"]), state["ending"]["reason"], "{label}: ending");
    let [new_clauses, old_clauses] = [state, old].map(|state| clauses([&state["ending"]["citation"]]));
    assert_eq!(new_clauses, old_clauses, "{label}: clauses of the ending");
    for part in ["winner", "counts"] {
        assert_eq!(state["ending"][part], old["ending"][part], "{label}: {part} of the ending");
    }
    if is_exact {
        assert_eq!(state["clocks"], old["clocks"], "{label}: clocks");
    } else {
        assert_eq!(state["clocks"]["running"], old["clocks"]["running"], "{label}");
    }
}

/// Whether the clocks of a game must be the same to the millisecond. In a game of days they go by the time of day, and
/// in imports that have no end they run while somebody looks.
fn has_exact_clocks(game: &Value) -> bool {
    let is_days = game["agreed"]["clocks"]["white"] == "1x3d";
    !is_days && game.get("clock_ticks").is_none()
}

#[tokio::test]
async fn every_game_is_shown_as_version_1_showed_it() {
    let (folder, expected) = (folder(), expected());
    let house = open(folder.path()).await;
    let mut people = people(&house, &expected);
    for game in expected["games"].as_array().unwrap() {
        let (label, id) = (game["label"].as_str().unwrap(), game["id"].as_str().unwrap());
        for (who, view) in game["views"].as_object().unwrap() {
            let shown = people.get_mut(who).unwrap().get(&format!("/api/games/{id}")).await;
            check_view(&format!("{label} as {who}"), &shown, game, view, has_exact_clocks(game));
        }
    }
}

/// What the one who exports a game has noted about it.
fn noted(label: &str) -> Option<&'static str> {
    match label {
        "notes-and-analysis" => Some("d6-c5 {Мой комментарий} 2. b2-c3 f6-g5 (2... f6-e5 3. d4:f6 g7:e5)"),
        "merged-over" => Some("1. c3-d4 {a guest wrote it} d6-c5"),
        _ => None,
    }
}

/// Today every file says who played, when and where.
fn without_new_tags(text: &str, old: &str) -> String {
    let is_new = |line: &&str| {
        let name = ["[Event ", "[Date ", "[White ", "[Black "].into_iter().find(|name| line.starts_with(name));
        name.is_some_and(|name| !old.contains(name))
    };
    text.split_inclusive('\n').filter(|line| !is_new(line)).collect()
}

/// The moves of a score sheet, however wide its columns are.
fn moves_of(sheet: &str) -> Vec<Vec<&str>> {
    let lines = sheet.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.filter(|words| words.first().is_some_and(|word| word.ends_with('.'))).collect()
}

#[tokio::test]
async fn every_game_is_exported_as_version_1_exported_it() {
    let (folder, expected) = (folder(), expected());
    let house = open(folder.path()).await;
    let mut people = people(&house, &expected);
    for game in expected["games"].as_array().unwrap() {
        let (label, id) = (game["label"].as_str().unwrap(), game["id"].as_str().unwrap());
        for (format, who) in game["exported_by"].as_object().unwrap() {
            let (Some(who), Some(old)) = (who.as_str(), game[format].as_str()) else { continue };
            let path = format!("/api/games/{id}/export?format={format}&lang=en");
            let text = people.get_mut(who).unwrap().get(&path).await;
            let text = text.as_str().unwrap();
            if format == "record" && label == "gone-days" {
                // What version 1 let be claimed in a game of days stays so; a file from elsewhere cannot claim it today.
                assert!(text.contains("white claim gone"), "{text}");
            } else if format == "record" {
                // Its lines are of today, and lead to the same game.
                let [new, old] = [text, old].map(|text| Transcript::read(text).unwrap());
                assert_eq!(new.spec, old.spec, "{label}");
                let new = new.play().unwrap().0;
                let ending = new.ending().map(|ending| (ending.kind().word(), ending.winner().map(|side| side.word())));
                let (reason, winner) = (word(&game["ending"]["reason"]), game["ending"]["winner"].as_str());
                assert_eq!(ending, reason.as_str().map(|reason| (reason, winner)), "{label}: {text}");
            } else if format == "pdn"
                && let Some(noted) = noted(label)
            {
                // Version 1 kept what somebody noted out of the file.
                assert!(text.contains(noted), "{label}: {text}");
            } else if format == "sheet" {
                // Guests and the computer had no column of names.
                assert_eq!(moves_of(text), moves_of(old), "{label}");
            } else {
                assert_eq!(without_new_tags(text, old), old, "{label}: {format}");
            }
        }
    }
}

#[tokio::test]
async fn lists_links_notes_and_analyses_are_there() {
    let (folder, expected) = (folder(), expected());
    let house = open(folder.path()).await;
    let mut people = people(&house, &expected);
    let mut blind: Vec<(String, String)> = Vec::new();
    for (who, games) in expected["my_games"].as_object().unwrap() {
        let mine = people.get_mut(who).unwrap().get("/api/me/games?limit=100").await;
        let old: Vec<Value> = games
            .as_array()
            .unwrap()
            .iter()
            .take(100)
            .map(|game| {
                // Version 1 showed the first position where a record stops without a result.
                let is_unknown = game["status"] == "over" && game["ending"].is_null();
                let kept = expected["games"].as_array().unwrap().iter().find(|kept| kept["id"] == game["id"]).unwrap();
                json!([
                    game["id"],
                    game["status"],
                    if is_unknown { &kept["fen"] } else { &game["fen"] },
                    if is_unknown { &kept["plies"] } else { &game["ply"] },
                    game["winner"],
                    word(&game["ending"]),
                    game["imported"]
                ])
            })
            .collect();
        let new: Vec<Value> = mine["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| {
                json!([
                    game["id"],
                    game["status"],
                    game["fen"],
                    game["ply"],
                    game["winner"],
                    game["ending"],
                    game["imported"]
                ])
            })
            .collect();
        // In version 1 a list showed the position to a player without the board.
        let is_blind = |new: &Value| new[1] != "over" && new[2] == "";
        for (new, old) in new.iter().zip(&old).filter(|(new, _)| !is_blind(new)) {
            assert_eq!(new, old, "{who}");
        }
        assert_eq!(new.len(), old.len(), "{who}");
        let unseen = new.iter().filter(|new| is_blind(new));
        blind.extend(unseen.map(|new| (who.clone(), new[0].as_str().unwrap().to_owned())));
    }
    let stranger = people.get_mut("spectator").unwrap();
    let lobby = stranger.get("/api/lobby").await;
    // Version 1 showed every game that was not over; now only those that somebody attends to, or in which something has
    // just happened, such as a credit for the time in which no server ran.
    let shown = lobby["live"].as_array().unwrap();
    let is_days = |game: &&Value| game["clocks"]["white"].as_str().unwrap().ends_with('d');
    assert_eq!(shown.iter().find(|game| !is_days(game)), None);
    assert!(shown.len() < expected["lobby"]["live"].as_array().unwrap().len());
    assert_eq!(lobby["open"], json!([]), "nobody waits there any more");
    for (name, link) in expected["links"].as_object().unwrap() {
        let path = format!("/api/links/{}", link["code"].as_str().unwrap());
        let shown = stranger.get(&path).await;
        let old = &link["view"];
        assert_eq!(shown["rules"], old["game"]["rules"], "{name}");
        let made = stranger.post(&path, json!(null)).await;
        let game = stranger.get(&format!("/api/games/{}", made["id"].as_str().unwrap())).await;
        if old["game"]["colour"] != "lots"
            && let Some(clocks) = old["game"].get("clocks").filter(|clocks| clocks.is_object())
        {
            assert_eq!(&game["agreed"]["clocks"], clocks, "{name}");
        }
    }
    assert!(!blind.is_empty());
    for (who, id) in blind {
        let view = people.get_mut(&who).unwrap().get(&format!("/api/games/{id}")).await["you"]["view"].clone();
        assert_ne!(view, "board", "{who}: {id}");
    }
    let label = |label: &str| {
        let games = expected["games"].as_array().unwrap();
        games.iter().find(|game| game["label"] == label).unwrap()["id"].as_str().unwrap().to_owned()
    };
    for (key, notes) in expected["notes"].as_object().unwrap() {
        let (game, who) = key.rsplit_once('/').unwrap();
        let kept = people.get_mut(who).unwrap().get(&format!("/api/games/{}/notes", label(game))).await;
        assert_eq!(&kept, notes, "{key}");
        let tree = people.get_mut(who).unwrap().get(&format!("/api/games/{}/tree", label(game))).await;
        let comments = tree["nodes"].as_array().unwrap().iter().filter(|node| node.get("comment").is_some()).count();
        assert_eq!((&tree["changed"], comments), (&notes["changed"], 1), "{key}");
    }
    // Old analyses were rendered pages; they are made again when somebody asks.
    for (game, _) in expected["analyses"].as_object().unwrap() {
        let path = format!("/api/games/{}/analysis", label(game));
        let anna = people.get_mut("anna").unwrap();
        assert_eq!(anna.get(&path).await["status"], "none", "{game}");
        anna.post(&path, json!({})).await;
        let begun = std::time::Instant::now();
        while anna.get(&path).await["status"] != "done" {
            assert!(begun.elapsed() < house::PATIENCE, "{game}: the analysis does not come");
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
}

#[tokio::test]
async fn live_games_go_on_in_lines_of_version_2() {
    let (folder, expected) = (folder(), expected());
    let house = open(folder.path()).await;
    let people = people(&house, &expected);
    let mut continued = Vec::new();
    for game in expected["games"].as_array().unwrap().iter().filter(|game| game["status"] == "live") {
        let (label, id) = (game["label"].as_str().unwrap(), game["id"].as_str().unwrap());
        let seated = game["seats"].as_array().unwrap().iter().filter(|seat| seat[0] != "arbiter");
        for seat in seated {
            let visitor = &people[seat[1].as_str().unwrap()];
            let (mut socket, shown) = visitor.sit(id).await;
            let Some(path) = shown["state"]["legal"][0]["path"].as_array().filter(|path| !path.is_empty()) else {
                continue;
            };
            if shown["state"]["clocks"]["running"].is_null() && label.contains("paused") {
                continue;
            }
            let n = socket.act(json!({"kind": "move", "path": path})).await;
            let confirmed = loop {
                let frame = socket.frame().await.unwrap();
                match frame["type"].as_str().unwrap() {
                    "event" if frame["n"] == n => break frame["event"].clone(),
                    "refused" => panic!("{label}: {frame}"),
                    _ => {}
                }
            };
            assert_eq!(
                confirmed["state"]["ply"].as_u64(),
                shown["state"]["ply"].as_u64().map(|ply| ply + 1),
                "{label}"
            );
            continued.push((label.to_owned(), id.to_owned(), game["lines"].clone()));
            break;
        }
    }
    assert!(continued.len() > 30, "{} live games could be continued", continued.len());
    let store = house.club.store();
    for (label, id, lines) in &continued {
        let kept = store.events(&GameId::new(id.as_str()), 0).unwrap();
        let old: Vec<&str> = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        let texts: Vec<&str> = kept.iter().map(|row| row.event.line.as_str()).collect();
        assert_eq!(texts[..old.len()], old, "{label}: old lines stay as they are");
        assert!(texts[old.len()..].iter().all(|line| line.starts_with("2 ")), "{label}: {texts:?}");
        assert!(texts.len() > old.len(), "{label}");
    }
    // And what was played since then comes back, too.
    let again = house::killed(folder.path());
    let after = open(again.path()).await;
    for (label, id, _) in &continued {
        let path = format!("/api/games/{id}");
        let [before, after] = [house.visitor().get(&path).await, after.visitor().get(&path).await];
        assert_eq!((moves(&before), pieces(&before["state"])), (moves(&after), pieces(&after["state"])), "{label}");
    }
}

/// A move taken back, a hand in the middle of something, a violation that is open: all of it goes on.
#[tokio::test]
async fn hands_and_questions_go_on_where_they_were() {
    let (folder, expected) = (folder(), expected());
    let house = open(folder.path()).await;
    let people = people(&house, &expected);
    let sit = async |label: &str, side: &str| {
        let games = expected["games"].as_array().unwrap();
        let game = games.iter().find(|game| game["label"] == label).unwrap();
        let seat = game["seats"].as_array().unwrap().iter().find(|seat| seat[0] == side).unwrap();
        people[seat[1].as_str().unwrap()].sit(game["id"].as_str().unwrap()).await.0
    };
    let act = async |label: &str, side: &str, act: Value| {
        let mut socket = sit(label, side).await;
        let n = socket.act(act).await;
        loop {
            let frame = socket.frame().await.unwrap();
            if frame["n"] == n {
                assert_eq!(frame["type"], "event", "{label}: {frame}");
                return frame["event"]["state"].clone();
            }
        }
    };
    let declined = act("offer-pending-live", "white", json!({"kind": "decline"})).await;
    assert!(declined.get("offer").is_none());
    let back = act("takeback-pending-live", "black", json!({"kind": "agreeBack"})).await;
    assert!(back.get("asksBack").is_none());
    let corrected = act("board-violation-open-live", "black", json!({"kind": "demand"})).await;
    assert_eq!(corrected["toMove"], "white");
    let placed = act("board-hand-air-live", "black", json!({"kind": "place", "cell": "e5"})).await;
    assert_eq!((&placed["hand"]["cell"], &placed["hand"]["air"]), (&json!("e5"), &json!(false)));
    // In a game of days nobody has to be there: who left in version 1 has not lost anything by it.
    let refused = {
        let mut socket = sit("days-live-left", "black").await;
        socket.refused(json!({"kind": "claim", "claim": "gone"})).await
    };
    assert_eq!(refused["problem"]["code"], "act");
}

#[test]
fn a_copy_of_what_version_1_wrote_is_kept_beside() {
    let folder = folder();
    drop(Sqlite::open(folder.path()).unwrap());
    let copy = folder.path().join("damka-v3.db");
    let count = |file: &Path, sql: &str| -> i64 {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let reader = rusqlite::Connection::open_with_flags(file, flags).unwrap();
        reader.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(count(&copy, "PRAGMA user_version"), 3);
    for table in ["games", "events", "people", "links", "notes", "analyses"] {
        let sql = format!("SELECT count(*) FROM {table}");
        assert_eq!(count(&copy, &sql), count(&fixture("damka.db"), &sql), "{table}");
    }
    assert!(count(&Sqlite::file(folder.path()), "PRAGMA user_version") > 3);
    // It is opened as often as one likes.
    drop(Sqlite::open(folder.path()).unwrap());
}

//! A full disk, a folder that cannot be written, a port that is taken: a clear message, and nothing confirmed is lost.
#![cfg(target_os = "linux")]

use crate::club::{Server, Socket, make_game, request};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");

fn serve(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(["--lang", "en", "serve", "--no-open"]).args(arguments).output().unwrap()
}

#[test]
fn a_folder_that_cannot_be_used_is_told() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be: for everybody, also for root, whom permissions do not stop.
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let told = serve(&["--port", "0", "--data", file.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&told.stderr).into_owned();
    assert_eq!(told.status.code(), Some(2));
    assert!(text.contains("cannot be used"), "{text}");
}

#[test]
fn a_port_that_is_taken_is_told_with_the_flag() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let told = serve(&["--port", &port.to_string(), "--data", folder.path().to_str().unwrap()]);
    let text = String::from_utf8_lossy(&told.stderr).into_owned();
    assert_eq!(told.status.code(), Some(2));
    assert!(text.contains(&format!("Port {port} is already in use")) && text.contains("--port"), "{text}");
}

/// The library that makes the disk full while a file is there.
pub fn shim(folder: &Path) -> PathBuf {
    let shim = folder.join("shim.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/power/shim.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&shim).arg(source).arg("-ldl").status();
    assert!(built.unwrap().success());
    shim
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_stops_the_game_and_loses_nothing() {
    stops_and_goes_on("DAMKA_POWER_FULL", "The disk is full.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_turns_read_only_stops_the_game_and_loses_nothing() {
    stops_and_goes_on("DAMKA_POWER_READ_ONLY", "The data folder is read-only.").await;
}

/// Plays while nothing can be written for a while. Systems do not make a file read-only that is open for writing, short of
/// a broken disk, so a library between the program and the system does.
async fn stops_and_goes_on(trouble: &str, told: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (data, full) = (folder.path().join("data"), folder.path().join("full"));
    std::fs::create_dir(&data).unwrap();
    let shim = shim(folder.path());
    let server = Server::start_with(Path::new(PROGRAM), &data, |command| {
        command.env("LD_PRELOAD", &shim).env("DAMKA_POWER_FOLDER", &data).env(trouble, &full);
    });
    let (id, [white, black]) = make_game(&server.address, "10m").await.unwrap();
    let path = format!("/api/games/{id}/socket?lang=en");
    let mut players = [
        Socket::open(&server.address, &path, &white).await.unwrap(),
        Socket::open(&server.address, &path, &black).await.unwrap(),
    ];
    let play = |n: u64, from: &str, to: &str| {
        json!({"type": "act", "n": n, "act": {"kind": "move", "path": [from, to]}}).to_string()
    };
    // A player who has not been shown the game yet may be shown it with the move already made.
    for player in &mut players {
        wait(player, "game").await;
    }
    players[0].send(play(1, "c3", "d4")).await;
    wait(&mut players[0], "event").await;
    wait(&mut players[1], "event").await;

    std::fs::write(&full, "").unwrap();
    players[1].send(play(2, "f6", "g5")).await;
    let refused = wait(&mut players[1], "refused").await;
    assert!(refused["problem"]["text"].as_str().unwrap().starts_with(told), "{refused}");
    for player in &mut players {
        assert_eq!(wait(player, "halted").await["problem"]["code"], "store", "everybody is told");
    }
    let (game, _) =
        request(&server.address, "GET", &format!("/api/games/{id}"), Some(&black), &json!(null)).await.unwrap();
    assert_eq!(
        (&game["state"]["ply"], &game["state"]["clocks"]["held"]),
        (&json!(1), &json!(true)),
        "the clocks stand"
    );
    let left = game["state"]["clocks"]["black"]["remaining"].clone();

    std::fs::remove_file(&full).unwrap();
    for player in &mut players {
        assert_eq!(wait(player, "halted").await["problem"], Value::Null, "and that it goes on");
    }
    let back = wait(&mut players[1], "game").await;
    let after = back["game"]["state"]["clocks"]["black"]["remaining"].as_u64().unwrap();
    assert!(left.as_u64().unwrap() - after < 500, "nothing ran while nothing could be saved");
    players[1].send(play(3, "f6", "g5")).await;
    assert_eq!(wait(&mut players[1], "event").await["event"]["state"]["ply"], 2);
}

/// A small disk of its own, for as long as the test runs.
struct Disk(PathBuf);

impl Disk {
    fn mount(at: &Path) -> Option<Disk> {
        std::fs::create_dir(at).unwrap();
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(at).output();
        mounted.is_ok_and(|mounted| mounted.status.success()).then(|| Disk(at.to_owned()))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_is_really_full_loses_nothing_even_in_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("disk");
    let Some(_disk) = Disk::mount(&at) else {
        eprintln!("skipped: only root may mount a small disk");
        return;
    };
    let data = at.join("data");
    let server = Server::start(Path::new(PROGRAM), &data);
    let (id, [white, black]) = make_game(&server.address, "10m").await.unwrap();
    let path = format!("/api/games/{id}/socket?lang=en");
    let mut player = Socket::open(&server.address, &path, &white).await.unwrap();
    let mut other = Socket::open(&server.address, &path, &black).await.unwrap();
    // The players insist in turn: repeating it is not an event.
    let act = |n: u64| json!({"type": "act", "n": n, "act": {"kind": "insist"}}).to_string();
    player.send(act(1)).await;
    wait(&mut player, "event").await;

    let filler = at.join("filler");
    let mut file = std::fs::File::create(&filler).unwrap();
    while std::io::Write::write(&mut file, &[0; 4096]).is_ok() {}
    let mut confirmed = 1_u64;
    let refused = loop {
        let actor = if confirmed.is_multiple_of(2) { &mut player } else { &mut other };
        actor.send(act(confirmed + 1)).await;
        let answer = loop {
            let frame: Value = serde_json::from_str(&actor.frame().await.expect("an open socket")).unwrap();
            if frame["type"] == "event" && frame["n"] == confirmed + 1 || frame["type"] == "refused" {
                break frame;
            }
        };
        if answer["type"] == "refused" {
            break answer;
        }
        confirmed += 1;
        assert!(confirmed < 5000, "the disk is not full");
    };
    assert!(refused["problem"]["text"].as_str().unwrap().starts_with("The disk is full."), "{refused}");
    assert_eq!(wait(&mut player, "halted").await["problem"]["code"], "store");
    let begun = std::time::Instant::now();
    while request(&server.address, "GET", "/api/health", None, &json!(null)).await.unwrap_or_default().0["code"]
        != "store"
    {
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "health says nothing");
    }
    drop(server);

    // An open file keeps its room.
    drop(file);
    std::fs::remove_file(&filler).unwrap();
    let server = Server::start(Path::new(PROGRAM), &data);
    let (game, _) =
        request(&server.address, "GET", &format!("/api/games/{id}"), Some(&white), &json!(null)).await.unwrap();
    assert_eq!(game["state"]["seq"], confirmed, "everything that was confirmed, and nothing else");
}

async fn wait(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let frame = tokio::time::timeout(std::time::Duration::from_secs(20), socket.frame()).await;
        let frame: Value = serde_json::from_str(&frame.expect("a frame in time").expect("an open socket")).unwrap();
        if frame["type"] == kind {
            return frame;
        }
    }
}

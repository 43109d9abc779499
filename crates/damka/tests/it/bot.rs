//! The example in `docs/api.md` is a real program: here it plays whole games in a real club.

use crate::club::{Server, Socket, request};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot/bot.py")
}

/// Whether there is a Python that can run it; otherwise there is nothing to test.
fn has_python() -> bool {
    let check = "import sys; sys.exit(sys.version_info < (3, 9))";
    let found = Command::new("python3").args(["-c", check]).stderr(Stdio::null()).status();
    let has = found.is_ok_and(|status| status.success());
    if !has {
        eprintln!("no Python 3.9 or later here: the bot is not tested");
    }
    has
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn interop_6_the_documented_bot_plays_whole_games() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Path::new(PROGRAM), folder.path());
    let club = format!("http://{}", server.address);
    for rules in ["russian", "international", "english"] {
        let arguments = ["--club", &club, "--rules", rules, "--level", "1"];
        let output = Command::new("python3").arg(script()).args(arguments).output().unwrap();
        let said = said(&output);
        let last = said.lines().last().unwrap_or_default();
        assert!(["wins", "draw", "Draw"].iter().any(|word| last.contains(word)), "{rules}: {said}");
    }
    let output = Command::new("python3").arg(script()).args(["--club", &club, "--rules", "nonsense"]).output().unwrap();
    assert!(text(&output.stderr).contains("Problem: rules: "), "{}", text(&output.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn interop_6_the_documented_bot_joins_a_person() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Path::new(PROGRAM), folder.path());
    let wanted = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    let (made, cookie) = request(&server.address, "POST", "/api/games", None, &wanted).await.unwrap();
    let (id, secret) = (made["id"].as_str().unwrap(), made["invitation"].as_str().unwrap());
    let invitation = format!("http://{}/game/{id}#seat={secret}", server.address);
    let bot =
        Command::new("python3").arg(script()).args(["--join", &invitation]).stdout(Stdio::piped()).spawn().unwrap();
    let path = format!("/api/games/{id}/socket?client=5000");
    let mut socket = Socket::open(&server.address, &path, &cookie.unwrap()).await.unwrap();
    // The game begins when the bot has joined; it answers the first move.
    loop {
        let frame: Value = serde_json::from_str(&socket.frame().await.expect("an open socket")).unwrap();
        if frame["type"] == "game" && frame["game"]["state"]["legal"].is_array() {
            let act = json!({"type": "act", "n": 1, "act": {"kind": "move", "path": ["c3", "d4"]}});
            assert!(socket.send(act.to_string()).await);
        }
        if frame["event"]["move"]["by"] == "black" {
            assert!(socket.send(json!({"type": "act", "n": 2, "act": {"kind": "resign"}}).to_string()).await);
            break;
        }
    }
    let said = tokio::task::spawn_blocking(move || said(&bot.wait_with_output().unwrap())).await.unwrap();
    assert!(said.contains("Black wins"), "{said}");
}

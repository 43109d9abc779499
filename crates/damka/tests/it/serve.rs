//! `damka serve` and `damka backup` as those who run a club meet them: in the network, copied while it is open, told to
//! close, with logs for machines.
#![cfg(unix)]

use crate::club::{Server, Socket, make_game, request};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");

/// A server whose words are read by the test; it is ended when the test is.
struct Told {
    child: Child,
    lines: Vec<String>,
}

impl Told {
    /// Starts it and reads until it says how to close it.
    fn start(folder: &Path, arguments: &[&str]) -> Told {
        let mut child = Command::new(PROGRAM)
            .args(["--lang", "en", "serve", "--port", "0", "--no-open", "--data"])
            .arg(folder)
            .args(arguments)
            .env("DAMKA_LOG", "info")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.contains("Ctrl+C")) {
            lines.push(out.next().expect("it says how to close it").unwrap());
        }
        Told { child, lines }
    }

    fn after(&self, words: &str) -> Option<String> {
        self.lines.iter().find_map(|line| line.split_once(words)).map(|(_, rest)| rest.trim().to_owned())
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn ask(address: &str, path: &str) -> Value {
    request(address, "GET", path, None, &json!(null)).await.unwrap().0
}

#[tokio::test]
async fn the_network_is_let_in_only_when_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let open = Told::start(folder.path(), &["--lan"]);
    let Some(url) = open.after("On your network: http://") else {
        let said = open.after("open this machine's address with port").expect("it says that there is no address");
        eprintln!("skipped: this machine has no network, which the server said: {said}");
        return;
    };
    assert!(open.lines.iter().any(|line| line.contains('█')), "a QR code: {:?}", open.lines);
    let own = open.after("The club is open at http://localhost:").unwrap();
    assert!(!url.starts_with("127.") && url.ends_with(&own), "{url}");
    assert!(ask(&url, "/api/me").await["language"].is_string());
    // What others need to come has the address that they can reach.
    let localhost = format!("127.0.0.1:{own}");
    let (handover, _) = request(&localhost, "POST", "/api/me/handover", None, &json!(null)).await.unwrap();
    assert!(handover["url"].as_str().unwrap().starts_with(&format!("http://{url}/continue#")), "{handover}");

    let other = tempfile::tempdir().unwrap();
    let closed = Told::start(other.path(), &[]);
    let port = closed.after("The club is open at http://localhost:").unwrap();
    let host = url.rsplit_once(':').unwrap().0;
    assert!(std::net::TcpStream::connect(format!("{host}:{port}")).is_err(), "this machine only");
}

#[tokio::test]
async fn a_backup_is_made_while_people_play() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(Path::new(PROGRAM), &data);
    let (id, [white, black]) = make_game(&server.address, "1h").await.unwrap();
    let path = format!("/api/games/{id}/socket?lang=en");
    let mut players = [
        Socket::open(&server.address, &path, &white).await.unwrap(),
        Socket::open(&server.address, &path, &black).await.unwrap(),
    ];
    // The players act in turn all the time; everything confirmed before the copy began must be in it.
    let mut n = 0;
    let mut act = async |players: &mut [Socket; 2]| {
        n += 1;
        let player = &mut players[n % 2];
        player.send(json!({"type": "act", "n": n, "act": {"kind": "insist"}}).to_string()).await;
        loop {
            let frame: Value = serde_json::from_str(&player.frame().await.expect("an open socket")).unwrap();
            if frame["type"] == "event" && frame["n"] == n {
                return frame["event"]["state"]["seq"].as_u64().unwrap();
            }
        }
    };
    let mut confirmed = 0;
    for _ in 0..20 {
        confirmed = act(&mut players).await;
    }
    let copied = folder.path().join("copy");
    std::fs::create_dir(&copied).unwrap();
    let file = copied.join("damka.db");
    let mut copying = Command::new(PROGRAM)
        .args(["--lang", "en", "backup", "--data"])
        .args([&data, &file])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while copying.try_wait().unwrap().is_none() {
        act(&mut players).await;
    }
    let mut said = String::new();
    copying.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(copying.wait().unwrap().success() && said.starts_with("Everything has been copied"), "{said}");
    let again = Command::new(PROGRAM).args(["--lang", "en", "backup", "--data"]).args([&data, &file]).output().unwrap();
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("nothing is overwritten"));

    let restored = Server::start(Path::new(PROGRAM), &copied);
    let (game, _) =
        request(&restored.address, "GET", &format!("/api/games/{id}"), Some(&white), &json!(null)).await.unwrap();
    assert!(game["state"]["seq"].as_u64().unwrap() >= confirmed, "{confirmed} were confirmed: {game}");
    assert_eq!(game["you"]["seats"], json!(["white"]), "cookies are worth the same there");
}

/// Two servers on one folder would both think that a game is theirs.
#[tokio::test]
async fn a_folder_has_one_server_and_the_second_is_told_which() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start(Path::new(PROGRAM), folder.path());
    let (id, [white, _]) = make_game(&first.address, "1h").await.unwrap();
    let second = Command::new(PROGRAM)
        .args(["--lang", "en", "serve", "--port", "0", "--no-open", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    let port = first.address.rsplit_once(':').unwrap().1;
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("process {}", first.child.id())) && said.contains(port), "{said}");
    // The first does not notice, and a copy can be made beside it.
    let (game, _) =
        request(&first.address, "GET", &format!("/api/games/{id}"), Some(&white), &json!(null)).await.unwrap();
    assert_eq!(game["you"]["seats"], json!(["white"]));
    // A server that was killed leaves no lock behind.
    drop(first);
    let third = Server::start(Path::new(PROGRAM), folder.path());
    assert!(ask(&third.address, "/api/lobby").await["open"].is_array());
}

#[tokio::test]
async fn more_people_come_than_a_program_may_usually_have_files_open() {
    let hard = Command::new("sh").args(["-c", "ulimit -Hn"]).output().unwrap();
    let hard: u64 = String::from_utf8_lossy(&hard.stdout).trim().parse().unwrap_or(u64::MAX);
    if hard < 400 {
        eprintln!("skipped: this system allows a program {hard} open files at most");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // The shell lowers what the server begins with; the server asks for more.
    let server = Server::start_with(Path::new("sh"), folder.path(), |command| {
        let arguments: Vec<_> = command.get_args().map(std::ffi::OsStr::to_owned).collect();
        let mut lowered = Command::new("sh");
        lowered.args(["-c", "ulimit -Sn 64 && exec \"$0\" \"$@\"", PROGRAM]).args(arguments).arg("--unlimited");
        lowered.stdout(Stdio::piped());
        *command = lowered;
    });
    let (id, [white, _]) = make_game(&server.address, "1h").await.unwrap();
    let mut sockets = Vec::new();
    for _ in 0..200 {
        let mut socket = Socket::open(&server.address, &format!("/api/games/{id}/socket"), &white).await.unwrap();
        assert!(socket.frame().await.unwrap().starts_with("{\"type\":\"game\""));
        sockets.push(socket);
    }
}

#[tokio::test]
async fn it_closes_when_told_and_logs_for_machines() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Told::start(folder.path(), &["--log-json", "--unlimited"]);
    let address = format!("127.0.0.1:{}", server.after("The club is open at http://localhost:").unwrap());
    let (id, [white, _]) = make_game(&address, "10m").await.unwrap();
    let mut player = Socket::open(&address, &format!("/api/games/{id}/socket?lang=en"), &white).await.unwrap();
    let mut bye = None;
    assert!(Command::new("kill").arg(server.child.id().to_string()).status().unwrap().success());
    while let Some(frame) = player.frame().await {
        bye = Some(serde_json::from_str::<Value>(&frame).unwrap());
    }
    assert_eq!(bye.unwrap()["problem"]["code"], "closing", "everybody is told");
    assert!(server.child.wait().unwrap().success());
    let mut logs = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut logs).unwrap();
    let lines: Vec<Value> = logs.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    for message in ["the club is open", "the club closes"] {
        assert!(lines.iter().any(|line| line["message"] == message && line["level"] == "INFO"), "{logs}");
    }
    let secret = white.split_once('=').unwrap().1;
    assert!(!logs.contains(secret) && !logs.contains(secret.split('.').next().unwrap()), "no secrets in logs");
}

//! `damka worker` and `damka worker-key`: real processes against a real club, on both stores.
#![cfg(unix)]

use crate::binary::text;
use crate::club::Server;
use crate::club::helpers::{Helper, analysis, games, until_analysis};
use damka_servers::Postgres as Database;
use damka_store::{JobWrite, NewWorkerKey, Postgres, Write};
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_damka");
/// A key, and the hash that a club keeps of it.
const KEY: [&str; 2] =
    ["abcdefghjkmnpqrstuvwxyz234", "a9391e01c5cdb0a5112d79bc9ba2c9f27db8adc07e08879638bb275d94ac40a2"];

fn said(arguments: &[&str], data: &Path) -> String {
    let output = Command::new(PROGRAM).args(["--lang", "en"]).args(arguments).arg("--data").arg(data).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn key(data: &Path, name: &str) -> String {
    let made = said(&["worker-key", "add", name], data);
    made.lines().nth(1).unwrap_or_else(|| panic!("{made}")).to_owned()
}

/// A club that leaves its jobs to workers, with leases that expire soon.
fn serve(folder: &Path, more: &[&str]) -> Server {
    Server::start_with(Path::new(PROGRAM), folder, |command| {
        command.args(["--unlimited", "--no-own-jobs", "--job-lease", "1500", "--compare", "0"]).args(more);
    })
}

fn helper(server: &Server, key: &str, name: &str) -> Helper {
    Helper::start(Path::new(PROGRAM), &server.address, key, name)
}

fn signal(helper: &Helper, signal: Signal) {
    kill_process(Pid::from_child(&helper.child), signal).unwrap();
}

/// A worker is killed in the middle of a game; another one does it.
async fn killed_in_the_middle(server: &Server, key: &str) {
    let (cookie, games) = games(&server.address, 1, 90).await;
    assert_eq!(analysis(&server.address, "POST", &cookie, &games[0]).await["status"], "waiting");
    let first = helper(server, key, "first");
    let begun = until_analysis(&server.address, &cookie, &games[0], |it| it["done"].as_u64() >= Some(2)).await;
    assert_eq!(begun["status"], "running", "{begun}");
    signal(&first, Signal::KILL);
    let second = helper(server, key, "second");
    let done = until_analysis(&server.address, &cookie, &games[0], |it| it["status"] == "done").await;
    assert!(done["positions"].as_array().unwrap().len() > 20, "the whole game");
    second.until_told("Analysis of a game: done in").await;
    assert!(!first.told().contains("done in"), "{}", first.told());
}

#[tokio::test]
async fn another_worker_finishes_what_a_killed_one_began() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[]);
    killed_in_the_middle(&server, &key(folder.path(), "attic")).await;
}

#[tokio::test]
async fn another_worker_finishes_what_a_killed_one_began_on_postgresql() {
    let folder = tempfile::tempdir().unwrap();
    let url = Database::shared().database();
    let server = serve(folder.path(), &["--postgres", &url]);
    let store = Postgres::open(&url).unwrap();
    let (hash, name) = (KEY[1].to_owned(), "attic".to_owned());
    let key = NewWorkerKey { hash, name, maker: None, made_at: 1 };
    damka_store::story::write(&store, vec![Write::Job(JobWrite::Key(key))]).unwrap();
    killed_in_the_middle(&server, KEY[0]).await;
}

#[tokio::test]
async fn a_worker_that_is_stopped_gives_its_job_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(Path::new(PROGRAM), folder.path(), |command| {
        command.args(["--unlimited", "--no-own-jobs", "--job-lease", "600000"]);
    });
    let key = key(folder.path(), "attic");
    let (cookie, games) = games(&server.address, 1, 90).await;
    analysis(&server.address, "POST", &cookie, &games[0]).await;
    let mut worker = helper(&server, &key, "one");
    until_analysis(&server.address, &cookie, &games[0], |it| it["status"] == "running").await;
    signal(&worker, Signal::INT);
    assert_eq!(worker.until_ended().await.code(), Some(0), "{}", worker.told());
    let told = worker.told();
    assert!(told.contains("The job went back") && told.contains("Stopped. Jobs done: 0"), "{told}");
    // Nobody waits for the end of the lease.
    let status = analysis(&server.address, "GET", &cookie, &games[0]).await["status"].clone();
    assert_eq!(status, "waiting");
    let _second = helper(&server, &key, "two");
    until_analysis(&server.address, &cookie, &games[0], |it| it["status"] == "done").await;
}

#[tokio::test]
async fn a_worker_goes_on_after_the_club_was_away() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[]);
    let (key, address) = (key(folder.path(), "attic"), server.address.clone());
    let worker = helper(&server, &key, "one");
    worker.until_told("At work for http://").await;
    let (cookie, games) = games(&address, 1, 30).await;
    drop(server);
    worker.until_told("The club cannot be reached").await;
    let port = address.rsplit_once(':').unwrap().1.to_owned();
    let server = Server::start_with(Path::new(PROGRAM), folder.path(), |command| {
        // A repeated option does not override the first one, so the port is replaced.
        let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
        let mut again = Command::new(PROGRAM);
        let is_port = |at: usize| at > 0 && arguments[at - 1] == "--port";
        for (at, argument) in arguments.iter().enumerate() {
            again.arg(if is_port(at) { port.as_ref() } else { argument.as_os_str() });
        }
        again.args(["--unlimited", "--no-own-jobs"]).stdout(std::process::Stdio::piped());
        *command = again;
    });
    assert_eq!(server.address, address);
    worker.until_told("The club can be reached again").await;
    analysis(&address, "POST", &cookie, &games[0]).await;
    until_analysis(&address, &cookie, &games[0], |it| it["status"] == "done").await;
    worker.until_told("Jobs done: 1").await;
}

#[tokio::test]
async fn who_is_not_wanted_is_told_why_and_keys_are_managed() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[]);
    let key = key(folder.path(), "attic");
    let listed = said(&["worker-key", "list"], folder.path());
    assert!(listed.contains("attic") && !listed.contains(&key), "{listed}");
    let mut worker = helper(&server, &key, "one");
    worker.until_told("At work for").await;
    assert!(said(&["worker-key", "withdraw", "1"], folder.path()).contains("withdrawn"));
    assert!(said(&["worker-key", "list"], folder.path()).contains("withdrawn 2"));
    for (language, words) in
        [("en", "knows no such key"), ("ru", "не знает такого ключа"), ("uk", "не знає такого ключа")]
    {
        let mut refused = Helper::start_in(language, Path::new(PROGRAM), &server.address, &key, "x");
        assert_eq!(refused.until_ended().await.code(), Some(2), "{}", refused.told());
        assert!(refused.told().contains(words), "{}", refused.told());
    }
    // A worker that waits for a job learns of it with its next request.
    assert_eq!(worker.until_ended().await.code(), Some(2), "{}", worker.told());
    drop(server);
    assert!(said(&["worker-key", "add", "cellar"], folder.path()).contains("Key no. 2"), "also while it is closed");

    let run = |arguments: &[&str]| {
        let mut program = Command::new(PROGRAM);
        let output = program.args(["--lang", "en", "worker"]).args(arguments).env_remove("DAMKA_KEY").output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    assert!(run(&["--club", "club.example", "--key", "k"]).contains("is not the address of a club"));
    assert!(run(&["--club", "http://club.example"]).contains("needs a key"));
}

//! Letters of `damka serve` through a real mail server: Python's, of the standard library or aiosmtpd (`make mail-server`
//! installs it where neither is there).
#![cfg(unix)]

use crate::club::{Server, ask};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A mail server that prints what it gets.
struct MailServer {
    child: Child,
    port: u16,
    lines: Receiver<String>,
}

impl MailServer {
    fn start() -> MailServer {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let has = |module: &str| {
            let mut python = Command::new("python3");
            python.args(["-W", "ignore", "-c", &format!("import {module}")]).stderr(Stdio::null());
            python.status().is_ok_and(|status| status.success())
        };
        let mut command = Command::new("python3");
        command.args(["-W", "ignore", "-u"]);
        if has("smtpd") {
            command.args(["-m", "smtpd", "-n", "-c", "DebuggingServer", &format!("127.0.0.1:{port}")]);
        } else {
            assert!(has("aiosmtpd"), "this test needs a mail server of Python: `make mail-server` installs one");
            command.args(["-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{port}")]);
            command.args(["-c", "aiosmtpd.handlers.Debugging", "stdout"]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        let listens = || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok();
        for tries in 0.. {
            if listens() {
                break;
            }
            assert!(tries < 400, "the mail server listens in time");
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        MailServer { child, port, lines }
    }

    /// The rest of the next line that has this in it.
    fn after(&self, word: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(20)).expect("a letter in time");
            // One of the two servers prints lines as Python writes bytes.
            if let Some((_, rest)) = line.split_once(word) {
                return rest.trim_end_matches(['\'', '"', '>']).to_owned();
            }
        }
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn done(address: &str, method: &str, path: &str, cookie: Option<&str>, body: &Value) -> (Value, Option<String>) {
    let answer = ask((address, Ipv4Addr::LOCALHOST), method, path, cookie, body).await.unwrap();
    assert!((200..300).contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.body);
    (answer.json().unwrap_or(Value::Null), answer.cookie)
}

#[tokio::test]
async fn letters_go_through_a_real_mail_server_and_its_password_is_printed_nowhere() {
    let mail = MailServer::start();
    let folder = tempfile::tempdir().unwrap();
    let url = format!("smtp://127.0.0.1:{}", mail.port);
    let server = Server::start_with(Path::new(env!("CARGO_BIN_EXE_damka")), folder.path(), |command| {
        command.arg("--mail-at-once").args(["--mail-from", "Damka <damka@club.test>"]).env("DAMKA_SMTP", &url);
    });
    let at = server.address.as_str();
    let account = json!({"name": "Ann", "password": "seven green draughtsmen"});
    let (_, ann) = done(at, "POST", "/api/me/account", None, &account).await;
    let wanted = json!({"address": "ann@club.test", "topics": ["came"]});
    let ann = ann.as_deref();
    let (settings, _) = done(at, "PUT", "/api/me/mail", ann, &wanted).await;
    assert_eq!(settings["mail"]["confirmed"], false);
    assert_eq!(mail.after("Subject: "), "Confirm your address");
    let code = mail.after("/mail#");
    done(at, "POST", "/api/mail/confirm", None, &json!({"code": code})).await;

    let game = json!({"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"});
    let (made, _) = done(at, "POST", "/api/games", ann, &game).await;
    let seat = format!("/api/games/{}/seat", made["id"].as_str().unwrap());
    done(at, "POST", &seat, None, &json!({"invitation": made["invitation"]})).await;
    assert_eq!(mail.after("Subject: "), "your opponent has come to play with you.");
    let off = mail.after("List-Unsubscribe: <");
    let path = &off[off.find("/mail?off=").unwrap()..];
    done(at, "POST", path, None, &json!({})).await;
    let (settings, _) = done(at, "GET", "/api/me/notices/settings", ann, &Value::Null).await;
    assert!(settings["mail"].is_null() && settings["canMail"] == true, "{settings}");
}

#[test]
fn what_is_no_mail_server_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let serve = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damka"));
        command
            .args(["--lang", "en", "serve", "--port", "0", "--no-open", "--data"])
            .arg(folder.path())
            .args(arguments);
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
    };
    let said = serve(&["--smtp", "smtp//user:secret@mail.example"]);
    assert!(said.contains("The address of the mail server is not valid") && !said.contains("secret"), "{said}");
    let said = serve(&["--smtp", "smtp://localhost", "--mail-from", "nobody"]);
    assert!(said.contains("“nobody” is not a valid sender"), "{said}");
}

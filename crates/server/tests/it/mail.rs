//! Letters, with a small mail server that keeps what it gets. A real one is in the tests of the program.

use crate::house::{House, PATIENCE, Visitor, two};
use crate::notices::{slow, until};
use axum::http::{Method, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use damka_server::{MailPlan, MailServer, Settings};
use serde_json::json;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A letter as the mail server got it.
#[derive(Debug)]
pub struct Got {
    pub to: String,
    head: String,
    text: String,
}

impl Got {
    /// What stands behind a word of the text, up to the end of the line.
    pub fn after(&self, word: &str) -> String {
        let (_, rest) = self.text.split_once(word).unwrap_or_else(|| panic!("{word}: {self:?}"));
        rest.split_whitespace().next().unwrap().to_owned()
    }

    fn header(&self, name: &str) -> Option<String> {
        let start = format!("{name}: ");
        let unfolded = self.head.replace("\r\n ", "");
        unfolded.lines().find_map(|line| line.strip_prefix(&start).map(str::to_owned))
    }
}

/// Text of a letter as people read it.
fn decoded(head: &str, body: &str) -> String {
    let head = head.to_lowercase();
    if head.contains("content-transfer-encoding: base64") {
        let joined: String = body.split_whitespace().collect();
        return String::from_utf8(STANDARD.decode(joined).unwrap()).unwrap();
    }
    if !head.contains("content-transfer-encoding: quoted-printable") {
        return body.to_owned();
    }
    let (mut bytes, mut rest) = (Vec::new(), body.replace("=\r\n", "").into_bytes().into_iter());
    while let Some(byte) = rest.next() {
        if byte != b'=' {
            bytes.push(byte);
            continue;
        }
        let pair = [rest.next().unwrap(), rest.next().unwrap()];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&pair).unwrap(), 16).unwrap());
    }
    String::from_utf8(bytes).unwrap()
}

/// Speaks SMTP to one client: refuses addresses that begin with `nobody`, and those with `once` after their first letter.
async fn speak(stream: TcpStream, got: mpsc::UnboundedSender<Got>, known: Arc<Mutex<HashSet<String>>>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut to = String::new();
    write.write_all(b"220 mail.test ESMTP\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let command = line.to_uppercase();
        let answer = if command.starts_with("EHLO") {
            "250-mail.test\r\n250 8BITMIME"
        } else if command.starts_with("RCPT TO:") {
            to = line["RCPT TO:".len()..].trim_matches(['<', '>', ' ']).to_owned();
            let is_gone = to.starts_with("once") && !known.lock().unwrap().insert(to.clone());
            if is_gone || to.starts_with("nobody") { "550 5.1.1 no such user" } else { "250 2.1.5 ok" }
        } else if command == "DATA" {
            write.write_all(b"354 go on\r\n").await.ok()?;
            let mut letter = String::new();
            loop {
                let line = lines.next_line().await.ok()??;
                if line == "." {
                    break;
                }
                letter += line.strip_prefix('.').unwrap_or(&line);
                letter += "\r\n";
            }
            let (head, body) = letter.split_once("\r\n\r\n").expect("a head and a text");
            let text = decoded(head, body);
            got.send(Got { to: to.clone(), head: head.to_owned(), text }).ok()?;
            "250 2.0.0 kept"
        } else if command == "QUIT" {
            write.write_all(b"221 bye\r\n").await.ok()?;
            return Some(());
        } else {
            "250 2.0.0 ok"
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
}

/// A mail server, as a plan that sends without waiting, and what it gets.
pub async fn mail_server() -> (MailPlan, mpsc::UnboundedReceiver<Got>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (send, got) = mpsc::unbounded_channel();
    let known = Arc::<Mutex<HashSet<String>>>::default();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(speak(stream, send.clone(), Arc::clone(&known)));
        }
    });
    let server = MailServer::at(&url, "Damka <club@club.test>").unwrap();
    (MailPlan::new(server, "http://club.test".to_owned()).at_once(), got)
}

/// A club with a mail server, and what that gets.
struct Mailing {
    house: House,
    got: mpsc::UnboundedReceiver<Got>,
    _folder: tempfile::TempDir,
}

impl Mailing {
    async fn open(limited: bool) -> Mailing {
        let (plan, got) = mail_server().await;
        let mail = Some(plan);
        let folder = tempfile::tempdir().unwrap();
        let house = House::open_in(folder.path(), Settings { mail, limited, ..Settings::default() }).await;
        Mailing { house, got, _folder: folder }
    }

    async fn letter(&mut self) -> Got {
        tokio::time::timeout(PATIENCE, self.got.recv()).await.expect("a letter in time").unwrap()
    }

    /// Somebody enters an address; gives the code of the letter.
    async fn enter(&mut self, who: &mut Visitor, address: &str) -> String {
        let topics = ["turn", "time", "asked"];
        let entered =
            who.request(Method::PUT, "/api/me/mail", Some(json!({"address": address, "topics": topics}))).await;
        assert_eq!(entered.0, StatusCode::OK, "{entered:?}");
        assert_eq!(entered.1["mail"]["confirmed"], false);
        let letter = self.letter().await;
        assert_eq!(letter.to, address);
        letter.after("http://club.test/mail#")
    }

    async fn confirmed(&mut self, who: &mut Visitor, address: &str) {
        let code = self.enter(who, address).await;
        let mut elsewhere = self.house.visitor();
        let answer = elsewhere.request(Method::POST, "/api/mail/confirm", Some(json!({"code": code}))).await;
        assert_eq!(answer.0, StatusCode::NO_CONTENT, "{answer:?}");
    }
}

async fn account(who: &mut Visitor, name: &str) {
    who.post("/api/me/account", json!({"name": name, "password": "seven green draughtsmen"})).await;
}

#[tokio::test]
async fn an_address_gets_nothing_before_it_is_confirmed_and_then_one_letter_about_several_things() {
    let mut mailing = Mailing::open(false).await;
    let (id, [mut ann, mut bob], [white, black]) = two(&mailing.house, slow()).await;
    account(&mut ann, "Ann").await;
    account(&mut bob, "Bob").await;
    // Names have changed since these were opened.
    drop((white, black));
    let (mut white, mut black) = (ann.sit(&id).await.0, bob.sit(&id).await.0);
    bob.language = "ru";
    let code = mailing.enter(&mut bob, "bob@club.test").await;
    white.play(&["c3", "d4"]).await;
    black.event().await;
    white.act(json!({"kind": "askBack"})).await;
    until(&mut bob, |told| told["unread"] == 2).await;
    // Somebody else gets a letter meanwhile, so letters were due more than once.
    let (other, [dan, mut eve], sockets) = two(&mailing.house, slow()).await;
    drop(sockets);
    account(&mut eve, "Eve").await;
    mailing.confirmed(&mut eve, "eve@club.test").await;
    dan.sit(&other).await.0.play(&["c3", "d4"]).await;
    assert_eq!(mailing.letter().await.to, "eve@club.test", "Bob’s address is not confirmed");

    let confirm = json!({"code": code});
    assert_eq!(bob.refused(Method::POST, "/api/mail/confirm", json!({"code": "another"})).await, "wrong-code");
    let confirmed = bob.request(Method::POST, "/api/mail/confirm", Some(confirm.clone())).await;
    assert_eq!(confirmed.0, StatusCode::NO_CONTENT);
    assert_eq!(bob.refused(Method::POST, "/api/mail/confirm", confirm).await, "wrong-code", "a link works once");
    let letter = mailing.letter().await;
    assert_eq!(letter.to, "bob@club.test");
    assert!(
        letter.text.contains("Ваш ход в партии. Соперник: Ann.") && letter.text.contains("вернуть ходы"),
        "{letter:?}"
    );
    assert!(letter.text.contains(&format!("http://club.test/game/{id}")));
    // Links have random letters, which may look like squares.
    let said: Vec<&str> = letter.text.split_whitespace().filter(|word| !word.contains("http")).collect();
    assert!(["c3", "d4", "W:W"].iter().all(|secret| !said.concat().contains(secret)), "{letter:?}");
    assert_eq!(letter.header("Auto-Submitted").as_deref(), Some("auto-generated"));
    assert_eq!(letter.header("Content-Language").as_deref(), Some("ru"));
    assert_eq!(letter.header("List-Unsubscribe-Post").as_deref(), Some("List-Unsubscribe=One-Click"));

    // The link in the letter works with one click of a mail program, which is not signed in.
    let listed = letter.header("List-Unsubscribe").unwrap();
    let link = listed.trim_matches(['<', '>']).strip_prefix("http://club.test").unwrap();
    assert!(letter.text.contains(link) && link.starts_with("/mail?off="), "{listed}");
    let mut mail_program = mailing.house.visitor();
    let forged = mail_program.request(Method::POST, &link.replace('.', ".0"), None).await;
    assert_eq!(forged.0, StatusCode::FORBIDDEN);
    assert_eq!(bob.get("/api/me/notices/settings").await["mail"]["confirmed"], true);
    assert_eq!(mail_program.request(Method::POST, link, None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(
        mail_program.request(Method::POST, link, None).await.0,
        StatusCode::NO_CONTENT,
        "twice is not a mistake"
    );
    assert!(bob.get("/api/me/notices/settings").await["mail"].is_null(), "the address is forgotten");
}

#[tokio::test]
async fn strangers_cannot_have_letters_sent_and_nobody_learns_of_addresses() {
    let mut mailing = Mailing::open(true).await;
    let mut guest = mailing.house.visitor();
    let wanted = json!({"address": "a@club.test", "topics": ["turn"]});
    assert_eq!(guest.refused(Method::PUT, "/api/me/mail", wanted.clone()).await, "no-account");
    account(&mut guest, "Gus").await;
    for bad in ["", "a@", "a@b.test\r\nBcc: c@d.test", "a@b.test, c@d.test"] {
        let wanted = json!({"address": bad, "topics": ["turn"]});
        assert_eq!(guest.refused(Method::PUT, "/api/me/mail", wanted).await, "mail-address", "{bad}");
    }
    let wrong = json!({"address": "a@club.test", "topics": ["moves"]});
    assert_eq!(guest.refused(Method::PUT, "/api/me/mail", wrong).await, "bad-request");

    // An address that does not exist is answered as any other.
    let mut answers = Vec::new();
    for address in ["nobody@club.test", "somebody@club.test"] {
        let wanted = json!({"address": address, "topics": ["turn"]});
        let (status, mut answer) = guest.request(Method::PUT, "/api/me/mail", Some(wanted)).await;
        answer["mail"]["address"].take();
        answers.push((status, answer));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(mailing.letter().await.to, "somebody@club.test");

    // One address gets few letters, no matter who asks; the one who asks cannot tell.
    let mut last = String::new();
    for number in 0..4 {
        let mut visitor = mailing.house.visitor();
        account(&mut visitor, &format!("Visitor {number}")).await;
        let (status, answer) = visitor.request(Method::PUT, "/api/me/mail", Some(wanted.clone())).await;
        assert_eq!((status, &answer["mail"]["confirmed"]), (StatusCode::OK, &json!(false)));
        if number < 3 {
            last = mailing.letter().await.to;
        }
    }
    assert_eq!(last, "a@club.test");
    let again = json!({"address": "witness@club.test", "topics": ["turn"]});
    assert_eq!(guest.request(Method::PUT, "/api/me/mail", Some(again)).await.0, StatusCode::OK);
    assert_eq!(mailing.letter().await.to, "witness@club.test", "the fourth to the same address was not sent");
    let mut refused = String::new();
    for number in 0..5 {
        let wanted = json!({"address": format!("x{number}@club.test"), "topics": ["turn"]});
        let (_, answer) = guest.request(Method::PUT, "/api/me/mail", Some(wanted)).await;
        refused = answer["code"].as_str().unwrap_or_default().to_owned();
    }
    assert_eq!(refused, "too-many", "one person has few letters sent");
}

#[tokio::test]
async fn an_address_that_takes_no_letters_gets_no_more() {
    let mut mailing = Mailing::open(false).await;
    let (id, [ann, mut bob], sockets) = two(&mailing.house, slow()).await;
    drop(sockets);
    account(&mut bob, "Bob").await;
    mailing.confirmed(&mut bob, "once@club.test").await;
    let (mut white, _) = ann.sit(&id).await;
    white.play(&["c3", "d4"]).await;
    let waiting = async {
        while bob.get("/api/me/notices/settings").await["mail"]["refused"] != true {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it is given up");
}

#[tokio::test]
async fn a_club_without_a_mail_server_offers_no_letters() {
    let house = House::open().await;
    let mut ann = house.visitor();
    account(&mut ann, "Ann").await;
    assert_eq!(ann.get("/api/me/notices/settings").await["canMail"], false);
    let wanted = json!({"address": "a@club.test", "topics": ["turn"]});
    assert_eq!(ann.refused(Method::PUT, "/api/me/mail", wanted).await, "no-mail");
}

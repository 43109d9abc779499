//! Messages to devices, with a service on this machine that reads them as a browser does: by an implementation of its own,
//! from the standards and with other libraries than the club's.

use crate::house::{House, PATIENCE, Visitor, two};
use crate::notices::{slow, until};
use aes_gcm::aead::Aead;
use aes_gcm::{Aes128Gcm, KeyInit as _};
use axum::http::{HeaderMap, Method, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use damka_server::Settings;
use hmac::{Hmac, Mac};
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

fn bytes(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key).unwrap();
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().to_vec()
}

/// A browser's keys.
struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(seed: u8) -> Browser {
        Browser { secret: SecretKey::from_slice(&[seed; 32]).unwrap(), auth: [seed ^ 0x55; 16] }
    }

    fn public(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// Reads a message (RFC 8188, 2 and RFC 8291, 3.4). All of these lengths are at most that of a hash, so one round of
    /// HKDF's expansion is all of it.
    fn read(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        let (length, rest) = rest.split_at(1);
        let (sender, record) = rest.split_at(length[0].into());
        assert!(record.len() <= u32::from_be_bytes(size.try_into().unwrap()) as usize, "one record");
        let theirs = PublicKey::from_sec1_bytes(sender).unwrap();
        let shared = p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), theirs.as_affine());
        let key = hmac(&self.auth, &[shared.raw_secret_bytes()]);
        let input = hmac(&key, &[b"WebPush: info\0", &self.public(), sender, &[1]]);
        let key = hmac(salt, &[&input]);
        let content_key = &hmac(&key, &[b"Content-Encoding: aes128gcm\0", &[1]])[..16];
        let nonce: [u8; 12] = hmac(&key, &[b"Content-Encoding: nonce\0", &[1]])[..12].try_into().unwrap();
        let cipher = Aes128Gcm::new_from_slice(content_key).unwrap();
        let plain = cipher.decrypt(&nonce.into(), record).expect("the browser can read it");
        let (last, text) = plain.split_last().unwrap();
        assert_eq!(*last, 2, "the last record");
        serde_json::from_slice(text).unwrap()
    }
}

/// What the service got.
#[derive(Debug)]
struct Got {
    path: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Got {
    fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    /// Checks the club's signature (RFC 8292) and gives what it says.
    fn signed(&self, key: &str) -> Value {
        let authorization = self.header("authorization").strip_prefix("vapid ").unwrap();
        let (token, public) = authorization.split_once(", k=").unwrap();
        assert_eq!(public, key, "the key that browsers know");
        let (signed, signature) = token.strip_prefix("t=").unwrap().rsplit_once('.').unwrap();
        let known = VerifyingKey::from_sec1_bytes(&bytes(public)).unwrap();
        known
            .verify(signed.as_bytes(), &Signature::from_slice(&bytes(signature)).unwrap())
            .expect("the club's signature");
        let (head, claims) = signed.split_once('.').unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&bytes(head)).unwrap(), json!({"typ": "JWT", "alg": "ES256"}));
        serde_json::from_slice(&bytes(claims)).unwrap()
    }
}

/// A service of a browser's maker.
struct Service {
    address: String,
    got: mpsc::UnboundedReceiver<Got>,
    /// What it answers.
    status: Arc<AtomicU16>,
}

impl Service {
    async fn open() -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (send, got) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(201));
        let answers = Arc::clone(&status);
        let take = async move |request: axum::extract::Request| {
            let (head, body) = request.into_parts();
            let body = axum::body::to_bytes(body, 1 << 16).await.unwrap().to_vec();
            send.send(Got { path: head.uri.path().to_owned(), headers: head.headers, body }).unwrap();
            StatusCode::from_u16(answers.load(Ordering::SeqCst)).unwrap()
        };
        let router = axum::Router::new().fallback(take);
        tokio::spawn(async move { axum_serve(listener, router).await });
        Service { address, got, status }
    }

    async fn next(&mut self) -> Got {
        tokio::time::timeout(PATIENCE, self.got.recv()).await.expect("a message in time").unwrap()
    }

    fn device(&self, path: &str, browser: &Browser) -> Value {
        let [key, auth] = [&browser.public()[..], &browser.auth].map(|part| URL_SAFE_NO_PAD.encode(part));
        json!({"endpoint": format!("{}{path}", self.address), "key": key, "auth": auth})
    }
}

/// axum without its own server: one connection after the other is enough here.
async fn axum_serve(listener: TcpListener, router: axum::Router) {
    while let Ok((stream, _)) = listener.accept().await {
        let router = router.clone();
        let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            tower::ServiceExt::oneshot(router.clone(), request.map(axum::body::Body::new))
        });
        tokio::spawn(
            hyper::server::conn::http1::Builder::new().serve_connection(hyper_util::rt::TokioIo::new(stream), service),
        );
    }
}

async fn on(who: &mut Visitor, device: &Value) {
    let answer = who.request(Method::POST, "/api/me/push", Some(device.clone())).await;
    assert_eq!(answer.0, StatusCode::NO_CONTENT, "{answer:?}");
}

async fn club() -> (House, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { push_anywhere: true, limited: false, ..Settings::default() };
    (House::open_in(folder.path(), settings).await, folder)
}

#[tokio::test]
async fn a_device_is_told_that_it_is_its_players_move_and_nobody_on_the_way_can_read_it() {
    let (house, _folder) = club().await;
    let mut service = Service::open().await;
    let (id, [_ann, mut bob], [mut white, mut black]) = two(&house, slow()).await;
    let browser = Browser::new(7);
    bob.language = "uk";
    on(&mut bob, &service.device("/send/bob", &browser)).await;
    white.play(&["c3", "d4"]).await;
    let got = service.next().await;
    assert_eq!((got.path.as_str(), got.header("content-encoding")), ("/send/bob", "aes128gcm"));
    assert_eq!((got.header("urgency"), got.header("ttl")), ("normal", "86400"));
    let message = browser.read(&got.body);
    assert_eq!(message["url"], format!("/game/{id}"));
    assert!(message["text"].as_str().unwrap().starts_with("Ваш хід у партії"), "{message}");
    assert!(["c3", "d4"].iter().all(|square| !message["text"].as_str().unwrap().contains(square)), "{message}");
    let visible = String::from_utf8_lossy(&got.body).into_owned() + &format!("{:?}", got.headers);
    assert!(!visible.contains(&id), "the service does not learn which game it is");

    let key = bob.get("/api/me/notices/settings").await["pushKey"].as_str().unwrap().to_owned();
    let claims = got.signed(&key);
    assert_eq!(claims["aud"], service.address);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let valid = claims["exp"].as_u64().unwrap() - now;
    assert!((3600..=86_400).contains(&valid) && claims["sub"].as_str().unwrap().contains(':'), "{claims}");

    // The next move's message replaces this one at a device that was switched off, and is encrypted with other keys.
    black.event().await;
    black.play(&["d6", "c5"]).await;
    white.event().await;
    white.play(&["b2", "c3"]).await;
    let next = service.next().await;
    assert_eq!(next.header("topic"), got.header("topic"));
    assert!((1..=32).contains(&got.header("topic").len()));
    assert_ne!(next.body[..85], got.body[..85]);
    browser.read(&next.body);
}

#[tokio::test]
async fn a_device_that_is_gone_is_forgotten() {
    let (house, _folder) = club().await;
    let mut service = Service::open().await;
    let (_, [_ann, mut bob], [mut white, mut black]) = two(&house, slow()).await;
    let [first, second] = [Browser::new(1), Browser::new(2)];
    on(&mut bob, &service.device("/first", &first)).await;
    on(&mut bob, &service.device("/second", &second)).await;
    service.status.store(410, Ordering::SeqCst);
    white.play(&["c3", "d4"]).await;
    let mut told = [service.next().await.path, service.next().await.path];
    told.sort();
    assert_eq!(told, ["/first", "/second"]);
    let waiting = async {
        while !bob.get("/api/me/export").await["devices"].as_array().unwrap().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("both are forgotten");

    // Signing out ends it too, and so does the person.
    service.status.store(201, Ordering::SeqCst);
    on(&mut bob, &service.device("/third", &first)).await;
    let third = json!({"endpoint": format!("{}/third", service.address)});
    let mut stranger = house.visitor();
    stranger.request(Method::DELETE, "/api/me/push", Some(third.clone())).await;
    black.event().await;
    black.play(&["d6", "c5"]).await;
    white.event().await;
    white.play(&["b2", "c3"]).await;
    assert_eq!(service.next().await.path, "/third", "a stranger cannot switch it off");
    assert_eq!(bob.request(Method::DELETE, "/api/me/push", Some(third)).await.0, StatusCode::NO_CONTENT);
    assert_eq!(bob.get("/api/me/export").await["devices"], json!([]));
}

#[tokio::test]
async fn security_14_strangers_cannot_send_the_club_anywhere() {
    let house = House::patient().await;
    let mut eve = house.visitor();
    let service = Service::open().await;
    let browser = Browser::new(3);
    let local = service.device("/x", &browser);
    assert_eq!(eve.refused(Method::POST, "/api/me/push", local).await, "push-device");
    let with = |name: &str, value: &str| {
        let mut device = service.device("/x", &browser);
        device["endpoint"] = json!("https://push.example.com/x");
        device[name] = json!(value);
        device
    };
    for (name, value) in [
        ("endpoint", "https://192.168.0.1/x"),
        ("endpoint", "https://localhost/x"),
        ("endpoint", "http://push.example.com/x"),
        ("key", "AAAA"),
        ("key", "not base64!"),
        ("auth", ""),
    ] {
        assert_eq!(eve.refused(Method::POST, "/api/me/push", with(name, value)).await, "push-device", "{name} {value}");
    }
    on(&mut eve, &with("auth", &URL_SAFE_NO_PAD.encode([1; 16]))).await;
    until(&mut eve, |told| told["unread"] == 0).await;
}

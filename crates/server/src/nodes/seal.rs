//! Seals on messages between nodes.
//!
//! Anyone who can reach the NATS server can publish, and a message may say that someone has moved. So each message begins
//! with a code that only the nodes of the club can compute. It covers what the message is about: a message to one node cannot be
//! given to another, nor the answer to one question to the next.

use axum::body::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The length of the code in bytes: each is one more on the wire, and guessing has to fail.
const LENGTH: usize = 12;

/// Seals messages and opens them.
pub struct Seal {
    key: Hmac<Sha256>,
}

/// The code of a message that was sent: what an answer to it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

impl Code {
    /// The code as what a message is about.
    pub fn about(&self) -> &[u8] {
        &self.0
    }
}

impl Seal {
    /// Seals with a secret that all nodes of the club share.
    pub fn new(secret: &str) -> Seal {
        let secret = format!("messages between nodes: {secret}");
        let key = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
        Seal { key }
    }

    fn mac(&self, about: &[u8], message: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.key.clone();
        // With its length, so that nothing of it can be taken for the message.
        mac.update(&(about.len() as u64).to_be_bytes());
        mac.update(about);
        mac.update(message);
        mac
    }

    /// A sealed message, and its code.
    pub fn close(&self, about: &[u8], message: &[u8]) -> (Bytes, Code) {
        let mut code = Code([0; LENGTH]);
        code.0.copy_from_slice(&self.mac(about, message).finalize().into_bytes()[..LENGTH]);
        (Bytes::from([&code.0, message].concat()), code)
    }

    /// The message under a seal, and its code; `None` if no node of the club has sealed it for this.
    pub fn open<'a>(&self, about: &[u8], sealed: &'a [u8]) -> Option<(&'a [u8], Code)> {
        let (code, message) = sealed.split_first_chunk::<LENGTH>()?;
        self.mac(about, message).verify_truncated_left(code).ok()?;
        Some((message, Code(*code)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_club_has_sealed_for_this_is_opened() {
        let (seal, other) = (Seal::new("secret"), Seal::new("other"));
        let (sealed, code) = seal.close(b"damka.7", b"a move");
        assert_eq!(seal.open(b"damka.7", &sealed), Some((&b"a move"[..], code)));
        assert_eq!(seal.open(b"damka.8", &sealed), None, "for another node");
        assert_eq!(other.open(b"damka.7", &sealed), None, "of another club");
        for at in 0..sealed.len() {
            let mut wrong = sealed.to_vec();
            wrong[at] ^= 1;
            assert_eq!(seal.open(b"damka.7", &wrong), None, "byte {at}");
            assert_eq!(seal.open(b"damka.7", &sealed[..at]), None, "{at} bytes");
        }
        let (answer, _) = seal.close(code.about(), b"done");
        assert!(seal.open(code.about(), &answer).is_some());
        let (_, next) = seal.close(b"damka.7", b"another move");
        assert_eq!(seal.open(next.about(), &answer), None, "to another question");
    }
}

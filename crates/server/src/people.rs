//! Who is who: signed cookies, passwords, codes for other devices.

use crate::clockwork::wall;
use crate::error::Failure;
use crate::passwords;
use crate::sessions::SessionId;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use damka_conduct::PersonId;
use damka_store::Person;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// A code for another device works so long.
pub const HANDOVER: Duration = Duration::from_secs(600);
/// The shortest and the longest password, in characters.
pub(crate) const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// Signs cookies, so that nobody can be somebody else.
pub struct Signer {
    key: Hmac<Sha256>,
}

/// What a cookie says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The person.
    pub person: PersonId,
    /// Without a session, tokens from an earlier generation than the person's are invalid.
    pub generation: u32,
    /// The session, which must not have ended. Cookies from earlier versions and codes for other devices have none.
    pub session: Option<SessionId>,
}

impl Token {
    /// The token without its signature.
    #[must_use]
    pub fn text(&self) -> String {
        let Token { person, generation, session } = self;
        let session = session.as_ref().map_or_else(String::new, |session| format!(".{}", session.as_str()));
        format!("{}.{generation}{session}", person.as_str())
    }
}

impl Signer {
    /// Signs with a secret.
    ///
    /// # Panics
    /// Never: HMAC takes a key of any length, the empty one included.
    #[must_use]
    pub fn new(secret: &str) -> Signer {
        let key = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
        Signer { key }
    }

    fn mac(&self, text: &str) -> Hmac<Sha256> {
        let mut mac = self.key.clone();
        mac.update(text.as_bytes());
        mac
    }

    /// The token as a cookie has it.
    #[must_use]
    pub fn sign(&self, token: &Token) -> String {
        let text = token.text();
        let mac = self.derive(&text);
        format!("{text}.{mac}")
    }

    /// A keyed hash of a text, which only this server can compute.
    #[must_use]
    pub fn derive(&self, text: &str) -> String {
        self.mac(text).finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The token of a cookie, if this server signed it.
    #[must_use]
    pub fn read(&self, cookie: &str) -> Option<Token> {
        if cookie.len() > 200 || !cookie.is_ascii() {
            return None;
        }
        let (text, mac) = cookie.rsplit_once('.')?;
        let (person, rest) = text.split_once('.')?;
        let (generation, session) =
            rest.split_once('.').map_or((rest, None), |(generation, id)| (generation, Some(id)));
        let bytes: Option<Vec<u8>> =
            (0..mac.len()).step_by(2).map(|at| u8::from_str_radix(mac.get(at..at + 2)?, 16).ok()).collect();
        self.mac(text).verify_slice(&bytes?).ok()?;
        let session = match session {
            Some(id) => Some(SessionId::read(id)?),
            None => None,
        };
        Some(Token { person: person.into(), generation: generation.parse().ok()?, session })
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signer").finish_non_exhaustive()
    }
}

/// Whether a password may be one.
///
/// # Errors
/// If it is too short or too long.
pub fn check_password(password: &str) -> Result<(), Failure> {
    if PASSWORD.contains(&password.chars().count()) && password.len() <= 1000 { Ok(()) } else { Err(Failure::Password) }
}

/// Checks whether a new password is acceptable.
///
/// # Errors
/// If it is too short, too long, or easy to guess.
pub fn check_new_password(password: &str, name: &str) -> Result<(), Failure> {
    check_password(password)?;
    if passwords::is_common(password, name) { Err(Failure::CommonPassword) } else { Ok(()) }
}

/// Hashes a password with argon2id; it takes a while, so not on a thread that others wait for.
///
/// # Errors
/// If it is too long.
pub fn hash(password: &str) -> Result<String, Failure> {
    check_password(password)?;
    Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).map_err(|_| Failure::Password)
}

/// Whether a password belongs to a hash. Without a hash it takes the same time, so that nobody learns which names have
/// accounts.
#[must_use]
pub fn verify(password: &str, hash: Option<&str>) -> bool {
    let Some(hash) = hash else {
        let _ = Argon2::default().hash_password(password.as_bytes());
        return false;
    };
    argon2::PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// A person whom the store does not know yet.
#[must_use]
pub fn newcomer(id: PersonId) -> Person {
    let created_at = wall();
    Person { id, name: None, name_key: None, password: None, generation: 0, created_at, picture: None }
}

/// Two signs that tell guests apart, such as `4F`. They stay the same for a person and do not lead back to the id: some
/// bits of a hash of 130.
#[must_use]
pub fn tag(person: &PersonId) -> String {
    let hash = Sha256::digest(person.as_str());
    let sign = |signs: &[u8], at: usize| char::from(signs[usize::from(hash[at]) % signs.len()]);
    // None of them is mistaken for another.
    [sign(b"23456789", 0), sign(b"ABCDEFGHJKLMNPRSTUVXYZ", 1)].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_cannot_be_made_by_others() {
        let signer = Signer::new("secret");
        let old = Token { person: "ann".into(), generation: 3, session: None };
        assert_eq!(signer.read(&signer.sign(&old)), Some(old.clone()), "a cookie of an earlier version");
        let token = Token { session: Some(SessionId::new()), ..old };
        let cookie = signer.sign(&token);
        assert_eq!(signer.read(&cookie), Some(token));
        assert_eq!(Signer::new("other").read(&cookie), None);
        assert_eq!(signer.read(&cookie.replace("ann", "bob")), None);
        for bad in ["", ".", "..", "ann.3.", "ann.3.zz", "ann.3.абв", &"x".repeat(9999)] {
            assert_eq!(signer.read(bad), None, "{bad}");
        }
    }

    #[test]
    fn guests_can_be_told_apart() {
        let tags: std::collections::HashSet<String> =
            (0..200).map(|n| tag(&PersonId::new(format!("person{n}")))).collect();
        assert!(tags.len() > 80, "{}", tags.len());
        assert!(tags.iter().all(|tag| tag.len() == 2 && tag.as_bytes()[0].is_ascii_digit()));
        assert_eq!(tag(&"ann".into()), tag(&"ann".into()));
    }

    #[test]
    fn passwords_are_hashed_with_argon2id() {
        let hash = hash("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(verify("correct horse", Some(&hash)));
        assert!(!verify("wrong horse", Some(&hash)));
        assert!(!verify("correct horse", None));
        assert_eq!(super::hash("short"), Err(Failure::Password));
    }
}

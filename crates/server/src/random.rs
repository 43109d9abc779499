//! Secrets and ids that nobody can guess.

/// Letters and digits that are not mistaken for each other when they are read aloud or written by hand.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A text of so many letters, five bits each.
///
/// # Panics
/// If the system gives no random numbers: then nothing that needs a secret may go on.
#[must_use]
pub fn text(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A number.
///
/// # Panics
/// As [`text`].
#[must_use]
pub fn number() -> u64 {
    getrandom::u64().expect("the system gives random numbers")
}

/// The id of a game: sixty bits.
#[must_use]
pub fn game_id() -> damka_conduct::GameId {
    damka_conduct::GameId::new(text(12))
}

/// The id of a person: 130 bits.
#[must_use]
pub fn person_id() -> damka_conduct::PersonId {
    damka_conduct::PersonId::new(text(26))
}

/// A secret, such as of an invitation: 130 bits.
#[must_use]
pub fn secret() -> String {
    text(26)
}

/// Whether two secrets are the same, in a time that tells nothing about them.
#[must_use]
pub fn is_same(own: &str, sent: &str) -> bool {
    use sha2::{Digest, Sha256};
    Sha256::digest(own) == Sha256::digest(sent)
}

//! Signing in: a visitor who becomes another person gets a new session, and the old one becomes invalid.

use super::visitor::{Become, Visitor};
use crate::club::Club;
use crate::error::Failure;
use crate::people::{self, Token};
use crate::random;
use crate::sessions::{MOST, SessionId};
use crate::shared::Told;
use damka_store::{Person, Write};

/// A new session of a person on the visitor's device: the row to write, and the cookie.
pub fn new_session(visitor: &Visitor, person: &Person, generation: Option<u32>) -> (Write, Become) {
    let id = SessionId::new();
    let session = visitor.session_of(person, id.key());
    let token = Token { person: person.id.clone(), generation: person.generation, session: Some(id) };
    (Write::Session { session, generation }, Become(token))
}

/// The cookie of a new visitor.
pub fn nobody() -> (Person, Become) {
    let person = people::newcomer(random::person_id());
    let token = Token { person: person.id.clone(), generation: 0, session: Some(SessionId::new()) };
    (person, Become(token))
}

/// Signs the visitor in as this person, if the person's generation is still the same. `more` is written in the same
/// transaction; `told` is told the other nodes.
///
/// # Errors
/// As the store reports: a conflict if sessions of the person were ended meanwhile.
pub async fn sign_in(
    club: &Club,
    visitor: &Visitor,
    person: &Person,
    more: Vec<Write>,
    mut told: Vec<Told>,
) -> Result<Become, Failure> {
    let (begun, cookie) = new_session(visitor, person, Some(person.generation));
    let id = person.id.clone();
    let sessions = club.read(move |store| store.sessions_of(&id)).await?;
    // The most recently used come first.
    let oldest: Vec<String> = sessions.into_iter().skip(MOST - 1).map(|session| session.key).collect();
    let end = |person: &Person, key: &str| Write::EndSession { person: person.id.clone(), key: key.to_owned() };
    let mut writes = vec![begun, end(&visitor.person, &visitor.session)];
    writes.extend(oldest.iter().map(|key| end(person, key)));
    writes.extend(more);
    told.extend([Told::Replaced(visitor.session.clone())]);
    told.push(Told::sessions(&visitor.person.id, std::slice::from_ref(&visitor.session)));
    told.extend((!oldest.is_empty()).then(|| Told::sessions(&person.id, &oldest)));
    club.write_told(writes, told).await?;
    club.sessions.replace(&visitor.session);
    club.sessions.close(&visitor.person.id, |key| key == visitor.session);
    club.sessions.close(&person.id, |key| oldest.iter().any(|ended| ended == key));
    Ok(cookie)
}

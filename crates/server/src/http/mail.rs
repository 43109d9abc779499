//! Letters: entering and confirming an address, and wanting no more.

use super::visitor::keep;
use super::{Body, Params, Visitor};
use crate::api::{ConfirmMail, MailView, NoticeSettings, Problem, PutMail, Unsubscribe};
use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::notices::is_address;
use crate::random;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use damka_store::{MOST_REFUSALS, NoticeWrite, StoreError, Write};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// How long the link in a letter confirms its address, in milliseconds: a day.
const VALID: u64 = 24 * 3_600_000;

/// What is kept of a code, so that who reads the data cannot confirm with it.
fn hash(code: &str) -> String {
    Sha256::digest(code).iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn settings_of(club: &Arc<Club>, visitor: &Visitor) -> Result<Json<NoticeSettings>, Failure> {
    let id = visitor.person.id.clone();
    let mailbox = club.read(move |store| store.notices().mailbox_of(&id)).await?;
    let can_mail = club.settings.mail.is_some() && club.may_be_mailed(&visitor.person.id);
    let mail = mailbox.map(|mailbox| MailView {
        address: mailbox.address,
        confirmed: mailbox.confirmed_at.is_some(),
        refused: mailbox.refusals >= MOST_REFUSALS,
        topics: mailbox.topics.into_iter().map(Into::into).collect(),
    });
    Ok(Json(NoticeSettings { can_mail, mail, push_key: club.push_key().await }))
}

/// How I am told.
#[utoipa::path(get, path = "/api/me/notices/settings",
    responses((status = 200, body = NoticeSettings), (status = 503, body = Problem)))]
pub async fn settings(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<NoticeSettings>, Failure> {
    settings_of(&club, &visitor).await
}

/// I want letters to this address, about this. A new address gets a letter with a link that confirms it.
#[utoipa::path(put, path = "/api/me/mail", request_body = PutMail,
    responses((status = 200, body = NoticeSettings), (status = "4XX", body = Problem)))]
pub async fn put(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<PutMail>,
) -> Result<Json<NoticeSettings>, Failure> {
    let person = visitor.person.id.clone();
    if club.settings.mail.is_none() || !club.may_be_mailed(&person) {
        return Err(Failure::NoMail);
    }
    // A stranger without an account could have letters sent to anybody.
    if visitor.person.password.is_none() {
        return Err(Failure::NoAccount);
    }
    club.limits.note(&person, visitor.address)?;
    let PutMail { address, topics } = wanted;
    let address = address.trim().to_owned();
    if !is_address(&address) {
        return Err(Failure::MailAddress);
    }
    let topics = topics.into_iter().map(|topic| topic.0).collect();
    let language = visitor.speech.language;
    let owner = person.clone();
    let known = club.read(move |store| store.notices().mailbox_of(&owner)).await?;
    let code = language.code().to_owned();
    let is_other = known.as_ref().is_some_and(|known| known.address != address);
    let is_confirmed = known.is_some_and(|known| known.confirmed_at.is_some() && known.refusals < MOST_REFUSALS);
    // A double click sends one letter: only the newest link works.
    if !is_other && (is_confirmed || !club.may_mail_again(&person, &address).await?) {
        let changed = NoticeWrite::Topics { person, topics, language: code };
        return match club.write(vec![Write::Notice(changed)]).await {
            Ok(()) => settings_of(&club, &visitor).await,
            Err(StoreError::Conflict) => Err(Failure::TooMany(60)),
            Err(error) => Err(error.into()),
        };
    }
    club.may_mail(&person, visitor.address).await?;
    keep(&club, &visitor).await?;
    let (secret, until) = (random::secret(), wall() + VALID);
    let entered =
        NoticeWrite::Mailbox { person, address: address.clone(), language: code, topics, hash: hash(&secret), until };
    club.write(vec![Write::Notice(entered)]).await?;
    // The answer is the same if the address had too many letters: nobody learns who else has entered it.
    if club.may_mail_to(&address).await? {
        club.send_confirmation(address, &secret, language);
    }
    settings_of(&club, &visitor).await
}

/// I want no letters any more; my address is forgotten.
#[utoipa::path(delete, path = "/api/me/mail",
    responses((status = 200, body = NoticeSettings), (status = 503, body = Problem)))]
pub async fn off(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<NoticeSettings>, Failure> {
    let person = visitor.person.id.clone();
    club.write(vec![Write::Notice(NoticeWrite::NoMailbox { person })]).await?;
    settings_of(&club, &visitor).await
}

/// The link of a letter confirms that its address is mine. It works without signing in.
#[utoipa::path(post, path = "/api/mail/confirm", request_body = ConfirmMail,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn confirm(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ConfirmMail>,
) -> Result<StatusCode, Failure> {
    let guess = club.guess_code(visitor.address).await?;
    let confirm = NoticeWrite::Confirm { hash: hash(wanted.code.trim()), now: wall() };
    match club.write(vec![Write::Notice(confirm)]).await {
        Ok(()) => {
            guess.does_not_count();
            Ok(StatusCode::NO_CONTENT)
        }
        Err(StoreError::Conflict) => Err(Failure::WrongCode),
        Err(error) => Err(error.into()),
    }
}

/// The link in every letter, which mail programs use with one click (RFC 8058). It works without signing in.
#[utoipa::path(post, path = "/api/mail/off", params(Unsubscribe),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn unsubscribe(
    State(club): State<Arc<Club>>,
    Params(wanted): Params<Unsubscribe>,
) -> Result<StatusCode, Failure> {
    let number = club.unsubscribed(&wanted.off).ok_or(Failure::WrongCode)?;
    club.write(vec![Write::Notice(NoticeWrite::Unsubscribe { number })]).await?;
    Ok(StatusCode::NO_CONTENT)
}

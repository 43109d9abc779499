//! Visitors and accounts.

use super::Body;
use super::reach::reach;
use super::sign_in::{new_session, nobody, sign_in};
use super::visitor::{Become, Visitor};
use crate::api::{
    ChangePassword, Credentials, DeleteMe, Handover, Me, Picture, Problem, SetName, SetPicture, TakeOver, UsageView,
};
use crate::club::Club;
use crate::engine::Tools;
use crate::error::Failure;
use crate::live::{News, delete_words};
use crate::names;
use crate::people::{self, HANDOVER};
use crate::quota::Account;
use crate::shared::Told;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use damka_conduct::{PersonId, Worded};
use damka_store::{Person, StoreError, Write};
use damka_words::Language;
use std::sync::Arc;

pub fn me_of(club: &Club, person: &Person, language: Language) -> Json<Me> {
    let guest = || club.words(language).guest(Some(&people::tag(&person.id)));
    Json(Me {
        name: person.name.clone(),
        shown: person.name.clone().unwrap_or_else(guest),
        picture: person.picture.as_deref().and_then(Picture::from_word).map(Into::into),
        account: person.password.is_some(),
        offices: club.standings.offices(&person.id).into_iter().map(Into::into).collect(),
        language: language.code().to_owned(),
    })
}

/// The visitor is this person from now on.
pub fn signed_in_as(club: &Club, person: &Person, cookie: Become, language: Language) -> Response {
    let mut response = me_of(club, person, language).into_response();
    response.extensions_mut().insert(cookie);
    response
}

/// Checks the password of a name. Wrong ones count.
async fn is_right(
    club: &Club,
    visitor: &Visitor,
    name_key: &str,
    password: String,
    hash: Option<String>,
) -> Result<bool, Failure> {
    let guess = club.guess_password(name_key, visitor.address).await?;
    let check = move |_: &mut Tools| people::verify(&password, hash.as_deref());
    let checked = club.engines.hashers.ask(visitor.asker(), check).await;
    // A password that was never checked is not a guess.
    if !matches!(checked, Ok(false)) {
        guess.does_not_count();
    }
    checked
}

/// The same for the password of the visitor's own account.
async fn is_own(club: &Club, visitor: &Visitor, password: String) -> Result<bool, Failure> {
    let Person { name_key, password: hash, .. } = visitor.person.clone();
    is_right(club, visitor, &name_key.unwrap_or_default(), password, hash).await
}

/// Who I am.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub async fn me(State(club): State<Arc<Club>>, visitor: Visitor) -> Json<Me> {
    me_of(&club, &visitor.person, visitor.speech.language)
}

/// My quotas, and how much of them I use.
#[utoipa::path(get, path = "/api/me/usage",
    responses((status = 200, body = UsageView), (status = 503, body = Problem)))]
pub async fn usage(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Json<UsageView>, Failure> {
    Ok(Json(Account::of(&club, &visitor).await?.view(club.words(visitor.speech))))
}

/// Gives me a name. Names of accounts are theirs alone.
#[utoipa::path(put, path = "/api/me/name", request_body = SetName,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn set_name(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<SetName>,
) -> Result<Json<Me>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let name = names::check(&wanted.name)?;
    let key = names::key(&name);
    let owner = {
        let key = key.clone();
        club.read(move |store| store.account(&key)).await?
    };
    if owner.is_some_and(|owner| owner.id != visitor.person.id) {
        return Err(Failure::Name("server-name-taken"));
    }
    let person = Person { name: Some(name.clone()), name_key: Some(key.clone()), ..visitor.person.clone() };
    // Only the name is written: something else of the person may be changing at the same time.
    let mut writes = visitor.arrival();
    writes.push(Write::Rename { person: person.id.clone(), name, key });
    club.write_told(writes, told_name(&person)).await.map_err(taken)?;
    renamed(&club, &person).await?;
    Ok(me_of(&club, &person, visitor.speech.language))
}

/// Gives me a picture, or takes it away.
#[utoipa::path(put, path = "/api/me/picture", request_body = SetPicture,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn set_picture(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<SetPicture>,
) -> Result<Json<Me>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let picture = wanted.picture.map(|picture| picture.0.word().to_owned());
    let person = Person { picture: picture.clone(), ..visitor.person.clone() };
    let mut writes = visitor.arrival();
    writes.push(Write::Picture { person: person.id.clone(), picture: picture.clone() });
    club.write_told(writes, vec![Told::Pictured((&person.id).into(), picture.clone())]).await?;
    club.identities.renamed();
    club.tell(&person.id, &News::Pictured(person.id.clone(), picture)).await;
    Ok(me_of(&club, &person, visitor.speech.language))
}

/// The name that a person has, to be written into the games that are played.
fn name_of(person: &Person) -> Option<Write> {
    let (name, key) = person.name.clone().zip(person.name_key.clone())?;
    Some(Write::Rename { person: person.id.clone(), name, key })
}

/// The same for the other nodes.
fn told_name(person: &Person) -> Vec<Told> {
    person.name.iter().map(|name| Told::Renamed((&person.id).into(), name.clone())).collect()
}

/// Tells the games at which a person sits what the person is called now. The name is in the store already; it is written
/// once more for seats that were taken under the old one meanwhile.
pub async fn renamed(club: &Arc<Club>, person: &Person) -> Result<(), Failure> {
    let (Some(name), Some(write)) = (&person.name, name_of(person)) else { return Ok(()) };
    club.identities.renamed();
    club.tell(&person.id, &News::Renamed(person.id.clone(), name.clone())).await;
    Ok(club.write(vec![write]).await?)
}

/// Tells the games what was one person's and is another's now. The store knows it already, and is told once more for
/// seats that were taken meanwhile.
async fn merged(club: &Arc<Club>, from: &PersonId, into: &Person) -> Result<(), Failure> {
    club.identities.merged(from, &into.id);
    // The name goes along: a game that has not heard yet whose seat it is would not be told of it.
    club.tell(from, &News::Merged(from.clone(), into.id.clone(), into.name.clone())).await;
    Ok(club.write(vec![Write::Merge { from: from.clone(), into: into.id.clone() }]).await?)
}

/// After something was written for a visitor: a visitor who signed in or was renamed meanwhile has it under the name
/// of now.
pub async fn settle(club: &Arc<Club>, visitor: &Visitor) -> Result<(), Failure> {
    if club.identities.version() == visitor.seen {
        return Ok(());
    }
    let before = &visitor.person;
    let id = club.identities.became(&before.id, visitor.seen).unwrap_or_else(|| before.id.clone());
    let Some(person) = club.read(move |store| store.person(&id)).await? else { return Ok(()) };
    if person.id != before.id {
        merged(club, &before.id, &person).await?;
    }
    if person.name != before.name { renamed(club, &person).await } else { Ok(()) }
}

pub fn taken(error: StoreError) -> Failure {
    if error == StoreError::Conflict { Failure::Name("server-name-taken") } else { Failure::Store(error) }
}

/// Stores a person with a new password: every session ends, including any that others may have planted here before, and
/// a new one begins.
async fn put_password(club: &Club, visitor: &Visitor, person: &Person) -> Result<Become, StoreError> {
    let (begun, cookie) = new_session(visitor, person, None);
    let mut writes = vec![Write::Person(person.clone())];
    writes.extend(name_of(person));
    writes.extend([Write::EndSessions { person: person.id.clone(), except: None }, begun]);
    let mut told = told_name(person);
    told.extend([Told::Replaced(visitor.session.clone()), Told::all_sessions(&person.id, None)]);
    club.write_told(writes, told).await?;
    club.sessions.replace(&visitor.session);
    club.sessions.close(&person.id, |_| true);
    Ok(cookie)
}

/// Creates an account from the current visitor; my games stay mine. Every other device has to sign in.
#[utoipa::path(post, path = "/api/me/account", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn make_account(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<Credentials>,
) -> Result<Response, Failure> {
    if visitor.person.password.is_some() {
        return Err(Failure::HasAccount);
    }
    let name = names::check(&wanted.name)?;
    let key = names::key(&name);
    people::check_new_password(&wanted.password, &name)?;
    club.limits.game(&visitor.person.id, visitor.address)?;
    club.limits.hash(visitor.address)?;
    let hash = club.engines.hashers.ask(visitor.asker(), move |_| people::hash(&wanted.password)).await??;
    let person = Person { name: Some(name), name_key: Some(key), password: Some(hash), ..visitor.person.clone() };
    let cookie = put_password(&club, &visitor, &person).await.map_err(taken)?;
    renamed(&club, &person).await?;
    Ok(signed_in_as(&club, &person, cookie, visitor.speech.language))
}

/// Changes my password, and signs out every other device.
#[utoipa::path(put, path = "/api/me/password", request_body = ChangePassword,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn change_password(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<ChangePassword>,
) -> Result<Response, Failure> {
    if visitor.person.password.is_none() {
        return Err(Failure::NoAccount);
    }
    let ChangePassword { old, new } = wanted;
    people::check_new_password(&new, visitor.person.name.as_deref().unwrap_or_default())?;
    if !is_own(&club, &visitor, old).await? {
        return Err(Failure::WrongPassword);
    }
    let hash = club.engines.hashers.ask(visitor.asker(), move |_| people::hash(&new)).await??;
    let person = Person { password: Some(hash), ..visitor.person.clone() };
    let cookie = put_password(&club, &visitor, &person).await?;
    Ok(signed_in_as(&club, &person, cookie, visitor.speech.language))
}

/// Comes back to an account. Games that were played here without one move to it.
#[utoipa::path(post, path = "/api/me/login", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn log_in(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<Credentials>,
) -> Result<Response, Failure> {
    let key = names::key(&names::check(&wanted.name).map_err(|_| Failure::WrongPassword)?);
    people::check_password(&wanted.password).map_err(|_| Failure::WrongPassword)?;
    let account = {
        let key = key.clone();
        club.read(move |store| store.account(&key)).await?
    };
    let hash = account.as_ref().and_then(|account| account.password.clone());
    let is_right = is_right(&club, &visitor, &key, wanted.password, hash).await?;
    let Some(account) = account.filter(|_| is_right) else { return Err(Failure::WrongPassword) };
    if club.standings.is_blocked(&account.id) {
        return Err(Failure::Blocked);
    }
    let guest = (visitor.person.password.is_none() && visitor.person.id != account.id).then_some(&visitor.person.id);
    let merge = guest.map(|from| Write::Merge { from: from.clone(), into: account.id.clone() });
    let more = merge.into_iter().chain(guest.and_then(|_| name_of(&account))).collect();
    let told = guest.map(|from| {
        let (from, into) = (from.into(), (&account.id).into());
        Told::Merged { from, into, name: account.name.clone() }
    });
    // The password may have been changed while it was being checked.
    let changed =
        |failure| if failure == Failure::Store(StoreError::Conflict) { Failure::WrongPassword } else { failure };
    let cookie = sign_in(&club, &visitor, &account, more, told.into_iter().collect()).await.map_err(changed)?;
    if let Some(from) = guest {
        // This comes before the games learn whose seats they are now: someone else may hold the guest's cookie too.
        club.sessions.close(from, |_| true);
        merged(&club, from, &account).await?;
        renamed(&club, &account).await?;
    }
    Ok(signed_in_as(&club, &account, cookie, visitor.speech.language))
}

/// Ends this session; the visitor becomes someone new on this device.
#[utoipa::path(post, path = "/api/me/logout",
    responses((status = 200, body = Me), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn log_out(State(club): State<Arc<Club>>, visitor: Visitor) -> Result<Response, Failure> {
    club.end_session(&visitor.person.id, &visitor.session).await?;
    let (person, cookie) = nobody();
    Ok(signed_in_as(&club, &person, cookie, visitor.speech.language))
}

/// Deletes me: my account, my notes, and my name wherever I played. The games stay, played by nobody.
#[utoipa::path(delete, path = "/api/me", request_body = DeleteMe,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn delete_me(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<DeleteMe>,
) -> Result<Response, Failure> {
    if visitor.person.password.is_some() && !is_own(&club, &visitor, wanted.password.unwrap_or_default()).await? {
        return Err(Failure::WrongPassword);
    }
    delete(&club, &visitor.person.id).await?;
    let (person, cookie) = nobody();
    Ok(signed_in_as(&club, &person, cookie, visitor.speech.language))
}

/// Deletes a person; their games stay, with an anonymous player.
pub async fn delete(club: &Arc<Club>, id: &PersonId) -> Result<(), Failure> {
    club.sessions.close(id, |_| true);
    // Before the rows forget who has said what.
    delete_words(club, id).await?;
    club.write_told(vec![Write::Delete { person: id.clone() }], vec![Told::Deleted(id.into())]).await?;
    club.sessions.close(id, |_| true);
    club.identities.renamed();
    club.standings.forget(id);
    club.tell(id, &News::Deleted(id.clone())).await;
    // Once more, for seats that were taken meanwhile.
    delete_words(club, id).await?;
    Ok(club.write(vec![Write::Delete { person: id.clone() }]).await?)
}

/// A code, address and picture to go on at another device.
#[utoipa::path(post, path = "/api/me/handover",
    responses((status = 200, body = Handover), (status = "4XX", body = Problem)))]
pub async fn hand_over(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Json<Handover>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    super::visitor::keep(&club, &visitor).await?;
    let code = club.offer_handover(&visitor.person).await?;
    let reach = reach(&club, &headers);
    let url = reach.address(&format!("/continue#{code}"));
    Ok(Json(Handover { code, qr: reach.qr(&url), local: reach.local(), url, seconds: HANDOVER.as_secs() as u32 }))
}

/// Goes on here as who I am at another device.
#[utoipa::path(post, path = "/api/me/takeover", request_body = TakeOver,
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub async fn take_over(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Body(wanted): Body<TakeOver>,
) -> Result<Response, Failure> {
    // Codes cannot be guessed, but nobody needs many tries.
    let guess = club.guess_code(visitor.address).await?;
    let (person, used) = club.look_at_handover(&wanted.code).await?;
    guess.does_not_count();
    let ended = |failure| if failure == Failure::Store(StoreError::Conflict) { Failure::WrongCode } else { failure };
    let cookie = sign_in(&club, &visitor, &person, vec![used], Vec::new()).await.map_err(ended)?;
    Ok(signed_in_as(&club, &person, cookie, visitor.speech.language))
}

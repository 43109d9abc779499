//! Everything that is kept about a person, as one file.

use crate::api::{
    ExportedDevice, ExportedGame, ExportedLink, ExportedMail, ExportedProfile, ExportedSession, PersonExport, Picture,
};
use crate::clockwork::wall;
use crate::club::Club;
use crate::conditions::Plan;
use crate::error::Failure;
use crate::http::tagged_tree;
use crate::live::{Loaded, Roles, Rows, read_spec};
use damka_conduct::{GameId, PersonId, Status, Worded};
use damka_notation::pdn;
use damka_store::{GameFilter, KeptGame, KeptLink, KeptSession, Mailbox, Person, PushDevice, Store, StoreError};
use damka_words::{Speech, Words};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The maximum number of games and links in an export; no person has this many.
const MOST: u32 = 100_000;
/// How many games are read before others get their turn with the disk.
const AT_ONCE: usize = 20;
/// The delay suggested while another export is being made, in seconds.
const WAIT: u32 = 5;

/// Everything that is kept about a person. The club makes one export at a time, because it reads all of a person's
/// games.
///
/// # Errors
/// If another one is being made, or reading fails.
pub async fn export(club: &Arc<Club>, person: &Person, speech: Speech) -> Result<PersonExport, Failure> {
    static TURN: Semaphore = Semaphore::const_new(1);
    let _turn = TURN.try_acquire().map_err(|_| Failure::TooMany(WAIT))?;
    let id = person.id.clone();
    let (ids, links, mut notes) = club
        .read(move |store| {
            let filter = GameFilter { limit: MOST, ..GameFilter::default() };
            let notes: HashMap<GameId, String> =
                store.membership().notes_of(&id)?.into_iter().map(|(game, note)| (game, note.text)).collect();
            Ok((store.ids_of(&id, &filter)?, store.links_of(&id, MOST)?, notes))
        })
        .await?;
    // The person's notes about other people's games belong in it too.
    let mut noted: Vec<GameId> = notes.keys().filter(|game| !ids.contains(game)).cloned().collect();
    noted.sort();
    let mut games = Vec::new();
    for some in [ids, noted].concat().chunks(AT_ONCE) {
        let (some, owner, reader) = (some.to_vec(), person.id.clone(), Arc::clone(club));
        let read = club.read(move |store| exported(store, &some, &owner, reader.words(speech))).await?;
        games.extend(read);
    }
    for game in &mut games {
        game.notes = notes.remove(&GameId::new(game.id.as_str()));
    }
    let id = person.id.clone();
    let (member, sessions, away) = club
        .read(move |store| {
            Ok((store.membership().member_of(&id)?, store.sessions_of(&id)?, store.letters().vacation(&id)?))
        })
        .await?;
    let id = person.id.clone();
    let (notices, devices, mail) = club
        .read(move |store| {
            let kept = store.notices();
            Ok((kept.notices_of(&id)?, kept.devices_of(&id)?, kept.mailbox_of(&id)?))
        })
        .await?;
    Ok(PersonExport {
        exported_at: wall(),
        profile: ExportedProfile {
            name: person.name.clone(),
            picture: person.picture.as_deref().and_then(Picture::from_word).map(Into::into),
            account: person.password.is_some(),
            offices: club.standings.offices(&person.id).into_iter().map(Into::into).collect(),
            blocked_at: member.and_then(|member| member.blocked_at),
            created_at: person.created_at,
            vacation_until: away.map(|away| away.until).filter(|until| *until > wall()),
        },
        games,
        links: links.into_iter().map(link).collect(),
        sessions: sessions.into_iter().map(session).collect(),
        notices: notices.iter().map(|notice| crate::notices::view(notice, club.words(speech))).collect(),
        devices: devices.into_iter().map(device).collect(),
        mail: mail.map(mailbox),
    })
}

fn link(link: KeptLink) -> ExportedLink {
    let KeptLink { code, task, created_at, ended_at, .. } = link;
    ExportedLink { code, task, created_at, ended_at }
}

fn session(session: KeptSession) -> ExportedSession {
    let KeptSession { device, created_at, seen_at, .. } = session;
    ExportedSession { device, created_at, seen_at }
}

fn device(device: PushDevice) -> ExportedDevice {
    let PushDevice { endpoint, created_at, .. } = device;
    ExportedDevice { endpoint, created_at }
}

fn mailbox(mailbox: Mailbox) -> ExportedMail {
    let Mailbox { address, confirmed_at, topics, .. } = mailbox;
    ExportedMail { address, confirmed_at, topics: topics.into_iter().map(Into::into).collect() }
}

fn exported(
    store: &dyn Store,
    ids: &[GameId],
    person: &PersonId,
    words: &Words,
) -> Result<Vec<ExportedGame>, StoreError> {
    let mut games = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(kept) = store.game(id)? else { continue };
        let rows = Rows::of(&kept);
        // A blindfold player or a delayed spectator must not find the board here.
        let pdn = if rows.status == Status::Over { written(store, id, words)? } else { None };
        let prepared = prepared(store, &kept, &rows.roles(person))?;
        games.push(ExportedGame {
            id: id.to_string(),
            status: rows.status.into(),
            seats: rows.roles(person).all().map(Into::into).collect(),
            created_at: rows.created_at,
            pdn,
            notes: None,
            prepared,
        });
    }
    Ok(games)
}

/// What a person has prepared in a game, as PDN; a damaged game does not affect the others.
fn prepared(store: &dyn Store, kept: &KeptGame, roles: &Roles) -> Result<Option<String>, StoreError> {
    let Some((_, plan)) = store.letters().conditions(&kept.game.id)?.into_iter().find(|(side, _)| roles.has(*side))
    else {
        return Ok(None);
    };
    let spec = read_spec(&kept.game.id, &kept.game.spec).ok();
    Ok(spec.and_then(|spec| Plan::read(spec.ruleset, &plan).ok()).map(|plan| plan.pdn()))
}

/// A game as PDN; a damaged one does not affect the others.
fn written(store: &dyn Store, id: &GameId, words: &Words) -> Result<Option<String>, StoreError> {
    match Loaded::read(store, id) {
        Ok(loaded) => Ok(loaded.map(|loaded| pdn::write(&tagged_tree(&loaded.rows, &loaded.table, words)))),
        Err(StoreError::Damaged(what)) => {
            tracing::warn!(game = %id, what, "a game is left out of an export");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

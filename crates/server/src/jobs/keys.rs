//! The keys with which programs on other machines work for the club. Keepers make and withdraw them.

use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::keeper::{Desk, hash_of};
use crate::{names, random};
use damka_conduct::KeeperAct;
use damka_store::{JobWrite, NewWorkerKey, Write};
use std::sync::Arc;

/// The most keys that are looked through.
const MOST: u32 = 10_000;

/// Makes a key; its number, and the key itself, of which only the hash is kept.
///
/// # Errors
/// If the name is not valid.
pub async fn make(club: &Arc<Club>, desk: &Desk<'_>, name: &str) -> Result<(i64, String), Failure> {
    let name = names::check(name)?;
    let (log, maker) = desk.about_key(KeeperAct::LetWork, name.clone());
    let code = random::secret();
    let hash = hash_of(&code);
    let key = NewWorkerKey { hash: hash.clone(), name, maker, made_at: wall() };
    club.write(vec![log, Write::Job(JobWrite::Key(key))]).await?;
    let key = club.read(move |store| store.jobs().worker_key(&hash)).await?;
    Ok((key.ok_or(Failure::NoWorkerKey)?.number, code))
}

/// Withdraws a key.
///
/// # Errors
/// If there is no such key.
pub async fn withdraw(club: &Arc<Club>, desk: &Desk<'_>, number: i64) -> Result<(), Failure> {
    let keys = club.read(|store| store.jobs().worker_keys(MOST)).await?;
    let key = keys.into_iter().find(|key| key.number == number).ok_or(Failure::NoWorkerKey)?;
    if key.withdrawn_at.is_some() {
        return Ok(());
    }
    let (log, _) = desk.about_key(KeeperAct::EndWork, key.key.name);
    club.write(vec![log, Write::Job(JobWrite::WithdrawKey { number, now: wall() })]).await?;
    // Workers that wait for a job learn of it at once.
    club.work_changed();
    Ok(())
}

//! Vacations of people: a number of days a year, in all of their games over days at once. A move ends a vacation.
//!
//! What counts is the person's row. Each game gets an event from its owner; an owner that begins looks at the rows of its
//! players, and at the start of the server the games of everybody who is away are loaded. So a crash between two games is
//! made good.

use crate::api::VacationView;
use crate::clockwork::wall;
use crate::club::Club;
use crate::dates::year;
use crate::error::Failure;
use crate::live::Request;
use damka_conduct::{GameId, Pace, PersonId, Status};
use damka_store::{Away, GameFilter, LettersWrite, StoreError, Write};
use damka_words::Words;
use std::sync::Arc;

/// The most games that somebody plays at once, for this purpose.
const MOST: u32 = 1000;

/// How often a decision is made again because the same person does something else with a vacation at the same moment.
const TRIES: usize = 5;

/// What is kept of a person's vacation, which may be over, and how many days the person has taken this year.
async fn known(club: &Club, person: &PersonId, now: u64) -> Result<(Option<Away>, u16), Failure> {
    let person = person.clone();
    let kept = club.read(move |store| {
        let letters = store.letters();
        Ok((letters.vacation(&person)?, letters.vacation_days(&person, year(now))?))
    });
    kept.await
}

/// A vacation that is not over.
fn current(away: Option<Away>, now: u64) -> Option<Away> {
    away.filter(|away| away.until > now)
}

/// A person's vacation, and the days that are left this year.
///
/// # Errors
/// If the store cannot be read.
pub async fn look(club: &Club, person: &PersonId) -> Result<VacationView, Failure> {
    let now = wall();
    let (away, taken) = known(club, person, now).await?;
    let days = club.settings.vacation_days;
    Ok(VacationView { days, left: days.saturating_sub(taken), until: current(away, now).map(|away| away.until) })
}

/// A person goes on vacation from now on until a moment, or changes its end.
///
/// # Errors
/// If the person has fewer days left, or that cannot be written.
pub async fn begin(club: &Arc<Club>, person: &PersonId, until: u64, words: &Words) -> Result<VacationView, Failure> {
    let wrong = |id: &str, count: u16| Failure::Refused {
        code: "vacation",
        text: words.say(id, &[("count", u32::from(count).into())]),
    };
    let (days, now) = (club.settings.vacation_days, wall());
    if days == 0 {
        return Err(wrong("server-vacation-none", 0));
    }
    if until <= now {
        return Err(wrong("server-vacation-past", 0));
    }
    for _ in 0..TRIES {
        // Days are counted: if they change before this is written, also at another node, it is decided again.
        let before = known(club, person, now).await?;
        let (away, taken) = decide(before, (now, until), days).map_err(|left| wrong("server-vacation-days", left))?;
        let write = LettersWrite::Vacation { person: person.clone(), away, taken, known: before };
        match club.write(vec![Write::Letters(write)]).await {
            Ok(()) => {
                settle(club, person).await?;
                return look(club, person).await;
            }
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Failure::Store(StoreError::Busy))
}

/// What a vacation from now until a moment amounts to, given what was kept and taken before; or how many days are left.
fn decide((known, taken): (Option<Away>, u16), (now, until): (u64, u64), days: u16) -> Result<(Away, (u16, u16)), u16> {
    let known = current(known, now);
    let away = Away { from: known.map_or(now, |known| known.from), until };
    // One that began last year counts there, as it did; in this year it takes nothing.
    let own = |away: Away| if year(away.from) == year(now) { away.days() } else { 0 };
    let before = taken.saturating_sub(known.map_or(0, own));
    let left = days.saturating_sub(before);
    if away.days() > left {
        return Err(left);
    }
    Ok((away, (year(now), before + own(away))))
}

/// A person is back from vacation.
///
/// # Errors
/// If that cannot be written.
pub async fn end(club: &Arc<Club>, person: &PersonId) -> Result<VacationView, Failure> {
    club.write(vec![Write::Letters(LettersWrite::Back { person: person.clone(), now: wall() })]).await?;
    settle(club, person).await?;
    look(club, person).await
}

/// Tells every game over days of a person whether the person is on vacation.
///
/// # Errors
/// If the store cannot be read.
pub async fn settle(club: &Arc<Club>, person: &PersonId) -> Result<(), Failure> {
    let (owned, filter) =
        (person.clone(), GameFilter { status: Some(Status::Live), limit: MOST, ..Default::default() });
    let games: Vec<GameId> = club.read(move |store| store.ids_of(&owned, &filter)).await?;
    for id in games {
        let told = async {
            let listing = club.listing(&id).await?;
            match listing.spec.pace {
                Pace::Sitting => Ok(()),
                Pace::Days => club.ask(&id, || Request::LookUpVacations).await.map(drop),
            }
        };
        // A game that is damaged must not keep the others from being told.
        if let Err(failure) = told.await {
            tracing::warn!(game = %id, ?failure, "a game could not be told of a vacation");
        }
    }
    Ok(())
}

/// The same, later: for what must not wait for it.
pub fn settle_later(club: &Arc<Club>, person: &PersonId) {
    let (club, person) = (Arc::clone(club), person.clone());
    tokio::spawn(async move {
        if let Err(failure) = settle(&club, &person).await {
            tracing::error!(?failure, "games could not be told of a vacation");
        }
    });
}

/// Everything of somebody is this person's now: where one of them is away, all games have to know it.
pub fn merged(club: &Arc<Club>, person: &PersonId) {
    let (club, person) = (Arc::clone(club), person.clone());
    tokio::spawn(async move {
        let now = wall();
        if known(&club, &person, now).await.is_ok_and(|(away, _)| current(away, now).is_some()) {
            settle_later(&club, &person);
        }
    });
}

/// Tells the games of everybody who is away: after a crash some of them may not know it.
///
/// # Errors
/// If the store cannot be read.
pub async fn settle_all(club: &Arc<Club>) -> Result<(), Failure> {
    for person in club.read(|store| store.letters().away_after(wall())).await? {
        settle(club, &person).await?;
    }
    Ok(())
}

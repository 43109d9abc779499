//! Running the club: offices, blocks, and everything that a keeper may do. Each act and its line in the log are written
//! in one transaction.

use crate::clockwork::wall;
use crate::club::Club;
use crate::error::Failure;
use crate::http::people;
use crate::live::News;
use crate::shared::Told;
use crate::{names, random};
use damka_conduct::{GameId, KeeperAct, KeyKind, Office, PersonId, Worded};
use damka_store::{ClubWrite, Key, Member, MemberNumber, NewLogEntry, NewReport, Person, Store, StoreError, Write};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

/// The allowed multiples of the usual quotas.
pub const ALLOWANCES: std::ops::RangeInclusive<u32> = 1..=100;
/// How long a one-time link works.
pub const KEY_LASTS: Duration = Duration::from_secs(24 * 60 * 60);
/// The maximum number of undecided complaints: in total, and about one person.
const MOST_REPORTS: (u32, u32) = (5_000, 20);

/// The offices and blocks of people. They are few and every request needs them, so they are kept in memory.
#[derive(Debug, Default)]
pub struct Standings {
    known: RwLock<Known>,
}

#[derive(Debug, Default)]
struct Known {
    offices: HashMap<PersonId, Vec<Office>>,
    blocked: HashSet<PersonId>,
}

impl Standings {
    /// Loads them from the store.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(store: &dyn Store) -> Result<Standings, StoreError> {
        let mut known = Known { blocked: store.membership().blocked()?.into_iter().collect(), ..Known::default() };
        for (person, office) in store.membership().officers()? {
            known.offices.entry(person).or_default().push(office);
        }
        Ok(Standings { known: RwLock::new(known) })
    }

    fn known(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// They are as they were read just now.
    pub fn become_as(&self, read: Standings) {
        *self.change() = read.known.into_inner().unwrap_or_else(PoisonError::into_inner);
    }

    /// The offices of a person.
    #[must_use]
    pub fn offices(&self, person: &PersonId) -> Vec<Office> {
        self.known().offices.get(person).cloned().unwrap_or_default()
    }

    /// Whether a person runs the club.
    #[must_use]
    pub fn is_keeper(&self, person: &PersonId) -> bool {
        self.known().offices.get(person).is_some_and(|offices| offices.contains(&Office::Keeper))
    }

    /// Whether a person decides in contests: an arbiter or a keeper of the club.
    #[must_use]
    pub fn decides(&self, person: &PersonId) -> bool {
        let decides = |offices: &Vec<Office>| offices.iter().any(|it| matches!(it, Office::Arbiter | Office::Keeper));
        self.known().offices.get(person).is_some_and(decides)
    }

    /// Whether a person is blocked.
    #[must_use]
    pub fn is_blocked(&self, person: &PersonId) -> bool {
        self.known().blocked.contains(person)
    }

    /// How many people run the club.
    #[must_use]
    pub fn keepers(&self) -> usize {
        self.known().offices.values().filter(|offices| offices.contains(&Office::Keeper)).count()
    }

    /// Forgets a person who was deleted.
    pub fn forget(&self, person: &PersonId) {
        let mut known = self.change();
        known.offices.remove(person);
        known.blocked.remove(person);
    }
}

/// The authority by which something is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Authority {
    /// That of a keeper.
    Keeper(PersonId),
    /// That of a user of the machine itself, who can read the data folder anyway.
    Machine,
}

/// The form in which a one-time code is kept. Codes have 130 bits, so a plain hash is enough.
#[must_use]
pub fn hash_of(code: &str) -> String {
    Sha256::digest(code.trim()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Club {
    /// A one-time code for the first keeper; `None` if the club already has one.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn first_keeper_code(&self) -> Result<Option<String>, StoreError> {
        if self.standings.keepers() > 0 {
            return Ok(None);
        }
        let (code, key) = new_key(KeyKind::Keeper, None);
        self.write(vec![Write::Club(ClubWrite::Key(key))]).await?;
        Ok(Some(code))
    }
}

fn new_key(kind: KeyKind, person: Option<PersonId>) -> (String, Key) {
    let code = random::secret();
    let key = Key { hash: hash_of(&code), kind, person, until: wall() + KEY_LASTS.as_millis() as u64 };
    (code, key)
}

/// An act, and the person or game it concerns: one line of the log.
struct Done {
    act: KeeperAct,
    person: Option<PersonId>,
    game: Option<GameId>,
    detail: String,
}

impl Done {
    fn to(act: KeeperAct, member: &Member) -> Done {
        Done { act, person: Some(member.person.id.clone()), game: None, detail: String::new() }
    }

    fn with(self, detail: impl Into<String>) -> Done {
        Done { detail: detail.into(), ..self }
    }
}

/// Everything that a keeper may do.
pub struct Desk<'a> {
    club: &'a Arc<Club>,
    by: &'a Authority,
}

impl<'a> Desk<'a> {
    /// The desk of a club, used with this authority.
    #[must_use]
    pub fn new(club: &'a Arc<Club>, by: &'a Authority) -> Desk<'a> {
        Desk { club, by }
    }

    /// Carries out an act and logs it. The log entry is written first, while a person about to be deleted can still be
    /// found.
    async fn carry_out(&self, done: Done, writes: Vec<ClubWrite>, told: Vec<Told>) -> Result<(), StoreError> {
        let log = self.log(done);
        self.club.write_told(std::iter::once(log).chain(writes).map(Write::Club).collect(), told).await
    }

    fn log(&self, done: Done) -> ClubWrite {
        let keeper = match self.by {
            Authority::Keeper(person) => Some(person.clone()),
            Authority::Machine => None,
        };
        let Done { act, person, game, detail } = done;
        ClubWrite::Log(NewLogEntry { at: wall(), keeper, act, person, game, detail })
    }

    /// A member by number.
    ///
    /// # Errors
    /// If there is none.
    pub async fn member(&self, number: MemberNumber) -> Result<Member, Failure> {
        self.club.read(move |store| store.membership().member(number)).await?.ok_or(Failure::NoPerson)
    }

    /// The club must not lose its last keeper by one click. Anyone with access to the machine can still do it there.
    fn check_last(&self, person: &PersonId) -> Result<(), Failure> {
        let standings = &self.club.standings;
        let is_last = standings.is_keeper(person) && standings.keepers() == 1;
        if is_last && *self.by != Authority::Machine { Err(Failure::LastKeeper) } else { Ok(()) }
    }

    /// Gives a member exactly these offices. Offices are for accounts: a guest exists only as long as their cookie.
    ///
    /// # Errors
    /// If the member has no account, or is the last keeper.
    pub async fn set_offices(&self, number: MemberNumber, wanted: &[Office]) -> Result<(), Failure> {
        let member = self.member(number).await?;
        let person = &member.person.id;
        if !wanted.is_empty() && member.person.password.is_none() {
            return Err(Failure::NoAccountThere);
        }
        if !wanted.contains(&Office::Keeper) {
            self.check_last(person)?;
        }
        let mut writes = Vec::new();
        for office in Office::ALL.iter().copied() {
            let (has, gets) = (member.offices.contains(&office), wanted.contains(&office));
            if has != gets {
                let act = if gets { KeeperAct::Appoint } else { KeeperAct::Dismiss };
                writes.push(self.log(Done::to(act, &member).with(office.word())));
                writes.push(ClubWrite::Office { person: person.clone(), office, since: gets.then(wall) });
            }
        }
        let told = vec![Told::Standing(person.into())];
        self.club.write_told(writes.into_iter().map(Write::Club).collect(), told).await?;
        let mut offices: Vec<Office> = wanted.to_vec();
        offices.sort();
        offices.dedup();
        self.club.standings.change().offices.insert(person.clone(), offices);
        Ok(())
    }

    /// Renames a member. This settles complaints about the old name.
    ///
    /// # Errors
    /// If the name is not allowed, or belongs to an account.
    pub async fn rename(&self, number: MemberNumber, name: &str) -> Result<(), Failure> {
        let member = self.member(number).await?;
        let name = names::check(name)?;
        let key = names::key(&name);
        let person = Person { name: Some(name.clone()), name_key: Some(key.clone()), ..member.person.clone() };
        let owner = {
            let key = key.clone();
            self.club.read(move |store| store.account(&key)).await?
        };
        if owner.is_some_and(|owner| owner.id != person.id) {
            return Err(Failure::Name("server-name-taken"));
        }
        let old = member.person.name.clone().unwrap_or_default();
        let log = self.log(Done::to(KeeperAct::Rename, &member).with(old));
        let decided = ClubWrite::Decided { person: person.id.clone() };
        let rename = Write::Rename { person: person.id.clone(), name, key };
        let told = vec![Told::Renamed((&person.id).into(), person.name.clone().unwrap_or_default())];
        let writes = vec![Write::Club(log), rename, Write::Club(decided)];
        self.club.write_told(writes, told).await.map_err(people::taken)?;
        people::renamed(self.club, &person).await
    }

    /// Blocks or unblocks a member. On blocking, their sessions end and their sockets close.
    ///
    /// # Errors
    /// If they are the last keeper.
    pub async fn set_blocked(&self, number: MemberNumber, is_blocked: bool) -> Result<(), Failure> {
        let member = self.member(number).await?;
        let person = member.person.id.clone();
        if is_blocked {
            self.check_last(&person)?;
        }
        let act = if is_blocked { KeeperAct::Block } else { KeeperAct::Unblock };
        let block = ClubWrite::Block { person: person.clone(), at: is_blocked.then(wall) };
        let decided = is_blocked.then(|| ClubWrite::Decided { person: person.clone() });
        let writes = std::iter::once(block).chain(decided).collect();
        self.carry_out(Done::to(act, &member), writes, vec![Told::Standing((&person).into())]).await?;
        if !is_blocked {
            self.club.standings.change().blocked.remove(&person);
            return Ok(());
        }
        // This comes first, so that no new session can begin.
        self.club.standings.change().blocked.insert(person.clone());
        Ok(self.club.end_sessions(&person, None).await?)
    }

    /// Sets the multiple of the usual quotas that a member may use.
    ///
    /// # Errors
    /// If it is not within [`ALLOWANCES`].
    pub async fn set_allowance(&self, number: MemberNumber, factor: u32) -> Result<(), Failure> {
        let member = self.member(number).await?;
        if !ALLOWANCES.contains(&factor) {
            return Err(Failure::BadRequest(format!("factor: {factor}")));
        }
        let log = self.log(Done::to(KeeperAct::Allow, &member).with(format!("×{factor}")));
        let allow = Write::Allowance { person: member.person.id, factor };
        Ok(self.club.write(vec![Write::Club(log), allow]).await?)
    }

    /// A one-time code with which a member can set a new password.
    ///
    /// # Errors
    /// If they have no account.
    pub async fn reset(&self, number: MemberNumber) -> Result<String, Failure> {
        let member = self.member(number).await?;
        if member.person.password.is_none() {
            return Err(Failure::NoAccountThere);
        }
        let (code, key) = new_key(KeyKind::Reset, Some(member.person.id.clone()));
        self.carry_out(Done::to(KeeperAct::Reset, &member), vec![ClubWrite::Key(key)], Vec::new()).await?;
        Ok(code)
    }

    /// Deletes a member; their games stay with a neutral name.
    ///
    /// # Errors
    /// If they are the last keeper.
    pub async fn delete(&self, number: MemberNumber) -> Result<(), Failure> {
        let member = self.member(number).await?;
        self.check_last(&member.person.id)?;
        self.carry_out(Done::to(KeeperAct::Delete, &member), Vec::new(), Vec::new()).await?;
        people::delete(self.club, &member.person.id).await
    }

    /// Logs that a member's data is being exported; the export itself is made elsewhere.
    ///
    /// # Errors
    /// If there is none.
    pub async fn note_export(&self, number: MemberNumber) -> Result<Person, Failure> {
        let member = self.member(number).await?;
        self.carry_out(Done::to(KeeperAct::Export, &member), Vec::new(), Vec::new()).await?;
        Ok(member.person)
    }

    /// Dismisses the reports about a member.
    ///
    /// # Errors
    /// If there is none.
    pub async fn ignore_reports(&self, number: MemberNumber) -> Result<(), Failure> {
        let member = self.member(number).await?;
        let decided = ClubWrite::Decided { person: member.person.id.clone() };
        Ok(self.carry_out(Done::to(KeeperAct::Ignore, &member), vec![decided], Vec::new()).await?)
    }

    /// Hides a game, or shows it again.
    ///
    /// # Errors
    /// If there is none.
    pub async fn set_hidden(&self, game: &GameId, hidden: bool) -> Result<(), Failure> {
        let act = if hidden { KeeperAct::Hide } else { KeeperAct::Show };
        let done = Done { act, person: None, game: Some(game.clone()), detail: String::new() };
        let hide = ClubWrite::Hide { game: game.clone(), hidden };
        let missing = |error| if error == StoreError::Conflict { Failure::NoGame } else { Failure::Store(error) };
        self.carry_out(done, vec![hide], vec![Told::Hidden(game.to_string(), hidden)]).await.map_err(missing)?;
        // Also for a game that is just being loaded: its rows may have been read before this write.
        self.club.game(game).await?.tell(News::Hidden(hidden));
        self.club.lobby_changed();
        Ok(())
    }

    /// The line of the log about a key of workers, and who writes it.
    pub(crate) fn about_key(&self, act: KeeperAct, name: String) -> (Write, Option<PersonId>) {
        let keeper = match self.by {
            Authority::Keeper(person) => Some(person.clone()),
            Authority::Machine => None,
        };
        (Write::Club(self.log(Done { act, person: None, game: None, detail: name })), keeper)
    }

    /// A one-time code for another keeper.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn invite_keeper(&self) -> Result<String, Failure> {
        let (code, key) = new_key(KeyKind::Keeper, None);
        let done = Done { act: KeeperAct::Invite, person: None, game: None, detail: String::new() };
        self.carry_out(done, vec![ClubWrite::Key(key)], Vec::new()).await?;
        Ok(code)
    }
}

/// Makes a person a keeper with a one-time code.
///
/// # Errors
/// If they have no account, or the code is wrong or already used.
pub async fn claim(club: &Club, person: &Person, code: &str) -> Result<(), Failure> {
    if person.password.is_none() {
        return Err(Failure::NoAccount);
    }
    let (id, now) = (person.id.clone(), wall());
    let entry = NewLogEntry {
        at: now,
        keeper: Some(id.clone()),
        act: KeeperAct::Claim,
        person: Some(id.clone()),
        game: None,
        detail: String::new(),
    };
    let writes = vec![
        ClubWrite::UseKey { hash: hash_of(code), kind: KeyKind::Keeper, now },
        ClubWrite::Office { person: id.clone(), office: Office::Keeper, since: Some(now) },
        ClubWrite::Log(entry),
    ];
    let told = vec![Told::Standing((&id).into())];
    club.write_told(writes.into_iter().map(Write::Club).collect(), told).await.map_err(wrong_code)?;
    let mut known = club.standings.change();
    let offices = known.offices.entry(id).or_default();
    if !offices.contains(&Office::Keeper) {
        offices.push(Office::Keeper);
    }
    Ok(())
}

/// The person whose password a one-time code sets.
///
/// # Errors
/// If the code is wrong or already used, or the person is blocked.
pub async fn owner_of(club: &Club, code: &str) -> Result<Person, Failure> {
    let hash = hash_of(code);
    let owner = club
        .read(move |store| {
            let person = store.membership().key(&hash)?.and_then(|key| key.person);
            person.map_or(Ok(None), |person| store.person(&person))
        })
        .await?
        .ok_or(Failure::WrongCode)?;
    if club.standings.is_blocked(&owner.id) { Err(Failure::Blocked) } else { Ok(owner) }
}

/// Sets a person's password with a one-time code, and ends their sessions. Returns the updated account.
///
/// # Errors
/// If the code is wrong or already used.
pub async fn reset_password(club: &Club, person: PersonId, code: &str, hash: String) -> Result<Person, Failure> {
    let used = ClubWrite::UseKey { hash: hash_of(code), kind: KeyKind::Reset, now: wall() };
    let password = ClubWrite::Password { person: person.clone(), hash };
    club.write(vec![Write::Club(used), Write::Club(password)]).await.map_err(wrong_code)?;
    club.end_sessions(&person, None).await?;
    club.read(move |store| store.person(&person)).await?.ok_or(Failure::WrongCode)
}

fn wrong_code(error: StoreError) -> Failure {
    if error == StoreError::Conflict { Failure::WrongCode } else { Failure::Store(error) }
}

/// Reports the name of a player in a game.
///
/// # Errors
/// If it is the reporter's own name, or too many complaints are undecided.
pub async fn report(club: &Club, report: NewReport) -> Result<(), Failure> {
    if report.reporter == report.person {
        return Err(Failure::OwnName);
    }
    let about = report.person.clone();
    let (all, same) = club.read(move |store| store.membership().count_reports(&about)).await?;
    if all >= MOST_REPORTS.0 {
        return Err(Failure::Full);
    }
    // Enough people have reported it: the keeper knows.
    if same < MOST_REPORTS.1 {
        club.write(vec![Write::Club(ClubWrite::Report(report))]).await?;
    }
    Ok(())
}

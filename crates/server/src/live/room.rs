//! Who looks at a game: sockets, and which players are here.

use super::roles::{Rows, Viewpoint};
use super::{Sent, Viewer};
use damka_conduct::{PersonId, Place, Role};
use damka_rules::Colour;
use std::net::IpAddr;

/// Members of teams who are not connected, and since when. Boxed, because few games have teams.
#[derive(Debug, Default)]
struct Absent(Vec<(Colour, Place, u64)>);

/// Instead of a moment: somebody is here.
const HERE: u64 = u64::MAX;

/// From so many sockets on, who else came to watch is told once in a while only: to tell each of them of each other one
/// takes the square of their number.
const CROWD: usize = 100;
/// How often, in milliseconds.
const CROWD_EVERY: u64 = 1_000;

/// What a crowd was told last of those who have a part in the game.
#[derive(Debug)]
struct Told {
    here: [bool; 2],
    arbiter: bool,
    members: Vec<(Colour, Place)>,
    /// When it is told next how many watch, if that has changed.
    due: Option<u64>,
}

/// The sockets of a game.
#[derive(Debug)]
pub struct Room {
    viewers: Vec<(Viewer, Viewpoint)>,
    /// The address of the last player to come.
    pub player_from: Option<IpAddr>,
    /// Since when each side is not connected, in milliseconds of the run; [`HERE`] if it is.
    absent_since: [u64; 2],
    /// The members of teams who are not connected, and since when.
    absent_members: Option<Box<Absent>>,
    /// Since when nothing has moved here.
    pub idle_since: u64,
    /// Who looks from other nodes.
    elsewhere: Vec<Elsewhere>,
    /// Boxed, because few games are watched by a crowd.
    told: Option<Box<Told>>,
}

/// Who looks from another node.
#[derive(Debug)]
struct Elsewhere {
    run: i64,
    /// Those who have a part in the game.
    people: Vec<(PersonId, Viewpoint)>,
    /// How many others watch.
    watchers: u32,
}

impl Room {
    /// An empty room.
    pub fn new(now: u64) -> Room {
        Room {
            viewers: Vec::new(),
            player_from: None,
            absent_since: [now; 2],
            absent_members: None,
            idle_since: now,
            elsewhere: Vec::new(),
            told: None,
        }
    }

    /// Everybody is about to be told who is here.
    pub fn note_told(&mut self) {
        let is_crowd = self.viewers.len() >= CROWD;
        let told = is_crowd.then(|| self.told_now());
        self.told = told.map(Box::new);
    }

    fn told_now(&self) -> Told {
        Told { here: self.here(), arbiter: self.has(Role::Arbiter), members: self.members_here(), due: None }
    }

    /// Whether only the number of those who watch has changed, in a crowd, which learns of it later.
    pub fn may_tell_later(&mut self, now: u64) -> bool {
        let Some(told) = &self.told else { return false };
        let Told { here, arbiter, members, .. } = self.told_now();
        if (here, arbiter, &members) != (told.here, told.arbiter, &told.members) {
            return false;
        }
        if let Some(told) = &mut self.told {
            told.due.get_or_insert(now + CROWD_EVERY);
        }
        true
    }

    /// When a crowd is told how many watch.
    pub fn told_at(&self) -> Option<u64> {
        self.told.as_ref().and_then(|told| told.due)
    }

    /// Since when each side is not connected, in milliseconds of the run.
    pub fn absent(&self) -> [Option<u64>; 2] {
        self.absent_since.map(|since| (since != HERE).then_some(since))
    }

    /// Whether nobody looks.
    pub fn is_empty(&self) -> bool {
        self.viewers.is_empty()
    }

    /// A viewer by its number.
    pub fn find(&self, id: u64) -> Option<&(Viewer, Viewpoint)> {
        self.viewers.iter().find(|(viewer, _)| viewer.id == id)
    }

    /// Somebody comes.
    pub fn add(&mut self, viewer: Viewer, viewpoint: Viewpoint) {
        if viewpoint.roles.sides().next().is_some() {
            self.player_from = Some(viewer.who.address);
        }
        self.viewers.push((viewer, viewpoint));
    }

    /// Sockets go; whether any of them was here. Without a sender a socket ends.
    pub fn remove(&mut self, gone: &[u64]) -> bool {
        let before = self.viewers.len();
        self.viewers.retain(|(viewer, _)| !gone.contains(&viewer.id));
        self.viewers.len() != before
    }

    /// Removes the sockets of the people concerned.
    pub fn turn_out(&mut self, is_meant: impl Fn(&PersonId) -> bool) {
        self.viewers.retain(|(viewer, _)| !is_meant(&viewer.who.person));
    }

    /// Everybody goes.
    pub fn clear(&mut self) {
        self.viewers.clear();
    }

    /// Recomputes all viewpoints; returns the sockets whose viewpoint has changed.
    pub fn update_viewpoints(&mut self, rows: &Rows) -> Vec<u64> {
        let mut changed = Vec::new();
        for elsewhere in &mut self.elsewhere {
            for (person, viewpoint) in &mut elsewhere.people {
                *viewpoint = rows.viewpoint(person);
            }
        }
        for (viewer, viewpoint) in &mut self.viewers {
            let now = rows.viewpoint(&viewer.who.person);
            if now != std::mem::replace(viewpoint, now) {
                changed.push(viewer.id);
            }
        }
        changed
    }

    /// The sockets of one person are another's.
    pub fn merge(&mut self, from: &PersonId, into: &PersonId) {
        let own = self.viewers.iter_mut().filter(|(viewer, _)| viewer.who.person == *from);
        own.for_each(|(viewer, _)| viewer.who.person.clone_from(into));
    }

    /// Whether somebody in a role is connected, here or at another node.
    pub fn has(&self, role: Role) -> bool {
        self.has_here(role) || self.people_elsewhere().any(|(_, viewpoint)| viewpoint.roles.has(role))
    }

    /// Whether somebody in a role is connected here.
    pub fn has_here(&self, role: Role) -> bool {
        self.viewers.iter().any(|(_, viewpoint)| viewpoint.roles.has(role))
    }

    /// Whether a person is connected.
    pub fn has_person(&self, person: &PersonId) -> bool {
        let is_here = self.viewers.iter().any(|(viewer, _)| viewer.who.person == *person);
        is_here || self.people_elsewhere().any(|(known, _)| known == person)
    }

    fn elsewhere(&self) -> &[Elsewhere] {
        &self.elsewhere
    }

    fn people_elsewhere(&self) -> impl Iterator<Item = &(PersonId, Viewpoint)> {
        self.elsewhere().iter().flat_map(|elsewhere| &elsewhere.people)
    }

    /// Who looks from another node now; whether that is something new.
    pub fn set_elsewhere(&mut self, run: i64, people: Vec<PersonId>, watchers: u32, rows: &Rows) -> bool {
        let at = |person: PersonId| (person.clone(), rows.viewpoint(&person));
        let people = people.into_iter().map(at).collect();
        let new = Elsewhere { run, people, watchers };
        let known = &mut self.elsewhere;
        let before = known.iter().position(|it| it.run == run).map(|at| known.swap_remove(at));
        let is_same = match &before {
            Some(before) => before.people == new.people && before.watchers == new.watchers,
            None => new.people.is_empty() && new.watchers == 0,
        };
        known.push(new);
        !is_same
    }

    /// Nobody looks from another node any more; whether anybody did.
    pub fn forget_elsewhere(&mut self, run: i64) -> bool {
        let Some(at) = self.elsewhere.iter().position(|it| it.run == run) else { return false };
        let before = self.elsewhere.swap_remove(at);
        !before.people.is_empty() || before.watchers > 0
    }

    /// Nobody looks from any other node, as far as is known.
    pub fn forget_everybody_elsewhere(&mut self) {
        self.elsewhere.clear();
    }

    /// The people with a part in the game who are here, each once.
    pub fn people(&self) -> Vec<PersonId> {
        let own = self.viewers.iter().filter(|(_, viewpoint)| !viewpoint.roles.is_spectator());
        let mut people: Vec<PersonId> = own.map(|(viewer, _)| viewer.who.person.clone()).collect();
        people.sort_unstable();
        people.dedup();
        people
    }

    /// The people with a part in the game who look from everywhere but one other node, and how many others watch.
    pub fn others_than(&self, run: i64) -> (Vec<PersonId>, u32) {
        let mut people = self.people();
        let mut watchers = self.watchers_here();
        for elsewhere in self.elsewhere().iter().filter(|it| it.run != run) {
            people.extend(elsewhere.people.iter().map(|(person, _)| person.clone()));
            watchers += elsewhere.watchers;
        }
        people.sort_unstable();
        people.dedup();
        (people, watchers)
    }

    /// Closes one socket, so that its page comes again.
    pub fn remove_one(&mut self, id: u64) {
        self.remove(&[id]);
    }

    /// Whether each side is connected.
    pub fn here(&self) -> [bool; 2] {
        Colour::ALL.map(|side| self.has(side.into()))
    }

    /// How many watch.
    pub fn watchers(&self) -> u32 {
        self.watchers_here() + self.elsewhere().iter().map(|it| it.watchers).sum::<u32>()
    }

    /// How many watch from here.
    pub fn watchers_here(&self) -> u32 {
        self.viewers.iter().filter(|(_, viewpoint)| viewpoint.roles.is_spectator()).count() as u32
    }

    /// Somebody came or went at a moment of the run.
    pub fn note_presence(&mut self, now: u64) {
        let here = self.here();
        for (since, here) in self.absent_since.iter_mut().zip(here) {
            *since = if here { HERE } else { now.min(*since) };
        }
        self.idle_since = now;
    }

    /// The members of teams who are connected.
    pub fn members_here(&self) -> Vec<(Colour, Place)> {
        let place = |viewpoint: &Viewpoint| viewpoint.roles.sides().next().map(|side| (side, viewpoint.place));
        let all = self.viewers.iter().map(|(_, it)| it).chain(self.people_elsewhere().map(|(_, it)| it));
        let mut here: Vec<(Colour, Place)> = all.filter_map(place).collect();
        here.sort_unstable();
        here.dedup();
        here
    }

    /// The members of teams who are not connected, and since when.
    pub fn members_absent(&self) -> &[(Colour, Place, u64)] {
        self.absent_members.as_ref().map_or(&[], |absent| &absent.0)
    }

    /// The same for the members of teams, who sit in these rows.
    pub fn note_members(&mut self, rows: &Rows, now: u64) {
        let here = self.members_here();
        let before = self.absent_members.take().map(|absent| absent.0).unwrap_or_default();
        let since = |side, place| before.iter().find(|it| (it.0, it.1) == (side, place)).map_or(now, |it| it.2);
        let members = rows.occupants.iter().map(|it| (it.seat, it.place));
        let absent = members.filter(|member| !here.contains(member));
        let absent = Absent(absent.map(|(side, place)| (side, place, since(side, place))).collect());
        self.absent_members = Some(Box::new(absent));
    }

    /// Sends to those who are meant; gives those whose queues are full.
    pub fn send(&self, sent: impl Fn(&Viewer, Viewpoint) -> Option<Sent>) -> Vec<u64> {
        let failed = |(viewer, viewpoint): &&(Viewer, Viewpoint)| {
            sent(viewer, *viewpoint).is_some_and(|sent| viewer.out.try_send(Box::new(sent)).is_err())
        };
        self.viewers.iter().filter(failed).map(|(viewer, _)| viewer.id).collect()
    }
}

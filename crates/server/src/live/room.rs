//! Who looks at a game: sockets, and which players are here.

use super::roles::{Rows, Viewpoint};
use super::{Sent, Viewer};
use damka_conduct::{PersonId, Role};
use damka_rules::Colour;
use std::net::IpAddr;

/// The sockets of a game.
#[derive(Debug)]
pub struct Room {
    viewers: Vec<(Viewer, Viewpoint)>,
    /// The address of the last player to come.
    pub player_from: Option<IpAddr>,
    /// Since when each side is not connected, in milliseconds of the run.
    pub absent: [Option<u64>; 2],
    /// Since when nothing has moved here.
    pub idle_since: u64,
}

impl Room {
    /// An empty room.
    pub fn new(now: u64) -> Room {
        Room { viewers: Vec::new(), player_from: None, absent: [Some(now); 2], idle_since: now }
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

    /// Whether somebody in a role is connected.
    pub fn has(&self, role: Role) -> bool {
        self.viewers.iter().any(|(_, viewpoint)| viewpoint.roles.has(role))
    }

    /// Whether a person is connected.
    pub fn has_person(&self, person: &PersonId) -> bool {
        self.viewers.iter().any(|(viewer, _)| viewer.who.person == *person)
    }

    /// Whether each side is connected.
    pub fn here(&self) -> [bool; 2] {
        Colour::ALL.map(|side| self.has(side.into()))
    }

    /// How many watch.
    pub fn watchers(&self) -> u32 {
        self.viewers.iter().filter(|(_, viewpoint)| viewpoint.roles.is_spectator()).count() as u32
    }

    /// Somebody came or went at a moment of the run.
    pub fn note_presence(&mut self, now: u64) {
        let here = self.here();
        for (absent, here) in self.absent.iter_mut().zip(here) {
            *absent = if here { None } else { absent.or(Some(now)) };
        }
        self.idle_since = now;
    }

    /// Sends to those who are meant; gives those whose queues are full.
    pub fn send(&self, sent: impl Fn(&Viewer, Viewpoint) -> Option<Sent>) -> Vec<u64> {
        let failed = |(viewer, viewpoint): &&(Viewer, Viewpoint)| {
            sent(viewer, *viewpoint).is_some_and(|sent| viewer.out.try_send(Box::new(sent)).is_err())
        };
        self.viewers.iter().filter(failed).map(|(viewer, _)| viewer.id).collect()
    }
}

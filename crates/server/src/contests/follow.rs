//! A contest that another node owns, for the sockets that are here: its record is read again whenever the owner says that
//! it has changed, and from time to time. Acts are sent to the owner (`http/forward.rs`).

use super::load::Loaded;
use super::owner::Owner;
use super::{Handle, Mail};
use crate::club::Club;
use crate::error::Failure;
use crate::nodes::Leader;
use crate::nodes::post::Post;
use damka_conduct::{ContestId, GameId};
use damka_store::{ContestWrite, StoreError, Write};
use std::sync::Arc;
use std::sync::PoisonError;
use std::time::Duration;

/// How often a node checks a contest, its own or another's, by itself: it then finds what no message has told it.
pub(super) const LOOK: Duration = Duration::from_secs(3);

impl Owner {
    /// Whether another node owns the contest.
    pub(super) fn is_following(&self) -> bool {
        matches!(self.leader, Leader::Other(_))
    }

    /// The record may have changed; `false` if the follower has to end, because nobody owns the contest any more.
    pub(super) async fn follow(&mut self) -> bool {
        let (id, seq) = (self.rows.contest.id.clone(), self.seq);
        let Leader::Other(leader) = self.leader else { return true };
        let read = move |store: &dyn damka_store::Store| {
            let owner = store.nodes().contest_owner(&id)?;
            let is_new = !store.contests().contest_events(&id, seq)?.is_empty();
            let loaded = if is_new { Loaded::read(store, &id)? } else { None };
            Ok::<_, StoreError>((owner.is_some_and(|owner| owner.run == leader && owner.is_valid), loaded))
        };
        let Ok((is_owned, loaded)) = self.club.read(read).await else { return true };
        if let Some(Loaded { kept, contest, seq, .. }) = loaded {
            (self.contest, self.seq) = (contest, seq);
            self.rows = Arc::new(kept);
            *self.shared_rows.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&self.rows);
            self.is_dirty = true;
        } else {
            self.read_people().await;
        }
        self.read_open_games().await;
        if !is_owned {
            self.tell_bye(&Failure::Closing);
        }
        is_owned
    }

    /// Notifies the other nodes that the record has changed.
    pub(super) fn tell_nodes(&self) {
        if let Some(peers) = &self.club.peers {
            peers.post_all(&Post::Contest(self.rows.contest.id.to_string()));
        }
    }

    /// Writes without an append what only the owner may write.
    pub(super) async fn write_as_owner(&self, write: ContestWrite) -> Result<(), StoreError> {
        let fence = ContestWrite::Mine { contest: self.rows.contest.id.clone(), run: self.run };
        let fence = self.club.peers.as_ref().map(|_| Write::Contest(fence));
        self.club.write(fence.into_iter().chain([Write::Contest(write)]).collect()).await
    }

    /// The owner releases the contest, and nobody owns it.
    pub(super) async fn release(&self) {
        if self.club.peers.is_some() && !self.is_following() {
            let release = ContestWrite::Release { contest: self.rows.contest.id.clone(), run: self.run };
            let _ = self.club.write(vec![Write::Contest(release)]).await;
            self.tell_nodes();
        }
    }
}

impl Handle {
    async fn look(&self) {
        let _ = self.mail.send(Mail::Look).await;
    }
}

impl Club {
    /// Another node says that something has happened in a game of a contest.
    pub(crate) fn board_changed_elsewhere(&self, contest: &str, game: &str) {
        let game = GameId::new(game);
        self.games.forget_rested(&game);
        if let Some(handle) = self.contests.find(&ContestId::new(contest)) {
            handle.changed.note(&game);
        }
        self.lobby.touch();
    }

    /// Another node says that a contest has changed.
    pub(crate) async fn contest_changed_elsewhere(&self, contest: &str) {
        self.lobby.touch_contests();
        if let Some(handle) = self.contests.find(&ContestId::new(contest)) {
            handle.look().await;
        }
    }

    /// A node has died: followers of its contests ask who owns them now.
    pub(crate) async fn contests_of_node_gone(&self) {
        for handle in self.contests.all() {
            handle.look().await;
        }
    }
}

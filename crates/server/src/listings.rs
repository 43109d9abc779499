//! How games stand, for lists, wherever they are played.

use crate::club::Club;
use crate::error::Failure;
use crate::live::{Listing, Loaded};
use damka_conduct::{GameId, Status};
use damka_store::Glance;
use std::collections::HashMap;
use std::sync::Arc;

/// How many pages of the newest games without an owner are looked at.
const PAGES: usize = 3;
/// How many games a page has.
const PAGE: u32 = 100;

impl Club {
    /// How a game stands, for lists. A game that is not in memory is not loaded into it for that: its state does not change.
    ///
    /// # Errors
    /// If there is no such game or it cannot be read.
    pub async fn listing(&self, id: &GameId) -> Result<Listing, Failure> {
        if let Some(handle) = self.games.find(id) {
            return Ok(handle.summary.listing());
        }
        let glance = match self.peers.is_some() {
            true => Some(self.glances(vec![id.clone()]).await?.remove(id).ok_or(Failure::NoGame)?),
            false => None,
        };
        self.listing_at(id, glance).await
    }

    /// How games stand at this moment, as far as it can be seen without reading their events. What a node
    /// remembers of a game that is in another's memory is out of date when its glance has changed.
    pub(crate) async fn glances(&self, games: Vec<GameId>) -> Result<HashMap<GameId, Glance>, Failure> {
        Ok(self.read(move |store| store.shared().glances(&games)).await?.into_iter().collect())
    }

    /// How a game with this glance stands.
    pub(crate) async fn listing_at(&self, id: &GameId, glance: Option<Glance>) -> Result<Listing, Failure> {
        if let Some(handle) = self.games.find(id) {
            return Ok(handle.summary.listing());
        }
        if let Some(listing) = self.games.rested(id, glance.as_ref()) {
            return Ok(listing);
        }
        let (owned, seen) = (id.clone(), self.identities.version());
        let loaded = self.read(move |store| Loaded::read(store, &owned)).await?.ok_or(Failure::NoGame)?;
        let listing = Listing::of(&loaded);
        // Its names may have changed while it was read.
        if self.identities.version() == seen {
            self.games.rest(listing.clone(), glance);
        }
        Ok(listing)
    }

    /// The newest games in a state that no node has in memory. Games in the memory of a node are shown by that node.
    pub(crate) async fn unowned_listings(
        self: &Arc<Club>,
        status: Status,
        listed: bool,
    ) -> Result<Vec<Listing>, Failure> {
        let (mut found, mut before) = (Vec::new(), None);
        for _ in 0..PAGES {
            let page = self.read(move |store| store.games_in(status, listed, before, PAGE)).await?;
            let glances = self.glances(page.iter().map(|(_, id)| id.clone()).collect()).await?;
            for (id, glance) in glances.into_iter().filter(|(_, glance)| glance.owner.is_none()) {
                match self.listing_at(&id, Some(glance)).await {
                    Ok(listing) => found.push(listing),
                    Err(failure) => tracing::warn!(game = %id, ?failure, "a game is left out of a list"),
                }
            }
            before = page.last().map(|(number, _)| *number);
            if page.len() < PAGE as usize {
                break;
            }
        }
        Ok(found)
    }
}

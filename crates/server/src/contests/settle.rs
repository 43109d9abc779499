//! What a contest decides about its games, and what games report to it.

use super::boards::Played;
use super::owner::Owner;
use crate::live::News;
use damka_conduct::GameId;
use damka_contest::{Actor, Board, By, Command, Source};

impl Owner {
    /// Reads the games in which something has happened.
    pub async fn read_games(&mut self, games: Vec<GameId>) {
        for id in games {
            let played = match self.club.listing(&id).await {
                Ok(listing) => Played::new(listing),
                Err(failure) => {
                    tracing::error!(game = %id, ?failure, "a game of a contest could not be read");
                    continue;
                }
            };
            let is_new = self.played.get(&id).is_none_or(|known| !known.looks_like(&played));
            self.played.insert(id.clone(), played);
            if let Some(board) = self.contest.board_of(&id).filter(|_| is_new) {
                self.dirty.insert(board.id);
            }
            self.take_result(&id).await;
        }
        self.keep_host_clock().await;
    }

    /// Takes the result of a game that is over.
    async fn take_result(&mut self, game: &GameId) {
        if self.is_following() {
            return;
        }
        let Some(outcome) = self.played.get(game).and_then(Played::outcome) else { return };
        if self.contest.board_of(game).is_none_or(|board| board.result.is_some()) {
            return;
        }
        let command = Command::GameOver { game: game.clone(), outcome };
        self.do_by_itself(&command).await;
    }

    /// The host's clock runs while a board waits for the host.
    pub async fn keep_host_clock(&mut self) {
        if self.is_following() || self.contest.host_clock().is_none() || self.contest.ending().is_some() {
            return;
        }
        let waits = |board: &Board| {
            let played = board.game.as_ref().and_then(|game| self.played.get(game));
            played.is_some_and(|played| played.to_move().is_some() && played.to_move() == played.contest_clock())
        };
        let is_awaited = self.contest.open_boards().any(waits);
        let is_running = self.contest.host_clock().is_some_and(|clock| clock.is_running());
        if is_awaited != is_running {
            self.do_by_itself(&Command::HostAwaited(is_awaited)).await;
        }
    }

    /// Something that no person asked for. What is refused is only noted: something else happened first.
    pub async fn do_by_itself(&mut self, command: &Command) {
        let by = By::alone(Actor::Nobody);
        if let Err(error) = self.command(by, command, Vec::new()).await {
            tracing::debug!(contest = %self.rows.contest.id, ?error, ?command, "not done by itself");
        }
    }

    /// Tells games what the contest has decided about them. It tells them again after a restart, and games that know it
    /// already do nothing.
    pub async fn tell_games(&mut self) {
        if self.is_following() {
            return;
        }
        let has_fallen = self.contest.host_clock().is_some_and(|clock| clock.left(self.contest.now()).0 == 0);
        let mut news = Vec::new();
        for board in self.contest.boards() {
            let Some(game) = board.game.clone() else { continue };
            let is_open = self.played.get(&game).is_some_and(|played| played.outcome().is_none());
            match board.result {
                Some(scored) if scored.source == Source::Settled && is_open => {
                    news.push((game, News::Settled(scored.outcome)));
                }
                None if has_fallen && is_open => news.push((game, News::HostFlag)),
                _ => {}
            }
        }
        for (game, news) in news {
            match self.club.game(&game).await {
                Ok(handle) => handle.tell(news),
                Err(failure) => tracing::error!(%game, ?failure, "a game of a contest could not be told"),
            }
        }
    }
}

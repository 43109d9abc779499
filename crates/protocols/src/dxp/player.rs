//! The program at the other end of a line as a player.

use super::connection::{Connection, DxpError};
use super::game::{Terms, decode_move, encode_move, hear_end, offer, stands_for};
use super::message::{DxpMessage, DxpMove, Ending, GameEnd};
use crate::player::{Choice, Player, PlayerError};
use damka_engine::{Limits, Time};
use damka_rules::{Colour, Game, Played};
use std::time::{Duration, Instant};

/// How the other program is invited.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// What we call ourselves.
    pub name: String,
    /// The minutes of each side that are offered. The protocol has no other times.
    pub minutes: u16,
    /// The moves of each side that are offered; 0 is the whole game.
    pub moves: u16,
    /// How long it may take to answer anything, and for a move beyond the time that it has.
    pub patience: Duration,
}

impl Default for DxpSettings {
    fn default() -> Self {
        DxpSettings { name: "Damka".to_owned(), minutes: 5, moves: 0, patience: Duration::from_secs(10) }
    }
}

/// A program that follows on the network, as a player. It is called when first needed; the line is closed when this is
/// dropped.
///
/// A game is offered when its first move is needed, because only then it is known who plays what. The protocol lets
/// the other side end a game; here that is an error.
#[derive(Debug)]
pub struct DxpPlayer {
    address: String,
    settings: DxpSettings,
    connection: Option<Connection>,
    /// What the other side plays, once a game is agreed.
    side: Option<Colour>,
}

impl DxpPlayer {
    /// A player at an address such as `localhost:27531`.
    #[must_use]
    pub fn new(address: &str, settings: DxpSettings) -> DxpPlayer {
        DxpPlayer { address: address.to_owned(), settings, connection: None, side: None }
    }

    fn connection(&mut self) -> Result<&mut Connection, DxpError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => Connection::open(self.address.as_str(), self.settings.patience)?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Ends the game that is going on. It is always our turn then, as the other side sees it.
    fn end_game(&mut self, is_last: bool) -> Result<(), DxpError> {
        if self.side.take().is_none() {
            return Ok(());
        }
        let patience = self.settings.patience;
        let connection = self.connection()?;
        connection.send(&DxpMessage::End(GameEnd { ending: Ending::Unknown, is_last }))?;
        if hear_end(connection, patience, &mut |_| ())?.is_none_or(|end| end.is_last) {
            self.connection = None;
        }
        Ok(())
    }

    /// Agrees on a game that begins before our last move, or now if there was none.
    fn begin(&mut self, game: &Game) -> Result<(), DxpError> {
        let before =
            game.played().last().filter(|ply| ply.legal().is_some()).map_or(game.position(), |ply| &ply.before);
        let start = Game::from_position(*game.ruleset(), *before);
        let side = game.position().to_move();
        let DxpSettings { name, minutes, moves, .. } = self.settings.clone();
        let terms = Terms { own: side.other(), minutes, moves };
        offer(self.connection()?, &name, &start, terms, &mut |_| ())?;
        self.side = Some(side);
        Ok(())
    }

    fn ask(&mut self, game: &Game, wait: Duration) -> Result<DxpMove, DxpError> {
        if self.side != Some(game.position().to_move()) {
            self.end_game(false)?;
            self.begin(game)?;
        }
        let connection = self.connection()?;
        if let Some(mv) = game.played().last().and_then(Played::mv) {
            connection.send(&DxpMessage::Move(encode_move(mv, Duration::ZERO)))?;
        }
        let deadline = Some(Instant::now() + wait);
        loop {
            match connection.receive(deadline)? {
                Ok(DxpMessage::Move(mv)) => return Ok(mv),
                Ok(DxpMessage::End(end)) => {
                    connection.send(&DxpMessage::End(GameEnd { ending: Ending::Unknown, is_last: end.is_last }))?;
                    self.side = None;
                    return Err(DxpError::Illegal(format!("it ended the game ({:?})", end.ending)));
                }
                Ok(DxpMessage::TakeBack(_)) => connection.send(&DxpMessage::TakeBackAnswer { accepted: false })?,
                _ => {}
            }
        }
    }

    /// How long to wait for a move. The other side goes by the minutes that were offered.
    fn wait(&self, limits: &Limits) -> Duration {
        let offered = Duration::from_secs(u64::from(self.settings.minutes) * 60);
        let given = match limits.time {
            Some(Time::PerMove(time)) => time.max(offered),
            Some(Time::Clock { remaining, increment, .. }) => remaining.saturating_add(increment),
            None => offered,
        };
        given.saturating_add(self.settings.patience)
    }

    /// Tells an error as players tell it; after most of them the line is of no use.
    fn failed(&mut self, error: DxpError, waited: Duration) -> PlayerError {
        if !matches!(error, DxpError::Illegal(_)) {
            (self.connection, self.side) = (None, None);
        }
        match error {
            DxpError::Silent => PlayerError::Silent(waited),
            DxpError::Illegal(text) => PlayerError::Illegal(text),
            DxpError::Refused(_) => PlayerError::CannotPlay(error.to_string()),
            DxpError::Player(error) => error,
            DxpError::Network(_) | DxpError::Closed => PlayerError::Gone(error.to_string()),
        }
    }
}

impl Player for DxpPlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), PlayerError> {
        if !stands_for(game.ruleset()) {
            return Err(PlayerError::CannotPlay(format!("DXP is not for {}", game.ruleset().line())));
        }
        let patience = self.settings.patience;
        let ended = self.end_game(false).and_then(|()| self.connection().map(drop));
        ended.map_err(|error| self.failed(error, patience))
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, PlayerError> {
        let wait = self.wait(limits);
        let message = self.ask(game, wait).map_err(|error| self.failed(error, wait))?;
        let mv = decode_move(&message, game.ruleset(), game.position());
        let mv = mv.ok_or_else(|| PlayerError::Illegal(DxpMessage::Move(message).encode()))?;
        Ok(Choice { mv, score: None, depth: 0 })
    }
}

impl Drop for DxpPlayer {
    fn drop(&mut self) {
        self.settings.patience = self.settings.patience.min(Duration::from_secs(1));
        // Whether the other side hears the farewell is its own affair.
        let _ = self.end_game(true);
    }
}

//! What lists show of a live game, readable without asking its owner.

use crate::api::{BySide, EndingName, GameStatus, GameSummary, MannerName, PlayerKind, PlayerView};
use crate::live::acts::seat_name;
use crate::live::load::Loaded;
use crate::show;
use crate::terms::Terms;
use damka_conduct::{GameSpec, Manner};
use damka_notation::fen;
use damka_rules::{Colour, Position};
use damka_store::{Sitting, Status};
use damka_words::Words;
use std::sync::{Arc, Mutex, PoisonError};

/// What lists show of a live game.
#[derive(Debug)]
pub struct Brief {
    now: Mutex<Now>,
}

/// How it stands, for lists.
#[derive(Clone, Debug)]
pub struct Now {
    /// Its id.
    pub id: String,
    /// Its rules line, clocks and manner.
    pub agreed: Arc<GameSpec>,
    /// The rest that was agreed.
    pub terms: Arc<Terms>,
    /// Its state.
    pub status: Status,
    /// The names of the players.
    pub names: [Option<String>; 2],
    /// Who sits where.
    pub seats: Vec<(Sitting, String)>,
    /// Whether each side is connected.
    pub here: [bool; 2],
    /// The position that spectators may see.
    pub position: Position,
    /// Half-moves made.
    pub ply: u32,
    /// How it ended.
    pub ending: Option<(EndingName, Option<Colour>)>,
    /// When it was made.
    pub made: u64,
    /// When something happened last.
    pub changed: u64,
    /// Whether it was imported.
    pub imported: bool,
    /// Whether it has ended, also where that is not shown yet.
    pub is_over: bool,
}

impl Brief {
    /// What lists show.
    #[must_use]
    pub fn new(now: Now) -> Brief {
        Brief { now: Mutex::new(now) }
    }

    /// How it stands.
    #[must_use]
    pub fn now(&self) -> Now {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The state, when something happened last, and whether it has ended, also where that is not shown yet.
    #[must_use]
    pub fn order(&self) -> (Status, u64, bool) {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        (now.status, now.changed, now.is_over)
    }

    /// Whether somebody sits there.
    #[must_use]
    pub fn seats(&self, person: &str) -> bool {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).has(person)
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut Now)) {
        change(&mut self.now.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Now {
    /// How a game stands that was taken up from the store.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Now {
        let (kept, table) = (&loaded.kept, &loaded.table);
        Now {
            id: kept.game.id.clone(),
            agreed: loaded.spec(),
            terms: Arc::clone(&loaded.terms),
            status: kept.game.status,
            names: kept.game.names.clone(),
            seats: kept.game.seats.clone(),
            here: [false; 2],
            position: *table.game().position(),
            ply: table.game().played().len() as u32,
            ending: table.ending().map(|ending| (show::ending_name(&ending), ending.winner())),
            made: kept.game.made,
            changed: kept.changed,
            imported: kept.game.imported,
            is_over: kept.game.status == Status::Over,
        }
    }

    /// Whether somebody sits there.
    #[must_use]
    pub fn has(&self, person: &str) -> bool {
        self.seats.iter().any(|(_, who)| who == person)
    }

    /// As lists have it, for a person.
    #[must_use]
    pub fn summary(&self, person: &str, words: &Words) -> GameSummary {
        let ruleset = &self.agreed.ruleset;
        let player = |side: Colour| player(side, &self.terms, &self.names, &self.seats, self.here);
        GameSummary {
            id: self.id.clone(),
            rules: ruleset.line(),
            rules_name: words.ruleset_name(ruleset),
            width: ruleset.board().width(),
            manner: manner(self.agreed.manner),
            clocks: show::clocks(&self.agreed),
            players: BySide::each(player),
            status: status(self.status),
            seats: self.seats.iter().filter(|(_, who)| who == person).map(|(seat, _)| seat_name(*seat)).collect(),
            fen: fen::write(&self.position, ruleset),
            to_move: self.position.to_move().into(),
            ply: self.ply,
            winner: self.ending.and_then(|(_, winner)| winner).map(Into::into),
            ending: self.ending.map(|(name, _)| name),
            made: self.made,
            changed: self.changed,
            imported: self.imported,
        }
    }
}

/// The manner as the page calls it.
#[must_use]
pub fn manner(manner: Manner) -> MannerName {
    match manner {
        Manner::Strict => MannerName::Strict,
        Manner::AtBoard => MannerName::AtBoard,
    }
}

/// The state as the page calls it.
#[must_use]
pub fn status(status: Status) -> GameStatus {
    match status {
        Status::Open | Status::Waiting => GameStatus::Waiting,
        Status::Live => GameStatus::Live,
        Status::Over => GameStatus::Over,
    }
}

/// Who sits at a side.
#[must_use]
pub fn player(
    side: Colour,
    terms: &Terms,
    names: &[Option<String>; 2],
    seats: &[(Sitting, String)],
    here: [bool; 2],
) -> PlayerView {
    let name = names[side as usize].clone();
    if let Some(computer) = terms.computer.filter(|computer| Colour::from(computer.side) == side) {
        let (kind, level) = (PlayerKind::Computer, Some(computer.level));
        return PlayerView { name, kind, level, here: true };
    }
    let is_taken = name.is_some() || seats.iter().any(|(seat, _)| *seat == super::acts::seat_of(side));
    let kind = if is_taken { PlayerKind::Person } else { PlayerKind::Nobody };
    PlayerView { name, kind, level: None, here: here[side as usize] }
}

/// A game that is over, as lists have it, without taking it up.
///
/// # Errors
/// If what is kept is damaged.
pub fn listed(kept: &damka_store::KeptGame) -> Result<Now, damka_store::StoreError> {
    let damaged = |what: String| damka_store::StoreError::Damaged(what);
    let spec = super::load::read_spec(&kept.game.spec)?;
    let terms: Terms = serde_json::from_str(&kept.game.terms).map_err(|error| damaged(error.to_string()))?;
    let ended = kept.ended.as_ref();
    let position = ended.and_then(|ended| fen::read(&ended.fen, &spec.ruleset).ok());
    let name = ended.and_then(|ended| serde_json::from_value(ended.reason.clone().into()).ok());
    let winner = ended.and_then(|ended| ended.winner).and_then(super::acts::side_of);
    Ok(Now {
        id: kept.game.id.clone(),
        position: position.unwrap_or(spec.ruleset.start()),
        agreed: Arc::new(spec),
        terms: Arc::new(terms),
        status: kept.game.status,
        names: kept.game.names.clone(),
        seats: kept.game.seats.clone(),
        here: [false; 2],
        ply: ended.map_or(0, |ended| ended.plies),
        ending: name.map(|name| (name, winner)),
        made: kept.game.made,
        changed: kept.changed,
        imported: kept.game.imported,
        is_over: true,
    })
}

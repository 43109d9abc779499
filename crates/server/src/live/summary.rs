//! What lists show of a game, readable without asking its owner.

use super::load::{Loaded, read_spec};
use super::players::player;
use super::roles::Rows;
use crate::api::{BySide, GameSummary};
use crate::dates::days_text;
use crate::show;
use damka_conduct::{EndingKind, GameSpec, Pace, PersonId, Status, Table, Worded};
use damka_notation::fen;
use damka_rules::{Colour, Position};
use damka_store::{KeptGame, StoreError};
use damka_words::Words;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game that something happened in within this time is shown in the club also while nobody is there, in milliseconds.
const RECENT: u64 = 5 * 60_000;
/// A game that nobody came to for so long is not offered any more, in milliseconds.
const STALE: u64 = 24 * 3_600_000;

/// How a game stands, for lists.
#[derive(Clone, Debug)]
pub struct Listing {
    /// What was agreed.
    pub spec: Arc<GameSpec>,
    /// Its rows; the status is the one that lists show.
    pub rows: Rows,
    /// Whether each side is connected.
    pub here: [bool; 2],
    /// Since when each side is not connected, in milliseconds of the run; also before somebody came first.
    pub absent: [Option<u64>; 2],
    /// The position that spectators may see.
    pub position: Position,
    /// Half-moves made.
    pub ply: u32,
    /// How it ended.
    pub ending: Option<(EndingKind, Option<Colour>)>,
    /// When something happened last.
    pub changed_at: u64,
    /// Whether it has ended, also where that is not shown yet.
    pub is_over: bool,
}

/// A listing that its owner keeps up to date.
#[derive(Debug)]
pub struct Summary(Mutex<Listing>);

impl Summary {
    /// What lists show.
    #[must_use]
    pub fn new(listing: Listing) -> Summary {
        Summary(Mutex::new(listing))
    }

    fn lock(&self) -> MutexGuard<'_, Listing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How it stands.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.lock().clone()
    }

    /// The state, when something happened last, and whether it has ended, also where that is not shown yet.
    #[must_use]
    pub fn order(&self) -> (Status, u64, bool) {
        let listing = self.lock();
        (listing.rows.status, listing.changed_at, listing.is_over)
    }

    /// Whether the game is among a person's own.
    #[must_use]
    pub fn belongs_to(&self, person: &PersonId) -> bool {
        self.lock().rows.belongs_to(person)
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut Listing)) {
        change(&mut self.lock());
    }
}

impl Listing {
    /// How a loaded game stands, as far as spectators may see it.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Listing {
        let mut listing = Listing {
            spec: Arc::new(loaded.table.spec().clone()),
            rows: loaded.rows.clone(),
            here: [false; 2],
            absent: [None; 2],
            position: *loaded.table.game().position(),
            ply: 0,
            ending: None,
            changed_at: loaded.kept.changed_at,
            is_over: loaded.rows.status == Status::Over,
        };
        let shown = loaded.delayed.as_ref().map_or(&loaded.table, |delayed| &delayed.table);
        listing.show(shown, loaded.rows.status, loaded.delayed.is_some());
        listing
    }

    /// Shows a table, of a game in this state. Who sees the game later learns the result later, too.
    pub fn show(&mut self, table: &Table, status: Status, is_delayed: bool) {
        let is_hidden = is_delayed && status == Status::Over && table.ending().is_none();
        self.position = *table.game().position();
        self.ply = table.game().played().len() as u32;
        self.ending = table.ending().map(|ending| (ending.kind(), ending.winner()));
        self.rows.status = if is_hidden { Status::Live } else { status };
        self.is_over = status == Status::Over;
    }

    /// A game that is over, as lists have it, without loading it.
    ///
    /// # Errors
    /// If what is kept is damaged.
    pub fn kept(kept: &KeptGame) -> Result<Listing, StoreError> {
        let id = &kept.game.id;
        let damaged = |what: String| StoreError::Damaged(format!("game {id}: {what}"));
        let spec = read_spec(id, &kept.game.spec)?;
        let ended = kept.ended.as_ref();
        let position = match ended {
            Some(ended) => fen::read(&ended.fen, &spec.ruleset).map_err(|error| damaged(format!("{error:?}")))?,
            None => spec.ruleset.start(),
        };
        let word = |reason: &str| EndingKind::from_word(reason).ok_or_else(|| damaged(format!("ending {reason:?}")));
        let reason = ended.and_then(|ended| ended.reason.as_deref());
        let kind = reason.map(word).transpose()?;
        Ok(Listing {
            position,
            spec: Arc::new(spec),
            rows: Rows::of(kept),
            here: [false; 2],
            absent: [None; 2],
            ply: ended.map_or(0, |ended| ended.plies),
            ending: kind.map(|kind| (kind, ended.and_then(|ended| ended.winner))),
            changed_at: kept.changed_at,
            is_over: true,
        })
    }

    /// Whether something happens here, so that the club shows it: a person is there, or was until a moment ago. A game
    /// that its players have left stays theirs, and is not shown to everybody.
    #[must_use]
    pub fn is_happening(&self, wall: u64) -> bool {
        let is_here = |side: Colour| self.here[side as usize] && self.rows.computer_at(side).is_none();
        let is_recent = self.changed_at + RECENT > wall;
        self.rows.status == Status::Live && (is_recent || Colour::ALL.into_iter().any(is_here))
    }

    /// Whether the creator waits here for anybody who comes. In one sitting that is so only while the creator's page is
    /// open, or was `patience` milliseconds ago; who plays over days need not be there.
    #[must_use]
    pub fn is_offered(&self, now: u64, wall: u64, patience: u64) -> bool {
        let is_awaited = |side: Colour| self.absent[side as usize].is_none_or(|since| since + patience > now);
        let mut taken = Colour::ALL.into_iter().filter(|side| self.rows.at(*side).next().is_some());
        let is_there = self.spec.pace == Pace::Days || taken.all(is_awaited);
        self.rows.status == Status::Waiting && self.rows.created_at + STALE > wall && is_there
    }

    fn clocks_text(&self, words: &Words) -> String {
        let [white, black] = &self.spec.clocks;
        let mut texts = vec![words.control(white)];
        texts.extend((white != black).then(|| words.control(black)));
        texts.join(" / ")
    }

    /// As lists have it, for a person.
    #[must_use]
    pub fn summary(&self, person: &PersonId, words: &Words) -> GameSummary {
        let (ruleset, rows) = (&self.spec.ruleset, &self.rows);
        GameSummary {
            id: rows.id.to_string(),
            rules: ruleset.line(),
            rules_name: words.ruleset_name(ruleset),
            width: ruleset.board().width(),
            manner: self.spec.manner.into(),
            clocks: show::clocks(&self.spec),
            clocks_text: self.clocks_text(words),
            players: BySide::each(|side| player(rows, side, self.here[side as usize], words)),
            status: rows.status.into(),
            seats: rows.roles(person).all().map(Into::into).collect(),
            fen: fen::write(&self.position, ruleset),
            placement: show::placement(ruleset, &self.position),
            to_move: self.position.to_move().into(),
            ply: self.ply,
            winner: self.ending.and_then(|(_, winner)| winner).map(Into::into),
            ending: self.ending.map(|(kind, _)| kind.into()),
            created_at: rows.created_at,
            changed_at: self.changed_at,
            imported: rows.imported,
            event: rows.tag("Event").map(str::to_owned),
            played_on: rows.about.days.map(days_text),
        }
    }
}

//! What lists show of a game, readable without asking its owner.

use super::delayed::Delayed;
use super::load::{Loaded, read_spec};
use super::players::player;
use super::roles::Rows;
use super::sight::{Sight, Stage, When};
use crate::api::{BySide, GameSummary};
use crate::dates::days_text;
use crate::fair_play;
use crate::nodes::Leader;
use crate::show;
use damka_conduct::{EndingKind, GameSpec, Pace, PersonId, Status, Table, View, Worded};
use damka_contest::Outcome;
use damka_notation::{fen, moves};
use damka_rules::{Colour, Position};
use damka_store::{KeptGame, StoreError};
use damka_words::Words;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game between people stays listed in the club for this long after something happened in it, even while nobody is
/// there, in milliseconds.
const RECENT: u64 = 5 * 60_000;
/// A game against the computer stays listed for this long after its player has left, in milliseconds: the computer may
/// play on.
const MOMENT: u64 = 60_000;
/// A game that nobody came to for so long is not offered any more, in milliseconds.
const STALE: u64 = 24 * 3_600_000;

/// How a game stands, for lists.
#[derive(Clone, Debug)]
pub struct Listing {
    /// What was agreed.
    pub spec: Arc<GameSpec>,
    /// Its rows.
    pub rows: Rows,
    /// Whether each side is connected.
    pub here: [bool; 2],
    /// Since when each side is not connected, in milliseconds of the run; also before somebody came first.
    pub absent: [Option<u64>; 2],
    /// The state that its people see.
    pub now: Shown,
    /// The state that spectators see, if they see it with a delay.
    pub later: Option<Shown>,
    /// The positions for which its players may not get help.
    pub footprints: Arc<Vec<u64>>,
}

/// The state of a game, as lists show it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The stage of the game.
    pub status: Status,
    /// The position by the rules.
    pub position: Position,
    /// Half-moves made.
    pub ply: u32,
    /// How it ended.
    pub ending: Option<(EndingKind, Option<Colour>)>,
    /// When something happened last.
    pub changed_at: u64,
    /// When the time of the side to move runs out, in milliseconds since 1970; only in games of days.
    pub deadline: Option<u64>,
    /// Whether the players have agreed to a pause, so that it is nobody's move.
    pub paused: bool,
    /// What was left on White's and Black's clocks then, in milliseconds.
    pub left: [Option<u64>; 2],
    /// The last move, where a player plays without the board.
    pub last: Option<Box<str>>,
}

/// What the end of a game means for its contest.
#[must_use]
pub fn outcome((kind, winner): (EndingKind, Option<Colour>)) -> Outcome {
    match (kind, winner) {
        (EndingKind::Annulled | EndingKind::Dropped, _) => Outcome::Void,
        (_, Some(winner)) => Outcome::won_by(winner),
        (_, None) => Outcome::Draw,
    }
}

/// The last move as it is written.
fn last_move(table: &Table) -> Option<Box<str>> {
    let game = table.game();
    moves::played(game.ruleset(), game.played().last()?).map(Into::into)
}

impl Shown {
    fn of(table: &Table, status: Status, created_at: u64, changed_at: u64) -> Shown {
        let is_slow = table.spec().pace == Pace::Days && status == Status::Live;
        let runs_out = table.time_runs_out().filter(|_| is_slow).map(|(_, at)| created_at.saturating_add(at.0));
        Shown {
            status,
            position: *table.game().position(),
            ply: table.game().played().len() as u32,
            ending: table.ending().map(|ending| (ending.kind(), ending.winner())),
            changed_at,
            deadline: runs_out,
            paused: table.is_paused(),
            left: Colour::ALL.map(|side| table.reading(side, table.now()).remaining.map(|left| left.0)),
            last: table.spec().seats.iter().any(|seat| seat.view != View::Board).then(|| last_move(table)).flatten(),
        }
    }

    /// The state for delayed spectators: they also learn later that the game is over.
    fn later(delayed: &Delayed, status: Status, created_at: u64) -> Shown {
        let is_hidden = status == Status::Over && delayed.table.ending().is_none();
        Shown::of(&delayed.table, if is_hidden { Status::Live } else { status }, created_at, delayed.changed_at)
    }
}

/// A listing that its owner keeps up to date.
#[derive(Debug)]
pub struct Summary {
    listing: Mutex<Listing>,
    leader: Mutex<Leader>,
}

impl Summary {
    /// What lists show.
    #[must_use]
    pub fn new(listing: Listing) -> Summary {
        Summary { listing: Mutex::new(listing), leader: Mutex::new(Leader::Mine(0)) }
    }

    /// Who owns the game.
    #[must_use]
    pub fn leader(&self) -> Leader {
        *self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody owns the game from now on.
    pub fn follow(&self, leader: Leader) {
        *self.leader.lock().unwrap_or_else(PoisonError::into_inner) = leader;
    }

    fn lock(&self) -> MutexGuard<'_, Listing> {
        self.listing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How it stands.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.lock().clone()
    }

    /// Whether a person has anything to do with the game.
    #[must_use]
    pub fn concerns(&self, person: &PersonId) -> bool {
        self.lock().rows.concerns(person)
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
    /// The listing of a loaded game.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Listing {
        let (status, created_at) = (loaded.rows.status, loaded.rows.created_at);
        let is_fought = status == Status::Live && loaded.rows.is_between_people();
        Listing {
            spec: Arc::new(loaded.table.spec().clone()),
            rows: loaded.rows.clone(),
            here: [false; 2],
            absent: [None; 2],
            now: Shown::of(&loaded.table, status, created_at, loaded.kept.changed_at),
            later: loaded.delayed.as_ref().map(|delayed| Shown::later(delayed, status, created_at)),
            footprints: Arc::new(if is_fought { fair_play::footprints(&loaded.table) } else { Vec::new() }),
        }
    }

    /// Updates the state after something has happened at the table.
    pub fn show(&mut self, table: &Table, delayed: Option<&Delayed>, status: Status, changed_at: u64) {
        let created_at = self.rows.created_at;
        self.rows.status = status;
        self.now = Shown::of(table, status, created_at, changed_at);
        self.later = delayed.map(|delayed| Shown::later(delayed, status, created_at));
        if status != Status::Live {
            self.footprints = Arc::default();
        } else if self.rows.is_between_people() {
            fair_play::step(&mut self.footprints, table);
        }
    }

    /// The state for viewers without or with a delay.
    #[must_use]
    pub fn shown(&self, when: When) -> &Shown {
        self.later.as_ref().filter(|_| when == When::Later).unwrap_or(&self.now)
    }

    /// The state that spectators see.
    #[must_use]
    pub fn public(&self) -> &Shown {
        self.shown(When::Later)
    }

    /// What an admitted person sees of it.
    #[must_use]
    pub fn sight(&self, person: &PersonId) -> Sight {
        let viewpoint = self.rows.viewpoint(person);
        let sight = |shown: &Shown| {
            let stage = Stage { to_move: shown.position.to_move(), is_over: shown.status == Status::Over };
            Sight::of(&self.spec, self.rows.openness(), viewpoint, stage)
        };
        // A delayed viewer gets the sight that fits the stage they see.
        match sight(&self.now) {
            Sight { when: When::Later, .. } => sight(self.public()),
            now => now,
        }
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
        let now = Shown {
            status: kept.game.status,
            position,
            ply: ended.map_or(0, |ended| ended.plies),
            ending: kind.map(|kind| (kind, ended.and_then(|ended| ended.winner))),
            changed_at: kept.changed_at,
            deadline: None,
            paused: false,
            left: [None; 2],
            last: None,
        };
        Ok(Listing {
            spec: Arc::new(spec),
            rows: Rows::of(kept),
            here: [false; 2],
            absent: [None; 2],
            now,
            later: None,
            footprints: Arc::default(),
        })
    }

    /// Whether something is happening here, so that the club lists it: a person is there, or was until a moment ago. A
    /// game that its players have left remains theirs, but is not listed; nor is one that the computer plays alone, nor
    /// one that is not public.
    #[must_use]
    pub fn is_happening(&self, now: u64, wall: u64) -> bool {
        let is_person = |side: &Colour| self.rows.computer_at(*side).is_none() && self.rows.at(*side).next().is_some();
        let Shown { status, changed_at, .. } = self.public();
        let is_recent = changed_at + RECENT > wall;
        let is_attended = |side: Colour| {
            // When a game is loaded, everyone counts as having just left, so something must also have happened in it
            // recently.
            let was_here = is_recent && self.absent[side as usize].is_some_and(|since| since + MOMENT > now);
            self.here[side as usize] || was_here
        };
        let is_recent = is_recent && self.rows.computer_side().is_none();
        let mut people = Colour::ALL.into_iter().filter(is_person);
        *status == Status::Live && self.rows.is_public() && (is_recent || people.any(is_attended))
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

    /// Whether a person plays here against another one, and it is the person's move.
    #[must_use]
    pub fn is_turn_of(&self, person: &PersonId) -> bool {
        let Shown { status, position, paused, .. } = &self.now;
        let is_played = *status == Status::Live && !paused && self.rows.is_between_people();
        is_played && self.rows.roles(person).has(position.to_move())
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
        let (ruleset, rows, sight) = (&self.spec.ruleset, &self.rows, self.sight(person));
        let Shown { status, position, ply, ending, changed_at, deadline, .. } = self.shown(sight.when);
        // A blindfold player gets no position here either.
        let board = |text: String| if sight.has_board() { text } else { String::new() };
        GameSummary {
            id: rows.id.to_string(),
            rules: ruleset.line(),
            rules_name: words.ruleset_name(ruleset),
            width: ruleset.board().width(),
            manner: self.spec.manner.into(),
            clocks: show::clocks(&self.spec),
            clocks_text: self.clocks_text(words),
            players: BySide::each(|side| player(rows, side, self.here[side as usize], words)),
            status: (*status).into(),
            seats: rows.roles(person).all().map(Into::into).collect(),
            fen: board(fen::write(position, ruleset)),
            placement: board(show::placement(ruleset, position)),
            to_move: position.to_move().into(),
            ply: *ply,
            winner: ending.and_then(|(_, winner)| winner).map(Into::into),
            ending: ending.map(|(kind, _)| kind.into()),
            created_at: rows.created_at,
            changed_at: *changed_at,
            deadline: *deadline,
            imported: rows.imported,
            private: rows.access.private,
            event: rows.tag("Event").map(str::to_owned),
            played_on: rows.about.days.map(days_text),
        }
    }
}

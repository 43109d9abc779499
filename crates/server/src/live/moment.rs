//! A moment of a game, published once and shared: the first who looks from a viewpoint, in a language, makes the frame;
//! everybody else with the same viewpoint gets the same bytes.

use super::players::player;
use super::roles::{Rows, Viewpoint};
use super::snapshot::Snapshot;
use super::view::Presenter;
use crate::api::{Agreed, BySide, CandidateView, FromGame, GameContest, GameView};
use crate::people::tag;
use crate::show;
use axum::extract::ws::Utf8Bytes;
use damka_conduct::{Change, Pace, Role, Said, Status};
use damka_notation::fen;
use damka_rules::{Colour, Game};
use damka_store::Part;
use damka_words::{Speech, Words};
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// For whom a frame is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    /// From where they look.
    pub viewpoint: Viewpoint,
    /// In which language, and what the pieces are called in it.
    pub speech: Speech,
    /// Whether moves are also told in words that can be read aloud.
    pub spoken: bool,
}

/// A moment of a game.
#[derive(Debug)]
pub struct Moment {
    /// How the game stands.
    pub snapshot: Snapshot,
    kind: Kind,
    frames: Mutex<Vec<(Eyes, Arc<Frame>)>>,
}

#[derive(Debug)]
enum Kind {
    /// Something happened.
    Event { by: Option<Role>, changes: Vec<Change> },
    /// Something was said.
    Said(Said),
    /// The whole game.
    Whole(Box<Whole>),
}

/// What the whole game is beside how it stands.
#[derive(Debug)]
pub struct Whole {
    /// Its rows.
    pub rows: Rows,
    /// Its moves.
    pub game: Game,
    /// Whether each side is connected.
    pub here: [bool; 2],
    /// How many watch.
    pub watchers: u32,
    /// Which sides want another game.
    pub rematch_wanted: [bool; 2],
    /// The game that was made after this one.
    pub rematch: Option<String>,
    /// What was said last.
    pub said: Vec<Said>,
    /// Whether the club allows words of the players' own.
    pub chat: bool,
}

/// What was made of a moment for some eyes.
type Frame = OnceLock<Utf8Bytes>;

/// How the frame of an event begins, and of something that was said. The socket whose act it was gets the same bytes with
/// its number behind this.
const BEGINNINGS: [&str; 2] = ["{\"type\":\"event\",", "{\"type\":\"said\","];

/// JSON of a message. They have no maps with other keys than texts, so this cannot fail.
pub fn json<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

impl Moment {
    fn new(snapshot: Snapshot, kind: Kind) -> Arc<Moment> {
        Arc::new(Moment { snapshot, kind, frames: Mutex::new(Vec::new()) })
    }

    /// Something happened.
    #[must_use]
    pub fn event(snapshot: Snapshot, by: Option<Role>, changes: Vec<Change>) -> Arc<Moment> {
        Moment::new(snapshot, Kind::Event { by, changes })
    }

    /// Something was said.
    #[must_use]
    pub fn said(snapshot: Snapshot, said: &Said) -> Arc<Moment> {
        Moment::new(snapshot, Kind::Said(said.clone()))
    }

    /// The whole game as it stands.
    #[must_use]
    pub fn whole(snapshot: Snapshot, whole: Whole) -> Arc<Moment> {
        Moment::new(snapshot, Kind::Whole(Box::new(whole)))
    }

    /// The frame for some eyes; with the number of their own act, if it was theirs. `rendered` counts what had to be made.
    #[must_use]
    pub fn frame(&self, eyes: Eyes, words: &Words, own: Option<u64>, rendered: &AtomicU64) -> Utf8Bytes {
        let slot = self.slot(eyes);
        let frame = slot.get_or_init(|| {
            rendered.fetch_add(1, Ordering::Relaxed);
            self.render(eyes, words).into()
        });
        let beginning = BEGINNINGS.iter().find_map(|known| Some((known, frame.strip_prefix(known)?)));
        match own.zip(beginning) {
            Some((n, (beginning, rest))) => format!("{beginning}\"n\":{n},{rest}").into(),
            None => frame.clone(),
        }
    }

    /// Whether somebody who looks from a viewpoint is told of it: a team talks among itself.
    #[must_use]
    pub fn is_for(&self, viewpoint: Viewpoint) -> bool {
        match &self.kind {
            Kind::Said(said) => self.snapshot.sight(viewpoint).hears(said.side, said.what.audience()),
            Kind::Event { .. } | Kind::Whole(_) => true,
        }
    }

    fn slot(&self, eyes: Eyes) -> Arc<Frame> {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, frame)) = frames.iter().find(|(known, _)| *known == eyes) {
            return Arc::clone(frame);
        }
        let frame = Arc::new(Frame::new());
        frames.push((eyes, Arc::clone(&frame)));
        frame
    }

    fn presenter<'a>(&'a self, eyes: Eyes, words: &'a Words) -> Presenter<'a> {
        Presenter { snapshot: &self.snapshot, viewpoint: eyes.viewpoint, words, spoken: eyes.spoken }
    }

    fn render(&self, eyes: Eyes, words: &Words) -> String {
        let presenter = self.presenter(eyes, words);
        json(&match &self.kind {
            Kind::Event { by, changes } => FromGame::Event { n: None, event: Box::new(presenter.event(*by, changes)) },
            Kind::Said(said) => FromGame::Said { n: None, said: presenter.said(said) },
            Kind::Whole(whole) => FromGame::Game { game: Box::new(game_view(presenter, whole)) },
        })
    }

    /// The whole game for some eyes; `None` if this is not a whole one.
    #[must_use]
    pub fn game_view(&self, eyes: Eyes, words: &Words) -> Option<GameView> {
        match &self.kind {
            Kind::Whole(whole) => Some(game_view(self.presenter(eyes, words), whole)),
            Kind::Event { .. } | Kind::Said(_) => None,
        }
    }
}

fn game_view(presenter: Presenter<'_>, whole: &Whole) -> GameView {
    let Whole { rows, game, here, watchers, rematch_wanted, rematch, said, chat } = whole;
    let (spec, words) = (&presenter.snapshot.spec, presenter.words);
    let mut you = presenter.you(rows.allows_hints());
    if presenter.viewpoint.is_creator {
        let waits = rows.status == Status::Waiting && !rows.access.listed;
        you.invitation = rows.access.invitation.clone().filter(|_| waits);
        // The chair is for one arbiter: nobody else is invited to it.
        let is_taken = rows.who_is(Part::Arbiter).or(rows.who_is(Part::Candidate)).is_some();
        you.arbiter_invitation = rows.access.arbiter_invitation.clone().filter(|_| !is_taken);
    }
    if presenter.viewpoint.is_creator || presenter.viewpoint.roles.sides().next().is_some() {
        you.watch_invitation = rows.access.watch_invitation.clone();
    }
    you.says = presenter.can_say(rows, *chat);
    let start = spec.first_position().unwrap_or_else(|_| spec.ruleset.start());
    let wants = |side: &Colour| rematch_wanted[*side as usize] && rematch.is_none();
    GameView {
        id: rows.id.to_string(),
        status: rows.status.into(),
        agreed: Agreed {
            rules: spec.ruleset.line(),
            rules_name: words.ruleset_name(&spec.ruleset),
            start: fen::write(&start, &spec.ruleset),
            placement: show::placement(&spec.ruleset, &start),
            second_begins: show::second_begins(&spec.ruleset, &start),
            manner: spec.manner.into(),
            pace: spec.pace.into(),
            clocks: show::clocks(spec),
            clocks_text: BySide::each(|side| words.control(&spec.clocks[side as usize])),
            mercy: spec.flag_draws_without_winner,
            talk: spec.talk.into(),
            flag: spec.flag.into(),
            vacation: spec.vacation && spec.pace == Pace::Days,
            arbiter: rows.access.arbiter_invitation.is_some(),
            delay: (rows.access.delay / 1000) as u32,
            private: rows.access.private,
            goes_round: spec.goes_round.map(Into::into),
        },
        board: show::board(&spec.ruleset),
        you,
        players: BySide::each(|side| player(rows, side, here[side as usize], words)),
        moves: presenter.moves(show::moves(game)),
        said: presenter.heard(said),
        state: presenter.state(),
        watchers: *watchers,
        rematch_wanted: Colour::ALL.iter().filter(|side| wants(side)).map(|side| (*side).into()).collect(),
        rematch: rematch.clone(),
        imported: rows.imported,
        candidate: rows.who_is(Part::Candidate).map(|person| CandidateView {
            shown: rows.candidate_name.as_deref().map_or_else(|| words.guest(Some(&tag(person))), str::to_owned),
            asks_you: rows.asks_about_arbiter(presenter.viewpoint),
        }),
        contest: rows.board.as_ref().map(|board| GameContest {
            id: board.contest.to_string(),
            name: rows.tag("Event").unwrap_or_default().to_owned(),
            board: board.board.clone(),
        }),
    }
}

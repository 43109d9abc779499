//! A contest as somebody sees it, in words.

use super::boards;
use super::load::spec_of_rows;
use super::owner::Owner;
use crate::api::{
    ContestAgreed, ContestBoardView, ContestSummary, ContestView, ContestYou, EntrantTermView, EntrantView,
    HostClockView, MatchView, Picture, ProposedView, StandingView,
};
use crate::clockwork::wall;
use crate::people::tag;
use damka_conduct::{PersonId, Status, View, Worded};
use damka_contest::{BoardId, Contest, Entrant, Kind, Number, Stage};
use damka_store::{KeptContest, KeptEntrant, StoreError};
use damka_words::Words;
use std::collections::BTreeSet;

/// What an entrant is called.
#[must_use]
pub fn shown_name(entrant: &KeptEntrant, words: &Words) -> String {
    entrant.name.clone().unwrap_or_else(|| words.guest(entrant.person.as_ref().map(tag).as_deref()))
}

/// What the entrant of a number is called.
pub fn name_of(rows: &KeptContest, number: Number, words: &Words) -> Option<String> {
    rows.entrants.iter().find(|entrant| entrant.number == number).map(|entrant| shown_name(entrant, words))
}

/// The whole contest for a person.
pub fn contest(owner: &Owner, person: &PersonId, words: &Words) -> ContestView {
    let (rows, contest) = (&owner.rows, &owner.contest);
    let spec = contest.spec();
    let is_owner = rows.contest.owner.as_ref() == Some(person);
    let name = |number| name_of(rows, number, words);
    ContestView {
        id: rows.contest.id.to_string(),
        name: rows.contest.name.clone(),
        kind: spec.kind.into(),
        stage: contest.stage().into(),
        seq: owner.seq,
        owner: owner_name(rows, words),
        you: ContestYou {
            entrant: owner.number_of(person),
            owner: is_owner,
            arbiter: owner.club.standings.decides(person) && !is_owner,
        },
        agreed: agreed(contest, words),
        created_at: rows.contest.created_at,
        now: wall(),
        begins_at: rows.contest.begins_at,
        private: rows.contest.private,
        entrants: contest.entrants().iter().map(|entrant| entrant_view(owner, entrant, words)).collect(),
        boards: contest.boards().iter().map(|board| board_view(owner, board, person)).collect(),
        standings: standings(contest),
        proposed: if is_owner || owner.club.standings.decides(person) { proposed(owner, words) } else { Vec::new() },
        match_state: (spec.kind == Kind::Match).then(|| match_view(contest)),
        host_clock: host_clock(owner),
        seed: contest.seed().map(|seed| format!("{seed:016x}")),
        ending: contest.ending().map(|ending| words.contest_ending(ending, &name)),
        stands: words.contest_state(contest, &name),
    }
}

/// The host's clock over all boards.
pub fn host_clock(owner: &Owner) -> Option<HostClockView> {
    let clock = owner.contest.host_clock()?;
    Some(HostClockView { left: clock.left(owner.now()).0, running: clock.is_running() })
}

/// Who runs a contest: as an entrant, or else as a person.
fn owner_name(rows: &KeptContest, words: &Words) -> String {
    let Some(owner) = &rows.contest.owner else { return String::new() };
    let row = rows.entrants.iter().find(|entrant| entrant.person.as_ref() == Some(owner));
    let named = || rows.owner_name.clone().unwrap_or_else(|| words.guest(Some(&tag(owner))));
    row.map_or_else(named, |row| shown_name(row, words))
}

fn agreed(contest: &Contest, words: &Words) -> ContestAgreed {
    let spec = contest.spec();
    ContestAgreed {
        rules: spec.game.ruleset.line(),
        rules_name: words.ruleset_name(&spec.game.ruleset),
        clocks_text: [0, 1].map(|at| words.control(&spec.game.clocks[at])),
        length: (spec.kind == Kind::Match).then(|| spec.length.to_string()),
        colours: spec.colours.into(),
        draws: spec.draws.into(),
        ladder_text: spec.ladder.iter().map(|rung| words.control(rung)).collect(),
        openings: spec.openings.len() as u32,
        joining: spec.joining.into(),
        late: spec.late,
        takebacks: spec.game.takebacks,
        blind: spec.game.seats[0].view != View::Board,
        patience: (spec.patience.0 / 1000) as u32,
        terms: words.contest_terms(spec),
    }
}

fn entrant_view(owner: &Owner, entrant: &Entrant, words: &Words) -> EntrantView {
    let row = owner.rows.entrants.iter().find(|row| row.number == entrant.number);
    let picture = row.and_then(|row| Picture::from_word(row.picture.as_deref()?));
    let may_claim = entrant.is_ready && owner.contest.spec().kind == Kind::Match;
    let claims_at = entrant.ready_since.plus(owner.contest.spec().patience);
    EntrantView {
        number: entrant.number,
        shown: row.map(|row| shown_name(row, words)).unwrap_or_default(),
        picture: picture.map(Into::into),
        standing: entrant.standing.into(),
        in_room: entrant.in_room,
        strength: entrant.strength,
        ready: entrant.is_ready,
        walkover_at: may_claim.then(|| owner.rows.contest.created_at + claims_at.0),
        terms: entrant
            .terms
            .iter()
            .map(|(term, value)| EntrantTermView { term: (*term).into(), value: value.clone() })
            .collect(),
    }
}

fn board_view(owner: &Owner, board: &damka_contest::Board, person: &PersonId) -> ContestBoardView {
    let played = board.game.as_ref().and_then(|game| owner.played.get(game));
    boards::view(board, played, person)
}

/// Some boards for a person.
pub fn boards(owner: &Owner, ids: &BTreeSet<BoardId>, person: &PersonId) -> Vec<ContestBoardView> {
    let boards = ids.iter().filter_map(|id| owner.contest.board(*id));
    boards.map(|board| board_view(owner, board, person)).collect()
}

fn standings(contest: &Contest) -> Vec<StandingView> {
    let row = |row: damka_contest::Standing| StandingView {
        place: row.place,
        entrant: row.entrant,
        points: row.points,
        games: row.games,
        won: row.won,
        drawn: row.drawn,
        lost: row.lost,
    };
    contest.standings().into_iter().map(row).collect()
}

/// Who would meet if those who are free were paired now, and why. The lots that are drawn then are not drawn here.
fn proposed(owner: &Owner, words: &Words) -> Vec<ProposedView> {
    let contest = &owner.contest;
    if contest.spec().kind != Kind::Evening || contest.ending().is_some() {
        return Vec::new();
    }
    let view = |it: damka_contest::Proposed| ProposedView {
        white: it.white,
        black: it.black,
        why: words.pairing_reason(&it.why),
    };
    contest.pair_free(owner.now(), 0).into_iter().map(view).collect()
}

fn match_view(contest: &Contest) -> MatchView {
    let state = contest.match_state();
    MatchView { points: state.points, rounds: state.rounds, next: state.next.map(|next| next.to_string()) }
}

/// A contest as lists have it, for a person.
///
/// # Errors
/// If what is kept is damaged.
pub fn summary(rows: &KeptContest, person: &PersonId, words: &Words) -> Result<ContestSummary, StoreError> {
    let spec = spec_of_rows(rows)?;
    let stage = match rows.contest.status {
        Status::Waiting => Stage::Gathering,
        Status::Live => Stage::Playing,
        Status::Over => Stage::Over,
    };
    Ok(ContestSummary {
        id: rows.contest.id.to_string(),
        name: rows.contest.name.clone(),
        kind: spec.kind.into(),
        stage: stage.into(),
        rules_name: words.ruleset_name(&spec.game.ruleset),
        first: rows.entrants.first().map(|first| shown_name(first, words)).unwrap_or_default(),
        entrants: rows.entrants.len() as u32,
        begins_at: rows.contest.begins_at,
        yours: rows.has_part(person),
    })
}

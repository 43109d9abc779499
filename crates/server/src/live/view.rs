//! A game as one viewpoint may see it, in words.

use super::roles::{Rows, Viewpoint};
use super::sight::Sight;
use super::snapshot::Snapshot;
use crate::api::{
    BySide, CanSay, ClocksView, EventView, MoveView, PhraseView, RightWord, SaidView, SlowView, StateView,
    ViolationView, You,
};
use crate::show;
use damka_conduct::{Aids, Change, FIRST_PLACE, Manner, Phrase, Right, Role, Said, Saying, Talk, View, Violation};
use damka_notation::Cell;
use damka_rules::Ruleset;
use damka_words::Words;

/// Somebody who looks at a game as it stands.
#[derive(Clone, Copy)]
pub struct Presenter<'a> {
    pub snapshot: &'a Snapshot,
    pub viewpoint: Viewpoint,
    pub words: &'a Words,
    pub spoken: bool,
}

impl Presenter<'_> {
    fn ruleset(&self) -> &Ruleset {
        &self.snapshot.spec.ruleset
    }

    fn sight(&self) -> Sight {
        self.snapshot.sight(self.viewpoint)
    }

    /// The help the viewer gets with legal moves, and what it sees of the board.
    fn terms(&self) -> (Aids, View) {
        let Sight { aids, view, .. } = self.sight();
        (aids, view)
    }

    fn is_player(&self) -> bool {
        self.viewpoint.roles.sides().next().is_some()
    }

    pub fn you(&self, hints: bool) -> You {
        let Sight { aids, view, hints: may_ask, .. } = self.sight();
        You {
            seats: self.viewpoint.roles.all().map(Into::into).collect(),
            aids: aids.into(),
            view: view.into(),
            hints: hints && may_ask,
            invitation: None,
            arbiter_invitation: None,
            watch_invitation: None,
            is_candidate: self.viewpoint.is_candidate,
            says: None,
        }
    }

    /// The moves so far, as far as they may be seen.
    pub fn moves(&self, moves: Vec<MoveView>) -> Vec<MoveView> {
        match self.terms().1 {
            View::Blind => Vec::new(),
            view => moves.into_iter().map(|mv| without_board(mv, view)).collect(),
        }
    }

    /// Something that was said.
    pub fn said(&self, said: &Said) -> SaidView {
        let cells = |cells: &[Cell]| cells.iter().map(|cell| show::cell(self.ruleset(), *cell)).collect();
        let (text, phrase, path) = match &said.what {
            Saying::Phrase(_, phrase) => (self.words.phrase(*phrase), Some(*phrase), Vec::new()),
            Saying::Text(_, text) => (text.clone(), None, Vec::new()),
            Saying::Proposal(squares) => (String::new(), None, cells(squares)),
        };
        SaidView {
            by: said.side.into(),
            place: said.place,
            ply: said.ply,
            audience: said.what.audience().into(),
            text,
            phrase: phrase.map(Into::into),
            path,
        }
    }

    /// What was said, as far as the viewer hears it.
    pub fn heard(&self, said: &[Said]) -> Vec<SaidView> {
        let sight = self.sight();
        let heard = said.iter().filter(|said| sight.hears(said.side, said.what.audience()));
        heard.map(|said| self.said(said)).collect()
    }

    /// What the viewer can say: to another person, if they did not agree to be silent.
    pub fn can_say(&self, rows: &Rows, chat: bool) -> Option<CanSay> {
        let spec = &self.snapshot.spec;
        let mut sides = self.viewpoint.roles.sides();
        let (Some(side), None) = (sides.next(), sides.next()) else { return None };
        let has_team = spec.seats[side as usize].places > FIRST_PLACE && self.snapshot.ending.is_none();
        let phrases = |all: &[Phrase]| {
            let phrase = |phrase: &Phrase| PhraseView { phrase: (*phrase).into(), text: self.words.phrase(*phrase) };
            all.iter().map(phrase).collect::<Vec<_>>()
        };
        let can = CanSay {
            table: if spec.talk == Talk::None { Vec::new() } else { phrases(&Phrase::TABLE) },
            team: if has_team { phrases(&Phrase::TEAM) } else { Vec::new() },
            own: chat && spec.talk == Talk::Free,
        };
        (rows.is_between_people() && !(can.table.is_empty() && can.team.is_empty())).then_some(can)
    }

    /// What happened, and how the game stands after it.
    pub fn event(&self, by: Option<Role>, changes: &[Change]) -> EventView {
        let (mut moved, mut taken_back) = (None, None);
        for change in changes {
            match change {
                Change::Moved { .. } | Change::Stands { .. } => moved = self.shown_last_move(),
                Change::TookBack(count) => taken_back = Some(*count as u32),
                _ => {}
            }
        }
        let told = || changes.iter().filter(|change| is_told(change));
        let texts = told().map(|change| self.change(change)).collect();
        let citations: Vec<String> = told().flat_map(|change| self.change_citations(change)).collect();
        let citation = (!citations.is_empty()).then(|| citations.join("; "));
        EventView { by: by.map(Into::into), moved, taken_back, texts, citation, state: self.state() }
    }

    /// A change as a sentence. The side that demanded a correction hears what was broken.
    fn change(&self, change: &Change) -> String {
        match change {
            Change::Corrected { by, violations } => self.words.corrected(*by, violations),
            _ => self.words.change(change, self.ruleset()).text,
        }
    }

    fn change_citations(&self, change: &Change) -> Vec<String> {
        let mut citations = match change {
            Change::Corrected { violations, .. } => self.violation_citations(violations),
            _ => Vec::new(),
        };
        citations
            .extend(self.words.conduct_citation(self.words.change(change, self.ruleset()).clauses, self.ruleset()));
        citations
    }

    /// The last move, as far as the viewer may see it.
    fn shown_last_move(&self) -> Option<MoveView> {
        let (aids, view) = self.terms();
        let mut moved = without_board(self.last_move()?, view);
        moved.spoken = if self.spoken && aids == Aids::Full { self.last_said() } else { None };
        Some(moved)
    }

    fn last_move(&self) -> Option<MoveView> {
        let Snapshot { ply, last, position, .. } = self.snapshot;
        Some(show::played(self.ruleset(), *ply as usize, last.as_ref()?, position))
    }

    /// How the game stands.
    pub fn state(&self) -> StateView {
        let (snapshot, words, ruleset) = (self.snapshot, self.words, self.ruleset());
        let (aids, view) = self.terms();
        let is_on_turn = snapshot.live && self.viewpoint.roles.has(snapshot.to_move) && snapshot.ending.is_none();
        let is_shown = is_on_turn && aids != Aids::None && view == View::Board;
        let must_capture = snapshot.legal.first().is_some_and(|mv| mv.is_capture());
        let at_board_player = snapshot.spec.manner == Manner::AtBoard && self.is_player();
        let counts = aids == Aids::Full && !at_board_player;
        let situation = (is_shown && must_capture && aids == Aids::Full).then(|| ruleset.situation(&snapshot.position));
        let shown = is_shown.then(|| show::legal_moves(ruleset, &snapshot.position, &snapshot.legal));
        let (legal, legal_left_out) = shown.map_or((None, None), |(legal, left_out)| (Some(legal), left_out));
        StateView {
            seq: snapshot.seq,
            ply: snapshot.ply,
            to_move: snapshot.to_move.into(),
            pieces: (view == View::Board).then(|| show::pieces(&snapshot.board)),
            clocks: self.clocks(),
            legal,
            legal_left_out,
            situation: situation.as_ref().map(|situation| words.situation(situation, ruleset)),
            situation_citation: situation.and_then(|situation| words.situation_citation(&situation, ruleset)),
            counters: if counts { show::counters(&snapshot.progress, ruleset, words) } else { Vec::new() },
            rights: self.rights(),
            claim_gone_in: self.viewpoint.roles.sides().find_map(|side| snapshot.claim_gone_in[side as usize]),
            last: self.last_said().filter(|_| view != View::Board),
            no_offer: self.no_offer(),
            hand: snapshot.hand.map(|hand| show::hand(&snapshot.board, hand)).filter(|_| view == View::Board),
            offer: snapshot.offer.map(Into::into),
            asks_back: snapshot.asks_back.map(Into::into),
            claims_no_win: snapshot.claims_no_win.map(Into::into),
            slow: self.slow(),
            fallen_flag: snapshot.fallen_flag.map(Into::into),
            violation: self.violation(),
            ending: snapshot.ending.map(|ending| show::ending(&ending, ruleset, words)),
        }
    }

    fn slow(&self) -> Option<SlowView> {
        let slow = self.snapshot.slow.as_deref()?;
        let [white_away_until, black_away_until] = slow.away_until;
        Some(SlowView {
            asks_pause: slow.asks_pause.map(Into::into),
            paused: slow.paused,
            white_away_until,
            black_away_until,
            claim_flag_in: self.viewpoint.roles.sides().find_map(|side| slow.claim_flag_in[side as usize]),
        })
    }

    fn clocks(&self) -> ClocksView {
        let Snapshot { clocks, running, held, .. } = self.snapshot;
        let BySide { white, black } = BySide::each(|side| show::clock(&clocks[side as usize]));
        ClocksView { running: running.map(Into::into), held: *held, white, black }
    }

    fn rights(&self) -> Vec<RightWord> {
        let is_strict = self.snapshot.spec.manner == Manner::Strict;
        let mut rights: Vec<Right> = Vec::new();
        for right in self.viewpoint.roles.sides().flat_map(|side| self.snapshot.rights[side as usize].all()) {
            // In a strict game the move presses the clock.
            let unneeded = right == Right::Press && is_strict;
            // These rights come from a violation, which the opponent must notice alone (A.violation.4).
            let telling = matches!(right, Right::Demand | Right::LetStand | Right::Crown);
            if !rights.contains(&right) && !unneeded && !telling {
                rights.push(right);
            }
        }
        if self.viewpoint.roles.has(Role::Arbiter) && self.snapshot.live && self.snapshot.ending.is_none() {
            rights.push(Right::Rule);
        }
        rights.into_iter().map(Into::into).collect()
    }

    fn last_said(&self) -> Option<String> {
        let last = self.snapshot.last.as_ref()?;
        let ply = last.legal()?;
        Some(self.words.spoken_path(ply.mv, &ply.path, &last.before, self.ruleset()))
    }

    fn named(&self, violations: &[Violation]) -> String {
        violations.iter().map(|violation| self.words.violation(*violation)).collect::<Vec<_>>().join("; ")
    }

    fn violation_citations(&self, violations: &[Violation]) -> Vec<String> {
        violations.iter().map(|violation| self.words.violation_citation(*violation, self.ruleset())).collect()
    }

    /// Why a player cannot offer a draw, where the rules make them wait (C.5.1).
    fn no_offer(&self) -> Option<String> {
        let refused = self.snapshot.no_offer.as_ref().filter(|_| self.is_player())?;
        Some(self.words.end_error(refused, self.ruleset()))
    }

    /// An open violation, if the viewer may learn of it.
    fn violation(&self) -> Option<ViolationView> {
        let (by, violations) = self.snapshot.violation.as_ref().filter(|_| self.sight().violations)?;
        let text = format!("{} {}.", self.words.violated(*by, violations), self.named(violations));
        let rights = self.words.violation_rights(*by, violations);
        let mut citations = self.violation_citations(violations);
        citations.extend(self.words.conduct_citation(rights.clauses, self.ruleset()));
        Some(ViolationView { by: (*by).into(), text, rights: rights.text, citation: citations.join("; ") })
    }
}

/// Whether a change becomes a sentence: moves are shown, the state says how a game ended and what was broken, and
/// another game and talk have frames of their own.
fn is_told(change: &Change) -> bool {
    let elsewhere = matches!(change, Change::Moved { .. } | Change::Ended(_) | Change::Violated { .. });
    !elsewhere && !matches!(change, Change::RematchWanted(_) | Change::RematchMade(_) | Change::Said(_))
}

/// Blindfold players hear the move and see no position.
fn without_board(mut mv: MoveView, view: View) -> MoveView {
    if view != View::Board {
        mv.fen.clear();
        mv.placement.clear();
    }
    mv
}

//! A game as one pair of eyes may see it.

use crate::api::{
    AidsName, BySide, ClocksView, EventView, MoveView, RightName, SightName, StateView, ViolationView, You,
};
use crate::live::acts::{seat_name, seat_of};
use crate::show;
use damka_conduct::clock::Millis;
use damka_conduct::{Aids, Change, Manner, Right, Table, View, Violation};
use damka_rules::{Colour, Ruleset, Situation};
use damka_store::Sitting;
use damka_words::Words;

/// Which seats somebody has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The seats of a person.
    pub fn of(seats: &[(Sitting, String)], person: &str) -> Seats {
        seats.iter().filter(|(_, who)| who == person).fold(Seats(0), |all, (seat, _)| Seats(all.0 | 1 << *seat as u8))
    }

    /// Whether this one is among them.
    pub fn has(self, seat: Sitting) -> bool {
        self.0 & (1 << seat as u8) != 0
    }

    /// Whether there is none.
    pub fn is_spectator(self) -> bool {
        self.0 == 0
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = Sitting> {
        Sitting::ALL.into_iter().filter(move |seat| self.has(*seat))
    }

    /// The sides among them.
    pub fn sides(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |side| self.has(seat_of(*side)))
    }
}

/// How a game stands.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub table: &'a Table,
    pub seq: u32,
    /// The game's time.
    pub now: Millis,
    /// Whether it stands still though a clock should run.
    pub held: bool,
    /// Whether the game is played: everybody has come and it is not over.
    pub live: bool,
}

/// Who looks.
#[derive(Clone, Copy)]
pub struct Eye<'a> {
    pub seats: Seats,
    pub words: &'a Words,
    pub spoken: bool,
}

impl Eye<'_> {
    /// What the viewer is shown, and what it sees. Spectators and arbiters see everything; who holds both seats is
    /// treated as the side to move.
    fn terms(&self, table: &Table) -> (Aids, View) {
        let seat = |side: Colour| &table.spec().seats[side as usize];
        let mover = table.to_move();
        let side = if self.seats.has(seat_of(mover)) { Some(mover) } else { self.seats.sides().next() };
        match side {
            None => (Aids::Full, View::Board),
            // Free hands get no help at all.
            Some(side) if table.spec().manner == Manner::AtBoard => (Aids::None, seat(side).view),
            Some(side) => (seat(side).aids, seat(side).view),
        }
    }

    pub fn you(&self, table: &Table, hints: bool) -> You {
        let (aids, view) = self.terms(table);
        let aids = match aids {
            Aids::Full => AidsName::Full,
            Aids::Targets => AidsName::Targets,
            Aids::None => AidsName::None,
        };
        let sight = match view {
            View::Board => SightName::Board,
            View::Record => SightName::Record,
            View::Blind => SightName::Blind,
        };
        let hints = hints && aids == AidsName::Full && !self.seats.is_spectator();
        let seats = self.seats.all().map(seat_name).collect();
        You { seats, aids, sight, hints, invitation: None, arbiter_invitation: None }
    }

    /// The moves so far, as far as they may be seen.
    pub fn moves(&self, table: &Table) -> Vec<MoveView> {
        match self.terms(table).1 {
            View::Blind => Vec::new(),
            view => show::moves(table.game()).into_iter().map(|mv| without_board(mv, view)).collect(),
        }
    }

    /// What happened, and how the game stands after it.
    pub fn event(&self, scene: Scene<'_>, happened: &Happened) -> EventView {
        let ruleset = &scene.table.spec().ruleset;
        let (aids, view) = self.terms(scene.table);
        let mut moved = happened.moved.clone().map(|mv| without_board(mv, view));
        let mut texts = Vec::new();
        let mut taken_back = None;
        for change in &happened.changes {
            match change {
                Change::Moved { mv, path, before, .. } => {
                    if let Some(moved) = moved.as_mut().filter(|_| self.spoken && aids == Aids::Full) {
                        moved.spoken = Some(self.words.spoken_path(*mv, path, before, ruleset));
                    }
                }
                // The state says it.
                Change::Ended(_) | Change::Violated { .. } => {}
                // Whoever demanded it hears which article was broken.
                Change::Corrected { violations, .. } => {
                    texts.push(format!("{} {}.", self.words.change(change, ruleset), self.cited(violations, ruleset)));
                }
                Change::TookBack(count) => {
                    taken_back = Some(*count as u32);
                    texts.push(self.words.change(change, ruleset));
                }
                _ => texts.push(self.words.change(change, ruleset)),
            }
        }
        EventView { n: None, by: happened.by.map(seat_name), moved, taken_back, texts, state: self.state(scene) }
    }

    /// How a game stands.
    pub fn state(&self, scene: Scene<'_>) -> StateView {
        let Scene { table, now, .. } = scene;
        let (ruleset, words) = (&table.spec().ruleset, self.words);
        let (aids, view) = self.terms(table);
        let mover = table.to_move();
        let is_on_turn = scene.live && self.seats.has(seat_of(mover)) && table.ending().is_none();
        let shown = is_on_turn && aids != Aids::None && view == View::Board;
        let position = table.game().position();
        let legal = shown.then(|| show::legal_moves(ruleset, position));
        let must_capture = legal.as_ref().is_some_and(|moves| moves.iter().any(|mv| !mv.captures.is_empty()));
        let situation = (must_capture && aids == Aids::Full).then(|| situation(table, words)).flatten();
        let at_board_player = table.spec().manner == Manner::AtBoard && self.seats.sides().next().is_some();
        StateView {
            seq: scene.seq,
            ply: table.game().played().len() as u32,
            to_move: mover.into(),
            pieces: (view == View::Board).then(|| show::pieces(table.board())),
            clocks: clocks(scene),
            legal,
            situation,
            counters: if aids == Aids::Full && !at_board_player {
                show::counters(table.game(), words)
            } else {
                Vec::new()
            },
            rights: if scene.live { self.rights(table, now) } else { Vec::new() },
            last: self.last_said(table).filter(|_| view != View::Board),
            no_offer: self.no_offer(scene),
            hand: show::hand(table).filter(|_| view == View::Board),
            offer: table.offer().map(Into::into),
            asks_back: table.asks_back().map(Into::into),
            claims_no_win: table.claims_no_win().map(Into::into),
            violation: self.violation(table),
            ending: table.ending().map(|ending| show::ending(&ending, ruleset, words)),
        }
    }

    fn rights(&self, table: &Table, now: Millis) -> Vec<RightName> {
        let mut rights: Vec<RightName> = Vec::new();
        for side in self.seats.sides() {
            for right in table.rights(side, now).into_iter().map(right_name) {
                // In a strict game the move presses the clock.
                let unneeded = right == RightName::Press && table.spec().manner == Manner::Strict;
                // These rights come from a violation, which the opponent must notice alone (A.violation.4).
                let telling = matches!(right, RightName::Demand | RightName::LetStand | RightName::Crown);
                if !rights.contains(&right) && !unneeded && !telling {
                    rights.push(right);
                }
            }
        }
        if self.seats.has(Sitting::Arbiter) && table.ending().is_none() {
            rights.push(RightName::Rule);
        }
        rights
    }

    fn last_said(&self, table: &Table) -> Option<String> {
        let last = table.game().played().last().filter(|played| !played.irregular)?;
        Some(self.words.spoken_path(last.mv, &last.path, &last.before, &table.spec().ruleset))
    }

    /// Violations, each with its article.
    fn cited(&self, violations: &[Violation], ruleset: &Ruleset) -> String {
        let cited = |violation: &Violation| {
            let citation = self.words.violation_citation(*violation, ruleset);
            self.words.cited(&self.words.violation(*violation), &citation)
        };
        violations.iter().map(cited).collect::<Vec<_>>().join("; ")
    }

    /// Why a player cannot offer a draw, where the rules make them wait (C.5.1).
    fn no_offer(&self, scene: Scene<'_>) -> Option<String> {
        let is_player = scene.live && self.seats.sides().next().is_some();
        let refused =
            scene.table.game().may_agree_draw().err().filter(|_| is_player && scene.table.ending().is_none())?;
        Some(self.words.end_error(&refused, &scene.table.spec().ruleset))
    }

    /// An open violation. The opponent must notice it alone, so only arbiters and spectators are told before
    /// somebody has demanded anything.
    fn violation(&self, table: &Table) -> Option<ViolationView> {
        let (by, violations) = table.open_violations()?;
        if self.seats.sides().next().is_some() && !self.seats.has(Sitting::Arbiter) {
            return None;
        }
        let cited = self.cited(violations, &table.spec().ruleset);
        let text = format!("{} {cited}", self.words.violated(by, violations));
        let rights = self.words.violation_rights(by, violations);
        Some(ViolationView { by: by.into(), text, rights })
    }
}

/// Blindfold players hear the move and see no position.
fn without_board(mut mv: MoveView, view: View) -> MoveView {
    if view != View::Board {
        mv.fen.clear();
    }
    mv
}

fn situation(table: &Table, words: &Words) -> Option<String> {
    let ruleset = &table.spec().ruleset;
    match ruleset.situation(table.game().position()) {
        Situation::Quiet { .. } => None,
        situation => Some(words.situation(&situation, ruleset)),
    }
}

fn clocks(scene: Scene<'_>) -> ClocksView {
    let reading = |side| show::clock(&scene.table.reading(side, scene.now));
    let BySide { white, black } = BySide::each(reading);
    ClocksView { running: scene.table.running().map(Into::into), held: scene.held, white, black }
}

fn right_name(right: Right) -> RightName {
    match right {
        Right::Move => RightName::Move,
        Right::Demand => RightName::Demand,
        Right::LetStand => RightName::LetStand,
        Right::Crown => RightName::Crown,
        Right::Press => RightName::Press,
        Right::Offer => RightName::Offer,
        Right::Answer => RightName::Answer,
        Right::ClaimDraw => RightName::ClaimDraw,
        Right::ClaimGone => RightName::ClaimGone,
        Right::AskBack => RightName::AskBack,
        Right::Drop => RightName::Drop,
        Right::Resign => RightName::Resign,
    }
}

/// What happened.
#[derive(Clone, Debug)]
pub struct Happened {
    pub by: Option<Sitting>,
    pub changes: Vec<Change>,
    /// The move, if one was made.
    pub moved: Option<MoveView>,
}

impl Happened {
    pub fn new(by: Option<Sitting>, changes: Vec<Change>, table: &Table) -> Happened {
        let moved = changes.iter().any(|change| matches!(change, Change::Moved { .. } | Change::Stands { .. }));
        let moved = moved.then(|| show::last_move(table.game())).flatten();
        Happened { by, changes, moved }
    }
}

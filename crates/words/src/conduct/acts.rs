//! What hands and mouths do, told briefly.

use super::cell_name;
use crate::Words;
use crate::words::side;
use damka_conduct::{Act, Actor, Claim, Event, Ruling};
use damka_notation::moves::MoveTable;
use damka_notation::{Cell, SquareNames};
use damka_rules::{Colour, Move, Position, Ruleset, Square};

/// A stretch of what a hand does.
enum Stretch {
    /// "I adjust".
    Adjust,
    /// Pieces are touched.
    Touch(Vec<Cell>),
    /// A piece is taken up, set down here and there, and let go of or not.
    Carry { from: Option<Cell>, over: Vec<Cell>, released: bool },
    /// Pieces are taken off the board.
    Remove(Vec<Cell>),
    /// A man is crowned.
    Crown(Cell),
}

/// Hands as stretches; what is no hand is left out.
fn stretches(acts: &[Act]) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for act in acts {
        match (act, found.last_mut()) {
            (Act::Touch(cell), Some(Stretch::Touch(cells))) | (Act::Remove(cell), Some(Stretch::Remove(cells))) => {
                cells.push(*cell);
            }
            (Act::Place(cell), Some(Stretch::Carry { over, released: false, .. })) => over.push(*cell),
            (Act::Release, Some(Stretch::Carry { released: released @ false, .. })) => *released = true,
            (Act::Adjust, _) => found.push(Stretch::Adjust),
            (Act::Touch(cell), _) => found.push(Stretch::Touch(vec![*cell])),
            (Act::Remove(cell), _) => found.push(Stretch::Remove(vec![*cell])),
            (Act::Crown(cell), _) => found.push(Stretch::Crown(*cell)),
            (Act::Lift(cell), _) => {
                found.push(Stretch::Carry { from: Some(*cell), over: Vec::new(), released: false });
            }
            (Act::Place(cell), _) => found.push(Stretch::Carry { from: None, over: vec![*cell], released: false }),
            (Act::Release, _) => found.push(Stretch::Carry { from: None, over: Vec::new(), released: true }),
            _ => {}
        }
    }
    found
}

impl Words {
    /// A side and what it does.
    pub(super) fn does(&self, whose: Colour, id: &str) -> String {
        self.say("conduct-does", &[("side", side(whose)), ("what", self.say(id, &[]).into())])
    }

    /// What a side's hands did, in one sentence; `None` if they did nothing.
    ///
    /// ```
    /// use damka_conduct::Event;
    /// use damka_notation::SquareNames;
    /// use damka_rules::{Colour, Ruleset};
    /// use damka_words::{Language, Words};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let lines = ["1 0:00 white touch g1", "1 0:00 white lift c3", "1 0:00 white place d4", "1 0:00 white release"];
    /// let acts = lines.map(|line| Event::read(line, SquareNames::of(&russian)).unwrap().act);
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.hands(Colour::White, &acts, &russian).unwrap(), "White touches g1, puts c3 on d4.");
    /// ```
    #[must_use]
    pub fn hands(&self, whose: Colour, acts: &[Act], ruleset: &Ruleset) -> Option<String> {
        let told: Vec<String> = stretches(acts).iter().map(|stretch| self.stretch(stretch, ruleset)).collect();
        let what = told.join(", ");
        (!told.is_empty()).then(|| self.say("conduct-does", &[("side", side(whose)), ("what", what.into())]))
    }

    fn stretch(&self, stretch: &Stretch, ruleset: &Ruleset) -> String {
        let names = |cells: &[Cell], between| {
            cells.iter().map(|cell| cell_name(ruleset, *cell)).collect::<Vec<_>>().join(between)
        };
        let at = |id, cells: &[Cell], between| self.say(id, &[("squares", names(cells, between).into())]);
        let from_to = |id, from: Cell, over: &[Cell]| {
            let (from, path) = (cell_name(ruleset, from), names(over, " → "));
            self.say(id, &[("square", from.into()), ("squares", path.into())])
        };
        match stretch {
            Stretch::Adjust => self.say("conduct-hand-adjust", &[]),
            Stretch::Touch(cells) => at("conduct-hand-touch", cells, ", "),
            Stretch::Remove(cells) => at("conduct-hand-remove", cells, ", "),
            Stretch::Crown(cell) => at("conduct-hand-crown", &[*cell], ""),
            Stretch::Carry { from: Some(from), over, .. } if over.is_empty() => at("conduct-hand-lift", &[*from], ""),
            Stretch::Carry { from: Some(from), over, released: true } if over[..] == [*from] => {
                at("conduct-hand-back", &[*from], "")
            }
            Stretch::Carry { from: Some(from), over, released } => {
                from_to(if *released { "conduct-hand-carry" } else { "conduct-hand-hold" }, *from, over)
            }
            Stretch::Carry { from: None, over, .. } if over.is_empty() => self.say("conduct-hand-release", &[]),
            Stretch::Carry { from: None, over, .. } => at("conduct-hand-place", over, " → "),
        }
    }

    /// A move in notation on the path that was shown; a turn that passed says so.
    pub(super) fn path_text(&self, mv: Move, path: &[Square], before: &Position, ruleset: &Ruleset) -> String {
        match mv.is_null() {
            true => self.say("spoken-null", &[]),
            false => MoveTable::new(ruleset, before).path_text(path, mv.is_capture()),
        }
    }

    /// A turn that was a legal move: the move in notation, with what the hands did besides.
    #[must_use]
    pub fn legal_turn(
        &self,
        by: Colour,
        acts: &[Act],
        mv: Move,
        path: &[Square],
        before: &Position,
        ruleset: &Ruleset,
    ) -> String {
        let text = self.path_text(mv, path, before, ruleset);
        let moved = SquareNames::of(ruleset).cell(mv.from());
        let besides = stretches(acts).into_iter().filter_map(|stretch| match stretch {
            Stretch::Touch(cells) => {
                let others: Vec<Cell> = cells.into_iter().filter(|cell| *cell != moved).collect();
                (!others.is_empty()).then_some(Stretch::Touch(others))
            }
            Stretch::Carry { from: Some(from), over, released: true } if over[..] == [from] => {
                Some(Stretch::Carry { from: Some(from), over, released: true })
            }
            Stretch::Adjust => Some(Stretch::Adjust),
            _ => None,
        });
        let mut told: Vec<String> = besides.map(|stretch| self.stretch(&stretch, ruleset)).collect();
        if told.is_empty() {
            return self.say("conduct-moved", &[("side", side(by)), ("move", text.into())]);
        }
        told.push(self.say("conduct-act-move", &[("move", text.into())]));
        self.say("conduct-does", &[("side", side(by)), ("what", told.join(", ").into())])
    }

    /// What somebody did, as a sentence. What only players do, said of somebody else, is told as the record writes it.
    #[must_use]
    pub fn act(&self, actor: Actor, act: &Act, ruleset: &Ruleset) -> String {
        let names = SquareNames::of(ruleset);
        match (actor, act) {
            (_, Act::Note(text)) => self.say("conduct-note", &[("text", text.as_str().into())]),
            (_, Act::Disturbance) => self.say("conduct-act-disturbance", &[]),
            (_, Act::CannotWin(whose)) => self.say("conduct-act-cannot-win", &[("side", side(*whose))]),
            (Actor::Arbiter, Act::Rule(ruling)) => self.ruling(*ruling),
            (Actor::Side(whose), _) if !matches!(act, Act::Rule(_)) => self.player_act(whose, act, ruleset),
            _ => {
                let event = Event { time: damka_conduct::clock::Millis(0), actor, act: act.clone() };
                let line = event.line(names);
                let words: Vec<&str> = line.split(' ').skip(2).collect();
                self.say("conduct-act-other", &[("text", words.join(" ").into())])
            }
        }
    }

    fn player_act(&self, whose: Colour, act: &Act, ruleset: &Ruleset) -> String {
        if let Some(told) = self.hands(whose, std::slice::from_ref(act), ruleset) {
            return told;
        }
        if let Act::Move(cells) = act {
            let path = cells.iter().map(|cell| cell_name(ruleset, *cell)).collect::<Vec<_>>().join(" → ");
            let what = self.say("conduct-act-move", &[("move", path.into())]);
            return self.say("conduct-does", &[("side", side(whose)), ("what", what.into())]);
        }
        self.does(whose, plain_act(act))
    }

    /// What the arbiter decided.
    #[must_use]
    pub fn ruling(&self, ruling: Ruling) -> String {
        let of = |id, colour| self.say(id, &[("side", side(colour))]);
        let what = match ruling {
            Ruling::Correct => self.say("ruling-correct", &[]),
            Ruling::Stand => self.say("ruling-stand", &[]),
            Ruling::Refusal(loser) => of("ruling-refusal", loser),
            Ruling::Penalty(loser) => of("ruling-penalty", loser),
            Ruling::Draw => self.say("ruling-draw", &[]),
            Ruling::Annul => self.say("ruling-annul", &[]),
            Ruling::Pause => self.say("ruling-pause", &[]),
            Ruling::Resume => self.say("ruling-resume", &[]),
            Ruling::Time(whose, time) => {
                self.say("ruling-time", &[("side", side(whose)), ("time", self.clock_time(time).into())])
            }
        };
        self.say("ruling", &[("what", what.into())])
    }
}

/// Acts of a player that are a word alone; the others are told before.
fn plain_act(act: &Act) -> &'static str {
    match act {
        Act::Pass => "conduct-act-pass",
        Act::Press => "conduct-act-press",
        Act::Offer => "conduct-act-offer",
        Act::Accept => "conduct-act-accept",
        Act::Decline => "conduct-act-decline",
        Act::Resign => "conduct-act-resign",
        Act::Insist => "conduct-act-insist",
        Act::Demand => "conduct-act-demand",
        Act::AskBack => "conduct-act-ask-back",
        Act::AgreeBack => "conduct-act-agree-back",
        Act::Leave => "conduct-act-leave",
        Act::Return => "conduct-act-return",
        Act::Drop => "conduct-act-drop",
        Act::Claim(Claim::Draw) => "conduct-act-claim-draw",
        Act::Claim(Claim::NobodyCanWin) => "conduct-act-claim-nobody-can-win",
        Act::Claim(Claim::Gone) => "conduct-act-claim-gone",
        Act::Claim(Claim::GoneDraw) => "conduct-act-claim-gone-draw",
        Act::Claim(Claim::WrongBoard) => "conduct-act-claim-wrong-board",
        Act::Claim(Claim::WrongSetup) => "conduct-act-claim-wrong-setup",
        Act::Adjust
        | Act::Touch(_)
        | Act::Lift(_)
        | Act::Place(_)
        | Act::Release
        | Act::Remove(_)
        | Act::Crown(_)
        | Act::Move(_)
        | Act::Rule(_)
        | Act::Disturbance
        | Act::CannotWin(_)
        | Act::Note(_) => "conduct-act-move",
    }
}

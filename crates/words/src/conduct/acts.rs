//! What hands and mouths do, told briefly.

use super::cell_name;
use crate::Words;
use crate::words::side;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Claim, Entry, Hand, Intent, Ruling};
use damka_notation::moves::MoveTable;
use damka_notation::{Cell, SquareNames};
use damka_rules::{Colour, Move, Position, Ruleset, Square};

/// A stretch of what a hand does.
enum Stretch {
    /// "I adjust".
    Adjust,
    /// Pieces are touched.
    Touch(Vec<Cell>),
    /// A piece is picked up, set down here and there, and let go of or not.
    Carry { from: Option<Cell>, over: Vec<Cell>, released: bool },
    /// Pieces are taken off the board.
    Remove(Vec<Cell>),
    /// A man is crowned.
    Crown(Cell),
}

/// Hands as stretches.
fn stretches(hands: &[Hand]) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for hand in hands {
        match (*hand, found.last_mut()) {
            (Hand::Touch(cell), Some(Stretch::Touch(cells))) | (Hand::Remove(cell), Some(Stretch::Remove(cells))) => {
                cells.push(cell);
            }
            (Hand::Place(cell), Some(Stretch::Carry { over, released: false, .. })) => over.push(cell),
            (Hand::Release, Some(Stretch::Carry { released: released @ false, .. })) => *released = true,
            (Hand::Adjust, _) => found.push(Stretch::Adjust),
            (Hand::Touch(cell), _) => found.push(Stretch::Touch(vec![cell])),
            (Hand::Remove(cell), _) => found.push(Stretch::Remove(vec![cell])),
            (Hand::Crown(cell), _) => found.push(Stretch::Crown(cell)),
            (Hand::Lift(cell), _) => {
                found.push(Stretch::Carry { from: Some(cell), over: Vec::new(), released: false });
            }
            (Hand::Place(cell), _) => found.push(Stretch::Carry { from: None, over: vec![cell], released: false }),
            (Hand::Release, _) => found.push(Stretch::Carry { from: None, over: Vec::new(), released: true }),
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
    /// use damka_conduct::Hand;
    /// use damka_notation::SquareNames;
    /// use damka_rules::{Colour, Ruleset};
    /// use damka_words::{Language, Words};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let names = SquareNames::of(&russian);
    /// let [g1, c3, d4] = ["g1", "c3", "d4"].map(|name| names.cell(names.parse(name).unwrap()));
    /// let hands = [Hand::Touch(g1), Hand::Lift(c3), Hand::Place(d4), Hand::Release];
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.hands(Colour::White, &hands, &russian).unwrap(), "White touches g1, moves c3 to d4.");
    /// ```
    #[must_use]
    pub fn hands(&self, whose: Colour, hands: &[Hand], ruleset: &Ruleset) -> Option<String> {
        let told: Vec<String> = stretches(hands).iter().map(|stretch| self.stretch(stretch, ruleset)).collect();
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
        hands: &[Hand],
        mv: Move,
        path: &[Square],
        before: &Position,
        ruleset: &Ruleset,
    ) -> String {
        let text = self.path_text(mv, path, before, ruleset);
        let moved = SquareNames::of(ruleset).cell(mv.from());
        let besides = stretches(hands).into_iter().filter_map(|stretch| match stretch {
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

    /// What somebody did, as a sentence. What is not theirs to do is told as the record writes it.
    #[must_use]
    pub fn act(&self, actor: Actor, act: &Intent, ruleset: &Ruleset) -> String {
        let told = match (actor, act) {
            (_, Act::Note(text)) => Some(self.say("conduct-note", &[("text", text.as_str().into())])),
            (_, Act::Disturbance) => Some(self.say("conduct-act-disturbance", &[])),
            (_, Act::CannotWin(whose)) => Some(self.say("conduct-act-cannot-win", &[("side", side(*whose))])),
            (Actor::Arbiter, Act::Rule(ruling)) => Some(self.ruling(*ruling)),
            (Actor::Player(whose, _), _) => self.player_act(whose, act, ruleset),
            (Actor::Nobody, _) => self.nobodys_act(act),
            (Actor::Arbiter, _) => None,
        };
        told.unwrap_or_else(|| self.as_recorded(actor, act, ruleset))
    }

    /// The words of the record, without version and time.
    fn as_recorded(&self, actor: Actor, act: &Intent, ruleset: &Ruleset) -> String {
        let entry = Entry { time: Millis::ZERO, actor, intent: act.clone() };
        let line = entry.line(SquareNames::of(ruleset));
        let words: Vec<&str> = line.split(' ').skip(2).collect();
        self.say("conduct-act-other", &[("text", words.join(" ").into())])
    }

    /// What happens without anybody at the table.
    fn nobodys_act(&self, act: &Intent) -> Option<String> {
        Some(match act {
            Act::Flag(whose) => self.say("conduct-act-flag", &[("side", side(*whose))]),
            Act::VacationOver(whose) => self.say("conduct-vacation-over", &[("side", side(*whose))]),
            Act::Unproved => self.say("conduct-act-unproved", &[]),
            Act::Credit(time) => self.credited(*time),
            Act::RematchMade(_) => self.say("conduct-rematch-made", &[]),
            _ => return None,
        })
    }

    /// Time that is charged to nobody.
    pub(super) fn credited(&self, time: Millis) -> String {
        self.say("conduct-credited", &[("time", self.clock_time(time).into())])
    }

    /// A side goes on vacation. The length is in whole minutes: it ends at a time of day.
    pub(super) fn goes_away(&self, whose: Colour, length: Millis) -> String {
        let time = self.span(Millis::minutes(length.0.div_ceil(60_000)));
        let what = self.say("conduct-act-vacation", &[("time", time.into())]);
        self.say("conduct-does", &[("side", side(whose)), ("what", what.into())])
    }

    fn player_act(&self, whose: Colour, act: &Intent, ruleset: &Ruleset) -> Option<String> {
        match act {
            Act::Hand(hand) => self.hands(whose, &[*hand], ruleset),
            Act::Move(cells) => {
                let path = cells.iter().map(|cell| cell_name(ruleset, *cell)).collect::<Vec<_>>().join(" → ");
                let what = self.say("conduct-act-move", &[("move", path.into())]);
                Some(self.say("conduct-does", &[("side", side(whose)), ("what", what.into())]))
            }
            Act::Vacation(length) => Some(self.goes_away(whose, *length)),
            _ => plain_act(act).map(|id| self.does(whose, id)),
        }
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
            Ruling::Award(winner) => of("ruling-award", winner),
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

/// Which message tells an act of a player that is about nothing else.
fn plain_act(act: &Intent) -> Option<&'static str> {
    Some(match act {
        Act::Pass => "conduct-act-pass",
        Act::Press => "conduct-act-press",
        Act::Offer => "conduct-act-offer",
        Act::Accept => "conduct-act-accept",
        Act::Decline => "conduct-act-decline",
        Act::Resign => "conduct-act-resign",
        Act::Insist => "conduct-act-insist",
        Act::Demand => "conduct-act-demand",
        Act::VainDemand => "conduct-act-vain-demand",
        Act::AskBack => "conduct-act-ask-back",
        Act::AgreeBack => "conduct-act-agree-back",
        Act::AskPause => "conduct-act-ask-pause",
        Act::AgreePause => "conduct-act-agree-pause",
        Act::EndPause => "conduct-act-end-pause",
        Act::Back => "conduct-act-back",
        Act::Leave => "conduct-act-leave",
        Act::Return => "conduct-act-return",
        Act::Drop => "conduct-act-drop",
        Act::Rematch => "conduct-act-rematch",
        Act::Claim(Claim::Draw) => "conduct-act-claim-draw",
        Act::Claim(Claim::NobodyCanWin) => "conduct-act-claim-nobody-can-win",
        Act::Claim(Claim::Gone) => "conduct-act-claim-gone",
        Act::Claim(Claim::GoneDraw) => "conduct-act-claim-gone-draw",
        Act::Claim(Claim::Flag) => "conduct-act-claim-flag",
        Act::Claim(Claim::WrongBoard) => "conduct-act-claim-wrong-board",
        Act::Claim(Claim::WrongSetup) => "conduct-act-claim-wrong-setup",
        Act::Hand(_)
        | Act::Move(_)
        | Act::Rule(_)
        | Act::Disturbance
        | Act::Flag(_)
        | Act::Vacation(_)
        | Act::VacationOver(_)
        | Act::CannotWin(_)
        | Act::Unproved
        | Act::Credit(_)
        | Act::RematchMade(_)
        | Act::Begin(_)
        | Act::Say(_)
        | Act::Note(_) => return None,
    })
}

/// Whether what an act changes says already what was done.
#[must_use]
pub fn is_told_by_changes<M>(act: &Act<M>) -> bool {
    matches!(
        act,
        Act::Offer
            | Act::Insist
            | Act::VainDemand
            | Act::AskBack
            | Act::AskPause
            | Act::Vacation(_)
            | Act::Back
            | Act::VacationOver(_)
            | Act::Leave
            | Act::Return
            | Act::Move(_)
            | Act::Pass
            | Act::Claim(Claim::NobodyCanWin)
            | Act::Flag(_)
            | Act::Credit(_)
            | Act::Rematch
            | Act::RematchMade(_)
            | Act::Begin(_)
            | Act::Say(_)
    )
}

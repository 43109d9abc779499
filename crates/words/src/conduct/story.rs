//! A game as a list of sentences, from its events.

use super::acts::is_told_by_changes;
use crate::Words;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Change, Event, Hand, Incorrect};
use damka_rules::{Colour, Ruleset};

/// A sentence of the story of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryLine {
    /// When it happened, since the start of the game.
    pub time: Millis,
    /// What happened.
    pub text: String,
}

/// Tells what happened at a table. What a hand does is one sentence together with the rest of its turn.
#[derive(Debug)]
pub struct Storyteller<'a> {
    words: &'a Words,
    ruleset: Ruleset,
    hands: Vec<Hand>,
    /// Whose hands they are, and when they began.
    since: Option<(Colour, Millis)>,
    lines: Vec<StoryLine>,
}

impl<'a> Storyteller<'a> {
    /// Begins the story of a game.
    #[must_use]
    pub const fn new(words: &'a Words, ruleset: Ruleset) -> Storyteller<'a> {
        Storyteller { words, ruleset, hands: Vec::new(), since: None, lines: Vec::new() }
    }

    /// Tells an event and what it changed.
    pub fn event(&mut self, event: &Event, changes: &[Change]) {
        if let (Some(side), Act::Hand(hand)) = (event.actor.side(), &event.deed) {
            // The hand ends the turn before it, whose sentence comes first.
            self.changes(event.time, changes);
            if !tells_hand(changes, side) {
                self.hand(side, *hand, event.time);
            }
            return;
        }
        // A demand or a ruling may end the turn that it is about: the sentence of that turn comes first.
        let is_claim = matches!(event.deed, Act::Claim(_));
        let ended = changes.iter().take_while(|change| !is_claim && ends_turn(change)).count();
        let (turn, own) = changes.split_at(ended);
        self.changes(event.time, turn);
        if !is_told_by_changes(&event.deed) && !matches!(event.deed, Act::Move(_) | Act::Pass) {
            self.flush();
            if let Ok(intent) = event.deed.clone().try_map(|_| Err(())) {
                self.say(event.time, self.words.act(event.actor, &intent, &self.ruleset));
            }
        }
        self.changes(event.time, own);
    }

    /// The story so far.
    #[must_use]
    pub fn finish(mut self) -> Vec<StoryLine> {
        self.flush();
        self.lines
    }

    fn say(&mut self, time: Millis, text: String) {
        self.lines.push(StoryLine { time, text });
    }

    fn changes(&mut self, time: Millis, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Moved { by, mv, path, before } => {
                    let (since, hands) = self.take_hands(*by, time);
                    let text = self.words.legal_turn(*by, &hands, *mv, path, before, &self.ruleset);
                    self.say(since, text);
                }
                Change::Ended(ending) => {
                    self.flush();
                    let ending = self.words.ending(ending, &self.ruleset);
                    self.say(time, self.words.say("conduct-result", &[("ending", ending.into())]));
                }
                _ => {
                    self.flush();
                    self.say(time, self.words.change(change, &self.ruleset).text);
                }
            }
        }
    }

    fn hand(&mut self, side: Colour, hand: Hand, time: Millis) {
        if self.since.is_some_and(|(whose, _)| whose != side) {
            self.flush();
        }
        self.since.get_or_insert((side, time));
        self.hands.push(hand);
    }

    /// The hands of a turn that a move tells, and when they began.
    fn take_hands(&mut self, by: Colour, now: Millis) -> (Millis, Vec<Hand>) {
        match self.since {
            Some((side, since)) if side == by => {
                self.since = None;
                (since, std::mem::take(&mut self.hands))
            }
            _ => {
                self.flush();
                (now, Vec::new())
            }
        }
    }

    /// Tells what hands have done so far.
    fn flush(&mut self) {
        let hands = std::mem::take(&mut self.hands);
        if let Some((side, since)) = self.since.take()
            && let Some(text) = self.words.hands(side, &hands, &self.ruleset)
        {
            self.say(since, text);
        }
    }
}

/// Whether what changed says already what the hand did.
fn tells_hand(changes: &[Change], side: Colour) -> bool {
    let touched = Change::Incorrect { by: side, what: Incorrect::TouchedInOthersTurn };
    changes.iter().any(|change| *change == Change::Crowned(side) || *change == touched)
}

fn ends_turn(change: &Change) -> bool {
    matches!(change, Change::Violated { .. } | Change::Moved { .. })
}

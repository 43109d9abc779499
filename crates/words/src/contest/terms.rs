//! What was agreed for a contest.

use crate::Words;
use damka_conduct::Worded;
use damka_conduct::clock::Control;
use damka_contest::{ContestSpec, Joining, Kind, Length};

impl Words {
    /// How long a match is.
    ///
    /// ```
    /// use damka_contest::Length;
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::Russian).match_length(Length::FirstTo(3)), "до 3 очков");
    /// ```
    #[must_use]
    pub fn match_length(&self, length: Length) -> String {
        let (id, count) = match length {
            Length::Games(games) => ("contest-length-games", games),
            Length::FirstTo(points) => ("contest-length-first-to", points),
            Length::BestOf(games) => ("contest-length-best-of", games),
        };
        self.say(id, &[("count", count.into())])
    }

    /// What was agreed for a contest, one sentence each; the terms of its games that are not clocks are not among them.
    #[must_use]
    pub fn contest_terms(&self, spec: &ContestSpec) -> Vec<String> {
        let is_match = spec.kind == Kind::Match;
        let mut terms = Vec::new();
        if is_match {
            let length = self.match_length(spec.length);
            terms.push(self.say("contest-term-length", &[("length", length.into())]));
        }
        terms.push(self.contest_clocks(spec));
        let colours = format!("contest-term-colours-{}", spec.colours.word());
        terms.push(self.say(&colours, &[("kind", spec.kind.word().into())]));
        if is_match {
            let ladder: Vec<String> = spec.ladder.iter().map(|rung| self.control(rung)).collect();
            terms.push(self.contest_draws(spec.draws, &ladder.join("; ")));
        }
        if !spec.openings.is_empty() {
            terms.push(self.say("contest-term-openings", &[("count", spec.openings.len().into())]));
        }
        if spec.joining == Joining::Asked {
            terms.push(self.say("contest-term-joining-asked", &[]));
        }
        if spec.kind == Kind::Simul && !spec.late {
            terms.push(self.say("contest-term-late", &[]));
        }
        if is_match {
            terms.push(self.say("contest-term-patience", &[("time", self.span(spec.patience).into())]));
        }
        terms
    }

    fn contest_clocks(&self, spec: &ContestSpec) -> String {
        let [host, guests] = spec.game.clocks.each_ref().map(|control: &Control| self.control(control));
        if let Some(time) = spec.host_clock {
            return self.say("contest-term-host-clock", &[("time", self.span(time).into())]);
        }
        if host == guests {
            return self.say("arbiter-clock", &[("control", host.into())]);
        }
        let id = if spec.kind == Kind::Simul { "contest-term-clocks" } else { "contest-term-clocks-each" };
        self.say(id, &[("host", host.into()), ("guests", guests.into())])
    }
}

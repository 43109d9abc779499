//! What people do at the board, in words: violations and rights, what changed, how a game ended, why something was not
//! accepted. Acts, clocks and faulty records have their own parts.

mod acts;
mod clocks;
mod errors;
mod story;

pub use acts::is_told_by_changes;
pub use story::{StoryLine, Storyteller};

use crate::Words;
use crate::words::side;
use damka_conduct::{Act, Change, Ending, Impossible, Incorrect, Intent, Refused, Right, Violation};
use damka_notation::moves::MoveTable;
use damka_notation::{Cell, SquareNames};
use damka_rules::{Attempt, Citation, Colour, Position, Ruleset, Square, Topic};

/// Which message speaks of a violation.
fn violation_id(violation: Violation) -> &'static str {
    match violation {
        Violation::TwoMoves => "violation-two-moves",
        Violation::IncorrectMove => "violation-incorrect-move",
        Violation::OtherPieceMoved => "violation-other-piece-moved",
        Violation::TakenBack => "violation-taken-back",
        Violation::EnemyPieceMoved => "violation-enemy-piece-moved",
        Violation::MissedCapture => "violation-missed-capture",
        Violation::RemovedWithoutReason => "violation-removed-without-reason",
        Violation::WrongNumberCaptured => "violation-wrong-number-captured",
        Violation::SeriesStopped => "violation-series-stopped",
        Violation::RemovedDuringSeries => "violation-removed-during-series",
        Violation::TooFewRemoved => "violation-too-few-removed",
        Violation::NotCapturedRemoved => "violation-not-captured-removed",
        Violation::RemovalBrokenOff => "violation-removal-broken-off",
        Violation::OwnRemoved => "violation-own-removed",
        Violation::NotCrowned => "violation-not-crowned",
        Violation::OnUnplayedCell => "violation-on-unplayed-cell",
        Violation::WrongSetup => "violation-wrong-setup",
    }
}

/// The name of any cell of the board.
fn cell_name(ruleset: &Ruleset, cell: Cell) -> &'static str {
    SquareNames::of(ruleset).name_at(cell)
}

/// A sentence and the clauses behind it, apart: the page shows the clauses only to those who ask why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The sentence.
    pub text: String,
    /// The clauses it comes from; none for what needs no rule.
    pub clauses: &'static [&'static str],
}

impl Said {
    /// The sentence with the ids of its clauses, where a full citation would be too long.
    #[must_use]
    pub fn tagged(&self) -> String {
        match self.clauses {
            [] => self.text.clone(),
            clauses => format!("{} [{}]", self.text, clauses.join(", ")),
        }
    }
}

impl Words {
    /// What a violation is, in a few words.
    ///
    /// ```
    /// use damka_conduct::Violation;
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.violation(Violation::TwoMoves), "two moves in a row");
    /// ```
    #[must_use]
    pub fn violation(&self, violation: Violation) -> String {
        self.say(violation_id(violation), &[])
    }

    /// Where a violation is named. Text 000 names them all, text 001 only the missed capture; in other games the code
    /// of text 000 is an addition.
    #[must_use]
    pub fn violation_citation(&self, violation: Violation, ruleset: &Ruleset) -> String {
        let clause = violation.clause();
        let own = ruleset.article(Topic::MissedCapture).filter(|_| violation == Violation::MissedCapture);
        match own {
            Some(own) => [own, clause].map(|clause| self.citation(Citation::Article(clause))).join("; "),
            None if ruleset.article(Topic::Conduct).is_some() => self.citation(Citation::Article(clause)),
            None => self.added_after(clause),
        }
    }

    /// The article of the game's own text about conduct, or the clause of another text that was added.
    fn conduct_article(&self, topic: Topic, other: &'static str, ruleset: &Ruleset) -> String {
        match ruleset.article(topic) {
            Some(article) => self.citation(Citation::Article(article)),
            None => self.added_after(other),
        }
    }

    /// A rule that was added after a clause of another text.
    fn added_after(&self, clause: &'static str) -> String {
        self.say("cite-added-after", &[("citation", self.citation(Citation::Article(clause)).into())])
    }

    /// Where conduct is written, in words: a game whose text has no code of conduct says that it was added.
    #[must_use]
    pub fn conduct_citation(&self, clauses: &[&'static str], ruleset: &Ruleset) -> Option<String> {
        let cited: Vec<Citation> = clauses.iter().map(|clause| Citation::Article(clause)).collect();
        let listed = (!cited.is_empty()).then(|| self.source_list(&cited))?;
        let own_text = ruleset.source().clauses.filter(|own| clauses.iter().all(|clause| clause.starts_with(own)));
        Some(match ruleset.article(Topic::Conduct).or(own_text) {
            Some(_) => listed,
            None => self.say("cite-added-after", &[("citation", listed.into())]),
        })
    }

    /// Who broke the rules: a heading for the list of violations.
    #[must_use]
    pub fn violated(&self, by: Colour, violations: &[Violation]) -> String {
        match violations {
            // Both players should have looked before the game.
            [Violation::WrongSetup] => self.say("conduct-violated-setup", &[]),
            _ => self.say("conduct-violated", &[("side", side(by))]),
        }
    }

    /// What the opponent of the one who broke the rules may do about it.
    ///
    /// ```
    /// use damka_conduct::Violation;
    /// use damka_rules::Colour;
    /// use damka_words::{Language, Words};
    /// assert_eq!(
    ///     Words::new(Language::English).violation_rights(Colour::White, &[Violation::MissedCapture]).tagged(),
    ///     "Black may demand that it be undone in full, or let it stand by making a move. \
    ///      [A.violation.4, A.violation.7, A.violation.8]"
    /// );
    /// ```
    #[must_use]
    pub fn violation_rights(&self, by: Colour, violations: &[Violation]) -> Said {
        let (id, clauses): (_, &[&str]) = match violations {
            [Violation::NotCrowned] => ("conduct-decides-crown", &["A.move.6", "A.violation.4", "A.violation.7"]),
            [Violation::WrongSetup] => ("conduct-decides-setup", &["A.violation.2", "A.violation.4", "A.violation.7"]),
            _ => ("conduct-decides", &["A.violation.4", "A.violation.7", "A.violation.8"]),
        };
        Said { text: self.say(id, &[("side", side(by.other()))]), clauses }
    }

    /// What an event changed, as a sentence.
    #[must_use]
    pub fn change(&self, change: &Change, ruleset: &Ruleset) -> Said {
        Said { text: self.change_text(change, ruleset), clauses: clauses_of(change) }
    }

    fn change_text(&self, change: &Change, ruleset: &Ruleset) -> String {
        let of = |id, colour| self.say(id, &[("side", side(colour))]);
        match change {
            Change::Moved { by, mv, path, before } => {
                let text = self.path_text(*mv, path, before, ruleset);
                self.say("conduct-moved", &[("side", side(*by)), ("move", text.into())])
            }
            Change::Violated { by, violations } => {
                let named: Vec<String> = violations.iter().map(|violation| self.violation(*violation)).collect();
                let rights = self.violation_rights(*by, violations).text;
                format!("{} {}. {rights}", self.violated(*by, violations), named.join("; "))
            }
            Change::Corrected { by, .. } => of("conduct-corrected", *by),
            Change::Stands { by } => of("conduct-stands", *by),
            Change::Crowned(by) => of("conduct-crowned", *by),
            Change::ClockGiven(to) => of("conduct-clock-given", *to),
            Change::Incorrect { by, what: Incorrect::TouchedInOthersTurn } => of("incorrect-touched", *by),
            Change::Incorrect { by, what: Incorrect::NotShown } => of("incorrect-not-shown", *by),
            Change::Offered(by) => self.does(*by, "conduct-act-offer"),
            Change::Declined => self.say("conduct-declined", &[]),
            Change::AskedBack(by) => self.does(*by, "conduct-act-ask-back"),
            Change::TookBack(count) => self.say("conduct-took-back", &[("count", (*count).into())]),
            Change::Insisted(by) => self.does(*by, "conduct-act-insist"),
            Change::Left(by) => self.does(*by, "conduct-act-leave"),
            Change::Returned(by) => self.does(*by, "conduct-act-return"),
            Change::Restored => self.say("conduct-restored", &[]),
            Change::Paused => self.say("conduct-paused", &[]),
            Change::Resumed => self.say("conduct-resumed", &[]),
            Change::TimeSet(whose, time) => {
                self.say("conduct-time-set", &[("side", side(*whose)), ("time", self.clock_time(*time).into())])
            }
            Change::ClaimedNoWin(by) => of("conduct-claimed-no-win", *by),
            Change::FlagFell(whose) => of("conduct-flag-fell", *whose),
            Change::Credited(time) => self.credited(*time),
            Change::RematchWanted(by) => self.does(*by, "conduct-act-rematch"),
            Change::RematchMade(_) => self.say("conduct-rematch-made", &[]),
            Change::Ended(ending) => {
                self.say("conduct-result", &[("ending", self.ending_with_rule(ending, ruleset).into())])
            }
        }
    }

    /// How a game ended.
    #[must_use]
    pub fn ending(&self, ending: &Ending, ruleset: &Ruleset) -> String {
        let won = |id, loser: Colour| {
            let reason = self.say(id, &[("side", side(loser))]);
            self.say("outcome-win", &[("winner", side(loser.other())), ("reason", reason.into())])
        };
        let drawn = |reason: String| self.say("outcome-draw", &[("reason", reason.into())]);
        match ending {
            Ending::Rules(outcome) => self.outcome(outcome, ruleset),
            Ending::Flag(loser) => won("conduct-end-flag", *loser),
            Ending::FlagWithoutWin(fallen) => drawn(self.say("conduct-end-mercy", &[("side", side(*fallen))])),
            Ending::Refusal(loser) => won("conduct-end-refusal", *loser),
            Ending::Penalty(loser) => won("conduct-end-penalty", *loser),
            Ending::Gone(loser) => won("conduct-end-gone", *loser),
            Ending::GoneDraw(gone) => drawn(self.say("conduct-end-gone-draw", &[("side", side(*gone))])),
            Ending::ArbiterDraw => drawn(self.say("conduct-end-arbiter-draw", &[])),
            Ending::Annulled => self.say("conduct-end-annulled", &[]),
            Ending::Dropped => self.say("conduct-end-dropped", &[]),
        }
    }

    /// Where it is written that a game ends so: in the game's own text where that speaks of it.
    #[must_use]
    pub fn ending_citation(&self, ending: &Ending, ruleset: &Ruleset) -> String {
        match ending {
            // A rule of the game says for itself where it comes from.
            Ending::Rules(outcome) => match outcome.reason {
                damka_rules::EndReason::Draw(rule) => self.draw_citation(rule, ruleset),
                _ => self.citation(outcome.citation(ruleset)),
            },
            Ending::ArbiterDraw => self.citation(ruleset.cite(Topic::NobodyCanWin)),
            Ending::Flag(_) => self.conduct_article(Topic::Flag, "B.win.4", ruleset),
            Ending::FlagWithoutWin(_) => self.say("cite-agreed", &[]),
            Ending::Refusal(_) => self.conduct_article(Topic::Refusal, "A.result.2d", ruleset),
            Ending::Penalty(_) => self.conduct_article(Topic::Penalty, "B.win.5", ruleset),
            Ending::Gone(_) => self.conduct_article(Topic::Gone, "A.result.2a", ruleset),
            Ending::GoneDraw(_) => self.added_after("A.result.2a"),
            Ending::Annulled => self.conduct_article(Topic::Annulled, "A.violation.1", ruleset),
            Ending::Dropped => self.citation(Citation::Added),
        }
    }

    /// As [`Words::ending`], with the rule behind it.
    ///
    /// ```
    /// use damka_conduct::Ending;
    /// use damka_rules::{Colour, Ruleset};
    /// use damka_words::{Language, Words};
    /// let basic = Ruleset::named("russian-basic").unwrap();
    /// assert_eq!(
    ///     Words::new(Language::Russian).ending_with_rule(&Ending::Flag(Colour::Black), &basic),
    ///     "Белые выиграли: у чёрных кончилось время. (Основные правила игры в шашки, «Выигрыш партии» [B.win.4])"
    /// );
    /// ```
    #[must_use]
    pub fn ending_with_rule(&self, ending: &Ending, ruleset: &Ruleset) -> String {
        self.cited(&self.ending(ending, ruleset), &self.ending_citation(ending, ruleset))
    }

    /// What somebody may do now: words that follow "may".
    #[must_use]
    pub fn right(&self, right: Right) -> String {
        let id = match right {
            Right::Move => "right-move",
            Right::Demand => "right-demand",
            Right::LetStand => "right-let-stand",
            Right::Crown => "right-crown",
            Right::Press => "right-press",
            Right::Offer => "right-offer",
            Right::Answer => "right-answer",
            Right::ClaimDraw => "right-claim-draw",
            Right::ClaimGone => "right-claim-gone",
            Right::AskBack => "right-ask-back",
            Right::Drop => "right-drop",
            Right::Resign => "right-resign",
            Right::Rule => "right-rule",
        };
        self.say(id, &[])
    }

    /// Everything that a side may do now, in one sentence. Where a move would let a violation stand, that is said of the
    /// move.
    #[must_use]
    pub fn rights(&self, whose: Colour, rights: &[Right]) -> String {
        let lets_stand = rights.contains(&Right::LetStand);
        let told = rights.iter().filter(|right| !(lets_stand && **right == Right::Move));
        let told: Vec<String> = told.map(|right| self.right(*right)).collect();
        match told.is_empty() {
            true => self.say("rights-none", &[("side", side(whose))]),
            false => self.say("rights-of", &[("side", side(whose)), ("rights", told.join("; ").into())]),
        }
    }

    /// Why an event was not accepted in a position.
    #[must_use]
    pub fn refused(&self, refused: &Refused, ruleset: &Ruleset, position: &Position) -> String {
        let plain = |id| self.say(id, &[]);
        match refused {
            Refused::Over(ending) => self.say("end-error-over", &[("outcome", self.ending(ending, ruleset).into())]),
            Refused::TimeBackward => plain("refused-time-backward"),
            Refused::NotYours => plain("refused-not-yours"),
            Refused::NotYourTurn => plain("refused-not-your-turn"),
            Refused::NothingMoved => plain("refused-nothing-moved"),
            Refused::OtherPieceBound => plain("refused-other-piece-bound"),
            Refused::Impossible(impossible) => self.impossible(impossible, ruleset),
            Refused::Illegal(refusal) => self.refusal(refusal, ruleset),
            Refused::Ambiguous(moves) => {
                let table = MoveTable::new(ruleset, position);
                let written: Vec<String> = moves.iter().map(|mv| table.full_path(*mv)).collect();
                self.say("move-ambiguous", &[("candidates", written.join(", ").into())])
            }
            Refused::NotPlayed(cell) => self.say("move-not-played", &[("square", cell_name(ruleset, *cell).into())]),
            Refused::OtherManner => plain("refused-other-manner"),
            Refused::NothingToCorrect => plain("refused-nothing-to-correct"),
            Refused::AlreadyOffered => plain("play-draw-already-offered"),
            Refused::NothingToAnswer => plain("refused-nothing-to-answer"),
            Refused::End(error) => self.end_error(error, ruleset),
            Refused::NotGoneLong => plain("refused-not-gone-long"),
            Refused::TooLateToDrop => plain("refused-too-late-to-drop"),
            Refused::Clock => plain("refused-clock"),
            Refused::FlagFell(whose) => self.say("conduct-flag-fell", &[("side", side(*whose))]),
            Refused::ClockRuns => plain("refused-clock-runs"),
            Refused::OtherPace => plain("refused-other-pace"),
            Refused::NotOver => plain("refused-not-over"),
            Refused::AlreadyDone => plain("refused-already-done"),
            Refused::Stale => plain("refused-stale"),
        }
    }

    /// Where it is written that an intent is refused, if a rule refuses it.
    #[must_use]
    pub fn refused_citation(
        &self,
        refused: &Refused,
        intent: &Intent,
        ruleset: &Ruleset,
        position: &Position,
    ) -> Option<String> {
        match refused {
            Refused::OtherPieceBound => self.conduct_citation(&["A.move.11"], ruleset),
            Refused::Illegal(refusal) => {
                let attempt = attempt(intent, ruleset)?;
                Some(self.citation(ruleset.cite_refusal(position, &attempt, refusal)))
            }
            _ => None,
        }
    }

    /// As [`Words::refused`], with the rule behind it where there is one.
    #[must_use]
    pub fn refused_with_rule(
        &self,
        refused: &Refused,
        intent: &Intent,
        ruleset: &Ruleset,
        position: &Position,
    ) -> String {
        let sentence = self.refused(refused, ruleset, position);
        match self.refused_citation(refused, intent, ruleset, position) {
            Some(citation) => self.cited(&sentence, &citation),
            None => sentence,
        }
    }

    /// Why hands cannot do something.
    #[must_use]
    pub fn impossible(&self, impossible: &Impossible, ruleset: &Ruleset) -> String {
        let at = |id, cell| self.say(id, &[("square", cell_name(ruleset, cell).into())]);
        let plain = |id| self.say(id, &[]);
        match *impossible {
            Impossible::NothingThere(cell) => at("refusal-empty", cell),
            Impossible::Taken(cell) => at("refusal-occupied", cell),
            Impossible::HandFull => plain("impossible-hand-full"),
            Impossible::HandEmpty => plain("impossible-hand-empty"),
            Impossible::NotSetDown => plain("impossible-not-set-down"),
            Impossible::OffTheBoard(cell) => at("impossible-off-the-board", cell),
            Impossible::NoMan(cell) => at("impossible-no-man", cell),
        }
    }

    /// Pieces that stand where nothing is played, by their cells.
    #[must_use]
    pub fn strays(&self, cells: &[Cell], ruleset: &Ruleset) -> Said {
        let named: Vec<&str> = cells.iter().map(|cell| cell_name(ruleset, *cell)).collect();
        let text = self.say("conduct-strays", &[("squares", named.join(", ").into())]);
        Said { text, clauses: &["A.violation.3"] }
    }

    /// The touched piece that must be played, by its square.
    #[must_use]
    pub fn bound(&self, square: Square, ruleset: &Ruleset) -> Said {
        let text = self.say("conduct-bound", &[("square", SquareNames::of(ruleset).name(square).into())]);
        Said { text, clauses: &["A.move.11"] }
    }
}

/// The clauses behind what an event changed.
fn clauses_of(change: &Change) -> &'static [&'static str] {
    match change {
        Change::Corrected { .. } => &["A.violation.8"],
        Change::Stands { .. } => &["A.violation.7"],
        Change::ClockGiven(_) => &["B.missed.2"],
        Change::Incorrect { what: Incorrect::TouchedInOthersTurn, .. } => &["A.move.14"],
        Change::Incorrect { what: Incorrect::NotShown, .. } => &["A.capture.9"],
        Change::Insisted(_) => &["A.violation.6"],
        Change::Restored => &["A.violation.5"],
        _ => &[],
    }
}

/// The squares that somebody who wants to move names.
fn attempt(intent: &Intent, ruleset: &Ruleset) -> Option<Attempt> {
    let Act::Move(cells) = intent else { return None };
    let names = SquareNames::of(ruleset);
    let squares: Vec<Square> = cells.iter().filter_map(|cell| names.square(*cell)).collect();
    let (from, then) = squares.split_first()?;
    Some(Attempt { from: *from, then: then.to_vec() })
}

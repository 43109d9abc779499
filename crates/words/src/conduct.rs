//! What people do at the board, in words: violations and rights, what changed. Acts, clocks, endings, refusals and faulty
//! records have their own parts.

mod acts;
mod clocks;
mod endings;
mod errors;
mod odds;
mod refused;
mod story;
mod talk;

pub use acts::is_told_by_changes;
pub(crate) use errors::{is_later, listed};
pub use story::{StoryLine, Storyteller};

use crate::Words;
use crate::words::side;
use damka_conduct::{Change, Incorrect, Right, Violation};
use damka_notation::{Cell, SquareNames};
use damka_rules::{Citation, Colour, Ruleset, Square, Topic};

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

    /// That a violation is corrected, and what it was: for those who did not see it.
    #[must_use]
    pub fn corrected(&self, by: Colour, violations: &[Violation]) -> String {
        let named: Vec<String> = violations.iter().map(|violation| self.violation(*violation)).collect();
        self.say("conduct-corrected-what", &[("side", side(by)), ("violations", named.join("; ").into())])
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
            Change::AskedPause(by) => self.does(*by, "conduct-act-ask-pause"),
            Change::PauseAgreed => self.say("conduct-pause-agreed", &[]),
            Change::PauseEnded => self.say("conduct-pause-ended", &[]),
            Change::WentAway(by, length) => self.goes_away(*by, *length),
            Change::CameBack(by) => of("conduct-vacation-over", *by),
            Change::Insisted(by) => self.does(*by, "conduct-act-insist"),
            Change::DemandedInVain(by) => self.does(*by, "conduct-act-vain-demand"),
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
            Change::Begun([white, black]) => {
                self.say("conduct-begun", &[("white", (*white).into()), ("black", (*black).into())])
            }
            Change::Said(said) => self.said(said, ruleset),
            Change::Ended(ending) => {
                self.say("conduct-result", &[("ending", self.ending_with_rule(ending, ruleset).into())])
            }
        }
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
            Right::ClaimFlag => "right-claim-flag",
            Right::AskPause => "right-ask-pause",
            Right::EndPause => "right-end-pause",
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

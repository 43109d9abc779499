//! Games written as text: what is wrong with them, and the words on a score sheet.

use crate::Words;
use damka_notation::moves::{MoveTable, Unresolved};
use damka_notation::pdn::{Doubt, PdnError, Reason, Warning};
use damka_notation::sheet::SheetLabels;
use damka_notation::{Cell, SquareNames};
use damka_rules::{Board, Colour, Corner, Move, Naming, Position, Ruleset};

/// How many captures a remark lists; a position made for the purpose has thousands.
const MOST_LISTED: usize = 8;

impl Words {
    /// What is wrong with a game, without its place. With the position in which it went wrong the rules can say why a
    /// move is not legal, and an ambiguous text gets its candidates.
    ///
    /// ```
    /// use damka_notation::pdn::{self, PdnGame, ReplayOptions};
    /// use damka_words::{Language, Words};
    /// let game = PdnGame::read("[GameType \"25\"] 1. a1-b2 *").unwrap();
    /// let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
    /// let russian = damka_rules::Ruleset::named("russian").unwrap();
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.pdn_error(&error, None), "“a1-b2”: This move is not legal.");
    /// assert_eq!(words.pdn_error(&error, Some((&russian, &russian.start()))), "“a1-b2”: b2 is occupied.");
    /// ```
    #[must_use]
    pub fn pdn_error(&self, error: &PdnError, at: Option<(&Ruleset, &Position)>) -> String {
        self.quoting(&error.text, self.pdn_reason(&error.reason, at))
    }

    /// What a person should look at in a game, without its place; `at` is where it was met.
    #[must_use]
    pub fn pdn_warning(&self, warning: &Warning, ruleset: &Ruleset, at: &Position) -> String {
        let reason = match &warning.doubt {
            Doubt::OtherCaptures(captures) => {
                let table = MoveTable::new(ruleset, at);
                self.say("pdn-doubt-captures", &[("candidates", written(&table, captures).into())])
            }
            Doubt::RulesNotNamed(rules) => {
                return self.say("pdn-doubt-rules", &[("game", self.ruleset_name(rules).into())]);
            }
            Doubt::Flaws(error) => {
                let flaws: Vec<String> = error.flaws.iter().map(|flaw| self.flaw(flaw, ruleset)).collect();
                flaws.join(" ")
            }
        };
        self.quoting(&warning.text, reason)
    }

    /// The words on a score sheet.
    #[must_use]
    pub fn sheet_labels(&self) -> SheetLabels {
        let label = |id: &str| self.say(id, &[]).into();
        SheetLabels {
            language: self.language().code().into(),
            title: label("sheet-title"),
            white: self.side(Colour::White).into(),
            black: self.side(Colour::Black).into(),
            event: label("sheet-event"),
            site: label("sheet-site"),
            date: label("sheet-date"),
            round: label("sheet-round"),
            result: label("sheet-result"),
            start: label("sheet-start"),
            signature: label("sheet-signature"),
        }
    }

    /// The offending text before a sentence that does not repeat it.
    fn quoting(&self, text: &str, reason: String) -> String {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() || reason.contains(&format!("“{text}”")) || reason.contains(&format!("«{text}»")) {
            return reason;
        }
        self.say("pdn-quoted", &[("text", text.into()), ("reason", reason.into())])
    }

    fn pdn_reason(&self, reason: &Reason, at: Option<(&Ruleset, &Position)>) -> String {
        match reason {
            Reason::TooLarge { limit } => self.say("pdn-too-large", &[("limit", (*limit).into())]),
            Reason::TooDeep { limit } => self.say("pdn-too-deep", &[("limit", (*limit).into())]),
            Reason::Utf16 => self.say("pdn-utf16", &[]),
            Reason::UnclosedComment => self.say("pdn-unclosed-comment", &[]),
            Reason::UnclosedVariation => self.say("pdn-unclosed-variation", &[]),
            Reason::UnclosedSetup => self.say("pdn-unclosed-setup", &[]),
            Reason::Stray => self.say("pdn-stray", &[]),
            Reason::BadTag => self.say("pdn-bad-tag", &[]),
            Reason::BadNag => self.say("pdn-bad-nag", &[]),
            Reason::Rules(error) => {
                let problems: Vec<String> = error.problems.iter().map(|problem| self.problem(problem)).collect();
                self.say("pdn-rules", &[("reason", problems.join(" ").into())])
            }
            Reason::GameType(text) => self.say("pdn-game-type", &[("type", text.as_str().into())]),
            Reason::NoGameType => self.say("pdn-no-game-type", &[]),
            Reason::Fen(error) => self.fen_error(error),
            Reason::VariationFirst => self.say("pdn-variation-first", &[]),
            Reason::Move(error) => match at {
                Some((ruleset, position)) => self.unresolved(error, ruleset, position),
                None => self.unresolved_somewhere(error),
            },
        }
    }

    /// As [`Words::unresolved`] where the position is not known, so there is less to say.
    fn unresolved_somewhere(&self, error: &Unresolved) -> String {
        match error {
            Unresolved::Syntax(error) => self.move_text_error(error),
            Unresolved::UnknownSquare(text) => self.say("move-unknown-square", &[("text", text.as_str().into())]),
            Unresolved::NotPlayed(cell) => self.say("move-not-played", &[("square", cell_name(*cell).into())]),
            Unresolved::NoSuchPiece { column, .. } => {
                self.say("pdn-unclear-piece", &[("column", column.to_string().into())])
            }
            Unresolved::Illegal { .. } => self.say("move-illegal", &[]),
            Unresolved::NoPass => self.say("move-no-pass", &[]),
            Unresolved::Ambiguous { candidates } => self.say("pdn-ambiguous", &[("count", candidates.len().into())]),
        }
    }
}

/// Captures with every square, so that each can be told from the others.
fn written(table: &MoveTable, captures: &[Move]) -> String {
    let mut texts: Vec<String> = captures.iter().take(MOST_LISTED).map(|mv| table.full_path(*mv)).collect();
    if captures.len() > MOST_LISTED {
        texts.push("…".to_owned());
    }
    texts.join(", ")
}

/// Letter and rank are the same on every board.
fn cell_name(cell: Cell) -> &'static str {
    SquareNames::new(Board::Ten, Corner::Left, Naming::Algebraic).cell_name(cell)
}

//! Games written as text: what is wrong with them, and the words on a score sheet.

use crate::Words;
use damka_notation::moves::{MoveTable, Unresolved};
use damka_notation::pdn::{Doubt, GameResult, PdnError, Reason, ResultStyle, Warning, unplayed_game};
use damka_notation::sheet::SheetLabels;
use damka_notation::{Cell, SquareNames};
use damka_rules::{Board, Colour, Corner, Move, Naming, Position, Ruleset};

/// How many captures a remark lists; a position made for the purpose has thousands.
const MOST_LISTED: usize = 8;

impl Words {
    /// What is wrong with a game, without its place in the file. If the error knows the position, the rules explain why
    /// a move is not legal, and an ambiguous text is shown with its candidates.
    ///
    /// ```
    /// use damka_notation::pdn::{self, PdnGame, ReplayOptions};
    /// use damka_words::{Language, Words};
    /// let game = PdnGame::read("[GameType \"25\"] 1. a1-b2 *").unwrap();
    /// let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
    /// assert_eq!(Words::new(Language::English).pdn_error(&error), "“a1-b2”: b2 is occupied.");
    /// ```
    #[must_use]
    pub fn pdn_error(&self, error: &PdnError) -> String {
        let at = error.at.as_deref().map(|(ruleset, position)| (ruleset, position));
        self.quoting(&error.text, self.pdn_reason(&error.reason, at))
    }

    /// What a person should check in a game of these rules, without its place in the file.
    #[must_use]
    pub fn pdn_warning(&self, warning: &Warning, ruleset: &Ruleset) -> String {
        let position = warning.position.unwrap_or(ruleset.start());
        let captures = |moves: &[Move]| written(&MoveTable::new(ruleset, &position), moves);
        let reason = match &warning.doubt {
            Doubt::OtherCaptures(others) => self.say("pdn-doubt-captures", &[("candidates", captures(others).into())]),
            Doubt::Settled { mv, others } => {
                let variables = [("move", captures(&[*mv]).into()), ("others", captures(others).into())];
                self.say("pdn-doubt-settled", &variables)
            }
            Doubt::RulesNotNamed(rules) => {
                return self.say("pdn-doubt-rules", &[("game", self.ruleset_name(rules).into())]);
            }
            Doubt::Flaws(error) => {
                let flaws: Vec<String> = error.flaws.iter().map(|flaw| self.flaw(flaw, ruleset)).collect();
                flaws.join(" ")
            }
            Doubt::Variation(error) => {
                return self.say("pdn-doubt-variation", &[("reason", self.pdn_error(error).into())]);
            }
            Doubt::OtherResult { tag, played } => {
                let text = |result: &GameResult| result.text(ResultStyle::One).to_owned();
                return self.say("pdn-doubt-result", &[("tag", text(tag).into()), ("played", text(played).into())]);
            }
            Doubt::Stray => self.say("pdn-doubt-stray", &[]),
            Doubt::Text => self.say("pdn-doubt-text", &[]),
            Doubt::LineEnds => self.say("pdn-doubt-line-ends", &[]),
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
            Reason::UnclosedComment => self.say("pdn-unclosed-comment", &[]),
            Reason::UnclosedVariation => self.say("pdn-unclosed-variation", &[]),
            Reason::UnclosedSetup => self.say("pdn-unclosed-setup", &[]),
            Reason::BadTag => self.say("pdn-bad-tag", &[]),
            Reason::Rules(error) => {
                let problems: Vec<String> = error.problems.iter().map(|problem| self.problem(problem)).collect();
                self.say("pdn-rules", &[("reason", problems.join(" ").into())])
            }
            Reason::GameType(text) => match unplayed_game(text) {
                Some(id) => {
                    let game = self.say(&format!("pdn-unplayed-{id}"), &[]);
                    self.say("pdn-game-type-named", &[("game", game.into()), ("type", text.as_str().into())])
                }
                None => self.say("pdn-game-type", &[("type", text.as_str().into())]),
            },
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
                self.say("pdn-no-such-piece", &[("column", column.to_string().into())])
            }
            Unresolved::Illegal { .. } => self.say("move-illegal", &[]),
            Unresolved::NoPass => self.say("move-no-pass", &[]),
            Unresolved::Ambiguous { candidates } => self.say("pdn-ambiguous", &[("count", candidates.len().into())]),
        }
    }
}

/// Captures with every square, so that each can be told from the others.
pub(crate) fn written(table: &MoveTable, captures: &[Move]) -> String {
    let mut texts = table.full_paths(&captures[..captures.len().min(MOST_LISTED)]);
    if captures.len() > MOST_LISTED {
        texts.push("…".to_owned());
    }
    texts.join(", ")
}

/// Letter and rank are the same on every board.
fn cell_name(cell: Cell) -> &'static str {
    SquareNames::new(Board::Ten, Corner::Left, Naming::Algebraic).cell_name(cell)
}

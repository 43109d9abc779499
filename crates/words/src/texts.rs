//! What is wrong with a position or a move written as text.

use crate::Words;
use crate::lists::name;
use crate::pdn::written;
use damka_notation::SquareNames;
use damka_notation::fen::{self, FenError, FenProblem};
use damka_notation::moves::{self, MoveTable, MoveTextError, MoveTextProblem, Unresolved};
use damka_rules::{Position, Ruleset, Verdict};

impl Words {
    /// Why a text is not a position.
    #[must_use]
    pub fn fen_error(&self, error: &FenError) -> String {
        let FenError { problem, text, .. } = error;
        let quoting = |id| self.say(id, &[("text", text.as_str().into())]);
        match problem {
            FenProblem::TooLong => self.say("fen-too-long", &[("most", fen::LONGEST.into())]),
            FenProblem::NoTurn => self.say("fen-no-turn", &[]),
            FenProblem::TurnUnknown => self.say("fen-turn-unknown", &[]),
            FenProblem::BadTurn => quoting("fen-bad-turn"),
            FenProblem::NoPieces => quoting("fen-no-pieces"),
            FenProblem::SideTwice => quoting("fen-side-twice"),
            FenProblem::UnknownSquare => quoting("fen-unknown-square"),
            FenProblem::NotPlayed => quoting("fen-not-played"),
            FenProblem::SquareTwice => quoting("fen-square-twice"),
            FenProblem::BadRange => quoting("fen-bad-range"),
            FenProblem::Jumped => quoting("fen-jumped"),
            FenProblem::Junk => quoting("fen-junk"),
            FenProblem::HubLength { expected } => {
                self.say("fen-hub-length", &[("expected", (*expected).into()), ("actual", text.chars().count().into())])
            }
        }
    }

    /// As [`Words::fen_error`], with the place in the whole text that was read, counted in characters from 1.
    #[must_use]
    pub fn fen_error_in(&self, error: &FenError, whole: &str) -> String {
        let place = whole.get(..error.at).map_or(0, |before| before.chars().count()) + 1;
        self.say("text-place", &[("sentence", self.fen_error(error).into()), ("place", place.into())])
    }

    /// Why a text has not the form of a move.
    #[must_use]
    pub fn move_text_error(&self, error: &MoveTextError) -> String {
        let quoting = |id| self.say(id, &[("text", error.text.as_str().into())]);
        match error.problem {
            MoveTextProblem::Empty => self.say("move-empty", &[]),
            MoveTextProblem::TooLong => self.say("move-too-long", &[("most", moves::LONGEST.into())]),
            MoveTextProblem::NoDestination => quoting("move-no-destination"),
            MoveTextProblem::NoSquare => quoting("move-no-square"),
            MoveTextProblem::HalfSquare => quoting("move-half-square"),
            MoveTextProblem::Junk => quoting("move-junk"),
        }
    }

    /// Why a text is not one legal move of a position. For a move that is not legal the rules are asked why.
    ///
    /// ```
    /// use damka_notation::moves;
    /// use damka_rules::Ruleset;
    /// use damka_words::{Language, Words};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let start = russian.start();
    /// let error = moves::resolve(&russian, &start, "a1-b2").unwrap_err();
    /// assert_eq!(Words::new(Language::Russian).unresolved(&error, &russian, &start), "Поле b2 занято.");
    /// ```
    #[must_use]
    pub fn unresolved(&self, error: &Unresolved, ruleset: &Ruleset, position: &Position) -> String {
        match error {
            Unresolved::Syntax(error) => self.move_text_error(error),
            Unresolved::UnknownSquare(text) => self.say("move-unknown-square", &[("text", text.as_str().into())]),
            Unresolved::NotPlayed(cell) => {
                let square = SquareNames::of(ruleset).cell_name(*cell);
                self.say("move-not-played", &[("square", square.into())])
            }
            Unresolved::NoSuchPiece { column, to } => {
                let is_occupied = position.occupied().contains(*to);
                let id = if is_occupied { "move-no-such-piece-occupied" } else { "move-no-such-piece" };
                self.say(id, &[("column", column.to_string().into()), ("square", name(ruleset, *to).into())])
            }
            Unresolved::Illegal { attempt, .. } => match ruleset.explain(position, attempt) {
                Verdict::Refused(refusal) => self.refusal(&refusal, ruleset),
                Verdict::Legal(_) => self.say("move-illegal", &[]),
            },
            Unresolved::NoPass => self.say("move-no-pass", &[]),
            Unresolved::Ambiguous { .. } => {
                self.say("move-ambiguous", &[("candidates", self.candidates(error, ruleset, position).into())])
            }
        }
    }

    /// The moves that an ambiguous text could mean, or the first of them, written so that they can be told apart.
    #[must_use]
    pub fn candidates(&self, error: &Unresolved, ruleset: &Ruleset, position: &Position) -> String {
        let Unresolved::Ambiguous { candidates } = error else { return String::new() };
        written(&MoveTable::new(ruleset, position), candidates)
    }
}

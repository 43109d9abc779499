//! Levels of play, hints and scores.

use crate::Words;
use crate::words::side;
use damka_engine::{Hint, HintReason, Level, Score};
use damka_notation::moves;
use damka_rules::{Colour, Position, ResultRule, Ruleset};

/// A win or loss that is more half-moves away is not counted out: nobody would count along.
const COUNTED_OUT: u32 = 40;

impl Words {
    /// The name of a level: a rank of sport.
    ///
    /// ```
    /// use damka_engine::Level;
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::Russian).level(Level::WEAKEST), "Новичок");
    /// ```
    #[must_use]
    pub fn level(&self, level: Level) -> String {
        self.say(&format!("level-{}", level.id()), &[])
    }

    /// The computer at a level as somebody to play against: an animal, easier to remember than a number.
    ///
    /// ```
    /// use damka_engine::Level;
    /// use damka_words::{Language, Words};
    /// assert_eq!(Words::new(Language::English).character(Level::WEAKEST), "Chick");
    /// ```
    #[must_use]
    pub fn character(&self, level: Level) -> String {
        self.say(&format!("character-{}", level.id()), &[])
    }

    /// Somebody without a name: "Guest 4F", or only "Guest" where nothing is known that tells guests apart.
    #[must_use]
    pub fn guest(&self, tag: Option<&str>) -> String {
        tag.map_or_else(|| self.say("guest", &[]), |tag| self.say("guest-tagged", &[("tag", tag.into())]))
    }

    /// A hint: the move in the game's notation, and why.
    #[must_use]
    pub fn hint(&self, hint: &Hint, ruleset: &Ruleset, position: &Position) -> String {
        let mv = moves::long(ruleset, position, hint.mv);
        let reason = self.hint_reason(hint.reason, ruleset);
        self.say("hint", &[("move", mv.into()), ("reason", reason.into())])
    }

    /// Why a move is good, as a sentence.
    #[must_use]
    pub fn hint_reason(&self, reason: HintReason, ruleset: &Ruleset) -> String {
        let plain = |id| self.say(id, &[]);
        let counted = |id, count: u32| self.say(id, &[("count", count.into())]);
        match reason {
            HintReason::OnlyMove => plain("hint-only-move"),
            HintReason::Wins { plies } if plies > COUNTED_OUT => plain("hint-wins"),
            HintReason::Wins { plies } => counted("hint-wins-in", moves_of(plies)),
            HintReason::HoldsOut { plies } if plies > COUNTED_OUT => plain("hint-holds-out"),
            HintReason::HoldsOut { plies } => counted("hint-holds-out-for", plies / 2),
            HintReason::StartsCombination { gives, takes } => {
                let pieces = |count: u32| self.say("hint-pieces", &[("count", count.into())]);
                self.say("hint-combination", &[("gives", pieces(gives).into()), ("takes", pieces(takes).into())])
            }
            HintReason::WinsMen(men) => counted("hint-wins-men", men),
            HintReason::WinsKing => plain("hint-wins-king"),
            HintReason::LeadsToMen(men) => counted("hint-leads-to-men", men),
            HintReason::TakesBack => plain("hint-takes-back"),
            HintReason::Promotes => plain("hint-promotes"),
            HintReason::BreaksThrough { plies } => counted("hint-breaks-through", moves_of(plies)),
            HintReason::StopsThreat(pieces) if ruleset.facts().result == ResultRule::Reversed => {
                counted("hint-stops-giving", pieces)
            }
            HintReason::StopsThreat(pieces) => counted("hint-stops-threat", pieces),
            HintReason::Draws => plain("hint-draws"),
            HintReason::AvoidsLoss => plain("hint-avoids-loss"),
            HintReason::GivesAway(pieces) => counted("hint-gives-away", pieces),
            HintReason::LeadsToGiving(pieces) => counted("hint-leads-to-giving", pieces),
            HintReason::BringsHome => plain("hint-brings-home"),
            HintReason::LongJump(jumps) => counted("hint-long-jump", jumps),
            HintReason::Develops => plain("hint-develops"),
            HintReason::Best => plain("hint-best"),
        }
    }

    /// What a position is worth, for people: in men as White sees it, or who wins and when.
    ///
    /// ```
    /// use damka_engine::Score;
    /// use damka_rules::Colour;
    /// use damka_words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.score(Score::new(-120), Colour::Black), "+1.20");
    /// assert_eq!(words.score(Score::win_in(13), Colour::White), "White wins in 7 moves");
    /// ```
    #[must_use]
    pub fn score(&self, score: Score, to_move: Colour) -> String {
        if let Some(end) = score.proved_end() {
            let winner = if end.wins { to_move } else { to_move.other() };
            return self.say("score-win", &[("winner", side(winner)), ("count", end.moves().into())]);
        }
        let white = score.for_white(to_move).hundredths();
        let sign = match white {
            0 => "",
            1.. => "+",
            _ => "−",
        };
        format!("{sign}{}", self.decimal(f64::from(white.abs()) / 100.0, 2))
    }
}

/// The moves that the side which makes the last half-move makes until then.
fn moves_of(plies: u32) -> u32 {
    plies.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use damka_rules::{Game, Move};
    use std::collections::BTreeSet;

    fn reasons() -> Vec<HintReason> {
        use HintReason::*;
        let mut all = vec![OnlyMove, WinsKing, TakesBack, Promotes, Draws, AvoidsLoss, BringsHome, Develops, Best];
        for count in [1, 2, 5, 21, 97] {
            all.extend([Wins { plies: count }, HoldsOut { plies: count + 1 }, BreaksThrough { plies: count }]);
            all.extend([WinsMen(count), LeadsToMen(count), StopsThreat(count), GivesAway(count)]);
            all.extend([LeadsToGiving(count), LongJump(count), StartsCombination { gives: 1, takes: count }]);
        }
        all
    }

    #[test]
    fn every_reason_is_a_sentence_in_every_language() {
        for words in Language::ALL.map(Words::new) {
            for ruleset in Ruleset::all() {
                for reason in reasons() {
                    let text = words.hint_reason(reason, ruleset);
                    assert!(text.ends_with('.') && !text.contains(['{', '$']), "{text}");
                    assert!(text.chars().next().is_some_and(char::is_uppercase), "{text}");
                }
            }
        }
    }

    #[test]
    fn every_level_has_a_name_of_its_own() {
        for words in Language::ALL.map(Words::new) {
            let names: BTreeSet<String> = Level::ALL.map(|level| words.level(level)).into();
            assert_eq!(names.len(), Level::ALL.len());
        }
    }

    #[test]
    fn a_hint_names_the_move_as_the_game_writes_it() {
        let hint = |id: &str, written: &str, language| {
            let ruleset = Ruleset::named(id).expect("a game");
            let game = Game::new(ruleset);
            let is_meant = |mv: &Move| moves::long(&ruleset, game.position(), *mv) == written;
            let mv = game.legal_moves().into_iter().find(is_meant).expect("a legal move");
            let hint = Hint { mv, reason: HintReason::WinsMen(1), score: Score::DRAW, line: vec![mv] };
            Words::new(language).hint(&hint, &ruleset, game.position())
        };
        assert_eq!(hint("russian", "c3-d4", Language::Russian), "Лучший ход: c3-d4. Выигрывает шашку.");
        assert_eq!(hint("international", "32-28", Language::English), "Best move: 32-28. It wins a man.");
        assert_eq!(hint("russian", "c3-d4", Language::Ukrainian), "Найкращий хід: c3-d4. Виграє шашку.");
    }

    #[test]
    fn scores_for_people() {
        let told = |score, side, language| Words::new(language).score(score, side);
        assert_eq!(told(Score::new(120), Colour::White, Language::Russian), "+1,20");
        assert_eq!(told(Score::new(5), Colour::Black, Language::English), "−0.05");
        assert_eq!(told(Score::DRAW, Colour::Black, Language::Ukrainian), "0,00");
        assert_eq!(told(Score::win_in(1), Colour::Black, Language::Russian), "чёрные выигрывают в 1 ход");
        assert_eq!(told(-Score::win_in(4), Colour::Black, Language::Russian), "белые выигрывают в 2 хода");
        assert_eq!(told(Score::win_in(9), Colour::White, Language::Ukrainian), "білі виграють за 5 ходів");
        // Where the game is over, the side that has won is named, also if it is to move.
        assert!(told(Score::win_in(0), Colour::White, Language::English).starts_with("White wins"));
        assert!(told(-Score::win_in(0), Colour::White, Language::English).starts_with("Black wins"));
    }
}

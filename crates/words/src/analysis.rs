//! What an analysis says about the players of a game.

use crate::Words;
use damka_engine::{PlayerSummary, Score};
use damka_rules::Colour;

impl Words {
    /// How a side played: its moves, what they cost, how accurate they were, and its errors.
    ///
    /// ```
    /// use damka_engine::{Judgement, MoveClass, PlayerSummary};
    /// use damka_rules::Colour;
    /// use damka_words::{Language, Words};
    /// let mistake = Judgement { loss: 100, hundredths: 60, class: MoveClass::Mistake };
    /// let told = Words::new(Language::English).player_summary(Colour::White, &PlayerSummary::of([mistake]));
    /// assert_eq!(told, "White: 1 move, average loss 0.60 of a man, accuracy 50%; 0 inaccuracies, 1 mistake, 0 blunders.");
    /// ```
    #[must_use]
    pub fn player_summary(&self, side: Colour, summary: &PlayerSummary) -> String {
        let count = |id, count: usize| self.say(id, &[("count", count.into())]);
        let (side, moves) = (self.side(side), count("moves-count", summary.moves));
        let (Some(loss), Some(accuracy)) = (summary.average_loss, summary.accuracy) else {
            return self.say("analysis-player-forced", &[("side", side.into()), ("moves", moves.into())]);
        };
        let variables = [
            ("side", side.into()),
            ("moves", moves.into()),
            ("loss", self.decimal(loss / 100.0, 2).into()),
            ("accuracy", self.percent(accuracy, 0).into()),
            ("inaccuracies", count("analysis-inaccuracies", summary.inaccuracies).into()),
            ("mistakes", count("analysis-mistakes", summary.mistakes).into()),
            ("blunders", count("analysis-blunders", summary.blunders).into()),
        ];
        self.say("analysis-player", &variables)
    }

    /// Where a game was decided: the move with its number, what the position before it was worth, and the one after
    /// it, both to the side that moved.
    #[must_use]
    pub fn turning_point(&self, mv: &str, side: Colour, before: Score, after: Score) -> String {
        let score = |score| self.score(score, side);
        let variables = [("move", mv.into()), ("before", score(before).into()), ("after", score(after).into())];
        self.say("analysis-turning-point", &variables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use damka_engine::{Judgement, MoveClass};

    fn told(language: Language, judgements: &[Judgement]) -> String {
        Words::new(language).player_summary(Colour::Black, &PlayerSummary::of(judgements.iter().copied()))
    }

    #[test]
    fn players_in_every_language() {
        let judged = |loss| Judgement { loss, hundredths: loss / 2, class: MoveClass::of_loss(loss) };
        let game = [judged(0), judged(50), judged(60), judged(100), judged(300), Judgement::FORCED];
        let expected = [
            "Чёрные: 6 ходов, в среднем теряется 0,51 шашки за ход, точность 60 %; \
             2 неточности, 1 ошибка, 1 грубая ошибка.",
            "Чорні: 6 ходів, у середньому втрачається 0,51 шашки за хід, точність 60 %; \
             2 неточності, 1 помилка, 1 груба помилка.",
            "Black: 6 moves, average loss 0.51 of a man, accuracy 60%; 2 inaccuracies, 1 mistake, 1 blunder.",
        ];
        assert_eq!(Language::ALL.map(|language| told(language, &game)), expected);
    }

    #[test]
    fn who_had_no_choice_is_not_measured() {
        let expected =
            ["Чёрные: 1 ход, выбора не было.", "Чорні: 1 хід, вибору не було.", "Black: 1 move, all forced."];
        assert_eq!(Language::ALL.map(|language| told(language, &[Judgement::FORCED])), expected);
    }

    #[test]
    fn turning_points_in_every_language() {
        let told = |language| {
            let words = Words::new(language);
            words.turning_point("2... d6-e5??", Colour::Black, Score::new(20), -Score::win_in(4))
        };
        let expected = [
            "Переломный момент: 2... d6-e5?? (при лучшей игре: −0,20; после этого хода: белые выигрывают в 2 хода).",
            "Переломний момент: 2... d6-e5?? (за найкращої гри: −0,20; після цього ходу: білі виграють за 2 ходи).",
            "The turning point: 2... d6-e5?? (best play: −0.20; after this move: White wins in 2 moves).",
        ];
        assert_eq!(Language::ALL.map(told), expected);
    }
}

//! What is said about a game that was analysed: for people, and for other programs.

use super::annotate::{glyph, opening_of, white_wins_in};
use crate::pdn::harmless;
use damka_engine::{Examined, GameAnalysis, Line, PlayerSummary, Score};
use damka_notation::glyph::Convention;
use damka_notation::moves;
use damka_notation::pdn::{Action, GameTree, ResultStyle};
use damka_rules::{Colour, Move, Position};
use damka_words::Words;
use serde_json::{Value, json};

/// A game with its analysis.
pub struct Told<'a> {
    /// The language.
    pub words: &'a Words,
    /// The name of its file.
    pub file: &'a str,
    /// Its number there.
    pub number: usize,
    /// The game as it was read.
    pub tree: &'a GameTree,
    /// What was found.
    pub analysis: &'a GameAnalysis,
}

impl Told<'_> {
    /// A few lines: who played, how each side played, and where the game was decided.
    pub fn text(&self) -> String {
        let words = self.words;
        let variables = [
            ("file", self.file.into()),
            ("number", self.number.into()),
            ("white", self.name("White").unwrap_or("?").into()),
            ("black", self.name("Black").unwrap_or("?").into()),
            ("result", self.tree.result.text(ResultStyle::One).into()),
        ];
        let mut lines = vec![words.say("analysis-game", &variables)];
        lines.extend(Colour::ALL.map(|side| words.player_summary(side, &self.analysis.player(side))));
        lines.extend(self.turning_point());
        lines.iter().map(|line| harmless(line) + "\n").collect()
    }

    fn name(&self, tag: &str) -> Option<&str> {
        self.tree.tags.get(tag).filter(|name| !name.trim().is_empty())
    }

    fn turning_point(&self) -> Option<String> {
        let at = self.analysis.turning_point()?;
        let (before, after) = (self.analysis.positions.get(at)?, self.analysis.positions.get(at + 1)?);
        // Marks of errors are the same in every convention.
        let mark = glyph(before.judgement?.class).map(|glyph| glyph.sign(Convention::Chess)).unwrap_or_default();
        let mv = format!("{}{mark}", self.numbered(at)?);
        Some(self.words.turning_point(&mv, before.to_move, before.score, -after.score))
    }

    /// A move of the game with its number, as PDN numbers it.
    fn numbered(&self, at: usize) -> Option<String> {
        let first = self.tree.ruleset.facts().first;
        let positions: Vec<Position> = self.tree.positions().take(at + 1).collect();
        let position = positions.get(at)?;
        let Action::Move(mv) = self.tree.main.steps.get(at)?.action else { return None };
        let passed = positions.iter().zip(&self.tree.main.steps).take(at);
        let number = 1 + passed
            .filter(|(before, step)| before.to_move() != first && matches!(step.action, Action::Move(_)))
            .count();
        let dots = if position.to_move() == first { "." } else { "..." };
        Some(format!("{number}{dots} {}", moves::long(&self.tree.ruleset, position, mv)))
    }

    /// For other programs, with stable names: `file`, `game` (its number), `rules`, `white`, `black` (a name or
    /// null), `result`, `players` (`white` and `black`, each with `moves`, `choices`, `averageLoss` in hundredths of a
    /// man, `accuracy` in percent, `inaccuracies`, `mistakes`, `blunders`), `turningPoint` (a place in `moves`, or
    /// null), `start` (an evaluation), `moves`.
    ///
    /// A move has `side`, `text`, `eval` after it, and if it was judged `class`, `loss` in thousandths of a point,
    /// `lossHundredths` of a man, and `lines`: the best ones before it, each with `eval` and `moves`. An evaluation
    /// is White's: `men`, or `win` in so many moves, negative if Black wins; null if the game is won on the board. A
    /// position that was set up has only `eval`.
    pub fn json(&self) -> Value {
        let positions = &self.analysis.positions;
        let player = |side| player(&self.analysis.player(side));
        let moves = positions.windows(2).zip(self.tree.positions());
        let moves: Vec<Value> = moves.map(|(pair, position)| self.mv(&pair[0], &pair[1], position)).collect();
        json!({
            "file": self.file,
            "game": self.number,
            "rules": self.tree.ruleset.line(),
            "white": self.name("White"),
            "black": self.name("Black"),
            "result": self.tree.result.text(ResultStyle::One),
            "players": { "white": player(Colour::White), "black": player(Colour::Black) },
            "turningPoint": self.analysis.turning_point(),
            "start": positions.first().map(|position| eval_json(position.white_score())),
            "moves": moves,
        })
    }

    fn mv(&self, before: &Examined, after: &Examined, position: Position) -> Value {
        let mut value = json!({ "eval": eval_json(after.white_score()) });
        let Some(mv) = before.played else { return value };
        value["side"] = if before.to_move == Colour::White { "white" } else { "black" }.into();
        value["text"] = moves::long(&self.tree.ruleset, &position, mv).into();
        if let Some(judgement) = before.judgement {
            value["class"] = judgement.class.id().into();
            value["loss"] = judgement.loss.into();
            value["lossHundredths"] = judgement.hundredths.into();
            value["lines"] = before.lines.iter().map(|line| self.line(line, position)).collect();
        }
        value
    }

    fn line(&self, line: &Line, start: Position) -> Value {
        let white = if start.to_move() == Colour::White { line.score } else { -line.score };
        let moves = opening_of(&self.tree.ruleset, start, &line.moves);
        json!({ "eval": eval_json(white), "moves": self.written(start, &moves) })
    }

    fn written(&self, start: Position, line: &[Move]) -> Value {
        let mut position = start;
        let written = line.iter().map(|mv| {
            let text = moves::long(&self.tree.ruleset, &position, *mv);
            position = position.after(*mv);
            text
        });
        written.collect()
    }
}

fn player(summary: &PlayerSummary) -> Value {
    let rounded = |value: Option<f64>| value.map(|value| (value * 10.0).round() / 10.0);
    json!({
        "moves": summary.moves,
        "choices": summary.choices,
        "averageLoss": rounded(summary.average_loss),
        "accuracy": rounded(summary.accuracy),
        "inaccuracies": summary.inaccuracies,
        "mistakes": summary.mistakes,
        "blunders": summary.blunders,
    })
}

fn eval_json(white: Score) -> Value {
    match white_wins_in(white) {
        Some(0) => Value::Null,
        Some(moves) => json!({ "win": moves }),
        None => json!({ "men": f64::from(white.hundredths()) / 100.0 }),
    }
}

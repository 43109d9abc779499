//! What is said about a game that was analysed: for people, and for other programs.

use super::annotate::{glyph, opening_of};
use super::position_at;
use crate::pdn::harmless;
use damka_engine::{Examined, GameAnalysis, Line, PlayerSummary};
use damka_notation::glyph::Convention;
use damka_notation::moves;
use damka_notation::pdn::{GameTree, ResultStyle};
use damka_rules::{Colour, Game, Move, Position};
use damka_server::analysis_view;
use damka_server::api::{ExaminedView, ScoreView};
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
    /// The same as a game of the rules.
    pub game: &'a Game,
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
        let (passed, played) = (self.game.played().get(..at)?, self.game.played().get(at)?);
        let answers = passed.iter().filter(|ply| ply.legal().is_some() && ply.before.to_move() != first);
        let number = 1 + answers.count();
        let dots = if played.before.to_move() == first { "." } else { "..." };
        let text = moves::played(&self.tree.ruleset, played)?;
        Some(format!("{number}{dots} {text}"))
    }

    /// For other programs: `file`, `game` (its number), `rules`, `white`, `black` (a name or null), `result`, `players`
    /// (`white` and `black`, each with `moves`, `choices`, `averageLoss` in hundredths of a man, `accuracy` in percent,
    /// `inaccuracies`, `mistakes`, `blunders`), and what the club's API says of an analysis, with the same names
    /// (`GameAnalysisView` in docs/openapi.json): `positions`, `summary`, `turningPoint`.
    ///
    /// A position has the names of the API (`ply`, `score`, `best`, `class`, `loss`); if a move was played there also its
    /// `side` and `text`, and if that was judged `lossHundredths` of a man and `lines`, the best ones, each with `score`
    /// and `moves`.
    pub fn json(&self) -> Value {
        let player = |side| player(&self.analysis.player(side));
        let view = analysis_view(self.analysis, self.game, self.words);
        let pairs = view.positions.iter().zip(&self.analysis.positions);
        json!({
            "file": self.file,
            "game": self.number,
            "rules": self.tree.ruleset.line(),
            "white": self.name("White"),
            "black": self.name("Black"),
            "result": self.tree.result.text(ResultStyle::One),
            "players": { "white": player(Colour::White), "black": player(Colour::Black) },
            "summary": view.summary,
            "turningPoint": view.turning_point,
            "positions": pairs.map(|(view, at)| self.position(view, at)).collect::<Vec<Value>>(),
        })
    }

    fn position(&self, view: &ExaminedView, at: &Examined) -> Value {
        let mut value = json!(view);
        let Some(mv) = at.played else { return value };
        let position = position_at(self.game, at.ply);
        value["side"] = if at.to_move == Colour::White { "white" } else { "black" }.into();
        value["text"] = moves::long(&self.tree.ruleset, &position, mv).into();
        if let Some(judgement) = at.judgement {
            value["lossHundredths"] = judgement.hundredths.into();
            value["lines"] = at.lines.iter().map(|line| self.line(line, position)).collect();
        }
        value
    }

    fn line(&self, line: &Line, start: Position) -> Value {
        let moves = opening_of(&self.tree.ruleset, start, &line.moves);
        let score = ScoreView::of(line.score, start.to_move(), self.words);
        json!({ "score": score, "moves": self.written(start, &moves) })
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

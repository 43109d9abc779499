//! An analysis written into a game.
//!
//! Behind each move stands `{[%eval 0.35]}`: what the position after it is worth to White, in men, as lidraughts and
//! the chess sites write it. `#7` is a win of White in seven moves, `#-7` one of Black. A game that is won on the
//! board has no evaluation behind its last move. Evaluations that were there before are replaced; all other comments,
//! the variations and the marks of people stay.

use super::position_at;
use damka_engine::{Examined, GameAnalysis, Judgement, MoveClass, ProvedEnd, Score};
use damka_notation::glyph::Glyph;
use damka_notation::pdn::{Action, Comment, GameTree, Line, Step};
use damka_rules::{Game, Move, Position, Ruleset};

/// A better line has at least so many half-moves, if it is known so far: enough to see the point.
const SHORTEST: usize = 5;
/// And at most so many, even if captures go on.
const LONGEST: usize = 12;
/// How an evaluation begins in a comment.
const EVAL: &str = "[%eval";

/// Writes an analysis of a game into it.
pub fn annotate(tree: &mut GameTree, game: &Game, analysis: &GameAnalysis) {
    for (step, pair) in tree.main.steps.iter_mut().zip(analysis.positions.windows(2)) {
        let [before, after] = pair else { continue };
        if matches!(step.action, Action::Setup(_)) {
            continue;
        }
        put_eval(&mut step.comments, after);
        let Some(judgement) = before.judgement else { continue };
        put_glyph(&mut step.glyphs, judgement);
        if judgement.class.is_error() {
            put_better_line(&mut step.variations, &tree.ruleset, position_at(game, before.ply), before);
        }
    }
}

/// An evaluation as White sees it; `None` if the game is won on the board.
pub fn eval(white: Score) -> Option<String> {
    match white.proved_end().map(ProvedEnd::signed_moves) {
        Some(0) => None,
        Some(moves) => Some(format!("#{moves}")),
        None => Some(white.to_string()),
    }
}

/// The mark of a class of moves.
pub fn glyph(class: MoveClass) -> Option<Glyph> {
    match class {
        MoveClass::Strong(_) => Some(Glyph::Good),
        MoveClass::Inaccuracy => Some(Glyph::Dubious),
        MoveClass::Mistake => Some(Glyph::Poor),
        MoveClass::Blunder => Some(Glyph::VeryPoor),
        MoveClass::Forced | MoveClass::Fine => None,
    }
}

fn put_eval(comments: &mut Vec<Comment>, after: &Examined) {
    for comment in comments.iter_mut() {
        comment.text = without_eval(&comment.text);
    }
    comments.retain(|comment| !comment.text.is_empty() || !comment.clocks.is_empty());
    if let Some(eval) = eval(after.white_score()) {
        comments.insert(0, Comment::new(format!("{EVAL} {eval}]")));
    }
}

/// A comment's words without the evaluations in it.
fn without_eval(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.find(EVAL).and_then(|at| rest.split_at_checked(at)) {
        let Some((_, after)) = from.split_once(']') else { break };
        kept.push_str(before.trim_end());
        rest = after;
    }
    kept.push_str(if kept.is_empty() { rest.trim_start() } else { rest });
    kept
}

/// A mark that somebody has put there stays the only one. Marks about the position, such as `=`, say nothing about
/// the move.
fn put_glyph(glyphs: &mut Vec<Glyph>, judgement: Judgement) {
    let is_marked = glyphs.iter().any(|glyph| !matches!(glyph, Glyph::Nag(_)));
    if !is_marked && let Some(glyph) = glyph(judgement.class) {
        glyphs.insert(0, glyph);
    }
}

/// Shows what would have been better, unless somebody has shown it already.
fn put_better_line(variations: &mut Vec<Line>, ruleset: &Ruleset, start: Position, before: &Examined) {
    let Some(best) = before.lines.first() else { return };
    let moves = opening_of(ruleset, start, &best.moves);
    let Some(first) = moves.first() else { return };
    let is_first = |line: &Line| line.steps.first().is_some_and(|step| step.action == Action::Move(*first));
    if variations.iter().any(is_first) {
        return;
    }
    let mut steps: Vec<Step> = moves.iter().copied().map(Step::from).collect();
    if let (Some(step), Some(eval)) = (steps.first_mut(), eval(before.white_score())) {
        step.comments.push(Comment::new(format!("{EVAL} {eval}]")));
    }
    variations.push(Line { comments: Vec::new(), steps });
}

/// A few half-moves of a line, not broken off among captures.
pub fn opening_of(ruleset: &Ruleset, start: Position, line: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = start;
    for mv in line.iter().take(LONGEST) {
        let legal = ruleset.legal_moves(&position);
        let is_quiet = !legal.iter().any(|mv| mv.is_capture());
        if !legal.contains(mv) || moves.len() >= SHORTEST && is_quiet {
            break;
        }
        moves.push(*mv);
        position = position.after(*mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_whites() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(eval(Score::new(35)), text("0.35"));
        assert_eq!(eval(Score::new(-5)), text("-0.05"));
        assert_eq!(eval(Score::DRAW), text("0.00"));
        assert_eq!(eval(Score::win_in(13)), text("#7"));
        assert_eq!(eval(-Score::win_in(13)), text("#-7"));
        assert_eq!(eval(Score::win_in(2)), text("#1"));
        assert_eq!([eval(Score::win_in(0)), eval(-Score::win_in(0))], [None, None]);
    }

    #[test]
    fn old_evaluations_go_and_words_stay() {
        for (text, kept) in [
            ("[%eval 0.35]", ""),
            ("good [%eval #-3] move", "good move"),
            ("[%eval 1.20] well", "well"),
            ("[%eval 1][%eval 2]", ""),
            ("[%eval 1.20", "[%eval 1.20"),
            ("[%csl Gc3] ход", "[%csl Gc3] ход"),
        ] {
            assert_eq!(without_eval(text), kept);
        }
    }

    #[test]
    fn marks_of_people_stay() {
        let blunder = Judgement { loss: 300, hundredths: 100, class: MoveClass::Blunder };
        for (before, after) in [
            (vec![], vec![Glyph::VeryPoor]),
            (vec![Glyph::Interesting], vec![Glyph::Interesting]),
            (vec![Glyph::Nag(10)], vec![Glyph::VeryPoor, Glyph::Nag(10)]),
        ] {
            let mut glyphs = before;
            put_glyph(&mut glyphs, blunder);
            assert_eq!(glyphs, after);
        }
    }
}

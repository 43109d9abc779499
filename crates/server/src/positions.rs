//! Positions outside of games: the editor, the analysis board, hints.

use crate::api::{AnalysisLine, Explanation, HintView, MoveView, PositionRequest, PositionView, ScoreView};
use crate::create;
use crate::error::Failure;
use crate::show;
use damka_conduct::{Ending, PhysicalBoard};
use damka_engine::{Chances, Hint, Line, Outlook};
use damka_notation::moves::{MoveTable, resolve};
use damka_notation::{SquareNames, fen};
use damka_rules::{Attempt, Colour, Game, Position, Ruleset, Setup, Verdict};
use damka_words::Words;

/// The most moves of a request.
const MOST_MOVES: usize = 1000;
/// The most moves of a line that are sent.
const MOST_SHOWN: usize = 16;

fn refused(code: &'static str, text: String) -> Failure {
    Failure::Refused { code, text }
}

/// The game that somebody means: a position and the moves from there.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn game(wanted: &PositionRequest, words: &Words) -> Result<Game, Failure> {
    let ruleset = create::ruleset(&wanted.rules, words)?;
    if wanted.moves.len() > MOST_MOVES {
        return Err(Failure::TooLarge);
    }
    let mut game = Game::from_position(ruleset, start(wanted, &ruleset, words)?);
    for text in &wanted.moves {
        let wrong = |reason: String| {
            let shown: String = text.chars().take(60).collect();
            refused("move", words.say("pdn-quoted", &[("text", shown.into()), ("reason", reason.into())]))
        };
        let position = *game.position();
        let mv =
            resolve(&ruleset, &position, text).map_err(|error| wrong(words.unresolved(&error, &ruleset, &position)))?;
        game.play(mv).map_err(|error| wrong(words.play_error(&error, &ruleset, &position)))?;
    }
    Ok(game)
}

fn start(wanted: &PositionRequest, ruleset: &Ruleset, words: &Words) -> Result<Position, Failure> {
    let Some(text) = wanted.fen.as_deref() else { return Ok(ruleset.start()) };
    let position = fen::read(text, ruleset).map_err(|error| refused("fen", words.fen_error_in(&error, text)))?;
    if wanted.free {
        return Ok(position);
    }
    Setup::from(position).validate(ruleset, &[]).map_err(|error| {
        let flaws: Vec<String> = error.flaws.iter().map(|flaw| words.flaw(flaw, ruleset)).collect();
        refused("position", flaws.join(" "))
    })
}

/// Everything that the rules say about a position.
#[must_use]
pub fn view(game: &Game, words: &Words) -> PositionView {
    let (ruleset, position) = (game.ruleset(), game.position());
    let ending = game.outcome().map(Ending::Rules);
    PositionView {
        rules: ruleset.line(),
        rules_name: words.ruleset_name(ruleset),
        board: show::board(ruleset),
        fen: fen::write(position, ruleset),
        pieces: show::pieces(&PhysicalBoard::new(ruleset, position)),
        to_move: position.to_move().into(),
        moves: show::moves(game),
        legal: show::legal_moves(ruleset, position, &game.legal()),
        situation: words.situation(&ruleset.situation(position), ruleset),
        counters: show::counters(&game.progress(), words),
        ending: ending.map(|ending| show::ending(&ending, ruleset, words)),
        spoken: words.position(position, ruleset),
    }
}

/// Why a move is not legal.
///
/// # Errors
/// If a square is none.
pub fn explain(game: &Game, path: &[String], words: &Words) -> Result<Explanation, Failure> {
    let (ruleset, position) = (game.ruleset(), game.position());
    if path.len() > MOST_MOVES {
        return Err(Failure::TooLarge);
    }
    let names = SquareNames::of(ruleset);
    let unknown = |name: &String| {
        let shown: String = name.chars().take(20).collect();
        refused("square", words.say("cli-unknown-square", &[("text", shown.into())]))
    };
    let squares: Vec<_> =
        path.iter().map(|name| names.parse_any(name).ok_or_else(|| unknown(name))).collect::<Result<_, _>>()?;
    let Some((from, then)) = squares.split_first() else {
        return Err(refused("square", words.say("move-empty", &[])));
    };
    let attempt = Attempt { from: *from, then: then.to_vec() };
    Ok(match ruleset.explain(position, &attempt) {
        Verdict::Legal(moves) => {
            let text = moves.first().map(|mv| MoveTable::new(ruleset, position).long(*mv)).unwrap_or_default();
            let text = words.say("cli-legal", &[("move", text.into())]);
            Explanation { legal: true, text, squares: Vec::new() }
        }
        Verdict::Refused(refusal) => Explanation {
            legal: false,
            text: words.refusal_with_rule(&refusal, ruleset, position, &attempt),
            squares: show::squares(ruleset, refusal.squares()),
        },
    })
}

/// A line of best play.
#[must_use]
pub fn line(found: &Line, game: &Game, outlook: Outlook, words: &Words) -> AnalysisLine {
    let (ruleset, mut here) = (game.ruleset(), *game.position());
    let to_move = here.to_move();
    let mut moves = Vec::new();
    for (at, mv) in found.moves.iter().take(MOST_SHOWN).enumerate() {
        let table = MoveTable::new(ruleset, &here);
        let legal = show::legal_move(ruleset, &here, &table, *mv);
        let by = here.to_move().into();
        here = here.after(*mv);
        moves.push(MoveView {
            ply: (game.played().len() + at + 1) as u32,
            by,
            text: legal.text,
            path: legal.path,
            captures: legal.captures,
            promotes: legal.promotes,
            fen: fen::write(&here, ruleset),
            spoken: None,
        });
    }
    let Chances { win, draw, loss } = outlook.chances(found.score);
    let chances = if to_move == Colour::White { [win, draw, loss] } else { [loss, draw, win] };
    AnalysisLine { score: ScoreView::of(found.score, to_move, words), chances, moves }
}

/// A hint.
#[must_use]
pub fn hint(hint: &Hint, game: &Game, words: &Words) -> HintView {
    let (ruleset, position) = (game.ruleset(), game.position());
    let table = MoveTable::new(ruleset, position);
    HintView {
        best: show::legal_move(ruleset, position, &table, hint.mv),
        text: words.hint(hint, ruleset, position),
        score: ScoreView::of(hint.score, position.to_move(), words),
    }
}

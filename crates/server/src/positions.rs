//! Positions outside of games: the editor, the analysis board, hints.

use crate::api::{AnalysisLine, Explanation, Fen, HintView, PositionRequest, PositionView, ScoreView, SetupRequest};
use crate::create;
use crate::error::Failure;
use crate::show;
use crate::work::Work;
use damka_conduct::{Ending, PhysicalBoard};
use damka_engine::{Chances, Hint, Line, Outlook};
use damka_notation::moves::{MoveTable, resolve};
use damka_notation::{SquareNames, fen};
use damka_rules::{
    Attempt, Colour, Flaw, FlawKind, Game, Move, Position, Ruleset, Setup, SetupError, Square, SquareSet, Verdict,
};
use damka_words::Words;

/// The most moves of a request.
pub(crate) const MOST_MOVES: usize = 1000;
/// The most moves of a line that are sent.
const MOST_SHOWN: usize = 16;

/// What a violation that was let stand can lead to. A board without pieces is not among it.
const ACCEPTED: [FlawKind; 3] = [FlawKind::TooManyPieces, FlawKind::MenOnCrowningRow, FlawKind::KingsInRace];

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
    let work = Work::begin();
    let mut game = Game::from_position(ruleset, start(wanted, &ruleset, words)?);
    for text in &wanted.moves {
        work.check()?;
        let position = *game.position();
        let mv = legal_move(&ruleset, &position, text, words)?;
        game.play(mv).map_err(|error| refused_move(text, words.play_error(&error, &ruleset, &position), words))?;
    }
    Ok(game)
}

/// The move that a text means.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn legal_move(ruleset: &Ruleset, position: &Position, text: &str, words: &Words) -> Result<Move, Failure> {
    let wrong = |error| refused_move(text, words.unresolved(&error, ruleset, position), words);
    resolve(ruleset, position, text).map_err(wrong)
}

fn refused_move(text: &str, reason: String, words: &Words) -> Failure {
    let shown: String = text.chars().take(60).collect();
    refused("move", words.say("pdn-quoted", &[("text", shown.into()), ("reason", reason.into())]))
}

/// The position that a text means, possible in a game or not.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn position(ruleset: &Ruleset, text: &str, words: &Words) -> Result<Position, Failure> {
    fen::read(text, ruleset).map_err(|error| refused("fen", words.fen_error_in(&error, text)))
}

fn start(wanted: &PositionRequest, ruleset: &Ruleset, words: &Words) -> Result<Position, Failure> {
    let Some(text) = wanted.fen.as_deref() else { return Ok(ruleset.start()) };
    let waived = if wanted.free { &ACCEPTED[..] } else { &[] };
    Setup::from(position(ruleset, text, words)?)
        .validate(ruleset, waived)
        .map_err(|error| refused("position", flaws_text(&error, ruleset, words)))
}

/// What is wrong with a position, in words.
fn flaws_text(error: &SetupError, ruleset: &Ruleset, words: &Words) -> String {
    let flaws: Vec<String> = error.flaws.iter().map(|flaw| words.flaw(flaw, ruleset)).collect();
    flaws.join(" ")
}

/// Everything that the rules say about a position.
#[must_use]
pub fn view(game: &Game, words: &Words) -> PositionView {
    let (ruleset, position) = (game.ruleset(), game.position());
    let ending = game.outcome().map(Ending::Rules);
    let situation = ruleset.situation(position);
    let (legal, legal_left_out) = show::legal_moves(ruleset, position, &game.legal());
    PositionView {
        rules: ruleset.line(),
        rules_name: words.ruleset_name(ruleset),
        board: show::board(ruleset),
        fen: fen::write(position, ruleset),
        pieces: show::pieces(&PhysicalBoard::new(ruleset, position)),
        to_move: position.to_move().into(),
        second_begins: show::second_begins(ruleset, game.played().first().map_or(position, |first| &first.before)),
        moves: show::moves(game),
        legal,
        legal_left_out,
        situation: words.situation(&situation, ruleset),
        situation_citation: words.situation_citation(&situation, ruleset),
        counters: show::counters(&game.progress(), ruleset, words),
        ending: ending.map(|ending| show::ending(&ending, ruleset, words)),
        spoken: words.position(position, ruleset),
    }
}

fn square(ruleset: &Ruleset, name: &str, words: &Words) -> Result<Square, Failure> {
    SquareNames::of(ruleset).parse_any(name).ok_or_else(|| {
        let shown: String = name.chars().take(20).collect();
        refused("square", words.say("cli-unknown-square", &[("text", shown.into())]))
    })
}

/// The text of a position that somebody is setting up, and why no game can begin there yet.
///
/// # Errors
/// If there is no such square.
pub fn set_up(wanted: &SetupRequest, words: &Words) -> Result<Fen, Failure> {
    let ruleset = create::ruleset(&wanted.rules, words)?;
    let mut position = Position::empty(wanted.to_move.0);
    for (name, letter) in &wanted.pieces {
        position.set(square(&ruleset, name.as_str(), words)?, Some(show::piece(*letter)));
    }
    let wrong = Setup::from(position).validate(&ruleset, &[]).err();
    let flaws = wrong.iter().flat_map(|error| &error.flaws);
    Ok(Fen {
        fen: fen::write(&position, &ruleset),
        problem: wrong.as_ref().map(|error| flaws_text(error, &ruleset, words)),
        squares: show::squares(&ruleset, flaws.fold(SquareSet::EMPTY, |all, flaw| all.union(squares_of(flaw)))),
    })
}

/// The squares that a flaw is about.
fn squares_of(flaw: &Flaw) -> SquareSet {
    match *flaw {
        Flaw::MenOnCrowningRow { squares, .. }
        | Flaw::SquaresShared { squares }
        | Flaw::OffTheBoard { squares }
        | Flaw::KingsInRace { squares } => squares,
        Flaw::NoPieces | Flaw::TooManyPieces { .. } => SquareSet::EMPTY,
    }
}

/// Why a move is not legal.
///
/// # Errors
/// If there is no such square.
pub fn explain(game: &Game, path: &[String], words: &Words) -> Result<Explanation, Failure> {
    let (ruleset, position) = (game.ruleset(), game.position());
    if path.len() > MOST_MOVES {
        return Err(Failure::TooLarge);
    }
    let squares: Vec<_> = path.iter().map(|name| square(ruleset, name, words)).collect::<Result<_, _>>()?;
    let Some((from, then)) = squares.split_first() else {
        return Err(refused("square", words.say("move-empty", &[])));
    };
    let attempt = Attempt { from: *from, then: then.to_vec() };
    Ok(match ruleset.explain(position, &attempt) {
        Verdict::Legal(moves) => {
            let text = moves.first().map(|mv| MoveTable::new(ruleset, position).long(*mv)).unwrap_or_default();
            let text = words.say("cli-legal", &[("move", text.into())]);
            Explanation { legal: true, text, citation: None, squares: Vec::new() }
        }
        Verdict::Refused(refusal) => Explanation {
            legal: false,
            text: words.refusal(&refusal, ruleset),
            citation: Some(words.citation(ruleset.cite_refusal(position, &attempt, &refusal))),
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
        moves.push(show::step(ruleset, game.played().len() + at + 1, &here, *mv));
        here = here.after(*mv);
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

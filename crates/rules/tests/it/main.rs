//! Draws, results and explanations. Moves themselves are proved in `crates/proof`.

mod draws;
mod explain;
mod results;
mod rulesets;
mod setups;

use damka_rules::{Attempt, Colour, Game, Kind, Move, Piece, Position, Ruleset, Square};

/// A ruleset by its line, such as `russian` or `house king=short`.
fn rules(line: &str) -> Ruleset {
    Ruleset::from_line(line).expect("a ruleset")
}

fn square(ruleset: &Ruleset, name: &str) -> Square {
    ruleset.board().named(name).unwrap_or_else(|| panic!("no square {name}"))
}

/// Reads `W: Ka1 c3 / Kh8`: the side to move, White's pieces, Black's pieces.
fn position(ruleset: &Ruleset, text: &str) -> Position {
    let (turn, pieces) = text.split_once(':').expect("the side to move");
    let mut position = Position::empty(if turn == "W" { Colour::White } else { Colour::Black });
    let (white, black) = pieces.split_once('/').expect("two sides");
    for (colour, names) in [(Colour::White, white), (Colour::Black, black)] {
        for name in names.split_whitespace() {
            let kind = if name.starts_with('K') { Kind::King } else { Kind::Man };
            let at = square(ruleset, name.trim_start_matches('K'));
            position.set(at, Some(Piece { colour, kind }));
        }
    }
    position
}

fn game(line: &str, text: &str) -> Game {
    let ruleset = rules(line);
    Game::from_position(ruleset, position(&ruleset, text))
}

/// Reads `c3-d4` or `c3:e5:g7` as an attempt.
fn attempt(ruleset: &Ruleset, text: &str) -> Attempt {
    let mut squares = text.split(['-', ':']).map(|name| square(ruleset, name));
    Attempt { from: squares.next().expect("a square"), then: squares.collect() }
}

/// The one legal move that a text means.
fn legal(game: &Game, text: &str) -> Move {
    let attempt = attempt(game.ruleset(), text);
    match game.ruleset().fitting(game.position(), &attempt, &game.legal_moves())[..] {
        [mv] => mv,
        [] => panic!("{text} is not legal"),
        _ => panic!("{text} is ambiguous"),
    }
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = legal(game, text);
        game.play(mv).expect("a legal move");
    }
}

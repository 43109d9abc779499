//! Small games: who begins, how a side loses, and what a game records.

use damka_notation::{SquareNames, fen};
use damka_rules::{
    Colour, EndError, EndReason, FactId, Game, Move, Movement, PlayError, Ruleset, Setup, Square, SquareSet,
};

fn named(id: &str) -> Ruleset {
    Ruleset::named(id).unwrap_or_else(|| panic!("{id} is not a ruleset"))
}

fn squares(ruleset: &Ruleset, text: &str) -> Vec<Square> {
    let names = SquareNames::of(ruleset);
    text.split(['-', ':']).map(|name| names.parse(name).unwrap_or_else(|| panic!("{name} is not a square"))).collect()
}

/// The legal move of a path.
fn find(game: &Game, path: &[Square]) -> Move {
    let mut moves = game.legal_moves().into_iter();
    let same = |mv: &Move| game.ruleset().paths(game.position(), *mv, usize::MAX).iter().any(|known| known == path);
    moves.find(same).unwrap_or_else(|| panic!("{path:?} is not legal"))
}

/// The rules document's table: who begins, and with how many pieces.
// clauses: A.first.1 B.move.1 B.board.1 C.1.2 D.setup.1 D.5.corners.1 E.setup.1
#[test]
fn who_begins_and_with_what() {
    for ruleset in Ruleset::all() {
        let start = ruleset.start();
        let first = if ruleset.id() == "english" { Colour::Black } else { Colour::White };
        assert_eq!(start.to_move(), first, "{}", ruleset.id());
        let pieces = if ruleset.id().starts_with("international") { 20 } else { 12 };
        for colour in Colour::ALL {
            assert_eq!(start.men(colour).len(), pieces, "{}", ruleset.id());
            assert!(start.kings(colour).is_empty(), "{}: all are men at first", ruleset.id());
        }
        assert_eq!(Setup::from(start).validate(ruleset, &[]), Ok(start), "{}", ruleset.id());
        let other = ruleset.with([("first", if first == Colour::White { "black" } else { "white" })]).unwrap();
        assert_eq!(other.start(), start.with_turn(first.other()), "{}: the players may agree otherwise", ruleset.id());
    }
}

/// A side without a piece, or without a move on its turn, has lost; in giveaway it has won.
// clauses: A.result.2b A.result.2c B.win.2 B.win.3 C.4.2.2 C.4.2.3 D.win.1 D.win.2 D.8.poddavki E.win.1 E.checkers.4
#[test]
fn a_side_that_cannot_go_on() {
    let draughts = |ruleset: &&Ruleset| matches!(ruleset.facts().movement, Movement::Draughts(_));
    for ruleset in Ruleset::all().iter().filter(draughts) {
        let board = ruleset.board();
        let far = board.width() - 1;
        let man = |file, rank| board.square(file, rank).expect("a played square").set();
        let winner = |loser: Colour| if ruleset.id() == "poddavki" { loser } else { loser.other() };

        let alone = Setup { men: [man(0, 0), SquareSet::EMPTY], kings: [SquareSet::EMPTY; 2], to_move: Colour::Black };
        let game = Game::from_position(*ruleset, alone.validate(ruleset, &[]).unwrap());
        let outcome = game.outcome().unwrap_or_else(|| panic!("{} goes on", ruleset.id()));
        assert_eq!(outcome.reason, EndReason::NoPieces(Colour::Black), "{}", ruleset.id());
        assert_eq!(outcome.winner, Some(winner(Colour::Black)), "{}", ruleset.id());

        // A man at the edge one row before its last, with a man before it. In Stavropol White moves that one.
        let blocked =
            Setup { men: [man(0, far - 1), man(1, far)], kings: [SquareSet::EMPTY; 2], to_move: Colour::White };
        let game = Game::from_position(*ruleset, blocked.validate(ruleset, &[]).unwrap());
        let outcome = game.outcome().map(|outcome| (outcome.winner, outcome.reason));
        let lost = (Some(winner(Colour::White)), EndReason::NoMoves(Colour::White));
        let wanted = (ruleset.id() != "stavropol").then_some(lost);
        assert_eq!(outcome, wanted, "{}", ruleset.id());
    }
}

/// Reversing the result or the agreement of any game is noticed: who wins, and when a draw may be agreed.
#[test]
fn facts_of_the_game_matter() {
    for ruleset in Ruleset::all().iter().filter(|ruleset| ruleset.id() != "corners") {
        let is_reversed = ruleset.facts().get(FactId::Result).as_deref() == Some("reversed");
        assert_eq!(is_reversed, ruleset.id() == "poddavki");
        let other = ruleset.with([("result", if is_reversed { "normal" } else { "reversed" })]).unwrap();
        let position = ruleset.start_with_odds(&[]).unwrap();
        let mut bare = position;
        position.pieces(Colour::White).into_iter().for_each(|square| bare.set(square, None));
        let winner = |ruleset: Ruleset| Game::from_position(ruleset, bare).outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner(*ruleset).map(Colour::other), winner(other), "{}", ruleset.id());

        let moves = if ruleset.id() == "international" { 40 } else { 0 };
        let found = Game::new(*ruleset).agree_draw();
        assert_eq!(found.is_ok(), moves == 0, "{}", ruleset.id());
        assert!(moves == 0 || found == Err(EndError::TooEarly { moves }), "{}", ruleset.id());
    }
}

/// The sample game of text 000, with the paths it records.
// clauses: A.notation.4 A.capture.9 A.capture.14
#[test]
fn the_sample_game() {
    let russian = named("russian");
    let mut game = Game::new(russian);
    let text = "e3-d4 d6-c5 f2-e3 f6-g5 c3-b4 g5-h4 b4:d6 h4:f2 e1:g3 c7:e5:c3:e1:h4";
    for ply in text.split_whitespace() {
        let path = squares(&russian, ply);
        let mv = find(&game, &path);
        game.play_on_path(mv, &path).unwrap_or_else(|error| panic!("{ply}: {error:?}"));
    }
    let last = game.played().last().and_then(|last| last.legal()).unwrap();
    assert_eq!(last.path, squares(&russian, "c7:e5:c3:e1:h4"));
    assert_eq!(last.mv.captured(), squares(&russian, "d6:d4:d2:g3").into_iter().collect());
    assert!(last.mv.promotes());
    assert!(game.position().kings(Colour::Black).contains(last.mv.to()));
}

/// py-draughts#27: the second time the same move is refused, and the board stays as it was.
#[test]
fn the_same_move_twice() {
    let mut game = Game::new(named("international"));
    let first = game.legal_moves()[0];
    game.play(first).unwrap();
    let (position, hash) = (*game.position(), game.hash());
    assert_eq!(game.play(first), Err(PlayError::Illegal(first)));
    assert_eq!((*game.position(), game.hash(), game.played().len()), (position, hash, 1));
}

/// A path that is not the move's own is refused too.
#[test]
fn a_wrong_path_is_refused() {
    let russian = named("russian");
    let position = fen::read("W:Wc3:Bd4,d6,b6,b4", &russian).unwrap();
    let mut game = Game::from_position(russian, position);
    let mv = game.legal_moves()[0];
    for wrong in ["c3:c3", "c3:e5:c3", "c3:e5:c7:e5:c3"] {
        let path = squares(&russian, wrong);
        assert_eq!(game.play_on_path(mv, &path), Err(PlayError::WrongPath(mv)), "{wrong}");
    }
    assert_eq!(*game.position(), position);
    game.play_on_path(mv, &squares(&russian, "c3:a5:c7:e5:c3")).unwrap();
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Colour::White));
}

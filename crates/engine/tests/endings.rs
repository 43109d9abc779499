//! With endgame tables the engine plays few pieces perfectly.

use damka_endgame::{Judge, Library, OnNeed, Tables, Value, Verdict};
use damka_engine::{Engine, Limits, NoWatch, Options, Random};
use damka_rules::{Colour, Game, Kind, Piece, Position, Ruleset};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Endings {
    folder: PathBuf,
    library: Arc<Library>,
    tables: Arc<OnNeed>,
    ruleset: Ruleset,
}

impl Endings {
    fn new(line: &str, pieces: u8) -> Endings {
        let ruleset = Ruleset::from_line(line).unwrap();
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("damka-endings-{}-{number}", std::process::id()));
        let library = Arc::new(Library::growing(&folder, pieces));
        let tables = library.of(&ruleset).unwrap();
        tables.wait().unwrap();
        Endings { folder, library, tables, ruleset }
    }

    fn tables(&self) -> &Tables {
        self.tables.get().unwrap()
    }

    fn engine(&self) -> Engine {
        let options = Options { memory: 1, endgame: Some(Arc::clone(&self.library)), ..Options::default() };
        Engine::new(&self.ruleset, &options)
    }

    /// Some position of so many pieces in which the game goes on.
    fn position(&self, random: &mut Random, pieces: usize) -> Position {
        let board = self.ruleset.board();
        let squares: Vec<_> = board.squares().into_iter().collect();
        loop {
            let mut position = Position::empty(Colour::White);
            for number in 0..pieces {
                let colour =
                    if number == 0 || number > 1 && random.below(2) == 0 { Colour::Black } else { Colour::White };
                let square = squares[random.below(squares.len())];
                let rank = board.cell(square).1;
                let kind =
                    if random.below(2) == 0 || rank == 0 || rank == board.width() - 1 { Kind::King } else { Kind::Man };
                position.set(square, Some(Piece { colour, kind }));
            }
            let game = Game::from_position(self.ruleset, position);
            if position.occupied().len() == pieces as u32 && game.outcome().is_none() {
                return position;
            }
        }
    }
}

impl Drop for Endings {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn choose(engine: &mut Engine, game: &Game) -> damka_rules::Move {
    engine.think(game, &Limits::nodes(300), &NoWatch, &mut |_| ()).best().unwrap()
}

#[test]
fn wins_are_played_to_the_end_by_the_shortest_way() {
    for id in ["russian", "english", "poddavki"] {
        let endings = Endings::new(id, 3);
        let (mut winner, mut loser) = (endings.engine(), endings.engine());
        let mut random = Random::new(7);
        let mut won = 0;
        while won < 12 {
            let position = endings.position(&mut random, 3);
            let Some(Value::Win(plies)) = endings.tables().probe_distance(&position) else { continue };
            let mut game = Game::from_position(endings.ruleset, position);
            let report = winner.think(&game, &Limits::nodes(300), &NoWatch, &mut |_| ());
            assert_eq!(report.score().plies_to_end(), Some(i32::from(plies)), "{id}");
            assert_eq!(report.lines[0].moves.len(), usize::from(plies), "{id}: the whole line is told");
            for ply in 0..plies {
                let engine = if ply % 2 == 0 { &mut winner } else { &mut loser };
                let mv = choose(engine, &game);
                game.play(mv).unwrap();
            }
            assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Colour::White), "{id}");
            won += 1;
        }
    }
}

#[test]
fn a_drawn_ending_is_never_thrown() {
    for id in ["russian", "english", "poddavki", "samoyed", "stavropol", "international"] {
        never_throws(id);
    }
}

fn never_throws(id: &str) {
    let endings = Endings::new(id, 3);
    let mut engine = endings.engine();
    let mut random = Random::new(11);
    let mut drawn = 0;
    while drawn < 12 {
        let position = endings.position(&mut random, 3);
        if endings.tables().probe_distance(&position) != Some(Value::Draw) {
            continue;
        }
        let mut game = Game::from_position(endings.ruleset, position);
        while game.outcome().is_none() && game.played().len() < 40 {
            let mv = if game.position().to_move() == Colour::White {
                choose(&mut engine, &game)
            } else {
                let moves = game.legal_moves();
                moves[random.below(moves.len())]
            };
            game.play(mv).unwrap();
            if let Some(value) = endings.tables().probe_distance(game.position()) {
                let is_whites = game.position().to_move() == Colour::White;
                assert!(!matches!((is_whites, value), (true, Value::Loss(_)) | (false, Value::Win(_))));
            }
        }
        assert_ne!(game.outcome().and_then(|outcome| outcome.winner), Some(Colour::Black));
        drawn += 1;
    }
}

/// Positions looked at to find out whether draw rules leave time.
const SOME: usize = 6_000;

/// The defence that the tables know to hold out longest; where that can be a draw by rule, that.
fn best_defence(tables: &Tables, game: &Game) -> damka_rules::Move {
    Judge::new(tables, game, SOME).moves()[0].mv
}

/// Won positions are won against the best defence and against any other, before a draw rule is fulfilled, in games with
/// short and long rules; the positions are those that are proved to be won in time, some with counters half full.
#[test]
fn what_can_be_won_inside_the_draw_rules_is_won() {
    for (id, pieces) in
        [("russian", 4), ("russian-basic", 3), ("english", 3), ("poddavki", 3), ("stavropol", 3), ("international", 3)]
    {
        let endings = Endings::new(id, pieces);
        let mut engine = endings.engine();
        let mut random = Random::new(23);
        let (mut won, mut tries) = (0, 0);
        while won < 8 {
            tries += 1;
            assert!(tries < 40_000, "{id}: only {won} found");
            let mut game = Game::from_position(endings.ruleset, endings.position(&mut random, pieces.into()));
            // Some moves to and fro, so that counters have begun.
            for _ in 0..random.below(12) {
                let moves = game.legal_moves();
                if game.outcome().is_none() {
                    let mv = moves[random.below(moves.len())];
                    game.play(mv).unwrap();
                }
            }
            let hard = endings.tables().probe_distance(game.position()).is_some_and(|value| value.plies() > Some(4));
            if game.outcome().is_some() || !hard {
                continue;
            }
            let Some(Verdict::Wins(winner)) = endings.tables().verdict(&game, SOME) else { continue };
            for defence in 0..2 {
                let mut game = game.clone();
                while game.outcome().is_none() {
                    let mv = if game.position().to_move() == winner {
                        choose(&mut engine, &game)
                    } else if defence == 0 {
                        best_defence(endings.tables(), &game)
                    } else {
                        let moves = game.legal_moves();
                        moves[random.below(moves.len())]
                    };
                    game.play(mv).unwrap();
                }
                assert_eq!(game.outcome().and_then(|end| end.winner), Some(winner), "{id}: {:?}", game.outcome());
            }
            won += 1;
        }
    }
}

/// A lost position is saved where a draw rule can save it: two short kings need up to seventeen moves, and here have five.
#[test]
fn a_draw_rule_saves_the_loser() {
    let endings = Endings::new("house king=short draws=A.draw.3", 3);
    let (mut engine, mut random) = (endings.engine(), Random::new(5));
    let (mut saved, mut tries) = (0, 0);
    while saved < 8 {
        tries += 1;
        assert!(tries < 10_000, "only {saved} found");
        let mut game = Game::from_position(endings.ruleset, endings.position(&mut random, 3));
        let Some(Verdict::DrawnByRule { winner, .. }) = endings.tables().verdict(&game, SOME) else { continue };
        while game.outcome().is_none() {
            let mv = if game.position().to_move() == winner {
                best_defence(endings.tables(), &game)
            } else {
                choose(&mut engine, &game)
            };
            game.play(mv).unwrap();
        }
        assert_eq!(game.outcome().and_then(|end| end.winner), None);
        saved += 1;
    }
}

/// With more pieces than the tables know the search meets them at the end of its lines.
#[test]
fn the_search_sees_the_tables_from_afar() {
    let endings = Endings::new("english", 3);
    let (mut with, mut without) =
        (endings.engine(), Engine::new(&endings.ruleset, &Options { memory: 1, ..Options::default() }));
    let mut random = Random::new(3);
    let mut known = [0, 0];
    for _ in 0..60 {
        let game = Game::from_position(endings.ruleset, endings.position(&mut random, 4));
        for (engine, known) in [&mut with, &mut without].into_iter().zip(&mut known) {
            let score = engine.think(&game, &Limits::nodes(2_000), &NoWatch, &mut |_| ()).score().hundredths();
            *known += usize::from(score == 0 || score.abs() > 20_000);
        }
    }
    assert!(known[0] > known[1], "{known:?}");
}

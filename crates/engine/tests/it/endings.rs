//! With endgame tables the engine plays few pieces perfectly.

use damka_endgame::{Judge, Library, OnNeed, Tables, Usage, Value, Verdict};
use damka_engine::{Engine, Limits, NoWatch, Options, Random, Signal, Time, Watch};
use damka_rules::{Colour, Game, Kind, Piece, Position, Ruleset};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

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

/// Time that passes with the work that is done: with every look at it, with every position that is looked up in a block,
/// and most with every block that is unpacked.
struct Working<'a> {
    tables: &'a Tables,
    before: Usage,
    looks: AtomicU32,
    /// What a look costs.
    look: Duration,
    signal: Signal,
}

impl<'a> Working<'a> {
    fn new(tables: &'a Tables, signal: Signal) -> Working<'a> {
        let look = Duration::from_micros(5);
        Working { tables, before: tables.usage(), looks: AtomicU32::new(0), look, signal }
    }

    fn used(&self) -> Duration {
        let usage = self.tables.usage();
        let (asked, unpacked) = (usage.asked - self.before.asked, usage.unpacked - self.before.unpacked);
        self.look * self.looks.load(Ordering::Relaxed) + Duration::from_micros(asked + 400 * unpacked)
    }
}

impl Watch for Working<'_> {
    fn now(&self) -> Duration {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.used()
    }

    fn signal(&self) -> Signal {
        self.signal
    }
}

/// What a position is worth to the side to move: 1, 0 or -1.
fn worth(tables: &Tables, position: &Position) -> i32 {
    match tables.probe_wdl(position) {
        Some(damka_endgame::Wdl::Win) => 1,
        Some(damka_endgame::Wdl::Loss) => -1,
        _ => 0,
    }
}

/// However dear the tables are to ask, the time is kept, and nothing is thrown that they know.
#[test]
fn time_is_never_overstepped_with_tables() {
    for (id, pieces) in [("russian", 4), ("english", 4), ("poddavki", 4), ("international", 3)] {
        let endings = Endings::new(id, pieces);
        let tables = endings.tables();
        let (mut engine, mut random) = (endings.engine(), Random::new(31));
        let mut unpacked = 0;
        for number in 0..60 {
            let game = Game::from_position(endings.ruleset, endings.position(&mut random, pieces.into()));
            let given = Duration::from_millis([10, 20, 100][number % 3]);
            let time = match number / 3 % 3 {
                0 => Time::PerMove(given),
                1 => Time::Clock { remaining: given, increment: Duration::ZERO, moves: None },
                _ => Time::Clock { remaining: given, increment: Duration::from_secs(1), moves: Some(1) },
            };
            let look = Duration::from_micros(50);
            let watch = Working { look, ..Working::new(tables, Signal::GoOn) };
            let limits = Limits { time: Some(time), lines: 1 + number % 2 * 3, ..Limits::default() };
            let report = engine.think(&game, &limits, &watch, &mut |_| ());
            let used = watch.used();
            assert!(used <= given, "{id} {number}: {used:?} of {time:?}");
            unpacked += tables.usage().unpacked - watch.before.unpacked;
            let after = game.position().after(report.best().unwrap());
            let kept = -worth(tables, &after);
            assert_eq!(kept, worth(tables, game.position()), "{id} {number}");
        }
        assert!(unpacked > 30, "{id}: only {unpacked} blocks were cold");
    }
}

/// An engine that is told to stop asks the tables for nothing that takes long, cold or warm, and still throws nothing away.
#[test]
fn a_stop_is_heard_before_tables_are_asked() {
    let endings = Endings::new("english", 4);
    let tables = endings.tables();
    let (mut engine, mut random) = (endings.engine(), Random::new(37));
    for number in 0..20 {
        let game = Game::from_position(endings.ruleset, endings.position(&mut random, 4));
        for _ in 0..2 {
            let watch = Working::new(tables, Signal::Stop);
            let report = engine.think(&game, &Limits::default(), &watch, &mut |_| ());
            let usage = tables.usage();
            assert_eq!(usage.unpacked, watch.before.unpacked, "{number}");
            assert!(usage.asked - watch.before.asked < 400, "{number}");
            let after = game.position().after(report.best().unwrap());
            assert_eq!(-worth(tables, &after), worth(tables, game.position()), "{number}");
            // The second time the blocks are at hand.
            Judge::new(tables, &game, SOME).moves();
        }
    }
}

/// While the opponent thinks there is time for every proof.
#[test]
fn pondering_proves_wins() {
    let endings = Endings::new("russian", 3);
    let (mut engine, mut random) = (endings.engine(), Random::new(41));
    let mut proved = 0;
    while proved < 5 {
        let game = Game::from_position(endings.ruleset, endings.position(&mut random, 3));
        if endings.tables().verdict(&game, SOME) != Some(Verdict::Wins(Colour::White)) {
            continue;
        }
        let watch = Working::new(endings.tables(), Signal::Pondering);
        let report = engine.think(&game, &Limits::time(Duration::from_micros(10)), &watch, &mut |_| ());
        assert!(report.score().plies_to_end().is_some(), "{report:?}");
        proved += 1;
    }
}

/// What is won inside the draw rules is won with so little time that most of the proofs are broken off.
#[test]
fn wins_are_won_in_a_hurry() {
    for (id, pieces) in [("russian", 4), ("english", 4), ("poddavki", 4), ("international", 3)] {
        let endings = Endings::new(id, pieces);
        let tables = endings.tables();
        let (mut engine, mut random) = (endings.engine(), Random::new(43));
        let (mut won, mut tries, mut unproved) = (0, 0, 0);
        while won < 12 {
            tries += 1;
            assert!(tries < 40_000, "{id}: only {won} found");
            let mut game = Game::from_position(endings.ruleset, endings.position(&mut random, pieces.into()));
            let hard = tables.probe_distance(game.position()).is_some_and(|value| value.plies() > Some(10));
            let Some(Verdict::Wins(winner)) = tables.verdict(&game, SOME).filter(|_| hard) else { continue };
            while game.outcome().is_none() {
                let mv = if game.position().to_move() == winner {
                    let watch = Working::new(tables, Signal::GoOn);
                    let report = engine.think(&game, &Limits::time(Duration::from_millis(2)), &watch, &mut |_| ());
                    unproved += usize::from(report.score().plies_to_end().is_none());
                    report.best().unwrap()
                } else {
                    best_defence(tables, &game)
                };
                game.play(mv).unwrap();
            }
            assert_eq!(game.outcome().and_then(|end| end.winner), Some(winner), "{id}: {:?}", game.outcome());
            won += 1;
        }
        println!("{id}: {unproved} moves without a proof");
        assert!(unproved > 0, "{id}: there was time for everything");
    }
}

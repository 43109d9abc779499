//! The search keeps to its limits, sees the ends of games and counts draws.

use damka_engine::{Engine, Limits, NoWatch, Options, Report, Score, Signal, StopWatch, Time, Watch};
use damka_rules::{Board, Colour, Game, Kind, Move, Piece, Position, Ruleset};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

fn ruleset(id: &str) -> Ruleset {
    Ruleset::named(id).unwrap()
}

/// A position from squares such as `Kc3`, White's and Black's, White to move.
fn position(board: Board, white: &[&str], black: &[&str]) -> Position {
    let mut position = Position::empty(Colour::White);
    for (colour, names) in [(Colour::White, white), (Colour::Black, black)] {
        for name in names {
            let (kind, name) = name.strip_prefix('K').map_or((Kind::Man, *name), |name| (Kind::King, name));
            position.set(board.named(name).unwrap(), Some(Piece { colour, kind }));
        }
    }
    position
}

fn think(game: &Game, limits: &Limits) -> Report {
    Engine::new(game.ruleset(), &Options { memory: 8, ..Options::default() }).think(game, limits, &NoWatch, &mut |_| ())
}

#[test]
fn a_forced_win_is_found_with_its_length() {
    // c3-d4 offers a man, e5:c3 takes it, and b2:d4 takes the last one.
    let game = Game::from_position(ruleset("russian"), position(Board::Eight, &["a1", "b2", "c3"], &["e5"]));
    let report = think(&game, &Limits::depth(6));
    assert_eq!(report.score().plies_to_end(), Some(3), "{report:?}");
    assert_eq!(report.lines[0].moves.len(), 3);
}

#[test]
fn in_giveaway_the_last_man_is_given_away() {
    let game = Game::from_position(ruleset("poddavki"), position(Board::Eight, &["c3"], &["e5"]));
    let report = think(&game, &Limits::depth(4));
    assert_eq!(report.score().plies_to_end(), Some(2), "c3-d4, and e5 must take it: {report:?}");
}

// clauses: A.draw.3
#[test]
fn the_counters_of_draw_rules_are_part_of_a_positions_value() {
    let two_kings = position(Board::Eight, &["Kc1", "Ke1"], &["Kh8"]);
    let game = Game::from_position(ruleset("russian"), two_kings);
    let report = think(&game, &Limits::depth(13));
    assert_eq!(report.score(), Score::DRAW, "ten half-moves are too few to win: {report:?}");
    let endless = game.ruleset().with([("draws", "none")]).unwrap();
    let report = think(&Game::from_position(endless, two_kings), &Limits::depth(9));
    assert!(report.score() > Score::DRAW, "without the rule a king more is worth something: {report:?}");
}

/// Time that passes a little with every look at it.
struct Ticking {
    now: AtomicU64,
    step: u64,
    signals: AtomicUsize,
    ponder_for: usize,
}

impl Ticking {
    fn new(step: u64, ponder_for: usize) -> Ticking {
        Ticking { now: AtomicU64::new(0), step, signals: AtomicUsize::new(0), ponder_for }
    }
}

impl Watch for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(self.now.fetch_add(self.step, Ordering::Relaxed))
    }

    fn signal(&self) -> Signal {
        if self.signals.fetch_add(1, Ordering::Relaxed) < self.ponder_for { Signal::Pondering } else { Signal::GoOn }
    }
}

#[test]
fn who_must_leave_home_in_time_leaves_it() {
    let corners = ruleset("corners").with([("home-limit", "2")]).unwrap();
    // After two moves of its own nothing of White's may be at home, and d3 is.
    let mut game = Game::from_position(corners, position(Board::Full, &["d3", "g4"], &["a7", "f5"]));
    let square = |name: &str| Board::Full.named(name).unwrap();
    for (from, to) in [("g4", "f4"), ("a7", "a6")] {
        let wanted = |mv: &&Move| (mv.from(), mv.to()) == (square(from), square(to));
        game.play(*game.legal_moves().iter().find(wanted).unwrap()).unwrap();
    }
    let best = think(&game, &Limits::depth(3)).best().unwrap();
    assert!(best.from() == square("d3") && [square("d4"), square("e3")].contains(&best.to()), "{best:?}");
    let report = think(&Game::from_position(ruleset("corners"), *game.position()), &Limits::depth(3));
    assert_eq!(report.best().map(|mv| mv.from()), Some(square("f4")), "without the limit it jumps: {report:?}");
}

#[test]
fn time_is_never_overstepped() {
    for ruleset in Ruleset::all() {
        let id = ruleset.id();
        let game = Game::new(*ruleset);
        let mut engine = Engine::new(game.ruleset(), &Options { memory: 8, ..Options::default() });
        for milliseconds in [5, 20, 100] {
            let given = Duration::from_millis(milliseconds);
            for time in [
                Time::PerMove(given),
                Time::Clock { remaining: given, increment: Duration::ZERO, moves: None },
                Time::Clock { remaining: given, increment: Duration::from_secs(1), moves: Some(1) },
            ] {
                let watch = Ticking::new(100, 0);
                let report =
                    engine.think(&game, &Limits { time: Some(time), ..Limits::default() }, &watch, &mut |_| ());
                let used = Duration::from_micros(watch.now.load(Ordering::Relaxed));
                assert!(report.best().is_some());
                assert!(used <= given, "{id}: {used:?} of {time:?}");
            }
        }
    }
}

#[test]
fn while_pondering_time_does_not_count() {
    let game = Game::new(ruleset("russian"));
    let mut engine = Engine::new(game.ruleset(), &Options { memory: 8, ..Options::default() });
    let watch = Ticking::new(1000, 200);
    let limits = Limits::time(Duration::from_millis(50));
    engine.think(&game, &limits, &watch, &mut |_| ());
    let looks = watch.signals.load(Ordering::Relaxed);
    assert!((200..400).contains(&looks), "it thinks on until the opponent has moved, then for its time: {looks}");
}

#[test]
fn a_search_that_is_stopped_still_has_a_move() {
    let game = Game::new(ruleset("international"));
    let mut engine = Engine::new(game.ruleset(), &Options { memory: 8, ..Options::default() });
    let watch = StopWatch::new();
    watch.set(Signal::Stop);
    let report = engine.think(&game, &Limits { exhaustive: true, ..Limits::default() }, &watch, &mut |_| ());
    assert!(game.legal_moves().contains(&report.best().unwrap()));
    assert!(report.depth <= 2);
}

#[test]
fn several_lines_are_different_and_in_order() {
    let game = Game::new(ruleset("russian"));
    let report = think(&game, &Limits { depth: Some(8), lines: 4, ..Limits::default() });
    assert_eq!(report.lines.len(), 4);
    for pair in report.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score);
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
    }
    let all = think(&game, &Limits { depth: Some(4), lines: 99, ..Limits::default() });
    assert_eq!(all.lines.len(), game.legal_moves().len());
}

#[test]
fn every_line_can_be_played() {
    for ruleset in Ruleset::all() {
        let game = Game::new(*ruleset);
        let report = think(&game, &Limits::depth(6));
        let mut played = game.clone();
        for mv in &report.lines[0].moves {
            assert!(played.play(*mv).is_ok(), "{}: {report:?}", ruleset.id());
        }
    }
}

#[test]
fn one_thread_does_the_same_every_time_and_several_find_a_legal_move() {
    let game = Game::new(ruleset("brazilian"));
    let limits = Limits::nodes(30_000);
    assert_eq!(think(&game, &limits), think(&game, &limits));
    let mut many = Engine::new(game.ruleset(), &Options { memory: 8, threads: 3, ..Options::default() });
    let report = many.think(&game, &Limits::depth(10), &NoWatch, &mut |_| ());
    assert!(game.legal_moves().contains(&report.best().unwrap()));
}

#[test]
fn nodes_are_kept_to() {
    let game = Game::new(ruleset("english"));
    for most in [500, 5_000, 50_000] {
        let nodes = think(&game, &Limits::nodes(most)).nodes;
        assert!(nodes <= most + 64, "{nodes} of {most}");
    }
}

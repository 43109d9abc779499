//! The levels keep to the rules, answer at once, can be had again by their seed, and stand in the right order. How far
//! apart they are is measured by `examples/ladder.rs`; a test has no time for that.

use damka_engine::{Level, NoWatch, Opponent, Random, Signal, Skill, Time, Watch};
use damka_rules::{Colour, Game, Move, Ruleset};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn russian() -> Ruleset {
    Ruleset::named("russian").expect("a game")
}

/// A game after so many random moves; it may be over.
fn random_game(ruleset: Ruleset, random: &mut Random, plies: usize) -> Game {
    let mut game = Game::new(ruleset);
    for _ in 0..plies {
        let moves = game.legal_moves();
        if !moves.is_empty() {
            game.play(moves[random.below(moves.len())]).expect("legal");
        }
    }
    game
}

#[test]
fn levels_have_numbers_and_ids() {
    assert_eq!(Level::ALL.map(Level::number), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(Level::ALL.map(Level::id).into_iter().collect::<BTreeSet<_>>().len(), 10);
    assert!(Level::ALL.iter().all(|level| Level::new(level.number()) == Some(*level)));
    assert_eq!((Level::new(0), Level::new(11)), (None, None));
    assert!(Level::WEAKEST < Level::STRONGEST && Level::STRONGEST.is_full_strength());
}

#[test]
fn only_the_strongest_level_needs_a_clock() {
    for ruleset in Ruleset::all() {
        for level in Level::ALL {
            let (sight, limits) = level.options(ruleset, 7);
            assert_eq!(limits.time.is_some(), level.is_full_strength(), "{level:?} of {}", ruleset.id());
            assert_eq!(limits.nodes.is_none(), level.is_full_strength(), "{level:?} of {}", ruleset.id());
            assert_eq!(sight.seed, 7);
            assert_eq!(level.skill(ruleset) == Skill::FULL, level.is_full_strength());
        }
    }
}

#[test]
fn every_level_plays_every_game_by_its_rules_and_the_same_again() {
    let mut random = Random::new(2);
    for ruleset in Ruleset::all() {
        for number in 1..=7 {
            let seed = random.bits();
            let mut players = [0, 0].map(|_| Opponent::new(ruleset, level(number), seed));
            for plies in [0, 9, 30, 60] {
                let game = random_game(*ruleset, &mut random, plies);
                let reports = players.each_mut().map(|player| player.choose(&game, None, &NoWatch));
                let [first, second] = [reports[0].best(), reports[1].best()];
                assert_eq!(first, second, "level {number} of {}", ruleset.id());
                assert_eq!(first.is_some(), game.outcome().is_none());
                assert!(first.is_none_or(|mv| game.legal_moves().contains(&mv)));
                // So few that the answer comes at once; in samoyed one look at the captures is already much.
                assert!(reports[0].nodes <= 100_000, "level {number} of {}: {}", ruleset.id(), reports[0].nodes);
                // What one of them has seen before makes no difference.
                players[1].choose(&random_game(*ruleset, &mut random, 20), None, &NoWatch);
            }
        }
    }
}

#[test]
fn another_seed_makes_other_mistakes() {
    let game = Game::new(russian());
    let chosen: BTreeSet<String> = (0..20)
        .filter_map(|seed| Opponent::new(&russian(), Level::WEAKEST, seed).choose(&game, None, &NoWatch).best())
        .map(|mv| format!("{mv:?}"))
        .collect();
    assert!(chosen.len() > 1, "always {chosen:?}");
}

/// A clock that goes on by a millisecond with every look.
struct Ticking(AtomicU64);

impl Watch for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn signal(&self) -> Signal {
        Signal::GoOn
    }
}

#[test]
fn a_time_is_kept_by_every_level() {
    let clock = Time::Clock { remaining: Duration::from_millis(300), increment: Duration::ZERO, moves: None };
    for time in [Time::PerMove(Duration::from_millis(40)), clock] {
        for number in [8, 9, 10] {
            let mut player = Opponent::new(&russian(), level(number), 1);
            let report = player.choose(&Game::new(russian()), Some(time), &Ticking(AtomicU64::new(0)));
            assert!(report.best().is_some() && report.time <= Duration::from_millis(60), "{:?}", report.time);
        }
    }
}

/// A player that chooses moves; the number is the seed of the game.
type Chooser<'a> = &'a mut dyn FnMut(&Game, u64) -> Move;

/// The points of the first player in games against the second, from random openings, each played with both colours.
fn points(ruleset: Ruleset, openings: usize, choose: [Chooser<'_>; 2]) -> f64 {
    let mut random = Random::new(3);
    let mut points = 0.0;
    for _ in 0..openings {
        let opening = random_game(ruleset, &mut random, 4);
        for colour in Colour::ALL {
            let (mut game, seed) = (opening.clone(), random.bits());
            while game.outcome().is_none() && game.played().len() < 200 {
                let at = usize::from(game.position().to_move() != colour);
                let mv = choose[at](&game, seed);
                game.play(mv).expect("players keep to the rules");
            }
            points += match game.outcome().and_then(|outcome| outcome.winner) {
                Some(winner) => f64::from(u8::from(winner == colour)),
                None => 0.5,
            };
        }
    }
    points
}

fn player(ruleset: Ruleset, number: u8) -> impl FnMut(&Game, u64) -> Move {
    let mut opponent = Opponent::new(&ruleset, level(number), 0);
    move |game, seed| {
        if game.played().len() < 6 {
            opponent.new_game(seed);
        }
        opponent.choose(game, None, &NoWatch).best().expect("the game is not over")
    }
}

#[test]
fn levels_stand_in_order() {
    for id in ["russian", "international", "checkers", "poddavki"] {
        let ruleset = Ruleset::named(id).expect("a game");
        for (above, below) in [(3, 1), (5, 3), (7, 5)] {
            let (mut strong, mut weak) = (player(ruleset, above), player(ruleset, below));
            let points = points(ruleset, 12, [&mut strong, &mut weak]);
            // About 92 % are expected.
            assert!(points >= 16.0, "{id}: level {above} got {points} of 24 against level {below}");
        }
    }
}

#[test]
fn a_child_can_win_against_the_weakest() {
    let mut lots = Random::new(5);
    let mut by_lot = move |game: &Game, _: u64| {
        let moves = game.legal_moves();
        moves[lots.below(moves.len())]
    };
    let points = points(russian(), 40, [&mut player(russian(), 1), &mut by_lot]);
    assert!((40.0..=72.0).contains(&points), "{points} of 80 against moves by lot");
}

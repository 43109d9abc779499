//! Games of the computer's levels against each other.

use super::hands::Desk;
use super::task::{BadTask, Found, LevelTask};
use damka_engine::{Level, Opponent, Random, Signal};
use damka_rules::{Colour, Game, Ruleset};

/// The half-moves of an opening, which are drawn.
const OPENING: usize = 8;
/// A game that is longer counts as a draw.
const LONGEST: usize = 300;

/// Plays the games; `None` if the desk says stop.
pub fn play(task: &LevelTask, desk: &dyn Desk) -> Result<Option<Found>, BadTask> {
    let (ruleset, [first, second]) = task.players()?;
    let (mut random, mut pairs, mut count) = (Random::new(task.seed), [0; 5], Count::default());
    for _ in 0..task.pairs {
        let opening = opening(ruleset, &mut random);
        let mut half_points = 0;
        for (first_is_white, colours) in [(true, [first, second]), (false, [second, first])] {
            let Some(points) = one_game(&opening, colours, &mut random, &mut count, desk) else { return Ok(None) };
            half_points += if first_is_white { points } else { 2 - points };
            count.games += 1;
            desk.note(count.games, count.nodes);
        }
        pairs[half_points] += 1;
    }
    Ok(Some(Found::Level { pairs, plies: count.plies }))
}

#[derive(Default)]
struct Count {
    games: u32,
    nodes: u64,
    plies: u64,
}

/// A few random moves that do not end the game.
fn opening(ruleset: Ruleset, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(ruleset);
        for _ in 0..OPENING {
            let legal = game.legal_moves();
            if !legal.is_empty() {
                // What is legal can be played.
                let _ = game.play(legal[random.below(legal.len())]);
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Plays one game, White's level first; how many half-points White has in the end.
fn one_game(
    opening: &Game,
    colours: [Level; 2],
    random: &mut Random,
    count: &mut Count,
    desk: &dyn Desk,
) -> Option<usize> {
    let mut players = colours.map(|level| Opponent::new(opening.ruleset(), level, random.bits()));
    let mut game = opening.clone();
    while game.outcome().is_none() && game.played().len() < LONGEST {
        let report = players[game.position().to_move() as usize].choose(&game, None, desk.watch());
        if desk.watch().signal() == Signal::Stop {
            return None;
        }
        count.nodes += report.nodes;
        count.plies += 1;
        desk.note(count.games, count.nodes);
        if report.best().is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    Some(match game.outcome().and_then(|outcome| outcome.winner) {
        None => 1,
        Some(Colour::White) => 2,
        Some(Colour::Black) => 0,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::Quiet;
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_games_and_the_better_level_wins() {
        let task = LevelTask { rules: "russian".to_owned(), levels: [2, 5], pairs: 3, seed: 11 };
        let played = || play(&task, &Quiet::default()).unwrap().unwrap();
        let Found::Level { pairs, plies } = played() else { panic!("games") };
        assert_eq!((pairs.iter().sum::<u64>(), played()), (3, Found::Level { pairs, plies }));
        assert!(pairs[0] + pairs[1] >= 2, "{pairs:?}");
        let other = LevelTask { seed: 12, ..task.clone() };
        assert_ne!(play(&other, &Quiet::default()).unwrap().unwrap(), played());
        let stopped = Quiet::default();
        stopped.0.set(Signal::Stop);
        assert_eq!(play(&task, &stopped), Ok(None));
    }
}

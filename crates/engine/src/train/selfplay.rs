//! Games that the engine plays against itself.

use super::games::{GameRecord, PlyRecord};
use crate::engine::{Engine, Options};
use crate::eval::Evaluation;
use crate::limits::{Limits, NoWatch};
use crate::random::Random;
use damka_endgame::{Library, OnNeed, Tables, Wdl};
use damka_rules::{Board, Colour, Game, Ruleset};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The games of this run.
    pub games: usize,
    /// The positions looked at for each move.
    pub nodes: u64,
    /// Games at once.
    pub threads: usize,
    /// Where chance begins.
    pub seed: u64,
    /// What positions are worth.
    pub evaluation: Evaluation,
    /// Endgame tables: games end where they know the result.
    pub endgame: Option<Arc<Library>>,
}

/// A game that is not over after this many half-moves is drawn.
const MOST_PLIES: usize = 240;
/// A side this far ahead, in hundredths of a man, for [`CLEAR_FOR`] half-moves has won.
const CLEAR: i32 = 900;
const CLEAR_FOR: usize = 6;
/// One in so many moves is made at random, so that also unusual positions are learned.
const SLIP: usize = 120;
/// Most games begin with neither side this far ahead, in hundredths of a man: the small differences are the hard ones.
const BALANCED: i32 = 80;
/// One in so many games begins as chance will have it.
const UNBALANCED: usize = 6;
/// Openings looked at before the last one is taken as it is.
const OPENINGS: usize = 12;

/// Plays games and hands each on as it ends, until all are played or `go_on` says no.
pub fn play_games(ruleset: &Ruleset, how: &SelfPlay, go_on: &mut dyn FnMut(GameRecord) -> bool) {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::sync_channel(256);
    std::thread::scope(|scope| {
        for _ in 0..how.threads.max(1) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let (evaluation, endgame) = (how.evaluation.clone(), how.endgame.clone());
                let tables = endgame.as_ref().and_then(|library| library.of(ruleset));
                let options = Options { memory: 4, evaluation, endgame, ..Options::default() };
                let mut engine = Engine::new(ruleset, &options);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= how.games {
                        return;
                    }
                    engine.forget();
                    let mut random = Random::new(how.seed ^ (number as u64).wrapping_mul(0xA076_1D64_78BD_642F));
                    if sender
                        .send(play_game(&mut engine, tables.as_deref().and_then(OnNeed::get), how.nodes, &mut random))
                        .is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for game in &receiver {
            if !go_on(game) {
                stop.store(true, Ordering::Relaxed);
                break;
            }
        }
        // A thread that waits to hand over a game would otherwise wait for ever.
        drop(receiver);
    });
}

fn play_game(engine: &mut Engine, tables: Option<&Tables>, nodes: u64, random: &mut Random) -> GameRecord {
    let (mut game, mut plies) = opening(engine, nodes, random);
    let mut clear = (0, 0);
    while game.outcome().is_none() && plies.len() < MOST_PLIES {
        if let Some(known) = tables.and_then(|tables| tables.probe_wdl(game.position())) {
            let mover = game.position().to_move();
            let winner = match known {
                Wdl::Win => Some(mover),
                Wdl::Draw => None,
                Wdl::Loss => Some(mover.other()),
            };
            return GameRecord { plies, winner };
        }
        let moves = game.legal_moves();
        let mover = game.position().to_move();
        let mut at = random.below(moves.len());
        let mut score = None;
        if random.below(SLIP) != 0 {
            // Not always the same effort: the weights must know the positions of weaker play too.
            let effort = nodes / 2 + random.below(nodes as usize) as u64;
            let found = engine.think(&game, &Limits::nodes(effort), &NoWatch, &mut |_| ());
            let best = found.best().unwrap_or(moves[0]);
            at = moves.iter().position(|mv| *mv == best).unwrap_or(0);
            let seen = found.score().hundredths();
            score = Some(seen.clamp(-30_000, 30_000) as i16);
            let side = if seen.abs() < CLEAR { 0 } else { seen.signum() * if mover as u8 == 0 { 1 } else { -1 } };
            clear = if side != 0 && side == clear.0 { (side, clear.1 + 1) } else { (side, 1) };
        }
        let Ok(mv) = u8::try_from(at) else { break };
        plies.push(PlyRecord { mv, score });
        game.play_unchecked(moves[at], Vec::new());
        if clear.0 != 0 && clear.1 >= CLEAR_FOR {
            let winner = if clear.0 > 0 { Colour::White } else { Colour::Black };
            return GameRecord { plies, winner: Some(winner) };
        }
    }
    GameRecord { plies, winner: game.outcome().and_then(|outcome| outcome.winner) }
}

/// Moves at random, until a game has begun that is worth playing.
fn opening(engine: &mut Engine, nodes: u64, random: &mut Random) -> (Game, Vec<PlyRecord>) {
    let ruleset = *engine.ruleset();
    let mut tries = if random.below(UNBALANCED) == 0 { 1 } else { OPENINGS };
    loop {
        let mut game = Game::new(ruleset);
        let mut plies = Vec::new();
        let length = match ruleset.board() {
            Board::Ten => 4 + random.below(11),
            Board::Eight | Board::Full => 3 + random.below(8),
        };
        while game.outcome().is_none() && plies.len() < length {
            let moves = game.legal_moves();
            let at = random.below(moves.len());
            let Ok(mv) = u8::try_from(at) else { break };
            plies.push(PlyRecord { mv, score: None });
            game.play_unchecked(moves[at], Vec::new());
        }
        tries -= 1;
        let mut balanced = || {
            let found = engine.think(&game, &Limits::nodes(nodes), &NoWatch, &mut |_| ());
            found.score().hundredths().abs() <= BALANCED
        };
        if tries == 0 || (game.outcome().is_none() && balanced()) {
            return (game, plies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_can_be_had_again_and_are_legal() {
        let ruleset = Ruleset::named("english").unwrap();
        let how =
            SelfPlay { games: 4, nodes: 200, threads: 1, seed: 3, evaluation: Evaluation::General, endgame: None };
        let play = || {
            let mut games = Vec::new();
            play_games(&ruleset, &how, &mut |game| {
                games.push(game);
                true
            });
            games
        };
        let games = play();
        assert_eq!(games.len(), 4);
        assert_eq!(games, play());
        for record in games {
            let mut game = Game::new(ruleset);
            for ply in record.plies {
                let mv = game.legal_moves()[usize::from(ply.mv)];
                game.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn play_stops_when_told() {
        let ruleset = Ruleset::named("russian").unwrap();
        let how =
            SelfPlay { games: 1000, nodes: 100, threads: 2, seed: 3, evaluation: Evaluation::General, endgame: None };
        let mut games = 0;
        play_games(&ruleset, &how, &mut |_| {
            games += 1;
            games < 3
        });
        assert_eq!(games, 3);
    }
}

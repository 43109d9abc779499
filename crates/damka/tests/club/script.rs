//! Scripted games.

use damka_notation::SquareNames;
use damka_rules::{Game, Ruleset};

/// The moves of a random game as squares in JSON, White first; the game continues after them.
pub fn script(seed: u64) -> Vec<String> {
    let ruleset = Ruleset::named("russian").expect("a ruleset");
    let names = SquareNames::of(&ruleset);
    let mut whim = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    loop {
        let (mut game, mut moves) = (Game::new(ruleset), Vec::new());
        while game.outcome().is_none() && moves.len() < 100 {
            let legal = game.legal_moves();
            whim = whim.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = legal[(whim >> 33) as usize % legal.len()];
            let path = ruleset.paths(game.position(), mv, 1).remove(0);
            game.play(mv).expect("a legal move");
            let path: Vec<String> = path.into_iter().map(|square| format!("\"{}\"", names.name(square))).collect();
            moves.push(path.join(","));
        }
        if game.outcome().is_some() {
            moves.pop();
        }
        if moves.len() >= 50 {
            return moves;
        }
    }
}

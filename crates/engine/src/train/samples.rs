//! The positions that weights are fitted to.

use super::games::{GameFile, GameRecord, GamesError};
use damka_rules::{Colour, Kernel, KernelVisitor, MoveList, Position, Ruleset};
use std::path::Path;

/// A quiet position and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What the search saw, for the side to move, in hundredths of a man.
    pub score: i16,
    /// The result for the side to move: 1, ½ or 0. `None` if a move was made at random later: the result tells more about
    /// that move than about this position.
    pub result: Option<f32>,
}

/// The samples of many games; some games are held back.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// To learn from.
    pub train: Vec<Sample>,
    /// To see what was learned.
    pub held_back: Vec<Sample>,
    /// The games read.
    pub games: usize,
    /// How many of them were won by White, drawn and won by Black.
    pub results: [usize; 3],
}

/// One game in so many is held back.
const HELD_BACK: usize = 40;

/// Reads the quiet positions of files of games: those an evaluation is asked about, where nobody can capture.
///
/// # Errors
/// If a file cannot be read.
pub fn read_samples(paths: &[impl AsRef<Path>], ruleset: &Ruleset) -> Result<Samples, GamesError> {
    struct Reading<'a, P> {
        paths: &'a [P],
        ruleset: &'a Ruleset,
    }
    impl<P: AsRef<Path>> KernelVisitor for Reading<'_, P> {
        type Output = Result<Samples, GamesError>;
        fn visit<K: Kernel>(self, kernel: K) -> Self::Output {
            let mut samples = Samples::default();
            let mut list = MoveList::new();
            for path in self.paths {
                GameFile::read(path.as_ref(), self.ruleset, |game| {
                    add_game(&kernel, self.ruleset.start(), &game, &mut list, &mut samples);
                })?;
            }
            Ok(samples)
        }
    }
    ruleset.facts().movement.visit(Reading { paths, ruleset })
}

fn add_game<K: Kernel>(kernel: &K, start: Position, game: &GameRecord, list: &mut MoveList, samples: &mut Samples) {
    let into = if samples.games % HELD_BACK == HELD_BACK - 1 { &mut samples.held_back } else { &mut samples.train };
    let mut position = start;
    let last_random = game.plies.iter().rposition(|ply| ply.score.is_none());
    for (number, ply) in game.plies.iter().enumerate() {
        kernel.moves(&position, list);
        let Some(mv) = list.get(usize::from(ply.mv)) else { break };
        let mover = position.to_move();
        let quiet = || !kernel.can_capture(&position) && !kernel.can_capture(&position.with_turn(mover.other()));
        if let Some(score) = ply.score.filter(|_| quiet()) {
            let result = game.winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
            let result = last_random.is_none_or(|last| last < number).then_some(result);
            into.push(Sample { position, score, result });
        }
        position = position.after(*mv);
    }
    samples.games += 1;
    samples.results[game.winner.map_or(1, |winner| if winner == Colour::White { 0 } else { 2 })] += 1;
}

//! The positions that weights are fitted to.

use super::games::{GameFile, GameRecord, GamesError};
use damka_rules::{Colour, Kernel, KernelVisitor, MoveList, Position, Ruleset};
use std::path::Path;

/// A position without a capture and what came of it.
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

/// Reads the positions of files of games that an evaluation is asked about: those where the side to move cannot capture.
/// The opponent may threaten to: the search answers only the first threat at the end of a line and judges the next.
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
        if let Some(score) = ply.score.filter(|_| !kernel.can_capture(&position)) {
            let result = game.winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
            let result = last_random.is_none_or(|last| last < number).then_some(result);
            into.push(Sample { position, score, result });
        }
        position = position.after(*mv);
    }
    samples.games += 1;
    samples.results[game.winner.map_or(1, |winner| if winner == Colour::White { 0 } else { 2 })] += 1;
}

#[cfg(test)]
mod tests {
    use super::super::games::PlyRecord;
    use super::*;
    use damka_rules::Game;

    /// A game of moves such as `c3-d4`, those with a star made at random.
    fn record(ruleset: &Ruleset, moves: &str) -> GameRecord {
        let mut game = Game::new(*ruleset);
        let board = ruleset.board();
        let plies = moves.split(' ').zip(0..).map(|(text, score)| {
            let named = |mv: &damka_rules::Move| format!("{}-{}", board.name(mv.from()), board.name(mv.to()));
            let moves = game.legal_moves();
            let at = moves.iter().position(|mv| named(mv) == text.trim_end_matches('*')).unwrap();
            game.play(moves[at]).unwrap();
            PlyRecord { mv: at as u8, score: (!text.ends_with('*')).then_some(score) }
        });
        GameRecord { plies: plies.collect(), winner: Some(Colour::Black) }
    }

    #[test]
    fn positions_are_learned_where_the_side_to_move_cannot_capture() {
        let russian = Ruleset::named("russian").unwrap();
        let folder = std::env::temp_dir().join(format!("damka-samples-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("russian.games");
        let _ = std::fs::remove_file(&path);
        let mut file = GameFile::open(&path, &russian).unwrap();
        // After d6-e5 a man is threatened, after e3-f4 Black has to capture.
        file.add(&record(&russian, "c3-d4* d6-e5 e3-f4 e5-c3")).unwrap();
        file.add(&record(&russian, "c3-d4 d6-e5 e3-f4* e5-c3")).unwrap();
        let samples = read_samples(&[&path], &russian).unwrap();
        let seen: Vec<_> = samples.train.iter().map(|sample| (sample.score, sample.result)).collect();
        // In the second game a random move came later: only what the search saw counts.
        assert_eq!(seen, [(1, Some(1.0)), (2, Some(0.0)), (0, None), (1, None)]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

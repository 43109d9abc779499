//! What the scores of the search were worth, by the results of the games.
//!
//! A man more decides a full board and often only draws an ending. So a score is turned into a chance with the scale of
//! its number of pieces, and the scale is the one that makes the results of the samples likeliest.

use super::samples::Sample;
use super::{cross_entropy, logistic};

/// Most pieces on a board.
const MOST_PIECES: usize = 50;
/// Scores are counted in steps of this many hundredths of a man, up to [`MOST_SCORE`] either way.
const STEP: i32 = 10;
const MOST_SCORE: i32 = 800;
const STEPS: usize = (2 * MOST_SCORE / STEP + 1) as usize;
/// Positions with nearly as many pieces are asked too.
const NEIGHBOURS: usize = 2;
/// With fewer results than this nothing can be told.
const ENOUGH: f32 = 2_000.0;
/// The scale where nothing can be told, and the largest one. In drawish endings the likeliest scale is much larger, but
/// weights fitted to such flat chances no longer tell progress from standing still (`docs/engine-diary.md`).
const USUAL: f32 = 90.0;

/// For each number of pieces: the hundredths of a man that multiply the odds by e.
#[derive(Clone, Debug)]
pub struct ScoreScale {
    scales: [f32; MOST_PIECES + 1],
}

impl ScoreScale {
    /// The scales that make the results of samples likeliest.
    #[must_use]
    pub fn of(samples: &[Sample]) -> ScoreScale {
        // For each number of pieces and score: how often it was seen, and the sum of the results.
        let mut seen = vec![[(0.0f32, 0.0f32); STEPS]; MOST_PIECES + 1];
        for sample in samples {
            if let Some(result) = sample.result {
                let at = (i32::from(sample.score).clamp(-MOST_SCORE, MOST_SCORE) + MOST_SCORE) / STEP;
                let cell = &mut seen[pieces(sample)][at as usize];
                *cell = (cell.0 + 1.0, cell.1 + result);
            }
        }
        let scales = std::array::from_fn(|pieces| {
            let near = pieces.saturating_sub(NEIGHBOURS)..=(pieces + NEIGHBOURS).min(MOST_PIECES);
            likeliest(&seen[near]).map_or(USUAL, |scale| scale.min(USUAL))
        });
        ScoreScale { scales }
    }

    /// The chance that a sample's score stands for.
    #[must_use]
    pub fn chance(&self, sample: &Sample) -> f32 {
        logistic(f32::from(sample.score) / self.scales[pieces(sample)])
    }
}

fn pieces(sample: &Sample) -> usize {
    (sample.position.occupied().len() as usize).min(MOST_PIECES)
}

fn likeliest(seen: &[[(f32, f32); STEPS]]) -> Option<f32> {
    let cells = || seen.iter().flat_map(|row| row.iter().enumerate()).filter(|(_, (count, _))| *count > 0.0);
    if cells().map(|(_, (count, _))| count).sum::<f32>() < ENOUGH {
        return None;
    }
    let loss = |scale: f32| -> f64 {
        let of = |(at, (count, results)): (usize, &(f32, f32))| {
            let score = at as f32 * STEP as f32 - MOST_SCORE as f32;
            f64::from(count * cross_entropy(logistic(score / scale), results / count))
        };
        cells().map(of).sum()
    };
    let scales = (4..=60).map(|step| step as f32 * 8.0);
    scales.map(|scale| (loss(scale), scale)).min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, scale)| scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use damka_rules::Ruleset;

    #[test]
    fn the_scale_of_the_results_is_found_again_unless_it_is_too_flat() {
        let start = Ruleset::named("russian").unwrap().start();
        let mut random = Random::new(5);
        for (true_scale, expected) in [(60.0, 60.0), (160.0, USUAL)] {
            let mut sample = || {
                let score = random.below(600) as i16 - 300;
                let won = (random.below(10_000) as f32) < 10_000.0 * logistic(f32::from(score) / true_scale);
                Sample { position: start, score, result: Some(f32::from(u8::from(won))) }
            };
            let samples: Vec<Sample> = (0..40_000).map(|_| sample()).collect();
            let scale = ScoreScale::of(&samples);
            assert!((scale.scales[24] - expected).abs() <= 8.0, "{}", scale.scales[24]);
            assert!((scale.scales[4] - USUAL).abs() < 1e-6, "nothing was seen there");
        }
    }
}

//! Weights by logistic regression.
//!
//! The value of a position is a sum of weights; squeezed by the logistic function it is the chance to win. The weights
//! are those that make the results of the games likeliest, drawn toward the general evaluation where games say little.

use super::samples::Sample;
use super::scale::ScoreScale;
use super::{cross_entropy, logistic};
use crate::eval::Weights;
use crate::eval::shape::{self, Around, SHAPE_8, SHAPE_10, SMALL_8, SMALL_10, SMALL_PATTERNS, SMALL_STATES, STATES};
use crate::eval::{FINE, general_weights, turned};
use crate::random::Random;
use crate::score::Outlook;
use damka_rules::{Board, Colour, Position, Ruleset, Square};

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Times that all samples are gone through.
    pub rounds: usize,
    /// The changes of the weights in each round.
    pub steps: usize,
    /// How far weights move at a time, in logits.
    pub rate: f32,
    /// How strongly weights are drawn to where they began.
    pub pull: f32,
    /// How much the result counts on a full board, from 0 to 1; the rest is what the search saw. Where the result says
    /// nothing about a position, the search counts alone.
    pub result_share: f32,
    /// How much the result counts on an almost empty board, where it is near.
    pub late_result_share: f32,
    /// Threads.
    pub threads: usize,
}

impl Default for Fit {
    fn default() -> Self {
        Fit { rounds: 16, steps: 80, rate: 0.02, pull: 10.0, result_share: 0.4, late_result_share: 0.4, threads: 2 }
    }
}

/// A round of fitting.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// The loss on what was learned from.
    pub train: f32,
    /// The loss on what was held back.
    pub held_back: f32,
}

/// What fitting gave.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights of the best round.
    pub weights: Weights,
    /// Every round.
    pub rounds: Vec<Round>,
    /// The loss on what was held back of the weights as they were before.
    pub before: f32,
}

/// Fits weights to samples, starting from the general evaluation of the ruleset or from earlier weights.
pub fn fit(
    ruleset: &Ruleset,
    start: Option<&Weights>,
    train: &[Sample],
    held_back: &[Sample],
    how: &Fit,
    on_round: &mut dyn FnMut(&Round),
) -> Fitted {
    let board = ruleset.board();
    let general = general_weights(ruleset.facts());
    let begin = start.unwrap_or(&general);
    let mut model = Model::new(begin);
    let scale = ScoreScale::of(train);
    let full_board = model.layout.start_pieces;
    let target = |sample: &Sample| {
        let seen = scale.chance(sample);
        let early = (sample.position.occupied().len() as f32 / full_board).min(1.0);
        let share = early * how.result_share + (1.0 - early) * how.late_result_share;
        sample.result.map_or(seen, |result| share * result + (1.0 - share) * seen)
    };
    let before = model.loss(board, held_back, &target, how.threads);
    let mut order: Vec<u32> = (0..train.len() as u32).collect();
    let mut random = Random::new(train.len() as u64);
    let mut best = (f32::INFINITY, model.values.clone());
    let mut rounds = Vec::new();
    for number in 1..=how.rounds {
        shuffle(&mut order, &mut random);
        // Large steps first, small ones at the end.
        let rate = how.rate * (1.0 - 0.95 * (number - 1) as f32 / how.rounds as f32);
        let mut loss = 0.0;
        for batch in order.chunks(train.len().div_ceil(how.steps.max(1)).max(1)) {
            loss += model.step(board, train, batch, &target, rate, how) / train.len() as f32;
        }
        let round = Round { number, train: loss, held_back: model.loss(board, held_back, &target, how.threads) };
        if round.held_back < best.0 {
            best = (round.held_back, model.values.clone());
        }
        on_round(&round);
        rounds.push(round);
    }
    model.values = best.1;
    let mut weights = model.weights(begin);
    weights.outlook = outlook(&weights, held_back);
    Fitted { weights, rounds, before }
}

fn shuffle(order: &mut [u32], random: &mut Random) {
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at + 1));
    }
}

/// A weight that a position uses, and how often (negative for the other side).
type Use = (u32, f32);

/// All weights in one row: patterns early and late, men, kings, material, opposition, the spare king, small patterns.
struct Model {
    values: Vec<f32>,
    start: Vec<f32>,
    /// The running means of slopes and of their squares (Adam).
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    layout: Layout,
    /// Hundredths of a man in one logit.
    unit: f32,
}

#[derive(Clone, Copy)]
struct Layout {
    tables: usize,
    men: usize,
    kings: usize,
    material: usize,
    opposition: usize,
    spare: usize,
    small: usize,
    size: usize,
    most_men: usize,
    system: u64,
    start_pieces: f32,
}

impl Layout {
    fn of(weights: &Weights) -> Layout {
        let tables = weights.patterns.len() / STATES;
        let men = weights.patterns.len() * 2;
        let kings = men + weights.men.len() * 2;
        let material = kings + weights.kings.len() * 2;
        let opposition = material + weights.material.len();
        let spare = opposition + weights.opposition.len();
        Layout {
            tables,
            men,
            kings,
            material,
            opposition,
            spare,
            small: spare + 1,
            size: spare + 1 + weights.small.len() * 2,
            most_men: weights.most_men,
            system: shape::system(weights.board),
            start_pieces: 2.0 * weights.most_men as f32,
        }
    }

    /// The weights that a position uses.
    fn uses(&self, board: Board, position: &Position, uses: &mut Vec<Use>) {
        uses.clear();
        let own = if position.to_move() == Colour::White { 1.0 } else { -1.0 };
        let around = Around::of(position, self.most_men, self.system);
        let early = (around.pieces as f32 / self.start_pieces).min(1.0);
        let states: &[u16] = match board {
            Board::Ten => &SHAPE_10.states(shape::men(position)),
            Board::Eight | Board::Full => &SHAPE_8.states(shape::men(position)),
        };
        let mut add = |first: usize, tables: usize, size: usize, states: &[u16]| {
            for (lane, state) in states.iter().enumerate() {
                let sign = if lane < tables { own } else { -own };
                let at = (first + (lane % tables * size + usize::from(*state)) * 2) as u32;
                uses.push((at, sign * early));
                uses.push((at + 1, sign * (1.0 - early)));
            }
        };
        add(0, self.tables, STATES, states);
        if !position.kings(Colour::White).union(position.kings(Colour::Black)).is_empty() {
            let pieces = shape::all(position);
            let states: [u16; 2 * SMALL_PATTERNS] = match board {
                Board::Ten => SMALL_10.states(pieces),
                Board::Eight | Board::Full => SMALL_8.states(pieces),
            };
            add(self.small, SMALL_PATTERNS, SMALL_STATES, &states);
        }
        for colour in Colour::ALL {
            let opposed = usize::from(!position.kings(colour.other()).is_empty());
            let view = |square: Square| match colour {
                Colour::White => (square.index(), own),
                Colour::Black => (turned(board, square.index()), -own),
            };
            for (seen, sign) in position.men(colour).into_iter().map(view) {
                let at = (self.men + seen * 2) as u32;
                uses.push((at, sign * early));
                uses.push((at + 1, sign * (1.0 - early)));
            }
            for (seen, sign) in position.kings(colour).into_iter().map(view) {
                uses.push(((self.kings + seen * 2 + opposed) as u32, sign));
            }
        }
        uses.push(((self.material + around.material) as u32, 1.0));
        uses.push(((self.opposition + around.opposition) as u32, 1.0));
        if around.spare_kings != 0 {
            uses.push((self.spare as u32, around.spare_kings as f32));
        }
    }
}

impl Model {
    fn new(begin: &Weights) -> Model {
        let unit = begin.outlook.scale;
        let whole = |value: &i16| f32::from(*value) / FINE as f32 / unit;
        let pairs = begin.patterns.iter().chain(&begin.men).chain(&begin.kings).flatten();
        let values: Vec<f32> = pairs
            .chain(&begin.material)
            .chain(&begin.opposition)
            .chain([&begin.spare_king])
            .chain(begin.small.iter().flatten())
            .map(whole)
            .collect();
        let layout = Layout::of(begin);
        assert_eq!(values.len(), layout.size);
        let zeros = vec![0.0; values.len()];
        Model { start: values.clone(), mean: zeros.clone(), square: zeros, values, steps: 0, layout, unit }
    }

    fn value(&self, uses: &[Use]) -> f32 {
        uses.iter().map(|(at, times)| self.values[*at as usize] * times).sum()
    }

    /// The mean loss over samples.
    fn loss(&self, board: Board, samples: &[Sample], target: &(impl Fn(&Sample) -> f32 + Sync), threads: usize) -> f32 {
        let part = samples.len().div_ceil(threads.max(1)).max(1);
        let sum: f64 = std::thread::scope(|scope| {
            let parts: Vec<_> = samples
                .chunks(part)
                .map(|samples| {
                    scope.spawn(move || {
                        let mut uses = Vec::new();
                        let mut sum = 0.0;
                        for sample in samples {
                            self.layout.uses(board, &sample.position, &mut uses);
                            sum += f64::from(cross_entropy(logistic(self.value(&uses)), target(sample)));
                        }
                        sum
                    })
                })
                .collect();
            parts.into_iter().map(|part| part.join().unwrap_or(f64::NAN)).sum()
        });
        (sum / samples.len().max(1) as f64) as f32
    }

    /// Moves the weights once; the sum of the batch's losses.
    fn step(
        &mut self,
        board: Board,
        samples: &[Sample],
        batch: &[u32],
        target: &(impl Fn(&Sample) -> f32 + Sync),
        rate: f32,
        how: &Fit,
    ) -> f32 {
        let (slopes, loss) = self.slopes(board, samples, batch, target, how.threads);
        self.steps += 1;
        let pull = how.pull * batch.len() as f32 / samples.len() as f32;
        let (fade, fade_square) = (0.9f32, 0.999f32);
        let (grown, grown_square) = (1.0 - fade.powi(self.steps), 1.0 - fade_square.powi(self.steps));
        let part = self.values.len().div_ceil(how.threads.max(1));
        std::thread::scope(|scope| {
            let rows = self.values.chunks_mut(part).zip(self.start.chunks(part));
            let means = self.mean.chunks_mut(part).zip(self.square.chunks_mut(part));
            for (number, ((values, start), (mean, square))) in rows.zip(means).enumerate() {
                let slopes = &slopes;
                scope.spawn(move || {
                    for at in 0..values.len() {
                        let seen: f32 = slopes.iter().map(|slopes| slopes[number * part + at]).sum();
                        let slope = seen + pull * (values[at] - start[at]);
                        if slope == 0.0 && mean[at] == 0.0 {
                            continue;
                        }
                        mean[at] = fade * mean[at] + (1.0 - fade) * slope;
                        square[at] = fade_square * square[at] + (1.0 - fade_square) * slope * slope;
                        values[at] -= rate * (mean[at] / grown) / ((square[at] / grown_square).sqrt() + 1e-3);
                    }
                });
            }
        });
        loss
    }

    /// The slope of the batch's loss for each weight, one row for each thread, and the loss itself.
    fn slopes(
        &self,
        board: Board,
        samples: &[Sample],
        batch: &[u32],
        target: &(impl Fn(&Sample) -> f32 + Sync),
        threads: usize,
    ) -> (Vec<Vec<f32>>, f32) {
        let part = batch.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            let parts: Vec<_> = batch
                .chunks(part)
                .map(|batch| {
                    scope.spawn(move || {
                        let mut slopes = vec![0.0; self.values.len()];
                        let mut uses = Vec::new();
                        let mut loss = 0.0;
                        for at in batch {
                            let sample = &samples[*at as usize];
                            self.layout.uses(board, &sample.position, &mut uses);
                            let (chance, wanted) = (logistic(self.value(&uses)), target(sample));
                            loss += cross_entropy(chance, wanted);
                            for (at, times) in &uses {
                                slopes[*at as usize] += (chance - wanted) * times;
                            }
                        }
                        (slopes, loss)
                    })
                })
                .collect();
            let done: Vec<_> = parts.into_iter().filter_map(|part| part.join().ok()).collect();
            let loss = done.iter().map(|(_, loss)| loss).sum();
            (done.into_iter().map(|(slopes, _)| slopes).collect(), loss)
        })
    }

    /// The weights in whole numbers, scaled so that a man more in the middle of the game is worth about 100.
    fn weights(&self, begin: &Weights) -> Weights {
        let man = self.man_in_logits(begin);
        let unit = if man.abs() > 0.2 { 100.0 / man.abs() } else { self.unit };
        let whole = |value: &f32| (value * unit * FINE as f32).round().clamp(-32_000.0, 32_000.0) as i16;
        let mut weights = begin.clone();
        let pairs = weights.patterns.iter_mut().chain(&mut weights.men).chain(&mut weights.kings).flatten();
        let rest = weights.material.iter_mut().chain(&mut weights.opposition).chain([&mut weights.spare_king]);
        let rest = rest.chain(weights.small.iter_mut().flatten());
        for (weight, value) in pairs.chain(rest).zip(&self.values) {
            *weight = whole(value);
        }
        weights.outlook.scale = unit;
        weights.fold();
        weights
    }

    /// What one man more is worth with many men on the board.
    fn man_in_logits(&self, begin: &Weights) -> f32 {
        let most = begin.most_men;
        let men = most / 2..most;
        let count = men.len() as f32;
        let up = |own, other| self.values[self.layout.material + begin.material_index((own, 0), (other, 0))];
        men.map(|men| (up(men + 1, men) - up(men, men + 1)) / 2.0).sum::<f32>() / count
    }
}

/// How scores turn into chances, by the results of games that were not learned from.
fn outlook(weights: &Weights, samples: &[Sample]) -> Outlook {
    let step = (samples.len() / 20_000).max(1);
    let value = |sample: &Sample| Some((weights.value(&sample.position) as f32, sample.result?));
    let seen: Vec<(f32, f32)> = samples.iter().step_by(step).filter_map(value).collect();
    let cost = |outlook: Outlook| -> f32 {
        let chance = |at: f32| logistic((at - outlook.edge) / outlook.scale);
        let of = |(score, result): &(f32, f32)| {
            let (win, loss) = (chance(*score), chance(-score));
            let likely = match *result {
                result if result > 0.75 => win,
                result if result < 0.25 => loss,
                _ => 1.0 - win - loss,
            };
            -likely.max(1e-4).ln()
        };
        seen.iter().map(of).sum()
    };
    let mut best = (f32::INFINITY, Outlook::DEFAULT);
    for scale in (3..=60).map(|tens| tens as f32 * 6.0) {
        for edge in (0..=40).map(|tens| tens as f32 * 8.0 + 4.0) {
            let outlook = Outlook { scale, edge };
            let found = cost(outlook);
            if found < best.0 {
                best = (found, outlook);
            }
        }
    }
    best.1
}

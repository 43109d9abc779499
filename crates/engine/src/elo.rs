//! What the results of a match say about the strength of its players.
//!
//! The two games of a pair begin from the same opening, so they are not independent: an opening that favours White gives
//! each player one win, no matter who is stronger. Pairs are independent, so all statistics are over pairs, each of which has
//! one of five results (the *pentanomial* model).

/// How far from the middle 95 % of a normal distribution reach, in standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_985;
/// What one end of an interval may miss at most when every pair ended alike.
const UNSEEN_95: f64 = 0.05;
/// The part of a pair that a result nobody has seen yet counts for in the sequential test, which takes logarithms.
const NEVER_SEEN: f64 = 1e-3;
/// Bisections until a double has no more digits to give.
const BISECTIONS: u32 = 120;

/// How many pairs gave the first player 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A value and where it lies with a likelihood of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The most likely value.
    pub value: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

/// What is known about the first player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points per game, from 0 to 1.
    pub score: Interval,
    /// The difference in Elo; infinite at a score of 0 or 1.
    pub elo: Interval,
    /// The likelihood that the first player is the stronger one.
    pub superiority: f64,
}

impl Pentanomial {
    /// Adds a pair by the half-points of the first player, from 0 to 4.
    ///
    /// # Panics
    /// If two games cannot give so many.
    pub fn add(&mut self, half_points: u32) {
        self.0[half_points as usize] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The points per game; `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        let points = self.weighed(|score| score);
        (self.pairs() > 0).then(|| points / self.pairs() as f64)
    }

    /// The variance of the points per game from pair to pair; `None` without pairs.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.weighed(|score| (score - mean).powi(2)) / self.pairs() as f64)
    }

    fn weighed(&self, worth: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().zip(SCORES).map(|(count, score)| *count as f64 * worth(score)).sum()
    }

    /// What the pairs say about the strength of the first player; `None` without pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        let (value, variance) = (self.mean()?, self.variance()?);
        let error = (variance / self.pairs() as f64).sqrt();
        let score = if variance > 0.0 {
            let reach = TWO_SIDED_95 * error;
            Interval { value, low: (value - reach).max(0.0), high: (value + reach).min(1.0) }
        } else {
            self.all_alike(value)
        };
        let elo = Interval { value: elo(score.value), low: elo(score.low), high: elo(score.high) };
        let superiority = if variance > 0.0 { normal((value - 0.5) / error) } else { self.all_on_one_side(value) };
        Some(Estimate { score, elo, superiority })
    }

    /// Every pair ended alike. Then other results have such a chance at most that they could have stayed away by luck
    /// in one match of twenty.
    fn all_alike(&self, value: f64) -> Interval {
        let seen = UNSEEN_95.powf(1.0 / self.pairs() as f64);
        Interval { value, low: value * seen, high: 1.0 - (1.0 - value) * seen }
    }

    /// The likelihood of superiority when every pair ended alike: among equals each pair goes either way.
    fn all_on_one_side(&self, value: f64) -> f64 {
        let by_luck = 0.5f64.powf(self.pairs() as f64);
        match value {
            _ if value > 0.5 => 1.0 - by_luck,
            _ if value < 0.5 => by_luck,
            _ => 0.5,
        }
    }
}

/// The points per game of the five results of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The difference in Elo at which such a score is expected.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a difference in Elo lets expect.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The likelihood that a normal variable is below `x` (Abramowitz and Stegun 7.1.26, seven digits).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = series.iter().fold(0.0, |sum, factor| (sum + factor) * t) * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// A sequential test: is the first player stronger by `elo1`, or only by `elo0`? It looks after every pair and stops as
/// soon as the answer is likely enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The smaller difference.
    pub elo0: f64,
    /// The greater difference.
    pub elo1: f64,
    /// How often it may say `elo1` although `elo0` is true.
    pub alpha: f64,
    /// How often it may say `elo0` although `elo1` is true.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The greater difference is accepted.
    Stronger,
    /// The smaller difference is accepted.
    NotStronger,
}

impl Sprt {
    /// A test with the usual errors of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Between these the test is open.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// How much likelier `elo1` is than `elo0`, as a logarithm: the generalised likelihood ratio of the pairs.
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 });
        let [smaller, greater] = [self.elo0, self.elo1].map(|elo| Likeliest::with_mean(&counts, expected(elo)));
        let gain = |(count, score): (&f64, f64)| count * (smaller.penalty(score) - greater.penalty(score));
        counts.iter().zip(SCORES).map(gain).sum()
    }

    /// Whether the test is decided.
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(pairs), self.bounds());
        match ratio {
            _ if ratio >= high => Verdict::Stronger,
            _ if ratio <= low => Verdict::NotStronger,
            _ => Verdict::Open,
        }
    }
}

/// Of all distributions over the five results with a given mean, the one that makes what was seen likeliest. It gives a
/// result the frequency with which it was seen, divided by `1 + tilt * (score - mean)`.
struct Likeliest {
    mean: f64,
    tilt: f64,
}

impl Likeliest {
    fn with_mean(counts: &[f64; 5], mean: f64) -> Likeliest {
        // How far the tilted distribution is from the mean; it falls as the tilt grows, and the tilts at which a
        // likelihood would become infinite are the ends.
        let excess = |tilt: f64| -> f64 {
            let part = |(count, score): (&f64, f64)| count * (score - mean) / (1.0 + tilt * (score - mean));
            counts.iter().zip(SCORES).map(part).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..BISECTIONS {
            let middle = f64::midpoint(low, high);
            if excess(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Likeliest { mean, tilt: f64::midpoint(low, high) }
    }

    /// The logarithm of what a result loses in likelihood against how often it was seen.
    fn penalty(&self, score: f64) -> f64 {
        (1.0 + self.tilt * (score - self.mean)).ln()
    }
}

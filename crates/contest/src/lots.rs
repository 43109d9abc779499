//! Lots that can be repeated: the same seed always draws the same.

/// Draws lots from a seed, which is recorded, so that everyone can draw them again.
///
/// ```
/// use damka_contest::Lots;
/// let mut lots = Lots::new(42);
/// let mut again = Lots::new(42);
/// assert_eq!(lots.below(6), again.below(6));
/// ```
#[derive(Clone, Debug)]
pub struct Lots(u64);

impl Lots {
    /// Lots of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Lots {
        Lots(seed)
    }

    /// SplitMix64 (Steele, Lea, Flood 2014): it is a few lines, so anyone can check a draw with pen and paper or with a
    /// program of their own.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound; each is as likely as the others. Zero for a bound of zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // The last, incomplete stretch of numbers would favour the small ones.
        let most = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < most {
                return number % bound;
            }
        }
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_of_the_published_generator() {
        // The first numbers of SplitMix64 with seed 1234567, as published with its reference code.
        let mut lots = Lots::new(1_234_567);
        assert_eq!(lots.next(), 6_457_827_717_110_365_317);
        assert_eq!(lots.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn coins_are_fair() {
        let heads = (0..10_000).filter(|seed| Lots::new(*seed).coin()).count();
        assert!((4_800..5_200).contains(&heads), "{heads}");
    }
}

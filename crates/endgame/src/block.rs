//! Blocks of neighbouring positions as bytes: values first, distances apart from them, because most who ask want only to
//! know who wins.

use crate::coder::{Bit, Decoder, Encoder};

/// The positions of a block; a slice's last block may have fewer.
pub(crate) const BLOCK: usize = 1 << 14;

/// Values as symbols. `ANY` is a position with a capture due, whose value is not stored: whatever is cheapest is written.
pub(crate) mod symbol {
    pub const DRAW: u8 = 0;
    pub const WIN: u8 = 1;
    pub const LOSS: u8 = 2;
    pub const ANY: u8 = 3;
}

/// The distance that is not stored: that of a position with a capture due, or of a drawn one.
pub(crate) const ANY_PLIES: u16 = u16::MAX;

/// What is known of the neighbours is the context in which a value is written.
fn context(symbols: &[u8], at: usize, stride: usize) -> usize {
    let back = |distance: usize| at.checked_sub(distance).map_or(symbol::ANY, |at| symbols[at]);
    let beside = if stride > 1 { back(stride - 1) } else { symbol::ANY };
    usize::from(back(1)) | usize::from(back(2)) << 2 | usize::from(back(stride)) << 4 | usize::from(beside) << 6
}

/// First: drawn or not. Then: won or lost.
#[derive(Clone, Copy)]
struct Symbol([Bit; 2]);

impl Symbol {
    const NEW: Symbol = Symbol([Bit::NEW; 2]);

    fn guess(&self) -> u8 {
        match (self.0[0].guess(), self.0[1].guess()) {
            (false, _) => symbol::DRAW,
            (true, false) => symbol::WIN,
            (true, true) => symbol::LOSS,
        }
    }
}

/// Writes values. Afterward no symbol is `ANY`: each is what will be read.
pub(crate) fn encode_values(symbols: &mut [u8], stride: usize) -> Vec<u8> {
    let mut models = [Symbol::NEW; 256];
    let mut encoder = Encoder::new();
    for at in 0..symbols.len() {
        let model = &mut models[context(symbols, at, stride)];
        if symbols[at] == symbol::ANY {
            symbols[at] = model.guess();
        }
        encoder.bit(&mut model.0[0], symbols[at] != symbol::DRAW);
        if symbols[at] != symbol::DRAW {
            encoder.bit(&mut model.0[1], symbols[at] == symbol::LOSS);
        }
    }
    encoder.finish()
}

/// Reads values.
pub(crate) fn decode_values(bytes: &[u8], count: usize, stride: usize) -> Vec<u8> {
    let mut models = [Symbol::NEW; 256];
    let mut decoder = Decoder::new(bytes);
    let mut symbols = vec![0; count];
    for at in 0..count {
        let model = &mut models[context(&symbols, at, stride)];
        if decoder.bit(&mut model.0[0]) {
            symbols[at] = if decoder.bit(&mut model.0[1]) { symbol::LOSS } else { symbol::WIN };
        }
    }
    symbols
}

/// Distances are often those of a neighbour of the same value; others are written as numbers of eight bits.
struct Distances {
    as_left: [Bit; 8],
    as_above: [Bit; 2],
    /// A tree of eight bits for each value and each class of the last distance.
    trees: Vec<[Bit; 256]>,
    /// The sixteen bits of a distance that does not fit into eight.
    far: Bit,
}

const CLASSES: usize = 16;

impl Distances {
    fn new() -> Distances {
        Distances {
            as_left: [Bit::NEW; 8],
            as_above: [Bit::NEW; 2],
            trees: vec![[Bit::NEW; 256]; 2 * CLASSES],
            far: Bit::NEW,
        }
    }
}

/// Reads or writes bits, so that both directions share one description of what is written. `want` is what to write; it is
/// asked for only when writing. The answer is what was written or read.
trait Bits {
    fn bit(&mut self, model: &mut Bit, want: impl FnOnce(&Bit) -> bool) -> bool;
}

impl Bits for Encoder {
    fn bit(&mut self, model: &mut Bit, want: impl FnOnce(&Bit) -> bool) -> bool {
        let bit = want(model);
        Encoder::bit(self, model, bit);
        bit
    }
}

impl Bits for Decoder<'_> {
    #[inline(always)]
    fn bit(&mut self, model: &mut Bit, _: impl FnOnce(&Bit) -> bool) -> bool {
        Decoder::bit(self, model)
    }
}

/// Goes through the distances of a block. Those to write are in `plies`; those read are put there.
fn distances(bits: &mut impl Bits, symbols: &[u8], plies: &mut [u16], stride: usize) {
    let mut models = Distances::new();
    // The last distance of a win and of a loss.
    let mut last = [0u16; 2];
    for at in 0..symbols.len() {
        if symbols[at] == symbol::DRAW {
            plies[at] = ANY_PLIES;
            continue;
        }
        let (kind, wanted) = (usize::from(symbols[at] == symbol::LOSS), plies[at]);
        let same = |from: usize| at.checked_sub(from).filter(|from| symbols[*from] == symbols[at]);
        let left = last[kind];
        let above = same(stride).map(|from| plies[from]).filter(|above| *above != left);
        let touches = same(1).is_some();
        let context = kind | usize::from(above.is_some()) << 1 | usize::from(touches) << 2;
        let any = wanted == ANY_PLIES;
        let want = |equal: bool| move |model: &Bit| if any { model.guess() } else { equal };
        plies[at] = if bits.bit(&mut models.as_left[context], want(wanted == left)) {
            left
        } else if let Some(above) = above
            && bits.bit(&mut models.as_above[kind], want(wanted == above))
        {
            above
        } else {
            let class = usize::from(left / 4).min(CLASSES - 1);
            let tree = &mut models.trees[kind * CLASSES + class];
            let mut node = 1;
            for place in (0..8).rev() {
                let bit = bits.bit(&mut tree[node], want(wanted.min(255) >> place & 1 != 0));
                node = node << 1 | usize::from(bit);
            }
            let near = (node & 255) as u16;
            if near < 255 {
                near
            } else {
                (0..16).rev().fold(0, |far, place| {
                    // These bits are not learned from: each starts afresh.
                    models.far = Bit::NEW;
                    far << 1 | u16::from(bits.bit(&mut models.far, want(wanted >> place & 1 != 0)))
                })
            }
        };
        last[kind] = plies[at];
    }
}

/// Writes the distances of values that [`encode_values`] has written.
pub(crate) fn encode_plies(symbols: &[u8], plies: &mut [u16], stride: usize) -> Vec<u8> {
    let mut encoder = Encoder::new();
    distances(&mut encoder, symbols, plies, stride);
    encoder.finish()
}

/// Reads the distances of values that have been read.
pub(crate) fn decode_plies(bytes: &[u8], symbols: &[u8], stride: usize) -> Vec<u16> {
    let mut plies = vec![0; symbols.len()];
    distances(&mut Decoder::new(bytes), symbols, &mut plies, stride);
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_stored_is_read_again(
            runs in prop::collection::vec((0u8..4, 1usize..60, prop_oneof![0u16..40, 200u16..5000]), 0..80),
            stride in 1usize..200,
        ) {
            let cells: Vec<(u8, u16)> =
                runs.iter().flat_map(|(symbol, length, plies)| vec![(*symbol, *plies); *length]).collect();
            let mut symbols: Vec<u8> = cells.iter().map(|(symbol, _)| *symbol).collect();
            let values = encode_values(&mut symbols, stride);
            let any = |(symbol, plies): &(u8, u16)| if *symbol == symbol::ANY { ANY_PLIES } else { *plies };
            let mut plies: Vec<u16> = cells.iter().map(any).collect();
            let distances = encode_plies(&symbols, &mut plies, stride);
            let read = decode_values(&values, cells.len(), stride);
            let read_plies = decode_plies(&distances, &read, stride);
            for (at, (symbol, plies)) in cells.iter().enumerate() {
                if *symbol != symbol::ANY {
                    prop_assert_eq!(read[at], *symbol);
                    prop_assert!(*symbol == symbol::DRAW || read_plies[at] == *plies);
                }
            }
        }

        #[test]
        fn any_bytes_are_read_as_something(bytes in prop::collection::vec(any::<u8>(), 0..300), stride in 1usize..50) {
            let symbols = decode_values(&bytes, 500, stride);
            prop_assert!(symbols.iter().all(|symbol| *symbol < symbol::ANY));
            prop_assert_eq!(decode_plies(&bytes, &symbols, stride).len(), 500);
        }
    }
}

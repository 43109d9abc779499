//! A range coder for bits whose probabilities are learned on the way, after the one of LZMA.
//!
//! A likely bit costs next to nothing, which is what tables need: their values hardly change from one position to the
//! next.

/// How likely a bit is to be 0, learned from the bits so far.
#[derive(Clone, Copy)]
pub(crate) struct Bit {
    /// Of 65536.
    zero: u16,
    seen: u8,
}

impl Bit {
    pub const NEW: Bit = Bit { zero: 1 << 15, seen: 0 };

    /// Nothing is ever certain.
    const LEAST: i32 = 24;
    const MOST_SEEN: u8 = 250;

    /// The bit that is more likely.
    pub fn guess(self) -> bool {
        self.zero < 1 << 15
    }

    #[inline(always)]
    fn learn(&mut self, bit: bool) {
        let target = if bit { 0 } else { 65535 };
        let change = ((target - i32::from(self.zero)) * RATES[usize::from(self.seen)]) >> 16;
        self.zero = (i32::from(self.zero) + change).clamp(Bit::LEAST, 65535 - Bit::LEAST) as u16;
        self.seen += u8::from(self.seen < Bit::MOST_SEEN);
    }
}

/// How much a new bit counts after so many others, of 65536. (Less than half at first: products must fit.)
static RATES: [i32; 256] = {
    let mut rates = [0; 256];
    let mut seen = 0;
    while seen < 256 {
        rates[seen] = 65536 * 2 / (2 * seen as i32 + 5);
        seen += 1;
    }
    rates
};

/// Writes bits.
pub(crate) struct Encoder {
    low: u64,
    range: u32,
    /// The byte that a carry may still change, and how many 0xFF follow it.
    waiting: Option<u8>,
    full: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub fn new() -> Encoder {
        Encoder { low: 0, range: u32::MAX, waiting: None, full: 0, bytes: Vec::new() }
    }

    pub fn bit(&mut self, model: &mut Bit, bit: bool) {
        let bound = (self.range >> 16) * u32::from(model.zero);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        model.learn(bit);
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if carry != 0 || self.low < 0xFF00_0000 {
            if let Some(byte) = self.waiting {
                self.bytes.push(byte.wrapping_add(carry));
            }
            let filled = if carry != 0 { 0 } else { 0xFF };
            self.bytes.extend(std::iter::repeat_n(filled, self.full));
            self.full = 0;
            self.waiting = Some((self.low >> 24) as u8);
        } else {
            self.full += 1;
        }
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    /// The bytes. Zeros at the end are left out, because the decoder reads zeros after the end.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        let used = self.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        self.bytes.truncate(used);
        self.bytes
    }
}

/// Reads bits. Whatever the bytes are, it reads something: whether they are the right ones is told by checksums.
pub(crate) struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { code: 0, range: u32::MAX, bytes: bytes.iter() };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next();
        }
        decoder
    }

    #[inline(always)]
    fn next(&mut self) -> u32 {
        u32::from(self.bytes.next().copied().unwrap_or(0))
    }

    #[inline(always)]
    pub fn bit(&mut self, model: &mut Bit) -> bool {
        let bound = (self.range >> 16) * u32::from(model.zero);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        model.learn(bit);
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.next();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_written_is_read(bits in prop::collection::vec((0usize..4, prop::bool::weighted(0.9)), 0..3000)) {
            let mut models = [Bit::NEW; 4];
            let mut encoder = Encoder::new();
            for (model, bit) in &bits {
                encoder.bit(&mut models[*model], *bit);
            }
            let bytes = encoder.finish();
            let mut models = [Bit::NEW; 4];
            let mut decoder = Decoder::new(&bytes);
            for (model, bit) in &bits {
                prop_assert_eq!(decoder.bit(&mut models[*model]), *bit);
            }
        }
    }

    #[test]
    fn bits_that_never_change_cost_nothing() {
        let (mut model, mut encoder) = (Bit::NEW, Encoder::new());
        for _ in 0..100_000 {
            encoder.bit(&mut model, true);
        }
        assert!(encoder.finish().len() < 30);
    }
}

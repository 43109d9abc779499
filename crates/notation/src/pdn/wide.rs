//! UTF-16 converted to UTF-8 as it arrives.

use crate::encoding::Encoding;

/// A stream of UTF-16 that is being read.
#[derive(Clone, Debug)]
pub(super) struct WideText {
    encoding: Encoding,
    /// Half a code unit at the end of what has arrived.
    odd_byte: Option<u8>,
    /// The first half of a surrogate pair, if the second half has not arrived.
    first_half: Option<u16>,
    /// The numbers of bytes that have come in and gone out.
    bytes_in: u64,
    bytes_out: u64,
}

impl WideText {
    pub fn new(encoding: Encoding) -> WideText {
        WideText { encoding, odd_byte: None, first_half: None, bytes_in: 0, bytes_out: 0 }
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Adds bytes as UTF-8; an incomplete letter waits.
    pub fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        self.bytes_in += bytes.len() as u64;
        for byte in bytes {
            match self.odd_byte.take() {
                None => self.odd_byte = Some(*byte),
                Some(first) if self.encoding == Encoding::Utf16Be => self.unit(u16::from_be_bytes([first, *byte]), out),
                Some(first) => self.unit(u16::from_le_bytes([first, *byte]), out),
            }
        }
    }

    /// Ends the stream: an incomplete letter becomes the replacement character.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if self.odd_byte.take().is_some() || self.first_half.take().is_some() {
            self.put(char::REPLACEMENT_CHARACTER, out);
        }
    }

    /// The byte of the stream that corresponds, approximately, to a byte of the text.
    pub fn source_offset(&self, offset: u64) -> u64 {
        let exact = u128::from(offset) * u128::from(self.bytes_in) / u128::from(self.bytes_out.max(1));
        u64::try_from(exact).unwrap_or(u64::MAX).min(self.bytes_in)
    }

    fn unit(&mut self, unit: u16, out: &mut Vec<u8>) {
        let is_second_half = (0xDC00..0xE000).contains(&unit);
        let first_half = self.first_half.take();
        if first_half.is_some() && !is_second_half {
            self.put(char::REPLACEMENT_CHARACTER, out);
        }
        if (0xD800..0xDC00).contains(&unit) {
            self.first_half = Some(unit);
            return;
        }
        let units = first_half.filter(|_| is_second_half).into_iter().chain([unit]);
        let letter = char::decode_utf16(units).next().and_then(Result::ok);
        self.put(letter.unwrap_or(char::REPLACEMENT_CHARACTER), out);
    }

    fn put(&mut self, letter: char, out: &mut Vec<u8>) {
        let mut utf8 = [0; 4];
        let utf8 = letter.encode_utf8(&mut utf8).as_bytes();
        self.bytes_out += utf8.len() as u64;
        out.extend_from_slice(utf8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(encoding: Encoding, bytes: &[u8], chunk: usize) -> String {
        let (mut wide, mut out) = (WideText::new(encoding), Vec::new());
        bytes.chunks(chunk).for_each(|part| wide.decode(part, &mut out));
        wide.finish(&mut out);
        assert_eq!(wide.source_offset(out.len() as u64), bytes.len() as u64);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn letters_do_not_depend_on_chunks() {
        let text = "[White \"Иванов 🙂\"] 1. c3-d4 *";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for chunk in 1..10 {
            assert_eq!(read(Encoding::Utf16Le, &little, chunk), text);
            assert_eq!(read(Encoding::Utf16Be, &big, chunk), text);
        }
    }

    #[test]
    fn halves() {
        // A pair is a first half and a second half; anything else becomes the replacement character.
        for (units, text) in [
            (&[0xD83Du16, 0xD83D, 0xDE42][..], "\u{fffd}🙂"),
            (&[0xDE42, 0x41], "\u{fffd}A"),
            (&[0xD83D, 0x41], "\u{fffd}A"),
            (&[0x41, 0xD83D], "A\u{fffd}"),
        ] {
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            assert_eq!(read(Encoding::Utf16Le, &bytes, 3), text);
        }
        assert_eq!(read(Encoding::Utf16Le, &[0x41, 0, 0x42], 1), "A\u{fffd}");
    }
}

//! Values for files and wires, with the feature `serde`.
//!
//! A [`Ruleset`] is its canonical line. A position is a [`Setup`](crate::Setup), so that what is read must be validated before it can be
//! played; its sets of squares are their bits.

use crate::board::{Colour, SquareSet};
use crate::facts::Choice;
use crate::ruleset::Ruleset;
use alloc::format;
use alloc::string::String;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.line())
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
        let line = String::deserialize(deserializer)?;
        Ruleset::from_line(&line).map_err(|error| D::Error::custom(format!("{line:?}: {error}")))
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
        let name = String::deserialize(deserializer)?;
        Colour::named(&name).ok_or_else(|| D::Error::custom(format!("{name:?} is neither white nor black")))
    }
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.bits())
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SquareSet, D::Error> {
        u64::deserialize(deserializer).map(SquareSet::from_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Piece, Setup};

    fn there_and_back<T: Serialize + for<'de> Deserialize<'de> + PartialEq + core::fmt::Debug>(value: T, text: &str) {
        let written = serde_json::to_string(&value).expect("JSON");
        assert_eq!(written, text);
        assert_eq!(serde_json::from_str::<T>(&written).expect("the same"), value);
    }

    #[test]
    fn values_come_back() {
        let house = Ruleset::from_line("house king=short").expect("a ruleset");
        there_and_back(house, "\"house king=short\"");
        there_and_back(Piece { colour: Colour::Black, kind: Kind::King }, r#"{"colour":"black","kind":"king"}"#);
        let empty = SquareSet::EMPTY;
        let setup = Setup { men: [SquareSet::from_bits(1), empty], kings: [empty; 2], to_move: Colour::White };
        there_and_back(setup, r#"{"men":[1,0],"kings":[0,0],"to_move":"white"}"#);
        let error = serde_json::from_str::<Ruleset>("\"house king=tall\"").expect_err("not a ruleset");
        let error = format!("{error}");
        assert!(error.contains("is not a value of king"), "{error}");
        assert!(serde_json::from_str::<Colour>("\"red\"").is_err());
    }
}

//! Well-known games without a ruleset of their own: each is the house game with some facts changed.

use crate::ruleset::Ruleset;

/// A well-known game that is written as a line of the house game.
///
/// ```
/// use damka_rules::{KnownGame, Ruleset};
/// let czech = KnownGame::named("czech").unwrap();
/// let house = Ruleset::from_line("house man-capture=forward crowning=stop priority=king-first").unwrap();
/// assert_eq!(KnownGame::of(&house), Some(czech));
/// assert_eq!(KnownGame::of(&Ruleset::named("house").unwrap()), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KnownGame {
    id: &'static str,
    line: &'static str,
}

impl KnownGame {
    /// All of them.
    pub const ALL: &[KnownGame] = &[
        game("czech", "house man-capture=forward crowning=stop priority=king-first capture-sign=cross"),
        game("pool-american", "house crowning=pass first=black naming=far-left capture-sign=cross"),
        game("pool", "house crowning=pass capture-sign=cross"),
        game("pool-jamaican", "house crowning=pass corner=right capture-sign=cross"),
        game(
            "portuguese",
            "house man-capture=forward crowning=stop priority=most-kings corner=right naming=near-right \
             capture-sign=cross",
        ),
        game(
            "international-giveaway",
            "house board=10 crowning=pass priority=most start=rows:4 result=reversed naming=far-left \
             capture-sign=cross",
        ),
    ];

    /// The name in files and catalogues.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Its line, which [`Ruleset::from_line`] reads.
    #[must_use]
    pub const fn line(&self) -> &'static str {
        self.line
    }

    /// Its rules.
    #[must_use]
    pub fn ruleset(&self) -> Option<Ruleset> {
        Ruleset::from_line(self.line).ok()
    }

    /// The game of an id.
    #[must_use]
    pub fn named(id: &str) -> Option<&'static KnownGame> {
        KnownGame::ALL.iter().find(|known| known.id == id)
    }

    /// The well-known game that a house game is: it has the same facts and the same board. How its squares and captures
    /// are written does not make it another game.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Option<&'static KnownGame> {
        let is_same = |other: Ruleset| {
            other.facts() == ruleset.facts() && other.conventions().corner == ruleset.conventions().corner
        };
        let mut known = KnownGame::ALL.iter().filter(|_| ruleset.is_house());
        known.find(|known| known.ruleset().is_some_and(is_same))
    }
}

const fn game(id: &'static str, line: &'static str) -> KnownGame {
    KnownGame { id, line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_game_of_its_own() {
        for known in KnownGame::ALL {
            let ruleset = known.ruleset().expect(known.id);
            assert_eq!(KnownGame::of(&ruleset), Some(known), "{}", known.id);
            assert_eq!(KnownGame::named(known.id), Some(known));
            assert_eq!(Ruleset::named(known.id), None, "{} is a ruleset already", known.id);
        }
        assert_eq!(KnownGame::named("chess"), None);
    }
}

//! What other programs call our games.

use damka_rules::Ruleset;

/// Common names that are not our ids. Scan, for which the protocol was designed, says `normal`; lidraughts and its bots
/// say `standard`; many programs call the English game American.
pub const ALIASES: [(&str, &str); 3] =
    [("normal", "international"), ("standard", "international"), ("american", "english")];

/// The game that a name means.
#[must_use]
pub fn variant(name: &str) -> Option<Ruleset> {
    let id = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, id)| id);
    Ruleset::named(id)
}

/// Every name that [`variant`] understands: our ids, then the aliases.
pub fn names() -> impl Iterator<Item = &'static str> {
    let aliases = ALIASES.iter().map(|(alias, _)| *alias);
    Ruleset::all().iter().map(Ruleset::id).chain(aliases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interop_5_every_name_means_a_game_and_no_name_comes_twice() {
        let mut names: Vec<&str> = names().collect();
        assert!(names.iter().all(|name| variant(name).is_some()), "{names:?}");
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(variant("normal").map(|ruleset| ruleset.id()), Some("international"));
        for unknown in ["killer", "bt", "frisian", "losing", "Normal", ""] {
            assert_eq!(variant(unknown), None, "{unknown}");
        }
    }
}

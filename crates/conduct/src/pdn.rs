//! Games in PDN: what was agreed as tags, what was corrected as set-ups between the moves.

use crate::spec::{GameSpec, SpecError};
use crate::table::Table;
use damka_notation::pdn::{GameResult, GameTree, Tags};

/// The private tag that carries what PDN has no tag for: the lines of the spec, joined by ` | `.
pub const SPEC_TAG: &str = "DamkaSpec";

/// Lines of a spec that belong to the [`GameTree`].
const CARRIED: [&str; 2] = ["rules", "start"];

impl GameSpec {
    /// The tags of a game: the time control where PDN can express it, and everything else in [`SPEC_TAG`]. Rules and start
    /// are not among them; they belong to the [`GameTree`]. Nor are names: who plays is not part of what was agreed.
    #[must_use]
    pub fn tags(&self) -> Tags {
        let mut tags = Tags::new();
        if self.clocks[0] == self.clocks[1]
            && let Some(control) = self.clocks[0].to_pdn()
        {
            tags.set("TimeControl", control);
        }
        let lines: Vec<String> = self
            .lines()
            .into_iter()
            .filter(|(name, _)| !CARRIED.contains(name))
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        if !lines.is_empty() {
            tags.set(SPEC_TAG, lines.join(" | "));
        }
        tags
    }

    /// What was agreed, from a game read from PDN. Games of other programs have no [`SPEC_TAG`]: they are strict games
    /// without clocks, but for a time control that PDN's own tag gives.
    ///
    /// # Errors
    /// If the tag is damaged.
    pub fn from_tree(tree: &GameTree) -> Result<GameSpec, SpecError> {
        let rules = tree.ruleset.line();
        let mut lines = vec![("rules".to_owned(), rules)];
        match tree.tags.get(SPEC_TAG) {
            Some(text) => {
                for line in text.split(" | ") {
                    let unknown = || SpecError::UnknownLine(line.to_owned());
                    let (name, value) = line.split_once(':').ok_or_else(unknown)?;
                    lines.push((name.trim().to_owned(), value.trim().to_owned()));
                }
            }
            None => {
                let control = tree.tags.get("TimeControl").map(crate::clock::Control::from_pdn);
                if let Some(Ok(Some(control))) = control {
                    lines.push(("clock".to_owned(), control.to_string()));
                }
            }
        }
        let spec = GameSpec::from_lines(lines.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
        let actual = spec.actual_setup.unwrap_or(spec.first_position()?);
        let start = (tree.start != actual).then_some(tree.start);
        Ok(GameSpec { start: start.or(spec.start), ..spec })
    }
}

impl Table {
    /// The game as PDN has it: legal moves, and a set-up wherever a position stands that no legal move made.
    #[must_use]
    pub fn tree(&self) -> GameTree {
        let result = match self.ending() {
            None => GameResult::Unknown,
            Some(ending) if !ending.counts() => GameResult::Unknown,
            Some(ending) => ending.winner().map_or(GameResult::Draw, GameResult::won_by),
        };
        let spec = self.spec();
        // A wrong set-up that was put right is not how the game began.
        let tags = match spec.actual_setup {
            Some(_) if !self.has_wrong_setup() => GameSpec { actual_setup: None, ..spec.clone() }.tags(),
            _ => spec.tags(),
        };
        GameTree { tags, result, ..GameTree::from(self.game()) }
    }
}

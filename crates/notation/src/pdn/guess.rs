//! The rules of games that do not name them: the rules by which most of a file is legal.

use super::game::EntryKind;
use super::replay::Replayer;
use super::{PdnGame, rules};
use crate::squares::SquareNames;
use damka_rules::{KnownGame, Movers, Ruleset, Victims};
use std::sync::OnceLock;

/// The order in which games are tried if several fit, depending on how squares are named.
const LETTERS_FIRST: &[&str] = &["russian", "brazilian", "czech", "pool"];
const NUMBERS_FIRST: &[&str] =
    &["international", "english", "russian", "italian", "spanish", "pool-american", "brazilian", "czech"];
/// For positions without moves: the large board if a number needs it, otherwise problems of English draughts.
const LARGE_FIRST: &[&str] = &["international"];
const SMALL_FIRST: &[&str] = &["english"];

impl Replayer {
    /// Guesses the rules of games that name none: the rules by which most games of the sample are legal, or at least
    /// most moves. From then on games without rules are replayed by them. `None` if every game of the sample names its
    /// rules.
    ///
    /// ```
    /// use damka_notation::pdn::{PdnGame, ReplayOptions, Replayer};
    /// let games = ["1. c3-d4 d6-c5 *", "1. c3-b4 b6-a5 2. d2-c3 c7-b6 *"].map(|text| PdnGame::read(text).unwrap());
    /// let mut replayer = Replayer::new(ReplayOptions::default());
    /// assert_eq!(replayer.guess(&games).unwrap().id(), "russian");
    /// ```
    pub fn guess<'g>(&mut self, sample: impl IntoIterator<Item = &'g PdnGame>) -> Option<Ruleset> {
        let unnamed: Vec<&PdnGame> = sample.into_iter().filter(|game| !game.names_rules()).collect();
        self.guessed = self.best(&unnamed);
        self.guessed
    }

    /// The rules by which games without rules are replayed, if they have been guessed.
    #[must_use]
    pub const fn guessed(&self) -> Option<&Ruleset> {
        self.guessed.as_ref()
    }

    /// The rules by which most of these games are legal, then most of their moves; among equals, the likeliest.
    pub(super) fn best(&mut self, games: &[&PdnGame]) -> Option<Ruleset> {
        let wants_variations = std::mem::replace(&mut self.options.variations, false);
        let mut best: Option<(Score, Ruleset)> = None;
        for ruleset in candidates(games) {
            let score = self.score(games, ruleset);
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, ruleset));
            }
            if score.games == games.len() {
                break;
            }
        }
        self.options.variations = wants_variations;
        best.map(|(_, ruleset)| ruleset)
    }

    fn score(&mut self, games: &[&PdnGame], ruleset: Ruleset) -> Score {
        let mut score = Score::default();
        for game in games {
            match self.replay_by(game, ruleset) {
                Ok(replayed) => {
                    score.games += 1;
                    score.steps += replayed.tree.main.steps.len();
                }
                Err(failed) => score.steps += failed.steps,
            }
        }
        score
    }
}

/// How well rules fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// Games that are legal to their end.
    games: usize,
    /// Moves before the first illegal one.
    steps: usize,
}

impl PdnGame {
    /// Whether the tags name rules for the game, correctly or not.
    #[must_use]
    pub fn names_rules(&self) -> bool {
        rules::is_named(self)
    }
}

/// The rules that unnamed games may have, likeliest first.
fn candidates(games: &[&PdnGame]) -> Vec<Ruleset> {
    let is_numeric = games.iter().find_map(|game| rules::first_move_is_numeric(game));
    let first = match is_numeric {
        Some(false) => LETTERS_FIRST,
        Some(true) => NUMBERS_FIRST,
        None if games.iter().any(|game| needs_large_board(game)) => LARGE_FIRST,
        None => SMALL_FIRST,
    };
    let place = |game: &Candidate| first.iter().position(|id| *id == game.id).unwrap_or(first.len());
    let mut games: Vec<&Candidate> = all().iter().collect();
    games.sort_by_key(|game| place(game));
    games.into_iter().map(|game| game.ruleset).collect()
}

/// Whether a position has square numbers that the small board does not have.
fn needs_large_board(game: &PdnGame) -> bool {
    let is_setup = |kind| kind == EntryKind::Setup;
    let setups =
        game.entries.iter().filter(|entry| is_setup(entry.kind)).map(|entry| game.part(entry.start, entry.end));
    let numbers = game.tags.get("FEN").into_iter().chain(setups).flat_map(|fen| {
        fen.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse::<u32>().ok())
    });
    numbers.into_iter().any(|number| (33..=50).contains(&number))
}

struct Candidate {
    id: &'static str,
    ruleset: Ruleset,
}

/// Every game that can be recognised by its moves. Games in which nearly everything is legal, such as capturing one's
/// own pieces, are left out: any slip in another game would be mistaken for them.
fn all() -> &'static [Candidate] {
    static ALL: OnceLock<Vec<Candidate>> = OnceLock::new();
    ALL.get_or_init(|| {
        let rulesets = Ruleset::all().iter().map(|ruleset| Candidate { id: ruleset.id(), ruleset: *ruleset });
        let known =
            KnownGame::ALL.iter().filter_map(|known| Some(Candidate { id: known.id(), ruleset: known.ruleset()? }));
        let mut all: Vec<Candidate> = Vec::new();
        for game in rulesets.chain(known).filter(|game| is_told_by_moves(&game.ruleset)) {
            if !all.iter().any(|other| is_alike(&other.ruleset, &game.ruleset)) {
                all.push(game);
            }
        }
        all
    })
}

fn is_told_by_moves(ruleset: &Ruleset) -> bool {
    ruleset.move_facts().is_none_or(|facts| facts.movers == Movers::Own && facts.victims == Victims::Enemy)
}

/// Whether the same texts are legal games by both rulesets.
fn is_alike(one: &Ruleset, other: &Ruleset) -> bool {
    one.facts().movement == other.facts().movement
        && one.start() == other.start()
        && SquareNames::of(one) == SquareNames::of(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(texts: &[&str]) -> String {
        let games: Vec<PdnGame> = texts.iter().map(|text| PdnGame::read(text).unwrap()).collect();
        let ruleset = Replayer::new(super::super::ReplayOptions::default()).guess(&games).unwrap();
        KnownGame::of(&ruleset).map_or_else(|| ruleset.line(), |known| known.id().to_owned())
    }

    #[test]
    fn the_whole_file_tells() {
        assert_eq!(guessed(&["1. c3-d4 d6-c5"]), "russian");
        assert_eq!(guessed(&["1. 32-28 19-23"]), "international");
        assert_eq!(guessed(&["1. 11-15 23-19"]), "english");
        assert_eq!(guessed(&["[FEN \"W:W31-50:B1-20\"]"]), "international");
        assert_eq!(guessed(&["[FEN \"W:W31,32:B1,2\"]"]), "english");
        // In Russian draughts the man would have to continue and capture backwards; Czech men do not.
        let forward = "[FEN \"W:Wc3:Bd4,f4,h8\"] 1. c3xe5 h8-g7 *";
        assert_eq!(guessed(&["1. c3-d4 d6-c5 *", forward]), "czech");
        // One slip does not turn it into another game.
        assert_eq!(
            guessed(&["1. 11-15 23-19 2. 8-11 22-17", "1. 11-15 23-19 2. 8-11 22-18 3. 15x22 26x17"]),
            "english"
        );
    }

    #[test]
    fn games_that_allow_everything_are_not_guessed() {
        for candidate in all() {
            assert!(!matches!(candidate.id, "stavropol" | "samoyed" | "house"), "{}", candidate.id);
        }
        let ids: Vec<_> = all().iter().map(|candidate| candidate.id).collect();
        for id in LETTERS_FIRST.iter().chain(NUMBERS_FIRST).chain(LARGE_FIRST).chain(SMALL_FIRST) {
            assert!(ids.contains(id), "{id}");
        }
    }
}

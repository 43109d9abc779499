//! What a worker has to know to do a job, and what comes out of it, as data: the same for the queue in the store and on
//! the way to a worker on another machine.

use crate::stored::KeptAnalysis;
use damka_engine::Level;
use damka_notation::fen::{read_hub, write_hub};
use damka_notation::moves::MoveTable;
use damka_rules::{Game, Played, Ruleset};
use serde::{Deserialize, Serialize};

/// The longest game that is worked on, in half-moves.
pub const LONGEST: usize = 600;
/// The most pairs of games of one job.
pub const MOST_PAIRS: u32 = 16;

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Task {
    /// A whole game is analysed.
    Analysis(AnalysisTask),
    /// Puzzles are looked for in a game that was analysed.
    Puzzles(PuzzlesTask),
    /// Two levels of the computer play each other.
    Level(LevelTask),
}

/// A game to analyse, from its last position to the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisTask {
    /// The game.
    pub game: GameText,
    /// How many positions the engine searches for each position, if that was decided before; otherwise the caller decides
    /// while the task runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budgets: Option<Vec<u64>>,
}

/// Places of a game in which there may be a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzlesTask {
    /// The game.
    pub game: GameText,
    /// The half-moves before the positions.
    pub plies: Vec<u32>,
    /// How many positions the engine looks at for each.
    pub nodes: u64,
}

/// Games between two levels: each opening is played twice, with both colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelTask {
    /// The rules, as a line.
    pub rules: String,
    /// The numbers of the two levels.
    pub levels: [u8; 2],
    /// How many openings.
    pub pairs: u32,
    /// Where openings and mistakes come from.
    pub seed: u64,
}

/// A game, position by position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameText {
    /// The rules, as a line.
    pub rules: String,
    /// The first position, as programs write it.
    pub start: String,
    /// What was played.
    pub plies: Vec<PlyText>,
}

/// A half-move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlyText {
    /// A legal move: from, to, and what it captured.
    Move(String),
    /// An illegal move that was allowed to stand; only the position after it is known.
    LetStand {
        /// That position.
        position: String,
    },
}

/// What came out of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Found {
    /// Of [`Task::Analysis`].
    Analysis {
        /// The analysis.
        analysis: KeptAnalysis,
        /// How many positions the engine was allowed for each position, the last of the game first.
        budgets: Vec<u64>,
        /// Whether endgame tables were asked, which not every worker has.
        tables: bool,
    },
    /// Of [`Task::Puzzles`].
    Puzzles {
        /// The puzzles, in the order of the game.
        puzzles: Vec<Puzzle>,
    },
    /// Of [`Task::Level`].
    Level {
        /// How many pairs of games gave the first level 0, ½, 1, 1½ and 2 points.
        pairs: [u64; 5],
        /// The half-moves of all games.
        plies: u64,
    },
}

/// A position with one good move, which wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The half-moves before it in its game.
    pub ply: u32,
    /// The position, as programs write it.
    pub position: String,
    /// The best line; its first move is the solution.
    pub line: Vec<String>,
    /// What the solution is worth to the side to move, in thousandths of a point.
    pub best: u16,
    /// What the next best move is worth.
    pub second: u16,
    /// Whether the player to move played something else.
    pub missed: bool,
    /// Whether it is not what one sees at a glance.
    pub hidden: bool,
}

/// Data that is not a valid task or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadTask;

impl Task {
    /// The kind of the job.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Task::Analysis(_) => "analysis",
            Task::Puzzles(_) => "puzzles",
            Task::Level(_) => "level",
        }
    }

    /// How many steps are reported on the way.
    #[must_use]
    pub fn steps(&self) -> u32 {
        match self {
            Task::Analysis(task) => task.game.plies.len() as u32 + 1,
            Task::Puzzles(task) => task.plies.len() as u32,
            Task::Level(task) => 2 * task.pairs,
        }
    }

    /// As it is kept and sent.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was kept or sent.
    ///
    /// # Errors
    /// If this program does not know such a task.
    pub fn read(text: &str) -> Result<Task, BadTask> {
        serde_json::from_str(text).map_err(|_| BadTask)
    }
}

impl LevelTask {
    /// The rules and the levels. The strongest level thinks by the clock, so its games cannot be compared.
    ///
    /// # Errors
    /// If there are none such.
    pub fn players(&self) -> Result<(Ruleset, [Level; 2]), BadTask> {
        let ruleset = Ruleset::from_line(&self.rules).map_err(|_| BadTask)?;
        let level = |number| Level::new(number).filter(|level| !level.is_full_strength()).ok_or(BadTask);
        let [first, second] = self.levels;
        if self.pairs > MOST_PAIRS { Err(BadTask) } else { Ok((ruleset, [level(first)?, level(second)?])) }
    }
}

impl GameText {
    /// A game as text.
    #[must_use]
    pub fn of(game: &Game) -> GameText {
        let ruleset = game.ruleset();
        let start = game.played().first().map_or(game.position(), |played| &played.before);
        let after = game.played().iter().skip(1).map(|played| &played.before).chain([game.position()]);
        let text = |(played, after): (&Played, _)| match played.mv() {
            Some(mv) => PlyText::Move(MoveTable::new(ruleset, &played.before).hub(mv)),
            None => PlyText::LetStand { position: write_hub(after, ruleset) },
        };
        let plies = game.played().iter().zip(after).map(text).collect();
        GameText { rules: ruleset.line(), start: write_hub(start, ruleset), plies }
    }

    /// The game of a text.
    ///
    /// # Errors
    /// If it is not a game, or too long.
    pub fn game(&self) -> Result<Game, BadTask> {
        if self.plies.len() > LONGEST {
            return Err(BadTask);
        }
        let ruleset = Ruleset::from_line(&self.rules).map_err(|_| BadTask)?;
        let position = |text: &str| read_hub(text, &ruleset).map_err(|_| BadTask);
        let mut game = Game::from_position(ruleset, position(&self.start)?);
        for ply in &self.plies {
            match ply {
                PlyText::LetStand { position: text } => game.let_stand(position(text)?),
                // By the position alone: the game may have gone on after it was over by its rules.
                PlyText::Move(text) => {
                    let here = *game.position();
                    let mv = MoveTable::new(&ruleset, &here).resolve_hub(text).map_err(|_| BadTask)?;
                    let path = ruleset.paths(&here, mv, 1).pop().unwrap_or_default();
                    game.play_unchecked(mv, path);
                }
            }
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::Random;

    fn some_game(ruleset: Ruleset, seed: u64) -> Game {
        let (mut game, mut random) = (Game::new(ruleset), Random::new(seed));
        while game.outcome().is_none() && game.played().len() < 120 {
            let legal = game.legal_moves();
            game.play(legal[random.below(legal.len())]).unwrap();
            if game.played().len() == 7 {
                // Nobody minds that the turn passes to the same side again with everything as it was.
                let position = *game.position();
                game.let_stand(position);
            }
        }
        game
    }

    #[test]
    fn games_come_back_as_they_were() {
        for (seed, ruleset) in (1..).zip(Ruleset::all()) {
            let game = some_game(*ruleset, seed);
            let text = GameText::of(&game);
            let sent = serde_json::to_string(&text).unwrap();
            let read: GameText = serde_json::from_str(&sent).unwrap();
            let back = read.game().unwrap_or_else(|_| panic!("{}: {sent}", ruleset.id()));
            let positions = |game: &Game| game.played().iter().map(|played| played.before).collect::<Vec<_>>();
            assert_eq!((positions(&back), back.position()), (positions(&game), game.position()), "{}", ruleset.id());
            assert_eq!(back.outcome(), game.outcome(), "{}", ruleset.id());
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let text = GameText::of(&some_game(Ruleset::all()[0], 1));
        let wrong = |change: fn(&mut GameText)| {
            let mut text = text.clone();
            change(&mut text);
            text.game().is_err()
        };
        assert!(wrong(|text| text.rules = "nonsense".to_owned()));
        assert!(wrong(|text| text.start = "W".to_owned()));
        assert!(wrong(|text| text.plies[0] = PlyText::Move("1-50".to_owned())));
        assert!(wrong(|text| text.plies = vec![text.plies[0].clone(); LONGEST + 1]));
        assert_eq!(Task::read("{\"kind\":\"cooking\"}"), Err(BadTask));
        let level = |levels, pairs| LevelTask { rules: "russian".to_owned(), levels, pairs, seed: 1 }.players();
        assert!(level([1, 2], 4).is_ok());
        for (levels, pairs) in [([0, 1], 1), ([9, 10], 1), ([1, 2], MOST_PAIRS + 1)] {
            assert!(level(levels, pairs).is_err(), "{levels:?} {pairs}");
        }
    }
}

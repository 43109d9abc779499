//! The games of a contest in PDN.

use crate::board::{Board, Outcome};
use crate::contest::Contest;
use crate::games::GameError;
use crate::spec::Kind;
use damka_notation::pdn::{GameResult, GameTree};

impl Outcome {
    /// The result as PDN has it.
    #[must_use]
    pub fn pdn(self) -> GameResult {
        match self {
            Outcome::White => GameResult::WhiteWins,
            Outcome::Black => GameResult::BlackWins,
            Outcome::Draw => GameResult::Draw,
            Outcome::Neither => GameResult::NoPoints,
            Outcome::Void => GameResult::Unknown,
        }
    }
}

impl Contest {
    /// A board as PDN has it: what was played, if that is known, with the tags `Event`, `Round` and `Board`, and the result
    /// that counts here. A board in the room has no moves. Names and dates are added by those who know them.
    ///
    /// # Errors
    /// If the terms of a game whose moves are not known cannot be played.
    pub fn board_tree(&self, board: &Board, event: &str, played: Option<GameTree>) -> Result<GameTree, GameError> {
        let mut tree = match played {
            Some(tree) => tree,
            None => {
                let spec = self.game_spec(board.id, board.white, board.black)?;
                let start = spec.first_position()?;
                GameTree { tags: spec.tags(), start, ..GameTree::new(spec.ruleset) }
            }
        };
        // A game of a match that is played again is the second one of its round.
        let round = match (self.spec().kind, board.id.game) {
            (Kind::Match, game) if game > 1 => format!("{}.{game}", board.id.round),
            _ => board.id.round.to_string(),
        };
        tree.tags.set("Event", event);
        tree.tags.set("Round", round);
        tree.tags.set("Board", board.id.table.to_string());
        if let Some(scored) = board.result {
            tree.result = scored.outcome.pdn();
        }
        Ok(tree)
    }
}

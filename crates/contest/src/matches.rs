//! Matches: who leads, who has White next, and when it is over.

use crate::board::{BoardId, Outcome};
use crate::contest::{Contest, Number};
use crate::lots::Lots;
use crate::spec::{Colours, Draws, Length};
use damka_rules::Colour;

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// Points of the first and the second entrant, half points doubled.
    pub points: [u32; 2],
    /// Rounds that have a result; games that are played again belong to the same round.
    pub rounds: u16,
    /// Whether nothing remains to be played.
    pub is_decided: bool,
    /// The board of the next game, if there is one.
    pub next: Option<BoardId>,
}

impl MatchState {
    /// The entrant who is ahead.
    #[must_use]
    pub fn leader(&self) -> Option<Number> {
        match self.points {
            [first, second] if first > second => Some(1),
            [first, second] if first < second => Some(2),
            _ => None,
        }
    }
}

impl Contest {
    /// How a match stands.
    #[must_use]
    pub fn match_state(&self) -> MatchState {
        let (mut points, mut rounds) = ([0, 0], 0);
        let mut next = Some(BoardId { round: 1, table: 1, game: 1 });
        for board in &self.boards {
            let BoardId { round, table, game } = board.id;
            next = None;
            let Some(scored) = board.result else { break };
            let again = BoardId { round, table, game: game.saturating_add(1) };
            match scored.outcome {
                Outcome::Void => next = Some(again),
                Outcome::Draw if self.spec.draws == Draws::Faster => next = Some(again),
                outcome => {
                    for side in Colour::ALL {
                        let at = usize::from(board.player(side) != 1);
                        points[at] += outcome.points(side);
                    }
                    rounds += 1;
                    next = Some(BoardId { round: round.saturating_add(1), table, game: 1 });
                }
            }
        }
        let most = points[0].max(points[1]);
        let between_games = next.is_some_and(|next| next.game == 1);
        let is_decided = between_games
            && match self.spec.length {
                Length::Games(games) => rounds >= games,
                Length::FirstTo(wanted) => most >= 2 * u32::from(wanted),
                Length::BestOf(games) => rounds >= games || most > u32::from(games),
            };
        MatchState { points, rounds, is_decided, next: next.filter(|_| !is_decided) }
    }

    /// Who has White in a game of a match. The first colour comes by lot or by agreement (A.first.2); then colours
    /// alternate from round to round (A.first.3), and when a game is played again.
    #[must_use]
    pub(crate) fn white_of_match(&self, board: BoardId, seed: u64) -> Number {
        let first = match self.spec.colours {
            Colours::White | Colours::Alternate => 1,
            Colours::Black => 2,
            Colours::Lots => self.boards.first().map_or_else(
                || if Lots::new(seed).coin() { 1 } else { 2 },
                // The lot was drawn for the first game, whatever was played again since.
                |first| first.white,
            ),
        };
        let changes = u32::from(board.round - 1) + u32::from(board.game - 1);
        if changes.is_multiple_of(2) { first } else { 3 - first }
    }
}

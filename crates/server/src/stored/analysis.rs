//! Analyses of whole games, kept as data. They become words when somebody reads them, in the reader's language.

use damka_engine::{PlayerSummary, ProvedEnd, Score};
use damka_store::{StoreError, Versioned};
use serde::{Deserialize, Serialize};

/// Version 1 kept rendered views in three languages; those were discarded.
const VERSION: u32 = 2;

/// The analysis of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptAnalysis {
    /// Every position, the one before the first move first.
    pub positions: Vec<KeptPosition>,
    /// How White and Black played.
    pub players: [KeptSummary; 2],
    /// The half-move that turned the game, from 1.
    pub turning_point: Option<u32>,
}

/// What was found about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptPosition {
    /// Half-moves before it.
    pub ply: u32,
    /// What it is worth to the side to move.
    pub score: KeptScore,
    /// What should have been played, in notation.
    pub best: Vec<String>,
    /// The id of the class of the move that was played.
    pub class: Option<String>,
    /// What that move lost, in thousandths of a game.
    pub loss: Option<u16>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeptScore {
    /// Hundredths of a man.
    #[serde(rename = "h")]
    Hundredths(i32),
    /// Half-moves to a proved win, or to a proved loss if negative; 0 if the side to move has lost, as in most games.
    #[serde(rename = "end")]
    EndsIn(i32),
    /// The game is over and the side to move has won, as in games that are won by losing every piece: 0 has no sign.
    #[serde(rename = "won")]
    Won,
}

/// How a side played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptSummary {
    moves: usize,
    choices: usize,
    average_loss: Option<f64>,
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl From<Score> for KeptScore {
    fn from(score: Score) -> KeptScore {
        match score.proved_end() {
            None => KeptScore::Hundredths(score.hundredths()),
            Some(ProvedEnd { wins: true, plies: 0 }) => KeptScore::Won,
            Some(ProvedEnd { wins, plies }) => {
                KeptScore::EndsIn(if wins { plies.cast_signed() } else { -plies.cast_signed() })
            }
        }
    }
}

impl From<KeptScore> for Score {
    fn from(kept: KeptScore) -> Score {
        match kept {
            KeptScore::Hundredths(hundredths) => Score::new(hundredths),
            KeptScore::EndsIn(plies) if plies <= 0 => -Score::win_in(plies.unsigned_abs()),
            KeptScore::EndsIn(plies) => Score::win_in(plies.unsigned_abs()),
            KeptScore::Won => Score::win_in(0),
        }
    }
}

impl From<PlayerSummary> for KeptSummary {
    fn from(summary: PlayerSummary) -> KeptSummary {
        let PlayerSummary { moves, choices, average_loss, accuracy, inaccuracies, mistakes, blunders } = summary;
        KeptSummary { moves, choices, average_loss, accuracy, inaccuracies, mistakes, blunders }
    }
}

impl From<KeptSummary> for PlayerSummary {
    fn from(kept: KeptSummary) -> PlayerSummary {
        let KeptSummary { moves, choices, average_loss, accuracy, inaccuracies, mistakes, blunders } = kept;
        PlayerSummary { moves, choices, average_loss, accuracy, inaccuracies, mistakes, blunders }
    }
}

impl KeptAnalysis {
    /// As it is kept.
    ///
    /// # Errors
    /// If it cannot be written as JSON, which numbers alone cannot cause.
    pub fn write(&self) -> Result<Versioned, StoreError> {
        let body = serde_json::to_string(self).map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Versioned { version: VERSION, body })
    }

    /// What was kept.
    ///
    /// # Errors
    /// If it is damaged, or of a later version.
    pub fn read(kept: &Versioned) -> Result<KeptAnalysis, StoreError> {
        match kept.version {
            VERSION => {
                serde_json::from_str(&kept.body).map_err(|error| StoreError::Damaged(format!("an analysis: {error}")))
            }
            newer => Err(StoreError::Newer(newer.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analyses_come_back_as_they_were() {
        let summary = PlayerSummary::of([]);
        let position = |score: Score| KeptPosition {
            ply: 3,
            score: score.into(),
            best: vec!["c3-d4".to_owned()],
            class: Some("blunder".to_owned()),
            loss: Some(250),
        };
        for score in
            [Score::DRAW, Score::new(-137), Score::win_in(7), -Score::win_in(12), Score::win_in(0), -Score::win_in(0)]
        {
            let kept = KeptAnalysis {
                positions: vec![position(score)],
                players: [summary.into(), summary.into()],
                turning_point: Some(4),
            };
            let read = KeptAnalysis::read(&kept.write().unwrap()).unwrap();
            assert_eq!(read, kept);
            assert_eq!(Score::from(read.positions[0].score), score);
        }
        let newer = Versioned { version: 3, body: "{}".to_owned() };
        assert_eq!(KeptAnalysis::read(&newer), Err(StoreError::Newer(3)));
        let broken = Versioned { version: 2, body: "{".to_owned() };
        assert!(matches!(KeptAnalysis::read(&broken), Err(StoreError::Damaged(_))));
    }
}

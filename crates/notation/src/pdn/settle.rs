//! Choosing between several moves that a text could mean: often the rest of the game shows which one was played.

use super::desk::{Desk, Found};
use super::game::{Entry, EntryKind};
use damka_rules::{Move, Position};

/// The maximum number of readings of one text that are tried.
const MOST_READINGS: usize = 16;
/// The maximum number of moves examined for this in one game, so that a game full of doubts costs no more than a long
/// one.
const MOST_MOVES: usize = 1000;
/// The maximum number of ambiguous texts that one attempt may pass through.
const MOST_DOUBTS: usize = 32;

/// How many more moves may be examined in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    moves: usize,
}

impl Patience {
    pub fn new() -> Patience {
        Patience { moves: MOST_MOVES }
    }

    /// The only reading after which the rest of its line is legal; `None` if there are several or none, or if it takes
    /// too long to find out.
    pub fn settle(&mut self, desk: &mut Desk<'_>, rest: &[Entry], now: Position, readings: &[Move]) -> Option<Move> {
        if readings.len() > MOST_READINGS {
            return None;
        }
        let mut fitting = None;
        for mv in readings {
            if self.goes_on(desk, rest, now.after(*mv), MOST_DOUBTS)? && fitting.replace(*mv).is_some() {
                return None;
            }
        }
        fitting
    }

    /// Whether the rest of a line can be played from a position; `None` if that takes too long to find out.
    fn goes_on(&mut self, desk: &mut Desk<'_>, rest: &[Entry], mut now: Position, doubts: usize) -> Option<bool> {
        let mut depth = 0usize;
        for (at, entry) in rest.iter().enumerate() {
            match entry.kind {
                EntryKind::Open => depth += 1,
                EntryKind::Close if depth == 0 => return Some(true),
                EntryKind::Close => depth -= 1,
                // A position that is set up does not depend on the moves before it.
                EntryKind::Setup if depth == 0 => return Some(true),
                EntryKind::Move if depth == 0 => {
                    self.moves = self.moves.checked_sub(1)?;
                    let readings = match desk.find(desk.game.part(entry.start, entry.end), &now) {
                        Err(_) => return Some(false),
                        Ok(Found::Nothing) => continue,
                        Ok(Found::Move(mv)) => {
                            now = now.after(mv);
                            continue;
                        }
                        Ok(Found::Straight(mv, others)) => [&[mv], &others[..]].concat(),
                        Ok(Found::Several(moves)) => moves,
                    };
                    let later = rest.get(at + 1..).unwrap_or_default();
                    return self.any_goes_on(desk, later, now, &readings, doubts);
                }
                _ => {}
            }
        }
        Some(true)
    }

    fn any_goes_on(
        &mut self,
        desk: &mut Desk<'_>,
        rest: &[Entry],
        now: Position,
        readings: &[Move],
        doubts: usize,
    ) -> Option<bool> {
        let doubts = doubts.checked_sub(1)?;
        for mv in readings.iter().take(MOST_READINGS) {
            if self.goes_on(desk, rest, now.after(*mv), doubts)? {
                return Some(true);
            }
        }
        (readings.len() <= MOST_READINGS).then_some(false)
    }
}

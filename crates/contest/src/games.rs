//! The terms of each game of a contest.

use crate::board::BoardId;
use crate::contest::{Contest, EntrantTerm, HOST, Number};
use crate::spec::Kind;
use damka_conduct::{GameSpec, SpecError};
use damka_notation::SquareNames;
use damka_rules::{Colour, Ruleset};

/// Why no game can be made.
pub type GameError = SpecError;

impl Contest {
    /// What is agreed for a game between two entrants at a board.
    ///
    /// # Errors
    /// If what was agreed with one of them cannot be played.
    pub fn game_spec(&self, board: BoardId, white: Number, black: Number) -> Result<GameSpec, GameError> {
        // What belongs to the first entrant stands for White in the spec.
        let first_has_white = match self.spec.kind {
            Kind::Match | Kind::Simul => white == HOST,
            Kind::Evening => true,
        };
        let mut spec = self.spec.game.clone();
        if self.spec.host_clock.is_some() {
            spec.contest_clock = Some(Colour::White);
        }
        if self.spec.kind == Kind::Simul {
            spec.goes_round = Some(Colour::White);
        }
        if self.spec.kind == Kind::Match {
            self.match_terms(&mut spec, board);
        }
        if !first_has_white {
            spec = spec.with_sides_changed();
        }
        if self.spec.kind == Kind::Simul {
            let guest = if white == HOST { black } else { white };
            self.guest_terms(&mut spec, guest)?;
        }
        spec.first_position()?;
        Ok(spec)
    }

    fn match_terms(&self, spec: &mut GameSpec, board: BoardId) {
        if let Some(last) = self.spec.ladder.len().checked_sub(1)
            && let Some(rung) = usize::from(board.game).checked_sub(2)
        {
            let faster = self.spec.ladder[rung.min(last)].clone();
            spec.clocks = [faster.clone(), faster];
            spec.pace = GameSpec::usual_pace(&spec.clocks);
        }
        if !self.spec.openings.is_empty() {
            // Both games of a pair begin from the same opening.
            let pair = usize::from((board.round - 1) / 2);
            let opening = self.spec.openings[pair % self.spec.openings.len()];
            (spec.start, spec.odds) = (Some(opening), Vec::new());
        }
    }

    fn guest_terms(&self, spec: &mut GameSpec, guest: Number) -> Result<(), GameError> {
        let Some(guest) = self.entrant(guest) else { return Ok(()) };
        if let Some(rules) = guest.term(EntrantTerm::Rules) {
            spec.ruleset = Ruleset::from_line(rules).map_err(SpecError::Ruleset)?;
            (spec.start, spec.odds) = (None, Vec::new());
        }
        if let Some(odds) = guest.term(EntrantTerm::Odds) {
            let names = SquareNames::of(&spec.ruleset);
            let squares = odds.split(',').map(|name| names.parse_any(name.trim()));
            let bad = || SpecError::BadValue { name: "odds", value: odds.to_owned() };
            (spec.start, spec.odds) = (None, squares.collect::<Option<_>>().ok_or_else(bad)?);
        }
        Ok(())
    }
}

//! How much a seat may do, however many sockets its person has open.

use damka_conduct::Role;

/// The number of acts allowed at once, and the milliseconds for each one after that. Hands at a board are not quicker.
const AT_ONCE: u64 = 60;
const EVERY: u64 = 50;

/// The recent acts of a game's seats. Moves are counted separately, so that no other act can cost a player a move.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The moment of the run when the budget is full again: for moves and for other acts, for each role.
    full_at: [[u64; 2]; 3],
}

impl Budget {
    /// Takes one at a moment of the run, in milliseconds.
    ///
    /// # Errors
    /// The seconds until there is one again.
    pub fn take(&mut self, role: Role, is_move: bool, now: u64) -> Result<(), u32> {
        let full_at = &mut self.full_at[role as usize][usize::from(is_move)];
        let next = (*full_at).max(now) + EVERY;
        match (next - now).checked_sub(AT_ONCE * EVERY) {
            Some(missing) if missing > 0 => Err(missing.div_ceil(1000) as u32),
            _ => {
                *full_at = next;
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_empties_and_fills() {
        let mut budget = Budget::default();
        assert!((0..AT_ONCE).all(|_| budget.take(Role::White, false, 7).is_ok()));
        assert_eq!(budget.take(Role::White, false, 7), Err(1));
        assert_eq!(budget.take(Role::White, false, 7 + EVERY), Ok(()), "one comes back");
        assert_eq!(budget.take(Role::White, false, 7 + EVERY), Err(1));
        assert!((0..AT_ONCE).all(|_| budget.take(Role::White, false, 1_000_000).is_ok()), "all of it, no more");
        assert!(budget.take(Role::White, false, 1_000_000).is_err());
    }

    #[test]
    fn a_move_and_another_seat_have_their_own() {
        let mut budget = Budget::default();
        while budget.take(Role::White, false, 0).is_ok() {}
        assert_eq!(budget.take(Role::White, true, 0), Ok(()), "a move");
        assert_eq!(budget.take(Role::Black, false, 0), Ok(()), "the opponent");
        assert_eq!(budget.take(Role::Arbiter, false, 0), Ok(()));
    }
}

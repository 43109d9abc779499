//! How much a seat may do, however many sockets its people have open.

use super::acts;
use damka_conduct::{Act, Actor, FIRST_PLACE, Intent, Role};

/// What there is a budget for. Moves are counted separately, so that no other act can cost a player a move; nor can talk
/// cost any act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Any act but a move.
    Act,
    /// A move.
    Move,
    /// Saying something.
    Talk,
}

impl Doing {
    /// What an intent is.
    #[must_use]
    pub fn of(intent: &Intent) -> Doing {
        match intent {
            Act::Say(_) => Doing::Talk,
            _ if acts::is_move(intent) => Doing::Move,
            _ => Doing::Act,
        }
    }

    /// The number allowed at once, and the milliseconds for each one after that. Hands at a board are not quicker, and
    /// nobody reads more.
    const fn rate(self) -> (u64, u64) {
        match self {
            Doing::Act | Doing::Move => (60, 50),
            Doing::Talk => (8, 1_500),
        }
    }
}

/// The recent acts of a game's seats.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The moment of the run when the budget is full again: for moves and for other acts, for each role.
    full_at: [[u64; 2]; 3],
    /// The same for what is rarer: talk, and the members of teams beside the first.
    rarer: Option<Box<Rarer>>,
}

#[derive(Clone, Debug, Default)]
struct Rarer(Vec<(Actor, Doing, u64)>);

impl Rarer {
    fn full_at(&mut self, actor: Actor, doing: Doing) -> &mut u64 {
        let known = self.0.iter().position(|(who, what, _)| (*who, *what) == (actor, doing));
        let at = known.unwrap_or_else(|| {
            self.0.push((actor, doing, 0));
            self.0.len() - 1
        });
        &mut self.0[at].2
    }
}

impl Budget {
    /// Takes one at a moment of the run, in milliseconds.
    ///
    /// # Errors
    /// The seconds until there is one again.
    pub fn take(&mut self, actor: Actor, role: Role, doing: Doing, now: u64) -> Result<(), u32> {
        let is_first = actor.place().is_none_or(|place| place == FIRST_PLACE);
        let full_at = match doing {
            Doing::Act | Doing::Move if is_first => &mut self.full_at[role as usize][usize::from(doing == Doing::Move)],
            _ => self.rarer.get_or_insert_default().full_at(actor, doing),
        };
        let (at_once, every) = doing.rate();
        let next = (*full_at).max(now) + every;
        match (next - now).checked_sub(at_once * every) {
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
    use damka_rules::Colour::{Black, White};

    /// How many are accepted at a moment.
    fn taken(budget: &mut Budget, actor: Actor, doing: Doing, now: u64) -> usize {
        let role = actor.role().unwrap();
        (0..1000).take_while(|_| budget.take(actor, role, doing, now).is_ok()).count()
    }

    #[test]
    fn a_budget_empties_and_fills() {
        let (mut budget, white) = (Budget::default(), Actor::player(White));
        assert_eq!(taken(&mut budget, white, Doing::Act, 7), 60);
        assert_eq!(budget.take(white, Role::White, Doing::Act, 7), Err(1));
        assert_eq!(taken(&mut budget, white, Doing::Act, 57), 1, "one comes back");
        assert_eq!(taken(&mut budget, white, Doing::Act, 1_000_000), 60, "all of it, no more");
    }

    #[test]
    fn a_move_talk_another_seat_and_a_team_mate_have_their_own() {
        let (mut budget, white) = (Budget::default(), Actor::player(White));
        while budget.take(white, Role::White, Doing::Act, 0).is_ok() {}
        assert_eq!(taken(&mut budget, white, Doing::Move, 0), 60, "a move");
        assert_eq!(taken(&mut budget, white, Doing::Talk, 0), 8, "talk");
        assert_eq!(taken(&mut budget, white, Doing::Talk, 1_500), 1);
        assert_eq!(taken(&mut budget, Actor::player(Black), Doing::Act, 0), 60, "the opponent");
        assert_eq!(taken(&mut budget, Actor::Arbiter, Doing::Act, 0), 60);
        for doing in [Doing::Act, Doing::Move, Doing::Talk] {
            assert!(taken(&mut budget, Actor::Player(White, 2), doing, 0) > 0, "a team mate");
        }
    }
}

//! What a position is worth.

/// Won, drawn or lost for the side to move, with best play and without draw rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The opponent wins.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same seen by the other side.
    #[must_use]
    pub const fn turned(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// A [`Wdl`] with the half-moves until the game ends when the winner hurries and the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The opponent wins in so many half-moves.
    Loss(u16),
    /// Neither side can win.
    Draw,
    /// The side to move wins in so many half-moves.
    Win(u16),
}

impl Value {
    /// Without the distance.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Value::Loss(_) => Wdl::Loss,
            Value::Draw => Wdl::Draw,
            Value::Win(_) => Wdl::Win,
        }
    }

    /// The half-moves to the end, unless it is drawn.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Loss(plies) | Value::Win(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// What a position is worth from which a move leads to one of this value: seen by the other side, one half-move
    /// further away.
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies + 1),
        }
    }

    /// The one that the side to move would choose.
    #[must_use]
    pub const fn better(self, other: Value) -> Value {
        if self.rank() >= other.rank() { self } else { other }
    }

    /// Higher is better for the side to move: a quick win is better than a slow one, a slow loss better than a quick one.
    pub(crate) const fn rank(self) -> i32 {
        match self {
            Value::Loss(plies) => plies as i32 - (1 << 20),
            Value::Draw => 0,
            Value::Win(plies) => (1 << 20) - plies as i32,
        }
    }
}

/// A value in two bytes, for tables in memory: the kind in the upper two bits, the distance in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(pub u16);

const KIND: u32 = 14;
/// The longest distance that a code can hold: far beyond any ending that was ever found.
pub(crate) const LONGEST: u16 = (1 << KIND) - 1;

impl Code {
    /// Drawn; while solving also: nothing known yet.
    pub const DRAW: Code = Code(0);
    /// Only while solving: some move draws, so it cannot be lost any more.
    pub const NOT_LOST: Code = Code(1);

    pub const fn win(plies: u16) -> Code {
        Code(1 << KIND | if plies < LONGEST { plies } else { LONGEST })
    }

    pub const fn loss(plies: u16) -> Code {
        Code(2 << KIND | if plies < LONGEST { plies } else { LONGEST })
    }

    /// Only while solving: all moves whose end is known lose, the slowest of them in so many half-moves.
    pub const fn lost_so_far(plies: u16) -> Code {
        Code(3 << KIND | if plies < LONGEST { plies } else { LONGEST })
    }

    pub const fn is_win(self) -> bool {
        self.0 >> KIND == 1
    }

    pub const fn is_loss(self) -> bool {
        self.0 >> KIND == 2
    }

    pub const fn is_lost_so_far(self) -> bool {
        self.0 >> KIND == 3
    }

    pub const fn plies(self) -> u16 {
        self.0 & LONGEST
    }

    pub const fn of(value: Value) -> Code {
        match value {
            Value::Loss(plies) => Code::loss(plies),
            Value::Draw => Code::DRAW,
            Value::Win(plies) => Code::win(plies),
        }
    }

    /// The value, once solving is over.
    pub const fn value(self) -> Value {
        if self.is_win() {
            Value::Win(self.plies())
        } else if self.is_loss() {
            Value::Loss(self.plies())
        } else {
            Value::Draw
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_keeps_its_value() {
        for value in [Value::Draw, Value::Win(0), Value::Win(77), Value::Loss(0), Value::Loss(4001)] {
            assert_eq!(Code::of(value).value(), value);
        }
        assert_eq!(Code::NOT_LOST.value(), Value::Draw);
        assert_eq!(Code::lost_so_far(9).value(), Value::Draw, "what was never proved is drawn");
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let worst_to_best = [Value::Loss(0), Value::Loss(8), Value::Draw, Value::Win(9), Value::Win(1)];
        for (at, worse) in worst_to_best.iter().enumerate() {
            for better in &worst_to_best[at..] {
                assert_eq!(worse.better(*better), *better);
                assert_eq!(better.better(*worse), *better);
            }
        }
    }
}

//! What the protocol does, and how much may happen.

/// What the protocol does for its promises. The model holds only with all of it.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// An append names the number that it expects, and two lines cannot have the same: the first half of the fence.
    pub expects_a_number: bool,
    /// A take-over uses up the next number: the other half.
    pub takes_with_a_line: bool,
    /// An act of a client counts once, by its number.
    pub counts_once: bool,
    /// What is written without an append is written only as long as the run owns the game (`Write::Mine`).
    pub writes_as_owner: bool,
    /// A transaction whose answer is lost is over before anyone checks its outcome.
    pub makes_sure: bool,
    /// A node that has loaded a game checks whether another run has appended since the node learned that it owns the game.
    pub looks_again: bool,
    /// After a write without an append whose answer is lost, the rows are read again.
    pub reads_rows_again: bool,
}

impl Rules {
    /// As the program does it.
    pub const ALL: Rules = Rules {
        expects_a_number: true,
        takes_with_a_line: true,
        counts_once: true,
        writes_as_owner: true,
        makes_sure: true,
        looks_again: true,
        reads_rows_again: true,
    };
}

/// How much may happen. What is not listed here may happen any number of times: lost answers, repeated acts, players who
/// connect to another node.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Acts of clients, each with a number of its own; two at most.
    pub acts: u8,
    /// Leases that end and nodes that are killed, together.
    pub faults: u8,
    /// How often an owner releases the game by itself.
    pub goings: u8,
    /// Writes without an append.
    pub rows: u8,
}

/// One game, three nodes and their database.
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// What is done.
    pub rules: Rules,
    /// How much may happen.
    pub budget: Budget,
}

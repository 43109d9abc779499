//! Kernels used directly, so that the code that reads its facts at run time can be compared with the compiled ones.

use damka_rules::{Convention, Counter, Draughts, Kernel, Move, MoveFacts, MoveList, Position};

/// The number of games of `depth` plies that a kernel finds: [`damka_rules::perft`], but with a kernel of one's choice.
pub fn perft<K: Kernel>(kernel: K, position: &Position, depth: u32, convention: Convention) -> u64 {
    match depth {
        0 => 1,
        1 => count(kernel, position, convention),
        _ => {
            let moves = moves(kernel, position, convention);
            moves.iter().map(|&mv| perft(kernel, &position.after(mv), depth - 1, convention)).sum()
        }
    }
}

/// The moves that a kernel lists.
pub fn moves<K: Kernel>(kernel: K, position: &Position, convention: Convention) -> Vec<Move> {
    let mut list = match convention {
        Convention::Moves => MoveList::new(),
        Convention::Paths => MoveList::with_every_path(),
    };
    kernel.moves(position, &mut list);
    list.to_vec()
}

/// The moves that a kernel counts.
pub fn count<K: Kernel>(kernel: K, position: &Position, convention: Convention) -> u64 {
    let mut counter = match convention {
        Convention::Moves => Counter::default(),
        Convention::Paths => Counter::of_every_path(),
    };
    kernel.count(position, &mut counter)
}

/// The kernel that reads these facts at run time, even where another was compiled for them.
#[must_use]
pub fn kernel(facts: MoveFacts) -> Draughts<MoveFacts> {
    Draughts(facts)
}

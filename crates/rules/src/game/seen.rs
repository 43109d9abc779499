//! The positions that have occurred in a game.

use super::Played;
use crate::Position;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;

/// The number of half-moves from which a game remembers its positions; in a shorter game, looking through them all is
/// cheaper than the memory.
const LONG: usize = 256;

/// The positions of a long game by their hashes, so that a move takes no longer in a game that goes on for ever.
#[expect(clippy::box_collection, reason = "thousands of games are in memory, and hardly any is long")]
#[derive(Clone, Debug, Default)]
pub struct Seen(Option<Box<BTreeMap<u64, Times>>>);

/// Where a position first occurred, and how often since.
#[derive(Clone, Copy, Debug)]
struct Times {
    first: u32,
    count: u32,
    /// Two positions share the hash, so it is useless.
    is_mixed: bool,
}

/// What is remembered depends only on what was played: equal games stay equal.
impl PartialEq for Seen {
    fn eq(&self, _: &Seen) -> bool {
        true
    }
}

impl Eq for Seen {}

impl Seen {
    /// Notes a half-move.
    pub fn push(&mut self, played: &[Played]) {
        match &mut self.0 {
            Some(seen) => note(seen, played.len() - 1, played),
            None if played.len() >= LONG => {
                let mut seen = Box::default();
                (0..played.len()).for_each(|at| note(&mut seen, at, played));
                self.0 = Some(seen);
            }
            None => {}
        }
    }

    /// Takes back the last half-move.
    pub fn pop(&mut self, last: &Played) {
        let Some(seen) = &mut self.0 else { return };
        if let Some(times) = seen.get_mut(&last.state.hash) {
            times.count -= 1;
            if times.count == 0 {
                seen.remove(&last.state.hash);
            }
        }
    }

    /// How often a position has occurred before, and how many half-moves were examined to find out.
    pub fn count(&self, played: &[Played], hash: u64, position: &Position) -> (usize, usize) {
        let is_same = |ply: &&Played| ply.state.hash == hash && ply.before == *position;
        if let Some(seen) = &self.0 {
            let Some(times) = seen.get(&hash) else { return (0, 0) };
            // If the hash is useless, all of them are examined.
            if played.get(times.first as usize).is_some_and(|first| is_same(&first)) && !times.is_mixed {
                return (times.count as usize, 1);
            }
        }
        (played.iter().filter(is_same).count(), played.len())
    }
}

fn note(seen: &mut BTreeMap<u64, Times>, at: usize, played: &[Played]) {
    let ply = &played[at];
    let times = seen.entry(ply.state.hash).or_insert(Times { first: at as u32, count: 0, is_mixed: false });
    times.count += 1;
    times.is_mixed |= played[times.first as usize].before != ply.before;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colour, Game, Kind, Piece, Ruleset};

    /// One king of each side, wandering without meeting: nothing ends the game, and every position recurs.
    fn wander(game: &mut Game, upto: usize, mut each: impl FnMut(&Game)) {
        let mut random = 7_u64;
        while game.played().len() < upto {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let quiet: alloc::vec::Vec<_> = game.legal_moves().into_iter().filter(|mv| !mv.is_capture()).collect();
            if quiet.is_empty() {
                game.undo();
            } else {
                game.play(quiet[(random >> 33) as usize % quiet.len()]).unwrap();
            }
            each(game);
        }
    }

    fn kings() -> Game {
        let ruleset = Ruleset::from_line("house draws=none").unwrap();
        let squares: alloc::vec::Vec<_> = ruleset.board().squares().into_iter().collect();
        let mut position = Position::empty(Colour::White);
        position.set(squares[1], Some(Piece { colour: Colour::White, kind: Kind::King }));
        position.set(squares[squares.len() - 2], Some(Piece { colour: Colour::Black, kind: Kind::King }));
        Game::from_position(ruleset, position)
    }

    #[test]
    fn repetitions_are_counted_as_by_looking_through_all() {
        let mut game = kings();
        let check = |game: &Game| {
            let earlier = game.played().iter().filter(|ply| ply.before == *game.position()).count();
            assert_eq!(usize::from(game.repetitions()), 1 + earlier);
        };
        wander(&mut game, 3 * LONG, check);
        // Back to before it was a long game, and forward again.
        while game.played().len() > LONG / 2 {
            game.undo();
            check(&game);
        }
        wander(&mut game, 2 * LONG, check);
        let position = game.played()[3].before;
        game.let_stand(position);
        check(&game);
    }

    #[test]
    fn security_8_a_long_game_is_no_more_work_for_each_move() {
        let mut game = kings();
        let (mut looked, mut moves) = (0, 0);
        wander(&mut game, 20_000, |game| {
            looked += game.seen.count(&game.played, game.now.hash, &game.position).1;
            moves += 1;
        });
        // Up to the 256th half-move all are examined, then at most one.
        assert!(looked <= moves + LONG * LONG, "{looked} half-moves looked at in {moves}");
    }
}

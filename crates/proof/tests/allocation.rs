//! Search-style play allocates nothing: moves are listed into lists that keep their memory, positions are copied.

use damka_rules::{Kernel, KernelVisitor, MoveList, Position, Ruleset};

/// Walks the whole tree of some depth as a search does: list, make, hash, go down, come back.
struct Search<'a> {
    lists: &'a mut [MoveList],
    position: Position,
}

impl KernelVisitor for Search<'_> {
    type Output = u64;
    fn visit<K: Kernel>(self, kernel: K) -> u64 {
        search(kernel, &self.position, self.position.hash(), self.lists)
    }
}

fn search<K: Kernel>(kernel: K, position: &Position, hash: u64, lists: &mut [MoveList]) -> u64 {
    let Some((list, below)) = lists.split_first_mut() else { return hash };
    kernel.moves(position, list);
    let children = list.iter().map(|&mv| search(kernel, &position.after(mv), position.hash_after(hash, mv), below));
    children.fold(hash, |sum, child| sum.wrapping_mul(31).wrapping_add(child))
}

#[test]
fn searching_allocates_nothing() {
    for ruleset in Ruleset::all().iter().filter(|ruleset| ruleset.move_facts().is_some()) {
        let movement = ruleset.facts().movement;
        let mut lists: Vec<MoveList> = (0..6).map(|_| MoveList::new()).collect();
        // The first search lets the lists grow.
        let first = movement.visit(Search { lists: &mut lists, position: ruleset.start() });
        let mut second = 0;
        let info = allocation_counter::measure(|| {
            second = movement.visit(Search { lists: &mut lists, position: ruleset.start() });
        });
        assert_eq!(first, second, "{}", ruleset.id());
        assert_eq!(info.count_total, 0, "{}: allocations", ruleset.id());
    }
}

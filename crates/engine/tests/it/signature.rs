//! The search is deterministic: the same positions looked at on every machine.

/// A commit that changes search or evaluation on purpose has the new number in the file and quotes it.
#[test]
fn the_search_looks_at_as_many_positions_as_it_did() {
    let known: u64 = include_str!("../../signature.txt").trim().parse().expect("a number");
    assert_eq!(
        damka_engine::bench(|_| ()),
        known,
        "`damka bench` gives another number than crates/engine/signature.txt"
    );
}

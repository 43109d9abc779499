//! Any text is a legal move, an explained refusal, or an error; never a panic.
#![no_main]

use damka_notation::fen;
use damka_notation::moves::{self, Unresolved};
use damka_rules::{Ruleset, Verdict};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (u8, &str, &str)| {
    let rulesets = Ruleset::all();
    let ruleset = &rulesets[usize::from(data.0) % rulesets.len()];
    let position = fen::read(data.1, ruleset).unwrap_or_else(|_| ruleset.start());
    match moves::resolve(ruleset, &position, data.2) {
        Ok(mv) => assert!(ruleset.legal_moves(&position).contains(&mv)),
        Err(Unresolved::Illegal { attempt, .. }) => {
            assert!(matches!(ruleset.explain(&position, &attempt), Verdict::Refused(_)));
        }
        Err(_) => {}
    }
});

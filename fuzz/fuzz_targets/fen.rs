//! Any text is read as a position or refused; what is read is written and read back the same.
#![no_main]

use damka_notation::fen;
use damka_rules::Ruleset;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (u8, &str)| {
    let rulesets = Ruleset::all();
    let ruleset = &rulesets[usize::from(data.0) % rulesets.len()];
    if let Ok(position) = fen::read(data.1, ruleset) {
        let written = fen::write(&position, ruleset);
        assert_eq!(fen::read(&written, ruleset), Ok(position), "{written}");
    }
});

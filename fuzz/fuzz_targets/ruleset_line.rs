//! Any text is a ruleset or refused; a ruleset's line reads back as the same ruleset.
#![no_main]

use damka_rules::Ruleset;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    if let Ok(ruleset) = Ruleset::from_line(line) {
        assert_eq!(Ruleset::from_line(&ruleset.line()), Ok(ruleset));
        let _ = ruleset.legal_moves(&ruleset.start());
    }
});

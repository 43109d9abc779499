//! Any text is a record or refused; what is read replays without a panic and writes itself back.
#![no_main]

use damka_conduct::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (bool, &str)| {
    let text = if data.0 {
        format!("damka-record 1\nrules: russian\nmanner: at-board\nclock: 1m\n\n{}", data.1)
    } else {
        data.1.to_owned()
    };
    if let Ok(record) = Record::read(&text) {
        let _ = record.replay();
        assert_eq!(Record::read(&record.write()).as_ref(), Ok(&record));
    }
});

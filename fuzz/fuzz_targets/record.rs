//! Any text is a record or refused. What is read plays without a panic and writes itself back, and the lines of the
//! events that it became are enough to come to the same table.
#![no_main]

use damka_conduct::{Event, Table, Transcript};
use damka_notation::SquareNames;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (u8, &str)| {
    let text = match data.0 % 3 {
        0 => format!("damka-record 2\nrules: russian\nmanner: at-board\nclock: 1m\n\n{}", data.1),
        1 => format!("damka-record 2\nrules: russian\nclock: 1x1d\nflag: claims\n\n{}", data.1),
        _ => data.1.to_owned(),
    };
    let Ok(transcript) = Transcript::read(&text) else { return };
    assert_eq!(Transcript::read(&transcript.write()).as_ref(), Ok(&transcript));
    let Ok((table, steps)) = transcript.play() else { return };
    let names = SquareNames::of(&transcript.spec.ruleset);
    let mut folded = Table::new(transcript.spec).expect("it was played");
    for step in &steps {
        for event in step.elapsed.iter().map(|(event, _)| event).chain(&step.events) {
            let kept = Event::read(&event.line(names), names);
            assert_eq!(kept.as_ref(), Ok(event));
            assert_eq!(folded.admits(event), Ok(()), "{event:?}");
            folded.evolve(event);
        }
    }
    assert_eq!(folded, table);
});

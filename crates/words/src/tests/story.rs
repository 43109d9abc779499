//! Friction 24: the record of a game reads as sentences, never in the words of its file.

use super::*;
use crate::Storyteller;
use damka_conduct::{Event, Step, Table, Transcript};
use std::path::Path;

fn events(transcript: &Transcript) -> Vec<Event> {
    let (_, steps) = transcript.play().unwrap();
    let step = |step: Step| step.elapsed.into_iter().map(|(event, _)| event).chain(step.events);
    steps.into_iter().flat_map(step).collect()
}

fn story(text: &str, words: &Words) -> Vec<String> {
    let transcript = Transcript::read(text).unwrap();
    let mut table = Table::new(transcript.spec.clone()).unwrap();
    let mut teller = Storyteller::new(words, transcript.spec.ruleset);
    for event in events(&transcript) {
        let changes = table.evolve(&event);
        teller.event(&event, &changes);
    }
    teller.finish().into_iter().map(|line| line.text).collect()
}

#[test]
fn hands_demands_and_moves_are_told_in_order() {
    let text = "damka-record 1\nrules: russian\nmanner: at-board\n\nwhite touch c3\nwhite lift g3\nwhite place h4\n\
                white release\nwhite press\nblack demand\nwhite lift c3\nwhite place d4\nwhite release\nwhite press\n";
    let expected = [
        "Белые дотрагиваются до c3, переставляют шашку g3 на h4.",
        "Белые переключают часы.",
        "Нарушение белых: тронута одна своя шашка, а ход сделан другой. \
         Чёрные могут потребовать исправить всё целиком или согласиться, сделав ход.",
        "Чёрные требуют исправления.",
        "Нарушение белых исправлено целиком.",
        "Белые: c3-d4.",
        "Белые переключают часы.",
    ];
    let told = story(text, &Words::new(Language::Russian));
    let mut sorted = (told.clone(), expected.map(str::to_owned).to_vec());
    sorted.0.sort();
    sorted.1.sort();
    assert_eq!(sorted.0, sorted.1, "{told:#?}");
    let place = |text: &str| told.iter().position(|line| line.starts_with(text)).unwrap();
    assert!(place("Белые дотрагиваются") < place("Нарушение белых: "), "{told:#?}");
    assert!(place("Чёрные требуют") < place("Нарушение белых исправлено"), "{told:#?}");
}

/// Every record of the documents, in every language: whole sentences, no ids of clauses, no word of the file's grammar.
#[test]
fn every_record_of_the_documents_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for words in all_words() {
            let told = story(&text, &words);
            assert!(!told.is_empty());
            for line in told {
                check_sentence(&line);
                assert!(!line.contains('['), "{line}");
                let is_raw = ["white ", "black ", "nobody ", "arbiter "].iter().any(|word| line.starts_with(word));
                assert!(!is_raw, "{line}");
                count += 1;
            }
        }
    }
    assert!(count > 300, "{count}");
}

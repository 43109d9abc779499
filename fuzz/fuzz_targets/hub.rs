//! Any bytes are a conversation: no line makes a session panic, and every search that begins gets its answer.
#![no_main]

use damka_engine::{Line, Report, Score};
use damka_protocols::dxp::DxpMessage;
use damka_protocols::hub::{Action, Session, Task};
use damka_protocols::read_line;
use libfuzzer_sys::fuzz_target;

/// What a search says that plays the first legal move.
fn first_move(task: &Task) -> Report {
    let moves = task.game.legal_moves().into_iter().take(1).collect();
    Report { depth: 1, lines: vec![Line { score: Score::DRAW, moves }], ..Report::default() }
}

fuzz_target!(|data: &[u8]| {
    let _ = DxpMessage::decode(&String::from_utf8_lossy(data)).map(|message| message.encode());
    let mut input = data;
    let mut session = Session::new();
    let mut task: Option<Box<Task>> = None;
    while let Ok(Some(incoming)) = read_line(&mut input) {
        let mut actions = session.receive(incoming);
        while !actions.is_empty() {
            let mut next = Vec::new();
            for action in actions {
                match action {
                    Action::Quit => return,
                    Action::Prepare(_) => next.extend(session.prepared()),
                    Action::Search(wanted) => assert!(task.replace(wanted).is_none(), "two searches at once"),
                    // Only a stop ends a search here, so that the lines after a go meet a busy engine.
                    Action::Tell(damka_engine::Signal::Stop) => {
                        let report = first_move(&task.take().expect("a search"));
                        assert!(!session.found(&report).is_empty());
                        next.extend(session.finished(&report));
                    }
                    Action::Say(message) => {
                        let text = message.to_string();
                        assert!(!text.contains('\n'), "{text}");
                    }
                    Action::Tell(_) | Action::Forget => {}
                }
            }
            actions = next;
        }
    }
});

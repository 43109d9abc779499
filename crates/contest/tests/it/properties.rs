//! Random commands: what is decided is admitted, what is written reads back, and nothing panics.

use crate::hands::Hall;
use damka_conduct::Worded;
use damka_contest::{Actor, BoardId, By, Command, ContestRecord, EntrantTerm, Event, Fresh, Outcome};
use proptest::prelude::*;

fn cases() -> u32 {
    std::env::var("DAMKA_PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

fn command() -> impl Strategy<Value = Command> {
    let outcome = || proptest::sample::select(Outcome::ALL);
    let board = || (1..3_u16, 1..6_u16, 1..3_u16).prop_map(|(round, table, game)| BoardId { round, table, game });
    prop_oneof![
        4 => (1..7_u16, any::<bool>()).prop_map(|(entrant, in_room)| Command::Enter {
            entrant, in_room, strength: Some(entrant * 100), terms: Vec::new(), fresh: Fresh::default(),
        }),
        1 => (1..7_u16).prop_map(Command::Out),
        1 => (1..7_u16, proptest::sample::select(EntrantTerm::ALL), "white|black|russian|c1|x")
            .prop_map(|(entrant, term, value)| Command::Term(entrant, term, value)),
        2 => Just(Command::Begin(Fresh::default())),
        2 => (1..7_u16, 1..7_u16, any::<bool>()).prop_map(|(white, black, in_room)| Command::Pair {
            white, black, in_room, fresh: Fresh::default(),
        }),
        2 => Just(Command::PairFree(Fresh::default())),
        4 => (1..7_u16).prop_map(|entrant| Command::Ready { entrant, fresh: Fresh::default() }),
        1 => (1..7_u16).prop_map(Command::Rest),
        3 => (board(), outcome()).prop_map(|(board, outcome)| Command::Result { board, outcome }),
        1 => (1..7_u16).prop_map(Command::Walkover),
        3 => outcome().prop_map(|outcome| Command::GameOver { game: "open".into(), outcome }),
        1 => any::<bool>().prop_map(Command::HostAwaited),
        1 => Just(Command::Elapse),
        1 => Just(Command::Close),
    ]
}

fn actor() -> impl Strategy<Value = By> {
    let own = || proptest::option::of(1..7_u16);
    prop_oneof![
        3 => own().prop_map(|entrant| By { actor: Actor::Owner, entrant }),
        1 => Just(By::alone(Actor::Arbiter)),
        2 => (1..7_u16).prop_map(|number| By::alone(Actor::Entrant(number))),
        2 => Just(By::alone(Actor::Nobody)),
    ]
}

/// What only the hall knows comes into the command.
fn supplied(hall: &mut Hall, command: Command, seed: u64) -> Command {
    let fresh = hall.fresh(seed);
    match command {
        Command::Enter { entrant, in_room, strength, terms, .. } => {
            Command::Enter { entrant, in_room, strength, terms, fresh }
        }
        Command::Begin(_) => Command::Begin(fresh),
        Command::Pair { white, black, in_room, .. } => Command::Pair { white, black, in_room, fresh },
        Command::PairFree(_) => Command::PairFree(fresh),
        Command::Ready { entrant, .. } => Command::Ready { entrant, fresh },
        Command::GameOver { outcome, .. } => {
            let open = hall.contest.open_boards().find_map(|board| board.game.clone());
            Command::GameOver { game: open.unwrap_or("none".into()), outcome }
        }
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn random_contests_are_sound(
        kind in proptest::sample::select(&["match", "simul", "evening"][..]),
        steps in proptest::collection::vec((actor(), command(), any::<u64>()), 0..60),
    ) {
        let more = match kind {
            "match" => ("length", "best-of 3"),
            "simul" => ("host-clock", "20s"),
            _ => ("late", "no"),
        };
        let mut hall = Hall::new(&[("kind", kind), more]);
        for (by, command, seed) in steps {
            let command = supplied(&mut hall, command, seed);
            let before = hall.contest.clone();
            if hall.act(by, &command).is_err() {
                prop_assert_eq!(&hall.contest, &before, "what is refused changes nothing");
            }
        }
        hall.check_record();
        // Nobody has two games at once, but for the host of a display.
        for entrant in hall.contest.entrants() {
            let open = hall.contest.open_boards().filter(|board| board.side_of(entrant.number).is_some()).count();
            prop_assert!(open <= 1 || kind == "simul" && entrant.number == 1);
        }
        let points: u32 = hall.contest.standings().iter().map(|row| row.points).sum();
        let games = hall.contest.boards().iter().filter(|board| board.result.is_some()).count() as u32;
        prop_assert!(points <= 2 * games);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,200}", line in "1 0:00.000 (owner|nobody|entrant.[0-9]) [a-z-]{1,8}( [0-9.a-z]{1,6}){0,5}") {
        let _ = Event::read(&text);
        if let Ok(event) = Event::read(&line) {
            prop_assert_eq!(Event::read(&event.line()), Ok(event));
        }
        let _ = ContestRecord::read(&format!("damka-contest 1\nkind: evening\n\n{line}\n"));
        let _ = ContestRecord::read(&text);
    }
}

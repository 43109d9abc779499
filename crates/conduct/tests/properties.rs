//! Whatever people do, in whatever order, some things stay true.

use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Change, Claim, Event, GameSpec, Manner, Record, Ruling, Table};
use damka_notation::{Cell, SquareNames};
use damka_rules::{Colour, Ruleset};
use proptest::prelude::*;

/// One thing that somebody does: numbers that are turned into an event that fits the board at that moment.
#[derive(Clone, Copy, Debug)]
struct Doing {
    who: u8,
    what: u8,
    cell: u8,
    wait: u16,
}

fn doing() -> impl Strategy<Value = Doing> {
    (any::<u8>(), any::<u8>(), any::<u8>(), 0..2000_u16).prop_map(|(who, what, cell, wait)| Doing {
        who,
        what,
        cell,
        wait,
    })
}

fn cell(number: u8, width: u8) -> Cell {
    Cell { column: number % width, row: number / width % width }
}

/// A whole legal move, if there is one.
fn legal_move(table: &Table, number: u8) -> Option<Act> {
    let ruleset = table.spec().ruleset;
    let names = SquareNames::of(&ruleset);
    let moves = table.game().legal_moves();
    let mv = moves.get(usize::from(number) % moves.len().max(1))?;
    let path = ruleset.paths(table.game().position(), *mv, 1).pop()?;
    Some(Act::Move(path.into_iter().map(|square| names.cell(square)).collect()))
}

fn act(table: &Table, doing: Doing) -> Act {
    let width = table.spec().ruleset.board().width();
    let here = cell(doing.cell, width);
    let side = if doing.cell.is_multiple_of(2) { Colour::White } else { Colour::Black };
    match doing.what % 32 {
        0 => Act::Adjust,
        1 | 2 => Act::Touch(here),
        3..=6 => Act::Lift(here),
        7..=10 => Act::Place(here),
        11..=13 => Act::Release,
        14 | 15 => Act::Remove(here),
        16 => Act::Crown(here),
        17 | 18 => Act::Press,
        19 => Act::Demand,
        20 => Act::Offer,
        21 => Act::Decline,
        22 => Act::AskBack,
        23 => Act::AgreeBack,
        24 => [Act::Leave, Act::Return, Act::Insist][usize::from(doing.cell) % 3].clone(),
        25 => {
            Act::Claim([Claim::Draw, Claim::NobodyCanWin, Claim::Gone, Claim::WrongSetup][usize::from(doing.cell) % 4])
        }
        26 => Act::Rule(
            [Ruling::Correct, Ruling::Stand, Ruling::Pause, Ruling::Resume, Ruling::Time(side, Millis(90_000))]
                [usize::from(doing.cell) % 5],
        ),
        27 => Act::Disturbance,
        _ => legal_move(table, doing.cell).unwrap_or(Act::Press),
    }
}

fn actor(act: &Act, doing: Doing) -> Actor {
    match act {
        Act::Rule(_) => Actor::Arbiter,
        Act::Disturbance => Actor::Nobody,
        _ if doing.who.is_multiple_of(2) => Actor::Side(Colour::White),
        _ => Actor::Side(Colour::Black),
    }
}

fn pieces(table: &Table, colour: Colour) -> usize {
    table.board().pieces().filter(|(_, piece)| piece.colour == colour).count()
}

fn check(spec: GameSpec, doings: &[Doing]) -> Result<(), TestCaseError> {
    let mut table = Table::new(spec.clone()).expect("a game");
    let start = Colour::ALL.map(|colour| pieces(&table, colour));
    let mut left = Colour::ALL.map(|side| table.reading(side, Millis(0)).remaining);
    let mut time = 0;
    let mut events = Vec::new();
    for doing in doings {
        time += u64::from(doing.wait);
        let act = act(&table, *doing);
        let event = Event { time: Millis(time), actor: actor(&act, *doing), act };
        let board = table.board().clone();
        let result = table.apply(&event);
        if result.is_err() {
            prop_assert_eq!(table.board(), &board, "what is refused changes nothing: {:?}", event);
        }
        let restarted =
            matches!(&result, Ok(changes) if changes.iter().any(|change| matches!(change, Change::Corrected { .. })));
        for colour in Colour::ALL {
            prop_assert!(restarted || pieces(&table, colour) <= start[colour as usize].max(12), "no piece is created");
        }
        if table.is_settled() && table.ending().is_none() {
            prop_assert_eq!(&table.board().position(table.to_move()), table.game().position(), "after {:?}", event);
        }
        // Without a bonus, time only ever runs out, unless the arbiter sets it.
        let now = Colour::ALL.map(|side| table.reading(side, Millis(time)).remaining);
        if !matches!(event.act, Act::Rule(Ruling::Time(..))) {
            prop_assert!(now.iter().zip(&left).all(|(now, before)| now <= before), "{:?} then {:?}", left, now);
        }
        left = now;
        events.push(event);
    }
    let record = Record { spec, events };
    let read = Record::read(&record.write()).expect("what is written reads back");
    prop_assert_eq!(&read, &record);
    let (again, _) = read.replay().expect("a game");
    prop_assert_eq!(again.board(), table.board(), "a replay gives the same board");
    prop_assert_eq!(again.ending(), table.ending());
    prop_assert_eq!(again.game().position(), table.game().position());
    prop_assert_eq!(again.running(), table.running());
    Ok(())
}

fn spec(id: &str, manner: Manner, clock: &str) -> GameSpec {
    let mut spec = GameSpec::new(Ruleset::named(id).expect("a ruleset"));
    spec.manner = manner;
    spec.clocks = [clock.parse().expect("a clock"), clock.parse().expect("a clock")];
    spec
}

/// `DAMKA_PROPTEST_CASES` raises the number of games.
fn cases() -> u32 {
    std::env::var("DAMKA_PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(512)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases()) })]

    #[test]
    fn at_the_board(doings in prop::collection::vec(doing(), 0..120), clock in prop_oneof![Just("none"), Just("1m")]) {
        check(spec("russian", Manner::AtBoard, clock), &doings)?;
    }

    #[test]
    fn strict(doings in prop::collection::vec(doing(), 0..120)) {
        check(spec("international", Manner::Strict, "8m"), &doings)?;
        check(spec("stavropol", Manner::Strict, "none"), &doings)?;
    }

    #[test]
    fn any_text_is_a_record_or_refused(text in ".{0,200}", lines in prop::collection::vec("[a-z0-9:. -]{0,30}", 0..8)) {
        let _ = Record::read(&text);
        let _ = Record::read(&format!("damka-record 1\nrules: russian\n\n{}", lines.join("\n")));
        let _ = Record::read(&format!("damka-record 1\n{}", lines.join("\n")));
    }
}

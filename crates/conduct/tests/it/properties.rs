//! Whatever people do, in whatever order, some things stay true.

use damka_conduct::clock::Millis;
use damka_conduct::{
    Act, Actor, Change, Claim, Command, Entry, Event, FlagFalls, GameId, GameSpec, Hand, Intent, Line, Manner, Pace,
    Ruling, Table, Transcript,
};
use damka_notation::{Cell, SquareNames};
use damka_rules::{Colour, Ruleset};
use proptest::prelude::*;

/// One thing that somebody tries: numbers that are turned into an act that fits the board at that moment.
#[derive(Clone, Copy, Debug)]
struct Try {
    who: u8,
    what: u8,
    cell: u8,
    wait: u16,
}

fn tries() -> impl Strategy<Value = Try> {
    (any::<u8>(), any::<u8>(), any::<u8>(), 0..2000_u16).prop_map(|(who, what, cell, wait)| Try {
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
fn legal_move(table: &Table, number: u8) -> Option<Intent> {
    let ruleset = table.spec().ruleset;
    let names = SquareNames::of(&ruleset);
    let moves = table.game().legal_moves();
    let mv = moves.get(usize::from(number) % moves.len().max(1))?;
    let path = ruleset.paths(table.game().position(), *mv, 1).pop()?;
    Some(Act::Move(path.into_iter().map(|square| names.cell(square)).collect()))
}

fn intent(table: &Table, tried: Try) -> Intent {
    let width = table.spec().ruleset.board().width();
    let here = cell(tried.cell, width);
    let side = if tried.cell.is_multiple_of(2) { Colour::White } else { Colour::Black };
    let number = usize::from(tried.cell);
    match tried.what % 36 {
        0 => Act::Hand(Hand::Adjust),
        1 | 2 => Act::Hand(Hand::Touch(here)),
        3..=6 => Act::Hand(Hand::Lift(here)),
        7..=10 => Act::Hand(Hand::Place(here)),
        11..=13 => Act::Hand(Hand::Release),
        14 | 15 => Act::Hand(Hand::Remove(here)),
        16 => Act::Hand(Hand::Crown(here)),
        17 | 18 => Act::Press,
        19 => [Act::Demand, Act::VainDemand][number % 2].clone(),
        20 => Act::Offer,
        21 => Act::Decline,
        22 => Act::AskBack,
        23 => Act::AgreeBack,
        31 => [Act::AskPause, Act::AgreePause, Act::EndPause][number % 3].clone(),
        32 => [Act::Vacation(Millis(900 * number as u64)), Act::Back, Act::VacationOver(side)][number % 3].clone(),
        24 => [Act::Leave, Act::Return, Act::Insist][number % 3].clone(),
        25 => Act::Claim([Claim::Draw, Claim::NobodyCanWin, Claim::Gone, Claim::WrongSetup, Claim::Flag][number % 5]),
        26 => Act::Rule(
            [Ruling::Correct, Ruling::Stand, Ruling::Pause, Ruling::Resume, Ruling::Time(side, Millis(90_000))]
                [number % 5],
        ),
        27 => Act::Disturbance,
        28 => [Act::CannotWin(side), Act::Unproved, Act::Flag(side), Act::Credit(Millis(700))][number % 4].clone(),
        29 => [Act::Rematch, Act::RematchMade(GameId::new("next")), Act::Note("so".to_owned())][number % 3].clone(),
        30 if number < 40 => [Act::Resign, Act::Accept, Act::Drop, Act::Rule(Ruling::Annul)][number % 4].clone(),
        _ => legal_move(table, tried.cell).unwrap_or(Act::Press),
    }
}

fn actor(intent: &Intent, tried: Try) -> Actor {
    let side = if tried.who.is_multiple_of(2) { Colour::White } else { Colour::Black };
    match intent {
        Act::Rule(_) => Actor::Arbiter,
        Act::Disturbance
        | Act::CannotWin(_)
        | Act::Unproved
        | Act::Flag(_)
        | Act::VacationOver(_)
        | Act::Credit(_)
        | Act::RematchMade(_) => Actor::Nobody,
        _ => Actor::Player(side, 1 + tried.who / 128),
    }
}

fn pieces(table: &Table, colour: Colour) -> usize {
    table.board().pieces().filter(|(_, piece)| piece.colour == colour).count()
}

/// Decides twice and compares: deciding changes nothing, and what was decided is admitted and evolves.
fn decide(
    table: &mut Table,
    command: &Command,
    now: Millis,
    log: &mut Vec<Event>,
) -> Result<Vec<Change>, TestCaseError> {
    let before = table.clone();
    let decided = table.decide(command, now);
    prop_assert_eq!(&*table, &before, "deciding changes nothing: {:?}", command);
    prop_assert_eq!(&table.decide(command, now), &decided, "the same again");
    let mut changes = Vec::new();
    for event in decided.unwrap_or_default() {
        prop_assert_eq!(table.admits(&event), Ok(()), "what was decided is admitted: {:?}", event);
        changes.extend(table.evolve(&event));
        log.push(event);
    }
    Ok(changes)
}

fn check(spec: GameSpec, tries: &[Try]) -> Result<(), TestCaseError> {
    let mut table = Table::new(spec.clone()).expect("a game");
    let start = Colour::ALL.map(|colour| pieces(&table, colour));
    let mut left = Colour::ALL.map(|side| table.reading(side, Millis(0)).remaining);
    let (mut events, mut entries) = (Vec::new(), Vec::new());
    let mut time = Millis::ZERO;
    for tried in tries {
        // A credit ends in the future.
        let since = time.max(table.now());
        time = since.plus(Millis(u64::from(tried.wait)));
        charges_once(&table, since, time)?;
        decide(&mut table, &Command::Elapse, time, &mut events)?;
        let intent = intent(&table, *tried);
        let entry = Entry { time, actor: actor(&intent, *tried), intent };
        let command = Command::act(entry.actor, entry.intent.clone());
        let changes = decide(&mut table, &command, time, &mut events)?;
        let restarted = changes.iter().any(|change| matches!(change, Change::Corrected { .. }));
        for colour in Colour::ALL {
            prop_assert!(restarted || pieces(&table, colour) <= start[colour as usize].max(12), "no piece is created");
        }
        if table.is_settled() && table.ending().is_none() {
            prop_assert_eq!(&table.board().position(table.to_move()), table.game().position(), "after {:?}", entry);
        }
        // Without a bonus, time only ever runs out, unless the arbiter sets it.
        let now = Colour::ALL.map(|side| table.reading(side, time).remaining);
        if !matches!(entry.intent, Act::Rule(Ruling::Time(..))) {
            prop_assert!(now.iter().zip(&left).all(|(now, before)| now <= before), "{:?} then {:?}", left, now);
        }
        left = now;
        entries.push(entry);
    }
    folds_back(&spec, &table, &events)?;
    reads_back(spec, entries, &table)
}

/// While nobody acts, the clock that runs is charged for exactly the time that passes, and no other; a side on vacation,
/// and both in a pause, for nothing.
fn charges_once(table: &Table, since: Millis, until: Millis) -> Result<(), TestCaseError> {
    let used = |side, now| table.reading(side, now).used.0;
    let spent = Colour::ALL.map(|side| used(side, until) - used(side, since));
    let passed = until.minus(since).0;
    for side in Colour::ALL {
        let runs = table.running() == Some(side);
        let left = table.flag_claimable(side.other()).map_or(u64::MAX, |at| at.minus(since).0);
        prop_assert!(spent[side as usize] <= passed);
        prop_assert!(runs || spent[side as usize] == 0, "only the clock that runs is charged");
        prop_assert!(!runs || spent[side as usize] == passed.min(left) || table.spec().flag == FlagFalls::ByItself);
        prop_assert!(table.away_until(side).is_none() || spent[side as usize] == 0, "nothing is charged on vacation");
        prop_assert!(!table.is_paused() || spent[side as usize] == 0, "nothing is charged in a pause");
    }
    Ok(())
}

/// The lines of the events, folded, give the same state.
fn folds_back(spec: &GameSpec, table: &Table, events: &[Event]) -> Result<(), TestCaseError> {
    let names = SquareNames::of(&spec.ruleset);
    let mut again = Table::new(spec.clone()).expect("a game");
    for event in events {
        let line = event.line(names);
        prop_assert_eq!(&Line::read(&line, names), &Ok(Line::Event(event.clone())), "{}", line);
        prop_assert_eq!(again.admits(event), Ok(()), "{}", line);
        again.evolve(event);
    }
    prop_assert_eq!(&again, table, "a fold of the events gives the same table");
    Ok(())
}

/// A transcript of what was tried leads to the same game.
fn reads_back(spec: GameSpec, entries: Vec<Entry>, table: &Table) -> Result<(), TestCaseError> {
    let transcript = Transcript { spec, names: [Vec::new(), Vec::new()], entries };
    let read = Transcript::read(&transcript.write()).expect("what is written reads back");
    prop_assert_eq!(&read, &transcript);
    let (again, _) = read.play().expect("a game");
    prop_assert_eq!(&again, table);
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
    fn at_the_board(tries in prop::collection::vec(tries(), 0..120), clock in prop_oneof![Just("none"), Just("1m")]) {
        check(spec("russian", Manner::AtBoard, clock), &tries)?;
    }

    #[test]
    fn strict(tries in prop::collection::vec(tries(), 0..120)) {
        check(spec("international", Manner::Strict, "8m"), &tries)?;
        check(spec("stavropol", Manner::Strict, "none"), &tries)?;
    }

    #[test]
    fn short_of_time(tries in prop::collection::vec(tries(), 0..120), lenient in any::<bool>()) {
        let mut spec = spec("russian", Manner::Strict, "15s");
        spec.flag_draws_without_winner = lenient;
        check(spec, &tries)?;
    }

    #[test]
    fn over_days(tries in prop::collection::vec(tries(), 0..120), claims in any::<bool>(), clock in prop_oneof![Just("1x20s"), Just("15s")]) {
        let mut spec = spec("russian", Manner::Strict, clock);
        spec.pace = Pace::Days;
        if claims {
            spec.flag = FlagFalls::ByClaim;
        }
        check(spec, &tries)?;
    }

    #[test]
    fn any_text_is_a_transcript_or_refused(text in ".{0,200}", lines in prop::collection::vec("[a-z0-9:. -]{0,30}", 0..8)) {
        let _ = Transcript::read(&text);
        let _ = Transcript::read(&format!("damka-record 1\nrules: russian\n\n{}", lines.join("\n")));
        let _ = Transcript::read(&format!("damka-record 2\n{}", lines.join("\n")));
    }
}

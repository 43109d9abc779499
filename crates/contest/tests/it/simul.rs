//! Simultaneous displays.

use crate::hands::{Hall, pairs};
use damka_conduct::clock::Millis;
use damka_conduct::{GameId, View};
use damka_contest::{Actor, By, Command, Deed, EntrantTerm, Outcome, Refused, Source, Stage};
use damka_rules::Colour;

const HOST: By = By { actor: Actor::Owner, entrant: Some(1) };

/// A display with a host and guests 2, 3, …
fn hall(more: &[(&str, &str)], guests: u16) -> Hall {
    let mut lines = vec![("kind", "simul"), ("rules", "russian")];
    lines.extend(more);
    let mut hall = Hall::new(&lines);
    for number in 1..=guests + 1 {
        hall.enter(number);
    }
    hall
}

fn begin(hall: &mut Hall, seed: u64) -> Result<(), Refused> {
    let fresh = hall.fresh(seed);
    hall.act(HOST, &Command::Begin(fresh)).map(drop)
}

fn over(hall: &mut Hall, guest: u16, outcome: Outcome) {
    let game = hall.contest.open_board_of(guest).unwrap().game.clone().unwrap();
    hall.act(By::alone(Actor::Nobody), &Command::GameOver { game, outcome }).unwrap();
}

#[test]
fn one_plays_against_several_at_once() {
    // clauses: A.mode.2
    let mut hall = hall(&[], 3);
    begin(&mut hall, 1).unwrap();
    assert_eq!(pairs(&hall.events), [(1, 2), (1, 3), (1, 4)]);
    over(&mut hall, 2, Outcome::White);
    over(&mut hall, 4, Outcome::Black);
    assert_eq!(hall.act(HOST, &Command::Close), Err(Refused::BoardsOpen(1)));
    over(&mut hall, 3, Outcome::Draw);
    let host = hall.contest.standings().into_iter().find(|row| row.entrant == 1).unwrap();
    assert_eq!((host.points, host.won, host.drawn, host.lost), (3, 1, 1, 1));
    hall.act(HOST, &Command::Close).unwrap();
    assert_eq!(hall.contest.stage(), Stage::Over);
    hall.check_record();
}

#[test]
fn each_guest_has_rules_colour_and_odds_of_their_own() {
    // clauses: A.mode.7
    let mut hall = hall(&[("seat-white", "record none"), ("clock-white", "1h+90s"), ("clock-black", "20m+30s")], 3);
    hall.act(HOST, &Command::Term(2, EntrantTerm::Rules, "international".to_owned())).unwrap();
    hall.act(HOST, &Command::Term(3, EntrantTerm::Colour, "white".to_owned())).unwrap();
    hall.act(HOST, &Command::Term(4, EntrantTerm::Odds, "c1,e1".to_owned())).unwrap();
    let bad = hall.act(HOST, &Command::Term(4, EntrantTerm::Odds, "z9".to_owned()));
    assert!(matches!(bad, Err(Refused::Terms(_))), "{bad:?}");
    begin(&mut hall, 1).unwrap();
    let spec = |guest| {
        let board = hall.contest.open_board_of(guest).unwrap();
        (board.white, hall.contest.game_spec(board.id, board.white, board.black).unwrap())
    };
    let (white, international) = spec(2);
    assert_eq!((white, international.ruleset.id()), (1, "international"));
    let (white, turned) = spec(3);
    assert_eq!(white, 3, "the guest has White");
    assert_eq!((turned.seats[1].view, turned.seats[0].view), (View::Record, View::Board), "the host is blindfold");
    assert_eq!((turned.clocks[0].to_string(), turned.clocks[1].to_string()), ("20m+30s".into(), "1h+90s".into()));
    assert_eq!(spec(4).1.odds.len(), 2);
    hall.check_record();
}

#[test]
fn colours_come_by_lot_in_turn_or_as_the_host_wishes() {
    let whites = |colours: &str, seed| {
        let mut hall = hall(&[("colours", colours)], 8);
        begin(&mut hall, seed).unwrap();
        pairs(&hall.events).into_iter().filter(|(white, _)| *white == 1).count()
    };
    assert_eq!((whites("white", 1), whites("black", 1), whites("alternate", 1)), (8, 0, 4));
    assert!((1..8).contains(&whites("lots", 1)));
    assert_eq!(whites("lots", 9), whites("lots", 9), "the same seed draws the same");
}

#[test]
fn late_guests_get_a_board_where_that_was_agreed() {
    let mut hall = hall(&[], 2);
    begin(&mut hall, 1).unwrap();
    hall.enter(4);
    assert_eq!(hall.contest.boards().len(), 3);
    let mut closed = self::hall(&[("late", "no")], 2);
    begin(&mut closed, 1).unwrap();
    let by = By::alone(Actor::Entrant(4));
    assert_eq!(closed.act(by, &Command::enter(4)), Err(Refused::TooLate));
}

#[test]
fn the_host_accepts_guests_who_ask() {
    let mut hall = Hall::new(&[("kind", "simul"), ("joining", "asked")]);
    hall.owner(&Command::enter(1)).unwrap();
    hall.enter(2);
    assert_eq!(begin(&mut hall, 1), Err(Refused::TooFew), "an applicant has no board");
    assert_eq!(hall.act(By::alone(Actor::Entrant(2)), &Command::enter(2)), Err(Refused::AlreadyDone));
    assert_eq!(hall.act(By::alone(Actor::Entrant(9)), &Command::enter(2)), Err(Refused::NotYours));
    hall.owner(&Command::enter(2)).unwrap();
    begin(&mut hall, 1).unwrap();
    assert_eq!(hall.contest.boards().len(), 1);
    hall.check_record();
}

#[test]
fn boards_in_the_room_have_typed_results() {
    let mut hall = hall(&[], 1);
    let room =
        Command::Enter { entrant: 3, in_room: true, strength: None, terms: Vec::new(), fresh: Default::default() };
    hall.owner(&room).unwrap();
    begin(&mut hall, 1).unwrap();
    let board = hall.contest.open_board_of(3).unwrap().clone();
    assert_eq!(board.game, None);
    hall.act(HOST, &Command::Result { board: board.id, outcome: Outcome::White }).unwrap();
    assert_eq!(hall.contest.board(board.id).unwrap().result.unwrap().source, Source::Typed);
    // A slip of the pen is corrected.
    hall.act(HOST, &Command::Result { board: board.id, outcome: Outcome::Draw }).unwrap();
    assert_eq!(hall.contest.board(board.id).unwrap().result.unwrap().outcome, Outcome::Draw);
    hall.check_record();
}

#[test]
fn at_closing_time_the_host_gives_and_the_arbiter_decides() {
    let mut hall = hall(&[], 3);
    begin(&mut hall, 1).unwrap();
    let ids: Vec<_> = hall.contest.boards().iter().map(|board| board.id).collect();
    let host_wins = Command::Result { board: ids[0], outcome: Outcome::White };
    assert_eq!(hall.act(HOST, &host_wins), Err(Refused::OwnGame));
    hall.act(HOST, &Command::Result { board: ids[0], outcome: Outcome::Draw }).unwrap();
    hall.act(HOST, &Command::Result { board: ids[1], outcome: Outcome::Black }).unwrap();
    hall.act(By::alone(Actor::Arbiter), &Command::Result { board: ids[2], outcome: Outcome::White }).unwrap();
    assert!(hall.contest.boards().iter().all(|board| board.result.unwrap().source == Source::Settled));
    // The game reports its end afterwards; that changes nothing.
    let game = hall.contest.boards()[0].game.clone().unwrap();
    let late = hall.act(By::alone(Actor::Nobody), &Command::GameOver { game, outcome: Outcome::White });
    assert_eq!(late, Err(Refused::AlreadyDone));
    hall.act(HOST, &Command::Close).unwrap();
    hall.check_record();
}

#[test]
fn one_clock_of_the_host_runs_over_all_boards() {
    let mut hall = hall(&[("host-clock", "60s")], 2);
    begin(&mut hall, 1).unwrap();
    let spec = |at: usize| {
        let board = &hall.contest.boards()[at];
        hall.contest.game_spec(board.id, board.white, board.black).unwrap()
    };
    assert_eq!(spec(0).contest_clock, Some(Colour::White));
    let nobody = By::alone(Actor::Nobody);
    hall.act(nobody, &Command::HostAwaited(true)).unwrap();
    assert_eq!(hall.act(nobody, &Command::HostAwaited(true)), Err(Refused::AlreadyDone));
    hall.now = hall.now.plus(Millis::seconds(19));
    hall.act(nobody, &Command::HostAwaited(false)).unwrap();
    assert_eq!(hall.contest.host_clock().unwrap().left(hall.now), Millis::seconds(39));
    hall.now = hall.now.plus(Millis::minutes(5));
    hall.act(nobody, &Command::HostAwaited(true)).unwrap();
    let due = hall.contest.next_due().unwrap();
    hall.now = due.plus(Millis::minutes(1));
    let fell = hall.act(nobody, &Command::Elapse).unwrap();
    assert_eq!((&fell[0].deed, fell[0].time), (&Deed::ClockFell, due), "stamped when it was due");
    assert_eq!(hall.contest.next_due(), None);
    assert_eq!(hall.act(HOST, &Command::HostAwaited(true)), Err(Refused::NotYours));
    hall.check_record();
}

#[test]
fn a_guest_may_leave_and_two_hundred_may_come() {
    let mut hall = hall(&[], 200);
    begin(&mut hall, 1).unwrap();
    assert_eq!(hall.contest.boards().len(), 200);
    hall.act(By::alone(Actor::Entrant(7)), &Command::Out(7)).unwrap();
    assert!(hall.contest.open_board_of(7).is_some(), "the game ends at its table");
    assert_eq!(hall.act(By::alone(Actor::Entrant(8)), &Command::Out(9)), Err(Refused::NotYours));
    assert_eq!(hall.act(HOST, &Command::Out(1)), Err(Refused::NotYours), "the host closes the display");
    assert_eq!(hall.contest.board_of(&GameId::new("nowhere")), None);
    hall.check_record();
}

//! What a table answers when it is asked: rights, questions on the table, what was touched, which clock runs.

use crate::{at_board, at_board_with, last};
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Change, Command, Ending, Incorrect, Refused, Table, Violation, Worded};
use damka_rules::{Colour, EndReason};

const HEAD: &str = "rules: russian";
const CLOCK: &str = "rules: russian\nclock: 5m";
const AT_BOARD: &str = "rules: russian\nmanner: at-board\nclock: 5m";
/// A turn by hand, not pressed.
const C3_D4: &str = "white lift c3; white place d4; white release";

fn after(head: &str, events: &str) -> Table {
    at_board_with(head, events)
}

/// What White and Black may do at a time, as words.
fn rights(table: &Table, now: u64) -> [String; 2] {
    let words = |side| table.rights(side, Millis(now)).iter().map(|right| right.word()).collect::<Vec<_>>().join(" ");
    [words(Colour::White), words(Colour::Black)]
}

#[test]
fn rights_follow_the_game() {
    assert_eq!(rights(&after(HEAD, ""), 0), ["move offer drop resign", "offer drop resign"]);
    let one = after(HEAD, "white move c3 d4");
    assert_eq!(rights(&one, 0), ["offer ask-back drop resign", "move press offer ask-back drop resign"]);
    let two = after(HEAD, "white move c3 d4; black move f6 e5");
    assert_eq!(rights(&two, 0), ["move press offer ask-back resign", "offer ask-back resign"]);
    let clocked = after(CLOCK, "0:00 white move c3 d4");
    assert_eq!(rights(&clocked, 0), ["offer ask-back drop resign", "move press offer ask-back drop resign"]);
    let over = after(HEAD, "white resign");
    assert_eq!(rights(&over, 0), ["", ""]);
}

#[test]
fn a_question_gives_the_other_side_the_right_to_answer() {
    let offered = after(HEAD, "white offer");
    assert_eq!((offered.offer(), offered.asks_back(), offered.claims_no_win()), (Some(Colour::White), None, None));
    assert_eq!(rights(&offered, 0), ["move drop resign", "answer drop resign"]);
    let asked = after(HEAD, "white move c3 d4; white ask-back");
    assert_eq!((asked.offer(), asked.asks_back(), asked.claims_no_win()), (None, Some(Colour::White), None));
    assert_eq!(rights(&asked, 0)[1], "move press offer answer ask-back drop resign");
    let claimed = after(HEAD, "black claim nobody-can-win");
    assert_eq!((claimed.offer(), claimed.asks_back(), claimed.claims_no_win()), (None, None, Some(Colour::Black)));
    assert_eq!(rights(&claimed, 0)[0], "move offer answer drop resign");
}

#[test]
fn an_offer_stays_until_the_other_side_moves() {
    assert_eq!(after(HEAD, "white offer; white move c3 d4").offer(), Some(Colour::White));
    assert_eq!(after(HEAD, "white offer; white move c3 d4; black move f6 e5").offer(), None);
}

#[test]
fn absence_can_be_claimed_from_an_instant_on() {
    let gone = after(CLOCK, "0:00 white move c3 d4; 0:10 black leave");
    assert_eq!(gone.claimable_from(Colour::White), Some(Millis(70_000)));
    assert!(!rights(&gone, 69_999)[0].contains("claim-gone"));
    assert!(rights(&gone, 70_000)[0].contains("claim-gone"));
    assert!(!rights(&gone, 70_000)[1].contains("claim-gone"), "not by the one who left");
}

#[test]
fn nobody_claims_that_the_host_of_a_display_has_left() {
    let gone =
        after(&format!("{CLOCK}\ngoes-round: black"), "0:00 white move c3 d4; 0:10 black leave; 0:11 white leave");
    assert_eq!(gone.claimable_from(Colour::White), None);
    assert!(!rights(&gone, 70_000)[0].contains("claim-gone"));
    assert_eq!(gone.claimable_from(Colour::Black), Some(Millis(71_000)), "but a guest who leaves has left");
}

// clauses: A.draw.1
#[test]
fn a_fulfilled_draw_rule_can_be_claimed_where_it_waits_for_that() {
    let head = "rules: english\nstart: B:WK1:BK32";
    let round = "black move 32 27; white move 1 6; black move 27 32; white move 6 1";
    let once = after(head, round);
    assert!(!rights(&once, 0)[0].contains("claim-draw"));
    assert_eq!(
        last(head, &format!("{round}; white claim draw")).map_err(|refused| matches!(refused, Refused::End(_))),
        Err(true)
    );
    let twice = format!("{round}; {round}");
    assert!(rights(&after(head, &twice), 0)[0].contains("claim-draw"));
    let drawn = after(head, &format!("{twice}; white claim draw"));
    assert!(matches!(drawn.ending(), Some(Ending::Rules(outcome)) if matches!(outcome.reason, EndReason::Draw(_))));
}

#[test]
fn a_wrong_setup_is_known() {
    assert!(!after(HEAD, "").has_wrong_setup());
    let wrong = "rules: russian\nmanner: at-board\nfound: W:Wa1:Bh8";
    assert!(after(wrong, "").has_wrong_setup());
}

#[test]
fn anyone_may_make_a_remark() {
    for actor in ["white", "black", "arbiter", "nobody"] {
        assert_eq!(last(HEAD, &format!("{actor} note the lamp went out")), Ok(vec![]), "{actor}");
    }
}

// clauses: A.violation.4
#[test]
fn a_violation_gives_the_opponent_rights() {
    // c3:e5 was due.
    let missed = at_board("W:Wc3,g1:Bd4,h8", "white lift g1; white place h2; white release; white press");
    assert_eq!(rights(&missed, 0)[0], "offer drop resign");
    assert_eq!(rights(&missed, 0)[1], "move demand let-stand press offer drop resign");
    let uncrowned = at_board("W:Wa7,g1:Bh8", "white lift a7; white place b8; white release; white press");
    assert!(rights(&uncrowned, 0)[1].contains("demand let-stand crown"), "{:?}", rights(&uncrowned, 0));
    assert!(!rights(&uncrowned, 0)[0].contains("crown"));
}

// clauses: A.move.6
#[test]
fn either_player_may_put_on_the_crown() {
    let uncrowned = "white lift a7; white place b8; white release; white press";
    for side in ["white", "black"] {
        let table = at_board("W:Wa7,g1:Bh8", &format!("{uncrowned}; {side} crown b8"));
        assert_eq!((table.game().played().len(), table.open_violations()), (1, None), "{side}");
    }
    let head = "rules: russian\nmanner: at-board\nstart: W:Wa7,g1:Bh8";
    assert_eq!(last(head, &format!("{uncrowned}; white crown g1")), Err(Refused::NotYourTurn), "Black is to move");
    assert_eq!(last(head, "black crown g1"), Err(Refused::NotYourTurn), "White is to move");
}

#[test]
fn the_next_hand_ends_a_finished_turn() {
    let table = after(AT_BOARD, &format!("{C3_D4}; black lift f6"));
    assert_eq!((table.game().played().len(), table.to_move()), (1, Colour::Black));
    // Nothing was moved: the turn is not over.
    let back = "white lift c3; white place d4; white place c3; white release";
    assert_eq!(last(AT_BOARD, &format!("{back}; black lift f6")), Err(Refused::NothingMoved));
    assert_eq!(
        last(AT_BOARD, &format!("{C3_D4}; black press")),
        Err(Refused::NothingMoved),
        "White's turn is White's to press"
    );
}

#[test]
fn touching_in_the_opponents_turn_has_no_consequence_and_lifting_has() {
    let touched = Change::Incorrect { by: Colour::Black, what: Incorrect::TouchedInOthersTurn };
    assert_eq!(last(AT_BOARD, "black touch f6"), Ok(vec![touched.clone()]));
    assert_eq!(last(AT_BOARD, "black touch e5"), Ok(vec![touched]), "even where nothing stands");
    assert!(matches!(last(AT_BOARD, "black lift e5"), Err(Refused::Impossible(_))));
    assert_eq!(last(AT_BOARD, "black lift f6"), Ok(vec![]));
}

// clauses: A.violation.4.5
#[test]
fn a_second_move_in_a_row_ends_with_the_press_or_the_next_hand() {
    let again = format!("{C3_D4}; white press; white lift g3; white place h4; white release");
    for end in ["white press", "black lift f6"] {
        let table = after(AT_BOARD, &format!("{again}; {end}"));
        let violations = table.open_violations().map(|(by, all)| (by, all.to_vec()));
        assert_eq!(violations, Some((Colour::White, vec![Violation::TwoMoves])), "{end}");
        assert_eq!(table.running(), Some(Colour::Black), "{end}: the clock was pressed by the first move");
    }
    // It can be demanded before either.
    let demanded = after(AT_BOARD, &format!("{again}; black demand"));
    assert_eq!(
        damka_notation::fen::write(demanded.game().position(), &demanded.spec().ruleset).matches("d4").count(),
        1
    );
    assert_eq!((demanded.to_move(), demanded.open_violations()), (Colour::Black, None));
    // A hand that is still out of turn has not finished.
    let unfinished = format!("{C3_D4}; white press; white lift g3");
    assert_eq!(last(AT_BOARD, &format!("{unfinished}; white press")), Err(Refused::NothingMoved));
    assert_eq!(last(AT_BOARD, &format!("{unfinished}; black demand")).map(|_| ()), Err(Refused::NothingToCorrect));
    assert_eq!(
        last(AT_BOARD, &format!("{again}; white demand")).map(|_| ()),
        Err(Refused::NothingToCorrect),
        "not one's own"
    );
}

/// What the first, legal move has earned stays earned.
/// clauses: A.violation.4
#[test]
fn security_13_demands_in_vain_are_counted_and_end() {
    let vain = "black vain-demand";
    let moved = format!("{C3_D4}; white press");
    assert_eq!(last(AT_BOARD, &format!("{moved}; {vain}")), Ok(vec![Change::DemandedInVain(Colour::Black)]));
    let thrice = format!("{moved}; {vain}; {vain}; {vain}");
    // From now on the answer is the same whether or not there is something to correct.
    assert_eq!(last(AT_BOARD, &format!("{thrice}; black demand")), Err(Refused::NoMoreDemands));
    assert_eq!(last(AT_BOARD, &format!("{thrice}; {vain}")), Err(Refused::NoMoreDemands));
    let broken = "white lift g3; white place h4; white release";
    assert!(
        last(AT_BOARD, &format!("{moved}; {vain}; {vain}; {broken}; black demand")).is_ok(),
        "two are not too many"
    );
    assert_eq!(last(AT_BOARD, &format!("{thrice}; {broken}; black demand")), Err(Refused::NoMoreDemands));
    assert!(last(AT_BOARD, &format!("{moved}; {broken}; {vain}")).is_err(), "it would not be in vain");
    let ruled = last(AT_BOARD, &format!("{thrice}; {broken}; white press; arbiter rule correct"));
    assert!(ruled.is_ok(), "the arbiter still rules: {ruled:?}");
}

#[test]
fn undoing_a_second_move_leaves_the_clock_of_the_first() {
    let head = "rules: russian\nmanner: at-board\nclock: 5m+3s";
    let first = "0:00 white lift c3; 0:10 white place d4; 0:10 white release; 0:10 white press";
    let again = "0:11 white lift g3; 0:11 white place h4; 0:11 white release; 0:12 black demand";
    let left = |events: &str| after(head, events).reading(Colour::White, Millis(12_000)).remaining;
    assert_eq!(left(first), Some(Millis(293_000)));
    assert_eq!(left(&format!("{first}; {again}")), Some(Millis(293_000)));
}

#[test]
fn more_of_the_same_players_violations_are_undone_together() {
    let missed = "white lift g1; white place h2; white release; white press";
    let twice = format!("{missed}; white lift h2; white place g3; white release; white press");
    let table = at_board("W:Wc3,g1:Bd4,h8", &twice);
    let (by, violations) = table.open_violations().expect("open");
    assert_eq!((by, violations), (Colour::White, &[Violation::MissedCapture, Violation::TwoMoves][..]));
    // The other side's own violation is another matter.
    let both =
        at_board("W:Wc3,g1:Bd4,h8", &format!("{missed}; black lift h8; black place g7; black release; black press"));
    assert_eq!(both.open_violations().map(|(by, _)| by), Some(Colour::Black));
}

#[test]
fn a_press_passes_ones_own_clock_and_ends_ones_own_turn() {
    // Black answered before White pressed: White's press only passes the clock on.
    let table = after(AT_BOARD, &format!("{C3_D4}; black lift f6; black place e5; black release; white press"));
    assert_eq!((table.game().played().len(), table.running()), (1, Some(Colour::Black)));
    let ready = after(AT_BOARD, C3_D4);
    assert!(ready.can_press(Colour::White) && !ready.can_press(Colour::Black));
    assert!(!after(AT_BOARD, "").can_press(Colour::White));
}

// clauses: A.move.11
#[test]
fn a_touched_piece_that_can_move_is_bound() {
    let bound = |events: &str| {
        let table = after(AT_BOARD, events);
        table.bound_piece().map(|cell| table.board().names().name_at(cell))
    };
    assert_eq!(bound("white touch c3"), Some("c3"));
    assert_eq!(bound("white touch c1"), None, "it cannot move");
    assert_eq!(bound(""), None);
}

// clauses: D.5.corners.4
#[test]
fn a_side_of_corners_that_cannot_move_passes() {
    let head = "rules: corners\nclock: 5m\nstart: W:Wa1:Bb1,c1,a2,a3,h8";
    let passed = after(head, "0:01 white pass");
    assert_eq!((passed.game().played().len(), passed.to_move()), (1, Colour::Black));
    let black_first = "rules: corners\nclock: 5m\nstart: B:Wa1:Bb1,c1,a2,a3,h8";
    assert_eq!(after(black_first, "0:00 black move h8 h7").running(), Some(Colour::White));
    assert_eq!(after(black_first, "0:00 black move h8 h7; 0:01 white pass").running(), Some(Colour::Black));
    assert_eq!(last(head, "0:01 black pass"), Err(Refused::NotYourTurn));
    assert_eq!(last(head, "0:01 white pass; 0:02 black pass"), Err(Refused::NothingMoved), "Black can move");
    let changes = last(head, "0:01 white pass").expect("accepted");
    assert!(matches!(changes[..], [Change::Moved { by: Colour::White, mv, .. }] if mv.is_null()), "{changes:?}");
    let only_move = "rules: russian\nstart: W:Wa1:Bb4,h8";
    assert_eq!(last(only_move, "white pass"), Err(Refused::NotYourTurn), "a move that is there must be made");
    let at_board = "rules: corners\nmanner: at-board\nstart: W:Wa1:Bb1,c1,a2,a3,h8";
    assert_eq!(
        last(at_board, "white lift a1; white pass").map(|_| ()),
        Err(Refused::NotYourTurn),
        "a piece is in the hand"
    );
}

#[test]
fn a_flag_must_agree_with_the_clock() {
    let table = after(CLOCK, "0:00 white move c3 d4");
    let flag =
        |side, at| table.decide(&Command::act(Actor::Nobody, Act::Flag(side)), Millis(at)).map(|events| events.len());
    assert_eq!(flag(Colour::Black, 300_000), Ok(1));
    assert_eq!(flag(Colour::Black, 299_999), Err(Refused::ClockRuns));
    assert_eq!(flag(Colour::White, 300_000), Err(Refused::ClockRuns), "the other clock");
    let by_player =
        table.decide(&Command::act(Actor::player(Colour::White), Act::Flag(Colour::Black)), Millis(300_000));
    assert_eq!(by_player, Err(Refused::NotYours));
}

#[test]
fn a_fallen_flag_waits_for_a_proof_and_for_nothing_else() {
    let mut table = after("rules: russian\nclock: 1m\nmercy: yes\nstart: W:WKc1:BKa7", "0:00 white move c1 b2");
    let at = Millis(61_000);
    for event in table.decide(&Command::Elapse, at).expect("time passes") {
        table.evolve(&event);
    }
    assert_eq!(table.fallen_flag().map(|(side, _)| side), Some(Colour::Black));
    assert_eq!(table.ending(), None);
    let decide = |actor, act| table.decide(&Command::act(actor, act), at).map(|_| ());
    assert_eq!(decide(Actor::player(Colour::Black), Act::Resign), Err(Refused::FlagFell(Colour::Black)));
    assert_eq!(decide(Actor::Nobody, Act::CannotWin(Colour::White)), Ok(()));
    assert_eq!(decide(Actor::Nobody, Act::Unproved), Ok(()));
    assert_eq!(rights(&table, 61_000), ["", ""]);
}

#[test]
fn an_arbiter_sets_a_clock_that_is_there_to_a_time_that_it_can_show() {
    assert_eq!(last(CLOCK, "arbiter rule time white 4:00").map(|_| ()), Ok(()));
    assert_eq!(last(HEAD, "arbiter rule time white 4:00").map(|_| ()), Err(Refused::Clock), "no clock");
    let table = after(CLOCK, "");
    let ruling = Act::Rule(damka_conduct::Ruling::Time(Colour::White, Millis(u64::MAX)));
    assert_eq!(table.decide(&Command::act(Actor::Arbiter, ruling), Millis(0)), Err(Refused::Clock));
}

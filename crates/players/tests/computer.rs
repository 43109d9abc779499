//! What the computer does at a table. What it thinks is mostly given, so that each rule of its conduct stands alone;
//! where a real engine thinks, the position leaves no doubt.

use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Claim, Ending, Entry, Intent, Step, Table, Transcript};
use damka_engine::{Level, Score, Time};
use damka_players::{Computer, Next, Question, Thought};
use damka_protocols::LevelPlayer;
use damka_rules::{Colour, EndReason, Move};
use std::time::Duration;

/// Eleven men and a king against two men.
const WHITE_WINS: &str = "start: W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,h2,Ke5:Bh8,g7";

const START: &str = "rules: russian";

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn computer(side: Colour) -> Computer {
    Computer { side, level: level(5) }
}

/// A table after some lines of a record, all of them accepted.
fn table(head: &str, lines: &[&str]) -> Table {
    let text = format!("damka-record 2\n{head}\n\n{}\n", lines.join("\n"));
    let transcript = Transcript::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (table, steps) = transcript.play().expect("a game");
    for step in &steps {
        assert!(step.result.is_ok(), "{step:?}");
    }
    table
}

fn question(computer: Computer, table: &Table) -> Question {
    match computer.next(table, table.now(), None) {
        Next::Think(question) => *question,
        other => panic!("it does not think: {other:?}"),
    }
}

/// A thought that the position is worth so much to the computer.
fn thought(computer: Computer, table: &Table, own: Option<Score>) -> Thought {
    let position = table.game().position();
    let score = own.map(|own| if position.to_move() == computer.side { own } else { -own });
    question(computer, table).answered(any_move(table), score)
}

fn any_move(table: &Table) -> Move {
    table.game().legal()[0]
}

/// What it does with such a thought.
fn act(computer: Computer, table: &Table, own: Score) -> Intent {
    let thought = thought(computer, table, Some(own));
    match computer.next(table, table.now(), Some(&thought)) {
        Next::Act(intent) => intent,
        other => panic!("it does nothing: {other:?}"),
    }
}

fn does(table: &mut Table, side: Colour, intent: Intent) -> Step {
    let step = table.attempt(&Entry { time: table.now(), actor: Actor::player(side), intent });
    assert!(step.result.is_ok(), "{step:?}");
    step
}

// --- Draws ---

/// A position that is won is not given away, whatever the level, and although what was thought before is lost: the
/// computer thinks first.
#[test]
fn a_won_game_is_not_given_away() {
    for number in [1, 3, 6, 9] {
        let computer = Computer { side: Colour::White, level: level(number) };
        for question_asked in ["offer", "claim nobody-can-win"] {
            let table = table(WHITE_WINS, &["white move h2 g3", &format!("black {question_asked}")]);
            let thought = question(computer, &table).ask(&mut LevelPlayer::new(computer.level, 7)).expect("a thought");
            let answer = computer.next(&table, table.now(), Some(&thought));
            assert!(matches!(answer, Next::Act(Act::Decline)), "level {number}, {question_asked}: {answer:?}");
        }
    }
}

#[test]
fn a_lost_game_is_gladly_drawn() {
    let computer = Computer { side: Colour::Black, level: level(6) };
    let mut table = table(WHITE_WINS, &["white move h2 g3", "black move g7 h6", "white offer"]);
    let thought = question(computer, &table).ask(&mut LevelPlayer::new(computer.level, 7)).expect("a thought");
    let Next::Act(answer) = computer.next(&table, table.now(), Some(&thought)) else { panic!("no answer") };
    assert_eq!(answer, Act::Accept);
    does(&mut table, Colour::Black, answer);
    assert!(matches!(table.ending(), Some(Ending::Rules(outcome)) if outcome.reason == EndReason::Agreement));
}

#[test]
fn early_it_must_be_worse_and_late_not_better() {
    let early = table(START, &["white move c3 d4", "black move f6 g5", "white offer"]);
    let computer = computer(Colour::Black);
    assert_eq!(act(computer, &early, Score::new(-50)), Act::Accept);
    assert_eq!(act(computer, &early, Score::new(-49)), Act::Decline);
    let kings = ["white move c1 b2", "black move a7 b8", "white move b2 c1", "black move b8 a7"];
    let mut lines: Vec<&str> = kings.into_iter().cycle().take(40).collect();
    lines.push("white offer");
    let late = table("rules: russian draws=none\nstart: W:WKc1:BKa7", &lines);
    assert_eq!(act(computer, &late, Score::DRAW), Act::Accept);
    assert_eq!(act(computer, &late, Score::new(1)), Act::Decline);
}

/// A thought counts for the position it was about and for the one after the best move, and for no other.
#[test]
fn an_old_thought_does_not_answer_an_offer() {
    let computer = computer(Colour::White);
    let mut table = table(START, &[]);
    let thought = thought(computer, &table, Some(Score::new(-300)));
    let Next::Act(mv) = computer.next(&table, table.now(), Some(&thought)) else { panic!("it moves") };
    does(&mut table, Colour::White, mv);
    does(&mut table, Colour::Black, Act::Offer);
    let answer = computer.next(&table, table.now(), Some(&thought));
    assert!(matches!(answer, Next::Act(Act::Accept)), "it has just moved: {answer:?}");
    let reply = table.game().legal()[0];
    let names = table.board().names();
    let cells = [reply.from(), reply.to()].map(|square| names.cell(square)).to_vec();
    // The offer stands after a move of the one who made it.
    does(&mut table, Colour::Black, Act::Move(cells));
    assert_eq!(table.offer(), Some(Colour::Black));
    let answer = computer.next(&table, table.now(), Some(&thought));
    assert!(matches!(answer, Next::Think(_)), "two moves later: {answer:?}");
}

/// Before its first move nothing is known, and weak levels would guess wrong.
#[test]
fn before_its_first_move_it_declines() {
    for (side, head) in [(Colour::Black, START), (Colour::Black, "rules: corners"), (Colour::White, START)] {
        let computer = Computer { side, level: Level::WEAKEST };
        let mut table = table(head, &[]);
        does(&mut table, side.other(), Act::Offer);
        let answer = computer.next(&table, table.now(), None);
        assert!(matches!(answer, Next::Act(Act::Decline)), "{head}: {answer:?}");
    }
}

/// Players of other programs may not say what a position is worth. The computer then declines instead of asking for ever.
#[test]
fn without_a_value_it_declines() {
    let computer = computer(Colour::Black);
    let table = table(START, &["white move c3 d4", "black move f6 g5", "white offer"]);
    let thought = thought(computer, &table, None);
    let answer = computer.next(&table, table.now(), Some(&thought));
    assert!(matches!(answer, Next::Act(Act::Decline)), "{answer:?}");
}

#[test]
fn a_draw_is_claimed_when_it_is_not_better() {
    let kings = ["white move 30 25", "black move 5 1", "white move 25 30", "black move 1 5"];
    let lines: Vec<&str> = kings.into_iter().cycle().take(8).collect();
    let mut table = table("rules: english\nstart: W:WK30:BK5", &lines);
    assert!(!table.game().claimable().is_empty() && table.ending().is_none());
    let computer = computer(Colour::White);
    let claim = act(computer, &table, Score::DRAW);
    assert_eq!(claim, Act::Claim(Claim::Draw));
    assert!(matches!(act(computer, &table, Score::new(1)), Act::Move(_)), "it plays for a win");
    does(&mut table, Colour::White, claim);
    assert_eq!(table.ending().and_then(|ending| ending.winner()), None);
    assert!(table.ending().is_some());
}

// --- Resigning and taking back ---

#[test]
fn only_strong_levels_resign_what_is_lost_by_force() {
    let table = table(START, &[]);
    let does = |number, own| act(Computer { side: Colour::White, level: level(number) }, &table, own);
    for number in 1..=10 {
        let resigns = number >= 9;
        assert_eq!(does(number, -Score::win_in(12)) == Act::Resign, resigns, "level {number}");
        assert_eq!(does(number, -Score::win_in(1)) == Act::Resign, resigns, "level {number}");
        for not_lost in [-Score::win_in(13), Score::new(-2000), Score::DRAW, Score::win_in(3)] {
            assert!(matches!(does(number, not_lost), Act::Move(_)), "level {number}: {not_lost}");
        }
    }
}

#[test]
fn a_proved_loss_is_resigned_by_a_real_engine() {
    // The only man of Black must go where it is taken.
    let mut table = table("start: B:WKa1,Kh2,c3:Bf6", &[]);
    let computer = Computer { side: Colour::Black, level: level(9) };
    let thought = question(computer, &table).ask(&mut LevelPlayer::new(computer.level, 7)).expect("a thought");
    let Next::Act(intent) = computer.next(&table, table.now(), Some(&thought)) else { panic!("it acts") };
    assert_eq!(intent, Act::Resign);
    does(&mut table, Colour::Black, intent);
    assert_eq!(table.ending().and_then(|ending| ending.winner()), Some(Colour::White));
}

#[test]
fn it_agrees_to_take_moves_back() {
    let mut table = table(START, &["white move c3 d4", "black move f6 g5", "white ask-back"]);
    let answer = computer(Colour::Black).next(&table, table.now(), None);
    assert!(matches!(answer, Next::Act(Act::AgreeBack)), "{answer:?}");
    does(&mut table, Colour::Black, Act::AgreeBack);
    assert!(table.game().played().is_empty());
    let own = computer(Colour::White).next(&table, table.now(), None);
    assert!(!matches!(own, Next::Act(Act::AgreeBack)), "{own:?}");
}

// --- At the board ---

const AT_BOARD: &str = "rules: russian\nmanner: at-board\nclock: 5m";

#[test]
fn it_has_violations_corrected() {
    let head = format!("{AT_BOARD}\nstart: W:Wc3,g1:Bd4,h8");
    let missed = ["white lift g1", "white place h2", "white release"];
    let computer = computer(Colour::Black);
    let unpressed = table(&head, &missed);
    assert!(matches!(computer.next(&unpressed, unpressed.now(), None), Next::Wait), "the turn is not over");
    let mut pressed = table(&head, &[&missed[..], &["white press"]].concat());
    let answer = computer.next(&pressed, pressed.now(), None);
    assert!(matches!(answer, Next::Act(Act::Demand)), "{answer:?}");
    does(&mut pressed, Colour::Black, Act::Demand);
    assert!(pressed.open_violations().is_none());
    assert_eq!(pressed.to_move(), Colour::White);
    assert!(matches!(computer.next(&pressed, pressed.now(), None), Next::Wait));
}

#[test]
fn it_presses_the_clock_after_its_move() {
    let mut table = table(AT_BOARD, &[]);
    let computer = computer(Colour::White);
    let mv = act(computer, &table, Score::DRAW);
    assert!(matches!(mv, Act::Move(_)), "{mv:?}");
    does(&mut table, Colour::White, mv);
    assert_eq!(table.running(), Some(Colour::White));
    let next = computer.next(&table, table.now(), None);
    assert!(matches!(next, Next::Act(Act::Press)), "{next:?}");
    does(&mut table, Colour::White, Act::Press);
    assert_eq!(table.running(), Some(Colour::Black));
    assert!(matches!(computer.next(&table, table.now(), None), Next::Wait));
}

// --- When it does nothing, and how long it thinks ---

#[test]
fn it_waits_where_nothing_is_for_it_to_do() {
    let waits = |side, table: &Table, now| matches!(computer(side).next(table, now, None), Next::Wait);
    let start = table(START, &[]);
    assert!(waits(Colour::Black, &start, Millis::ZERO) && !waits(Colour::White, &start, Millis::ZERO));
    let over = table(START, &["white offer", "black resign"]);
    assert!(Colour::ALL.into_iter().all(|side| waits(side, &over, Millis::ZERO)));
    let mercy = "clock: 1m\nmercy: yes\nstart: W:WKc1:BKa7";
    let fallen = table(mercy, &["0:00 white move c1 b2", "1:05 nobody note The flag."]);
    assert!(fallen.fallen_flag().is_some());
    assert!(Colour::ALL.into_iter().all(|side| waits(side, &fallen, fallen.now())));
}

#[test]
fn it_thinks_in_its_own_time_and_answers_quickly() {
    let clock = "rules: russian\nclock: 5m+3s";
    let own = table(clock, &["0:00 white move c3 d4", "0:10 black move f6 g5", "0:20 white note"]);
    let thinks = |side, table: &Table| question(computer(side), table).time;
    let Some(Time::Clock { remaining, increment, moves: None }) = thinks(Colour::White, &own) else {
        panic!("it has a clock")
    };
    assert_eq!([remaining, increment], [293, 3].map(Duration::from_secs));
    let lines = ["0:00 white move c3 d4", "0:10 black move f6 g5", "0:15 white move d4 e5", "0:20 white offer"];
    let offered = table(clock, &lines);
    assert!(matches!(thinks(Colour::Black, &offered), Some(Time::Clock { .. })), "it moves next");
    let asked = table(clock, &["0:00 white move c3 d4", "0:10 black move f6 g5", "0:20 white offer"]);
    let Some(Time::PerMove(time)) = thinks(Colour::Black, &asked) else { panic!("it hurries") };
    assert_eq!(time, Duration::from_millis(500));
    assert!(thinks(Colour::White, &table(START, &[])).is_none(), "without a clock the level decides");
}

// --- Whole turns and whole games ---

/// A side of corners that has no move passes.
#[test]
fn in_corners_it_passes() {
    let mut table = table("rules: corners\nstart: W:Wa1:Bb1,c1,a2,a3,h8", &[]);
    let computer = computer(Colour::White);
    let thought = question(computer, &table).ask(&mut LevelPlayer::new(computer.level, 7)).expect("a thought");
    let Next::Act(intent) = computer.next(&table, table.now(), Some(&thought)) else { panic!("it acts") };
    assert_eq!(intent, Act::Pass);
    does(&mut table, Colour::White, intent);
    assert_eq!(table.to_move(), Colour::Black);
}

/// Two computers play: everything they want is accepted, and nobody waits for ever.
#[test]
fn two_computers_play_a_game() {
    for head in ["rules: russian", AT_BOARD, "rules: poddavki", "rules: international\nmanner: at-board"] {
        let mut table = table(head, &[]);
        let mut players = Colour::ALL.map(|side| {
            let level = level(1);
            (Computer { side, level }, LevelPlayer::new(level, side as u64), None)
        });
        for _ in 0..2000 {
            let acted = players.iter_mut().any(|player| act_if_it_wants(player, &mut table));
            if !acted {
                break;
            }
        }
        assert!(table.ending().is_some(), "{head}: {} moves", table.game().played().len());
    }
}

fn act_if_it_wants(
    (computer, player, thought): &mut (Computer, LevelPlayer, Option<Thought>),
    table: &mut Table,
) -> bool {
    loop {
        match computer.next(table, table.now(), thought.as_ref()) {
            Next::Wait => return false,
            Next::Think(question) => *thought = Some(question.ask(player).expect("a thought")),
            Next::Act(intent) => {
                does(table, computer.side, intent);
                return true;
            }
        }
    }
}

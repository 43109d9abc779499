//! Teams that consult, and what is said at the table.

use crate::{last, play};
use damka_conduct::{GameSpec, Refused, Transcript};
use damka_rules::Colour;

fn team(decides: &str) -> String {
    format!("rules: russian\nseat-white: board full {decides} 3")
}

#[test]
fn the_captain_decides_and_the_others_propose() {
    // clauses: A.goal.1
    let head = team("captain");
    assert_eq!(last(&head, "white.2 move c3 d4"), Err(Refused::CaptainDecides));
    assert_eq!(last(&head, "white.2 resign"), Err(Refused::CaptainDecides));
    assert!(last(&head, "white.2 propose c3 d4; white.3 tell-team agree; white move c3 d4").is_ok());
    assert_eq!(last(&head, "white.4 propose c3 d4"), Err(Refused::NotYours), "there are three places");
}

#[test]
fn members_take_turns() {
    // clauses: A.goal.1
    let moves = "white move c3 d4; black move b6 a5; white.2 move d2 c3; black move a7 b6; white.3 move g3 h4";
    assert!(play(&team("turns"), moves).1.iter().all(|step| step.result.is_ok()));
    assert_eq!(last(&team("turns"), "white.2 move c3 d4"), Err(Refused::TeamMatesTurn));
}

#[test]
fn a_team_that_begins_smaller_takes_turns_among_those_who_came() {
    // clauses: A.goal.1
    let moves = "nobody begin 2 1; white move c3 d4; black move b6 a5; white.2 move d2 c3; black move a7 b6";
    assert!(last(&team("turns"), &format!("{moves}; white move g3 h4")).is_ok());
    assert!(last(&team("turns"), &format!("{moves}; white.3 move g3 h4")).is_err());
}

#[test]
fn of_two_who_move_at_once_the_second_learns_it() {
    // clauses: A.goal.1
    let both = "white.2 move c3 d4; white.3 move g3 h4";
    assert_eq!(last(&team("anyone"), both), Err(Refused::TeamMateMoved));
    assert_eq!(last(&team("anyone"), "white.2 move c3 d4; white.2 move g3 h4"), Err(Refused::NotYourTurn));
}

#[test]
fn somebody_stands_in_for_a_decider_who_is_away_for_a_minute() {
    // clauses: A.goal.1
    let gone = "2 0:01 white leave";
    assert_eq!(last(&team("captain"), &format!("{gone}; 2 0:59 white.2 move c3 d4")), Err(Refused::CaptainDecides));
    assert!(last(&team("captain"), &format!("{gone}; 2 1:01 white.2 move c3 d4")).is_ok());
    assert_eq!(last(&team("captain"), &format!("{gone}; 2 1:01 white.3 move c3 d4")), Err(Refused::CaptainDecides));
    let (table, _) = play(&team("captain"), gone);
    assert!(table.is_away(Colour::White, 1) && !table.is_gone(Colour::White), "the others are here");
    let (table, _) = play(&team("captain"), "white leave; white.2 leave; white.3 leave");
    assert!(table.is_gone(Colour::White));
}

#[test]
fn talk_changes_nothing() {
    let (quiet, _) = play("rules: russian", "white move c3 d4");
    let (table, steps) = play("rules: russian", "white say hello; white move c3 d4; black say good-luck");
    assert!(steps.iter().all(|step| step.result.is_ok()));
    assert_eq!((table.events(), table.game()), (quiet.events(), quiet.game()));
    assert_eq!(table.said().count(), 2);
    assert!(last("rules: russian", "white resign; white say good-game").is_ok(), "after the end, too");
    assert_eq!(last("rules: russian", "white propose c3 d4"), Err(Refused::NoTeam));
}

#[test]
fn words_of_their_own_need_an_agreement_and_can_be_deleted() {
    assert_eq!(last("talk: none", "white say hello"), Err(Refused::NoTalk));
    assert_eq!(last("rules: russian", "white write a secret"), Err(Refused::OnlyPhrases));
    let (mut table, steps) = play("talk: free", "white write a secret");
    assert!(steps[0].result.is_ok());
    assert!(table.blank(Colour::White, 1) && !table.blank(Colour::White, 1));
    assert!(!format!("{table:?}").contains("secret"));
}

#[test]
fn terms_of_teams_are_lines() {
    for line in ["board full turns 3", "board full anyone 2", "board full captain", "record none"] {
        let spec = GameSpec::from_lines([("rules", "russian"), ("seat-black", line), ("talk", "free")]).unwrap();
        let lines = spec.lines();
        assert!(lines.contains(&("seat-black", line.to_owned())) && lines.contains(&("talk", "free".to_owned())));
    }
    for line in ["board full turns 0", "board full turns 31", "board full turns x", "board full turns 2 2"] {
        assert!(GameSpec::from_lines([("seat-black", line)]).is_err(), "{line}");
    }
    let text = "damka-record 2\nrules: russian\nseat-white: board full captain 2\ntalk: free\n\n\
        2 0:01.000 nobody begin 2 1\n2 0:02.000 white.2 propose c3 d4\n2 0:03.000 white.2 write-team two words\n\
        2 0:03.000 white.2 tell-team agree\n2 0:04.000 black say hello\n2 0:05.000 black write\n";
    assert_eq!(Transcript::read(text).unwrap().write().trim_end(), text.trim_end());
}

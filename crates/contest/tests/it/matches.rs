//! Matches.

use crate::hands::Hall;
use damka_conduct::clock::Millis;
use damka_contest::{Actor, By, Command, ContestEnding, Outcome, Refused, Source, Stage};
use damka_rules::Colour;

const OTHER: fn(u16) -> u16 = |number| 3 - number;

fn hall(length: &str, more: &[(&str, &str)]) -> Hall {
    let mut lines = vec![("kind", "match"), ("length", length), ("rules", "russian")];
    lines.extend(more);
    let mut hall = Hall::new(&lines);
    hall.enter(1);
    hall.enter(2);
    hall
}

/// Both want the next game, and it ends so for the first entrant.
fn play(hall: &mut Hall, seed: u64, winner: Option<u16>) {
    hall.ready(1, seed).unwrap();
    hall.ready(2, seed).unwrap();
    let (white, _) = hall.last_pair();
    hall.game_over(match winner {
        None => Outcome::Draw,
        Some(winner) if winner == white => Outcome::White,
        Some(_) => Outcome::Black,
    });
}

#[test]
fn colours_alternate_after_the_lot_for_the_first_game() {
    // clauses: A.first.2, A.first.3
    let mut firsts = std::collections::BTreeSet::new();
    for seed in 0..16 {
        let mut hall = hall("games 6", &[]);
        for _ in 0..6 {
            play(&mut hall, seed, None);
        }
        let whites: Vec<u16> = hall.contest.boards().iter().map(|board| board.white).collect();
        assert!(whites.windows(2).all(|two| two[0] != two[1]), "{whites:?}");
        assert_eq!(hall.contest.seed(), Some(seed), "the lot is recorded");
        firsts.insert(whites[0]);
        hall.check_record();
    }
    assert_eq!(firsts.len(), 2, "the lot decides");
    let mut agreed = hall("games 2", &[("colours", "black")]);
    play(&mut agreed, 5, None);
    assert_eq!(agreed.contest.boards()[0].white, 2);
}

#[test]
fn a_match_of_games_is_played_to_its_end() {
    let mut hall = hall("games 4", &[]);
    for round in 1..=4 {
        assert_ne!(hall.contest.stage(), Stage::Over, "round {round}");
        play(&mut hall, 1, Some(1));
    }
    assert_eq!(hall.contest.ending(), Some(ContestEnding::Finished));
    assert_eq!(hall.contest.match_state().points, [8, 0]);
    assert_eq!(hall.ready(1, 1), Err(Refused::Over));
}

#[test]
fn best_of_ends_when_one_cannot_be_caught() {
    let mut hall = hall("best-of 3", &[]);
    play(&mut hall, 1, Some(2));
    assert_eq!(hall.contest.ending(), None);
    play(&mut hall, 1, Some(2));
    assert_eq!(hall.contest.ending(), Some(ContestEnding::Finished));
    assert_eq!(hall.contest.match_state().leader(), Some(2));
    let mut even = self::hall("best-of 2", &[]);
    play(&mut even, 1, Some(1));
    play(&mut even, 1, Some(2));
    assert_eq!((even.contest.ending(), even.contest.match_state().leader()), (Some(ContestEnding::Finished), None));
}

#[test]
fn first_to_counts_draws_as_halves() {
    let mut hall = hall("first-to 2", &[]);
    for _ in 0..3 {
        play(&mut hall, 1, None);
        assert_eq!(hall.contest.ending(), None);
    }
    play(&mut hall, 1, None);
    assert_eq!(hall.contest.match_state().points, [4, 4]);
    assert_eq!(hall.contest.ending(), Some(ContestEnding::Finished));
}

#[test]
fn a_draw_is_played_again_faster_until_somebody_wins() {
    let mut hall = hall("games 2", &[("draws", "faster"), ("ladder", "20m+5s; 5m+3s"), ("clock", "80m+1m")]);
    for _ in 0..3 {
        play(&mut hall, 1, None);
    }
    assert_eq!(hall.contest.match_state().points, [0, 0], "nothing is decided by draws");
    play(&mut hall, 1, Some(1));
    let clock = |at: usize| {
        let board = &hall.contest.boards()[at];
        hall.contest.game_spec(board.id, board.white, board.black).unwrap().clocks[0].to_string()
    };
    let times: Vec<String> = (0..4).map(clock).collect();
    assert_eq!(times, ["80m+1m", "20m+5s", "5m+3s", "5m+3s"]);
    let ids: Vec<String> = hall.contest.boards().iter().map(|board| board.id.to_string()).collect();
    assert_eq!(ids, ["1.1.1", "1.1.2", "1.1.3", "1.1.4"]);
    assert_eq!(hall.contest.match_state().next.map(|next| next.to_string()).as_deref(), Some("2.1.1"));
    // The second round begins with the colours of the first round changed, however often that was replayed.
    let first = hall.contest.boards()[0].white;
    play(&mut hall, 1, Some(1));
    assert_eq!(hall.contest.boards()[4].white, OTHER(first));
    hall.check_record();
}

#[test]
fn both_games_of_a_pair_begin_from_the_same_opening() {
    let first = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,a7,c7,e7,g7,b8,d8,f8,h8,g5";
    let second = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,e3,g3,b4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    let mut hall = hall("games 4", &[("opening", first), ("opening", second)]);
    for _ in 0..4 {
        play(&mut hall, 1, None);
    }
    let starts: Vec<_> = hall
        .contest
        .boards()
        .iter()
        .map(|board| hall.contest.game_spec(board.id, board.white, board.black).unwrap().start)
        .collect();
    assert!(starts[0].is_some() && starts[0] == starts[1] && starts[2] == starts[3] && starts[0] != starts[2]);
}

#[test]
fn terms_belong_to_people_and_not_to_colours() {
    let mut hall = hall("games 2", &[("clock-white", "5m"), ("clock-black", "15m")]);
    for _ in 0..2 {
        play(&mut hall, 1, None);
    }
    for board in hall.contest.boards() {
        let spec = hall.contest.game_spec(board.id, board.white, board.black).unwrap();
        let first = board.side_of(1).unwrap();
        assert_eq!(spec.clocks[first as usize].to_string(), "5m");
        assert_eq!(spec.clocks[first.other() as usize].to_string(), "15m");
    }
    assert_ne!(hall.contest.boards()[0].side_of(1), hall.contest.boards()[1].side_of(1));
}

#[test]
fn somebody_who_does_not_come_loses_the_game_after_a_while() {
    let mut hall = hall("games 2", &[("patience", "60s")]);
    hall.ready(1, 1).unwrap();
    let claim = Command::Walkover(1);
    let by = By::alone(Actor::Entrant(1));
    assert!(matches!(hall.act(by, &claim), Err(Refused::MayStillCome(_))));
    assert_eq!(hall.act(By::alone(Actor::Entrant(2)), &Command::Walkover(2)), Err(Refused::TooFew), "not ready");
    hall.now = hall.now.plus(Millis::seconds(60));
    hall.act(by, &claim).unwrap();
    let board = &hall.contest.boards()[0];
    assert_eq!(board.result.map(|it| it.source), Some(Source::Walkover));
    assert_eq!((hall.contest.match_state().points, &board.game), ([2, 0], &None));
    hall.check_record();
}

#[test]
fn an_abandoned_match_has_a_result() {
    let mut hall = hall("games 4", &[]);
    play(&mut hall, 1, Some(2));
    let owner_who_plays = By { actor: Actor::Owner, entrant: Some(1) };
    assert_eq!(hall.act(owner_who_plays, &Command::Out(2)), Err(Refused::OwnGame));
    assert_eq!(hall.act(owner_who_plays, &Command::Close), Err(Refused::OwnGame));
    hall.act(By::alone(Actor::Entrant(2)), &Command::Out(2)).unwrap();
    assert_eq!(hall.contest.ending(), Some(ContestEnding::Abandoned(2)));
    hall.check_record();
}

#[test]
fn a_match_that_is_given_up_takes_its_open_game_with_it() {
    // The result would decide the match, and stands behind the leaving: nothing but results comes after an ending.
    let mut hall = hall("games 1", &[]);
    hall.ready(1, 1).unwrap();
    hall.ready(2, 1).unwrap();
    hall.act(By::alone(Actor::Entrant(1)), &Command::Out(1)).unwrap();
    assert_eq!(hall.contest.ending(), Some(ContestEnding::Abandoned(1)));
    assert_eq!(hall.contest.boards()[0].result.map(|it| it.source), Some(Source::Settled));
    assert_eq!(hall.contest.match_state().points, [0, 2]);
    hall.check_record();
}

#[test]
fn a_game_that_does_not_count_is_played_again_with_colours_changed() {
    let mut hall = hall("games 1", &[]);
    hall.ready(1, 1).unwrap();
    hall.ready(2, 1).unwrap();
    hall.game_over(Outcome::Void);
    assert_eq!(hall.contest.ending(), None);
    assert_eq!(hall.contest.match_state().next.map(|next| next.to_string()).as_deref(), Some("1.1.2"));
}

#[test]
fn a_match_has_two_players_and_no_result_is_typed_by_one_of_them() {
    let mut hall = hall("games 2", &[]);
    let third = Command::enter(3);
    assert_eq!(hall.owner(&third), Err(Refused::Full));
    hall.ready(1, 1).unwrap();
    hall.ready(2, 1).unwrap();
    let board = hall.contest.boards()[0].id;
    let side = hall.contest.boards()[0].side_of(1).unwrap();
    let outcome = Outcome::won_by(side);
    let own = By { actor: Actor::Owner, entrant: Some(1) };
    assert_eq!(hall.act(own, &Command::Result { board, outcome }), Err(Refused::OwnGame));
    assert_eq!(hall.act(own, &Command::Result { board, outcome: Outcome::Draw }), Err(Refused::OwnGame));
    let stranger = By::alone(Actor::Entrant(2));
    assert_eq!(hall.act(stranger, &Command::Result { board, outcome }), Err(Refused::NotYours));
    hall.act(By::alone(Actor::Arbiter), &Command::Result { board, outcome }).unwrap();
    assert_eq!(hall.contest.match_state().points, [2, 0]);
    assert_eq!(hall.contest.boards()[0].player(Colour::White), hall.contest.boards()[0].white);
}

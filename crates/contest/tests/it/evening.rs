//! Club evenings.

use crate::hands::{Hall, pairs};
use damka_contest::{Actor, By, Command, Number, Outcome, Refused};
use std::collections::BTreeSet;

fn hall(strengths: &[Option<u16>]) -> Hall {
    let mut hall = Hall::new(&[("kind", "evening"), ("rules", "russian")]);
    for (number, strength) in (1..).zip(strengths) {
        let fresh = Default::default();
        let command = Command::Enter { entrant: number, in_room: false, strength: *strength, terms: Vec::new(), fresh };
        hall.owner(&command).unwrap();
    }
    hall
}

fn pair_free(hall: &mut Hall, seed: u64) -> Result<Vec<(Number, Number)>, Refused> {
    let fresh = hall.fresh(seed);
    hall.owner(&Command::PairFree(fresh)).map(|events| pairs(&events))
}

fn end_all(hall: &mut Hall) {
    let open: Vec<_> = hall.contest.open_boards().map(|board| board.game.clone().unwrap()).collect();
    for game in open {
        hall.act(By::alone(Actor::Nobody), &Command::GameOver { game, outcome: Outcome::Draw }).unwrap();
    }
}

#[test]
fn everyone_meets_everyone_before_anyone_meets_twice() {
    let mut hall = hall(&[None; 4]);
    let mut met = BTreeSet::new();
    for round in 0..3 {
        for (white, black) in pair_free(&mut hall, round).unwrap() {
            assert!(met.insert((white.min(black), white.max(black))), "{white} and {black} met before");
        }
        end_all(&mut hall);
    }
    assert_eq!(met.len(), 6);
    hall.check_record();
}

#[test]
fn the_one_who_waited_longest_is_paired_first() {
    let mut hall = hall(&[None; 5]);
    for round in 0..10 {
        let before = left_over(&hall);
        let paired = pair_free(&mut hall, round).unwrap();
        assert_eq!(paired.len(), 2);
        if let Some(number) = before {
            assert!(paired.iter().any(|(white, black)| *white == number || *black == number), "{number} waits again");
        }
        end_all(&mut hall);
    }
}

/// Who had no game last time.
fn left_over(hall: &Hall) -> Option<Number> {
    let last = hall.contest.boards().len().checked_sub(2)?;
    let played: Vec<Number> = hall.contest.boards()[last..].iter().flat_map(|it| [it.white, it.black]).collect();
    hall.contest.entrants().iter().map(|it| it.number).find(|number| !played.contains(number))
}

#[test]
fn similar_strength_is_preferred_and_the_reason_is_given() {
    let hall = hall(&[Some(1000), Some(2000), Some(1100), Some(1900)]);
    let proposed = hall.contest.pair_free(hall.now, 3);
    let sets: BTreeSet<_> = proposed.iter().map(|it| (it.white.min(it.black), it.white.max(it.black))).collect();
    assert_eq!(sets, BTreeSet::from([(1, 3), (2, 4)]));
    assert!(proposed.iter().all(|it| it.why.difference == Some(100) && it.why.met == 0));
}

#[test]
fn colours_are_balanced() {
    let mut hall = hall(&[None; 6]);
    for round in 0..20 {
        pair_free(&mut hall, round).unwrap();
        end_all(&mut hall);
    }
    for number in 1..=6 {
        let whites = hall.contest.boards().iter().filter(|board| board.white == number).count();
        assert!((9..=11).contains(&whites), "{number} had White {whites} times of 20");
    }
}

#[test]
fn people_rest_come_back_and_are_paired_by_hand() {
    let mut hall = hall(&[None; 3]);
    let own = By::alone(Actor::Entrant(1));
    hall.act(own, &Command::Rest(1)).unwrap();
    assert_eq!(hall.act(own, &Command::Rest(1)), Err(Refused::AlreadyDone));
    assert_eq!(hall.act(own, &Command::Rest(2)), Err(Refused::NotYours));
    assert_eq!(pair_free(&mut hall, 1).map(|pairs| pairs.len()), Ok(1));
    assert_eq!(pair_free(&mut hall, 1), Err(Refused::TooFew));
    let fresh = hall.fresh(1);
    let busy = hall.owner(&Command::Pair { white: 1, black: 2, in_room: false, fresh });
    assert_eq!(busy, Err(Refused::HasGame(2)));
    end_all(&mut hall);
    let fresh = hall.fresh(1);
    hall.owner(&Command::Pair { white: 1, black: 2, in_room: true, fresh }).unwrap();
    let board = hall.contest.boards().last().unwrap().id;
    assert_eq!(board.to_string(), "1.2.1");
    hall.owner(&Command::Result { board, outcome: Outcome::White }).unwrap();
    let fresh = hall.fresh(1);
    assert_eq!(hall.act(own, &Command::PairFree(fresh)), Err(Refused::NotYours));
    assert_eq!(hall.contest.standings()[0].entrant, 1);
    // Somebody who leaves in the middle of a board in the room has lost it.
    let fresh = hall.fresh(1);
    hall.owner(&Command::Pair { white: 2, black: 3, in_room: true, fresh }).unwrap();
    hall.act(By::alone(Actor::Entrant(3)), &Command::Out(3)).unwrap();
    assert_eq!(hall.contest.boards().last().unwrap().result.unwrap().outcome, Outcome::White);
    hall.owner(&Command::Close).unwrap();
    hall.check_record();
}

#[test]
fn equals_share_a_place() {
    let mut hall = hall(&[None; 4]);
    pair_free(&mut hall, 1).unwrap();
    end_all(&mut hall);
    let places: Vec<u16> = hall.contest.standings().iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 1, 1, 1]);
}

//! The ladder of odds (A.mode.7): every rung can be played in every game, and a larger difference never gives less.

use damka_conduct::{GameSpec, MOST_DIFFERENCE, Odds, OddsKind, Rung, TIMES, Table, Worded};
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, Ruleset, Setup};

/// The games of the club, and house games that make odds hard: few men, no men, men in contact, the aim reversed.
fn games() -> Vec<Ruleset> {
    let house = ["house result=reversed", "house start=rows:1", "house board=10", "house first=black"];
    let house = house.iter().map(|line| Ruleset::from_line(line).unwrap_or_else(|error| panic!("{line}: {error:?}")));
    Ruleset::all().iter().copied().chain(house).collect()
}

fn every(mut look: impl FnMut(&Ruleset, OddsKind, u8, Colour, Option<Odds>)) {
    for ruleset in games() {
        for kind in OddsKind::ALL {
            for giver in Colour::ALL {
                for difference in 0..=MOST_DIFFERENCE {
                    look(&ruleset, *kind, difference, giver, Odds::of(&ruleset, *kind, difference, giver));
                }
            }
        }
    }
}

fn spec(ruleset: &Ruleset, odds: &Odds) -> GameSpec {
    let mut spec = GameSpec::new(*ruleset);
    match odds.start {
        Some(start) => spec.start = Some(start),
        None => spec.odds = odds.men.clone(),
    }
    if let Some(clocks) = &odds.clocks {
        spec.clocks = clocks.clone();
    }
    spec
}

// clauses: A.mode.7
#[test]
fn every_rung_begins_a_game_in_every_ruleset() {
    let mut begun = 0;
    every(|ruleset, kind, difference, giver, odds| {
        let Some(odds) = odds else { return };
        let at = format!("{} {kind:?} {difference} {giver:?}", ruleset.line());
        let table = Table::new(spec(ruleset, &odds)).unwrap_or_else(|error| panic!("{at}: {error:?}"));
        assert_eq!(table.ending(), None, "{at}");
        let first = odds.first_position(ruleset);
        assert_eq!(*table.game().position(), first, "{at}");
        assert_eq!(Setup::from(first).validate(ruleset, &[]), Ok(first), "{at}");
        // What the page sends back is a text.
        assert_eq!(fen::read(&fen::write(&first, ruleset), ruleset).ok(), Some(first), "{at}");
        begun += 1;
    });
    assert!(begun > 1000, "{begun}");
}

// clauses: A.mode.7
#[test]
fn a_rung_gives_exactly_what_it_says() {
    every(|ruleset, kind, difference, giver, odds| {
        let Some(odds) = odds else { return };
        let at = format!("{} {kind:?} {difference} {giver:?}", ruleset.line());
        let (start, first) = (ruleset.start(), odds.first_position(ruleset));
        let (with, without) = (odds.without.other(), odds.without);
        assert_eq!(start.pieces(without).len() - first.pieces(without).len(), u32::from(odds.rung.men), "{at}");
        assert_eq!(start.pieces(with).len(), first.pieces(with).len(), "{at}");
        assert_eq!(first.to_move(), start.to_move(), "{at}: odds do not change who begins");
        // The giver stands as at the start; the weaker side has made its moves.
        let kept = |side: Colour| {
            let left_out = odds.men.iter().copied().collect();
            start.pieces(side).without(left_out).without(first.pieces(side)).len()
        };
        assert_eq!(kept(giver), 0, "{at}");
        assert!(kept(giver.other()) <= u32::from(odds.rung.moves), "{at}");
        assert_eq!(kept(giver.other()) > 0, odds.rung.moves > 0, "{at}");
        assert_eq!(odds.clocks.is_some(), odds.rung.time > 0, "{at}");
        if let Some(clocks) = &odds.clocks {
            let [stronger, weaker] = [giver, giver.other()].map(|side| clocks[side as usize].first_time());
            assert!(stronger < weaker, "{at}");
        }
    });
}

#[test]
fn the_ladders_rise() {
    for kind in OddsKind::ALL {
        assert_eq!(kind.rung(0), Rung::default(), "equal players give nothing");
        assert_eq!(kind.rung(200), kind.rung(MOST_DIFFERENCE), "a larger difference is the largest");
        for difference in 1..=MOST_DIFFERENCE {
            assert!(kind.rung(difference) > kind.rung(difference - 1), "{kind:?} {difference}");
        }
    }
    let minutes = |text: &str| text.trim_end_matches('m').parse::<u32>().unwrap();
    for pair in TIMES.windows(2) {
        assert!(minutes(pair[1][0]) < minutes(pair[0][0]) && pair[0][1] == pair[1][1], "{pair:?}");
    }
}

#[test]
fn time_can_always_be_given() {
    every(|ruleset, kind, difference, _, odds| {
        if kind == OddsKind::Time {
            assert_eq!(odds.is_some(), difference > 0, "{} {difference}", ruleset.line());
        }
    });
}

/// The men of a rung, by their names.
fn men(line: &str, difference: u8, giver: Colour) -> Vec<String> {
    let ruleset = Ruleset::from_line(line).unwrap();
    let names = SquareNames::of(&ruleset);
    let odds = Odds::of(&ruleset, OddsKind::Mixed, difference, giver).unwrap();
    odds.men.iter().map(|man| names.name(*man).to_owned()).collect()
}

#[test]
fn men_come_from_both_edges_and_blacks_are_whites_turned_round() {
    assert_eq!(men("russian", 4, Colour::White), ["a1"]);
    assert_eq!(men("russian", 9, Colour::White), ["a1", "h2", "a3", "g1"]);
    assert_eq!(men("russian", 9, Colour::Black), ["h8", "a7", "h6", "b8"]);
    assert_eq!(men("international", 6, Colour::White), ["46", "45"]);
}

#[test]
fn where_fewer_men_are_better_the_weaker_side_has_them() {
    for line in ["poddavki", "corners", "house result=reversed"] {
        let odds = Odds::of(&Ruleset::from_line(line).unwrap(), OddsKind::Mixed, 6, Colour::White).unwrap();
        assert_eq!(odds.without, Colour::Black, "{line}");
    }
    let simple = Odds::of(&Ruleset::named("simple").unwrap(), OddsKind::Mixed, 6, Colour::White).unwrap();
    assert_eq!(simple.without, Colour::White);
}

#[test]
fn moves_are_made_towards_the_centre_and_nothing_can_be_captured() {
    let russian = Ruleset::named("russian").unwrap();
    let odds = Odds::of(&russian, OddsKind::Board, 3, Colour::White).unwrap();
    let first = odds.first_position(&russian);
    for side in Colour::ALL {
        assert!(russian.legal_moves(&first.with_turn(side)).iter().all(|mv| !mv.is_capture()));
    }
    assert_eq!(
        fen::write(&first, &russian),
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bc5,e5,b6,d6,h6,a7,c7,g7,b8,d8,f8,h8"
    );
    assert_eq!(Odds::of(&Ruleset::named("poddavki").unwrap(), OddsKind::Board, 3, Colour::White), None);
}

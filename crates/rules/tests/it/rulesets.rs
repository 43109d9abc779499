//! The tables of facts: ids, citations, canonical lines, contradictions.

use crate::rules;
use damka_rules::{
    Board, CATALOGUE, Choice, Citation, Colour, Contradiction, Corner, FactError, FactId, Game, Problem, Ruleset,
    Scope, SquareColour, Topic,
};

#[test]
fn there_are_twenty_one_rulesets_and_house() {
    let ids: Vec<&str> = Ruleset::all().iter().map(Ruleset::id).collect();
    let expected = "russian russian-basic russian-gambler russian-fmjd international international-fmjd simple checkers \
                    checkers-ozornye english-ozornye italian-ozornye spanish-ozornye corners stavropol diagonal \
                    poddavki samoyed english italian spanish brazilian house";
    assert_eq!(ids.join(" "), expected.split_whitespace().collect::<Vec<_>>().join(" "));
}

/// The columns "corner, squares" and "first" of the rules document.
// clauses: A.board.2 A.first.1 B.move.1 D.setup.1 D.board.1
#[test]
fn boards_stand_as_the_texts_lay_them() {
    use Corner::{Left, Right};
    use SquareColour::{Dark, Light};
    for (id, corner, squares) in [
        ("russian", Left, Dark),
        ("russian-basic", Left, Dark),
        ("russian-gambler", Left, Dark),
        ("russian-fmjd", Left, Dark),
        ("international", Left, Dark),
        ("international-fmjd", Left, Dark),
        ("simple", Right, Light),
        ("checkers", Left, Dark),
        ("checkers-ozornye", Right, Light),
        ("english-ozornye", Right, Light),
        ("italian-ozornye", Right, Dark),
        ("spanish-ozornye", Right, Dark),
        ("stavropol", Left, Dark),
        ("diagonal", Left, Dark),
        ("poddavki", Left, Dark),
        ("samoyed", Left, Dark),
        ("english", Left, Dark),
        ("italian", Right, Dark),
        ("spanish", Right, Dark),
        ("brazilian", Left, Dark),
    ] {
        let (facts, conventions) = (*rules(id).facts(), *rules(id).conventions());
        assert_eq!((conventions.corner, conventions.squares), (corner, squares), "{id}");
        let first = if id == "english" { Colour::Black } else { Colour::White };
        assert_eq!(facts.first, first, "{id}");
    }
}

// clauses: A.setup.1 B.board.1 C.1.2 C.2.1 D.setup.1 E.setup.1
#[test]
fn starting_positions() {
    let names = |ruleset: &Ruleset, colour| {
        let squares = ruleset.start().pieces(colour).into_iter();
        squares.map(|square| ruleset.board().name(square).to_string()).collect::<Vec<_>>().join(" ")
    };
    for id in ["russian", "russian-basic", "russian-gambler", "simple", "english", "poddavki"] {
        let ruleset = rules(id);
        assert_eq!(names(&ruleset, Colour::White), "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3", "{id}");
        assert_eq!(names(&ruleset, Colour::Black), "b6 d6 f6 h6 a7 c7 e7 g7 b8 d8 f8 h8", "{id}");
    }
    let hundred = rules("international").start();
    for colour in Colour::ALL {
        assert_eq!(hundred.men(colour).len(), 20, "all are men");
        assert!(hundred.kings(colour).is_empty());
    }
    assert!((4..6).all(|rank| hundred.occupied().intersection(Board::Ten.rank(rank)).is_empty()));
    let diagonal = rules("diagonal");
    assert_eq!(names(&diagonal, Colour::White), "c1 e1 g1 d2 f2 h2 e3 g3 f4 h4 g5 h6");
    assert_eq!(names(&diagonal, Colour::Black), "a3 b4 a5 c5 b6 d6 a7 c7 e7 b8 d8 f8");
}

// clauses: D.5.corners.1
#[test]
fn the_three_camps_of_corners() {
    for (layout, pieces, far_corner) in [("3x3", 9, "c3"), ("3x4", 12, "d3"), ("4x4", 16, "d4")] {
        let ruleset = rules(&format!("corners layout={layout}"));
        let start = ruleset.start();
        assert_eq!(start.pieces(Colour::White).len(), pieces);
        assert_eq!(start.pieces(Colour::Black).len(), pieces);
        assert!(start.pieces(Colour::White).contains(crate::square(&ruleset, far_corner)));
        assert!(start.pieces(Colour::Black).contains(crate::square(&ruleset, "h8")));
    }
    assert_eq!(rules("corners").line(), "corners", "3x4 is the default");
    assert_eq!(rules("corners layout=3x4").line(), "corners");
}

/// Every rule of a built-in game comes from somewhere; only what no text has is "added".
#[test]
fn every_rule_is_cited() {
    let of_draughts = [
        Topic::Board,
        Topic::Setup,
        Topic::Turn,
        Topic::ManStep,
        Topic::KingStep,
        Topic::Duty,
        Topic::ManJump,
        Topic::ManBackward,
        Topic::ManTakesKing,
        Topic::KingJump,
        Topic::GoOn,
        Topic::Once,
        Topic::OwnPieces,
        Topic::Choice,
        Topic::Crown,
        Topic::CrownInPassing,
        Topic::CrownQuiet,
        Topic::NoMove,
        Topic::NoPieces,
    ];
    for ruleset in Ruleset::all().iter().filter(|ruleset| !matches!(ruleset.id(), "house" | "corners")) {
        for topic in of_draughts {
            let cited = ruleset.cite(topic);
            assert!(matches!(cited, Citation::Article(_)), "{} {topic:?}: {cited}", ruleset.id());
        }
    }
    assert_eq!(rules("house").cite(Topic::Duty), Citation::House);
    assert_eq!(rules("corners").cite(Topic::RaceMove), Citation::Article("D.5.corners.3"));
    assert_eq!(rules("simple").cite(Topic::Resignation), Citation::Added, "text 003 has no word of resigning");
}

#[test]
fn texts_without_draws_label_theirs_as_added() {
    for id in ["russian-gambler", "simple", "checkers", "checkers-ozornye", "stavropol", "samoyed", "poddavki"] {
        let ruleset = rules(id);
        for rule in ruleset.facts().draws.rules() {
            assert_eq!(ruleset.cite_draw(rule), Citation::Added, "{id} {}", rule.id);
        }
    }
    let spanish = rules("spanish");
    let cited: Vec<_> = spanish.facts().draws.rules().map(|rule| spanish.cite_draw(rule).to_string()).collect();
    assert_eq!(cited, ["Spain", "added"]);
}

#[test]
fn the_canonical_line_identifies_a_game() {
    for ruleset in Ruleset::all() {
        assert_eq!(ruleset.line(), ruleset.id(), "a plain ruleset is its id");
        assert_eq!(Ruleset::from_line(ruleset.id()), Ok(*ruleset));
    }
    let line = "house board=10 king=short start=rows:4 draws=A.draw.1+C.5.5 corner=right";
    assert_eq!(rules(line).line(), line);
    let reordered = rules("house corner=right draws=C.5.5+A.draw.1 start=rows:4 king=short board=10 first=white");
    assert_eq!(reordered.line(), line, "order and defaults do not matter");
    assert_eq!(rules("simple corner=left squares=dark").line(), "simple corner=left squares=dark");
    let set_up = "house start=w:a1,c1;b:h8";
    assert_eq!(rules(set_up).line(), set_up);
    assert_eq!(rules(set_up).start().occupied().len(), 3);
}

fn problems(line: &str) -> Vec<Problem> {
    Ruleset::from_line(line).expect_err("no ruleset").problems
}

#[test]
fn every_contradiction_is_listed() {
    let all = problems(
        "house man-capture=forward crowning=pass enemy-quiet=any start=rows:4 draws=A.draw.1+B.draw.3+D.5.corners.4",
    );
    let expected = [
        Contradiction::PassNeedsBackwardCapture,
        Contradiction::SwitchesWithoutEnemyMovers,
        Contradiction::RowsMeet { rows: 4, most: 3 },
        Contradiction::DrawsAlike { first: "A.draw.1", second: "B.draw.3" },
        Contradiction::DrawOfAnotherGame { rule: "D.5.corners.4" },
    ];
    assert_eq!(all, expected.map(Problem::Contradiction));
    assert_eq!(problems("house start=rows:0"), [Problem::Contradiction(Contradiction::NoRows)]);
    let starts = problems("house start=w:a1,b8;b:a1");
    let expected = [
        Contradiction::ManOnCrowningRow { colour: Colour::White },
        Contradiction::ManOnCrowningRow { colour: Colour::Black },
        Contradiction::SquaresShared,
    ];
    assert_eq!(starts, expected.map(Problem::Contradiction));
    let nobody = problems("house start=w:;b:h8");
    assert_eq!(nobody, [Problem::Contradiction(Contradiction::NoPieces { colour: Colour::White })]);
    let camps = problems("house start=camps");
    assert_eq!(camps, [Problem::Contradiction(Contradiction::StartOfAnotherGame)]);
}

#[test]
fn bad_lines_are_refused_with_the_offending_text() {
    assert_eq!(problems("chess"), [Problem::UnknownRuleset("chess".into())]);
    assert_eq!(problems(""), [Problem::UnknownRuleset(String::new())]);
    assert_eq!(problems("house wings=4"), [Problem::UnknownFact("wings".into())]);
    assert_eq!(problems("house king"), [Problem::NotAFact("king".into())]);
    assert_eq!(problems("house king=short king=short"), [Problem::FactTwice(FactId::King)]);
    assert_eq!(problems("russian king=short"), [Problem::FixedFact(FactId::King)]);
    let bad = FactError::BadValue { fact: FactId::King, value: "tall".into() };
    assert_eq!(problems("house king=tall"), [Problem::Fact(bad)]);
    assert_eq!(problems("house layout=3x3"), [Problem::Fact(FactError::NotHere { fact: FactId::Layout })]);
}

/// `Facts` describes itself: every fact can be read, and written back.
#[test]
fn every_fact_reads_back() {
    for ruleset in Ruleset::all() {
        for id in FactId::ALL {
            let Some(value) = ruleset.get(*id) else { continue };
            let (mut facts, mut conventions) = (*ruleset.facts(), *ruleset.conventions());
            let is_convention = id.scope() == Scope::Convention;
            let set = if is_convention { conventions.set(*id, &value) } else { facts.set(*id, &value) };
            assert_eq!(set, Ok(()), "{} {}", ruleset.id(), id.name());
            assert_eq!((&facts, &conventions), (ruleset.facts(), ruleset.conventions()));
            let other = if is_convention { facts.set(*id, &value) } else { conventions.set(*id, &value) };
            assert_eq!(other, Err(FactError::NotHere { fact: *id }));
            assert!(id.choices().is_empty() || id.choices().contains(&value.as_str()));
        }
    }
    let draughts = FactId::ALL.iter().filter(|id| id.scope() == Scope::Draughts);
    for id in draughts {
        for value in id.choices() {
            let mut facts = *rules("house").facts();
            assert_eq!(facts.set(*id, value), Ok(()), "{}={value}", id.name());
            assert_eq!(facts.get(*id).as_deref(), Some(*value));
        }
    }
}

#[test]
fn draw_rules_have_distinct_ids() {
    for (at, rule) in CATALOGUE.iter().enumerate() {
        assert!(CATALOGUE[..at].iter().all(|other| other.id != rule.id), "{}", rule.id);
    }
}

/// The corner changes names and pictures, never moves.
#[test]
fn the_corner_changes_no_moves() {
    let [left, right] = ["russian", "russian corner=right squares=light"].map(rules);
    assert_eq!(left.legal_moves(&left.start()), right.legal_moves(&right.start()));
}

// clauses: B.move.1 D.turn.1 E.turn.1
#[test]
fn the_sides_move_in_turn_and_nobody_may_pass() {
    for ruleset in Ruleset::all() {
        let mut game = Game::new(*ruleset);
        for _ in 0..6 {
            let mover = game.position().to_move();
            let moves = game.legal_moves();
            assert!(moves.iter().all(|mv| !mv.is_null()), "{}: no pass", ruleset.id());
            let own = |mv: &damka_rules::Move| game.position().pieces(mover).contains(mv.from());
            let may_move_both = ruleset.id() == "stavropol";
            assert!(may_move_both || moves.iter().all(own), "{}: own pieces only", ruleset.id());
            game.play(moves[0]).expect("a legal move");
            assert_eq!(game.position().to_move(), mover.other());
        }
    }
}

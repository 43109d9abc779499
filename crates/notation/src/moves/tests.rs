use super::*;
use crate::fen;

fn table(id: &str, fen: &str) -> MoveTable {
    let ruleset = Ruleset::named(id).unwrap();
    MoveTable::new(&ruleset, &fen::read(fen, &ruleset).unwrap())
}

/// Every one of these texts is the move that is written so.
fn check(id: &str, fen: &str, long: &str, texts: &[&str]) {
    let table = table(id, fen);
    for text in texts {
        match table.resolve(text) {
            Ok(found) => assert_eq!(table.long(found.mv), long, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

fn long_moves(id: &str, fen: &str) -> Vec<String> {
    let table = table(id, fen);
    let mut texts: Vec<_> = table.legal().iter().map(|mv| table.long(*mv)).collect();
    texts.sort();
    texts
}

fn problem(text: &str) -> (MoveTextProblem, usize) {
    let error = parse(text).unwrap_err();
    assert!(!error.to_string().is_empty());
    (error.problem, error.at)
}

// clauses: A.notation.1 A.glyph.1 E.notation.1
#[test]
fn quiet_moves() {
    let start = fen::write(&Ruleset::named("russian").unwrap().start(), &Ruleset::named("russian").unwrap());
    let texts = [
        "c3-d4", "c3 - d4", "c3–d4", "c3—d4", "c3−d4", "C3-D4", "с3-d4", "c3d4", "c3 d4", "cd4", "c3:d4", "22-18",
        " c3-d4 ",
    ];
    check("russian", &start, "c3-d4", &texts);
    check("international", "W:W31-50:B1-20", "32-28", &["32-28", "3228", "32- 28", "032-028", "32 28"]);
    check("international", "B:W31-50:B1-20", "16-21", &["16-21", "1621"]);
    check("international", "B:W31-50:B1,6", "6-11", &["6-11", "06-11", "0611", "06 - 11"]);
}

// clauses: A.notation.1 A.glyph.1 C.notation.1
#[test]
fn captures() {
    let texts = ["b4:d6", "b4xd6", "b4Xd6", "b4×d6", "b4хd6", "b4-d6", "b4d6", "b:d6", "bd6", "b4 : d6", "В4:d6"];
    check("russian", "W:Wb4:Bc5", "b4:d6", &texts);
    // A man of text 002's example takes three pieces: every square, blanks, a Cyrillic х, leading zeros.
    let fen = "W:W26:B21,22,23";
    check("international", fen, "26x19", &["26 х 17 х 28 х 19", "26x19", "26x17x28x19", "26-19", "2619", "026x19"]);
    check("international", fen, "26x19", &["26x17x19", "26x28x19"]);
}

// clauses: A.glyph.2 A.glyph.3 A.glyph.4
#[test]
fn marks_behind_the_move() {
    let texts =
        ["b4:d6x", "b4:d6х", "b4:d6=", "b4:d6!", "b4:d6!!", "b4:d6?", "b4:d6??", "b4:d6?!", "b4:d6 !? ", "b4:d6(?)"];
    check("russian", "W:Wb4:Bc5", "b4:d6", &texts);
    assert_eq!(strip_marks(" b4:d6?! x "), ("b4:d6", "?! x"));
    assert_eq!(strip_marks("--"), ("--", ""));
    assert_eq!(strip_marks("x!"), ("", "x!"));
}

#[test]
fn the_other_corner() {
    let start = |id: &str| fen::write(&Ruleset::named(id).unwrap().start(), &Ruleset::named(id).unwrap());
    check("simple", &start("simple"), "d3-c4", &["d3-c4", "dc4"]);
    check("italian", &start("italian"), "22-18", &["22-18"]);
    check("spanish", &start("spanish"), "10-14", &["10-14"]);
}

// py-draughts#29: the same ends, other captures; both must be written in full.
#[test]
fn captures_that_share_both_ends() {
    let fen = "W:WK4:B13,20,32,37";
    let texts = long_moves("international", fen);
    let shared: Vec<_> = texts.iter().filter(|text| text.starts_with("4x") && text.ends_with("x15")).collect();
    assert_eq!(shared.len(), 2, "{texts:?}");
    let table = table("international", fen);
    let error = table.resolve("4x15").unwrap_err();
    assert!(matches!(error, Unresolved::Ambiguous { candidates } if candidates.len() == 2));
    for text in shared {
        assert_eq!(table.long(table.resolve(text).unwrap().mv), *text);
    }
    // One square is enough to tell them apart.
    let by = |text: &str| table.resolve(text).unwrap();
    assert_ne!(by("4x27x15").mv, by("4x31x15").mv);
    assert!(
        by("4x31x15").path.contains(&SquareNames::of(&Ruleset::named("international").unwrap()).parse("31").unwrap())
    );
}

// pydraughts#42: two captures from f8 to b4.
#[test]
fn captures_with_other_victims() {
    let fen = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8";
    assert_eq!(long_moves("russian", fen), ["f8:b4", "f8:h6:f4:d6:b4", "h4:b6"]);
    let table = table("russian", fen);
    let straight = table.resolve("f8:b4").unwrap();
    assert_eq!((straight.mv.captured().len(), straight.others.len()), (1, 1));
    assert_eq!(straight.others[0], table.resolve("f8:h6:f4:d6:b4").unwrap().mv);
    assert!(matches!(table.resolve("f:b4"), Err(Unresolved::Ambiguous { .. })));
}

// A man takes one piece straight ahead, or goes round, is crowned and comes to the same square.
#[test]
fn straight_ahead_or_round() {
    let table = table("samoyed", "W:Wc5,e5,g5,d6:Bg7");
    let ends: Vec<_> = table.legal().iter().filter(|mv| table.long(**mv).ends_with("b4")).collect();
    assert_eq!(ends.len(), 2);
    for mv in ends {
        assert_eq!(table.resolve(&table.long(*mv)).map(|found| found.mv), Ok(*mv));
    }
}

// A lattice of victims has more paths than anybody can count: the answer, and the time.
#[test]
fn many_paths_end_quickly() {
    let lattices =
        [("international", "b2,d2,f2,h2,b4,d4,f4,h4,b6,d6,f6,h6,b8,d8,f8,h8"), ("house", "b2,d2,f2,b4,d4,f4,b6,d6,f6")];
    let began = std::time::Instant::now();
    for (id, victims) in lattices {
        let table = table(id, &format!("W:WKa1:B{victims}"));
        for mv in table.legal() {
            for text in [table.long(*mv), table.full_path(*mv)] {
                assert_eq!(table.resolve(&text).map(|found| found.mv), Ok(*mv), "{text}");
            }
        }
        assert!(table.resolve("a1:c3:a1:c3:a1").is_err());
        let _ = table.resolve("a1:c3:e5:c3");
    }
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}

// Two kings come to the same squares with the same captures made; the rules once forgot the second one's paths.
#[test]
fn each_piece_has_its_own_paths() {
    let table = table("russian", "W:Wc1,h4,Kc5,Kh6,Kd8,Kh8:BKa1,e3,Kg3,b4,Kd4,b6,a7");
    let texts: Vec<_> = table.legal().iter().map(|mv| table.full_path(*mv)).collect();
    assert!(texts.contains(&"d8:a5:d2:f4:h2".to_owned()), "{texts:?}");
    assert!(texts.contains(&"d8:a5:c3:e5:h2".to_owned()), "{texts:?}");
}

// pydraughts#28 and py-draughts PR#48.
#[test]
fn crowned_in_passing() {
    assert_eq!(long_moves("russian", "W:Wh6:Bg7,c5,d2"), ["h6:e1"]);
    let texts = ["h6:f8:b4:e1", "h6:e1", "h:e1", "h6:f8:e1", "he1"];
    check("russian", "W:Wh6:Bg7,c5,d2", "h6:e1", &texts);
    let fen = "B:W12,17,19,23,25,27,29:B1,3,4,7,8,10,11,K13,14";
    assert_eq!(long_moves("russian", fen), ["a5:e5", "c5:c1"]);
    check("russian", fen, "a5:e5", &["a5:e1:g3:e5"]);
}

// clauses: A.notation.3
#[test]
fn the_sample_game_of_text_000() {
    let russian = Ruleset::named("russian").unwrap();
    let texts = "е3-d4 d6-c5 f2-e3 f6-g5 c3-b4 g5-h4 b4:d6 h4:f2 e1:g3 c7:h4x";
    let mut position = russian.start();
    for text in texts.split_whitespace() {
        let mv = resolve(&russian, &position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position = position.after(mv);
    }
    assert_eq!(fen::write(&position, &russian).matches('K').count(), 1);
}

#[test]
fn short_forms() {
    let written = |id: &str, fen: &str, text: &str| {
        let table = table(id, fen);
        table.short(table.resolve(text).unwrap().mv)
    };
    assert_eq!(written("russian", "W:Wc3:Bh8", "c3-d4"), "cd4");
    assert_eq!(written("russian", "W:Wb4:Bc5", "b4:d6"), "b:d6");
    // Two pieces of one column reach the square: b2 and a king on b6.
    assert_eq!(written("russian", "W:Wb2,Kb6:Bh2", "b2-c3"), "bc3");
    assert_eq!(written("russian", "W:WKb2,Kb6:Bh2", "b2-d4"), "b2-d4");
    assert_eq!(written("international", "W:W32:B1", "32-28"), "32-28");
}

#[test]
fn refusals_by_the_board() {
    let table = table("russian", "W:Wc3,e3:Bh8");
    let refused = |text: &str| table.resolve(text).unwrap_err();
    let names = SquareNames::of(&Ruleset::named("russian").unwrap());
    let square = |name| names.parse(name).unwrap();
    assert_eq!(refused("c3-c4"), Unresolved::NotPlayed(crate::Cell { column: 2, row: 3 }));
    assert_eq!(refused("c3-d9"), Unresolved::UnknownSquare("d9".to_owned()));
    assert_eq!(refused("z3-d4"), Unresolved::UnknownSquare("z3".to_owned()));
    assert_eq!(refused("zd4"), Unresolved::UnknownSquare("z".to_owned()));
    let attempt = damka_rules::Attempt { from: square("c3"), then: vec![square("e5")] };
    assert_eq!(refused("c3:e5"), Unresolved::Illegal { attempt: attempt.clone(), capture: true });
    assert_eq!(refused("ce5"), Unresolved::Illegal { attempt, capture: false });
    assert_eq!(refused("gf4"), Unresolved::NoSuchPiece { column: 'g', to: square("f4") });
    assert_eq!(refused("--"), Unresolved::NoPass);
    for text in ["c3-c4", "c3-d9", "c3:e5", "gf4", "--", "", "c3"] {
        assert!(!refused(text).to_string().is_empty());
    }
}

#[test]
fn refusals_by_the_form() {
    use MoveTextProblem::*;
    assert_eq!(problem(""), (Empty, 0));
    assert_eq!(problem("!?"), (Empty, 0));
    assert_eq!(problem("c3"), (NoDestination, 0));
    assert_eq!(problem("322"), (NoDestination, 0));
    assert_eq!(problem("c3-"), (NoSquare, 2));
    assert_eq!(problem("-d4"), (NoSquare, 0));
    assert_eq!(problem("c3--d4"), (NoSquare, 2));
    assert_eq!(problem("c3-d"), (HalfSquare, 3));
    assert_eq!(problem("b:d:f4"), (HalfSquare, 2));
    assert_eq!(problem("c3-d4;"), (Junk, 5));
    assert_eq!(problem("с3_d4"), (Junk, 3));
    assert_eq!(problem(&"c3-".repeat(LONGEST)), (TooLong, 0));
}

// clauses: D.5.corners.3 D.5.corners.4
#[test]
fn corners() {
    // Over b1 and then over c2: a1-c1-c3.
    let fen = "W:Wa1,b1:Bc2,h8";
    check("corners", fen, "a1-c3", &["a1-c3", "a1-c1-c3", "ac3"]);
    let table = table("corners", fen);
    let jump = table.resolve("a1-c3").unwrap().mv;
    assert_eq!(table.full_path(jump), "a1-c1-c3");
    assert!(table.resolve("a1-a2-c3").is_err());
    // White is shut in and passes.
    let shut_in = self::table("corners", "W:Wa1:Bb1,c1,a2,a3");
    let pass = shut_in.resolve("- -").unwrap();
    assert!(pass.mv.is_null() && pass.path.is_empty());
    for text in [shut_in.long(pass.mv), shut_in.short(pass.mv), shut_in.full_path(pass.mv), shut_in.hub(pass.mv)] {
        assert_eq!(text, PASS);
    }
}

#[test]
fn hub_moves() {
    let table = table("international", "W:WK4:B13,20,32,37");
    for mv in table.legal() {
        assert_eq!(table.resolve_hub(&table.hub(*mv)), Ok(*mv), "{}", table.hub(*mv));
    }
    let mut captured = table.hub(table.resolve("4x27x15").unwrap().mv);
    assert_eq!(captured.split('x').take(2).collect::<Vec<_>>(), ["4", "15"]);
    captured.push_str("x1");
    assert!(matches!(table.resolve_hub(&captured), Err(Unresolved::Illegal { .. })));
}

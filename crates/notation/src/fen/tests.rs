use super::*;

fn ruleset(id: &str) -> Ruleset {
    Ruleset::named(id).unwrap()
}

/// The text reads as a position that is written so.
fn check(id: &str, text: &str, written: &str) {
    let ruleset = ruleset(id);
    match read(text, &ruleset) {
        Ok(position) => assert_eq!(write(&position, &ruleset), written, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The text is refused, and the error points at this part of it.
fn refuse(id: &str, text: &str, problem: FenProblem, part: &str) {
    let error = read(text, &ruleset(id)).unwrap_err();
    assert_eq!((error.problem, error.text.as_str()), (problem, part), "{text}");
    assert!(text[error.at..].starts_with(part), "{text}: byte {}", error.at);
    assert!(!error.to_string().is_empty());
}

#[test]
fn the_start() {
    check("international", "W:W31-50:B1-20", &write(&ruleset("international").start(), &ruleset("international")));
    assert_eq!(
        write(&ruleset("russian").start(), &ruleset("russian")),
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
    );
    for ruleset in Ruleset::all() {
        assert_eq!(read(&write(&ruleset.start(), ruleset), ruleset), Ok(ruleset.start()), "{}", ruleset.id());
    }
}

#[test]
fn either_order_missing_and_empty_sides() {
    check("russian", "W:Wa1:Bb8", "W:Wa1:Bb8");
    check("russian", "W:Bb8:Wa1", "W:Wa1:Bb8");
    check("international", "B:W50:B", "B:W50:B"); // py-draughts#28
    check("international", "B:W50", "B:W50:B");
    check("international", "B:B50", "B:W:B50");
    check("international", "W:W:B", "W:W:B");
}

#[test]
fn kings_and_ranges() {
    check("international", "W:WK31-K33,48:BK1,2K", "W:WK31,K32,K33,48:BK1,K2");
    check("international", "W:WK31-33:B1-1", "W:WK31,K32,K33:B1");
    check("international", "W:W31–33:B", "W:W31,32,33:B");
    check("russian", "W:Wa1-b2,d4K:BКd8,Kh8", "W:Wa1,c1,e1,g1,b2,Kd4:BKd8,Kh8");
    check("simple", "W:Wb1-a2,Kh3:B", "W:Wb1,d1,f1,h1,a2,Kh3:B");
}

#[test]
fn blanks_quotes_and_tags() {
    check("russian", " [FEN \"B: W a1, c1 : B b8 .\"] ", "B:Wa1,c1:Bb8");
    check("russian", "[fen 'w:wa1:bb8']", "W:Wa1:Bb8");
    check("russian", "\"W:WA1:BB8\"", "W:Wa1:Bb8");
    check("russian", "B:Wа1,с3,Е5:ВВ8,Кh8.", "B:Wa1,c3,e5:Bb8,Kh8"); // Cyrillic look-alikes
    check("international", "W:W31,32,:B06", "W:W31,32:B6");
}

#[test]
fn numbers_on_a_board_with_letters() {
    check("russian", "W:W32,K29:B1,4", "W:WKa1,g1:Bb8,h8");
    check("simple", "W:W32:B1", "W:Wh1:Ba8");
    check("spanish", "W:W1:B32", "W:W1:B32");
    check("corners", "W:Wa1,b1:B1", "W:Wa1,b1:Ba8");
    check("international", "W:Wa1,i1:B1", "W:W46,50:B1");
}

#[test]
fn what_lidraughts_adds() {
    let text = "W:W31,K32:B1,K2:H12:F45:+1+0";
    check("international", text, "W:W31,K32:B1,K2");
    let fen = read_fully(text, SquareNames::of(&ruleset("international"))).unwrap();
    assert_eq!(fen.extras, Extras { half_moves: Some(12), move_number: Some(45), king_moves: Some([1, 0]) });
    refuse("international", "W:W31,G32:B1", FenProblem::Jumped, "G32");
    refuse("international", "W:W31,P3:B1", FenProblem::Jumped, "P3");
    refuse("russian", "W:Wa1,Gc3:Bb8", FenProblem::Jumped, "Gc3");
    check("russian", "W:WG3:B", "W:Wg3:B");
}

#[test]
fn a_turn_alone_is_no_position() {
    let names = SquareNames::of(&ruleset("russian"));
    let fen = read_fully("B", names).unwrap();
    assert_eq!((fen.to_move, fen.pieces), (Colour::Black, None));
    refuse("russian", "B", FenProblem::NoPieces, "B");
}

#[test]
fn refusals() {
    use FenProblem::*;
    refuse("russian", "", NoTurn, "");
    refuse("russian", ":Wa1:Bb8", NoTurn, "");
    refuse("russian", "Wa1:Bb8", NoTurn, "Wa1");
    refuse("russian", "?:Wa1:Bb8", TurnUnknown, "?");
    refuse("russian", "X:Wa1:Bb8", BadTurn, "X");
    refuse("russian", "W:Wa1:Bb8:Wc1", SideTwice, "Wc1");
    refuse("russian", "W:Wa1,c4:Bb8", NotPlayed, "c4");
    refuse("simple", "W:Wa1:Bb8", NotPlayed, "a1");
    refuse("russian", "W:Wa1,Kz9:Bb8", UnknownSquare, "z9");
    refuse("russian", "W:Wa1,,c1:Bb8", UnknownSquare, "");
    refuse("international", "W:W51:B0", UnknownSquare, "51");
    refuse("russian", "W:Wa1,c3,a1:Bb8", SquareTwice, "a1");
    refuse("russian", "W:Wa1:Bb8,KA1", SquareTwice, "KA1");
    refuse("international", "W:W31-50:B1-31", SquareTwice, "1-31");
    refuse("international", "W:W50-31:B", BadRange, "50-31");
    refuse("international", "W:W31-K50:B", BadRange, "31-K50");
    refuse("international", "W:W31-a1:B", BadRange, "31-a1");
    refuse("russian", "W:Wa1:Bb8:Zz", Junk, "Zz");
    refuse("russian", "W:Wa1:Bb8:H", Junk, "H");
    assert_eq!(read(&"W".repeat(LONGEST + 1), &ruleset("russian")).unwrap_err().problem, TooLong);
}

#[test]
fn hub() {
    let russian = ruleset("russian");
    let start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert_eq!(write_hub(&russian.start(), &russian), start);
    assert_eq!(read_hub(start, &russian), Ok(russian.start()));
    let problem = |text: &str| read_hub(text, &russian).unwrap_err().problem;
    assert_eq!(problem(""), FenProblem::NoTurn);
    assert_eq!(problem("?"), FenProblem::BadTurn);
    assert_eq!(problem("We"), FenProblem::HubLength { expected: 33 });
    assert_eq!(problem("Wbbbbbbbbbbbbeeeeeeee?wwwwwwwwwww"), FenProblem::Junk);
    let kings = read("B:WKg1:BKb8", &russian).unwrap();
    assert_eq!(write_hub(&kings, &russian), format!("BB{}W", "e".repeat(30)));
}

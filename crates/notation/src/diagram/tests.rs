use super::*;
use crate::fen;
use damka_rules::{Kind, Piece, Position};

fn set_up(id: &str, fen: &str) -> (Ruleset, Position) {
    let ruleset = Ruleset::named(id).unwrap();
    (ruleset, fen::read(fen, &ruleset).unwrap())
}

fn check_text(id: &str, fen: &str, options: TextOptions<'_>, lines: &[&str]) {
    let (ruleset, position) = set_up(id, fen);
    assert_eq!(text(&ruleset, &position, &options).lines().collect::<Vec<_>>(), lines);
}

fn picture(id: &str, fen: &str, options: &SvgOptions) -> String {
    let (ruleset, position) = set_up(id, fen);
    svg(&ruleset, &position, options)
}

/// Every element that is opened is closed, and nothing else looks like one.
fn check_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("every tag ends");
        let name = |tag: &str| tag.split([' ', '/']).next().unwrap_or_default().to_owned();
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed.to_owned())),
            None if tag.ends_with('/') => {}
            None => open.push(name(tag)),
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn letters_and_ranks_in_lines() {
    let marked = SquareNames::of(&Ruleset::named("russian").unwrap()).parse("c3").unwrap().set();
    let options = TextOptions { marked, ..TextOptions::default() };
    let lines = [
        "   ┌────────────────────────┐",
        " 8 │░░░ x ░░░   ░░░   ░░░ X │",
        " 7 │   ░░░   ░░░   ░░░   ░░░│",
        " 6 │░░░   ░░░   ░░░   ░░░   │",
        " 5 │   ░░░   ░░░   ░░░   ░░░│",
        " 4 │░░░   ░░░ O ░░░   ░░░   │",
        " 3 │   ░░░[o]░░░   ░░░   ░░░│",
        " 2 │░░░   ░░░   ░░░   ░░░   │",
        " 1 │   ░░░   ░░░   ░░░   ░░░│",
        "   └────────────────────────┘",
        "     a  b  c  d  e  f  g  h",
    ];
    check_text("russian", "W:Wc3,Kd4:Bb8,Kh8", options, &lines);
}

// clauses: C.1.3
#[test]
fn numbers_of_empty_squares() {
    let lines = [
        "   ┌──────────────────────────────┐",
        " 1 │░░░ x ░░░ 2 ░░░ 3 ░░░ 4 ░░░ 5 │ 5",
        " 6 │ 6 ░░░ 7 ░░░ 8 ░░░ 9 ░░░10 ░░░│ 10",
        "11 │░░░11 ░░░12 ░░░13 ░░░14 ░░░15 │ 15",
    ];
    let (ruleset, position) = set_up("international", "W:W50:B1");
    let board = text(&ruleset, &position, &TextOptions::default());
    assert_eq!(board.lines().take(4).collect::<Vec<_>>(), lines);
    assert_eq!(board.lines().nth(10), Some("46 │46 ░░░47 ░░░48 ░░░49 ░░░ o ░░░│ 50"));
}

// clauses: A.board.3
#[test]
fn seen_by_black_without_names() {
    let options =
        TextOptions { style: TextStyle::Ascii, seen_by: Colour::Black, coordinates: false, ..TextOptions::default() };
    let lines = [
        "+------------------------+",
        "|    .     .     .     o |",
        "| .     .     .     .    |",
        "|    .     .     .     . |",
        "| .     .     .     .    |",
        "|    .     .     .     . |",
        "| .     .     .     .    |",
        "|    .     .     .     . |",
        "| X     .     .     .    |",
        "+------------------------+",
    ];
    check_text("russian", "W:Wa1:BKh8", options, &lines);
}

// clauses: A.violation.3
#[test]
fn pieces_on_cells_that_are_not_played() {
    let piece = |colour, kind| Piece { colour, kind };
    let b1 = (Cell { column: 1, row: 0 }, piece(Colour::White, Kind::Man));
    let a8 = (Cell { column: 0, row: 7 }, piece(Colour::Black, Kind::King));
    let strays = [b1, a8];
    let (ruleset, position) = set_up("russian", "W:Wa1:Bh8");
    let drawn = |options: TextOptions<'_>| {
        let board = text(&ruleset, &position, &TextOptions { strays: &strays, coordinates: false, ..options });
        let lines: Vec<String> = board.lines().map(str::to_owned).collect();
        [lines[1].clone(), lines[8].clone()]
    };
    let lines = TextOptions::default();
    assert_eq!(drawn(lines), ["│░X░   ░░░   ░░░   ░░░ x │", "│ o ░o░   ░░░   ░░░   ░░░│"]);
    let black = TextOptions { seen_by: Colour::Black, ..lines };
    assert_eq!(drawn(black), ["│░░░   ░░░   ░░░   ░o░ o │", "│ x ░░░   ░░░   ░░░   ░X░│"]);
    let ascii = TextOptions { style: TextStyle::Ascii, ..lines };
    assert_eq!(drawn(ascii), ["| X  .     .     .     x |", "| o  o  .     .     .    |"]);
}

#[test]
fn every_ruleset_has_its_pictures() {
    for ruleset in Ruleset::all() {
        for seen_by in Colour::ALL {
            let squares: Vec<_> = ruleset.board().squares().into_iter().collect();
            let marks = [Mark::Tint, Mark::Dot, Mark::Ring];
            let options = SvgOptions {
                seen_by,
                marks: squares.iter().copied().zip(marks.into_iter().cycle()).collect(),
                arrows: squares.windows(2).map(|pair| Arrow { from: pair[0], to: pair[1] }).collect(),
                ..SvgOptions::default()
            };
            check_well_formed(&svg(ruleset, &ruleset.start(), &options));
            for style in [TextStyle::Lines, TextStyle::Ascii] {
                let board = text(ruleset, &ruleset.start(), &TextOptions { style, seen_by, ..TextOptions::default() });
                let pieces = ruleset.start().occupied().len() as usize;
                assert_eq!(board.matches(['o', 'x']).count(), pieces, "{board}");
            }
        }
    }
}

#[test]
fn words_and_colours_cannot_break_out() {
    let hostile = "\"/><script>alert('&')</script>\0";
    let palette = Palette { white: hostile.into(), mark: hostile.into(), ..Palette::PRINT };
    let options =
        SvgOptions { title: hostile.to_owned(), description: hostile.to_owned(), palette, ..SvgOptions::default() };
    let drawn = picture("russian", "W:Wa1,Kc3:Bh8", &options);
    check_well_formed(&drawn);
    assert!(!drawn.contains("<script") && !drawn.contains('\0'));
    assert!(drawn.contains("<title>&quot;/&gt;&lt;script&gt;"));
}

// clauses: C.2.6
#[test]
fn a_king_is_two_men_and_a_crown() {
    let discs = |fen: &str| picture("russian", fen, &SvgOptions::default()).matches(" r=\"23\"").count();
    assert_eq!((discs("W:Wa1:B"), discs("W:WKa1:B")), (1, 2));
}

// clauses: A.board.3 A.board.4
#[test]
fn names_can_be_hidden_and_the_board_has_a_size() {
    let options = SvgOptions { coordinates: false, board_mm: Some(400), ..SvgOptions::default() };
    let drawn = picture("russian", "W:Wa1:B", &options);
    assert!(!drawn.contains("<text"));
    // 480 units of board between two frames of 8 are 400 mm.
    assert!(drawn.contains("viewBox=\"0 0 496 496\" width=\"413.33mm\" height=\"413.33mm\""));
}

// clauses: D.board.1
#[test]
fn light_squares_are_played_in_simple_draughts() {
    let cell = |id: &str, column, row| {
        let sight = Sight::new(&Ruleset::named(id).unwrap(), Colour::White);
        let cell = Cell { column, row };
        (sight.names.square(cell).is_some(), sight.is_dark(cell))
    };
    assert_eq!((cell("russian", 0, 0), cell("russian", 1, 0)), ((true, true), (false, false)));
    assert_eq!((cell("simple", 0, 0), cell("simple", 7, 0)), ((false, true), (true, false)));
    assert_eq!((cell("italian", 0, 0), cell("italian", 7, 0)), ((false, false), (true, true)));
    assert_eq!((cell("corners", 0, 0), cell("corners", 1, 0)), ((true, true), (true, false)));
}

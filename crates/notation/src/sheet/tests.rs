use super::*;
use crate::diagram::{Palette, SvgOptions};
use crate::glyph::Glyph;
use crate::pdn::{self, Action, GameResult, GameTree, PdnGame, Reason, ReplayOptions, Step};
use damka_rules::{Colour, Position, Ruleset};

/// The sample game of text 000, with its Cyrillic letters and its crooked columns.
const SAMPLE: &str = "Белые      Чёрные
Иванов     Петров
1. е3-d4     d6-c5
2. f2-e3      f6-g5
3. c3-b4     g5-h4
4. b4:d6     h4:f2
5. e1:g3     c7:h4x
";

fn options() -> SheetOptions {
    let labels = SheetLabels {
        language: "ru".into(),
        title: "Запись партии <1>".into(),
        white: "Белые".into(),
        black: "Чёрные".into(),
        event: "Соревнование".into(),
        site: "Место".into(),
        date: "Дата".into(),
        round: "Тур".into(),
        result: "Результат".into(),
        start: "Начало".into(),
        signature: "Подпись".into(),
    };
    SheetOptions { labels, convention: Convention::Russian }
}

fn russian() -> Ruleset {
    Ruleset::named("russian").unwrap()
}

fn game(id: &str, text: &str) -> GameTree {
    let options =
        ReplayOptions { default: Ruleset::named(id), convention: Convention::Russian, ..ReplayOptions::default() };
    pdn::replay(&PdnGame::read(text).unwrap(), &options).unwrap().tree
}

/// A sheet reads back as the same game.
fn check(tree: &GameTree) -> String {
    let sheet = text(tree, &options());
    let again = read(&sheet, &tree.ruleset, Convention::Russian).unwrap_or_else(|error| panic!("{error}\n{sheet}"));
    assert_eq!(&again, tree, "{sheet}");
    sheet
}

// clauses: A.notation.1 A.notation.2 A.notation.3 A.notation.4 A.glyph.1 A.glyph.4
#[test]
fn the_sample_of_text_000() {
    let tree = read(SAMPLE, &russian(), Convention::Russian).unwrap();
    assert_eq!((tree.tags.get("White"), tree.tags.get("Black")), (Some("Иванов"), Some("Петров")));
    assert_eq!(tree.plies(), 10);
    assert_eq!(tree.result, GameResult::BlackWins);
    let last = tree.positions().last().unwrap();
    assert_eq!(last.kings(Colour::Black).len(), 1, "a man was crowned in the middle of its capture");
    let lines = [
        "    Белые    Чёрные",
        "    Иванов   Петров",
        " 1. e3-d4    d6-c5",
        " 2. f2-e3    f6-g5",
        " 3. c3-b4    g5-h4",
        " 4. b4:d6    h4:f2",
        " 5. e1:g3    c7:h4x",
        "",
    ];
    assert_eq!(check(&tree), lines.join("\n"));
}

// clauses: A.glyph.2 A.glyph.3 A.glyph.4
#[test]
fn marks_and_signs() {
    let tree = game("russian", "[White \"А. Б.\"][Black \"В\"] c3-d4! d6-c5!! b2-c3? f6-g5?? c3-b4?! g5-h4!? b4:d6=");
    let glyphs: Vec<_> = tree.main.steps.iter().flat_map(|step| step.glyphs.clone()).collect();
    assert_eq!(
        glyphs,
        [Glyph::Good, Glyph::VeryGood, Glyph::Poor, Glyph::VeryPoor, Glyph::SeemsWeak, Glyph::SeemsStrong]
    );
    assert_eq!(tree.result, GameResult::Draw);
    let sheet = check(&tree);
    assert!(sheet.contains("c3-b4?!") && sheet.contains("g5-h4!?") && sheet.ends_with("b4:d6=\n"), "{sheet}");
    let chess = text(&tree, &SheetOptions { convention: Convention::Chess, ..options() });
    assert!(chess.contains("c3-b4(?)!") && chess.contains("g5-h4(!)?"), "{chess}");
    assert_eq!(read(&chess, &russian(), Convention::Chess).unwrap(), tree);
    let mut forced = tree;
    forced.main.steps[0].glyphs = vec![Glyph::Forced];
    check(&forced);
}

#[test]
fn any_start_and_any_result() {
    // The side that made the last move lost: no sign says so.
    let lost = check(&game("russian", "1. c3-d4 d6-c5 1-0"));
    assert!(lost.ends_with("1. c3-d4   d6-c5\n1-0\n"), "{lost}");
    check(&game("russian", "1. c3-d4 *"));
    check(&game("russian", "[FEN \"B:Wc3:Bd6\"] 1. ... d6-c5 2. c3-b2 *".replace("c3-b2", "c3-d4").as_str()));
    check(&game("russian", "1. c3-d4 /FEN \"B:Wc3:Bd6\"/ d6-c5 0-0"));
    check(&game("corners", "1. d1-e1 *"));
    let english = check(&game("english", "[White \"W\"][Black \"B\"] 1. 11-15 23-19 1-0"));
    assert!(english.starts_with("    Чёрные   Белые\n    B        W\n 1. 11-15    23-19x\n"), "{english}");
    let mut tree = GameTree::new(russian());
    check(&tree);
    tree.main.steps.push(Step::from(Action::Setup(Position::empty(Colour::Black))));
    tree.result = GameResult::Draw;
    check(&tree);
    tree.main.steps.clear();
    check(&tree);
}

#[test]
fn errors_have_the_lines_of_the_sheet() {
    let wrong = SAMPLE.replace("c3-b4", "c3-c4");
    let error = read(&wrong, &russian(), Convention::Russian).unwrap_err();
    assert_eq!((error.line, error.column, error.text.as_str()), (5, 4, "c3-c4"));
    assert!(matches!(error.reason, Reason::Move(_)));
    for text in ["", "Иванов Петров", "1.", "1. x", "\n\n[", "a\tb\n1. c3-d4"] {
        let _ = read(text, &russian(), Convention::Russian);
    }
}

// clauses: A.notation.2
#[test]
fn a_page() {
    let mut tree = read(SAMPLE, &russian(), Convention::Russian).unwrap();
    tree.tags.set("White", "<b>\"Иванов\" & Co</b>");
    let page = html(&tree, &options());
    for part in [
        "<html lang=\"ru\">",
        "size:A4",
        "Запись партии &lt;1&gt;",
        "Белые<br>&lt;b&gt;&quot;Иванов&quot; &amp; Co&lt;/b&gt;</th><th scope=\"col\">Чёрные<br>Петров",
        "<tr><td>5.</td><td>e1:g3</td><td>c7:h4x</td></tr>",
        "<dt>Результат</dt><dd>0-1</dd>",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("<script") && !page.contains("http"));
    let blank = html(&GameTree::new(russian()), &options());
    assert!(blank.contains("<td>60.</td><td></td><td></td>"));
}

// clauses: A.board.3 A.board.4
#[test]
fn a_board_of_forty_centimetres() {
    let options = SvgOptions { coordinates: false, palette: Palette::PRINT, ..SvgOptions::default() };
    let page = board_page(&russian(), &Position::empty(Colour::White), &options, "ru");
    // 8 cells of 60 units are 400 mm, and the frame has 8 units on each side: 400 * 496 / 480.
    assert!(page.contains("viewBox=\"0 0 496 496\" width=\"413.33mm\" height=\"413.33mm\""), "{page}");
    assert!(page.contains("@page{size:460mm 460mm;margin:0}"));
    assert!(!page.contains("<text"), "no names are printed on the board");
    let named = board_page(&russian(), &russian().start(), &SvgOptions { coordinates: true, ..options }, "ru");
    assert!(named.contains("<text") && named.contains("width=\"443.33mm\""), "{named}");
}

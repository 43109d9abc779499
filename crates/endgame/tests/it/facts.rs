//! What others have published or players have always known.

use crate::common::{Folder, RUSSIAN, position, ruleset};
use damka_endgame::{Material, NoTables, Summary, TableGame, Tables, Value, Wdl};
use damka_rules::{Board, Colour, Kind, Piece, Position, Square, SquareSet};

fn slice(tables: &Tables, material: &str) -> Summary {
    let wanted: Material = material.parse().expect("a material");
    let found = tables.slices().find(|(material, ..)| *material == wanted);
    found.map(|(_, summary, _)| summary).expect("the slice is there")
}

/// Ed Trice's report of king against king (damforum.nl, "10x10 endgame databases"): 230 wins, 72 of them by jumps, 654
/// draws, 108 losses; the longest win takes 11 plies.
#[test]
fn english_king_against_king_as_published() {
    let summary = slice(&Folder::with("english", 3).tables("english"), "0m1k-0m1k");
    let Summary { won, drawn, lost, longest, left_out, .. } = summary;
    assert_eq!((won, drawn, lost, longest, left_out), (230, 654, 108, 11, 72));
}

/// rules.md 8.12: with short kings two beat one in up to 33 plies.
#[test]
fn two_short_kings_beat_one() {
    let summary = slice(&Folder::with("english", 3).tables("english"), "0m2k-0m1k");
    assert_eq!((summary.longest, summary.lost), (33, 0));
    assert!(summary.drawn * 400 < summary.won, "{summary:?}");
}

fn value(line: &str, folder: &Folder, fen: &str) -> Value {
    let value = folder.tables(line).probe_distance(&position(line, fen));
    value.unwrap_or_else(|| panic!("{fen} is not in the tables"))
}

/// "Three kings that own the great road take a king as a rule in no more than twelve moves; there are a few positions in
/// which it is taken on the thirteenth" (table-games.ru, normal endings; Petrov's triangle).
#[test]
fn three_kings_catch_one_off_the_great_road_by_the_thirteenth_move() {
    let tables = RUSSIAN.tables("russian");
    let summary = slice(&tables, "0m3k-0m1k");
    assert_eq!((summary.longest, summary.lost), (25, 0), "the thirteenth move is the twenty-fifth half-move");
    // Petrov's and Timoneda's positions.
    for fen in ["W:WKa1,Kc1,Ke1:BKf8", "W:WKa1,Kb2,Kc3:BKb8", "W:WKa1,Kc1,Ke1:BKc7"] {
        assert!(matches!(tables.probe_distance(&position("russian", fen)), Some(Value::Win(1..=25))), "{fen}");
    }
    let mut longest = 0;
    for_each_three_against_one(|position, lone_on_road, own_road| {
        let value = tables.probe_distance(position).expect("known");
        if own_road && !lone_on_road && is_quiet(&position.with_turn(Colour::Black)) {
            assert_eq!(value.wdl(), Wdl::Win, "{position:?}");
            longest = longest.max(value.plies().unwrap_or(0));
        }
    });
    assert_eq!(longest, 25);
}

/// On the great road a king is not caught, except by a shot at once.
#[test]
fn a_king_on_the_great_road_holds_against_three() {
    let tables = RUSSIAN.tables("russian");
    let (mut held, mut shots) = (0, 0);
    for_each_three_against_one(|position, lone_on_road, own_road| {
        if lone_on_road && !own_road {
            match tables.probe_distance(position).expect("known") {
                Value::Draw => held += 1,
                Value::Win(plies) => {
                    assert!(plies <= 9, "{plies}: {position:?}");
                    shots += 1;
                }
                Value::Loss(_) => panic!("three kings never lose: {position:?}"),
            }
        }
    });
    assert_eq!((held, shots), (10_704, 5_488));
}

fn is_quiet(position: &Position) -> bool {
    ruleset("russian").legal_moves(position).iter().all(|mv| !mv.is_capture())
}

/// Three white kings against one, White to move: with whether the lone king stands on the great road, and whether a
/// white king does.
fn for_each_three_against_one(mut visit: impl FnMut(&Position, bool, bool)) {
    let board = Board::Eight;
    let squares: Vec<_> = board.squares().into_iter().collect();
    let king = |colour| Some(Piece { colour, kind: Kind::King });
    for (at, a) in squares.iter().enumerate() {
        for (next, b) in squares.iter().enumerate().skip(at + 1) {
            for c in squares.iter().skip(next + 1) {
                for lone in squares.iter().filter(|square| ![a, b, c].contains(square)) {
                    let mut position = Position::empty(Colour::White);
                    for own in [a, b, c] {
                        position.set(*own, king(Colour::White));
                    }
                    position.set(*lone, king(Colour::Black));
                    let road = board.great_road();
                    visit(&position, road.contains(*lone), [a, b, c].into_iter().any(|own| road.contains(*own)));
                }
            }
        }
    }
}

/// Small endings from textbooks of Russian draughts.
#[test]
fn textbook_endings_of_russian_draughts() {
    // King against two men: 1. g1-e3! b8-c7 2. e3-a7 and 3. a7-b8 (draughts.narod.ru, "kings against men").
    assert_eq!(value("russian", &RUSSIAN, "W:WKg1:Bb8,e5").wdl(), Wdl::Win);
    // Two kings and a king: drawn but for shots.
    assert_eq!(value("russian", &RUSSIAN, "W:WKa1,Kc1:BKb8"), Value::Draw);
}

/// King and two men against a king: the side that holds the great road gets what it wants, as the draw rules have it too
/// (C.5.3.2, FMJD-64 7.2.7). Only positions are counted in which nothing hangs.
#[test]
fn king_and_two_men_need_the_great_road() {
    let (tables, board) = (RUSSIAN.tables("russian"), Board::Eight);
    let (road, last) = (board.great_road(), board.crowning_row(Colour::White));
    // Of [White's king on the road, Black's on it]: lost, drawn, won.
    let (mut white_owns, mut black_owns) = ([0; 3], [0; 3]);
    for [king, lone] in pairs(board).filter(|[king, lone]| road.contains(*king) != road.contains(*lone)) {
        for [first, second] in pairs(board).filter(|[first, second]| first < second) {
            let men = first.set().union(second.set());
            if !men.intersection(last).is_empty() || men.contains(king) || men.contains(lone) {
                continue;
            }
            let position = Position::of([men, SquareSet::EMPTY], [king.set(), lone.set()], Colour::White);
            if is_quiet(&position.with_turn(Colour::Black)) {
                let counts = if road.contains(king) { &mut white_owns } else { &mut black_owns };
                counts[tables.probe_wdl(&position).expect("known") as usize] += 1;
            }
        }
    }
    assert_eq!(white_owns, [1, 1_868, 34_864], "won but for some traps");
    assert_eq!(black_owns, [0, 26_653, 7_870], "drawn unless a shot is near");
}

/// Every two different squares.
fn pairs(board: Board) -> impl Iterator<Item = [Square; 2]> {
    let all = move || board.squares().into_iter();
    all().flat_map(move |one| all().filter(move |other| *other != one).map(move |other| [one, other]))
}

/// The three finals of king against two men on the large board, Black to move (table-games.ru): fork, rails, chain.
#[test]
fn textbook_endings_of_international_draughts() {
    let folder = Folder::with("international", 3);
    for fen in ["B:WK49:B16,35", "B:WK43:B16,33", "B:WK15:B19,28"] {
        assert_eq!(value("international", &folder, fen).wdl(), Wdl::Loss, "{fen}");
    }
    let kings = slice(&folder.tables("international"), "0m2k-0m1k");
    assert_eq!(kings.lost, 0);
}

#[test]
fn who_has_no_tables() {
    assert_eq!(TableGame::of(&ruleset("corners")), Err(NoTables::Race));
    assert_eq!(TableGame::of(&ruleset("house movers=either enemy-duty=colour")), Err(NoTables::DutyPerColour));
}

#[test]
fn what_tables_do_not_know_they_do_not_answer() {
    let tables = Folder::with("english", 3).tables("english");
    assert_eq!(tables.probe_wdl(&ruleset("english").start()), None);
    assert_eq!(tables.probe_wdl(&position("english", "W:WK1,K2:BK31,K32")), None, "four pieces");
    assert_eq!(tables.probe_wdl(&position("english", "W:W1,K2:BK32")), None, "a man on its crowning row");
    let bare = position("english", "W:WK1:B");
    assert_eq!(tables.probe_distance(&bare), Some(Value::Win(0)));
    assert_eq!(tables.probe_distance(&bare.with_turn(Colour::Black)), Some(Value::Loss(0)));
    assert_eq!(tables.who_cannot_win(&position("english", "W:WK1:BK32")), Some([true, true]));
    assert_eq!(tables.who_cannot_win(&position("english", "B:WK1,K2:BK32")), Some([false, true]));
}

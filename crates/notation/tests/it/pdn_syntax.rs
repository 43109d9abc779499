//! Every syntax that files of the world have, in small samples of our own.

use damka_notation::encoding::Encoding;
use damka_notation::glyph::{Convention, Glyph};
use damka_notation::moves::{MoveTable, Unresolved};
use damka_notation::pdn::{
    self, Action, Clock, Comment, Doubt, GameReader, GameResult, GameTree, PdnError, PdnGame, Reason, ReplayOptions,
    Replayed, StreamError,
};
use damka_rules::{Position, Ruleset};

fn replay(id: &str, text: &str) -> Result<Replayed, PdnError> {
    let options = ReplayOptions { default: Ruleset::named(id), ..ReplayOptions::default() };
    pdn::replay(&PdnGame::read(text)?, &options)
}

fn tree(id: &str, text: &str) -> GameTree {
    replay(id, text).unwrap_or_else(|error| panic!("{error}\n{text}")).tree
}

/// The moves of the main line in the form in which they are written.
fn moves(tree: &GameTree) -> String {
    let text = |(step, before): (&pdn::Step, Position)| match step.action {
        Action::Move(mv) => MoveTable::new(&tree.ruleset, &before).long(mv),
        Action::Setup(_) => "/".to_owned(),
    };
    tree.main.steps.iter().zip(tree.positions()).map(text).collect::<Vec<_>>().join(" ")
}

fn check(id: &str, text: &str, expected: &str) {
    assert_eq!(moves(&tree(id, text)), expected, "{text}");
}

/// Every game of a file, read and replayed.
fn games(file: &[u8]) -> Vec<Result<Replayed, PdnError>> {
    let mut reader = GameReader::new(file);
    let mut games = Vec::new();
    loop {
        match reader.next_game() {
            Ok(None) => return games,
            Ok(Some(raw)) => {
                let game = PdnGame::parse(&raw);
                games.push(game.and_then(|game| pdn::replay(&game, &ReplayOptions::default())));
            }
            Err(StreamError::Game(error)) => games.push(Err(error)),
            Err(StreamError::Io(error)) => panic!("{error}"),
        }
    }
}

fn error(id: &str, text: &str) -> (u64, u64, String, Reason) {
    let PdnError { line, column, text, reason, .. } = replay(id, text).expect_err("it is wrong");
    assert!(!reason.to_string().is_empty());
    (line, column, text, reason)
}

// clauses: A.notation.1 A.glyph.1 C.notation.1 E.notation.1
#[test]
fn moves_in_every_spelling() {
    let international = "32-28 19-23 28x19 14x23";
    for text in [
        "1. 32-28 19-23 2. 28x19 14x23",
        "1.32-28 19-23 2.28x19 14x23",
        "32-28 19-23 28x19 14x23",
        "1 32-28 19-23 2 28x19 14x23",
        "1. 3228 1923 2. 2819 1423",
        "1. 032-028 19- 23 2. 28x 19 14 х 23",
        "1. 32 - 28 19 –23 2. 28:19 14:23",
        "1. 32-28, 19-23, 2. 28X19, 14×23",
        "1. 32-28 1... 19-23 2. 28x19 2. ... 14x23",
        "1. 32-28 1. … 19-23 2.\n28x19\n14x23",
        "1. 32-28\u{a0}19-23 2. 28\u{a0}x\u{a0}19 14x23",
        "\u{feff}1. 32-28 19-23 2. 28x19 14x23",
    ] {
        check("international", text, international);
    }
    check("russian", "1. cd4 dc5 2. b2-с3 f6g5 3. C3-B4 gh4", "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4");
    check("international", "[FEN \"W:W26:B21,22,23\"] 26 х 17 х 28 х 19", "26x19");
    check("international", "[FEN \"W:W26,6:B21,22,23,1\"] 1. 26x17x28x19 01-07", "26x19 1-7");
}

#[test]
fn dashes_where_there_is_no_move() {
    check("russian", "1. c3-d4 d6-c5 2. - -", "c3-d4 d6-c5");
    check("russian", "1. c3-d4 -", "c3-d4");
    check("russian", "[FEN \"B:Wc3:Bd6\"] 1. - d6-c5 2. c3-d4", "d6-c5 c3-d4");
}

#[test]
fn a_pass_of_corners() {
    check("corners", "[FEN \"W:Wa1:Bb1,c1,a2,a3\"] 1. -- b1-b2", "-- b1-b2");
}

#[test]
fn results() {
    let result = |text: &str| tree("international", text).result;
    for text in ["1. 32-28 2-0", "1. 32-28 1-0", "1. 32-28 1 - 0", "[Result \"2-0\"] 32-28 *", "1. 32-28 2:0"] {
        assert_eq!(result(text), GameResult::WhiteWins, "{text}");
    }
    for text in ["32-28 1-1", "32-28 1/2-1/2", "32-28 ½-½", "32-28 1/2", "[Result \"1-1\"]"] {
        assert_eq!(result(text), GameResult::Draw, "{text}");
    }
    assert_eq!(result("32-28 0-0"), GameResult::NoPoints);
    assert_eq!(result("[Result \"4-6\"] 32-28"), GameResult::Other("4-6".to_owned()));
    assert_eq!(result("32-28 *"), GameResult::Unknown);
    assert_eq!(result(""), GameResult::Unknown);
    // The one behind the moves counts, if it says something.
    assert_eq!(result("[Result \"0-1\"] 32-28 1-0"), GameResult::WhiteWins);
    // `1-1` is a result, `1-7` is a move, and so is `11-1`.
    let fen = "[FEN \"B:W6,49:B1,50\"]";
    check("international", &format!("{fen} 1... 1-7 6-1 1-1"), "1-7 6-1");
    assert_eq!(result(&format!("{fen} 1... 1-7 6-1 1-1")), GameResult::Draw);
    // Signs behind the last move.
    assert_eq!(tree("russian", "1. c3-d4 d6-c5x").result, GameResult::BlackWins);
    assert_eq!(tree("russian", "1. c3-d4 d6-c5 х").result, GameResult::BlackWins);
    assert_eq!(tree("russian", "1. c3-d4 d6-c5=").result, GameResult::Draw);
    assert_eq!(tree("russian", "1. c3-d4= d6-c5").main.steps[0].glyphs, [Glyph::Nag(10)]);
    assert_eq!(tree("russian", "1. c3-d4 d6-c5= 1-0").main.steps[1].glyphs, [Glyph::Nag(10)]);
}

// clauses: A.glyph.2 A.glyph.3
#[test]
fn marks() {
    let glyphs = |text: &str, convention| {
        let options = ReplayOptions { default: Ruleset::named("russian"), convention, ..ReplayOptions::default() };
        let tree = pdn::replay(&PdnGame::read(text).unwrap(), &options).unwrap().tree;
        tree.main.steps[0].glyphs.clone()
    };
    for (text, chess, russian) in [
        ("c3-d4!", Glyph::Good, Glyph::Good),
        ("c3-d4 ??", Glyph::VeryPoor, Glyph::VeryPoor),
        ("c3-d4?!", Glyph::Dubious, Glyph::SeemsWeak),
        ("c3-d4!?", Glyph::Interesting, Glyph::SeemsStrong),
        ("c3-d4(?)", Glyph::Dubious, Glyph::Dubious),
        ("c3-d4 (!)", Glyph::Interesting, Glyph::Interesting),
        ("c3-d4 $5", Glyph::Interesting, Glyph::Interesting),
        ("c3-d4$6", Glyph::Dubious, Glyph::Dubious),
        ("c3-d4*", Glyph::Forced, Glyph::Forced),
        ("c3-d4 □", Glyph::Forced, Glyph::Forced),
        ("c3-d4 $1 $253", Glyph::SeemsWeak, Glyph::SeemsWeak),
        ("c3-d4 +-", Glyph::Nag(18), Glyph::Nag(18)),
    ] {
        assert_eq!(glyphs(text, Convention::Chess), [chess], "{text}");
        assert_eq!(glyphs(text, Convention::Russian), [russian], "{text}");
    }
    // A mark that nobody knows is kept as it is.
    assert_eq!(tree("russian", "c3-d4 !!!").main.steps[0].comments, [Comment::new("!!!")]);
    // An invalid mark number is left out, with a warning.
    for text in ["c3-d4 $", "c3-d4 $99999"] {
        let replayed = replay("russian", text).unwrap();
        assert!(matches!(&replayed.warnings[..], [warning] if warning.doubt == Doubt::Stray), "{replayed:?}");
        assert_eq!(replayed.tree.main.steps[0].glyphs, []);
    }
}

#[test]
fn comments() {
    let tree = tree("russian", "{first} 1. c3-d4 {a}{b [%clk 0:05:00]} ; to the end\n% nothing\nd6-c5 {c} 1-0 {after}");
    assert_eq!(tree.main.comments, [Comment::new("first")]);
    let [first, second] = &tree.main.steps[..] else { panic!("{tree:?}") };
    let texts: Vec<_> = first.comments.iter().map(|comment| comment.text.as_str()).collect();
    assert_eq!(texts, ["a", "b", "to the end"]);
    assert!(matches!(first.comments[1].clocks[..], [Clock::Remaining(time)] if time.millis == 300_000));
    assert_eq!(second.comments, [Comment::new("c"), Comment::new("after")]);
    // Braces inside comments: those that match nest, those that do not mean nothing.
    let nested = |text: &str| self::tree("russian", text).main.steps[0].comments.clone();
    assert_eq!(nested("c3-d4 { nested { comment } } d6-c5"), [Comment::new("nested { comment }")]);
    assert_eq!(nested("c3-d4 { a { b } d6-c5 { c }"), [Comment::new("a { b")]);
}

#[test]
fn variations() {
    let tree = tree("international", "32-28 19-23 (18-23 38-32 (37-32? 23-29! {x}) 12-18) 28x19 14x23");
    assert_eq!(moves(&tree), "32-28 19-23 28x19 14x23");
    let [variation] = &tree.main.steps[1].variations[..] else { panic!("{tree:?}") };
    assert_eq!(variation.steps.len(), 3);
    let [inner] = &variation.steps[1].variations[..] else { panic!("{tree:?}") };
    assert_eq!(inner.steps[1].comments, [Comment::new("x")]);
    assert_eq!((&inner.steps[0].glyphs[..], &inner.steps[1].glyphs[..]), (&[Glyph::Poor][..], &[Glyph::Good][..]));
    // A result in a variation ends nothing.
    let ended = self::tree("russian", "1. c3-d4 (1. e3-f4 1-0) d6-c5 *");
    assert_eq!(ended.main.steps[0].variations[0].steps[0].comments, [Comment::new("1-0")]);
    assert_eq!(ended.plies(), 2);
    // Moves of variations are checked, unless nobody asks for them.
    let text = "1. c3-d4 (1. e3-f5) d6-c5";
    let replayed = replay("russian", text).unwrap();
    assert!(matches!(&replayed.warnings[..], [warning] if warning.column == 14), "{replayed:?}");
    let options = ReplayOptions { variations: false, default: Ruleset::named("russian"), ..ReplayOptions::default() };
    let plain = pdn::replay(&PdnGame::read(text).unwrap(), &options).unwrap().tree;
    assert_eq!((plain.plies(), plain.main.steps[0].variations.len()), (2, 0));
}

#[test]
fn set_ups_in_the_body() {
    // A correction, a null move, and two in a row.
    let text =
        "1. c3-d4 d6-c5 /FEN \"W:Wc3,e3:Bd6\"/ 2. e3-f4 /FEN \"W\"/ 3. f4-g5 /FEN \"B\"//FEN \"W:Wa1:Bh8\"/ a1-b2";
    check("russian", text, "c3-d4 d6-c5 / e3-f4 / f4-g5 / / a1-b2");
    assert!(matches!(error("russian", "c3-d4 /FEN \"W:Wz9\"/").3, Reason::Fen(_)));
    assert!(matches!(error("russian", "c3-d4 /FEN \"W:W").3, Reason::UnclosedSetup));
}

#[test]
fn two_ways_to_number_a_russian_board() {
    // 1 = b8: 22 is c3 and 11 is f6.
    check("russian", "[Setup \"1\"][FEN \"W:W22:B11.\"] 1. c3-d4 f6-e5", "c3-d4 f6-e5");
    // 1 = a1: 10 is c3 and 23 is f6; by the usual numbers nothing would stand on c3.
    check("russian", "[FEN \"W:W10:B23\"] 1. c3-d4 f6-e5", "c3-d4 f6-e5");
    // Moves by numbers, too.
    check("russian", "1. 22-18 11-16", "c3-d4 f6-g5");
    check("russian", "1. 10-14 23-20", "c3-d4 f6-g5");
    // If neither fits, the usual numbers are what the error is about.
    let (_, _, text, reason) = error("russian", "[FEN \"W:W22:B11\"] 1. c3-c5");
    assert_eq!(text, "c3-c5");
    assert!(matches!(reason, Reason::Move(Unresolved::Illegal { .. })), "{reason:?}");
}

#[test]
fn nothing_is_guessed() {
    // py-draughts#29: two captures from 4 to 15.
    let fen = "[FEN \"W:WK4:B13,20,32,37\"]";
    let (_, _, text, reason) = error("international", &format!("{fen} 1. 4x15"));
    assert_eq!(text, "4x15");
    assert!(matches!(reason, Reason::Move(Unresolved::Ambiguous { candidates }) if candidates.len() == 2));
    tree("international", &format!("{fen} 1. 4x27x15"));
    // pydraughts#42: by the standard `f8:b4` is the capture of one piece, but somebody should look at it.
    let fen = "[FEN \"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8\"]";
    let replayed = replay("russian", &format!("{fen} 1. f8:b4")).unwrap();
    assert!(
        matches!(&replayed.warnings[..], [warning] if matches!(&warning.doubt, Doubt::OtherCaptures(others) if others.len() == 1))
    );
    // py-draughts#47: men on their crowning rows are played from, but not in silence.
    let replayed = replay("international", "[FEN \"W:W4:B49\"]").unwrap();
    assert!(matches!(replayed.warnings[0].doubt, Doubt::Flaws(_)));
}

#[test]
fn errors_say_where() {
    let text = "[White \"Ж\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5\n {Ж} 2. b2-b4 1-0";
    let expected = (5, 9, "b2-b4".to_owned());
    let (line, column, part, reason) = error("russian", text);
    assert_eq!((line, column, part), expected, "{reason:?}");
    // The column counts letters, whatever the encoding.
    let mut file: Vec<u8> = Vec::new();
    file.extend(b"[White \"\xC0\xE1\xE0\xF6\xE8\xE5\xE2\"]\n1. c3-d4 *\n[GameType \"25\"]\n{\xC6} 2. b2-b4 1-0");
    let games = games(&file);
    assert_eq!(games.len(), 2);
    let doubts = &games[0].as_ref().unwrap().warnings;
    assert!(matches!(doubts[0].doubt, Doubt::RulesNotNamed(rules) if rules.id() == "russian"));
    let error = games[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column, error.text.as_str()), (4, 8, "b2-b4"));
}

#[test]
fn a_broken_game_never_costs_its_neighbours() {
    let good = "[GameType \"25\"]\n1. c3-d4 1-0\n\n";
    for broken in [
        "[GameType \"25\"]\n1. c3-d4 { not closed\n\n",
        "[GameType \"25\"]\n1. c3-d4 ( not closed\n\n",
        "[GameType \"25\"\n1. c3-d4 1-0\n\n",
        "[GameType \"25]\n1. c3-d4 1-0\n\n",
        "[GameType \"25\"]\n1. c3-d4 /FEN \"W:W\n\n",
        "[GameType \"25\"]\n1. c3-c4 1-0\n\n",
        "[GameType \"99\"]\n1. c3-d4 1-0\n\n",
        "[GameType \"25\"]\n1. c3-d4 26 \n\n",
        "[GameType \"25\"]\n1. c3-d4 d6-\n\n",
    ] {
        let games = games(format!("{good}{broken}{good}").as_bytes());
        let legal: Vec<_> = games.iter().map(Result::is_ok).collect();
        assert_eq!(legal, [true, false, true], "{broken}\n{games:?}");
        let line = games[1].as_ref().unwrap_err().line;
        assert!((4..=5).contains(&line), "{line} {broken}");
    }
}

#[test]
fn where_games_end() {
    let count = |text: &str| {
        let mut reader = GameReader::new(text.as_bytes());
        std::iter::from_fn(|| reader.next_game().unwrap().map(|raw| raw.text.into_owned())).collect::<Vec<_>>()
    };
    assert_eq!(count("c3-d4 * e3-f4 *"), ["c3-d4 *", "e3-f4 *"]);
    assert_eq!(count("c3-d4 1-0 e3-f4 0-1"), ["c3-d4 1-0", "e3-f4 0-1"]);
    assert_eq!(count("c3-d4 1-0\n*\ne3-f4"), ["c3-d4 1-0\n*", "e3-f4"]);
    assert_eq!(count("c3-d4 1-0 {so} e3-f4"), ["c3-d4 1-0 {so}", "e3-f4"]);
    assert_eq!(count("c3-d4 1-0\n{next} e3-f4"), ["c3-d4 1-0", "{next} e3-f4"]);
    assert_eq!(count("c3-d4\n[A \"1\"]\n[B \"2\"]\ne3-f4"), ["c3-d4\n", "[A \"1\"]\n[B \"2\"]\ne3-f4"]);
    // Tags without moves: the first tag again begins the next game.
    assert_eq!(count("[A \"1\"][B \"2\"]\n[A \"1\"][B \"2\"]"), ["[A \"1\"][B \"2\"]\n", "[A \"1\"][B \"2\"]"]);
    // An empty text is not a game.
    for text in ["", " \n", "*", "* *\n*", "{only words}", "% note", "\u{feff}", "1-0"] {
        assert_eq!(count(text), Vec::<String>::new(), "{text:?}");
    }
    assert_eq!(count("c3-d4* e3-f4 (c3-b4 * *) 1-1 *"), ["c3-d4* e3-f4 (c3-b4 * *) 1-1 *"]);
}

#[test]
fn games_that_are_too_large() {
    let big = format!("[A \"1\"]\n[B \"2\"]\n{{{}}} c3-d4 1-0\n\n", "x ".repeat(5000));
    let file = format!("[A \"0\"]\nc3-d4 *\n{big}[A \"2\"]\ne3-f4 *\n");
    for limit in [100, 1000, 10_000] {
        let mut reader = GameReader::new(file.as_bytes()).with_limit(limit);
        assert_eq!(reader.next_game().unwrap().unwrap().line, 1);
        let Err(StreamError::Game(error)) = reader.next_game() else { panic!("it is larger than {limit}") };
        assert_eq!((error.line, error.reason), (3, Reason::TooLarge { limit }));
        let next = reader.next_game().unwrap().unwrap();
        assert_eq!((next.line, next.text.as_ref()), (7, "[A \"2\"]\ne3-f4 *"));
        assert!(reader.next_game().unwrap().is_none());
    }
    let endless = "c3-d4 ".repeat(100_000);
    let mut reader = GameReader::new(endless.as_bytes()).with_limit(1000);
    assert!(matches!(reader.next_game(), Err(StreamError::Game(_))));
    assert!(reader.next_game().unwrap().is_none());
}

// clauses: A.notation.1 A.notation.3
#[test]
fn samples_in_every_encoding() {
    let samples: [(&[u8], Encoding); 3] = [
        (include_bytes!("../samples/windows-1251.pdn"), Encoding::Windows1251),
        (include_bytes!("../samples/koi8-r.pdn"), Encoding::Koi8R),
        (include_bytes!("../samples/cp866.pdn"), Encoding::Cp866),
    ];
    for (file, encoding) in samples {
        assert_eq!(GameReader::new(file).next_game().unwrap().unwrap().encoding, encoding);
        let games = games(file);
        let [Ok(first), Ok(second)] = &games[..] else { panic!("{games:?}") };
        assert_eq!(first.tree.tags.get("White"), Some("Иванов И."));
        assert_eq!(first.tree.tags.get("Event"), Some("Первенство города"));
        assert_eq!((first.tree.plies(), &first.tree.result), (10, &GameResult::BlackWins));
        assert_eq!(first.tree.main.steps[3].comments, [Comment::new("разменный вариант")]);
        assert_eq!(second.tree.tags.get("White"), Some("Щедрин Ю."));
        assert_eq!(second.tree.plies(), 7);
        let mut forced = GameReader::new(file).with_encoding(encoding);
        assert_eq!(forced.next_game().unwrap().unwrap().encoding, encoding);
    }
    let latin = games(include_bytes!("../samples/latin-1.pdn"));
    let [Ok(game)] = &latin[..] else { panic!("{latin:?}") };
    assert_eq!(game.tree.tags.get("White"), Some("Gérard Müller"));
    assert_eq!((game.tree.plies(), &game.tree.result), (6, &GameResult::Draw));
}

// Found by a property test: a game with a tag twice was written as two games.
#[test]
fn tags_that_stand_twice() {
    let tree = tree("russian", "[Site \"s\"][Event \"a\"][Event \"b\"][event \"c\"] 1. c3-d4 *");
    assert_eq!(tree.tags.iter().collect::<Vec<_>>(), [("Event", "a"), ("Site", "s")]);
    assert_eq!(games(pdn::write(&tree).as_bytes()).len(), 1);
}

#[test]
fn a_file_as_the_world_writes_it() {
    let games = games(include_bytes!("../samples/wild.pdn"));
    let broken: Vec<_> = games.iter().filter_map(|game| game.as_ref().err()).map(ToString::to_string).collect();
    assert_eq!(broken, Vec::<String>::new());
    let trees: Vec<_> = games.iter().flatten().map(|game| &game.tree).collect();
    let plies: Vec<_> = trees.iter().map(|tree| tree.plies()).collect();
    assert_eq!(plies, [12, 2, 0, 0, 4, 2, 2]);
    assert_eq!(trees[0].tags.get("White"), Some("Rossi M."));
    assert_eq!(trees[0].result, GameResult::WhiteWins);
    assert_eq!(pdn::normal_date(trees[0].tags.get("Date").unwrap()).as_deref(), Some("1950.??.??"));
    assert_eq!(trees[4].result, GameResult::Draw);
    assert_eq!(trees[6].result, GameResult::Other("4-6".to_owned()));
}

/// A file numbered from a1 with a wrong move later on: the error is at the wrong move, not at the first one.
#[test]
fn the_error_of_the_numbering_that_got_further() {
    let (_, _, part, reason) = error("russian", "1. 9-13 24-20 2. 5-9 22-19 3. 1-32 *");
    assert_eq!(part, "1-32", "{reason:?}");
}

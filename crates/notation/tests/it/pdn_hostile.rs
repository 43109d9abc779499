//! No file, however strange, makes a reader panic or hang: it is read, or there is a clear error.

use crate::common::any_ruleset;
use damka_notation::encoding;
use damka_notation::glyph::Convention;
use damka_notation::pdn::{
    self, DEEPEST, GameReader, Games, PdnError, PdnGame, Reason, ReplayOptions, Replayed, StreamError,
};
use damka_notation::sheet;
use damka_rules::Ruleset;
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn russian() -> Ruleset {
    Ruleset::named("russian").expect("it is built in")
}

/// Reads a whole file; everything that can go wrong has a place and words.
fn read(file: &[u8], ruleset: Ruleset) -> Vec<Result<Replayed, PdnError>> {
    let options = ReplayOptions { default: Some(ruleset), ..ReplayOptions::default() };
    let mut reader = GameReader::new(file);
    let mut games = Vec::new();
    let lines = file.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    loop {
        let game = match reader.next_game() {
            Ok(None) => return games,
            Ok(Some(raw)) => PdnGame::parse(&raw).and_then(|game| {
                // Finding a place takes time in proportion to the text before it, so only a few are asked for.
                for (at, _) in game.items().take(20) {
                    assert!(game.place(at).line >= raw.line);
                }
                pdn::replay(&game, &options)
            }),
            Err(StreamError::Game(error)) => Err(error),
            Err(StreamError::Io(error)) => panic!("{error}"),
        };
        if let Err(error) = &game {
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error:?}");
            assert!(!error.to_string().is_empty());
        }
        games.push(game);
    }
}

/// Reads in time.
fn read_quickly(file: &[u8]) -> Vec<Result<Replayed, PdnError>> {
    let began = Instant::now();
    let games = read(file, russian());
    let start = String::from_utf8_lossy(&file[..file.len().min(40)]);
    println!("{start:?}: {} games in {:?}", games.len(), began.elapsed());
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    games
}

/// Texts made of what readers look for.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let parts = prop::sample::select(vec![
        "[Event \"x\"]\n",
        "[Variant \"Czech\"]",
        "[Result \"0-1\"]",
        "Round",
        "\\r",
        "[x]",
        "4x15",
        "[FEN \"W:WK4:B13,20,32,37\"]",
        "[FEN \"W:Wc3:Bf6\"]",
        "[GameType \"20\"]",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "/",
        "/FEN \"B\"/",
        "*",
        "1-0",
        "1/2-1/2",
        "1.",
        "...",
        "c3-d4",
        "d6-c5",
        "32-28",
        "26 х 17",
        "x",
        "-",
        "--",
        "$1",
        "$",
        "!",
        "?",
        "(?)",
        ";",
        "%",
        "\"",
        "\\",
        "\n",
        " ",
        "\0",
        "½",
        "\u{feff}",
        "[%clk 0:00:01]",
        "&#",
        "3",
        "3228",
        "cd4",
        "=",
        "+-",
        "□",
        "…",
    ]);
    let signs = prop::collection::vec(parts, 0..60).prop_map(|parts| parts.concat().into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    let wide = any::<String>().prop_map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    let words = any::<String>().prop_map(String::into_bytes);
    prop_oneof![8 => signs, 2 => bytes, 2 => words, 1 => wide]
}

/// `make properties` asks for more.
fn cases() -> u32 {
    std::env::var("DAMKA_PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2048)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn any_bytes(file in any_file(), ruleset in any_ruleset(), cut in any::<u8>()) {
        read(&file, ruleset);
        // Cut anywhere: inside a letter, a tag, a comment.
        read(&file[..file.len() * usize::from(cut) / 256], ruleset);
        let (text, _) = encoding::read(&file);
        let _ = PdnGame::read(&text).map(|game| pdn::replay(&game, &ReplayOptions::default()));
        let mut games = Games::new(GameReader::new(&file[..]), ReplayOptions::default());
        while games.next_game().expect("memory does not fail").is_some() {}
        let _ = sheet::read(&text, &ruleset, Convention::Russian);
        let _ = (pdn::normal_date(&text), pdn::GameResult::read(&text));
    }

    // Whatever is read, is written and reads back.
    #[test]
    fn what_is_read_is_written(file in any_file(), ruleset in any_ruleset()) {
        for replayed in read(&file, ruleset).into_iter().flatten() {
            let text = pdn::write(&replayed.tree);
            let games = read(text.as_bytes(), ruleset);
            prop_assert_eq!(games.len(), 1, "{}", text);
            let again = games.into_iter().next().and_then(Result::ok).map(|again| again.tree);
            prop_assert_eq!(again, Some(replayed.tree), "{}", text);
        }
    }
}

#[test]
fn deep_nesting() {
    let deep = |count: usize| format!("1. c3-d4 {}{} d6-c5 1-0", "(c3-b4 ".repeat(count), ")".repeat(count));
    let games = read_quickly(deep(100_000).as_bytes());
    assert!(
        matches!(&games[..], [Err(error)] if error.reason == Reason::TooDeep { limit: DEEPEST }),
        "{}",
        games.len()
    );
    assert!(read_quickly(deep(DEEPEST).as_bytes())[0].is_ok());
    for sign in ["(", ")", "{", "}", "[", "]", "/", "({", "(/", "[\"", "({)", "{{}", "$", "(?", "*", "1-0 ", "x ", "- "]
    {
        read_quickly(sign.repeat(200_000).as_bytes());
    }
}

#[test]
fn megabytes_of_one_thing() {
    let long = "word ".repeat(500_000);
    let games = read_quickly(format!("1. c3-d4 {{{long}}} d6-c5 1-0").as_bytes());
    assert!(matches!(&games[..], [Ok(game)] if game.tree.main.steps[0].comments[0].text.len() > 2_000_000));
    assert!(read_quickly(format!("[Event \"{long}\"] 1. c3-d4 *").as_bytes())[0].is_ok());
    for text in [
        "[A \"\\\"] ",
        "[B \"1\"]{}",
        "[A \"x ",
        "a",
        "1",
        "1-",
        "x",
        "\"",
        "\\",
        "[A \"1\"]",
        "[A \"1\"]\n",
        "! ",
        "\\r",
        "[x] ",
        "[a [b ",
        "[%",
        "c3-d4 [x] ",
        "word [x] ",
        "(word) ",
        "c3-d4 (word x9) ",
        "1-0 word ",
        "$1 ",
        "{} ",
        "() ",
        "c3-d4 ",
        "1. ",
        "ж",
    ] {
        read_quickly(text.repeat(2_000_000 / text.len()).as_bytes());
    }
    for text in ["1. c3-d4 {", "1. c3-d4 (", "[Event \"", "[Event \"\\", "/"] {
        read_quickly(format!("{text}{long}").as_bytes());
    }
    let foreign = format!("[A \"1\"]{}", "[Bianco \"1\"]{}".repeat(100_000));
    assert!(read_quickly(foreign.as_bytes())[0].is_ok());
    let lines = "[Event \"x\n".repeat(200_000);
    read_quickly(lines.as_bytes());
    read_quickly(format!("c3-d4 {{\n{}", "[a \n".repeat(200_000)).as_bytes());
}

#[test]
fn zero_bytes_and_half_letters() {
    let text = "[White \"Иванов\"]\n1. c3-d4 {ход} d6-c5 1-0";
    let mut zeros: Vec<u8> =
        text.bytes().flat_map(|byte| if byte == b' ' { vec![0, byte] } else { vec![byte] }).collect();
    zeros.extend([0; 100_000]);
    let games = read_quickly(&zeros);
    assert!(matches!(&games[..], [Ok(game)] if game.tree.plies() == 2), "{games:?}");
    for cut in 0..text.len() {
        read_quickly(&text.as_bytes()[..cut]);
        let mut hole = text.as_bytes().to_vec();
        hole.remove(cut);
        read_quickly(&hole);
    }
    // Half a letter costs that letter, not the game.
    let mut hole = text.as_bytes().to_vec();
    hole.remove(9);
    let games = read_quickly(&hole);
    assert!(matches!(&games[..], [Ok(game)] if game.tree.tags.get("White") == Some("\u{fffd}ванов")), "{games:?}");
}

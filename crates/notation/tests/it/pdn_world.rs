//! Files as others write them: unnamed rules, captures written too short, broken variations, stray text, odd encodings.
//! Each test names the point that it answers from the trial with real files.

use damka_notation::encoding::Encoding;
use damka_notation::moves;
use damka_notation::pdn::{
    self, Doubt, GameReader, GameResult, Games, GivenGame, Line, PdnError, PdnGame, Reason, ReplayOptions, Replayed,
};
use damka_rules::{KnownGame, Ruleset};
use std::io::{self, BufReader, Read};

fn given(file: impl AsRef<[u8]>) -> Vec<GivenGame> {
    let mut games = Games::new(GameReader::new(file.as_ref()), ReplayOptions::default());
    std::iter::from_fn(|| games.next_game().expect("memory does not fail")).collect()
}

fn replay(text: &str) -> Result<Replayed, PdnError> {
    pdn::replay(&PdnGame::read(text)?, &ReplayOptions::default())
}

fn legal(text: &str) -> Replayed {
    replay(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn doubts(replayed: &Replayed) -> Vec<&Doubt> {
    replayed.warnings.iter().map(|warning| &warning.doubt).collect()
}

/// A random game of a ruleset, always the same for a seed; in the long run, only that ruleset makes all its captures
/// legal.
fn random_game(ruleset: &Ruleset, mut seed: u64, plies: usize) -> String {
    let mut position = ruleset.start();
    let mut text = String::new();
    for _ in 0..plies {
        let legal = ruleset.legal_moves(&position);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(mv) = legal.get((seed >> 33) as usize % legal.len().max(1)) else { break };
        text.push_str(&moves::long(ruleset, &position, *mv));
        text.push(' ');
        position = position.after(*mv);
    }
    text
}

fn random_file(ruleset: &Ruleset, games: u64) -> String {
    (0..games).map(|seed| format!("[Event \"x\"]\n\n{} *\n\n", random_game(ruleset, seed, 50))).collect()
}

#[test]
fn interop_2_rules_are_guessed_for_a_whole_file() {
    let known = KnownGame::ALL.iter().filter_map(KnownGame::ruleset);
    let named = ["russian", "international", "english", "italian", "spanish", "brazilian"]
        .map(|id| Ruleset::named(id).unwrap());
    for ruleset in known.chain(named) {
        let games = given(random_file(&ruleset, 40));
        assert_eq!(games.len(), 40);
        for game in games {
            let read = game.replayed.unwrap_or_else(|error| panic!("{}: {error}", ruleset.line())).tree.ruleset;
            // Games with the same moves cannot be told apart: giveaway is won differently, not played differently.
            assert_eq!(read.facts().movement, ruleset.facts().movement, "{}", ruleset.line());
            assert!(!game.is_named);
        }
    }
}

#[test]
fn interop_2_the_real_error_of_the_rules_that_fit_best() {
    let czech = KnownGame::named("czech").and_then(KnownGame::ruleset).unwrap();
    let file = format!("{}[Event \"broken\"]\n\n1. c3-b4 b6-a5 2. b2-c4 *\n", random_file(&czech, 20));
    let games = given(&file);
    let error = games.last().unwrap().replayed.as_ref().unwrap_err();
    assert_eq!(error.text, "b2-c4");
    assert!(matches!(error.reason, Reason::Move(_)), "{error}");
    let (ruleset, position) = error.at.as_deref().unwrap();
    assert_eq!(KnownGame::of(ruleset).map(KnownGame::id), Some("czech"));
    assert_eq!(position.occupied().len(), 24);
    // Alone, the broken game is read by the likeliest rules, and its error is still the real one.
    assert_eq!(replay("1. c3-b4 b6-a5 2. b2-c4 *").unwrap_err().text, "b2-c4");
}

#[test]
fn interop_2_a_game_of_another_kind_in_the_file_is_read_by_its_own_rules() {
    let games = given("1. 32-28 19-23 *\n1. 33-28 18-23 *\n1. c3-d4 d6-c5 *\n1. 32-28 19-24 2. 28-21 *");
    let rules: Vec<_> = games.iter().map(|game| game.replayed.as_ref().map(|game| game.tree.ruleset.id())).collect();
    assert_eq!(rules[..3], [Ok("international"), Ok("international"), Ok("russian")]);
    assert_eq!(rules[3].as_ref().unwrap_err().text, "28-21");
}

/// An endless supply of games, as a stream that is never entirely in memory.
struct Endless {
    left: usize,
    game: &'static [u8],
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = out.len().min(self.left);
        for byte in &mut out[..length] {
            *byte = self.game[self.at % self.game.len()];
            self.at += 1;
        }
        self.left -= length;
        Ok(length)
    }
}

#[test]
fn interop_2_a_huge_file_is_guessed_from_its_beginning() {
    const GAME: &[u8] = b"[Event \"x\"]\n1. c3-d4 d6-c5 *\n\n";
    let stream = Endless { left: GAME.len() * 20_000, game: GAME, at: 0 };
    let mut games = Games::new(GameReader::new(BufReader::new(stream)), ReplayOptions::default());
    // By the first game, at most a sample has been read.
    assert!(games.next_game().unwrap().unwrap().replayed.is_ok());
    assert_eq!(games.guessed().map(Ruleset::id), Some("russian"));
    assert_eq!(games.offset(), GAME.len() as u64 - 2);
    let mut count = 1;
    while let Some(game) = games.next_game().unwrap() {
        assert!(game.replayed.is_ok());
        count += 1;
    }
    assert_eq!((count, games.offset()), (20_000, GAME.len() as u64 * 20_000));
}

#[test]
fn interop_2_games_before_a_failure_of_the_stream_are_given() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let start: String = random_file(&Ruleset::named("russian").unwrap(), 500);
    let stream = BufReader::with_capacity(1000, start.as_bytes().chain(Failing));
    let mut games = Games::new(GameReader::new(stream), ReplayOptions::default());
    let mut count = 0;
    let error = loop {
        match games.next_game() {
            Ok(Some(_)) => count += 1,
            Ok(None) => panic!("the stream failed"),
            Err(error) => break error,
        }
    };
    assert!(count > 0 && error.to_string() == "gone");
    assert!(games.next_game().unwrap().is_none());
}

#[test]
fn interop_4_the_rest_of_the_game_settles_a_short_capture() {
    // From 4 to 15 a king takes 13 and 20, and either 32 or 37 (py-draughts#29). Black's next move shows which is left.
    let international = Ruleset::named("international").unwrap();
    let game = |rest: &str| format!("[GameType \"20\"][FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 {rest}");
    for (next, full) in [("37-42", "4x27x38x15"), ("32-38", "4x31x42x15"), ("{so} $1 (1. 4x27x15) 32-38", "4x31x42x15")]
    {
        let replayed = legal(&game(next));
        let [Doubt::Settled { mv, others }] = doubts(&replayed)[..] else { panic!("{replayed:?}") };
        assert_eq!(moves::full_path(&international, &replayed.tree.start, *mv), full);
        assert_eq!((replayed.tree.main.steps[0].action, others.len()), (pdn::Action::Move(*mv), 1));
        assert_eq!(replayed.warnings[0].position, Some(replayed.tree.start));
    }
    // If both can continue, or neither can, nothing is guessed.
    for rest in ["*", "{nothing}", "1-7", "/FEN \"W:W32:B19\"/ 32-28"] {
        let error = replay(&game(rest)).unwrap_err();
        let Reason::Move(moves::Unresolved::Ambiguous { candidates }) = &error.reason else { panic!("{error}") };
        assert_eq!((candidates.len(), error.text.as_str()), (2, "4x15"));
    }
    // In a variation, the rest of the variation decides.
    let varied = legal("[GameType \"20\"][FEN \"W:WK4:B13,20,32,37\"] 1. 4x27x15 (1. 4x15 32-38) 37-42");
    assert!(matches!(doubts(&varied)[..], [Doubt::Settled { .. }]), "{varied:?}");
}

#[test]
fn interop_4_a_capture_by_the_letter_gives_way_to_the_one_that_goes_on() {
    // Literally, f8:b4 is the capture of one piece (pydraughts#42); a capture of four ends on the same squares.
    let russian = Ruleset::named("russian").unwrap();
    let fen = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8";
    let position = damka_notation::fen::read(fen, &russian).unwrap();
    let readings: Vec<_> = russian.legal_moves(&position).into_iter().filter(|mv| mv.captured().len() != 3).collect();
    let [short, long] = &readings[..] else { panic!("{readings:?}") };
    let (short, long) = if short.captured().len() < long.captured().len() { (short, long) } else { (long, short) };
    // A move that Black has only after the first reading, and one that exists only after the second.
    let after = |mv| russian.legal_moves(&position.after(mv));
    for (played, other) in [(*long, *short), (*short, *long)] {
        let next = after(played).into_iter().find(|next| !after(other).contains(next)).expect("there is one");
        let text = moves::long(&russian, &position.after(played), next);
        let replayed = legal(&format!("[GameType \"25\"][FEN \"{fen}\"] 1. f8:b4 {text} *"));
        assert_eq!(replayed.tree.main.steps[0].action, pdn::Action::Move(played), "{text}");
        match doubts(&replayed)[..] {
            [Doubt::Settled { mv, others }] => assert_eq!((*mv, &others[..]), (*long, &[*short][..])),
            [Doubt::OtherCaptures(others)] => assert_eq!((played, &others[..]), (*short, &[*long][..])),
            _ => panic!("{replayed:?}"),
        }
        // What we write is unambiguous, and does not need the rest of the game.
        let again = legal(&pdn::write(&replayed.tree));
        assert_eq!(again.tree, replayed.tree);
    }
}

#[test]
fn interop_4_a_game_full_of_doubts_ends_in_time() {
    // Every capture in this position can be read in many ways, and it is set up again and again.
    let fen = "W:WK4,K5:B13,20,32,37,10,8,28,19,29";
    let one = format!("/FEN \"{fen}\"/ 4x15 5x46 ");
    let text = format!("[GameType \"20\"] 1. 32-28 19-23 {}", one.repeat(2000));
    let began = std::time::Instant::now();
    let _ = replay(&text);
    assert!(began.elapsed().as_secs() < 10);
}

#[test]
fn interop_7_a_broken_variation_does_not_cost_the_game() {
    let clean = legal("[GameType \"25\"] 1. c3-d4 (1. e3-f4 f6-g5) d6-c5 2. b2-c3 1-0").tree;
    for text in [
        "1. c3-d4 (1. e3-f4 f6-g5) (1. e3-f5 f6-g5) d6-c5 2. b2-c3 1-0",
        "1. c3-d4 (1. e3-f4 f6-g5) (1. g3-h4 d6-d5 (2. x9) (2. a1-b2)) d6-c5 2. b2-c3 1-0",
        "1. c3-d4 (1. e3-f4 f6-g5 (1... q9)) d6-c5 2. b2-c3 1-0",
        "(1. nonsense4) 1. c3-d4 (1. e3-f4 f6-g5) d6-c5 2. b2-c3 1-0",
        "1. c3-d4 (1. e3-f4 f6-g5) d6-c5 2. b2-c3 (2. /FEN \"W:Wz9\"/ a1-b2) 1-0",
    ] {
        let replayed = legal(&format!("[GameType \"25\"] {text}"));
        assert_eq!(replayed.tree, clean, "{text}");
        assert!(matches!(doubts(&replayed)[..], [Doubt::Variation(_)]), "{text}\n{replayed:?}");
    }
    let replayed = legal("[GameType \"25\"] 1. c3-d4 (1. e3-f5) d6-c5");
    let [warning] = &replayed.warnings[..] else { panic!("{replayed:?}") };
    let Doubt::Variation(error) = &warning.doubt else { panic!("{replayed:?}") };
    assert_eq!((warning.column, error.text.as_str()), (30, "e3-f5"));
    assert_eq!(error.at.as_ref().unwrap().1, replayed.tree.start);
    // The main line is still checked.
    assert!(replay("[GameType \"25\"] 1. c3-d4 (1. e3-f4) d6-d5").is_err());
}

#[test]
fn interop_7_thousands_of_broken_variations_are_told_of_in_part() {
    let text = format!("[GameType \"25\"] 1. c3-d4 {} d6-c5", "(1. e3-f5) ".repeat(50_000));
    let replayed = legal(&text);
    assert_eq!((replayed.tree.plies(), replayed.warnings.len()), (2, 100));
}

#[test]
fn interop_8_line_ends_that_are_written_out() {
    let file = include_bytes!("../samples/written-line-ends.pdn");
    let games = given(file);
    let [Ok(first), Ok(second)] = [&games[0].replayed, &games[1].replayed] else { panic!("{games:?}") };
    assert_eq!(games.len(), 2);
    assert_eq!((first.tree.plies(), first.tree.tags.get("Black")), (4, Some("Petrov")));
    assert_eq!((&first.tree.result, &second.tree.result), (&GameResult::WhiteWins, &GameResult::Draw));
    assert!(doubts(first).contains(&&Doubt::LineEnds));
}

#[test]
fn interop_8_stray_brackets_and_text_make_no_games() {
    let file = include_bytes!("../samples/stray.pdn");
    let games = given(file);
    let plies: Vec<_> = games.iter().map(|game| game.replayed.as_ref().map(|game| game.tree.plies())).collect();
    assert_eq!(plies, [Ok(4), Ok(2), Ok(3), Ok(2)]);
    let comments = |game: usize| {
        let tree = &games[game].replayed.as_ref().unwrap().tree;
        let steps = tree.main.steps.iter().flat_map(|step| &step.comments);
        tree.main.comments.iter().chain(steps).map(|comment| comment.text.clone()).collect::<Vec<_>>()
    };
    // Nothing of the text is lost: it is kept as comments.
    assert_eq!(comments(0), ["Games of the third round, 7 May"]);
    assert_eq!(comments(1), ["Белые сдались на 30 ходу"]);
    assert_eq!(comments(2), ["Schwarz verliert", "[better]"]);
    assert_eq!(comments(3), Vec::<String>::new());
    for game in &games {
        let replayed = game.replayed.as_ref().unwrap();
        assert!(replayed.warnings.iter().any(|warning| matches!(warning.doubt, Doubt::Stray | Doubt::Text)));
    }
}

#[test]
fn interop_8_signs_that_mean_nothing() {
    for text in ["1. c3-d4 ) d6-c5", "1. c3-d4 } d6-c5", "1. c3-d4 [ d6-c5", "1. c3-d4 ] d6-c5", "1. c3-d4 \\ d6-c5"] {
        let replayed = legal(&format!("[GameType \"25\"] {text}"));
        let [warning] = &replayed.warnings[..] else { panic!("{text} {replayed:?}") };
        assert_eq!((replayed.tree.plies(), warning.column, &warning.doubt), (2, 26, &Doubt::Stray), "{text}");
        assert!(replayed.tree.main.steps.iter().all(|step| step.comments.is_empty() && step.variations.is_empty()));
    }
    // Text alone is not a game, and what could be part of a move is not taken for text.
    assert_eq!(given("Nothing here but words, 7 of them.").len(), 0);
    assert!(replay("[GameType \"25\"] 1. c3-d4 d6- *").is_err());
    assert!(replay("[GameType \"25\"] 1. c3-d4 dc *").is_err());
}

#[test]
fn interop_9_captures_with_a_cross() {
    let crossed = Ruleset::named("russian").unwrap().with([("capture-sign", "cross")]).unwrap();
    let mut tree = legal("[GameType \"25\"] 1. c3-d4 f6-e5 2. d4:f6 *").tree;
    tree.ruleset = crossed;
    let text = pdn::write(&tree);
    assert!(text.contains("2. d4xf6") && text.contains("[GameType \"25,W,8,8,A0,0\"]"), "{text}");
    assert_eq!(legal(&text).tree, tree);
}

#[test]
fn interop_11_results_that_contradict_each_other() {
    let replayed = legal("[GameType \"25\"]\n[Event \"0-1\"]\n[Result \"0-1\"] 1. c3-d4 1-0");
    assert_eq!(replayed.tree.result, GameResult::WhiteWins);
    let [warning] = &replayed.warnings[..] else { panic!("{replayed:?}") };
    let (tag, played) = (GameResult::BlackWins, GameResult::WhiteWins);
    assert_eq!(warning.doubt, Doubt::OtherResult { tag, played });
    for text in ["[Result \"1-0\"] 1. c3-d4 1-0", "[Result \"2-0\"] 1. c3-d4 1-0", "[Result \"1-1\"] 1. c3-d4 1/2-1/2"]
    {
        assert_eq!(legal(&format!("[GameType \"25\"]{text}")).warnings, [], "{text}");
    }
    for text in ["[Result \"*\"] 1. c3-d4 1-0", "[Result \"1-0\"] 1. c3-d4 *", "[Result \"4-6\"] 1. c3-d4 1-0"] {
        assert_eq!(legal(&format!("[GameType \"25\"]{text}")).warnings, [], "{text}");
    }
}

#[test]
fn interop_11_positions_with_cyrillic_letters() {
    let russian = Ruleset::named("russian").unwrap();
    let read = |text: &str| damka_notation::fen::read(text, &russian);
    let expected = read("W:Wc3,Ke3:Bh8,Kb8");
    for text in ["Б:Бc3,Дe3:Чh8,Дb8", "б:бc3,дe3:чh8,b8д", "Б:Ч h8, Д b8 : Б с3, Де3."] {
        assert_eq!(read(text), expected, "{text}");
    }
    // A Cyrillic В is a B: Black.
    assert_eq!(read("В:Вh8:Wc3"), read("B:Bh8:Wc3"));
    assert_eq!(legal("[GameType \"25\"][FEN \"Б:Б22:Ч11\"] 1. c3-d4 f6-e5").tree.plies(), 2);
    assert_eq!(legal("[GameType \"25\"][FEN \"Ч:БД10:Ч23\"] 1. f6-e5").tree.plies(), 1);
}

#[test]
fn interop_11_wide_and_iso_encodings() {
    let text = "[White \"Иванов И.\"]\n[Black \"Єлизавета\"]\n[GameType \"25\"]\n\n1. c3-d4 {ход} d6-c5 2. b2-b4 1-0\n";
    let wide = |bytes: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
        format!("{mark}{text}{text}").encode_utf16().flat_map(bytes).collect()
    };
    for (file, encoding) in [
        (wide(u16::to_le_bytes, "\u{feff}"), Encoding::Utf16Le),
        (wide(u16::to_be_bytes, "\u{feff}"), Encoding::Utf16Be),
        (wide(u16::to_le_bytes, ""), Encoding::Utf16Le),
        (wide(u16::to_be_bytes, ""), Encoding::Utf16Be),
        (include_bytes!("../samples/iso-8859-5.pdn").to_vec(), Encoding::Iso8859_5),
    ] {
        for chunk in [1, 7, 100_000] {
            let mut reader = GameReader::new(BufReader::with_capacity(chunk, &file[..]));
            for line in [1, 6] {
                let raw = reader.next_game().unwrap().unwrap();
                assert_eq!((raw.encoding, raw.line), (encoding, line));
                let game = PdnGame::parse(&raw).unwrap();
                assert_eq!(game.tags.get("White"), Some("Иванов И."));
                assert_eq!(game.tags.get("Black"), Some("Єлизавета"));
                let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
                assert_eq!((error.line, error.column, error.text.as_str()), (line + 4, 25, "b2-b4"));
            }
            assert!(reader.next_game().unwrap().is_none());
            assert_eq!(reader.offset(), file.len() as u64);
        }
        let mut forced = GameReader::new(&file[..]).with_encoding(encoding);
        assert_eq!(forced.next_game().unwrap().unwrap().encoding, encoding);
    }
}

#[test]
fn security_17_names_do_not_turn_the_text_around_them() {
    let game = PdnGame::read("[White \"Ann\u{202e}eve\u{2066}\"][E\u{200f}vent \"\u{61c}Cup\"] 1. c3-d4 *").unwrap();
    assert_eq!(game.tags.get("White"), Some("Anneve"));
    assert_eq!(game.tags.get("Event"), Some("Cup"));
    // Nor when the tags are set in code and then written.
    let mut tree = pdn::GameTree::new(Ruleset::named("russian").unwrap());
    tree.tags.set("White", "Ann\u{202e}eve");
    tree.main = Line::default();
    assert!(pdn::write(&tree).contains("[White \"Anneve\"]"));
}

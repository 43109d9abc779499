//! Tests of matches: formulas, openings, resuming, faults, and a short match of every game.

use super::openings::{self, Balance, Book, Flaw, OpeningError, Openings};
use super::player::{Entrant, EntrantError};
use super::run::{MatchError, Settings, run};
use super::state::StateError;
use super::summary::{Side, Summary, is_overstep};
use damka_endgame::Library;
use damka_engine::elo::{Pentanomial, Sprt, Verdict, elo, expected};
use damka_engine::{Engine, Evaluation, Expectation, Limits, NoWatch, Options, Random};
use damka_notation::fen;
use damka_notation::pdn::{self, GameReader, PdnGame, ReplayOptions};
use damka_protocols::{Choice, Player, PlayerError};
use damka_rules::{Game, Move, Ruleset};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

fn ruleset(line: &str) -> Ruleset {
    Ruleset::from_line(line).unwrap()
}

/// A quick match: few positions for a move and for judging openings.
fn quick(line: &str, a: &str, b: &str, games: usize) -> Settings {
    let ruleset = ruleset(line);
    let players = [a, b].map(|text| Entrant::read(text).unwrap());
    let balance = Balance { nodes: 1000, ..Balance::usual(&ruleset) };
    let openings = Openings::Random(balance);
    Settings { openings, games, concurrency: 2, ..Settings::new(ruleset, players, Limits::nodes(300)) }
}

fn play(settings: &Settings) -> Summary {
    run(settings, &mut |_| ()).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A result without what the clock made of it.
fn timeless(mut summary: Summary) -> Summary {
    for side in &mut summary.sides {
        *side = Side { time: Duration::ZERO, worst_overshoot: Duration::ZERO, oversteps: 0, ..*side };
    }
    summary
}

/// A file of its own for each test, gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("damka-match-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-4 * expected.abs().max(1.0), "{found} instead of {expected}");
}

mod statistics {
    use super::*;

    #[test]
    fn elo_and_score() {
        near(elo(0.5), 0.0);
        near(elo(0.75), 190.8485);
        near(elo(10.0 / 11.0), 400.0);
        near(expected(400.0), 10.0 / 11.0);
        near(expected(-190.8485), 0.25);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }

    /// The mean is (40 + 2 * 100 + 3 * 60 + 4 * 20) / 4 / 230 = 125 / 230.
    #[test]
    fn pairs_by_hand() {
        let pairs = Pentanomial([10, 40, 100, 60, 20]);
        assert_eq!(pairs.pairs(), 230);
        near(pairs.mean().unwrap(), 125.0 / 230.0);
        // The mean of the squares is (40 / 16 + 100 / 4 + 60 * 9 / 16 + 20) / 230 = 81.25 / 230.
        near(pairs.variance().unwrap(), 81.25 / 230.0 - (125.0f64 / 230.0).powi(2));
        let estimate = pairs.estimate().unwrap();
        // The deviation of the mean is sqrt(0.0578922 / 230) = 0.0158652, and 1.96 times that is 0.0310953.
        near(estimate.score.low, 0.512_383);
        near(estimate.score.high, 0.574_574);
        near(estimate.elo.value, 30.2883);
        near(estimate.elo.low, 8.6063);
        near(estimate.elo.high, 52.2084);
        near(estimate.superiority, 0.996_932);
    }

    #[test]
    fn openings_that_decide_say_nothing_about_strength() {
        // Each player wins once from every opening: as single games that would be a wide interval.
        let estimate = Pentanomial([0, 1, 98, 1, 0]).estimate().unwrap();
        near(estimate.score.value, 0.5);
        assert!(estimate.elo.high < 10.0, "{estimate:?}");
        near(estimate.superiority, 0.5);
    }

    #[test]
    fn pairs_that_all_end_alike_have_bounds_too() {
        assert_eq!(Pentanomial::default().estimate(), None);
        let won = Pentanomial([0, 0, 0, 0, 10]).estimate().unwrap();
        assert_eq!((won.score.value, won.score.high), (1.0, 1.0));
        near(won.score.low, 0.741_134); // the tenth root of 0.05
        assert!(won.superiority > 0.95);
        let lost = Pentanomial([10, 0, 0, 0, 0]).estimate().unwrap();
        near(lost.score.high, 1.0 - 0.741_134);
        assert!(lost.superiority < 0.05);
    }

    /// The values were computed by a second program, which checks that its distributions add up to 1 and have the mean.
    #[test]
    fn likelihood_ratios() {
        let check = |elo: (f64, f64), pairs: [u64; 5], ratio: f64| {
            near(Sprt::new(elo.0, elo.1).ratio(&Pentanomial(pairs)), ratio);
        };
        check((0.0, 10.0), [10, 40, 100, 60, 20], 2.016_505);
        check((0.0, 50.0), [0, 0, 1, 3, 30], 4.542_081);
        check((0.0, 2.0), [126, 4985, 8989, 5173, 127], 1.566_169);
        check((-5.0, 5.0), [5, 5, 5, 5, 5], 0.0);
        check((0.0, 5.0), [0; 5], 0.0);
    }

    #[test]
    fn the_test_stops_on_either_side() {
        let sprt = Sprt::new(0.0, 20.0);
        near(sprt.bounds().0, -2.944_439);
        near(sprt.bounds().1, 2.944_439);
        let decided = |cycle: &[u32]| {
            let mut pairs = Pentanomial::default();
            for (at, half_points) in cycle.iter().cycle().take(10_000).enumerate() {
                pairs.add(*half_points);
                if sprt.verdict(&pairs) != Verdict::Open {
                    return (sprt.verdict(&pairs), at);
                }
            }
            (Verdict::Open, 10_000)
        };
        assert_eq!(decided(&[2, 3, 2, 1, 4, 3]).0, Verdict::Stronger);
        assert_eq!(decided(&[2, 1, 2, 3, 0, 2]).0, Verdict::NotStronger);
        assert_eq!(decided(&[2, 1, 2, 3, 2]).0, Verdict::NotStronger);
        assert!(decided(&[4, 4, 3]).1 < decided(&[2, 3, 2, 1, 4, 3]).1, "a clear case needs fewer games");
    }

    /// Five results of a pair with the mean of a difference in Elo, thrown until the test is decided.
    fn thrown(sprt: &Sprt, elo: f64, random: &mut Random) -> Verdict {
        // The mean of these chances is 0.5 + 1.5 * shift.
        let shift = (expected(elo) - 0.5) / 1.5;
        let chances = [0.1 - shift, 0.2 - shift, 0.4, 0.2 + shift, 0.1 + shift];
        let mut pairs = Pentanomial::default();
        loop {
            let mut rest = random.below(1_000_000) as f64 / 1e6;
            let found = chances.iter().position(|chance| {
                rest -= chance;
                rest < 0.0
            });
            pairs.add(found.unwrap_or(4) as u32);
            let verdict = sprt.verdict(&pairs);
            if verdict != Verdict::Open {
                return verdict;
            }
        }
    }

    #[test]
    fn the_test_errs_as_seldom_as_it_says() {
        let sprt = Sprt::new(0.0, 40.0);
        let mut random = Random::new(3);
        for (elo, truth) in [(0.0, Verdict::NotStronger), (40.0, Verdict::Stronger)] {
            let errors = (0..300).filter(|_| thrown(&sprt, elo, &mut random) != truth).count();
            assert!(errors < 27, "{errors} errors of 300 at {elo} Elo, where 15 are expected");
        }
    }

    #[test]
    fn a_decided_match_ends_with_whole_pairs() {
        let sprt = Some(Sprt::new(0.0, 100.0));
        let summary = play(&Settings { sprt, ..quick("russian", "engine", "random", 200) });
        assert_eq!(summary.test.unwrap().verdict, Verdict::Stronger);
        assert!(summary.games() < 60, "{summary:?}");
        assert_eq!(summary.games(), 2 * summary.pairs.pairs());
    }
}

mod begin {
    use super::*;

    fn book(line: &str, seed: u64) -> Book {
        let ruleset = ruleset(line);
        let balance = Balance { nodes: 2000, ..Balance::usual(&ruleset) };
        Book::new(ruleset, ruleset.start(), Openings::Random(balance), seed)
    }

    fn texts(book: &mut Book, pairs: usize) -> Vec<String> {
        (0..pairs).map(|pair| openings::write_moves(&book.opening(pair).game)).collect()
    }

    #[test]
    fn random_openings_can_be_had_again() {
        let first = texts(&mut book("russian", 7), 12);
        assert_eq!(texts(&mut book("russian", 7), 12), first);
        let mut again = book("russian", 7);
        again.opening(11);
        assert_eq!(texts(&mut again, 12), first, "no matter who asks first");
        assert_ne!(texts(&mut book("russian", 8), 12), first);
    }

    #[test]
    fn random_openings_are_quiet_balanced_and_different() {
        for (line, plies) in [("russian", 6), ("international", 8), ("corners", 4), ("poddavki", 6), ("samoyed", 8)] {
            let mut book = book(line, 1);
            let mut judge = Engine::new(&ruleset(line), &Options { memory: 4, ..Options::default() });
            let mut seen = Vec::new();
            for pair in 0..10 {
                let opening = book.opening(pair);
                assert_eq!(opening.flaw, Flaw::None, "{line}");
                let game = opening.game;
                assert_eq!(game.played().len(), plies);
                assert!(game.outcome().is_none() && game.legal_moves().iter().all(|mv| !mv.is_capture()));
                judge.forget();
                let score = judge.think(&game, &Limits::nodes(2000), &NoWatch, &mut |_| ()).score();
                let expected = Expectation::of(judge.outlook(), score).thousandths();
                let most = 10 * openings::USUAL_BOUND;
                assert!((1000 - most..=most).contains(&expected), "{line}: {score}");
                assert!(!seen.contains(game.position()), "{line}");
                seen.push(*game.position());
            }
        }
    }

    #[test]
    fn when_there_are_no_more_openings_they_come_again() {
        let russian = ruleset("russian");
        let balance = Balance { plies: 1, bound: 100, nodes: 10 };
        let mut book = Book::new(russian, russian.start(), Openings::Random(balance), 1);
        let flaws: Vec<Flaw> = (0..9).map(|pair| book.opening(pair).flaw).collect();
        assert_eq!(flaws[..7], [Flaw::None; 7], "seven first moves");
        assert_eq!(flaws[7..], [Flaw::Repeated; 2]);
    }

    #[test]
    fn openings_from_a_file() {
        let start = Game::new(ruleset("russian"));
        let text = "# ours\n\n1. c3-d4 d6-c5 2. b2-c3\nW:Wa1,c3:Bf6,h8\n1.cd4 dc5\n";
        let games = openings::read(text, &start).unwrap();
        assert_eq!(games.iter().map(|game| game.played().len()).collect::<Vec<_>>(), [3, 0, 2]);
        assert_eq!(openings::read("c3-d4\n\nc3-d4 c3-d4", &start).unwrap_err().0, 3);
        assert!(matches!(openings::read("W:Wz9:B", &start), Err((1, OpeningError::Fen(_)))));
        assert_eq!(openings::read("W:Wa1:B", &start).unwrap_err(), (1, OpeningError::Over));
        let mut book = Book::new(ruleset("russian"), start.ruleset().start(), Openings::Given(games), 1);
        assert_eq!(book.opening(1).game.played().len(), 0);
        assert_eq!((book.opening(3).game.played().len(), book.opening(3).flaw), (3, Flaw::Repeated));
    }
}

mod players {
    use super::*;

    #[test]
    fn as_text() {
        for text in ["engine", "engine:", "random", "engine:eval=general,threads=2,memory=8", "engine:level=3"] {
            assert!(Entrant::read(text).is_ok(), "{text}");
        }
        for text in ["hub:scan hub", "hub[book=false,time=1]:scan hub", "dxp:localhost:27531", "dxp[minutes=3]:h:1"] {
            assert!(Entrant::read(text).is_ok(), "{text}");
        }
        let own = Entrant::read("engine:nodes=5000,time=0.5,depth=9").unwrap().limits.unwrap();
        assert_eq!((own.nodes, own.depth), (Some(5000), Some(9)));
        assert_eq!(Entrant::read("hub[nodes=7]:x:y").unwrap().limits.unwrap().nodes, Some(7));
        assert_eq!(Entrant::read("engine:threads=4").unwrap().threads, 4);
        assert!(Entrant::read("engine").unwrap().limits.is_none());
    }

    #[test]
    fn wrong_texts() {
        let value = |name: &str, value: &str| EntrantError::Value { name: name.to_owned(), value: value.to_owned() };
        let check = |text: &str, error: EntrantError| assert_eq!(Entrant::read(text).unwrap_err(), error, "{text}");
        for text in ["", "stockfish", "hub", "hub:", "hub[x=1:y", "dxp", "other:x"] {
            check(text, EntrantError::Unknown(text.to_owned()));
        }
        check("engine:level=11", value("level", "11"));
        check("engine:eval=best2", value("eval", "best2"));
        check("engine:time=-1", value("time", "-1"));
        check("engine:time=0", value("time", "0"));
        check("engine:nodes=many", value("nodes", "many"));
        check("engine:books=1", EntrantError::Option("books".to_owned()));
        check("engine:fast", EntrantError::Option("fast".to_owned()));
        check("random:1", EntrantError::Option("1".to_owned()));
        check("dxp[hours=1]:h:1", EntrantError::Option("hours".to_owned()));
        assert!(matches!(Entrant::read("engine:weights=/no/such/file"), Err(EntrantError::Weights { .. })));
    }

    type Fault = fn() -> Result<Move, PlayerError>;

    /// Plays any move at first, and later does what it is told.
    struct Faulty(Fault);

    impl Player for Faulty {
        fn new_game(&mut self, _game: &Game) -> Result<(), PlayerError> {
            Ok(())
        }

        fn choose(&mut self, game: &Game, _limits: &Limits) -> Result<Choice, PlayerError> {
            let mv = if game.played().len() < 10 { Ok(game.legal_moves()[0]) } else { (self.0)() };
            Ok(Choice { mv: mv?, score: None, depth: 1 })
        }
    }

    fn against_faulty(fault: Fault) -> Result<Summary, MatchError> {
        let faulty = Entrant::new("faulty", move |_, _| Ok(Box::new(Faulty(fault))));
        let mut settings = quick("russian", "engine", "random", 6);
        settings.players[1] = faulty;
        run(&settings, &mut |_| ())
    }

    #[test]
    fn who_gives_no_legal_move_loses() {
        let faults: [(Fault, &str); 3] = [
            (|| Ok(Move::NULL), "forfeit-illegal"),
            (|| Err(PlayerError::Gone("crash".to_owned())), "forfeit-gone"),
            (|| Err(PlayerError::Silent(Duration::from_secs(1))), "forfeit-silent"),
        ];
        for (fault, reason) in faults {
            let summary = against_faulty(fault).unwrap();
            assert_eq!((summary.wins, summary.sides.map(|side| side.forfeits)), (6, [0, 6]), "{reason}");
            assert_eq!(summary.endings.get(reason), Some(&6));
            assert_eq!(summary.faults.values().sum::<u64>(), 6);
        }
    }

    #[test]
    fn who_cannot_play_the_game_ends_the_match() {
        let failed = against_faulty(|| Err(PlayerError::CannotPlay("too hard".to_owned())));
        assert!(matches!(failed, Err(MatchError::Player { name, .. }) if name == "faulty"));
        let mut settings = quick("russian", "engine", "random", 6);
        settings.players[0] = Entrant::read("hub:/no/such/program").unwrap();
        assert!(matches!(run(&settings, &mut |_| ()), Err(MatchError::Player { .. })));
    }

    /// Is gone whenever a game begins.
    struct Absent;

    impl Player for Absent {
        fn new_game(&mut self, _game: &Game) -> Result<(), PlayerError> {
            Err(PlayerError::Gone("nobody is there".to_owned()))
        }

        fn choose(&mut self, _game: &Game, _limits: &Limits) -> Result<Choice, PlayerError> {
            Err(PlayerError::Gone("nobody is there".to_owned()))
        }
    }

    #[test]
    fn who_is_not_there_ends_the_match() {
        let mut settings = quick("russian", "engine", "random", 6);
        settings.players[1] = Entrant::new("absent", |_, _| Ok(Box::new(Absent)));
        assert!(matches!(run(&settings, &mut |_| ()), Err(MatchError::Player { name, .. }) if name == "absent"));
    }

    /// Thinks for longer than it may.
    struct Slow;

    impl Player for Slow {
        fn new_game(&mut self, _game: &Game) -> Result<(), PlayerError> {
            Ok(())
        }

        fn choose(&mut self, game: &Game, _limits: &Limits) -> Result<Choice, PlayerError> {
            thread::sleep(Duration::from_millis(15));
            Ok(Choice { mv: game.legal_moves()[0], score: None, depth: 1 })
        }
    }

    #[test]
    fn who_thinks_too_long_is_told_but_does_not_lose() {
        let mut settings = quick("russian", "random", "random", 2);
        settings.players[1] = Entrant::new("slow", |_, _| Ok(Box::new(Slow)));
        settings.limits = Limits::time(Duration::from_millis(5));
        settings.slack = Duration::from_millis(2);
        settings.max_plies = 20;
        let summary = play(&settings);
        let slow = summary.sides[1];
        assert_eq!((summary.forfeits(), slow.oversteps), (0, slow.moves));
        assert!(slow.worst_overshoot >= Duration::from_millis(10));
        assert_eq!(summary.too_long, 2);
    }

    #[test]
    fn slack_is_a_fifth_and_the_rest() {
        let limits = Limits::time(Duration::from_millis(100));
        let is_late = |millis| is_overstep(Duration::from_millis(millis), &limits, Duration::from_millis(50));
        assert_eq!([99, 150, 170, 171, 300].map(is_late), [false, false, false, true, true]);
        assert!(!is_overstep(Duration::from_secs(9), &Limits::nodes(1), Duration::ZERO));
    }
}

mod whole {
    use super::*;

    #[test]
    fn the_engine_beats_random_moves() {
        let summary = play(&Settings { limits: Limits::nodes(1000), ..quick("russian", "engine", "random", 20) });
        assert_eq!((summary.games(), summary.forfeits()), (20, 0));
        assert!(summary.wins >= 19, "{summary:?}");
        assert!(summary.estimate().unwrap().elo.low > 150.0, "{summary:?}");
        assert!(summary.sides[0].mean_depth() > 2.0);
    }

    #[test]
    fn evaluations_in_this_process_play_each_other() {
        let entrant = |name, evaluation| Entrant::engine(name, Options { memory: 2, evaluation, ..Options::default() });
        let players = [entrant("new", Evaluation::General), entrant("old", Evaluation::General)];
        let summary = play(&Settings { players, ..quick("international", "random", "random", 8) });
        // The same player against itself: whatever an opening is worth, each has it once.
        assert_eq!(summary.pairs, Pentanomial([0, 0, 4, 0, 0]));
        assert_eq!(summary.wins, summary.losses);
    }

    #[test]
    fn tables_end_what_they_know_to_be_drawn() {
        let folder = Scratch::new("tables");
        let russian = ruleset("russian");
        Library::growing(&folder.0, 2).of(&russian).unwrap().wait().unwrap();
        let opening = |fen: &str| Game::from_position(russian, fen::read(fen, &russian).unwrap());
        let of = |fen: &str, known_draws: Option<PathBuf>| {
            let openings = Openings::Given(vec![opening(fen)]);
            play(&Settings { openings, known_draws, ..quick("russian", "engine", "engine", 2) })
        };
        let moves = |summary: &Summary| summary.sides[0].moves + summary.sides[1].moves;
        let (drawn, won) = ("W:WKa3:BKh8", "W:Wb6:Bh8");
        let known = of(drawn, Some(folder.0.clone()));
        assert_eq!((known.draws, moves(&known)), (2, 0));
        assert!(moves(&of(drawn, None)) > 4, "without them it goes on until a rule ends it");
        // What is won must still be won at the board.
        let played = of(won, Some(folder.0.clone()));
        assert!(played.wins == 1 && played.losses == 1 && moves(&played) > 4, "{played:?}");
        std::fs::remove_dir_all(&folder.0).unwrap();
    }

    #[test]
    fn the_number_of_workers_changes_nothing() {
        for b in ["random", "engine:level=2"] {
            let settings = quick("russian", "engine:eval=material,nodes=100", b, 10);
            let alone = play(&Settings { concurrency: 1, ..settings.clone() });
            let many = play(&Settings { concurrency: 5, ..settings });
            assert_eq!(timeless(alone), timeless(many), "{b}");
        }
    }

    /// Draws that wait for a claim are claimed: English draughts ends by repetition only so.
    #[test]
    fn draws_are_claimed_at_once() {
        let mut settings = quick("english", "engine", "engine", 2);
        let kings = openings::read("W:WK1,K2:BK31,K32", &Game::new(ruleset("english"))).unwrap();
        settings.openings = Openings::Given(kings);
        let summary = play(&settings);
        assert_eq!((summary.draws, summary.too_long), (2, 0), "{summary:?}");
    }

    /// Also the proof that in every game the engine makes no illegal move and never stalls.
    #[test]
    fn every_ruleset_can_be_played() {
        for ruleset in Ruleset::all() {
            let games = Scratch::new(&format!("every-{}", ruleset.id()));
            let pdn = Some(games.0.clone());
            let summary = play(&Settings { pdn, ..quick(&ruleset.line(), "engine:nodes=200", "random", 2) });
            assert_eq!((summary.games(), summary.forfeits()), (2, 0), "{}: {summary:?}", ruleset.id());
            assert_eq!(replayed(&games), 2, "{}", ruleset.id());
        }
    }

    /// How many games of a file are legal from beginning to end.
    fn replayed(file: &Scratch) -> usize {
        let bytes = std::fs::read(&file.0).unwrap();
        let mut reader = GameReader::new(bytes.as_slice());
        let mut games = 0;
        while let Some(raw) = reader.next_game().unwrap() {
            let game = PdnGame::parse(&raw).unwrap();
            pdn::replay(&game, &ReplayOptions::default()).unwrap_or_else(|error| panic!("{error}"));
            assert!(game.tags.get("White").is_some() && game.tags.get("Round").is_some());
            games += 1;
        }
        games
    }

    #[test]
    fn a_match_goes_on_after_a_stop() {
        let whole = Scratch::new("whole");
        let stopped = Scratch::new("stopped");
        let settings = quick("russian", "engine", "engine:eval=material", 12);
        let with = |file: &Scratch| Settings { state: Some(file.0.clone()), ..settings.clone() };
        let expected = timeless(play(&with(&whole)));
        let text = std::fs::read_to_string(&whole.0).unwrap();
        assert_eq!(text.lines().count(), 13);
        for kept in [0, 1, 2, 6, 12] {
            // The settings, some games, and half a line that was being written.
            let lines: Vec<&str> = text.lines().take(kept + 1).collect();
            std::fs::write(&stopped.0, format!("{}\n{{\"pair\":", lines.join("\n"))).unwrap();
            let mut new_games = 0;
            let summary = run(&with(&stopped), &mut |progress| new_games += usize::from(progress.last.is_some()));
            assert_eq!(timeless(summary.unwrap()), expected, "{kept} games kept");
            assert_eq!(new_games, 12 - kept);
        }
        // A longer match has the same games first.
        let longer = play(&Settings { games: 14, ..with(&stopped) });
        assert_eq!(longer.games(), 14);
        assert_eq!(std::fs::read_to_string(&stopped.0).unwrap().lines().count(), 15);
    }

    #[test]
    fn another_match_is_not_mixed_in() {
        let file = Scratch::new("other");
        let state = Some(file.0.clone());
        let settings = Settings { state, ..quick("russian", "engine", "random", 2) };
        play(&settings);
        let refused = |settings: &Settings| match run(settings, &mut |_| ()) {
            Err(MatchError::State(StateError::Settings { name, .. })) => name,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(&Settings { seed: 2, ..settings.clone() }), "seed");
        assert_eq!(refused(&Settings { limits: Limits::nodes(301), ..settings.clone() }), "limits-a");
        let [a, b] = settings.players.clone();
        assert_eq!(refused(&Settings { players: [b, a], ..settings.clone() }), "a");
        std::fs::write(&file.0, "no match\n").unwrap();
        assert!(matches!(run(&settings, &mut |_| ()), Err(MatchError::State(StateError::Line { line: 1, .. }))));
    }
}

//! Every way in which a game can be broken or strange, in every language; and the words of score sheets.

use super::*;
use damka_notation::Cell;
use damka_notation::fen::{self, FenError, FenProblem};
use damka_notation::moves::{MoveTextError, MoveTextProblem, Unresolved};
use damka_notation::pdn::{self, Doubt, GameResult, PdnError, PdnGame, Reason, ReplayOptions, Warning};
use damka_rules::{Attempt, KnownGame, Setup};

fn reasons(ruleset: &Ruleset) -> Vec<Reason> {
    let square = ruleset.board().squares().into_iter().nth(9).unwrap();
    let mut all = vec![
        Reason::UnclosedComment,
        Reason::UnclosedVariation,
        Reason::UnclosedSetup,
        Reason::BadTag,
        Reason::Rules(Ruleset::from_line("house king=tall wings=4").unwrap_err()),
        Reason::GameType("99".to_owned()),
        Reason::GameType("27,W,12,12,N2,0".to_owned()),
        Reason::NoGameType,
        Reason::Fen(FenError { problem: FenProblem::UnknownSquare, text: "z9".to_owned(), at: 0 }),
        Reason::VariationFirst,
        Reason::Move(Unresolved::UnknownSquare("z9".to_owned())),
        Reason::Move(Unresolved::NotPlayed(Cell { column: 2, row: 3 })),
        Reason::Move(Unresolved::NoSuchPiece { column: 'c', to: square }),
        Reason::Move(Unresolved::Illegal { attempt: Attempt { from: square, then: vec![square] }, capture: false }),
        Reason::Move(Unresolved::NoPass),
        Reason::Move(Unresolved::Syntax(MoveTextError { problem: MoveTextProblem::Junk, text: "%".to_owned(), at: 0 })),
    ];
    for limit in [0, 1, 2, 5, 16_000_000] {
        all.extend([Reason::TooLarge { limit }, Reason::TooDeep { limit }]);
    }
    let legal = ruleset.legal_moves(&ruleset.start());
    for count in 1..legal.len() {
        all.push(Reason::Move(Unresolved::Ambiguous { candidates: legal[..count].to_vec() }));
    }
    all
}

#[test]
fn every_error_is_a_sentence_that_names_its_text() {
    for ruleset in games() {
        let start = ruleset.start();
        for reason in reasons(&ruleset) {
            for text in ["", "z9-q1", "two\n words"] {
                for words in all_words() {
                    for at in [None, Some(Box::new((ruleset, start)))] {
                        let (quoted, reason) = (text.to_owned(), reason.clone());
                        let told = words.pdn_error(&PdnError { line: 3, column: 7, text: quoted, reason, at });
                        check_sentence(&told);
                        assert!(told.contains(&text.replace("\n ", " ")), "{told}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_text_is_not_named_twice() {
    let reason = Reason::GameType("99".to_owned());
    let error = PdnError { line: 1, column: 1, text: "99".to_owned(), reason, at: None };
    let told = Language::ALL.map(|language| Words::new(language).pdn_error(&error));
    let expected = [
        "В игру типа «99» здесь не играют.",
        "У гру типу «99» тут не грають.",
        "Games of type “99” cannot be played here.",
    ];
    assert_eq!(told, expected);
}

#[test]
fn doubts() {
    let russian = Ruleset::named("russian").unwrap();
    let flawed = fen::read("W:Wd8:Bc7", &russian).unwrap();
    let flaws = Setup::from(flawed).validate(&russian, &[]).unwrap_err();
    let position = fen::read("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", &russian).unwrap();
    let captures = russian.legal_moves(&position);
    for words in all_words() {
        let told = |doubt| {
            let position = Some(position);
            let warning = Warning { line: 1, column: 1, text: "f8:b4".to_owned(), doubt, position };
            words.pdn_warning(&warning, &russian)
        };
        let flaw = told(Doubt::Flaws(flaws.clone()));
        check_sentence(&flaw);
        assert!(flaw.contains("d8"), "{flaw}");
        let others = told(Doubt::OtherCaptures(captures.clone()));
        check_sentence(&others);
        assert!(others.contains("h4:f6:d4:b6") && others.contains("f8:b4"), "{others}");
        let settled = told(Doubt::Settled { mv: captures[0], others: captures[1..].to_vec() });
        check_sentence(&settled);
        assert!(settled.contains("h4:f6:d4:b6") && settled.contains("f8:b4"), "{settled}");
        let broken = PdnGame::read("[GameType \"25\"] 1. a1-b2 *").unwrap();
        let broken = pdn::replay(&broken, &ReplayOptions::default()).unwrap_err();
        let variation = told(Doubt::Variation(Box::new(broken)));
        check_sentence(&variation);
        assert!(variation.contains("b2"), "{variation}");
        let (tag, played) = (GameResult::WhiteWins, GameResult::Draw);
        let result = told(Doubt::OtherResult { tag, played });
        check_sentence(&result);
        assert!(result.contains("1-0") && result.contains("1/2-1/2"), "{result}");
        for doubt in [Doubt::Stray, Doubt::Text, Doubt::LineEnds, Doubt::RulesNotNamed(russian)] {
            check_sentence(&told(doubt));
        }
        let many = told(Doubt::OtherCaptures(captures.iter().cycle().take(1000).copied().collect()));
        assert!(many.contains('…') && many.chars().count() < 300, "{many}");
    }
}

/// The real reader and the sentences together.
#[test]
fn the_position_tells_why() {
    let game = PdnGame::read("[GameType \"25\"] 1. c3-d4 d6-c5 2. b2-c3 f6-f5 *").unwrap();
    let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
    let told = |language| Words::new(language).pdn_error(&error);
    assert_eq!(told(Language::English), "“f6-f5”: f5 is not a square of this game.");
    assert_eq!(told(Language::Russian), "«f6-f5»: Поле f5 в этой игре не участвует.");
}

#[test]
fn counts_of_games_and_half_moves() {
    let told = |language, broken: i32| {
        let words = Words::new(language);
        let games = words.say("games-count", &[("count", 21.into())]);
        let plies = words.say("half-moves-count", &[("count", 2648.into())]);
        let variables = [("file", "a".into()), ("games", games.into()), ("plies", plies.into())];
        let told = words.say("pdn-file-total", &[&variables[..], &[("broken", broken.into())]].concat());
        check_sentence(&told);
        told
    };
    assert_eq!(told(Language::Russian, 0), "a: 21 партия, 2648 полуходов, ошибок нет.");
    assert_eq!(told(Language::Russian, 2), "a: 21 партия, 2648 полуходов, с ошибками 2 партии.");
    assert_eq!(told(Language::Ukrainian, 5), "a: 21 партія, 2648 півходів, з помилками 5 партій.");
    assert_eq!(told(Language::English, 1), "a: 21 games, 2648 half-moves, 1 broken.");
}

/// What the command line says, whatever the numbers.
#[test]
fn messages_of_the_commands() {
    for words in all_words() {
        for number in [0, 1, 2, 5, 11, 21, 22] {
            let counted = [("count", number.into()), ("number", 7.into()), ("file", "a.pdn".into())];
            check_sentence(&words.say("pdn-no-such-game", &counted));
            check_sentence(&words.say("pdn-no-such-ply", &[("count", number.into()), ("ply", 7.into())]));
            check_sentence(&words.say("pdn-sheet-too-large", &[("limit", number.into())]));
            check(&words.say("games-count", &[("count", number.into())]));
        }
        let hint = [("game", "x".into()), ("option", "--rules".into()), ("command", "damka rulesets".into())];
        check_sentence(&words.say("pdn-hint-rules", &hint));
        check_sentence(&words.say("pdn-exists", &[("file", "a.pdn".into()), ("option", "--force".into())]));
        check_sentence(&words.say("pdn-unknown-encoding", &[("text", "x".into()), ("known", "utf-8".into())]));
        for id in ["pdn-error-line", "pdn-note-line"] {
            let line = [("place", "a.pdn:1:2".into()), ("number", 3.into()), ("reason", "Why.".into())];
            check_sentence(&words.say(id, &line));
        }
    }
}

// clauses: A.notation.3
#[test]
fn labels_of_score_sheets() {
    for words in all_words() {
        let labels = words.sheet_labels();
        assert_eq!(labels.language, words.language().code());
        for label in [
            labels.title,
            labels.white,
            labels.black,
            labels.event,
            labels.site,
            labels.date,
            labels.round,
            labels.result,
            labels.start,
            labels.signature,
        ] {
            check(&label);
        }
    }
    assert_eq!(Words::new(Language::Russian).sheet_labels().white, "Белые");
}

// interop 2
#[test]
fn games_that_the_world_knows_have_names() {
    for words in all_words() {
        let mut names: Vec<String> = Vec::new();
        for known in KnownGame::ALL {
            let name = words.ruleset_name(&known.ruleset().unwrap());
            check(&name);
            assert!(!names.contains(&name), "{name}");
            names.push(name);
        }
    }
}

// interop 11
#[test]
fn a_short_move_that_no_piece_can_make() {
    let game = PdnGame::read("[GameType \"25\"] 1. cb4 ba5 2. ba3 *").unwrap();
    let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
    let told = Language::ALL.map(|language| Words::new(language).pdn_error(&error));
    let expected = [
        "«ba3»: Ни одна шашка с вертикали b не может пойти на a3: это поле занято.",
        "«ba3»: Жодна шашка з вертикалі b не може піти на a3: це поле зайняте.",
        "“ba3”: No piece from file b can go to a3: that square is occupied.",
    ];
    assert_eq!(told, expected);
}

// interop 11
#[test]
fn games_that_are_not_played_here_are_named() {
    for (text, name) in
        [("27", "Canadian"), ("30", "Turkish"), ("31", "Thai"), ("40", "Frisian"), ("Frisian", "Frisian")]
    {
        let tag = if text == "Frisian" { "Variant" } else { "GameType" };
        let game = PdnGame::read(&format!("[{tag} \"{text}\"] 1. 32-28")).unwrap();
        let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
        let told = Words::new(Language::English).pdn_error(&error);
        assert!(told.contains(name) && told.contains("cannot be played here"), "{told}");
    }
}

//! Every way in which a game can be broken or strange, in every language; and the words of score sheets.

use super::*;
use damka_notation::Cell;
use damka_notation::fen::{self, FenError, FenProblem};
use damka_notation::moves::{MoveTextError, MoveTextProblem, Unresolved};
use damka_notation::pdn::{self, Doubt, PdnError, PdnGame, Reason, ReplayOptions, Warning};
use damka_rules::{Attempt, Setup};

fn reasons(ruleset: &Ruleset) -> Vec<Reason> {
    let square = ruleset.board().squares().into_iter().nth(9).unwrap();
    let mut all = vec![
        Reason::Utf16,
        Reason::UnclosedComment,
        Reason::UnclosedVariation,
        Reason::UnclosedSetup,
        Reason::Stray,
        Reason::BadTag,
        Reason::BadNag,
        Reason::Rules(Ruleset::from_line("house king=tall wings=4").unwrap_err()),
        Reason::GameType("99".to_owned()),
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
                let error = PdnError { line: 3, column: 7, text: text.to_owned(), reason: reason.clone() };
                for words in all_words() {
                    for at in [None, Some((&ruleset, &start))] {
                        let told = words.pdn_error(&error, at);
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
    let error = PdnError { line: 1, column: 1, text: "99".to_owned(), reason };
    let told = Language::ALL.map(|language| Words::new(language).pdn_error(&error, None));
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
            let warning = Warning { line: 1, column: 1, text: "f8:b4".to_owned(), doubt };
            words.pdn_warning(&warning, &russian, &position)
        };
        let flaw = told(Doubt::Flaws(flaws.clone()));
        check_sentence(&flaw);
        assert!(flaw.contains("d8"), "{flaw}");
        let others = told(Doubt::OtherCaptures(captures.clone()));
        check_sentence(&others);
        assert!(others.contains("h4:f6:d4:b6") && others.contains("f8:b4"), "{others}");
        let many = told(Doubt::OtherCaptures(captures.iter().cycle().take(1000).copied().collect()));
        assert!(many.contains('…') && many.chars().count() < 300, "{many}");
    }
}

/// The real reader and the sentences together.
#[test]
fn the_position_tells_why() {
    let game = PdnGame::read("[GameType \"25\"] 1. c3-d4 d6-c5 2. b2-c3 f6-f5 *").unwrap();
    let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
    let russian = Ruleset::named("russian").unwrap();
    let told = |language| Words::new(language).pdn_error(&error, Some((&russian, &russian.start())));
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
        check_sentence(&words.say("pdn-hint-rules", &[("example", "--rules russian".into())]));
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

//! What the sentences say, word for word.

use super::*;
use damka_notation::{fen, moves};
use damka_rules::{CATALOGUE, Citation, Colour, EndReason, Game, Outcome, Refusal};

/// English, Russian and Ukrainian.
fn told(say: impl Fn(&Words) -> String) -> [String; 3] {
    [Language::English, Language::Russian, Language::Ukrainian].map(|language| say(&Words::new(language)))
}

fn named(id: &str) -> Ruleset {
    Ruleset::named(id).unwrap()
}

#[test]
fn refusals() {
    let russian = named("russian");
    let pieces = ["e5", "c3"].iter().map(|name| russian.board().named(name).unwrap()).collect();
    let expected = ["You must capture with c3 or e5.", "Надо бить шашкой c3 или e5.", "Треба бити шашкою c3 або e5."];
    assert_eq!(told(|words| words.refusal(&Refusal::MustCapture { pieces }, &russian)), expected);
    let more = |offered, best| told(|words| words.refusal(&Refusal::MustTakeMore { offered, best }, &russian));
    let expected = [
        "This takes 2 pieces, but 3 can be taken, and you must take as many as possible.",
        "Так будут взяты 2 шашки, а можно взять 3: брать надо как можно больше.",
        "Так буде взято 2 шашки, а можна взяти 3: брати треба якнайбільше.",
    ];
    assert_eq!(more(2, 3), expected);
    assert_eq!(more(1, 2)[1], "Так будет взята 1 шашка, а можно взять 2: брать надо как можно больше.");
    assert_eq!(more(5, 6)[1], "Так будет взято 5 шашек, а можно взять 6: брать надо как можно больше.");
    assert_eq!(more(1, 2)[2], "Так буде взято 1 шашку, а можна взяти 2: брати треба якнайбільше.");
}

/// Squares are named as the game names them, and in its order.
#[test]
fn squares_in_the_games_own_notation() {
    let international = named("international");
    let position = fen::read("W:W26,K45:BK23,11,12,21,22,27", &international).unwrap();
    let expected = [
        "White: man 26; king 45. Black: men 11, 12, 21, 22, 27; king 23. White to move.",
        "Белые: простая 26; дамка 45. Чёрные: простые 11, 12, 21, 22, 27; дамка 23. Ход белых.",
        "Білі: проста 26; дамка 45. Чорні: прості 11, 12, 21, 22, 27; дамка 23. Хід білих.",
    ];
    assert_eq!(told(|words| words.position(&position, &international)), expected);
    let simple = named("simple");
    let start = Words::new(Language::English).position(&simple.start(), &simple);
    assert!(start.starts_with("White: men b1, d1, f1, h1, a2, c2, e2, g2, b3, d3, f3, h3. Black: men a6,"), "{start}");
    let corners = named("corners");
    let start = Words::new(Language::Russian).position(&corners.start(), &corners);
    assert!(start.starts_with("Белые: a1, b1, c1, d1, a2,"), "{start}");
}

#[test]
fn situations() {
    let international = named("international");
    let position = fen::read("W:W28,36:B22,23", &international).unwrap();
    let english = Words::new(Language::English);
    let situation = english.situation(&international.situation(&position), &international);
    assert_eq!(situation, "A capture is available, so you must capture. Pieces that can capture: 28.");
    let position = fen::read("W:Wa3,e3:Bb4,f4,f6", &named("brazilian")).unwrap();
    let brazilian = named("brazilian");
    let expected = [
        "A capture is available, so you must capture. Pieces that can capture: e3. \
         Of 2 captures only 1 may be made: the most pieces must be taken, here 2.",
        "Есть что бить, значит, бить надо. Могут бить: e3. \
         Из 2 взятий разрешено 1: брать надо как можно больше, здесь 2 шашки.",
        "Є що бити, отже, бити треба. Можуть бити: e3. \
         З 2 взять дозволено 1: брати треба якнайбільше, тут 2 шашки.",
    ];
    assert_eq!(told(|words| words.situation(&brazilian.situation(&position), &brazilian)), expected);
}

#[test]
fn citations() {
    let cite = |id| told(|words| words.citation(Citation::Article(id)));
    let expected = [
        "Codex of Russian draughts, Captures, 13 [A.capture.13]",
        "Кодекс русских шашек, «Взятие», п. 13 [A.capture.13]",
        "Кодекс російських шашок, «Взяття», п. 13 [A.capture.13]",
    ];
    assert_eq!(cite("A.capture.13"), expected);
    assert_eq!(cite("C.3.4.3")[0], "Rules of draughts-100, 3.4.3 [C.3.4.3]");
    assert_eq!(cite("C.3.4.3")[2], "Правила гри в шашки-100, п. 3.4.3 [C.3.4.3]");
    assert_eq!(cite("A.result.2b")[1], "Кодекс русских шашек, «Результат», п. 2б [A.result.2b]");
    assert_eq!(cite("A.board.1")[1], "Кодекс русских шашек, «Шашечная доска» [A.board.1]");
    assert_eq!(cite("B.capture.4")[1], "Основные правила игры в шашки, «Правила взятия» [B.capture.4]");
    assert_eq!(cite("D.5.corners.3")[1], "«Озорные шашки», игра 5, «Уголки» [D.5.corners.3]");
    assert_eq!(cite("E.king.2")[2], "gambler.ru, «Дамки» [E.king.2]");
    assert_eq!(cite("FID.6.6")[0], "FID, article 6.6 [FID.6.6]");
    assert_eq!(cite("FMJD64")[0], "FMJD-64 rules [FMJD64]");
    assert_eq!(told(|words| words.citation(Citation::Added))[0], "not in the text: added by Damka");
    assert_eq!(told(|words| words.citation(Citation::House))[1], "своё правило");
    let rule = CATALOGUE.iter().find(|rule| rule.id == "A.draw.2").unwrap();
    assert_eq!(
        told(|words| words.draw_citation(rule, &named("simple")))[0],
        "not in the text of this game: added by Damka after Codex of Russian draughts, Draws, 2 [A.draw.2]"
    );
}

#[test]
fn outcomes() {
    let russian = named("russian");
    let lost = Outcome { winner: Some(Colour::White), reason: EndReason::NoPieces(Colour::Black) };
    let expected = [
        "White wins: Black has no pieces left.",
        "Белые выиграли: у чёрных не осталось шашек.",
        "Білі виграли: у чорних не лишилося шашок.",
    ];
    assert_eq!(told(|words| words.outcome(&lost, &russian)), expected);
    let given_away = Outcome { winner: Some(Colour::Black), reason: EndReason::NoPieces(Colour::Black) };
    assert_eq!(
        told(|words| words.outcome(&given_away, &named("poddavki")))[1],
        "Чёрные выиграли: чёрные отдали все свои шашки."
    );
    let rule = CATALOGUE.iter().find(|rule| rule.id == "C.5.5").unwrap();
    let draw = Outcome { winner: None, reason: EndReason::Draw(rule) };
    let expected = [
        "Draw: kings only, 25 moves by each side. (Rules of draughts-100, 5.5 [C.5.5])",
        "Ничья: ходят только дамки в течение 25 ходов каждой стороны. (Правила игры в шашки-100, п. 5.5 [C.5.5])",
        "Нічия: ходять лише дамки протягом 25 ходів кожної сторони. (Правила гри в шашки-100, п. 5.5 [C.5.5])",
    ];
    assert_eq!(told(|words| words.outcome_with_rule(&draw, &named("international"))), expected);
}

#[test]
fn progress() {
    let russian = named("russian");
    let mut game = Game::from_position(russian, fen::read("W:WKa3,e1:BKh6,d8", &russian).unwrap());
    for text in ["a3-b4", "h6-g7", "b4-a3"] {
        let mv = moves::resolve(&russian, game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    let told =
        told(|words| game.progress().iter().map(|progress| words.progress(progress)).collect::<Vec<_>>().join("; "));
    let expected = [
        "This position: 1st time of 3; Draw in 27 half-moves (kings only: 3 of 30)",
        "Эта позиция: 1-й раз из 3; Ничья через 27 полуходов (ходят только дамки: 3 из 30)",
        "Ця позиція: 1-й раз із 3; Нічия через 27 півходів (ходять лише дамки: 3 із 30)",
    ];
    assert_eq!(told, expected);
}

#[test]
fn draw_rules() {
    let rule = |id: &str| CATALOGUE.iter().find(|rule| rule.id == id).unwrap();
    let expected = [
        "With two kings, a king and a man or one king against one king, the game is drawn after 5 moves by each side.",
        "Если две дамки, дамка и простая или одна дамка против одной дамки, ничья наступает после 5 ходов каждой стороны.",
        "Якщо дві дамки, дамка і проста або одна дамка проти однієї дамки, нічия настає після 5 ходів кожної сторони.",
    ];
    assert_eq!(told(|words| words.draw_rule(rule("A.draw.3"))), expected);
    let expected = [
        "With three kings against one king that does not hold the main road, the game is drawn after 16 moves by the stronger side.",
        "Если три дамки против одной дамки, не владеющей большой дорогой, ничья наступает после 16 ходов сильнейшей стороны.",
        "Якщо три дамки проти однієї дамки, що не володіє великою дорогою, нічия настає після 16 ходів сильнішої сторони.",
    ];
    assert_eq!(told(|words| words.draw_rule(rule("C.5.4"))), expected);
}

#[test]
fn moves_spoken() {
    let russian = named("russian");
    let start = russian.start();
    let quiet = moves::resolve(&russian, &start, "c3-d4").unwrap();
    assert_eq!(told(|words| words.spoken_move(quiet, &start, &russian)), ["c3 to d4", "c3 на d4", "c3 на d4"]);
    let position = fen::read("W:Wh6:Bg7,c5,d2", &russian).unwrap();
    let capture = moves::resolve(&russian, &position, "h6:e1").unwrap();
    let expected = [
        "h6 takes g7, c5 and d2, lands on e1, crowned",
        "h6 бьёт g7, c5 и d2, встаёт на e1, дамка",
        "h6 б’є g7, c5 і d2, стає на e1, дамка",
    ];
    assert_eq!(told(|words| words.spoken_move(capture, &position, &russian)), expected);
    let stavropol = named("stavropol");
    let position = fen::read("W:Wc3:Bd4,e5", &stavropol).unwrap();
    let capture = moves::resolve(&stavropol, &position, "d4:b2").unwrap();
    assert_eq!(
        told(|words| words.spoken_move(capture, &position, &stavropol))[0],
        "opponent’s piece: d4 takes c3, lands on b2"
    );
}

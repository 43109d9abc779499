//! Why a move is good: a known position for every reason, and no position of any game that has none.

use damka_engine::{Engine, Evaluation, Hint, HintReason, Limits, Line, NoWatch, Options, Random, Report, Score};
use damka_rules::{Colour, Game, Kind, Move, Piece, Position, Ruleset};

fn ruleset(id: &str) -> Ruleset {
    Ruleset::named(id).expect("a game")
}

/// A position from lists of squares such as `c3 Kd4`.
fn position(ruleset: &Ruleset, to_move: Colour, white: &str, black: &str) -> Position {
    let mut position = ruleset.start();
    for square in ruleset.board().squares() {
        position.set(square, None);
    }
    for (colour, list) in [(Colour::White, white), (Colour::Black, black)] {
        for name in list.split_whitespace() {
            let (kind, name) = name.strip_prefix('K').map_or((Kind::Man, name), |name| (Kind::King, name));
            position.set(ruleset.board().named(name).expect("a square"), Some(Piece { colour, kind }));
        }
    }
    position.with_turn(to_move)
}

fn written(ruleset: &Ruleset, mv: Move) -> String {
    format!("{}-{}", ruleset.board().name(mv.from()), ruleset.board().name(mv.to()))
}

/// A line written as `c3-d4 e5-c3`, from and to, captures too.
fn line(game: &Game, text: &str, score: Score) -> Line {
    let mut game = game.clone();
    let moves = text.split_whitespace().map(|text| {
        let mv = game.legal_moves().into_iter().find(|mv| written(game.ruleset(), *mv) == text);
        let mv = mv.unwrap_or_else(|| panic!("{text} is not legal"));
        game.play(mv).expect("legal");
        mv
    });
    Line { moves: moves.collect(), score }
}

/// A line that a search could have found, and what is told about it: this much does not depend on any search.
struct Found<'a> {
    id: &'a str,
    pieces: [&'a str; 2],
    line: &'a str,
    score: i32,
    /// What the second-best move is worth.
    second: i32,
    /// What the opponent would play if White passed.
    threat: &'a str,
}

const FOUND: Found<'_> = Found { id: "russian", pieces: ["", ""], line: "", score: 0, second: 0, threat: "" };

impl Found<'_> {
    fn reason(&self) -> HintReason {
        let ruleset = ruleset(self.id);
        let now = position(&ruleset, Colour::White, self.pieces[0], self.pieces[1]);
        let game = Game::from_position(ruleset, now);
        let second = Line { moves: Vec::new(), score: Score::new(self.second) };
        let lines = vec![line(&game, self.line, Score::new(self.score)), second];
        let passed = Game::from_position(ruleset, now.with_turn(Colour::Black));
        let threat = Report { lines: vec![line(&passed, self.threat, Score::DRAW)], ..Report::default() };
        let hint = Hint::of(&game, &Report { lines, ..Report::default() }, Some((&passed, &threat)));
        hint.expect("a hint").reason
    }
}

#[test]
fn every_reason_from_a_line() {
    use HintReason::*;
    let check = |found: Found<'_>, reason| assert_eq!(found.reason(), reason, "{:?} {}", found.pieces, found.line);
    for id in ["russian", "international"] {
        let found = Found { id, ..FOUND };
        check(Found { pieces: ["c3 g1", "d4 a7"], line: "c3-e5 a7-b6", ..found }, OnlyMove);
        check(Found { pieces: ["c3 e3 g1", "d4 h8 a7"], line: "c3-e5 a7-b6", ..found }, WinsMen(1));
        check(Found { pieces: ["c3 e3 g1", "Kd4 h8 a7"], line: "c3-e5 a7-b6", ..found }, WinsKing);
        let combination = Found { pieces: ["e3 f2 g1 a1", "c5 e5 a7"], line: "e3-d4 c5-e3 f2-f6 a7-b6", ..found };
        check(combination, StartsCombination { gives: 1, takes: 2 });
        let later = Found { pieces: ["c3 g1", "f6 h8"], line: "c3-d4 f6-e5 d4-f6 h8-g7 f6-h8", ..found };
        check(Found { line: "c3-d4 f6-e5 d4-f6", score: 110, ..later }, LeadsToMen(1));
        check(Found { line: "c3-d4 f6-e5 d4-f6", score: 10, ..later }, Best);
        let threat = Found { pieces: ["d4 d2 b4 g1", "e5 f6 h8"], line: "d2-c3 h8-g7", threat: "e5-a5", ..found };
        check(threat, StopsThreat(2));
        let quiet = Found { pieces: ["c3 e3 g3", "h6 h8 a7"], line: "c3-d4 a7-b6", ..found };
        check(Found { score: 0, second: -300, ..quiet }, Draws);
        check(Found { score: 20, second: -300, ..quiet }, AvoidsLoss);
        check(Found { score: -300, second: -310, ..quiet }, Best);
        check(quiet, Best);
    }
    check(Found { pieces: ["c3 e3 g1", "d4 f6 a7"], line: "c3-g7 a7-b6", ..FOUND }, WinsMen(2));
    check(Found { pieces: ["c7 a1", "h6"], line: "c7-d8 h6-g5", ..FOUND }, Promotes);
    let breaking = Found { pieces: ["c5 a1", "h6"], line: "c5-d6 h6-g5 d6-c7 g5-h4 c7-d8 h4-g3", ..FOUND };
    check(breaking, BreaksThrough { plies: 5 });
    let large = Found { id: "international", ..FOUND };
    check(Found { pieces: ["c9 a1", "h6"], line: "c9-d10 h6-g5", ..large }, Promotes);
    check(
        Found { pieces: ["c7 a1", "h6"], line: "c7-d8 h6-g5 d8-c9 g5-h4 c9-d10 h4-g3", ..large },
        BreaksThrough { plies: 5 },
    );
    check(Found { pieces: ["b2 c1 d4 e3 g3 h2 a1 e1 g1", "b6"], line: "b2-c3 b6-a5", ..FOUND }, Develops);
    check(Found { id: "poddavki", pieces: ["c3 a1", "e5 h8"], line: "c3-d4 e5-c3 a1-b2 c3-a1", ..FOUND }, GivesAway(1));
    let slowly = Found { id: "poddavki", pieces: ["c3 a1", "f6 h8"], line: "c3-b4 f6-e5 b4-c5 e5-f4 a1-b2", ..FOUND };
    check(slowly, Best);
}

/// The move and its reason in a position, found by a search that counts pieces, so that a better evaluation changes
/// nothing here.
#[test]
fn reasons_that_a_search_finds() {
    use Colour::{Black, White};
    use HintReason::*;
    let combination = [
        "a1 c1 e1 g1 i1 d2 j2 c3 e3 g3 d4 f4 h4 j4 c5 e5 i5",
        "a5 h6 a7 c7 g7 b8 d8 f8 h8 j8 c9 i9 b10 d10 f10 h10 j10",
    ];
    for (id, turn, [white, black], mv, reason) in [
        ("russian", White, ["c3", "d4"], "c3-e5", OnlyMove),
        ("russian", White, ["c3 Kh6", "e3 f4 Kg1"], "c3-d4", StartsCombination { gives: 1, takes: 2 }),
        ("russian", Black, ["c1 e1 d2 f2 c3 g5 Kg7", "c5 d6 c7 d8"], "c5-d4", WinsKing),
        ("russian", Black, ["Ka7", "Kg1"], "g1-h2", Draws),
        ("international", White, ["d2 f2 h2 c3 e7 c9 Kd10", "j6"], "c9-b10", Wins { plies: 3 }),
        ("international", White, combination, "e5-d6", StartsCombination { gives: 2, takes: 5 }),
        ("international", White, ["h4 g5 a9", "g9 Ka5"], "a9-b10", Promotes),
    ] {
        let ruleset = ruleset(id);
        let options = Options { memory: 4, evaluation: Evaluation::Material, ..Options::default() };
        let mut engine = Engine::new(&ruleset, &options);
        let game = Game::from_position(ruleset, position(&ruleset, turn, white, black));
        let found = Hint::find(&mut engine, &game, &Limits::nodes(60_000), &NoWatch).expect("a hint");
        assert_eq!(found.line.first(), Some(&found.mv));
        assert_eq!((written(&ruleset, found.mv).as_str(), found.reason), (mv, reason), "{id} {white} / {black}");
    }
}

#[test]
fn proved_ends_are_told_first() {
    let game = Game::new(ruleset("russian"));
    let told = |score: Score| {
        let lines = vec![line(&game, "c3-d4", score)];
        Hint::of(&game, &Report { lines, ..Report::default() }, None).expect("a hint").reason
    };
    assert_eq!(told(Score::win_in(7)), HintReason::Wins { plies: 7 });
    assert_eq!(told(-Score::win_in(8)), HintReason::HoldsOut { plies: 8 });
}

#[test]
fn taking_back_is_no_win() {
    for (id, before, back) in
        [("russian", "g3-f4 d6-e5 f4-d6", "e7-c5"), ("international", "d4-e5 g7-f6 e5-g7", "h8-f6")]
    {
        let mut game = Game::new(ruleset(id));
        for mv in line(&game, before, Score::DRAW).moves {
            game.play(mv).expect("legal");
        }
        let report = Report { lines: vec![line(&game, back, Score::DRAW)], ..Report::default() };
        assert_eq!(Hint::of(&game, &report, None).expect("a hint").reason, HintReason::TakesBack, "{id}");
    }
}

#[test]
fn corners_speaks_of_jumps_and_home() {
    let race = ruleset("corners");
    let [white, black] = ["d4 e4 a1 b1 c1 d1 a2 b2 c2 b4 a3 d6", "h8 g8 f8 e8 h7 g7 f7 e7 h5 g5 f3 a8"];
    let game = Game::from_position(race, position(&race, Colour::White, white, black));
    for (text, reason) in
        [("d6-e6", HintReason::BringsHome), ("c2-c3", HintReason::Best), ("b1-b5", HintReason::LongJump(2))]
    {
        let report = Report { lines: vec![line(&game, text, Score::DRAW)], ..Report::default() };
        assert_eq!(Hint::of(&game, &report, None).expect("a hint").reason, reason, "{text}");
    }
}

/// Random positions of every game, with the engine's own reports and with reports that are wrong.
#[test]
fn every_position_of_every_game_has_a_hint() {
    let mut random = Random::new(1);
    let house = Ruleset::from_line("house movers=either victims=any result=reversed").expect("a game");
    for ruleset in Ruleset::all().iter().copied().chain([house]) {
        let mut engine = Engine::new(&ruleset, &Options { memory: 1, ..Options::default() });
        for _ in 0..12 {
            let mut game = Game::new(ruleset);
            for _ in 0..random.below(80) {
                let moves = game.legal_moves();
                if !moves.is_empty() {
                    game.play(moves[random.below(moves.len())]).expect("legal");
                }
            }
            let found = Hint::find(&mut engine, &game, &Limits::nodes(300), &NoWatch);
            assert_eq!(found.is_some(), game.outcome().is_none(), "{}", ruleset.id());
            if let Some(found) = found {
                assert!(game.legal_moves().contains(&found.mv));
                let strange = Line { score: Score::new(300), moves: vec![found.mv, found.mv, Move::NULL] };
                let report = Report { lines: vec![strange.clone(), strange], ..Report::default() };
                assert!(Hint::of(&game, &report, Some((&game, &report))).is_some());
            }
        }
    }
    assert_eq!(Hint::of(&Game::new(ruleset("russian")), &Report::default(), None), None);
}

//! What tables prove in games that have draw rules.

use crate::common::{Folder, RUSSIAN, position, ruleset};
use damka_endgame::{Judge, Tables, Value, Verdict, Wdl};
use damka_rules::{Colour, EndError, EndReason, Game, Move, WinProof};

fn game(line: &str, fen: &str) -> Game {
    Game::from_position(ruleset(line), position(line, fen))
}

// clauses: A.result.3c
#[test]
fn a_drawn_ending_is_proved_drawn() {
    let tables = RUSSIAN.tables("russian");
    let mut kings = game("russian", "W:WKa1:BKh6");
    let outcome = kings.claim_nobody_can_win(&tables).expect("proved");
    assert_eq!((outcome.winner, outcome.reason), (None, EndReason::NobodyCanWin));
    let mut won = game("russian", "W:WKa1,Kc1,Ke1:BKf8");
    assert_eq!(won.claim_nobody_can_win(&tables), Err(EndError::NotProved));
    let mut start = Game::new(ruleset("russian"));
    assert_eq!(start.claim_nobody_can_win(&tables), Err(EndError::NotProved));
    let other = ruleset("english");
    assert_eq!(tables.nobody_can_win(&other, kings.position()), None, "tables of another game");
}

#[test]
fn petrovs_triangle_is_in_time_and_two_kings_may_be_late() {
    let tables = RUSSIAN.tables("russian");
    let verdict = |game: &Game| tables.verdict(game, 400_000);
    assert_eq!(verdict(&game("russian", "W:WKa1,Kc1,Ke1:BKf8")), Some(Verdict::Wins(Colour::White)));
    assert_eq!(verdict(&game("russian", "B:WKa1,Kc1,Ke1:BKf8")), Some(Verdict::Wins(Colour::White)));
    assert_eq!(verdict(&game("russian", "W:WKa1:BKh6")), Some(Verdict::Drawn));
    assert_eq!(verdict(&Game::new(ruleset("russian"))), None);
}

/// A.draw.2: fifteen moves with kings only. The kings dawdle until too few moves are left for the win.
#[test]
fn a_win_that_comes_too_late_is_drawn_by_rule() {
    let tables = RUSSIAN.tables("russian");
    let mut dawdling = game("russian", "W:WKa1,Kc1,Ke1:BKf8");
    let mut last = Verdict::Unproved(Colour::White);
    while dawdling.outcome().is_none() {
        let value = tables.probe_distance(dawdling.position()).expect("known");
        let verdict = tables.verdict(&dawdling, 20_000).expect("known");
        if let Verdict::Wins(winner) = verdict {
            assert_eq!(played_out(&dawdling), Some(winner), "{value:?}");
        }
        last = verdict;
        let mv = dawdle(&tables, &dawdling).expect("a move that keeps the win");
        dawdling.play(mv).expect("legal");
    }
    assert!(matches!(last, Verdict::DrawnByRule { winner: Colour::White, .. }), "{last:?}");
    assert!(matches!(dawdling.outcome().map(|end| end.reason), Some(EndReason::Draw(_))));
}

/// Who wins when both play as the tables have it, the one in a hurry and the other not.
fn played_out(game: &Game) -> Option<Colour> {
    let (tables, mut game) = (RUSSIAN.tables("russian"), game.clone());
    while game.outcome().is_none() {
        let value = |mv: &Move| tables.probe_distance(&game.position().after(*mv)).expect("known").before();
        let best = game
            .legal_moves()
            .into_iter()
            .reduce(|one, other| if value(&one).better(value(&other)) == value(&one) { one } else { other });
        game.play(best.expect("a move")).expect("legal");
    }
    game.outcome().and_then(|end| end.winner)
}

/// C.5.3.3: two against a king have five moves, which is just enough for the longest win on the large board.
#[test]
fn two_against_one_have_five_moves() {
    let tables = Folder::with("international", 3).tables("international");
    for (material, longest_way) in [("1m1k-0m1k", 9), ("0m2k-0m1k", 7)] {
        let longest = tables.longest_win(material.parse().expect("a material")).expect("a win");
        let game = Game::from_position(ruleset("international"), longest);
        let plies = tables.probe_distance(&longest).and_then(Value::plies);
        assert_eq!(
            (plies, tables.verdict(&game, 400_000)),
            (Some(longest_way), Some(Verdict::Wins(Colour::White))),
            "{material}"
        );
    }
    // Short kings need up to seventeen moves; with that rule they would have five, and the defender knows how long to hold out.
    let tables = Folder::with("english", 3).tables("english");
    let longest = tables.longest_win("0m2k-0m1k".parse().expect("a material")).expect("a win");
    let late = Game::from_position(ruleset("english draws=C.5.3.3"), longest);
    let expected = Some(Verdict::DrawnByRule { winner: Colour::White, plies: Some(9) });
    assert_eq!(tables.verdict(&late, 400_000), expected);
}

/// B.draw.4: three kings have fifteen moves of their own. Dawdling with kings that go to and fro uses them up one by one;
/// the verdict changes where the way that is left is longer than the moves that are left.
#[test]
fn three_kings_win_with_their_last_move_and_not_one_move_later() {
    let tables = RUSSIAN.tables("russian");
    let (mut in_time, mut late, mut at_the_edge) = (0, 0, 0);
    for fen in ["W:WKa1,Kc1,Ke1:BKf8", "W:WKa1,Kb2,Kc3:BKb8"] {
        let mut dawdling = game("russian-basic", fen);
        while dawdling.outcome().is_none() {
            let plies = tables.probe_distance(dawdling.position()).and_then(Value::plies).expect("won");
            let left = dawdling.progress().iter().filter_map(|rule| rule.plies_left).min().expect("a rule counts");
            let verdict = tables.verdict(&dawdling, 20_000).expect("known");
            let is_edge = plies.abs_diff(left) <= 3;
            match verdict {
                Verdict::Wins(winner) => {
                    // A sacrifice restarts the count, so a way that seems too long may be in time.
                    assert!(!is_edge || judged_out(&tables, &dawdling) == Some(winner), "{plies} {left}");
                    in_time += 1;
                }
                Verdict::DrawnByRule { plies: Some(soon), .. } => {
                    assert!(soon <= left && plies > left, "drawn in {soon}, {plies} half-moves, {left} are left");
                    assert!(!is_edge || judged_out(&tables, &dawdling).is_none(), "{plies} {left}");
                    late += 1;
                }
                Verdict::Unproved(_) => {}
                other => panic!("{other:?} with {plies} half-moves, {left} left"),
            }
            at_the_edge += usize::from(is_edge);
            let Some(mv) = dawdle(&tables, &dawdling) else { break };
            dawdling.play(mv).expect("legal");
        }
    }
    assert!(in_time > 5 && late > 5 && at_the_edge > 0, "{in_time} {late} {at_the_edge}");
}

/// Who wins when both play what is judged best, counters included.
fn judged_out(tables: &Tables, game: &Game) -> Option<Colour> {
    let mut game = game.clone();
    while game.outcome().is_none() {
        let best = Judge::new(tables, &game, 20_000).moves()[0].mv;
        game.play(best).expect("legal");
    }
    game.outcome().and_then(|end| end.winner)
}

/// A move that makes no way: White keeps the win, Black loses slowly, nothing comes back a third time.
fn dawdle(tables: &Tables, game: &Game) -> Option<Move> {
    let moves = game.legal_moves().into_iter().filter_map(|mv| {
        let after = game.position().after(mv);
        let seen = game.played().iter().filter(|ply| ply.before == after).count();
        let value = tables.probe_distance(&after)?;
        let keeps = game.position().to_move() == Colour::Black || value.wdl() == Wdl::Loss;
        (keeps && seen < 2).then_some((value.plies().unwrap_or(0), mv))
    });
    moves.max_by_key(|(plies, _)| *plies).map(|(_, mv)| mv)
}

/// What both sides can force within so many half-moves of a game with all its rules: `None` if it stays open.
fn forced(game: &mut Game, plies: u32) -> Option<Option<Colour>> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner);
    }
    if plies == 0 {
        return None;
    }
    let mover = game.position().to_move();
    let mut best = Some(Some(mover.other()));
    for mv in game.legal_moves() {
        game.play(mv).expect("legal");
        let then = forced(game, plies - 1);
        game.undo();
        if then == Some(Some(mover)) {
            return then;
        }
        best = match (best, then) {
            (None, _) | (_, None) => None,
            (Some(Some(winner)), _) if winner == mover.other() => then,
            (drawn, _) => drawn,
        };
    }
    best
}

/// Near the end of a counter a plain search of the game itself sees the draw or the win, and the verdict is the same.
#[test]
fn verdicts_near_the_end_of_counters_are_those_of_plain_search() {
    let tables = RUSSIAN.tables("russian");
    let kings =
        ["W:WKa1,Kc1,Ke1:BKf8", "W:WKg1,Kc3,Kh4:BKb8", "W:WKa1,Kd2:BKg7", "B:WKa1,c3,Kh2:BKb6", "W:WKd4,c3,e3:BKa7"];
    let (mut wins, mut draws) = (0, 0);
    for line in ["russian", "russian-basic", "russian-fmjd"] {
        for (number, fen) in kings.iter().enumerate() {
            for seed in 0..30 {
                let mut game = game(line, fen);
                let mut random = seed * 977 + number as u64 * 31 + 7;
                while game.outcome().is_none() {
                    let left = game.progress().iter().filter_map(|rule| rule.plies_left).min();
                    if left == Some(3)
                        && let Some(verdict) = tables.verdict(&game, 100_000)
                    {
                        match (verdict, forced(&mut game, 4)) {
                            (Verdict::Wins(winner), Some(truth)) => {
                                assert_eq!(truth, Some(winner), "{line} {fen} {seed}");
                                wins += 1;
                            }
                            (Verdict::DrawnByRule { .. } | Verdict::Drawn, Some(truth)) => {
                                assert_eq!(truth, None, "{line} {fen} {seed}: {verdict:?}");
                                draws += 1;
                            }
                            _ => {}
                        }
                    }
                    // Any quiet move, so that counters go on; a capture where there is nothing else.
                    let moves = game.legal_moves();
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let mv = moves[(random >> 33) as usize % moves.len()];
                    game.play(mv).expect("legal");
                }
            }
        }
    }
    assert!(wins > 5 && draws > 20, "{wins} {draws}");
}

/// A house game with more counters than a search carries is never called won.
#[test]
fn what_is_not_counted_is_not_proved() {
    let tables = RUSSIAN.tables("russian");
    let all = "house draws=A.draw.2+A.draw.3+B.draw.4+B.draw.5+C.5.3.1+C.5.3.2+C.5.3.3+C.5.3.4+C.5.4";
    assert_eq!(tables.verdict(&game(all, "W:WKa1,Kc1,Ke1:BKf8"), 100_000), Some(Verdict::Unproved(Colour::White)));
}

/// Some games of four pieces, won, drawn and lost, without a capture at once.
fn endings(tables: &Tables) -> Vec<Game> {
    let slices: Vec<_> = tables.slices().filter(|(material, ..)| material.pieces() == 4).collect();
    let position = |at: usize| {
        let (material, summary, _) = &slices[at % slices.len()];
        let number = (at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) % summary.positions();
        tables.nth(*material, number).expect("a number of the slice")
    };
    let games = (0..60).map(|at| Game::from_position(ruleset("russian"), position(at)));
    games.filter(|game| game.outcome().is_none() && !game.legal_moves()[0].is_capture()).collect()
}

/// Broken off anywhere, a judge says less than otherwise and nothing else.
#[test]
fn a_judge_that_is_broken_off_says_nothing_wrong() {
    let tables = RUSSIAN.tables("russian");
    let (mut less, mut as_much) = (0, 0);
    for game in endings(&tables).into_iter().step_by(4) {
        let whole = Judge::new(&tables, &game, 2_000).moves();
        for allowed in [0, 1, 5, 40, 300] {
            // A fresh reader, so that blocks are cold.
            let (cold, asked) = (RUSSIAN.tables("russian"), std::cell::Cell::new(0));
            let late = || {
                asked.set(asked.get() + 1);
                asked.get() > allowed
            };
            for judged in Judge::new(&cold, &game, 2_000).unless(&late).moves() {
                let full = whole.iter().find(|full| full.mv == judged.mv).expect("the same moves");
                assert!(judged.value.is_none() || judged.value == full.value, "{judged:?} {full:?}");
                let winner = match full.verdict {
                    Some(Verdict::Wins(winner) | Verdict::DrawnByRule { winner, .. }) => Some(winner),
                    _ => None,
                };
                let is_unproved = winner.map(Verdict::Unproved) == judged.verdict && winner.is_some();
                assert!(judged.verdict == full.verdict || is_unproved, "{judged:?} {full:?}");
                *(if judged == *full { &mut as_much } else { &mut less }) += 1;
            }
            assert_eq!(cold.usage().unpacked.min(allowed), cold.usage().unpacked, "each block was asked for");
        }
    }
    assert!(less > 50 && as_much > 50, "{less} {as_much}");
}

/// A caller who only chooses gets the same best move for less work.
#[test]
fn choosing_is_judging_the_best() {
    let tables = RUSSIAN.tables("russian");
    let mut asked = [0, 0];
    for game in endings(&tables) {
        let before = tables.usage().asked;
        let all = Judge::new(&tables, &game, 2_000).moves();
        let between = tables.usage().asked;
        let chosen = Judge::new(&tables, &game, 2_000).choose();
        asked = [asked[0] + between - before, asked[1] + tables.usage().asked - between];
        assert_eq!(chosen[0].mv, all[0].mv);
        assert_eq!(chosen[0].verdict, all[0].verdict);
        assert_eq!(chosen.len(), all.len());
    }
    assert!(asked[1] * 2 < asked[0], "{asked:?}");
}

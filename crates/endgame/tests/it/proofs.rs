//! What tables prove in games that have draw rules.

use crate::common::{RUSSIAN, position, ruleset};
use damka_endgame::{Value, Verdict, Wdl};
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
        let verdict = tables.verdict(&dawdling, 200_000).expect("known");
        if let Verdict::Wins(winner) = verdict {
            assert_eq!(played_out(&dawdling), Some(winner), "{value:?}");
        }
        last = verdict;
        // White keeps the win but makes no way, Black goes anywhere that loses slowly.
        let slowest = |value: &Value| value.plies().unwrap_or(0);
        let moves = dawdling.legal_moves().into_iter().filter_map(|mv| {
            let after = dawdling.position().after(mv);
            let seen = dawdling.played().iter().filter(|ply| ply.before == after).count();
            let value = tables.probe_distance(&after)?;
            let keeps = dawdling.position().to_move() == Colour::Black || value.wdl() == Wdl::Loss;
            (keeps && seen < 2).then_some((slowest(&value), mv))
        });
        let (_, mv) = moves.max_by_key(|(plies, _)| *plies).expect("a move that keeps the win");
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

//! Short games to look at: the start page plays one through.

use crate::api::MoveView;
use crate::show;
use damka_notation::moves::resolve;
use damka_rules::{Game, Ruleset};

const GAMES: &str = include_str!("samples.txt");

/// The moves of the sample game of a ruleset; none for rules that somebody has changed.
#[must_use]
pub fn moves(ruleset: &Ruleset) -> Vec<MoveView> {
    let line = ruleset.line();
    let lines = GAMES.lines().filter_map(|game| game.split_once(' '));
    let texts = lines.filter(|(id, _)| *id == line).flat_map(|(_, moves)| moves.split(' '));
    let mut game = Game::new(*ruleset);
    for text in texts {
        let Ok(mv) = resolve(ruleset, game.position(), text) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    show::moves(&game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_legal_to_its_end() {
        let games: Vec<(&str, &str)> =
            GAMES.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(' ').unwrap()).collect();
        assert!(games.len() > 20);
        for (id, texts) in games {
            let ruleset = Ruleset::named(id).unwrap_or_else(|| panic!("{id} is not a ruleset"));
            assert_eq!(moves(&ruleset).len(), texts.split(' ').count(), "{id}");
        }
        assert!(moves(&Ruleset::from_line("house king=short").unwrap()).is_empty());
    }
}

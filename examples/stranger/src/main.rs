//! Plays a short Russian game, is refused a move and says why, and writes the game as PDN.

use damka_notation::moves::{self, Unresolved};
use damka_notation::pdn::{self, GameTree};
use damka_rules::{Game, Ruleset, Verdict};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let russian = Ruleset::named("russian").ok_or("no such ruleset")?;
    let mut game = Game::new(russian);
    // The fourth is refused: Black must capture first.
    for text in ["c3-d4", "b6-c5", "d4:b6", "h6-g5", "a7:c5", "g3-h4"] {
        match moves::resolve(&russian, game.position(), text) {
            Ok(mv) => {
                println!("{} plays {text}", game.position().to_move());
                game.play(mv)?;
            }
            Err(Unresolved::Illegal { attempt, .. }) => explain(&game, text, &attempt),
            Err(error) => return Err(error.into()),
        }
    }
    let mut tree = GameTree::from(&game);
    tree.tags.set("Event", "An evening at the club");
    print!("{}", pdn::write(&tree));
    Ok(())
}

/// Says why a move is refused, and by which article.
fn explain(game: &Game, text: &str, attempt: &damka_rules::Attempt) {
    let (ruleset, position) = (game.ruleset(), game.position());
    if let Verdict::Refused(refusal) = ruleset.explain(position, attempt) {
        let article = ruleset.cite_refusal(position, attempt, &refusal);
        println!("{text} is refused: {refusal} ({article})");
    }
}

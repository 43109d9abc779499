//! What other programs read. The names are stable.

use damka_notation::SquareNames;
use damka_notation::moves::MoveTable;
use damka_rules::{Choice, FactId, Move, Position, Ruleset, Square, SquareSet};
use damka_words::Words;
use serde_json::{Map, Value, json};

/// A move: `text`, `from`, `to`, `path`, `captures`, `promotes`.
pub fn mv(ruleset: &Ruleset, position: &Position, table: &MoveTable, mv: Move) -> Value {
    let names = SquareNames::of(ruleset);
    let name = |square: Square| names.name(square);
    let path = ruleset.paths(position, mv, 1).pop().unwrap_or_default();
    json!({
        "text": table.long(mv),
        "from": name(mv.from()),
        "to": name(mv.to()),
        "path": path.into_iter().map(name).collect::<Vec<_>>(),
        "captures": squares(ruleset, mv.captured()),
        "promotes": mv.promotes(),
    })
}

/// Names of squares.
pub fn squares(ruleset: &Ruleset, set: SquareSet) -> Value {
    let names = SquareNames::of(ruleset);
    set.into_iter().map(|square| names.name(square)).collect()
}

/// A ruleset with its facts.
pub fn ruleset(words: &Words, ruleset: &Ruleset) -> Value {
    let facts: Map<String, Value> =
        FactId::ALL.iter().filter_map(|id| Some((id.name().to_owned(), Value::from(ruleset.get(*id)?)))).collect();
    let added: Vec<&str> = ruleset.added_draws().rules().map(|rule| rule.id).collect();
    json!({
        "id": ruleset.id(),
        "name": words.ruleset_name(ruleset),
        "about": words.ruleset_about(ruleset),
        "text": ruleset.source().to_string(),
        "gameType": ruleset.game_type(),
        "facts": facts,
        "addedDraws": added,
    })
}

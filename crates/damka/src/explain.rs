//! `damka explain`: whether a move is legal, and why not.

use crate::failure::Failure;
use crate::json;
use damka_notation::moves::{MoveTable, Unresolved};
use damka_rules::{Citation, Move, Position, Refusal, Ruleset, Square, Topic, Verdict};
use damka_words::Words;
use serde_json::{Value, json};
use std::io::Write;

/// Why a move is refused, ready to be shown.
pub struct Reason {
    /// Its name for other programs.
    pub name: &'static str,
    /// The rule's typed reason, where there is one.
    pub refusal: Option<Refusal>,
    /// The sentence.
    pub sentence: String,
    /// Where the rule comes from.
    pub citation: Citation,
}

/// What a text means as a move.
pub enum Meaning {
    /// Exactly one legal move, and the path that was named or the first one.
    Move(Move, Vec<Square>),
    /// Several legal moves.
    Several(Vec<Move>),
    /// A move that is not legal.
    Refused(Reason),
    /// No move at all; the message says what is wrong with the text.
    Nonsense(String),
}

/// Finds out what a text means.
pub fn meaning(words: &Words, ruleset: &Ruleset, position: &Position, text: &str) -> Meaning {
    let table = MoveTable::new(ruleset, position);
    let unresolved = match table.resolve(text) {
        Ok(found) => return Meaning::Move(found.mv, found.path),
        Err(unresolved) => unresolved,
    };
    let refused = |name, topic| {
        let sentence = words.unresolved(&unresolved, ruleset, position);
        Meaning::Refused(Reason { name, refusal: None, sentence, citation: ruleset.cite(topic) })
    };
    match &unresolved {
        Unresolved::Ambiguous { candidates } => Meaning::Several(candidates.clone()),
        Unresolved::NotPlayed(_) => refused("not-played", Topic::Board),
        Unresolved::NoSuchPiece { .. } => refused("no-such-piece", Topic::Turn),
        Unresolved::NoPass => refused("no-pass", Topic::Turn),
        Unresolved::Illegal { attempt, .. } => match ruleset.explain(position, attempt) {
            Verdict::Legal(moves) => Meaning::Several(moves),
            Verdict::Refused(refusal) => Meaning::Refused(Reason {
                name: refusal.name(),
                refusal: Some(refusal),
                sentence: words.refusal(&refusal, ruleset),
                citation: ruleset.cite_refusal(position, attempt, &refusal),
            }),
        },
        Unresolved::Syntax(_) | Unresolved::UnknownSquare(_) => {
            Meaning::Nonsense(words.unresolved(&unresolved, ruleset, position))
        }
    }
}

/// Explains a move or, without one, the position.
pub fn explain(
    words: &Words,
    ruleset: &Ruleset,
    position: &Position,
    text: Option<&str>,
    as_json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let table = MoveTable::new(ruleset, position);
    let Some(text) = text else { return situation(words, ruleset, position, &table, as_json, out) };
    let legal = |moves: &[Move]| -> Value {
        let moves: Value = moves.iter().map(|mv| json::mv(ruleset, position, &table, *mv)).collect();
        json!({ "legal": true, "moves": moves })
    };
    let list = |moves: &[Move]| moves.iter().map(|mv| table.full_path(*mv)).collect::<Vec<_>>().join(", ");
    let (value, lines) = match meaning(words, ruleset, position, text) {
        Meaning::Nonsense(message) => return Err(Failure::Input(message)),
        Meaning::Move(mv, _) => (legal(&[mv]), words.say("cli-legal", &[("move", table.full_path(mv).into())])),
        Meaning::Several(moves) => {
            let candidates = list(&moves);
            let arguments = [("move", text.into()), ("candidates", candidates.into())];
            (legal(&moves), words.say("play-ambiguous", &arguments))
        }
        Meaning::Refused(reason) => {
            (refused(ruleset, &reason), format!("{}\n{}", reason.sentence, words.citation(reason.citation)))
        }
    };
    let shown = if as_json { format!("{value:#}") } else { lines };
    Ok(writeln!(out, "{shown}")?)
}

fn refused(ruleset: &Ruleset, reason: &Reason) -> Value {
    let mut value = json!({
        "legal": false,
        "reason": reason.name,
        "sentence": reason.sentence,
        "citation": reason.citation.to_string(),
        "squares": json::squares(ruleset, reason.refusal.map(|refusal| refusal.squares()).unwrap_or_default()),
    });
    if let Some(Refusal::MustTakeMore { offered, best } | Refusal::MustTakeKings { offered, best }) = reason.refusal {
        value["offered"] = offered.into();
        value["best"] = best.into();
    }
    value
}

/// Why the legal moves are what they are.
fn situation(
    words: &Words,
    ruleset: &Ruleset,
    position: &Position,
    table: &MoveTable,
    as_json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let sentence = words.situation(&ruleset.situation(position), ruleset);
    if as_json {
        let moves: Value = table.legal().iter().map(|mv| json::mv(ruleset, position, table, *mv)).collect();
        return Ok(writeln!(out, "{:#}", json!({ "sentence": sentence, "moves": moves }))?);
    }
    writeln!(out, "{sentence}")?;
    for mv in table.legal() {
        writeln!(out, "{}", table.long(*mv))?;
    }
    Ok(())
}

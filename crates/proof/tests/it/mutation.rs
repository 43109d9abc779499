//! Changes every fact of every compiled kernel to every other value: some case or perft row must notice.
//!
//! Where nothing can notice, because both values mean the same, `mutation-equivalents.txt` says why.

use damka_proof::cases::{self, Case};
use damka_proof::perft_data::{self, Table};
use damka_rules::{Choice, FactId, Facts, MoveFacts, Movement, Position, Ruleset, Scope, compiled, perft};
use std::collections::BTreeSet;

/// The largest perft row that is counted for a changed fact.
const LIMIT: u64 = 200_000;

/// A kernel, a fact and the value it is changed to.
type Pair = (String, String, String);

/// What a changed fact is tried on.
struct Evidence {
    cases: Vec<Case>,
    tables: Vec<Table>,
}

impl Evidence {
    fn load() -> Evidence {
        let cases = cases::load().unwrap_or_else(|error| panic!("{error}"));
        let tables = perft_data::load().unwrap_or_else(|error| panic!("{error}"));
        Evidence { cases, tables }
    }

    /// The first case or row that notices the change.
    fn notices(&self, facts: MoveFacts, changed: MoveFacts) -> Option<String> {
        let movement = Movement::Draughts(changed);
        let own = |ruleset: &Ruleset| ruleset.move_facts() == Some(facts);
        let case = self.cases.iter().find(|case| own(&case.ruleset) && !case.holds_under(movement));
        case.map(|case| case.name.clone()).or_else(|| {
            let tables = self.tables.iter().filter(|table| own(&table.ruleset));
            tables.filter_map(|table| notices(table, changed)).next()
        })
    }
}

fn notices(table: &Table, changed: MoveFacts) -> Option<String> {
    let position = position(table, changed)?;
    let rows = table.rows.iter().filter(|row| row.count <= LIMIT);
    let mut wrong =
        rows.filter(|row| perft(Movement::Draughts(changed), &position, row.depth, row.convention) != row.count);
    wrong.next().map(|row| format!("{}:{}", table.file, row.line))
}

/// The table's position on the board of the changed facts; only the starting position is one on any board.
fn position(table: &Table, changed: MoveFacts) -> Option<Position> {
    if changed.board == table.ruleset.board() {
        return Some(table.position);
    }
    let board = changed.board.width().to_string();
    let house = Ruleset::named("house")?.with([("board", board.as_str())]).ok()?;
    table.is_start.then(|| house.start().with_turn(table.position.to_move()))
}

/// The facts with one of them changed, for every fact of movement and every other value.
fn changes(facts: MoveFacts) -> Vec<(FactId, &'static str, MoveFacts)> {
    let mut changes = Vec::new();
    for id in FactId::ALL.iter().filter(|id| id.scope() == Scope::Draughts) {
        for value in id.choices() {
            let mut changed = Facts { movement: Movement::Draughts(facts), ..Facts::DEFAULT };
            changed.set(*id, value).unwrap_or_else(|error| panic!("{error}"));
            match changed.movement {
                Movement::Draughts(changed) if changed != facts => changes.push((*id, *value, changed)),
                _ => {}
            }
        }
    }
    changes
}

/// The pairs of `mutation-equivalents.txt`: `KERNEL,KERNEL FACT VALUE: why`.
fn equivalents() -> BTreeSet<Pair> {
    let mut pairs = BTreeSet::new();
    let text = include_str!("../../mutation-equivalents.txt");
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (pair, why) = line.split_once(": ").unwrap_or_else(|| panic!("no proof: {line}"));
        assert!(why.split_whitespace().count() >= 6, "no proof: {line}");
        let [kernels, fact, value] = pair.split_whitespace().collect::<Vec<_>>()[..] else { panic!("no pair: {line}") };
        for kernel in kernels.split(',') {
            let pair = (kernel.to_owned(), fact.to_owned(), value.to_owned());
            assert!(pairs.insert(pair.clone()), "{pair:?} stands there twice");
        }
    }
    pairs
}

#[test]
fn every_fact_matters() {
    let evidence = Evidence::load();
    let equivalents = equivalents();
    let (mut unnoticed, mut refuted, mut tried) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (kernel, facts) in compiled() {
        assert_eq!(evidence.notices(*facts, *facts), None, "{kernel} itself is right");
        for (id, value, changed) in changes(*facts) {
            let pair = ((*kernel).to_owned(), id.name().to_owned(), value.to_owned());
            match evidence.notices(*facts, changed) {
                Some(noticed) if equivalents.contains(&pair) => refuted.push((pair.clone(), noticed)),
                None if !equivalents.contains(&pair) => unnoticed.push(pair.clone()),
                _ => {}
            }
            tried.insert(pair);
        }
    }
    assert!(unnoticed.is_empty(), "no case or row notices {unnoticed:#?}");
    assert!(refuted.is_empty(), "listed as equivalent, but noticed: {refuted:#?}");
    let unknown: Vec<&Pair> = equivalents.difference(&tried).collect();
    assert!(unknown.is_empty(), "listed, but no such change exists: {unknown:?}");
}

//! Counts games and compares with the tables of `perft/`.
//!
//! Rows above a limit are skipped and named. `DAMKA_PERFT_LIMIT` raises it: `make perft` counts to 2e10.

use damka_proof::perft_data::{self, Row, Table};
use damka_proof::runtime;
use damka_rules::{Movement, Position, Ruleset, compiled, perft};
use std::collections::HashMap;

/// The largest count that the default run checks.
const LIMIT: u64 = 50_000_000;
/// The largest count that is checked a second time with facts read at run time.
const RUN_TIME_LIMIT: u64 = 2_000_000;

fn limit() -> u64 {
    let Ok(text) = std::env::var("DAMKA_PERFT_LIMIT") else { return LIMIT };
    let limit: f64 = text.parse().unwrap_or_else(|_| panic!("DAMKA_PERFT_LIMIT={text:?} is not a number"));
    limit as u64
}

fn tables() -> Vec<Table> {
    perft_data::load().unwrap_or_else(|error| panic!("{error}"))
}

/// What was counted already: files that name the same game share their numbers.
type Counted = HashMap<(Movement, Position, u32, bool), u64>;

fn count(table: &Table, row: &Row, counted: &mut Counted) -> u64 {
    let movement = table.ruleset.facts().movement;
    let paths = row.convention == damka_rules::Convention::Paths;
    *counted
        .entry((movement, table.position, row.depth, paths))
        .or_insert_with(|| perft(movement, &table.position, row.depth, row.convention))
}

// clauses: A.capture.13 C.3.4.3 D.1.checkers D.2.english D.3.italian D.4.spanish D.6.stavropol D.9.samoyed
#[test]
fn every_row_up_to_the_limit() {
    let (limit, mut counted, mut skipped, mut wrong) = (limit(), Counted::new(), 0, Vec::new());
    for table in tables() {
        for row in &table.rows {
            let place = format!("{}:{} {} {:?} {}", table.file, row.line, table.name, row.convention, row.depth);
            if row.count > limit {
                skipped += 1;
                println!("skipped {place}: {} games", row.count);
                continue;
            }
            let found = count(&table, row, &mut counted);
            if found != row.count {
                wrong.push(format!("{place}: {found}, not {}", row.count));
            }
        }
    }
    println!("{} rows counted, {skipped} skipped above {limit} (DAMKA_PERFT_LIMIT)", counted.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_ruleset_has_a_file() {
    let tables = tables();
    for ruleset in Ruleset::all().iter().filter(|ruleset| ruleset.id() != "house") {
        let file = format!("{}.perft", ruleset.id());
        let start = tables.iter().find(|table| table.file == file && table.is_start);
        assert!(start.is_some(), "no starting position in {file}");
    }
}

/// The public numbers of pool and Czech draughts prove the code that reads its facts at run time. Portuguese draughts
/// moves as Spanish draughts does, so a kernel was compiled for it; `facts_read_at_run_time` counts it without.
#[test]
fn house_games_have_no_kernel_of_their_own() {
    let house: Vec<Table> = tables().into_iter().filter(|table| table.file.starts_with("house-")).collect();
    let compiled_for = |table: &Table| {
        let facts = table.ruleset.move_facts().unwrap();
        compiled().iter().find(|(_, known)| *known == facts).map(|(name, _)| *name)
    };
    let found: Vec<_> = house.iter().map(|table| (table.file.as_str(), compiled_for(table))).collect();
    let wanted = [("house-czech.perft", None), ("house-pool.perft", None), ("house-portuguese.perft", Some("Spanish"))];
    assert_eq!(found, wanted);
    for table in &house {
        let line = table.ruleset.line();
        assert_eq!(Ruleset::from_line(&line), Ok(table.ruleset), "{line}");
    }
}

/// Every compiled kernel against the same facts read at run time.
#[test]
fn facts_read_at_run_time() {
    let mut kernels = std::collections::BTreeSet::new();
    for table in tables() {
        let Some(facts) = table.ruleset.move_facts() else { continue };
        let Some((name, _)) = compiled().iter().find(|(_, known)| *known == facts) else { continue };
        if !kernels.insert((*name, table.name.clone())) {
            continue;
        }
        for row in table.rows.iter().filter(|row| row.count <= RUN_TIME_LIMIT) {
            let found = runtime::perft(runtime::kernel(facts), &table.position, row.depth, row.convention);
            assert_eq!(found, row.count, "{}:{} with facts read at run time", table.file, row.line);
        }
    }
    let names: std::collections::BTreeSet<_> = kernels.iter().map(|(name, _)| *name).collect();
    let all: std::collections::BTreeSet<_> = compiled().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, all, "every kernel has a table");
}

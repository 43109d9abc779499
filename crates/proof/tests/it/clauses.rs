//! The rule texts and the tests: every clause of `docs/clauses.tsv` is named by a test, every clause that a test names is
//! there, and every section of `docs/rules.md` that the code refers to exists.
//!
//! A test names clauses by writing their ids after the word "clauses", in a comment or a data file. Naming a clause is a
//! promise that the test fails when the clause is broken; this only counts the names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where tests and what they read are kept.
const FOLDERS: &[&str] = &["crates", "web/src", "web/tests", "docs/records"];
const ENDINGS: &[&str] = &["rs", "ts", "svelte", "txt", "toml", "json", "pdn", "js"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Hands every text file under a folder to `each`.
fn walk(folder: &Path, each: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, each);
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
            && let Ok(text) = fs::read_to_string(&path)
        {
            each(&path, &text);
        }
    }
}

fn every_file(mut each: impl FnMut(&Path, &str)) {
    for folder in FOLDERS {
        walk(&root().join(folder), &mut each);
    }
}

/// The clauses named in a line: after the word "clause" or "clauses".
fn clauses_in(line: &str) -> Vec<&str> {
    let lower = line.to_ascii_lowercase();
    let Some(at) = lower.find("clause") else { return Vec::new() };
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
    let words = line[at..].split(|letter| !is_part(letter)).map(|word| word.trim_matches('.'));
    words.filter(|word| is_clause(word)).collect()
}

/// Whether a word looks like the id of a clause: `A.capture.14`.
fn is_clause(word: &str) -> bool {
    let mut parts = word.split('.');
    matches!(parts.next(), Some("A" | "B" | "C" | "D" | "E")) && parts.next().is_some_and(|part| !part.is_empty())
}

#[test]
fn every_clause_has_a_test_that_names_it() {
    let table = read("docs/clauses.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let known: BTreeSet<&str> = rows
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 4, "id, text, kind, what it asks: {line}");
            fields[0]
        })
        .collect();
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    every_file(|path, text| {
        for (number, line) in text.lines().enumerate() {
            for clause in clauses_in(line) {
                named.entry(clause.to_owned()).or_insert_with(|| format!("{}:{}", path.display(), number + 1));
            }
        }
    });
    let missing: Vec<_> = known.iter().filter(|clause| !named.contains_key(**clause)).collect();
    assert!(missing.is_empty(), "clauses that no test names: {missing:?}");
    let unknown: Vec<_> = named.iter().filter(|(clause, _)| !known.contains(clause.as_str())).collect();
    assert!(unknown.is_empty(), "tests name clauses that are not in docs/clauses.tsv: {unknown:?}");
    assert!(known.len() > 200, "the table was read: {}", known.len());
}

#[test]
fn every_section_of_the_rules_that_is_referred_to_exists() {
    let rules = read("docs/rules.md");
    let number = |text: &str| -> String {
        let digits = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
        text[..digits].trim_end_matches('.').to_owned()
    };
    let heading = |line: &str| number(line.trim_start_matches('#').trim_start());
    let sections: BTreeSet<String> = rules.lines().map(heading).filter(|section| !section.is_empty()).collect();
    let mut referred = 0;
    every_file(|path, text| {
        for (before, _) in text.match_indices("rules.md ") {
            let section = number(&text[before + "rules.md ".len()..]);
            if !section.is_empty() {
                referred += 1;
                assert!(sections.contains(&section), "{}: rules.md has no section {section}", path.display());
            }
        }
    });
    assert!(referred > 50, "references were found: {referred}");
}

/// The texts that rulesets cite are among the clauses, where the clauses are the project's own.
#[test]
fn every_article_that_a_ruleset_cites_is_a_clause() {
    let table = read("docs/clauses.tsv");
    let known: BTreeSet<&str> = table.lines().filter_map(|line| line.split('\t').next()).collect();
    for ruleset in damka_rules::Ruleset::all() {
        let draws = ruleset.facts().draws.rules().filter_map(|rule| rule.article);
        let articles = damka_rules::Topic::ALL.iter().filter_map(|topic| ruleset.article(*topic));
        for article in draws.chain(articles).filter(|article| is_clause(article)) {
            assert!(known.contains(article), "{} cites {article}", ruleset.id());
        }
    }
}

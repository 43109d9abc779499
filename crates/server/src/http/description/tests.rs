//! The API's description is kept in the repository, so that reviews show its changes, and `docs/api.md` lists what
//! programs have to know. `make types` regenerates both.

use super::super::{Description, bounds, openapi};
use axum::http::StatusCode;
use damka_words::Speech;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use utoipa::OpenApi;

fn docs(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn writes() -> bool {
    std::env::var_os("DAMKA_WRITE_TYPES").is_some()
}

fn described() -> Value {
    serde_json::from_str(&openapi()).unwrap()
}

/// Every operation as its method and path.
fn operations(description: &Value) -> Vec<(String, &Value)> {
    let paths = description["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, item)| {
            item.as_object().unwrap().iter().map(move |(method, operation)| (format!("{method} {path}"), operation))
        })
        .collect()
}

#[test]
fn the_description_is_not_old() {
    let path = docs("openapi.json");
    let made = format!("{}\n", openapi());
    if writes() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "docs/openapi.json is old: run `make types`");
}

#[test]
fn interop_1_every_operation_has_a_name_of_its_own() {
    let description = described();
    let mut names = BTreeMap::new();
    for (operation, what) in operations(&description) {
        let name = what["operationId"].as_str().unwrap().to_owned();
        let other = names.insert(name.clone(), operation.clone());
        assert_eq!(other, None, "{operation} is also called {name}");
    }
    assert_eq!(names["get_games_id_export"], "get /api/games/{id}/export");
}

#[test]
fn interop_1_every_answer_has_a_description_and_every_reference_leads_somewhere() {
    let description = described();
    for (operation, what) in operations(&description) {
        let answers = what["responses"].as_object().unwrap();
        assert!(["4XX", "429", "503"].iter().all(|status| answers.contains_key(*status)), "{operation}");
        for (status, answer) in answers {
            let answer = answer["$ref"].as_str().map_or(answer, |at| description.pointer(&at[1..]).unwrap());
            let text = answer["description"].as_str().unwrap_or_default();
            assert!(!text.is_empty(), "{operation}: {status} has no description");
        }
    }
    let mut waiting = vec![&description];
    while let Some(part) = waiting.pop() {
        if let Some(at) = part.get("$ref").and_then(Value::as_str) {
            assert!(description.pointer(at.trim_start_matches('#')).is_some(), "{at}");
        }
        match part {
            Value::Object(parts) => waiting.extend(parts.values()),
            Value::Array(parts) => waiting.extend(parts),
            _ => {}
        }
    }
    let retry = description.pointer("/components/responses/TooMany/headers/Retry-After");
    assert!(retry.is_some());
}

#[test]
fn interop_1_parameters_of_a_path_stand_in_it_and_only_those() {
    for (operation, what) in operations(&described()) {
        let in_path: BTreeSet<&str> = operation.split(['{', '}']).skip(1).step_by(2).collect();
        let parameters = what["parameters"].as_array().unwrap().iter();
        let named = parameters.clone().filter(|parameter| parameter["in"] == "path");
        let named: BTreeSet<&str> = named.map(|parameter| parameter["name"].as_str().unwrap()).collect();
        assert_eq!(named, in_path, "{operation}");
        let all: Vec<&str> = parameters.map(|parameter| parameter["name"].as_str().unwrap()).collect();
        assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len(), "{operation}: {all:?}");
    }
}

#[test]
fn interop_10_every_bound_has_its_place() {
    let mut made = serde_json::to_value(Description::openapi()).unwrap();
    let without = bounds::apply(&mut made);
    assert!(without.is_empty(), "nothing in the API is called so: {without:?}");
    let description = described();
    let level = &description["components"]["schemas"]["OpponentChoice"].to_string();
    assert!(level.contains("\"maximum\":10") && level.contains("\"minimum\":1"), "{level}");
}

#[test]
fn examples_and_languages_are_understood() {
    let description = described();
    let tags = description["components"]["schemas"]["LanguageTag"]["enum"].as_array().unwrap();
    assert_eq!(tags.len(), Speech::ALL.len());
    assert!(tags.iter().all(|tag| Speech::from_tag(tag.as_str().unwrap()).is_some()), "{tags:?}");
    let rules = &description["components"]["schemas"]["CreateGame"]["properties"]["rules"]["examples"][0];
    assert!(damka_rules::Ruleset::from_line(rules.as_str().unwrap()).is_ok(), "{rules}");
}

/// Addresses that are not described: sockets, which OpenAPI cannot express, and the description itself.
const NOT_DESCRIBED: [&str; 2] = ["/socket", "/openapi.json"];

#[test]
fn interop_1_every_address_of_the_router_is_described() {
    let description = described();
    let router = include_str!("../mod.rs");
    let routes = router.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    for route in routes.filter(|route| !["/metrics", "/mail"].contains(route)) {
        let is_described = description["paths"].get(format!("/api{route}")).is_some();
        let is_left_out = NOT_DESCRIBED.iter().any(|end| route.ends_with(end));
        assert!(is_described || is_left_out, "{route} is not among the paths of `Description`");
    }
}

/// The lines between two marks in `docs/api.md`; in writing mode they are replaced first.
fn kept_between(mark: &str, made: &str) -> String {
    let text = std::fs::read_to_string(docs("api.md")).unwrap();
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->\n"));
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("docs/api.md has no {begin}"));
    let (kept, after) = rest.split_once(&end).unwrap_or_else(|| panic!("docs/api.md has no {end}"));
    if writes() {
        std::fs::write(docs("api.md"), format!("{before}{begin}{made}{end}{after}")).unwrap();
        return made.to_owned();
    }
    kept.to_owned()
}

#[test]
fn interop_6_the_bounds_in_the_document_are_those_of_the_server() {
    let made = format!("| what | how much |\n|---|---|\n{}", bounds::rows());
    assert_eq!(kept_between("bounds", &made), made, "run `make types`");
}

/// The source texts of the crate, without the tests.
fn sources(folder: &Path, all: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            all.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The strings up to the next quote after each occurrence of a text.
fn quoted_after<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

/// The problem codes of the server, each with its status.
fn answered_codes() -> BTreeMap<String, u16> {
    // `Failure::code` has the code and the status side by side.
    let error = include_str!("../../error.rs");
    let pairs = error.split("=> (\"").skip(1).filter_map(|rest| {
        let (code, rest) = rest.split_once("\", StatusCode::")?;
        Some((code.to_owned(), number_of(rest.split(')').next()?)))
    });
    let mut codes: BTreeMap<String, u16> = pairs.collect();
    assert!(codes.len() > 25, "{codes:?}");
    let mut all = Vec::new();
    sources(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    let refused = number_of("UNPROCESSABLE_ENTITY");
    for text in &all {
        let found = ["refused(\"", "code: \""].into_iter().flat_map(|before| quoted_after(text, before));
        codes.extend(found.map(|code| (code.to_owned(), refused)));
    }
    codes
}

/// The number of a status, given its constant's name.
fn number_of(name: &str) -> u16 {
    let is_called = |status: &StatusCode| {
        let reason = status.canonical_reason().unwrap_or_default();
        reason.to_uppercase().replace([' ', '-'], "_") == name
    };
    let mut known = (400..600).filter_map(|number| StatusCode::from_u16(number).ok());
    known.find(is_called).unwrap_or_else(|| panic!("which status is {name}?")).as_u16()
}

#[test]
fn interop_6_every_code_of_a_problem_is_in_the_document() {
    let document = std::fs::read_to_string(docs("api.md")).unwrap();
    let (_, section) = document.split_once("## Problems").expect("a section about problems");
    let section = section.split("\n## ").next().unwrap_or(section);
    let row = |line: &str| {
        let (code, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((code.to_owned(), rest.split(' ').next()?.parse().ok()?))
    };
    let listed: BTreeMap<String, u16> = section.lines().filter_map(row).collect();
    let answered = answered_codes();
    let missing: Vec<_> = answered.iter().filter(|(code, _)| !listed.contains_key(*code)).collect();
    assert!(missing.is_empty(), "docs/api.md, section Problems, does not list {missing:?}");
    let wrong: Vec<_> = listed.iter().filter(|(code, status)| answered.get(*code) != Some(*status)).collect();
    assert!(wrong.is_empty(), "docs/api.md, section Problems, lists what the server does not answer: {wrong:?}");
}

#[test]
fn interop_6_every_request_is_in_the_document() {
    let document = std::fs::read_to_string(docs("api.md")).unwrap();
    let description = described();
    let missing = operations(&description).into_iter().filter_map(|(operation, _)| {
        let (method, path) = operation.split_once(' ')?;
        // The document writes ID for `{id}`.
        let parts = path.split('/').map(|part| match part.strip_prefix('{') {
            Some(name) => name.trim_end_matches('}').to_uppercase(),
            None => part.to_owned(),
        });
        let request = format!("`{} {}", method.to_uppercase(), parts.collect::<Vec<_>>().join("/"));
        let is_there = ['`', '?'].into_iter().any(|end| document.contains(&format!("{request}{end}")));
        (!is_there).then_some(request)
    });
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "docs/api.md, section Requests, does not list {missing:?}");
}

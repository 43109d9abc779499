//! `damka match` as a user meets it: the real binary, its output, and a match that is killed and goes on.

use crate::binary::{Folder, printed, refused};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const QUICK: [&str; 4] = ["--nodes", "300", "--opening-nodes", "1000"];

fn quick<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["match"], arguments, &QUICK].concat()
}

#[test]
fn the_table_and_the_line() {
    let folder = Folder::new("match-table");
    let pdn = folder.path("games.pdn");
    let text = printed(&quick(&["russian", "engine", "random", "--games", "10", "--pdn", &pdn]));
    assert!(text.starts_with("Russian draughts: engine against random\n"), "{text}");
    let line = text.lines().last().expect("a last line");
    let wanted = "result ruleset=\"russian\" a=\"engine\" b=\"random\" games=10 wins=";
    assert!(line.starts_with(wanted), "{line}");
    assert!(line.contains(" elo-low=") && line.contains(" forfeits-a=0 forfeits-b=0"), "{line}");
    assert!(printed(&["pdn", "check", &pdn]).contains("10 games"));
}

#[test]
fn json_for_other_programs() {
    let text = printed(&quick(&["poddavki", "engine", "random", "--games", "3", "--sprt", "-5", "300", "--json"]));
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["games"], 4, "an odd number is made even");
    assert_eq!(json["players"][1]["name"], "random");
    assert_eq!(json["sprt"]["elo0"], -5.0);
    assert!(json["pairs"].as_array().is_some_and(|pairs| pairs.len() == 5));
}

#[test]
fn openings_from_a_file_and_house_rules() {
    let folder = Folder::new("match-openings");
    let openings = folder.path("openings.txt");
    std::fs::write(&openings, "c3-d4 d6-c5\nW:Wa1,c3,e3:Bf6,h8,b8\n").expect("written");
    let game =
        ["house king=short", "engine", "engine:eval=material", "--games", "4", "--openings", &openings, "--json"];
    let text = printed(&[&["match", "--nodes", "200"], game.as_slice()].concat());
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((json["games"].as_u64(), json["repeatedOpenings"].as_u64()), (Some(4), Some(0)));
    std::fs::write(&openings, "c3-d4 a1-a2\n").expect("written");
    let message = refused(&["match", "russian", "engine", "random", "--openings", &openings]);
    assert!(message.contains("line 1") && message.contains("a1-a2"), "{message}");
}

#[test]
fn wrong_input_is_explained() {
    let check = |arguments: &[&str], part: &str| {
        let message = refused(&quick(arguments));
        assert!(message.contains(part), "{message}");
    };
    check(&["chess", "engine", "random"], "chess");
    check(&["russian", "engin", "random"], "engin");
    check(&["russian", "engine:speed=9", "random"], "speed");
    check(&["russian", "engine:level=11", "random"], "11");
    check(&["russian", "engine", "random", "--sprt", "5", "0"], "Elo");
    check(&["russian", "engine", "random", "--time=-1"], "--time");
    check(&["russian", "engine", "random", "--opening-bound", "40"], "--opening-bound");
    check(&["russian", "hub:/no/such/program", "random"], "/no/such/program");
    check(&["russian", "engine", "random", "--pdn", "/no/such/folder/x.pdn"], "/no/such/folder/x.pdn");
}

/// Our own engine in another process, so it must play exactly as here.
#[test]
fn a_program_that_speaks_hub() {
    let hub = format!("hub:{} hub", env!("CARGO_BIN_EXE_damka"));
    for game in ["russian", "international", "poddavki"] {
        let json: Value =
            serde_json::from_str(&printed(&quick(&[game, "engine", &hub, "--games", "4", "--json"]))).expect("JSON");
        assert_eq!((json["games"].as_u64(), json["forfeits"].as_u64()), (Some(4), Some(0)), "{game}");
        assert!(json["players"][1]["depth"].as_f64().is_some_and(|depth| depth > 1.0), "{game}: {json}");
    }
}

/// The result of a match without what the clock made of it.
fn timeless(arguments: &[&str]) -> Value {
    let mut json: Value = serde_json::from_str(&printed(arguments)).expect("JSON");
    for player in json["players"].as_array_mut().expect("players") {
        for name in ["seconds", "worstOvershoot", "oversteps"] {
            player[name] = Value::Null;
        }
    }
    json
}

#[test]
fn a_killed_match_goes_on_and_ends_alike() {
    let folder = Folder::new("match-killed");
    let (state, pdn) = (folder.path("state"), folder.path("games.pdn"));
    let plain = ["match", "russian", "engine", "engine:eval=material", "--nodes", "2000", "--games", "30", "--json"];
    let kept = [plain.as_slice(), &["--state", &state, "--pdn", &pdn]].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
        .args(&kept)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    wait_for_lines(Path::new(&state), 4);
    child.kill().expect("it is ended");
    child.wait().expect("it has ended");
    let before = lines(Path::new(&state));
    assert!(before >= 4);
    assert_eq!(timeless(&kept), timeless(&plain));
    assert_eq!(lines(Path::new(&state)), 31);
    // The games of a decided match are not played again.
    assert_eq!(timeless(&kept), timeless(&plain));
    assert_eq!(lines(Path::new(&state)), 31);
    assert!(printed(&["pdn", "check", &pdn]).contains("none broken"));
    let other: Vec<&str> = kept.iter().map(|word| if *word == "2000" { "2001" } else { word }).collect();
    let message = refused(&other);
    assert!(message.contains("nodes=2000") && message.contains("nodes=2001"), "{message}");
}

fn lines(file: &Path) -> usize {
    std::fs::read_to_string(file).unwrap_or_default().lines().count()
}

fn wait_for_lines(file: &Path, count: usize) {
    let begun = Instant::now();
    while lines(file) < count {
        assert!(begun.elapsed() < Duration::from_secs(60), "the match does not come on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

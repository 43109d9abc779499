//! `damka endgame` as people meet it.

use crate::binary::{Folder, damka};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::process::{Command, Stdio};

#[test]
fn tables_are_built_asked_proved_and_looked_at() {
    let folder = Folder::new("endgame");
    let data = folder.path("tables");
    let data = data.as_str();
    let none = damka(&["endgame", "probe", "russian", "--data", data, "--fen", "W:WKa1:BKh6"]);
    assert_eq!(none.code, Some(2));
    assert!(none.err.contains("damka endgame build russian"), "{}", none.err);

    let built = damka(&["endgame", "build", "russian", "--pieces", "3", "--data", data]);
    assert_eq!(built.code, Some(0), "{}", built.err);
    assert!(built.out.contains("199\u{202f}520 positions in 9 pairs of slices"), "{}", built.out);
    let again = damka(&["--lang", "uk", "endgame", "build", "russian", "--pieces", "3", "--data", data]);
    assert_eq!(again.out.trim(), "Усе вже побудовано.");

    let probed = damka(&["--lang", "ru", "endgame", "probe", "simple", "--data", data, "--fen", "W:WKb1:Bg8,d5"]);
    assert!(probed.out.starts_with("Ход белых: выигрыш за "), "{} {}", probed.out, probed.err);
    let json = damka(&["endgame", "probe", "russian", "--data", data, "--fen", "B:WKg1:Bb8,e5", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(4), "{told}");
    let unknown = damka(&["endgame", "probe", "russian", "--data", data]);
    assert_eq!(unknown.code, Some(2), "the starting position");

    let proved = damka(&["endgame", "verify", "russian", "--data", data]);
    assert!(proved.out.contains("16 slices: every value follows"), "{} {}", proved.out, proved.err);

    let picture = folder.path("chart.svg");
    let stats = damka(&["endgame", "stats", "russian", "--data", data, "--svg", &picture]);
    assert_eq!(stats.out.lines().count(), 19, "{}", stats.out);
    let picture = std::fs::read_to_string(&picture).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("0m2k-0m1k"));

    // A damaged file is refused with its name.
    let file = std::path::Path::new(data).join("board=8/0m1k-0m1k.end");
    let mut bytes = std::fs::read(&file).expect("a table");
    bytes[60] ^= 4;
    std::fs::write(&file, bytes).expect("written");
    let refused = damka(&["endgame", "stats", "russian", "--data", data]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("0m1k-0m1k.end is damaged"), "{}", refused.err);
}

/// Two short kings beat one, but not within five moves, if a house rule says so; every move used up leaves one less.
#[test]
fn a_win_that_a_draw_rule_takes_says_when() {
    let folder = Folder::new("endgame-rule");
    let data = folder.path("tables");
    let data = data.as_str();
    let built = damka(&["endgame", "build", "english", "--pieces", "3", "--data", data]);
    assert_eq!(built.code, Some(0), "{}", built.err);
    let position = ["--data", data, "--fen", "W:WK1,K2:BK32"];
    let probe = |rules: &str, more: &[&str]| damka(&[&["endgame", "probe", rules], &position[..], more].concat());
    let won = probe("english", &[]);
    assert!(won.out.contains("White wins before any draw rule"), "{} {}", won.out, won.err);
    let late = probe("english draws=A.draw.3", &[]);
    assert!(late.out.contains("drawn by rule in 10 half-moves at the latest"), "{} {}", late.out, late.err);
    let later = probe("english draws=A.draw.3", &["--moves", "1-5 32-28", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&later.out).expect("JSON");
    assert_eq!(told["with_draw_rules"]["result"], "draw-by-rule", "{told}");
    assert_eq!(told["with_draw_rules"]["plies"], 8, "{told}");
    let wrong = probe("english", &["--moves", "1-32"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("1-32"), "{}", wrong.err);
}

#[test]
fn what_has_no_tables_is_told_in_words() {
    let corners = damka(&["--lang", "uk", "endgame", "build", "corners"]);
    assert_eq!((corners.code, corners.out.as_str()), (Some(2), ""));
    assert!(corners.err.contains("нічого не б’ють"), "{}", corners.err);
    let duty = damka(&["endgame", "build", "house movers=either enemy-duty=colour"]);
    assert!(duty.err.contains("enemy-duty=colour"), "{}", duty.err);
    let material = damka(&["endgame", "build", "russian", "--only", "9m9k"]);
    assert!(material.err.contains("1m2k-0m1k"), "{}", material.err);
    let folder = Folder::new("endgame-memory");
    let data = folder.path("tables");
    let data = data.as_str();
    let memory = damka(&["endgame", "build", "russian", "--pieces", "6", "--memory", "10", "--data", data]);
    assert_eq!(memory.code, Some(2));
    assert!(memory.err.contains("--memory"), "{}", memory.err);
}

/// At the terminal a player claims that nobody can win, and the tables prove it or do not.
#[test]
fn a_claim_that_nobody_can_win_is_proved() {
    let folder = Folder::new("endgame-claim");
    let claim = |fen: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
            .args(["--lang", "en", "play", "russian", "--spoken", "--fen", fen])
            .env("DAMKA_DATA", folder.path("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        child.stdin.take().expect("a pipe").write_all(b"claim\nquit\n").expect("written");
        let output = child.wait_with_output().expect("the binary ends");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let proved = claim("W:WKa1:BKh6");
    assert!(proved.contains("The claim is right."), "{proved}");
    let refused = claim("W:WKa1,Kc1:Bb4");
    assert!(!refused.contains("The claim is right."), "{refused}");
}

/// The user's data folder, as other programs for Linux find theirs. An empty or relative folder counts as none.
#[cfg(target_os = "linux")]
#[test]
fn tables_are_in_the_users_data_folder() {
    let looked_in = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damka"));
        command.args(["--lang", "en", "endgame", "stats", "russian"]);
        for name in ["DAMKA_DATA", "XDG_DATA_HOME", "HOME"] {
            command.env_remove(name);
        }
        let said = command.envs(variables.iter().copied()).output().expect("it starts");
        String::from_utf8(said.stderr).expect("UTF-8")
    };
    let home = ("HOME", "/nowhere/home");
    for (variables, folder) in [
        (&[home][..], "/nowhere/home/.local/share/damka/endgame"),
        (&[home, ("XDG_DATA_HOME", "")], "/nowhere/home/.local/share/damka/endgame"),
        (&[home, ("XDG_DATA_HOME", "relative")], "/nowhere/home/.local/share/damka/endgame"),
        (&[home, ("XDG_DATA_HOME", "/nowhere/data")], "/nowhere/data/damka/endgame"),
        (&[home, ("XDG_DATA_HOME", "/nowhere/data"), ("DAMKA_DATA", "/nowhere/own")], "/nowhere/own/endgame"),
        (&[home, ("DAMKA_DATA", "")], "/nowhere/home/.local/share/damka/endgame"),
    ] {
        let said = looked_in(variables);
        assert!(said.contains(&format!(" in {folder}.")), "{variables:?}: {said}");
    }
}

/// A build that is killed outright, as by a power cut, goes on and gives the same bytes.
#[test]
fn a_killed_build_goes_on() {
    let folder = Folder::new("endgame-killed");
    let build = |data: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damka"));
        command.args(["endgame", "build", "italian", "--pieces", "4", "--data", data]).stdout(Stdio::null());
        command
    };
    let tables = |data: &str| -> BTreeMap<String, Vec<u8>> {
        let inside = std::fs::read_dir(data).into_iter().flatten().flatten().map(|game| game.path());
        let files = inside.flat_map(std::fs::read_dir).flatten().flatten().map(|file| file.path());
        let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "end"));
        tables.map(|path| (path.display().to_string().replace(data, ""), std::fs::read(&path).expect("read"))).collect()
    };
    let [killed, whole] = ["killed", "whole"].map(|name| folder.path(name));
    let mut child = build(&killed).spawn().expect("the binary starts");
    while tables(&killed).len() < 20 && child.try_wait().expect("a process").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert!(build(&killed).status().expect("a status").success());
    assert!(build(&whole).status().expect("a status").success());
    assert_eq!(tables(&whole).len(), 41);
    assert!(tables(&killed) == tables(&whole));
}

/// One damaged block of distances: what it would have said is not said, and everybody hears why.
#[test]
fn a_damaged_block_is_told() {
    let folder = Folder::new("endgame-damaged");
    let data = folder.path("endgame");
    let data = data.as_str();
    let built = damka(&["endgame", "build", "english", "--pieces", "3", "--data", data]);
    assert_eq!(built.code, Some(0), "{}", built.err);
    let file = std::path::Path::new(data).join("board=8,man-capture=forward,king=short,crowning=stop/0m2k-0m1k.end");
    let mut bytes = std::fs::read(&file).expect("a table");
    *bytes.last_mut().expect("bytes") ^= 1;
    std::fs::write(&file, bytes).expect("written");
    let probe = |fen: &str| damka(&["endgame", "probe", "english", "--data", data, "--fen", fen]);
    let own = probe("W:WK1,K2:BK32");
    assert_eq!((own.code, own.out.as_str()), (Some(2), ""));
    assert!(own.err.contains("0m2k-0m1k.end is damaged"), "{}", own.err);
    // The position itself is known, what its moves lead to is not.
    let moves = probe("B:WK1,K2:BK32");
    assert_eq!(moves.code, Some(2));
    assert!(moves.out.starts_with("Black to move: lost in"), "{}", moves.out);
    assert!(moves.out.lines().skip(1).any(|line| line.ends_with('?')), "{}", moves.out);
    assert!(moves.err.contains("0m2k-0m1k.end is damaged"), "{}", moves.err);

    // The engine goes on without it and says so beside its answers.
    let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
        .args(["--lang", "uk", "hub"])
        .env("DAMKA_DATA", folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let (mut to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut lines = std::io::BufReader::new(from).lines();
    let empty = "e".repeat(29);
    writeln!(to, "hub\nset-param name=variant value=english\ninit").expect("written");
    for _ in 0..2 {
        writeln!(to, "pos pos=BWW{empty}B\nlevel move-time=0.1\ngo think").expect("written");
        let done = lines.by_ref().map_while(Result::ok).find(|line| line.starts_with("done"));
        assert!(done.is_some_and(|line| line.contains("move=")));
    }
    writeln!(to, "quit").expect("written");
    let said = child.wait_with_output().expect("the binary ends");
    let said = String::from_utf8(said.stderr).expect("UTF-8");
    assert_eq!(said.matches("0m2k-0m1k.end пошкоджено").count(), 1, "{said}");
}

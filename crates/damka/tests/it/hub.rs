//! `damka hub` and `damka dxp` as other programs meet them: the real binary, through pipes and sockets.

use damka_engine::Limits;
use damka_protocols::dxp::{DxpPlayer, DxpSettings};
use damka_protocols::hub::{HubPlayer, HubSettings, Message, read_move, write_position};
use damka_protocols::{Player, PlayerError};
use damka_rules::{Game, Ruleset};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

const DAMKA: &str = env!("CARGO_BIN_EXE_damka");
/// Long enough for a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);
/// Long enough to see that nothing comes.
const WHILE: Duration = Duration::from_millis(200);

/// A running `damka`, spoken with line by line.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Talk {
        let mut child = Command::new(DAMKA)
            .args(arguments)
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Talk { input: child.stdin.take(), child, lines }
    }

    /// An engine that is ready for a game.
    fn hub(parameters: &[(&str, &str)]) -> Talk {
        let mut talk = Talk::start(&["hub"]);
        talk.send("hub");
        let said = talk.until("wait");
        assert!(said[0].starts_with("id name=Damka version="), "{said:?}");
        for (name, value) in parameters {
            assert!(said.iter().any(|line| line.starts_with(&format!("param name={name} "))), "{said:?}");
            talk.send(&Message::new("set-param").with("name", name).with("value", value).to_string());
        }
        talk.send("init");
        assert_eq!(talk.until("ready"), ["ready"]);
        talk
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("an open pipe");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it listens");
    }

    fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// Every line up to the one with this command.
    fn until(&mut self, command: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            said.push(self.line());
            if said.last().is_some_and(|line| line.split(' ').next() == Some(command)) {
                return said;
            }
        }
    }

    /// Whether a search goes on for a while; its reports are passed over.
    fn goes_on(&mut self) -> bool {
        let end = Instant::now() + WHILE;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if line.starts_with("info ") => {}
                Ok(_) | Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => return true,
            }
        }
    }

    /// Waits for the end of the program.
    fn end(mut self) -> ExitStatus {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not end");
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that waits for input and reads whatever is there gets one line each time. Clients that look only at the
/// first line would lose the others.
#[cfg(unix)]
#[test]
fn interop_5_lines_are_handed_over_one_by_one() {
    let mut child = Command::new(DAMKA)
        .args(["hub"])
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let (mut input, mut output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    input.write_all(b"hub\ninit\npos pos=").expect("it listens");
    let international = Ruleset::named("international").expect("a game");
    let start = write_position(&international.start(), &international);
    input.write_all(format!("{start}\nlevel depth=6\ngo think\n").as_bytes()).expect("it listens");
    let (mut lines, mut read, mut buffer) = (Vec::new(), Instant::now(), [0; 8192]);
    loop {
        let count = output.read(&mut buffer).expect("a pipe");
        let text = String::from_utf8_lossy(&buffer[..count]).into_owned();
        // A reader that is held up for long finds more lines; on a busy machine that may be this test.
        let is_prompt = read.elapsed() < Duration::from_millis(500);
        read = Instant::now();
        if count == 0 {
            break;
        }
        assert!(!is_prompt || text.lines().count() == 1, "at once: {text}");
        lines.extend(text.lines().map(str::to_owned));
        if text.starts_with("done ") {
            input.write_all(b"quit\n").expect("it listens");
        }
    }
    let has = |command: &str| lines.iter().any(|line| line.split(' ').next() == Some(command));
    assert!(["id", "param", "wait", "ready", "info", "done"].into_iter().all(has), "{lines:?}");
    assert!(child.wait().expect("it ends").success());
}

fn message(line: &str) -> Message {
    Message::parse(line).expect("a message").expect("no blank line")
}

fn position_line(ruleset: &Ruleset) -> String {
    format!("pos pos={}", write_position(&ruleset.start(), ruleset))
}

/// A whole exchange; the answer is legal and is what the last report said.
fn check_exchange(line: &str) {
    let ruleset = Ruleset::from_line(line).expect("a game");
    let parameters: &[(&str, &str)] =
        if line == ruleset.id() { &[("variant", line)] } else { &[("variant", ruleset.id()), ("rules", line)] };
    let mut talk = Talk::hub(parameters);
    talk.send("new-game");
    for mode in ["think", "analyze"] {
        talk.send(&position_line(&ruleset));
        talk.send("level move-time=0.05");
        talk.send(&format!("go {mode}"));
        let said = talk.until("done");
        let (done, infos) = said.split_last().expect("an answer");
        let done = message(done);
        let best = done.value("move").expect("a move");
        let mv = read_move(best, &ruleset, &ruleset.start()).unwrap_or_else(|error| panic!("{line}: {error}"));
        if let Some(answer) = done.value("ponder") {
            assert!(read_move(answer, &ruleset, &ruleset.start().after(mv)).is_ok(), "{line}: {answer}");
        }
        let first = message(infos.first().expect("a report"));
        assert_eq!(first.command(), "info");
        for name in ["depth", "score", "nodes", "time", "nps"] {
            let number = first.value(name).and_then(|value| value.parse::<f64>().ok());
            assert!(number.is_some(), "{line}: {name} in {first}");
        }
        assert!(first.value("pv").is_some_and(|moves| !moves.is_empty()), "{first}");
    }
    talk.send("quit");
    assert!(talk.end().success());
}

#[test]
fn an_exchange_in_games_of_every_kind() {
    for line in ["international", "russian", "spanish", "simple", "corners", "house king=short", "corners layout=4x4"] {
        check_exchange(line);
    }
}

#[test]
fn a_search_without_end_is_stopped() {
    let mut talk = Talk::hub(&[("variant", "russian")]);
    talk.send(&position_line(&Ruleset::named("russian").unwrap()));
    talk.send("level infinite");
    talk.send("go think");
    talk.send("ping");
    talk.until("pong");
    assert!(talk.goes_on());
    // A board may set up the next search at once.
    talk.send("stop\nlevel depth=3\ngo think");
    assert!(talk.until("done").last().unwrap().starts_with("done move="));
    assert!(talk.until("done").last().unwrap().starts_with("done move="));
}

#[test]
fn pondering_takes_no_time_until_it_hits() {
    let mut talk = Talk::hub(&[("variant", "international")]);
    talk.send("level move-time=0.05\ngo ponder");
    assert!(talk.goes_on());
    talk.send("ponder-hit");
    assert!(talk.until("done").last().unwrap().starts_with("done move="));
    talk.send("level move-time=0.05\ngo ponder");
    assert!(talk.goes_on());
    talk.send("stop");
    talk.until("done");
}

#[test]
fn the_end_of_the_input_is_the_end() {
    for search in ["", "go analyze\n", "level infinite\ngo think\n", "go ponder\n"] {
        let mut talk = Talk::hub(&[]);
        talk.send_bytes(search.as_bytes());
        assert!(search.is_empty() || talk.goes_on(), "{search}");
        talk.input = None;
        let begun = Instant::now();
        assert!(talk.end().success(), "{search}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{search}");
    }
}

#[test]
fn what_makes_no_sense_does_no_harm() {
    let mut talk = Talk::hub(&[]);
    talk.send_bytes(b"\xff\xfe\x00\x01\r\n\n \ndance = = =\nlevel\ngo-on\nid name=me\ndone move=1-2\n");
    talk.send("ping");
    assert_eq!(talk.line(), "pong");
    talk.send_bytes(&vec![b'x'; 3_000_000]);
    for line in ["", "pos pos=\"", "pos pos=W moves=1-2", "level depth=many", "set-param name=threads value=-3"] {
        talk.send(line);
        assert!(talk.line().starts_with("error message="), "{line}");
    }
    talk.send("go think");
    assert!(talk.line().starts_with("error message="));
    assert_eq!(talk.line(), "done");
}

#[test]
fn every_level_plays() {
    let russian = Ruleset::named("russian").unwrap();
    for level in ["1", "4", "9"] {
        let mut talk = Talk::hub(&[("variant", "russian"), ("level", level), ("tt-size", "16")]);
        talk.send("level move-time=5\ngo think");
        let said = talk.until("done");
        let best = message(said.last().unwrap()).value("move").unwrap().to_owned();
        assert!(read_move(&best, &russian, &russian.start()).is_ok(), "{level}: {said:?}");
    }
}

#[test]
fn several_lines_are_shown() {
    let mut talk = Talk::hub(&[("variant", "russian")]);
    talk.send("level depth=4 lines=3\ngo analyze");
    let said = talk.until("done");
    for line in ["1", "2", "3"] {
        assert!(said.iter().any(|said| message(said).value("line") == Some(line)), "{said:?}");
    }
}

fn player(settings: HubSettings) -> HubPlayer {
    HubPlayer::new(&format!("\"{DAMKA}\" hub"), settings)
}

#[test]
fn another_program_plays_whole_games() {
    let parameters = vec![("tt-size".to_owned(), "16".to_owned())];
    let mut player = player(HubSettings { parameters, ..HubSettings::default() });
    assert!(player.name().unwrap().starts_with("Damka "));
    for line in ["russian", "international", "house king=short draws=A.draw.1+added.40", "corners"] {
        let mut game = Game::new(Ruleset::from_line(line).unwrap());
        player.new_game(&game).unwrap();
        while game.outcome().is_none() {
            let choice = player.choose(&game, &Limits::nodes(200)).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(choice.score.is_some() && choice.depth > 0, "{line}: {choice:?}");
            game.play(choice.mv).unwrap();
        }
    }
}

#[test]
fn programs_that_fail_are_told_apart() {
    let russian = Game::new(Ruleset::named("russian").unwrap());
    let hasty = || HubSettings { patience: Duration::from_millis(300), ..HubSettings::default() };
    let fails = |command: &str| HubPlayer::new(command, hasty()).new_game(&russian).unwrap_err();
    assert!(matches!(fails("/no/such/program"), PlayerError::Gone(_)));
    assert!(matches!(fails(&format!("\"{DAMKA}\" perft russian 1")), PlayerError::Gone(_)));
    // It waits for others and says nothing that Hub knows.
    assert!(matches!(fails(&format!("\"{DAMKA}\" dxp listen --port 0")), PlayerError::Silent(_)));
    let unknown = vec![("colour".to_owned(), "red".to_owned())];
    let mut picky = player(HubSettings { parameters: unknown, ..HubSettings::default() });
    assert!(matches!(picky.new_game(&russian), Err(PlayerError::CannotPlay(_))));
    let mut slow = player(HubSettings { untimed: Duration::ZERO, ..hasty() });
    assert!(matches!(slow.choose(&russian, &Limits::default()), Err(PlayerError::Silent(_))));
    assert!(slow.choose(&russian, &Limits::time(Duration::from_millis(10))).is_ok(), "it is started again");
}

/// A follower and where it waits.
fn follower(arguments: &[&str]) -> (Talk, String) {
    let mut talk = Talk::start(&[&["dxp", "listen", "--port", "0", "--lang", "en"], arguments].concat());
    let told = talk.line();
    let address = told.strip_prefix("Waiting for another program on ").and_then(|rest| rest.strip_suffix('.'));
    let address = address.unwrap_or_else(|| panic!("{told}")).to_owned();
    assert!(address.starts_with("127.0.0.1:"), "only this machine may call: {address}");
    (talk, address)
}

#[test]
fn follower_and_initiator_play_whole_games() {
    let (mut follower, address) = follower(&["--once", "--time", "0.005"]);
    let output = Command::new(DAMKA)
        .args(["dxp", "play", &address, "--games", "2", "--level", "2", "--lang", "en"])
        .output()
        .expect("the binary starts");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let mut theirs = Vec::new();
    loop {
        let line = follower.line();
        if line.starts_with("The connection with ") {
            break;
        }
        theirs.push(line);
    }
    assert!(follower.end().success());
    let ours: Vec<&str> = told.lines().collect();
    assert_eq!(&ours[..2], [format!("Calling {address}."), format!("Connected to {address}.")]);
    assert!(theirs[0].starts_with("Connected to 127.0.0.1:"), "{theirs:?}");
    let count = |lines: &[String], text: &str| lines.iter().filter(|line| line.contains(text)).count();
    let ours: Vec<String> = ours.into_iter().map(str::to_owned).collect();
    assert_eq!(count(&ours, "Damka has lost."), count(&theirs, "Damka has won."), "{ours:#?}\n{theirs:#?}");
    assert_eq!(count(&ours, "Damka has won."), count(&theirs, "Damka has lost."));
    assert_eq!(count(&ours, "The game is drawn."), count(&theirs, "The game is drawn."));
    assert_eq!(count(&ours, "ended undecided"), 0);
    for side in ["White", "Black"] {
        assert_eq!(count(&ours, &format!("begins. Damka plays {side}.")), 1);
    }
    assert_eq!(ours.len(), theirs.len() + 1, "the same moves are told at both ends");
}

#[test]
fn a_follower_as_a_player() {
    let (_follower, address) = follower(&["--level", "1"]);
    let mut game = Game::new(Ruleset::named("international").unwrap());
    let mut player = DxpPlayer::new(&address, DxpSettings::default());
    player.new_game(&game).unwrap();
    for _ in 0..10 {
        let choice = player.choose(&game, &Limits::default()).unwrap();
        game.play(choice.mv).unwrap();
        game.play(game.legal_moves()[0]).unwrap();
    }
}

#[test]
fn the_network_is_told_about_in_words() {
    for (arguments, expected) in [
        (&["play", "127.0.0.1:1"][..], "The connection failed: "),
        (&["play", "localhost", "--rules", "russian"], "only for international draughts"),
        (&["listen", "--rules", "chess"], "chess"),
        (&["listen", "--address", "203.0.113.7", "--port", "0"], "cannot wait for other programs on 203.0.113.7:0"),
    ] {
        let output = Command::new(DAMKA).args(["dxp", "--lang", "en"]).args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}

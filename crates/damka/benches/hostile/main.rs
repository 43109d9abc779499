//! Ordinary players next to an attacker: `make bench-hostile`.
//!
//! 500 games are played at human pace, and some people play against the computer, while each attack of the hostile
//! trial runs from one address for a minute. The server has its usual limits. Players come from addresses of their own
//! (all of 127.0.0.0/8 is this machine), and the attacker is a low-priority process, so that the server gets the
//! machine's time.
//!
//! Printed for each attack: the time from a move to its confirmation, the time until the computer has replied, and the
//! answers that the attacker got. It fails if ordinary players' p99 is 100 ms or more, if a reply of the computer at a
//! level up to 6 took 2 s or more, or if anyone but the attacker was refused something.
//!
//! `DAMKA_HOSTILE_SECONDS` (60), `DAMKA_HOSTILE_GAMES` (500), `DAMKA_HOSTILE_ATTACKS` (names, separated by commas),
//! `DAMKA_HOSTILE_PROGRAM` (another build of the server, to compare).

#[path = "../../tests/club/mod.rs"]
mod club;

mod attacks;
mod people;

use attacks::Attack;
use club::{Server, setting};
use people::{Crowd, Measured};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The limit for the confirmation of an ordinary player's move, in 99 of 100 moves.
const MOVE_GOAL: Duration = Duration::from_millis(100);
/// The limit for any reply of the computer to an ordinary player.
const REPLY_GOAL: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    if let [_, flag, name, address, victim, seconds] = arguments.as_slice()
        && flag == "--attack"
    {
        let attack = Attack::named(name).expect("an attack");
        let seconds = Duration::from_secs(seconds.parse().expect("seconds"));
        println!("{}", runtime.block_on(attacks::run(attack, address, victim, seconds)));
        return ExitCode::SUCCESS;
    }
    if runtime.block_on(bench()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether all goals were met.
async fn bench() -> bool {
    let seconds = Duration::from_secs(setting("DAMKA_HOSTILE_SECONDS", 60));
    let games = setting("DAMKA_HOSTILE_GAMES", 500) as usize;
    let wanted = std::env::var("DAMKA_HOSTILE_ATTACKS").ok();
    let is_wanted =
        |attack: &Attack| wanted.as_ref().is_none_or(|names| names.split(',').any(|it| it == attack.name()));
    let program = std::env::var_os("DAMKA_HOSTILE_PROGRAM").map(PathBuf::from);
    let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_damka").into());
    println!("{games} games beside each attack, {} s each", seconds.as_secs());
    println!(
        "| attack | moves | p50 ms | p99 ms | worst ms | replies | p99 ms | worst ms | memory MB | the attacker |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut is_met = true;
    for attack in [None].into_iter().chain(Attack::ALL.iter().filter(|attack| is_wanted(attack)).map(Some)) {
        // Each attack gets a new server, so that the effects of one do not count for the next.
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start_with(&program, folder.path(), |_| ());
        let crowd = Crowd::open(&server.address, games).await;
        let begun = Instant::now();
        let attacker = attack.map(|attack| spawn(*attack, &server.address, crowd.victim(), seconds));
        let measured = crowd.play(begun + seconds).await;
        let told = attacker.map_or_else(String::new, |child| {
            let out = child.wait_with_output().expect("an attacker");
            String::from_utf8_lossy(&out.stdout).trim().to_owned()
        });
        is_met &= report(attack.map_or("nobody", |attack| attack.name()), &measured, server.memory(), &told);
    }
    is_met
}

/// The attacker, a process of low priority.
fn spawn(attack: Attack, address: &str, victim: &str, seconds: Duration) -> std::process::Child {
    let program = std::env::current_exe().expect("this program");
    Command::new("nice")
        .args(["-n", "19"])
        .arg(program)
        .args(["--attack", attack.name(), address, victim, &seconds.as_secs().to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("an attacker")
}

fn report(name: &str, measured: &Measured, memory: u64, told: &str) -> bool {
    let at = |times: &[Duration], share: f64| {
        let at = (times.len().saturating_sub(1) as f64 * share) as usize;
        times.get(at).copied().unwrap_or_default()
    };
    let ms = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
    let (moves, replies) = (&measured.moves, &measured.replies);
    let (p99, slowest) = (at(moves, 0.99), at(replies, 1.0));
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {:.0} | {told} |",
        moves.len(),
        ms(at(moves, 0.5)),
        ms(p99),
        ms(at(moves, 1.0)),
        replies.len(),
        ms(at(replies, 0.99)),
        ms(slowest),
        memory as f64 / 1e6,
    );
    for refusal in measured.refusals.iter().take(5) {
        println!("refused: {refusal}");
    }
    let is_met = p99 < MOVE_GOAL && slowest < REPLY_GOAL && measured.refusals.is_empty() && !moves.is_empty();
    if !is_met {
        println!("{name}: over the goal, or somebody was refused ({} times)", measured.refusals.len());
    }
    is_met
}

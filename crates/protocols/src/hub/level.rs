//! The `level` command: how long to think.

use super::line::Message;
use damka_engine::{Limits, Time};
use std::time::Duration;

/// The longest time that counts; longer ones do not limit anything anyway.
const LONGEST: f64 = 1e9;
/// The most lines that are shown.
const MOST_LINES: usize = 64;

/// How long to think, as it was told.
///
/// Several `level` lines before one `go` add up. After the `go` they still hold until others come, which then begin
/// afresh; only an analysis without a level of its own goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct LevelState {
    limits: Limits,
    is_used: bool,
}

impl LevelState {
    /// Takes a `level` line.
    ///
    /// # Errors
    /// What is wrong with a value. Nothing changes then.
    pub fn tell(&mut self, message: &Message) -> Result<(), String> {
        let so_far = if self.is_used { Limits::default() } else { self.limits };
        self.limits = with(so_far, message)?;
        self.is_used = false;
        Ok(())
    }

    /// The limits of the search that begins now.
    pub fn begin(&mut self, is_analysis: bool) -> Limits {
        let is_used = std::mem::replace(&mut self.is_used, true);
        let limits = if is_analysis && is_used { Limits::default() } else { self.limits };
        Limits { exhaustive: is_analysis, ..limits }
    }
}

fn with(mut limits: Limits, message: &Message) -> Result<Limits, String> {
    if message.has("infinite") {
        (limits.depth, limits.nodes, limits.time) = (None, None, None);
    }
    if let Some(depth) = whole(message, "depth")? {
        limits.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX));
    }
    if let Some(nodes) = whole(message, "nodes")? {
        limits.nodes = Some(nodes);
    }
    if let Some(lines) = whole(message, "lines")? {
        limits.lines = usize::try_from(lines).unwrap_or(MOST_LINES).min(MOST_LINES);
    }
    let moves = whole(message, "moves")?.filter(|moves| *moves > 0);
    let increment = seconds(message, "inc")?.unwrap_or_default();
    if let Some(remaining) = seconds(message, "time")? {
        let moves = moves.map(|moves| u32::try_from(moves).unwrap_or(u32::MAX));
        limits.time = Some(Time::Clock { remaining, increment, moves });
    }
    if let Some(time) = seconds(message, "move-time")? {
        limits.time = Some(Time::PerMove(time));
    }
    Ok(limits)
}

fn whole(message: &Message, name: &str) -> Result<Option<u64>, String> {
    let Some(text) = message.value(name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| format!("{name} is a whole number, not {text}"))
}

/// A time. A clock that has run out may be told as less than nothing.
fn seconds(message: &Message, name: &str) -> Result<Option<Duration>, String> {
    let Some(text) = message.value(name) else { return Ok(None) };
    let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite());
    let number = number.ok_or_else(|| format!("{name} is a number of seconds, not {text}"))?;
    Ok(Some(Duration::from_secs_f64(number.clamp(0.0, LONGEST))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> LevelState {
        let mut state = LevelState::default();
        for line in lines {
            state.tell(&Message::parse(line).unwrap().unwrap()).unwrap();
        }
        state
    }

    fn check(lines: &[&str], expected: &str) {
        let Limits { depth, nodes, time, lines: shown, .. } = told(lines).begin(false);
        assert_eq!(format!("{depth:?} {nodes:?} {time:?} {shown}"), expected, "{lines:?}");
    }

    #[test]
    fn every_form() {
        check(&["level depth=7"], "Some(7) None None 0");
        check(&["level nodes=100", "level move-time=0.25 lines=3"], "None Some(100) Some(PerMove(250ms)) 3");
        check(&["level depth=7", "level infinite"], "None None None 0");
        let clock = "None None Some(Clock { remaining: 60s, increment: 500ms, moves: Some(9) }) 0";
        check(&["level moves=9 time=60 inc=0.5"], clock);
        check(&["level time=-0.1"], "None None Some(Clock { remaining: 0ns, increment: 0ns, moves: None }) 0");
        check(
            &["level time=1e300 moves=0"],
            "None None Some(Clock { remaining: 1000000000s, increment: 0ns, moves: None }) 0",
        );
        check(&["level colour=red"], "None None None 0");
    }

    #[test]
    fn bad_values() {
        for line in ["level depth=x", "level nodes=-1", "level move-time=NaN", "level time=inf", "level moves=1.5"] {
            let mut state = told(&["level depth=3"]);
            assert!(state.tell(&Message::parse(line).unwrap().unwrap()).is_err(), "{line}");
            assert_eq!(state.begin(false).depth, Some(3), "{line}");
        }
    }

    #[test]
    fn a_level_holds_until_the_next_one() {
        let mut state = told(&["level depth=3"]);
        assert_eq!(state.begin(false).depth, Some(3));
        assert_eq!(state.begin(false).depth, Some(3));
        assert_eq!(state.begin(true).depth, None, "an analysis goes on until it is stopped");
        state.tell(&Message::parse("level nodes=5").unwrap().unwrap()).unwrap();
        let limits = state.begin(true);
        assert_eq!((limits.depth, limits.nodes, limits.exhaustive), (None, Some(5), true));
    }
}

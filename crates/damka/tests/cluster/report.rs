//! What a run has shown, one line for each kind of fault.

use super::nemesis::{Fault, KINDS};
use super::players::lock;
use super::record::Record;

/// How long after a fault a game may still be taken because of it: a lease, and a while.
const AFTER: u64 = 8_000;

/// How long it took from each fault to the next confirmed act of a game that it concerned, in milliseconds, the shortest
/// first.
pub fn pauses<'a>(faults: impl Iterator<Item = &'a Fault>) -> Vec<u64> {
    let pause = |fault: &Fault| {
        let confirmed = lock(&fault.game.as_ref()?.confirmed);
        confirmed.iter().find(|at| **at > fault.from).map(|at| at - fault.from)
    };
    let mut found: Vec<u64> = faults.filter_map(pause).collect();
    found.sort_unstable();
    found
}

/// The value below which a part of them lie.
pub fn quantile(sorted: &[u64], part: f64) -> f64 {
    let at = (sorted.len() as f64 * part) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).map_or(0.0, |ms| *ms as f64 / 1_000.0)
}

/// The lines.
pub fn lines(faults: &[Fault], confirmed: &[u64], records: &[Record]) -> Vec<String> {
    let takings: Vec<u64> =
        records.iter().flat_map(|record| &record.rows).filter(|row| row.taken.is_some()).map(|row| row.wall).collect();
    let head = format!(
        "{:<40} {:>6} {:>10} {:>11}   pause to the next confirmed act: median, 95 %, longest",
        "fault", "times", "confirmed", "taken over"
    );
    let mut lines = vec![head];
    for (kind, _, name) in KINDS {
        let own: Vec<&Fault> = faults.iter().filter(|fault| fault.kind == kind).collect();
        let within = |moments: &[u64], after: u64| {
            let is_in = |at: &&u64| own.iter().any(|fault| (fault.from..=fault.until + after).contains(at));
            moments.iter().filter(is_in).count()
        };
        let pauses = pauses(own.iter().copied());
        lines.push(format!(
            "{name:<40} {:>6} {:>10} {:>11}   {:.2} s, {:.2} s, {:.2} s",
            own.len(),
            within(confirmed, 0),
            within(&takings, AFTER),
            quantile(&pauses, 0.5),
            quantile(&pauses, 0.95),
            quantile(&pauses, 1.0),
        ));
    }
    lines
}

//! A bar with the remaining time on the error output; nothing where that is not a terminal.

use damka_endgame::{Material, Watch, Work};
use indicatif::{ProgressBar, ProgressStyle};

/// Shows how far the work has come.
pub struct Bar {
    bar: ProgressBar,
    /// How often each position is worked on.
    rounds: u64,
}

impl Bar {
    /// A bar for so many positions, each worked on so many times.
    pub fn new(what: &str, positions: u64, rounds: u64) -> Bar {
        let style = ProgressStyle::with_template("{prefix} {msg:>10} {wide_bar} {percent:>3}% {elapsed} / {eta}");
        let bar = ProgressBar::new(positions.saturating_mul(rounds)).with_prefix(what.to_owned());
        Bar { bar: style.map_or(bar.clone(), |style| bar.with_style(style)), rounds }
    }

    /// Takes the bar away and tells how many seconds it took.
    pub fn finish(&self) -> f64 {
        self.bar.finish_and_clear();
        self.bar.elapsed().as_secs_f64()
    }
}

impl Watch for Bar {
    fn begins(&self, material: Material) {
        self.bar.set_message(material.to_string());
    }

    fn done(&self, work: Work, positions: u64) {
        if self.rounds > 1 || work == Work::Looking {
            self.bar.inc(positions);
        }
    }
}

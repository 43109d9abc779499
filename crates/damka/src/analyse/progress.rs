//! How far an analysis has come, for a person at a terminal.

use crate::pdn::Reading;
use crate::pdn::source::{Found, Games, Input};
use damka_words::Words;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar that counts positions, if somebody watches.
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For the games of an input; `is_quiet` where the output itself goes to the terminal.
    pub fn new(words: &Words, input: &Input, reading: &Reading, is_quiet: bool) -> Progress {
        let is_watched = !is_quiet && std::io::stderr().is_terminal();
        Progress { bar: is_watched.then(|| bar(positions(words, input, reading))) }
    }

    /// A position is done.
    pub fn step(&mut self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    /// Does something that prints, without the bar in the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How many positions there are to look at, where a first reading can tell: it takes no time beside the thinking.
fn positions(words: &Words, input: &Input, reading: &Reading) -> Option<u64> {
    input.size()?;
    let mut games = Games::open(words, input, reading).ok()?;
    let mut count = 0;
    while let Ok(Some(found)) = games.next() {
        if let Found::Legal(replayed, _) = found {
            count += replayed.tree.main.steps.len() as u64 + 1;
        }
    }
    Some(count)
}

/// Numbers only, so that it speaks every language.
fn bar(total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => "{bar:40} {percent:>3} %  {pos}/{len}  {eta}",
        None => "{spinner} {pos}  {elapsed}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style)
}

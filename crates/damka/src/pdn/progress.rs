//! How far a long reading has come, for a person at a terminal.

use super::source::Input;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// What takes less needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that shows itself after a second, and only if somebody watches.
pub struct Progress {
    started: Instant,
    is_watched: bool,
    /// `None` if the size of an input is not known before its end.
    total: Option<u64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For reading these; `is_quiet` where the output itself goes to the terminal.
    pub fn new(inputs: &[Input], is_quiet: bool) -> Progress {
        let is_watched = !is_quiet && std::io::stderr().is_terminal();
        let total = inputs.iter().map(Input::size).sum();
        Progress { started: Instant::now(), is_watched, total, bar: None }
    }

    /// So many bytes have been read.
    pub fn reached(&mut self, bytes: u64) {
        if !self.is_watched {
            return;
        }
        if self.bar.is_none() && self.started.elapsed() >= PATIENCE {
            self.bar = Some(bar(self.total));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(bytes);
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

/// Numbers only, so that it speaks every language.
fn bar(total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => "{bar:40} {percent:>3} %  {bytes} / {total_bytes}  {eta}",
        None => "{spinner} {bytes}  {bytes_per_sec}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style)
}

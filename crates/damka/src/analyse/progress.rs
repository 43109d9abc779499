//! How far an analysis has come, for a person at a terminal.

use crate::pdn::source::Input;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar that counts the bytes of the file, if somebody watches. A game's bytes are shared out among its positions, so the
/// bar moves during a game, and no first reading has to count the positions of all games.
pub struct Progress {
    bar: Option<ProgressBar>,
    game: Share,
}

/// The bytes of a game, shared out among its positions.
#[derive(Clone, Copy, Default)]
struct Share {
    from: u64,
    to: u64,
    positions: u64,
    done: u64,
}

impl Share {
    fn reached(self) -> u64 {
        self.from + (self.to - self.from) * self.done / self.positions.max(1)
    }
}

impl Progress {
    /// For the games of an input; `is_quiet` where the output itself goes to the terminal.
    pub fn new(input: &Input, is_quiet: bool) -> Progress {
        let is_watched = !is_quiet && std::io::stderr().is_terminal();
        Progress { bar: is_watched.then(|| bar(input.size())), game: Share::default() }
    }

    /// A game begins that ends at this byte and has this number of positions.
    pub fn begin(&mut self, to: u64, positions: usize) {
        self.game = Share { from: self.game.to, to: to.max(self.game.to), positions: positions as u64, done: 0 };
    }

    /// A position is done.
    pub fn step(&mut self) {
        self.game.done += 1;
        if let Some(bar) = &self.bar {
            bar.set_position(self.game.reached());
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
        Some(_) => "{bar:40} {percent:>3} %  {eta}",
        None => "{spinner} {bytes}  {elapsed}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_a_game_are_shared_out_among_its_positions() {
        let mut progress = Progress { bar: None, game: Share::default() };
        let mut reached = Vec::new();
        for (to, positions) in [(100, 4), (100, 1), (160, 3)] {
            progress.begin(to, positions);
            for _ in 0..positions {
                progress.step();
                reached.push(progress.game.reached());
            }
        }
        assert_eq!(reached, [25, 50, 75, 100, 100, 120, 140, 160]);
    }
}

//! What a person or a program reads about a match.

use super::run::{Progress, Settings};
use super::summary::{Side, Summary, Test};
use damka_engine::elo::{Interval, Verdict};
use damka_words::{FluentValue, Words};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often a log is told, where nobody watches a bar.
const LOG_EVERY: Duration = Duration::from_secs(30);

/// How far the match has come: a bar on a terminal, else a line now and then. Numbers only, so that it speaks every
/// language.
pub struct Bar {
    bar: Option<ProgressBar>,
    told: Instant,
}

impl Bar {
    /// For a match of so many games.
    pub fn new(games: usize) -> Bar {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let make = || ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr()).with_style(style);
        Bar { bar: std::io::stderr().is_terminal().then(make), told: Instant::now() }
    }

    /// A game is over.
    pub fn show(&mut self, progress: &Progress<'_>) {
        let summary = progress.summary;
        match &self.bar {
            Some(bar) => {
                bar.set_position(summary.games());
                bar.set_message(standing(summary));
            }
            None if progress.last.is_some() && self.told.elapsed() >= LOG_EVERY => {
                self.told = Instant::now();
                eprintln!("{}/{}  {}", summary.games(), progress.games, standing(summary));
            }
            None => {}
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The match so far in a few numbers: won, drawn, lost, score, Elo, test.
fn standing(summary: &Summary) -> String {
    let mut text = format!("+{} ={} -{}", summary.wins, summary.draws, summary.losses);
    if let Some(estimate) = summary.estimate() {
        let Interval { value, low, high } = estimate.elo;
        let [value, low, high] = [value, low, high].map(signed);
        let _ = write!(text, "  {:.1} %  Elo {value} ({low}…{high})", 100.0 * estimate.score.value);
    }
    if let Some(test) = &summary.test {
        let (low, high) = test.sprt.bounds();
        let _ = write!(text, "  LLR {:.2} [{low:.2}, {high:.2}]", test.ratio);
    }
    text
}

fn signed(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "+∞" } else { "-∞" }.to_owned();
    }
    // Adding zero takes the sign from a negative zero.
    format!("{:+.1}", (number * 10.0).round() / 10.0 + 0.0)
}

/// The width of the names of rows.
const LABEL: usize = 34;
/// The width of a column.
const COLUMN: usize = 14;

/// The result for people.
pub fn table(words: &Words, settings: &Settings, summary: &Summary) -> String {
    let names: Vec<FluentValue<'_>> = settings.players.iter().map(|player| player.name.as_str().into()).collect();
    let title =
        [("game", words.ruleset_name(&settings.ruleset).into()), ("a", names[0].clone()), ("b", names[1].clone())];
    let mut rows = Rows { words, text: words.say("match-title", &title) };
    rows.text.push('\n');
    rows.row("match-games", &[summary.games().to_string()]);
    rows.row("match-results", &[format!("+{} ={} -{}", summary.wins, summary.draws, summary.losses)]);
    if let Some(estimate) = summary.estimate() {
        let percent = |part: f64| words.percent(100.0 * part, 1);
        let [low, high] = [estimate.score.low, estimate.score.high].map(|part| words.decimal(100.0 * part, 1));
        rows.row("match-score", &[format!("{} ({low}…{high})", percent(estimate.score.value))]);
        let Interval { value, low, high } = estimate.elo;
        let [value, low, high] = [value, low, high].map(|elo| words.number(&signed(elo)));
        rows.row("match-elo", &[format!("{value} ({low}…{high})")]);
        rows.row("match-superiority", &[percent(estimate.superiority)]);
        rows.row("match-pairs", &[summary.pairs.0.map(|count| count.to_string()).join(" ")]);
    }
    if let Some(test) = &summary.test {
        rows.row("match-test", &[test_text(words, test)]);
    }
    rows.row("match-won-by-colour", &[format!("{} / {}", summary.won_by[0], summary.won_by[1])]);
    rows.row("match-plies", &[words.decimal(summary.plies as f64 / summary.games().max(1) as f64, 1)]);
    rows.troubles(settings, summary);
    rows.text.push('\n');
    rows.columns(&summary.sides);
    rows.text
}

fn test_text(words: &Words, test: &Test) -> String {
    let (low, high) = test.sprt.bounds();
    let [ratio, low, high] = [test.ratio, low, high].map(|number| words.decimal(number, 2));
    let elo = |elo: f64| words.number(&elo.to_string()).into();
    let verdict = words.say(
        match test.verdict {
            Verdict::Open => "match-test-open",
            Verdict::Stronger => "match-test-stronger",
            Verdict::NotStronger => "match-test-not-stronger",
        },
        &[("elo0", elo(test.sprt.elo0)), ("elo1", elo(test.sprt.elo1))],
    );
    format!("{ratio} ({low}…{high}): {verdict}")
}

struct Rows<'a> {
    words: &'a Words,
    text: String,
}

impl Rows<'_> {
    fn row(&mut self, label: &str, cells: &[String]) {
        let _ = write!(self.text, "{:<LABEL$}", self.words.say(label, &[]));
        match cells {
            [only] => self.text.push_str(only),
            _ => cells.iter().for_each(|cell| {
                let _ = write!(self.text, "{cell:>COLUMN$}");
            }),
        }
        self.text.push('\n');
    }

    /// What a good match has none of is told only where there is some.
    fn troubles(&mut self, settings: &Settings, summary: &Summary) {
        let counted = [
            ("match-too-long", summary.too_long),
            ("match-unbalanced", summary.unbalanced),
            ("match-repeated", summary.repeated),
        ];
        for (label, count) in counted.into_iter().filter(|(_, count)| *count > 0) {
            self.row(label, &[count.to_string()]);
        }
        for ((player, fault), count) in &summary.faults {
            let name = settings.players[*player].name.as_str();
            let variables = [("player", name.into()), ("count", (*count).into()), ("fault", fault.as_str().into())];
            self.text.push_str(&self.words.say("match-fault", &variables));
            self.text.push('\n');
        }
    }

    fn columns(&mut self, sides: &[Side; 2]) {
        let cells = |text: &dyn Fn(&Side) -> String| sides.iter().map(text).collect::<Vec<_>>();
        let _ = writeln!(self.text, "{:<LABEL$}{:>COLUMN$}{:>COLUMN$}", "", "A", "B");
        let words = self.words;
        self.row("match-depth", &cells(&|side| words.decimal(side.mean_depth(), 1)));
        self.row("match-seconds", &cells(&|side| words.decimal(side.mean_seconds(), 4)));
        self.row("match-oversteps", &cells(&|side| side.oversteps.to_string()));
        self.row("match-overshoot", &cells(&|side| words.decimal(side.worst_overshoot.as_secs_f64(), 3)));
        self.row("match-forfeits", &cells(&|side| side.forfeits.to_string()));
    }
}

/// The result in one line that is easy to take apart. The names are stable.
pub fn line(settings: &Settings, summary: &Summary) -> String {
    let mut text = format!(
        "result ruleset={:?} a={:?} b={:?} games={} wins={} draws={} losses={}",
        settings.ruleset.line(),
        settings.players[0].name,
        settings.players[1].name,
        summary.games(),
        summary.wins,
        summary.draws,
        summary.losses
    );
    if let Some(estimate) = summary.estimate() {
        for (name, interval) in [("score", estimate.score), ("elo", estimate.elo)] {
            let Interval { value, low, high } = interval;
            let _ = write!(text, " {name}={:.4} {name}-low={low:.4} {name}-high={high:.4}", value + 0.0);
        }
        let _ = write!(text, " los={:.4}", estimate.superiority);
    }
    if let Some(test) = &summary.test {
        let _ = write!(text, " llr={:.4} sprt={}", test.ratio, verdict_id(test.verdict));
    }
    let [a, b] = summary.sides.map(|side| side.forfeits);
    let _ = write!(text, " forfeits-a={a} forfeits-b={b} too-long={}", summary.too_long);
    text
}

fn verdict_id(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Stronger => "stronger",
        Verdict::NotStronger => "not-stronger",
    }
}

/// The result for other programs. The names are stable; infinite Elo is null.
pub fn json(settings: &Settings, summary: &Summary) -> Value {
    let interval = |interval: Interval| json!({ "value": interval.value, "low": interval.low, "high": interval.high });
    let estimate = summary.estimate();
    let test = summary.test.map(|test| {
        let (low, high) = test.sprt.bounds();
        let verdict = verdict_id(test.verdict);
        json!({ "elo0": test.sprt.elo0, "elo1": test.sprt.elo1, "llr": test.ratio, "low": low, "high": high, "verdict": verdict })
    });
    let players: Vec<Value> =
        settings.players.iter().zip(&summary.sides).map(|(player, side)| side_json(&player.name, side)).collect();
    json!({
        "ruleset": settings.ruleset.line(),
        "players": players,
        "seed": settings.seed,
        "games": summary.games(),
        "wins": summary.wins,
        "draws": summary.draws,
        "losses": summary.losses,
        "wonByWhite": summary.won_by[0],
        "wonByBlack": summary.won_by[1],
        "pairs": summary.pairs.0,
        "score": estimate.map(|estimate| interval(estimate.score)),
        "elo": estimate.map(|estimate| interval(estimate.elo)),
        "superiority": estimate.map(|estimate| estimate.superiority),
        "sprt": test,
        "pliesPerGame": summary.plies as f64 / summary.games().max(1) as f64,
        "tooLong": summary.too_long,
        "unbalancedOpenings": summary.unbalanced,
        "repeatedOpenings": summary.repeated,
        "forfeits": summary.forfeits(),
        "endings": summary.endings,
    })
}

fn side_json(name: &str, side: &Side) -> Value {
    json!({
        "name": name,
        "moves": side.moves,
        "depth": side.mean_depth(),
        "seconds": side.mean_seconds(),
        "oversteps": side.oversteps,
        "worstOvershoot": side.worst_overshoot.as_secs_f64(),
        "forfeits": side.forfeits,
    })
}

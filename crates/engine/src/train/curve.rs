//! The loss, drawn.

use super::fit::Round;
use std::fmt::Write;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 360.0;
const MARGIN: f32 = 60.0;

/// The loss of every round as an SVG picture: what was learned from, and what was held back.
#[must_use]
pub fn curve(title: &str, rounds: &[Round]) -> String {
    let losses = || rounds.iter().flat_map(|round| [round.train, round.held_back]);
    let (low, high) = (losses().fold(f32::INFINITY, f32::min), losses().fold(0.0, f32::max));
    let span = (high - low).max(1e-4);
    let x = |at: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * at as f32 / (rounds.len().max(2) - 1) as f32;
    let y = |loss: f32| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / span;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{}\" y=\"28\" text-anchor=\"middle\" font-size=\"16\">{}</text>\n",
        WIDTH / 2.0,
        title.replace('&', "&amp;").replace('<', "&lt;"),
    );
    for part in 0..=4 {
        let loss = low + span * part as f32 / 4.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {0:.1}H{1}\" stroke=\"#ddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            y(loss),
            WIDTH - MARGIN,
            MARGIN - 6.0,
            y(loss) + 4.0,
        );
    }
    for (name, colour, at, pick) in [
        ("learned from", "#1b6ca8", 0.0, (|round: &Round| round.train) as fn(&Round) -> f32),
        ("held back", "#c0392b", 18.0, |round: &Round| round.held_back),
    ] {
        let points: Vec<String> =
            rounds.iter().enumerate().map(|(at, round)| format!("{:.1},{:.1}", x(at), y(pick(round)))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            WIDTH - MARGIN,
            MARGIN + at,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">round 1 to {}</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 20.0,
        rounds.len(),
    );
    svg
}

//! Wins, draws and losses of every slice as a picture.

use std::fmt::Write;

/// A bar of the chart.
pub struct Row {
    /// What it is of.
    pub name: String,
    /// Won, drawn, lost, in hundredths.
    pub shares: [f64; 3],
    /// The same as people read it.
    pub told: [String; 3],
}

const ROW: usize = 18;
const LEFT: f64 = 110.0;
const WIDTH: f64 = 600.0;
const TOP: usize = 64;
/// Told apart by those who see no colours too: dark, light and in between.
const COLOURS: [&str; 3] = ["#1b6b3a", "#e8dfc8", "#c0563b"];

/// The picture.
pub fn chart(title: &str, legend: &[String; 3], rows: &[Row]) -> String {
    let (width, height) = (LEFT + WIDTH + 20.0, TOP + rows.len() * ROW + 10);
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"10\" y=\"22\" font-size=\"16\">{title}</text>\n",
        title = escaped(title)
    );
    for (at, (text, colour)) in legend.iter().zip(COLOURS).enumerate() {
        let x = LEFT + at as f64 * 160.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"36\" width=\"14\" height=\"14\" fill=\"{colour}\" stroke=\"#555\"/>\
             <text x=\"{}\" y=\"48\">{}</text>",
            x + 20.0,
            escaped(text)
        );
    }
    for (at, row) in rows.iter().enumerate() {
        let y = TOP + at * ROW;
        let _ = write!(svg, "<text x=\"10\" y=\"{}\">{}</text>", y + 13, escaped(&row.name));
        let mut x = LEFT;
        for ((share, told), colour) in row.shares.iter().zip(&row.told).zip(COLOURS) {
            let part = WIDTH * share / 100.0;
            let height = ROW - 3;
            let _ = write!(
                svg,
                "<rect x=\"{x:.2}\" y=\"{y}\" width=\"{part:.2}\" height=\"{height}\" fill=\"{colour}\">\
                 <title>{}: {told}</title></rect>",
                escaped(&row.name)
            );
            x += part;
        }
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

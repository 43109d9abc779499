//! The page for browsers and printers: one file that needs nothing else.

use super::{Block, Diagram, Page};
use damka_notation::diagram::{self, Palette, SvgOptions};

const STYLE: &str = "\
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 3rem; color: #1c1c1c; background: #fff;
  font: 1.0625rem/1.5 Georgia, 'PT Serif', 'Noto Serif', 'DejaVu Serif', serif; }
h1, h2 { font-family: 'PT Sans', 'Noto Sans', 'DejaVu Sans', system-ui, sans-serif; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 1.9rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; padding-bottom: .2rem; border-bottom: 2px solid #a67c52; }
p { margin: .5rem 0; }
ul { margin: .5rem 0; padding-left: 1.25rem; }
li { margin: .3rem 0; }
.about { font-size: 1.125rem; }
.source, .line { color: #595959; font-size: .8125rem; line-height: 1.4; overflow-wrap: anywhere; }
.source h2 { font-size: 1rem; border-bottom: 0; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem 1.25rem; margin: 1rem 0; }
figure { margin: 0; break-inside: avoid; }
figure.start { max-width: 22rem; margin: 1rem auto; text-align: center; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { font-size: .875rem; line-height: 1.35; margin-top: .35rem; }
@page { size: A4; margin: 15mm 17mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; line-height: 1.35; }
  h1 { font-size: 18pt; }
  h2 { font-size: 12pt; margin-top: 5mm; break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
  .boards { grid-template-columns: repeat(4, 1fr); gap: 3mm 5mm; margin: 3mm 0; }
  figure.start { max-width: 60mm; margin: 3mm auto; }
  figcaption { font-size: 8pt; }
  .source, .line { font-size: 7.5pt; }
}
";

impl Page {
    /// The page as one HTML document, ready to be shown or printed on A4.
    #[must_use]
    pub fn to_html(&self) -> String {
        let title = escaped(&self.title);
        let language = self.language.code();
        let mut out = format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        );
        out.push_str(&format!("<p class=\"about\">{}</p>\n", escaped(&self.about)));
        for section in &self.sections {
            out.push_str(&format!("<section>\n<h2>{}</h2>\n", escaped(&section.title)));
            self.blocks(&mut out, &section.blocks);
            out.push_str("</section>\n");
        }
        self.sources(&mut out);
        out.push_str(&format!(
            "</main>\n<footer><p class=\"line\">{}</p></footer>\n</body>\n</html>\n",
            escaped(&self.line)
        ));
        out
    }

    /// Where the rules come from, last and small: the page is for those who want to play.
    fn sources(&self, out: &mut String) {
        let lines: String = self.sources.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
        let (title, source) = (escaped(&self.sources_title), escaped(&self.source));
        out.push_str(&format!(
            "<section class=\"source\">\n<h2>{title}</h2>\n<p>{source}</p>\n<ul>\n{lines}</ul>\n</section>\n"
        ));
    }

    /// Diagrams that follow each other stand in a grid.
    fn blocks(&self, out: &mut String, blocks: &[Block]) {
        let mut in_grid = false;
        for block in blocks {
            let belongs = matches!(block, Block::Diagram(diagram) if !diagram.moves.is_empty());
            match (in_grid, belongs) {
                (false, true) => out.push_str("<div class=\"boards\">\n"),
                (true, false) => out.push_str("</div>\n"),
                _ => {}
            }
            in_grid = belongs;
            match block {
                Block::Paragraph(text) => out.push_str(&format!("<p>{}</p>\n", escaped(text))),
                Block::List(texts) => {
                    let items: String = texts.iter().map(|text| format!("<li>{}</li>\n", escaped(text))).collect();
                    out.push_str(&format!("<ul>\n{items}</ul>\n"));
                }
                Block::Diagram(diagram) => self.figure(out, diagram),
            }
        }
        if in_grid {
            out.push_str("</div>\n");
        }
    }

    fn figure(&self, out: &mut String, diagram: &Diagram) {
        let options = SvgOptions {
            title: diagram.description.clone(),
            marks: diagram.marks.clone(),
            arrows: diagram.arrows.clone(),
            palette: Palette::WOOD,
            ..SvgOptions::default()
        };
        let class = if diagram.moves.is_empty() { " class=\"start\"" } else { "" };
        out.push_str(&format!(
            "<figure{class}>\n{}<figcaption>{}</figcaption>\n</figure>\n",
            diagram::svg(&self.ruleset, &diagram.position, &options),
            escaped(&diagram.caption)
        ));
    }
}

/// Text for an element.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

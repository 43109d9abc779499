use super::*;
use crate::{Block, Diagram, rules_page};
use damka_rules::{CATALOGUE, Counts, Crowning, DrawKind, KingRange, Movers, Victims, YesNo};

fn diagrams(page: &crate::Page) -> Vec<&Diagram> {
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    blocks.filter_map(|block| if let Block::Diagram(diagram) = block { Some(diagram) } else { None }).collect()
}

#[test]
fn pages_say_everything_in_every_language() {
    for ruleset in games() {
        for language in Language::ALL {
            let page = rules_page(&ruleset, language);
            for text in [&page.title, &page.about, &page.source, &page.line, &page.legend, &page.sources_title] {
                check(text);
            }
            page.sources.iter().for_each(|source| check(source));
            for section in &page.sections {
                check(&section.title);
                assert!(!section.blocks.is_empty(), "{}", section.title);
                for block in &section.blocks {
                    match block {
                        Block::Paragraph(text) => check_sentence(text),
                        Block::List(texts) => texts.iter().for_each(|text| check(text)),
                        Block::Diagram(diagram) => {
                            check(&diagram.caption);
                            check_sentence(&diagram.description);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn examples_are_legal_and_show_their_point() {
    for ruleset in games() {
        let page = rules_page(&ruleset, Language::English);
        let diagrams = diagrams(&page);
        for diagram in &diagrams {
            let legal = ruleset.legal_moves(&diagram.position);
            assert!(diagram.moves.iter().all(|mv| legal.contains(mv)), "{}", diagram.caption);
        }
        assert_eq!(diagrams[0].position, ruleset.start());
        let shown = |text: &str| diagrams.iter().any(|diagram| diagram.caption.contains(text));
        let Some(facts) = ruleset.move_facts() else {
            assert!(shown("One step") && shown("Several jumps"));
            continue;
        };
        let line = ruleset.line();
        assert!(diagrams.len() >= 7, "{line}: {}", diagrams.len());
        assert_eq!(shown("captures from afar"), facts.king == KingRange::Flying, "{line}");
        assert_eq!(shown("captures only the piece next"), facts.king == KingRange::Short, "{line}");
        assert_eq!(shown("may not capture the king"), facts.men_take_kings == YesNo::No, "{line}");
        assert_eq!(shown("its own piece"), facts.victims == Victims::Any, "{line}");
        assert_eq!(shown("may be moved too"), facts.movers == Movers::Either, "{line}");
        assert_eq!(shown("continues to capture as a king"), facts.crowning == Crowning::Continue, "{line}");
        assert_eq!(shown("stays a man"), facts.crowning == Crowning::Pass, "{line}");
        assert!(shown("must stop"), "{line}");
    }
}

#[test]
fn numbers_of_the_draw_rules_are_on_the_page() {
    for ruleset in games() {
        for language in Language::ALL {
            let text = rules_page(&ruleset, language).to_text(100);
            for rule in CATALOGUE.iter().filter(|rule| ruleset.facts().draws.contains(rule)) {
                if let DrawKind::Counted(counted) = rule.kind {
                    let moves = if counted.counts == Counts::Plies { counted.full / 2 } else { counted.full };
                    assert!(text.contains(&moves.to_string()), "{}", rule.id);
                }
                // What no text has is marked as added, and has no clause to look up.
                assert!(
                    rule.article.is_none_or(|article| text.contains(article)) || text.contains(rule.id),
                    "{}",
                    rule.id
                );
            }
            if ruleset.facts().agreement_after > 0 {
                assert!(text.contains(&ruleset.facts().agreement_after.to_string()));
            }
        }
    }
}

/// Friction 4: nobody has to read the ids of clauses before the rules; they stand at the end.
#[test]
fn rules_are_read_without_codes() {
    for ruleset in games() {
        for language in Language::ALL {
            let page = rules_page(&ruleset, language);
            let marked = page.sources.last().is_some_and(|last| last.starts_with('*'));
            assert_eq!(marked, page.sections.iter().any(|section| section.has_added), "{}", ruleset.line());
            for block in page.sections.iter().flat_map(|section| &section.blocks) {
                let texts = match block {
                    Block::Paragraph(text) => std::slice::from_ref(text),
                    Block::List(texts) => texts.as_slice(),
                    Block::Diagram(diagram) => std::slice::from_ref(&diagram.caption),
                };
                assert!(!texts.iter().any(|text| text.contains('[') || text.contains("Damka")), "{texts:?}");
            }
        }
    }
}

#[test]
fn text_keeps_to_its_width() {
    for ruleset in games() {
        for width in [40, 80, 120] {
            let text = rules_page(&ruleset, Language::Ukrainian).to_text(width);
            for line in text.lines().filter(|line| line.contains(' ')) {
                assert!(line.chars().count() <= width, "{line}");
            }
        }
        assert!(!rules_page(&ruleset, Language::Russian).to_text(0).is_empty());
    }
}

#[test]
fn html_is_whole() {
    for ruleset in games() {
        for language in Language::ALL {
            let page = rules_page(&ruleset, language);
            let html = page.to_html();
            assert!(html.contains(&format!("<html lang=\"{}\">", language.code())));
            for tag in ["section", "figure", "figcaption", "div", "ul", "svg", "main", "h1", "h2"] {
                let opened = [format!("<{tag}>"), format!("<{tag} ")].map(|text| html.matches(&text).count());
                assert_eq!(opened[0] + opened[1], html.matches(&format!("</{tag}>")).count(), "{tag}");
            }
            assert_eq!(html.matches("<svg").count(), diagrams(&page).len());
        }
    }
}

//! Every sentence a person reads, in Russian, Ukrainian and English.
//!
//! The crates below return typed reasons and never sentences; here, and only here, those become words. The words
//! themselves stand in Fluent catalogues, one for each language (`locales/*.ftl`), which the web page reads too.
//!
//! - [`Words`][]: one language's catalogue; its methods turn typed values into sentences;
//! - [`rules_page`][]: the rules of any game on one page, made from its facts.
//!
//! ```
//! use damka_rules::{Refusal, Ruleset};
//! use damka_words::{Language, Words};
//!
//! let russian = Ruleset::named("russian").unwrap();
//! let c3 = russian.board().named("c3").unwrap();
//! let words = Words::new(Language::Ukrainian);
//! assert_eq!(words.refusal(&Refusal::Empty(c3), &russian), "На полі c3 немає шашки.");
//! ```

mod analysis;
mod citations;
mod conduct;
mod contest;
mod draws;
mod endgame;
mod engine;
mod facts;
mod games;
mod keeper;
mod language;
mod lists;
mod page;
mod pdn;
mod reasons;
mod setups;
mod speech;
mod spoken;
#[cfg(test)]
mod tests;
mod texts;
mod voice;
mod words;

pub use conduct::{Said, StoryLine, Storyteller, is_told_by_changes};
pub use contest::{BoardSheet, EntrantNames};
pub use fluent_bundle::FluentValue;
pub use language::Language;
pub use page::{Block, Diagram, Page, Section, rules_page};
pub use speech::{Figures, Speech};
pub use words::{COMMANDS, Words};

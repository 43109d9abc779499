//! The command line in the language of its user: its help, and what is wrong with the arguments. The English comments of the
//! derived commands are for readers of the code; every sentence that a user reads comes from the catalogues.

mod errors;
mod help;
#[cfg(test)]
mod tests;

pub use errors::report;
pub use help::localised;

use damka_words::Language;

/// The language that the arguments ask for, found before they are read: help and errors are said in it too.
pub fn language(arguments: impl Iterator<Item = String>, environment: Language) -> Language {
    let mut arguments = arguments.skip_while(|argument| argument != "--lang" && !argument.starts_with("--lang="));
    let code = match arguments.next().as_deref().and_then(|argument| argument.strip_prefix("--lang=")) {
        Some(code) => Some(code.to_owned()),
        None => arguments.next(),
    };
    code.and_then(|code| Language::from_locale(&code)).unwrap_or(environment)
}

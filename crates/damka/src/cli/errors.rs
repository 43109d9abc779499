//! What is wrong with the arguments, in a sentence.

use clap::Error;
use clap::error::{ContextKind, ErrorKind};
use damka_words::Words;
use std::process::ExitCode;

/// Shows help or version where that was asked for, else says what is wrong with the arguments.
pub fn report(error: &Error, words: &Words) -> ExitCode {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    match error.kind() {
        DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand => {
            // A reader that stopped reading is not a failure.
            let _ = error.print();
        }
        _ => eprintln!("damka: {}", text(error, words)),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// The sentence, a suggestion, the usage, and where to read more.
pub(super) fn text(error: &Error, words: &Words) -> String {
    let mut lines = vec![sentence(error, words)];
    let suggestions = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(suggestion) = suggestions.into_iter().find_map(|kind| context(error, kind)) {
        lines.push(words.say("usage-suggestion", &[("suggestion", suggestion.into())]));
    }
    if let Some(usage) = context(error, ContextKind::Usage) {
        let usage = usage.trim().strip_prefix("Usage: ").unwrap_or(usage.trim()).to_owned();
        let command = usage.split(" [").next().and_then(|usage| usage.split(" <").next()).unwrap_or("damka").to_owned();
        lines.push(format!("{}: {usage}", words.say("help-usage", &[])));
        lines.push(words.say("usage-hint", &[("command", format!("{command} --help").into())]));
    }
    lines.join("\n")
}

fn sentence(error: &Error, words: &Words) -> String {
    let of = |kind| context(error, kind).unwrap_or_default();
    let argument = || ("argument", of(ContextKind::InvalidArg).into());
    let value = || ("value", of(ContextKind::InvalidValue).into());
    match error.kind() {
        ErrorKind::UnknownArgument => words.say("usage-unknown-argument", &[argument()]),
        ErrorKind::InvalidSubcommand => {
            words.say("usage-unknown-command", &[("command", of(ContextKind::InvalidSubcommand).into())])
        }
        ErrorKind::InvalidValue if of(ContextKind::InvalidValue).is_empty() => {
            words.say("usage-value-missing", &[argument()])
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let said = words.say("usage-bad-value", &[value(), argument()]);
            match context(error, ContextKind::ValidValue) {
                Some(values) => format!("{said} [{}]", words.say("help-possible", &[("values", values.into())])),
                None => said,
            }
        }
        ErrorKind::NoEquals => words.say("usage-value-missing", &[argument()]),
        ErrorKind::TooManyValues => words.say("usage-too-many-values", &[value(), argument()]),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            let expected = [ContextKind::ExpectedNumValues, ContextKind::MinValues];
            let expected = expected.into_iter().find_map(|kind| context(error, kind)).unwrap_or_default();
            let actual = of(ContextKind::ActualNumValues);
            words.say("usage-number-of-values", &[argument(), ("expected", expected.into()), ("actual", actual.into())])
        }
        ErrorKind::ArgumentConflict => {
            words.say("usage-conflict", &[argument(), ("other", of(ContextKind::PriorArg).into())])
        }
        ErrorKind::MissingRequiredArgument => {
            words.say("usage-missing", &[("arguments", of(ContextKind::InvalidArg).into())])
        }
        ErrorKind::MissingSubcommand => words.say("usage-no-command", &[]),
        ErrorKind::InvalidUtf8 => words.say("usage-not-utf8", &[]),
        _ => error.to_string(),
    }
}

/// What the error is about, as it was typed or named.
fn context(error: &Error, kind: ContextKind) -> Option<String> {
    error.get(kind).map(ToString::to_string).filter(|text| !text.is_empty())
}

//! The command line in every language.

use super::*;
use crate::Cli;
use clap::{Command, CommandFactory};
use damka_words::Words;

/// Words of every language: file formats, protocols, names of options, games and players as they are typed.
const TECHNICAL: [&str; 60] = [
    "best-of",
    "club",
    "com",
    "corners",
    "damka",
    "Damka",
    "DamExchange",
    "DAMKA_DATA",
    "DAMKA_KEY",
    "DAMKA_POSTGRES",
    "DAMKA_SMTP",
    "docs",
    "dxp",
    "ELO0",
    "ELO1",
    "en",
    "engine",
    "eval",
    "example",
    "FEN",
    "first-to",
    "games",
    "general",
    "house",
    "https",
    "hub",
    "Hub",
    "international",
    "FMJD",
    "fmjd",
    "JSON",
    "king",
    "level",
    "localhost",
    "arbiter",
    "md",
    "men-on-crowning-row",
    "nodes",
    "none",
    "NATS",
    "PDN",
    "postgres",
    "PostgreSQL",
    "random",
    "ru",
    "russian",
    "samoyed",
    "short",
    "tables",
    "TOML",
    "uk",
    "worker",
    "URL",
    "UTF",
    "weights",
    "X-Forwarded-For",
    "book",
    "false",
    "MiB",
    "international-fmjd",
];

fn each(command: &Command, visit: &mut impl FnMut(&Command)) {
    visit(command);
    for inner in command.get_subcommands() {
        each(inner, visit);
    }
}

/// Both forms of the help of every command.
fn helps(language: Language) -> Vec<String> {
    let mut texts = Vec::new();
    each(&localised(Cli::command(), &Words::new(language)), &mut |command| {
        let mut command = command.clone();
        texts.push(command.render_help().to_string());
        texts.push(command.render_long_help().to_string());
    });
    texts
}

/// What is left of a help when everything that is typed as it stands is taken away.
fn prose(help: &str) -> String {
    let typed = |word: &&str| {
        let word = word.trim_matches(|sign: char| "[](),;:.\"“”«»".contains(sign));
        !word.starts_with('-') && !word.contains(['=', '/', '+']) && !word.chars().any(|sign| sign.is_ascii_digit())
    };
    // Choices and defaults stand in brackets or behind a dash, and are typed too.
    let lines = help.lines().map(|line| match line.trim_start().strip_prefix("- ") {
        Some(choice) => choice.split_once(": ").map_or("", |(_, about)| about),
        None => line,
    });
    let lines: Vec<String> = lines.map(|line| line.split(" [").next().unwrap_or_default().to_owned()).collect();
    lines.join("\n").split_whitespace().filter(typed).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_command_and_option_has_its_message() {
    for language in Language::ALL {
        for help in helps(language) {
            assert!(!help.contains("help-") && !help.contains("???"), "a message is missing in {language:?}: {help}");
            for english in ["Usage:", "Options:", "possible values", "Print help", "[default", "[OPTIONS]", "<COMMAND>"]
            {
                assert!(language == Language::English || !help.contains(english), "{english} in {language:?}: {help}");
            }
        }
    }
}

#[test]
fn help_is_in_one_language() {
    let names: Vec<String> = {
        let mut names = Vec::new();
        each(&localised(Cli::command(), &Words::new(Language::English)), &mut |command| {
            names.push(command.get_name().to_owned());
        });
        names
    };
    for language in [Language::Russian, Language::Ukrainian] {
        for help in helps(language) {
            let prose = prose(&help);
            assert!(prose.contains(|letter| ('а'..='я').contains(&letter)), "{help}");
            let words = prose.split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '-');
            let latin = words.filter(|word| word.len() > 1 && word.is_ascii());
            let foreign: Vec<&str> =
                latin.filter(|word| !TECHNICAL.contains(word) && !names.iter().any(|name| name == word)).collect();
            assert!(foreign.is_empty(), "{foreign:?} in {language:?}: {help}");
        }
    }
}

#[test]
fn what_is_wrong_is_said_in_the_users_language() {
    let said = |language, line: &str| {
        let words = Words::new(language);
        let read = localised(Cli::command(), &words).try_get_matches_from(line.split(' '));
        errors::text(&read.expect_err(line), &words)
    };
    let russian = |line| said(Language::Russian, line);
    assert!(russian("damka play --levl 3").starts_with("Здесь нет параметра «--levl».\nМожет быть, «--level»?"));
    assert!(russian("damka ply").starts_with("Нет такой команды: «ply».\nМожет быть, «play»?"));
    assert!(russian("damka play --level 11").starts_with("«11» не подходит для --level <УРОВЕНЬ>."));
    assert!(
        russian("damka play --first green")
            .contains("«green» не подходит для --first <СТОРОНА>. [варианты: white, black]")
    );
    assert!(russian("damka play --level").starts_with("Для --level <УРОВЕНЬ> нужно значение."));
    assert!(russian("damka rules").starts_with("Не хватает: <ИГРА>.\nИспользование: damka rules"));
    assert!(russian("damka rules").ends_with("Справка: damka rules --help"));
    assert!(russian("damka play --seed 4").starts_with("Не хватает: --level <УРОВЕНЬ>."));
    let sprt = said(Language::Ukrainian, "damka match russian a b --sprt 1");
    assert!(sprt.starts_with("Для --sprt <ELO0> <ELO1> потрібно значень: 2, а вказано: 1."), "{sprt}");
    let both = said(Language::English, "damka analyse x --nodes 3 --depth 4");
    assert!(both.starts_with("--nodes <NUMBER> cannot be used together with --depth <NUMBER>."), "{both}");
}

#[test]
fn the_language_is_found_before_the_arguments_are_read() {
    let asked = |line: &str| language(line.split(' ').map(str::to_owned), Language::English);
    assert_eq!(asked("damka --lang ru play"), Language::Russian);
    assert_eq!(asked("damka play --lang=uk --nonsense"), Language::Ukrainian);
    for line in ["damka play", "damka --lang", "damka --lang fr", "damka play --language ru"] {
        assert_eq!(asked(line), Language::English, "{line}");
    }
}

//! The command line in every language.

use super::*;
use crate::Cli;
use clap::{Command, CommandFactory};
use damka_words::Words;

/// Words of every language: file formats, protocols, names of options, games and players as they are typed.
const TECHNICAL: [&str; 61] = [
    "best-of",
    "club",
    "com",
    "corners",
    "damka",
    "Damka",
    "DamExchange",
    "DAMKA_DATA",
    "DAMKA_KEY",
    "DAMKA_NATS",
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

/// The documents that tell people what to type.
const DOCUMENTS: [&str; 10] = [
    "README.md",
    "README.ru.md",
    "README.uk.md",
    "docs/running.md",
    "docs/server.md",
    "docs/workers.md",
    "docs/nodes.md",
    "docs/contest.md",
    "docs/endgame.md",
    "docs/hub.md",
];

/// What stands in a document as it is typed: indented lines, lines of fenced blocks, and words between backticks.
fn typed_in(document: &str) -> Vec<&str> {
    let mut typed = Vec::new();
    let mut is_fenced = false;
    for line in document.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced || line.starts_with("    ") {
            typed.push(line);
        } else {
            typed.extend(line.split('`').skip(1).step_by(2));
        }
    }
    typed
}

/// The command that these words name, and the options among them.
fn named<'a>(program: &'a Command, words: &str) -> (&'a Command, Vec<String>) {
    let mut command = program;
    let mut is_path = true;
    let mut options = Vec::new();
    for word in words.split_whitespace() {
        // The next command, or what the line says about this one.
        if ["|", "&&", ";", "#", ">"].contains(&word) || word == "damka" {
            break;
        }
        if let Some(option) = word.strip_prefix("--").filter(|option| !option.is_empty()) {
            let is_part = |sign: &char| sign.is_ascii_alphanumeric() || *sign == '-';
            options.push(option.chars().take_while(is_part).collect());
            is_path = false;
        } else if let Some(inner) = command.find_subcommand(word).filter(|_| is_path) {
            command = inner;
        } else {
            is_path = false;
        }
    }
    (command, options)
}

#[test]
fn documents_name_options_that_exist() {
    let program = localised(Cli::command(), &Words::new(Language::English));
    let has = |command: &Command, option: &str| {
        let known = |command: &Command| command.get_arguments().any(|argument| argument.get_long() == Some(option));
        known(command) || known(&program)
    };
    let serve = program.find_subcommand("serve").unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut checked = 0;
    for document_name in DOCUMENTS {
        let document = std::fs::read_to_string(root.join(document_name)).unwrap();
        for words in typed_in(&document) {
            // The program's name is also a user, a folder and an owner; then no command follows.
            let starts = words.match_indices("damka ").filter(|(at, _)| *at == 0 || words[..*at].ends_with(' '));
            for (at, name) in starts {
                let (command, options) = named(&program, &words[at + name.len()..]);
                if command.get_name() == program.get_name() {
                    continue;
                }
                for option in options {
                    assert!(
                        has(command, &option),
                        "{document_name}: {} has no --{option}: {words}",
                        command.get_name()
                    );
                    checked += 1;
                }
            }
        }
        // Tables of the flags of `damka serve`.
        for row in document.lines().filter(|line| line.starts_with("| `--")) {
            for words in row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2) {
                for option in named(serve, words).1 {
                    assert!(has(serve, &option), "{document_name}: serve has no --{option}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 40, "{checked} options were looked at: they stand in the documents otherwise");
}

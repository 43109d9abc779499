use super::*;
use crate::{COMMANDS, Figures, Speech};
use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};

type Messages = BTreeMap<String, BTreeSet<String>>;

/// The messages of a catalogue with their variables.
fn messages(language: Language) -> Messages {
    let resource =
        fluent_syntax::parser::parse(language.catalogue()).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut found = Messages::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let mut variables = BTreeSet::new();
                pattern(message.value.as_ref().expect("a value"), &mut variables);
                assert!(message.attributes.is_empty());
                let twice = found.insert(message.id.name.to_owned(), variables);
                assert!(twice.is_none(), "{} twice in {language:?}", message.id.name);
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("{other:?}"),
        }
    }
    found
}

fn pattern(pattern_: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    for element in &pattern_.elements {
        if let PatternElement::Placeable { expression: inner } = element {
            expression(inner, variables);
        }
    }
}

fn expression(expression_: &Expression<&str>, variables: &mut BTreeSet<String>) {
    match expression_ {
        Expression::Inline(inline_) => inline(inline_, variables),
        Expression::Select { selector, variants } => {
            inline(selector, variables);
            variants.iter().for_each(|variant| pattern(&variant.value, variables));
        }
    }
}

fn inline(inline_: &InlineExpression<&str>, variables: &mut BTreeSet<String>) {
    match inline_ {
        InlineExpression::VariableReference { id } => {
            variables.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression: inner } => expression(inner, variables),
        InlineExpression::FunctionReference { arguments: CallArguments { positional, .. }, .. } => {
            positional.iter().for_each(|argument| inline(argument, variables));
        }
        _ => {}
    }
}

#[test]
fn the_catalogues_have_the_same_messages_and_variables() {
    let english = messages(Language::English);
    for language in [Language::Russian, Language::Ukrainian] {
        let other = messages(language);
        let ids = |messages: &Messages| messages.keys().cloned().collect::<BTreeSet<_>>();
        let (here, there) = (ids(&english), ids(&other));
        assert_eq!(here.symmetric_difference(&there).collect::<Vec<_>>(), Vec::<&String>::new(), "{language:?}");
        for (id, variables) in &english {
            assert_eq!(variables, &other[id], "{id} in {language:?}");
        }
    }
}

#[test]
fn every_language_keeps_to_its_alphabet() {
    for (language, foreign) in [(Language::Russian, "іїєґІЇЄҐ’"), (Language::Ukrainian, "ыэъёЫЭЪЁ")] {
        for line in language.catalogue().lines().filter(|line| !line.contains("Озорные")) {
            assert!(!line.contains(|letter| foreign.contains(letter)), "{line}");
        }
    }
    let english = Language::English.catalogue();
    assert!(!english.contains(|letter| ('а'..='я').contains(&letter)));
    // Letters that look alike must not be mixed within a word.
    for language in [Language::Russian, Language::Ukrainian] {
        for word in language.catalogue().split(|letter: char| !letter.is_alphabetic()) {
            let latin = word.contains(|letter: char| letter.is_ascii_alphabetic());
            assert!(!latin || word.is_ascii(), "{word} in {language:?}");
        }
    }
}

#[test]
fn numbers_choose_their_forms() {
    let told = |language, id: &str| {
        let words = Words::new(language);
        [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 101, 111].map(|count: i32| {
            let text = words.say(id, &[("count", count.into())]);
            text.strip_prefix(&format!("{count} ")).unwrap().to_owned()
        })
    };
    let expected = |one, few, many: &'static str| [many, one, few, few, many, many, many, one, few, many, one, many];
    assert_eq!(told(Language::Russian, "moves-count"), expected("ход", "хода", "ходов"));
    assert_eq!(told(Language::Russian, "pieces-count"), expected("шашка", "шашки", "шашек"));
    assert_eq!(told(Language::Ukrainian, "moves-count"), expected("хід", "ходи", "ходів"));
    assert_eq!(told(Language::Ukrainian, "half-moves-count"), expected("півхід", "півходи", "півходів"));
    let english = told(Language::English, "moves-count");
    assert_eq!(english.iter().filter(|text| *text == "move").count(), 1);
}

#[test]
fn languages_are_chosen() {
    let cases = [
        ("uk_UA.UTF-8", Some(Language::Ukrainian)),
        ("uk", Some(Language::Ukrainian)),
        ("ru", Some(Language::Russian)),
        ("RU-ru", Some(Language::Russian)),
        ("ru_RU.KOI8-R@x", Some(Language::Russian)),
        ("en_GB", Some(Language::English)),
        ("C.UTF-8", Some(Language::English)),
        ("POSIX", Some(Language::English)),
        ("", None),
        ("de_DE.UTF-8", None),
        ("rus", None),
    ];
    for (locale, language) in cases {
        assert_eq!(Language::from_locale(locale), language, "{locale}");
    }
    let environment = |set: &'static [(&str, &str)]| {
        Language::from_environment(|name| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    };
    assert_eq!(environment(&[]), Language::English);
    assert_eq!(environment(&[("LANG", "ru_RU.UTF-8")]), Language::Russian);
    assert_eq!(environment(&[("LANG", "ru_RU.UTF-8"), ("LC_MESSAGES", "uk_UA")]), Language::Ukrainian);
    assert_eq!(environment(&[("LANG", "ru_RU.UTF-8"), ("LC_ALL", "C"), ("LC_MESSAGES", "uk_UA")]), Language::English);
    assert_eq!(environment(&[("LANG", "ru_RU.UTF-8"), ("LC_ALL", "")]), Language::Russian);
    assert_eq!(environment(&[("LANG", "ru_RU.UTF-8"), ("LC_ALL", "fr_FR")]), Language::English);
}

#[test]
fn command_words_mean_one_command_each() {
    for words in all_words() {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for command in COMMANDS {
            check(&words.say(&format!("play-help-{command}"), &[]));
            let typed = words.command_words(command);
            assert!(typed.len() >= if words.language() == Language::English { 1 } else { 2 }, "{command}");
            for word in typed {
                assert!(!word.is_empty() && !word.contains(' '));
                let other = seen.insert(word.clone(), command);
                assert_eq!(other, None, "{word} in {:?}", words.language());
            }
        }
    }
}

#[test]
fn messages_for_the_terminal() {
    let english = messages(Language::English);
    for words in all_words() {
        for (id, variables) in english.iter().filter(|(id, _)| id.starts_with("play-") || id.starts_with("cli-")) {
            for number in [0, 1, 2, 5] {
                for side in ["white", "black"] {
                    let value = |name: &str| match name {
                        "side" => side.into(),
                        "count" | "moves" | "number" => number.into(),
                        _ => "c3".into(),
                    };
                    let variables: Vec<_> = variables.iter().map(|name| (name.as_str(), value(name))).collect();
                    check(&words.say(id, &variables));
                }
            }
        }
    }
}

#[test]
fn words_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    all_words().iter().for_each(shared);
}

/// Where the pieces are monkeys, no sentence of a game speaks of White and Black: White's men are ginger there, and the
/// white monkeys are kings (D.pieces.1).
// clauses: D.pieces.1
#[test]
fn monkeys_are_ginger_and_brown() {
    let colours = ["White", "Black", "Белы", "белы", "Чёрн", "чёрн", "Білі", "білі", "білих", "Чорн", "чорн"];
    for speech in Speech::ALL.into_iter().filter(|speech| speech.figures == Figures::Monkeys) {
        let (monkeys, plain) = (Words::new(speech), Words::new(speech.language));
        for id in messages(speech.language).keys().filter_map(|id| id.strip_suffix("-monkeys")) {
            // One of the choices of pieces is called monkeys.
            if id == "web-pieces" {
                continue;
            }
            assert!(plain.has(id), "{id}-monkeys stands for nothing");
        }
        for ending in conduct::endings() {
            for ruleset in games() {
                let told = monkeys.ending(&ending, &ruleset);
                assert!(!colours.iter().any(|colour| told.contains(colour)), "{told}");
            }
        }
        let russian = Ruleset::named("russian").unwrap();
        for change in conduct::changes(&russian) {
            let told = monkeys.change(&change, &russian).tagged();
            assert!(!colours.iter().any(|colour| told.contains(colour)), "{told}");
        }
        let told = monkeys.position(&russian.start(), &russian);
        assert!(!colours.iter().any(|colour| told.contains(colour)), "{told}");
        assert_ne!(told, plain.position(&russian.start(), &russian));
    }
}

/// The guide of CONTRIBUTING.md, as far as it can be checked: words and signs that no message has.
#[test]
fn messages_keep_to_the_guide() {
    let wrong = [
        (
            Language::English,
            &["'", " …", "hoever", "anew", "toward ", "great road", "keep the rules", "0 %", "a duty"][..],
        ),
        (Language::Russian, &["правила о ничьей", "байтов", "домашн", "Взять ход", "Нажать часы", " - "]),
        (Language::Ukrainian, &["правила про нічию", "Оберіть", "Вкажіть", "Введіть", "стоклітинних", "домашн", "'"]),
    ];
    for (language, fragments) in wrong {
        let messages = language.catalogue().lines().filter(|line| !line.starts_with('#'));
        // Help quotes what is typed, with its own signs.
        for line in messages.filter(|line| !line.starts_with("help-")) {
            let text = line.split_once(" = ").map_or(line, |(_, text)| text);
            for fragment in fragments {
                assert!(!text.contains(fragment), "{fragment:?} in {language:?}: {line}");
            }
            let denies = line.replace("here is no ", "").replace("is no longer", "").contains(" is no ");
            assert!(language != Language::English || !denies, "say what it is not: {line}");
        }
    }
}

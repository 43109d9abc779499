//! Help from the catalogues: `help-COMMAND` for a command, `help-arg-NAME` for an option or `help-arg-NAME-in-COMMAND` where
//! one command says it otherwise, `help-choice-NAME-VALUE` for a choice, `help-value-NAME` for what a value is called.

use clap::builder::{PossibleValue, Str};
use clap::{Arg, Command};
use damka_words::Words;

/// The commands with every text in the language of the words.
pub fn localised(mut command: Command, words: &Words) -> Command {
    // Help and version, and the command `help`, are there only after this.
    command.build();
    Help { words }.command(command, &[])
}

struct Help<'a> {
    words: &'a Words,
}

impl Help<'_> {
    fn say(&self, id: &str) -> String {
        self.words.say(id, &[])
    }

    fn command(&self, command: Command, path: &[String]) -> Command {
        let headings = ["help-heading-arguments", "help-heading-options"].map(|id| self.say(id));
        let mut command = command
            .about(self.say(&command_id(path)))
            .long_about(None)
            .subcommand_help_heading(self.say("help-heading-commands"))
            .subcommand_value_name(self.say("help-command-token"))
            .mut_args(|arg| self.arg(arg, path, &headings))
            .mut_subcommands(|inner| {
                let inner_path: Vec<String> = path.iter().cloned().chain([inner.get_name().to_owned()]).collect();
                self.command(inner, &inner_path)
            });
        let usage = command.render_usage().to_string();
        let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
        let usage = usage.replace("[OPTIONS]", &format!("[{}]", self.say("help-options-token")));
        let header = command.get_styles().get_header();
        let title = format!("{header}{}:{header:#}", self.say("help-usage"));
        let template = format!("{{about-with-newline}}\n{title} {{usage}}\n\n{{all-args}}");
        command.override_usage(usage).help_template(template)
    }

    fn arg(&self, arg: Arg, path: &[String], [positional, option]: &[String; 2]) -> Arg {
        let name = arg.get_id().to_string();
        let text = self.arg_text(&name, path);
        // A heading in the code is the id of one in the catalogues.
        let own = arg.get_help_heading().map(|id| self.say(&format!("help-heading-{id}")));
        let heading = own.as_ref().unwrap_or(if arg.is_positional() { positional } else { option });
        let choices = if arg.get_action().takes_values() { arg.get_possible_values() } else { Vec::new() };
        let default = self.default_of(&arg);
        let joined = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
        let short = joined(&[Some(text.clone()), self.list_of(&choices), default.clone()]);
        let long = self.described(&name, &choices).map(|list| format!("{}\n{list}", joined(&[Some(text), default])));
        let arg = self.with_value_names(arg).help(short).help_heading(heading.clone());
        let arg = match long {
            Some(long) => arg.long_help(long),
            None => arg.long_help(None),
        };
        arg.hide_possible_values(true).hide_default_value(true)
    }

    /// What an option does: as its own command says it, or the group of that command, or all commands.
    fn arg_text(&self, name: &str, path: &[String]) -> String {
        let path = real(path);
        let special = [path.join("-"), path.first().cloned().unwrap_or_default()];
        let ids = special.map(|command| format!("help-arg-{name}-in-{command}"));
        let found = ids.iter().find(|id| self.words.has(id));
        self.say(found.unwrap_or(&format!("help-arg-{name}")))
    }

    fn default_of(&self, arg: &Arg) -> Option<String> {
        let values: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        let value = values.join(" ");
        let has_default = arg.get_action().takes_values() && !value.is_empty();
        has_default.then(|| format!("[{}]", self.words.say("help-default", &[("value", value.into())])))
    }

    fn list_of(&self, choices: &[PossibleValue]) -> Option<String> {
        let names: Vec<&str> = choices.iter().map(PossibleValue::get_name).collect();
        let values = names.join(", ");
        (!names.is_empty()).then(|| format!("[{}]", self.words.say("help-possible", &[("values", values.into())])))
    }

    /// The choices, each with what it means, if that is said of any.
    fn described(&self, name: &str, choices: &[PossibleValue]) -> Option<String> {
        let about = |choice: &PossibleValue| {
            let id = format!("help-choice-{name}-{}", choice.get_name());
            self.words.has(&id).then(|| self.say(&id))
        };
        let lines = choices.iter().map(|choice| match about(choice) {
            Some(about) => format!("- {}: {about}", choice.get_name()),
            None => format!("- {}", choice.get_name()),
        });
        choices.iter().any(|choice| about(choice).is_some()).then(|| lines.collect::<Vec<_>>().join("\n"))
    }

    fn with_value_names(&self, arg: Arg) -> Arg {
        let named = |name: &Str| {
            let id: String = name.chars().map(|sign| if is_id(sign) { sign } else { '-' }).collect();
            let id = format!("help-value-{id}");
            if self.words.has(&id) { Str::from(self.say(&id)) } else { name.clone() }
        };
        let names: Vec<Str> = arg.get_value_names().unwrap_or_default().iter().map(named).collect();
        if names.is_empty() { arg } else { arg.value_names(names) }
    }
}

/// A sign that the id of a message can have.
fn is_id(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// The command that help is about: `damka help endgame build` shows that of `damka endgame build`.
fn real(path: &[String]) -> Vec<String> {
    path.iter().filter(|name| *name != "help").cloned().collect()
}

fn command_id(path: &[String]) -> String {
    match path.last() {
        None => "help-program".to_owned(),
        Some(last) if last == "help" => "help-help".to_owned(),
        Some(_) => format!("help-{}", real(path).join("-")),
    }
}

//! What was found, one line each, in the reader's language or for programs.

use crate::failure::Failure;
use damka_words::Words;
use serde_json::{Value, json};
use std::io::Write;

/// The value of a variable in a sentence.
pub type Text<'a> = (&'a str, String);

/// How a thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ok,
    Attention,
    Wrong,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Ok => "ok",
            State::Attention => "attention",
            State::Wrong => "wrong",
        }
    }
}

/// What was found so far. Each finding is printed at once: the next check may take seconds.
pub struct Report<'a> {
    words: &'a Words,
    is_json: bool,
    findings: Vec<(&'static str, State, Value)>,
}

impl<'a> Report<'a> {
    pub fn new(words: &'a Words, is_json: bool) -> Report<'a> {
        Report { words, is_json, findings: Vec::new() }
    }

    pub fn words(&self) -> &'a Words {
        self.words
    }

    /// Something is as it should be. `id` names the sentence `doctor-ID`.
    pub fn ok(&mut self, id: &'static str, texts: &[Text<'_>], out: &mut impl Write) -> Result<(), Failure> {
        self.add(State::Ok, id, texts, out)
    }

    /// Something works, but the people who run the club should know about it.
    pub fn attention(&mut self, id: &'static str, texts: &[Text<'_>], out: &mut impl Write) -> Result<(), Failure> {
        self.add(State::Attention, id, texts, out)
    }

    /// Something does not work, or would lose what was confirmed.
    pub fn wrong(&mut self, id: &'static str, texts: &[Text<'_>], out: &mut impl Write) -> Result<(), Failure> {
        self.add(State::Wrong, id, texts, out)
    }

    fn add(&mut self, state: State, id: &'static str, texts: &[Text<'_>], out: &mut impl Write) -> Result<(), Failure> {
        let variables: Vec<_> = texts.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
        let text = self.words.say(&format!("doctor-{id}"), &variables);
        let advice = format!("doctor-{id}-do");
        let advice = self.words.has(&advice).then(|| self.words.say(&advice, &variables));
        if !self.is_json {
            let label = self.words.say(&format!("doctor-{}", state.word()), &[]);
            let width = [State::Ok, State::Attention, State::Wrong]
                .map(|state| self.words.say(&format!("doctor-{}", state.word()), &[]).chars().count());
            let width = width.into_iter().max().unwrap_or(0);
            let advice = advice.as_ref().map(|advice| format!(" {advice}")).unwrap_or_default();
            writeln!(out, "{label:width$}  {text}{advice}")?;
            out.flush()?;
        }
        let value = json!({ "check": id, "state": state.word(), "text": text, "advice": advice });
        self.findings.push((id, state, value));
        Ok(())
    }

    /// Prints the summary; the exit code is 1 if something is wrong.
    pub fn end(self, out: &mut impl Write) -> Result<(), Failure> {
        let count = |state: State| self.findings.iter().filter(|(_, own, _)| *own == state).count();
        let (wrong, attention) = (count(State::Wrong), count(State::Attention));
        if self.is_json {
            let checks: Vec<&Value> = self.findings.iter().map(|(_, _, value)| value).collect();
            writeln!(out, "{:#}", json!({ "ok": wrong == 0, "checks": checks }))?;
        } else {
            let variables = [("wrong", wrong.into()), ("attention", attention.into())];
            writeln!(out, "{}", self.words.say("doctor-end", &variables))?;
        }
        if wrong == 0 { Ok(()) } else { Err(Failure::Told(1)) }
    }
}

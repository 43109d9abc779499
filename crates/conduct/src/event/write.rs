//! Writing lines.

use super::VERSION;
use crate::Worded;
use crate::act::{Act, Hand, MoveMade, Ruling};
use crate::clock::Millis;
use crate::people::Actor;
use crate::talk::{Audience, Saying};
use damka_notation::{Cell, SquareNames};
use damka_rules::Square;

/// A time as minutes, seconds and thousandths: `1:02.500`.
#[must_use]
pub fn time_text(time: Millis) -> String {
    let Millis(time) = time;
    format!("{}:{:02}.{:03}", time / 60_000, time / 1000 % 60, time % 1000)
}

/// Reads `1:02.500`, `1:02` or `62.5`.
#[must_use]
pub fn time_read(text: &str) -> Option<Millis> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let digits = |text: &str, most: usize| {
        let fits = !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
        if fits { text.parse::<u64>().ok() } else { None }
    };
    let thousandths = digits(part, 3)? * 10_u64.pow(3 - part.len() as u32);
    Some(Millis(digits(minutes, 9)? * 60_000 + digits(whole, 9)? * 1000 + thousandths))
}

/// How a move stands in a line.
pub trait MoveWords {
    /// The words after `move`.
    fn words(&self, names: SquareNames) -> String;
}

impl MoveWords for Vec<Cell> {
    fn words(&self, names: SquareNames) -> String {
        self.iter().map(|cell| names.name_at(*cell)).collect::<Vec<_>>().join(" ")
    }
}

impl MoveWords for MoveMade {
    /// The path, then `x` and what is captured, then `crowned` for a man that becomes a king.
    fn words(&self, names: SquareNames) -> String {
        let list = |squares: &mut dyn Iterator<Item = Square>| -> String {
            squares.map(|square| names.name(square)).collect::<Vec<_>>().join(" ")
        };
        let mut text = list(&mut self.path.iter().copied());
        if self.mv.is_capture() {
            text.push_str(" x ");
            text.push_str(&list(&mut self.mv.captured().into_iter()));
        }
        if self.mv.promotes() {
            text.push_str(" crowned");
        }
        text
    }
}

pub fn line<M: MoveWords>(time: Millis, actor: Actor, act: &Act<M>, names: SquareNames) -> String {
    format!("{VERSION} {} {actor} {}", time_text(time), act_text(act, names))
}

fn act_text<M: MoveWords>(act: &Act<M>, names: SquareNames) -> String {
    match act {
        Act::Hand(hand) => hand_text(*hand, names),
        Act::Move(mv) => format!("move {}", mv.words(names)),
        Act::Pass => "pass".to_owned(),
        Act::Press => "press".to_owned(),
        Act::Offer => "offer".to_owned(),
        Act::Accept => "accept".to_owned(),
        Act::Decline => "decline".to_owned(),
        Act::Resign => "resign".to_owned(),
        Act::Claim(claim) => format!("claim {}", claim.word()),
        Act::Insist => "insist".to_owned(),
        Act::Demand => "demand".to_owned(),
        Act::VainDemand => "vain-demand".to_owned(),
        Act::AskBack => "ask-back".to_owned(),
        Act::AgreeBack => "agree-back".to_owned(),
        Act::AskPause => "ask-pause".to_owned(),
        Act::AgreePause => "agree-pause".to_owned(),
        Act::EndPause => "end-pause".to_owned(),
        Act::Vacation(time) => format!("vacation {}", time_text(*time)),
        Act::Back => "back".to_owned(),
        Act::VacationOver(side) => format!("vacation-over {}", side.word()),
        Act::Leave => "leave".to_owned(),
        Act::Return => "return".to_owned(),
        Act::Drop => "drop".to_owned(),
        Act::Rematch => "rematch".to_owned(),
        Act::Rule(ruling) => format!("rule {}", ruling_text(*ruling)),
        Act::Disturbance => "disturbance".to_owned(),
        Act::Flag(side) => format!("flag {}", side.word()),
        Act::CannotWin(side) => format!("cannot-win {}", side.word()),
        Act::Unproved => "unproved".to_owned(),
        Act::Credit(time) => format!("credit {}", time_text(*time)),
        Act::RematchMade(game) => format!("rematch-made {game}"),
        Act::Begin([white, black]) => format!("begin {white} {black}"),
        Act::Say(saying) => saying_text(saying, names),
        Act::Note(text) => worded("note", text),
    }
}

/// A verb and words; the verb alone where there are none.
fn worded(verb: &str, text: &str) -> String {
    std::iter::once(verb).chain(text.split_whitespace()).collect::<Vec<_>>().join(" ")
}

fn saying_text(saying: &Saying, names: SquareNames) -> String {
    match saying {
        Saying::Phrase(Audience::Table, phrase) => format!("say {}", phrase.word()),
        Saying::Phrase(Audience::Team, phrase) => format!("tell-team {}", phrase.word()),
        Saying::Text(Audience::Table, text) => worded("write", text),
        Saying::Text(Audience::Team, text) => worded("write-team", text),
        Saying::Proposal(cells) => format!("propose {}", cells.words(names)),
    }
}

fn hand_text(hand: Hand, names: SquareNames) -> String {
    let on = |verb: &str, cell| format!("{verb} {}", names.name_at(cell));
    match hand {
        Hand::Adjust => "adjust".to_owned(),
        Hand::Touch(cell) => on("touch", cell),
        Hand::Lift(cell) => on("lift", cell),
        Hand::Place(cell) => on("place", cell),
        Hand::Release => "release".to_owned(),
        Hand::Remove(cell) => on("remove", cell),
        Hand::Crown(cell) => on("crown", cell),
    }
}

fn ruling_text(ruling: Ruling) -> String {
    match ruling {
        Ruling::Correct => "correct".to_owned(),
        Ruling::Stand => "stand".to_owned(),
        Ruling::Refusal(loser) => format!("refusal {}", loser.word()),
        Ruling::Penalty(loser) => format!("penalty {}", loser.word()),
        Ruling::Draw => "draw".to_owned(),
        Ruling::Award(winner) => format!("award {}", winner.word()),
        Ruling::Annul => "annul".to_owned(),
        Ruling::Pause => "pause".to_owned(),
        Ruling::Resume => "resume".to_owned(),
        Ruling::Time(side, time) => format!("time {} {}", side.word(), time_text(time)),
    }
}

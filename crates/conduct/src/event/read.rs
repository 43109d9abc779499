//! Reading lines.

use super::{Entry, Event, EventError, EventProblem, LONGEST, VERSION, time_read};
use crate::Worded;
use crate::act::{Act, Claim, Hand, MoveMade, Ruling};
use crate::clock::Millis;
use crate::people::{Actor, GameId, Place};
use crate::talk::{Audience, Phrase, Saying};
use damka_notation::{Cell, CellName, SquareNames};
use damka_rules::{Colour, Move, Square, SquareSet};

type Read<T> = Result<T, EventError>;

pub fn error(problem: EventProblem, text: &str) -> EventError {
    EventError { problem, text: text.chars().take(60).collect() }
}

/// The version of a line, and the rest.
pub fn versioned(line: &str) -> Read<(u32, &str)> {
    if line.len() > LONGEST {
        return Err(error(EventProblem::TooLong, line));
    }
    let line = line.trim_start();
    let (version, rest) = line.split_once(char::is_whitespace).ok_or_else(|| error(EventProblem::Missing, line))?;
    match version.parse() {
        Ok(known @ 1..=VERSION) => Ok((known, rest)),
        _ => Err(error(EventProblem::Version, version)),
    }
}

pub fn entry(rest: &str, names: SquareNames) -> Read<Entry> {
    let (time, actor, verb, words) = parts(rest)?;
    // What a move captures follows from its path.
    let cells = |words: &[&str]| Ok(made_words(words, names)?.path);
    Ok(Entry { time, actor, intent: act(verb, &words, names, cells)? })
}

pub fn event(rest: &str, names: SquareNames) -> Read<Event> {
    let (time, actor, verb, words) = parts(rest)?;
    Ok(Event { time, actor, deed: act(verb, &words, names, |words| move_made(words, names))? })
}

fn parts(rest: &str) -> Read<(Millis, Actor, &str, Vec<&str>)> {
    let mut words = rest.split_whitespace();
    let mut word = || words.next().ok_or_else(|| error(EventProblem::Missing, rest));
    let (time, actor, verb) = (word()?, word()?, word()?);
    let time = time_read(time).ok_or_else(|| error(EventProblem::Time, time))?;
    let actor = actor.parse().map_err(|()| error(EventProblem::Actor, actor))?;
    Ok((time, actor, verb, words.collect()))
}

fn cell(text: &str, names: SquareNames) -> Read<Cell> {
    match names.read(text) {
        CellName::Played(square) => Ok(names.cell(square)),
        CellName::NotPlayed(cell) => Ok(cell),
        CellName::Unknown => Err(error(EventProblem::Cell, text)),
    }
}

fn side(text: &str) -> Read<Colour> {
    Colour::from_word(text).ok_or_else(|| error(EventProblem::Actor, text))
}

fn time(text: &str) -> Read<Millis> {
    time_read(text).ok_or_else(|| error(EventProblem::Time, text))
}

/// The words after `move`, taken apart.
struct MoveParts {
    path: Vec<Cell>,
    captured: Vec<Cell>,
    crowned: bool,
}

fn made_words(words: &[&str], names: SquareNames) -> Read<MoveParts> {
    let crowned = words.last() == Some(&"crowned");
    let squares = &words[..words.len() - usize::from(crowned)];
    let (path, captured) = match squares.iter().position(|word| *word == "x") {
        Some(at) => (&squares[..at], &squares[at + 1..]),
        None => (squares, &[][..]),
    };
    if path.len() < 2 {
        return Err(error(EventProblem::Missing, "move"));
    }
    let cells = |words: &[&str]| words.iter().map(|word| cell(word, names)).collect::<Read<Vec<Cell>>>();
    Ok(MoveParts { path: cells(path)?, captured: cells(captured)?, crowned })
}

fn move_made(words: &[&str], names: SquareNames) -> Read<MoveMade> {
    let MoveParts { path, captured, crowned } = made_words(words, names)?;
    let square = |cell: &Cell| names.square(*cell).ok_or_else(|| error(EventProblem::Cell, names.cell_name(*cell)));
    let path = path.iter().map(square).collect::<Read<Vec<Square>>>()?;
    let captured = captured.iter().map(square).collect::<Read<SquareSet>>()?;
    let (Some(from), Some(to)) = (path.first(), path.last()) else { return Err(error(EventProblem::Missing, "move")) };
    Ok(MoveMade { mv: Move::from_parts(*from, *to, captured, crowned), path })
}

fn act<M>(verb: &str, words: &[&str], names: SquareNames, read_move: impl Fn(&[&str]) -> Read<M>) -> Read<Act<M>> {
    // Acts with any number of words.
    match verb {
        "move" => return Ok(Act::Move(read_move(words)?)),
        "note" => return Ok(Act::Note(words.join(" "))),
        "write" => return Ok(Act::Say(Saying::Text(Audience::Table, words.join(" ")))),
        "write-team" => return Ok(Act::Say(Saying::Text(Audience::Team, words.join(" ")))),
        "propose" => return Ok(Act::Say(Saying::Proposal(proposal(words, names)?))),
        "begin" => return Ok(Act::Begin(places(words)?)),
        "rule" => return Ok(Act::Rule(ruling(words)?)),
        _ => {}
    }
    if let Some(plain) = plain(verb) {
        return match words {
            [] => Ok(plain),
            [extra, ..] => Err(error(EventProblem::Extra, extra)),
        };
    }
    let about = match words {
        _ if !TAKES_ONE.contains(&verb) => return Err(error(EventProblem::Act, verb)),
        [about] => *about,
        [] => return Err(error(EventProblem::Missing, verb)),
        [_, extra, ..] => return Err(error(EventProblem::Extra, extra)),
    };
    Ok(match verb {
        "touch" => Act::Hand(Hand::Touch(cell(about, names)?)),
        "lift" => Act::Hand(Hand::Lift(cell(about, names)?)),
        "place" => Act::Hand(Hand::Place(cell(about, names)?)),
        "remove" => Act::Hand(Hand::Remove(cell(about, names)?)),
        "crown" => Act::Hand(Hand::Crown(cell(about, names)?)),
        "flag" => Act::Flag(side(about)?),
        "cannot-win" => Act::CannotWin(side(about)?),
        "credit" => Act::Credit(time(about)?),
        "vacation" => Act::Vacation(time(about)?),
        "vacation-over" => Act::VacationOver(side(about)?),
        "rematch-made" => Act::RematchMade(GameId::new(about)),
        "say" => Act::Say(Saying::Phrase(Audience::Table, phrase(about)?)),
        "tell-team" => Act::Say(Saying::Phrase(Audience::Team, phrase(about)?)),
        _ => Act::Claim(Claim::from_word(about).ok_or_else(|| error(EventProblem::Act, about))?),
    })
}

/// Acts about one thing.
const TAKES_ONE: [&str; 14] = [
    "touch",
    "lift",
    "place",
    "remove",
    "crown",
    "flag",
    "cannot-win",
    "credit",
    "vacation",
    "vacation-over",
    "rematch-made",
    "say",
    "tell-team",
    "claim",
];

/// Acts that are a word alone.
fn plain<M>(verb: &str) -> Option<Act<M>> {
    Some(match verb {
        "adjust" => Act::Hand(Hand::Adjust),
        "release" => Act::Hand(Hand::Release),
        "pass" => Act::Pass,
        "press" => Act::Press,
        "offer" => Act::Offer,
        "accept" => Act::Accept,
        "decline" => Act::Decline,
        "resign" => Act::Resign,
        "insist" => Act::Insist,
        "demand" => Act::Demand,
        "vain-demand" => Act::VainDemand,
        "ask-back" => Act::AskBack,
        "agree-back" => Act::AgreeBack,
        "ask-pause" => Act::AskPause,
        "agree-pause" => Act::AgreePause,
        "end-pause" => Act::EndPause,
        "back" => Act::Back,
        "leave" => Act::Leave,
        "return" => Act::Return,
        "drop" => Act::Drop,
        "rematch" => Act::Rematch,
        "disturbance" => Act::Disturbance,
        "unproved" => Act::Unproved,
        _ => return None,
    })
}

fn phrase(word: &str) -> Read<Phrase> {
    Phrase::from_word(word).ok_or_else(|| error(EventProblem::Act, word))
}

fn proposal(words: &[&str], names: SquareNames) -> Read<Vec<Cell>> {
    match words {
        [] | [_] => Err(error(EventProblem::Missing, "propose")),
        _ => words.iter().map(|word| cell(word, names)).collect(),
    }
}

/// How many people play on each side.
fn places(words: &[&str]) -> Read<[Place; 2]> {
    let count = |word: &str| word.parse().map_err(|_| error(EventProblem::Act, word));
    match words {
        [white, black] => Ok([count(white)?, count(black)?]),
        [_, _, extra, ..] => Err(error(EventProblem::Extra, extra)),
        _ => Err(error(EventProblem::Missing, "begin")),
    }
}

fn ruling(words: &[&str]) -> Read<Ruling> {
    Ok(match words {
        ["correct"] => Ruling::Correct,
        ["stand"] => Ruling::Stand,
        ["draw"] => Ruling::Draw,
        ["annul"] => Ruling::Annul,
        ["pause"] => Ruling::Pause,
        ["resume"] => Ruling::Resume,
        ["award", winner] => Ruling::Award(side(winner)?),
        ["refusal", loser] => Ruling::Refusal(side(loser)?),
        ["penalty", loser] => Ruling::Penalty(side(loser)?),
        ["time", whose, left] => Ruling::Time(side(whose)?, time(left)?),
        [] => return Err(error(EventProblem::Missing, "rule")),
        [unknown] => return Err(error(EventProblem::Act, unknown)),
        [_, extra, ..] => return Err(error(EventProblem::Extra, extra)),
    })
}

//! From what the page says to what the table knows.

use crate::api::{ActRequest, RulingRequest};
use crate::error::Failure;
use crate::names::one_line;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Hand, Intent, LONGEST_PROPOSAL, Ruling, Saying};
use damka_notation::{Cell, CellName, SquareNames};
use damka_words::Words;

/// The most squares that a move names.
pub(crate) const MOST_SQUARES: usize = 64;
/// The longest remark of an arbiter, in characters.
pub(crate) const LONGEST_NOTE: usize = 300;
/// The most that is said at once in one's own words, in characters.
pub(crate) const LONGEST_WORDS: usize = 200;

/// The act that is meant.
pub fn intent(request: &ActRequest, names: SquareNames, words: &Words) -> Result<Intent, Failure> {
    let cell = |text: &str| read_cell(text, names, words);
    Ok(match request {
        ActRequest::Move { path } if path.len() > MOST_SQUARES => return Err(Failure::TooLarge),
        ActRequest::Move { path } if path.len() < 2 => {
            return Err(Failure::act(words.say("move-empty", &[])));
        }
        ActRequest::Move { path } => Act::Move(path.iter().map(|square| cell(square)).collect::<Result<_, _>>()?),
        ActRequest::Pass => Act::Pass,
        ActRequest::Press => Act::Press,
        ActRequest::Adjust => Act::Hand(Hand::Adjust),
        ActRequest::Touch { cell: at } => Act::Hand(Hand::Touch(cell(at)?)),
        ActRequest::Lift { cell: at } => Act::Hand(Hand::Lift(cell(at)?)),
        ActRequest::Place { cell: at } => Act::Hand(Hand::Place(cell(at)?)),
        ActRequest::Release => Act::Hand(Hand::Release),
        ActRequest::Remove { cell: at } => Act::Hand(Hand::Remove(cell(at)?)),
        ActRequest::Crown { cell: at } => Act::Hand(Hand::Crown(cell(at)?)),
        ActRequest::Offer => Act::Offer,
        ActRequest::Accept => Act::Accept,
        ActRequest::Decline => Act::Decline,
        ActRequest::Resign => Act::Resign,
        ActRequest::Claim { claim } => Act::Claim(claim.0),
        ActRequest::Insist => Act::Insist,
        ActRequest::Demand => Act::Demand,
        ActRequest::AskBack => Act::AskBack,
        ActRequest::AgreeBack => Act::AgreeBack,
        ActRequest::AskPause => Act::AskPause,
        ActRequest::AgreePause => Act::AgreePause,
        ActRequest::EndPause => Act::EndPause,
        ActRequest::Drop => Act::Drop,
        ActRequest::Rule { ruling } => Act::Rule(ruling_of(*ruling)),
        ActRequest::Disturbance => Act::Disturbance,
        ActRequest::Note { text } if text.chars().count() > LONGEST_NOTE => return Err(Failure::TooLarge),
        ActRequest::Note { text } => Act::Note(one_line(text)),
        ActRequest::Say { audience, phrase } => Act::Say(Saying::Phrase(audience.0, phrase.0)),
        ActRequest::Write { audience, text } => Act::Say(Saying::Text(audience.0, own_words(text, words)?)),
        ActRequest::Propose { path } if path.len() > LONGEST_PROPOSAL => return Err(Failure::TooLarge),
        ActRequest::Propose { path } => {
            Act::Say(Saying::Proposal(path.iter().map(|square| cell(square)).collect::<Result<_, _>>()?))
        }
    })
}

/// Whether an act can end a game.
pub fn ends(intent: &Intent) -> bool {
    matches!(intent, Act::Resign | Act::Offer | Act::Accept | Act::Claim(_) | Act::Drop | Act::Rule(_))
}

/// Whether an act makes a move or completes one: such acts are never refused because of too many others.
pub fn is_move<M>(act: &Act<M>) -> bool {
    matches!(act, Act::Move(_) | Act::Pass | Act::Press)
}

/// What somebody says in their own words. Records have one line for each event.
fn own_words(text: &str, words: &Words) -> Result<String, Failure> {
    let text = one_line(text);
    match text.chars().count() {
        0 => Err(Failure::act(words.say("server-nothing-said", &[]))),
        1..=LONGEST_WORDS => Ok(text),
        _ => Err(Failure::act(words.say("server-said-too-long", &[("count", LONGEST_WORDS.into())]))),
    }
}

fn read_cell(text: &str, names: SquareNames, words: &Words) -> Result<Cell, Failure> {
    match names.read(text) {
        CellName::Played(square) => Ok(names.cell(square)),
        CellName::NotPlayed(cell) => Ok(cell),
        CellName::Unknown => {
            let shown: String = text.chars().take(12).collect();
            Err(Failure::act(words.say("move-unknown-square", &[("text", shown.into())])))
        }
    }
}

fn ruling_of(ruling: RulingRequest) -> Ruling {
    match ruling {
        RulingRequest::Correct => Ruling::Correct,
        RulingRequest::Stand => Ruling::Stand,
        RulingRequest::Refusal { loser } => Ruling::Refusal(loser.0),
        RulingRequest::Penalty { loser } => Ruling::Penalty(loser.0),
        RulingRequest::Draw => Ruling::Draw,
        RulingRequest::Annul => Ruling::Annul,
        RulingRequest::Pause => Ruling::Pause,
        RulingRequest::Resume => Ruling::Resume,
        RulingRequest::Time { side, time } => Ruling::Time(side.0, Millis(time.min(Millis::LONGEST.0))),
    }
}

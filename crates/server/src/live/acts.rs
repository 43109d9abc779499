//! From what the page says to what the table knows.

use crate::api::{ActRequest, ClaimName, RulingRequest, SeatName};
use crate::error::Failure;
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Claim, Ruling};
use damka_notation::{Cell, CellName, SquareNames};
use damka_rules::Colour;
use damka_store::Sitting;
use damka_words::Words;

/// The most squares that a move names.
const MOST_SQUARES: usize = 64;
/// The longest remark of an arbiter, in characters.
const LONGEST_NOTE: usize = 300;

/// The act that is meant.
pub fn act(request: &ActRequest, names: SquareNames, words: &Words) -> Result<Act, Failure> {
    let cell = |text: &str| read_cell(text, names, words);
    Ok(match request {
        ActRequest::Move { path } if path.len() > MOST_SQUARES => return Err(Failure::TooLarge),
        ActRequest::Move { path } if path.len() < 2 => {
            return Err(Failure::Act { text: words.say("move-empty", &[]), squares: Vec::new() });
        }
        ActRequest::Move { path } => Act::Move(path.iter().map(|square| cell(square)).collect::<Result<_, _>>()?),
        ActRequest::Pass => Act::Pass,
        ActRequest::Press => Act::Press,
        ActRequest::Adjust => Act::Adjust,
        ActRequest::Touch { cell: at } => Act::Touch(cell(at)?),
        ActRequest::Lift { cell: at } => Act::Lift(cell(at)?),
        ActRequest::Place { cell: at } => Act::Place(cell(at)?),
        ActRequest::Release => Act::Release,
        ActRequest::Remove { cell: at } => Act::Remove(cell(at)?),
        ActRequest::Crown { cell: at } => Act::Crown(cell(at)?),
        ActRequest::Offer => Act::Offer,
        ActRequest::Accept => Act::Accept,
        ActRequest::Decline => Act::Decline,
        ActRequest::Resign => Act::Resign,
        ActRequest::Claim { claim } => Act::Claim(claim_of(*claim)),
        ActRequest::Insist => Act::Insist,
        ActRequest::Demand => Act::Demand,
        ActRequest::AskBack => Act::AskBack,
        ActRequest::AgreeBack => Act::AgreeBack,
        ActRequest::Drop => Act::Drop,
        ActRequest::Rule { ruling } => Act::Rule(ruling_of(*ruling)),
        ActRequest::Disturbance => Act::Disturbance,
        ActRequest::Note { text } if text.chars().count() > LONGEST_NOTE => return Err(Failure::TooLarge),
        ActRequest::Note { text } => Act::Note(one_line(text)),
    })
}

/// Whether an act can end a game.
pub fn ends(act: &Act) -> bool {
    matches!(act, Act::Resign | Act::Offer | Act::Accept | Act::Claim(_) | Act::Drop | Act::Rule(_))
}

/// Records have one line for each event.
fn one_line(text: &str) -> String {
    let visible: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read_cell(text: &str, names: SquareNames, words: &Words) -> Result<Cell, Failure> {
    match names.read(text) {
        CellName::Played(square) => Ok(names.cell(square)),
        CellName::NotPlayed(cell) => Ok(cell),
        CellName::Unknown => {
            let shown: String = text.chars().take(12).collect();
            let text = words.say("move-unknown-square", &[("text", shown.into())]);
            Err(Failure::Act { text, squares: Vec::new() })
        }
    }
}

fn claim_of(claim: ClaimName) -> Claim {
    match claim {
        ClaimName::Draw => Claim::Draw,
        ClaimName::NobodyCanWin => Claim::NobodyCanWin,
        ClaimName::Gone => Claim::Gone,
        ClaimName::GoneDraw => Claim::GoneDraw,
        ClaimName::WrongBoard => Claim::WrongBoard,
        ClaimName::WrongSetup => Claim::WrongSetup,
    }
}

fn ruling_of(ruling: RulingRequest) -> Ruling {
    match ruling {
        RulingRequest::Correct => Ruling::Correct,
        RulingRequest::Stand => Ruling::Stand,
        RulingRequest::Refusal { loser } => Ruling::Refusal(loser.into()),
        RulingRequest::Penalty { loser } => Ruling::Penalty(loser.into()),
        RulingRequest::Draw => Ruling::Draw,
        RulingRequest::Annul => Ruling::Annul,
        RulingRequest::Pause => Ruling::Pause,
        RulingRequest::Resume => Ruling::Resume,
        RulingRequest::Time { side, time } => Ruling::Time(side.into(), Millis(time.min(Millis::LONGEST.0))),
    }
}

/// The side of a seat.
pub fn side_of(seat: Sitting) -> Option<Colour> {
    match seat {
        Sitting::White => Some(Colour::White),
        Sitting::Black => Some(Colour::Black),
        Sitting::Arbiter => None,
    }
}

/// The seat of a side.
pub fn seat_of(side: Colour) -> Sitting {
    match side {
        Colour::White => Sitting::White,
        Colour::Black => Sitting::Black,
    }
}

/// A seat as the page calls it.
pub fn seat_name(seat: Sitting) -> SeatName {
    match seat {
        Sitting::White => SeatName::White,
        Sitting::Black => SeatName::Black,
        Sitting::Arbiter => SeatName::Arbiter,
    }
}

/// A seat as the page called it.
pub fn sitting(name: SeatName) -> Sitting {
    match name {
        SeatName::White => Sitting::White,
        SeatName::Black => Sitting::Black,
        SeatName::Arbiter => Sitting::Arbiter,
    }
}

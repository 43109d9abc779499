//! From what somebody wants to play to a game.

use crate::api::{
    AidsName, BySide, ColourChoice, CreateGame, GameMade, MannerName, OpponentChoice, SeatName, SeatTerms, Side,
    SightName,
};
use crate::clockwork::{Pace, wall};
use crate::club::Club;
use crate::error::Failure;
use crate::live::{self, Again, Rematch, acts};
use crate::random;
use crate::terms::{Computer, Terms};
use damka_conduct::{Aids, GameSpec, Manner, View};
use damka_engine::Level;
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, Ruleset};
use damka_store::{NewGame, Sitting, Status, Write};
use damka_words::Words;
use std::sync::Arc;

/// The longest line of rules.
const LONGEST_LINE: usize = 1000;
/// Spectators see a game at most so many seconds later.
const LONGEST_DELAY: u32 = 3600;

/// Who makes a game.
#[derive(Clone, Debug)]
pub struct Maker {
    /// The person's id.
    pub person: String,
    /// What others see.
    pub name: Option<String>,
}

fn refused(code: &'static str, text: String) -> Failure {
    Failure::Refused { code, text }
}

/// Reads an id or a line of rules.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn ruleset(line: &str, words: &Words) -> Result<Ruleset, Failure> {
    if line.len() > LONGEST_LINE {
        return Err(Failure::TooLarge);
    }
    Ruleset::from_line(line).map_err(|error| {
        let problems: Vec<String> = error.problems.iter().map(|problem| words.problem(problem)).collect();
        refused("rules", problems.join(" "))
    })
}

/// What was agreed, if the maker plays this side.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn spec(wanted: &CreateGame, maker: Colour, words: &Words) -> Result<GameSpec, Failure> {
    let ruleset = ruleset(&wanted.rules, words)?;
    let mut spec = GameSpec::new(ruleset);
    if wanted.people.is_some() && (wanted.clocks.is_some() || wanted.seats != BySide::default()) {
        // What belongs to people and what belongs to colours would contradict each other.
        return Err(Failure::BadRequest("people: not together with clocks or seats".to_owned()));
    }
    let person = |side: Colour| {
        wanted.people.as_ref().map(|people| if side == maker { &people.maker } else { &people.opponent })
    };
    for side in Colour::ALL {
        let own = person(side).and_then(|person| person.clock.as_ref());
        if let Some(text) = own.or(wanted.clocks.as_ref().map(|clocks| clocks.of(side))) {
            let read = text.parse().map_err(|error| refused("clock", words.control_error(&error)))?;
            spec.clocks[side as usize] = read;
        }
    }
    if let Some(text) = wanted.fen.as_deref() {
        let position = fen::read(text, &ruleset).map_err(|error| refused("fen", words.fen_error_in(&error, text)))?;
        spec.start = Some(position).filter(|position| *position != ruleset.start());
    }
    if wanted.odds.len() > ruleset.board().squares().len() as usize {
        return Err(Failure::TooLarge);
    }
    let names = SquareNames::of(&ruleset);
    for name in &wanted.odds {
        let unknown = || refused("odds", words.say("cli-unknown-square", &[("text", short(name).into())]));
        spec.odds.push(names.parse_any(name).ok_or_else(unknown)?);
    }
    spec.manner = match wanted.manner {
        MannerName::Strict => Manner::Strict,
        MannerName::AtBoard => Manner::AtBoard,
    };
    spec.mercy = wanted.mercy;
    for side in Colour::ALL {
        let SeatTerms { aids, sight } = person(side).map_or(*wanted.seats.of(side), |person| person.seat);
        let seat = &mut spec.seats[side as usize];
        seat.aids = match aids {
            AidsName::Full => Aids::Full,
            AidsName::Targets => Aids::Targets,
            AidsName::None => Aids::None,
        };
        seat.view = match sight {
            SightName::Board => View::Board,
            SightName::Record => View::Record,
            SightName::Blind => View::Blind,
        };
    }
    spec.first_position().map_err(|error| refused("position", words.spec_error(&error, &ruleset)))?;
    let table = damka_conduct::Table::new(spec.clone());
    match table.map(|table| table.ending()) {
        Ok(None) => Ok(spec),
        Ok(Some(ending)) => Err(refused("over", words.ending(&ending, &ruleset))),
        Err(error) => Err(refused("position", words.spec_error(&error, &ruleset))),
    }
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

/// A game that somebody wants.
///
/// # Errors
/// With the sentence that says what is wrong with it.
pub async fn create(club: &Arc<Club>, maker: Maker, wanted: &CreateGame, words: &Words) -> Result<GameMade, Failure> {
    let side = match wanted.colour {
        ColourChoice::White => Colour::White,
        ColourChoice::Black => Colour::Black,
        ColourChoice::Lots => Colour::ALL[(random::number() % 2) as usize],
    };
    let spec = spec(wanted, side, words)?;
    if wanted.delay > LONGEST_DELAY {
        return Err(Failure::TooLarge);
    }
    let mut terms = Terms {
        delay: u64::from(wanted.delay) * 1000,
        arbiter: wanted.arbiter,
        arbiter_invitation: wanted.arbiter.then(random::secret),
        ..Terms::default()
    };
    let mut seats = vec![(acts::seat_of(side), maker.person.clone())];
    let mut status = Status::Live;
    match wanted.opponent {
        OpponentChoice::Computer { level } => {
            let unknown = || refused("level", words.say("play-unknown-level", &[("text", level.to_string().into())]));
            Level::new(level).ok_or_else(unknown)?;
            terms.computer = Some(Computer { side: Side::from(side.other()), level, seed: random::number() >> 12 });
        }
        OpponentChoice::Link => {
            terms.invitation = Some(random::secret());
            status = Status::Waiting;
        }
        OpponentChoice::Lobby => {
            terms.lobby = true;
            status = Status::Open;
        }
        OpponentChoice::SameScreen => {
            terms.same_screen = true;
            seats.push((acts::seat_of(side.other()), maker.person.clone()));
        }
    }
    let names = BySide::each(|seat| maker.name.clone().filter(|_| seat == side || terms.same_screen));
    let made = GameMade {
        id: random::game_id(),
        seats: seats.iter().map(|(seat, _)| acts::seat_name(*seat)).collect::<Vec<SeatName>>(),
        invitation: terms.invitation.clone(),
        arbiter_invitation: terms.arbiter_invitation.clone(),
    };
    let names = [names.white, names.black];
    keep(club, new_game(made.id.clone(), &spec, &terms, maker.person, seats, names, status), &spec, None).await?;
    Ok(made)
}

fn new_game(
    id: String,
    spec: &GameSpec,
    terms: &Terms,
    maker: String,
    seats: Vec<(Sitting, String)>,
    names: [Option<String>; 2],
    status: Status,
) -> NewGame {
    NewGame {
        id,
        spec: live::spec_lines(spec),
        terms: serde_json::to_string(terms).unwrap_or_default(),
        rules: spec.ruleset.id().to_owned(),
        status,
        made: wall(),
        names,
        maker,
        seats,
        imported: false,
    }
}

async fn keep(club: &Arc<Club>, game: NewGame, spec: &GameSpec, with: Option<Write>) -> Result<(), Failure> {
    let id = game.id.clone();
    let mut writes = vec![Write::Game(Box::new(game))];
    writes.extend(with);
    if spec.clocks.iter().any(|clock| !clock.is_none()) {
        let pace = Pace::going(club.clock.now(), damka_conduct::clock::Millis::ZERO);
        writes.push(Write::Anchor { game: id.clone(), anchor: pace.anchor(club.clock.run) });
    }
    club.write(writes).await?;
    club.game(&id).await?;
    club.lobby_changed();
    Ok(())
}

/// Another game of the same kind with colours changed.
///
/// # Errors
/// If the game is not over, the person has no seat, or nothing can be written.
pub async fn rematch(club: &Arc<Club>, id: &str, person: &str) -> Result<Option<String>, Failure> {
    let question = |reply| live::Question::Again(person.to_owned(), reply);
    match club.ask(id, question).await?? {
        Rematch::Asked => Ok(None),
        Rematch::Made(game) => Ok(Some(game)),
        Rematch::Agreed(again) => {
            let Again { mut spec, mut terms, maker, seats, names: [white, black] } = *again;
            spec.clocks.swap(0, 1);
            spec.seats.swap(0, 1);
            spec.found = None;
            if let Some(computer) = &mut terms.computer {
                computer.side = Side::from(Colour::from(computer.side).other());
                computer.seed = random::number() >> 12;
            }
            terms.invitation = None;
            let other = |seat| match seat {
                Sitting::White => Sitting::Black,
                Sitting::Black => Sitting::White,
                Sitting::Arbiter => Sitting::Arbiter,
            };
            let seats: Vec<_> = seats.into_iter().map(|(seat, person)| (other(seat), person)).collect();
            let made = random::game_id();
            let game = new_game(made.clone(), &spec, &terms, maker, seats, [black, white], Status::Live);
            // Both in one: whatever happens, there is at most one other game, and the first one knows it.
            let next = Write::Next { game: id.to_owned(), next: made.clone() };
            if let Err(failure) = keep(club, game, &spec, Some(next)).await {
                // Whoever asks again has another try.
                club.ask(id, live::Question::NotAgain).await?;
                return Err(failure);
            }
            club.game(id).await?.send(live::Message::Rematched(made.clone().into())).await;
            Ok(Some(made))
        }
    }
}

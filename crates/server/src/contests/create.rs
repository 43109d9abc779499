//! From what somebody wants to a contest.

use super::owner::enter_writes;
use crate::api::{CreateContest, CreateGame, OpponentChoice};
use crate::clockwork::wall;
use crate::club::Club;
use crate::create::{Creator, Template, Wish};
use crate::error::Failure;
use crate::live::spec_text;
use crate::random;
use crate::shared::Told;
use damka_conduct::clock::Millis;
use damka_conduct::{ContestId, Status, Worded};
use damka_contest::{Actor, By, Command, Contest, ContestSpec, Kind, Stage};
use damka_store::{ContestWrite, NewContest, Write};
use damka_words::Words;
use std::sync::Arc;

/// The longest name, in characters.
const LONGEST_NAME: usize = 80;
/// An announcement lies at most so far ahead, in milliseconds: a year.
const FARTHEST: u64 = 366 * 24 * 3_600_000;
/// The most contests of one person that are not over.
const MOST_OPEN: usize = 20;

/// What a contest is called: one line of visible characters.
fn name_of(wanted: &str, words: &Words) -> Result<String, Failure> {
    let name = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_long = name.chars().count() > LONGEST_NAME;
    if name.is_empty() || is_long || name.chars().any(char::is_control) {
        return Err(Failure::Refused { code: "contest-name", text: words.say("contest-bad-name", &[]) });
    }
    Ok(name)
}

/// What is agreed for a contest.
///
/// # Errors
/// With the sentence that says what is wrong with it.
fn spec_of(wanted: &CreateContest, words: &Words) -> Result<ContestSpec, Failure> {
    let plain = CreateGame::new(wanted.rules.clone(), OpponentChoice::Link);
    let wish = Wish::of(&CreateGame {
        people: wanted.people.clone(),
        mercy: wanted.mercy,
        vacation: wanted.vacation,
        ..plain
    })?;
    let mut game = Template::of(&wish, words)?.spec;
    game.takebacks = wanted.takebacks.unwrap_or(true);
    let mut own: Vec<(&str, String)> = vec![("kind", wanted.kind.0.word().to_owned())];
    let seconds = |number: u32| format!("{number}s");
    own.extend(wanted.length.clone().map(|length| ("length", length)));
    own.extend(wanted.colours.map(|colours| ("colours", colours.0.word().to_owned())));
    own.extend(wanted.draws.map(|draws| ("draws", draws.0.word().to_owned())));
    own.extend((!wanted.ladder.is_empty()).then(|| ("ladder", wanted.ladder.join("; "))));
    own.extend(wanted.openings.iter().map(|opening| ("opening", opening.clone())));
    own.extend(wanted.joining.map(|joining| ("joining", joining.0.word().to_owned())));
    own.extend(wanted.late.map(|late| ("late", if late { "yes" } else { "no" }.to_owned())));
    own.extend(wanted.host_clock.map(|time| ("host-clock", seconds(time))));
    own.extend(wanted.patience.map(|time| ("patience", seconds(time))));
    let lines = own.into_iter().chain(game.lines());
    let lines: Vec<(&str, String)> = lines.collect();
    let pairs = lines.iter().map(|(name, value)| (*name, value.as_str()));
    ContestSpec::from_lines(pairs)
        .map_err(|error| Failure::Refused { code: "contest", text: words.contest_spec_error(&error, &game.ruleset) })
}

/// Creates a contest; its maker is the first entrant, unless they only run it.
///
/// # Errors
/// If it cannot be, or cannot be written.
pub async fn create(
    club: &Arc<Club>,
    creator: Creator,
    wanted: &CreateContest,
    words: &Words,
) -> Result<ContestId, Failure> {
    let (name, spec) = (name_of(&wanted.name, words)?, spec_of(wanted, words)?);
    if wanted.begins_at.is_some_and(|at| at > wall() + FARTHEST) {
        return Err(Failure::TooLarge);
    }
    may_have_more(club, &creator).await?;
    let plays = spec.kind == Kind::Simul || !wanted.only_runs;
    let id = ContestId::new(random::text(12));
    let mut contest = Contest::new(spec);
    let mut events = Vec::new();
    if plays {
        let by = By::alone(Actor::Owner);
        // Nothing prevents the first one from entering.
        events = contest.decide(by, &Command::enter(1), Millis::ZERO).unwrap_or_default();
        events.iter().for_each(|event| contest.evolve(event));
    }
    let new = NewContest {
        id: id.clone(),
        name,
        spec: spec_text(contest.spec().lines()),
        owner: Some(creator.person.clone()),
        status: status_of(contest.stage()),
        created_at: wall(),
        begins_at: wanted.begins_at,
        private: wanted.private,
        secret: wanted.private.then(random::secret),
    };
    let mut writes = vec![Write::Contest(ContestWrite::New(new))];
    if plays {
        writes.push(Write::Contest(ContestWrite::Entrant {
            contest: id.clone(),
            number: 1,
            person: Some(creator.person),
            name: creator.name,
        }));
        writes.push(enter_writes(&id, 1, club.clock.run(), &events));
    }
    let told = (!wanted.private).then_some(Told::Contests);
    club.write_told(writes, told.into_iter().collect()).await?;
    club.contests_changed(wanted.private);
    Ok(id)
}

/// Checks whether a person may have one more contest that is not over.
async fn may_have_more(club: &Arc<Club>, creator: &Creator) -> Result<(), Failure> {
    if !club.settings.limited {
        return Ok(());
    }
    let person = creator.person.clone();
    let open = club
        .read(move |store| {
            let ids = store.contests().contests_of(&person, 4 * MOST_OPEN as u32)?;
            let mut open = 0;
            for id in ids {
                let kept = store.contests().contest(&id)?;
                let is_own = |kept: &damka_store::KeptContest| {
                    kept.contest.owner.as_ref() == Some(&person) && kept.contest.status != Status::Over
                };
                open += usize::from(kept.as_ref().is_some_and(is_own));
            }
            Ok(open)
        })
        .await?;
    if open < MOST_OPEN {
        return Ok(());
    }
    Err(Failure::Capped { sentence: "server-cap-contests", most: MOST_OPEN as u32 })
}

/// The state of a contest, as the store lists it.
#[must_use]
pub fn status_of(stage: Stage) -> Status {
    match stage {
        Stage::Gathering => Status::Waiting,
        Stage::Playing => Status::Live,
        Stage::Over => Status::Over,
    }
}

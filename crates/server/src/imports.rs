//! Games from elsewhere: a text is read, and every game in it is replayed.

use crate::api::ImportRequest;
use crate::create;
use crate::dates::days_of;
use crate::error::Failure;
use crate::trees::{MOST_TAGS, convention};
use damka_conduct::clock::Millis;
use damka_conduct::{Act, Actor, Entry, GameSpec, Intent, Ruling, SPEC_TAG, Table, Transcript};
use damka_notation::pdn::{
    self, Action, Doubt, FIRST_TAGS, GameReader, GameResult, GameTree, Games, Line, ReplayOptions, Replayed,
    ResultStyle, Tags,
};
use damka_notation::{SquareNames, turns_text};
use damka_rules::{Colour, Position, Ruleset};
use damka_store::About;
use damka_words::Words;

/// The most games of one import.
const MOST: usize = 2_000;
/// The longest game accepted, in half-moves: many times longer than any game ever played.
const LONGEST: usize = 10_000;
/// The most names of those who share a seat.
const MOST_NAMES: usize = 8;
/// The most problems that an answer lists.
const MOST_PROBLEMS: usize = 20;
/// The longest name or value of a tag.
const LONGEST_TAG: usize = 300;
/// Tags that are kept in another form: who plays, and what was agreed.
const KEPT_ELSEWHERE: [&str; 4] = ["White", "Black", "TimeControl", SPEC_TAG];

/// A game that was read.
#[derive(Debug)]
pub struct ImportedGame {
    /// What makes the game.
    pub transcript: Transcript,
    /// What its file says about it.
    pub about: About,
    /// Its moves with variations, signs and comments as PDN, where it has any.
    pub notes: Option<String>,
    /// Its number in the file.
    pub number: usize,
}

/// What was read of a text: its games, and what is wrong with others.
#[derive(Debug, Default)]
pub struct Reading {
    /// The games.
    pub games: Vec<ImportedGame>,
    /// What is wrong, each with its place.
    pub problems: Vec<String>,
    /// The guessed rules that were reported last, for games that do not name theirs.
    told: Option<Ruleset>,
}

impl Reading {
    /// Tells what is wrong with a game.
    pub fn tell(&mut self, number: usize, reason: String, words: &Words) {
        if self.problems.len() < MOST_PROBLEMS {
            let variables = [("number", number.into()), ("reason", reason.into())];
            self.problems.push(words.say("server-import-game", &variables));
        }
    }
}

/// Called after each game with everything read so far, the number of bytes read, and whether this was the last game. It
/// may take the games, and returns whether to continue.
pub type Each<'a> = &'a mut dyn FnMut(&mut Reading, u64, bool) -> bool;

/// Reads PDN, or a record of Damka's own.
///
/// # Errors
/// If there is no game in it.
pub fn read(wanted: &ImportRequest, words: &Words, each: Each<'_>) -> Result<(), Failure> {
    let default = wanted.rules.as_deref().map(|line| create::ruleset(line, words)).transpose()?;
    let size = wanted.text.len() as u64;
    if wanted.text.trim_start().starts_with("damka-record") {
        let transcript = record(&wanted.text, words)?;
        let game = ImportedGame { transcript, about: About::default(), notes: None, number: 1 };
        each(&mut Reading { games: vec![game], ..Reading::default() }, size, true);
        return Ok(());
    }
    let mut reading = Reading::default();
    let reader = GameReader::new(wanted.text.as_bytes()).with_limit(wanted.text.len());
    let mut games = Games::new(reader, ReplayOptions { default, variations: true, convention: convention(words) });
    let mut count = 0;
    for number in 1.. {
        let waiting = reading.games.len();
        match games.next_game() {
            Ok(Some(game)) => match game.replayed {
                Ok(replayed) => one(replayed, number, words, &mut reading),
                Err(error) => reading.tell(number, words.pdn_error(&error), words),
            },
            Ok(None) => break,
            Err(error) => {
                reading.problems.push(words.say("server-bad-request", &[("reason", error.to_string().into())]));
                break;
            }
        }
        count += reading.games.len() - waiting;
        if count >= MOST {
            reading.problems.push(words.say("server-import-most", &[("count", MOST.into())]));
            break;
        }
        if !each(&mut reading, games.offset(), false) {
            return Ok(());
        }
    }
    if count == 0 && reading.problems.is_empty() {
        return Err(Failure::Refused { code: "import", text: words.say("server-import-nothing", &[]) });
    }
    each(&mut reading, size, true);
    Ok(())
}

fn record(text: &str, words: &Words) -> Result<Transcript, Failure> {
    let mut transcript = Transcript::read(text)
        .map_err(|error| Failure::Refused { code: "record", text: words.record_error(&error, text) })?;
    for names in &mut transcript.names {
        *names = names.iter().filter_map(|text| name(text)).take(MOST_NAMES).collect();
    }
    Ok(transcript)
}

/// Keeps one game of a file, and reports what the person should check in it.
fn one(replayed: Replayed, number: usize, words: &Words, reading: &mut Reading) {
    let Replayed { tree, warnings, .. } = replayed;
    for warning in &warnings {
        // Report only once that a file names no rules, not for every game.
        let is_guess = matches!(warning.doubt, Doubt::RulesNotNamed(_));
        if !(is_guess && reading.told.replace(tree.ruleset).is_some_and(|told| told == tree.ruleset)) {
            reading.tell(number, words.pdn_warning(warning, &tree.ruleset), words);
        }
    }
    let parts = parts(tree);
    let made: Result<Vec<ImportedGame>, String> = parts.iter().map(|part| game(part, number, words)).collect();
    match made {
        Ok(games) => {
            if games.len() > 1 {
                let text = words.say("server-import-parts", &[("count", games.len().into())]);
                reading.tell(number, text, words);
            }
            reading.games.extend(games);
        }
        Err(reason) => reading.tell(number, reason, words),
    }
}

/// A game in which positions are set up between the moves, such as a lesson, becomes a game from each of them on. What it
/// was played for is the result of the last.
fn parts(tree: GameTree) -> Vec<GameTree> {
    let GameTree { ruleset, tags, start, main, result } = tree;
    let part = |start: Position, comments| GameTree {
        tags: tags.clone(),
        start,
        main: Line { comments, steps: Vec::new() },
        result: GameResult::Unknown,
        ..GameTree::new(ruleset)
    };
    let mut parts = vec![part(start, main.comments)];
    for step in main.steps {
        match (step.action, parts.last_mut()) {
            // What is set up before the first move is the start.
            (Action::Setup(position), Some(last)) if last.main.steps.is_empty() => {
                last.start = position;
                last.main.comments.extend(step.comments);
            }
            (Action::Setup(position), _) => parts.push(part(position, step.comments)),
            (Action::Move(_), Some(last)) => last.main.steps.push(step),
            (Action::Move(_), None) => {}
        }
    }
    if let Some(last) = parts.last_mut() {
        last.result = result;
    }
    parts
}

fn game(tree: &GameTree, number: usize, words: &Words) -> Result<ImportedGame, String> {
    let transcript = transcript(tree, words)?;
    let notes = has_remarks(&tree.main).then(|| pdn::write(tree));
    Ok(ImportedGame { transcript, about: about(tree), notes, number })
}

/// Whether there is more than moves.
fn has_remarks(line: &Line) -> bool {
    let is_remarked =
        |step: &pdn::Step| !step.comments.is_empty() || !step.glyphs.is_empty() || !step.variations.is_empty();
    !line.comments.is_empty() || line.steps.iter().any(is_remarked)
}

/// What a file says about a game, under the names that the standard has.
fn about(tree: &GameTree) -> About {
    let first = FIRST_TAGS.iter().filter_map(|name| Some((*name, tree.tags.get(name)?)));
    let others = tree.tags.iter().filter(|(name, value)| {
        let alone = Tags::from_iter([(*name, *value)]);
        FIRST_TAGS.iter().all(|first| alone.get(first).is_none())
    });
    let mut tags: Vec<(String, String)> = first
        .chain(others)
        .filter(|(name, _)| *name != "Result" && !KEPT_ELSEWHERE.contains(name))
        .filter_map(|(name, value)| Some((one_line(name)?, one_line(value)?)))
        .take(MOST_TAGS)
        .collect();
    // A result that no game of ours can have, such as the points of a match, is kept as it was written.
    if matches!(tree.result, GameResult::NoPoints | GameResult::Other(_)) {
        tags.extend(one_line(tree.result.text(ResultStyle::One)).map(|text| ("Result".to_owned(), text)));
    }
    About { days: tree.tags.get("Date").and_then(days_of), tags }
}

fn one_line(text: &str) -> Option<String> {
    let text: String =
        text.chars().filter(|letter| !letter.is_control() && !turns_text(*letter)).take(LONGEST_TAG).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A name from a file: one line, not too long, nothing for a question mark.
fn name(text: &str) -> Option<String> {
    let text: String = one_line(text)?.chars().take(60).collect();
    (text != "?").then(|| text.trim().to_owned())
}

/// What makes the game: its moves, and how it ended if the rules do not say so.
fn transcript(tree: &GameTree, words: &Words) -> Result<Transcript, String> {
    let ruleset = tree.ruleset;
    let spec = GameSpec::from_tree(tree).map_err(|error| words.spec_error(&error, &ruleset))?;
    let mut table = Table::new(spec.clone()).map_err(|error| words.spec_error(&error, &ruleset))?;
    let squares = SquareNames::of(&ruleset);
    let mut entries = Vec::new();
    let mut attempt = |table: &mut Table, actor, intent: Intent| {
        let position = *table.game().position();
        let entry = Entry { time: Millis::ZERO, actor, intent };
        table.attempt(&entry).result.map_err(|refused| words.refused(&refused, &ruleset, &position))?;
        entries.push(entry);
        Ok::<(), String>(())
    };
    if tree.main.steps.len() > LONGEST {
        return Err(words.say("server-import-long", &[("count", LONGEST.into())]));
    }
    for step in &tree.main.steps {
        let Action::Move(mv) = step.action else { continue };
        let side = Actor::player(table.to_move());
        if mv.is_null() {
            attempt(&mut table, side, Act::Pass)?;
            continue;
        }
        let path = ruleset.paths(table.game().position(), mv, 1).pop().unwrap_or_default();
        attempt(&mut table, side, Act::Move(path.into_iter().map(|square| squares.cell(square)).collect()))?;
    }
    if table.ending().is_none() {
        match (&tree.result, winner(&tree.result)) {
            (_, Some(winner)) => attempt(&mut table, Actor::player(winner.other()), Act::Resign)?,
            (GameResult::Draw, None) => attempt(&mut table, Actor::Arbiter, Act::Rule(Ruling::Draw))?,
            _ => {}
        }
    }
    let names = ["White", "Black"].map(|tag| name(tree.tags.get(tag).unwrap_or_default()).into_iter().collect());
    Ok(Transcript { spec, names, entries })
}

fn winner(result: &GameResult) -> Option<Colour> {
    Colour::ALL.into_iter().find(|side| *result == GameResult::won_by(*side))
}

//! The games of a contest, from a folder where each is in a file called by its id.

use damka_conduct::Transcript;
use damka_contest::{Board, Contest, Outcome, Source};
use damka_notation::pdn::{GameReader, GameTree, Games as PdnGames, ReplayOptions};
use damka_words::Words;
use std::path::{Path, PathBuf};

/// What the file of a record ends with, as people and browsers call it.
const RECORDS: [&str; 2] = ["damka", "txt"];
/// The longest file that is read, in bytes.
const LONGEST: u64 = 32 * 1024 * 1024;

/// Where games are looked for.
pub struct Games {
    folder: Option<PathBuf>,
}

/// A game that was found.
pub struct Found {
    /// Its moves.
    pub tree: GameTree,
    /// What came of it.
    outcome: Option<Outcome>,
}

impl Games {
    /// Games of a folder; none without a folder.
    pub fn new(folder: Option<&Path>) -> Games {
        Games { folder: folder.map(Path::to_owned) }
    }

    /// The game of a board. A board in the room has none, and without a folder nothing is looked for.
    ///
    /// # Errors
    /// A sentence, if the file is not there or cannot be read.
    pub fn of(&self, words: &Words, contest: &Contest, board: &Board) -> Result<Option<Found>, String> {
        let (Some(folder), Some(game)) = (&self.folder, &board.game) else { return Ok(None) };
        let told = words.contest_board(contest.spec().kind, board.id);
        // An id from a damaged record must not lead out of the folder.
        let is_plain = game.to_string().chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_');
        let names = [format!("{game}"), format!("damka-{game}")];
        let endings = RECORDS.into_iter().chain(["pdn"]);
        let files = endings.flat_map(|ending| names.iter().map(move |name| format!("{name}.{ending}")));
        let found = files.map(|name| folder.join(name)).find(|file| is_plain && file.is_file());
        let Some(file) = found else {
            let variables = [("board", told.into()), ("game", game.to_string().into())];
            return Err(words.say("contest-game-missing", &variables));
        };
        read(words, &file).map(Some).map_err(|problem| {
            let file = file.display().to_string();
            let variables = [("board", told.into()), ("file", file.into()), ("problem", problem.into())];
            words.say("contest-game-broken", &variables)
        })
    }

    /// What is wrong with the game of a board, or how it contradicts the contest.
    pub fn disagrees(&self, words: &Words, contest: &Contest, board: &Board) -> Option<String> {
        let found = match self.of(words, contest, board) {
            Ok(found) => found?,
            Err(problem) => return Some(problem),
        };
        // What was decided by hand need not be what the game says.
        let scored = board.result.filter(|scored| scored.source == Source::Game)?;
        if found.outcome == Some(scored.outcome) {
            return None;
        }
        let played = match found.outcome {
            Some(outcome) => words.contest_outcome(outcome),
            None => words.say("contest-game-open", &[]),
        };
        let variables = [
            ("board", words.contest_board(contest.spec().kind, board.id).into()),
            ("played", played.into()),
            ("scored", words.contest_outcome(scored.outcome).into()),
        ];
        Some(words.say("contest-game-differs", &variables))
    }
}

fn read(words: &Words, file: &Path) -> Result<Found, String> {
    let size = std::fs::metadata(file).map_err(|error| error.to_string())?.len();
    if size > LONGEST {
        return Err(format!("> {LONGEST} bytes"));
    }
    if file.extension().is_some_and(|ending| ending == "pdn") {
        return read_pdn(words, file);
    }
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let transcript = Transcript::read(&text).map_err(|error| words.record_error(&error, &text))?;
    let ruleset = transcript.spec.ruleset;
    let (table, _) = transcript.play().map_err(|error| words.spec_error(&error, &ruleset))?;
    let outcome = table.ending().map(|ending| match (ending.counts(), ending.winner()) {
        (false, _) => Outcome::Void,
        (true, Some(side)) => Outcome::won_by(side),
        (true, None) => Outcome::Draw,
    });
    Ok(Found { tree: table.tree(), outcome })
}

/// The first game of the file.
fn read_pdn(words: &Words, file: &Path) -> Result<Found, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let mut games = PdnGames::new(GameReader::new(bytes.as_slice()), ReplayOptions::default());
    let given = games.next_game().map_err(|error| error.to_string())?;
    let given = given.ok_or_else(|| words.say("event-missing", &[("text", "PDN".into())]))?;
    let tree = given.replayed.map_err(|error| words.pdn_error(&error))?.tree;
    let outcomes = [Outcome::White, Outcome::Black, Outcome::Draw, Outcome::Neither];
    let outcome = outcomes.into_iter().find(|outcome| outcome.pdn() == tree.result);
    Ok(Found { tree, outcome })
}

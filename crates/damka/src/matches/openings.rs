//! Openings that give both sides about the same, so that a match is not decided by who had White where.

use super::player::mixed;
use damka_engine::{Engine, Expectation, Limits, NoWatch, Options, Random};
use damka_notation::fen;
use damka_notation::moves::{self, Unresolved};
use damka_rules::{Board, Game, Movement, Position, Ruleset, Victims};
use std::collections::{HashMap, HashSet};

/// Where the games of a match begin.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves from the start, kept if they are balanced.
    Random(Balance),
    /// These, one after the other, and again from the first.
    Given(Vec<Game>),
}

/// How random openings are made and judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The half-moves from the start.
    pub plies: usize,
    /// The most that either side may expect, in per cent of the points. What a man is worth differs between games;
    /// what a point is worth does not.
    pub bound: u16,
    /// The positions that our engine looks at to judge it.
    pub nodes: u64,
}

/// What a match usually allows a side to expect.
pub const USUAL_BOUND: u16 = 70;
/// What our engine usually looks at. Some openings that a tenth of it finds even are lost (the diary).
pub const USUAL_NODES: u64 = 200_000;
/// A first look at this part of it leaves out the openings that are plainly unbalanced.
const FIRST_LOOK: u64 = 10;
/// After so many attempts the best of them is taken, for there are games in which no opening is quiet or balanced.
const ATTEMPTS: u64 = 300;
/// The memory of the engine that judges, in mebibytes.
const MEMORY: usize = 4;
/// So that openings have other random numbers than players.
const SALT: u64 = 0x6f70_656e;

impl Balance {
    /// What suits a game.
    pub fn usual(ruleset: &Ruleset) -> Balance {
        let plies = match ruleset.facts().movement {
            Movement::Race(_) => 4,
            // Where captures of one's own pieces force the moves only 39 balanced openings of 6 were found.
            Movement::Draughts(facts) if facts.board == Board::Ten || facts.victims == Victims::Any => 8,
            Movement::Draughts(_) => 6,
        };
        Balance { plies, bound: USUAL_BOUND, nodes: USUAL_NODES }
    }
}

/// The opening of a pair of games.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game up to here.
    pub game: Game,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What is wrong with an opening, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// Nothing.
    None,
    /// A side is too far ahead.
    Unbalanced,
    /// A capture is pending.
    Unquiet,
    /// An earlier pair has it too.
    Repeated,
}

/// The openings of a match, made when they are needed. The opening of a pair follows from the seed, the number of the
/// pair and the openings before it, never from who asks when.
pub struct Book {
    source: Openings,
    start: Game,
    seed: u64,
    judge: Engine,
    made: Vec<Opening>,
    seen: HashSet<u64>,
    /// From an earlier part of the match: they need no judging again.
    remembered: HashMap<usize, Opening>,
}

impl Book {
    /// The openings of a match of this seed from this position.
    pub fn new(ruleset: Ruleset, start: Position, source: Openings, seed: u64) -> Book {
        let judge = Engine::new(&ruleset, &Options { memory: MEMORY, ..Options::default() });
        let start = Game::from_position(ruleset, start);
        Book { source, start, seed, judge, made: Vec::new(), seen: HashSet::new(), remembered: HashMap::new() }
    }

    /// Remembers an opening from an earlier part of the match.
    pub fn remember(&mut self, pair: usize, opening: Opening) {
        self.remembered.insert(pair, opening);
    }

    /// The opening of a pair, counted from 0.
    pub fn opening(&mut self, pair: usize) -> Opening {
        if let Openings::Given(games) = &self.source {
            let flaw = if pair < games.len() { Flaw::None } else { Flaw::Repeated };
            let game = games.get(pair % games.len().max(1)).unwrap_or(&self.start).clone();
            return Opening { game, flaw };
        }
        while self.made.len() <= pair {
            let next = self.made.len();
            let opening = self.remembered.remove(&next).unwrap_or_else(|| self.make(next));
            self.seen.insert(opening.game.hash());
            self.made.push(opening);
        }
        self.made[pair].clone()
    }

    fn make(&mut self, pair: usize) -> Opening {
        let Openings::Random(balance) = self.source else { return self.plain_start() };
        let mut best: Option<(Flaw, u16, Game)> = None;
        for attempt in 0..ATTEMPTS {
            let random = Random::new(mixed(&[self.seed, SALT, pair as u64, attempt]));
            let Some(game) = self.stroll(balance.plies, random) else { continue };
            let (flaw, expected) = self.judge(&game, &balance);
            if best.as_ref().is_none_or(|(worst, most, _)| (flaw, expected) < (*worst, *most)) {
                best = Some((flaw, expected, game));
            }
            if flaw == Flaw::None {
                break;
            }
        }
        best.map_or_else(|| self.plain_start(), |(flaw, _, game)| Opening { game, flaw })
    }

    /// Where every line of random moves ends the game there is only the start itself.
    fn plain_start(&self) -> Opening {
        let flaw = if self.seen.contains(&self.start.hash()) { Flaw::Repeated } else { Flaw::None };
        Opening { game: self.start.clone(), flaw }
    }

    /// Random moves from the start; `None` if they end the game.
    fn stroll(&self, plies: usize, mut random: Random) -> Option<Game> {
        let mut game = self.start.clone();
        for _ in 0..plies {
            let moves = game.legal_moves();
            let mv = *moves.get(random.below(moves.len().max(1)))?;
            game.play(mv).ok()?;
        }
        (game.outcome().is_none() && game.claimable().is_empty()).then_some(game)
    }

    /// What is wrong with an opening, and what the better side expects of it.
    fn judge(&mut self, game: &Game, balance: &Balance) -> (Flaw, u16) {
        if self.seen.contains(&game.hash()) {
            return (Flaw::Repeated, 0);
        }
        if game.legal_moves().iter().any(|mv| mv.is_capture()) {
            return (Flaw::Unquiet, 0);
        }
        let most = balance.bound * 10;
        let mut expected = self.expected(game, balance.nodes / FIRST_LOOK);
        if expected <= most {
            expected = self.expected(game, balance.nodes);
        }
        (if expected > most { Flaw::Unbalanced } else { Flaw::None }, expected)
    }

    /// What the better side expects, in thousandths of a point.
    fn expected(&mut self, game: &Game, nodes: u64) -> u16 {
        // What it learned from other openings would make the score depend on them.
        self.judge.forget();
        let report = self.judge.think(game, &Limits::nodes(nodes), &NoWatch, &mut |_| ());
        let expected = Expectation::of(self.judge.outlook(), report.score()).thousandths();
        expected.max(1000 - expected)
    }
}

/// Why a line of a file is not a valid opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// It is not a valid position.
    Fen(fen::FenError),
    /// It has a text that is not a move.
    Move {
        /// The move.
        text: String,
        /// Why it is not a move.
        why: Unresolved,
        /// Where it was to be played.
        position: Position,
    },
    /// The game is over there.
    Over,
}

/// Reads the openings of a file: a position or a list of moves in each line. Empty lines and lines that begin with `#`
/// are passed over.
///
/// # Errors
/// The first line that is not an opening, counted from 1, and why.
pub fn read(text: &str, start: &Game) -> Result<Vec<Game>, (usize, OpeningError)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let real = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    real.map(|(number, line)| read_line(line, start).map_err(|error| (number, error))).collect()
}

fn read_line(line: &str, start: &Game) -> Result<Game, OpeningError> {
    let is_position = line.get(..2).is_some_and(|head| matches!(head, "W:" | "B:" | "w:" | "b:"));
    let game = if is_position {
        let position = fen::read(line, start.ruleset()).map_err(OpeningError::Fen)?;
        Game::from_position(*start.ruleset(), position)
    } else {
        read_moves(line.split_whitespace(), start)?
    };
    if game.outcome().is_some() { Err(OpeningError::Over) } else { Ok(game) }
}

/// Plays moves given as text; numbers of moves before them are passed over.
///
/// # Errors
/// The first that is not a legal move.
pub fn read_moves<'a>(words: impl Iterator<Item = &'a str>, start: &Game) -> Result<Game, OpeningError> {
    let mut game = start.clone();
    for word in words {
        let text = word.rsplit_once('.').map_or(word, |(_, text)| text);
        if text.is_empty() {
            continue;
        }
        let position = *game.position();
        let refuse = |why| OpeningError::Move { text: text.to_owned(), why, position };
        let mv = moves::resolve(game.ruleset(), &position, text).map_err(refuse)?;
        game.play(mv).map_err(|_| OpeningError::Over)?;
    }
    Ok(game)
}

/// The moves of an opening as [`read_moves`] reads them.
pub fn write_moves(game: &Game) -> String {
    game.played().iter().filter_map(|ply| moves::played(game.ruleset(), ply)).collect::<Vec<_>>().join(" ")
}

//! Plays a match: workers take games, one place counts them.

use super::duel::{self, Finished, Seat, Stops};
use super::openings::{Balance, Book, Opening, Openings};
use super::player::{Entrant, mixed};
use super::record::Record;
use super::state::{State, StateError};
use super::summary::{GameId, GameResult, Summary};
use damka_endgame::{Library, OnNeed};
use damka_engine::Limits;
use damka_engine::elo::Sprt;
use damka_protocols::{Player, PlayerError};
use damka_rules::{Colour, Position, Ruleset};
use std::collections::{HashSet, VecDeque};
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Everything that makes a match.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub ruleset: Ruleset,
    /// The position from which openings are made.
    pub start: Position,
    /// Who plays; results are the first one's.
    pub players: [Entrant; 2],
    /// The limits of a move, for players that have none of their own.
    pub limits: Limits,
    /// Where games begin.
    pub openings: Openings,
    /// The games to play, two for each opening; an odd number is made even.
    pub games: usize,
    /// What everything random comes from.
    pub seed: u64,
    /// Games at the same time.
    pub concurrency: usize,
    /// Longer games are drawn.
    pub max_plies: usize,
    /// The folder of the endgame tables that end drawn games.
    pub known_draws: Option<PathBuf>,
    /// What a move may take beyond its limit, besides a fifth of it, before it is counted.
    pub slack: Duration,
    /// Stops the match when it is decided.
    pub sprt: Option<Sprt>,
    /// Every game is added to this file.
    pub pdn: Option<PathBuf>,
    /// Results are kept in this file, and a match that was stopped goes on.
    pub state: Option<PathBuf>,
}

impl Settings {
    /// The usual match.
    pub fn new(ruleset: Ruleset, players: [Entrant; 2], limits: Limits) -> Settings {
        let threads = players.iter().map(|player| player.threads).max().unwrap_or(1);
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Settings {
            ruleset,
            start: ruleset.start(),
            players,
            limits,
            openings: Openings::Random(Balance::usual(&ruleset)),
            games: 100,
            seed: 1,
            concurrency: (cores / threads).max(1),
            max_plies: 400,
            known_draws: None,
            slack: Duration::from_millis(50),
            sprt: None,
            pdn: None,
            state: None,
        }
    }

    /// The limits of each player.
    pub fn limits(&self) -> [Limits; 2] {
        [0, 1].map(|player| self.players[player].limits.unwrap_or(self.limits))
    }

    /// The pairs of games to play.
    pub fn pairs(&self) -> usize {
        self.games.div_ceil(2)
    }

    fn workers(&self) -> usize {
        let is_single = self.players.iter().any(|player| player.is_single);
        if is_single { 1 } else { self.concurrency.clamp(1, self.pairs().max(1) * 2) }
    }

    fn make_player(&self, player: usize) -> Result<Box<dyn Player>, MatchError> {
        let seed = mixed(&[self.seed, player as u64 + 1]);
        let made = self.players[player].make(seed, &self.limits()[player]);
        made.map_err(|error| self.cannot_play(player, error))
    }

    fn cannot_play(&self, player: usize, error: PlayerError) -> MatchError {
        MatchError::Player { name: self.players[player].name.clone(), error }
    }
}

/// A game is over.
pub struct Progress<'a> {
    /// What came of it; `None` when a match goes on after a stop, before its first new game.
    pub last: Option<&'a GameResult>,
    /// What has come of the match so far.
    pub summary: &'a Summary,
    /// The games the match is to have.
    pub games: usize,
}

/// Why a match was not played to its end.
#[derive(Debug)]
pub enum MatchError {
    /// A player cannot be started, or cannot play this game.
    Player {
        /// Its name.
        name: String,
        /// Why.
        error: PlayerError,
    },
    /// The file of results cannot be used.
    State(StateError),
    /// A file cannot be written.
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Plays a match to its end, or until its test is decided. `on_progress` is told of every game.
///
/// # Errors
/// If a player cannot play at all, or a file cannot be used. Bad moves are not errors: they lose the game.
pub fn run(settings: &Settings, on_progress: &mut dyn FnMut(&Progress<'_>)) -> Result<Summary, MatchError> {
    let mut book = Book::new(settings.ruleset, settings.start, settings.openings.clone(), settings.seed);
    let mut desk = Desk::open(settings, &mut book)?;
    on_progress(&Progress { last: None, summary: &desk.summary, games: settings.pairs() * 2 });
    let table = Table {
        queue: Mutex::new(Queue::new(settings.pairs(), &desk.played)),
        book: Mutex::new(book),
        draws: settings.known_draws.as_ref().and_then(|folder| Library::present(folder).of(&settings.ruleset)),
    };
    if desk.summary.is_decided() {
        return Ok(desk.summary);
    }
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..settings.workers() {
            let (sender, table) = (sender.clone(), &table);
            scope.spawn(move || work(settings, table, &sender));
        }
        // The workers' copies are the only ones left, so the channel closes with the last of them.
        drop(sender);
        let counted = desk.count(settings, &receiver, &table, on_progress);
        if counted.is_err() {
            table.queue(Queue::clear);
        }
        counted
    })?;
    Ok(desk.summary)
}

/// A game that a worker has played.
struct Report {
    id: GameId,
    opening: Opening,
    finished: Finished,
}

/// What the workers share.
struct Table {
    queue: Mutex<Queue>,
    book: Mutex<Book>,
    draws: Option<Arc<OnNeed>>,
}

impl Table {
    fn queue<T>(&self, act: impl FnOnce(&mut Queue) -> T) -> T {
        act(&mut self.queue.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn opening(&self, pair: usize) -> Opening {
        self.book.lock().unwrap_or_else(PoisonError::into_inner).opening(pair)
    }
}

/// The games that nobody plays yet.
struct Queue {
    waiting: VecDeque<GameId>,
    begun: HashSet<usize>,
}

impl Queue {
    fn new(pairs: usize, played: &HashSet<GameId>) -> Queue {
        let all = (0..pairs).flat_map(|pair| [false, true].map(|is_turned| GameId { pair, is_turned }));
        let waiting = all.filter(|id| !played.contains(id)).collect();
        Queue { waiting, begun: played.iter().map(|id| id.pair).collect() }
    }

    fn next(&mut self) -> Option<GameId> {
        let next = self.waiting.pop_front()?;
        self.begun.insert(next.pair);
        Some(next)
    }

    /// No new pair begins; one game of a pair alone says nothing, so its other game is still played.
    fn finish(&mut self) {
        self.waiting.retain(|id| self.begun.contains(&id.pair));
    }

    fn clear(&mut self) {
        self.waiting.clear();
    }
}

/// Plays games until none is left.
fn work(settings: &Settings, table: &Table, done: &Sender<Result<Report, MatchError>>) {
    let mut players = [None, None];
    let stops = Stops { max_plies: settings.max_plies, draws: table.draws.as_deref().and_then(OnNeed::get) };
    while let Some(id) = table.queue(Queue::next) {
        let opening = table.opening(id.pair);
        let report = one_game(settings, id, (&opening, stops), &mut players);
        let report = report.map(|finished| Report { id, opening, finished });
        let is_failure = report.is_err();
        if done.send(report).is_err() || is_failure {
            return;
        }
    }
}

type Players = [Option<Box<dyn Player>>; 2];

/// Plays a game. A player that cannot begin it is made afresh once; if that does not help it says nothing about
/// strength, so it ends the match instead of losing all its games.
fn one_game(
    settings: &Settings,
    id: GameId,
    from: (&Opening, Stops<'_>),
    players: &mut Players,
) -> Result<Finished, MatchError> {
    let finished = match begin(settings, id, from, players)? {
        Ok(finished) => finished,
        Err((player, _)) => {
            players[player] = None;
            begin(settings, id, from, players)?.map_err(|(player, error)| settings.cannot_play(player, error))?
        }
    };
    after_fault(settings, id, &finished, players)?;
    Ok(finished)
}

/// Plays a game, or tells which player cannot begin it and why.
fn begin(
    settings: &Settings,
    id: GameId,
    (opening, stops): (&Opening, Stops<'_>),
    players: &mut Players,
) -> Result<Result<Finished, (usize, PlayerError)>, MatchError> {
    for (player, chair) in players.iter_mut().enumerate().filter(|(_, chair)| chair.is_none()) {
        *chair = Some(settings.make_player(player)?);
    }
    let [Some(first), Some(second)] = players.each_mut().map(Option::as_deref_mut) else {
        unreachable!("both have just been made")
    };
    let limits = settings.limits();
    let mut seats = [Seat { player: first, limits: limits[0] }, Seat { player: second, limits: limits[1] }];
    if id.colour(0) == Colour::Black {
        seats.reverse();
    }
    let played = duel::play(&opening.game, &mut seats, stops);
    Ok(played.map_err(|(colour, error)| (id.player(colour), error)))
}

/// Who did not answer or is gone gets a fresh start in the next game; who cannot play this game ends the match.
fn after_fault(settings: &Settings, id: GameId, finished: &Finished, players: &mut Players) -> Result<(), MatchError> {
    let (duel::Ending::Forfeit(error), Some(winner)) = (&finished.ending, finished.winner) else { return Ok(()) };
    let loser = id.player(winner.other());
    if let PlayerError::CannotPlay(why) = error {
        return Err(settings.cannot_play(loser, PlayerError::CannotPlay(why.clone())));
    }
    players[loser] = None;
    Ok(())
}

/// Where games are counted and written down.
struct Desk {
    summary: Summary,
    played: HashSet<GameId>,
    state: Option<State>,
    record: Option<Record>,
}

impl Desk {
    fn open(settings: &Settings, book: &mut Book) -> Result<Desk, MatchError> {
        let mut summary = Summary::new(settings.sprt);
        let mut played = HashSet::new();
        let state = match &settings.state {
            None => None,
            Some(path) => {
                let (state, earlier) = State::open(path, settings).map_err(MatchError::State)?;
                for (result, opening) in earlier.into_iter().filter(|(result, _)| result.id.pair < settings.pairs()) {
                    if played.insert(result.id) {
                        summary.add(&result);
                    }
                    if let Some(opening) = opening {
                        book.remember(result.id.pair, opening);
                    }
                }
                Some(state)
            }
        };
        let record = settings.pdn.as_ref().map(|path| Record::open(path)).transpose();
        let record = record.map_err(|error| file_error(settings.pdn.as_ref(), error))?;
        Ok(Desk { summary, played, state, record })
    }

    fn count(
        &mut self,
        settings: &Settings,
        reports: &Receiver<Result<Report, MatchError>>,
        table: &Table,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), MatchError> {
        for report in reports {
            let Report { id, opening, finished } = report?;
            let result = GameResult::of(id, &finished, opening.flaw, &settings.limits(), settings.slack);
            // A stop between the two writes leaves a game twice in the PDN, which is better than not at all.
            if let Some(record) = &mut self.record {
                let written = record.add(settings, &result, &opening, &finished);
                written.map_err(|error| file_error(settings.pdn.as_ref(), error))?;
            }
            if let Some(state) = &mut self.state {
                let written = state.add(&result, &opening);
                written.map_err(|error| file_error(settings.state.as_ref(), error))?;
            }
            self.summary.add(&result);
            if self.summary.is_decided() {
                table.queue(Queue::finish);
            }
            let games = settings.pairs() * 2;
            on_progress(&Progress { last: Some(&result), summary: &self.summary, games });
        }
        Ok(())
    }
}

fn file_error(file: Option<&PathBuf>, error: io::Error) -> MatchError {
    MatchError::File { file: file.cloned().unwrap_or_default(), error }
}

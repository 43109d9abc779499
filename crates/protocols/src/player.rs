//! Players that can be asked for a move: our own engine, or another program.

use damka_engine::{Engine, Level, Limits, Opponent, Options, Score, StopWatch, Watch};
use damka_rules::{Game, Move};
use std::fmt;
use std::time::Duration;

/// Why a player gave no move.
#[derive(Debug)]
pub enum PlayerError {
    /// The program could not be started or has ended.
    Gone(String),
    /// It did not answer in time.
    Silent(Duration),
    /// It answered something that is not a legal move.
    Illegal(String),
    /// It cannot play this game.
    CannotPlay(String),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Gone(why) => write!(f, "the program is gone: {why}"),
            PlayerError::Silent(time) => write!(f, "no answer after {:.1} s", time.as_secs_f64()),
            PlayerError::Illegal(text) => write!(f, "no legal move: {text}"),
            PlayerError::CannotPlay(why) => write!(f, "cannot play this game: {why}"),
        }
    }
}

impl std::error::Error for PlayerError {}

/// A move and what its player thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The move, legal in the position that was asked about.
    pub mv: Move,
    /// What the player thinks it is worth to itself.
    pub score: Option<Score>,
    /// The half-moves it searched.
    pub depth: u32,
}

/// Anything that can be asked for a move.
pub trait Player: Send {
    /// A new game begins; what was learned about the last one is forgotten.
    ///
    /// # Errors
    /// If the player cannot play it.
    fn new_game(&mut self, game: &Game) -> Result<(), PlayerError>;

    /// Chooses a move in a game that is not over.
    ///
    /// # Errors
    /// If there is no legal answer.
    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, PlayerError>;
}

/// Our own engine.
pub struct EnginePlayer {
    engine: Option<Engine>,
    options: Options,
}

impl EnginePlayer {
    /// A player with these options; the engine is made when the first game begins.
    #[must_use]
    pub fn new(options: Options) -> EnginePlayer {
        EnginePlayer { engine: None, options }
    }

    fn engine(&mut self, game: &Game) -> &mut Engine {
        let fits = self.engine.as_ref().is_some_and(|engine| engine.ruleset() == game.ruleset());
        if !fits {
            self.engine = None;
        }
        self.engine.get_or_insert_with(|| Engine::new(game.ruleset(), &self.options))
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), PlayerError> {
        self.engine(game).forget();
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, PlayerError> {
        let report = self.engine(game).think(game, limits, &StopWatch::new(), &mut |_| ());
        let mv = report.best().ok_or_else(|| PlayerError::Illegal("the game is over".to_owned()))?;
        Ok(Choice { mv, score: Some(report.score()), depth: report.depth })
    }
}

/// Our own engine at one of its levels. Of the limits only the time counts; the rest is the level's affair.
#[derive(Debug)]
pub struct LevelPlayer {
    opponent: Option<Opponent>,
    level: Level,
    seed: u64,
    options: Options,
}

impl LevelPlayer {
    /// A player of a level. The seed decides which mistakes it makes; each game has others.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> LevelPlayer {
        LevelPlayer::with_options(level, seed, Opponent::usual_options(level))
    }

    /// A player of a level whose engine has these options.
    #[must_use]
    pub fn with_options(level: Level, seed: u64, options: Options) -> LevelPlayer {
        LevelPlayer { opponent: None, level, seed, options }
    }

    /// Goes on in a game whose mistakes come from this seed.
    pub fn take_up(&mut self, game: &Game, seed: u64) {
        self.seed = seed;
        self.opponent(game).new_game(seed);
    }

    fn opponent(&mut self, game: &Game) -> &mut Opponent {
        self.opponent = self.opponent.take().filter(|opponent| opponent.ruleset() == game.ruleset());
        let skill = self.level.skill(game.ruleset());
        self.opponent.get_or_insert_with(|| Opponent::with_skill(game.ruleset(), skill, self.seed, &self.options))
    }
}

impl Player for LevelPlayer {
    fn new_game(&mut self, game: &Game) -> Result<(), PlayerError> {
        self.take_up(game, self.seed.wrapping_add(1));
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, PlayerError> {
        self.choose_watched(game, limits, &StopWatch::new())
    }
}

impl LevelPlayer {
    /// Like [`Player::choose`], with a watch that may stop the search; then the best move so far is chosen.
    ///
    /// # Errors
    /// If the game is over.
    pub fn choose_watched(&mut self, game: &Game, limits: &Limits, watch: &dyn Watch) -> Result<Choice, PlayerError> {
        let report = self.opponent(game).choose(game, limits.time, watch);
        let mv = report.best().ok_or_else(|| PlayerError::Illegal("the game is over".to_owned()))?;
        Ok(Choice { mv, score: Some(report.score()), depth: report.depth })
    }
}

//! One game of a match: two players, from an opening to a result.

use damka_endgame::{Tables, Wdl};
use damka_engine::{Limits, Score, Time};
use damka_protocols::{Player, PlayerError};
use damka_rules::{Colour, EndReason, Game};
use std::time::{Duration, Instant};

/// A player at the board.
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a mut dyn Player,
    /// How long it may think.
    pub limits: Limits,
}

/// A game that is over.
#[derive(Debug)]
pub struct Finished {
    /// The game with its opening.
    pub game: Game,
    /// Who won, if somebody did.
    pub winner: Option<Colour>,
    /// Why it ended.
    pub ending: Ending,
    /// What the players thought at each move after the opening.
    pub thoughts: Vec<Thought>,
}

/// Why a game of a match ended.
#[derive(Debug)]
pub enum Ending {
    /// By the rules; draws that wait for a claim are claimed at once.
    Rules(EndReason),
    /// It had more half-moves than the match allows: a draw.
    TooLong,
    /// The endgame tables that decide this match know it for a draw.
    KnownDraw,
    /// A player gave no legal move.
    Forfeit(PlayerError),
}

/// What a player did at one move.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// Whose move it was.
    pub mover: Colour,
    /// How long it took.
    pub time: Duration,
    /// The half-moves it searched.
    pub depth: u32,
    /// What it thought of its position.
    pub score: Option<Score>,
    /// Whether there was anything to choose.
    pub is_free: bool,
}

impl Ending {
    /// A short name for files.
    pub fn id(&self) -> String {
        match self {
            Ending::Rules(reason) => rule_id(reason),
            Ending::TooLong => TOO_LONG.to_owned(),
            Ending::KnownDraw => "known-draw".to_owned(),
            Ending::Forfeit(PlayerError::Gone(_)) => format!("{FORFEIT}gone"),
            Ending::Forfeit(PlayerError::Silent(_)) => format!("{FORFEIT}silent"),
            Ending::Forfeit(PlayerError::Illegal(_)) => format!("{FORFEIT}illegal"),
            Ending::Forfeit(PlayerError::CannotPlay(_)) => format!("{FORFEIT}cannot-play"),
        }
    }
}

/// The name of games that were too long.
pub const TOO_LONG: &str = "max-plies";
/// How the names of forfeits begin.
pub const FORFEIT: &str = "forfeit-";

fn rule_id(reason: &EndReason) -> String {
    match reason {
        EndReason::NoPieces(_) => "no-pieces".to_owned(),
        EndReason::NoMoves(_) => "no-moves".to_owned(),
        EndReason::Arrived(_) => "arrived".to_owned(),
        EndReason::BothArrived => "both-arrived".to_owned(),
        EndReason::AtHome(_) => "at-home".to_owned(),
        EndReason::Draw(rule) => format!("draw-{}", rule.id),
        EndReason::Agreement => "agreement".to_owned(),
        EndReason::NobodyCanWin => "nobody-can-win".to_owned(),
        EndReason::Resignation(_) => "resignation".to_owned(),
    }
}

/// When a game is ended that the rules would let go on.
#[derive(Clone, Copy)]
pub struct Stops<'a> {
    /// Longer games are drawn.
    pub max_plies: usize,
    /// What these tables know to be drawn is drawn.
    pub draws: Option<&'a Tables>,
}

/// Plays a game on from its opening. The seats are White's and Black's.
///
/// # Errors
/// If a player cannot begin the game. Whatever goes wrong later loses it.
pub fn play(opening: &Game, seats: &mut [Seat<'_>; 2], stops: Stops<'_>) -> Result<Finished, (Colour, PlayerError)> {
    for colour in Colour::ALL {
        seats[colour as usize].player.new_game(opening).map_err(|error| (colour, error))?;
    }
    Ok(play_on(opening, seats, stops))
}

fn play_on(opening: &Game, seats: &mut [Seat<'_>; 2], stops: Stops<'_>) -> Finished {
    let mut finished = Finished { game: opening.clone(), winner: None, ending: Ending::TooLong, thoughts: Vec::new() };
    loop {
        if let Some(outcome) = ended(&mut finished.game) {
            finished.winner = outcome.winner;
            finished.ending = Ending::Rules(outcome.reason);
            return finished;
        }
        if finished.game.played().len() >= stops.max_plies {
            return finished;
        }
        if stops.draws.and_then(|tables| tables.probe_wdl(finished.game.position())) == Some(Wdl::Draw) {
            finished.ending = Ending::KnownDraw;
            return finished;
        }
        let mover = finished.game.position().to_move();
        if let Err(error) = finished.step(&mut seats[mover as usize]) {
            return finished.forfeited(mover, error);
        }
    }
}

/// How the game has ended, if it has. Nobody at this board would forget to claim a draw.
fn ended(game: &mut Game) -> Option<damka_rules::Outcome> {
    game.outcome().or_else(|| game.claim_draw().ok())
}

impl Finished {
    fn step(&mut self, seat: &mut Seat<'_>) -> Result<(), PlayerError> {
        let mover = self.game.position().to_move();
        let is_free = self.game.legal_moves().len() > 1;
        let begun = Instant::now();
        let choice = seat.player.choose(&self.game, &seat.limits)?;
        let time = begun.elapsed();
        self.game.play(choice.mv).map_err(|error| PlayerError::Illegal(format!("{error:?}")))?;
        self.thoughts.push(Thought { mover, time, depth: choice.depth, score: choice.score, is_free });
        Ok(())
    }

    fn forfeited(mut self, loser: Colour, error: PlayerError) -> Finished {
        self.winner = Some(loser.other());
        self.ending = Ending::Forfeit(error);
        self
    }
}

/// How much longer than its limit a move took; `None` if it kept it or had none.
pub fn overshoot(time: Duration, limits: &Limits) -> Option<Duration> {
    match limits.time {
        Some(Time::PerMove(limit)) => time.checked_sub(limit).filter(|over| !over.is_zero()),
        _ => None,
    }
}

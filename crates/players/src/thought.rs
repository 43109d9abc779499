//! What the computer is asked to think about, and what came of it.

use damka_conduct::Table;
use damka_conduct::clock::{Bonus, Millis};
use damka_engine::{Limits, Score, Time, UNHURRIED, Watch};
use damka_protocols::{LevelPlayer, Player, PlayerError};
use damka_rules::{Colour, Game, Move};
use std::time::Duration;

/// The longest thought for an answer to an offer, where no move is to be made.
const FOR_AN_ANSWER: Duration = Duration::from_millis(500);

/// The shortest time to think about a move, however many others wait.
const SHORTEST: Duration = Duration::from_millis(50);

/// A position to think about. It can travel to another thread.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game as it stands.
    pub game: Game,
    /// After how many events of the table it stood so.
    pub events: u32,
    /// The time that the thinker has.
    pub time: Option<Time>,
    /// For whom it thinks.
    side: Colour,
}

impl Question {
    pub(crate) fn about(table: &Table, side: Colour, now: Millis) -> Question {
        let own_time = time_of(table, side, now);
        // On the opponent's turn only an answer is wanted, and nobody should wait long for it.
        let time = if table.to_move() == side { own_time } else { Some(Time::PerMove(FOR_AN_ANSWER)) };
        Question { game: table.game().clone(), events: table.events(), time, side }
    }

    /// Has a player think about it.
    ///
    /// # Errors
    /// If the player gives no answer.
    pub fn ask(&self, player: &mut dyn Player) -> Result<Thought, PlayerError> {
        let limits = Limits { time: self.time, ..Limits::default() };
        let choice = player.choose(&self.game, &limits)?;
        Ok(self.answered(choice.mv, choice.score))
    }

    /// Has a player of a level think about it on a machine that is shared with others: in one of `among` parts of the
    /// time it would take, and no longer than the watch allows.
    ///
    /// # Errors
    /// If the player gives no answer.
    pub fn ask_in_turn(&self, player: &mut LevelPlayer, among: u32, watch: &dyn Watch) -> Result<Thought, PlayerError> {
        let shared = |time: Time| time.shared(among, SHORTEST);
        let hurried = (among > 1).then_some(Time::PerMove(UNHURRIED));
        let limits = Limits { time: self.time.or(hurried).map(shared), ..Limits::default() };
        let choice = player.choose_watched(&self.game, &limits, watch)?;
        Ok(self.answered(choice.mv, choice.score))
    }

    /// What is thought when a move of this value is found.
    #[must_use]
    pub fn answered(&self, best: Move, score: Option<Score>) -> Thought {
        let mover = self.game.position().to_move();
        let own = score.map(|score| if mover == self.side { score } else { -score });
        let played = self.game.played().len();
        Thought { played, hash: self.game.hash(), after: self.game.position().after(best).hash(), best, own }
    }
}

/// What the computer thinks of a position. It is never kept: after a restart the computer thinks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The moves before the position.
    played: usize,
    /// The fingerprint of the position, and of the one after the move it would make.
    hash: u64,
    after: u64,
    /// That move.
    pub best: Move,
    /// What it is worth to the computer, if the player says so.
    own: Option<Score>,
}

impl Thought {
    /// Whether this is about the position that stands.
    pub(crate) fn is_of(&self, game: &Game) -> bool {
        (self.played, self.hash) == (game.played().len(), game.hash())
    }

    /// Whether this says what the position that stands is worth: it is about that position, or the computer has just
    /// made the move that it had thought best.
    pub(crate) fn tells_about(&self, game: &Game) -> bool {
        let has_just_moved = (self.played + 1, self.after) == (game.played().len(), game.hash());
        has_just_moved || self.is_of(game)
    }

    /// What the position is worth to the computer, if the player says so.
    pub(crate) fn value(&self) -> Option<Score> {
        self.own
    }
}

/// The time a side has, as the engine wants to know it; `None` without a clock.
fn time_of(table: &Table, side: Colour, now: Millis) -> Option<Time> {
    let reading = table.reading(side, now);
    let main = reading.remaining?.plus(reading.delay);
    if let Some(periods) = reading.byoyomi.filter(|_| main.is_zero()) {
        return Some(Time::PerMove(duration(periods.time) / 2));
    }
    let stages = table.spec().clocks[side as usize].stages();
    let bonus = stages.get(reading.stage).or(stages.last()).map_or(Bonus::None, |stage| stage.bonus);
    let increment = match bonus {
        Bonus::None => Millis(0),
        Bonus::Fischer(time) | Bonus::Bronstein(time) | Bonus::Delay(time) => time,
    };
    let (remaining, increment) = (duration(main), duration(increment));
    Some(Time::Clock { remaining, increment, moves: reading.moves_left })
}

fn duration(Millis(time): Millis) -> Duration {
    Duration::from_millis(time)
}

//! A game between two programs, in either role.

use super::connection::{Connection, DxpError};
use super::message::{Acceptance, BadMessage, DxpMessage, DxpMove, Ending, GameEnd, GameRequest, TakeBack, squares};
use crate::player::Player;
use damka_engine::{Limits, Time};
use damka_rules::{Colour, Game, Move, Position, Ruleset, Setup, SquareSet};
use std::time::{Duration, Instant};

/// The version of the protocol that is spoken here.
const VERSION: u8 = 1;
/// How long the other side may take to answer anything but a move.
const PATIENCE: Duration = Duration::from_secs(30);

/// What happens while programs play, for those who watch.
#[derive(Debug)]
pub enum DxpEvent<'a> {
    /// A move was made.
    Moved {
        /// The position before it.
        before: &'a Position,
        /// The move.
        mv: Move,
        /// Whether we made it.
        own: bool,
    },
    /// The other side says something.
    Chat(&'a str),
    /// The game went back to this position.
    TakenBack(&'a Position),
    /// Something came that is not a message, or does not belong here; it is skipped.
    Nonsense(String),
}

/// What was agreed for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What we play.
    pub own: Colour,
    /// The time of each side; none if 0.
    pub minutes: u16,
    /// The moves of each side that are played in it; 0 is the whole game.
    pub moves: u16,
}

/// Whether a ruleset is the game that this protocol is for: draw rules and names may differ, moves may not.
#[must_use]
pub fn stands_for(ruleset: &Ruleset) -> bool {
    Ruleset::named("international").is_some_and(|international| ruleset.plays_like(&international))
}

/// Offers a game and waits for the answer: the name of the other side.
///
/// # Errors
/// If the line is broken or the game is refused.
pub fn offer(
    connection: &mut Connection,
    name: &str,
    game: &Game,
    terms: Terms,
    watch: &mut dyn FnMut(DxpEvent<'_>),
) -> Result<String, DxpError> {
    let position = Some(*game.position()).filter(|position| *position != game.ruleset().start());
    let Terms { own, minutes, moves } = terms;
    let request =
        GameRequest { version: VERSION, name: name.to_owned(), follower: own.other(), minutes, moves, position };
    connection.send(&DxpMessage::Request(request))?;
    let deadline = Some(Instant::now() + PATIENCE);
    loop {
        match connection.receive(deadline)? {
            Ok(DxpMessage::Accept(Acceptance { name, code: Acceptance::YES })) => return Ok(name),
            Ok(DxpMessage::Accept(Acceptance { code, .. })) => return Err(DxpError::Refused(code)),
            other => pass_over(other, watch),
        }
    }
}

/// Answers an offer: the game and its terms if it can be played, and accepts it; otherwise refuses it.
///
/// # Errors
/// If the line is broken.
pub fn answer(
    connection: &mut Connection,
    name: &str,
    ruleset: &Ruleset,
    request: &GameRequest,
) -> Result<Option<(Game, Terms)>, DxpError> {
    let position = match request.position {
        None => Some(ruleset.start()),
        Some(position) => Setup::from(position).validate(ruleset, &[]).ok(),
    };
    let code = match position {
        _ if request.version > VERSION => Acceptance::VERSION,
        None => Acceptance::CANNOT,
        Some(_) => Acceptance::YES,
    };
    connection.send(&DxpMessage::Accept(Acceptance { name: name.to_owned(), code }))?;
    let terms = Terms { own: request.follower, minutes: request.minutes, moves: request.moves };
    let game = position.filter(|_| code == Acceptance::YES).map(|position| Game::from_position(*ruleset, position));
    Ok(game.map(|game| (game, terms)))
}

fn pass_over(message: Result<DxpMessage, BadMessage>, watch: &mut dyn FnMut(DxpEvent<'_>)) {
    match message {
        Ok(DxpMessage::Chat(text)) => watch(DxpEvent::Chat(&text)),
        Ok(other) => watch(DxpEvent::Nonsense(other.encode())),
        Err(BadMessage(text)) => watch(DxpEvent::Nonsense(text)),
    }
}

/// A game that both sides have agreed to.
pub struct DxpGame<'a> {
    /// The line to the other side.
    pub connection: &'a mut Connection,
    /// Who moves for us.
    pub player: &'a mut dyn Player,
    /// The game so far.
    pub game: Game,
    /// What was agreed.
    pub terms: Terms,
    /// How long our player may think about a move, whatever was agreed.
    pub limits: Option<Limits>,
    /// Whether we want no other game after this one.
    pub is_last: bool,
    /// Who watches.
    pub watch: &'a mut dyn FnMut(DxpEvent<'_>),
}

impl DxpGame<'_> {
    /// Plays to the end; how it ended, and whether one of the sides wants no other game.
    ///
    /// # Errors
    /// If the line is broken, the other side plays what is not a move, or our player does not move.
    pub fn play(&mut self) -> Result<GameEnd, DxpError> {
        self.player.new_game(&self.game).map_err(DxpError::Player)?;
        let mut spent = Duration::ZERO;
        loop {
            if self.game.position().to_move() != self.terms.own {
                if let Some(end) = self.wait()? {
                    return Ok(end);
                }
            } else if let Some(ending) = self.ending() {
                return self.end(ending);
            } else {
                spent += self.think(spent)?;
            }
        }
    }

    /// How the game has ended for us, if it has.
    fn ending(&self) -> Option<Ending> {
        let all_played = self.terms.moves > 0 && self.game.played().len() >= usize::from(self.terms.moves) * 2;
        let by_rules = self.game.outcome().map(|outcome| match outcome.winner {
            None => Ending::Draw,
            Some(winner) if winner == self.terms.own => Ending::Win,
            Some(_) => Ending::Loss,
        });
        by_rules.or(all_played.then_some(Ending::Unknown))
    }

    /// Makes our move; how long it took.
    fn think(&mut self, spent: Duration) -> Result<Duration, DxpError> {
        let begun = Instant::now();
        let limits = self.limits.unwrap_or_else(|| self.clock(spent));
        let mv = self.player.choose(&self.game, &limits).map_err(DxpError::Player)?.mv;
        let taken = begun.elapsed();
        self.connection.send(&DxpMessage::Move(encode_move(mv, taken)))?;
        self.make(mv, true);
        Ok(taken)
    }

    fn clock(&self, spent: Duration) -> Limits {
        let Terms { minutes, moves, .. } = self.terms;
        if minutes == 0 {
            return Limits::time(Duration::from_secs(1));
        }
        let remaining = Duration::from_secs(u64::from(minutes) * 60).saturating_sub(spent);
        let played = u32::try_from(self.game.played().len() / 2).unwrap_or(u32::MAX);
        let moves = (moves > 0).then(|| u32::from(moves).saturating_sub(played).max(1));
        Limits { time: Some(Time::Clock { remaining, increment: Duration::ZERO, moves }), ..Limits::default() }
    }

    fn make(&mut self, mv: Move, own: bool) {
        (self.watch)(DxpEvent::Moved { before: self.game.position(), mv, own });
        let path = self.game.ruleset().paths(self.game.position(), mv, 1).pop().unwrap_or_default();
        // Not `play`: the other side may go on after what is a draw by our rules.
        self.game.play_unchecked(mv, path);
    }

    /// Waits until the other side has done something; the end, if that is it.
    fn wait(&mut self) -> Result<Option<GameEnd>, DxpError> {
        match self.connection.receive(None)? {
            Ok(DxpMessage::Move(message)) => self.their_move(&message)?,
            Ok(DxpMessage::End(theirs)) => {
                let ours = GameEnd { ending: Ending::Unknown, is_last: self.is_last || theirs.is_last };
                self.connection.send(&DxpMessage::End(ours))?;
                let told = Some(theirs.ending.for_other()).filter(|ending| *ending != Ending::Unknown);
                let ending = told.or_else(|| self.ending()).unwrap_or(Ending::Unknown);
                return Ok(Some(GameEnd { ending, is_last: ours.is_last }));
            }
            Ok(DxpMessage::TakeBack(wish)) => self.take_back(wish)?,
            other => pass_over(other, self.watch),
        }
        Ok(None)
    }

    fn their_move(&mut self, message: &DxpMove) -> Result<(), DxpError> {
        let Some(mv) = decode_move(message, self.game.ruleset(), self.game.position()) else {
            let text = DxpMessage::Move(message.clone()).encode();
            // The protocol has no refusal, only an end that nobody has decided.
            self.connection.send(&DxpMessage::Chat(format!("no legal move: {text}")))?;
            self.connection.send(&DxpMessage::End(GameEnd { ending: Ending::Unknown, is_last: self.is_last }))?;
            return Err(DxpError::Illegal(text));
        };
        self.make(mv, false);
        Ok(())
    }

    fn take_back(&mut self, wish: TakeBack) -> Result<(), DxpError> {
        let first = self.game.played().first().map_or(self.game.position(), |ply| &ply.before).to_move();
        let moves = usize::from(wish.number).checked_sub(1);
        let plies = moves.map(|moves| moves * 2 + usize::from(wish.side != first));
        let accepted = plies.is_some_and(|plies| plies <= self.game.played().len());
        self.connection.send(&DxpMessage::TakeBackAnswer { accepted })?;
        if accepted {
            while plies.is_some_and(|plies| plies < self.game.played().len()) {
                self.game.undo();
            }
            (self.watch)(DxpEvent::TakenBack(self.game.position()));
        }
        Ok(())
    }

    /// Ends the game, as the side to move must.
    fn end(&mut self, ending: Ending) -> Result<GameEnd, DxpError> {
        self.connection.send(&DxpMessage::End(GameEnd { ending, is_last: self.is_last }))?;
        let is_last = hear_end(self.connection, PATIENCE, self.watch)?.is_none_or(|end| end.is_last);
        Ok(GameEnd { ending, is_last: is_last || self.is_last })
    }
}

/// Waits for the answer to an end; `None` if the other side has closed the line or says nothing: the game is over anyway.
pub(super) fn hear_end(
    connection: &mut Connection,
    patience: Duration,
    watch: &mut dyn FnMut(DxpEvent<'_>),
) -> Result<Option<GameEnd>, DxpError> {
    let deadline = Some(Instant::now() + patience);
    loop {
        match connection.receive(deadline) {
            Ok(Ok(DxpMessage::End(end))) => return Ok(Some(end)),
            Ok(other) => pass_over(other, watch),
            Err(DxpError::Closed | DxpError::Silent) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
}

/// A move as a message.
pub(super) fn encode_move(mv: Move, taken: Duration) -> DxpMove {
    let names = squares();
    let number = |square| u8::try_from(names.number(square)).unwrap_or(u8::MAX);
    DxpMove {
        seconds: u16::try_from(taken.as_secs()).unwrap_or(u16::MAX),
        from: number(mv.from()),
        to: number(mv.to()),
        captured: mv.captured().into_iter().map(number).collect(),
    }
}

/// The legal move that a message means.
pub(super) fn decode_move(message: &DxpMove, ruleset: &Ruleset, position: &Position) -> Option<Move> {
    let names = squares();
    let square = |number: u8| names.numbered(usize::from(number));
    let (from, to) = (square(message.from)?, square(message.to)?);
    let captured = message.captured.iter().map(|number| square(*number)).collect::<Option<SquareSet>>()?;
    let legal = ruleset.legal_moves(position);
    legal.into_iter().find(|mv| mv.from() == from && mv.to() == to && mv.captured() == captured)
}

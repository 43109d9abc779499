//! `damka dxp`: games of international draughts with other programs over the network.

use crate::failure::Failure;
use crate::game::GameArgs;
use clap::{Args, Subcommand, ValueEnum};
use damka_engine::{Level, Limits, Options};
use damka_notation::moves::MoveTable;
use damka_protocols::dxp::{
    Connection, DxpError, DxpEvent, DxpGame, DxpMessage, Ending, GameRequest, PORT, Terms, answer, offer, stands_for,
};
use damka_protocols::{EnginePlayer, LevelPlayer, Player};
use damka_rules::{Colour, Game, Ruleset};
use damka_words::Words;
use std::io::Write;
use std::net::{IpAddr, TcpListener};
use std::time::{Duration, SystemTime};

/// What we call ourselves.
const NAME: &str = concat!("Damka ", env!("CARGO_PKG_VERSION"));
/// How long a called program may take to answer the call.
const PATIENCE: Duration = Duration::from_secs(10);

/// The commands of `damka dxp`.
#[derive(Subcommand)]
pub enum DxpCommand {
    /// Wait for other programs and play the games that they offer.
    Listen {
        /// The address to wait on. Only this machine can call by default; 0.0.0.0 lets every other machine call.
        #[arg(long, default_value = "127.0.0.1")]
        address: IpAddr,
        /// The port to wait on; 0 is any that is free.
        #[arg(long, default_value_t = PORT)]
        port: u16,
        /// Leave when the first visitor has left.
        #[arg(long)]
        once: bool,
        #[command(flatten)]
        strength: StrengthArgs,
    },
    /// Call a program that waits and offer it games.
    Play {
        /// Where it waits, such as 192.168.1.7 or localhost:27531.
        #[arg(value_name = "HOST[:PORT]")]
        host: String,
        /// What Damka plays in the first game; the sides change after each.
        #[arg(long, value_enum, default_value = "white")]
        colour: ColourArg,
        /// The number of games.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
        /// The minutes of each side.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(0..=999))]
        minutes: u16,
        /// The moves of each side, after which a game ends undecided; 0 plays it to its end.
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
        moves: u16,
        #[command(flatten)]
        strength: StrengthArgs,
    },
}

/// How Damka plays.
#[derive(Args)]
pub struct StrengthArgs {
    /// The strength, from 1 to 10.
    #[arg(long, default_value_t = Level::STRONGEST.number(), value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// The seconds for each move, whatever time was agreed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// The game whose draw rules hold here: international or international-fmjd.
    #[arg(long, value_name = "GAME", default_value = "international")]
    rules: String,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum ColourArg {
    White,
    Black,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok().filter(|number| (0.0..=86_400.0).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| "0 to 86400".to_owned())
}

/// Carries out a command.
pub fn run(words: &Words, command: DxpCommand, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        DxpCommand::Listen { address, port, once, strength } => {
            Club::new(words, &strength, out)?.listen(address, port, once)
        }
        DxpCommand::Play { host, colour, games, minutes, moves, strength } => {
            let own = match colour {
                ColourArg::White => Colour::White,
                ColourArg::Black => Colour::Black,
            };
            Club::new(words, &strength, out)?.play(&host, games, Terms { own, minutes, moves })
        }
    }
}

/// Who plays here, and who reads about it.
struct Club<'a, W> {
    words: &'a Words,
    out: &'a mut W,
    ruleset: Ruleset,
    player: Box<dyn Player>,
    limits: Option<Limits>,
}

impl<'a, W: Write> Club<'a, W> {
    fn new(words: &'a Words, strength: &StrengthArgs, out: &'a mut W) -> Result<Self, Failure> {
        let ruleset = GameArgs::default().ruleset(words, &strength.rules)?;
        if !stands_for(&ruleset) {
            let game = words.ruleset_name(&ruleset);
            return Err(Failure::Input(words.say("dxp-wrong-game", &[("game", game.into())])));
        }
        let player: Box<dyn Player> = match Level::new(strength.level).filter(|level| !level.is_full_strength()) {
            Some(level) => Box::new(LevelPlayer::new(level, seed())),
            None => Box::new(EnginePlayer::new(Options::default())),
        };
        Ok(Club { words, out, ruleset, player, limits: strength.time.map(Limits::time) })
    }

    fn tell(&mut self, id: &str, variables: &[(&str, &str)]) -> Result<(), Failure> {
        tell(self.words, self.out, id, variables)
    }

    /// Waits for visitors, one after another.
    fn listen(&mut self, address: IpAddr, port: u16, once: bool) -> Result<(), Failure> {
        let bound = TcpListener::bind((address, port)).and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (place, listener) = bound.map_err(|error| {
            let place = format!("{address}:{port}");
            let variables = [("address", place.into()), ("reason", error.to_string().into())];
            Failure::Input(self.words.say("dxp-cannot-listen", &variables))
        })?;
        loop {
            self.tell("dxp-listening", &[("address", &place.to_string())])?;
            let (stream, visitor) = listener.accept()?;
            self.tell("dxp-connected", &[("address", &visitor.to_string())])?;
            let ended = self.host(Connection::new(stream));
            if let Err(Trouble::Line(error)) = &ended {
                let reason = reason(self.words, error);
                writeln!(self.out, "{reason}")?;
            } else if let Err(Trouble::Here(failure)) = ended {
                return Err(failure);
            }
            self.tell("dxp-left", &[("address", &visitor.to_string())])?;
            if once {
                return Ok(());
            }
        }
    }

    /// Plays what a visitor offers until it leaves.
    fn host(&mut self, mut connection: Connection) -> Result<(), Trouble> {
        loop {
            let request = match connection.receive(None) {
                Ok(Ok(DxpMessage::Request(request))) => request,
                Ok(Ok(DxpMessage::Chat(text))) => {
                    self.tell("dxp-chat", &[("name", "?"), ("text", &text)])?;
                    continue;
                }
                Ok(_) => continue,
                Err(DxpError::Closed) => return Ok(()),
                Err(error) => return Err(error.into()),
            };
            let GameRequest { name, .. } = &request;
            match answer(&mut connection, NAME, &self.ruleset, &request)? {
                None => self.tell("dxp-offer-refused", &[("name", name)])?,
                Some((game, terms)) => {
                    if self.game(&mut connection, name, game, terms, false)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Calls a program and offers it games.
    fn play(&mut self, host: &str, games: u32, mut terms: Terms) -> Result<(), Failure> {
        let address = with_port(host);
        self.tell("dxp-calling", &[("address", &address)])?;
        let played = self.visit(&address, games, &mut terms);
        played.map_err(|trouble| match trouble {
            Trouble::Here(failure) => failure,
            Trouble::Line(error) => Failure::Input(reason(self.words, &error)),
        })
    }

    fn visit(&mut self, address: &str, games: u32, terms: &mut Terms) -> Result<(), Trouble> {
        let mut connection = Connection::open(address, PATIENCE)?;
        self.tell("dxp-connected", &[("address", address)])?;
        for left in (0..games).rev() {
            let game = Game::new(self.ruleset);
            let name = offer(&mut connection, NAME, &game, *terms, &mut |_| ())?;
            if self.game(&mut connection, &name, game, *terms, left == 0)? {
                break;
            }
            terms.own = terms.own.other();
        }
        Ok(())
    }

    /// Plays one game; whether it was the last with this visitor.
    fn game(
        &mut self,
        connection: &mut Connection,
        name: &str,
        game: Game,
        terms: Terms,
        is_last: bool,
    ) -> Result<bool, Trouble> {
        self.announce(name, terms)?;
        let (words, ruleset, out) = (self.words, self.ruleset, &mut *self.out);
        // Games go on even if nobody can read about them; the next line that is told finds that out.
        let mut watch = |event: DxpEvent<'_>| drop(show(words, &ruleset, name, &event, out));
        let player = &mut *self.player;
        let mut game = DxpGame { connection, player, game, terms, limits: self.limits, is_last, watch: &mut watch };
        let end = game.play()?;
        self.tell(end_words(end.ending), &[])?;
        Ok(end.is_last)
    }

    fn announce(&mut self, name: &str, terms: Terms) -> Result<(), Failure> {
        let side = if terms.own == Colour::White { "white" } else { "black" };
        self.tell("dxp-game", &[("name", name), ("side", side)])?;
        let (minutes, moves) = (terms.minutes.to_string(), terms.moves.to_string());
        match terms {
            Terms { minutes: 0, .. } => self.tell("dxp-time-none", &[]),
            Terms { moves: 0, .. } => self.tell("dxp-time-whole", &[("minutes", &minutes)]),
            _ => self.tell("dxp-time-moves", &[("minutes", &minutes), ("moves", &moves)]),
        }
    }
}

/// What goes wrong with a visitor: the line, which is told, or something here, which ends the program.
enum Trouble {
    Line(DxpError),
    Here(Failure),
}

impl From<DxpError> for Trouble {
    fn from(error: DxpError) -> Trouble {
        Trouble::Line(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Here(failure)
    }
}

fn tell(words: &Words, out: &mut impl Write, id: &str, variables: &[(&str, &str)]) -> Result<(), Failure> {
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, (*value).into())).collect();
    writeln!(out, "{}", words.say(id, &variables))?;
    // A watcher wants to read it now.
    Ok(out.flush()?)
}

fn show(
    words: &Words,
    ruleset: &Ruleset,
    name: &str,
    event: &DxpEvent<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match event {
        DxpEvent::Moved { before, mv, own } => {
            let text = MoveTable::new(ruleset, before).long(*mv);
            tell(words, out, "dxp-move", &[("name", if *own { "Damka" } else { name }), ("move", &text)])
        }
        DxpEvent::Chat(text) => tell(words, out, "dxp-chat", &[("name", name), ("text", text)]),
        DxpEvent::TakenBack(_) => tell(words, out, "dxp-taken-back", &[]),
        DxpEvent::Nonsense(text) => tell(words, out, "dxp-nonsense", &[("text", text)]),
    }
}

fn end_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Unknown => "dxp-end-unknown",
        Ending::Loss => "dxp-end-loss",
        Ending::Draw => "dxp-end-draw",
        Ending::Win => "dxp-end-win",
    }
}

fn reason(words: &Words, error: &DxpError) -> String {
    let (id, name, value) = match error {
        DxpError::Network(error) => ("dxp-error-network", "reason", error.to_string()),
        DxpError::Closed => ("dxp-error-closed", "", String::new()),
        DxpError::Silent => ("dxp-error-silent", "", String::new()),
        DxpError::Refused(code) => ("dxp-error-refused", "code", code.to_string()),
        DxpError::Illegal(text) => ("dxp-error-illegal", "text", text.clone()),
        DxpError::Player(error) => ("dxp-error-player", "reason", error.to_string()),
    };
    words.say(id, &[(name, value.into())])
}

/// An address with the usual port, if it has none.
fn with_port(host: &str) -> String {
    let is_whole = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V6(address)) => format!("[{address}]:{PORT}"),
        _ if is_whole => host.to_owned(),
        _ => format!("{host}:{PORT}"),
    }
}

/// Other mistakes each time.
fn seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_get_the_usual_port() {
        let check = |host: &str, expected: &str| assert_eq!(with_port(host), expected);
        check("localhost", "localhost:27531");
        check("localhost:5", "localhost:5");
        check("10.0.0.7", "10.0.0.7:27531");
        check("::1", "[::1]:27531");
        check("[::1]:5", "[::1]:5");
    }
}

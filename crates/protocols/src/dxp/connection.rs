//! Messages over a socket.

use super::message::{BadMessage, DxpMessage, LONGEST};
use crate::player::PlayerError;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// The port that programs listen on.
pub const PORT: u16 = 27531;

/// Why a conversation cannot go on.
#[derive(Debug)]
pub enum DxpError {
    /// The network failed.
    Network(io::Error),
    /// The other side has closed the connection.
    Closed,
    /// The other side did not answer in time.
    Silent,
    /// The other side refused the game, with this code.
    Refused(char),
    /// The other side made no legal move.
    Illegal(String),
    /// Our own player gave no move.
    Player(PlayerError),
}

impl fmt::Display for DxpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DxpError::Network(error) => write!(f, "{error}"),
            DxpError::Closed => write!(f, "the other program has closed the connection"),
            DxpError::Silent => write!(f, "the other program did not answer in time"),
            DxpError::Refused(code) => write!(f, "the other program refused the game (code {code})"),
            DxpError::Illegal(text) => write!(f, "the other program made no legal move: {text}"),
            DxpError::Player(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for DxpError {}

impl From<io::Error> for DxpError {
    fn from(error: io::Error) -> DxpError {
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => DxpError::Silent,
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => DxpError::Closed,
            _ => DxpError::Network(error),
        }
    }
}

/// A line to another program.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    /// What came in but is not a whole message yet.
    pending: Vec<u8>,
    /// Whether the message that comes in is too long already and is thrown away.
    is_skipping: bool,
}

impl Connection {
    /// Calls another program.
    ///
    /// # Errors
    /// If there is no such address, or nobody answers there in time.
    pub fn open(address: impl ToSocketAddrs, patience: Duration) -> Result<Connection, DxpError> {
        let mut failure = io::Error::new(ErrorKind::NotFound, "there is no such address");
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, patience) {
                Ok(stream) => return Ok(Connection::new(stream)),
                Err(error) => failure = error,
            }
        }
        Err(DxpError::Network(failure))
    }

    /// A line that is open already.
    #[must_use]
    pub fn new(stream: TcpStream) -> Connection {
        // Moves are short and should go out at once; where that cannot be set they only come later.
        let _ = stream.set_nodelay(true);
        Connection { stream, pending: Vec::new(), is_skipping: false }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the line is broken.
    pub fn send(&mut self, message: &DxpMessage) -> Result<(), DxpError> {
        let mut bytes = message.encode().into_bytes();
        bytes.push(0);
        Ok(self.stream.write_all(&bytes)?)
    }

    /// The next message, or a text that is none; waits for ever if there is no deadline.
    ///
    /// # Errors
    /// If the line is broken or nothing comes before the deadline.
    pub fn receive(&mut self, deadline: Option<Instant>) -> Result<Result<DxpMessage, BadMessage>, DxpError> {
        loop {
            if let Some(end) = self.pending.iter().position(|byte| *byte == 0) {
                let bytes: Vec<u8> = self.pending.drain(..=end).collect();
                let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
                if std::mem::take(&mut self.is_skipping) || end > LONGEST {
                    return Ok(Err(BadMessage(text.chars().take(LONGEST).collect())));
                }
                return Ok(DxpMessage::decode(&text));
            }
            if self.pending.len() > LONGEST {
                self.pending.clear();
                self.is_skipping = true;
            }
            self.read_more(deadline)?;
        }
    }

    fn read_more(&mut self, deadline: Option<Instant>) -> Result<(), DxpError> {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(DxpError::Silent);
        }
        self.stream.set_read_timeout(left)?;
        let mut buffer = [0; 512];
        match self.stream.read(&mut buffer)? {
            0 => Err(DxpError::Closed),
            length => {
                self.pending.extend_from_slice(&buffer[..length]);
                Ok(())
            }
        }
    }
}

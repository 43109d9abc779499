//! What goes wrong, and how it is told: one message, exit code 2, never a panic.

use std::io;
use std::process::ExitCode;

/// Why a command was not carried out.
#[derive(Debug)]
pub enum Failure {
    /// The user's input cannot be used; the message names the offending text.
    Input(String),
    /// Reading or writing failed.
    Io(io::Error),
    /// Everything has been said already; only this exit code is left.
    Told(u8),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl Failure {
    /// Tells the user. A reader that stopped reading (`damka ... | head`) is not a failure.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => {
                eprintln!("damka: {error}");
                ExitCode::from(2)
            }
            Failure::Told(code) => ExitCode::from(*code),
            Failure::Input(message) => {
                eprintln!("damka: {message}");
                ExitCode::from(2)
            }
        }
    }
}

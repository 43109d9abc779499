//! NATS.

use crate::process::{Process, find, folder, free_port};
use std::path::PathBuf;

const TRIES: u32 = 5;

/// A NATS server that keeps nothing.
#[derive(Debug)]
pub struct Nats {
    process: Option<Process>,
    folder: PathBuf,
    port: u16,
}

impl Nats {
    /// Starts a new server.
    ///
    /// # Panics
    /// If NATS is not installed or does not start; the text says which package is missing, or what its log says.
    #[must_use]
    pub fn start() -> Nats {
        let mut server = Nats { process: None, folder: folder("damka-nats-", None), port: 0 };
        let mut tries = 0;
        loop {
            server.port = free_port();
            match server.try_start() {
                Ok(()) => return server,
                Err(log) if tries == TRIES => panic!("NATS does not start: {log}"),
                Err(_) => tries += 1,
            }
        }
    }

    fn try_start(&mut self) -> Result<(), String> {
        let (program, port) = (find("nats-server", &[], "nats-server"), self.port.to_string());
        let program = program.to_str().ok_or("a path that is not UTF-8")?;
        let command = [program, "--addr", "127.0.0.1", "--port", &port];
        self.process = Some(Process::start(&command, &self.folder, None, "Server is ready")?);
        Ok(())
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Ends the server at once.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end("KILL");
        }
    }

    /// Freezes the server: connections stay open and nothing is answered.
    ///
    /// # Panics
    /// If it does not run.
    pub fn freeze(&mut self) {
        self.process.as_mut().expect("it runs").signal("STOP");
    }

    /// Lets it go on.
    ///
    /// # Panics
    /// If it does not run.
    pub fn thaw(&mut self) {
        self.process.as_mut().expect("it runs").signal("CONT");
    }

    /// Starts the server again on the same port.
    ///
    /// # Panics
    /// If it does not start, or runs.
    pub fn start_again(&mut self) {
        assert!(self.process.is_none(), "it runs");
        self.try_start().unwrap_or_else(|log| panic!("NATS does not start again: {log}"));
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // A frozen server would not hear that it has to end.
        if let Some(process) = &mut self.process {
            process.signal("CONT");
        }
        if self.process.take().is_none() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

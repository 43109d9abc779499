//! NATS.

use crate::process::{Process, find, folder, free_port};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;

const TRIES: u32 = 5;

/// What NATS has carried since it was started. Bytes are those of messages, without their subjects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages that were published.
    pub messages_in: u64,
    /// Messages that were handed on.
    pub messages_out: u64,
    /// Bytes that were published.
    pub bytes_in: u64,
    /// Bytes that were handed on.
    pub bytes_out: u64,
}

impl Traffic {
    /// What has been carried since an earlier moment.
    #[must_use]
    pub fn since(self, before: Traffic) -> Traffic {
        Traffic {
            messages_in: self.messages_in - before.messages_in,
            messages_out: self.messages_out - before.messages_out,
            bytes_in: self.bytes_in - before.bytes_in,
            bytes_out: self.bytes_out - before.bytes_out,
        }
    }
}

/// A NATS server that keeps nothing.
#[derive(Debug)]
pub struct Nats {
    process: Option<Process>,
    folder: PathBuf,
    port: u16,
    /// The port of its monitoring page.
    monitor: u16,
}

impl Nats {
    /// Starts a new server.
    ///
    /// # Panics
    /// If NATS is not installed or does not start; the text says which package is missing, or what its log says.
    #[must_use]
    pub fn start() -> Nats {
        let mut server = Nats { process: None, folder: folder("damka-nats-", None), port: 0, monitor: 0 };
        let mut tries = 0;
        loop {
            (server.port, server.monitor) = (free_port(), free_port());
            match server.try_start() {
                Ok(()) => return server,
                Err(log) if tries == TRIES => panic!("NATS does not start: {log}"),
                Err(_) => tries += 1,
            }
        }
    }

    fn try_start(&mut self) -> Result<(), String> {
        let program = find("nats-server", &[], "nats-server");
        let (port, monitor) = (self.port.to_string(), self.monitor.to_string());
        let program = program.to_str().ok_or("a path that is not UTF-8")?;
        let command = [program, "--addr", "127.0.0.1", "--port", &port, "--http_port", &monitor];
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

    /// What it has carried since it was started.
    ///
    /// # Panics
    /// If it is not running.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let told = self.ask("/varz").expect("NATS says how it is");
        let number = |name: &str| {
            let (_, rest) = told.split_once(&format!("\"{name}\":")).expect("a counter");
            let rest = rest.trim_start();
            let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().expect("a number")
        };
        Traffic {
            messages_in: number("in_msgs"),
            messages_out: number("out_msgs"),
            bytes_in: number("in_bytes"),
            bytes_out: number("out_bytes"),
        }
    }

    fn ask(&self, path: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.monitor))?;
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n")?;
        let mut told = String::new();
        stream.read_to_string(&mut told)?;
        Ok(told)
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
    /// If it is not running.
    pub fn freeze(&mut self) {
        self.process.as_mut().expect("it runs").signal("STOP");
    }

    /// Lets it continue.
    ///
    /// # Panics
    /// If it is not running.
    pub fn thaw(&mut self) {
        self.process.as_mut().expect("it runs").signal("CONT");
    }

    /// Starts the server again on the same port.
    ///
    /// # Panics
    /// If it does not start, or is running already.
    pub fn start_again(&mut self) {
        assert!(self.process.is_none(), "it runs");
        self.try_start().unwrap_or_else(|log| panic!("NATS does not start again: {log}"));
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // A frozen server would not receive the signal to end.
        if let Some(process) = &mut self.process {
            process.signal("CONT");
        }
        if self.process.take().is_none() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

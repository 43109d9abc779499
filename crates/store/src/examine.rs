//! What there is to know about a place where a club is or will be kept, for people who set it up. Nothing is changed there.

use crate::{Node, StoreError};
use std::path::Path;
use std::time::Duration;

/// A data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExaminedFolder {
    /// The version of its data; none if there are none.
    pub version: Option<usize>,
    /// The version of the data that this program writes.
    pub newest: usize,
    /// How large the file is, in bytes.
    pub size: u64,
    /// How many bytes can still be written, if the system says.
    pub free: Option<u64>,
    /// The process that has it open, as it describes itself.
    pub holder: Option<String>,
    /// A secret of the club, if it has one.
    pub secret: Option<String>,
}

/// A PostgreSQL server and a database on it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExaminedDatabase {
    /// The server's version, as 150008.
    pub server: u32,
    /// How texts are stored.
    pub encoding: String,
    /// Whether the server makes sure that what it confirms is on the disk.
    pub fsync: bool,
    /// Whether it can repair half-written pages after a power cut.
    pub full_page_writes: bool,
    /// What a commit waits for, on the club's connections.
    pub synchronous_commit: String,
    /// The names of the standbys that a commit waits for; empty if for none.
    pub standbys: String,
    /// How many connections the server allows, those reserved for administrators left out.
    pub most_connections: u32,
    /// How many there are.
    pub connections: u32,
    /// Whether tables can be made.
    pub may_create: bool,
    /// Whether the server is a standby, which does not accept writes.
    pub is_standby: bool,
    /// The version of the club's tables; 0 if there are none.
    pub version: i64,
    /// The version of the tables that this program uses.
    pub newest: i64,
    /// Whether the connection is encrypted.
    pub is_encrypted: bool,
    /// Whether the server is on this machine.
    pub is_local: bool,
    /// By how many milliseconds this machine's clock is ahead of the server's.
    pub ahead: i64,
    /// How long a commit takes: the median of several. None if it did not finish.
    pub commit: Option<Duration>,
    /// The nodes whose leases are valid.
    pub nodes: Vec<Node>,
    /// A secret of the club, if it has one.
    pub secret: Option<String>,
}

/// Looks at a data folder. `secret` names one of the club's.
///
/// # Errors
/// If the data cannot be read, are damaged, or come from a later version.
pub fn folder(folder: &Path, secret: &str) -> Result<ExaminedFolder, StoreError> {
    crate::sqlite::examine(folder, secret)
}

/// Looks at a database by its address. It takes a few seconds at most. `secret` names one of the club's.
///
/// # Errors
/// If the server cannot be reached or the address cannot be used.
pub fn database(address: &str, secret: &str) -> Result<ExaminedDatabase, StoreError> {
    crate::postgres::examine(address, secret)
}

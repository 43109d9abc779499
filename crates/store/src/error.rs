//! What can go wrong with a disk.

/// Why something could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The folder or the file cannot be written to.
    #[error("the data cannot be written to")]
    ReadOnly,
    /// The file is locked by something that is not this program, such as a tool for SQLite.
    #[error("another process uses the data")]
    Busy,
    /// Another process has opened the data folder: what it says about itself, its process id first.
    #[error("another process uses the data: {0}")]
    InUse(String),
    /// What should be written contradicts what is there: an event number that exists, a name that is taken.
    #[error("it contradicts what is kept")]
    Conflict,
    /// The data come from a later version of the program.
    #[error("the data come from a later version ({0})")]
    Newer(i64),
    /// The file is damaged or is something else.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// Anything else that the disk says.
    #[error("{0}")]
    Io(String),
    /// The database server cannot be reached, or does not answer. What was being written may be there or not.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// The node cannot confirm its lease, so it does not know whether anything that it writes counts.
    #[error("the lease of this node is not confirmed")]
    Unsure,
    /// The address of a database is not one that can be used.
    #[error("the address cannot be used: {0}")]
    Address(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode;
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => StoreError::ReadOnly,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
            Some(ErrorCode::ConstraintViolation) => StoreError::Conflict,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Io(error.to_string()),
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> StoreError {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
            _ => StoreError::Io(error.to_string()),
        }
    }
}

//! Errors of PostgreSQL.

use crate::StoreError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// An error that says that the connection is lost.
pub fn unreachable(why: impl std::fmt::Display) -> StoreError {
    StoreError::Unreachable(why.to_string())
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        let Some(told) = error.as_db_error() else {
            return match std::error::Error::source(&error) {
                // What is wrong with a connection says more than that it failed.
                Some(source) => unreachable(source),
                None => unreachable(error),
            };
        };
        let (code, message) = (told.code(), told.message());
        match *code {
            SqlState::DISK_FULL | SqlState::OUT_OF_MEMORY => StoreError::Full,
            SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::ReadOnly,
            SqlState::T_R_DEADLOCK_DETECTED | SqlState::T_R_SERIALIZATION_FAILURE | SqlState::LOCK_NOT_AVAILABLE => {
                StoreError::Busy
            }
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => StoreError::Damaged(message.to_owned()),
            SqlState::QUERY_CANCELED | SqlState::INSUFFICIENT_PRIVILEGE => unreachable(message),
            _ => match &code.code()[..2] {
                // Something that must be unique, or that something else refers to.
                "23" => StoreError::Conflict,
                // The connection, who may connect and to what, too many of them, a server that is going or coming.
                "08" | "28" | "3D" | "53" | "57" => unreachable(message),
                _ => StoreError::Io(format!("{message} ({})", code.code())),
            },
        }
    }
}

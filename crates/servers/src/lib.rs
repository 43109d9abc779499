//! Real servers for tests: PostgreSQL and NATS, from the system's packages.
//!
//! Each server has a temporary folder and a port of its own on 127.0.0.1. It ends when its handle is dropped, and also
//! when the process of the test is killed: a shell that holds the other end of a pipe ends it then.

mod nats;
mod postgres;
mod process;

pub use nats::{Nats, Traffic};
pub use postgres::Postgres;

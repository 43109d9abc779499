//! Stores on real files. One test program, so that it is linked once.

mod general;
mod migration;
mod postgres;
mod power;
#[cfg(unix)]
mod private;
#[cfg(unix)]
mod salvage;
mod sqlite;
mod transfer;

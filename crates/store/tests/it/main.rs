//! Stores on real files. One test program, so that it is linked once.

mod migration;
mod power;
#[cfg(unix)]
mod private;
#[cfg(unix)]
mod salvage;
mod sqlite;

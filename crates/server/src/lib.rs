//! People over the network.

pub mod api;

//! How we know that the rules are right. One test program, so that it is linked once; only what counts allocations
//! (`allocation.rs`) has a program of its own.

mod clauses;
mod games;
mod mutation;
mod perft;
mod positions;
mod properties;
mod public_api;
mod worst_cases;

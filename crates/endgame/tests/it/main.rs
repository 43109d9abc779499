//! Tables as others meet them. One test program, so that it is linked once.

mod brute;
mod common;
mod damage;
mod exercises;
mod facts;
mod library;
mod proofs;
mod verified;

//! Tables as others meet them. One test program, so that it is linked once.

mod brute;
mod common;
mod damage;
mod facts;
mod library;
mod proofs;
mod verified;

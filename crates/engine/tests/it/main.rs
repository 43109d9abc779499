//! The engine as others ask it. One test program, so that it is linked once.

mod endings;
mod hints;
mod levels;
mod search;
mod signature;

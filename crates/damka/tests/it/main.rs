//! The program as people and other programs meet it: the real binary. One test program, so that it is linked once.

mod analyse;
mod arbiter;
mod binary;
mod cli;
mod endgame;
mod hub;
mod matches;
mod pdn;

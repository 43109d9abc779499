//! The program as people and other programs meet it: the real binary. One test program, so that it is linked
//! once; only the tests that stop and kill servers (`crash.rs`, `outage.rs`) have programs of their own.

#[path = "../club/mod.rs"]
mod club;

mod analyse;
mod arbiter;
mod binary;
mod bot;
mod cli;
mod contest;
mod disk;
mod doctor;
mod endgame;
mod hub;
mod mail;
mod matches;
mod operate;
mod pdn;
mod person;
mod salvage;
mod serve;
mod store;
mod worker;

//! The club as people meet it over the network. One test program, so that it is linked once: a new file of tests is one more
//! line here. Only what counts the work of the whole process (`counted.rs`) has a program of its own.

#[path = "../house/mod.rs"]
mod house;

mod abuse;
mod addresses;
mod answers;
mod appends;
mod coaches;
mod connections;
mod contests;
mod crowds;
mod display;
mod endgame;
mod fair_play;
mod files;
mod fixture;
mod followers;
mod games;
mod health;
mod imports;
mod interop;
mod jobs;
mod keeper;
mod letters;
mod life;
mod mail;
mod nodes;
mod notices;
mod odds;
mod offers;
mod panics;
mod people;
mod private;
mod push;
mod school;
mod sessions;
mod talk;
mod teams;
mod trees;
mod turns;
mod vacations;
mod words;

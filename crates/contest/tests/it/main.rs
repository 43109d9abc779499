//! Whole contests, from the first entrant to the last result.

mod evening;
mod hands;
mod matches;
mod properties;
mod simul;

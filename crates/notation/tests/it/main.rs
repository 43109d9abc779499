//! Text in and out, as others use it. One test program, so that it is linked once.

mod any_text;
mod common;
mod pdn_hostile;
mod pdn_real;
mod pdn_round_trips;
mod pdn_syntax;
mod pdn_world;
mod round_trips;

//! What closed lists are in columns: numbers, which never change.

use crate::{OccupantKind, Part, Scope};
use damka_conduct::{Status, Worded};
use damka_rules::Colour;

pub fn status_number(status: Status) -> i64 {
    match status {
        Status::Waiting => 1,
        Status::Live => 2,
        Status::Over => 3,
    }
}

pub fn status_of(number: i64) -> Status {
    Status::ALL.iter().copied().find(|status| status_number(*status) == number).unwrap_or(Status::Over)
}

pub fn side_number(side: Colour) -> i64 {
    match side {
        Colour::White => 0,
        Colour::Black => 1,
    }
}

pub fn side_of(number: i64) -> Option<Colour> {
    Colour::ALL.into_iter().find(|side| side_number(*side) == number)
}

/// The columns `kind`, `level` and `seed`.
pub fn kind_numbers(kind: &OccupantKind) -> (i64, Option<u8>, Option<i64>) {
    match kind {
        OccupantKind::Person(_) => (0, None, None),
        OccupantKind::Computer { level, seed } => (1, Some(*level), Some(seed.cast_signed())),
    }
}

pub fn part_number(part: Part) -> i64 {
    match part {
        Part::Arbiter => 0,
        Part::Importer => 1,
        Part::Candidate => 2,
        Part::Guest => 3,
    }
}

pub fn part_of(number: i64) -> Option<Part> {
    Part::ALL.into_iter().find(|part| part_number(*part) == number)
}

pub fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::All => 0,
        Scope::Seat => 1,
        Scope::Secret => 2,
    }
}

/// A scope that this program does not know is nobody's to see.
pub fn scope_of(number: i64) -> Scope {
    [Scope::All, Scope::Seat].into_iter().find(|scope| scope_number(*scope) == number).unwrap_or(Scope::Secret)
}

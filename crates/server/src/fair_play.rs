//! Fair play: people may not ask the club's engine or tables about a position that they are playing against a person
//! now.
//!
//! A footprint is a hash of a placement and the facts of movement. It ignores the side to move, and is the same for the
//! board turned round with colours swapped. A live game between people keeps the footprints of its positions in its
//! listing. The start, including an opening that was drawn and agreed, leaves none: anyone may study it.

use crate::club::Club;
use crate::error::Failure;
use damka_conduct::{GameId, PersonId, Status, Table};
use damka_rules::{Colour, Game, Kind, Piece, Position, Ruleset};
use damka_store::GameFilter;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The maximum number of one person's live games that are checked.
const MOST_GAMES: u32 = 200;

/// The footprint of a placement.
fn footprint(ruleset: &Ruleset, position: &Position) -> u64 {
    let letter = |piece: Option<Piece>, turned: bool| match piece {
        None => 0_u8,
        Some(Piece { colour, kind }) => {
            1 + 2 * u8::from((colour == Colour::White) != turned) + u8::from(kind == Kind::King)
        }
    };
    let squares: Vec<Option<Piece>> = ruleset.board().squares().into_iter().map(|at| position.piece(at)).collect();
    let own: Vec<u8> = squares.iter().map(|piece| letter(*piece, false)).collect();
    let turned: Vec<u8> = squares.iter().rev().map(|piece| letter(*piece, true)).collect();
    let mut hasher = DefaultHasher::new();
    (ruleset.facts().movement, own.min(turned)).hash(&mut hasher);
    hasher.finish()
}

/// The starting positions of a game: by its rules, and as agreed.
fn starts(table: &Table) -> [u64; 2] {
    let spec = table.spec();
    let agreed = spec.first_position().unwrap_or_else(|_| spec.ruleset.start());
    [spec.ruleset.start(), agreed].map(|position| footprint(&spec.ruleset, &position))
}

/// The footprints of every position of a game except its start.
#[must_use]
pub fn footprints(table: &Table) -> Vec<u64> {
    let excepted = starts(table);
    along(table.game()).filter(|print| !excepted.contains(print)).collect()
}

/// Adds the position a game has reached, unless it is still the same one.
pub fn step(known: &mut Arc<Vec<u64>>, table: &Table) {
    let print = footprint(&table.spec().ruleset, table.game().position());
    if known.last() != Some(&print) && !starts(table).contains(&print) {
        Arc::make_mut(known).push(print);
    }
}

/// The footprints of every position in a line of play.
fn along(game: &Game) -> impl Iterator<Item = u64> + '_ {
    let before = game.played().iter().map(|played| played.before);
    before.chain(std::iter::once(*game.position())).map(|position| footprint(game.ruleset(), &position))
}

/// The positions about which a person gets no help now.
#[derive(Debug, Default)]
pub struct Forbidden(HashSet<u64>);

impl Forbidden {
    /// Returns a line of play if none of its positions is forbidden.
    ///
    /// # Errors
    /// If one of them is.
    pub fn check(&self, game: Game) -> Result<Game, Failure> {
        let is_free = self.0.is_empty() || !along(&game).any(|print| self.0.contains(&print));
        if is_free { Ok(game) } else { Err(Failure::PlayedNow) }
    }
}

/// The positions of a person's own live games against people.
///
/// # Errors
/// If the games cannot be read.
pub async fn forbidden(club: &Arc<Club>, person: &PersonId) -> Result<Forbidden, Failure> {
    let mut prints = HashSet::new();
    for id in own_live_games(club, person).await? {
        let listing = match club.listing(&id).await {
            Ok(listing) => listing,
            // It was withdrawn just now, or is damaged; either way it is not being played.
            Err(Failure::NoGame | Failure::Store(_)) => continue,
            Err(failure) => return Err(failure),
        };
        // The list also contains games in which the person is the arbiter.
        if listing.rows.roles(person).sides().next().is_some() {
            prints.extend(listing.footprints.iter());
        }
    }
    Ok(Forbidden(prints))
}

async fn own_live_games(club: &Club, person: &PersonId) -> Result<Vec<GameId>, Failure> {
    let person = person.clone();
    let filter = GameFilter { status: Some(Status::Live), limit: MOST_GAMES, ..GameFilter::default() };
    club.read(move |store| store.ids_of(&person, &filter)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_notation::fen;

    fn print(rules: &str, text: &str) -> u64 {
        let ruleset = Ruleset::from_line(rules).unwrap();
        footprint(&ruleset, &fen::read(text, &ruleset).unwrap())
    }

    #[test]
    fn a_footprint_is_the_placement_and_how_pieces_move() {
        let own = print("russian", "W:Wc3,Kg1:Bf6");
        assert_eq!(own, print("russian", "B:Wc3,Kg1:Bf6"), "either side to move");
        assert_eq!(own, print("russian", "W:Wc3:BKb8,f6"), "turned, with colours changed");
        assert_ne!(own, print("russian", "W:Wc3,g1:Bf6"), "a king is not a man");
        assert_ne!(own, print("russian", "W:Wc3,Kg1:Bh6"));
        assert_ne!(own, print("english", "W:Wc3,Kg1:Bf6"), "other moves");
    }
}

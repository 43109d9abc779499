//! Endings to practise: won against any defence inside the draw rules, chosen from the tables by kind.

use crate::game::TableGame;
use crate::material::Material;
use crate::proof::Verdict;
use crate::tables::Tables;
use crate::value::{Value, Wdl};
use damka_rules::{Board, Colour, Game, KingRange, Movers, Position, Ruleset, SquareSet, Victims};
use std::ops::RangeInclusive;

/// Where the single king of the defence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lone {
    Anywhere,
    /// Off the great road, which the other side owns.
    OffRoad,
    /// On the great road.
    OnRoad,
}

/// A kind of ending to practise. The side to move is White and wins.
#[derive(Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its name in addresses and catalogues.
    pub id: &'static str,
    boards: &'static [Board],
    /// The kings that it is for; none if it is for every game.
    king: Option<KingRange>,
    /// The pieces, the winner's first; one of them is chosen.
    materials: &'static [Material],
    lone: Lone,
    plies: RangeInclusive<u16>,
}

const fn material(men: [u8; 2], kings: [u8; 2]) -> Material {
    Material { men, kings }
}

const SMALL: &[Board] = &[Board::Eight];
const LARGE: &[Board] = &[Board::Ten];
const BOTH: &[Board] = &[Board::Eight, Board::Ten];
const FLYING: Option<KingRange> = Some(KingRange::Flying);
const SHORT: Option<KingRange> = Some(KingRange::Short);

/// Every kind, in the order in which they are offered.
static EXERCISES: &[Exercise] = &[
    Exercise {
        id: "three-kings",
        boards: SMALL,
        king: FLYING,
        materials: &[material([0, 0], [3, 1])],
        lone: Lone::OffRoad,
        plies: 7..=17,
    },
    // The textbook's way from any placement takes up to thirteen moves: first the triangle, then the sacrifices.
    Exercise {
        id: "petrov",
        boards: SMALL,
        king: FLYING,
        materials: &[material([0, 0], [3, 1])],
        lone: Lone::OffRoad,
        plies: 19..=25,
    },
    Exercise {
        id: "road-shot",
        boards: SMALL,
        king: FLYING,
        materials: &[material([0, 0], [3, 1])],
        lone: Lone::OnRoad,
        plies: 5..=9,
    },
    Exercise {
        id: "king-two-men",
        boards: SMALL,
        king: FLYING,
        materials: &[material([2, 0], [1, 1])],
        lone: Lone::OffRoad,
        plies: 9..=41,
    },
    Exercise {
        id: "king-against-men",
        boards: BOTH,
        king: FLYING,
        materials: &[material([0, 2], [1, 0])],
        lone: Lone::Anywhere,
        plies: 7..=41,
    },
    Exercise {
        id: "king-against-three",
        boards: BOTH,
        king: FLYING,
        materials: &[material([0, 3], [1, 0])],
        lone: Lone::Anywhere,
        plies: 9..=61,
    },
    Exercise {
        id: "kings-shot",
        boards: LARGE,
        king: FLYING,
        materials: &[material([0, 0], [2, 1]), material([0, 0], [3, 1])],
        lone: Lone::Anywhere,
        plies: 5..=21,
    },
    Exercise {
        id: "two-short-kings",
        boards: SMALL,
        king: SHORT,
        materials: &[material([0, 0], [2, 1])],
        lone: Lone::Anywhere,
        plies: 13..=33,
    },
    Exercise {
        id: "short-king-man",
        boards: SMALL,
        king: SHORT,
        materials: &[material([1, 0], [1, 1])],
        lone: Lone::Anywhere,
        plies: 13..=45,
    },
    // For every game, the strange ones too.
    Exercise {
        id: "three-pieces",
        boards: BOTH,
        king: None,
        materials: &[
            material([1, 1], [1, 0]),
            material([1, 0], [1, 1]),
            material([0, 1], [1, 1]),
            material([1, 1], [0, 1]),
            material([2, 1], [0, 0]),
            material([1, 2], [0, 0]),
            material([0, 2], [1, 0]),
        ],
        lone: Lone::Anywhere,
        plies: 7..=99,
    },
    Exercise {
        id: "four-pieces",
        boards: BOTH,
        king: None,
        materials: &[
            material([2, 2], [0, 0]),
            material([1, 2], [1, 0]),
            material([1, 1], [1, 1]),
            material([2, 1], [0, 1]),
            material([1, 3], [0, 0]),
            material([0, 2], [1, 1]),
            material([2, 0], [0, 2]),
        ],
        lone: Lone::Anywhere,
        plies: 9..=99,
    },
];

/// Positions tried before a kind is given up: there are kinds that a game does not have.
const TRIES: usize = 20_000;
/// Positions looked at to prove that draw rules leave time for the win.
const PROOF: usize = 40_000;

impl Exercise {
    /// The kinds that fit the rules of a game. Whether it has such positions the tables know.
    pub fn of(game: &TableGame) -> impl Iterator<Item = &'static Exercise> {
        let facts = *game.moves();
        let is_usual = facts.movers == Movers::Own && facts.victims == Victims::Enemy && !game.is_reversed();
        EXERCISES.iter().filter(move |exercise| {
            let king_fits = exercise.king.is_none_or(|king| is_usual && king == facts.king);
            king_fits && exercise.boards.contains(&facts.board)
        })
    }

    /// A position of this kind with White to move, another for every number; `None` if the tables have none. Nothing can
    /// be captured at once by either side, and White wins whatever Black does before a draw rule stops it.
    #[must_use]
    pub fn position(&self, tables: &Tables, ruleset: &Ruleset, number: u64) -> Option<Position> {
        let mut random = Steps(number);
        for _ in 0..TRIES {
            let material = self.materials[random.below(self.materials.len() as u64) as usize];
            let Some(size) = tables.positions(material) else { continue };
            let Some(position) = tables.nth(material, random.below(size)) else { continue };
            if self.fits(tables, ruleset, &position) {
                return Some(position);
            }
        }
        None
    }

    fn fits(&self, tables: &Tables, ruleset: &Ruleset, position: &Position) -> bool {
        let road = ruleset.board().great_road();
        let on_road = |kings: SquareSet| !kings.intersection(road).is_empty();
        let [own, lone] = Colour::ALL.map(|colour| on_road(position.kings(colour)));
        let stands_right = match self.lone {
            Lone::Anywhere => true,
            Lone::OffRoad => own && !lone,
            Lone::OnRoad => lone,
        };
        let is_quiet = |position: &Position| ruleset.legal_moves(position).iter().all(|mv| !mv.is_capture());
        stands_right
            && tables.probe_wdl(position) == Some(Wdl::Win)
            && tables.probe_distance(position).and_then(Value::plies).is_some_and(|plies| self.plies.contains(&plies))
            && is_quiet(position)
            && is_quiet(&position.with_turn(Colour::Black))
            && {
                let game = Game::from_position(*ruleset, *position);
                game.outcome().is_none() && tables.verdict(&game, PROOF) == Some(Verdict::Wins(Colour::White))
            }
    }
}

/// Numbers that look random, the same for the same seed (splitmix64).
struct Steps(u64);

impl Steps {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % most.max(1)
    }
}

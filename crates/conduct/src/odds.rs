//! The ladder of odds (A.mode.7): what a stronger player gives, by how many ranks stronger they are.
//!
//! Ranks are the steps of the computer's levels, from a beginner to a grandmaster, so the difference of two players is
//! a number from 0 to 9, whether they entered a rank or named a level that they play with. There are three ladders
//! ([`Kind`]), and a rung is given whole or not at all: a game that cannot express it does not have it.

use crate::clock::Control;
use crate::worded::worded;
use damka_rules::{Colour, Game, Movement, Position, ResultRule, Ruleset, Square};
use std::cmp::Reverse;

worded! {
    /// What a ladder of odds gives.
    pub enum Kind {
        /// Men and moves first of all, and time beside them.
        Mixed = "mixed",
        /// Men and moves: for a game without clocks.
        Board = "board",
        /// Time only.
        Time = "time",
    }
}

/// One rung of a ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rung {
    /// Men that are left out.
    pub men: u8,
    /// Moves that the weaker side has already made.
    pub moves: u8,
    /// A step of [`TIMES`].
    pub time: u8,
}

const fn rung(men: u8, moves: u8, time: u8) -> Rung {
    Rung { men, moves, time }
}

/// The largest difference that the ladders know; a larger one is treated as this one.
pub const MOST: u8 = 9;

/// The clocks of the stronger and of the weaker player. The first step means that the clocks are not part of the odds.
pub const TIMES: [[&str; 2]; MOST as usize + 1] = [
    ["15m", "15m"],
    ["12m", "15m"],
    ["10m", "15m"],
    ["8m", "15m"],
    ["6m", "15m"],
    ["5m", "15m"],
    ["4m", "15m"],
    ["3m", "15m"],
    ["2m", "15m"],
    ["1m", "15m"],
];

/// A man is worth more than moves, and moves are worth more than time, so each ladder rises from rung to rung.
const MIXED: [Rung; MOST as usize + 1] = [
    rung(0, 0, 0),
    rung(0, 0, 2),
    rung(0, 0, 5),
    rung(0, 2, 2),
    rung(1, 0, 0),
    rung(1, 0, 5),
    rung(2, 0, 0),
    rung(2, 0, 5),
    rung(3, 0, 5),
    rung(4, 0, 5),
];
const BOARD: [Rung; MOST as usize + 1] = [
    rung(0, 0, 0),
    rung(0, 1, 0),
    rung(0, 2, 0),
    rung(0, 3, 0),
    rung(1, 0, 0),
    rung(1, 2, 0),
    rung(2, 0, 0),
    rung(2, 2, 0),
    rung(3, 0, 0),
    rung(4, 0, 0),
];

/// At most this part of a side's men can be left out: a game must remain.
const LARGEST_PART: u32 = 3;

impl Kind {
    /// The rung for a difference of ranks.
    #[must_use]
    pub fn rung(self, difference: u8) -> Rung {
        let difference = difference.min(MOST);
        match self {
            Kind::Mixed => MIXED[usize::from(difference)],
            Kind::Board => BOARD[usize::from(difference)],
            Kind::Time => rung(0, 0, difference),
        }
    }
}

/// Odds that a player can give in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The stronger side.
    pub giver: Colour,
    /// What is given.
    pub rung: Rung,
    /// Whose men are left out: the giver's, or the opponent's where fewer men are an advantage.
    pub without: Colour,
    /// The squares of the men that are left out.
    pub men: Vec<Square>,
    /// The position to begin from, where moves were made already; the men are left out there too.
    pub start: Option<Position>,
    /// The clocks of White and Black, if they are part of the odds.
    pub clocks: Option<[Control; 2]>,
}

impl Odds {
    /// The odds of a ladder for a difference of ranks. Nothing if the players are equal, or if this game cannot express
    /// them.
    ///
    /// ```
    /// use damka_conduct::{Odds, OddsKind};
    /// use damka_notation::SquareNames;
    /// use damka_rules::{Colour, Ruleset};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let odds = Odds::of(&russian, OddsKind::Mixed, 7, Colour::White).unwrap();
    /// let names = SquareNames::of(&russian);
    /// assert_eq!(odds.men.iter().map(|man| names.name(*man)).collect::<Vec<_>>(), ["a1", "h2"]);
    /// assert_eq!(odds.clocks.unwrap().map(|clock| clock.to_string()), ["5m", "15m"]);
    /// ```
    #[must_use]
    pub fn of(ruleset: &Ruleset, kind: Kind, difference: u8, giver: Colour) -> Option<Odds> {
        let rung = kind.rung(difference);
        if rung == Rung::default() {
            return None;
        }
        let without = if fewer_is_better(ruleset) { giver.other() } else { giver };
        let men = men_to_leave_out(ruleset, without, rung.men)?;
        let set_up = set_up(ruleset, &men)?;
        let start = if rung.moves == 0 { None } else { Some(advanced(ruleset, set_up, giver.other(), rung.moves)?) };
        if rung.men + rung.moves > 0 && Game::from_position(*ruleset, start.unwrap_or(set_up)).outcome().is_some() {
            return None;
        }
        Some(Odds { giver, rung, without, men, start, clocks: clocks(rung.time, giver) })
    }

    /// The position that the game begins from.
    #[must_use]
    pub fn first_position(&self, ruleset: &Ruleset) -> Position {
        self.start.or_else(|| set_up(ruleset, &self.men)).unwrap_or_else(|| ruleset.start())
    }
}

fn set_up(ruleset: &Ruleset, men: &[Square]) -> Option<Position> {
    if men.is_empty() { Some(ruleset.start()) } else { ruleset.start_with_odds(men).ok() }
}

fn clocks(step: u8, giver: Colour) -> Option<[Control; 2]> {
    let texts = TIMES.get(usize::from(step)).filter(|_| step > 0)?;
    let [stronger, weaker] = texts.map(|text| text.parse::<Control>().ok());
    let (stronger, weaker) = (stronger?, weaker?);
    Some(if giver == Colour::White { [stronger, weaker] } else { [weaker, stronger] })
}

/// Whether a side that has fewer men is nearer to its goal: in a race, and where the aim is to lose all of them.
fn fewer_is_better(ruleset: &Ruleset) -> bool {
    matches!(ruleset.facts().movement, Movement::Race(_)) || ruleset.facts().result == ResultRule::Reversed
}

/// Men at the edges first, those of the last row before the others, in turn from the left and from the right, as their
/// owner sees the board. So two men always leave both wings alike, and Black's men are White's on the turned board.
fn men_to_leave_out(ruleset: &Ruleset, side: Colour, count: u8) -> Option<Vec<Square>> {
    let (board, men) = (ruleset.board(), ruleset.start().men(side));
    if u32::from(count) * LARGEST_PART > men.len() {
        return None;
    }
    let last = board.width() - 1;
    let own = |square: Square| {
        let (file, rank) = board.cell(square);
        if side == Colour::White { (file, rank) } else { (last - file, last - rank) }
    };
    let mut sorted: Vec<Square> = men.into_iter().collect();
    sorted.sort_by_key(|square| {
        let (file, rank) = own(*square);
        (file.min(last - file), rank, file)
    });
    let (left, right): (Vec<Square>, Vec<Square>) = sorted.into_iter().partition(|square| own(*square).0 * 2 < last);
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let mut chosen = Vec::with_capacity(usize::from(count));
    while chosen.len() < usize::from(count) {
        let wings = if chosen.len() % 2 == 0 { [&mut left, &mut right] } else { [&mut right, &mut left] };
        chosen.push(wings.into_iter().find_map(Iterator::next)?);
    }
    Some(chosen)
}

/// The position after a side has made quiet moves while the other one waited. Each move is the most central one after
/// which nobody can capture. Nothing where moves are not clearly an advantage, or where there are no such moves.
fn advanced(ruleset: &Ruleset, start: Position, side: Colour, moves: u8) -> Option<Position> {
    if ruleset.facts().result == ResultRule::Reversed {
        return None;
    }
    let board = ruleset.board();
    let first = start.to_move();
    let mut position = start;
    for _ in 0..moves {
        position = position.with_turn(side);
        let forward = |from: Square, to: Square| {
            let (from, to) = (board.cell(from).1, board.cell(to).1);
            if side == Colour::White { to > from } else { to < from }
        };
        let centred = |to: Square| Reverse((board.cell(to).0 * 2).abs_diff(board.width() - 1));
        let (_, after) = ruleset
            .legal_moves(&position)
            .into_iter()
            .filter(|mv| !mv.is_capture() && !mv.is_null() && position.pieces(side).contains(mv.from()))
            .filter(|mv| forward(mv.from(), mv.to()))
            .map(|mv| (centred(mv.to()), position.after(mv)))
            .filter(|(_, after)| is_quiet(ruleset, after))
            .reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        position = after;
    }
    Some(position.with_turn(first))
}

fn is_quiet(ruleset: &Ruleset, position: &Position) -> bool {
    Colour::ALL.iter().all(|side| !ruleset.legal_moves(&position.with_turn(*side)).iter().any(|mv| mv.is_capture()))
}

//! Random rules, positions and games for property tests.

use damka_rules::{
    Board, CATALOGUE, Choice, Colour, DrawKind, FactId, Kind, Movement, Piece, Position, Ruleset, Scope, Square,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

/// Every built-in kind of draughts.
#[must_use]
pub fn built_in() -> Vec<Ruleset> {
    let is_draughts = |ruleset: &&Ruleset| matches!(ruleset.facts().movement, Movement::Draughts(_));
    Ruleset::all().iter().filter(is_draughts).copied().collect()
}

/// A built-in kind of draughts, or a house game with any facts of movement.
pub fn draughts() -> impl Strategy<Value = Ruleset> {
    prop_oneof![select(built_in()), house_moves()]
}

/// A house game in which every fact of movement is chosen at random.
pub fn house_moves() -> impl Strategy<Value = Ruleset> {
    move_facts().prop_map(|facts| house(&facts))
}

/// A house game in which every fact is chosen at random.
pub fn house_game() -> impl Strategy<Value = Ruleset> {
    (move_facts(), named_game_facts(), start_text(), 0..100_u16, draw_ids()).prop_map(
        |(mut facts, named, start, agreement, draws)| {
            facts.extend(named);
            facts.push((FactId::AgreementAfter, agreement.to_string()));
            facts.push((FactId::Draws, if draws.is_empty() { "none".to_owned() } else { draws.join("+") }));
            if let Some(start) = start {
                facts.push((FactId::Start, start));
            }
            house(&facts)
        },
    )
}

fn house(facts: &[(FactId, String)]) -> Ruleset {
    let pairs = facts.iter().map(|(id, value)| (id.name(), value.as_str()));
    let house = Ruleset::named("house").expect("house is a ruleset");
    house.with(pairs).unwrap_or_else(|error| panic!("{facts:?}: {error:?}"))
}

type Values = Vec<(FactId, String)>;

/// A value for each of some facts that have named values.
fn values(ids: Vec<FactId>) -> impl Strategy<Value = Values> {
    vec(any::<Index>(), ids.len()).prop_map(move |picks| {
        let value = |(id, pick): (&FactId, Index)| (*id, (*pick.get(id.choices())).to_owned());
        ids.iter().zip(picks).map(value).collect()
    })
}

fn ids_of(scope: Scope) -> Vec<FactId> {
    FactId::ALL.iter().copied().filter(|id| id.scope() == scope && !id.choices().is_empty()).collect()
}

/// Facts of movement that do not contradict each other.
fn move_facts() -> impl Strategy<Value = Values> {
    values(ids_of(Scope::Draughts)).prop_map(|mut facts| {
        let is = |facts: &Values, id, value: &str| facts.iter().any(|(known, text)| *known == id && text == value);
        if is(&facts, FactId::Movers, "own") {
            let switches = [FactId::EnemyQuiet, FactId::EnemyCapture, FactId::EnemyDuty];
            facts.retain(|(id, _)| !switches.contains(id));
        }
        if is(&facts, FactId::ManCapture, "forward") && is(&facts, FactId::Crowning, "pass") {
            facts.retain(|(id, _)| *id != FactId::Crowning);
            facts.push((FactId::Crowning, "stop".to_owned()));
        }
        facts
    })
}

fn named_game_facts() -> impl Strategy<Value = Values> {
    values(ids_of(Scope::Game))
}

/// Rows of men, or men on squares that both boards have; `None` leaves the usual rows.
fn start_text() -> impl Strategy<Value = Option<String>> {
    let squares = select(vec!["w:a1,c3;b:h8", "w:c1;b:b6,d4,a7", "w:a3,b2,c1,g5;b:f6"]);
    prop_oneof![
        Just(None),
        (1..=3_u8).prop_map(|rows| Some(format!("rows:{rows}"))),
        squares.prop_map(|text| Some(text.to_owned())),
    ]
}

/// Ids of draw rules for draughts, no two of which count the same thing.
fn draw_ids() -> impl Strategy<Value = Vec<&'static str>> {
    let rules: Vec<_> = CATALOGUE
        .iter()
        .filter(|rule| !matches!(rule.kind, DrawKind::RepeatedMove(_) | DrawKind::Blockade))
        .enumerate()
        .filter(|(at, rule)| !CATALOGUE[..*at].iter().any(|earlier| earlier.kind == rule.kind))
        .map(|(_, rule)| rule.id)
        .collect();
    let most = rules.len().min(6);
    subsequence(rules, 0..=most)
}

/// A position on a board: from nearly empty to crowded, with few kings or many, men standing anywhere.
pub fn position(board: Board) -> impl Strategy<Value = Position> {
    let all: Vec<Square> = board.squares().into_iter().collect();
    let lattice: Vec<Square> = all.iter().copied().filter(|square| board.cell(*square).0 % 2 == 1).collect();
    let turn = prop_oneof![Just(Colour::White), Just(Colour::Black)];
    let crowded = all.len() * 3 / 4;
    let pieces = prop_oneof![
        3 => placed(all.clone(), 1..=6, 5),
        3 => placed(all.clone(), 5..=14, 3),
        2 => placed(all.clone(), 5..=14, 7),
        2 => placed(all, 12..=crowded, 2),
        // Pieces with room between them, so that captures are long and close loops.
        4 => placed(lattice, 4..=9, 4),
    ];
    (pieces, turn).prop_map(|(pieces, turn)| {
        let mut position = Position::empty(turn);
        for (square, piece) in pieces {
            position.set(square, Some(piece));
        }
        position
    })
}

/// Pieces on some of the squares; so many of ten are kings.
fn placed(
    squares: Vec<Square>,
    number: std::ops::RangeInclusive<usize>,
    kings: u8,
) -> impl Strategy<Value = Vec<(Square, Piece)>> {
    let number = *number.start()..=(*number.end()).min(squares.len());
    let side = (0..10_u8, 0..10_u8).prop_map(move |(colour, kind)| Piece {
        colour: if colour < 5 { Colour::White } else { Colour::Black },
        kind: if kind < kings { Kind::King } else { Kind::Man },
    });
    vec((select(squares), side), number)
}

/// A game: its rules, where it begins, and which of the legal moves is played each time.
#[derive(Clone, Debug)]
pub struct Play {
    /// The game.
    pub ruleset: Ruleset,
    /// Where it begins.
    pub position: Position,
    /// The choice among the legal moves, ply by ply.
    pub choices: Vec<Index>,
}

/// A game of at most `plies` plies from the starting position or a random one.
pub fn play(ruleset: impl Strategy<Value = Ruleset>, plies: usize) -> impl Strategy<Value = Play> {
    ruleset.prop_flat_map(move |ruleset| {
        let begins = prop_oneof![Just(ruleset.start()), position(ruleset.board())];
        (begins, vec(any::<Index>(), 0..=plies)).prop_map(move |(position, choices)| Play {
            ruleset,
            position,
            choices,
        })
    })
}

/// A position together with the rules it is played by.
pub fn situation(ruleset: impl Strategy<Value = Ruleset>) -> impl Strategy<Value = (Ruleset, Position)> {
    ruleset.prop_flat_map(|ruleset| (Just(ruleset), position(ruleset.board())))
}

/// Corners with any layout and directions.
pub fn corners() -> impl Strategy<Value = Ruleset> {
    (select(FactId::Layout.choices().to_vec()), select(FactId::Directions.choices().to_vec())).prop_map(
        |(layout, directions)| {
            let corners = Ruleset::named("corners").expect("corners is a ruleset");
            corners.with([("layout", layout), ("directions", directions)]).expect("options of corners")
        },
    )
}

/// A position of corners: any pieces anywhere, all of them men.
pub fn corners_position() -> impl Strategy<Value = Position> {
    let squares: Vec<Square> = Board::Full.squares().into_iter().collect();
    (placed(squares, 1..=60, 0), any::<bool>()).prop_map(|(pieces, white)| {
        let mut position = Position::empty(if white { Colour::White } else { Colour::Black });
        for (square, piece) in pieces {
            position.set(square, Some(piece));
        }
        position
    })
}

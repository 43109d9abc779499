//! Boards, moves and endings as the page gets them.

use crate::api::{
    BoardView, BySide, CellText, CellView, ClockView, CounterView, EndingView, FactView, HandView, LegalMove, MoveView,
    PieceLetter, RulesetView,
};
use damka_conduct::clock::Reading;
use damka_conduct::{Ending, GameSpec, PhysicalBoard};
use damka_notation::moves::{self, MoveTable};
use damka_notation::{Cell, SquareNames, fen};
use damka_rules::{
    Choice, Colour, DrawKind, FactId, Game, Kind, Move, Piece, Played, Position, Progress, Ruleset, Square,
    SquareColour, SquareSet,
};
use damka_words::Words;
use std::collections::{BTreeMap, HashSet};

/// How many ways of one capture are told; a position made for the purpose has thousands.
const MOST_PATHS: usize = 4;
/// The maximum number of legal moves listed. No game ever played has had this many.
const MOST_LEGAL: usize = 400;
/// The maximum number of squares listed for alternative paths in total, not counting the first path of each move.
const MOST_SQUARES: usize = 2000;

/// A board to draw.
#[must_use]
pub fn board(ruleset: &Ruleset) -> BoardView {
    let names = SquareNames::of(ruleset);
    let width = names.board().width();
    let cell = |at: u8| {
        let cell = Cell { column: at % width, row: at / width };
        let name = names.name_at(cell).into();
        CellView { name, column: cell.column, row: cell.row, played: names.square(cell).is_some() }
    };
    BoardView {
        width,
        dark: ruleset.conventions().squares == SquareColour::Dark,
        algebraic: names.is_algebraic(),
        cells: (0..width * width).map(cell).collect(),
    }
}

/// A ruleset with its facts.
#[must_use]
pub fn ruleset(ruleset: &Ruleset, words: &Words) -> RulesetView {
    let fact = |id: &FactId| {
        let value = ruleset.get(*id)?;
        let value_name = words.fact_value_of(*id, ruleset).unwrap_or_else(|| value.clone());
        Some(FactView { id: id.name().to_owned(), name: words.fact(*id), value, value_name })
    };
    let [clock, _] = &GameSpec::new(*ruleset).clocks;
    RulesetView {
        id: ruleset.id().to_owned(),
        line: ruleset.line(),
        name: words.ruleset_name(ruleset),
        about: words.ruleset_about(ruleset),
        board: board(ruleset),
        group: ruleset.group().into(),
        start: fen::write(&ruleset.start(), ruleset),
        placement: placement(ruleset, &ruleset.start()),
        first: ruleset.start().to_move().into(),
        first_is_agreed: ruleset.first_is_agreed(),
        played_as: played_as(ruleset).id().to_owned(),
        clock: clock.to_string(),
        clock_text: words.control(clock),
        facts: FactId::ALL.iter().filter_map(fact).collect(),
    }
}

/// The first game of the same group that is played alike; the others are the same game by another rule book.
fn played_as(ruleset: &Ruleset) -> &Ruleset {
    let is_alike = |other: &&Ruleset| other.group() == ruleset.group() && other.plays_like(ruleset);
    Ruleset::all().iter().find(is_alike).unwrap_or(ruleset)
}

fn letter(piece: Piece) -> PieceLetter {
    match (piece.colour, piece.kind) {
        (Colour::White, Kind::Man) => PieceLetter::WhiteMan,
        (Colour::White, Kind::King) => PieceLetter::WhiteKing,
        (Colour::Black, Kind::Man) => PieceLetter::BlackMan,
        (Colour::Black, Kind::King) => PieceLetter::BlackKing,
    }
}

/// The piece of a letter.
#[must_use]
pub fn piece(letter: PieceLetter) -> Piece {
    let (colour, kind) = match letter {
        PieceLetter::WhiteMan => (Colour::White, Kind::Man),
        PieceLetter::WhiteKing => (Colour::White, Kind::King),
        PieceLetter::BlackMan => (Colour::Black, Kind::Man),
        PieceLetter::BlackKing => (Colour::Black, Kind::King),
    };
    Piece { colour, kind }
}

/// The pieces of a board as they really stand.
#[must_use]
pub fn pieces(board: &PhysicalBoard) -> BTreeMap<CellText, PieceLetter> {
    let names = board.names();
    board.pieces().map(|(cell, piece)| (names.name_at(cell).into(), letter(piece))).collect()
}

/// What stands on each cell, one letter a cell, in the order of a board's cells. Lists and moves have it beside the FEN,
/// because it is drawn without being read, and is shorter than the pieces by name.
#[must_use]
pub fn placement(ruleset: &Ruleset, position: &Position) -> String {
    let names = SquareNames::of(ruleset);
    let width = names.board().width();
    let sign = |at: u8| {
        let square = names.square(Cell { column: at % width, row: at / width })?;
        Some(match letter(position.piece(square)?) {
            PieceLetter::WhiteMan => 'w',
            PieceLetter::WhiteKing => 'W',
            PieceLetter::BlackMan => 'b',
            PieceLetter::BlackKing => 'B',
        })
    };
    (0..width * width).map(|at| sign(at).unwrap_or('-')).collect()
}

/// Whether the player begins who usually moves second.
#[must_use]
pub fn second_begins(ruleset: &Ruleset, start: &Position) -> bool {
    start.to_move() != ruleset.facts().first
}

/// The piece under a hand.
#[must_use]
pub fn hand(board: &PhysicalBoard, (by, cell, piece, air): (Colour, Cell, Piece, bool)) -> HandView {
    HandView { by: by.into(), cell: board.names().name_at(cell).into(), piece: letter(piece), air }
}

fn named(names: SquareNames, squares: &[Square]) -> Vec<CellText> {
    squares.iter().map(|square| names.name(*square).into()).collect()
}

/// The names of a set of squares.
#[must_use]
pub fn cell(ruleset: &Ruleset, cell: Cell) -> CellText {
    SquareNames::of(ruleset).name_at(cell).into()
}

/// The names of squares.
#[must_use]
pub fn squares(ruleset: &Ruleset, set: SquareSet) -> Vec<CellText> {
    let names = SquareNames::of(ruleset);
    set.into_iter().map(|square| names.name(square).into()).collect()
}

/// The legal moves shown for a position, and how many are left out.
pub type Shown = (Vec<LegalMove>, Option<u32>);

/// The legal moves to show, given all of them. A position made for the purpose has thousands; then some are left out
/// that start and end on the same squares as others. They remain legal, and can be played by giving their squares.
#[must_use]
pub fn legal_moves(ruleset: &Ruleset, position: &Position, legal: &[Move]) -> Shown {
    let table = MoveTable::of_legal(ruleset, position, legal.to_vec());
    let chosen = (legal.len() > MOST_LEGAL).then(|| different_ends_first(legal));
    let shown = chosen.as_deref().unwrap_or(legal);
    let mut room = MOST_SQUARES;
    let paths = ruleset.all_paths(position, shown, MOST_PATHS);
    let view = |(mv, mut paths): (&Move, Vec<Vec<Square>>)| {
        let path = if paths.is_empty() { Vec::new() } else { paths.remove(0) };
        let others = paths.into_iter().take_while(|other| {
            let has_room = other.len() <= room;
            room = room.saturating_sub(other.len());
            has_room
        });
        let others = others.collect::<Vec<_>>();
        described(ruleset, &table, *mv, &path, &others)
    };
    let moves = shown.iter().zip(paths).map(view).collect();
    (moves, chosen.map(|chosen| (legal.len() - chosen.len()) as u32))
}

/// Selects the moves to show: one for each start and end, then others in order while there is room.
fn different_ends_first(legal: &[Move]) -> Vec<Move> {
    let mut ends = HashSet::new();
    let is_new = |at: &usize| legal.get(*at).is_some_and(|mv| ends.insert((mv.from(), mv.to())));
    let (mut order, others): (Vec<usize>, Vec<usize>) = (0..legal.len()).partition(is_new);
    order.extend(others);
    order.truncate(MOST_LEGAL);
    order.sort_unstable();
    order.into_iter().filter_map(|at| legal.get(at).copied()).collect()
}

/// One legal move.
#[must_use]
pub fn legal_move(ruleset: &Ruleset, position: &Position, table: &MoveTable, mv: Move) -> LegalMove {
    let mut paths = ruleset.paths(position, mv, MOST_PATHS);
    let others = if paths.is_empty() { Vec::new() } else { paths.split_off(1) };
    described(ruleset, table, mv, &paths.pop().unwrap_or_default(), &others)
}

fn described(ruleset: &Ruleset, table: &MoveTable, mv: Move, path: &[Square], others: &[Vec<Square>]) -> LegalMove {
    let names = SquareNames::of(ruleset);
    LegalMove {
        text: table.long_on(mv, path),
        path: named(names, path),
        other_paths: others.iter().map(|path| named(names, path)).collect(),
        captures: squares(ruleset, mv.captured()),
        promotes: mv.promotes(),
    }
}

/// A move that was made, and the position it led to.
#[must_use]
pub fn played(ruleset: &Ruleset, ply: usize, played: &Played, after: &Position) -> MoveView {
    let names = SquareNames::of(ruleset);
    let legal = played.legal();
    let mv = played.mv();
    MoveView {
        ply: ply as u32,
        by: played.before.to_move().into(),
        text: moves::played(ruleset, played).unwrap_or_default(),
        path: legal.map(|ply| named(names, &ply.path)).unwrap_or_default(),
        captures: mv.map(|mv| squares(ruleset, mv.captured())).unwrap_or_default(),
        promotes: mv.is_some_and(|mv| mv.promotes()),
        fen: fen::write(after, ruleset),
        placement: placement(ruleset, after),
        spoken: None,
    }
}

/// A legal move that nobody has made in a game, and the position it leads to.
#[must_use]
pub fn step(ruleset: &Ruleset, ply: usize, before: &Position, mv: Move) -> MoveView {
    let LegalMove { text, path, captures, promotes, .. } =
        legal_move(ruleset, before, &MoveTable::new(ruleset, before), mv);
    MoveView { text, path, captures, promotes, ..setup(ruleset, ply, before, &before.after(mv)) }
}

/// A position that was set up in the place of a move.
#[must_use]
pub fn setup(ruleset: &Ruleset, ply: usize, before: &Position, after: &Position) -> MoveView {
    MoveView {
        ply: ply as u32,
        by: before.to_move().into(),
        text: String::new(),
        path: Vec::new(),
        captures: Vec::new(),
        promotes: false,
        fen: fen::write(after, ruleset),
        placement: placement(ruleset, after),
        spoken: None,
    }
}

/// Every move of a game.
#[must_use]
pub fn moves(game: &Game) -> Vec<MoveView> {
    let plies = game.played();
    let after = |at: usize| plies.get(at + 1).map_or(game.position(), |next| &next.before);
    plies.iter().enumerate().map(|(at, ply)| played(game.ruleset(), at + 1, ply, after(at))).collect()
}

/// Whether a draw rule has begun to count.
#[must_use]
pub fn has_begun(progress: &Progress) -> bool {
    match progress.rule.kind {
        DrawKind::Counted(_) => progress.count > 0,
        _ => progress.count > 1,
    }
}

/// How far draw rules have come.
#[must_use]
pub fn counters(progress: &[Progress], ruleset: &Ruleset, words: &Words) -> Vec<CounterView> {
    let view = |progress: &Progress| CounterView {
        id: progress.rule.id.to_owned(),
        text: words.progress(progress),
        rule: words.draw_rule(progress.rule),
        citation: words.draw_citation(progress.rule, ruleset),
        count: progress.count.into(),
        full: progress.full.into(),
        on_claim: progress.on_claim,
    };
    progress.iter().filter(|progress| has_begun(progress)).map(view).collect()
}

/// What a clock shows.
#[must_use]
pub fn clock(reading: &Reading) -> ClockView {
    ClockView {
        remaining: reading.remaining.map(|time| time.0),
        delay: (!reading.delay.is_zero()).then_some(reading.delay.0),
        moves_left: reading.moves_left.filter(|_| reading.remaining.is_some()),
        periods: reading.byoyomi.map(|periods| periods.left),
        period: reading.byoyomi.map(|periods| periods.time.0),
    }
}

/// How a game ended.
#[must_use]
pub fn ending(ending: &Ending, ruleset: &Ruleset, words: &Words) -> EndingView {
    EndingView {
        winner: ending.winner().map(Into::into),
        reason: ending.kind().into(),
        text: words.ending(ending, ruleset),
        citation: words.ending_citation(ending, ruleset),
        counts: ending.counts(),
    }
}

/// The clocks of a spec, as text.
#[must_use]
pub fn clocks(spec: &GameSpec) -> BySide<String> {
    BySide::each(|side| spec.clocks[side as usize].to_string())
}

//! Example positions. Each is tried with the game's own rules and kept only if its point shows there.
//!
//! Squares are named as the rules name them, with the played corner at a1; names and pictures turn them round later.

use super::Diagram;
use crate::Words;
use crate::lists::Join;
use damka_notation::SquareNames;
use damka_notation::diagram::{Arrow, Mark};
use damka_notation::moves::MoveTable;
use damka_rules::{
    Board, Colour, Crowning, Kind, KingRange, Move, MoveFacts, MoveList, Movement, Piece, Position, Priority, Ruleset,
    Square, SquareSet, YesNo,
};

/// A position with White to move, tried with a game's rules.
struct Trial<'a> {
    words: &'a Words,
    ruleset: &'a Ruleset,
    position: Position,
    legal: Vec<Move>,
}

/// Whose pieces stand where: `K` before a square is a king. On the large board, `Near` squares stay and `Far` ones move
/// up with the last row.
#[derive(Clone, Copy)]
enum Place {
    Near,
    Far,
}

impl<'a> Trial<'a> {
    fn new(words: &'a Words, ruleset: &'a Ruleset, place: Place, white: &str, black: &str) -> Trial<'a> {
        let board = ruleset.board();
        let mut position = Position::empty(Colour::White);
        for (colour, squares) in [(Colour::White, white), (Colour::Black, black)] {
            for text in squares.split_whitespace() {
                let (kind, name) = text.strip_prefix('K').map_or((Kind::Man, text), |name| (Kind::King, name));
                if let Some(square) = square(board, place, name) {
                    position.set(square, Some(Piece { colour, kind }));
                }
            }
        }
        let legal = ruleset.legal_moves(&position);
        Trial { words, ruleset, position, legal }
    }

    fn square(&self, place: Place, name: &str) -> Option<Square> {
        square(self.ruleset.board(), place, name)
    }

    /// The legal moves of the piece on a square.
    fn from(&self, place: Place, name: &str) -> Vec<Move> {
        let from = self.square(place, name);
        self.legal.iter().copied().filter(|mv| !mv.is_null() && Some(mv.from()) == from).collect()
    }

    /// What would be legal with other facts.
    fn with(&self, facts: MoveFacts) -> Vec<Move> {
        moves_with(facts, &self.position)
    }

    /// The picture, if there are moves to show.
    fn show(&self, id: &str, moves: &[Move]) -> Option<Diagram> {
        if moves.is_empty() {
            return None;
        }
        let mut moves = moves.to_vec();
        moves.sort_by_key(|mv| [mv.from(), mv.to()].map(|square| place_of(self.ruleset, square)));
        let table = MoveTable::new(self.ruleset, &self.position);
        let written: Vec<String> = moves.iter().map(|mv| table.full_path(*mv)).collect();
        let count = moves.first().map_or(0, |mv| mv.captured().len());
        let variables = [("moves", self.words.list(&written, Join::Comma).into()), ("count", count.into())];
        let arrows = moves.iter().flat_map(|mv| self.arrows(*mv)).fold(Vec::new(), |mut all, arrow| {
            if !all.contains(&arrow) {
                all.push(arrow);
            }
            all
        });
        Some(Diagram {
            position: self.position,
            moves,
            arrows,
            marks: Vec::new(),
            caption: self.words.say(id, &variables),
            description: self.words.position(&self.position, self.ruleset),
        })
    }

    fn arrows(&self, mv: Move) -> Vec<Arrow> {
        let path = self.ruleset.paths(&self.position, mv, 1).pop().unwrap_or_default();
        path.windows(2).map(|leg| Arrow { from: leg[0], to: leg[1] }).collect()
    }
}

fn square(board: Board, place: Place, name: &str) -> Option<Square> {
    let square = board.named(name)?;
    match place {
        Place::Near => Some(square),
        Place::Far => {
            let (file, rank) = board.cell(square);
            board.square(file, rank + board.width().checked_sub(8)?)
        }
    }
}

/// Where a square stands in the order in which the game lists its squares.
fn place_of(ruleset: &Ruleset, square: Square) -> Option<usize> {
    SquareNames::of(ruleset).in_order().position(|other| other == square)
}

fn moves_with(facts: MoveFacts, position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    Movement::Draughts(facts).moves_into(position, &mut list);
    list.to_vec()
}

fn all_capture(moves: &[Move], count: u32) -> bool {
    !moves.is_empty() && moves.iter().all(|mv| mv.captured().len() == count)
}

/// How men and kings move.
pub(super) fn of_moves(words: &Words, ruleset: &Ruleset) -> Vec<Diagram> {
    let man = || {
        let trial = Trial::new(words, ruleset, Place::Near, "c3", "");
        trial.show("example-man-step", &trial.legal)
    };
    let king = || {
        let trial = Trial::new(words, ruleset, Place::Near, "Kd4", "");
        let is_flying = trial.legal.len() > 4;
        let id = if is_flying { "example-king-flying" } else { "example-king-short" };
        let mut diagram = trial.show(id, &trial.legal)?;
        if is_flying {
            diagram.arrows.clear();
            diagram.marks = trial.legal.iter().map(|mv| (mv.to(), Mark::Dot)).collect();
        }
        Some(diagram)
    };
    [man(), king()].into_iter().flatten().collect()
}

/// How men and kings capture.
pub(super) fn of_captures(words: &Words, ruleset: &Ruleset, facts: MoveFacts) -> Vec<Diagram> {
    let near = |white, black| Trial::new(words, ruleset, Place::Near, white, black);
    let far = |white, black| Trial::new(words, ruleset, Place::Far, white, black);
    let mut found: Vec<Option<Diagram>> = Vec::new();

    let trial = near("d4", "e3");
    let moves = trial.from(Place::Near, "d4");
    let id = if all_capture(&moves, 1) { "example-man-backward-yes" } else { "example-man-backward-no" };
    found.push(trial.show(id, &moves));

    if facts.men_take_kings == YesNo::No {
        let trial = near("c3", "Kd4");
        let moves = trial.from(Place::Near, "c3");
        found.push(if all_capture(&moves, 0) { trial.show("example-man-takes-king-no", &moves) } else { None });
    }

    let trial = near("c3", "d4 d6");
    let moves = trial.from(Place::Near, "c3");
    found.push(if all_capture(&moves, 2) { trial.show("example-man-chain", &moves) } else { None });

    if facts.king == KingRange::Flying {
        let trial = near("Ka1", "d4");
        let moves = trial.from(Place::Near, "a1");
        let several = all_capture(&moves, 1) && moves.len() > 1;
        found.push(if several { trial.show("example-king-jump-flying", &moves) } else { None });
        let trial = near("Ka1", "d4 e7");
        let moves = trial.from(Place::Near, "a1");
        found.push(if all_capture(&moves, 2) { trial.show("example-king-goes-on", &moves) } else { None });
    } else {
        let trial = near("Kd4", "c3 g7");
        let moves = trial.from(Place::Near, "d4");
        let one = all_capture(&moves, 1) && moves.len() == 1;
        found.push(if one { trial.show("example-king-jump-short", &moves) } else { None });
    }

    found.push(in_passing(&far("b6", "c7 e7"), facts));
    found.push(stopped_in_passing(&far("b6", "c7 f6"), facts));
    let circles = [near("Kb6", "c5 f4 g7 e7"), near("Kc3", "d4 f4 f2 d2")];
    found.push(circles.iter().find_map(|trial| turkish(trial, facts)));

    let trial = near("b2 c3", "");
    let eats_own = |mv: &&Move| !trial.position.pieces(Colour::White).intersection(mv.captured()).is_empty();
    let moves: Vec<Move> = trial.legal.iter().filter(eats_own).copied().collect();
    found.push(trial.show("example-own", &moves));
    found.into_iter().flatten().collect()
}

/// A man that captures across the last row.
fn in_passing(trial: &Trial<'_>, facts: MoveFacts) -> Option<Diagram> {
    let moves = trial.from(Place::Far, "b6");
    let promotes = moves.iter().all(|mv| mv.promotes());
    let id = match facts.crowning {
        Crowning::Continue if all_capture(&moves, 2) && promotes => "example-passing-continue",
        Crowning::Pass if all_capture(&moves, 2) && !promotes => "example-passing-pass",
        Crowning::Stop if all_capture(&moves, 1) && promotes => "example-passing-stop",
        _ => return None,
    };
    trial.show(id, &moves)
}

/// A man that stops on the last row where only a king could capture on.
fn stopped_in_passing(trial: &Trial<'_>, facts: MoveFacts) -> Option<Diagram> {
    let moves = trial.from(Place::Far, "b6");
    let as_king = trial.with(MoveFacts { crowning: Crowning::Continue, ..facts });
    let stops = all_capture(&moves, 1) && moves.iter().all(|mv| mv.promotes());
    let shows = facts.crowning == Crowning::Pass && stops && as_king.iter().any(|mv| mv.captured().len() == 2);
    if shows { trial.show("example-passing-pass-end", &moves) } else { None }
}

/// A capture that must stop before a piece it has jumped already. The longest one is shown.
fn turkish(trial: &Trial<'_>, facts: MoveFacts) -> Option<Diagram> {
    let free = MoveFacts { priority: Priority::Free, ..facts };
    let is_stopped = |mv: &&Move| {
        let mut ended = trial.position;
        let piece = ended.piece(mv.from());
        ended.set(mv.from(), None);
        ended.set(mv.to(), piece);
        let again = moves_with(free, &ended);
        let jumped_again =
            |next: &Move| first_victim(trial.ruleset, &ended, *next).is_some_and(|over| mv.captured().contains(over));
        again.iter().any(|next| next.from() == mv.to() && jumped_again(next))
    };
    let longest = trial.legal.iter().filter(|mv| mv.captured().len() > 2).filter(is_stopped);
    let longest = longest.max_by_key(|mv| mv.captured().len()).copied()?;
    trial.show("example-turkish", &[longest])
}

fn first_victim(ruleset: &Ruleset, position: &Position, mv: Move) -> Option<Square> {
    let board = ruleset.board();
    let path = ruleset.paths(position, mv, 1).pop();
    let Some(&[from, next, ..]) = path.as_deref() else { return mv.captured().first() };
    let (from, to) = (board.cell(from), board.cell(next));
    let between = |square: &Square| {
        let (file, rank) = board.cell(*square);
        let inside = |at: u8, a: u8, b: u8| a.min(b) < at && at < a.max(b);
        inside(file, from.0, to.0) && inside(rank, from.1, to.1) && file.abs_diff(from.0) == rank.abs_diff(from.1)
    };
    mv.captured().into_iter().find(between)
}

/// Which capture must be made.
pub(super) fn of_choice(words: &Words, ruleset: &Ruleset, facts: MoveFacts) -> Vec<Diagram> {
    let near = |white, black| Trial::new(words, ruleset, Place::Near, white, black);
    let free = MoveFacts { priority: Priority::Free, ..facts };
    let starts = |moves: &[Move]| moves.iter().map(|mv| mv.from()).collect::<SquareSet>();
    let mut found: Vec<Option<Diagram>> = Vec::new();

    let trial = near("a3 e3", "b4 f4 f6");
    let [one, two] = ["a3", "e3"].map(|name| trial.from(Place::Near, name));
    let is_free = all_capture(&one, 1) && all_capture(&two, 2);
    let is_most = one.is_empty() && all_capture(&two, 2) && trial.with(free).iter().any(|mv| mv.captured().len() == 1);
    let id = if is_most { "example-choice-most" } else { "example-choice-free" };
    found.push(if is_free || is_most { trial.show(id, &[one, two].concat()) } else { None });

    let trial = near("a3 Ke3", "b4 f4");
    let [man, king] = ["a3", "e3"].map(|name| trial.from(Place::Near, name));
    let could = starts(&trial.with(free)).len() == 2;
    let must = man.is_empty() && all_capture(&king, 1) && could;
    found.push(if must { trial.show("example-choice-king", &king) } else { None });

    let trial = near("Kd4", "c5 Ke5");
    let kings = trial.position.kings(Colour::Black);
    let takes_king = |mv: &Move| mv.captured() == kings;
    let could = trial.with(free).iter().any(|mv| !takes_king(mv));
    let must = all_capture(&trial.legal, 1) && trial.legal.iter().all(takes_king) && could;
    found.push(if must { trial.show("example-choice-kings", &trial.legal) } else { None });
    found.into_iter().flatten().collect()
}

/// Moving the opponent's pieces.
pub(super) fn of_enemy(words: &Words, ruleset: &Ruleset) -> Vec<Diagram> {
    let near = |white, black| Trial::new(words, ruleset, Place::Near, white, black);
    let mut found: Vec<Option<Diagram>> = Vec::new();

    let trial = near("c3", "f6");
    let quiet = all_capture(&trial.legal, 0) && !trial.from(Place::Near, "f6").is_empty();
    found.push(if quiet { trial.show("example-enemy-quiet", &trial.legal) } else { None });

    let trial = near("c3", "d4 e5");
    let moves = trial.from(Place::Near, "d4");
    let only = all_capture(&trial.legal, 1) && moves == trial.legal;
    found.push(if only { trial.show("example-enemy-capture-own", &moves) } else { None });

    let trial = near("d4 a1", "c3 h8");
    let moves = trial.from(Place::Near, "d4");
    let only = all_capture(&trial.legal, 1) && moves == trial.legal;
    found.push(if only { trial.show("example-enemy-capture", &moves) } else { None });
    found.into_iter().flatten().collect()
}

/// Steps and jumps of corners.
pub(super) fn of_race(words: &Words, ruleset: &Ruleset) -> Vec<Diagram> {
    let step = Trial::new(words, ruleset, Place::Near, "d4", "");
    let jump = Trial::new(words, ruleset, Place::Near, "a1 a2 b3", "d3");
    let end = jump.square(Place::Near, "e3");
    let several = |mv: &&Move| Some(mv.to()) == end && jump.arrows(**mv).len() > 2;
    let jumps: Vec<Move> = jump.from(Place::Near, "a1").iter().filter(several).copied().collect();
    let found = [step.show("example-race-step", &step.legal), jump.show("example-race-jump", &jumps)];
    found.into_iter().flatten().collect()
}

/// A quiet move and a capture as a game writes them.
pub(crate) fn sample_moves(ruleset: &Ruleset) -> [String; 2] {
    let board = ruleset.board();
    let placed = |pieces: &[(&str, Colour)]| {
        let mut position = Position::empty(Colour::White);
        for (name, colour) in pieces {
            if let Some(square) = board.named(name) {
                position.set(square, Some(Piece { colour: *colour, kind: Kind::Man }));
            }
        }
        position
    };
    let lone = placed(&[("c3", Colour::White)]);
    let pair = placed(&[("c3", Colour::White), ("d4", Colour::Black)]);
    let written = |position: &Position, wanted: &dyn Fn(&Move) -> bool| {
        let table = MoveTable::new(ruleset, position);
        let is_own = |mv: &Move| position.pieces(position.to_move()).contains(mv.from());
        let mut moves: Vec<Move> = table.legal().iter().copied().filter(|mv| is_own(mv) && wanted(mv)).collect();
        moves.sort_by_key(|mv| [mv.from(), mv.to()].map(|square| place_of(ruleset, square)));
        moves.get(moves.len() / 2).map(|mv| table.long(*mv))
    };
    let quiet = [ruleset.start(), lone].iter().find_map(|position| written(position, &|mv| !mv.is_capture()));
    let quiet = quiet.unwrap_or_default();
    let capture = written(&pair, &|mv| mv.is_capture()).unwrap_or_else(|| quiet.clone());
    [quiet, capture]
}

//! Whether a case holds.

use super::{Case, Expected};
use damka_notation::{SquareNames, fen};
use damka_rules::{
    Board, Choice, EndReason, Game, Move, MoveList, Movement, Outcome, Position, Ruleset, Setup, Square, SquareSet,
};
use std::collections::BTreeSet;

/// What tells one move from another.
type Key = (Square, Square, SquareSet, bool);

fn key(mv: Move) -> Key {
    (mv.from(), mv.to(), mv.captured(), mv.promotes())
}

/// Follows a path of a draughts piece over the board: the pieces it jumps, in order. `None` if the path is none: two
/// squares not on one diagonal, two pieces in the way at once, a piece jumped twice, no room to land.
///
/// This asks nothing of the rules but the Turkish strike: jumped pieces stay, and the piece's own square is free.
#[must_use]
pub fn walk(board: Board, position: &Position, path: &[Square]) -> Option<Vec<Square>> {
    let (start, rest) = path.split_first()?;
    let occupied = position.occupied().without(start.set());
    let mut jumped = Vec::new();
    let mut at = *start;
    for &next in rest {
        let between = between(board, at, next)?;
        let pieces: Vec<Square> = between.into_iter().filter(|square| occupied.contains(*square)).collect();
        if occupied.contains(next) || pieces.len() > 1 || pieces.iter().any(|piece| jumped.contains(piece)) {
            return None;
        }
        jumped.extend(pieces);
        at = next;
    }
    Some(jumped)
}

/// The squares between two squares of one diagonal.
fn between(board: Board, from: Square, to: Square) -> Option<Vec<Square>> {
    let ((file, rank), (to_file, to_rank)) = (board.cell(from), board.cell(to));
    let (across, up) = (to_file as i8 - file as i8, to_rank as i8 - rank as i8);
    if across.abs() != up.abs() || across == 0 {
        return None;
    }
    let cell = |step: i8| {
        let file = file.checked_add_signed(step * across.signum())?;
        board.square(file, rank.checked_add_signed(step * up.signum())?)
    };
    (1..across.abs()).map(cell).collect()
}

impl Case {
    /// Whether the case holds; why not, if it does not.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn check(&self) -> Result<(), String> {
        let place = |what: String| format!("{}:{} {}: {what}", self.file, self.line, self.name);
        self.check_all().map_err(place)
    }

    fn check_all(&self) -> Result<(), String> {
        self.check_setup()?;
        let mut game = Game::from_position(self.ruleset, self.position);
        for path in &self.play {
            let mv = self.find(&game.legal_moves(), game.position(), path)?;
            game.play_on_path(mv, path).map_err(|error| format!("{}: {error:?}", self.text(path)))?;
        }
        self.check_position(game.position())?;
        self.check_outcome(game.outcome())?;
        let moves = self.ruleset.legal_moves(game.position());
        self.check_moves(game.position(), &moves)?;
        self.check_paths(game.position(), &moves)
    }

    /// Whether the case's list or number of moves is right when pieces move like this. Without such a list, or if the
    /// case needs another board, nothing is compared and the answer is yes.
    #[must_use]
    pub fn holds_under(&self, movement: Movement) -> bool {
        if movement.board() != self.ruleset.board() || !self.refused.is_empty() {
            return true;
        }
        let mut position = self.position;
        for path in &self.play {
            match self.find(&moves_under(movement, &position), &position, path) {
                Ok(mv) => position = position.after(mv),
                Err(_) => return false,
            }
        }
        let same_position = self.becomes.is_none_or(|wanted| wanted == position);
        same_position && self.check_moves(&position, &moves_under(movement, &position)).is_ok()
    }

    fn check_setup(&self) -> Result<(), String> {
        let found = Setup::from(self.position).validate(&self.ruleset, &self.waived);
        let flaws = found.map_or_else(|error| error.flaws, |_| Vec::new());
        let names: Vec<&str> = flaws.iter().map(|flaw| flaw.kind().name()).collect();
        if names == self.refused { Ok(()) } else { Err(format!("the set-up has the flaws {names:?}")) }
    }

    fn check_position(&self, found: &Position) -> Result<(), String> {
        match self.becomes {
            Some(wanted) if wanted != *found => Err(format!("the position is {}", fen::write(found, &self.ruleset))),
            _ => Ok(()),
        }
    }

    fn check_outcome(&self, found: Option<Outcome>) -> Result<(), String> {
        let found = outcome_text(found);
        match &self.outcome {
            Some(wanted) if *wanted != found => Err(format!("the game is {found}")),
            _ => Ok(()),
        }
    }

    fn check_moves(&self, position: &Position, moves: &[Move]) -> Result<(), String> {
        if let Some(count) = self.count
            && count != moves.len()
        {
            return Err(format!("{} moves: {}", moves.len(), self.list(moves)));
        }
        let Some(expected) = &self.moves else { return Ok(()) };
        let wanted: BTreeSet<Key> =
            expected.iter().map(|expected| self.expected_key(position, expected)).collect::<Result<_, _>>()?;
        let found: BTreeSet<Key> = moves.iter().map(|mv| key(*mv)).collect();
        if wanted.len() != expected.len() || found.len() != moves.len() {
            return Err("a move stands there twice".to_owned());
        }
        if wanted == found { Ok(()) } else { Err(format!("the legal moves are {}", self.list(moves))) }
    }

    /// Every path of a `move` is one of the rules' own, their number is right, and asking for one path gives one of them.
    fn check_paths(&self, position: &Position, moves: &[Move]) -> Result<(), String> {
        for expected in self.moves.iter().flatten().filter(|_| self.is_draughts()) {
            let key_wanted = self.expected_key(position, expected)?;
            let Some(mv) = moves.iter().find(|mv| key(**mv) == key_wanted) else { continue };
            let known = self.ruleset.paths(position, *mv, usize::MAX);
            if let Some(path) = expected.paths.iter().find(|path| !known.contains(path)) {
                let known: Vec<String> = known.iter().map(|path| self.text(path)).collect();
                return Err(format!("line {}: {} is none of {known:?}", expected.line, self.text(path)));
            }
        }
        let mut count = 0;
        for mv in moves.iter().filter(|mv| !mv.is_null()) {
            let all = self.ruleset.paths(position, *mv, usize::MAX);
            let first = self.ruleset.paths(position, *mv, 1);
            if first.len() != 1 || !all.contains(&first[0]) {
                let ends = self.text(&[mv.from(), mv.to()]);
                return Err(format!("the first path of {ends} is not one of its {} paths", all.len()));
            }
            count += all.len();
        }
        match self.paths {
            Some(wanted) if wanted != count => Err(format!("{count} paths")),
            _ => Ok(()),
        }
    }

    fn is_draughts(&self) -> bool {
        matches!(self.ruleset.facts().movement, Movement::Draughts(_))
    }

    fn jumped(&self, position: &Position, path: &[Square]) -> Result<SquareSet, String> {
        if !self.is_draughts() {
            return Ok(SquareSet::EMPTY);
        }
        let jumped = walk(self.ruleset.board(), position, path);
        jumped.map(|pieces| pieces.into_iter().collect()).ok_or_else(|| format!("{} is not a path", self.text(path)))
    }

    fn expected_key(&self, position: &Position, expected: &Expected) -> Result<Key, String> {
        let ends = |path: &[Square]| (path[0], path[path.len() - 1]);
        let first = &expected.paths[0];
        let captured = self.jumped(position, first)?;
        for path in &expected.paths {
            if self.jumped(position, path)? != captured || ends(path) != ends(first) {
                return Err(format!("{} and {} are not one move", self.text(first), self.text(path)));
            }
        }
        if expected.takes.is_some_and(|takes| takes != captured) {
            return Err(format!("line {}: {} takes other pieces", expected.line, self.text(first)));
        }
        let (from, to) = ends(first);
        Ok((from, to, captured, expected.promotes))
    }

    /// The move that a path makes.
    fn find(&self, moves: &[Move], position: &Position, path: &[Square]) -> Result<Move, String> {
        let captured = self.jumped(position, path)?;
        let (from, to) = (path[0], path[path.len() - 1]);
        let same = |mv: &&Move| (mv.from(), mv.to(), mv.captured()) == (from, to, captured);
        moves.iter().find(same).copied().ok_or_else(|| format!("{} cannot be played", self.text(path)))
    }

    fn text(&self, path: &[Square]) -> String {
        let names = SquareNames::of(&self.ruleset);
        path.iter().map(|square| names.name(*square)).collect::<Vec<_>>().join(":")
    }

    /// Moves as they would stand in the file.
    fn list(&self, moves: &[Move]) -> String {
        let names = SquareNames::of(&self.ruleset);
        let text = |mv: &Move| {
            let takes: Vec<&str> = mv.captured().into_iter().map(|square| names.name(square)).collect();
            let takes = if takes.is_empty() { String::new() } else { format!(" takes {}", takes.join(" ")) };
            let promotes = if mv.promotes() { " promotes" } else { "" };
            format!("\n  {}{takes}{promotes}", self.text(&[mv.from(), mv.to()]))
        };
        moves.iter().map(text).collect()
    }
}

fn moves_under(movement: Movement, position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    movement.moves_into(position, &mut list);
    list.to_vec()
}

/// How a game stands, as the files say it.
fn outcome_text(outcome: Option<Outcome>) -> String {
    let Some(Outcome { winner, reason }) = outcome else { return "open".to_owned() };
    let winner = winner.map_or("nobody".to_owned(), |colour| format!("{colour:?}").to_lowercase());
    let reason = match reason {
        EndReason::NoPieces(_) => "no-pieces",
        EndReason::NoMoves(_) => "no-moves",
        EndReason::Arrived(_) => "arrived",
        EndReason::BothArrived => "both-arrived",
        EndReason::AtHome(_) => "at-home",
        EndReason::Draw(rule) => rule.id,
        EndReason::Agreement => "agreement",
        EndReason::NobodyCanWin => "nobody-can-win",
        EndReason::Resignation(_) => "resignation",
    };
    format!("{winner} {reason}")
}

/// The clauses that a ruleset may be asked for: those of its own text and of the texts it is based on.
#[must_use]
pub fn text_of(ruleset: &Ruleset) -> Option<&'static str> {
    ruleset.source().clauses
}

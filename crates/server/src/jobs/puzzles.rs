//! Puzzles from games that people have played: positions with one good move, which wins, and which one does not see at a
//! glance or which was missed.

use super::hands::{Desk, Kit};
use super::task::{BadTask, Found, Puzzle, PuzzlesTask};
use crate::stored::KeptAnalysis;
use damka_engine::{Engine, Expectation, Limits, MoveClass, Options, Report, Signal};
use damka_notation::fen::write_hub;
use damka_notation::moves::MoveTable;
use damka_rules::{Game, KingRange, Move, Movement, Position, ResultRule, Ruleset};

/// How many positions the engine looks at for a place in which there may be a puzzle.
pub const NODES: u64 = 200_000;
/// How many times as many it looks at to make sure.
const SURE: u64 = 4;
/// What the solution must be worth, in thousandths of a point: a man ahead in an even game.
const WINS: u16 = 700;
/// What every other move may be worth at most.
const OTHERS: u16 = 550;
/// How much worse every other move must be: each of them is a blunder.
const GAP: u16 = MoveClass::BLUNDER;
/// The half-moves that are seen at a glance.
const GLANCE: u32 = 4;
/// The half-moves of the line that are kept.
const LINE: usize = 12;
/// The most places of one game.
const MOST: usize = 60;

/// The places of a game in which it is worth looking: those that decided something.
#[must_use]
pub fn places(found: &KeptAnalysis) -> Vec<u32> {
    let is_error = |class: Option<&str>| matches!(class, Some("mistake" | "blunder"));
    let is_place = |at: usize| {
        let class = found.positions[at].class.as_deref();
        let before = at.checked_sub(1).and_then(|before| found.positions[before].class.as_deref());
        matches!(class, Some("only-good" | "sacrifice"))
            || is_error(class)
            || is_error(before) && class != Some("forced")
    };
    (0..found.positions.len()).filter(|at| is_place(*at)).map(|at| found.positions[at].ply).take(MOST).collect()
}

/// Looks for puzzles; `None` if the desk says stop.
pub fn look_for(task: &PuzzlesTask, desk: &dyn Desk) -> Result<Option<Found>, BadTask> {
    let game = task.game.game()?;
    if task.plies.len() > MOST {
        return Err(BadTask);
    }
    let options = Kit::default().options();
    let mut finder = Finder {
        engine: Engine::new(game.ruleset(), &options),
        glance: Engine::new(game.ruleset(), &Options { memory: 1, ..options }),
        nodes: 0,
        desk,
    };
    let mut puzzles = Vec::new();
    for (done, ply) in (1..).zip(&task.plies) {
        let here = at(&game, *ply as usize).ok_or(BadTask)?;
        let played = game.played().get(*ply as usize).and_then(|played| played.mv());
        puzzles.extend(finder.puzzle(&here, played, task.nodes));
        if desk.watch().signal() == Signal::Stop {
            return Ok(None);
        }
        desk.note(done, finder.nodes);
    }
    Ok(Some(Found::Puzzles { puzzles }))
}

/// The game as it was before a half-move.
fn at(game: &Game, ply: usize) -> Option<Game> {
    let mut game = game.clone();
    game.reopen();
    while game.played().len() > ply {
        game.undo();
    }
    (game.played().len() == ply).then_some(game)
}

struct Finder<'a> {
    engine: Engine,
    /// It sees only what is seen at once.
    glance: Engine,
    nodes: u64,
    desk: &'a dyn Desk,
}

impl Finder<'_> {
    /// The puzzle of a position, if it is one. A short search rules out most positions; a long one makes sure.
    fn puzzle(&mut self, game: &Game, played: Option<Move>, nodes: u64) -> Option<Puzzle> {
        if game.outcome().is_some() || game.legal().len() < 2 {
            return None;
        }
        let first = self.search(game, nodes)?;
        let sure = self.search(game, nodes.saturating_mul(SURE)).filter(|sure| sure.best() == first.best())?;
        let (best, second) = self.worth(&sure)?;
        let solution = sure.best()?;
        let (missed, hidden) = (played != Some(solution), !self.is_obvious(game, solution));
        let moves = &sure.lines[0].moves;
        let wins = sure.score().proved_end().is_some_and(|end| end.wins)
            || wins_material(game.ruleset(), game.position(), moves);
        (wins && (missed || hidden)).then(|| {
            let mut here = *game.position();
            let text = |mv: &Move| {
                let text = MoveTable::new(game.ruleset(), &here).long(*mv);
                here = here.after(*mv);
                text
            };
            let line = moves.iter().take(LINE).map(text).collect();
            let position = write_hub(game.position(), game.ruleset());
            Puzzle { ply: game.played().len() as u32, position, line, best, second, missed, hidden }
        })
    }

    /// Searches for the two best moves; `None` if more than one is good, or none.
    fn search(&mut self, game: &Game, nodes: u64) -> Option<Report> {
        // What was learned elsewhere would make the answer depend on more than the position.
        self.engine.forget();
        let limits = Limits { nodes: Some(nodes), lines: 2, ..Limits::default() };
        let report = self.engine.think(game, &limits, self.desk.watch(), &mut |_| ());
        self.nodes += report.nodes;
        let (best, second) = self.worth(&report)?;
        (best >= WINS && second <= OTHERS && best - second >= GAP).then_some(report)
    }

    /// What the two best moves are worth, in thousandths of a point.
    fn worth(&self, report: &Report) -> Option<(u16, u16)> {
        let [best, second, ..] = &report.lines[..] else { return None };
        let worth = |score| Expectation::of(self.engine.outlook(), score).thousandths();
        Some((worth(best.score), worth(second.score)))
    }

    fn is_obvious(&mut self, game: &Game, mv: Move) -> bool {
        self.glance.forget();
        self.glance.think(game, &Limits::depth(GLANCE), self.desk.watch(), &mut |_| ()).best() == Some(mv)
    }
}

/// Whether a line gives its side more than it had. Where pieces are to be lost, or none are captured, there is no such
/// thing.
fn wins_material(ruleset: &Ruleset, start: &Position, line: &[Move]) -> bool {
    let Movement::Draughts(moves) = ruleset.facts().movement else { return false };
    if ruleset.facts().result == ResultRule::Reversed {
        return false;
    }
    let side = start.to_move();
    let king = if moves.king == KingRange::Short { 2 } else { 3 };
    let value = |position: &Position, side| (position.men(side).len() + king * position.kings(side).len()) as i32;
    let balance = |position: &Position| value(position, side) - value(position, side.other());
    let end = line.iter().fold(*start, |position, mv| position.after(*mv));
    balance(&end) > balance(start)
}

/// Whether a puzzle that a worker sends can be one of a game.
pub fn check(puzzles: &[Puzzle], task: &PuzzlesTask, game: &Game) -> Result<(), BadTask> {
    let is_sound = |puzzle: &Puzzle| {
        let here = game.played().get(puzzle.ply as usize).map_or(*game.position(), |played| played.before);
        task.plies.contains(&puzzle.ply)
            && puzzle.position == write_hub(&here, game.ruleset())
            && puzzle.best <= 1000
            && puzzle.second <= puzzle.best
            && (1..=LINE).contains(&puzzle.line.len())
            && super::analysis::is_line(game, here, &puzzle.line)
    };
    let are_in_order = puzzles.is_sorted_by(|one, other| one.ply < other.ply);
    if are_in_order && puzzles.iter().all(is_sound) { Ok(()) } else { Err(BadTask) }
}

#[cfg(test)]
mod tests {
    use super::super::task::GameText;
    use super::super::tests::Quiet;
    use super::*;
    use damka_engine::Random;
    use damka_notation::fen::read_hub;

    fn task(game: &Game, plies: &[u32]) -> PuzzlesTask {
        PuzzlesTask { game: GameText::of(game), plies: plies.to_vec(), nodes: 4_000 }
    }

    fn puzzles(task: &PuzzlesTask) -> Vec<Puzzle> {
        match look_for(task, &Quiet::default()) {
            Ok(Some(Found::Puzzles { puzzles })) => puzzles,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_shot_is_a_puzzle_and_the_start_is_none() {
        let ruleset = Ruleset::named("russian").unwrap();
        assert_eq!(puzzles(&task(&Game::new(ruleset), &[0])), [], "many moves are good");
        // A player who moves at random leaves a shot somewhere.
        let one_game = |seed| {
            let (mut game, mut random) = (Game::new(ruleset), Random::new(seed));
            while game.outcome().is_none() && game.played().len() < 50 {
                let legal = game.legal_moves();
                game.play(legal[random.below(legal.len())]).unwrap();
            }
            let all: Vec<u32> = (0..=game.played().len() as u32).collect();
            let found = puzzles(&task(&game, &all));
            (!found.is_empty()).then_some((game, all, found))
        };
        let (game, all, found) = (1..=10).find_map(one_game).expect("a puzzle in ten games");
        assert_eq!(found, puzzles(&task(&game, &all)), "the same every time");
        for puzzle in &found {
            assert!(check(std::slice::from_ref(puzzle), &task(&game, &all), &game).is_ok(), "{puzzle:?}");
            assert!(puzzle.best >= WINS && puzzle.second <= OTHERS);
            assert!(read_hub(&puzzle.position, &ruleset).is_ok());
        }
        let mut wrong = found.clone();
        wrong[0].line = vec!["h8-a1".to_owned()];
        assert!(check(&wrong, &task(&game, &all), &game).is_err());
        assert!(check(&found, &task(&game, &[0]), &game).is_err(), "nobody asked about that place");
    }
}

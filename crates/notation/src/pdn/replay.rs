//! From a game as it stands in a file to one whose every move is legal.

use super::game::{At, Entry, EntryKind, Item, Place};
use super::outcome::GameResult;
use super::quick::Names;
use super::tags::RULES_TAG;
use super::tree::{Action, GameTree, Line, Step};
use super::{PdnError, PdnGame, Reason, rules};
use crate::fen;
use crate::glyph::{Convention, EndSign, Glyph};
use crate::letters::is_dash;
use crate::moves::MoveTable;
use crate::pdn::comment::Comment;
use crate::squares::{Numbering, SquareNames};
use damka_rules::{Board, Colour, FlawKind, Move, MoveList, Position, Ruleset, Setup, SetupError, Square};

/// The most warnings about one game: who has read so many needs no more, and each must be found a place for.
const MOST_WARNINGS: usize = 100;

/// How games are replayed.
#[derive(Clone, Copy, Debug)]
pub struct ReplayOptions {
    /// The rules of games that name none. Without a default such games are refused.
    pub default: Option<Ruleset>,
    /// Whether variations are replayed too; otherwise they are left out.
    pub variations: bool,
    /// What signs such as `?!` mean in this file. PDN means what chess does.
    pub convention: Convention,
}

impl Default for ReplayOptions {
    fn default() -> ReplayOptions {
        ReplayOptions { default: None, variations: true, convention: Convention::Chess }
    }
}

/// A replayed game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// The game.
    pub tree: GameTree,
    /// What a person should look at.
    pub warnings: Vec<Warning>,
}

/// Something that was read by the letter, though it may not be meant so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: u64,
    /// The letter of the line, from 1.
    pub column: u64,
    /// The part of the text that it is about.
    pub text: String,
    /// What is strange about it.
    pub doubt: Doubt,
}

/// What is strange about a part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A capture of one piece has no longer form, so the text means it. But these captures go between the same two
    /// squares, and a careless writer may have meant one of them.
    OtherCaptures(Vec<Move>),
    /// The start is not a position that a game without faults can reach, such as a man on its crowning row. It is played from all the
    /// same: problems and accepted violations have such positions.
    Flaws(SetupError),
    /// The game does not say which rules it is played by; all its moves are legal by these.
    RulesNotNamed(Ruleset),
}

/// Replays one game. For many games a [`Replayer`] is faster.
///
/// ```
/// use damka_notation::pdn::{self, PdnGame, ReplayOptions};
/// let game = PdnGame::read("[GameType \"25\"] 1. c3-d4 d6-c5 2. b2-c3 f6-f5 *").unwrap();
/// let error = pdn::replay(&game, &ReplayOptions::default()).unwrap_err();
/// assert_eq!((error.line, error.column, error.text.as_str()), (1, 41, "f6-f5"));
/// ```
///
/// # Errors
/// The first thing that is wrong, and where it stands.
pub fn replay(game: &PdnGame, options: &ReplayOptions) -> Result<Replayed, PdnError> {
    Replayer::new(*options).replay(game)
}

/// Replays games, and keeps its memory from one to the next.
#[derive(Clone, Debug)]
pub struct Replayer {
    options: ReplayOptions,
    legal: MoveList,
    names: Option<Names>,
}

impl Replayer {
    /// A replayer.
    #[must_use]
    pub fn new(options: ReplayOptions) -> Replayer {
        Replayer { options, legal: MoveList::new(), names: None }
    }

    /// As [`replay`].
    ///
    /// # Errors
    /// The first thing that is wrong, and where it stands.
    pub fn replay(&mut self, game: &PdnGame) -> Result<Replayed, PdnError> {
        match rules::of_game(game, self.options.default) {
            Ok(ruleset) => self.replay_by(game, ruleset),
            Err(Reason::NoGameType) => self.replay_by_trying(game),
            Err(reason) => {
                let value = game.tags.get(RULES_TAG).or_else(|| game.tags.get("GameType"));
                Err(tag_error(game, value.unwrap_or_default(), reason))
            }
        }
    }

    /// A game that names no rules: by the first that fit.
    fn replay_by_trying(&mut self, game: &PdnGame) -> Result<Replayed, PdnError> {
        for ruleset in rules::candidates(game) {
            if let Ok(mut replayed) = self.replay_by(game, ruleset) {
                let Place { line, column } = game.start();
                let doubt = Doubt::RulesNotNamed(ruleset);
                replayed.warnings.insert(0, Warning { line, column, text: String::new(), doubt });
                return Ok(replayed);
            }
        }
        Err(tag_error(game, "", Reason::NoGameType))
    }

    fn replay_by(&mut self, game: &PdnGame, ruleset: Ruleset) -> Result<Replayed, PdnError> {
        let names = SquareNames::of(&ruleset);
        let first = self.attempt(game, ruleset, names);
        let error = match first {
            Ok(replayed) => return Ok(replayed),
            Err((error, began)) if began || !is_numbered_by_choice(game, names) => return Err(error),
            Err((error, _)) => error,
        };
        // Two ways to number a Russian board are in use: the other one, if the first does not fit the first move.
        let other = self.attempt(game, ruleset, names.with_numbering(Numbering::NearLeft));
        // The numbering that got further is the one that was meant.
        other.map_err(|(other, begun)| if begun { other } else { error })
    }

    /// Tells also whether a move had been played before something was wrong.
    fn attempt(&mut self, game: &PdnGame, ruleset: Ruleset, names: SquareNames) -> Result<Replayed, (PdnError, bool)> {
        if self.names.as_ref().is_none_or(|known| !known.are(names)) {
            self.names = Some(Names::new(names));
        }
        let mut warnings = Vec::new();
        let start = start(game, &ruleset, names, &mut warnings).map_err(|error| (error, false))?;
        let board =
            Desk { game, ruleset, names, options: &self.options, quick: self.names.as_ref(), legal: &mut self.legal };
        let mut run = Run { desk: board, levels: vec![Level::new(start)], warnings, end_sign: None, skipped: 0 };
        for entry in &game.entries {
            if let Err(error) = run.entry(entry) {
                return Err((error, run.has_begun()));
            }
        }
        let (result, warnings) = (run.result(), std::mem::take(&mut run.warnings));
        let main = run.levels.pop().map(|level| level.line).unwrap_or_default();
        Ok(Replayed { tree: GameTree { ruleset, tags: game.tags.about(), start, main, result }, warnings })
    }
}

/// An error in a tag's value, whose place is looked for only now.
fn tag_error(game: &PdnGame, value: &str, reason: Reason) -> PdnError {
    let place = tag_place(game, value);
    PdnError { line: place.line, column: place.column, text: value.to_owned(), reason }
}

fn tag_place(game: &PdnGame, value: &str) -> Place {
    let at = game.text.find(value).and_then(|at| u32::try_from(at).ok());
    game.place(At(at.unwrap_or_default()))
}

/// Whether a game with letters on its board is written with numbers, which begin where the writer thinks.
fn is_numbered_by_choice(game: &PdnGame, names: SquareNames) -> bool {
    let is_numeric_fen = game.tags.get("FEN").is_some_and(|fen| {
        let squares = fen
            .split(':')
            .skip(1)
            .flat_map(|side| side.chars().skip(1).find(|letter| !matches!(letter, 'K' | 'k' | ' ')));
        squares.clone().count() > 0 && squares.into_iter().all(|letter| letter.is_ascii_digit())
    });
    let is_known = game.tags.get(RULES_TAG).is_some();
    !is_known
        && names.is_algebraic()
        && names.board() == Board::Eight
        && (is_numeric_fen || rules::first_move_is_numeric(game) == Some(true))
}

/// The position before the first move.
fn start(
    game: &PdnGame,
    ruleset: &Ruleset,
    names: SquareNames,
    warnings: &mut Vec<Warning>,
) -> Result<Position, PdnError> {
    let Some(text) = game.tags.get("FEN").filter(|text| !text.trim().is_empty()) else { return Ok(ruleset.start()) };
    let position = position(text, &ruleset.start(), names).map_err(|reason| tag_error(game, text, reason))?;
    if let Err(flaws) = Setup::from(position).validate(ruleset, &[FlawKind::NoPieces]) {
        let Place { line, column } = tag_place(game, text);
        warnings.push(Warning { line, column, text: text.to_owned(), doubt: Doubt::Flaws(flaws) });
    }
    Ok(position)
}

/// The position of a FEN; one without pieces only changes the turn.
fn position(text: &str, before: &Position, names: SquareNames) -> Result<Position, Reason> {
    let fen = fen::read_fully(text, names).map_err(Reason::Fen)?;
    Ok(fen.position().unwrap_or_else(|| before.with_turn(fen.to_move)))
}

/// What is needed to read a move.
struct Desk<'a> {
    game: &'a PdnGame,
    ruleset: Ruleset,
    names: SquareNames,
    options: &'a ReplayOptions,
    quick: Option<&'a Names>,
    legal: &'a mut MoveList,
}

/// A line that is being replayed.
struct Level {
    line: Line,
    /// Before the last step: where a variation of it begins.
    before: Position,
    now: Position,
}

impl Level {
    fn new(start: Position) -> Level {
        Level { line: Line::default(), before: start, now: start }
    }

    fn step(&mut self, action: Action) {
        self.before = self.now;
        self.now = action.after(&self.before);
        self.line.steps.push(Step::from(action));
    }

    fn comment(&mut self, comment: Comment) {
        match self.line.steps.last_mut() {
            Some(step) => step.comments.push(comment),
            None => self.line.comments.push(comment),
        }
    }
}

struct Run<'a> {
    desk: Desk<'a>,
    /// The main line, and the variations that are open.
    levels: Vec<Level>,
    warnings: Vec<Warning>,
    /// The sign behind the last move of the main line, and who made the move.
    end_sign: Option<(EndSign, Colour)>,
    /// How many variations deep the text is that is left out.
    skipped: usize,
}

impl Run<'_> {
    fn has_begun(&self) -> bool {
        self.levels.first().is_some_and(|main| !main.line.steps.is_empty())
    }

    fn entry(&mut self, entry: &Entry) -> Result<(), PdnError> {
        if self.skipped > 0 || (entry.kind == EntryKind::Open && !self.desk.options.variations) {
            match entry.kind {
                EntryKind::Open => self.skipped += 1,
                EntryKind::Close => self.skipped -= 1,
                _ => {}
            }
            return Ok(());
        }
        let game = self.desk.game;
        let error = |reason| game.error(entry.start, entry.end, reason);
        let in_main = self.levels.len() == 1;
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        match game.item(entry) {
            Item::Move(text) => {
                if in_main {
                    keep_sign(level, self.end_sign.take());
                }
                let found = self.desk.find(text, &level.now).map_err(|reason| error(*reason))?;
                let Some((mv, others)) = found else { return Ok(()) };
                if !others.is_empty() && self.warnings.len() < MOST_WARNINGS {
                    let Place { line, column } = game.place(At(entry.start));
                    let doubt = Doubt::OtherCaptures(others);
                    self.warnings.push(Warning { line, column, text: text.to_owned(), doubt });
                }
                level.step(Action::Move(mv));
            }
            Item::Setup(text) => {
                let position = position(text, &level.now, self.desk.names).map_err(error)?;
                level.step(Action::Setup(position));
            }
            Item::Mark(sign) => self.mark(sign, in_main),
            Item::Nag(number) => match level.line.steps.last_mut() {
                Some(step) => Glyph::add_nag(&mut step.glyphs, number),
                None => level.comment(Comment::new(format!("${number}"))),
            },
            Item::Comment(comment) => level.comment(comment),
            Item::Result(text) => level.comment(Comment::new(text)),
            Item::Open if level.line.steps.is_empty() => return Err(error(Reason::VariationFirst)),
            Item::Open => {
                let start = level.before;
                self.levels.push(Level::new(start));
            }
            Item::Close => self.close(),
        }
        Ok(())
    }

    fn close(&mut self) {
        let Some(variation) = self.levels.pop() else { return };
        let step = self.levels.last_mut().and_then(|level| level.line.steps.last_mut());
        if let Some(step) = step {
            step.variations.push(variation.line);
        }
    }

    /// A sign behind a move: a mark, the sign of the end, or something to be kept as it is.
    fn mark(&mut self, sign: &str, in_main: bool) {
        let convention = self.desk.options.convention;
        let Some(level) = self.levels.last_mut() else { return };
        if let Some(end) = EndSign::read(sign).filter(|_| in_main && !level.line.steps.is_empty()) {
            self.end_sign = Some((end, level.before.to_move()));
            return;
        }
        match (Glyph::read(sign, convention), level.line.steps.last_mut()) {
            (Some(glyph), Some(step)) => step.glyphs.push(glyph),
            _ => level.comment(Comment::new(sign)),
        }
    }

    /// The result that the file gives, or else the sign behind the last move.
    fn result(&mut self) -> GameResult {
        let by_sign = self.end_sign.map(|(sign, mover)| match sign {
            EndSign::Won => GameResult::won_by(mover),
            EndSign::Drawn => GameResult::Draw,
        });
        match (self.desk.game.result(), by_sign) {
            (GameResult::Unknown, Some(result)) => result,
            (result, Some(other)) if result != other => {
                if let Some(main) = self.levels.first_mut() {
                    keep_sign(main, self.end_sign.take());
                }
                result
            }
            (result, _) => result,
        }
    }
}

/// A sign of the end that is not at the end: `=` says that the position is level.
fn keep_sign(level: &mut Level, sign: Option<(EndSign, Colour)>) {
    match (sign, level.line.steps.last_mut()) {
        (Some((EndSign::Drawn, _)), Some(step)) => step.glyphs.push(Glyph::Nag(10)),
        (Some((EndSign::Won, _)), _) => level.comment(Comment::new("x")),
        _ => {}
    }
}

/// A move, and the other captures that its text could have meant.
type Found = Option<(Move, Vec<Move>)>;

impl Desk<'_> {
    /// The move that a text means; `None` for a dash where the turn cannot pass, which says that there is no move.
    fn find(&mut self, text: &str, position: &Position) -> Result<Found, Box<Reason>> {
        self.ruleset.facts().movement.moves_into(position, self.legal);
        if let Some(mv) = self.quick.and_then(|names| names.squares(text)).and_then(|ends| self.only(ends)) {
            return Ok(Some((mv, Vec::new())));
        }
        if text.chars().all(is_dash) {
            return Ok(self.legal.iter().find(|mv| mv.is_null()).map(|mv| (*mv, Vec::new())));
        }
        let table = MoveTable::new(&self.ruleset, position).with_names(self.names);
        match table.resolve(text) {
            Ok(found) => Ok(Some((found.mv, found.others))),
            Err(unresolved) => Err(Box::new(Reason::Move(unresolved))),
        }
    }

    /// The only legal move between two squares.
    fn only(&self, (from, to): (Square, Square)) -> Option<Move> {
        let mut found = self.legal.iter().filter(|mv| mv.from() == from && mv.to() == to && !mv.is_null());
        found.next().copied().filter(|_| found.next().is_none())
    }
}

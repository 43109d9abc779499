//! From a game as it stands in a file to one whose every move is legal.

use super::desk::{Desk, Found};
use super::doubt::{Doubt, MOST_WARNINGS, Warning};
use super::game::{At, Entry, EntryKind, Item, Place};
use super::outcome::{GameResult, ResultStyle};
use super::quick::Names;
use super::settle::Patience;
use super::tags::RULES_TAG;
use super::tree::{Action, GameTree, Line, Step};
use super::{PdnError, PdnGame, Reason, rules};
use crate::fen;
use crate::glyph::{Convention, EndSign, Glyph};
use crate::moves::Unresolved;
use crate::pdn::comment::Comment;
use crate::squares::{Numbering, SquareNames};
use damka_rules::{Board, Colour, FlawKind, Move, MoveList, Position, Ruleset, Setup};

/// How games are replayed.
#[derive(Clone, Copy, Debug)]
pub struct ReplayOptions {
    /// The rules of games that name none. Without a default they are guessed from the moves, with the warning
    /// [`Doubt::RulesNotNamed`].
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
    pub(super) options: ReplayOptions,
    legal: MoveList,
    names: Option<Names>,
    /// The rules for games that name none, if they were guessed from several games.
    pub(super) guessed: Option<Ruleset>,
}

/// Why a game cannot be replayed, and how many steps of its main line can.
pub(super) struct Failed {
    pub error: PdnError,
    pub steps: usize,
}

impl Replayer {
    /// A replayer.
    #[must_use]
    pub fn new(options: ReplayOptions) -> Replayer {
        Replayer { options, legal: MoveList::new(), names: None, guessed: None }
    }

    /// As [`replay`].
    ///
    /// # Errors
    /// The first thing that is wrong, and where it stands.
    pub fn replay(&mut self, game: &PdnGame) -> Result<Replayed, PdnError> {
        match rules::of_game(game) {
            Ok(named) => match named.or(self.options.default) {
                Some(ruleset) => self.replay_by(game, ruleset).map_err(|failed| failed.error),
                None => self.replay_unnamed(game),
            },
            Err((value, reason)) => Err(tag_error(game, value, reason)),
        }
    }

    /// Replays a game that names no rules: by the guessed rules of its file, or by those that fit it best. If the
    /// file's rules do not fit at all, other rules are tried, but only accepted if the whole game is legal by them.
    fn replay_unnamed(&mut self, game: &PdnGame) -> Result<Replayed, PdnError> {
        let of_file = self.guessed;
        let Some(ruleset) = of_file.or_else(|| self.best(&[game])) else {
            return Err(tag_error(game, "", Reason::NoGameType));
        };
        let failed = match self.replay_by(game, ruleset) {
            Ok(replayed) => return Ok(unnamed(game, replayed)),
            Err(failed) => failed,
        };
        let other = of_file.filter(|_| failed.steps == 0).and_then(|_| self.best(&[game]));
        match other.map(|other| self.replay_by(game, other)) {
            Some(Ok(replayed)) => Ok(unnamed(game, replayed)),
            _ => Err(failed.error),
        }
    }

    pub(super) fn replay_by(&mut self, game: &PdnGame, ruleset: Ruleset) -> Result<Replayed, Failed> {
        let names = SquareNames::of(&ruleset);
        let failed = match self.attempt(game, ruleset, names) {
            Ok(replayed) => return Ok(replayed),
            Err(failed) if failed.steps > 0 || !is_numbered_by_choice(game, names) => return Err(failed),
            Err(failed) => failed,
        };
        // Two ways to number a Russian board are in use: the other one, if the first does not fit the first move.
        let other = self.attempt(game, ruleset, names.with_numbering(Numbering::NearLeft));
        // The numbering that got further is the one that was meant.
        other.map_err(|other| if other.steps > 0 { other } else { failed })
    }

    fn attempt(&mut self, game: &PdnGame, ruleset: Ruleset, names: SquareNames) -> Result<Replayed, Failed> {
        if self.names.as_ref().is_none_or(|known| !known.are(names)) {
            self.names = Some(Names::new(names));
        }
        let mut warnings: Vec<Warning> = game.notes.iter().map(|note| Warning::of_note(game, note)).collect();
        let start = start(game, &ruleset, names, &mut warnings).map_err(|error| Failed { error, steps: 0 })?;
        let desk = Desk { game, ruleset, names, quick: self.names.as_ref(), legal: &mut self.legal };
        let mut run = Run {
            desk,
            options: &self.options,
            levels: vec![Level::new(start)],
            warnings,
            end_sign: None,
            skipped: 0,
            patience: Patience::new(),
        };
        for (at, entry) in game.entries.iter().enumerate() {
            let Err(reason) = run.entry(at, entry) else { continue };
            if !run.leaves_variation(entry) {
                return Err(Failed { error: run.error(entry, *reason), steps: run.steps() });
            }
            run.leave_variation(entry, *reason);
        }
        let (result, mut warnings) = (run.result(), std::mem::take(&mut run.warnings));
        warnings.sort_by_key(|warning| (warning.line, warning.column));
        let main = run.levels.pop().map(|level| level.line).unwrap_or_default();
        Ok(Replayed { tree: GameTree { ruleset, tags: game.tags.about(), start, main, result }, warnings })
    }
}

/// Adds the warning that the rules were guessed, before all others.
fn unnamed(game: &PdnGame, mut replayed: Replayed) -> Replayed {
    let Place { line, column } = game.start();
    let doubt = Doubt::RulesNotNamed(replayed.tree.ruleset);
    replayed.warnings.insert(0, Warning { line, column, text: String::new(), doubt, position: None });
    replayed
}

/// An error in a tag's value, whose place is looked for only now.
fn tag_error(game: &PdnGame, value: &str, reason: Reason) -> PdnError {
    let place = tag_place(game, value);
    PdnError { line: place.line, column: place.column, text: value.to_owned(), reason, at: None }
}

fn tag_place(game: &PdnGame, value: &str) -> Place {
    let quoted = game.text.find(&format!("\"{value}\"")).map(|at| at + 1);
    let at = quoted.or_else(|| game.text.find(value)).and_then(|at| u32::try_from(at).ok());
    game.place(At(at.unwrap_or_default()))
}

/// Whether a game with letters on its board is written with numbers, which begin where the writer thinks.
fn is_numbered_by_choice(game: &PdnGame, names: SquareNames) -> bool {
    let is_numeric_fen = game.tags.get("FEN").is_some_and(|fen| {
        let squares = fen
            .split(':')
            .skip(1)
            .flat_map(|side| side.chars().skip(1).find(|letter| !matches!(letter, 'K' | 'k' | 'Д' | 'д' | ' ')));
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
    let position = position(text, &ruleset.start(), names).map_err(|reason| tag_error(game, text, *reason))?;
    if let Err(flaws) = Setup::from(position).validate(ruleset, &[FlawKind::NoPieces]) {
        let Place { line, column } = tag_place(game, text);
        warnings.push(Warning { line, column, text: text.to_owned(), doubt: Doubt::Flaws(flaws), position: None });
    }
    Ok(position)
}

/// The position of a FEN; one without pieces only changes the turn.
fn position(text: &str, before: &Position, names: SquareNames) -> Result<Position, Box<Reason>> {
    let fen = fen::read_fully(text, names).map_err(|error| Box::new(Reason::Fen(error)))?;
    Ok(fen.position().unwrap_or_else(|| before.with_turn(fen.to_move)))
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
    options: &'a ReplayOptions,
    /// The main line, and the variations that are open.
    levels: Vec<Level>,
    warnings: Vec<Warning>,
    /// The sign behind the last move of the main line, and who made the move.
    end_sign: Option<(EndSign, Colour)>,
    /// How many variations deep the text is that is left out.
    skipped: usize,
    patience: Patience,
}

impl Run<'_> {
    /// How many steps of the main line have been made.
    fn steps(&self) -> usize {
        self.levels.first().map_or(0, |main| main.line.steps.len())
    }

    fn entry(&mut self, at: usize, entry: &Entry) -> Result<(), Box<Reason>> {
        if self.skipped > 0 || (entry.kind == EntryKind::Open && !self.options.variations) {
            match entry.kind {
                EntryKind::Open => self.skipped += 1,
                EntryKind::Close => self.skipped -= 1,
                _ => {}
            }
            return Ok(());
        }
        let game = self.desk.game;
        let in_main = self.levels.len() == 1;
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        match game.item(entry) {
            Item::Move(text) => {
                if in_main {
                    keep_sign(level, self.end_sign.take());
                }
                let now = level.now;
                if let Some(mv) = self.desk.plain(text, &now) {
                    level.step(Action::Move(mv));
                } else if let Some(mv) = self.careful_move(at, entry, text, now)? {
                    self.levels.last_mut().into_iter().for_each(|level| level.step(Action::Move(mv)));
                }
            }
            Item::Setup(text) => {
                let position = position(text, &level.now, self.desk.names)?;
                level.step(Action::Setup(position));
            }
            Item::Mark(sign) => self.mark(sign, in_main),
            Item::Nag(number) => match level.line.steps.last_mut() {
                Some(step) => Glyph::add_nag(&mut step.glyphs, number),
                None => level.comment(Comment::new(format!("${number}"))),
            },
            Item::Comment(comment) => level.comment(comment),
            Item::Result(text) => level.comment(Comment::new(text)),
            Item::Open if level.line.steps.is_empty() => return Err(Box::new(Reason::VariationFirst)),
            Item::Open => {
                let start = level.before;
                self.levels.push(Level::new(start));
            }
            Item::Close => self.close(),
        }
        Ok(())
    }

    /// The move of a text that is not plain; `None` for a dash where there is no move.
    fn careful_move(
        &mut self,
        at: usize,
        entry: &Entry,
        text: &str,
        now: Position,
    ) -> Result<Option<Move>, Box<Reason>> {
        let (by_letter, readings) = match self.desk.read(text, &now)? {
            Found::Nothing => return Ok(None),
            Found::Move(mv) => return Ok(Some(mv)),
            Found::Straight(mv, others) => (Some(mv), [&[mv], &others[..]].concat()),
            Found::Several(moves) => (None, moves),
        };
        self.settle(at, entry, now, by_letter, readings).map(Some)
    }

    /// Chooses among several possible moves the one after which the rest of the line is legal. Otherwise the text
    /// literally means the capture of one piece straight ahead.
    fn settle(
        &mut self,
        at: usize,
        entry: &Entry,
        now: Position,
        by_letter: Option<Move>,
        readings: Vec<Move>,
    ) -> Result<Move, Box<Reason>> {
        let rest = self.desk.game.entries.get(at + 1..).unwrap_or_default();
        let settled = self.patience.settle(&mut self.desk, rest, now, &readings);
        let others = |chosen: Move| readings.iter().copied().filter(|mv| *mv != chosen).collect::<Vec<Move>>();
        let (mv, doubt) = match (settled, by_letter) {
            (Some(mv), letter) if letter != Some(mv) => (mv, Doubt::Settled { mv, others: others(mv) }),
            (_, Some(mv)) => (mv, Doubt::OtherCaptures(others(mv))),
            (_, None) => return Err(Box::new(Reason::Move(Unresolved::Ambiguous { candidates: readings }))),
        };
        self.warn(entry, doubt, Some(now));
        Ok(mv)
    }

    fn warn(&mut self, entry: &Entry, doubt: Doubt, position: Option<Position>) {
        if self.warnings.len() < MOST_WARNINGS {
            let warning = Warning::new(self.desk.game, entry.start, entry.end, doubt);
            self.warnings.push(Warning { position, ..warning });
        }
    }

    /// The error in a part, with the position in which it occurred.
    fn error(&self, entry: &Entry, reason: Reason) -> PdnError {
        let now = self.levels.last().map(|level| level.now).filter(|_| matches!(reason, Reason::Move(_)));
        let at = now.map(|now| Box::new((self.desk.ruleset, now)));
        PdnError { at, ..self.desk.game.error(entry.start, entry.end, reason) }
    }

    /// Whether the error affects only a variation.
    fn leaves_variation(&self, entry: &Entry) -> bool {
        self.levels.len() > 1 || entry.kind == EntryKind::Open
    }

    /// Leaves out a broken variation, up to its end.
    fn leave_variation(&mut self, entry: &Entry, reason: Reason) {
        if self.warnings.len() < MOST_WARNINGS {
            let error = Box::new(self.error(entry, reason));
            let (line, column, text) = (error.line, error.column, String::new());
            self.warnings.push(Warning { line, column, text, doubt: Doubt::Variation(error), position: None });
        }
        if entry.kind != EntryKind::Open {
            self.levels.pop();
        }
        self.skipped = 1;
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
        let convention = self.options.convention;
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

    /// Warns if the tag and the end of the moves give different results.
    fn compare_results(&mut self) {
        let game = self.desk.game;
        let (Some(played), Some(value)) = (&game.terminator, game.tags.get("Result")) else { return };
        if value == played.text(ResultStyle::One) {
            return;
        }
        let tag = GameResult::read(value);
        if tag.is_decided() && played.is_decided() && tag != *played {
            let Place { line, column } = tag_place(game, value);
            let doubt = Doubt::OtherResult { tag, played: played.clone() };
            self.warnings.push(Warning { line, column, text: value.to_owned(), doubt, position: None });
        }
    }

    /// The result that the file gives, or else the sign behind the last move.
    fn result(&mut self) -> GameResult {
        let by_sign = self.end_sign.map(|(sign, mover)| match sign {
            EndSign::Won => GameResult::won_by(mover),
            EndSign::Drawn => GameResult::Draw,
        });
        self.compare_results();
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

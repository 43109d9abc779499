//! `damka pdn sheet` and `damka pdn diagram`: one game on paper or on the screen.

use super::output::write_new;
use super::source::{Input, one, unreadable};
use super::{MarksArg, ReadArgs, convention, harmless};
use crate::failure::Failure;
use crate::game::GameArgs;
use clap::Args;
use damka_notation::diagram::{self, Mark, SvgOptions, TextOptions, TextStyle};
use damka_notation::encoding;
use damka_notation::fen;
use damka_notation::glyph::Convention;
use damka_notation::moves;
use damka_notation::pdn::{self, Action, GameTree};
use damka_notation::sheet::{self, SheetOptions};
use damka_rules::{Colour, Move, Position};
use damka_words::Words;
use std::io::{Read, Write};
use std::path::PathBuf;

/// The largest score sheet that is read, in bytes: one for thousands of moves is smaller.
const LARGEST_SHEET: u64 = 1_000_000;

/// Options of `damka pdn sheet`.
#[derive(Args)]
pub struct SheetArgs {
    /// The file; - or none is standard input.
    file: Option<PathBuf>,
    /// The game's number in the file.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "read")]
    game: u64,
    /// Write a page to print into this file.
    #[arg(long, value_name = "FILE", conflicts_with = "read")]
    html: Option<PathBuf>,
    /// The file is a score sheet; print it as PDN. Without --rules it is one of Russian draughts.
    #[arg(long)]
    read: bool,
    /// What signs such as ?! mean on the sheet; by default as readers of the language expect.
    #[arg(long, value_enum)]
    marks: Option<MarksArg>,
    /// Overwrite the page if it is there already.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: ReadArgs,
}

/// Options of `damka pdn diagram`.
#[derive(Args)]
pub struct DiagramArgs {
    /// The file; - or none is standard input.
    file: Option<PathBuf>,
    /// The half-move after which the position is shown; 0 is the start. By default the end of the game.
    #[arg(long, value_name = "NUMBER")]
    ply: Option<usize>,
    /// The game's number in the file.
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Write a picture into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Only letters and signs that every terminal has.
    #[arg(long)]
    ascii: bool,
    /// As Black sees the board.
    #[arg(long)]
    black: bool,
    /// Overwrite the picture if it is there already.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: ReadArgs,
}

fn input(file: Option<&PathBuf>) -> Input {
    file.map_or(Input::Standard, |path| Input::named(path))
}

fn game_number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// `damka pdn sheet`
pub fn sheet(words: &Words, arguments: &SheetArgs, out: &mut impl Write) -> Result<(), Failure> {
    let input = input(arguments.file.as_ref());
    let convention = convention(words, arguments.marks);
    if arguments.read {
        let tree = read_sheet(words, &input, &arguments.reading, convention)?;
        return Ok(write!(out, "{}", pdn::write(&tree))?);
    }
    let reading = arguments.reading.understood(words)?;
    let tree = one(words, &input, &reading, game_number(arguments.game))?.tree;
    let options = SheetOptions { labels: words.sheet_labels(), convention };
    match &arguments.html {
        None => Ok(write!(out, "{}", sheet::text(&tree, &options))?),
        Some(name) => write_new(words, name, arguments.force, &sheet::html(&tree, &options)),
    }
}

fn read_sheet(words: &Words, input: &Input, reading: &ReadArgs, convention: Convention) -> Result<GameTree, Failure> {
    let refuse = |error| Failure::Input(unreadable(words, &input.name(), &error));
    let mut bytes = Vec::new();
    input.open().map_err(refuse)?.take(LARGEST_SHEET + 1).read_to_end(&mut bytes).map_err(refuse)?;
    if bytes.len() as u64 > LARGEST_SHEET {
        let reason = words.say("pdn-sheet-too-large", &[("limit", LARGEST_SHEET.into())]);
        let variables = [("file", input.name().into()), ("reason", reason.into())];
        return Err(Failure::Input(words.say("cli-bad-file", &variables)));
    }
    let text = match reading.encoding(words)? {
        Some(encoding) => encoding::decode(&bytes, encoding),
        None => encoding::read(&bytes).0,
    };
    let ruleset = match reading.ruleset(words)? {
        Some(ruleset) => ruleset,
        None => GameArgs::default().ruleset(words, "russian")?,
    };
    sheet::read(&text, &ruleset, convention).map_err(|error| {
        let place = format!("{}:{}:{}", input.name(), error.line, error.column);
        Failure::Input(harmless(&format!("{place}: {}", words.pdn_error(&error))))
    })
}

/// A position of a game, and the move that led to it.
struct Scene {
    position: Position,
    /// The move, and how it is written with its number.
    last: Option<(Move, String)>,
}

/// The scene after so many half-moves, or at the end; `None` if the game has fewer.
fn scene(tree: &GameTree, ply: Option<usize>) -> Option<Scene> {
    let first = tree.ruleset.facts().first;
    let mut scene = Scene { position: tree.start, last: None };
    let mut number = 1;
    let mut plies = 0;
    for step in &tree.main.steps {
        if ply == Some(plies) {
            return Some(scene);
        }
        let before = scene.position;
        scene = Scene { position: step.action.after(&before), last: None };
        if let Action::Move(mv) = step.action {
            let is_first = before.to_move() == first;
            let dots = if is_first { "." } else { "..." };
            let text = format!("{number}{dots} {}", moves::long(&tree.ruleset, &before, mv));
            scene.last = Some((mv, text));
            plies += 1;
            number += usize::from(!is_first);
        }
    }
    ply.is_none_or(|ply| ply == plies).then_some(scene)
}

/// `damka pdn diagram`
pub fn diagram(words: &Words, arguments: &DiagramArgs, out: &mut impl Write) -> Result<(), Failure> {
    let input = input(arguments.file.as_ref());
    let reading = arguments.reading.understood(words)?;
    let tree = one(words, &input, &reading, game_number(arguments.game))?.tree;
    let ply = arguments.ply.unwrap_or_default();
    let missing = || {
        let variables = [("ply", ply.into()), ("count", tree.plies().into())];
        Failure::Input(words.say("pdn-no-such-ply", &variables))
    };
    let scene = scene(&tree, arguments.ply).ok_or_else(missing)?;
    let (ruleset, position) = (&tree.ruleset, &scene.position);
    let seen_by = if arguments.black { Colour::Black } else { Colour::White };
    let last = scene.last.filter(|(mv, _)| !mv.is_null());
    let Some(name) = &arguments.svg else {
        let style = if arguments.ascii { TextStyle::Ascii } else { TextStyle::Lines };
        let marked = last.iter().flat_map(|(mv, _)| [mv.from(), mv.to()]).collect();
        let options = TextOptions { style, seen_by, marked, ..TextOptions::default() };
        write!(out, "{}", diagram::text(ruleset, position, &options))?;
        if let Some((_, text)) = &last {
            writeln!(out, "{text}")?;
        }
        writeln!(out, "{}", words.turn(position.to_move()))?;
        return Ok(writeln!(out, "{}", fen::write(position, ruleset))?);
    };
    let options = SvgOptions {
        title: title(words, &tree, last.as_ref().map(|(_, text)| text.as_str())),
        description: words.position(position, ruleset),
        seen_by,
        marks: last.iter().flat_map(|(mv, _)| [(mv.from(), Mark::Tint), (mv.to(), Mark::Tint)]).collect(),
        ..SvgOptions::default()
    };
    write_new(words, name, arguments.force, &diagram::svg(ruleset, position, &options))
}

/// The players if they are known, else the game; and the last move.
fn title(words: &Words, tree: &GameTree, last: Option<&str>) -> String {
    let known = |name| tree.tags.get(name).filter(|name| !matches!(*name, "" | "?"));
    let about = match (known("White"), known("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}"),
        _ => words.ruleset_name(&tree.ruleset),
    };
    last.map_or_else(|| about.clone(), |last| format!("{about}: {last}"))
}

//! `damka pdn convert`

use super::check::{Listener, read_all};
use super::output::NewFile;
use super::source::Input;
use super::{MarksArg, ReadArgs, json, tell};
use crate::failure::Failure;
use clap::{Args, ValueEnum};
use damka_notation::moves::MoveTable;
use damka_notation::pdn::{self, Action, GameTree, Line, Replayed, normal_date};
use damka_rules::{Naming, Position, Ruleset};
use damka_words::Words;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Options of `damka pdn convert`.
#[derive(Args)]
pub struct ConvertArgs {
    /// The files; - or none is standard input.
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Write into this file; by default to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What is written.
    #[arg(long, value_enum, default_value = "pdn")]
    to: Format,
    /// How moves are written.
    #[arg(long, value_enum, default_value = "own")]
    notation: Notation,
    /// The sign of captures.
    #[arg(long, value_enum, default_value = "own")]
    captures: Captures,
    /// What signs such as ?! mean in the files.
    #[arg(long, value_enum, default_value = "chess")]
    marks: MarksArg,
    /// Overwrite the file if it is there already.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// PDN 3.0, UTF-8.
    Pdn,
    /// A list of games for other programs.
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// As the rules of each game name their squares.
    Own,
    /// Letters and ranks: c3-d4.
    Algebraic,
    /// Numbers: 22-18.
    Numeric,
    /// The short form of Russian books: cd4.
    Short,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Captures {
    /// As the rules of each game write them.
    Own,
    /// A cross: c3xe5, which every other program reads.
    X,
    /// A colon: c3:e5, as in Russian books.
    Colon,
}

/// How moves are written.
#[derive(Clone, Copy)]
struct Style {
    notation: Notation,
    captures: Captures,
}

/// Tags with a date, which files write in many ways.
const DATES: [&str; 4] = ["Date", "EventDate", "UTCDate", "PublicationDate"];

/// `damka pdn convert`
pub fn convert(words: &Words, arguments: &ConvertArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut reading = arguments.reading.understood(words)?;
    reading.replay.convention = arguments.marks.convention();
    let inputs = Input::all(&arguments.files);
    let file = arguments.output.as_deref().map(|name| NewFile::create(words, name, arguments.force)).transpose()?;
    let is_quiet = file.is_none() && io::stdout().is_terminal();
    let sink = match file {
        Some(file) => Sink::File(file),
        None => Sink::Standard(out),
    };
    let style = Style { notation: arguments.notation, captures: arguments.captures };
    let mut writer = Writer { sink, to: arguments.to, style, written: 0 };
    let outcome = read_all(words, &inputs, &reading, is_quiet, &mut writer)?;
    writer.finish()?;
    let ended = outcome.end();
    if ended.is_err() {
        tell(&outcome.tally.line());
    }
    ended
}

/// Where the games go.
enum Sink<'a> {
    Standard(&'a mut dyn Write),
    File(NewFile<'a>),
}

impl Sink<'_> {
    fn put(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Sink::Standard(out) => Ok(out.write_all(text.as_bytes())?),
            Sink::File(file) => file.write_all(text.as_bytes()).map_err(|error| file.failed(&error)),
        }
    }
}

struct Writer<'a> {
    sink: Sink<'a>,
    to: Format,
    style: Style,
    written: u64,
}

impl Listener for Writer<'_> {
    fn game(&mut self, replayed: Replayed, input: &Input) -> Result<(), Failure> {
        let mut tree = replayed.tree;
        tidy(&mut tree, self.style);
        let is_short = self.style.notation == Notation::Short;
        let text = match self.to {
            Format::Pdn if is_short => with_moves(&pdn::write(&tree), &short_moves(&tree)),
            Format::Pdn => pdn::write(&tree),
            Format::Json => {
                let before = if self.written == 0 { "[\n" } else { ",\n" };
                format!("{before}{}", json::game(&input.name(), &tree, is_short))
            }
        };
        self.written += 1;
        self.sink.put(&text)
    }

    /// Standard output is for the games.
    fn say(&mut self, message: &str) -> io::Result<()> {
        tell(message);
        Ok(())
    }
}

impl Writer<'_> {
    fn finish(mut self) -> Result<(), Failure> {
        if self.to == Format::Json {
            self.sink.put(if self.written == 0 { "[]\n" } else { "\n]\n" })?;
        }
        match self.sink {
            Sink::Standard(out) => Ok(out.flush()?),
            Sink::File(file) => file.finish(),
        }
    }
}

/// Normalises dates, and writes moves in the requested style.
fn tidy(tree: &mut GameTree, style: Style) {
    for name in DATES {
        if let Some(date) = tree.tags.get(name).and_then(normal_date) {
            tree.tags.set(name, date);
        }
    }
    tree.ruleset = styled(tree.ruleset, style);
}

/// The same game with other names of squares and another capture sign. Both are part of the rules' line, so the file
/// says what it means.
fn styled(ruleset: Ruleset, style: Style) -> Ruleset {
    let naming = match style.notation {
        Notation::Numeric if ruleset.conventions().naming == Naming::Algebraic => Some(("naming", "far-left")),
        Notation::Algebraic | Notation::Short => Some(("naming", "algebraic")),
        Notation::Own | Notation::Numeric => None,
    };
    let sign = match style.captures {
        Captures::Own => None,
        Captures::X => Some(("capture-sign", "cross")),
        Captures::Colon => Some(("capture-sign", "colon")),
    };
    ruleset.with(naming.into_iter().chain(sign)).unwrap_or(ruleset)
}

/// Every move of a game in its short form, in the order in which PDN writes them.
fn short_moves(tree: &GameTree) -> Vec<String> {
    let mut moves = Vec::new();
    short_line(tree, &tree.main, tree.start, &mut moves);
    moves
}

fn short_line(tree: &GameTree, line: &Line, start: Position, moves: &mut Vec<String>) {
    let mut position = start;
    for step in &line.steps {
        if let Action::Move(mv) = step.action {
            moves.push(MoveTable::new(&tree.ruleset, &position).short(mv));
        }
        for variation in &step.variations {
            short_line(tree, variation, position, moves);
        }
        position = step.action.after(&position);
    }
}

/// A game as [`pdn::write`] writes it, with other texts for its moves. What it writes is regular: after the tags and an
/// empty line there are comments in braces, set-ups between slashes, parentheses, and words.
fn with_moves(written: &str, moves: &[String]) -> String {
    let Some((tags, body)) = written.split_once("\n\n") else { return written.to_owned() };
    let mut text = format!("{tags}\n\n");
    let mut moves = moves.iter();
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        let (length, is_move) = match first {
            '{' => (rest.find('}').map_or(rest.len(), |end| end + 1), false),
            '/' => (rest.get(1..).and_then(|rest| rest.find('/')).map_or(rest.len(), |end| end + 2), false),
            '(' | ')' => (1, false),
            _ if first.is_whitespace() => (first.len_utf8(), false),
            _ => {
                let length = rest.find(|letter: char| letter.is_whitespace() || "()".contains(letter));
                let length = length.unwrap_or(rest.len());
                let word = rest.get(..length).unwrap_or_default();
                (length, !(word.starts_with('$') || word.ends_with('.') || word == "*"))
            }
        };
        let Some((part, after)) = rest.split_at_checked(length) else { break };
        text.push_str(if is_move { moves.next().map_or(part, String::as_str) } else { part });
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_notation::pdn::{PdnGame, ReplayOptions, replay};

    fn game(text: &str) -> GameTree {
        replay(&PdnGame::read(text).expect("a game"), &ReplayOptions::default()).expect("legal").tree
    }

    #[test]
    fn other_notations_read_back_as_the_same_game() {
        let text = "[GameType \"25\"] [White \"c3-d4\"] {c3-d4 (} 1. c3-d4! {d6-c5} (1. e3-f4 {x} (1. g3-h4) f6-g5) d6-c5 \
                    2. b2-c3 f6-g5 3. c3-b4 /FEN \"W:Wc3,e3:Bd4,b8\"/ 4. e3:c5 {$1 *} 1-0";
        let tree = game(text);
        for notation in [Notation::Own, Notation::Algebraic, Notation::Numeric, Notation::Short] {
            let mut changed = tree.clone();
            tidy(&mut changed, Style { notation, captures: Captures::Own });
            let mut written = pdn::write(&changed);
            if notation == Notation::Short {
                written = with_moves(&written, &short_moves(&changed));
                assert!(written.contains("1. cd4 $1 {d6-c5} (1. ef4"), "{written}");
                assert!(written.contains(" 3. e:c5 {$1 *} *"), "{written}");
            }
            let again = game(&written);
            assert_eq!((again.main, again.start, again.result), (tree.main.clone(), tree.start, tree.result.clone()));
        }
    }

    #[test]
    fn numbers_and_letters_of_every_game() {
        for ruleset in Ruleset::all() {
            let named = |notation| styled(*ruleset, Style { notation, captures: Captures::Own });
            assert_ne!(named(Notation::Numeric).conventions().naming, Naming::Algebraic, "{}", ruleset.id());
            assert_eq!(named(Notation::Algebraic).conventions().naming, Naming::Algebraic, "{}", ruleset.id());
            assert_eq!(named(Notation::Own).line(), ruleset.line());
        }
    }
}

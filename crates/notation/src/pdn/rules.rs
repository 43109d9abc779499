//! Which game a file is about: the private tag, PDN's GameType, and what the world makes of it.

use super::outcome::ResultStyle;
use super::tags::{RULES_TAG, Tags};
use super::{PdnGame, Reason};
use crate::pdn::game::EntryKind;
use damka_rules::{Board, Colour, Corner, MoveFacts, Naming, Ruleset};

/// Games that have a number in the standard but no ruleset of their own: their moves are those of `house` with these
/// facts.
const POOL_AMERICAN: &str = "house crowning=pass first=black naming=far-left capture-sign=cross";
const POOL_UNIFIED: &str = "house crowning=pass capture-sign=cross";
const POOL_JAMAICAN: &str = "house crowning=pass corner=right capture-sign=cross";
const PORTUGUESE_LINE: &str =
    "house man-capture=forward crowning=stop priority=most-kings corner=right naming=near-right capture-sign=cross";
const CZECH_LINE: &str = "house man-capture=forward crowning=stop priority=king-first capture-sign=cross";

/// The numbers of the standard.
const INTERNATIONAL: u8 = 20;
const ENGLISH: u8 = 21;
const ITALIAN: u8 = 22;
const POOL: u8 = 23;
const SPANISH: u8 = 24;
const RUSSIAN: u8 = 25;
const BRAZILIAN: u8 = 26;
const CANADIAN: u8 = 27;
const PORTUGUESE: u8 = 28;
const CZECH: u8 = 29;

/// The rules that a game's tags name.
///
/// The private tag wins. Of a GameType only the number counts, because the rest is wrong in too many files; but three
/// numbers of PlayStrategy are its own.
pub(super) fn of_game(game: &PdnGame, default: Option<Ruleset>) -> Result<Ruleset, Reason> {
    if let Some(line) = game.tags.get(RULES_TAG) {
        return Ruleset::from_line(line).map_err(Reason::Rules);
    }
    let Some(text) = game.tags.get("GameType").map(str::trim).filter(|text| !text.is_empty()) else {
        return default.ok_or(Reason::NoGameType);
    };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: Option<u8> = text.get(..digits).and_then(|digits| digits.parse().ok());
    let ruleset = number.and_then(|number| {
        let number = if is_playstrategy(&game.tags) { playstrategy(number) } else { number };
        of_number(number, text.get(digits..).unwrap_or_default(), game)
    });
    ruleset.ok_or_else(|| Reason::GameType(text.to_owned()))
}

/// What a game that names no rules can be, the likeliest first: the first of them by which all its moves are legal is
/// taken, and that is said. Names of squares and the numbers tell most games apart.
pub(super) fn candidates(game: &PdnGame) -> Vec<Ruleset> {
    let largest = game.tags.get("FEN").unwrap_or_default().split(|letter: char| !letter.is_ascii_digit());
    let is_large = largest.filter_map(|number| number.parse::<u32>().ok()).any(|number| number > 32);
    let numbers: &[u8] = match first_move_is_numeric(game) {
        Some(false) => &[RUSSIAN, BRAZILIAN],
        Some(true) => &[INTERNATIONAL, ENGLISH, RUSSIAN, ITALIAN, SPANISH],
        None if is_large => &[INTERNATIONAL],
        None => &[ENGLISH],
    };
    numbers.iter().filter_map(|number| numbered(*number)).collect()
}

fn is_playstrategy(tags: &Tags) -> bool {
    tags.get("Site").is_some_and(|site| site.to_ascii_lowercase().contains("playstrategy"))
}

/// What PlayStrategy means by its own numbers.
const fn playstrategy(number: u8) -> u8 {
    match number {
        27 => POOL,
        31 => PORTUGUESE,
        32 => ENGLISH,
        _ => number,
    }
}

/// The first ruleset that names a number as its own: others with the same number are variations of it.
fn numbered(number: u8) -> Option<Ruleset> {
    Ruleset::all().iter().find(|ruleset| ruleset.game_type() == Some(number)).copied()
}

fn of_number(number: u8, rest: &str, game: &PdnGame) -> Option<Ruleset> {
    let line = match number {
        POOL => pool(rest, game),
        PORTUGUESE => PORTUGUESE_LINE,
        CZECH => CZECH_LINE,
        _ => return numbered(number),
    };
    Ruleset::from_line(line).ok()
}

/// Three games share the number of pool; they differ in their looks, which the rest of the tag or the moves show.
fn pool(rest: &str, game: &PdnGame) -> &'static str {
    let fields: Vec<&str> = rest.split(',').map(str::trim).collect();
    match fields.get(4).map(|naming| naming.bytes().next()) {
        Some(Some(b'A' | b'a')) if fields.get(5) == Some(&"1") => POOL_JAMAICAN,
        Some(Some(b'A' | b'a')) => POOL_UNIFIED,
        Some(_) => POOL_AMERICAN,
        None if first_move_is_numeric(game) == Some(false) => POOL_UNIFIED,
        None => POOL_AMERICAN,
    }
}

/// Whether the first move names its squares by numbers.
pub(super) fn first_move_is_numeric(game: &PdnGame) -> Option<bool> {
    let first = game.entries.iter().find(|entry| entry.kind == EntryKind::Move)?;
    Some(game.part(first.start, first.end).bytes().next()?.is_ascii_digit())
}

/// The number of a ruleset in the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    number: u8,
    /// The game itself has no number: this is the one of the game it is made of, and its start must be given.
    is_base: bool,
}

/// The GameType of a ruleset, and whether it is only that of the game it is made of. Other programs then need the start.
pub(super) fn game_type(ruleset: &Ruleset) -> Option<(String, bool)> {
    let Number { number, is_base } = number(ruleset)?;
    let (facts, conventions) = (ruleset.facts(), ruleset.conventions());
    let first = if facts.first == Colour::White { 'W' } else { 'B' };
    let width = facts.board().width();
    // The corner of the first square as the player who begins sees it: 0 bottom left, 1 bottom right, 2 top left.
    let naming = match (conventions.naming, facts.first) {
        (Naming::Algebraic, _) => "A0",
        (Naming::FarLeft, Colour::White) | (Naming::NearRight, Colour::Black) => "N2",
        (Naming::NearRight, Colour::White) | (Naming::FarLeft, Colour::Black) => "N1",
    };
    let road = if conventions.corner == Corner::Right { 1 } else { 0 };
    Some((format!("{number},{first},{width},{width},{naming},{road}"), is_base))
}

/// How a ruleset's results are written.
pub(super) fn result_style(ruleset: &Ruleset) -> ResultStyle {
    match number(ruleset) {
        Some(Number { number: INTERNATIONAL | CANADIAN, .. }) => ResultStyle::Two,
        _ => ResultStyle::One,
    }
}

fn number(ruleset: &Ruleset) -> Option<Number> {
    if let Some(number) = ruleset.game_type() {
        return Some(Number { number, is_base: false });
    }
    let facts = ruleset.move_facts()?;
    let own = |number| Number { number, is_base: false };
    if ruleset.is_house() && ruleset.start() == plain_start(facts.board, ruleset) {
        let games = [(POOL_AMERICAN, POOL), (PORTUGUESE_LINE, PORTUGUESE), (CZECH_LINE, CZECH)];
        let known = games.into_iter().find(|(line, _)| moves_of(line) == Some(facts));
        if let Some((_, number)) = known {
            return Some(own(number));
        }
    }
    // Giveaway is played with the moves of Russian draughts, samoyed with a twist to them.
    let plain = MoveFacts::DEFAULT;
    let base = MoveFacts {
        victims: plain.victims,
        movers: plain.movers,
        enemy_quiet: plain.enemy_quiet,
        enemy_capture: plain.enemy_capture,
        enemy_duty: plain.enemy_duty,
        ..facts
    };
    let numbered = Ruleset::all().iter().find(|other| other.move_facts() == Some(base) && other.game_type().is_some());
    numbered.and_then(Ruleset::game_type).map(|number| Number { number, is_base: true })
}

fn moves_of(line: &str) -> Option<MoveFacts> {
    Ruleset::from_line(line).ok()?.move_facts()
}

/// The start of the usual games on a board, with this ruleset's first mover.
fn plain_start(board: Board, ruleset: &Ruleset) -> damka_rules::Position {
    numbered(if board == Board::Ten { INTERNATIONAL } else { RUSSIAN })
        .unwrap_or(*ruleset)
        .start()
        .with_turn(ruleset.facts().first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(tags: &str) -> Result<String, Reason> {
        let game = PdnGame::read(tags).unwrap();
        of_game(&game, None).map(|ruleset| ruleset.line())
    }

    fn written(line: &str) -> Option<String> {
        game_type(&Ruleset::from_line(line).unwrap()).map(|(text, _)| text)
    }

    #[test]
    fn numbers_of_the_standard() {
        for (text, id) in [
            ("20", "international"),
            ("20,W,10,10,N1,0", "international"), // PlayOK
            ("25,W,8,8,A1,0", "russian"),         // adugin
            ("21,B,8,8,N1,0", "english"),
            ("22,W,8,8,N2,1", "italian"),
            ("24,W,8,8,N1,1", "spanish"),
            ("26", "brazilian"),
            (" 25 ", "russian"),
            ("23,B,8,8,N1,0", POOL_AMERICAN),
            ("23", POOL_AMERICAN),
            ("23,W,8,8,A0,0", POOL_UNIFIED),
            ("23,W,8,8,A1,1", POOL_JAMAICAN),
            ("28,W,8,8,N1,1", PORTUGUESE_LINE),
            ("29,W,8,8,A0,0", CZECH_LINE),
        ] {
            let expected = Ruleset::from_line(id).unwrap().line();
            assert_eq!(line(&format!("[GameType \"{text}\"]")), Ok(expected), "{text}");
        }
        assert_eq!(line("[GameType \"23\"] 1. c3-d4"), Ok(Ruleset::from_line(POOL_UNIFIED).unwrap().line()));
        for text in ["27", "30", "40", "x", "-25", "99999999999"] {
            assert_eq!(line(&format!("[GameType \"{text}\"]")), Err(Reason::GameType(text.to_owned())));
        }
        assert_eq!(line("1. c3-d4"), Err(Reason::NoGameType));
    }

    #[test]
    fn numbers_of_playstrategy() {
        for (number, id) in [(27, POOL_AMERICAN), (31, PORTUGUESE_LINE), (32, "english"), (20, "international")] {
            let expected = Ruleset::from_line(id).unwrap().line();
            assert_eq!(line(&format!("[Site \"https://playstrategy.org/x\"][GameType \"{number}\"]")), Ok(expected));
        }
    }

    #[test]
    fn the_private_tag_wins() {
        assert_eq!(line("[GameType \"20\"][DamkaRules \"poddavki\"]"), Ok("poddavki".to_owned()));
        assert!(matches!(line("[GameType \"20\"][DamkaRules \"mine\"]"), Err(Reason::Rules(_))));
    }

    #[test]
    fn what_is_written() {
        for (line, text) in [
            ("international", "20,W,10,10,N2,0"),
            ("english", "21,B,8,8,N1,0"),
            ("italian", "22,W,8,8,N2,1"),
            ("spanish", "24,W,8,8,N1,1"),
            ("russian", "25,W,8,8,A0,0"),
            ("simple", "25,W,8,8,A0,1"),
            ("brazilian", "26,W,8,8,A0,0"),
            (POOL_AMERICAN, "23,B,8,8,N1,0"),
            (POOL_UNIFIED, "23,W,8,8,A0,0"),
            (PORTUGUESE_LINE, "28,W,8,8,N1,1"),
            (CZECH_LINE, "29,W,8,8,A0,0"),
        ] {
            assert_eq!(written(line).as_deref(), Some(text), "{line}");
        }
        assert_eq!(written("corners"), None);
        assert_eq!(game_type(&Ruleset::named("poddavki").unwrap()), Some(("25,W,8,8,A0,0".to_owned(), true)));
        assert_eq!(game_type(&Ruleset::named("samoyed").unwrap()).map(|(_, is_base)| is_base), Some(true));
        assert_eq!(result_style(&Ruleset::named("international").unwrap()), ResultStyle::Two);
        assert_eq!(result_style(&Ruleset::named("corners").unwrap()), ResultStyle::One);
    }
}

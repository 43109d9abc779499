//! Which game a file is about: the private tag, PDN's GameType, and what the world makes of it.

use super::outcome::ResultStyle;
use super::tags::{RULES_TAG, Tags};
use super::{PdnGame, Reason};
use crate::pdn::game::EntryKind;
use damka_rules::{Board, Colour, Corner, KnownGame, MoveFacts, Naming, Ruleset};

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
/// Numbers of games that the program does not play.
const TURKISH: u8 = 30;
const THAI: u8 = 31;
const FRISIAN: u8 = 40;
const SPANTSIRETTI: u8 = 41;
/// Numbers that lidraughts assigned to its own games.
const BREAKTHROUGH: u8 = 96;
const FRYSK: u8 = 97;
const GIVEAWAY: u8 = 98;

/// Numbers of games that are house games here.
const HOUSE_GAMES: [(u8, &str); 4] =
    [(POOL, "pool-american"), (PORTUGUESE, "portuguese"), (CZECH, "czech"), (GIVEAWAY, "international-giveaway")];

/// The names of games in the tag Variant, in lower case and without blanks.
const VARIANTS: [(u8, &[&str]); 17] = [
    (INTERNATIONAL, &["standard", "normal", "international", "internationaldraughts"]),
    (ENGLISH, &["english", "englishdraughts", "checkers", "americancheckers", "angloamerican"]),
    (ITALIAN, &["italian"]),
    (POOL, &["pool", "poolcheckers", "americanpool"]),
    (SPANISH, &["spanish"]),
    (RUSSIAN, &["russian", "shashki"]),
    (BRAZILIAN, &["brazilian"]),
    (CANADIAN, &["canadian"]),
    (PORTUGUESE, &["portuguese"]),
    (CZECH, &["czech"]),
    (TURKISH, &["turkish"]),
    (THAI, &["thai", "makhos"]),
    (FRISIAN, &["frisian"]),
    (SPANTSIRETTI, &["spantsiretti", "spancirety"]),
    (BREAKTHROUGH, &["breakthrough"]),
    (FRYSK, &["frysk", "frysk!"]),
    (GIVEAWAY, &["antidraughts", "anti", "losing", "giveaway"]),
];

/// The name of a game that has a number but is not played here, as used in catalogues: `canadian` for 27.
///
/// ```
/// use damka_notation::pdn::unplayed_game;
/// assert_eq!(unplayed_game("27,W,12,12,N2,0"), Some("canadian"));
/// assert_eq!(unplayed_game("Frisian"), Some("frisian"));
/// assert_eq!(unplayed_game("25"), None);
/// ```
#[must_use]
pub fn unplayed_game(game_type: &str) -> Option<&'static str> {
    let number = leading_number(game_type.trim()).or_else(|| variant_number(game_type))?;
    Some(match number {
        CANADIAN => "canadian",
        TURKISH => "turkish",
        THAI => "thai",
        FRISIAN => "frisian",
        SPANTSIRETTI => "spantsiretti",
        BREAKTHROUGH => "breakthrough",
        FRYSK => "frysk",
        _ => return None,
    })
}

/// What is wrong with a tag that should name the rules: its value, and the reason.
pub(super) type BadTag<'g> = (&'g str, Reason);

/// The rules that a game's tags name; `None` if they name none.
///
/// The private tag takes precedence, then GameType. Only the number of a GameType counts, because the rest is wrong in
/// too many files; but three numbers of PlayStrategy are its own. The tag Variant comes last. An unknown name in it is
/// ignored, because it may be the name of an opening.
pub(super) fn of_game(game: &PdnGame) -> Result<Option<Ruleset>, BadTag<'_>> {
    if let Some(line) = game.tags.get(RULES_TAG) {
        return Ruleset::from_line(line).map(Some).map_err(|error| (line, Reason::Rules(error)));
    }
    let (text, ruleset) = if let Some(text) = value(game, "GameType") {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let ruleset = leading_number(text).and_then(|number| {
            let number = if is_playstrategy(&game.tags) { playstrategy(number) } else { number };
            of_number(number, text.get(digits..).unwrap_or_default(), game)
        });
        (text, ruleset)
    } else {
        let Some(text) = value(game, "Variant") else { return Ok(None) };
        match variant_number(text) {
            Some(number) => (text, of_number(number, "", game)),
            None => return Ok(Ruleset::named(&text.to_ascii_lowercase())),
        }
    };
    ruleset.map(Some).ok_or_else(|| (text, Reason::GameType(text.to_owned())))
}

/// Whether tags name rules for a game, correctly or not: like [`of_game`], without finding the rules.
pub(super) fn is_named(game: &PdnGame) -> bool {
    let is_variant =
        |text: &str| variant_number(text).is_some() || Ruleset::named(&text.to_ascii_lowercase()).is_some();
    game.tags.get(RULES_TAG).is_some()
        || value(game, "GameType").is_some()
        || value(game, "Variant").is_some_and(is_variant)
}

/// The value of a tag, if it has one.
fn value<'g>(game: &'g PdnGame, name: &str) -> Option<&'g str> {
    game.tags.get(name).map(str::trim).filter(|text| !matches!(*text, "" | "?"))
}

fn leading_number(text: &str) -> Option<u8> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..digits)?.parse().ok()
}

fn variant_number(text: &str) -> Option<u8> {
    let name: String = text.chars().take(40).filter(|letter| !letter.is_whitespace()).collect();
    let is_name = |known: &&str| known.eq_ignore_ascii_case(&name);
    VARIANTS.iter().find(|(_, names)| names.iter().any(is_name)).map(|(number, _)| *number)
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
    let house = HOUSE_GAMES.iter().find(|(known, _)| *known == number);
    match house {
        Some((POOL, _)) => KnownGame::named(pool(rest, game))?.ruleset(),
        Some((_, id)) => KnownGame::named(id)?.ruleset(),
        None => numbered(number),
    }
}

/// The id of the game meant by the number of pool, which three games share. They differ in the names of squares and the
/// orientation of the board, as the rest of the tag or the moves show.
fn pool(rest: &str, game: &PdnGame) -> &'static str {
    let fields: Vec<&str> = rest.split(',').map(str::trim).collect();
    match fields.get(4).map(|naming| naming.bytes().next()) {
        Some(Some(b'A' | b'a')) if fields.get(5) == Some(&"1") => "pool-jamaican",
        Some(Some(b'A' | b'a')) => "pool",
        Some(_) => "pool-american",
        None if first_move_is_numeric(game) == Some(false) => "pool",
        None => "pool-american",
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
        Some(Number { number: INTERNATIONAL | CANADIAN | GIVEAWAY, .. }) => ResultStyle::Two,
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
        let is_alike = |id: &str| {
            let known = KnownGame::named(id).and_then(KnownGame::ruleset);
            known.is_some_and(|known| {
                known.move_facts() == Some(facts) && known.facts().result == ruleset.facts().result
            })
        };
        if let Some((number, _)) = HOUSE_GAMES.iter().find(|(_, id)| is_alike(id)) {
            return Some(own(*number));
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

    fn line(tags: &str) -> Result<Option<String>, Reason> {
        let game = PdnGame::read(tags).unwrap();
        assert_eq!(is_named(&game), !matches!(of_game(&game), Ok(None)), "{tags}");
        of_game(&game).map(|ruleset| ruleset.map(|ruleset| ruleset.line())).map_err(|(_, reason)| reason)
    }

    /// The canonical line of a ruleset or a well-known game.
    fn known(id: &str) -> String {
        let ruleset = Ruleset::named(id).or_else(|| KnownGame::named(id)?.ruleset());
        ruleset.unwrap_or_else(|| panic!("{id}")).line()
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
            ("23,B,8,8,N1,0", "pool-american"),
            ("23", "pool-american"),
            ("23,W,8,8,A0,0", "pool"),
            ("23,W,8,8,A1,1", "pool-jamaican"),
            ("28,W,8,8,N1,1", "portuguese"),
            ("29,W,8,8,A0,0", "czech"),
            ("98", "international-giveaway"), // lidraughts
        ] {
            assert_eq!(line(&format!("[GameType \"{text}\"]")), Ok(Some(known(id))), "{text}");
        }
        assert_eq!(line("[GameType \"23\"] 1. c3-d4"), Ok(Some(known("pool"))));
        for text in ["27", "30", "31", "40", "41", "96", "97", "x", "-25", "99999999999"] {
            assert_eq!(line(&format!("[GameType \"{text}\"]")), Err(Reason::GameType(text.to_owned())));
        }
        for text in ["", "1. c3-d4", "[GameType \"?\"]", "[Variant \"Old Faithful\"]"] {
            assert_eq!(line(text), Ok(None), "{text}");
        }
    }

    // interop 11
    #[test]
    fn names_of_variants() {
        for (text, id) in [
            ("Standard", "international"),
            ("russian", "russian"),
            ("Brazilian", "brazilian"),
            ("American Pool", "pool-american"),
            ("Czech", "czech"),
            ("Antidraughts", "international-giveaway"),
            ("Poddavki", "poddavki"),
        ] {
            assert_eq!(line(&format!("[Variant \"{text}\"]")), Ok(Some(known(id))), "{text}");
        }
        assert_eq!(line("[Variant \"Standard\"][GameType \"25\"]"), Ok(Some(known("russian"))));
        assert_eq!(line("[Variant \"Frisian\"]"), Err(Reason::GameType("Frisian".to_owned())));
        for (number, _) in VARIANTS {
            let is_played = numbered(number).is_some() || HOUSE_GAMES.iter().any(|(known, _)| *known == number);
            assert_eq!(unplayed_game(&number.to_string()).is_none(), is_played, "{number}");
        }
    }

    #[test]
    fn numbers_of_playstrategy() {
        for (number, id) in [(27, "pool-american"), (31, "portuguese"), (32, "english"), (20, "international")] {
            let tags = format!("[Site \"https://playstrategy.org/x\"][GameType \"{number}\"]");
            assert_eq!(line(&tags), Ok(Some(known(id))));
        }
    }

    #[test]
    fn the_private_tag_wins() {
        assert_eq!(line("[GameType \"20\"][DamkaRules \"poddavki\"]"), Ok(Some("poddavki".to_owned())));
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
        ] {
            assert_eq!(written(line).as_deref(), Some(text), "{line}");
        }
        for (id, text) in [
            ("pool-american", "23,B,8,8,N1,0"),
            ("pool", "23,W,8,8,A0,0"),
            ("portuguese", "28,W,8,8,N1,1"),
            ("czech", "29,W,8,8,A0,0"),
            ("international-giveaway", "98,W,10,10,N2,0"),
        ] {
            assert_eq!(written(&known(id)).as_deref(), Some(text), "{id}");
        }
        assert_eq!(written("corners"), None);
        assert_eq!(game_type(&Ruleset::named("poddavki").unwrap()), Some(("25,W,8,8,A0,0".to_owned(), true)));
        assert_eq!(game_type(&Ruleset::named("samoyed").unwrap()).map(|(_, is_base)| is_base), Some(true));
        assert_eq!(result_style(&Ruleset::named("international").unwrap()), ResultStyle::Two);
        assert_eq!(result_style(&Ruleset::named("corners").unwrap()), ResultStyle::One);
    }
}

//! A game that is written reads back as the same game, in every ruleset.

use crate::common::{any_ruleset, random_position};
use damka_notation::glyph::Glyph;
use damka_notation::pdn::{
    self, Action, Clock, ClockTime, Comment, GameReader, GameResult, GameTree, Line, PdnGame, ReplayOptions, Step, Tags,
};
use damka_notation::turns_text;
use damka_rules::{Colour, Position, Ruleset};
use proptest::prelude::*;

/// Numbers from a seed: enough for trees, which shrink badly anyway.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ x >> 31) % sides as u64) as usize
    }

    fn one_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }
}

/// House rules that the built-in rulesets do not have.
const HOUSES: [&str; 6] = [
    "house king=short priority=most",
    "house board=10 start=rows:4 victims=any",
    "house movers=either naming=far-left",
    "house man-capture=forward crowning=stop priority=king-first capture-sign=cross",
    "house first=black corner=right naming=near-right",
    "corners layout=4x4 directions=8",
];

fn any_game() -> impl Strategy<Value = Ruleset> {
    let houses = HOUSES.map(|line| Ruleset::from_line(line).expect("these are rules")).to_vec();
    prop_oneof![3 => any_ruleset(), 1 => prop::sample::select(houses)]
}

const WORDS: [&str; 14] =
    ["good", "}", "{", "&#125;", "[%clk 0:00:01]", "*", "1-0", "\n[Event \"x\"]", "ход", "$1", "(", "; %", "\"", "\\"];

fn comment(dice: &mut Dice) -> Comment {
    let words: Vec<_> = (0..dice.roll(4)).map(|_| WORDS[dice.roll(WORDS.len())]).collect();
    let time = |dice: &mut Dice| ClockTime { millis: dice.roll(400_000_000) as u64 * 50 };
    let clock = |dice: &mut Dice| match dice.roll(5) {
        0 => Clock::Remaining(time(dice)),
        1 => Clock::Mechanical(time(dice)),
        2 => Clock::ElapsedGame(time(dice)),
        3 => Clock::ElapsedMove(time(dice)),
        _ => {
            let running = [None, Some(Colour::White), Some(Colour::Black)][dice.roll(3)];
            Clock::Both { white: time(dice), black: time(dice), running }
        }
    };
    let clocks = (0..dice.roll(3)).map(|_| clock(dice)).collect();
    Comment { text: words.join([" ", "", "\n"][dice.roll(3)]), clocks }
}

fn comments(dice: &mut Dice) -> Vec<Comment> {
    (0..dice.roll(8).saturating_sub(5)).map(|_| comment(dice)).collect()
}

fn line(ruleset: &Ruleset, start: Position, length: usize, depth: usize, dice: &mut Dice) -> Line {
    let mut line = Line { comments: comments(dice), steps: Vec::new() };
    let mut position = start;
    for _ in 0..length {
        let legal = ruleset.legal_moves(&position);
        let action = if legal.is_empty() || dice.one_in(20) {
            let pieces: Vec<_> = (0..dice.roll(16)).map(|_| (dice.roll(256) as u8, dice.roll(256) as u8)).collect();
            Action::Setup(random_position(ruleset, &pieces, dice.one_in(2)))
        } else {
            Action::Move(legal[dice.roll(legal.len())])
        };
        let mut step = Step::from(action);
        step.comments = comments(dice);
        step.glyphs = (0..dice.roll(6).saturating_sub(3)).map(|_| Glyph::from_nag(dice.roll(256) as u16)).collect();
        if depth > 0 && dice.one_in(6) {
            let variation = |dice: &mut Dice| {
                let length = dice.roll(6);
                self::line(ruleset, position, length, depth - 1, dice)
            };
            step.variations = (0..1 + dice.roll(2)).map(|_| variation(dice)).collect();
        }
        position = step.action.after(&position);
        line.steps.push(step);
    }
    line
}

fn tags(dice: &mut Dice) -> Tags {
    let names = ["Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "Opening", "DamkaClock", "Bianco"];
    let values = ["?", "a \"b\" \\c\\", "Иванов] [И.", "*", "{1-0}", " padded ", "1.1.1965", "\\\"]", "(;%)"];
    let mut tags = Tags::new();
    for name in names {
        if dice.one_in(2) {
            tags.push(name, values[dice.roll(values.len())]);
        }
    }
    tags
}

fn tree(ruleset: Ruleset, seed: u64) -> GameTree {
    let mut dice = Dice(seed);
    let mut tree = GameTree::new(ruleset);
    if dice.one_in(3) {
        let pieces: Vec<_> = (0..dice.roll(30)).map(|_| (dice.roll(256) as u8, dice.roll(256) as u8)).collect();
        tree.start = random_position(&ruleset, &pieces, dice.one_in(2));
    }
    tree.tags = tags(&mut dice);
    tree.main = line(&ruleset, tree.start, 40, 3, &mut dice);
    tree.result = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::NoPoints,
        GameResult::Unknown,
        GameResult::Other("4-6".to_owned()),
    ][dice.roll(6)]
    .clone();
    tree
}

/// Other languages' tags get their standard name when they are read, if that is free.
fn with_standard_tags(mut tree: GameTree) -> GameTree {
    if tree.tags.iter().all(|(name, _)| name != "White") {
        tree.tags = tree.tags.iter().filter(|(name, _)| *name != "Bianco").collect();
    }
    tree
}

fn read(text: &str) -> Vec<GameTree> {
    let mut reader = GameReader::new(text.as_bytes());
    let mut trees = Vec::new();
    while let Some(raw) = reader.next_game().expect("it is not too large") {
        let game = PdnGame::parse(&raw).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let replayed = pdn::replay(&game, &ReplayOptions::default());
        trees.push(replayed.unwrap_or_else(|error| panic!("{error}\n{text}")).tree);
    }
    trees
}

/// `make properties` asks for more.
fn cases() -> u32 {
    std::env::var("DAMKA_PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(512)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    // clauses: A.notation.4 A.notation.1 A.glyph.1 E.notation.1
    #[test]
    fn games(games in prop::collection::vec((any_game(), any::<u64>()), 1..4)) {
        let trees: Vec<_> = games.into_iter().map(|(ruleset, seed)| with_standard_tags(tree(ruleset, seed))).collect();
        let text: String = trees.iter().map(pdn::write).collect();
        let again = read(&text);
        prop_assert_eq!(again.len(), trees.len(), "{}", text);
        for (tree, again) in trees.iter().zip(&again) {
            prop_assert_eq!(again, tree, "{}", pdn::write(tree));
        }
    }

    // Any words in a comment and in a tag.
    #[test]
    fn words(comment in any::<String>(), tag in any::<String>()) {
        let mut tree = GameTree::new(Ruleset::named("russian").expect("it is built in"));
        tree.main.comments.push(Comment::new(comment));
        let tag: String = tag.chars().filter(|letter| !letter.is_control() && !turns_text(*letter)).collect();
        if !tag.is_empty() {
            tree.tags.push("Event", tag);
        }
        prop_assert_eq!(read(&pdn::write(&tree)), [tree]);
    }
}

/// What other readers are promised: the strict form.
#[test]
fn the_strict_form() {
    let ruleset = Ruleset::named("international").expect("it is built in");
    let game = "[Black \"B\"][White \"A\"][Round \"\"]1. 32-28 (1. 33-28? 18-22!) 19-23 2. 28х19 14 x 23 \
                {[%clk 0:05:00] so} 2-0";
    let game = PdnGame::read(game).expect("it reads");
    let options = ReplayOptions { default: Some(ruleset), ..ReplayOptions::default() };
    let tree = pdn::replay(&game, &options).expect("it is legal").tree;
    let lines = [
        "[White \"A\"]",
        "[Black \"B\"]",
        "[Result \"2-0\"]",
        "[GameType \"20,W,10,10,N2,0\"]",
        "[DamkaRules \"international\"]",
        "",
        "1. 32-28 (1. 33-28 $2 18-22 $1) 1... 19-23 2. 28x19 14x23 {[%clk 0:05:00] so} *",
        "",
        "",
    ];
    assert_eq!(pdn::write(&tree), lines.join("\n"));
}

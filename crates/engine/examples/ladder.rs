//! Measures the levels of play: each level against the one below it, and the lowest against moves by lot.
//!
//! ```text
//! ladder [RULESET ...]                 every step of the ladder; by default russian international checkers poddavki
//! ladder RULESET A B [A B ...]         matches between players: a level's number, `random`, or a skill
//! ladder --fit 75 [RULESET ...]        a new table: skills that each beat the one below by about so many percent
//! options: --games 200  --below 1 (compare with the level so many below)  --levels 1-10  --time 50 (milliseconds a
//! move for a player without other limits)  --seed 1
//! ```
//!
//! A skill is written `depth/captures/error/glances`, or `n<nodes>/captures/error/glances`, as in the table of
//! `level.rs`. Openings are random and balanced, each is played with both colours, and everything runs on one thread.
//! With every percentage stands its standard error; a draw counts half.

use damka_engine::{Engine, Level, Limits, NoWatch, Opponent, Options, Random, Skill, StopWatch, Time, Watch};
use damka_rules::{Colour, Game, Move, Movement, Ruleset};
use std::io::Write;
use std::time::{Duration, Instant};

/// Games that are longer are drawn.
const LONGEST_GAME: usize = 400;
/// An opening is balanced if a short search finds it so, in hundredths of a man.
const BALANCED: i32 = 50;

fn main() {
    let settings = match Settings::read(std::env::args().skip(1)) {
        Ok(settings) => settings,
        Err(wrong) => {
            eprintln!("{wrong}; see the head of crates/engine/examples/ladder.rs");
            std::process::exit(2);
        }
    };
    if let Some(target) = settings.fit {
        settings.rulesets.iter().for_each(|ruleset| fit(ruleset, target, &settings));
    } else if settings.players.is_empty() {
        settings.rulesets.iter().for_each(|ruleset| climb(ruleset, &settings));
    } else {
        for pair in settings.players.chunks(2) {
            let score = contest(&settings.rulesets[0], &pair[1], &pair[0], &settings);
            println!("{} against {}: {score}", pair[0].name, pair[1].name);
        }
    }
}

/// Every step of the ladder of one game.
fn climb(ruleset: &Ruleset, settings: &Settings) {
    println!("{}", ruleset.id());
    for level in Level::ALL.into_iter().filter(|level| settings.levels.contains(&level.number())) {
        let below = match level.number().checked_sub(settings.below).and_then(Level::new) {
            Some(below) => Contestant::level(below, ruleset),
            None if level == Level::WEAKEST => Contestant::by_lot(),
            None => continue,
        };
        let this = Contestant::level(level, ruleset);
        let score = contest(ruleset, &below, &this, settings);
        println!("{:>4} against {:<8} {score}", this.name, below.name);
        std::io::stdout().flush().expect("somebody reads");
    }
}

/// Finds skills for the levels below the strongest among the [`rungs`]. The first levels are farther apart than the
/// target, as people are who have just begun; a child must win against the lowest.
fn fit(ruleset: &Ruleset, target: f64, settings: &Settings) {
    println!("{}", ruleset.id());
    let rungs = rungs();
    let (mut below, mut lowest) = (Contestant::by_lot(), 0);
    for number in 1..Level::STRONGEST.number() {
        let target = match number {
            1 => 72.0,
            2..=4 => (target + 9.0).min(88.0),
            _ => target,
        };
        let is_enough =
            |at: usize| contest(ruleset, &below, &Contestant::skilled(rungs[at]), settings).percent() >= target;
        let at = first(lowest, rungs.len() - 1, is_enough);
        let this = Contestant::skilled(rungs[at]);
        println!("{number:>4}  {:<14} {}", this.name, contest(ruleset, &below, &this, settings));
        std::io::stdout().flush().expect("somebody reads");
        (below, lowest) = (this, at);
    }
}

/// The first number from `low` to `high` that is enough, or `high`. Large numbers are slow to try, so the search goes
/// up in growing steps before it halves.
fn first(mut low: usize, mut high: usize, is_enough: impl Fn(usize) -> bool) -> usize {
    let mut step = 2;
    while low + step < high {
        if is_enough(low + step) {
            high = low + step;
        } else {
            low += step + 1;
            step *= 2;
        }
    }
    while low < high {
        let middle = usize::midpoint(low, high);
        if is_enough(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// Skills from the weakest up, close to each other: first fewer moves at a glance, then farther sight, then more
/// positions.
fn rungs() -> Vec<Skill> {
    let mut rungs = Vec::new();
    for (depth, captures, error, glances) in
        [(1, 0, 60, 100), (1, 2, 50, 20), (2, 2, 40, 20), (3, 4, 30, 8), (4, 6, 20, 4)]
    {
        let step = if depth == 1 && captures == 0 { 4 } else { 2 };
        for glances in (0..=glances).rev().step_by(step) {
            rungs.push(Skill { depth: Some(depth), nodes: Some(20_000), captures, error, glances });
        }
    }
    for (depth, captures, error) in [(5, 8, 10), (6, 10, 5)] {
        rungs.push(Skill { depth: Some(depth), nodes: Some(20_000), captures, error, glances: 0 });
    }
    for nodes in (0..16).map(|half| (1000.0 * f64::powi(std::f64::consts::SQRT_2, half)) as u64 / 100 * 100) {
        rungs.push(Skill { nodes: Some(nodes), ..Skill::FULL });
    }
    rungs
}

struct Settings {
    fit: Option<f64>,
    rulesets: Vec<Ruleset>,
    players: Vec<Contestant>,
    games: usize,
    below: u8,
    levels: std::ops::RangeInclusive<u8>,
    time: Duration,
    seed: u64,
}

impl Settings {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Settings, String> {
        let mut settings = Settings {
            fit: None,
            rulesets: Vec::new(),
            players: Vec::new(),
            games: 200,
            below: 1,
            levels: 1..=10,
            time: Duration::from_millis(50),
            seed: 1,
        };
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let value = arguments.next().and_then(|value| value.parse::<u64>().ok());
                value.ok_or_else(|| format!("{argument} needs a number"))
            };
            match argument.as_str() {
                "--fit" => settings.fit = Some(number()? as f64),
                "--games" => settings.games = number()? as usize,
                "--below" => settings.below = number()? as u8,
                "--time" => settings.time = Duration::from_millis(number()?),
                "--seed" => settings.seed = number()?,
                "--levels" => settings.levels = arguments.next().and_then(range).ok_or("--levels needs a range")?,
                id => match (Ruleset::from_line(id), settings.rulesets.last()) {
                    (Ok(ruleset), _) => settings.rulesets.push(ruleset),
                    (Err(_), Some(ruleset)) => {
                        let player = Contestant::named(id, ruleset).ok_or_else(|| format!("what is {id}?"))?;
                        settings.players.push(player);
                    }
                    (Err(_), None) => return Err(format!("there is no game {id}")),
                },
            }
        }
        if settings.players.len() % 2 == 1 {
            return Err("players come in pairs".to_owned());
        }
        if settings.rulesets.is_empty() {
            let usual = ["russian", "international", "checkers", "poddavki"];
            settings.rulesets = usual.into_iter().filter_map(Ruleset::named).collect();
        }
        Ok(settings)
    }
}

fn range(text: String) -> Option<std::ops::RangeInclusive<u8>> {
    let (from, to) = text.split_once('-').unwrap_or((&text, &text));
    Some(from.parse().ok()?..=to.parse().ok()?)
}

/// Who plays; moves by lot if it has no skill.
struct Contestant {
    name: String,
    skill: Option<Skill>,
}

impl Contestant {
    fn by_lot() -> Contestant {
        Contestant { name: "random".to_owned(), skill: None }
    }

    fn level(level: Level, ruleset: &Ruleset) -> Contestant {
        Contestant { name: level.number().to_string(), skill: Some(level.skill(ruleset)) }
    }

    fn skilled(skill: Skill) -> Contestant {
        let far = skill.depth.map_or(format!("n{}", skill.nodes.unwrap_or_default()), |depth| depth.to_string());
        let name = format!("{far}/{}/{}/{}", skill.captures, skill.error, skill.glances);
        Contestant { name, skill: Some(skill) }
    }

    fn named(text: &str, ruleset: &Ruleset) -> Option<Contestant> {
        if text == "random" {
            return Some(Contestant::by_lot());
        }
        if let Some(level) = text.parse().ok().and_then(Level::new) {
            return Some(Contestant::level(level, ruleset));
        }
        let (by_nodes, numbers) = text.strip_prefix('n').map_or((false, text), |rest| (true, rest));
        let numbers: Option<Vec<u32>> = numbers.split('/').map(|number| number.parse().ok()).collect();
        let [far, captures, error, glances] = numbers?[..] else { return None };
        let (depth, nodes) = if by_nodes { (None, Some(u64::from(far))) } else { (Some(far), Some(20_000)) };
        Some(Contestant::skilled(Skill { depth, nodes, captures, error, glances }))
    }

    fn player(&self, ruleset: &Ruleset) -> Player {
        let memory = if self.skill == Some(Skill::FULL) { 64 } else { 2 };
        let options = Options { memory, ..Options::default() };
        Player {
            opponent: self.skill.map(|skill| Opponent::with_skill(ruleset, skill, 0, &options)),
            timed: self.skill == Some(Skill::FULL),
            slowest: Duration::ZERO,
        }
    }
}

struct Player {
    opponent: Option<Opponent>,
    timed: bool,
    slowest: Duration,
}

impl Player {
    fn choose(&mut self, game: &Game, lots: &mut Random, time: Duration) -> Move {
        let Some(opponent) = &mut self.opponent else { return pick(lots, &game.legal_moves()) };
        let begun = Instant::now();
        let (watch, time) = (StopWatch::new(), self.timed.then_some(Time::PerMove(time)));
        let watch: &dyn Watch = if self.timed { &watch } else { &NoWatch };
        let report = opponent.choose(game, time, watch);
        self.slowest = self.slowest.max(begun.elapsed());
        report.best().expect("the game is not over")
    }
}

/// What one side got out of a match.
struct Tally {
    wins: usize,
    draws: usize,
    losses: usize,
    plies: usize,
    slowest: Duration,
    took: Duration,
}

impl Tally {
    fn percent(&self) -> f64 {
        let games = (self.wins + self.draws + self.losses) as f64;
        (self.wins as f64 + self.draws as f64 / 2.0) / games * 100.0
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = (self.wins + self.draws + self.losses) as f64;
        let mean = self.percent() / 100.0;
        let squares = (self.wins as f64 + self.draws as f64 / 4.0) / games;
        let error = ((squares - mean * mean).max(0.0) / games).sqrt();
        let (wins, draws, losses) = (self.wins, self.draws, self.losses);
        write!(f, "{:5.1} % ± {:3.1}  (+{wins} ={draws} -{losses}", mean * 100.0, error * 100.0)?;
        let length = self.plies as f64 / games;
        let slowest = self.slowest.as_millis();
        write!(f, ", {length:.0} half-moves, slowest move {slowest} ms, {:.0} s)", self.took.as_secs_f64())
    }
}

/// A match; the tally is that of `above`.
fn contest(ruleset: &Ruleset, below: &Contestant, above: &Contestant, settings: &Settings) -> Tally {
    let mut lots = Random::new(settings.seed);
    let mut judge = Engine::new(ruleset, &Options { memory: 2, ..Options::default() });
    let mut players = [above.player(ruleset), below.player(ruleset)];
    let (mut wins, mut draws, mut losses, mut plies) = (0, 0, 0, 0);
    let begun = Instant::now();
    for _ in 0..settings.games.div_ceil(2) {
        let opening = balanced_opening(ruleset, &mut judge, &mut lots);
        for colour in Colour::ALL {
            let mut game = opening.clone();
            for opponent in players.iter_mut().filter_map(|player| player.opponent.as_mut()) {
                opponent.new_game(lots.bits());
            }
            while game.outcome().is_none() && game.played().len() < LONGEST_GAME {
                let player = &mut players[usize::from(game.position().to_move() != colour)];
                let mv = player.choose(&game, &mut lots, settings.time);
                game.play(mv).expect("players keep to the rules");
            }
            plies += game.played().len();
            match game.outcome().and_then(|outcome| outcome.winner) {
                Some(winner) if winner == colour => wins += 1,
                Some(_) => losses += 1,
                None => draws += 1,
            }
        }
    }
    Tally { wins, draws, losses, plies, slowest: players[0].slowest, took: begun.elapsed() }
}

/// A few random moves after which neither side is better.
fn balanced_opening(ruleset: &Ruleset, judge: &mut Engine, lots: &mut Random) -> Game {
    let plies = if matches!(ruleset.facts().movement, Movement::Race(_)) { 4 } else { 6 };
    loop {
        let mut game = Game::new(*ruleset);
        for _ in 0..plies {
            if game.outcome().is_none() {
                game.play(pick(lots, &game.legal_moves())).expect("legal");
            }
        }
        if game.outcome().is_none() {
            let score = judge.think(&game, &Limits::depth(6), &NoWatch, &mut |_| ()).score();
            if score.hundredths().abs() <= BALANCED {
                return game;
            }
        }
    }
}

fn pick(lots: &mut Random, moves: &[Move]) -> Move {
    moves[lots.below(moves.len())]
}

//! What the moves of a game were worth: judgements of single moves, and whole games looked through.
//!
//! A move is judged by what it costs the side that makes it. The cost is counted in expected points, because a man
//! more or less decides an even game and means nothing in a won one: see [`Expectation`]. The judging itself
//! ([`Judgement::of`], [`PlayerSummary::of`]) needs no engine; [`Analyst`] does the thinking.

use crate::engine::{Engine, Options};
use crate::limits::{Limits, Signal, Watch};
use crate::report::{Line, Report};
use crate::score::{Outlook, Score};
use damka_rules::{Colour, Game, KingRange, Move, Movement, Outcome, Played, Position, ResultRule, Ruleset};

/// How much worse all other moves must be for a move to be the only good one: each of them is a blunder.
const ONLY_GAP: u16 = MoveClass::BLUNDER;
/// A side that expects so much has not gone wrong with a sacrifice.
const SOUND: u16 = 450;
/// A side that expects so much stands better.
const BETTER: u16 = 600;
/// The half-moves that are seen at a glance, captures played out. What is seen so needs no praise.
const GLANCE: u32 = 4;
/// The memory of a glance, in mebibytes.
const GLANCE_MEMORY: usize = 1;
/// The half-moves of the better line that an error is shown with.
const BETTER_LINE: usize = 6;
/// Scores beyond this, in hundredths of a man, are won or lost games; how high is of no interest.
const DECIDED: i32 = 500;

/// The points that a side can expect: 1000 for a certain win, 500 for a draw or even chances, 0 for a certain loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expectation(u16);

impl Expectation {
    /// What the side to move expects of a position with this score: the chance to win and half of that to draw.
    ///
    /// ```
    /// use damka_engine::{Expectation, Outlook, Score};
    /// assert_eq!(Expectation::of(Outlook::DEFAULT, Score::DRAW).thousandths(), 500);
    /// assert_eq!(Expectation::of(Outlook::DEFAULT, -Score::win_in(4)).thousandths(), 0);
    /// ```
    #[must_use]
    pub fn of(outlook: Outlook, score: Score) -> Expectation {
        if let Some(end) = score.proved_end() {
            return Expectation(if end.wins { 1000 } else { 0 });
        }
        let chances = outlook.chances(score);
        Expectation((1000 + chances.win - chances.loss) / 2)
    }

    /// In thousandths of a point.
    #[must_use]
    pub const fn thousandths(self) -> u16 {
        self.0
    }

    const fn less(self, other: Expectation) -> u16 {
        self.0.saturating_sub(other.0)
    }

    /// Who stands better: this side (`Greater`), the other, or neither.
    fn standing(self) -> std::cmp::Ordering {
        if self.0 >= BETTER {
            std::cmp::Ordering::Greater
        } else if self.0 <= 1000 - BETTER {
            std::cmp::Ordering::Less
        } else {
            std::cmp::Ordering::Equal
        }
    }
}

/// What kind of move it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveClass {
    /// There was no other.
    Forced,
    /// One to be praised.
    Strong(Merit),
    /// As good as any, or nearly.
    Fine,
    /// It cost [`MoveClass::INACCURACY`] or more.
    Inaccuracy,
    /// It cost [`MoveClass::MISTAKE`] or more.
    Mistake,
    /// It cost [`MoveClass::BLUNDER`] or more.
    Blunder,
}

/// Why a move is praised. All of these are moves that are not seen at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Merit {
    /// Every other move is a blunder.
    OnlyGood,
    /// Pieces are given up, for more or for something better.
    Sacrifice,
}

impl MoveClass {
    /// The thousandths of a point that a blunder costs. A man lost for nothing in an even position costs about this
    /// much or more: 190 to 320 by the weights of the games that are won by capturing, as of November 2026. And
    /// losing a man is what players call a blunder.
    pub const BLUNDER: u16 = 200;
    /// The thousandths of a point that a mistake costs: half a man.
    pub const MISTAKE: u16 = 100;
    /// The thousandths of a point that an inaccuracy costs: a quarter of a man. Searches of different depth often differ
    /// by a tenth of a man, so anything finer would blame good moves.
    pub const INACCURACY: u16 = 50;

    /// The class of a move that was not forced, by its cost in thousandths of a point.
    #[must_use]
    pub const fn of_loss(loss: u16) -> MoveClass {
        match loss {
            MoveClass::BLUNDER.. => MoveClass::Blunder,
            MoveClass::MISTAKE.. => MoveClass::Mistake,
            MoveClass::INACCURACY.. => MoveClass::Inaccuracy,
            _ => MoveClass::Fine,
        }
    }

    /// Whether a better move should be shown.
    #[must_use]
    pub const fn is_error(self) -> bool {
        matches!(self, MoveClass::Mistake | MoveClass::Blunder)
    }

    /// What other programs know it by.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            MoveClass::Forced => "forced",
            MoveClass::Strong(Merit::OnlyGood) => "only-good",
            MoveClass::Strong(Merit::Sacrifice) => "sacrifice",
            MoveClass::Fine => "fine",
            MoveClass::Inaccuracy => "inaccuracy",
            MoveClass::Mistake => "mistake",
            MoveClass::Blunder => "blunder",
        }
    }
}

/// What a move was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// What it cost, in thousandths of a point.
    pub loss: u16,
    /// What it cost in hundredths of a man, where beyond five men nothing more is counted.
    pub hundredths: u16,
    /// What kind of move it was.
    pub class: MoveClass,
}

impl Judgement {
    /// There was nothing to choose.
    pub const FORCED: Judgement = Judgement { loss: 0, hundredths: 0, class: MoveClass::Forced };

    /// Compares a move with the best one of a report about the position before it. `after` is what the position
    /// after it is worth to the side that moved. Whether a good move deserves praise is not told by this alone.
    ///
    /// ```
    /// use damka_engine::{Engine, Judgement, Limits, MoveClass, NoWatch, Options, Score};
    /// use damka_rules::{Game, Ruleset};
    ///
    /// let game = Game::new(Ruleset::named("russian").unwrap());
    /// let mut engine = Engine::new(game.ruleset(), &Options::default());
    /// let report = engine.think(&game, &Limits::depth(5), &NoWatch, &mut |_| ());
    /// let other = *game.legal_moves().iter().find(|mv| Some(**mv) != report.best()).unwrap();
    /// let judgement = Judgement::of(engine.outlook(), &report, other, -Score::win_in(9));
    /// assert_eq!(judgement.class, MoveClass::Blunder);
    /// ```
    #[must_use]
    pub fn of(outlook: Outlook, report: &Report, played: Move, after: Score) -> Judgement {
        if report.best() == Some(played) {
            return Judgement { class: MoveClass::Fine, ..Judgement::FORCED };
        }
        let best = report.score();
        let loss = Expectation::of(outlook, best).less(Expectation::of(outlook, after));
        let worth = |score: Score| score.hundredths().clamp(-DECIDED, DECIDED);
        let hundredths = (worth(best) - worth(after)).max(0) as u16;
        Judgement { loss, hundredths, class: MoveClass::of_loss(loss) }
    }

    /// How accurate the move was, in percent: 100 for the best, and half of that for every [`MoveClass::MISTAKE`] it cost. So a
    /// mere inaccuracy is 71 % and a blunder at most 25 %.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        100.0 * (-f64::from(self.loss) / f64::from(MoveClass::MISTAKE)).exp2()
    }
}

/// How one side played a game.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PlayerSummary {
    /// Its moves, the forced ones included.
    pub moves: usize,
    /// Its moves that were not forced; averages are taken over these.
    pub choices: usize,
    /// What a move cost on average, in hundredths of a man; `None` if there was never a choice.
    pub average_loss: Option<f64>,
    /// The average of [`Judgement::accuracy`], in percent.
    pub accuracy: Option<f64>,
    /// Its inaccuracies.
    pub inaccuracies: usize,
    /// Its mistakes.
    pub mistakes: usize,
    /// Its blunders.
    pub blunders: usize,
}

impl PlayerSummary {
    /// Sums up the moves of one side.
    ///
    /// ```
    /// use damka_engine::{Judgement, MoveClass, PlayerSummary};
    /// let mistake = Judgement { loss: 100, hundredths: 60, class: MoveClass::Mistake };
    /// let summary = PlayerSummary::of([mistake, Judgement::FORCED]);
    /// assert_eq!((summary.moves, summary.choices, summary.accuracy), (2, 1, Some(50.0)));
    /// ```
    #[must_use]
    pub fn of(judgements: impl IntoIterator<Item = Judgement>) -> PlayerSummary {
        let mut summary = PlayerSummary::default();
        let (mut hundredths, mut accuracy) = (0.0, 0.0);
        for judgement in judgements {
            summary.moves += 1;
            match judgement.class {
                MoveClass::Forced => continue,
                MoveClass::Inaccuracy => summary.inaccuracies += 1,
                MoveClass::Mistake => summary.mistakes += 1,
                MoveClass::Blunder => summary.blunders += 1,
                MoveClass::Fine | MoveClass::Strong(_) => {}
            }
            summary.choices += 1;
            hundredths += f64::from(judgement.hundredths);
            accuracy += judgement.accuracy();
        }
        let average = |sum: f64| (summary.choices > 0).then(|| sum / summary.choices as f64);
        (summary.average_loss, summary.accuracy) = (average(hundredths), average(accuracy));
        summary
    }
}

/// A position of a game that the engine has looked at, and the move that was played in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The half-moves played before it.
    pub ply: usize,
    /// The side to move.
    pub to_move: Colour,
    /// What it is worth to that side.
    pub score: Score,
    /// How the game is over here by the rules, if it is. Players may go on all the same.
    pub outcome: Option<Outcome>,
    /// The best lines; none if the game is over.
    pub lines: Vec<Line>,
    /// The move that was played; `None` at the end, or if the position was set up.
    pub played: Option<Move>,
    /// What that move was worth; `None` also if the game was over by the rules.
    pub judgement: Option<Judgement>,
}

impl Examined {
    /// What the position is worth to White.
    #[must_use]
    pub fn white_score(&self) -> Score {
        self.score.for_white(self.to_move)
    }
}

/// A game that the engine has looked through.
#[derive(Clone, Debug, PartialEq)]
pub struct GameAnalysis {
    /// The positions, the one before the first move first and the one after the last move last.
    pub positions: Vec<Examined>,
    outlook: Outlook,
}

impl GameAnalysis {
    /// How a side played.
    #[must_use]
    pub fn player(&self, side: Colour) -> PlayerSummary {
        let own = self.positions.iter().filter(|position| position.to_move == side);
        PlayerSummary::of(own.filter_map(|position| position.judgement))
    }

    /// Where the game was decided: the place in `positions` before the last mistake or blunder that changed who
    /// stands better; if that changed only by degrees, before the costliest one.
    #[must_use]
    pub fn turning_point(&self) -> Option<usize> {
        let cost = |at: &usize| self.positions[*at].judgement.filter(|judgement| judgement.class.is_error());
        let errors = || (0..self.positions.len()).filter(|at| cost(at).is_some());
        let standing = |score| Expectation::of(self.outlook, score).standing();
        let changes = |at: &usize| {
            let after = self.positions.get(at + 1).map(|after| one_earlier(after.score));
            after.is_some_and(|after| standing(after) != standing(self.positions[*at].score))
        };
        errors().rfind(changes).or_else(|| errors().max_by_key(|at| cost(at).map(|judgement| judgement.loss)))
    }
}

/// What the position before a move was worth to the mover, if the one after it is worth so much to the other side.
fn one_earlier(after: Score) -> Score {
    match after.proved_end() {
        Some(end) if end.wins => -Score::win_in(end.plies + 1),
        Some(end) => Score::win_in(end.plies + 1),
        None => -after,
    }
}

/// What a game that is over is worth to the side to move.
fn score_of(outcome: Outcome, to_move: Colour) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == to_move => Score::win_in(0),
        Some(_) => -Score::win_in(0),
    }
}

/// Looks through games of one ruleset.
///
/// ```
/// use damka_engine::{Analyst, Limits, NoWatch, Options};
/// use damka_rules::{Game, Ruleset};
///
/// let mut game = Game::new(Ruleset::named("russian").unwrap());
/// for _ in 0..4 {
///     game.play(game.legal_moves()[0]).unwrap();
/// }
/// let mut analyst = Analyst::new(game.ruleset(), &Options::default());
/// let mut seen = Vec::new();
/// let analysis = analyst.analyse(&game, &Limits::nodes(500), &NoWatch, &mut |position| seen.push(position.ply));
/// assert_eq!(seen, [4, 3, 2, 1, 0]);
/// assert_eq!(analysis.unwrap().positions.len(), 5);
/// ```
#[derive(Debug)]
pub struct Analyst {
    engine: Engine,
    /// Sees only what is seen at once. It has a memory of its own, or it would know what the engine found.
    glance: Engine,
    /// The positions that it has looked at.
    nodes: u64,
}

/// The analysis of a game in progress.
#[derive(Debug)]
pub struct Study {
    /// The game up to the position that is examined next.
    game: Game,
    /// The results, last position first.
    positions: Vec<Examined>,
    /// What was played at the position that is examined next.
    played: Option<Played>,
    is_done: bool,
}

impl Analyst {
    /// An analyst for a ruleset.
    #[must_use]
    pub fn new(ruleset: &Ruleset, options: &Options) -> Analyst {
        let glance = Options { memory: GLANCE_MEMORY, threads: 1, ..options.clone() };
        Analyst { engine: Engine::new(ruleset, options), glance: Engine::new(ruleset, &glance), nodes: 0 }
    }

    /// The game it knows.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        self.engine.ruleset()
    }

    /// How many positions it has looked at since it was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn think(&mut self, game: &Game, limits: &Limits, watch: &dyn Watch) -> Report {
        let report = self.engine.think(game, limits, watch, &mut |_| ());
        self.nodes += report.nodes;
        report
    }

    /// Looks at every position of a game within the limits, which are for each position. Praise needs limits with two
    /// lines or more. Positions are told as soon as they are done, the last one first: so what is found at the end
    /// of the game is known at its beginning, and a move is judged with both its sides in sight. The same game and a
    /// limit of nodes or depth give the same analysis, whatever was looked at before.
    ///
    /// `None` if the watch says stop before the end.
    ///
    /// # Panics
    /// If the game is of another ruleset.
    pub fn analyse(
        &mut self,
        game: &Game,
        limits: &Limits,
        watch: &dyn Watch,
        on_position: &mut dyn FnMut(&Examined),
    ) -> Option<GameAnalysis> {
        let mut study = self.begin(game);
        while let Some(examined) = self.look_on(&mut study, limits, watch) {
            on_position(examined);
        }
        self.conclude(study)
    }

    /// Begins the analysis of a game, for callers that do something else between its positions. The analyst must not
    /// examine another game meanwhile.
    ///
    /// # Panics
    /// If the game is of another ruleset.
    pub fn begin(&mut self, game: &Game) -> Study {
        self.engine.forget();
        let mut game = game.clone();
        // What the players agreed on or gave up is not what the last position is worth.
        game.reopen();
        Study { positions: Vec::with_capacity(game.played().len() + 1), game, played: None, is_done: false }
    }

    /// Examines the next position within the limits, from the last of the game to the first. `None` if all are done, or
    /// if the watch says stop.
    pub fn look_on<'s>(&mut self, study: &'s mut Study, limits: &Limits, watch: &dyn Watch) -> Option<&'s Examined> {
        if study.is_done {
            return None;
        }
        let next = study.played.as_ref().zip(study.positions.last());
        let examined = self.examine(&study.game, next, limits, watch);
        // The result of an interrupted search is not reliable.
        if watch.signal() == Signal::Stop {
            return None;
        }
        study.positions.push(examined);
        study.played = study.game.undo();
        study.is_done = study.played.is_none();
        study.positions.last()
    }

    /// The analysis of a game, once all its positions have been examined; `None` otherwise.
    #[must_use]
    pub fn conclude(&self, study: Study) -> Option<GameAnalysis> {
        let Study { mut positions, is_done, .. } = study;
        positions.reverse();
        is_done.then(|| GameAnalysis { positions, outlook: self.engine.outlook() })
    }

    /// Looks at the position of a game. `next` is what was played there and what that led to.
    fn examine(
        &mut self,
        game: &Game,
        next: Option<(&Played, &Examined)>,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Examined {
        let (ply, to_move, outcome) = (game.played().len(), game.position().to_move(), game.outcome());
        let next = next.and_then(|(played, after)| Some((played.mv()?, after)));
        let played = next.map(|(mv, _)| mv);
        if let Some(outcome) = outcome {
            let score = score_of(outcome, to_move);
            return Examined {
                ply,
                to_move,
                score,
                outcome: Some(outcome),
                lines: Vec::new(),
                played,
                judgement: None,
            };
        }
        let is_forced = game.legal_moves().len() == 1;
        let mut report = match next {
            Some((mv, after)) if is_forced => forced_report(mv, after),
            _ => self.think(game, &Limits { exhaustive: is_forced, ..*limits }, watch),
        };
        let judgement = next.map(|(mv, after)| match is_forced {
            true => Judgement::FORCED,
            false => self.judge(game, &report, mv, one_earlier(after.score), watch),
        });
        if judgement.is_some_and(|judgement| judgement.class.is_error())
            && let Some(best) = report.lines.first_mut()
        {
            self.lengthen(game, &mut best.moves, limits, watch);
        }
        Examined { ply, to_move, score: report.score(), outcome, lines: report.lines, played, judgement }
    }

    /// Thinks on from the end of a line until it is long enough to show something. Lines are short where the engine
    /// remembers a position from later in the game.
    fn lengthen(&mut self, game: &Game, line: &mut Vec<Move>, limits: &Limits, watch: &dyn Watch) {
        let mut game = game.clone();
        if line.iter().any(|mv| game.play(*mv).is_err()) {
            return;
        }
        while line.len() < BETTER_LINE && game.outcome().is_none() {
            let report = self.think(&game, &Limits { lines: 1, ..*limits }, watch);
            let more = report.lines.first().map_or(&[][..], |line| &line.moves);
            let played = more.iter().take_while(|mv| game.play(**mv).is_ok()).count();
            line.extend(&more[..played]);
            if played == 0 {
                return;
            }
        }
    }

    fn judge(&mut self, game: &Game, report: &Report, mv: Move, after: Score, watch: &dyn Watch) -> Judgement {
        let judgement = Judgement::of(self.engine.outlook(), report, mv, after);
        let merit = (report.best() == Some(mv)).then(|| merit(self.engine.outlook(), game, report)).flatten();
        match merit {
            Some(merit) if !self.is_obvious(game, mv, watch) => {
                Judgement { class: MoveClass::Strong(merit), ..judgement }
            }
            _ => judgement,
        }
    }

    /// Whether a glance finds the move.
    fn is_obvious(&mut self, game: &Game, mv: Move, watch: &dyn Watch) -> bool {
        self.glance.forget();
        self.glance.think(game, &Limits::depth(GLANCE), watch, &mut |_| ()).best() == Some(mv)
    }
}

/// With one legal move a position is worth what the next one is: nothing is found by thinking.
fn forced_report(mv: Move, after: &Examined) -> Report {
    let rest = after.lines.first().map_or(&[][..], |line| &line.moves);
    let moves = std::iter::once(mv).chain(rest.iter().copied()).collect();
    Report { lines: vec![Line { score: one_earlier(after.score), moves }], ..Report::default() }
}

/// What could be praised in the best move of a report with two lines: it must matter that it was found. Taking what
/// stands there is nothing to be praised.
fn merit(outlook: Outlook, game: &Game, report: &Report) -> Option<Merit> {
    let [best, second, ..] = &report.lines[..] else { return None };
    let expected = Expectation::of(outlook, best.score);
    let gap = expected.less(Expectation::of(outlook, second.score));
    if report.best()?.is_capture() || gap < MoveClass::INACCURACY {
        return None;
    }
    if expected.0 >= SOUND && is_sacrifice(game.ruleset(), game.position(), &best.moves) {
        return Some(Merit::Sacrifice);
    }
    (gap >= ONLY_GAP).then_some(Merit::OnlyGood)
}

/// Whether a line that begins with a quiet move gives pieces up without an even exchange. Where the aim is to lose
/// pieces, or where none are captured, there is no such thing.
fn is_sacrifice(ruleset: &Ruleset, start: &Position, line: &[Move]) -> bool {
    let Movement::Draughts(moves) = ruleset.facts().movement else { return false };
    if ruleset.facts().result == ResultRule::Reversed {
        return false;
    }
    let side = start.to_move();
    let king = if moves.king == KingRange::Short { 2 } else { 3 };
    let balance = |position: &Position| {
        let value = |side| (position.men(side).len() + king * position.kings(side).len()) as i32;
        value(side) - value(side.other())
    };
    after_captures(ruleset, start, line).is_some_and(|end| {
        let is_giving = end.pieces(side).len() < start.pieces(side).len();
        is_giving && balance(&end) != balance(start)
    })
}

/// The first position of a line after its first move in which there is nothing to capture; `None` if the line ends
/// before.
fn after_captures(ruleset: &Ruleset, start: &Position, line: &[Move]) -> Option<Position> {
    let mut position = *start;
    let mut legal = ruleset.legal_moves(start);
    for mv in line {
        if !legal.contains(mv) {
            return None;
        }
        position = position.after(*mv);
        legal = ruleset.legal_moves(&position);
        if !legal.iter().any(|mv| mv.is_capture()) {
            return Some(position);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{NoWatch, StopWatch};
    use damka_rules::{Kind, Piece};

    fn ruleset(id: &str) -> Ruleset {
        Ruleset::named(id).expect("a game")
    }

    fn options() -> Options {
        Options { memory: 4, ..Options::default() }
    }

    fn limits(nodes: u64) -> Limits {
        Limits { lines: 2, ..Limits::nodes(nodes) }
    }

    /// Plays moves given by the names of their squares.
    fn played(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let (from, to) = text.split_once(['-', ':']).expect("two squares");
            let square = |name: &str| game.ruleset().board().named(name).expect("a square");
            let (from, to) = (square(from), square(to));
            let mv = game.legal_moves().into_iter().find(|mv| mv.from() == from && mv.to() == to);
            game.play(mv.unwrap_or_else(|| panic!("{text} is legal"))).expect("legal");
        }
    }

    fn analysed(game: &Game, limits: &Limits) -> GameAnalysis {
        let mut analyst = Analyst::new(game.ruleset(), &options());
        analyst.analyse(game, limits, &NoWatch, &mut |_| ()).expect("nobody says stop")
    }

    fn report(score: Score, moves: &[Move]) -> Report {
        Report { lines: vec![Line { score, moves: moves.to_vec() }], ..Report::default() }
    }

    #[test]
    fn a_man_for_nothing_is_an_error() {
        // Where men are to be lost, they are not a measure. The bounds are wide, so that new weights may differ a little.
        for ruleset in Ruleset::all().iter().filter(|ruleset| ruleset.facts().result == ResultRule::Normal) {
            let outlook = Engine::new(ruleset, &Options { memory: 1, ..Options::default() }).outlook();
            let expected = |hundredths| Expectation::of(outlook, Score::new(hundredths));
            let (man, half) = (expected(0).less(expected(-100)), expected(0).less(expected(-50)));
            assert!(man >= MoveClass::MISTAKE, "{}: {man} {outlook:?}", ruleset.id());
            assert!(
                (MoveClass::INACCURACY..MoveClass::BLUNDER).contains(&half),
                "{}: {half} {outlook:?}",
                ruleset.id()
            );
        }
    }

    #[test]
    fn expectations_are_points() {
        let expected = |score| Expectation::of(Outlook::DEFAULT, score).thousandths();
        assert_eq!([expected(Score::win_in(0)), expected(-Score::win_in(0))], [1000, 0]);
        assert_eq!([expected(Score::win_in(30)), expected(Score::DRAW)], [1000, 500]);
        for hundredths in (-2000..2000).step_by(10) {
            let (one, other) = (expected(Score::new(hundredths)), expected(Score::new(-hundredths)));
            assert!((999..=1001).contains(&(one + other)), "{hundredths}: {one} {other}");
            assert!(one <= expected(Score::new(hundredths + 10)));
        }
    }

    #[test]
    fn classes_by_loss() {
        use MoveClass::{Blunder, Fine, Inaccuracy, Mistake};
        let limits = [(0, Fine), (49, Fine), (50, Inaccuracy), (100, Mistake), (199, Mistake), (200, Blunder)];
        for (loss, class) in limits {
            assert_eq!(MoveClass::of_loss(loss), class, "{loss}");
        }
        assert_eq!(MoveClass::of_loss(1000), Blunder);
    }

    #[test]
    fn only_what_could_be_lost_is_counted() {
        let game = Game::new(ruleset("russian"));
        let [best, other] = [game.legal_moves()[0], game.legal_moves()[1]];
        let judged = |score, mv, after| Judgement::of(Outlook::DEFAULT, &report(score, &[best]), mv, after);
        assert_eq!(judged(Score::new(30), best, Score::new(-300)).loss, 0, "nothing better was known");
        assert_eq!(judged(Score::new(30), other, Score::new(80)).loss, 0);
        assert_eq!(judged(Score::win_in(3), other, Score::win_in(21)).class, MoveClass::Fine, "it still wins");
        assert_eq!(judged(-Score::win_in(8), other, -Score::win_in(2)).class, MoveClass::Fine, "it was lost anyway");
        assert_eq!(judged(Score::win_in(9), other, Score::DRAW).loss, 500);
        let man = judged(Score::DRAW, other, Score::new(-100));
        assert_eq!((man.class, man.hundredths), (MoveClass::Blunder, 100));
        let decided = judged(Score::new(900), other, Score::new(450));
        assert_eq!((decided.class, decided.hundredths), (MoveClass::Fine, 50), "a won game is a won game");
    }

    #[test]
    fn summaries() {
        let judged = |loss, hundredths| Judgement { loss, hundredths, class: MoveClass::of_loss(loss) };
        let summary = PlayerSummary::of([judged(0, 0), judged(100, 50), judged(300, 160), Judgement::FORCED]);
        assert_eq!((summary.moves, summary.choices), (4, 3));
        assert_eq!((summary.inaccuracies, summary.mistakes, summary.blunders), (0, 1, 1));
        assert_eq!(summary.average_loss, Some(70.0));
        assert_eq!(summary.accuracy, Some((100.0 + 50.0 + 12.5) / 3.0));
        let nothing = PlayerSummary::of([Judgement::FORCED]);
        assert_eq!((nothing.moves, nothing.average_loss, nothing.accuracy), (1, None, None));
    }

    /// White's second move puts a man where it is taken for nothing.
    fn hanging() -> Game {
        let mut game = Game::new(ruleset("russian"));
        played(&mut game, "c3-d4 d6-c5 d4-e5 f6:d4");
        game
    }

    #[test]
    fn a_hung_man_is_found_with_the_better_line() {
        let analysis = analysed(&hanging(), &limits(20_000));
        let blunder = &analysis.positions[2];
        let judgement = blunder.judgement.expect("a move was played");
        assert!(judgement.class.is_error(), "{judgement:?}");
        assert_ne!(blunder.lines[0].moves.first(), blunder.played.as_ref());
        assert!(blunder.lines[0].moves.len() >= BETTER_LINE);
        assert_eq!(analysis.turning_point(), Some(2));
        assert_eq!(analysis.player(Colour::White).moves, 2);
        assert!(analysis.player(Colour::White).accuracy < analysis.player(Colour::Black).accuracy);
    }

    #[test]
    fn the_same_limits_give_the_same_analysis() {
        let game = hanging();
        let mut analyst = Analyst::new(game.ruleset(), &options());
        let mut again = || analyst.analyse(&game, &limits(2_000), &NoWatch, &mut |_| ()).expect("nobody says stop");
        assert_eq!(again(), again());
    }

    #[test]
    fn a_stop_ends_it_and_what_was_told_stays() {
        let watch = StopWatch::new();
        let mut told = 0;
        let mut analyst = Analyst::new(&ruleset("russian"), &options());
        let analysis = analyst.analyse(&hanging(), &limits(1_000), &watch, &mut |_| {
            told += 1;
            if told == 2 {
                watch.set(Signal::Stop);
            }
        });
        assert_eq!((analysis, told), (None, 2));
    }

    #[test]
    fn forced_moves_get_no_blame_and_the_value_of_what_follows() {
        let analysis = analysed(&hanging(), &limits(2_000));
        let [forced, after] = &analysis.positions[3..] else { panic!("five positions") };
        assert_eq!(forced.judgement, Some(Judgement::FORCED));
        assert_eq!(forced.score, one_earlier(after.score));
        assert_eq!(forced.lines[0].moves[1], after.lines[0].moves[0]);
    }

    /// A game from a position of men, White to move.
    fn problem(id: &str, white: &[&str], black: &[&str]) -> Game {
        let ruleset = ruleset(id);
        let mut position = Position::empty(Colour::White);
        for (colour, names) in [(Colour::White, white), (Colour::Black, black)] {
            for name in names {
                let square = ruleset.board().named(name).expect("a square");
                position.set(square, Some(Piece { colour, kind: Kind::Man }));
            }
        }
        Game::from_position(ruleset, position)
    }

    #[test]
    fn sacrifices_are_no_exchanges() {
        let line = |id, white: &[&str], black: &[&str], moves: &str| {
            let start = problem(id, white, black);
            let mut game = start.clone();
            played(&mut game, moves);
            let line: Vec<Move> = game.played().iter().filter_map(Played::mv).collect();
            is_sacrifice(start.ruleset(), start.position(), &line)
        };
        assert!(line("russian", &["d4", "g1"], &["f6", "h8"], "d4-e5 f6:d4 g1-f2"), "a man for nothing");
        assert!(!line("russian", &["d4", "e3", "f2"], &["f6", "h8"], "d4-e5 f6:d4 e3:c5"), "a man for a man");
        assert!(!line("russian", &["d4", "g1"], &["f6", "h8"], "g1-h2 f6-g5"), "nothing is given");
        assert!(!line("russian", &["d4", "g1"], &["f6", "h8"], "d4-e5"), "the line ends too early");
        assert!(!line("poddavki", &["d4", "g1"], &["f6", "h8"], "d4-e5 f6:d4 g1-f2"), "giving is the aim");
    }

    #[test]
    fn praise_needs_a_gap() {
        let game = problem("russian", &["d4", "g1"], &["f6", "h8"]);
        let legal = game.legal_moves();
        let praised = |best: i32, second: i32| {
            let line = |score, mv| Line { score: Score::new(score), moves: vec![mv] };
            let lines = vec![line(best, legal[0]), line(second, legal[1])];
            merit(Outlook::DEFAULT, &game, &Report { lines, ..Report::default() })
        };
        assert_eq!(praised(0, -150), Some(Merit::OnlyGood));
        assert_eq!(praised(0, -20), None);
        assert_eq!(praised(800, 600), None, "both win");
        assert_eq!(merit(Outlook::DEFAULT, &game, &report(Score::DRAW, &legal[..1])), None, "one line tells nothing");
    }

    #[test]
    fn games_that_are_over() {
        let mut game = problem("russian", &["c3"], &["d4"]);
        played(&mut game, "c3:e5");
        let analysis = analysed(&game, &limits(1_000));
        let end = analysis.positions.last().expect("the end");
        assert_eq!((end.score, end.white_score()), (-Score::win_in(0), Score::win_in(0)));
        assert_eq!(analysis.positions[0].score, Score::win_in(1));
        assert_eq!(end.judgement, None);
        // Where the last piece is to be given away, the side to move has won.
        let mut game = problem("poddavki", &["c3"], &["d4"]);
        played(&mut game, "c3:e5");
        let analysis = analysed(&game, &limits(1_000));
        assert_eq!(analysis.positions[1].score, Score::win_in(0));
        assert_eq!(analysis.positions[0].score, -Score::win_in(1));
    }

    #[test]
    fn a_level_game_that_was_given_up_is_level_to_its_end() {
        let mut game = Game::new(ruleset("russian"));
        game.resign(Colour::White).expect("it is not over");
        let analysis = analysed(&game, &limits(1_000));
        let end = analysis.positions.last().expect("the end");
        assert_eq!(end.outcome, None, "the rules had not ended it");
        assert!(end.score.hundredths().abs() < 100, "{:?}", end.score);
        assert!(!end.lines.is_empty());
    }

    #[test]
    fn every_ruleset() {
        for ruleset in Ruleset::all() {
            let mut game = Game::new(*ruleset);
            let mut random = crate::Random::new(11);
            for _ in 0..12 {
                let legal = game.legal_moves();
                if !legal.is_empty() {
                    game.play(legal[random.below(legal.len())]).expect("legal");
                }
            }
            let analysis = analysed(&game, &limits(300));
            assert_eq!(analysis.positions.len(), game.played().len() + 1, "{}", ruleset.id());
            for (position, ply) in analysis.positions.iter().zip(game.played()) {
                assert_eq!((position.played, position.to_move), (ply.mv(), ply.before.to_move()));
                assert!(position.judgement.is_some());
            }
        }
    }
}

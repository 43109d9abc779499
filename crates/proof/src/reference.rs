//! A second move generator, slow and obvious, that the fast one is checked against.
//!
//! It shares no code and no idea with the fast one: the board is a list of cells, a capture is a
//! walk written as a list of legs, and all routes are built before the priority rule throws any
//! away. It always plays on the board with a1 (road left); the other corner is its mirror image.
//!
//! It knows how pieces move, and nothing else: not who has won, and no draws.

use std::collections::BTreeSet;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    /// Starts on the low ranks and goes up.
    White,
    /// Starts on the high ranks and goes down.
    Black,
}

/// What stands on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A man.
    Man(Colour),
    /// A king.
    King(Colour),
}

/// What happens to a man that lands on its crowning row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is a king at once and must go on as a king if it can.
    Continue,
    /// It goes on as a man if it can, and is crowned only if it ends on the row.
    Pass,
    /// The move ends there.
    Stop,
}

/// Which of the possible captures are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Any of them.
    Free,
    /// Those with the most victims.
    Most,
    /// Those with the most victims, then with the most kings among them.
    MostThenKings,
    /// Most victims; then by a king; then most kings; then kings earliest.
    Italian,
    /// Those by a king if there is one, else any.
    KingFirst,
}

/// How far the side to move may use the enemy's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnemyMovers {
    /// Enemy pieces may make quiet moves away from the mover too.
    pub quiet_any: bool,
    /// Enemy pieces may make capturing legs away from the mover too.
    pub capture_any: bool,
    /// A capture with one colour forbids only the quiet moves of that colour.
    pub duty_per_colour: bool,
}

/// Everything that decides how pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Cells along one side of the board.
    pub size: usize,
    /// Men capture backward too.
    pub men_capture_back: bool,
    /// Kings go any distance.
    pub flying: bool,
    /// A man may capture a king.
    pub men_take_kings: bool,
    /// Reaching the last row in the middle of a capture.
    pub crowning: Crowning,
    /// Choice among captures.
    pub priority: Priority,
    /// Own pieces are victims just like the enemy's.
    pub own_victims: bool,
    /// Whether enemy pieces may be moved, and how.
    pub enemy_movers: Option<EnemyMovers>,
}

/// A cell as (file, rank); (0, 0) is a1.
pub type At = (usize, usize);

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Cells along one side.
    pub size: usize,
    /// The cells, at index rank * size + file.
    pub cells: Vec<Cell>,
    /// Whose turn it is.
    pub to_move: Colour,
}

/// A move, told by what it does to the board and not by its route.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stood.
    pub from: At,
    /// Where it ends.
    pub to: At,
    /// The pieces taken off.
    pub captured: BTreeSet<At>,
    /// A man at the start, a king at the end.
    pub promotes: bool,
}

impl Colour {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The change of rank when a man of this colour goes forward.
    fn forward(self) -> isize {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// The rank where men of this colour are crowned.
    fn crowning_rank(self, size: usize) -> usize {
        match self {
            Self::White => size - 1,
            Self::Black => 0,
        }
    }
}

impl Cell {
    /// The colour of the piece, if there is one.
    pub fn colour(self) -> Option<Colour> {
        match self {
            Self::Empty => None,
            Self::Man(colour) | Self::King(colour) => Some(colour),
        }
    }

    /// Whether a king stands here.
    pub fn is_king(self) -> bool {
        matches!(self, Self::King(_))
    }
}

impl Board {
    /// A board with nothing on it.
    pub fn empty(size: usize, to_move: Colour) -> Self {
        Self { size, cells: vec![Cell::Empty; size * size], to_move }
    }

    /// What stands on a cell.
    pub fn get(&self, at: At) -> Cell {
        self.cells[at.1 * self.size + at.0]
    }

    /// Puts something on a cell.
    pub fn set(&mut self, at: At, cell: Cell) {
        self.cells[at.1 * self.size + at.0] = cell;
    }

    /// Every cell of the board.
    fn all(&self) -> impl Iterator<Item = At> + use<> {
        let size = self.size;
        (0..size).flat_map(move |rank| (0..size).map(move |file| (file, rank)))
    }

    /// The next cell in a direction, unless the board ends there.
    fn beyond(&self, at: At, step: Step) -> Option<At> {
        let file = at.0.checked_add_signed(step.0)?;
        let rank = at.1.checked_add_signed(step.1)?;
        (file < self.size && rank < self.size).then_some((file, rank))
    }

    /// The empty cells that follow `at` in a direction, up to the first that is not empty, and at
    /// most `limit` of them.
    fn free_run(&self, at: At, step: Step, limit: usize) -> Vec<At> {
        let mut run = Vec::new();
        let mut next = self.beyond(at, step);
        while let Some(cell) = next {
            if run.len() == limit || self.get(cell) != Cell::Empty {
                break;
            }
            run.push(cell);
            next = self.beyond(cell, step);
        }
        run
    }
}

/// A direction: change of file, change of rank.
type Step = (isize, isize);

/// The four ways a draughts piece can go.
const DIAGONALS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// One jump of a capture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Leg {
    step: Step,
    victim: At,
    victim_is_king: bool,
    landing: At,
}

/// One way to make a move, told in full. A quiet move has no legs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Route {
    from: At,
    to: At,
    colour: Colour,
    by_king: bool,
    legs: Vec<Leg>,
    promotes: bool,
}

impl Route {
    fn to_move(&self) -> Move {
        let captured = self.legs.iter().map(|leg| leg.victim).collect();
        Move { from: self.from, to: self.to, captured, promotes: self.promotes }
    }
}

/// The piece on its way. Its own cell on the board is empty while it is capturing.
#[derive(Clone, Copy)]
struct Runner {
    colour: Colour,
    king: bool,
    at: At,
    /// It has been stopped by the crowning row.
    stopped: bool,
}

impl Runner {
    fn at(board: &Board, at: At) -> Option<Self> {
        let cell = board.get(at);
        Some(Self { colour: cell.colour()?, king: cell.is_king(), at, stopped: false })
    }

    /// How many cells it may cross in one go.
    fn reach(&self, rules: &Rules) -> usize {
        if self.king && rules.flying { rules.size } else { 1 }
    }

    /// The same piece after one jump.
    fn after(mut self, rules: &Rules, leg: &Leg) -> Self {
        self.at = leg.landing;
        if !self.king && leg.landing.1 == self.colour.crowning_rank(rules.size) {
            self.king = rules.crowning == Crowning::Continue;
            self.stopped = rules.crowning == Crowning::Stop;
        }
        self
    }
}

/// Whether a piece of this colour may go in this direction at all. Only enemy pieces are ever held
/// back: they must come toward the mover, which for them is forward.
fn may_go(rules: &Rules, board: &Board, colour: Colour, step: Step, capturing: bool) -> bool {
    if colour == board.to_move || step.1 == colour.forward() {
        return true;
    }
    rules.enemy_movers.is_some_and(|enemy| if capturing { enemy.capture_any } else { enemy.quiet_any })
}

/// The quiet moves of the piece on `from`.
fn quiet_moves(rules: &Rules, board: &Board, from: At) -> Vec<Route> {
    let Some(runner) = Runner::at(board, from) else {
        return Vec::new();
    };
    let colour = runner.colour;
    let mut found = Vec::new();
    for step in DIAGONALS {
        let direction_ok = runner.king || step.1 == colour.forward();
        if !direction_ok || !may_go(rules, board, colour, step, false) {
            continue;
        }
        for to in board.free_run(from, step, runner.reach(rules)) {
            let promotes = !runner.king && to.1 == colour.crowning_rank(rules.size);
            found.push(Route { from, to, colour, by_king: runner.king, legs: Vec::new(), promotes });
        }
    }
    found
}

/// Whether the piece on `victim` may be jumped.
fn may_take(rules: &Rules, board: &Board, runner: &Runner, victim: At, taken: &[Leg]) -> bool {
    let cell = board.get(victim);
    let Some(colour) = cell.colour() else {
        return false;
    };
    let colour_ok = rules.own_victims || colour != runner.colour;
    let rank_ok = !cell.is_king() || runner.king || rules.men_take_kings;
    colour_ok && rank_ok && taken.iter().all(|leg| leg.victim != victim)
}

/// The jumps in one direction: all over the same victim, one for every landing cell.
fn jumps_along(rules: &Rules, board: &Board, runner: &Runner, taken: &[Leg], step: Step) -> Vec<Leg> {
    let direction_ok = runner.king || rules.men_capture_back || step.1 == runner.colour.forward();
    if runner.stopped || !direction_ok || !may_go(rules, board, runner.colour, step, true) {
        return Vec::new();
    }
    let reach = runner.reach(rules);
    let approach = board.free_run(runner.at, step, reach - 1);
    let stand = approach.last().copied().unwrap_or(runner.at);
    let Some(victim) = board.beyond(stand, step) else {
        return Vec::new();
    };
    if !may_take(rules, board, runner, victim, taken) {
        return Vec::new();
    }
    let victim_is_king = board.get(victim).is_king();
    let landings = board.free_run(victim, step, reach);
    landings.into_iter().map(|landing| Leg { step, victim, victim_is_king, landing }).collect()
}

/// Whether the capture can go on after the last of `taken`.
fn can_jump(rules: &Rules, board: &Board, runner: &Runner, taken: &[Leg]) -> bool {
    DIAGONALS.iter().any(|&step| !jumps_along(rules, board, runner, taken, step).is_empty())
}

/// The legal next jumps. Behind one victim, landing cells from which the capture goes on shut out
/// those where it ends.
fn next_legs(rules: &Rules, board: &Board, runner: &Runner, taken: &[Leg]) -> Vec<Leg> {
    let mut found = Vec::new();
    for step in DIAGONALS {
        let all = jumps_along(rules, board, runner, taken, step);
        let goes_on = |leg: &&Leg| {
            let mut then = taken.to_vec();
            then.push((*leg).clone());
            can_jump(rules, board, &runner.after(rules, leg), &then)
        };
        let going_on: Vec<Leg> = all.iter().filter(goes_on).cloned().collect();
        found.extend(if going_on.is_empty() { all } else { going_on });
    }
    found
}

/// Where a king rests between two victims on one straight line makes no difference, so all those
/// routes are written as one: with the cell right behind the first victim.
fn without_idle_choices(board: &Board, legs: &[Leg]) -> Vec<Leg> {
    let mut tidy = legs.to_vec();
    for (index, pair) in legs.windows(2).enumerate() {
        if pair[0].step == pair[1].step
            && let Some(behind) = board.beyond(pair[0].victim, pair[0].step)
        {
            tidy[index].landing = behind;
        }
    }
    tidy
}

/// Walks on from the legs made so far and notes every capture that cannot go further.
fn walk(rules: &Rules, board: &Board, runner: Runner, legs: &mut Vec<Leg>, ends: &mut Vec<(Runner, Vec<Leg>)>) {
    let next = next_legs(rules, board, &runner, legs);
    if next.is_empty() && !legs.is_empty() {
        ends.push((runner, without_idle_choices(board, legs)));
    }
    for leg in next {
        let moved = runner.after(rules, &leg);
        legs.push(leg);
        walk(rules, board, moved, legs, ends);
        legs.pop();
    }
}

/// The complete captures of the piece on `from`, before any priority.
fn captures(rules: &Rules, board: &Board, from: At) -> Vec<Route> {
    let Some(start) = Runner::at(board, from) else {
        return Vec::new();
    };
    let mut lifted = board.clone();
    lifted.set(from, Cell::Empty);
    let mut ends = Vec::new();
    walk(rules, &lifted, start, &mut Vec::new(), &mut ends);
    let crowning_rank = start.colour.crowning_rank(rules.size);
    let finish = |(end, legs): (Runner, Vec<Leg>)| {
        let promotes = !start.king && (end.king || end.at.1 == crowning_rank);
        Route { from, to: end.at, colour: start.colour, by_king: start.king, legs, promotes }
    };
    ends.into_iter().map(finish).collect()
}

/// What a capture is worth under the priority rule; the greatest are legal. The order of the fields
/// is the order of the Italian steps. Fields a rule does not look at stay equal.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    victims: usize,
    by_king: bool,
    kings: usize,
    kings_first: Vec<bool>,
}

fn worth(priority: Priority, route: &Route) -> Worth {
    let victims = route.legs.len();
    let by_king = route.by_king;
    let kings_first: Vec<bool> = route.legs.iter().map(|leg| leg.victim_is_king).collect();
    let kings = kings_first.iter().filter(|&&king| king).count();
    match priority {
        Priority::Free => Worth::default(),
        Priority::Most => Worth { victims, ..Worth::default() },
        Priority::MostThenKings => Worth { victims, kings, ..Worth::default() },
        Priority::Italian => Worth { victims, by_king, kings, kings_first },
        Priority::KingFirst => Worth { by_king, ..Worth::default() },
    }
}

/// The routes that no other route beats.
fn best(priority: Priority, mut routes: Vec<Route>) -> Vec<Route> {
    let top = routes.iter().map(|route| worth(priority, route)).max();
    routes.retain(|route| Some(worth(priority, route)) == top);
    routes
}

/// What may be played with pieces of these colours, when a capture by any of them forbids all their
/// quiet moves.
fn routes_of(rules: &Rules, board: &Board, colours: &[Colour]) -> Vec<Route> {
    let own = |at: &At| board.get(*at).colour().is_some_and(|colour| colours.contains(&colour));
    let pieces: Vec<At> = board.all().filter(own).collect();
    let taking: Vec<Route> = pieces.iter().flat_map(|&from| captures(rules, board, from)).collect();
    if taking.is_empty() {
        return pieces.iter().flat_map(|&from| quiet_moves(rules, board, from)).collect();
    }
    best(rules.priority, taking)
}

/// Every legal route once.
fn legal_routes(rules: &Rules, board: &Board) -> BTreeSet<Route> {
    let own = board.to_move;
    let enemy = own.other();
    // A side without pieces has lost, even where it could move the opponent's.
    if !board.all().any(|at| board.get(at).colour() == Some(own)) {
        return BTreeSet::new();
    }
    let routes = match rules.enemy_movers {
        None => routes_of(rules, board, &[own]),
        Some(EnemyMovers { duty_per_colour: false, .. }) => routes_of(rules, board, &[own, enemy]),
        Some(EnemyMovers { duty_per_colour: true, .. }) => {
            [routes_of(rules, board, &[own]), routes_of(rules, board, &[enemy])].concat()
        }
    };
    routes.into_iter().collect()
}

/// The legal moves; routes with the same ends and the same victims are one move ("drop").
pub fn moves(rules: &Rules, board: &Board) -> BTreeSet<Move> {
    legal_routes(rules, board).iter().map(Route::to_move).collect()
}

/// The number of legal moves when every different route counts ("keep").
pub fn path_count(rules: &Rules, board: &Board) -> usize {
    legal_routes(rules, board).len()
}

/// The position after a move. It does not ask whether the move is legal.
pub fn play(board: &Board, mv: &Move) -> Board {
    let mut next = board.clone();
    let piece = match board.get(mv.from) {
        Cell::Man(colour) if mv.promotes => Cell::King(colour),
        other => other,
    };
    next.set(mv.from, Cell::Empty);
    for &victim in &mv.captured {
        next.set(victim, Cell::Empty);
    }
    // Last, because a capture may end on the cell it began on.
    next.set(mv.to, piece);
    next.to_move = board.to_move.other();
    next
}

/// Counts the sequences of `depth` moves ("drop").
pub fn perft(rules: &Rules, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = moves(rules, board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(rules, &play(board, mv), depth - 1)).sum()
}

/// Counts the sequences of `depth` moves when every different route counts ("keep").
pub fn perft_paths(rules: &Rules, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let routes = legal_routes(rules, board);
    if depth == 1 {
        return routes.len() as u64;
    }
    routes.iter().map(|route| perft_paths(rules, &play(board, &route.to_move()), depth - 1)).sum()
}

/// The race game on all cells of the board, where nothing is captured. Every piece is a man.
pub mod corners {
    use super::{At, Board, Cell, Step};
    use std::collections::{BTreeSet, VecDeque};

    /// The orthogonal directions, then the diagonal ones.
    const EIGHT: [Step; 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

    fn directions(eight_directions: bool) -> &'static [Step] {
        if eight_directions { &EIGHT } else { &EIGHT[..4] }
    }

    /// The free cells next to a cell.
    fn steps(board: &Board, from: At, ways: &[Step]) -> Vec<At> {
        ways.iter().flat_map(|&way| board.free_run(from, way, 1)).collect()
    }

    /// The free cells one jump away.
    fn jumps(board: &Board, from: At, ways: &[Step]) -> Vec<At> {
        let over = |&way: &Step| {
            let hurdle = board.beyond(from, way)?;
            let landing = board.beyond(hurdle, way)?;
            (board.get(hurdle) != Cell::Empty && board.get(landing) == Cell::Empty).then_some(landing)
        };
        ways.iter().filter_map(over).collect()
    }

    /// The cells that can be reached by one or more jumps, the start cell perhaps among them.
    fn jump_targets(board: &Board, from: At, ways: &[Step]) -> BTreeSet<At> {
        let mut lifted = board.clone();
        lifted.set(from, Cell::Empty);
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for landing in jumps(&lifted, at, ways) {
                if seen.insert(landing) {
                    queue.push_back(landing);
                }
            }
        }
        seen
    }

    /// The legal moves, as pairs of from and to.
    pub fn moves(board: &Board, eight_directions: bool) -> BTreeSet<(At, At)> {
        let ways = directions(eight_directions);
        let mut found = BTreeSet::new();
        for from in board.all().filter(|&at| board.get(at).colour() == Some(board.to_move)) {
            let targets = steps(board, from, ways).into_iter().chain(jump_targets(board, from, ways));
            found.extend(targets.filter(|&to| to != from).map(|to| (from, to)));
        }
        found
    }

    /// The position after a move. It does not ask whether the move is legal.
    pub fn play(board: &Board, (from, to): (At, At)) -> Board {
        let mut next = board.clone();
        next.set(from, Cell::Empty);
        next.set(to, board.get(from));
        next.to_move = board.to_move.other();
        next
    }

    /// Counts the sequences of `depth` moves. It does not notice a won game.
    pub fn perft(board: &Board, eight_directions: bool, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = moves(board, eight_directions);
        moves.iter().map(|&mv| perft(&play(board, mv), eight_directions, depth - 1)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUSSIAN: Rules = Rules {
        size: 8,
        men_capture_back: true,
        flying: true,
        men_take_kings: true,
        crowning: Crowning::Continue,
        priority: Priority::Free,
        own_victims: false,
        enemy_movers: None,
    };
    const BRAZILIAN: Rules = Rules { crowning: Crowning::Pass, priority: Priority::Most, ..RUSSIAN };
    const INTERNATIONAL: Rules = Rules { size: 10, ..BRAZILIAN };
    const POOL: Rules = Rules { crowning: Crowning::Pass, ..RUSSIAN };
    const ENGLISH: Rules = Rules { flying: false, crowning: Crowning::Stop, ..CHECKERS };
    const ITALIAN: Rules = Rules { men_take_kings: false, priority: Priority::Italian, ..ENGLISH };
    const CZECH: Rules = Rules { crowning: Crowning::Stop, priority: Priority::KingFirst, ..ENGLISH_OZORNYE };
    const SPANISH: Rules = Rules { priority: Priority::MostThenKings, ..CZECH };
    const CHECKERS: Rules = Rules { flying: false, ..ENGLISH_OZORNYE };
    const ENGLISH_OZORNYE: Rules = Rules { men_capture_back: false, ..RUSSIAN };
    const ITALIAN_OZORNYE: Rules = Rules { men_take_kings: false, ..ENGLISH_OZORNYE };
    const SAMOYED: Rules = Rules { own_victims: true, ..RUSSIAN };
    const STAVROPOL: Rules = stavropol(false, false, false);

    const fn stavropol(quiet_any: bool, capture_any: bool, duty_per_colour: bool) -> Rules {
        Rules { enemy_movers: Some(EnemyMovers { quiet_any, capture_any, duty_per_colour }), ..RUSSIAN }
    }

    /// How the squares of a text are named. Letters are always those of the board with a1.
    #[derive(Clone, Copy)]
    enum Names {
        /// Letters, or numbers with 1 at the top left of a board with a1.
        Left,
        /// Numbers with 1 at the top left of a board with h1, here mirrored.
        Right,
    }

    fn square(size: usize, names: Names, text: &str) -> At {
        let first = text.as_bytes()[0];
        if first.is_ascii_lowercase() {
            let rank: usize = text[1..].parse().expect("a rank");
            return (usize::from(first - b'a'), rank - 1);
        }
        let number: usize = text.parse().expect("a square number");
        let rank = size - 1 - (number - 1) / (size / 2);
        let place = (number - 1) % (size / 2);
        match names {
            Names::Left => (2 * place + rank % 2, rank),
            Names::Right => (size - 1 - (2 * place + 1 - rank % 2), rank),
        }
    }

    fn colour(text: &str) -> Colour {
        if text.starts_with('W') { Colour::White } else { Colour::Black }
    }

    fn fen(size: usize, names: Names, text: &str) -> Board {
        let mut parts = text.split(':');
        let mut board = Board::empty(size, colour(parts.next().expect("a side")));
        for group in parts {
            let side = colour(group);
            for piece in group[1..].split(',').filter(|piece| !piece.is_empty()) {
                let cell = if piece.starts_with('K') { Cell::King(side) } else { Cell::Man(side) };
                board.set(square(size, names, piece.trim_start_matches('K')), cell);
            }
        }
        board
    }

    /// Reads "from-to" or "fromxtoxvictimxvictim", with "=K" at the end if the man is crowned.
    fn read_move(size: usize, names: Names, text: &str) -> Move {
        let plain = text.trim_end_matches("=K");
        let mut squares = plain.split(['-', 'x']).map(|name| square(size, names, name));
        let from = squares.next().expect("a start");
        let to = squares.next().expect("an end");
        Move { from, to, captured: squares.collect(), promotes: plain != text }
    }

    fn check_named(rules: &Rules, names: Names, position: &str, expected: &[&str]) {
        let board = fen(rules.size, names, position);
        let wanted: BTreeSet<Move> = expected.iter().map(|text| read_move(rules.size, names, text)).collect();
        assert_eq!(moves(rules, &board), wanted, "{position}");
    }

    fn check(rules: &Rules, position: &str, expected: &[&str]) {
        check_named(rules, Names::Left, position, expected);
    }

    fn check_counts(rules: &Rules, position: &str, drop: usize, keep: usize) {
        let board = fen(rules.size, Names::Left, position);
        assert_eq!((moves(rules, &board).len(), path_count(rules, &board)), (drop, keep), "{position}");
    }

    fn check_perft(rules: &Rules, board: &Board, drop: &[u64], keep: &[u64]) {
        for (depth, &count) in (1..).zip(drop) {
            assert_eq!(perft(rules, board, depth), count, "drop {depth}");
        }
        for (depth, &count) in (1..).zip(keep) {
            assert_eq!(perft_paths(rules, board, depth), count, "keep {depth}");
        }
    }

    /// The usual start: men on every played cell but those of the two middle rows.
    fn start(size: usize) -> Board {
        let mut board = Board::empty(size, Colour::White);
        for at in board.all().filter(|at| (at.0 + at.1) % 2 == 0) {
            if at.1 < size / 2 - 1 {
                board.set(at, Cell::Man(Colour::White));
            } else if at.1 > size / 2 {
                board.set(at, Cell::Man(Colour::Black));
            }
        }
        board
    }

    fn diagonal_start() -> Board {
        let text = "W:Wc1,e1,g1,d2,f2,h2,e3,g3,f4,h4,g5,h6:Bb8,d8,f8,a7,c7,e7,b6,d6,a5,c5,b4,a3";
        fen(8, Names::Left, text)
    }

    fn corners_start(files: usize, ranks: usize) -> Board {
        let mut board = Board::empty(8, Colour::White);
        for at in board.all().filter(|at| at.0 < files && at.1 < ranks) {
            board.set(at, Cell::Man(Colour::White));
            board.set((7 - at.0, 7 - at.1), Cell::Man(Colour::Black));
        }
        board
    }

    // Perft of the starting positions, public numbers (rules.md 9.1).

    #[test]
    fn perft_russian() {
        let drop = [7, 49, 302, 1469, 7482, 37986, 190146, 929899];
        let keep = [7, 49, 302, 1469, 7482, 37986, 190146, 929905];
        check_perft(&RUSSIAN, &start(8), &drop, &keep);
    }

    #[test]
    fn perft_brazilian() {
        let drop = [7, 49, 302, 1469, 7473, 37628, 187302, 907830];
        let keep = [7, 49, 302, 1469, 7473, 37628, 187302, 907836];
        check_perft(&BRAZILIAN, &start(8), &drop, &keep);
    }

    #[test]
    fn perft_pool() {
        let drop = [7, 49, 302, 1469, 7482, 37986, 190146, 929896];
        let keep = [7, 49, 302, 1469, 7482, 37986, 190146, 929902];
        check_perft(&POOL, &start(8), &drop, &keep);
    }

    #[test]
    fn perft_english() {
        let both = [7, 49, 302, 1469, 7361, 36768, 179740, 845931];
        check_perft(&ENGLISH, &start(8), &both[..7], &both);
    }

    #[test]
    fn perft_czech() {
        let both = [7, 49, 302, 1469, 7361, 36768, 179740, 845931];
        check_perft(&CZECH, &start(8), &both[..7], &both);
    }

    #[test]
    fn perft_spanish() {
        let both = [7, 49, 302, 1469, 7361, 36473, 177532, 828783];
        check_perft(&SPANISH, &start(8), &both[..7], &both);
    }

    #[test]
    fn perft_italian() {
        let both = [7, 49, 302, 1469, 7361, 36473, 177532, 828783];
        check_perft(&ITALIAN, &start(8), &both[..7], &both);
    }

    #[test]
    fn perft_international() {
        let both = [9, 81, 658, 4265, 27117, 167140, 1049442];
        check_perft(&INTERNATIONAL, &start(10), &both[..6], &both);
    }

    // Perft of other positions, public numbers (rules.md 9.2).

    fn check_perft_fen(rules: &Rules, names: Names, position: &str, drop: &[u64], keep: &[u64]) {
        check_perft(rules, &fen(rules.size, names, position), drop, keep);
    }

    #[test]
    fn perft_random178() {
        let position = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
        check_perft_fen(&INTERNATIONAL, Names::Left, position, &[14, 55, 1168, 5432, 87195], &[]);
    }

    #[test]
    fn perft_woldouby() {
        let position = "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38";
        let drop = [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050];
        check_perft_fen(&INTERNATIONAL, Names::Left, position, &drop, &[]);
    }

    #[test]
    fn perft_all_kings() {
        let mut board = start(10);
        for cell in &mut board.cells {
            *cell = cell.colour().map_or(Cell::Empty, Cell::King);
        }
        check_perft(&INTERNATIONAL, &board, &[17, 79, 352, 1399, 7062, 37589], &[]);
    }

    #[test]
    fn perft_almost_promotion() {
        let position = "W:W6,7,8,9,10:B41,42,43,44,45";
        check_perft_fen(&INTERNATIONAL, Names::Left, position, &[9, 81, 795, 7578, 86351], &[]);
    }

    #[test]
    fn perft_front_rows() {
        let position = "W:B16,17,18,19,20:W31,32,33,34,35";
        let keep = [9, 81, 534, 2538, 9052, 29999, 98971];
        check_perft_fen(&INTERNATIONAL, Names::Left, position, &[], &keep);
    }

    #[test]
    fn perft_italian_positions() {
        let first = "W:W30,26,27,22,23,24,17,18,20:B14,15,16,9,11,5,6,1,3";
        let keep = [5, 13, 42, 107, 360, 1099, 3736, 12495, 43686];
        check_perft_fen(&ITALIAN, Names::Right, first, &[], &keep);
        let second = "B:W30,21,22,17,20,K6:B25,28,9,5,1,3";
        check_perft_fen(&ITALIAN, Names::Right, second, &[], &[6, 47, 271, 1916, 10810, 73137]);
        let third = "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4";
        check_perft_fen(&ITALIAN, Names::Right, third, &[], &[13, 112, 828, 6756, 46241]);
    }

    // Rulesets without public numbers (rules.md 9.3).

    #[test]
    fn perft_checkers() {
        let drop = [7, 49, 302, 1469, 7361, 36768, 179740, 845931];
        check_perft(&CHECKERS, &start(8), &drop, &[]);
    }

    #[test]
    fn perft_english_ozornye() {
        check_perft(&ENGLISH_OZORNYE, &start(8), &[7, 49, 302, 1469, 7361, 36768, 179740], &[]);
        let eighth = perft(&ENGLISH_OZORNYE, &start(8), 8);
        assert_ne!(eighth, 845931, "differs from the federation's English at depth 8");
    }

    #[test]
    fn perft_italian_ozornye() {
        check_perft(&ITALIAN_OZORNYE, &start(8), &[7, 49, 302, 1469, 7361, 36768, 179740], &[]);
    }

    #[test]
    fn perft_diagonal() {
        check_perft(&RUSSIAN, &diagonal_start(), &[6, 6, 14, 40, 83, 266], &[]);
    }

    #[test]
    fn perft_samoyed() {
        check_perft(&SAMOYED, &start(8), &[6, 36, 154, 714, 2491], &[]);
    }

    #[test]
    fn perft_stavropol() {
        check_perft(&STAVROPOL, &start(8), &[14, 210, 2528, 25916], &[]);
    }

    #[test]
    fn perft_corners() {
        let layouts = [(3, 3, [12, 144, 2784]), (4, 3, [14, 196, 4412]), (4, 4, [16, 262, 6618])];
        for (files, ranks, counts) in layouts {
            let board = corners_start(files, ranks);
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(corners::perft(&board, false, depth), count, "{files}x{ranks} {depth}");
            }
        }
    }

    // The worked examples of the texts.

    /// rules.md 2.1: the sample game of seed 000.
    #[test]
    fn sample_game() {
        let game = [
            "e3-d4",
            "d6-c5",
            "f2-e3",
            "f6-g5",
            "c3-b4",
            "g5-h4",
            "b4xd6xc5",
            "h4xf2xg3",
            "e1xg3xf2",
            "c7xh4xd6xd4xd2xg3=K",
        ];
        let mut board = start(8);
        for text in game {
            let mv = read_move(8, Names::Left, text);
            assert!(moves(&RUSSIAN, &board).contains(&mv), "{text}");
            board = play(&board, &mv);
        }
    }

    /// rules.md 2.8: each first move of set-up A is met by exactly one capture.
    #[test]
    fn diagonal_opening() {
        let pairs = [
            ("c1-b2", "a3xc1xb2=K"),
            ("d2-c3", "b4xd2xc3"),
            ("e3-d4", "c5xe3xd4"),
            ("f4-e5", "d6xf4xe5"),
            ("g5-f6", "e7xg5xf6"),
            ("h6-g7", "f8xh6xg7"),
        ];
        let read = |text: &str| read_move(8, Names::Left, text);
        let first: BTreeSet<Move> = pairs.iter().map(|(text, _)| read(text)).collect();
        assert_eq!(moves(&RUSSIAN, &diagonal_start()), first);
        for (quiet, reply) in pairs {
            let board = play(&diagonal_start(), &read(quiet));
            assert_eq!(moves(&RUSSIAN, &board), BTreeSet::from([read(reply)]));
        }
    }

    /// rules.md 2.9: at the start of samoyed White must take an own man.
    #[test]
    fn samoyed_opening() {
        let texts = ["b2xd4xc3", "d2xb4xc3", "d2xf4xe3", "f2xd4xe3", "f2xh4xg3", "h2xf4xg3"];
        let wanted = texts.iter().map(|text| read_move(8, Names::Left, text)).collect();
        assert_eq!(moves(&SAMOYED, &start(8)), wanted);
    }

    /// rules.md section 5: the rebuilt diagrams 8 to 12 of seed 002.
    #[test]
    fn seed_002_diagrams() {
        let rules = &INTERNATIONAL;
        check(rules, "W:W26,K45:BK23,11,12,21,22,27", &["26x19x21x22x23", "45x16x23x12x11"]);
        check(rules, "W:W28:BK11,K22,14,23", &["28x6x22x11", "28x10x23x14"]);
        check(rules, "W:W35:B30,19,8,7", &["35x11x30x19x8x7"]);
        check(rules, "W:W35:B30,19,8,11", &["35x2x30x19x8=K"]);
        check(rules, "B:W28,34,20,19:BK22", &["22x23x28x34x20x19"]);
        check(rules, "B:W28,30,20,19:BK22", &["22x23x28x30x20x19"]);
        check(rules, "B:W28,34,20,19,32:BK22", &["22x23x28x34x20x19"]);
        check(rules, "B:W28,34,20,19,37:BK22", &["22x23x28x34x20x19"]);
    }

    /// rules.md 8.2 to 8.4: seeds against federations.
    #[test]
    fn crowned_in_passing() {
        check(&CHECKERS, "W:Wb6:Bc7,e7", &["b6xf6xc7xe7=K"]);
        check(&ENGLISH, "W:Wb6:Bc7,e7", &["b6xd8xc7=K"]);
        check(&ENGLISH_OZORNYE, "W:Wb6:Bc7,f6", &["b6xg5xc7xf6=K", "b6xh4xc7xf6=K"]);
        check(&CHECKERS, "W:Wb6:Bc7,f6", &["b6xd8xc7=K"]);
    }

    /// rules.md 8.4: no man takes a king, but once crowned in mid-capture it may.
    #[test]
    fn seed_italian_man_and_king() {
        check(&ITALIAN_OZORNYE, "W:Wb4:BKc5", &["b4-a5"]);
        check(&ITALIAN_OZORNYE, "W:Wb6:Bc7,Kf6", &["b6xg5xc7xf6=K", "b6xh4xc7xf6=K"]);
    }

    /// rules.md 8.14, with each of the switches.
    #[test]
    fn stavropol_test() {
        let position = "W:Wd4,a1:Bc3,h8";
        check(&STAVROPOL, position, &["d4xb2xc3"]);
        check(&stavropol(false, true, false), position, &["d4xb2xc3", "c3xe5xd4"]);
        check(&stavropol(true, false, false), position, &["d4xb2xc3"]);
        // Black owes nothing here, so its quiet moves stay.
        check(&stavropol(false, false, true), position, &["d4xb2xc3", "c3-b2", "c3-d2", "h8-g7"]);
        check(&stavropol(false, true, true), position, &["d4xb2xc3", "c3xe5xd4"]);
    }

    /// An enemy king comes only toward the mover, in every leg; it takes the mover's pieces.
    #[test]
    fn stavropol_enemy_king() {
        check(&STAVROPOL, "W:Wa1:BKd2", &["a1-b2", "d2-c1", "d2-e1"]);
        let away = ["a1-b2", "d2-c1", "d2-e1", "d2-c3", "d2-b4", "d2-a5", "d2-e3", "d2-f4", "d2-g5", "d2-h6"];
        check(&stavropol(true, false, false), "W:Wa1:BKd2", &away);
        // From d4 it could only go on upward, over c5. The man on g7 keeps e5 from capturing.
        let position = "W:We5,c5:BKf6,g7";
        let down = ["f6xd4xe5", "f6xc3xe5", "f6xb2xe5", "f6xa1xe5"];
        check(&STAVROPOL, position, &down);
        check(&stavropol(false, true, false), position, &["f6xb6xe5xc5", "f6xa7xe5xc5"]);
    }

    /// A crowning piece looks at its own far row, no matter who moves it.
    #[test]
    fn stavropol_crowning() {
        check(&STAVROPOL, "W:Wh8:Ba3,c3,b2", &["b2-a1=K", "b2-c1=K", "c3-d2"]);
    }

    /// rules.md 8.15: kings and mixed chains.
    #[test]
    fn samoyed_takes_everything() {
        check(&SAMOYED, "W:WKa1,c3,a7:Bg7", &["a1xh8xc3xg7"]);
        check(&SAMOYED, "W:Wa1,Kb2:Bd4", &["a1xe5xb2xd4", "b2xe5xd4", "b2xf6xd4", "b2xg7xd4", "b2xh8xd4"]);
    }

    /// The cell a capture starts from is empty for it, and a victim blocks until the end.
    #[test]
    fn closed_loop() {
        check(&RUSSIAN, "W:Wc3:Bd4,d6,b6,b4", &["c3xc3xd4xd6xb6xb4"]);
        check_counts(&RUSSIAN, "W:Wc3:Bd4,d6,b6,b4", 1, 2);
    }

    /// Each priority rule against a choice that it decides.
    #[test]
    fn priorities() {
        check(&RUSSIAN, "W:Wc3:Bd4,Kb4", &["c3xe5xd4", "c3xa5xb4"]);
        check(&SPANISH, "W:Wc3:Bd4,Kb4", &["c3xa5xb4"]);
        check(&ITALIAN, "W:Wc3:Bd4,Kb4", &["c3xe5xd4"]);
        let with_king = ["h4xf6xg5", "h4xe7xg5", "h4xd8xg5"];
        check(&CZECH, "W:Wc3,Kh4:Bd4,g5", &with_king);
        check(&ITALIAN, "W:Wc3,Kh4:Bd4,g5", &["h4xf6xg5"]);
        check(&ITALIAN, "W:WKd4:BKe5,g7,c5,Kc7", &["d4xh8xe5xg7"]);
    }

    /// A man set up on its crowning row is still a man.
    #[test]
    fn man_on_the_last_row() {
        check(&RUSSIAN, "W:Wd8:Bh2", &[]);
        check(&RUSSIAN, "W:Wd8:Be7", &["d8xf6xe7"]);
        check(&POOL, "W:Wd8:Be7,g7", &["d8xh8xe7xg7=K"]);
        check(&ENGLISH, "W:Wd8:Be7", &[]);
    }

    /// The resting cell on a straight line (c3, d4 or e5) makes no difference.
    #[test]
    fn keep_convention() {
        check_counts(&RUSSIAN, "W:WKa1:Bb2,f6", 2, 2);
    }

    // Positions from other programs (rules.md section 10, interchange.md on real bug reports).

    #[test]
    fn italian_priority() {
        let expected = ["25x4x21x14x7"];
        check_named(&ITALIAN, Names::Right, "W:W31,32,K25:B12,20,21,28,5,K13,K14,K7", &expected);
        check_named(&ITALIAN, Names::Right, "W:W31,32,K25:B12,13,20,21,28,7,K14,K5", &expected);
    }

    /// pydraughts#28.
    #[test]
    fn russian_crowns_and_goes_on() {
        check(&RUSSIAN, "W:Wh6:Bg7,c5,d2", &["h6xe1xg7xc5xd2=K"]);
    }

    /// py-draughts PR#48.
    #[test]
    fn russian_king_chooses_the_cell_that_goes_on() {
        let position = "B:W12,17,19,23,25,27,29:B1,3,4,7,8,10,11,K13,14";
        check(&RUSSIAN, position, &["a5xe5xb4xf2xf4", "c5xc1xb4xb2=K"]);
    }

    /// pydraughts#42.
    #[test]
    fn russian_same_ends_other_victims() {
        let position = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8";
        check(&RUSSIAN, position, &["h4xb6xg5xe5xc5", "f8xb4xc5", "f8xb4xg7xg5xe5xc5"]);
    }

    /// pydraughts test_ambiguous_moves.py, which counts a closed loop once for each way round.
    #[test]
    fn ambiguous_moves() {
        let both = ["47x36x42x29x19x31", "47x36x42x29x14x31"];
        check(&INTERNATIONAL, "W:WK47:B14,19,29,31,42", &both);
        check_counts(&INTERNATIONAL, "W:WK38:B18,19,32,33", 5, 6);
        check_counts(&RUSSIAN, "W:WKd2:Bf6,c5,e5,e3", 4, 4);
        check_counts(&RUSSIAN, "W:WKd2:Bc5,e5,c3,e3", 3, 4);
    }

    /// py-draughts test_standard_board.py, and py-draughts#29 for the last.
    #[test]
    fn standard_board() {
        let rules = &INTERNATIONAL;
        check(rules, "B:W6,24,28,38,41:B13,K49", &["49x30x38x28x24", "49x35x38x28x24"]);
        check(rules, "B:WK2,28,31,44:B20,K50", &["50x36x44x28x31"]);
        check(rules, "W:WK4:B13,32,37,20", &["4x15x13x32x20", "4x15x13x37x20"]);
    }

    /// py-draughts legal_moves_len.json.
    #[test]
    fn standard_counts() {
        let rows = [
            ("W:W25,26,28,34,35,42,43:B3,5,6,14,23,30,32", 1),
            ("W:WK15,20,26,35:B3,5,6,37,K47", 5),
            ("B:W21,K33:B5,6,14,K36", 13),
            ("W:WK25:B6,10,K15", 9),
            ("B:WK46:B6,K15", 10),
            ("B:W24,26,28,29,34,36,37:B3,13,15,17,20,25,27", 9),
            ("B:W8,25,31,35,39:B6,14,15,16,19,24,37", 1),
            ("B:WK3,23,25,35:B6,14,16,19,20,26", 1),
            ("B:WK3,25,30:B6,14,16,20,26,38", 7),
            ("B:W25,K47:B6,16,26", 3),
            ("B:W20,K46:B6,21,36", 4),
            ("B:W10,K14:B17,27,36", 5),
            (
                "B:W26,32,33,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50\
                 :B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,23,24",
                12,
            ),
            (
                "W:W27,32,33,34,35,36,37,38,39,40,41,42,43,44,45,47,48,49,50\
                 :B1,2,3,4,5,6,7,8,11,12,13,14,15,16,17,18,19,23,24",
                10,
            ),
        ];
        for (position, count) in rows {
            check_counts(&INTERNATIONAL, position, count, count);
        }
    }

    /// py-draughts#28.
    #[test]
    fn no_pieces_no_moves() {
        check(&INTERNATIONAL, "B:W50:B", &[]);
    }

    // The race game.

    #[test]
    fn corners_jump_chain() {
        // Over b1 to c1, and on over c2 to c3, with a stop allowed at each, but not at the start.
        let board = fen(8, Names::Left, "W:Wa1:Bb1,c2,a2");
        let to = |file, rank| ((0, 0), (file, rank));
        let wanted = BTreeSet::from([to(2, 0), to(2, 2), to(0, 2)]);
        assert_eq!(corners::moves(&board, false), wanted);
    }

    #[test]
    fn corners_eight_directions() {
        let board = fen(8, Names::Left, "W:Wd4:B");
        assert_eq!(corners::moves(&board, false).len(), 4);
        assert_eq!(corners::moves(&board, true).len(), 8);
    }
}

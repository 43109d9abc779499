//! A ruleset: a table of facts with its name and citations, and what can be asked of it.

use crate::board::{Board, Colour, Square, SquareSet};
use crate::corners;
use crate::draws::{DrawRule, DrawSet};
use crate::facts::{
    Choice, Contradiction, Conventions, FactError, FactId, Facts, MoveFacts, Movement, Scope, StartingPieces,
};
use crate::generate::{self, EveryPath, Paths};
use crate::kernel::{Kernel, KernelVisitor};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rulesets;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Lists the topics once, so that all of them can be asked for.
macro_rules! topics {
    ($($(#[$about:meta])* $topic:ident,)+) => {
        /// A rule that a text can be cited for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Topic { $($(#[$about])* $topic),+ }

        impl Topic {
            /// Every topic.
            pub const ALL: &'static [Topic] = &[$(Topic::$topic),+];
        }
    };
}

topics! {
    /// Which squares are played.
    Board,
    /// Where the pieces stand at the beginning.
    Setup,
    /// Who moves first.
    First,
    /// Sides move in turn, with their own pieces.
    Turn,
    /// How a man moves.
    ManStep,
    /// How a king moves.
    KingStep,
    /// Capturing is compulsory.
    Duty,
    /// How a man captures.
    ManJump,
    /// In which directions a man captures.
    ManBackward,
    /// Whether a man may take a king.
    ManTakesKing,
    /// How a king captures.
    KingJump,
    /// A capture goes on as long as it can.
    GoOn,
    /// No piece is jumped twice, and captured pieces stay until the end of the move.
    Once,
    /// Whose pieces are captured.
    OwnPieces,
    /// Which of several captures must be made.
    Choice,
    /// A man that reaches the last row is crowned.
    Crown,
    /// A man that reaches the last row while capturing.
    CrownInPassing,
    /// A man crowned by a quiet move moves as a king only on its next turn.
    CrownQuiet,
    /// The opponent's pieces may be moved.
    Movers,
    /// A side that cannot move.
    NoMove,
    /// A side without pieces.
    NoPieces,
    /// A draw by agreement.
    Agreement,
    /// Neither side can win.
    NobodyCanWin,
    /// Resignation.
    Resignation,
    /// Corners: steps and jumps.
    RaceMove,
    /// Corners: the aim.
    RaceWin,
    /// The code of conduct: what is a violation, and what follows.
    Conduct,
    /// A capture that was missed.
    MissedCapture,
    /// A game that cannot go on is not counted.
    Annulled,
    /// A player's time is over.
    Flag,
    /// A player has gone.
    Gone,
    /// A player refuses to follow the rules.
    Refusal,
    /// A player loses as a penalty.
    Penalty,
}

/// The text that a ruleset follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Source {
    /// `000` to `004` for the texts that this project began with, else the federation.
    pub text: &'static str,
    /// What the numbers of its clauses begin with, such as `A.`, where the project numbered them itself.
    pub clauses: Option<&'static str>,
    /// Which of the text's extra games it is, if it is one.
    pub extra_game: Option<u8>,
}

impl Source {
    /// A federation's rules, whose articles have numbers of their own.
    pub(crate) const fn federation(text: &'static str) -> Source {
        Source { text, clauses: None, extra_game: None }
    }

    /// One of the texts that this project began with.
    pub(crate) const fn text(text: &'static str, clauses: &'static str) -> Source {
        Source { text, clauses: Some(clauses), extra_game: None }
    }

    /// An extra game of the same text.
    pub(crate) const fn extra_game(self, number: u8) -> Source {
        Source { extra_game: Some(number), ..self }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.extra_game {
            Some(number) => write!(f, "{}.{number}", self.text),
            None => f.write_str(self.text),
        }
    }
}

/// The games that players look for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameGroup {
    /// Russian draughts by different texts.
    Russian,
    /// On 100 squares.
    International,
    /// The children's set of text 003.
    Ozornye,
    /// The games of other countries.
    World,
    /// The players' own games.
    House,
}

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Citation {
    /// A clause of one of the texts (such as `A.capture.13`) or an article of a federation (such as `FID.6.6`).
    Article(&'static str),
    /// In no text: this project added it, and says so.
    Added,
    /// The players chose it.
    House,
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Citation::Article(article) => article,
            Citation::Added => "added",
            Citation::House => "house",
        })
    }
}

/// The articles of one text, rule by rule.
pub(crate) type Articles = &'static [(Topic, &'static str)];

/// A ruleset. Small and `Copy`; house rules are the same table filled at run time.
#[derive(Clone, Copy, Debug)]
pub struct Ruleset {
    pub(crate) id: &'static str,
    /// Borrowed, because every live game holds copies of its ruleset.
    pub(crate) source: &'static Source,
    pub(crate) group: GameGroup,
    /// The text leaves it to the players who moves first; the fact `first` is what they get if they do not say.
    pub(crate) first_is_agreed: bool,
    pub(crate) facts: Facts,
    pub(crate) conventions: Conventions,
    /// Draw rules that are in no text of this game.
    pub(crate) added: DrawSet,
    /// Draw rules that end the game only when a player claims them.
    pub(crate) on_claim: DrawSet,
    /// The articles of this game's own text, then of the texts it is based on.
    pub(crate) articles: &'static [Articles],
    /// The number of the game in PDN's GameType tag.
    pub(crate) game_type: Option<u8>,
    /// The facts of movement are the players' choice.
    pub(crate) is_house: bool,
}

impl PartialEq for Ruleset {
    /// Rulesets are equal when their canonical lines are.
    fn eq(&self, other: &Ruleset) -> bool {
        self.id == other.id && self.facts == other.facts && self.conventions == other.conventions
    }
}

impl Eq for Ruleset {}

impl Ruleset {
    /// From which every ruleset states its differences.
    pub(crate) const DEFAULT: Ruleset = Ruleset {
        id: "",
        source: &Source::federation(""),
        group: GameGroup::World,
        first_is_agreed: false,
        facts: Facts::DEFAULT,
        conventions: Conventions::DEFAULT,
        added: DrawSet::NONE,
        on_claim: DrawSet::NONE,
        articles: &[],
        game_type: None,
        is_house: false,
    };

    /// Every built-in ruleset and `house`, in the order of the rules document.
    #[must_use]
    pub fn all() -> &'static [Ruleset] {
        rulesets::ALL
    }

    /// The ruleset of an id such as `russian`.
    ///
    /// ```
    /// let russian = damka_rules::Ruleset::named("russian").unwrap();
    /// assert_eq!(russian.legal_moves(&russian.start()).len(), 7);
    /// ```
    #[must_use]
    pub fn named(id: &str) -> Option<Ruleset> {
        rulesets::ALL.iter().find(|ruleset| ruleset.id == id).copied()
    }

    /// What the command line, files and the network call it.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The text that it follows.
    #[must_use]
    pub const fn source(&self) -> &'static Source {
        self.source
    }

    /// The games among which players look for it.
    #[must_use]
    pub const fn group(&self) -> GameGroup {
        self.group
    }

    /// Whether the players agree who moves first.
    ///
    /// ```
    /// use damka_rules::Ruleset;
    /// assert!(Ruleset::named("simple").unwrap().first_is_agreed());
    /// assert!(!Ruleset::named("russian").unwrap().first_is_agreed());
    /// ```
    #[must_use]
    pub const fn first_is_agreed(&self) -> bool {
        self.first_is_agreed
    }

    /// Whether its facts are the players' choice.
    #[must_use]
    pub const fn is_house(&self) -> bool {
        self.is_house
    }

    /// Its facts.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// How it is laid out, written and timed.
    #[must_use]
    pub const fn conventions(&self) -> &Conventions {
        &self.conventions
    }

    /// The value of a fact or convention as written in files; `None` where it has no meaning for this kind of game.
    #[must_use]
    pub fn get(&self, id: FactId) -> Option<String> {
        self.facts.get(id).or_else(|| self.conventions.get(id))
    }

    /// Its board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.facts.board()
    }

    /// The number of the game in PDN's GameType tag, where the standard has one.
    #[must_use]
    pub const fn game_type(&self) -> Option<u8> {
        self.game_type
    }

    /// Whether another game has the same moves, the same winner and the same corner; draw rules and names may differ.
    #[must_use]
    pub fn plays_like(&self, other: &Ruleset) -> bool {
        let (own, others) = (&self.facts, &other.facts);
        (own.movement, own.result) == (others.movement, others.result)
            && self.conventions.corner == other.conventions.corner
    }

    /// The draw rules that are in no text of this game.
    #[must_use]
    pub const fn added_draws(&self) -> DrawSet {
        self.added
    }

    /// Whether a draw rule waits for a player's claim.
    #[must_use]
    pub fn is_on_claim(&self, rule: &DrawRule) -> bool {
        self.on_claim.contains(rule)
    }

    /// The same game without the draw rules that no text has.
    #[must_use]
    pub const fn without_added_draws(mut self) -> Ruleset {
        self.facts.draws = self.facts.draws.without(self.added);
        self
    }

    /// Where a rule of this game comes from.
    #[must_use]
    pub fn cite(&self, topic: Topic) -> Citation {
        if self.is_house {
            return Citation::House;
        }
        self.article(topic).map_or(Citation::Added, Citation::Article)
    }

    /// The article of this game's text about a rule, if the text speaks of it.
    #[must_use]
    pub fn article(&self, topic: Topic) -> Option<&'static str> {
        let mut articles = self.articles.iter().flat_map(|text| text.iter());
        articles.find(|(known, _)| *known == topic).map(|(_, article)| *article)
    }

    /// Where a draw rule comes from.
    #[must_use]
    pub fn cite_draw(&self, rule: &DrawRule) -> Citation {
        match rule.article {
            _ if self.is_house => Citation::House,
            Some(article) if !self.added.contains(rule) => Citation::Article(article),
            _ => Citation::Added,
        }
    }

    /// The starting position.
    #[must_use]
    pub fn start(&self) -> Position {
        let men = match (self.facts.start, self.facts.movement) {
            (StartingPieces::Men(men), _) => men,
            (StartingPieces::Rows(rows), movement) => rows_of_men(movement.board(), rows),
            (StartingPieces::Camps, Movement::Race(race)) => Colour::ALL.map(|colour| race.layout.camp(colour)),
            (StartingPieces::Camps, Movement::Draughts(_)) => [SquareSet::EMPTY; 2],
        };
        Position { men: men.map(|set| set.0), kings: [0; 2], to_move: self.facts.first }
    }

    /// The legal moves of a position.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        #[cfg(feature = "counting")]
        crate::GENERATED.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
        let mut list = MoveList::new();
        self.facts.movement.moves_into(position, &mut list);
        list.moves
    }

    /// The ways to make a move, at most `limit` of them: the squares the piece touches, first and last included. Between
    /// two victims on one line that is the square right behind the first; for a move of corners it is one shortest path.
    #[must_use]
    pub fn paths(&self, position: &Position, mv: Move, limit: usize) -> Vec<Vec<Square>> {
        self.facts.movement.paths(position, mv, limit)
    }

    /// The ways to make each of these legal moves, at most `limit` for each, as [`Ruleset::paths`] lists them, found in
    /// one walk. For many captures that is far less work than asking for the paths one move at a time, and it is
    /// bounded: each situation on the way is visited at most `limit` times, however many paths there are.
    ///
    /// ```
    /// use damka_rules::Ruleset;
    /// let russian = Ruleset::named("russian").unwrap();
    /// let (start, legal) = (russian.start(), russian.legal_moves(&russian.start()));
    /// let paths = russian.all_paths(&start, &legal, 4);
    /// assert_eq!(paths.len(), legal.len());
    /// assert_eq!(paths[0], russian.paths(&start, legal[0], 4));
    /// ```
    #[must_use]
    pub fn all_paths(&self, position: &Position, legal: &[Move], limit: usize) -> Vec<Vec<Vec<Square>>> {
        self.facts.movement.all_paths(position, legal, limit)
    }

    /// Whether these squares are one of the paths of a legal move, as [`Ruleset::paths`] would list it.
    #[must_use]
    pub fn is_path(&self, position: &Position, mv: Move, path: &[Square]) -> bool {
        match self.facts.movement {
            Movement::Draughts(facts) if mv.is_capture() => {
                let mut sink = Paths::along(mv, path);
                generate::capture_paths(facts, position, &mut sink);
                !path.is_empty() && !sink.paths.is_empty()
            }
            movement if mv.is_null() => path.is_empty() && matches!(movement, Movement::Race(_)),
            movement => movement.paths(position, mv, 1).iter().any(|known| known == path),
        }
    }

    /// Changes facts by name. Movement can be changed only in `house`, the options of corners only in `corners`; the
    /// board's looks, the first mover and the draw rules in any game.
    ///
    /// # Errors
    /// Every reason why no game can be played by the values.
    pub fn with<'a>(self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Ruleset, RulesetError> {
        let mut changed = self;
        let mut problems = Vec::new();
        let mut known = Vec::new();
        for (name, value) in values {
            match FactId::named(name) {
                None => problems.push(Problem::UnknownFact(name.to_owned())),
                Some(id) if known.iter().any(|(other, _)| *other == id) => problems.push(Problem::FactTwice(id)),
                Some(id) => known.push((id, value)),
            }
        }
        // In the order of the table, because the squares of a set-up need the board.
        known.sort_by_key(|(id, _)| *id);
        for (id, value) in known {
            let set = match id.scope() {
                Scope::Draughts if !self.is_house => Err(Problem::FixedFact(id)),
                Scope::Convention => changed.conventions.set(id, value).map_err(Problem::Fact),
                Scope::Draughts | Scope::Race | Scope::Game => changed.facts.set(id, value).map_err(Problem::Fact),
            };
            problems.extend(set.err());
        }
        problems.extend(changed.facts.contradictions().into_iter().map(Problem::Contradiction));
        if problems.is_empty() { Ok(changed) } else { Err(RulesetError { problems }) }
    }

    /// The one line that identifies the game everywhere: the id, then every fact that differs from that ruleset's own.
    ///
    /// ```
    /// use damka_rules::Ruleset;
    /// let house = Ruleset::named("house").unwrap().with([("king", "short"), ("priority", "most")]).unwrap();
    /// assert_eq!(house.line(), "house king=short priority=most");
    /// assert_eq!(Ruleset::from_line(&house.line()), Ok(house));
    /// ```
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = self.id.to_owned();
        let Some(plain) = Ruleset::named(self.id) else { return line };
        for id in FactId::ALL {
            let value = self.get(*id);
            if let Some(value) = value.filter(|value| plain.get(*id).as_ref() != Some(value)) {
                line.push_str(&format!(" {}={value}", id.name()));
            }
        }
        line
    }

    /// Reads [`Ruleset::line`].
    ///
    /// # Errors
    /// If there is no such ruleset, or as for [`Ruleset::with`].
    pub fn from_line(line: &str) -> Result<Ruleset, RulesetError> {
        let mut words = line.split_whitespace();
        let id = words.next().unwrap_or_default();
        let problem = |problem| RulesetError { problems: alloc::vec![problem] };
        let ruleset = Ruleset::named(id).ok_or_else(|| problem(Problem::UnknownRuleset(id.to_owned())))?;
        let pairs: Vec<(&str, &str)> = words
            .map(|word| word.split_once('=').ok_or_else(|| problem(Problem::NotAFact(word.to_owned()))))
            .collect::<Result<_, _>>()?;
        ruleset.with(pairs)
    }

    /// The facts of movement, for draughts.
    #[must_use]
    pub const fn move_facts(&self) -> Option<MoveFacts> {
        match self.facts.movement {
            Movement::Draughts(facts) => Some(facts),
            Movement::Race(_) => None,
        }
    }
}

fn rows_of_men(board: Board, rows: u8) -> [SquareSet; 2] {
    let near = (0..rows).fold(SquareSet::EMPTY, |set, rank| set.union(board.rank(rank)));
    let far = (0..rows).fold(SquareSet::EMPTY, |set, rank| set.union(board.rank(board.width() - 1 - rank)));
    [near, far]
}

/// Why a line or a file of facts is not a ruleset: every reason at once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesetError {
    /// The reasons.
    pub problems: Vec<Problem>,
}

/// One reason why a line or a file of facts is not a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No ruleset has this id.
    UnknownRuleset(String),
    /// No fact has this name.
    UnknownFact(String),
    /// This is not of the form `name=value`.
    NotAFact(String),
    /// A fact is given twice.
    FactTwice(FactId),
    /// A fact that makes the ruleset what it is; only `house` may change it.
    FixedFact(FactId),
    /// A value that cannot be.
    Fact(FactError),
    /// Facts that cannot be together.
    Contradiction(Contradiction),
}

impl Movement {
    /// Puts the legal moves of a position into the list.
    pub fn moves_into(self, position: &Position, list: &mut MoveList) {
        struct Moves<'a>(&'a Position, &'a mut MoveList);
        impl KernelVisitor for Moves<'_> {
            type Output = ();
            fn visit<K: Kernel>(self, kernel: K) {
                kernel.moves(self.0, self.1);
            }
        }
        self.visit(Moves(position, list));
    }

    pub(crate) fn paths(self, position: &Position, mv: Move, limit: usize) -> Vec<Vec<Square>> {
        match self {
            Movement::Race(_) if mv.is_null() => Vec::new(),
            Movement::Race(facts) => alloc::vec![corners::path(facts, position, mv)],
            Movement::Draughts(_) if !mv.is_capture() => alloc::vec![alloc::vec![mv.from, mv.to]],
            Movement::Draughts(facts) => {
                let mut sink = Paths::new(mv, limit);
                generate::capture_paths(facts, position, &mut sink);
                sink.paths
            }
        }
    }

    fn all_paths(self, position: &Position, legal: &[Move], limit: usize) -> Vec<Vec<Vec<Square>>> {
        let captures = legal.iter().filter(|mv| mv.is_capture()).count();
        let facts = match self {
            // A single capture is found faster alone, because the walk can then skip pieces that it does not take.
            Movement::Draughts(facts) if captures > 1 => facts,
            _ => return legal.iter().map(|mv| self.paths(position, *mv, limit)).collect(),
        };
        let key = |mv: Move| (mv.from, mv.to, mv.captured.0, mv.promotes);
        let mut sink = EveryPath::new(limit);
        generate::capture_paths(facts, position, &mut sink);
        // A stable sort keeps the paths of one move in the order of the walk.
        sink.found.sort_by_key(|(mv, _)| key(*mv));
        let of_capture = |mv: Move| {
            let from = sink.found.partition_point(|(other, _)| key(*other) < key(mv));
            let same = sink.found[from..].iter().take_while(|(other, _)| *other == mv);
            same.map(|(_, path)| path.clone()).collect()
        };
        let of = |mv: &Move| if mv.is_capture() { of_capture(*mv) } else { self.paths(position, *mv, limit) };
        legal.iter().map(of).collect()
    }
}

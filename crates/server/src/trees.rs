//! Games with variations: from PDN to the list of moves that a page draws, and back.

use crate::api::{NodeRequest, NodeView, Tag, TreeMoves, TreeView};
use crate::error::Failure;
use crate::work::Work;
use crate::{positions, show};
use damka_notation::fen;
use damka_notation::glyph::{Convention, Glyph};
use damka_notation::pdn::{
    Action, Comment, DEEPEST, GameResult, GameTree, Line, PdnError, PdnGame, Reason, ReplayOptions, ResultStyle, Step,
    Tags, replay,
};
use damka_rules::{Colour, Move, Position, Ruleset};
use damka_words::{Language, Words};

/// The most moves that somebody may send or have read.
pub const MOST_MOVES: usize = 4000;
/// The most signs of one move.
pub(crate) const MOST_GLYPHS: usize = 8;
/// The most tags.
pub const MOST_TAGS: usize = 100;

/// What signs such as `?!` mean to a reader.
#[must_use]
pub fn convention(words: &Words) -> Convention {
    match words.language() {
        Language::English => Convention::Chess,
        Language::Russian | Language::Ukrainian => Convention::Russian,
    }
}

/// Moves with their variations, in one list: every move stands behind the one before it.
#[derive(Clone, Debug)]
pub struct Tree {
    ruleset: Ruleset,
    start: Position,
    comment: String,
    /// The first moves.
    first: Vec<usize>,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: Option<usize>,
    /// The half-moves up to it.
    ply: usize,
    action: Action,
    after: Position,
    glyphs: Vec<Glyph>,
    comment: String,
    /// What follows; the first is the main line.
    children: Vec<usize>,
}

impl Tree {
    fn new(ruleset: Ruleset, start: Position) -> Tree {
        Tree { ruleset, start, comment: String::new(), first: Vec::new(), nodes: Vec::new() }
    }

    /// The tree of a game that was read.
    #[must_use]
    pub fn of(game: &GameTree) -> Tree {
        let mut tree = Tree::new(game.ruleset, game.start);
        tree.comment = joined(&game.main.comments);
        tree.add_line(&game.main, None);
        tree
    }

    /// How many moves it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The tree that a page sends.
    ///
    /// # Errors
    /// If it is too large or too deep, or a move is not legal.
    pub fn read(ruleset: Ruleset, start: Position, sent: &TreeMoves, words: &Words) -> Result<Tree, Failure> {
        check_shape(&sent.nodes, words)?;
        let (work, convention) = (Work::begin(), convention(words));
        let mut tree = Tree::new(ruleset, start);
        tree.comment = sent.comment.as_deref().unwrap_or_default().trim().to_owned();
        // Where each move of the request is in the tree: a move that comes twice is there once.
        let mut places: Vec<usize> = Vec::with_capacity(sent.nodes.len());
        for node in &sent.nodes {
            work.check()?;
            let parent = node.parent.and_then(|parent| places.get(parent as usize).copied());
            let before = tree.after(parent);
            let action = match &node.setup {
                Some(text) => Action::Setup(positions::position(&ruleset, text, words)?),
                None => Action::Move(positions::legal_move(&ruleset, &before, &node.text, words)?),
            };
            let place = tree.add(parent, action);
            places.push(place);
            let signs = node.glyphs.iter().map(|sign| glyph(sign, convention));
            let glyphs = signs.collect::<Result<Vec<Glyph>, Failure>>()?;
            tree.remark(place, &glyphs, node.comment.as_deref().unwrap_or_default());
        }
        Ok(tree)
    }

    /// Adds moves that are not there yet, behind what is.
    pub fn add_line(&mut self, line: &Line, mut parent: Option<usize>) {
        // What is said before a variation is said about its first move.
        let mut said_before = if parent.is_some() { joined(&line.comments) } else { String::new() };
        for step in &line.steps {
            let place = self.add(parent, step.action);
            self.remark(place, &[], &std::mem::take(&mut said_before));
            self.remark(place, &step.glyphs, &joined(&step.comments));
            for variation in &step.variations {
                self.add_line(variation, parent);
            }
            parent = Some(place);
        }
    }

    /// The position after a move, or the start.
    fn after(&self, node: Option<usize>) -> Position {
        node.and_then(|node| self.nodes.get(node)).map_or(self.start, |node| node.after)
    }

    /// The move after another: the one that is there, or a new one.
    fn add(&mut self, parent: Option<usize>, action: Action) -> usize {
        let before = self.after(parent);
        let siblings = parent.and_then(|parent| self.nodes.get(parent)).map_or(&self.first, |node| &node.children);
        let is_known = |place: &&usize| self.nodes.get(**place).is_some_and(|node| node.action == action);
        if let Some(known) = siblings.iter().find(is_known) {
            return *known;
        }
        let place = self.nodes.len();
        let ply = parent.and_then(|parent| self.nodes.get(parent)).map_or(0, |node| node.ply) + 1;
        let after = action.after(&before);
        let (glyphs, comment, children) = (Vec::new(), String::new(), Vec::new());
        self.nodes.push(Node { parent, ply, action, after, glyphs, comment, children });
        match parent.and_then(|parent| self.nodes.get_mut(parent)) {
            Some(node) => node.children.push(place),
            None => self.first.push(place),
        }
        place
    }

    fn remark(&mut self, place: usize, glyphs: &[Glyph], comment: &str) {
        let Some(node) = self.nodes.get_mut(place) else { return };
        let new = glyphs.iter().filter(|glyph| !node.glyphs.contains(glyph)).copied().collect::<Vec<_>>();
        node.glyphs.extend(new);
        let comment = comment.trim();
        if !comment.is_empty() && !node.comment.is_empty() {
            node.comment.push(' ');
        }
        node.comment.push_str(comment);
    }

    /// As a game that can be written.
    #[must_use]
    pub fn game(&self, tags: Tags, result: GameResult) -> GameTree {
        let main = Line { comments: comments(&self.comment), ..self.line(&self.first) };
        GameTree { ruleset: self.ruleset, tags, start: self.start, main, result }
    }

    /// The main line of these moves, with the others as variations. Variations are nested as deep as they can be read.
    fn line(&self, first: &[usize]) -> Line {
        let mut steps = Vec::new();
        let mut choices = first;
        while let Some((place, others)) = choices.split_first() {
            let Some(node) = self.nodes.get(*place) else { break };
            steps.push(Step {
                action: node.action,
                glyphs: node.glyphs.clone(),
                comments: comments(&node.comment),
                variations: others.iter().map(|other| self.line(std::slice::from_ref(other))).collect(),
            });
            choices = &node.children;
        }
        Line { comments: Vec::new(), steps }
    }

    /// As a page draws it.
    ///
    /// # Errors
    /// If that takes too long.
    pub fn view(&self, tags: Vec<Tag>, words: &Words) -> Result<TreeView, Failure> {
        let (ruleset, convention, work) = (&self.ruleset, convention(words), Work::begin());
        let node = |node: &Node| {
            work.check()?;
            let before = self.after(node.parent);
            Ok(NodeView {
                parent: node.parent.map(|parent| parent as u32),
                made: match node.action {
                    Action::Move(mv) => show::step(ruleset, node.ply, &before, mv),
                    Action::Setup(after) => show::setup(ruleset, node.ply, &before, &after),
                },
                glyphs: node.glyphs.iter().map(|glyph| glyph.sign(convention).into_owned()).collect(),
                comment: some(&node.comment),
            })
        };
        Ok(TreeView {
            rules: ruleset.line(),
            start: fen::write(&self.start, ruleset),
            second_begins: show::second_begins(ruleset, &self.start),
            tags,
            comment: some(&self.comment),
            nodes: self.nodes.iter().map(node).collect::<Result<_, Failure>>()?,
            changed: None,
        })
    }
}

/// How large a tree is, and whether it says what one side is to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The lines that it has.
    pub lines: usize,
    /// The half-moves of the longest one.
    pub depth: usize,
    /// Whether the side has more than one move somewhere after the other side's.
    pub has_choices: bool,
    /// Whether positions are set up in it.
    pub has_setups: bool,
}

impl Tree {
    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Whether it has no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A tree of the same rules without moves.
    #[must_use]
    pub fn emptied(&self, start: Position) -> Tree {
        Tree::new(self.ruleset, start)
    }

    /// The first move of the main line.
    #[must_use]
    pub fn next_move(&self) -> Option<Move> {
        let first = self.first.first().and_then(|place| self.nodes.get(*place))?;
        if let Action::Move(mv) = first.action { Some(mv) } else { None }
    }

    /// What follows after a first move, without what is said about it; nothing if it is not among them.
    #[must_use]
    pub fn after_move(&self, mv: Move) -> Option<Tree> {
        let is_it = |place: &&usize| self.nodes.get(**place).is_some_and(|node| node.action == Action::Move(mv));
        let node = self.first.iter().find(is_it).and_then(|place| self.nodes.get(*place))?;
        let mut rest = self.emptied(node.after);
        rest.add_all(self, &node.children, None);
        Some(rest)
    }

    fn add_all(&mut self, from: &Tree, places: &[usize], parent: Option<usize>) {
        for node in places.iter().filter_map(|place| from.nodes.get(*place)) {
            let place = self.add(parent, node.action);
            self.add_all(from, &node.children, Some(place));
        }
    }

    /// How large it is, as prepared moves of a side.
    #[must_use]
    pub fn shape(&self, side: Colour) -> Shape {
        let is_choice = |node: &&Node| node.children.len() > 1 && node.after.to_move() == side;
        Shape {
            lines: self.nodes.iter().filter(|node| node.children.is_empty()).count(),
            depth: self.nodes.iter().map(|node| node.ply).max().unwrap_or(0),
            has_choices: self.nodes.iter().any(|node| is_choice(&node)),
            has_setups: self.nodes.iter().any(|node| matches!(node.action, Action::Setup(_))),
        }
    }
}

/// A game in PDN that the program has written itself; nothing if it is damaged.
#[must_use]
pub fn tree_of_pdn(text: &str, ruleset: Ruleset) -> Option<GameTree> {
    let options = ReplayOptions { default: Some(ruleset), variations: true, convention: Convention::Chess };
    PdnGame::read(text).and_then(|game| replay(&game, &options)).ok().map(|read| read.tree)
}

/// Reads one game in PDN.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn read_pdn(text: &str, default: Option<Ruleset>, code: &'static str, words: &Words) -> Result<GameTree, Failure> {
    let options = ReplayOptions { default, variations: true, convention: convention(words) };
    let read = PdnGame::read(text).and_then(|game| replay(&game, &options));
    let told = |error: PdnError| Failure::Refused { code, text: words.pdn_error(&error) };
    Ok(read.map_err(told)?.tree)
}

/// What a game's tags say, without the rules and the start.
#[must_use]
pub fn tags(game: &GameTree) -> Vec<Tag> {
    let tag = |(name, value): (&str, &str)| Tag { name: name.to_owned(), value: value.to_owned() };
    let result = (game.result != GameResult::Unknown).then(|| tag(("Result", game.result.text(ResultStyle::One))));
    game.tags.iter().map(tag).chain(result).collect()
}

/// The tags and the result that a page sends.
///
/// # Errors
/// If there are too many.
pub fn read_tags(sent: &[Tag]) -> Result<(Tags, GameResult), Failure> {
    if sent.len() > MOST_TAGS {
        return Err(Failure::TooLarge);
    }
    let tags: Tags = sent.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
    let result = tags.get("Result").map_or(GameResult::Unknown, GameResult::read);
    Ok((tags, result))
}

/// Refuses what would be much work before any work is done.
fn check_shape(nodes: &[NodeRequest], words: &Words) -> Result<(), Failure> {
    if nodes.len() > MOST_MOVES || nodes.iter().any(|node| node.glyphs.len() > MOST_GLYPHS) {
        return Err(Failure::TooLarge);
    }
    // In how many variations, one inside the other, each move stands, and whether something follows it already.
    let mut known: Vec<(usize, bool)> = Vec::with_capacity(nodes.len());
    let mut has_first = false;
    for (at, node) in nodes.iter().enumerate() {
        let (depth, has_next) = match node.parent {
            None => (0, &mut has_first),
            Some(parent) => match known.get_mut(parent as usize) {
                Some((depth, has_next)) => (*depth, has_next),
                None => return Err(Failure::BadRequest(format!("nodes[{at}].parent: {parent}"))),
            },
        };
        let depth = depth + usize::from(std::mem::replace(has_next, true));
        if depth > DEEPEST {
            let error = PdnError {
                line: 1,
                column: 1,
                text: String::new(),
                reason: Reason::TooDeep { limit: DEEPEST },
                at: None,
            };
            return Err(Failure::Refused { code: "too-deep", text: words.pdn_error(&error) });
        }
        known.push((depth, false));
    }
    Ok(())
}

/// A sign that a page sends, or a number of PDN's that has no sign.
fn glyph(sign: &str, convention: Convention) -> Result<Glyph, Failure> {
    let number = || sign.strip_prefix('$').and_then(|number| number.parse().ok()).map(Glyph::from_nag);
    let unknown = || Failure::BadRequest(format!("glyphs: {}", sign.chars().take(20).collect::<String>()));
    Glyph::read(sign, convention).or_else(number).ok_or_else(unknown)
}

fn joined(comments: &[Comment]) -> String {
    let texts: Vec<&str> = comments.iter().map(|comment| comment.text.trim()).filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

fn comments(text: &str) -> Vec<Comment> {
    if text.is_empty() { Vec::new() } else { vec![Comment::new(text)] }
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

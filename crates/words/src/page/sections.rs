//! What the page says, fact by fact.

use super::examples::{self, sample_moves};
use super::{Block, Diagram, Section};
use crate::Words;
use crate::lists::{Join, name, names};
use crate::words::{Variables, side};
use damka_rules::{
    Board, Choice, Citation, Colour, EnemyDuty, FactId, KingRange, MoveFacts, Movement, Movers, Naming, Position,
    RaceFacts, ResultRule, Ruleset, Scope, StartingPieces, Topic, Victims, YesNo, named_diagonals,
};

pub(super) fn all(words: &Words, ruleset: &Ruleset) -> Vec<Section> {
    let writer = |id| Writer::new(words, ruleset, id);
    let mut sections = vec![board(writer("page-board"))];
    match ruleset.facts().movement {
        Movement::Draughts(facts) => {
            sections.push(moves(writer("page-moves"), facts));
            sections.push(captures(writer("page-captures"), facts));
            sections.push(choice(writer("page-choice"), facts));
            if facts.movers == Movers::Either {
                sections.push(enemy(writer("page-enemy"), facts));
            }
            sections.push(win(writer("page-win")));
        }
        Movement::Race(facts) => {
            sections.push(race_moves(writer("page-moves"), facts));
            sections.push(race_win(writer("page-win"), facts));
        }
    }
    sections.push(draws(writer("page-draws")));
    sections.extend(options(writer("page-options")));
    sections.push(notation(writer("page-notation")));
    sections
}

/// The clause by which the players agree who moves first.
const AGREED: Citation = Citation::Article("D.first.1");

/// Collects a section's sentences with what they cite.
struct Writer<'a> {
    words: &'a Words,
    ruleset: &'a Ruleset,
    title: String,
    sentences: Vec<String>,
    blocks: Vec<Block>,
    cited: Vec<Citation>,
    /// The articles of other games that added rules come from.
    borrowed: Vec<Citation>,
    has_added: bool,
}

impl<'a> Writer<'a> {
    fn new(words: &'a Words, ruleset: &'a Ruleset, id: &str) -> Writer<'a> {
        let title = words.say(id, &[]);
        let (sentences, blocks, cited, borrowed) = Default::default();
        Writer { words, ruleset, title, sentences, blocks, cited, borrowed, has_added: false }
    }

    /// Says a rule and cites it. One that the game's text has not is marked.
    fn rule(&mut self, topic: Topic, id: &str, variables: Variables<'_>) {
        let citation = self.ruleset.cite(topic);
        let told = self.words.say(id, variables);
        if citation == Citation::Added {
            self.added(told);
        } else {
            self.sentences.push(told);
            self.cited.push(citation);
        }
    }

    /// Says a rule that no text has.
    fn added(&mut self, told: String) {
        let marked = self.marked(told);
        self.sentences.push(marked);
    }

    fn marked(&mut self, told: String) -> String {
        self.has_added = true;
        self.words.say("rule-added", &[("rule", told.into())])
    }

    /// Says something that needs no citation of its own.
    fn note(&mut self, id: &str, variables: Variables<'_>) {
        self.sentences.push(self.words.say(id, variables));
    }

    /// Ends a paragraph.
    fn paragraph(&mut self) {
        let sentences = std::mem::take(&mut self.sentences);
        if !sentences.is_empty() {
            self.blocks.push(Block::Paragraph(sentences.join(" ")));
        }
    }

    fn diagrams(&mut self, diagrams: impl IntoIterator<Item = Diagram>) {
        self.paragraph();
        self.blocks.extend(diagrams.into_iter().map(Block::Diagram));
    }

    /// A position on which nothing is shown.
    fn board(&mut self, caption: &str, position: Position) {
        self.diagrams([Diagram {
            position,
            moves: Vec::new(),
            arrows: Vec::new(),
            marks: Vec::new(),
            caption: self.words.say(caption, &[]),
            description: self.words.position(&position, self.ruleset),
        }]);
    }

    fn finish(mut self) -> Section {
        self.paragraph();
        let articles: Vec<Citation> = self.cited.into_iter().filter(|cited| *cited != Citation::Added).collect();
        let own = (!articles.is_empty()).then(|| self.words.source_list(&articles));
        let borrowed = (!self.borrowed.is_empty()).then(|| self.words.source_list(&self.borrowed));
        let borrowed = borrowed.map(|list| self.words.say("cite-added-after", &[("citation", list.into())]));
        let source = own.into_iter().chain(borrowed).collect::<Vec<_>>().join("; ");
        Section { title: self.title, blocks: self.blocks, source, has_added: self.has_added }
    }
}

fn board(mut page: Writer<'_>) -> Section {
    let (words, ruleset) = (page.words, page.ruleset);
    let (facts, conventions) = (ruleset.facts(), ruleset.conventions());
    let board = ruleset.board();
    let size = [("width", board.width().into()), ("count", board.squares().len().into())];
    let squares = ("squares", conventions.squares.name().into());
    let [width, count] = size;
    if board == Board::Full {
        page.rule(Topic::Board, "rule-board-full", &[width, count]);
    } else {
        page.rule(
            Topic::Board,
            "rule-board",
            &[width, count, squares.clone(), ("corner", conventions.corner.name().into())],
        );
    }
    if let Some(road) = named_diagonals(board).first() {
        let [from, to] = [road.first, road.last].map(|square| name(ruleset, square));
        page.note("rule-road", &[("from", from.into()), ("to", to.into())]);
    }
    page.paragraph();
    let start = ruleset.start();
    let count = ("count", start.pieces(Colour::White).len().into());
    let [white, black] = Colour::ALL.map(|colour| start.pieces(colour));
    match facts.start {
        StartingPieces::Rows(rows) => {
            page.rule(Topic::Setup, "rule-setup-rows", &[count, squares, ("rows", rows.into())]);
        }
        StartingPieces::Men(_) => {
            let [white, black] = [white, black].map(|set| words.squares(ruleset, set, Join::Comma));
            page.rule(Topic::Setup, "rule-setup-men", &[("white", white.into()), ("black", black.into())]);
        }
        StartingPieces::Camps => {
            let corners = |set| {
                let names = names(ruleset, set);
                [names.first(), names.last()].map(|name| name.cloned().unwrap_or_default()).join("–")
            };
            let camps = [count, ("white", corners(white).into()), ("black", corners(black).into())];
            page.rule(Topic::Setup, "rule-setup-camps", &camps);
        }
    }
    // Text 003 leaves the first move to the players; the fact is only where the program begins.
    let first = if ruleset.cite(Topic::First) == AGREED { "rule-first-agreed" } else { "rule-first" };
    page.rule(Topic::First, first, &[("side", side(facts.first))]);
    match facts.movement {
        Movement::Draughts(MoveFacts { movers: Movers::Either, .. }) => page.rule(Topic::Turn, "rule-turn-either", &[]),
        Movement::Draughts(_) => page.rule(Topic::Turn, "rule-turn", &[]),
        Movement::Race(_) => page.rule(Topic::Turn, "rule-turn-race", &[]),
    }
    page.board("page-start-caption", start);
    page.finish()
}

fn moves(mut page: Writer<'_>, facts: MoveFacts) -> Section {
    page.rule(Topic::ManStep, "rule-man-step", &[]);
    page.rule(Topic::KingStep, &format!("rule-king-step-{}", facts.king.name()), &[]);
    page.paragraph();
    page.rule(Topic::Crown, "rule-crown", &[]);
    page.rule(Topic::CrownQuiet, "rule-crown-quiet", &[]);
    page.diagrams(examples::of_moves(page.words, page.ruleset));
    page.finish()
}

fn captures(mut page: Writer<'_>, facts: MoveFacts) -> Section {
    let is_flying = facts.king == KingRange::Flying;
    if facts.movers == Movers::Own || facts.enemy_duty == EnemyDuty::Global {
        page.rule(Topic::Duty, "rule-duty", &[]);
    }
    page.rule(Topic::ManJump, "rule-man-jump", &[]);
    page.rule(Topic::ManBackward, &format!("rule-man-direction-{}", facts.man_capture.name()), &[]);
    if facts.men_take_kings == YesNo::No {
        page.rule(Topic::ManTakesKing, "rule-man-takes-king-no", &[]);
    }
    page.rule(Topic::KingJump, &format!("rule-king-jump-{}", facts.king.name()), &[]);
    page.paragraph();
    page.rule(Topic::GoOn, "rule-go-on", &[]);
    if is_flying {
        page.rule(Topic::GoOn, "rule-go-on-flying", &[]);
    }
    page.rule(Topic::Once, "rule-once", &[]);
    page.rule(Topic::OwnPieces, &format!("rule-victims-{}", facts.victims.name()), &[]);
    page.paragraph();
    page.rule(Topic::CrownInPassing, &format!("rule-passing-{}", facts.crowning.name()), &[]);
    page.diagrams(examples::of_captures(page.words, page.ruleset, facts));
    page.finish()
}

fn choice(mut page: Writer<'_>, facts: MoveFacts) -> Section {
    page.rule(Topic::Choice, &format!("rule-choice-{}", facts.priority.name()), &[]);
    page.diagrams(examples::of_choice(page.words, page.ruleset, facts));
    page.finish()
}

fn enemy(mut page: Writer<'_>, facts: MoveFacts) -> Section {
    page.rule(Topic::Movers, "rule-movers", &[]);
    if facts.victims == Victims::Enemy {
        page.rule(Topic::Movers, "rule-enemy-takes-yours", &[]);
    }
    page.rule(Topic::Movers, &format!("rule-enemy-quiet-{}", facts.enemy_quiet.name()), &[]);
    page.rule(Topic::Movers, &format!("rule-enemy-capture-{}", facts.enemy_capture.name()), &[]);
    page.rule(Topic::Duty, &format!("rule-enemy-duty-{}", facts.enemy_duty.name()), &[]);
    page.diagrams(examples::of_enemy(page.words, page.ruleset));
    page.finish()
}

fn win(mut page: Writer<'_>) -> Section {
    let reversed = match page.ruleset.facts().result {
        ResultRule::Normal => "",
        ResultRule::Reversed => "-reversed",
    };
    page.rule(Topic::NoPieces, &format!("rule-win-no-pieces{reversed}"), &[]);
    page.rule(Topic::NoMove, &format!("rule-win-no-move{reversed}"), &[]);
    page.rule(Topic::Resignation, "rule-win-resign", &[]);
    page.finish()
}

fn draws(mut page: Writer<'_>) -> Section {
    let (words, ruleset) = (page.words, page.ruleset);
    match ruleset.facts().agreement_after {
        0 => page.rule(Topic::Agreement, "rule-draw-agreement", &[]),
        moves => page.rule(Topic::Agreement, "rule-draw-agreement-after", &[("count", moves.into())]),
    }
    if let cited @ Citation::Article(_) = ruleset.cite(Topic::NobodyCanWin) {
        page.note("rule-draw-nobody", &[]);
        page.cited.push(cited);
    }
    let rules: Vec<_> = ruleset.facts().draws.rules().collect();
    if rules.is_empty() {
        page.note("rule-draws-none", &[]);
    }
    page.paragraph();
    let list: Vec<String> = rules
        .iter()
        .map(|rule| {
            let (told, citation) = (words.draw_rule_of(rule, ruleset), ruleset.cite_draw(rule));
            page.cited.push(citation);
            if citation != Citation::Added {
                return told;
            }
            page.borrowed.extend(rule.article.map(Citation::Article));
            page.marked(told)
        })
        .collect();
    if !list.is_empty() {
        page.blocks.push(Block::List(list));
    }
    page.finish()
}

/// What the players may choose without leaving the game: the facts of corners.
fn options(mut page: Writer<'_>) -> Option<Section> {
    let (words, ruleset) = (page.words, page.ruleset);
    let facts = FactId::ALL.iter().filter(|fact| fact.scope() == Scope::Race);
    let list = facts.filter_map(|fact| {
        let value = ruleset.facts().get(*fact)?;
        let others: Vec<String> = match fact.choices() {
            [] => vec![words.expected(*fact)],
            choices => {
                choices.iter().filter(|other| **other != value).map(|other| words.fact_value(*fact, other)).collect()
            }
        };
        let variables = [
            ("fact", words.fact(*fact).into()),
            ("value", words.fact_value(*fact, &value).into()),
            ("others", others.join("; ").into()),
        ];
        Some(capitalised(&words.say("rule-option", &variables)))
    });
    let list: Vec<String> = list.collect();
    if list.is_empty() {
        return None;
    }
    page.blocks.push(Block::List(list));
    Some(page.finish())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn notation(mut page: Writer<'_>) -> Section {
    let (words, ruleset) = (page.words, page.ruleset);
    let count = ("count", ruleset.board().squares().len().into());
    match ruleset.conventions().naming {
        Naming::Algebraic => page.note("rule-naming-algebraic", &[]),
        naming => page.note(&format!("rule-naming-{}", naming.name()), &[count]),
    }
    let [quiet, capture] = sample_moves(ruleset);
    match ruleset.facts().movement {
        Movement::Race(_) => page.note("rule-writing-race", &[("quiet", quiet.into())]),
        Movement::Draughts(_) => page.note("rule-writing", &[("quiet", quiet.into()), ("capture", capture.into())]),
    }
    if ruleset.conventions().naming == Naming::Algebraic {
        page.paragraph();
    } else {
        page.board("page-names-caption", Position::empty(ruleset.facts().first));
    }
    let diagonals: Vec<String> = named_diagonals(ruleset.board())
        .iter()
        .map(|diagonal| {
            let [first, last] = [diagonal.first, diagonal.last].map(|square| name(ruleset, square));
            format!("{} {first}–{last}", words.diagonal(diagonal))
        })
        .collect();
    if !diagonals.is_empty() {
        page.note("rule-diagonals", &[("diagonals", words.list(&diagonals, Join::Comma).into())]);
    }
    page.finish()
}

fn race_moves(mut page: Writer<'_>, facts: RaceFacts) -> Section {
    let directions = facts.directions.name();
    page.rule(Topic::RaceMove, &format!("rule-race-step-{directions}"), &[]);
    page.rule(Topic::RaceMove, &format!("rule-race-jump-{directions}"), &[]);
    page.rule(Topic::RaceMove, "rule-race-nothing-taken", &[]);
    page.rule(Topic::RaceMove, "rule-race-must", &[]);
    added(&mut page, "rule-race-pass", &[]);
    page.diagrams(examples::of_race(page.words, page.ruleset));
    page.finish()
}

fn race_win(mut page: Writer<'_>, facts: RaceFacts) -> Section {
    page.rule(Topic::RaceWin, "rule-race-aim", &[]);
    if facts.equaliser == YesNo::Yes {
        added(&mut page, "rule-race-equaliser", &[]);
    }
    if facts.home_limit > 0 {
        added(&mut page, "rule-race-home-limit", &[("count", facts.home_limit.into())]);
    }
    page.rule(Topic::Resignation, "rule-win-resign", &[]);
    page.finish()
}

/// An option that no text of the game has.
fn added(page: &mut Writer<'_>, id: &str, variables: Variables<'_>) {
    let told = page.words.say(id, variables);
    page.added(told);
}

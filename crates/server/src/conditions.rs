//! Moves that a player of a game over days has prepared: “if you play that, I play this”. A move is recognised by what it
//! is (from where to where, what it captures, whether it crowns), never by its text.

use crate::error::Failure;
use crate::trees::{Tree, tree_of_pdn};
use damka_notation::pdn::{self, GameResult, Tags};
use damka_rules::{Colour, Game, Move, Position, Ruleset};
use damka_store::{StoreError, Versioned};
use damka_words::Words;

/// The most lines of a plan.
pub const MOST_LINES: usize = 30;
/// The most half-moves of a line.
pub const LONGEST_LINE: usize = 30;

/// The form in which plans are kept: everything but their moves, an empty line, the moves as PDN.
const VERSION: u32 = 1;

/// What a player has prepared.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The moves, from the position that stands.
    tree: Tree,
    /// Whether a capture is made by itself where it is the only legal move.
    pub forced: bool,
    /// The opponent has made the move that leads here, so it is the plan's turn to answer. A player's own move is never
    /// made before that.
    armed: bool,
    /// What was prepared was dropped because the game went another way, and the player has not seen that yet.
    pub lost: bool,
}

impl Plan {
    /// A plan that answers the next moves of the opponent.
    #[must_use]
    pub fn new(tree: Tree, forced: bool) -> Plan {
        Plan { tree, forced, armed: false, lost: false }
    }

    /// The prepared moves.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether nothing is prepared, and there is nothing to tell.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.tree.is_empty() && !self.forced && !self.lost
    }

    /// Refuses a plan that is too large, or that does not say what is to be played.
    ///
    /// # Errors
    /// With the sentence that says what is wrong.
    pub fn check(tree: &Tree, side: Colour, words: &Words) -> Result<(), Failure> {
        let wrong = |id: &str, count: usize| {
            let text = words.say(id, &[("count", (count as u32).into())]);
            Err(Failure::Refused { code: "conditions", text })
        };
        let shape = tree.shape(side);
        match () {
            () if shape.has_setups => wrong("server-conditions-setup", 0),
            () if shape.lines > MOST_LINES => wrong("server-conditions-lines", MOST_LINES),
            () if shape.depth > LONGEST_LINE => wrong("server-conditions-long", LONGEST_LINE),
            () if shape.has_choices => wrong("server-conditions-choice", 0),
            () => Ok(()),
        }
    }

    /// A move was made: what was prepared for it is left, everything else goes.
    pub fn follow(&mut self, mv: Move, is_own: bool, after: &Position) {
        let was_empty = self.tree.is_empty();
        let rest = self.tree.after_move(mv);
        self.lost |= rest.is_none() && !was_empty;
        self.tree = rest.unwrap_or_else(|| self.tree.emptied(*after));
        self.armed = !is_own;
    }

    /// The game stands so: where that is not the position that was prepared for, the plan is lost.
    pub fn look(&mut self, position: &Position) {
        if self.tree.start() != position {
            self.lost |= !self.tree.is_empty();
            self.tree = self.tree.emptied(*position);
            self.armed = false;
        }
    }

    /// The plan's answer, if it is its turn.
    #[must_use]
    pub fn answer(&self, game: &Game) -> Option<Move> {
        if !self.armed {
            return None;
        }
        let legal = game.legal();
        let only = legal.first().copied().filter(|only| self.forced && legal.len() == 1 && only.is_capture());
        self.tree.next_move().filter(|mv| legal.contains(mv)).or(only)
    }

    /// What was prepared cannot be played after all.
    pub fn drop_moves(&mut self, position: &Position) {
        self.lost |= !self.tree.is_empty();
        self.tree = self.tree.emptied(*position);
        self.armed = false;
    }

    /// The moves as PDN.
    #[must_use]
    pub fn pdn(&self) -> String {
        pdn::write(&self.tree.game(Tags::default(), GameResult::Unknown))
    }

    /// As it is kept.
    #[must_use]
    pub fn write(&self) -> Versioned {
        let marks = [("forced", self.forced), ("armed", self.armed), ("lost", self.lost)];
        let marks: Vec<&str> = marks.into_iter().filter(|(_, is)| *is).map(|(mark, _)| mark).collect();
        Versioned { version: VERSION, body: format!("{}\n\n{}", marks.join(" "), self.pdn()) }
    }

    /// As it was kept.
    ///
    /// # Errors
    /// If it is damaged, or of a later version.
    pub fn read(ruleset: Ruleset, kept: &Versioned) -> Result<Plan, StoreError> {
        if kept.version != VERSION {
            return Err(StoreError::Newer(kept.version.into()));
        }
        let damaged = || StoreError::Damaged("prepared moves".to_owned());
        let (marks, text) = kept.body.split_once("\n\n").ok_or_else(damaged)?;
        let is = |mark: &str| marks.split(' ').any(|known| known == mark);
        let game = tree_of_pdn(text, ruleset).ok_or_else(damaged)?;
        Ok(Plan { tree: Tree::of(&game), forced: is("forced"), armed: is("armed"), lost: is("lost") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{NodeRequest, TreeMoves};
    use damka_words::Language;

    fn tree(ruleset: Ruleset, start: Position, moves: &[(Option<u32>, &str)]) -> Tree {
        let node = |(parent, text): &(Option<u32>, &str)| NodeRequest {
            parent: *parent,
            text: (*text).to_owned(),
            ..NodeRequest::default()
        };
        let sent = TreeMoves { comment: None, nodes: moves.iter().map(node).collect() };
        Tree::read(ruleset, start, &sent, &Words::new(Language::English)).unwrap()
    }

    fn russian() -> Game {
        let ruleset = Ruleset::from_line("russian").unwrap();
        Game::from_position(ruleset, ruleset.start())
    }

    fn play(game: &mut Game, plan: &mut Plan, text: &str, is_own: bool) {
        let mv = damka_notation::moves::resolve(game.ruleset(), game.position(), text).unwrap();
        game.play(mv).unwrap();
        plan.follow(mv, is_own, game.position());
    }

    fn next(plan: &Plan, game: &Game) -> Option<String> {
        let mv = plan.answer(game)?;
        Some(damka_notation::moves::MoveTable::new(game.ruleset(), game.position()).long(mv))
    }

    /// White has prepared two answers to Black's replies.
    fn begun() -> (Game, Plan) {
        let mut game = russian();
        let moves = [(None, "c3-d4"), (Some(0), "d6-c5"), (Some(1), "b2-c3"), (Some(0), "f6-g5"), (Some(3), "g3-h4")];
        let mut plan = Plan::new(tree(*game.ruleset(), *game.position(), &moves), false);
        assert_eq!(plan.answer(&game), None, "the player's own first move is the player's");
        play(&mut game, &mut plan, "c3-d4", true);
        assert_eq!(plan.answer(&game), None);
        (game, plan)
    }

    #[test]
    fn a_plan_answers_what_it_was_prepared_for_and_shrinks() {
        let (mut game, mut plan) = begun();
        play(&mut game, &mut plan, "f6-g5", false);
        assert_eq!(next(&plan, &game).as_deref(), Some("g3-h4"));
        play(&mut game, &mut plan, "g3-h4", true);
        assert!(plan.is_nothing() && !plan.lost, "it was played to its end");
    }

    #[test]
    fn a_plan_that_is_left_is_dropped_and_says_so() {
        let (mut game, mut plan) = begun();
        play(&mut game, &mut plan, "h6-g5", false);
        assert_eq!((plan.answer(&game), plan.lost, plan.tree().is_empty()), (None, true, true));
        let (_, mut plan) = begun();
        plan.look(russian().position());
        assert!(plan.lost, "a take-back leads to another position");
    }

    #[test]
    fn a_plan_comes_back_from_the_store_as_it_was() {
        let (mut game, mut plan) = begun();
        plan.forced = true;
        play(&mut game, &mut plan, "d6-c5", false);
        let kept = plan.write();
        let mut back = Plan::read(*game.ruleset(), &kept).unwrap();
        assert_eq!((back.write(), next(&back, &game)), (kept, Some("b2-c3".to_owned())));
        back.look(game.position());
        assert!(!back.lost, "the position is the same");
        let damaged = Versioned { version: 1, body: "forced".to_owned() };
        assert!(matches!(Plan::read(*game.ruleset(), &damaged), Err(StoreError::Damaged(_))));
        assert!(matches!(Plan::read(*game.ruleset(), &Versioned { version: 9, ..damaged }), Err(StoreError::Newer(9))));
    }

    #[test]
    fn captures_that_are_the_only_move_are_answered_if_wished() {
        let mut game = russian();
        let mut plan = Plan::new(tree(*game.ruleset(), *game.position(), &[]), true);
        for (text, is_own) in [("c3-d4", true), ("f6-e5", false)] {
            play(&mut game, &mut plan, text, is_own);
        }
        assert_eq!(next(&plan, &game).as_deref(), Some("d4:f6"));
        plan.forced = false;
        assert_eq!(plan.answer(&game), None);
    }

    #[test]
    fn plans_have_bounds() {
        let words = Words::new(Language::English);
        let (ruleset, start) = (*russian().ruleset(), *russian().position());
        let code =
            |moves: &[(Option<u32>, &str)], side| Plan::check(&tree(ruleset, start, moves), side, &words).is_ok();
        let two = [(None, "c3-d4"), (Some(0), "d6-c5"), (Some(0), "f6-g5")];
        assert!(code(&two, Colour::White), "the opponent has a choice");
        assert!(!code(&two, Colour::Black), "the player has to decide");
        assert!(code(&[(None, "c3-d4"), (None, "g3-h4")], Colour::White), "my own move is not decided yet");
    }
}

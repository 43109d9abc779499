//! Positions, moves and diagonals for those who listen.

use crate::Words;
use crate::lists::{Join, name};
use crate::words::side;
use damka_rules::{Board, Colour, Diagonal, Family, Move, Movement, Part, Position, Ruleset, Square, SquareSet};

impl Words {
    /// A position as lists of squares, and whose move it is.
    ///
    /// ```
    /// use damka_notation::fen;
    /// use damka_rules::Ruleset;
    /// use damka_words::{Language, Words};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let position = fen::read("W:Wa1,c3,Kd4:Bh8", &russian).unwrap();
    /// assert_eq!(
    ///     Words::new(Language::English).position(&position, &russian),
    ///     "White: men a1, c3; king d4. Black: man h8. White to move."
    /// );
    /// ```
    #[must_use]
    pub fn position(&self, position: &Position, ruleset: &Ruleset) -> String {
        let [white, black] = Colour::ALL.map(|colour| self.side_pieces(position, colour, ruleset));
        format!("{white} {black} {}", self.turn(position.to_move()))
    }

    /// The pieces of one side.
    #[must_use]
    pub fn side_pieces(&self, position: &Position, colour: Colour, ruleset: &Ruleset) -> String {
        let (men, kings) = (position.men(colour), position.kings(colour));
        let is_race = matches!(ruleset.facts().movement, Movement::Race(_));
        let list = |one, several, squares: SquareSet| {
            let id = if squares.len() == 1 { one } else { several };
            let told = self.squares(ruleset, squares, Join::Comma);
            (!squares.is_empty()).then(|| self.say(id, &[("squares", told.into())]))
        };
        let parts: Vec<String> = if is_race {
            list("spoken-pieces", "spoken-pieces", men.union(kings)).into_iter().collect()
        } else {
            let lists = [list("spoken-man", "spoken-men", men), list("spoken-king", "spoken-kings", kings)];
            lists.into_iter().flatten().collect()
        };
        let pieces = if parts.is_empty() { self.say("spoken-none", &[]) } else { parts.join("; ") };
        self.say("spoken-side", &[("side", side(colour)), ("pieces", pieces.into())])
    }

    /// A legal move of a position, on the first of its paths.
    ///
    /// ```
    /// use damka_notation::{fen, moves};
    /// use damka_rules::Ruleset;
    /// use damka_words::{Language, Words};
    /// let russian = Ruleset::named("russian").unwrap();
    /// let position = fen::read("W:Wb6:Bc7,e7", &russian).unwrap();
    /// let capture = moves::resolve(&russian, &position, "b6:f6").unwrap();
    /// assert_eq!(
    ///     Words::new(Language::English).spoken_move(capture, &position, &russian),
    ///     "b6 takes c7 and e7, lands on f6, crowned"
    /// );
    /// ```
    #[must_use]
    pub fn spoken_move(&self, mv: Move, position: &Position, ruleset: &Ruleset) -> String {
        let path = ruleset.paths(position, mv, 1).pop().unwrap_or_default();
        self.spoken_path(mv, &path, position, ruleset)
    }

    /// A legal move of a position on the path that was shown.
    #[must_use]
    pub fn spoken_path(&self, mv: Move, path: &[Square], position: &Position, ruleset: &Ruleset) -> String {
        if mv.is_null() {
            return self.say("spoken-null", &[]);
        }
        let ends = [("from", name(ruleset, mv.from()).into()), ("to", name(ruleset, mv.to()).into())];
        let [from, to] = ends;
        let named = |squares: &[Square], join| {
            let names: Vec<&str> = squares.iter().map(|square| name(ruleset, *square)).collect();
            self.list(&names, join)
        };
        let mut told = if mv.is_capture() {
            let victims = named(&victims(ruleset.board(), mv, path), Join::And);
            self.say("spoken-capture", &[from, ("victims", victims.into()), to])
        } else if let [_, between @ .., _] = path
            && !between.is_empty()
        {
            self.say("spoken-jumps", &[from, ("path", named(between, Join::Comma).into()), to])
        } else {
            self.say("spoken-move", &[from, to])
        };
        if mv.promotes() {
            told = self.say("spoken-crowned", &[("move", told.into())]);
        }
        let is_enemy = position.piece(mv.from()).is_some_and(|piece| piece.colour != position.to_move());
        if is_enemy { self.say("spoken-enemy", &[("move", told.into())]) } else { told }
    }

    /// The name of a diagonal, such as "great road".
    #[must_use]
    pub fn diagonal(&self, diagonal: &Diagonal) -> String {
        let part = match diagonal.part {
            Part::Whole | Part::Lower => "lower",
            Part::Upper => "upper",
            Part::LowerSmall => "lower-small",
            Part::UpperSmall => "upper-small",
        };
        let id = match diagonal.family {
            Family::GreatRoad => return self.say("diagonal-great-road", &[]),
            Family::Double => "diagonal-double",
            Family::Triple => "diagonal-triple",
            Family::Kosyak => "diagonal-kosyak",
        };
        self.say(id, &[("part", part.into())])
    }
}

/// The captured squares in the order of the path; those that the path does not show come last.
fn victims(board: Board, mv: Move, path: &[Square]) -> Vec<Square> {
    let mut found: Vec<Square> = Vec::new();
    for leg in path.windows(2) {
        let (from, to) = (board.cell(leg[0]), board.cell(leg[1]));
        let toward = |a: u8, b: u8| (b as i8 - a as i8).signum();
        let step = (toward(from.0, to.0), toward(from.1, to.1));
        let mut at = from;
        while at != to {
            let next = (at.0.checked_add_signed(step.0), at.1.checked_add_signed(step.1));
            let (Some(file), Some(rank)) = next else { break };
            at = (file, rank);
            let Some(square) = board.square(file, rank) else { break };
            if mv.captured().contains(square) && !found.contains(&square) {
                found.push(square);
            }
        }
    }
    let shown: SquareSet = found.iter().copied().collect();
    found.extend(mv.captured().without(shown));
    found
}

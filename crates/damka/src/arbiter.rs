//! `damka arbiter`: replays the record of a game and tells its story, with every violation, right and article.

use crate::failure::Failure;
use damka_conduct::clock::{Control, Millis};
use damka_conduct::{
    Act, Actor, Change, Claim, Ending, Event, Incorrect, Manner, Record, Refused, Right, Standing, Table, Violation,
};
use damka_notation::diagram::{self, TextOptions};
use damka_notation::{Cell, SquareNames};
use damka_rules::{Attempt, Colour, Kind, Piece, Position, Refusal, Ruleset, Situation, Square, Verdict};
use damka_words::Words;
use std::io::{Read, Write};
use std::path::Path;

/// The longest record that is read, in bytes.
const LONGEST: u64 = 32 * 1024 * 1024;

/// Where the lines of the story end.
const WIDTH: usize = 96;

/// Where the text begins, right of the times.
const MARGIN: usize = 9;

/// Reads a record from a file, or from the standard input if the file is `-`, and tells its story.
pub fn arbiter(words: &Words, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let text = read(words, file)?;
    let record = Record::read(&text).map_err(|error| Failure::Input(words.record_error(&error, &text)))?;
    let ruleset = record.spec.ruleset;
    let table = Table::new(record.spec).map_err(|error| Failure::Input(words.spec_error(&error, &ruleset)))?;
    let timed = record.events.iter().any(|event| !event.time.is_zero());
    let mut story = Story { words, ruleset, table, hands: None, drawn: None, timed, out };
    story.begin()?;
    for event in &record.events {
        story.event(event)?;
    }
    story.end()
}

fn read(words: &Words, file: &Path) -> Result<String, Failure> {
    let refuse = |reason: String| {
        let name = file.display().to_string();
        Failure::Input(words.say("arbiter-cannot-read", &[("file", name.into()), ("reason", reason.into())]))
    };
    let mut bytes = Vec::new();
    let done = match file.as_os_str() == "-" {
        true => std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes),
        false => std::fs::File::open(file).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)),
    };
    done.map_err(|error| refuse(error.to_string()))?;
    if bytes.len() as u64 > LONGEST {
        return Err(refuse(format!("> {LONGEST} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| refuse(error.to_string()))
}

/// What one side's hands have done since the last move.
struct Hands {
    side: Colour,
    since: Millis,
    acts: Vec<Act>,
    /// How many of the acts have been told, because something happened in between.
    told: usize,
}

struct Story<'a, O> {
    words: &'a Words,
    ruleset: Ruleset,
    table: Table,
    hands: Option<Hands>,
    /// The board that was drawn last.
    drawn: Option<Standing>,
    /// Whether the record has times.
    timed: bool,
    out: &'a mut O,
}

impl<O: Write> Story<'_, O> {
    // --- What happened ---

    fn begin(&mut self) -> Result<(), Failure> {
        let (words, spec) = (self.words, self.table.spec().clone());
        writeln!(self.out, "{}", words.ruleset_name(&self.ruleset))?;
        if spec.seats.iter().any(|seat| !seat.people.is_empty()) {
            let people = |side: Colour| {
                let people = &spec.seats[side as usize].people;
                if people.is_empty() { words.say("arbiter-nobody", &[]) } else { people.join(", ") }
            };
            let [white, black] = Colour::ALL.map(people);
            self.plain(&words.say("arbiter-players", &[("white", white.into()), ("black", black.into())]))?;
        }
        let at_board = spec.manner == Manner::AtBoard;
        self.plain(&words.say(if at_board { "arbiter-at-board" } else { "arbiter-strict" }, &[]))?;
        // The code of conduct is that of text 000, and text 001 knows the missed capture (rules.md 8.13).
        if at_board && !["000", "001"].contains(&self.ruleset.text()) {
            self.plain(&words.say("arbiter-added-code", &[]))?;
        }
        let [white, black] = &spec.clocks;
        if white == black {
            self.plain(&words.say("arbiter-clock", &[("control", words.control(white).into())]))?;
        } else {
            let [white, black] = [white, black].map(|control| words.control(control));
            self.plain(&words.say("arbiter-clocks", &[("white", white.into()), ("black", black.into())]))?;
        }
        if spec.found.is_some() {
            self.plain(&words.say("arbiter-found", &[]))?;
        }
        if spec.mercy {
            self.plain(&words.say("arbiter-mercy", &[]))?;
        }
        self.draw(&self.table.board().clone())?;
        if let Some(ending) = self.table.ending() {
            self.say(&words.change(&Change::Ended(ending), &self.ruleset))?;
        }
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), Failure> {
        let board = self.table.board().clone();
        // Only a clock that has something to do before the event is worth a copy of the table.
        let due = self.table.next_change().is_some_and(|(time, _)| time <= event.time);
        let before = due.then(|| self.table.clone());
        match self.table.apply(event) {
            Err(refused) => {
                self.tell_hands()?;
                self.at(event.time, &self.words.act(event.actor, &event.act, &self.ruleset))?;
                let reason = self.refused(&refused, &event.act);
                self.say(&self.words.say("arbiter-refused", &[("reason", reason.into())]))
            }
            Ok(changes) => match changes[..] {
                [Change::Ended(ending @ (Ending::Flag(_) | Ending::FlagWithoutWin(_)))] => {
                    self.flag(before.as_ref().unwrap_or(&self.table.clone()), event, ending)
                }
                _ => self.accepted(&board, event, &changes),
            },
        }
    }

    /// Why an event was not accepted; for an illegal move with the article.
    fn refused(&self, refused: &Refused, act: &Act) -> String {
        let position = self.table.game().position();
        if let (Refused::Illegal(refusal), Act::Move(cells)) = (refused, act) {
            let names = SquareNames::of(&self.ruleset);
            let squares: Vec<Square> = cells.iter().filter_map(|cell| names.square(*cell)).collect();
            if let Some((from, then)) = squares.split_first() {
                let attempt = Attempt { from: *from, then: then.to_vec() };
                return self.words.refusal_with_rule(refusal, &self.ruleset, position, &attempt);
            }
        }
        self.words.refused(refused, &self.ruleset, position)
    }

    /// A flag fell before the event, at an instant of its own.
    fn flag(&mut self, before: &Table, event: &Event, ending: Ending) -> Result<(), Failure> {
        self.tell_hands()?;
        let fell = |time| before.clone().tick(time).is_ok_and(|changes| !changes.is_empty());
        let (mut not_yet, mut fallen) = (0, event.time.0);
        while not_yet < fallen {
            let middle = not_yet + (fallen - not_yet) / 2;
            if fell(Millis(middle)) { fallen = middle } else { not_yet = middle + 1 }
        }
        self.at(Millis(fallen), &self.words.change(&Change::Ended(ending), &self.ruleset))?;
        let act = self.words.act(event.actor, &event.act, &self.ruleset);
        self.at(event.time, &self.words.say("arbiter-too-late", &[("act", act.into())]))
    }

    fn accepted(&mut self, before: &Standing, event: &Event, changes: &[Change]) -> Result<(), Failure> {
        let side = match event.actor {
            Actor::Side(side) => Some(side),
            Actor::Arbiter | Actor::Nobody => None,
        };
        let is_hand = matches!(
            event.act,
            Act::Adjust | Act::Touch(_) | Act::Lift(_) | Act::Place(_) | Act::Release | Act::Remove(_) | Act::Crown(_)
        );
        let out_of_turn = Change::Incorrect { by: side.unwrap_or(Colour::White), what: Incorrect::TouchedInOthersTurn };
        if let Some(side) = side.filter(|_| is_hand && !changes.contains(&out_of_turn)) {
            // What the hand ends is the turn before; the board is drawn as that turn left it.
            self.changes(event, changes, before)?;
            if self.table.ending().is_none() && !changes.contains(&Change::Crowned(side)) {
                self.collect(side, event)?;
            }
            return Ok(());
        }
        let ends_turn = |change: &Change| matches!(change, Change::Violated { .. } | Change::Moved { .. });
        if !changes.iter().any(ends_turn) {
            self.tell_hands()?;
        }
        // A demand or a ruling may end the turn that it is about: that turn comes first.
        let is_move = matches!(event.act, Act::Move(_) | Act::Pass | Act::Press);
        let is_claim = matches!(event.act, Act::Claim(_));
        let ended = changes.iter().take_while(|change| !is_move && !is_claim && ends_turn(change)).count();
        let (turn, own) = changes.split_at(ended);
        self.changes(event, turn, before)?;
        if !is_move && !told_by_changes(&event.act) {
            self.at(event.time, &self.words.act(event.actor, &event.act, &self.ruleset))?;
        }
        self.changes(event, own, &self.table.board().clone())?;
        match event.act {
            Act::Press => self.press(event),
            Act::Move(_) if self.table.spec().manner == Manner::Strict => self.tell_clocks(None, event.time),
            Act::Rule(_) | Act::Demand | Act::AgreeBack => self.tell_clocks(None, event.time),
            _ => Ok(()),
        }
    }

    fn press(&mut self, event: &Event) -> Result<(), Failure> {
        if self.has_clocks() && self.table.ending().is_none() {
            let pressed = self.words.act(event.actor, &event.act, &self.ruleset);
            return self.tell_clocks(Some(pressed), event.time);
        }
        Ok(())
    }

    /// Keeps a hand for the line that will tell the whole turn.
    fn collect(&mut self, side: Colour, event: &Event) -> Result<(), Failure> {
        if self.hands.as_ref().is_some_and(|hands| hands.side != side) {
            self.tell_hands()?;
            self.hands = None;
        }
        let hands = self.hands.get_or_insert(Hands { side, since: event.time, acts: Vec::new(), told: 0 });
        if hands.told == hands.acts.len() {
            hands.since = event.time;
        }
        hands.acts.push(event.act.clone());
        Ok(())
    }

    /// Tells the hands of a turn that is not over.
    fn tell_hands(&mut self) -> Result<(), Failure> {
        let Some(hands) = &mut self.hands else { return Ok(()) };
        let told = self.words.hands(hands.side, hands.acts.get(hands.told..).unwrap_or_default(), &self.ruleset);
        hands.told = hands.acts.len();
        let since = hands.since;
        match told {
            Some(told) => self.at(since, &told),
            None => Ok(()),
        }
    }

    // --- What it changed ---

    /// Tells what an event changed. The board is the one that the turn left which the event ended.
    fn changes(&mut self, event: &Event, changes: &[Change], board: &Standing) -> Result<(), Failure> {
        let played = self.table.game().played().len();
        let mut moves_left = changes.iter().filter(|change| matches!(change, Change::Moved { .. })).count();
        // The move that lets a violation stand is told before what it does.
        let mut stands = None;
        let mut draw = false;
        for change in changes {
            match change {
                Change::Stands { .. } => {
                    stands = Some(change);
                    draw = true;
                }
                Change::Moved { by, mv, path, before } => {
                    let number = (played.saturating_sub(moves_left)) / 2 + 1;
                    moves_left -= 1;
                    let (since, acts) = self.take_hands(*by, event.time);
                    let told = self.words.legal_turn(*by, &acts, *mv, path, before, &self.ruleset);
                    self.at(since, &format!("{number}. {told}"))?;
                    self.tell_stands(&mut stands)?;
                }
                Change::Violated { by, violations } => {
                    self.violated(event.time, *by, violations, &mut stands)?;
                    draw = true;
                }
                Change::Corrected { .. } => {
                    let is_setup = event.act == Act::Claim(Claim::WrongSetup);
                    self.say(&match is_setup {
                        true => self.words.say("conduct-corrected-setup", &[]),
                        false => self.words.change(change, &self.ruleset),
                    })?;
                    draw = true;
                }
                Change::Incorrect { what: Incorrect::TouchedInOthersTurn, .. } => {
                    self.tell_hands()?;
                    self.hands = None;
                    self.say(&self.words.change(change, &self.ruleset))?;
                }
                Change::TookBack(_) | Change::Restored => {
                    self.hands = None;
                    self.say(&self.words.change(change, &self.ruleset))?;
                    draw = true;
                }
                // The clock of a game without clocks runs for nobody.
                Change::ClockGiven(_) if !self.has_clocks() => {}
                _ if told_by_changes(&event.act) => self.at(event.time, &self.words.change(change, &self.ruleset))?,
                _ => self.say(&self.words.change(change, &self.ruleset))?,
            }
        }
        self.tell_stands(&mut stands)?;
        if draw {
            self.draw(board)?;
        }
        if changes.iter().any(|change| matches!(change, Change::Corrected { .. })) && self.table.ending().is_none() {
            self.after_correction()?;
        }
        Ok(())
    }

    fn tell_stands(&mut self, stands: &mut Option<&Change>) -> Result<(), Failure> {
        match stands.take() {
            Some(change) => self.say(&self.words.change(change, &self.ruleset)),
            None => Ok(()),
        }
    }

    /// The hands of a turn that is over, and when they began.
    fn take_hands(&mut self, by: Colour, now: Millis) -> (Millis, Vec<Act>) {
        match self.hands.take() {
            Some(hands) if hands.side == by => {
                let acts = hands.acts.get(hands.told..).unwrap_or_default().to_vec();
                (if acts.is_empty() { now } else { hands.since }, acts)
            }
            _ => (now, Vec::new()),
        }
    }

    /// A violation: what was done, what it is called, why, and what the opponent may do about it.
    fn violated(
        &mut self,
        now: Millis,
        by: Colour,
        violations: &[Violation],
        stands: &mut Option<&Change>,
    ) -> Result<(), Failure> {
        let whole = self.hands.as_ref().filter(|hands| hands.side == by).map(|hands| hands.acts.clone());
        let (since, acts) = self.take_hands(by, now);
        let number = self.table.game().played().len() / 2 + 1;
        if let Some(told) = self.words.hands(by, &acts, &self.ruleset) {
            self.at(since, &format!("{number}. {told}"))?;
        }
        self.tell_stands(stands)?;
        self.say(&format!("!! {}", self.words.violated(by, violations)))?;
        for violation in violations {
            let citation = self.words.violation_citation(*violation, &self.ruleset);
            self.say(&format!("   {}", self.words.cited(&self.words.violation(*violation), &citation)))?;
        }
        if let Some(why) = self.why(&whole.unwrap_or_default(), violations) {
            self.say(&format!("   {why}"))?;
        }
        self.say(&format!("   {}", self.words.violation_rights(by, violations)))
    }

    /// What the rules say about the hands of a broken turn.
    fn why(&self, acts: &[Act], violations: &[Violation]) -> Option<String> {
        let (words, ruleset) = (self.words, &self.ruleset);
        let position = self.table.game().position();
        let because = |reason: String| Some(words.say("conduct-why", &[("reason", reason.into())]));
        if violations.contains(&Violation::MissedCapture) {
            return because(words.situation(&ruleset.situation(position), ruleset));
        }
        let attempt = attempt(acts, SquareNames::of(ruleset))?;
        match ruleset.explain(position, &attempt) {
            Verdict::Refused(Refusal::NotYours(_)) => None,
            Verdict::Refused(refusal) => because(words.refusal_with_rule(&refusal, ruleset, position, &attempt)),
            Verdict::Legal(moves) => {
                let path: Vec<Square> = [attempt.from].into_iter().chain(attempt.then).collect();
                let mv = moves.first().filter(|mv| mv.is_capture())?;
                let told = words.spoken_path(*mv, &path, position, ruleset);
                Some(words.say("conduct-why-move", &[("move", told.into())]))
            }
        }
    }

    /// Whose move it is after a correction, and what must be played.
    fn after_correction(&mut self) -> Result<(), Failure> {
        let side = self.table.to_move();
        let position = self.table.board().position(side);
        let mut told = self.words.turn(side);
        if let situation @ Situation::Capture { .. } = self.ruleset.situation(&position) {
            told = format!("{told} {}", self.words.situation(&situation, &self.ruleset));
        }
        if let Some(square) = self.bound(side, &position) {
            let name = SquareNames::of(&self.ruleset).name(square);
            told = format!("{told} {} [A.move.11]", self.words.say("conduct-bound", &[("square", name.into())]));
        }
        self.say(&told)
    }

    /// The touched piece that must be played: the table is asked which moves it would take.
    fn bound(&self, side: Colour, position: &Position) -> Option<Square> {
        let names = SquareNames::of(&self.ruleset);
        let (mut free, mut bound) = (None, false);
        for mv in self.ruleset.legal_moves(position) {
            let path = self.ruleset.paths(position, mv, 1).pop().unwrap_or_default();
            let act = Act::Move(path.into_iter().map(|square| names.cell(square)).collect());
            let event = Event { time: self.table.now(), actor: Actor::Side(side), act };
            match self.table.clone().apply(&event) {
                Err(Refused::OtherPieceBound) => bound = true,
                _ => free = Some(mv.from()),
            }
        }
        free.filter(|_| bound)
    }

    // --- The end of the record ---

    fn end(&mut self) -> Result<(), Failure> {
        self.tell_hands()?;
        self.draw(&self.table.board().clone())?;
        if self.table.ending().is_some() {
            return Ok(());
        }
        let now = self.table.now();
        let turn = self.words.turn(self.table.to_move());
        self.plain(&self.words.say("arbiter-now", &[("turn", turn.into())]))?;
        for side in [self.table.to_move(), self.table.to_move().other()] {
            let mut rights = self.table.rights(side, now);
            rights.retain(|right| *right != Right::Press || (self.has_clocks() && self.can_press(side)));
            self.plain(&self.words.rights(side, &rights))?;
        }
        if self.has_clocks() {
            let clocks = self.clocks(now);
            self.plain(&clocks)?;
        }
        Ok(())
    }

    // --- Clocks and boards ---

    fn has_clocks(&self) -> bool {
        self.table.spec().clocks.iter().any(|control| *control != Control::none())
    }

    /// Whether there is a move that a press would end.
    fn can_press(&self, side: Colour) -> bool {
        let press = Event { time: self.table.now(), actor: Actor::Side(side), act: Act::Press };
        self.table.clone().apply(&press).is_ok()
    }

    fn clocks(&self, now: Millis) -> String {
        let reading = |side: Colour| {
            let control = &self.table.spec().clocks[side as usize];
            self.words.reading(side, &self.table.reading(side, now), control)
        };
        let [white, black] = Colour::ALL.map(reading);
        format!("{white}. {black}.")
    }

    /// What the clocks show, after what was done with them.
    fn tell_clocks(&mut self, done: Option<String>, now: Millis) -> Result<(), Failure> {
        if !self.has_clocks() || self.table.ending().is_some() {
            return Ok(());
        }
        let clocks = self.clocks(now);
        match done {
            Some(done) => self.at(now, &format!("{done} {clocks}")),
            None => self.say(&clocks),
        }
    }

    /// Draws the board, unless it was drawn as it stands. Pieces on cells that are not played are drawn there.
    fn draw(&mut self, board: &Standing) -> Result<(), Failure> {
        if self.drawn.as_ref() == Some(board) {
            return Ok(());
        }
        let text = diagram::text(&self.ruleset, &board.position(self.table.to_move()), &TextOptions::default());
        let width = usize::from(board.names().board().width());
        let mut lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let strays: Vec<(Cell, Piece)> = board.strays().collect();
        for (cell, piece) in &strays {
            // The first line is the frame; a row begins with its name and the frame, and each cell has three signs.
            let line = lines.get_mut(width.saturating_sub(usize::from(cell.row)));
            if let Some(sign) = line.and_then(|line| line.get_mut(5 + 3 * usize::from(cell.column))) {
                *sign = letter(*piece);
            }
        }
        self.drawn = Some(board.clone());
        for line in lines {
            writeln!(self.out, "{:MARGIN$}{}", "", line.into_iter().collect::<String>())?;
        }
        if !strays.is_empty() {
            let cells: Vec<Cell> = strays.into_iter().map(|(cell, _)| cell).collect();
            self.say(&self.words.strays(&cells, &self.ruleset))?;
        }
        Ok(())
    }

    // --- Lines ---

    /// A line with its time.
    fn at(&mut self, time: Millis, text: &str) -> Result<(), Failure> {
        let shown = if self.timed { self.words.clock_time(time) } else { String::new() };
        self.line(&format!("{shown:>width$}  ", width = MARGIN - 2), MARGIN, text)
    }

    /// A line below one with a time.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let indent = text.chars().take_while(|letter| *letter == ' ').count();
        self.line(&" ".repeat(MARGIN + indent), MARGIN + indent, text.trim_start())
    }

    /// A line of the frame around the story.
    fn plain(&mut self, text: &str) -> Result<(), Failure> {
        self.line("", 0, text)
    }

    fn line(&mut self, first: &str, margin: usize, text: &str) -> Result<(), Failure> {
        let mut line = first.to_owned();
        let mut empty = true;
        for word in text.split(' ') {
            if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                writeln!(self.out, "{line}")?;
                line = " ".repeat(margin);
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        Ok(writeln!(self.out, "{line}")?)
    }
}

/// Whether what an act changes says already what was done.
fn told_by_changes(act: &Act) -> bool {
    matches!(act, Act::Offer | Act::Insist | Act::AskBack | Act::Leave | Act::Return)
        || matches!(act, Act::Move(_) | Act::Pass | Act::Claim(Claim::NobodyCanWin))
}

/// The move that hands tried to make, if they moved one piece only.
fn attempt(acts: &[Act], names: SquareNames) -> Option<Attempt> {
    let mut lifted = acts.iter().filter_map(|act| if let Act::Lift(cell) = act { Some(*cell) } else { None });
    let (from, None) = (lifted.next()?, lifted.next()) else { return None };
    let placed = acts.iter().filter_map(|act| if let Act::Place(cell) = act { Some(*cell) } else { None });
    let then: Option<Vec<Square>> = placed.map(|cell| names.square(cell)).collect();
    Some(Attempt { from: names.square(from)?, then: then.filter(|then| !then.is_empty())? })
}

fn letter(piece: Piece) -> char {
    match (piece.colour, piece.kind) {
        (Colour::White, Kind::Man) => 'o',
        (Colour::White, Kind::King) => 'O',
        (Colour::Black, Kind::Man) => 'x',
        (Colour::Black, Kind::King) => 'X',
    }
}

//! The games of a match in PDN, each added as soon as it is over.

use super::duel::{Finished, Thought};
use super::openings::Opening;
use super::run::Settings;
use super::state::limits_text;
use super::summary::GameResult;
use damka_notation::pdn::{self, Clock, ClockTime, Comment, GameTree, Line, Step, Tags};
use damka_rules::{Colour, Game, Played};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The open file.
pub struct Record {
    file: File,
}

impl Record {
    /// Opens the file; games are added behind those that it has.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> io::Result<Record> {
        Ok(Record { file: OpenOptions::new().create(true).append(true).open(path)? })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(
        &mut self,
        settings: &Settings,
        result: &GameResult,
        opening: &Opening,
        finished: &Finished,
    ) -> io::Result<()> {
        let text = pdn::write(&tree(settings, result, opening, finished));
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

fn tree(settings: &Settings, result: &GameResult, opening: &Opening, finished: &Finished) -> GameTree {
    let played = finished.game.played();
    let start = played.first().map_or(*finished.game.position(), |ply| ply.before);
    let book = opening.game.played().len();
    let mut steps: Vec<Step> = played.iter().filter_map(Played::mv).map(Step::from).collect();
    for (step, thought) in steps.iter_mut().skip(book).zip(&finished.thoughts) {
        step.comments.push(comment(thought));
    }
    let ending = finished.winner.map_or(pdn::GameResult::Draw, pdn::GameResult::won_by);
    GameTree {
        ruleset: settings.ruleset,
        tags: tags(settings, result, &opening.game),
        start,
        main: Line { comments: Vec::new(), steps },
        result: ending,
    }
}

fn tags(settings: &Settings, result: &GameResult, opening: &Game) -> Tags {
    let mut tags = Tags::new();
    tags.set("Event", "damka match");
    tags.set("Round", format!("{}.{}", result.id.pair + 1, if result.id.is_turned { 2 } else { 1 }));
    for (tag, colour) in [("White", Colour::White), ("Black", Colour::Black)] {
        tags.set(tag, settings.players[result.id.player(colour)].name.clone());
    }
    let limits = settings.limits();
    for (tag, colour) in [("WhiteLimits", Colour::White), ("BlackLimits", Colour::Black)] {
        tags.set(tag, limits_text(&limits[result.id.player(colour)]));
    }
    tags.set("OpeningPlies", opening.played().len().to_string());
    tags.set("Termination", result.reason.clone());
    tags
}

/// What the player thought: its depth and score, and the time it took.
fn comment(thought: &Thought) -> Comment {
    let score = thought.score.map(|score| score.to_string());
    let depth = (thought.depth > 0).then(|| format!("d{}", thought.depth));
    let text = [depth, score].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let millis = u64::try_from(thought.time.as_millis()).unwrap_or(u64::MAX);
    Comment { clocks: vec![Clock::ElapsedMove(ClockTime { millis })], ..Comment::new(text) }
}

//! Who plays, as everybody reads it: names, pictures, the computer's characters. Lists, games and files ask here.

use super::roles::Rows;
use crate::api::{Picture, PlayerKind, PlayerView};
use crate::people::tag;
use damka_conduct::Worded;
use damka_engine::Level;
use damka_rules::Colour;
use damka_store::Occupant;
use damka_words::Words;

/// What a side is called: the given name, "Guest 4F", or the computer's character; nothing while nobody sits there.
#[must_use]
pub fn shown_name(rows: &Rows, side: Colour, words: &Words) -> Option<String> {
    if let Some((level, _)) = rows.computer_at(side) {
        return Level::new(level).map(|level| words.character(level));
    }
    let names: Vec<String> = rows.at(side).map(|it| shown_member(it, words)).collect();
    (!names.is_empty()).then(|| names.join("; "))
}

/// What one of those at a side is called.
#[must_use]
pub fn shown_member(occupant: &Occupant, words: &Words) -> String {
    occupant.name.clone().unwrap_or_else(|| words.guest(occupant.person().map(tag).as_deref()))
}

/// Who sits at a side.
#[must_use]
pub fn player(rows: &Rows, side: Colour, here: bool, words: &Words) -> PlayerView {
    let computer = rows.computer_at(side).map(|(level, _)| level);
    let kind = match (computer, rows.at(side).next()) {
        (Some(_), _) => PlayerKind::Computer,
        (None, Some(_)) => PlayerKind::Person,
        (None, None) => PlayerKind::Nobody,
    };
    let rank = computer.and_then(Level::new).map(|level| words.level(level));
    let picture = rows.at(side).find_map(picture).map(Into::into);
    let (name, shown) = (rows.name(side), shown_name(rows, side, words).unwrap_or_default());
    PlayerView { name, shown, kind, level: computer, rank, picture, here: here || computer.is_some(), team: None }
}

/// The picture that somebody has chosen.
pub fn picture(occupant: &Occupant) -> Option<Picture> {
    Picture::from_word(occupant.picture.as_deref()?)
}

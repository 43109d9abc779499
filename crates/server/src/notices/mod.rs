//! Notices for people who are not at the board: kept for the page, and sent to devices and by e-mail where they want
//! that.
//!
//! [`Club::notify`] only hands a notice over, after the commit of what it is about: it never holds up a move, and what goes
//! wrong with it harms no game. A notice names a game or a contest and never says which moves were made, so it cannot
//! reveal a hidden position.

mod contest;
mod game;
mod letters;
mod mail;
mod postman;
mod push;

pub use letters::{MailPlan, send_letters};
pub use mail::{BadMail, LONGEST_ADDRESS, MailServer, is_address};
pub use postman::{Postbox, deliver};
pub use push::{Endpoint, Push, are_keys};

use crate::api::NoticeView;
use crate::club::Club;
use damka_conduct::{ContestId, GameId, NoticeKind, PersonId, Worded};
use damka_store::{KeptNotice, NewNotice};
use damka_words::Words;

/// A notice for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it says.
    pub kind: NoticeKind,
    /// The game that it is about.
    pub game: Option<GameId>,
    /// The contest that it is about.
    pub contest: Option<ContestId>,
    /// Tells it apart from others of its kind about the same thing; the same one comes once.
    pub mark: u32,
}

impl Notice {
    /// About a game.
    #[must_use]
    pub fn of_game(kind: NoticeKind, game: &GameId, mark: u32) -> Notice {
        Notice { kind, game: Some(game.clone()), contest: None, mark }
    }

    /// About a contest, or the game of a board in it.
    #[must_use]
    pub fn of_contest(kind: NoticeKind, contest: &ContestId, game: Option<&GameId>, mark: u32) -> Notice {
        Notice { kind, game: game.cloned(), contest: Some(contest.clone()), mark }
    }
}

impl Club {
    /// Tells a person something, without waiting.
    pub fn notify(&self, person: &PersonId, notice: Notice) {
        self.post.tell(person.clone(), notice, self.identities.version());
    }

    /// A person has done what the notices about a game are about: they count as read.
    pub fn has_answered(&self, person: &PersonId, game: &GameId) {
        self.post.answered(person.clone(), game.clone(), self.identities.version());
    }
}

/// A notice as a sentence.
#[must_use]
pub fn text(notice: &KeptNotice, words: &Words) -> String {
    let nobody = words.say("notice-nobody", &[]);
    let who = notice.opponent.as_deref().unwrap_or(&nobody);
    let contest = notice.contest_name.as_deref().unwrap_or_default();
    let id = format!("notice-{}", notice.notice.kind.word());
    words.say(&id, &[("who", who.into()), ("contest", contest.into())])
}

/// The place on the page that a notice is about.
#[must_use]
pub fn path(notice: &NewNotice) -> String {
    match (&notice.game, &notice.contest) {
        (Some(game), _) => format!("/game/{game}"),
        (None, Some(contest)) => format!("/contest/{contest}"),
        (None, None) => "/".to_owned(),
    }
}

/// A notice as the page shows it.
#[must_use]
pub fn view(notice: &KeptNotice, words: &Words) -> NoticeView {
    NoticeView {
        number: notice.number,
        kind: notice.notice.kind.into(),
        text: text(notice, words),
        game: notice.notice.game.as_ref().map(ToString::to_string),
        contest: notice.notice.contest.as_ref().map(ToString::to_string),
        at: notice.notice.at,
        read: notice.is_read,
    }
}

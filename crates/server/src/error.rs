//! Everything that can go wrong in a request: its code, its status and its sentence stand side by side here, once.

use crate::api::{CellText, Problem};
use crate::live::RETRY;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use damka_store::StoreError;
use damka_words::Words;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no such game.
    NoGame,
    /// There is no such contest.
    NoContest,
    /// Only those who run a contest, or take part in it, may do this.
    NotYourContest,
    /// The contest makes the next game.
    ContestPairs,
    /// There is no such link.
    NoLink,
    /// There is no such import.
    NoImport,
    /// The coach has ended the link.
    LinkEnded,
    /// Only the coach who made a link may do this.
    NotYourLink,
    /// The player who offered the game is gone.
    OfferGone,
    /// There is no such address.
    NoPath,
    /// The address exists, but does not accept this method; the router lists those it accepts in `Allow`.
    WrongMethod,
    /// Only the machine itself may ask for this, and not through a proxy.
    LocalOnly,
    /// The request is not in the form that the API describes; what is wrong with it is for programmers.
    BadRequest(String),
    /// The body declares a content type other than JSON.
    NotJson,
    /// The request is larger than anybody needs.
    TooLarge,
    /// Something in the request cannot be; the sentence says what.
    Refused {
        /// For programs.
        code: &'static str,
        /// For people.
        text: String,
    },
    /// The client has used this number for another act.
    UsedNumber,
    /// An act that the table did not accept; the sentence says why.
    Act {
        /// For people.
        text: String,
        /// The article behind it, if a rule refuses the act.
        citation: Option<String>,
        /// Squares to point at.
        squares: Vec<CellText>,
    },
    /// The visitor has no such seat.
    NotYourSeat,
    /// Only the maker of a game may do this.
    NotYourGame,
    /// Every seat is taken.
    NoFreeSeat,
    /// The invitation is not right.
    WrongInvitation,
    /// The opponent has not come yet.
    NobodyYet,
    /// The game is not over.
    NotOver,
    /// Moves are prepared only in one's own strict games over days, against other people.
    NoConditions,
    /// A move was made while moves were prepared.
    MovedOn,
    /// The game is over or being played.
    TooLate,
    /// In this game nobody is helped.
    NoHints,
    /// The person is playing this position against someone right now.
    PlayedNow,
    /// A player cannot be the arbiter of their own game.
    OwnArbiter,
    /// A game in the lobby cannot be private.
    PrivateLobby,
    /// The club allows no words of one's own.
    NoChat,
    /// The name cannot be taken; the id of the sentence says why.
    Name(&'static str),
    /// The password is too short or too long.
    Password,
    /// The password is easy to guess.
    CommonPassword,
    /// Name and password do not belong together.
    WrongPassword,
    /// There is an account already.
    HasAccount,
    /// There is no account.
    NoAccount,
    /// The club sends this person no letters.
    NoMail,
    /// This device cannot receive messages.
    PushDevice,
    /// This is not an e-mail address.
    MailAddress,
    /// There is no such session.
    NoSession,
    /// The code is not right or was used.
    WrongCode,
    /// A program that works for the club came without a valid key.
    WorkerKey,
    /// A program that works for the club has another engine.
    WorkerUpdate,
    /// A worker has a job no more.
    JobGone,
    /// There is no such key of a worker.
    NoWorkerKey,
    /// Only keepers may do this.
    NotKeeper,
    /// A keeper has blocked the person.
    Blocked,
    /// There is no such person.
    NoPerson,
    /// The person has no account.
    NoAccountThere,
    /// The club would be left without a keeper.
    LastKeeper,
    /// People cannot report their own name.
    OwnName,
    /// Too many requests; so many seconds would help.
    TooMany(u32),
    /// A person already has the maximum number of something.
    Capped {
        /// The id of the message.
        sentence: &'static str,
        /// The maximum.
        most: u32,
    },
    /// The request comes from a page of somebody else.
    Foreign,
    /// The club is full.
    Full,
    /// Nothing can be saved now.
    Store(StoreError),
    /// The lease of this node was not confirmed for so many seconds.
    Unsure(u32),
    /// A mistake of the program's own; what it was stands in the log.
    Broken,
    /// The node that had to answer is gone, and nobody knows whether it has done what was asked.
    Unclear,
    /// The server is closing.
    Closing,
    /// The reader was too slow, or said too much.
    Slow,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Store(error)
    }
}

impl Failure {
    /// Whether the same may succeed in a moment: the store could not do it just now.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(self, Failure::Store(StoreError::Unreachable(_) | StoreError::Unsure | StoreError::Busy))
    }

    /// An act that no rule of the game forbids, but that cannot be.
    #[must_use]
    pub fn act(text: String) -> Failure {
        Failure::Act { text, citation: None, squares: Vec::new() }
    }

    /// For programs, and the status of the answer.
    #[must_use]
    pub fn code(&self) -> (&'static str, StatusCode) {
        match self {
            Failure::NoGame => ("no-game", StatusCode::NOT_FOUND),
            Failure::NoContest => ("no-contest", StatusCode::NOT_FOUND),
            Failure::NotYourContest => ("not-your-contest", StatusCode::FORBIDDEN),
            Failure::ContestPairs => ("contest-pairs", StatusCode::CONFLICT),
            Failure::NoLink => ("no-link", StatusCode::NOT_FOUND),
            Failure::NoImport => ("no-import", StatusCode::NOT_FOUND),
            Failure::LinkEnded => ("link-ended", StatusCode::GONE),
            Failure::NotYourLink => ("not-your-link", StatusCode::FORBIDDEN),
            Failure::OfferGone => ("offer-gone", StatusCode::CONFLICT),
            Failure::NoPath => ("no-path", StatusCode::NOT_FOUND),
            Failure::WrongMethod => ("wrong-method", StatusCode::METHOD_NOT_ALLOWED),
            Failure::LocalOnly => ("local-only", StatusCode::FORBIDDEN),
            Failure::BadRequest(_) => ("bad-request", StatusCode::BAD_REQUEST),
            Failure::NotJson => ("not-json", StatusCode::UNSUPPORTED_MEDIA_TYPE),
            Failure::TooLarge => ("too-large", StatusCode::PAYLOAD_TOO_LARGE),
            Failure::Refused { code, .. } => (code, StatusCode::UNPROCESSABLE_ENTITY),
            Failure::UsedNumber => ("used-number", StatusCode::CONFLICT),
            Failure::Act { .. } => ("act", StatusCode::CONFLICT),
            Failure::NotYourSeat => ("not-your-seat", StatusCode::FORBIDDEN),
            Failure::NotYourGame => ("not-your-game", StatusCode::FORBIDDEN),
            Failure::NoFreeSeat => ("no-free-seat", StatusCode::CONFLICT),
            Failure::WrongInvitation => ("wrong-invitation", StatusCode::FORBIDDEN),
            Failure::NobodyYet => ("nobody-yet", StatusCode::CONFLICT),
            Failure::NotOver => ("not-over", StatusCode::CONFLICT),
            Failure::NoConditions => ("no-conditions", StatusCode::CONFLICT),
            Failure::MovedOn => ("moved-on", StatusCode::CONFLICT),
            Failure::TooLate => ("too-late", StatusCode::CONFLICT),
            Failure::NoHints => ("no-hints", StatusCode::FORBIDDEN),
            Failure::PlayedNow => ("played-now", StatusCode::FORBIDDEN),
            Failure::OwnArbiter => ("own-arbiter", StatusCode::FORBIDDEN),
            Failure::PrivateLobby => ("private-lobby", StatusCode::UNPROCESSABLE_ENTITY),
            Failure::NoChat => ("no-chat", StatusCode::FORBIDDEN),
            Failure::Name(_) => ("name", StatusCode::UNPROCESSABLE_ENTITY),
            Failure::Password => ("password", StatusCode::UNPROCESSABLE_ENTITY),
            Failure::CommonPassword => ("common-password", StatusCode::UNPROCESSABLE_ENTITY),
            Failure::WrongPassword => ("wrong-password", StatusCode::FORBIDDEN),
            Failure::HasAccount => ("has-account", StatusCode::CONFLICT),
            Failure::NoAccount => ("no-account", StatusCode::CONFLICT),
            Failure::NoMail => ("no-mail", StatusCode::CONFLICT),
            Failure::PushDevice => ("push-device", StatusCode::UNPROCESSABLE_ENTITY),
            Failure::MailAddress => ("mail-address", StatusCode::UNPROCESSABLE_ENTITY),
            Failure::NoSession => ("no-session", StatusCode::NOT_FOUND),
            Failure::WrongCode => ("wrong-code", StatusCode::FORBIDDEN),
            Failure::WorkerKey => ("worker-key", StatusCode::UNAUTHORIZED),
            Failure::WorkerUpdate => ("worker-update", StatusCode::UPGRADE_REQUIRED),
            Failure::JobGone => ("job-gone", StatusCode::CONFLICT),
            Failure::NoWorkerKey => ("no-worker-key", StatusCode::NOT_FOUND),
            Failure::NotKeeper => ("not-keeper", StatusCode::FORBIDDEN),
            Failure::Blocked => ("blocked", StatusCode::FORBIDDEN),
            Failure::NoPerson => ("no-person", StatusCode::NOT_FOUND),
            Failure::NoAccountThere => ("no-account-there", StatusCode::CONFLICT),
            Failure::LastKeeper => ("last-keeper", StatusCode::CONFLICT),
            Failure::OwnName => ("own-name", StatusCode::CONFLICT),
            Failure::TooMany(_) => ("too-many", StatusCode::TOO_MANY_REQUESTS),
            Failure::Capped { .. } => ("too-many", StatusCode::TOO_MANY_REQUESTS),
            Failure::Foreign => ("foreign", StatusCode::FORBIDDEN),
            Failure::Full => ("full", StatusCode::SERVICE_UNAVAILABLE),
            Failure::Store(_) => ("store", StatusCode::SERVICE_UNAVAILABLE),
            Failure::Unsure(_) => ("unsure", StatusCode::SERVICE_UNAVAILABLE),
            Failure::Broken => ("broken", StatusCode::INTERNAL_SERVER_ERROR),
            Failure::Unclear => ("unclear", StatusCode::SERVICE_UNAVAILABLE),
            Failure::Closing => ("closing", StatusCode::SERVICE_UNAVAILABLE),
            Failure::Slow => ("slow", StatusCode::TOO_MANY_REQUESTS),
        }
    }

    /// The sentence.
    #[must_use]
    pub fn text(&self, words: &Words) -> String {
        let plain = |id: &str| words.say(id, &[]);
        match self {
            Failure::Refused { text, .. } | Failure::Act { text, .. } => text.clone(),
            Failure::BadRequest(reason) => words.say("server-bad-request", &[("reason", reason.as_str().into())]),
            Failure::Name(id) => plain(id),
            Failure::TooMany(seconds) => words.say("server-too-many", &[("count", (*seconds).into())]),
            Failure::Capped { sentence, most } => words.say(sentence, &[("count", (*most).into())]),
            Failure::Store(error) => store_text(words, error),
            Failure::Unsure(seconds) => words.say("server-unsure", &[("count", (*seconds).into())]),
            other => plain(&format!("server-{}", other.code().0)),
        }
    }

    /// As the answers have it.
    #[must_use]
    pub fn problem(&self, words: &Words) -> Problem {
        let citation = match self {
            Failure::Act { citation, .. } => citation.clone(),
            _ => None,
        };
        Problem { code: self.code().0.to_owned(), text: self.text(words), citation }
    }

    /// The answer.
    #[must_use]
    pub fn response(&self, words: &Words) -> Response {
        let (code, status) = self.code();
        // That a club closes is no mistake, and load balancers ask for it every second.
        if status.is_server_error() && *self != Failure::Closing {
            tracing::warn!(code, error = ?self, "a request failed");
        }
        let mut response = (status, Json(self.problem(words))).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds.max(1).into());
        }
        response
    }

    /// The number of seconds to wait before asking again, if known.
    #[must_use]
    pub fn retry_after(&self) -> Option<u32> {
        match self {
            Failure::TooMany(seconds) => Some(*seconds),
            // The store is tried again at this interval.
            Failure::Store(_) => Some((RETRY / 1000) as u32),
            _ => None,
        }
    }
}

/// What is wrong with the disk.
#[must_use]
pub fn store_text(words: &Words, error: &StoreError) -> String {
    let plain = |id: &str| words.say(id, &[]);
    match error {
        StoreError::Full => plain("store-full"),
        StoreError::ReadOnly => plain("store-read-only"),
        StoreError::Busy => plain("store-busy"),
        StoreError::InUse(who) => words.say("store-in-use", &[("who", who.as_str().into())]),
        StoreError::Conflict => plain("store-conflict"),
        StoreError::Newer(_) => plain("store-newer"),
        StoreError::Damaged(what) => words.say("store-damaged", &[("what", what.as_str().into())]),
        StoreError::Unreachable(why) => words.say("store-unreachable", &[("why", why.as_str().into())]),
        StoreError::Unsure => plain("store-unsure"),
        StoreError::Address(why) => words.say("store-address", &[("why", why.as_str().into())]),
        StoreError::Closed => plain("server-closing"),
        StoreError::Io(reason) => words.say("store-io", &[("reason", reason.as_str().into())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_words::Language;

    #[test]
    fn interop_6_who_may_come_again_is_told_when() {
        let words = Words::new(Language::English);
        let told = |failure: Failure| {
            let response = failure.response(&words);
            response.headers().get(RETRY_AFTER).map(|seconds| seconds.to_str().unwrap_or_default().to_owned())
        };
        assert_eq!(told(Failure::TooMany(7)).as_deref(), Some("7"));
        assert_eq!(told(Failure::TooMany(0)).as_deref(), Some("1"), "at once would be now");
        assert_eq!(told(Failure::Store(StoreError::Full)).as_deref(), Some("2"));
        assert_eq!(told(Failure::NoGame), None);
    }
}

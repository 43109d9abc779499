//! Letters: an address is confirmed first, then a digest of what is new goes there, not too often.
//!
//! Before a letter goes out it is noted that it was begun, and afterwards up to which notice it told. A process that ends
//! in between does not know whether it arrived; then what was not read meanwhile is in the next letter, hours later. So a
//! restart neither loses a notice nor sends the same letter at once again.

use super::mail::{Letter, MailServer, NotSent};
use super::{path, text};
use crate::clockwork::wall;
use crate::club::Club;
use damka_conduct::{NoticeKind, PersonId};
use damka_store::{KeptNotice, LettersDue, Mailbox, NoticeWrite, Write};
use damka_words::{Language, Words};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many mailboxes get letters in one round.
const AT_ONCE: u32 = 50;
/// The maximum number of notices that a letter names; it says how many there are.
const NAMED: usize = 20;
/// How often addresses that nobody confirmed are forgotten.
const TIDIES: Duration = Duration::from_secs(3_600);
/// When another attempt is made after the mail server was in trouble.
const AGAIN: Duration = Duration::from_secs(600);

/// How letters are sent.
#[derive(Clone, Debug)]
pub struct MailPlan {
    /// The mail server.
    pub server: MailServer,
    /// The address of the club, for the links in letters.
    pub club_url: String,
    /// How long a notice may wait to be read in the page before a letter tells it.
    pub unread_for: Duration,
    /// The time from one letter to the next.
    pub every: Duration,
    /// The same if the time for a move runs out.
    pub every_urgent: Duration,
    /// How often it is checked whether letters are due.
    pub look: Duration,
}

impl MailPlan {
    /// With the usual times: a letter in six hours, and one in an hour if time runs out.
    #[must_use]
    pub fn new(server: MailServer, club_url: String) -> MailPlan {
        let minutes = |count: u64| Duration::from_secs(60 * count);
        let (unread_for, every, every_urgent, look) = (minutes(15), minutes(360), minutes(60), minutes(1));
        MailPlan { server, club_url, unread_for, every, every_urgent, look }
    }

    /// The same without waiting, for tests.
    #[must_use]
    pub fn at_once(self) -> MailPlan {
        let soon = Duration::from_millis(50);
        MailPlan { unread_for: Duration::ZERO, every: Duration::ZERO, every_urgent: Duration::ZERO, look: soon, ..self }
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.club_url.trim_end_matches('/'))
    }
}

impl Club {
    /// Whether letters may go to a person at all. Every letter asks this, also the one that confirms an address.
    #[must_use]
    pub fn may_be_mailed(&self, person: &PersonId) -> bool {
        !self.standings.is_blocked(person)
    }

    /// What unsubscribes a mailbox without signing in.
    fn unsubscriber(&self, number: i64) -> String {
        // Short enough that no mail program breaks the line.
        format!("{number}.{}", &self.signer.derive(&format!("unsubscribe {number}"))[..32])
    }

    /// The mailbox that a link unsubscribes, if this club made the link.
    #[must_use]
    pub fn unsubscribed(&self, link: &str) -> Option<i64> {
        let number = link.split_once('.')?.0.parse().ok()?;
        crate::random::is_same(&self.unsubscriber(number), link).then_some(number)
    }

    /// Sends the letter that confirms an address, later. Nobody learns whether it arrives: otherwise addresses could
    /// be tried out.
    pub fn send_confirmation(self: &Arc<Club>, to: String, code: &str, language: Language) {
        let Some(plan) = self.settings.mail.clone() else { return };
        let words = self.words(language);
        let link = plan.link(&format!("/mail#{code}"));
        let letter = Letter {
            to,
            subject: words.say("mail-confirm-subject", &[]),
            text: words.say("mail-confirm", &[("link", link.as_str().into())]),
            language: language.code(),
            unsubscribe: None,
        };
        tokio::spawn(async move {
            if let Err(NotSent::Trouble(reason)) = plan.server.send(letter).await {
                tracing::warn!(reason, "a letter to confirm an address could not be sent");
            }
        });
    }
}

/// Sends digests until the club closes.
pub async fn send_letters(club: Arc<Club>) {
    let Some(plan) = club.settings.mail.clone() else { return };
    let mut every = tokio::time::interval(plan.look);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut closing = club.closing();
    let mut tidied: Option<Instant> = None;
    loop {
        tokio::select! {
            _ = every.tick() => {}
            _ = closing.changed() => return,
        }
        if tidied.is_none_or(|at| at.elapsed() >= TIDIES) {
            tidied = Some(Instant::now());
            // If this cannot be written, it is in an hour.
            let _ = club.write(vec![Write::Notice(NoticeWrite::ForgetUnconfirmed { now: wall() })]).await;
        }
        let ms = |duration: Duration| duration.as_millis() as u64;
        let (unread_for, every, every_urgent) = (ms(plan.unread_for), ms(plan.every), ms(plan.every_urgent));
        let due = LettersDue { now: wall(), unread_for, every, every_urgent, most: AT_ONCE };
        let boxes = match club.read(move |store| store.notices().letters_due(due)).await {
            Ok(boxes) => boxes,
            Err(failure) => {
                tracing::warn!(?failure, "it is not known which letters are due");
                continue;
            }
        };
        for mailbox in boxes {
            send(&club, &plan, mailbox).await;
        }
    }
}

async fn send(club: &Club, plan: &MailPlan, mailbox: Mailbox) {
    let (number, now) = (mailbox.number, wall());
    let begun = |before, at| NoticeWrite::LetterBegun { number, before, at };
    // If this cannot be written, nothing goes out: otherwise the same letter would go out every minute. It cannot be if another
    // node has begun the letter.
    if club.write(vec![Write::Notice(begun(mailbox.sent_at, now))]).await.is_err()
        || !club.may_be_mailed(&mailbox.person)
    {
        return;
    }
    let Ok(notices) = club.read(move |store| store.notices().letter(number)).await else { return };
    let Some(upto) = notices.last().map(|notice| notice.number) else { return };
    let letter = digest(club, plan, &mailbox, &notices);
    let outcome = match plan.server.send(letter).await {
        Ok(()) => NoticeWrite::LetterSent { number, upto },
        Err(NotSent::Refused) => {
            tracing::info!(mailbox = number, "a letter was refused");
            NoticeWrite::LetterRefused { number }
        }
        Err(NotSent::Trouble(reason)) => {
            tracing::warn!(reason, "the mail server takes no letters");
            begun(now, (now + AGAIN.as_millis() as u64).saturating_sub(plan.every.as_millis() as u64))
        }
    };
    if let Err(error) = club.write(vec![Write::Notice(outcome)]).await {
        tracing::warn!(%error, "what became of a letter could not be kept");
    }
}

/// What is new, as a letter.
fn digest(club: &Club, plan: &MailPlan, mailbox: &Mailbox, notices: &[KeptNotice]) -> Letter {
    let language = Language::from_locale(&mailbox.language).unwrap_or(Language::English);
    let words = club.words(language);
    let is_urgent = notices.iter().any(|notice| notice.notice.kind == NoticeKind::Time);
    let subject = match notices {
        [one] => text(one, words),
        _ if is_urgent => words.say("mail-digest-urgent", &[]),
        several => words.say("mail-digest-subject", &[("count", several.len().into())]),
    };
    let unsubscribe = plan.link(&format!("/mail?off={}", club.unsubscriber(mailbox.number)));
    let lines: Vec<String> = notices.iter().rev().take(NAMED).map(|notice| line(plan, notice, words)).collect();
    let more = notices.len().saturating_sub(NAMED);
    let more =
        if more == 0 { String::new() } else { words.say("mail-digest-more", &[("count", more.into())]) + "\n\n" };
    let links = [("settings", plan.link("/me").into()), ("off", unsubscribe.as_str().into())];
    let end = words.say("mail-digest-end", &links);
    let text = format!("{}\n\n{more}{end}\n", lines.join("\n\n"));
    Letter { to: mailbox.address.clone(), subject, text, language: language.code(), unsubscribe: Some(unsubscribe) }
}

/// A notice with the address of what it is about.
fn line(plan: &MailPlan, notice: &KeptNotice, words: &Words) -> String {
    format!("{}\n{}", text(notice, words), plan.link(&path(&notice.notice)))
}

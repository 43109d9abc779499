//! The mail server of the club, and letters as it gets them.

use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::{Address, AsyncTransport, Message, Tokio1Executor};
use std::time::Duration;

/// The longest address of a letter, in characters (RFC 5321).
pub const LONGEST_ADDRESS: usize = 254;
/// The maximum time for handing over one letter.
const PATIENCE: Duration = Duration::from_secs(30);
/// Answers of a mail server that are about its own rules for senders, not about the address of a letter.
const ABOUT_THE_CLUB: [u16; 6] = [502, 503, 530, 534, 535, 538];

/// The club's mail server.
#[derive(Clone)]
pub struct MailServer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: lettre::message::Mailbox,
}

impl std::fmt::Debug for MailServer {
    /// The password stands in no log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailServer").finish_non_exhaustive()
    }
}

/// Why a mail server cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMail {
    /// The address of the server is none. It may hold a password, so it is not repeated.
    Server,
    /// The sender's address is none.
    Sender,
}

/// Why a letter was not handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSent {
    /// The server refuses this address.
    Refused,
    /// The server cannot be reached, or does not accept the club.
    Trouble(String),
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// To which address.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The language of the text.
    pub language: &'static str,
    /// The address that unsubscribes without signing in, if the letter is one of many.
    pub unsubscribe: Option<String>,
}

/// Whether mail may go to this text.
#[must_use]
pub fn is_address(text: &str) -> bool {
    text.len() <= LONGEST_ADDRESS && text.parse::<Address>().is_ok()
}

impl MailServer {
    /// The server of an address such as `smtp://user:password@mail.example:587`. To any machine but this one letters go
    /// encrypted, unless the address says `?tls=opportunistic`.
    ///
    /// # Errors
    /// If one of the addresses is none.
    pub fn at(url: &str, from: &str) -> Result<MailServer, BadMail> {
        let from = from.parse().map_err(|_| BadMail::Sender)?;
        let parsed: axum::http::Uri = url.parse().map_err(|_| BadMail::Server)?;
        let host = parsed.host().ok_or(BadMail::Server)?;
        let here = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        let needs_tls = parsed.scheme_str() == Some("smtp") && !here && parsed.query().is_none();
        let url = if needs_tls { format!("{}?tls=required", url.trim_end_matches('/')) } else { url.to_owned() };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).map_err(|_| BadMail::Server)?;
        Ok(MailServer { transport: builder.timeout(Some(PATIENCE)).build(), from })
    }

    /// Hands a letter over.
    ///
    /// # Errors
    /// If the server does not take it.
    pub async fn send(&self, letter: Letter) -> Result<(), NotSent> {
        let message = self.message(letter).map_err(|error| NotSent::Trouble(error.to_string()))?;
        let sending = tokio::time::timeout(PATIENCE, self.transport.send(message));
        match sending.await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => {
                let about_the_club = error.status().is_some_and(|code| ABOUT_THE_CLUB.contains(&u16::from(code)));
                if error.is_permanent() && !about_the_club {
                    return Err(NotSent::Refused);
                }
                // What the server says may name the address.
                let kind = error.status().map_or("no answer".to_owned(), |code| format!("answer {}", u16::from(code)));
                Err(NotSent::Trouble(if error.is_tls() { format!("{kind}, TLS") } else { kind }))
            }
            Err(_) => Err(NotSent::Trouble("too slow".to_owned())),
        }
    }

    /// Whether the server answers and accepts the club's name and password; nothing is sent.
    pub async fn answers(&self) -> bool {
        let testing = tokio::time::timeout(Duration::from_secs(5), self.transport.test_connection()).await;
        matches!(testing, Ok(Ok(true)))
    }

    fn message(&self, letter: Letter) -> Result<Message, Box<dyn std::error::Error>> {
        let to: Address = letter.to.parse()?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(lettre::message::Mailbox::new(None, to))
            .subject(letter.subject)
            .header(ContentType::TEXT_PLAIN)
            .header(AutoSubmitted)
            .header(ContentLanguage(letter.language));
        if let Some(url) = letter.unsubscribe {
            message = message.header(ListUnsubscribe(url)).header(OneClick);
        }
        Ok(message.body(letter.text)?)
    }
}

/// Declares a header that is only ever written.
macro_rules! header {
    ($name:literal, $type:ty, |$header:ident| $value:expr) => {
        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Err("only written".into())
            }

            fn display(&self) -> HeaderValue {
                let $header = self;
                HeaderValue::new(Self::name(), $value)
            }
        }
    };
}

/// Nobody's absence note should answer.
#[derive(Clone)]
struct AutoSubmitted;
header!("Auto-Submitted", AutoSubmitted, |_header| "auto-generated".to_owned());

#[derive(Clone)]
struct ContentLanguage(&'static str);
header!("Content-Language", ContentLanguage, |header| header.0.to_owned());

/// RFC 2369.
#[derive(Clone)]
struct ListUnsubscribe(String);
header!("List-Unsubscribe", ListUnsubscribe, |header| format!("<{}>", header.0));

/// RFC 8058: a mail program may unsubscribe with one click.
#[derive(Clone)]
struct OneClick;
header!("List-Unsubscribe-Post", OneClick, |_header| "List-Unsubscribe=One-Click".to_owned());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_mail_server_is_refused_and_not_repeated() {
        for bad in ["", "mail.example", "http://mail.example", "smtp://", "smtp://a b", "smtp://x?tls=none"] {
            assert_eq!(MailServer::at(bad, "club@club.example").unwrap_err(), BadMail::Server, "{bad}");
        }
        assert_eq!(MailServer::at("smtp://localhost:25", "club").unwrap_err(), BadMail::Sender);
        for good in
            ["smtp://localhost:25", "smtp://u:p%40w@mail.example:587", "smtps://mail.example", "smtp://[::1]:25"]
        {
            let server = MailServer::at(good, "Damka <club@club.example>").unwrap();
            assert!(!format!("{server:?}").contains("p%40w"));
        }
    }

    #[test]
    fn only_addresses_are_addresses() {
        for good in ["a@b.example", "anna.k+damka@post.example.org"] {
            assert!(is_address(good), "{good}");
        }
        let long = format!("{}@b.example", "a".repeat(260));
        for bad in ["", "a", "a@", "@b", "a@b\r\nBcc: c@d.example", "a b@c.example", "a@b.example, c@d.example", &long]
        {
            assert!(!is_address(bad), "{bad}");
        }
    }
}

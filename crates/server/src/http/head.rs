//! What an address is called, for other programs: the head of the page, and whether there is anything at all.

use super::{links, reach};
use crate::club::Club;
use crate::error::Failure;
use crate::live::{Listing, shown_name};
use axum::http::{HeaderMap, StatusCode};
use damka_conduct::{GameId, PersonId};
use damka_rules::{Colour, Ruleset};
use damka_words::Words;
use std::sync::Arc;

/// The picture of every place that has none of its own.
const PICTURE: &str = "/api/preview.png";

/// What an address is called.
#[derive(Debug)]
pub struct Head {
    /// 404 where there is nothing.
    pub status: StatusCode,
    title: String,
    about: String,
    /// The path of the picture.
    picture: String,
}

/// What the page has at a path, in somebody's language. The places are those of `web/src/App.svelte`.
pub async fn head(club: &Arc<Club>, path: &str, person: Option<&PersonId>, words: &Words) -> Head {
    let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let named = |id: &str| Some(words.say(id, &[]));
    let title = match parts[..] {
        [] => return Head::new(StatusCode::OK, None, words),
        ["lobby"] => named("web-nav-lobby"),
        ["rules"] => named("web-nav-rules"),
        ["rules", line] => Ruleset::from_line(line).ok().map(|ruleset| words.ruleset_name(&ruleset)),
        ["analysis"] => named("web-nav-analysis"),
        ["trainer"] => named("web-nav-trainer"),
        ["games"] => named("web-nav-games"),
        ["coach"] => named("web-coach-title"),
        ["continue"] => named("web-continue"),
        ["me"] => named("web-me"),
        ["mail"] => named("web-mail"),
        ["keeper"] => named("web-keeper"),
        ["reset"] => named("web-reset"),
        ["link", code] if links::exists(club, code).await => named("web-link-title"),
        ["game" | "analysis", id] => return of_game(club, id, person, words).await,
        _ => None,
    };
    match title {
        Some(title) => Head::new(StatusCode::OK, Some(title), words),
        None => Head::new(StatusCode::NOT_FOUND, named("web-nowhere"), words),
    }
}

/// The title is the names of the players, and the picture shows the position that anyone may see. Only its people get
/// the title of a private game, which has no picture.
async fn of_game(club: &Arc<Club>, id: &str, person: Option<&PersonId>, words: &Words) -> Head {
    match club.listing(&GameId::new(id)).await {
        Ok(listing) if !club.may_see(&listing.rows, person) => Head::no_game(words),
        Ok(listing) => {
            let title = Some(players(&listing, words));
            let mut head = Head::new(StatusCode::OK, title, words);
            head.about = words.ruleset_name(&listing.spec.ruleset);
            if listing.rows.is_public() {
                head.picture = format!("/api/games/{}/preview.png", listing.rows.id);
            }
            head
        }
        Err(Failure::NoGame) => Head::no_game(words),
        // What is wrong is said by the page itself.
        Err(_) => Head::new(StatusCode::OK, None, words),
    }
}

fn players(listing: &Listing, words: &Words) -> String {
    let nobody = || words.say("web-nobody-yet", &[]);
    let [white, black] = Colour::ALL.map(|side| shown_name(&listing.rows, side, words).unwrap_or_else(nobody));
    format!("{white} – {black}")
}

/// A part of an address as it is meant; one that means nothing stays as it is, and leads nowhere.
fn decoded(part: &str) -> String {
    let mut text = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| *byte == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        let meant = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        text.push(meant.unwrap_or(*byte));
        rest = if meant.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// A text that can stand in an attribute or between tags.
fn escaped(text: &str) -> String {
    let sign = |letter| match letter {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(sign).collect()
}

impl Head {
    fn new(status: StatusCode, title: Option<String>, words: &Words) -> Head {
        let club = words.say("web-title", &[]);
        let title = title.map_or_else(|| club.clone(), |title| format!("{title} · {club}"));
        Head { status, title, about: words.say("server-about", &[]), picture: PICTURE.to_owned() }
    }

    fn no_game(words: &Words) -> Head {
        Head::new(StatusCode::NOT_FOUND, Some(words.say("server-no-game", &[])), words)
    }

    /// Puts it into the page, in the place of the title that was built in.
    pub fn put_into(&self, page: &str, club: &Club, headers: &HeaderMap, path: &str, words: &Words) -> String {
        let reach = reach::reach(club, headers);
        let (title, about) = (escaped(&self.title), escaped(&self.about));
        let (url, picture) = (escaped(&reach.address(path)), escaped(&reach.address(&self.picture)));
        let site = escaped(&words.say("web-title", &[]));
        let tags = format!(
            "<title>{title}</title>\n    \
             <meta name=\"description\" content=\"{about}\" />\n    \
             <meta property=\"og:site_name\" content=\"{site}\" />\n    \
             <meta property=\"og:type\" content=\"website\" />\n    \
             <meta property=\"og:title\" content=\"{title}\" />\n    \
             <meta property=\"og:description\" content=\"{about}\" />\n    \
             <meta property=\"og:url\" content=\"{url}\" />\n    \
             <meta property=\"og:image\" content=\"{picture}\" />\n    \
             <meta property=\"og:image:width\" content=\"1200\" />\n    \
             <meta property=\"og:image:height\" content=\"630\" />\n    \
             <meta name=\"twitter:card\" content=\"summary_large_image\" />"
        );
        let language = words.language().code();
        page.replacen("<title>Damka</title>", &tags, 1).replacen("lang=\"en\"", &format!("lang=\"{language}\""), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_addresses_are_read_as_they_are_meant() {
        assert_eq!(decoded("house%20king%3Dshort"), "house king=short");
        for odd in ["%", "%4", "%zz", "100%", "%D0%A8"] {
            assert_eq!(decoded(odd), if odd == "%D0%A8" { "Ш" } else { odd });
        }
        assert_eq!(escaped("\"A\" <b> & co"), "&quot;A&quot; &lt;b&gt; &amp; co");
    }
}

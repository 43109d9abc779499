//! Coaches' links: a task for as many pupils as open it, and what became of it for the coach.

use super::reach::reach;
use super::visitor::{Visitor, keep};
use super::{Body, people};
use crate::api::{CreateLink, GameMade, LinkMade, LinkView, MyLink, MyLinks, Problem};
use crate::clockwork::wall;
use crate::club::Club;
use crate::create::{self, Opponent, Template, Wish};
use crate::error::Failure;
use crate::quota::{Account, Added};
use crate::stored::{read_link, write_link};
use crate::{names, random, show};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use damka_store::{KeptLink, Write};
use damka_words::Words;
use std::sync::Arc;

/// The longest task, in characters.
pub(crate) const LONGEST_TASK: usize = 500;
/// The maximum number of links in a coach's list.
const MOST_LINKS: u32 = 100;
/// The most games that a coach sees of one link.
const MOST_GAMES: u32 = 50;

/// Makes a coach's link.
#[utoipa::path(post, path = "/api/links", request_body = CreateLink,
    responses((status = 200, body = LinkMade), (status = "4XX", body = Problem)))]
pub async fn make(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(wanted): Body<CreateLink>,
) -> Result<Json<LinkMade>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let words = club.words(visitor.speech);
    // What cannot be played is refused now and not to each pupil.
    let template = Template::of(&Wish::of(&wanted.game)?, words)?;
    if matches!(template.opponent, Opponent::Invited | Opponent::Anybody) {
        return Err(Failure::Refused { code: "opponent", text: words.say("server-link-opponent", &[]) });
    }
    club.allows(&visitor.person.id, &template)?;
    if template.private {
        // Links cannot be private, because the coach sees how the task went.
        return Err(Failure::BadRequest("private: not for links".to_owned()));
    }
    let task = checked_task(&wanted.task, words)?;
    let mut account = Account::of(&club, &visitor).await?;
    account.add(Added::LINK, words)?;
    keep(&club, &visitor).await?;
    let link = KeptLink {
        code: random::text(10),
        game: write_link(&template),
        creator: Some(visitor.person.id.clone()),
        task,
        created_at: wall(),
        ended_at: None,
    };
    let code = link.code.clone();
    club.write(vec![Write::Link(link)]).await?;
    account.charge(&club, Added::LINK);
    people::settle(&club, &visitor).await?;
    let reach = reach(&club, &headers);
    let url = reach.address(&format!("/link/{code}"));
    Ok(Json(LinkMade { qr: reach.qr(&url), local: reach.local(), code, url }))
}

/// Whether a letter of a task is left out.
fn is_hidden(letter: char) -> bool {
    letter.is_control() && letter != '\n' || names::is_hidden(letter)
}

/// A task as pupils read it: nothing hidden in it, and not too long.
fn checked_task(text: &str, words: &Words) -> Result<String, Failure> {
    let seen: String = text.chars().filter(|letter| !is_hidden(*letter)).collect();
    let task = seen.trim().to_owned();
    if task.chars().count() > LONGEST_TASK {
        let text = words.say("server-link-task", &[("count", LONGEST_TASK.into())]);
        return Err(Failure::Refused { code: "task", text });
    }
    Ok(task)
}

/// A link that still opens games, and what it opens.
async fn open_one(club: &Club, code: String) -> Result<(KeptLink, Template), Failure> {
    let kept = club.read(move |store| store.link(&code)).await?.ok_or(Failure::NoLink)?;
    if kept.ended_at.is_some() {
        return Err(Failure::LinkEnded);
    }
    let template = read_link(&kept.game)?;
    Ok((kept, template))
}

/// Whether there is such a link.
pub(super) async fn exists(club: &Club, code: &str) -> bool {
    let code = code.to_owned();
    club.read(move |store| store.link(&code)).await.is_ok_and(|link| link.is_some())
}

/// What a coach's link opens.
#[utoipa::path(get, path = "/api/links/{code}", params(("code" = String, Path)),
    responses((status = 200, body = LinkView), (status = "4XX", body = Problem)))]
pub async fn look(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<Json<LinkView>, Failure> {
    let (kept, template) = open_one(&club, code).await?;
    let (spec, words) = (&template.spec, club.words(visitor.speech));
    let start = spec.first_position().unwrap_or_else(|_| spec.ruleset.start());
    Ok(Json(LinkView {
        rules: spec.ruleset.line(),
        rules_name: words.ruleset_name(&spec.ruleset),
        level: level(&template),
        task: kept.task,
        side: template.side.map(Into::into),
        board: show::board(&spec.ruleset),
        placement: show::placement(&spec.ruleset, &start),
        to_move: start.to_move().into(),
    }))
}

fn level(template: &Template) -> Option<u8> {
    if let Opponent::Computer(level) = template.opponent { Some(level) } else { None }
}

/// Opens a fresh game for this visitor.
#[utoipa::path(post, path = "/api/links/{code}", params(("code" = String, Path)),
    responses((status = 200, body = GameMade), (status = "4XX", body = Problem)))]
pub async fn open(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<Json<GameMade>, Failure> {
    club.limits.game(&visitor.person.id, visitor.address)?;
    let (kept, template) = open_one(&club, code).await?;
    keep(&club, &visitor).await?;
    let mut account = Account::of(&club, &visitor).await?;
    account.add(Added::GAME, club.words(visitor.speech))?;
    let opened = |game| Some(Write::Opened { link: kept.code, game });
    let made = create::create_and(&club, visitor.creator(), &template, opened).await?;
    account.charge(&club, Added::GAME);
    club.lobby.made_from(&club, made.id.as_str().into(), visitor.address);
    people::settle(&club, &visitor).await?;
    Ok(Json(made))
}

/// My links, the newest first, with the games that pupils opened. Nobody else sees them.
#[utoipa::path(get, path = "/api/me/links",
    responses((status = 200, body = MyLinks), (status = "4XX", body = Problem)))]
pub async fn mine(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Json<MyLinks>, Failure> {
    let person = visitor.person.id.clone();
    let kept = club.read(move |store| store.links_of(&person, MOST_LINKS)).await?;
    let reach = reach(&club, &headers);
    let mut links = Vec::with_capacity(kept.len());
    for link in kept {
        let url = reach.address(&format!("/link/{}", link.code));
        links.push(shown(&club, &visitor, link, url).await?);
    }
    Ok(Json(MyLinks { links, local: reach.local() }))
}

async fn shown(club: &Arc<Club>, visitor: &Visitor, link: KeptLink, url: String) -> Result<MyLink, Failure> {
    let template = read_link(&link.game)?;
    let code = link.code.clone();
    let (opened, rows) = club.read(move |store| store.opened_by(&code, MOST_GAMES)).await?;
    let mut games = Vec::with_capacity(rows.len());
    for row in rows {
        // The coach watches like anyone else; a game that cannot be read does not hide the others.
        match super::lists::summary(club, visitor, row).await {
            Ok(game) => games.push(game),
            Err(failure) => tracing::warn!(?failure, "a pupil's game is left out of a list"),
        }
    }
    Ok(MyLink {
        code: link.code,
        url,
        rules_name: club.words(visitor.speech).ruleset_name(&template.spec.ruleset),
        level: level(&template),
        task: link.task,
        side: template.side.map(Into::into),
        created_at: link.created_at,
        ended: link.ended_at.is_some(),
        opened,
        games,
    })
}

/// Ends my link: it opens no games any more. Those that were opened stay.
#[utoipa::path(delete, path = "/api/links/{code}", params(("code" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn end(
    State(club): State<Arc<Club>>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Result<StatusCode, Failure> {
    let asked = code.clone();
    let kept = club.read(move |store| store.link(&asked)).await?.ok_or(Failure::NoLink)?;
    if kept.creator.as_ref() != Some(&visitor.person.id) {
        return Err(Failure::NotYourLink);
    }
    club.write(vec![Write::EndLink { code, now: wall() }]).await?;
    Ok(StatusCode::NO_CONTENT)
}

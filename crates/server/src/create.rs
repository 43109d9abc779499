//! From what somebody wants to play to a game.

use crate::api::{ColourChoice, CreateGame, GameMade, OpponentChoice, PersonTerms, SeatTerms};
use crate::clockwork::{Flow, wall};
use crate::club::Club;
use crate::error::Failure;
use crate::fair_play;
use crate::live::{Rows, spec_lines};
use crate::random;
use damka_conduct::clock::{Control, Millis};
use damka_conduct::{
    Decides, FIRST_PLACE, FlagFalls, GameId, GameSpec, MOST_PLACES, Manner, Pace, PersonId, Role, Seat, Status, Table,
    Talk,
};
use damka_contest::BoardId;
use damka_engine::Level;
use damka_notation::{SquareNames, fen};
use damka_rules::{Colour, Game, Ruleset};
use damka_store::{About, Access, ContestWrite, NewContest, NewGame, Occupant, OccupantKind, Part, Write};
use damka_words::Words;
use std::sync::Arc;

/// The longest line of rules.
pub(crate) const LONGEST_LINE: usize = 1000;
/// Spectators see a game at most so many seconds later.
pub(crate) const LONGEST_DELAY: u32 = 3600;

/// Who creates a game.
#[derive(Clone, Debug)]
pub struct Creator {
    /// The person.
    pub person: PersonId,
    /// What others see.
    pub name: Option<String>,
    /// The picture that others see.
    pub picture: Option<String>,
}

/// Who sits on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer of a level.
    Computer(u8),
    /// Anyone with the link.
    Invited,
    /// Anybody in the lobby.
    Anybody,
    /// A second person at the same screen.
    SameScreen,
}

/// What is wanted for a seat.
#[derive(Clone, Debug, Default)]
pub struct SeatWish {
    /// The clock; that of the rules if left out.
    pub clock: Option<String>,
    /// What the seat is shown.
    pub seat: Seat,
}

/// What somebody wants to play, in whatever form it came.
#[derive(Clone, Debug)]
pub struct Wish {
    /// An id or a line of rules.
    pub rules: String,
    /// Who sits on the other side.
    pub opponent: Opponent,
    /// The creator's side; lots are drawn if left out.
    pub side: Option<Colour>,
    /// A position to begin from.
    pub fen: Option<String>,
    /// Squares whose pieces are left out.
    pub odds: Vec<String>,
    /// Strict or at the board.
    pub manner: Manner,
    /// In one sitting or over days, if the clocks do not say it.
    pub pace: Option<Pace>,
    /// White's and Black's; or the creator's and the opponent's, if they follow people.
    pub seats: [SeatWish; 2],
    /// Whether they follow people.
    pub follows_people: bool,
    /// Whether a flag draws against an opponent who cannot win.
    pub mercy: bool,
    /// How the players may talk to each other.
    pub talk: Talk,
    /// Whether a flag ends the game by itself.
    pub flag: FlagFalls,
    /// Whether players may go on vacation.
    pub vacation: bool,
    /// Whether there is an arbiter.
    pub arbiter: bool,
    /// Seconds by which spectators see everything later.
    pub delay: u32,
    /// Whether only the game's people see it.
    pub private: bool,
}

/// A game that can be played whenever somebody begins it: what a link opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// What is agreed. Where terms follow people, White is the creator here.
    pub spec: GameSpec,
    /// The creator's side; lots are drawn if left out.
    pub side: Option<Colour>,
    /// Whether clocks and seats belong to people and not to colours.
    pub follows_people: bool,
    /// Who sits on the other side.
    pub opponent: Opponent,
    /// Whether there is an arbiter.
    pub arbiter: bool,
    /// Seconds by which spectators see everything later.
    pub delay: u32,
    /// Whether only the game's people see it.
    pub private: bool,
}

fn refused(code: &'static str, text: String) -> Failure {
    Failure::Refused { code, text }
}

/// Reads an id or a line of rules.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn ruleset(line: &str, words: &Words) -> Result<Ruleset, Failure> {
    if line.len() > LONGEST_LINE {
        return Err(Failure::TooLarge);
    }
    Ruleset::from_line(line).map_err(|error| {
        let problems: Vec<String> = error.problems.iter().map(|problem| words.problem(problem)).collect();
        refused("rules", problems.join(" "))
    })
}

impl Wish {
    /// What a request means.
    ///
    /// # Errors
    /// If it contradicts itself.
    pub fn of(wanted: &CreateGame) -> Result<Wish, Failure> {
        if wanted.people.is_some() && (wanted.clocks.is_some() || wanted.seats != Default::default()) {
            // What belongs to people and what belongs to colours would contradict each other.
            return Err(Failure::BadRequest("people: not together with clocks or seats".to_owned()));
        }
        let seat = |terms: SeatTerms| Seat {
            view: terms.view.0,
            aids: terms.aids.0,
            decides: terms.decides.0,
            places: terms.places,
        };
        let person = |it: &PersonTerms| SeatWish { clock: it.clock.clone(), seat: seat(it.seat) };
        let seats = match &wanted.people {
            Some(people) => [person(&people.creator), person(&people.opponent)],
            None => Colour::ALL.map(|side| SeatWish {
                clock: wanted.clocks.as_ref().map(|clocks| clocks.of(side).clone()),
                seat: seat(*wanted.seats.of(side)),
            }),
        };
        Ok(Wish {
            rules: wanted.rules.clone(),
            opponent: match wanted.opponent {
                OpponentChoice::Computer { level } => Opponent::Computer(level),
                OpponentChoice::Link => Opponent::Invited,
                OpponentChoice::Lobby => Opponent::Anybody,
                OpponentChoice::SameScreen => Opponent::SameScreen,
            },
            side: match wanted.colour {
                ColourChoice::White => Some(Colour::White),
                ColourChoice::Black => Some(Colour::Black),
                ColourChoice::Lots => None,
            },
            fen: wanted.fen.clone(),
            odds: wanted.odds.clone(),
            manner: wanted.manner.0,
            pace: wanted.pace.map(|pace| pace.0),
            seats,
            follows_people: wanted.people.is_some(),
            mercy: wanted.mercy,
            talk: wanted.talk.0,
            flag: wanted.flag.0,
            vacation: wanted.vacation.unwrap_or(true),
            arbiter: wanted.arbiter,
            delay: wanted.delay,
            private: wanted.private,
        })
    }
}

impl Club {
    /// Whether a person may begin games of a kind, or make links to them: words of the players' own need the club's
    /// permission.
    ///
    /// # Errors
    /// If not.
    pub fn allows(&self, person: &PersonId, template: &Template) -> Result<(), Failure> {
        let is_allowed = template.spec.talk != Talk::Free || self.may_write(person);
        if is_allowed { Ok(()) } else { Err(Failure::NoChat) }
    }
}

impl Template {
    /// A game of two people at one screen, with what was agreed.
    #[must_use]
    pub fn new(spec: GameSpec) -> Template {
        let opponent = Opponent::SameScreen;
        Template { spec, side: None, follows_people: false, opponent, arbiter: false, delay: 0, private: false }
    }

    /// What somebody wants, if it can be played.
    ///
    /// # Errors
    /// With the sentence that says what is wrong with it.
    pub fn of(wish: &Wish, words: &Words) -> Result<Template, Failure> {
        let spec = spec(wish, words)?;
        if let Opponent::Computer(level) = wish.opponent {
            let unknown = || refused("level", words.say("play-unknown-level", &[("text", level.to_string().into())]));
            Level::new(level).ok_or_else(unknown)?;
        }
        if spec.has_teams() && (wish.opponent != Opponent::Invited || wish.manner != Manner::Strict) {
            return Err(refused("teams", words.say("server-teams-by-link", &[])));
        }
        if wish.delay > LONGEST_DELAY {
            return Err(Failure::TooLarge);
        }
        if wish.private && wish.opponent == Opponent::Anybody {
            return Err(Failure::PrivateLobby);
        }
        let Wish { side, follows_people, opponent, arbiter, delay, private, .. } = *wish;
        Ok(Template { spec, side, follows_people, opponent, arbiter, delay, private })
    }

    /// A game of this kind for a creator: what is answered, and what is to be written.
    fn game(&self, club: &Club, creator: Creator) -> (GameMade, GameId, Vec<Write>) {
        let side = self.side.unwrap_or_else(|| Colour::ALL[(random::number() % 2) as usize]);
        let mut spec = self.spec.clone();
        if self.follows_people && side == Colour::Black {
            spec = spec.with_sides_changed();
        }
        let person = |seat| Occupant {
            seat,
            place: FIRST_PLACE,
            kind: OccupantKind::Person(Some(creator.person.clone())),
            name: creator.name.clone(),
            picture: creator.picture.clone(),
        };
        let mut occupants = vec![person(side)];
        let (mut status, mut access) = (Status::Live, Access::default());
        match self.opponent {
            Opponent::Computer(level) => occupants.push(computer(side.other(), level)),
            Opponent::SameScreen => occupants.push(person(side.other())),
            Opponent::Invited => (status, access.invitation) = (Status::Waiting, Some(random::secret())),
            Opponent::Anybody => (status, access.listed) = (Status::Waiting, true),
        }
        access.arbiter_invitation = self.arbiter.then(random::secret);
        access.delay = u64::from(self.delay) * 1000;
        (access.private, access.watch_invitation) = (self.private, self.private.then(random::secret));
        let id = random::game_id();
        let made = GameMade {
            id: id.to_string(),
            seats: occupants.iter().filter(|it| it.person().is_some()).map(|it| Role::from(it.seat).into()).collect(),
            invitation: access.invitation.clone(),
            arbiter_invitation: access.arbiter_invitation.clone(),
            watch_invitation: access.watch_invitation.clone(),
        };
        let game = NewGame {
            id: id.clone(),
            spec: spec_lines(&spec),
            rules: spec.ruleset.id().to_owned(),
            status,
            created_at: wall(),
            creator: Some(creator.person),
            occupants,
            parts: Vec::new(),
            access,
            imported: false,
            about: About::default(),
        };
        (made, id, writes(club, game, &spec))
    }
}

fn computer(seat: Colour, level: u8) -> Occupant {
    let kind = OccupantKind::Computer { level, seed: random::number() >> 12 };
    Occupant { seat, place: FIRST_PLACE, kind, name: None, picture: None }
}

/// A new game, and how its time goes if it has clocks.
fn writes(club: &Club, game: NewGame, spec: &GameSpec) -> Vec<Write> {
    let id = game.id.clone();
    let is_timed = !spec.clocks.iter().all(Control::is_none);
    let anchor = Flow::going(club.clock.now(), Millis::ZERO).anchor(club.clock.run());
    let anchor = is_timed.then_some(Write::Anchor { game: id, anchor });
    std::iter::once(Write::Game(Box::new(game))).chain(anchor).collect()
}

/// What is agreed; where terms follow people, the creator is White.
fn spec(wish: &Wish, words: &Words) -> Result<GameSpec, Failure> {
    let ruleset = ruleset(&wish.rules, words)?;
    let mut spec = GameSpec::new(ruleset);
    for (at, SeatWish { clock, seat }) in wish.seats.iter().enumerate() {
        if let Some(text) = clock {
            spec.clocks[at] = text.parse().map_err(|error| refused("clock", words.control_error(&error)))?;
        }
        if seat.decides == Decides::Vote {
            return Err(refused("decides", words.say("server-no-vote-yet", &[])));
        }
        if !(FIRST_PLACE..=MOST_PLACES).contains(&seat.places) {
            return Err(refused("places", words.say("server-team-size", &[("count", MOST_PLACES.into())])));
        }
        spec.seats[at] = seat.clone();
    }
    spec.pace = wish.pace.unwrap_or(GameSpec::usual_pace(&spec.clocks));
    if let Some(text) = wish.fen.as_deref() {
        let position = fen::read(text, &ruleset).map_err(|error| refused("fen", words.fen_error_in(&error, text)))?;
        spec.start = Some(position).filter(|position| *position != ruleset.start());
    }
    if wish.odds.len() > ruleset.board().squares().len() as usize {
        return Err(Failure::TooLarge);
    }
    let names = SquareNames::of(&ruleset);
    for name in &wish.odds {
        let shown: String = name.chars().take(20).collect();
        let unknown = || refused("odds", words.say("cli-unknown-square", &[("text", shown.into())]));
        spec.odds.push(names.parse_any(name).ok_or_else(unknown)?);
    }
    spec.manner = wish.manner;
    spec.flag_draws_without_winner = wish.mercy;
    spec.talk = wish.talk;
    (spec.flag, spec.vacation) = (wish.flag, wish.vacation);
    if spec.check_flag().is_err() {
        return Err(refused("flag", words.say("server-flag-waits-over-days", &[])));
    }
    match Table::new(spec.clone()).map(|table| table.ending()) {
        Ok(None) => Ok(spec),
        Ok(Some(ending)) => Err(refused("over", words.ending(&ending, &ruleset))),
        Err(error) => Err(refused("position", words.spec_error(&error, &ruleset))),
    }
}

/// Creates a game of a kind.
///
/// # Errors
/// If it cannot be written.
pub async fn create(club: &Arc<Club>, creator: Creator, template: &Template) -> Result<GameMade, Failure> {
    create_and(club, creator, template, |_| None).await
}

/// Creates a game of a kind, and writes something about it in the same transaction.
///
/// # Errors
/// If it cannot be written.
pub async fn create_and(
    club: &Arc<Club>,
    creator: Creator,
    template: &Template,
    about: impl FnOnce(GameId) -> Option<Write>,
) -> Result<GameMade, Failure> {
    if matches!(template.opponent, Opponent::Computer(_)) {
        // The computer would reveal moves in a position that the person is playing right now.
        let start = template.spec.first_position().unwrap_or_else(|_| template.spec.ruleset.start());
        fair_play::forbidden(club, &creator.person).await?.check(Game::from_position(template.spec.ruleset, start))?;
    }
    let (made, id, mut writes) = template.game(club, creator);
    writes.extend(about(id.clone()));
    club.write(writes).await?;
    club.game(&id).await?;
    club.lobby_changed();
    Ok(made)
}

/// A player of a board: who, what they are called, and their picture.
pub type BoardPlayer = (Option<PersonId>, Option<String>, Option<String>);

/// The game of a board of a contest, to be written together with its pairing.
pub fn board_game(
    club: &Club,
    contest: &NewContest,
    board: BoardId,
    id: GameId,
    spec: &GameSpec,
    players: [BoardPlayer; 2],
) -> Vec<Write> {
    let occupant = |(seat, (person, name, picture)): (Colour, BoardPlayer)| Occupant {
        seat,
        place: FIRST_PLACE,
        kind: OccupantKind::Person(person),
        name,
        picture,
    };
    let tag = |name: &str, value: String| (name.to_owned(), value);
    let game = NewGame {
        id: id.clone(),
        spec: spec_lines(spec),
        rules: spec.ruleset.id().to_owned(),
        status: Status::Live,
        created_at: wall(),
        creator: contest.owner.clone(),
        occupants: Colour::ALL.into_iter().zip(players).map(occupant).collect(),
        parts: Vec::new(),
        access: Access { private: contest.private, ..Access::default() },
        imported: false,
        about: About {
            tags: vec![
                tag("Event", contest.name.clone()),
                tag("Round", board.round.to_string()),
                tag("Board", board.table.to_string()),
            ],
            days: None,
        },
    };
    let mut writes = writes(club, game, spec);
    let (contest, board) = (contest.id.clone(), board.to_string());
    writes.push(Write::Contest(ContestWrite::Board { game: id, contest, board }));
    writes
}

/// Another game of the same kind with colours changed: its id, and what is to be written.
pub fn rematch_of(club: &Club, spec: &GameSpec, rows: &Rows) -> (GameId, Vec<Write>) {
    let spec = GameSpec { actual_setup: None, ..spec.clone().with_sides_changed() };
    let turned = |it: &Occupant| match it.kind {
        OccupantKind::Computer { level, .. } => computer(it.seat.other(), level),
        OccupantKind::Person(_) => Occupant { seat: it.seat.other(), ..it.clone() },
    };
    let id = random::game_id();
    let arbiters = rows.parts.iter().filter(|(part, _)| *part == Part::Arbiter);
    let game = NewGame {
        id: id.clone(),
        spec: spec_lines(&spec),
        rules: spec.ruleset.id().to_owned(),
        status: Status::Live,
        created_at: wall(),
        creator: rows.creator.clone(),
        occupants: rows.occupants.iter().map(turned).collect(),
        parts: arbiters.cloned().collect(),
        access: Access {
            hidden: false,
            listed: false,
            invitation: None,
            arbiter_invitation: rows.access.arbiter_invitation.as_ref().map(|_| random::secret()),
            delay: rows.access.delay,
            private: rows.access.private,
            watch_invitation: rows.access.watch_invitation.as_ref().map(|_| random::secret()),
        },
        imported: false,
        about: About::default(),
    };
    (id, writes(club, game, &spec))
}

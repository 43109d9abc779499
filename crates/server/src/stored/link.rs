//! Coaches' links, kept as lines: how a game is begun, an empty line, what is agreed.
//!
//! ```text
//! creator: lots
//! terms: people
//! opponent: computer 3
//!
//! rules: russian
//! clock-white: 10m
//! ```

use crate::create::{Opponent, Template};
use crate::live::spec_lines;
use damka_conduct::{GameSpec, Worded};
use damka_rules::Colour;
use damka_store::{StoreError, Versioned};

/// Version 1 kept the request as it had come over the wire.
const VERSION: u32 = 2;

fn damaged(what: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("a link: {what}"))
}

/// A link as it is kept.
#[must_use]
pub fn write_link(template: &Template) -> Versioned {
    // A coach sees the games of a link, so they are never private.
    let Template { spec, side, follows_people, opponent, arbiter, delay, private: _ } = template;
    let mut body = format!("creator: {}\n", side.map_or("lots", Colour::word));
    let mut line = |name: &str, value: &str| body.push_str(&format!("{name}: {value}\n"));
    if *follows_people {
        line("terms", "people");
    }
    match opponent {
        Opponent::Computer(level) => line("opponent", &format!("computer {level}")),
        Opponent::SameScreen => line("opponent", "same-screen"),
        // Nobody else can be met through a link.
        Opponent::Invited | Opponent::Anybody => line("opponent", "invited"),
    }
    if *arbiter {
        line("arbiter", "yes");
    }
    if *delay > 0 {
        line("delay", &delay.to_string());
    }
    Versioned { version: VERSION, body: format!("{body}\n{}", spec_lines(spec)) }
}

/// A link that was kept, in whatever version.
///
/// # Errors
/// If it is damaged, or of a later version.
pub fn read_link(kept: &Versioned) -> Result<Template, StoreError> {
    match kept.version {
        1 => v1::read(&kept.body),
        VERSION => read_lines(&kept.body),
        newer => Err(StoreError::Newer(newer.into())),
    }
}

fn read_lines(body: &str) -> Result<Template, StoreError> {
    let (how, agreed) = body.split_once("\n\n").ok_or_else(|| damaged("nothing is agreed"))?;
    let pair = |line| str::split_once(line, ": ").ok_or_else(|| damaged(format!("the line {line:?} has no colon")));
    let agreed: Vec<(&str, &str)> = agreed.lines().map(pair).collect::<Result<_, _>>()?;
    let mut template = Template::new(GameSpec::from_lines(agreed).map_err(damaged)?);
    for line in how.lines() {
        let (name, value) = pair(line)?;
        let words: Vec<&str> = value.split(' ').collect();
        match (name, &words[..]) {
            ("creator", ["lots"]) => template.side = None,
            ("creator", [side]) => template.side = Some(Colour::from_word(side).ok_or_else(|| damaged(line))?),
            ("terms", ["people"]) => template.follows_people = true,
            ("opponent", ["computer", level]) => {
                template.opponent = Opponent::Computer(level.parse().map_err(|_| damaged(line))?);
            }
            ("opponent", ["same-screen"]) => template.opponent = Opponent::SameScreen,
            ("opponent", ["invited"]) => template.opponent = Opponent::Invited,
            ("arbiter", ["yes"]) => template.arbiter = true,
            ("delay", [delay]) => template.delay = delay.parse().map_err(|_| damaged(line))?,
            _ => return Err(damaged(line)),
        }
    }
    Ok(template)
}

/// The form of version 1, frozen: the JSON of a request of that time.
mod v1 {
    use super::damaged;
    use crate::create::{Opponent, SeatWish, Template, Wish};
    use damka_conduct::{Aids, FlagFalls, Manner, Seat, Talk, View};
    use damka_rules::Colour;
    use damka_store::StoreError;
    use damka_words::{Language, Words};
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(tag = "kind", rename_all = "camelCase")]
    enum OpponentV1 {
        Computer { level: u8 },
        Link,
        Lobby,
        SameScreen,
    }

    #[derive(Clone, Copy, Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum AidsV1 {
        #[default]
        Full,
        Targets,
        None,
    }

    #[derive(Clone, Copy, Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum SightV1 {
        #[default]
        Board,
        Record,
        Blind,
    }

    #[derive(Clone, Copy, Default, Deserialize)]
    #[serde(default)]
    struct SeatV1 {
        aids: AidsV1,
        sight: SightV1,
    }

    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct PersonV1 {
        clock: Option<String>,
        seat: SeatV1,
    }

    #[derive(Deserialize)]
    struct PeopleV1 {
        maker: PersonV1,
        opponent: PersonV1,
    }

    #[derive(Default, Deserialize)]
    struct BySideV1<T> {
        white: T,
        black: T,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct LinkV1 {
        rules: String,
        opponent: OpponentV1,
        colour: Option<String>,
        clocks: Option<BySideV1<String>>,
        fen: Option<String>,
        #[serde(default)]
        odds: Vec<String>,
        manner: Option<String>,
        #[serde(default)]
        seats: BySideV1<SeatV1>,
        people: Option<PeopleV1>,
        #[serde(default)]
        mercy: bool,
        #[serde(default)]
        arbiter: bool,
        #[serde(default)]
        delay: u32,
    }

    fn seat(old: SeatV1) -> Seat {
        let aids = match old.aids {
            AidsV1::Full => Aids::Full,
            AidsV1::Targets => Aids::Targets,
            AidsV1::None => Aids::None,
        };
        let view = match old.sight {
            SightV1::Board => View::Board,
            SightV1::Record => View::Record,
            SightV1::Blind => View::Blind,
        };
        Seat { view, aids, ..Seat::default() }
    }

    pub fn read(body: &str) -> Result<Template, StoreError> {
        let old: LinkV1 = serde_json::from_str(body).map_err(damaged)?;
        let side = match old.colour.as_deref() {
            None | Some("lots") => None,
            Some("white") => Some(Colour::White),
            Some("black") => Some(Colour::Black),
            Some(other) => return Err(damaged(other)),
        };
        let manner = match old.manner.as_deref() {
            None | Some("strict") => Manner::Strict,
            Some("atBoard") => Manner::AtBoard,
            Some(other) => return Err(damaged(other)),
        };
        let opponent = match old.opponent {
            OpponentV1::Computer { level } => Opponent::Computer(level),
            OpponentV1::Link => Opponent::Invited,
            OpponentV1::Lobby => Opponent::Anybody,
            OpponentV1::SameScreen => Opponent::SameScreen,
        };
        let [white, black] = old.clocks.map_or([None, None], |clocks| [Some(clocks.white), Some(clocks.black)]);
        let by_side = [
            SeatWish { clock: white, seat: seat(old.seats.white) },
            SeatWish { clock: black, seat: seat(old.seats.black) },
        ];
        let person = |person: PersonV1| SeatWish { clock: person.clock, seat: seat(person.seat) };
        let follows_people = old.people.is_some();
        let seats = old.people.map_or(by_side, |people| [person(people.maker), person(people.opponent)]);
        let wish = Wish {
            rules: old.rules,
            opponent,
            side,
            fen: old.fen,
            odds: old.odds,
            manner,
            pace: None,
            seats,
            follows_people,
            mercy: old.mercy,
            talk: Talk::default(),
            flag: FlagFalls::default(),
            vacation: true,
            arbiter: old.arbiter,
            delay: old.delay,
            private: false,
        };
        // It could be played when it was made; why it could not any more is for those who run the server.
        Template::of(&wish, &Words::new(Language::English)).map_err(|failure| damaged(format!("{failure:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_both_versions_are_read() {
        let old = r#"{"rules":"russian","opponent":{"kind":"computer","level":3},"colour":"lots","odds":["c1"],
            "manner":"atBoard","people":{"maker":{"clock":"10m"},"opponent":{"clock":"5m","seat":{"sight":"blind"}}},
            "mercy":true,"delay":30}"#;
        let template = read_link(&Versioned { version: 1, body: old.to_owned() }).unwrap();
        assert_eq!(template.opponent, Opponent::Computer(3));
        assert!(template.follows_people && template.side.is_none());
        let kept = write_link(&template);
        assert!(kept.body.contains("seat-black: blind"), "{}", kept.body);
        assert_eq!(read_link(&kept).unwrap(), template);
        for (version, body) in [(1, "{"), (2, "creator: red\n\nrules: russian\n"), (2, "rules: russian\n")] {
            let read = read_link(&Versioned { version, body: body.to_owned() });
            assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
        }
        assert_eq!(read_link(&Versioned { version: 9, body: String::new() }), Err(StoreError::Newer(9)));
    }
}

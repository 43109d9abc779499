//! Words of closed lists. The same word stands in records, in the store and here, so nothing is mapped by hand.

use super::Picture;
use damka_conduct::{
    Aids, Audience, Claim, Decides, EndingKind, FlagFalls, KeeperAct, Manner, NoticeKind, NoticeTopic, Office, Pace,
    Phrase, Right, Role, Status, Talk, View, Worded,
};
use damka_rules::{Colour, GameGroup};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A thing of a closed list, which goes over the wire as its word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Word<T>(pub T);

/// A closed list that goes over the wire.
pub trait Listed: Worded {
    /// What the list is called there.
    const NAME: &'static str;
    /// What it lists.
    const ABOUT: &'static str;
}

/// Names lists for the wire.
macro_rules! listed {
    ($($type:ty, $alias:ident, $name:literal, $about:literal;)+) => {
        $(
            impl Listed for $type {
                const NAME: &'static str = $name;
                const ABOUT: &'static str = $about;
            }

            #[doc = $about]
            pub type $alias = Word<$type>;
        )+
    };
}

listed! {
    Colour, SideWord, "Side", "A side of the board.";
    GameGroup, GroupWord, "GameGroup", "Among which games players look for a game.";
    Role, RoleWord, "Role", "What someone does at a table. Anyone without a role watches.";
    Manner, MannerWord, "Manner", "Whether illegal acts are refused, or hands are free and the opponent must notice.";
    Pace, PaceWord, "Pace", "Whether a game is played in one sitting or over days.";
    FlagFalls, FlagFallsWord, "FlagFalls", "Whether a game is over when a clock has run out, or when the opponent claims it.";
    Aids, AidsWord, "Aids", "What a seat is shown of the legal moves.";
    View, ViewWord, "View", "What a seat sees of the board: all of it, only the written record, or nothing.";
    Decides, DecidesWord, "Decides", "How those who share a seat decide what it does.";
    Talk, TalkWord, "Talk", "How players may talk to each other: in ready phrases, also in words of their own, or not at all.";
    Phrase, PhraseWord, "Phrase", "A ready phrase, which everyone reads in their own language.";
    Audience, AudienceWord, "Audience", "Who hears what is said: everyone at the table, or the people of the same seat.";
    Claim, ClaimWord, "Claim", "What can be claimed.";
    Right, RightWord, "Right", "What a viewer may do.";
    EndingKind, EndingWord, "EndingKind", "Why a game ended.";
    damka_conduct::OddsKind, OddsKindWord, "OddsKind", "What a ladder of odds gives: men and time, men and moves, or time only.";
    damka_contest::Kind, ContestKindWord, "ContestKind", "What kind of contest it is.";
    damka_contest::Stage, StageWord, "ContestStage", "Where a contest stands in its life.";
    damka_contest::Colours, ColoursWord, "ContestColours", "Who has White: by lots, the first entrant, the others, or in turn.";
    damka_contest::Draws, DrawsWord, "ContestDraws", "What a draw in a match means.";
    damka_contest::Joining, JoiningWord, "ContestJoining", "How people come to a contest.";
    damka_contest::EntrantStanding, EntrantStandingWord, "EntrantStanding", "Where an entrant stands.";
    damka_contest::EntrantTerm, EntrantTermWord, "EntrantTerm", "What can be agreed with one entrant alone.";
    damka_contest::Outcome, OutcomeWord, "ContestOutcome", "What came of a board.";
    damka_contest::Source, SourceWord, "ResultSource", "How the result of a board is known.";
    Status, StatusWord, "Status", "Where a game stands in its life.";
    Office, OfficeWord, "Office", "An office of the club.";
    NoticeKind, NoticeKindWord, "NoticeKind", "What a notice is about.";
    NoticeTopic, NoticeTopicWord, "NoticeTopic", "What letters can be wanted about.";
    KeeperAct, KeeperActWord, "KeeperAct", "What a keeper did.";
    Picture, PictureWord, "Picture", "The picture that a person has chosen.";
}

impl<T> From<T> for Word<T> {
    fn from(thing: T) -> Word<T> {
        Word(thing)
    }
}

impl<T: Listed> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

impl<'de, T: Listed> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word<T>, D::Error> {
        let word = Cow::<'de, str>::deserialize(deserializer)?;
        let known = || T::ALL.iter().map(|thing| thing.word()).collect::<Vec<_>>().join(", ");
        let unknown = || D::Error::custom(format!("unknown {} `{word}`, expected one of: {}", T::NAME, known()));
        T::from_word(&word).map(Word).ok_or_else(unknown)
    }
}

impl<T: Listed> PartialSchema for Word<T> {
    fn schema() -> RefOr<Schema> {
        let words = T::ALL.iter().map(|thing| thing.word());
        let text = SchemaType::new(Type::String);
        ObjectBuilder::new().schema_type(text).enum_values(Some(words)).description(Some(T::ABOUT)).into()
    }
}

impl<T: Listed> ToSchema for Word<T> {
    fn name() -> Cow<'static, str> {
        T::NAME.into()
    }
}

#[cfg(test)]
impl<T: Listed> ts_rs::TS for Word<T> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn docs() -> Option<String> {
        Some(format!("/**\n * {}\n */\n", T::ABOUT))
    }

    fn name(_: &ts_rs::Config) -> String {
        T::NAME.to_owned()
    }

    fn inline(_: &ts_rs::Config) -> String {
        T::ALL.iter().map(|thing| format!("{:?}", thing.word())).collect::<Vec<_>>().join(" | ")
    }

    fn decl(config: &ts_rs::Config) -> String {
        format!("type {} = {};", T::NAME, Self::inline(config))
    }

    fn decl_concrete(config: &ts_rs::Config) -> String {
        Self::decl(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_over_the_wire_as_they_stand_in_records() {
        assert_eq!(serde_json::to_string(&Word(Manner::AtBoard)).unwrap(), "\"at-board\"");
        assert_eq!(serde_json::from_str::<RightWord>("\"claim-gone\"").unwrap().0, Right::ClaimGone);
        let error = serde_json::from_str::<MannerWord>("\"atBoard\"").unwrap_err().to_string();
        assert!(error.contains("strict, at-board"), "{error}");
    }
}

//! Making games and taking seats.

use super::{
    BoardView, BySide, FlagFallsWord, GameSummary, MannerWord, PaceWord, RoleWord, SeatTerms, SideWord, TalkWord,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who sits on the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum OpponentChoice {
    /// The computer.
    #[serde(rename_all = "camelCase")]
    Computer {
        /// From 1 for beginners to 10 for all it can.
        level: u8,
    },
    /// Anyone with the link.
    Link,
    /// Anybody in the lobby.
    Lobby,
    /// A second person at the same screen: both seats are yours.
    SameScreen,
}

/// Which side the maker of a game plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ColourChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Lots are drawn.
    #[default]
    Lots,
}

/// What one of the two people has, whichever colour the lots give.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PersonTerms {
    /// The clock, such as `5m+3s` or `none`; that of the rules if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<String>,
    /// What the seat is shown.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<SeatTerms>", optional))]
    pub seat: SeatTerms,
}

/// What each of the two people has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ByPerson {
    /// The game's creator.
    pub creator: PersonTerms,
    /// The other.
    pub opponent: PersonTerms,
}

/// A game to be made. Only `rules` and `opponent` are needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateGame {
    /// An id such as `russian`, or a line such as `house king=short`.
    pub rules: String,
    /// Who plays against the maker.
    pub opponent: OpponentChoice,
    /// The maker's side.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<ColourChoice>", optional))]
    pub colour: ColourChoice,
    /// The clocks, such as `5m+3s` or `none`, also different for the two sides; those of the rules if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clocks: Option<BySide<String>>,
    /// A position to begin from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fen: Option<String>,
    /// Squares whose pieces are left out at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub odds: Vec<String>,
    /// Strict or at the board.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<MannerWord>", optional))]
    pub manner: MannerWord,
    /// In one sitting or over days; what the clocks say if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub pace: Option<PaceWord>,
    /// What each seat is shown.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<BySide<SeatTerms>>", optional))]
    pub seats: BySide<SeatTerms>,
    /// Clocks and seats that belong to people instead of colours, such as less time for the stronger player with colours
    /// by lots. Not together with `clocks` or `seats`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub people: Option<ByPerson>,
    /// A flag does not lose against an opponent who cannot win.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub mercy: bool,
    /// How the players may talk to each other. Words of their own need a club that allows them.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<TalkWord>", optional))]
    pub talk: TalkWord,
    /// Whether a flag ends the game by itself or waits for the opponent's claim, which only strict games of days know.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<FlagFallsWord>", optional))]
    pub flag: FlagFallsWord,
    /// Whether players may go on vacation, in a game of days; they may if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub vacation: Option<bool>,
    /// There is a seat for an arbiter, who gets a link.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub arbiter: bool,
    /// Spectators see everything so many seconds later.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub delay: u32,
    /// Only the people of the game see it, even after it is over: the players, the arbiter, and those given the link
    /// for watching. Not allowed for games in the lobby.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub private: bool,
}

impl CreateGame {
    /// A game of which nothing but the rules and the opponent is chosen.
    #[must_use]
    pub fn new(rules: String, opponent: OpponentChoice) -> CreateGame {
        CreateGame {
            rules,
            opponent,
            colour: ColourChoice::default(),
            clocks: None,
            fen: None,
            odds: Vec::new(),
            manner: MannerWord::default(),
            pace: None,
            seats: BySide::default(),
            people: None,
            mercy: false,
            talk: TalkWord::default(),
            flag: FlagFallsWord::default(),
            vacation: None,
            arbiter: false,
            delay: 0,
            private: false,
        }
    }
}

/// A game that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameMade {
    /// Its id; its page is `/game/{id}`.
    pub id: String,
    /// The maker's seats.
    pub seats: Vec<RoleWord>,
    /// With this secret anyone may take the free seat: `/game/{id}#seat={secret}`. Only where a seat is free and
    /// the game is not in the lobby.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub invitation: Option<String>,
    /// The same for the arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub arbiter_invitation: Option<String>,
    /// Anyone with this secret may watch a private game: `/game/{id}#watch={secret}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub watch_invitation: Option<String>,
}

/// What a friend, or an arbiter, needs to come to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Invitation {
    /// The address that opens the free seat.
    pub url: String,
    /// The address as a QR code, an SVG picture; empty where the address works on this computer only.
    pub qr: String,
    /// Set where the address works on this computer only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub local: Option<LocalOnly>,
}

/// The club is open on this computer only: nobody else can follow an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LocalOnly {
    /// What to type to open it for the local network.
    pub command: String,
    /// The address that it would have there, if this machine is in a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub address: Option<String>,
}

/// Whom an invitation is for.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct InvitationQuery {
    /// For the arbiter, not for the opponent.
    #[serde(default)]
    pub arbiter: bool,
    /// For a spectator of a private game; both players may ask for it.
    #[serde(default)]
    pub watch: bool,
    /// The language, as everywhere.
    #[serde(default)]
    pub lang: Option<String>,
}

/// Taking a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TakeSeat {
    /// The secret of the invitation; a game in the lobby needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub invitation: Option<String>,
}

/// Entering a private game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EnterGame {
    /// The secret of the link for watching, or of an invitation to a free seat or chair.
    pub secret: String,
}

/// An answer to the person who offers to be the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerArbiter {
    /// Whether the player agrees.
    pub agrees: bool,
}

/// A seat that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatTaken {
    /// Which.
    pub seat: RoleWord,
}

/// What came of asking for another game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RematchAnswer {
    /// The new game, with colours changed; nothing until the other side asks too.
    pub game: Option<String>,
}

/// A coach's link: everybody who opens it gets a fresh game of this kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkMade {
    /// Its page is `/link/{code}`.
    pub code: String,
    /// The address of that page.
    pub url: String,
    /// The address as a QR code, an SVG picture; empty where the address works on this computer only.
    pub qr: String,
    /// Set where the address works on this computer only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub local: Option<LocalOnly>,
}

/// A coach's link to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateLink {
    /// The game that each pupil gets; the maker's side is the pupil's.
    pub game: CreateGame,
    /// What pupils are asked to do, at most 500 characters.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub task: String,
}

/// What a coach's link opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    /// The line of rules of the game that each visitor gets.
    pub rules: String,
    /// Their name.
    pub rules_name: String,
    /// The computer's level; nothing where two people play at one screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
    /// What the pupil is asked to do; empty if the coach said nothing.
    pub task: String,
    /// The pupil's side; nothing where lots are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub side: Option<SideWord>,
    /// The board, to draw the position.
    pub board: BoardView,
    /// Where it begins, as in `RulesetView`.
    pub placement: String,
    /// Who moves first.
    pub to_move: SideWord,
}

/// A coach's own link, with what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MyLink {
    /// Its page is `/link/{code}`.
    pub code: String,
    /// The address of that page.
    pub url: String,
    /// The name of the game.
    pub rules_name: String,
    /// The computer's level; nothing where two people play at one screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
    /// What pupils are asked to do.
    pub task: String,
    /// The pupil's side; nothing where lots are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub side: Option<SideWord>,
    /// When it was made: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
    /// Whether it opens no games any more.
    pub ended: bool,
    /// How many games it has opened.
    pub opened: u32,
    /// The newest of them, at most fifty.
    pub games: Vec<GameSummary>,
}

/// A coach's links, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MyLinks {
    /// The links.
    pub links: Vec<MyLink>,
    /// Set where their addresses work on this computer only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub local: Option<LocalOnly>,
}

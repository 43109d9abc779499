//! A game as one viewer sees it.

use super::{
    AidsWord, BoardView, BySide, CanSay, CellText, EndingWord, FlagFallsWord, GameContest, MannerWord, PaceWord,
    PictureWord, RightWord, RoleWord, SaidView, SideWord, StatusWord, TalkWord, ViewWord,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// Where it stands in its life.
    pub status: StatusWord,
    /// What was agreed.
    pub agreed: Agreed,
    /// The board to draw.
    pub board: BoardView,
    /// What the viewer is.
    pub you: You,
    /// Who plays.
    pub players: BySide<PlayerView>,
    /// The moves so far; empty for a seat that plays without the record.
    pub moves: Vec<MoveView>,
    /// What was said last, as far as the viewer hears it, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<SaidView>>", optional))]
    pub said: Vec<SaidView>,
    /// How it stands.
    pub state: StateView,
    /// How many watch.
    pub watchers: u32,
    /// Who wants another game and has no answer yet.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<SideWord>>", optional))]
    pub rematch_wanted: Vec<SideWord>,
    /// The game that was made after this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rematch: Option<String>,
    /// Whether it was played elsewhere and imported. Where such a game is over without an ending, its result is not known.
    pub imported: bool,
    /// The person who offers to be the arbiter. They become the arbiter when the creator's opponent agrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub candidate: Option<CandidateView>,
    /// The contest that the game belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub contest: Option<GameContest>,
}

/// A person who offers to be the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CandidateView {
    /// What to call them.
    pub shown: String,
    /// Whether the viewer is asked to agree, with `POST /api/games/{id}/arbiter`.
    pub asks_you: bool,
}

/// What was agreed before the first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Agreed {
    /// The line of rules.
    pub rules: String,
    /// Their name.
    pub rules_name: String,
    /// The position at the start.
    pub start: String,
    /// The same to draw, as in `RulesetView`.
    pub placement: String,
    /// Whether the player begins who usually moves second: the first move is numbered `1…` then.
    pub second_begins: bool,
    /// Strict or at the board.
    pub manner: MannerWord,
    /// In one sitting or over days.
    pub pace: PaceWord,
    /// The clocks, such as `5m+3s`.
    pub clocks: BySide<String>,
    /// The clocks in words.
    pub clocks_text: BySide<String>,
    /// A flag does not lose against an opponent who cannot win.
    pub mercy: bool,
    /// How the players may talk to each other.
    pub talk: TalkWord,
    /// Whether a flag ends the game by itself or waits for the opponent's claim.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<FlagFallsWord>", optional))]
    pub flag: FlagFallsWord,
    /// Whether players may go on vacation, in a game of days.
    #[serde(default)]
    pub vacation: bool,
    /// Whether there is a seat for an arbiter.
    pub arbiter: bool,
    /// Seconds by which spectators see everything later.
    pub delay: u32,
    /// Whether only the game's people see it.
    pub private: bool,
    /// The side of a display's host, who is at other boards most of the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub goes_round: Option<SideWord>,
}

/// What the viewer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct You {
    /// The viewer's seats; none for a spectator, both at one screen.
    pub seats: Vec<RoleWord>,
    /// What the viewer is shown of the legal moves.
    pub aids: AidsWord,
    /// What the viewer sees of the board.
    pub view: ViewWord,
    /// Whether hints can be asked for in this game.
    pub hints: bool,
    /// What others need to take the free seats; only for the maker of the game, while a seat is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub invitation: Option<String>,
    /// The same for the arbiter's seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub arbiter_invitation: Option<String>,
    /// Anyone with this secret may watch a private game: `/game/{id}#watch={secret}`. Only its players and its creator
    /// get it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub watch_invitation: Option<String>,
    /// Whether the viewer offers to be the arbiter and the players have not agreed yet.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub is_candidate: bool,
    /// What the viewer can say; nothing for those who do not play, or have nobody to talk to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub says: Option<CanSay>,
}

/// Who sits at a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerView {
    /// The name; nothing for somebody who has not given one.
    pub name: Option<String>,
    /// What to call the player: the name, `Guest 4F`, or the computer's character; empty while nobody sits there.
    pub shown: String,
    /// A person, the computer or nobody yet.
    pub kind: PlayerKind,
    /// The computer's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
    /// The rank of that level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rank: Option<String>,
    /// The picture that the person has chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture: Option<PictureWord>,
    /// Whether somebody of this side is connected.
    pub here: bool,
}

/// What a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlayerKind {
    /// A person.
    Person,
    /// The computer.
    Computer,
    /// The seat is free.
    Nobody,
}

/// A piece under a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandView {
    /// Whose hand.
    pub by: SideWord,
    /// Where the piece stands, or was lifted from.
    pub cell: CellText,
    /// The piece.
    pub piece: PieceLetter,
    /// Whether it is in the air, and not among `pieces`.
    pub air: bool,
}

/// How a game stands now, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StateView {
    /// How many events the game has had.
    pub seq: u32,
    /// Half-moves made.
    pub ply: u32,
    /// Whose turn it is.
    pub to_move: SideWord,
    /// The pieces by cell: `w` and `b` are men, `W` and `B` kings. Nothing for a blindfold seat.
    pub pieces: Option<BTreeMap<CellText, PieceLetter>>,
    /// The clocks.
    pub clocks: ClocksView,
    /// The legal moves, if it is the viewer's turn and the viewer is shown them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub legal: Option<Vec<LegalMove>>,
    /// How many legal moves are left out of the list, in positions with hundreds of them. Each starts and ends like a
    /// listed move, and can be played like any legal move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub legal_left_out: Option<u32>,
    /// Why the legal moves are what they are, where that is worth saying: a capture is compulsory and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub situation: Option<String>,
    /// The articles behind that, for those who ask why.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub situation_citation: Option<String>,
    /// How far the draw rules have come.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<CounterView>>", optional))]
    pub counters: Vec<CounterView>,
    /// What the viewer may do besides moving.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<RightWord>>", optional))]
    pub rights: Vec<RightWord>,
    /// In how many milliseconds, from the moment the message was sent, the viewer may claim because the opponent is gone;
    /// nothing while the opponent is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub claim_gone_in: Option<u64>,
    /// The last move in words, for a blindfold seat: it is said once more after a reload.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub last: Option<String>,
    /// Why a draw cannot be offered yet, to a player of a game where that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub no_offer: Option<String>,
    /// The piece under somebody's hand, at the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub hand: Option<HandView>,
    /// Who has offered a draw that is not answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub offer: Option<SideWord>,
    /// Who has asked to take a move back and is not answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub asks_back: Option<SideWord>,
    /// Who has claimed that neither side can win and is not answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub claims_no_win: Option<SideWord>,
    /// What only games of days know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub slow: Option<SlowView>,
    /// A flag has fallen, and whether the opponent can win is being looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fallen_flag: Option<SideWord>,
    /// A violation that is open: the opponent may have it corrected or let it stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub violation: Option<ViolationView>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub ending: Option<EndingView>,
}

/// What only games of days know: pauses, vacations, flags that wait for a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct SlowView {
    /// Who has asked for a pause and is not answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub asks_pause: Option<SideWord>,
    /// Whether both have agreed to a pause that is not over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub paused: bool,
    /// Until when White is on vacation: milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub white_away_until: Option<u64>,
    /// Until when Black is on vacation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub black_away_until: Option<u64>,
    /// In how many milliseconds, from the moment the message was sent, the viewer may claim that the opponent's time has
    /// run out, if nobody moves before; only where the flag waits for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub claim_flag_in: Option<u64>,
}

/// A piece in one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PieceLetter {
    /// A white man.
    #[serde(rename = "w")]
    WhiteMan,
    /// A white king.
    #[serde(rename = "W")]
    WhiteKing,
    /// A black man.
    #[serde(rename = "b")]
    BlackMan,
    /// A black king.
    #[serde(rename = "B")]
    BlackKing,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// As it is written.
    pub text: String,
    /// Every square it touches, first and last included: what is sent back to play it. Empty for the pass of corners.
    pub path: Vec<CellText>,
    /// Other ways to the same captures, at most a few.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<Vec<String>>>", optional))]
    pub other_paths: Vec<Vec<CellText>>,
    /// The squares of the pieces it captures.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub captures: Vec<CellText>,
    /// Whether a man becomes a king.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub promotes: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// Which half-move, from 1.
    pub ply: u32,
    /// By whom.
    pub by: SideWord,
    /// As it is written; empty for a turn that broke the rules and was let stand.
    pub text: String,
    /// The squares it touched.
    pub path: Vec<CellText>,
    /// The squares of what it captured.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub captures: Vec<CellText>,
    /// Whether a man became a king.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub promotes: bool,
    /// The position after it.
    pub fen: String,
    /// The same to draw, as in `RulesetView`.
    pub placement: String,
    /// Said aloud; only where the viewer is shown everything, and not in long lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub spoken: Option<String>,
}

/// The clocks of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClocksView {
    /// Whose clock runs.
    pub running: Option<SideWord>,
    /// Whether the running clock is held: its player is awaited after a restart, or nothing can be saved.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub held: bool,
    /// White's.
    pub white: ClockView,
    /// Black's.
    pub black: ClockView,
}

/// One clock at the moment the message was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// The main time left; nothing where there is no clock.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub remaining: Option<u64>,
    /// What is left of the delay at this move; the clock runs after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub delay: Option<u64>,
    /// How many moves are still to be made in this stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub moves_left: Option<u32>,
    /// Periods of byoyomi left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub periods: Option<u16>,
    /// What is left of the period that runs or would run next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub period: Option<u64>,
}

/// How far a draw rule has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CounterView {
    /// The rule's id.
    pub id: String,
    /// In words.
    pub text: String,
    /// The rule itself, as a sentence: for those who ask why.
    pub rule: String,
    /// The article it comes from.
    pub citation: String,
    /// What it has counted.
    pub count: u32,
    /// The count that makes the draw.
    pub full: u32,
    /// Whether the draw waits for a claim.
    pub on_claim: bool,
}

/// A violation that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ViolationView {
    /// Who broke the rules.
    pub by: SideWord,
    /// How.
    pub text: String,
    /// What the opponent may do about it.
    pub rights: String,
    /// The articles behind both.
    pub citation: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndingView {
    /// Who won; nobody if it is drawn or does not count.
    pub winner: Option<SideWord>,
    /// Why.
    pub reason: EndingWord,
    /// In words.
    pub text: String,
    /// The article it comes from.
    pub citation: String,
    /// Whether the game counts at all.
    pub counts: bool,
}

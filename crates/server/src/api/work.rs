//! Workers: programs on other machines that think for the club, and how a keeper sees them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A worker asks for a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TakeWork {
    /// Identifies the worker: 8 to 40 letters and digits, drawn when it starts.
    pub worker: String,
    /// What its owner calls it.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The number that `damka bench` ends with: workers that search differently are not given work.
    pub signature: String,
    /// How many jobs it does at once.
    pub threads: u32,
    /// How many seconds it waits if there is no job; 25 at most.
    pub wait: u32,
}

/// A job for a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkGiven {
    /// Its number.
    pub number: i64,
    /// What proves that the job is the worker's.
    pub token: String,
    /// How long it lasts, in milliseconds, unless the worker says that it is still working.
    pub lease: u64,
    /// How many positions the engine looks at for the next position, where the task does not say it.
    pub nodes: u64,
    /// How many steps there are to tell about.
    pub steps: u32,
    /// What is to be done; docs/workers.md describes it.
    #[schema(value_type = Object)]
    pub task: serde_json::Value,
}

/// A worker is still working on its job.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteWork {
    /// The token of the job.
    pub token: String,
    /// How many steps are done.
    pub done: u32,
}

/// What a worker hears then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkGoesOn {
    /// For how long the job is the worker's from now on, in milliseconds.
    pub lease: u64,
    /// How many positions the engine looks at for the next position.
    pub nodes: u64,
    /// Whether the worker should give the job back, because people wait for others.
    pub give_back: bool,
}

/// A worker hands in what it has found.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandInWork {
    /// The token of the job.
    pub token: String,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How long it has worked, in milliseconds.
    pub busy: u64,
    /// What it has found; docs/workers.md describes it.
    #[schema(value_type = Object)]
    pub found: serde_json::Value,
}

/// A worker gives a job back.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveBackWork {
    /// The token of the job.
    pub token: String,
    /// Whether it was the job's fault.
    pub failed: bool,
}

/// The work of the club, for keepers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkView {
    /// The engine of the club, by the number of `damka bench`.
    pub signature: String,
    /// Whether the club makes work that nobody waits for.
    pub background: bool,
    /// What waits and what is being done.
    pub queue: Vec<QueueView>,
    /// Who works, those heard of last first.
    pub workers: Vec<WorkerView>,
    /// The keys, the newest first.
    pub keys: Vec<WorkerKeyView>,
    /// How levels of the computer stand against each other.
    pub levels: Vec<LevelsView>,
    /// Where two workers found different things, the newest first.
    pub differences: Vec<DifferenceView>,
    /// In how many games puzzles were found; at most 100 are counted.
    pub puzzle_games: u32,
}

/// Jobs of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QueueView {
    /// The kind: `analysis`, `puzzles`, `level` or `compare`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Whether people wait for them.
    pub people: bool,
    /// How many wait.
    pub waiting: u32,
    /// How many are being done.
    pub taken: u32,
    /// How many were done in the last days.
    pub done: u32,
    /// How many were given up.
    pub given_up: u32,
    /// How long ago the oldest that waits was asked for, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub oldest: Option<u64>,
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkerView {
    /// Identifies it.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The name of its key; none for the club's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub key: Option<String>,
    /// Its engine and program.
    pub signature: String,
    /// How many jobs it does at once.
    pub threads: u32,
    /// Whether it was heard of lately.
    pub here: bool,
    /// When it was heard of: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub seen_at: u64,
    /// How many jobs it has now.
    pub has: u32,
    /// How many it has done.
    #[cfg_attr(test, ts(type = "number"))]
    pub jobs: u64,
    /// How many positions it looks at in a second, on one thread.
    #[cfg_attr(test, ts(type = "number"))]
    pub speed: u64,
}

/// A key, without the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkerKeyView {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// What it is called.
    pub name: String,
    /// When it was made: milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub made_at: u64,
    /// When it was withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub withdrawn_at: Option<u64>,
}

/// How two levels of the computer stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LevelsView {
    /// The game, by name.
    pub rules: String,
    /// The better level's number.
    pub level: u8,
    /// The other's.
    pub against: u8,
    /// How many games they played.
    pub games: u32,
    /// The better one's points in percent.
    pub score: f64,
    /// The difference in Elo; absent if one of them has won everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub elo: Option<f64>,
    /// How far it may be off, with a likelihood of 95 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub error: Option<f64>,
}

/// Two workers found different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DifferenceView {
    /// The number of the job.
    #[cfg_attr(test, ts(type = "number"))]
    pub job: i64,
    /// Its kind, by name.
    pub kind: String,
    /// Who did it first.
    pub first: String,
    /// Who did it again.
    pub second: String,
}

/// The name of a new key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MakeWorkerKey {
    /// What it is called.
    pub name: String,
}

/// A new key. It is shown this once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkerKeyMade {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// The key.
    pub key: String,
    /// The command that starts a worker with it.
    pub command: String,
}

/// Puzzles that were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzlesPage {
    /// The puzzles, those of the newest jobs first.
    pub puzzles: Vec<PuzzleView>,
    /// The value of `before` for the next page; absent on the last one.
    pub next: Option<String>,
}

/// A position with one good move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleView {
    /// The game that it is from.
    pub game: String,
    /// The rules, as a line.
    pub rules: String,
    /// The half-moves before it.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// The best line; its first move is the solution.
    pub line: Vec<String>,
    /// What the solution is worth, in thousandths of a point.
    pub best: u16,
    /// What the next best move is worth.
    pub second: u16,
    /// Whether the player missed it.
    pub missed: bool,
    /// Whether it is not seen at a glance.
    pub hidden: bool,
}

/// Which page of puzzles to show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PuzzlesQuery {
    /// The `before` of the previous page.
    pub before: Option<String>,
    /// The language: `ru`, `uk` or `en`.
    pub lang: Option<String>,
}

//! What nodes say to each other.
//!
//! Types of their own, as on every other wire. What is sent with each move is a tuple, because its names would be longer
//! than what they name.

use crate::api::ActRequest;
use crate::http::Forwarded;
use serde::{Deserialize, Serialize};

/// A message that nobody answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Post {
    /// To a follower: lines of a game that are on disk.
    #[serde(rename = "L")]
    Lines(String, Lines),
    /// To a follower: how a game stands beside its lines.
    #[serde(rename = "S")]
    Stand(String, Stand),
    /// To a follower: the owner releases the game.
    #[serde(rename = "B")]
    Bye(String),
    /// To an owner: who watches a game from another node.
    #[serde(rename = "H")]
    Here(String, Here),
    /// To everybody: this run is there.
    #[serde(rename = "A")]
    Alive(i64),
    /// To everybody: something has happened in a game of a contest.
    Board(String, String),
    /// To everybody: a contest has changed.
    Contest(String),
    /// To everybody: there may be work in the queue.
    #[serde(rename = "W")]
    Work,
    /// To everybody: something that each node remembers has changed, or another node shows something new. What, is in the
    /// store.
    Told,
}

/// Lines of a game: the number of the first, the game's time, and the rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lines(pub u32, pub u64, pub Vec<Row>);

/// A row: the line, when it was appended, and the number of the client's act.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row(pub String, pub u64, #[serde(default)] pub Option<(u64, u64)>);

/// How a game stands beside its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// The run of the owner.
    pub run: i64,
    /// The number of the last line.
    pub seq: u32,
    /// The game's time.
    pub at: u64,
    /// Whether it stands still.
    pub frozen: bool,
    /// Whether nothing can be written.
    pub halted: bool,
    /// The mark of the rows.
    pub rows: u64,
    /// The people with a part in the game who watch it from nodes other than the receiver.
    pub people: Vec<String>,
    /// How many others watch from there.
    pub watchers: u32,
}

/// Who watches a game from another node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Here {
    /// The run of that node.
    pub run: i64,
    /// Those of them who have a part in the game.
    pub people: Vec<String>,
    /// How many others watch.
    pub watchers: u32,
    /// Whether the node has stopped following the game.
    pub gone: bool,
}

/// A message that is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Call {
    /// Someone at another node does something in a game.
    Act(String, RemoteAct),
    /// A contest tells a game what it has decided.
    Nudge(String, Nudge),
    /// A request that only the owner can answer.
    Http(Forwarded),
}

/// Something that a person at another node wants to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoteAct {
    /// The person.
    pub person: String,
    /// The language tag of their sentences.
    pub speech: String,
    /// Which instance of a client, and its number for the act.
    pub number: (u64, u64),
    /// In which role; found out if left open.
    pub role: Option<crate::api::RoleWord>,
    /// What.
    pub act: ActRequest,
    /// How long ago it was read, in milliseconds.
    pub age: u64,
}

/// What code at another node tells a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Nudge {
    /// The contest has decided the game, by the word of its outcome.
    Settled(String),
    /// The host's one clock over all boards has run out.
    HostFlag,
    /// Look up which players are on vacation.
    Vacations,
}

/// What is answered to a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The act counts: the number of its last line.
    Done(u32),
    /// It had counted already: the number of its line.
    Confirmed(u32),
    /// It was refused: the frame for the client.
    Refused(String),
    /// The node does not own what the call is about. It has not run a request that it answers so.
    NotMine,
    /// What was answered to the request.
    Http(crate::http::Answered),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::seal::Seal;
    use proptest::prelude::*;

    /// Everything that a node says, one of each.
    fn said() -> Vec<Vec<u8>> {
        let number = Some((u64::MAX, 7));
        let row = Row("white move c3-d4 \u{2400}".to_owned(), 1, number);
        let people = vec!["ann".to_owned(), String::new()];
        let stand = Stand {
            run: i64::MAX,
            seq: 9,
            at: 1,
            frozen: true,
            halted: false,
            rows: 2,
            people: people.clone(),
            watchers: 3,
        };
        let here = Here { run: -1, people, watchers: u32::MAX, gone: true };
        let posts = [
            Post::Lines("g".to_owned(), Lines(u32::MAX, 5, vec![row.clone(), row])),
            Post::Lines("g".to_owned(), Lines(0, 5, Vec::new())),
            Post::Stand("g".to_owned(), stand),
            Post::Bye("g".to_owned()),
            Post::Here("g".to_owned(), here),
            Post::Board("c".to_owned(), "g".to_owned()),
            Post::Contest("c".to_owned()),
        ];
        let act = RemoteAct {
            person: "ann".to_owned(),
            speech: "ru-x-monkeys".to_owned(),
            number: (1, 2),
            role: None,
            act: ActRequest::Move { path: vec!["c3".to_owned(), "d4".to_owned()] },
            age: u64::MAX,
        };
        let calls = [Call::Act("g".to_owned(), act), Call::Nudge("g".to_owned(), Nudge::Settled("draw".to_owned()))];
        let replies = [Reply::Done(1), Reply::Confirmed(2), Reply::Refused("{}".to_owned()), Reply::NotMine];
        let mut said: Vec<Vec<u8>> = posts.iter().map(|post| serde_json::to_vec(post).unwrap()).collect();
        said.extend(calls.iter().map(|call| serde_json::to_vec(&("question", call)).unwrap()));
        said.extend(replies.iter().map(|reply| serde_json::to_vec(reply).unwrap()));
        said
    }

    /// As all that comes is read.
    fn read(bytes: &[u8]) {
        let _ = serde_json::from_slice::<Post>(bytes);
        let _ = serde_json::from_slice::<(String, Call)>(bytes);
        let _ = serde_json::from_slice::<Reply>(bytes);
    }

    #[test]
    fn what_is_said_is_heard() {
        let seal = Seal::new("secret");
        for said in said() {
            let (sealed, code) = seal.close(b"damka.7", &said);
            assert_eq!(seal.open(b"damka.7", &sealed), Some((&said[..], code)));
            let again = serde_json::from_slice::<Post>(&said).map(|post| serde_json::to_vec(&post).unwrap());
            let call =
                || serde_json::from_slice::<(String, Call)>(&said).map(|call| serde_json::to_vec(&call).unwrap());
            let reply = || serde_json::from_slice::<Reply>(&said).map(|reply| serde_json::to_vec(&reply).unwrap());
            assert_eq!(again.or_else(|_| call()).or_else(|_| reply()).unwrap(), said);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Bytes without a valid seal are not opened, and no bytes cause a panic.
        #[test]
        fn anything_may_come(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Seal::new("secret").open(b"damka.7", &bytes).is_none());
            read(&bytes);
        }

        /// A node of another version may say something that is nearly right.
        #[test]
        fn what_is_nearly_right_may_come(
            which in any::<prop::sample::Index>(),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
            kept in any::<prop::sample::Index>(),
        ) {
            let said = said();
            let mut bytes = which.get(&said).clone();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            read(&bytes);
            read(&bytes[..kept.index(bytes.len())]);
        }
    }
}

//! What people say at a table: ready phrases, words of their own where that was agreed, and proposals to team mates.
//! Nothing that is said has an effect on the game.

use crate::clock::Millis;
use crate::people::Place;
use crate::worded::worded;
use damka_notation::Cell;
use damka_rules::Colour;

/// The most squares of a proposal.
pub const LONGEST_PROPOSAL: usize = 16;

/// How many of the last sayings a table remembers. The record has all of them.
pub const REMEMBERED: usize = 100;

worded! {
    /// How players may talk to each other.
    #[derive(Default)]
    pub enum Talk {
        /// In ready phrases.
        #[default]
        Phrases = "phrases",
        /// Also in words of their own.
        Free = "free",
        /// Not at all.
        None = "none",
    }
}

worded! {
    /// A ready phrase. Records hold its word, and everyone reads it in their own language.
    pub enum Phrase {
        /// A greeting.
        Hello = "hello",
        /// Good luck.
        GoodLuck = "good-luck",
        /// Thanks.
        Thanks = "thanks",
        /// Well played.
        WellPlayed = "well-played",
        /// A good move.
        NiceMove = "nice-move",
        /// One moment, please.
        OneMoment = "one-moment",
        /// I am back.
        Back = "back",
        /// Sorry.
        Sorry = "sorry",
        /// Never mind.
        NoProblem = "no-problem",
        /// I have to go.
        MustGo = "must-go",
        /// A good game.
        GoodGame = "good-game",
        /// Goodbye.
        Bye = "bye",
        /// I agree.
        Agree = "agree",
        /// I disagree.
        Disagree = "disagree",
        /// Careful!
        Careful = "careful",
        /// Let us think more.
        Think = "think",
        /// What do you think?
        YourView = "your-view",
        /// Your turn.
        YourTurn = "your-turn",
    }
}

impl Phrase {
    /// Those that are said to everyone at the table.
    pub const TABLE: [Phrase; 12] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::NiceMove,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::OneMoment,
        Phrase::Back,
        Phrase::Sorry,
        Phrase::NoProblem,
        Phrase::GoodGame,
        Phrase::MustGo,
        Phrase::Bye,
    ];

    /// Those that are said to team mates.
    pub const TEAM: [Phrase; 8] = [
        Phrase::Agree,
        Phrase::Disagree,
        Phrase::Careful,
        Phrase::Think,
        Phrase::YourView,
        Phrase::YourTurn,
        Phrase::OneMoment,
        Phrase::NiceMove,
    ];

    /// Whether it can be said to these listeners.
    #[must_use]
    pub fn suits(self, audience: Audience) -> bool {
        match audience {
            Audience::Table => Phrase::TABLE.contains(&self),
            Audience::Team => Phrase::TEAM.contains(&self),
        }
    }
}

worded! {
    /// Who hears what is said.
    #[derive(Default)]
    pub enum Audience {
        /// Everyone at the table, and those who watch.
        #[default]
        Table = "table",
        /// The people of the same seat, and everyone when the game is over.
        Team = "team",
    }
}

/// Something that is said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Saying {
    /// A ready phrase.
    Phrase(Audience, Phrase),
    /// Words of the speaker. Empty after they were deleted.
    Text(Audience, String),
    /// A move that is proposed to team mates, as squares: an arrow on the board. It need not be legal.
    Proposal(Vec<Cell>),
}

impl Saying {
    /// Who hears it.
    #[must_use]
    pub fn audience(&self) -> Audience {
        match self {
            Saying::Phrase(audience, _) | Saying::Text(audience, _) => *audience,
            Saying::Proposal(_) => Audience::Team,
        }
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Said {
    /// When.
    pub time: Millis,
    /// After how many half-moves.
    pub ply: u32,
    /// By which side.
    pub side: Colour,
    /// By whom of that side.
    pub place: Place,
    /// What.
    pub what: Saying,
}

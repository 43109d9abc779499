//! Offices of the club, acts of its keepers, and kinds of notices: the words used alike in the store, on the page
//! and on the command line.

use crate::worded::worded;

worded! {
    /// An office of the club. Anyone without one is a member or a guest.
    pub enum Office {
        /// Runs the club: appoints, renames, blocks, hides.
        Keeper = "keeper",
        /// Teaches.
        Coach = "coach",
        /// Rules in games and tournaments.
        Arbiter = "arbiter",
    }
}

worded! {
    /// An act of a keeper, as the club's log records it.
    pub enum KeeperAct {
        /// Became keeper with a one-time link.
        Claim = "claim",
        /// Made a one-time link for another keeper.
        Invite = "invite",
        /// Gave a person an office.
        Appoint = "appoint",
        /// Took an office away from a person.
        Dismiss = "dismiss",
        /// Renamed a person.
        Rename = "rename",
        /// Blocked a person.
        Block = "block",
        /// Unblocked a person.
        Unblock = "unblock",
        /// Made a one-time link for setting a person's new password.
        Reset = "reset",
        /// Changed a person's quota allowance.
        Allow = "allow",
        /// Exported everything that is kept about a person.
        Export = "export",
        /// Deleted a person.
        Delete = "delete",
        /// Hid a game.
        Hide = "hide",
        /// Showed a hidden game again.
        Show = "show",
        /// Dismissed a report.
        Ignore = "ignore",
        /// Made a key with which programs work for the club.
        LetWork = "let-work",
        /// Withdrew such a key.
        EndWork = "end-work",
    }
}

worded! {
    /// The purpose of a one-time code.
    pub enum KeyKind {
        /// Becoming keeper.
        Keeper = "keeper",
        /// Setting a new password.
        Reset = "reset",
    }
}

worded! {
    /// What a notice says to a person who is not at the board. It never says which moves were made.
    pub enum NoticeKind {
        /// The person's turn has begun in a game of days.
        Turn = "turn",
        /// Most of the time for the person's move is used.
        Time = "time",
        /// The opponent offers a draw.
        Draw = "draw",
        /// The opponent asks to take moves back.
        TakeBack = "take-back",
        /// The opponent asks for a pause.
        Pause = "pause",
        /// Somebody has come to play the game that the person offered.
        Came = "came",
        /// A contest begins in which the person takes part.
        Begins = "begins",
        /// The person's board in a contest is paired.
        Paired = "paired",
    }
}

worded! {
    /// Notices that are chosen together: about which of them a person wants letters.
    pub enum NoticeTopic {
        /// It is my move.
        Turn = "turn",
        /// My time runs out.
        Time = "time",
        /// The opponent asks something.
        Asked = "asked",
        /// An opponent has come.
        Came = "came",
        /// Contests.
        Contest = "contest",
    }
}

impl NoticeKind {
    /// The topic that it belongs to.
    #[must_use]
    pub const fn topic(self) -> NoticeTopic {
        match self {
            NoticeKind::Turn => NoticeTopic::Turn,
            NoticeKind::Time => NoticeTopic::Time,
            NoticeKind::Draw | NoticeKind::TakeBack | NoticeKind::Pause => NoticeTopic::Asked,
            NoticeKind::Came => NoticeTopic::Came,
            NoticeKind::Begins | NoticeKind::Paired => NoticeTopic::Contest,
        }
    }
}

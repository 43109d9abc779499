//! Offices of the club and acts of its keepers: the words used alike in the store, on the page and on the command line.

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

//! Who runs a club, and what is done for it: words that stand in the store, on the page and at the command line alike.

use crate::worded::worded;

worded! {
    /// An office of the club. Anyone without one is a member or a guest.
    pub enum Office {
        /// Runs the club: appoints, renames, blocks, hides.
        Keeper = "keeper",
        /// Teaches.
        Coach = "coach",
        /// Decides in games and tournaments.
        Arbiter = "arbiter",
    }
}

worded! {
    /// What a keeper did, as the club's log has it.
    pub enum KeeperAct {
        /// Became keeper with a one-time link.
        Claim = "claim",
        /// Made a one-time link for another keeper.
        Invite = "invite",
        /// Gave somebody an office.
        Appoint = "appoint",
        /// Took an office away.
        Dismiss = "dismiss",
        /// Gave somebody another name.
        Rename = "rename",
        /// Blocked somebody.
        Block = "block",
        /// Let somebody in again.
        Unblock = "unblock",
        /// Made a one-time link with which somebody sets a new password.
        Reset = "reset",
        /// Changed how much somebody may keep.
        Allow = "allow",
        /// Took out everything that is kept of somebody.
        Export = "export",
        /// Deleted somebody.
        Delete = "delete",
        /// Hid a game.
        Hide = "hide",
        /// Showed a hidden game again.
        Show = "show",
        /// Found nothing wrong in what was reported.
        Ignore = "ignore",
    }
}

worded! {
    /// What a one-time code is for.
    pub enum KeyKind {
        /// Becoming keeper.
        Keeper = "keeper",
        /// Setting a new password.
        Reset = "reset",
    }
}

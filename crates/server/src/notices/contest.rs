//! Notices about contests.

use super::Notice;
use crate::contests::Owner;
use damka_conduct::{GameId, NoticeKind};
use damka_contest::{Deed, Event, Number};
use std::collections::BTreeMap;

impl Owner {
    /// Something has happened, and is on disk. A player who got a board is told about that alone, and somebody with
    /// several boards only that the contest begins. Who did it knows.
    pub(crate) fn notify_entrants(&self, by: Option<Number>, events: &[Event], begins: bool) {
        let mut boards: BTreeMap<Number, Vec<&GameId>> = BTreeMap::new();
        for event in events {
            if let Deed::Pair { white, black, game: Some(game), .. } = &event.deed {
                [white, black].into_iter().for_each(|number| boards.entry(*number).or_default().push(game));
            }
        }
        let contest = &self.rows.contest;
        for entrant in self.rows.entrants.iter().filter(|entrant| Some(entrant.number) != by) {
            let Some(person) = entrant.person.as_ref().filter(|person| contest.owner.as_ref() != Some(person)) else {
                continue;
            };
            let own = boards.get(&entrant.number).map_or(&[][..], Vec::as_slice);
            let notice = |kind, game| Notice::of_contest(kind, &contest.id, game, self.seq);
            match own {
                [game] => self.club.notify(person, notice(NoticeKind::Paired, Some(game))),
                [] if !begins => {}
                _ => self.club.notify(person, notice(NoticeKind::Begins, None)),
            }
        }
    }
}

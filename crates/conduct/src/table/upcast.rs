//! What lines of earlier versions mean.

use super::Table;
use crate::act::Act;
use crate::change::Refused;
use crate::event::{Entry, Event};
use crate::people::Actor;

impl Table {
    /// The events that a line of version 1 means in the state after the lines before it: none, one or several.
    ///
    /// In version 1 a line held what was tried and accepted. A flag was no line of its own: the first line at or after
    /// its fall *is* that flag, and what the line says came too late. A remark `flag` by nobody was written to that end.
    ///
    /// # Errors
    /// If the line can mean nothing here: it is damaged.
    pub fn upcast(&self, old: &Entry) -> Result<Vec<Event>, Refused> {
        let Entry { time, actor, intent } = old;
        if self.ending.is_none()
            && let Some((side, at)) = self.fall_by_itself(*time)
        {
            let at = at.max(self.now);
            let by_clock = |deed| Event { time: at, actor: Actor::Nobody, deed };
            // Whatever could be proved had been proved before.
            let is_open = self.spec.flag_draws_without_winner && !self.cannot_win[side.other() as usize];
            return Ok(std::iter::once(Act::Flag(side))
                .chain(is_open.then_some(Act::Unproved))
                .map(by_clock)
                .collect());
        }
        let deed = match (actor.side(), intent) {
            (Some(side), Act::Move(cells)) => Act::Move(self.resolve(side, cells)?),
            _ => intent.clone().try_map(|_| Err(Refused::NotYours))?,
        };
        Ok(vec![Event { time: *time, actor: *actor, deed }])
    }
}

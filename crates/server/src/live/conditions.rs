//! Moves that players have prepared: the owner makes them as the players' ordinary moves, in the same transaction as the
//! move that they answer.

use super::owner::Owner;
use super::roles::Rows;
use crate::conditions::Plan;
use crate::error::Failure;
use damka_conduct::{Change, Command, Event, FIRST_PLACE, GameSpec, Manner, Pace, PersonId, Role, Table, View};
use damka_players::whole_move;
use damka_rules::Colour;
use damka_store::{LettersWrite, Store, StoreError, Write};

/// What both sides have prepared. Few games have any, so it takes no room in the others.
pub type Plans = Option<Box<[Option<Plan>; 2]>>;

/// The most moves that follow from one.
const MOST_ANSWERS: usize = 100;

/// What follows from events by what was prepared.
#[derive(Debug)]
pub struct Prepared {
    /// The table before the events.
    pub before: Table,
    /// The answers that were prepared, to be appended behind the events.
    pub answers: Vec<Event>,
    /// What is prepared after all of it.
    pub plans: [Option<Plan>; 2],
}

/// What is kept of a game's plans. One that cannot be read, or that does not fit the game, is lost.
///
/// # Errors
/// If reading fails.
pub fn load(store: &dyn Store, rows: &Rows, table: &Table) -> Result<Plans, StoreError> {
    let mut plans = [None, None];
    for (side, kept) in store.letters().conditions(&rows.id)? {
        match Plan::read(table.spec().ruleset, &kept) {
            Ok(mut plan) => {
                plan.look(table.game().position());
                plans[side as usize] = Some(plan);
            }
            Err(error) => tracing::warn!(game = %rows.id, %error, "prepared moves cannot be read"),
        }
    }
    Ok(boxed(plans))
}

fn boxed(plans: [Option<Plan>; 2]) -> Plans {
    plans.iter().any(Option::is_some).then(|| Box::new(plans))
}

/// Whether moves can be prepared at a seat: in a strict game over days against another person, by one who sees the board.
fn is_prepared_here(spec: &GameSpec, rows: &Rows, side: Colour) -> bool {
    let is_slow = spec.pace == Pace::Days && spec.manner == Manner::Strict && rows.is_between_people();
    let seat = &spec.seats[side as usize];
    is_slow && seat.view == View::Board && seat.places == FIRST_PLACE
}

/// Nothing waits for the player's own word: a question of the opponent, a pause, a vacation.
fn may_answer(table: &Table, side: Colour) -> bool {
    let asked = [table.offer(), table.asks_back(), table.asks_pause(), table.claims_no_win()];
    !asked.contains(&Some(side.other())) && !table.is_paused() && table.away_until(side).is_none()
}

/// An event happens at a table: the plans go with it.
fn step(table: &mut Table, plans: &mut [Option<Plan>; 2], event: &Event) {
    let changes = table.evolve(event);
    for (side, plan) in Colour::ALL.into_iter().zip(plans.iter_mut()) {
        let Some(plan) = plan else { continue };
        for change in &changes {
            if let Change::Moved { by, mv, .. } = change {
                plan.follow(*mv, *by == side, table.game().position());
            }
        }
        plan.look(table.game().position());
    }
}

impl Owner {
    /// What follows from events by what the players have prepared; nothing where nobody has.
    pub(super) fn prepare(&self, events: &[Event]) -> Option<Box<Prepared>> {
        let mut plans = (**self.log.done.plans.as_ref()?).clone();
        let mut table = self.table.clone();
        events.iter().for_each(|event| step(&mut table, &mut plans, event));
        let mut answers = Vec::new();
        while answers.len() < MOST_ANSWERS && table.ending().is_none() {
            let side = table.to_move();
            let Some(plan) = plans[side as usize].as_mut() else { break };
            let Some(mv) = plan.answer(table.game()).filter(|_| may_answer(&table, side)) else { break };
            let person = self.rows.at(side).find_map(|it| it.person().cloned());
            let Some(actor) = person.map(|person| self.rows.actor(Role::from(side), &person)) else { break };
            match table.decide(&Command::act(actor, whole_move(&table, mv)), table.now()) {
                Ok(decided) => {
                    decided.iter().for_each(|event| step(&mut table, &mut plans, event));
                    answers.extend(decided);
                }
                Err(refused) => {
                    tracing::debug!(game = %self.rows.id, ?refused, "a prepared move is not made");
                    plan.drop_moves(table.game().position());
                    break;
                }
            }
        }
        Some(Box::new(Prepared { before: self.table.clone(), answers, plans }))
    }

    /// What is to be kept of plans, where they have changed.
    pub(super) fn plan_writes(&self, prepared: &Prepared) -> Vec<Write> {
        let Some(known) = &self.log.done.plans else { return Vec::new() };
        let sides = Colour::ALL.into_iter().zip(known.iter().zip(&prepared.plans));
        let changed = sides.filter_map(|(side, (old, new))| {
            let body = new.as_ref().filter(|plan| !plan.is_nothing()).map(Plan::write);
            (old.as_ref().map(Plan::write) != body).then(|| self.plan_write(side, body))
        });
        changed.collect()
    }

    fn plan_write(&self, seat: Colour, body: Option<damka_store::Versioned>) -> Write {
        Write::Letters(LettersWrite::Conditions { game: self.rows.id.clone(), seat, body })
    }

    /// Plans that were committed.
    pub(super) fn take_plans(&mut self, plans: [Option<Plan>; 2]) {
        let is_over = self.table.ending().is_some();
        self.log.done.plans = boxed(plans.map(|plan| plan.filter(|plan| !is_over && !plan.is_nothing())));
    }

    /// The side for which a person can prepare moves.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn prepares(&self, person: &PersonId) -> Result<Colour, Failure> {
        let mut sides = self.rows.roles(person).sides();
        let (Some(side), None) = (sides.next(), sides.next()) else { return Err(Failure::NotYourSeat) };
        let may = self.is_live() && is_prepared_here(&self.spec, &self.rows, side);
        if may { Ok(side) } else { Err(Failure::NoConditions) }
    }

    /// What a person has prepared, and for which side.
    pub(super) fn plan_of(&self, person: &PersonId) -> Result<(Colour, Option<Box<Plan>>), Failure> {
        let side = self.prepares(person)?;
        let plan = self.log.done.plans.as_ref().and_then(|plans| plans[side as usize].clone());
        Ok((side, plan.map(Box::new)))
    }

    /// A person prepares moves, for the game after a given half-move; or takes back what was prepared.
    pub(super) async fn set_plan(&mut self, person: &PersonId, ply: u32, plan: Option<Plan>) -> Result<(), Failure> {
        let side = self.prepares(person)?;
        let is_current = plan.as_ref().is_none_or(|plan| plan.tree().start() == self.table.game().position());
        if plan.is_some() && (!is_current || ply as usize != self.table.game().played().len()) {
            return Err(Failure::MovedOn);
        }
        let plan = plan.filter(|plan| !plan.is_nothing());
        self.write_as_owner(vec![self.plan_write(side, plan.as_ref().map(Plan::write))]).await?;
        let mut plans = self.log.done.plans.take().map_or([None, None], |plans| *plans);
        plans[side as usize] = plan;
        self.take_plans(plans);
        Ok(())
    }
}

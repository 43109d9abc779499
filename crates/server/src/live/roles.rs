//! The roles of people in a game. What each may see is decided in `sight.rs`.

use damka_conduct::{Actor, FIRST_PLACE, GameId, PersonId, Place, Role, Status, Worded};
use damka_rules::Colour;
use damka_store::{About, Access, ContestBoard, KeptGame, Occupant, OccupantKind, Part, Store, StoreError};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Which roles somebody has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roles(u8);

impl Roles {
    /// With one more.
    #[must_use]
    pub fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << role as u8)
    }

    /// Whether this one is among them.
    #[must_use]
    pub fn has(self, role: impl Into<Role>) -> bool {
        self.0 & (1 << role.into() as u8) != 0
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_spectator(self) -> bool {
        self.0 == 0
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = Role> {
        Role::ALL.iter().copied().filter(move |role| self.has(*role))
    }

    /// The sides among them.
    pub fn sides(self) -> impl Iterator<Item = Colour> {
        self.all().filter_map(Role::side)
    }
}

/// From where somebody looks at a game. Two people with the same viewpoint see the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Viewpoint {
    /// The roles.
    pub roles: Roles,
    /// Whether it is the creator, who sees the invitations.
    pub is_creator: bool,
    /// Whether it is a person who offers to be the arbiter.
    pub is_candidate: bool,
    /// The place in the seat; zero for those who do not sit.
    pub place: Place,
}

/// The rows of a game: everything that is kept of it beside its record.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Its id.
    pub id: GameId,
    /// Who created it.
    pub creator: Option<PersonId>,
    /// Where it stands in its life.
    pub status: Status,
    /// Who sits where.
    pub occupants: Vec<Occupant>,
    /// Who else belongs to it.
    pub parts: Vec<(Part, PersonId)>,
    /// The name of the person who offers to be the arbiter.
    pub candidate_name: Option<Box<str>>,
    /// Who may come.
    pub access: Access,
    /// When it was created.
    pub created_at: u64,
    /// Whether it was played elsewhere.
    pub imported: bool,
    /// What its file says about an imported game, and what a game of a contest has in its PDN.
    pub about: About,
    /// Where it stands in a contest.
    pub board: Option<Box<ContestBoard>>,
}

impl Rows {
    /// The rows of a kept game.
    #[must_use]
    pub fn of(kept: &KeptGame) -> Rows {
        let game = kept.game.clone();
        Rows {
            id: game.id,
            creator: game.creator,
            status: game.status,
            occupants: game.occupants,
            parts: game.parts,
            candidate_name: None,
            access: game.access,
            created_at: game.created_at,
            imported: game.imported,
            about: game.about,
            board: kept.board.clone().map(Box::new),
        }
    }

    /// The same, with the name of a person who offers to be the arbiter.
    ///
    /// # Errors
    /// If reading fails.
    pub fn read(store: &dyn Store, kept: &KeptGame) -> Result<Rows, StoreError> {
        let mut rows = Rows::of(kept);
        let candidate = rows.who_is(Part::Candidate).map(|person| store.person(person)).transpose()?.flatten();
        rows.candidate_name = candidate.and_then(|person| person.name).map(Into::into);
        Ok(rows)
    }

    /// A number that changes with who sits there, who has a part, and who may come: nodes compare it.
    #[must_use]
    pub fn mark(&self) -> u64 {
        fn hash(it: impl Hash) -> u64 {
            let mut hasher = DefaultHasher::new();
            it.hash(&mut hasher);
            // As many bits as every reader of JSON reads.
            hasher.finish() >> 11
        }
        // The store may give them in another order.
        let all = self.occupants.iter().map(hash).chain(self.parts.iter().map(hash));
        hash((&self.creator, self.status, &self.access, all.fold(0, u64::wrapping_add)))
    }

    /// The roles of a person.
    #[must_use]
    pub fn roles(&self, person: &PersonId) -> Roles {
        let seats = self.occupants.iter().filter(|it| it.person() == Some(person)).map(|it| Role::from(it.seat));
        let roles = seats.fold(Roles::default(), Roles::with);
        // People may not rule on their own game, not even after taking the chair as a guest and then signing in.
        let decides =
            self.has_part(Part::Arbiter, person) && roles.is_spectator() && self.creator.as_ref() != Some(person);
        if decides { roles.with(Role::Arbiter) } else { roles }
    }

    /// From where a person looks at the game.
    #[must_use]
    pub fn viewpoint(&self, person: &PersonId) -> Viewpoint {
        Viewpoint {
            roles: self.roles(person),
            is_creator: self.creator.as_ref() == Some(person),
            is_candidate: self.has_part(Part::Candidate, person),
            place: self.occupants.iter().find(|it| it.person() == Some(person)).map_or(0, |it| it.place),
        }
    }

    fn has_part(&self, part: Part, person: &PersonId) -> bool {
        self.parts.iter().any(|(known, who)| *known == part && who == person)
    }

    /// The person who has a part; the first one if there are several.
    #[must_use]
    pub fn who_is(&self, part: Part) -> Option<&PersonId> {
        self.parts.iter().find(|(known, _)| *known == part).map(|(_, who)| who)
    }

    /// Everyone who has something to do with the game.
    pub fn people(&self) -> impl Iterator<Item = &PersonId> {
        let seats = self.occupants.iter().filter_map(Occupant::person);
        seats.chain(self.parts.iter().map(|(_, person)| person)).chain(&self.creator)
    }

    /// Whether the game is among a person's own.
    #[must_use]
    pub fn belongs_to(&self, person: &PersonId) -> bool {
        !self.roles(person).is_spectator() || self.parts.iter().any(|(part, who)| part.owns() && who == person)
    }

    /// What a file says about an imported game under this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.about.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Who acts when a person does something in a role.
    #[must_use]
    pub fn actor(&self, role: Role, person: &PersonId) -> Actor {
        let Some(side) = role.side() else { return Actor::Arbiter };
        let own = |it: &&Occupant| it.seat == side && it.person() == Some(person);
        Actor::Player(side, self.occupants.iter().find(own).map_or(FIRST_PLACE, |it| it.place))
    }

    /// Those who sit at a side.
    pub fn at(&self, side: Colour) -> impl Iterator<Item = &Occupant> {
        self.occupants.iter().filter(move |it| it.seat == side)
    }

    /// What a side is called.
    #[must_use]
    pub fn name(&self, side: Colour) -> Option<String> {
        let names: Vec<&str> = self.at(side).filter_map(|it| it.name.as_deref()).collect();
        (!names.is_empty()).then(|| names.join("; "))
    }

    /// The names of both sides, as transcripts have them.
    #[must_use]
    pub fn names(&self) -> [Vec<String>; 2] {
        Colour::ALL.map(|side| self.at(side).filter_map(|it| it.name.clone()).collect())
    }

    /// The computer at a side: its level and seed.
    #[must_use]
    pub fn computer_at(&self, side: Colour) -> Option<(u8, u64)> {
        self.at(side).find_map(|it| match it.kind {
            OccupantKind::Computer { level, seed } => Some((level, seed)),
            OccupantKind::Person(_) => None,
        })
    }

    /// The side of the computer.
    #[must_use]
    pub fn computer_side(&self) -> Option<Colour> {
        Colour::ALL.into_iter().find(|side| self.computer_at(*side).is_some())
    }

    /// A side at which nobody sits.
    #[must_use]
    pub fn free_side(&self) -> Option<Colour> {
        Colour::ALL.into_iter().find(|side| self.at(*side).next().is_none())
    }

    /// Whether both sides are one person's: two people at one screen.
    #[must_use]
    pub fn is_one_screen(&self) -> bool {
        let [white, black] = Colour::ALL.map(|side| self.at(side).find_map(Occupant::person));
        white.is_some() && white == black
    }

    /// Whether two people play it, each at their own screen.
    #[must_use]
    pub fn is_between_people(&self) -> bool {
        !self.imported && !self.allows_hints()
    }

    /// Whether hints may be asked for: nobody plays against a person elsewhere.
    #[must_use]
    pub fn allows_hints(&self) -> bool {
        self.computer_side().is_some() || self.is_one_screen()
    }

    /// What was one person's is another's; whether anything was.
    pub fn merge(&mut self, from: &PersonId, into: &PersonId) -> bool {
        let people = self.occupants.iter_mut().filter_map(|it| match &mut it.kind {
            OccupantKind::Person(person) => person.as_mut(),
            OccupantKind::Computer { .. } => None,
        });
        let mut changed = false;
        for person in people.chain(self.parts.iter_mut().map(|(_, who)| who)).chain(&mut self.creator) {
            if person == from {
                person.clone_from(into);
                changed = true;
            }
        }
        changed
    }

    /// A person is renamed, or has no name any more; whether anything changed. What is over keeps the names under which it
    /// was played.
    pub fn rename(&mut self, person: &PersonId, name: Option<&str>) -> bool {
        let is_over = self.status == Status::Over && name.is_some();
        let own = self.occupants.iter_mut().filter(|it| it.person() == Some(person) && !is_over);
        let mut changed = own.map(|it| it.name = name.map(str::to_owned)).count() > 0;
        if self.who_is(Part::Candidate) == Some(person) {
            self.candidate_name = name.map(Into::into);
            changed = true;
        }
        changed
    }

    /// A person has another picture; whether anything changed.
    pub fn picture(&mut self, person: &PersonId, picture: Option<&str>) -> bool {
        let own = self.occupants.iter_mut().filter(|it| it.person() == Some(person));
        own.map(|it| it.picture = picture.map(str::to_owned)).count() > 0
    }

    /// A person is deleted: nothing here tells of them any more.
    pub fn delete(&mut self, person: &PersonId) -> bool {
        let changed = self.concerns(person);
        self.rename(person, None);
        self.picture(person, None);
        for occupant in self.occupants.iter_mut().filter(|it| it.person() == Some(person)) {
            occupant.kind = OccupantKind::Person(None);
        }
        self.parts.retain(|(_, who)| who != person);
        self.creator = self.creator.take().filter(|creator| creator != person);
        changed
    }
}

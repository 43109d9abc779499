//! What a command leads to. It changes nothing; times, ids of games and seeds come inside.

use crate::board::{BoardId, Outcome, Source};
use crate::command::{By, Command, Fresh, Refused};
use crate::contest::{Contest, EntrantStanding, EntrantTerm, HOST, Number, Stage};
use crate::event::{Actor, Deed, Event};
use crate::pairing::Proposed;
use crate::spec::{Joining, Kind, MOST_ENTRANTS};
use damka_conduct::GameId;
use damka_conduct::clock::Millis;

type Decided = Result<Vec<Deed>, Refused>;

impl Contest {
    /// The most games that a command can make now.
    #[must_use]
    pub fn most_new_games(&self) -> usize {
        self.guests_without_board().count().max(self.free().count() / 2) + 1
    }

    /// The events that a command leads to. It changes nothing.
    ///
    /// # Errors
    /// Why it is not accepted.
    pub fn decide(&self, by: By, command: &Command, now: Millis) -> Result<Vec<Event>, Refused> {
        if now < self.now {
            return Err(Refused::TimeBackward);
        }
        let corrects = matches!(command, Command::Result { .. } | Command::GameOver { .. });
        if self.ending().is_some() && !corrects {
            return Err(Refused::Over);
        }
        let deeds = self.deeds(by, command, now)?;
        let stamp = |deed: Deed| match deed {
            Deed::ClockFell => Event { time: self.next_due().unwrap_or(now).max(self.now), actor: Actor::Nobody, deed },
            Deed::Lot(_) | Deed::ClockRuns | Deed::ClockStands => Event { time: now, actor: Actor::Nobody, deed },
            deed => Event { time: now, actor: by.actor, deed },
        };
        Ok(deeds.into_iter().map(stamp).collect())
    }

    fn deeds(&self, by: By, command: &Command, now: Millis) -> Decided {
        match command {
            Command::Enter { entrant, in_room, strength, terms, fresh } => {
                self.enter(by, *entrant, *in_room, *strength, terms, fresh)
            }
            Command::Out(entrant) => self.out(by, *entrant),
            Command::Term(entrant, term, value) => self.term(by, *entrant, *term, value),
            Command::Begin(fresh) => self.begin(by, fresh),
            Command::Pair { white, black, in_room, fresh } => {
                self.check_official(by)?;
                self.pair(&[(*white, *black)], *in_room, fresh)
            }
            Command::PairFree(fresh) => {
                self.check_official(by)?;
                let pairs = self.pair_free(now, fresh.seed);
                if pairs.is_empty() {
                    return Err(Refused::TooFew);
                }
                let pairs: Vec<_> = pairs.into_iter().map(|Proposed { white, black, .. }| (white, black)).collect();
                let mut deeds = vec![Deed::Lot(fresh.seed)];
                deeds.extend(self.pair(&pairs, false, fresh)?);
                Ok(deeds)
            }
            Command::Ready { entrant, fresh } => self.ready(by, *entrant, fresh),
            Command::Rest(entrant) => {
                self.check_in(by, *entrant)?;
                let is_ready = self.entrant(*entrant).is_some_and(|it| it.is_ready);
                if is_ready { Ok(vec![Deed::Rest(*entrant)]) } else { Err(Refused::AlreadyDone) }
            }
            Command::Result { board, outcome } => self.result(by, *board, *outcome),
            Command::Walkover(entrant) => self.walkover(by, *entrant, now),
            Command::GameOver { game, outcome } => self.game_over(by, game, *outcome),
            Command::HostAwaited(is_awaited) => self.host_awaited(by, *is_awaited),
            Command::Elapse => {
                Ok(self.next_due().filter(|due| *due <= now).map(|_| Deed::ClockFell).into_iter().collect())
            }
            Command::Close => self.close(by),
        }
    }

    fn check_official(&self, by: By) -> Result<(), Refused> {
        if by.is_official() { Ok(()) } else { Err(Refused::NotYours) }
    }

    fn check_in(&self, by: By, number: Number) -> Result<(), Refused> {
        if !by.may_act_for(number) {
            return Err(Refused::NotYours);
        }
        let entrant = self.entrant(number).ok_or(Refused::NoEntrant)?;
        if entrant.is_in() { Ok(()) } else { Err(Refused::NotIn(number)) }
    }

    fn enter(
        &self,
        by: By,
        number: Number,
        in_room: bool,
        strength: Option<u16>,
        terms: &[(EntrantTerm, String)],
        fresh: &Fresh,
    ) -> Decided {
        let known = self.entrant(number);
        let is_new = known.is_none();
        if !by.may_act_for(number) {
            return Err(Refused::NotYours);
        }
        if is_new && number != self.next_number() {
            return Err(Refused::NoEntrant);
        }
        let most = if self.spec.kind == Kind::Match { 2 } else { MOST_ENTRANTS };
        if is_new && number > most {
            return Err(Refused::Full);
        }
        let has_begun = self.spec.kind == Kind::Simul && self.stage() == Stage::Playing;
        if has_begun && !self.spec.late && !by.is_official() {
            return Err(Refused::TooLate);
        }
        let asks = self.spec.joining == Joining::Asked && !by.is_official();
        match known.map(|entrant| entrant.standing) {
            Some(EntrantStanding::In) => return Err(Refused::AlreadyDone),
            Some(EntrantStanding::Applied) if asks => return Err(Refused::AlreadyDone),
            _ => {}
        }
        if !terms.is_empty() && !by.is_official() && !asks {
            return Err(Refused::NotYours);
        }
        let first = if asks { Deed::Apply(number) } else { Deed::Enter { entrant: number, in_room, strength } };
        let mut deeds = vec![first];
        deeds.extend(terms.iter().map(|(term, value)| Deed::Term(number, *term, value.clone())));
        self.check_terms(by, &deeds)?;
        if has_begun && !asks {
            deeds.extend(self.after(by, &deeds).boards_for_guests(fresh)?);
        }
        Ok(deeds)
    }

    /// The contest after deeds that were not done yet.
    fn after(&self, by: By, deeds: &[Deed]) -> Contest {
        let mut later = self.clone();
        for deed in deeds {
            later.evolve(&Event { time: self.now, actor: by.actor, deed: deed.clone() });
        }
        later
    }

    /// Whether the games of the entrants about whom terms are agreed can be played.
    fn check_terms(&self, by: By, deeds: &[Deed]) -> Result<(), Refused> {
        let later = self.after(by, deeds);
        let board = BoardId { round: 1, table: 1, game: 1 };
        deeds.iter().try_for_each(|deed| match deed {
            Deed::Term(number, ..) if *number != HOST => {
                later.game_spec(board, HOST, *number).map(drop).map_err(Refused::Terms)
            }
            _ => Ok(()),
        })
    }

    fn out(&self, by: By, number: Number) -> Decided {
        if !by.may_act_for(number) {
            return Err(Refused::NotYours);
        }
        let entrant = self.entrant(number).ok_or(Refused::NoEntrant)?;
        if entrant.standing == EntrantStanding::Out {
            return Err(Refused::AlreadyDone);
        }
        if self.spec.kind == Kind::Simul && number == HOST {
            return Err(Refused::NotYours);
        }
        if self.spec.kind == Kind::Match && self.has_begun && by.actor != Actor::Entrant(number) && by.entrant.is_some()
        {
            // Otherwise the owner of a match could win it by sending the opponent away.
            return Err(Refused::OwnGame);
        }
        let mut deeds = vec![Deed::Out(number)];
        if let Some(board) = self.open_board_of(number)
            && let Some(side) = board.side_of(number)
        {
            let outcome = Outcome::won_by(side.other());
            // A board in the room is left. A match that is given up takes its open game with it; every other game is played
            // on, or settled by who runs the contest.
            let source = match (&board.game, self.spec.kind) {
                (None, _) => Some(Source::Walkover),
                (Some(_), Kind::Match) => Some(Source::Settled),
                (Some(_), _) => None,
            };
            deeds.extend(source.map(|source| Deed::Result { board: board.id, outcome, source }));
        }
        Ok(deeds)
    }

    fn term(&self, by: By, number: Number, term: EntrantTerm, value: &str) -> Decided {
        self.check_official(by)?;
        if self.spec.kind != Kind::Simul || number == HOST {
            return Err(Refused::OtherKind);
        }
        self.entrant(number).ok_or(Refused::NoEntrant)?;
        if self.boards.iter().any(|board| board.side_of(number).is_some()) {
            return Err(Refused::HasGame(number));
        }
        let deeds = vec![Deed::Term(number, term, value.to_owned())];
        self.check_terms(by, &deeds)?;
        Ok(deeds)
    }

    fn begin(&self, by: By, fresh: &Fresh) -> Decided {
        self.check_official(by)?;
        if self.spec.kind != Kind::Simul {
            return Err(Refused::OtherKind);
        }
        let has_begun = self.stage() == Stage::Playing;
        if self.guests_without_board().next().is_none() {
            return Err(if has_begun { Refused::AlreadyDone } else { Refused::TooFew });
        }
        let mut deeds: Vec<Deed> = (!has_begun).then_some(Deed::Begin).into_iter().collect();
        deeds.extend(self.boards_for_guests(fresh)?);
        Ok(deeds)
    }

    /// A board for each guest of a display who has none.
    fn boards_for_guests(&self, fresh: &Fresh) -> Decided {
        let mut deeds = vec![Deed::Lot(fresh.seed)];
        let mut ids = fresh.games.iter();
        let tables = self.boards.iter().map(|board| board.id.table).max().unwrap_or(0) + 1..;
        for (table, guest) in tables.zip(self.guests_without_board()) {
            let board = BoardId { round: 1, table, game: 1 };
            let has_white = self.host_colour(guest, fresh.seed) == damka_rules::Colour::White;
            let (white, black) = if has_white { (HOST, guest.number) } else { (guest.number, HOST) };
            self.game_spec(board, white, black).map_err(Refused::Terms)?;
            let game = if guest.in_room { None } else { Some(ids.next().ok_or(Refused::TooFewIds)?.clone()) };
            deeds.push(Deed::Pair { board, white, black, game });
        }
        Ok(deeds)
    }

    /// Pairs of an evening.
    fn pair(&self, pairs: &[(Number, Number)], in_room: bool, fresh: &Fresh) -> Decided {
        if self.spec.kind != Kind::Evening {
            return Err(Refused::OtherKind);
        }
        let mut ids = fresh.games.iter();
        let mut table = self.boards.len() as u16;
        let mut deeds = Vec::new();
        for (white, black) in pairs {
            for number in [*white, *black] {
                let entrant = self.entrant(number).ok_or(Refused::NoEntrant)?;
                if !entrant.is_in() || white == black {
                    return Err(Refused::NotIn(number));
                }
                if self.open_board_of(number).is_some() {
                    return Err(Refused::HasGame(number));
                }
            }
            let at_board = in_room || [*white, *black].iter().any(|it| self.entrant(*it).is_some_and(|it| it.in_room));
            table = table.checked_add(1).ok_or(Refused::Full)?;
            let board = BoardId { round: 1, table, game: 1 };
            let game = if at_board { None } else { Some(ids.next().ok_or(Refused::TooFewIds)?.clone()) };
            deeds.push(Deed::Pair { board, white: *white, black: *black, game });
        }
        Ok(deeds)
    }

    fn ready(&self, by: By, number: Number, fresh: &Fresh) -> Decided {
        self.check_in(by, number)?;
        if self.entrant(number).is_some_and(|entrant| entrant.is_ready) {
            return Err(Refused::AlreadyDone);
        }
        if self.open_board_of(number).is_some() {
            return Err(Refused::HasGame(number));
        }
        match self.spec.kind {
            Kind::Simul => Err(Refused::OtherKind),
            Kind::Evening => Ok(vec![Deed::Ready(number)]),
            Kind::Match => {
                let mut deeds = vec![Deed::Ready(number)];
                let other = self.entrant(3 - number).filter(|other| other.is_in());
                if let Some(next) = self.match_state().next
                    && other.is_some_and(|other| other.is_ready)
                {
                    if self.boards.is_empty() {
                        deeds.push(Deed::Lot(fresh.seed));
                    }
                    deeds.push(self.match_pair(next, fresh, true)?);
                }
                Ok(deeds)
            }
        }
    }

    fn match_pair(&self, board: BoardId, fresh: &Fresh, is_played: bool) -> Result<Deed, Refused> {
        let white = self.white_of_match(board, fresh.seed);
        let in_room = self.entrants.iter().any(|entrant| entrant.in_room);
        let game = match is_played && !in_room {
            true => Some(fresh.games.first().ok_or(Refused::TooFewIds)?.clone()),
            false => None,
        };
        Ok(Deed::Pair { board, white, black: 3 - white, game })
    }

    fn walkover(&self, by: By, number: Number, now: Millis) -> Decided {
        if self.spec.kind != Kind::Match {
            return Err(Refused::OtherKind);
        }
        self.check_in(by, number)?;
        if by.entrant.is_some_and(|own| own != number) {
            return Err(Refused::NotYours);
        }
        let (Some(next), Some(own)) = (self.match_state().next, self.entrant(number)) else {
            return Err(Refused::HasGame(number));
        };
        let may_claim = own.ready_since.plus(self.spec.patience);
        if !own.is_ready || self.entrants.len() < 2 {
            return Err(Refused::TooFew);
        }
        if now < may_claim {
            return Err(Refused::MayStillCome(may_claim));
        }
        let fresh = Fresh { seed: self.seed.unwrap_or(0), games: Vec::new() };
        let pair = self.match_pair(next, &fresh, false)?;
        let Deed::Pair { white, .. } = &pair else { return Err(Refused::NoBoard) };
        let outcome = if *white == number { Outcome::White } else { Outcome::Black };
        Ok(vec![pair, Deed::Result { board: next, outcome, source: Source::Walkover }])
    }

    fn result(&self, by: By, id: BoardId, outcome: Outcome) -> Decided {
        self.check_official(by)?;
        let board = self.board(id).ok_or(Refused::NoBoard)?;
        if board.result.is_some_and(|scored| scored.outcome == outcome) {
            return Err(Refused::AlreadyDone);
        }
        let own_side = by.entrant.and_then(|entrant| board.side_of(entrant));
        let source = match (&board.game, board.result, by.actor) {
            (None, _, _) => Source::Typed,
            // What a game says is corrected by an arbiter only.
            (Some(_), Some(_), Actor::Arbiter) | (Some(_), None, _) => Source::Settled,
            (Some(_), Some(_), _) => return Err(Refused::GameDecides),
        };
        if source == Source::Settled
            && let Some(side) = own_side
        {
            // The host of a display may give a draw or a win away; the players of a match play it out.
            let gives =
                self.spec.kind == Kind::Simul && (outcome == Outcome::Draw || outcome.winner() == Some(side.other()));
            if !gives {
                return Err(Refused::OwnGame);
            }
        }
        Ok(vec![Deed::Result { board: id, outcome, source }])
    }

    fn game_over(&self, by: By, game: &GameId, outcome: Outcome) -> Decided {
        if by.actor != Actor::Nobody {
            return Err(Refused::NotYours);
        }
        let board = self.board_of(game).ok_or(Refused::NoBoard)?;
        match board.result {
            Some(_) => Err(Refused::AlreadyDone),
            None => Ok(vec![Deed::Result { board: board.id, outcome, source: Source::Game }]),
        }
    }

    fn host_awaited(&self, by: By, is_awaited: bool) -> Decided {
        if by.actor != Actor::Nobody {
            return Err(Refused::NotYours);
        }
        let clock = self.host_clock.ok_or(Refused::OtherKind)?;
        match (is_awaited, clock.is_running()) {
            (true, false) if clock.left(self.now) > Millis::ZERO => Ok(vec![Deed::ClockRuns]),
            (false, true) => Ok(vec![Deed::ClockStands]),
            _ => Err(Refused::AlreadyDone),
        }
    }

    fn close(&self, by: By) -> Decided {
        if !by.is_official() && by.actor != Actor::Nobody {
            return Err(Refused::NotYours);
        }
        match self.open_boards().count() {
            0 if self.spec.kind == Kind::Match && self.has_begun && by.entrant.is_some() => Err(Refused::OwnGame),
            0 => Ok(vec![Deed::Close]),
            open => Err(Refused::BoardsOpen(open)),
        }
    }
}

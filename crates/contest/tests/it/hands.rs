//! A contest under test: commands at growing times, with ids and seeds that can be foreseen.

use damka_conduct::GameId;
use damka_conduct::clock::Millis;
use damka_contest::{
    Actor, By, Command, Contest, ContestRecord, ContestSpec, Deed, Event, Fresh, Number, Outcome, Refused,
};

pub struct Hall {
    pub contest: Contest,
    pub events: Vec<Event>,
    pub now: Millis,
    games: u32,
}

impl Hall {
    pub fn new(lines: &[(&str, &str)]) -> Hall {
        let spec = ContestSpec::from_lines(lines.iter().copied()).unwrap();
        Hall { contest: Contest::new(spec), events: Vec::new(), now: Millis::ZERO, games: 0 }
    }

    pub fn fresh(&mut self, seed: u64) -> Fresh {
        let ids = (0..self.contest.most_new_games()).map(|_| {
            self.games += 1;
            GameId::new(format!("game{}", self.games))
        });
        Fresh { seed, games: ids.collect() }
    }

    pub fn act(&mut self, by: By, command: &Command) -> Result<Vec<Event>, Refused> {
        self.now = self.now.plus(Millis::seconds(1));
        let events = self.contest.decide(by, command, self.now)?;
        for event in &events {
            assert_eq!(self.contest.admits(event), Ok(()), "{}", event.line());
            self.contest.evolve(event);
        }
        self.events.extend(events.clone());
        Ok(events)
    }

    pub fn owner(&mut self, command: &Command) -> Result<Vec<Event>, Refused> {
        self.act(By::alone(Actor::Owner), command)
    }

    pub fn enter(&mut self, number: Number) {
        let fresh = self.fresh(u64::from(number));
        let command = Command::Enter { entrant: number, in_room: false, strength: None, terms: Vec::new(), fresh };
        self.act(By::alone(Actor::Entrant(number)), &command).unwrap();
    }

    pub fn ready(&mut self, number: Number, seed: u64) -> Result<Vec<Event>, Refused> {
        let fresh = self.fresh(seed);
        self.act(By::alone(Actor::Entrant(number)), &Command::Ready { entrant: number, fresh })
    }

    /// Ends the only open game.
    pub fn game_over(&mut self, outcome: Outcome) {
        let game = self.contest.open_boards().next().unwrap().game.clone().unwrap();
        self.act(By::alone(Actor::Nobody), &Command::GameOver { game, outcome }).unwrap();
    }

    /// Who has White and Black at the last board.
    pub fn last_pair(&self) -> (Number, Number) {
        let board = self.contest.boards().last().unwrap();
        (board.white, board.black)
    }

    pub fn record(&self) -> ContestRecord {
        let names = self.contest.entrants().iter().map(|entrant| format!("Player {}", entrant.number)).collect();
        let (spec, events) = (self.contest.spec().clone(), self.events.clone());
        ContestRecord { name: "Sunday".to_owned(), spec, names, events }
    }

    /// What was written down is the contest.
    pub fn check_record(&self) {
        let text = self.record().text();
        let again = ContestRecord::read(&text).unwrap();
        assert_eq!(again, self.record(), "{text}");
        assert_eq!(again.contest(), self.contest, "{text}");
    }
}

pub fn pairs(events: &[Event]) -> Vec<(Number, Number)> {
    let pair = |event: &Event| match event.deed {
        Deed::Pair { white, black, .. } => Some((white, black)),
        _ => None,
    };
    events.iter().filter_map(pair).collect()
}

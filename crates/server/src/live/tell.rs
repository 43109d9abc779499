//! Frames for everybody who looks.

use super::acts::seat_name;
use super::owner::{Client, Owner};
use super::view::{Eye, Happened, Scene, Seats};
use super::{Doing, Viewer, Who, brief};
use crate::api::{Agreed, BySide, FromGame, GameView, RecordLine, SeatName};
use crate::error::Failure;
use crate::show;
use axum::extract::ws::Utf8Bytes;
use damka_conduct::Event;
use damka_notation::fen;
use damka_store::Sitting;
use damka_words::Speech;
use std::sync::atomic::Ordering;

fn frame(message: &FromGame) -> Utf8Bytes {
    // The messages have no maps with other keys than texts, so this cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Owner {
    /// Sends a frame; a viewer whose queue is full is closed and will come again.
    fn send(&mut self, viewer: u64, message: Utf8Bytes) {
        let slow = |(it, _): &(Viewer, Seats)| it.id == viewer && it.out.try_send(Box::new(message.clone())).is_err();
        if self.viewers.iter().any(slow) {
            self.drop_viewers(&[viewer]);
        }
    }

    fn drop_viewers(&mut self, slow: &[u64]) {
        if slow.is_empty() {
            return;
        }
        self.club.counts.slow.fetch_add(slow.len() as u64, Ordering::Relaxed);
        // Without a sender the socket ends.
        self.viewers.retain(|(viewer, _)| !slow.contains(&viewer.id));
        self.presence_changed();
    }

    pub fn eye(&self, seats: Seats, speech: Speech, spoken: bool) -> Eye<'_> {
        Eye { seats, words: self.club.words(speech), spoken }
    }

    pub fn refuse(&mut self, doing: &Doing, failure: &Failure) -> bool {
        let Some((viewer, _)) = self.viewers.iter().find(|(viewer, _)| viewer.id == doing.viewer) else {
            return true;
        };
        let problem = failure.problem(self.club.words(viewer.who.speech));
        let squares = match failure {
            Failure::Act { squares, .. } => squares.clone(),
            _ => Vec::new(),
        };
        self.send(doing.viewer, frame(&FromGame::Refused { n: doing.n, problem, squares }));
        true
    }

    pub fn tell_confirmed(&mut self, viewer: u64, n: u64, seq: u32) {
        self.send(viewer, frame(&FromGame::Confirmed { n, seq }));
    }

    /// Tells everybody what happened; spectators who see the game later are told later.
    pub fn tell_event(&mut self, event: &Event, happened: &Happened, client: Option<Client>) {
        if let Some(shadow) = &mut self.shadow {
            shadow.push(self.club.clock.now(), event.clone(), happened.by);
        }
        let delayed = self.shadow.is_some();
        let slow = self.tell(self.scene(), happened, client, |seats| !(delayed && seats.is_spectator()));
        self.drop_viewers(&slow);
    }

    /// What happened in the shadow, to spectators.
    pub fn tell_shadow(&mut self) {
        let now = self.club.clock.now();
        while let Some(happened) = self.shadow.as_mut().and_then(|shadow| shadow.pop(now)) {
            let Some(shadow) = self.shadow.take() else { return };
            let slow = self.tell(shadow.scene(self.is_live()), &happened, None, Seats::is_spectator);
            self.shadow = Some(shadow);
            self.drop_viewers(&slow);
            self.update_brief(false);
        }
    }

    fn tell(
        &self,
        scene: Scene<'_>,
        happened: &Happened,
        client: Option<Client>,
        audience: impl Fn(Seats) -> bool,
    ) -> Vec<u64> {
        let mut made: Vec<((Seats, Speech, bool), Utf8Bytes)> = Vec::new();
        let mut slow = Vec::new();
        for (viewer, seats) in self.viewers.iter().filter(|(_, seats)| audience(*seats)) {
            let key = (*seats, viewer.who.speech, viewer.spoken);
            let own = client.filter(|client| client.viewer == viewer.id);
            let known = made.iter().find(|(known, _)| *known == key && own.is_none()).map(|(_, frame)| frame.clone());
            let frame = known.unwrap_or_else(|| {
                let mut event = self.eye(*seats, viewer.who.speech, viewer.spoken).event(scene, happened);
                event.n = own.map(|client| client.n);
                frame(&FromGame::Event { event: Box::new(event) })
            });
            if own.is_none() && !made.iter().any(|(known, _)| *known == key) {
                made.push((key, frame.clone()));
            }
            if viewer.out.try_send(Box::new(frame)).is_err() {
                slow.push(viewer.id);
            }
        }
        slow
    }

    fn tell_all(&mut self, message: impl Fn(&Owner, &Viewer, Seats) -> FromGame) {
        let failed = |(viewer, seats): &&(Viewer, Seats)| {
            viewer.out.try_send(Box::new(frame(&message(self, viewer, *seats)))).is_err()
        };
        let slow: Vec<u64> = self.viewers.iter().filter(failed).map(|(viewer, _)| viewer.id).collect();
        self.drop_viewers(&slow);
    }

    pub fn tell_game(&mut self) {
        self.tell_all(|owner, viewer, seats| FromGame::Game {
            game: Box::new(owner.game_view(&viewer.who, seats)),
            missed: Vec::new(),
        });
    }

    pub fn tell_halted(&mut self) {
        self.tell_all(|owner, viewer, _| {
            let words = owner.club.words(viewer.who.speech);
            FromGame::Halted { problem: owner.halted.clone().map(|error| Failure::Store(error).problem(words)) }
        });
    }

    pub fn tell_bye(&mut self, failure: &Failure) {
        self.tell_all(|owner, viewer, _| FromGame::Bye {
            problem: failure.problem(owner.club.words(viewer.who.speech)),
        });
        self.viewers.clear();
    }

    pub fn tell_rematch(&mut self, by: SeatName) {
        self.tell_all(|owner, _, _| FromGame::Rematch { by, game: owner.next_game.clone() });
    }

    fn here(&self, seat: Sitting) -> bool {
        self.viewers.iter().any(|(_, seats)| seats.has(seat))
    }

    /// Somebody came or went.
    pub fn presence_changed(&mut self) {
        let now = self.club.clock.now();
        let here = [self.here(Sitting::White), self.here(Sitting::Black)];
        for (absent, here) in self.absent.iter_mut().zip(here) {
            *absent = if here { None } else { absent.or(Some(now)) };
        }
        let arbiter = self.here(Sitting::Arbiter);
        let watchers = self.watchers();
        let [white, black] = here;
        self.brief.change(|brief| brief.here = here);
        let message = frame(&FromGame::Presence { white, black, arbiter, watchers });
        for (viewer, _) in &self.viewers {
            // Whoever is too slow for this misses little; the next event closes the socket.
            let _ = viewer.out.try_send(Box::new(message.clone()));
        }
        self.idle_since = now;
    }

    fn watchers(&self) -> u32 {
        self.viewers.iter().filter(|(_, seats)| seats.is_spectator()).count() as u32
    }

    pub async fn join(&mut self, mut viewer: Viewer, since: Option<u32>) {
        viewer.who = self.known(viewer.who);
        let seats = Seats::of(&self.seats, &viewer.who.person);
        let game = Box::new(self.game_view(&viewer.who, seats));
        let missed = match since {
            Some(since) if since < game.state.seq => self.missed(since, game.state.seq, seats).await,
            _ => Vec::new(),
        };
        let _ = viewer.out.try_send(Box::new(frame(&FromGame::Game { game, missed })));
        self.viewers.push((viewer, seats));
        self.presence_changed();
        self.player_is_back(seats).await;
    }

    /// The lines of the record that a viewer has missed. Who plays without the record is not sent it.
    async fn missed(&self, since: u32, upto: u32, seats: Seats) -> Vec<RecordLine> {
        let blind = |side| self.spec().seats[side as usize].view == damka_conduct::View::Blind;
        if seats.sides().any(blind) {
            return Vec::new();
        }
        let (store, id) = (self.club.store(), self.id.clone());
        let read = tokio::task::spawn_blocking(move || store.events(&id, since)).await;
        let events = read.ok().and_then(Result::ok).unwrap_or_default();
        let upto = |event: &damka_store::KeptEvent| event.seq <= upto;
        events.into_iter().filter(upto).map(|it| RecordLine { seq: it.seq, line: it.event.line }).collect()
    }

    pub fn leave(&mut self, viewer: u64) {
        let before = self.viewers.len();
        self.viewers.retain(|(it, _)| it.id != viewer);
        if self.viewers.len() != before {
            self.presence_changed();
        }
    }

    /// Who somebody is now: they may have signed in while they were on their way.
    fn known(&self, who: Who) -> Who {
        let became = self.club.identities.became(&who.person, who.seen);
        Who { person: became.unwrap_or(who.person), ..who }
    }

    pub fn look(&self, who: Who) -> GameView {
        let who = self.known(who);
        self.game_view(&who, Seats::of(&self.seats, &who.person))
    }

    pub fn game_view(&self, who: &Who, seats: Seats) -> GameView {
        let eye = self.eye(seats, who.speech, false);
        let scene = match &self.shadow {
            Some(shadow) if seats.is_spectator() => shadow.scene(self.is_live()),
            _ => self.scene(),
        };
        let spec = self.spec();
        let here = [self.here(Sitting::White), self.here(Sitting::Black)];
        let mut you = eye.you(scene.table, self.terms.hints());
        if self.maker == who.person {
            let waiting = self.status != damka_store::Status::Live && self.status != damka_store::Status::Over;
            you.invitation = self.terms.invitation.clone().filter(|_| waiting && !self.terms.lobby);
            you.arbiter_invitation = self.terms.arbiter_invitation.clone();
        }
        GameView {
            id: self.id.clone(),
            status: brief::status(self.status),
            agreed: Agreed {
                rules: spec.ruleset.line(),
                rules_name: eye.words.ruleset_name(&spec.ruleset),
                start: spec.first_position().map(|start| fen::write(&start, &spec.ruleset)).unwrap_or_default(),
                manner: brief::manner(spec.manner),
                clocks: show::clocks(spec),
                clocks_text: BySide::each(|side| eye.words.control(&spec.clocks[side as usize])),
                mercy: spec.mercy,
                arbiter: self.terms.arbiter,
                delay: (self.terms.delay / 1000) as u32,
            },
            board: show::board(&spec.ruleset),
            you,
            players: BySide::each(|side| brief::player(side, &self.terms, &self.names, &self.seats, here)),
            moves: eye.moves(scene.table),
            state: eye.state(scene),
            watchers: self.watchers(),
            again: self.again.iter().filter(|_| self.next_game.is_none()).map(|seat| seat_name(*seat)).collect(),
        }
    }
}

//! The conversation with an engine at work: one thread reads, one searches, one answers.

use super::session::{Action, Session, Task};
use super::settings::Plan;
use crate::lines::{Incoming, read_line};
use damka_endgame::Library;
use damka_engine::{Engine, Opponent, Options, Report, Signal, StopWatch};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::SystemTime;

/// The events that may wait to be answered; a sender of more waits.
const WAITING_EVENTS: usize = 256;

/// What the answering thread hears.
enum Event {
    Incoming(Incoming),
    EndOfInput,
    Prepared,
    Found(Report),
    Finished(Report),
}

/// What the searching thread is given to do.
enum Job {
    Prepare(Plan),
    Forget,
    Search(Box<Task>, Arc<StopWatch>),
}

/// Speaks Hub until the other side says `quit` or its end of the line closes, at full strength with these endgame tables. A search that is going on then is left
/// alone, so the process should end soon after.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    endgame: Option<Arc<Library>>,
) -> io::Result<()> {
    let (events, inbox) = sync_channel(WAITING_EVENTS);
    let (jobs, work) = channel();
    let from_input = events.clone();
    thread::spawn(move || listen(input, &from_input));
    thread::spawn(move || Worker::new(events, endgame).work(&work));
    let mut desk = Desk { jobs, watch: Arc::default(), output };
    let answered = desk.answer(&inbox);
    desk.watch.set(Signal::Stop);
    answered
}

fn listen(mut input: impl BufRead, events: &SyncSender<Event>) {
    while let Ok(Some(incoming)) = read_line(&mut input) {
        if events.send(Event::Incoming(incoming)).is_err() {
            return;
        }
    }
    // Nobody listens any more if this fails.
    let _ = events.send(Event::EndOfInput);
}

/// The answering thread.
struct Desk<'a, W> {
    jobs: Sender<Job>,
    /// Of the search that goes on, or of the last one.
    watch: Arc<StopWatch>,
    output: &'a mut W,
}

impl<W: Write> Desk<'_, W> {
    fn answer(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        let mut session = Session::new();
        for event in inbox {
            let actions = match event {
                Event::Incoming(incoming) => session.receive(incoming),
                Event::EndOfInput => return Ok(()),
                Event::Prepared => session.prepared(),
                Event::Found(report) => session.found(&report).into_iter().map(Action::Say).collect(),
                Event::Finished(report) => session.finished(&report),
            };
            for action in actions {
                if matches!(action, Action::Quit) {
                    return Ok(());
                }
                self.act(action)?;
            }
        }
        Ok(())
    }

    fn act(&mut self, action: Action) -> io::Result<()> {
        let job = match action {
            // Line by line: a program that waits for input and then reads one line must find the next one later.
            Action::Say(message) => return writeln!(self.output, "{message}").and_then(|()| self.output.flush()),
            Action::Tell(signal) => {
                self.watch.set(signal);
                return Ok(());
            }
            Action::Quit => return Ok(()),
            Action::Prepare(plan) => Job::Prepare(plan),
            Action::Forget => Job::Forget,
            Action::Search(task) => {
                self.watch = Arc::default();
                self.watch.set(task.signal);
                Job::Search(task, Arc::clone(&self.watch))
            }
        };
        self.jobs.send(job).map_err(|_| io::Error::other("the search has ended"))
    }
}

/// The searching thread.
struct Worker {
    events: SyncSender<Event>,
    engine: Option<(Plan, Engine)>,
    opponent: Option<(Plan, Opponent)>,
    /// The endgame tables of full strength.
    endgame: Option<Arc<Library>>,
    /// Which mistakes a weaker opponent makes in this game.
    seed: u64,
}

impl Worker {
    fn new(events: SyncSender<Event>, endgame: Option<Arc<Library>>) -> Worker {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Worker { events, engine: None, opponent: None, endgame, seed: now.as_nanos() as u64 }
    }

    fn work(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            let event = match job {
                Job::Prepare(plan) => {
                    self.prepare(&plan);
                    Event::Prepared
                }
                Job::Forget => {
                    self.forget();
                    continue;
                }
                Job::Search(task, watch) => Event::Finished(self.search(&task, &watch)),
            };
            if self.events.send(event).is_err() {
                return;
            }
        }
    }

    fn prepare(&mut self, plan: &Plan) {
        if plan.level.is_full_strength() {
            self.engine(plan);
        } else {
            self.opponent(plan);
        }
    }

    fn forget(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        if let Some((_, engine)) = &mut self.engine {
            engine.forget();
        }
        if let Some((_, opponent)) = &mut self.opponent {
            opponent.new_game(self.seed);
        }
    }

    fn search(&mut self, task: &Task, watch: &StopWatch) -> Report {
        let events = self.events.clone();
        // If nobody listens any more, the search is about to be stopped.
        let tell = |report: &Report| drop(events.send(Event::Found(report.clone())));
        if task.is_analysis || task.plan.level.is_full_strength() {
            return self.engine(&task.plan).think(&task.game, &task.limits, watch, &mut |report| tell(report));
        }
        let report = self.opponent(&task.plan).choose(&task.game, task.limits.time, watch);
        tell(&report);
        report
    }

    fn engine(&mut self, plan: &Plan) -> &mut Engine {
        // The strength is not the engine's affair.
        let alike = |made: &Plan| Plan { level: plan.level, ..*made } == *plan;
        // The old one goes before the new one comes: each may take much memory.
        self.engine = self.engine.take().filter(|(made, _)| alike(made));
        let options = Options { endgame: self.endgame.clone(), ..plan.options() };
        &mut self.engine.get_or_insert_with(|| (*plan, Engine::new(&plan.ruleset, &options))).1
    }

    fn opponent(&mut self, plan: &Plan) -> &mut Opponent {
        self.opponent = self.opponent.take().filter(|(made, _)| made == plan);
        let skill = plan.level.skill(&plan.ruleset);
        let seed = self.seed;
        let make = || (*plan, Opponent::with_skill(&plan.ruleset, skill, seed, &plan.options()));
        &mut self.opponent.get_or_insert_with(make).1
    }
}

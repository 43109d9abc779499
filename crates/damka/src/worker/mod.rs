//! `damka worker`: this machine thinks for a club elsewhere. `damka worker-key`: who may do that.
//!
//! - [`link`] and [`proxy`]: the way to the club;
//! - [`shift`]: taking jobs, doing them, handing in;
//! - [`mod@keys`]: the keys, at the club's own machine.

mod keys;
mod link;
mod proxy;
mod shift;

pub use keys::{KeyArgs, keys};

use crate::failure::Failure;
use crate::interrupt;
use crate::secret;
use crate::serve::machine_name;
use clap::Args;
use damka_words::Words;
use link::{Link, Place};
use shift::{News, Shift};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long a worker that stops takes to give its jobs back.
const PATIENCE: Duration = Duration::from_secs(8);

/// For whom, and how.
#[derive(Args)]
pub struct WorkerArgs {
    /// The address of the club, such as `https://club.example`.
    #[arg(long, value_name = "URL")]
    club: String,
    /// The key that the keeper of the club has made; DAMKA_KEY in the environment is seen in no list of processes.
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// How many jobs to do at once; by default one for every two processors.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,
    /// What the club calls this worker; by default the machine's name.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub fn run(words: Words, arguments: &WorkerArgs, out: &mut impl Write) -> Result<(), Failure> {
    let bad_url = || Failure::Input(words.say("worker-bad-url", &[("url", arguments.club.as_str().into())]));
    let place = Place::read(&arguments.club).ok_or_else(bad_url)?;
    let key = secret::address(&words, arguments.key.as_deref(), secret::KEY)?.filter(|key| !key.trim().is_empty());
    let key = key.ok_or_else(|| Failure::Input(words.say("worker-no-key", &[])))?;
    let link = Link::new(&words, place, key.trim())
        .map_err(|problem| Failure::Input(words.say("worker-no-way", &[("reason", problem.to_string().into())])))?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = arguments.threads.unwrap_or(cores.div_ceil(2) as u32);
    let name = arguments.name.clone().unwrap_or_else(machine_name);
    let (tell, told) = mpsc::unbounded_channel();
    let shift = Arc::new(Shift::new(link, own_id(), name.clone(), threads, tell));
    // The threads of the jobs are their own.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut teller = Teller { words: &words, club: &arguments.club, name: &name, threads, out, done: 0 };
    let worked = runtime.block_on(teller.work(&shift, told));
    runtime.shutdown_timeout(Duration::from_millis(200));
    worked
}

/// An id that no other worker has.
fn own_id() -> String {
    let number = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", number(), number())
}

/// Prints what the worker does.
struct Teller<'a, W: Write> {
    words: &'a Words,
    club: &'a str,
    name: &'a str,
    threads: u32,
    out: &'a mut W,
    done: u32,
}

impl<W: Write> Teller<'_, W> {
    /// Works until it is stopped, or until the club refuses this worker.
    async fn work(&mut self, shift: &Arc<Shift>, mut told: mpsc::UnboundedReceiver<News>) -> Result<(), Failure> {
        let slots: Vec<_> = (0..self.threads).map(|_| tokio::spawn(Arc::clone(shift).work())).collect();
        let stopped = interrupt::wait();
        tokio::pin!(stopped);
        let ended = loop {
            let news = tokio::select! {
                () = &mut stopped => break Ok(()),
                Some(news) = told.recv() => news,
            };
            match news {
                News::Refused(text) => break Err(Failure::Input(text)),
                other => self.say(&other)?,
            }
        };
        shift.stop();
        let all = async {
            for slot in slots {
                let _ = slot.await;
            }
        };
        let _ = tokio::time::timeout(PATIENCE, all).await;
        while let Ok(news) = told.try_recv() {
            self.say(&news)?;
        }
        if ended.is_ok() {
            writeln!(self.out, "{}", self.words.say("worker-stopped", &[("count", self.done.into())]))?;
        }
        ended
    }

    fn say(&mut self, news: &News) -> Result<(), Failure> {
        let words = self.words;
        let text = match news {
            News::Here => {
                let variables = [("url", self.club.into()), ("name", self.name.into()), ("count", self.threads.into())];
                format!("{}\n{}", words.say("worker-here", &variables), words.say("worker-stop", &[]))
            }
            News::Away { reason, pause } => {
                let seconds = pause.as_secs().max(1) as u32;
                words.say("worker-away", &[("reason", reason.as_str().into()), ("count", seconds.into())])
            }
            News::Back => words.say("worker-back", &[]),
            News::Done { kind, nodes, took } => {
                self.done += 1;
                let seconds = took.as_secs_f64().max(0.001);
                let variables = [
                    ("what", words.say(&format!("job-{kind}"), &[]).into()),
                    ("seconds", words.decimal(seconds, 1).into()),
                    ("speed", words.decimal(*nodes as f64 / seconds / 1e6, 2).into()),
                    ("count", self.done.into()),
                ];
                words.say("worker-done", &variables)
            }
            News::Late => words.say("worker-late", &[]),
            News::GaveBack => words.say("worker-gave-back", &[]),
            News::Broken => words.say("worker-broken", &[]),
            News::Refused(text) => text.clone(),
        };
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }
}

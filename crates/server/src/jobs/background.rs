//! Background work, if the club wants it: levels of the computer play each other until it is known how they
//! stand.

use super::results::background;
use super::task::{LevelTask, Task};
use crate::club::Club;
use crate::error::Failure;
use crate::random;
use damka_engine::{Level, SIGNATURE};
use damka_rules::Ruleset;
use damka_store::{JobState, LevelScore, Urgency, Write};
use std::sync::Arc;
use std::time::Duration;

/// How many jobs of this kind are unfinished at most.
const MOST: usize = 4;
/// The pairs of games of one job.
const PAIRS: u32 = 4;
/// Two levels play so many pairs of games.
const ENOUGH: u64 = 200;
/// The shortest time between two checks whether more is wanted.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest time between two checks whether more is wanted.
const LOOK: Duration = Duration::from_secs(30);

/// Makes such work until the club closes, if it is wanted.
pub async fn make(club: Arc<Club>) {
    if !club.settings.background_jobs {
        return;
    }
    let (mut bell, mut closing) = (club.jobs.bell.subscribe(), club.closing());
    loop {
        bell.borrow_and_update();
        if let Err(failure) = more(&club).await {
            tracing::warn!(?failure, "no background jobs could be made");
        }
        tokio::select! {
            _ = closing.wait_for(|closing| *closing) => return,
            () = tokio::time::sleep(LOOK) => {}
            _ = async { tokio::time::sleep(PAUSE).await; bell.changed().await } => {}
        }
    }
}

async fn more(club: &Arc<Club>) -> Result<(), Failure> {
    let read = |store: &dyn damka_store::Store| Ok((store.jobs().job_counts()?, store.jobs().level_scores(SIGNATURE)?));
    let (counts, scores) = club.read(read).await?;
    let is_open = |state| matches!(state, JobState::Waiting | JobState::Taken);
    let open = counts.iter().filter(|count| is_open(count.state) && count.kind == "level");
    if open.map(|count| count.count as usize).sum::<usize>() >= MOST {
        return Ok(());
    }
    debug_assert!(counts.iter().all(|count| count.kind != "level" || count.urgency == Urgency::Background));
    let wanted = wanted(&scores).into_iter().take(MOST).enumerate().map(|(slot, (rules, levels))| {
        let task = Task::Level(LevelTask { rules, levels, pairs: PAIRS, seed: random::number() >> 12 });
        // Every node makes such work: a job about the same thing is unfinished at most once.
        background(&task, Some(format!("slot {slot}")))
    });
    let wanted: Vec<Write> = wanted.collect();
    if wanted.is_empty() {
        return Ok(());
    }
    club.write(wanted).await?;
    club.work_changed();
    Ok(())
}

/// The games and neighbouring levels of which the least is known, until enough is. The strongest level thinks by the
/// clock, so what it reaches depends on the machine.
fn wanted(scores: &[LevelScore]) -> Vec<(String, [u8; 2])> {
    let known = |rules: &str, levels: [u8; 2]| {
        let score = scores.iter().find(|score| score.rules == rules && [score.first, score.second] == levels);
        score.map_or(0, |score| score.pairs.iter().sum::<u64>())
    };
    let numbers: Vec<u8> = Level::ALL.iter().filter(|level| !level.is_full_strength()).map(|it| it.number()).collect();
    let mut all: Vec<(u64, String, [u8; 2])> = Vec::new();
    for ruleset in Ruleset::all() {
        let rules = ruleset.line();
        let pairs = numbers.windows(2).map(|two| [two[0], two[1]]);
        all.extend(pairs.map(|levels| (known(&rules, levels), rules.clone(), levels)));
    }
    all.retain(|(known, ..)| *known < ENOUGH);
    all.sort_by_key(|(known, ..)| *known);
    all.into_iter().map(|(_, rules, levels)| (rules, levels)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_known_comes_first_and_an_end_is_reached() {
        let all = wanted(&[]);
        assert_eq!(all.len(), Ruleset::all().len() * 8);
        assert!(all.iter().all(|(_, levels)| levels[1] == levels[0] + 1 && levels[1] < 10));
        let (rules, [first, second]) = all[0].clone();
        let score = |count| LevelScore { rules: rules.clone(), first, second, pairs: [0, 0, count, 0, 0] };
        assert_eq!(wanted(&[score(4)]).last(), Some(&all[0]));
        assert_eq!(wanted(&[score(ENOUGH)]).len(), all.len() - 1);
    }
}

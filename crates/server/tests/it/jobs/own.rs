//! The club as a worker of its own queue, and background jobs.

use super::hall::{Hall, elsewhere, found, game, level, until};
use crate::house::nodes::Nodes;
use axum::http::StatusCode;
use damka_engine::SIGNATURE;
use damka_server::Settings;
use damka_server::jobs::{Found, GameText, Task};
use damka_store::{Urgency, Write};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn the_club_itself_does_what_nobody_waits_for_and_shows_how_levels_stand() {
    let settings = Settings { background_jobs: true, limited: false, ..Settings::default() };
    let mut hall = Hall::open(settings).await;
    let levels = until("games of levels", async || {
        let view = hall.view().await;
        view["levels"].as_array().filter(|levels| levels.len() >= 2).cloned()
    })
    .await;
    for row in &levels {
        assert_eq!(row["games"].as_u64().unwrap() % 8, 0, "{row}");
        assert_eq!(row["level"].as_u64().unwrap(), row["against"].as_u64().unwrap() + 1);
    }
    // A person does not wait for it.
    hall.ask().await;
    until("the analysis", async || (hall.status().await == "done").then_some(())).await;
    let view = hall.view().await;
    assert_eq!((&view["background"], &view["workers"][0]["name"]), (&json!(true), &json!("The club itself")));
}

#[tokio::test]
async fn puzzles_are_kept_and_listed() {
    let settings = Settings { background_jobs: true, own_jobs: false, ..elsewhere() };
    let mut hall = Hall::open(Settings { job_lease: Duration::from_secs(60), ..settings }).await;
    let mut worker = hall.worker("one").await;
    hall.ask().await;
    let given = worker.take(5).await.unwrap();
    let mut result = found(&given);
    // A game of three moves has nothing to learn from, so its last move is called a blunder.
    result["analysis"]["positions"][2]["class"] = json!("blunder");
    assert_eq!(worker.hand_in(&given, &result).await, StatusCode::NO_CONTENT);
    let wanted = until("the job that looks for puzzles", async || {
        worker.take(0).await.filter(|given| given["task"]["kind"] == "puzzles")
    })
    .await;
    assert_eq!(wanted["task"]["plies"], json!([2, 3]), "where it went wrong, and where it could be punished");
    let Ok(Task::Puzzles(task)) = Task::read(&wanted["task"].to_string()) else { panic!("{wanted}") };
    let before = task.game.game().unwrap();
    let at = &before.played()[2].before;
    let position = damka_notation::fen::write_hub(at, before.ruleset());
    let puzzle = json!({"ply": 2, "position": position, "line": ["b2-c3"], "best": 950, "second": 400,
        "missed": false, "hidden": true});
    let mut elsewhere = puzzle.clone();
    elsewhere["ply"] = json!(3);
    let wrong = json!({"kind": "puzzles", "puzzles": [elsewhere]});
    assert_eq!(worker.hand_in(&wanted, &wrong).await, StatusCode::BAD_REQUEST, "another position");
    let again =
        until("it is tried again", async || worker.take(0).await.filter(|given| given["task"]["kind"] == "puzzles"))
            .await;
    assert_eq!(worker.hand_in(&again, &json!({"kind": "puzzles", "puzzles": [puzzle]})).await, StatusCode::NO_CONTENT);
    let page = hall.keeper.get("/api/keeper/work/puzzles").await;
    assert_eq!((&page["puzzles"][0]["game"], &page["next"]), (&json!(hall.game), &Value::Null), "{page}");
    assert_eq!(page["puzzles"][0]["line"], json!(["b2-c3"]));
    assert_eq!(hall.view().await["puzzleGames"], 1);
}

#[tokio::test]
async fn every_node_shows_how_far_a_job_has_come_and_one_of_them_does_it() {
    let nodes = Nodes::open(2).await;
    let (id, mut ann) = game(&nodes.houses[0]).await;
    let mut there = nodes.houses[1].guest(&ann);
    let path = format!("/api/games/{id}/analysis");
    assert_eq!(ann.post(&path, json!({})).await["status"], "waiting");
    assert_ne!(there.post(&path, json!({})).await["status"], "none", "the same job, asked for at the other node");
    until("the analysis", async || (there.get(&path).await["status"] == "done").then_some(())).await;
    assert_eq!(ann.get(&path).await["positions"].as_array().unwrap().len(), 4);
    let jobs = nodes.store.jobs().newest_jobs(9).unwrap();
    assert_eq!(jobs.iter().filter(|job| job.job.kind == "analysis").count(), 1);
}

#[tokio::test]
async fn the_job_of_a_node_that_is_gone_is_taken_by_another() {
    let nodes = Nodes::open(1).await;
    let (id, mut ann) = game(&nodes.houses[0]).await;
    // A node that has taken a job and was killed: its lease expires, and nothing else happens.
    let taking = |token: &str, lease| damka_store::Taking {
        worker: "node-0".to_owned(),
        token: token.to_owned(),
        lease,
        up_to: Urgency::Background,
    };
    let path = format!("/api/games/{id}/analysis");
    ann.post(&path, json!({})).await;
    until("the analysis", async || (ann.get(&path).await["status"] == "done").then_some(())).await;
    // No bell rings: the job is only found by looking for it.
    damka_store::story::write(&*nodes.store, vec![Write::Job(level())]).unwrap();
    let taken = nodes.store.jobs().take_job(&taking("dead", 300)).unwrap();
    let taken = match taken {
        Some(taken) => taken.number,
        // The node was quicker: it has the job, and does it.
        None => nodes.store.jobs().newest_jobs(1).unwrap()[0].number,
    };
    until("somebody else does it", async || {
        let job = nodes.store.jobs().job(taken).unwrap().unwrap();
        (job.state == damka_store::JobState::Done).then_some(())
    })
    .await;
    let scores = nodes.store.jobs().level_scores(SIGNATURE).unwrap();
    assert_eq!(scores.iter().map(|score| score.pairs.iter().sum::<u64>()).sum::<u64>(), 1);
}

#[test]
fn a_result_says_what_it_is() {
    let text = GameText { rules: "russian".to_owned(), start: "?".to_owned(), plies: vec![] };
    assert!(text.game().is_err());
    let found = Found::Level { pairs: [0, 0, 1, 0, 0], plies: 7 };
    assert_eq!(serde_json::to_value(found).unwrap()["kind"], "level");
}

//! What people read: sentences first, articles for those who ask, records in sentences.

use crate::house::{House, two};
use axum::http::Method;
use serde_json::{Value, json};

/// Friction 4: no sentence has the id of a clause, and the article comes beside it.
fn apart(sentence: &Value, citation: &Value) {
    let (sentence, citation) = (sentence.as_str().unwrap(), citation.as_str().unwrap());
    assert!(!sentence.contains('[') && !sentence.contains("Damka"), "{sentence}");
    assert!(citation.contains("[A."), "{citation}");
}

#[tokio::test]
async fn friction_4_sentences_and_articles_come_apart() {
    let house = House::open().await;
    let mut ann = house.visitor();
    let position = json!({"rules": "russian", "fen": "W:Wc3,Ka1:Bd4,Kh6"});
    let view = ann.post("/api/position", position.clone()).await;
    apart(&view["situation"], &view["situationCitation"]);
    let why = ann.post("/api/position/explain", json!({"position": position, "path": ["c3", "b4"]})).await;
    assert_eq!(why["text"], "You must capture with c3.");
    apart(&why["text"], &why["citation"]);
    let kings = json!({"rules": "russian", "fen": "W:WKa1,Kc1:BKh6,Kf8", "moves": ["a1-b2", "h6-g5"]});
    let counters = ann.post("/api/position", kings).await["counters"].clone();
    assert!(!counters.as_array().unwrap().is_empty());
    for counter in counters.as_array().unwrap() {
        apart(&counter["text"], &counter["citation"]);
        assert!(counter["rule"].as_str().unwrap().ends_with('.'), "{counter}");
    }

    let (_, _, [mut white, mut black]) = two(&house, json!({"rules": "russian"})).await;
    let refused = white.refused(json!({"kind": "move", "path": ["c3", "c5"]})).await;
    apart(&refused["problem"]["text"], &refused["problem"]["citation"]);
    white.act(json!({"kind": "resign"})).await;
    let ending = black.event().await["state"]["ending"].clone();
    apart(&ending["text"], &ending["citation"]);
}

/// Friction 24: the record is written in the reader's language, to the players, and to everyone only when the game is over.
#[tokio::test]
async fn friction_24_the_record_is_made_of_sentences() {
    let house = House::open().await;
    let (id, [mut ann, _], [mut white, mut black]) = two(&house, json!({"manner": "at-board"})).await;
    for act in [
        json!({"kind": "lift", "cell": "c3"}),
        json!({"kind": "place", "cell": "d4"}),
        json!({"kind": "release"}),
        json!({"kind": "press"}),
    ] {
        white.act(act).await;
        white.event().await;
        black.event().await;
    }
    let address = format!("/api/games/{id}/record");
    let mut stranger = house.visitor();
    assert_eq!(stranger.refused(Method::GET, &address, json!(null)).await, "not-over");
    let lines = |record: &Value| -> Vec<String> {
        let lines = record["lines"].as_array().unwrap().iter();
        lines.map(|line| line["text"].as_str().unwrap().to_owned()).collect()
    };
    let told = lines(&ann.get(&format!("{address}?lang=ru")).await);
    assert_eq!(told, ["Белые: c3-d4.", "Белые переключают часы."]);
    black.act(json!({"kind": "resign"})).await;
    black.event().await;
    let told = lines(&stranger.get(&format!("{address}?lang=uk")).await);
    assert_eq!(told[2..], ["Чорні здаються.", "Результат. Білі виграли: чорні здалися."]);
}

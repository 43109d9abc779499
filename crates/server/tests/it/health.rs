//! Health checks of the data, and headers that every answer has.

use crate::house::{House, PATIENCE};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use damka_server::{Settings, router};
use damka_store::Sqlite;
use http_body_util::BodyExt;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

async fn get(house: &House, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = Request::get(path).header(header::HOST, "localhost");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    router(Arc::clone(&house.club)).oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn text(response: Response) -> String {
    String::from_utf8_lossy(&response.into_body().collect().await.unwrap().to_bytes()).into_owned()
}

#[tokio::test]
async fn security_17_health_says_which_table_is_destroyed() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings::default()).await;
    assert_eq!(get(&house, "/api/health", &[]).await.status(), StatusCode::OK);
    let tool = rusqlite::Connection::open(Sqlite::file(folder.path())).unwrap();
    tool.busy_timeout(PATIENCE).unwrap();
    tool.execute_batch("PRAGMA foreign_keys = OFF; DROP TABLE occupants").unwrap();
    let told = async {
        loop {
            let answer = get(&house, "/api/health", &[("accept-language", "en")]).await;
            if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
                return text(answer).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let told = tokio::time::timeout(PATIENCE, told).await.expect("somebody looks");
    assert!(told.contains("occupants") && told.contains("damaged"), "{told}");
}

#[tokio::test]
async fn security_12_metrics_are_for_the_machine_itself_and_never_for_somebody_behind_a_proxy() {
    let house = House::open().await;
    assert_eq!(get(&house, "/metrics", &[]).await.status(), StatusCode::OK);
    for trace in ["x-forwarded-for", "forwarded", "via", "x-real-ip"] {
        let answer = get(&house, "/metrics", &[(trace, "203.0.113.5")]).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{trace}: a proxy that nobody has named");
    }
    let folder = tempfile::tempdir().unwrap();
    let house = House::open_in(folder.path(), Settings { behind_proxy: true, ..Settings::default() }).await;
    for told in ["203.0.113.5", "203.0.113.5:4711", "[2001:db8::1]", "[2001:db8::1]:1", "unknown", "", "127.0.0.1,"] {
        let answer = get(&house, "/metrics", &[("x-forwarded-for", told)]).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{told}");
    }
    assert_eq!(get(&house, "/metrics", &[]).await.status(), StatusCode::FORBIDDEN, "a proxy that says nothing");
    let own = get(&house, "/metrics", &[("x-forwarded-for", "127.0.0.1")]).await;
    assert_eq!(own.status(), StatusCode::OK);
}

#[tokio::test]
async fn interop_12_every_answer_has_its_headers() {
    let folder = tempfile::tempdir().unwrap();
    let public_url = Some("https://club.example".to_owned());
    let house = House::open_in(folder.path(), Settings { public_url, ..Settings::default() }).await;
    for path in ["/", "/api/choices", "/api/nothing", "/api/rules/page?rules=russian", "/api/diagram?rules=russian"] {
        let answer = get(&house, path, &[]).await;
        let header = |name: &str| answer.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        assert_eq!(header("strict-transport-security"), "max-age=31536000", "{path}");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin", "{path}");
        let policy = header("content-security-policy");
        assert!(policy.contains("style-src") && !policy.contains("unsafe-inline"), "{path}: {policy}");
    }
    let picture = get(&house, "/api/preview.png", &[]).await;
    assert_eq!(picture.headers()["cross-origin-resource-policy"], "cross-origin", "others show it");
    let plain = House::open().await;
    assert!(!get(&plain, "/", &[]).await.headers().contains_key("strict-transport-security"), "without https");
}

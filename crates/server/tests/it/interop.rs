//! The API as other people's programs meet it: methods, headers, content types, and how sockets are closed.

use crate::house::House;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use damka_server::{Settings, router};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tower::ServiceExt;

type Headers<'a> = &'a [(&'a str, &'a str)];

async fn ask(
    house: &House,
    method: Method,
    path: &str,
    headers: Headers<'_>,
    body: &str,
) -> (StatusCode, HeaderMap, Value) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::from(body.to_owned())).unwrap();
    let response = router(Arc::clone(&house.club)).oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8_lossy(&body).into_owned();
    (status, headers, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

async fn get(house: &House, path: &str, headers: Headers<'_>) -> (StatusCode, HeaderMap, Value) {
    ask(house, Method::GET, path, headers, "").await
}

#[tokio::test]
async fn interop_6_a_wrong_method_is_told_the_right_ones() {
    let house = House::open().await;
    for (method, path, right) in [
        (Method::DELETE, "/api/lobby", "GET,HEAD"),
        (Method::PUT, "/api/games", "GET,HEAD,POST"),
        (Method::POST, "/api/games/none/tree", "GET,HEAD,PUT"),
        (Method::POST, "/api/health", "GET,HEAD"),
        (Method::POST, "/metrics", "GET,HEAD"),
        (Method::POST, "/game/none", "GET,HEAD"),
    ] {
        let (status, headers, problem) = ask(&house, method.clone(), path, &[("host", "localhost")], "").await;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        assert_eq!(headers[header::ALLOW], right, "{method} {path}");
        assert_eq!(problem["code"], "wrong-method", "{method} {path}");
        assert!(problem["text"].is_string());
    }
    let (status, _, problem) = get(&house, "/api/nowhere", &[("host", "localhost")]).await;
    assert_eq!((status, problem["code"].as_str()), (StatusCode::NOT_FOUND, Some("no-path")));
}

#[tokio::test]
async fn interop_6_too_many_requests_are_told_when_to_come_again() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    visitor.get("/api/me").await;
    let cookie = visitor.cookie.clone().unwrap();
    // It has no effect, but it counts.
    let wanted = json!({"rules": "nonsense", "opponent": {"kind": "sameScreen"}}).to_string();
    for _ in 0..5000 {
        let headers = [("host", "localhost"), ("cookie", cookie.as_str()), ("content-type", "application/json")];
        let (status, headers, _) = ask(&house, Method::POST, "/api/games", &headers, &wanted).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            let seconds: u32 = headers[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
            assert!((1..=3600).contains(&seconds), "{seconds}");
            return;
        }
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    panic!("nobody is ever limited");
}

#[tokio::test]
async fn interop_12_a_body_is_json_or_refused() {
    let house = House::open().await;
    let wanted = json!({"rules": "russian"}).to_string();
    for (kind, expected) in [
        (Some("application/json"), StatusCode::OK),
        (Some("Application/JSON; charset=utf-8"), StatusCode::OK),
        (None, StatusCode::OK),
        (Some("text/plain"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (Some("text/plain; application/json"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (Some("application/x-www-form-urlencoded"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (Some(""), StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        let headers: Vec<(&str, &str)> =
            std::iter::once(("host", "localhost")).chain(kind.map(|kind| ("content-type", kind))).collect();
        let (status, _, answer) = ask(&house, Method::POST, "/api/position", &headers, &wanted).await;
        assert_eq!(status, expected, "{kind:?}: {answer}");
        assert_eq!(answer["code"] == "not-json", expected != StatusCode::OK, "{kind:?}");
    }
}

#[tokio::test]
async fn interop_6_a_message_that_is_too_large_closes_with_1009() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let (id, _) = visitor.make(json!({"rules": "russian", "opponent": {"kind": "sameScreen"}})).await;
    for path in [format!("/api/games/{id}/socket"), "/api/lobby/socket".to_owned(), "/api/analysis/socket".to_owned()] {
        for size in [9_000, 100_000] {
            let mut socket = visitor.socket(&path).await;
            // A large message may not be written completely before the other side has closed.
            let _ = socket.stream.send(Message::text("x".repeat(size))).await;
            let closed = loop {
                let message = tokio::time::timeout(crate::house::PATIENCE, socket.stream.next()).await.unwrap();
                match message {
                    Some(Ok(Message::Close(frame))) => break frame.expect("a reason"),
                    Some(Ok(_)) => {}
                    other => panic!("{path}, {size}: {other:?}"),
                }
            };
            assert_eq!(closed.code, CloseCode::Size, "{path}, {size}");
        }
    }
}

#[tokio::test]
async fn interop_12_what_follows_from_its_address_is_kept_by_browsers() {
    let house = House::open().await;
    for (path, kind) in [
        ("/api/diagram?rules=russian&lang=en", "image/svg+xml"),
        ("/api/rules/page?rules=russian&lang=en", "text/html; charset=utf-8"),
    ] {
        let (status, headers, first) = get(&house, path, &[("host", "localhost")]).await;
        assert_eq!((status, &headers[header::CONTENT_TYPE]), (StatusCode::OK, &header::HeaderValue::from_static(kind)));
        assert_eq!(headers[header::CACHE_CONTROL], "private, max-age=86400", "{path}");
        let tag = headers[header::ETAG].to_str().unwrap();
        let (status, _, body) = get(&house, path, &[("host", "localhost"), ("if-none-match", tag)]).await;
        assert_eq!((status, body), (StatusCode::NOT_MODIFIED, Value::String(String::new())), "{path}");
        let russian = path.replace("lang=en", "lang=ru");
        let (status, _, other) = get(&house, &russian, &[("host", "localhost"), ("if-none-match", tag)]).await;
        assert_eq!(status, StatusCode::OK, "{russian}");
        assert_ne!(other, first);
    }
    let (status, headers, _) = get(&house, "/api/diagram?rules=nonsense", &[("host", "localhost")]).await;
    assert_eq!(
        (status, &headers[header::CACHE_CONTROL]),
        (StatusCode::UNPROCESSABLE_ENTITY, &header::HeaderValue::from_static("no-store"))
    );
}

#[tokio::test]
async fn interop_3_metrics_are_not_public_through_a_proxy_on_the_same_machine() {
    let open = async |public: bool, behind_proxy: bool| {
        let folder = tempfile::tempdir().unwrap();
        let public_url = public.then(|| "https://club.example".to_owned());
        let house = House::open_in(folder.path(), Settings { public_url, behind_proxy, ..Settings::default() }).await;
        (folder, house)
    };
    let host = ("host", "127.0.0.1:8064");
    let own = ("x-forwarded-for", "127.0.0.1");
    let others = [("x-forwarded-for", "203.0.113.7"), ("forwarded", "for=203.0.113.7"), ("via", "1.1 proxy")];
    // Whether the machine itself gets an answer, and whether it does through a proxy that says so.
    for (public, behind_proxy, plain, named) in
        [(false, false, true, false), (true, false, false, false), (true, true, false, true)]
    {
        let (_folder, house) = open(public, behind_proxy).await;
        let about = format!("public {public}, behind a proxy {behind_proxy}");
        for (headers, expected) in [(vec![host], plain), (vec![host, own], named)] {
            let (status, ..) = get(&house, "/metrics", &headers).await;
            assert_eq!(status == StatusCode::OK, expected, "{about}: {headers:?}");
        }
        for other in others {
            let (status, _, problem) = get(&house, "/metrics", &[host, other]).await;
            assert_eq!(
                (status, problem["code"].as_str()),
                (StatusCode::FORBIDDEN, Some("local-only")),
                "{about}: {other:?}"
            );
        }
    }
}

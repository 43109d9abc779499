//! How answers travel: compressed, and not twice.

use crate::house::House;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use damka_server::router;
use http_body_util::BodyExt;
use std::io::Read;
use std::sync::Arc;
use tower::ServiceExt;

async fn get(house: &House, path: &str, more: &[(header::HeaderName, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let mut request = Request::builder().uri(path).header(header::HOST, "localhost");
    for (name, value) in more {
        request = request.header(name, *value);
    }
    let response = router(Arc::clone(&house.club)).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

#[tokio::test]
async fn large_answers_are_compressed_and_loaded_once() {
    let house = House::open().await;
    let (_, headers, plain) = get(&house, "/api/choices", &[]).await;
    assert!(!headers.contains_key(header::CONTENT_ENCODING), "nobody asked for it");
    let (_, headers, packed) = get(&house, "/api/choices", &[(header::ACCEPT_ENCODING, "br, gzip")]).await;
    assert_eq!(headers[header::CONTENT_ENCODING], "gzip");
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain);
    assert!(packed.len() * 5 < plain.len(), "{} of {}", packed.len(), plain.len());

    let tag = headers[header::ETAG].to_str().unwrap();
    let again = [(header::ACCEPT_ENCODING, "gzip"), (header::IF_NONE_MATCH, tag)];
    let (status, headers, body) = get(&house, "/api/choices", &again).await;
    assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0));
    assert_eq!(headers[header::CACHE_CONTROL], "private, no-cache");
    let (status, _, other) = get(&house, "/api/choices?lang=ru", &again[1..]).await;
    assert_eq!(status, StatusCode::OK, "another language is another answer");
    assert_ne!(other, plain);

    let (_, headers, _) = get(&house, "/api/me", &[(header::ACCEPT_ENCODING, "gzip")]).await;
    assert!(!headers.contains_key(header::CONTENT_ENCODING), "a short answer is not worth it");
    assert_eq!(headers[header::CACHE_CONTROL], "no-store");
}

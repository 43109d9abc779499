//! The API's description is kept in the repository, so that a change of it is seen in review.
//! `make types` writes it again.

use super::openapi;
use std::path::PathBuf;

#[test]
fn the_description_is_not_old() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let made = format!("{}\n", openapi());
    if std::env::var_os("DAMKA_WRITE_TYPES").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "docs/openapi.json is old: run `make types`");
}

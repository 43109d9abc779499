//! The page is built into the program, so the program is built again when the page was.

fn main() {
    let built = std::path::Path::new("../../web/dist");
    let watched = if built.exists() { "../../web/dist" } else { "build.rs" };
    println!("cargo:rerun-if-changed={watched}");
}

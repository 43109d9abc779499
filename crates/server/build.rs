//! The page is built into the program, so the program is built again when the page was.

fn main() {
    let built = std::path::Path::new("../../web/dist");
    // Cargo watches only what is there: without the folder it would not notice that the page was built later.
    let _ = std::fs::create_dir_all(built);
    println!("cargo:rerun-if-changed={}", built.display());
}

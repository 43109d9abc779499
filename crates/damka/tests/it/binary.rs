//! How the tests start the binary, and folders for its files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command in the repository's root, in no language but the one it asks for. It never panics.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
        .args(arguments)
        .current_dir(root())
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        // The answers must not depend on the endgame tables of the machine that runs the tests.
        .env("DAMKA_DATA", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A command that refuses its options does not wait for its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the binary ends");
    assert!(!text(&output.stderr).contains("panicked"), "{arguments:?}: {}", text(&output.stderr));
    output
}

/// What was printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// What a command said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs a command with some input.
pub fn damka_with_input(arguments: &[&str], input: &[u8]) -> Said {
    let Output { status, stdout, stderr } = run(arguments, input);
    Said { code: status.code(), out: text(&stdout), err: text(&stderr) }
}

/// Runs a command without input.
pub fn damka(arguments: &[&str]) -> Said {
    damka_with_input(arguments, b"")
}

/// What a command prints when it succeeds.
pub fn printed(arguments: &[&str]) -> String {
    let said = damka(arguments);
    assert_eq!(said.code, Some(0), "{arguments:?}: {}", said.err);
    said.out
}

/// What a command says when it refuses its input.
pub fn refused(arguments: &[&str]) -> String {
    let said = damka(arguments);
    assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
    said.err
}

/// A folder that goes away with its owner.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("damka-test-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), content).expect("a file");
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file")
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

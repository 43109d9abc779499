//! A server process that never outlives its test.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// What stands between the test and the server. It passes signals on, which come as words; at the end of its input, which
/// comes when the test ends for any reason, it ends the server and removes its folder.
const KEEPER: &str = r#"
folder=$1; shift
"$@" & server=$!
while read -r word; do
    case $word in
    wait) wait "$server"; exit 0 ;;
    *) kill -s "$word" "$server" ;;
    esac
done
kill -s QUIT "$server"
wait "$server"
rm -rf -- "$folder"
"#;

/// The user under whom a server runs that refuses to run as root.
#[derive(Clone, Copy, Debug)]
pub struct User {
    pub id: u32,
    pub group: u32,
}

impl User {
    /// An unprivileged user, if this process runs as root.
    #[cfg(unix)]
    pub fn instead_of_root() -> Option<User> {
        use std::os::unix::fs::MetadataExt;
        let own = tempfile::tempfile().and_then(|file| file.metadata()).expect("a temporary file");
        if own.uid() != 0 {
            return None;
        }
        let users = std::fs::read_to_string("/etc/passwd").expect("the list of users");
        let user = |name: &str| {
            let mut fields = users.lines().map(|line| line.split(':')).find(|it| it.clone().next() == Some(name))?;
            let id = fields.nth(2)?.parse().ok()?;
            Some(User { id, group: fields.next()?.parse().ok()? })
        };
        Some(user("postgres").or_else(|| user("nobody")).expect("a user `postgres` or `nobody`"))
    }

    #[cfg(not(unix))]
    pub fn instead_of_root() -> Option<User> {
        None
    }

    /// A command as this user.
    pub fn command(user: Option<User>, program: &Path) -> Command {
        let mut command = Command::new(program);
        #[cfg(unix)]
        if let Some(user) = user {
            std::os::unix::process::CommandExt::uid(&mut command, user.id);
            std::os::unix::process::CommandExt::gid(&mut command, user.group);
        }
        #[cfg(not(unix))]
        let _ = user;
        command
    }
}

/// A temporary folder that a user may write to.
pub fn folder(name: &str, user: Option<User>) -> PathBuf {
    let folder = tempfile::Builder::new().prefix(name).tempdir().expect("a temporary folder").keep();
    #[cfg(unix)]
    if let Some(user) = user {
        std::os::unix::fs::chown(&folder, Some(user.id), Some(user.group)).expect("the folder of another user");
    }
    #[cfg(not(unix))]
    let _ = user;
    folder
}

/// A port on which nothing listens.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its number").port()
}

/// Where a program is: in one of the folders, the last in order first, or on the path.
pub fn find(program: &str, folders: &[PathBuf], packages: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = folders.to_vec();
    places.sort();
    places.reverse();
    places.extend(std::env::split_paths(&path));
    places.extend(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
    let found = places.into_iter().map(|place| place.join(program)).find(|file| file.is_file());
    found.unwrap_or_else(|| panic!("`{program}` is not installed; on Debian it comes with: apt install {packages}"))
}

/// A running server.
#[derive(Debug)]
pub struct Process {
    keeper: Child,
    words: Option<ChildStdin>,
    log: Arc<Mutex<String>>,
}

impl Process {
    /// Starts a server and waits until its log says that it is ready. Where it ends before that, gives its log.
    pub fn start(command: &[&str], folder: &Path, user: Option<User>, ready: &str) -> Result<Process, String> {
        let mut keeper = User::command(user, Path::new("/bin/sh"));
        keeper.args(["-c", KEEPER, "keeper"]).arg(folder).args(command).env("LC_ALL", "C").current_dir(folder);
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut keeper = keeper.spawn().map_err(|error| error.to_string())?;
        let words = keeper.stdin.take();
        let lines = keeper.stderr.take().map(BufReader::new).ok_or("it has no log")?;
        let mut process = Process { keeper, words, log: Arc::default() };
        match process.read_until(lines, ready) {
            Some(lines) => {
                process.keep_reading(lines);
                Ok(process)
            }
            None => {
                let log = process.log();
                process.end("wait");
                Err(log)
            }
        }
    }

    fn read_until(&self, mut lines: BufReader<ChildStderr>, ready: &str) -> Option<BufReader<ChildStderr>> {
        let mut line = String::new();
        while lines.read_line(&mut line).ok()? > 0 {
            let is_ready = line.contains(ready);
            self.log.lock().unwrap_or_else(PoisonError::into_inner).push_str(&line);
            if is_ready {
                return Some(lines);
            }
            // A server that cannot begin may leave its keeper behind, whose end of the log stays open.
            // Clients that connect too early only lose their connections.
            let is_for_client = line.contains("FATAL:  the database system is");
            if line.contains("FATAL") && !is_for_client || line.contains("[FTL]") {
                return None;
            }
            line.clear();
        }
        None
    }

    /// A server whose log nobody reads would stop at some point.
    fn keep_reading(&self, lines: BufReader<ChildStderr>) {
        let log = Arc::clone(&self.log);
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                log.push_str(&line);
                log.push('\n');
            }
        });
    }

    /// What the server has written so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends a signal, such as `STOP`.
    pub fn signal(&mut self, name: &str) {
        let words = self.words.as_mut().expect("it runs");
        words.write_all(format!("{name}\n").as_bytes()).expect("its keeper is there");
    }

    /// Ends the server with a signal, and waits until it has ended. Its folder stays.
    pub fn end(&mut self, signal: &str) {
        if let Some(mut words) = self.words.take() {
            let told = if signal == "wait" { "wait\n".to_owned() } else { format!("{signal}\nwait\n") };
            let _ = words.write_all(told.as_bytes());
            let _ = self.keeper.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.words.take());
        let _ = self.keeper.wait();
    }
}

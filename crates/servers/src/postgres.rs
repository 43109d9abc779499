//! PostgreSQL.

use crate::process::{Process, User, find, folder, free_port};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

const PACKAGES: &str = "postgresql postgresql-client";

/// How often another port is tried when a server cannot start because another program took the one that was free a moment ago.
const TRIES: u32 = 5;

/// A PostgreSQL server that keeps its promises: what it has confirmed is on disk.
#[derive(Debug)]
pub struct Postgres {
    process: Option<Process>,
    folder: PathBuf,
    port: u16,
    user: Option<User>,
    settings: Vec<String>,
    databases: AtomicU32,
}

impl Postgres {
    /// Starts a new server without data.
    ///
    /// # Panics
    /// If PostgreSQL is not installed or does not start; the text says which packages are missing, or what its log says.
    #[must_use]
    pub fn start() -> Postgres {
        Postgres::start_with(&[])
    }

    /// Starts a new server without data that also takes encrypted connections; [`Postgres::certificate`] is its certificate.
    ///
    /// # Panics
    /// As for [`Postgres::start`].
    #[must_use]
    pub fn start_with_tls() -> Postgres {
        Postgres::start_with(&["ssl=on"])
    }

    /// Starts a new server without data, with settings such as `fsync=off`.
    ///
    /// # Panics
    /// As for [`Postgres::start`].
    #[must_use]
    pub fn start_with(settings: &[&str]) -> Postgres {
        let user = User::instead_of_root();
        let folder = folder("damka-postgres-", user);
        let mut initdb = User::command(user, &program("initdb"));
        initdb.args(["--no-sync", "--encoding=UTF8", "--no-locale", "--username=damka", "--auth=trust", "--pgdata"]);
        let made = initdb.arg(folder.join("data")).env("LC_ALL", "C").current_dir(&folder).output();
        let made = made.expect("initdb runs");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_owned()).collect();
        let mut server = Postgres { process: None, folder, port: 0, user, settings, databases: AtomicU32::new(0) };
        if server.settings.iter().any(|setting| setting == "ssl=on") {
            server.make_certificate();
        }
        let mut tries = 0;
        loop {
            server.port = free_port();
            match server.try_start() {
                Ok(()) => return server,
                Err(log) if tries == TRIES => panic!("PostgreSQL does not start: {log}"),
                Err(_) => tries += 1,
            }
        }
    }

    /// A certificate of its own, where the server looks for it.
    fn make_certificate(&self) {
        let data = self.folder.join("data");
        // Debian's PostgreSQL comes with it.
        let mut make = User::command(self.user, &find("openssl", &[], "openssl"));
        make.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost"]);
        make.args(["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"]);
        make.arg("-keyout").arg(data.join("server.key")).arg("-out").arg(data.join("server.crt"));
        let made = make.current_dir(&self.folder).output().expect("openssl runs");
        assert!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
        std::fs::copy(data.join("server.crt"), self.certificate()).expect("a copy of the certificate");
    }

    /// The file with the certificate of a server that was started with TLS.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        self.folder.join("server.crt")
    }

    /// A server for all tests of this process, started when the first of them needs it.
    ///
    /// # Panics
    /// As for [`Postgres::start`].
    pub fn shared() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(Postgres::start)
    }

    fn try_start(&mut self) -> Result<(), String> {
        let (program, data, port) = (program("postgres"), self.folder.join("data"), self.port.to_string());
        let settings = [
            "fsync=on",
            "synchronous_commit=on",
            "listen_addresses=127.0.0.1",
            // A path in a temporary folder may be too long for a socket.
            "unix_socket_directories=",
            "max_connections=300",
            "logging_collector=off",
            "log_destination=stderr",
        ];
        let mut command = vec![text(&program), "-D", text(&data), "-p", &port];
        let own = self.settings.iter().map(String::as_str);
        command.extend(settings.into_iter().chain(own).flat_map(|setting| ["-c", setting]));
        let ready = "database system is ready to accept connections";
        self.process = Some(Process::start(&command, &self.folder, self.user, ready)?);
        Ok(())
    }

    /// The address of a new, empty database.
    ///
    /// # Panics
    /// If it cannot be created.
    #[must_use]
    pub fn database(&self) -> String {
        let name = format!("club{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut create = User::command(self.user, &program("createdb"));
        create.args(["--host=127.0.0.1", "--username=damka", "--no-password", "--template=template0", "--port"]);
        let created = create.arg(self.port.to_string()).arg(&name).current_dir(&self.folder).output();
        let created = created.expect("createdb runs");
        assert!(created.status.success(), "createdb: {}", String::from_utf8_lossy(&created.stderr));
        self.url(&name)
    }

    /// Runs statements in a database, by its address, as an administrator would with `psql`.
    ///
    /// # Panics
    /// If one of them fails.
    pub fn run(&self, address: &str, statements: &str) {
        let mut psql = User::command(self.user, &program("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--command", statements, address]);
        let done = psql.current_dir(&self.folder).output().expect("psql runs");
        assert!(done.status.success(), "psql: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// The address of a database.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgresql://damka@127.0.0.1:{}/{database}", self.port)
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Stops the server as an administrator would: connections are closed, and all is written.
    pub fn stop(&mut self) {
        self.end("INT");
    }

    /// Ends the server at once, as a crash would: it has to recover from its log when it is started again.
    pub fn kill(&mut self) {
        self.end("QUIT");
    }

    fn end(&mut self, signal: &str) {
        if let Some(mut process) = self.process.take() {
            process.end(signal);
        }
    }

    /// Starts the server again, with its data and on the same port.
    ///
    /// # Panics
    /// If it does not start, or is running already.
    pub fn start_again(&mut self) {
        assert!(self.process.is_none(), "it runs");
        self.try_start().unwrap_or_else(|log| panic!("PostgreSQL does not start again: {log}"));
    }

    /// What the server has written to its log since it was started.
    #[must_use]
    pub fn log(&self) -> String {
        self.process.as_ref().map(Process::log).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its keeper removes the folder of a running server.
        if self.process.take().is_none() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Debian keeps the programs of each version in a folder that is not on the path.
fn program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    find(name, &folders, PACKAGES)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

//! Several nodes of one club: processes of the program on one PostgreSQL and one NATS.

use super::Server;
use damka_servers::{Nats, Postgres};
use std::path::Path;
use std::sync::Arc;

/// Running nodes with their servers.
pub struct Cluster {
    // Nodes end before what they are connected to.
    pub nodes: Vec<Server>,
    /// The address of each node, also after the node has ended.
    pub addresses: Arc<Vec<String>>,
    pub nats: Nats,
    /// The address of the database.
    pub database: String,
    pub postgres: Postgres,
    folders: Vec<tempfile::TempDir>,
}

impl Cluster {
    /// Starts so many nodes, without limits for visitors.
    pub fn start(program: &Path, count: usize) -> Cluster {
        let (postgres, nats) = (Postgres::start(), Nats::start());
        let database = postgres.database();
        let folders: Vec<_> = (0..count).map(|_| tempfile::tempdir().expect("a folder")).collect();
        let node = |folder: &tempfile::TempDir| {
            Server::start_with(program, folder.path(), |command| {
                command.args(["--unlimited", "--postgres", &database, "--nats", &nats.url()]);
            })
        };
        let nodes: Vec<Server> = folders.iter().map(node).collect();
        let addresses = Arc::new(nodes.iter().map(|node| node.address.clone()).collect());
        Cluster { nodes, addresses, nats, database, postgres, folders }
    }

    /// The address of a node.
    pub fn address(&self, node: usize) -> &str {
        &self.addresses[node]
    }
}

//! The cluster torture: three nodes, one PostgreSQL, one NATS, and everything that can go wrong between them, while people
//! play. `make test` does it for half a minute; `make cluster-torture SECONDS=3600` for as long as you like.
//!
//! Nodes are processes, and every connection goes through a cable of this test ([`link`]), which is a TCP proxy. Network
//! namespaces with `tc netem` would do the same to packets, but they need root and a kernel that allows them, and a machine
//! that builds this program has neither as a rule; and what a program sees of a lost packet is a pause, which a proxy can make
//! as well. What is shown here is therefore shown wherever the tests run.
//!
//! `DAMKA_CLUSTER_SEED` repeats the choices of a run (not its races), `DAMKA_CLUSTER_KIND=KillOwner` does one kind of fault
//! and waits after each until everything is well, `DAMKA_CLUSTER_LOGS` names a folder in which the nodes' logs are kept.
#![cfg(unix)]

#[path = "cluster/checker.rs"]
mod checker;
#[path = "cluster/checker_tests.rs"]
mod checker_tests;
mod club;
#[path = "cluster/contests.rs"]
mod contests;
#[path = "cluster/fence.rs"]
mod fence;
#[path = "cluster/history.rs"]
mod history;
#[path = "cluster/link.rs"]
mod link;
#[path = "cluster/nemesis.rs"]
mod nemesis;
#[path = "cluster/nodes.rs"]
mod nodes;
#[path = "cluster/players.rs"]
mod players;
#[path = "cluster/record.rs"]
mod record;
#[path = "cluster/report.rs"]
mod report;
#[path = "cluster/run.rs"]
mod run;

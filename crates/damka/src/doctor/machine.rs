//! The machine itself.

use super::report::Report;
use crate::failure::Failure;
use std::io::Write;

/// With fewer open files than this a few hundred people fill the club: each socket is one.
const FEW_FILES: u64 = 4_096;
/// With less memory than this, in megabytes, a club with analyses may run out of it.
const LITTLE_MEMORY: u64 = 300;

pub fn look(report: &mut Report<'_>, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(most) = most_files() {
        let texts = [("count", most.to_string())];
        if most < FEW_FILES {
            report.attention("files-few", &texts, out)?
        } else {
            report.ok("files-enough", &texts, out)?
        }
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let Some(megabytes) = free_memory() else { return Ok(()) };
    let texts = [("megabytes", megabytes.to_string()), ("threads", threads.to_string())];
    if megabytes < LITTLE_MEMORY {
        report.attention("memory-little", &texts, out)
    } else {
        report.ok("memory-enough", &texts, out)
    }
}

/// How many files the club may open: it asks for as many as the system allows.
#[cfg(unix)]
fn most_files() -> Option<u64> {
    rlimit::getrlimit(rlimit::Resource::NOFILE).ok().map(|(_, hard)| hard)
}

#[cfg(not(unix))]
fn most_files() -> Option<u64> {
    None
}

/// The memory that programs can still have, in megabytes, if the system reports it.
fn free_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
}

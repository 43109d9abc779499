//! Files that are read now and then. All tables together are hundreds of files, and systems limit how many a program
//! may have open: the most recently read stay open, the others are reopened when they are needed.

use crate::file::Source;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of table files open at once in the whole program. Reading a block takes much longer than finding
/// its file here, and a search reads blocks from only a few.
const MOST: usize = 64;

/// The open files by the numbers of their readers, most recently read last.
static OPEN: Mutex<Vec<(u64, Arc<File>)>> = Mutex::new(Vec::new());

fn open_files() -> MutexGuard<'static, Vec<(u64, Arc<File>)>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is reopened when it is needed.
pub(crate) struct Reopened {
    path: PathBuf,
    length: u64,
    number: u64,
}

impl Reopened {
    /// Opens a file for the first time.
    pub fn new(path: &Path) -> io::Result<Reopened> {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let file = File::open(path)?;
        let (length, number) = (Source::length(&file)?, NUMBERS.fetch_add(1, Ordering::Relaxed));
        let reopened = Reopened { path: path.to_owned(), length, number };
        reopened.keep(file);
        Ok(reopened)
    }

    fn keep(&self, file: File) -> Arc<File> {
        let file = Arc::new(file);
        let mut open = open_files();
        // Another thread may have opened it at the same moment.
        open.retain(|(number, _)| *number != self.number);
        open.push((self.number, Arc::clone(&file)));
        if open.len() > MOST {
            open.remove(0);
        }
        file
    }

    fn file(&self) -> io::Result<Arc<File>> {
        {
            let mut open = open_files();
            if let Some(at) = open.iter().rposition(|(number, _)| *number == self.number) {
                open[at..].rotate_left(1);
                return Ok(Arc::clone(&open[open.len() - 1].1));
            }
        }
        Ok(self.keep(File::open(&self.path)?))
    }
}

impl Source for Reopened {
    fn length(&self) -> io::Result<u64> {
        Ok(self.length)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        Source::read_at(&*self.file()?, bytes, offset)
    }
}

impl Drop for Reopened {
    fn drop(&mut self) {
        open_files().retain(|(number, _)| *number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_17_many_files_are_read_and_few_are_open() {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<Reopened> = (0..3 * MOST)
            .map(|number| {
                let path = folder.path().join(number.to_string());
                std::fs::write(&path, format!("file {number:5}")).unwrap();
                Reopened::new(&path).unwrap()
            })
            .collect();
        for round in 0..2 {
            for (number, file) in files.iter().enumerate() {
                let mut bytes = [0; 5];
                file.read_at(&mut bytes, 5).unwrap();
                assert_eq!(str::from_utf8(&bytes).unwrap().trim(), number.to_string(), "round {round}");
                assert!(open_files().len() <= MOST);
            }
        }
        let numbers: Vec<u64> = files.iter().map(|file| file.number).collect();
        drop(files);
        assert!(!open_files().iter().any(|(number, _)| numbers.contains(number)), "closed with its reader");
    }
}

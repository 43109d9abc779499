//! Where games and summaries go.

use super::AnalyseArgs;
use crate::failure::Failure;
use crate::pdn::output::NewFile;
use damka_words::Words;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// The games go into a file if there is one, and else to standard output unless other programs read that; the
/// summaries go to standard output if it is free, and else beside it.
pub struct Sink<'a> {
    file: Option<NewFile<'a>>,
    out: &'a mut dyn Write,
    is_json: bool,
}

impl<'a> Sink<'a> {
    /// Begins the file, if one is wanted.
    pub fn new(words: &'a Words, arguments: &AnalyseArgs, out: &'a mut dyn Write) -> Result<Sink<'a>, Failure> {
        let create = |name: &PathBuf| NewFile::create(words, name, arguments.force);
        let file = arguments.output.as_ref().map(create).transpose()?;
        Ok(Sink { file, out, is_json: arguments.json })
    }

    /// Whether games or lines for other programs run over the terminal.
    pub fn is_on_terminal(&self) -> bool {
        (self.file.is_none() || self.is_json) && io::stdout().is_terminal()
    }

    /// Writes a game and what is said about it, so that nothing of it waits in a buffer.
    pub fn put(&mut self, game: &str, summary: &str) -> Result<(), Failure> {
        let is_out_free = self.file.is_some() || self.is_json;
        if self.file.is_some() {
            self.put_into_file(game)?;
        }
        self.out.write_all(if is_out_free { summary } else { game }.as_bytes())?;
        self.out.flush()?;
        if !is_out_free {
            // If nobody can hear it, that is not a reason to stop.
            let _ = io::stderr().write_all(summary.as_bytes());
        }
        Ok(())
    }

    fn put_into_file(&mut self, game: &str) -> Result<(), Failure> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        match file.write_all(game.as_bytes()).and_then(|()| file.flush()) {
            Ok(()) => {
                self.file = Some(file);
                Ok(())
            }
            Err(error) => {
                let failure = file.failed(&error);
                // The games in the file may have taken hours: they stay.
                file.leave();
                Err(failure)
            }
        }
    }

    /// Leaves the games that are done where they are, and says in which file, if there is one. An old file is not replaced:
    /// it may have games that are not done.
    pub fn leave(self) -> Option<PathBuf> {
        self.file.map(NewFile::leave)
    }

    /// Keeps the file.
    pub fn finish(self) -> Result<(), Failure> {
        self.file.map_or(Ok(()), NewFile::finish)
    }
}

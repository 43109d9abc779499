//! Files that are written without losing what is there.

use crate::failure::Failure;
use damka_words::Words;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. If it is not finished, nothing is left of it, and what was there before stays.
pub struct NewFile<'a> {
    words: &'a Words,
    /// As the user calls it.
    name: PathBuf,
    writer: BufWriter<File>,
    /// Where the text is until it is finished, and where it belongs then.
    draft: Option<Draft>,
}

struct Draft {
    path: PathBuf,
    /// `None` if it is there already.
    target: Option<PathBuf>,
}

impl<'a> NewFile<'a> {
    /// Begins a file. One that exists is left alone unless `force` is given. Then it is replaced at the end, so that it
    /// can itself be what is read.
    pub fn create(words: &'a Words, name: &Path, force: bool) -> Result<NewFile<'a>, Failure> {
        let refuse = |error: io::Error| {
            if error.kind() == ErrorKind::AlreadyExists {
                let variables = [("file", name.display().to_string().into()), ("option", "--force".into())];
                return Failure::Input(words.say("pdn-exists", &variables));
            }
            cannot_write(words, name, &error)
        };
        let (file, draft) = open(name, force).map_err(refuse)?;
        Ok(NewFile { words, name: name.to_owned(), writer: BufWriter::new(file), draft })
    }

    /// Keeps the file.
    pub fn finish(mut self) -> Result<(), Failure> {
        let name = std::mem::take(&mut self.name);
        self.keep().map_err(|error| cannot_write(self.words, &name, &error))
    }

    /// Leaves what has been written where it is, and says where: in the new file, or in the draft beside the file that was
    /// to be replaced.
    pub fn leave(mut self) -> PathBuf {
        let draft = self.draft.take();
        draft.map_or_else(|| std::mem::take(&mut self.name), |draft| draft.path)
    }

    fn keep(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        if let Some(Draft { path, target: Some(target) }) = &self.draft {
            fs::rename(path, target)?;
        }
        self.draft = None;
        Ok(())
    }

    /// Why writing failed, with the file's name.
    pub fn failed(&self, error: &io::Error) -> Failure {
        cannot_write(self.words, &self.name, error)
    }
}

impl Write for NewFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for NewFile<'_> {
    fn drop(&mut self) {
        if let Some(draft) = self.draft.take() {
            let _ = fs::remove_file(draft.path);
        }
    }
}

fn open(name: &Path, force: bool) -> io::Result<(File, Option<Draft>)> {
    let new = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    match fs::metadata(name) {
        // A pipe or a device loses nothing.
        Ok(data) if !data.is_file() => Ok((OpenOptions::new().write(true).open(name)?, None)),
        Ok(data) if force => {
            // The file itself, not a link to it, is what is replaced.
            let target = fs::canonicalize(name)?;
            let mut draft = OsString::from(".");
            draft.push(target.file_name().unwrap_or_default());
            draft.push(format!(".{}.part", std::process::id()));
            let path = target.with_file_name(draft);
            let file = new(&path)?;
            fs::set_permissions(&path, data.permissions())?;
            Ok((file, Some(Draft { path, target: Some(target) })))
        }
        Ok(_) => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => Ok((new(name)?, Some(Draft { path: name.to_owned(), target: None }))),
    }
}

fn cannot_write(words: &Words, name: &Path, error: &io::Error) -> Failure {
    let variables = [("file", name.display().to_string().into()), ("reason", error.to_string().into())];
    Failure::Input(words.say("cli-cannot-write", &variables))
}

/// Writes a whole file.
pub fn write_new(words: &Words, name: &Path, force: bool, text: &str) -> Result<(), Failure> {
    let mut file = NewFile::create(words, name, force)?;
    if let Err(error) = file.write_all(text.as_bytes()) {
        return Err(file.failed(&error));
    }
    file.finish()
}

//! `damka hub`: an engine for boards and other programs that speak the Hub protocol.

use crate::data;
use crate::failure::Failure;
use damka_protocols::hub;
use damka_words::Words;
use std::io::{BufReader, Write};

/// Answers at the standard input and output until `quit` or the end of the input.
pub fn hub(words: &Words, out: &mut impl Write) -> Result<(), Failure> {
    #[cfg(unix)]
    let out = &mut handed::HandedOver::new(out);
    Ok(hub::serve(BufReader::new(std::io::stdin()), out, data::endgame_present(words))?)
}

/// An output whose lines are read one by one.
///
/// Some programs wait for input with `select`, and then read one line through a buffer that takes everything available:
/// they never see lines that came together with the first one. So the next line is written only when the last one has
/// been taken out of the pipe.
#[cfg(unix)]
mod handed {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    use std::thread;
    use std::time::{Duration, Instant};

    /// How long a line may stay in the pipe before the next one is written anyway.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// How long to wait before checking again.
    const PAUSE: Duration = Duration::from_micros(100);

    /// An output whose flush waits until the reader has taken what was written.
    pub struct HandedOver<W> {
        out: W,
        /// The pipe at the standard output, if it is one.
        pipe: Option<File>,
    }

    impl<W: Write> HandedOver<W> {
        /// The standard output, written through `out`.
        pub fn new(out: W) -> HandedOver<W> {
            let file = io::stdout().as_fd().try_clone_to_owned().map(File::from).ok();
            let is_pipe = |file: &File| file.metadata().is_ok_and(|data| data.file_type().is_fifo());
            HandedOver { out, pipe: file.filter(is_pipe) }
        }

        /// Whether everything written has been taken. If that cannot be determined, it is assumed.
        fn is_taken(&self) -> bool {
            self.pipe.as_ref().is_none_or(|pipe| rustix::io::ioctl_fionread(pipe).unwrap_or(0) == 0)
        }
    }

    impl<W: Write> Write for HandedOver<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.out.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            // Do not wait for a reader that has let lines pile up.
            let is_prompt = self.is_taken();
            self.out.flush()?;
            let begun = Instant::now();
            while is_prompt && !self.is_taken() && begun.elapsed() < PATIENCE {
                thread::sleep(PAUSE);
            }
            Ok(())
        }
    }
}

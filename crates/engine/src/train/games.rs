//! The file of games that training plays: three bytes a half-move.
//!
//! A head names the ruleset; then game after game: the number of half-moves, the result, and for each half-move the place
//! of its move in the generator's list and the score that was seen. The file only grows; a game that was cut off by a
//! stop is cut away when the file is opened again.

use damka_rules::{Colour, Ruleset};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A half-move of a training game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRecord {
    /// The place of the move in the list of legal moves.
    pub mv: u8,
    /// What the search saw, for the side to move; `None` where a move was made at random.
    pub score: Option<i16>,
}

/// A training game from the ruleset's start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The half-moves.
    pub plies: Vec<PlyRecord>,
    /// Who won.
    pub winner: Option<Colour>,
}

/// Why a file of games cannot be used.
#[derive(Debug)]
pub enum GamesError {
    /// The disk said no.
    Io(std::io::Error),
    /// It is not a file of games.
    NotGames,
    /// It holds games of other rules.
    OtherRules(String),
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesError::Io(error) => error.fmt(f),
            GamesError::NotGames => f.write_str("this is not a file of training games"),
            GamesError::OtherRules(line) => write!(f, "these are games of {line}"),
        }
    }
}

impl std::error::Error for GamesError {}

impl From<std::io::Error> for GamesError {
    fn from(error: std::io::Error) -> Self {
        GamesError::Io(error)
    }
}

const MAGIC: &str = "damka-games 1 ";
const AT_RANDOM: i16 = i16::MIN;

/// A file of games, open to be added to.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    games: usize,
}

impl GameFile {
    /// Opens a file, or makes it. Half a game at its end is cut away.
    ///
    /// # Errors
    /// If it cannot be read or written, or holds games of other rules.
    pub fn open(path: &Path, ruleset: &Ruleset) -> Result<GameFile, GamesError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(head(ruleset).as_bytes())?;
            return Ok(GameFile { file, games: 0 });
        }
        let mut reader = GameReader::new(BufReader::new(&file), ruleset)?;
        let mut games = 0;
        while reader.next_game()?.is_some() {
            games += 1;
        }
        let whole = reader.whole;
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(GameFile { file, games })
    }

    /// The games in the file.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> std::io::Result<()> {
        let mut bytes = (game.plies.len() as u16).to_le_bytes().to_vec();
        bytes.push(match game.winner {
            None => 0,
            Some(Colour::White) => 1,
            Some(Colour::Black) => 2,
        });
        for ply in &game.plies {
            bytes.push(ply.mv);
            bytes.extend(ply.score.unwrap_or(AT_RANDOM).to_le_bytes());
        }
        self.file.write_all(&bytes)?;
        self.games += 1;
        Ok(())
    }

    /// Reads every whole game of a file.
    ///
    /// # Errors
    /// As [`GameFile::open`].
    pub fn read(path: &Path, ruleset: &Ruleset, mut each: impl FnMut(GameRecord)) -> Result<(), GamesError> {
        let mut reader = GameReader::new(BufReader::new(File::open(path)?), ruleset)?;
        while let Some(game) = reader.next_game()? {
            each(game);
        }
        Ok(())
    }
}

fn head(ruleset: &Ruleset) -> String {
    format!("{MAGIC}{}\n", ruleset.line())
}

struct GameReader<R> {
    source: R,
    /// The bytes up to the end of the last whole game.
    whole: u64,
}

impl<R: BufRead> GameReader<R> {
    fn new(mut source: R, ruleset: &Ruleset) -> Result<GameReader<R>, GamesError> {
        let mut line = Vec::new();
        (&mut source).take(4096).read_until(b'\n', &mut line)?;
        let line = String::from_utf8(line).map_err(|_| GamesError::NotGames)?;
        let line = line.strip_suffix('\n').ok_or(GamesError::NotGames)?;
        let rules = line.strip_prefix(MAGIC).ok_or(GamesError::NotGames)?;
        if rules != ruleset.line() {
            return Err(GamesError::OtherRules(rules.to_owned()));
        }
        Ok(GameReader { source, whole: line.len() as u64 + 1 })
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, GamesError> {
        let mut head = [0; 3];
        if !fill(&mut self.source, &mut head)? {
            return Ok(None);
        }
        let plies = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let mut bytes = vec![0; plies * 3];
        if !fill(&mut self.source, &mut bytes)? {
            return Ok(None);
        }
        self.whole += 3 + bytes.len() as u64;
        let ply = |ply: &[u8]| {
            let score = i16::from_le_bytes([ply[1], ply[2]]);
            PlyRecord { mv: ply[0], score: (score != AT_RANDOM).then_some(score) }
        };
        let winner = match head[2] {
            0 => None,
            1 => Some(Colour::White),
            2 => Some(Colour::Black),
            _ => return Err(GamesError::NotGames),
        };
        Ok(Some(GameRecord { plies: bytes.chunks_exact(3).map(ply).collect(), winner }))
    }
}

/// Fills the buffer; `false` if the source ends before.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<bool> {
    match source.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_cut_off_loses_only_the_game_that_was_not_whole() {
        let folder = std::env::temp_dir().join(format!("damka-games-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("russian.games");
        let _ = std::fs::remove_file(&path);
        let russian = Ruleset::named("russian").unwrap();
        let game = |n: u8, winner| GameRecord {
            plies: (0..n).map(|mv| PlyRecord { mv, score: (mv % 3 != 0).then_some(i16::from(mv) - 90) }).collect(),
            winner,
        };
        let games = [game(5, None), game(200, Some(Colour::Black)), game(1, Some(Colour::White))];
        let mut file = GameFile::open(&path, &russian).unwrap();
        for game in &games {
            file.add(game).unwrap();
        }
        drop(file);
        let all = || {
            let mut read = Vec::new();
            GameFile::read(&path, &russian, |game| read.push(game)).unwrap();
            read
        };
        assert_eq!(all(), games);
        let whole = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(whole - 4).unwrap();
        let mut file = GameFile::open(&path, &russian).unwrap();
        assert_eq!(file.games(), 2);
        file.add(&games[2]).unwrap();
        assert_eq!(all(), games);
        let other = GameFile::open(&path, &Ruleset::named("english").unwrap());
        assert!(matches!(other, Err(GamesError::OtherRules(line)) if line == "russian"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

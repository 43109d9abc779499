//! Proving tables: the value of every position must follow from those of its moves.
//!
//! That is enough. Wins and losses are right because distances shrink from move to move down to positions that are over.
//! And nothing that is really won can be called drawn: take such a position with the shortest win; the move that wins
//! leads to a lost position with a shorter one, which is then called lost, and so this one would have to be called won.
//!
//! Building goes backward with its own unmoves; this goes forward with the generator of `damka-rules`, from the files.

use crate::build::{Shelf, Stopped, Watch, Work, needs, pair};
use crate::error::TableError;
use crate::file::{Summary, TableFile};
use crate::game::TableGame;
use crate::index::Indexer;
use crate::known::{Known, Scratch, Slice};
use crate::material::Material;
use crate::value::{Code, Value};
use damka_rules::{Kernel, KernelVisitor, Position};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// A position whose value does not follow from its moves, or a file whose summary is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A position with White to move.
    Position {
        /// The position.
        position: Position,
        /// What the file says.
        stored: Value,
        /// What its moves say.
        follows: Value,
    },
    /// The counts of a slice are not those of its positions.
    Summary {
        /// The slice.
        material: Material,
    },
}

/// Why a verification came to no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyError {
    /// [`Watch::go_on`] said so.
    Stopped,
    /// A file is missing or cannot be used.
    Table(TableError),
    /// The tables are wrong.
    Flaw(Flaw),
}

impl From<Stopped> for VerifyError {
    fn from(_: Stopped) -> VerifyError {
        VerifyError::Stopped
    }
}

impl From<TableError> for VerifyError {
    fn from(error: TableError) -> VerifyError {
        VerifyError::Table(error)
    }
}

/// The slices that are there of a game, in the order of building, and their positions.
#[must_use]
pub fn present(game: &TableGame, root: &Path, pieces: u8) -> (Vec<Material>, u64) {
    let folder = crate::build::folder_of(game, root);
    let is_there = |material: &Material| folder.join(TableFile::name(*material)).exists();
    let there: Vec<Material> = Material::up_to(pieces.min(Material::MOST)).into_iter().filter(is_there).collect();
    let size = |material: &Material| Indexer::new(game.board(), *material).size() as u64;
    let positions = there.iter().map(size).sum();
    (there, positions)
}

/// Checks every position of these slices, on all cores, with about so many bytes of memory for positions. Tells
/// [`Watch::done`] with [`Work::Looking`].
///
/// # Errors
/// The first flaw that was found, a file that cannot be used, or the stop.
pub fn verify(
    game: TableGame,
    root: &Path,
    materials: &[Material],
    memory: u64,
    watch: &dyn Watch,
) -> Result<(), VerifyError> {
    let folder = crate::build::folder_of(&game, root);
    game.movement().visit(Verifying { game, folder, materials, memory, watch })
}

struct Verifying<'a> {
    game: TableGame,
    folder: PathBuf,
    materials: &'a [Material],
    memory: u64,
    watch: &'a dyn Watch,
}

impl KernelVisitor for Verifying<'_> {
    type Output = Result<(), VerifyError>;

    fn visit<K: Kernel>(self, kernel: K) -> Result<(), VerifyError> {
        let mut shelf = Shelf::new(self.game, self.folder.clone(), self.memory);
        for &material in self.materials {
            self.watch.go_on()?;
            self.watch.begins(material);
            let mut needed = needs(material);
            needed.extend(pair(material));
            let bytes: usize = needed.iter().map(|slice| Indexer::new(self.game.board(), *slice).size()).sum();
            shelf.bring(&needed, (bytes * Slice::BYTES) as u64)?;
            let file = TableFile::open(&self.folder.join(TableFile::name(material)), &self.game, material)?;
            if let Some(slice) = shelf.known.get(material) {
                let summary = check(kernel, &shelf.known, slice, self.watch)?;
                if summary != file.summary {
                    return Err(VerifyError::Flaw(Flaw::Summary { material }));
                }
            }
        }
        Ok(())
    }
}

/// Checks every position of a slice and counts them again.
fn check<K: Kernel>(kernel: K, known: &Known, slice: &Slice, watch: &dyn Watch) -> Result<Summary, VerifyError> {
    const CHUNK: usize = 1 << 14;
    let chunks: Result<Vec<Summary>, VerifyError> = slice
        .codes
        .par_chunks(CHUNK)
        .enumerate()
        .map_init(Scratch::default, |scratch, (at, codes)| {
            watch.go_on()?;
            let mut summary = Summary::default();
            for (within, code) in codes.iter().enumerate() {
                let index = at * CHUNK + within;
                let position = slice.indexer.placement(index).position();
                let left_out = kernel.can_capture(&position);
                let missing = || VerifyError::Flaw(Flaw::Summary { material: slice.indexer.material });
                let follows = known.value_by_moves(kernel, &position, scratch).ok_or_else(missing)?;
                let stored = Code(*code).value();
                if !left_out && stored != follows {
                    return Err(VerifyError::Flaw(Flaw::Position { position, stored, follows }));
                }
                summary.add(index, Code::of(follows), left_out);
            }
            watch.done(Work::Looking, codes.len() as u64);
            Ok(summary)
        })
        .collect();
    Ok(chunks?.into_iter().fold(Summary::default(), Summary::join))
}

//! Building tables: which slices, in which order, with how much memory, and going on after a stop.

use crate::error::{Problem, TableError};
use crate::file::{self, TableFile};
use crate::game::TableGame;
use crate::index::Indexer;
use crate::known::{Known, Slice};
use crate::material::Material;
use crate::solve;
use damka_rules::{Kernel, KernelVisitor};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The building was stopped. What was finished is on disk; the next build goes on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Why tables were not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// [`Watch::go_on`] said so.
    Stopped,
    /// A file is in the way or cannot be written.
    Table(TableError),
    /// Another program builds in the same folder.
    Busy,
    /// More memory would be needed than is allowed.
    Memory {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
}

impl From<Stopped> for BuildError {
    fn from(_: Stopped) -> BuildError {
        BuildError::Stopped
    }
}

impl From<TableError> for BuildError {
    fn from(error: TableError) -> BuildError {
        BuildError::Table(error)
    }
}

/// What is being done with positions. Each position is looked at, solved and written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Finding what each position's moves lead to.
    Looking,
    /// Going backward from what is decided.
    Solving,
    /// Compressing and writing.
    Writing,
}

/// Is told how the work goes, and can stop it. Called from many threads.
pub trait Watch: Sync {
    /// Asked often; an error stops the work soon.
    ///
    /// # Errors
    /// To stop.
    fn go_on(&self) -> Result<(), Stopped> {
        Ok(())
    }

    /// A slice and its turned twin are begun.
    fn begins(&self, _material: Material) {}

    /// So many positions have been worked on.
    fn done(&self, _work: Work, _positions: u64) {}
}

/// Nobody watches.
impl Watch for () {}

/// What has to be built: known before anything is done.
///
/// ```
/// use damka_endgame::{Material, Plan, TableGame, Tables};
/// use damka_rules::Ruleset;
/// let folder = std::env::temp_dir().join(format!("damka-plan-{}", std::process::id()));
/// let russian = Ruleset::named("russian").unwrap();
/// let plan = Plan::new(TableGame::of(&russian).unwrap(), &folder, 2).unwrap();
/// assert_eq!(plan.positions(), 3_488);
/// plan.build(plan.memory(), &()).unwrap();
/// assert_eq!(Plan::new(TableGame::of(&russian).unwrap(), &folder, 2).unwrap().positions(), 0, "all is there");
/// assert_eq!(Tables::open(&folder, &russian).unwrap().pieces(), 2);
/// std::fs::remove_dir_all(&folder).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    game: TableGame,
    folder: PathBuf,
    /// One material of each pair, in order.
    steps: Vec<Material>,
    positions: u64,
    memory: u64,
    ease: u64,
}

/// The folder of a game's tables within the folder of all tables.
#[must_use]
pub fn folder_of(game: &TableGame, root: &Path) -> PathBuf {
    root.join(game.name())
}

impl Plan {
    /// What is missing of all slices of up to so many pieces. A damaged file counts as missing.
    ///
    /// # Errors
    /// If a file of another game or version is in the way: it is not overwritten.
    pub fn new(game: TableGame, root: &Path, pieces: u8) -> Result<Plan, TableError> {
        Plan::of(game, root, Material::up_to(pieces.min(Material::MOST)))
    }

    /// What is missing of one slice and of all that it needs.
    ///
    /// # Errors
    /// As for [`Plan::new`].
    pub fn for_material(game: TableGame, root: &Path, material: Material) -> Result<Plan, TableError> {
        let crowns_into = |other: Material| {
            let fits = |material: Material| {
                (0..2).all(|side| other.side(side) == material.side(side) && other.men[side] <= material.men[side])
            };
            fits(material) || fits(material.turned())
        };
        let all = Material::up_to(material.pieces());
        let needed = all.into_iter().filter(|other| crowns_into(*other) || material.leads_to(*other));
        Plan::of(game, root, needed.collect())
    }

    fn of(game: TableGame, root: &Path, wanted: Vec<Material>) -> Result<Plan, TableError> {
        let folder = folder_of(&game, root);
        let mut plan = Plan { game, folder, steps: Vec::new(), positions: 0, memory: 0, ease: 0 };
        let (mut all, mut largest) = (0, 0);
        for material in wanted {
            all += plan.size(material) * Slice::BYTES as u64;
            // One of the two is enough: both are built together.
            if material.turned() < material || plan.is_there(material)? && plan.is_there(material.turned())? {
                continue;
            }
            let own = pair(material).map(|slice| plan.size(slice)).sum::<u64>();
            plan.positions += own;
            largest = largest.max(Plan::memory_of_pair(own));
            plan.memory = plan.memory.max(plan.memory_of(material));
            plan.steps.push(material);
        }
        plan.ease = plan.memory.max(all + largest);
        Ok(plan)
    }

    /// The positions to be solved.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The slices to be solved, each with its turned twin.
    #[must_use]
    pub fn steps(&self) -> &[Material] {
        &self.steps
    }

    /// The bytes of memory for positions without which it cannot be built; a few megabytes for each thread come on top.
    /// With more, slices are kept that would have to be read again.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The most bytes for positions that the building takes if it is allowed so many.
    #[must_use]
    pub fn memory_of_at_most(&self, allowed: u64) -> u64 {
        self.ease.min(allowed).max(self.memory)
    }

    fn size(&self, material: Material) -> u64 {
        Indexer::new(self.game.board(), material).size() as u64
    }

    fn path(&self, material: Material) -> PathBuf {
        self.folder.join(TableFile::name(material))
    }

    fn is_there(&self, material: Material) -> Result<bool, TableError> {
        let path = self.path(material);
        if !path.exists() {
            return Ok(false);
        }
        match TableFile::open(&path, &self.game, material) {
            Ok(_) => Ok(true),
            Err(TableError { problem: Problem::Damaged, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The bytes for a pair: its own arrays, the file that is made of them, and the slices it leads to.
    fn memory_of(&self, material: Material) -> u64 {
        let own: u64 = pair(material).map(|slice| self.size(slice)).sum();
        let needed: u64 = needs(material).into_iter().map(|slice| self.size(slice)).sum();
        Plan::memory_of_pair(own) + needed * Slice::BYTES as u64
    }

    /// The bytes for a pair alone, with so many positions.
    fn memory_of_pair(positions: u64) -> u64 {
        positions * solve::BYTES as u64 + positions / 2
    }

    /// Builds what is missing, with at most so many bytes of memory for positions.
    ///
    /// # Errors
    /// If it was stopped, a file cannot be written or read, or the memory is too little.
    pub fn build(&self, memory: u64, watch: &dyn Watch) -> Result<(), BuildError> {
        if self.memory > memory {
            return Err(BuildError::Memory { needed: self.memory, allowed: memory });
        }
        if self.steps.is_empty() {
            return Ok(());
        }
        let failed = |error: io::Error| TableError::io(&self.folder, &error);
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let lock = File::create(self.folder.join("lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BuildError::Busy),
            Err(TryLockError::Error(error)) => return Err(failed(error).into()),
        }
        // What a build that was killed has left half written.
        for entry in std::fs::read_dir(&self.folder).map_err(failed)?.flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "part") {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        self.game.movement().visit(Building { plan: self, memory, watch })
    }
}

/// A material and its turned twin, once if they are the same.
pub(crate) fn pair(material: Material) -> impl Iterator<Item = Material> {
    let twin = (material.turned() != material).then(|| material.turned());
    std::iter::once(material).chain(twin)
}

/// The slices that must be known to solve a pair: what one crowning leads to, and what captures lead to.
pub(crate) fn needs(material: Material) -> Vec<Material> {
    let mut needed: Vec<Material> = pair(material).flat_map(Material::crowned).collect();
    needed.extend(Material::up_to(material.pieces() - 1).into_iter().filter(|other| {
        // What captures after the crowning lead to is among it.
        material.leads_to(*other)
    }));
    needed.extend(needed.clone().into_iter().map(Material::turned));
    needed.sort();
    needed.dedup();
    needed
}

struct Building<'a> {
    plan: &'a Plan,
    memory: u64,
    watch: &'a dyn Watch,
}

impl KernelVisitor for Building<'_> {
    type Output = Result<(), BuildError>;

    fn visit<K: Kernel>(self, kernel: K) -> Result<(), BuildError> {
        let Building { plan, memory, watch } = self;
        let mut shelf = Shelf::new(plan.game, plan.folder.clone(), memory);
        for &material in &plan.steps {
            watch.go_on()?;
            watch.begins(material);
            shelf.bring(&needs(material), plan.memory_of(material))?;
            for slice in solve::solve(kernel, &shelf.known, material, watch)? {
                watch.go_on()?;
                let has_capture = |index| kernel.can_capture(&slice.indexer.placement(index).position());
                let bytes = file::write(&plan.game, &slice, has_capture);
                file::place(&plan.path(slice.indexer.material), &bytes)?;
                watch.done(Work::Writing, slice.codes.len() as u64);
                shelf.known.insert(slice);
            }
        }
        Ok(())
    }
}

/// The slices in memory, read from files when they are needed and let go when the memory is.
pub(crate) struct Shelf {
    pub known: Known,
    folder: PathBuf,
    memory: u64,
}

impl Shelf {
    pub fn new(game: TableGame, folder: PathBuf, memory: u64) -> Shelf {
        Shelf { known: Known::new(game), folder, memory }
    }

    /// Sees to it that these slices are in memory. `more` bytes will be needed in all while they are.
    pub fn bring(&mut self, needed: &[Material], more: u64) -> Result<(), TableError> {
        if self.known.bytes() + more > self.memory {
            self.known.keep(|material| needed.contains(&material));
        }
        for &material in needed {
            if self.known.get(material).is_none() {
                let path = self.folder.join(TableFile::name(material));
                let slice = TableFile::open(&path, self.known.game(), material)?.slice()?;
                self.known.insert(slice);
            }
        }
        Ok(())
    }
}

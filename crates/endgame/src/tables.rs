//! Tables to be asked: thread-safe, and as quick as can be for a search.

use crate::block::{BLOCK, symbol};
use crate::build::folder_of;
use crate::error::{Problem, TableError, Tell};
use crate::file::{Summary, TableFile};
use crate::game::{NoTables, TableGame};
use crate::index::Placement;
use crate::known::Scratch;
use crate::material::Material;
use crate::packed::{Answer, Packed};
use crate::value::{Code, Value, Wdl};
use damka_rules::{Colour, Kernel, KernelVisitor, Position, Ruleset};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Why tables cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The game has none.
    NoTables(NoTables),
    /// A file cannot be used.
    Table(TableError),
}

impl From<TableError> for OpenError {
    fn from(error: TableError) -> OpenError {
        OpenError::Table(error)
    }
}

struct Entry {
    file: TableFile,
    /// Absent where memory did not suffice; then blocks are read from the file.
    packed: Option<Packed>,
}

impl Entry {
    /// Keeps the values in memory if so much is left.
    fn read(file: TableFile, left: &mut u64) -> Result<Entry, TableError> {
        let bytes = Packed::bytes(file.indexer.size());
        let packed = if bytes <= *left { Some(Packed::read(&file)?) } else { None };
        *left -= packed.as_ref().map_or(0, |_| bytes);
        Ok(Entry { file, packed })
    }
}

/// Asked before each step that takes long, such as unpacking a block: whether it is too late for it.
pub type Late<'a> = &'a dyn Fn() -> bool;

/// A caller who has all the time in the world.
pub(crate) fn never() -> bool {
    false
}

/// A block by the key of its slice and its number there.
type Which = (usize, usize);

/// Blocks that were read lately.
#[derive(Default)]
struct Lately {
    blocks: [Option<(Which, Arc<Vec<u16>>)>; 4],
    /// The next to be forgotten.
    next: usize,
    usage: Usage,
}

impl Lately {
    fn find(&self, which: Which) -> Option<Arc<Vec<u16>>> {
        let found = self.blocks.iter().flatten().find(|(known, _)| *known == which);
        found.map(|(_, codes)| Arc::clone(codes))
    }

    fn keep(&mut self, which: Which, codes: Arc<Vec<u16>>) {
        self.usage.unpacked += 1;
        if self.find(which).is_none() {
            let next = self.next % self.blocks.len();
            self.blocks[next] = Some((which, codes));
            self.next += 1;
        }
    }
}

/// What the blocks of tables were used for; values that are in memory are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Positions looked up.
    pub asked: u64,
    /// Blocks read and unpacked for them, each a fraction of a millisecond.
    pub unpacked: u64,
}

/// The tables of one game.
///
/// Values are as if there were no draw rules: a won position may still be drawn by counters, which the search sees.
///
/// ```
/// use damka_endgame::{Plan, TableGame, Tables, Value, Wdl};
/// use damka_rules::{Colour, Kind, Piece, Position, Ruleset};
/// let folder = std::env::temp_dir().join(format!("damka-tables-{}", std::process::id()));
/// let english = Ruleset::named("english").unwrap();
/// let plan = Plan::new(TableGame::of(&english).unwrap(), &folder, 2).unwrap();
/// plan.build(plan.memory(), &()).unwrap();
///
/// let tables = Tables::open(&folder, &english).unwrap();
/// let mut position = Position::empty(Colour::White);
/// for (square, colour) in [("c3", Colour::White), ("a1", Colour::Black)] {
///     position.set(english.board().named(square).unwrap(), Some(Piece { colour, kind: Kind::King }));
/// }
/// // The side to move loses the opposition: White has to let the king out.
/// assert_eq!(tables.probe_wdl(&position), Some(Wdl::Draw));
/// assert_eq!(tables.probe_distance(&position.with_turn(Colour::Black)), Some(Value::Loss(2)));
/// std::fs::remove_dir_all(&folder).unwrap();
/// ```
pub struct Tables {
    game: TableGame,
    /// By [`Material::key`].
    entries: Vec<Option<Box<Entry>>>,
    pieces: u8,
    /// No slice has more pieces.
    most: u8,
    cache: Vec<Mutex<Lately>>,
    damage: OnceLock<TableError>,
    /// Who is told of damage.
    tell: Tell,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slices = self.entries.iter().flatten().count();
        let game = self.game.name();
        f.debug_struct("Tables").field("game", &game).field("slices", &slices).finish_non_exhaustive()
    }
}

/// Sets of four blocks kept for [`Tables::probe_distance`] and for slices that are not in memory: 32 KiB each block, 32
/// MiB when all are full.
const CACHE: usize = 256;

impl Tables {
    /// The memory for values that [`Tables::open`] allows itself: enough for five pieces on both boards. Tables that are not
    /// there take none of it; four pieces take 2 MB on 8x8 and 11 on 10x10.
    pub const MEMORY: u64 = 512 << 20;

    /// Opens the tables of a game in a folder, however many there are. A folder without any is not an error.
    ///
    /// # Errors
    /// If the game has no tables, or a file is damaged or of another game or version.
    pub fn open(root: &Path, ruleset: &Ruleset) -> Result<Tables, OpenError> {
        Tables::open_with(root, ruleset, Tables::MEMORY)
    }

    /// As [`Tables::open`], with another amount of memory for values. Slices that do not fit are read block by block.
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open_with(root: &Path, ruleset: &Ruleset, memory: u64) -> Result<Tables, OpenError> {
        Tables::open_files(root, ruleset, memory, false)
    }

    /// As [`Tables::open`], without the files that are damaged: they count as missing, and one of them is
    /// [`Tables::damage`].
    pub(crate) fn open_rest(root: &Path, ruleset: &Ruleset) -> Result<Tables, OpenError> {
        Tables::open_files(root, ruleset, Tables::MEMORY, true)
    }

    fn open_files(root: &Path, ruleset: &Ruleset, memory: u64, only_sound: bool) -> Result<Tables, OpenError> {
        let game = TableGame::of(ruleset).map_err(OpenError::NoTables)?;
        let folder = folder_of(&game, root);
        Tables::gather(game, memory, only_sound, |material| {
            let path = folder.join(TableFile::name(material));
            path.exists().then(|| TableFile::open(&path, &game, material))
        })
    }

    /// Tables from the bytes of files, for where there is no file system. The paths in errors are the files' names.
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn from_bytes(ruleset: &Ruleset, files: Vec<(Material, Vec<u8>)>) -> Result<Tables, OpenError> {
        let game = TableGame::of(ruleset).map_err(OpenError::NoTables)?;
        let mut files: HashMap<Material, Vec<u8>> = files.into_iter().collect();
        Tables::gather(game, Tables::MEMORY, false, |material| {
            let name = TableFile::name(material);
            let bytes = files.remove(&material)?;
            Some(TableFile::read(Box::new(bytes), Path::new(&name), &game, material))
        })
    }

    fn gather(
        game: TableGame,
        memory: u64,
        only_sound: bool,
        mut file: impl FnMut(Material) -> Option<Result<TableFile, TableError>>,
    ) -> Result<Tables, OpenError> {
        let mut tables = Tables {
            game,
            entries: (0..Material::KEYS).map(|_| None).collect(),
            pieces: 0,
            most: 0,
            cache: (0..CACHE).map(|_| Mutex::default()).collect(),
            damage: OnceLock::new(),
            tell: Tell::default(),
        };
        let mut left = memory;
        for pieces in 2..=Material::MOST {
            let mut all = true;
            for material in Material::all(pieces) {
                let entry = file(material).map(|file| file.and_then(|file| Entry::read(file, &mut left)));
                let entry = match entry.transpose() {
                    Err(error) if only_sound && error.problem == Problem::Damaged => {
                        tables.damaged(error);
                        None
                    }
                    entry => entry?,
                };
                let Some(entry) = entry else {
                    all = false;
                    continue;
                };
                tables.entries[material.key()] = Some(Box::new(entry));
                tables.most = pieces;
            }
            if all && (pieces == 2 || tables.pieces == pieces - 1) {
                tables.pieces = pieces;
            }
        }
        Ok(tables)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &TableGame {
        &self.game
    }

    /// All positions with up to so many pieces are known; 0 if there are no tables.
    #[must_use]
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// A file that was found to be damaged; what is damaged gives no answers.
    #[must_use]
    pub fn damage(&self) -> Option<&TableError> {
        self.damage.get()
    }

    /// Tells somebody of the first damage, now or when it is found.
    pub(crate) fn set_tell(&mut self, tell: &Tell) {
        self.tell = tell.clone();
        if let Some(error) = self.damage.get() {
            tell.tell(error);
        }
    }

    fn damaged(&self, error: TableError) {
        if self.damage.set(error.clone()).is_ok() {
            self.tell.tell(&error);
        }
    }

    /// How much the blocks have been used since the tables were opened.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.cache.iter().fold(Usage::default(), |sum, set| {
            let usage = set.lock().unwrap_or_else(PoisonError::into_inner).usage;
            Usage { asked: sum.asked + usage.asked, unpacked: sum.unpacked + usage.unpacked }
        })
    }

    /// The slices that are there, in the order of building, with what is in them and the bytes of values, of distances,
    /// and of the file.
    pub fn slices(&self) -> impl Iterator<Item = (Material, Summary, [u64; 3])> {
        Material::up_to(Material::MOST).into_iter().filter_map(|material| {
            let entry = self.entries[material.key()].as_ref()?;
            Some((material, entry.file.summary, entry.file.bytes()))
        })
    }

    /// The positions of a slice, if it is there.
    #[must_use]
    pub fn positions(&self, material: Material) -> Option<u64> {
        Some(self.entries[material.key()].as_ref()?.file.summary.positions())
    }

    /// A position of a slice by its number, with White to move.
    #[must_use]
    pub fn nth(&self, material: Material, number: u64) -> Option<Position> {
        let indexer = &self.entries[material.key()].as_ref()?.file.indexer;
        let index = usize::try_from(number).ok().filter(|index| *index < indexer.size())?;
        Some(indexer.placement(index).position())
    }

    /// A position with White to move that has the longest win of a slice, if it has any win.
    #[must_use]
    pub fn longest_win(&self, material: Material) -> Option<Position> {
        let Summary { won, longest_at, .. } = self.entries[material.key()].as_ref()?.file.summary;
        self.nth(material, longest_at).filter(|_| won > 0)
    }

    /// Who wins; `None` if the tables do not know. Positions with a capture due are resolved by capturing.
    #[must_use]
    pub fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        self.wdl(position, &never)
    }

    /// As [`Tables::probe_wdl`]; `None` also if it is too late to unpack a block.
    pub(crate) fn wdl(&self, position: &Position, late: Late<'_>) -> Option<Wdl> {
        struct Probe<'a>(&'a Tables, &'a Position, Late<'a>);
        impl KernelVisitor for Probe<'_> {
            type Output = Option<Wdl>;
            fn visit<K: Kernel>(self, kernel: K) -> Option<Wdl> {
                self.0.probe_wdl_unless(kernel, self.1, self.2)
            }
        }
        self.game.movement().visit(Probe(self, position, late))
    }

    /// As [`Tables::probe_wdl`], for a search that has the kernel of the game at hand. A position with more pieces than
    /// any slice is answered with `None` at once, even if captures would lead into the tables.
    #[must_use]
    #[inline]
    pub fn probe_wdl_with<K: Kernel>(&self, kernel: K, position: &Position) -> Option<Wdl> {
        self.probe_wdl_unless(kernel, position, &never)
    }

    /// As [`Tables::probe_wdl_with`], for callers with little time: `None` also if it is too late to unpack a block. Values
    /// in memory are told at any time, and `late` is not asked for them.
    #[must_use]
    #[inline]
    pub fn probe_wdl_unless<K: Kernel>(&self, kernel: K, position: &Position, late: Late<'_>) -> Option<Wdl> {
        if position.occupied().len() > u32::from(self.most) {
            return None;
        }
        if self.entry(&Placement::of(self.game.board(), position)).is_some() && !kernel.can_capture(position) {
            return self.quiet(position, late);
        }
        self.resolve(kernel, position, &mut Scratch::default(), &|tables, position| tables.quiet(position, late))
    }

    /// Who wins a position in which no capture is due and both sides have pieces: the quickest way to ask, for a search
    /// that knows this. For other positions the answer means nothing.
    #[must_use]
    #[inline]
    pub fn probe_quiet(&self, position: &Position) -> Option<Wdl> {
        self.quiet(position, &never)
    }

    #[inline]
    fn quiet(&self, position: &Position, late: Late<'_>) -> Option<Wdl> {
        let placement = Placement::of(self.game.board(), position);
        let entry = self.entry(&placement)?;
        let index = entry.file.indexer.index(&placement);
        match &entry.packed {
            Some(packed) => Some(wdl(packed.get(index))),
            None => self.stored(&placement, entry, index, late).map(Value::wdl),
        }
    }

    /// Who wins and in how many half-moves; `None` if the tables do not know.
    #[must_use]
    pub fn probe_distance(&self, position: &Position) -> Option<Value> {
        self.distance(position, &never)
    }

    /// As [`Tables::probe_distance`]; `None` also if it is too late to unpack a block.
    pub(crate) fn distance(&self, position: &Position, late: Late<'_>) -> Option<Value> {
        struct Probe<'a>(&'a Tables, &'a Position, Late<'a>);
        impl KernelVisitor for Probe<'_> {
            type Output = Option<Value>;
            fn visit<K: Kernel>(self, kernel: K) -> Option<Value> {
                self.0.probe_distance_unless(kernel, self.1, self.2)
            }
        }
        self.game.movement().visit(Probe(self, position, late))
    }

    /// As [`Tables::probe_distance`], for a search that has the kernel of the game at hand.
    #[must_use]
    pub fn probe_distance_with<K: Kernel>(&self, kernel: K, position: &Position) -> Option<Value> {
        self.probe_distance_unless(kernel, position, &never)
    }

    /// As [`Tables::probe_distance_with`], for callers with little time: `None` also if it is too late to unpack a block.
    #[must_use]
    pub fn probe_distance_unless<K: Kernel>(&self, kernel: K, position: &Position, late: Late<'_>) -> Option<Value> {
        self.resolve(kernel, position, &mut Scratch::default(), &|tables, position| {
            let placement = Placement::of(tables.game.board(), position);
            let entry = tables.entry(&placement)?;
            tables.stored(&placement, entry, entry.file.indexer.index(&placement), late)
        })
    }

    /// Whether White and Black are proved to be unable to win with best play of the other; `None` if the tables do not
    /// know the position. For claims and for time forfeits: the event `cannot-win` of a record.
    #[must_use]
    pub fn who_cannot_win(&self, position: &Position) -> Option<[bool; 2]> {
        let mover = self.probe_wdl(position)?;
        let of = |colour| if colour == position.to_move() { mover } else { mover.turned() };
        Some(Colour::ALL.map(|colour| of(colour) != Wdl::Win))
    }

    /// Plays captures out until none is due, then asks.
    fn resolve<K: Kernel, A: Answer>(
        &self,
        kernel: K,
        position: &Position,
        scratch: &mut Scratch,
        ask: &impl Fn(&Tables, &Position) -> Option<A>,
    ) -> Option<A> {
        if let Some(value) = self.game.bare(position) {
            return Some(A::of(value));
        }
        let pieces = position.occupied().len();
        if pieces > u32::from(Material::MOST) {
            return None;
        }
        if !kernel.can_capture(position) {
            return ask(self, position);
        }
        let mut list = scratch.take();
        kernel.moves(position, &mut list);
        let mut best: Option<A> = None;
        for mv in list.iter() {
            let answer = self.resolve(kernel, &position.after(*mv), scratch, ask)?.before();
            best = Some(best.map_or(answer, |best| best.better(answer)));
        }
        scratch.give_back(list);
        best
    }

    /// The slice of a placement, unless it has too many pieces or a man where no man can be.
    #[inline(always)]
    fn entry(&self, placement: &Placement) -> Option<&Entry> {
        if placement.occupied().count_ones() > u32::from(Material::MOST) {
            return None;
        }
        let board = self.game.board();
        let uncrowned = placement.men[0] & board.crowning_row(Colour::White).bits()
            | placement.men[1] & board.crowning_row(Colour::Black).bits();
        let entry = self.entries[placement.material().key()].as_deref()?;
        (uncrowned == 0).then_some(entry)
    }

    /// What a file says, through the blocks that were read lately.
    fn stored(&self, placement: &Placement, entry: &Entry, index: usize, late: Late<'_>) -> Option<Value> {
        let (slice, block) = (placement.material().key(), index / BLOCK);
        let mixed = (slice << 32 ^ block).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let set = &self.cache[(mixed >> 40) % CACHE];
        // A thread that panicked left whole blocks or none.
        let lock = || set.lock().unwrap_or_else(PoisonError::into_inner);
        let found = {
            let mut lately = lock();
            lately.usage.asked += 1;
            lately.find((slice, block))
        };
        let codes = match found {
            Some(codes) => codes,
            None if late() => return None,
            None => {
                let values = entry.packed.as_ref().map(|packed| packed.block(block));
                let read = entry.file.codes(block, values).map_err(|error| self.damaged(error));
                let codes = Arc::new(read.ok()?);
                lock().keep((slice, block), Arc::clone(&codes));
                codes
            }
        };
        Some(Code(codes[index % BLOCK]).value())
    }
}

#[inline(always)]
fn wdl(symbol: u8) -> Wdl {
    match symbol {
        symbol::WIN => Wdl::Win,
        symbol::LOSS => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

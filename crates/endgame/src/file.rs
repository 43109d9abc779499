//! A slice as a file. `docs/endgame.md` describes every byte.
//!
//! Files are read where they are asked, block by block (`read_at`), and the system keeps the pages: mapping them into
//! memory would need `unsafe`, which this workspace forbids, and a block has to be unpacked anyway.

use crate::block::{self, ANY_PLIES, BLOCK, symbol};
use crate::error::{Problem, TableError};
use crate::game::TableGame;
use crate::handles::Reopened;
use crate::index::Indexer;
use crate::known::Slice;
use crate::material::Material;
use crate::value::Code;
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"DamkaEnd";
/// The version of the format that is written and read.
pub const FORMAT_VERSION: u16 = 1;
/// Magic, version, the length of the header.
const PREFIX: usize = 8 + 2 + 4;
/// No block is longer: a value takes at most two bits of information, a distance at most 27.
const LONGEST_BLOCK: u32 = BLOCK as u32 * 4 + 64;

/// What is in a slice, positions with captures included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions that the side to move wins, draws and loses.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Lost positions.
    pub lost: u64,
    /// The half-moves of the longest win.
    pub longest: u16,
    /// The number of the first position with the longest win.
    pub longest_at: u64,
    /// The positions with a capture due, which the file leaves out.
    pub left_out: u64,
}

impl Summary {
    /// All positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    pub(crate) fn add(&mut self, index: usize, code: Code, is_left_out: bool) {
        self.left_out += u64::from(is_left_out);
        if code.is_win() {
            if self.won == 0 || code.plies() > self.longest {
                (self.longest, self.longest_at) = (code.plies(), index as u64);
            }
            self.won += 1;
        } else if code.is_loss() {
            self.lost += 1;
        } else {
            self.drawn += 1;
        }
    }

    /// This and what comes after it.
    pub(crate) fn join(self, later: Summary) -> Summary {
        let keep = later.won == 0 || self.won > 0 && self.longest >= later.longest;
        let longest = if keep { &self } else { &later };
        Summary {
            won: self.won + later.won,
            drawn: self.drawn + later.drawn,
            lost: self.lost + later.lost,
            longest: longest.longest,
            longest_at: longest.longest_at,
            left_out: self.left_out + later.left_out,
        }
    }
}

/// Where bytes come from: a file, or memory in tests.
pub(crate) trait Source: Send + Sync {
    fn length(&self) -> io::Result<u64>;
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

impl Source for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, bytes, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => {
                    bytes = &mut bytes[read..];
                    offset += read as u64;
                }
            }
        }
        Ok(())
    }
}

impl Source for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset).ok().and_then(|from| self.get(from..)?.get(..bytes.len()));
        bytes.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Where one block's bytes are and what their checksum is.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    length: u32,
    crc: u32,
}

/// A file of one slice, its header read and checked.
pub(crate) struct TableFile {
    source: Box<dyn Source>,
    path: PathBuf,
    pub indexer: Indexer,
    pub summary: Summary,
    values: Vec<Place>,
    plies: Vec<Place>,
}

impl TableFile {
    /// The name of a slice's file.
    pub fn name(material: Material) -> String {
        format!("{material}.end")
    }

    pub fn open(path: &Path, game: &TableGame, material: Material) -> Result<TableFile, TableError> {
        let file = Reopened::new(path).map_err(|error| TableError::io(path, &error))?;
        TableFile::read(Box::new(file), path, game, material)
    }

    /// Reads and checks the header.
    pub fn read(
        source: Box<dyn Source>,
        path: &Path,
        game: &TableGame,
        material: Material,
    ) -> Result<TableFile, TableError> {
        let wrong = |problem: Problem| TableError { path: path.to_owned(), problem };
        let failed = |error: io::Error| TableError::io(path, &error);
        let length = source.length().map_err(failed)?;
        let mut prefix = [0; PREFIX];
        if length < PREFIX as u64 {
            return Err(wrong(Problem::NotATable));
        }
        source.read_at(&mut prefix, 0).map_err(failed)?;
        if prefix[..8] != *MAGIC {
            return Err(wrong(Problem::NotATable));
        }
        let mut fields = Fields(&prefix[8..]);
        let (version, header_length) = (fields.u16(), fields.u32());
        if version != Some(FORMAT_VERSION) {
            return Err(wrong(Problem::Version(version.unwrap_or(0))));
        }
        let header_length = header_length.unwrap_or(0);
        if u64::from(header_length) > length || (header_length as usize) < PREFIX + 4 {
            return Err(wrong(Problem::Damaged));
        }
        let mut header = vec![0; header_length as usize];
        source.read_at(&mut header, 0).map_err(failed)?;
        let (body, crc) = header.split_at(header.len() - 4);
        if Fields(crc).u32() != Some(crc32fast::hash(body)) {
            return Err(wrong(Problem::Damaged));
        }
        let mut fields = Fields(&body[PREFIX..]);
        let name = fields.text().ok_or_else(|| wrong(Problem::Damaged))?;
        if name != game.name() {
            return Err(wrong(Problem::OtherGame(name)));
        }
        let written = fields.text().and_then(|text| text.parse::<Material>().ok());
        if written != Some(material) {
            return Err(wrong(Problem::OtherMaterial));
        }
        let indexer = Indexer::new(game.board(), material);
        let parts = fields.summary().zip(fields.places(&indexer, u64::from(header_length)));
        let (summary, (values, plies, end)) = parts.ok_or_else(|| wrong(Problem::Damaged))?;
        if end != length || !fields.0.is_empty() || summary.positions() != indexer.size() as u64 {
            return Err(wrong(Problem::Damaged));
        }
        Ok(TableFile { source, path: path.to_owned(), indexer, summary, values, plies })
    }

    /// The file's size in bytes: values, distances, and all of it.
    pub fn bytes(&self) -> [u64; 3] {
        let sum = |places: &[Place]| places.iter().map(|place| u64::from(place.length)).sum();
        let end = self.plies.last().map_or(0, |last| last.offset + u64::from(last.length));
        [sum(&self.values), sum(&self.plies), end]
    }

    fn read_place(&self, place: Place) -> Result<Vec<u8>, TableError> {
        let mut bytes = vec![0; place.length as usize];
        self.source.read_at(&mut bytes, place.offset).map_err(|error| TableError::io(&self.path, &error))?;
        if crc32fast::hash(&bytes) == place.crc {
            Ok(bytes)
        } else {
            Err(TableError { path: self.path.clone(), problem: Problem::Damaged })
        }
    }

    fn block_length(&self, at: usize) -> usize {
        BLOCK.min(self.indexer.size() - at * BLOCK)
    }

    /// The values of a block, as symbols.
    pub fn values(&self, at: usize) -> Result<Vec<u8>, TableError> {
        let bytes = self.read_place(self.values[at])?;
        Ok(block::decode_values(&bytes, self.block_length(at), self.indexer.stride()))
    }

    /// The values and distances of a block. Values that are at hand need not be unpacked again.
    pub fn codes(&self, at: usize, values: Option<Vec<u8>>) -> Result<Vec<u16>, TableError> {
        let symbols = values.map_or_else(|| self.values(at), Ok)?;
        let bytes = self.read_place(self.plies[at])?;
        let plies = block::decode_plies(&bytes, &symbols, self.indexer.stride());
        let code = |(symbol, plies): (&u8, u16)| match *symbol {
            symbol::WIN => Code::win(plies).0,
            symbol::LOSS => Code::loss(plies).0,
            _ => Code::DRAW.0,
        };
        Ok(symbols.iter().zip(plies).map(code).collect())
    }

    /// The whole slice.
    pub fn slice(&self) -> Result<Slice, TableError> {
        let mut codes = vec![0; self.indexer.size()];
        codes.par_chunks_mut(BLOCK).enumerate().try_for_each(|(at, codes)| {
            codes.copy_from_slice(&self.codes(at, None)?);
            Ok(())
        })?;
        Ok(Slice { indexer: self.indexer, codes, complete: false })
    }
}

/// Reads the fields of a header one after the other.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::from(self.u16()?);
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn summary(&mut self) -> Option<Summary> {
        let [won, drawn, lost] = [self.u64()?, self.u64()?, self.u64()?];
        // Sums that overflow are damage, and are told as such.
        won.checked_add(drawn)?.checked_add(lost)?;
        let (longest, longest_at, left_out) = (self.u16()?, self.u64()?, self.u64()?);
        Some(Summary { won, drawn, lost, longest, longest_at, left_out })
    }

    /// The blocks of values and of distances, and where the file ends.
    fn places(&mut self, indexer: &Indexer, begin: u64) -> Option<(Vec<Place>, Vec<Place>, u64)> {
        let blocks = self.u32()? as usize;
        if blocks != indexer.size().div_ceil(BLOCK) || self.0.len() != blocks * 16 {
            return None;
        }
        let mut offset = begin;
        let mut places = || {
            let place = |_| {
                let (length, crc) = (self.u32()?, self.u32()?);
                let place = Place { offset, length, crc };
                offset += u64::from(length);
                (length <= LONGEST_BLOCK).then_some(place)
            };
            (0..blocks).map(place).collect::<Option<Vec<_>>>()
        };
        let (values, plies) = (places()?, places()?);
        Some((values, plies, offset))
    }
}

/// A slice as the bytes of a file. `is_left_out` tells which positions have a capture due.
pub(crate) fn write(game: &TableGame, slice: &Slice, is_left_out: impl Fn(usize) -> bool + Sync) -> Vec<u8> {
    let stride = slice.indexer.stride();
    let pack = |(at, codes): (usize, &[u16])| {
        let mut summary = Summary::default();
        let (mut symbols, mut plies) = (Vec::with_capacity(codes.len()), Vec::with_capacity(codes.len()));
        for (within, code) in codes.iter().enumerate() {
            let (index, code) = (at * BLOCK + within, Code(*code));
            let left_out = is_left_out(index);
            summary.add(index, code, left_out);
            symbols.push(match code {
                _ if left_out => symbol::ANY,
                code if code.is_win() => symbol::WIN,
                code if code.is_loss() => symbol::LOSS,
                _ => symbol::DRAW,
            });
            plies.push(if left_out { ANY_PLIES } else { code.plies() });
        }
        let values = block::encode_values(&mut symbols, stride);
        let distances = block::encode_plies(&symbols, &mut plies, stride);
        (summary, values, distances)
    };
    let blocks: Vec<(Summary, Vec<u8>, Vec<u8>)> = slice.codes.par_chunks(BLOCK).enumerate().map(pack).collect();
    let summary = blocks.iter().fold(Summary::default(), |sum, (summary, ..)| sum.join(*summary));

    let mut body = Vec::new();
    for text in [game.name(), slice.indexer.material.to_string()] {
        body.extend((text.len() as u16).to_le_bytes());
        body.extend(text.as_bytes());
    }
    for count in [summary.won, summary.drawn, summary.lost] {
        body.extend(count.to_le_bytes());
    }
    body.extend(summary.longest.to_le_bytes());
    body.extend(summary.longest_at.to_le_bytes());
    body.extend(summary.left_out.to_le_bytes());
    body.extend((blocks.len() as u32).to_le_bytes());
    let all = || blocks.iter().map(|block| &block.1).chain(blocks.iter().map(|block| &block.2));
    for bytes in all() {
        body.extend((bytes.len() as u32).to_le_bytes());
        body.extend(crc32fast::hash(bytes).to_le_bytes());
    }

    let mut file = MAGIC.to_vec();
    file.extend(FORMAT_VERSION.to_le_bytes());
    file.extend(((PREFIX + body.len() + 4) as u32).to_le_bytes());
    file.extend(body);
    file.extend(crc32fast::hash(&file).to_le_bytes());
    for bytes in all() {
        file.extend(bytes);
    }
    file
}

/// Puts a file in its place at once: a reader sees the whole of it or nothing.
pub(crate) fn place(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    let failed = |error: io::Error| TableError::io(path, &error);
    let unfinished = path.with_extension("part");
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&unfinished, path)
    };
    write().map_err(failed)
}

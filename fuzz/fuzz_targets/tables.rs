//! Any bytes are a table or refused. A file whose checksums fit, however wrong it is otherwise, never makes a probe panic.
#![no_main]

use damka_endgame::{Material, Plan, TableGame, Tables, folder_of};
use damka_rules::{Colour, Kind, Piece, Position, Ruleset};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// King against king, as it is written.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("damka-fuzz-{}", std::process::id()));
    let game = TableGame::of(&english()).expect("tables");
    let plan = Plan::for_material(game, &folder, kings()).expect("a plan");
    plan.build(plan.memory(), &()).expect("built");
    let bytes = std::fs::read(folder_of(&game, &folder).join("0m1k-0m1k.end")).expect("a table");
    let _ = std::fs::remove_dir_all(&folder);
    bytes
});

fn english() -> Ruleset {
    Ruleset::named("english").expect("a ruleset")
}

fn kings() -> Material {
    "0m1k-0m1k".parse().expect("a material")
}

fn crc32(bytes: &[u8]) -> u32 {
    let bits = bytes.iter().flat_map(|byte| (0..8).map(move |bit| u32::from(byte >> bit & 1)));
    !bits.fold(u32::MAX, |crc, bit| if (crc ^ bit) & 1 != 0 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
}

fn ask(bytes: Vec<u8>) {
    let english = english();
    let Ok(tables) = Tables::from_bytes(&english, vec![(kings(), bytes)]) else { return };
    let squares: Vec<_> = english.board().squares().into_iter().collect();
    for (white, black) in [(0, 31), (5, 9), (13, 27), (31, 0)] {
        let mut position = Position::empty(Colour::White);
        position.set(squares[white], Some(Piece { colour: Colour::White, kind: Kind::King }));
        position.set(squares[black], Some(Piece { colour: Colour::Black, kind: Kind::King }));
        let _ = tables.probe_wdl(&position);
        let _ = tables.probe_distance(&position);
    }
}

/// A header and two blocks with checksums that fit, the rest as the fuzzer has it.
fn forged(data: &[u8]) -> Option<Vec<u8>> {
    let (&cut, data) = data.split_first()?;
    let (values, plies) = data.split_at(usize::from(cut).min(data.len()));
    let header_length = u32::from_le_bytes(GOOD.get(10..14)?.try_into().ok()?) as usize;
    // The table of blocks is the end of the header: one block of values, one of distances, then the checksum.
    let mut bytes = GOOD.get(..header_length - 20)?.to_vec();
    for block in [values, plies] {
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(crc32(block).to_le_bytes());
    }
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes.extend(values);
    bytes.extend(plies);
    Some(bytes)
}

fuzz_target!(|data: &[u8]| {
    ask(data.to_vec());
    if let Some(bytes) = forged(data) {
        ask(bytes);
    }
    // One byte of a good file changed: refused.
    if let [at, with, ..] = data {
        let mut bytes = GOOD.clone();
        let at = usize::from(*at) % bytes.len();
        bytes[at] ^= with;
        ask(bytes);
    }
});

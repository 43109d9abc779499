//! Any bytes are games or errors; a game that replays is written and read back the same.
#![no_main]

use damka_notation::pdn::{self, GameReader, Games, PdnGame, ReplayOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut games = Games::new(GameReader::new(data), ReplayOptions::default());
    while games.next_game().expect("memory does not fail").is_some() {}
    let mut reader = GameReader::new(data);
    // An error is of one game; the next one is read all the same, and there are no more games than bytes.
    for _ in 0..=data.len() {
        let game = match reader.next_game() {
            Ok(None) => break,
            Ok(Some(raw)) => PdnGame::parse(&raw),
            Err(_) => continue,
        };
        let Ok(game) = game else { continue };
        let Ok(replayed) = pdn::replay(&game, &ReplayOptions::default()) else { continue };
        let written = pdn::write(&replayed.tree);
        let again = PdnGame::read(&written).expect("what is written is read");
        let again = pdn::replay(&again, &ReplayOptions::default()).expect("what is written replays");
        assert_eq!(again.tree, replayed.tree, "{written}");
    }
});

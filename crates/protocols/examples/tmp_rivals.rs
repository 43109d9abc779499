use damka_engine::*;
use damka_protocols::hub::*;
use damka_protocols::*;
use damka_rules::*;
use std::time::Duration;
fn main() {
    let mut args = std::env::args().skip(1);
    let (id, command) = (args.next().unwrap(), args.next().unwrap());
    let mut hub = HubPlayer::new(&command, HubSettings::default());
    println!("{:?}", hub.name());
    let mut own = EnginePlayer::new(Options::default());
    for round in 0..2 {
        let mut game = Game::new(Ruleset::named(&id).unwrap());
        hub.new_game(&game).unwrap();
        own.new_game(&game).unwrap();
        let limits = Limits::time(Duration::from_millis(20));
        while game.outcome().is_none() {
            let turn = game.played().len() % 2 == round;
            let choice = if turn { own.choose(&game, &limits) } else { hub.choose(&game, &limits) };
            game.play(choice.unwrap().mv).unwrap();
        }
        println!("{} plies {:?}", game.played().len(), game.outcome());
    }
    let err = HubPlayer::new("sleep 5", HubSettings { patience: Duration::from_millis(300), ..HubSettings::default() }).new_game(&Game::new(Ruleset::named(&id).unwrap()));
    println!("{err:?}");
}

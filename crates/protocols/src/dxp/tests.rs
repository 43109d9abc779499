use super::*;
use crate::player::{Choice, EnginePlayer, Player, PlayerError};
use damka_engine::{Limits, Options};
use damka_rules::{Colour, Game, Ruleset};
use proptest::prelude::*;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);

fn international() -> Ruleset {
    Ruleset::named("international").unwrap()
}

fn decoded(text: &str) -> DxpMessage {
    DxpMessage::decode(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn messages_as_other_programs_write_them() {
    let DxpMessage::Request(request) = decoded("R01Scan 2.0                        Z005075A") else { panic!() };
    assert_eq!((request.name.as_str(), request.follower), ("Scan 2.0", Colour::Black));
    assert_eq!((request.minutes, request.moves, request.position), (5, 75, None));
    let start = format!("B{}{}{}{}", "W", "z".repeat(20), "e".repeat(10), "w".repeat(20));
    let DxpMessage::Request(request) = decoded(&format!("R01{:32}W000000{start}", "x")) else { panic!() };
    assert_eq!(request.position, Some(international().start()));
    assert_eq!(
        decoded("A                                0"),
        DxpMessage::Accept(Acceptance { name: String::new(), code: '0' })
    );
    assert_eq!(
        decoded("M0012322800"),
        DxpMessage::Move(DxpMove { seconds: 12, from: 32, to: 28, captured: Vec::new() })
    );
    assert_eq!(decoded("E10"), DxpMessage::End(GameEnd { ending: Ending::Loss, is_last: false }));
    assert_eq!(decoded("E21"), DxpMessage::End(GameEnd { ending: Ending::Draw, is_last: true }));
    assert_eq!(decoded("B004Z"), DxpMessage::TakeBack(TakeBack { number: 4, side: Colour::Black }));
    assert_eq!(decoded("K1"), DxpMessage::TakeBackAnswer { accepted: false });
    assert_eq!(decoded("Cwell played"), DxpMessage::Chat("well played".to_owned()));
}

#[test]
fn what_is_no_message() {
    for text in [
        "",
        "X",
        "M",
        "M0012325100",
        "M0012003200",
        "M001232280",
        "M00123228000",
        "M001232280122x",
        "M+012322800",
        "E4",
        "E40",
        "E1",
        "R01",
        "A",
        "B004X",
        "Cü",
        "K",
    ] {
        assert!(DxpMessage::decode(text).is_err(), "{text}");
    }
    assert!(DxpMessage::decode(&format!("C{}", "x".repeat(127))).is_err());
}

#[test]
fn what_is_too_long_is_cut() {
    let chat = DxpMessage::Chat("ж".repeat(500)).encode();
    assert_eq!(chat.len(), 127);
    assert!(DxpMessage::decode(&chat).is_ok());
    let name = DxpMessage::Accept(Acceptance { name: "n".repeat(99), code: '0' }).encode();
    assert_eq!(name.len(), 34);
}

fn message() -> impl Strategy<Value = DxpMessage> {
    let colour = prop::sample::select(Colour::ALL.to_vec());
    let square = 1..=50u8;
    let moves = (0..=9999u16, square.clone(), square.clone(), prop::collection::vec(square, 0..20))
        .prop_map(|(seconds, from, to, captured)| DxpMessage::Move(DxpMove { seconds, from, to, captured }));
    let endings = prop::sample::select(vec![Ending::Unknown, Ending::Loss, Ending::Draw, Ending::Win]);
    let request = (0..=99u8, "[!-~]{0,32}", colour.clone(), 0..=999u16, 0..=999u16, any::<bool>()).prop_map(
        |(version, name, follower, minutes, moves, start)| {
            let position = start.then(|| international().start());
            DxpMessage::Request(GameRequest { version, name, follower, minutes, moves, position })
        },
    );
    prop_oneof![
        request,
        moves,
        ("[!-~]{0,32}", prop::char::range('0', '9'))
            .prop_map(|(name, code)| DxpMessage::Accept(Acceptance { name, code })),
        (endings, any::<bool>()).prop_map(|(ending, is_last)| DxpMessage::End(GameEnd { ending, is_last })),
        "[ -~]{0,126}".prop_map(DxpMessage::Chat),
        (0..=999u16, colour).prop_map(|(number, side)| DxpMessage::TakeBack(TakeBack { number, side })),
        any::<bool>().prop_map(|accepted| DxpMessage::TakeBackAnswer { accepted }),
    ]
}

proptest! {
    #[test]
    fn what_is_encoded_is_decoded(message in message()) {
        let text = message.encode();
        prop_assert!(text.is_ascii() && text.len() <= 127);
        prop_assert_eq!(DxpMessage::decode(&text), Ok(message));
    }

    #[test]
    fn any_text_is_decoded_without_a_panic(text in "[RAMECBK]?[ -~WZwze0-9ё]{0,130}") {
        let _ = DxpMessage::decode(&text);
    }
}

/// Two ends of a line on this machine.
fn line() -> (Connection, Connection) {
    let (listener, address) = listener();
    let calling = Connection::open(address, PATIENCE).unwrap();
    (calling, Connection::new(listener.accept().unwrap().0))
}

fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

#[test]
fn messages_arrive_in_pieces_in_heaps_and_after_nonsense() {
    let (listener, address) = listener();
    let mut stream = TcpStream::connect(address).unwrap();
    let mut connection = Connection::new(listener.accept().unwrap().0);
    let soon = || Some(Instant::now() + PATIENCE);
    stream.write_all(b"M00").unwrap();
    let sender = thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        stream.write_all(b"12322800\0Chi\0").unwrap();
        stream.write_all(&[b'C'; 100_000]).unwrap();
        stream.write_all(b"\0\xff\xfe\0\0E10\0K").unwrap();
    });
    let mut next = || connection.receive(soon());
    assert!(matches!(next().unwrap(), Ok(DxpMessage::Move(_))));
    assert_eq!(next().unwrap(), Ok(DxpMessage::Chat("hi".to_owned())));
    for _ in 0..3 {
        assert!(next().unwrap().is_err());
    }
    assert!(matches!(next().unwrap(), Ok(DxpMessage::End(_))));
    sender.join().unwrap();
    assert!(matches!(next(), Err(DxpError::Closed)));
}

#[test]
fn a_silent_side_is_not_waited_for() {
    let (mut connection, _other) = line();
    let answer = connection.receive(Some(Instant::now() + Duration::from_millis(20)));
    assert!(matches!(answer, Err(DxpError::Silent)));
}

/// A quick player.
fn player() -> EnginePlayer {
    EnginePlayer::new(Options { memory: 1, ..Options::default() })
}

/// Follows until the other side wants no other game; how the games ended.
fn follow(mut connection: Connection) -> Vec<Ending> {
    let mut endings = Vec::new();
    let mut player = player();
    loop {
        let request = match connection.receive(Some(Instant::now() + PATIENCE)) {
            Ok(Ok(DxpMessage::Request(request))) => request,
            Ok(_) => continue,
            Err(_) => return endings,
        };
        let Some((game, terms)) = answer(&mut connection, "follower", &international(), &request).unwrap() else {
            continue;
        };
        let limits = Some(Limits::nodes(300));
        let mut game = DxpGame {
            connection: &mut connection,
            player: &mut player,
            game,
            terms,
            limits,
            is_last: false,
            watch: &mut |_| (),
        };
        let end = game.play().unwrap();
        endings.push(end.ending);
        if end.is_last {
            return endings;
        }
    }
}

#[test]
fn initiator_and_follower_play_two_games() {
    let (mut connection, other) = line();
    let follower = thread::spawn(|| follow(other));
    let mut endings = Vec::new();
    for (own, is_last) in [(Colour::White, false), (Colour::Black, true)] {
        let game = Game::new(international());
        let terms = Terms { own, minutes: 1, moves: 0 };
        let name = offer(&mut connection, "initiator", &game, terms, &mut |_| ()).unwrap();
        assert_eq!(name, "follower");
        let mut moves = 0;
        let mut game = DxpGame {
            connection: &mut connection,
            player: &mut player(),
            game,
            terms,
            limits: Some(Limits::nodes(300)),
            is_last,
            watch: &mut |event| moves += usize::from(matches!(event, DxpEvent::Moved { .. })),
        };
        let end = game.play().unwrap();
        assert!(game.game.outcome().is_some());
        assert_eq!(end.is_last, is_last);
        assert_eq!(game.game.played().len(), moves);
        endings.push(end.ending.for_other());
    }
    assert_eq!(follower.join().unwrap(), endings);
}

#[test]
fn another_program_as_a_player() {
    let (listener, address) = listener();
    let follower = thread::spawn(move || follow(Connection::new(listener.accept().unwrap().0)));
    let mut theirs = DxpPlayer::new(&address.to_string(), DxpSettings::default());
    let mut ours = player();
    for round in 0..2 {
        let mut game = Game::new(international());
        theirs.new_game(&game).unwrap();
        ours.new_game(&game).unwrap();
        while game.outcome().is_none() {
            let player: &mut dyn Player = if game.played().len() % 2 == round { &mut ours } else { &mut theirs };
            let Choice { mv, .. } = player.choose(&game, &Limits::nodes(300)).unwrap();
            game.play(mv).unwrap();
        }
    }
    drop(theirs);
    assert_eq!(follower.join().unwrap().len(), 2);
}

#[test]
fn a_game_may_go_back() {
    let (mut connection, other) = line();
    let follower = thread::spawn(|| follow(other));
    let game = Game::new(international());
    let terms = Terms { own: Colour::White, minutes: 1, moves: 0 };
    offer(&mut connection, "initiator", &game, terms, &mut |_| ()).unwrap();
    let mut next = |message: &str| -> DxpMessage {
        connection.send(&decoded(message)).unwrap();
        connection.receive(Some(Instant::now() + PATIENCE)).unwrap().unwrap()
    };
    assert!(matches!(next("M0000322800"), DxpMessage::Move(_)));
    assert_eq!(next("B009W"), DxpMessage::TakeBackAnswer { accepted: false });
    assert_eq!(next("B001W"), DxpMessage::TakeBackAnswer { accepted: true });
    assert!(matches!(next("M0000312600"), DxpMessage::Move(_)));
    assert_eq!(next("E01"), DxpMessage::End(GameEnd { ending: Ending::Unknown, is_last: true }));
    assert_eq!(follower.join().unwrap(), [Ending::Unknown]);
}

#[test]
fn a_game_ends_by_its_number_of_moves() {
    let (mut connection, other) = line();
    let follower = thread::spawn(|| follow(other));
    let terms = Terms { own: Colour::Black, minutes: 1, moves: 1 };
    offer(&mut connection, "initiator", &Game::new(international()), terms, &mut |_| ()).unwrap();
    let mut next = || connection.receive(Some(Instant::now() + PATIENCE)).unwrap().unwrap();
    assert!(matches!(next(), DxpMessage::Move(_)));
    connection.send(&decoded("M0000192300")).unwrap();
    let mut next = || connection.receive(Some(Instant::now() + PATIENCE)).unwrap().unwrap();
    assert_eq!(next(), DxpMessage::End(GameEnd { ending: Ending::Unknown, is_last: false }));
    connection.send(&decoded("E01")).unwrap();
    assert_eq!(follower.join().unwrap(), [Ending::Unknown]);
}

#[test]
fn offers_that_cannot_be_played_are_refused() {
    let (mut connection, other) = line();
    let follower = thread::spawn(|| follow(other));
    let nobody = format!("BW{}", "e".repeat(50));
    for (version, start, code) in [("02", "A", '1'), ("01", nobody.as_str(), '2')] {
        connection.send(&decoded(&format!("R{version}{:32}W005000{start}", "x"))).unwrap();
        let answer = connection.receive(Some(Instant::now() + PATIENCE)).unwrap().unwrap();
        assert_eq!(answer, DxpMessage::Accept(Acceptance { name: "follower".to_owned(), code }));
    }
    drop(connection);
    assert_eq!(follower.join().unwrap(), []);
}

#[test]
fn an_illegal_move_ends_the_game() {
    let (mut connection, other) = line();
    let follower = thread::spawn(move || {
        let mut other = other;
        let Ok(Ok(DxpMessage::Request(request))) = other.receive(None) else { panic!() };
        let (game, terms) = answer(&mut other, "follower", &international(), &request).unwrap().unwrap();
        let mut game = DxpGame {
            connection: &mut other,
            player: &mut player(),
            game,
            terms,
            limits: None,
            is_last: false,
            watch: &mut |_| (),
        };
        game.play().map(drop)
    });
    let terms = Terms { own: Colour::White, minutes: 1, moves: 0 };
    offer(&mut connection, "initiator", &Game::new(international()), terms, &mut |_| ()).unwrap();
    connection.send(&decoded("M0000320100")).unwrap();
    assert!(matches!(follower.join().unwrap(), Err(DxpError::Illegal(_))));
    assert!(matches!(connection.receive(None).unwrap(), Ok(DxpMessage::Chat(_))));
    assert!(matches!(connection.receive(None).unwrap(), Ok(DxpMessage::End(_))));
}

#[test]
fn players_that_are_not_there_or_play_another_game() {
    let mut player = DxpPlayer::new("127.0.0.1:1", DxpSettings::default());
    let russian = Game::new(Ruleset::named("russian").unwrap());
    assert!(matches!(player.new_game(&russian), Err(PlayerError::CannotPlay(_))));
    assert!(matches!(player.new_game(&Game::new(international())), Err(PlayerError::Gone(_))));
    assert!(matches!(Connection::open("no such host", PATIENCE), Err(DxpError::Network(_))));
}

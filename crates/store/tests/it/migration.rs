//! Files of earlier versions become files of this one.

use damka_conduct::{GameId, Status};
use damka_rules::Colour;
use damka_store::story::{game, write};
use damka_store::{
    Access, Anchor, ClientNumber, DueGame, Ended, GameFilter, KeptEvent, NewEvent, Occupant, OccupantKind, Outage,
    Part, Run, Scope, Sqlite, Store, StoreError, Versioned, Write,
};
use rusqlite::Connection;
use std::path::Path;
use tempfile::TempDir;

const TABLES: &str = include_str!("../migration/v3.sql");
const ROWS: &str = include_str!("../migration/rows.sql");

fn old_file(folder: &Path, sql: &[&str]) {
    let file = Connection::open(Sqlite::file(folder)).unwrap();
    file.pragma_update(None, "journal_mode", "WAL").unwrap();
    file.execute_batch(&sql.concat()).unwrap();
}

fn old_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    old_file(folder.path(), &[TABLES, ROWS]);
    folder
}

fn migrated() -> (TempDir, Sqlite) {
    let folder = old_folder();
    let store = Sqlite::open(folder.path()).unwrap();
    (folder, store)
}

fn version(file: &Path) -> i64 {
    Connection::open(file).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

/// The tables and indexes of a file.
fn shape(file: &Path) -> Vec<(String, String)> {
    let file = Connection::open(file).unwrap();
    let mut question = file.prepare("SELECT name, coalesce(sql, '') FROM sqlite_schema ORDER BY name").unwrap();
    question.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().collect::<Result<_, _>>().unwrap()
}

fn person(seat: Colour, place: u8, person: Option<&str>, name: Option<&str>) -> Occupant {
    let kind = OccupantKind::Person(person.map(Into::into));
    Occupant { seat, place, kind, name: name.map(str::to_owned), picture: None }
}

fn computer(seat: Colour, level: u8, seed: u64) -> Occupant {
    Occupant { seat, place: 1, kind: OccupantKind::Computer { level, seed }, name: None, picture: None }
}

fn occupants(store: &Sqlite, id: &str) -> Vec<Occupant> {
    store.game(&id.into()).unwrap().unwrap().game.occupants
}

#[test]
fn people_and_computers_keep_their_seats() {
    use Colour::{Black, White};
    let (_folder, store) = migrated();
    let ann = |seat| person(seat, 1, Some("ann"), Some("Ann"));
    assert_eq!(occupants(&store, "computer"), [ann(White), computer(Black, 7, 4_503_599_627_370_495)]);
    assert_eq!(occupants(&store, "screen"), [ann(White), ann(Black)]);
    assert_eq!(occupants(&store, "open"), [ann(White)]);
    assert_eq!(occupants(&store, "invited"), [ann(Black)]);
    assert_eq!(occupants(&store, "over"), [ann(White), person(Black, 1, Some("bob"), Some("Bob"))]);
    let names = [person(White, 1, None, Some("Пан Ґ; Other")), person(Black, 1, None, Some("Їжак"))];
    assert_eq!(occupants(&store, "import"), names, "a name in the spec counts where there is no other");
    let both = [person(White, 1, Some("ann"), Some("Both")), person(White, 2, Some("bob"), Some("Bob"))];
    assert_eq!(occupants(&store, "shared")[..2], both, "a second person has the next place");
    assert_eq!(occupants(&store, "unowned"), [person(White, 1, None, Some("Left")), ann(Black)]);
    assert_eq!(occupants(&store, "broken"), []);
    let large = [computer(White, 1, u64::MAX >> 1), person(Black, 1, Some("ann"), None)];
    assert_eq!(occupants(&store, "large"), large, "a seed that is too large does not stop the migration");
}

#[test]
fn games_keep_what_they_were() {
    let (_folder, store) = migrated();
    let game = |id: &str| store.game(&id.into()).unwrap().unwrap();
    assert_eq!(game("import").game.spec, "rules: russian\nseat-white: blind none\n", "a spec names nobody");
    assert_eq!(game("computer").anchor, Some(Anchor { run: 2, run_ms: 3, game_ms: 4 }));
    assert_eq!(store.due(3), Ok(vec![DueGame { id: "computer".into(), due: None }]));
    let over = game("over");
    assert_eq!((over.game.created_at, over.changed_at, over.game.creator), (100, 109, Some("bob".into())));
    let (reason, fen) = (Some("flag".to_owned()), "W:W:B".to_owned());
    assert_eq!(over.ended, Some(Ended { winner: Some(Colour::Black), reason, fen, plies: 40 }));
    assert_eq!((game("unowned").game.creator, game("broken").game.creator), (None, None));
    let reasons = ["asked", "import", "drawn"].map(|id| game(id).ended.unwrap().reason.unwrap());
    assert_eq!(reasons, ["flag-without-win", "no-pieces", "nobody-can-win"]);
    assert!(game("import").game.imported && !over.game.imported);
    assert_eq!(game("import").game.parts, [(Part::Importer, "cat".into())]);
    assert_eq!(game("lobby").game.parts, [(Part::Arbiter, "cat".into())]);
    assert_eq!(store.note(&"bob".into(), &"over".into()).unwrap().unwrap().text, "mine");
    let own = store.games_of(&"cat".into(), &GameFilter { limit: 9, ..GameFilter::default() }).unwrap();
    assert_eq!(own.iter().map(|row| row.number).collect::<Vec<_>>(), [9, 8, 5]);
}

#[test]
fn invitations_and_the_lobby_are_kept() {
    let (_folder, store) = migrated();
    let game = |id: &str| store.game(&id.into()).unwrap().unwrap().game;
    let secret = |text: &str| Some(text.to_owned());
    let nothing = Access::default();
    assert_eq!(
        (game("open").status, game("open").access),
        (Status::Waiting, Access { listed: true, delay: 60_000, ..nothing.clone() })
    );
    let invited = Access { invitation: secret("come"), arbiter_invitation: secret("judge"), ..nothing.clone() };
    assert_eq!((game("invited").status, game("invited").access), (Status::Waiting, invited));
    let lobby = Access { listed: true, arbiter_invitation: secret("judge"), ..nothing.clone() };
    assert_eq!((game("lobby").status, game("lobby").access), (Status::Live, lobby));
    assert_eq!((game("broken").status, game("broken").access), (Status::Live, nothing));
    assert_eq!((store.count_in(Status::Waiting), store.count_in(Status::Over)), (Ok(2), Ok(5)));
    assert_eq!(store.games_in(Status::Waiting, true, None, 9), Ok(vec![(3, GameId::from("open"))]));
}

#[test]
fn events_stay_and_rematches_become_events() {
    let (_folder, store) = migrated();
    let event = |seq, client: Option<(u64, u64)>, line: &str| KeptEvent {
        seq,
        run: None,
        event: NewEvent {
            line: line.to_owned(),
            scope: Scope::All,
            client: client.map(|(client, n)| ClientNumber { client, n }),
            wall: 0,
        },
    };
    let over = [
        event(1, Some((0, 1)), "1 0:01.000 white move c3 d4"),
        event(2, Some((1, 1)), "1 0:02.500 black move f6 e5"),
        event(3, None, "1 7:08.900 nobody note flag"),
        event(4, Some((2, 900_000_000_000)), "1 7:09.000 arbiter note seen"),
        event(5, None, "2 7:09.000 white rematch"),
        event(6, None, "2 7:09.000 black rematch"),
        event(7, None, "2 7:09.000 nobody rematch-made computer"),
    ];
    assert_eq!(store.events(&"over".into(), 0).unwrap(), over);
    assert_eq!(store.events(&"asked".into(), 0).unwrap(), [event(1, None, "2 0:00.000 black rematch")]);
    let drawn = [event(1, None, "damaged"), event(2, None, "2 0:00.000 nobody rematch-made open")];
    assert_eq!(store.events(&"drawn".into(), 0).unwrap(), drawn);
    assert_eq!(store.events(&"computer".into(), 0).unwrap().len(), 1);
}

#[test]
fn everything_else_is_kept_too() {
    let (folder, store) = migrated();
    assert_eq!(store.run(2), Ok(Some(Run { id: 2, started: 2000, beat: 700, beat_wall: 2700 })));
    assert_eq!(store.begin_run(5000).unwrap().id, 3);
    assert_eq!(store.outages(0, 0), Ok(vec![Outage { from: 2700, until: 5000 }]));
    let link = store.link("abc").unwrap().unwrap();
    assert_eq!(link.game, Versioned { version: 1, body: "{\"rules\":\"russian\"}".to_owned() });
    assert_eq!(
        (link.creator, link.task.as_str(), link.ended_at),
        (None, "", None),
        "a link without an owner still opens"
    );
    assert_eq!(store.analysis(&"over".into()), Ok(None), "analyses are made again");
    assert_eq!(store.secret("cookie", &|| "new".to_owned()).as_deref(), Ok("kept"));
    let ann = store.account("ann").unwrap().unwrap();
    assert_eq!(
        (ann.name.as_deref(), ann.password.as_deref(), ann.generation, ann.created_at),
        (Some("Ann"), Some("hash"), 2, 11)
    );
    write(&store, vec![Write::Game(Box::new(game("new", "ann", "bob", 1)))]).unwrap();
    assert_eq!(store.games_in(Status::Live, false, None, 1).unwrap()[0].0, 100, "numbers are never given twice");
    drop(store);
    let new = tempfile::tempdir().unwrap();
    drop(Sqlite::open(new.path()).unwrap());
    assert_eq!(shape(&Sqlite::file(folder.path())), shape(&Sqlite::file(new.path())), "a new file has the same tables");
    let check = |sql: &str| -> Option<String> {
        let file = Connection::open(Sqlite::file(folder.path())).unwrap();
        let mut question = file.prepare(sql).unwrap();
        question.query_map([], |row| row.get(0)).unwrap().next().transpose().unwrap()
    };
    assert_eq!(check("PRAGMA foreign_key_check"), None);
    assert_eq!(check("PRAGMA integrity_check").as_deref(), Some("ok"));
}

#[test]
fn every_reason_gets_its_stable_word() {
    let reasons = [
        ("noPieces", "no-pieces"),
        ("noMoves", "no-moves"),
        ("arrived", "arrived"),
        ("bothArrived", "both-arrived"),
        ("atHome", "at-home"),
        ("drawRule", "draw-rule"),
        ("agreement", "agreement"),
        ("nobodyCanWin", "nobody-can-win"),
        ("resignation", "resignation"),
        ("flag", "flag"),
        ("flagWithoutWin", "flag-without-win"),
        ("refusal", "refusal"),
        ("penalty", "penalty"),
        ("gone", "gone"),
        ("goneDraw", "gone-draw"),
        ("arbiterDraw", "arbiter-draw"),
        ("annulled", "annulled"),
        ("dropped", "dropped"),
    ];
    let rows: String = reasons
        .iter()
        .map(|(old, _)| {
            format!(
                "INSERT INTO games (id, spec, terms, rules, status, made, changed, imported, reason, fen, plies)
                 VALUES ('{old}', '', '{{}}', 'russian', 3, 1, 1, 0, '{old}', '', 0);"
            )
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    old_file(folder.path(), &[TABLES, &rows]);
    let store = Sqlite::open(folder.path()).unwrap();
    for (old, new) in reasons {
        assert_eq!(store.game(&old.into()).unwrap().unwrap().ended.unwrap().reason.as_deref(), Some(new));
    }
}

/// The version that this program writes.
pub fn newest() -> i64 {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    version(&Sqlite::file(folder.path()))
}

#[test]
fn the_old_file_is_kept_beside() {
    let (folder, store) = migrated();
    drop(store);
    let kept = folder.path().join("damka-v3.db");
    assert_eq!((version(&kept), version(&Sqlite::file(folder.path()))), (3, newest()));
    let old = Connection::open(&kept).unwrap();
    let count: i64 = old.query_row("SELECT count(*) FROM seats JOIN analyses", [], |row| row.get(0)).unwrap();
    assert_eq!(count, 18, "with everything that was there");
    let names = || -> Vec<String> {
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names.into_iter().map(|name| name.into_string().unwrap()).collect()
    };
    drop(old);
    assert_eq!(names(), ["damka-v3.db", "damka.db", "damka.lock"]);
    drop(Sqlite::open(folder.path()).unwrap());
    assert_eq!(names(), ["damka-v3.db", "damka.db", "damka.lock"], "a file of this version is not copied");
}

#[test]
fn a_new_folder_has_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "the file and its lock");
}

#[test]
fn an_interrupted_migration_can_be_repeated() {
    let folder = old_folder();
    let file = Sqlite::file(folder.path());
    // One of the last statements fails: everything before it has been done by then.
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE outages (x)").unwrap();
    let before = shape(&file);
    assert!(Sqlite::open(folder.path()).is_err());
    assert_eq!((version(&file), shape(&file)), (3, before), "nothing has changed");
    let kept = folder.path().join("damka-v3.db");
    let copy = std::fs::read(&kept).unwrap();
    Connection::open(&file).unwrap().execute_batch("DROP TABLE outages").unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.events(&"over".into(), 0).unwrap().len(), 7, "each rematch once");
    assert_eq!(std::fs::read(&kept).unwrap(), copy, "the first copy is the one that is kept");
}

#[test]
fn half_a_copy_is_made_again() {
    let folder = old_folder();
    std::fs::write(folder.path().join("damka-v3.db.part"), "half").unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    assert_eq!(version(&folder.path().join("damka-v3.db")), 3);
    assert!(!folder.path().join("damka-v3.db.part").exists());
}

#[test]
fn the_first_version_is_brought_up_too() {
    let folder = tempfile::tempdir().unwrap();
    let first = TABLES.split("CREATE TABLE notes").next().unwrap();
    let row = "INSERT INTO games (id, spec, terms, rules, status, made, changed, imported)
               VALUES ('g', '', '{\"maker\": \"ann\"}', 'russian', 2, 1, 1, 0); PRAGMA user_version = 1";
    old_file(folder.path(), &[first, row]);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.game(&"g".into()).unwrap().unwrap().game.creator, Some("ann".into()), "it stood in the terms");
    assert_eq!(version(&folder.path().join("damka-v1.db")), 1);
}

#[test]
fn data_of_a_later_version_are_left_alone() {
    let folder = old_folder();
    let file = Sqlite::file(folder.path());
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 1000).unwrap();
    let before = std::fs::read(&file).unwrap();
    assert_eq!(Sqlite::open(folder.path()).err(), Some(StoreError::Newer(1000)));
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert!(!folder.path().join("damka-v1000.db").exists());
}

//! Conversations without an engine: the searcher here answers with the first legal move.

use super::*;
use crate::lines::Incoming;
use damka_engine::{Line, Report, Score, Signal};
use damka_rules::Ruleset;
use proptest::prelude::*;

/// A conversation in which searches go on until they are told to stop or [`Talk::finish`] is called.
struct Talk {
    session: Session,
    task: Option<Box<Task>>,
    told: Vec<Signal>,
    has_quit: bool,
}

impl Talk {
    fn new() -> Talk {
        Talk { session: Session::new(), task: None, told: Vec::new(), has_quit: false }
    }

    /// What is answered to lines.
    fn say(&mut self, lines: &str) -> Vec<String> {
        lines.lines().flat_map(|line| self.say_raw(Incoming::Line(line.to_owned()))).collect()
    }

    fn say_raw(&mut self, incoming: Incoming) -> Vec<String> {
        let actions = self.session.receive(incoming);
        self.act(actions)
    }

    fn act(&mut self, actions: Vec<Action>) -> Vec<String> {
        let mut said = Vec::new();
        for action in actions {
            match action {
                Action::Say(message) => said.push(message.to_string()),
                Action::Prepare(_) => {
                    let more = self.session.prepared();
                    said.extend(self.act(more));
                }
                Action::Search(task) => {
                    assert!(self.task.is_none(), "two searches at once");
                    assert!(task.game.outcome().is_none(), "a game that is over");
                    assert_eq!(task.game.ruleset(), &task.plan.ruleset);
                    self.task = Some(task);
                }
                Action::Tell(signal) => {
                    assert!(self.task.is_some(), "nobody to be told");
                    self.told.push(signal);
                }
                Action::Forget => {}
                Action::Quit => self.has_quit = true,
            }
        }
        said
    }

    /// Ends the search with the first legal move and the first answer to it.
    fn finish(&mut self) -> Vec<String> {
        let task = self.task.take().expect("a search");
        let first = task.game.legal_moves()[0];
        let answers = task.game.ruleset().legal_moves(&task.game.position().after(first));
        let moves = std::iter::once(first).chain(answers.first().copied()).collect();
        let lines = vec![Line { score: Score::new(-12), moves }];
        let report = Report { depth: 3, selective_depth: 5, lines, nodes: 7, ..Report::default() };
        let mut said: Vec<String> = self.session.found(&report).iter().map(Message::to_string).collect();
        let actions = self.session.finished(&report);
        said.extend(self.act(actions));
        said
    }
}

fn start(id: &str) -> String {
    let ruleset = Ruleset::named(id).unwrap();
    write_position(&ruleset.start(), &ruleset)
}

fn is_error(said: &[String]) -> bool {
    matches!(said, [only] if only.starts_with("error message="))
}

#[test]
fn the_beginning_of_a_conversation() {
    let mut talk = Talk::new();
    let said = talk.say("hub");
    assert!(said[0].starts_with("id name=Damka version="), "{said:?}");
    assert!(said[1].starts_with("param name=variant value=international type=enum values=\"russian "), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("wait"));
    assert_eq!(talk.say("set-param name=variant value=russian\ninit"), ["ready"]);
    assert_eq!(talk.say("ping"), ["pong"]);
    talk.say("quit");
    assert!(talk.has_quit);
}

#[test]
fn a_search_of_every_game() {
    for ruleset in Ruleset::all() {
        let mut talk = Talk::new();
        talk.say(&format!("set-param name=variant value={}\ninit\nnew-game", ruleset.id()));
        assert_eq!(talk.say(&format!("pos pos={}\nlevel depth=3\ngo think", start(ruleset.id()))), [""; 0]);
        let said = talk.finish();
        assert!(said[0].starts_with("info depth=3 max-depth=5 score=-0.12 nodes=7 time=0.000 nps=0.00 pv="));
        let done = Message::parse(&said[1]).unwrap().unwrap();
        let mv = read_move(done.value("move").unwrap(), ruleset, &ruleset.start()).unwrap();
        let after = ruleset.start().after(mv);
        assert!(read_move(done.value("ponder").unwrap(), ruleset, &after).is_ok(), "{}", ruleset.id());
    }
}

#[test]
fn moves_lead_to_the_position() {
    let mut talk = Talk::new();
    let start = start("international");
    assert_eq!(talk.say(&format!("pos pos={start} moves=\"32-28 19-23 28x19x23\"\ngo think")), [""; 0]);
    let played = talk.task.as_ref().unwrap().game.played().len();
    assert_eq!(played, 3);
}

#[test]
fn what_is_wrong_is_answered_and_what_is_unknown_is_not() {
    let mut talk = Talk::new();
    for line in ["", "   ", "dance", "dance wildly=yes", "stop", "ponder-hit", "level colour=red", "new-game fast"] {
        assert_eq!(talk.say(line), [""; 0], "{line}");
    }
    for line in [
        "pos",
        "pos pos",
        "pos pos=W",
        "pos pos=\"",
        "pos pos=ёёё",
        "level depth=-1",
        "set-param",
        "set-param name=threads",
        "set-param name=numbering value=chess",
        "set-param name=\"a b\" value=\"c = d\"",
    ] {
        assert!(is_error(&talk.say(line)), "{line}");
    }
    assert!(is_error(&talk.say_raw(Incoming::TooLong("x".to_owned()))));
    let start = start("international");
    for moves in ["32-27 1-2", "32-33", "zzz", "32", "--", "32x28x33"] {
        assert!(is_error(&talk.say(&format!("pos pos={start} moves=\"{moves}\""))), "{moves}");
    }
    let said = talk.say("go think");
    assert_eq!(said, ["error message=\"there is no position\"", "done"]);
    assert_eq!(talk.say("new-game\ngo think"), [""; 0], "the start is a position");
}

#[test]
fn a_finished_game_is_refused_and_a_drawn_one_is_played_on() {
    let mut talk = Talk::new();
    talk.say("set-param name=variant value=russian\ninit");
    let lost = format!("W{}b{}", "e".repeat(5), "e".repeat(26));
    let said = talk.say(&format!("pos pos={lost}\ngo think"));
    assert_eq!(said, ["error message=\"the game is over\"", "done"]);
    // Kings go to and fro until the position has come three times; other programs may go on.
    let kings = format!("WB{}W", "e".repeat(30));
    let moves = "32-28 1-5 28-32 5-1 32-28 1-5 28-32 5-1";
    assert_eq!(talk.say(&format!("pos pos={kings} moves=\"{moves} 32-28\"\ngo think")), [""; 0]);
    assert_eq!(talk.finish().len(), 2);
}

#[test]
fn a_search_is_stopped_and_the_next_waits_for_its_answer() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("level infinite\ngo think\nping"), ["pong"]);
    let next = format!("stop\nstop\npos pos={} moves=32-28\nlevel depth=2\ngo think\nstop", start("international"));
    assert_eq!(talk.say(&next), [""; 0]);
    assert_eq!(talk.told, [Signal::Stop], "the last stop is for the search that waits");
    let said = talk.finish();
    assert!(said.last().unwrap().starts_with("done move="), "{said:?}");
    assert_eq!(talk.told, [Signal::Stop, Signal::Stop]);
    assert_eq!(talk.task.as_ref().unwrap().limits.depth, Some(2));
    let said = talk.finish();
    assert!(said.last().unwrap().starts_with("done move="), "{said:?}");
    assert!(talk.task.is_none());
}

#[test]
fn pondering() {
    let mut talk = Talk::new();
    talk.say("level move-time=1\ngo ponder");
    assert_eq!(talk.task.as_ref().unwrap().signal, Signal::Pondering);
    talk.say("ponder-hit\nponder-hit");
    assert_eq!(talk.told, [Signal::GoOn]);
    assert!(talk.finish().last().unwrap().contains(" ponder="));
    talk.say("set-param name=ponder value=false\ngo think");
    assert!(!talk.finish().last().unwrap().contains(" ponder="));
    talk.say("go analyze");
    let task = talk.task.as_ref().unwrap();
    assert!(task.is_analysis && task.limits.exhaustive && task.limits.time.is_none());
}

#[test]
fn a_flood_during_a_search_is_bounded() {
    let mut talk = Talk::new();
    talk.say("go think");
    let said = talk.say(&"new-game\n".repeat(1000));
    assert!(!said.is_empty() && said.iter().all(|line| line.starts_with("error ")));
    talk.finish();
    assert_eq!(talk.say("ping"), ["pong"]);
}

#[test]
fn interop_5_an_unknown_variant_is_refused_until_a_known_one_is_set() {
    let mut talk = Talk::new();
    let refused = "error message=\"there is no variant killer; set a known one first\"";
    assert_eq!(talk.say("hub\nset-param name=variant value=killer").last().unwrap(), refused);
    assert_eq!(talk.say("init"), [refused, "ready"]);
    for line in ["new-game".to_owned(), format!("pos pos={}", start("international"))] {
        assert_eq!(talk.say(&line), [refused], "{line}");
    }
    for mode in ["think", "ponder", "analyze"] {
        assert_eq!(talk.say(&format!("level depth=1\ngo {mode}")), [refused, "done"]);
    }
    assert!(talk.task.is_none());
    assert_eq!(talk.say("set-param name=variant value=normal\ninit"), ["ready"]);
    assert_eq!(talk.say("go think"), [""; 0], "the start of the game is a position");
    assert_eq!(talk.task.as_ref().unwrap().plan.ruleset.id(), "international");
    talk.finish();
}

#[test]
fn interop_5_moves_are_numbered_as_the_other_program_numbers_them() {
    let start = start("russian");
    for (numbering, moves) in [("far-left", "22-18 11-15"), ("near-left", "10-14 23-19"), ("near-right", "11-15 22-18")]
    {
        let mut talk = Talk::new();
        talk.say(&format!("set-param name=variant value=russian\nset-param name=numbering value={numbering}\ninit"));
        assert_eq!(talk.say(&format!("pos pos={start} moves=\"{moves}\"\ngo think")), [""; 0], "{numbering}");
        let played: Vec<String> = {
            let game = &talk.task.as_ref().unwrap().game;
            game.played().iter().filter_map(|ply| Some(write_move(ply.mv()?, game.ruleset()))).collect()
        };
        assert_eq!(played, ["22-18", "11-15"], "{numbering}");
        let said = talk.finish();
        let mv = said.last().unwrap().split(' ').nth(1).unwrap();
        talk.say(&format!("pos pos={start} moves=\"{moves} {}\"", mv.trim_start_matches("move=")));
        assert_eq!(talk.say("go think"), [""; 0], "{numbering}: {said:?} is not understood again");
        talk.finish();
    }
}

#[test]
fn house_rules_and_choices() {
    let mut talk = Talk::new();
    let said = talk.say("set-param name=variant value=house\nset-param name=rules value=\"house king=short\"\ninit");
    assert_eq!(said, ["ready"]);
    talk.say("go think");
    assert_eq!(talk.task.as_ref().unwrap().plan.ruleset.line(), "house king=short");
    talk.finish();
    let said = talk.say("set-param name=variant value=russian\ninit");
    assert!(said[0].starts_with("error ") && said[1] == "ready", "{said:?}");
}

/// Words that together make lines near to what is right.
fn words() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "hub",
        "init",
        "new-game",
        "pos",
        "level",
        "go",
        "stop",
        "ponder-hit",
        "ping",
        "think",
        "ponder",
        "analyze",
        "set-param",
        "name=variant",
        "value=russian",
        "value=corners",
        "name=rules",
        "value=\"house king=short\"",
        "name=level",
        "value=3",
        "depth=3",
        "nodes=0",
        "time=1",
        "inc=-1",
        "moves=3",
        "infinite",
        "lines=2",
        "=",
        "\"",
        "pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        "moves=\"21-17 12-16\"",
        "pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "pos=BB",
        "moves=--",
        "done",
        "quit",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "[ -~ё]{0,12}"]
}

proptest! {
    #[test]
    fn any_conversation_stays_a_conversation(
        lines in prop::collection::vec(prop::collection::vec(words(), 0..5), 0..40), ends in prop::collection::vec(any::<bool>(), 40)
    ) {
        let mut talk = Talk::new();
        for (line, ends) in lines.iter().zip(ends) {
            talk.say(&line.join(" "));
            if ends && talk.task.is_some() {
                let said = talk.finish();
                prop_assert!(said.iter().any(|line| line.starts_with("done ")), "{:?}", said);
            }
        }
    }
}

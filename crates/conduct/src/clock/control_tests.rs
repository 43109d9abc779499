use super::*;

fn control(text: &str) -> Control {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The text is read, and written again so.
fn check(text: &str, canonical: &str) {
    let read = control(text);
    assert_eq!(read.to_string(), canonical, "{text}");
    assert_eq!(control(canonical), read, "{text}");
}

fn refuse(text: &str, problem: ControlProblem, part: &str) {
    let error = text.parse::<Control>().unwrap_err();
    assert_eq!((error.problem, error.part.as_str()), (problem, part), "{text}");
    assert!(error.to_string().contains(part), "{error}");
}

fn stage(moves: Option<u16>, time: Millis, bonus: Bonus) -> Stage {
    Stage { moves, time, bonus }
}

// clauses: B.clock.1
#[test]
fn the_basic_time_is_eight_minutes_for_the_game() {
    assert_eq!(Control::basic().to_string(), "8m");
    assert_eq!(Control::basic().stages(), [stage(None, Millis(480_000), Bonus::None)]);
    assert_eq!(Control::basic().byoyomi(), None);
    assert_eq!(Control::default(), Control::basic());
    assert_eq!(Control::basic().to_pdn().as_deref(), Some("480"));
}

#[test]
fn canonical_texts_stay_as_they_are() {
    for text in [
        "none",
        "8m",
        "40/2h:1h",
        "40/2h:20/1h",
        "5m+3s",
        "5m~3s",
        "5m>3s",
        "30m:5x30s",
        "40/2h:5x30s",
        "40/90m+30s:30m+30s:1x1m",
        "5x30s",
        "*1m",
        "3d",
        "0s>3d",
        "1500ms",
        "40/1h:0s+30s",
    ] {
        check(text, text);
    }
}

#[test]
fn other_texts_have_one_canonical_form() {
    check(" 480s ", "8m");
    check("1h30m", "90m");
    check("0d1h30m0s500ms", "5400500ms");
    check("008m", "8m");
    check("5m+0s", "5m");
    check("5m~0s", "5m");
    check("40/120m:60m", "40/2h:1h");
    check("0s:5x30s", "5x30s");
    check("40/2h:0s:5x30s", "40/2h:5x30s");
    check("*60s", "*1m");
    check("24h", "1d");
}

#[test]
fn texts_say_what_they_say() {
    assert_eq!(control("5m+3s").stages(), [stage(None, Millis::minutes(5), Bonus::Fischer(Millis(3000)))]);
    assert_eq!(control("5m~3s").stages(), [stage(None, Millis::minutes(5), Bonus::Bronstein(Millis(3000)))]);
    assert_eq!(control("5m>3s").stages(), [stage(None, Millis::minutes(5), Bonus::Delay(Millis(3000)))]);
    let two = [stage(Some(40), Millis::minutes(120), Bonus::None), stage(None, Millis::minutes(60), Bonus::None)];
    assert_eq!(control("40/2h:1h").stages(), two);
    let byoyomi = Byoyomi { periods: 5, period: Millis::seconds(30) };
    assert_eq!(control("30m:5x30s").byoyomi(), Some(byoyomi));
    assert_eq!(control("5x30s"), Control::staged(vec![], Some(byoyomi)).unwrap());
    assert_eq!(control("*1m").hourglass(), Some(Millis::minutes(1)));
    assert_eq!(control("*1m").first_time(), Millis::minutes(1));
    assert!(control("none").is_none());
    assert_eq!(control("5m+3s"), Control::whole_game(Millis::minutes(5), Bonus::Fischer(Millis(3000))).unwrap());
}

#[test]
fn errors_name_the_part() {
    refuse("", ControlProblem::Empty, "");
    refuse("eight", ControlProblem::NotATime, "eight");
    refuse("8", ControlProblem::NoUnit, "8");
    refuse("8m30", ControlProblem::NoUnit, "8m30");
    refuse("30s8m", ControlProblem::NotATime, "30s8m");
    refuse("8m8m", ControlProblem::NotATime, "8m8m");
    refuse("8q", ControlProblem::NotATime, "8q");
    refuse("8 m", ControlProblem::NotATime, "8 m");
    refuse("1.5h", ControlProblem::NotATime, "1.5h");
    refuse("40/2h:5m+", ControlProblem::NotATime, "5m+");
    refuse("40/2h:", ControlProblem::NotATime, "");
    refuse("40/:5m", ControlProblem::NotATime, "40/");
    refuse("5m+3s+3s", ControlProblem::NotATime, "3s+3s");
    refuse("5m+3q", ControlProblem::NotATime, "3q");
    refuse("1001d", ControlProblem::TooLong, "1001d");
    refuse("1000d1ms", ControlProblem::TooLong, "1000d1ms");
    refuse("99999999999999999999s", ControlProblem::TooLong, "99999999999999999999s");
    refuse("x/2h:5m", ControlProblem::NotACount, "x/2h");
    refuse("+4/2h", ControlProblem::NotACount, "+4/2h");
    refuse("0/2h", ControlProblem::NotACount, "0/2h");
    refuse("65536/2h", ControlProblem::NotACount, "65536/2h");
    refuse("5m:0x3s", ControlProblem::NotACount, "0x3s");
    refuse("5m:x3s", ControlProblem::NotACount, "x3s");
    refuse("5m:3x", ControlProblem::NotATime, "3x");
    refuse("5m:3x0s", ControlProblem::NoTime, "3x0s");
    refuse("2h:1h", ControlProblem::MovesMissing, "2h");
    refuse("0s", ControlProblem::NoTime, "0s");
    refuse("0s+3s", ControlProblem::NoTime, "0s+3s");
    refuse("40/0s:5x30s", ControlProblem::NoTime, "40/0s");
    refuse("*0s", ControlProblem::NoTime, "*0s");
    refuse("*1m:5m", ControlProblem::HourglassNotAlone, "*1m");
    refuse("40/5m:*1m", ControlProblem::HourglassNotAlone, "*1m");
    refuse("5m:3x5s:1m", ControlProblem::ByoyomiNotLast, "1m");
    refuse(&["1/1m"; 17].join(":"), ControlProblem::TooManyStages, "1/1m");
}

#[test]
fn built_controls_are_checked_too() {
    assert_eq!(Control::staged(vec![], None).unwrap_err().problem, ControlProblem::Empty);
    let long = Millis(Millis::LONGEST.0 + 1);
    assert_eq!(Control::sand(long).unwrap_err().problem, ControlProblem::TooLong);
    assert_eq!(Control::whole_game(long, Bonus::None).unwrap_err().problem, ControlProblem::TooLong);
    let bonus = Bonus::Delay(Millis(u64::MAX));
    assert_eq!(Control::whole_game(Millis(1), bonus).unwrap_err().problem, ControlProblem::TooLong);
    assert!(Control::sand(Millis::LONGEST).is_ok());
    let long_text = "9".repeat(1000);
    assert_eq!(long_text.parse::<Control>().unwrap_err().part.len(), 40);
}

#[test]
fn pdn_expresses_what_it_can() {
    for (text, pdn) in [
        ("none", "-"),
        ("8m", "480"),
        ("40/2h:1h", "40/7200:3600"),
        ("40/2h:20/1h", "40/7200:20/3600"),
        ("40/2h:15m+30s", "40/7200:900+30"),
        ("5m+3s", "300+3"),
        ("*1m", "*60"),
    ] {
        assert_eq!(control(text).to_pdn().as_deref(), Some(pdn), "{text}");
        assert_eq!(Control::from_pdn(pdn), Ok(Some(control(text))), "{pdn}");
    }
    for text in ["5m~3s", "5m>3s", "30m:5x30s", "5x30s", "1500ms", "5m+1500ms", "*1ms", "40/90m+30s:30m"] {
        assert_eq!(control(text).to_pdn(), None, "{text}");
    }
}

#[test]
fn pdn_from_other_programs() {
    assert_eq!(Control::from_pdn(" ? "), Ok(None));
    assert_eq!(Control::from_pdn("300+0"), Ok(Some(control("5m"))));
    assert_eq!(Control::from_pdn("40/5400+30:1800+30"), Ok(Some(control("40/90m+30s:30m+30s"))));
    for (text, problem, part) in [
        ("", ControlProblem::Empty, ""),
        ("5m", ControlProblem::NotATime, "5m"),
        ("5x30", ControlProblem::NotATime, "5x30"),
        ("300~3", ControlProblem::NotATime, "300~3"),
        ("40/7200:", ControlProblem::NotATime, ""),
        ("40/7200:-", ControlProblem::NotATime, "-"),
        ("300+", ControlProblem::NotATime, "300+"),
        ("0", ControlProblem::NoTime, "0s"),
        ("99999999999", ControlProblem::TooLong, "99999999999"),
    ] {
        let error = Control::from_pdn(text).unwrap_err();
        assert_eq!((error.problem, error.part.as_str()), (problem, part), "{text}");
    }
}

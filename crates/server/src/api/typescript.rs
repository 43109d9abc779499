//! The page's types are made from these, and a test fails when the files in `web/src/lib/api` are old.
//! `DAMKA_WRITE_TYPES=1 cargo test -p damka-server typescript` writes them again.

use super::*;
use std::path::PathBuf;
use ts_rs::{Config, TS};

const HEAD: &str = "// Made from crates/server/src/api by `make types`; not to be edited by hand.\n";

/// Every type with what it leads to, each once, in one file: the page has one import.
macro_rules! declarations {
    ($config:expr; $($type:ty),+ $(,)?) => {{
        let mut texts: Vec<String> = Vec::new();
        $(
            let docs = <$type as TS>::docs().unwrap_or_default();
            texts.push(format!("{docs}export {}\n", <$type as TS>::decl($config)));
        )+
        texts
    }};
}

fn types() -> String {
    let config = Config::default();
    let texts = declarations!(&config;
        SideWord, GroupWord, RoleWord, BySide<String>, MannerWord, PaceWord, FlagFallsWord, AidsWord, ViewWord, DecidesWord, CellText, Problem,
        CellView, BoardView, FactView, RulesetView, SwitchView, SwitchKind, ChoiceView, LevelView, Choices, SampleView, ClockSetting, OddsKindWord, OddsView,
        PositionRequest, SeatTerms,
        OpponentChoice, ColourChoice, PersonTerms, ByPerson, CreateGame, GameMade, LocalOnly, Invitation, TakeSeat, EnterGame, AnswerArbiter, SeatTaken, RematchAnswer, LinkMade, CreateLink, LinkView, MyLink, MyLinks,
        ContestKindWord, StageWord, ColoursWord, DrawsWord, JoiningWord, EntrantStandingWord, EntrantTermWord, OutcomeWord, SourceWord,
        CreateContest, ContestMade, EntrantTermView, ContestAct, ContestView, ContestYou, ContestAgreed, EntrantView, ContestBoardView,
        ContestResult, BoardState, StandingView, ProposedView, MatchView, HostClockView, ContestSummary, ContestsView, FromContest, GameContest,
        EnterContest,
        StatusWord, GameView, CandidateView, Agreed, You, PlayerView, TeamView, TeamMember, DeciderView, PlayerKind, HandView, StateView, SlowView, PieceLetter, LegalMove, MoveView,
        ClocksView, ClockView, CounterView, RightWord, ViolationView, EndingView, EndingWord,
        TalkWord, PhraseWord, AudienceWord, SaidView, PhraseView, CanSay,
        ActRequest, ClaimWord, RulingRequest, EventView, GameRecord, RecordLine,
        ToGame, FromGame, FromLobby, ToAnalysis, FromAnalysis,
        GameSummary, TurnsView, LobbyView, GamesPage, RemoveGames, RemovedGames, FoundGames, ResultName,
        PictureWord, Me, SetName, SetPicture, Credentials, ChangePassword, Handover, TakeOver, DeleteMe,
        OfficeWord, KeeperActWord, MemberView, MemberDetails, MembersPage, SetOffices, SetBlocked, SetAllowance, SetHidden, OneTimeLink, ClaimKeeper,
        ResetPassword, ReportName, ReportedMember, KeeperView, BackupsView, LogLine, LogPage,
        WorkView, QueueView, WorkerView, WorkerKeyView, LevelsView, DifferenceView, MakeWorkerKey, WorkerKeyMade, PuzzlesPage, PuzzleView,
        Sessions, SessionView,
        NoticeKindWord, NoticeView, NoticesView, ReadNotices, NoticeTopicWord, NoticeSettings, MailView, PutMail, ConfirmMail, PutDevice, DropDevice,
        PositionView, ExplainRequest, Explanation, ScoreView, AnalysisLine, HintView, GameAnalysisView, JobStatus,
        ExaminedView, ImportRequest, ImportStatus, Imported, MyImports, QuotaName, QuotaView, UsageView, ExportFormat, Notes, PutNotes,
        ConditionsView, ConditionsRequest, VacationView, GoOnVacation, Tag, TreeView, NodeView, NodeRequest, TreeMoves, TreeRequest, TreeText, Pdn, SetupRequest, Fen,
        TableStatus, TableResult, EndgameView, TableMove, ExercisesView, ExerciseKind, ExerciseView, ExerciseTry, TryState,
        ExerciseAnswer,
    );
    let lines = texts.join("\n");
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    format!("{HEAD}\n{}\n", lines.join("\n"))
}

#[test]
fn the_page_knows_these_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/api/types.ts");
    let made = types();
    if std::env::var_os("DAMKA_WRITE_TYPES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "web/src/lib/api/types.ts is old: run `make types`");
}

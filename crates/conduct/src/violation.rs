//! What a turn at the board was: a legal move, or which violations of the code.

/// A breach of the rules that the opponent may have corrected or let stand (A.violation.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Violation {
    /// 4.1
    TwoMoves,
    /// 4.2
    IncorrectMove,
    /// 4.3
    OtherPieceMoved,
    /// 4.4
    TakenBack,
    /// 4.5
    EnemyPieceMoved,
    /// 4.6
    MissedCapture,
    /// 4.7
    RemovedWithoutReason,
    /// 4.8
    WrongNumberCaptured,
    /// 4.9
    SeriesStopped,
    /// 4.10
    RemovedDuringSeries,
    /// 4.11
    TooFewRemoved,
    /// 4.12
    NotCapturedRemoved,
    /// 4.13
    RemovalBrokenOff,
    /// 4.14
    OwnRemoved,
    /// A man on the last row was not crowned (A.move.6).
    NotCrowned,
    /// A piece was put on a cell that is not played (violation 3).
    OnUnplayedCell,
    /// The pieces were set up wrongly (violation 2).
    WrongSetup,
}

impl Violation {
    /// Every violation.
    pub const ALL: [Violation; 17] = [
        Violation::TwoMoves,
        Violation::IncorrectMove,
        Violation::OtherPieceMoved,
        Violation::TakenBack,
        Violation::EnemyPieceMoved,
        Violation::MissedCapture,
        Violation::RemovedWithoutReason,
        Violation::WrongNumberCaptured,
        Violation::SeriesStopped,
        Violation::RemovedDuringSeries,
        Violation::TooFewRemoved,
        Violation::NotCapturedRemoved,
        Violation::RemovalBrokenOff,
        Violation::OwnRemoved,
        Violation::NotCrowned,
        Violation::OnUnplayedCell,
        Violation::WrongSetup,
    ];

    /// The clause of text 000 that names it.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        match self {
            Violation::TwoMoves => "A.violation.4.1",
            Violation::IncorrectMove => "A.violation.4.2",
            Violation::OtherPieceMoved => "A.violation.4.3",
            Violation::TakenBack => "A.violation.4.4",
            Violation::EnemyPieceMoved => "A.violation.4.5",
            Violation::MissedCapture => "A.violation.4.6",
            Violation::RemovedWithoutReason => "A.violation.4.7",
            Violation::WrongNumberCaptured => "A.violation.4.8",
            Violation::SeriesStopped => "A.violation.4.9",
            Violation::RemovedDuringSeries => "A.violation.4.10",
            Violation::TooFewRemoved => "A.violation.4.11",
            Violation::NotCapturedRemoved => "A.violation.4.12",
            Violation::RemovalBrokenOff => "A.violation.4.13",
            Violation::OwnRemoved => "A.violation.4.14",
            Violation::NotCrowned => "A.move.6",
            Violation::OnUnplayedCell => "A.violation.3",
            Violation::WrongSetup => "A.violation.2",
        }
    }
}

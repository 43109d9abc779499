//! How a game stands at a moment: data, no words. Each viewer's language makes words of it.

use super::roles::Viewpoint;
use super::sight::{Openness, Sight, Stage};
use crate::show;
use damka_conduct::clock::{Millis, Reading};
use damka_conduct::{Ending, GameSpec, Pace, PhysicalBoard, Right, Table, Violation, Worded};
use damka_notation::Cell;
use damka_rules::{Colour, EndError, Move, Piece, Played, Position, Progress};
use std::sync::Arc;

/// How a game stands.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What was agreed.
    pub spec: Arc<GameSpec>,
    /// The properties of the game that are the same for every viewer.
    pub openness: Openness,
    /// The number of the last event.
    pub seq: u32,
    /// Half-moves made.
    pub ply: u32,
    /// Whose turn it is.
    pub to_move: Colour,
    /// What stands by the rules.
    pub position: Position,
    /// The board as it really stands.
    pub board: PhysicalBoard,
    /// The hand that holds a piece: whose, where, which, and whether it is in the air.
    pub hand: Option<(Colour, Cell, Piece, bool)>,
    /// The clocks.
    pub clocks: [Reading; 2],
    /// Whose clock runs.
    pub running: Option<Colour>,
    /// Whether it is held though it should run.
    pub held: bool,
    /// Whether the game is played: everybody has come and it is not over.
    pub live: bool,
    /// The legal moves, while the game is played.
    pub legal: Vec<Move>,
    /// What each side may do.
    pub rights: [Rights; 2],
    /// In how many milliseconds each side may claim because the other is gone.
    pub claim_gone_in: [Option<u64>; 2],
    /// How far the draw rules have come that have begun to count.
    pub progress: Vec<Progress>,
    /// Why a draw cannot be offered.
    pub no_offer: Option<EndError>,
    /// Who has offered a draw.
    pub offer: Option<Colour>,
    /// Who asks to take a move back.
    pub asks_back: Option<Colour>,
    /// What only games of days know.
    pub slow: Option<Box<Slow>>,
    /// Who claims that neither side can win.
    pub claims_no_win: Option<Colour>,
    /// Whose flag has fallen while it is not known what follows.
    pub fallen_flag: Option<Colour>,
    /// The open violation.
    pub violation: Option<(Colour, Vec<Violation>)>,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The last move.
    pub last: Option<Played>,
}

/// What only games of days know.
#[derive(Clone, Copy, Debug)]
pub struct Slow {
    /// Who asks for a pause.
    pub asks_pause: Option<Colour>,
    /// Whether an agreed pause is not over.
    pub paused: bool,
    /// Until when each side is on vacation, in milliseconds since 1970.
    pub away_until: [Option<u64>; 2],
    /// In how many milliseconds each side may claim that the other's time has run out.
    pub claim_flag_in: [Option<u64>; 2],
}

impl Slow {
    fn of(table: &Table, about: &Circumstances) -> Option<Box<Slow>> {
        let claim_in = |side| table.flag_claimable(side).map(|from| from.minus(about.now).0);
        let away_until = |side| table.away_until(side).map(|until| about.since.saturating_add(until.0));
        let slow = || Slow {
            asks_pause: table.asks_pause(),
            paused: table.is_paused(),
            away_until: Colour::ALL.map(away_until),
            claim_flag_in: Colour::ALL.map(claim_in),
        };
        (table.spec().pace == Pace::Days).then(|| Box::new(slow()))
    }
}

/// What a side may do, as a set. A moment is made on one thread and dropped on another, so it has few parts on the heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rights(u16);

impl Rights {
    fn of(rights: &[Right]) -> Rights {
        Rights(rights.iter().fold(0, |all, right| all | 1 << *right as u16))
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = Right> {
        Right::ALL.iter().copied().filter(move |right| self.0 & (1 << *right as u16) != 0)
    }
}

/// What a snapshot needs to know beside the table.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// The properties of the game that are the same for every viewer.
    pub openness: Openness,
    /// The number of the last event.
    pub seq: u32,
    /// When the game was created, in milliseconds since 1970: the time of a game of days counts from there.
    pub since: u64,
    /// The game's time.
    pub now: Millis,
    /// Whether that stands still though a clock should run.
    pub held: bool,
    /// Whether the game is played.
    pub live: bool,
}

impl Snapshot {
    /// What somebody sees of it from a viewpoint.
    #[must_use]
    pub fn sight(&self, viewpoint: Viewpoint) -> Sight {
        let stage = Stage { to_move: self.to_move, is_over: self.ending.is_some() };
        Sight::of(&self.spec, self.openness, viewpoint, stage)
    }

    /// How a table stands.
    #[must_use]
    pub fn of(table: &Table, spec: &Arc<GameSpec>, about: Circumstances) -> Snapshot {
        let Circumstances { openness, seq, now, held, live, .. } = about;
        let game = table.game();
        let is_played = live && table.ending().is_none();
        let rights = |side| if live { Rights::of(&table.rights(side, now)) } else { Rights::default() };
        let gone_in = |side| table.claimable_from(side).map(|from| from.minus(now).0);
        Snapshot {
            spec: Arc::clone(spec),
            openness,
            seq,
            ply: game.played().len() as u32,
            to_move: table.to_move(),
            position: *game.position(),
            board: table.board().clone(),
            hand: table.held(),
            clocks: Colour::ALL.map(|side| table.reading(side, now)),
            running: table.running(),
            held,
            live,
            legal: if is_played { game.legal().into_owned() } else { Vec::new() },
            rights: Colour::ALL.map(rights),
            claim_gone_in: Colour::ALL.map(|side| gone_in(side).filter(|_| live)),
            progress: game.progress().into_iter().filter(show::has_begun).collect(),
            no_offer: game.may_agree_draw().err().filter(|_| is_played),
            offer: table.offer(),
            asks_back: table.asks_back(),
            slow: Slow::of(table, &about).filter(|_| live),
            claims_no_win: table.claims_no_win(),
            fallen_flag: table.fallen_flag().map(|(side, _)| side),
            violation: table.open_violations().map(|(by, violations)| (by, violations.to_vec())),
            ending: table.ending(),
            last: game.played().last().cloned(),
        }
    }
}

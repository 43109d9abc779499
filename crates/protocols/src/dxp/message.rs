//! The messages, as text without the zero byte that ends each.

use damka_notation::SquareNames;
use damka_rules::{Board, Colour, Corner, Kind, Naming, Piece, Position};
use std::fmt;

/// The longest message.
pub const LONGEST: usize = 127;
/// The letters of a name.
const NAME: usize = 32;
/// The squares of the board.
const SQUARES: u8 = 50;

/// A message.
///
/// ```
/// use damka_protocols::dxp::{DxpMessage, DxpMove};
/// let capture = DxpMessage::Move(DxpMove { seconds: 5, from: 32, to: 21, captured: vec![27] });
/// assert_eq!(capture.encode(), "M000532210127");
/// assert_eq!(DxpMessage::decode("M000532210127"), Ok(capture));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DxpMessage {
    /// The initiator offers a game.
    Request(GameRequest),
    /// The follower's answer.
    Accept(Acceptance),
    /// A move.
    Move(DxpMove),
    /// The sender, whose turn it is, ends the game; or the answer to that.
    End(GameEnd),
    /// Words between people.
    Chat(String),
    /// The sender would like to go back.
    TakeBack(TakeBack),
    /// Whether going back is accepted.
    TakeBackAnswer {
        /// It is.
        accepted: bool,
    },
}

/// An offer of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// Of the protocol: 1.
    pub version: u8,
    /// Who offers it.
    pub name: String,
    /// What the follower plays.
    pub follower: Colour,
    /// The time of each side.
    pub minutes: u16,
    /// The moves of each side that are played in it; 0 is the whole game.
    pub moves: u16,
    /// Where the game begins, if not at the start. Whether it makes sense has not been checked.
    pub position: Option<Position>,
}

/// An answer to an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// Who answers.
    pub name: String,
    /// `0` accepts; anything else is a refusal.
    pub code: char,
}

impl Acceptance {
    /// The code that accepts.
    pub const YES: char = '0';
    /// The code for a version that is not known.
    pub const VERSION: char = '1';
    /// The code for an offer that cannot be played.
    pub const CANNOT: char = '2';
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpMove {
    /// The time it took.
    pub seconds: u16,
    /// The number of the square where the piece starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// The squares of the captured pieces, in any order.
    pub captured: Vec<u8>,
}

/// How a game ended, as the sender of the message sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nobody knows, or nobody says.
    Unknown,
    /// The sender has lost.
    Loss,
    /// A draw.
    Draw,
    /// The sender has won.
    Win,
}

impl Ending {
    const ALL: [Ending; 4] = [Ending::Unknown, Ending::Loss, Ending::Draw, Ending::Win];

    /// The same for the other side.
    #[must_use]
    pub const fn for_other(self) -> Ending {
        match self {
            Ending::Loss => Ending::Win,
            Ending::Win => Ending::Loss,
            same => same,
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// How it ended.
    pub ending: Ending,
    /// Whether no other game is wanted.
    pub is_last: bool,
}

/// A wish to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBack {
    /// The number of the move to go back to, from 1.
    pub number: u16,
    /// Who is to move then.
    pub side: Colour,
}

/// A text that is not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMessage(pub String);

impl fmt::Display for BadMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a message", self.0)
    }
}

impl std::error::Error for BadMessage {}

/// The squares as the protocol numbers them.
pub fn squares() -> SquareNames {
    SquareNames::new(Board::Ten, Corner::Left, Naming::FarLeft)
}

impl DxpMessage {
    /// The text of the message. Names are cut at 32 letters and chat at 126, and what is not ASCII is replaced.
    #[must_use]
    pub fn encode(&self) -> String {
        match self {
            DxpMessage::Request(request) => encode_request(request),
            DxpMessage::Accept(Acceptance { name, code }) => format!("A{}{code}", padded(name)),
            DxpMessage::Move(DxpMove { seconds, from, to, captured }) => {
                let captured: Vec<u8> = captured.iter().copied().take(SQUARES.into()).collect();
                let taken: String = captured.iter().map(|square| format!("{square:02}")).collect();
                format!("M{:04}{from:02}{to:02}{:02}{taken}", seconds.min(&9999), captured.len())
            }
            DxpMessage::End(GameEnd { ending, is_last }) => format!("E{}{}", *ending as u8, u8::from(*is_last)),
            DxpMessage::Chat(text) => format!("C{}", ascii(text, LONGEST - 1)),
            DxpMessage::TakeBack(TakeBack { number, side }) => {
                format!("B{:03}{}", number.min(&999), side_letter(*side))
            }
            DxpMessage::TakeBackAnswer { accepted } => format!("K{}", u8::from(!accepted)),
        }
    }

    /// Reads a text.
    ///
    /// # Errors
    /// If it is not a message.
    pub fn decode(text: &str) -> Result<DxpMessage, BadMessage> {
        decode(text).ok_or_else(|| BadMessage(text.chars().take(LONGEST).collect()))
    }
}

fn encode_request(request: &GameRequest) -> String {
    let GameRequest { version, name, follower, minutes, moves, position } = request;
    let (minutes, moves) = (minutes.min(&999), moves.min(&999));
    let start = match position {
        None => "A".to_owned(),
        Some(position) => {
            let letters: String = squares().by_number().map(|square| piece_letter(position.piece(square))).collect();
            format!("B{}{letters}", side_letter(position.to_move()))
        }
    };
    format!("R{:02}{}{}{minutes:03}{moves:03}{start}", version.min(&99), padded(name), side_letter(*follower))
}

fn ascii(text: &str, most: usize) -> String {
    let visible = |letter: char| if letter == ' ' || letter.is_ascii_graphic() { letter } else { '?' };
    text.chars().map(visible).take(most).collect()
}

fn padded(name: &str) -> String {
    format!("{:<NAME$}", ascii(name.trim(), NAME))
}

/// White is W; Black is Z, the Dutch zwart.
fn side_letter(side: Colour) -> char {
    match side {
        Colour::White => 'W',
        Colour::Black => 'Z',
    }
}

fn piece_letter(piece: Option<Piece>) -> char {
    match piece {
        None => 'e',
        Some(Piece { colour, kind: Kind::King }) => side_letter(colour),
        Some(Piece { colour, kind: Kind::Man }) => side_letter(colour).to_ascii_lowercase(),
    }
}

fn decode(text: &str) -> Option<DxpMessage> {
    if !text.is_ascii() || text.len() > LONGEST {
        return None;
    }
    let mut fields = Fields(text);
    let message = match fields.letter()? {
        'R' => DxpMessage::Request(fields.request()?),
        'A' => DxpMessage::Accept(Acceptance { name: fields.name()?, code: fields.letter()? }),
        'M' => DxpMessage::Move(fields.mv()?),
        'E' => DxpMessage::End(fields.end()?),
        'C' => DxpMessage::Chat(std::mem::take(&mut fields.0).to_owned()),
        'B' => DxpMessage::TakeBack(TakeBack { number: fields.number(3)?, side: fields.side()? }),
        'K' => DxpMessage::TakeBackAnswer { accepted: fields.letter()? == '0' },
        _ => return None,
    };
    fields.0.is_empty().then_some(message)
}

/// What is left of a message.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Option<&'a str> {
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }

    fn letter(&mut self) -> Option<char> {
        self.take(1)?.chars().next()
    }

    fn number(&mut self, digits: usize) -> Option<u16> {
        let field = self.take(digits)?;
        // Only digits: `parse` would take a sign too. Some programs pad with blanks.
        let trimmed = field.trim_start();
        trimmed.bytes().all(|byte| byte.is_ascii_digit()).then(|| trimmed.parse().ok())?
    }

    fn square(&mut self) -> Option<u8> {
        let number = u8::try_from(self.number(2)?).ok()?;
        (1..=SQUARES).contains(&number).then_some(number)
    }

    fn name(&mut self) -> Option<String> {
        Some(self.take(NAME)?.trim().to_owned())
    }

    fn side(&mut self) -> Option<Colour> {
        match self.letter()? {
            'W' => Some(Colour::White),
            'Z' => Some(Colour::Black),
            _ => None,
        }
    }

    fn request(&mut self) -> Option<GameRequest> {
        let version = u8::try_from(self.number(2)?).ok()?;
        let (name, follower) = (self.name()?, self.side()?);
        let (minutes, moves) = (self.number(3)?, self.number(3)?);
        let position = match self.letter()? {
            'A' => None,
            'B' => Some(self.position()?),
            _ => return None,
        };
        Some(GameRequest { version, name, follower, minutes, moves, position })
    }

    fn position(&mut self) -> Option<Position> {
        let mut position = Position::empty(self.side()?);
        for square in squares().by_number() {
            let letter = self.letter()?;
            let colour = match letter.to_ascii_lowercase() {
                'e' if letter == 'e' => continue,
                'w' => Colour::White,
                'z' => Colour::Black,
                _ => return None,
            };
            let kind = if letter.is_ascii_uppercase() { Kind::King } else { Kind::Man };
            position.set(square, Some(Piece { colour, kind }));
        }
        Some(position)
    }

    fn mv(&mut self) -> Option<DxpMove> {
        let (seconds, from, to) = (self.number(4)?, self.square()?, self.square()?);
        let count = self.number(2)?;
        let captured = (0..count).map(|_| self.square()).collect::<Option<_>>()?;
        Some(DxpMove { seconds, from, to, captured })
    }

    fn end(&mut self) -> Option<GameEnd> {
        let ending = *Ending::ALL.get(usize::from(self.number(1)?))?;
        Some(GameEnd { ending, is_last: self.number(1)? != 0 })
    }
}

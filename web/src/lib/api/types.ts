// Made from crates/server/src/api by `make types`; not to be edited by hand.

/**
 * A side of the board.
 */
export type Side = "white" | "black";

/**
 * Among which games players look for a game.
 */
export type GameGroup = "russian" | "international" | "ozornye" | "world" | "house";

/**
 * What someone does at a table. Anyone without a role watches.
 */
export type Role = "white" | "black" | "arbiter";

/**
 * One thing for each side.
 */
export type BySide<T> = {
/**
 * White's.
 */
white: T,
/**
 * Black's.
 */
black: T, };

/**
 * Whether illegal acts are refused, or hands are free and the opponent must notice.
 */
export type Manner = "strict" | "at-board";

/**
 * Whether a game is played in one sitting or over days.
 */
export type Pace = "sitting" | "days";

/**
 * Whether a game is over when a clock has run out, or when the opponent claims it.
 */
export type FlagFalls = "falls" | "claims";

/**
 * What a seat is shown of the legal moves.
 */
export type Aids = "full" | "targets" | "none";

/**
 * What a seat sees of the board: all of it, only the written record, or nothing.
 */
export type View = "board" | "record" | "blind";

/**
 * How those who share a seat decide what it does.
 */
export type Decides = "anyone" | "captain" | "turns" | "vote";

/**
 * The name of a cell, such as `c3` or `32`. Borrowed, because a page gets dozens with every move.
 */
export type CellText = string;

/**
 * Why a request was not carried out. Every answer that is not a success has this body.
 */
export type Problem = {
/**
 * For programs; stable.
 */
code: string,
/**
 * For people, in their language.
 */
text: string,
/**
 * The article behind it, where a rule of the game refuses something: for those who ask why.
 */
citation?: string, };

/**
 * One cell of a board, as White sees it.
 */
export type CellView = {
/**
 * What it is called, such as `c3` or `32`.
 */
name: CellText,
/**
 * From 0 at White's left.
 */
column: number,
/**
 * From 0 at White's near edge.
 */
row: number,
/**
 * Whether pieces stand on cells like this one.
 */
played: boolean, };

/**
 * A board to draw.
 */
export type BoardView = {
/**
 * Cells along one edge.
 */
width: number,
/**
 * Whether the played squares are the dark ones.
 */
dark: boolean,
/**
 * Whether squares have letters and ranks, not numbers.
 */
algebraic: boolean,
/**
 * Every cell, row by row from White's near edge.
 */
cells: Array<CellView>, };

/**
 * A fact of a ruleset, or a switch of house rules.
 */
export type FactView = {
/**
 * Its name in lines of rules, such as `king`.
 */
id: string,
/**
 * What it is about.
 */
name: string,
/**
 * Its value, as in lines of rules.
 */
value: string,
/**
 * The value in words.
 */
valueName: string, };

/**
 * A game that can be played.
 */
export type RulesetView = {
/**
 * Its id, such as `russian`.
 */
id: string,
/**
 * Its canonical line: what is sent back to play it, house rules included.
 */
line: string,
/**
 * Its name.
 */
name: string,
/**
 * What is special about it, in one sentence.
 */
about: string,
/**
 * Its board.
 */
board: BoardView,
/**
 * Among which games players look for it.
 */
group: GameGroup,
/**
 * The starting position.
 */
start: string,
/**
 * The same to draw: what stands on each of the board's `cells`, one letter a cell. `w` and `b` are men, `W` and `B`
 * kings, `-` is nothing.
 */
placement: string,
/**
 * Who moves first.
 */
first: Side,
/**
 * Whether the players may agree otherwise.
 */
firstIsAgreed: boolean,
/**
 * The id of the first game with the same moves and results: games that share it differ in their rule books only.
 */
playedAs: string,
/**
 * The clock that its text gives, such as `8m`, or `none`.
 */
clock: string,
/**
 * The same in words.
 */
clockText: string,
/**
 * Its facts.
 */
facts: Array<FactView>, };

/**
 * A switch of house rules with its choices, for a builder.
 */
export type SwitchView = {
/**
 * Its name in lines of rules.
 */
id: string,
/**
 * What it is about.
 */
name: string,
/**
 * How a value is chosen.
 */
kind: SwitchKind,
/**
 * What can be chosen; empty for a number.
 */
choices: Array<ChoiceView>,
/**
 * The form of a value, for people.
 */
expected: string, };

/**
 * How the value of a switch is chosen.
 */
export type SwitchKind = "one" | "several" | "number";

/**
 * One choice.
 */
export type ChoiceView = {
/**
 * As in lines of rules.
 */
value: string,
/**
 * In words.
 */
name: string, };

/**
 * A level of the computer.
 */
export type LevelView = {
/**
 * From 1 to 10.
 */
number: number,
/**
 * Its id, such as `beginner`.
 */
id: string,
/**
 * Its name: a rank.
 */
name: string,
/**
 * Who plays at this level: one of the computer's characters.
 */
character: string, };

/**
 * Everything that can be chosen when a game is made.
 */
export type Choices = {
/**
 * The games.
 */
rulesets: Array<RulesetView>,
/**
 * The switches of house rules: a line is `house` and the switches that differ, such as `house king=short`.
 */
switches: Array<SwitchView>,
/**
 * The levels of the computer.
 */
levels: Array<LevelView>,
/**
 * Clocks that are often played with.
 */
clocks: Array<ClockSetting>,
/**
 * Whether players can agree to talk in words of their own.
 */
chat: boolean, };

/**
 * A short game to look at.
 */
export type SampleView = {
/**
 * Its moves from the starting position; none where there is no such game.
 */
moves: Array<MoveView>, };

/**
 * A clock setting, read and told in words.
 */
export type ClockSetting = {
/**
 * Its canonical text, such as `5m+3s`.
 */
clock: string,
/**
 * In words.
 */
text: string,
/**
 * Whether a game with such clocks is usually played in one sitting or over days.
 */
pace: Pace, };

/**
 * What a ladder of odds gives: men and time, men and moves, or time only.
 */
export type OddsKind = "mixed" | "board" | "time";

/**
 * Odds that the ladder suggests.
 */
export type OddsView = {
/**
 * What is given, a sentence each; or one that says why nothing is.
 */
text: Array<string>,
/**
 * The squares of the men that are left out; none where moves were made already, because they are missing from
 * that position.
 */
men: Array<CellText>,
/**
 * The position to begin from, where moves were made already, as FEN.
 */
fen?: string,
/**
 * The clocks, if they are part of the odds.
 */
clocks?: BySide<string>, };

/**
 * A position that somebody wants to see.
 */
export type PositionRequest = {
/**
 * The game: an id or a line of rules.
 */
rules: string,
/**
 * The position; the start of the game if left out.
 */
fen?: string,
/**
 * Moves made from there, as text (`c3-d4`, `c3:e5:g7`).
 */
moves?: Array<string>,
/**
 * Take a position that only an accepted violation leads to, such as a man that stands uncrowned on its last row.
 */
free?: boolean, };

/**
 * What a seat is given.
 */
export type SeatTerms = {
/**
 * What it is shown of the legal moves.
 */
aids?: Aids,
/**
 * What it sees of the board.
 */
view?: View,
/**
 * How those who share it decide. Nobody votes yet.
 */
decides?: Decides,
/**
 * How many people share it, at most 30; several only in strict games by invitation.
 */
places?: number, };

/**
 * Who sits on the other side.
 */
export type OpponentChoice = { "kind": "computer",
/**
 * From 1 for beginners to 10 for all it can.
 */
level: number, } | { "kind": "link" } | { "kind": "lobby" } | { "kind": "sameScreen" };

/**
 * Which side the maker of a game plays.
 */
export type ColourChoice = "white" | "black" | "lots";

/**
 * What one of the two people has, whichever colour the lots give.
 */
export type PersonTerms = {
/**
 * The clock, such as `5m+3s` or `none`; that of the rules if left out.
 */
clock?: string,
/**
 * What the seat is shown.
 */
seat?: SeatTerms, };

/**
 * What each of the two people has.
 */
export type ByPerson = {
/**
 * The game's creator.
 */
creator: PersonTerms,
/**
 * The other.
 */
opponent: PersonTerms, };

/**
 * A game to be made. Only `rules` and `opponent` are needed.
 */
export type CreateGame = {
/**
 * An id such as `russian`, or a line such as `house king=short`.
 */
rules: string,
/**
 * Who plays against the maker.
 */
opponent: OpponentChoice,
/**
 * The maker's side.
 */
colour?: ColourChoice,
/**
 * The clocks, such as `5m+3s` or `none`, also different for the two sides; those of the rules if left out.
 */
clocks?: BySide<string>,
/**
 * A position to begin from.
 */
fen?: string,
/**
 * Squares whose pieces are left out at the start.
 */
odds?: Array<string>,
/**
 * Strict or at the board.
 */
manner?: Manner,
/**
 * In one sitting or over days; what the clocks say if left out.
 */
pace?: Pace,
/**
 * What each seat is shown.
 */
seats?: BySide<SeatTerms>,
/**
 * Clocks and seats that belong to people instead of colours, such as less time for the stronger player with colours
 * by lots. Not together with `clocks` or `seats`.
 */
people?: ByPerson,
/**
 * A flag does not lose against an opponent who cannot win.
 */
mercy?: boolean,
/**
 * How the players may talk to each other. Words of their own need a club that allows them.
 */
talk?: Talk,
/**
 * Whether a flag ends the game by itself or waits for the opponent's claim, which only strict games of days know.
 */
flag?: FlagFalls,
/**
 * Whether players may go on vacation, in a game of days; they may if it is left out.
 */
vacation?: boolean,
/**
 * There is a seat for an arbiter, who gets a link.
 */
arbiter?: boolean,
/**
 * Spectators see everything so many seconds later.
 */
delay?: number,
/**
 * Only the people of the game see it, even after it is over: the players, the arbiter, and those given the link
 * for watching. Not allowed for games in the lobby.
 */
private?: boolean, };

/**
 * A game that was made.
 */
export type GameMade = {
/**
 * Its id; its page is `/game/{id}`.
 */
id: string,
/**
 * The maker's seats.
 */
seats: Array<Role>,
/**
 * With this secret anyone may take the free seat: `/game/{id}#seat={secret}`. Only where a seat is free and
 * the game is not in the lobby.
 */
invitation?: string,
/**
 * The same for the arbiter.
 */
arbiterInvitation?: string,
/**
 * Anyone with this secret may watch a private game: `/game/{id}#watch={secret}`.
 */
watchInvitation?: string, };

/**
 * The club is open on this computer only: nobody else can follow an address.
 */
export type LocalOnly = {
/**
 * What to type to open it for the local network.
 */
command: string,
/**
 * The address that it would have there, if this machine is in a network.
 */
address?: string, };

/**
 * What a friend, or an arbiter, needs to come to a game.
 */
export type Invitation = {
/**
 * The address that opens the free seat.
 */
url: string,
/**
 * The address as a QR code, an SVG picture; empty where the address works on this computer only.
 */
qr: string,
/**
 * Set where the address works on this computer only.
 */
local?: LocalOnly, };

/**
 * Taking a seat.
 */
export type TakeSeat = {
/**
 * The secret of the invitation; a game in the lobby needs none.
 */
invitation?: string,
/**
 * Which side; the one with more room if left out.
 */
side?: Side, };

/**
 * Entering a private game.
 */
export type EnterGame = {
/**
 * The secret of the link for watching, or of an invitation to a free seat or chair.
 */
secret: string, };

/**
 * An answer to the person who offers to be the arbiter.
 */
export type AnswerArbiter = {
/**
 * Whether the player agrees.
 */
agrees: boolean, };

/**
 * A seat that was taken.
 */
export type SeatTaken = {
/**
 * Which.
 */
seat: Role, };

/**
 * What came of asking for another game.
 */
export type RematchAnswer = {
/**
 * The new game, with colours changed; nothing until the other side asks too.
 */
game: string | null, };

/**
 * A coach's link: everybody who opens it gets a fresh game of this kind.
 */
export type LinkMade = {
/**
 * Its page is `/link/{code}`.
 */
code: string,
/**
 * The address of that page.
 */
url: string,
/**
 * The address as a QR code, an SVG picture; empty where the address works on this computer only.
 */
qr: string,
/**
 * Set where the address works on this computer only.
 */
local?: LocalOnly, };

/**
 * A coach's link to be made.
 */
export type CreateLink = {
/**
 * The game that each pupil gets; the maker's side is the pupil's.
 */
game: CreateGame,
/**
 * What pupils are asked to do, at most 500 characters.
 */
task?: string, };

/**
 * What a coach's link opens.
 */
export type LinkView = {
/**
 * The line of rules of the game that each visitor gets.
 */
rules: string,
/**
 * Their name.
 */
rulesName: string,
/**
 * The computer's level; nothing where two people play at one screen.
 */
level?: number,
/**
 * What the pupil is asked to do; empty if the coach said nothing.
 */
task: string,
/**
 * The pupil's side; nothing where lots are drawn.
 */
side?: Side,
/**
 * The board, to draw the position.
 */
board: BoardView,
/**
 * Where it begins, as in `RulesetView`.
 */
placement: string,
/**
 * Who moves first.
 */
toMove: Side, };

/**
 * A coach's own link, with what came of it.
 */
export type MyLink = {
/**
 * Its page is `/link/{code}`.
 */
code: string,
/**
 * The address of that page.
 */
url: string,
/**
 * The name of the game.
 */
rulesName: string,
/**
 * The computer's level; nothing where two people play at one screen.
 */
level?: number,
/**
 * What pupils are asked to do.
 */
task: string,
/**
 * The pupil's side; nothing where lots are drawn.
 */
side?: Side,
/**
 * When it was made: milliseconds since 1970.
 */
createdAt: number,
/**
 * Whether it opens no games any more.
 */
ended: boolean,
/**
 * How many games it has opened.
 */
opened: number,
/**
 * The newest of them, at most fifty.
 */
games: Array<GameSummary>, };

/**
 * A coach's links, the newest first.
 */
export type MyLinks = {
/**
 * The links.
 */
links: Array<MyLink>,
/**
 * Set where their addresses work on this computer only.
 */
local?: LocalOnly, };

/**
 * What kind of contest it is.
 */
export type ContestKind = "match" | "simul" | "evening";

/**
 * Where a contest stands in its life.
 */
export type ContestStage = "gathering" | "playing" | "over";

/**
 * Who has White: by lots, the first entrant, the others, or in turn.
 */
export type ContestColours = "lots" | "white" | "black" | "alternate";

/**
 * What a draw in a match means.
 */
export type ContestDraws = "count" | "faster";

/**
 * How people come to a contest.
 */
export type ContestJoining = "free" | "asked";

/**
 * Where an entrant stands.
 */
export type EntrantStanding = "applied" | "in" | "out";

/**
 * What can be agreed with one entrant alone.
 */
export type EntrantTerm = "rules" | "odds" | "colour";

/**
 * What came of a board.
 */
export type ContestOutcome = "white-won" | "black-won" | "draw" | "both-lost" | "void";

/**
 * How the result of a board is known.
 */
export type ResultSource = "game" | "typed" | "settled" | "walkover";

/**
 * A contest to be made. Only `name`, `kind` and `rules` are needed.
 */
export type CreateContest = {
/**
 * What it is called, at most 80 characters.
 */
name: string,
/**
 * A match, a display or an evening.
 */
kind: ContestKind,
/**
 * An id such as `russian`, or a line such as `house king=short`.
 */
rules: string,
/**
 * Clocks and seats: `creator` is the first entrant, who is the host of a display; `opponent` is everybody else.
 */
people?: ByPerson,
/**
 * How long a match is: `games 4`, `first-to 3` or `best-of 5`, counted in points; two games if left out.
 */
length?: string,
/**
 * Who has White: in the first game of a match, or on the boards of a display.
 */
colours?: ContestColours,
/**
 * What a draw in a match means.
 */
draws?: ContestDraws,
/**
 * The clocks of games that are played again after a draw, in their order, such as `20m+5s`.
 */
ladder?: Array<string>,
/**
 * Positions from which each two games of a match begin, as FEN.
 */
openings?: Array<string>,
/**
 * Whether people enter freely, or ask first.
 */
joining?: ContestJoining,
/**
 * Whether guests may come when a display has begun; they may if left out.
 */
late?: boolean,
/**
 * One clock of the host over all boards, in seconds. The host has no other clock then.
 */
hostClock?: number,
/**
 * For how many seconds a player of a match waits for the next game before the opponent's absence loses it.
 */
patience?: number,
/**
 * Whether moves may be taken back by agreement; they may if left out.
 */
takebacks?: boolean,
/**
 * Whether players may go on vacation from games over days; they may if left out.
 */
vacation?: boolean,
/**
 * A flag does not lose against an opponent who cannot win.
 */
mercy?: boolean,
/**
 * Only its people see it.
 */
private?: boolean,
/**
 * When it is announced to begin: milliseconds since 1970.
 */
beginsAt?: number,
/**
 * Whether its maker only runs it and does not play. The host of a display always plays.
 */
onlyRuns?: boolean, };

/**
 * A contest that was made.
 */
export type ContestMade = {
/**
 * Its id; its page is `/contest/{id}`.
 */
id: string, };

/**
 * Something that is agreed with one entrant alone.
 */
export type EntrantTermView = {
/**
 * What it is about.
 */
term: EntrantTerm,
/**
 * A line of rules, squares such as `c1,e1`, or the guest's colour.
 */
value: string, };

/**
 * What somebody does in a contest, at `POST /api/contests/{id}/acts`. Entrants are named by their numbers; without
 * a number the visitor is meant.
 */
export type ContestAct = { "kind": "enter",
/**
 * Who is accepted.
 */
entrant?: number,
/**
 * The name of somebody who plays in the room.
 */
name?: string,
/**
 * The higher the stronger.
 */
strength?: number,
/**
 * What is agreed with this guest of a display alone.
 */
terms?: Array<EntrantTermView>, } | { "kind": "out",
/**
 * Who.
 */
entrant?: number, } | { "kind": "term",
/**
 * Who.
 */
entrant: number,
/**
 * What it is about.
 */
term: EntrantTerm,
/**
 * As in `EntrantTermView`.
 */
value: string, } | { "kind": "begin" } | { "kind": "pair",
/**
 * With White.
 */
white: number,
/**
 * With Black.
 */
black: number,
/**
 * Whether they play at a board in the room.
 */
inRoom?: boolean, } | { "kind": "pairFree" } | { "kind": "ready",
/**
 * Who.
 */
entrant?: number, } | { "kind": "rest",
/**
 * Who.
 */
entrant?: number, } | { "kind": "result",
/**
 * Which board, such as `1.3.1`.
 */
board: string,
/**
 * What came of it.
 */
outcome: ContestOutcome, } | { "kind": "walkover",
/**
 * Who waits.
 */
entrant?: number, } | { "kind": "close" };

/**
 * A contest as a visitor sees it.
 */
export type ContestView = {
/**
 * Its id.
 */
id: string,
/**
 * What it is called.
 */
name: string,
/**
 * A match, a display or an evening.
 */
kind: ContestKind,
/**
 * Where it stands in its life.
 */
stage: ContestStage,
/**
 * The number of the last event.
 */
seq: number,
/**
 * Who runs it; empty if nobody does any more.
 */
owner: string,
/**
 * What the visitor is here.
 */
you: ContestYou,
/**
 * What was agreed.
 */
agreed: ContestAgreed,
/**
 * When it was made: milliseconds since 1970.
 */
createdAt: number,
/**
 * What time it is for the server, so that a page whose clock is wrong can say how long a board has waited.
 */
now: number,
/**
 * When it is announced to begin.
 */
beginsAt?: number,
/**
 * Whether only its people see it.
 */
private: boolean,
/**
 * Everyone who has come, by number from 1. The first is the host of a display.
 */
entrants: Array<EntrantView>,
/**
 * All boards, in the order of pairing.
 */
boards: Array<ContestBoardView>,
/**
 * The table: the best first.
 */
standings: Array<StandingView>,
/**
 * Who of an evening would meet if those who are free were paired now; only those who run it get this.
 */
proposed?: Array<ProposedView>,
/**
 * How a match stands.
 */
match?: MatchView,
/**
 * The host's clock over all boards.
 */
hostClock?: HostClockView,
/**
 * The seed of the lots that were drawn last: anyone can draw them again.
 */
seed?: string,
/**
 * How it ended, as a sentence.
 */
ending?: string,
/**
 * How it stands, in a few sentences.
 */
stands: string, };

/**
 * What a visitor is in a contest.
 */
export type ContestYou = {
/**
 * The visitor's number.
 */
entrant?: number,
/**
 * Whether the visitor runs the contest.
 */
owner: boolean,
/**
 * Whether the visitor may decide as an arbiter.
 */
arbiter: boolean, };

/**
 * What was agreed before a contest began.
 */
export type ContestAgreed = {
/**
 * The line of rules.
 */
rules: string,
/**
 * Their name.
 */
rulesName: string,
/**
 * The clock of the first entrant, and that of the others, in words.
 */
clocksText: [string, string],
/**
 * How long a match is, such as `best-of 5`.
 */
length?: string,
/**
 * Who has White.
 */
colours: ContestColours,
/**
 * What a draw in a match means.
 */
draws: ContestDraws,
/**
 * The clocks of games that are played again, in words.
 */
ladderText: Array<string>,
/**
 * How many openings were agreed.
 */
openings: number,
/**
 * How people come to it.
 */
joining: ContestJoining,
/**
 * Whether guests may come late.
 */
late: boolean,
/**
 * Whether moves may be taken back by agreement.
 */
takebacks: boolean,
/**
 * Whether the first entrant, the host of a display, does not see the boards.
 */
blind: boolean,
/**
 * For how many seconds a player of a match waits for the opponent.
 */
patience: number,
/**
 * All of it in words, one sentence each.
 */
terms: Array<string>, };

/**
 * Somebody who takes part.
 */
export type EntrantView = {
/**
 * The number.
 */
number: number,
/**
 * What to call them.
 */
shown: string,
/**
 * The picture that the person has chosen.
 */
picture?: Picture,
/**
 * Where they stand.
 */
standing: EntrantStanding,
/**
 * Whether they play at a board in the room.
 */
inRoom: boolean,
/**
 * The higher the stronger, if it is known.
 */
strength?: number,
/**
 * Whether they want a game.
 */
ready: boolean,
/**
 * When they may claim the next game of a match because the opponent does not come: milliseconds since 1970.
 */
walkoverAt?: number,
/**
 * What is agreed with them alone.
 */
terms: Array<EntrantTermView>, };

/**
 * A board of a contest.
 */
export type ContestBoardView = {
/**
 * The round, the table and the game there, such as `1.3.1`.
 */
id: string,
/**
 * The number of the entrant with White.
 */
white: number,
/**
 * The number of the entrant with Black.
 */
black: number,
/**
 * The game; nothing for a board in the room, and for a game that the visitor may not see.
 */
game?: string,
/**
 * Whether it is played in the room.
 */
inRoom: boolean,
/**
 * What came of it.
 */
result?: ContestResult,
/**
 * How the game stands while it is played.
 */
state?: BoardState, };

/**
 * What came of a board.
 */
export type ContestResult = {
/**
 * Who won.
 */
outcome: ContestOutcome,
/**
 * How that is known.
 */
source: ResultSource, };

/**
 * How a game stands at a board that is played.
 */
export type BoardState = {
/**
 * Cells along one edge of the board.
 */
width: number,
/**
 * The position to draw, as in `RulesetView`. Empty for a visitor who plays this game without the board.
 */
placement: string,
/**
 * Whose turn it is.
 */
toMove: Side,
/**
 * Half-moves made.
 */
ply: number,
/**
 * When something happened last, so since when the board waits: milliseconds since 1970.
 */
changedAt: number,
/**
 * What is left on White's and Black's clocks at that moment, in milliseconds.
 */
left: [number | null, number | null],
/**
 * Whether White and Black are looking at this board.
 */
here: [boolean, boolean],
/**
 * The last move, for a visitor who plays this game without the board.
 */
last?: string, };

/**
 * One line of the table.
 */
export type StandingView = {
/**
 * The place, from 1; equals share one.
 */
place: number,
/**
 * Who.
 */
entrant: number,
/**
 * Half points: a win is 2.
 */
points: number,
/**
 * Games with a result.
 */
games: number,
/**
 * Games won.
 */
won: number,
/**
 * Games drawn.
 */
drawn: number,
/**
 * Games lost.
 */
lost: number, };

/**
 * Two people of an evening who would be paired. Who has White is decided when they are.
 */
export type ProposedView = {
/**
 * One of them.
 */
white: number,
/**
 * The other.
 */
black: number,
/**
 * Why these two, in words.
 */
why: string, };

/**
 * How a match stands.
 */
export type MatchView = {
/**
 * Half points of the first and the second entrant.
 */
points: [number, number],
/**
 * Games that have counted.
 */
rounds: number,
/**
 * The board of the next game.
 */
next?: string, };

/**
 * The host's clock over all boards.
 */
export type HostClockView = {
/**
 * What is left, in milliseconds.
 */
left: number,
/**
 * Whether it runs: a board waits for the host.
 */
running: boolean, };

/**
 * A contest in a list.
 */
export type ContestSummary = {
/**
 * Its id.
 */
id: string,
/**
 * What it is called.
 */
name: string,
/**
 * A match, a display or an evening.
 */
kind: ContestKind,
/**
 * Where it stands in its life.
 */
stage: ContestStage,
/**
 * The name of the rules.
 */
rulesName: string,
/**
 * The first entrant: the host of a display.
 */
first: string,
/**
 * How many have come.
 */
entrants: number,
/**
 * When it is announced to begin: milliseconds since 1970.
 */
beginsAt?: number,
/**
 * Whether the visitor runs it or takes part.
 */
yours: boolean, };

/**
 * The club's contests.
 */
export type ContestsView = {
/**
 * Those that are played.
 */
playing: Array<ContestSummary>,
/**
 * Those to which people come; the one that begins first is first.
 */
gathering: Array<ContestSummary>,
/**
 * The visitor's own that are over, the newest first.
 */
over: Array<ContestSummary>, };

/**
 * What the server says on the socket of a contest, `/api/contests/{id}/socket`.
 */
export type FromContest = { "type": "contest",
/**
 * The contest.
 */
contest: ContestView, } | { "type": "boards",
/**
 * The boards, each whole.
 */
boards: Array<ContestBoardView>,
/**
 * The host's clock over all boards.
 */
hostClock?: HostClockView, } | { "type": "bye",
/**
 * Why.
 */
problem: Problem, };

/**
 * Where a game stands in a contest.
 */
export type GameContest = {
/**
 * The contest; its page is `/contest/{id}`.
 */
id: string,
/**
 * What it is called.
 */
name: string,
/**
 * The board, such as `1.3.1`.
 */
board: string, };

/**
 * Entering a private contest to look at it.
 */
export type EnterContest = {
/**
 * The secret of its link.
 */
secret: string, };

/**
 * Where a game stands in its life.
 */
export type Status = "waiting" | "live" | "over";

/**
 * A game, whole.
 */
export type GameView = {
/**
 * Its id.
 */
id: string,
/**
 * Where it stands in its life.
 */
status: Status,
/**
 * What was agreed.
 */
agreed: Agreed,
/**
 * The board to draw.
 */
board: BoardView,
/**
 * What the viewer is.
 */
you: You,
/**
 * Who plays.
 */
players: BySide<PlayerView>,
/**
 * The moves so far; empty for a seat that plays without the record.
 */
moves: Array<MoveView>,
/**
 * What was said last, as far as the viewer hears it, the oldest first.
 */
said?: Array<SaidView>,
/**
 * How it stands.
 */
state: StateView,
/**
 * How many watch.
 */
watchers: number,
/**
 * Who wants another game and has no answer yet.
 */
rematchWanted?: Array<Side>,
/**
 * The game that was made after this one.
 */
rematch?: string,
/**
 * Whether it was played elsewhere and imported. Where such a game is over without an ending, its result is not known.
 */
imported: boolean,
/**
 * The person who offers to be the arbiter. They become the arbiter when the creator's opponent agrees.
 */
candidate?: CandidateView,
/**
 * The contest that the game belongs to.
 */
contest?: GameContest, };

/**
 * A person who offers to be the arbiter.
 */
export type CandidateView = {
/**
 * What to call them.
 */
shown: string,
/**
 * Whether the viewer is asked to agree, with `POST /api/games/{id}/arbiter`.
 */
asksYou: boolean, };

/**
 * What was agreed before the first move.
 */
export type Agreed = {
/**
 * The line of rules.
 */
rules: string,
/**
 * Their name.
 */
rulesName: string,
/**
 * The position at the start.
 */
start: string,
/**
 * The same to draw, as in `RulesetView`.
 */
placement: string,
/**
 * Whether the player begins who usually moves second: the first move is numbered `1…` then.
 */
secondBegins: boolean,
/**
 * Strict or at the board.
 */
manner: Manner,
/**
 * In one sitting or over days.
 */
pace: Pace,
/**
 * The clocks, such as `5m+3s`.
 */
clocks: BySide<string>,
/**
 * The clocks in words.
 */
clocksText: BySide<string>,
/**
 * A flag does not lose against an opponent who cannot win.
 */
mercy: boolean,
/**
 * How the players may talk to each other.
 */
talk: Talk,
/**
 * Whether a flag ends the game by itself or waits for the opponent's claim.
 */
flag?: FlagFalls,
/**
 * Whether players may go on vacation, in a game of days.
 */
vacation: boolean,
/**
 * Whether there is a seat for an arbiter.
 */
arbiter: boolean,
/**
 * Seconds by which spectators see everything later.
 */
delay: number,
/**
 * Whether only the game's people see it.
 */
private: boolean,
/**
 * The side of a display's host, who is at other boards most of the time.
 */
goesRound?: Side, };

/**
 * What the viewer is.
 */
export type You = {
/**
 * The viewer's seats; none for a spectator, both at one screen.
 */
seats: Array<Role>,
/**
 * What the viewer is shown of the legal moves.
 */
aids: Aids,
/**
 * What the viewer sees of the board.
 */
view: View,
/**
 * Whether the viewer has made the game.
 */
creates?: boolean,
/**
 * The viewer's place in a seat that is shared.
 */
place?: number,
/**
 * Whether hints can be asked for in this game.
 */
hints: boolean,
/**
 * What others need to take the free seats; only for the maker of the game, while a seat is free.
 */
invitation?: string,
/**
 * The same for the arbiter's seat.
 */
arbiterInvitation?: string,
/**
 * Anyone with this secret may watch a private game: `/game/{id}#watch={secret}`. Only its players and its creator
 * get it.
 */
watchInvitation?: string,
/**
 * Whether the viewer offers to be the arbiter and the players have not agreed yet.
 */
isCandidate?: boolean,
/**
 * What the viewer can say; nothing for those who do not play, or have nobody to talk to.
 */
says?: CanSay, };

/**
 * Who sits at a side.
 */
export type PlayerView = {
/**
 * The name; nothing for somebody who has not given one.
 */
name: string | null,
/**
 * What to call the player: the name, `Guest 4F`, or the computer's character; empty while nobody sits there.
 */
shown: string,
/**
 * A person, the computer or nobody yet.
 */
kind: PlayerKind,
/**
 * The computer's level.
 */
level?: number,
/**
 * The rank of that level.
 */
rank?: string,
/**
 * The picture that the person has chosen.
 */
picture?: Picture,
/**
 * Whether somebody of this side is connected.
 */
here: boolean,
/**
 * The people who share the seat, where several do; not in lists.
 */
team?: TeamView, };

/**
 * The people who share a seat.
 */
export type TeamView = {
/**
 * How many places it has.
 */
places: number,
/**
 * Who of them decides.
 */
decides: Decides,
/**
 * Who has come so far.
 */
members: Array<TeamMember>, };

/**
 * Somebody who shares a seat.
 */
export type TeamMember = {
/**
 * The place, from 1: the captain.
 */
place: number,
/**
 * What to call them.
 */
shown: string,
/**
 * The name; nothing for somebody who has not given one.
 */
name: string | null,
/**
 * The picture that they have chosen.
 */
picture?: Picture,
/**
 * Whether they are connected.
 */
here: boolean, };

/**
 * Who acts for a seat that is shared.
 */
export type DeciderView = {
/**
 * The place of the member who decides.
 */
place: number,
/**
 * The place of the member who may act instead.
 */
standIn?: number,
/**
 * In how many milliseconds, from the moment the message was sent.
 */
standInAfter?: number, };

/**
 * What a player is.
 */
export type PlayerKind = "person" | "computer" | "nobody";

/**
 * A piece under a hand.
 */
export type HandView = {
/**
 * Whose hand.
 */
by: Side,
/**
 * Where the piece stands, or was lifted from.
 */
cell: CellText,
/**
 * The piece.
 */
piece: PieceLetter,
/**
 * Whether it is in the air, and not among `pieces`.
 */
air: boolean, };

/**
 * How a game stands now, for one viewer.
 */
export type StateView = {
/**
 * How many events the game has had.
 */
seq: number,
/**
 * Half-moves made.
 */
ply: number,
/**
 * Whose turn it is.
 */
toMove: Side,
/**
 * The pieces by cell: `w` and `b` are men, `W` and `B` kings. Nothing for a blindfold seat.
 */
pieces: { [key in CellText]: PieceLetter } | null,
/**
 * The clocks.
 */
clocks: ClocksView,
/**
 * The legal moves, if it is the viewer's turn and the viewer is shown them.
 */
legal?: Array<LegalMove>,
/**
 * How many legal moves are left out of the list, in positions with hundreds of them. Each starts and ends like a
 * listed move, and can be played like any legal move.
 */
legalLeftOut?: number,
/**
 * Why the legal moves are what they are, where that is worth saying: a capture is compulsory and so on.
 */
situation?: string,
/**
 * The articles behind that, for those who ask why.
 */
situationCitation?: string,
/**
 * How far the draw rules have come.
 */
counters?: Array<CounterView>,
/**
 * What the viewer may do besides moving.
 */
rights?: Array<Right>,
/**
 * In how many milliseconds, from the moment the message was sent, the viewer may claim because the opponent is gone;
 * nothing while the opponent is there.
 */
claimGoneIn?: number,
/**
 * Who decides for each seat that is shared; nothing where everyone who sits there may.
 */
deciders?: BySide<DeciderView | null>,
/**
 * The last move in words, for a blindfold seat: it is said once more after a reload.
 */
last?: string,
/**
 * Why a draw cannot be offered yet, to a player of a game where that is so.
 */
noOffer?: string,
/**
 * The piece under somebody's hand, at the board.
 */
hand?: HandView,
/**
 * Who has offered a draw that is not answered.
 */
offer?: Side,
/**
 * Who has asked to take a move back and is not answered.
 */
asksBack?: Side,
/**
 * Who has claimed that neither side can win and is not answered.
 */
claimsNoWin?: Side,
/**
 * What only games of days know.
 */
slow?: SlowView,
/**
 * A flag has fallen, and whether the opponent can win is being looked up.
 */
fallenFlag?: Side,
/**
 * A violation that is open: the opponent may have it corrected or let it stand.
 */
violation?: ViolationView,
/**
 * How the game ended.
 */
ending?: EndingView, };

/**
 * What only games of days know: pauses, vacations, flags that wait for a claim.
 */
export type SlowView = {
/**
 * Who has asked for a pause and is not answered.
 */
asksPause?: Side,
/**
 * Whether both have agreed to a pause that is not over.
 */
paused?: boolean,
/**
 * Until when White is on vacation: milliseconds since 1970.
 */
whiteAwayUntil?: number,
/**
 * Until when Black is on vacation.
 */
blackAwayUntil?: number,
/**
 * In how many milliseconds, from the moment the message was sent, the viewer may claim that the opponent's time has
 * run out, if nobody moves before; only where the flag waits for that.
 */
claimFlagIn?: number, };

/**
 * A piece in one letter.
 */
export type PieceLetter = "w" | "W" | "b" | "B";

/**
 * A legal move.
 */
export type LegalMove = {
/**
 * As it is written.
 */
text: string,
/**
 * Every square it touches, first and last included: what is sent back to play it. Empty for the pass of corners.
 */
path: Array<CellText>,
/**
 * Other ways to the same captures, at most a few.
 */
otherPaths?: Array<Array<string>>,
/**
 * The squares of the pieces it captures.
 */
captures?: Array<string>,
/**
 * Whether a man becomes a king.
 */
promotes?: boolean, };

/**
 * A move that was made.
 */
export type MoveView = {
/**
 * Which half-move, from 1.
 */
ply: number,
/**
 * By whom.
 */
by: Side,
/**
 * As it is written; empty for a turn that broke the rules and was let stand.
 */
text: string,
/**
 * The squares it touched.
 */
path: Array<CellText>,
/**
 * The squares of what it captured.
 */
captures?: Array<string>,
/**
 * Whether a man became a king.
 */
promotes?: boolean,
/**
 * The position after it.
 */
fen: string,
/**
 * The same to draw, as in `RulesetView`.
 */
placement: string,
/**
 * Said aloud; only where the viewer is shown everything, and not in long lists.
 */
spoken?: string, };

/**
 * The clocks of both sides.
 */
export type ClocksView = {
/**
 * Whose clock runs.
 */
running: Side | null,
/**
 * Whether the running clock is held: its player is awaited after a restart, or nothing can be saved.
 */
held?: boolean,
/**
 * White's.
 */
white: ClockView,
/**
 * Black's.
 */
black: ClockView, };

/**
 * One clock at the moment the message was sent.
 */
export type ClockView = {
/**
 * The main time left; nothing where there is no clock.
 */
remaining: number | null,
/**
 * What is left of the delay at this move; the clock runs after it.
 */
delay?: number,
/**
 * How many moves are still to be made in this stage.
 */
movesLeft?: number,
/**
 * Periods of byoyomi left.
 */
periods?: number,
/**
 * What is left of the period that runs or would run next.
 */
period?: number, };

/**
 * How far a draw rule has come.
 */
export type CounterView = {
/**
 * The rule's id.
 */
id: string,
/**
 * In words.
 */
text: string,
/**
 * The rule itself, as a sentence: for those who ask why.
 */
rule: string,
/**
 * The article it comes from.
 */
citation: string,
/**
 * What it has counted.
 */
count: number,
/**
 * The count that makes the draw.
 */
full: number,
/**
 * Whether the draw waits for a claim.
 */
onClaim: boolean, };

/**
 * What a viewer may do.
 */
export type Right = "move" | "demand" | "let-stand" | "crown" | "press" | "offer" | "answer" | "claim-draw" | "claim-gone" | "claim-flag" | "ask-pause" | "end-pause" | "ask-back" | "drop" | "resign" | "rule";

/**
 * A violation that is open.
 */
export type ViolationView = {
/**
 * Who broke the rules.
 */
by: Side,
/**
 * How.
 */
text: string,
/**
 * What the opponent may do about it.
 */
rights: string,
/**
 * The articles behind both.
 */
citation: string, };

/**
 * How a game ended.
 */
export type EndingView = {
/**
 * Who won; nobody if it is drawn or does not count.
 */
winner: Side | null,
/**
 * Why.
 */
reason: EndingKind,
/**
 * In words.
 */
text: string,
/**
 * The article it comes from.
 */
citation: string,
/**
 * Whether the game counts at all.
 */
counts: boolean, };

/**
 * Why a game ended.
 */
export type EndingKind = "no-pieces" | "no-moves" | "arrived" | "both-arrived" | "at-home" | "draw-rule" | "agreement" | "nobody-can-win" | "resignation" | "flag" | "flag-without-win" | "refusal" | "penalty" | "gone" | "gone-draw" | "arbiter-draw" | "awarded" | "annulled" | "dropped";

/**
 * How players may talk to each other: in ready phrases, also in words of their own, or not at all.
 */
export type Talk = "phrases" | "free" | "none";

/**
 * A ready phrase, which everyone reads in their own language.
 */
export type Phrase = "hello" | "good-luck" | "thanks" | "well-played" | "nice-move" | "one-moment" | "back" | "sorry" | "no-problem" | "must-go" | "good-game" | "bye" | "agree" | "disagree" | "careful" | "think" | "your-view" | "your-turn";

/**
 * Who hears what is said: everyone at the table, or the people of the same seat.
 */
export type Audience = "table" | "team";

/**
 * Something that was said, for a reader.
 */
export type SaidView = {
/**
 * By which side.
 */
by: Side,
/**
 * By whom of that side: the place in its team, from 1.
 */
place: number,
/**
 * After how many half-moves.
 */
ply: number,
/**
 * Who hears it while the game is played.
 */
audience: Audience,
/**
 * A phrase in the reader's language, or the speaker's own words; empty for proposals and for words that were
 * deleted.
 */
text: string,
/**
 * Which phrase, if it was one.
 */
phrase?: Phrase,
/**
 * The squares of a proposal: an arrow on the board.
 */
path?: Array<string>, };

/**
 * A phrase that can be said.
 */
export type PhraseView = {
/**
 * Which.
 */
phrase: Phrase,
/**
 * In the reader's language.
 */
text: string, };

/**
 * What the viewer can say.
 */
export type CanSay = {
/**
 * To everyone at the table.
 */
table: Array<PhraseView>,
/**
 * To team mates, where the seat is shared and the game is not over.
 */
team?: Array<PhraseView>,
/**
 * Whether words of their own are possible, too.
 */
own: boolean, };

/**
 * What somebody wants to do.
 */
export type ActRequest = { "kind": "move",
/**
 * At least two.
 */
path: Array<string>, } | { "kind": "pass" } | { "kind": "press" } | { "kind": "adjust" } | { "kind": "touch",
/**
 * Where.
 */
cell: string, } | { "kind": "lift",
/**
 * Where.
 */
cell: string, } | { "kind": "place",
/**
 * Where.
 */
cell: string, } | { "kind": "release" } | { "kind": "remove",
/**
 * Where.
 */
cell: string, } | { "kind": "crown",
/**
 * Where.
 */
cell: string, } | { "kind": "offer" } | { "kind": "accept" } | { "kind": "decline" } | { "kind": "resign" } | { "kind": "claim",
/**
 * What.
 */
claim: Claim, } | { "kind": "insist" } | { "kind": "demand" } | { "kind": "askBack" } | { "kind": "agreeBack" } | { "kind": "askPause" } | { "kind": "agreePause" } | { "kind": "endPause" } | { "kind": "drop" } | { "kind": "rule",
/**
 * What.
 */
ruling: RulingRequest, } | { "kind": "disturbance" } | { "kind": "note",
/**
 * At most 300 characters.
 */
text: string, } | { "kind": "say",
/**
 * To whom.
 */
audience?: Audience,
/**
 * What.
 */
phrase: Phrase, } | { "kind": "write",
/**
 * To whom.
 */
audience?: Audience,
/**
 * One line of at most 200 characters.
 */
text: string, } | { "kind": "propose",
/**
 * From two to sixteen squares.
 */
path: Array<string>, };

/**
 * What can be claimed.
 */
export type Claim = "draw" | "nobody-can-win" | "gone" | "gone-draw" | "flag" | "wrong-board" | "wrong-setup";

/**
 * What an arbiter decides.
 */
export type RulingRequest = { "ruling": "correct" } | { "ruling": "stand" } | { "ruling": "refusal",
/**
 * Who.
 */
loser: Side, } | { "ruling": "penalty",
/**
 * Who.
 */
loser: Side, } | { "ruling": "draw" } | { "ruling": "annul" } | { "ruling": "pause" } | { "ruling": "resume" } | { "ruling": "time",
/**
 * Whose.
 */
side: Side,
/**
 * To what, in milliseconds.
 */
time: number, };

/**
 * What happened, and how the game stands after it.
 */
export type EventView = {
/**
 * Who did it; nobody for what happens by itself.
 */
by?: Role,
/**
 * The move, if one was made.
 */
move?: MoveView,
/**
 * How many half-moves were taken back.
 */
takenBack?: number,
/**
 * Everything else that happened, in words.
 */
texts?: Array<string>,
/**
 * The articles behind these sentences, for those who ask why.
 */
citation?: string,
/**
 * How the game stands now.
 */
state: StateView, };

/**
 * The record of a game in sentences.
 */
export type GameRecord = {
/**
 * What happened, in order.
 */
lines: Array<RecordLine>, };

/**
 * One thing that happened.
 */
export type RecordLine = {
/**
 * The time since the start of the game, as clocks show it.
 */
time: string,
/**
 * What happened.
 */
text: string, };

/**
 * What a page says on the socket of a game, `/api/games/{id}/socket`.
 */
export type ToGame = { "type": "act",
/**
 * A number that this client has not used yet: count up from 1. An act that is sent again with its number, after a
 * lost connection say, counts once; another act with a used number is refused.
 */
n: number,
/**
 * For which seat; needed only by those who hold several.
 */
seat?: Role,
/**
 * What.
 */
act: ActRequest, } | { "type": "ping",
/**
 * Comes back.
 */
n: number, };

/**
 * What the server says on the socket of a game.
 */
export type FromGame = { "type": "game",
/**
 * The game.
 */
game: GameView, } | { "type": "players",
/**
 * The players.
 */
players: BySide<PlayerView>, } | { "type": "event",
/**
 * The client's number, to the one who did it: this is the confirmation, and it is on disk.
 */
n?: number,
/**
 * What.
 */
event: EventView, } | { "type": "said",
/**
 * The client's number, to the one who said it.
 */
n?: number,
/**
 * What.
 */
said: SaidView, } | { "type": "confirmed",
/**
 * The client's number.
 */
n: number,
/**
 * The number of the event that it became.
 */
seq: number, } | { "type": "refused",
/**
 * The client's number.
 */
n: number,
/**
 * Why.
 */
problem: Problem,
/**
 * Squares to point at, such as the pieces that must capture.
 */
squares?: Array<string>, } | { "type": "presence",
/**
 * Whether White is connected.
 */
white: boolean,
/**
 * Whether Black is connected.
 */
black: boolean,
/**
 * Whether the arbiter is connected.
 */
arbiter: boolean,
/**
 * How many watch.
 */
watchers: number,
/**
 * The places of the members who are connected, where teams play.
 */
members?: BySide<Array<number>>, } | { "type": "rematch",
/**
 * Who wants it.
 */
wanted: Array<Side>,
/**
 * The new game, when both want it.
 */
game: string | null, } | { "type": "halted",
/**
 * Why; nothing when the game goes on.
 */
problem: Problem | null, } | { "type": "pong",
/**
 * As it was sent.
 */
n: number, } | { "type": "bye",
/**
 * Why.
 */
problem: Problem, };

/**
 * What the server says on the socket of the lobby, `/api/lobby/socket`: the lists, whenever they have changed.
 */
export type FromLobby = { "type": "lobby",
/**
 * Open and live games.
 */
lobby: LobbyView, };

/**
 * What a page says on the socket of analysis, `/api/analysis/socket`.
 */
export type ToAnalysis = { "type": "analyse",
/**
 * Comes back with every answer.
 */
n: number,
/**
 * The position.
 */
position: PositionRequest,
/**
 * How many best lines, from 1 to 5.
 */
lines: number,
/**
 * The half-moves after which the search ends; a minute if left out.
 */
depth?: number, } | { "type": "stop" };

/**
 * What the server says on the socket of analysis.
 */
export type FromAnalysis = { "type": "waiting",
/**
 * Which question.
 */
n: number, } | { "type": "lines",
/**
 * Which question.
 */
n: number,
/**
 * Half-moves searched.
 */
depth: number,
/**
 * Positions looked at.
 */
nodes: number,
/**
 * The best lines, the best first.
 */
lines: Array<AnalysisLine>,
/**
 * Whether this is the last word.
 */
done: boolean, } | { "type": "refused",
/**
 * Which question.
 */
n: number,
/**
 * Why.
 */
problem: Problem, };

/**
 * A game in a list.
 */
export type GameSummary = {
/**
 * Its id.
 */
id: string,
/**
 * The line of rules.
 */
rules: string,
/**
 * Their name.
 */
rulesName: string,
/**
 * Cells along one edge of the board.
 */
width: number,
/**
 * Strict or at the board.
 */
manner: Manner,
/**
 * The clocks, such as `5m+3s`.
 */
clocks: BySide<string>,
/**
 * White's clock in words; both, where they differ.
 */
clocksText: string,
/**
 * Who plays.
 */
players: BySide<PlayerView>,
/**
 * Where it stands in its life.
 */
status: Status,
/**
 * The viewer's seats.
 */
seats: Array<Role>,
/**
 * The position. Like `placement`, it is empty for a blindfold player while the game is being played.
 */
fen: string,
/**
 * The same to draw, as in `RulesetView`.
 */
placement: string,
/**
 * Whose turn it is.
 */
toMove: Side,
/**
 * Half-moves made.
 */
ply: number,
/**
 * Who won.
 */
winner: Side | null,
/**
 * How it ended.
 */
ending: EndingKind | null,
/**
 * When it was created: milliseconds since 1970.
 */
createdAt: number,
/**
 * When something happened last.
 */
changedAt: number,
/**
 * When the time of the side to move runs out, if nobody moves before; only in games of days. A flag that waits for a
 * claim may be past it.
 */
deadline?: number,
/**
 * Whether it was imported. Where such a game is over without an ending, its result is not known.
 */
imported: boolean,
/**
 * Whether only the game's people see it.
 */
private?: boolean,
/**
 * The event in which an imported game was played, by its file.
 */
event?: string,
/**
 * When an imported game was played, by its file: `2024-05-17`, `2024-05` or `2024`.
 */
playedOn?: string, };

/**
 * The games against other people in which it is my move.
 */
export type TurnsView = {
/**
 * How many they are.
 */
total: number,
/**
 * They themselves, the most urgent first, as many as were asked for.
 */
games: Array<GameSummary>, };

/**
 * The lobby and the wall.
 */
export type LobbyView = {
/**
 * Games that wait for an opponent, the newest first.
 */
open: Array<GameSummary>,
/**
 * Games that are played now, with somebody there or a move in the last minutes: those with the latest move first.
 */
live: Array<GameSummary>,
/**
 * How many are played in all; the list may be shorter, and `/api/games` has them all.
 */
playing: number,
/**
 * How many people are here: those who watch, play, analyse or wait.
 */
people: number,
/**
 * How many times the club's contests have changed: a page that lists them asks for them again when this is another
 * number.
 */
contests: number, };

/**
 * One page of a list.
 */
export type GamesPage = {
/**
 * The games, the newest first.
 */
games: Array<GameSummary>,
/**
 * What to send as `before` for the next page; nothing on the last one.
 */
next: string | null,
/**
 * How many games there are on all pages. Only the first page of my games says it.
 */
total?: number,
/**
 * What is wrong with games that cannot be shown, such as one whose record is damaged.
 */
problems?: Array<string>, };

/**
 * Games that I do not want in my list any more.
 */
export type RemoveGames = {
/**
 * Their ids, at most 500.
 */
games: Array<string>, };

/**
 * What became of them.
 */
export type RemovedGames = {
/**
 * Those that are gone from my list.
 */
games: Array<string>,
/**
 * Why others are not, each reason once.
 */
problems: Array<string>, };

/**
 * Which games were found.
 */
export type FoundGames = {
/**
 * Their ids, the newest first, at most 5000.
 */
games: Array<string>, };

/**
 * A result, from one's own side or from outside.
 */
export type ResultName = "won" | "lost" | "white" | "black" | "drawn" | "unknown";

/**
 * The picture that a person has chosen.
 */
export type Picture = "sun" | "moon" | "star" | "acorn" | "mushroom" | "apple" | "flower" | "pine" | "mountain" | "boat" | "rocket" | "balloon" | "umbrella" | "teapot" | "kite" | "drum";

/**
 * Who the visitor is.
 */
export type Me = {
/**
 * The name that others see; nothing until one is given.
 */
name: string | null,
/**
 * What others call the visitor: the name, or `Guest 4F`.
 */
shown: string,
/**
 * The picture that others see; nothing until one is chosen.
 */
picture?: Picture,
/**
 * Whether there is an account, so that the games are there on every device.
 */
account: boolean,
/**
 * My offices in the club.
 */
offices?: Array<Office>,
/**
 * The language of sentences: `ru`, `uk` or `en`.
 */
language: string, };

/**
 * A name that others see.
 */
export type SetName = {
/**
 * From 2 to 24 letters, digits, spaces, dots and hyphens.
 */
name: string, };

/**
 * A picture that others see.
 */
export type SetPicture = {
/**
 * Which; `null` takes it away.
 */
picture: Picture | null, };

/**
 * Making an account, or coming back to one.
 */
export type Credentials = {
/**
 * The name.
 */
name: string,
/**
 * From 8 to 200 characters; a new one must not be easy to guess.
 */
password: string, };

/**
 * A new password.
 */
export type ChangePassword = {
/**
 * The old one.
 */
old: string,
/**
 * The new one. Every other device is signed out.
 */
new: string, };

/**
 * A way to go on at another device.
 */
export type Handover = {
/**
 * Works once: `/continue#{code}`, or typed by hand.
 */
code: string,
/**
 * The address with the code.
 */
url: string,
/**
 * The address as a QR code, an SVG picture; empty where the address works on this computer only.
 */
qr: string,
/**
 * Set where the address works on this computer only.
 */
local?: LocalOnly,
/**
 * For so many seconds.
 */
seconds: number, };

/**
 * Going on here.
 */
export type TakeOver = {
/**
 * The code from the other device.
 */
code: string, };

/**
 * Going for good.
 */
export type DeleteMe = {
/**
 * The password, if there is an account.
 */
password?: string, };

/**
 * An office of the club.
 */
export type Office = "keeper" | "coach" | "arbiter";

/**
 * What a keeper did.
 */
export type KeeperAct = "claim" | "invite" | "appoint" | "dismiss" | "rename" | "block" | "unblock" | "reset" | "allow" | "export" | "delete" | "hide" | "show" | "ignore" | "let-work" | "end-work";

/**
 * A person as keepers see them.
 */
export type MemberView = {
/**
 * The number by which keepers know the person. It is never reused.
 */
number: number,
/**
 * The name that others see.
 */
name: string | null,
/**
 * What others call the person: the name, or `Guest 4F`.
 */
shown: string,
/**
 * Whether there is an account.
 */
account: boolean,
/**
 * The person's offices.
 */
offices: Array<Office>,
/**
 * When the person was blocked: milliseconds since 1970.
 */
blockedAt?: number,
/**
 * When the person first came.
 */
createdAt: number, };

/**
 * A person, and how much is kept about them.
 */
export type MemberDetails = {
/**
 * The person.
 */
member: MemberView,
/**
 * How many games the person has.
 */
games: number,
/**
 * How many games the person has notes about.
 */
notes: number,
/**
 * How many complaints about the name are undecided.
 */
reports: number,
/**
 * The multiple of the usual quotas that the person may use.
 */
allowance: number, };

/**
 * A page of the list of people.
 */
export type MembersPage = {
/**
 * The people, newest first.
 */
people: Array<MemberView>,
/**
 * The value of `before` for the next page; absent on the last one.
 */
next: string | null, };

/**
 * The complete set of offices that a person will have.
 */
export type SetOffices = {
/**
 * All the offices.
 */
offices: Array<Office>, };

/**
 * Whether a person is blocked.
 */
export type SetBlocked = {
/**
 * Whether the person is to be blocked.
 */
blocked: boolean, };

/**
 * A person's quota allowance.
 */
export type SetAllowance = {
/**
 * The multiple of the usual quotas, from 1 to 100.
 */
factor: number, };

/**
 * Whether a game is hidden.
 */
export type SetHidden = {
/**
 * Whether only the game's people and keepers are to see it.
 */
hidden: boolean, };

/**
 * A link that works once.
 */
export type OneTimeLink = {
/**
 * The path with the code, such as `/keeper#k3v…`.
 */
path: string,
/**
 * The full URL.
 */
url: string,
/**
 * How long the link works, in seconds.
 */
seconds: number, };

/**
 * The code of a one-time link for a keeper.
 */
export type ClaimKeeper = {
/**
 * The code.
 */
code: string, };

/**
 * A new password, with the code of a keeper's one-time link.
 */
export type ResetPassword = {
/**
 * The code.
 */
code: string,
/**
 * The new password. Every device is signed out.
 */
password: string, };

/**
 * A report about a player's name.
 */
export type ReportName = {
/**
 * The game in which the name is shown.
 */
game: string,
/**
 * The side of the player.
 */
side: Side, };

/**
 * A person whose name was reported.
 */
export type ReportedMember = {
/**
 * The person as they are now.
 */
member: MemberView,
/**
 * How many people complained.
 */
count: number,
/**
 * When the first complaint was made: milliseconds since 1970.
 */
firstAt: number,
/**
 * The names as they were when reported.
 */
names: Array<string>,
/**
 * For a spectator of a private game; both players may ask for it.
 */
games: Array<string>, };

/**
 * What a keeper should see first.
 */
export type KeeperView = {
/**
 * The people whose names were reported, oldest complaint first.
 */
reported: Array<ReportedMember>,
/**
 * The hidden games, newest first.
 */
hidden: Array<GameSummary>,
/**
 * The state of the backups.
 */
backups: BackupsView, };

/**
 * The state of the backups.
 */
export type BackupsView = {
/**
 * Whether the club makes backups automatically.
 */
wanted: boolean,
/**
 * When the last one was made: milliseconds since 1970.
 */
lastAt?: number,
/**
 * How many backups there are.
 */
kept: number,
/**
 * Why the last attempt failed.
 */
problem?: string, };

/**
 * An act of a keeper.
 */
export type LogLine = {
/**
 * Its number.
 */
number: number,
/**
 * When: milliseconds since 1970.
 */
at: number,
/**
 * What was done.
 */
act: KeeperAct,
/**
 * The person concerned, by number.
 */
member?: number,
/**
 * The game concerned.
 */
game?: string,
/**
 * The whole entry as a sentence.
 */
text: string, };

/**
 * A page of the log.
 */
export type LogPage = {
/**
 * The entries, newest first.
 */
entries: Array<LogLine>,
/**
 * The value of `before` for the next page; absent on the last one.
 */
next: string | null, };

/**
 * The work of the club, for keepers.
 */
export type WorkView = {
/**
 * The engine of the club, by the number of `damka bench`.
 */
signature: string,
/**
 * Whether the club makes work that nobody waits for.
 */
background: boolean,
/**
 * What waits and what is being done.
 */
queue: Array<QueueView>,
/**
 * Who works, those heard of last first.
 */
workers: Array<WorkerView>,
/**
 * The keys, the newest first.
 */
keys: Array<WorkerKeyView>,
/**
 * How levels of the computer stand against each other.
 */
levels: Array<LevelsView>,
/**
 * Where two workers found different things, the newest first.
 */
differences: Array<DifferenceView>,
/**
 * In how many games puzzles were found; at most 100 are counted.
 */
puzzleGames: number, };

/**
 * Jobs of one kind.
 */
export type QueueView = {
/**
 * The kind: `analysis`, `puzzles`, `level` or `compare`.
 */
kind: string,
/**
 * Its name.
 */
name: string,
/**
 * Whether people wait for them.
 */
people: boolean,
/**
 * How many wait.
 */
waiting: number,
/**
 * How many are being done.
 */
taken: number,
/**
 * How many were done in the last days.
 */
done: number,
/**
 * How many were given up.
 */
givenUp: number,
/**
 * How long ago the oldest that waits was asked for, in milliseconds.
 */
oldest?: number, };

/**
 * A worker.
 */
export type WorkerView = {
/**
 * Identifies it.
 */
id: string,
/**
 * What it is called.
 */
name: string,
/**
 * The name of its key; none for the club's own.
 */
key?: string,
/**
 * Its engine and program.
 */
signature: string,
/**
 * How many jobs it does at once.
 */
threads: number,
/**
 * Whether it was heard of lately.
 */
here: boolean,
/**
 * When it was heard of: milliseconds since 1970.
 */
seenAt: number,
/**
 * How many jobs it has now.
 */
has: number,
/**
 * How many it has done.
 */
jobs: number,
/**
 * How many positions it looks at in a second, on one thread.
 */
speed: number, };

/**
 * A key, without the key.
 */
export type WorkerKeyView = {
/**
 * Its number.
 */
number: number,
/**
 * What it is called.
 */
name: string,
/**
 * When it was made: milliseconds since 1970.
 */
madeAt: number,
/**
 * When it was withdrawn.
 */
withdrawnAt?: number, };

/**
 * How two levels of the computer stand.
 */
export type LevelsView = {
/**
 * The game, by name.
 */
rules: string,
/**
 * The better level's number.
 */
level: number,
/**
 * The other's.
 */
against: number,
/**
 * How many games they played.
 */
games: number,
/**
 * The better one's points in percent.
 */
score: number,
/**
 * The difference in Elo; absent if one of them has won everything.
 */
elo?: number,
/**
 * How far it may be off, with a likelihood of 95 %.
 */
error?: number, };

/**
 * Two workers found different things.
 */
export type DifferenceView = {
/**
 * The number of the job.
 */
job: number,
/**
 * Its kind, by name.
 */
kind: string,
/**
 * Who did it first.
 */
first: string,
/**
 * Who did it again.
 */
second: string, };

/**
 * The name of a new key.
 */
export type MakeWorkerKey = {
/**
 * What it is called.
 */
name: string, };

/**
 * A new key. It is shown this once.
 */
export type WorkerKeyMade = {
/**
 * Its number.
 */
number: number,
/**
 * The key.
 */
key: string,
/**
 * The command that starts a worker with it.
 */
command: string, };

/**
 * Puzzles that were found.
 */
export type PuzzlesPage = {
/**
 * The puzzles, those of the newest jobs first.
 */
puzzles: Array<PuzzleView>,
/**
 * The value of `before` for the next page; absent on the last one.
 */
next: string | null, };

/**
 * A position with one good move.
 */
export type PuzzleView = {
/**
 * The game that it is from.
 */
game: string,
/**
 * The rules, as a line.
 */
rules: string,
/**
 * The half-moves before it.
 */
ply: number,
/**
 * The position.
 */
fen: string,
/**
 * The best line; its first move is the solution.
 */
line: Array<string>,
/**
 * What the solution is worth, in thousandths of a point.
 */
best: number,
/**
 * What the next best move is worth.
 */
second: number,
/**
 * Whether the player missed it.
 */
missed: boolean,
/**
 * Whether it is not seen at a glance.
 */
hidden: boolean, };

/**
 * The devices on which the visitor is signed in.
 */
export type Sessions = {
/**
 * The devices, most recently used first.
 */
sessions: Array<SessionView>, };

/**
 * A device on which the visitor is signed in.
 */
export type SessionView = {
/**
 * The id for ending this session; it cannot be used to sign in.
 */
id: string,
/**
 * The browser and the system, such as `Firefox · Windows`; empty if they are unknown.
 */
device: string,
/**
 * Whether this request came from this device.
 */
current: boolean,
/**
 * When the visitor signed in there: milliseconds since 1970.
 */
createdAt: number,
/**
 * When it was last used, to within a few minutes: milliseconds since 1970.
 */
seenAt: number, };

/**
 * What a notice is about.
 */
export type NoticeKind = "turn" | "time" | "draw" | "take-back" | "pause" | "came" | "begins" | "paired";

/**
 * A notice. It never says which moves were made.
 */
export type NoticeView = {
/**
 * Its number; later notices have larger ones.
 */
number: number,
/**
 * What it is about.
 */
kind: NoticeKind,
/**
 * The sentence.
 */
text: string,
/**
 * The game that it is about.
 */
game?: string,
/**
 * The contest that it is about.
 */
contest?: string,
/**
 * When: milliseconds since 1970.
 */
at: number,
/**
 * Whether I have read it.
 */
read: boolean, };

/**
 * What I am told.
 */
export type NoticesView = {
/**
 * How many I have not read.
 */
unread: number,
/**
 * The notices, the newest first.
 */
notices: Array<NoticeView>, };

/**
 * Notices that I have read.
 */
export type ReadNotices = {
/**
 * Up to this number.
 */
upto: number,
/**
 * Only those about this game.
 */
game?: string, };

/**
 * What letters can be wanted about.
 */
export type NoticeTopic = "turn" | "time" | "asked" | "came" | "contest";

/**
 * How I am told.
 */
export type NoticeSettings = {
/**
 * Whether the club can send me letters.
 */
canMail: boolean,
/**
 * Where I get letters.
 */
mail?: MailView,
/**
 * The club's key for messages to devices, in base64url, as `pushManager.subscribe` wants it.
 */
pushKey?: string, };

/**
 * Where I get letters.
 */
export type MailView = {
/**
 * The address.
 */
address: string,
/**
 * Whether the link in the first letter was followed. Before that no other letter goes there.
 */
confirmed: boolean,
/**
 * Whether no more letters are sent, because the mail server refused too many.
 */
refused: boolean,
/**
 * What letters are wanted about.
 */
topics: Array<NoticeTopic>, };

/**
 * Where I want letters.
 */
export type PutMail = {
/**
 * The address.
 */
address: string,
/**
 * What about.
 */
topics: Array<NoticeTopic>, };

/**
 * The code of a link in a letter.
 */
export type ConfirmMail = {
/**
 * The code.
 */
code: string, };

/**
 * A browser that shows notices while the page is closed, as its `PushSubscription` says.
 */
export type PutDevice = {
/**
 * Where messages for it go: a name in the public internet, over https.
 */
endpoint: string,
/**
 * Its public key `p256dh`, in base64url.
 */
key: string,
/**
 * Its secret `auth`, in base64url.
 */
auth: string, };

/**
 * A browser that shows no notices any more.
 */
export type DropDevice = {
/**
 * Where messages for it went.
 */
endpoint: string, };

/**
 * A position with everything that the rules say about it.
 */
export type PositionView = {
/**
 * The line of rules.
 */
rules: string,
/**
 * Their name.
 */
rulesName: string,
/**
 * The board to draw.
 */
board: BoardView,
/**
 * The position.
 */
fen: string,
/**
 * The pieces.
 */
pieces: { [key in CellText]: PieceLetter },
/**
 * Whose turn it is.
 */
toMove: Side,
/**
 * Whether the player began who usually moves second: the first of the moves is numbered `1…` then.
 */
secondBegins: boolean,
/**
 * The moves that led here from the position asked for.
 */
moves: Array<MoveView>,
/**
 * The legal moves.
 */
legal: Array<LegalMove>,
/**
 * How many legal moves are left out of the list, in positions with hundreds of them. Each starts and ends like a
 * listed move, and can be played like any legal move.
 */
legalLeftOut?: number,
/**
 * Why they are what they are.
 */
situation: string,
/**
 * The articles behind that, where there are some.
 */
situationCitation?: string,
/**
 * How far the draw rules have come.
 */
counters: Array<CounterView>,
/**
 * Whether the game is over here.
 */
ending: EndingView | null,
/**
 * The position for those who hear it.
 */
spoken: string, };

/**
 * A move that somebody wonders about.
 */
export type ExplainRequest = {
/**
 * The position.
 */
position: PositionRequest,
/**
 * The squares of the move.
 */
path: Array<string>, };

/**
 * Why a move is not legal, or that it is.
 */
export type Explanation = {
/**
 * Whether it is legal.
 */
legal: boolean,
/**
 * In words.
 */
text: string,
/**
 * The article that refuses it.
 */
citation?: string,
/**
 * Squares to point at.
 */
squares: Array<CellText>, };

/**
 * What a position or a line is worth, as White sees it. `damka analyse --json` has the same shape.
 */
export type ScoreView = {
/**
 * Hundredths of a man. Where a win is proved this is far more than all pieces are worth; its sign says who wins.
 */
hundredths: number,
/**
 * Moves to a proved win: positive for White, negative for Black, 0 if the game is over.
 */
winsIn?: number,
/**
 * In words or numbers.
 */
text: string, };

/**
 * A line of best play.
 */
export type AnalysisLine = {
/**
 * What it is worth.
 */
score: ScoreView,
/**
 * The chances in thousandths that White wins, that it is drawn, that Black wins.
 */
chances: [number, number, number],
/**
 * Its moves.
 */
moves: Array<MoveView>, };

/**
 * A hint.
 */
export type HintView = {
/**
 * The move.
 */
move: LegalMove,
/**
 * The move and the reason in words.
 */
text: string,
/**
 * What it is worth.
 */
score: ScoreView, };

/**
 * The analysis of a whole game, as far as it has come.
 */
export type GameAnalysisView = {
/**
 * Where the job stands.
 */
status: JobStatus,
/**
 * Positions done.
 */
done: number,
/**
 * Positions in all.
 */
total: number,
/**
 * What was found, from the first position; empty until the job is done.
 */
positions: Array<ExaminedView>,
/**
 * How each side played, in words; empty until the job is done.
 */
summary: BySide<string> | null,
/**
 * The half-move that turned the game.
 */
turningPoint: number | null, };

/**
 * Where a job stands.
 */
export type JobStatus = "none" | "waiting" | "running" | "done";

/**
 * One position of a game that was analysed. `damka analyse --json` has the same shape, with a few names more.
 */
export type ExaminedView = {
/**
 * Half-moves before it.
 */
ply: number,
/**
 * What it is worth.
 */
score: ScoreView,
/**
 * What should have been played.
 */
best: Array<string>,
/**
 * How good the move was that was played here: `forced`, `fine`, `only-good`, `sacrifice`, `inaccuracy`, `mistake` or
 * `blunder`.
 */
class: string | null,
/**
 * What the move lost, in thousandths of a game.
 */
loss: number | null, };

/**
 * Games as text.
 */
export type ImportRequest = {
/**
 * PDN with one or many games, or a record of Damka's own, at most a megabyte.
 */
text: string,
/**
 * The rules, where the text does not say them.
 */
rules?: string, };

/**
 * The state of an import.
 */
export type ImportStatus = "waiting" | "running" | "done" | "cancelled" | "failed";

/**
 * The progress and result of an import.
 */
export type Imported = {
/**
 * Its id, for `/api/me/imports/{id}`.
 */
id: string,
/**
 * Its state.
 */
status: ImportStatus,
/**
 * How many bytes of the text have been read.
 */
read: number,
/**
 * How many bytes the text has.
 */
size: number,
/**
 * The games that are now among mine.
 */
games: Array<string>,
/**
 * What was wrong with the others, each with its place.
 */
problems: Array<string>, };

/**
 * My imports.
 */
export type MyImports = {
/**
 * The imports, newest first.
 */
imports: Array<Imported>, };

/**
 * What a quota counts.
 */
export type QuotaName = "games" | "bytes" | "notes" | "links";

/**
 * How much of a quota I use.
 */
export type QuotaView = {
/**
 * What is counted.
 */
name: QuotaName,
/**
 * How much I keep now.
 */
used: number,
/**
 * The most I may keep.
 */
most: number, };

/**
 * My quotas, and how much of them I use.
 */
export type UsageView = {
/**
 * All the quotas.
 */
quotas: Array<QuotaView>,
/**
 * A sentence about each quota that is at least 80% used.
 */
notices: Array<string>, };

/**
 * A form of export.
 */
export type ExportFormat = "pdn" | "fen" | "sheet" | "sheetPage" | "svg" | "record";

/**
 * My notes about a game: its moves with variations, signs and comments. Nobody else sees them.
 */
export type Notes = {
/**
 * A game in PDN that begins where the game began; empty if there are no notes.
 */
pdn: string,
/**
 * When they were written last: milliseconds since 1970.
 */
changed?: number, };

/**
 * Notes to be kept.
 */
export type PutNotes = {
/**
 * A game in PDN that begins where the game began, at most 64 KB; an empty text takes the notes away.
 */
pdn: string, };

/**
 * What I have prepared in a game over days: my answers to the opponent's next moves. Nobody else sees it.
 */
export type ConditionsView = {
/**
 * The moves, from the position that stands. Where I am to move, the first one is mine, and is not made for me.
 */
tree?: TreeView,
/**
 * Whether a capture that is my only legal move is made for me, too.
 */
forced: boolean,
/**
 * Whether something that I had prepared was dropped because the game went another way. Preparing or taking back
 * says that I have seen it.
 */
lost: boolean, };

/**
 * What I prepare. It replaces what I have prepared before.
 */
export type ConditionsRequest = {
/**
 * After how many half-moves of the game: when another move was made meanwhile, nothing is prepared.
 */
ply: number,
/**
 * The moves from the position that stands: at most 30 lines of 30 half-moves, with one answer of mine to each move of
 * the opponent's.
 */
moves: TreeMoves,
/**
 * Whether a capture that is my only legal move is made for me, too.
 */
forced?: boolean, };

/**
 * My vacation in games over days.
 */
export type VacationView = {
/**
 * How many days a year the club gives; with 0 nobody goes on vacation here.
 */
days: number,
/**
 * How many of them I have left this year.
 */
left: number,
/**
 * Until when I am on vacation: milliseconds since 1970. My next move ends it.
 */
until?: number, };

/**
 * Going on vacation.
 */
export type GoOnVacation = {
/**
 * Until when: milliseconds since 1970. A day that has begun counts whole.
 */
until: number, };

/**
 * A tag of PDN.
 */
export type Tag = {
/**
 * Such as `White`.
 */
name: string,
/**
 * Such as `Anna`.
 */
value: string, };

/**
 * The moves of a game with their variations, signs and comments.
 */
export type TreeView = {
/**
 * The line of rules.
 */
rules: string,
/**
 * The position before the first move.
 */
start: string,
/**
 * Whether the player begins who usually moves second: the first move is numbered `1…` then.
 */
secondBegins: boolean,
/**
 * What is said about the game besides its moves; the rules and the start are not among it.
 */
tags: Array<Tag>,
/**
 * What is said before the first move.
 */
comment?: string,
/**
 * Every move once, each behind the move before it. Of the moves after the same move the first is the main line.
 */
nodes: Array<NodeView>,
/**
 * When my notes in it were written: milliseconds since 1970. Nothing if there are none.
 */
changed?: number, };

/**
 * A move of a tree.
 */
export type NodeView = {
/**
 * The place of the move before it in the list, from 0; nothing for a first move.
 */
parent?: number,
/**
 * The move. Without text it is a position that was set up.
 */
move: MoveView,
/**
 * Its signs, such as `!?`, as they are written in the reader's language.
 */
glyphs?: Array<string>,
/**
 * What is said about it.
 */
comment?: string, };

/**
 * A move of a tree that is sent.
 */
export type NodeRequest = {
/**
 * The place of the move before it in the list, from 0; nothing for a first move.
 */
parent?: number,
/**
 * The move as text; empty where a position is set up.
 */
text: string,
/**
 * The position that is set up here.
 */
setup?: string,
/**
 * Its signs.
 */
glyphs?: Array<string>,
/**
 * What is said about it.
 */
comment?: string, };

/**
 * The moves of a tree that is sent, at most 4000.
 */
export type TreeMoves = {
/**
 * What is said before the first move.
 */
comment?: string,
/**
 * Every move, each behind the move before it. Of the moves after the same move the first is the main line.
 */
nodes: Array<NodeRequest>, };

/**
 * A tree that is not a game of the club, to be written as PDN.
 */
export type TreeRequest = {
/**
 * The game: an id or a line of rules.
 */
rules: string,
/**
 * The position before the first move; the start of the game if left out.
 */
fen?: string,
/**
 * What is said about the game besides its moves, the result included.
 */
tags?: Array<Tag>,
/**
 * The moves.
 */
moves: TreeMoves, };

/**
 * A game in PDN to be read.
 */
export type TreeText = {
/**
 * One game, at most 64 KB.
 */
pdn: string,
/**
 * The rules, where the text does not say them.
 */
rules?: string, };

/**
 * A game in PDN.
 */
export type Pdn = {
/**
 * The game.
 */
pdn: string,
/**
 * A name for its file, without what it ends with: the players and the day.
 */
name: string, };

/**
 * Pieces that somebody has put on a board.
 */
export type SetupRequest = {
/**
 * The game: an id or a line of rules.
 */
rules: string,
/**
 * The pieces by square.
 */
pieces: { [key in CellText]: PieceLetter },
/**
 * Whose turn it is.
 */
toMove: Side, };

/**
 * A position as text.
 */
export type Fen = {
/**
 * The position.
 */
fen: string,
/**
 * Why no game can begin there; nothing if one can.
 */
problem?: string,
/**
 * Squares to point at.
 */
squares?: Array<CellText>, };

/**
 * Whether endgame tables know a position.
 */
export type TableStatus = "known" | "building" | "unknown" | "none";

/**
 * Who wins with best play, for the side to move or the side that makes a move.
 */
export type TableResult = "won" | "drawn" | "lost";

/**
 * What endgame tables say of a position.
 */
export type EndgameView = {
/**
 * Whether they know it.
 */
status: TableStatus,
/**
 * All of it in words: who wins, in how many half-moves, and what the draw rules leave of it.
 */
text: string,
/**
 * Positions with up to so many pieces are known; 0 if none are.
 */
pieces: number,
/**
 * For the side to move, as if there were no draw rules.
 */
result?: TableResult,
/**
 * Half-moves to the end, unless it is drawn.
 */
plies?: number,
/**
 * It is proved that a draw rule is sooner than the win.
 */
drawnByRule: boolean,
/**
 * Every legal move, the best first.
 */
moves: Array<TableMove>, };

/**
 * What a legal move is worth to the side that makes it.
 */
export type TableMove = {
/**
 * The move, as `legal` has it in its `text`.
 */
move: string,
/**
 * As if there were no draw rules; left out where the tables do not know it.
 */
result?: TableResult,
/**
 * Half-moves to the end, this one included, unless it is drawn.
 */
plies?: number,
/**
 * It is proved that a draw rule is sooner than the win.
 */
drawnByRule: boolean,
/**
 * All of it in words.
 */
text: string, };

/**
 * The endings of a game that can be practised.
 */
export type ExercisesView = {
/**
 * Whether the tables are there from which positions are chosen.
 */
status: TableStatus,
/**
 * The same in words.
 */
text: string,
/**
 * The kinds; those that the game turns out not to have are refused when they are asked for.
 */
kinds: Array<ExerciseKind>, };

/**
 * A kind of ending.
 */
export type ExerciseKind = {
/**
 * For requests.
 */
id: string,
/**
 * For people.
 */
name: string,
/**
 * What is to be done, and a hint of how.
 */
about: string, };

/**
 * A position to be won.
 */
export type ExerciseView = {
/**
 * The position, with the winner to move.
 */
fen: string,
/**
 * Where it stands before the first move.
 */
answer: ExerciseAnswer, };

/**
 * A try: the position and the moves of both sides so far, the last by the one who practises.
 */
export type ExerciseTry = {
/**
 * The position and the moves.
 */
position: PositionRequest, };

/**
 * How a try stands.
 */
export type TryState = "going" | "won" | "thrown";

/**
 * How a try stands after the defence has answered.
 */
export type ExerciseAnswer = {
/**
 * How it stands.
 */
state: TryState,
/**
 * In words; if the win was thrown away, by which move and what would have won.
 */
text: string,
/**
 * The position with the answer of the defence played.
 */
position: PositionView,
/**
 * Own moves until the win with best play.
 */
movesToWin?: number,
/**
 * Own moves that the draw rules leave, if one of them counts.
 */
movesLeft?: number,
/**
 * What the draw rules leave, in words.
 */
budget: string,
/**
 * A move that would have won, where the win was thrown away.
 */
better?: string, };

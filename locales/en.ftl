# Damka in English. The three catalogues hold the same messages with the same variables.
#
# Sides come as "white" and "black", kinds of pieces as "man" and "king". Squares and moves come ready in the game's own
# notation. Numbers come as numbers, so that each language can choose its forms.

### Words that many sentences share

language-name = English
side = { $side ->
    [white] White
   *[black] Black
}
turn = { $side ->
    [white] White to move.
   *[black] Black to move.
}
list-and = { $list } and { $last }
list-or = { $list } or { $last }
pieces-count = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
moves-count = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
half-moves-count = { $count ->
    [one] { $count } half-move
   *[other] { $count } half-moves
}
decimal = { $whole }.{ $part }
percent = { $number }%

### The games

ruleset-russian = Russian draughts
ruleset-russian-about = Flying kings, men capture both ways, any capture may be chosen. By the full codex.
ruleset-russian-basic = Russian draughts, basic rules
ruleset-russian-basic-about = The moves of Russian draughts with their own draw rules, made for games with a clock.
ruleset-russian-gambler = Russian draughts, gambler.ru
ruleset-russian-gambler-about = Russian draughts as the games site gambler.ru explains them.
ruleset-russian-fmjd = Russian draughts, FMJD-64
ruleset-russian-fmjd-about = Russian draughts with the draw rules of international tournaments.
ruleset-international = International draughts, Ukrainian code
ruleset-international-about = The large board of 100 squares, 20 men a side; you must capture as many pieces as possible.
ruleset-international-fmjd = International draughts, FMJD
ruleset-international-fmjd-about = Draughts on 100 squares with the draw rules of the world federation.
ruleset-simple = Simple draughts
ruleset-simple-about = The first game of the children’s set “Ozornye Shashki”, on the light squares.
ruleset-checkers = Checkers, gambler.ru
ruleset-checkers-about = Short kings; men capture only forward; any capture may be chosen.
ruleset-checkers-ozornye = Checkers, Ozornye Shashki
ruleset-checkers-ozornye-about = For children: short kings, and men capture only forward.
ruleset-english-ozornye = English draughts, Ozornye Shashki
ruleset-english-ozornye-about = For children: men move and capture only forward, kings fly.
ruleset-italian-ozornye = Italian draughts, Ozornye Shashki
ruleset-italian-ozornye-about = For children: a turned board; men capture neither kings nor backward.
ruleset-spanish-ozornye = Spanish draughts, Ozornye Shashki
ruleset-spanish-ozornye-about = For children: a turned board; men capture only forward, kings fly.
ruleset-corners = Corners (Ugolki)
ruleset-corners-about = A race: be the first to bring all your pieces into the opponent’s camp. Nothing is captured.
ruleset-stavropol = Stavropol draughts
ruleset-stavropol-about = You may move the opponent’s pieces too, but only towards yourself.
ruleset-diagonal = Diagonal draughts
ruleset-diagonal-about = Russian draughts from another starting position, on both sides of the main road (long diagonal).
ruleset-poddavki = Giveaway draughts
ruleset-poddavki-about = The other way round: the player who has no pieces or no move left wins.
ruleset-samoyed = Self-capture draughts
ruleset-samoyed-about = You must capture your own pieces too, whenever you can.
ruleset-english = English draughts
ruleset-english-about = Checkers by the world federation: Black begins, short kings, men capture only forward.
ruleset-italian = Italian draughts
ruleset-italian-about = Short kings, men may not capture kings, and strict rules say which capture must be made.
ruleset-spanish = Spanish draughts
ruleset-spanish-about = Flying kings; you must capture the most pieces, then the most kings.
ruleset-brazilian = Brazilian draughts
ruleset-brazilian-about = The rules of the 100-square game on the board of 64 squares.
ruleset-house = House game
ruleset-house-about = Your own game: every rule can be chosen. Unchanged, it is Russian draughts without draw rules.
known-czech = Czech draughts
known-pool-american = American pool checkers
known-pool = Pool checkers
known-pool-jamaican = Jamaican pool checkers
known-portuguese = Portuguese draughts
known-international-giveaway = Giveaway draughts on 100 squares
ruleset-changed = { $name }, changed
ruleset-changed-about = { $about } Changed: { $changes }.
ruleset-house-changed-about = Your own game: Russian draughts without draw rules, changed: { $changes }.
ruleset-change = { $fact } – { $value }

### Facts: names and values

fact-board = board
fact-board-8 = 8 × 8
fact-board-10 = 10 × 10
fact-man-capture = how men capture
fact-man-capture-all = forward and backward
fact-man-capture-forward = only forward
fact-king = how far a king goes
fact-king-flying = any distance
fact-king-short = one square
fact-men-take-kings = may men capture kings
fact-men-take-kings-yes = yes
fact-men-take-kings-no = no
fact-crowning = a man that reaches the last row while capturing
fact-crowning-continue = becomes a king at once and continues as a king
fact-crowning-pass = continues as a man; is crowned only if it stops there
fact-crowning-stop = is crowned and stops
fact-priority = which capture must be made
fact-priority-free = any
fact-priority-most = the one that takes the most pieces
fact-priority-most-kings = the most pieces, then the most kings
fact-priority-italian = the most pieces; with a king; the most kings; kings first
fact-priority-king-first = with a king, if a king can capture
fact-victims = whose pieces are captured
fact-victims-enemy = the opponent’s
fact-victims-any = the opponent’s and your own
fact-movers = whose pieces you move
fact-movers-own = your own
fact-movers-either = your own or the opponent’s
fact-enemy-quiet = where the opponent’s pieces may be moved
fact-enemy-quiet-toward = only towards the player who moves them
fact-enemy-quiet-any = as they move by themselves
fact-enemy-capture = where the opponent’s pieces may capture when you move them
fact-enemy-capture-toward = only towards the player who moves them
fact-enemy-capture-any = as they capture by themselves
fact-enemy-duty = what a possible capture forbids
fact-enemy-duty-global = every quiet move
fact-enemy-duty-colour = quiet moves with pieces of the colour that can capture
fact-layout = camps
fact-layout-3x3 = 3 × 3, nine pieces
fact-layout-3x4 = 3 rows of 4, twelve pieces
fact-layout-4x4 = 4 × 4, sixteen pieces
fact-directions = steps and jumps
fact-directions-4 = straight (forward, backward and sideways)
fact-directions-8 = straight and diagonal
fact-equaliser = the second player’s answering move
fact-equaliser-yes = yes (if both arrive on the same turn, it is a draw)
fact-equaliser-no = no (the first to arrive wins)
fact-home-limit = time to leave home
fact-home-limit-number = { $count ->
    [0] no limit
    [one] { $count } move
   *[other] { $count } moves
}
fact-start = starting position
fact-start-rows = { $count ->
    [one] { $count } row of men on each side
   *[other] { $count } rows of men on each side
}
fact-start-camps = the two camps
fact-start-squares = White { $white }; Black { $black }
fact-first = who begins
fact-first-white = White
fact-first-black = Black
fact-result = a side with no pieces or no move
fact-result-normal = loses
fact-result-reversed = wins
fact-draws = draw rules
fact-draws-none = none
fact-agreement-after = a draw may be agreed
fact-agreement-after-number = { $count ->
    [0] at any time
    [one] after { $count } move of each side
   *[other] after { $count } moves of each side
}
fact-corner = playing corner, on each player’s
fact-corner-left = left
fact-corner-right = right
fact-squares = squares of the game
fact-squares-dark = dark
fact-squares-light = light
fact-naming = names of squares
fact-naming-algebraic = letter and number, such as c3
fact-naming-far-left = numbers, 1 at the far left as White sees the board
fact-naming-near-right = numbers, 1 at the near right as White sees the board
fact-capture-sign = sign of a capture
fact-capture-sign-colon = colon, :
fact-capture-sign-cross = cross, x

fact-expected-number = a number of moves
fact-expected-start = rows:3, or squares such as w:a1,c1;b:h8
fact-expected-draws = none, or names of draw rules joined by “+”

### Where a rule comes from

cited = { $sentence } ({ $citation })
cite-text = { $text } [{ $id }]
cite-place = { $text }, { $place } [{ $id }]
cite-numbered = { $section }, { $number }
cite-article = article { $number }
cite-clause = { $number }
cite-added = not in the text: added by Damka
cite-added-after = not in the text of this game: added by Damka after { $citation }
cite-house = house rule

cite-text-A = Codex of Russian draughts
cite-text-B = Basic rules of draughts
cite-text-C = Rules of draughts-100
cite-text-D = Ozornye Shashki
cite-text-E = gambler.ru
cite-text-FMJD = FMJD rules of international draughts
cite-text-FMJD64 = FMJD-64 rules
cite-text-WCDF = WCDF rules
cite-text-FID = FID
cite-text-Spain = Rules of the Spanish federation

cite-A-board = The board
cite-A-diagonal = Names of the diagonals
cite-A-setup = The men
cite-A-goal = Aim of the game
cite-A-move = Moves
cite-A-capture = Captures
cite-A-first = First move
cite-A-violation = Violations
cite-A-draw = Draws
cite-A-result = Result
cite-A-notation = Writing a game down
cite-A-glyph = Signs
cite-A-mode = Ways to play
cite-B-board = The board
cite-B-man = The men
cite-B-move = Moves
cite-B-capture = Captures
cite-B-missed = Captures
cite-B-win = Winning
cite-B-draw = Draws
cite-B-clock = Time
cite-C-notation = Examples
cite-D-board = The board
cite-D-pieces = The figures
cite-D-setup = Preparation
cite-D-colour = Preparation
cite-D-age = Cover
cite-D-learn = Contents of the box
cite-D-first = Preparation
cite-D-turn = Moving the figures
cite-D-move = Moving the figures
cite-D-capture = Moving the figures
cite-D-king = Kings
cite-D-win = Winning
cite-D-checkers = game 1, Checkers
cite-D-english = game 2, English draughts
cite-D-italian = game 3, Italian draughts
cite-D-spanish = game 4, Spanish draughts
cite-D-corners = game 5, Corners
cite-D-stavropol = game 6, Stavropol draughts
cite-D-diagonal = game 7, Diagonal draughts
cite-D-poddavki = game 8, Giveaway draughts
cite-D-samoyed = game 9, Self-capture draughts
cite-E-board = The board
cite-E-theme = The board
cite-E-setup = Starting position
cite-E-turn = Starting position
cite-E-win = Starting position
cite-E-notation = Men
cite-E-man = Men
cite-E-king = Kings
cite-E-checkers = Checkers

source-000 = Codex of Russian draughts after A. Pavlovich, “60 draughts games” (text 000)
source-001 = Basic rules of draughts (text 001)
source-002 = Rules of draughts-100, from the Ukrainian codex (text 002)
source-003 = “Ozornye Shashki”, rules for children from seven (text 003)
source-004 = gambler.ru, a games site (text 004)
source-FMJD-64 = rules of the international federation’s section for 64 squares (FMJD-64)
source-FMJD = rules of the world draughts federation (FMJD)
source-WCDF = rules of the world checkers/draughts federation (WCDF)
source-FID = rules of the Italian federation (FID)
source-Spain = rules of the Spanish federation
source-house = the players’ own choice
source-extra-game = { $source }, extra game { $number }

### Why a move is refused

refusal-empty = There is no piece on { $square }.
refusal-not-yours = The piece on { $square } is not yours.
refusal-occupied = { $square } is occupied.
refusal-must-capture = You must capture with { $squares }.
refusal-must-take-more = { $offered ->
    [one] This takes { $offered } piece
   *[other] This takes { $offered } pieces
}, but { $best } can be taken, and you must take as many as possible.
refusal-must-use-king = You must capture with a king: { $squares }.
refusal-must-take-kings = { $offered ->
    [0] This takes no king
    [one] This takes { $offered } king
   *[other] This takes { $offered } kings
}, but { $best } can be taken, and you must take as many kings as possible.
refusal-must-take-kings-first = The same number can be taken with a king taken earlier, and kings must be taken as early as possible.
refusal-must-go-on = The capture is not finished: continue from { $squares }.
refusal-man-takes-king = A man may not capture a king in this game.
refusal-man-captures-backward = A man does not capture backward in this game.
refusal-own-piece = You cannot capture your own pieces.
refusal-king-too-far = In this game a king goes only one square, and jumps only over a piece next to it.
refusal-crowned-in-passing = { $crowning ->
    [stop] A man that reaches the last row while capturing becomes a king and stops there.
    [pass] A man that reaches the last row while capturing continues only as a man.
   *[continue] A man that reaches the last row while capturing continues as a king.
}
refusal-only-toward = You may move the opponent’s pieces only towards yourself.
refusal-twice = The piece on { $square } would be jumped twice, and a piece may be jumped only once.
refusal-blocked = The piece on { $square } is in the way.
refusal-not-diagonal = Pieces move only along the diagonals.
refusal-man-goes-backward = A man moves only forward.
refusal-man-too-far = That is too far: a man moves one square, and jumps only over a piece next to it.
refusal-unreachable = The piece cannot get there, either by one step or by jumps.
refusal-no-such-move = The piece cannot go there.

### Why the legal moves are what they are

situation-no-moves = There is no move.
situation-quiet = There is nothing to capture. Pieces that can move: { $squares }.
situation-race = Pieces that can move: { $squares }.
situation-capture = A capture is available, so you must capture. Pieces that can capture: { $squares }.
situation-pass = No piece can move, so the turn passes to the opponent.
situation-narrowed = { $possible ->
    [one] Of { $possible } capture
   *[other] Of { $possible } captures
} only { $legal } may be made: { $why }.
situation-why-more = { $best ->
    [one] the most pieces must be taken, here { $best }
   *[other] the most pieces must be taken, here { $best }
}
situation-why-king = a king must make the capture
situation-why-kings = { $best ->
    [one] the most kings must be taken, here { $best }
   *[other] the most kings must be taken, here { $best }
}
situation-why-kings-first = kings must be taken as early as possible

### How a game ends

outcome-win = { $winner ->
    [white] White wins
   *[black] Black wins
}: { $reason }.
outcome-draw = Draw: { $reason }.
end-no-pieces = { $side ->
    [white] White has no pieces left
   *[black] Black has no pieces left
}
end-no-moves = { $side ->
    [white] White has no move
   *[black] Black has no move
}
end-no-pieces-reversed = { $side ->
    [white] White has got rid of all its pieces
   *[black] Black has got rid of all its pieces
}
end-no-moves-reversed = { $side ->
    [white] White has no move, and that was the aim
   *[black] Black has no move, and that was the aim
}
end-arrived = { $side ->
    [white] all white pieces stand in the opponent’s camp
   *[black] all black pieces stand in the opponent’s camp
}
end-both-arrived = both sides have arrived on the same turn
end-at-home = { $moves ->
    [one] after { $moves } move
   *[other] after { $moves } moves
} { $side ->
    [white] White still has pieces at home
   *[black] Black still has pieces at home
}
end-agreement = the players agreed
end-nobody-can-win = neither side can win
end-resignation = { $side ->
    [white] White resigned
   *[black] Black resigned
}

end-error-over = The game is already over. { $outcome }
end-error-too-early = { $moves ->
    [one] A draw can be agreed only after each side has made { $moves } move.
   *[other] A draw can be agreed only after each side has made { $moves } moves.
}
end-error-nothing-to-claim = There is no draw to claim: no draw rule applies.
end-error-not-proved = It is not proved that neither side can win.

play-error-over = The game is over. { $outcome }
play-error-illegal = { $move } is not a legal move here.
play-error-wrong-path = { $move } cannot be made that way.

### Draw rules

draw-repetition = The game is drawn when the same position, with the same side to move, comes up { $times ->
    [2] a second time
    [3] a third time
    [4] a fourth time
   *[other] { $times } times
}.
draw-repeated-move = The game is drawn when the same side makes the same move in the same position { $times ->
    [2] a second time
    [3] a third time
    [4] a fourth time
   *[other] { $times } times
}.
draw-blockade = The game is drawn when neither side can move.
draw-kings-only = The game is drawn after { $limit } with kings only: no man moved and nothing was captured.
draw-no-change = The game is drawn after { $limit } in which nothing was captured and no man was crowned.
draw-length = The game is drawn after { $limit }.
draw-against-king = With { $forces } against one king, the game is drawn after { $limit }.
draw-against-king-on-road = With { $forces } against one king that stands on the main road, the game is drawn after { $limit }.
draw-against-king-off-road = With { $forces } against one king that does not hold the main road, the game is drawn after { $limit }.
draw-both-kings = When both sides have kings, the game is drawn after { $limit } in which the balance of forces has not changed: nothing was captured and no man was crowned.
draw-both-kings-pieces = When both sides have kings and there are { $least } to { $most } pieces on the board, the game is drawn after { $limit } in which the balance of forces has not changed: nothing was captured and no man was crowned.
draw-limit-each = { $count ->
    [one] { $count } move by each side
   *[other] { $count } moves by each side
}
draw-limit-half = { $count ->
    [one] { $count } half-move
   *[other] { $count } half-moves
}
draw-limit-stronger = { $count ->
    [one] { $count } move by the stronger side
   *[other] { $count } moves by the stronger side
}
draw-on-claim = A player must claim this draw.

forces-kings = { $kings ->
    [1] one king
    [2] two kings
    [3] three kings
   *[other] { $kings } kings
}
forces-men = { $men ->
    [1] one man
    [2] two men
    [3] three men
   *[other] { $men } men
}
forces-both = { $kings ->
    [1] a king
    [2] two kings
    [3] three kings
   *[other] { $kings } kings
} and { $men ->
    [1] a man
    [2] two men
    [3] three men
   *[other] { $men } men
}
forces-or-more = { $kings ->
    [1] one or more kings
    [2] two or more kings
    [3] three or more kings
   *[other] { $kings } or more kings
}

draw-label-repetition = the same position { $times ->
    [2] for the second time
    [3] for the third time
    [4] for the fourth time
   *[other] { $times } times
}
draw-label-repeated-move = the same move in the same position { $times ->
    [2] for the second time
    [3] for the third time
    [4] for the fourth time
   *[other] { $times } times
}
draw-label-blockade = neither side can move
draw-label-kings-only = kings only
draw-label-no-change = nothing captured, no man crowned
draw-label-length = length of the game
draw-label-against-king = { $forces } against one king
draw-label-against-king-on-road = { $forces } against one king on the main road
draw-label-against-king-off-road = { $forces } against one king off the main road
draw-label-both-kings = balance of forces unchanged
draw-label-both-kings-pieces = balance of forces unchanged, { $least } to { $most } pieces
draw-reason = { $label }, { $limit }

progress-repetition = This position: { $count ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $count }th
} time of { $full }
progress-repeated-move = This move in this position: { $count ->
    [0] not yet made,
    [1] 1st time of
    [2] 2nd time of
    [3] 3rd time of
   *[other] { $count }th time of
} { $full }
progress-counted = { $left ->
    [0] Draw as soon as the single king leaves the main road
    [one] Draw in { $left } half-move
   *[other] Draw in { $left } half-moves
} ({ $label }: { $count } of { $full })
progress-counted-claim = { $left ->
    [0] A draw can be claimed
    [one] A draw can be claimed in { $left } half-move
   *[other] A draw can be claimed in { $left } half-moves
} ({ $label }: { $count } of { $full })

### Positions that were set up

flaw-no-pieces = There is no piece on the board.
flaw-too-many-pieces = { $side ->
    [white] White
   *[black] Black
} has { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}, but there can be at most { $most }.
flaw-men-on-crowning-row = { $side ->
    [white] White men
   *[black] Black men
} stand uncrowned on the last row: { $squares }.
flaw-squares-shared = Two pieces stand on the same square: { $squares }.
flaw-off-the-board = Pieces stand off the board.
flaw-kings-in-race = There are no kings in this game: { $squares }.
odds-no-piece = No piece stands on { $square } at the beginning.
odds-twice = { $square } is named twice.
odds-both-sides = Only one side can give odds: the piece on { $square } belongs to the other.
odds-everything = Something must be left to play with.
odds-none = Equal players need no odds.
odds-impossible = This game has no such odds. Choose another way to give them.
odds-men = { $name } plays without { $count ->
    [one] a man
   *[other] { $count } men
}: { $squares }.
odds-moves = { $name } has already made { $count ->
    [one] a move
   *[other] { $count } moves
}.
odds-clock = { $name }: { $clock }.

### House rules that do not make a game

problem-unknown-ruleset = There is no game called “{ $text }”.
problem-unknown-fact = There is no rule called “{ $text }”.
problem-not-a-fact = “{ $text }” should be written as name=value.
problem-fact-twice = “{ $fact }” ({ $name }) is given twice.
problem-fixed-fact = “{ $fact }” ({ $name }) cannot be changed in this game: only house rules can change it.
problem-bad-value = “{ $value }” is not a valid value of “{ $fact }” ({ $name }). Possible: { $expected }.
problem-not-here = “{ $fact }” ({ $name }) has no meaning in this game.
contradiction-pass-needs-backward-capture = “{ $fact }”: a man that captures only forward can never continue from the last row as a man. Choose “stop”.
contradiction-switches-without-enemy-movers = Rules for moving the opponent’s pieces are given, but players move only their own pieces. Choose “movers=either” or leave them out.
contradiction-no-rows = Each side needs at least one row of men.
contradiction-rows-meet = { $rows ->
    [one] { $rows } row of men on each side does not fit
   *[other] { $rows } rows of men on each side do not fit
}: at most { $most } on this board.
contradiction-no-pieces = { $side ->
    [white] White
   *[black] Black
} begins without pieces.
contradiction-man-on-crowning-row = { $side ->
    [white] A white man
   *[black] A black man
} begins on the row where it would be crowned.
contradiction-squares-shared = Both sides begin on the same square.
contradiction-start-of-another-game = This starting position belongs to another kind of game: camps are for corners, rows and squares for draughts.
contradiction-draw-of-another-game = The draw rule “{ $rule }” belongs to another kind of game.
contradiction-draws-alike = The draw rules “{ $first }” and “{ $second }” count the same thing. Choose one of them.

### Positions and moves written as text

fen-too-long = The position is too long: more than { $most } bytes.
fen-no-turn = The position does not say whose move it is.
fen-turn-unknown = The side to move is given as unknown.
fen-bad-turn = “{ $text }” is not a valid side to move: it must be W or B.
fen-no-pieces = “{ $text }” lists no pieces.
fen-side-twice = “{ $text }” lists the same side again.
fen-unknown-square = “{ $text }” is not a square of this board.
fen-not-played = “{ $text }” is not a square of the game.
fen-square-twice = “{ $text }”: this square already has a piece.
fen-bad-range = “{ $text }” is not a valid range of squares.
fen-jumped = “{ $text }” is a piece that has been jumped but not yet removed: half a move is not a position.
fen-junk = “{ $text }” means nothing in a position.
fen-hub-length = { $expected ->
    [one] The position needs { $expected } character
   *[other] The position needs { $expected } characters
}, but has { $actual }.
text-place = { $sentence } (character { $place })
move-empty = No move was given.
move-too-long = The move is too long: more than { $most } bytes.
move-no-destination = “{ $text }” names only one square. Say where the piece goes too.
move-no-square = A square is missing next to “{ $text }”.
move-half-square = “{ $text }” is only half of a square’s name.
move-junk = “{ $text }” does not belong in a move.
move-unknown-square = There is no square “{ $text }” on this board.
move-not-played = { $square } is not a square of this game.
move-no-such-piece = No piece from file { $column } can go to { $square }.
move-no-such-piece-occupied = No piece from file { $column } can go to { $square }: that square is occupied.
move-no-pass = You cannot pass: there is a move to make.
move-ambiguous = This can mean several moves: { $candidates }. Name more squares.
move-illegal = This move is not legal.

### Positions and moves spoken

spoken-men = men { $squares }
spoken-kings = kings { $squares }
spoken-man = man { $squares }
spoken-king = king { $squares }
spoken-pieces = { $squares }
spoken-none = no pieces
spoken-side = { $side ->
    [white] White
   *[black] Black
}: { $pieces }.
spoken-move = { $from } to { $to }
spoken-capture = { $from } takes { $victims }, lands on { $to }
spoken-crowned = { $move }, crowned
spoken-null = no move, the turn passes
spoken-jumps = { $from } jumps to { $path }, then to { $to }
spoken-enemy = opponent’s piece: { $move }

diagonal-great-road = main road
diagonal-double = { $part ->
    [lower] lower double
    [upper] upper double
    [lower-small] small lower double
   *[upper-small] small upper double
}
diagonal-triple = { $part ->
    [lower] lower triple
    [upper] upper triple
    [lower-small] small lower triple
   *[upper-small] small upper triple
}
diagonal-kosyak = { $part ->
    [lower] lower kosyak
    [upper] upper kosyak
    [lower-small] small lower kosyak
   *[upper-small] small upper kosyak
}

### Playing at the terminal

play-welcome = { $game }. Type a move such as { $example } and press Enter. “{ $help }” shows all commands.
play-prompt = { $number }. { $side ->
    [white] White:
   *[black] Black:
}
play-choose-game = Which game? Type its number or name, or press Enter for { $game }.
play-games-header = Games:
play-games-line = { $number }. { $name } ({ $id }): { $about }
play-last-move = { $side ->
    [white] White: { $move }.
   *[black] Black: { $move }.
}
play-turn = { $side ->
    [white] White to move.
   *[black] Black to move.
}
play-help-header = Type a move: the squares it goes through, such as { $quiet }, and { $capture } for a capture. If that is not enough, name the squares between. Or type a command:
play-help-line = { $words } – { $about }
play-help-help = this list
play-help-board = draw the board
play-help-list = say where the pieces stand
play-help-moves = all the moves you can make
play-help-why = why these moves are possible
play-help-undo = take back the last move
play-help-draw = offer a draw
play-help-accept = accept the draw
play-help-decline = decline the draw
play-help-resign = resign the game
play-help-claim = claim a draw by the rules
play-help-rules = the rules of this game
play-help-language = change the language: ru, uk or en
play-help-quit = stop playing
play-word-help = help, h, ?
play-word-board = board, b
play-word-list = list, squares, l
play-word-moves = moves, m
play-word-why = why, w
play-word-undo = undo, back, u
play-word-draw = draw, offer
play-word-accept = accept, yes
play-word-decline = decline, no
play-word-resign = resign
play-word-claim = claim
play-word-rules = rules
play-word-language = language, lang
play-word-quit = quit, exit, q
play-moves-header = { $count ->
    [0] There is no move.
    [one] There is { $count } move:
   *[other] There are { $count } moves:
}
play-draw-offered = { $side ->
    [white] White offers a draw.
   *[black] Black offers a draw.
} The other side can type “{ $accept }” or “{ $decline }”, or make a move.
play-draw-accepted = The draw is accepted.
play-draw-declined = The draw is declined. The game continues.
play-draw-too-early = { $moves ->
    [one] A draw cannot be agreed yet: each side must make { $moves } move first.
   *[other] A draw cannot be agreed yet: each side must make { $moves } moves first.
}
play-draw-not-offered = Nobody has offered a draw.
play-draw-own-offer = You made this offer yourself: your opponent must answer.
play-draw-already-offered = A draw has already been offered.
play-claim-accepted = The claim is right.
play-claim-none = There is no draw to claim.
play-resigned = { $side ->
    [white] White resigns.
   *[black] Black resigns.
}
play-game-over = The game is over. { $outcome }
play-refused = “{ $move }” cannot be played.
play-ambiguous = “{ $move }” can mean several moves: { $candidates }. Name more squares.
play-cannot-undo = There is no move to take back.
play-undone = { $side ->
    [white] White’s move { $move } is taken back.
   *[black] Black’s move { $move } is taken back.
}
play-passed = { $side ->
    [white] White cannot move, so it is Black’s turn again.
   *[black] Black cannot move, so it is White’s turn again.
}
play-unknown-command = “{ $text }” is neither a move nor a command. “{ $help }” shows all commands.
play-unknown-game = There is no game “{ $text }”.
play-language-changed = The language is now English.
play-unknown-language = There is no language “{ $text }”: choose ru, uk or en.
play-goodbye = Goodbye!
play-end-of-input = The input has ended. Goodbye!

### The command line

cli-legal = { $move } is a legal move.
cli-bad-file = The file “{ $file }” cannot be used: { $reason }
cli-bad-value = “{ $name }” must be a word, a number, yes or no, or a list of words.
cli-cannot-write = The file “{ $file }” cannot be written: { $reason }
cli-odds-with-fen = Odds ({ $odds }) are given from the starting position, so they cannot be combined with a position of your own.
cli-unknown-square = There is no square “{ $text }” on this board.

### The help of the command line: commands, their options (of one command: `-in-` its name), choices and value names

help-usage = Usage
help-heading-commands = Commands
help-heading-arguments = Arguments
help-heading-nodes = A club of several machines
help-heading-options = Options
help-options-token = OPTIONS
help-command-token = COMMAND
help-possible = possible: { $values }
help-default = default: { $value }
usage-unknown-argument = There is no option “{ $argument }” here.
usage-unknown-command = There is no command “{ $command }”.
usage-bad-value = “{ $value }” is not a valid value of { $argument }.
usage-value-missing = { $argument } needs a value.
usage-too-many-values = “{ $value }” is one value too many for { $argument }.
usage-number-of-values = { $argument } needs this many values: { $expected }; given: { $actual }.
usage-conflict = { $argument } cannot be used together with { $other }.
usage-missing = Something is missing: { $arguments }.
usage-no-command = A command is missing.
usage-not-utf8 = The command line is not valid UTF-8.
usage-suggestion = Did you mean “{ $suggestion }”?
usage-hint = Help: { $command }
bench-speed = speed
bench-unit = million positions a second
help-program = A draughts club in one program: 21 variants, exact rules, and a reason for every refused move
help-play = Play at this terminal: against the computer, or two people taking turns
help-rules = Show the rules of a game on one page
help-rulesets = List all games
help-moves = List the legal moves of a position
help-explain = Say whether a move is legal, and why not; without a move, explain the legal moves
help-diagram = Draw a position
help-fen = Turn a position written in any way into standard FEN
help-pdn = Files of games: check, convert, print
help-pdn-check = Replay every game, report what is wrong and where, and count. Exit code 1 if a game is broken
help-pdn-convert = Write games as clean PDN 3.0, in another notation, or for other programs. Broken games are reported and left out
help-pdn-sheet = Print a game as a score sheet: as text or as a page, or turn such a text back into PDN
help-pdn-diagram = Draw the position after a half-move of a game
help-analyse = Analyse the games of a file with the engine: evaluations, marks, better lines, and how each side played
help-arbiter = Replay the record of a game and tell its story: violations with article and rights, clocks, result
help-contest = Matches, simultaneous displays and club evenings: create a record, tell it, show the table
help-contest-new = Print the record of a new contest
help-contest-show = Tell a contest in words: what was agreed, who takes part, what happened
help-contest-standings = Print the table of a contest
help-contest-pdn = Write all games of a contest as PDN with event, round and board
help-contest-check = Look for damage in a record, and compare it with its games. Exit code 1 if there is any
help-endgame = Endgame tables: build, query, prove and show them
help-endgame-build = Build the tables of a game; continues where an earlier build stopped
help-endgame-probe = Who wins a position, in how many half-moves, and what each move does
help-endgame-verify = Prove that the value of every position follows from its moves
help-endgame-stats = Show what is in the tables: shares of wins, draws and losses, and the longest wins
help-serve = Open the club for browsers: on this machine, on the local network, or behind a proxy
help-backup = Copy all games of the club into a new file, even while it is open
help-restore = Put a backup in the place of the club’s data, which are kept aside
help-doctor = Check a set-up: folder or database, nodes, proxy, backups; say what is wrong and what to do. Exit code 1 if something is wrong
help-person = The people of the club: offices, names, blocks, their data; also while it is open
help-person-list = Who is here
help-person-show = One person
help-person-rename = Give somebody another name
help-person-role = Appoint somebody to an office, or dismiss them
help-person-block = Block somebody: they are signed out and cannot sign in
help-person-unblock = Let somebody in again
help-person-allow = Let somebody keep so many times the usual
help-person-reset = Make a one-time link with which somebody sets a new password
help-person-export = Everything that is kept of somebody, as JSON
help-person-delete = Delete somebody; their games stay with a neutral name
help-person-log = What keepers have done
help-person-keeper = Make a one-time link for a keeper
help-worker = Lend this machine to a club: analyse games, look for puzzles, let levels play each other. The key comes from the club’s keeper
help-worker-key = Manage the keys of workers; also while the club is open
help-worker-key-add = Create a key. It is shown only once
help-worker-key-list = List the keys
help-worker-key-withdraw = Withdraw a key: workers with this key are refused from now on
help-salvage = Save what can still be read of a damaged data folder into a new one
help-store = Copy a whole club from a data folder into a PostgreSQL database or back, or compare two clubs
help-store-copy = Copy a club, which must be closed, into an empty folder or database; every row is checked
help-store-compare = Compare two closed clubs row by row; exit code 1 if they differ
help-bench = Search fixed positions of every game: the last number identifies search and evaluation
help-train = Train the evaluation of a game: play games against itself and fit weights to them
help-match = Let players play each other: how strong is the first against the second
help-hub = Be an engine for boards and other programs that speak the Hub protocol, on standard input and output
help-dxp = Play international draughts with other programs over the network (DamExchange)
help-dxp-listen = Wait for other programs and play the games that they offer
help-dxp-play = Call a waiting program and offer it games
help-perft = Count the games of a given length
help-help = Show this help or the help of a command
help-arg-lang = The language: ru, uk or en; by default that of the system
help-arg-help = Show help
help-arg-version = Show the version
help-arg-subcommand = The command
help-arg-ruleset = The game, such as russian, or its line, such as "house king=short"
help-arg-ruleset-in-play = The game, such as russian; asked for when left out
help-arg-ruleset-in-endgame = The game, such as russian. Games with the same moves share their tables
help-arg-corner = Which near corner is played
help-arg-squares = The colour of the played squares
help-arg-first = Who moves first
help-arg-odds = Squares whose pieces are left out at the start, such as a1,c1
help-arg-no_added_draws = Leave out the draw rules that no text of the game has
help-arg-layout = The camps of corners: 3x3, 3x4 or 4x4
help-arg-rules = House rules: a TOML file of facts, for the game house
help-arg-fen = The position, such as "W:Wc3,Kd4:Bf6"; by default the start
help-arg-waive = Accept a flaw of the position by its name, such as men-on-crowning-row
help-arg-spoken = For screen readers: no drawn board, only sentences and lists of squares
help-arg-clock = The time of each side, such as 8m, 5m+3s or 40/2h:1h, or none
help-arg-level = Play against the computer, from 1 for beginners to 10 for its full strength; without it two people play
help-arg-level-in-dxp = The strength, from 1 to 10
help-arg-side = Your side against the computer; by default the one that moves first
help-arg-seed = The number that chance starts from: the same number gives the same choices
help-arg-html = Write a page to print into this file
help-arg-json = For other programs
help-arg-json-in-analyse = The analysis for other programs, a line for each game; the games themselves are then written only with -o
help-arg-text-in-explain = The move, such as c3-d4
help-arg-text-in-fen = The position: a FEN in any spelling, such as "W:Wc3,Kd4:Bf6", or Hub’s string of letters
help-arg-rules-in-fen = The game, such as international or "house king=short"
help-arg-to-in-fen = How it is written
help-arg-hub = Print Hub’s string too
help-arg-svg = Write a picture into this file
help-arg-svg-in-endgame = Draw a chart into this file
help-arg-ascii = Only characters that every terminal has
help-arg-black = As Black sees the board
help-arg-mm = The side of the board in millimetres, to print the picture in its true size; the official one has 400
help-arg-files = The files; - or none is standard input
help-arg-file = The file; - or none is standard input
help-arg-file-in-analyse = The file of games; - is standard input
help-arg-file-in-backup = The new file
help-arg-from-in-salvage = The damaged folder; nothing is changed there
help-arg-to-in-salvage = The new folder
help-arg-from-in-store-copy = Where the club is: a data folder, or postgresql://user:password@host/database; “postgres” means the address in DAMKA_POSTGRES
help-arg-to-in-store-copy = Where to copy it, given in the same way; the place must be empty
help-arg-left = One club: a data folder, or the address of a database; “postgres” means the one in DAMKA_POSTGRES
help-arg-right = The other club
help-arg-record = The record (docs/arbiter.md says how it is written), or - for standard input
help-arg-rules-in-pdn = The game of files that do not name it, such as russian or "house king=short"
help-arg-record-in-contest = The record of the contest (docs/contest.md says how it is written), or - for the standard input
help-arg-kind-in-contest = The kind of contest
help-choice-kind-match = two players, several games
help-choice-kind-simul = one plays against several at once
help-choice-kind-evening = people come and go and play each other
help-arg-name-in-contest = What the contest is called
help-arg-rules-in-contest = The game, such as russian or "house king=short"
help-arg-length-in-contest = The length of a match: games 4, first-to 3 or best-of 5
help-arg-clock-in-contest = The time of each player, such as 8m, 5m+3s or 40/2h:1h
help-arg-term-in-contest = Any other line of the head, such as draws=faster or host-clock=3600s; repeatable
help-arg-entrant-in-contest = A player, in order; the host of a display is the first. Repeatable
help-arg-room-in-contest = All of them play at boards in the room
help-arg-games-in-contest = A folder with the games, each in a file called by its id: a record (docs/arbiter.md) or PDN
help-arg-rules-in-analyse = The game of files that do not name it, such as russian or "house king=short"
help-arg-encoding = The encoding of the files; by default it is detected
help-arg-no_variations = Only what was played: variations are skipped
help-arg-output = Write into this file; by default to standard output
help-arg-force = Overwrite the file if it already exists
help-arg-to = What is written
help-arg-notation = How moves are written
help-arg-captures = The sign of captures
help-arg-marks = What signs such as ?! mean in the files
help-arg-marks-in-pdn-sheet = What signs such as ?! mean on the sheet; by default as readers of the language expect
help-arg-game = The game’s number in the file
help-arg-read = The file is a score sheet; print it as PDN. Without --rules it is one of Russian draughts
help-arg-ply = The half-move after which the position is shown; 0 is the start. By default the end of the game
help-arg-time = Seconds for each move; 0.1 if there is no limit at all
help-arg-time-in-analyse = Seconds for each move; 0.5 if no limit is given
help-arg-time-in-dxp = Seconds for each move, whatever time was agreed
help-arg-nodes = Positions to search for each move
help-arg-nodes-in-analyse = Positions to search for each move. With one thread the result is always the same
help-arg-depth = Half-moves to look ahead
help-arg-depth-in-perft = The number of half-moves
help-arg-lines = The best lines to look for; praise needs two
help-arg-threads = Threads; by default all cores
help-arg-threads-in-analyse = Threads that think together
help-arg-data = The folder of all tables; by default the one in the user’s data folder, or in DAMKA_DATA
help-arg-data-in-serve = The folder of the games; by default one in the user’s data folder
help-arg-data-in-backup = The folder of the games; by default the one in the user’s data folder
help-arg-data-in-restore = The folder of the games; by default the one in the user’s data folder
help-arg-data-in-person = The folder of the games; by default the one in the user’s data folder
help-arg-file-in-restore = The backup
help-arg-backup_to = Make a dated backup in this folder once a day while the club is open
help-arg-chat = Players who agree on it may talk in words of their own, not only in ready phrases
help-arg-keep = How many backups stay
help-arg-vacation_days = How many days of vacation a person has in a year, in games over days; with 0 nobody goes on vacation
help-arg-club = The address of the club, such as https://club.example
help-arg-key = The key that the club’s keeper has created; DAMKA_KEY in the environment does not appear in lists of processes
help-arg-threads-in-worker = How many jobs to do at once; by default one for every two processors
help-arg-name-in-worker = The name of this worker in the club; by default the machine’s name
help-arg-data-in-worker-key = The folder of the games; by default the one in the user’s data folder
help-arg-key_name = A name for the key, such as who gets it
help-arg-number = The number of the key
help-arg-background_jobs = Do background work: look for puzzles in analysed games, and let the computer’s levels play each other
help-arg-no_own_jobs = Leave all jobs to workers (damka worker): the club itself does not analyse whole games. Jobs wait while no worker is connected
help-arg-compare = How many of a hundred results of workers are compared with the result of another worker
help-arg-who = A number, or a name
help-arg-new_name = The new name
help-arg-name = Only those whose name contains this
help-arg-office = The office
help-arg-office-in-person-list = Only those with this office
help-arg-blocked = Only those who are blocked
help-arg-factor = How many times the usual, from 1 to 100
help-arg-remove = Dismiss instead of appointing
help-arg-yes = Really delete
help-arg-json-in-person = For other programs
help-arg-pieces = All endings with up to this many pieces
help-arg-only = Only one slice and what it needs, such as 1m2k-1m2k: men and kings of the side to move and of the other
help-arg-memory = Memory for positions, in mebibytes
help-arg-moves = Moves made from there, such as "a1-b2 f8-e7": the counters of the draw rules have then started
help-arg-moves-in-dxp = The moves of each side, after which a game ends undecided; 0 plays it to its end
help-arg-port = The port
help-arg-port-in-dxp = The port to wait on; 0 is any free one
help-arg-lan = Open it for the whole local network, not only for this machine
help-arg-no_open = Do not open the browser
help-arg-public_url = The address under which browsers reach it if a proxy stands in front of it, such as https://club.example
help-arg-postgres = Run as a node of a club of several machines, which keeps everything in this PostgreSQL database. DAMKA_POSTGRES in the environment does not appear in lists of processes
help-arg-nats = The NATS server through which nodes communicate; without it they communicate through the database, more slowly. DAMKA_NATS in the environment does the same
help-arg-drain = How many seconds to continue before closing, while /api/health already answers 503, so that a load balancer sends no new visitors; a second signal closes at once
help-arg-data-in-doctor = The folder of the games; by default the one in the user’s data folder
help-arg-postgres-in-doctor = The PostgreSQL database of a club of several machines; DAMKA_POSTGRES does the same
help-arg-nats-in-doctor = The NATS server through which its nodes communicate; DAMKA_NATS does the same
help-arg-port-in-doctor = The port of the club on this machine
help-arg-public_url-in-doctor = The address under which browsers reach the club
help-arg-backup_to-in-doctor = The folder of backups
help-arg-smtp-in-doctor = The mail server for notices; DAMKA_SMTP does the same
help-arg-node_name = The name of this node in lists of nodes; by default the name of the machine and the port
help-arg-behind_proxy = A proxy stands in front of it and says in X-Forwarded-For where visitors come from; nobody else may reach the port
help-arg-log_json = Log as JSON, one object per line
help-arg-unlimited = Without limits, for measurements
help-arg-address = The address to wait on. By default only this machine can call; 0.0.0.0 lets every other machine call
help-arg-once = Stop when the first visitor has left
help-arg-rules-in-dxp = The game whose draw rules apply: international or international-fmjd
help-arg-host = Where it waits, such as 192.168.1.7 or localhost:27531
help-arg-colour = What Damka plays in the first game; the sides change after each
help-arg-games = The number of games
help-arg-games-in-match = Games to play, two for each opening
help-arg-games-in-train = Play until the folder has this many games
help-arg-minutes = The minutes of each side
help-arg-divide = Show the count of each first move
help-arg-paths = Count every path of a capture
help-arg-a = The player whose strength is measured: engine, engine:eval=general,nodes=5000, engine:weights=FILE, engine:tables=FOLDER, engine:level=7, random, "hub:COMMAND", "hub[book=false]:COMMAND" or dxp:HOST:PORT
help-arg-b = The player it is measured against
help-arg-concurrency = Games at the same time; by default as many as there are cores
help-arg-opening_plies = Random half-moves before the players take over; by default 6, on 10x10 and in samoyed 8, in corners 4
help-arg-opening_bound = The most that a side may expect after the opening, in per cent of the points: 50 to 100
help-arg-opening_nodes = Positions to search when an opening is judged
help-arg-openings = Openings from this file, a position or a list of moves in each line
help-arg-max_plies = Games with more half-moves are drawn
help-arg-known_draws = End games as draws where the endgame tables of this folder say so
help-arg-slack = Seconds by which a move may be late, besides a fifth of its time, before it is counted
help-arg-sprt = Stop as soon as it is clear whether A is stronger by the first or by the second number of Elo
help-arg-pdn = Add every game to this file
help-arg-state = Keep the results in this file, and continue a match that was stopped
help-arg-dir = The folder for games, weights and curve
help-arg-seconds = Play for at most this many seconds
help-arg-weights = Play with these weights; by default with those that come with the program
help-arg-afresh = Play with the general evaluation, as if nothing had been trained yet
help-arg-tables = Play with the endgame tables of this folder; games end where they know the result
help-arg-also = Learn from these files of games too
help-arg-rounds = Rounds of fitting; 0 plays games only
help-arg-rate = How far weights move at a time
help-arg-steps = The changes of the weights in each round
help-arg-pull = How strongly weights are drawn back to where they began
help-arg-result_share = How much the result of the game counts on a full board; the rest is the score of the search
help-arg-late_result_share = How much the result of the game counts on an almost empty board
help-arg-match_games = Games of the match against the weights that played; 0 plays none
help-arg-match_nodes = Positions to search for each move of the match
help-choice-side-lots = chosen at random
help-choice-to-fen = standard FEN, as in PDN
help-choice-to-hub = the letters of the Hub protocol, one for each square
help-choice-to-pdn = PDN 3.0, UTF-8
help-choice-to-json = a list of games for other programs
help-choice-notation-own = as the rules of each game name their squares
help-choice-notation-algebraic = letters and numbers: c3-d4
help-choice-notation-numeric = numbers: 22-18
help-choice-notation-short = the short form of Russian books: cd4
help-choice-captures-own = as the rules of each game write them
help-choice-captures-x = a cross: c3xe5, which every program reads
help-choice-captures-colon = a colon: c3:e5, as in Russian books
help-choice-marks-chess = as in chess and in PDN: ?! is a questionable move
help-choice-marks-russian = as in the Russian codex: ?! is a move that seems weak and proved strong
help-value-LANGUAGE = LANGUAGE
help-value-RULESET = RULESET
help-value-GAME = GAME
help-value-KEY = KEY
help-value-CORNER = CORNER
help-value-CAPTURES = SIGN
help-value-SQUARES = SQUARES
help-value-FIRST = FIRST
help-value-LAYOUT = LAYOUT
help-value-FILE = FILE
help-value-FILES = FILES
help-value-FLAW = FLAW
help-value-TIME = TIME
help-value-LEVEL = LEVEL
help-value-SIDE = SIDE
help-value-NUMBER = NUMBER
help-value-MOVE = MOVE
help-value-MOVES = MOVES
help-value-MILLIMETRES = MILLIMETRES
help-value-TO = TO
help-value-RECORD = RECORD
help-value-KIND = KIND
help-value-LENGTH = LENGTH
help-value-TERM = NAME=VALUE
help-value-ENTRANT = NAME
help-value-ENCODING = ENCODING
help-value-SECONDS = SECONDS
help-value-NOTATION = NOTATION
help-value-MARKS = MARKS
help-value-FOLDER = FOLDER
help-value-PLACE = PLACE
help-value-PLACE2 = PLACE
help-value-WHO = WHO
help-value-NAME = NAME
help-value-ROLE = ROLE
help-value-DIR = FOLDER
help-value-MATERIAL = MATERIAL
help-value-MIB = MIB
help-value-THREADS = THREADS
help-value-PORT = PORT
help-value-ADDRESS = ADDRESS
help-value-COLOUR = COLOUR
help-value-GAMES = GAMES
help-value-MINUTES = MINUTES
help-value-DEPTH = DEPTH
help-value-PERCENT = PERCENT
help-value-NODES = NODES
help-value-ROUNDS = ROUNDS
help-value-RATE = RATE
help-value-STEPS = STEPS
help-value-PULL = PULL
help-value-RESULT_SHARE = SHARE
help-value-LATE_RESULT_SHARE = SHARE
help-value-SEED = SEED
help-value-COMMAND = COMMAND
help-value-HOST--PORT- = HOST[:PORT]

### The page of rules

page-title = { $game }: the rules
page-source = Source of the rules: { $source }.
page-sources = Sources
page-source-of = { $section } – { $source }
page-added = * Not in the text of this game: added by Damka.
page-line = The game in one line: { $line }
page-legend-race = On the boards: o – white piece, x – black piece.
page-legend = On the boards: o – white man, O – white king, x – black man, X – black king.
page-board = The board and the pieces
page-moves = Moves
page-captures = Captures
page-choice = Which capture to make
page-enemy = Moving the opponent’s pieces
page-win = How to win
page-draws = Draws
page-options = Options
page-notation = Writing moves down
page-start-caption = The starting position
page-names-caption = The numbers of the squares

rule-board = The board has { $width } × { $width } squares. The game is played only on the { $count } { $squares ->
    [light] light
   *[dark] dark
} squares. The board lies so that each player has a { $squares ->
    [light] light
   *[dark] dark
} corner square on the { $corner ->
    [right] right
   *[left] left
}.
rule-board-full = The board has { $width } × { $width } squares. The game is played on all { $count } of them, light and dark.
rule-road = The long diagonal { $from }–{ $to } is called the main road.
rule-setup-rows = At the start each side has { $count } men. They stand on the { $squares ->
    [light] light
   *[dark] dark
} squares of { $rows ->
    [1] the row nearest to the player
    [2] the two rows nearest to the player
    [3] the three rows nearest to the player
    [4] the four rows nearest to the player
   *[other] the { $rows } rows nearest to the player
}.
rule-setup-men = At the start the men stand here. White: { $white }. Black: { $black }.
rule-setup-camps = At the start each side has { $count } pieces in its camp: White on { $white }, Black on { $black }.
rule-first = { $side ->
    [white] White begins.
   *[black] Black begins.
}
rule-first-agreed = The players agree who begins. { $side ->
    [white] If they do not, White begins.
   *[black] If they do not, Black begins.
}
rule-turn = The players move in turn, each with their own pieces. A turn may not be passed.
rule-turn-either = The players move in turn. A turn may not be passed. A player moves one of their own pieces or one of the opponent’s.
rule-turn-race = The players move in turn.
rule-man-step = A man moves one square forward along a diagonal, to an empty square.
rule-king-step-flying = A king moves along a diagonal forward or backward, any distance over empty squares.
rule-king-step-short = A king moves one square along a diagonal, forward or backward, to an empty square.
rule-crown = A man that reaches the last row becomes a king. A side may have several kings.
rule-crown-quiet = If it got there without capturing, it moves as a king from the next turn.
rule-duty = Capturing is compulsory: a player who can capture must do so.
rule-man-jump = A man captures a piece next to it, on the same diagonal, by jumping to the empty square right behind.
rule-man-direction-all = A man captures forward and backward.
rule-man-direction-forward = A man captures only forward.
rule-man-takes-king-no = A man may not capture a king.
rule-king-jump-flying = A king captures along a diagonal at any distance: the squares up to the piece are empty, and behind it at least one square is empty. It lands on any empty square behind the piece.
rule-king-jump-short = A king captures a piece next to it, forward or backward, by jumping to the empty square right behind.
rule-go-on = If the same piece can then capture again, it must continue. All this is one move.
rule-go-on-flying = If a king has several squares to land on, it must choose one from which the capture continues, if there is one.
rule-once = Captured pieces are taken off only when the move is finished. An empty square may be crossed several times, but no piece may be jumped twice (the Turkish strike).
rule-victims-enemy = A piece never captures pieces of its own colour.
rule-victims-any = Pieces of your own colour can be captured too, and this is just as compulsory. One move may take pieces of both colours.
rule-choice-free = If there are several captures, the player chooses any of them, whatever the number of pieces. But a capture, once begun, must be finished.
rule-choice-most = If there are several captures, the player must take the most pieces. Men and kings count the same. Among equal captures the choice is free.
rule-choice-most-kings = If there are several captures, the player must take the most pieces; among equal numbers, the most kings. If all is equal, the choice is free.
rule-choice-italian = If there are several captures, the player must take the most pieces. If the numbers are equal, a king must capture rather than a man; then the most kings must be taken; then a king must be taken as early as possible. If all is equal, the choice is free.
rule-choice-king-first = If a king can capture, a king must capture. Otherwise the choice is free.
rule-passing-continue = A man that reaches the last row while capturing becomes a king at once, and if it can capture more as a king, it must continue in the same move.
rule-passing-pass = A man that reaches the last row while capturing and can capture more as a man continues and stays a man. It becomes a king only if its move ends on the last row.
rule-passing-stop = A man that reaches the last row while capturing becomes a king, and its move ends there.
rule-movers = Instead of one of their own pieces, a player may move one of the opponent’s. A piece moves and captures as its colour does, no matter who moves it, and is crowned on its own last row.
rule-enemy-takes-yours = So an opponent’s piece captures only the pieces of the player who moves it.
rule-enemy-quiet-toward = Without capturing, an opponent’s piece may be moved only towards the player who moves it.
rule-enemy-quiet-any = Without capturing, an opponent’s piece moves as it would by itself.
rule-enemy-capture-toward = An opponent’s piece captures only towards the player who moves it, at every jump.
rule-enemy-capture-any = An opponent’s piece captures in the directions in which it captures by itself.
rule-enemy-duty-global = If any piece that may be moved can capture, whatever its colour, a capture must be made.
rule-enemy-duty-colour = If pieces of one colour can capture, that colour may make no quiet move; the other colour may.
rule-win-no-move = A player who has no move on their turn loses.
rule-win-no-pieces = A player who has no pieces left loses.
rule-win-no-move-reversed = A player who has no move on their turn wins.
rule-win-no-pieces-reversed = A player who has no pieces left wins.
rule-win-resign = A player who resigns loses.
rule-draw-agreement = The players may agree on a draw.
rule-draw-agreement-after = { $count ->
    [one] The players may agree on a draw only after each of them has made { $count } move.
   *[other] The players may agree on a draw only after each of them has made { $count } moves.
}
rule-draw-nobody = The game is drawn if neither side can win.
rule-added = { $rule }*
rule-draws-none = There are no other draw rules.
rule-naming-algebraic = A square is named by a letter and a number: the letters run from left to right and the numbers upward, as White sees the board.
rule-naming-far-left = The squares have numbers from 1 to { $count }: as White sees the board, 1 is at the far left, and the numbers run from left to right, row by row towards White.
rule-naming-near-right = The squares have numbers from 1 to { $count }: as White sees the board, 1 is at the near right, and the numbers run from right to left, row by row away from White.
rule-writing = A move is written with the squares where it begins and ends: { $quiet }. A capture has another sign: { $capture }.
rule-writing-race = A move is written with the squares where it begins and ends: { $quiet }.
rule-diagonals = The diagonals have names: { $diagonals }.
rule-race-aim = The first player to bring all their pieces onto the squares where the opponent’s pieces stood at the start wins.
rule-race-equaliser = If the player who began gets there first, the other makes one more move. If all their pieces are then there too, the game is drawn.
rule-race-home-limit = { $count ->
    [one] A player who still has a piece at home after { $count } move of their own loses.
   *[other] A player who still has a piece at home after { $count } moves of their own loses.
}
rule-race-step-4 = A piece steps to an empty square next to it: forward, backward or sideways, not diagonally.
rule-race-step-8 = A piece steps to any empty square next to it, diagonally too.
rule-race-jump-4 = Or it jumps straight over a piece next to it, of either colour, to the empty square right behind. It may continue jumping, and may stop after any jump.
rule-race-jump-8 = Or it jumps, straight or diagonally, over a piece next to it, of either colour, to the empty square right behind. It may continue jumping, and may stop after any jump.
rule-race-nothing-taken = Jumping is never compulsory, and nothing is taken off the board.
rule-option = { $fact }: { $value }. Also possible: { $others }.
rule-race-must = A player who has a move must move.
rule-race-pass = A player who has no move misses the turn.

example-man-step = The man moves one square forward: { $moves }.
example-king-flying = The king moves any distance.
example-king-short = The king moves one square: { $moves }.
example-man-backward-yes = The man captures backward: { $moves }.
example-man-backward-no = The man does not capture backward. It can only move: { $moves }.
example-man-takes-king-no = The man may not capture the king. It can only move: { $moves }.
example-man-chain = Two pieces in one move: { $moves }.
example-king-jump-flying = The king captures from afar and lands on any empty square behind: { $moves }.
example-king-jump-short = The king captures only the piece next to it: { $moves }.
example-king-goes-on = The king must land where it can capture again: { $moves }.
example-choice-free = One piece or two: the choice is free. Both are allowed: { $moves }.
example-choice-most = One piece or two: two must be taken. Allowed: only { $moves }.
example-choice-king = A man and a king can capture one piece each: the king must. Allowed: only { $moves }.
example-choice-kings = A man or a king can be taken: the king must be taken. Allowed: { $moves }.
example-passing-continue = The man becomes a king on the last row and continues to capture as a king: { $moves }.
example-passing-pass = The man passes the last row, continues to capture as a man and stays a man: { $moves }.
example-passing-pass-end = Only a king could continue from here, so the man stops on the last row and becomes a king: { $moves }.
example-passing-stop = The man becomes a king on the last row and stops, though there is one more piece to take: { $moves }.
example-turkish = The capturing piece must stop: the next piece in its way has already been jumped. { $moves } takes { $count }.
example-own = White must capture its own piece: { $moves }.
example-enemy-quiet = White to move. Black’s man may be moved too, towards White. Allowed: { $moves }.
example-enemy-capture = White to move. The white man must capture: { $moves }. Black’s man may not capture towards Black.
example-enemy-capture-own = White to move. White can capture its own man with Black’s piece, and capturing is compulsory: { $moves }.
example-race-step = One step: { $moves }.
example-race-jump = Several jumps in one move: { $moves }.

## PDN

pdn-too-large = { $limit ->
    [one] The game is too large: more than { $limit } byte.
   *[other] The game is too large: more than { $limit } bytes.
}
pdn-too-deep = { $limit ->
    [one] The variations are nested too deep: more than { $limit } level.
   *[other] The variations are nested too deep: more than { $limit } levels.
}
pdn-unclosed-comment = The comment has no closing brace.
pdn-unclosed-variation = The variation has no closing parenthesis.
pdn-unclosed-setup = The position between the moves has no closing slash.
pdn-bad-tag = This is not a tag: it needs a name and a closing bracket.
pdn-rules = The tag does not name rules that are known here. { $reason }
pdn-game-type = Games of type “{ $type }” cannot be played here.
pdn-game-type-named = { $game } (type “{ $type }”) cannot be played here.
pdn-unplayed-canadian = Canadian draughts
pdn-unplayed-turkish = Turkish draughts
pdn-unplayed-thai = Thai draughts
pdn-unplayed-frisian = Frisian draughts
pdn-unplayed-spantsiretti = Spantsiretti
pdn-unplayed-breakthrough = Breakthrough draughts
pdn-unplayed-frysk = Frysk!
pdn-no-game-type = The game does not say which rules it is played by.
pdn-variation-first = The variation stands before any move, so there is nothing that it could replace.
pdn-ambiguous = { $count ->
    [one] This can mean { $count } move. Name more squares.
   *[other] This can mean { $count } different moves. Name more squares.
}
pdn-no-such-piece = No piece from file { $column } can go there.
pdn-doubt-captures = It is read as the capture of one piece. Other captures go between the same squares: { $candidates }.
pdn-doubt-rules = The game does not say which rules it is played by. All its moves are legal in: { $game }.
pdn-doubt-settled = It could be several moves. It is read as { $move }: only after it is the rest of the game legal, not after { $others }.
pdn-doubt-variation = A variation was left out. { $reason }
pdn-doubt-result = The tag gives the result { $tag }, but the moves end with { $played }, which counts.
pdn-doubt-stray = This means nothing here and was left out.
pdn-doubt-text = This text stands in no comment. It was kept as one.
pdn-doubt-line-ends = Line ends are written out as two signs. They were read as line ends.
pdn-quoted = “{ $text }”: { $reason }
pdn-error-line = { $place }: game { $number }: { $reason }
pdn-note-line = { $place }: note on game { $number }: { $reason }
games-count = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
pdn-file-total = { $file }: { $games }, { $plies }, { $broken ->
    [0] none broken
   *[other] { $broken } broken
}.
pdn-hint-rules = The games do not say which rules they are played by; those that fit best are: { $game }. If they are others, name them with { $option }; { $command } lists them all.
pdn-exists = The file “{ $file }” already exists. To overwrite it, add { $option }.
pdn-no-such-game = { $count ->
    [0] There is no game in “{ $file }”.
    [one] There is no game { $number } in “{ $file }”: it has { $count } game.
   *[other] There is no game { $number } in “{ $file }”: it has { $count } games.
}
pdn-no-such-ply = { $count ->
    [one] There is no half-move { $ply }: the game has { $count } half-move.
   *[other] There is no half-move { $ply }: the game has { $count } half-moves.
}
pdn-unknown-encoding = There is no encoding “{ $text }”. There are: { $known }.
pdn-sheet-too-large = { $limit ->
    [one] A score sheet has no more than { $limit } byte.
   *[other] A score sheet has no more than { $limit } bytes.
}

sheet-title = Score sheet
sheet-event = Event
sheet-site = Place
sheet-date = Date
sheet-round = Round
sheet-result = Result
sheet-start = Starting position
sheet-signature = Signature

## Voice: the letters of squares, as a voice should say them

voice-letter = { $letter ->
   *[a] A
    [b] B
    [c] C
    [d] D
    [e] E
    [f] F
    [g] G
    [h] H
    [i] I
    [j] J
}

## Conduct

violation-two-moves = two moves in a row
violation-incorrect-move = an incorrect move
violation-other-piece-moved = one of the player’s own pieces was touched, but another was moved
violation-taken-back = a move was taken back
violation-enemy-piece-moved = an opponent’s piece was moved
violation-missed-capture = a quiet move when a capture was possible
violation-removed-without-reason = a piece was removed without reason
violation-wrong-number-captured = fewer or more pieces were captured than possible
violation-series-stopped = a series of captures was stopped half-way
violation-removed-during-series = a piece was removed before the series of captures was finished
violation-too-few-removed = fewer pieces were removed than were captured
violation-not-captured-removed = pieces were removed that were not captured
violation-removal-broken-off = the removal of the captured pieces was interrupted
violation-own-removed = the player’s own pieces were removed after a capture
violation-not-crowned = a man on the last row was not crowned
violation-on-unplayed-cell = a piece stands on a square that is not part of the game: it is out of play
violation-wrong-setup = the pieces were set up wrongly

conduct-violated = { $side ->
    [white] Violation by White:
   *[black] Violation by Black:
}
conduct-violated-setup = Violation before the game:
conduct-decides = { $side ->
    [white] White
   *[black] Black
} may demand that it be undone in full, or let it stand by making a move.
conduct-decides-crown = { $side ->
    [white] White
   *[black] Black
} may crown the man or demand that it be crowned, or let it remain a man by making a move.
conduct-decides-setup = { $side ->
    [white] White
   *[black] Black
} may, before moving, demand that the game start again from the right position.
conduct-why = Why? { $reason }
conduct-bound = The touched piece { $square } must be played.
conduct-why-move = By the rules the move is: { $move }.
conduct-moved = { $side ->
    [white] White
   *[black] Black
}: { $move }.
conduct-does = { $side ->
    [white] White
   *[black] Black
} { $what }.
conduct-corrected = { $side ->
    [white] White’s violation is corrected in full.
   *[black] Black’s violation is corrected in full.
}
conduct-corrected-what = { $side ->
    [white] White’s violation is corrected in full: { $violations }.
   *[black] Black’s violation is corrected in full: { $violations }.
}
conduct-corrected-setup = The pieces are set up as agreed, and the game starts again.
conduct-stands = { $side ->
    [white] White’s violation stands: a correction can no longer be demanded.
   *[black] Black’s violation stands: a correction can no longer be demanded.
}
conduct-crowned = { $side ->
    [white] White crowns the man: it becomes a king.
   *[black] Black crowns the man: it becomes a king.
}
conduct-clock-given = { $side ->
    [white] The clock runs for White, who must correct the move.
   *[black] The clock runs for Black, who must correct the move.
}
conduct-declined = The offer is declined.
conduct-took-back = { $count ->
    [one] { $count } half-move is taken back.
   *[other] { $count } half-moves are taken back.
}
conduct-restored = Position restored: events beyond the players’ control are not violations.
conduct-paused = The clocks are stopped.
conduct-resumed = The clocks are running again.
conduct-pause-agreed = Both sides agreed to a pause: the clocks are stopped.
conduct-pause-ended = The pause is over: the clocks are running again.
conduct-vacation-over = { $side ->
    [white] White’s vacation is over.
   *[black] Black’s vacation is over.
}
conduct-time-set = { $side ->
    [white] White’s clock now shows { $time }.
   *[black] Black’s clock now shows { $time }.
}
conduct-claimed-no-win = { $side ->
    [white] White claims that neither side can win. Black may accept or decline; the arbiter may decide.
   *[black] Black claims that neither side can win. White may accept or decline; the arbiter may decide.
}
conduct-flag-fell = { $side ->
    [white] White’s time has run out. It is being checked whether Black can still win.
   *[black] Black’s time has run out. It is being checked whether White can still win.
}
conduct-credited = The server was down for { $time }. This time does not count against either player.
conduct-rematch-made = The next game has been created.
conduct-result = Result. { $ending }
conduct-strays = Out of play, on squares that are not part of the game: { $squares }.
conduct-note = Remark: { $text }

incorrect-touched = { $side ->
    [white] White touches pieces during Black’s turn.
   *[black] Black touches pieces during White’s turn.
} Improper conduct: recorded, no penalty.
incorrect-not-shown = { $side ->
    [white] White did not show the capture piece by piece.
   *[black] Black did not show the capture piece by piece.
} Improper conduct: recorded, no penalty.

conduct-hand-adjust = says “I adjust”
conduct-hand-touch = touches { $squares }
conduct-hand-lift = picks up { $squares }
conduct-hand-back = picks up { $squares } and puts it back
conduct-hand-carry = moves { $square } to { $squares }
conduct-hand-hold = moves { $square } to { $squares } without letting go
conduct-hand-place = puts it on { $squares }
conduct-hand-release = lets go of the piece
conduct-hand-remove = removes { $squares }
conduct-hand-crown = crowns { $squares }
conduct-act-move = plays { $move }
conduct-act-pass = passes
conduct-act-press = presses the clock
conduct-act-offer = offers a draw
conduct-act-accept = accepts
conduct-act-decline = declines
conduct-act-resign = resigns
conduct-act-claim-draw = claims a draw by the rules
conduct-act-claim-nobody-can-win = claims that neither side can win
conduct-act-claim-gone = claims the win because the opponent has gone
conduct-act-claim-gone-draw = claims a draw because the opponent has gone
conduct-act-claim-flag = claims the win because the opponent’s time has run out
conduct-act-claim-wrong-board = points out that the board is the wrong way round
conduct-act-claim-wrong-setup = points out that the pieces were set up wrongly
conduct-act-insist = insists that the rules be followed
conduct-act-demand = demands the correction
conduct-act-vain-demand = demands a correction, though there is nothing to correct
conduct-act-ask-back = asks to take the move back
conduct-act-agree-back = agrees to the take-back
conduct-act-ask-pause = asks for a pause
conduct-act-agree-pause = agrees to the pause
conduct-act-end-pause = ends the pause
conduct-act-vacation = goes on vacation for { $time }
conduct-act-back = is back from vacation
conduct-act-leave = leaves the game
conduct-act-return = is back
conduct-act-drop = cancels the game
conduct-act-rematch = wants another game
conduct-act-disturbance = The board is disturbed from outside.
conduct-act-cannot-win = { $side ->
    [white] It is proved that White cannot win from this position.
   *[black] It is proved that Black cannot win from this position.
}
conduct-act-flag = { $side ->
    [white] White’s flag has fallen.
   *[black] Black’s flag has fallen.
}
conduct-act-unproved = It could not be proved that the opponent cannot win.
conduct-act-other = “{ $text }”
ruling = The arbiter rules: { $what }.
ruling-correct = the violation is corrected
ruling-stand = the violation stands
ruling-refusal = { $side ->
    [white] White has lost by refusing to follow the rules
   *[black] Black has lost by refusing to follow the rules
}
ruling-penalty = { $side ->
    [white] White loses by penalty for breaking the tournament rules
   *[black] Black loses by penalty for breaking the tournament rules
}
ruling-draw = the game is drawn
ruling-award = { $side ->
    [white] White is awarded the win
   *[black] Black is awarded the win
}
ruling-annul = the game does not count and is played again
ruling-pause = the clocks are stopped
ruling-resume = the clocks are started again
ruling-time = { $side ->
    [white] White’s clock is set to { $time }
   *[black] Black’s clock is set to { $time }
}

conduct-end-flag = { $side ->
    [white] White’s time has run out
   *[black] Black’s time has run out
}
conduct-end-mercy = { $side ->
    [white] White’s time has run out, but Black cannot win
   *[black] Black’s time has run out, but White cannot win
}
conduct-end-refusal = { $side ->
    [white] White refuses to follow the rules
   *[black] Black refuses to follow the rules
}
conduct-end-penalty = { $side ->
    [white] White broke the tournament rules: clock, adjournment or discipline
   *[black] Black broke the tournament rules: clock, adjournment or discipline
}
conduct-end-gone = { $side ->
    [white] White has left the game
   *[black] Black has left the game
}
conduct-end-gone-draw = { $side ->
    [white] White has left the game, and Black accepts a draw
   *[black] Black has left the game, and White accepts a draw
}
conduct-end-arbiter-draw = the arbiter finds that neither side can win
conduct-end-awarded = the arbiter awarded the unfinished game
conduct-end-annulled = The game does not count and is played again.
conduct-end-dropped = The game was cancelled before the second move and does not count.
cite-agreed = agreed before the game

right-move = move
right-demand = demand that the violation be undone in full
right-let-stand = let it stand by making a move
right-crown = crown the opponent’s man
right-press = press the clock
right-offer = offer a draw
right-answer = accept or decline
right-claim-draw = claim a draw by the rules
right-claim-gone = claim a win or a draw because the opponent has gone
right-claim-flag = claim the win because the opponent’s time has run out
right-ask-pause = ask for a pause
right-end-pause = end the pause
right-ask-back = ask to take a move back
right-drop = cancel the game
right-resign = resign
right-rule = make a ruling
rights-of = { $side ->
    [white] White may
   *[black] Black may
}: { $rights }.
rights-none = { $side ->
    [white] White can do nothing now.
   *[black] Black can do nothing now.
}

refused-time-backward = The time is earlier than that of the previous event.
refused-not-yours = You do not have the right to do this.
refused-not-your-turn = It is the opponent’s turn.
refused-nothing-moved = No move has been made.
refused-other-piece-bound = Another piece was touched, and it must be played.
refused-other-manner = This game is strict: moves are made whole, and hands are not recorded.
refused-nothing-to-correct = The opponent has no open violation.
refused-no-more-demands = You have demanded a correction three times when there was nothing to correct. Only the arbiter rules on violations now.
refused-nothing-to-answer = There is nothing to answer.
refused-not-gone-long = The opponent has not been away long enough.
refused-too-late-to-drop = The second move has been made: the game can no longer be cancelled.
refused-clock = The clocks do not allow it.
refused-clock-runs = The time has not run out.
refused-other-pace = This game is played over days: nobody has to stay at the table.
refused-only-over-days = This is possible only in games played over days.
refused-paused = The game is paused. End the pause first.
refused-no-vacation = It was agreed that nobody goes on vacation in this game.
refused-not-over = The game is not over yet.
refused-already-done = This has already been done.
refused-no-takebacks = It was agreed that moves are not taken back.
refused-stale = The game has changed since then.
impossible-hand-full = The hand already holds a piece.
impossible-hand-empty = The hand is empty.
impossible-not-set-down = The piece is still in the air: put it down first.
impossible-off-the-board = { $square } is not on the board.
impossible-no-man = There is no man to crown on { $square }.

record-line = Line { $line }: { $problem }
record-empty = The record is empty. Its first line must be “damka-record 2”.
record-head = A record begins with “damka-record 2”, not with “{ $text }”.
record-later = “{ $text }”: this record was written by a later version of the program.
record-no-colon = “{ $text }” should be written as name: value. An empty line ends the head.
record-too-many = A record can have at most { $most } events.
event-too-long = The line is too long: more than { $most } bytes.
event-missing = “{ $text }”: something is missing.
event-version = Version “{ $text }”: this line was written by a later version of the program.
event-version-unknown = “{ $text }” is not a valid version of a line.
event-time = “{ $text }” is not a valid time. Times are written as 1:02 or 1:02.5.
event-actor = “{ $text }” is not someone at the table: use white, black, arbiter or nobody.
event-act = “{ $text }” is not something that can be done at the board.
event-extra = “{ $text }” is not needed here.
spec-unknown-line = “{ $text }” is not a valid line of the head. Possible: { $known }.
spec-bad-value = “{ $text }” is not a valid value of “{ $name }”. Possible: { $expected }.
spec-start-and-odds = A position and odds cannot both be given.

span-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
span-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
span-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
span-seconds = { $count ->
    [one] { $number } second
   *[other] { $number } seconds
}
clock-none = { $side ->
    [white] White plays without a clock
   *[black] Black plays without a clock
}
clock-left = { $side ->
    [white] White has { $time } left
   *[black] Black has { $time } left
}
clock-periods = { $all ->
    [one] { $left } of { $all } period
   *[other] { $left } of { $all } periods
}
clock-moves = { $count ->
    [one] { $count } move to the next time control
   *[other] { $count } moves to the next time control
}
clock-delay = { $time } of delay
control-none = no clock
control-each-move = { $time } for each move
control-hourglass = hourglass, { $time }
control-game = { $time } for the game
control-rest = { $time } for the rest
control-moves = { $count ->
    [one] { $time } for { $count } move
   *[other] { $time } for { $count } moves
}
control-again = { $count ->
    [one] { $time } for each { $count } move
   *[other] { $time } for every { $count } moves
}
control-byoyomi = { $count ->
    [one] byoyomi, { $count } period of { $time }
   *[other] byoyomi, { $count } periods of { $time }
}
control-fischer = { $stage }, with { $time } added after each move
control-bronstein = { $stage }, with up to { $time } given back after each move
control-delay = { $stage }, with a delay of { $time } at each move
control-then = { $before }; then { $after }
control-error-empty = No time control is given.
control-error-not-a-time = “{ $text }” is not a valid time.
control-error-no-unit = “{ $text }” has no unit: d, h, m, s or ms.
control-error-too-long = “{ $text }” is too long.
control-error-not-a-count = “{ $text }” has no number from 1 to 65535.
control-error-moves-missing = “{ $text }” is not the last stage and must say how many moves it has.
control-error-no-time = “{ $text }” gives no time.
control-error-too-many-stages = “{ $text }” is one stage too many.
control-error-byoyomi-not-last = “{ $text }” comes after the byoyomi, which must be the last part.
control-error-hourglass-not-alone = “{ $text }” cannot stand beside other parts.

arbiter-players = White: { $white }. Black: { $black }.
arbiter-nobody = unnamed
arbiter-at-board = Over the board: the program does not intervene, and only the opponent decides whether a violation is corrected.
arbiter-strict = Strict: illegal moves are refused and the reason is given.
arbiter-added-code = The text of this game has no such code: Damka added that of Russian draughts.
arbiter-clock = Time: { $control }.
arbiter-clocks = White’s time: { $white }. Black’s time: { $black }.
arbiter-mercy = Agreed: a player who runs out of time does not lose to an opponent who cannot win.
arbiter-found = The pieces were not set up as agreed. A player who has not moved may have this corrected. [A.violation.2]
arbiter-refused = Not accepted. { $reason }
arbiter-too-late = Too late. { $act }
arbiter-now = The game continues. { $turn }
arbiter-cannot-read = “{ $file }” cannot be read: { $reason }

### Contests

contest-kind-match = Match
contest-kind-simul = Simultaneous display
contest-kind-evening = Club evening
contest-stage-gathering = Waiting for players
contest-stage-playing = In progress
contest-stage-over = Over
contest-standing-applied = has asked to take part
contest-standing-in = takes part
contest-standing-out = no longer takes part
contest-in-room = plays at a board in the room
contest-entrant-unnamed = Player { $number }
contest-entrant-line = { $number }. { $name }: { $standing }
contest-length-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
contest-length-first-to = { $count ->
    [one] until a player has { $count } point
   *[other] until a player has { $count } points
}
contest-length-best-of = best of { $count } games
contest-term-length = Length: { $length }.
contest-term-colours-lots = { $kind ->
    [match] Lots decide who has White first; then colours alternate.
    [simul] Lots decide the colour at each board.
   *[evening] Colours are balanced; where they are equal, lots are drawn.
}
contest-term-colours-white = { $kind ->
    [simul] The host has White on every board.
   *[other] The first player has White in the first game; then colours alternate.
}
contest-term-colours-black = { $kind ->
    [simul] The host has Black on every board.
   *[other] The first player has Black in the first game; then colours alternate.
}
contest-term-colours-alternate = The host has White and Black in turn, board by board.
contest-term-draws-count = A draw is half a point each.
contest-term-draws-faster = A drawn game is replayed with less time until someone wins: { $ladder }.
contest-term-openings = { $count ->
    [one] The games begin from an agreed position.
   *[other] Each two games begin from one of { $count } agreed positions.
}
contest-term-joining-free = Anyone may enter.
contest-term-joining-asked = Players ask to take part, and the organiser accepts them.
contest-term-late = No one may enter after the beginning.
contest-term-host-clock = The host has one clock over all boards: { $time }.
contest-term-clocks = Host’s time: { $host }. Guests’ time: { $guests }.
contest-term-clocks-each = First player’s time: { $host }. Opponent’s time: { $guests }.
contest-term-patience = A player who waits { $time } for the next game may claim it.
contest-entrant-term-rules = rules
contest-entrant-term-odds = odds
contest-entrant-term-colour = colour
contest-outcome-white-won = White won
contest-outcome-black-won = Black won
contest-outcome-draw = draw
contest-outcome-both-lost = both lost
contest-outcome-void = does not count
contest-source-game = as played
contest-source-typed = entered by hand
contest-source-settled = decided at closing time
contest-source-walkover = the opponent did not come
contest-board = Board { $table }
contest-game = Game { $round }
contest-game-again = Game { $round }, replay { $again }
contest-actor-owner = Organiser
contest-actor-arbiter = Arbiter
contest-told-by = { $who }: { $text }
contest-did-apply = { $name } asks to take part.
contest-did-enter = { $name } takes part.
contest-did-enter-room = { $name } takes part at a board in the room.
contest-did-strength = { $text } Strength: { $strength }.
contest-did-out = { $name } no longer takes part.
contest-did-term = Agreed with { $name }: { $term } — { $value }.
contest-did-begin = Play begins.
contest-did-lot = Lots are drawn from the number { $seed }.
contest-did-pair = { $board }: White — { $white }, Black — { $black }.
contest-did-pair-room = { $board } in the room: White — { $white }, Black — { $black }.
contest-did-result = { $board }: { $outcome } ({ $source }).
contest-did-ready = { $name } is ready to play.
contest-did-rest = { $name } takes a break.
contest-did-clock-runs = The host’s clock runs.
contest-did-clock-stands = The host’s clock is stopped.
contest-did-clock-fell = The host’s time has run out.
contest-did-close = The contest is closed.
contest-ended-finished = Everything has been played.
contest-ended-abandoned = { $name } gave up the match.
contest-ended-closed = The contest was closed.
contest-match-won = { $name } wins the match { $score }.
contest-match-drawn = The match is drawn, { $score }.
contest-match-score = The score is { $score }.
contest-open = { $count ->
    [one] { $count } game is being played.
   *[other] { $count } games are being played.
}
contest-why-waited = waited { $time }
contest-why-met = { $count ->
    [0] have not met yet
   *[other] games together: { $count }
}
contest-why-difference = difference in strength { $difference }
contest-refused-over = The contest is over.
contest-refused-other-kind = This is not possible in a contest of this kind.
contest-refused-no-entrant = There is no such player in this contest.
contest-refused-full = There is no room for more players.
contest-refused-too-late = The display has begun, and latecomers cannot join.
contest-refused-not-in = { $name } does not take part.
contest-refused-has-game = { $name } is already playing.
contest-refused-too-few = An opponent is missing.
contest-refused-no-board = There is no such board.
contest-refused-game-decides = The result comes from the game. Only an arbiter can correct it.
contest-refused-own-game = You cannot decide your own game.
contest-refused-may-still-come = Your opponent may still come. Wait { $time } more.
contest-refused-boards-open = { $count ->
    [one] { $count } game is still being played. Finish or decide it first.
   *[other] { $count } games are still being played. Finish or decide them first.
}
contest-refused-again = The contest has just changed. Please try again.
contest-spec-no-kind = The line “kind” is missing. Possible: { $expected }.
contest-spec-no-ladder = Drawn games that are replayed need faster clocks in the line “ladder”.
contest-spec-too-many = “{ $name }” can have at most { $most } values.
contest-spec-host-clock = One clock over all boards is for a display whose host has no other clock.
contest-record-empty = The record is empty. Its first line must be “damka-contest 1”.
contest-record-head = The record of a contest begins with “damka-contest 1”, not with “{ $text }”.
contest-record-name = “{ $text }”: players are numbered in order, and “entrant-{ $number }” is expected here.
contest-event-actor = “{ $text }” cannot act here: use owner, arbiter, entrant.1 or nobody.
contest-event-deed = “{ $text }” is not something that happens in a contest.
contest-event-entrant = “{ $text }” is not a valid number of a player.
contest-event-board = “{ $text }” is not a valid board. Boards are written as round.table.game, such as 1.3.1.
contest-event-result = “{ $text }” is not a valid result. Possible: { $expected }.
contest-event-seed = “{ $text }” is not a number of lots: 16 hexadecimal digits are needed.
contest-event-term = “{ $text }” is not a valid term of a player. Possible: { $expected }.
contest-damage-over = The contest was already over.
contest-damage-entrant = There is no player with this number, or the number is out of order.
contest-damage-board = There is no such board, or it already exists.
contest-damage-clock = In this contest the host has no clock over all boards.
contest-damage-actor = Only the program runs the host’s clock: “nobody” is expected here.
contest-sheet-number = Board
contest-sheet-where = Where
contest-sheet-room = in the room
contest-sheet-online = online
contest-table-place = Place
contest-table-name = Player
contest-table-points = Points
contest-table-games = Games
contest-table-results = + = −
contest-table-nobody = No one takes part yet.
contest-sound = { $count ->
    [one] The record is sound: { $count } event, { $boards } boards.
   *[other] The record is sound: { $count } events, { $boards } boards.
}
contest-game-missing = { $board }: there is no file of game { $game }.
contest-game-broken = { $board }, “{ $file }”: { $problem }
contest-game-differs = { $board }: the game ended “{ $played }”, the contest has “{ $scored }”.
contest-game-open = not finished

# Training

train-playing = Playing
train-fitting = Fitting
train-played = { $played ->
    [one] { $played } game played, { $games } in the file.
   *[other] { $played } games played, { $games } in the file.
}
train-bad-weights = { $file } cannot be used as weights: { $problem }.
train-bad-games = { $file } cannot be used as training games: { $problem }.

### Endgame tables

endgame-plan = { $slices ->
    [one] { $positions } positions in { $slices } pair of slices; at most { $memory } MiB of memory for positions.
   *[other] { $positions } positions in { $slices } pairs of slices; at most { $memory } MiB of memory for positions.
}
endgame-building = Building
endgame-verifying = Verifying
endgame-built = { $positions } positions in { $seconds } s: { $bytes } KiB, { $density } positions in a byte of values.
endgame-complete = Everything is already built.
endgame-verified = { $positions } positions in { $slices } slices: every value follows from its moves.
endgame-flaw-position = { $fen }: the table says “{ $stored }”, the moves say “{ $follows }”. Delete the tables and build them again.
endgame-flaw-summary = The counts of { $material } do not match its positions. Delete the tables and build them again.
endgame-none = There are no tables of this game in { $folder }. “damka endgame build { $game } --pieces 4” builds them.
endgame-unknown = The tables in { $folder } do not know this position. “damka endgame build” builds larger ones.
endgame-won = won in { $plies ->
    [one] { $plies } half-move
   *[other] { $plies } half-moves
}
endgame-lost = lost in { $plies ->
    [one] { $plies } half-move
   *[other] { $plies } half-moves
}
endgame-drawn = drawn
endgame-of-white = White to move: { $value }.
endgame-of-black = Black to move: { $value }.
endgame-verdict-wins = { $side ->
    [white] White wins before any draw rule applies.
   *[black] Black wins before any draw rule applies.
}
endgame-verdict-drawn-by-rule = { $side ->
    [white] White would win, but a draw comes first:
   *[black] Black would win, but a draw comes first:
} { $plies ->
    [0] the game is already drawn by rule.
    [one] drawn by rule in { $plies } half-move at the latest.
   *[other] drawn by rule in { $plies } half-moves at the latest.
}
endgame-verdict-drawn-by-repetition = { $side ->
    [white] White would win, but the draw rules apply first: with best play the game is drawn.
   *[black] Black would win, but the draw rules apply first: with best play the game is drawn.
}
endgame-verdict-unproved = It could not be determined whether the draw rules leave time for the win.
endgame-material = Material
endgame-positions = Positions
endgame-won-share = Won, %
endgame-drawn-share = Drawn, %
endgame-lost-share = Lost, %
endgame-longest = Longest
endgame-longest-position = { $plies ->
    [one] Longest win: { $plies } half-move, { $fen }
   *[other] Longest win: { $plies } half-moves, { $fen }
}
endgame-chart = { $game }: won, drawn and lost by the side to move
endgame-size = { $positions } positions, { $bytes } KiB; { $density } positions in a byte of values, { $all } with distances.
endgame-no-race = Nothing is captured in this game, so it has no endgame tables.
endgame-no-duty = Where a capture with one colour leaves quiet moves with the other (enemy-duty=colour), there are no endgame tables.
endgame-bad-material = “{ $text }” is not valid material: write the men and kings of both sides as in 1m2k-0m1k, eight pieces at most.
endgame-memory = { $needed } MiB of memory is needed, but only { $allowed } is allowed. Allow more with --memory.
endgame-busy = Another program is building these tables.
endgame-stopped = Stopped. The next build continues from here.
endgame-file-io = { $file } cannot be used: { $reason }.
endgame-file-not-a-table = { $file } is not an endgame table.
endgame-file-version = { $file } was written by another version of Damka (format { $version }).
endgame-file-other-game = { $file } belongs to a game with other rules ({ $rules }).
endgame-file-other-material = { $file } does not hold the pieces that its name says.
endgame-file-damaged = { $file } is damaged. Delete it and build again.
endgame-no-data-folder = There is no folder for the tables: name one with --data.

### Matches between players

match-title = { $game }: { $a } against { $b }
match-games = Games
match-results = Won, drawn, lost by A
match-score = Score of A, 95%
match-elo = Elo of A over B, 95%
match-superiority = Likelihood that A is stronger
match-pairs = Pairs with 0, ½, 1, 1½, 2 points
match-test = Sequential test
match-test-open = not decided
match-test-stronger = A is stronger by { $elo1 } Elo rather than by { $elo0 }
match-test-not-stronger = A is stronger by { $elo0 } Elo rather than by { $elo1 }
match-won-by-colour = Won by White / by Black
match-plies = Half-moves per game
match-too-long = Drawn because they were too long
match-unbalanced = From unbalanced openings
match-repeated = From repeated openings
match-depth = Half-moves searched
match-seconds = Seconds per move
match-oversteps = Moves that took too long
match-overshoot = Longest overrun, seconds
match-forfeits = Lost without a legal move
match-fault = { $count ->
    [one] { $player } lost { $count } game without a legal move: { $fault }
   *[other] { $player } lost { $count } games without a legal move: { $fault }
}
match-unknown-player = There is no player “{ $text }”. There are: engine, random, hub:COMMAND and dxp:HOST:PORT.
match-unknown-option = The player “{ $player }” has no option “{ $option }”.
match-bad-value = The option “{ $name }” cannot be “{ $value }”.
match-bad-sprt = The first number of Elo must be less than the second.
match-no-openings = it has no openings.
match-opening-line = line { $line }: { $reason }
match-opening-over = The game is over there.
match-player-fails = The player “{ $player }” cannot play: { $reason }
match-state-line = Line { $line } of “{ $file }” is not a line of a match.
match-state-differs = The file “{ $file }” belongs to another match: { $setting } was “{ $there }” there and is “{ $here }” here.

### Games with other programs over the network

dxp-listening = Waiting for another program on { $address }.
dxp-cannot-listen = Damka cannot wait for other programs on { $address }: { $reason }
dxp-calling = Calling { $address }.
dxp-connected = Connected to { $address }.
dxp-left = The connection with { $address } has ended.
dxp-offer-refused = { $name } offers a game that cannot be played here. Refused.
dxp-game = { $side ->
    [white] A game with { $name } begins. Damka plays White.
   *[black] A game with { $name } begins. Damka plays Black.
}
dxp-time-none = No time was agreed.
dxp-time-whole = Time of each side for the whole game: { $minutes } min.
dxp-time-moves = Time of each side: { $minutes } min. Moves of each side: { $moves }.
dxp-move = { $name }: { $move }
dxp-chat = { $name } says: { $text }
dxp-taken-back = The other program has taken back moves.
dxp-nonsense = Not understood and skipped: { $text }
dxp-end-win = Damka has won.
dxp-end-loss = Damka has lost.
dxp-end-draw = The game is drawn.
dxp-end-unknown = The game ended without a result.
dxp-wrong-game = DamExchange is only for international draughts. “{ $game }” has other rules.
dxp-error-network = The connection failed: { $reason }
dxp-error-closed = The other program has closed the connection.
dxp-error-silent = The other program did not answer in time.
dxp-error-refused = The other program refused the game (code { $code }).
dxp-error-illegal = The other program made a move that is not legal: { $text }
dxp-error-player = Damka found no move: { $reason }

### Levels of the computer, hints, scores

level-beginner = Beginner
level-junior-3 = Junior category 3
level-junior-2 = Junior category 2
level-junior-1 = Junior category 1
level-rank-3 = Category 3
level-rank-2 = Category 2
level-rank-1 = Category 1
level-candidate = Candidate master
level-master = Master
level-grandmaster = Grandmaster
# The computer as somebody to play against: one animal for each level.
character-beginner = Chick
character-junior-3 = Mouse
character-junior-2 = Hare
character-junior-1 = Hedgehog
character-rank-3 = Squirrel
character-rank-2 = Cat
character-rank-1 = Fox
character-candidate = Bear
character-master = Owl
character-grandmaster = Lion
guest = Guest
guest-tagged = Guest { $tag }
hint = Best move: { $move }. { $reason }
hint-only-move = There is no other move.
hint-wins = It wins the game.
hint-wins-in = { $count ->
    [one] It wins the game in { $count } move.
   *[other] It wins the game in { $count } moves.
}
hint-holds-out = Every move loses, but this one takes longest.
hint-holds-out-for = { $count ->
    [one] Every move loses, but this one holds out longest: { $count } move.
   *[other] Every move loses, but this one holds out longest: { $count } moves.
}
hint-pieces = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
hint-combination = It starts a combination: you give { $gives } and take { $takes }.
hint-wins-men = { $count ->
    [1] It wins a man.
   *[other] It wins { $count } men.
}
hint-wins-king = It wins a king.
hint-leads-to-men = { $count ->
    [1] It leads to the win of a man.
   *[other] It leads to the win of { $count } men.
}
hint-takes-back = It recaptures.
hint-promotes = The man becomes a king.
hint-breaks-through = { $count ->
    [one] A man breaks through and becomes a king in { $count } move.
   *[other] A man breaks through and becomes a king in { $count } moves.
}
hint-stops-threat = { $count ->
    [1] It stops a threat: your opponent wanted to win a man.
   *[other] It stops a threat: your opponent wanted to win { $count } men.
}
hint-stops-giving = { $count ->
    [1] It stops a threat: your opponent wanted to give a man away.
   *[other] It stops a threat: your opponent wanted to give { $count } men away.
}
hint-draws = It holds the draw; other moves lose.
hint-avoids-loss = Other moves lose.
hint-gives-away = { $count ->
    [1] It gives a man away.
   *[other] It gives { $count } men away.
}
hint-leads-to-giving = { $count ->
    [1] It helps to give a man away.
   *[other] It helps to give { $count } men away.
}
hint-brings-home = The piece reaches the opponent’s camp.
hint-long-jump = It makes { $count } jumps in one move.
hint-develops = It brings a man from the back rows into play.
hint-best = It makes your position better.
score-win = { $winner ->
    [white] { $count ->
        [one] White wins in { $count } move
       *[other] White wins in { $count } moves
    }
   *[black] { $count ->
        [one] Black wins in { $count } move
       *[other] Black wins in { $count } moves
    }
}

### Playing against the computer at the terminal

play-word-hint = hint, tip
play-help-hint = what the computer would play in your place, and why
play-word-friend = friend, two
play-levels-header = The computer’s levels:
play-levels-line = { $number }. { $name }
play-choose-opponent = Who plays against you? Type a level from 1 to 10, or “{ $friend }” for two people at this keyboard; press Enter for level { $number }, { $name }.
play-unknown-level = There is no level “{ $text }”: choose a number from 1 to 10.
play-against = { $side ->
    [white] You play White against the computer. Level { $number }: { $name }.
   *[black] You play Black against the computer. Level { $number }: { $name }.
}
play-computer-declined = The computer declines the draw. The game continues.
play-computer-resigned = The computer resigns.

### Analysis of games

analysis-game = { $file }: game { $number }: { $white } – { $black }, { $result }
analysis-player = { $side }: { $moves }, average loss { $loss } of a man, accuracy { $accuracy }; { $inaccuracies }, { $mistakes }, { $blunders }.
analysis-player-forced = { $side }: { $moves }, all forced.
analysis-inaccuracies = { $count ->
    [one] { $count } inaccuracy
   *[other] { $count } inaccuracies
}
analysis-mistakes = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
analysis-blunders = { $count ->
    [one] { $count } blunder
   *[other] { $count } blunders
}
analysis-turning-point = The turning point: { $move } (best play: { $before }; after this move: { $after }).
analysis-stopped = Stopped. Games analysed: { $count }.
analysis-stopped-file = Stopped. Games analysed: { $count }. They are in { $file }.

### The club's server: why something is not done

server-no-game = There is no such game.
server-no-contest = There is no such contest.
server-not-your-contest = Only those who run this contest or take part in it can do this.
server-contest-pairs = The contest arranges the next game: choose it on the contest’s page.
contest-bad-name = A contest needs a name of at most 80 characters.
server-no-link = There is no such link.
server-link-ended = This link has been closed by the coach.
server-not-your-link = Only the coach who created a link can close it.
server-offer-gone = The player who offered this game has left.
server-no-path = There is nothing at this address.
server-wrong-method = This address does not know this method.
server-local-only = Only the machine on which the club runs may ask for this, and not through a proxy. A club with --public-url must be told of its proxy with --behind-proxy.
server-not-json = The body must be JSON, with the content type application/json.
server-bad-request = The request could not be understood: { $reason }
server-too-large = The request is too large.
server-not-your-seat = This seat is not yours.
server-not-your-game = Only the person who created this game can do that.
server-no-free-seat = This game has no free seat.
server-used-number = Your program gave the same number to two different actions. Reload the page.
# Teams and talk.
refused-captain-decides = In this team the captain decides. Propose your move to them.
refused-team-mates-turn = It is the turn of another member of your team.
refused-team-mate-moved = A member of your team has already moved.
refused-no-team = There is only one player on this side: no team.
refused-no-talk = The players agreed not to talk.
refused-only-phrases = The players agreed to use ready phrases only.
conduct-said = { $side ->
    [white] White says: “{ $text }”
   *[black] Black says: “{ $text }”
}
conduct-proposed = { $side ->
    [white] White proposes: { $squares }.
   *[black] Black proposes: { $squares }.
}
conduct-said-deleted = The words were deleted.
conduct-begun = The game began with incomplete teams: { $white } for White, { $black } for Black.
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-thanks = Thank you!
phrase-well-played = Well played!
phrase-nice-move = Nice move!
phrase-one-moment = One moment, please.
phrase-back = I’m back.
phrase-sorry = Sorry.
phrase-no-problem = No problem.
phrase-must-go = I have to go.
phrase-good-game = Good game!
phrase-bye = Goodbye!
phrase-agree = I agree.
phrase-disagree = I disagree.
phrase-careful = Careful!
phrase-think = Let’s think more.
phrase-your-view = What do you think?
phrase-your-turn = Your turn.
server-flag-waits-over-days = A flag can wait for a claim only in a strict game over days.
server-vacation-none = Nobody goes on vacation in this club.
server-vacation-past = A vacation ends in the future.
server-vacation-days = You have { $count ->
    [0] no days of vacation
    [one] { $count } day of vacation
   *[other] { $count } days of vacation
} left this year.
server-no-conditions = Moves can be prepared only in your own game over days, against another person, while you see the board.
server-moved-on = Meanwhile a move was made. Look at the board and prepare your moves again.
server-conditions-setup = A position that is set up cannot be prepared for.
server-conditions-lines = At most { $count } lines can be prepared.
server-conditions-long = A prepared line has at most { $count } half-moves.
server-conditions-choice = To each of your opponent’s moves only one answer can be prepared.
server-no-vote-yet = Teams cannot vote yet: let anyone, the captain or each member in turn decide.
server-team-size = One to { $count } people can share a side.
server-teams-by-link = Teams play strict games to which people are invited by link.
server-wrong-invitation = This invitation does not open a seat in this game.
server-nobody-yet = Your opponent has not joined yet.
server-not-over = The game is not over yet.
server-too-late = It is too late for that.
server-no-hints = There are no hints in this game.
server-played-now = You are playing this position right now in a game against a person. Ask after the game.
server-own-arbiter = Nobody can be the arbiter of their own game.
server-private-lobby = A game that is offered to the whole club cannot be private. Invite somebody with a link.
server-no-chat = In this club players talk in ready phrases only.
server-nothing-said = There is nothing to say in this text.
server-said-too-long = This is too long. At most { $count } { $count ->
    [one] character
   *[other] characters
} can be said at once.
server-name-length = A name must have 2 to 24 characters.
server-name-letters = A name consists of Latin or Cyrillic letters, digits, spaces, dots and hyphens, with at least one letter.
server-name-mixed = Latin and Cyrillic letters must not be mixed within a word.
server-name-taken = This name, or one that looks like it, is already taken.
server-password = A password must have 8 to 200 characters.
server-common-password = This password is one of the first that others would try. Choose a less common one.
server-wrong-password = Wrong name or password.
server-has-account = You already have an account.
server-no-account = You have no account.
server-no-session = You are no longer signed in there.
server-wrong-code = This code is invalid or has expired.
server-not-keeper = Only a keeper of the club may do this.
server-worker-key = This club knows no such key for workers. Ask its keeper for a valid one.
server-worker-update = This worker searches differently from the club’s engine. Install the club’s version of Damka, and start the worker again.
server-job-gone = This worker no longer has this job.
server-no-worker-key = There is no such key.
server-blocked = This account is blocked. Please ask the keeper of the club.
server-no-person = There is no such person here.
server-no-account-there = This person has no account.
server-last-keeper = This is the club’s only keeper. Appoint another one first.
server-own-name = This is your own name. You can change it yourself.
office-keeper = keeper
office-coach = coach
office-arbiter = arbiter
keeper-log-machine = Someone at the machine
keeper-log-gone = No. { $number } (deleted)
keeper-act-claim = { $keeper } became keeper
keeper-act-invite = { $keeper } made a link for another keeper
keeper-act-appoint = { $keeper } appointed { $person }: { $detail }
keeper-act-dismiss = { $keeper } dismissed { $person }: { $detail }
keeper-act-rename = { $has-detail ->
    [yes] { $keeper } renamed { $detail }: now { $person }
   *[no] { $keeper } gave a name to { $person }
}
keeper-act-block = { $keeper } blocked { $person }
keeper-act-unblock = { $keeper } unblocked { $person }
keeper-act-reset = { $keeper } made a link with which { $person } sets a new password
keeper-act-allow = { $keeper } changed the limits of { $person }: { $detail }
keeper-act-export = { $keeper } exported the data of { $person }
keeper-act-delete = { $keeper } deleted { $person }
keeper-act-hide = { $keeper } hid a game
keeper-act-show = { $keeper } showed a hidden game again
keeper-act-ignore = { $keeper } found nothing wrong with the name { $person }
keeper-act-let-work = { $keeper } made a key for workers: { $detail }
keeper-act-end-work = { $keeper } withdrew a key for workers: { $detail }
server-too-many = { $count ->
    [one] Too many requests. Try again in { $count } second.
   *[other] Too many requests. Try again in { $count } seconds.
}
server-cap-sockets = You have too many pages open here ({ $count }). Close some of them first.
server-cap-address = Too many pages are open from your network ({ $count }).
server-cap-watching = You are already watching this game in { $count } windows.
server-cap-watchers = Too many people in your network are watching this game ({ $count }).
server-cap-contests = { $count ->
    [one] You already run { $count } contest that is not over. Close it first.
   *[other] You already run { $count } contests that are not over. Close one of them first.
}
server-cap-offers = { $count ->
    [one] You already have { $count } open offer. Withdraw it first.
   *[other] You already have { $count } open offers. Withdraw one first.
}
server-cap-offers-address = There are already { $count } open offers from your network. Take one of them or try again later.
server-cap-import = One of your imports is still being read. Wait until it is done, or cancel it.
server-foreign = This request comes from a page of another site.
server-full = The club is overloaded. Try again in a moment.
server-board-is-right = The program has set up the board as agreed. Only an arbiter can decide otherwise.
server-broken = Something went wrong; it has been logged. Everything confirmed is saved. Please try again.
server-unclear = The connection inside the club broke just then. Check whether this was done before you repeat it.
server-closing = The club is closing. Your game is saved.
server-slow = The connection was too slow. It will be opened again.
server-link-opponent = A link like this opens games against the computer or at one screen.
server-quota-games = You are keeping { $most } games, as many as you may. Delete some of them first.
server-quota-bytes = Your games and notes take up { $most } MB, as much as they may. Delete some of them first.
server-quota-notes = You have notes on { $most } games, as many as you may. Delete some of them first.
server-quota-links = You already have { $most } open links, as many as you may. Close some of them first.
server-quota-address = { $most } games have been added from your network today, as many as may be. Try again tomorrow.
server-quota-address-bytes = { $most } MB have been added from your network today, as much as may be. Try again tomorrow.
server-quota-account = With an account you can keep more.
server-quota-near-games = Your games: { $used } of the { $most } you may keep.
server-quota-near-bytes = Room for your games and notes: { $used } of { $most } MB used.
server-quota-near-notes = Games with your notes: { $used } of the { $most } you may keep.
server-quota-near-links = Your open links: { $used } of { $most }.
server-link-task = A task can have at most { $count } characters.
server-import-most = Games read: { $count }; the rest were skipped.
server-import-game = Game { $number }: { $reason }
server-import-nothing = There is no game in this text.
server-no-import = There is no such import.
server-import-long = it has more than { $count } half-moves.
server-import-notes = its variations and comments are too long, or you have notes about too many games. Only its moves were read.
pdn-event = Game in the Damka club
server-import-parts = { $count ->
    [one] positions are set up between the moves, so it is kept as { $count } game
   *[other] positions are set up between the moves, so it is kept as { $count } games, one starting from each of them
}
server-notes-other = These notes belong to another game: the rules or the starting position are different.
# What other programs show beside an address of the club.
server-about = A draughts club in one program: play people or the computer by the exact rules of every kind of draughts, with analysis and endgame tables. No account needed.
server-no-page-title = Damka
server-no-page = The server works, but this program was built without its page. Build web/ first, then the program.
store-full = The disk is full. Everything confirmed is saved; the game continues as soon as there is space.
store-read-only = The data folder is read-only. Everything confirmed is saved; the game continues as soon as it can be saved.
store-busy = Another program is using the data.
store-conflict = That contradicts what is already there.
store-newer = The data comes from a later version of Damka.
store-damaged = The data is damaged: { $what }. Everything else works.
store-in-use = Another Damka is using this data folder: process { $who }. Stop it first, or choose another folder.
store-io = The data cannot be used: { $reason }. Everything confirmed is saved.
store-unreachable = The database cannot be reached: { $why }. Everything confirmed is saved; the game continues as soon as it answers.
store-unsure = This machine has lost the connection to the club’s database. The clocks are stopped, and everything confirmed is saved; the game continues as soon as the connection is back, here or on another machine of the club.
store-address = This database address cannot be used: { $why }.
server-unsure = { $count ->
    [one] This node has not been able to confirm its lease for a second
   *[other] This node has not been able to confirm its lease for { $count } seconds
}: the database does not answer. Its games are paused, and other nodes may take them over.
server-no-nats = NATS is not connected, so the nodes communicate through the database, which is slower. Nothing is lost.
server-alone = One process with its own data; games in memory: { $games }, contests: { $contests }, sockets: { $sockets }.
server-node = Node { $name }, run { $run }; the lease was confirmed { $age } s ago; own games: { $games }, games of other nodes shown here: { $followed }, own contests: { $contests }, sockets: { $sockets }.
server-little-room = Only { $megabytes } MB of disk space are left.
server-backup-failed = The last backup failed. { $reason }

### Starting the server

serve-open = The club is open at { $url }
serve-lan = On your network: { $url }
serve-lan-none = No network address of this machine was found. On another device, open this machine’s address with port { $port }.
serve-data = The games are kept in { $folder }
serve-node = This is node { $name } of a club of several machines
serve-stop = Press Ctrl+C to close it.
serve-closed = The club is closed. Everything is saved.
serve-port-taken = Port { $port } is already in use by another program. Choose another one with --port, for example --port { $other }.
serve-cannot-listen = The club cannot be opened on { $address }: { $reason }
serve-no-home = There is no folder for the data. Name one with --data.
serve-bad-folder = The folder “{ $folder }” cannot be used. { $reason }
serve-bad-database = The database of the club cannot be used. { $reason }
serve-bad-nats = The address of the NATS server is not valid: { $reason }
serve-bad-url = “{ $url }” is not a valid address such as https://club.example.
serve-keeper = The club has no keeper yet. The first person to open this link becomes keeper; it works once, for a day:
serve-keeper-again = A new link: damka person keeper
serve-backups = Backups go to { $folder } once a day; the newest { $count } are kept
restore-done = The backup has been restored to “{ $folder }”.
restore-aside = What was there before is kept as “{ $file }”.
restore-no-file = There is no file “{ $file }”.
restore-bad-file = “{ $file }” cannot be restored. { $reason }
restore-not-club = It is not a backup of the club.
person-number = No.
person-name = Name
person-account = Account
person-offices = Offices
person-blocked = Blocked
person-since = Here since
person-games = Games
person-notes = Notes
person-reports = Reports
person-yes = yes
person-none = Nobody was found.
person-several = Several people are called “{ $name }”: { $numbers }. Use a number.
person-nobody = Nobody here is called “{ $name }”.
person-done = Done: { $name }
person-deleted = Everything that was kept of { $name } has been deleted. The games stay with a neutral name.
person-really = This deletes everything that is kept of { $name }, and cannot be undone. Add --yes if you mean it.
person-link = This link works once, for a day: { $url }
person-link-path = It works once, for a day. Open it at the club’s address: { $path }
person-unreachable = The club is open ({ $who }) but does not answer: { $reason }
person-log-none = Nothing has been done yet.
worker-bad-url = “{ $url }” is not the address of a club. An address looks like https://club.example or http://192.168.1.5:8064.
worker-no-key = A worker needs a key from the keeper of the club: --key KEY, or DAMKA_KEY in the environment.
worker-no-way = No connection to the club is possible: { $reason }
worker-here = { $count ->
    [one] At work for { $url } as “{ $name }”, one job at a time.
   *[other] At work for { $url } as “{ $name }”, { $count } jobs at a time.
}
worker-stop = Press Ctrl+C to stop; unfinished jobs go back to the club.
worker-away = { $count ->
    [one] The club cannot be reached ({ $reason }). Trying again in a second, then less and less often.
   *[other] The club cannot be reached ({ $reason }). Trying again in { $count } seconds, then less and less often.
}
worker-back = The club can be reached again.
worker-done = { $what }: done in { $seconds } s, { $speed } million positions/s. Jobs done: { $count }
worker-late = Another worker has this job by now; this result does not count.
worker-gave-back = The job went back to the club.
worker-broken = This job could not be done and went back.
worker-stopped = Stopped. Jobs done: { $count }
worker-own = The club itself
worker-nameless = A worker without a name
worker-key-made = Key no. { $number }. It is shown only once; the club stores only a fingerprint of it:
worker-key-command = To let a machine work for the club, run there: { $command }
worker-key-none = There are no keys.
worker-key-until = withdrawn { $when }
worker-key-withdrawn = Key no. { $number } is withdrawn.
job-analysis = Analysis of a game
job-puzzles = Puzzles in a game
job-level = Games between levels
job-compare = Comparison
backup-done = Everything has been copied to “{ $file }”.
backup-exists = “{ $file }” already exists; nothing is overwritten.
backup-full = The disk of “{ $file }” is full. No unfinished copy has been left there.
backup-cannot-write = “{ $file }” cannot be written. Does its folder exist, and may you write there?
salvage-done = What could be read has been saved in “{ $folder }”:
salvage-games =
    { $count ->
        [one] { $count } game
       *[other] { $count } games
    }
salvage-events =
    { $count ->
        [one] { $count } event of games
       *[other] { $count } events of games
    }
salvage-people =
    { $count ->
        [one] { $count } person
       *[other] { $count } people
    }
salvage-whole = Nothing is missing.
salvage-tables = Parts of these tables could not be read: { $tables }.
salvage-lost-games =
    { $count ->
        [one] { $count } game is lost.
       *[other] { $count } games are lost.
    }
salvage-lost-people =
    { $count ->
        [one] { $count } person who plays in the saved games is lost.
       *[other] { $count } people who play in the saved games are lost.
    }
salvage-cut =
    { $count ->
        [0] Game { $game }: none of its events could be saved.
       *[other] Game { $game }: saved up to event { $count }; anything that came after it is lost.
    }
salvage-cut-more =
    { $count ->
        [one] { $count } more game is incomplete.
       *[other] { $count } more games are incomplete.
    }
salvage-exists = There are games in “{ $folder }” already; nothing is overwritten. Choose a new folder.
salvage-nothing = Nothing can be read in “{ $folder }”: { $reason }. Use a backup.
salvage-full = The disk of “{ $folder }” is full. Nothing has been left there.
salvage-cannot-write = “{ $folder }” cannot be written: { $reason }.

# Addresses from files, `damka doctor` and `damka store`
secret-no-file = The address file “{ $file }” cannot be read: { $reason }
doctor-ok = ok
doctor-attention = attention
doctor-wrong = WRONG
doctor-end = Wrong: { $wrong }. Need attention: { $attention }.
doctor-files-enough = The club may open { $count } files and sockets.
doctor-files-few = The club may open only { $count } files and sockets, and each visitor needs some.
doctor-files-few-do = Raise the limit: LimitNOFILE=65536 in the unit, or ulimit -n 65536.
doctor-memory-enough = Memory: { $megabytes } MB free; processors: { $threads }.
doctor-memory-little = Only { $megabytes } MB of memory are free (processors: { $threads }).
doctor-memory-little-do = Close other programs: a club with analyses needs about 300 MB.
doctor-folder-new = The folder “{ $folder }” does not exist yet and can be created.
doctor-folder-cannot-make = The folder “{ $folder }” does not exist and cannot be created.
doctor-folder-cannot-make-do = Create it, and change its owner to the user that runs the club.
doctor-folder-good = The folder “{ $folder }” can be written to.
doctor-folder-read-only = Nothing can be written into the folder “{ $folder }”: { $reason }.
doctor-folder-read-only-do = Change its owner to the user that runs the club, or free space on the disk.
doctor-data-none = There are no data yet.
doctor-data-good = The data are intact: version { $version }, { $megabytes } MB.
doctor-data-old = The data have version { $version }; the next start updates them to version { $newest }, and keeps a copy beside them.
doctor-data-old-do = Make a backup first if an older version of the program may still need these data.
doctor-data-newer = The data were written by a later version of Damka (version { $version } of the data).
doctor-data-newer-do = Use that version, or restore a backup made before the update.
doctor-data-bad = The data cannot be read. { $reason }
doctor-data-bad-do = Restore a backup with “damka restore”, or save what can be read with “damka salvage”.
doctor-data-open = The club is open: process { $who }.
doctor-room-enough = Free on the disk: { $megabytes } MB.
doctor-room-little = Only { $megabytes } MB are free on the disk of the data.
doctor-room-little-do = Free some space: a backup or an update needs as much as the data take now.
doctor-room-none = The disk of the data is full: { $megabytes } MB are left.
doctor-room-none-do = Free some space: games stop when nothing can be written.
doctor-tables-some = Endgame tables in “{ $folder }”: files: { $count }.
doctor-tables-none = There are no endgame tables yet; small ones are built when a game needs them.
doctor-backups-unknown = It is not known whether there are backups.
doctor-backups-unknown-do = Open the club with --backup-to FOLDER, and name that folder here too.
doctor-backups-unknown-database = It is not known whether the database has backups.
doctor-backups-unknown-database-do = Make them with PostgreSQL’s own tools (docs/running.md), and name their folder with --backup-to.
doctor-backups-good = The newest backup in “{ $folder }” is { $hours } h old.
doctor-backups-old = The newest backup in “{ $folder }” is already { $hours } h old.
doctor-backups-old-do = Check the log of the program that makes them.
doctor-backups-none = There is no backup in “{ $folder }”.
doctor-backups-none-do = Open the club with --backup-to, or start the timer that makes them.
doctor-port-free = Port { $port } is free.
doctor-port-club = The club answers on port { $port }.
doctor-port-other-club = Another Damka club answers on port { $port }.
doctor-port-other-club-do = Choose another port with --port, or check the folder or database of that club.
doctor-port-taken = Port { $port } is in use by another program, or the club on it does not answer.
doctor-port-taken-do = Stop that program, or choose another port with --port.
doctor-database-bad = The database cannot be used. { $reason }
doctor-database-bad-do = Check whether PostgreSQL is running, whether this machine may connect (pg_hba.conf), and whether the name and password are correct.
doctor-database-good = PostgreSQL { $version } answers.
doctor-database-version = PostgreSQL { $version } is older than 14, and has not been tested.
doctor-database-version-do = Update PostgreSQL.
doctor-database-encoding = The database stores text as { $encoding }.
doctor-database-encoding-do = Create a database with the encoding UTF8: createdb --encoding=UTF8 --template=template0.
doctor-database-is-standby = The address leads to a standby, which does not accept writes.
doctor-database-is-standby-do = Name the primary server, or promote this one.
doctor-database-encrypted = The connection to the database is encrypted.
doctor-database-local = The database is on this machine.
doctor-database-plain = The connection to the database is not encrypted, and leads to another machine.
doctor-database-plain-do = Add ?sslmode=require to the address, unless the network belongs to you alone.
doctor-connections-enough = The database has { $free } of { $most } connections free.
doctor-connections-few = The database has only { $free } of { $most } connections free; a node may need 20.
doctor-connections-few-do = Raise max_connections.
doctor-clock-good = The clocks of this machine and of the database are { $milliseconds } ms apart.
doctor-clock-apart = The clocks of this machine and of the database are { $milliseconds } ms apart.
doctor-clock-apart-do = Synchronise the clocks with NTP: games do not depend on them, but people see wrong times.
doctor-durable = What the database confirms survives a power cut (fsync, full_page_writes).
doctor-fsync-off = fsync is off: a power cut loses confirmed moves, or the whole database.
doctor-fsync-off-do = Set fsync = on in postgresql.conf and restart PostgreSQL.
doctor-full-page-writes-off = full_page_writes is off: a power cut may damage the database.
doctor-full-page-writes-off-do = Set full_page_writes = on in postgresql.conf.
doctor-commit-setting = synchronous_commit is { $setting } on the club’s connections, so a confirmed move may be lost.
doctor-commit-setting-do = The club asks for “on”: check what stands between it and PostgreSQL.
doctor-standby-none = There is no synchronous standby: confirmed moves survive a power cut, but not the loss of the database’s disk.
doctor-standby-none-do = Set synchronous_standby_names if that is not enough (docs/running.md).
doctor-standby-some = A commit waits for a standby: { $standbys }.
doctor-commit-stuck = A commit does not finish: it waits for a standby that is not connected ({ $standbys }).
doctor-commit-stuck-do = Start the standby, or remove it from synchronous_standby_names and reload PostgreSQL.
doctor-commit-good = A commit takes { $milliseconds } ms.
doctor-commit-slow = A commit takes { $milliseconds } ms; a move cannot be confirmed faster.
doctor-commit-slow-do = Check the disk of the database, and the network to it and to its standby.
doctor-tables-new = The database contains no club yet; the first node creates the tables.
doctor-tables-no-right = The database contains no club yet, and this user may not create tables.
doctor-tables-no-right-do = Make the user the owner of the database, or grant CREATE on its schema “public”.
doctor-tables-good = The tables have version { $version }, the newest that this program knows.
doctor-tables-old = The tables have version { $version }; the first node of this program updates them to version { $newest }.
doctor-tables-old-do = Make a backup first: there is no other way back.
doctor-tables-newer = The tables have version { $version }, but this program knows only version { $newest }.
doctor-tables-newer-do = Update the program.
doctor-nodes-none = No node is open.
doctor-nodes-some = Open nodes: { $nodes }.
doctor-nodes-mixed = Open nodes: { $nodes }; this program is { $version }.
doctor-nodes-mixed-do = Update all of them to one version, one after the other.
doctor-nats-none = No NATS server is named: the nodes communicate through the database, which is slow.
doctor-nats-none-do = Name one with --nats if there is more than one node.
doctor-nats-bad = NATS cannot be used: { $reason }.
doctor-nats-bad-do = Check whether nats-server is running, and whether the name, password and certificate are correct. Without it the nodes are slower, but nothing is lost.
doctor-nats-good = NATS { $version } passes messages on in { $milliseconds } ms.
doctor-nats-small = NATS accepts messages of { $bytes } bytes at most.
doctor-nats-small-do = Set max_payload to 1MB: larger messages go through the database, which is slow.
doctor-nats-open = NATS does not ask for a password.
doctor-nats-open-do = Give it a user and a password, or let only the nodes reach it. Nobody can forge messages, but anyone could flood it.
doctor-nats-plain = The connection to NATS is not encrypted, and leads to another machine.
doctor-nats-plain-do = Use tls:// in its address, unless the network belongs to you alone.
doctor-web-unreachable = { $url } does not answer: { $reason }.
doctor-web-unreachable-do = Check the name, the firewall, the proxy and its certificate.
doctor-web-no-club = { $url } answers, but not as a club of this version (status { $status }).
doctor-web-no-club-do = Check whether the club is open, whether the proxy leads to its port, and whether --public-url is exactly this address.
doctor-web-other-club = { $url } leads to another club.
doctor-web-other-club-do = Check where the proxy leads, and which folder or database is named here.
doctor-web-good = { $url } leads to this club.
doctor-web-unhealthy = { $url } leads to this club, but the club cannot work now (status { $status }).
doctor-web-unhealthy-do = Read /api/health: it says why.
doctor-visitor-proxy = The club does not know that a proxy stands in front of it, so all visitors look like one.
doctor-visitor-proxy-do = Open the club with --behind-proxy.
doctor-visitor-direct = Visitors reach the club without a proxy.
doctor-visitor-forged = The proxy passes on what visitors write into X-Forwarded-For, so they can pretend to come from anywhere.
doctor-visitor-forged-do = Let the proxy set the header itself (docs/running.md).
doctor-visitor-missing = The proxy does not say where visitors come from, so all of them look like one.
doctor-visitor-missing-do = Let the proxy set X-Forwarded-For (docs/running.md).
doctor-visitor-good = The proxy says where visitors come from; this machine is { $address }.
doctor-socket-good = Live connections (WebSocket) work.
doctor-socket-bad = Live connections (WebSocket) do not work: { $reason }.
doctor-socket-bad-do = Let the proxy pass on Upgrade and Connection (docs/running.md): nobody can play without them.
doctor-metrics-open = Strangers can read /metrics.
doctor-metrics-open-do = Block it in the proxy, and let the proxy set X-Forwarded-For itself.
doctor-metrics-closed = Strangers cannot read /metrics.
doctor-mail-good = The mail server answers and accepts the club.
doctor-mail-bad = The mail server does not answer, or does not accept the club’s name and password.
doctor-mail-bad-do = Check the address, the password and the firewall.

store-copied = The club has been copied from “{ $from }” to “{ $to }” and compared row by row.
store-equal = The two clubs are equal.
store-rows = { $count ->
    [one] { $count } row, SHA-256 { $digest }
   *[other] { $count } rows, SHA-256 { $digest }
}
store-different = { $count ->
    [one] { $count } row differs.
   *[other] { $count } rows differ.
}
store-row-missing = The first one: table { $table }, { $key }: missing in “{ $place }”.
store-row-more = The first one: table { $table }, { $key }: it is only in “{ $place }”.
store-row-differs = The first one: table { $table }, { $key }, column { $column }.
store-bad-place = “{ $place }” cannot be used. { $reason }
store-nothing = There is no club in “{ $place }”.
store-old = “{ $place }” has no data of this version of the program. If a club is there, open it once with this version (damka serve) and close it.
store-open = The club in “{ $place }” is open. Close it first: otherwise what is played meanwhile would be missing. Open nodes: { $reason }.
store-filled = There is a club in “{ $place }” already (table { $reason } is not empty); nothing is overwritten.
store-not-copied = What was written to “{ $place }” is not what was read, so nothing has been kept there. { $reason }
backup-none = There are no games in “{ $folder }”.
backup-database = “{ $place }” is a PostgreSQL database. Back it up with PostgreSQL’s own tools: pg_dump --format=custom --file=club.dump, and pg_restore to restore it.

### Monkeys: the same messages where the pieces are those of Ozornye Shashki (D.pieces.1)

side-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
}
turn-monkeys = { $side ->
    [white] Ginger to move.
   *[black] Brown to move.
}
outcome-win-monkeys = { $winner ->
    [white] Ginger wins
   *[black] Brown wins
}: { $reason }.
end-no-pieces-monkeys = { $side ->
    [white] Ginger has no pieces left
   *[black] Brown has no pieces left
}
end-no-moves-monkeys = { $side ->
    [white] Ginger has no move
   *[black] Brown has no move
}
end-no-pieces-reversed-monkeys = { $side ->
    [white] Ginger has got rid of all its pieces
   *[black] Brown has got rid of all its pieces
}
end-no-moves-reversed-monkeys = { $side ->
    [white] Ginger has no move, and that was the aim
   *[black] Brown has no move, and that was the aim
}
end-arrived-monkeys = { $side ->
    [white] all ginger monkeys stand in the opponent’s camp
   *[black] all brown monkeys stand in the opponent’s camp
}
end-at-home-monkeys = { $moves ->
    [one] after { $moves } move
   *[other] after { $moves } moves
} { $side ->
    [white] Ginger still has pieces at home
   *[black] Brown still has pieces at home
}
end-resignation-monkeys = { $side ->
    [white] Ginger resigned
   *[black] Brown resigned
}
flaw-too-many-pieces-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
} has { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}, but there can be at most { $most }.
flaw-men-on-crowning-row-monkeys = { $side ->
    [white] Ginger men
   *[black] Brown men
} stand uncrowned on the last row: { $squares }.
spoken-side-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
}: { $pieces }.
conduct-violated-monkeys = { $side ->
    [white] Violation by Ginger:
   *[black] Violation by Brown:
}
conduct-decides-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
} may demand that it be undone in full, or let it stand by making a move.
conduct-decides-crown-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
} may crown the man or demand that it be crowned, or let it remain a man by making a move.
conduct-decides-setup-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
} may, before moving, demand that the game start again from the right position.
conduct-moved-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
}: { $move }.
conduct-does-monkeys = { $side ->
    [white] Ginger
   *[black] Brown
} { $what }.
conduct-corrected-monkeys = { $side ->
    [white] Ginger’s violation is corrected in full.
   *[black] Brown’s violation is corrected in full.
}
conduct-corrected-what-monkeys = { $side ->
    [white] Ginger’s violation is corrected in full: { $violations }.
   *[black] Brown’s violation is corrected in full: { $violations }.
}
conduct-stands-monkeys = { $side ->
    [white] Ginger’s violation stands: a correction can no longer be demanded.
   *[black] Brown’s violation stands: a correction can no longer be demanded.
}
conduct-crowned-monkeys = { $side ->
    [white] Ginger crowns the man: it becomes a king.
   *[black] Brown crowns the man: it becomes a king.
}
conduct-clock-given-monkeys = { $side ->
    [white] The clock runs for Ginger, who must correct the move.
   *[black] The clock runs for Brown, who must correct the move.
}
conduct-time-set-monkeys = { $side ->
    [white] Ginger’s clock now shows { $time }.
   *[black] Brown’s clock now shows { $time }.
}
conduct-claimed-no-win-monkeys = { $side ->
    [white] Ginger claims that neither side can win. Brown may accept or decline; the arbiter may decide.
   *[black] Brown claims that neither side can win. Ginger may accept or decline; the arbiter may decide.
}
conduct-flag-fell-monkeys = { $side ->
    [white] Ginger’s time has run out. It is being checked whether Brown can still win.
   *[black] Brown’s time has run out. It is being checked whether Ginger can still win.
}
incorrect-touched-monkeys = { $side ->
    [white] Ginger touches pieces during Brown’s turn.
   *[black] Brown touches pieces during Ginger’s turn.
} Improper conduct: recorded, no penalty.
incorrect-not-shown-monkeys = { $side ->
    [white] Ginger did not show the capture piece by piece.
   *[black] Brown did not show the capture piece by piece.
} Improper conduct: recorded, no penalty.
conduct-act-cannot-win-monkeys = { $side ->
    [white] It is proved that Ginger cannot win from this position.
   *[black] It is proved that Brown cannot win from this position.
}
conduct-vacation-over-monkeys = { $side ->
    [white] Ginger’s vacation is over.
   *[black] Brown’s vacation is over.
}
conduct-act-flag-monkeys = { $side ->
    [white] Ginger’s flag has fallen.
   *[black] Brown’s flag has fallen.
}
ruling-refusal-monkeys = { $side ->
    [white] Ginger has lost by refusing to follow the rules
   *[black] Brown has lost by refusing to follow the rules
}
ruling-penalty-monkeys = { $side ->
    [white] Ginger loses by penalty for breaking the tournament rules
   *[black] Brown loses by penalty for breaking the tournament rules
}
ruling-award-monkeys = { $side ->
    [white] Ginger is awarded the win
   *[black] Brown is awarded the win
}
ruling-time-monkeys = { $side ->
    [white] Ginger’s clock is set to { $time }
   *[black] Brown’s clock is set to { $time }
}
conduct-end-flag-monkeys = { $side ->
    [white] Ginger’s time has run out
   *[black] Brown’s time has run out
}
conduct-end-mercy-monkeys = { $side ->
    [white] Ginger’s time has run out, but Brown cannot win
   *[black] Brown’s time has run out, but Ginger cannot win
}
conduct-end-refusal-monkeys = { $side ->
    [white] Ginger refuses to follow the rules
   *[black] Brown refuses to follow the rules
}
conduct-end-penalty-monkeys = { $side ->
    [white] Ginger broke the tournament rules: clock, adjournment or discipline
   *[black] Brown broke the tournament rules: clock, adjournment or discipline
}
conduct-end-gone-monkeys = { $side ->
    [white] Ginger has left the game
   *[black] Brown has left the game
}
conduct-end-gone-draw-monkeys = { $side ->
    [white] Ginger has left the game, and Brown accepts a draw
   *[black] Brown has left the game, and Ginger accepts a draw
}
rights-of-monkeys = { $side ->
    [white] Ginger may
   *[black] Brown may
}: { $rights }.
rights-none-monkeys = { $side ->
    [white] Ginger can do nothing now.
   *[black] Brown can do nothing now.
}
clock-none-monkeys = { $side ->
    [white] Ginger plays without a clock
   *[black] Brown plays without a clock
}
clock-left-monkeys = { $side ->
    [white] Ginger has { $time } left
   *[black] Brown has { $time } left
}
score-win-monkeys = { $winner ->
    [white] { $count ->
        [one] Ginger wins in { $count } move
       *[other] Ginger wins in { $count } moves
    }
   *[black] { $count ->
        [one] Brown wins in { $count } move
       *[other] Brown wins in { $count } moves
    }
}

### The page in the browser

web-title = Damka
web-nav = Sections
web-nav-play = Play
web-nav-lobby = Club
web-nav-rules = Rules
web-nav-analysis = Analysis
web-nav-games = My games
web-settings = Settings
web-skip = Skip to the content
web-look-board = Board
web-board-wood = Wooden
web-board-green = Green
web-board-slate = Blue-grey
web-board-contrast = High contrast
web-board-stones = Stone ledges
web-look-pieces = Pieces
web-pieces-classic = Turned wood
web-pieces-ivory = Ivory and red
web-pieces-bold = High contrast
web-pieces-monkeys = Monkeys
web-light = Page
web-light-system = As the system
web-light-light = Light
web-light-dark = Dark
web-light-contrast = High contrast
web-confirm = Confirm each move
web-confirm-days = In games over days
web-confirm-always = Always
web-confirm-never = Never
web-volume = Sounds
web-turn-notices = Notify me when it is my turn
web-language = Language
web-coordinates = Names of squares
web-loading = Loading…
web-sorry = Something went wrong
web-nowhere = Page not found.
web-offline = The club does not answer. Is the program still running?
web-broken = Something went wrong. Reload the page.
web-to-start = Go to start page
web-try-again = Try again
web-start-title = Let’s play draughts!
web-rules = The rules
web-other-game = Another game
web-play-computer = Play the computer
web-choose-level = Choose a level
web-play-screen = A friend at this screen
web-play-link = A friend by link
web-play-lobby = Anyone in the club
web-games-title = Choose a game
web-beginner-title = New to draughts?
web-beginner-text = Begin with Simple draughts, against an opponent you can beat.
web-beginner-start = Play Simple draughts
web-group-russian = Russian draughts
web-group-international = International (10×10)
web-group-ozornye = Ozornye Shashki (Mischievous Draughts), aged 7+
web-group-world = Around the world
web-group-house = Your own game
web-house = House rules
web-options = Clock, colour and more
web-clock = Time
web-clock-none = No clock
web-clock-own = Custom…
web-clock-type = Time, such as { $short } or { $stages }
web-clock-differs = Another time for the opponent
web-clock-other = The opponent’s time
web-clock-of = { $side ->
    [white] White’s clock
   *[black] Black’s clock
}
web-clock-says = { $side ->
    [white] White has { $time }.
   *[black] Black has { $time }.
}
web-no-clock = There is no clock.
web-colour = Your colour
web-lots = Random
web-first-move = Who begins
web-first-usual = By the rules
web-aids = Help on the board
web-aids-full = What must capture, where pieces can go, hints
web-aids-targets = Only where pieces can go
web-aids-none = None
web-manner = How to play
web-manner-strict = The program enforces the rules
web-manner-at-board = Over the board: the program does not intervene
web-with-arbiter = With a seat for an arbiter
web-private = Only we two see it
web-is-private = only we see it
web-watch-link = Let somebody watch
web-watch-about = This game is private. Anybody who opens this link can watch it.
web-unseen = without the board
web-delay = Spectators see the moves
web-delay-none = at once
web-delay-minutes = { $count ->
    [one] { $count } minute later
   *[other] { $count } minutes later
}
web-delayed = { $count ->
    [one] spectators see it { $count } minute later
   *[other] spectators see it { $count } minutes later
}
web-mercy = If a player’s time runs out but the opponent cannot win, the game is drawn
web-display-boards = All boards of the display
web-display-host-clock = The host’s clock over all boards
web-display-next = Go to board { $board }
web-display-none = No board waits for you. You will be told when one does.
web-display-only-this = No other board waits for you.
web-display-now-waits = Board { $board } waits for you.
web-display-stay = Stay here
web-display-order = Which board comes next
web-display-order-wait = Longest wait
web-display-order-time = Least time
web-display-goes-on = Go on after my move
web-display-keys = On a board, press N to go to the next board that waits for you.
web-display-waits = waits for { $time }
web-display-left = { $time } left
web-display-guest-thinks = the guest is thinking
web-display-in-room = in the room
web-display-host-is-here = the host is here
web-display-host-at = { $count ->
    [one] The host is at board { $boards }.
   *[other] The host is at boards { $boards }.
}
web-display-host-nowhere = The host is not at a board now.
web-display-host-here = The host is at your board.
web-display-before = { $count ->
    [0] Your board is next.
    [one] { $count } board before yours.
   *[other] { $count } boards before yours.
}
web-display-your-move = It is your move. The host comes back when you have moved.
web-display-waiting-boards = { $count ->
    [0] No board waits for the host.
    [one] { $count } board waits for the host.
   *[other] { $count } boards wait for the host.
}
web-display-to-my-board = Go to my board
web-display-to-host = Follow the host
web-display-guests = { $count ->
    [one] { $count } guest has come
   *[other] { $count } guests have come
}
web-display-no-guests = Nobody has come yet. Send your guests the link, or add those who play in the room.
web-display-host-begins = The host begins the display. Your board will then be here.
web-display-begin = Begin the display
web-display-agree = Agree on terms
web-display-agree-with = Agree on terms with { $name }
web-display-guest-colour = The guest’s colour
web-display-colour-as-all = As for all guests
web-display-odds-how = Click or tap the men that the host leaves out.
web-display-sheet = Print all boards
web-display-slips = Print for moves
web-odds = { $count ->
    [0] Odds: remove men
   *[other] Odds (men removed: { $count })
}
web-odds-how = Click or tap the men that the stronger player gives as odds.
web-odds-ladder = Suggest odds
web-odds-mine = I play like
web-odds-theirs = My opponent plays like
web-odds-kind = What to give
web-odds-kind-mixed = Men and time
web-odds-kind-board = Men and moves
web-odds-kind-time = Time only
web-odds-take = Use these odds
web-odds-taken = These odds are in the terms of the game.
web-board = Board. Use the arrow keys to move around, Enter to pick up or put down.
web-piece-white-man = white man
web-piece-white-king = white king
web-piece-black-man = black man
web-piece-black-king = black king
web-square-empty = empty
web-square-not-played = not a square of the game
web-square-chosen = chosen
web-square-must-capture = must capture
web-square-can-move = can move
web-square-blocked = cannot move now
web-square-target = you can go here
web-several-ways = Several captures end there. Click the squares on the way.
web-nobody-yet = Nobody yet
web-you = You
web-away = (away)
web-on-turn = to move
web-captured = { $count ->
    [one] { $count } piece captured
   *[other] { $count } pieces captured
}
web-your-turn = Your move.
web-your-turn-title = Your move
web-you-are = You are { $side ->
    [white] White
   *[black] Black
}.
web-you-are-monkeys = You are { $side ->
    [white] Ginger
   *[black] Brown
}.
web-staged = Your move: { $move }. Make it?
web-staged-make = Make this move
web-staged-drop = Choose another
web-unsent = { $move } will be sent as soon as the connection is back.
web-take-move-back = Take it back
web-wish = Next move: { $move }
web-wish-drop = Cancel
web-wish-lost = The move you prepared is no longer possible.
web-their-turn = Your opponent is thinking.
web-over = The game is over.
web-looking-back = You are looking at an earlier position.
web-moves = Moves
web-no-moves = No moves yet.
web-irregular = (against the rules)
web-first = To the start of the game
web-back = One move back
web-forward = One move forward
web-last = To the last move
web-flip = Turn the board
web-hint = Hint
web-tools = Tools
web-tool-back = Undo
web-tool-draw = Draw
web-tool-no-win = No win
web-tool-flip = Flip
web-tool-listen = Listen
web-take-back = Take back
web-offer-draw = Offer a draw
web-draw-offered = Your opponent offers a draw.
web-draw-ask = Offer your opponent a draw?
web-draw-really = Offer a draw
web-draw-waits = You have offered a draw.
web-no-win-claimed = Your opponent claims that neither side can win.
web-back-asked = Your opponent asks to take a move back.
web-accept = Accept
web-decline = Decline
web-claim-draw = Claim a draw
web-claim-no-win = Claim: no win possible
web-no-win-waits = Your claim that neither side can win is waiting for an answer.
web-gone = Your opponent has left.
web-gone-wait = You can claim the win or a draw in { $time }.
web-gone-due = You can now claim the win or a draw.
web-claim-gone = Claim the win
web-claim-gone-draw = Claim a draw
web-put-aside = Put the game aside
web-put-aside-how = The game has no clock: it waits among your games until you both return.
web-resign = Resign
web-resign-ask = Resign this game?
web-resign-really = Yes, resign
web-no = No
web-pass = Pass the turn
web-type-move = Type a move, such as c3-d4 or 32-28
web-type-how = Type at least two squares, such as c3-d4.
web-make-move = Move
web-listen = Read aloud
web-say-position = Position
web-say-last = Last move
web-say-moves = Possible moves
web-say-clocks = Clocks
web-not-shown = The possible moves are not shown now.
web-blindfold = You play without seeing the board. Type your moves.
web-watchers = { $count ->
    [one] { $count } spectator
   *[other] { $count } spectators
}
web-connecting = Reconnecting to the club…
web-connection-lost = Connection lost. Reconnecting.
web-connection-back = The connection is back.
web-opponent-came = Your opponent has joined. The game begins.
web-waiting = Waiting for the opponent
web-waiting-link = Send this link to a friend, or let them scan the picture. The game begins when they join.
web-waiting-lobby = Your game is open in the club. Anyone can join.
web-invitation-link = Link for your friend
web-invite-arbiter = Link for the arbiter
web-candidate-asks = { $name } offers to be the arbiter. An arbiter can rule that the game is won or lost.
web-candidate-agree = Agree
web-candidate-decline = Decline
web-candidate-me = You have offered to be the arbiter. You can rule when the opponent of the game’s maker has agreed.
web-candidate-waits = { $name } offers to be the arbiter. Your opponent has not answered yet.
web-tool-notes = Notes
web-tool-talk = Talk
web-talk = Talk
web-talk-list = What was said
web-talk-phrases = Phrases
web-talk-heard = { $name }: { $text }
web-talk-proposes = I propose { $squares }
web-talk-deleted = (deleted)
web-talk-own = In your own words
web-talk-send = Say
web-talk-mute = Mute in this game
web-talk-silent = You have muted talk, here or in the settings.
web-talk-none = The players agreed not to talk.
web-talk-hears = Show what players say
web-talk-terms = Talk between the players
web-talk-terms-phrases = In ready phrases
web-talk-terms-free = Also in their own words
web-talk-terms-none = None
web-talk-to-team = To my team
web-talk-to-all = To everyone
web-talk-to-whom = To whom
# Teams.
web-play-team = Teams that consult
web-play-team-about = Several people share a side and talk among themselves
web-team-terms = Teams, by invitation
web-team-mine = People on my side
web-team-theirs = On the other side
web-team-decides = Who decides
web-team-decides-captain = The captain: the first to come
web-team-decides-turns = Each member in turn
web-team-decides-anyone = Anyone, the first to move
web-team-gathering = The teams gather
web-team-places = { $count } of { $places }
web-team-captain = captain
web-team-join = Join this side
web-team-invite = Invite to this side
web-team-link = Link to this team
web-team-begin = Begin now
web-team-begin-about = The game begins by itself when every place is taken. Begin earlier, and the teams stay as they are.
web-team-begin-needs = Each side needs at least one player.
web-team-waits = The game begins when everybody is here, or when its maker begins it.
web-team-decides-now = (decides)
web-team-propose = Propose
web-team-proposes = { $name } decides. What you move or draw is a proposal.
web-team-stands-in = { $name } is away: you can move for the team.
web-notes-live = Try out variations, without the computer. Nobody else sees your notes.
web-copy = Copy
web-copied = Copied
web-qr = The link as a QR code
web-withdraw = Cancel game
web-seat-free = There is a free seat at this board.
web-sit = Join the game
web-result-won = You have won!
web-result-lost = You have lost
web-result-draw = Draw
web-result-wins = { $side ->
    [white] White wins
   *[black] Black wins
}
web-result-none = The game does not count
web-why = Why?
web-turning = Turning points
web-turning-search = Looking for the turning points…
web-turning-none = No move turned this game: nobody made a serious mistake.
web-turning-found = { $count ->
    [one] One turning point was found.
   *[other] { $count } turning points were found.
}
web-turning-better = Better: { $move }
web-rematch = Play again
web-rematch-asked = You have asked for another game.
web-rematch-wanted = Your opponent wants another game.
web-rematch-open = Go to next game
web-analyse = Analyse
web-new-game = New game
web-at-board = Over the board
web-at-board-how = The program does not intervene. Click a piece to pick it up, a square to put it down, an opponent’s piece to remove it. Then press the clock.
web-press = Press the clock
web-release = Let go
web-crown = Crown
web-adjust = I adjust
web-demand = Demand correction
web-insist = Please follow the rules
web-arbiter = The arbiter’s seat
web-rule-correct = Correct it
web-rule-stand = Let it stand
web-rule-pause = Stop the clocks
web-rule-resume = Start the clocks
web-rule-draw = Draw
web-rule-annul = Annul the game
web-rule-side = Side
web-rule-penalty = Loss by penalty
web-rule-refusal = Loss: refuses to follow the rules
web-rule-note = Note for the record
web-write = Write
web-record = The whole record
web-download = Download
web-rules-title = The rules of all games
web-all-rules = All rules
web-print = Print version
web-lobby-title = The club
web-lobby-open = Who is looking for an opponent
web-lobby-make = Start a game
web-lobby-live = { $count ->
    [0] No games in progress
    [one] { $count } game in progress
   *[other] { $count } games in progress
}
web-yours = Your game
web-status-waiting = waiting for an opponent
web-status-live = in progress
web-games-mine = My games
web-games-none = There are no such games yet.
web-search = Search
web-search-game = Game
web-search-result = Result
web-search-player = Player
web-search-versus = Second player
web-search-event = Event
web-search-from = From
web-search-to = To
web-search-more = More filters
web-search-clear = Clear search
web-result-is-mine-won = I won
web-result-is-mine-lost = I lost
web-result-is-white = White won
web-result-is-black = Black won
web-result-is-unknown = Unknown
web-games-total = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
web-select = Select games
web-select-all = { $count ->
    [one] Select { $count } game
   *[other] Select all { $count }
}
web-selected = { $count ->
    [one] { $count } game selected
   *[other] { $count } games selected
}
web-remove = Delete
web-remove-game = Delete this game
web-remove-ask = { $count ->
    [one] Delete { $count } game?
   *[other] Delete { $count } games?
}
web-remove-how = Games you played against other people disappear from your list only. Your imports and your notes are deleted. This cannot be undone.
web-removed = { $count ->
    [0] No game was deleted.
    [one] { $count } game deleted.
   *[other] { $count } games deleted.
}
web-removing = Deleting…
web-any = All
web-result-is-won = Won
web-result-is-lost = Lost
web-result-is-drawn = Drawn
web-more = More
web-import = Import games
web-import-how = A PDN file with one or many games, or a record of this program.
web-import-game = Game
web-import-says = As the text says
web-import-file = Choose a file
web-import-text = Or paste the text
web-import-do = Import
web-importing = { $count ->
    [0] Reading…
    [one] Reading… { $count } game so far.
   *[other] Reading… { $count } games so far.
}
web-import-waiting = Other files are read first…
web-import-cancel = Cancel import
web-import-cancelled = The import was cancelled.
web-imported = { $count ->
    [0] No game was read.
    [one] { $count } game was read.
   *[other] { $count } games were read.
}
web-me = Who you are
web-me-name = Your name
web-me-kept = Done.
web-save = Save
web-account-why = With a password, your games are available on every device. You can also play without one.
web-account-make = Create account
web-account-made = The account has been created.
web-password = Password
web-login = Sign in
web-logout = Sign out
web-my-data = My data
web-my-data-why = Everything the club keeps of you, as one file: name, games, notes, links.
web-my-data-save = Save my data
web-delete-me = Delete my data
web-delete-me-ask = Delete your data?
web-delete-me-how = Your name, picture, notes, links and account are deleted at once, and nothing brings them back. Your games stay with those you played with, under “Guest”. Save your data first if you want to keep them.
web-delete-me-really = Delete for good
web-deleted-me = Your data have been deleted.
web-report-name = Report the name
web-report-ask = Report the name “{ $name }” to the keeper of the club?
web-report-really = Report
web-reported = Thank you. The keeper will look at it.
web-reset = New password
web-reset-how = A keeper of the club gave you this link. It works once: choose a new password, and you are signed in.
web-reset-set = Set password
web-reset-none = This address has no code. Ask the keeper of the club for a new link.
web-keeper = Running the club
web-keeper-become = Become keeper
web-keeper-become-how = You opened the keeper’s link. It makes you the one who runs this club: appoints coaches and arbiters, renames, blocks, helps with passwords.
web-keeper-account-first = First create an account, or sign in: the keeper needs one.
web-keeper-to-account = To my account
web-keeper-only = This page is for keepers of the club.
web-keeper-people = People
web-keeper-search = Search by name
web-keeper-filter = Who
web-keeper-all = Everybody
web-keeper-accounts = With an account
web-keeper-blocked = Blocked
web-keeper-guest = guest
web-keeper-nobody = Nobody was found.
web-keeper-since = here since { $when }
web-keeper-counts = Games: { $games } · notes: { $notes } · reports: { $reports }
web-keeper-offices = Offices
web-keeper-office-keeper = Keeper
web-keeper-office-coach = Coach
web-keeper-office-arbiter = Arbiter
web-keeper-block = Block
web-keeper-block-ask = Block { $name }? They are signed out everywhere and cannot sign in.
web-keeper-unblock = Unblock
web-keeper-limits = How much they may keep
web-keeper-limits-times = { $count ->
    [one] the usual
   *[other] { $count } times the usual
}
web-keeper-name = Name
web-keeper-rename = Rename
web-keeper-reset = New password
web-keeper-reset-link = Give this link to { $name }. It works once, for a day.
web-keeper-export = Export data
web-keeper-delete = Delete data
web-keeper-delete-ask = Delete everything that is kept of { $name }? Their games stay with a neutral name. This cannot be undone.
web-keeper-reported = Reported names
web-keeper-reported-none = No complaints wait.
web-keeper-reported-count = { $count ->
    [one] { $count } complaint
   *[other] { $count } complaints
}
web-keeper-ignore = Nothing is wrong
web-keeper-game = Look at the game
web-keeper-hidden = Hidden games
web-keeper-hidden-none = No game is hidden.
web-keeper-hide-id = Address or id of a game
web-keeper-hide = Hide
web-keeper-show = Show again
web-keeper-backups = Backups
web-keeper-backups-none = The club makes no backups by itself. For one every day, start it with:
web-keeper-backups-command = damka serve --backup-to FOLDER
web-keeper-backups-last = Last backup: { $when }. Kept: { $count }.
web-keeper-backups-failed = The last backup failed: { $reason }
web-keeper-log = What was done
web-keeper-log-none = Nothing yet.
web-keeper-work = Workers and their work
web-keeper-work-queue = Jobs
web-keeper-work-kind = Kind
web-keeper-work-waiting = Waiting
web-keeper-work-taken = In progress
web-keeper-work-done = Done in the last week
web-keeper-work-oldest = Longest wait
web-keeper-work-nothing = No jobs are waiting, and none were done recently.
web-keeper-work-people = for people
web-keeper-work-given-up = given up: { $count }
web-keeper-work-background-off = Background work is off. To switch it on:
web-keeper-work-background-command = damka serve --background-jobs
web-keeper-work-puzzles = { $count ->
    [one] Puzzles were found in one game.
   *[other] Puzzles were found in { $count } games.
}
web-keeper-work-workers = Who works
web-keeper-work-engine = The club’s engine has the number { $signature }; workers with another number are asked to update.
web-keeper-work-none = Nobody has worked yet. The club itself starts when there is a job.
web-keeper-work-name = Name
web-keeper-work-now = Now
web-keeper-work-jobs = Jobs done
web-keeper-work-speed = Positions per second
web-keeper-work-speed-value = { $value } million
web-keeper-work-threads = jobs at once: { $count }
web-keeper-work-key-of = key: { $name }
web-keeper-work-has = { $count ->
    [one] one job
   *[other] { $count } jobs
}
web-keeper-work-idle = waiting for work
web-keeper-work-gone = last seen { $when }
web-keeper-work-keys = Keys for workers
web-keeper-work-keys-how = With a key, a spare machine, yours or a friend’s, works for the club: it analyses games so that people wait less. It sees the moves of these games, but no names.
web-keeper-work-key-name = Who gets the key
web-keeper-work-key-make = Create key
web-keeper-work-key-new = This command starts a worker. The key in it is shown only once:
web-keeper-work-key-made = created { $when }
web-keeper-work-key-withdrawn = withdrawn { $when }
web-keeper-work-key-withdraw = Withdraw
web-keeper-work-key-withdraw-ask = Withdraw the key “{ $name }”? Workers with this key will be refused from now on.
web-keeper-work-levels = How the computer’s levels compare
web-keeper-work-levels-rules = Game
web-keeper-work-levels-pair = Level { $level } against { $against }
web-keeper-work-levels-games = Games
web-keeper-work-levels-score = Score
web-keeper-work-levels-elo = Difference in Elo
web-keeper-work-levels-more = All { $count }
web-keeper-work-differences = Different results
web-keeper-work-difference = Job { $job }: { $kind }. { $first } and { $second } found different results.
web-keeper-invite = Invite a keeper
web-keeper-invite-link = The person who opens this link becomes keeper. It works once, for a day.
web-keeper-done = Done.
web-logged-out = You are signed out.
web-password-old = Current password
web-password-new = New password
web-password-change = Change password
web-password-changed = The password has been changed. You are now signed in on this device only.
web-sessions = { $count ->
    [one] Signed in on { $count } device
   *[other] Signed in on { $count } devices
}
web-sessions-why = If there is a device that you do not know, sign out there and change your password.
web-sessions-end-others = Sign out elsewhere
web-sessions-ended = You are now signed in on this device only.
web-session-current = this device
web-session-unknown = Unknown device
web-session-now = used just now
web-session-seen = used { $when }
web-session-end-on = Sign out on { $device }, { $when }
web-session-ended = You are signed out there.
web-handover = Continue on another device
web-handover-how = Scan the picture there, or type this code: { $code }
web-continue = Continue here
web-continue-how = Continue here with the same profile and all your games.
web-continue-code = Code
web-continue-do = Continue
web-link-opens = This link opens a new game for you.
web-begin = Begin
web-analysis = Analysis board
web-analysis-how = Move the pieces of both sides. Other moves become variations.
web-analysis-done = The analysis is done.
web-analyse-game = Analyse the whole game
web-analysing = Analysing…
web-engine = The computer’s lines
web-depth = depth { $depth }
web-graph = Evaluation: White is better above the line, Black below.
web-graph-position = Position of the game
web-glyph = Sign for the move
web-promote = Make main line
web-delete = Delete from here
web-comment = Comment
web-editor = Set up a position
web-brush = What to put
web-eraser = Take off
web-to-move = To move
web-clear = Clear the board
web-start-position = Starting position
web-use-position = Use this position
web-cancel = Cancel
web-export-pdn = Save as PDN
web-export-sheet = Score sheet
web-export-diagram = Diagram
web-save-game = Save to my games
web-to-game = To the game
web-more-tools = More tools
web-copy-link = Copy link
web-link-copied = Link copied.
web-keys-how = Keys: ← and → move by move, ↑ and ↓ between variations, Home and End, F turns the board. The wheel over the board works too.
web-evaluation = Evaluation
web-evaluation-none = not known
web-engine-lines = Lines
web-engine-depth = Limit
web-engine-minute = one minute
web-result-unknown = result unknown
web-analysis-open = Open analysis board
web-editor-how = Drag pieces onto the board, across it or off it. Or choose a piece and click squares. Keys: arrows, Enter to put it down, Delete to remove it.
web-sight = What I see
web-sight-board = The board
web-sight-record = Move list only (blindfold)
web-sight-blind = Audio only (blindfold)
web-position-usual = Starting position: as usual
web-position-own = Starting position: your own
web-play-from = Play from here
web-colour-pupil = The pupil’s colour
web-sight-pupil = What the pupil sees
# The start page, who I am, coaches, the club.
web-books = { $count ->
    [one] { $count } rule book
   *[other] { $count } rule books
}
web-book = Rule book
web-play-computer-about = Ranked from { $first } to { $last }
web-play-screen-about = Two players, one device
web-play-link-about = Send a link or show a QR code
web-play-lobby-about = Wait for the next visitor
web-bar-play = Play
web-resume = Continue playing
web-resume-all = All my games
web-turns = { $count ->
    [one] Your move in { $count } game
   *[other] Your move in { $count } games
}
web-turns-count = { $count ->
    [one] { $count } game waits for your move
   *[other] { $count } games wait for your move
}
web-time-left = { $time } left
web-time-over = Time is up
web-flag-waits = When a player’s time runs out, the opponent has to claim the win
web-vacation-allowed = Players may go on vacation
web-flag-due = Your opponent’s time has run out. You can claim the win, or wait for the move.
web-claim-flag = Claim the win
web-tool-pause = Pause
web-ask-pause = Ask for a pause
web-pause-asked = Your opponent asks for a pause: nobody’s time runs until one of you ends it.
web-pause-waits = You have asked for a pause.
web-paused = The game is paused.
web-end-pause = End the pause
web-on-vacation = on vacation until { $day }
web-vacation = Vacation
web-vacation-why = While you are on vacation your time does not run in your games over days, unless the players have agreed otherwise. Everyone sees until when you are away.
web-vacation-last = The last day
web-vacation-go = Go on vacation
web-vacation-begun = You are on vacation until { $day }.
web-vacation-until = You are on vacation until { $day }.
web-vacation-how-it-ends = Your next move in any of these games ends it.
web-vacation-end = Come back
web-vacation-ended = You are back from vacation.
web-vacation-left = { $count ->
    [one] { $count } day of { $days } is left this year.
   *[other] { $count } days of { $days } are left this year.
}
web-prepared = If… then…
web-prepare = Prepare answers
web-prepare-how = Play your opponent’s move on the board, and then your answer. The club will make it for you, as soon as that move comes.
web-prepare-line = Prepare this line
web-prepare-forced = Make a capture for me when it is my only move
web-prepared-added = The line is prepared.
web-prepared-removed = The line is removed.
web-prepared-lost = The game went another way: the moves that you had prepared were dropped.
web-prepared-change = Change
web-prepared-clear = Remove all
web-understood = Close
web-ask-name = Others see you as “{ $name }”. Would you like a name and a picture of your own?
web-ask-name-do = Choose a name
web-ask-name-no = No, thanks
web-clock-default = Default: { $clock }
web-clock-default-people = Default: no clock; between people { $clock }
web-house-chosen = { $count ->
    [one] { $count } chosen
   *[other] { $count } chosen
}
web-coach-game = Game
web-coach-task = Task for the pupil
web-coach-task-example = For example: White to move and win
web-my-links = My links
web-my-links-none = No links yet. Who opened a link and how they played will be shown here.
web-my-link-side = { $side ->
    [black] the pupil plays Black
   *[white] the pupil plays White
}
web-my-link-opened = { $count ->
    [0] Nobody has opened it yet.
    [one] Opened { $count } time:
   *[other] Opened { $count } times:
}
web-my-link-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
web-my-link-close = Close link
web-my-link-close-really = Close for good
web-my-link-keep = Keep it open
web-my-link-closed = The link is closed.
web-my-link-is-closed = Closed: it opens no more games.
web-link-turn = First to move: { $turn }.
web-link-side = { $side ->
    [black] You play Black.
   *[white] You play White.
}
web-link-name = Your name, so that the coach knows who played (optional)
web-me-seen = This is how others see you.
web-me-name-and-picture = Name and picture
web-me-picture = Picture
web-account = Account and other devices
web-lobby-people = { $count ->
    [one] { $count } person is here now
   *[other] { $count } people are here now
}
web-lobby-invite = Be the first to sit down
web-lobby-invite-too = Or open a game of your own
web-lobby-invite-how = { $game }. Everyone in the club sees your offer while you wait; the game begins when someone joins.
web-lobby-offer = Open a game
web-lobby-other = Another game
web-lobby-quiet = No boards are in play right now. Games appear here as soon as someone plays.
web-club-ways = How would you like to play?
web-play-letters = By correspondence
web-play-letters-about = A link for a friend, days for each move
web-play-match = A match
web-play-match-about = Several games, colours alternate
web-play-simul = A display
web-play-simul-about = One player against several
web-play-evening = A club evening
web-play-evening-about = Everyone who comes finds an opponent
web-contest-any-moment = any moment now
web-contest-run-by = organiser: { $name }
web-contest-private = only its people see it
web-contest-terms = What is agreed
web-contest-no-takebacks = Moves may not be taken back.
web-contest-blind = The host plays without seeing the boards.
web-contest-record = Download record
web-contest-games = Download games
web-contest-link = Link to this page
web-contest-link-how = Send it or show the code: people enter with one click.
web-contest-link-private = Only people with this link can see the contest and take part.
web-contest-enter = Take part
web-contest-enter-too = Take part as well
web-contest-enter-how = Would you like to play here?
web-contest-ask = Ask to take part
web-contest-ask-how = The organiser accepts the players here.
web-contest-applied = You have asked to take part. The organiser decides.
web-contest-leave = Leave
web-contest-leave-ask = Leave this contest?
web-contest-people = Players: { $count }
web-contest-host = host
web-contest-is-ready = wants to play
web-contest-accept = Accept
web-contest-send = Remove
web-contest-send-name = Remove { $name }
web-contest-send-ask = Remove { $name } from the contest?
web-contest-gone = No longer here: { $names }
web-contest-add = Player in the room
web-contest-strength = Strength
web-contest-add-do = Add
web-contest-table = Table
web-contest-settle = Decide
web-contest-correct = Correct
web-contest-settle-ask = End this game? { $result }
web-contest-correct-ask = Change this result? { $result }
web-contest-settle-yes = Confirm
web-contest-result-of = Result: { $board }
web-contest-in-room = in the room
web-contest-match-games = Games
web-contest-boards = Boards
web-contest-close = Close the contest
web-contest-close-ask = Close the contest for good?
web-contest-score = { $first } and { $second }: { $score }
web-contest-playing = Now: { $game }
web-contest-next = Next: { $game }
web-contest-missing = An opponent is missing. Send the link or show the code.
web-contest-to-board = Go to the board
web-contest-watch = Watch
web-contest-at-room-board = You play at a board in the room.
web-contest-ready = Ready to play
web-contest-ready-for = { $name } wants to play
web-contest-other-ready = { $name } is waiting for you.
web-contest-you-ready = You are ready. Waiting for { $name }.
web-contest-claim-in = If { $name } does not come, you may claim the game in { $time }.
web-contest-claim-now = { $name } has not come. You may claim the game.
web-contest-give-up = Give up the match
web-contest-give-up-ask = Give up the whole match? Your opponent wins it.
web-contest-want = Ask for a game
web-contest-rest = Take a break
web-contest-you-free = You are free. The organiser pairs you for the next game.
web-contest-you-rest = You are taking a break.
web-contest-room-pair = Your board is in the room: White — { $white }, Black — { $black }.
web-contest-free = Free now: { $count }
web-contest-free-none = No one is waiting for a game.
web-contest-pair-free = Pair the free ones
web-contest-pair = Pair these two
web-contest-pair-how = Or choose two by hand: the first has White.
web-contest-pair-chosen = White — { $white }, Black — { $black }
web-contest-pair-room = They play at a board in the room
web-contest-proposed = Who would meet, and why
web-contest-resting = Taking a break
web-contest-next-game = Play the next game
web-contest-yours = you are in it
web-contest-more = More choices
web-contest-name = Name
web-contest-new-match = Match
web-contest-new-simul = Display
web-contest-new-evening = Club evening
web-contest-about-match = Two players, several games. When you have made it, send your opponent the link.
web-contest-about-simul = You play against everyone who enters, all boards at once.
web-contest-about-evening = People come and go. You pair those who are free, online and at boards in the room.
web-contest-make-match = Create the match
web-contest-make-simul = Create the display
web-contest-make-evening = Open the evening
web-contest-clock-usual = Usual: { $clock }
web-contest-length = Length
web-contest-first-to = Points to win
web-contest-first-white = Who has White first
web-contest-white-me = I do
web-contest-white-opponent = My opponent
web-contest-white-first-player = The first player
web-contest-white-second-player = The second player
web-contest-draws = Drawn games
web-contest-draws-count = Half a point each
web-contest-draws-faster = Replay faster until someone wins
web-contest-ladder-first = Time of the first replay
web-contest-ladder-then = Time of further replays
web-contest-timing-none = No clock
web-contest-timing-same = The same time for all
web-contest-timing-unequal = Different times for host and guests
web-contest-timing-one = One clock of mine over all boards
web-contest-host-time = My time at each board
web-contest-guest-time = Guests’ time
web-contest-board-time = Time at each board
web-contest-one-clock = My time for all boards, in minutes
web-contest-alternate = White and Black in turn
web-contest-begins = Begins at
web-contest-private-term = Only people with the link see it
web-contest-asked-term = I accept the players
web-contest-only-runs = I only run it and do not play
web-contest-takebacks = Moves may be taken back by agreement
web-contest-late = Guests may come late
web-contest-patience = How long an opponent is waited for, in minutes
web-contest-openings = Opening positions (FEN), one a line: each is played by both colours
web-contest-length-games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
web-contest-length-best-of = Best of { $count } games
web-contest-length-first-to = Until enough points are won
web-club-on-now = On now
web-club-begins = Waiting for players
web-club-over = My contests that are over
web-club-pace = Pace
web-club-pace-none = No clock
web-club-pace-sitting = One sitting
web-club-pace-days = Over days
web-club-manner = Manner
web-club-manner-strict = The program checks moves
web-club-manner-at-board = As at a real board
web-club-none-fit = No offers match.
web-club-show-all = Show all
web-local-only = This address works on this computer only.
web-local-how = To let others in your network join, close the club and start it with:
web-local-then = Its address will then be:
web-picture-sun = Sun
web-picture-moon = Moon
web-picture-star = Star
web-picture-acorn = Acorn
web-picture-mushroom = Mushroom
web-picture-apple = Apple
web-picture-flower = Flower
web-picture-pine = Pine tree
web-picture-mountain = Mountain
web-picture-boat = Boat
web-picture-rocket = Rocket
web-picture-balloon = Balloon
web-picture-umbrella = Umbrella
web-picture-teapot = Teapot
web-picture-kite = Kite
web-picture-drum = Drum

web-coach-offer = For coaches: a link with an exercise
web-coach-title = A link for pupils
web-link-title = A task from your coach
web-coach-text = Choose a game, a position, a side and an opponent. Everyone who opens the link gets a game of their own.
web-coach-against = Opponent: the computer’s level
web-coach-make = Create the link
web-coach-made = The link is ready. Show it, or send it.
web-coach-link = Link for pupils
web-coach-look = Try it yourself
web-found-wrong = Something was wrong from the start
web-claim-board = The board is the wrong way round
web-claim-setup = The pieces were set up wrongly
web-rule-board = The board
web-rule-disturbance = Put the pieces back
web-rule-wrong-board = Board wrong: restart
web-rule-wrong-setup = Setup wrong: restart
web-rule-clocks = The clocks
web-rule-time = Time left, such as 5:00
web-rule-time-set = Set the clock
web-rule-time-how = Type minutes and seconds, such as 5:00.
web-rule-result = The result
web-print-do = Print
web-clock-of-monkeys = { $side ->
    [white] Ginger’s clock
   *[black] Brown’s clock
}
web-clock-says-monkeys = { $side ->
    [white] Ginger has { $time }.
   *[black] Brown has { $time }.
}
web-result-wins-monkeys = { $side ->
    [white] Ginger wins
   *[black] Brown wins
}
web-graph-monkeys = Evaluation: Ginger is better above the line, Brown below.
web-result-is-white-monkeys = Ginger won
web-result-is-black-monkeys = Brown won
web-piece-white-man-monkeys = ginger monkey
web-piece-white-king-monkeys = white monkey, king of the ginger ones
web-piece-black-man-monkeys = brown monkey
web-piece-black-king-monkeys = black monkey, king of the brown ones
web-tables = Endgame tables
web-nav-trainer = Endings
web-trainer = Win the ending
web-trainer-about = Won positions from the endgame tables. The defender holds out as long as possible, and the draw rules limit your moves.
web-trainer-game = Game
web-trainer-kinds = Kinds of endings
web-trainer-solved = { $count ->
    [0] not solved yet
   *[other] solved: { $count }
}
web-trainer-again = Again
web-trainer-next = Another position
web-trainer-back = Take back
web-trainer-analyse = To the analysis board
web-trainer-shortest = { $moves ->
    [one] With best play { $moves } more move.
   *[other] With best play { $moves } more moves.
}
web-trainer-your-moves = Your moves: { $moves }
web-trainer-thinks = The defender is thinking.

# Endgame tables in the page, and endings to practise

tables-there = Endings with up to { $pieces } pieces are known exactly.
tables-building = The endgame tables are being built. Try again in a moment.
tables-unknown = { $pieces ->
    [0] The endgame tables do not know this position.
   *[other] The endgame tables cover up to { $pieces } pieces, and only positions that a game can reach.
}
tables-none = There are no endgame tables for this game here.
tables-damaged = A file of the endgame tables is damaged, so not everything is known here.
tables-by-rule = { $value }, but drawn by rule before that
exercise-three-kings = Three kings against one
exercise-three-kings-about = The main road (long diagonal) is yours. Three kings catch a king that does not hold it.
exercise-petrov = Petrov’s triangle
exercise-petrov-about = The longest wins of three kings against one. Build the triangle, push the king against it, then sacrifice.
exercise-road-shot = A shot on the main road
exercise-road-shot-about = The king holds the main road, where three kings cannot catch it. Here a sacrifice wins at once.
exercise-king-two-men = King and two men against a king
exercise-king-two-men-about = The main road is yours. Bring the men through and win.
exercise-king-against-men = A king against two men
exercise-king-against-men-about = Stop both men before one becomes a king.
exercise-king-against-three = A king against three men
exercise-king-against-three-about = One king stops three men, if it takes the right squares in time.
exercise-kings-shot = Kings against one king
exercise-kings-shot-about = On the large board one king usually draws. Find the shot that wins here.
exercise-two-short-kings = Two short kings against one
exercise-two-short-kings-about = Drive the king out of the double corner with the opposition.
exercise-short-king-man = King and man against a king
exercise-short-king-man-about = Bring the man through, then win with two kings against one.
exercise-three-pieces = Three pieces
exercise-three-pieces-about = Any ending with three pieces that is won.
exercise-four-pieces = Four pieces
exercise-four-pieces-about = Any ending with four pieces that is won.
exercise-unknown = This game has no such ending that can be won.
exercise-begin = { $moves ->
    [one] White to move wins in { $moves } move with best play.
   *[other] White to move wins in { $moves } moves with best play.
}
exercise-going = { $moves ->
    [one] The win is still there after { $moves } move.
   *[other] The win is still there after { $moves } moves.
}
exercise-budget = { $moves ->
    [one] The draw rules leave { $moves } move.
   *[other] The draw rules leave { $moves } moves.
}
exercise-no-budget = No draw rule counts moves here.
exercise-won = { $moves ->
    [one] Won in { $moves } move.
   *[other] Won in { $moves } moves.
}
exercise-over = The game is over, and you have not won it.
exercise-now-drawn = now it is a draw.
exercise-now-lost = now it is lost.
exercise-thrown = Move { $number }, { $move }, throws the win away: { $now }
exercise-better = { $move } keeps it: { $value }.

# What people are told who are not at the board. A notice says nothing about the position.
notice-nobody = your opponent
notice-turn = It is your move in the game with { $who }.
notice-time = Most of the time for your move in the game with { $who } is used.
notice-draw = { $who } offers a draw.
notice-take-back = { $who } asks to take moves back.
notice-pause = { $who } asks for a pause.
notice-came = { $who } has come to play with you.
notice-begins = “{ $contest }” has begun.
notice-paired = “{ $contest }”: your board with { $who } is ready.
web-notices = Notices
web-notices-unread = { $count ->
    [one] Notices, { $count } new
   *[other] Notices, { $count } new
  }
web-notices-new = New

### Letters: notices by e-mail

help-arg-smtp = The mail server for notices, such as smtp://user:password@mail.example:587. DAMKA_SMTP in the environment does the same, and no list of processes shows it
help-arg-mail_from = The address from which the club writes; by default damka at the club’s own name
serve-bad-smtp = The address of the mail server is not valid. It looks like smtp://user:password@mail.example:587 or smtps://mail.example.
serve-bad-sender = “{ $address }” is not a valid sender for letters. Name one with --mail-from.
server-no-mail = This club sends you no letters.
server-push-device = Notices cannot be sent to this device.
server-mail-address = This is not a valid e-mail address.
mail-confirm-subject = Confirm your address
mail-confirm = Somebody, presumably you, wants notices from a draughts club at this address. If that is right, open this link within a day:

    { $link }

    If it was not you, do nothing: you will get no further letters.
mail-digest-subject = { $count ->
    [one] { $count } notice from your draughts club
   *[other] { $count } notices from your draughts club
  }
mail-digest-urgent = The time for your move is running out
mail-digest-more = And { $count } more.
mail-digest-end = You chose to get these letters: { $settings }
    No more letters: { $off }
web-mail = Notices by e-mail
web-mail-confirming = One moment…
web-mail-confirmed = Your address is confirmed. You will now get the notices you chose.
web-mail-off-ask = Do you want no more letters from this club?
web-mail-off = No more letters
web-mail-is-off = Done: you will get no more letters, and your address is forgotten.
web-mail-nothing = This link is incomplete. Copy the whole address from the letter.
web-notices-why = What happens while you are away is told by the bell at the top.
web-mail-address = E-mail address
web-mail-about = Write to me when
web-mail-topic-turn = it is my move
web-mail-topic-time = the time for my move runs out
web-mail-topic-asked = my opponent asks something
web-mail-topic-came = an opponent has come
web-mail-topic-contest = a contest begins
web-mail-start = Send letters
web-mail-save = Save
web-mail-stop = Send no letters
web-mail-rate = At most one letter in six hours, and one in an hour if your time runs out.
web-mail-waits = We have written to { $address }. Open the link in the letter within a day. Nothing there? Look among the spam.
web-mail-on = Letters go to { $address }.
web-mail-refused = Letters to { $address } were returned, so no more are sent. Enter the address again.
web-mail-account-first = For letters you need an account: choose a password above.
web-push-on = Notify this device
web-push-off = Stop notifying
web-push-why = This device can show notices even while the page is closed. They go, encrypted, through the service of your browser’s maker.
web-push-is-on = This device shows notices even while the page is closed.
web-push-blocked = Your browser does not allow notices from this page. You can change that in its settings.
web-push-failed = Your browser could not switch notices on.

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

### The games

ruleset-russian = Russian draughts
ruleset-russian-about = Flying kings, men capture both ways, any capture may be chosen. By the full codex.
ruleset-russian-basic = Russian draughts, basic rules
ruleset-russian-basic-about = The moves of Russian draughts with their own draw rules, made for games with a clock.
ruleset-russian-gambler = Russian draughts, gambler.ru
ruleset-russian-gambler-about = Russian draughts as the games site gambler.ru explains them.
ruleset-russian-fmjd = Russian draughts, FMJD-64
ruleset-russian-fmjd-about = Russian draughts with the draw rules of international tournaments.
ruleset-international = Draughts-100
ruleset-international-about = The large board of 100 squares, 20 men a side, the most pieces must be taken.
ruleset-international-fmjd = International draughts, FMJD
ruleset-international-fmjd-about = Draughts on 100 squares with the draw rules of the world federation.
ruleset-simple = Simple draughts
ruleset-simple-about = The first game of the children's set “Ozornye Shashki”, on the light squares.
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
ruleset-corners = Corners
ruleset-corners-about = A race: be the first to bring all your pieces into the opponent's camp. Nothing is captured.
ruleset-stavropol = Stavropol draughts
ruleset-stavropol-about = You may move the opponent's pieces too, but only toward yourself.
ruleset-diagonal = Diagonal draughts
ruleset-diagonal-about = Russian draughts from another starting position, on both sides of the great road.
ruleset-poddavki = Giveaway
ruleset-poddavki-about = The other way round: whoever has no pieces or no move left wins.
ruleset-samoyed = Self-eaters
ruleset-samoyed-about = You must capture your own pieces too, whenever you can.
ruleset-english = English draughts
ruleset-english-about = Checkers by the world federation: Black begins, short kings, men capture only forward.
ruleset-italian = Italian draughts
ruleset-italian-about = Short kings, men may not capture kings, and strict rules say which capture must be made.
ruleset-spanish = Spanish draughts
ruleset-spanish-about = Flying kings; the most pieces must be taken, then the most kings.
ruleset-brazilian = Brazilian draughts
ruleset-brazilian-about = The rules of the 100-square game on the board of 64 squares.
ruleset-house = House game
ruleset-house-about = Your own game: every rule can be chosen. Unchanged, it is Russian draughts without draw rules.
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
fact-crowning-continue = becomes a king at once and goes on as a king
fact-crowning-pass = goes on as a man; is crowned only if it stops there
fact-crowning-stop = is crowned and stops
fact-priority = which capture must be made
fact-priority-free = any
fact-priority-most = the one that takes the most pieces
fact-priority-most-kings = the most pieces, then the most kings
fact-priority-italian = the most pieces; with a king; the most kings; kings first
fact-priority-king-first = with a king, if a king can capture
fact-victims = whose pieces are captured
fact-victims-enemy = the opponent's
fact-victims-any = the opponent's and your own
fact-movers = whose pieces you move
fact-movers-own = your own
fact-movers-either = your own or the opponent's
fact-enemy-quiet = where the opponent's pieces may be moved
fact-enemy-quiet-toward = only toward the player who moves them
fact-enemy-quiet-any = as they move by themselves
fact-enemy-capture = where the opponent's pieces may capture when you move them
fact-enemy-capture-toward = only toward the player who moves them
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
fact-equaliser = the second player's answering move
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
fact-corner = corner square at each player's hand
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
cite-texts = Source: { $citations }

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
cite-D-poddavki = game 8, Giveaway
cite-D-samoyed = game 9, Self-eaters
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
source-FMJD-64 = rules of the international federation's section for 64 squares (FMJD-64)
source-FMJD = rules of the world draughts federation (FMJD)
source-WCDF = rules of the world checkers/draughts federation (WCDF)
source-FID = rules of the Italian federation (FID)
source-Spain = rules of the Spanish federation
source-house = the players' own choice
source-extra-game = { $source }, extra game { $number }

### Why a move is refused

refusal-empty = There is no piece on { $square }.
refusal-not-yours = The piece on { $square } is not yours.
refusal-occupied = { $square } is occupied.
refusal-must-capture = You must capture: with { $squares }.
refusal-must-take-more = { $offered ->
    [one] This takes { $offered } piece
   *[other] This takes { $offered } pieces
}, but { $best } can be taken, and the most must be taken.
refusal-must-use-king = A king must make the capture: { $squares }.
refusal-must-take-kings = { $offered ->
    [0] This takes no king
    [one] This takes { $offered } king
   *[other] This takes { $offered } kings
}, but { $best } can be taken, and the most kings must be taken.
refusal-must-take-kings-first = Just as much can be taken with a king taken earlier, and kings must be taken as early as possible.
refusal-must-go-on = The capture is not finished: go on from { $squares }.
refusal-man-takes-king = A man may not capture a king in this game.
refusal-man-captures-backward = A man does not capture backward in this game.
refusal-own-piece = Pieces of one's own colour are not captured.
refusal-king-too-far = In this game a king goes only one square, and jumps only over a piece next to it.
refusal-crowned-in-passing = { $crowning ->
    [stop] A man that reaches the last row while capturing becomes a king and stops there.
    [pass] A man that reaches the last row while capturing goes on only as a man.
   *[continue] A man that reaches the last row while capturing goes on as a king.
}
refusal-only-toward = You may move the opponent's pieces only toward yourself.
refusal-twice = The piece on { $square } would be jumped twice, and a piece may be jumped only once.
refusal-blocked = The piece on { $square } is in the way.
refusal-not-diagonal = Pieces move only along the diagonals.
refusal-man-goes-backward = A man moves only forward.
refusal-man-too-far = That is too far: a man moves one square, and jumps only over a piece next to it.
refusal-unreachable = The piece cannot get there, neither by one step nor by jumps.
refusal-no-such-move = The piece cannot go there.

### Why the legal moves are what they are

situation-no-moves = There is no move.
situation-quiet = Nothing can be captured. These pieces can move: { $squares }.
situation-race = These pieces can move: { $squares }.
situation-capture = There is something to capture, so it must be captured. These pieces can: { $squares }.
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
    [white] all white pieces stand in the opponent's camp
   *[black] all black pieces stand in the opponent's camp
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
end-error-nothing-to-claim = There is no draw to claim: no draw rule is fulfilled.
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
draw-against-king-on-road = With { $forces } against one king that stands on the great road, the game is drawn after { $limit }.
draw-against-king-off-road = With { $forces } against one king that does not hold the great road, the game is drawn after { $limit }.
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
draw-added = Not in the text: added by Damka.

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
draw-label-against-king-on-road = { $forces } against one king on the great road
draw-label-against-king-off-road = { $forces } against one king off the great road
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
    [0] Draw as soon as the single king leaves the great road,
    [one] Draw in { $left } half-move
   *[other] Draw in { $left } half-moves
} by { $id } ({ $label }: { $count } of { $full })
progress-counted-claim = { $left ->
    [0] A draw can be claimed
    [one] A draw can be claimed in { $left } half-move
   *[other] A draw can be claimed in { $left } half-moves
} by { $id } ({ $label }: { $count } of { $full })
progress-added = { $progress }, added by Damka
progress-house = { $progress }, house rule

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

### House rules that are no game

problem-unknown-ruleset = There is no game called “{ $text }”.
problem-unknown-fact = There is no rule called “{ $text }”.
problem-not-a-fact = “{ $text }” should be written as name=value.
problem-fact-twice = “{ $fact }” ({ $name }) is given twice.
problem-fixed-fact = “{ $fact }” ({ $name }) cannot be changed in this game: only house rules can change it.
problem-bad-value = “{ $value }” is no value of “{ $fact }” ({ $name }). Possible: { $expected }.
problem-not-here = “{ $fact }” ({ $name }) has no meaning in this game.
contradiction-pass-needs-backward-capture = “{ $fact }”: a man that captures only forward can never go on from the last row as a man. Choose “stop”.
contradiction-switches-without-enemy-movers = Rules for moving the opponent's pieces are given, but only one's own pieces are moved. Choose “movers=either” or leave them out.
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
fen-bad-turn = “{ $text }” is no side to move: it must be W or B.
fen-no-pieces = “{ $text }” lists no pieces.
fen-side-twice = “{ $text }” lists the same side again.
fen-unknown-square = “{ $text }” is no square of this board.
fen-not-played = “{ $text }” is not a square of the game.
fen-square-twice = “{ $text }”: there is a piece on this square already.
fen-bad-range = “{ $text }” is no range of squares.
fen-jumped = “{ $text }” is a piece that has been jumped but not yet removed: half a move is no position.
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
move-half-square = “{ $text }” is only half of a square's name.
move-junk = “{ $text }” does not belong in a move.
move-unknown-square = There is no square “{ $text }” on this board.
move-not-played = { $square } is not a square of this game.
move-no-such-piece = It is not clear which piece from file { $column } goes to { $square }. Name its square.
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
spoken-enemy = opponent's piece: { $move }

diagonal-great-road = great road
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
play-help-why = why the moves are what they are
play-help-undo = take the last move back
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
play-draw-declined = The draw is declined. The game goes on.
play-draw-too-early = { $moves ->
    [one] A draw cannot be agreed yet: each side must make { $moves } move first.
   *[other] A draw cannot be agreed yet: each side must make { $moves } moves first.
}
play-draw-not-offered = Nobody has offered a draw.
play-draw-own-offer = You made this offer yourself: the answer is the opponent's.
play-draw-already-offered = A draw has been offered already.
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
    [white] White's move { $move } is taken back.
   *[black] Black's move { $move } is taken back.
}
play-passed = { $side ->
    [white] White cannot move, so it is Black's turn again.
   *[black] Black cannot move, so it is White's turn again.
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

### The page of rules

page-title = { $game }: the rules
page-source = The rules follow: { $source }.
page-line = The game in one line: { $line }
page-legend-race = On the boards: o – white piece, x – black piece.
page-legend = On the boards: o – white man, O – white king, x – black man, X – black king.
page-board = The board and the pieces
page-moves = Moves
page-captures = Captures
page-choice = Which capture to make
page-enemy = Moving the opponent's pieces
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
rule-road = The long diagonal { $from }–{ $to } is called the great road.
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
rule-turn-either = The players move in turn. A turn may not be passed. A player moves one of their own pieces or one of the opponent's.
rule-turn-race = The players move in turn.
rule-man-step = A man moves one square forward along a diagonal, to an empty square.
rule-king-step-flying = A king moves along a diagonal forward or backward, any distance over empty squares.
rule-king-step-short = A king moves one square along a diagonal, forward or backward, to an empty square.
rule-crown = A man that reaches the last row becomes a king. A side may have several kings.
rule-crown-quiet = If it got there without capturing, it moves as a king from the next turn.
rule-duty = Capturing is a duty: whoever can capture must capture.
rule-man-jump = A man captures a piece next to it, on the same diagonal, by jumping to the empty square right behind.
rule-man-direction-all = A man captures forward and backward.
rule-man-direction-forward = A man captures only forward.
rule-man-takes-king-no = A man may not capture a king.
rule-king-jump-flying = A king captures along a diagonal at any distance: the squares up to the piece are empty, and behind it at least one square is empty. It lands on any empty square behind the piece.
rule-king-jump-short = A king captures a piece next to it, forward or backward, by jumping to the empty square right behind.
rule-go-on = If the same piece can then capture again, it must go on. All this is one move.
rule-go-on-flying = If a king has several squares to land on, it must choose one from which the capture goes on, if there is one.
rule-once = Captured pieces are taken off only when the move is finished. An empty square may be crossed several times, but no piece may be jumped twice (the Turkish strike).
rule-victims-enemy = A piece never captures pieces of its own colour.
rule-victims-any = Pieces of one's own colour are captured too, and that is a duty just the same. One move may take pieces of both colours.
rule-choice-free = If there are several captures, the player chooses any of them, whatever the number of pieces. But a capture that was begun must be finished.
rule-choice-most = If there are several captures, the player must take the most pieces. Men and kings count the same. Among equal captures the choice is free.
rule-choice-most-kings = If there are several captures, the player must take the most pieces; among equal numbers, the most kings. If all is equal, the choice is free.
rule-choice-italian = If there are several captures, the player must take the most pieces. If the numbers are equal, a king must capture rather than a man; then the most kings must be taken; then a king must be taken as early as possible. If all is equal, the choice is free.
rule-choice-king-first = If a king can capture, a king must capture. Otherwise the choice is free.
rule-passing-continue = A man that reaches the last row while capturing becomes a king at once, and if it can capture more as a king, it must go on in the same move.
rule-passing-pass = A man that reaches the last row while capturing and can capture more as a man goes on and stays a man. It becomes a king only if its move ends on the last row.
rule-passing-stop = A man that reaches the last row while capturing becomes a king, and its move ends there.
rule-movers = Instead of one of their own pieces, a player may move one of the opponent's. A piece moves and captures as its colour does, whoever moves it, and is crowned on its own last row.
rule-enemy-takes-yours = So an opponent's piece captures only the pieces of the player who moves it.
rule-enemy-quiet-toward = Without capturing, an opponent's piece may be moved only toward the player who moves it.
rule-enemy-quiet-any = Without capturing, an opponent's piece moves as it would by itself.
rule-enemy-capture-toward = An opponent's piece captures only toward the player who moves it, at every jump.
rule-enemy-capture-any = An opponent's piece captures in the directions in which it captures by itself.
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
rule-added = { $rule } (Not in the text: added by Damka.)
rule-draws-none = There is no other draw rule.
rule-naming-algebraic = A square is named by a letter and a number: the letters run from left to right and the numbers upward, as White sees the board.
rule-naming-far-left = The squares have numbers from 1 to { $count }: as White sees the board, 1 is at the far left, and the numbers run from left to right, row by row toward White.
rule-naming-near-right = The squares have numbers from 1 to { $count }: as White sees the board, 1 is at the near right, and the numbers run from right to left, row by row away from White.
rule-writing = A move is written with the squares where it begins and ends: { $quiet }. A capture has another sign: { $capture }.
rule-writing-race = A move is written with the squares where it begins and ends: { $quiet }.
rule-diagonals = The diagonals have names: { $diagonals }.
rule-race-aim = Whoever first brings all their pieces onto the squares where the opponent's pieces stood at the start wins.
rule-race-equaliser = If the player who began gets there first, the other makes one more move. If all their pieces are there too then, the game is drawn.
rule-race-home-limit = { $count ->
    [one] Whoever still has a piece at home after { $count } move of their own loses.
   *[other] Whoever still has a piece at home after { $count } moves of their own loses.
}
rule-race-step-4 = A piece steps to an empty square next to it: forward, backward or sideways, not diagonally.
rule-race-step-8 = A piece steps to any empty square next to it, diagonally too.
rule-race-jump-4 = Or it jumps straight over a piece next to it, own or not, to the empty square right behind. It may go on jumping, and may stop after any jump.
rule-race-jump-8 = Or it jumps, straight or diagonally, over a piece next to it, own or not, to the empty square right behind. It may go on jumping, and may stop after any jump.
rule-race-nothing-taken = Jumping is never a duty, and nothing is taken off the board.
rule-option = { $fact }: { $value }. Also possible: { $others }.
rule-race-must = A player who has a move must move.
rule-race-pass = A player who has none misses the turn.

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
example-passing-continue = The man becomes a king on the last row and captures on as a king: { $moves }.
example-passing-pass = The man passes the last row, captures on as a man and stays a man: { $moves }.
example-passing-pass-end = Only a king could capture on from here, so the man stops on the last row and becomes a king: { $moves }.
example-passing-stop = The man becomes a king on the last row and stops, though there is one more piece to take: { $moves }.
example-turkish = The capturing piece must stop: the next piece in its way has been jumped already. { $moves } takes { $count }.
example-own = White must capture its own piece: { $moves }.
example-enemy-quiet = White to move. Black's man may be moved too, toward White. Allowed: { $moves }.
example-enemy-capture = White to move. The white man must capture: { $moves }. Black's man may not capture toward Black.
example-enemy-capture-own = White to move. White can capture its own man with Black's piece, and a capture is a duty: { $moves }.
example-race-step = One step: { $moves }.
example-race-jump = Several jumps in one move: { $moves }.

"""Plays whole games through `damka hub` with a Python client of the Hub protocol: hub-games.py CLIENT PROGRAM.

The client keeps the board, checks every engine move by its own rules, and decides when the game is over. The engine
plays both sides. CLIENT is `pydraughts` or `py-draughts`; both are modules called `draughts`, so each has a virtual
environment of its own (tools/check-hub).
"""

import sys

# Shallow, so that a game takes seconds; enough half-moves for any game that ends.
DEPTH = 3
MOST_PLIES = 400

# pydraughts writes positions from the far left, as the protocol says, but numbers the squares of moves as each game's
# notation does; and it calls the side that begins White, even in English draughts.
PYDRAUGHTS = [
    ("standard", "normal", "far-left"),
    ("russian", "russian", "near-left"),
    ("brazilian", "brazilian", "near-left"),
    ("english", "english", "near-right"),
    ("italian", "italian", "far-left"),
]


def play_pydraughts(program):
    import draughts
    from draughts.engine import HubEngine, Limit

    for theirs, ours, numbering in PYDRAUGHTS:
        engine = HubEngine([program, "hub"])
        assert ours in engine.variants, f"{ours} is not offered"
        engine.configure({"variant": ours, "numbering": numbering})
        engine.init()
        board = draughts.Board(variant=theirs)
        while not board.is_over() and len(board.move_stack) < MOST_PLIES:
            board.push(engine.play(board, Limit(depth=DEPTH), ponder=False).move)
        report("pydraughts", theirs, len(board.move_stack), board.is_over())
        engine.quit()
        engine.p.wait(timeout=30)
        engine.p.stdin.close()
        engine.p.stdout.close()


def play_py_draughts(program):
    from draughts import StandardBoard
    from draughts.engines.hub import HubEngine

    # This client's bridge supports only boards of 100 squares.
    with HubEngine(program, depth_limit=DEPTH) as engine:
        board = StandardBoard()
        plies = 0
        while not board.game_over and plies < MOST_PLIES:
            board.push(engine.get_best_move(board))
            plies += 1
        report("py-draughts", "standard", plies, board.game_over)


def report(client, variant, plies, over):
    print(f"{client}: {variant}, {plies} half-moves, {'over' if over else 'not over'}", flush=True)
    assert over, f"{client} sees no end of the game"


if __name__ == "__main__":
    clients = {"pydraughts": play_pydraughts, "py-draughts": play_py_draughts}
    clients[sys.argv[1]](sys.argv[2])

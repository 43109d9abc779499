"""Calls every operation of the API with valid values, through a client generated from its description.

    api-tour.py ADDRESS KEEPER with the code of the first keeper, and the generated package `damka_client` and examples/bot on PYTHONPATH

Every answer must be a success, and no operation may be left out: a new one needs a line here.
"""

import base64
import importlib
import inspect
import json
import sys
import time
import typing
from urllib.parse import urlsplit

import httpx
from bot import Socket
from damka_client import Client

ADDRESS, KEEPER = sys.argv[1:]
# These need a mail server and the links in its letters; tests/it/mail.rs of the server calls them.
WITH_LETTERS = {"put_me_mail", "post_mail_confirm", "post_mail_off"}
# These need an engine beside the job, which the club's own thread takes first; tests/it/jobs.rs of the server and damka worker call them.
WITH_ENGINE = {"post_work_number_progress", "post_work_number_result", "post_work_number_back"}
PDN = '[GameType "25"]\n[Result "2-0"]\n1. c3-d4 d6-c5 2. b2-c3 2-0\n'


class Visitor:
    """A browser: a generated client with a cookie of its own."""

    called = set()

    def __init__(self, description):
        self.description = description
        self.modules = {
            operation["operationId"]: f"damka_client.api.{tag(operation)}.{operation['operationId']}"
            for item in description["paths"].values()
            for operation in item.values()
        }
        self.client = Client(base_url=ADDRESS, timeout=httpx.Timeout(120))

    def call(self, operation, body=None, **parameters):
        """Calls an operation; returns the answer as JSON, or as text."""
        function = importlib.import_module(self.modules[operation]).sync_detailed
        if body is not None:
            parameters["body"] = typing.get_type_hints(function)["body"].from_dict(body)
        for name, value in list(parameters.items()):
            # Closed lists are enums in the generated client.
            kinds = typing.get_args(inspect.signature(function).parameters[name].annotation)
            enums = [kind for kind in kinds if inspect.isclass(kind) and hasattr(kind, "__members__")]
            parameters[name] = enums[0](value) if enums else value
        answer = function(client=self.client, **parameters)
        text = answer.content.decode(errors="replace")
        assert 200 <= answer.status_code < 300, f"{operation}: {answer.status_code} {text[:300]}"
        Visitor.called.add(operation)
        return json.loads(text) if answer.headers.get("content-type", "").startswith("application/json") else text

    def act(self, game, act, seat=None):
        """Performs one act in a game, over its socket."""
        cookies = self.client.get_httpx_client().cookies
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        parts = urlsplit(ADDRESS)
        socket = Socket(parts.hostname, parts.port, f"/api/games/{game}/socket?client={time.time_ns() % 2**50 + 1000}", cookie)
        socket.send({"type": "act", "n": 1, "act": act} | ({"seat": seat} if seat else {}))
        while (message := socket.receive())["type"] != "event":
            assert message["type"] != "refused", message
        return message["event"]["state"]


def tag(operation):
    """The module of the generated client; a Python keyword gets an underscore appended."""
    name = operation.get("tags", ["default"])[0]
    return f"{name}_" if name == "import" else name


def rules(visitor):
    visitor.call("get_health")
    assert visitor.call("get_choices")["rulesets"]
    assert visitor.call("get_rules", rules="house king=short")["line"] == "house king=short"
    assert "<html" in visitor.call("get_rules_page", rules="russian")
    assert visitor.call("get_sample", rules="russian")["moves"]
    assert visitor.call("get_clock", clock="5m+3s")["clock"] == "5m+3s"
    odds = visitor.call("get_odds", rules="russian", stronger=8, weaker=4, kind="board", giver="white")
    assert odds["men"] == ["a1"] and odds["text"]
    assert "<svg" in visitor.call("get_diagram", rules="russian", fen="W:Wc3:Bf6", mm=400, seen_by="black")
    visitor.call("get_preview_png")


def positions(visitor):
    position = {"rules": "russian", "moves": ["c3-d4"]}
    assert visitor.call("post_position", position)["toMove"] == "black"
    setup = {"rules": "russian", "pieces": {"c3": "w", "f6": "b"}, "toMove": "white"}
    fen = visitor.call("post_position_fen", setup)["fen"]
    explained = visitor.call("post_position_explain", {"position": {"rules": "russian"}, "path": ["c3", "c5"]})
    assert not explained["legal"]
    assert visitor.call("post_position_hint", {"rules": "russian", "fen": fen})["text"]
    visitor.call("post_position_endgame", {"rules": "russian", "fen": fen})


def exercises(visitor):
    deadline = time.time() + 300
    while (found := visitor.call("get_exercises", rules="russian"))["status"] == "building":
        assert time.time() < deadline, "the tables are never built"
        time.sleep(1)
    exercise = visitor.call("get_exercises_position", rules="russian", kind=found["kinds"][0]["id"], number=1)
    move = exercise["answer"]["position"]["legal"][0]["text"]
    visitor.call("post_exercises_answer", {"position": {"rules": "russian", "fen": exercise["fen"], "moves": [move]}})


def people(visitor, other):
    assert not visitor.call("get_me")["account"]
    visitor.call("put_me_name", {"name": "Tour Ann"})
    visitor.call("put_me_picture", {"picture": "star"})
    account = {"name": "Tour Ann", "password": "five green draughtsmen"}
    assert visitor.call("post_me_account", account)["account"]
    visitor.call("put_me_password", {"old": account["password"], "new": "six green draughtsmen"})
    assert not visitor.call("post_me_logout")["account"]
    assert visitor.call("post_me_login", account | {"password": "six green draughtsmen"})["account"]
    code = visitor.call("post_me_handover")["code"]
    assert other.call("post_me_takeover", {"code": code})["name"] == "Tour Ann"
    there = next(one for one in visitor.call("get_me_sessions")["sessions"] if not one["current"])
    visitor.call("delete_me_sessions_id", id=there["id"])
    assert len(visitor.call("post_me_sessions_end_others")["sessions"]) == 1
    assert visitor.call("get_me_usage")["quotas"]
    assert visitor.call("get_me_notices")["unread"] == 0
    visitor.call("post_me_notices_read", {"upto": 1})
    assert "mail" not in visitor.call("get_me_notices_settings")
    visitor.call("delete_me_mail")
    key = base64.urlsafe_b64encode(b"\x04" + bytes(64)).decode().rstrip("=")
    device = {"endpoint": "https://push.example.org/tour", "key": key, "auth": "AAAAAAAAAAAAAAAAAAAAAA"}
    visitor.call("post_me_push", device)
    visitor.call("delete_me_push", {"endpoint": device["endpoint"]})
    other.call("put_me_name", {"name": "Tour Bob"})
    other.call("post_me_account", {"name": "Tour Bob", "password": "seven green draughtsmen"})


def games(visitor, other):
    wanted = {"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"}
    made = visitor.call("post_games", wanted)
    assert visitor.call("get_games_id", id=made["id"])["id"] == made["id"]
    assert "#seat=" in visitor.call("get_games_id_invitation", id=made["id"])["url"]
    other.call("post_games_id_seat", {"invitation": made["invitation"]}, id=made["id"])
    assert visitor.act(made["id"], {"kind": "move", "path": ["c3", "d4"]})["ply"] == 1
    other.act(made["id"], {"kind": "resign"})
    assert visitor.call("post_games_id_rematch", id=made["id"])["game"] is None
    assert other.call("post_games_id_rematch", id=made["id"])["game"]
    team = visitor.call("post_games", wanted | {"seats": {"white": {"places": 3, "decides": "captain"}}})
    other.call("post_games_id_seat", {"invitation": team["invitation"], "side": "black"}, id=team["id"])
    visitor.call("post_games_id_begin", id=team["id"])
    withdrawn = visitor.call("post_games", wanted)["id"]
    visitor.call("delete_games_id", id=withdrawn)
    computer = {"rules": "russian", "opponent": {"kind": "computer", "level": 1}, "colour": "white"}
    assert visitor.call("post_games_id_hint", id=visitor.call("post_games", computer)["id"])["text"]
    visitor.call("get_lobby")
    visitor.call("get_games", limit=5)
    return made["id"]


def letters(visitor, other):
    """A game over days: moves that are prepared, a vacation, and whose move it is."""
    clocks = {"white": "1x3d", "black": "1x3d"}
    wanted = {"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "clocks": clocks, "flag": "claims"}
    made = visitor.call("post_games", wanted)
    other.call("post_games_id_seat", {"invitation": made["invitation"]}, id=made["id"])
    assert made["id"] in [game["id"] for game in visitor.call("get_me_turns", limit=5)["games"]]
    nodes = [{"text": "c3-d4"}, {"parent": 0, "text": "f6-g5"}, {"parent": 1, "text": "g3-h4"}]
    prepared = {"ply": 0, "moves": {"nodes": nodes}, "forced": True}
    assert len(visitor.call("put_games_id_conditions", prepared, id=made["id"])["tree"]["nodes"]) == 3
    assert visitor.call("get_games_id_conditions", id=made["id"])["forced"]
    visitor.act(made["id"], {"kind": "move", "path": ["c3", "d4"]})
    other.act(made["id"], {"kind": "move", "path": ["f6", "g5"]})
    assert len(visitor.call("get_games_id", id=made["id"])["moves"]) == 3
    visitor.call("delete_games_id_conditions", id=made["id"])
    until = int(time.time() * 1000) + 86_400_000
    assert other.call("put_me_vacation", {"until": until})["until"] == until
    assert other.call("get_me_vacation")["left"] == 29
    other.call("delete_me_vacation")


def private_games(visitor, other, third):
    """A private game: an arbiter to whom the opponent agrees, and a guest who may watch."""
    wanted = {"rules": "russian", "opponent": {"kind": "link"}, "colour": "white", "private": True, "arbiter": True}
    made = visitor.call("post_games", wanted)
    secret = lambda **of: visitor.call("get_games_id_invitation", id=made["id"], **of)["url"].split("=")[-1]
    other.call("post_games_id_seat", {"invitation": made["invitation"]}, id=made["id"])
    third.call("post_games_id_seat", {"invitation": secret(arbiter=True)}, id=made["id"])
    other.call("post_games_id_arbiter", {"agrees": True}, id=made["id"])
    guest = Visitor(visitor.description)
    guest.call("post_games_id_enter", {"secret": secret(watch=True)}, id=made["id"])
    assert guest.call("get_games_id", id=made["id"])["agreed"]["private"]


def records(visitor, game):
    for form in ["pdn", "fen", "sheet", "sheetPage", "svg", "record"]:
        assert visitor.call("get_games_id_export", id=game, format_=form)
    assert visitor.call("get_games_id_record", id=game)["lines"]
    visitor.call("get_games_id_preview_png", id=game)
    visitor.call("post_games_id_analysis", id=game)
    visitor.call("get_games_id_analysis", id=game)
    imported = imports(visitor)
    assert visitor.call("put_games_id_notes", {"pdn": "1. c3-d4 {calm} *"}, id=game)["changed"]
    assert "calm" in visitor.call("get_games_id_notes", id=game)["pdn"]
    nodes = {"nodes": [{"text": "c3-d4"}, {"parent": 0, "text": "d6-c5", "glyphs": ["!"]}]}
    visitor.call("put_games_id_tree", nodes, id=imported)
    assert visitor.call("get_games_id_tree", id=imported)["nodes"]
    assert visitor.call("post_games_id_tree_pdn", nodes, id=imported)["pdn"]
    assert visitor.call("post_tree", {"pdn": PDN, "rules": "russian"})["nodes"]
    assert visitor.call("post_tree_pdn", {"rules": "russian", "moves": nodes})["pdn"]
    assert imported in visitor.call("get_me_games_ids", rules="russian")["games"]
    assert visitor.call("get_me_games", limit=10, result="won")["games"]
    assert visitor.call("post_me_games_remove", {"games": [imported]})["games"] == [imported]


def imports(visitor):
    job = visitor.call("post_me_games", {"text": PDN, "rules": "russian"})["id"]
    deadline = time.time() + 60
    while (found := visitor.call("get_me_imports_id", id=job))["status"] in ("waiting", "running"):
        assert time.time() < deadline, f"the import is never read: {found}"
        time.sleep(0.1)
    assert any(one["id"] == job for one in visitor.call("get_me_imports")["imports"])
    visitor.call("delete_me_imports_id", id=job)
    return found["games"][0]


def keeper(visitor, other, game):
    visitor.call("post_me_keeper", {"code": KEEPER})
    other.call("post_reports", {"game": game, "side": "white"})
    assert visitor.call("get_keeper")["reported"]
    people = visitor.call("get_keeper_people", name="Tour")["people"]
    ann, bob = (next(one["number"] for one in people if one["name"] == name) for name in ("Tour Ann", "Tour Bob"))
    visitor.call("delete_keeper_people_number_reports", number=ann)
    assert visitor.call("get_keeper_people_number", number=bob)["member"]["account"]
    assert visitor.call("get_keeper_people_number_export", number=bob)
    visitor.call("put_keeper_people_number_name", {"name": "Tour Robert"}, number=bob)
    visitor.call("put_keeper_people_number_offices", {"offices": ["coach"]}, number=bob)
    assert visitor.call("put_keeper_people_number_allowance", {"factor": 3}, number=bob)["allowance"] == 3
    visitor.call("put_keeper_people_number_blocked", {"blocked": True}, number=bob)
    visitor.call("put_keeper_people_number_blocked", {"blocked": False}, number=bob)
    code = visitor.call("post_keeper_people_number_reset", number=bob)["path"].split("#")[-1]
    other.call("post_me_reset", {"code": code, "password": "eight green draughtsmen"})
    visitor.call("put_keeper_games_id_hidden", {"hidden": True}, id=game)
    visitor.call("put_keeper_games_id_hidden", {"hidden": False}, id=game)
    assert visitor.call("get_keeper_log")["entries"]
    work(visitor)
    # The club must not be left without a keeper when this one is deleted.
    code = visitor.call("post_keeper_link")["path"].split("#")[-1]
    visitor.call("delete_keeper_people_number", number=bob)
    return code


def work(keeper):
    """A worker that asks for a job and gets none."""
    made = keeper.call("post_keeper_work_keys", {"name": "Tour"})
    signature = keeper.call("get_keeper_work")["signature"]
    keeper.call("get_keeper_work_puzzles")
    worker = Visitor(keeper.description)
    worker.client = worker.client.with_headers({"Authorization": f"Bearer {made['key']}"})
    wish = {"worker": "tourworker", "name": "Tour", "version": "1", "signature": signature, "threads": 1, "wait": 0}
    worker.call("post_work_take", wish)
    keeper.call("delete_keeper_work_keys_number", number=made["number"])


def links(visitor, other):
    game = {"rules": "russian", "opponent": {"kind": "computer", "level": 2}, "colour": "white"}
    code = visitor.call("post_links", {"game": game, "task": "Win."})["code"]
    assert other.call("get_links_code", code=code)["task"] == "Win."
    assert other.call("post_links_code", code=code)["id"]
    assert visitor.call("get_me_links")["links"][0]["opened"] == 1
    visitor.call("delete_links_code", code=code)


def contests(visitor, other):
    wanted = {"name": "Tour", "kind": "match", "rules": "russian", "length": "games 2"}
    contest = visitor.call("post_contests", wanted)["id"]
    other.call("post_contests_id_enter", {"secret": "none"}, id=contest)
    for player in [other, visitor]:
        if player is other:
            player.call("post_contests_id_acts", {"kind": "enter"}, id=contest)
        player.call("post_contests_id_acts", {"kind": "ready"}, id=contest)
    assert visitor.call("get_contests")["playing"][0]["id"] == contest
    assert len(other.call("get_contests_id", id=contest)["boards"]) == 1
    assert contest in other.call("get_contests_id_invitation", id=contest)["url"]
    assert visitor.call("get_contests_id_export", id=contest)


def main():
    description = httpx.get(f"{ADDRESS}/api/openapi.json").json()
    ann, bob = Visitor(description), Visitor(description)
    rules(ann)
    positions(ann)
    exercises(ann)
    people(ann, bob)
    game = games(ann, bob)
    next_keeper = Visitor(description)
    letters(ann, bob)
    private_games(ann, bob, next_keeper)
    records(ann, game)
    links(ann, bob)
    contests(ann, bob)
    code = keeper(ann, bob, game)
    next_keeper.call("post_me_account", {"name": "Tour Cat", "password": "nine green draughtsmen"})
    next_keeper.call("post_me_keeper", {"code": code})
    assert ann.call("get_me_export")
    ann.call("delete_me", {"password": "six green draughtsmen"})
    left_out = sorted(set(ann.modules) - Visitor.called - WITH_LETTERS - WITH_ENGINE)
    assert not left_out, f"operations that nobody called: {left_out}"
    print(f"generated client: all {len(ann.modules) - len(WITH_LETTERS) - len(WITH_ENGINE)} operations called with valid values")


if __name__ == "__main__":
    main()

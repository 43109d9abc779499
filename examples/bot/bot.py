#!/usr/bin/env python3
"""A bot for a Damka club, with nothing but Python's standard library. docs/api.md explains it step by step.

    bot.py                                       a game against the computer
    bot.py --level 3 --rules brazilian
    bot.py --join 'http://…/game/ID#seat=SECRET' a game against the person who sent this invitation
"""

import argparse, base64, http.client, json, os, random, socket, struct, time
from urllib.parse import urlsplit


class Problem(Exception):
    """A request that was refused: `code` is for programs, `text` for people."""


class Club:
    """Requests to a club. The cookie says who asks; the first answer sets it."""

    def __init__(self, address):
        parts = urlsplit(address)
        self.host, self.port, self.cookie = parts.hostname, parts.port or 80, ""

    def post(self, path, body):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        connection.request("POST", f"/api{path}?lang=en", json.dumps(body), headers)
        answer = connection.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
        body = json.loads(answer.read() or "null")
        if answer.status >= 400:
            raise Problem(f"{body['code']}: {body['text']}")
        return body

    def socket(self, path):
        return Socket(self.host, self.port, f"/api{path}", self.cookie)


class Socket:
    """As much of RFC 6455 as a bot needs. With the package `websockets` it would be
    `connect(url, additional_headers={"Cookie": cookie})`."""

    def __init__(self, host, port, path, cookie):
        self.stream = socket.create_connection((host, port), timeout=90)
        self.input = self.stream.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}", "", ""]
        self.stream.sendall("\r\n".join(lines).encode())
        status = self.input.readline().decode().split(" ", 2)
        while self.input.readline().strip():
            pass
        if status[1] != "101":
            raise ConnectionError(" ".join(status).strip())

    def send(self, message):
        self._send(0x81, json.dumps(message).encode())

    def _send(self, kind, data):
        mask = os.urandom(4)
        length = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0xFE, len(data))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.stream.sendall(bytes([kind]) + length + mask + masked)

    def receive(self):
        """The next message; a ConnectionError when the socket is closed."""
        while True:
            kind, length = self._read(2)
            if length == 126:
                (length,) = struct.unpack("!H", self._read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._read(8))
            data = self._read(length)
            if kind == 0x89:  # a ping: a client that does not answer counts as gone
                self._send(0x8A, data)
            elif kind == 0x88:
                raise ConnectionError(data[2:].decode() or "closed")
            elif kind == 0x81:
                return json.loads(data)

    def _read(self, length):
        data = self.input.read(length)
        if len(data) < length:
            raise ConnectionError("the connection was lost")
        return data


def choose(state):
    """Chooses the bot's move: your own ideas go here. This one captures as much as it can."""
    most = max(len(move.get("captures", [])) for move in state["legal"])
    move = random.choice([move for move in state["legal"] if len(move.get("captures", [])) == most])
    # Squares, not text: `path` says exactly which capture is meant. An empty one is the pass of Corners.
    return {"kind": "move", "path": move["path"]} if move["path"] else {"kind": "pass"}


def play(club, game):
    """Plays a game to its end and returns how it ended."""
    # The numbers of this client and of its acts: with both the server recognises an act that is sent again.
    client, number, pending, failures = random.randrange(1000, 2**53), 0, None, 0
    while failures < 10:
        try:
            socket = club.socket(f"/games/{game}/socket?client={client}&lang=en")
            while True:
                message = socket.receive()
                kind, failures = message["type"], 0
                if kind == "refused":
                    raise Problem(message["problem"]["text"])
                if kind == "game":  # the first message, and again after a lost connection
                    state = message["game"]["state"]
                    if pending:
                        socket.send(pending)
                        continue
                elif kind == "event":  # something happened; with our `n` it is our own act, confirmed and on disk
                    state = message["event"]["state"]
                    pending = None if message.get("n") == number else pending
                elif kind == "confirmed":  # an act that was sent again had already counted
                    pending = None
                    continue
                else:  # presence, rematch, halted, pong: nothing that a bot has to do
                    continue
                if state.get("ending"):
                    return state["ending"]
                if state.get("legal") and not pending:  # only on our turn
                    number += 1
                    pending = {"type": "act", "n": number, "act": choose(state)}
                    socket.send(pending)
        except ConnectionError as lost:
            print("connecting again:", lost)
            failures += 1
            time.sleep(failures)
    raise Problem("the club cannot be reached")


def main():
    arguments = argparse.ArgumentParser(description="A bot for a Damka club.")
    arguments.add_argument("--club", default="http://localhost:8064")
    arguments.add_argument("--rules", default="russian", help="an id, or a line of rules")
    arguments.add_argument("--level", type=int, default=1, help="of the computer, 1 to 10")
    arguments.add_argument("--join", metavar="INVITATION", help="the address that a person has sent")
    wanted = arguments.parse_args()
    if wanted.join:
        club = Club(wanted.join)
        game = urlsplit(wanted.join).path.rsplit("/", 1)[-1]
        secret = urlsplit(wanted.join).fragment.removeprefix("seat=")
        club.post(f"/games/{game}/seat", {"invitation": secret})
    else:
        club = Club(wanted.club)
        opponent = {"kind": "computer", "level": wanted.level}
        game = club.post("/games", {"rules": wanted.rules, "opponent": opponent})["id"]
    print(f"playing at http://{club.host}:{club.port}/game/{game}", flush=True)
    print(play(club, game)["text"])


if __name__ == "__main__":
    main()

"""Opens a club behind nginx and behind Caddy, with the files of packaging/, and plays there (`make check-proxies`).

    proxies.py BINARY [nginx] [caddy]

Every server is a process of this program and ends with it. What is checked: the page loads over https, a move goes through a
WebSocket, limits tell visitors apart whatever they write into X-Forwarded-For, /metrics is closed, `damka doctor` finds
nothing wrong; and with two nodes, that the club goes on when one of them closes or dies.
"""

import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1])
WANTED = sys.argv[2:] or ["nginx", "caddy"]
PACKAGING = pathlib.Path("packaging")
PATIENCE = 60
# The public name of the club: the certificate is for it, and this machine finds it without a name server.
NAME = "localhost"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(what, is_so):
    begun = time.monotonic()
    while True:
        found = is_so()
        if found:
            return found
        if time.monotonic() - begun > PATIENCE:
            raise SystemExit(f"in vain: {what}")
        time.sleep(0.05)


class Place:
    """A folder with a certificate, and the processes that run in it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="damka-proxies-"))
        self.processes = []
        self.certificate, self.key = self.folder / "own.crt", self.folder / "own.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-addext", "basicConstraints=critical,CA:FALSE",
             "-keyout", self.key, "-out", self.certificate],
            check=True, capture_output=True)
        self.trust = ssl.create_default_context(cafile=self.certificate)

    def start(self, *command, **more):
        log = open(self.folder / f"{len(self.processes)}.log", "wb")
        environment = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), **more}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self.processes.append(process)
        return process

    def logs(self):
        return "\n".join(f"{file.name}: {file.read_text(errors='replace')[-3000:]}" for file in sorted(self.folder.glob("*.log")))

    def end(self):
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def ask(place, port, method, path, body=None, cookie=None, source="127.0.0.1", **headers):
    """The status, the body and the cookie of an answer through the proxy, asked from an address of this machine."""
    link = http.client.HTTPSConnection("127.0.0.1", port, timeout=20, source_address=(source, 0), context=place.trust)
    plain = socket.create_connection(("127.0.0.1", port), 20, (source, 0))
    link.sock = place.trust.wrap_socket(plain, server_hostname=NAME)
    told = {"Host": f"{NAME}:{port}", "Connection": "close", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if cookie:
        told["Cookie"] = cookie
    if body is not None:
        told["Content-Type"] = "application/json"
        body = json.dumps(body)
    link.request(method, path, body, told)
    answer = link.getresponse()
    text = answer.read()
    given = (answer.getheader("Set-Cookie") or "").split(";")[0]
    link.close()
    return answer.status, text, given


class Socket:
    """A WebSocket, as far as it is needed here."""

    def __init__(self, place, port, path, cookie):
        plain = socket.create_connection(("127.0.0.1", port), 20)
        self.link = place.trust.wrap_socket(plain, server_hostname=NAME)
        key = base64.b64encode(os.urandom(16)).decode()
        self.link.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {NAME}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
            f"Origin: https://{NAME}:{port}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        self.read = self.link.makefile("rb")
        status = self.read.readline()
        assert b" 101 " in status, f"no socket: {status}"
        while self.read.readline() not in (b"\r\n", b""):
            pass

    def send(self, message):
        data, mask = json.dumps(message).encode(), os.urandom(4)
        head = bytes([0x81]) + (bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(data)))
        self.link.sendall(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

    def frame(self):
        while True:
            head = self.read.read(2)
            assert len(head) == 2, "the socket was closed"
            length = head[1] & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.read.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.read.read(8))[0]
            data = self.read.read(length)
            assert head[0] & 0x0F != 8, f"the socket was closed: {data}"
            if head[0] & 0x0F == 1:
                return json.loads(data)

    def move(self, number, path):
        self.send({"type": "act", "n": number, "act": {"kind": "move", "path": path}})
        while True:
            frame = self.frame()
            assert frame["type"] != "refused", frame
            if frame["type"] == "event" and frame.get("n") == number:
                return


def configuration(place, proxy, ports, front):
    """The file of packaging/ with the ports and the certificate of this run; nothing else of it is changed."""
    many = len(ports) > 1
    file = PACKAGING / proxy / {"nginx": ["damka.conf", "damka-nodes.conf"], "caddy": ["Caddyfile", "Caddyfile.nodes"]}[proxy][many]
    text = file.read_text()
    if many:
        text = re.sub(r"^ *server 10\.0\.0\.3:8064.*\n", "", text, flags=re.M).replace(" 10.0.0.3:8064", "")
        for at, port in enumerate(ports):
            text = text.replace(f"10.0.0.{at + 1}:8064", f"127.0.0.1:{port}")
    else:
        text = text.replace("127.0.0.1:8064", f"127.0.0.1:{ports[0]}")
    assert "8064" not in re.sub(r"^\s*#.*$", "", text, flags=re.M), text
    if proxy == "nginx":
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{front} ssl").replace("club.example;", f"{NAME};", 1)
        text = text.replace("/etc/ssl/club.example.crt", str(place.certificate)).replace("/etc/ssl/club.example.key", str(place.key))
        state = place.folder / "nginx"
        state.mkdir(exist_ok=True)
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        temporary = "\n".join(f"{kind}_temp_path {state}/{kind};" for kind in kinds)
        # Another user would not get into this folder.
        user = "user root;\n" if os.geteuid() == 0 else ""
        text = f"{user}daemon off;\npid {state}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}\n{text}\n}}\n"
        path = place.folder / "nginx.conf"
        path.write_text(text)
        return ["nginx", "-c", str(path), "-e", "stderr"]
    # Without a certificate of its own it would ask the internet for one, and install its authority on this machine.
    text = text.replace("club.example {", f"https://{NAME}:{front} {{\n\ttls {place.certificate} {place.key}", 1)
    text = text.replace("Host club.example", f"Host {NAME}:{front}")
    path = place.folder / "Caddyfile"
    path.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}}\n{text}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(path)]


def serve(place, port, front, *more):
    url = f"https://{NAME}:{front}"
    return place.start(BINARY, "--lang", "en", "serve", "--no-open", "--port", str(port), "--public-url", url, "--behind-proxy",
                       "--data", str(place.folder / f"data-{port}"), *more, DAMKA_LOG="info")


def is_open(place, front):
    try:
        return ask(place, front, "GET", "/api/health")[0] == 200
    except OSError:
        return False


def answers(place, front):
    """Whether a visitor gets an answer; /api/health may say already that a node closes."""
    try:
        return ask(place, front, "GET", "/api/choices?lang=en")[0] == 200
    except OSError:
        return False


def make_game(place, front):
    wanted = {"rules": "russian", "opponent": {"kind": "link"}, "colour": "white"}
    status, text, white = ask(place, front, "POST", "/api/games", wanted)
    made = json.loads(text)
    assert status in (200, 201), (status, text)
    game = made["id"]
    _, _, black = ask(place, front, "POST", f"/api/games/{game}/seat", {"invitation": made["invitation"]})
    return game, white, black


def sit(place, front, game, cookie):
    return Socket(place, front, f"/api/games/{game}/socket?lang=en", cookie)


def check_visitors(place, front):
    """One visitor who asks too much is refused, whatever the header says that comes with it; another one is not."""
    def question(source, **headers):
        wanted = {"rules": "russian", "opponent": {"kind": "link"}}
        return ask(place, front, "POST", "/api/games", wanted, source=source, **headers)[0]

    asked = 0
    while question("127.0.0.2") != 429:
        asked += 1
        assert asked < 1_000, "nobody is limited"
    # If the visitor's own words counted, each of these would come from somewhere else. The limit gives a little back meanwhile.
    forged = (question("127.0.0.2", X_Forwarded_For=f"203.0.113.{at}") for at in range(200))
    assert 429 in forged, "the visitor's own words count"
    assert question("127.0.0.3") in (200, 201), "another visitor is limited for the first one's requests"
    return asked


def check_one(proxy):
    place = Place()
    try:
        port, front = free_port(), free_port()
        serve(place, port, front)
        place.start(*configuration(place, proxy, [port], front))
        until("the club answers through the proxy", lambda: is_open(place, front))
        status, text, _ = ask(place, front, "GET", "/")
        assert status == 200 and b"<html" in text, (status, text[:200])
        script = re.search(rb'src="(/assets/[^"]+\.js)"', text).group(1).decode()
        assert ask(place, front, "GET", script)[0] == 200
        game, white, black = make_game(place, front)
        first, second = sit(place, front, game, white), sit(place, front, game, black)
        first.move(1, ["c3", "d4"])
        second.move(1, ["f6", "g5"])
        for told in ({}, {"X_Forwarded_For": "127.0.0.1"}):
            assert ask(place, front, "GET", "/metrics", **told)[0] == 403, "strangers read the numbers"
        command = [BINARY, "--lang", "en", "doctor", "--data", str(place.folder / f"data-{port}"), "--port", str(port),
                   "--public-url", f"https://{NAME}:{front}"]
        doctor = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "SSL_CERT_FILE": str(place.certificate)})
        assert doctor.returncode == 0 and "says where visitors come from" in doctor.stdout, doctor.stdout + doctor.stderr
        asked = check_visitors(place, front)
        print(f"{proxy}: page, moves, {asked} games until the limit, closed numbers, doctor: good")
    except BaseException:
        print(place.logs(), file=sys.stderr)
        raise
    finally:
        place.end()


def check_nodes(proxy):
    """Two nodes: one is told to close, then the other is killed; a game goes on through the same address."""
    postgres = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    place = Place()
    try:
        place.folder.chmod(0o755)
        data, port = place.folder / "postgres", free_port()
        data.mkdir()
        user = []
        if os.geteuid() == 0:
            shutil.chown(data, "postgres", "postgres")
            user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        subprocess.run([*user, postgres / "initdb", "--pgdata", data, "--username=damka", "--auth=trust", "--no-locale", "--encoding=UTF8"],
                       check=True, capture_output=True, cwd="/")
        place.start(*user, str(postgres / "postgres"), "-D", str(data), "-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=")
        database = f"postgresql://damka@127.0.0.1:{port}/postgres"
        until("PostgreSQL answers", lambda: subprocess.run(
            [BINARY, "doctor", "--postgres", database, "--port", str(free_port())], capture_output=True).returncode == 0)
        nats = free_port()
        place.start("nats-server", "--addr", "127.0.0.1", "--port", str(nats))
        ports, front = [free_port(), free_port()], free_port()

        def node(at):
            return serve(place, ports[at], front, "--postgres", database, "--nats", f"nats://127.0.0.1:{nats}", "--drain", "5", "--node-name", f"node-{at}")

        nodes = [node(0), node(1)]
        place.start(*configuration(place, proxy, ports, front))

        def own(at):
            try:
                link = http.client.HTTPConnection("127.0.0.1", ports[at], timeout=5)
                link.request("GET", "/api/health", headers={"Host": f"{NAME}:{front}", "X-Forwarded-For": "127.0.0.1"})
                return link.getresponse().status
            except OSError:
                return 0

        until("both nodes are open", lambda: own(0) == own(1) == 200)
        until("the club answers through the proxy", lambda: is_open(place, front))
        game, white, black = make_game(place, front)
        moves = iter([["c3", "d4"], ["f6", "g5"], ["b2", "c3"], ["g7", "f6"]])
        number = {white: 0, black: 0}

        def play(cookie):
            """A move of whoever it is, sent again with its number until it is confirmed."""
            number[cookie] += 1
            path = next(moves)

            def is_played():
                try:
                    link = sit(place, front, game, cookie)
                    link.send({"type": "act", "n": number[cookie], "act": {"kind": "move", "path": path}})
                    while True:
                        frame = link.frame()
                        if frame.get("n") == number[cookie] and frame["type"] in ("event", "confirmed"):
                            return True
                        if frame["type"] in ("refused", "bye"):
                            return False
                except (AssertionError, OSError, ValueError):
                    return False

            until(f"{path} is confirmed", is_played)

        play(white)
        nodes[0].send_signal(signal.SIGTERM)
        until("it says first that it closes", lambda: own(0) in (503, 0))
        play(black)
        refused = 0
        while nodes[0].poll() is None:
            refused += not answers(place, front)
        assert nodes[0].returncode == 0, nodes[0].returncode
        assert proxy != "caddy" or refused == 0, f"{refused} requests were refused while a node closed"
        play(white)
        nodes[0] = node(0)
        until("it is open again", lambda: own(0) == 200)
        nodes[1].kill()
        begun = time.monotonic()
        play(black)
        print(f"{proxy}, two nodes: one closed ({refused} requests refused), one killed, next move after {time.monotonic() - begun:.1f} s: good")
    except BaseException:
        print(place.logs(), file=sys.stderr)
        raise
    finally:
        place.end()


for wanted in WANTED:
    check_one(wanted)
    check_nodes(wanted)

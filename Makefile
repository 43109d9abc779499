# Two commands for everyone: `make run` opens the club, `make test` checks everything that CI checks.
# The rest: `make play` (at the terminal), `make perft` (long), `make properties` (long), `make fuzz`, `make bench`, `make dist`.

CARGO ?= cargo
# Built for this machine, in a folder of its own, so that `make run` and `make test` do not rebuild each other's work.
NATIVE = RUSTFLAGS="$(RUSTFLAGS) -C target-cpu=native" CARGO_TARGET_DIR=target/native
PERFT_LIMIT ?= 20000000000
PROPTEST_CASES ?= 20000
FUZZ_SECONDS ?= 60
SECONDS ?= 3600

.PHONY: run play native cargo node web web-check web-browser web-engines chromium mail-server servers engines test format clippy tests stranger docs types api-listing check-api check-hub audit licences levels guard new-ruleset publish perft properties fuzz bench bench-server bench-cluster bench-hostile bench-workers torture cluster-torture dist check-proxies check-units clean

# Builds the page and the program, saying what it does, and opens http://localhost:8064. A second time it opens at once.
run: native
	@$(BINARY) serve

play: native
	@$(BINARY) play $(GAME)

BINARY = target/native/release/damka
SOURCES = $(shell find crates -type f -not -path '*/tests/*' -not -path '*/benches/*') Cargo.toml Cargo.lock $(wildcard locales/*.ftl)
native: $(BINARY)

$(BINARY): web/dist/index.html $(SOURCES) | cargo
	@tools/step "Building the program: about five minutes the first time, later one or two." \
		env $(NATIVE) $(CARGO) build --release --locked -p damka
	@touch $@

cargo:
	@tools/need $(CARGO) "The program is written in Rust: install it from https://rustup.rs, then run make again."

node:
	@tools/need npm "The page needs Node.js 20 or later: install it from https://nodejs.org or with your system's packages, then run make again."

# The browser tests take the program as the other tests have built it: alone it would be built once more, with fewer features
# of its libraries.
test: PROGRAM = test --locked --workspace --no-run --quiet
test: servers format licences web clippy tests stranger docs levels guard web-check web-browser web-engines
	@echo "make test: all checks passed"

format:
	$(CARGO) fmt --all --check

clippy:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# Unit tests, integration tests and doc tests, all in the one optimised dev profile.
tests: mail-server servers
	$(CARGO) test --workspace --locked

# A program outside the workspace that knows the two libraries only by their documentation.
stranger:
	CARGO_TARGET_DIR=target/stranger $(CARGO) run --locked --quiet --manifest-path examples/stranger/Cargo.toml

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

# The page's types and the description of the API, made from the server's; `make test` fails when they are old.
types:
	DAMKA_WRITE_TYPES=1 $(CARGO) test --locked --quiet -p damka-server --lib

# The listings of the libraries' public API in docs/public-api; `make test` fails when they are old.
api-listing:
	DAMKA_WRITE_API=1 $(CARGO) test --locked --quiet -p damka-proof --test it public_api

# What publishing the two libraries would do.
publish:
	$(CARGO) publish --dry-run --locked -p damka-rules -p damka-notation

# The running server asked everything that its description allows, by schemathesis, which it installs in a folder of its own.
check-api:
	$(CARGO) build --locked -p damka
	tools/check-api

# Plays whole games through `damka hub` with the protocol's public Python clients, each installed in a folder of its
# own.
check-hub:
	$(CARGO) build --locked -p damka
	tools/check-hub

# The page, built into the program. Needs Node.js; everything else comes by package-lock.json.
PAGE = $(shell find web/src web/public web/tools -type f) web/index.html web/vite.config.ts web/tsconfig.json $(wildcard locales/*.ftl)
web: web/dist/index.html

web/node_modules/.package-lock.json: web/package.json web/package-lock.json | node
	@tools/step "Fetching what the page is built with: about a minute, once." npm --prefix web ci --no-audit --no-fund
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(PAGE) | node
	@tools/step "Building the page: about ten seconds." npm --prefix web run --silent build

# Types, the board's logic, words outside the catalogues, the size of the first load.
web-check: web
	cd web && npm run --silent check && npm run --silent unit && npm run --silent strings && npm run --silent size && npm run --silent browsers

# The page in a real browser before a real server; pictures of every page are left in web/screenshots.
PROGRAM = build --locked -p damka
web-browser: web chromium
	$(CARGO) $(PROGRAM)
	cd web && npm run --silent browser

# A real mail server for the tests of letters: Python's own has gone from its newest versions.
mail-server:
	@python3 -W ignore -c "import smtpd" 2>/dev/null || python3 -c "import aiosmtpd" 2>/dev/null || python3 -m pip install --quiet --user aiosmtpd

# PostgreSQL and NATS, which the tests start in folders and on ports of their own.
servers:
	@tools/servers

chromium:
	@test -x "$(CHROMIUM)" || command -v chromium-headless-shell >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium-headless-shell; } || \
		command -v chromium >/dev/null || { echo "The browser tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium."; exit 1; }

# The core flows in Firefox and in WebKit, the engine of Safari. One that is not there and cannot be installed is skipped.
web-engines: web engines
	$(CARGO) $(PROGRAM)
	cd web && npm run --silent engines

engines:
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || test -x "$(FIREFOX)" || { apt-get update -qq && apt-get install -y -qq firefox-esr; } || \
		echo "Firefox cannot be installed here: its tests will be skipped."
	@{ command -v WebKitWebDriver && command -v Xvfb; } >/dev/null || { apt-get update -qq && apt-get install -y -qq webkit2gtk-driver xvfb; } || \
		echo "WebKit cannot be installed here: its tests will be skipped."

# The arrows of ARCHITECTURE.md, proved with cargo tree.
levels:
	tools/check-levels

# Instructions of five pieces of work against docs/guard.tsv, where valgrind is there.
guard:
	tools/guard

# Checks the licences and sources of everything that is built in against deny.toml; needs no network.
licences: | node
	CARGO="$(CARGO)" node tools/sbom.mjs --check

# The same with cargo-deny, which it installs: for every platform, and with known vulnerabilities if their database can
# be reached.
audit:
	tools/audit

# One file, a perft file and names make a ruleset: a copy of the project gets one.
new-ruleset:
	tools/check-new-ruleset

# Every perft row up to 2e10 nodes: about an hour.
perft:
	DAMKA_PERFT_LIMIT=$(PERFT_LIMIT) $(NATIVE) $(CARGO) test --release --locked -p damka-proof --test it perft:: -- --nocapture

# The property tests with many more cases than `make test` runs.
properties:
	DAMKA_PROPTEST_CASES=$(PROPTEST_CASES) $(CARGO) test --locked -p damka-proof -p damka-notation -p damka-endgame -p damka-conduct -p damka-protocols

# Needs cargo-fuzz, which it installs; the sanitizer needs RUSTC_BOOTSTRAP on a stable toolchain.
fuzz:
	@command -v cargo-fuzz >/dev/null || $(CARGO) install --locked cargo-fuzz
	@for target in $$(cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz list); do \
		(cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS)) || exit 1; done

# Million positions per second, PDN in MB/s and games/s, how punctual the engine is, and how fast tables are built and asked. RIVAL="command" runs another program beside it; its last printed number is its count.
bench:
	@$(NATIVE) $(CARGO) bench --locked --quiet -p damka-proof --bench perft
	@$(NATIVE) $(CARGO) bench --locked --quiet -p damka-notation --bench pdn
	@$(NATIVE) $(CARGO) bench --locked --quiet -p damka-engine --bench overshoot
	@$(NATIVE) $(CARGO) bench --locked --quiet -p damka-endgame --bench tables

# The server under load, beside a bare echo server in the same run.
bench-server:
	@ulimit -n 65536 2>/dev/null || ulimit -n $$(ulimit -Hn); $(NATIVE) $(CARGO) bench --locked --quiet -p damka --bench server

# Several nodes with PostgreSQL and NATS under load; DAMKA_BENCH_PARTS chooses what is measured (crates/damka/benches/cluster).
bench-cluster:
	@ulimit -n 65536 2>/dev/null || ulimit -n $$(ulimit -Hn); $(NATIVE) $(CARGO) bench --locked --quiet -p damka --bench cluster

# How fast 1, 2 and 4 workers are, and how long a person waits while they are busy.
bench-workers:
	@$(NATIVE) $(CARGO) bench --locked --quiet -p damka --bench workers

# Runs ordinary players next to each attack of the hostile trial, a minute each: about fifteen minutes.
bench-hostile:
	@ulimit -n 65536 2>/dev/null || ulimit -n $$(ulimit -Hn); $(NATIVE) $(CARGO) bench --locked --quiet -p damka --bench hostile

# The crash test for as long as you like: SECONDS=36000 is a night. STORE=postgres also kills PostgreSQL.
torture: servers
	DAMKA_TORTURE_SECONDS=$(SECONDS) DAMKA_TORTURE_STORE=$(STORE) $(CARGO) test --locked -p damka --test crash -- --nocapture

# The same for a club of three nodes: every way in which processes, PostgreSQL, NATS and the cables between them can fail.
cluster-torture: servers
	DAMKA_CLUSTER_SECONDS=$(SECONDS) $(CARGO) test --locked -p damka --test cluster nothing_is_lost -- --nocapture

# Builds a binary for any machine of this kind and packs it with its licences, documents, unit files and list of components
# (CycloneDX); then unpacks the archive into an empty folder and opens the club there.
dist: web licences
	$(CARGO) build --release --locked -p damka
	tools/dist
	tools/check-dist "$$(ls -t dist/damka-*.tar.gz | head -1)"

# The configurations for nginx and Caddy in front of a real club, with https and with two nodes. Installs what it needs.
check-proxies: web
	$(CARGO) build --locked -p damka
	tools/check-proxies

# The unit files for systemd, which it installs where it is missing.
check-units: web
	$(CARGO) build --locked -p damka
	tools/check-units

clean:
	$(CARGO) clean
	rm -rf dist web/dist web/node_modules web/screenshots

-- Step 16: work for engines, and the programs that do it.

CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    -- What it is about; work about the same thing is not done twice at once.
    subject TEXT,
    -- 0 is done first.
    urgency INTEGER NOT NULL,
    input TEXT NOT NULL,
    -- Who asked, and the keyed hash of the address they asked from. Addresses take turns, then the people of an address.
    asker TEXT, address TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    -- 0 waits, 1 is worked on, 2 is done, 3 was given up.
    state INTEGER NOT NULL DEFAULT 0,
    -- The lease: only who has the token may say what came out of it. All times are by the clock of the data.
    token TEXT, until INTEGER, taken_at INTEGER, worker TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- How much of it is done, in steps of its kind.
    progress INTEGER NOT NULL DEFAULT 0,
    result TEXT, ended_at INTEGER
) STRICT;
CREATE INDEX jobs_unfinished ON jobs (state, urgency, number) WHERE state < 2;
CREATE UNIQUE INDEX jobs_by_subject ON jobs (kind, subject) WHERE state < 2 AND subject IS NOT NULL;
CREATE INDEX jobs_by_turn ON jobs (address, asker, taken_at) WHERE urgency = 0 AND taken_at IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;

-- With a key a program may work for the club. Only hashes of keys are kept.
CREATE TABLE worker_keys (
    number INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, made_at INTEGER NOT NULL,
    maker TEXT, withdrawn_at INTEGER
) STRICT;

-- Programs that work for the club, as they said who they are.
CREATE TABLE workers (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, key INTEGER, signature TEXT NOT NULL, threads INTEGER NOT NULL,
    begun_at INTEGER NOT NULL, seen_at INTEGER NOT NULL,
    jobs INTEGER NOT NULL DEFAULT 0, nodes INTEGER NOT NULL DEFAULT 0, busy INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

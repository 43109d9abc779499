-- Step 13: what people are told who are not here.

CREATE TABLE notices (
    -- Never used twice, so that what was in a letter is told by a number.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    game INTEGER REFERENCES games (number) ON DELETE CASCADE,
    contest INTEGER REFERENCES contests (number) ON DELETE CASCADE,
    -- Tells two notices of one kind apart.
    mark INTEGER NOT NULL,
    at INTEGER NOT NULL,
    read INTEGER NOT NULL DEFAULT 0
) STRICT;
-- One of a kind about one thing.
CREATE UNIQUE INDEX notices_by_subject ON notices (person, kind, coalesce(game, 0), coalesce(contest, 0));
CREATE INDEX notices_by_game ON notices (game) WHERE game IS NOT NULL;
CREATE INDEX notices_by_contest ON notices (contest) WHERE contest IS NOT NULL;

CREATE TABLE push_devices (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    -- Its public key, and the secret that it shares with the club.
    key TEXT NOT NULL,
    auth TEXT NOT NULL,
    session TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX push_devices_by_person ON push_devices (person);

CREATE TABLE mailboxes (
    -- Links to unsubscribe name it; a person's id is a secret.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL,
    -- The hash of the code that was sent there, until it is confirmed.
    hash TEXT UNIQUE,
    until INTEGER,
    confirmed_at INTEGER,
    language TEXT NOT NULL,
    -- The kinds of notices that are wanted, each between spaces.
    kinds TEXT NOT NULL,
    -- When the last letter was begun, and the last notice that was in one.
    sent_at INTEGER NOT NULL DEFAULT 0,
    sent_upto INTEGER NOT NULL DEFAULT 0,
    refusals INTEGER NOT NULL DEFAULT 0
) STRICT;

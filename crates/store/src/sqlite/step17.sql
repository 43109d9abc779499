-- Step 17: what several nodes have to know of each other, and what they count together. All times are by the clock of the data.

-- What has changed that nodes remember: sessions that ended, people who were renamed. Each node reads what is new.
CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- What it can be looked up by, where that is needed.
    subject TEXT,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX changes_by_subject ON changes (subject) WHERE subject IS NOT NULL;

-- What each node has to show: its offers, its games, who is here.
CREATE TABLE shares (run INTEGER PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;

-- Buckets that fill with time: the moment at which each is full again. Keys are hashes.
CREATE TABLE buckets (key TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Codes that bring a person to another device. Only their hashes are kept.
CREATE TABLE handovers (
    hash TEXT PRIMARY KEY, person TEXT NOT NULL UNIQUE, generation INTEGER NOT NULL, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Step 11: contests: many games as one record.

CREATE TABLE contests (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- In lines of damka-contest.
    spec TEXT NOT NULL,
    owner TEXT,
    -- 1 people come, 2 it is played, 3 it is over.
    status INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    -- When it is announced to begin.
    begins_at INTEGER,
    private INTEGER NOT NULL DEFAULT 0,
    -- Lets people in to a private contest.
    secret TEXT
) STRICT;
CREATE INDEX contests_open ON contests (status, number) WHERE status < 3;
CREATE INDEX contests_by_owner ON contests (owner) WHERE owner IS NOT NULL;

-- Lines of events name numbers; these rows say who that is.
CREATE TABLE entrants (
    contest INTEGER NOT NULL REFERENCES contests (number) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    person TEXT,
    name TEXT,
    PRIMARY KEY (contest, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrants_by_person ON entrants (person) WHERE person IS NOT NULL;

-- Who was let in to look at a private contest.
CREATE TABLE contest_guests (
    contest INTEGER NOT NULL REFERENCES contests (number) ON DELETE CASCADE,
    person TEXT NOT NULL,
    PRIMARY KEY (contest, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE contest_events (
    contest INTEGER NOT NULL REFERENCES contests (number) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    run INTEGER NOT NULL,
    wall INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (contest, seq)
) STRICT, WITHOUT ROWID;

-- The contest that a game belongs to, and its board there.
ALTER TABLE games ADD COLUMN contest INTEGER REFERENCES contests (number) ON DELETE SET NULL;
ALTER TABLE games ADD COLUMN board TEXT;
CREATE INDEX games_by_contest ON games (contest) WHERE contest IS NOT NULL;

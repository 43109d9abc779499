-- Step 15: what nodes ask of each other where they reach nothing but the data.

CREATE TABLE calls (
    -- Chosen by the node that asks.
    key TEXT PRIMARY KEY,
    -- The run that is asked.
    run INTEGER NOT NULL,
    body TEXT NOT NULL,
    reply TEXT,
    -- By the clock of the data.
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_by_run ON calls (run) WHERE reply IS NULL;

-- Step 2: what nodes ask of each other where they reach nothing but the data.

CREATE TABLE calls (
    key TEXT COLLATE "C" PRIMARY KEY, run BIGINT NOT NULL, body TEXT COLLATE "C" NOT NULL, reply TEXT COLLATE "C",
    at BIGINT NOT NULL
);
CREATE INDEX calls_by_run ON calls (run) WHERE reply IS NULL;

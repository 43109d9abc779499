-- Step 9: how much people keep.

-- How many times the usual a person may keep.
ALTER TABLE people ADD COLUMN allowance INTEGER NOT NULL DEFAULT 1;

-- The room that a game takes, as `weigh` in usage.rs reckons it.
ALTER TABLE games ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE games SET bytes = 400 + length(CAST(spec AS BLOB))
    + coalesce((SELECT sum(length(CAST(line AS BLOB)) + 24) FROM events WHERE game = number), 0)
    + coalesce((SELECT sum(length(CAST(name AS BLOB)) + length(CAST(value AS BLOB)) + 12) FROM tags WHERE game = number), 0);
-- What a person keeps is added up from these two without reading any game or note.
DROP INDEX games_by_creator;
CREATE INDEX games_by_creator ON games (creator, bytes) WHERE creator IS NOT NULL;
CREATE INDEX notes_by_person ON notes (person, length(CAST(text AS BLOB)));

-- What was added from an address on a day; the address is a keyed hash.
CREATE TABLE address_days (
    day INTEGER NOT NULL, address TEXT NOT NULL, games INTEGER NOT NULL, bytes INTEGER NOT NULL,
    PRIMARY KEY (day, address)
) STRICT, WITHOUT ROWID;

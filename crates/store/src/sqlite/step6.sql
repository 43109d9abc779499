-- Step 6: what a file said about an imported game, and lists from which people removed games.

CREATE TABLE tags (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, place INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- The first and the last day on which a game can have been played, such as 20240501 and 20240531.
ALTER TABLE games ADD COLUMN first_day INTEGER;
ALTER TABLE games ADD COLUMN last_day INTEGER;

-- A person has removed the game from their own list; the others keep it.
CREATE TABLE removed (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, person TEXT NOT NULL, PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX removed_by_person ON removed (person);

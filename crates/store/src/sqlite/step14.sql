-- Step 14: several nodes on the same data. One process alone has no lease and owns nothing by name.

-- Where a node can be reached, its version, and until when its lease is valid by the clock of the data.
ALTER TABLE runs ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN until INTEGER;

-- The run that has the game in memory.
ALTER TABLE games ADD COLUMN owner INTEGER;
CREATE INDEX games_by_owner ON games (owner) WHERE owner IS NOT NULL;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL AND status = 2;
ALTER TABLE contests ADD COLUMN owner_run INTEGER;

-- As in `events`: 2 is what the program notes for itself.
ALTER TABLE contest_events ADD COLUMN scope INTEGER NOT NULL DEFAULT 0;

-- The room that notes take is added up from the index.
DROP INDEX notes_by_person;
CREATE INDEX notes_by_person ON notes (person, octet_length(text));

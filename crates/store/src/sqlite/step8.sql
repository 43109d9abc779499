-- Step 8: who runs the club, and what was done.

-- A person's id is a secret, so keepers know people by numbers, which are never used twice.
CREATE TABLE members (number INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO members (person) SELECT id FROM people ORDER BY created_at, id;
CREATE TRIGGER member_comes AFTER INSERT ON people BEGIN
    INSERT OR IGNORE INTO members (person) VALUES (new.id);
END;
CREATE TRIGGER member_goes AFTER DELETE ON people BEGIN
    DELETE FROM members WHERE person = old.id;
END;

ALTER TABLE people ADD COLUMN blocked_at INTEGER;
CREATE INDEX people_blocked ON people (blocked_at) WHERE blocked_at IS NOT NULL;

CREATE TABLE offices (
    person TEXT NOT NULL, office TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (person, office)
) STRICT, WITHOUT ROWID;

-- Codes that work once. Only their hashes are kept.
CREATE TABLE keys (
    hash TEXT PRIMARY KEY, kind TEXT NOT NULL, person TEXT, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Seen only by those who belong to it, and by keepers.
ALTER TABLE games ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_hidden ON games (number) WHERE hidden = 1;

-- What keepers did. It is only ever added to; when somebody is deleted, what names them is blanked.
CREATE TABLE log (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, keeper INTEGER, act TEXT NOT NULL, member INTEGER,
    game TEXT, detail TEXT NOT NULL
) STRICT;
CREATE INDEX log_by_member ON log (member) WHERE member IS NOT NULL;
CREATE TRIGGER log_stays BEFORE DELETE ON log BEGIN
    SELECT raise(ABORT, 'the log is only added to');
END;
CREATE TRIGGER log_stays_as_it_is BEFORE UPDATE ON log
WHEN new.detail <> '' OR new.number <> old.number OR new.at <> old.at OR new.keeper IS NOT old.keeper
    OR new.act <> old.act OR new.member IS NOT old.member OR new.game IS NOT old.game
BEGIN
    SELECT raise(ABORT, 'the log is only added to');
END;

-- Names that somebody complained about, until a keeper has decided.
CREATE TABLE reports (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, reporter TEXT NOT NULL, person TEXT NOT NULL,
    name TEXT NOT NULL, game TEXT, UNIQUE (person, reporter)
) STRICT;
CREATE INDEX reports_by_reporter ON reports (reporter);

-- Step 4: people, access and times of day become rows and columns of their own. The functions `kebab_case`,
-- `second_word`, `name_in_spec` and `spec_without_names` are those of old.rs.

UPDATE games SET terms = '{}' WHERE NOT json_valid(terms);

CREATE TABLE occupants (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, place INTEGER NOT NULL,
    person TEXT, name TEXT, kind INTEGER NOT NULL, level INTEGER, seed INTEGER,
    PRIMARY KEY (game, seat, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX occupants_by_person ON occupants (person) WHERE person IS NOT NULL;
INSERT INTO occupants (game, seat, place, person, name, kind, level, seed)
WITH side (game, seat, name, is_computer, is_past) AS (
    SELECT number, 0, coalesce(white, name_in_spec(spec, 'white')),
           coalesce(terms ->> '$.computer.side' = 'white', 0), status = 3 OR imported FROM games
    UNION ALL
    SELECT number, 1, coalesce(black, name_in_spec(spec, 'black')),
           coalesce(terms ->> '$.computer.side' = 'black', 0), status = 3 OR imported FROM games
), occupant (game, seat, place, person, name, kind, level, seed) AS (
    -- A large number keeps its digits as text, but not as a number of JSON.
    SELECT number, seat, 1, NULL, NULL, 1,
           coalesce(CAST(terms ->> '$.computer.level' AS INTEGER), 1),
           coalesce(CAST(terms -> '$.computer.seed' AS INTEGER), 0)
    FROM side JOIN games ON number = game WHERE is_computer
    UNION ALL
    -- A seat had one name; a second person there has the name of today.
    SELECT game, seat, place + is_computer, person,
           CASE place + is_computer WHEN 1 THEN name ELSE (SELECT name FROM people WHERE id = person) END, 0, NULL, NULL
    FROM (SELECT game, seat, person, row_number() OVER (PARTITION BY game, seat ORDER BY person) AS place FROM seats)
    JOIN side USING (game, seat)
    UNION ALL
    SELECT game, seat, 1, NULL, name, 0, NULL, NULL FROM side
    WHERE is_past AND NOT is_computer AND name IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = side.game AND seats.seat = side.seat)
)
SELECT game, seat, place, person, name, kind, level, seed FROM occupant;

-- 0: the arbiter, 1: the importer. Until now an importer had the seat of the arbiter.
CREATE TABLE parts (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, person TEXT NOT NULL, part INTEGER NOT NULL,
    PRIMARY KEY (game, person, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX parts_by_person ON parts (person);
INSERT INTO parts (game, person, part)
SELECT game, person, imported <> 0 FROM seats JOIN games ON number = game WHERE seat = 2;
DROP TABLE seats;

-- 0: to the free seat, 1: to the arbiter's chair.
CREATE TABLE invitations (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, kind INTEGER NOT NULL, secret TEXT NOT NULL,
    PRIMARY KEY (game, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO invitations (game, kind, secret)
SELECT number, 0, terms ->> '$.invitation' FROM games WHERE terms ->> '$.invitation' IS NOT NULL
UNION ALL
SELECT number, 1, terms ->> '$.arbiter_invitation' FROM games WHERE terms ->> '$.arbiter_invitation' IS NOT NULL;

-- There may be millions of events: none of them is rewritten.
ALTER TABLE events RENAME COLUMN client TO n;
ALTER TABLE events RENAME COLUMN seat TO client;
ALTER TABLE events ADD COLUMN run INTEGER;
ALTER TABLE events ADD COLUMN wall INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN scope INTEGER NOT NULL DEFAULT 0;

-- A wish for a rematch is an event like any other.
INSERT INTO events (game, seq, line)
WITH last (game, again, next, seq, time) AS (
    SELECT number, again, next, coalesce((SELECT max(seq) FROM events WHERE game = number), 0),
           coalesce(second_word((SELECT line FROM events WHERE game = number ORDER BY seq DESC LIMIT 1)), '0:00.000')
    FROM games WHERE again <> 0 OR next IS NOT NULL
), wish (game, seq, at, line) AS (
    SELECT game, seq, 1, '2 ' || time || ' white rematch' FROM last WHERE again & 1
    UNION ALL
    SELECT game, seq, 2, '2 ' || time || ' black rematch' FROM last WHERE again & 2
    UNION ALL
    SELECT game, seq, 3, '2 ' || time || ' nobody rematch-made ' || next FROM last WHERE next IS NOT NULL
)
SELECT game, seq + row_number() OVER (PARTITION BY game ORDER BY at), line FROM wish;

ALTER TABLE games RENAME COLUMN made TO created_at;
ALTER TABLE games RENAME COLUMN changed TO changed_at;
ALTER TABLE games ADD COLUMN creator TEXT;
ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN delay INTEGER NOT NULL DEFAULT 0;
-- When a game that nobody has in memory must be looked at.
ALTER TABLE games ADD COLUMN due INTEGER;
-- Statuses: 1 waiting, 2 live, 3 over. Until now 0 was a waiting game in the lobby, 1 one that was not there.
UPDATE games SET
    creator = nullif(maker, ''),
    listed = CASE status WHEN 0 THEN 1 WHEN 1 THEN 0 ELSE coalesce(terms ->> '$.lobby' = 1, 0) END,
    delay = coalesce(CAST(terms ->> '$.delay' AS INTEGER), 0),
    status = max(status, 1),
    spec = spec_without_names(spec),
    reason = kebab_case(reason);
ALTER TABLE games DROP COLUMN terms;
ALTER TABLE games DROP COLUMN white;
ALTER TABLE games DROP COLUMN black;
ALTER TABLE games DROP COLUMN maker;
ALTER TABLE games DROP COLUMN again;
ALTER TABLE games DROP COLUMN next;
-- Merging and deleting a person must find every game that the person created.
CREATE INDEX games_by_creator ON games (creator) WHERE creator IS NOT NULL;

ALTER TABLE runs ADD COLUMN beat_wall INTEGER NOT NULL DEFAULT 0;
UPDATE runs SET beat_wall = started + beat;
CREATE TABLE outages (
    from_wall INTEGER NOT NULL, until_wall INTEGER NOT NULL, PRIMARY KEY (until_wall, from_wall)
) STRICT, WITHOUT ROWID;

ALTER TABLE people RENAME COLUMN made TO created_at;
ALTER TABLE notes RENAME COLUMN changed TO changed_at;
ALTER TABLE links RENAME COLUMN game TO body;
ALTER TABLE links RENAME COLUMN made TO created_at;
ALTER TABLE links ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- Analyses held sentences in three languages; they are made again when somebody asks.
DROP TABLE analyses;
CREATE TABLE analyses (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, version INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;

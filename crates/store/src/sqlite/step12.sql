-- Step 12: games over days: what players have prepared, and who is on vacation.

-- The moves that a player has prepared in a game, as answers to the opponent's. Nobody else sees them.
CREATE TABLE conditions (
    game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    -- 0 White's, 1 Black's.
    seat INTEGER NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Who is on vacation, in milliseconds since 1970.
CREATE TABLE vacations (
    person TEXT PRIMARY KEY, from_wall INTEGER NOT NULL, until_wall INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX vacations_by_end ON vacations (until_wall);

-- How many days of vacation somebody has taken in a year.
CREATE TABLE vacation_days (
    person TEXT NOT NULL, year INTEGER NOT NULL, days INTEGER NOT NULL,
    PRIMARY KEY (person, year)
) STRICT, WITHOUT ROWID;

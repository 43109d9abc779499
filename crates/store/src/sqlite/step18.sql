-- Step 18: results of jobs that stay, work that is compared, and how the levels of the computer stand.

-- Who has done the same work already and must not compare it with itself.
ALTER TABLE jobs ADD COLUMN not_by TEXT;
-- Whether somebody asks about the result for as long as the club exists.
ALTER TABLE jobs ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
CREATE INDEX jobs_kept ON jobs (kind, number) WHERE kept = 1;

-- Games between two levels: how many pairs of games gave the first 0, a half, 1, one and a half, and 2 points. Engines that
-- search differently are counted apart.
CREATE TABLE level_results (
    job INTEGER PRIMARY KEY, rules TEXT NOT NULL, signature TEXT NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,
    lost INTEGER NOT NULL, behind INTEGER NOT NULL, even INTEGER NOT NULL, ahead INTEGER NOT NULL, won INTEGER NOT NULL
) STRICT;

-- Step 5: results of jobs that stay, work that is compared, and how the levels of the computer stand.

ALTER TABLE jobs ADD COLUMN not_by TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN kept BIGINT NOT NULL DEFAULT 0;
CREATE INDEX jobs_kept ON jobs (kind, number) WHERE kept = 1;

CREATE TABLE level_results (
    job BIGINT PRIMARY KEY, rules TEXT COLLATE "C" NOT NULL, signature TEXT COLLATE "C" NOT NULL, first BIGINT NOT NULL,
    second BIGINT NOT NULL, lost BIGINT NOT NULL, behind BIGINT NOT NULL, even BIGINT NOT NULL, ahead BIGINT NOT NULL,
    won BIGINT NOT NULL
);

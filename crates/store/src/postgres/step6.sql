-- Step 6: the jobs that a person asked for, for a person who becomes another or is deleted.

CREATE INDEX jobs_by_asker ON jobs (asker) WHERE asker IS NOT NULL;

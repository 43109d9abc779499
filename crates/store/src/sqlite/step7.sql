-- Step 7: who is signed in where.

-- The key is a hash of the id that the cookie has: who reads this table cannot sign in with it.
CREATE TABLE sessions (
    key TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people ON DELETE CASCADE, device TEXT NOT NULL,
    created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person, seen_at);

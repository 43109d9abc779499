-- Step 5: people choose pictures; coaches' links have an owner, a task and an end, and know the games that they opened.

ALTER TABLE people ADD COLUMN picture TEXT;

ALTER TABLE links ADD COLUMN creator TEXT;
ALTER TABLE links ADD COLUMN task TEXT NOT NULL DEFAULT '';
ALTER TABLE links ADD COLUMN ended_at INTEGER;
CREATE INDEX links_by_creator ON links (creator, created_at) WHERE creator IS NOT NULL;

CREATE TABLE link_games (
    link TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, PRIMARY KEY (link, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_games_by_game ON link_games (game);

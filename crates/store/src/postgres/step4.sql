-- Step 4: what several nodes have to know of each other, and what they count together.

CREATE SEQUENCE changes_number_seq;
CREATE TABLE changes (
    number BIGINT PRIMARY KEY, at BIGINT NOT NULL, subject TEXT COLLATE "C", body TEXT COLLATE "C" NOT NULL
);
ALTER SEQUENCE changes_number_seq OWNED BY changes.number;
CREATE INDEX changes_by_subject ON changes (subject) WHERE subject IS NOT NULL;
-- Nodes read what has a larger number than the last that they know, so a change must never become visible after one with a
-- larger number. As for notices: who adds one waits for others who do, and takes the number only then. The lock is that of
-- the notices: a transaction may add both in either order, and with two locks two transactions could wait for each other.
CREATE FUNCTION changes_in_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF new.number IS NULL THEN
        PERFORM pg_advisory_xact_lock(CAST('notices_number_seq'::regclass AS OID)::BIGINT);
        new.number := nextval('changes_number_seq');
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER changes_in_order BEFORE INSERT ON changes FOR EACH ROW EXECUTE FUNCTION changes_in_order();

CREATE TABLE shares (run BIGINT PRIMARY KEY, version BIGINT NOT NULL, body TEXT COLLATE "C" NOT NULL);

CREATE TABLE buckets (key TEXT COLLATE "C" PRIMARY KEY, until BIGINT NOT NULL);

CREATE TABLE handovers (
    hash TEXT COLLATE "C" PRIMARY KEY, person TEXT COLLATE "C" NOT NULL UNIQUE, generation BIGINT NOT NULL,
    until BIGINT NOT NULL
);
